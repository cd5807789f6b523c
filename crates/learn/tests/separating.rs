//! Smallest separating automata against brute force.

mod kit;

use std::sync::Arc;

use kit::all_dfas;
use rely_learn::{
    Between, Closure, Dfa, Effort, Label, Letter, Random, Sample, SeparatingEnd, Separation, random_dfa,
    random_prefix_closed, separate, smallest,
};
use rely_lts::{Budget, Context, Spent};

/// All words up to a length over two letters, short ones first.
fn words(longest: usize) -> Vec<Vec<Letter>> {
    let mut words = vec![Vec::new()];
    let mut at = 0;
    while words[at].len() < longest {
        for letter in 0..2 {
            let word = [&words[at][..], &[letter]].concat();
            words.push(word);
        }
        at += 1;
    }
    words
}

/// For each number of states up to three: which sets of these words automata accept.
fn accepted_sets(words: &[Vec<Letter>], closure: Closure) -> Vec<Vec<u64>> {
    (1..=3)
        .map(|n| {
            let dfas = all_dfas(n, 2).filter(|dfa| closure == Closure::Any || dfa.is_prefix_closed());
            let set = |dfa: Dfa| words.iter().enumerate().map(|(i, w)| u64::from(dfa.accepts(w)) << i).sum();
            let mut sets: Vec<u64> = dfas.map(set).collect();
            sets.sort_unstable();
            sets.dedup();
            sets
        })
        .collect()
}

/// Compares with brute force: the first size of which some set fits.
fn check(words: &[Vec<Letter>], labels: &[Label], sets: &[Vec<u64>], closure: Closure) {
    let mut sample = Sample::new(2, closure);
    let of = |label| {
        let bits = labels.iter().enumerate().filter(|(_, l)| **l == label).map(|(i, _)| 1u64 << i);
        bits.sum::<u64>()
    };
    let (accept, reject) = (of(Label::Accept), of(Label::Reject));
    let fits = |set: &u64| set & accept == accept && set & reject == 0;
    let expect = sets.iter().position(|sets| sets.iter().any(fits)).map(|at| at + 1);
    for (word, &label) in words.iter().zip(labels) {
        if sample.add(word, label).is_err() {
            assert!(closure == Closure::PrefixClosed && expect.is_none(), "{labels:?}");
            return;
        }
    }
    let dfa = smallest(&sample, Effort::default(), Context::unlimited()).unwrap();
    match expect {
        Some(n) => assert_eq!(dfa.n_states(), n, "{closure:?} {labels:?}"),
        None => assert!(dfa.n_states() > 3, "{closure:?} {labels:?}"),
    }
    for (word, &label) in words.iter().zip(labels) {
        if label != Label::DontCare {
            assert_eq!(dfa.accepts(word), label == Label::Accept, "{closure:?} {labels:?} {dfa:?}");
        }
    }
    assert!(sample.is_kept_by(&dfa));
    assert!(closure == Closure::Any || dfa.is_prefix_closed(), "{labels:?} {dfa:?}");
    assert_eq!(dfa.minimize(), dfa, "minimal, and numbered breadth-first");
}

const LABELS: [Label; 3] = [Label::Accept, Label::Reject, Label::DontCare];

#[test]
fn all_labels_of_short_words() {
    let words = words(2);
    for closure in [Closure::Any, Closure::PrefixClosed] {
        let sets = accepted_sets(&words, closure);
        for number in 0..3u32.pow(7) {
            let labels: Vec<Label> = (0..7).map(|i| LABELS[(number / 3u32.pow(i) % 3) as usize]).collect();
            check(&words, &labels, &sets, closure);
        }
    }
}

#[test]
fn random_labels_of_longer_words() {
    let words = words(4);
    for closure in [Closure::Any, Closure::PrefixClosed] {
        let sets = accepted_sets(&words, closure);
        for seed in 0..150 {
            let mut random = Random::new(seed);
            // Few labels, and those of a small automaton half of the time: all sizes occur.
            let share = 2 + random.below(8);
            let target = random_dfa(1 + random.below(4), 2, seed);
            let labels: Vec<Label> = words
                .iter()
                .map(|word| match random.below(share) {
                    0 if seed % 2 == 0 => LABELS[usize::from(!target.accepts(word))],
                    0 => LABELS[random.below(2) as usize],
                    _ => Label::DontCare,
                })
                .collect();
            check(&words, &labels, &sets, closure);
        }
    }
}

/// What both accept, or what neither accepts.
fn both(one: &Dfa, other: &Dfa, accepted: bool) -> Dfa {
    let (n, m) = (one.n_states() as u32, other.n_states() as u32);
    let pairs = (0..n).flat_map(|s| (0..m).map(move |t| (s, t)));
    let next = pairs
        .clone()
        .flat_map(|(s, t)| (0..one.n_letters()).map(move |a| one.step(s, a) * m + other.step(t, a)));
    let accepting =
        pairs.clone().map(|(s, t)| one.is_accepting(s) == accepted && other.is_accepting(t) == accepted);
    let initial = one.initial() * m + other.initial();
    Dfa::new(one.n_letters(), initial, next.collect(), accepting.collect()).unwrap()
}

#[test]
fn a_teacher_of_two_languages_gets_a_smallest_automaton() {
    for (closure, seeds) in [(Closure::Any, 25), (Closure::PrefixClosed, 25)] {
        let small: Vec<Dfa> = (1..=3)
            .flat_map(|n| all_dfas(n, 2))
            .filter(|dfa| closure == Closure::Any || dfa.is_prefix_closed())
            .collect();
        let mut sizes = Vec::new();
        for seed in 0..seeds {
            let draw = |n, seed| match closure {
                Closure::Any => random_dfa(n, 2, seed),
                Closure::PrefixClosed => random_prefix_closed(n, 2, seed),
            };
            let (one, other) = (draw(4, seed), draw(2 + seed as u32 % 4, seed + 1000));
            let (accept, reject) = (both(&one, &other, true), both(&one, &other, false));
            let mut teacher = Between { accept: &accept, reject: &reject };
            let found = separate(&mut teacher, 2, closure, Effort::default(), Context::unlimited());
            assert_eq!(found.end, SeparatingEnd::Separated);
            let dfa = found.candidate.unwrap();
            assert_eq!((accept.excess(&dfa), reject.overlap(&dfa)), (None, None), "seed {seed}");
            assert!(closure == Closure::Any || dfa.is_prefix_closed());
            assert_eq!(dfa.n_states(), found.at_least);
            assert!(dfa.n_states() <= one.n_states().min(other.n_states()));
            // No smaller one separates.
            for smaller in small.iter().filter(|smaller| smaller.n_states() < dfa.n_states()) {
                let separates = accept.excess(smaller).is_none() && reject.overlap(smaller).is_none();
                assert!(!separates, "seed {seed}: {smaller:?}");
            }
            assert_eq!(found.statistics.candidates, found.statistics.rounds + 1);
            sizes.push(dfa.n_states());
        }
        sizes.sort_unstable();
        assert!(sizes[0] < 3 && sizes[sizes.len() - 1] > 3, "small and large ones: {sizes:?}");
    }
}

#[test]
fn an_exact_target_is_found_again() {
    for seed in 0..3 {
        let target = random_dfa(6, 2, seed);
        let complement = both(&target, &target, false);
        let mut teacher = Between { accept: &target, reject: &complement };
        let run = |teacher: &mut Between<'_>| {
            separate(teacher, 2, Closure::Any, Effort::default(), Context::unlimited())
        };
        let found = run(&mut teacher);
        assert_eq!(found.candidate, Some(target.minimize()));
        let again = run(&mut teacher);
        assert_eq!((found.candidate, found.statistics), (again.candidate, again.statistics), "deterministic");
    }
}

#[test]
fn limits_end_the_search_with_the_last_candidate() {
    let target = random_dfa(9, 3, 4);
    let complement = both(&target, &target, false);
    let stop: Budget = Budget { stop: Some(Arc::new(|| Some(Spent::Cancelled))), ..Budget::unlimited() };
    let effort = Effort::default();
    for (budget, effort, spent) in [
        (Budget::unlimited().with_states(3), effort, Spent::States(3)),
        (Budget::unlimited().with_memory(20_000), effort, Spent::Memory(20_000)),
        (Budget::unlimited(), Effort { conflicts: 20 }, Spent::Conflicts(20)),
        (stop, effort, Spent::Cancelled),
    ] {
        let mut teacher = Between { accept: &target, reject: &complement };
        let ctx = Context::with_budget(&budget);
        let found = separate(&mut teacher, 3, Closure::Any, effort, ctx);
        assert_eq!(found.end, SeparatingEnd::Spent(spent.clone()));
        assert!(found.at_least <= 9);
        if spent != Spent::Cancelled {
            assert!(found.candidate.unwrap().n_states() <= found.at_least, "{spent}");
        }
    }
}

#[test]
fn contradictions_are_noticed() {
    let all = Dfa::new(1, 0, vec![0], vec![true]).unwrap();
    let mut teacher = Between { accept: &all, reject: &all };
    let found = separate(&mut teacher, 1, Closure::Any, Effort::default(), Context::unlimited());
    assert_eq!(found.end, SeparatingEnd::Contradiction(vec![]));

    struct Stubborn;
    impl Separation for Stubborn {
        fn label(&mut self, _: &[Letter]) -> Result<Label, Spent> {
            Ok(Label::DontCare)
        }
        fn counterexample(&mut self, candidate: &Dfa) -> Result<Option<(Vec<Letter>, Label)>, Spent> {
            let label = if candidate.accepts(&[0]) { Label::Accept } else { Label::Reject };
            Ok(Some((vec![0], label)))
        }
    }
    let found = separate(&mut Stubborn, 1, Closure::Any, Effort::default(), Context::unlimited());
    assert_eq!(found.end, SeparatingEnd::Contradiction(vec![0]));
}

#[test]
fn no_letters_and_empty_samples() {
    let sample = Sample::new(0, Closure::PrefixClosed);
    let dfa = smallest(&sample, Effort::default(), Context::unlimited()).unwrap();
    assert_eq!((dfa.n_states(), sample.is_empty()), (1, true));
    let mut sample = Sample::new(0, Closure::Any);
    sample.add(&[], Label::Reject).unwrap();
    assert!(!smallest(&sample, Effort::default(), Context::unlimited()).unwrap().accepts(&[]));
}
