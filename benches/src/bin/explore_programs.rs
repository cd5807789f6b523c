//! Explores small thread programs in several ways and says what each took, one line of `key=value` per run:
//! `explore_programs [PROGRAM]`. Used by `cargo xtask bench explore`.

use std::time::Duration;

use rely_explore::sync::atomic::{AtomicU32, Ordering};
use rely_explore::sync::{Arc, Condvar, Mutex};
use rely_explore::{
    Bounds, Explorer, Granularity, Reduction, StateMatching, at_state, choose, event, thread,
};

/// A way of exploring and its name.
type Way = (&'static str, fn() -> Explorer);

/// Where a run is ended.
const PATIENCE: Duration = Duration::from_secs(20);

fn three_by_three() {
    let threads = ["a", "b", "c"].map(|name| thread::spawn(move || (0..3).for_each(|i| event!(name, i))));
    threads.into_iter().for_each(|t| t.join().unwrap());
}

/// Threads that each count twice under the same lock.
fn counters() {
    let counter = Arc::new(Mutex::new(0));
    let threads = [0; 3].map(|_| {
        let counter = Arc::clone(&counter);
        thread::spawn(move || (0..2).for_each(|_| *counter.lock().unwrap() += 1))
    });
    threads.into_iter().for_each(|t| t.join().unwrap());
    event!("sum", *counter.lock().unwrap());
}

/// Threads that have nothing to do with each other.
fn strangers() {
    let threads = [0; 3].map(|_| {
        thread::spawn(|| {
            let mine = AtomicU32::new(0);
            for _ in 0..3 {
                mine.fetch_add(1, Ordering::Relaxed);
            }
        })
    });
    threads.into_iter().for_each(|t| t.join().unwrap());
    event!("end");
}

/// Two pairs of threads, each with a lock of its own.
fn pairs() {
    let locks = [0; 2].map(|_| Arc::new(Mutex::new(0)));
    let threads = [0, 1, 0, 1].map(|pair| {
        let lock: Arc<Mutex<u32>> = Arc::clone(&locks[pair]);
        thread::spawn(move || {
            let mine = AtomicU32::new(0);
            mine.store(1, Ordering::Relaxed);
            *lock.lock().unwrap() += mine.load(Ordering::Relaxed);
        })
    });
    threads.into_iter().for_each(|t| t.join().unwrap());
    event!("end");
}

/// A queue with one place, two producers, one consumer.
fn buffer() {
    let shared = Arc::new((Mutex::new(None), Condvar::new()));
    let producers = [1, 2].map(|value| {
        let shared = Arc::clone(&shared);
        thread::spawn(move || {
            let place = shared.0.lock().unwrap();
            let mut place = shared.1.wait_while(place, |place| place.is_some()).unwrap();
            *place = Some(value);
            event!("put", value);
            shared.1.notify_all();
        })
    });
    for _ in 0..2 {
        let place = shared.0.lock().unwrap();
        let mut place = shared.1.wait_while(place, |place| place.is_none()).unwrap();
        event!("take", place.take().unwrap());
        shared.1.notify_all();
    }
    producers.into_iter().for_each(|t| t.join().unwrap());
}

/// A driver that may lock, change and unlock in any order for some calls, beside a worker.
fn driver() {
    let shared = Arc::new((Mutex::new(()), std::sync::atomic::AtomicU32::new(0)));
    let other = Arc::clone(&shared);
    let worker = thread::spawn(move || {
        for _ in 0..2 {
            let _held = other.0.lock().unwrap();
            event!("work", other.1.load(Ordering::Relaxed));
        }
    });
    for left in 0..4 {
        at_state(&(left, shared.1.load(Ordering::Relaxed)));
        match choose(3) {
            0 => shared.1.store(0, Ordering::Relaxed),
            value => {
                let _held = shared.0.lock().unwrap();
                event!("call", value);
                shared.1.store(value as u32, Ordering::Relaxed);
            }
        }
    }
    worker.join().unwrap();
}

fn main() {
    let programs: [(&str, fn()); 6] = [
        ("3×3 events", three_by_three),
        ("3 threads, 2 critical sections each", counters),
        ("3 threads, 3 private operations each", strangers),
        ("2 pairs of threads, a lock each", pairs),
        ("queue with one place, 2 producers", buffer),
        ("driver of 4 calls beside a worker", driver),
    ];
    let ways: [Way; 5] = [
        ("none", || Explorer::new().reduction(Reduction::None)),
        ("sleep", || Explorer::new().reduction(Reduction::SleepSets)),
        ("dynamic", || Explorer::new().reduction(Reduction::Dynamic)),
        ("events", || Explorer::new().granularity(Granularity::Event)),
        ("states", || Explorer::new().states(StateMatching::Prune)),
    ];
    let only = std::env::args().nth(1);
    for (program, code) in programs.into_iter().filter(|(name, _)| only.as_deref().is_none_or(|o| o == *name))
    {
        for (way, explorer) in ways {
            let bounds = Bounds { time: Some(PATIENCE), ..Bounds::default() };
            let report = explorer().bounds(bounds).count_traces().run(code);
            println!(
                "program={program};way={way};executions={};complete={};traces={};steps={};seconds={:.6};ended={}",
                report.executions,
                report.complete,
                report.distinct_traces.unwrap_or(0),
                report.steps,
                report.time.as_secs_f64(),
                report.time < PATIENCE
            );
        }
    }
}
