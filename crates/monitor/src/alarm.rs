//! The reaction to a violation: the program's choice.

use alloc::boxed::Box;
use core::fmt;

use crate::run::Report;

/// A violation, and the instance it belongs to.
#[derive(Clone, Copy, Debug)]
pub struct Alarm<'r> {
    /// The violation.
    pub report: Report<'r>,
    /// The key of the instance, if there are several.
    pub key: Option<&'r str>,
}

impl fmt::Display for Alarm<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.key {
            Some(key) => write!(f, "{key}: {}", self.report),
            None => fmt::Display::fmt(&self.report, f),
        }
    }
}

/// How to react to a violation. Violations are counted in any case, so a program can also poll the counters
/// and switch to a fallback mode.
///
/// ```
/// use rely_monitor::{Kind, MonitorSink, OnViolation, Table, VIOLATED, event};
/// use std::sync::mpsc;
/// const STOP: Table<'static> = Table::constant("STOP", Kind::Property, &["crash"], 1, &[VIOLATED], None);
/// let (sender, alarms) = mpsc::channel();
/// let sink = MonitorSink::new([STOP], OnViolation::call(move |alarm| sender.send(alarm.to_string()).unwrap()));
/// event!(&sink => "crash");
/// let text = "property STOP violated at step 1: `crash` in state 0, the first action; no action was allowed";
/// assert_eq!(alarms.recv().unwrap(), text);
/// ```
#[derive(Default)]
pub enum OnViolation {
    /// Only count it.
    #[default]
    Count,
    /// Panic with the report, on the thread of the event.
    Panic,
    /// Call a function, on the thread of the event and after all monitors have seen it. No lock is held.
    Call(Box<dyn Fn(&Alarm<'_>) + Send + Sync>),
}

impl OnViolation {
    /// [`OnViolation::Call`] without the box.
    pub fn call(callback: impl Fn(&Alarm<'_>) + Send + Sync + 'static) -> Self {
        OnViolation::Call(Box::new(callback))
    }

    /// Reacts to a violation.
    ///
    /// # Panics
    /// If this is [`OnViolation::Panic`], or the function panics.
    pub fn act(&self, alarm: &Alarm<'_>) {
        match self {
            OnViolation::Count => {}
            OnViolation::Panic => panic!("{alarm}"),
            OnViolation::Call(callback) => callback(alarm),
        }
    }
}

impl fmt::Debug for OnViolation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            OnViolation::Count => "Count",
            OnViolation::Panic => "Panic",
            OnViolation::Call(_) => "Call",
        })
    }
}
