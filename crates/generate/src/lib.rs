//! Families of models of any size, and random ones by seed, for `rely generate`, benchmarks and tests.
//!
//! # Three types to know
//!
//! - [`Family`]: a system of components, the same system as FSP text with parameters, and the number of
//!   states and transitions of its composition where a formula is known.
//! - [`Request`]: the name of a family with its size and parameters; it says whether that fits before
//!   anything is built.
//! - [`Rng`]: the random numbers of all tests of this workspace, the same for a seed on every machine.
//!
//! ```
//! use rely_generate::{Rng, philosophers};
//! use rely_lts::Actions;
//!
//! let actions = Actions::new();
//! let family = philosophers(&actions, 5);
//! assert_eq!(family.system.components.len(), 10);
//! assert!(family.fsp.is_some_and(|text| text.contains("PHIL")));
//!
//! let mut rng = Rng::new(1);
//! assert_eq!(rng.below(100), Rng::new(1).below(100));
//! ```
//!
//! There is no composition here. Only the types of `rely-lts` are used, so that the families can judge the
//! engine.

mod buffers;
mod catalog;
mod family;
mod leader;
mod milner;
mod philosophers;
mod random;
mod rng;
mod scalable;
mod shapes;
mod token_ring;

pub use buffers::buffer_chain;
pub use catalog::{Generated, Kind, Request, Side, TooLarge, Variant};
pub use family::Family;
pub use leader::leader_election;
pub use milner::milner_scheduler;
pub use philosophers::{philosophers, philosophers_corrected};
pub use random::RandomGraph;
pub use rng::Rng;
pub use shapes::{chain, hopcroft_cycle, tau_chain, tau_grid};
pub use token_ring::token_ring;

/// The name of the `i`-th action of generated models: `a`, `b`, …, `z`, `a1`, `b1`, …
pub fn action_name(i: usize) -> String {
    let letter = char::from(b'a' + u8::try_from(i % 26).expect("below 26"));
    if i < 26 { letter.to_string() } else { format!("{letter}{}", i / 26) }
}
