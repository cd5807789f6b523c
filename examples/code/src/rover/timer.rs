//! ExecTimerChecker: two threads that watch the time for the Executive. It is a part of what surrounds
//! ExecCondChecker.

use std::sync::{Arc, PoisonError};

use rely_explore::environment::rounds;
use rely_explore::locks::{EventMutex, Holder};
use rely_explore::sync::Condvar;
use rely_monitor::event;

use super::ExecLock;

const CLOCK: Holder = Holder::new("clock.lock", "clock.unlock");
const TIMER: Holder = Holder::new("timer.list.lock", "timer.list.unlock");
const ALARM: Holder = Holder::new("timer.lock", "timer.unlock");

/// What the timer and its threads remember, for searches that visit a state once.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Remembered {
    late: bool,
    ticks: usize,
    alarms: usize,
}

/// The checker of times.
pub struct ExecTimerChecker {
    /// Has the time passed that somebody waits for?
    late: EventMutex<bool>,
    passed: Condvar,
    exec: Arc<ExecLock>,
    remembered: std::sync::Mutex<Remembered>,
}

impl ExecTimerChecker {
    /// A timer that wakes who holds this lock.
    pub fn new(exec: Arc<ExecLock>) -> Self {
        ExecTimerChecker {
            late: EventMutex::new(false),
            passed: Condvar::new(),
            exec,
            remembered: std::sync::Mutex::default(),
        }
    }

    /// What it remembers now.
    pub fn remembered(&self) -> Remembered {
        self.remembered.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    fn remember(&self, note: impl FnOnce(&mut Remembered)) {
        note(&mut self.remembered.lock().unwrap_or_else(PoisonError::into_inner));
    }

    /// The first thread: time passes.
    pub fn clock(&self, alarms: usize) {
        for tick in rounds("alarms of the timer", alarms) {
            let mut late = self.late.lock(&CLOCK);
            *late = true;
            self.remember(|it| (it.late, it.ticks) = (true, tick));
            self.passed.notify_one();
        }
    }

    /// The second thread: says so to the Executive.
    pub fn watch(&self, alarms: usize) {
        for alarm in rounds("alarms of the timer", alarms) {
            let mut late = self.late.lock(&TIMER).wait_while(&self.passed, |late| !*late);
            *late = false;
            self.remember(|it| (it.late, it.alarms) = (false, alarm));
            drop(late);
            let mut exec = self.exec.lock(&ALARM);
            exec.is_due = true;
            event!("timer.alarm");
            self.exec.condition.notify_one();
        }
    }
}
