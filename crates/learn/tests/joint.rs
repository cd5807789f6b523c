//! Smallest tuples of automata against brute force.

use std::sync::Arc;

use rely_learn::{Demand, Dfa, Effort, Joint, Letter, Random, random_prefix_closed};
use rely_lts::{Budget, Context, Spent};

/// All words up to a length, short ones first.
fn words(letters: u32, longest: usize) -> Vec<Vec<Letter>> {
    let mut words = vec![Vec::new()];
    let mut at = 0;
    while at < words.len() && words[at].len() < longest {
        for letter in 0..letters {
            words.push([&words[at][..], &[letter]].concat());
        }
        at += 1;
    }
    words
}

/// Which of the words machines with so many accepting states accept, by brute force: all tables, one more
/// state for what is rejected.
fn accepted_sets(words: &[Vec<Letter>], letters: u32, n: u32) -> Vec<u64> {
    let places = n * letters;
    let mut sets: Vec<u64> = (0..u64::from(n + 1).pow(places))
        .map(|table| {
            let target =
                |s: u32, a: Letter| (table / u64::from(n + 1).pow(s * letters + a) % u64::from(n + 1)) as u32;
            let accepts = |word: &Vec<Letter>| {
                let mut state = 0;
                word.iter().all(|&a| {
                    state = target(state, a);
                    state < n
                })
            };
            words.iter().enumerate().map(|(i, word)| u64::from(accepts(word)) << i).sum()
        })
        .collect();
    sets.sort_unstable();
    sets.dedup();
    sets
}

/// A clause: machine, number of a word, whether it is to be accepted.
type Clause = Vec<(usize, usize, bool)>;

/// The largest total of sizes that is tried: one machine may have the largest number of states, the others
/// one each, and so on.
fn most(n: usize, largest: usize) -> usize {
    largest + n - 1
}

/// The least sizes, by their total and then in lexicographic order, for which there is a solution.
fn least(tables: &[Vec<Vec<u64>>], clauses: &[Clause], largest: usize) -> Option<Vec<usize>> {
    let n = tables.len();
    let fits = |tuple: &[u64]| {
        clauses.iter().all(|clause| clause.iter().any(|&(i, w, accept)| (tuple[i] >> w & 1 == 1) == accept))
    };
    let mut vectors: Vec<Vec<usize>> = vec![Vec::new()];
    for _ in 0..n {
        vectors =
            vectors.iter().flat_map(|v| (1..=largest).map(move |size| [&v[..], &[size]].concat())).collect();
    }
    vectors.retain(|v| v.iter().sum::<usize>() <= most(n, largest));
    vectors.sort_by_key(|v| (v.iter().sum::<usize>(), v.clone()));
    vectors.into_iter().find(|sizes| {
        let mut tuples: Vec<Vec<u64>> = vec![Vec::new()];
        for (i, &size) in sizes.iter().enumerate() {
            tuples = tuples
                .iter()
                .flat_map(|t| tables[i][size - 1].iter().map(move |&set| [&t[..], &[set]].concat()))
                .collect();
        }
        tuples.iter().any(|tuple| fits(tuple))
    })
}

fn satisfies(dfas: &[Dfa], words: &[Vec<Vec<Letter>>], clause: &Clause) -> bool {
    clause.iter().any(|&(i, w, accept)| dfas[i].accepts(&words[i][w]) == accept)
}

fn demands(words: &[Vec<Vec<Letter>>], clause: &Clause) -> Vec<Demand> {
    clause
        .iter()
        .map(|&(machine, w, accept)| Demand { machine, word: words[machine][w].clone(), accept })
        .collect()
}

/// Random clauses are added a few at a time; after each time the tuple found is compared with brute force.
/// Gives the sizes found.
fn check(letters: &[u32], longest: usize, largest: usize, seeds: std::ops::Range<u64>) -> Vec<Vec<usize>> {
    let words: Vec<_> = letters.iter().map(|&k| words(k, longest)).collect();
    let tables: Vec<Vec<Vec<u64>>> = (0..letters.len())
        .map(|i| (1..=largest as u32).map(|n| accepted_sets(&words[i], letters[i], n)).collect())
        .collect();
    let mut found_sizes = Vec::new();
    for seed in seeds {
        let mut random = Random::new(seed);
        let mut joint = Joint::new(letters, Effort::default(), Context::unlimited());
        let mut clauses: Vec<Clause> = Vec::new();
        for round in 0..8 {
            let mut fresh: Vec<Clause> = (0..1 + random.below(3))
                .map(|_| {
                    (0..1 + random.below(3))
                        .map(|_| {
                            let machine = random.below(letters.len() as u32) as usize;
                            let word = random.below(words[machine].len() as u32) as usize;
                            (machine, word, random.below(5) < 3)
                        })
                        .collect()
                })
                .collect();
            if round == 7 {
                fresh.push(vec![(0, 0, false)]);
            }
            for clause in &fresh {
                joint.add(&demands(&words, clause));
            }
            clauses.extend(fresh);
            let expect = least(&tables, &clauses, largest);
            match joint.smallest().unwrap() {
                None => {
                    // Trees with as many states as there are words would do, if anything did.
                    assert_eq!(expect, None, "seed {seed}: {clauses:?}");
                    assert!(joint.smallest().unwrap().is_none());
                    break;
                }
                Some(dfas) => {
                    assert!(round < 7, "seed {seed}: the empty word is always accepted");
                    for clause in &clauses {
                        assert!(satisfies(&dfas, &words, clause), "seed {seed}: {clause:?} {dfas:?}");
                    }
                    for ((dfa, &n), &k) in dfas.iter().zip(joint.sizes()).zip(letters) {
                        assert!(dfa.is_prefix_closed() && dfa.n_letters() == k);
                        assert_eq!((0..dfa.n_states() as u32).filter(|&s| dfa.is_accepting(s)).count(), n);
                        assert_eq!(dfa.minimize().n_states(), dfa.n_states(), "minimal");
                    }
                    match expect {
                        Some(sizes) => assert_eq!(joint.sizes(), sizes, "seed {seed}: {clauses:?}"),
                        None => {
                            assert!(
                                joint.sizes().iter().sum::<usize>() > most(letters.len(), largest),
                                "seed {seed}: {clauses:?}"
                            )
                        }
                    }
                    found_sizes.push(joint.sizes().to_vec());
                }
            }
        }
    }
    found_sizes
}

#[test]
fn two_machines_over_two_letters() {
    let sizes = check(&[2, 2], 3, 3, 0..200);
    for (total, least) in [(2, 100), (3, 100), (4, 30)] {
        let n = sizes.iter().filter(|s| s.iter().sum::<usize>() == total).count();
        assert!(n >= least, "{n} tuples with {total} states");
    }
}

#[test]
fn one_machine_and_three() {
    check(&[2], 3, 3, 0..200);
    let sizes = check(&[1, 2, 1], 3, 2, 1000..1150);
    assert!(sizes.contains(&vec![1, 2, 2]) && sizes.contains(&vec![2, 1, 1]));
}

#[test]
fn machines_without_letters() {
    check(&[0, 1], 3, 3, 0..100);
    let mut joint = Joint::new(&[], Effort::default(), Context::unlimited());
    assert_eq!(joint.smallest(), Ok(Some(Vec::new())));
    joint.add(&[]);
    assert_eq!(joint.smallest(), Ok(None));
}

/// Ten machines of which two matter: cores say so, and not every way to share out the states is tried.
#[test]
fn machines_that_do_not_matter_cost_nothing() {
    let mut joint = Joint::new(&[2; 10], Effort::default(), Context::unlimited());
    for i in [3, 7] {
        joint.add(&[Demand::accepts(i, vec![0, 0, 0, 0, 0])]);
        joint.add(&[Demand::rejects(i, vec![0, 0, 0, 0, 0, 0])]);
    }
    assert!(joint.smallest().unwrap().is_some());
    assert_eq!(joint.sizes(), [1, 1, 1, 6, 1, 1, 1, 6, 1, 1]);
    let statistics = joint.statistics();
    assert_eq!((statistics.clauses, statistics.candidates), (4, 1));
    assert!(statistics.cores <= 12 && statistics.sat_runs <= 14, "{statistics:?}");
}

#[test]
fn limits_end_the_search() {
    let many = |joint: &mut Joint<'_>| {
        // What a random machine says of random words.
        let target = random_prefix_closed(7, 2, 3);
        let mut random = Random::new(5);
        for _ in 0..200 {
            let word: Vec<Letter> = (0..8).map(|_| random.below(2)).collect();
            let accept = target.accepts(&word);
            joint.add(&[Demand { machine: 0, word: word.clone(), accept }]);
            joint.add(&[Demand::rejects(0, word.clone()), Demand { machine: 1, word, accept }]);
        }
    };
    let mut joint = Joint::new(&[2, 2], Effort { conflicts: 3 }, Context::unlimited());
    many(&mut joint);
    assert_eq!(joint.smallest(), Err(Spent::Conflicts(3)));
    let stopped = Budget { stop: Some(Arc::new(|| Some(Spent::Time(1)))), ..Budget::unlimited() };
    let mut joint =
        Joint::new(&[2, 2], Effort::default(), Context { budget: &stopped, ..Context::unlimited() });
    many(&mut joint);
    assert_eq!(joint.smallest(), Err(Spent::Time(1)));
    let small = Budget { memory: Some(10_000), ..Budget::unlimited() };
    let mut joint =
        Joint::new(&[2, 2], Effort::default(), Context { budget: &small, ..Context::unlimited() });
    many(&mut joint);
    assert_eq!(joint.smallest(), Err(Spent::Memory(10_000)));
    let few = Budget { states: Some(2), ..Budget::unlimited() };
    let mut joint = Joint::new(&[1, 1], Effort::default(), Context { budget: &few, ..Context::unlimited() });
    joint.add(&[Demand::accepts(0, vec![0])]);
    assert!(joint.smallest().unwrap().is_some());
    joint.add(&[Demand::rejects(0, vec![0, 0])]);
    assert_eq!(joint.smallest(), Err(Spent::States(2)));
}
