//! An assumption in words: sentences about the order of actions.
//!
//! # Problem
//!
//! An automaton says exactly what is allowed, and few people can read it. Input: an assumption. Output:
//! sentences, every one of which is true of it, and whether they say the same together.
//!
//! # Method
//!
//! A sentence is one of a few patterns, which are safety properties with at most three states each. All
//! instances are tried, the most telling kinds first. One is kept if every trace of the assumption satisfies
//! it and the sentences kept before do not imply it. At the end, sentences that the others imply are
//! removed, and the conjunction is compared with the assumption.
//!
//! # Invariants
//!
//! 1. Every sentence is true of the assumption: inclusion is decided on the product, not assumed.
//! 2. [`Words::equivalent`] is only true if every trace that satisfies all sentences is one of the
//!    assumption.
//!
//! # Cost
//!
//! With n states and k actions, k³ instances, and n · k steps for each; the conjunction has at most
//! [`MOST_VECTORS`] vectors of states. What exceeds [`MOST_WORK`] is not tried.
//!
//! # Departures
//!
//! The patterns are a choice of those that specifications of interfaces use; no paper's list is followed.

use std::collections::HashMap;

use rely_lts::{Label, Lts, StateId};

/// A sentence about actions, by their labels.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Sentence {
    /// The action never occurs.
    Never(Label),
    /// The first action only between the second and the third: after the second, and not after the third
    /// until the second occurs again.
    Between(Label, Label, Label),
    /// The first action only after the second.
    After(Label, Label),
    /// The action at most once.
    Once(Label),
    /// The first action not again before the second.
    NotTwice(Label, Label),
    /// After the action, only these.
    Then(Label, Vec<Label>),
    /// Directly after the action, only these.
    Next(Label, Vec<Label>),
    /// At first, only these.
    First(Vec<Label>),
}

/// An assumption in words.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Words {
    /// True sentences, none of which follows from the others.
    pub sentences: Vec<Sentence>,
    /// Together they say the same as the assumption. Otherwise they are a summary: it forbids more.
    pub equivalent: bool,
}

/// States of a conjunction of sentences that are visited.
const MOST_VECTORS: usize = 20_000;

/// Steps that are tried for all instances of a pattern.
const MOST_WORK: usize = 20_000_000;

impl Sentence {
    /// The state after an action, from a state that begins with 0; nothing if the action is not allowed.
    fn step(&self, state: u8, action: Label) -> Option<u8> {
        let only = |allowed: bool, next: u8| allowed.then_some(next);
        match self {
            Sentence::Never(a) => only(action != *a, 0),
            // 1: open.
            Sentence::Between(a, open, close) => {
                let next = if action == *open {
                    1
                } else if action == *close {
                    0
                } else {
                    state
                };
                only(action != *a || state == 1, next)
            }
            Sentence::After(a, b) => only(action != *a || state == 1, state | u8::from(action == *b)),
            Sentence::Once(a) => only(action != *a || state == 0, state | u8::from(action == *a)),
            Sentence::NotTwice(a, b) => {
                let next = if action == *b { 0 } else { state | u8::from(action == *a) };
                only(action != *a || state == 0, next)
            }
            Sentence::Then(a, allowed) => {
                only(state == 0 || allowed.contains(&action), state | u8::from(action == *a))
            }
            Sentence::Next(a, allowed) => {
                only(state == 0 || allowed.contains(&action), u8::from(action == *a))
            }
            Sentence::First(allowed) => only(state == 1 || allowed.contains(&action), 1),
        }
    }
}

/// An assumption in words. The machine is deterministic, without tau and ERROR.
pub fn words(lts: &Lts) -> Words {
    let labels: Vec<Label> = lts.alphabet().labels().filter(|label| !label.is_tau()).collect();
    let mut found: Vec<Sentence> = Vec::new();
    let mut equivalent = false;
    for candidate in candidates(lts, &labels) {
        if is_true(lts, &candidate) && implied(&found, &candidate, &labels) == Some(false) {
            found.push(candidate);
            equivalent = is_implied(lts, &found, &labels);
            if equivalent {
                break;
            }
        }
    }
    // A later sentence may imply an earlier one.
    let mut at = 0;
    while at < found.len() {
        let sentence = found.remove(at);
        if implied(&found, &sentence, &labels) == Some(true) {
            continue;
        }
        found.insert(at, sentence);
        at += 1;
    }
    Words { sentences: found, equivalent }
}

/// All instances that are tried, in order.
fn candidates(lts: &Lts, labels: &[Label]) -> Vec<Sentence> {
    let (n, k) = (lts.n_states().max(1), labels.len().max(1));
    let fits = |instances: usize| instances.saturating_mul(n).saturating_mul(k) <= MOST_WORK;
    let mut all: Vec<Sentence> = Vec::new();
    if !fits(k) {
        return all;
    }
    all.extend(labels.iter().map(|&a| Sentence::Never(a)));
    let pairs = || labels.iter().flat_map(|&a| labels.iter().map(move |&b| (a, b))).filter(|(a, b)| a != b);
    if fits(k * k * k) {
        for (a, open) in pairs() {
            let closes = labels.iter().filter(|&&close| close != a && close != open);
            all.extend(closes.map(|&close| Sentence::Between(a, open, close)));
        }
    }
    // What can occur after an action, at any time or directly.
    let after = |a: Label| {
        let steps = lts.transitions().filter(|&(_, label, _)| label == a);
        let mut reached: Vec<StateId> = steps.map(|(_, _, target)| target).collect();
        let mut next = 0;
        let direct = allowed(lts, &reached);
        while next < reached.len() {
            for (_, target) in lts.successors(reached[next]) {
                if !reached.contains(&target) {
                    reached.push(target);
                }
            }
            next += 1;
        }
        (direct, allowed(lts, &reached))
    };
    if fits(k * k) && n <= 2_000 {
        let known: Vec<_> = labels.iter().map(|&a| (a, after(a))).collect();
        all.extend(pairs().map(|(a, b)| Sentence::After(a, b)));
        // A short list says more than a long one.
        let mut then: Vec<(usize, Sentence)> = known
            .iter()
            .filter(|(_, (_, later))| later.len() < k)
            .map(|(a, (_, later))| (later.len(), Sentence::Then(*a, later.clone())))
            .collect();
        then.sort_by_key(|(length, _)| *length);
        all.extend(then.into_iter().map(|(_, sentence)| sentence));
        all.extend(labels.iter().map(|&a| Sentence::Once(a)));
        all.extend(pairs().map(|(a, b)| Sentence::NotTwice(a, b)));
        let first = allowed(lts, &[lts.initial()]);
        if first.len() < k {
            all.push(Sentence::First(first));
        }
        let next = known.into_iter().filter(|(_, (direct, _))| direct.len() < k);
        all.extend(next.map(|(a, (direct, _))| Sentence::Next(a, direct)));
    }
    all
}

/// The actions that one of some states allows, in order.
fn allowed(lts: &Lts, states: &[StateId]) -> Vec<Label> {
    let mut all: Vec<Label> =
        states.iter().flat_map(|&state| lts.successors(state).map(|(label, _)| label)).collect();
    all.sort_unstable();
    all.dedup();
    all
}

/// Does every trace satisfy the sentence?
fn is_true(lts: &Lts, sentence: &Sentence) -> bool {
    let mut known = vec![[false; 2]; lts.n_states()];
    let mut open = vec![(lts.initial(), 0_u8)];
    known[lts.initial().index()][0] = true;
    while let Some((state, at)) = open.pop() {
        for (label, target) in lts.successors(state) {
            let Some(next) = sentence.step(at, label) else { return false };
            if !std::mem::replace(&mut known[target.index()][usize::from(next)], true) {
                open.push((target, next));
            }
        }
    }
    true
}

/// Does a sentence follow from others? Nothing if that is too much work.
fn implied(all: &[Sentence], sentence: &Sentence, labels: &[Label]) -> Option<bool> {
    let all: Vec<&Sentence> = all.iter().collect();
    explore(&all, labels, 0_u8, |&at, label| sentence.step(at, label))
}

/// Is everything that the sentences allow a trace of the machine?
fn is_implied(lts: &Lts, all: &[Sentence], labels: &[Label]) -> bool {
    let all: Vec<&Sentence> = all.iter().collect();
    let step = |&at: &StateId, label: Label| lts.step(at, label).first().copied();
    explore(&all, labels, lts.initial(), step) == Some(true)
}

/// Can another machine take every step that all sentences allow? Nothing if there are too many states.
fn explore<S: Clone + Eq + std::hash::Hash>(
    all: &[&Sentence],
    labels: &[Label],
    initial: S,
    step: impl Fn(&S, Label) -> Option<S>,
) -> Option<bool> {
    let start = (vec![0_u8; all.len()], initial);
    let mut known: HashMap<(Vec<u8>, S), ()> = HashMap::from([(start.clone(), ())]);
    let mut open = vec![start];
    while let Some((states, other)) = open.pop() {
        for &label in labels {
            let next: Option<Vec<u8>> =
                all.iter().zip(&states).map(|(sentence, &state)| sentence.step(state, label)).collect();
            let Some(next) = next else { continue };
            let Some(target) = step(&other, label) else { return Some(false) };
            let target = (next, target);
            if known.insert(target.clone(), ()).is_none() {
                if known.len() > MOST_VECTORS {
                    return None;
                }
                open.push(target);
            }
        }
    }
    Some(true)
}
