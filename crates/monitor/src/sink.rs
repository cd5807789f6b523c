//! Monitors as a sink: `event!` feeds them.

use core::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::vec::Vec;

use crate::alarm::{Alarm, OnViolation};
use crate::event::{Event, Sink};
use crate::monitor::Monitor;
use crate::run::Outcome;
use crate::table::{Kind, Table};

/// Monitors of one or several automata, fed by [`event!`](crate::event!) from all threads. Assumptions are
/// checked before properties.
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
/// // A component that relied on the assumption may now use its fallback.
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
    /// Monitors of these automata, which have seen no event.
    pub fn new(tables: impl IntoIterator<Item = Table<'static>>, on_violation: OnViolation) -> Self {
        Self::remembering(tables, on_violation)
    }
}

impl<const K: usize> MonitorSink<K> {
    /// [`MonitorSink::new`] with another number `K` of remembered actions.
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

    /// The number of violated automata.
    pub fn violations(&self) -> u64 {
        self.violations.load(Ordering::Acquire)
    }

    /// Has the environment violated an assumption? Then proofs that use it no longer apply.
    pub fn in_fallback(&self) -> bool {
        self.left.load(Ordering::Acquire) > 0
    }

    /// The number of events that are not in the alphabet of any automaton.
    pub fn free(&self) -> u64 {
        self.free.load(Ordering::Relaxed)
    }

    /// A copy of the monitors in their current state, assumptions first.
    pub fn monitors(&self) -> Vec<Monitor<'static, K>> {
        self.lock().clone()
    }

    /// Starts new runs and resets all counters.
    pub fn reset(&self) {
        let mut monitors = self.lock();
        monitors.iter_mut().for_each(Monitor::reset);
        for counter in [&self.violations, &self.left, &self.free] {
            counter.store(0, Ordering::Release);
        }
    }

    /// Poison is ignored: callbacks run after the lock is released, and a run is consistent at any time.
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
