//! The table of [GPC04] in our numbers.

use std::sync::Arc;

use rely_explore::experiment::{Experiment, Role, Row, Rule};
use rely_explore::{Deadlocks, Explorer, thread};
use rely_monitor::OwnedTable;

use super::checker::ExecCondChecker;
use super::executive::{Executive, Waker};
use super::{ExecLock, RoverStub, SavedWakeUp, SavedWakeUpDriver, SavedWakeUpStub, Version, WakeUpsDriver};

/// How often everything is done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Size {
    /// Changes of the database.
    pub changes: usize,
    /// Evaluations of the conditions.
    pub evaluations: usize,
    /// Actions of the Executive.
    pub actions: usize,
    /// Calls of the driver that stands for the Executive, and of the one that stands for the checker.
    pub calls: usize,
}

impl Default for Size {
    fn default() -> Self {
        Size { changes: 2, evaluations: 2, actions: 2, calls: 6 }
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

/// Both components.
pub fn whole(size: Size, version: Version) {
    let exec = Arc::new(ExecLock::default());
    let checker: Arc<dyn SavedWakeUp> = start_checker(size, &exec);
    let executive = Executive::new(exec, checker, Box::new(RoverStub), version);
    start("executive", move || executive.run(size.actions));
}

/// ExecCondChecker, and a driver in place of the Executive.
pub fn checker_with_driver(size: Size, driver: SavedWakeUpDriver) {
    let exec = Arc::new(ExecLock::default());
    let checker = start_checker(size, &exec);
    start("driver", move || driver.run(&*checker, &exec.mutex));
}

/// The Executive, a stub in place of ExecCondChecker, and a driver for what it does of its own accord.
pub fn executive_with_stub(size: Size, version: Version) {
    let exec = Arc::new(ExecLock::default());
    let executive = Executive::new(exec.clone(), Arc::new(SavedWakeUpStub), Box::new(RoverStub), version);
    start("executive", move || executive.run(size.actions));
    start("checker", move || WakeUpsDriver::new(size.calls).run(&Waker(exec.clone()), &exec.mutex));
}

/// The driver of figure 8.
pub fn universal_driver(size: Size) -> SavedWakeUpDriver {
    SavedWakeUpDriver::new(size.calls)
}

/// The driver that has A′ built in.
pub fn locked_driver(size: Size) -> SavedWakeUpDriver {
    SavedWakeUpDriver::new(size.calls).locked("read").locked("clear")
}

/// Deadlocks are no matter of this experiment, as in the paper: without changes of the database everybody waits.
fn safety_only(explorer: Explorer) -> Explorer {
    explorer.deadlocks(Deadlocks::Count)
}

/// The rows of table 1, and what follows from them.
pub fn experiment(size: Size) -> Experiment {
    let (p, a, under_lock) = (property(), assumption(), under_lock());
    let (p, a, under_lock) = (p.table(), a.table(), under_lock.table());
    let row = |name, role, body: Box<dyn Fn() + Send + Sync>| Row::new(name, role, body).with(safety_only);
    Experiment::new("rover")
        .row(row("whole system", Role::Whole, Box::new(move || whole(size, Version::Fixed))).property(p))
        .row(
            row("whole system (bug)", Role::Whole, Box::new(move || whole(size, Version::Buggy)))
                .property(p)
                .expect_violated(),
        )
        .row(
            row(
                "premise 1, A′ as automaton",
                Role::Premise1,
                Box::new(move || checker_with_driver(size, universal_driver(size))),
            )
            .assume(a)
            .assume(under_lock)
            .property(p),
        )
        .row(
            row(
                "premise 1, A′ encoded",
                Role::Premise1,
                Box::new(move || checker_with_driver(size, locked_driver(size))),
            )
            .assume(a)
            .encodes(under_lock)
            .property(p),
        )
        .row(
            row("premise 2, A", Role::Premise2, Box::new(move || executive_with_stub(size, Version::Fixed)))
                .property(a),
        )
        .row(
            row(
                "premise 2, A (bug)",
                Role::Premise2,
                Box::new(move || executive_with_stub(size, Version::Buggy)),
            )
            .property(a)
            .expect_violated(),
        )
        .row(
            row("premise 2, A′", Role::Premise2, Box::new(move || executive_with_stub(size, Version::Fixed)))
                .property(under_lock),
        )
        .row(
            row(
                "premise 2, A′ (bug)",
                Role::Premise2,
                Box::new(move || executive_with_stub(size, Version::Buggy)),
            )
            .property(under_lock),
        )
        .rule(
            Rule::new("fixed", "premise 1, A′ as automaton")
                .discharged_by("premise 2, A")
                .discharged_by("premise 2, A′")
                .whole("whole system"),
        )
        .rule(
            Rule::new("fixed, A′ encoded", "premise 1, A′ encoded")
                .discharged_by("premise 2, A")
                .discharged_by("premise 2, A′")
                .whole("whole system"),
        )
        .rule(
            Rule::new("buggy", "premise 1, A′ as automaton")
                .discharged_by("premise 2, A (bug)")
                .discharged_by("premise 2, A′ (bug)")
                .whole("whole system (bug)")
                .expect_no_proof(),
        )
}
