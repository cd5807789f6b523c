//! Weak bisimilarity on models of hundreds of states, against strong bisimilarity of the closure under tau.

use std::collections::HashMap;
use std::hash::Hash;

use rely_lts::minimize::{Equivalence, partition};
use rely_lts::{ActionId, Actions, Budget, Context, Lts, LtsBuilder, Propositions, Spent, StateId};
use rely_testkit::generate::{self, RandomLts, Rng};

/// The closure: `s -tau-> t` if tau\* leads from `s` to `t`, `s -a-> t` if tau\* a tau\* does. ERROR becomes
/// a state with a loop of its own, and END has one too.
fn closure(lts: &Lts) -> Lts {
    let n = lts.n_states() + 1;
    let index = |s: StateId| if s.is_error() { n - 1 } else { s.index() };
    let actions = lts.actions();
    let mut steps: Vec<(usize, ActionId, usize)> = Vec::new();
    let mut taus: Vec<Vec<usize>> = vec![Vec::new(); n];
    for (s, label, t) in lts.transitions() {
        if label.is_tau() {
            taus[s.index()].push(index(t));
        } else {
            steps.push((s.index(), actions.intern(&lts.label_name(label)), index(t)));
        }
    }
    steps.push((n - 1, actions.intern("error!"), n - 1));
    steps.extend(lts.end().map(|end| (end.index(), actions.intern("end!"), end.index())));
    let after = |s: usize| {
        let mut seen = vec![false; n];
        let mut stack = vec![s];
        while let Some(t) = stack.pop() {
            if !std::mem::replace(&mut seen[t], true) {
                stack.extend(&taus[t]);
            }
        }
        (0..n).filter(|&t| seen[t]).collect()
    };
    let after: Vec<Vec<usize>> = (0..n).map(after).collect();
    let mut builder = LtsBuilder::new(actions);
    builder.ensure_states(n).expect("hundreds of states fit");
    let mut before: Vec<Vec<usize>> = vec![Vec::new(); n];
    for (s, targets) in after.iter().enumerate() {
        for &t in targets {
            before[t].push(s);
            builder.add_transition(StateId::at(s), ActionId::TAU, StateId::at(t));
        }
    }
    for (s, action, t) in steps {
        for &source in &before[s] {
            for &target in &after[t] {
                builder.add_transition(StateId::at(source), action, StateId::at(target));
            }
        }
    }
    let closed = builder.finish(lts.initial()).expect("all states were added");
    let Some(propositions) = lts.propositions() else { return closed };
    let mut names = propositions.names().to_vec();
    names.push("error".into());
    let mut held = Propositions::new(names, n);
    for s in lts.states() {
        (0..propositions.names().len()).for_each(|i| held.set(s, i, propositions.holds(s, i)));
    }
    held.set(StateId::at(n - 1), propositions.names().len(), true);
    closed.with_propositions(held).expect("one set per state")
}

/// Classes by number, in the order of their first states.
fn numbered<C: Copy + Eq + Hash>(classes: &[C]) -> Vec<usize> {
    let mut numbers: HashMap<C, usize> = HashMap::new();
    classes
        .iter()
        .map(|&class| {
            let next = numbers.len();
            *numbers.entry(class).or_insert(next)
        })
        .collect()
}

fn weak_classes(lts: &Lts) -> Vec<usize> {
    numbered(partition(lts, Equivalence::Weak, Context::unlimited()).expect("no budget").as_slice())
}

fn check(lts: &Lts, origin: &str) {
    let found = weak_classes(lts);
    let expected = partition(&closure(lts), Equivalence::Strong, Context::unlimited()).expect("no budget");
    let expected = numbered(&expected.as_slice()[..lts.n_states()]);
    if let Some(s) = (0..lts.n_states()).find(|&s| found[s] != expected[s]) {
        panic!("state {s} is in block {}, not {} ({origin})", found[s], expected[s]);
    }
}

fn with_random_propositions(lts: Lts, rng: &mut Rng) -> Lts {
    let mut held = Propositions::new(vec!["p".into()], lts.n_states());
    lts.states().for_each(|s| held.set(s, 0, rng.percent(30)));
    lts.with_propositions(held).expect("one set per state")
}

/// Few transitions, so that many states are equivalent and tau cycles are short.
#[test]
fn random_models_of_hundreds_of_states() {
    let actions = Actions::new();
    for seed in 0..150 {
        let mut rng = Rng::new(seed);
        let knobs = RandomLts {
            states: 20 + rng.below(180),
            fan_out: 1 + rng.below(4),
            actions: 1 + rng.below(3),
            tau_percent: [30, 50, 70][rng.below(3)],
            error_percent: [0, 2][rng.below(2)],
            connected: rng.percent(50),
            ..RandomLts::default()
        };
        let lts = knobs.generate(&actions, &mut rng);
        check(&lts, &format!("seed {seed}"));
        let lts = with_random_propositions(lts, &mut rng);
        check(&lts, &format!("seed {seed} with propositions"));
    }
}

/// Acyclic and full of tau: most states reach most others, and branching bisimilarity merges few of them.
#[test]
fn layers_of_tau() {
    let actions = Actions::new();
    let visible = ["a", "b", "c"].map(|name| actions.intern(name));
    for seed in 0..60 {
        let mut rng = Rng::new(seed);
        let (layers, width) = (3 + rng.below(25), 1 + rng.below(12));
        let mut builder = LtsBuilder::new(&actions);
        builder.ensure_states(layers * width).expect("layers fit");
        for s in width..layers * width {
            for _ in 0..1 + rng.below(3) {
                let target = rng.below(s / width * width);
                let action = if rng.percent(70) { ActionId::TAU } else { *rng.pick(&visible) };
                builder.add_transition(StateId::at(s), action, StateId::at(target));
            }
        }
        let lts = builder.finish(StateId::at(layers * width - 1)).expect("all states were added");
        check(&lts, &format!("seed {seed}"));
        check(&generate::permuted(&lts, &mut rng), &format!("seed {seed}, permuted"));
    }
}

/// State `i` can go on by tau, and by `a` leave to a line of its own length: all reach all later ones and
/// none are equivalent.
fn comb(actions: &Actions, n: usize) -> Lts {
    let mut builder = LtsBuilder::new(actions);
    builder.ensure_states(2 * n).expect("combs fit");
    let (a, b) = (actions.intern("a"), actions.intern("b"));
    for i in 0..n {
        builder.add_transition(StateId::at(i), a, StateId::at(n + i));
        if i + 1 < n {
            builder.add_transition(StateId::at(i), ActionId::TAU, StateId::at(i + 1));
            builder.add_transition(StateId::at(n + i), b, StateId::at(n + i + 1));
        }
    }
    builder.finish(StateId::at(0)).expect("all states were added")
}

#[test]
fn families() {
    let actions = Actions::new();
    let compose = |family: generate::Family| {
        rely_lts::compose(&family.system, Context::unlimited()).expect("no budget").lts
    };
    let models = [
        ("philosophers", compose(generate::philosophers(&actions, 4))),
        ("scheduler", compose(generate::milner_scheduler(&actions, 5))),
        ("buffers", compose(generate::buffer_chain(&actions, 5, 2))),
        ("ring", compose(generate::token_ring(&actions, 9))),
        ("grid", compose(generate::tau_grid(&actions, 16))),
        ("chain", compose(generate::tau_chain(&actions, 300))),
        ("comb", comb(&actions, 150)),
    ];
    for (name, lts) in models {
        check(&lts, name);
        check(&generate::permuted(&lts, &mut Rng::new(1)), name);
    }
}

/// Sets of blocks per state would take 4 bytes for each of half a billion pairs here.
#[test]
fn memory_is_linear_where_all_reach_all() {
    let lts = comb(&Actions::new(), 5_000);
    let budget = Budget::unlimited().with_memory(16 << 20);
    let blocks = partition(&lts, Equivalence::Weak, Context::with_budget(&budget)).expect("linear memory");
    assert_eq!(numbered(blocks.as_slice()), (0..lts.n_states()).collect::<Vec<usize>>());
    let little = Budget::unlimited().with_memory(1 << 16);
    let spent = partition(&lts, Equivalence::Weak, Context::with_budget(&little));
    assert_eq!(spent, Err(Spent::Memory(1 << 16)));
}
/// A tau cycle through states with different propositions: one of its states is soon alone in its block, the
/// other one (1) stays equivalent to a state that is not on the cycle (2).
#[test]
fn a_cycle_of_which_one_state_is_alone() {
    let actions = Actions::new();
    let (a, b) = (actions.intern("a"), actions.intern("b"));
    let mut builder = LtsBuilder::new(&actions);
    let line = 40;
    builder.ensure_states(4 + line).expect("a line fits");
    let tau = ActionId::TAU;
    for (s, action, t) in [(0, tau, 1), (1, tau, 0), (2, tau, 0), (0, a, 3), (2, a, 3), (3, b, 4)] {
        builder.add_transition(StateId::at(s), action, StateId::at(t));
    }
    for i in 4..3 + line {
        builder.add_transition(StateId::at(i), b, StateId::at(i + 1));
    }
    let lts = builder.finish(StateId::at(2)).expect("all states were added");
    let mut held = Propositions::new(vec!["p".into()], lts.n_states());
    held.set(StateId::at(0), 0, true);
    let lts = lts.with_propositions(held).expect("one set per state");
    assert_eq!(weak_classes(&lts)[..4], [0, 1, 1, 2]);
    check(&lts, "a cycle");
}
