//! Verdicts of the engines about random programs become certificates that the independent checker accepts.
#![allow(missing_docs)]

#[path = "../../code/tests/kit/mod.rs"]
#[allow(unused_imports)]
mod kit;

use std::sync::Arc;

use kit::{Builder, Explicit, Random, random};
use rely_certify::{Certificate, CheckVerdict, Claim, check};
use rely_code::blocks::{Blocks, PointKind};
use rely_code::engine::{Engines, Invariant, Options, Path, decide};
use rely_evidence::NoCertificate;
use rely_evidence::code::{Decided, Origin, certificate, decided};
use rely_lts::Context;

fn origin() -> Origin {
    Origin {
        name: "p.c".into(),
        sources: vec![("p.c".into(), "1".repeat(64)), ("a.h".into(), "2".repeat(64))],
        checks: (0..100).map(|check| format!("check {check}")).collect(),
        trusted: vec!["clang".into(), "the reader".into(), "the encoder".into()],
    }
}

/// Judges a certificate, and keeps it for the second checker.
fn judge(certificate: &Certificate) -> rely_certify::Report {
    let bytes = serde_json::to_vec(certificate).unwrap();
    let report = check(&bytes);
    rely_testkit::certificates::keep_certificate(&bytes, report.verdict == CheckVerdict::Accepted);
    report
}

fn accepted(blocks: &Blocks, verdicts: &[Decided]) -> Vec<String> {
    let certificate = certificate(blocks, &origin(), verdicts).expect("there is a certificate");
    let report = judge(&certificate);
    assert_eq!(report.reason, None, "{}", serde_json::to_string(&certificate).unwrap());
    report.claims
}

#[test]
fn verdicts_about_random_programs_are_certified() {
    let (mut safe, mut violated, mut refused) = (0, 0, 0);
    let bits = Engines { bits: true, ..Engines::NONE };
    let abstraction = Engines { abstraction: true, ..Engines::NONE };
    for case in 0..450 {
        let mut blocks = random::program(&mut Random(0xce27 + case));
        let expected = Explicit::new(&blocks).violated();
        let engines = [Engines::ALL, bits, abstraction][case as usize % 3];
        let options = Options { engines, ..Options::default() };
        let outcome = decide(&mut blocks, &options, Context::unlimited());
        let n_checks = 100;
        let verdicts = decided(&blocks, &outcome, n_checks);
        let claims = accepted(&blocks, &verdicts);
        assert_eq!(claims.len(), verdicts.len());
        let checks = verdicts.iter().map(|verdict| match verdict {
            Decided::Safe(checks, _) => checks.len(),
            Decided::Unsafe(..) => 1,
        });
        assert_eq!(checks.sum::<usize>(), 100, "checks without an error point are safe");
        for verdict in &verdicts {
            match verdict {
                Decided::Safe(checks, invariant) => {
                    safe += checks.len();
                    assert!(!checks.iter().any(|check| expected.contains(check)));
                    // An invariant that says nothing shows nothing.
                    let points = invariant.points.iter().zip(&blocks.points);
                    let points = points.map(|(conjuncts, point)| match point.kind {
                        PointKind::Cut => vec![],
                        _ => conjuncts.clone(),
                    });
                    let weak = Arc::new(Invariant { points: points.collect() });
                    let explicit = Explicit::new(&blocks);
                    let is_true = checks.iter().all(|&check| explicit.is_invariant(&weak, check));
                    let weak = Decided::Safe(checks.clone(), weak);
                    let report = judge(&certificate(&blocks, &origin(), &[weak]).unwrap());
                    assert_eq!(report.verdict == CheckVerdict::Accepted, is_true);
                    refused += usize::from(!is_true);
                }
                Decided::Unsafe(check, path) => {
                    violated += 1;
                    assert!(expected.contains(check));
                    let shorter = Path { steps: path.steps[1..].to_vec() };
                    let shorter = Decided::Unsafe(*check, shorter);
                    let refusal = certificate(&blocks, &origin(), &[shorter]).err();
                    assert_eq!(refusal, Some(NoCertificate::Contradiction));
                }
            }
        }
    }
    assert!(safe > 100 && violated > 100 && refused > 50, "{safe} {violated} {refused}");
}

/// Cells that no guard depends on are left out, and terms that only they need.
#[test]
fn only_what_is_needed_is_written() {
    let mut builder = Builder::new();
    let (counter, i) = builder.cell("i", 32);
    let (unused, u) = builder.cell("u", 64);
    let (kept, k) = builder.cell("k", 32);
    let (entry, head) = (rely_code::blocks::PointId(0), builder.point(PointKind::Cut));
    let error = builder.point(PointKind::Error(3));
    let (zero, one, four) = (builder.number(0, 32), builder.number(1, 32), builder.number(4, 32));
    let terms = &mut builder.blocks.terms;
    let square = terms.mul(u, u);
    let (next, is_less, fails) = (terms.add(i, k), terms.ult(i, four), terms.ult(four, i));
    let at_most = terms.ule(i, four);
    let is_one = terms.eq(k, one);
    let no = terms.truth(false);
    let always = builder.always();
    builder.edge(entry, head, always, &[(counter, zero), (kept, one)]);
    builder.edge(head, head, is_less, &[(counter, next), (unused, square)]);
    builder.edge(head, error, fails, &[]);
    let blocks = builder.finish();
    let mut points = vec![vec![]; blocks.points.len()];
    points[head.index()] = vec![at_most, is_one];
    points[error.index()] = vec![no];
    let verdict = Decided::Safe(vec![3], Arc::new(Invariant { points }));
    let certificate = certificate(&blocks, &origin(), &[verdict]).unwrap();
    let program = &certificate.programs[0];
    assert_eq!(program.cells.iter().map(|cell| &cell.name[..]).collect::<Vec<_>>(), ["i", "k"]);
    assert!(!serde_json::to_string(program).unwrap().contains("mul"));
    assert_eq!(program.sources[0].name, "a.h");
    let Claim::ProgramSafety(claim) = &certificate.claims[0] else { panic!("it is safe") };
    assert_eq!(claim.terms.len(), 3);
    assert_eq!(judge(&certificate).reason, None);
}

#[test]
fn without_a_verdict_there_is_no_certificate() {
    let blocks = Builder::new().finish();
    assert_eq!(certificate(&blocks, &origin(), &[]).err(), Some(NoCertificate::Unknown));
    let other = Decided::Safe(vec![0], Arc::new(Invariant { points: vec![] }));
    assert_eq!(certificate(&blocks, &origin(), &[other]).err(), Some(NoCertificate::Contradiction));
    let nowhere = Decided::Unsafe(0, Path { steps: vec![] });
    assert_eq!(certificate(&blocks, &origin(), &[nowhere]).err(), Some(NoCertificate::Contradiction));
}
