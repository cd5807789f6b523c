//! What `std::sync` and `std::thread` have beyond locks and channels, under exploration and outside of it.

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::rc::Rc;
use std::time::Duration;

use rely_explore::sync::atomic::{AtomicPtr, AtomicU32, Ordering::SeqCst};
use rely_explore::sync::{Arc, Barrier, LazyLock, Mutex, Once, OnceLock, mpsc};
use rely_explore::{Deadlocks, Explorer, Reduction, event, hint, thread};

/// All traces of some code, the same with all reductions; a deadlock ends in `!`.
fn traces(code: impl Fn() + Send + Sync + Clone + 'static) -> BTreeSet<String> {
    let mut all: Vec<BTreeSet<String>> = Vec::new();
    for reduction in [Reduction::None, Reduction::SleepSets, Reduction::Dynamic] {
        let seen = Rc::new(RefCell::new(BTreeSet::new()));
        let note = Rc::clone(&seen);
        let explorer =
            Explorer::new().reduction(reduction).deadlocks(Deadlocks::Count).on_trace(move |trace| {
                let end = if trace.end() == rely_explore::End::Deadlock { " !" } else { "" };
                note.borrow_mut().insert(trace.actions().collect::<Vec<_>>().join(" ") + end);
            });
        let report = explorer.run(code.clone());
        assert!(report.failure().is_none(), "{report}");
        all.push(seen.take());
    }
    assert!(all.iter().all(|traces| *traces == all[0]), "{all:?}");
    all.remove(0)
}

fn set(traces: &[&str]) -> BTreeSet<String> {
    traces.iter().map(|t| t.to_string()).collect()
}

#[test]
fn one_thread_initializes_and_the_others_wait() {
    let code = || {
        let cell = Arc::new(OnceLock::new());
        let other = Arc::clone(&cell);
        let thread = thread::spawn(move || {
            let value = *other.get_or_init(|| {
                event!("init", 1);
                1
            });
            event!("one", value);
        });
        let before = cell.get().copied();
        event!("before", before.is_some());
        let value = *cell.get_or_init(|| {
            event!("init", 2);
            2
        });
        event!("two", value);
        thread.join().unwrap();
    };
    let seen = traces(code);
    assert!(
        seen.contains("before.false init.1 one.1 two.1") && seen.contains("before.false init.2 two.2 one.2")
    );
    // Exactly one initializes, and nobody has a value before that.
    for trace in &seen {
        assert_eq!(trace.matches("init").count(), 1, "{trace}");
        let at = |what: &str| trace.find(what).unwrap_or(usize::MAX);
        assert!(at("init") < at("one") && at("init") < at("two"), "{trace}");
    }
    code();
}

#[test]
fn an_initialization_that_panics_leaves_the_cell_empty() {
    let seen = traces(|| {
        let cell = OnceLock::new();
        let wrong = std::panic::AssertUnwindSafe(|| *cell.get_or_init(|| panic!("not today")));
        let failed: std::thread::Result<u32> = std::panic::catch_unwind(wrong);
        event!("failed", failed.is_err(), cell.get().is_none());
        event!("set", cell.set(7).is_ok(), cell.set(8).is_err());
        event!("value", cell.get().copied().unwrap_or(0), cell.into_inner().unwrap_or(0));
    });
    assert_eq!(seen, set(&["failed.true.true set.true.true value.7.7"]));
}

#[test]
fn once_is_done_once_and_lazy_values_are_made_on_demand() {
    let code = || {
        let shared = Arc::new((Once::new(), LazyLock::new(|| 5), AtomicU32::new(0)));
        let threads = [1, 2].map(|_| {
            let shared = Arc::clone(&shared);
            thread::spawn(move || {
                shared.0.call_once(|| {
                    shared.2.fetch_add(1, SeqCst);
                });
                assert!(shared.0.is_completed());
                assert_eq!((*shared.1, shared.2.load(SeqCst)), (5, 1));
            })
        });
        threads.into_iter().for_each(|t| t.join().unwrap());
    };
    assert_eq!(traces(code), set(&[""]));
    code();
}

#[test]
fn a_barrier_has_one_leader_and_lets_nobody_through_alone() {
    let code = || {
        let barrier = Arc::new(Barrier::new(2));
        let other = Arc::clone(&barrier);
        let thread = thread::spawn(move || {
            event!("a");
            let leads = other.wait().is_leader();
            event!("on");
            leads
        });
        event!("b");
        let mine = barrier.wait().is_leader();
        event!("on");
        assert!(mine ^ thread.join().unwrap(), "one of them leads");
    };
    assert_eq!(traces(code), set(&["a b on on", "b a on on"]));
    let alone = || assert!(Barrier::new(2).wait().is_leader());
    assert_eq!(traces(alone), set(&[" !"]));
    code();
}

#[test]
fn pointers_are_atomics() {
    let seen = traces(|| {
        let values = [1, 2];
        let at = |i: usize| std::ptr::from_ref(&values[i]).cast_mut();
        let pointer = Arc::new(AtomicPtr::new(at(0)));
        let (one, two) = (at(0) as usize, at(1) as usize);
        let other = Arc::clone(&pointer);
        let thread = thread::spawn(move || {
            let swapped = other.compare_exchange(one as *mut i32, two as *mut i32, SeqCst, SeqCst).is_ok();
            event!("swapped", swapped);
        });
        event!("second", pointer.load(SeqCst) as usize == two);
        thread.join().unwrap();
    });
    let expected = [
        "second.false swapped.true",
        "swapped.true second.true",
        "swapped.true second.false",
        "second.true swapped.true",
    ];
    assert_eq!(seen, set(&expected));
}

#[test]
fn threads_tell_whether_they_have_finished_and_who_they_are() {
    let seen = traces(|| {
        let thread = thread::spawn(|| event!("done"));
        event!("finished", thread.is_finished());
        assert_ne!(thread.thread().id(), thread::current().id());
        thread.join().unwrap();
    });
    assert_eq!(seen, set(&["finished.false done", "done finished.true", "done finished.false"]));
    let thread = std::thread::spawn(|| thread::current().id());
    assert_ne!(thread.join().unwrap(), thread::current().id());
}

#[test]
fn a_parked_thread_may_time_out() {
    let seen = traces(|| {
        let thread = thread::spawn(|| {
            thread::park_timeout(Duration::from_millis(1));
            event!("on");
        });
        event!("before");
        thread.thread().unpark();
        thread.join().unwrap();
    });
    assert_eq!(seen, set(&["before on", "on before"]));
}

#[test]
fn loops_that_spin_and_iterators_of_channels_end() {
    let seen = traces(|| {
        let flag = Arc::new(AtomicU32::new(0));
        let other = Arc::clone(&flag);
        let (sender, receiver) = mpsc::channel();
        let thread = thread::spawn(move || {
            sender.send(1).unwrap();
            sender.send(2).unwrap();
            drop(sender);
            other.store(1, SeqCst);
        });
        while flag.load(SeqCst) == 0 {
            hint::spin_loop();
        }
        event!("tried", receiver.try_iter().count());
        event!("left", receiver.into_iter().count());
        thread.join().unwrap();
    });
    assert_eq!(seen, set(&["tried.2 left.0"]));
    // Flags that are negated, and a mutex by reference.
    let flag = rely_explore::sync::atomic::AtomicBool::new(true);
    assert!(flag.fetch_not(SeqCst) && !flag.load(SeqCst));
    assert_eq!(*Mutex::new(3).get_mut().unwrap(), 3);
}

rely_explore::thread_local! {
    static MINE: RefCell<Vec<u32>> = RefCell::new(Vec::new());
}

#[test]
fn values_of_threads_are_their_own_and_end_with_the_execution() {
    let code = || {
        let add = |x: u32| {
            MINE.with(|mine| mine.borrow_mut().push(x));
            MINE.with(|mine| mine.borrow().len())
        };
        let thread = thread::spawn(move || {
            event!("other", add(1));
        });
        event!("main", add(2), add(3));
        thread.join().unwrap();
        MINE.with(|mine| mine.borrow_mut().clear());
    };
    assert_eq!(traces(code), set(&["other.1 main.1.2", "main.1.2 other.1"]));
    code();
}
