//! The scalable systems of the assume-guarantee literature, as texts in FSP.
//!
//! # Problem
//!
//! `rely prove` is compared with published results, but the published models are not public. The families
//! here are written from the prose of the papers; each text says in its head what the property is, which
//! two-way split the papers use, and which parts are ours.
//!
//! # Method
//!
//! A text is a template: the size is a constant of the model, a variant exchanges a process. The lines that
//! begin with `//@` state what a check must say, and name one side of the split; tests hold the texts to
//! them.
//!
//! # Invariants
//!
//! (1) Every action of a process that stands for a message is known to sender and receiver, so nothing
//! happens because one side has no say. (2) Every text is in the language that LTSA reads. (3) The correct
//! variant has no deadlock; the faulty one breaks the property for the reason that its first line gives.
//!
//! # Cost
//!
//! The size is a constant of the text, whose length hardly depends on it.
//!
//! # Departures
//!
//! State counts differ from the published ones; compare trends and the sizes of assumptions.

use std::ops::RangeInclusive;

pub(crate) mod chiron;
pub(crate) mod dining;
pub(crate) mod gas_station;
pub(crate) mod mer;
pub(crate) mod peterson;
pub(crate) mod relay;
pub(crate) mod smokers;
pub(crate) mod two_phase_commit;

/// Names in a list: those before, and one for each number.
fn names(first: &[&str], numbers: RangeInclusive<usize>, name: impl Fn(usize) -> String) -> String {
    first.iter().map(ToString::to_string).chain(numbers.map(name)).collect::<Vec<_>>().join(",")
}

/// A template with its size and its parts filled in.
fn fill(template: &str, size: usize, parts: &[(&str, &str)]) -> String {
    let mut text = template.to_string();
    for (name, part) in parts {
        text = text.replace(name, part);
    }
    text.replace("$K", &size.to_string())
}
