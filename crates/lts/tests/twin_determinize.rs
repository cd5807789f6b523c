//! Determinization against the full subset construction and against traces.

use rely_lts::determinize::{ErrorRule, determinize, ltsa_determinize};
use rely_lts::{Actions, Context, Lts};
use rely_testkit::generate::{RandomLts, Rng, Shape, all_ltss};
use rely_testkit::oracle::{self, Marks};
use rely_testkit::text::show;

fn check(lts: &Lts, origin: &str) {
    let sets = determinize(lts, ErrorRule::Absorb, Context::unlimited()).expect("no budget");
    let expected = oracle::determinize(lts);
    assert!(
        oracle::are_isomorphic(&sets.lts, &expected),
        "({origin})\nmodel\n{}engine\n{}definition\n{}",
        show(lts),
        show(&sets.lts),
        show(&expected)
    );
    check_traces(lts, ErrorRule::Split, Marks::ONLY_ERROR, origin);
    check_traces(lts, ErrorRule::Plain, Marks::IGNORED, origin);
    check_ltsa(lts, origin);
}

/// The same traces, seen with these marks; deterministic but for ERROR.
fn check_traces(lts: &Lts, rule: ErrorRule, marks: Marks, origin: &str) {
    let found = determinize(lts, rule, Context::unlimited()).expect("no budget").lts;
    let dump = || format!("{rule:?} ({origin})\nmodel\n{}engine\n{}", show(lts), show(&found));
    assert_eq!(oracle::trace_inclusion_counterexample(lts, &found, marks), None, "{}", dump());
    assert_eq!(oracle::trace_inclusion_counterexample(&found, lts, marks), None, "{}", dump());
    let inner: Vec<_> = found.transitions().filter(|(_, _, t)| !t.is_error()).collect();
    assert!(inner.iter().all(|(_, label, _)| !label.is_tau()), "{}", dump());
    assert!(inner.windows(2).all(|pair| (pair[0].0, pair[0].1) != (pair[1].0, pair[1].1)), "{}", dump());
}

/// LTSA's way: unchanged if there is nothing to do, otherwise the smallest deterministic LTS.
fn check_ltsa(lts: &Lts, origin: &str) {
    let found = ltsa_determinize(lts, Context::unlimited()).expect("no budget");
    let edges: Vec<_> = lts.transitions().map(|(s, label, _)| (s, label)).collect();
    let nothing_to_do =
        edges.windows(2).all(|pair| pair[0] != pair[1]) && edges.iter().all(|edge| !edge.1.is_tau());
    if nothing_to_do {
        assert_eq!(show(&found), show(lts), "({origin})");
        return;
    }
    let subsets = oracle::determinize(lts);
    let expected = oracle::minimize_ltsa(&subsets, false);
    assert!(
        oracle::are_isomorphic(&found, &expected),
        "LTSA ({origin})\nmodel\n{}engine\n{}definition\n{}",
        show(lts),
        show(&found),
        show(&expected)
    );
    if subsets.transitions().all(|(_, label, _)| !label.is_tau()) {
        assert_eq!(found.n_states(), oracle::nerode_classes(&subsets), "({origin})\n{}", show(lts));
    }
}

#[test]
fn all_with_one_or_two_states_and_two_actions() {
    let actions = Actions::new();
    all_ltss(&actions, 2, Shape::plain(2)).for_each(|lts| check(&lts, "exhaustive"));
}

#[test]
fn all_with_one_or_two_states_one_action_error_and_end() {
    let actions = Actions::new();
    all_ltss(&actions, 2, Shape::full(1)).for_each(|lts| check(&lts, "exhaustive"));
}

/// 2^27 models without and about 2^36 with ERROR and END: a stride takes a few thousand of each.
#[test]
fn some_with_three_states_and_two_actions() {
    let actions = Actions::new();
    let plain = all_ltss(&actions, 3, Shape::plain(2)).from_states(3).every(40_009);
    let full = all_ltss(&actions, 3, Shape::full(2)).from_states(3).every(20_000_003);
    let n_checked = plain.chain(full).map(|lts| check(&lts, "stride")).count();
    assert!(n_checked > 6_000, "{n_checked}");
}

#[test]
fn random_models() {
    let actions = Actions::new();
    for seed in 0..1500 {
        let mut rng = Rng::new(seed);
        let knobs = RandomLts {
            states: 2 + rng.below(6),
            actions: 1 + rng.below(3),
            tau_percent: [0, 20, 50][rng.below(3)],
            error_percent: [0, 10][rng.below(2)],
            connected: rng.percent(80),
            ..RandomLts::default()
        };
        check(&knobs.generate(&actions, &mut rng), &format!("seed {seed}"));
    }
}
