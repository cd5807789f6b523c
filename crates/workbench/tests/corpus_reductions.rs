//! The corpus both ways: what a reduction decides is what the full search decides, and what is built step by
//! step is what is built at once.

use std::sync::Arc;

use rely_report::view::{CheckKind, ResultView, VerdictKind};
use rely_testkit::corpus::Corpus;
use rely_testkit::oracle::are_isomorphic;
use rely_workbench::{
    CheckOptions, CheckReduction, ComposeOptions, ComposeReduction, Control, Limits, Loaded, ReadOptions,
    Reduction, check, compose, load,
};

/// Larger targets are left out: this compares answers, not speed.
const LIMITS: Limits = Limits { states: Some(20_000), time: None, memory: None };

/// Every target of the repository's corpus that can be loaded.
fn every_target(mut each: impl FnMut(&str, &Loaded)) {
    let corpus = Corpus::in_repository();
    for (file, answer) in &corpus.expected.files {
        let path = corpus.folder.join(file);
        let Ok(loaded) = load(&path.to_string_lossy(), ReadOptions::default(), &Control::unlimited()) else {
            continue;
        };
        answer.targets.keys().for_each(|target| each(target, &loaded));
    }
}

/// What is the same for all ways: everything but the run.
fn answer(result: &ResultView) -> (CheckKind, String, VerdictKind, bool, Option<String>) {
    let why = result.reason.clone().filter(|_| result.verdict == VerdictKind::Holds);
    (result.kind, result.name.clone(), result.verdict, result.vacuous, why)
}

#[test]
fn verdicts_of_reductions_are_those_of_the_full_search() {
    let (mut same, mut violated, mut open) = (0, 0, 0);
    every_target(|target, loaded| {
        let results = |reduction| {
            let control = Control::new(&LIMITS, 1, Arc::default());
            let options = CheckOptions {
                target: Some(target.to_string()),
                kinds: vec![CheckKind::Deadlock, CheckKind::Safety],
                reduction,
                ..CheckOptions::default()
            };
            check(loaded, &options, &control).ok().map(|result| result.document)
        };
        let Some(full) = results(CheckReduction::None) else { return };
        // A violated property may cut off what would make another one less vacuous.
        let cut = full.results.iter().any(|r| r.verdict == VerdictKind::Violated);
        for reduction in [CheckReduction::Compositional, CheckReduction::PartialOrder] {
            let reduced = results(reduction).expect("the full search worked");
            assert!(reduced.unused.is_empty(), "what never happens is not known");
            for (full, reduced) in full.results.iter().zip(&reduced.results) {
                let cut_off = full.reason.as_ref().is_some_and(|why| why.starts_with("cut off"));
                assert!(
                    !cut_off || reduced.verdict == VerdictKind::Unknown,
                    "{} {target} {}: {:?} where the full search is cut off",
                    loaded.path,
                    full.name,
                    reduced.verdict
                );
                if reduced.verdict == VerdictKind::Unknown || full.verdict == VerdictKind::Unknown {
                    open += 1;
                } else if cut {
                    assert_eq!(reduced.verdict, full.verdict, "{} {target} {}", loaded.path, full.name);
                } else {
                    assert_eq!(answer(reduced), answer(full), "{} {target}", loaded.path);
                }
                same += 1;
                violated += usize::from(reduced.verdict == VerdictKind::Violated);
            }
        }
    });
    assert!(
        same > 300 && violated > 30 && open * 5 < same,
        "{same} results, {violated} violated, {open} open"
    );
}

#[test]
fn what_is_built_step_by_step_is_what_is_built_at_once() {
    let (mut same, mut refused) = (0, 0);
    every_target(|target, loaded| {
        for minimize in [Reduction::Strong, Reduction::Branching, Reduction::Weak, Reduction::Trace] {
            let built = |reduction| {
                let control = Control::new(&LIMITS, 1, Arc::default());
                let target = Some(target.to_string());
                let options = ComposeOptions { target, minimize: Some(minimize), reduction };
                compose(loaded, &options, &control)
            };
            let Ok(whole) = built(ComposeReduction::None) else { return };
            if whole.lts.n_states() > 500 {
                continue; // The comparison below tries many maps.
            }
            let Ok(stepwise) = built(ComposeReduction::Compositional) else {
                refused += 1;
                continue;
            };
            let name = format!("{} {target} {minimize:?}", loaded.path);
            assert!(stepwise.document.method.is_some(), "{name}");
            assert!(are_isomorphic(&whole.lts, &stepwise.lts), "{name}");
            let facts = |result: &rely_workbench::ComposeResult| {
                let d = &result.document;
                (d.alphabet.clone(), d.error_reachable, d.violated.clone(), d.deadlock)
            };
            assert_eq!(facts(&whole), facts(&stepwise), "{name}");
            same += 1;
        }
    });
    assert!(same > 500 && refused * 3 < same, "{same} built, {refused} refused");
}
