//! By what a certificate shows that something holds: a closed set, or a part of it.

use rely_check::partial_order::{Followed, FollowedSets};
use rely_check::{Explore, Reach};
use rely_lts::{Budget, Context, System};
use rely_report::view::{CheckKind, ResultView, VerdictKind};

/// What shows the verdicts that hold, after a reduction has decided.
pub(super) enum Shown<'s> {
    /// For each verdict a reduced search.
    Reduced(Vec<Followed>),
    /// The closed set of a full search, if it came to its end.
    Closed(Box<Reach<'s>>),
}

/// Finds what shows these results, all of which hold: reduced searches, if these are enough and a full search
/// is larger, else a full one.
pub(super) fn shown<'s>(system: &'s System, results: &[&ResultView], ctx: Context<'_>) -> Shown<'s> {
    let Some(reduced) = reduced(system, results, ctx) else {
        return Shown::Closed(Reach::explore(system, Explore::States, ctx).into());
    };
    let total: u64 = reduced.iter().map(|followed| followed.states.len() as u64).sum();
    let states = ctx.budget.states.map_or(total, |own| own.min(total));
    let budget = Budget { states: Some(states), ..ctx.budget.clone() };
    let full = Reach::explore(system, Explore::States, Context { budget: &budget, ..ctx });
    if full.spent().is_none() { Shown::Closed(full.into()) } else { Shown::Reduced(reduced) }
}

/// A reduced search for each result; `None` if one of them needs all states, or more than there is room for.
fn reduced(system: &System, results: &[&ResultView], ctx: Context<'_>) -> Option<Vec<Followed>> {
    let sets = FollowedSets::new(system, ctx).ok()?;
    let search = |result: &&ResultView| {
        let is_named = |i: &usize| system.components[*i].name == result.name;
        let places: Vec<usize> = (0..system.components.len()).filter(is_named).collect();
        let is_deadlock = result.kind == CheckKind::Deadlock;
        // That a verdict says nothing is a claim about all states, unless the component has no ERROR.
        if result.vacuous && (is_deadlock || places.iter().any(|&i| system.components[i].lts.has_error())) {
            return None;
        }
        if is_deadlock { sets.deadlock() } else { sets.errors(&places) }.ok()?
    };
    results.iter().map(search).collect()
}

/// The results of deadlock and safety that hold.
pub(super) fn holding<'r>(results: impl Iterator<Item = &'r ResultView>) -> Vec<&'r ResultView> {
    results.filter(|result| result.verdict == VerdictKind::Holds).collect()
}
