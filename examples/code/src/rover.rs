//! The Executive of the K9 rover and ExecCondChecker, which watches conditions for it.
//!
//! The code follows the design in `examples/rover-executive.lts`, and so do the names of the events.
//! ExecCondChecker ([`checker`]) has two threads: one learns that the database has changed, the other then
//! evaluates conditions, saves one that holds, and wakes the Executive ([`executive`]). The Executive looks
//! at what was saved, clears it, acts, or waits.
//!
//! The property of the developers: once the Executive has read a wake-up, ExecCondChecker does not read it
//! until the Executive has cleared it. One of the two Executives does not keep it.
//!
//! What is saved is behind a mutex of its own, whose holders do nothing but look and announce; nothing in the
//! types says that the lock of the Executive is needed, too. In Rust one would put the variable behind that
//! lock, and the compiler would discharge the assumption that \[GPC04\] call A′. The Java code of the paper
//! could not, and this code follows it.

pub mod checker;
pub mod executive;
pub mod experiment;
pub mod timer;

use rely_explore::locks::{EventGuard, EventMutex, Holder};
use rely_explore::sync::Condvar;
use rely_explore::{Domain, universal};

/// Wake-ups are numbers up to this, as `MAX` in the model.
pub const MAX: usize = 1;

/// No wake-up.
pub const NOTHING: usize = 0;

/// What ExecCondChecker offers to the Executive. The driver stands for the Executive, the stub for
/// ExecCondChecker.
#[universal(prefix = "exec", lock = "exec")]
pub trait SavedWakeUp: Send + Sync {
    /// Looks at what was saved.
    #[returns(NOTHING..=MAX)]
    fn read(&self) -> usize;

    /// Forgets what was saved.
    fn clear(&self);

    /// Adds a condition to those that are evaluated.
    fn watch(&self, #[domain(1..=MAX)] condition: usize);

    /// Removes a condition from those that are evaluated.
    fn forget(&self, #[domain(1..=MAX)] condition: usize);
}

/// What the Executive offers to ExecCondChecker. The driver stands for ExecCondChecker, and calls at any
/// time, not only with the lock.
#[universal(prefix = "checker", driver)]
pub trait WakeUps: Send + Sync {
    /// A wake-up has been saved.
    fn save(&self, #[domain(1..=MAX)] wake_up: usize);
}

/// What the rover knows about itself; the rest of the rover is a stub.
#[universal(stub)]
pub trait Rover: Send + Sync {
    /// Does a condition hold now?
    #[event(none)]
    fn holds(&self, condition: usize) -> bool;

    /// Is a wake-up of any use to the plan as it is now?
    #[event(none)]
    fn is_relevant(&self, wake_up: usize) -> bool;
}

/// Is the Executive the first one, or the one that clears before it decides?
#[derive(Clone, Copy, Debug, PartialEq, Eq, Domain)]
pub enum Version {
    /// As it was found.
    Buggy,
    /// As it was mended.
    Fixed,
}

/// Is the time for something up?
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Alarm {
    /// The Executive has not yet noticed.
    pub is_due: bool,
}

/// The lock of the Executive, and what it waits on.
#[derive(Default)]
pub struct ExecLock {
    /// The lock. What the Executive and the timer share is behind it; that it also has to be held for what
    /// the checker has saved is agreed upon, not written down.
    pub mutex: EventMutex<Alarm>,
    /// The Executive waits here for wake-ups.
    pub condition: Condvar,
}

impl ExecLock {
    /// Takes the lock.
    pub fn lock(&self, holder: &Holder) -> EventGuard<'_, Alarm> {
        self.mutex.lock(holder)
    }
}
