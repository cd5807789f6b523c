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
        ["", " ", "null", "[]", "{}", "0", "\"rely/certificate/2\"", "{\"schema\":\"rely/certificate/2\"}"]
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
    let newer = "{\"schema\":\"rely/certificate/3\",\"parts\":[[[]]]}";
    let expect = "unsupported schema `rely/certificate/3`; this checker supports `rely/certificate/2`";
    assert_eq!(reason(newer), expect);
    assert_eq!(reason(text(&samples()[0].1).replace("certificate/2", "certificate/3")), expect);
    let older = reason(text(&samples()[0].1).replace("certificate/2", "certificate/1"));
    assert!(older.starts_with("it has the older schema `rely/certificate/1`"), "{older}");
}

/// The names of all members of all objects.
fn field_names(value: &serde_json::Value) -> std::collections::BTreeSet<String> {
    match value {
        serde_json::Value::Object(fields) => fields
            .iter()
            .flat_map(|(name, value)| field_names(value).into_iter().chain([name.clone()]))
            .collect(),
        serde_json::Value::Array(items) => items.iter().flat_map(field_names).collect(),
        _ => Default::default(),
    }
}

#[test]
fn a_repeated_field_is_an_error() {
    let mut n = 0;
    for (_, certificate) in samples() {
        let good = text(&certificate);
        for field in field_names(&serde_json::to_value(&certificate).unwrap()) {
            let key = format!("\"{field}\":");
            for (at, _) in good.match_indices(&key) {
                // The value ends where a parser says so.
                let rest = &good[at + key.len()..];
                let mut stream = serde_json::Deserializer::from_str(rest).into_iter::<serde_json::Value>();
                stream.next().unwrap().unwrap();
                let value = &rest[..stream.byte_offset()];
                let twice = format!("{}{key}{value},{}", &good[..at], &good[at..]);
                assert!(reason(&twice).starts_with("not a certificate: "), "{twice}");
                n += 1;
            }
        }
    }
    assert!(n > 1_000, "{n}");
}

#[test]
fn deep_nesting_is_no_trouble() {
    let good = text(&samples()[0].1);
    for (open, close) in [("[", "]"), ("{\"a\":", "}"), ("[[0,", "]]"), ("{\"safety\":", "}")] {
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
    let base = process("P", "a", u32::MAX - 1, &[(0, "a", 4_294_967_293), (4_294_967_293, "a", 0)]);
    let components = vec![base; 50];
    let all = [[0u32; 50], [4_294_967_293; 50]];
    let proof = Proof::ClosedSet(SetDoc::new(&components, all));
    let large = Case::new(ClaimKind::DeadlockFreedom, &[], components, None, proof);
    accept(&large);
    // One state more is one too many: ERROR needs a number, too.
    let mut too_large = large.clone();
    too_large.components[49].states = u32::MAX;
    assert_eq!(reject_system(&too_large), "component P: it has too many states");
    for count in [0, 1, 3, u64::MAX, u64::MAX / 200 + 1, 1 << 63] {
        let Proof::ClosedSet(set) = &large.proof else { unreachable!() };
        let set = SetDoc { count, ..set.clone() };
        let other = Case { proof: Proof::ClosedSet(set), ..large.clone() };
        assert!(reject_system(&other).contains("bytes of vectors are not"));
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
        let proof = Proof::ClosedSet(SetDoc::default());
        let reason = reject_system(&Case::new(ClaimKind::DeadlockFreedom, &[], components, None, proof));
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
    let named = |names: &[&str]| -> Vec<Claim> {
        let properties = names.iter().map(|name| name.to_string()).collect();
        vec![Claim::Safety { properties, system: 0 }]
    };
    assert_eq!(reason(&|c| c.systems[0].components.clear()), "system SYS: the system has no components");
    assert_eq!(
        reason(&|c| c.systems[0].priority = low(&["none"])),
        "system SYS: low label `none` is in no alphabet"
    );
    assert_eq!(
        reason(&|c| c.systems[0].priority = low(&["tau"])),
        "system SYS: low label `tau` is in no alphabet"
    );
    assert!(
        reason(&|c| c.systems[0].priority = low(&["work", "tick"]))
            .contains("not strictly ascending at `tick`")
    );
    assert_eq!(reason(&|c| c.claims = named(&["X"])), "claim 1: it is about X, which is not a component");
    assert!(reason(&|c| c.claims = named(&["CLOCK"; 2])).contains("not strictly ascending at `CLOCK`"));
    assert_eq!(reason(&|c| c.claims = named(&[])), "claim 1: it must name a component");
    assert!(reason(&|c| c.model = Some("0".repeat(63))).contains("digest"));
    assert!(reason(&|c| c.model = Some("F".repeat(64))).contains("digest"));
    assert_eq!(reason(&|c| c.systems[0].name.clear()), "system : it has no name");
    assert_eq!(reason(&|c| c.systems.clear()), "there must be at least one system or program, and one claim");
    assert_eq!(reason(&|c| c.claims.clear()), "there must be at least one system or program, and one claim");
    assert_eq!(reason(&|c| c.systems[0].states = None), "claim 1: the system has no closed set");
    // Every system is judged, and every claim, also those that no other needs.
    let second = |c: &Certificate| SystemDoc { name: "OTHER".into(), priority: None, ..c.systems[0].clone() };
    assert!(reason(&|c| c.systems.push(second(c))).starts_with("system OTHER: `tick` leads from (0, 0)"));
    assert_eq!(
        reason(&|c| c.claims.push(Claim::DeadlockFreedom { system: 1 })),
        "claim 2: it is about a system that does not exist"
    );
    assert_eq!(
        reason(&|c| c.claims.push(Claim::DeadlockFreedom { system: u32::MAX })),
        "claim 2: it is about a system that does not exist"
    );
    let mut two = good.clone();
    two.systems.push(SystemDoc { states: None, ..second(&two) });
    two.claims.push(Claim::Run { system: 1, trace: trace("tick", "") });
    two.claims.push(Claim::DeadlockFreedom { system: 0 });
    let sentences = accept(&two.clone().sealed());
    assert!(
        sentences.contains("; OTHER can do 1 step (2 components); SYS is free of deadlock"),
        "{sentences}"
    );
    // Of the claims before the one that is not shown, the sentences remain.
    two.claims.push(Claim::Deadlock { system: 1, trace: trace("work", "") });
    let report = judge(&two.sealed());
    assert_eq!(report.reason.unwrap(), "claim 4: the trace does not end in a deadlock");
    assert_eq!((report.verdict, report.claims.len()), (CheckVerdict::Rejected, 3));
}

#[test]
fn malformed_sets_are_named() {
    // 5 states in 3 bits: 5, 6 and 7 do not exist; 5 bits are unused.
    let ring = process("P", "a", 5, &[(0, "a", 1), (1, "a", 2), (2, "a", 3), (3, "a", 4), (4, "a", 0)]);
    let good = invariant(ClaimKind::DeadlockFreedom, &[], vec![ring], None);
    let reason = |count: u64, states: &str| {
        let proof = Proof::ClosedSet(SetDoc { count, vectors: states.into() });
        reject_system(&Case { proof, ..good.clone() })
    };
    assert_eq!(good.proof, Proof::ClosedSet(SetDoc { count: 5, vectors: "ACBAYIA=".into() }));
    assert_eq!(reason(6, "ACBAYICg"), "position 5 of the set is not a vector of the system");
    assert_eq!(reason(6, "ACBAYICB"), "position 5 of the set is not a vector of the system");
    assert_eq!(reason(6, "ACBAYICA"), "the vectors are not strictly ascending");
    assert_eq!(reason(5, "ACBgQIA="), "the vectors are not strictly ascending");
    for text in ["ACBAYIB=", "ACBAYIA", "ACBAYIA==", "ACBAYIA=\n", "ACBAYI-=", "ACBA=YIA", "ACBAYIA=ACBAYIA="]
    {
        assert_eq!(reason(5, text), "the vectors are not canonical base64", "{text}");
    }
}

#[test]
fn many_components_and_labels_take_linear_time() {
    let names: Vec<String> = (0..2_000).map(|i| format!("label{i:05}")).collect();
    let wide = process("WIDE", &names.join(" "), 1, &[(0, "label00000", 0)]);
    accept(&invariant(ClaimKind::Safety, &["WIDE"], vec![wide], None));
    let components: Vec<ComponentDoc> =
        (0..20_000).map(|i| process(&format!("P{i}"), "a", 1, &[(0, "a", 0)])).collect();
    let proof = Proof::ClosedSet(SetDoc::new(&components, [vec![0; 20_000]]));
    accept(&Case::new(ClaimKind::DeadlockFreedom, &[], components, None, proof));
}

/// A small file can describe very many joint transitions.
#[test]
fn explosions_are_cut_off() {
    let all: Vec<(u32, &str, i64)> = (0..32).flat_map(|s| (0..32).map(move |t| (s, "a", t))).collect();
    let dense: Vec<ComponentDoc> = (0..3).map(|i| process(&format!("P{i}"), "a", 32, &all)).collect();
    let vectors = Naive::new(&dense, None).all();
    let proof = Proof::ClosedSet(SetDoc::new(&dense, vectors));
    let certificate = Case::new(ClaimKind::DeadlockFreedom, &[], dense, None, proof);
    let report = check_within(text(&certificate).as_bytes(), 1_000_000);
    assert_eq!(report.reason.unwrap(), "system SYS: checking it takes too many steps");
    assert!(report.facts.transitions <= 1_000_000 / 3 + 1);

    let coin = process("COIN", "a", 2, &[(0, "a", 0), (0, "a", 1), (1, "a", 0), (1, "a", 1)]);
    let diverged = replay(&vec![coin; 64], None, &trace("a a", "")).unwrap_err();
    assert_eq!(diverged, Diverged { step: 1, reason: "too many states to follow".into() });
}
