//! What the checker says about certificates, one sentence per point of the semantics.
#![allow(missing_docs)]

mod common;

use common::*;
use expect_test::expect;
use rely_certify::*;

#[test]
fn samples_are_accepted() {
    let sentences: Vec<String> =
        samples().iter().map(|(name, c)| format!("{name}: {}\n", accept(c))).collect();
    expect![[r#"
        shared labels: SYS is free of deadlock (2 components, 3 states)
        safety: SYS never enters ERROR of MUTEX (4 components, 3 states)
        both: SYS is free of deadlock (4 components, 3 states); SYS never enters ERROR of MUTEX (4 components, 3 states)
        tau high: SYS is free of deadlock (2 components, 2 states)
        safety by priority: SYS never enters ERROR of CLOCK (2 components, 2 states)
        tau low: SYS is free of deadlock (1 component, 1 state)
        end: SYS is free of deadlock (2 components, 2 states)
        non-determinism: SYS is free of deadlock (2 components, 6 states; runs may end in ERROR of R)
        error of another: SYS never enters ERROR of L (2 components, 6 states; runs may end in ERROR of R; vacuous for L: no transition to ERROR)
        violation: SYS can enter ERROR of MUTEX with 2 steps (3 components)
        violation along: SYS can enter ERROR of MUTEX with 2 steps (3 components)
        violation by choice: SYS can enter ERROR of R with 3 steps (2 components)
        deadlock: SYS can reach a deadlock with 1 step (1 component)
        run: SYS can do 2 steps, then repeat 2 steps forever (3 components)
        run by choice: SYS can do 1 step, then repeat 3 steps forever (2 components)
        always: MUTEX, WRITER satisfy EXCLUSIVE in every environment (3 components, 18 states)
        never: M satisfies P in no environment that shares {a}: ERROR is 2 steps away without it (2 components)
        weakest: ENV over {e.get, e.in, e.out, e.put} is the weakest assumption under which MUTEX, WRITER satisfy EXCLUSIVE (4 components, 9 states, 4 nodes)
        weakest by choice: ENV over {a, b, c} is the weakest assumption under which M never enters ERROR (2 components, 4 states, 2 nodes)
        asym: SYS satisfies ORDER, by rule asym with 1 assumption (3 components, premises of 4 and 4 states; runs may end in ERROR of OUTPUT)
        asym-n: SYS satisfies B_AFTER_A, by rule asym-n with 2 assumptions (4 components, premises of 3, 3 and 4 states)
        sym: SYS satisfies NEITHER, by rule sym with 2 assumptions (3 components, premises of 1, 1 and 3 states)
        sym-a: SYS satisfies GUARDED, by rule sym-a with 2 assumptions (3 components, premises of 1, 1 and 3 states)
        sym-b: SYS satisfies GUARDED, by rule sym-b with 2 assumptions (3 components, premises of 2, 2 and 2 states)
        sym-n: SYS satisfies NEITHER, by rule sym-n with 3 assumptions (4 components, premises of 1, 1, 1 and 3 states)
        pair: SYS satisfies NO_P and NO_Q, by rule pair with 2 assumptions (4 components, premises of 1, 1, 1, 1 and 3 states)
        circ: SYS satisfies NEITHER, by rule circ with 2 assumptions (3 components, premises of 2, 2 and 1 states)
        vacuous: NEVER says nothing about SYS (2 components, 4 states)
        idle: after 2 steps, only actions that belong to no process of SYS are possible
        progress: SYS keeps PROGRESS: some action of {t, x} keeps happening (1 component, 4 states, at most 2 terminal sets)
        progress of every: SYS keeps PROGRESS: every action of {t} keeps happening (1 component, 4 states, at most 2 terminal sets)
        progress if: SYS keeps PROGRESS: if {h} do, some action of {t, x} keeps happening (1 component, 4 states, at most 2 terminal sets)
        no progress: SYS does not keep PROGRESS: some action of {h} keeps happening; after 1 step it stays in a set of 1 state where that fails
        no progress of every: SYS does not keep PROGRESS: every action of {h, t} keeps happening; after 1 step it stays in a set of 1 state where that fails
        no progress if: SYS does not keep PROGRESS: if {h} do, some action of {x} keeps happening; after 1 step it stays in a set of 2 states where that fails
        assert: SYS satisfies ASSERT on all runs: []<>toss (2 components, 9 pairs of a state and what is pending)
        assert with a fluent: SYS satisfies ASSERT on all runs: []((HEADS W t) || !HEADS) (2 components, 10 pairs of a state and what is pending)
        fair assert, left: SYS satisfies ASSERT under fair choice: <>b (1 component, 2 pairs of a state and what is pending)
        fair assert, avoided: SYS satisfies ASSERT under fair choice: []<>h (1 component, 7 pairs of a state and what is pending)
        no assert, stops: SYS violates ASSERT with 1 step and stops: <>b
        no assert, cycle: SYS violates ASSERT with 2 steps and a cycle: []<>h
        no assert, prefix: SYS violates ASSERT under fair choice with 3 steps however it goes on: (toss && X toss)
        no fair assert: SYS violates ASSERT under fair choice with 2 steps and then with positive probability: <>[]{h, toss}
        strong: LEFT and RIGHT are strongly bisimilar (4 and 4 states)
        branching: LEFT and RIGHT are branching bisimilar (4 and 3 states)
        weak: LEFT and RIGHT are weakly bisimilar (4 and 3 states)
        simulation: RIGHT simulates LEFT (3 and 4 states)
        trace: LEFT and RIGHT have the same traces (4 and 3 states)
        trace inclusion: every trace of LEFT is a trace of RIGHT (3 and 3 states)
        failures: LEFT refines RIGHT (stable failures) (4 and 3 states)
        not strong: LEFT and RIGHT are not strongly bisimilar (4 and 3 states)
        not branching: LEFT and RIGHT are not branching bisimilar (3 and 3 states)
        not weak: LEFT and RIGHT are not weakly bisimilar (3 and 3 states)
        not simulation: RIGHT does not simulate LEFT (4 and 3 states)
        not trace: LEFT and RIGHT do not have the same traces (3 and 3 states)
        not trace inclusion: not every trace of LEFT is a trace of RIGHT (3 and 3 states)
        not failures: LEFT does not refine RIGHT (stable failures) (3 and 3 states)
        not failures by END: LEFT does not refine RIGHT (stable failures) (3 and 3 states)
        deadlock by reduction: SYS is free of deadlock, by partial-order reduction (4 components, 12 states; not examined: ERROR of ORDER)
        safety by reduction: SYS never enters ERROR of ORDER, by partial-order reduction (4 components, 7 states)
        program safety: no run of counter fails `i <= 2` (5 points, 5 edges, 1 cell; runs may end because they fail `i != 1`; trusted: clang 14, the encoder)
        program violation: a run of counter fails `i != 1` after 3 steps (5 points, 5 edges, 1 cell; trusted: clang 14, the encoder)
        program: no run of counter fails `i <= 2` (5 points, 5 edges, 1 cell; runs may end because they fail `i != 1`; trusted: clang 14, the encoder); a run of counter fails `i != 1` after 3 steps (5 points, 5 edges, 1 cell; trusted: clang 14, the encoder)
    "#]].assert_eq(&sentences.concat());
}

/// Is a file, as another program wrote it, accepted with these claims? Is it read and written again as it is?
fn pinned(bytes: &[u8], claims: &[&str], counts: (usize, u64, u64)) {
    let report = check(bytes);
    assert_eq!(report.claims, claims, "{report:?}");
    assert_eq!(report.verdict, CheckVerdict::Accepted);
    assert_eq!((report.facts.components, report.facts.states, report.facts.transitions), counts);
    let certificate: Certificate = serde_json::from_slice(bytes).unwrap();
    assert_eq!(certificate, certificate.clone().sealed());
    let value: serde_json::Value = serde_json::from_slice(bytes).unwrap();
    assert_eq!(serde_json::to_value(&certificate).unwrap(), value);
}

/// Files that another program wrote: they pin the format, the packing and the digests, which were computed
/// from the description of the format.
#[test]
fn the_format_is_fixed() {
    let claim = "LOCKED never enters ERROR of MUTEX (2 components, 4 states)";
    pinned(include_bytes!("data/lock.json"), &[claim], (2, 4, 5));
    let claim = "ENV_WRITER_MUTEX over {e.acquire, e.enterCS, e.exitCS, e.release} is the weakest assumption under which \
                 WRITER, MUTEX satisfy EXCLUSIVE (4 components, 6 states, 3 nodes)";
    pinned(include_bytes!("data/weakest.json"), &[claim], (4, 6, 8));
    let claim = "CHANNEL satisfies ORDER, by rule asym with 1 assumption (3 components, premises of 4 and 4 states; \
                 runs may end in ERROR of OUTPUT)";
    pinned(include_bytes!("data/rule.json"), &[claim], (3, 8, 8));
}

/// A certificate of version 1 is not read.
#[test]
fn the_older_schema_is_named() {
    let report = check(include_bytes!("data/version-1.json"));
    assert_eq!((report.verdict, report.claims.len()), (CheckVerdict::Rejected, 0));
    let expect = "it has the older schema `rely/certificate/1`; write the certificate again, this checker supports \
                  `rely/certificate/2`";
    assert_eq!(report.reason.unwrap(), expect);
}

/// The canonical text, by its description: what digests are computed from, and what is written.
fn canonical(value: &serde_json::Value) -> String {
    use serde_json::Value;
    let quoted = |text: &str| {
        let escaped = text.chars().map(|c| match c {
            '"' | '\\' => format!("\\{c}"),
            '\u{8}' => "\\b".into(),
            '\u{c}' => "\\f".into(),
            '\n' => "\\n".into(),
            '\r' => "\\r".into(),
            '\t' => "\\t".into(),
            c if c < ' ' => format!("\\u00{:02x}", u32::from(c)),
            c => c.to_string(),
        });
        format!("\"{}\"", escaped.collect::<String>())
    };
    match value {
        Value::Object(fields) => {
            let sorted: std::collections::BTreeMap<&[u8], (&String, &Value)> =
                fields.iter().map(|(name, value)| (name.as_bytes(), (name, value))).collect();
            let members = sorted.values().map(|(name, value)| quoted(name) + ":" + &canonical(value));
            format!("{{{}}}", members.collect::<Vec<_>>().join(","))
        }
        Value::Array(items) => format!("[{}]", items.iter().map(canonical).collect::<Vec<_>>().join(",")),
        Value::String(text) => quoted(text),
        Value::Number(number) => number.as_i64().unwrap().to_string(),
        other => other.to_string(),
    }
}

#[test]
fn what_is_written_is_the_canonical_text() {
    for (name, mut certificate) in samples() {
        certificate.generator = "\u{0}\u{1f}\u{7f}\u{8}\t\n\u{b}\u{c}\r\"\\/é€😀\u{2028}".into();
        let systems = certificate.systems.iter_mut().map(|system| &mut system.name);
        let programs = certificate.programs.iter_mut().map(|program| &mut program.name);
        systems.chain(programs).for_each(|name| name.push_str("\u{7}\u{1}"));
        let certificate = certificate.sealed();
        let value = serde_json::to_value(&certificate).unwrap();
        assert_eq!(text(&certificate), canonical(&value), "{name}");
        accept(&certificate);
    }
}

/// The same with the members of all objects in the opposite order.
fn reversed(value: serde_json::Value) -> serde_json::Value {
    match value {
        serde_json::Value::Object(fields) => {
            fields.into_iter().rev().map(|(name, value)| (name, reversed(value))).collect()
        }
        serde_json::Value::Array(items) => items.into_iter().map(reversed).collect(),
        other => other,
    }
}

#[test]
fn whitespace_and_the_order_of_fields_do_not_matter() {
    for (_, certificate) in samples() {
        let value = serde_json::to_value(&certificate).unwrap();
        let report = check(serde_json::to_string_pretty(&reversed(value)).unwrap().as_bytes());
        assert_eq!(report, judge(&certificate));
    }
}

/// By fsp-language §10 the alphabets of components with END must include those of the others.
#[test]
fn termination_depends_on_the_alphabets() {
    let ending = with_end(process("A", "a", 2, &[(0, "a", 1)]), 1);
    let system =
        |other: ComponentDoc| invariant(ClaimKind::DeadlockFreedom, &[], vec![ending.clone(), other], None);
    accept(&system(process("B", "a", 2, &[(0, "a", 1)])));
    accept(&system(process("B", "", 1, &[])));
    assert_eq!(reject_claim(&system(process("B", "a b", 2, &[(0, "a", 1)]))), "(1, 1) is a deadlock");
    // One of two with END is not there.
    let late = with_end(process("B", "a b", 3, &[(0, "a", 1), (1, "b", 2)]), 2);
    accept(&system(late.clone()));
    let stuck = ComponentDoc { transitions: late.transitions[..1].to_vec(), ..late };
    assert_eq!(reject_claim(&system(stuck)), "(1, 1) is a deadlock");
    // Nothing has an END.
    let stop = invariant(ClaimKind::DeadlockFreedom, &[], vec![process("STOP", "", 1, &[])], None);
    assert_eq!(reject_claim(&stop), "(0) is a deadlock");
    let end = invariant(ClaimKind::DeadlockFreedom, &[], vec![with_end(process("E", "", 1, &[]), 0)], None);
    accept(&end);
}

#[test]
fn a_transition_to_error_is_no_deadlock() {
    let failing = vec![process("F", "a", 1, &[(0, "a", -1)])];
    let sentence = accept(&invariant(ClaimKind::DeadlockFreedom, &[], failing.clone(), None));
    assert_eq!(sentence, "SYS is free of deadlock (1 component, 1 state; runs may end in ERROR of F)");
    let reason = reject_claim(&invariant(ClaimKind::Safety, &["F"], failing, None));
    assert_eq!(reason, "(0) enters ERROR of F by `a`");
}

#[test]
fn a_component_that_cannot_fail_makes_a_vacuous_claim() {
    let idle = vec![process("IDLE", "a", 1, &[(0, "a", 0)])];
    let sentence = accept(&invariant(ClaimKind::Safety, &["IDLE"], idle, None));
    assert!(sentence.ends_with("1 state; vacuous for IDLE: no transition to ERROR)"), "{sentence}");
}

/// A name stands for all components that have it.
#[test]
fn equal_names_are_claimed_together() {
    let fine = process("P", "a", 1, &[(0, "a", 0)]);
    let failing = process("P", "b", 1, &[(0, "b", -1)]);
    for components in [vec![fine.clone(), failing.clone()], vec![failing, fine]] {
        reject(&invariant(ClaimKind::Safety, &["P"], components.clone(), None));
        accept(&evidence(ClaimKind::Violation, &["P"], components, None, trace("b", "")));
    }
}

#[test]
fn priority_is_applied_to_joint_actions_only() {
    // `b` is high but B never offers it: `a` is not held back.
    let offers = process("A", "a b", 2, &[(0, "a", 1), (0, "b", 0), (1, "a", -1)]);
    let refuses = process("B", "b", 1, &[]);
    let low = priority(&["a"], TauDoc::High);
    let alone = invariant(ClaimKind::Safety, &["A"], vec![offers.clone()], low.clone());
    accept(&alone);
    let together = invariant(ClaimKind::Safety, &["A"], vec![offers, refuses], low);
    assert_eq!(reject_claim(&together), "(1, 0) enters ERROR of A by `a`");
}

#[test]
fn a_larger_closed_set_is_accepted_and_a_smaller_one_is_not() {
    // 0 ⇄ 1 reachable; 2 → 0 and 3 → 4 not.
    let component = process("P", "a b", 5, &[(0, "a", 1), (1, "a", 0), (2, "b", 0), (3, "b", 4)]);
    let with = |states: &[u32]| {
        let components = vec![component.clone()];
        let proof = Proof::ClosedSet(SetDoc::new(&components, states.iter().map(|&s| [s])));
        Case::new(ClaimKind::Safety, &["P"], components, None, proof)
    };
    accept(&with(&[0, 1]));
    accept(&with(&[2, 1, 0, 2]));
    accept(&with(&[0, 1, 2, 3, 4]));
    assert_eq!(reject_system(&with(&[0])), "`a` leads from (0) to (1), which is not in the set");
    assert_eq!(reject_system(&with(&[0, 1, 3])), "`b` leads from (3) to (4), which is not in the set");
    assert_eq!(reject_system(&with(&[1, 2])), "the initial vector (0) is not in the set");
    assert_eq!(reject_system(&with(&[])), "the initial vector (0) is not in the set");
}

#[test]
fn a_property_must_not_block() {
    let base = part("Q", RoleDoc::Property, "a b", 1, &[(0, "a", 0), (0, "b", -1)]);
    let free = process("P", "a", 1, &[(0, "a", 0)]);
    let judged = |property: ComponentDoc| {
        invariant(ClaimKind::DeadlockFreedom, &[], vec![property, free.clone()], None)
    };
    accept(&judged(base.clone()));
    // Labels that a relabeling has merged: several ways to go, but never none.
    let merged = vec![(0, 1, -1), (0, 1, 0), (0, 2, -1)];
    accept(&judged(ComponentDoc { transitions: merged, ..base.clone() }));
    for transitions in [
        vec![(0, 1, 0)],
        vec![(0, 2, 0)],
        vec![(0, 0, 0), (0, 1, 0)],
        vec![(0, 0, 0), (0, 1, 0), (0, 2, 0)],
        vec![(0, 1, -1), (0, 1, 0)],
        vec![],
    ] {
        let reason = reject(&judged(ComponentDoc { transitions, ..base.clone() }));
        assert!(reason.contains("a transition for every state and label"), "{reason}");
    }
    let reason = reject(&judged(with_end(part("Q", RoleDoc::Property, "", 1, &[]), 0)));
    assert_eq!(reason, "system SYS: component Q: a property must not have an END");
}

#[test]
fn the_work_is_limited() {
    let (_, certificate) = samples().swap_remove(1);
    let bytes = serde_json::to_vec(&certificate).unwrap();
    assert_eq!(check_within(&bytes, 1000).verdict, CheckVerdict::Accepted);
    assert_eq!(check_within(&bytes, 10).reason.unwrap(), "system SYS: checking it takes too many steps");
}
