//! Simulation preorders as greatest fixpoints over pairs.

use rely_lts::Lts;

use super::graph::{Graph, Marks};

/// Is `imp` simulated by `spec`: every step, tau included, is answered by the same step?
pub fn is_simulated(imp: &Lts, spec: &Lts, marks: Marks) -> bool {
    holds(imp, spec, marks, |graph, t, a| graph.step(t, a).collect())
}

/// Is `imp` weakly simulated by `spec`: every step is answered by tau steps, the step (none for tau) and tau
/// steps?
pub fn is_weakly_simulated(imp: &Lts, spec: &Lts, marks: Marks) -> bool {
    holds(imp, spec, marks, |graph, t, a| graph.weak_step(t, a).into_iter().collect())
}

fn holds(imp: &Lts, spec: &Lts, marks: Marks, answers: impl Fn(&Graph, usize, usize) -> Vec<usize>) -> bool {
    let graph = Graph::new(&[imp, spec], marks);
    let n = graph.n_nodes();
    // A state may be simulated by a state of another family only if it is in none.
    let agree = |s: usize, t: usize| {
        (graph.family[s] == 0 || graph.family[s] == graph.family[t])
            && graph.propositions[s] == graph.propositions[t]
    };
    let mut simulated: Vec<Vec<bool>> = (0..n).map(|s| (0..n).map(|t| agree(s, t)).collect()).collect();
    loop {
        let broken: Vec<(usize, usize)> = (0..n)
            .flat_map(|s| (0..n).map(move |t| (s, t)))
            .filter(|&(s, t)| {
                let answered =
                    |&(a, s2): &(usize, usize)| answers(&graph, t, a).iter().any(|&t2| simulated[s2][t2]);
                simulated[s][t] && !graph.edges[s].iter().all(answered)
            })
            .collect();
        if broken.is_empty() {
            return simulated[graph.initial[0]][graph.initial[1]];
        }
        broken.into_iter().for_each(|(s, t)| simulated[s][t] = false);
    }
}

#[cfg(test)]
mod tests {
    use rely_lts::Actions;

    use super::*;
    use crate::text::read;

    fn check(imp: &str, spec: &str, strong: bool, weak: bool) {
        let actions = Actions::new();
        let (imp, spec) = (read(&actions, imp), read(&actions, spec));
        assert_eq!(is_simulated(&imp, &spec, Marks::OBSERVED), strong);
        assert_eq!(is_weakly_simulated(&imp, &spec, Marks::OBSERVED), weak);
    }

    #[test]
    fn an_early_choice_is_simulated_by_a_late_one_but_not_the_other_way_round() {
        check("0 a 1; 0 a 3; 1 b 2; 3 c 2", "0 a 1; 1 b 2; 1 c 2", true, true);
        check("0 a 1; 1 b 2; 1 c 2", "0 a 1; 0 a 3; 1 b 2; 3 c 2", false, false);
    }

    #[test]
    fn tau_counts_in_the_strong_preorder_only() {
        check("0 tau 1; 1 a 0", "0 a 0", false, true);
        check("0 a 0", "0 tau 1; 1 a 0", false, true);
        check("0 tau 1; 1 a 0", "0 b 0", false, false);
    }

    #[test]
    fn error_is_simulated_by_error_only() {
        check("0 a ERROR", "0 a 1; 1 b 1", false, false);
        check("0 a 1", "0 a ERROR", true, true);
    }
}
