//! What happens when an automaton is left: the user's choice.

use alloc::boxed::Box;
use core::fmt;

use crate::run::Report;

/// A violation, and whose it is.
#[derive(Clone, Copy, Debug)]
pub struct Alarm<'r> {
    /// The violation.
    pub report: Report<'r>,
    /// The instance, where there are several.
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

/// What is done about a violation. It is counted in any case, so that a program can ask and go into a
/// fallback mode.
#[derive(Default)]
pub enum OnViolation {
    /// Nothing else.
    #[default]
    Count,
    /// The thread panics.
    Panic,
    /// Somebody is told, on the thread of the event, after it has been judged; no lock is held.
    Call(Box<dyn Fn(&Alarm<'_>) + Send + Sync>),
}

impl OnViolation {
    /// Tells somebody.
    pub fn call(told: impl Fn(&Alarm<'_>) + Send + Sync + 'static) -> Self {
        OnViolation::Call(Box::new(told))
    }

    /// Does what is to be done.
    ///
    /// # Panics
    /// If that is what is to be done.
    pub fn act(&self, alarm: &Alarm<'_>) {
        match self {
            OnViolation::Count => {}
            OnViolation::Panic => panic!("{alarm}"),
            OnViolation::Call(told) => told(alarm),
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
