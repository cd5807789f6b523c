//! Reachability of ERROR and of deadlocks, level by level.

use std::collections::BTreeSet;

use rely_lts::{Lts, StateId, System};

use super::compose::compose;

/// The states that can be reached by exactly 0, 1, 2, … steps; more steps than states show nothing new.
fn levels(lts: &Lts) -> Vec<BTreeSet<StateId>> {
    let mut levels = vec![BTreeSet::from([lts.initial()])];
    for k in 0..=lts.n_states() {
        let next = levels[k].iter().flat_map(|&s| lts.successors(s)).map(|(_, t)| t).collect();
        levels.push(next);
    }
    levels
}

/// The number of steps (tau counts) of a shortest run to ERROR.
pub fn shortest_error(lts: &Lts) -> Option<usize> {
    levels(lts).iter().position(|level| level.contains(&StateId::ERROR))
}

/// The number of steps (tau counts) of a shortest run to a deadlock: a state without transitions that is not
/// END.
pub fn shortest_deadlock(lts: &Lts) -> Option<usize> {
    let dead = deadlocks(lts);
    levels(lts).iter().position(|level| level.iter().any(|s| dead.contains(s)))
}

/// All states, reachable or not, that have no transitions and are not END. ERROR is none of them.
pub fn deadlocks(lts: &Lts) -> BTreeSet<StateId> {
    lts.states().filter(|&s| lts.successors(s).count() == 0 && lts.end() != Some(s)).collect()
}

/// The vectors of states (`None`: ERROR) that a system may be in after a run given by the names of its
/// actions, before hiding; empty if there is no such run.
pub fn replays(system: &System, run: &[&str]) -> BTreeSet<Option<Vec<StateId>>> {
    let mut visible = system.clone();
    visible.hiding = rely_lts::Hiding::Nothing;
    let composed = compose(&visible);
    let lts = &composed.lts;
    let mut may_be = BTreeSet::from([lts.initial()]);
    for name in run {
        may_be = may_be
            .iter()
            .flat_map(|&s| lts.successors(s))
            .filter(|&(label, _)| *lts.label_name(label) == **name)
            .map(|(_, t)| t)
            .collect();
    }
    let vectors = |s: &StateId| -> Vec<Option<Vec<StateId>>> {
        if s.is_error() {
            return vec![None];
        }
        composed.vectors[s.index()].iter().cloned().map(Some).collect()
    };
    may_be.iter().flat_map(vectors).collect()
}

#[cfg(test)]
mod tests {
    use rely_lts::{Actions, Component};

    use super::*;
    use crate::text::read;

    fn check(model: &str, error: Option<usize>, deadlock: Option<usize>) {
        let lts = read(&Actions::new(), model);
        assert_eq!((shortest_error(&lts), shortest_deadlock(&lts)), (error, deadlock));
    }

    #[test]
    fn shortest_runs_are_counted_in_steps() {
        check("0 a 1; 1 tau 2; 2 b ERROR; 0 c 3; 3 a 4", Some(3), Some(2));
        check("0 tau ERROR", Some(1), None);
        check("states 1", None, Some(0));
    }

    #[test]
    fn loops_and_ends_are_no_deadlocks() {
        check("0 tau 0", None, None);
        check("0 a 1; end 1", None, None);
        check("0 a 0; 1 b ERROR; 1 c 2", None, None);
    }

    #[test]
    fn runs_of_a_system_are_replayed_on_its_components() {
        let actions = Actions::new();
        let part = |text: &str| Component::new("C", read(&actions, text).into());
        let system = System::new("S", &actions, vec![part("0 a 1; 1 c 0"), part("0 b 1; 1 c ERROR")]);
        let at = |s: u32, t: u32| Some(vec![StateId::from_raw(s), StateId::from_raw(t)]);
        assert_eq!(replays(&system, &["a", "b"]), [at(1, 1)].into());
        assert_eq!(replays(&system, &["b", "a", "c"]), [None].into());
        assert_eq!(replays(&system, &["a", "c"]), [].into());
    }
}
