//! Every answer is compared with the definition, exhaustively on two states and at random above.

use rely_lts::relate::{Distinction, DistinctionKind, Relation, compare};
use rely_lts::{Actions, Context, Verdict};

use super::Random;
use super::naive::{Small, judge};

#[derive(Default)]
struct Tally {
    yes: usize,
    no: usize,
}

impl Tally {
    /// Compares and checks the answer against the definition.
    fn check(&mut self, left: &Small, right: &Small, relation: Relation, what: &str) -> Option<Distinction> {
        let (expected, length) = judge(left, right, relation);
        let actions = Actions::new();
        // The right system comes from another table, with the actions in another order.
        let others = Actions::new();
        ["c", "b", "a"].iter().for_each(|name| _ = others.intern(name));
        let verdict = compare(&left.lts(&actions), &right.lts(&others), relation, Context::unlimited());
        match verdict {
            Verdict::Holds(()) => {
                self.yes += 1;
                assert!(expected, "{what}: {relation} must not hold\n{left:?}\n{right:?}");
                None
            }
            Verdict::Violated(distinction) => {
                self.no += 1;
                assert!(!expected, "{what}: {relation} must hold\n{left:?}\n{right:?}\n{distinction:?}");
                let found = match &distinction.kind {
                    DistinctionKind::Trace(trace) | DistinctionKind::Failure { trace, .. } => {
                        Some(trace.len())
                    }
                    DistinctionKind::Formula(_) => None,
                };
                assert_eq!(
                    found, length,
                    "{what}: {relation} not shortest\n{left:?}\n{right:?}\n{distinction:?}"
                );
                Some(distinction)
            }
            Verdict::Unknown(reason) => panic!("{what}: undecided without limits: {reason}"),
        }
    }

    fn is_balanced(&self) {
        assert!(self.no >= self.yes, "{} no, {} yes", self.no, self.yes);
        assert!(self.yes * 20 >= self.no, "{} no, {} yes", self.no, self.yes);
    }
}

/// All models with two states over tau and some actions in which the second state is reachable or has no
/// steps.
fn two_states(actions: u32) -> Vec<Small> {
    let labels = actions + 1;
    let model = |bits: u32| {
        let places = (0..4 * labels).filter(move |i| bits >> i & 1 == 1);
        places.map(|i| ((i & 1) as usize, (i >> 2) as usize, (i >> 1 & 1) as usize)).collect::<Vec<_>>()
    };
    let second = |edges: &[(usize, usize, usize)]| {
        edges.iter().any(|e| e.0 == 0 && e.2 == 1) || edges.iter().all(|e| e.0 == 0)
    };
    (0..1 << (4 * labels))
        .map(model)
        .filter(|edges| second(edges))
        .map(|edges| Small::new(2, edges))
        .collect()
}

#[test]
fn pairs_of_two_states() {
    let mut tally = Tally::default();
    // All pairs over tau and one action, up to bisimilarity on the left.
    let all = two_states(1);
    assert_eq!(all.len(), 196);
    for (i, left) in all.iter().enumerate() {
        // Of several bisimilar systems on the left one is enough.
        if all[..i].iter().any(|earlier| judge(earlier, left, Relation::Strong).0) {
            continue;
        }
        for right in &all {
            for relation in Relation::ALL {
                tally.check(left, right, relation, "exhaustive");
            }
        }
    }
    // Some pairs over tau and two actions.
    let all = two_states(2);
    let mut random = Random::new(2);
    while tally.no < tally.yes + 1000 {
        let (left, right) = (&all[random.below(all.len())], &all[random.below(all.len())]);
        for relation in Relation::ALL {
            tally.check(left, right, relation, "sampled, seed 2");
        }
    }
    tally.is_balanced();
}

fn sample(seed: u64, rounds: usize, states: usize, labels: usize, special: bool) {
    let mut random = Random::new(seed);
    let mut tally = Tally::default();
    for round in 0..rounds {
        let what = format!("seed {seed}, round {round}");
        let (n, density) = (1 + random.below(states), 1 + random.below(2));
        let left = random.small(n, density, labels, special);
        let right = match random.below(5) {
            0..=2 => {
                let n = 1 + random.below(states);
                random.small(n, density, labels, special)
            }
            3 => random.variant(&left, labels),
            _ => {
                let variant = random.variant(&left, labels);
                random.variant(&variant, labels)
            }
        };
        for relation in Relation::ALL {
            tally.check(&left, &right, relation, &what);
        }
    }
    println!("{} no, {} yes", tally.no, tally.yes);
    tally.is_balanced();
}

#[test]
fn pairs_of_three_states_with_two_actions() {
    sample(3, 4000, 3, 2, false);
}

#[test]
fn pairs_of_three_states_with_error_end_and_propositions() {
    sample(4, 4000, 3, 2, true);
}

#[test]
fn pairs_of_six_states_with_three_actions() {
    sample(5, 1500, 6, 3, true);
}
