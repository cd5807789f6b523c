//! The Executive: reads what was saved, and acts on it or waits.

use std::sync::Arc;

use rely_explore::environment::rounds;
use rely_explore::locks::{EventGuard, Holder};
use rely_monitor::event;

use super::{Alarm, ExecLock, NOTHING, Rover, SavedWakeUp, Version, WakeUps};

const EXEC: Holder = Holder::new("exec.lock", "exec.unlock").waiting("exec.wait", "exec.wake");

/// The Executive.
pub struct Executive {
    exec: Arc<ExecLock>,
    saved: Arc<dyn SavedWakeUp>,
    rover: Box<dyn Rover>,
    version: Version,
    /// Is told, before each look at what was saved, how many times it has acted and whether the time is up.
    tell: Box<dyn Fn(usize, bool) + Send + Sync>,
}

impl Executive {
    /// An Executive with its lock and the checker it asks.
    pub fn new(
        exec: Arc<ExecLock>,
        saved: Arc<dyn SavedWakeUp>,
        rover: Box<dyn Rover>,
        version: Version,
    ) -> Self {
        Executive { exec, saved, rover, version, tell: Box::new(|_, _| {}) }
    }

    /// The same Executive, which says before each look at what was saved how many times it has acted, and
    /// whether the time is up.
    #[must_use]
    pub fn telling(self, tell: impl Fn(usize, bool) + Send + Sync + 'static) -> Self {
        Executive { tell: Box::new(tell), ..self }
    }

    /// Acts so many times on a wake-up.
    pub fn run(&self, actions: usize) {
        for acted in rounds("actions of the Executive", actions) {
            let guard = self.exec.lock(&EXEC);
            let guard = self.until_relevant(guard, acted);
            drop(guard);
            event!("exec.act");
        }
    }

    /// Waits for a wake-up that the plan needs, and clears it; or until the time is up.
    fn until_relevant<'l>(&self, mut guard: EventGuard<'l, Alarm>, acted: usize) -> EventGuard<'l, Alarm> {
        loop {
            (self.tell)(acted, guard.is_due);
            let wake_up = self.saved.read();
            if wake_up != NOTHING {
                if self.version == Version::Fixed {
                    self.saved.clear();
                }
                if self.rover.is_relevant(wake_up) {
                    event!("exec.relevant");
                    if self.version == Version::Buggy {
                        self.saved.clear();
                    }
                    return guard;
                }
                event!("exec.irrelevant");
            }
            if guard.is_due {
                event!("exec.timeout");
                guard.is_due = false;
                return guard;
            }
            guard = guard.wait(&self.exec.condition);
        }
    }
}

/// Wakes the Executive, whose environment is universal: what was saved is the stub's to say.
pub struct Waker(pub Arc<ExecLock>);

impl WakeUps for Waker {
    fn save(&self, wake_up: usize) {
        event!("checker.save", wake_up);
        self.0.condition.notify_one();
    }
}
