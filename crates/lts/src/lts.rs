//! The labeled transition system, stored in compressed rows.
//!
//! # Memory layout
//! `rows[s]..rows[s + 1]` are the positions of the transitions of state `s` in `labels` and `targets`: 4
//! bytes per state and 8 per transition. Within a row transitions are sorted by (label, target) and distinct.

use std::ops::Range;
use std::sync::Arc;

use crate::action::{Actions, Alphabet};
use crate::builder::{LtsBuilder, LtsError};
use crate::id::{Label, StateId};

/// A labeled transition system: states, an alphabet, transitions over the alphabet and tau, one initial
/// state.
///
/// The error state [`StateId::ERROR`] is outside the states `0..n_states()`: it may be the target of
/// transitions and has none of its own. The initial state is never the error state; a system that is in error
/// from the start has a tau transition to it, as `P = ERROR.` has in FSP. One state may be marked as END
/// (successful termination).
///
/// ```
/// use rely_lts::{Actions, Label};
/// # use rely_lts::{Lts, LtsBuilder, StateId};
/// # fn machine(actions: &Actions, steps: &[(usize, &str, usize)]) -> Lts {
/// #     let mut builder = LtsBuilder::new(actions);
/// #     for &(s, action, t) in steps {
/// #         builder.ensure_states(s.max(t) + 1).expect("few states");
/// #         builder.add_transition(StateId::at(s), actions.intern(action), StateId::at(t));
/// #     }
/// #     builder.finish(StateId::at(0)).expect("all states were added")
/// # }
/// let actions = Actions::new();
/// let lts = machine(&actions, &[(0, "b", 1), (0, "a", 0), (0, "tau", 1)]);
/// let zero = lts.initial();
/// let steps: Vec<String> =
///     lts.successors(zero).map(|(label, t)| format!("{} {}", lts.label_name(label), t.raw())).collect();
/// assert_eq!(steps, ["tau 1", "a 0", "b 1"], "sorted by name, tau first");
/// assert_eq!(lts.step(zero, Label::TAU), [StateId::at(1)]);
/// assert!(lts.is_stuck(StateId::at(1)) && lts.has_tau() && lts.end().is_none());
/// // What cannot be reached can be dropped.
/// let (reachable, numbers) = lts.reachable();
/// assert_eq!((reachable.n_states(), numbers[zero]), (2, Some(zero)));
/// ```
#[derive(Clone, Debug)]
pub struct Lts {
    pub(crate) alphabet: Alphabet,
    pub(crate) rows: Vec<u32>,
    pub(crate) labels: Vec<Label>,
    pub(crate) targets: Vec<StateId>,
    pub(crate) initial: StateId,
    pub(crate) end: Option<StateId>,
    pub(crate) propositions: Option<Arc<Propositions>>,
}

impl Lts {
    /// The alphabet, which may be larger than the set of labels that occur.
    pub fn alphabet(&self) -> &Alphabet {
        &self.alphabet
    }

    /// The table the actions come from.
    pub fn actions(&self) -> &Actions {
        self.alphabet.actions()
    }

    /// Number of states, the error state not counted.
    pub fn n_states(&self) -> usize {
        self.rows.len() - 1
    }

    /// Number of transitions, those to the error state included.
    pub fn n_transitions(&self) -> usize {
        self.targets.len()
    }

    /// The initial state; never the error state.
    pub fn initial(&self) -> StateId {
        self.initial
    }

    /// The state of successful termination, if there is one. It has no transitions.
    pub fn end(&self) -> Option<StateId> {
        self.end
    }

    /// The propositions of the states (a Kripke structure has them).
    pub fn propositions(&self) -> Option<&Propositions> {
        self.propositions.as_deref()
    }

    /// All states, in order.
    pub fn states(&self) -> impl ExactSizeIterator<Item = StateId> + use<> {
        (0..self.n_states() as u32).map(StateId::from_raw)
    }

    /// The transitions of a state, sorted by (label, target). The error state has none.
    pub fn successors(&self, state: StateId) -> impl ExactSizeIterator<Item = (Label, StateId)> + '_ {
        let row = self.row(state);
        self.labels[row.clone()].iter().copied().zip(self.targets[row].iter().copied())
    }

    /// All transitions as (source, label, target), in order.
    pub fn transitions(&self) -> impl Iterator<Item = (StateId, Label, StateId)> + '_ {
        self.states().flat_map(move |s| self.successors(s).map(move |(label, t)| (s, label, t)))
    }

    /// Labels of the transitions of a state, parallel to [`Lts::targets_of`].
    pub fn labels_of(&self, state: StateId) -> &[Label] {
        &self.labels[self.row(state)]
    }

    /// Targets of the transitions of a state, parallel to [`Lts::labels_of`].
    pub fn targets_of(&self, state: StateId) -> &[StateId] {
        &self.targets[self.row(state)]
    }

    /// Targets of the transitions of a state with one label, sorted.
    pub fn step(&self, state: StateId, label: Label) -> &[StateId] {
        let row = self.row(state);
        let labels = &self.labels[row.clone()];
        let from = labels.partition_point(|&l| l < label);
        let to = from + labels[from..].partition_point(|&l| l == label);
        &self.targets[row.start + from..row.start + to]
    }

    /// Has the state no transitions?
    pub fn is_stuck(&self, state: StateId) -> bool {
        self.row(state).is_empty()
    }

    /// Does some transition lead to the error state?
    pub fn has_error(&self) -> bool {
        self.targets.iter().any(|t| t.is_error())
    }

    /// Is some transition a tau?
    pub fn has_tau(&self) -> bool {
        self.labels.iter().any(|l| l.is_tau())
    }

    /// Is there no state with two transitions of the same label? (tau counts as a label here.)
    pub fn is_deterministic(&self) -> bool {
        self.states().all(|s| self.labels_of(s).windows(2).all(|pair| pair[0] != pair[1]))
    }

    /// The name of a label; tau is `tau`.
    pub fn label_name(&self, label: Label) -> Arc<str> {
        self.alphabet.name(label)
    }

    /// The same LTS with its actions interned in another table.
    pub fn in_table(&self, actions: &Actions) -> Lts {
        if self.actions().same_table(actions) {
            return self.clone();
        }
        // Alphabets are sorted by name, so the labels stay the same.
        let names = self.alphabet.names();
        let alphabet = Alphabet::from_names(actions, names.iter().map(|n| &**n));
        Lts { alphabet, ..self.clone() }
    }

    /// The same LTS with another state, or none, marked as END.
    ///
    /// # Panics
    /// If the state does not exist or has transitions.
    pub fn with_end(mut self, end: Option<StateId>) -> Lts {
        assert!(
            end.is_none_or(|e| e.index() < self.n_states() && self.is_stuck(e)),
            "END exists and has no transitions"
        );
        self.end = end;
        self
    }

    /// The same LTS with propositions on its states.
    ///
    /// # Errors
    /// If there is not one set of propositions per state.
    pub fn with_propositions(mut self, propositions: Propositions) -> Result<Lts, LtsError> {
        if propositions.n_states() != self.n_states() {
            return Err(LtsError::PropositionCount {
                states: self.n_states(),
                given: propositions.n_states(),
            });
        }
        self.propositions = Some(Arc::new(propositions));
        Ok(self)
    }

    /// The part that is reachable from the initial state, numbered breadth-first, and the new number of every
    /// old state (`None`: unreachable). The alphabet is kept.
    pub fn reachable(&self) -> (Lts, crate::id::StateMap<Option<StateId>>) {
        let mut map = crate::id::StateMap::filled(None, self.n_states());
        let mut order = vec![self.initial];
        map[self.initial] = Some(StateId::at(0));
        let mut next = 0;
        while let Some(&s) = order.get(next) {
            next += 1;
            for (_, t) in self.successors(s) {
                if !t.is_error() && map[t].is_none() {
                    map[t] = Some(StateId::at(order.len()));
                    order.push(t);
                }
            }
        }
        let mut rows = crate::builder::RowBuilder::new(self.alphabet.clone());
        let mut row = Vec::new();
        for &s in &order {
            row.clear();
            row.extend(self.successors(s).map(|(label, t)| {
                (
                    label,
                    if t.is_error() {
                        t
                    } else {
                        map[t].expect("successors of reachable states are reachable")
                    },
                )
            }));
            rows.push_state(&mut row).expect("there are no more rows than before");
        }
        let end = self.end.and_then(|e| map[e]);
        let propositions = self.propositions.as_ref().map(|p| Arc::new(p.select(&order)));
        let mut lts = rows.finish(StateId::at(0), end);
        lts.propositions = propositions;
        (lts, map)
    }

    /// The smallest LTS: one state without transitions.
    pub fn stop(actions: &Actions) -> Lts {
        let mut builder = LtsBuilder::new(actions);
        builder.add_state().expect("one state fits");
        builder.finish(StateId::at(0)).expect("state 0 exists")
    }

    /// Are all states reachable and numbered in the order in which a breadth-first search meets them?
    pub fn is_breadth_first(&self) -> bool {
        let mut met = 1;
        self.initial() == StateId::at(0)
            && self.states().all(|state| {
                state.index() < met
                    && self.targets_of(state).iter().all(|target| {
                        met += usize::from(target.index() == met);
                        target.index() < met || target.is_error()
                    })
            })
    }

    /// Bytes held by the rows, labels and targets.
    pub fn memory(&self) -> usize {
        self.rows.capacity() * 4 + self.labels.capacity() * 4 + self.targets.capacity() * 4
    }

    #[inline]
    pub(crate) fn row(&self, state: StateId) -> Range<usize> {
        if state.is_error() {
            return 0..0;
        }
        self.rows[state.index()] as usize..self.rows[state.index() + 1] as usize
    }
}

/// Which atomic propositions hold in which state.
///
/// ```
/// use rely_lts::{Actions, Lts, Propositions};
/// let stop = Lts::stop(&Actions::new());
/// let mut propositions = Propositions::new(vec!["safe".into()], stop.n_states());
/// propositions.set(stop.initial(), 0, true);
/// let marked = stop.with_propositions(propositions)?;
/// assert!(marked.propositions().is_some_and(|found| found.holds(marked.initial(), 0)));
/// # Ok::<(), rely_lts::LtsError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Propositions {
    names: Vec<Arc<str>>,
    words: usize,
    bits: Vec<u64>,
    n_states: usize,
}

impl Propositions {
    /// Propositions with these names, all false in all of `n_states` states.
    pub fn new(names: Vec<Arc<str>>, n_states: usize) -> Self {
        let words = Self::n_words(names.len());
        Propositions { names, words, bits: vec![0; words * n_states], n_states }
    }

    /// Propositions with these names, given as words of 64 bits, [`Propositions::n_words`] per state.
    pub(crate) fn from_words(names: Vec<Arc<str>>, bits: Vec<u64>, n_states: usize) -> Self {
        let words = Self::n_words(names.len());
        assert_eq!(bits.len(), words * n_states, "every state has its words");
        Propositions { names, words, bits, n_states }
    }

    /// How many words of 64 bits a state takes.
    pub(crate) fn n_words(n_names: usize) -> usize {
        n_names.div_ceil(64).max(1)
    }

    /// The names of the propositions.
    pub fn names(&self) -> &[Arc<str>] {
        &self.names
    }

    /// Number of states.
    pub fn n_states(&self) -> usize {
        self.n_states
    }

    /// Makes a proposition (by position) true or false in a state.
    pub fn set(&mut self, state: StateId, proposition: usize, value: bool) {
        assert!(proposition < self.names.len(), "the proposition exists");
        let word = &mut self.bits[state.index() * self.words + proposition / 64];
        let bit = 1u64 << (proposition % 64);
        if value { *word |= bit } else { *word &= !bit }
    }

    /// Does a proposition (by position) hold in a state?
    pub fn holds(&self, state: StateId, proposition: usize) -> bool {
        self.bits[state.index() * self.words + proposition / 64] >> (proposition % 64) & 1 == 1
    }

    /// The propositions of a state as words of 64 bits: two states agree iff their words do.
    pub fn words(&self, state: StateId) -> &[u64] {
        &self.bits[state.index() * self.words..(state.index() + 1) * self.words]
    }

    /// The propositions of some of the states, in the given order.
    pub fn select(&self, states: &[StateId]) -> Propositions {
        let bits = states.iter().flat_map(|&s| self.words(s).iter().copied()).collect();
        Propositions { names: self.names.clone(), words: self.words, bits, n_states: states.len() }
    }
}
