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
    assert_eq!(diverged(&system, "a c", ""), "step 2: `c` is not in the alphabet of any component");
    assert_eq!(diverged(&system, "a a", ""), "step 2: `a` is not possible; possible: b, tau");
    assert_eq!(diverged(&system, "a b b", ""), "step 3: `b` is not possible; no action is");
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
    let states = along("b a", "", &[&[0], &[1]]);
    replay(&system, None, &states).unwrap();
    let diverged = replay(&system, low.as_ref(), &states).unwrap_err();
    assert_eq!(diverged.to_string(), "step 2: `a` does not lead to [1]");
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
    let end =
        replay(&system, None, &TraceDoc { steps: steps.clone(), cycle: steps[..7].to_vec(), vectors: None })
            .unwrap();
    assert_eq!(end.states, [vec![20_000 % 7; 30]]);
    let certificate =
        evidence(ClaimKind::Run, &[], system, None, TraceDoc { steps, cycle: vec![], vectors: None });
    assert_eq!(accept(&certificate), "SYS can do 20000 steps (30 components)");
}

#[test]
fn only_a_run_has_a_cycle() {
    let system = vec![process("P", "a", 2, &[(0, "a", 0), (0, "a", 1), (0, "a", -1)])];
    for (kind, named) in [(ClaimKind::Violation, &["P"][..]), (ClaimKind::Deadlock, &[])] {
        accept(&evidence(kind, named, system.clone(), None, trace("a", "")));
        let reason = reject_claim(&evidence(kind, named, system.clone(), None, trace("a", "a")));
        assert_eq!(reason, "this claim does not allow a cycle");
    }
    accept(&evidence(ClaimKind::Run, &[], system, None, trace("a", "a")));
}

fn along(steps: &str, cycle: &str, vectors: &[&[i64]]) -> TraceDoc {
    TraceDoc { vectors: Some(vectors.iter().map(|vector| vector.to_vec()).collect()), ..trace(steps, cycle) }
}

/// Thirty components take six internal steps each, in any order: too many states to follow, unless the run
/// names them.
#[test]
fn vectors_say_whose_internal_steps_are_meant() {
    let steps: Vec<(u32, &str, i64)> = (0..6).map(|s| (s, "tau", i64::from(s) + 1)).collect();
    let mut system: Vec<ComponentDoc> = (0..30).map(|i| process(&format!("N{i}"), "", 7, &steps)).collect();
    system.push(process("M", "a", 7, &[&steps[..], &[(6, "a", 0)]].concat()));
    system.push(part("SAFE", RoleDoc::Property, "a", 1, &[(0, "a", -1)]));
    let word = "tau ".repeat(6) + "a";
    assert!(replay(&system, None, &trace(&word, "")).unwrap_err().is_too_large());
    let mut vectors: Vec<Vec<i64>> = (1..=6).map(|s| [vec![0; 30], vec![s, 0]].concat()).collect();
    vectors.push([vec![0; 30], vec![0, -1]].concat());
    let full = TraceDoc { vectors: Some(vectors), ..trace(&word, "") };
    assert_eq!(replay(&system, None, &full).unwrap().errors, [31]);
    let certificate = evidence(ClaimKind::Violation, &["SAFE"], system, None, full);
    assert_eq!(accept(&certificate), "SYS can enter ERROR of SAFE with 7 steps (32 components)");
}

#[test]
fn wrong_vectors_are_named() {
    let system = [
        process("P", "a b", 2, &[(0, "a", 1), (0, "a", -1), (0, "tau", 1), (1, "b", 0)]),
        process("Q", "b", 2, &[(0, "tau", 1), (1, "tau", 0), (0, "b", 0), (1, "b", -1)]),
    ];
    let replay = |trace: &TraceDoc| replay(&system, None, trace);
    let end = replay(&along("a tau b", "", &[&[1, 0], &[1, 1], &[0, -1]])).unwrap();
    assert_eq!((end.errors, end.states.len(), end.enabled.len()), (vec![1], 0, 0));
    let end = replay(&along("a tau tau", "", &[&[1, 0], &[1, 1], &[1, 0]])).unwrap();
    assert_eq!(
        (end.errors.len(), end.states, end.enabled),
        (0, vec![vec![1, 0]], vec!["b".into(), "tau".to_string()])
    );
    assert!(replay(&along("a", "tau tau", &[&[1, 0], &[1, 1], &[1, 0]])).unwrap().repeats);
    assert!(replay(&along("", "a b", &[&[1, 0], &[0, 0]])).unwrap().repeats);
    let why = |trace: &TraceDoc| replay(trace).unwrap_err().to_string();
    assert_eq!(why(&along("a tau", "", &[&[1, 0]])), "step 0: there are 1 vectors for 2 steps");
    assert_eq!(why(&along("c", "", &[&[1, 0]])), "step 1: `c` is not in the alphabet of any component");
    assert_eq!(why(&along("tau", "", &[&[1, 1]])), "step 1: `tau` does not lead to [1, 1]");
    assert_eq!(why(&along("tau", "", &[&[0, 0]])), "step 1: `tau` does not lead to [0, 0]");
    assert_eq!(why(&along("a", "", &[&[1, 1]])), "step 1: `a` does not lead to [1, 1]");
    assert_eq!(why(&along("b", "", &[&[0, 0]])), "step 1: `b` does not lead to [0, 0]");
    assert_eq!(why(&along("a tau", "", &[&[1, 0], &[-1, 0]])), "step 2: `tau` does not lead to [-1, 0]");
    let on = along("a tau", "", &[&[-1, 0], &[-1, 1]]);
    assert_eq!(why(&on), "step 2: `tau` does not lead to [-1, 1]");
    for bad in [&[1][..], &[1, 0, 0], &[1, -2], &[1, u32::MAX.into()], &[1, 1 << 32]] {
        assert_eq!(why(&along("a", "", &[bad])), format!("step 1: {bad:?} is not a product state"));
    }
    let open = along("a", "tau", &[&[1, 0], &[1, 1]]);
    assert_eq!(why(&open), "step 2: the cycle does not end where it starts");
}
