//! Refinement by splitters against the definitions on small models, and against signatures on larger ones.

use std::sync::Arc;

use rely_lts::minimize::{Equivalence, partition, partition_by_splitters};
use rely_lts::{ActionId, Actions, Budget, Context, Lts, LtsBuilder, Propositions, Spent, StateId};
use rely_testkit::generate::{self, RandomLts, Rng, Shape, all_ltss};
use rely_testkit::oracle::{self, Marks};
use rely_testkit::text::show;

/// The equivalences that have a splitter algorithm, with the oracle's.
const PAIRS: [(Equivalence, oracle::Equivalence); 3] = [
    (Equivalence::Strong, oracle::Equivalence::Strong),
    (Equivalence::Branching, oracle::Equivalence::Branching),
    (Equivalence::DivergenceBranching, oracle::Equivalence::DivergenceBranching),
];

fn by_splitters(lts: &Lts, equivalence: Equivalence) -> Vec<u32> {
    let blocks = partition_by_splitters(lts, equivalence, Context::unlimited()).expect("no budget");
    blocks.expect("there is such an algorithm").as_slice().iter().map(|class| class.raw()).collect()
}

/// The classes are those of the definition, numbered by their first state.
fn check_by_definition(lts: &Lts, origin: &str) {
    for (engine, naive) in PAIRS {
        let found = by_splitters(lts, engine);
        let classes = oracle::equivalence_classes(naive, lts, Marks::ERROR_ALONE);
        let mut firsts: Vec<StateId> = Vec::new();
        for s in lts.states() {
            let first = classes[s.index()];
            let number = firsts.iter().position(|&f| f == first).unwrap_or_else(|| {
                firsts.push(first);
                firsts.len() - 1
            });
            assert_eq!(
                found[s.index()],
                number as u32,
                "{engine:?}: the class of {s:?} ({origin})\n{}",
                show(lts)
            );
        }
    }
}

/// Both kinds of refinement find the same classes.
fn check_by_signatures(lts: &Lts, origin: &str) {
    for (engine, _) in PAIRS {
        let expected = partition(lts, engine, Context::unlimited()).expect("no budget");
        let found = by_splitters(lts, engine);
        if let Some(s) = (0..found.len()).find(|&s| found[s] != expected.as_slice()[s].raw()) {
            panic!(
                "{engine:?}: state {s} is in block {}, not {} ({origin})",
                found[s],
                expected.as_slice()[s].raw()
            );
        }
    }
}

fn with_random_propositions(lts: Lts, rng: &mut Rng) -> Lts {
    let mut held = Propositions::new(vec!["p".into(), "q".into()], lts.n_states());
    for s in lts.states() {
        (0..2).for_each(|i| held.set(s, i, rng.percent(20)));
    }
    lts.with_propositions(held).expect("one set per state")
}

#[test]
fn all_with_one_or_two_states() {
    let actions = Actions::new();
    let models = all_ltss(&actions, 2, Shape::plain(2)).chain(all_ltss(&actions, 2, Shape::full(1)));
    models.for_each(|lts| check_by_definition(&lts, "exhaustive"));
}

/// All 2^18 with one action, and a stride through those with ERROR, END and a second action.
#[test]
fn three_states() {
    let actions = Actions::new();
    let plain = all_ltss(&actions, 3, Shape::plain(1)).from_states(3).every(7);
    let full = all_ltss(&actions, 3, Shape::full(2)).from_states(3).every(4_000_037);
    plain.chain(full).for_each(|lts| check_by_definition(&lts, "stride"));
}

#[test]
fn random_small_models() {
    let actions = Actions::new();
    for seed in 0..3000 {
        let mut rng = Rng::new(seed);
        let knobs = RandomLts {
            states: 2 + rng.below(9),
            fan_out: 1 + rng.below(4),
            actions: 1 + rng.below(3),
            tau_percent: [0, 30, 60, 90][rng.below(4)],
            error_percent: [0, 10][rng.below(2)],
            connected: rng.percent(80),
            ..RandomLts::default()
        };
        let mut lts = knobs.generate(&actions, &mut rng);
        if rng.percent(30) {
            lts = with_random_propositions(lts, &mut rng);
        }
        check_by_definition(&lts, &format!("seed {seed}"));
    }
}

/// A few labels and targets that are near make many equivalent states; far ones make few.
#[test]
fn random_models_of_thousands_of_states() {
    let actions = Actions::new();
    for seed in 0..60 {
        let mut rng = Rng::new(seed);
        let knobs = RandomLts {
            states: 1000 + rng.below(3000),
            fan_out: 1 + rng.below(4),
            actions: 1 + rng.below(3),
            tau_percent: [0, 20, 40, 70][rng.below(4)],
            error_percent: [0, 1][rng.below(2)],
            connected: rng.percent(50),
            ..RandomLts::default()
        };
        let mut lts = knobs.generate(&actions, &mut rng);
        if rng.percent(30) {
            lts = with_random_propositions(lts, &mut rng);
        }
        check_by_signatures(&lts, &format!("seed {seed}"));
    }
}

/// Layers of states with steps into the next layers only: no tau cycle, long inert paths, many classes.
fn layered(actions: &Actions, layers: usize, width: usize, rng: &mut Rng) -> Lts {
    let mut builder = LtsBuilder::new(actions);
    builder.ensure_states(layers * width).expect("layers fit");
    let visible: Vec<ActionId> = ["a", "b"].map(|name| actions.intern(name)).to_vec();
    for layer in 1..layers {
        for i in 0..width {
            for _ in 0..1 + rng.below(3) {
                let back = 1 + rng.below(layer.min(3));
                let target = StateId::at((layer - back) * width + rng.below(width));
                let action = if rng.percent(75) { ActionId::TAU } else { *rng.pick(&visible) };
                builder.add_transition(StateId::at(layer * width + i), action, target);
            }
        }
    }
    builder.finish(StateId::at(layers * width - 1)).expect("all states were added")
}

#[test]
fn layers_of_tau() {
    let actions = Actions::new();
    for seed in 0..60 {
        let mut rng = Rng::new(seed);
        let (layers, width) = (5 + rng.below(60), 1 + rng.below(30));
        let lts = layered(&actions, layers, width, &mut rng);
        check_by_signatures(&lts, &format!("seed {seed}"));
        check_by_signatures(&generate::permuted(&lts, &mut rng), &format!("seed {seed}, permuted"));
    }
}

#[test]
fn families() {
    let actions = Actions::new();
    let systems = [
        ("philosophers", generate::philosophers(&actions, 5)),
        ("scheduler", generate::milner_scheduler(&actions, 6)),
        ("buffers", generate::buffer_chain(&actions, 6, 2)),
        ("ring", generate::token_ring(&actions, 9)),
        ("grid", generate::tau_grid(&actions, 25)),
        ("chain", generate::tau_chain(&actions, 3000)),
    ];
    for (name, family) in systems {
        let lts = rely_lts::compose(&family.system, Context::unlimited()).expect("no budget").lts;
        check_by_signatures(&lts, name);
        check_by_signatures(&generate::permuted(&lts, &mut Rng::new(1)), name);
    }
}

#[test]
fn a_spent_budget_ends_the_run() {
    let actions = Actions::new();
    let knobs = RandomLts { states: 20_000, fan_out: 4, end_percent: 0, ..RandomLts::default() };
    let lts = knobs.generate(&actions, &mut Rng::new(1));
    let little = Budget::unlimited().with_memory(100_000);
    let stopped = Budget { stop: Some(Arc::new(|| Some(Spent::Cancelled))), ..Budget::unlimited() };
    let enough = Budget::unlimited().with_memory(100_000_000);
    for (engine, _) in PAIRS {
        let run = |budget: &Budget| partition_by_splitters(&lts, engine, Context::with_budget(budget)).err();
        assert_eq!(run(&little), Some(Spent::Memory(100_000)), "{engine:?}");
        assert_eq!(run(&stopped), Some(Spent::Cancelled), "{engine:?}");
        assert_eq!(run(&enough), None, "{engine:?}");
    }
}
