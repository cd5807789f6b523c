//! What the checks by reduction answer: deadlock and safety without visiting every state.
//!
//! A reduction (compositional, partial order) answers as [`Reach::verdicts`](crate::Reach::verdicts)
//! would, or says why it cannot. Its runs are runs of the whole system, though not always shortest ones.

use std::fmt;

use rely_lts::{Role, Spent, System, Verdict};

use crate::reach::SafetyResult;

/// What a check by reduction is to decide.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wanted {
    /// Deadlock freedom?
    pub deadlock: bool,
    /// Safety of these components (by position), each a property or a process that has an ERROR.
    pub safety: Vec<usize>,
}

impl Wanted {
    /// Deadlock freedom, and safety of every property and of every process that has an ERROR.
    pub fn everything(system: &System) -> Wanted {
        let can_fail = |i: &usize| {
            let component = &system.components[*i];
            component.role == Role::Property || component.lts.has_error()
        };
        Wanted { deadlock: true, safety: (0..system.components.len()).filter(can_fail).collect() }
    }

    /// Is there nothing to decide?
    pub fn is_empty(&self) -> bool {
        !self.deadlock && self.safety.is_empty()
    }
}

/// The answers of a check by reduction.
#[derive(Clone, Debug)]
pub struct ReducedCheck {
    /// Deadlock freedom, if it was wanted.
    pub deadlock: Option<Verdict>,
    /// Safety of the components that were wanted, in their order.
    pub safety: Vec<SafetyResult>,
    /// States that were stored at once, at most.
    pub states: u64,
    /// Transitions of these states.
    pub transitions: u64,
}

/// Why a reduction does not answer.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum NotApplicable {
    /// The system has something that the reduction does not preserve.
    Unsupported(&'static str),
    /// The reduction itself became too large to pay.
    TooLarge,
    /// The budget was spent.
    Spent(Spent),
}

impl fmt::Display for NotApplicable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NotApplicable::Unsupported(what) => f.write_str(what),
            NotApplicable::TooLarge => f.write_str("the reduction became too large"),
            NotApplicable::Spent(spent) => spent.fmt(f),
        }
    }
}

impl From<Spent> for NotApplicable {
    fn from(spent: Spent) -> Self {
        NotApplicable::Spent(spent)
    }
}
