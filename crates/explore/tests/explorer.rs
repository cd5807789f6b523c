//! The explorer from outside: what it sees, what it reports, what it leaves alone.

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::rc::Rc;
use std::time::Duration;

use rely_explore::sync::atomic::{AtomicU32, Ordering};
use rely_explore::sync::mpsc;
use rely_explore::sync::{Arc, Condvar, Mutex, RwLock};
use rely_explore::{
    BoundHit, Bounds, Deadlocks, Explorer, FailureKind, Granularity, Observed, Outcome, Reduction, Report,
    choose, event, thread,
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
    assert_eq!(report.outcome, Outcome::Bounded(vec![BoundHit::EventGranularity]));
    assert_eq!((report.executions, report.distinct_traces), (1680, Some(1680)));
}

#[test]
fn a_lost_update_is_seen() {
    let seen = traces(Explorer::new, || {
        let counter = Arc::new(AtomicU32::new(0));
        let other = Arc::clone(&counter);
        let add = |counter: &AtomicU32| {
            let value = counter.load(Ordering::Relaxed);
            counter.store(value + 1, Ordering::Relaxed);
        };
        let adder = thread::spawn(move || add(&other));
        add(&counter);
        adder.join().unwrap();
        event!("sum", counter.load(Ordering::Relaxed));
    });
    assert_eq!(seen, set(&["sum.1", "sum.2"]));
}

#[test]
fn locks_exclude_and_try_lock_sees_them() {
    let seen = traces(Explorer::new, || {
        let lock = Arc::new(Mutex::new(0));
        let other = Arc::clone(&lock);
        let adder = thread::spawn(move || *other.lock().unwrap() += 1);
        match lock.try_lock() {
            Ok(value) => event!("free", *value),
            Err(_) => event!("taken"),
        }
        adder.join().unwrap();
    });
    assert_eq!(seen, set(&["free.0", "free.1", "taken"]));
}

#[test]
fn readers_share_and_writers_do_not() {
    let seen = traces(Explorer::new, || {
        let lock = Arc::new(RwLock::new(0));
        let (reader, writer) = (Arc::clone(&lock), Arc::clone(&lock));
        let reader = thread::spawn(move || {
            let value = reader.read().unwrap();
            event!("in", *value);
            event!("out", *value);
        });
        let writer = thread::spawn(move || *writer.write().unwrap() += 1);
        {
            let _mine = lock.read().unwrap();
            event!("me");
        }
        reader.join().unwrap();
        writer.join().unwrap();
    });
    let expected = [
        "me in.0 out.0",
        "me in.1 out.1",
        "in.0 me out.0",
        "in.1 me out.1",
        "in.0 out.0 me",
        "in.1 out.1 me",
    ];
    assert_eq!(seen, set(&expected));
}

#[test]
fn notify_one_wakes_anybody() {
    // Both wait, for good: a single notification goes to one of them, whoever waited first.
    let seen = traces(
        || Explorer::new().deadlocks(Deadlocks::Count),
        || {
            let pair = Arc::new((Mutex::new(()), Condvar::new()));
            for name in ["a", "b"] {
                let pair = Arc::clone(&pair);
                thread::spawn(move || {
                    let guard = pair.0.lock().unwrap();
                    event!(name);
                    let guard = pair.1.wait(guard).unwrap();
                    event!("woken", name);
                    drop(guard);
                });
            }
            pair.1.notify_one();
        },
    );
    let expected = [
        "a b",
        "b a",
        "a woken.a b",
        "b woken.b a",
        "a b woken.a",
        "a b woken.b",
        "b a woken.a",
        "b a woken.b",
    ];
    assert_eq!(seen, set(&expected));
}

#[test]
fn a_lost_notification_is_a_deadlock() {
    let code = || {
        let pair = Arc::new((Mutex::new(()), Condvar::new()));
        let other = Arc::clone(&pair);
        let waiter = thread::Builder::new().name("waiter".to_string());
        let waiter = waiter.spawn(move || {
            let guard = other.0.lock().unwrap();
            drop(other.1.wait(guard).unwrap());
            event!("woken");
        });
        pair.1.notify_one();
        waiter.unwrap().join().unwrap();
    };
    for reduction in [Reduction::None, Reduction::SleepSets, Reduction::Dynamic] {
        let report = Explorer::new().reduction(reduction).run(code);
        let failure = report.failure().expect("a deadlock");
        assert_eq!(failure.kind, FailureKind::Deadlock);
        assert!(failure.message.contains("waiter waits in wait at "), "{}", failure.message);
        assert!(failure.message.contains("main waits for waiter in join at "), "{}", failure.message);
        let again = Explorer::new().replay(&failure.schedule, code).unwrap();
        assert_eq!(again.failure().map(|f| &f.kind), Some(&FailureKind::Deadlock));
        assert_eq!(again.executions, 1);
        let counted = Explorer::new().reduction(reduction).deadlocks(Deadlocks::Count).run(code);
        assert!(counted.is_exhausted() && counted.deadlocks > 0 && counted.complete > 0, "{counted}");
    }
    // Nobody notifies, but the wait may end by itself.
    let report = Explorer::new().spurious_wakeups(1).run(code);
    assert!(report.is_exhausted(), "{report}");
}

#[test]
fn channels_keep_order_and_end() {
    let seen = traces(Explorer::new, || {
        let (sender, receiver) = mpsc::channel();
        let other = sender.clone();
        let threads = [
            thread::spawn(move || {
                other.send(1).unwrap();
                other.send(2).unwrap();
            }),
            thread::spawn(move || sender.send(3).unwrap()),
        ];
        for value in &receiver {
            event!("got", value);
        }
        event!("end");
        threads.into_iter().for_each(|t| t.join().unwrap());
    });
    let expected = ["got.1 got.2 got.3 end", "got.1 got.3 got.2 end", "got.3 got.1 got.2 end"];
    assert_eq!(seen, set(&expected));
}

#[test]
fn a_channel_without_room_hands_over() {
    let seen = traces(Explorer::new, || {
        let (sender, receiver) = mpsc::sync_channel(0);
        let thread = thread::spawn(move || {
            sender.send(1).unwrap();
            event!("sent");
        });
        event!("asks");
        receiver.recv().unwrap();
        thread.join().unwrap();
    });
    assert_eq!(seen, set(&["asks sent"]));
    let seen = traces(Explorer::new, || {
        let (sender, receiver) = mpsc::sync_channel(1);
        let thread = thread::spawn(move || {
            sender.send(1).unwrap();
            event!("sent");
        });
        event!("asks");
        receiver.recv().unwrap();
        thread.join().unwrap();
    });
    assert_eq!(seen, set(&["asks sent", "sent asks"]));
}

#[test]
fn parked_threads_are_woken() {
    let seen = traces(Explorer::new, || {
        let parked = thread::spawn(|| {
            thread::park();
            event!("on");
        });
        event!("before");
        parked.thread().unpark();
        event!("after");
        parked.join().unwrap();
    });
    assert_eq!(seen, set(&["before after on", "before on after"]));
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
        let _ = thread.join();
    };
    let report = Explorer::new().run(code);
    let failure = report.failure().expect("the assertion fails in some order");
    assert_eq!(failure.kind, FailureKind::Panic);
    assert!(failure.message.contains("thread-1 panicked at ") && failure.message.contains("explorer.rs"));
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
        let thread = thread::spawn(move || other.store(1, Ordering::Release));
        while flag.load(Ordering::Acquire) == 0 {
            thread::yield_now();
        }
        thread.join().unwrap();
    };
    let report = Explorer::new().bounds(Bounds { steps: 50, ..Bounds::default() }).run(code);
    assert_eq!(report.outcome, Outcome::Bounded(vec![BoundHit::Steps(50)]));
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
        Outcome::Bounded(hits) => hits.clone(),
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
        let n = CALLS.fetch_add(1, Ordering::Relaxed) as usize;
        choose(2 + n % 2);
    });
    assert_eq!(report.failure().map(|f| &f.kind), Some(&FailureKind::NotDeterministic));
}

#[test]
fn what_an_execution_holds_is_dropped_when_it_is_given_up() {
    static ALIVE: std::sync::atomic::AtomicI32 = std::sync::atomic::AtomicI32::new(0);
    struct Alive;
    impl Drop for Alive {
        fn drop(&mut self) {
            ALIVE.fetch_sub(1, Ordering::SeqCst);
        }
    }
    struct Counted(Arc<Mutex<u32>>, Alive);
    impl Drop for Counted {
        fn drop(&mut self) {
            *self.0.lock().unwrap() += 1;
            event!("dropped");
        }
    }
    let report = Explorer::new().assume(AB).run(|| {
        let lock = Arc::new(Mutex::new(0));
        let threads = ["a", "b"].map(|name| {
            let lock = Arc::clone(&lock);
            thread::spawn(move || {
                ALIVE.fetch_add(1, Ordering::SeqCst);
                let _counted = Counted(Arc::clone(&lock), Alive);
                for _ in 0..2 {
                    let _held = lock.lock().unwrap();
                    event!(name);
                }
            })
        });
        threads.into_iter().for_each(|t| t.join().unwrap());
    });
    assert!(report.is_exhausted() && report.pruned > 0, "{report}");
    assert_eq!(ALIVE.load(Ordering::SeqCst), 0);
}

#[test]
fn threads_of_a_scope_end_before_it_even_if_the_execution_is_given_up() {
    let code = || {
        let lock = Mutex::new(vec![1, 2, 3]);
        let lengths = thread::scope(|s| {
            let threads = ["a", "b"].map(|name| {
                let lock = &lock;
                s.spawn(move || {
                    for _ in 0..2 {
                        let mut held = lock.lock().unwrap();
                        event!(name);
                        held.push(0);
                    }
                    lock.lock().unwrap().len()
                })
            });
            threads.map(|t| t.join().unwrap())
        });
        assert!(lengths.contains(&7), "one of them is the last");
        assert_eq!(lock.lock().unwrap().len(), 7);
    };
    assert_eq!(traces(Explorer::new, code).len(), 6);
    assert_eq!(traces(|| Explorer::new().assume(AB), code), set(&["a b a b"]));
    let report = Explorer::new().property(AB).run(code);
    assert!(report.failure().is_some());
    code();
}

#[test]
fn code_that_catches_every_panic_is_stopped_nevertheless() {
    let report = Explorer::new().bounds(Bounds { steps: 20, ..Bounds::default() }).run(|| {
        let other = thread::spawn(|| event!("once"));
        loop {
            let caught = std::panic::catch_unwind(|| event!("again"));
            if caught.is_err() && !thread::panicking() {
                continue;
            }
            if choose(2) == 1 {
                break;
            }
        }
        other.join().unwrap();
    });
    assert_eq!(hits(&report), [BoundHit::Steps(20)]);
    assert!(report.complete > 0 && report.cut > 0, "{report}");
}

#[test]
fn a_callback_that_panics_is_not_taken_for_the_code() {
    let explorer = Explorer::new().on_trace(|trace| assert_eq!(trace.actions().len(), 3));
    let panicked = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| explorer.run(two_threads)));
    let payload = panicked.expect_err("there are four events");
    let message = payload.downcast_ref::<String>().expect("a message");
    assert!(message.starts_with("a callback of the exploration panicked at "), "{message}");
    // Nothing is left behind.
    assert!(Explorer::new().run(two_threads).is_exhausted());
}

#[test]
fn outside_of_an_exploration_all_is_as_in_std() {
    let pair = Arc::new((Mutex::new(false), Condvar::new()));
    let other = Arc::clone(&pair);
    let (sender, receiver) = mpsc::channel();
    let thread = thread::spawn(move || {
        *other.0.lock().unwrap() = true;
        other.1.notify_all();
        sender.send(1).unwrap();
    });
    let ready = pair.1.wait_while(pair.0.lock().unwrap(), |ready| !*ready).unwrap();
    assert!(*ready);
    assert_eq!(receiver.iter().collect::<Vec<_>>(), [1]);
    thread.join().unwrap();
}
