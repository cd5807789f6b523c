//! `rely simulate`: a run that a person steers, forth and back.

use rely_check::{Move, NotFollowed, Vector, first_moves, follow, follow_lasso, initial_vector, is_error};
use rely_evidence::{offers, state_names, step_view, step_views};
use rely_io::Control;
use rely_lts::compositional::terminating;
use rely_lts::{ActionId, StateId, System};
use rely_report::Failure;
use rely_report::view::{
    BlockedView, ChoiceView, MenuView, SimulateDocument, StateView, StepView, TraceView,
};

use crate::check::component_views;
use crate::load::Loaded;

/// More choices than this are not listed and cannot be taken: a few components with many ways each have more
/// together than fit in memory.
const MOST_CHOICES: usize = 10_000;

/// Longer runs are not made at once: all their states are remembered.
const MOST_STEPS: usize = 100_000;

/// The steps to run before a document is written.
#[derive(Clone, Debug, Default)]
pub struct SimulateOptions {
    /// Which target; default: the last composite, else all processes in parallel.
    pub target: Option<String>,
    /// Actions to begin with: any run that has them.
    pub actions: Vec<String>,
    /// Actions after these that are repeated forever; one round of them is run.
    pub cycle: Vec<String>,
    /// Numbers of choices, from 0, after that.
    pub choices: Vec<u64>,
    /// Number of random steps after that.
    pub random: u64,
    /// The seed of random steps.
    pub seed: u64,
}

/// A run of a target and what can happen next, as a document.
///
/// # Errors
/// If the model is wrong, the target unknown, or the run too long.
pub fn simulate(
    loaded: &Loaded,
    options: &SimulateOptions,
    control: &Control,
) -> Result<SimulateDocument, Failure> {
    let system = loaded.target(options.target.as_deref(), control)?.system;
    let mut simulation = Simulation::new(system, options.seed);
    let asked = simulation.run(options, control)?;
    let mut document = simulation.document(&loaded.path);
    document.asked = asked as u64;
    document.menus = menus(loaded)?;
    let repeats = !options.cycle.is_empty() && simulation.actions.len() > options.actions.len();
    document.cycle_start = repeats.then_some(options.actions.len() as u64);
    Ok(document)
}

/// The menus of a model; an LTS has none.
pub(crate) fn menus(loaded: &Loaded) -> Result<Vec<MenuView>, Failure> {
    let Some(model) = loaded.model() else { return Ok(Vec::new()) };
    let menus = model.menus().map_err(|diagnostics| loaded.failure(diagnostics))?;
    let view = |(name, actions): (String, Vec<ActionId>)| MenuView {
        name,
        actions: actions.iter().map(|&action| model.actions().name(action).to_string()).collect(),
    };
    Ok(menus.into_iter().map(view).collect())
}

/// How far a run could be followed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Followed {
    /// Every step is possible.
    ToTheEnd,
    /// Some step is not.
    InPart,
}

/// A run in the making.
pub struct Simulation {
    system: System,
    vectors: Vec<Vector>,
    actions: Vec<ActionId>,
    taken: Vec<usize>,
    choices: Vec<Move>,
    random: u64,
}

/// One thing that can happen next.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    /// The action.
    pub action: String,
    /// The components that change, with their new states: distinguishes choices of the same action.
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
            taken: Vec::new(),
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

    /// Possible next steps, in the order of names.
    pub fn choices(&self) -> Vec<Choice> {
        let view = |step: StepView| {
            let name = |i: usize| self.system.components[i].name.clone();
            Choice {
                action: step.action,
                changes: step.changes.into_iter().map(|(i, state)| (name(i), state)).collect(),
            }
        };
        self.choice_steps().into_iter().map(view).collect()
    }

    /// The steps that can be chosen.
    fn choice_steps(&self) -> Vec<StepView> {
        step_views(&self.system, self.now(), &self.choices)
    }

    /// Actions that some components offer and others refuse.
    pub fn blocked(&self) -> Vec<BlockedView> {
        offers(&self.system, self.now()).1
    }

    /// Takes a choice by number; `false` if there is no such choice.
    pub fn take(&mut self, choice: usize) -> bool {
        let Some(step) = self.choices.get(choice) else { return false };
        let (action, target) = (step.action, step.target(self.now()));
        self.actions.push(action);
        self.taken.push(choice);
        self.vectors.push(target);
        self.refresh();
        true
    }

    /// Takes the first choice with an action; `false` if there is none.
    pub fn take_action(&mut self, name: &str) -> bool {
        let position = self.choices.iter().position(|step| *self.system.actions.name(step.action) == *name);
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
        self.taken.truncate(step);
        self.vectors.truncate(step + 1);
        self.refresh();
        true
    }

    /// Runs what the options say, as far as it is possible; gives how many steps were asked for.
    ///
    /// # Errors
    /// If these are too many.
    pub fn run(&mut self, options: &SimulateOptions, control: &Control) -> Result<usize, Failure> {
        let asked = options.actions.len() + options.cycle.len() + options.choices.len();
        let asked = asked.saturating_add(usize::try_from(options.random).unwrap_or(usize::MAX));
        if asked > MOST_STEPS {
            let message = format!("a run of {asked} steps is too long");
            return Err(Failure::input("E1009", message).help(format!("at most {MOST_STEPS} steps are run")));
        }
        let mut goes_on = self.follow(&options.actions, &options.cycle) == Followed::ToTheEnd;
        for &number in &options.choices {
            goes_on = goes_on && usize::try_from(number).is_ok_and(|choice| self.take(choice));
        }
        for _ in 0..options.random {
            goes_on = goes_on && !control.is_interrupted() && self.take_random();
        }
        Ok(asked)
    }

    /// Goes on by these actions and one round of a cycle, as far as that is possible, on a run that has all
    /// of them if there is one: where an action can lead to several states, the ones that let the rest happen
    /// are chosen.
    pub fn follow(&mut self, actions: &[String], cycle: &[String]) -> Followed {
        let known = |name: &String| self.system.actions.get(name);
        let ids: Vec<ActionId> = actions.iter().chain(cycle).map_while(known).collect();
        let asked = actions.len() + cycle.len();
        let path = match ids.split_at_checked(actions.len()) {
            Some((stem, round)) if !cycle.is_empty() && ids.len() == asked => {
                follow_lasso(&self.system, self.now(), stem, round)
                    .or_else(|_| follow(&self.system, self.now(), &ids, |_| true))
            }
            _ => follow(&self.system, self.now(), &ids, |_| true),
        };
        let path = match path {
            Err(NotFollowed::Impossible(steps)) => follow(&self.system, self.now(), &ids[..steps], |_| true),
            path => path,
        };
        match path {
            Ok(path) => {
                let steps =
                    ids.iter().zip(&path).take_while(|&(&action, target)| self.take_to(action, target));
                if steps.count() == asked { Followed::ToTheEnd } else { Followed::InPart }
            }
            // There are too many ways to look at all: the first one, as far as it goes.
            Err(_) => {
                let mut names = actions.iter().chain(cycle);
                if names.all(|name| self.take_action(name)) { Followed::ToTheEnd } else { Followed::InPart }
            }
        }
    }

    /// The run and what can happen next, for a file of this name.
    fn document(&self, file: &str) -> SimulateDocument {
        let names = self.states();
        let state = |(&state, name): (&StateId, &String)| StateView {
            number: (!state.is_error()).then_some(state.raw()),
            name: name.clone(),
        };
        let choice = |(at, step): (usize, StepView)| {
            let (action, participants, changes) = (step.action, step.participants, step.changes);
            ChoiceView { number: at as u64, action, participants, changes }
        };
        let (enabled, blocked) = offers(&self.system, self.now());
        let stuck = self.choices.is_empty() && !self.in_error();
        let end = stuck && self.is_terminated();
        SimulateDocument {
            schema: "rely/simulate/1".to_string(),
            file: file.to_string(),
            target: self.system.name.clone(),
            components: component_views(&self.system),
            steps: TraceView {
                components: self.system.components.iter().map(|c| c.name.clone()).collect(),
                initial: state_names(&self.system, &self.vectors[0]),
                steps: self.steps(),
                enabled,
                blocked: blocked.clone(),
            },
            taken: self.taken.iter().map(|&choice| choice as u64).collect(),
            followed: self.actions.len() as u64,
            asked: self.actions.len() as u64,
            cycle_start: None,
            states: self.now().iter().zip(&names).map(state).collect(),
            choices: self.choice_steps().into_iter().enumerate().map(choice).collect(),
            more_choices: self.choices.len() == MOST_CHOICES,
            blocked,
            in_error: self.in_error(),
            deadlock: stuck && !end,
            end,
            menus: Vec::new(),
        }
    }

    /// Are all components that have an END in it, and do they know all actions of the others?
    fn is_terminated(&self) -> bool {
        let ending = terminating(&self.system);
        let at_end = |&i: &usize| self.system.components[i].lts.end() == Some(self.now()[i]);
        !ending.is_empty() && ending.iter().all(at_end)
    }

    /// Takes the choice with an action and a target; `false` if there is none.
    fn take_to(&mut self, action: ActionId, target: &Vector) -> bool {
        let leads = |step: &Move| step.action == action && step.leads_to(self.now(), target);
        let choice = self.choices.iter().position(leads);
        choice.is_some_and(|choice| self.take(choice))
    }

    fn now(&self) -> &Vector {
        self.vectors.last().expect("there is always a first state")
    }

    fn refresh(&mut self) {
        self.choices = first_moves(&self.system, self.now(), MOST_CHOICES).moves;
    }
}
