//! A system in which another machine stands for a definition.
//!
//! # Problem
//! Given a target and a process that it refers to, and what is to stand for that process: a machine for every
//! list of arguments. Wanted: the system that the target would be, were the process defined that way, and
//! where in it the machine is.
//!
//! # Method
//! References are elaborated as usual, only what a reference stands for is asked for instead of built.
//! Everything that is done to a reference (prefixes, sharing, relabeling, the composites around it) is then
//! done to the machine. Each part of a composition carries its [`Origin`], and a machine that is a component
//! of its own carries what became of its actions.
//!
//! # Invariants
//! 1. The arguments are those that the reference gives: none if it leaves them to the defaults, which are
//!    those of the new definition.
//! 2. A component in which the machine is only a part is [`Origin::Followed`] if the machine, or what it is a
//!    part of, was inserted before `;`, and [`Origin::Inside`] if it was only composed.

use std::sync::Arc;

use rely_lts::{ActionId, Actions, Component, Lts, Role, Spent};

use super::relabels::Relation;
use super::value::Value;
use super::{Failure, fail};
use crate::span::Span;

/// What stands for a definition.
pub struct Replacement<'r> {
    /// The name of the process or composite whose references are replaced.
    pub process: &'r str,
    /// What stands for it.
    pub by: &'r Substitution<'r>,
}

/// What stands for a reference with these arguments (none: the defaults), its actions from the table.
pub type Substitution<'r> = dyn Fn(&[Value], &Actions) -> Result<Substitute, NotReplaced> + 'r;

/// What stands for one reference.
#[derive(Clone, Debug)]
pub struct Substitute {
    /// Its behavior.
    pub lts: Arc<Lts>,
    /// What it is for.
    pub role: Role,
    /// Names of its states, where known.
    pub state_names: Option<Arc<[Option<Arc<str>>]>>,
}

impl From<Component> for Substitute {
    fn from(component: Component) -> Self {
        let Component { lts, role, state_names, .. } = component;
        Substitute { lts, role, state_names }
    }
}

/// Why nothing can stand for a reference.
#[derive(Clone, Debug)]
pub enum NotReplaced {
    /// It has no meaning for these arguments.
    Wrong {
        /// The code of the diagnostic at the reference.
        code: &'static str,
        /// What it says.
        message: String,
    },
    /// The budget is spent.
    Spent(Spent),
}

impl NotReplaced {
    /// The failure at a reference.
    pub(crate) fn at(self, reference: Span) -> Failure {
        match self {
            NotReplaced::Spent(spent) => Failure::Spent(spent),
            NotReplaced::Wrong { code, message } => match fail::<()>(code, reference, message) {
                Err(failure) => failure,
                Ok(()) => Failure::Known,
            },
        }
    }
}

/// A component of a system that is, or contains, what was replaced.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Replaced {
    /// Its place among the components.
    pub place: usize,
    /// How it is in there.
    pub part: ReplacedPart,
}

/// How a component is what was replaced.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ReplacedPart {
    /// It is a reference, with these names: every action of the substitute (sorted by name) with what it is
    /// called in the system.
    Whole(Vec<(ActionId, Vec<ActionId>)>),
    /// It was composed of it and others.
    Inside,
    /// The same, and something in it stands behind `;` and goes on where what was replaced has ended.
    Followed,
}

/// Where a component comes from.
#[derive(Clone)]
pub(crate) enum Origin {
    /// Nothing in it was replaced.
    Other,
    /// It is a replaced reference: the names of its actions, in the table and now.
    Whole(Vec<(ActionId, Vec<String>)>),
    /// Something in it was replaced.
    Inside,
    /// Something in it was replaced, and something else goes on after its END.
    Followed,
}

impl Origin {
    /// A replaced reference as it is.
    pub fn whole(lts: &Lts) -> Origin {
        let names = |&action: &ActionId| (action, vec![lts.actions().name(action).to_string()]);
        Origin::Whole(lts.alphabet().ids().iter().map(names).collect())
    }

    /// What is composed of parts.
    pub fn of<'o>(parts: impl IntoIterator<Item = &'o Origin>) -> Origin {
        parts.into_iter().fold(Origin::Other, |whole, part| match (whole, part) {
            (Origin::Followed, _) | (_, Origin::Followed) => Origin::Followed,
            (Origin::Other, Origin::Other) => Origin::Other,
            _ => Origin::Inside,
        })
    }

    /// What it is for the process into which it is inserted before `;`.
    pub fn followed(&self) -> Origin {
        match self {
            Origin::Other => Origin::Other,
            Origin::Whole(_) | Origin::Inside | Origin::Followed => Origin::Followed,
        }
    }

    /// With other names.
    fn rename(&mut self, images: impl Fn(&str) -> Vec<String>) {
        if let Origin::Whole(names) = self {
            for (_, now) in names {
                *now = now.iter().flat_map(|name| images(name)).collect();
            }
        }
    }

    /// `p:` in front.
    pub fn prefix(&mut self, prefix: &str) {
        self.rename(|name| vec![format!("{prefix}.{name}")]);
    }

    /// `s::` in front.
    pub fn share(&mut self, prefixes: &[String]) {
        self.rename(|name| prefixes.iter().map(|prefix| format!("{prefix}.{name}")).collect());
    }

    /// `/…` behind.
    pub fn relabel(&mut self, relation: &Relation<'_>) {
        self.rename(|name| relation.apply(name));
    }
}

/// A component with where it comes from.
#[derive(Clone)]
pub(crate) struct Part {
    pub component: Component,
    pub origin: Origin,
}

/// The components, and which of them are or contain what was replaced.
pub(crate) fn separate(parts: Vec<Part>, actions: &Actions) -> (Vec<Component>, Vec<Replaced>) {
    let mut replaced = Vec::new();
    let mut components = Vec::with_capacity(parts.len());
    for (place, Part { component, origin }) in parts.into_iter().enumerate() {
        components.push(component);
        let part = match origin {
            Origin::Other => continue,
            Origin::Inside => ReplacedPart::Inside,
            Origin::Followed => ReplacedPart::Followed,
            Origin::Whole(names) => {
                let now = |names: Vec<String>| {
                    let mut ids: Vec<ActionId> = names.iter().map(|name| actions.intern(name)).collect();
                    actions.sort(&mut ids);
                    ids
                };
                ReplacedPart::Whole(names.into_iter().map(|(action, names)| (action, now(names))).collect())
            }
        };
        replaced.push(Replaced { place, part });
    }
    (components, replaced)
}
