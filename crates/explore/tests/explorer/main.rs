//! The explorer from outside: automata, failures, schedules and bounds. `objects` has what threads share,
//! `given_up` what remains of executions that do not come to their end.

mod given_up;
mod objects;

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::rc::Rc;
use std::time::Duration;

use rely_explore::sync::atomic::{AtomicU32, Ordering};
use rely_explore::sync::{Arc, Mutex};
use rely_explore::{
    BoundHit, Bounds, Explorer, FailureKind, Granularity, Observed, Reduction, Report, SearchOutcome, choose,
    event, thread,
};
use rely_monitor::{Kind, Table, VIOLATED};

/// All traces of some code, with and without reduction; they must agree.
fn traces(explorer: fn() -> Explorer, code: impl Fn() + Send + Sync + Clone + 'static) -> BTreeSet<String> {
    let mut all = Vec::new();
    for reduction in [Reduction::None, Reduction::SleepSets, Reduction::Dynamic] {
        let seen = Rc::new(RefCell::new(BTreeSet::new()));
        let note = Rc::clone(&seen);
        let explorer = explorer().reduction(reduction).on_trace(move |trace| {
            note.borrow_mut().insert(trace.actions().collect::<Vec<_>>().join(" "));
        });
        let report = explorer.run(code.clone());
        assert!(report.is_exhausted(), "{report}");
        all.push(seen.take());
    }
    assert!(all.iter().all(|traces| *traces == all[0]));
    all.remove(0)
}

fn set(traces: &[&str]) -> BTreeSet<String> {
    traces.iter().map(|t| t.to_string()).collect()
}

#[test]
fn three_threads_with_three_events_have_1680_orders() {
    let code = || {
        let threads = ["a", "b", "c"].map(|name| {
            thread::spawn(move || {
                for i in 0..3 {
                    event!(name, i);
                }
            })
        });
        threads.into_iter().for_each(|t| t.join().unwrap());
    };
    for reduction in [Reduction::None, Reduction::SleepSets, Reduction::Dynamic] {
        let report = Explorer::new().reduction(reduction).count_traces().run(code);
        assert!(report.is_exhausted());
        assert_eq!((report.executions, report.complete, report.distinct_traces), (1680, 1680, Some(1680)));
    }
    let report = Explorer::new().granularity(Granularity::Event).count_traces().run(code);
    assert_eq!(report.outcome, SearchOutcome::Bounded(vec![BoundHit::EventGranularity]));
    assert_eq!((report.executions, report.distinct_traces), (1680, Some(1680)));
}

const AB: Table<'static> =
    Table::constant("AB", Kind::Assumption, &["a", "b"], 2, &[1, VIOLATED, VIOLATED, 0], None);

fn two_threads() {
    let threads = ["a", "b"].map(|name| thread::spawn(move || (0..2).for_each(|_| event!(name))));
    threads.into_iter().for_each(|t| t.join().unwrap());
}

#[test]
fn the_assumption_prunes_and_the_property_fails() {
    let seen = traces(|| Explorer::new().assume(AB), two_threads);
    assert_eq!(seen, set(&["a b a b"]));
    let report = Explorer::new().assume(AB).run(two_threads);
    assert!(report.pruned > 0 && report.complete == 1, "{report}");
    let report = Explorer::new().property(AB).run(two_threads);
    let failure = report.failure().expect("not all orders are in turns").clone();
    assert_eq!(failure.kind, FailureKind::Property("AB".to_string()));
    let again = Explorer::new().property(AB).replay(&failure.schedule, two_threads).unwrap();
    assert_eq!(again.failure(), Some(&failure));
    // An event that leaves both is not held against the property.
    let report = Explorer::new().property(AB).assume(AB).run(two_threads);
    assert!(report.is_exhausted(), "{report}");
    let report = Explorer::new().against(AB).run(two_threads);
    assert_eq!(report.failure().map(|f| f.kind.clone()), Some(FailureKind::Model("AB".to_string())));
    assert!(failure.as_test("In turns").contains("fn in_turns()"));
}

#[test]
fn panics_are_failures_with_their_place() {
    let code = || {
        let lock = Arc::new(Mutex::new(0));
        let other = Arc::clone(&lock);
        let thread = thread::spawn(move || {
            let value = other.lock().unwrap();
            event!("looked", *value);
            assert_eq!(*value, 0, "somebody was here");
        });
        *lock.lock().unwrap() += 1;
        thread.join().unwrap();
    };
    let report = Explorer::new().run(code);
    let failure = report.failure().expect("the assertion fails in some order");
    assert_eq!(failure.kind, FailureKind::Panic);
    assert!(
        failure.message.contains("thread-1 panicked at ") && failure.message.contains("explorer/main.rs")
    );
    assert!(failure.message.contains("somebody was here"), "{}", failure.message);
    assert_eq!(failure.actions(), ["looked.1"]);
    assert!(Explorer::new().replay(&failure.schedule, code).unwrap().failure().is_some());
}

#[test]
fn a_lock_is_poisoned_by_a_panic_that_is_caught() {
    let seen = traces(Explorer::new, || {
        let lock = Mutex::new(0);
        let caught = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
            let _held = lock.lock().unwrap();
            panic!("while it is held");
        }));
        event!("caught", caught.is_err());
        event!("poisoned", lock.lock().is_err());
    });
    assert_eq!(seen, set(&["caught.true poisoned.true"]));
}

#[test]
fn what_never_ends_is_cut_and_said() {
    let code = || {
        let flag = Arc::new(AtomicU32::new(0));
        let other = Arc::clone(&flag);
        let thread = thread::spawn(move || other.store(1, Ordering::SeqCst));
        while flag.load(Ordering::SeqCst) == 0 {}
        thread.join().unwrap();
    };
    let report = Explorer::new().bounds(Bounds { steps: 50, ..Bounds::default() }).run(code);
    assert_eq!(report.outcome, SearchOutcome::Bounded(vec![BoundHit::Steps(50)]));
    assert_eq!(report.verdict(), "no failure within: ≤ 50 operations per execution");
    assert!(report.cut > 0);
}

#[test]
fn what_does_nothing_shared_is_cut_too() {
    let bounds = Bounds { steps: 50, ..Bounds::default() };
    let codes: [fn(); 2] = [
        || loop {
            event!("nobody's");
        },
        || while choose(2) == 0 {},
    ];
    for code in codes {
        let explorer = Explorer::new().property(AB).observed(Observed::Verdict).bounds(bounds.clone());
        let report = explorer.run(code);
        assert_eq!(hits(&report), [BoundHit::Steps(50)]);
    }
}

#[test]
fn a_schedule_is_replayed_whatever_was_asked_of_the_exploration() {
    let code = || {
        let lock = Arc::new(Mutex::new(0));
        let threads = ["a", "b"].map(|name| {
            let lock = Arc::clone(&lock);
            thread::spawn(move || {
                event!("begin", name);
                *lock.lock().unwrap() += 1;
                event!(name);
                *lock.lock().unwrap() += 1;
                event!("end", name);
            })
        });
        threads.into_iter().for_each(|t| t.join().unwrap());
    };
    let explorers: [fn() -> Explorer; 5] = [
        || Explorer::new().reduction(Reduction::None),
        || Explorer::new(),
        || Explorer::new().observed(Observed::Verdict),
        || Explorer::new().observed(Observed::Verdict).on_trace(|_| {}),
        || Explorer::new().granularity(Granularity::Event),
    ];
    for explorer in explorers {
        let report = explorer().property(AB).run(code);
        let failure = report.failure().expect("b may come first");
        assert_eq!(failure.kind, FailureKind::Property("AB".to_string()));
        for replayer in explorers {
            let again = replayer().property(AB).replay(&failure.schedule, code).unwrap();
            assert_eq!(again.failure(), Some(failure));
        }
    }
}

fn hits(report: &Report) -> Vec<BoundHit> {
    match &report.outcome {
        SearchOutcome::Bounded(hits) => hits.clone(),
        _ => Vec::new(),
    }
}

#[test]
fn bounds_are_named_only_if_they_leave_something_out() {
    let run = |bounds: Bounds| Explorer::new().reduction(Reduction::None).bounds(bounds).run(two_threads);
    assert_eq!(hits(&run(Bounds { executions: Some(3), ..Bounds::default() })), [BoundHit::Executions(3)]);
    assert_eq!(hits(&run(Bounds { executions: Some(6), ..Bounds::default() })), []);
    assert_eq!(hits(&run(Bounds { events: Some(3), ..Bounds::default() })), [BoundHit::Events(3)]);
    assert_eq!(hits(&run(Bounds { events: Some(4), ..Bounds::default() })), []);
    assert_eq!(hits(&run(Bounds { preemptions: Some(1), ..Bounds::default() })), [BoundHit::Preemptions(1)]);
    assert_eq!(hits(&run(Bounds { preemptions: Some(9), ..Bounds::default() })), []);
    let none = Bounds { time: Some(Duration::ZERO), ..Bounds::default() };
    assert_eq!(hits(&run(none)), [BoundHit::Time(Duration::ZERO)]);
    assert!(run(Bounds::default()).is_exhausted());
}

#[test]
fn code_that_is_not_deterministic_is_noticed() {
    static CALLS: std::sync::atomic::AtomicU32 = std::sync::atomic::AtomicU32::new(0);
    let report = Explorer::new().run(|| {
        let n = CALLS.fetch_add(1, Ordering::SeqCst) as usize;
        choose(2 + n % 2);
    });
    assert_eq!(report.failure().map(|f| &f.kind), Some(&FailureKind::NotDeterministic));
}
