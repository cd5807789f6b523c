//! Input made to break a reader: always a rejection with a reason, never a panic, a hang or much memory.
#![allow(missing_docs)]

mod common;

use common::*;
use rely_certify::*;

fn reason(bytes: impl AsRef<[u8]>) -> String {
    let report = check(bytes.as_ref());
    assert_eq!(report.verdict, CheckVerdict::Rejected);
    report.reason.expect("a rejection has a reason")
}

#[test]
fn what_is_no_json_is_no_certificate() {
    for text in
        ["", " ", "null", "[]", "{}", "0", "\"rely/certificate/1\"", "{\"schema\":\"rely/certificate/1\"}"]
    {
        assert!(reason(text).starts_with("not a certificate: "), "{text}");
    }
    let good = text(&samples()[0].1);
    assert!(reason(format!("\u{feff}{good}")).starts_with("not a certificate: "));
    for bad in [&b"\xff"[..], b"\\ud800", b"\\u00", b"\x01", b"\\x"] {
        let (before, after) = good.split_once("SYS").unwrap();
        assert!(
            reason([before.as_bytes(), bad, after.as_bytes()].concat()).starts_with("not a certificate: ")
        );
    }
}

#[test]
fn another_version_is_named() {
    let newer = "{\"schema\":\"rely/certificate/2\",\"parts\":[[[]]]}";
    let expect = "unsupported schema `rely/certificate/2`; this checker supports `rely/certificate/1`";
    assert_eq!(reason(newer), expect);
    assert_eq!(reason(text(&samples()[0].1).replace("certificate/1", "certificate/2")), expect);
}

#[test]
fn a_repeated_field_is_an_error() {
    for (_, certificate) in samples() {
        let good = text(&certificate);
        for field in [
            "schema",
            "generator",
            "claim",
            "kind",
            "target",
            "properties",
            "model",
            "components",
            "name",
            "role",
            "alphabet",
            "states",
            "initial",
            "end",
            "transitions",
            "digest",
            "system",
            "priority",
            "proof",
            "low",
            "tau",
            "count",
            "steps",
            "cycle",
            "closed-set",
            "trace",
            "cover",
            "rule",
            "parts",
            "assumptions",
            "premises",
            "kept",
            "until",
            "refuted",
        ] {
            let key = format!("\"{field}\":");
            for (at, _) in good.match_indices(&key) {
                // The value ends where a parser says so.
                let rest = &good[at + key.len()..];
                let mut stream = serde_json::Deserializer::from_str(rest).into_iter::<serde_json::Value>();
                stream.next().unwrap().unwrap();
                let value = &rest[..stream.byte_offset()];
                let twice = format!("{}{key}{value},{}", &good[..at], &good[at..]);
                assert!(reason(&twice).starts_with("not a certificate: "), "{twice}");
            }
        }
    }
}

#[test]
fn deep_nesting_is_no_trouble() {
    let good = text(&samples()[0].1);
    for (open, close) in [("[", "]"), ("{\"a\":", "}"), ("[[0,", "]]"), ("{\"closed-set\":", "}")] {
        let deep = open.repeat(200_000);
        reason(&deep);
        reason(format!("{deep}0{}", close.repeat(200_000)));
        for place in ["\"SYS\"", "[0,1,1]", "null", "\"test\""] {
            reason(good.replace(place, &deep));
            reason(good.replace(place, &format!("{deep}0{}", close.repeat(200_000))));
        }
    }
}

#[test]
fn numbers_out_of_range_are_errors() {
    let good = text(&samples()[0].1);
    for number in
        ["-1", "4294967296", "1e3", "1.0", "-0", "18446744073709551616", "1e999", "00", "0x1", "NaN", "\"1\""]
    {
        for field in ["\"states\":2", "\"initial\":0", "\"count\":3"] {
            let (name, _) = field.split_once(':').unwrap();
            assert!(good.contains(field));
            reason(good.replace(field, &format!("{name}:{number}")));
        }
        reason(good.replace("[0,1,1]", &format!("[0,1,{}]", number.replace("-1", "-2"))));
        reason(good.replace("[0,1,1]", &format!("[{number},1,1]")));
        reason(good.replace("[0,1,1]", &format!("[0,{number},1]")));
    }
}

#[test]
fn enormous_counts_cost_nothing() {
    let base = process("P", "a", u32::MAX, &[(0, "a", 4_294_967_294), (4_294_967_294, "a", 0)]);
    let components = vec![base; 50];
    let all = [[0u32; 50], [4_294_967_294; 50]];
    let proof = Proof::ClosedSet(ClosedSet::new(&components, all));
    let large = Certificate::new("test", claim(ClaimKind::DeadlockFreedom, &[]), components, None, proof);
    accept(&large);
    for count in [0, 1, 3, u64::MAX, u64::MAX / 200 + 1, 1 << 63] {
        let Proof::ClosedSet(set) = &large.proof else { unreachable!() };
        let set = ClosedSet { count, ..set.clone() };
        let other = Certificate { proof: Proof::ClosedSet(set), ..large.clone() }.sealed();
        assert!(reject(&other).contains("bytes of states are not"));
    }
}

#[test]
fn malformed_components_are_named() {
    let good = process("P", "a b", 2, &[(0, "a", 1), (1, "b", 0)]);
    let reason = |change: &dyn Fn(&mut ComponentDoc)| {
        let mut bad = good.clone();
        change(&mut bad);
        let components = vec![process("OK", "a", 1, &[(0, "a", 0)]), bad];
        let diverged = replay(&components, None, &TraceDoc::default()).unwrap_err();
        let proof = Proof::ClosedSet(ClosedSet { count: 0, states: String::new() });
        let claim = claim(ClaimKind::DeadlockFreedom, &[]);
        let reason = reject(&Certificate::new("test", claim, components, None, proof));
        assert_eq!(diverged, Diverged { step: 0, reason: reason.clone() });
        reason
    };
    let names = |text: &str| text.split(' ').map(str::to_string).collect::<Vec<_>>();
    for (change, expect) in [
        (
            &(|c: &mut ComponentDoc| c.alphabet = names("b a")) as &dyn Fn(&mut ComponentDoc),
            "component P: alphabet: names are not strictly ascending at `a`",
        ),
        (&|c| c.alphabet = names("a a"), "component P: alphabet: names are not strictly ascending at `a`"),
        (
            &|c| c.alphabet = names("a tau"),
            "component P: an alphabet must contain neither `tau` nor the empty string",
        ),
        (
            &|c| c.alphabet = vec![String::new(), "a".into()],
            "component P: an alphabet must contain neither `tau` nor the empty string",
        ),
        (&|c| c.name.clear(), "component : it has no name"),
        (&|c| c.states = 0, "component P: initial state 0 does not exist: it has 0 states"),
        (&|c| c.initial = 2, "component P: initial state 2 does not exist: it has 2 states"),
        (&|c| c.end = Some(2), "component P: END 2 does not exist: it has 2 states"),
        (&|c| c.end = Some(1), "component P: END (state 1) has transitions"),
        (&|c| c.transitions[1].0 = 2, "component P: source 2 does not exist: it has 2 states"),
        (&|c| c.transitions[1].1 = 3, "component P: label 3 does not exist: it has 2 labels"),
        (&|c| c.transitions[1].2 = 2, "component P: target 2 does not exist: it has 2 states"),
        (&|c| c.transitions[1].2 = -2, "component P: target -2 does not exist"),
        (&|c| c.transitions[1].2 = 1 << 32, "component P: target 4294967296 does not exist"),
        (&|c| c.transitions.swap(0, 1), "component P: transitions are not strictly ascending at (0, 1, 1)"),
        (
            &|c| c.transitions[1] = c.transitions[0],
            "component P: transitions are not strictly ascending at (0, 1, 1)",
        ),
    ] {
        assert_eq!(reason(change), expect);
    }
}

#[test]
fn malformed_claims_are_named() {
    let (_, good) = samples().into_iter().find(|(name, _)| *name == "safety by priority").expect("a sample");
    let reason = |change: &dyn Fn(&mut Certificate)| {
        let mut bad = good.clone();
        change(&mut bad);
        reject(&bad.sealed())
    };
    let low = |names: &[&str]| priority(names, TauDoc::High);
    assert_eq!(reason(&|c| c.components.clear()), "the system has no components");
    assert_eq!(reason(&|c| c.system.priority = low(&["none"])), "low label `none` is in no alphabet");
    assert_eq!(reason(&|c| c.system.priority = low(&["tau"])), "low label `tau` is in no alphabet");
    assert!(
        reason(&|c| c.system.priority = low(&["work", "tick"])).contains("not strictly ascending at `tick`")
    );
    assert_eq!(
        reason(&|c| c.claim.properties = vec!["X".into()]),
        "the claim is about X, which is not a component"
    );
    assert!(
        reason(&|c| c.claim.properties = vec!["CLOCK".into(); 2])
            .contains("not strictly ascending at `CLOCK`")
    );
    assert!(reason(&|c| c.claim.properties.clear()).contains("must name components if and only if"));
    assert!(
        reason(&|c| c.claim.kind = ClaimKind::DeadlockFreedom)
            .contains("must name components if and only if")
    );
    assert!(reason(&|c| c.claim.model = Some("0".repeat(63))).contains("digest"));
    assert!(reason(&|c| c.claim.model = Some("F".repeat(64))).contains("digest"));
    assert!(reason(&|c| c.claim.target.clear()).contains("no target"));
    assert!(reason(&|c| c.claim.kind = ClaimKind::Violation).contains("needs another kind of proof"));
    assert!(reason(&|c| c.proof = Proof::Trace(TraceDoc::default())).contains("needs another kind of proof"));
}

#[test]
fn malformed_sets_are_named() {
    // 5 states in 3 bits: 5, 6 and 7 do not exist; 5 bits are unused.
    let ring = process("P", "a", 5, &[(0, "a", 1), (1, "a", 2), (2, "a", 3), (3, "a", 4), (4, "a", 0)]);
    let good = invariant(ClaimKind::DeadlockFreedom, &[], vec![ring], None);
    let reason = |count: u64, states: &str| {
        let proof = Proof::ClosedSet(ClosedSet { count, states: states.into() });
        reject(&Certificate { proof, ..good.clone() }.sealed())
    };
    assert_eq!(good.proof, Proof::ClosedSet(ClosedSet { count: 5, states: "ACBAYIA=".into() }));
    assert_eq!(reason(6, "ACBAYICg"), "position 5 of the set is not a product state");
    assert_eq!(reason(6, "ACBAYICB"), "position 5 of the set is not a product state");
    assert_eq!(reason(6, "ACBAYICA"), "the states are not strictly ascending");
    assert_eq!(reason(5, "ACBgQIA="), "the states are not strictly ascending");
    for text in ["ACBAYIB=", "ACBAYIA", "ACBAYIA==", "ACBAYIA=\n", "ACBAYI-=", "ACBA=YIA", "ACBAYIA=ACBAYIA="]
    {
        assert_eq!(reason(5, text), "the states are not canonical base64", "{text}");
    }
}

#[test]
fn many_components_and_labels_take_linear_time() {
    let names: Vec<String> = (0..2_000).map(|i| format!("label{i:05}")).collect();
    let wide = process("WIDE", &names.join(" "), 1, &[(0, "label00000", 0)]);
    accept(&invariant(ClaimKind::Safety, &["WIDE"], vec![wide], None));
    let components: Vec<ComponentDoc> =
        (0..20_000).map(|i| process(&format!("P{i}"), "a", 1, &[(0, "a", 0)])).collect();
    let proof = Proof::ClosedSet(ClosedSet::new(&components, [vec![0; 20_000]]));
    accept(&Certificate::new("test", claim(ClaimKind::DeadlockFreedom, &[]), components, None, proof));
}

/// A small file can describe very many joint transitions.
#[test]
fn explosions_are_cut_off() {
    let all: Vec<(u32, &str, i64)> = (0..32).flat_map(|s| (0..32).map(move |t| (s, "a", t))).collect();
    let dense: Vec<ComponentDoc> = (0..3).map(|i| process(&format!("P{i}"), "a", 32, &all)).collect();
    let vectors = Naive::new(&dense, None).all();
    let proof = Proof::ClosedSet(ClosedSet::new(&dense, vectors));
    let claim = claim(ClaimKind::DeadlockFreedom, &[]);
    let certificate = Certificate::new("test", claim, dense, None, proof);
    let report = check_within(&serde_json::to_vec(&certificate).unwrap(), 1_000_000);
    assert_eq!(report.reason.unwrap(), "checking it takes too many steps");
    assert!(report.facts.transitions <= 1_000_000 / 3 + 1);

    let coin = process("COIN", "a", 2, &[(0, "a", 0), (0, "a", 1), (1, "a", 0), (1, "a", 1)]);
    let diverged = replay(&vec![coin; 64], None, &trace("a a", "")).unwrap_err();
    assert_eq!(diverged, Diverged { step: 1, reason: "too many states to follow".into() });
}
