//! Systems in which another machine replaces a definition.
//!
//! # Problem
//!
//! Given a target, a process that it refers to, and a replacement for that process (a machine for every list
//! of arguments), build the system that the target would be with the replacement, and report where in it the
//! machine is.
//!
//! # Method
//!
//! References are elaborated as usual, except that the machine of a reference is requested instead of built.
//! Everything that applies to a reference (prefixes, sharing, relabeling, the composites around it) then
//! applies to the machine. Each part of a composition carries its [`Origin`], and a machine that is a
//! component of its own carries the current names of its actions.
//!
//! # Invariants
//!
//! 1. The arguments are those that the reference gives: none if it relies on the defaults, which are those of
//!    the new definition.
//! 2. A component in which the machine is only a part is [`Origin::Followed`] if the machine, or a part that
//!    contains it, was inserted before `;`, and [`Origin::Inside`] if it was only composed.
//!
//! # Cost
//!
//! As elaboration without a replacement, plus one entry per action of each replaced component.
//!
//! # Departures
//!
//! None: the same result follows from editing the text, which is how the tests check it.

use std::sync::Arc;

use rely_lts::{ActionId, Actions, Component, Lts, Role, Spent};

use super::places::Places;
use super::relabels::Relation;
use super::value::Value;
use super::{Failure, fail};
use crate::span::Span;

/// A definition and its replacement, for [`Model::system_replacing`](crate::Model::system_replacing).
pub struct Replacement<'r> {
    /// The name of the process or composite whose references are replaced.
    pub process: &'r str,
    /// Builds the replacement.
    pub by: &'r Substitution<'r>,
}

/// The substitute for a reference with these arguments (none: the defaults). Its actions may be in any table;
/// the second argument is that of the model.
pub type Substitution<'r> = dyn Fn(&[Value], &Actions) -> Result<Substitute, NotReplaced> + 'r;

/// The machine that replaces one reference.
#[derive(Clone, Debug)]
pub struct Substitute {
    /// Its behavior.
    pub lts: Arc<Lts>,
    /// Its role in the system.
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

/// Why a reference cannot be replaced.
#[derive(Clone, Debug)]
pub enum NotReplaced {
    /// There is no replacement for these arguments.
    Wrong {
        /// The code of the diagnostic at the reference.
        code: &'static str,
        /// Its message.
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

/// A component of a system that is, or contains, a substitute.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Replaced {
    /// Its position among the components.
    pub place: usize,
    /// How it contains the substitute.
    pub part: ReplacedPart,
}

/// How a component contains a substitute.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ReplacedPart {
    /// It is the substitute: every action of the substitute (sorted by name) with its names in the system.
    Whole(Vec<(ActionId, Vec<ActionId>)>),
    /// It was composed from the substitute and other components.
    Inside,
    /// The same, and something after `;` continues where the substitute ends.
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
    /// Something in it was replaced, and something else continues after its END.
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
    pub places: Option<Arc<Places>>,
}

/// The components of a system, which of them are or contain what was replaced, and their places.
pub(crate) type Separated = (Vec<Component>, Vec<Replaced>, Vec<Arc<Places>>);

/// The components, which of them are or contain what was replaced, and their places.
pub(crate) fn separate(parts: Vec<Part>, actions: &Actions) -> Separated {
    let mut replaced = Vec::new();
    let mut components = Vec::with_capacity(parts.len());
    let mut known = Vec::new();
    for (place, Part { component, origin, places }) in parts.into_iter().enumerate() {
        components.push(component);
        known.extend(places);
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
    (components, replaced, known)
}
