//! The engines take turns.
//!
//! Each engine runs until its slice of virtual time is over and goes on in the next round, with slices twice
//! as long. Predicate abstraction and property-directed reachability share their predicates. A violation
//! removes its check from the question; the others go on. If the run ends without an answer for several
//! checks together, each is tried alone.

use std::sync::Arc;

use rely_lts::Context;
use rely_terms::{Solver, Term};

use super::abstraction::{Abstraction, Found};
use super::bounded::Bounded;
use super::candidates::Text;
use super::confirm;
use super::directed::Directed;
use super::explicit::{Exact, Explicit};
use super::problem::{Precision, Problem};
use super::refine::{self, Stage, Verdict};
use super::work::{Stop, Work};
use super::{Answer, Cause, Check, Engine, Engines, Invariant, Options, Outcome, Reason, Statistics};
use crate::blocks::{Blocks, Edge, EdgeId, Point, PointId, PointKind};
use crate::values::Values;

/// The units of the first slice.
const SLICE: u64 = 250;

/// Conflicts for the question whether a block can fail at all.
const IMMEDIATE: u64 = 2000;

/// What one turn of an engine led to.
enum Turn {
    Safe(Vec<Vec<Term>>),
    Unsafe(Vec<EdgeId>, Vec<(Term, u128)>, Vec<Vec<(Term, u128)>>),
    /// The engine can do no more.
    Done,
}

struct Run<'a, 'b> {
    problem: Problem<'a>,
    text: Text,
    precision: Precision,
    work: Work<'b>,
    refinements: u64,
    /// How often each point was refined.
    refined: Vec<u32>,
    abstraction: Abstraction,
    bounded: Bounded,
    explicit: Explicit,
    predicates: Directed,
    bits: Directed,
    /// The program as it was given: answers are about it. The engines see a narrower one, with the same
    /// executions.
    given: Given,
}

/// A program before it was narrowed.
struct Given {
    edges: Vec<Edge>,
    points: Vec<Point>,
    /// What holds at each point.
    facts: Vec<Vec<Term>>,
}

impl Given {
    /// Narrows a program by the values of its cells.
    fn new(blocks: &mut Blocks, engines: Engines) -> Given {
        let (edges, points) = (blocks.edges.clone(), blocks.points.clone());
        if !engines.values {
            return Given { edges, points, facts: vec![Vec::new(); blocks.points.len()] };
        }
        let values = Values::new(blocks);
        let facts = values.facts(blocks);
        values.narrow(blocks, true);
        Given { edges, points, facts }
    }

    /// The program as it was given, in the place of the narrow one, or the other way round.
    fn exchange(&mut self, blocks: &mut Blocks) {
        std::mem::swap(&mut self.edges, &mut blocks.edges);
        std::mem::swap(&mut self.points, &mut blocks.points);
    }
}

pub(crate) fn decide(blocks: &mut Blocks, options: &Options, context: Context<'_>) -> Outcome {
    let mut numbers: Vec<u32> = blocks
        .points
        .iter()
        .filter_map(|point| match point.kind {
            PointKind::Error(number) => Some(number),
            _ => None,
        })
        .collect();
    numbers.sort_unstable();
    numbers.dedup();
    if let Some(wanted) = &options.checks {
        numbers.retain(|number| wanted.contains(number));
    }
    let mut precision = Precision::new(blocks.points.len());
    for &(point, predicate) in &options.seeds {
        precision.add(&mut blocks.terms, point, predicate);
    }
    let points = blocks.points.len();
    let given = Given::new(blocks, options.engines);
    let problem = Problem::new(blocks, &numbers);
    let text = Text::new(&problem);
    let mut run = Run {
        text,
        precision,
        work: Work::new(context.budget, options.limit),
        refinements: 0,
        refined: vec![0; points],
        abstraction: Abstraction::default(),
        bounded: Bounded::default(),
        explicit: Explicit::default(),
        predicates: Directed::new(false),
        bits: Directed::new(true),
        given,
        problem,
    };
    let mut checks: Vec<Check> = Vec::new();
    if options.engines.values {
        run.by_values(&mut numbers, options.limit, &mut checks);
    }
    // Alone, each check gets an equal share of what is left.
    let together =
        if numbers.len() > 1 && options.limit < u64::MAX { options.limit / 2 } else { options.limit };
    let mut open = run.settle(options, &numbers, together, &mut checks);
    if open.len() > 1 && !open.iter().any(|check| is_final(&check.answer, options.limit)) {
        let mut alone = Vec::new();
        let count = open.len() as u64;
        for check in open {
            let share = match options.limit {
                u64::MAX => u64::MAX,
                limit => limit.min(run.work.units + (limit - together) / count),
            };
            alone.append(&mut run.settle(options, &[check.number], share, &mut checks));
        }
        open = alone;
    }
    checks.append(&mut open);
    checks.sort_by_key(|check| check.number);
    run.given.exchange(run.problem.blocks);
    Outcome {
        checks,
        statistics: Statistics {
            queries: run.work.queries,
            conflicts: run.work.conflicts,
            refinements: run.refinements,
            predicates: run.precision.count() as u64,
            depth: run.bounded.depth() as u64,
        },
        predicates: run.precision.into_points(),
    }
}

/// How long the slices of an engine are in comparison with those of the others.
fn weight(engine: Engine) -> u64 {
    match engine {
        Engine::Bounded | Engine::Explicit | Engine::Bits => 1,
        Engine::Abstraction => 2,
        Engine::Predicates => 4,
    }
}

/// Is there no point in going on with other checks?
fn is_final(answer: &Answer, limit: u64) -> bool {
    match answer {
        Answer::Unknown(Reason { cause: Cause::Spent(rely_lts::Spent::Conflicts(reached)), .. }) => {
            *reached >= limit
        }
        Answer::Unknown(Reason { cause: Cause::Spent(_), .. }) => true,
        _ => false,
    }
}

impl Run<'_, '_> {
    /// Answers the checks that cannot fail since cells have only the values that they have.
    fn by_values(&mut self, numbers: &mut Vec<u32>, limit: u64, checks: &mut Vec<Check>) {
        self.work.set_limit(limit);
        self.work.slice(limit);
        let mut possible = Vec::new();
        for number in 0..self.problem.blocks.edges.len() {
            let edge = &self.problem.blocks.edges[number];
            let PointKind::Error(check) = self.problem.blocks.points[edge.to.index()].kind else { continue };
            if possible.contains(&check) || !numbers.contains(&check) {
                continue;
            }
            let mut solver = Solver::new();
            solver.assert(&self.problem.blocks.terms, edge.guard);
            if !matches!(self.work.solve_at_most(&mut solver, &[], IMMEDIATE), Ok(Some(false))) {
                possible.push(check);
            }
        }
        let excluded: Vec<u32> =
            numbers.iter().copied().filter(|number| !possible.contains(number)).collect();
        if excluded.is_empty() {
            return;
        }
        let never = self.problem.blocks.terms.truth(false);
        let is_excluded =
            |point: &Point| matches!(point.kind, PointKind::Error(check) if excluded.contains(&check));
        let errors = self
            .problem
            .blocks
            .points
            .iter()
            .map(|point| if is_excluded(point) { vec![never] } else { Vec::new() });
        let errors = errors.collect();
        match self.confirmed(&excluded, errors) {
            Ok(Some(invariant)) => {
                let invariant = Arc::new(invariant);
                numbers.retain(|number| possible.contains(number));
                checks.extend(excluded.into_iter().map(|number| Check {
                    number,
                    answer: Answer::Safe(Arc::clone(&invariant)),
                    engine: None,
                }));
            }
            Ok(None) => debug_assert!(false, "the values of cells are not inductive"),
            // The engines notice it, too.
            Err(_) => {}
        }
    }

    /// Decides some checks together; returns those that remain unknown.
    fn settle(
        &mut self,
        options: &Options,
        numbers: &[u32],
        limit: u64,
        checks: &mut Vec<Check>,
    ) -> Vec<Check> {
        let mut open = numbers.to_vec();
        self.work.set_limit(limit);
        self.problem.retarget(&open);
        self.bounded = Bounded::default();
        self.explicit = Explicit::default();
        self.predicates = Directed::new(false);
        self.bits = Directed::new(true);
        let mut cause = None;
        let mut slice = SLICE;
        let mut usable = Vec::new();
        for (engine, on) in [
            (Engine::Bounded, options.engines.bounded),
            (Engine::Explicit, options.engines.explicit),
            (Engine::Predicates, options.engines.predicates),
            (Engine::Abstraction, options.engines.abstraction),
            (Engine::Bits, options.engines.bits),
        ] {
            if on {
                usable.push(engine);
            }
        }
        while !open.is_empty() && cause.is_none() {
            if usable.is_empty() {
                cause = Some(Cause::Exhausted);
            }
            let mut turn = 0;
            while turn < usable.len() && !open.is_empty() && cause.is_none() {
                let engine = usable[turn];
                self.work.slice(slice.saturating_mul(weight(engine)));
                match self.take_turn(engine) {
                    Err(Stop::Slice) => turn += 1,
                    Err(Stop::Spent(spent)) => cause = Some(Cause::Spent(spent)),
                    Ok(Turn::Done) => {
                        usable.remove(turn);
                    }
                    Ok(Turn::Safe(mut points)) => {
                        let never = self.problem.terms().truth(false);
                        for (point, reachable) in points.iter_mut().zip(&self.problem.reachable) {
                            if !reachable {
                                *point = vec![never];
                            }
                        }
                        self.work.set_limit(limit);
                        match self.confirmed(&open, points) {
                            Ok(Some(invariant)) => {
                                let invariant = Arc::new(invariant);
                                checks.extend(open.drain(..).map(|number| Check {
                                    number,
                                    answer: Answer::Safe(Arc::clone(&invariant)),
                                    engine: Some(engine),
                                }));
                            }
                            Ok(None) => {
                                debug_assert!(false, "{engine:?} gave an invariant that is not inductive");
                                cause = Some(Cause::Unconfirmed);
                            }
                            Err(Stop::Spent(spent)) => cause = Some(Cause::Spent(spent)),
                            Err(Stop::Slice) => cause = Some(Cause::Exhausted),
                        }
                    }
                    Ok(Turn::Unsafe(edges, start, inputs)) => {
                        let number = edges
                            .last()
                            .map(|&edge| self.problem.blocks.points[self.problem.to(edge).index()].kind);
                        let Some(PointKind::Error(number)) = number else {
                            debug_assert!(false, "{engine:?} gave a path that does not end at an error");
                            cause = Some(Cause::Unconfirmed);
                            continue;
                        };
                        self.given.exchange(self.problem.blocks);
                        let path = confirm::path(self.problem.blocks, number, &edges, &start, &inputs);
                        self.given.exchange(self.problem.blocks);
                        match path {
                            Some(path) => {
                                checks.push(Check {
                                    number,
                                    answer: Answer::Unsafe(path),
                                    engine: Some(engine),
                                });
                                open.retain(|&other| other != number);
                                self.problem.retarget(&open);
                                // Other cells matter now.
                                self.explicit = Explicit::default();
                            }
                            None => {
                                debug_assert!(false, "{engine:?} gave a path that is not possible");
                                cause = Some(Cause::Unconfirmed);
                            }
                        }
                    }
                }
            }
            slice = slice.saturating_mul(2);
        }
        let most = self.refined.iter().copied().max().filter(|&most| most > 0);
        let point = most.and_then(|most| self.refined.iter().position(|&count| count == most));
        let cause = cause.unwrap_or(Cause::Exhausted);
        let reason = Reason { cause, point: point.map(|point| PointId(point as u32)) };
        open.into_iter()
            .map(|number| Check { number, answer: Answer::Unknown(reason.clone()), engine: None })
            .collect()
    }

    /// An invariant of the program as it was given: that of an engine, or together with the values of cells.
    fn confirmed(&mut self, open: &[u32], points: Vec<Vec<Term>>) -> Result<Option<Invariant>, Stop> {
        self.given.exchange(self.problem.blocks);
        let mut invariant = Invariant { points };
        let mut found = confirm::invariant(self.problem.blocks, open, &invariant, &mut self.work);
        if let Ok(false) = found {
            for (own, facts) in invariant.points.iter_mut().zip(&self.given.facts) {
                own.extend(facts);
            }
            found = confirm::invariant(self.problem.blocks, open, &invariant, &mut self.work);
        }
        self.given.exchange(self.problem.blocks);
        Ok(found?.then_some(invariant))
    }

    fn take_turn(&mut self, engine: Engine) -> Result<Turn, Stop> {
        loop {
            let found = match engine {
                Engine::Bounded => {
                    return Ok(match self.bounded.search(&mut self.problem, &mut self.work)? {
                        Some((edges, start, inputs)) => Turn::Unsafe(edges, start, inputs),
                        None => Turn::Done,
                    });
                }
                Engine::Explicit => {
                    return Ok(match self.explicit.search(&mut self.problem, &mut self.work)? {
                        Exact::Safe(points) => Turn::Safe(points),
                        Exact::Unsafe((edges, start, inputs)) => Turn::Unsafe(edges, start, inputs),
                        Exact::TooMany => {
                            self.explicit = Explicit::default();
                            Turn::Done
                        }
                    });
                }
                Engine::Abstraction => {
                    self.abstraction.search(&mut self.problem, &self.precision, &mut self.work)?
                }
                Engine::Predicates => {
                    self.predicates.search(&mut self.problem, &self.precision, &mut self.work)?
                }
                Engine::Bits => self.bits.search(&mut self.problem, &self.precision, &mut self.work)?,
            };
            let edges = match found {
                Found::Safe(points) => return Ok(Turn::Safe(points)),
                Found::Path(edges) => edges,
            };
            let verdict = refine::examine(
                &mut self.problem,
                &self.precision,
                &self.text,
                &edges,
                Stage::Text,
                &mut self.work,
            )?;
            match verdict {
                Verdict::Possible(start, inputs) => return Ok(Turn::Unsafe(edges, start, inputs)),
                Verdict::Refined(found) => {
                    if !self.refine(&found) || engine == Engine::Bits {
                        debug_assert!(false, "{engine:?}: the refinement makes no progress");
                        return Ok(Turn::Done);
                    }
                }
            }
        }
    }

    /// Adds predicates; returns whether one is new.
    fn refine(&mut self, found: &[(PointId, Term)]) -> bool {
        self.refinements += 1;
        let mut new = false;
        let mut points: Vec<PointId> = Vec::new();
        for &(point, predicate) in found {
            if self.precision.add(&mut self.problem.blocks.terms, point, predicate) {
                new = true;
                points.push(point);
            }
        }
        points.sort_unstable();
        points.dedup();
        for point in points {
            self.refined[point.index()] += 1;
        }
        new
    }
}
