//! Reductions against their definitions: the classes, the quotient, the reference tool's minimization.

use rely_lts::minimize::{Equivalence, TauReduction, ltsa, minimize, partition};
use rely_lts::{Actions, Context, Lts, Propositions, StateId};
use rely_testkit::generate::{RandomLts, Rng, Shape, all_ltss};
use rely_testkit::oracle::{self, Marks};
use rely_testkit::text::show;

/// The engine's equivalences with the oracle's, and how each sees ERROR and END.
const PAIRS: [(Equivalence, oracle::Equivalence, Marks); 4] = [
    (Equivalence::Strong, oracle::Equivalence::Strong, Marks::ERROR_ALONE),
    (Equivalence::Branching, oracle::Equivalence::Branching, Marks::ERROR_ALONE),
    (Equivalence::DivergenceBranching, oracle::Equivalence::DivergenceBranching, Marks::ERROR_ALONE),
    (Equivalence::Weak, oracle::Equivalence::Weak, Marks::OBSERVED),
];

fn check(lts: &Lts, origin: &str) {
    let fail = |what: &str, found: &Lts, expected: &Lts| -> ! {
        panic!("{what} ({origin})\nmodel\n{}engine\n{}definition\n{}", show(lts), show(found), show(expected))
    };
    check_classes(lts, origin);
    for (engine, naive, marks) in PAIRS {
        let found = minimize(lts, engine, Context::unlimited()).expect("no budget");
        let expected = oracle::quotient(naive, lts, marks);
        if !oracle::are_isomorphic(&found.lts, &expected) {
            fail(&format!("{engine:?}"), &found.lts, &expected);
        }
        let class = found.map.class_of(lts.initial()).expect("the initial state is reachable");
        assert_eq!(found.map.state_of(class), found.lts.initial(), "{engine:?} ({origin})\n{}", show(lts));
    }
    for (tau, reduction) in [(TauReduction::On, true), (TauReduction::Off, false)] {
        let found = ltsa(lts, tau, Context::unlimited()).expect("no budget");
        let expected = oracle::minimize_ltsa(lts, reduction);
        if !oracle::are_isomorphic(&found, &expected) {
            fail(&format!("LTSA's minimization, tau reduction {tau:?}"), &found, &expected);
        }
    }
}

/// The classes are those of the definition.
fn check_classes(lts: &Lts, origin: &str) {
    for (engine, naive, marks) in PAIRS {
        let blocks = partition(lts, engine, Context::unlimited()).expect("no budget");
        let classes = oracle::equivalence_classes(naive, lts, marks);
        for s in lts.states() {
            for t in lts.states() {
                assert_eq!(
                    blocks[s] == blocks[t],
                    classes[s.index()] == classes[t.index()],
                    "{engine:?}: are {s:?} and {t:?} equivalent? ({origin})\n{}",
                    show(lts)
                );
            }
        }
    }
}

/// The result has the same traces and the same traces to ERROR, and no two of its states have the same
/// residual.
///
/// Where a tau leads from the initial state to ERROR, the result need not be the smallest: the initial state
/// keeps that tau even if it is entered again by a transition beside which another one leads to ERROR.
fn check_traces(lts: &Lts, origin: &str) {
    let found = minimize(lts, Equivalence::Trace, Context::unlimited()).expect("no budget").lts;
    for (left, right) in [(lts, &found), (&found, lts)] {
        let difference = oracle::trace_inclusion_counterexample(left, right, Marks::ONLY_ERROR);
        assert_eq!(difference, None, "({origin})\nmodel\n{}engine\n{}", show(lts), show(&found));
    }
    if found.labels_of(found.initial()).iter().any(|label| label.is_tau()) {
        return;
    }
    for s in found.states() {
        for t in (s.raw() + 1..found.n_states() as u32).map(StateId::from_raw) {
            let [from_s, from_t] = [s, t].map(|initial| starting_at(&found, initial));
            let differ = [(&from_s, &from_t), (&from_t, &from_s)].into_iter().any(|(left, right)| {
                oracle::trace_inclusion_counterexample(left, right, Marks::ONLY_ERROR).is_some()
            });
            assert!(
                differ,
                "{s:?} and {t:?} are not apart ({origin})\nmodel\n{}engine\n{}",
                show(lts),
                show(&found)
            );
        }
    }
}

fn starting_at(lts: &Lts, initial: StateId) -> Lts {
    rely_testkit::text::read(
        lts.actions(),
        &show(lts).replace("initial 0", &format!("initial {}", initial.raw())),
    )
}

#[test]
fn all_with_one_or_two_states_and_two_actions() {
    let actions = Actions::new();
    let mut compared = 0;
    for lts in all_ltss(&actions, 2, Shape::plain(2)) {
        check(&lts, "exhaustive");
        compared += 1;
    }
    assert!(compared > 4000, "{compared} systems");
}

#[test]
fn all_with_one_or_two_states_one_action_error_and_end() {
    let actions = Actions::new();
    let mut compared = 0;
    for lts in all_ltss(&actions, 2, Shape::full(1)) {
        check(&lts, "exhaustive");
        check_traces(&lts, "exhaustive");
        compared += 1;
    }
    assert!(compared > 4000, "{compared} systems");
}

/// 2^27 models without and about 2^36 with ERROR and END: a stride takes a few thousand of each.
#[test]
fn some_with_three_states_and_two_actions() {
    let actions = Actions::new();
    let plain = all_ltss(&actions, 3, Shape::plain(2)).from_states(3).every(40_009);
    let full = all_ltss(&actions, 3, Shape::full(2)).from_states(3).every(20_000_003);
    let mut compared = 0;
    for lts in plain.chain(full) {
        check(&lts, "stride");
        check_traces(&lts, "stride");
        compared += 1;
    }
    assert!(compared > 5000, "{compared} systems");
}

#[test]
fn random_models() {
    let actions = Actions::new();
    for seed in 0..1500 {
        let mut rng = Rng::new(seed);
        let knobs = RandomLts {
            states: 2 + rng.below(7),
            fan_out: 1 + rng.below(3),
            actions: 1 + rng.below(3),
            tau_percent: [0, 30, 60, 90][rng.below(4)],
            error_percent: [0, 10][rng.below(2)],
            connected: rng.percent(80),
            ..RandomLts::default()
        };
        let lts = knobs.generate(&actions, &mut rng);
        check(&lts, &format!("seed {seed}"));
        check_traces(&lts, &format!("seed {seed}"));
    }
}

/// States that differ in a proposition are in different classes, whatever they do.
#[test]
fn random_models_with_propositions() {
    let actions = Actions::new();
    for seed in 0..1000 {
        let mut rng = Rng::new(seed);
        let knobs = RandomLts { states: 2 + rng.below(6), tau_percent: 60, ..RandomLts::default() };
        let lts = knobs.generate(&actions, &mut rng);
        let mut held = Propositions::new(vec!["p".into(), "q".into()], lts.n_states());
        for s in lts.states() {
            (0..2).for_each(|i| held.set(s, i, rng.percent(20)));
        }
        let lts = lts.with_propositions(held).expect("one set per state");
        check_classes(&lts, &format!("seed {seed}, propositions {:?}", lts.propositions()));
    }
}
