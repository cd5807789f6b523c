//! Versions in C without an exact transition system.
//!
//! # Problem
//!
//! Containment is about both directions: the baseline must not have more than what is compared, and the
//! candidate must not have less. An abstraction with more behavior than the code, or with less, answers one
//! of them. Which answers about the code follow from which abstractions?
//!
//! # Method
//!
//! Every version has a view with all its behavior ([`Over`]) and one with behavior that it certainly has
//! ([`Under`]); for an exact version both are the version. If all traces of the baseline's over-approximation
//! are traces of the candidate's under-approximation, nothing is lost (`meeting`). Otherwise each trace that
//! may be lost is tried on the code of both versions: if the baseline cannot do it, its abstraction is
//! refined; if the candidate can, its classes are split along the trace; if the baseline can and the
//! candidate cannot, it is lost. The system with the candidate is decided with the over-approximation, and a
//! run that violates something is tried on the code (`system`), as in `crate::lazy`.
//!
//! # Invariants
//!
//! 1. *Contained* is only said of an [`Over`] of the baseline in an [`Under`] of the candidate, and only if
//!    the candidate has no ERROR in its [`Over`].
//! 2. *Lost* is only said of a trace that the code of the baseline has and that the [`Over`] of the candidate
//!    has not.
//! 3. A property is only kept if it is kept with the [`Over`] of the candidate; it is only violated by a run
//!    whose part of the candidate the code has.
//! 4. Questions that are not about traces (refusals, deadlock, progress) are not asked.
//!
//! # Cost
//!
//! A round lists the classes of both versions, compares them, and tries every trace that may be lost.
//!
//! # Departures
//!
//! \[CSS04\] compares abstractions of the same kind and refines on spurious counterexamples; since both are
//! over-approximations, its containment speaks of them and not of the code.

mod document;
mod meeting;
mod system;
#[cfg(test)]
mod tests;

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use rely_code::component::{Feasibility, Trace, TraceEnd};
use rely_io::Control;
use rely_lts::{Actions, Component, System};
use rely_report::Failure;
use rely_report::view::RevisionView;

use super::resolve::Version;
use crate::lazy::reason;
use crate::load::Loaded;
use crate::program::component::{CodeModel, CodeStates};
use crate::program::remembered::Recalled;

/// Units of work of the engines for one trace.
const TRACE: u64 = 200_000;

/// Refinements of one component before a question is given up.
const MOST_REFINEMENTS: u64 = 300;

/// Questions to list the classes of predicates of an earlier version.
const SEEDED: u64 = 20_000;

/// A component in C without an exact transition system.
pub(super) struct AbstractCode {
    /// As it was given.
    pub given: String,
    /// The path for messages.
    path: String,
    /// The file; for a revision from the root of the repository.
    file: String,
    /// The revision, if it is from one.
    revision: Option<RevisionView>,
    model: RefCell<CodeModel>,
    /// Why it is not exact.
    why: String,
    recalled: Cell<Recalled>,
    /// Questions that were asked before.
    asked: u64,
    /// Refinements before it was begun anew.
    refined: Cell<u64>,
}

/// A version for a comparison.
#[derive(Clone)]
pub(super) enum Side {
    /// An exact one.
    Exact(Rc<Version>),
    /// One that is abstracted.
    Abstract(Rc<AbstractCode>),
}

/// A version with all behavior of its code, and perhaps more.
pub(super) struct Over(Version);

/// A version all of whose traces its code has; it may have others.
pub(super) struct Under(Version);

/// Whether a version has a trace.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Tried {
    /// It has.
    Has,
    /// It has not, and neither has its abstraction any more.
    Lacks,
    /// It is not decided: why.
    Open(String),
}

impl AbstractCode {
    /// Begins with the predicates of its last version, if there are any and they make no more classes than
    /// can be listed.
    pub fn new(
        given: &str,
        path: String,
        file: String,
        revision: Option<RevisionView>,
        mut model: CodeModel,
        why: String,
        control: &Control,
    ) -> Result<AbstractCode, Failure> {
        let asked = model.abstraction.counts().queries;
        let mut recalled = model.recall(control);
        if recalled.predicates > 0 {
            let budget = control.context().budget;
            let is_small = model.abstraction.is_small(SEEDED, budget).map_err(Failure::Spent)?;
            if !is_small {
                model.forget();
                recalled = Recalled::default();
            }
        }
        if let Some(memory) = control.code_memory() {
            memory.count(0, recalled.predicates as u64);
        }
        let (given, model) = (given.to_string(), RefCell::new(model));
        let (recalled, refined) = (Cell::new(recalled), Cell::new(0));
        Ok(AbstractCode { given, path, file, revision, model, why, recalled, asked, refined })
    }

    /// Begins anew, without predicates of its last version: was there any?
    pub fn restart(&self) -> bool {
        let mut model = self.model.borrow_mut();
        self.refined.set(model.abstraction.counts().refinements);
        model.forget();
        self.recalled.take().predicates > 0
    }

    /// An exact transition system is needed, and there is none.
    pub fn inexact(&self) -> Failure {
        self.model.borrow().inexact(&self.why)
    }

    /// Something is asked for that an abstraction does not allow.
    pub fn refused(&self, why: &str) -> Failure {
        self.model.borrow().inexact(&format!("{}, and {why}", self.why))
    }

    /// Keeps what was found for the next version, and counts the questions.
    pub fn finish(&self, control: &Control) {
        self.model.borrow().keep(self.recalled.get(), control);
        if let Some(memory) = control.code_memory() {
            memory.count(self.asked(), 0);
        }
    }

    /// Questions that were asked about it as an abstraction.
    pub fn asked(&self) -> u64 {
        self.model.borrow().abstraction.counts().queries - self.asked
    }

    /// A transition system of it as a version.
    fn version(&self, lts: rely_lts::Lts, states: CodeStates) -> Version {
        let model = self.model.borrow();
        let (actions, names) = (lts.actions().clone(), states.names.clone());
        let loaded = Loaded::of_abstraction(
            &self.path,
            &model.name,
            lts.clone(),
            model.notes.clone(),
            states,
            model.facts.clone(),
        );
        let component =
            Component { state_names: Some(names.into()), ..Component::new(model.name.clone(), lts.into()) };
        Version {
            given: self.given.clone(),
            loaded: Rc::new(loaded),
            file: self.file.clone(),
            revision: self.revision.clone(),
            name: model.name.clone(),
            whole: component.clone(),
            system: System::new(&model.name, &actions, vec![component.clone()]),
            component,
            warnings: Vec::new(),
        }
    }

    fn over(&self, control: &Control) -> Result<Over, Failure> {
        let found = {
            let mut model = self.model.borrow_mut();
            let over = model.abstraction.may(&Actions::new(), control.context().budget);
            let over = over.map_err(|error| model.failure(error))?;
            (over.lts, model.states(&over.points))
        };
        Ok(Over(self.version(found.0, found.1)))
    }

    fn under(&self, control: &Control) -> Result<Under, Failure> {
        let found = {
            let mut model = self.model.borrow_mut();
            let under = model.abstraction.must(&Actions::new(), control.context().budget);
            let under = under.map_err(|error| model.failure(error))?;
            (under.lts, model.states(&under.points))
        };
        Ok(Under(self.version(found.0, found.1)))
    }

    /// A sequence of names as a trace of the code. Actions that are not compared happen unseen.
    fn trace(&self, names: &[String], is_compared: &dyn Fn(&str) -> bool, end: TraceEnd) -> Trace {
        let actions = &self.model.borrow().actions;
        let number = |name: &String| {
            (0..).zip(actions).filter(|(_, own)| *own == name).map(|(number, _)| number).collect()
        };
        let unseen = (0..).zip(actions).filter(|(_, own)| !is_compared(own)).map(|(number, _)| number);
        Trace { steps: names.iter().map(number).collect(), unseen: unseen.collect(), end }
    }

    /// Does the code have a trace? If not, it is refined.
    fn try_trace(&self, trace: &Trace, control: &Control) -> Tried {
        let model = &mut *self.model.borrow_mut();
        if model.abstraction.counts().refinements - self.refined.get() >= MOST_REFINEMENTS {
            return Tried::Open(reason(
                model,
                &format!("{MOST_REFINEMENTS} refinements were not enough"),
                None,
            ));
        }
        match model.abstraction.examine(trace, TRACE, control.context().budget) {
            Ok(Feasibility::Possible(_)) => Tried::Has,
            Ok(Feasibility::Impossible { .. }) => Tried::Lacks,
            Ok(Feasibility::Unknown(why, point)) => Tried::Open(reason(model, &why, point)),
            Err(spent) => Tried::Open(reason(model, &spent.to_string(), None)),
        }
    }

    /// Splits classes along a trace that the code has: is there anything new?
    fn split_along(&self, trace: &Trace, control: &Control) -> Result<bool, Failure> {
        let split = self.model.borrow_mut().abstraction.split_along(trace, control.context().budget);
        split.map(|added| added > 0).map_err(Failure::Spent)
    }

    /// What was done for it, in words.
    fn note(&self) -> String {
        let model = self.model.borrow();
        let counts = model.abstraction.counts();
        format!(
            "{} ({}) has no exact transition system: {}; it was compared by {} predicates after {} refinements",
            model.name, self.given, self.why, counts.predicates, counts.refinements
        )
    }
}

impl Side {
    /// All its behavior, and perhaps more.
    fn over(&self, control: &Control) -> Result<Over, Failure> {
        match self {
            Side::Exact(version) => Ok(Over((**version).clone())),
            Side::Abstract(code) => code.over(control),
        }
    }

    /// Behavior that it certainly has.
    fn under(&self, control: &Control) -> Result<Under, Failure> {
        match self {
            Side::Exact(version) => Ok(Under((**version).clone())),
            Side::Abstract(code) => code.under(control),
        }
    }

    /// The code, if it is abstracted.
    fn code(&self) -> Option<&AbstractCode> {
        match self {
            Side::Exact(_) => None,
            Side::Abstract(code) => Some(code),
        }
    }
}
