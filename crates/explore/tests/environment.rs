//! Universal environments are universal: drivers call every sequence, stubs answer everything, locks announce
//! every release.

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::rc::Rc;
use std::sync::Arc;

use rely_explore::experiment::{Experiment, Role, Row, Rule, Verdict};
use rely_explore::locks::{EventMutex, Holder};
use rely_explore::sync::{Condvar, Mutex};
use rely_explore::{Bounds, Deadlocks, Domain, Explorer, Reduction, event, thread, universal};
use rely_monitor::{Kind, Table, VIOLATED};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Domain)]
enum Mode {
    Fast,
    Safe(bool),
}

#[universal(prefix = "job", lock = "me")]
trait Jobs {
    #[returns([7, 9])]
    fn start(&self, #[domain(0..2)] size: usize) -> usize;
    #[event("job.stop")]
    fn stop(&self);
    #[event(none)]
    fn set(&self, mode: Mode);
}

/// Says what it is asked for.
struct Echo;

impl Jobs for Echo {
    fn start(&self, size: usize) -> usize {
        event!("start", size);
        size
    }

    fn stop(&self) {
        event!("stop");
    }

    fn set(&self, mode: Mode) {
        event!("set", format!("{mode:?}"));
    }
}

/// All traces of some code, each as one text.
fn traces(code: impl Fn() + Send + Sync + 'static) -> BTreeSet<String> {
    let seen = Rc::new(RefCell::new(BTreeSet::new()));
    let all = seen.clone();
    let report = Explorer::new()
        .reduction(Reduction::None)
        .deadlocks(Deadlocks::Count)
        .on_trace(move |trace| {
            let actions: Vec<&str> = trace.actions().collect();
            all.borrow_mut().insert(actions.join(" "));
        })
        .run(code);
    assert!(report.is_exhausted(), "{report}");
    seen.borrow().clone()
}

/// By the definition: every sequence of at most so many calls.
fn sequences(operations: &[&str], calls: usize) -> BTreeSet<String> {
    let mut all = BTreeSet::from([String::new()]);
    for _ in 0..calls {
        let longer = all
            .iter()
            .flat_map(|trace| operations.iter().map(move |o| format!("{trace} {o}").trim().to_string()));
        let longer: Vec<String> = longer.collect();
        all.extend(longer);
    }
    all
}

#[test]
fn a_driver_calls_every_sequence_with_every_value() {
    let operations = ["start.0", "start.1", "stop", "set.Fast", "set.Safe(false)", "set.Safe(true)"];
    for calls in 0..3 {
        let mutex = || Mutex::new(());
        // Without the lock: what it does with it is looked at below.
        let unlocked: BTreeSet<String> = traces(move || JobsDriver::new(calls).run(&Echo, &mutex()))
            .into_iter()
            .filter(|trace| !trace.contains("lock"))
            .collect();
        assert_eq!(unlocked, sequences(&operations, calls), "{calls} calls");
    }
}

#[test]
fn a_driver_releases_whatever_it_takes() {
    let driver = || JobsDriver::new(3).without("set").without("start").locked("stop");
    let seen = traces(move || driver().run(&Echo, &Mutex::new(())));
    let expected: BTreeSet<String> = [
        "",
        "me.lock me.unlock",
        "me.lock stop me.unlock",
        "me.lock stop stop me.unlock",
        "me.lock me.unlock me.lock me.unlock",
        "me.lock stop me.unlock me.lock me.unlock",
        "me.lock me.unlock me.lock stop me.unlock",
        "me.lock me.unlock me.lock me.unlock me.lock me.unlock",
    ]
    .map(str::to_string)
    .into();
    assert_eq!(seen, expected);
}

#[test]
fn a_stub_announces_every_call_and_answers_everything() {
    let seen = traces(|| {
        let answer = JobsStub.start(1);
        event!("answer", answer);
        JobsStub.stop();
        JobsStub.set(Mode::Fast);
    });
    assert_eq!(
        seen,
        ["job.start.1.7 answer.7 job.stop", "job.start.1.9 answer.9 job.stop"].map(str::to_string).into()
    );
}

#[test]
fn a_domain_is_all_values() {
    assert_eq!(Mode::domain(), [Mode::Fast, Mode::Safe(false), Mode::Safe(true)]);
    assert_eq!(Option::<bool>::domain().len(), 3);
    assert_eq!(<(bool, Option<bool>)>::domain().len(), 6);
}

#[test]
fn an_empty_domain_is_told_when_the_driver_is_made() {
    const NONE: [usize; 0] = [];
    #[universal(driver)]
    trait Nobody {
        #[allow(dead_code)]
        fn call(&self, #[domain(NONE)] value: usize);
    }
    let made = std::panic::catch_unwind(|| NobodyDriver::new(1));
    let message = *made.expect_err("nothing can be called").downcast::<String>().expect("a message");
    assert_eq!(
        message,
        "the domain of argument `value` of `Nobody::call` is empty: there is no value to try"
    );
    let unknown =
        std::panic::catch_unwind(|| JobsDriver::new(1).without("halt")).expect_err("no such operation");
    let message = *unknown.downcast::<String>().expect("a message");
    assert_eq!(message, "Jobs has no operation `halt`; its operations are start, stop, set");
}

const A: Holder = Holder::new("a.lock", "a.unlock").waiting("a.wait", "a.wake");
const B: Holder = Holder::new("b.lock", "b.unlock");

#[test]
fn every_release_of_a_lock_is_announced_drops_and_waits_included() {
    let seen = traces(|| {
        let shared = Arc::new((EventMutex::new(false), Condvar::new()));
        let other = shared.clone();
        thread::spawn(move || {
            let mut guard = other.0.lock(&B);
            *guard = true;
            other.1.notify_one();
        });
        let guard = shared.0.lock(&A).wait_while(&shared.1, |done| !*done);
        assert!(*guard);
    });
    let waits = "a.lock a.wait a.unlock b.lock b.unlock a.wake a.lock a.unlock";
    assert_eq!(seen, ["b.lock b.unlock a.lock a.unlock", waits].map(str::to_string).into());
}

const TURNS: Table<'static> =
    Table::constant("TURNS", Kind::Assumption, &["start.0", "stop"], 2, &[1, VIOLATED, VIOLATED, 0], None);
const NEVER_SET: Table<'static> =
    Table::constant("NEVER_SET", Kind::Property, &["set.Fast"], 1, &[VIOLATED], None);

fn driven(name: &str) -> Row {
    Row::new(name, Role::Premise1, || JobsDriver::new(2).without("set").run(&Echo, &Mutex::new(())))
}

fn keeps_turns(name: &str) -> Row {
    Row::new(name, Role::Premise2, || {
        JobsStub.set(Mode::Fast);
        event!("start", 0);
        event!("stop");
    })
    .property(TURNS)
}

#[test]
fn a_rule_holds_only_if_every_assumption_is_discharged() {
    let verdict = |experiment: Experiment, rule: Rule| {
        let report = experiment.rule(rule).run();
        report.rules[0].verdict.clone()
    };
    let first = || driven("first").assume(TURNS).property(NEVER_SET);
    let good = Experiment::new("good").row(first()).row(keeps_turns("second"));
    assert_eq!(verdict(good, Rule::new("r", "first").discharged_by("second")), Verdict::HoldsWithin);
    let open = Experiment::new("open").row(first()).row(keeps_turns("second"));
    let why = "premise 1 assumes TURNS, which no premise 2 proves".to_string();
    assert_eq!(verdict(open, Rule::new("r", "first")), Verdict::Unknown(why.clone()));
    // What is built into a driver has to be shown, too.
    let encoded = Experiment::new("encoded").row(driven("first").encodes(TURNS).property(NEVER_SET));
    assert_eq!(verdict(encoded, Rule::new("r", "first")), Verdict::Unknown(why.clone()));
    // So has what was given to the explorer.
    let hidden = driven("first").with(|explorer| explorer.assume(TURNS)).property(NEVER_SET);
    assert_eq!(
        verdict(Experiment::new("hidden").row(hidden), Rule::new("r", "first")),
        Verdict::Unknown(why)
    );
    let circular = Experiment::new("circular").row(first()).row(keeps_turns("second").assume(NEVER_SET));
    let why = "premise 2 (`second`) has an assumption of its own".to_string();
    assert_eq!(verdict(circular, Rule::new("r", "first").discharged_by("second")), Verdict::Unknown(why));
    let failing = Experiment::new("failing")
        .row(first())
        .row(Row::new("second", Role::Premise2, || event!("stop")).property(TURNS).expect_violated());
    let found = verdict(failing, Rule::new("r", "first").discharged_by("second"));
    assert_eq!(found, Verdict::Unknown("`second`: violated".to_string()));
    let whole = Row::new("whole", Role::Whole, || event!("set", "Fast")).property(NEVER_SET);
    let contradiction = Experiment::new("c").row(first()).row(keeps_turns("second")).row(whole);
    assert_eq!(
        verdict(contradiction, Rule::new("r", "first").discharged_by("second").whole("whole")),
        Verdict::Violated
    );
}

#[test]
fn a_bounded_result_never_says_that_it_holds() {
    let closed = Experiment::new("closed").row(keeps_turns("closed")).run();
    assert_eq!(closed.rows[0].verdict, Verdict::Holds, "a program that nothing bounds but itself");
    let bounded = Experiment::new("bounded").row(driven("bounded").property(NEVER_SET)).run();
    assert_eq!(bounded.rows[0].verdict, Verdict::HoldsWithin);
    assert_eq!(
        bounded.rows[0].bounds,
        ["argument `size` of `Jobs::start` in 0..2", "≤ 2 calls of the driver of Jobs"]
    );
    assert!(
        bounded.to_string().contains("holds within the bounds")
            && !bounded.to_string().contains("holds for all")
    );
    assert_eq!(bounded.to_json()["rows"][0]["verdict"], "holds-within-bounds");
    let spent = driven("spent").with(|e| e.bounds(Bounds { executions: Some(2), ..Bounds::default() }));
    let spent = Experiment::new("spent").row(spent.property(NEVER_SET)).run();
    assert!(matches!(spent.rows[0].verdict, Verdict::Unknown(_)) && !spent.is_expected(), "{spent}");
    assert_eq!(spent.to_json()["rows"][0]["verdict"], "unknown");
    let cut = driven("cut").with(|e| e.bounds(Bounds { steps: 3, ..Bounds::default() }));
    let cut = Experiment::new("cut").row(cut.property(NEVER_SET)).run();
    assert_eq!(cut.rows[0].verdict, Verdict::HoldsWithin);
    assert!(
        cut.rows[0].bounds.iter().any(|bound| bound.contains("3 operations")),
        "{:?}",
        cut.rows[0].bounds
    );
    let outside = Row::new("outside", Role::Premise1, || event!("stop")).assume(TURNS).property(NEVER_SET);
    let outside = Experiment::new("outside").row(outside).run();
    assert_eq!(outside.rows[0].verdict, Verdict::Nothing, "{outside}");
}
