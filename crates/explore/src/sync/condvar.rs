//! Condition variables.

use std::panic::Location;
use std::sync::{LockResult, PoisonError};
use std::time::Duration;

use super::mutex::MutexGuard;
use crate::context::{Identity, current};
use crate::model::{Op, Shared, YES};

/// A [`std::sync::Condvar`] whose operations the explorer schedules.
///
/// The search chooses which thread [`notify_one`](Condvar::notify_one) wakes.
/// [`Explorer::spurious_wakeups`](crate::Explorer::spurious_wakeups) limits how often a wait may end without
/// a notification.
#[derive(Debug, Default)]
pub struct Condvar {
    identity: Identity,
    inner: std::sync::Condvar,
}

/// Whether a wait ended because of its timeout.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WaitTimeoutResult(bool);

impl WaitTimeoutResult {
    /// Whether the wait ended because of its timeout.
    pub fn timed_out(&self) -> bool {
        self.0
    }
}

impl Condvar {
    /// A condition variable without waiters.
    pub const fn new() -> Self {
        Condvar { identity: Identity::new(), inner: std::sync::Condvar::new() }
    }

    /// Releases the lock, waits, and takes the lock again.
    ///
    /// # Errors
    /// If a thread panicked while it held the lock.
    #[track_caller]
    pub fn wait<'a, T>(&self, guard: MutexGuard<'a, T>) -> LockResult<MutexGuard<'a, T>> {
        if let (mutex, None) = guard.held() {
            let inner = guard.dissolve().1.expect("a guard holds its lock until it is dropped");
            return match self.inner.wait(inner) {
                Ok(inner) => Ok(MutexGuard::of_std(mutex, inner)),
                Err(poison) => Err(PoisonError::new(MutexGuard::of_std(mutex, poison.into_inner()))),
            };
        }
        self.explored(guard, false, Location::caller()).0
    }

    /// Waits as long as the condition holds.
    ///
    /// # Errors
    /// If a thread panicked while it held the lock.
    #[track_caller]
    pub fn wait_while<'a, T, F>(
        &self,
        mut guard: MutexGuard<'a, T>,
        mut condition: F,
    ) -> LockResult<MutexGuard<'a, T>>
    where
        F: FnMut(&mut T) -> bool,
    {
        while condition(&mut *guard) {
            guard = self.wait(guard)?;
        }
        Ok(guard)
    }

    /// Waits with a timeout. Under exploration the timeout may expire at any moment.
    ///
    /// # Errors
    /// If a thread panicked while it held the lock.
    #[track_caller]
    pub fn wait_timeout<'a, T>(
        &self,
        guard: MutexGuard<'a, T>,
        duration: Duration,
    ) -> LockResult<(MutexGuard<'a, T>, WaitTimeoutResult)> {
        if let (mutex, None) = guard.held() {
            let inner = guard.dissolve().1.expect("a guard holds its lock until it is dropped");
            return match self.inner.wait_timeout(inner, duration) {
                Ok((inner, result)) => {
                    Ok((MutexGuard::of_std(mutex, inner), WaitTimeoutResult(result.timed_out())))
                }
                Err(poison) => {
                    let (inner, result) = poison.into_inner();
                    let parts = (MutexGuard::of_std(mutex, inner), WaitTimeoutResult(result.timed_out()));
                    Err(PoisonError::new(parts))
                }
            };
        }
        let (result, notified) = self.explored(guard, true, Location::caller());
        let timed_out = WaitTimeoutResult(!notified);
        match result {
            Ok(guard) => Ok((guard, timed_out)),
            Err(poison) => Err(PoisonError::new((poison.into_inner(), timed_out))),
        }
    }

    /// Waits as long as the condition holds, with a timeout.
    ///
    /// # Errors
    /// If a thread panicked while it held the lock.
    #[track_caller]
    pub fn wait_timeout_while<'a, T, F>(
        &self,
        mut guard: MutexGuard<'a, T>,
        duration: Duration,
        mut condition: F,
    ) -> LockResult<(MutexGuard<'a, T>, WaitTimeoutResult)>
    where
        F: FnMut(&mut T) -> bool,
    {
        let start = std::time::Instant::now();
        loop {
            if !condition(&mut *guard) {
                return Ok((guard, WaitTimeoutResult(false)));
            }
            let is_explored = guard.held().1.is_some();
            let left = if is_explored { duration } else { duration.saturating_sub(start.elapsed()) };
            if left.is_zero() && !is_explored {
                return Ok((guard, WaitTimeoutResult(true)));
            }
            let (again, result) = self.wait_timeout(guard, left)?;
            guard = again;
            if is_explored && result.timed_out() {
                let holds = condition(&mut *guard);
                return Ok((guard, WaitTimeoutResult(holds)));
            }
        }
    }

    /// Wakes one of the waiters.
    #[track_caller]
    pub fn notify_one(&self) {
        match current() {
            Some(context) => {
                let object = context.object(&self.identity, || Shared::Condvar { waiting: Vec::new() });
                context.operate(Op::NotifyOne(object), Location::caller());
            }
            None => self.inner.notify_one(),
        }
    }

    /// Wakes all waiters.
    #[track_caller]
    pub fn notify_all(&self) {
        match current() {
            Some(context) => {
                let object = context.object(&self.identity, || Shared::Condvar { waiting: Vec::new() });
                context.operate(Op::NotifyAll(object), Location::caller());
            }
            None => self.inner.notify_all(),
        }
    }

    fn explored<'a, T>(
        &self,
        guard: MutexGuard<'a, T>,
        timeout: bool,
        at: &'static Location<'static>,
    ) -> (LockResult<MutexGuard<'a, T>>, bool) {
        let context = current().expect("a guard of an exploration is used in it");
        let condvar = context.object(&self.identity, || Shared::Condvar { waiting: Vec::new() });
        let mutex = guard.held().0.object(&context);
        context.operate(Op::Wait { condvar, mutex }, at);
        // The explorer has given the lock back; nobody else has run since.
        let (lock, inner, _) = guard.dissolve();
        drop(inner);
        let notified = context.operate(Op::Wake { condvar, mutex, timeout }, at) == YES;
        if timeout && !notified {
            // It has expired; who has the mutex meanwhile may change the value and notify others.
            context.operate(Op::Lock(mutex), at);
        }
        (lock.locked(mutex, at), notified)
    }
}
