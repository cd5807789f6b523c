//! Damaged models, traces and documents. A judge that accepts a mutant it should not is not a judge.
//!
//! Mutants are never equal to their original. Some mean the same nevertheless (two states swapped, an unknown
//! field added): the test that uses them has to say which ones those are, by [`Mutant::what`] or by the
//! oracles.

mod json;
mod model;
mod trace;

pub use json::{Damage, JsonMutant, json_mutants};
pub use model::{ModelDamage, lts_mutants};
pub use trace::trace_mutants;

/// Something damaged.
#[derive(Clone, Debug, PartialEq)]
pub struct Mutant<T, D> {
    /// The kind of damage.
    pub damage: D,
    /// A sentence that says what was done.
    pub what: String,
    /// The damaged thing.
    pub value: T,
}
