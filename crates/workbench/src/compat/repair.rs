//! Edits that restore a loss: transitions of the candidate, in the words of its source, each checked in the
//! system as well.

use std::sync::Arc;

use rely_evolve::{
    Decision, Edit, EditClass, EditFinder, Edits, Finding, FindingKind, Safety, Versions, compatible,
};
use rely_fsp::{Substitute, Value};
use rely_io::Control;
use rely_lts::{ActionId, Budget, Context, Lts, Role, Spent, StateId, Trace, Verdict};
use rely_report::view::{EditKind, EditView, FindingView};

use super::containment::Compared;
use super::places::Places;
use super::resolve::Version;
use super::system::{Surroundings, instance};

/// Findings that get edits.
const FINDINGS: usize = 20;

/// Edits per finding that are reported.
const EDITS: usize = 5;

/// Edits per finding that are checked in the system.
const TRIED: usize = 4;

/// Findings whose edits are checked there.
const TRIALS: usize = 5;

/// States of the system that are visited for each of them.
const GLANCE: u64 = 50_000;

/// The system in which edits are tried.
pub(super) struct Trial<'a> {
    pub surroundings: &'a Surroundings,
    pub baseline: &'a Version,
    pub candidate: &'a Version,
    /// The arguments of the instances that are edited.
    pub arguments: &'a [Value],
    /// The properties that have to be kept, by name.
    pub properties: &'a [String],
    pub control: &'a Control,
}

/// Fills in the edits of findings, best first. A spent budget leaves the rest without. Nothing is recommended
/// that would have to be tried in the system and was not.
///
/// # Errors
/// If the budget is spent.
pub(super) fn find_edits(
    compared: &Compared,
    end: Option<ActionId>,
    losses: &[Finding],
    views: &mut [FindingView],
    places: &Places<'_>,
    trial: Option<&Trial<'_>>,
    ctx: Context<'_>,
) -> Result<(), Spent> {
    let versions = &compared.versions;
    if losses.iter().all(|finding| finding.kind == FindingKind::MayFail) {
        return Ok(());
    }
    let Some(finder) = EditFinder::new(versions, ctx)? else { return Ok(()) };
    let is_observed = places.version().is_observed();
    // Termination is not a transition, and nothing leaves a state that has ended.
    let ended = |state: StateId| {
        let label = end.and_then(|end| versions.candidate().alphabet().label(end));
        label.is_some_and(|label| !versions.candidate().step(state, label).is_empty())
    };
    for (i, (finding, view)) in losses.iter().zip(views).take(FINDINGS).enumerate() {
        let mut edits: Edits = finder.edits(finding, ctx)?;
        edits.edits.retain(|edit| Some(edit.action) != end && !ended(edit.from));
        let mut violated: Vec<Option<String>> = Vec::new();
        if let (Some(trial), Some(candidate)) = (trial.filter(|_| i < TRIALS), &compared.editable) {
            edits.judge(candidate, TRIED, |edited| {
                let (safety, property) = trial.safety(edited);
                violated.push(property);
                Ok::<_, Spent>(safety)
            })?;
        }
        let is_checked = |edit: &&Edit| match trial {
            Some(_) => edit.safety == Safety::Keeps,
            None => !is_observed,
        };
        let best = edits.recommended().filter(is_checked);
        for (n, edit) in edits.edits.iter().take(EDITS).enumerate() {
            let mut shown = edit_view(versions, edit, places);
            shown.recommended = best.is_some_and(|best| std::ptr::eq(best, edit));
            shown.violates = violated.get(n).cloned().flatten();
            if shown.class == EditKind::More {
                shown.fits_copy = finder.fits_copy(finding, edit, ctx)?;
            }
            view.edits.push(shown);
        }
        view.needs_split =
            edits.needs_split() && view.edits.iter().any(|edit| edit.fits_copy && edit.to.is_some());
    }
    Ok(())
}

impl Trial<'_> {
    /// Does the system with an edited candidate satisfy its properties, as far as a short search shows? If
    /// not, also which it violates.
    fn safety(&self, edited: &Lts) -> (Safety, Option<String>) {
        let ctx = self.control.context();
        let limit = ctx.budget.states.map_or(GLANCE, |own| own.min(GLANCE));
        let budget = Budget { states: Some(limit), ..ctx.budget.clone() };
        let ctx = Context { budget: &budget, ..ctx };
        let with = self.surroundings.with(&self.baseline.name, self.control, &|given, actions| {
            if given == self.arguments {
                let lts = Arc::new(edited.in_table(actions));
                return Ok(Substitute { lts, role: Role::Process, state_names: None });
            }
            Ok(instance(self.candidate, given, actions, self.control)?.into())
        });
        let Ok(with) = with else { return (Safety::Unknown, None) };
        let system = with.system;
        let mut upgrade = rely_evolve::Upgrade::new(system.clone(), system, Vec::new());
        upgrade
            .properties
            .retain(|&place| self.properties.contains(&upgrade.candidate.components[place].name));
        let plan = |_: &rely_evolve::Asked<'_>| rely_assume::prove::Plan::default();
        let Ok(found) = compatible(&upgrade, rely_evolve::Extent::Candidate, &plan, ctx) else {
            return (Safety::Unknown, None);
        };
        match found.verdict() {
            Verdict::Holds(()) => (Safety::Keeps, None),
            Verdict::Unknown(_) => (Safety::Unknown, None),
            Verdict::Violated(violation) => {
                let first = found.candidate.iter().find(|decision| decision.verdict.evidence().is_some());
                let name = |decision: &Decision| {
                    upgrade.candidate.components[decision.obligation.place()].name.clone()
                };
                let run = violation.run.actions.iter().copied().collect::<Trace>();
                (Safety::Breaks(run), first.map(name))
            }
        }
    }
}

fn has_stopped(reference: &str) -> bool {
    matches!(reference, "STOP" | "END")
}

/// An edit in words.
fn edit_view(versions: &Versions, edit: &Edit, places: &Places<'_>) -> EditView {
    let actions = versions.candidate().actions();
    let action = actions.name(edit.action).to_string();
    let (from, to) = (places.name(edit.from), edit.to.map(|to| places.name(to)));
    let target = match edit.to {
        None => "STOP".to_string(),
        // A state that had stopped has not any more if the transition leaves it.
        Some(to) if to == edit.from && places.reference(to).is_some_and(|name| has_stopped(&name)) => {
            format!("({from})")
        }
        Some(to) => places.reference(to).unwrap_or_else(|| format!("({})", places.name(to))),
    };
    let text = match places.reference(edit.from) {
        Some(name) if !has_stopped(&name) => format!("{name} = (… | {action} -> {target})"),
        _ => format!("{from}: (… | {action} -> {target})"),
    };
    let names = |trace: &Trace| trace.names(actions).iter().map(|name| name.to_string()).collect::<Vec<_>>();
    let (class, beyond) = match (&edit.safety, &edit.class) {
        (Safety::Breaks(run), _) => (EditKind::Unsafe, names(run)),
        (_, EditClass::Exact) => (EditKind::Exact, Vec::new()),
        (_, EditClass::Within) => (EditKind::Within, Vec::new()),
        (_, EditClass::More(trace)) => (EditKind::More, names(trace)),
    };
    EditView {
        from,
        action,
        to,
        text,
        class,
        restores: edit.restores,
        still_missing: edit.still_missing.as_ref().map_or_else(Vec::new, names),
        closes: edit.closes as u64,
        beyond,
        fits_copy: false,
        tried: edit.safety != Safety::Unknown,
        violates: None,
        recommended: false,
        place: places.place(edit.from),
    }
}
