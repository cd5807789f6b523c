//! The statement to prove: components in parallel, and the properties they must satisfy.

use std::sync::Arc;

use rely_lts::{
    ActionId, Actions, Alphabet, Component, Label, Lts, LtsBuilder, LtsError, Role, StateId, System,
};
use rustc_hash::FxHashSet;
use thiserror::Error;

/// Why proof rules do not apply to a system. A monolithic search may still decide it.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum NotCompositional {
    /// Whether a component can act depends on what others could do.
    #[error("actions have priorities")]
    Priority,
    /// Rules are about deterministic properties that never refuse an action.
    #[error("the property {0} is not deterministic and complete")]
    Property(String),
    /// There is nothing but properties.
    #[error("there is no process")]
    NoProcess,
    /// A machine is too large to be written down.
    #[error(transparent)]
    Size(#[from] LtsError),
}

/// Components in parallel, and the properties that they must satisfy together.
///
/// Rules are about the words of components, and a component that enters an ERROR of its own ends all runs.
/// Here it only stops: in [`Problem::components`] its ERROR is a state without transitions, the last one. So
/// the components have all runs of the system and perhaps more: a property that holds for them holds for the
/// system, and a run that violates a property is one of the system if [`Problem::replays`] says so.
///
/// ```
/// use rely_assume::prove::{NotCompositional, Problem, search};
/// use rely_lts::{Actions, Component, Context, Role, System, Verdict};
/// use rely_testkit::text::read;
///
/// let actions = Actions::new();
/// let process = Component::new("M", read(&actions, "0 a 1; 1 b 0").into());
/// let property = read(&actions, "0 a 1; 1 b 0; 0 b ERROR; 1 a ERROR");
/// let property = Component { role: Role::Property, ..Component::new("P", property.into()) };
/// let system = System::new("S", &actions, vec![process, property]);
/// let problem = Problem::new(&system, &[1])?;
/// assert!(matches!(search(&problem, Context::unlimited()).verdict, Verdict::Holds(())));
/// assert!(!problem.replays(&[actions.intern("b")]), "the system does not have this run");
/// # Ok::<(), NotCompositional>(())
/// ```
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
    /// The question whether the processes of a system keep properties: those whose places among its
    /// components are given.
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

    /// All components in parallel: processes as they were given, then properties.
    pub fn whole(&self) -> System {
        let parts = self.original.iter().chain(&self.properties).cloned().collect();
        System::new(&self.name, &self.actions, parts)
    }

    /// Is there a run of the system with these actions (tau left out or not) whose last one violates a
    /// property?
    ///
    /// A word is one of the system iff it is one of every component: each is followed by itself, so that this
    /// takes time for the sum of the components, never for their product.
    pub fn replays(&self, run: &[ActionId]) -> bool {
        let run: Vec<ActionId> = run.iter().copied().filter(|action| !action.is_tau()).collect();
        let Some((_, before)) = run.split_last() else { return false };
        let goes_on = |c: &Component| after(&c.lts, before).iter().any(|state| !state.is_error());
        let violated = |p: &Component| after(&p.lts, &run).iter().any(|state| state.is_error());
        let all = || self.original.iter().chain(&self.properties);
        run.iter().all(|&action| all().any(|c| c.lts.alphabet().contains(action)))
            && all().all(goes_on)
            && self.original.iter().all(|c| !after(&c.lts, &run).is_empty())
            && self.properties.iter().any(violated)
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

/// The states in which a machine may be right after the last of these actions that it knows; none if it
/// cannot do them. ERROR is there if that action can enter it; nothing follows on it.
fn after(lts: &Lts, run: &[ActionId]) -> Vec<StateId> {
    let mut states = vec![lts.initial()];
    for label in run.iter().filter_map(|&action| lts.alphabet().label(action)) {
        states.retain(|state| !state.is_error());
        let mut known: FxHashSet<StateId> = states.iter().copied().collect();
        let mut at = 0;
        while let Some(&state) = states.get(at) {
            let silent = lts.step(state, Label::TAU).iter().filter(|to| !to.is_error());
            states.extend(silent.copied().filter(|&to| known.insert(to)));
            at += 1;
        }
        states = states.iter().flat_map(|&state| lts.step(state, label)).copied().collect();
        states.sort_unstable();
        states.dedup();
    }
    states
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

#[cfg(test)]
mod tests {
    use super::*;

    fn component(
        actions: &Actions,
        name: &str,
        role: Role,
        n: usize,
        rows: &[(u32, &str, u32)],
    ) -> Component {
        let mut builder = LtsBuilder::new(actions);
        builder.ensure_states(n).unwrap();
        for &(source, action, target) in rows {
            let action = if action == "tau" { ActionId::TAU } else { actions.intern(action) };
            builder.add_transition(StateId::from_raw(source), action, StateId::from_raw(target));
        }
        let lts = Arc::new(builder.finish(StateId::from_raw(0)).unwrap());
        Component { role, ..Component::new(name, lts) }
    }

    #[test]
    fn a_run_replays_without_its_taus_and_stops_at_the_first_error() {
        const ERROR: u32 = u32::MAX;
        let actions = Actions::new();
        // b is possible after a and tau; by c the component may enter an ERROR of its own, and must by d.
        let rows = [(0, "a", 1), (1, "tau", 2), (2, "b", 0), (2, "c", ERROR), (2, "c", 2), (2, "d", ERROR)];
        let process = component(&actions, "M", Role::Process, 3, &rows);
        let property = component(&actions, "P", Role::Property, 1, &[(0, "a", 0), (0, "b", ERROR)]);
        let system = System::new("S", &actions, vec![process, property]);
        let problem = Problem::new(&system, &[1]).unwrap();
        let replays = |run: &str| {
            let action = |name: &str| if name == "tau" { ActionId::TAU } else { actions.intern(name) };
            problem.replays(&run.split_whitespace().map(action).collect::<Vec<_>>())
        };
        assert!(replays("a b") && replays("a tau b") && replays("a c c b"));
        for none in ["", "a", "b", "a a b", "a d b", "a b b", "a b a", "a x b", "a c"] {
            assert!(!replays(none), "{none:?}");
        }
    }
}
