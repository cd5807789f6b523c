//! Progress under fair choice: terminal sets by transitive closure.

use std::collections::BTreeSet;

use rely_lts::{Lts, StateId};

/// `progress NAME = {actions}`, or `if {condition} then {actions}`.
///
/// The engines have a type of the same name in `rely-ltl`. This one is separate on purpose: the oracles share
/// nothing with the code they judge but the types of `rely-lts`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProgressTest {
    /// What it is called.
    pub name: String,
    /// Only terminal sets in which one of these occurs are tested; `None`: all.
    pub condition: Option<BTreeSet<String>>,
    /// One of these must occur.
    pub actions: BTreeSet<String>,
}

/// A set of states that, once entered, is never left, and in which every state reaches every other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TerminalSet {
    /// The states.
    pub states: BTreeSet<StateId>,
    /// The names of the labels of its transitions, `tau` included.
    pub actions: BTreeSet<String>,
}

/// The terminal sets that are reachable. ERROR is a way out: a set that may enter it is not terminal. (Where
/// ERROR is reachable the reference tool gives no answer on progress.)
pub fn terminal_sets(lts: &Lts) -> Vec<TerminalSet> {
    let n = lts.n_states();
    // reaches[s][t]: t can be reached from s in zero or more steps.
    let mut reaches: Vec<Vec<bool>> = (0..n).map(|s| (0..n).map(|t| s == t).collect()).collect();
    for (s, _, t) in lts.transitions().filter(|(_, _, t)| !t.is_error()) {
        reaches[s.index()][t.index()] = true;
    }
    for via in 0..n {
        for s in 0..n {
            for t in 0..n {
                reaches[s][t] |= reaches[s][via] && reaches[via][t];
            }
        }
    }
    let reachable: Vec<usize> = (0..n).filter(|&s| reaches[lts.initial().index()][s]).collect();
    let enters_error = |s: usize| lts.successors(StateId::at(s)).any(|(_, t)| t.is_error());
    // The states reached from s form a terminal set iff all of them reach s and none enters ERROR.
    let mut sets: Vec<TerminalSet> = Vec::new();
    for &s in &reachable {
        let from_here: Vec<usize> = (0..n).filter(|&t| reaches[s][t]).collect();
        let closed = from_here.iter().all(|&t| reaches[t][s] && !enters_error(t));
        if closed && from_here[0] == s {
            let states: BTreeSet<StateId> = from_here.into_iter().map(StateId::at).collect();
            let names =
                states.iter().flat_map(|&s| lts.successors(s)).map(|(l, _)| lts.label_name(l).to_string());
            sets.push(TerminalSet { actions: names.collect(), states });
        }
    }
    sets
}

/// The names of the tests that a terminal set violates. Without any test, every action of the alphabet must
/// occur, and the names of those that do not are the answer.
pub fn violated_tests(lts: &Lts, set: &TerminalSet, tests: &[ProgressTest]) -> Vec<String> {
    if tests.is_empty() {
        let names = lts.alphabet().names();
        return names.iter().map(|n| n.to_string()).filter(|name| !set.actions.contains(name)).collect();
    }
    let violates = |test: &&ProgressTest| {
        test.condition.as_ref().is_none_or(|c| !c.is_disjoint(&set.actions))
            && test.actions.is_disjoint(&set.actions)
    };
    tests.iter().filter(violates).map(|test| test.name.clone()).collect()
}

#[cfg(test)]
mod tests {
    use rely_lts::Actions;

    use super::*;
    use crate::text::read;

    fn test(name: &str, condition: Option<&[&str]>, actions: &[&str]) -> ProgressTest {
        let set = |names: &[&str]| names.iter().map(|n| n.to_string()).collect();
        ProgressTest { name: name.to_string(), condition: condition.map(set), actions: set(actions) }
    }

    fn violated(model: &str, tests: &[ProgressTest]) -> Vec<Vec<String>> {
        let lts = read(&Actions::new(), model);
        terminal_sets(&lts).iter().map(|set| violated_tests(&lts, set, tests)).collect()
    }

    #[test]
    fn only_sets_without_way_out_count() {
        let lts = read(&Actions::new(), "0 a 1; 1 a 0; 1 b 2; 2 c 3; 3 tau 2; 0 d 4; 5 e 5");
        let sets = terminal_sets(&lts);
        let states: Vec<Vec<u32>> =
            sets.iter().map(|set| set.states.iter().map(|s| s.raw()).collect()).collect();
        assert_eq!(states, [vec![2, 3], vec![4]]);
        assert_eq!(sets[0].actions, ["c".to_string(), "tau".to_string()].into());
        assert!(sets[1].actions.is_empty());
    }

    #[test]
    fn tests_hold_or_fail_per_set() {
        let model = "0 a 1; 1 b 1; 1 c 1; 0 d 2; 2 d 2";
        let tests = [test("B", None, &["b"]), test("IF", Some(&["c"]), &["a"]), test("D", None, &["b", "d"])];
        assert_eq!(violated(model, &tests), [vec!["IF".to_string()], vec!["B".to_string()]]);
        let unknown = [test("Z", None, &["z"]), test("IFZ", Some(&["z"]), &["a"])];
        assert_eq!(violated("0 a 0", &unknown), [vec!["Z".to_string()]]);
    }

    #[test]
    fn without_tests_every_action_must_occur() {
        assert_eq!(violated("0 a 1; 1 b 1", &[]), [vec!["a".to_string()]]);
        assert_eq!(violated("0 a 1; 1 b 0", &[]), [Vec::<String>::new()]);
    }

    #[test]
    fn error_is_a_way_out() {
        assert!(violated("0 a 1; 1 b 0; 1 c ERROR", &[]).is_empty());
        assert_eq!(violated("0 a ERROR; 0 b 1", &[]), [vec!["a".to_string(), "b".to_string()]]);
        assert_eq!(violated("0 a 0; 1 b ERROR", &[]).len(), 1);
    }
}
