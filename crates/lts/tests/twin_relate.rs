//! Relations between two LTSs against their definitions, with the length of the evidence where it is promised
//! to be shortest.

use rely_lts::relate::{Distinction, DistinctionKind, Relation, Side, compare};
use rely_lts::{Actions, Context, Lts, Verdict};
use rely_testkit::generate::{RandomLts, Rng, Shape, all_ltss, pair_with_extra_edges, permuted};
use rely_testkit::oracle::{self, Marks};
use rely_testkit::text::show;

/// What the definition says: related, or apart by a shortest trace where there is one.
enum Answer {
    Related(bool),
    Trace(Option<usize>),
}

fn by_definition(relation: Relation, left: &Lts, right: &Lts) -> Answer {
    let traces = |left: &Lts, right: &Lts| {
        oracle::trace_inclusion_counterexample(left, right, Marks::ONLY_ERROR).map(|trace| trace.len())
    };
    match relation {
        Relation::Strong => Answer::Related(oracle::are_bisimilar(left, right, Marks::OBSERVED)),
        Relation::Branching => Answer::Related(oracle::are_branching_bisimilar(left, right, Marks::OBSERVED)),
        Relation::Weak => Answer::Related(oracle::are_weakly_bisimilar(left, right, Marks::OBSERVED)),
        Relation::Simulation => Answer::Related(oracle::is_simulated(left, right, Marks::OBSERVED)),
        Relation::TraceInclusion => Answer::Trace(traces(left, right)),
        Relation::Trace => Answer::Trace(traces(left, right).into_iter().chain(traces(right, left)).min()),
        Relation::Failures => {
            let trace = oracle::failures_refinement_counterexample(left, right, Marks::OBSERVED);
            Answer::Trace(trace.map(|trace| trace.len()))
        }
    }
}

fn check(left: &Lts, right: &Lts, origin: &str) {
    for relation in Relation::ALL {
        let dump = || format!("{relation} ({origin})\nleft\n{}right\n{}", show(left), show(right));
        let found = match compare(left, right, relation, Context::unlimited()) {
            Verdict::Holds(()) => None,
            Verdict::Violated(distinction) => Some(distinction),
            Verdict::Unknown(reason) => panic!("{reason}: {}", dump()),
        };
        match by_definition(relation, left, right) {
            Answer::Related(related) => assert_eq!(found.is_none(), related, "{}", dump()),
            Answer::Trace(shortest) => {
                let length = found.as_ref().map(evidence_length);
                assert_eq!(length, shortest, "{}", dump());
            }
        }
        if let Some(distinction) = found {
            check_run(left, right, &distinction, &dump());
        }
    }
}

fn evidence_length(distinction: &Distinction) -> usize {
    match &distinction.kind {
        DistinctionKind::Trace(trace) | DistinctionKind::Failure { trace, .. } => trace.len(),
        DistinctionKind::Formula(formula) => panic!("{formula} is no trace"),
    }
}

/// The run of the evidence is a run of its holder.
fn check_run(left: &Lts, right: &Lts, distinction: &Distinction, dump: &str) {
    let holder = if distinction.holder == Side::Left { left } else { right };
    let mut may_be = vec![holder.initial()];
    for name in distinction.trace.names(left.actions()) {
        may_be = may_be
            .iter()
            .flat_map(|&s| holder.successors(s))
            .filter(|&(label, _)| holder.label_name(label) == name)
            .map(|(_, t)| t)
            .collect();
        may_be.sort_unstable();
        may_be.dedup();
    }
    assert!(!may_be.is_empty(), "{:?} is no run of {}\n{dump}", distinction.trace, distinction.holder);
}

/// All pairs with one or two states, one action and tau.
#[test]
fn all_pairs_with_two_states() {
    let actions = Actions::new();
    let ltss: Vec<Lts> = all_ltss(&actions, 2, Shape::plain(1)).reachable_only().collect();
    assert!(ltss.len() > 20, "{} systems", ltss.len());
    for left in &ltss {
        for right in &ltss {
            check(left, right, "pairs");
        }
    }
}

/// With ERROR and END there are about 10^7 pairs: a stride takes some thousands.
#[test]
fn some_pairs_with_two_states_error_and_end() {
    let actions = Actions::new();
    let lefts: Vec<Lts> = all_ltss(&actions, 2, Shape::full(1)).reachable_only().every(37).collect();
    let rights: Vec<Lts> = all_ltss(&actions, 2, Shape::full(1)).reachable_only().every(41).collect();
    assert!(lefts.len() * rights.len() > 1000, "{} and {} systems", lefts.len(), rights.len());
    for left in &lefts {
        for right in &rights {
            check(left, right, "pairs");
        }
    }
}

/// A model against one with a few transitions more, against a permuted copy, and against another one.
#[test]
fn random_pairs() {
    let actions = Actions::new();
    for seed in 0..1200 {
        let mut rng = Rng::new(seed);
        let knobs = RandomLts {
            states: 2 + rng.below(5),
            fan_out: 1 + rng.below(3),
            actions: 1 + rng.below(2),
            tau_percent: [0, 30, 60][rng.below(3)],
            ..RandomLts::default()
        };
        let origin = format!("seed {seed}");
        let extra = 1 + rng.below(2);
        let (imp, spec) = pair_with_extra_edges(knobs, &actions, extra, &mut rng);
        check(&imp, &spec, &origin);
        check(&spec, &imp, &origin);
        let one = knobs.generate(&actions, &mut rng);
        check(&one, &permuted(&one, &mut rng), &origin);
        check(&one, &knobs.generate(&actions, &mut rng), &origin);
    }
}

/// Each model against its own quotients: pairs that are related in one way and perhaps not in another.
#[test]
fn models_and_their_quotients() {
    let actions = Actions::new();
    for seed in 0..500 {
        let mut rng = Rng::new(seed);
        let knobs = RandomLts { states: 3 + rng.below(4), tau_percent: 60, ..RandomLts::default() };
        let lts = knobs.generate(&actions, &mut rng);
        for equivalence in [
            oracle::Equivalence::Strong,
            oracle::Equivalence::Branching,
            oracle::Equivalence::DivergenceBranching,
            oracle::Equivalence::Weak,
        ] {
            check(&lts, &oracle::quotient(equivalence, &lts, Marks::OBSERVED), &format!("seed {seed}"));
        }
        check(&lts, &oracle::minimize_ltsa(&lts, true), &format!("seed {seed}"));
        check(&oracle::determinize(&lts), &lts, &format!("seed {seed}"));
    }
}
