//! The learner that begins with an old automaton, which may be anything.

mod kit;

use std::sync::Arc;

use kit::{Known, MANNERS, Manner, Never, Tired, all_dfas};
use rely_learn::{
    Adaptive, Algorithm, Cached, Changes, Closure, Dfa, End, Guess, Learner, Letter, Pair, Perfect, Random,
    Statistics, learn, random_dfa, random_prefix_closed,
};
use rely_lts::{Budget, Context, Spent};

/// Learns a target from an old automaton and checks everything that must hold, whatever the old one is.
fn check(old: &Dfa, target: &Dfa, closure: Closure, manner: Manner) -> (Statistics, Changes) {
    let about = || format!("{closure:?} {manner:?} {old:?} {target:?}");
    let (before, smallest) = (old.minimize(), target.minimize());
    let mut known = Known::new(target, manner);
    let mut teacher = Cached::new(&mut known, target.n_letters(), closure, Context::unlimited());
    let mut learner = Adaptive::new(old);
    assert!(learner.hypothesis().is_none(), "there is none before the start");
    let learned = learn(&mut learner, &mut teacher);
    let (hypothesis, statistics, changes) =
        (learned.hypothesis.expect("there is one"), learned.statistics, learner.changes());

    assert_eq!(learned.end, End::Learned, "{}", about());
    assert_eq!(hypothesis.minimize(), smallest, "{}", about());
    assert_eq!(statistics.equivalence_queries, statistics.rounds + 1, "{}", about());
    assert_eq!(known.hypotheses.len() as u64, statistics.equivalence_queries, "{}", about());
    if closure == Closure::PrefixClosed {
        assert!(known.hypotheses.iter().all(Dfa::is_prefix_closed), "{}", about());
    } else {
        assert_eq!(known.hypotheses[0], before, "nothing is asked before the first one: {}", about());
    }
    if manner != Manner::Walked {
        assert_eq!(known.asked.len() as u64, statistics.membership_queries, "{}", about());
        let mut different = known.asked.clone();
        different.sort();
        different.dedup();
        assert_eq!(different.len(), known.asked.len(), "nothing is asked twice: {}", about());
    }
    let fresh = (hypothesis.n_states() - before.n_states()) as u64;
    assert_eq!(changes.states, fresh, "{}", about());
    // An old leaf becomes at most as many as there are states, and between two splits a transition is
    // redirected once.
    let (n, k) = (hypothesis.n_states() as u64, u64::from(target.n_letters()));
    let most = (before.n_states() as u64 + 2) * smallest.n_states() as u64;
    assert!(n <= most, "{n} states, at most {most}: {}", about());
    assert!(changes.acceptances <= before.n_states() as u64 && changes.redirected <= (fresh + 1) * n * k);
    assert!(statistics.rounds <= changes.acceptances + changes.redirected + changes.states, "{}", about());
    if before == smallest {
        assert_eq!((statistics.membership_queries, changes), (0, Changes::default()), "{}", about());
    }
    (statistics, changes)
}

fn check_both(old: &Dfa, target: &Dfa, manner: Manner) {
    check(old, target, Closure::Any, manner);
    if target.is_prefix_closed() {
        check(old, target, Closure::PrefixClosed, manner);
    }
}

#[test]
fn every_small_automaton_from_every_other() {
    for (n, k) in [(1, 0), (2, 1), (3, 1), (2, 2)] {
        let all: Vec<Dfa> = all_dfas(n, k).collect();
        for old in &all {
            for target in &all {
                check_both(old, target, Manner::Words);
                check_both(old, target, Manner::Walked);
            }
        }
    }
    // The same with three states and two letters, where pairs are too many.
    let all: Vec<Dfa> = all_dfas(3, 2).collect();
    for (i, target) in all.iter().enumerate() {
        for step in [1, 7, 101] {
            check_both(&all[(i * 31 + step) % all.len()], target, Manner::Words);
        }
    }
}

#[test]
fn unrelated_larger_and_smaller_automata() {
    for (i, (n, m, k)) in
        [(1, 9, 2), (9, 1, 2), (12, 12, 3), (40, 6, 2), (6, 40, 4), (30, 31, 5)].into_iter().enumerate()
    {
        for seed in 0..6 {
            let (old, target) = (random_dfa(n, k, seed), random_dfa(m, k, 1000 + i as u64 * 10 + seed));
            let closed = random_prefix_closed(m, k, seed);
            for manner in MANNERS {
                check(&old, &target, Closure::Any, manner);
                check(&old, &closed, Closure::PrefixClosed, manner);
                check(&closed, &target, Closure::Any, manner);
                check(&random_prefix_closed(n, k, 50 + seed), &closed, Closure::PrefixClosed, manner);
            }
        }
    }
}

#[test]
fn other_alphabets() {
    for seed in 0..30 {
        let old = random_prefix_closed(12, 3, seed);
        let target = random_prefix_closed(12, 4, 100 + seed);
        // The second letter is gone, two are new, the others have changed places.
        let letters = [Some(2), None, Some(0), None];
        for guess in [Guess::Stays, Guess::Rejected] {
            let over = old.over(&letters, guess);
            assert_eq!(over.n_letters(), 4);
            for word in [&[0][..], &[2, 0], &[0, 0, 2]] {
                let before: Vec<Letter> =
                    word.iter().map(|&letter| letters[letter as usize].unwrap()).collect();
                assert_eq!(over.accepts(word), old.accepts(&before));
                let with_new = [word, &[1]].concat();
                assert_eq!(over.accepts(&with_new), guess == Guess::Stays && old.accepts(&before));
            }
            check(&over, &target, Closure::PrefixClosed, Manner::Words);
            check(&over, &target, Closure::Any, Manner::Walked);
        }
        let none = old.over(&[], Guess::Rejected);
        assert_eq!((none.n_letters(), none.n_states()), (0, 1));
    }
}

/// The automaton with one transition of an accepting state somewhere else.
fn changed(dfa: &Dfa, random: &mut Random) -> Dfa {
    let (n, k) = (dfa.n_states() as u32, dfa.n_letters());
    let mut next: Vec<u32> = (0..n).flat_map(|state| dfa.row(state).to_vec()).collect();
    loop {
        let (state, letter, target) = (random.below(n), random.below(k), random.below(n));
        if dfa.is_accepting(state) {
            next[(state * k + letter) as usize] = target;
            let accepting = (0..n).map(|state| dfa.is_accepting(state)).collect();
            return Dfa::new(k, dfa.initial(), next, accepting).unwrap().minimize();
        }
    }
}

#[test]
fn a_small_change_takes_few_queries() {
    let mut random = Random::new(7);
    for (n, k, percent) in [(8, 3, 40), (20, 4, 10), (40, 6, 5)] {
        for manner in [Manner::Words, Manner::Walked] {
            let (mut adaptive, mut fresh) = (0, 0);
            for seed in 0..25 {
                let old = random_prefix_closed(n, k, seed).minimize();
                let target = changed(&old, &mut random);
                adaptive += check(&old, &target, Closure::PrefixClosed, manner).0.membership_queries;
                let rival = kit::check(Algorithm::KearnsVazirani, &target, Closure::PrefixClosed, manner);
                fresh += rival.membership_queries;
            }
            assert!(adaptive * 100 < fresh * percent, "{n} {k} {manner:?}: {adaptive} of {fresh}");
        }
    }
}

#[test]
fn a_spent_budget_keeps_the_last_hypothesis_and_learning_can_go_on() {
    let (old, target) = (random_dfa(14, 3, 5), random_dfa(17, 3, 6));
    let (whole, changes) = check(&old, &target, Closure::Any, Manner::Words);
    for patience in [1, 2, 7, 40] {
        let mut tired = Tired::new(&target, patience);
        let mut teacher = Cached::new(&mut tired, 3, Closure::Any, Context::unlimited());
        let mut learner = Adaptive::new(&old);
        let mut interruptions = 0;
        loop {
            let learned = learn(&mut learner, &mut teacher);
            if learned.end == End::Learned {
                assert_eq!(learned.hypothesis.unwrap().minimize(), target.minimize());
                assert_eq!(learned.statistics.membership_queries, whole.membership_queries);
                assert_eq!(learner.changes(), changes);
                break;
            }
            assert_eq!(learned.end, End::Spent(Spent::Cancelled));
            assert!(learned.hypothesis.is_some(), "the old automaton is a hypothesis");
            interruptions += 1;
        }
        assert!(interruptions >= whole.membership_queries / patience - 1, "{interruptions}");
    }
}

#[test]
fn limits_end_learning() {
    let (old, target) = (random_dfa(30, 4, 1), random_dfa(30, 4, 2));
    let cancelled = Budget { stop: Some(Arc::new(|| Some(Spent::Cancelled))), ..Budget::unlimited() };
    let budgets = [
        (Budget::unlimited().with_states(10), Spent::States(10)),
        (Budget::unlimited().with_states(35), Spent::States(35)),
        (Budget::unlimited().with_memory(2000), Spent::Memory(2000)),
        (Budget::unlimited().with_memory(9000), Spent::Memory(9000)),
        (cancelled, Spent::Cancelled),
    ];
    for (budget, spent) in &budgets {
        let mut perfect = Perfect::new(&target);
        let mut teacher = Cached::new(&mut perfect, 4, Closure::Any, Context::with_budget(budget));
        let learned = learn(&mut Adaptive::new(&old), &mut teacher);
        assert_eq!(learned.end, End::Spent(spent.clone()));
        let most = budget.states.unwrap_or(u64::MAX);
        assert!(learned.hypothesis.is_none_or(|dfa| dfa.n_states() as u64 <= most));
    }
}

#[test]
fn a_teacher_that_contradicts_itself_is_noticed() {
    let (old, target) = (random_dfa(9, 2, 4), random_dfa(6, 2, 3));
    let mut pair = Pair { membership: Perfect::new(&target), equivalence: Never(vec![0, 1, 0]) };
    let mut teacher = Cached::new(&mut pair, 2, Closure::Any, Context::unlimited());
    let learned = learn(&mut Adaptive::new(&old), &mut teacher);
    assert_eq!(learned.end, End::Contradiction(vec![0, 1, 0]));
}

#[test]
fn a_language_that_is_not_prefix_closed_does_not_break_it() {
    for seed in 0..40 {
        let (old, target) = (random_dfa(9, 2, 100 + seed), random_dfa(8, 2, seed));
        for manner in MANNERS {
            let mut known = Known::new(&target, manner);
            let mut teacher = Cached::new(&mut known, 2, Closure::PrefixClosed, Context::unlimited());
            let learned = learn(&mut Adaptive::new(&old), &mut teacher);
            assert!(matches!(learned.end, End::Contradiction(_) | End::Learned));
            assert!(learned.hypothesis.unwrap().is_prefix_closed());
        }
    }
}

#[test]
fn long_automata_are_taken_over_quickly() {
    // A counter: its discriminators are as long as it is.
    let n = 1000;
    let counter = |last: u32| {
        let next = (0..n).flat_map(|s| [if s + 1 == n { last } else { s + 1 }, 0]).collect();
        Dfa::new(2, 0, next, (0..n).map(|s| s + 1 == n).collect()).unwrap()
    };
    let (statistics, changes) = check(&counter(0), &counter(n - 1), Closure::Any, Manner::Words);
    assert_eq!((changes.redirected, statistics.rounds), (1, 1));
    assert!(statistics.membership_queries < n.into(), "{statistics:?}");
}
