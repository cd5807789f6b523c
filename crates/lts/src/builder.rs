//! Making transition systems: in any order ([`LtsBuilder`]) or state by state ([`RowBuilder`]).

use thiserror::Error;

use crate::action::{Actions, Alphabet};
use crate::id::{ActionId, Label, StateId};
use crate::lts::Lts;

/// Why an LTS could not be made.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum LtsError {
    /// More than 2^32 − 2 states.
    #[error("an LTS has fewer than 4294967295 states")]
    TooManyStates,
    /// More than 2^32 − 1 transitions.
    #[error("an LTS has fewer than 4294967296 transitions")]
    TooManyTransitions,
    /// A transition or the initial state names a state that does not exist.
    #[error("state {state} does not exist: there are {states} states")]
    NoSuchState {
        /// The state asked for.
        state: u32,
        /// How many there are.
        states: usize,
    },
    /// The state marked as END has transitions.
    #[error("state {0} is marked as END but has transitions")]
    EndHasTransitions(u32),
    /// The arrays of the rows contradict each other.
    #[error("{0}")]
    BrokenRows(&'static str),
    /// Propositions for another number of states.
    #[error("propositions are given for {given} states, the LTS has {states}")]
    PropositionCount {
        /// States of the LTS.
        states: usize,
        /// States the propositions are for.
        given: usize,
    },
}

impl LtsError {
    /// Is this a limit of the representation, not a mistake in the model?
    pub fn is_limit(&self) -> bool {
        matches!(self, LtsError::TooManyStates | LtsError::TooManyTransitions)
    }
}

/// Builds an LTS from states and transitions in any order.
///
/// ```
/// use rely_lts::{Actions, LtsBuilder, StateId};
/// let actions = Actions::new();
/// let mut builder = LtsBuilder::new(&actions);
/// let (off, on) = (builder.add_state()?, builder.add_state()?);
/// let toggle = actions.intern("toggle");
/// builder.add_transition(off, toggle, on);
/// builder.add_transition(on, toggle, off);
/// let lts = builder.finish(off)?;
/// assert_eq!((lts.n_states(), lts.n_transitions(), lts.alphabet().len()), (2, 2, 1));
/// # Ok::<(), rely_lts::LtsError>(())
/// ```
pub struct LtsBuilder {
    actions: Actions,
    n_states: u32,
    extra: Vec<ActionId>,
    transitions: Vec<(StateId, ActionId, StateId)>,
    end: Option<StateId>,
}

impl LtsBuilder {
    /// A builder without states.
    pub fn new(actions: &Actions) -> Self {
        LtsBuilder {
            actions: actions.clone(),
            n_states: 0,
            extra: Vec::new(),
            transitions: Vec::new(),
            end: None,
        }
    }

    /// Adds a state; the first one is state 0.
    ///
    /// # Errors
    /// If there are no ids left.
    pub fn add_state(&mut self) -> Result<StateId, LtsError> {
        if self.n_states == u32::MAX - 1 {
            return Err(LtsError::TooManyStates);
        }
        self.n_states += 1;
        Ok(StateId::from_raw(self.n_states - 1))
    }

    /// Adds states until there are `n`.
    ///
    /// # Errors
    /// If there are not that many ids.
    pub fn ensure_states(&mut self, n: usize) -> Result<(), LtsError> {
        let n = u32::try_from(n).ok().filter(|&n| n < u32::MAX).ok_or(LtsError::TooManyStates)?;
        self.n_states = self.n_states.max(n);
        Ok(())
    }

    /// Number of states so far.
    pub fn n_states(&self) -> usize {
        self.n_states as usize
    }

    /// Adds a transition; `action` may be [`ActionId::TAU`], `target` may be [`StateId::ERROR`]. Doubles
    /// count once.
    pub fn add_transition(&mut self, source: StateId, action: ActionId, target: StateId) {
        self.transitions.push((source, action, target));
    }

    /// Adds an action to the alphabet that need not occur.
    pub fn extend_alphabet(&mut self, action: ActionId) {
        self.extra.push(action);
    }

    /// Marks the END state.
    pub fn set_end(&mut self, state: StateId) {
        self.end = Some(state);
    }

    /// The LTS. Its alphabet is the set of actions of the transitions and of [`LtsBuilder::extend_alphabet`].
    ///
    /// # Errors
    /// If a state does not exist, END has transitions, or there are too many transitions.
    pub fn finish(self, initial: StateId) -> Result<Lts, LtsError> {
        let n = self.n_states as usize;
        let exists = |s: StateId| {
            if s.index() < n { Ok(()) } else { Err(LtsError::NoSuchState { state: s.raw(), states: n }) }
        };
        exists(initial)?;
        if u32::try_from(self.transitions.len()).is_err() {
            return Err(LtsError::TooManyTransitions);
        }
        let occurring = self.transitions.iter().map(|&(_, a, _)| a);
        let alphabet =
            Alphabet::new(&self.actions, occurring.chain(self.extra.iter().copied()).collect::<Vec<_>>());
        let mut label_of = rustc_hash::FxHashMap::default();
        label_of.insert(ActionId::TAU, Label::TAU);
        label_of.extend(alphabet.labels().map(|label| (alphabet.action(label), label)));

        // A counting sort by source, then a sort of every row.
        let mut rows = vec![0u32; n + 1];
        for &(s, _, t) in &self.transitions {
            exists(s)?;
            if !t.is_error() {
                exists(t)?;
            }
            rows[s.index() + 1] += 1;
        }
        for i in 0..n {
            rows[i + 1] += rows[i];
        }
        let mut fill = rows.clone();
        let mut pairs = vec![(Label::TAU, StateId::ERROR); self.transitions.len()];
        for &(s, a, t) in &self.transitions {
            pairs[fill[s.index()] as usize] = (label_of[&a], t);
            fill[s.index()] += 1;
        }
        let mut builder = RowBuilder::new(alphabet);
        for i in 0..n {
            builder.push_state(&mut pairs[rows[i] as usize..rows[i + 1] as usize])?;
        }
        if let Some(end) = self.end {
            exists(end)?;
            if builder.rows[end.index()] != builder.rows[end.index() + 1] {
                return Err(LtsError::EndHasTransitions(end.raw()));
            }
        }
        Ok(builder.finish(initial, self.end))
    }
}

/// Builds an LTS whose states come in order, each with all its transitions, without a second copy.
///
/// ```
/// use rely_lts::{Actions, Alphabet, Label, RowBuilder, StateId};
/// let mut rows = RowBuilder::new(Alphabet::from_names(&Actions::new(), ["tick"]));
/// let tick = Label::at(1);
/// rows.push_state(&mut [(tick, StateId::at(1))])?;
/// rows.push_state(&mut [(tick, StateId::at(0)), (Label::TAU, StateId::ERROR)])?;
/// let lts = rows.finish(StateId::at(0), None);
/// assert_eq!((lts.n_states(), lts.n_transitions(), lts.has_error()), (2, 3, true));
/// # Ok::<(), rely_lts::LtsError>(())
/// ```
pub struct RowBuilder {
    alphabet: Alphabet,
    rows: Vec<u32>,
    labels: Vec<Label>,
    targets: Vec<StateId>,
}

impl RowBuilder {
    /// A builder without states for an LTS with this alphabet.
    pub fn new(alphabet: Alphabet) -> Self {
        RowBuilder { alphabet, rows: vec![0], labels: Vec::new(), targets: Vec::new() }
    }

    /// As [`RowBuilder::new`], for an LTS that may become large: its arrays begin so large that the allocator
    /// gives each a mapping of its own, which then grows in place and leaves no holes. What is not used yet
    /// costs no memory.
    pub fn large(alphabet: Alphabet) -> Self {
        const BEGIN: usize = 1 << 16;
        let mut builder = RowBuilder::new(alphabet);
        builder.rows.reserve(BEGIN);
        builder.labels.reserve(BEGIN);
        builder.targets.reserve(BEGIN);
        builder
    }

    /// Adds the next state with its transitions, which are sorted here; doubles count once. Targets may be
    /// states that are added later.
    ///
    /// # Errors
    /// If there are too many states or transitions.
    pub fn push_state(&mut self, transitions: &mut [(Label, StateId)]) -> Result<StateId, LtsError> {
        if self.rows.len() >= u32::MAX as usize {
            return Err(LtsError::TooManyStates);
        }
        if !transitions.is_sorted() {
            transitions.sort_unstable();
        }
        let mut last = None;
        for &(label, target) in transitions.iter() {
            if last != Some((label, target)) {
                debug_assert!(label.index() <= self.alphabet.len(), "labels are of the alphabet");
                self.labels.push(label);
                self.targets.push(target);
                last = Some((label, target));
            }
        }
        let position = u32::try_from(self.targets.len()).map_err(|_| LtsError::TooManyTransitions)?;
        self.rows.push(position);
        Ok(StateId::at(self.rows.len() - 2))
    }

    /// Adds the next states with their transitions, and leaves `rows` empty.
    ///
    /// # Errors
    /// If there are too many states or transitions.
    pub fn append(&mut self, rows: &mut RowBatch) -> Result<(), LtsError> {
        if self.rows.len() + rows.ends.len() > u32::MAX as usize {
            return Err(LtsError::TooManyStates);
        }
        let begin = self.targets.len();
        if u32::try_from(begin + rows.targets.len()).is_err() {
            return Err(LtsError::TooManyTransitions);
        }
        self.labels.extend_from_slice(&rows.labels);
        self.targets.extend_from_slice(&rows.targets);
        self.rows.extend(rows.ends.iter().map(|&end| begin as u32 + end));
        rows.ends.clear();
        rows.labels.clear();
        rows.targets.clear();
        Ok(())
    }

    /// Number of states so far.
    pub fn n_states(&self) -> usize {
        self.rows.len() - 1
    }

    /// Number of transitions so far.
    pub fn n_transitions(&self) -> usize {
        self.targets.len()
    }

    /// Bytes held so far.
    pub fn memory(&self) -> usize {
        (self.rows.capacity() + self.labels.capacity() + self.targets.capacity()) * 4
    }

    /// The LTS.
    ///
    /// # Panics
    /// If a state that was named as a target, as initial or as END was never added, or END has transitions.
    pub fn finish(self, initial: StateId, end: Option<StateId>) -> Lts {
        let n = self.rows.len() - 1;
        assert!(initial.index() < n, "the initial state was added");
        assert!(self.targets.iter().all(|t| t.is_error() || t.index() < n), "all targets were added");
        if let Some(end) = end {
            assert!(self.rows[end.index()] == self.rows[end.index() + 1], "END has no transitions");
        }
        let RowBuilder { alphabet, rows, labels, targets } = self;
        Lts { alphabet, rows, labels, targets, initial, end, propositions: None }
    }
}

/// The transitions of some consecutive states, for [`RowBuilder::append`]: several threads can each collect
/// some.
#[derive(Debug, Default)]
pub struct RowBatch {
    /// Where the transitions of each state end.
    ends: Vec<u32>,
    labels: Vec<Label>,
    targets: Vec<StateId>,
    row: Vec<(Label, StateId)>,
}

impl RowBatch {
    /// Adds the next state with its transitions, in any order; doubles count once. Returns how many there
    /// are.
    pub fn push(&mut self, transitions: impl Iterator<Item = (Label, StateId)>) -> usize {
        let begin = self.targets.len();
        self.row.clear();
        self.row.extend(transitions);
        if !self.row.is_sorted() {
            self.row.sort_unstable();
        }
        self.row.dedup();
        self.labels.extend(self.row.iter().map(|&(label, _)| label));
        self.targets.extend(self.row.iter().map(|&(_, target)| target));
        self.ends.push(self.targets.len() as u32);
        self.targets.len() - begin
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_sorted_by_name_and_distinct() {
        let actions = Actions::new();
        let (b, a) = (actions.intern("b"), actions.intern("a"));
        let mut builder = LtsBuilder::new(&actions);
        let s = builder.add_state().unwrap();
        let t = builder.add_state().unwrap();
        for (action, target) in [(b, t), (a, StateId::ERROR), (b, t), (b, s), (ActionId::TAU, t)] {
            builder.add_transition(s, action, target);
        }
        let lts = builder.finish(s).unwrap();
        let row: Vec<_> = lts.successors(s).map(|(l, t)| (lts.label_name(l).to_string(), t)).collect();
        let expect = [("tau", t), ("a", StateId::ERROR), ("b", s), ("b", t)];
        assert_eq!(row, expect.map(|(n, t)| (n.to_string(), t)));
        assert!(lts.has_error() && lts.has_tau() && !lts.is_deterministic());
        assert_eq!(lts.step(s, Label::from_raw(2)), [s, t]);
    }

    #[test]
    fn a_transition_to_nowhere_is_an_error() {
        let actions = Actions::new();
        let mut builder = LtsBuilder::new(&actions);
        let s = builder.add_state().unwrap();
        builder.add_transition(s, ActionId::TAU, StateId::from_raw(7));
        assert_eq!(builder.finish(s).unwrap_err(), LtsError::NoSuchState { state: 7, states: 1 });
    }
}
