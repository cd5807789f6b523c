//! The certificate of an upgrade: a claim for everything that was decided.

use std::path::{Path, PathBuf};

use rely_assume::prove::Rule;
use rely_certify::Certificate;
use rely_check::{Explore, Reach};
use rely_evidence::{
    Claimed, Gathered, Judge, Missing, Unconfirmed, Verdicts, names, relation_claim, rule_certificate,
    search_certificate, side_document, violation_certificate, with_vacuity,
};
use rely_evolve::{Decision, Finding, FindingKind, Obligation, Versions, problem};
use rely_io::files;
use rely_lts::relate::Relation;
use rely_lts::{Component, Context, Lts, System, Verdict, compose};
use rely_report::Failure;
use rely_report::view::{CertifiedView, ObligationView, VerdictKind};

use super::containment::{Compared, Contained, Question};
use super::replayed_run::{alone, error_run, place_alone};
use super::resolve::Version;

/// Collects claims, and the reasons of verdicts without one.
pub(super) struct Certifier {
    claims: Gathered,
    certified: CertifiedView,
}

impl Certifier {
    /// Nothing is claimed yet.
    pub fn new() -> Self {
        let certified = CertifiedView { verdicts: 0, decided: 0, missing: Vec::new() };
        Certifier { claims: Gathered::default(), certified }
    }

    /// Counts a verdict; notes why it has no claim.
    fn count(&mut self, what: &str, made: Result<(), Missing>) -> Result<(), Failure> {
        self.certified.decided += 1;
        match made {
            Ok(()) => self.certified.verdicts += 1,
            Err(Missing::Contradiction) => {
                return Err(Failure::Internal(format!("the evidence about {what} contradicts the verdict")));
            }
            Err(Missing::Because(why)) => self.certified.missing.push(format!("{what}: {why}")),
        }
        Ok(())
    }

    /// Containment: that the required traces are offered, and that the candidate fails only where the
    /// baseline can; or what is missing, finding by finding.
    ///
    /// # Errors
    /// If the evidence contradicts the verdict.
    pub fn containment(
        &mut self,
        question: &Question,
        compared: Option<&Compared>,
        contained: &Contained,
        ctx: Context<'_>,
    ) -> Result<(), Failure> {
        let (Some(compared), false) = (compared, contained.view.verdict == VerdictKind::Unknown) else {
            return Ok(());
        };
        let views = Views { question, versions: &compared.versions };
        let made = self.views(&views, &contained.losses, ctx);
        self.count(&format!("containment of {}", question.baseline.name), made)
    }

    fn views(&mut self, views: &Views<'_>, losses: &[Finding], ctx: Context<'_>) -> Result<(), Missing> {
        let Some(required) = views.versions.required(ctx)? else {
            let why = "nothing is required, not even the empty trace: there is nothing to compare";
            return Err(Missing::Because(why.to_string()));
        };
        let (fails, lost): (Vec<&Finding>, Vec<&Finding>) =
            losses.iter().partition(|finding| finding.kind == FindingKind::MayFail);
        let (required, offered) = (required.reachable().0, views.versions.offered().reachable().0);
        let names = ["baseline", "candidate"].map(|part| views.name(part, ""));
        let sides = [(&names[0], &required), (&names[1], &offered)];
        // If something is missing, the findings are claimed; otherwise both parts of containment.
        let holds = losses.is_empty();
        if holds || !lost.is_empty() {
            inclusion(&mut self.claims, sides, &lost, false, views, ctx)?;
        }
        if views.versions.candidate().has_error() && (holds || !fails.is_empty()) {
            failing(&mut self.claims, &required, &fails, views, ctx)?;
        }
        Ok(())
    }

    /// An obligation of a system.
    ///
    /// # Errors
    /// If the evidence contradicts the verdict.
    pub fn obligation(
        &mut self,
        system: &System,
        decision: &Decision,
        vacuous: bool,
        ctx: Context<'_>,
    ) -> Result<(), Failure> {
        let place = decision.obligation.place();
        let made = match &decision.verdict {
            Verdict::Unknown(_) => return Ok(()),
            Verdict::Violated(violation) => {
                let culprit = violation.run.culprit;
                let shown = error_run(system, &violation.run, &mut Vec::new())?;
                match shown.proof {
                    Some(trace) => {
                        let observed = alone(system, culprit);
                        let places = [place_alone(system, culprit)];
                        Ok(violation_certificate(&observed, &places, trace, None))
                    }
                    None => Err(Missing::Because("its run was not replayed".to_string())),
                }
            }
            Verdict::Holds(proof) => kept(system, decision.obligation, proof, ctx),
        };
        let made = made.and_then(|made| noted(made, system, place, vacuous, ctx));
        let made = made.map(|certificate| self.add(certificate, "with the candidate"));
        self.count(&system.components[place].name, made)
    }

    /// A property inside the candidate that cannot be violated there.
    ///
    /// # Errors
    /// If it can.
    pub fn inside(
        &mut self,
        candidate: &Version,
        place: usize,
        result: &ObligationView,
        ctx: Context<'_>,
    ) -> Result<(), Failure> {
        let observed = alone(&candidate.system, place);
        let places = [place_alone(&candidate.system, place)];
        let made = search_certificate(&observed, &places, None, ctx).map_err(Missing::from);
        let made = made.and_then(|made| noted(made, &candidate.system, place, result.vacuous, ctx));
        let made = made.map(|certificate| self.add(certificate, "as a candidate"));
        self.count(&result.name, made)
    }

    /// Deadlock, where it is an obligation.
    ///
    /// # Errors
    /// If the evidence contradicts the verdict.
    pub fn deadlock(
        &mut self,
        system: &System,
        result: &ObligationView,
        ctx: Context<'_>,
    ) -> Result<(), Failure> {
        let mut verdicts = Verdicts::new(system);
        let confirm = |steps: &[String], claimed| match Judge::new(system).confirm(steps, &[], claimed) {
            Ok(confirmed) => Ok(confirmed.trace),
            Err(Unconfirmed::Wrong(_)) => Err(Missing::Contradiction),
            Err(why @ Unconfirmed::TooMany) => Err(Missing::Because(why.to_string())),
        };
        let made = match result.verdict {
            VerdictKind::Unknown => return Ok(()),
            // That the old system has the same deadlocks is not claimed.
            VerdictKind::Holds if result.cause.is_some() => return Ok(()),
            VerdictKind::Holds => {
                let reach = Reach::explore(system, Explore::States, ctx);
                verdicts.deadlock_freedom();
                match (reach.spent(), result.vacuous.then(|| reach.idle_run()).flatten()) {
                    (Some(spent), _) => Err(spent.clone().into()),
                    (None, Some(run)) => {
                        let steps = names(system, &run.actions);
                        confirm(&steps, Claimed::Idle).and_then(|trace| {
                            verdicts.idle(trace);
                            verdicts.certificate(Some(&reach), None).ok_or(Missing::Contradiction)
                        })
                    }
                    (None, None) => verdicts.certificate(Some(&reach), None).ok_or(Missing::Contradiction),
                }
            }
            VerdictKind::Violated => confirm(&result.trace, Claimed::Deadlock).and_then(|trace| {
                verdicts.deadlock(trace);
                verdicts.certificate(None, None).ok_or(Missing::Contradiction)
            }),
        };
        let made = made.map(|certificate| self.add(certificate, "with the candidate"));
        self.count("deadlock", made)
    }

    /// Progress tests and asserts of the system with the candidate.
    pub fn liveness(&mut self, claims: Option<Certificate>, of: CertifiedView) {
        if let Some(certificate) = claims {
            self.add(certificate, "with the candidate");
        }
        self.certified.verdicts += of.verdicts;
        self.certified.decided += of.decided;
        self.certified.missing.extend(of.missing);
    }

    fn add(&mut self, certificate: Certificate, what: &str) {
        self.claims.add(certificate, |name| format!("{name} {what}"));
    }

    /// Writes the certificate, if there is a claim, and says what it has.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn write(self, path: &Path) -> Result<(Option<String>, CertifiedView), Failure> {
        let Some(certificate) = self.claims.certificate(None) else { return Ok((None, self.certified)) };
        files::write(path, |out| {
            serde_json::to_writer(&mut *out, &certificate)?;
            out.write_all(b"\n")
        })?;
        Ok((Some(path.display().to_string()), self.certified))
    }
}

/// `proof.json` for the first baseline and the second candidate is `proof-1-2.json`.
pub(super) fn numbered(path: &Path, row: usize, column: usize) -> PathBuf {
    let stem = path.file_stem().map(|s| s.to_string_lossy().into_owned()).unwrap_or_default();
    let ending = path.extension().map(|e| format!(".{}", e.to_string_lossy())).unwrap_or_default();
    path.with_file_name(format!("{stem}-{}-{}{ending}", row + 1, column + 1))
}

/// A certificate, and in addition that the property at this place says nothing, if it holds vacuously.
fn noted(
    certificate: Certificate,
    system: &System,
    place: usize,
    vacuous: bool,
    ctx: Context<'_>,
) -> Result<Certificate, Missing> {
    if !vacuous {
        return Ok(certificate);
    }
    let (observed, places) = (alone(system, place), [place_alone(system, place)]);
    Ok(with_vacuity(certificate, &observed, &places, ctx)?)
}

/// That a system keeps an obligation.
fn kept(
    system: &System,
    obligation: Obligation,
    proof: &rely_assume::prove::Proof,
    ctx: Context<'_>,
) -> Result<Certificate, Missing> {
    let place = obligation.place();
    let component = &system.components[place];
    Ok(match obligation {
        Obligation::Property(_) if proof.rule != Rule::Monolithic => {
            let problem = problem(system, obligation).map_err(|_| Missing::Contradiction)?;
            rule_certificate(&problem, proof, None, ctx)?
        }
        // What has no ERROR does not need the others.
        Obligation::OwnError(_) if !component.lts.has_error() => {
            let only = System { components: vec![component.clone()], priority: None, ..system.clone() };
            search_certificate(&only, &[0], None, ctx)?
        }
        // A rule speaks of an action in place of this ERROR; the search of the whole speaks of the ERROR.
        _ => search_certificate(&alone(system, place), &[place_alone(system, place)], None, ctx)?,
    })
}

/// The versions as they are compared.
struct Views<'a> {
    question: &'a Question,
    versions: &'a Versions,
}

impl Views<'_> {
    /// What a side is called: its part, its name, and what is seen of it.
    fn name(&self, part: &str, how: &str) -> String {
        let version = match part {
            "baseline" => &self.question.baseline.name,
            _ => &self.question.candidate.name,
        };
        let letters: Vec<String> =
            self.versions.letters().names().iter().map(|name| name.to_string()).collect();
        format!("{part} {version}{how} over {{{}}}", letters.join(", "))
    }

    fn words(&self, finding: &Finding) -> Vec<String> {
        finding.trace.names(&self.question.actions).iter().map(|name| name.to_string()).collect()
    }
}

/// That the traces of the one side are traces of the other, or which are not.
fn inclusion(
    claims: &mut Gathered,
    sides: [(&String, &Lts); 2],
    lost: &[&Finding],
    error: bool,
    views: &Views<'_>,
    ctx: Context<'_>,
) -> Result<(), Missing> {
    let places = sides.map(|(name, lts)| claims.system(side_document(name, lts)));
    if lost.is_empty() {
        let sides = sides.map(|(_, lts)| lts);
        let claim = relation_claim(sides, Relation::TraceInclusion, &Verdict::Holds(()), places, ctx)?;
        claims.claim(claim);
    }
    for finding in lost {
        claims.trace_difference(places, views.words(finding), error);
    }
    Ok(())
}

/// That the candidate may be in ERROR after a required trace only if the baseline may, or after which it is
/// not so.
///
/// The required traces beside the candidate are a system that enters ERROR exactly after those of them after
/// which the candidate may; its other traces are traces of the baseline.
fn failing(
    claims: &mut Gathered,
    required: &Lts,
    fails: &[&Finding],
    views: &Views<'_>,
    ctx: Context<'_>,
) -> Result<(), Missing> {
    let of = |lts: &Lts| views.versions.failing(lts).reachable().0;
    let components = vec![
        Component::new("required", required.clone().into()),
        Component::new("candidate", of(views.versions.candidate()).into()),
    ];
    let both = compose(&System::new("both", required.actions(), components), ctx)?.lts.with_end(None);
    let (both, baseline) = (both.reachable().0, of(views.versions.baseline()));
    let how = ", with ERROR, in what the baseline requires,";
    let names = [views.name("candidate", how), views.name("baseline", ", with ERROR,")];
    inclusion(claims, [(&names[0], &both), (&names[1], &baseline)], fails, true, views, ctx)
}
