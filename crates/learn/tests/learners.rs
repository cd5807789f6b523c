//! Every learner on the same targets.

mod kit;

use std::sync::Arc;

use kit::{Batches, Known, MANNERS, Manner, Never, Tired, all_dfas, check};
use rely_learn::{
    Algorithm, Cached, Closure, Dfa, End, Pair, Perfect, learn, random_dfa, random_prefix_closed,
};
use rely_lts::{Budget, Context, Spent};

/// For every learner.
fn each(test: impl Fn(Algorithm)) {
    Algorithm::ALL.into_iter().for_each(test);
}

#[test]
fn all_small_automata() {
    for (n, k) in [(1, 0), (1, 1), (2, 1), (3, 1), (1, 2), (2, 2), (3, 2)] {
        for target in all_dfas(n, k) {
            each(|algorithm| {
                for manner in [Manner::Walked, Manner::Words] {
                    check(algorithm, &target, Closure::Any, manner);
                    if target.is_prefix_closed() {
                        check(algorithm, &target, Closure::PrefixClosed, manner);
                    }
                }
            });
        }
    }
}

#[test]
fn random_automata() {
    for (n, k) in [(5, 1), (7, 3), (12, 2), (20, 10), (30, 5), (60, 2), (60, 4)] {
        for seed in 0..5 {
            let target = random_dfa(n, k, seed);
            each(|algorithm| {
                for manner in MANNERS {
                    check(algorithm, &target, Closure::Any, manner);
                }
            });
        }
    }
}

#[test]
fn random_prefix_closed_automata_take_fewer_queries() {
    for (n, k) in [(3, 2), (10, 3), (25, 2), (40, 5)] {
        for seed in 0..5 {
            let target = random_prefix_closed(n, k, seed);
            each(|algorithm| {
                let known = check(algorithm, &target, Closure::PrefixClosed, Manner::Words);
                let unknown = check(algorithm, &target, Closure::Any, Manner::Words);
                assert!(known.membership_queries < unknown.membership_queries, "{algorithm:?}");
                check(algorithm, &target, Closure::PrefixClosed, Manner::Walked);
                check(algorithm, &target, Closure::PrefixClosed, Manner::Long);
            });
        }
    }
}

#[test]
fn deep_automata_need_long_words() {
    // A counter: only the word of 40 letters 0 tells that it counts; letter 1 goes back to the start.
    let n = 41;
    let next = (0..n).flat_map(|s| [(s + 1) % n, 0]).collect();
    let target = Dfa::new(2, 0, next, (0..n).map(|s| s == 40).collect()).unwrap();
    each(|algorithm| {
        for manner in MANNERS {
            check(algorithm, &target, Closure::Any, manner);
        }
    });
}

#[test]
fn walking_takes_fewer_queries_than_words() {
    for seed in 0..5 {
        let target = random_dfa(40, 5, seed);
        each(|algorithm| {
            let walked = check(algorithm, &target, Closure::Any, Manner::Walked);
            let words = check(algorithm, &target, Closure::Any, Manner::Words);
            assert!(walked.membership_queries < words.membership_queries, "{algorithm:?}");
        });
    }
}

#[test]
fn the_same_run_twice_asks_the_same() {
    let target = random_dfa(30, 3, 99);
    each(|algorithm| {
        let asked = || {
            let mut known = Known::new(&target, Manner::Long);
            let mut teacher = Cached::new(&mut known, 3, Closure::Any, Context::unlimited());
            let learned = learn(&mut *algorithm.learner(3), &mut teacher);
            (learned.hypothesis, known.hypotheses, known.asked)
        };
        assert_eq!(asked(), asked(), "{algorithm:?}");
    });
}

#[test]
fn a_spent_budget_keeps_the_last_hypothesis_and_learning_can_go_on() {
    let target = random_dfa(14, 3, 5);
    each(|algorithm| {
        let whole = check(algorithm, &target, Closure::Any, Manner::Words);
        for patience in [1, 2, 7, 40] {
            let mut tired = Tired::new(&target, patience);
            let mut teacher = Cached::new(&mut tired, 3, Closure::Any, Context::unlimited());
            let mut learner = algorithm.learner(3);
            let mut interruptions = 0;
            let mut last: Option<Dfa> = None;
            loop {
                let learned = learn(&mut *learner, &mut teacher);
                match learned.end {
                    End::Learned => {
                        assert_eq!(learned.hypothesis.unwrap().minimize(), target.minimize());
                        // Nothing that was answered is asked again.
                        assert_eq!(
                            learned.statistics.membership_queries, whole.membership_queries,
                            "{algorithm:?}"
                        );
                        break;
                    }
                    End::Spent(spent) => {
                        assert_eq!(spent, Spent::Cancelled);
                        // It never shrinks, and it is an automaton of different states.
                        let size = |dfa: &Option<Dfa>| dfa.as_ref().map_or(0, Dfa::n_states);
                        assert!(size(&learned.hypothesis) >= size(&last), "{algorithm:?}");
                        last = learned.hypothesis;
                        interruptions += 1;
                    }
                    End::Contradiction(word) => panic!("{algorithm:?}: {word:?}"),
                }
            }
            assert!(
                interruptions >= whole.membership_queries / patience - 1,
                "{algorithm:?} {interruptions}"
            );
            assert!(
                last.is_some_and(|dfa| dfa.n_states() > 1),
                "{algorithm:?}: something was learned on the way"
            );
        }
    });
}

#[test]
fn limits_end_learning() {
    let target = random_dfa(30, 4, 1);
    let cancelled: Budget = Budget { stop: Some(Arc::new(|| Some(Spent::Cancelled))), ..Budget::unlimited() };
    let budgets = [
        (Budget::unlimited().with_states(10), Spent::States(10)),
        (Budget::unlimited().with_memory(2000), Spent::Memory(2000)),
        (cancelled, Spent::Cancelled),
    ];
    each(|algorithm| {
        for (budget, spent) in &budgets {
            let mut perfect = Perfect::new(&target);
            let ctx = Context::with_budget(budget);
            let mut teacher = Cached::new(&mut perfect, 4, Closure::Any, ctx);
            let learned = learn(&mut *algorithm.learner(4), &mut teacher);
            assert_eq!(learned.end, End::Spent(spent.clone()), "{algorithm:?}");
            assert!(learned.hypothesis.is_none_or(|dfa| dfa.n_states() <= 10), "{algorithm:?}");
        }
    });
}

#[test]
fn a_teacher_that_contradicts_itself_is_noticed() {
    let target = random_dfa(6, 2, 3);
    each(|algorithm| {
        let mut pair = Pair { membership: Perfect::new(&target), equivalence: Never(vec![0, 1, 0]) };
        let mut teacher = Cached::new(&mut pair, 2, Closure::Any, Context::unlimited());
        let learned = learn(&mut *algorithm.learner(2), &mut teacher);
        assert_eq!(learned.end, End::Contradiction(vec![0, 1, 0]), "{algorithm:?}");
    });
}

#[test]
fn a_language_that_is_not_prefix_closed_does_not_break_the_learners() {
    // Told to be prefix-closed, and it is not: the answers the learners see still are, and the lie ends in a
    // contradiction or in the largest prefix-closed part, never in a panic or a loop.
    for seed in 0..20 {
        let target = random_dfa(8, 2, seed);
        each(|algorithm| {
            for manner in MANNERS {
                let mut known = Known::new(&target, manner);
                let mut teacher = Cached::new(&mut known, 2, Closure::PrefixClosed, Context::unlimited());
                let learned = learn(&mut *algorithm.learner(2), &mut teacher);
                assert!(matches!(learned.end, End::Contradiction(_) | End::Learned), "{algorithm:?}");
                assert!(learned.hypothesis.unwrap().is_prefix_closed(), "{algorithm:?}");
            }
        });
    }
}

#[test]
fn tables_are_filled_in_batches() {
    let target = random_dfa(25, 4, 8);
    for algorithm in [Algorithm::LStar, Algorithm::RivestSchapire] {
        let known = Known::new(&target, Manner::Words);
        let mut batches = Batches { known, batches: 0, singles: 0 };
        let mut teacher = Cached::new(&mut batches, 4, Closure::Any, Context::unlimited());
        let learned = learn(&mut *algorithm.learner(4), &mut teacher);
        assert_eq!(learned.end, End::Learned);
        assert_eq!(learned.hypothesis.unwrap().minimize(), target.minimize());
        assert!(batches.batches > 0 && batches.batches * 10 < batches.known.asked.len(), "{algorithm:?}");
        let whole = check(algorithm, &target, Closure::Any, Manner::Words);
        assert_eq!(batches.known.asked.len() as u64, whole.membership_queries, "{algorithm:?}");
    }
}

#[test]
fn learners_have_names() {
    for algorithm in Algorithm::ALL {
        assert_eq!(Algorithm::from_name(algorithm.name()), Some(algorithm));
    }
    assert_eq!(Algorithm::from_name("oracle"), None);
}

#[test]
fn without_the_cache_the_same_is_learned_by_more_queries() {
    let mut more = 0;
    for seed in 0..6 {
        let target = random_prefix_closed(12, 3, seed);
        each(|algorithm| {
            for closure in [Closure::Any, Closure::PrefixClosed] {
                let run = |repeats: bool| {
                    let mut perfect = Perfect::new(&target);
                    let mut teacher = Cached::new(&mut perfect, 3, closure, Context::unlimited());
                    if repeats {
                        teacher = teacher.repeating();
                    }
                    let learned = learn(&mut *algorithm.learner(3), &mut teacher);
                    assert_eq!(learned.end, End::Learned);
                    assert_eq!(
                        learned.hypothesis.map(|dfa| dfa.minimize()),
                        Some(target.minimize()),
                        "{algorithm:?}"
                    );
                    learned.statistics
                };
                let (with, without) = (run(false), run(true));
                assert!(without.membership_queries >= with.membership_queries, "{algorithm:?} {closure:?}");
                // What follows from a rejected prefix is the only thing that is not asked.
                assert!(closure == Closure::PrefixClosed || without.cache_hits == 0, "{algorithm:?}");
            }
        });
        let table = |repeats: bool| {
            let mut perfect = Perfect::new(&target);
            let mut teacher = Cached::new(&mut perfect, 3, Closure::Any, Context::unlimited());
            if repeats {
                teacher = teacher.repeating();
            }
            learn(&mut *Algorithm::LStar.learner(3), &mut teacher).statistics.membership_queries
        };
        more += usize::from(table(true) > table(false));
    }
    assert_eq!(more, 6, "a table asks some words twice");
}
