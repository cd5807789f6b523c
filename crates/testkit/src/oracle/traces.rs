//! Sets of visible traces, and inclusion by full subset construction.

use std::collections::BTreeSet;

use rely_lts::Lts;

use super::graph::{Graph, Marks, TAU};

/// The visible traces of at most `length` actions, by name. With [`Mark::Observed`](super::Mark) the marks of
/// END and ERROR are actions of the traces.
pub fn visible_traces(lts: &Lts, length: usize, marks: Marks) -> BTreeSet<Vec<String>> {
    let graph = Graph::new(&[lts], marks);
    let mut traces: BTreeSet<Vec<String>> = [vec![]].into();
    let mut last: Vec<(Vec<String>, BTreeSet<usize>)> = vec![(vec![], graph.tau_closure(graph.initial[0]))];
    for _ in 0..length {
        let mut next = Vec::new();
        for (trace, reached) in &last {
            for action in 1..graph.actions.len() {
                let after = after(&graph, reached, action);
                if !after.is_empty() {
                    let longer = [trace.clone(), vec![graph.actions[action].clone()]].concat();
                    traces.insert(longer.clone());
                    next.push((longer, after));
                }
            }
        }
        last = next;
    }
    traces
}

/// A shortest visible trace of `imp` that is not a trace of `spec`, or `None` if all are.
///
/// All pairs of sets (where `imp` may be, where `spec` may be) after one and the same trace are visited,
/// shortest traces first.
pub fn trace_inclusion_counterexample(imp: &Lts, spec: &Lts, marks: Marks) -> Option<Vec<String>> {
    let graph = Graph::new(&[imp, spec], marks);
    let start = (graph.tau_closure(graph.initial[0]), graph.tau_closure(graph.initial[1]));
    search(&graph, start, |(_, spec_may_be)| spec_may_be.is_empty())
}

pub(crate) type Pair = (BTreeSet<usize>, BTreeSet<usize>);

/// The shortest trace after which a pair of sets is `bad`; the first set is never empty.
pub(crate) fn search(graph: &Graph, start: Pair, bad: impl Fn(&Pair) -> bool) -> Option<Vec<String>> {
    let mut seen: BTreeSet<Pair> = [start.clone()].into();
    let mut level: Vec<(Vec<String>, Pair)> = vec![(vec![], start)];
    while !level.is_empty() {
        if let Some((trace, _)) = level.iter().find(|(_, pair)| bad(pair)) {
            return Some(trace.clone());
        }
        let mut next = Vec::new();
        for (trace, (imp_may_be, spec_may_be)) in &level {
            for action in 1..graph.actions.len() {
                let pair = (after(graph, imp_may_be, action), after(graph, spec_may_be, action));
                if !pair.0.is_empty() && seen.insert(pair.clone()) {
                    next.push(([trace.clone(), vec![graph.actions[action].clone()]].concat(), pair));
                }
            }
        }
        level = next;
    }
    None
}

/// Where one may be after one more visible action.
pub(crate) fn after(graph: &Graph, nodes: &BTreeSet<usize>, action: usize) -> BTreeSet<usize> {
    assert_ne!(action, TAU, "traces are visible");
    graph.closure(nodes.iter().flat_map(|&s| graph.step(s, action)).collect())
}

#[cfg(test)]
mod tests {
    use rely_lts::Actions;

    use super::*;
    use crate::oracle::{END_NAME, ERROR_NAME};
    use crate::text::read;

    #[test]
    fn traces_leave_tau_out() {
        let lts = read(&Actions::new(), "0 a 1; 1 tau 0; 1 b 1");
        let traces = visible_traces(&lts, 2, Marks::IGNORED);
        let expected: [&[&str]; 4] = [&[], &["a"], &["a", "a"], &["a", "b"]];
        assert_eq!(traces, expected.map(|t| t.iter().map(|a| a.to_string()).collect()).into());
    }

    fn check(imp: &str, spec: &str, marks: Marks, expected: Option<&[&str]>) {
        let actions = Actions::new();
        let found = trace_inclusion_counterexample(&read(&actions, imp), &read(&actions, spec), marks);
        let expected: Option<Vec<String>> = expected.map(|t| t.iter().map(|a| a.to_string()).collect());
        assert_eq!(found, expected);
    }

    #[test]
    fn inclusion_holds_whatever_the_moment_of_choice() {
        check("0 a 1; 1 b 2; 1 c 2", "0 a 1; 0 a 3; 1 b 2; 3 c 2", Marks::OBSERVED, None);
        check("0 a 0", "0 a 1; 1 tau 2; 2 a 0", Marks::OBSERVED, None);
        check("states 1", "0 a 0", Marks::OBSERVED, None);
    }

    #[test]
    fn a_missing_trace_is_shown_by_a_shortest_one() {
        check("0 a 0; 0 b 1; 1 c 1", "0 a 0; 0 b 1", Marks::OBSERVED, Some(&["b", "c"]));
        check("0 tau 1; 1 z 1", "0 a 0", Marks::OBSERVED, Some(&["z"]));
    }

    #[test]
    fn marks_are_actions_if_they_are_observed() {
        check("0 a ERROR", "0 a 1", Marks::OBSERVED, Some(&["a", ERROR_NAME]));
        check("0 a 1; end 1", "0 a 1", Marks::OBSERVED, Some(&["a", END_NAME]));
        check("0 a 1", "0 a ERROR", Marks::OBSERVED, None);
        check("0 a ERROR", "0 a 1", Marks::IGNORED, None);
    }
}
