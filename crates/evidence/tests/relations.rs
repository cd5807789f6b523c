//! Every answer about a relation, certified and checked; compared with the definitions; and damaged.
#![allow(missing_docs)]

use std::collections::BTreeMap;

use rely_certify::{
    Certificate, CheckVerdict, Claim, ComponentDoc, PartitionDoc, RelationClaim, RelationKind, RelationProof,
    check,
};
use rely_evidence::{NoCertificate, relation_certificate, side_document};
use rely_lts::relate::{Relation, compare};
use rely_lts::{ActionId, Actions, Budget, Context, Lts, LtsBuilder, Propositions, Spent, StateId, Verdict};
use rely_testkit::certificates::keep_certificate;
use rely_testkit::generate::{RandomLts, Rng, Shape, all_ltss, pair_with_extra_edges, permuted};
use rely_testkit::mutate::json_mutants;
use rely_testkit::oracle::{self, Marks};
use rely_testkit::text::show;

/// Does the relation hold, by definition?
fn holds(relation: RelationKind, left: &Lts, right: &Lts) -> bool {
    let traces = |one: &Lts, other: &Lts| {
        oracle::trace_inclusion_counterexample(one, other, Marks::ONLY_ERROR).is_none()
    };
    match relation {
        RelationKind::Strong => oracle::are_bisimilar(left, right, Marks::OBSERVED),
        RelationKind::Branching => oracle::are_branching_bisimilar(left, right, Marks::OBSERVED),
        RelationKind::Weak => oracle::are_weakly_bisimilar(left, right, Marks::OBSERVED),
        RelationKind::Simulation => oracle::is_simulated(left, right, Marks::OBSERVED),
        RelationKind::TraceInclusion => traces(left, right),
        RelationKind::Trace => traces(left, right) && traces(right, left),
        RelationKind::Failures => {
            oracle::failures_refinement_counterexample(left, right, Marks::OBSERVED).is_none()
        }
    }
}

fn bytes(certificate: &Certificate) -> Vec<u8> {
    serde_json::to_vec(certificate).unwrap()
}

fn is_accepted(certificate: &Certificate) -> bool {
    check(&bytes(certificate)).verdict == CheckVerdict::Accepted
}

fn certificate(left: &Lts, right: &Lts, relation: Relation) -> Certificate {
    let verdict = compare(left, right, relation, Context::unlimited());
    let (names, sides) = (["L", "R"], [left, right]);
    relation_certificate(names, sides, relation, &verdict, None, Context::unlimited())
        .unwrap_or_else(|why| panic!("{relation}: {why}\nleft\n{}right\n{}", show(left), show(right)))
}

/// What a certificate claims: the relation, and whether it holds.
fn claimed(certificate: &Certificate) -> (RelationKind, bool) {
    match &certificate.claims[0] {
        Claim::Relation(claim) => (claim.relation, true),
        Claim::Difference(claim) => (claim.relation, false),
        _ => panic!("this is no claim about a relation"),
    }
}

/// How often each relation held and did not.
#[derive(Default)]
struct Tally(BTreeMap<String, [usize; 2]>);

impl Tally {
    fn check(&mut self, left: &Lts, right: &Lts) {
        for relation in Relation::ALL {
            let made = certificate(left, right, relation);
            let (kind, answer) = claimed(&made);
            let dump = || format!("{relation}\nleft\n{}right\n{}", show(left), show(right));
            assert_eq!(answer, holds(kind, left, right), "{}", dump());
            let report = check(&bytes(&made));
            keep_certificate(&bytes(&made), report.verdict == CheckVerdict::Accepted);
            assert_eq!(report.verdict, CheckVerdict::Accepted, "{:?} {}", report.reason, dump());
            self.0.entry(relation.to_string()).or_default()[usize::from(answer)] += 1;
        }
    }

    /// Both answers must have occurred for all relations.
    fn at_least(&self, number: usize) {
        assert_eq!(self.0.len(), Relation::ALL.len());
        assert!(self.0.values().flatten().all(|&count| count >= number), "{:?}", self.0);
    }
}

fn knobs(rng: &mut Rng) -> RandomLts {
    RandomLts {
        states: 2 + rng.below(5),
        fan_out: 1 + rng.below(3),
        actions: 1 + rng.below(2),
        tau_percent: [0, 30, 60][rng.below(3)],
        error_percent: [0, 10, 30][rng.below(3)],
        ..RandomLts::default()
    }
}

#[test]
fn random_pairs() {
    let actions = Actions::new();
    let mut tally = Tally::default();
    for seed in 0..300 {
        let mut rng = Rng::new(seed);
        let knobs = knobs(&mut rng);
        let extra = 1 + rng.below(2);
        let (less, more) = pair_with_extra_edges(knobs, &actions, extra, &mut rng);
        tally.check(&less, &more);
        tally.check(&more, &less);
        let one = knobs.generate(&actions, &mut rng);
        tally.check(&one, &permuted(&one, &mut rng));
        tally.check(&one, &knobs.generate(&actions, &mut rng));
        // Another table, and an alphabet that is neither smaller nor larger.
        let names = ["b", "c"].map(String::from);
        tally.check(&one, &knobs.generate_over(&Actions::new(), &names, &mut rng));
    }
    tally.at_least(100);
}

#[test]
fn models_and_their_quotients() {
    let actions = Actions::new();
    let mut tally = Tally::default();
    for seed in 0..150 {
        let mut rng = Rng::new(seed);
        let knobs = RandomLts { states: 3 + rng.below(4), tau_percent: 60, ..knobs(&mut rng) };
        let lts = knobs.generate(&actions, &mut rng);
        for equivalence in
            [oracle::Equivalence::Strong, oracle::Equivalence::Branching, oracle::Equivalence::Weak]
        {
            tally.check(&lts, &oracle::quotient(equivalence, &lts, Marks::OBSERVED));
        }
        let deterministic = oracle::determinize(&lts);
        tally.check(&deterministic, &lts);
        // With one more action at the start, traces are lost.
        let more = model(&actions, &[(0, "z", 1), (0, "tau", 2)], None);
        tally.check(&more, &lts);
    }
    tally.at_least(10);
}

#[test]
fn pairs_with_two_states_error_and_end() {
    let actions = Actions::new();
    let some = |stride| all_ltss(&actions, 2, Shape::full(1)).reachable_only().every(stride);
    let rights: Vec<Lts> = some(211).collect();
    let mut tally = Tally::default();
    for left in some(97) {
        rights.iter().for_each(|right| tally.check(&left, right));
        tally.check(&left, &left);
    }
    tally.at_least(10);
}

/// A model with states 0, 1, …; the target −1 is ERROR.
fn model(actions: &Actions, steps: &[(usize, &str, i32)], end: Option<usize>) -> Lts {
    let mut builder = LtsBuilder::new(actions);
    let largest = steps.iter().map(|step| step.0.max(step.2.max(0) as usize)).max().unwrap_or(0);
    builder.ensure_states(largest + 1).unwrap();
    for &(from, name, to) in steps {
        let action = if name == "tau" { ActionId::TAU } else { actions.intern(name) };
        let to = if to < 0 { StateId::ERROR } else { StateId::at(to as usize) };
        builder.add_transition(StateId::at(from), action, to);
    }
    if let Some(end) = end {
        builder.set_end(StateId::at(end));
    }
    builder.finish(StateId::at(0)).unwrap()
}

/// ERROR is a state like others: tau may lead to it, and it simulates a state that does nothing. END is seen
/// in failures.
#[test]
fn error_and_end_where_they_are_special() {
    let actions = Actions::new();
    let fails = model(&actions, &[(0, "a", -1)], None);
    let fails_later = model(&actions, &[(0, "a", 1), (1, "tau", -1)], None);
    let stops = model(&actions, &[(0, "a", 1)], None);
    let ends = model(&actions, &[(0, "a", 1)], Some(1));
    let errs = model(&actions, &[(0, "tau", -1)], None);
    use Relation::{Branching, Failures, Simulation, Strong, Trace, TraceInclusion, Weak};
    for (left, right, relation, expected) in [
        (&fails, &fails_later, Strong, false),
        (&fails, &fails_later, Branching, true),
        (&fails, &fails_later, Weak, true),
        (&fails, &fails_later, Failures, true),
        (&stops, &fails, Simulation, true),
        (&fails, &stops, Simulation, false),
        (&ends, &stops, Failures, false),
        (&stops, &ends, Failures, false),
        (&ends, &stops, Trace, true),
        (&stops, &fails, TraceInclusion, true),
        (&fails, &stops, TraceInclusion, false),
        (&errs, &errs, Branching, true),
        (&errs, &errs, Weak, true),
    ] {
        let made = certificate(left, right, relation);
        assert_eq!(claimed(&made).1, expected, "{relation}\n{}{}", show(left), show(right));
        let report = check(&bytes(&made));
        assert_eq!(report.reason, None, "{relation}\n{}{}", show(left), show(right));
    }
}

/// The system of a document; none if it is not well-formed.
fn lts(document: &ComponentDoc) -> Option<Lts> {
    let actions = Actions::new();
    let names: Vec<ActionId> = document.alphabet.iter().map(|name| actions.intern(name)).collect();
    let mut builder = LtsBuilder::new(&actions);
    builder.ensure_states(document.states as usize).ok()?;
    names.iter().for_each(|&action| builder.extend_alphabet(action));
    for &(from, label, to) in &document.transitions {
        let action = if label == 0 { ActionId::TAU } else { *names.get(label as usize - 1)? };
        let to = if to < 0 { StateId::ERROR } else { StateId::at(to as usize) };
        builder.add_transition(StateId::at(from as usize), action, to);
    }
    document.end.into_iter().for_each(|end| builder.set_end(StateId::at(end as usize)));
    builder.finish(StateId::at(document.initial as usize)).ok()
}

/// Whatever is changed in a certificate: if it is still accepted, what it claims is true.
#[test]
fn damaged_certificates_are_rejected_or_true() {
    let actions = Actions::new();
    let (mut accepted, mut rejected, mut other_claims) = (0, 0, 0);
    for seed in 0..40 {
        let mut rng = Rng::new(seed);
        let knobs = RandomLts { states: 2 + rng.below(3), ..knobs(&mut rng) };
        let (less, more) = pair_with_extra_edges(knobs, &actions, 1, &mut rng);
        for relation in Relation::ALL {
            let made = certificate(&less, &more, relation);
            let document = serde_json::to_value(&made).unwrap();
            let mut mutants: Vec<serde_json::Value> = json_mutants(&document).map(|m| m.value).collect();
            for other in Relation::ALL {
                let mut mutant = document.clone();
                for claim in ["relation", "difference"] {
                    if let Some(claim) = mutant["claims"][0].get_mut(claim) {
                        claim["relation"] = other.to_string().into();
                        mutants.push(mutant.clone());
                        break;
                    }
                }
            }
            for mutant in mutants {
                let Ok(mutant) = serde_json::from_value::<Certificate>(mutant) else { continue };
                let mutant = mutant.sealed();
                if mutant == made {
                    continue;
                }
                if !is_accepted(&mutant) {
                    rejected += 1;
                    continue;
                }
                accepted += 1;
                let (kind, answer) = claimed(&mutant);
                let sides = match &mutant.claims[0] {
                    Claim::Relation(claim) => [claim.left, claim.right],
                    Claim::Difference(claim) => [claim.left, claim.right],
                    _ => unreachable!("it was a claim about a relation"),
                };
                let [left, right] = sides.map(|at| lts(&mutant.systems[at as usize].components[0]).unwrap());
                let dump = || format!("seed {seed}, {kind:?}\n{}{}", show(&left), show(&right));
                assert_eq!(answer, holds(kind, &left, &right), "{}", dump());
                other_claims +=
                    usize::from(mutant.systems != made.systems || claimed(&mutant) != claimed(&made));
            }
        }
    }
    // Most changes are noticed; and some make another certificate, or the test would say nothing.
    assert!(rejected > 5 * accepted && other_claims > 100, "{rejected} {accepted} {other_claims}");
}

/// For all partitions of small systems: some partition is accepted iff the systems are bisimilar.
#[test]
fn there_is_a_partition_exactly_for_bisimilar_systems() {
    let actions = Actions::new();
    let ltss: Vec<Lts> = all_ltss(&actions, 2, Shape::full(1)).reachable_only().every(149).collect();
    let mut answers = [0, 0];
    for (at, left) in ltss.iter().enumerate() {
        for right in ltss.iter().skip(at % 9).step_by(9) {
            let systems = vec![side_document("L", left), side_document("R", right)];
            for relation in [RelationKind::Strong, RelationKind::Branching, RelationKind::Weak] {
                let (n, all) = (left.n_states(), left.n_states() + right.n_states());
                let is_accepted = |number: usize| {
                    let class = |state: usize| (number / 5usize.pow(state as u32) % 5) as i64 - 1;
                    let classes: Vec<i64> = (0..all).map(class).collect();
                    let (left, right) = (classes[..n].to_vec(), classes[n..].to_vec());
                    let proof = RelationProof::Partition(PartitionDoc { left, right });
                    let claim = RelationClaim { left: 0, proof, relation, right: 1 };
                    let claims = vec![Claim::Relation(claim)];
                    is_accepted(&Certificate::new("test", None, systems.clone(), claims))
                };
                let found = (0..5usize.pow(all as u32)).any(is_accepted);
                assert_eq!(
                    found,
                    holds(relation, left, right),
                    "{relation:?}\n{}{}",
                    show(left),
                    show(right)
                );
                answers[usize::from(found)] += 1;
            }
        }
    }
    assert!(answers.iter().all(|&count| count > 20), "{answers:?}");
}

/// An answer that is not the engine's is noticed while the reason is made.
#[test]
fn wrong_answers_are_contradictions() {
    let actions = Actions::new();
    let (once, never) = (model(&actions, &[(0, "a", 1)], None), Lts::stop(&actions));
    for relation in Relation::ALL {
        let made = |ctx: Context<'_>, verdict: &Verdict<(), _>| {
            relation_certificate(["L", "R"], [&once, &never], relation, verdict, None, ctx).unwrap_err()
        };
        let (ctx, wrong) = (Context::unlimited(), Verdict::Holds(()));
        assert_eq!(made(ctx, &wrong), NoCertificate::Contradiction, "{relation}");
        let open = Verdict::Unknown(Spent::Cancelled.into());
        assert_eq!(made(ctx, &open), NoCertificate::Unknown, "{relation}");
    }
}

#[test]
fn there_is_no_certificate_without_budget_or_with_propositions() {
    let actions = Actions::new();
    let steps: Vec<(usize, &str, i32)> = (0..50).map(|i| (i, "a", i as i32 + 1)).collect();
    let lts = model(&actions, &steps, None);
    let budget = Budget::unlimited().with_states(10);
    let ctx = Context { budget: &budget, ..Context::unlimited() };
    let marked = lts.clone().with_propositions(Propositions::new(vec!["p".into()], 51)).unwrap();
    for relation in Relation::ALL {
        let made = |right: &Lts, ctx: Context<'_>| {
            let verdict = Verdict::Holds(());
            relation_certificate(["L", "R"], [&lts, right], relation, &verdict, None, ctx).map(|_| ())
        };
        if !matches!(relation, Relation::Strong | Relation::Branching | Relation::Weak) {
            assert_eq!(made(&lts, ctx), Err(NoCertificate::Spent(Spent::States(10))), "{relation}");
        }
        assert_eq!(made(&marked, Context::unlimited()), Err(NoCertificate::Unknown), "{relation}");
    }
}
