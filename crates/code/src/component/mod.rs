//! A component of a program as a transition system over its actions.
//!
//! # Problem
//!
//! Input: a program whose mapped calls are actions, and an invariant of its points. Output: an LTS for a
//! question. Questions in both directions (*may it do this? can it always do that?*) need one with exactly
//! the behavior of the program; a question in one direction can be answered by one that has more of it, or
//! less.
//!
//! # Method
//!
//! States are classes: a point and the values of predicates. A step of a class is a step of some of its
//! states (*may*): these steps have all behavior ([`Over`]). The steps that all states of their class can
//! take (*must*) have only behavior of the program ([`Under`]). If not all states can take a step, the class
//! is split by a predicate that tells a state that can from one that cannot; if this ends, may is must, the
//! classes are a bisimulation, and the LTS is exact ([`Component`]) \[LY92\]. Steps of all states are
//! recognized with the inputs of witnesses, so one kind of question to the solver suffices.
//!
//! Where this does not end, predicates come from questions: [`Abstraction::examine`] decides whether the
//! program has a trace of the LTS, and if not, adds predicates without which it cannot be told \[CGJLV00\].
//!
//! # Invariants
//!
//! 1. Every behavior of the program is one of [`Over`], whatever the predicates are.
//! 2. Every trace of [`Under`] is one of the program: the initial state stands for all states of the entry,
//!    and where a step is taken, all states of the class can take it.
//! 3. A [`Component`] has both.
//!
//! # Cost
//!
//! A round asks once per step and once more per step and way; a round splits all classes that have to be
//! split. Steps of classes whose predicates did not change are not asked for again.
//!
//! # Departures
//!
//! Lee and Yannakakis split blocks of reachable states with a stable order; here all classes are listed again
//! in every round, since there are few of them and solvers keep what they learned.

mod classes;
mod kept;
mod labels;
mod reduce;
mod trace;

use rely_lts::{ActionId, Actions, Budget, Lts, LtsBuilder, LtsError, Spent, StateId};
use rely_terms::Term;
use rustc_hash::FxHashMap;

use crate::blocks::{Blocks, PointId, PointKind};
use crate::propositions::Proposition;
use classes::{Class, Classes, May, Must};

use kept::{keep, recall};

pub use kept::KeptPredicate;
pub use trace::{Feasibility, Trace, TraceEnd};

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
    /// What is observed in states: classes are always split by it.
    pub propositions: Vec<Proposition>,
}

/// A component as an LTS with exactly its behavior.
#[derive(Clone, Debug)]
pub struct Component {
    /// The LTS; internal steps are tau, the end of the program is END.
    pub lts: Lts,
    /// The point of each state.
    pub points: Vec<PointId>,
    /// Some state can go on forever without an action.
    pub diverges: bool,
}

/// A component as an LTS with all of its behavior, and perhaps more.
#[derive(Clone, Debug)]
pub struct Over {
    /// The LTS; internal steps are tau, the end of the program is END.
    pub lts: Lts,
    /// The point of each state.
    pub points: Vec<PointId>,
    /// Perhaps some state can go on forever without an action; if not, none can.
    pub diverges: bool,
}

/// A component as an LTS all of whose traces it has; it may have others.
#[derive(Clone, Debug)]
pub struct Under {
    /// The LTS.
    pub lts: Lts,
    /// The point of each state.
    pub points: Vec<PointId>,
}

/// How an extraction ended.
#[derive(Clone, Debug)]
pub enum Extracted {
    /// With exactly the behavior of the program.
    Exact(Component),
    /// With more, perhaps: why it was not made exact.
    Over(Over, String),
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
    /// An LTS has one terminated state.
    #[error(
        "the program ends with different values of the propositions; without an end, it could be labeled"
    )]
    Ends,
}

/// The reachable classes and their steps.
struct Explored {
    classes: Vec<Class>,
    steps: Vec<Vec<(May, u32)>>,
}

/// How much was done for a component.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Questions to solvers.
    pub queries: u64,
    /// Rounds of splitting.
    pub rounds: u64,
    /// Traces that were found to be impossible.
    pub refinements: u64,
    /// Predicates of all points.
    pub predicates: u64,
}

/// A component that is abstracted by predicates, and refined as questions need it.
pub struct Abstraction {
    classes: Classes,
    extraction: Extraction,
    /// The classes of the predicates that there are now.
    explored: Option<Explored>,
    rounds: u64,
    refinements: u64,
}

impl Abstraction {
    /// With the predicates of the extraction. Error points that are not among its `errors` must be known to
    /// be unreachable.
    pub fn new(blocks: Blocks, extraction: Extraction) -> Self {
        let classes = Classes::new(blocks, extraction.invariant.clone(), extraction.errors.clone());
        let mut abstraction = Abstraction { classes, extraction, explored: None, rounds: 0, refinements: 0 };
        abstraction.reset();
        abstraction
    }

    /// With the predicates of the extraction again.
    pub fn reset(&mut self) {
        self.classes.reset();
        labels::split(&mut self.classes, &self.extraction.propositions);
        for &(point, seed) in &self.extraction.seeds {
            self.classes.add(point, seed);
        }
        self.explored = None;
    }

    /// Begins with the predicates of an earlier version, as far as they have a meaning here: how many have.
    pub fn seed(&mut self, kept: &[KeptPredicate]) -> usize {
        self.extraction.seeds = recall(&mut self.classes.blocks, &self.extraction.actions, kept);
        self.reset();
        self.extraction.seeds.len()
    }

    /// The predicates that there are now, in words for the next version.
    pub fn kept(&self) -> Vec<KeptPredicate> {
        keep(&self.classes.blocks, &self.extraction.actions, &self.classes.predicates)
    }

    /// The program.
    pub fn blocks(&self) -> &Blocks {
        &self.classes.blocks
    }

    /// The predicates of each point: seeds for the next version.
    pub fn predicates(&self) -> &[Vec<Term>] {
        &self.classes.predicates
    }

    /// How much was done until now.
    pub fn counts(&self) -> Counts {
        Counts {
            queries: self.classes.queries,
            rounds: self.rounds,
            refinements: self.refinements,
            predicates: self.classes.predicates.iter().map(|list| list.len() as u64).sum(),
        }
    }

    /// An LTS with exactly the behavior of the program, if splitting ends within this many questions.
    ///
    /// # Errors
    /// If the budget is spent before there is an LTS, or it has too many states.
    pub fn extract(
        &mut self,
        actions: &Actions,
        limit: u64,
        budget: &Budget,
    ) -> Result<Extracted, ExtractionError> {
        self.classes.limit = self.classes.queries.saturating_add(limit);
        let ended = self.split_all(budget);
        self.classes.limit = u64::MAX;
        let (explored, why) = ended?;
        let (lts, points) = build(&self.classes, &explored, &self.extraction, actions, |_, _| true)?;
        let diverges = diverges(&explored, &self.classes.blocks);
        Ok(match why {
            None => {
                self.explored = Some(explored);
                Extracted::Exact(Component { lts, points, diverges })
            }
            Some(why) => Extracted::Over(Over { lts, points, diverges }, why),
        })
    }

    /// Splits classes until no step is left that only some states of its class can take. The last classes,
    /// and why there are such steps.
    fn split_all(&mut self, budget: &Budget) -> Result<(Explored, Option<String>), Spent> {
        self.explored = None;
        let mut last: Option<Explored> = None;
        let why = |spent: Spent| match spent {
            Spent::Conflicts(limit) => format!("{limit} questions to the solver were not enough"),
            spent => spent.to_string(),
        };
        loop {
            self.rounds += 1;
            self.classes.begin_round();
            let explored = match (explore(&mut self.classes, budget), last) {
                (Ok(explored), _) => explored,
                (Err(spent), Some(last)) => return Ok((last, Some(why(spent)))),
                (Err(spent), None) => return Err(spent),
            };
            match split(&mut self.classes, &explored, budget) {
                Ok(Splitting::Done) => return Ok((explored, None)),
                Ok(Splitting::Again) => last = Some(explored),
                Ok(Splitting::Stuck(why)) => return Ok((explored, Some(why))),
                Err(spent) => return Ok((explored, Some(why(spent)))),
            }
        }
    }

    /// The classes of the predicates that there are now.
    fn explored(&mut self, budget: &Budget) -> Result<&Explored, Spent> {
        if self.explored.is_none() {
            self.rounds += 1;
            self.classes.begin_round();
            self.explored = Some(explore(&mut self.classes, budget)?);
        }
        Ok(self.explored.as_ref().expect("it was made just now"))
    }

    /// Can the classes of the predicates that there are now be listed within this many questions?
    ///
    /// # Errors
    /// If the budget is spent otherwise.
    pub fn is_small(&mut self, limit: u64, budget: &Budget) -> Result<bool, Spent> {
        self.classes.limit = self.classes.queries.saturating_add(limit);
        let ended = self.explored(budget).map(|_| true);
        self.classes.limit = u64::MAX;
        match ended {
            Err(Spent::Conflicts(_) | Spent::States(_)) => Ok(false),
            ended => ended,
        }
    }

    /// An LTS with all behavior of the program, by the predicates that there are now.
    ///
    /// # Errors
    /// If the budget is spent, or the LTS has too many states.
    pub fn may(&mut self, actions: &Actions, budget: &Budget) -> Result<Over, ExtractionError> {
        self.explored(budget)?;
        let explored = self.explored.as_ref().expect("it was made just now");
        let (lts, points) = build(&self.classes, explored, &self.extraction, actions, |_, _| true)?;
        Ok(Over { lts, points, diverges: diverges(explored, &self.classes.blocks) })
    }

    /// An LTS whose traces are all traces of the program, by the predicates that there are now.
    ///
    /// # Errors
    /// If the budget is spent, or the LTS has too many states.
    pub fn must(&mut self, actions: &Actions, budget: &Budget) -> Result<Under, ExtractionError> {
        self.explored(budget)?;
        let explored = self.explored.take().expect("it was made just now");
        let kept = self.all_take(&explored, budget);
        let built = kept.map(|kept| {
            build(&self.classes, &explored, &self.extraction, actions, |class, step| kept[class][step])
        });
        self.explored = Some(explored);
        let (lts, points) = built??;
        Ok(Under { lts, points })
    }

    /// Which steps all states of their class can take.
    fn all_take(&mut self, explored: &Explored, budget: &Budget) -> Result<Vec<Vec<bool>>, Spent> {
        let mut all = Vec::with_capacity(explored.classes.len());
        for (class, steps) in explored.classes.iter().zip(&explored.steps) {
            let mut own = Vec::with_capacity(steps.len());
            for (may, _) in steps {
                let entry = class.point == self.classes.blocks.entry;
                own.push(entry || matches!(self.classes.must(*class, may, budget)?, Must::All));
            }
            all.push(own);
        }
        Ok(all)
    }
}

/// All classes that can be reached.
fn explore(classes: &mut Classes, budget: &Budget) -> Result<Explored, Spent> {
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
fn split(classes: &mut Classes, explored: &Explored, budget: &Budget) -> Result<Splitting, Spent> {
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

/// The classes as an LTS, with the steps that are to be kept.
fn build(
    classes: &Classes,
    explored: &Explored,
    extraction: &Extraction,
    actions: &Actions,
    keep: impl Fn(usize, usize) -> bool,
) -> Result<(Lts, Vec<PointId>), ExtractionError> {
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
    for (number, steps) in explored.steps.iter().enumerate() {
        for (step, (may, target)) in steps.iter().enumerate() {
            if !keep(number, step) {
                continue;
            }
            let kind = classes.blocks.points[may.to.point.index()].kind;
            let target = match kind {
                PointKind::Error(_) => StateId::ERROR,
                _ => state_of[*target as usize],
            };
            let source = state_of[number];
            let action = classes.blocks.edges[may.edge.index()].action;
            let label = action.map_or(ActionId::TAU, |action| names[action as usize]);
            builder.add_transition(source, label, target);
        }
        let class = explored.classes[number];
        if classes.blocks.points[class.point.index()].kind == PointKind::End && steps.is_empty() {
            builder.set_end(state_of[number]);
        }
    }
    let ends = |class: &&Class| classes.blocks.points[class.point.index()].kind == PointKind::End;
    if !extraction.propositions.is_empty() && explored.classes.iter().filter(ends).count() > 1 {
        return Err(ExtractionError::Ends);
    }
    let lts = builder.finish(StateId::from_raw(0))?;
    let lts = labels::labeled(lts, classes, &explored.classes, &state_of, &extraction.propositions)?;
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
