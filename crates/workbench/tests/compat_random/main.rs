//! Random upgrades from FSP text to the verdict, against brute force (`naive`): composites with properties as
//! versions, and systems with several instances whose relabelings merge actions; candidates have other
//! alphabets, and ERROR, END and hidden actions are inside.
#![allow(missing_docs)]

mod naive;

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

use naive::{Machine, compose, is_stuck, process, property};
use rely_certify::{Certificate, CheckVerdict, Claim, check};
use rely_report::view::{CompatAnswer, CompatDocument, CompatKind, VerdictKind};
use rely_testkit::generate::Rng;
use rely_workbench::{CompatOptions, Control, Limits, compat};

const ACTIONS: [&str; 4] = ["a", "b", "c", "d"];

/// How many cases: more if asked for.
fn many() -> u64 {
    if std::env::var_os("RELY_EXHAUSTIVE").is_some() { 40_000 } else { 1_500 }
}

/// The answer for `old.lts:NAME` and `new.lts:NAME` in a folder.
fn answer(folder: &Path, name: &str, texts: [&str; 2], deadlock: bool) -> CompatDocument {
    let version = |file: &str, text: &str| {
        let path = folder.join(file);
        std::fs::write(&path, text).expect("a file can be written");
        format!("{}:{name}", path.display())
    };
    let options = CompatOptions {
        baselines: vec![version("old.lts", texts[0])],
        candidates: vec![version("new.lts", texts[1])],
        deadlock,
        certificate: Some(folder.join("certificate.json")),
        ..CompatOptions::default()
    };
    let control = Control::new(&Limits { time: Some(60), ..Limits::default() }, 1, Arc::default());
    let result = compat(&options, &control)
        .unwrap_or_else(|failure| panic!("{:?}\n{}\n{}", failure.document().diagnostics, texts[0], texts[1]));
    match result.answer {
        CompatAnswer::One(document) => {
            certified(&document, &texts);
            *document
        }
        CompatAnswer::Matrix(_) => panic!("one pair was asked for"),
    }
}

/// All that was decided is in a certificate that is accepted, and says what the verdict says.
fn certified(document: &CompatDocument, texts: &[&str; 2]) {
    let dump = || format!("{}\n{}\n--- new:\n{}", document.summary, texts[0], texts[1]);
    let has = document.certified.as_ref().expect("a certificate was asked for");
    assert_eq!((has.verdicts, &has.missing), (has.decided, &Vec::new()), "{}", dump());
    let Some(path) = &document.certificate else {
        assert_eq!(has.decided, 0, "{}", dump());
        return;
    };
    let bytes = std::fs::read(path).expect("it was written");
    let report = check(&bytes);
    rely_testkit::certificates::keep_certificate(&bytes, report.verdict == CheckVerdict::Accepted);
    assert_eq!(report.verdict, CheckVerdict::Accepted, "{:?} {}", report.reason, dump());
    let certificate: Certificate = serde_json::from_slice(&bytes).expect("it was accepted");
    let is_loss = |claim: &Claim| matches!(claim, Claim::Difference(_));
    let is_violated = |claim: &Claim| {
        let safety = matches!(claim, Claim::Violation { .. } | Claim::Deadlock { .. });
        safety || matches!(claim, Claim::ProgressViolation(_) | Claim::AssertViolation(_))
    };
    let claims = &certificate.claims;
    assert_eq!(
        claims.iter().filter(|c| is_loss(c)).count(),
        document.containment.missing.len(),
        "{}",
        dump()
    );
    assert_eq!(claims.iter().any(is_violated), document.verdict == CompatKind::Incompatible, "{}", dump());
}

/// A composite with its text, and by definition: with its properties, and without.
fn composite(rng: &mut Rng, shape: usize, errors: bool) -> (String, Machine, Machine) {
    let ends = rng.percent(30);
    let (m1, t1) = process(rng, "M1", &ACTIONS, errors, ends);
    let (m2, t2) = process(rng, "M2", &ACTIONS, errors, ends);
    let (p1, t3) = property(rng, "P1", &ACTIONS);
    let (p2, t4) = property(rng, "P2", &[&ACTIONS[..], &["f"]].concat());
    let hides_c = |machine: Machine| machine.hiding(|action| action == "c");
    let merged =
        |machine: Machine| machine.relabeled(|name| if name == "b" { "a" } else { name }.to_string());
    let prefixed = |machine: Machine| machine.relabeled(|name| format!("x.{name}"));
    let flat = |parts: &[&Machine]| compose(&parts.iter().map(|part| (*part).clone()).collect::<Vec<_>>());
    let (body, whole, bare) = match shape {
        0 => ("||SYS = (M1 || M2 || P1 || P2).", flat(&[&m1, &m2, &p1, &p2]), flat(&[&m1, &m2])),
        1 => (
            "||SYS = (M1 || M2 || P1 || P2)\\{c}.",
            hides_c(flat(&[&m1, &m2, &p1, &p2])),
            hides_c(flat(&[&m1, &m2])),
        ),
        2 => (
            "||IN = (M1 || P1)\\{c}.\n||SYS = (IN || M2 || P2).",
            flat(&[&hides_c(flat(&[&m1, &p1])), &m2, &p2]),
            flat(&[&hides_c(m1.clone()), &m2]),
        ),
        3 => (
            "||IN = (M1 || P1).\n||SYS = (IN/{a/b} || M2 || P2).",
            flat(&[&merged(flat(&[&m1, &p1])), &m2, &p2]),
            flat(&[&merged(m1.clone()), &m2]),
        ),
        _ => (
            "||IN = (M1 || P1).\n||SYS = (IN || x:IN || M2 || P2).",
            flat(&[&m1, &p1, &prefixed(m1.clone()), &prefixed(p1.clone()), &m2, &p2]),
            flat(&[&m1, &prefixed(m1.clone()), &m2]),
        ),
    };
    (format!("{t1}{t2}{t3}{t4}{body}\n"), whole, bare)
}

#[test]
fn composites_are_compared_without_their_properties_which_are_kept() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut tally: BTreeMap<&str, usize> = BTreeMap::new();
    for seed in 0..many() {
        let rng = &mut Rng::new(seed);
        let (shape, errors) = (rng.below(5), seed % 3 == 0);
        let (old, _, old_bare) = composite(rng, shape, errors);
        // Often only a part of it is another.
        let (new, whole, bare) = if rng.percent(15) {
            composite(&mut Rng::new(seed), shape, false)
        } else {
            let shape = if rng.percent(60) { shape } else { rng.below(5) };
            let errors = errors && rng.percent(50);
            composite(rng, shape, errors)
        };
        let document = answer(folder.path(), "SYS", [&old, &new], false);
        let expected = match (whole.fails(), old_bare.is_included(&bare)) {
            (true, _) => CompatKind::Incompatible,
            (false, true) => CompatKind::Replaceable,
            (false, false) => CompatKind::ReplaceableWithLosses,
        };
        assert_eq!(document.verdict, expected, "seed {seed}: {}\n{old}\n--- new:\n{new}", document.summary);
        *tally
            .entry(match expected {
                CompatKind::Incompatible => "incompatible",
                CompatKind::Replaceable => "replaceable",
                _ => "losses",
            })
            .or_default() += 1;
    }
    println!("{tally:?}");
    assert!(tally.len() == 3 && tally.values().all(|&count| count >= 20), "{tally:?}");
}

#[test]
fn systems_with_merged_actions_are_those_of_the_definitions() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut tally: BTreeMap<String, usize> = BTreeMap::new();
    for seed in 0..many() {
        let rng = &mut Rng::new(1_000_000 + seed);
        let errors = seed % 3 == 0;
        let version = |rng: &mut Rng| {
            let (ends, errors) = (rng.percent(40), errors && rng.percent(50));
            process(rng, "M", &ACTIONS, errors, ends)
        };
        let ((old, old_text), (new, new_text)) = (version(rng), version(rng));
        let names = ["a", "b", "s.a", "s.d", "e"];
        let mut relabeling = || -> BTreeMap<String, String> {
            let olds = ["a", "b", "c"].iter().filter(|_| rng.percent(60)).copied().collect::<Vec<_>>();
            olds.iter().map(|old| (old.to_string(), names[rng.below(names.len())].to_string())).collect()
        };
        let (first, second) = (relabeling(), relabeling());
        let known = [&names[..], &["s.b", "d"]].concat();
        let (e, e_text) = process(rng, "E", &known, false, false);
        let (p1, p1_text) = property(rng, "P1", &known);
        let (p2, p2_text) = property(rng, "P2", &[&known[..], &["f"]].concat());
        let clause = |pairs: &BTreeMap<String, String>, prefix: &str| {
            let pairs: Vec<String> = pairs.iter().map(|(old, new)| format!("{new}/{prefix}{old}")).collect();
            if pairs.is_empty() { String::new() } else { format!("/{{{}}}", pairs.join(", ")) }
        };
        // Often without a property, which could always go on.
        let rest: Vec<(&str, &Machine)> =
            [("E", &e), ("P1", &p1), ("P2", &p2)].into_iter().filter(|_| rng.percent(40)).collect();
        let others: String = rest.iter().map(|(name, _)| format!(" || {name}")).collect();
        let system = format!(
            "{old_text}{e_text}{p1_text}{p2_text}||S = (M{} || s:M{}{others}).\n",
            clause(&first, ""),
            clause(&second, "s.")
        );
        let parts = |version: &Machine| {
            let one = version.relabeled(|name| first.get(name).cloned().unwrap_or(name.to_string()));
            let two = version.relabeled(|name| second.get(name).cloned().unwrap_or(format!("s.{name}")));
            let rest = rest.iter().map(|(_, machine)| (*machine).clone());
            [one, two].into_iter().chain(rest).collect::<Vec<_>>()
        };
        let deadlock = rng.percent(50);
        let document = answer(folder.path(), "M", [&system, &new_text], deadlock);
        let shown = || format!("seed {seed}: {}\n{system}\n--- new:\n{new_text}", document.summary);
        let (with_old, with_new) = (parts(&old), parts(&new));
        let (fails, stuck) = (compose(&with_new).fails(), is_stuck(&with_new));
        let view = document.compatibility.as_ref().expect("there is a system");
        let told = view.deadlock.as_ref().expect("deadlocks are looked for");
        assert_eq!(told.candidate == VerdictKind::Violated, stuck, "{}", shown());
        assert_eq!(told.baseline == VerdictKind::Violated, is_stuck(&with_old), "{}", shown());
        let is_broken = matches!(document.verdict, CompatKind::Incompatible);
        if fails {
            assert!(is_broken, "{}", shown());
        } else {
            assert_eq!(is_broken, told.new, "{}", shown());
            assert!(stuck || !told.new, "{}", shown());
            // Where the old system cannot be stuck, all is new; otherwise it depends on what came before.
            assert!(told.new || !stuck || is_stuck(&with_old), "{}", shown());
            assert_ne!(document.verdict, CompatKind::Unknown, "{}", shown());
        }
        let word = format!("{:?}{}", document.verdict, if stuck { ", stuck" } else { "" });
        *tally.entry(word).or_default() += 1;
    }
    println!("{tally:?}");
    let stuck: usize = tally.iter().filter(|(word, _)| word.ends_with("stuck")).map(|(_, count)| count).sum();
    assert!(tally.len() >= 5 && stuck >= 20, "{tally:?}");
}

#[test]
fn progress_and_asserts_of_the_system_are_certified() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut tally: BTreeMap<String, usize> = BTreeMap::new();
    for seed in 0..many() / 5 {
        let rng = &mut Rng::new(2_000_000 + seed);
        let (errors, ends) = (rng.percent(20), rng.percent(20));
        let (_, old) = process(rng, "M", &ACTIONS, false, ends);
        let (_, new) = process(rng, "M", &ACTIONS, errors, ends);
        let (_, other) = process(rng, "E", &ACTIONS[1..], false, false);
        let (_, property) = property(rng, "P1", &[&ACTIONS[..], &["f"]].concat());
        let own = if rng.percent(30) { " || P1" } else { "" };
        let formulas = ["[]<>a", "<>(b && X c)", "[](F -> <>a)", "((a U b) || []!c)", "[](d -> X a)"];
        let system = format!(
            "{old}{other}{property}||S = (M || E{own}).\nfluent F = <b, {{a, d}}>\nassert L = {}\n\
             progress A = {{a, c}}\nprogress B = if {{b}} then {{d}}\n",
            formulas[rng.below(formulas.len())]
        );
        let document = answer(folder.path(), "M", [&system, &new], false);
        let view = document.compatibility.as_ref().expect("there is a system");
        let of = |kind: &str| view.results.iter().filter(|r| r.kind == kind).collect::<Vec<_>>();
        let (progress, asserts) = (of("progress"), of("ltl"));
        assert_eq!((progress.len(), asserts.len()), (2, 1), "{system}");
        for result in progress.iter().chain(&asserts) {
            let vacuous = if result.vacuous { " vacuously" } else { "" };
            *tally.entry(format!("{} {:?}{vacuous}", result.kind, result.verdict)).or_default() += 1;
        }
    }
    println!("{tally:?}");
    for kind in ["progress", "ltl"] {
        for verdict in ["Holds", "Violated", "Unknown"] {
            let count = tally.get(&format!("{kind} {verdict}")).copied().unwrap_or_default();
            assert!(count >= 10, "{kind} {verdict}: {tally:?}");
        }
    }
}
