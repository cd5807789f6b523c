//! Progress tests and asserts of a model, checked in a system that may be another than its targets.

use rely_certify::Certificate;
use rely_check::{Explore, ProgressTest, Reach, Wanted, check_progress};
use rely_evidence::{Judge, Runs};
use rely_io::Control;
use rely_lts::System;
use rely_report::Failure;
use rely_report::view::{CertifiedView, ResultView};

use super::certificate::Certifier;
use super::confirm::{Asserted, Confirmer};
use super::selection::{belongs, progress_tests};
use crate::load::Loaded;
use crate::reduction::{CheckReduction, decide};

/// Properties that traces do not decide: progress tests and asserts of a model, each with its name.
pub(crate) struct LivenessChecks {
    tests: Vec<ProgressTest>,
    asserts: Vec<String>,
}

/// Their results in one system.
pub(crate) struct LivenessResults {
    /// Of the progress tests, in order.
    progress: Vec<ResultView>,
    asserts: Vec<Asserted>,
}

impl LivenessResults {
    /// All of them, progress tests first.
    pub fn views(&self) -> impl Iterator<Item = &ResultView> {
        self.progress.iter().chain(self.asserts.iter().map(|asserted| &asserted.result))
    }
}

impl LivenessChecks {
    /// Those of a model that are named, or all if there are no names; and the names that are neither.
    ///
    /// # Errors
    /// If a test of the model is wrong.
    pub fn new(loaded: &Loaded, names: &[String]) -> Result<(LivenessChecks, Vec<String>), Failure> {
        let tests = progress_tests(loaded)?;
        let asserts: Vec<String> = loaded
            .model()
            .map_or_else(Vec::new, |model| model.asserts().iter().map(|a| a.to_string()).collect());
        if names.is_empty() {
            return Ok((LivenessChecks { tests, asserts }, Vec::new()));
        }
        let mut chosen = LivenessChecks { tests: Vec::new(), asserts: Vec::new() };
        let mut others = Vec::new();
        for name in names {
            let of_name: Vec<ProgressTest> =
                tests.iter().filter(|test| belongs(test, name)).cloned().collect();
            if asserts.contains(name) {
                chosen.asserts.push(name.clone());
            } else if of_name.is_empty() {
                others.push(name.clone());
            }
            chosen.tests.extend(of_name);
        }
        Ok((chosen, others))
    }

    /// Their names, each with its kind.
    pub fn names(&self) -> Vec<(String, &'static str)> {
        let tests = self.tests.iter().map(|test| (test.name.to_string(), "progress"));
        tests.chain(self.asserts.iter().map(|name| (name.clone(), "ltl"))).collect()
    }

    /// Checks them in a system of the model, asserts under fair choice. Every violation was replayed.
    ///
    /// # Errors
    /// If a violation does not replay.
    pub fn check(
        &self,
        loaded: &Loaded,
        system: &System,
        control: &Control,
    ) -> Result<LivenessResults, Failure> {
        let ctx = control.context();
        let confirmer = Confirmer { system, judge: Judge::new(system), places: None };
        let mut results = LivenessResults { progress: Vec::new(), asserts: Vec::new() };
        if !self.tests.is_empty() {
            let nothing = Wanted { deadlock: false, safety: Vec::new() };
            let decided = decide(system, &nothing, CheckReduction::None, true, ctx);
            let reach = decided.reach.expect("progress requires the full search");
            for progress in check_progress(&reach, &self.tests, ctx) {
                results.progress.push(confirmer.progress(progress)?);
            }
        }
        for name in &self.asserts {
            let mut wrong = Vec::new();
            results.asserts.push(confirmer.assert(loaded, name, true, &mut wrong, control)?);
            if !wrong.is_empty() {
                return Err(loaded.failure(wrong));
            }
        }
        Ok(results)
    }

    /// Claims their results; says which are missing, and why.
    ///
    /// # Errors
    /// If the evidence contradicts a verdict.
    pub fn certify(
        &self,
        results: &LivenessResults,
        system: &System,
        control: &Control,
    ) -> Result<(Option<Certificate>, CertifiedView), Failure> {
        let ctx = control.context();
        let judge = Judge::new(system);
        // Only progress needs the states of the entire system.
        let reach = (!results.progress.is_empty()).then(|| Reach::explore(system, Explore::Graph, ctx));
        let mut certifier = Certifier::new(system, reach.as_ref(), &judge, ctx);
        certifier.progress(&self.tests, &results.progress)?;
        for asserted in &results.asserts {
            certifier.assert(asserted, Runs::Fair)?;
        }
        Ok(certifier.certificate(None))
    }
}
