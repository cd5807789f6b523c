//! Models to test with: all small ones, random ones by seed, families of any size.

mod exhaustive;
mod families;
mod permute;
mod random;
mod rng;
mod systems;

pub use exhaustive::{AllLtss, Shape, all_ltss};
pub use families::{Family, buffer_chain, milner_scheduler, philosophers, tau_chain, tau_grid, token_ring};
pub use permute::permuted;
pub use random::{RandomLts, pair_with_extra_edges};
pub use rng::Rng;
pub use systems::RandomSystem;

/// The name of the `i`-th action of generated models: `a`, `b`, …, `z`, `a1`, `b1`, …
pub fn action_name(i: usize) -> String {
    let letter = char::from(b'a' + u8::try_from(i % 26).expect("below 26"));
    if i < 26 { letter.to_string() } else { format!("{letter}{}", i / 26) }
}
