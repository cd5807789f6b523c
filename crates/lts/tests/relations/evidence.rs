//! What a person is shown for textbook pairs.

use rely_lts::relate::{Distinction, DistinctionKind, Relation, Side, compare};
use rely_lts::{Actions, Context};

use super::naive::Small;

const TAU: usize = 0;
const A: usize = 1;
const B: usize = 2;
const C: usize = 3;

/// The run, the holder and the explanation; none if the relation holds.
fn check(
    left: &Small,
    right: &Small,
    relation: Relation,
    expect: Option<(&str, Side, &str)>,
) -> Option<Distinction> {
    let actions = Actions::new();
    let verdict = compare(&left.lts(&actions), &right.lts(&Actions::new()), relation, Context::unlimited());
    let found = verdict.evidence().map(|d| {
        let names: Vec<String> = d.trace.names(&actions).iter().map(|n| n.to_string()).collect();
        (names.join(" "), d.holder, d.explanation.clone())
    });
    let expect = expect.map(|(run, holder, text)| (run.to_string(), holder, text.to_string()));
    assert_eq!(found, expect, "{relation}");
    verdict.evidence().cloned()
}

/// a.(b + c)
fn late_choice() -> Small {
    Small::new(4, vec![(0, A, 1), (1, B, 2), (1, C, 3)])
}

/// a.b + a.c
fn early_choice() -> Small {
    Small::new(5, vec![(0, A, 1), (0, A, 2), (1, B, 3), (2, C, 4)])
}

#[test]
fn early_and_late_choice() {
    let (late, early) = (late_choice(), early_choice());
    check(&late, &early, Relation::Trace, None);
    check(&early, &late, Relation::Simulation, None);
    let strong = Some(("a b", Side::Left, "left satisfies <a> (<b> true and <c> true), right does not"));
    check(&late, &early, Relation::Strong, strong);
    check(&late, &early, Relation::Simulation, strong);
    let weak = Some(("a b", Side::Left, "left satisfies <<a>> (<<b>> true and <<c>> true), right does not"));
    check(&late, &early, Relation::Weak, weak);
    check(&late, &early, Relation::Failures, None);
    let refusal = Some(("a", Side::Left, "after a, left can refuse {c}, but right cannot"));
    check(&early, &late, Relation::Failures, refusal);
}

/// a + tau.b and a + tau.b + b: weakly but not branching bisimilar.
#[test]
fn branching_sees_where_a_choice_is_made() {
    let left = Small::new(4, vec![(0, A, 1), (0, TAU, 2), (2, B, 3)]);
    let right = Small::new(4, vec![(0, A, 1), (0, TAU, 2), (0, B, 3), (2, B, 3)]);
    check(&left, &right, Relation::Weak, None);
    let until = "right satisfies ((true <a> true) <b> true), left does not";
    check(&left, &right, Relation::Branching, Some(("b", Side::Right, until)));
    let strong = "right satisfies <b> true, left does not";
    check(&left, &right, Relation::Strong, Some(("b", Side::Right, strong)));
}

#[test]
fn runs_have_the_tau_steps_of_the_holder() {
    // tau.a.tau.tau.b against a
    let left = Small::new(6, vec![(0, TAU, 1), (1, A, 2), (2, TAU, 3), (3, TAU, 4), (4, B, 5)]);
    let right = Small::new(2, vec![(0, A, 1)]);
    let text = "after a, left can do b, but right cannot";
    let distinction =
        check(&left, &right, Relation::TraceInclusion, Some(("tau a tau tau b", Side::Left, text))).unwrap();
    assert_eq!(distinction.visible_trace().len(), 2);
    check(&right, &left, Relation::TraceInclusion, None);
    check(
        &right,
        &left,
        Relation::Trace,
        Some(("tau a tau tau b", Side::Right, "after a, right can do b, but left cannot")),
    );
    let weak = Some(("tau a tau tau b", Side::Left, "left satisfies <<a>> <<b>> true, right does not"));
    check(&left, &right, Relation::Weak, weak);
}

#[test]
fn error_is_seen() {
    let error = Small::new(1, vec![(0, A, 1)]);
    let stop = Small::new(2, vec![(0, A, 1)]);
    let silent = Small::new(2, vec![(0, A, 1), (1, TAU, 2)]);
    let text = "after a, left can be in ERROR, but right cannot";
    check(&error, &stop, Relation::TraceInclusion, Some(("a", Side::Left, text)));
    check(&silent, &stop, Relation::TraceInclusion, Some(("a tau", Side::Left, text)));
    check(&stop, &error, Relation::TraceInclusion, None);
    check(
        &error,
        &stop,
        Relation::Weak,
        Some(("a", Side::Left, "left satisfies <<a>> <<ERROR>> true, right does not")),
    );
    for relation in [Relation::Trace, Relation::Weak, Relation::Branching, Relation::Failures] {
        check(&error, &silent, relation, None);
    }
}

#[test]
fn end_is_seen_except_in_traces() {
    let stop = Small::new(2, vec![(0, A, 1)]);
    let end = Small { end: Some(1), ..stop.clone() };
    check(&end, &stop, Relation::Trace, None);
    check(
        &end,
        &stop,
        Relation::Strong,
        Some(("a", Side::Left, "left satisfies <a> <END> true, right does not")),
    );
    check(
        &end,
        &stop,
        Relation::Simulation,
        Some(("a", Side::Left, "left satisfies <a> <END> true, right does not")),
    );
    check(&stop, &end, Relation::Simulation, None);
    check(
        &end,
        &stop,
        Relation::Failures,
        Some(("a", Side::Left, "after a, left can be in END, but right cannot")),
    );
    check(
        &stop,
        &end,
        Relation::Failures,
        Some(("a", Side::Left, "after a, left can refuse {END}, but right cannot")),
    );
}

#[test]
fn propositions_are_seen() {
    let plain = Small::new(2, vec![(0, A, 1)]);
    let marked = Small { marked: vec![false, true], ..plain.clone() };
    check(
        &marked,
        &plain,
        Relation::Strong,
        Some(("a", Side::Left, "left satisfies <a> [p], right does not")),
    );
    check(
        &marked,
        &plain,
        Relation::Simulation,
        Some(("a", Side::Left, "left satisfies <a> [p], right does not")),
    );
    check(
        &marked,
        &plain,
        Relation::Trace,
        Some(("a", Side::Right, "after a, right can be in [], but left cannot")),
    );
}

#[test]
fn a_system_that_never_rests_has_no_failures() {
    let busy = Small::new(1, vec![(0, TAU, 0)]);
    let stop = Small::new(1, vec![]);
    check(&busy, &stop, Relation::Failures, None);
    check(&busy, &stop, Relation::Branching, None);
    let text = "at the start, left can come to rest, but right always has a tau step";
    let distinction = check(&stop, &busy, Relation::Failures, Some(("", Side::Left, text))).unwrap();
    assert!(matches!(distinction.kind, DistinctionKind::Failure { refusal, .. } if refusal.is_empty()));
    check(
        &busy,
        &stop,
        Relation::Strong,
        Some(("tau", Side::Left, "left satisfies <tau> true, right does not")),
    );
}
