//! A family at one size: its system, its text, its counts.

use std::collections::BTreeMap;

use rely_lts::{ActionId, Actions, Component, Lts, LtsBuilder, Role, StateId, System};

/// A system, the same as FSP text, and what is known of its composition (after hiding).
#[derive(Clone, Debug)]
pub struct Family {
    /// The components and what is hidden.
    pub system: System,
    /// The same in FSP; the composite is called `T` and is the last one.
    pub fsp: Option<String>,
    /// Number of states of the composition, where a formula is known.
    pub states: Option<u64>,
    /// Number of transitions of the composition, where a formula is known.
    pub transitions: Option<u64>,
}

/// States and transitions of a composition; `u128::MAX` is "too many to count".
pub(crate) type Counts = (u128, u128);

/// Counts as they are stated in a [`Family`].
pub(crate) fn fitting_counts(counts: Counts) -> (Option<u64>, Option<u64>) {
    (u64::try_from(counts.0).ok(), u64::try_from(counts.1).ok())
}

/// A component of a process.
pub(crate) fn component(name: impl Into<String>, process: &str, lts: Lts) -> Component {
    Component { process: process.to_string(), ..Component::new(name, lts.into()) }
}

/// A component that observes: what a state does not allow leads to ERROR.
pub(crate) fn property(name: &str, lts: Lts) -> Component {
    Component { role: Role::Property, ..component(name, name, lts) }
}

/// An LTS that is written down as edges between states with any numbers; states appear in the order of their
/// first use.
pub(crate) struct Sketch<'a> {
    actions: &'a Actions,
    /// The place of every state that was used.
    states: BTreeMap<usize, usize>,
    edges: Vec<(usize, ActionId, usize)>,
    errors: Vec<(usize, ActionId)>,
    end: Option<usize>,
}

impl<'a> Sketch<'a> {
    /// With its initial state.
    pub fn new(actions: &'a Actions, initial: usize) -> Self {
        Sketch {
            actions,
            states: BTreeMap::from([(initial, 0)]),
            edges: Vec::new(),
            errors: Vec::new(),
            end: None,
        }
    }

    /// Adds a transition.
    pub fn edge(&mut self, source: usize, action: &str, target: usize) {
        self.edges.push((source, self.actions.intern(action), target));
    }

    /// Adds a transition to ERROR.
    pub fn error(&mut self, source: usize, action: &str) {
        self.errors.push((source, self.actions.intern(action)));
    }

    /// Says which state is END.
    pub fn end(&mut self, state: usize) {
        self.end = Some(state);
    }

    /// The LTS; its alphabet is what occurs.
    pub fn finish(mut self) -> Lts {
        let mut number = |state: usize| {
            let next = self.states.len();
            StateId::at(*self.states.entry(state).or_insert(next))
        };
        let mut builder = LtsBuilder::new(self.actions);
        for &(source, action, target) in &self.edges {
            let (source, target) = (number(source), number(target));
            builder.add_transition(source, action, target);
        }
        for &(source, action) in &self.errors {
            builder.add_transition(number(source), action, StateId::ERROR);
        }
        if let Some(end) = self.end {
            builder.set_end(number(end));
        }
        builder.ensure_states(self.states.len()).expect("sketches are small");
        builder.finish(StateId::at(0)).expect("all states were added")
    }
}

/// An LTS from edges; the first state is 0.
pub(crate) fn sketch(actions: &Actions, edges: &[(usize, &str, usize)]) -> Lts {
    let mut sketch = Sketch::new(actions, 0);
    edges.iter().for_each(|&(source, action, target)| sketch.edge(source, action, target));
    sketch.finish()
}
