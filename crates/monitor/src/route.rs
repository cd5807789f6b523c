//! Where `event!` goes: to the sink of the thread, or else to the sink of the process.

use std::cell::RefCell;
use std::panic::Location;
use std::rc::Rc;
use std::sync::OnceLock;

use crate::event::{Event, Sink};

static GLOBAL: OnceLock<&'static (dyn Sink + Send + Sync)> = OnceLock::new();

std::thread_local! {
    static LOCAL: RefCell<Option<Rc<dyn Sink>>> = const { RefCell::new(None) };
}

/// Passes an event to the sink of this thread, or else to the sink of the process. [`event!`](crate::event!)
/// calls it.
#[inline]
#[track_caller]
pub fn emit(event: &Event<'_>) {
    // The sink may do what it likes, even replace itself, so that nothing stays borrowed while it works.
    // A thread that is being torn down has no sink of its own any more.
    let local = LOCAL.try_with(|local| local.borrow().clone()).ok().flatten();
    match (local, GLOBAL.get()) {
        (Some(sink), _) => sink.event_at(event, Location::caller()),
        (None, Some(sink)) => sink.event_at(event, Location::caller()),
        (None, None) => {}
    }
}

/// Sets the sink of the process, for all threads without a sink of their own.
///
/// ```
/// use rely_monitor::{Kind, MonitorSink, OnViolation, Table, VIOLATED, event, set_global};
/// const FILE: Table<'static> =
///     Table::constant("FILE", Kind::Assumption, &["close", "open"], 2, &[VIOLATED, 1, 0, VIOLATED], None);
/// let sink: &'static MonitorSink = Box::leak(Box::new(MonitorSink::new([FILE], OnViolation::Count)));
/// set_global(sink)?;
/// std::thread::spawn(|| event!("close")).join().unwrap();
/// assert!(sink.in_fallback());
/// # Ok::<(), rely_monitor::AlreadySet>(())
/// ```
///
/// # Errors
/// If it has been set before: the sink of the process cannot be replaced.
pub fn set_global(sink: &'static (dyn Sink + Send + Sync)) -> Result<(), AlreadySet> {
    GLOBAL.set(sink).map_err(|_| AlreadySet)
}

/// The sink of the process has been set before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AlreadySet;

impl core::fmt::Display for AlreadySet {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str("the sink of the process has been set before and cannot be replaced")
    }
}

impl core::error::Error for AlreadySet {}

/// Sets the sink of the current thread until the guard is dropped, which restores the previous one.
///
/// ```
/// use rely_monitor::{Event, Sink, event, set_local};
/// use std::{cell::Cell, rc::Rc};
///
/// struct Count(Cell<u32>);
/// impl Sink for Count {
///     fn event(&self, _: &Event<'_>) {
///         self.0.set(self.0.get() + 1);
///     }
/// }
/// let count = Rc::new(Count(Cell::new(0)));
/// let guard = set_local(count.clone());
/// event!("heard");
/// drop(guard);
/// event!("not heard");
/// assert_eq!(count.0.get(), 1);
/// ```
pub fn set_local(sink: Rc<dyn Sink>) -> LocalGuard {
    let before = LOCAL.try_with(|local| local.borrow_mut().replace(sink)).ok().flatten();
    LocalGuard { before }
}

/// Restores the previous sink of the thread when it is dropped.
#[must_use = "the sink is in place until this is dropped"]
pub struct LocalGuard {
    before: Option<Rc<dyn Sink>>,
}

impl Drop for LocalGuard {
    fn drop(&mut self) {
        let before = self.before.take();
        // What was in place is dropped outside of the borrow: it may emit events itself.
        let mine = LOCAL.try_with(|local| std::mem::replace(&mut *local.borrow_mut(), before));
        drop(mine);
    }
}
