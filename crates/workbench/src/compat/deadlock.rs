//! Deadlocks of the system with the candidate: new ones are violations, unless they are allowed.

use rely_check::{Explore, Reach, is_error, is_terminated, moves};
use rely_evidence::Claimed;
use rely_evolve::{Upgrade, deadlocks, keeps_deadlocks, new_deadlock};
use rely_lts::{Budget, Context, System, Verdict};
use rely_report::Failure;
use rely_report::view::{CauseKind, DeadlockView, ObligationView, VerdictKind};

use super::compatibility::{CompatibilityCheck, blank};
use super::replayed_run::filled;

/// States that are visited to find deadlocks that are only mentioned.
const GLANCE: u64 = 200_000;

/// States that are visited to find new deadlocks, unless `--deadlock` was given.
const SEARCHED: u64 = 2_000_000;

impl CompatibilityCheck<'_> {
    /// The system in which properties that nobody asked about do not end runs; for `--deadlock` as it is, as
    /// in a check.
    pub(super) fn asked(&self, system: System) -> System {
        if self.options.deadlock {
            return system;
        }
        let upgrade = &self.built.upgrade;
        let names: Vec<&str> = upgrade
            .properties
            .iter()
            .map(|&place| upgrade.candidate.components[place].name.as_str())
            .collect();
        system.observed_by(|place| names.contains(&system.components[place].name.as_str()))
    }

    /// Can the system get stuck where it could not before? That is a violation unless it is allowed. Versions
    /// that refuse nothing new need no search.
    pub(super) fn deadlock(
        &self,
        results: &mut Vec<ObligationView>,
        notes: &mut Vec<String>,
        ctx: Context<'_>,
    ) -> Result<Option<DeadlockView>, Failure> {
        let kept = !self.options.deadlock && keeps_deadlocks(&self.built.upgrade, ctx);
        let glance = match self.options.deadlock {
            true => None,
            false if kept || self.options.allow_deadlock => Some(GLANCE),
            false => Some(SEARCHED),
        };
        let states = match (ctx.budget.states, glance) {
            (Some(own), Some(glance)) => Some(own.min(glance)),
            (own, glance) => own.or(glance),
        };
        let budget = Budget { states, ..ctx.budget.clone() };
        let ctx = Context { budget: &budget, ..ctx };
        let whole = Upgrade {
            candidate: self.asked(self.target(&self.built.upgrade.candidate)),
            baseline: self.asked(self.target(&self.built.upgrade.baseline)),
            places: Vec::new(),
            inside: Vec::new(),
            properties: Vec::new(),
            ..self.built.upgrade.clone()
        };
        let mut found = deadlocks(&whole, ctx);
        let mut vacuous = None;
        // The ERROR of a property ends runs: a deadlock behind it is neither there nor excluded.
        let is_cut = results.iter().any(|r| r.kind == "property" && r.verdict != VerdictKind::Holds);
        if is_cut || found.cut || self.options.deadlock {
            let again = |system: &System, verdict: &mut Verdict| {
                if !verdict.holds() {
                    return None;
                }
                let reach = Reach::explore(system, Explore::States, ctx);
                *verdict = reach.verdicts(ctx).0;
                reach.deadlock_vacuous().filter(|_| verdict.holds())
            };
            vacuous = again(&whole.candidate, &mut found.candidate);
            again(&whole.baseline, &mut found.baseline);
        }
        let word = |verdict: &Verdict| match verdict {
            Verdict::Holds(()) => VerdictKind::Holds,
            Verdict::Violated(_) => VerdictKind::Violated,
            Verdict::Unknown(_) => VerdictKind::Unknown,
        };
        let mut view = DeadlockView {
            baseline: word(&found.baseline),
            candidate: word(&found.candidate),
            trace: Vec::new(),
            new: found.inherited == Some(false),
        };
        let new = match (&found.candidate, found.inherited) {
            _ if kept || self.options.allow_deadlock => Verdict::Holds(()),
            (Verdict::Holds(()), _) => Verdict::Holds(()),
            (Verdict::Unknown(reason), _) => Verdict::Unknown(reason.clone()),
            (Verdict::Violated(run), Some(false)) => Verdict::Violated(run.clone()),
            // The old system has this one: others may be new.
            (Verdict::Violated(_), _) => new_deadlock(&whole, ctx),
        };
        view.new |= matches!(new, Verdict::Violated(_));
        let mut shown = None;
        if let Some(run) = new.evidence().or(found.candidate.evidence()) {
            let run = filled(&whole.candidate, &run.actions, Claimed::Deadlock, notes, |vector| {
                !is_error(vector)
                    && moves(&whole.candidate, vector).is_empty()
                    && !is_terminated(&whole.candidate, vector)
            })?;
            view.trace = run.trace.clone();
            shown = Some(run);
        }
        if self.options.deadlock || !new.holds() {
            let mut result = blank(&self.surroundings.target, "deadlock");
            result.rule = Some("search".to_string());
            match (&new, &found.candidate) {
                (Verdict::Holds(()), Verdict::Violated(_)) => {
                    result.cause = Some(CauseKind::Inherited);
                    result.reason = Some(
                        "the system can deadlock, but only where the system with the baseline can deadlock as well"
                            .to_string(),
                    );
                }
                (Verdict::Holds(()), _) => (result.vacuous, result.reason) = (vacuous.is_some(), vacuous),
                (Verdict::Unknown(reason), _) => {
                    result.verdict = VerdictKind::Unknown;
                    result.reason = Some(reason.to_string());
                }
                (Verdict::Violated(_), _) => {
                    result.verdict = VerdictKind::Violated;
                    result.cause = Some(CauseKind::New);
                    result.explanation =
                        Some("The system with the baseline cannot deadlock after this run.".to_string());
                    (result.trace, result.steps) =
                        shown.map_or_else(Default::default, |run| (run.trace, run.steps));
                }
            }
            results.push(result);
        }
        Ok(Some(view))
    }
}
