//! Sequential composition: in `A;B`, the END of A is the initial state of B.
//!
//! # Problem
//!
//! Join processes that end, one after the other, into one process with one END.
//!
//! # Method
//!
//! The states of all parts are numbered consecutively; a transition into the END of a part leads to the
//! initial state of the next one instead. The alphabets are united.
//!
//! # Invariants
//!
//! Every part has an END state without transitions, so no transition leaves a replaced END.
//!
//! # Cost
//!
//! Linear in the sizes of the parts.
//!
//! # Departures
//!
//! None.

use std::sync::Arc;

use rely_lts::{Actions, Lts, LtsBuilder, LtsError, Spent, StateId};

use super::places::Places;
use super::{Failure, Outcome};

/// Sequential processes one after the other, as one with one END; `None` if there are none. All of them have
/// END.
///
/// # Errors
/// If the result is too large for its representation.
pub(crate) fn chain(actions: &Actions, mut parts: Vec<Arc<Lts>>) -> Outcome<Option<Arc<Lts>>> {
    if parts.len() <= 1 {
        return Ok(parts.pop());
    }
    let mut builder = LtsBuilder::new(actions);
    let mut offset = 0;
    let starts: Vec<usize> = parts
        .iter()
        .map(|part| {
            let start = offset;
            offset += part.n_states();
            start
        })
        .collect();
    builder.ensure_states(offset).map_err(too_large)?;
    for (i, part) in parts.iter().enumerate() {
        let next = parts.get(i + 1).map(|next| StateId::at(starts[i + 1] + next.initial().index()));
        let place = |s: StateId| match next {
            _ if s.is_error() => s,
            Some(next) if part.end() == Some(s) => next,
            _ => StateId::at(starts[i] + s.index()),
        };
        for (s, label, t) in part.transitions() {
            builder.add_transition(place(s), part.alphabet().action(label), place(t));
        }
        part.alphabet().ids().iter().for_each(|&action| builder.extend_alphabet(action));
        if next.is_none() {
            let end = part.end().expect("only processes with END are chained");
            builder.set_end(place(end));
        }
    }
    let initial = parts[0].initial();
    Ok(Some(Arc::new(builder.finish(initial).map_err(too_large)?)))
}

/// The places of a chain; none if a part has none.
pub(crate) fn chained(parts: &[Arc<Lts>], places: &[Option<Arc<Places>>]) -> Option<Arc<Places>> {
    if let [one] = places {
        return one.clone();
    }
    let mut chained = Places::default();
    let mut start = 0;
    for (i, (part, places)) in parts.iter().zip(places).enumerate() {
        let after = start + part.n_states();
        let number = |s: StateId| match parts.get(i + 1) {
            _ if s.is_error() => s,
            Some(next) if part.end() == Some(s) => StateId::at(after + next.initial().index()),
            _ => StateId::at(start + s.index()),
        };
        for (s, action, t, place) in places.as_ref()?.entries() {
            chained.add(number(s), action, number(t), place.clone());
        }
        start = after;
    }
    Some(Arc::new(chained))
}

/// What was built does not fit its representation.
pub(crate) fn too_large(error: LtsError) -> Failure {
    debug_assert!(error.is_limit(), "states are numbered densely and END has no transitions: {error}");
    Failure::Spent(Spent::States(u64::from(u32::MAX)))
}
