//! Executions that are given up, code that resists, and code outside of an exploration.

use rely_explore::sync::atomic::Ordering;
use rely_explore::sync::mpsc;
use rely_explore::sync::{Arc, Condvar, Mutex};
use rely_explore::{BoundHit, Bounds, Explorer, choose, event, thread};

use crate::{AB, hits, set, traces, two_threads};

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
