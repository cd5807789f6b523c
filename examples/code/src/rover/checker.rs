//! ExecCondChecker: two threads that watch conditions.

use std::sync::{Arc, PoisonError};

use rely_explore::environment::rounds;
use rely_explore::locks::{EventMutex, Holder};
use rely_explore::sync::{Condvar, Mutex};
use rely_monitor::event;

use super::{ExecLock, NOTHING, Rover, SavedWakeUp};

const MONITOR: Holder = Holder::new("monitor.list.lock", "monitor.list.unlock");
const CHECKER: Holder =
    Holder::new("checker.list.lock", "checker.list.unlock").waiting("changed.wait", "changed.wake");
const EXECUTIVE: Holder = Holder::new("exec.list.lock", "exec.list.unlock");
const SAVING: Holder = Holder::new("checker.lock", "checker.unlock");

/// The list of conditions.
struct List {
    conditions: Vec<usize>,
    /// Has the database changed since they were evaluated?
    changed: bool,
}

/// The checker of conditions.
pub struct ExecCondChecker {
    list: EventMutex<List>,
    changed: Condvar,
    /// `savedWakeUpStruct`: a wake-up, or [`NOTHING`].
    saved: Mutex<usize>,
    exec: Arc<ExecLock>,
    rover: Box<dyn Rover>,
}

impl ExecCondChecker {
    /// A checker that wakes who holds this lock, and begins with these conditions.
    pub fn new(exec: Arc<ExecLock>, rover: Box<dyn Rover>, conditions: Vec<usize>) -> Self {
        ExecCondChecker {
            list: EventMutex::new(List { conditions, changed: false }),
            changed: Condvar::new(),
            saved: Mutex::new(NOTHING),
            exec,
            rover,
        }
    }

    /// The first thread: takes note of changes of the database.
    pub fn monitor(&self, changes: usize) {
        for _ in rounds("changes of the database", changes) {
            event!("database.changes");
            let mut list = self.list.lock(&MONITOR);
            event!("monitor.note");
            list.changed = true;
            event!("changed.signal");
            self.changed.notify_one();
        }
    }

    /// The second thread: evaluates conditions after each change.
    pub fn check(&self, evaluations: usize) {
        for _ in rounds("evaluations of the conditions", evaluations) {
            let mut list = self.list.lock(&CHECKER);
            while !list.changed {
                event!("checker.no_change");
                list = list.wait(&self.changed);
            }
            event!("checker.change");
            list.changed = false;
            let conditions = list.conditions.clone();
            drop(list);
            match conditions.into_iter().find(|&condition| self.rover.holds(condition)) {
                None => event!("checker.none"),
                Some(wake_up) => {
                    event!("checker.holds", wake_up);
                    self.save(wake_up);
                }
            }
        }
    }

    /// Saves a wake-up if it is larger than the one that is saved, and wakes the Executive.
    fn save(&self, wake_up: usize) {
        let _exec = self.exec.lock(&SAVING);
        let saved = self.access(|saved| {
            event!("checker.read", *saved);
            *saved
        });
        if wake_up > saved {
            self.access(|saved| {
                event!("checker.save", wake_up);
                *saved = wake_up;
            });
            self.exec.condition.notify_one();
        }
    }

    /// Looks at or changes what is saved, and announces it while nobody else can.
    fn access<R>(&self, access: impl FnOnce(&mut usize) -> R) -> R {
        access(&mut self.saved.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

impl SavedWakeUp for ExecCondChecker {
    fn read(&self) -> usize {
        self.access(|saved| {
            event!("exec.read", *saved);
            *saved
        })
    }

    fn clear(&self) {
        self.access(|saved| {
            event!("exec.clear");
            *saved = NOTHING;
        });
    }

    fn watch(&self, condition: usize) {
        let mut list = self.list.lock(&EXECUTIVE);
        event!("exec.watch", condition);
        list.conditions.push(condition);
        list.conditions.sort_unstable_by(|a, b| b.cmp(a));
        list.conditions.dedup();
    }

    fn forget(&self, condition: usize) {
        let mut list = self.list.lock(&EXECUTIVE);
        event!("exec.forget", condition);
        list.conditions.retain(|other| *other != condition);
    }
}
