//! Locks, condition variables, channels and atomics: every order of operations is seen, and none that is
//! impossible.

use rely_explore::sync::atomic::{AtomicU32, Ordering};
use rely_explore::sync::mpsc;
use rely_explore::sync::{Arc, Condvar, Mutex, RwLock};
use rely_explore::{Deadlocks, Explorer, FailureKind, Reduction, event, thread};

use crate::{set, traces};

#[test]
fn a_lost_update_is_seen() {
    let seen = traces(Explorer::new, || {
        let counter = Arc::new(AtomicU32::new(0));
        let other = Arc::clone(&counter);
        let add = |counter: &AtomicU32| {
            let value = counter.load(Ordering::SeqCst);
            counter.store(value + 1, Ordering::SeqCst);
        };
        let adder = thread::spawn(move || add(&other));
        add(&counter);
        adder.join().unwrap();
        event!("sum", counter.load(Ordering::SeqCst));
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
    // Nobody notifies; the wait may end by itself, and it may not.
    let report = Explorer::new().spurious_wakeups(1).run(code);
    assert_eq!(report.failure().map(|f| &f.kind), Some(&FailureKind::Deadlock), "{report}");
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
