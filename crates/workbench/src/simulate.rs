//! `rely simulate`: a run that a person steers, forth and back.

use rely_check::{Vector, initial_vector, is_error, moves};
use rely_lts::{ActionId, System};

use crate::trace::{offers, state_names, step_view};
use crate::view::{BlockedView, StepView};

/// A run in the making.
pub struct Simulation {
    system: System,
    vectors: Vec<Vector>,
    actions: Vec<ActionId>,
    choices: Vec<(ActionId, Vector)>,
    random: u64,
}

/// One thing that can happen next.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    /// The action.
    pub action: String,
    /// The components that change, with their new states: tells choices of the same action apart.
    pub changes: Vec<(String, String)>,
}

impl Simulation {
    /// A run that has not begun.
    pub fn new(system: System, seed: u64) -> Self {
        let start = initial_vector(&system);
        let mut simulation = Simulation {
            system,
            vectors: vec![start],
            actions: Vec::new(),
            choices: Vec::new(),
            random: seed,
        };
        simulation.refresh();
        simulation
    }

    /// The system.
    pub fn system(&self) -> &System {
        &self.system
    }

    /// The actions so far.
    pub fn actions(&self) -> Vec<String> {
        self.actions.iter().map(|&a| self.system.actions.name(a).to_string()).collect()
    }

    /// The steps so far.
    pub fn steps(&self) -> Vec<StepView> {
        let step =
            |i: usize| step_view(&self.system, &self.vectors[i], self.actions[i], &self.vectors[i + 1]);
        (0..self.actions.len()).map(step).collect()
    }

    /// The names of the components' states now.
    pub fn states(&self) -> Vec<String> {
        state_names(&self.system, self.now())
    }

    /// Is the system in ERROR?
    pub fn in_error(&self) -> bool {
        is_error(self.now())
    }

    /// What can happen next, in the order of names.
    pub fn choices(&self) -> Vec<Choice> {
        let view = |(action, target): &(ActionId, Vector)| {
            let step = step_view(&self.system, self.now(), *action, target);
            let name = |i: usize| self.system.components[i].name.clone();
            Choice {
                action: step.action,
                changes: step.changes.into_iter().map(|(i, state)| (name(i), state)).collect(),
            }
        };
        self.choices.iter().map(view).collect()
    }

    /// What some components offer and others refuse.
    pub fn blocked(&self) -> Vec<BlockedView> {
        offers(&self.system, self.now()).1
    }

    /// Takes a choice by number; `false` if there is no such choice.
    pub fn take(&mut self, choice: usize) -> bool {
        let Some((action, target)) = self.choices.get(choice).cloned() else { return false };
        self.actions.push(action);
        self.vectors.push(target);
        self.refresh();
        true
    }

    /// Takes the first choice with an action; `false` if there is none.
    pub fn take_action(&mut self, name: &str) -> bool {
        let position = self.choices.iter().position(|(a, _)| *self.system.actions.name(*a) == *name);
        position.is_some_and(|choice| self.take(choice))
    }

    /// Takes any choice; `false` if there is none. The seed decides.
    pub fn take_random(&mut self) -> bool {
        if self.choices.is_empty() {
            return false;
        }
        // A step of splitmix64.
        self.random = self.random.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.random;
        z = (z ^ z >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ z >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        self.take(((z ^ z >> 31) % self.choices.len() as u64) as usize)
    }

    /// Goes back to the state after `step` steps; `false` if the run is not that long.
    pub fn jump(&mut self, step: usize) -> bool {
        if step > self.actions.len() {
            return false;
        }
        self.actions.truncate(step);
        self.vectors.truncate(step + 1);
        self.refresh();
        true
    }

    fn now(&self) -> &Vector {
        self.vectors.last().expect("there is always a first state")
    }

    fn refresh(&mut self) {
        self.choices = moves(&self.system, self.now());
    }
}
