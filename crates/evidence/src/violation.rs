//! Violations: runs of the whole system, replayed before anybody sees them.

use std::collections::HashSet;

use rely_certify::TraceDoc;
use rely_check::{Vector, initial_vector};
use rely_lts::{ActionId, Label, Lts, StateId, System};
use rely_report::Failure;

use crate::replay::{Claimed, Judge, Unconfirmed};

/// Longer runs are given without the components' states on the way.
pub const MAX_STEPS: usize = 20_000;

/// So many states of a component, one for each place in the run, are visited in search of its internal steps.
const MAX_VISITED: usize = 1_000_000;

/// A run that violates a property.
pub struct Violation {
    /// Its actions, with the internal ones.
    pub run: Vec<ActionId>,
    /// The vectors after its steps, if they are known already.
    pub vectors: Option<Vec<Vector>>,
    /// What the independent checker was shown. None if that was too much for it: an internal step can be
    /// anybody's, so that it has to follow many states at once.
    pub replayed: Option<TraceDoc>,
}

/// A run with these visible actions whose last step takes a component at one of the places to ERROR, replayed
/// by the independent checker as far as that can.
///
/// # Errors
/// If there is no such run: whoever found it was wrong.
pub fn confirmed(system: &System, places: &[usize], visible: &[ActionId]) -> Result<Violation, Failure> {
    let judge = Judge::new(system);
    let replayed = |run: &[ActionId]| match judge.confirm(&names(system, run), &[], Claimed::Error(places)) {
        Ok(confirmed) => Ok(Some(confirmed.trace)),
        Err(Unconfirmed::TooMany) => Ok(None),
        Err(Unconfirmed::Wrong(why)) => Err(why),
    };
    let given = replayed(visible);
    let as_given = |replayed| Ok(Violation { run: visible.to_vec(), vectors: None, replayed });
    let filled = match (given, &system.priority) {
        (Ok(Some(trace)), _) => return as_given(Some(trace)),
        // Who may go first depends on the others: such a run comes from a search of the whole, with all its
        // steps.
        (Ok(None), Some(_)) => return as_given(None),
        (Err(_), Some(_)) => Ok(None),
        (_, None) => with_internal_steps(system, places, visible),
    };
    match filled {
        Ok(Some((run, vectors))) => {
            if let Ok(replayed) = replayed(&run) {
                return Ok(Violation { run, vectors: Some(vectors), replayed });
            }
        }
        Err(TooMany) => return as_given(None),
        Ok(None) => {}
    }
    let run = names(system, visible).join(" ");
    Err(Failure::Internal(format!("the run {run} does not violate a property of {}", system.name)))
}

/// The actions of a run, and the vectors after each.
type Filled = (Vec<ActionId>, Vec<Vector>);

/// The search for internal steps has visited too many states.
struct TooMany;

/// A run that looks like this and enters ERROR with its last step.
///
/// Without priority nobody prevents an internal step of another: each component finds, along the actions that
/// it knows, a run of its own with fewest internal steps, and takes these just before its next visible
/// action.
fn with_internal_steps(
    system: &System,
    places: &[usize],
    visible: &[ActionId],
) -> Result<Option<Filled>, TooMany> {
    let visible: Vec<ActionId> = visible.iter().copied().filter(|a| !a.is_tau()).collect();
    let Some(&last) = visible.last() else { return Ok(None) };
    let mut own: Vec<std::vec::IntoIter<(ActionId, StateId)>> = Vec::new();
    let mut violated = false;
    for (at, component) in system.components.iter().enumerate() {
        let lts = &component.lts;
        let word: Vec<Label> = visible.iter().filter_map(|&action| lts.alphabet().label(action)).collect();
        // Who enters ERROR ends the run. The properties are to do so, all others rather not.
        let may_fail = lts.alphabet().contains(last);
        let wanted = places.contains(&at);
        let mut ends = vec![wanted, !wanted];
        ends.retain(|&error| may_fail || !error);
        let mut found = None;
        for error in ends {
            if let Some(path) = along(lts, &word, error)? {
                violated |= error && wanted;
                found = Some(path);
                break;
            }
        }
        let Some(path) = found else { return Ok(None) };
        own.push(path.into_iter());
    }
    if !violated {
        return Ok(None);
    }
    let (mut run, mut vectors) = (Vec::new(), Vec::new());
    let mut vector = initial_vector(system);
    for &action in &visible {
        let mut next = vector.clone();
        let mut is_known = false;
        for (at, component) in system.components.iter().enumerate() {
            if !component.lts.alphabet().contains(action) {
                continue;
            }
            is_known = true;
            for (step, target) in own[at].by_ref() {
                next[at] = target;
                if !step.is_tau() {
                    break;
                }
                vector[at] = target;
                run.push(step);
                vectors.push(vector.clone());
            }
        }
        if !is_known {
            return Ok(None);
        }
        run.push(action);
        vectors.push(next.clone());
        vector = next;
    }
    Ok(Some((run, vectors)))
}

/// A shortest run of one component with this word that ends with it, and enters ERROR with the last action or
/// not at all: the steps with their targets.
fn along(lts: &Lts, word: &[Label], error: bool) -> Result<Option<Vec<(ActionId, StateId)>>, TooMany> {
    // Done so many actions, the state, from where, by which action.
    let mut found: Vec<(usize, StateId, usize, ActionId)> = vec![(0, lts.initial(), 0, ActionId::TAU)];
    let mut known: HashSet<(usize, StateId)> = HashSet::from([(0, lts.initial())]);
    let mut at = 0;
    while let Some(&(done, state, ..)) = found.get(at) {
        if done == word.len() && state.is_error() == error {
            let mut path = Vec::new();
            let mut back = at;
            while back > 0 {
                path.push((found[back].3, found[back].1));
                back = found[back].2;
            }
            path.reverse();
            return Ok(Some(path));
        }
        if found.len() > MAX_VISITED {
            return Err(TooMany);
        }
        if done < word.len() && !state.is_error() {
            let label = word[done];
            let action = lts.alphabet().action(label);
            let silent = lts.step(state, Label::TAU).iter().map(|&to| (done, to, at, ActionId::TAU));
            let loud = lts.step(state, label).iter().map(|&to| (done + 1, to, at, action));
            for step in silent.chain(loud) {
                if known.insert((step.0, step.1)) {
                    found.push(step);
                }
            }
        }
        at += 1;
    }
    Ok(None)
}

/// The names of actions.
pub fn names(system: &System, run: &[ActionId]) -> Vec<String> {
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
            let found = confirmed(&system, &[1], given).unwrap();
            assert!(found.run == full && found.replayed.is_some(), "{given:?}");
        }
        for wrong in [&[a][..], &[b], &[], &[a, b, b], &[a, a, b]] {
            let answer = confirmed(&system, &[1], wrong);
            assert!(matches!(answer, Err(Failure::Internal(_))), "{wrong:?}");
        }
    }

    /// A process may enter its own ERROR with the last step of a run, not before, and not by an internal
    /// step.
    #[test]
    fn nobody_enters_error_on_the_way() {
        let actions = Actions::new();
        let (a, b, tau) = (actions.intern("a"), actions.intern("b"), ActionId::TAU);
        let error = StateId::ERROR;
        let at = StateId::at;
        let other = |knows_b: bool, transitions: &[(usize, ActionId, StateId)]| {
            let mut lts = LtsBuilder::new(&actions);
            lts.ensure_states(3).unwrap();
            lts.extend_alphabet(a);
            if knows_b {
                lts.extend_alphabet(b);
            }
            for &(s, action, t) in transitions {
                lts.add_transition(at(s), action, t);
            }
            let lts = Arc::new(lts.finish(at(0)).unwrap());
            let mut system = system(&actions);
            system.components.insert(0, Component::new("N", lts));
            let found = confirmed(&system, &[2], &[a, b]).ok().map(|found| found.run);
            let filled = with_internal_steps(&system, &[2], &[a, b]).ok().flatten();
            if let Some((run, vectors)) = &filled {
                let accept = |end: &[StateId]| vectors.last().is_some_and(|last| last == end);
                assert!(rely_check::follow(&system, &initial_vector(&system), run, accept).is_ok());
            }
            assert_eq!(filled.map(|(run, _)| run), found);
            found.map(|run| run.len())
        };
        assert_eq!(other(true, &[(0, a, at(1)), (1, b, error)]), Some(4));
        assert_eq!(other(true, &[(0, a, at(1)), (1, tau, at(2)), (2, b, error)]), Some(5));
        assert_eq!(other(true, &[(0, a, error), (0, a, at(1)), (1, b, at(1))]), Some(4));
        assert_eq!(other(true, &[(0, a, error), (1, b, at(1))]), None);
        assert_eq!(other(true, &[(0, a, at(1)), (1, tau, error)]), None);
        assert_eq!(other(false, &[(0, a, error)]), None);
        assert_eq!(other(false, &[(0, tau, error), (0, tau, at(1)), (1, a, at(2))]), Some(5));
        assert_eq!(other(false, &[(0, tau, error)]), None);
    }
}
