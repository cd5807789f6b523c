//! Does a component have a trace of its abstraction? If not, predicates that show it.
//!
//! # Problem
//!
//! Input: a trace of the LTS with all behavior. Output: an execution of the program with this trace, or
//! predicates with which the LTS does not have it any more.
//!
//! # Method
//!
//! The blocks are multiplied with the positions of the trace: a silent block stays at its position, one with
//! the next action goes on, all others are left out. Whether the end of the trace can be reached is then a
//! question about errors, which the engines decide. An invariant that excludes it consists of facts about the
//! points of the program, one set of facts per position; these are the new predicates.
//!
//! # Invariants
//!
//! With the new predicates, a class tells which facts hold in all its states. The facts are preserved by the
//! blocks, so a step from a class in which those of its position hold leads to a class in which those of the
//! next position hold: the refined LTS cannot reach the end of the trace. This is checked; if a point has too
//! many predicates for that, the answer is that nothing is known.
//!
//! # Cost
//!
//! That of the engines, for points times positions.
//!
//! # Departures
//!
//! Usually one path of the abstraction is examined at a time \[CGJLV00\]. A trace stands for all paths with
//! its actions, however many silent steps are between them: one answer excludes all of them, and loops are
//! left to engines that find invariants.

use rely_lts::{Budget, Context, Spent};
use rely_terms::{Term, Terms};
use rustc_hash::{FxHashMap, FxHashSet};

use super::classes::Must;
use super::{Abstraction, Explored};
use crate::blocks::{Blocks, Edge, EdgeId, Point, PointId, PointKind};
use crate::engine::{self, Answer, Cause, Invariant, Path};

/// A trace of a component.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trace {
    /// Its steps: numbers of actions, one of which happens.
    pub steps: Vec<Vec<u32>>,
    /// Actions that may happen at any time without being seen.
    pub unseen: Vec<u32>,
    /// How it ends.
    pub end: TraceEnd,
}

/// How a trace ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TraceEnd {
    /// After its last action.
    Anywhere,
    /// After its last action, and not with an error.
    Alive,
    /// With an error: its last step leads there, or silent steps after it.
    Error,
}

/// Whether a component has a trace.
#[derive(Clone, Debug)]
pub enum Feasibility {
    /// This execution has it.
    Possible(Path),
    /// No execution has it, and the abstraction has it no longer: the number of new predicates.
    Impossible {
        /// New predicates.
        predicates: usize,
    },
    /// It is not decided: why, and the point that was refined most often.
    Unknown(String, Option<PointId>),
}

/// More new predicates of a point than these are combined.
const MANY: usize = 16;

impl Abstraction {
    /// Decides whether the program has a trace, with this many units of work of the engines. If it has not,
    /// the abstraction is refined.
    ///
    /// # Errors
    /// If the budget is spent.
    pub fn examine(&mut self, trace: &Trace, limit: u64, budget: &Budget) -> Result<Feasibility, Spent> {
        if trace.is_over(0) {
            return Ok(Feasibility::Possible(Path { steps: Vec::new() }));
        }
        let mut multiplied = self.multiply(trace);
        let seeds = multiplied.origin.iter().zip(0..).flat_map(|(origin, point)| {
            let own = origin.map_or(&[][..], |(point, _)| &self.classes.predicates[point.index()][..]);
            own.iter().map(move |&predicate| (PointId(point), predicate))
        });
        // A search of all states finds no predicates but states.
        // Invariants of single values would tell states apart one by one.
        let engines = engine::Engines { explicit: false, values: false, ..engine::Engines::ALL };
        let options =
            engine::Options { limit, engines, seeds: seeds.collect(), ..engine::Options::default() };
        let context = Context { budget, ..Context::unlimited() };
        let mut outcome = engine::decide(&mut multiplied.blocks, &options, context);
        self.classes.queries += outcome.statistics.queries;
        self.classes.blocks.terms = std::mem::take(&mut multiplied.blocks.terms);
        budget.poll()?;
        let answer = outcome.checks.pop().map(|check| check.answer);
        match answer {
            // No block leads to the end of the trace.
            None => self.confirmed(trace, 0, budget),
            Some(Answer::Unsafe(mut path)) => {
                for step in &mut path.steps {
                    step.edge = multiplied.edges[step.edge.index()];
                }
                Ok(Feasibility::Possible(path))
            }
            Some(Answer::Safe(invariant)) => {
                let added = self.learn(&invariant, &multiplied.origin);
                self.confirmed(trace, added, budget)
            }
            Some(Answer::Unknown(reason)) => {
                let why = match reason.cause {
                    Cause::Spent(spent) => spent.to_string(),
                    Cause::Exhausted => "the engines cannot decide it".to_string(),
                    Cause::Unconfirmed => "an answer was not confirmed".to_string(),
                };
                let point = reason.point.and_then(|point| multiplied.origin[point.index()]);
                Ok(Feasibility::Unknown(why, point.map(|(point, _)| point)))
            }
        }
    }

    /// The refined abstraction must not have the trace.
    fn confirmed(&mut self, trace: &Trace, added: usize, budget: &Budget) -> Result<Feasibility, Spent> {
        self.refinements += 1;
        if added > 0 {
            self.explored = None;
        }
        self.explored(budget)?;
        let explored = self.explored.as_ref().expect("it was made just now");
        Ok(match self.walk(explored, trace).ended {
            false => Feasibility::Impossible { predicates: added },
            true => Feasibility::Unknown("a point has too many predicates".to_string(), None),
        })
    }

    /// Splits the classes along a trace that the program has, so that more of their steps are steps of all
    /// their states. Returns how many predicates are new.
    ///
    /// # Errors
    /// If the budget is spent.
    pub fn split_along(&mut self, trace: &Trace, budget: &Budget) -> Result<usize, Spent> {
        self.explored(budget)?;
        let explored = self.explored.take().expect("it was made just now");
        let mut added = 0;
        let steps = self.walk(&explored, trace).steps;
        for (number, step) in steps {
            let class = explored.classes[number];
            if class.point == self.classes.blocks.entry {
                continue;
            }
            let (may, _) = &explored.steps[number][step];
            match self.classes.must(class, may, budget) {
                Ok(Must::Split(predicates)) => {
                    added += predicates.iter().filter(|&&new| self.classes.add(class.point, new)).count();
                }
                Ok(_) => {}
                Err(spent) => return Err(spent),
            }
        }
        if added == 0 {
            self.explored = Some(explored);
        }
        Ok(added)
    }

    /// Follows a trace through the classes.
    fn walk(&self, explored: &Explored, trace: &Trace) -> Walked {
        let blocks = &self.classes.blocks;
        let is_error = |point: PointId| matches!(blocks.points[point.index()].kind, PointKind::Error(_));
        let mut walked = Walked { ended: trace.is_over(0), steps: Vec::new() };
        let mut seen: FxHashSet<(u32, usize)> = FxHashSet::default();
        let mut open = vec![(0_u32, 0_usize)];
        seen.insert((0, 0));
        while let Some((class, position)) = open.pop() {
            for (step, (may, target)) in explored.steps[class as usize].iter().enumerate() {
                let action = blocks.edges[may.edge.index()].action;
                for next in trace.next(position, action) {
                    if is_error(may.to.point) {
                        walked.ended |= next == trace.steps.len() && trace.end != TraceEnd::Alive;
                        walked.steps.push((class as usize, step));
                        continue;
                    }
                    walked.ended |= trace.is_over(next);
                    walked.steps.push((class as usize, step));
                    if seen.insert((*target, next)) {
                        open.push((*target, next));
                    }
                }
            }
        }
        walked.steps.sort_unstable();
        walked.steps.dedup();
        walked
    }

    /// The blocks, multiplied with the positions of a trace. The terms are moved there.
    fn multiply(&mut self, trace: &Trace) -> Multiplied {
        let original = &mut self.classes.blocks;
        let mut terms = std::mem::take(&mut original.terms);
        let leaving = original.leaving();
        let mut found = Multiplied {
            blocks: Blocks {
                terms: Terms::new(),
                cells: original.cells.clone(),
                points: Vec::new(),
                entry: PointId(0),
                edges: Vec::new(),
            },
            origin: Vec::new(),
            edges: Vec::new(),
        };
        let mut known: FxHashMap<(PointId, usize), PointId> = FxHashMap::default();
        let mut open = Vec::new();
        found.point(original, original.entry, 0, &mut known, &mut open);
        let end = PointId(1);
        let point =
            Point { name: "the end of the trace".to_string(), kind: PointKind::Error(0), live: Vec::new() };
        found.blocks.points.push(point);
        found.origin.push(None);
        while let Some((point, position)) = open.pop() {
            let from = known[&(point, position)];
            for &number in &leaving[point.index()] {
                let edge = &original.edges[number.index()];
                let mut guard = edge.guard;
                for &fact in self.extraction.invariant.get(point.index()).into_iter().flatten() {
                    guard = terms.and(guard, fact);
                }
                for next in trace.next(position, edge.action) {
                    let to = match original.points[edge.to.index()].kind {
                        PointKind::Error(error) if !self.extraction.errors.contains(&error) => continue,
                        PointKind::Error(_) if trace.end == TraceEnd::Alive => continue,
                        PointKind::Error(_) if next == trace.steps.len() => end,
                        PointKind::Error(_) => continue,
                        _ if trace.is_over(next) => end,
                        _ => found.point(original, edge.to, next, &mut known, &mut open),
                    };
                    let updates = if to == end { Vec::new() } else { edge.updates.clone() };
                    let block = Edge { from, to, guard, updates, action: None, region: edge.region };
                    found.blocks.edges.push(block);
                    found.edges.push(number);
                }
            }
        }
        found.blocks.terms = terms;
        found
    }

    /// Takes the facts of an invariant as predicates.
    fn learn(&mut self, invariant: &Invariant, origin: &[Option<(PointId, usize)>]) -> usize {
        let mut facts: FxHashMap<PointId, Vec<Vec<Term>>> = FxHashMap::default();
        for (own, origin) in invariant.points.iter().zip(origin) {
            if let Some((point, _)) = origin {
                facts.entry(*point).or_default().push(own.clone());
            }
        }
        let mut facts: Vec<(PointId, Vec<Vec<Term>>)> = facts.into_iter().collect();
        facts.sort_by_key(|&(point, _)| point);
        let mut added = 0;
        for (point, positions) in facts {
            let terms = &mut self.classes.blocks.terms;
            let mut conjuncts: Vec<Term> = positions.iter().flatten().copied().collect();
            distinct(terms, &mut conjuncts);
            let mut atoms: Vec<Term> = conjuncts.iter().flat_map(|&fact| terms.atoms(fact)).collect();
            distinct(terms, &mut atoms);
            let room = super::classes::MOST_PREDICATES - self.classes.predicates[point.index()].len();
            let chosen = if atoms.len() <= MANY.min(room) {
                atoms
            } else if conjuncts.len() <= MANY.min(room) {
                conjuncts
            } else {
                let mut whole: Vec<Term> = positions.into_iter().map(|facts| terms.and_all(facts)).collect();
                distinct(terms, &mut whole);
                whole
            };
            added += chosen.into_iter().filter(|&new| self.classes.add(point, new)).count();
        }
        added
    }
}

/// Without repetitions and constants, in order.
fn distinct(terms: &Terms, list: &mut Vec<Term>) {
    list.retain(|&term| terms.as_constant(term).is_none());
    list.sort_unstable();
    list.dedup();
}

/// Where a trace leads through classes.
struct Walked {
    /// Can its end be reached?
    ended: bool,
    /// Steps that it may use: class and number of the step.
    steps: Vec<(usize, usize)>,
}

/// Blocks with positions of a trace.
struct Multiplied {
    blocks: Blocks,
    /// Point and position, by point; nothing for the end of the trace.
    origin: Vec<Option<(PointId, usize)>>,
    /// The edge of the program, by edge.
    edges: Vec<EdgeId>,
}

impl Multiplied {
    fn point(
        &mut self,
        original: &Blocks,
        point: PointId,
        position: usize,
        known: &mut FxHashMap<(PointId, usize), PointId>,
        open: &mut Vec<(PointId, usize)>,
    ) -> PointId {
        let next = PointId(self.blocks.points.len() as u32);
        let number = *known.entry((point, position)).or_insert(next);
        if number == next {
            self.blocks.points.push(original.points[point.index()].clone());
            self.origin.push(Some((point, position)));
            open.push((point, position));
        }
        number
    }
}

impl Trace {
    /// Is the trace over at a position, where no error happened?
    fn is_over(&self, position: usize) -> bool {
        self.end != TraceEnd::Error && position == self.steps.len()
    }

    /// The positions after a block with this action.
    fn next(&self, position: usize, action: Option<u32>) -> impl Iterator<Item = usize> + use<> {
        let unseen = action.is_none_or(|action| self.unseen.contains(&action));
        let seen = action
            .is_some_and(|action| self.steps.get(position).is_some_and(|allowed| allowed.contains(&action)));
        unseen.then_some(position).into_iter().chain(seen.then_some(position + 1))
    }
}
