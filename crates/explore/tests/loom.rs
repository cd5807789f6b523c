//! The second back end sees the same, within its limits, and what weak memory adds.
#![cfg(feature = "loom")]

mod programs;

use std::cell::RefCell;
use std::rc::Rc;
// The counter of loom's own `Arc` would panic in the destructors that run at a deadlock.
use std::sync::Arc;

use programs::{End, Program, SHARED, Seed, Statement, Traces, brute_force, kept, random_automaton};
use rely_explore::loom::sync::atomic::{AtomicU32, Ordering};
use rely_explore::loom::sync::{Condvar, Mutex};
use rely_explore::loom::thread;
use rely_explore::{BoundHit, Bounds, Deadlocks, Explorer, FailureKind, Report, SearchOutcome, event};
use rely_generate::Rng;
use rely_monitor::{Kind, Table, VIOLATED};

/// The statements that mean the same under loom: no atomics, whose weakest behavior brute force does not
/// know.
fn body(locks: &[Mutex<()>], me: usize, statements: &[Statement]) {
    for statement in statements {
        match statement {
            Statement::Event(name) => event!("", me, name),
            Statement::Locked(m, inner) => {
                let held = locks[*m].lock().unwrap();
                body(locks, me, inner);
                drop(held);
            }
            other => panic!("{other:?} is not for loom"),
        }
    }
}

fn run(program: &Program) {
    let locks: Arc<Vec<Mutex<()>>> = Arc::new((0..SHARED).map(|_| Mutex::new(())).collect());
    let threads = program.threads.iter().cloned().enumerate().map(|(me, statements)| {
        let locks = Arc::clone(&locks);
        thread::spawn(move || body(&locks, me, &statements))
    });
    let threads: Vec<_> = threads.collect();
    threads.into_iter().for_each(|thread| thread.join().unwrap());
}

fn explore(program: &Program, explorer: Explorer) -> (Traces, Report) {
    let seen = Rc::new(RefCell::new(Traces::new()));
    let note = Rc::clone(&seen);
    let program = program.clone();
    let explorer = explorer.on_trace(move |trace| {
        let actions = trace.actions().map(|action| action[1..].to_string()).collect();
        note.borrow_mut().insert((actions, End::Complete));
    });
    let report = explorer.run_loom(move || run(&program));
    (seen.take(), report)
}

fn grid(threads: usize, events: usize) -> Program {
    let names = ["a", "b", "c"];
    let body = names[..events].iter().map(|name| Statement::Event(name)).collect();
    Program { threads: vec![body; threads], channels: Vec::new() }
}

#[test]
fn all_orders_of_events_are_seen() {
    for (threads, events) in [(2, 1), (2, 2), (2, 3), (3, 1), (3, 2)] {
        let program = grid(threads, events);
        let (seen, report) = explore(&program, Explorer::new());
        assert!(report.is_exhausted(), "{report}");
        assert_eq!(seen, brute_force(&program));
    }
}

#[test]
fn locks_and_events_have_the_traces_of_brute_force() {
    for seed in 0..12 {
        let _seed = Seed(seed);
        let mut random = Rng::new(seed + 1);
        let thread = |random: &mut Rng| {
            let mut statements = Vec::new();
            for _ in 0..2 {
                let event = Statement::Event(["a", "b"][random.below(2)]);
                let lock = random.below(SHARED);
                statements.push(random.pick(&[event.clone(), Statement::Locked(lock, vec![event])]).clone());
            }
            statements
        };
        let program =
            Program { threads: vec![thread(&mut random), thread(&mut random)], channels: Vec::new() };
        let (seen, report) = explore(&program, Explorer::new());
        assert!(report.is_exhausted(), "{report}");
        assert_eq!(seen, brute_force(&program), "{program:?}");
    }
}

#[test]
fn no_accepted_trace_is_lost_by_pruning() {
    let mut pruned = 0;
    for seed in 0..100 {
        let _seed = Seed(seed);
        let mut random = Rng::new(seed + 1);
        let program = grid(2, 2 + seed as usize % 2);
        let all = brute_force(&program);
        let automaton = random_automaton(&mut random, &all, Kind::Assumption);
        let accepted: Traces =
            all.iter().filter(|(trace, _)| kept(trace, &automaton) == trace.len()).cloned().collect();
        let (seen, report) = explore(&program, Explorer::new().assume(automaton.clone()));
        assert_eq!(report.outcome, SearchOutcome::Exhausted, "{report}");
        assert_eq!(seen, accepted, "{automaton:?}");
        pruned += report.pruned;
    }
    assert!(pruned > 100, "only {pruned} executions pruned");
}

const AB: Table<'static> =
    Table::constant("AB", Kind::Property, &[".0.a", ".1.a"], 2, &[1, VIOLATED, VIOLATED, 0], None);

#[test]
fn a_property_fails_with_its_trace() {
    let (_, report) = explore(&grid(2, 2), Explorer::new().property(AB));
    let failure = report.failure().expect("thread 1 may come first");
    assert_eq!(failure.kind, FailureKind::Property("AB".to_string()));
    assert!(failure.actions().last().is_some_and(|action| action.ends_with(".a")), "{failure}");
}

/// Two threads that each say first that they are there and then look for the other.
fn store_buffering(order: Ordering) {
    let flags = Arc::new([AtomicU32::new(0), AtomicU32::new(0)]);
    let other = Arc::clone(&flags);
    let thread = thread::spawn(move || {
        other[1].store(1, order);
        other[0].load(order)
    });
    flags[0].store(1, order);
    let mine = flags[1].load(order);
    event!("seen", mine, thread.join().unwrap());
}

#[test]
fn weak_memory_shows_more() {
    let seen = Rc::new(RefCell::new(Vec::new()));
    let note = Rc::clone(&seen);
    let explorer = Explorer::new().on_trace(move |trace| {
        note.borrow_mut().extend(trace.actions().map(String::from));
    });
    let report = explorer.run_loom(|| store_buffering(Ordering::Relaxed));
    assert!(report.is_exhausted(), "{report}");
    assert!(seen.borrow().contains(&"seen.0.0".to_string()), "both have seen nobody");
}

#[test]
fn deadlocks_panics_and_bounds_are_told_apart() {
    let stuck = || {
        let pair = Arc::new((Mutex::new(()), Condvar::new()));
        let other = Arc::clone(&pair);
        let thread = thread::spawn(move || drop(other.1.wait(other.0.lock().unwrap()).unwrap()));
        pair.1.notify_one();
        thread.join().unwrap();
    };
    let report = Explorer::new().run_loom(stuck);
    assert_eq!(report.failure().map(|f| &f.kind), Some(&FailureKind::Deadlock), "{report}");
    let report = Explorer::new().deadlocks(Deadlocks::Count).run_loom(stuck);
    assert_eq!(report.outcome, SearchOutcome::Bounded(vec![BoundHit::FirstDeadlock]));
    let report = Explorer::new().run_loom(|| panic!("on purpose"));
    let failure = report.failure().expect("a panic");
    assert_eq!(failure.kind, FailureKind::Panic);
    assert!(failure.message.contains("on purpose"), "{failure}");
    let bounds = Bounds { executions: Some(3), ..Bounds::default() };
    let (_, report) = explore(&grid(2, 2), Explorer::new().bounds(bounds));
    assert_eq!(report.outcome, SearchOutcome::Bounded(vec![BoundHit::Executions(3)]));
    let bounds = Bounds { steps: 3, ..Bounds::default() };
    let (_, report) = explore(&grid(2, 2), Explorer::new().bounds(bounds));
    assert_eq!(report.outcome, SearchOutcome::Bounded(vec![BoundHit::Steps(3)]), "{report}");
    let (_, report) = explore(&grid(5, 1), Explorer::new());
    assert_eq!(report.outcome, SearchOutcome::Bounded(vec![BoundHit::Threads(5)]), "{report}");
}

#[test]
fn events_do_not_synchronize_threads() {
    // The flag is relaxed, so that whoever sees it need not see the message. An event between the two must
    // not change that.
    let report = Explorer::new().run_loom(|| {
        let shared = Arc::new([AtomicU32::new(0), AtomicU32::new(0)]);
        let other = Arc::clone(&shared);
        let thread = thread::spawn(move || {
            other[0].store(1, Ordering::Relaxed);
            event!("written");
            other[1].store(1, Ordering::Relaxed);
        });
        if shared[1].load(Ordering::Relaxed) == 1 {
            event!("seen");
            assert_eq!(shared[0].load(Ordering::Relaxed), 1, "the message is not there");
        }
        thread.join().unwrap();
    });
    let failure = report.failure().expect("the message may be seen later than the flag");
    assert!(failure.message.contains("the message is not there"), "{failure}");
}

#[test]
fn what_loom_does_not_see_is_refused() {
    let codes: [fn(); 4] = [
        || drop(rely_explore::sync::Mutex::new(0).lock()),
        || drop(rely_explore::thread::spawn(|| ())),
        || rely_explore::sync::atomic::AtomicU32::new(0).store(1, Ordering::SeqCst),
        || drop(rely_explore::sync::mpsc::channel::<u32>()),
    ];
    for code in codes {
        let report = Explorer::new().run_loom(code);
        let failure = report.failure().expect("loom knows nothing of it");
        assert!(failure.message.contains("use those of `rely_explore::loom`"), "{failure}");
    }
}
