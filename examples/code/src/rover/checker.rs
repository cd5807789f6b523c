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

/// What the checker and its threads remember, for searches that visit a state once. Kept beside the real
/// thing, since that is behind locks.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Remembered {
    conditions: Vec<usize>,
    changed: bool,
    saved: usize,
    changes: usize,
    evaluations: usize,
    /// How far it is with saving: both accesses are made at one place in the code.
    accesses: usize,
}

/// The checker of conditions.
pub struct ExecCondChecker {
    list: EventMutex<List>,
    changed: Condvar,
    /// `savedWakeUpStruct`: a wake-up, or [`NOTHING`].
    saved: Mutex<usize>,
    exec: Arc<ExecLock>,
    rover: Box<dyn Rover>,
    remembered: std::sync::Mutex<Remembered>,
}

impl ExecCondChecker {
    /// A checker that wakes who holds this lock, and begins with these conditions.
    pub fn new(exec: Arc<ExecLock>, rover: Box<dyn Rover>, conditions: Vec<usize>) -> Self {
        let remembered = Remembered { conditions: conditions.clone(), ..Remembered::default() };
        ExecCondChecker {
            list: EventMutex::new(List { conditions, changed: false }),
            changed: Condvar::new(),
            saved: Mutex::new(NOTHING),
            exec,
            rover,
            remembered: std::sync::Mutex::new(remembered),
        }
    }

    /// What it remembers now.
    pub fn remembered(&self) -> Remembered {
        self.remembered.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    fn remember(&self, note: impl FnOnce(&mut Remembered)) {
        note(&mut self.remembered.lock().unwrap_or_else(PoisonError::into_inner));
    }

    /// The first thread: takes note of changes of the database.
    pub fn monitor(&self, changes: usize) {
        for round in rounds("changes of the database", changes) {
            self.remember(|it| it.changes = round);
            event!("database.changes");
            let mut list = self.list.lock(&MONITOR);
            event!("monitor.note");
            list.changed = true;
            self.remember(|it| it.changed = true);
            event!("changed.signal");
            self.changed.notify_one();
        }
    }

    /// The second thread: evaluates conditions after each change.
    pub fn check(&self, evaluations: usize) {
        for round in rounds("evaluations of the conditions", evaluations) {
            self.remember(|it| it.evaluations = round);
            let mut list = self.list.lock(&CHECKER);
            while !list.changed {
                event!("checker.no_change");
                list = list.wait(&self.changed);
            }
            event!("checker.change");
            list.changed = false;
            self.remember(|it| it.changed = false);
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
        self.remember(|it| it.accesses = 1);
        let saved = self.access(|saved| {
            event!("checker.read", *saved);
            *saved
        });
        if wake_up > saved {
            self.remember(|it| it.accesses = 2);
            self.access(|saved| {
                event!("checker.save", wake_up);
                *saved = wake_up;
            });
            self.exec.condition.notify_one();
        }
        self.remember(|it| it.accesses = 0);
    }

    /// Looks at or changes what is saved, and announces it while nobody else can.
    fn access<R>(&self, access: impl FnOnce(&mut usize) -> R) -> R {
        let mut saved = self.saved.lock().unwrap_or_else(PoisonError::into_inner);
        let result = access(&mut saved);
        self.remember(|it| it.saved = *saved);
        result
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
        self.remember(|it| it.conditions.clone_from(&list.conditions));
    }

    fn forget(&self, condition: usize) {
        let mut list = self.list.lock(&EXECUTIVE);
        event!("exec.forget", condition);
        list.conditions.retain(|other| *other != condition);
        self.remember(|it| it.conditions.clone_from(&list.conditions));
    }
}
