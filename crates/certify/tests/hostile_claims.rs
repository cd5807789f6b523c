//! Claims made to break a checker: nothing false is accepted, nothing panics, and the work ends.
#![allow(missing_docs)]

mod common;

use common::systems::single;
use common::tableau::Tableau;
use common::*;
use rely_certify::*;

fn sample(name: &str) -> Certificate {
    samples().into_iter().find(|(other, _)| *other == name).unwrap_or_else(|| panic!("{name}")).1
}

/// A sample with another claim.
fn changed(name: &str, change: impl FnOnce(&mut Claim)) -> Certificate {
    let mut certificate = sample(name);
    change(&mut certificate.claims[0]);
    certificate.sealed()
}

fn assert_of(claim: &mut Claim) -> &mut AssertClaim {
    let Claim::Assert(doc) = claim else { panic!("{claim:?}") };
    doc
}

fn sets_of(claim: &mut Claim) -> &mut SetsEvidence {
    let Claim::AssertViolation(AssertViolation { evidence: EvidenceDoc::Sets(sets), .. }) = claim else {
        panic!("{claim:?}")
    };
    sets
}

fn goals_of(claim: &mut Claim) -> Vec<&mut GoalDoc> {
    let goals = assert_of(claim).reasons.iter_mut().flatten().filter_map(|reason| match reason {
        ReasonDoc::Avoided(goals) => Some(goals),
        _ => None,
    });
    goals.flatten().collect()
}

/// A fair assert that is false, with everything but the truth: no proof of it is accepted.
#[test]
fn no_reason_hides_a_violation() {
    // Heads or tails once, and then forever.
    let once = [process("ONCE", "h t", 3, &[(0, "h", 1), (0, "t", 2), (1, "h", 1), (2, "t", 2)])];
    let formula = [FormulaDoc::Actions(vec!["h".into()]), FormulaDoc::Eventually(0), FormulaDoc::Always(1)];
    let naive = Naive::new(&once, None);
    let tableau = Tableau::new(&naive, &formula);
    let wrong = tableau.assert(None, true, &mut Random(1));
    assert!(!is_true(&wrong));
    let with = |change: &dyn Fn(&mut AssertClaim)| {
        let mut other = wrong.clone();
        change(assert_of(&mut other.claims[0]));
        reject_claim(&other.sealed())
    };
    let n = {
        let Claim::Assert(doc) = &wrong.claims[0] else { unreachable!() };
        doc.nodes.len()
    };
    for item in (0..12).chain([u32::MAX, u32::MAX - 1, 1 << 20]) {
        with(&|doc| doc.reasons.fill(Some(ReasonDoc::Postponed(item))));
        with(&|doc| {
            doc.reasons = vec![Some(ReasonDoc::Postponed(item))];
            doc.classes.fill(0);
        });
    }
    for rank in [0, 1, u32::MAX] {
        with(&|doc| {
            doc.reasons = vec![Some(ReasonDoc::Left(vec![rank; n]))];
            doc.classes.fill(0);
        });
        with(&|doc| {
            doc.reasons = vec![Some(ReasonDoc::Left((0..n as u32).map(|i| rank.wrapping_sub(i)).collect()))];
            doc.classes.fill(0);
        });
    }
    with(&|doc| {
        doc.reasons = vec![Some(ReasonDoc::Avoided(vec![]))];
        doc.classes.fill(0);
    });
    // Each node in a class of its own, from the first and from the last.
    with(&|doc| {
        doc.classes = (0..n as u32).collect();
        doc.reasons = vec![None; n];
    });
    with(&|doc| {
        doc.classes = (0..n as u32).rev().collect();
        doc.reasons = vec![None; n];
    });
    // Without nodes, pending sets or vectors there is no start.
    with(&|doc| {
        (doc.nodes, doc.classes, doc.pending, doc.reasons) = (vec![], vec![], vec![], vec![]);
        doc.vectors = SetDoc::default();
    });
    with(&|doc| doc.classes.fill(u32::MAX));
    with(&|doc| doc.nodes[0] = (u32::MAX, u32::MAX));
    with(&|doc| doc.nodes.truncate(1));
    with(&|doc| {
        doc.nodes.truncate(1);
        doc.classes.truncate(1);
    });
    with(&|doc| doc.pending.push(vec![]));
    with(&|doc| doc.formula.clear());
    with(&|doc| doc.formula.push(FormulaDoc::Always(u32::MAX)));
    with(&|doc| doc.formula.push(FormulaDoc::Not(3)));
    with(&|doc| doc.formula[0] = FormulaDoc::Fluent(0));
    with(&|doc| doc.formula[0] = FormulaDoc::Fluent(u32::MAX));
    with(&|doc| doc.fair = false);
}

#[test]
fn goals_are_needed_as_they_are() {
    let name = "fair assert, avoided";
    let reason = |change: &dyn Fn(&mut Claim)| reject_claim(&changed(name, |claim| change(claim)));
    assert!(!goals_of(&mut sample(name).claims[0]).is_empty());
    reason(&|claim| goals_of(claim)[0].sets.clear());
    reason(&|claim| {
        goals_of(claim)[0].sets.clear();
        goals_of(claim)[0].ranks.clear();
    });
    reason(&|claim| goals_of(claim)[0].ranks.fill(-1));
    reason(&|claim| goals_of(claim)[0].ranks.fill(0));
    reason(&|claim| goals_of(claim)[0].ranks.fill(i64::MIN));
    reason(&|claim| goals_of(claim)[0].ranks.fill(i64::MAX));
    reason(&|claim| goals_of(claim)[0].node = u32::MAX);
    reason(&|claim| goals_of(claim)[0].sets[0].0 = u32::MAX);
    reason(&|claim| goals_of(claim)[0].sets[0].1.clear());
    reason(&|claim| goals_of(claim)[0].sets[0].1[0].1 = u32::MAX);
    reason(&|claim| goals_of(claim)[0].sets[0].1[0].0 = u32::MAX);
    for i in 0..goals_of(&mut sample(name).claims[0]).len() {
        let n = goals_of(&mut sample(name).claims[0])[i].sets.len();
        for k in 0..n {
            reason(&|claim| {
                goals_of(claim)[i].sets.remove(k);
                goals_of(claim)[i].ranks.remove(k);
            });
        }
    }
}

#[test]
fn sets_are_needed_as_they_are() {
    let name = "no fair assert";
    let reason =
        |change: &dyn Fn(&mut SetsEvidence)| reject_claim(&changed(name, |claim| change(sets_of(claim))));
    reason(&|doc| doc.at = u32::MAX);
    reason(&|doc| doc.at += 1);
    reason(&|doc| doc.goal = u32::MAX);
    reason(&|doc| (doc.sets, doc.ranks) = (vec![], vec![]));
    reason(&|doc| doc.sets[0].0 = u32::MAX);
    reason(&|doc| doc.sets[0].1.clear());
    reason(&|doc| doc.sets[0].1[0] = (u32::MAX, 0));
    reason(&|doc| doc.sets[0].1[0].1 = u32::MAX);
    reason(&|doc| doc.ranks.fill(0));
    reason(&|doc| doc.ranks.fill(u32::MAX));
    reason(&|doc| doc.ranks.truncate(doc.ranks.len() - 1));
    reason(&|doc| doc.pending.push(doc.pending[0].clone()));
    reason(&|doc| doc.pending.clear());
    reason(&|doc| doc.vectors = SetDoc::default());
    let n = sets_of(&mut sample(name).claims[0]).sets.len();
    for k in 0..n {
        reason(&|doc| {
            doc.sets.remove(k);
            doc.ranks.remove(k);
        });
    }
    // The same evidence for a formula that is satisfied.
    let always = changed(name, |claim| {
        let Claim::AssertViolation(doc) = claim else { unreachable!() };
        doc.formula[0] = FormulaDoc::True(());
    });
    reject_claim(&always);
}

/// A reason for a class that has no internal edge, or no node, must be one all the same.
#[test]
fn reasons_are_read_even_where_they_are_not_needed() {
    let unused =
        |reason: ReasonDoc| changed("fair assert, left", |claim| assert_of(claim).reasons.push(Some(reason)));
    accept(&unused(ReasonDoc::Left(vec![])));
    accept(&unused(ReasonDoc::Avoided(vec![])));
    accept(&unused(ReasonDoc::Postponed(3)));
    reject_claim(&unused(ReasonDoc::Left(vec![0])));
    reject_claim(&unused(ReasonDoc::Avoided(vec![GoalDoc { node: 0, ranks: vec![], sets: vec![] }])));
    for item in [0, 1, 2, 4, u32::MAX] {
        reject_claim(&unused(ReasonDoc::Postponed(item)));
    }
}

fn limited(certificate: &Certificate, max_work: u64) {
    let report = check_within(text(certificate).as_bytes(), max_work);
    let reason = report.reason.unwrap_or_else(|| panic!("accepted: {:?}", report.claims));
    assert!(reason.ends_with("checking it takes too many steps"), "{reason}");
}

/// Formulas with exponentially many outcomes, or texts.
#[test]
fn exponential_formulas_are_cut_off() {
    let system = [process("P", "a", 1, &[(0, "a", 0)])];
    let judged = |formula: Vec<FormulaDoc>| {
        let trace = TraceDoc { cycle: vec![], steps: vec!["a".into(); 3], vectors: Some(vec![vec![0]; 3]) };
        let (evidence, name) = (EvidenceDoc::Prefix, "ASSERT".into());
        let claim = AssertViolation { evidence, fair: false, formula, name, system: 0, trace };
        single(&system, None, None, Claim::AssertViolation(claim))
    };
    for n in [20, 60] {
        // All of n choices of what is next.
        let mut formula: Vec<FormulaDoc> =
            (0..2 * n).map(|i| FormulaDoc::Actions(vec![format!("x{i}")])).collect();
        formula.extend((0..2 * n).map(FormulaDoc::Next));
        formula.extend((0..n).map(|i| FormulaDoc::And(vec![2 * n + 2 * i, 2 * n + 2 * i + 1])));
        formula.push(FormulaDoc::Or((4 * n..5 * n).collect()));
        limited(&judged(formula), 20_000_000);
    }
    // Nested: each entry refers twice to the one before it.
    let mut formula = vec![FormulaDoc::Actions(vec!["a".into()])];
    for k in 0..200 {
        formula.push(FormulaDoc::Until(k, k));
        formula.push(FormulaDoc::And(vec![k, k]));
    }
    let report = check_within(text(&judged(formula)).as_bytes(), 20_000_000);
    assert!(report.reason.is_some());
    // Long, and simple.
    let mut formula = vec![FormulaDoc::Actions(vec!["a".into()])];
    formula.extend((0..100_000).map(FormulaDoc::Not));
    let reason = reject_claim(&judged(formula.clone()));
    assert_eq!(reason, "the formula can still be satisfied after the run");
    formula.push(FormulaDoc::Not(100_000));
    let sentence = accept(&judged(formula));
    assert!(sentence.ends_with("a formula of 100002 entries"), "{sentence}");
    // Longer than can be counted.
    let long = vec![FormulaDoc::True(()); (1 << 20) + 1];
    assert_eq!(reject_claim(&judged(long)), "the formula must have between one and 2^20 entries");
}

/// Words on which a long formula is evaluated: entries times positions.
#[test]
fn long_words_and_formulas_are_cut_off() {
    let system = [process("P", "a", 1, &[(0, "a", 0)])];
    let n = 3_000;
    let vectors = Some(vec![vec![0]; n]);
    let trace = TraceDoc { cycle: vec!["a".into()], steps: vec!["a".into(); n - 1], vectors };
    let mut formula = vec![FormulaDoc::Actions(vec!["a".into()])];
    formula.extend((0..3_000).map(FormulaDoc::Always));
    formula.push(FormulaDoc::Not(3_000));
    let (evidence, name) = (EvidenceDoc::Cycle, "ASSERT".into());
    let claim = AssertViolation { evidence, fair: false, formula, name, system: 0, trace };
    let certificate = single(&system, None, None, Claim::AssertViolation(claim));
    limited(&certificate, 10_000_000);
    accept(&certificate);
}

/// Many moves, roots and actions: the explosion of `hostile.rs` with a claim about progress.
#[test]
fn dense_systems_are_cut_off() {
    let all: Vec<(u32, &str, i64)> = (0..32).flat_map(|s| (0..32).map(move |t| (s, "a", t))).collect();
    let dense: Vec<ComponentDoc> = (0..3).map(|i| process(&format!("P{i}"), "a", 32, &all)).collect();
    let set = SetDoc::new(&dense, Naive::new(&dense, None).all());
    let claim = ProgressViolation {
        actions: vec![],
        condition: None,
        every: false,
        name: "PROGRESS".into(),
        ranks: vec![],
        states: set,
        system: 0,
        trace: TraceDoc { vectors: Some(vec![]), ..TraceDoc::default() },
    };
    limited(&single(&dense, None, None, Claim::ProgressViolation(claim)), 10_000_000);
    // A terminal set for each state, and a test of many actions.
    let n = 2_000;
    let loops: Vec<(u32, &str, i64)> = (0..n).map(|s| (s, "z", s.into())).collect();
    let components = [process("P", "z", n, &loops)];
    let claim = ProgressClaim {
        actions: (0..n).map(|i| format!("a{i:06}")).chain(["z".into()]).collect(),
        condition: None,
        every: false,
        name: "PROGRESS".into(),
        ranks: vec![0; n as usize],
        roots: (0..n).collect(),
        system: 0,
    };
    let set = SetDoc::new(&components, (0..n).map(|s| [s]));
    let certificate = single(&components, None, Some(set), Claim::Progress(claim));
    accept(&certificate);
    limited(&certificate, 2_000_000);
}

/// Long chains of tau, each state in a class of its own, and long formulas about states.
#[test]
fn long_chains_are_cut_off() {
    let n = 3_000u32;
    let steps: Vec<(u32, &str, i64)> = (0..n - 1).map(|s| (s, "tau", i64::from(s) + 1)).collect();
    let chain = process("P", "", n, &steps);
    let system = |name: &str| SystemDoc {
        components: vec![chain.clone()],
        name: name.into(),
        priority: None,
        states: None,
    };
    let claim = |claim: Claim| Certificate::new("test", None, vec![system("L"), system("R")], vec![claim]);
    let classes: Vec<i64> = (0..n.into()).collect();
    // Not one of a branching bisimulation, which would be found at once.
    let reversed = classes.iter().rev().copied().collect();
    let proof = RelationProof::Partition(PartitionDoc { left: classes, right: reversed });
    let weak = RelationClaim { left: 0, proof, relation: RelationKind::Weak, right: 1 };
    limited(&claim(Claim::Relation(weak)), 10_000_000);
    let entries = vec![StateFormula::True(()); 10_000];
    let proof = DifferenceProof::Formula(StateFormulaDoc { entries, side: Side::Left });
    let strong = Difference { left: 0, proof, relation: RelationKind::Strong, right: 1 };
    limited(&claim(Claim::Difference(strong)), 10_000_000);
    // Inclusions that repeat a large set for each state.
    let list: InclusionDoc = (0..100).map(|s| (s, (0..n.into()).collect())).collect();
    let proof = RelationProof::Inclusions(vec![list]);
    let inclusion = RelationClaim { left: 0, proof, relation: RelationKind::TraceInclusion, right: 1 };
    limited(&claim(Claim::Relation(inclusion)), 100_000);
}

/// Hand-made proofs of relations that do not hold.
#[test]
fn no_proof_relates_what_differs() {
    let a = process("A", "a", 2, &[(0, "a", 1)]);
    let fails = process("B", "a", 1, &[(0, "a", -1)]);
    let ends = with_end(process("C", "a", 2, &[(0, "a", 1)]), 1);
    let two = |left: &ComponentDoc, right: &ComponentDoc, relation, proof| {
        let system = |component: &ComponentDoc| SystemDoc {
            components: vec![component.clone()],
            name: "S".into(),
            priority: None,
            states: None,
        };
        let claim = Claim::Relation(RelationClaim { left: 0, proof, relation, right: 1 });
        Certificate::new("test", None, vec![system(left), system(right)], vec![claim])
    };
    let partition = |left: &[i64], right: &[i64]| {
        RelationProof::Partition(PartitionDoc { left: left.to_vec(), right: right.to_vec() })
    };
    for relation in [RelationKind::Strong, RelationKind::Branching, RelationKind::Weak] {
        for x in -2..3 {
            for y in -2..3 {
                reject_claim(&two(&a, &fails, relation, partition(&[x, y], &[x])));
                reject_claim(&two(&a, &ends, relation, partition(&[x, y], &[x, y])));
            }
        }
        reject_claim(&two(&a, &a, relation, partition(&[], &[])));
        reject_claim(&two(&a, &a, relation, partition(&[0, 1, 2], &[0, 1])));
        let largest = i64::from(u32::MAX);
        accept(&two(&a, &a, relation, partition(&[largest, 0], &[largest, 0])));
        for class in [largest + 1, i64::MAX, -2, i64::MIN] {
            reject_claim(&two(&a, &a, relation, partition(&[class, 0], &[class, 0])));
        }
    }
    // ERROR simulates what stops; not the other way round.
    let pairs = |pairs: &[(i64, i64)]| RelationProof::Pairs(pairs.to_vec());
    accept(&two(&a, &fails, RelationKind::Simulation, pairs(&[(0, 0), (1, -1)])));
    for list in
        [&[(0, 0)][..], &[], &[(0, 0), (1, 0)], &[(-1, 0), (0, 0)], &[(-1, -1)], &[(i64::MIN, i64::MAX)]]
    {
        reject_claim(&two(&fails, &a, RelationKind::Simulation, pairs(list)));
    }
    for list in [&[(-1, 1), (0, 0)][..], &[(-1, -1), (0, 0)], &[(-1, 0), (-1, 1), (0, 0), (0, 1)]] {
        reject_claim(&two(&fails, &a, RelationKind::Simulation, pairs(list)));
    }
    for list in [vec![], vec![(0, vec![])], vec![(0, vec![0])], vec![(-1, vec![1]), (0, vec![0])]] {
        for relation in [RelationKind::TraceInclusion, RelationKind::Failures] {
            reject_claim(&two(&fails, &a, relation, RelationProof::Inclusions(vec![list.clone()])));
        }
        reject_claim(&two(
            &fails,
            &a,
            RelationKind::Trace,
            RelationProof::Inclusions(vec![list.clone(), list]),
        ));
    }
    for lists in [vec![], vec![vec![]; 2], vec![vec![]; 3]] {
        reject_claim(&two(&a, &a, RelationKind::TraceInclusion, RelationProof::Inclusions(lists)));
    }
    // A component with states that nothing enters, or that is no process, has no relations.
    let large = ComponentDoc { states: u32::MAX - 1, ..a.clone() };
    let reason = reject_claim(&two(&large, &large, RelationKind::Strong, partition(&[], &[])));
    assert_eq!(reason, "A has a state that no transition enters");
    let property = part("P", RoleDoc::Property, "a", 1, &[(0, "a", 0)]);
    reject_claim(&two(&property, &property, RelationKind::Strong, partition(&[0], &[0])));
}

/// Numbers at their limits, in claims about systems as large as they can be.
#[test]
fn limits_are_no_trouble() {
    let large = process("P", "a", u32::MAX - 1, &[(0, "a", 4_294_967_293), (4_294_967_293, "a", 0)]);
    let components = [large];
    let set = SetDoc::new(&components, [[0], [4_294_967_293]]);
    let claim = |roots: &[u32], ranks: &[u32]| {
        let claim = ProgressClaim {
            actions: vec!["a".into()],
            condition: None,
            every: true,
            name: String::new(),
            ranks: ranks.to_vec(),
            roots: roots.to_vec(),
            system: 0,
        };
        single(&components, None, Some(set.clone()), Claim::Progress(claim))
    };
    accept(&claim(&[0], &[0, 1]));
    accept(&claim(&[1], &[u32::MAX, 0]));
    for (roots, ranks) in [
        (&[][..], &[1, 2][..]),
        (&[], &[u32::MAX, u32::MAX]),
        (&[0, 1], &[0, 0]),
        (&[0, 0], &[0, 1]),
        (&[u32::MAX], &[0, 1]),
        (&[2], &[0, 1]),
        (&[0], &[0]),
        (&[0], &[0, 1, 2]),
        (&[], &[]),
    ] {
        reject_claim(&claim(roots, ranks));
    }
}
