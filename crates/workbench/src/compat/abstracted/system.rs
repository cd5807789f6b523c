//! The system with a candidate that is abstracted.

use std::sync::Arc;

use rely_assume::prove::Plan;
use rely_code::component::{Trace, TraceEnd};
use rely_evolve::{Extent, Instance, Obligation, Upgrade, Violation, compatible};
use rely_io::Control;
use rely_lts::{Actions, Component, Context, Hiding, System, Verdict};
use rely_report::Failure;
use rely_report::view::{CauseKind, CompatibilityView, ObligationView, VerdictKind};

use super::super::CompatOptions;
use super::super::compatibility::{blank, obligation, together, undecided};
use super::super::resolve::Version;
use super::super::standalone::in_table;
use super::super::system::{Built, Surroundings};
use super::{Over, Side, Tried};

/// Rounds before the system is given up.
const MOST_ROUNDS: usize = 300;

/// The system, as far as it was decided.
#[derive(Default)]
pub(super) struct Decided {
    /// Does it keep its properties? None if there is nothing to keep.
    pub view: Option<CompatibilityView>,
    /// The last system that was built.
    pub built: Option<Built>,
    pub notes: Vec<String>,
    pub largest_product: u64,
}

/// A question about the system with the candidate.
pub(super) struct SystemQuestion<'a> {
    pub surroundings: Option<&'a Surroundings>,
    pub baseline: &'a Side,
    pub candidate: &'a Side,
    pub actions: &'a Actions,
    pub options: &'a CompatOptions,
    pub control: &'a Control,
}

impl SystemQuestion<'_> {
    /// Decides whether the system keeps its properties, and refines the candidate as long as a run that
    /// violates one is not one of its code.
    ///
    /// # Errors
    /// If the model is wrong with one of the versions, the budget is spent, or a run does not replay.
    pub fn decide(&self) -> Result<Decided, Failure> {
        for round in 0.. {
            let (Over(old), Over(new)) =
                (self.baseline.over(self.control)?, self.candidate.over(self.control)?);
            let built = match self.surroundings {
                Some(around) => Some(around.build(&old, &new, &[], self.options, self.control)?),
                None => None,
            };
            if let Some(why) = built.as_ref().and_then(needs_exact) {
                return Ok(Decided { view: Some(undecided(why)), built, ..Decided::default() });
            }
            let alone = self.alone(&old, &new);
            let upgrade = built.as_ref().map_or(&alone, |built| &built.upgrade);
            if built.is_none() && upgrade.obligations().is_empty() {
                return Ok(Decided::default());
            }
            let ctx = self.control.context();
            let budget = ctx.budget.holding(upgrade.candidate.memory() + upgrade.baseline.memory());
            let ctx = Context { budget: &budget, ..ctx };
            let plan = Plan { portfolio: self.options.portfolio, ..Plan::default() };
            let found = compatible(upgrade, Extent::Candidate, &|_| plan.clone(), ctx)
                .map_err(|error| Failure::Internal(format!("a plan for a proof does not fit: {error}")))?;
            let (mut refined, mut open) = (false, Vec::new());
            for decision in &found.candidate {
                let Verdict::Violated(violation) = &decision.verdict else { continue };
                match self.judge(upgrade, built.as_ref(), violation) {
                    Tried::Has => {}
                    Tried::Lacks => refined = true,
                    Tried::Open(why) => open.push((decision.obligation, why)),
                }
            }
            if refined && round < MOST_ROUNDS {
                continue;
            }
            let (mut notes, mut results) = (Vec::new(), Vec::new());
            for decision in &found.candidate {
                let view = obligation(upgrade, decision, &mut notes, ctx)?;
                let why =
                    open.iter().find(|(own, _)| *own == decision.obligation).map(|(_, why)| why.clone());
                let why = why.or_else(|| {
                    let violated = refined && decision.verdict.evidence().is_some();
                    violated.then(|| format!("{MOST_ROUNDS} refinements were not enough"))
                });
                results.push(self.settled(view, decision.obligation, why));
            }
            for (name, kind) in built.iter().flat_map(|built| built.liveness.names()) {
                let reason = "it is not decided without exact transition systems".to_string();
                let verdict = VerdictKind::Unknown;
                results.push(ObligationView { verdict, reason: Some(reason), ..blank(&name, kind) });
            }
            if self.surroundings.is_some() {
                notes.push("deadlock is not decided without exact transition systems".to_string());
            }
            let largest_product = found.statistics().largest_product;
            return Ok(Decided { view: Some(together(results, None, None)), built, notes, largest_product });
        }
        Err(Failure::Internal("a loop without an end has ended".to_string()))
    }

    /// An obligation as it is for the code.
    fn settled(
        &self,
        mut view: ObligationView,
        obligation: Obligation,
        why: Option<String>,
    ) -> ObligationView {
        if let Some(why) = why {
            let kind = if matches!(obligation, Obligation::Property(_)) { "property" } else { "error" };
            let (verdict, reason) = (VerdictKind::Unknown, Some(why));
            return ObligationView {
                verdict,
                reason,
                statistics: view.statistics,
                ..blank(&view.name, kind)
            };
        }
        if self.baseline.code().is_some() && view.cause != Some(CauseKind::New) {
            // That the baseline did it, too, is only known of its abstraction.
            (view.cause, view.departs, view.explanation) = (None, None, None);
        }
        view
    }

    /// Each version as a system of its own.
    fn alone(&self, old: &Version, new: &Version) -> Upgrade {
        let (new, mut old) = (in_table(&new.system, self.actions), in_table(&old.system, self.actions));
        if let ([new], [old]) = (&new.components[..], &mut old.components[..]) {
            old.name = new.name.clone();
        }
        Upgrade::new(new, old, Vec::new())
    }

    /// Can the code of the candidate do its part of a run, wherever it takes part? If not, it is refined.
    fn judge(&self, upgrade: &Upgrade, built: Option<&Built>, violation: &Violation) -> Tried {
        let Some(code) = self.candidate.code() else { return Tried::Has };
        let system = &upgrade.candidate;
        let own;
        let instances: &[Instance] = match built.and_then(|built| built.instances.as_deref()) {
            Some(instances) => instances,
            None => {
                own = [whole(system)];
                &own
            }
        };
        let mut open = None;
        for Instance { place, names } in instances {
            let model = code.model.borrow();
            let number = |action: &rely_lts::ActionId| {
                let name = system.actions.name(*action);
                model.actions.iter().position(|own| **own == *name).map(|number| number as u32)
            };
            let steps = violation.run.actions.iter().filter_map(|action| {
                let meant = names.iter().filter(|(_, now)| now.contains(action));
                let numbers: Vec<u32> = meant.filter_map(|(own, _)| number(own)).collect();
                (!numbers.is_empty()).then_some(numbers)
            });
            let unseen = names.iter().filter(|(_, now)| now.is_empty()).filter_map(|(own, _)| number(own));
            let is_own = violation.run.culprit == *place;
            let end = if is_own { TraceEnd::Error } else { TraceEnd::Anywhere };
            let trace = Trace { steps: steps.collect(), unseen: unseen.collect(), end };
            drop(model);
            match code.try_trace(&trace, self.control) {
                Tried::Has => {}
                Tried::Lacks => return Tried::Lacks,
                Tried::Open(why) => open = Some(why),
            }
        }
        open.map_or(Tried::Has, Tried::Open)
    }
}

/// A candidate that is a system of its own.
fn whole(system: &System) -> Instance {
    let alphabet = system.components.first().map(|component: &Component| Arc::clone(&component.lts));
    let ids = alphabet.map_or_else(Vec::new, |lts| lts.alphabet().ids().to_vec());
    Instance { place: 0, names: ids.into_iter().map(|id| (id, vec![id])).collect() }
}

/// Why a system cannot be decided with abstractions in it.
fn needs_exact(built: &Built) -> Option<String> {
    let system = &built.upgrade.candidate;
    let why = if built.instances.is_none() {
        "the version is only a part of a component of the system"
    } else if built.followed {
        "the system continues where the version ends"
    } else if system.priority.is_some() {
        "actions have priorities"
    } else if system.hiding != Hiding::Nothing {
        "the system hides actions"
    } else if built.arguments.iter().any(|arguments| !arguments.is_empty()) {
        "the version has arguments"
    } else {
        return None;
    };
    Some(format!("an abstraction of C is not enough where {why}"))
}
