//! What is said within a bound is true of all executions within it, and nothing that the code does on its way
//! out is lost.

mod programs;

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::rc::Rc;

use programs::{Flavor, Program, Seed, brute_force, explore, kept, random_automaton, random_program, within};
use rely_explore::experiment::{Experiment, Role, Row, Rule, Verdict};
use rely_explore::sync::atomic::{AtomicUsize, Ordering::SeqCst};
use rely_explore::sync::{Arc, Mutex, TryLockError, mpsc};
use rely_explore::{
    Bounds, Deadlocks, Explorer, Granularity, Observed, Reduction, StateMatching, at_state, choose, event,
    thread,
};
use rely_generate::Rng;
use rely_monitor::{Kind, Table, VIOLATED};

const REDUCTIONS: [Reduction; 3] = [Reduction::None, Reduction::SleepSets, Reduction::Dynamic];

fn steps(steps: u32) -> Bounds {
    Bounds { steps, ..Bounds::default() }
}

fn random(random: &mut Rng) -> Program {
    let flavors = [Flavor::Variables, Flavor::Locks, Flavor::Condvars, Flavor::Channels];
    let flavor = *random.pick(&flavors);
    let (threads, statements) = *random.pick(&[(2, 3), (3, 2)]);
    random_program(random, threads, statements, flavor)
}

fn traces(explorer: Explorer, code: impl Fn() + Send + Sync + 'static) -> BTreeSet<String> {
    let seen = Rc::new(RefCell::new(BTreeSet::new()));
    let note = Rc::clone(&seen);
    let report = explorer
        .on_trace(move |trace| {
            note.borrow_mut().insert(trace.actions().collect::<Vec<_>>().join(" "));
        })
        .run(code);
    assert!(report.failure().is_none(), "{report}");
    seen.take()
}

#[test]
fn a_failure_within_so_many_operations_is_found() {
    let mut failed = 0;
    for seed in 0..60 {
        let _seed = Seed(seed);
        let mut numbers = Rng::new(seed * 7907 + 17);
        let program = random(&mut numbers);
        let most = 2 + numbers.below(6);
        let property = random_automaton(&mut numbers, &brute_force(&program), Kind::Property);
        let (said, _) = within(&program, most, usize::MAX);
        let expected = said.iter().any(|trace| kept(trace, &property) < trace.len());
        failed += usize::from(expected);
        for reduction in REDUCTIONS {
            let make = || {
                let explorer = Explorer::new().reduction(reduction).deadlocks(Deadlocks::Count);
                explorer.property(property.clone()).bounds(steps(most as u32))
            };
            let (one, other) = (program.clone(), program.clone());
            let all = make().run(move || programs::explored::run(&one));
            assert_eq!(all.failure().is_some(), expected, "{reduction:?} ≤ {most} of {program:?}: {all}");
            // More may be found for the verdict: what concerns nobody does not count.
            let alone = make().observed(Observed::Verdict).run(move || programs::explored::run(&other));
            assert!(alone.failure().is_some() || !expected, "{reduction:?} ≤ {most} of {program:?}: {alone}");
        }
    }
    assert!(failed > 10, "{failed} failed");
}

#[test]
fn races_are_not_trusted_where_executions_are_cut() {
    use programs::Statement::{Event, Increment, Store, Writing};
    let threads = vec![
        vec![Event("c"), Writing(0, Vec::new())],
        vec![Store(1, 2), Store(0, 2)],
        vec![Increment(0), Event("b")],
    ];
    let program = Program { threads, channels: Vec::new() };
    let table = Table::new("NO-B", Kind::Property, &[".2.b"], 1, &[VIOLATED], None).expect("a table");
    for reduction in REDUCTIONS {
        let program = program.clone();
        let explorer = Explorer::new().reduction(reduction).property(table).bounds(steps(4));
        let report = explorer.run(move || programs::explored::run(&program));
        assert!(report.failure().is_some(), "{reduction:?}: it takes three operations; {report}");
    }
}

#[test]
fn all_executions_within_so_many_interruptions_are_seen() {
    for seed in 0..40 {
        let _seed = Seed(seed);
        let program = random(&mut Rng::new(seed * 7901 + 19));
        for most in 0..3 {
            let (_, expected) = within(&program, usize::MAX, most as usize);
            let bounds = Bounds { preemptions: Some(most), ..Bounds::default() };
            let (seen, _) = explore(&program, Explorer::new().deadlocks(Deadlocks::Count).bounds(bounds));
            assert_eq!(seen, expected, "≤ {most} of {program:?}");
        }
    }
}

#[test]
fn waiting_for_a_thread_is_no_turn_that_could_be_interrupted() {
    let bounds = Bounds { preemptions: Some(0), ..Bounds::default() };
    let seen = traces(Explorer::new().bounds(bounds), || {
        let (a, b) = (thread::spawn(|| event!("a")), thread::spawn(|| event!("b")));
        a.join().unwrap();
        event!("m");
        b.join().unwrap();
    });
    assert_eq!(seen, ["a b m", "a m b", "b a m"].map(String::from).into());
}

#[test]
fn a_thread_that_says_nothing_of_interest_keeps_nobody_from_the_turn() {
    let bad = Table::new("NO-BAD", Kind::Property, &["bad"], 1, &[VIOLATED], None).expect("a table");
    for observed in [Observed::Traces, Observed::Verdict] {
        let make = || Explorer::new().observed(observed).property(bad).bounds(steps(50));
        let code = || {
            thread::spawn(|| {
                loop {
                    event!("tick");
                }
            });
            event!("bad");
        };
        let report = make().run(code);
        let failure = report.failure().expect("its first operation is wrong");
        let again = make().replay(&failure.schedule, code).expect("a schedule");
        assert_eq!(again.failure(), Some(failure));
    }
}

#[test]
fn a_state_is_looked_at_again_if_more_operations_are_left() {
    for states in [StateMatching::Off, StateMatching::Prune] {
        let report = Explorer::new().states(states).bounds(steps(8)).run(|| {
            let x = AtomicUsize::new(0);
            x.store(0, SeqCst);
            for _ in 0..[6, 0][choose(2)] {
                x.store(0, SeqCst);
            }
            at_state(&0);
            for _ in 0..5 {
                x.store(0, SeqCst);
            }
            panic!("after six operations, or twelve");
        });
        assert!(report.failure().is_some(), "{states:?}: {report}");
    }
}

#[test]
fn what_a_panicking_thread_does_is_part_of_its_step() {
    struct Said;
    impl Drop for Said {
        fn drop(&mut self) {
            event!("drop");
        }
    }
    let code = || {
        let shared = Arc::new((Mutex::new(()), AtomicUsize::new(0)));
        let other = Arc::clone(&shared);
        let one = thread::spawn(move || {
            let caught = catch_unwind(AssertUnwindSafe(|| {
                let _held = other.0.lock();
                let _said = Said;
                other.1.store(1, SeqCst);
                panic!("caught");
            }));
            assert!(caught.is_err());
        });
        match shared.0.try_lock() {
            Ok(_) => event!("free"),
            Err(TryLockError::WouldBlock) => event!("held"),
            Err(TryLockError::Poisoned(_)) => event!("poisoned"),
        }
        one.join().unwrap();
    };
    let all = traces(Explorer::new().reduction(Reduction::None), code);
    assert!(
        all.contains("held drop") && all.contains("drop held") && all.contains("drop poisoned"),
        "{all:?}"
    );
    for reduction in [Reduction::SleepSets, Reduction::Dynamic] {
        assert_eq!(traces(Explorer::new().reduction(reduction), code), all, "{reduction:?}");
    }
}

#[test]
fn a_destructor_may_wait_for_a_thread_when_its_execution_is_given_up() {
    struct Worker(Option<thread::JoinHandle<()>>);
    impl Drop for Worker {
        fn drop(&mut self) {
            drop(self.0.take().map(thread::JoinHandle::join));
        }
    }
    let once = Table::new("ONCE", Kind::Assumption, &["a"], 2, &[1, VIOLATED], None).expect("a table");
    let report = Explorer::new().assume(once).bounds(steps(20)).run(|| {
        let flag = AtomicUsize::new(0);
        let _worker = Worker(Some(thread::spawn(move || while flag.load(SeqCst) == 0 {})));
        event!("a");
        event!("a");
    });
    assert!(report.pruned > 0 && report.failure().is_none(), "{report}");
}

#[test]
fn messages_are_dropped_with_the_receiver() {
    for reduction in REDUCTIONS {
        let report = Explorer::new().reduction(reduction).run(|| {
            let (requests, server) = mpsc::channel::<mpsc::Sender<u32>>();
            let (reply, answer) = mpsc::channel();
            let server = thread::spawn(move || drop(server));
            let _ = requests.send(reply);
            assert!(answer.recv().is_err(), "nobody can answer");
            server.join().unwrap();
        });
        assert!(report.is_exhausted(), "{report}");
    }
}

#[test]
fn bounds_do_not_make_something_of_nothing() {
    let never = Table::new("NEVER", Kind::Assumption, &["a"], 1, &[VIOLATED], None).expect("a table");
    for granularity in [Granularity::Operation, Granularity::Event] {
        let row = Row::new("row", Role::Premise1, || event!("a")).assume(never);
        let row = row.with(move |explorer| explorer.granularity(granularity));
        assert_eq!(Experiment::new("vacuous").row(row).run().row("row").verdict, Verdict::Nothing);
    }
    let row = Row::new("row", Role::Premise1, || event!("a"));
    let report = Experiment::new("no property").row(row).rule(Rule::new("rule", "row")).run();
    assert!(matches!(report.rules[0].verdict, Verdict::Unknown(_)), "{report}");
}
