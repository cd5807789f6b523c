//! Traces on small systems: where they end, where they diverge, which cycles repeat.
#![allow(missing_docs)]

mod common;

use common::*;
use rely_certify::*;

fn diverged(components: &[ComponentDoc], steps: &str, cycle: &str) -> String {
    replay(components, None, &trace(steps, cycle)).unwrap_err().to_string()
}

#[test]
fn a_trace_ends_somewhere() {
    let system = [
        with_end(process("P", "a b", 3, &[(0, "a", 1), (1, "b", 2), (1, "tau", 0)]), 2),
        part("Q", RoleDoc::Property, "b", 1, &[(0, "b", 0)]),
    ];
    let end = replay(&system, None, &trace("", "")).unwrap();
    assert_eq!((end.enabled, end.states), (vec!["a".to_string()], vec![vec![0, 0]]));
    let end = replay(&system, None, &trace("a tau a", "")).unwrap();
    assert_eq!((end.enabled, end.states), (vec!["b".to_string(), "tau".into()], vec![vec![1, 0]]));
    let end = replay(&system, None, &trace("a b", "")).unwrap();
    assert!(end.terminated && !end.deadlock && end.enabled.is_empty() && end.errors.is_empty());
    assert_eq!(diverged(&system, "a c", ""), "step 2: `c` is in the alphabet of no component");
    assert_eq!(diverged(&system, "a a", ""), "step 2: `a` is not possible; possible: b, tau");
    assert_eq!(diverged(&system, "a b b", ""), "step 3: `b` is not possible; nothing is");
    assert_eq!(diverged(&[], "", ""), "step 0: the system has no components");
}

/// Both components enter ERROR in one step; a third could, but takes another way.
#[test]
fn all_components_that_enter_error_are_named() {
    let system = [
        process("P", "a", 1, &[(0, "a", -1)]),
        process("Q", "b", 1, &[(0, "b", 0)]),
        process("R", "a", 2, &[(0, "a", -1), (0, "a", 1)]),
    ];
    let end = replay(&system, None, &trace("b a", "")).unwrap();
    assert_eq!((end.errors, end.states.len(), end.deadlock), (vec![0, 2], 0, false));
    assert_eq!(diverged(&system, "a b", ""), "step 2: `b` is not possible; the system has entered ERROR");
}

#[test]
fn low_actions_are_not_replayed_where_high_ones_are_enabled() {
    let system = [process("P", "a b", 2, &[(0, "a", 1), (0, "b", 0), (1, "a", 0)])];
    let low = priority(&["a"], TauDoc::High);
    replay(&system, None, &trace("b a", "")).unwrap();
    let diverged = replay(&system, low.as_ref(), &trace("b a", "")).unwrap_err();
    assert_eq!(diverged.to_string(), "step 2: `a` is not possible; possible: b");
}

#[test]
fn a_cycle_must_be_repeatable_for_ever() {
    // Two rounds are possible, three are not; `b` goes round; `c` reaches its loop in the second round.
    let system = [process(
        "P",
        "a b c",
        5,
        &[(0, "a", 1), (1, "a", 2), (0, "b", 0), (0, "c", 3), (3, "c", 4), (4, "c", 4)],
    )];
    assert!(replay(&system, None, &trace("", "b")).unwrap().repeats);
    assert!(replay(&system, None, &trace("b", "b b")).unwrap().repeats);
    assert!(replay(&system, None, &trace("", "c")).unwrap().repeats);
    assert!(!replay(&system, None, &trace("b", "")).unwrap().repeats);
    assert_eq!(diverged(&system, "b", "a"), "step 2: the cycle cannot be repeated forever");
    assert_eq!(diverged(&system, "b", "a b"), "step 3: `b` is not possible; possible: a");
}

/// One of two ways goes round, the other stops.
#[test]
fn one_repeatable_way_is_enough() {
    let system = [process("P", "a b", 3, &[(0, "a", 1), (0, "a", 2), (1, "b", 1), (2, "b", -1)])];
    let end = replay(&system, None, &trace("a", "b")).unwrap();
    assert!(end.repeats && end.states.len() == 2);
    let stops = [process("P", "a b", 2, &[(0, "a", 0), (0, "b", 1), (0, "b", -1)])];
    assert_eq!(diverged(&stops, "a", "b"), "step 2: the cycle cannot be repeated forever");
}

#[test]
fn long_traces_are_replayed_quickly() {
    // Thirty counters modulo 7 with a clock they share.
    let ring: Vec<(u32, &str, i64)> = (0..7).map(|s| (s, "tick", i64::from((s + 1) % 7))).collect();
    let system: Vec<ComponentDoc> = (0..30).map(|i| process(&format!("C{i}"), "tick", 7, &ring)).collect();
    let steps = vec!["tick".to_string(); 20_000];
    let end = replay(&system, None, &TraceDoc { steps: steps.clone(), cycle: steps[..7].to_vec() }).unwrap();
    assert_eq!(end.states, [vec![20_000 % 7; 30]]);
    let certificate = evidence(ClaimKind::Run, &[], system, None, TraceDoc { steps, cycle: vec![] });
    assert_eq!(accept(&certificate), "SYS can do 20000 steps (30 components)");
}

#[test]
fn only_a_run_has_a_cycle() {
    let system = vec![process("P", "a", 2, &[(0, "a", 0), (0, "a", 1), (0, "a", -1)])];
    for (kind, named) in [(ClaimKind::Violation, &["P"][..]), (ClaimKind::Deadlock, &[])] {
        accept(&evidence(kind, named, system.clone(), None, trace("a", "")));
        let reason = reject(&evidence(kind, named, system.clone(), None, trace("a", "a")));
        assert_eq!(reason, "only a run has a cycle");
    }
    accept(&evidence(ClaimKind::Run, &[], system, None, trace("a", "a")));
}
