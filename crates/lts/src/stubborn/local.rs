//! The facts about one component that partial-order reduction needs, computed once.
//!
//! # Problem
//!
//! For a component and two of its labels `x` and `y`: can `y` disturb `x`? Are they ever offered together?
//! For a state and a label: can the label still be offered later, and what must be done before?
//!
//! # Method
//!
//! `y` does not disturb `x` if in every state `q` that offers both
//! 1. every move by `x` and every move by `y` can be completed to a square: from both targets the other label
//!    leads to a common state;
//! 2. whatever `y` then `x` reaches, `x` then `y` reaches too, and it is not ERROR.
//!
//! ERROR has no moves, so a label that enters ERROR from `q` is in no square there. In a deterministic
//! component the second condition only adds that squares do not end in ERROR. What can come later is computed
//! over the strongly connected parts, last ones first; what must come before, as a greatest solution.
//!
//! # Invariants
//!
//! 1. Every table errs on the safe side: "disturbs", "together" and "can follow" may be said too often,
//!    "needed" too rarely, never the other way round.
//!
//! # Cost
//!
//! The squares of the moves per state for the first table (more if moves are nondeterministic), parts times
//! labels bits for what can come later, states times squares of labels bits for what must come before. All
//! are bounded by a common [`TableLimits`]; a component that does not fit is treated with caution: all its
//! labels disturb each other, are offered together, can come later, and nothing must come before.
//!
//! # Departures
//!
//! The relation is directed: `x` may be done first although `y` could not. A symmetric relation would allow
//! fewer reductions.

use std::sync::Arc;

use crate::budget::Context;
use crate::id::{Label, StateId};
use crate::lts::Lts;
use crate::scc::{Sccs, sccs};

/// What all tables together may cost.
pub(super) struct TableLimits {
    /// Moves that may be examined.
    pub(super) work: usize,
    /// Bits of the tables.
    pub(super) bits: usize,
}

impl TableLimits {
    /// The limits for a system.
    pub(super) const START: TableLimits = TableLimits { work: 1 << 26, bits: 1 << 28 };

    fn rows(&mut self, n: usize, width: usize) -> Option<BitRows> {
        let words = width.div_ceil(64);
        let all = n.checked_mul(words)?;
        self.bits = self.bits.checked_sub(all.checked_mul(64)?)?;
        Some(BitRows { words, bits: vec![0; all] })
    }
}

/// A set of labels per row.
struct BitRows {
    words: usize,
    bits: Vec<u64>,
}

impl BitRows {
    fn contains(&self, row: usize, at: usize) -> bool {
        self.bits[row * self.words + at / 64] >> (at % 64) & 1 == 1
    }

    fn insert(&mut self, row: usize, at: usize) {
        self.bits[row * self.words + at / 64] |= 1 << (at % 64);
    }

    fn members(&self, row: usize) -> impl Iterator<Item = usize> + '_ {
        self.bits[row * self.words..(row + 1) * self.words].iter().enumerate().flat_map(|(k, &word)| {
            let mut left = word;
            std::iter::from_fn(move || {
                let bit = (left != 0).then(|| left.trailing_zeros() as usize)?;
                left &= left - 1;
                Some(k * 64 + bit)
            })
        })
    }

    fn include(&mut self, row: usize, other: usize) {
        for k in 0..self.words {
            self.bits[row * self.words + k] |= self.bits[other * self.words + k];
        }
    }
}

/// What the labels of a component do to each other.
struct Pairs {
    /// Per label: the labels that can disturb it, in order.
    disturbing: Vec<Box<[Label]>>,
    /// Per label: those that are offered with it in some state.
    together: BitRows,
}

/// One component and its tables.
pub(super) struct Local {
    pub(super) lts: Arc<Lts>,
    /// What labels do to each other; absent if unknown.
    pairs: Option<Pairs>,
    parts: Sccs,
    /// Per part: the labels that are offered in states that are reachable from the part. Absent if unknown.
    later: Option<BitRows>,
    /// Per state and label: the labels without which the label is not offered. Absent if unknown.
    needed: Option<BitRows>,
    /// The labels that lead into ERROR from some state, in order.
    pub(super) error_labels: Vec<Label>,
}

impl Local {
    pub(super) fn new(lts: &Arc<Lts>, limits: &mut TableLimits) -> Local {
        let successors =
            |s: usize| lts.targets_of(StateId::at(s)).iter().filter(|t| !t.is_error()).map(|t| t.index());
        let parts = sccs(lts.n_states(), successors, Context::unlimited())
            .expect("an unlimited budget is never spent");
        let later = what_comes_later(lts, &parts, limits);
        let into_error = lts.transitions().filter(|(_, _, t)| t.is_error());
        let mut error_labels: Vec<Label> = into_error.map(|(_, label, _)| label).collect();
        error_labels.sort_unstable();
        error_labels.dedup();
        let pairs = Pairs::new(lts, limits);
        let needed = needed(lts, &parts, limits);
        Local { lts: lts.clone(), pairs, parts, later, needed, error_labels }
    }

    /// Is a label offered in a state?
    #[inline]
    pub(super) fn offers(&self, state: StateId, label: Label) -> bool {
        !self.lts.step(state, label).is_empty()
    }

    /// The labels that can disturb a label, itself perhaps among them.
    pub(super) fn disturbing(&self, label: Label) -> impl Iterator<Item = Label> + '_ {
        let listed = self.pairs.as_ref().map(|pairs| &pairs.disturbing[label.index()]);
        let all = if listed.is_some() { 0 } else { self.lts.alphabet().n_labels() };
        listed.into_iter().flat_map(|list| list.iter().copied()).chain((0..all).map(Label::at))
    }

    /// Are two labels offered together in some state?
    pub(super) fn together(&self, one: Label, other: Label) -> bool {
        self.pairs.as_ref().is_none_or(|pairs| pairs.together.contains(one.index(), other.index()))
    }

    /// Can a label be offered in a state or later?
    pub(super) fn can_follow(&self, state: StateId, label: Label) -> bool {
        !state.is_error()
            && self
                .later
                .as_ref()
                .is_none_or(|later| later.contains(self.parts.component(state.index()), label.index()))
    }

    /// Labels each of which must be done, from a state, before another can be offered.
    pub(super) fn needed(&self, state: StateId, label: Label) -> impl Iterator<Item = Label> + '_ {
        let n_labels = self.lts.alphabet().n_labels();
        let row = state.index() * n_labels + label.index();
        self.needed.iter().flat_map(move |needed| needed.members(row)).map(Label::at)
    }

    /// The labels offered in a state, in order, each with its targets.
    pub(super) fn offered(&self, state: StateId) -> impl Iterator<Item = (Label, &[StateId])> {
        runs(self.lts.labels_of(state), self.lts.targets_of(state))
    }
}

/// A row cut into runs of equal labels.
fn runs<'l>(labels: &'l [Label], targets: &'l [StateId]) -> impl Iterator<Item = (Label, &'l [StateId])> {
    let mut at = 0;
    std::iter::from_fn(move || {
        let label = *labels.get(at)?;
        let n = labels[at..].partition_point(|&l| l == label);
        at += n;
        Some((label, &targets[at - n..at]))
    })
}

/// What can come later. Parts are numbered last ones first, so the rows that a row includes are ready.
fn what_comes_later(lts: &Lts, parts: &Sccs, limits: &mut TableLimits) -> Option<BitRows> {
    let mut later = limits.rows(parts.n_components(), lts.alphabet().n_labels())?;
    for (s, label, target) in parts.members().1.into_iter().flat_map(|s| {
        let s = StateId::from_raw(s);
        lts.successors(s).map(move |(label, target)| (s, label, target))
    }) {
        let part = parts.component(s.index());
        later.insert(part, label.index());
        let below = (!target.is_error()).then(|| parts.component(target.index()));
        if let Some(below) = below.filter(|&below| below != part) {
            later.include(part, below);
        }
    }
    Some(later)
}

/// Per state and label `y`: the labels that are on every path from the state to one that offers `y`; `None`
/// if it exceeds the limits. The greatest solution of: nothing where `y` is offered, elsewhere what all moves
/// have in common, each with its own label added. Where `y` is never offered, that is every label.
fn needed(lts: &Lts, parts: &Sccs, limits: &mut TableLimits) -> Option<BitRows> {
    let n_labels = lts.alphabet().n_labels();
    let mut table = limits.rows(lts.n_states().checked_mul(n_labels)?, n_labels)?;
    let words = table.words;
    // Last parts first: what a part needs from others is final when it is computed.
    let (_, order) = parts.members();
    let mut row = vec![0u64; words];
    for y in 0..n_labels {
        let at = |s: StateId| (s.index() * n_labels + y) * words;
        for s in lts.states().filter(|&s| lts.step(s, Label::at(y)).is_empty()) {
            for label in 0..n_labels {
                table.insert(s.index() * n_labels + y, label);
            }
        }
        let mut changed = true;
        while changed {
            changed = false;
            limits.work =
                limits.work.checked_sub((lts.n_states() + lts.n_transitions()).checked_mul(words)?)?;
            for &s in &order {
                let s = StateId::from_raw(s);
                row.copy_from_slice(&table.bits[at(s)..at(s) + words]);
                for (z, t) in lts.successors(s).filter(|(_, t)| !t.is_error()) {
                    for (k, word) in row.iter_mut().enumerate() {
                        let own = if z.index() / 64 == k { 1 << (z.index() % 64) } else { 0 };
                        *word &= table.bits[at(t) + k] | own;
                    }
                }
                let old = &mut table.bits[at(s)..at(s) + words];
                changed |= old != &row[..];
                old.copy_from_slice(&row);
            }
        }
    }
    Some(table)
}

impl Pairs {
    /// The pairs of a component; `None` if they exceed the limits.
    fn new(lts: &Lts, limits: &mut TableLimits) -> Option<Pairs> {
        let n_labels = lts.alphabet().n_labels();
        let mut together = limits.rows(n_labels, n_labels)?;
        let mut table = limits.rows(n_labels, n_labels)?;
        for q in lts.states() {
            let offered: Vec<(Label, &[StateId])> = runs(lts.labels_of(q), lts.targets_of(q)).collect();
            limits.work = limits.work.checked_sub(offered.len().checked_mul(offered.len())?)?;
            for &(x, by_x) in &offered {
                for &(y, by_y) in &offered {
                    together.insert(x.index(), y.index());
                    if x != y && !table.contains(x.index(), y.index()) {
                        limits.work = limits.work.checked_sub(square_cost(lts, (x, by_x), (y, by_y)))?;
                        if disturbs(lts, (x, by_x), (y, by_y)) {
                            table.insert(x.index(), y.index());
                        }
                    }
                }
            }
        }
        let row = |x: usize| (0..n_labels).filter(|&y| table.contains(x, y)).map(Label::at).collect();
        Some(Pairs { disturbing: (0..n_labels).map(row).collect(), together })
    }
}

/// Moves that [`disturbs`] looks at, at most.
fn square_cost(lts: &Lts, (x, by_x): (Label, &[StateId]), (y, by_y): (Label, &[StateId])) -> usize {
    let around: usize = by_x.iter().map(|&q1| 1 + lts.step(q1, y).len()).sum();
    let back: usize = by_y.iter().map(|&q2| 1 + lts.step(q2, x).len()).sum();
    around.saturating_mul(by_y.len()).saturating_add(back.saturating_mul(by_x.len()))
}

/// Can `y` disturb `x` in a state that offers both, with these targets?
fn disturbs(lts: &Lts, (x, by_x): (Label, &[StateId]), (y, by_y): (Label, &[StateId])) -> bool {
    let square = |q1: StateId, q2: StateId| {
        let (around, back) = (lts.step(q1, y), lts.step(q2, x));
        around.iter().any(|q3| back.binary_search(q3).is_ok())
    };
    let reaches = |q3: &StateId| by_x.iter().any(|&q1| lts.step(q1, y).binary_search(q3).is_ok());
    let squares = by_x.iter().all(|&q1| by_y.iter().all(|&q2| square(q1, q2)));
    let ahead = by_y.iter().all(|&q2| lts.step(q2, x).iter().all(|q3| !q3.is_error() && reaches(q3)));
    !(squares && ahead)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::action::Actions;
    use crate::builder::LtsBuilder;

    const NONE: TableLimits = TableLimits { work: 0, bits: 0 };

    /// A component from triples; 9 is ERROR.
    fn local(edges: &[(u32, &str, u32)], mut limits: TableLimits) -> Local {
        let actions = Actions::new();
        let mut builder = LtsBuilder::new(&actions);
        let state = |s: u32| if s == 9 { StateId::ERROR } else { StateId::from_raw(s) };
        for &(s, action, t) in edges {
            let states = [s, t].into_iter().filter(|&s| s != 9).max().unwrap_or(0) + 1;
            builder.ensure_states(states as usize).unwrap();
            builder.add_transition(state(s), actions.intern(action), state(t));
        }
        Local::new(&Arc::new(builder.finish(StateId::at(0)).unwrap()), &mut limits)
    }

    fn label(local: &Local, name: &str) -> Label {
        local.lts.alphabet().label_of_name(name).unwrap()
    }

    fn names(local: &Local, labels: impl Iterator<Item = Label>) -> Vec<String> {
        labels.map(|label| local.lts.label_name(label).to_string()).collect()
    }

    fn disturbing(edges: &[(u32, &str, u32)], x: &str) -> Vec<String> {
        let local = local(edges, TableLimits::START);
        names(&local, local.disturbing(label(&local, x)))
    }

    #[test]
    fn who_disturbs_whom() {
        let nobody: Vec<String> = Vec::new();
        // A square, and the same with a corner missing.
        assert_eq!(disturbing(&[(0, "x", 1), (0, "y", 2), (1, "y", 3), (2, "x", 3)], "x"), nobody);
        assert_eq!(disturbing(&[(0, "x", 1), (0, "y", 2), (1, "y", 3)], "x"), ["y"]);
        assert_eq!(disturbing(&[(0, "x", 1), (0, "y", 2), (2, "x", 3)], "x"), ["y"]);
        assert_eq!(disturbing(&[(0, "x", 1), (0, "y", 2), (1, "y", 3), (2, "x", 4)], "x"), ["y"]);
        // Labels that are never offered together leave each other alone.
        assert_eq!(disturbing(&[(0, "x", 1), (1, "y", 0)], "x"), nobody);
        // ERROR is not the corner of a square.
        assert_eq!(disturbing(&[(0, "x", 1), (0, "y", 2), (1, "y", 9), (2, "x", 9)], "x"), ["y"]);
        assert_eq!(disturbing(&[(0, "x", 9), (0, "y", 2), (2, "x", 9)], "x"), ["y"]);
        assert_eq!(disturbing(&[(0, "x", 1), (0, "y", 9), (1, "y", 9)], "x"), ["y"]);
        // After `y`, `x` has another choice: `x` must not be done first, while `y` may.
        let choice = [(0, "x", 1), (0, "y", 2), (1, "y", 3), (2, "x", 3), (2, "x", 4)];
        assert_eq!(disturbing(&choice, "x"), ["y"]);
        assert_eq!(disturbing(&choice, "y"), nobody);
    }

    /// What a place for one message does: `p` and `q` put, `g` and `h` get.
    const PLACE: &[(u32, &str, u32)] = &[(0, "p", 1), (0, "q", 2), (1, "g", 0), (2, "h", 0), (2, "z", 3)];

    #[test]
    fn what_comes_before_and_after() {
        let place = local(PLACE, TableLimits::START);
        let at = StateId::from_raw;
        let l = |name| label(&place, name);
        assert!(place.can_follow(at(1), l("h")) && !place.can_follow(at(3), l("h")));
        assert!(!place.can_follow(StateId::ERROR, l("h")));
        assert_eq!(names(&place, place.needed(at(1), l("h"))), ["g", "q"]);
        assert_eq!(names(&place, place.needed(at(0), l("g"))), ["p"]);
        assert!(names(&place, place.needed(at(0), l("p"))).is_empty());
        assert!(place.together(l("h"), l("z")) && !place.together(l("g"), l("h")));
        assert_eq!(place.error_labels, []);
    }

    #[test]
    fn without_tables_everything_is_possible() {
        let place = local(PLACE, NONE);
        let l = |name| label(&place, name);
        assert_eq!(place.disturbing(l("g")).count(), 6);
        assert!(place.together(l("g"), l("h")) && place.can_follow(StateId::from_raw(3), l("g")));
        assert_eq!(place.needed(StateId::from_raw(1), l("h")).count(), 0);
        let mut with_pairs = 0;
        for work in 0..60 {
            let some = local(PLACE, TableLimits { work, bits: 1 << 20 });
            let expected = if some.pairs.is_some() { 1 } else { 6 };
            assert_eq!(some.disturbing(l("h")).count(), expected, "work {work}");
            with_pairs += usize::from(some.pairs.is_some());
        }
        assert!((1..60).contains(&with_pairs), "{with_pairs}");
    }
}
