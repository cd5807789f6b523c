//! Stable failures refinement.

use std::collections::BTreeSet;

use rely_lts::Lts;

use super::graph::{Graph, Marks, TAU};
use super::traces::search;

/// A shortest trace after which `imp` does what `spec` cannot, or `None` if `imp` refines `spec`: every trace
/// of `imp` is one of `spec`, and every stable failure (trace, refused set) of `imp` is one of `spec`.
///
/// A state is stable if it has no tau. It refuses every set of actions it does not offer, so it is enough
/// that each stable state of `imp` after a trace is matched by a stable state of `spec` after it that offers
/// no more.
pub fn failures_refinement_counterexample(imp: &Lts, spec: &Lts, marks: Marks) -> Option<Vec<String>> {
    let graph = Graph::new(&[imp, spec], marks);
    let start = (graph.tau_closure(graph.initial[0]), graph.tau_closure(graph.initial[1]));
    let offers = |s: usize| -> BTreeSet<usize> { graph.edges[s].iter().map(|&(a, _)| a).collect() };
    let stable = |may_be: &BTreeSet<usize>| -> Vec<BTreeSet<usize>> {
        may_be.iter().map(|&s| offers(s)).filter(|offered| !offered.contains(&TAU)).collect()
    };
    search(&graph, start, |(imp_may_be, spec_may_be)| {
        let refused_by_spec = stable(spec_may_be);
        spec_may_be.is_empty()
            || stable(imp_may_be)
                .iter()
                .any(|offered| !refused_by_spec.iter().any(|less| less.is_subset(offered)))
    })
}

#[cfg(test)]
mod tests {
    use rely_lts::Actions;

    use super::*;
    use crate::text::read;

    fn check(imp: &str, spec: &str, expected: Option<&[&str]>) {
        let actions = Actions::new();
        let (imp, spec) = (read(&actions, imp), read(&actions, spec));
        let found = failures_refinement_counterexample(&imp, &spec, Marks::OBSERVED);
        let expected: Option<Vec<String>> = expected.map(|t| t.iter().map(|a| a.to_string()).collect());
        assert_eq!(found, expected);
    }

    #[test]
    fn fewer_refusals_refine() {
        check("0 a 1; 1 b 2; 1 c 2", "0 a 1; 0 a 3; 1 b 2; 3 c 2", None);
        check("0 a 0", "0 tau 1; 0 tau 2; 1 a 0; 2 b 0", None);
    }

    #[test]
    fn a_new_refusal_is_found_after_its_trace() {
        check("0 a 1; 0 a 3; 1 b 2; 3 c 2", "0 a 1; 1 b 2; 1 c 2", Some(&["a"]));
        check("states 1", "0 a 0", Some(&[]));
        check("0 a 0; 0 tau 1", "0 a 0", Some(&[]));
    }

    #[test]
    fn a_new_trace_is_found() {
        check("0 a 0; 0 b 1", "0 a 0", Some(&["b"]));
    }

    #[test]
    fn states_with_tau_refuse_nothing() {
        // A diverging state has no stable failure; its traces still count.
        check("0 tau 0", "0 a 0", None);
        check("0 a 0; 0 tau 0", "0 a 0", None);
        check("0 a 0", "0 a 0; 0 tau 0", Some(&[]));
    }
}
