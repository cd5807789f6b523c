//! What is to be proved: components in parallel, and what they must keep to.

use std::sync::Arc;

use rely_check::{follow, initial_vector};
use rely_lts::{ActionId, Actions, Alphabet, Component, LtsBuilder, LtsError, Role, StateId, System};
use thiserror::Error;

/// Why a system is none for proof rules. A plain search may still decide it.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum NotCompositional {
    /// Whether a component can act depends on what others could do.
    #[error("actions have priorities")]
    Priority,
    /// A rule speaks of deterministic properties that never refuse an action.
    #[error("the property {0} is not deterministic and complete")]
    Property(String),
    /// There is nothing but properties.
    #[error("there is no process")]
    NoProcess,
    /// A machine is too large to be written down.
    #[error(transparent)]
    Size(#[from] LtsError),
}

/// Components in parallel, and the properties they must keep, all of them together.
///
/// Rules speak of the words of components, and a component that enters ERROR of its own ends all runs. Here it only stops:
/// in [`Problem::components`] its ERROR is a state without transitions, the last one. So the components have all runs
/// of the system and perhaps more: what holds for them holds for the system, and a run that violates a property
/// is one of the system if [`Problem::replays`] says so.
#[derive(Clone, Debug)]
pub struct Problem {
    /// What reports call the system.
    pub name: String,
    /// The table of all actions.
    pub actions: Actions,
    /// The processes; none of them has an ERROR.
    pub components: Vec<Component>,
    /// The properties: deterministic, complete over their alphabets (`Role::Property`).
    pub properties: Vec<Component>,
    /// The processes as they were given.
    pub original: Vec<Component>,
}

impl Problem {
    /// The question whether the processes of a system keep properties: those whose places among its components are given.
    ///
    /// # Errors
    /// If the rules do not apply to it.
    pub fn new(system: &System, properties: &[usize]) -> Result<Problem, NotCompositional> {
        if system.priority.is_some() {
            return Err(NotCompositional::Priority);
        }
        let original: Vec<Component> =
            system.components.iter().filter(|c| c.role != Role::Property).cloned().collect();
        if original.is_empty() {
            return Err(NotCompositional::NoProcess);
        }
        let properties: Vec<Component> = properties.iter().map(|&i| system.components[i].clone()).collect();
        if let Some(wrong) = properties.iter().find(|p| !is_observer(p)) {
            return Err(NotCompositional::Property(wrong.name.clone()));
        }
        let components = original.iter().map(stopping).collect::<Result<_, _>>()?;
        Ok(Problem {
            name: system.name.clone(),
            actions: system.actions.clone(),
            components,
            properties,
            original,
        })
    }

    /// Everything beside each other: processes as they were given, then properties.
    pub fn whole(&self) -> System {
        let parts = self.original.iter().chain(&self.properties).cloned().collect();
        System::new(&self.name, &self.actions, parts)
    }

    /// Is there a run of the system with these actions (tau left out or not) whose last one violates a property?
    pub fn replays(&self, run: &[ActionId]) -> bool {
        let system = self.whole();
        let n = self.original.len();
        let violated = |vector: &[StateId]| vector[n..].iter().any(|s| s.is_error());
        follow(&system, &initial_vector(&system), run, violated).is_ok()
    }

    /// What some of the components know.
    pub fn alphabet_of(&self, components: &[usize]) -> Alphabet {
        Alphabet::union(&self.actions, components.iter().map(|&i| self.components[i].lts.alphabet()))
    }

    /// What the properties know.
    pub fn observed(&self) -> Alphabet {
        Alphabet::union(&self.actions, self.properties.iter().map(|p| p.lts.alphabet()))
    }
}

/// Is it deterministic, without tau, and does it never refuse an action?
fn is_observer(property: &Component) -> bool {
    let lts = &property.lts;
    !lts.has_tau()
        && lts.is_deterministic()
        && lts.states().all(|s| lts.labels_of(s).len() == lts.alphabet().len())
}

/// The component with a state without transitions, the last one, in place of ERROR.
fn stopping(component: &Component) -> Result<Component, LtsError> {
    let lts = &component.lts;
    if !lts.has_error() {
        return Ok(component.clone());
    }
    let mut builder = LtsBuilder::new(lts.actions());
    builder.ensure_states(lts.n_states() + 1)?;
    for &action in lts.alphabet().ids() {
        builder.extend_alphabet(action);
    }
    let stop = StateId::at(lts.n_states());
    for (source, label, target) in lts.transitions() {
        let target = if target.is_error() { stop } else { target };
        builder.add_transition(source, lts.alphabet().action(label), target);
    }
    if let Some(end) = lts.end() {
        builder.set_end(end);
    }
    Ok(Component { lts: Arc::new(builder.finish(lts.initial())?), ..component.clone() })
}
