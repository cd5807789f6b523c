//! What a report claims is what was explored: nothing wider, and nothing that `std` allows is left out
//! unsaid.

use std::cell::RefCell;
use std::collections::{BTreeSet, HashMap};
use std::rc::Rc;
use std::time::Duration;

use rely_explore::environment::any;
use rely_explore::experiment::{Experiment, Role, Row, Rule, Verdict};
use rely_explore::sync::atomic::{AtomicU32, Ordering::Relaxed, Ordering::SeqCst};
use rely_explore::sync::{Arc, Condvar, Mutex, RwLock};
use rely_explore::{Deadlocks, Explorer, FailureKind, Reduction, Report, choose, event, thread, universal};
use rely_monitor::{Kind, Table, VIOLATED};

const REDUCTIONS: [Reduction; 3] = [Reduction::None, Reduction::SleepSets, Reduction::Dynamic];

/// All traces of some code, which must be the same with all reductions; a deadlock ends in `!`.
fn traces(explorer: fn() -> Explorer, code: impl Fn() + Send + Sync + Clone + 'static) -> BTreeSet<String> {
    let mut all: Vec<BTreeSet<String>> = Vec::new();
    for reduction in REDUCTIONS {
        let seen = Rc::new(RefCell::new(BTreeSet::new()));
        let note = Rc::clone(&seen);
        let explorer = explorer().reduction(reduction).deadlocks(Deadlocks::Count).on_trace(move |trace| {
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
fn weaker_orderings_are_a_bound() {
    let code = |order| {
        move || {
            let flag = Arc::new(AtomicU32::new(0));
            let other = Arc::clone(&flag);
            let thread = thread::spawn(move || other.store(1, order));
            flag.load(SeqCst);
            thread.join().unwrap();
        }
    };
    assert_eq!(Explorer::new().run(code(SeqCst)).verdict(), "holds for all executions");
    let report = Explorer::new().run(code(Relaxed));
    assert!(!report.is_exhausted());
    assert_eq!(
        report.verdict(),
        "no failure within: sequentially consistent memory, although weaker orderings occur"
    );
}

#[universal]
trait Server: Send + Sync {
    #[returns(0..3)]
    fn answer(&self) -> usize;
    fn ask(&self, #[domain([1, 2])] what: usize);
    fn flag(&self) -> bool;
}

#[test]
fn domains_are_bounds() {
    let code = || {
        ServerStub.flag();
        assert!(ServerStub.answer() < 3);
    };
    let report = Explorer::new().run(code);
    assert_eq!(report.verdict(), "no failure within: the result of `Server::answer` in 0..3");
    let row = Row::new("stub", Role::Premise2, code);
    let row = Experiment::new("stub").row(row).run().rows.remove(0);
    assert_eq!(row.verdict, Verdict::HoldsWithin);
    assert_eq!(row.bounds, ["the result of `Server::answer` in 0..3"]);
    let report = Explorer::new().run(|| ServerDriver::new(1).run(&ServerStub));
    let bounds = [
        "argument `what` of `Server::ask` in [1, 2]",
        "≤ 1 calls of the driver of Server",
        "the result of `Server::answer` in 0..3",
    ];
    assert_eq!(report.limits, bounds);
    let report = Explorer::new().run(|| assert!(any("the size", [1, 8]) > 0));
    assert_eq!(report.verdict(), "no failure within: the size: one of 2 values");
    // All values of a type are no bound.
    assert!(Explorer::new().run(|| assert!([true, false].contains(&ServerStub.flag()))).limits.is_empty());
}

#[test]
fn a_replay_is_one_execution_of_one_program() {
    let code = |wrong: usize| {
        move || {
            let lock = Arc::new(Mutex::new(0));
            let other = Arc::clone(&lock);
            let thread = thread::spawn(move || *other.lock().unwrap() += 1);
            let chosen = choose(4);
            event!("chosen", chosen);
            let value = *lock.lock().unwrap();
            thread.join().unwrap();
            assert!(chosen != wrong || value == 0, "{chosen}, {value}");
        }
    };
    let report = Explorer::new().run(code(3));
    let schedule = report.failure().expect("a failure").schedule.clone();
    let again = Explorer::new().replay(&schedule, code(3)).unwrap();
    assert_eq!(again.failure(), report.failure());
    // The same choices, and what was wrong is right now.
    let right = Explorer::new().replay(&schedule, code(9)).unwrap();
    assert_eq!(right.verdict(), "no failure within: the execution of the schedule");
    assert!(!right.is_exhausted());
    // Another program.
    let other = || {
        let threads = [1, 2].map(|_| thread::spawn(|| event!("other")));
        threads.into_iter().for_each(|t| t.join().unwrap());
        event!("value", choose(4));
    };
    let other = Explorer::new().replay(&schedule, other).unwrap();
    assert_eq!(
        other.verdict(),
        "no failure within: the beginning of one execution: the schedule is for another program"
    );
}

#[test]
fn a_timeout_may_expire_just_before_the_notification() {
    let seen = traces(Explorer::new, || {
        let pair = Arc::new((Mutex::new(false), Condvar::new()));
        let other = Arc::clone(&pair);
        let setter = thread::spawn(move || {
            let mut set = other.0.lock().unwrap();
            *set = true;
            other.1.notify_one();
        });
        let guard = pair.0.lock().unwrap();
        if *guard {
            event!("set");
            return;
        }
        let (guard, result) = pair.1.wait_timeout(guard, Duration::from_millis(1)).unwrap();
        event!("timed_out", result.timed_out(), *guard);
        drop(guard);
        setter.join().unwrap();
    });
    assert_eq!(seen, set(&["set", "timed_out.true.false", "timed_out.true.true", "timed_out.false.true"]));
}

#[test]
fn who_has_timed_out_takes_no_notification() {
    // One notification for two waiters, one of which has a timeout: if it has expired, the other one is
    // woken.
    let seen = traces(Explorer::new, || {
        let pair = Arc::new((Mutex::new(()), Condvar::new()));
        let (timed, plain) = (Arc::clone(&pair), Arc::clone(&pair));
        thread::spawn(move || {
            let guard = timed.0.lock().unwrap();
            let (_guard, result) = timed.1.wait_timeout(guard, Duration::from_millis(1)).unwrap();
            event!("timed", result.timed_out());
        });
        thread::spawn(move || {
            let guard = plain.0.lock().unwrap();
            drop(plain.1.wait(guard).unwrap());
            event!("woken");
        });
        let _guard = pair.0.lock().unwrap();
        pair.1.notify_one();
    });
    let expected = ["timed.true !", "timed.false !", "timed.true woken", "woken timed.true"];
    assert_eq!(seen, set(&expected));
}

#[test]
fn park_may_return_for_no_reason() {
    let code = || {
        let parked = thread::spawn(|| {
            thread::park();
            event!("on");
        });
        parked.join().unwrap();
    };
    assert_eq!(traces(Explorer::new, code), set(&[" !"]));
    assert_eq!(traces(|| Explorer::new().spurious_wakeups(1), code), set(&[" !", "on"]));
}

#[test]
fn a_panic_releases_one_thing_at_a_time() {
    let seen = traces(Explorer::new, || {
        let locks = Arc::new((Mutex::new(()), Mutex::new(())));
        let other = Arc::clone(&locks);
        let thread = thread::spawn(move || {
            let _a = other.0.lock();
            let _b = other.1.lock();
            panic!("with both locks");
        });
        let free = |lock: &Mutex<()>| !matches!(lock.try_lock(), Err(std::sync::TryLockError::WouldBlock));
        let b = free(&locks.1);
        let poisoned = locks.1.is_poisoned();
        let a = free(&locks.0);
        event!("b", b, poisoned, a);
        assert!(thread.join().is_err());
    });
    assert!(seen.contains("b.true.true.false"), "b is free and a is held: {seen:?}");
}

#[test]
fn a_panic_is_what_join_returns() {
    let code = || {
        let lock = Arc::new(Mutex::new(0));
        let other = Arc::clone(&lock);
        let thread = thread::spawn(move || assert_eq!(*other.lock().unwrap(), 0, "too late"));
        *lock.lock().unwrap_or_else(std::sync::PoisonError::into_inner) += 1;
        match thread.join() {
            Ok(()) => event!("ok"),
            Err(payload) => {
                event!("err", payload.downcast_ref::<String>().is_some_and(|m| m.contains("too late")))
            }
        }
    };
    assert_eq!(traces(Explorer::new, code), set(&["ok", "err.true"]));
    assert!(Explorer::new().run(code).verdict().contains("panicked"), "it is said");
    let scoped = || {
        let result = thread::scope(|s| s.spawn(|| assert_eq!(choose(2), 0)).join());
        event!("joined", result.is_err());
    };
    assert_eq!(traces(Explorer::new, scoped), set(&["joined.true", "joined.false"]));
}

#[test]
fn a_panic_that_nobody_hears_of_is_a_failure() {
    let codes: [fn(); 4] = [
        || drop(thread::spawn(|| panic!("alone"))),
        || thread::spawn(|| panic!("alone")).join().unwrap(),
        || thread::scope(|s| drop(s.spawn(|| panic!("alone")))),
        || {
            thread::spawn(|| panic!("alone"));
            thread::park();
        },
    ];
    for code in codes {
        for reduction in REDUCTIONS {
            let report = Explorer::new().reduction(reduction).run(code);
            let failure = report.failure().expect("it fails");
            assert_eq!(failure.kind, FailureKind::Panic, "{failure}");
            assert!(failure.message.contains("alone") && failure.message.contains("claims.rs"), "{failure}");
            let again = Explorer::new().replay(&failure.schedule, code).unwrap();
            assert_eq!(again.failure(), Some(failure));
        }
    }
}

#[test]
fn a_reader_may_wait_behind_a_waiting_writer() {
    let seen = traces(Explorer::new, || {
        let lock = Arc::new(RwLock::new(0));
        let other = Arc::clone(&lock);
        let writer = thread::spawn(move || *other.write().unwrap() += 1);
        let first = lock.read().unwrap();
        let second = lock.read().unwrap();
        event!("read", *first, *second);
        drop((first, second));
        writer.join().unwrap();
    });
    assert_eq!(seen, set(&["read.0.0", "read.1.1", " !"]));
}

#[test]
fn what_survives_an_execution_is_noticed() {
    use std::sync::atomic::AtomicUsize;
    static CALLS: AtomicUsize = AtomicUsize::new(0);
    thread_local! { static MINE: std::cell::Cell<u32> = const { std::cell::Cell::new(0) }; }
    let codes: [fn(); 3] = [
        || event!("call", CALLS.fetch_add(1, Relaxed)),
        || {
            let map: HashMap<u32, ()> = (0..20).map(|key| (key, ())).collect();
            map.keys().for_each(|key| event!("key", key));
        },
        || {
            MINE.with(|mine| mine.set(mine.get() + 1));
            event!("mine", MINE.with(std::cell::Cell::get));
        },
    ];
    for code in codes {
        let report = Explorer::new().run(code);
        let kind = report.failure().map(|failure| failure.kind.clone());
        assert_eq!(kind, Some(FailureKind::NotDeterministic), "{report}");
    }
}

const ONCE: Table<'static> = Table::constant("ONCE", Kind::Property, &["a"], 2, &[1, VIOLATED], None);
const NO_B: Table<'static> = Table::constant("NO_B", Kind::Assumption, &["b"], 1, &[VIOLATED], None);

#[test]
fn nothing_is_no_success() {
    let report = Explorer::new().assume(NO_B).run(|| event!("b"));
    assert!(!report.is_exhausted(), "every execution was pruned: {report}");
    let fails = |report: Report| std::panic::catch_unwind(|| report.check()).is_err();
    assert!(fails(report));
    let report = Explorer::new().property(ONCE).run(|| event!("b"));
    assert_eq!(report.verdict(), "holds for all executions, but no action of ONCE ever occurs");
    assert!(fails(report));
    let report = Explorer::new().property(ONCE).run(|| event!("a"));
    assert!(!fails(report));
    // What is never allowed need not occur.
    let never = Table::new("NEVER", Kind::Property, &["c"], 1, &[VIOLATED], None).unwrap();
    assert!(!fails(Explorer::new().property(never).run(|| event!("a"))));
    assert!(fails(Explorer::new().property(never).run(|| event!("c"))));
}

#[test]
fn rows_that_do_not_compose_are_refused() {
    const TURNS: Table<'static> =
        Table::constant("TURNS", Kind::Assumption, &["Server.ask.1"], 1, &[0], None);
    struct Real;
    impl Server for Real {
        fn answer(&self) -> usize {
            7
        }
        fn ask(&self, what: usize) {
            event!("Server.ask", what);
        }
        fn flag(&self) -> bool {
            true
        }
    }
    let first = |role, drivers| {
        Row::new("first", role, move || {
            for _ in 0..drivers {
                thread::spawn(|| ServerDriver::new(1).run(&Real));
            }
        })
        .assume(TURNS)
        .property(ONCE)
    };
    let second = |role, callers| {
        Row::new("second", role, move || {
            for _ in 0..callers {
                thread::spawn(|| ServerStub.ask(1));
            }
        })
        .property(TURNS)
    };
    let verdict = |first: Row, second: Row| {
        let rule = Rule::new("rule", "first").discharged_by("second");
        Experiment::new("rows").row(first).row(second).rule(rule).run().rules.remove(0).verdict
    };
    let (one, two) = (Role::Premise1, Role::Premise2);
    assert_eq!(verdict(first(one, 1), second(two, 1)), Verdict::HoldsWithin);
    assert_eq!(verdict(first(one, 2), second(two, 1)), Verdict::HoldsWithin);
    let why = |verdict: Verdict| match verdict {
        Verdict::Unknown(why) => why,
        other => panic!("{other:?}"),
    };
    assert_eq!(
        why(verdict(first(one, 1), second(two, 2))),
        "the rows do not fit: 2 threads of `second` call Server, and only 1 thread of `first` drives it"
    );
    assert_eq!(
        why(verdict(first(one, 1), second(two, 0))),
        "the rows do not fit: `first` has a driver of Server, and `second` no stub of it"
    );
    assert_eq!(why(verdict(first(Role::Other, 1), second(two, 1))), "`first` is not a row for premise 1");
    assert_eq!(why(verdict(first(one, 1), second(Role::Whole, 1))), "`second` is not a row for premise 2");
    let undriven = Row::new("first", one, || event!("a")).assume(TURNS).property(ONCE);
    assert_eq!(
        why(verdict(undriven, second(two, 1))),
        "the rows do not fit: `second` has a stub of Server, and `first` no driver of it"
    );
}

#[test]
fn a_failure_says_how_to_see_it_again() {
    const CHILD: &str = "RELY_EXPLORE_TEST_REPLAY";
    let explore = || {
        Explorer::new().run(|| {
            let thread = thread::spawn(|| event!("other"));
            event!("main");
            thread.join().unwrap();
            assert_ne!(choose(4), 3, "the last one is wrong");
        })
    };
    if std::env::var_os(CHILD).is_some() {
        // Another exploration of the same test is not concerned.
        let report = Explorer::new().run(|| event!("one"));
        assert_eq!(report.verdict(), "holds for all executions");
        println!("{}", explore());
        return;
    }
    let text = explore().to_string();
    let lines: Vec<&str> = text.lines().collect();
    assert!(lines.iter().any(|line| line.contains("» other") && line.contains("claims.rs:")), "{text}");
    assert!(lines.iter().any(|line| line.contains("join thread-1")), "{text}");
    assert!(lines.iter().any(|line| line.contains("chooses 3 of 4 values")), "{text}");
    let again =
        lines.iter().find_map(|line| line.strip_prefix("  again: RELY_REPLAY='")).expect("how to replay");
    let (schedule, command) = again.split_once("' ").expect("a command");
    let name = command.strip_prefix("cargo test ").expect("a test");
    assert_eq!(name, "a_failure_says_how_to_see_it_again");
    let tests = std::env::current_exe().expect("the tests are a program");
    let child = |schedule: &str| {
        let mut child = std::process::Command::new(&tests);
        child.args(["--exact", name, "--nocapture"]).env(CHILD, "1").env("RELY_REPLAY", schedule);
        String::from_utf8(child.output().expect("the program starts").stdout).expect("text")
    };
    let text = child(schedule);
    assert!(text.contains("the last one is wrong") && text.contains("\n1 executions"), "{text}");
    let text = child("!");
    assert!(!text.contains("1 executions"), "{text}");
}
