//! The reference tool's minimization, step by step: tau reduction, weak bisimilarity, quotient with single
//! steps.

use std::collections::BTreeSet;

use rely_lts::{Label, Lts, LtsBuilder, StateId};

use super::bisimulation::{Equivalence, equivalence_classes};
use super::compose::reachable_part;
use super::graph::Marks;

/// All three steps. A process skips the first (`tau_reduction` false), a composite does not.
///
/// Step 2 is weak bisimilarity where END and ERROR have visible self-loops: `tau.END` is equivalent to END
/// and `a.tau.ERROR` to `a.ERROR`.
pub fn minimize_ltsa(lts: &Lts, tau_reduction: bool) -> Lts {
    let lts = reachable_part(lts);
    let reduced = if tau_reduction { remove_tau_states(&lts) } else { lts };
    quotient(Equivalence::Weak, &reduced, Marks::OBSERVED)
}

type Edges = BTreeSet<(StateId, Label, StateId)>;

/// Step 1: tau self-loops are removed; then a state other than the initial one whose only transitions are tau
/// is removed, transitions into it being replaced by transitions to its tau successors; again until nothing
/// changes.
pub fn remove_tau_states(lts: &Lts) -> Lts {
    let mut edges: Edges = lts.transitions().collect();
    loop {
        edges.retain(|&(s, label, t)| !(label.is_tau() && s == t));
        let only_tau = |s: StateId| {
            let mut own = edges.iter().filter(|edge| edge.0 == s).peekable();
            own.peek().is_some() && own.all(|edge| edge.1.is_tau())
        };
        let Some(gone) = lts.states().find(|&s| s != lts.initial() && only_tau(s)) else { break };
        let next: Vec<StateId> = edges.iter().filter(|edge| edge.0 == gone).map(|edge| edge.2).collect();
        edges = edges
            .into_iter()
            .filter(|edge| edge.0 != gone)
            .flat_map(|(s, label, t)| {
                let targets = if t == gone { next.clone() } else { vec![t] };
                targets.into_iter().map(move |t| (s, label, t))
            })
            .collect();
    }
    reachable_part(&rebuild(lts, lts.initial(), lts.end(), &edges))
}

/// Step 3: one state per class and the single-step transitions between classes, without tau self-loops for
/// the equivalences that abstract from them ([`Equivalence::DivergenceBranching`] keeps those of diverging
/// classes).
///
/// If the initial state is equivalent to ERROR, it keeps its place and a tau to ERROR.
pub fn quotient(equivalence: Equivalence, lts: &Lts, marks: Marks) -> Lts {
    let lts = &reachable_part(lts);
    let classes = equivalence_classes(equivalence, lts, marks);
    let error_class = classes[lts.n_states()];
    let class = |s: StateId| {
        let class = if s.is_error() { error_class } else { classes[s.index()] };
        if class == error_class { StateId::ERROR } else { class }
    };
    let mut edges: Edges = lts
        .transitions()
        .map(|(s, label, t)| (class(s), label, class(t)))
        .filter(|&(s, _, _)| !s.is_error())
        .filter(|&(s, label, t)| equivalence == Equivalence::Strong || !label.is_tau() || s != t)
        .collect();
    if equivalence == Equivalence::DivergenceBranching {
        edges.extend(divergent_classes(lts, &class).into_iter().map(|c| (c, Label::TAU, c)));
    }
    let mut initial = class(lts.initial());
    if initial.is_error() {
        initial = lts.initial();
        edges.insert((initial, Label::TAU, StateId::ERROR));
    }
    let end = lts.end().map(class).filter(|end| edges.iter().all(|edge| edge.0 != *end));
    reachable_part(&rebuild(lts, initial, end, &edges))
}

/// The classes in which a tau run can stay forever: some tau cycle lies in the class.
fn divergent_classes(lts: &Lts, class: &impl Fn(StateId) -> StateId) -> BTreeSet<StateId> {
    let inert: Vec<(StateId, StateId)> = lts
        .transitions()
        .filter(|&(s, label, t)| label.is_tau() && class(s) == class(t))
        .map(|(s, _, t)| (s, t))
        .collect();
    let returns = |s: StateId| {
        let mut reached: BTreeSet<StateId> = [s].into();
        for _ in 0..lts.n_states() {
            reached = inert.iter().filter(|edge| reached.contains(&edge.0)).map(|edge| edge.1).collect();
            if reached.contains(&s) {
                return true;
            }
        }
        false
    };
    lts.states().filter(|&s| returns(s)).map(class).filter(|c| !c.is_error()).collect()
}

/// The LTS with the same states and alphabet, but these transitions.
fn rebuild(lts: &Lts, initial: StateId, end: Option<StateId>, edges: &Edges) -> Lts {
    let mut builder = LtsBuilder::new(lts.actions());
    builder.ensure_states(lts.n_states()).expect("no more states than before");
    lts.alphabet().ids().iter().for_each(|&action| builder.extend_alphabet(action));
    for &(s, label, t) in edges {
        builder.add_transition(s, lts.alphabet().action(label), t);
    }
    if let Some(end) = end {
        builder.set_end(end);
    }
    builder.finish(initial).expect("the states exist")
}

#[cfg(test)]
mod tests {
    use rely_lts::Actions;

    use super::*;
    use crate::oracle::are_isomorphic;
    use crate::text::{read, show};

    fn check(minimize: impl Fn(&Lts) -> Lts, model: &str, expected: &str) {
        let actions = Actions::new();
        let (found, expected) = (minimize(&read(&actions, model)), read(&actions, expected));
        assert!(are_isomorphic(&found, &expected), "got\n{}expected\n{}", show(&found), show(&expected));
    }

    fn composite(lts: &Lts) -> Lts {
        minimize_ltsa(lts, true)
    }

    fn process(lts: &Lts) -> Lts {
        minimize_ltsa(lts, false)
    }

    #[test]
    fn tau_states_go_in_composites_only() {
        let model = "0 a 1; 1 tau 2; 1 tau 3; 2 b 0; 3 c 0";
        check(composite, model, "0 a 1; 0 a 2; 1 b 0; 2 c 0");
        check(process, model, model);
    }

    #[test]
    fn the_initial_state_stays() {
        check(composite, "0 tau 1; 0 tau 2; 1 a 0; 2 b 0", "0 tau 1; 0 tau 2; 1 a 0; 2 b 0");
        check(composite, "0 tau 1; 1 a 1", "0 a 0");
    }

    #[test]
    fn a_livelock_becomes_a_stop() {
        check(composite, "0 a 1; 1 tau 1", "0 a 1");
        check(composite, "0 a 1; 1 tau 2; 2 tau 1", "0 a 1");
        check(process, "0 a 1; 1 tau 2; 2 tau 1", "0 a 1");
    }

    #[test]
    fn redundant_transitions_stay() {
        // The state 2 offers b only; 1 may become it. The direct step 0 a 2 is redundant and kept.
        let model = "0 a 1; 1 c 0; 1 tau 2; 2 b 0; 0 a 2";
        check(composite, model, model);
    }

    #[test]
    fn end_is_kept_apart_and_absorbs_taus() {
        check(process, "0 a 1; 0 b 2; 2 tau 1; 0 c 3; end 1", "0 a 1; 0 b 1; 0 c 2; end 1");
        check(composite, "0 a 1; 1 tau ERROR", "0 a ERROR");
    }

    #[test]
    fn quotients_keep_what_their_equivalence_sees() {
        let model = "0 a 1; 0 a 2; 1 tau 2; 2 tau 1; 1 b 0; 2 b 0";
        check(|lts| quotient(Equivalence::Branching, lts, Marks::ERROR_ALONE), model, "0 a 1; 1 b 0");
        check(
            |lts| quotient(Equivalence::DivergenceBranching, lts, Marks::ERROR_ALONE),
            model,
            "0 a 1; 1 tau 1; 1 b 0",
        );
        check(|lts| quotient(Equivalence::Strong, lts, Marks::ERROR_ALONE), model, "0 a 1; 1 tau 1; 1 b 0");
    }

    #[test]
    fn an_initial_error_keeps_a_state() {
        check(|lts| quotient(Equivalence::Weak, lts, Marks::OBSERVED), "0 tau ERROR", "0 tau ERROR");
        check(|lts| quotient(Equivalence::Weak, lts, Marks::ERROR_ALONE), "0 tau ERROR", "0 tau ERROR");
    }
}
