//! Transitions in the order of the file, and the LTS built from them.
//!
//! # Problem
//!
//! A reader finds transitions in any order, with labels whose alphabet is known only at the end.
//!
//! # Method
//!
//! Three columns of 32-bit numbers (source, label in order of first occurrence, target). At the end the
//! labels are renumbered by name. If the sources ascend, as they do in the files of all tools we know, the
//! columns of labels and targets become those of the LTS as they are; otherwise they go through a counting
//! sort, one column after the other. Last, every unsorted row is sorted in place ([`crate::sort_rows`]).
//!
//! # Invariants
//!
//! I1: the columns have equal length. I2: every label is a position in `names`. I3: every source is below
//! `n_states`, and every target is below it or [`ERROR`].
//!
//! # Cost
//!
//! Time linear in transitions and states (plus sorting of rows); 12 bytes per transition, 16 while unsorted
//! columns are sorted, and 4 per state.
//!
//! # Departures
//!
//! None: it is a counting sort.

use rely_lts::{ActionId, Actions, Alphabet, Executor, Label, Lts, Rows, StateId};

use crate::error::{Counted, FormatError, FormatErrorKind};
use crate::sort_rows::sort_rows;

/// How many states a file may announce beyond those its transitions can name (two each, and the initial one).
///
/// A number in a header is not trusted: without this limit a file of twenty bytes could ask for gigabytes.
pub const FREE_STATES: u64 = 1_000_000;

/// The error state in the column of targets.
pub(crate) const ERROR: u32 = u32::MAX;

/// The label of tau in the column of labels.
pub(crate) const TAU: u32 = 0;

/// Transitions in the order of the file.
pub(crate) struct Collector {
    actions: Actions,
    names: Vec<ActionId>,
    extra: Vec<ActionId>,
    sources: Vec<u32>,
    labels: Vec<u32>,
    targets: Vec<u32>,
    n_states: u32,
}

impl Collector {
    pub(crate) fn new(actions: &Actions) -> Self {
        Collector {
            actions: actions.clone(),
            names: vec![ActionId::TAU],
            extra: Vec::new(),
            sources: Vec::new(),
            labels: Vec::new(),
            targets: Vec::new(),
            n_states: 0,
        }
    }

    /// A new label. The caller sees to it that a name is added once; `tau` is [`TAU`].
    pub(crate) fn add_label(&mut self, name: &str) -> u32 {
        let action = self.actions.intern(name);
        if action.is_tau() {
            return TAU;
        }
        self.names.push(action);
        u32::try_from(self.names.len() - 1).expect("the table of actions holds fewer than 2^32 names")
    }

    /// An action of the alphabet that need not occur.
    pub(crate) fn extend_alphabet(&mut self, name: &str) {
        self.extra.push(self.actions.intern(name));
    }

    /// A transition; its states are checked in [`Collector::finish`] against the number of states.
    pub(crate) fn push(&mut self, source: u32, label: u32, target: u32) {
        debug_assert!((label as usize) < self.names.len(), "I2");
        self.sources.push(source);
        self.labels.push(label);
        self.targets.push(target);
    }

    /// Many transitions at once; their labels are positions in `label_of`, which gives those of
    /// [`Collector::add_label`].
    pub(crate) fn append(&mut self, sources: &[u32], labels: &[u32], targets: &[u32], label_of: &[u32]) {
        debug_assert!(sources.len() == labels.len() && labels.len() == targets.len(), "I1");
        self.sources.extend_from_slice(sources);
        self.labels.extend(labels.iter().map(|&label| label_of[label as usize]));
        self.targets.extend_from_slice(targets);
    }

    /// Bytes held by the columns.
    pub(crate) fn memory(&self) -> usize {
        4 * (self.sources.len() + self.labels.len() + self.targets.len())
    }

    /// How many transitions carry a label.
    pub(crate) fn count_label(&self, label: u32) -> usize {
        self.labels.iter().filter(|&&l| l == label).count()
    }

    /// The greatest number of a state in the columns.
    pub(crate) fn greatest_state(&self) -> Option<u32> {
        let source = self.sources.iter().copied().max();
        // ERROR is the greatest number: adding one makes it the smallest.
        let target = self.targets.iter().map(|t| t.wrapping_add(1)).max().and_then(|t| t.checked_sub(1));
        source.max(target)
    }

    pub(crate) fn n_transitions(&self) -> usize {
        self.sources.len()
    }

    pub(crate) fn transitions(&self) -> impl Iterator<Item = (u32, u32, u32)> + '_ {
        let labels_and_targets = self.labels.iter().zip(&self.targets);
        self.sources.iter().zip(labels_and_targets).map(|(&s, (&a, &t))| (s, a, t))
    }

    /// Says how many states there are.
    ///
    /// # Errors
    /// If there are more than 32 bits can number, or far more than the transitions can name.
    pub(crate) fn set_states(&mut self, n_states: u64) -> Result<(), FormatError> {
        let small = u32::try_from(n_states).ok().filter(|&n| n < u32::MAX);
        let Some(small) = small else {
            let message = format!("{n_states} states are too many: an LTS has fewer than {}", u32::MAX);
            return Err(FormatError::whole(FormatErrorKind::Limit, message));
        };
        let named = 2 * self.n_transitions() as u64 + 1;
        if n_states > named + FREE_STATES {
            let message = format!(
                "the file announces {n_states} states, but {} can mention only {named}",
                Counted(self.n_transitions() as u64, "transition")
            );
            return Err(FormatError::whole(FormatErrorKind::Counts, message));
        }
        self.n_states = small;
        Ok(())
    }

    /// Says how many states there are, where the text has named every one of them.
    pub(crate) fn set_named_states(&mut self, n_states: u32) {
        self.n_states = n_states;
    }

    /// Gives every state a new number, or makes it the error state ([`ERROR`]), whose transitions are
    /// dropped. Several states may get the same number.
    pub(crate) fn renumber(&mut self, new: &[u32], n_states: u32) {
        let mut kept = 0;
        for i in 0..self.sources.len() {
            let source = new[self.sources[i] as usize];
            if source == ERROR {
                continue;
            }
            let target = self.targets[i];
            self.sources[kept] = source;
            self.labels[kept] = self.labels[i];
            self.targets[kept] = if target == ERROR { ERROR } else { new[target as usize] };
            kept += 1;
        }
        self.sources.truncate(kept);
        self.labels.truncate(kept);
        self.targets.truncate(kept);
        self.n_states = n_states;
    }

    /// Drops the transitions for which the function says no.
    pub(crate) fn retain(&mut self, keep: impl Fn(u32, u32, u32) -> bool) {
        let mut kept = 0;
        for i in 0..self.sources.len() {
            if keep(self.sources[i], self.labels[i], self.targets[i]) {
                self.sources[kept] = self.sources[i];
                self.labels[kept] = self.labels[i];
                self.targets[kept] = self.targets[i];
                kept += 1;
            }
        }
        self.sources.truncate(kept);
        self.labels.truncate(kept);
        self.targets.truncate(kept);
    }

    /// The LTS. Its alphabet is the set of labels that occur and of [`Collector::extend_alphabet`].
    ///
    /// # Errors
    /// If a transition, the initial state or END names a state that does not exist, or END has transitions.
    pub(crate) fn finish(
        self,
        initial: u32,
        end: Option<u32>,
        executor: &dyn Executor,
    ) -> Result<Lts, FormatError> {
        let alphabet = self.alphabet();
        let mut label_of = vec![Label::TAU; self.names.len()];
        for (label, &action) in label_of.iter_mut().zip(&self.names) {
            // A label that no longer occurs is in no alphabet and never looked up.
            *label = alphabet.label(action).unwrap_or(Label::TAU);
        }
        let Collector { sources, labels, targets, n_states, .. } = self;
        let starts = starts(&sources, n_states)?;
        // These two are done in place: the elements have the same size before and after.
        let labels: Vec<Label> = labels.into_iter().map(|label| label_of[label as usize]).collect();
        let targets: Vec<StateId> = targets.into_iter().map(StateId::from_raw).collect();
        let mut rows = if sources.is_sorted() {
            Rows { starts, labels, targets }
        } else {
            let labels = by_source(&sources, &starts, labels, Label::TAU);
            let targets = by_source(&sources, &starts, targets, StateId::ERROR);
            Rows { starts, labels, targets }
        };
        drop(sources);
        sort_rows(&mut rows, executor);
        Ok(Lts::from_rows(alphabet, rows, StateId::from_raw(initial), end.map(StateId::from_raw))?)
    }

    fn alphabet(&self) -> Alphabet {
        let mut used = vec![false; self.names.len()];
        for &label in &self.labels {
            used[label as usize] = true;
        }
        let occurring = self.names.iter().zip(used).filter(|(_, used)| *used).map(|(&action, _)| action);
        Alphabet::new(&self.actions, occurring.chain(self.extra.iter().copied()).collect::<Vec<_>>())
    }
}

/// Where the row of each state starts, and the number of transitions behind them.
fn starts(sources: &[u32], n_states: u32) -> Result<Vec<u32>, FormatError> {
    if u32::try_from(sources.len()).is_err() {
        return Err(rely_lts::LtsError::TooManyTransitions.into());
    }
    let n = n_states as usize;
    let mut starts = vec![0u32; n + 1];
    for &source in sources {
        let Some(count) = starts.get_mut(source as usize + 1) else {
            return Err(rely_lts::LtsError::NoSuchState { state: source, states: n }.into());
        };
        *count += 1;
    }
    let mut sum = 0;
    for start in &mut starts {
        sum += *start;
        *start = sum;
    }
    Ok(starts)
}

/// A column in the order of the sources; equal sources keep their order.
fn by_source<T: Copy>(sources: &[u32], starts: &[u32], column: Vec<T>, any: T) -> Vec<T> {
    let mut next = starts.to_vec();
    let mut sorted = vec![any; column.len()];
    for (&source, value) in sources.iter().zip(column) {
        let position = &mut next[source as usize];
        sorted[*position as usize] = value;
        *position += 1;
    }
    sorted
}
