//! Laws of the relations, on random systems.

use rely_lts::minimize::{Equivalence, minimize};
use rely_lts::relate::{Relation, Side, alphabet_difference, compare};
use rely_lts::{Actions, Alphabet, Context, Lts, LtsBuilder, StateId};

use super::Random;
use super::naive::Small;

fn holds(left: &Lts, right: &Lts, relation: Relation) -> bool {
    compare(left, right, relation, Context::unlimited()).holds()
}

fn systems(seed: u64, rounds: usize) -> impl Iterator<Item = (String, Random, Small)> {
    (0..rounds).map(move |round| {
        let mut random = Random::new(seed << 32 | round as u64);
        let n = 1 + random.below(12);
        let small = random.small(n, 2, 3, true);
        (format!("seed {seed}, round {round}: {small:?}"), random, small)
    })
}

#[test]
fn every_relation_is_reflexive_for_any_numbering() {
    for (what, mut random, small) in systems(1, 200) {
        let actions = Actions::new();
        let mut number: Vec<usize> = (0..small.n).collect();
        (1..small.n).for_each(|i| number.swap(i, random.below(i + 1)));
        let (lts, permuted) = (small.lts(&actions), small.permuted(&Actions::new(), &number));
        for relation in Relation::ALL {
            assert!(holds(&lts, &lts, relation), "{relation} {what}");
            assert!(holds(&lts, &permuted, relation), "{relation} {what}");
            assert!(holds(&permuted, &lts, relation), "{relation} {what}");
        }
    }
}

#[test]
fn a_reduced_system_is_equivalent() {
    let pairs = [
        (Equivalence::Strong, Relation::Strong),
        (Equivalence::Branching, Relation::Branching),
        (Equivalence::DivergenceBranching, Relation::Branching),
        (Equivalence::DivergenceBranching, Relation::Failures),
        (Equivalence::Weak, Relation::Weak),
        (Equivalence::Trace, Relation::Trace),
    ];
    for (what, _, mut small) in systems(2, 200) {
        for (equivalence, relation) in pairs {
            if equivalence == Equivalence::Trace {
                small.marked.clear();
            }
            let lts = small.lts(&Actions::new());
            let reduced = minimize(&lts, equivalence, Context::unlimited()).unwrap().lts;
            assert!(holds(&lts, &reduced, relation), "{equivalence:?} {relation} {what}");
            assert!(holds(&reduced, &lts, relation), "{equivalence:?} {relation} {what}");
        }
    }
}

#[test]
fn relations_imply_each_other() {
    let implications = [
        (Relation::Strong, Relation::Branching),
        (Relation::Branching, Relation::Weak),
        (Relation::Weak, Relation::Trace),
        (Relation::Strong, Relation::Simulation),
        (Relation::Strong, Relation::Failures),
        (Relation::Trace, Relation::TraceInclusion),
        (Relation::Simulation, Relation::TraceInclusion),
    ];
    let mut proper = [0; 7];
    for (what, mut random, small) in systems(3, 600) {
        let variant = random.variant(&small, 3);
        let actions = Actions::new();
        let (left, right) = (small.lts(&actions), variant.lts(&actions));
        for (i, (strong, weak)) in implications.into_iter().enumerate() {
            let (first, second) = (holds(&left, &right, strong), holds(&left, &right, weak));
            assert!(second || !first, "{strong} without {weak}, {what}\n{variant:?}");
            proper[i] += usize::from(second && !first);
        }
        for relation in Relation::ALL.into_iter().filter(|r| r.is_symmetric()) {
            let both = [holds(&left, &right, relation), holds(&right, &left, relation)];
            assert_eq!(both[0], both[1], "{relation}, {what}\n{variant:?}");
        }
        let inclusions =
            holds(&left, &right, Relation::TraceInclusion) && holds(&right, &left, Relation::TraceInclusion);
        assert_eq!(inclusions, holds(&left, &right, Relation::Trace), "{what}\n{variant:?}");
    }
    assert!(proper.iter().all(|&n| n > 0), "each implication has been seen to be proper: {proper:?}");
}

#[test]
fn every_relation_is_transitive() {
    let mut chains = 0;
    for (what, mut random, first) in systems(4, 300) {
        let second = random.variant(&first, 3);
        let third = random.variant(&second, 3);
        let actions = Actions::new();
        let [first, second, third] = [first, second, third].map(|small| small.lts(&actions));
        for relation in Relation::ALL {
            if holds(&first, &second, relation) && holds(&second, &third, relation) {
                chains += 1;
                assert!(holds(&first, &third, relation), "{relation} {what}");
            }
        }
    }
    assert!(chains > 300, "{chains}");
}

#[test]
fn alphabets_are_reported_and_do_not_decide() {
    let actions = Actions::new();
    let mut builder = LtsBuilder::new(&actions);
    builder.add_state().unwrap();
    builder.extend_alphabet(actions.intern("b"));
    let with_b = builder.finish(StateId::at(0)).unwrap();
    let without = Lts::stop(&Actions::new());
    for relation in Relation::ALL {
        assert!(holds(&with_b, &without, relation) && holds(&without, &with_b, relation), "{relation}");
    }
    let difference = alphabet_difference(&with_b, &without);
    assert_eq!(difference.left_only, Alphabet::from_names(&actions, ["b"]).names());
    assert!(difference.right_only.is_empty() && !difference.is_empty());
    assert!(alphabet_difference(&with_b, &with_b).is_empty());
    assert_eq!(Side::Left.other(), Side::Right);
}
