//! Every reduction against its definition: exhaustively on small LTSs, then at random.
//!
//! Covered: all LTSs with one or two states over tau, `a`, `b`, with any transitions to ERROR and any or no
//! END (up to exchange of `a` and `b`); all with three states over tau and `a` without ERROR and END (up to
//! exchange of the states 1 and 2); all with three states over tau, `a`, `b` without ERROR and END, if
//! `RELY_EXHAUSTIVE` is set; every k-th of those with three states over tau, `a`, `b`, with ERROR, with and
//! without END (k is printed); random ones of 4 to 12 states.

mod model;
mod naive;

use model::{Model, Nodes, bits};
use naive::{Classes, by_all_partitions, by_refinement};
use rely_lts::determinize::{ErrorRule, determinize, ltsa_determinize};
use rely_lts::minimize::{Equivalence, TauReduction, ltsa, minimize, partition};
use rely_lts::{Actions, ClassId, Context, Label, Lts, StateId};
use rely_testkit::generate::Rng;

const BISIMILARITIES: [Equivalence; 4] =
    [Equivalence::Strong, Equivalence::Branching, Equivalence::DivergenceBranching, Equivalence::Weak];

fn check_all(model: &Model, actions: &Actions, naive: fn(&Model, Equivalence) -> Classes) {
    let lts = model.lts(actions);
    for equivalence in BISIMILARITIES {
        let classes = naive(model, equivalence);
        check_partition(model, &lts, equivalence, &classes);
        check_quotient(model, &lts, equivalence, &classes);
    }
    check_trace(model, &lts);
    check_determinize(model, &lts);
    if model.propositions.is_empty() {
        check_ltsa(model, &lts, naive);
    }
}

/// The blocks are the classes, numbered by their first state.
fn check_partition(model: &Model, lts: &Lts, equivalence: Equivalence, classes: &Classes) {
    let found = partition(lts, equivalence, Context::unlimited()).unwrap();
    let mut firsts: Vec<u32> = Vec::new();
    for (s, class) in classes[..model.n].iter().enumerate() {
        let first = class.trailing_zeros();
        if first as usize == s {
            firsts.push(first);
        }
        let block = firsts.iter().position(|&f| f == first).unwrap();
        assert_eq!(found.as_slice()[s], ClassId::at(block), "{equivalence:?} of state {s} in {model:?}");
    }
}

/// The quotient has the single steps of the reachable states, and its numbers are those of a breadth-first
/// search.
fn check_quotient(model: &Model, lts: &Lts, equivalence: Equivalence, classes: &Classes) {
    let found = minimize(lts, equivalence, Context::unlimited()).unwrap();
    let class_of = |s: StateId| found.map.class_of(s);
    let state_of = |s: StateId| class_of(s).map_or(StateId::ERROR, |class| found.map.state_of(class));
    let reachable = model.reachable();
    let is_error = |s: usize| classes[s] >> model.n & 1 == 1 && classes[s] & 1 == 0;
    let new = |s: usize| if s == model.n { StateId::ERROR } else { state_of(StateId::at(s)) };
    let mut expected: Vec<(StateId, Label, StateId)> = Vec::new();
    for s in bits(reachable).filter(|&s| s < model.n && !is_error(s)) {
        for (label, row) in model.step.iter().enumerate() {
            for t in bits(row[s]) {
                let inert = label == 0 && equivalence != Equivalence::Strong && new(s) == new(t);
                if !inert {
                    expected.push((new(s), Label::at(label), new(t)));
                }
            }
        }
        if equivalence == Equivalence::DivergenceBranching && model.diverges_within(s, classes[s]) {
            expected.push((new(s), Label::TAU, new(s)));
        }
    }
    expected.sort_unstable();
    expected.dedup();
    let transitions: Vec<_> = found.lts.transitions().collect();
    assert_eq!(transitions, expected, "{equivalence:?} of {model:?}");
    for (s, class) in classes[..model.n].iter().enumerate() {
        let gone = class & reachable & !(1 << model.n) == 0 || is_error(s);
        assert_eq!(new(s).is_error(), gone, "{equivalence:?}: the map of {s} in {model:?}");
        for t in (0..model.n).filter(|&t| !gone && !new(t).is_error()) {
            assert_eq!(new(s) == new(t), class >> t & 1 == 1, "{equivalence:?} of {model:?}");
        }
    }
    let end = model.end.map(new).filter(|end| !end.is_error());
    assert_eq!(found.lts.end(), end, "END for {equivalence:?} of {model:?}");
    check_numbers(&found.lts, lts);
    assert_eq!(found.lts.propositions().is_some(), lts.propositions().is_some());
    if let (Some(kept), Some(given)) = (found.lts.propositions(), lts.propositions()) {
        for s in lts.states().filter(|&s| class_of(s).is_some()) {
            assert_eq!(kept.words(state_of(s)), given.words(s), "{equivalence:?} of {model:?}");
        }
    }
}

fn check_numbers(found: &Lts, original: &Lts) {
    assert_eq!(found.initial(), StateId::at(0));
    assert_eq!(found.alphabet(), original.alphabet());
    let (_, numbers) = found.reachable();
    assert!(found.states().all(|s| numbers[s] == Some(s)), "reachable, and numbered breadth-first");
}

/// What can be the case after a trace: a set of states, and whether ERROR is among them.
fn after(model: &Model, set: Nodes, label: usize) -> Nodes {
    model.tau_closure(bits(set).fold(0, |all, s| all | model.step[label][s]))
}

/// Walks the sets of the model and the states of a deterministic LTS side by side.
fn check_sets(model: &Model, found: &Lts, rule: ErrorRule, mut visit: impl FnMut(Nodes, StateId)) {
    let error: Nodes = 1 << model.n;
    let start = model.tau_closure(1);
    let start_fails = start & error != 0 && rule != ErrorRule::Plain;
    let taus = if start_fails { vec![StateId::ERROR] } else { vec![] };
    assert_eq!(found.step(found.initial(), Label::TAU), taus, "{rule:?} of {model:?}");
    let mut seen: Vec<(Nodes, StateId)> = vec![(start & !error, found.initial())];
    let mut next = 0;
    while let Some(&(set, state)) = seen.get(next) {
        next += 1;
        visit(set, state);
        assert!(next == 1 || found.step(state, Label::TAU).is_empty(), "{rule:?} of {model:?}");
        for label in 1..model.step.len() {
            let target = after(model, set, label);
            let dead = start_fails && next == 1 && rule == ErrorRule::Absorb;
            let (to_error, to_state) = match rule {
                _ if dead => (false, false),
                ErrorRule::Absorb => (target & error != 0, target != 0 && target & error == 0),
                ErrorRule::Plain => (target == error, target & !error != 0),
                ErrorRule::Split => (target & error != 0, target & !error != 0),
            };
            let steps = found.step(state, Label::at(label));
            assert_eq!(steps.contains(&StateId::ERROR), to_error, "{rule:?} of {model:?}");
            assert_eq!(steps.len(), usize::from(to_error) + usize::from(to_state), "{rule:?} of {model:?}");
            let pair = (target & !error, steps.first().copied().unwrap_or(StateId::ERROR));
            if to_state && !seen.contains(&pair) {
                seen.push(pair);
            }
        }
    }
    assert!(found.states().all(|s| seen.iter().any(|pair| pair.1 == s)), "all states are needed");
}

fn check_determinize(model: &Model, lts: &Lts) {
    for rule in [ErrorRule::Absorb, ErrorRule::Plain, ErrorRule::Split] {
        let found = determinize(lts, rule, Context::unlimited()).unwrap();
        let mut end = None;
        check_sets(model, &found.lts, rule, |set, state| {
            let members = bits(set).map(StateId::at).collect::<Vec<_>>();
            assert_eq!(found.members[state.index()], members, "{rule:?} of {model:?}");
            if model.end.is_some_and(|e| set == 1 << e) {
                end = Some(state);
            }
        });
        assert_eq!(found.lts.end(), end, "{rule:?} of {model:?}");
        assert_eq!(found.members.len(), found.lts.n_states());
        check_numbers(&found.lts, lts);
    }
    let found = ltsa_determinize(lts, Context::unlimited()).unwrap();
    let plain = model.step[0].iter().all(|&taus| taus == 0)
        && model.step.iter().flatten().all(|targets| targets.count_ones() <= 1);
    if plain {
        assert_eq!(found.transitions().collect::<Vec<_>>(), lts.transitions().collect::<Vec<_>>());
    } else {
        check_sets(model, &found, ErrorRule::Absorb, |set, state| {
            assert_eq!(model.end.is_some_and(|e| set == 1 << e), found.end() == Some(state), "{model:?}");
        });
        check_all_different(&found);
    }
}

/// The result has the same traces and traces to ERROR, and no two of its states agree.
fn check_trace(model: &Model, lts: &Lts) {
    let found = minimize(lts, Equivalence::Trace, Context::unlimited()).unwrap();
    assert!(found.lts.end().is_none());
    let mut seen: Vec<Vec<Nodes>> = vec![Vec::new(); found.lts.n_states()];
    check_sets(model, &found.lts, ErrorRule::Split, |set, state| seen[state.index()].push(set));
    // The sets of the map are those the model can be in, each once.
    for (state, mut expected) in found.lts.states().zip(seen) {
        let class = found.map.class_at(state).unwrap();
        let sets = found.map.sets_of(class).unwrap().iter();
        let mut listed: Vec<Nodes> =
            sets.map(|set| set.iter().fold(0, |all, s| all | (1 << s.raw()))).collect();
        listed.sort_unstable();
        listed.dedup();
        expected.sort_unstable();
        expected.dedup();
        assert_eq!(listed, expected, "the sets of {class:?} in {model:?}");
        assert_eq!(found.map.state_of(class), state);
    }
    check_all_different(&found.lts);
    check_numbers(&found.lts, lts);
}

fn check_all_different(found: &Lts) {
    if found.n_states() < 30 {
        let classes = by_refinement(&Model::of(found), Equivalence::Strong);
        assert!(classes.iter().all(|set| set.count_ones() == 1), "{found:?} is not minimal");
    }
}

/// Minimization as the reference tool does it, against one removal at a time and the definition of weak
/// bisimilarity.
fn check_ltsa(model: &Model, lts: &Lts, naive: fn(&Model, Equivalence) -> Classes) {
    for (tau, reduced) in [(TauReduction::On, model.tau_reduced()), (TauReduction::Off, model.clone())] {
        let found = ltsa(lts, tau, Context::unlimited()).unwrap();
        let classes = naive(&reduced, Equivalence::Weak);
        let reachable = reduced.reachable() & !(1 << model.n);
        let first = |s: usize| {
            let class = classes[s];
            let error = class >> model.n & 1 == 1 && class & 1 == 0;
            if error || s == model.n { model.n } else { (class & !(1 << model.n)).trailing_zeros() as usize }
        };
        let mut states: Vec<usize> = bits(reachable).map(first).filter(|&s| s < model.n).collect();
        states.sort_unstable();
        states.dedup();
        let mut edges: Vec<(usize, usize, usize)> = Vec::new();
        for s in bits(reachable).filter(|&s| first(s) < model.n) {
            for (label, row) in reduced.step.iter().enumerate() {
                edges.extend(bits(row[s]).map(|t| (first(s), label, first(t))));
            }
        }
        edges.retain(|&(s, label, t)| !(label == 0 && s == t));
        edges.sort_unstable();
        edges.dedup();
        let sizes = (found.n_states(), found.n_transitions());
        assert_eq!(sizes, (states.len(), edges.len()), "{tau:?} of {model:?}");
        check_numbers(&found, lts);
        // What the reduction left is weakly bisimilar to the result. (The smallest models are many and need
        // it least.)
        if model.n > 3 {
            let both = reduced.beside(&Model::of(&found));
            let classes = by_refinement(&both, Equivalence::Weak);
            assert!(classes[0] >> model.n & 1 == 1, "{tau:?} of {model:?}");
        }
    }
}

/// The targets of a state as the state sees them: itself, the initial state, the other state.
trait SwapBits {
    fn swap_bits(self, state: usize) -> Self;
}

impl SwapBits for Nodes {
    fn swap_bits(self, state: usize) -> Nodes {
        if state == 1 { self } else { self & 1 | (self >> 1 & 1) << 2 | (self >> 2 & 1) << 1 }
    }
}

/// Up to exchange of the actions `a` and `b`.
fn is_canonical(model: &Model) -> bool {
    model.step.len() < 3 || model.step[1] <= model.step[2]
}

#[test]
fn all_ltss_with_at_most_two_states_and_two_actions() {
    let actions = Actions::new();
    let mut count = 0;
    for n in 1..=2u32 {
        for end in std::iter::once(None).chain((0..n as usize).map(Some)) {
            let free = n - u32::from(end.is_some());
            for number in 0..1u64 << (free * 3 * (n + 1)) {
                let model = Model::from_number(n as usize, 2, end, number);
                if is_canonical(&model) {
                    check_all(&model, &actions, by_all_partitions);
                    count += 1;
                }
            }
        }
    }
    println!("{count} models");
    assert!(count > 131_000);
}

#[test]
fn all_ltss_with_three_states_and_one_action_without_error() {
    let actions = Actions::new();
    for number in 0..1u64 << 18 {
        // Spread 18 bits over rows of four, whose last bit is the transition to ERROR.
        let spread = (0..6).fold(0, |all, row| all | (number >> (3 * row) & 7) << (4 * row));
        let model = Model::from_number(3, 1, None, spread);
        // Up to exchange of the states 1 and 2.
        let rows = |s: usize| (model.step[0][s].swap_bits(s), model.step[1][s].swap_bits(s));
        if rows(1) <= rows(2) {
            check_all(&model, &actions, by_all_partitions);
        }
    }
}

/// All LTSs with three states over tau, `a` and `b`, up to exchange of `a` and `b` and of the states 1 and 2.
/// There are 34 million: all of them if `RELY_EXHAUSTIVE` is set (an hour or more with `--release`), else
/// every 1009th.
#[test]
fn all_ltss_with_three_states_and_two_actions_without_error() {
    let stride = if std::env::var_os("RELY_EXHAUSTIVE").is_some() { 1 } else { 1009 };
    let actions = Actions::new();
    let mut count = 0;
    for number in (0..1u64 << 27).step_by(stride) {
        let spread = (0..9).fold(0, |all, row| all | (number >> (3 * row) & 7) << (4 * row));
        let model = Model::from_number(3, 2, None, spread);
        let rows = |s: usize| [0, 1, 2].map(|label: usize| model.step[label][s].swap_bits(s));
        if is_canonical(&model) && rows(1) <= rows(2) {
            check_all(&model, &actions, by_all_partitions);
            count += 1;
        }
    }
    println!("{count} models");
    assert!(count > 20_000);
}

#[test]
fn every_kth_lts_with_three_states_and_two_actions() {
    const STRIDE: usize = 5_299_723;
    const END_STRIDE: usize = 5_279;
    println!("every {STRIDE}th of 2^36 models without END, every {END_STRIDE}th of 3 * 2^24 with END");
    let actions = Actions::new();
    for number in (0..1u64 << 36).step_by(STRIDE) {
        check_all(&Model::from_number(3, 2, None, number), &actions, by_all_partitions);
    }
    for end in 0..3 {
        for number in (0..1u64 << 24).step_by(END_STRIDE) {
            check_all(&Model::from_number(3, 2, Some(end), number), &actions, by_all_partitions);
        }
    }
}

/// Random models.
struct Random(Rng);

impl Random {
    fn new(seed: u64) -> Self {
        Random(Rng::new(seed))
    }

    fn below(&mut self, n: u64) -> u64 {
        self.0.below(n as usize) as u64
    }

    fn model(&mut self) -> Model {
        let n = 4 + self.below(9) as usize;
        let n_actions = 1 + self.below(3) as usize;
        let end = (self.below(2) == 0).then(|| self.below(n as u64) as usize);
        let mut step = vec![vec![0; n + 1]; n_actions + 1];
        // Sparse ones have many classes, dense ones many nondeterministic steps; some have mostly tau.
        let tau_share = self.below(4);
        for _ in 0..self.below(3 * n as u64) {
            let s = self.below(n as u64) as usize;
            let t = if self.below(12) == 0 { n } else { self.below(n as u64) as usize };
            let label = if self.below(4) < tau_share { 0 } else { 1 + self.below(n_actions as u64) as usize };
            if Some(s) != end {
                step[label][s] |= 1 << t;
            }
        }
        // Three in four have no propositions.
        let propositions = match self.below(4) {
            0 => (0..n).map(|_| self.below(3) as u8).collect(),
            _ => Vec::new(),
        };
        Model { n, end, step, propositions }
    }
}

#[test]
fn random_ltss() {
    let actions = Actions::new();
    for seed in 1..=3000u64 {
        let model = Random::new(seed).model();
        let caught = std::panic::catch_unwind(|| check_all(&model, &actions, by_refinement));
        if let Err(panic) = caught {
            eprintln!("failing seed: {seed}");
            std::panic::resume_unwind(panic);
        }
    }
}

/// All ways to give two states with tau and one action one proposition.
#[test]
fn all_ltss_with_two_states_one_action_and_propositions() {
    let actions = Actions::new();
    for number in 0..1u64 << 12 {
        for held in [[0, 1], [1, 1]] {
            let propositions = held.to_vec();
            let model = Model { propositions, ..Model::from_number(2, 1, None, number) };
            check_all(&model, &actions, by_all_partitions);
        }
    }
}

/// The two naive ways agree where both can be used.
#[test]
fn the_naive_versions_agree() {
    for number in (0..1u64 << 36).step_by(17_299_711) {
        let model = Model::from_number(3, 2, None, number);
        for equivalence in BISIMILARITIES {
            assert_eq!(
                by_all_partitions(&model, equivalence),
                by_refinement(&model, equivalence),
                "{equivalence:?} of {model:?}"
            );
        }
    }
}
