//! Certificates of `rely check`: all verdicts of the examples, and what is missing is named.

use std::sync::Arc;

use rely_certify::{Certificate, CheckVerdict, Claim};
use rely_report::view::{CheckDocument, CheckKind, VerdictKind};
use rely_workbench::{
    CheckOptions, CheckReduction, Control, Limits, Loaded, ReadOptions, check, load, load_bytes,
};

/// Checks a model; the document, and the certificate, which was accepted.
fn checked(
    loaded: &Loaded,
    options: CheckOptions,
    control: &Control,
) -> (CheckDocument, Option<Certificate>) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("certificate.json");
    let options = CheckOptions { certificate: Some(path.clone()), ..options };
    let document = check(loaded, &options, control).unwrap().document;
    let certificate = document.certificate.as_ref().map(|_| {
        let bytes = std::fs::read(&path).unwrap();
        let report = rely_certify::check(&bytes);
        rely_testkit::certificates::keep_certificate(&bytes, report.verdict == CheckVerdict::Accepted);
        assert_eq!(report.verdict, CheckVerdict::Accepted, "{}: {:?}", loaded.path, report.reason);
        serde_json::from_slice(&bytes).unwrap()
    });
    assert_eq!(certificate.is_some(), path.exists());
    (document, certificate)
}

fn model(text: &str) -> Loaded {
    load_bytes("model.lts", text.as_bytes(), ReadOptions::default()).unwrap()
}

#[test]
fn all_verdicts_of_the_examples_are_certified() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples");
    let mut files: Vec<_> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    let (mut holds, mut violated) = (0, 0);
    for file in files.iter().filter(|file| file.extension().is_some_and(|e| e == "lts")) {
        let source = std::fs::read_to_string(file).unwrap();
        let loaded = load(file.to_str().unwrap(), ReadOptions::default(), &Control::unlimited()).unwrap();
        let composites = source.lines().filter_map(|line| line.strip_prefix("||")?.split([' ', '=']).next());
        for target in composites {
            for fair_choice in [true, false] {
                let target = Some(target.to_string());
                let options = CheckOptions { target, fair_choice, ..CheckOptions::default() };
                let (document, certificate) = checked(&loaded, options, &Control::unlimited());
                let decided: Vec<VerdictKind> = document.results.iter().map(|r| r.verdict).collect();
                let n = |kind| decided.iter().filter(|verdict| **verdict == kind).count();
                holds += n(VerdictKind::Holds);
                violated += n(VerdictKind::Violated);
                let certified = document.certified.unwrap();
                assert_eq!(certified.missing, Vec::<String>::new(), "{}", file.display());
                assert_eq!(certified.verdicts, (decided.len() - n(VerdictKind::Unknown)) as u64);
                assert!(certificate.unwrap().claims.len() as u64 >= certified.verdicts);
            }
        }
    }
    assert!(holds > 100 && violated > 40, "{holds} {violated}");
}

fn kind(claim: &Claim) -> &'static str {
    match claim {
        Claim::DeadlockFreedom { .. } => "deadlock-freedom",
        Claim::Safety { .. } => "safety",
        Claim::DeadlockFreedomByReduction { .. } => "deadlock-freedom-by-reduction",
        Claim::SafetyByReduction { .. } => "safety-by-reduction",
        Claim::Deadlock { .. } => "deadlock",
        Claim::Violation { .. } => "violation",
        Claim::Vacuous { .. } => "vacuous",
        Claim::Idle { .. } => "idle",
        Claim::Progress(_) => "progress",
        Claim::ProgressViolation(_) => "progress-violation",
        Claim::Assert(_) => "assert",
        Claim::AssertViolation(_) => "assert-violation",
        _ => "other",
    }
}

#[test]
fn what_is_vacuous_is_certified() {
    let text = "P = (a -> P) + {c, d}.\n\
        property ANY = (a -> ANY | c -> ANY).\n\
        property OTHER = (c -> d -> OTHER).\n\
        progress T = if {c} then {a}\n\
        assert L = [](c -> <>a)\n\
        ||S = (P || ANY || OTHER).\n";
    let (document, certificate) = checked(&model(text), CheckOptions::default(), &Control::unlimited());
    let vacuous = document.results.iter().filter(|result| result.vacuous).count();
    let claims = certificate.unwrap().claims;
    let kinds: Vec<&str> = claims.iter().map(kind).collect();
    let expect = [
        "deadlock-freedom",
        "safety",
        "vacuous",
        "safety",
        "vacuous",
        "progress",
        "progress",
        "assert",
        "assert",
    ];
    assert_eq!((vacuous, &kinds[..]), (4, &expect[..]), "{:#?}", document.results);

    // The process stops, its property goes on.
    let text = "P = (a -> STOP).\nproperty Q = (a -> Q | b -> Q).\n||S = (P || Q).\n";
    let options = || CheckOptions { kinds: vec![CheckKind::Deadlock], ..CheckOptions::default() };
    let (_, certificate) = checked(&model(text), options(), &Control::unlimited());
    let kinds: Vec<&str> = certificate.unwrap().claims.iter().map(kind).collect();
    assert_eq!(kinds, ["deadlock-freedom", "idle"]);
}

#[test]
fn what_is_missing_is_named() {
    // True of every run of every system: the engine needs no states to know this, a certificate does.
    let text = "P = (a -> b -> c -> P).\nassert L = ([]<>a || <>[]!a)\n||T = ({x, y}:P).\n||S = P.\n";
    let limits = Limits { states: Some(3), ..Limits::default() };
    let control = Control::new(&limits, 1, Arc::default());
    let (document, certificate) = checked(&model(text), CheckOptions::default(), &control);
    let kinds: Vec<&str> = certificate.unwrap().claims.iter().map(kind).collect();
    assert_eq!(kinds, ["deadlock-freedom", "progress"]);
    let certified = document.certified.unwrap();
    assert_eq!((certified.verdicts, certified.decided), (2, 3));
    assert_eq!(certified.missing, ["assert L: 3 states reached (limit)"]);

    // Nothing is decided: there is no certificate.
    let limits = Limits { states: Some(4), ..Limits::default() };
    let control = Control::new(&limits, 1, Arc::default());
    let (target, kinds) = (Some("T".to_string()), vec![CheckKind::Deadlock]);
    let options = CheckOptions { target, kinds, ..CheckOptions::default() };
    let (document, certificate) = checked(&model(text), options, &control);
    assert!(certificate.is_none() && document.certified.unwrap().decided == 0);
}

/// The certificate of deadlock and safety after a reduction.
fn reduced(text: &str, reduction: CheckReduction, control: &Control) -> (CheckDocument, Vec<Claim>) {
    let kinds = vec![CheckKind::Deadlock, CheckKind::Safety];
    let options = CheckOptions { kinds, reduction, ..CheckOptions::default() };
    let (document, certificate) = checked(&model(text), options, control);
    let certified = document.certified.as_ref().unwrap();
    assert_eq!((certified.verdicts, certified.missing.len()), (certified.decided, 0), "{certified:?}");
    (document, certificate.unwrap().claims)
}

const CELLS: &str = "CELL = (a -> b -> CELL).\n\
    property TURNS = (c[1].a -> c[1].b -> TURNS).\n\
    ||S = (forall [i:1..N] c[i]:CELL || TURNS).\n";

#[test]
fn verdicts_of_a_reduction_are_certified_with_a_part_of_the_states() {
    let text = format!("const N = 8\n{CELLS}");
    for reduction in [CheckReduction::PartialOrder, CheckReduction::Compositional] {
        let (document, claims) = reduced(&text, reduction, &Control::unlimited());
        assert!(document.results.iter().all(|result| result.method.is_some()));
        let counts: Vec<u64> = claims
            .iter()
            .map(|claim| match claim {
                Claim::DeadlockFreedomByReduction { reduction, .. }
                | Claim::SafetyByReduction { reduction, .. } => reduction.states.count,
                other => panic!("{other:?}"),
            })
            .collect();
        assert!(counts.len() == 2 && counts.iter().all(|&n| n < 16), "256 states in all: {counts:?}");
    }
    // A full search has no need of it.
    let (_, claims) = reduced(&text, CheckReduction::Auto, &Control::unlimited());
    assert_eq!(claims.iter().map(kind).collect::<Vec<_>>(), ["deadlock-freedom", "safety"]);
    // Where all states are as few, their closed set is written.
    let (_, claims) =
        reduced(&format!("const N = 1\n{CELLS}"), CheckReduction::PartialOrder, &Control::unlimited());
    assert_eq!(claims.iter().map(kind).collect::<Vec<_>>(), ["deadlock-freedom", "safety"]);
}

#[test]
fn a_system_that_is_too_large_for_a_closed_set_is_certified() {
    let limits = Limits { states: Some(1_000), ..Limits::default() };
    let control = Control::new(&limits, 1, Arc::default());
    let (_, claims) = reduced(&format!("const N = 60\n{CELLS}"), CheckReduction::PartialOrder, &control);
    let kinds: Vec<&str> = claims.iter().map(kind).collect();
    assert_eq!(kinds, ["deadlock-freedom-by-reduction", "safety-by-reduction"]);
}

#[test]
fn that_a_verdict_of_a_reduction_is_vacuous_is_shown_by_all_states() {
    let text = "P = (a -> P) + {c}.\nproperty OTHER = (c -> d -> OTHER).\nQ = STOP + {d}.\n||S = (P || Q || OTHER).\n";
    let (document, claims) = reduced(text, CheckReduction::PartialOrder, &Control::unlimited());
    assert!(document.results.iter().any(|result| result.vacuous && result.method.is_some()));
    let kinds: Vec<&str> = claims.iter().map(kind).collect();
    assert_eq!(kinds, ["deadlock-freedom", "safety", "vacuous"]);
}
