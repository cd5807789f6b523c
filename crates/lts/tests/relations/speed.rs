//! Pairs that defeat plain methods are decided within a budget of pairs; deep evidence does not overflow the
//! stack.

use rely_lts::relate::{DistinctionKind, Relation, compare};
use rely_lts::{Actions, Budget, Context, Reason, Spent, Verdict};

use super::Random;
use super::naive::Small;

/// A random system of 300 states, a third of whose steps are tau, and one with more steps.
fn included_pair(seed: u64) -> (Small, Small) {
    let mut random = Random::new(seed);
    let n = 300;
    let mut edges = Vec::new();
    for s in 0..n {
        for _ in 0..1 + random.below(3) {
            let label = if random.below(100) < 35 { 0 } else { 1 + random.below(2) };
            edges.push((s, label, random.below(n)));
        }
    }
    let imp = Small::new(n, edges.clone());
    for _ in 0..30 {
        edges.push((random.below(n), random.below(3), random.below(n)));
    }
    (imp, Small::new(n, edges))
}

#[test]
fn inclusion_in_a_system_with_more_steps_needs_few_pairs() {
    let mut decided = [0, 0];
    for seed in 0..5 {
        let (imp, spec) = included_pair(seed);
        let actions = Actions::new();
        let (imp, spec) = (imp.lts(&actions), spec.lts(&actions));
        // What is simulated needs no pairs beyond those that the plain search tried first.
        let budget = Budget::unlimited().with_states(2_000);
        let verdict = compare(&imp, &spec, Relation::TraceInclusion, Context::with_budget(&budget));
        assert!(verdict.holds(), "seed {seed}: {verdict:?}");
        // Where nothing simulates, the order among states still keeps the search small.
        let budget = Budget::unlimited().with_states(100_000);
        let verdict = compare(&spec, &imp, Relation::TraceInclusion, Context::with_budget(&budget));
        decided[usize::from(verdict.holds())] += 1;
        assert!(!matches!(verdict, Verdict::Unknown(_)), "seed {seed}: {verdict:?}");
        assert!(compare(&imp, &spec, Relation::Simulation, Context::unlimited()).holds(), "seed {seed}");
    }
    assert!(decided[0] > 0, "some of the larger systems have more traces");
}

/// `a` happens `n` times.
fn chain(n: usize) -> Small {
    Small::new(n + 1, (0..n).map(|s| (s, 1, s + 1)).collect())
}

#[test]
fn deep_evidence_is_found_and_shown() {
    let actions = Actions::new();
    let (short, long) = (chain(1500).lts(&actions), chain(1501).lts(&actions));
    let mut formulas = 0;
    for relation in Relation::ALL {
        let verdict = compare(&long, &short, relation, Context::unlimited());
        let distinction = verdict.evidence().unwrap_or_else(|| panic!("{relation} tells chains apart"));
        assert_eq!(distinction.trace.len(), 1501, "{relation}");
        assert!(distinction.explanation.len() < 20_000);
        if let DistinctionKind::Formula(formula) = &distinction.kind {
            assert_eq!(formula.depth(), 1501);
            formulas += 1;
        }
    }
    assert!(formulas > 0, "some relations answer with a formula");
}

#[test]
fn a_spent_budget_is_no_answer() {
    let actions = Actions::new();
    let lts = chain(5000).lts(&actions);
    let pairs = Budget::unlimited().with_states(100);
    for relation in [Relation::Trace, Relation::TraceInclusion, Relation::Simulation, Relation::Failures] {
        let verdict = compare(&lts, &lts, relation, Context::with_budget(&pairs));
        assert!(
            matches!(verdict, Verdict::Unknown(Reason::Spent(Spent::States(100)))),
            "{relation}: {verdict:?}"
        );
    }
    let stopped =
        Budget { stop: Some(std::sync::Arc::new(|| Some(Spent::Cancelled))), ..Budget::unlimited() };
    for relation in Relation::ALL {
        let verdict = compare(&lts, &chain(4999).lts(&actions), relation, Context::with_budget(&stopped));
        assert!(
            matches!(verdict, Verdict::Unknown(Reason::Spent(Spent::Cancelled))),
            "{relation}: {verdict:?}"
        );
    }
}
