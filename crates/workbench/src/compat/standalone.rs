//! Versions without a system around them: each is a system of its own, with its properties and ERRORs.

use std::sync::Arc;

use rely_assume::prove::Plan;
use rely_evolve::{Extent, Upgrade, compatible};
use rely_io::Control;
use rely_lts::{Actions, Component, Context, System};
use rely_report::Failure;

use super::CompatOptions;
use super::certificate::Certifier;
use super::compatibility::{Kept, obligation, together};
use super::resolve::Version;

/// Decides the properties inside the candidate, and the ERRORs of its processes. None if it has neither.
///
/// # Errors
/// If a run does not replay.
pub(super) fn decide(
    baseline: &Version,
    candidate: &Version,
    actions: &Actions,
    options: &CompatOptions,
    certifier: Option<&mut Certifier>,
    control: &Control,
) -> Result<Option<Kept>, Failure> {
    let new = in_table(&candidate.system, actions);
    let mut old = in_table(&baseline.system, actions);
    if let ([new], [old]) = (&new.components[..], &mut old.components[..]) {
        // Two processes correspond, whatever they are called.
        old.name = new.name.clone();
    }
    let upgrade = Upgrade::new(new, old, Vec::new());
    if upgrade.obligations().is_empty() {
        return Ok(None);
    }
    let ctx = control.context();
    let budget = ctx.budget.holding(upgrade.candidate.memory() + upgrade.baseline.memory());
    let ctx = Context { budget: &budget, ..ctx };
    let plan = Plan { portfolio: options.portfolio, ..Plan::default() };
    let found = compatible(&upgrade, Extent::Candidate, &|_| plan.clone(), ctx)
        .map_err(|error| Failure::Internal(format!("a plan for a proof does not fit: {error}")))?;
    let (mut notes, mut results) = (Vec::new(), Vec::new());
    for decision in &found.candidate {
        results.push(obligation(&upgrade, decision, &mut notes, ctx)?);
    }
    if let Some(certifier) = certifier {
        for (decision, result) in found.candidate.iter().zip(&results) {
            certifier.obligation(&upgrade.candidate, decision, result.vacuous, ctx)?;
        }
    }
    let largest_product = found.statistics().largest_product;
    Ok(Some(Kept { view: together(results, None, None), notes, largest_product, liveness: None }))
}

/// A system with its actions from another table.
pub(super) fn in_table(system: &System, actions: &Actions) -> System {
    let moved = |c: &Component| Component { lts: Arc::new(c.lts.in_table(actions)), ..c.clone() };
    let components = system.components.iter().map(moved).collect();
    System { actions: actions.clone(), components, ..system.clone() }
}
