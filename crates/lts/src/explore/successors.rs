//! The moves of states, many states in one buffer.

use std::ops::Range;

use crate::id::{Label, StateId};

/// The moves of one or more states.
#[derive(Default)]
pub struct Successors {
    words: usize,
    moves: Vec<Move>,
    /// The packed targets that are not ERROR, one after the other.
    states: Vec<u64>,
    /// Where the culprits of each move into ERROR begin; one more at the end.
    errors: Vec<u32>,
    culprits: Vec<u32>,
}

#[derive(Clone, Copy)]
struct Move {
    label: Label,
    /// The place of the target among those that are not ERROR; or, flagged, the place among those that are.
    place: u32,
}

const INTO_ERROR: u32 = 1 << 31;

impl Successors {
    /// Forgets all moves.
    pub fn reset(&mut self) {
        self.moves.clear();
        self.states.clear();
        self.errors.clear();
        self.culprits.clear();
    }

    /// Adds a move to a packed state.
    #[inline]
    pub fn push(&mut self, label: Label, target: &[u64]) {
        self.words = target.len();
        self.moves.push(Move { label, place: (self.states.len() / target.len()) as u32 });
        self.states.extend_from_slice(target);
    }

    /// Adds a move to a packed state of one word.
    #[inline]
    pub(crate) fn push_word(&mut self, label: Label, target: u64) {
        self.words = 1;
        self.moves.push(Move { label, place: self.states.len() as u32 });
        self.states.push(target);
    }

    /// Adds a move into ERROR, with the components that enter it.
    ///
    /// # Panics
    /// If there is no culprit.
    pub fn push_error(&mut self, label: Label, culprits: impl IntoIterator<Item = u32>) {
        let at = self.culprits.len();
        self.culprits.extend(culprits);
        assert!(self.culprits.len() > at, "some component enters ERROR");
        self.moves.push(Move { label, place: INTO_ERROR | self.errors.len() as u32 });
        self.errors.push(at as u32);
    }

    /// Number of moves.
    pub fn len(&self) -> usize {
        self.moves.len()
    }

    /// Is there no move?
    pub fn is_empty(&self) -> bool {
        self.moves.is_empty()
    }

    /// The moves in order.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (Label, Target<'_>)> {
        self.moves.iter().map(|&m| (m.label, self.target(m)))
    }

    /// The packed states of the moves that do not lead into ERROR, one after the other.
    pub(crate) fn states(&self) -> &[u64] {
        &self.states
    }

    /// How many of a range of moves do not lead into ERROR.
    #[inline]
    pub(super) fn targets_in(&self, range: Range<usize>) -> usize {
        if self.errors.is_empty() {
            return range.len();
        }
        self.moves[range].iter().filter(|m| m.place & INTO_ERROR == 0).count()
    }

    /// A range of moves, with the number of every target that is not ERROR.
    #[inline]
    pub(super) fn moves<'a>(&'a self, range: Range<usize>, numbers: &'a [u32]) -> Moves<'a> {
        Moves { successors: self, moves: &self.moves[range], numbers }
    }

    pub(super) fn memory(&self) -> usize {
        (self.moves.capacity() + self.states.capacity()) * 8
            + (self.errors.capacity() + self.culprits.capacity()) * 4
    }

    fn target(&self, m: Move) -> Target<'_> {
        if m.place & INTO_ERROR == 0 {
            let at = m.place as usize * self.words;
            return Target::State(&self.states[at..at + self.words]);
        }
        let error = (m.place & !INTO_ERROR) as usize;
        let end = self.errors.get(error + 1).map_or(self.culprits.len(), |&end| end as usize);
        Target::Error(&self.culprits[self.errors[error] as usize..end])
    }
}

/// Where a move leads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Target<'a> {
    /// To a packed state.
    State(&'a [u64]),
    /// Into ERROR, with the components that enter it.
    Error(&'a [u32]),
}

/// A move of an expanded state, with the number of its target.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    /// The label of the step.
    pub label: Label,
    /// The target's number, or [`StateId::ERROR`].
    pub target: StateId,
}

/// The moves of one expanded state.
#[derive(Clone, Copy)]
pub struct Moves<'a> {
    successors: &'a Successors,
    moves: &'a [Move],
    numbers: &'a [u32],
}

impl<'a> Moves<'a> {
    /// Number of moves.
    pub fn len(self) -> usize {
        self.moves.len()
    }

    /// Is there no move?
    pub fn is_empty(self) -> bool {
        self.moves.is_empty()
    }

    /// The moves in order, with packed targets and with the culprits of errors.
    pub fn iter(self) -> impl ExactSizeIterator<Item = (Label, Target<'a>)> {
        self.moves.iter().map(move |&m| (m.label, self.successors.target(m)))
    }

    /// The moves in order, with the numbers of their targets.
    #[inline]
    pub fn steps(self) -> impl ExactSizeIterator<Item = Step> + 'a {
        self.moves.iter().map(move |m| Step {
            label: m.label,
            target: match m.place & INTO_ERROR {
                0 => StateId::from_raw(self.numbers[m.place as usize]),
                _ => StateId::ERROR,
            },
        })
    }

    /// The labels of the moves in order.
    #[inline]
    pub fn labels(self) -> impl ExactSizeIterator<Item = Label> + 'a {
        self.moves.iter().map(|m| m.label)
    }

    /// Does a move lead into ERROR?
    #[inline]
    pub fn has_error(self) -> bool {
        !self.successors.errors.is_empty() && self.moves.iter().any(|m| m.place & INTO_ERROR != 0)
    }
}
