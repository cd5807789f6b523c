//! Questions and answers of the checks by reduction: deadlock and safety without visiting every state.
//!
//! A reduction (compositional, partial order) answers as [`Reach::verdicts`](crate::Reach::verdicts)
//! would, or says why it cannot. Its runs are runs of the complete system, though not always shortest ones.

use std::fmt;

use rely_lts::{Context, Role, Spent, System, Trace, Verdict};

use crate::reach::{Explore, Reach, SafetyResult};

/// The questions for a check by reduction.
///
/// ```
/// use rely_check::{Wanted, partial_order};
/// use rely_lts::{Actions, Component, Context, Lts, System};
/// let actions = Actions::new();
/// let system = System::new("S", &actions, vec![Component::new("STOP", Lts::stop(&actions).into())]);
/// let wanted = Wanted::everything(&system);
/// assert!(wanted.deadlock && wanted.safety.is_empty(), "there is no property, and nothing has an ERROR");
/// let checked = partial_order::check(&system, &wanted, Context::unlimited()).expect("there is no priority");
/// assert_eq!(checked.deadlock.and_then(|verdict| verdict.evidence().cloned()), Some(Default::default()));
/// ```
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

/// Why an answer is *unknown*: `what` happens on a run that violations of other components end earlier.
pub(crate) fn cut_off(
    system: &System,
    what: &str,
    run: &Trace,
    enders: impl IntoIterator<Item = usize>,
) -> String {
    let names: Vec<&str> = enders.into_iter().map(|i| system.components[i].name.as_str()).collect();
    let names = names.join(", ");
    let run = if run.is_empty() {
        "at once".to_string()
    } else {
        format!("after {}", run.names(&system.actions).join(" "))
    };
    format!("cut off by the violation of {names}; without it there is {what} {run}")
}

/// A full search for remarks about vacuity has at most this many states.
const REMARK_LIMIT: u64 = 100_000;

/// Adds to properties that hold the remark of a full search: a violation of another component may end every
/// run before an action of the property occurs. The reductions leave other properties out and do not notice.
/// If the full search is too large, nothing is remarked.
pub(crate) fn remark_vacuous(system: &System, safety: &mut [SafetyResult], ctx: Context<'_>) {
    let can_fail = |i: usize| system.components[i].lts.has_error();
    let known = |i: usize| safety.iter().any(|result| result.component == i && result.verdict.holds());
    let others_fail = (0..system.components.len()).any(|i| can_fail(i) && !known(i));
    let is_open = |result: &SafetyResult| result.verdict.holds() && result.vacuous.is_none();
    if !others_fail || !safety.iter().any(is_open) {
        return;
    }
    let states = ctx.budget.states.map_or(REMARK_LIMIT, |states| states.min(REMARK_LIMIT));
    let budget = ctx.budget.clone().with_states(states);
    let reach = Reach::explore(system, Explore::States, Context { budget: &budget, ..ctx });
    if reach.spent().is_none() {
        for result in safety.iter_mut().filter(|result| is_open(result)) {
            result.vacuous = reach.safety_vacuous(result.component);
        }
    }
}

/// The answers of a check by reduction.
#[derive(Clone, Debug)]
pub struct ReducedCheck {
    /// Deadlock freedom, if it was wanted.
    pub deadlock: Option<Verdict>,
    /// Safety of the components that were wanted, in their order.
    pub safety: Vec<SafetyResult>,
    /// States of the largest search or step.
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
