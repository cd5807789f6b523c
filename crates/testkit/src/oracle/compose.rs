//! Parallel composition of any number of components, by definition.
//!
//! States are vectors. A label is taken jointly by all components that have it in their alphabet, if each
//! can; tau is taken by one. If a component moves to ERROR, the system moves to the one ERROR. Then priority
//! drops transitions, state by state; then the terminated states become one END; then labels are hidden.

use std::collections::{BTreeMap, BTreeSet};

use rely_lts::{ActionId, Actions, Component, Hiding, Lts, LtsBuilder, Priority, StateId, System};

use super::graph::TAU_NAME;
use super::labels::matches;

/// A composed system: its LTS, and which vectors each of its states stands for (several only for END).
#[derive(Clone, Debug)]
pub struct Composed {
    /// The LTS of the reachable vectors.
    pub lts: Lts,
    /// The vectors of every state.
    pub vectors: Vec<Vec<Vec<StateId>>>,
}

type Vector = Vec<StateId>;

/// A component by names: what it knows and the named steps of every state.
struct Part {
    alphabet: BTreeSet<String>,
    steps: Vec<Vec<(String, StateId)>>,
    end: Option<StateId>,
}

impl Part {
    fn new(lts: &Lts) -> Part {
        let named = |s| lts.successors(s).map(|(label, t)| (lts.label_name(label).to_string(), t)).collect();
        Part {
            alphabet: lts.alphabet().names().iter().map(|name| name.to_string()).collect(),
            steps: lts.states().map(named).collect(),
            end: lts.end(),
        }
    }

    /// The targets of the steps of a state with a given name.
    fn targets(&self, state: StateId, name: &str) -> impl Iterator<Item = StateId> {
        self.steps[state.index()].iter().filter(move |step| step.0 == name).map(|step| step.1)
    }
}

/// A joint transition: the name of the label, and the vector it leads to or ERROR.
type Move = (String, Option<Vector>);

/// The composition of a system, with its priority and hiding. (Its modifiers are not applied.)
pub fn compose(system: &System) -> Composed {
    let parts: Vec<Part> = system.components.iter().map(|c| Part::new(&c.lts)).collect();
    let start: Vector = system.components.iter().map(|c| c.lts.initial()).collect();
    let names = union(parts.iter());

    // The least set of vectors that has the start and is closed under moves.
    let mut moves: BTreeMap<Vector, Vec<Move>> = BTreeMap::new();
    let mut waiting = vec![start.clone()];
    while let Some(vector) = waiting.pop() {
        if moves.contains_key(&vector) {
            continue;
        }
        let allowed = prioritized(joint_moves(&parts, &names, &vector), &system.priority);
        waiting.extend(allowed.iter().filter_map(|(_, target)| target.clone()));
        moves.insert(vector, allowed);
    }

    // One state per vector, except that all terminated vectors are one state.
    let terminated: Vec<&Vector> =
        moves.keys().filter(|vector| moves[*vector].is_empty() && has_terminated(&parts, vector)).collect();
    let mut state_of: BTreeMap<&Vector, StateId> = BTreeMap::new();
    let mut vectors: Vec<Vec<Vector>> = Vec::new();
    for vector in moves.keys().filter(|vector| !terminated.contains(vector)) {
        state_of.insert(vector, StateId::at(vectors.len()));
        vectors.push(vec![vector.clone()]);
    }
    let end = StateId::at(vectors.len());
    if !terminated.is_empty() {
        state_of.extend(terminated.iter().map(|&vector| (vector, end)));
        vectors.push(terminated.iter().map(|&vector| vector.clone()).collect());
    }

    let mut builder = LtsBuilder::new(&system.actions);
    builder.ensure_states(vectors.len()).expect("small models");
    if !terminated.is_empty() {
        builder.set_end(end);
    }
    let action = |name: &str| {
        if hides(&system.hiding, name) { ActionId::TAU } else { system.actions.intern(name) }
    };
    for name in &names {
        builder.extend_alphabet(action(name));
    }
    for (vector, allowed) in &moves {
        for (name, target) in allowed {
            let target = target.as_ref().map_or(StateId::ERROR, |target| state_of[target]);
            builder.add_transition(state_of[vector], action(name), target);
        }
    }
    let lts = builder.finish(state_of[&start]).expect("all states were added");
    Composed { lts, vectors }
}

/// The composition of LTSs, without priority or hiding.
pub fn compose_ltss(actions: &Actions, ltss: &[&Lts]) -> Lts {
    let components = ltss.iter().map(|&lts| Component::new("", lts.clone().into())).collect();
    compose(&System::new("", actions, components)).lts
}

/// The part of an LTS that is reachable from the initial state (a composition of one).
pub fn reachable_part(lts: &Lts) -> Lts {
    // Composing would make a lone END component out of an END state only under the rule of termination, which
    // an LTS by itself always meets: its alphabet includes no other.
    compose_ltss(lts.actions(), &[lts])
}

fn union<'a>(parts: impl Iterator<Item = &'a Part>) -> BTreeSet<String> {
    parts.flat_map(|part| part.alphabet.iter().cloned()).collect()
}

fn joint_moves(parts: &[Part], names: &BTreeSet<String>, vector: &[StateId]) -> Vec<Move> {
    let mut moves = Vec::new();
    for (i, part) in parts.iter().enumerate() {
        for target in part.targets(vector[i], TAU_NAME) {
            moves.push((TAU_NAME.to_string(), moved(vector, &[(i, target)])));
        }
    }
    for name in names {
        // All ways to choose a target for every component that knows the name.
        let mut choices: Vec<Vec<(usize, StateId)>> = vec![Vec::new()];
        for (i, part) in parts.iter().enumerate().filter(|(_, part)| part.alphabet.contains(name)) {
            choices = choices
                .iter()
                .flat_map(|chosen| {
                    part.targets(vector[i], name).map(move |t| [chosen.clone(), vec![(i, t)]].concat())
                })
                .collect();
        }
        moves.extend(choices.iter().map(|chosen| (name.clone(), moved(vector, chosen))));
    }
    moves
}

/// The vector after some components have moved; `None` if one of them moved to ERROR.
fn moved(vector: &[StateId], chosen: &[(usize, StateId)]) -> Option<Vector> {
    let mut target = vector.to_vec();
    chosen.iter().for_each(|&(i, t)| target[i] = t);
    if target.iter().any(|t| t.is_error()) { None } else { Some(target) }
}

/// If some high move is possible, all low ones are dropped.
fn prioritized(moves: Vec<Move>, priority: &Option<Priority>) -> Vec<Move> {
    let is_low = |name: &str| match priority {
        None => false,
        Some(Priority::Low(low)) => name != TAU_NAME && low.iter().any(|pattern| matches(name, pattern)),
        Some(Priority::High(high)) => name == TAU_NAME || !high.iter().any(|pattern| matches(name, pattern)),
    };
    if moves.iter().any(|(name, _)| !is_low(name)) {
        moves.into_iter().filter(|(name, _)| !is_low(name)).collect()
    } else {
        moves
    }
}

/// Has the system terminated in a vector without moves? Some component can terminate, every component that
/// can has done so, and their alphabets together include those of the others.
fn has_terminated(parts: &[Part], vector: &[StateId]) -> bool {
    let (terminating, others): (Vec<_>, Vec<_>) = parts.iter().partition(|part| part.end.is_some());
    let where_it_ends = |(part, &state): (&Part, &StateId)| part.end.is_none() || part.end == Some(state);
    !terminating.is_empty()
        && parts.iter().zip(vector).all(where_it_ends)
        && union(others.into_iter()).is_subset(&union(terminating.into_iter()))
}

fn hides(hiding: &Hiding, name: &str) -> bool {
    match hiding {
        Hiding::Nothing => false,
        Hiding::Hide(hidden) => hidden.iter().any(|pattern| matches(name, pattern)),
        Hiding::Interface(visible) => !visible.iter().any(|pattern| matches(name, pattern)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::oracle::are_isomorphic;
    use crate::text::{read, show};

    fn check(components: &[&str], expected: &str) {
        check_system(components, None, Hiding::Nothing, expected);
    }

    fn check_system(components: &[&str], priority: Option<Priority>, hiding: Hiding, expected: &str) {
        let actions = Actions::new();
        let parts: Vec<Component> = components
            .iter()
            .enumerate()
            .map(|(i, text)| Component::new(format!("C{i}"), read(&actions, text).into()))
            .collect();
        let mut system = System::new("S", &actions, parts);
        system.priority = priority;
        system.hiding = hiding;
        let composed = compose(&system).lts;
        let expected = read(&actions, expected);
        assert!(
            are_isomorphic(&composed, &expected),
            "got\n{}expected\n{}",
            show(&composed),
            show(&expected)
        );
    }

    #[test]
    fn shared_labels_are_taken_together_and_others_interleave() {
        check(&["0 a 1; 1 c 0", "0 b 1; 1 c 0"], "0 a 1; 0 b 2; 1 b 3; 2 a 3; 3 c 0");
    }

    #[test]
    fn a_label_in_the_alphabet_that_is_not_offered_is_refused() {
        check(&["0 a 0; 0 b 0", "alphabet a"], "0 b 0; alphabet a");
    }

    #[test]
    fn choices_of_the_partners_multiply() {
        check(&["0 a 1; 0 a 2", "0 a 1; 0 a 2"], "0 a 1; 0 a 2; 0 a 3; 0 a 4");
    }

    #[test]
    fn tau_is_never_shared() {
        check(&["0 tau 1", "0 tau 1"], "0 tau 1; 0 tau 2; 1 tau 3; 2 tau 3");
    }

    #[test]
    fn error_of_one_is_error_of_all() {
        check(&["0 a ERROR", "0 a 1; 0 b 2"], "0 a ERROR; 0 b 1");
        check(&["0 tau ERROR; 0 a 0", "0 a 0"], "0 tau ERROR; 0 a 0");
    }

    #[test]
    fn termination_needs_all_that_can_and_their_alphabets() {
        check(&["0 a 1; end 1", "0 b 1; end 1"], "0 a 1; 0 b 2; 1 b 3; 2 a 3; end 3");
        // The other one knows no label of its own, so it may stop anywhere.
        check(&["0 a 1; end 1", "0 a 1"], "0 a 1; end 1");
        // The other one has a label of its own: a deadlock.
        check(&["0 a 1; end 1", "alphabet b"], "0 a 1; alphabet b");
        // One of the two that can terminate has not.
        check(&["0 a 1; end 1", "0 a 1; 1 z 2; end 2", "alphabet z"], "0 a 1; alphabet z");
    }

    #[test]
    fn terminated_vectors_are_one_state() {
        check(&["0 a 1; 0 b 1; end 1", "0 a 1; 0 b 2"], "0 a 1; 0 b 1; end 1");
    }

    #[test]
    fn low_labels_give_way_to_high_ones() {
        let low = || Some(Priority::Low(vec!["a".into()]));
        check_system(&["0 a.x 1; 0 b 2"], low(), Hiding::Nothing, "0 b 1; alphabet a.x");
        check_system(&["0 a.x 1; 0 tau 2"], low(), Hiding::Nothing, "0 tau 1; alphabet a.x");
        check_system(&["0 a.x 1; 1 b 2"], low(), Hiding::Nothing, "0 a.x 1; 1 b 2");
        let high = || Some(Priority::High(vec!["a".into()]));
        check_system(&["0 a 1; 0 tau 2; 0 b 2"], high(), Hiding::Nothing, "0 a 1; alphabet b");
        check_system(&["0 ab 1; 0 tau 2"], high(), Hiding::Nothing, "0 ab 1; 0 tau 2");
    }

    #[test]
    fn hiding_comes_after_priority() {
        let low = Some(Priority::Low(vec!["a".into()]));
        check_system(&["0 a 1; 0 b 2"], low, Hiding::Hide(vec!["b".into()]), "0 tau 1; alphabet a");
        check_system(&["0 a 1; 0 b 2"], None, Hiding::Interface(vec!["b".into()]), "0 tau 1; 0 b 2");
    }

    #[test]
    fn nothing_composed_is_one_state() {
        check(&[], "states 1");
    }

    #[test]
    fn unreachable_states_are_left_out() {
        let lts = read(&Actions::new(), "0 a 2; 1 b 0; end 2");
        let reachable = reachable_part(&lts);
        assert_eq!((reachable.n_states(), reachable.n_transitions(), reachable.alphabet().len()), (2, 1, 2));
        assert!(reachable.end().is_some());
    }
}
