//! Violations: runs of the whole system, replayed before anybody sees them.

use std::collections::HashSet;

use rely_check::{Vector, initial_vector, is_error, moves};
use rely_lts::{ActionId, Context, System, Ticker};

use crate::evidence::{Claimed, Judge};
use crate::failure::Failure;
use crate::trace::trace_view;
use crate::view::ProofView;

/// Longer runs are given without the components' states on the way.
const MAX_STEPS: usize = 20_000;

/// So many states are visited in search of the internal steps of a run.
const MAX_VISITED: usize = 300_000;

/// A run with these visible actions whose last step takes a component at one of the places to ERROR, replayed by the
/// independent checker; `None` if its internal steps could not be found within limits.
///
/// # Errors
/// If there is no such run: whoever found it was wrong.
pub(super) fn confirmed(
    system: &System,
    places: &[usize],
    visible: &[ActionId],
    ctx: Context<'_>,
) -> Result<Option<Vec<ActionId>>, Failure> {
    let judge = Judge::new(system);
    let replays = |run: &[ActionId]| {
        let names = names(system, run);
        places.iter().any(|&place| judge.confirm(&names, &[], Claimed::Error(place)).is_ok())
    };
    if replays(visible) {
        return Ok(Some(visible.to_vec()));
    }
    let contradiction = || {
        let run = names(system, visible).join(" ");
        Failure::Internal(format!("the run {run} does not violate a property of {}", system.name))
    };
    match with_internal_steps(system, places, visible, ctx) {
        Filled::Run(run) if replays(&run) => Ok(Some(run)),
        Filled::TooMany => Ok(None),
        Filled::Run(_) | Filled::None => Err(contradiction()),
    }
}

/// What became of the search for internal steps.
enum Filled {
    Run(Vec<ActionId>),
    None,
    TooMany,
}

/// A shortest run that looks like this and enters ERROR with its last step.
fn with_internal_steps(system: &System, places: &[usize], visible: &[ActionId], ctx: Context<'_>) -> Filled {
    let visible: Vec<ActionId> = visible.iter().copied().filter(|a| !a.is_tau()).collect();
    // A vector after so many visible actions, how it was reached.
    let mut found: Vec<(usize, Vector, usize, ActionId)> =
        vec![(0, initial_vector(system), 0, ActionId::TAU)];
    let mut known: HashSet<(usize, Vector)> = HashSet::from([(0, initial_vector(system))]);
    let mut ticker = Ticker::default();
    let mut at = 0;
    while at < found.len() {
        if found.len() > MAX_VISITED || ticker.tick(ctx.budget).is_err() {
            return Filled::TooMany;
        }
        let (done, vector) = (found[at].0, found[at].1.clone());
        for (action, target) in moves(system, &vector) {
            let done = match visible.get(done) {
                _ if action.is_tau() => done,
                Some(&next) if next == action => done + 1,
                _ => continue,
            };
            if done == visible.len() && places.iter().any(|&place| target[place].is_error()) {
                let mut run = vec![action];
                let mut back = at;
                while back > 0 {
                    run.push(found[back].3);
                    back = found[back].2;
                }
                run.reverse();
                return Filled::Run(run);
            }
            if !is_error(&target) && known.insert((done, target.clone())) {
                found.push((done, target, at, action));
            }
        }
        at += 1;
    }
    Filled::None
}

/// Writes a run that was replayed into a result.
pub(super) fn tell(view: &mut ProofView, system: &System, target: &System, run: &[ActionId]) {
    view.trace = names(system, run);
    view.on_target = Judge::new(target).confirm(&view.trace, &[], Claimed::Run).is_ok();
    if run.len() > MAX_STEPS {
        view.notes
            .push(format!("the run has more than {MAX_STEPS} steps: the states on the way are not shown"));
        return;
    }
    view.steps = trace_view(system, run, &[], is_error).ok();
}

/// The names of actions.
pub(super) fn names(system: &System, run: &[ActionId]) -> Vec<String> {
    run.iter().map(|&action| system.actions.name(action).to_string()).collect()
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use rely_lts::{Actions, Component, LtsBuilder, Role, StateId};

    use super::*;

    /// A process that does tau, a, tau and then perhaps b; a property that forbids b.
    fn system(actions: &Actions) -> System {
        let (a, b) = (actions.intern("a"), actions.intern("b"));
        let mut process = LtsBuilder::new(actions);
        process.ensure_states(5).unwrap();
        for (s, action, t) in [(0, ActionId::TAU, 1), (1, a, 2), (2, ActionId::TAU, 3), (3, b, 4)] {
            process.add_transition(StateId::at(s), action, StateId::at(t));
        }
        let mut property = LtsBuilder::new(actions);
        property.ensure_states(1).unwrap();
        property.add_transition(StateId::at(0), b, StateId::ERROR);
        let property = Arc::new(property.finish(StateId::at(0)).unwrap());
        let process = Component::new("M", Arc::new(process.finish(StateId::at(0)).unwrap()));
        let property = Component { role: Role::Property, ..Component::new("P", property) };
        System::new("S", actions, vec![process, property])
    }

    #[test]
    fn internal_steps_are_filled_in_and_other_runs_are_contradictions() {
        let actions = Actions::new();
        let system = system(&actions);
        let (a, b, tau) = (actions.intern("a"), actions.intern("b"), ActionId::TAU);
        let full = vec![tau, a, tau, b];
        for given in [&[a, b][..], &[tau, a, b], &full] {
            let run = confirmed(&system, &[1], given, Context::unlimited()).unwrap();
            assert_eq!(run.as_ref(), Some(&full), "{given:?}");
        }
        for wrong in [&[a][..], &[b], &[], &[a, b, b], &[a, a, b]] {
            let answer = confirmed(&system, &[1], wrong, Context::unlimited());
            assert!(matches!(answer, Err(Failure::Internal(_))), "{wrong:?}");
        }
    }
}
