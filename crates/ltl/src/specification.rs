//! A formula with its propositions: what `assert`, `constraint` and `ltl_property` define.

use rely_lts::ActionId;

use crate::formula::Formula;

/// The meaning of a proposition of a formula. Propositions are evaluated after every action.
///
/// ```
/// use rely_ltl::Proposition;
/// use rely_lts::Actions;
/// let actions = Actions::new();
/// let (on, off, wait) = (actions.intern("on"), actions.intern("off"), actions.intern("wait"));
/// let lit = Proposition::Fluent {
///     name: "LIT".to_string(), initiating: vec![on], terminating: vec![off], initially: false,
/// };
/// let after_on = lit.after(lit.initially(), on);
/// assert!(after_on && lit.after(after_on, wait) && !lit.after(after_on, off));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Proposition {
    /// True after an action of the first set, false after one of the second, otherwise unchanged.
    Fluent {
        /// Its name in the source.
        name: String,
        /// The actions that make it true.
        initiating: Vec<ActionId>,
        /// The actions that make it false.
        terminating: Vec<ActionId>,
        /// Its value before the first action.
        initially: bool,
    },
    /// True exactly at the positions whose last action is one of these.
    Actions {
        /// Its name in the source.
        name: String,
        /// The actions.
        actions: Vec<ActionId>,
    },
}

impl Proposition {
    /// Its name in the source.
    pub fn name(&self) -> &str {
        match self {
            Proposition::Fluent { name, .. } | Proposition::Actions { name, .. } => name,
        }
    }

    /// The value before the first action, which no formula sees but which fluents keep.
    pub fn initially(&self) -> bool {
        matches!(self, Proposition::Fluent { initially: true, .. })
    }

    /// The value after an action, given the value before it.
    pub fn after(&self, before: bool, action: ActionId) -> bool {
        match self {
            Proposition::Fluent { initiating, terminating, .. } => {
                initiating.contains(&action) || (before && !terminating.contains(&action))
            }
            Proposition::Actions { actions, .. } => actions.contains(&action),
        }
    }

    /// The actions that it depends on.
    pub fn labels(&self) -> impl Iterator<Item = ActionId> + '_ {
        let (first, second): (&[ActionId], &[ActionId]) = match self {
            Proposition::Fluent { initiating, terminating, .. } => (initiating, terminating),
            Proposition::Actions { actions, .. } => (actions, &[]),
        };
        first.iter().chain(second).copied()
    }
}

/// A named formula with its propositions.
#[derive(Clone, Debug)]
pub struct Specification {
    /// The name of the assert, constraint or property.
    pub name: String,
    /// The formula.
    pub formula: Formula,
    /// The propositions, as the formula numbers them.
    pub propositions: Vec<Proposition>,
    /// Further labels of the process that a constraint or property becomes: `+ {…}`.
    pub extension: Vec<ActionId>,
}

impl Specification {
    /// All labels of the fluents, action sets and the extension, each once, in order of their ids; never tau.
    pub fn labels(&self) -> Vec<ActionId> {
        let mut labels: Vec<ActionId> = self
            .propositions
            .iter()
            .flat_map(Proposition::labels)
            .chain(self.extension.iter().copied())
            .collect();
        labels.sort_unstable();
        labels.dedup();
        labels.retain(|a| !a.is_tau());
        labels
    }
}

/// One progress test: `progress P = {…}` or `progress P = if {…} then {…}`, for particular values of its
/// indices.
///
/// Under fair choice it means that one of the actions occurs again and again, if one of the condition does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProgressTest {
    /// Its name, with indices: `P.1`.
    pub name: String,
    /// Only terminal sets of states in which one of these occurs are tested; `None`: all of them.
    pub condition: Option<Vec<ActionId>>,
    /// One of these must occur in every terminal set that is tested.
    pub actions: Vec<ActionId>,
}

/// How a process made from a formula treats an action that would violate it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reading {
    /// `constraint`: it blocks the action.
    Blocking,
    /// `ltl_property`: it lets the action happen and enters ERROR.
    Observing,
}
