//! Actions that have another name in the candidate.
//!
//! # Problem
//! A version in which an action was renamed has lost it, and offers a new one. That is right, and not what
//! one wants to read.
//!
//! # Method
//! Every action that the candidate no longer knows is tried with every action that only the candidate
//! knows: the candidate is relabeled, and compared again. A suggestion is made if nothing is missing then,
//! and if no other pair gives that.
//!
//! # Invariants
//! The verdict does not depend on it.
//!
//! # Cost
//! One comparison for each pair; with many, none.
//!
//! # Departures
//! None.

use std::sync::Arc;

use rely_evolve::{Versions, contained};
use rely_lts::{Context, ops};

use super::containment::Question;

/// More pairs than this are not tried.
const MOST_PAIRS: usize = 16;

/// Larger versions are not compared again.
const MOST_STATES: usize = 20_000;

/// The suggestion, if there is one.
pub(super) fn note(question: &Question, ctx: Context<'_>) -> Option<String> {
    let old = question.baseline.component.lts.in_table(&question.actions);
    let new = question.candidate.component.lts.in_table(&question.actions);
    let (before, now) = (old.alphabet().names(), new.alphabet().names());
    let dropped: Vec<&Arc<str>> = before.iter().filter(|name| !now.contains(name)).collect();
    let added: Vec<&Arc<str>> = now.iter().filter(|name| !before.contains(name)).collect();
    if dropped.len() * added.len() > MOST_PAIRS || old.n_states().max(new.n_states()) > MOST_STATES {
        return None;
    }
    let mut fitting = Vec::new();
    for &was in &dropped {
        for &is in &added {
            let renamed = ops::relabel(&new, &[(is.to_string(), was.to_string())]);
            let interface = old.alphabet().clone();
            let versions =
                Versions::new(Arc::new(old.clone()), Arc::new(renamed), Vec::new(), interface).ok()?;
            if contained(&versions, ctx).holds() {
                fitting.push((was, is));
            }
        }
    }
    let [(was, is)] = fitting[..] else { return None };
    let name = &question.candidate.name;
    Some(format!("`{was}` seems to be called `{is}` now: nothing is missing in {name}/{{{was}/{is}}}"))
}
