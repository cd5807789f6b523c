//! Matching states changes how much is looked at, never what is found.

mod programs;

use std::sync::atomic::{AtomicUsize, Ordering};

use programs::Seed;
use rely_explore::sync::atomic::AtomicUsize as Private;
use rely_explore::sync::{Arc, Mutex};
use rely_explore::{Explorer, Reduction, Report, StateMatching, at_state, choose, event, thread};
use rely_generate::Rng;
use rely_monitor::{Kind, OwnedTable, Table, VIOLATED};

/// A component with four states behind a lock, changed by a worker and by a driver that may do anything.
#[derive(Clone, Debug)]
struct Machine {
    worker: Vec<usize>,
    driver: Vec<Vec<usize>>,
    rounds: usize,
    calls: usize,
}

const STATES: usize = 4;

impl Machine {
    fn random(random: &mut Rng) -> Self {
        let mut table = || (0..STATES).map(|_| random.below(STATES)).collect::<Vec<_>>();
        let (worker, driver) = (table(), vec![table(), table()]);
        Machine { worker, driver, rounds: 1, calls: 2 + random.below(2) }
    }

    fn run(&self) {
        // The lock is the explorer's; the values are told with `at_state`, which takes no lock.
        let shared = Arc::new((Mutex::new(()), AtomicUsize::new(0), AtomicUsize::new(0)));
        let (lock, state, done) = (&shared.0, &shared.1, &shared.2);
        let (mine, theirs) = (Private::new(0), Private::new(0));
        let (machine, other) = (self.clone(), Arc::clone(&shared));
        let worker = thread::spawn(move || {
            for _ in 0..machine.rounds {
                // Commutes with everything.
                theirs.store(1, Ordering::SeqCst);
                {
                    let _held = other.0.lock().unwrap();
                    let next = machine.worker[other.1.load(Ordering::Relaxed)];
                    event!("work", next);
                    other.1.store(next, Ordering::Relaxed);
                }
                event!("late");
                other.2.fetch_add(1, Ordering::Relaxed);
            }
        });
        for left in (0..self.calls).rev() {
            at_state(&(left, state.load(Ordering::Relaxed), done.load(Ordering::Relaxed)));
            let operation = choose(self.driver.len());
            mine.store(1, Ordering::SeqCst);
            let _held = lock.lock().unwrap();
            let next = self.driver[operation][state.load(Ordering::Relaxed)];
            event!("call", operation);
            state.store(next, Ordering::Relaxed);
        }
        worker.join().unwrap();
    }
}

/// An automaton with some states that is left in a single way.
fn random_property(random: &mut Rng) -> OwnedTable {
    let works = (0..STATES).map(|s| format!("work.{s}"));
    let mut actions: Vec<String> = works.chain(["call.0", "call.1", "late"].map(String::from)).collect();
    actions.sort();
    let states = 2 + random.below(3);
    let mut next: Vec<u32> = (0..states * actions.len()).map(|_| random.below(states) as u32).collect();
    let wrong = random.below(next.len());
    next[wrong] = VIOLATED;
    OwnedTable::new("RANDOM", Kind::Property, actions, states as u32, next, None).expect("a table")
}

#[test]
fn verdicts_do_not_depend_on_matching() {
    let (mut failed, mut held, mut matched) = (0, 0, 0);
    for seed in 0..60 {
        let _seed = Seed(seed);
        let mut random = Rng::new(seed + 1);
        let (machine, property) = (Machine::random(&mut random), random_property(&mut random));
        let run = |reduction, matching| -> Report {
            let machine = machine.clone();
            let explorer = Explorer::new().reduction(reduction).states(matching).property(property.clone());
            explorer.run(move || machine.run())
        };
        let expected = run(Reduction::SleepSets, StateMatching::Off);
        for reduction in [Reduction::None, Reduction::SleepSets, Reduction::Dynamic] {
            let counted = run(reduction, StateMatching::Count);
            let pruned = run(reduction, StateMatching::Prune);
            assert_eq!(counted.failure().is_some(), expected.failure().is_some(), "{machine:?}");
            assert_eq!(pruned.failure().is_some(), expected.failure().is_some(), "{machine:?}: {pruned}");
            // Where states are matched races are not followed, so that the numbers have nothing to do with
            // each other.
            if pruned.is_exhausted() && reduction != Reduction::Dynamic {
                assert_eq!(pruned.distinct_states, counted.distinct_states, "{machine:?}");
                assert!(pruned.executions <= counted.executions);
                matched += pruned.matched;
            }
        }
        *(if expected.failure().is_some() { &mut failed } else { &mut held }) += 1;
    }
    assert!(failed > 20 && held > 10 && matched > 100, "{failed} failed, {held} held, {matched} matched");
}

#[test]
fn the_same_state_is_another_one_if_the_property_remembers() {
    let machine = Machine { worker: vec![0; STATES], driver: vec![vec![0; STATES]; 2], rounds: 1, calls: 2 };
    let twice = Table::new("TWICE", Kind::Property, &["call.1"], 2, &[1, VIOLATED], None).expect("a table");
    let report = Explorer::new().states(StateMatching::Prune).property(twice).run(move || machine.run());
    let failure = report.failure().expect("the driver may do it twice");
    assert_eq!(failure.actions().last(), Some(&"call.1"));
}

#[test]
fn a_driver_that_may_do_anything_is_visited_once_per_state() {
    let machine = Machine { worker: vec![0; STATES], driver: vec![vec![0; STATES]; 2], rounds: 1, calls: 5 };
    let run = |matching| {
        let machine = machine.clone();
        Explorer::new().states(matching).run(move || machine.run())
    };
    let (all, few) = (run(StateMatching::Count), run(StateMatching::Prune));
    assert!(all.is_exhausted() && few.is_exhausted());
    assert_eq!(all.distinct_states, few.distinct_states);
    assert!(few.executions * 10 < all.executions, "{few}\n{all}");
}
