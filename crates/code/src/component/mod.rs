//! A component of a program as a transition system over its actions.
//!
//! # Problem
//!
//! Input: a program whose mapped calls are actions, and an invariant of its points. Output: an LTS with the
//! same behavior. Questions in both directions (*may it do this? can it always do that?*) need one that is
//! not only an abstraction.
//!
//! # Method
//!
//! States are classes: a point and the values of predicates. A step of a class is a step of some of its
//! states. If not all of them can take it, the class is split by a predicate that tells a state that can from
//! one that cannot, until every step of every reachable class is one of all its states: then the classes are
//! a bisimulation, and the LTS has exactly the behavior of the program \[LY92\]. Steps of all states are
//! recognized with the inputs of witnesses, so one kind of question to the solver suffices.
//!
//! # Invariants
//!
//! 1. Every behavior of the program is one of the LTS, whenever the splitting ends.
//! 2. If no class is left to split, every behavior of the LTS is one of the program.
//!
//! # Cost
//!
//! A round asks once per step and once more per step and way; a round splits all classes that have to be
//! split.
//!
//! # Departures
//!
//! Lee and Yannakakis split blocks of reachable states with a stable order; here all classes are built again
//! in every round, since there are few of them and solvers keep what they learned.

mod classes;

use rely_lts::{ActionId, Actions, Budget, Lts, LtsBuilder, LtsError, Spent, StateId};
use rely_terms::Term;
use rustc_hash::FxHashMap;

use crate::blocks::{Blocks, PointId, PointKind};
use classes::{Class, Classes, May, Must};

/// What to extract.
#[derive(Clone, Debug, Default)]
pub struct Extraction {
    /// Names of the actions, by number.
    pub actions: Vec<String>,
    /// What holds at each point whenever it is reached; nothing is needed.
    pub invariant: Vec<Vec<Term>>,
    /// Predicates to begin with, such as those of an earlier version.
    pub seeds: Vec<(PointId, Term)>,
    /// The errors that can be reached, by number: they become ERROR. All others are known to be unreachable.
    pub errors: Vec<u32>,
}

/// How an extraction ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Precision {
    /// The LTS has exactly the behavior of the program.
    Exact,
    /// The LTS has all behavior of the program, and perhaps more: why it was not made exact.
    Over(String),
}

/// A component as an LTS.
#[derive(Clone, Debug)]
pub struct Component {
    /// The LTS; internal steps are tau, the end of the program is END.
    pub lts: Lts,
    /// Is it exact?
    pub precision: Precision,
    /// The point of each state.
    pub points: Vec<PointId>,
    /// The predicates of each point: seeds for the next version.
    pub predicates: Vec<Vec<Term>>,
    /// Questions to solvers.
    pub queries: u64,
    /// Rounds of splitting.
    pub rounds: u64,
    /// Some state can go on forever without an action.
    pub diverges: bool,
}

/// Why no LTS could be made.
#[derive(Debug, thiserror::Error)]
pub enum ExtractionError {
    /// The budget was spent before the first LTS was there.
    #[error("{0}")]
    Spent(#[from] Spent),
    /// The LTS is too large.
    #[error("{0}")]
    Lts(#[from] LtsError),
}

/// The reachable classes and their steps.
struct Explored {
    classes: Vec<Class>,
    steps: Vec<Vec<(May, u32)>>,
}

/// Extracts the LTS of a component. Error points that are not among `errors` must be known to be unreachable.
///
/// # Errors
/// If the budget is spent before there is an LTS, or it has too many states.
pub fn extract(
    blocks: &mut Blocks,
    extraction: &Extraction,
    actions: &Actions,
    budget: &Budget,
) -> Result<Component, ExtractionError> {
    let mut classes = Classes::new(blocks, extraction.invariant.clone(), extraction.errors.clone());
    for &(point, seed) in &extraction.seeds {
        classes.add(point, seed);
    }
    let mut last: Option<Explored> = None;
    let mut rounds = 0;
    let precision = loop {
        rounds += 1;
        classes.begin_round();
        let explored = match explore(&mut classes, budget) {
            Ok(explored) => explored,
            Err(spent) if last.is_some() => break Precision::Over(spent.to_string()),
            Err(spent) => return Err(spent.into()),
        };
        let split = split(&mut classes, &explored, budget);
        last = Some(explored);
        match split {
            Ok(Splitting::Done) => break Precision::Exact,
            Ok(Splitting::Again) => {}
            Ok(Splitting::Stuck(why)) => break Precision::Over(why),
            Err(spent) => break Precision::Over(spent.to_string()),
        }
    };
    let explored = last.expect("the loop ends after a round");
    let (lts, points) = build(&classes, &explored, extraction, actions)?;
    let diverges = diverges(&explored, classes.blocks);
    let Classes { predicates, queries, .. } = classes;
    Ok(Component { lts, precision, points, predicates, queries, rounds, diverges })
}

/// All classes that can be reached.
fn explore(classes: &mut Classes<'_>, budget: &Budget) -> Result<Explored, Spent> {
    let initial = classes.initial();
    let mut known: FxHashMap<Class, u32> = FxHashMap::default();
    known.insert(initial, 0);
    let mut explored = Explored { classes: vec![initial], steps: Vec::new() };
    while explored.steps.len() < explored.classes.len() {
        budget.poll()?;
        budget.check_states(explored.classes.len())?;
        let class = explored.classes[explored.steps.len()];
        let mut steps = Vec::new();
        for may in classes.successors(class, budget)? {
            let next = explored.classes.len() as u32;
            let number = *known.entry(may.to).or_insert(next);
            if number == next {
                explored.classes.push(may.to);
            }
            steps.push((may, number));
        }
        explored.steps.push(steps);
    }
    Ok(explored)
}

enum Splitting {
    /// Every step is one of all states of its class.
    Done,
    /// There are new predicates.
    Again,
    /// Some step is not, and no predicate helps.
    Stuck(String),
}

/// Finds the steps that not all states of a class can take, and predicates for them.
fn split(classes: &mut Classes<'_>, explored: &Explored, budget: &Budget) -> Result<Splitting, Spent> {
    let (mut is_new, mut open) = (false, None);
    for (class, steps) in explored.classes.iter().zip(&explored.steps) {
        // The entry has one class, and the first block decides what it does: all its states are initial.
        if class.point == classes.blocks.entry {
            continue;
        }
        for (may, _) in steps {
            match classes.must(*class, may, budget)? {
                Must::All => {}
                Must::Split(predicates) => {
                    for predicate in predicates {
                        is_new |= classes.add(class.point, predicate);
                    }
                    open = Some("a point has too many predicates");
                }
                Must::Open => open = Some("a step has more ways than are tried"),
            }
        }
    }
    Ok(match (is_new, open) {
        (true, _) => Splitting::Again,
        (false, Some(why)) => Splitting::Stuck(why.to_string()),
        (false, None) => Splitting::Done,
    })
}

/// The classes as an LTS.
fn build(
    classes: &Classes<'_>,
    explored: &Explored,
    extraction: &Extraction,
    actions: &Actions,
) -> Result<(Lts, Vec<PointId>), LtsError> {
    let mut builder = LtsBuilder::new(actions);
    // Errors are not states of their own.
    let is_error =
        |class: &Class| matches!(classes.blocks.points[class.point.index()].kind, PointKind::Error(_));
    let mut state_of = Vec::with_capacity(explored.classes.len());
    for class in &explored.classes {
        state_of.push(if is_error(class) { StateId::ERROR } else { builder.add_state()? });
    }
    let names: Vec<ActionId> = extraction.actions.iter().map(|name| actions.intern(name)).collect();
    names.iter().for_each(|&name| builder.extend_alphabet(name));
    for (number, steps) in (0..).zip(&explored.steps) {
        for (may, target) in steps {
            let kind = classes.blocks.points[may.to.point.index()].kind;
            let target = match kind {
                PointKind::Error(_) => StateId::ERROR,
                _ => state_of[*target as usize],
            };
            let source = state_of[number as usize];
            let action = classes.blocks.edges[may.edge.index()].action;
            let label = action.map_or(ActionId::TAU, |action| names[action as usize]);
            builder.add_transition(source, label, target);
        }
        let class = explored.classes[number as usize];
        if classes.blocks.points[class.point.index()].kind == PointKind::End && steps.is_empty() {
            builder.set_end(state_of[number as usize]);
        }
    }
    let lts = builder.finish(StateId::from_raw(0))?;
    let states = explored.classes.iter().filter(|class| !is_error(class));
    Ok((lts, states.map(|class| class.point).collect()))
}

/// Is there a cycle of steps without actions?
fn diverges(explored: &Explored, blocks: &Blocks) -> bool {
    let n = explored.classes.len();
    let silent = |number: usize| {
        explored.steps[number].iter().filter(|(may, _)| blocks.edges[may.edge.index()].action.is_none())
    };
    // Remove classes without a silent predecessor, one after the other; what remains lies behind a cycle.
    let mut incoming = vec![0_u32; n];
    for number in 0..n {
        silent(number).for_each(|(_, target)| incoming[*target as usize] += 1);
    }
    let mut open: Vec<usize> = (0..n).filter(|&number| incoming[number] == 0).collect();
    let mut removed = 0;
    while let Some(number) = open.pop() {
        removed += 1;
        for (_, target) in silent(number) {
            incoming[*target as usize] -= 1;
            if incoming[*target as usize] == 0 {
                open.push(*target as usize);
            }
        }
    }
    removed < n
}
