//! All LTSs of a shape, each with a number.
//!
//! With `n` states, `L` labels (actions, and tau if wanted) and `T` targets (`n`, and ERROR if wanted) an LTS
//! is a set of (source, label, target) triples, of which there are `2^(n·L·T)`. With END, each of the `n`
//! states may also be END and then has no transitions: `n · 2^((n−1)·L·T)` more. The initial state is always
//! 0; every LTS whose initial state is another one is a renumbering of one of these. The alphabet is always
//! the whole one.

use rely_lts::{ActionId, Actions, Lts, LtsBuilder, StateId};

use super::action_name;

/// What the enumerated LTSs look like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shape {
    /// Number of visible actions, called `a`, `b`, …
    pub actions: usize,
    /// Are there tau transitions?
    pub tau: bool,
    /// Are there transitions to ERROR?
    pub error: bool,
    /// May a state be END?
    pub end: bool,
}

impl Shape {
    /// Visible actions and tau, neither ERROR nor END.
    pub const fn plain(actions: usize) -> Shape {
        Shape { actions, tau: true, error: false, end: false }
    }

    /// Visible actions, tau, ERROR and END.
    pub const fn full(actions: usize) -> Shape {
        Shape { actions, tau: true, error: true, end: true }
    }

    /// Bits per state: which of its (label, target) pairs are there.
    fn bits_per_state(self, states: usize) -> u32 {
        let labels = self.actions + usize::from(self.tau);
        let targets = states + usize::from(self.error);
        u32::try_from(labels * targets).expect("shapes are small")
    }

    /// How many LTSs with exactly `states` states there are.
    ///
    /// # Panics
    /// If they are 2^120 or more.
    pub fn n_ltss(self, states: usize) -> u128 {
        let per_state = self.bits_per_state(states);
        let n = u32::try_from(states).expect("shapes are small");
        assert!(per_state * n < 120, "numbers of LTSs have at most 120 bits");
        let with_end = if self.end { u128::from(n) << (per_state * (n - 1)) } else { 0 };
        (1u128 << (per_state * n)) + with_end
    }

    /// The LTS with a number below [`Shape::n_ltss`].
    pub fn lts(self, actions: &Actions, states: usize, number: u128) -> Lts {
        let per_state = self.bits_per_state(states);
        let without_end = 1u128 << (per_state * states as u32);
        let (end, mut bits) = if number < without_end {
            (None, number)
        } else {
            let per_end = 1u128 << (per_state * (states as u32 - 1));
            let end = usize::try_from((number - without_end) / per_end).expect("a state");
            assert!(self.end && end < states, "the number is below n_ltss");
            (Some(end), (number - without_end) % per_end)
        };
        let mut builder = LtsBuilder::new(actions);
        builder.ensure_states(states).expect("shapes are small");
        let visible: Vec<ActionId> = (0..self.actions).map(|i| actions.intern(&action_name(i))).collect();
        visible.iter().for_each(|&action| builder.extend_alphabet(action));
        let tau = self.tau.then_some(ActionId::TAU);
        for source in (0..states).filter(|&s| Some(s) != end) {
            for &action in tau.iter().chain(&visible) {
                for target in 0..states + usize::from(self.error) {
                    if bits & 1 == 1 {
                        let target = if target == states { StateId::ERROR } else { StateId::at(target) };
                        builder.add_transition(StateId::at(source), action, target);
                    }
                    bits >>= 1;
                }
            }
        }
        if let Some(end) = end {
            builder.set_end(StateId::at(end));
        }
        builder.finish(StateId::at(0)).expect("all states were added")
    }
}

/// All LTSs of a shape with 1 to `max_states` states.
///
/// ```
/// use rely_testkit::generate::{Shape, all_ltss};
/// let actions = rely_lts::Actions::new();
/// // One state: 2^2; two states: 2^8.
/// assert_eq!(all_ltss(&actions, 2, Shape::plain(1)).count(), 4 + 256);
/// ```
pub fn all_ltss(actions: &Actions, max_states: usize, shape: Shape) -> AllLtss {
    AllLtss {
        actions: actions.clone(),
        shape,
        states: 1,
        max_states,
        number: 0,
        stride: 1,
        reachable_only: false,
    }
}

/// The iterator of [`all_ltss`].
#[derive(Clone, Debug)]
pub struct AllLtss {
    actions: Actions,
    shape: Shape,
    states: usize,
    max_states: usize,
    number: u128,
    stride: u128,
    reachable_only: bool,
}

impl AllLtss {
    /// Only LTSs with at least this many states.
    pub fn from_states(mut self, states: usize) -> Self {
        self.states = self.states.max(states);
        self
    }

    /// Only every `stride`-th LTS. An odd stride that is not a power of two meets all bits in all
    /// combinations in time.
    pub fn every(mut self, stride: u128) -> Self {
        assert!(stride > 0, "a stride goes forward");
        self.stride = stride;
        self
    }

    /// Starts at this number (then at 0 for every further number of states). With a stride, other starts give
    /// others.
    pub fn starting_at(mut self, number: u128) -> Self {
        self.number = number;
        self
    }

    /// Only LTSs all of whose states are reachable from the initial one.
    pub fn reachable_only(mut self) -> Self {
        self.reachable_only = true;
        self
    }
}

impl Iterator for AllLtss {
    type Item = Lts;

    fn next(&mut self) -> Option<Lts> {
        while self.states <= self.max_states {
            if self.number >= self.shape.n_ltss(self.states) {
                self.states += 1;
                self.number = 0;
                continue;
            }
            let lts = self.shape.lts(&self.actions, self.states, self.number);
            self.number += self.stride;
            if !self.reachable_only || all_reachable(&lts) {
                return Some(lts);
            }
        }
        None
    }
}

fn all_reachable(lts: &Lts) -> bool {
    let mut reached = vec![false; lts.n_states()];
    reached[lts.initial().index()] = true;
    for _ in 0..lts.n_states() {
        for (s, _, t) in lts.transitions() {
            if reached[s.index()] && !t.is_error() {
                reached[t.index()] = true;
            }
        }
    }
    reached.into_iter().all(|r| r)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::text::show;

    fn distinct(ltss: AllLtss) -> (usize, usize) {
        let all: Vec<String> = ltss.map(|lts| show(&lts)).collect();
        (all.len(), all.iter().collect::<BTreeSet<_>>().len())
    }

    #[test]
    fn counts_are_as_documented_and_all_are_different() {
        let actions = Actions::new();
        for (shape, expected) in [
            (Shape::plain(1), (1 << 2) + (1 << 8)),
            (Shape { tau: false, ..Shape::plain(1) }, (1 << 1) + (1 << 4)),
            (Shape { error: true, ..Shape::plain(1) }, (1 << 4) + (1 << 12)),
            (Shape { end: true, ..Shape::plain(1) }, ((1 << 2) + 1) + ((1 << 8) + 2 * (1 << 4))),
            (Shape::full(1), ((1 << 4) + 1) + ((1 << 12) + 2 * (1 << 6))),
        ] {
            assert_eq!(distinct(all_ltss(&actions, 2, shape)), (expected, expected), "{shape:?}");
        }
        assert_eq!(Shape::plain(2).n_ltss(3), 1 << 27);
    }

    #[test]
    fn reachable_models_are_a_part() {
        let actions = Actions::new();
        let shape = Shape { tau: false, ..Shape::plain(1) };
        // Of 16 LTSs with two states and one label, the half with the edge 0 a 1.
        assert_eq!(all_ltss(&actions, 2, shape).from_states(2).reachable_only().count(), 8);
    }

    #[test]
    fn a_stride_skips() {
        let actions = Actions::new();
        let ltss = all_ltss(&actions, 3, Shape::plain(2)).from_states(3).every(1_000_003);
        assert_eq!(ltss.count() as u128, (1u128 << 27).div_ceil(1_000_003));
    }
}
