//! The certificate of a check: a claim for every verdict.

use std::path::Path;

use rely_certify::Certificate;
use rely_check::partial_order::Followed;
use rely_check::{ProgressTest, Reach};
use rely_evidence::{
    AssertFound, Claimed, Judge, Missing, Runs, TerminalSets, TestDoc, Unconfirmed, Verdicts, assert_evidence,
};
use rely_io::files;
use rely_ltl::{Formula, Specification};
use rely_lts::{Context, Role, System};
use rely_report::Failure;
use rely_report::view::{CertifiedView, CheckKind, ResultView, VerdictKind};

use super::confirm::Asserted;

/// Collects claims, and the reasons of verdicts without one.
pub(super) struct Certifier<'a> {
    pub system: &'a System,
    /// The complete search: claims about progress and vacuous verdicts need it.
    pub reach: Option<&'a Reach<'a>>,
    pub judge: &'a Judge,
    pub ctx: Context<'a>,
    /// Reduced searches that show results, if the complete search is not to do so.
    pub reduced: Vec<(&'a ResultView, &'a Followed)>,
    claims: Verdicts,
    certified: CertifiedView,
}

impl<'a> Certifier<'a> {
    pub fn new(system: &'a System, reach: Option<&'a Reach<'a>>, judge: &'a Judge, ctx: Context<'a>) -> Self {
        let certified = CertifiedView { verdicts: 0, decided: 0, missing: Vec::new() };
        Certifier { system, reach, judge, ctx, reduced: Vec::new(), claims: Verdicts::new(system), certified }
    }

    /// Counts a verdict; notes why it has no claim.
    fn count(&mut self, result: &ResultView, made: Result<(), Missing>) -> Result<(), Failure> {
        let kind = match result.kind {
            CheckKind::Deadlock => "deadlock",
            CheckKind::Safety => "safety",
            CheckKind::Progress => "progress",
            CheckKind::Ltl => "assert",
        };
        self.certified.decided += 1;
        match made {
            Ok(()) => self.certified.verdicts += 1,
            Err(why) => self.missing(&format!("{kind} {}", result.name), why)?,
        }
        Ok(())
    }

    fn missing(&mut self, what: &str, why: Missing) -> Result<(), Failure> {
        match why {
            Missing::Contradiction => {
                Err(Failure::Internal(format!("the evidence about {what} contradicts the verdict")))
            }
            Missing::Because(why) => {
                self.certified.missing.push(format!("{what}: {why}"));
                Ok(())
            }
        }
    }

    /// Deadlock and safety.
    pub fn safety(&mut self, result: &ResultView) -> Result<(), Failure> {
        let name = &result.name;
        let places: Vec<usize> =
            (0..self.system.components.len()).filter(|&i| self.system.components[i].name == *name).collect();
        let is_deadlock = result.kind == CheckKind::Deadlock;
        let claimed = if is_deadlock { Claimed::Deadlock } else { Claimed::Error(&places) };
        let made = match result.verdict {
            VerdictKind::Unknown => return Ok(()),
            VerdictKind::Holds => self.holds(result),
            VerdictKind::Violated => match self.judge.confirm(&result.trace, &[], claimed) {
                Ok(confirmed) if is_deadlock => {
                    self.claims.deadlock(confirmed.trace);
                    Ok(())
                }
                Ok(confirmed) => {
                    self.claims.violation(name, confirmed.trace);
                    Ok(())
                }
                Err(Unconfirmed::Wrong(_)) => Err(Missing::Contradiction),
                Err(why @ Unconfirmed::TooMany) => Err(Missing::Because(why.to_string())),
            },
        };
        self.count(result, made)?;
        if result.verdict == VerdictKind::Holds && result.vacuous {
            self.vacuous(result, &places)?;
        }
        Ok(())
    }

    /// Claims what a result says, shown by a reduced search or by the complete one.
    fn holds(&mut self, result: &ResultView) -> Result<(), Missing> {
        let is_deadlock = result.kind == CheckKind::Deadlock;
        let reduced = self.reduced.iter().find(|(other, _)| std::ptr::eq(*other, result));
        match (reduced, self.reach.map(Reach::spent)) {
            (Some((_, followed)), _) if is_deadlock => self.claims.deadlock_freedom_by(followed),
            (Some((_, followed)), _) => self.claims.safety_by(&result.name, followed),
            (None, Some(None)) if is_deadlock => self.claims.deadlock_freedom(),
            (None, Some(None)) => self.claims.safety(&result.name),
            (None, Some(Some(spent))) => return Err(spent.clone().into()),
            (None, None) => return Err(Missing::Because("nothing shows it".to_string())),
        }
        Ok(())
    }

    /// That a verdict says nothing.
    fn vacuous(&mut self, result: &ResultView, places: &[usize]) -> Result<(), Failure> {
        if result.kind == CheckKind::Deadlock {
            let run = self.reach.and_then(Reach::idle_run);
            let steps =
                run.map(|run| run.names(&self.system.actions).iter().map(|n| n.to_string()).collect());
            let steps: Vec<String> = steps.unwrap_or_default();
            return match self.judge.confirm(&steps, &[], Claimed::Idle) {
                Ok(confirmed) => {
                    self.claims.idle(confirmed.trace);
                    Ok(())
                }
                Err(Unconfirmed::Wrong(_)) => {
                    self.missing("that deadlock freedom is vacuous", Missing::Contradiction)
                }
                Err(why) => {
                    let why = Missing::Because(why.to_string());
                    self.missing("that deadlock freedom is vacuous", why)
                }
            };
        }
        let is_property = |&i: &usize| self.system.components[i].role == Role::Property;
        // A process that has no ERROR is not called a property in certificates.
        if !places.iter().all(is_property) {
            return Ok(());
        }
        let complete = self.reach.filter(|reach| reach.spent().is_none());
        let says_nothing = |i: usize| {
            let has_error = self.system.components[i].lts.has_error();
            !has_error || complete.is_some_and(|reach| reach.safety_vacuous(i).is_some())
        };
        if places.iter().all(|&i| says_nothing(i)) {
            self.claims.vacuous(&result.name);
            return Ok(());
        }
        let why = match self.reach.and_then(Reach::spent) {
            Some(spent) => spent.clone().into(),
            None => Missing::Because("only of some of the components with this name".to_string()),
        };
        self.missing(&format!("that {} is vacuous", result.name), why)
    }

    /// All progress tests with their results; none is the default test.
    pub fn progress(&mut self, tests: &[ProgressTest], results: &[ResultView]) -> Result<(), Failure> {
        let mut sets = None;
        for (at, result) in results.iter().enumerate() {
            let Some(reach) = self.reach.filter(|_| result.verdict != VerdictKind::Unknown) else { continue };
            if sets.is_none() {
                sets = Some(TerminalSets::new(reach, self.system, self.ctx));
            }
            let test = match tests.get(at) {
                Some(test) => TestDoc::new(test, self.system),
                None => TestDoc::every_action(&result.name, self.system),
            };
            let Some(sets) = &sets else { continue };
            let holds = result.verdict == VerdictKind::Holds;
            let ctx = self.ctx;
            let claim = |test: &TestDoc| -> Result<_, Missing> {
                let sets = sets.as_ref().map_err(Clone::clone)?;
                let claim = sets.claim(test, ctx)?;
                let is_same = matches!(claim, rely_certify::Claim::Progress(_)) == holds;
                if is_same { Ok(claim) } else { Err(Missing::Contradiction) }
            };
            let made = claim(&test).map(|claim| self.claims.progress(claim));
            self.count(result, made)?;
            if let Some(test) = tests.get(at).filter(|_| holds && result.vacuous) {
                match claim(&TestDoc::never(test, self.system)) {
                    Ok(claim) => self.claims.progress(claim),
                    Err(why) => self.missing(&format!("that {} is vacuous", test.name), why)?,
                }
            }
        }
        Ok(())
    }

    /// An assert.
    pub fn assert(&mut self, asserted: &Asserted, runs: Runs) -> Result<(), Failure> {
        let Asserted { result, specification, never } = asserted;
        let Some(specification) = specification.as_ref().filter(|_| result.verdict != VerdictKind::Unknown)
        else {
            return Ok(());
        };
        let made = self.formula(specification, runs, result.verdict == VerdictKind::Holds);
        self.count(result, made)?;
        for condition in never {
            let formula = Formula::always(Formula::not(condition.clone()));
            let name = |p: usize| specification.propositions[p].name().to_string();
            let name = format!("{}: {} never holds", specification.name, condition.display(&name));
            let spec = Specification { name: name.clone(), formula, ..specification.clone() };
            if let Err(why) = self.formula(&spec, Runs::All, true) {
                self.missing(&name, why)?;
            }
        }
        Ok(())
    }

    fn formula(&mut self, spec: &Specification, runs: Runs, holds: bool) -> Result<(), Missing> {
        let (system, found) = assert_evidence(self.system, spec, runs, self.ctx)?;
        if matches!(found, AssertFound::Holds(_)) != holds {
            return Err(Missing::Contradiction);
        }
        self.claims.assert(system, found);
        Ok(())
    }

    /// The certificate, if there is a claim, and what it has.
    pub fn certificate(self, digest: Option<String>) -> (Option<Certificate>, CertifiedView) {
        (self.claims.certificate(self.reach, digest), self.certified)
    }

    /// Writes the certificate, if there is a claim, and says what it has. One that has a reduction is checked
    /// before.
    pub fn write(
        self,
        path: &Path,
        digest: Option<String>,
    ) -> Result<(Option<String>, CertifiedView), Failure> {
        let is_reduced = !self.reduced.is_empty();
        let (certificate, certified) = self.certificate(digest);
        let Some(certificate) = certificate else { return Ok((None, certified)) };
        if is_reduced {
            let bytes =
                serde_json::to_vec(&certificate).map_err(|error| Failure::Internal(error.to_string()))?;
            if let Some(reason) = rely_certify::check(&bytes).reason {
                return Err(Failure::Internal(format!("the certificate of the reduced search: {reason}")));
            }
        }
        files::write(path, |out| {
            serde_json::to_writer(&mut *out, &certificate)?;
            out.write_all(b"\n")
        })?;
        Ok((Some(path.display().to_string()), certified))
    }
}
