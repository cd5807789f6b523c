//! Components of C that are abstracted for the question.
//!
//! # Problem
//!
//! A component whose states cannot be split into finitely many classes with the same behavior has no exact
//! transition system, but many questions do not need one. Which questions may see which abstraction, and when
//! is a run of a system with abstractions one of the code?
//!
//! # Method
//!
//! [`LazyComponents`] first tries to make each component exact, with little work. Where that fails, the model
//! is elaborated with a transition system that has all behavior of the code, and perhaps more. A run that
//! violates something is projected to each abstracted component; if one of them cannot do its part, that one
//! alone is refined, and the question is asked again \[CSS04\].
//!
//! # Invariants
//!
//! 1. A system with an abstraction in it never is a [`Target`]: it is an [`AbstractTarget`], whose system is
//!    only handed out for a [`TraceQuestion`]. These are questions whose *yes* stays true if traces are taken
//!    away from processes.
//! 2. The abstracted component appears in the system as itself, with its actions renamed, duplicated or
//!    hidden, and nothing else; it is no property; no action has a priority. This is not read from the text:
//!    the model is elaborated once more with a component whose states tell which action led there (`probe`).
//!    Anything else needs an exact component, and is refused if there is none.
//! 3. If every component has its projection of a run, the system has the run. Components share no data: they
//!    have their own objects, and communicate by actions only. Without priorities, a composition can do a
//!    trace if and only if each component can do the projection of the trace to its alphabet: internal steps
//!    and choices of one component neither need nor exclude anything of another. So the executions that were
//!    found one by one can be interleaved, in the order of the run.
//!
//! # Cost
//!
//! One elaboration, one run of the engine and one examination per refinement.
//!
//! # Departures
//!
//! The paper refines an abstraction by a path of it; here a trace stands for all its paths
//! (`rely_code::component`).

mod probe;

use std::cell::RefCell;
use std::collections::BTreeMap;

use rely_code::blocks::PointId;
use rely_code::component::{Abstraction, Feasibility, Trace, TraceEnd};
use rely_io::Control;
use rely_lts::{Actions, Lts, StateId};
use rely_report::Failure;
use rely_report::prose::list;
use rely_report::view::AbstractionView;

use crate::load::{Loaded, Target};
use crate::program::component::{CodeComponent, CodeModel, ComponentName, StateNames, Undecided, code_model};
use crate::program::facts::CodeFacts;
use probe::Renaming;

/// Questions to the solver for an exact component, per block: those of the examples need up to a thousand.
const EXACT: u64 = 2_000;

/// Small components may ask this many questions.
const EXACT_AT_LEAST: u64 = 10_000;

/// Units of work of the engines for the checks inside of a component, all together.
const CHECKS: u64 = 500_000;

/// Units of work of the engines for one run of a component.
const TRACE: u64 = 200_000;

/// Refinements before a question is given up.
const MOST_REFINEMENTS: u64 = 300;

/// Predicates that a reason shows.
const SHOWN: usize = 6;

/// The components of C of a question, by path.
#[derive(Default)]
pub(crate) struct LazyComponents {
    known: RefCell<BTreeMap<String, Known>>,
}

/// A component as it is now.
pub(crate) struct LazyComponent {
    /// Its transition system.
    pub lts: Lts,
    /// The names of its states.
    pub names: StateNames,
    /// What a system has to know about it.
    pub facts: CodeFacts,
}

enum Known {
    Exact(Box<CodeComponent>),
    /// Its model, and whether the abstraction can go on forever without an action.
    Abstract(Box<CodeModel>, bool),
}

/// A question about traces. Its *yes* stays true if processes have fewer traces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TraceQuestion {
    /// Does no run lead to ERROR?
    NoError,
    /// Does this environment suffice for a module? (Not: is it the weakest one?)
    Sufficient,
}

/// What was built for a question about traces.
pub(crate) enum Built {
    /// All components are exact.
    Exact(Target),
    /// Some are not.
    Abstract(AbstractTarget),
}

/// A target in which some components have more behavior than their code, perhaps.
pub(crate) struct AbstractTarget {
    target: Target,
    parts: Vec<AbstractPart>,
}

/// A component of a system that is abstracted.
struct AbstractPart {
    /// Its place in the system.
    component: usize,
    /// The path of its code.
    path: String,
    /// What its actions are called in the system.
    renaming: Renaming,
}

/// What a run of a system with abstractions is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Judged {
    /// The code can do it.
    Real,
    /// A component cannot do it, and was refined.
    Refined,
    /// It is not known: why.
    Unknown(String),
}

impl LazyComponents {
    /// A component: an exact one, if there is one, or an abstraction.
    ///
    /// # Errors
    /// If the component is refused, or the budget is spent.
    pub fn read(
        &self,
        path: &str,
        name: &ComponentName,
        actions: &Actions,
        control: &Control,
    ) -> Result<LazyComponent, Failure> {
        let mut known = self.known.borrow_mut();
        if !known.contains_key(path) {
            let mut model = code_model(name, Undecided::Possible(CHECKS), control)?;
            let blocks = model.abstraction.blocks().edges.len() as u64;
            let entry = match model.exact(actions, EXACT_AT_LEAST.max(EXACT * blocks), control)? {
                Ok(component) => Known::Exact(Box::new(component)),
                Err(_) => {
                    model.abstraction.reset();
                    Known::Abstract(Box::new(model), false)
                }
            };
            known.insert(path.to_string(), entry);
        }
        match known.get_mut(path) {
            Some(Known::Exact(component)) => {
                let (lts, names) = (component.lts.in_table(actions), component.states.names.clone());
                Ok(LazyComponent { lts, names, facts: component.facts.clone() })
            }
            Some(Known::Abstract(model, diverges)) => {
                let over = model.abstraction.may(actions, control.context().budget);
                let over = over.map_err(|error| model.failure(error))?;
                *diverges = over.diverges;
                let names = model.states(&over.points).names;
                Ok(LazyComponent { lts: over.lts, names, facts: model.facts.clone() })
            }
            None => Err(Failure::Internal("a component was not kept".to_string())),
        }
    }

    /// The paths of those that are not exact, and their actions.
    fn abstracted(&self) -> Vec<(String, Vec<String>)> {
        let known = self.known.borrow();
        let abstracted = known.iter().filter_map(|(path, known)| match known {
            Known::Abstract(model, _) => Some((path.clone(), model.actions.clone())),
            Known::Exact(_) => None,
        });
        abstracted.collect()
    }

    /// A component that is not exact is used where only an exact one can be.
    fn refused(&self, path: &str, why: &str) -> Failure {
        match self.known.borrow().get(path) {
            Some(Known::Abstract(model, _)) => model.inexact(why),
            _ => Failure::Internal(format!("{path} is not abstracted")),
        }
    }

    /// Does something to an abstraction.
    fn with<R>(&self, path: &str, action: impl FnOnce(&mut CodeModel) -> R) -> Result<R, Failure> {
        match self.known.borrow_mut().get_mut(path) {
            Some(Known::Abstract(model, _)) => Ok(action(model)),
            _ => Err(Failure::Internal(format!("{path} is not abstracted"))),
        }
    }
}

/// Builds a target for a question about traces.
///
/// # Errors
/// If the model is wrong, the budget is spent, or a component that is not exact is used where only an exact
/// one can be.
pub(crate) fn build(
    loaded: &Loaded,
    name: Option<&str>,
    components: &LazyComponents,
    control: &Control,
) -> Result<Built, Failure> {
    let target = loaded.lazy_target(name, components, control)?;
    let abstracted = components.abstracted();
    if abstracted.is_empty() {
        return Ok(Built::Exact(target));
    }
    let mut parts: Vec<AbstractPart> = Vec::new();
    for (path, actions) in &abstracted {
        let refused = |why: &str| components.refused(path, why);
        if target.system.priority.is_some() {
            return Err(refused("an abstraction is not enough where actions have priorities"));
        }
        let probe = probe::lts(actions, &target.system.actions);
        let probe = probe.ok_or_else(|| refused("it has too many actions for an abstraction"))?;
        let stopped = probe::stopped(&probe);
        let stopped = loaded.probed_target(name, components, (path, &stopped), control)?;
        let probed = loaded.probed_target(name, components, (path, &probe), control)?;
        let found = probe::compare(&target.system, &stopped.system, &probed.system, actions.len());
        for (component, renaming) in found.map_err(|name| {
            refused(&format!("an abstraction is not enough for `{name}`, which is more than its component"))
        })? {
            if parts.iter().any(|part| part.component == component) {
                let name = &target.system.components[component].name;
                return Err(refused(&format!("an abstraction is not enough for `{name}`")));
            }
            parts.push(AbstractPart { component, path: path.clone(), renaming });
        }
    }
    parts.sort_by_key(|part| part.component);
    Ok(if parts.is_empty() {
        Built::Exact(target)
    } else {
        Built::Abstract(AbstractTarget { target, parts })
    })
}

impl AbstractTarget {
    /// The target, for a question about traces and for nothing else.
    pub fn for_traces(&self, question: TraceQuestion) -> Target {
        // Both questions are answered for more behavior than the code has; a third one has to be thought of.
        match question {
            TraceQuestion::NoError | TraceQuestion::Sufficient => {}
        }
        self.target.clone()
    }

    /// The names of the components that are abstractions.
    pub fn names(&self) -> Vec<String> {
        self.parts.iter().map(|part| self.target.system.components[part.component].name.clone()).collect()
    }

    /// A certificate would be about the abstraction, and say nothing about how it was made.
    ///
    /// # Errors
    /// If one is wanted.
    pub fn refuse_certificate(&self, wanted: bool, file: &str) -> Result<(), Failure> {
        if !wanted {
            return Ok(());
        }
        let message = format!("no certificate can be written: {} from C", self.abstractions());
        Err(Failure::in_file("E1085", file, message)
            .help("a certificate is about the transition systems in it, not about the code they stand for"))
    }

    /// Something is asked for that an abstraction does not allow.
    ///
    /// # Errors
    /// If so.
    pub fn refuse(&self, wanted: bool, why: &str, components: &LazyComponents) -> Result<(), Failure> {
        match self.parts.first() {
            Some(part) if wanted => Err(components.refused(&part.path, why)),
            _ => Ok(()),
        }
    }

    /// What an assumption is worth.
    pub fn sufficient(&self, components: &LazyComponents) -> String {
        format!("the assumption is sufficient, but perhaps not the weakest one: {}", self.note(components))
    }

    /// Which components are abstractions, as the beginning of a sentence.
    fn abstractions(&self) -> String {
        let names = self.names();
        let (is, an) = if names.len() == 1 { ("is", "an abstraction") } else { ("are", "abstractions") };
        format!("{} {is} {an}", list(&names))
    }

    /// What a violation says.
    pub fn real(&self) -> String {
        format!(
            "{} of code: that the code can do this run was decided component by component",
            self.abstractions()
        )
    }

    /// What a *holds* rests on.
    pub fn note(&self, components: &LazyComponents) -> String {
        let counted = self.parts.iter().filter_map(|part| {
            let view = self.view(part.component, components)?;
            let name = &self.target.system.components[part.component].name;
            let forever = match components.known.borrow().get(&part.path) {
                Some(Known::Abstract(_, true)) => ", may go on forever without an action",
                _ => "",
            };
            Some(format!(
                "{name}: {} {}, refined {}{forever}",
                view.predicates,
                if view.predicates == 1 { "predicate" } else { "predicates" },
                if view.refinements == 1 {
                    "once".to_string()
                } else {
                    format!("{} times", view.refinements)
                },
            ))
        });
        let counted = counted.collect::<Vec<_>>().join("; ");
        format!("{} with all behavior of the code, and perhaps more ({counted})", self.abstractions())
    }

    /// Why a check is not decided.
    pub fn only_safety(&self) -> String {
        format!(
            "{} of code that has no exact transition system: with more behavior than the code, only safety can be decided",
            self.abstractions()
        )
    }

    /// What was done for the component at a place.
    pub fn view(&self, component: usize, components: &LazyComponents) -> Option<AbstractionView> {
        let part = self.parts.iter().find(|part| part.component == component)?;
        components
            .with(&part.path, |model| {
                let counts = model.abstraction.counts();
                AbstractionView {
                    predicates: counts.predicates,
                    refinements: counts.refinements,
                    queries: counts.queries,
                }
            })
            .ok()
    }

    /// Can the code do a run of the system, or of some of its components? If it leads to ERROR: where, as
    /// places of components.
    ///
    /// # Errors
    /// If the budget is spent.
    pub fn judge(
        &self,
        run: &[String],
        errors: &[usize],
        within: Option<&[usize]>,
        components: &LazyComponents,
        control: &Control,
    ) -> Result<Judged, Failure> {
        let system = &self.target.system;
        let candidates: Vec<Option<usize>> = match errors {
            [] => vec![None],
            _ => {
                let ends =
                    |at: &&usize| system.components.get(**at).is_none_or(|c| ends_with_error(&c.lts, run));
                errors.iter().filter(ends).map(|&at| Some(at)).collect()
            }
        };
        let mut judged = Judged::Unknown("no component has an ERROR at the end of the run".to_string());
        for error in candidates {
            match self.possible(run, error, within, components, control)? {
                Judged::Real => return Ok(Judged::Real),
                Judged::Refined => judged = Judged::Refined,
                Judged::Unknown(_) if judged == Judged::Refined => {}
                unknown => judged = unknown,
            }
        }
        Ok(judged)
    }

    /// Can every abstracted component do its part of a run?
    fn possible(
        &self,
        run: &[String],
        error: Option<usize>,
        within: Option<&[usize]>,
        components: &LazyComponents,
        control: &Control,
    ) -> Result<Judged, Failure> {
        let mut unknown = None;
        for part in self.parts.iter().filter(|part| within.is_none_or(|own| own.contains(&part.component))) {
            let end = if error == Some(part.component) { TraceEnd::Error } else { TraceEnd::Anywhere };
            let trace = part.renaming.project(run, end);
            match components.with(&part.path, |model| examined(model, &trace, control))? {
                Judged::Real => {}
                Judged::Refined => return Ok(Judged::Refined),
                Judged::Unknown(why) => unknown = Some(why),
            }
        }
        Ok(unknown.map_or(Judged::Real, Judged::Unknown))
    }
}

/// Can a component do a trace? If not, it is refined.
fn examined(model: &mut CodeModel, trace: &Trace, control: &Control) -> Judged {
    if model.abstraction.counts().refinements >= MOST_REFINEMENTS {
        let why = format!("{MOST_REFINEMENTS} refinements were not enough");
        return Judged::Unknown(reason(model, &why, None));
    }
    match model.abstraction.examine(trace, TRACE, control.context().budget) {
        Ok(Feasibility::Possible(_)) => Judged::Real,
        Ok(Feasibility::Impossible { .. }) => Judged::Refined,
        Ok(Feasibility::Unknown(why, point)) => Judged::Unknown(reason(model, &why, point)),
        Err(spent) => Judged::Unknown(reason(model, &spent.to_string(), None)),
    }
}

/// Why a run of an abstraction is not decided: the loop, and the predicates so far.
pub(crate) fn reason(model: &CodeModel, why: &str, point: Option<PointId>) -> String {
    let place = point.map_or_else(String::new, |point| format!(", most work was at {}", model.point(point)));
    format!(
        "it is not decided whether {} ({}) can do a run of its abstraction: {why}{place}; {}",
        model.name,
        model.file,
        predicates(&model.abstraction)
    )
}

/// The predicates of an abstraction, as far as they are shown.
fn predicates(abstraction: &Abstraction) -> String {
    let terms = &abstraction.blocks().terms;
    let mut all: Vec<String> = Vec::new();
    for &predicate in abstraction.predicates().iter().flatten() {
        let text = terms.display(predicate).to_string();
        if !all.contains(&text) {
            all.push(text);
        }
    }
    if all.is_empty() {
        return "it has no predicates".to_string();
    }
    let more = all.len().saturating_sub(SHOWN);
    let shown = all[..all.len().min(SHOWN)].join(", ");
    let more = if more > 0 { format!(" and {more} more") } else { String::new() };
    format!("predicates so far: {shown}{more}")
}

/// Can a component get to ERROR with the last step of a run?
fn ends_with_error(lts: &Lts, run: &[String]) -> bool {
    let mut states = vec![lts.initial()];
    let close = |states: &mut Vec<StateId>| {
        let mut next = 0;
        while next < states.len() {
            if states[next] != StateId::ERROR {
                for (label, target) in lts.successors(states[next]) {
                    if label.is_tau() && !states.contains(&target) {
                        states.push(target);
                    }
                }
            }
            next += 1;
        }
    };
    close(&mut states);
    for action in run {
        let Some(label) = lts.alphabet().label_of_name(action) else { continue };
        let mut next: Vec<StateId> = Vec::new();
        for &state in states.iter().filter(|&&state| state != StateId::ERROR) {
            for &target in lts.step(state, label) {
                if !next.contains(&target) {
                    next.push(target);
                }
            }
        }
        close(&mut next);
        states = next;
    }
    states.contains(&StateId::ERROR)
}

/// The places of the components with a name.
pub(crate) fn called(places: &[(String, usize)], name: &str) -> Vec<usize> {
    places.iter().filter(|(own, _)| own == name).map(|&(_, at)| at).collect()
}
