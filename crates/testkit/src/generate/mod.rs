//! Models to test with: all small ones, random ones by seed, families of any size (those of `rely-generate`).

use rely_lts::{Actions, Component, Lts, System};

mod exhaustive;
mod permute;
mod random;
mod systems;

pub use exhaustive::{AllLtss, Shape, all_ltss};
pub use permute::permuted;
pub use random::{RandomLts, pair_with_extra_edges};
pub use rely_generate::{
    Family, RandomGraph, Rng, action_name, buffer_chain, chain, hopcroft_cycle, leader_election,
    milner_scheduler, philosophers, philosophers_corrected, token_ring,
};
pub use systems::RandomSystem;

/// The tau grid of `rely-generate` as a system of one component.
pub fn tau_grid(actions: &Actions, n: usize) -> Family {
    single(actions, rely_generate::tau_grid(actions, n))
}

/// The tau chain of `rely-generate` as a system of one component.
pub fn tau_chain(actions: &Actions, n: usize) -> Family {
    single(actions, rely_generate::tau_chain(actions, n))
}

fn single(actions: &Actions, lts: Lts) -> Family {
    let (states, transitions) = (lts.n_states() as u64, lts.n_transitions() as u64);
    let system = System::new("T", actions, vec![Component::new("C", lts.into())]);
    Family { system, fsp: None, states: Some(states), transitions: Some(transitions) }
}
