//! The propositions of the states of a component.

use rely_lts::{Lts, LtsError, Propositions, StateId};

use super::classes::{Class, Classes};
use crate::blocks::{PointId, PointKind};
use crate::propositions::Proposition;

/// Every class is split by the propositions from the beginning. The entry has one class, and an error is not
/// a state.
pub(super) fn split(classes: &mut Classes, propositions: &[Proposition]) {
    for number in 0..classes.blocks.points.len() {
        if !matches!(classes.blocks.points[number].kind, PointKind::Entry | PointKind::Error(_)) {
            for proposition in propositions {
                classes.add(PointId(number as u32), proposition.term);
            }
        }
    }
}

/// The LTS with the propositions of its states.
pub(super) fn labeled(
    lts: Lts,
    classes: &Classes,
    all: &[Class],
    state_of: &[StateId],
    propositions: &[Proposition],
) -> Result<Lts, LtsError> {
    if propositions.is_empty() {
        return Ok(lts);
    }
    let names = propositions.iter().map(|proposition| proposition.name.as_str().into()).collect();
    let mut labels = Propositions::new(names, lts.n_states());
    for (class, &state) in all.iter().zip(state_of) {
        if state == StateId::ERROR {
            continue;
        }
        for (number, proposition) in propositions.iter().enumerate() {
            let holds = match classes.blocks.points[class.point.index()].kind {
                PointKind::Entry => proposition.initially,
                _ => classes.value(*class, proposition.term),
            };
            labels.set(state, number, holds);
        }
    }
    lts.with_propositions(labels)
}
