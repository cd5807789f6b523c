//! Damaged transition systems.

use std::collections::BTreeSet;

use rely_lts::{ActionId, Lts, LtsBuilder, StateId};

use super::Mutant;
use crate::text::show;

/// The kinds of damage to an LTS.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ModelDamage {
    /// A transition is gone.
    RemovedTransition,
    /// A transition leads to another state or to ERROR.
    RedirectedTransition,
    /// A transition has another label.
    RelabeledTransition,
    /// There is a further transition.
    AddedTransition,
    /// Another state is END, or none is, or one is.
    End,
    /// Another state is initial.
    Initial,
    /// An action was added to the alphabet, or one that does not occur was removed.
    Alphabet,
}

/// The parts of an LTS, to be changed and put together again.
#[derive(Clone)]
struct Parts {
    edges: BTreeSet<(StateId, ActionId, StateId)>,
    alphabet: BTreeSet<ActionId>,
    initial: StateId,
    end: Option<StateId>,
}

/// All LTSs that differ from the given one by one small damage.
pub fn lts_mutants(lts: &Lts) -> Vec<Mutant<Lts, ModelDamage>> {
    let whole = Parts {
        edges: lts.transitions().map(|(s, label, t)| (s, lts.alphabet().action(label), t)).collect(),
        alphabet: lts.alphabet().ids().iter().copied().collect(),
        initial: lts.initial(),
        end: lts.end(),
    };
    let mut mutants = Vec::new();
    let mut mutant = |damage: ModelDamage, what: String, parts: Parts| {
        let value = rebuild(lts, parts);
        if show(&value) != show(lts) {
            mutants.push(Mutant { damage, what, value });
        }
    };
    let named = |(s, a, t): (StateId, ActionId, StateId)| {
        format!("{} {} {}", state(s), lts.actions().name(a), state(t))
    };
    let targets: Vec<StateId> = lts.states().chain([StateId::ERROR]).collect();
    let actions: Vec<ActionId> = [ActionId::TAU].into_iter().chain(whole.alphabet.iter().copied()).collect();

    for &edge in &whole.edges {
        let without = || {
            let mut parts = whole.clone();
            parts.edges.remove(&edge);
            parts
        };
        mutant(ModelDamage::RemovedTransition, format!("removed {}", named(edge)), without());
        for &target in targets.iter().filter(|&&target| target != edge.2) {
            let mut parts = without();
            parts.edges.insert((edge.0, edge.1, target));
            let what = format!("redirected {} to {}", named(edge), state(target));
            mutant(ModelDamage::RedirectedTransition, what, parts);
        }
        for &action in actions.iter().filter(|&&action| action != edge.1) {
            let mut parts = without();
            parts.edges.insert((edge.0, action, edge.2));
            let what = format!("relabeled {} to {}", named(edge), lts.actions().name(action));
            mutant(ModelDamage::RelabeledTransition, what, parts);
        }
    }
    for source in lts.states().filter(|&s| whole.end != Some(s)) {
        for &action in &actions {
            for &target in &targets {
                let mut parts = whole.clone();
                if parts.edges.insert((source, action, target)) {
                    let what = format!("added {}", named((source, action, target)));
                    mutant(ModelDamage::AddedTransition, what, parts);
                }
            }
        }
    }
    let stuck = lts.states().filter(|&s| lts.successors(s).len() == 0).map(Some);
    for end in stuck.chain([None]).filter(|&end| end != whole.end) {
        let what = end.map_or("no state is END".to_string(), |end| format!("{} is END", state(end)));
        mutant(ModelDamage::End, what, Parts { end, ..whole.clone() });
    }
    for initial in lts.states() {
        mutant(
            ModelDamage::Initial,
            format!("{} is initial", state(initial)),
            Parts { initial, ..whole.clone() },
        );
    }
    let mut wider = whole.clone();
    wider.alphabet.insert(lts.actions().intern("mutant"));
    mutant(ModelDamage::Alphabet, "added mutant to the alphabet".to_string(), wider);
    for &action in &whole.alphabet {
        let mut narrower = whole.clone();
        narrower.alphabet.remove(&action);
        let what = format!("removed {} from the alphabet", lts.actions().name(action));
        mutant(ModelDamage::Alphabet, what, narrower);
    }
    mutants
}

fn state(s: StateId) -> String {
    if s.is_error() { "ERROR".to_string() } else { s.raw().to_string() }
}

fn rebuild(lts: &Lts, parts: Parts) -> Lts {
    let mut builder = LtsBuilder::new(lts.actions());
    builder.ensure_states(lts.n_states()).expect("as many as before");
    parts.alphabet.into_iter().for_each(|action| builder.extend_alphabet(action));
    parts.edges.into_iter().for_each(|(s, action, t)| builder.add_transition(s, action, t));
    if let Some(end) = parts.end {
        builder.set_end(end);
    }
    builder.finish(parts.initial).expect("END has no transitions and all states exist")
}

#[cfg(test)]
mod tests {
    use rely_lts::Actions;

    use super::*;
    use crate::text::read;

    #[test]
    fn every_kind_of_damage_occurs_and_shows() {
        let actions = Actions::new();
        let lts = read(&actions, "0 a 1; 1 tau 0; 1 b 2; alphabet c; end 2");
        let mutants = lts_mutants(&lts);
        let kinds: BTreeSet<ModelDamage> = mutants.iter().map(|mutant| mutant.damage).collect();
        assert_eq!(kinds.len(), 7);
        assert!(mutants.iter().all(|mutant| show(&mutant.value) != show(&lts)));
        let whats: BTreeSet<&str> = mutants.iter().map(|mutant| mutant.what.as_str()).collect();
        assert_eq!(whats.len(), mutants.len(), "each says something else");
        for what in ["removed 1 tau 0", "redirected 0 a 1 to ERROR", "relabeled 1 b 2 to c", "added 0 tau 2"]
        {
            assert!(whats.contains(what), "{what}");
        }
        for what in ["no state is END", "2 is initial", "removed c from the alphabet"] {
            assert!(whats.contains(what), "{what}");
        }
        assert!(!whats.contains("removed a from the alphabet"), "it occurs, so it stays");
    }
}
