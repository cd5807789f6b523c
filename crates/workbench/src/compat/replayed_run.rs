//! Runs of the systems of an upgrade, with their internal steps, replayed.

use std::collections::HashSet;

use rely_certify::TraceDoc;
use rely_check::{Vector, initial_vector, is_error, moves};
use rely_evidence::{
    Claimed, Judge, MAX_STEPS, NOT_REPLAYED, Unconfirmed, confirmed, names, trace_view, view_along,
};
use rely_evolve::ErrorRun;
use rely_lts::{ActionId, Role, System};
use rely_report::Failure;
use rely_report::view::TraceView;

/// Limit on the vectors that are visited to find the internal steps of a run.
const MAX_VISITED: usize = 200_000;

/// A run that was replayed.
pub(super) struct ReplayedRun {
    pub trace: Vec<String>,
    pub steps: Option<TraceView>,
    /// The run as certificates have it, if it was replayed by the checker's code.
    pub proof: Option<TraceDoc>,
    run: Vec<ActionId>,
}

impl ReplayedRun {
    /// The number of a step, from 1, given its number among the visible ones. What happens after all of them
    /// is the last step.
    pub fn departs(&self, run: &ErrorRun, step: usize) -> Option<u64> {
        let ends_silently = self.run.last().is_some_and(|action| action.is_tau());
        if step + 1 >= run.actions.len() && ends_silently {
            return Some(self.run.len() as u64);
        }
        let wanted = run.actions.get(step)?;
        let mut seen = 0;
        for (at, action) in self.run.iter().enumerate() {
            if action.is_tau() {
                continue;
            }
            if seen == step {
                debug_assert_eq!(action, wanted);
                return Some(at as u64 + 1);
            }
            seen += 1;
        }
        None
    }
}

/// The search has visited too many vectors.
struct TooMany;

/// A run with these visible actions that ends as wanted, with fewest steps.
fn internal_steps(
    system: &System,
    visible: &[ActionId],
    end: impl Fn(&[rely_lts::StateId]) -> bool,
) -> Result<Option<Vec<ActionId>>, TooMany> {
    let visible: Vec<ActionId> = visible.iter().copied().filter(|action| !action.is_tau()).collect();
    let start = (0, initial_vector(system));
    // The place in the run, the vector, from where, by which action.
    let mut found: Vec<(usize, Vector, usize, ActionId)> = vec![(0, start.1.clone(), 0, ActionId::TAU)];
    let mut known: HashSet<(usize, Vector)> = HashSet::from([start]);
    let mut at = 0;
    while at < found.len() {
        let (done, vector) = (found[at].0, found[at].1.clone());
        if done == visible.len() && end(&vector) {
            let mut run = Vec::new();
            let mut back = at;
            while back > 0 {
                run.push(found[back].3);
                back = found[back].2;
            }
            run.reverse();
            return Ok(Some(run));
        }
        for (action, target) in moves(system, &vector) {
            let done = match action {
                _ if action.is_tau() => done,
                _ if visible.get(done) == Some(&action) => done + 1,
                _ => continue,
            };
            if known.insert((done, target.clone())) {
                found.push((done, target, at, action));
            }
        }
        if found.len() > MAX_VISITED {
            return Err(TooMany);
        }
        at += 1;
    }
    Ok(None)
}

/// A run into ERROR, replayed with its internal steps.
pub(super) fn error_run(
    candidate: &System,
    run: &ErrorRun,
    notes: &mut Vec<String>,
) -> Result<ReplayedRun, Failure> {
    let system = alone(candidate, run.culprit);
    let place = place_alone(candidate, run.culprit);
    if let Ok(violation) = confirmed(&system, &[place], &run.actions) {
        if violation.replayed.is_none() {
            notes.push(NOT_REPLAYED.to_string());
        }
        let steps = match &violation.vectors {
            _ if violation.run.len() > MAX_STEPS => None,
            Some(vectors) => Some(view_along(&system, &violation.run, vectors)),
            None => trace_view(&system, &violation.run, &[], is_error).ok(),
        };
        let (trace, proof) = (names(&system, &violation.run), violation.replayed);
        return Ok(ReplayedRun { trace, steps, proof, run: violation.run });
    }
    filled(&system, &run.actions, Claimed::Error(&[place]), notes, |vector| vector[place].is_error())
}

/// A run with these visible actions and an end, with its internal steps, replayed.
pub(super) fn filled(
    system: &System,
    visible: &[ActionId],
    claimed: Claimed<'_>,
    notes: &mut Vec<String>,
    end: impl Fn(&[rely_lts::StateId]) -> bool,
) -> Result<ReplayedRun, Failure> {
    let found = match internal_steps(system, visible, &end) {
        Ok(Some(run)) => run,
        Ok(None) => {
            let run = names(system, visible).join(" ");
            return Err(Failure::Internal(format!("the run {run} is not one of {}", system.name)));
        }
        Err(TooMany) => {
            notes.push(NOT_REPLAYED.to_string());
            let (trace, run) = (names(system, visible), visible.to_vec());
            return Ok(ReplayedRun { trace, steps: None, proof: None, run });
        }
    };
    let trace = names(system, &found);
    let proof = match Judge::new(system).confirm(&trace, &[], claimed) {
        Ok(confirmed) => Some(confirmed.trace),
        Err(Unconfirmed::TooMany) => {
            notes.push(NOT_REPLAYED.to_string());
            None
        }
        Err(Unconfirmed::Wrong(why)) => {
            return Err(Failure::Internal(format!("a run of {} does not replay: {why}", system.name)));
        }
    };
    let steps = if found.len() > MAX_STEPS { None } else { trace_view(system, &found, &[], end).ok() };
    Ok(ReplayedRun { trace, steps, proof, run: found })
}

/// The processes of a system, and one of its properties at the end if it is one. With priorities, actions
/// that only other properties know are still possible.
pub(super) fn alone(system: &System, place: usize) -> System {
    let is_process = |component: &rely_lts::Component| component.role != Role::Property;
    let at = system.components[..place].iter().filter(|component| is_process(component)).count();
    let mut alone = system.observed_by(|other| other == place);
    let property = (!is_process(&system.components[place])).then(|| alone.components.remove(at));
    if alone.priority.is_none() {
        alone.components.retain(is_process);
    }
    alone.components.extend(property);
    alone
}

/// The place of a component in [`alone`].
pub(super) fn place_alone(system: &System, place: usize) -> usize {
    match system.components[place].role {
        Role::Property => alone(system, place).components.len() - 1,
        _ => system.components[..place].iter().filter(|component| component.role != Role::Property).count(),
    }
}
