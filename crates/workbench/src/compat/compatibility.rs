//! Compatibility: what the system with the candidate keeps, whose fault it is if not, and what traces do not
//! tell.

use rely_assume::prove::{Plan, Rule, Statistics};
use rely_evidence::names;
use rely_evolve::{
    Compatibility, Decision, DivergenceKind, Explained, Extent, NotCompleted, Obligation, Upgrade,
    Version as PartVersion, Violation, ViolationClass,
};
use rely_io::Control;
use rely_lts::{Context, System, Verdict};
use rely_report::Failure;
use rely_report::prose::list;
use rely_report::view::{
    CauseKind, CheckKind, CompatibilityView, CompletedView, DeadlockView, ObligationView,
    ProofStatisticsView, ResultView, VerdictKind,
};

use super::CompatOptions;
use super::certificate::Certifier;
use super::replayed_run::{alone, error_run, place_alone};
use super::resolve::Version;
use super::reused::Reused;
use super::system::{Built, Surroundings};
use crate::check::LivenessResults;
use crate::prove::monolithic;

/// The results for a system.
pub(super) struct Kept {
    /// The document.
    pub view: CompatibilityView,
    /// Notes.
    pub notes: Vec<String>,
    /// States of the largest product.
    pub largest_product: u64,
    /// Progress tests and asserts, for their certificate.
    pub liveness: Option<LivenessResults>,
}

/// The question whether a system keeps what it has to keep.
pub(super) struct CompatibilityCheck<'a> {
    pub surroundings: &'a Surroundings,
    pub candidate: &'a Version,
    pub built: &'a Built,
    pub options: &'a CompatOptions,
    pub control: &'a Control,
}

impl CompatibilityCheck<'_> {
    /// Decides it. If there are losses, the system with all losses added back is checked as well.
    ///
    /// # Errors
    /// If a run does not replay, or the user interrupted the run.
    pub fn decide(&self, losses: bool, reused: &Reused<'_>) -> Result<(Kept, Compatibility), Failure> {
        let upgrade = &self.built.upgrade;
        let ctx = self.control.context();
        let budget = ctx.budget.holding(upgrade.candidate.memory() + upgrade.baseline.memory());
        let ctx = Context { budget: &budget, ..ctx };
        let explained = losses && self.built.unexplained.is_none();
        let extent = if explained { Extent::Completed } else { Extent::Candidate };
        let plan = Plan { portfolio: self.options.portfolio, ..Plan::default() };
        let found = (reused.compatible(upgrade, extent, &plan, ctx))
            .map_err(|error| Failure::Internal(format!("a plan for a proof does not fit: {error}")))?;
        let mut notes = Vec::new();
        if let Some(spent) = self.built.unexplained.as_ref().filter(|_| losses) {
            notes.push(format!("the system with all losses added back was not checked: {spent}"));
        }
        let mut results = Vec::new();
        for decision in &found.candidate {
            results.push(obligation(upgrade, decision, &mut notes, ctx)?);
        }
        results.extend(self.inside(ctx));
        let liveness = self.liveness()?;
        results.extend(liveness.views().map(searched));
        let deadlock = self.deadlock(&mut results, &mut notes, ctx)?;
        let completed = self.completed(&found, &mut notes);
        if upgrade.candidate.priority.is_some() {
            notes
                .push("actions have priorities: containment then implies nothing for the system".to_string());
        }
        let joined = names(&upgrade.candidate, &self.built.joined());
        if !joined.is_empty() {
            let it = if joined.len() == 1 { "it" } else { "them" };
            notes.push(format!(
                "other components did {} without the baseline and now need the candidate for {it}: they wait while it refuses",
                list(&joined)
            ));
        }
        let view = together(results, completed, deadlock);
        let largest_product = found.statistics().largest_product;
        Ok((Kept { view, notes, largest_product, liveness: Some(liveness) }, found))
    }

    /// The properties inside the candidate where they cannot be violated. Elsewhere they are the ERROR of the
    /// component that the candidate is, or is in.
    fn inside(&self, ctx: Context<'_>) -> Vec<ObligationView> {
        let upgrade = &self.built.upgrade;
        let mut places: Vec<usize> = upgrade.places.iter().chain(&upgrade.inside).copied().collect();
        places.sort_unstable();
        places.dedup();
        let replaced = places.iter().map(|&place| &upgrade.candidate.components[place]);
        let inside = self.candidate;
        let views = replaced.filter(|component| !component.lts.has_error()).flat_map(|component| {
            inside.properties().map(|place| {
                let observed = alone(&inside.system, place);
                let reason = monolithic::vacuity(&observed, place_alone(&inside.system, place), ctx);
                let name = format!("{}.{}", component.name, inside.system.components[place].name);
                let rule = Some(Rule::Monolithic.name().to_string());
                ObligationView { vacuous: reason.is_some(), reason, rule, ..blank(&name, "property") }
            })
        });
        views.collect()
    }

    /// Claims what was decided.
    ///
    /// # Errors
    /// If the evidence contradicts a verdict.
    pub fn certify(
        &self,
        kept: &Kept,
        found: &Compatibility,
        certifier: &mut Certifier,
    ) -> Result<(), Failure> {
        let ctx = self.control.context();
        for (decision, result) in found.candidate.iter().zip(&kept.view.results) {
            certifier.obligation(&self.built.upgrade.candidate, decision, result.vacuous, ctx)?;
        }
        let inside: Vec<usize> = self.candidate.properties().collect();
        for (at, result) in kept.view.results[found.candidate.len()..].iter().enumerate() {
            match result.kind.as_str() {
                // For each instance there is one for each property, in order.
                "property" => certifier.inside(self.candidate, inside[at % inside.len()], result, ctx)?,
                "deadlock" => {
                    certifier.deadlock(
                        &self.asked(self.target(&self.built.upgrade.candidate)),
                        result,
                        ctx,
                    )?;
                }
                // Progress tests and asserts follow.
                _ => {}
            }
        }
        if let Some(results) = &kept.liveness {
            let system = self.target(&self.built.upgrade.candidate);
            let (claims, view) = self.built.liveness.certify(results, &system, self.control)?;
            certifier.liveness(claims, view);
        }
        Ok(())
    }

    /// Progress tests and asserts, for which the entire system is searched.
    fn liveness(&self) -> Result<LivenessResults, Failure> {
        let system = self.target(&self.built.upgrade.candidate);
        self.built.liveness.check(&self.surroundings.loaded, &system, self.control)
    }

    /// The target without properties that joined it. Its own properties take part, as in a check: an action
    /// that only a property has is possible, and the ERROR of a property ends a run.
    pub(super) fn target(&self, system: &System) -> System {
        let own = system.components.len() - self.built.guests;
        System { components: system.components[..own].to_vec(), ..system.clone() }
    }

    /// The system with all losses added back.
    fn completed(&self, found: &Compatibility, notes: &mut Vec<String>) -> Option<CompletedView> {
        let explained = match &found.completed {
            Ok(explained) => explained,
            Err(NotCompleted::NotAsked) => return None,
            Err(why) => {
                notes.push(format!("the system with all losses added back was not checked: {why}"));
                return None;
            }
        };
        let system = &self.built.upgrade.candidate;
        let mut view = CompletedView {
            verdict: VerdictKind::Holds,
            reason: None,
            property: None,
            trace: Vec::new(),
            cause: None,
            explanation: None,
        };
        for Explained { obligation, verdict, .. } in explained {
            match verdict {
                Verdict::Holds(()) => {}
                Verdict::Unknown(reason) => {
                    view.verdict = VerdictKind::Unknown;
                    view.reason.get_or_insert(reason.to_string());
                }
                Verdict::Violated(violation) => {
                    view.verdict = VerdictKind::Violated;
                    view.reason = None;
                    view.property = Some(system.components[obligation.place()].name.clone());
                    view.trace = names(system, &violation.run.actions);
                    (view.cause, _, view.explanation) =
                        class(&self.built.upgrade, violation, |step| Some(step as u64 + 1));
                    break;
                }
            }
        }
        Some(view)
    }
}

/// A progress test or an assert.
fn searched(result: &ResultView) -> ObligationView {
    let kind = if result.kind == CheckKind::Progress { "progress" } else { "ltl" };
    ObligationView {
        verdict: result.verdict,
        vacuous: result.vacuous,
        reason: result.reason.clone(),
        trace: result.trace.clone(),
        cycle: result.cycle.clone(),
        steps: result.steps.clone(),
        rule: Some("search".to_string()),
        ..blank(&result.name, kind)
    }
}

/// A property, or an ERROR of a process.
///
/// # Errors
/// If a run does not replay.
pub(super) fn obligation(
    upgrade: &Upgrade,
    decision: &Decision,
    notes: &mut Vec<String>,
    ctx: Context<'_>,
) -> Result<ObligationView, Failure> {
    let system = &upgrade.candidate;
    let place = decision.obligation.place();
    let kind = match decision.obligation {
        Obligation::Property(_) => "property",
        Obligation::OwnError(_) => "error",
    };
    let mut view = blank(&system.components[place].name, kind);
    view.statistics = Some(statistics(&decision.statistics));
    match &decision.verdict {
        Verdict::Holds(proof) => {
            view.rule = Some(proof.rule.name().to_string());
            let observed = alone(system, place);
            let at = place_alone(system, place);
            if let Obligation::Property(_) = decision.obligation {
                view.reason = monolithic::vacuity(&observed, at, ctx);
                view.vacuous = view.reason.is_some();
            }
        }
        Verdict::Unknown(reason) => {
            view.verdict = VerdictKind::Unknown;
            view.reason = Some(reason.to_string());
        }
        Verdict::Violated(violation) => {
            view.verdict = VerdictKind::Violated;
            let shown = error_run(&upgrade.candidate, &violation.run, notes)?;
            let departs = |step: usize| shown.departs(&violation.run, step);
            (view.cause, view.departs, view.explanation) = class(upgrade, violation, departs);
            (view.trace, view.steps) = (shown.trace, shown.steps);
        }
    }
    Ok(view)
}

/// The cause of a violation: in one word, with its step, in a sentence.
fn class(
    upgrade: &Upgrade,
    violation: &Violation,
    departs: impl Fn(usize) -> Option<u64>,
) -> (Option<CauseKind>, Option<u64>, Option<String>) {
    let system = &upgrade.candidate;
    let name = |place: usize| system.components[place].name.clone();
    let action = |step: usize| {
        let action = violation.run.actions.get(step).map(|&a| system.actions.name(a).to_string());
        action.unwrap_or_else(|| "its last step".to_string())
    };
    match &violation.class {
        ViolationClass::New(None) => {
            let text =
                "The system with the candidate does this; the system with the baseline does not.".to_string();
            (Some(CauseKind::New), None, Some(text))
        }
        ViolationClass::New(Some(divergence)) => {
            let (who, what) = (name(divergence.place), action(divergence.step));
            let step = departs(divergence.step);
            let at = step.map(|step| format!("In step {step}, ")).unwrap_or_default();
            let text = match divergence.kind {
                DivergenceKind::NewBehavior => {
                    format!("{at}{who} does {what}, which the baseline would refuse there.")
                }
                DivergenceKind::NotHeldBack => {
                    format!(
                        "{at}{what} is no longer blocked: it is in the alphabet of the baseline, but not of the candidate ({who})."
                    )
                }
                DivergenceKind::OwnError => {
                    format!("{at}{who} enters ERROR, but the baseline does not.")
                }
            };
            (Some(CauseKind::New), step, Some(text))
        }
        ViolationClass::Inherited => {
            let text = "The system with the baseline does the same: this is not new.".to_string();
            (Some(CauseKind::Inherited), None, Some(text))
        }
        ViolationClass::OldNeverSafe => {
            let text =
                "Only the restored behavior does this, and the old system did it as well: it was never safe.";
            (Some(CauseKind::OldNeverSafe), None, Some(text.to_string()))
        }
        ViolationClass::EnvironmentChanged { component, step } => {
            let text = format!(
                "Only the restored behavior does this. In the old system {component} refused {}: the rest of the system has changed.",
                action(*step)
            );
            (Some(CauseKind::EnvironmentChanged), None, Some(text))
        }
        ViolationClass::BaselineHere => {
            let text = "Only the restored behavior does this: the baseline would also violate the property in this system.";
            (Some(CauseKind::Baseline), None, Some(text.to_string()))
        }
        ViolationClass::Mixture(parts) => {
            let of = |version: PartVersion| -> Vec<String> {
                parts.iter().filter(|part| part.version == version).map(|part| name(part.place)).collect()
            };
            let (old, new) = (of(PartVersion::Baseline), of(PartVersion::Candidate));
            let text = format!(
                "Neither version alone does this: in this run {} like the baseline and {} like the candidate.",
                verb(&old),
                verb(&new)
            );
            (Some(CauseKind::Mixture), None, Some(text))
        }
        ViolationClass::Unclassified => (None, None, None),
    }
}

pub(super) fn blank(name: &str, kind: &str) -> ObligationView {
    ObligationView {
        name: name.to_string(),
        kind: kind.to_string(),
        verdict: VerdictKind::Holds,
        vacuous: false,
        reason: None,
        trace: Vec::new(),
        cycle: Vec::new(),
        steps: None,
        cause: None,
        departs: None,
        explanation: None,
        rule: None,
        statistics: None,
    }
}

fn statistics(counted: &Statistics) -> ProofStatisticsView {
    ProofStatisticsView {
        membership_queries: counted.membership_queries,
        equivalence_queries: counted.equivalence_queries,
        rounds: counted.rounds,
        largest_product: counted.largest_product,
        expansions: counted.expansions,
        alphabet: Vec::new(),
        seconds: 0.0,
    }
}

/// The verdict of all obligations: a violation, else the first unknown one, else all of them hold.
pub(super) fn together(
    results: Vec<ObligationView>,
    completed: Option<CompletedView>,
    deadlock: Option<DeadlockView>,
) -> CompatibilityView {
    let of = |word: VerdictKind| results.iter().find(|result| result.verdict == word);
    let (verdict, trace, reason) = match (of(VerdictKind::Violated), of(VerdictKind::Unknown)) {
        (Some(violated), _) => (VerdictKind::Violated, violated.trace.clone(), None),
        (None, Some(unknown)) => {
            let reason = unknown.reason.clone().unwrap_or_else(|| "undecided".to_string());
            (VerdictKind::Unknown, Vec::new(), Some(format!("{}: {reason}", unknown.name)))
        }
        (None, None) if results.is_empty() => {
            (VerdictKind::Holds, Vec::new(), Some("no property to check".to_string()))
        }
        (None, None) => (VerdictKind::Holds, Vec::new(), None),
    };
    CompatibilityView { verdict, trace, reason, results, completed, deadlock }
}

/// The answer if there was no budget for the system.
pub(super) fn undecided(reason: String) -> CompatibilityView {
    CompatibilityView {
        verdict: VerdictKind::Unknown,
        trace: Vec::new(),
        reason: Some(reason),
        results: Vec::new(),
        completed: None,
        deadlock: None,
    }
}

fn verb(names: &[String]) -> String {
    match names.len() {
        0 => "no instance behaves".to_string(),
        1 => format!("{} behaves", names[0]),
        _ => format!("{} behave", list(names)),
    }
}
