//! Loops that represent propositions of states in an `.aut` file.

use std::sync::Arc;

use rely_lts::{Lts, Propositions, StateId};
use rustc_hash::FxHashMap;

use super::PROPOSITION;
use crate::collect::{Collector, ERROR};
use crate::error::{Counted, FormatError, FormatErrorKind};

/// Words of 64 bits that the propositions of a file may take: half a gigabyte.
const MAX_WORDS: u64 = 1 << 26;

/// Which propositions hold in which states.
pub(super) struct Held {
    /// Sorted.
    pub(super) names: Vec<Arc<str>>,
    /// States and positions of names, in any order.
    pairs: Vec<(u32, u32)>,
}

/// Takes the loops that say that a proposition holds out of the transitions; `None` if there are none, which
/// costs one look at every label.
///
/// # Errors
/// If such a label is on a transition to another state, or there are too many propositions.
pub(super) fn take(
    collector: &mut Collector,
    labels: &FxHashMap<Box<str>, u32>,
    n_states: u64,
) -> Result<Option<Held>, FormatError> {
    let proposition =
        |name: &'_ str| name.strip_prefix(PROPOSITION).filter(|rest| !rest.is_empty()).map(Arc::from);
    let mut marks: Vec<(Arc<str>, u32)> =
        labels.iter().filter_map(|(name, &label)| Some((proposition(name)?, label))).collect();
    if marks.is_empty() {
        return Ok(None);
    }
    marks.sort_unstable();
    let words = marks.len().div_ceil(64) as u64 * n_states;
    if words > MAX_WORDS {
        let count = Counted(marks.len() as u64, "proposition");
        let message =
            format!("{count}, on loops labeled {PROPOSITION}…, in {n_states} states exceed the limit");
        return Err(FormatError::whole(FormatErrorKind::ColonLabel, message));
    }
    let position: FxHashMap<u32, u32> = (0..).zip(&marks).map(|(i, &(_, label))| (label, i)).collect();
    let mut pairs = Vec::new();
    for (source, label, target) in collector.transitions() {
        let Some(&i) = position.get(&label) else { continue };
        if source != target {
            let name = &marks[i as usize].0;
            let target = if target == ERROR { "-1".to_string() } else { target.to_string() };
            let message = format!(
                "({source}, {PROPOSITION}{name}, {target}) is not a loop: a label that begins with {PROPOSITION} says, on a loop, that a \
                 proposition holds in the state"
            );
            return Err(FormatError::whole(FormatErrorKind::ColonLabel, message));
        }
        pairs.push((source, i));
    }
    collector.retain(|_, label, _| !position.contains_key(&label));
    Ok(Some(Held { names: marks.into_iter().map(|(name, _)| name).collect(), pairs }))
}

impl Held {
    /// The positions of the propositions of each of some states, sorted.
    pub(super) fn of(&self, states: &[u32]) -> Vec<Vec<u32>> {
        let mut held: FxHashMap<u32, Vec<u32>> = states.iter().map(|&state| (state, Vec::new())).collect();
        for (state, i) in &self.pairs {
            held.entry(*state).and_modify(|list| list.push(*i));
        }
        let sorted = |state| {
            let mut list: Vec<u32> = held[state].clone();
            list.sort_unstable();
            list.dedup();
            list
        };
        states.iter().map(sorted).collect()
    }

    /// States get new numbers, as in [`Collector::renumber`].
    pub(super) fn renumber(&mut self, new: &[u32]) {
        self.pairs.iter_mut().for_each(|(state, _)| *state = new[*state as usize]);
    }

    /// The LTS with these propositions.
    pub(super) fn attach(self, lts: Lts) -> Result<Lts, FormatError> {
        let mut propositions = Propositions::new(self.names, lts.n_states());
        for (state, i) in self.pairs {
            propositions.set(StateId::from_raw(state), i as usize, true);
        }
        Ok(lts.with_propositions(propositions)?)
    }
}
