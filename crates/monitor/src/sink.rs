//! A sink that judges: `event!` feeds monitors.

use core::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::vec::Vec;

use crate::alarm::{Alarm, OnViolation};
use crate::event::{Event, Sink};
use crate::monitor::Monitor;
use crate::run::Outcome;
use crate::table::{Kind, Table};

/// Monitors of one or several automata, fed by [`event!`](crate::event!) from all threads. Assumptions are
/// asked before properties.
///
/// ```
/// use rely_monitor::{Kind, MonitorSink, OnViolation, Table, VIOLATED, event, set_local};
/// use std::rc::Rc;
/// const FILE: Table<'static> =
///     Table::constant("FILE", Kind::Assumption, &["close", "open"], 2, &[VIOLATED, 1, 0, VIOLATED], None);
/// let sink = Rc::new(MonitorSink::new([FILE], OnViolation::call(|alarm| eprintln!("{alarm}"))));
/// let _guard = set_local(sink.clone()); // `set_global` for all threads
/// event!("open");
/// event!("seek");
/// event!("open");
/// assert_eq!((sink.violations(), sink.free()), (1, 1));
/// // A component that relied on it may use what it keeps for such cases.
/// assert!(sink.in_fallback());
/// ```
#[derive(Debug)]
pub struct MonitorSink<const K: usize = 16> {
    monitors: Mutex<Vec<Monitor<'static, K>>>,
    on_violation: OnViolation,
    violations: AtomicU64,
    left: AtomicU64,
    free: AtomicU64,
}

impl MonitorSink {
    /// Monitors of these automata, at the beginning.
    pub fn new(tables: impl IntoIterator<Item = Table<'static>>, on_violation: OnViolation) -> Self {
        Self::remembering(tables, on_violation)
    }
}

impl<const K: usize> MonitorSink<K> {
    /// [`MonitorSink::new`] with another number of actions that are remembered.
    pub fn remembering(tables: impl IntoIterator<Item = Table<'static>>, on_violation: OnViolation) -> Self {
        let mut monitors: Vec<Monitor<'static, K>> = tables.into_iter().map(Monitor::new).collect();
        monitors.sort_by_key(|monitor| monitor.table().kind());
        MonitorSink {
            monitors: Mutex::new(monitors),
            on_violation,
            violations: AtomicU64::new(0),
            left: AtomicU64::new(0),
            free: AtomicU64::new(0),
        }
    }

    /// How many automata have been left.
    pub fn violations(&self) -> u64 {
        self.violations.load(Ordering::Acquire)
    }

    /// Has the environment left an assumption? What was proved under it no longer applies.
    pub fn in_fallback(&self) -> bool {
        self.left.load(Ordering::Acquire) > 0
    }

    /// How many events were no action of any automaton.
    pub fn free(&self) -> u64 {
        self.free.load(Ordering::Relaxed)
    }

    /// The monitors as they are now, assumptions first.
    pub fn monitors(&self) -> Vec<Monitor<'static, K>> {
        self.lock().clone()
    }

    /// Begins again, with all counters.
    pub fn reset(&self) {
        let mut monitors = self.lock();
        monitors.iter_mut().for_each(Monitor::reset);
        for counter in [&self.violations, &self.left, &self.free] {
            counter.store(0, Ordering::Release);
        }
    }

    /// A callback that panics does so after the lock is given back, and a run is whole at any time.
    fn lock(&self) -> MutexGuard<'_, Vec<Monitor<'static, K>>> {
        self.monitors.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn judge(&self, name: &str) {
        let mut left: Vec<Monitor<'static, K>> = Vec::new();
        let mut is_known = false;
        for monitor in self.lock().iter_mut() {
            match monitor.feed_name(name) {
                Outcome::Free => continue,
                Outcome::Kept | Outcome::After => {}
                Outcome::Violated => left.push(*monitor),
            }
            is_known = true;
        }
        if !is_known {
            self.free.fetch_add(1, Ordering::Relaxed);
        }
        for monitor in &left {
            self.violations.fetch_add(1, Ordering::AcqRel);
            if monitor.table().kind() == Kind::Assumption {
                self.left.fetch_add(1, Ordering::AcqRel);
            }
        }
        for monitor in &left {
            if let Some(report) = monitor.report() {
                self.on_violation.act(&Alarm { report, key: None });
            }
        }
    }
}

impl<const K: usize> Sink for MonitorSink<K> {
    fn event(&self, event: &Event<'_>) {
        event.with_action(|name| self.judge(name));
    }
}
