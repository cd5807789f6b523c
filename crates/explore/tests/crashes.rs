//! Code that must not crash or hang the exploration: what threads leave behind, destructors with assertions,
//! locks of `std`.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::process::Command;
use std::time::Duration;

use rely_explore::sync::atomic::{AtomicUsize, Ordering::SeqCst};
use rely_explore::sync::{Arc, Condvar, Mutex, mpsc};
use rely_explore::{
    BoundHit, Bounds, Explorer, Reduction, SearchOutcome, StateMatching, at_state, event, thread,
};
use rely_monitor::{Kind, Table, VIOLATED};

const REDUCTIONS: [Reduction; 3] = [Reduction::None, Reduction::SleepSets, Reduction::Dynamic];

type Job = Box<dyn FnOnce() + Send>;

/// A pool of threads in the shape of the crate `threadpool` 1.8: a worker that dies by a panic starts its
/// successor in a destructor.
struct Shared {
    jobs: Mutex<mpsc::Receiver<Job>>,
    empty: (Mutex<()>, Condvar),
    queued: AtomicUsize,
    active: AtomicUsize,
}

impl Shared {
    fn has_work(&self) -> bool {
        self.queued.load(SeqCst) > 0 || self.active.load(SeqCst) > 0
    }

    fn tell_if_empty(&self) {
        if !self.has_work() {
            drop(self.empty.0.lock().expect("the trigger is never poisoned"));
            self.empty.1.notify_all();
        }
    }
}

struct Sentinel(Arc<Shared>, bool);

impl Drop for Sentinel {
    fn drop(&mut self) {
        if self.1 {
            self.0.active.fetch_sub(1, SeqCst);
            self.0.tell_if_empty();
            work(Arc::clone(&self.0));
        }
    }
}

fn work(shared: Arc<Shared>) {
    thread::Builder::new()
        .name("worker".to_string())
        .spawn(move || {
            let mut sentinel = Sentinel(Arc::clone(&shared), true);
            loop {
                let job = {
                    let jobs = shared.jobs.lock().expect("the queue is never poisoned");
                    jobs.recv()
                };
                let Ok(job) = job else { break };
                shared.active.fetch_add(1, SeqCst);
                shared.queued.fetch_sub(1, SeqCst);
                job();
                shared.active.fetch_sub(1, SeqCst);
                shared.tell_if_empty();
            }
            sentinel.1 = false;
        })
        .expect("a thread starts");
}

struct Pool(mpsc::Sender<Job>, Arc<Shared>);

impl Pool {
    fn new(workers: usize) -> Self {
        let (sender, receiver) = mpsc::channel();
        let shared = Arc::new(Shared {
            jobs: Mutex::new(receiver),
            empty: (Mutex::new(()), Condvar::new()),
            queued: AtomicUsize::new(0),
            active: AtomicUsize::new(0),
        });
        (0..workers).for_each(|_| work(Arc::clone(&shared)));
        Pool(sender, shared)
    }

    fn execute(&self, job: impl FnOnce() + Send + 'static) {
        self.1.queued.fetch_add(1, SeqCst);
        self.0.send(Box::new(job)).expect("the workers are there");
    }

    fn join(&self) {
        let mut lock = self.1.empty.0.lock().unwrap();
        while self.1.has_work() {
            lock = self.1.empty.1.wait(lock).unwrap();
        }
    }
}

const AB: Table<'static> =
    Table::constant("AB", Kind::Assumption, &["a", "b"], 2, &[1, VIOLATED, VIOLATED, 0], None);

#[test]
fn a_pool_whose_workers_have_successors_is_explored() {
    let code = || {
        let pool = Pool::new(1);
        pool.execute(|| event!("a"));
        pool.execute(|| event!("b"));
        pool.join();
        event!("joined");
    };
    for reduction in [Reduction::SleepSets, Reduction::Dynamic] {
        let report = Explorer::new().reduction(reduction).assume(AB).run(code);
        assert!(report.is_exhausted() && report.complete > 0, "{report}");
    }
    // Executions that are given up leave workers, whose destructors start others.
    for steps in 1..60 {
        let bounds = Bounds { steps, executions: Some(30), ..Bounds::default() };
        let report = Explorer::new().bounds(bounds).run(code);
        assert!(report.failure().is_none(), "{report}");
    }
}

#[test]
fn what_is_given_to_a_thread_that_never_starts_is_dropped() {
    struct Held(Arc<Mutex<u32>>);
    impl Drop for Held {
        fn drop(&mut self) {
            *self.0.lock().unwrap() += 1;
            event!("dropped");
        }
    }
    struct Starts(Arc<Mutex<u32>>);
    impl Drop for Starts {
        fn drop(&mut self) {
            let held = Held(Arc::clone(&self.0));
            thread::spawn(move || drop(held));
        }
    }
    let once = Table::new("ONCE", Kind::Assumption, &["a"], 2, &[1, VIOLATED], None).unwrap();
    let report = Explorer::new().assume(once).run(|| {
        let _starts = Starts(Arc::new(Mutex::new(0)));
        event!("a");
        event!("a");
    });
    assert_eq!((report.pruned, report.failure()), (1, None), "{report}");
}

/// Is only dropped if it was finished.
struct Finished(bool);

impl Drop for Finished {
    fn drop(&mut self) {
        assert!(self.0, "dropped before it was finished");
    }
}

#[test]
fn destructors_may_assert_in_executions_that_are_given_up() {
    let code = || {
        let shared = Arc::new((Mutex::new(()), AtomicUsize::new(0)));
        let threads = ["a", "b"].map(|name| {
            let shared = Arc::clone(&shared);
            thread::spawn(move || {
                let mut finished = Finished(false);
                for _ in 0..2 {
                    let _held = shared.0.lock();
                    event!(name);
                    shared.1.fetch_add(1, SeqCst);
                }
                finished.0 = true;
            })
        });
        threads.into_iter().for_each(|t| t.join().unwrap());
    };
    for reduction in REDUCTIONS {
        let report = Explorer::new().reduction(reduction).assume(AB).run(code);
        assert!(report.is_exhausted() && report.pruned > 0, "{report}");
        let bounds = Bounds { steps: 7, ..Bounds::default() };
        let report = Explorer::new().reduction(reduction).bounds(bounds).run(code);
        assert_eq!(report.outcome, SearchOutcome::Bounded(vec![BoundHit::Steps(7)]));
    }
    let report = Explorer::new().states(StateMatching::Prune).run(|| {
        for round in 0..4 {
            let mut finished = Finished(false);
            at_state(&round);
            rely_explore::choose(2);
            finished.0 = true;
        }
    });
    assert!(report.is_exhausted() && report.matched > 0, "{report}");
}

#[test]
fn what_goes_on_after_its_end_is_not_counted() {
    // The execution is over at the second `a`; what follows is no failure, no event, and does not go on
    // forever.
    let once = Table::new("ONCE", Kind::Assumption, &["a"], 2, &[1, VIOLATED], None).unwrap();
    let never = Table::new("NEVER", Kind::Property, &["b"], 1, &[VIOLATED], None).unwrap();
    let codes: [fn(); 4] = [
        || panic!("after the end"),
        || loop {
            event!("c");
        },
        || while rely_explore::choose(2) == 0 {},
        || drop(catch_unwind(AssertUnwindSafe(|| event!("b")))),
    ];
    for code in codes {
        let report = Explorer::new().assume(once).property(never).run(move || {
            let other = thread::spawn(|| event!("x"));
            event!("a");
            event!("a");
            event!("b");
            code();
            other.join().unwrap();
        });
        assert_eq!((report.failure(), report.complete), (None, 0), "{report}");
        assert!(report.pruned > 0 && report.events <= 2 * report.executions, "{report}");
    }
}

#[test]
fn a_lock_of_std_that_is_held_over_an_operation_is_named() {
    const CHILD: &str = "RELY_EXPLORE_TEST_HANG";
    if std::env::var_os(CHILD).is_some() {
        let lock = std::sync::Arc::new(std::sync::Mutex::new(()));
        let explorer = Explorer::new().watchdog(Duration::from_millis(300));
        let report = explorer.run(move || {
            let other = std::sync::Arc::clone(&lock);
            let second = thread::Builder::new().name("second".to_string());
            let second = second.spawn(move || {
                event!("before");
                drop(other.lock());
            });
            let held = lock.lock();
            event!("held");
            drop(held);
            second.unwrap().join().unwrap();
        });
        drop(report);
        return;
    }
    let name = "a_lock_of_std_that_is_held_over_an_operation_is_named";
    let tests = std::env::current_exe().expect("the tests are a program");
    let child = Command::new(tests).args(["--exact", name, "--nocapture"]).env(CHILD, "1").output();
    let output = child.expect("the program starts");
    let text = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(101), "{text}");
    assert!(text.contains("second has not come to its next operation"), "{text}");
    assert!(text.contains("tests/crashes.rs:") && text.contains("main is before event at"), "{text}");
}

fn bounded(reduction: Reduction) -> Explorer {
    let bounds = Bounds { steps: 200, executions: Some(5_000), ..Bounds::default() };
    Explorer::new().reduction(reduction).bounds(bounds)
}

#[test]
fn waiting_by_yields_takes_few_executions() {
    let flag = || {
        let flag = Arc::new(AtomicUsize::new(0));
        let other = Arc::clone(&flag);
        let thread = thread::spawn(move || {
            other.store(1, SeqCst);
            event!("set");
        });
        while flag.load(SeqCst) == 0 {
            thread::yield_now();
        }
        event!("seen");
        thread.join().unwrap();
    };
    let lock = || {
        let shared = Arc::new((AtomicUsize::new(0), AtomicUsize::new(0)));
        let threads = [1, 2].map(|_| {
            let shared = Arc::clone(&shared);
            thread::spawn(move || {
                while shared.0.swap(1, SeqCst) == 1 {
                    thread::yield_now();
                }
                let before = shared.1.load(SeqCst);
                shared.1.store(before + 1, SeqCst);
                shared.0.store(0, SeqCst);
            })
        });
        threads.into_iter().for_each(|t| t.join().unwrap());
        assert_eq!(shared.1.load(SeqCst), 2);
    };
    for reduction in REDUCTIONS {
        let report = bounded(reduction).count_traces().run(flag);
        assert_eq!(report.outcome, SearchOutcome::Bounded(vec![BoundHit::Yields]), "{report}");
        assert_eq!(report.distinct_traces, Some(2), "{report}");
        assert!(report.executions < 13, "{report}");
        let report = bounded(reduction).run(lock);
        assert_eq!(report.outcome, SearchOutcome::Bounded(vec![BoundHit::Yields]), "{report}");
        assert!(report.executions < 200, "{report}");
    }
}

#[test]
fn who_counts_how_often_it_has_looked_goes_on() {
    // The other thread waits for this one: nothing changes until it has stopped looking.
    for reduction in REDUCTIONS {
        let report = bounded(reduction).count_traces().run(|| {
            let flags = Arc::new([AtomicUsize::new(0), AtomicUsize::new(0)]);
            let other = Arc::clone(&flags);
            let thread = thread::spawn(move || {
                while other[1].load(SeqCst) == 0 {
                    thread::yield_now();
                }
                event!("told");
            });
            for _ in 0..4 {
                if flags[0].load(SeqCst) == 1 {
                    break;
                }
                thread::yield_now();
            }
            event!("looked");
            flags[1].store(1, SeqCst);
            thread.join().unwrap();
        });
        assert_eq!(report.distinct_traces, Some(1), "{report}");
        assert!(report.failure().is_none() && report.cut == 0, "{report}");
    }
}
