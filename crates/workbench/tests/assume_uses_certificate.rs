//! Certificates of what is said about environments: discharged, candidates, and passed through modules.
//! Random systems; the independent checker accepts every certificate, and every verdict is in it.
#![allow(missing_docs)]

#[allow(dead_code)]
#[path = "compat_random/naive.rs"]
mod naive;

use std::collections::BTreeMap;

use naive::{process, property};
use rely_certify::{Certificate, CheckVerdict, Claim, check};
use rely_report::view::{AssumeDocument, AssumeKind, VerdictKind};
use rely_testkit::generate::Rng;
use rely_workbench::{AssumeOptions, Control, ReadOptions, assume, load_bytes};

/// The document, and the claims of its certificate, which was accepted. None if there is nothing to ask: the
/// property has no action of the system.
fn certified(text: &str, options: AssumeOptions) -> Option<(AssumeDocument, Vec<Claim>)> {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("certificate.json");
    let options = AssumeOptions { certificate: Some(path.clone()), ..options };
    let loaded = load_bytes("model.lts", text.as_bytes(), ReadOptions::default()).unwrap();
    let document = match assume(&loaded, &options, &Control::unlimited()) {
        Ok(answer) => answer.document,
        Err(failure) => {
            let codes = failure.document().diagnostics;
            assert!(codes.iter().all(|d| d.code == "E1020"), "{codes:?}\n{text}");
            return None;
        }
    };
    let lost = document.warnings.iter().find(|warning| warning.contains("certificate"));
    assert_eq!(lost, None, "{text}");
    if document.certificate.is_none() {
        return Some((document, Vec::new()));
    }
    let bytes = std::fs::read(&path).unwrap();
    let report = check(&bytes);
    rely_testkit::certificates::keep_certificate(&bytes, report.verdict == CheckVerdict::Accepted);
    assert_eq!(report.verdict, CheckVerdict::Accepted, "{:?}\n{text}", report.reason);
    let certificate: Certificate = serde_json::from_slice(&bytes).unwrap();
    Some((document, certificate.claims))
}

fn model(rng: &mut Rng) -> String {
    const ACTIONS: [&str; 4] = ["a", "b", "c", "d"];
    let mut text = String::new();
    for name in ["A", "B", "C"] {
        let errors = rng.percent(25);
        text += &process(rng, name, &ACTIONS, errors, false).1;
    }
    text += &property(rng, "P", &[&ACTIONS[..], &["f"]].concat()).1;
    text + "||S = (A || B || C || P).\n"
}

/// How often a kind of answer occurred.
type Tally = BTreeMap<String, usize>;

fn count(tally: &mut Tally, document: &AssumeDocument, verdict: Option<VerdictKind>) {
    *tally.entry(format!("{:?}, {verdict:?}", document.verdict)).or_default() += 1;
}

fn answers(claims: &[Claim]) -> usize {
    let is_answer = |claim: &&Claim| {
        matches!(claim, Claim::KeptAlways { .. } | Claim::KeptNever(_) | Claim::WeakestAssumption(_))
    };
    claims.iter().filter(is_answer).count()
}

fn environments(claims: &[Claim], verdict: VerdictKind) -> usize {
    let is_about = |claim: &&Claim| match verdict {
        VerdictKind::Holds => matches!(claim, Claim::Safety { .. }),
        VerdictKind::Violated => matches!(claim, Claim::Violation { .. }),
        VerdictKind::Unknown => false,
    };
    claims.iter().filter(is_about).count()
}

#[test]
fn environments_and_candidates_are_certified() {
    let mut tally = Tally::new();
    for seed in 0..600 {
        let rng = &mut Rng::new(seed);
        let text = model(rng);
        let options = AssumeOptions {
            module: vec!["A".into()],
            environment: vec!["B".into(), "C".into()],
            candidates: vec!["B".into()],
            ..AssumeOptions::default()
        };
        let Some((document, claims)) = certified(&text, options) else { continue };
        let found = document.discharged.as_ref().map(|d| d.verdict);
        count(&mut tally, &document, found);
        assert_eq!(answers(&claims), 1, "{text}");
        let verdicts: Vec<VerdictKind> =
            found.into_iter().chain(document.candidates.iter().map(|c| c.verdict)).collect();
        for verdict in [VerdictKind::Holds, VerdictKind::Violated] {
            let told = verdicts.iter().filter(|&&v| v == verdict).count();
            assert_eq!(environments(&claims, verdict), told, "seed {seed} {verdict:?}\n{text}");
        }
    }
    println!("{tally:?}");
    assert!(tally.len() >= 5, "{tally:?}");
}

#[test]
fn verdicts_through_modules_are_certified() {
    let mut tally = Tally::new();
    for seed in 0..600 {
        let rng = &mut Rng::new(10_000 + seed);
        let text = model(rng);
        let mut through: Vec<String> = ["A", "B", "C"].map(str::to_string).into();
        through.rotate_left(rng.below(3));
        through.truncate(1 + rng.below(3));
        let options = AssumeOptions { through, ..AssumeOptions::default() };
        let Some((document, claims)) = certified(&text, options) else { continue };
        let found = document.discharged.as_ref().expect("the rest is checked").verdict;
        count(&mut tally, &document, Some(found));
        assert_eq!(answers(&claims), usize::from(document.verdict != AssumeKind::Unknown), "{text}");
        for verdict in [VerdictKind::Holds, VerdictKind::Violated] {
            let told = usize::from(found == verdict);
            assert_eq!(environments(&claims, verdict), told, "seed {seed} {verdict:?}\n{text}");
        }
    }
    println!("{tally:?}");
    assert!(tally.len() >= 5, "{tally:?}");
}
