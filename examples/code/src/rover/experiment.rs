//! The table of \[GPC04\] in our numbers.

use std::sync::Arc;

use rely_explore::experiment::{Experiment, Role, Row, Rule};
use rely_explore::{Deadlocks, Explorer, StateMatching, at_state, thread};
use rely_monitor::OwnedTable;

use super::checker::ExecCondChecker;
use super::executive::{Executive, Waker};
use super::timer::ExecTimerChecker;
use super::{ExecLock, RoverStub, SavedWakeUpDriver, SavedWakeUpStub, Version, WakeUpsDriver};

/// How often everything is done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Size {
    /// Changes of the database.
    pub changes: usize,
    /// Evaluations of the conditions.
    pub evaluations: usize,
    /// Actions of the Executive.
    pub actions: usize,
    /// Alarms of the timer, which is a part of what surrounds ExecCondChecker.
    pub alarms: usize,
    /// Calls of the driver that stands for the Executive.
    pub calls: usize,
    /// Calls of the driver that stands for ExecCondChecker.
    pub saves: usize,
}

impl Default for Size {
    fn default() -> Self {
        Size { changes: 2, evaluations: 2, actions: 2, alarms: 2, calls: 6, saves: 2 }
    }
}

/// The property of the developers, `CLEARED_FIRST`.
pub fn property() -> OwnedTable {
    crate::table(include_str!("../../models/rover-property.json"))
}

/// The assumption that `rely assume` finds for the module of ExecCondChecker.
pub fn assumption() -> OwnedTable {
    crate::table(include_str!("../../models/rover-assumption.json"))
}

/// What the design leaves out, as an assumption: the Executive does not edit the list of conditions.
pub fn list_as_it_is() -> OwnedTable {
    crate::table(include_str!("../../models/rover-list-as-it-is.json"))
}

/// The assumption A′: the Executive accesses what is saved only while it holds its lock.
pub fn under_lock() -> OwnedTable {
    crate::table(include_str!("../../models/rover-under-lock.json"))
}

fn start(name: &str, body: impl FnOnce() + Send + 'static) {
    // Nobody waits for the threads of the rover: they run as long as it does.
    let _ = thread::Builder::new().name(name.to_string()).spawn(body);
}

/// Starts the two threads of the checker.
fn start_checker(size: Size, exec: &Arc<ExecLock>) -> Arc<ExecCondChecker> {
    let checker = Arc::new(ExecCondChecker::new(exec.clone(), Box::new(RoverStub), vec![1]));
    let (monitor, check) = (checker.clone(), checker.clone());
    start("monitor", move || monitor.monitor(size.changes));
    start("checker", move || check.check(size.evaluations));
    checker
}

/// Starts the two threads of the timer, if it has anything to do.
fn start_timer(size: Size, exec: &Arc<ExecLock>) -> Arc<ExecTimerChecker> {
    let timer = Arc::new(ExecTimerChecker::new(exec.clone()));
    if size.alarms > 0 {
        let (clock, watch) = (timer.clone(), timer.clone());
        start("clock", move || clock.clock(size.alarms));
        start("timer", move || watch.watch(size.alarms));
    }
    timer
}

/// Both components.
pub fn whole(size: Size, version: Version) {
    let exec = Arc::new(ExecLock::default());
    let checker = start_checker(size, &exec);
    let timer = start_timer(size, &exec);
    let executive = Executive::new(exec, checker.clone(), Box::new(RoverStub), version)
        .telling(move |acted, late| at_state(&(acted, late, checker.remembered(), timer.remembered())));
    start("executive", move || executive.run(size.actions));
}

/// ExecCondChecker, and a driver in place of the Executive.
pub fn checker_with_driver(size: Size, driver: SavedWakeUpDriver) {
    let exec = Arc::new(ExecLock::default());
    let checker = start_checker(size, &exec);
    start("driver", move || driver.run_telling(&*checker, &exec.mutex, ExecCondChecker::remembered));
}

/// The Executive, a stub in place of ExecCondChecker, and a driver for what it does of its own accord.
pub fn executive_with_stub(size: Size, version: Version) {
    let exec = Arc::new(ExecLock::default());
    let timer = start_timer(size, &exec);
    let driver = WakeUpsDriver::new(size.saves);
    let told = driver.clone();
    let executive = Executive::new(exec.clone(), Arc::new(SavedWakeUpStub), Box::new(RoverStub), version)
        .telling(move |acted, late| at_state(&(acted, late, timer.remembered(), told.left())));
    start("executive", move || executive.run(size.actions));
    start("checker", move || driver.run(&Waker(exec)));
}

/// The driver of figure 8, for a plan of one node: its condition is in the list from the start, and the list
/// is not edited.
pub fn universal_driver(size: Size) -> SavedWakeUpDriver {
    SavedWakeUpDriver::new(size.calls).without("watch").without("forget")
}

/// The driver that has A′ built in.
pub fn locked_driver(size: Size) -> SavedWakeUpDriver {
    universal_driver(size).locked("read").locked("clear")
}

/// The driver that also edits the list of conditions, as in the paper.
pub fn editing_driver(size: Size) -> SavedWakeUpDriver {
    SavedWakeUpDriver::new(size.calls)
}

/// Deadlocks are no matter of this experiment, as in the paper: without changes of the database everybody
/// waits.
fn safety_only(explorer: Explorer) -> Explorer {
    explorer.deadlocks(Deadlocks::Count).states(StateMatching::Prune)
}

/// The rows of table 1, some to compare with, and what follows from them.
pub fn experiment(size: Size) -> Experiment {
    let (p, a, under_lock, list) = (property(), assumption(), under_lock(), list_as_it_is());
    let (p, a, under_lock, list) = (p.table(), a.table(), under_lock.table(), list.table());
    let row = |name, role, body: Box<dyn Fn() + Send + Sync>| Row::new(name, role, body).with(safety_only);
    let both =
        |name, role, size, version| row(name, role, Box::new(move || whole(size, version))).property(p);
    let driven = |name, role, driver: fn(Size) -> SavedWakeUpDriver| {
        row(name, role, Box::new(move || checker_with_driver(size, driver(size)))).encodes(list).property(p)
    };
    let stubbed_alone = |name, version| {
        let alone = Size { alarms: 0, ..size };
        row(name, Role::Other, Box::new(move || executive_with_stub(alone, version))).property(a)
    };
    let stubbed =
        |name, version| row(name, Role::Premise2, Box::new(move || executive_with_stub(size, version)));
    let alone = Size { alarms: 0, ..size };
    let rule = |name, premise_1| {
        let rule = Rule::new(name, premise_1).discharged_by("premise 2, A").discharged_by("premise 2, A′");
        rule.whole("whole system")
    };
    Experiment::new("rover")
        .row(both("whole system", Role::Whole, size, Version::Fixed))
        .row(both("whole system (bug)", Role::Whole, size, Version::Buggy).expect_violated())
        .row(
            driven("premise 1, A′ as automaton", Role::Premise1, universal_driver)
                .assume(a)
                .assume(under_lock),
        )
        .row(driven("premise 1, A′ encoded", Role::Premise1, locked_driver).assume(a).encodes(under_lock))
        .row(stubbed("premise 2, A", Version::Fixed).property(a))
        .row(stubbed("premise 2, A (bug)", Version::Buggy).property(a).expect_violated())
        .row(stubbed("premise 2, A′", Version::Fixed).property(under_lock).property(list))
        .row(stubbed("premise 2, A′ (bug)", Version::Buggy).property(under_lock).property(list))
        .row(both("without the timer", Role::Other, alone, Version::Fixed))
        .row(both("without the timer (bug)", Role::Other, alone, Version::Buggy).expect_violated())
        .row(stubbed_alone("Executive without the timer", Version::Fixed))
        .row(stubbed_alone("Executive without the timer (bug)", Version::Buggy).expect_violated())
        .row(driven("premise 1 with A alone", Role::Other, universal_driver).assume(a))
        .row(
            driven("premise 1 with A′ alone", Role::Other, universal_driver)
                .assume(under_lock)
                .expect_violated(),
        )
        .rule(rule("fixed", "premise 1, A′ as automaton"))
        .rule(rule("fixed, A′ encoded", "premise 1, A′ encoded"))
        .rule(
            Rule::new("buggy", "premise 1, A′ as automaton")
                .discharged_by("premise 2, A (bug)")
                .discharged_by("premise 2, A′ (bug)")
                .whole("whole system (bug)")
                .expect_no_proof(),
        )
}
