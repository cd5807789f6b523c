//! Property-directed reachability on the graph of points.
//!
//! **Problem.** Is a target reachable? States are known by predicates, or by all bits of the live cells.
//!
//! **Method.** IC3 \[Bradley11, EenMishchenkoBrayton11\] with frames per point \[CimattiGriggio12\]: a frame
//! of level `i` is a set of cubes per point that cannot be reached with `i` edges. With predicates the
//! abstraction is implicit \[CimattiGriggioMoverTonetta14\]: the solvers see the blocks themselves, and only
//! cubes are abstract. A cube is blocked if no edge leads to it from the frame before; cores of the solvers
//! and dropped literals make it larger. Otherwise the state before it becomes the next obligation; the
//! literals that do not matter for the step are removed with a core (the inputs are fixed, and the negated
//! step is refuted).
//!
//! **Invariants.** Frames grow with their level; the frame of level 0 is everything at the entry and nothing
//! elsewhere. Every cube in a frame is unreachable with that many edges. Two equal frames are an inductive
//! invariant.
//!
//! **Cost.** Queries to one solver per edge; frames hold each cube once, at its highest level.
//!
//! **Departures.** With predicates, a path of obligations may not be possible; the caller refines, and the
//! frames remain valid. With bits it is always possible.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use rely_terms::{Literal, Term};
use rustc_hash::FxHashMap;

use super::abstraction::Found;
use super::cube::{Cube, Lit, covers, cube_term};
use super::lane::{Lane, signed};
use super::problem::{Precision, Problem};
use super::refine::bits;
use super::steps::Step;
use super::work::{Stop, Work};
use crate::blocks::{EdgeId, PointId};

/// Clauses for one query only after which a solver is made again.
const GARBAGE: usize = 3000;

/// A cube that must be blocked at a level.
struct Obligation {
    point: PointId,
    cube: Cube,
    /// The obligation that this one leads to, and along which edge.
    next: Option<(usize, EdgeId)>,
}

/// The engine: frames and solvers.
pub(crate) struct Directed {
    bits: bool,
    own: Option<Precision>,
    lanes: FxHashMap<EdgeId, Lane>,
    lifts: FxHashMap<EdgeId, (Step, Literal, usize)>,
    /// By level, by point: cubes that are blocked up to this level.
    frames: Vec<Vec<Vec<Cube>>>,
    level: usize,
}

/// What leads to a cube along an edge.
enum Before {
    /// A state at the first point.
    Some(Cube),
    /// Nothing: these literals of the cube suffice to show it.
    None(Vec<Lit>),
}

impl Directed {
    /// An engine over bits, or over predicates.
    pub(crate) fn new(bits: bool) -> Self {
        Directed {
            bits,
            own: None,
            lanes: FxHashMap::default(),
            lifts: FxHashMap::default(),
            frames: Vec::new(),
            level: 0,
        }
    }

    /// Goes on until a fixpoint or a path is found.
    pub(crate) fn search(
        &mut self,
        problem: &mut Problem<'_>,
        precision: &Precision,
        work: &mut Work<'_>,
    ) -> Result<Found, Stop> {
        let own = self.bits.then(|| self.own.take().unwrap_or_else(|| all_bits(problem)));
        let precision = own.as_ref().unwrap_or(precision);
        let found = self.advance(problem, precision, work);
        self.own = own;
        found
    }

    fn advance(
        &mut self,
        problem: &mut Problem<'_>,
        precision: &Precision,
        work: &mut Work<'_>,
    ) -> Result<Found, Stop> {
        if self.level == 0 {
            self.open_level(problem);
        }
        loop {
            for target in problem.target_points() {
                if let Some(path) = self.block(problem, precision, target, work)? {
                    return Ok(Found::Path(path));
                }
            }
            self.open_level(problem);
            if let Some(level) = self.push(problem, precision, work)? {
                return Ok(Found::Safe(self.invariant(problem, precision, level)));
            }
        }
    }

    fn open_level(&mut self, problem: &Problem<'_>) {
        let points = problem.blocks.points.len();
        while self.frames.len() < self.level + 2 {
            self.frames.push(vec![Vec::new(); points]);
        }
        self.level += 1;
    }

    /// Is the cube blocked at this level because of a cube that contains it?
    fn is_blocked(&self, point: PointId, cube: &[Lit], level: usize) -> bool {
        self.frames[level..].iter().any(|frame| frame[point.index()].iter().any(|wide| covers(wide, cube)))
    }

    /// Shows that a target cannot be reached at the current level, or finds a path.
    fn block(
        &mut self,
        problem: &mut Problem<'_>,
        precision: &Precision,
        target: PointId,
        work: &mut Work<'_>,
    ) -> Result<Option<Vec<EdgeId>>, Stop> {
        let mut all = vec![Obligation { point: target, cube: Cube::default(), next: None }];
        let mut queue = BinaryHeap::from([Reverse((self.level, 0usize))]);
        while let Some(Reverse((level, number))) = queue.pop() {
            let (point, cube) = (all[number].point, all[number].cube.clone());
            if self.is_blocked(point, &cube, level) {
                if level < self.level {
                    queue.push(Reverse((level + 1, number)));
                }
                continue;
            }
            let mut core: Vec<Lit> = Vec::new();
            let mut before = None;
            for edge in problem.entering[point.index()].clone() {
                match self.before(problem, precision, edge, level - 1, &cube, true, work)? {
                    Before::Some(cube) => {
                        before = Some((edge, cube));
                        break;
                    }
                    Before::None(literals) => core.extend(literals),
                }
            }
            if let Some((edge, before)) = before {
                let from = problem.from(edge);
                all.push(Obligation { point: from, cube: before, next: Some((number, edge)) });
                if from == problem.blocks.entry {
                    return Ok(Some(path(&all)));
                }
                queue.push(Reverse((level, number)));
                queue.push(Reverse((level - 1, all.len() - 1)));
                continue;
            }
            core.sort_unstable();
            core.dedup();
            let wide = self.widen(problem, precision, point, &cube, core, level, work)?;
            let mut highest = level;
            while highest < self.level
                && self.unreachable(problem, precision, point, &wide, highest + 1, work)?.is_some()
            {
                highest += 1;
            }
            self.add(problem, precision, point, wide, highest);
            if highest < self.level {
                queue.push(Reverse((highest + 1, number)));
            }
        }
        Ok(None)
    }

    /// The literals that show that no edge leads to the cube at this level, if so.
    fn unreachable(
        &mut self,
        problem: &mut Problem<'_>,
        precision: &Precision,
        point: PointId,
        cube: &[Lit],
        level: usize,
        work: &mut Work<'_>,
    ) -> Result<Option<Vec<Lit>>, Stop> {
        let mut core = Vec::new();
        for edge in problem.entering[point.index()].clone() {
            match self.before(problem, precision, edge, level - 1, cube, false, work)? {
                Before::Some(_) => return Ok(None),
                Before::None(literals) => core.extend(literals),
            }
        }
        core.sort_unstable();
        core.dedup();
        Ok(Some(core))
    }

    #[allow(clippy::too_many_arguments)] // see `before`
    /// Drops literals of a cube that is unreachable at this level, as long as it stays unreachable.
    fn widen(
        &mut self,
        problem: &mut Problem<'_>,
        precision: &Precision,
        point: PointId,
        cube: &[Lit],
        core: Vec<Lit>,
        level: usize,
        work: &mut Work<'_>,
    ) -> Result<Cube, Stop> {
        // With self-loops, a core refers to the entire cube before the step: it may not be inductive itself.
        let loops = problem.entering[point.index()].iter().any(|&edge| problem.from(edge) == point);
        let mut cube = match loops && core.len() < cube.len() {
            true if self.unreachable(problem, precision, point, &core, level, work)?.is_none() => {
                cube.to_vec()
            }
            _ => core,
        };
        let mut kept = 0;
        let mut failures = 0;
        while kept < cube.len() && failures < 24 {
            let at = cube.len() - 1 - kept;
            let mut fewer = cube.clone();
            fewer.remove(at);
            match self.unreachable(problem, precision, point, &fewer, level, work)? {
                Some(core) if core.len() == fewer.len() => cube = fewer,
                Some(core) => {
                    // The core alone may not be inductive.
                    cube = match self.unreachable(problem, precision, point, &core, level, work)? {
                        Some(_) => core,
                        None => fewer,
                    };
                    kept = kept.min(cube.len());
                }
                None => {
                    kept += 1;
                    failures += 1;
                }
            }
        }
        Ok(cube.into_boxed_slice())
    }

    /// Remembers that a cube is blocked up to this level.
    fn add(
        &mut self,
        problem: &mut Problem<'_>,
        precision: &Precision,
        point: PointId,
        cube: Cube,
        level: usize,
    ) {
        for frame in &mut self.frames[..=level] {
            frame[point.index()].retain(|narrow| !covers(&cube, narrow));
        }
        for edge in problem.leaving[point.index()].clone() {
            if let Some(lane) = self.lanes.get_mut(&edge) {
                lane.exclude(problem, precision.of(point), &cube, level);
            }
        }
        self.frames[level][point.index()].push(cube);
    }

    /// Moves cubes to higher levels. Returns a level whose frame is that of the next one, if there is one.
    fn push(
        &mut self,
        problem: &mut Problem<'_>,
        precision: &Precision,
        work: &mut Work<'_>,
    ) -> Result<Option<usize>, Stop> {
        // After a violation, some points may lead to no target any more.
        for frame in &mut self.frames {
            for (number, cubes) in frame.iter_mut().enumerate() {
                if problem.leaving[number].is_empty() && !problem.is_target(PointId(number as u32)) {
                    cubes.clear();
                }
            }
        }
        for level in 1..self.level {
            for number in 0..self.frames[level].len() {
                let point = PointId(number as u32);
                for cube in self.frames[level][number].clone() {
                    if self.unreachable(problem, precision, point, &cube, level + 1, work)?.is_some() {
                        self.add(problem, precision, point, cube, level + 1);
                    }
                }
            }
            if self.frames[level].iter().all(Vec::is_empty) {
                return Ok(Some(level));
            }
        }
        Ok(None)
    }

    fn invariant(&self, problem: &mut Problem<'_>, precision: &Precision, level: usize) -> Vec<Vec<Term>> {
        let mut invariant = vec![Vec::new(); problem.blocks.points.len()];
        for frame in &self.frames[level + 1..] {
            for (number, cubes) in frame.iter().enumerate() {
                let point = PointId(number as u32);
                for cube in cubes {
                    let terms = problem.terms();
                    let cube = cube_term(terms, precision.of(point), cube);
                    invariant[number].push(terms.not(cube));
                }
            }
        }
        invariant
    }

    /// Asks for a state of the frame of this level from which the edge leads to the cube.
    #[allow(clippy::too_many_arguments)] // the engine's one question
    fn before(
        &mut self,
        problem: &mut Problem<'_>,
        precision: &Precision,
        edge: EdgeId,
        level: usize,
        cube: &[Lit],
        model: bool,
        work: &mut Work<'_>,
    ) -> Result<Before, Stop> {
        let (from, to) = (problem.from(edge), problem.to(edge));
        let entry = from == problem.blocks.entry;
        if level == 0 && !entry {
            return Ok(Before::None(Vec::new()));
        }
        if self.lanes.get(&edge).is_some_and(|lane| lane.garbage > GARBAGE) {
            self.lanes.remove(&edge);
        }
        if !self.lanes.contains_key(&edge) {
            let mut lane = Lane { step: Step::new(problem, edge, true), levels: Vec::new(), garbage: 0 };
            for (level, frame) in self.frames.iter().enumerate() {
                for cube in &frame[from.index()] {
                    lane.exclude(problem, precision.of(from), cube, level);
                }
            }
            self.lanes.insert(edge, lane);
        }
        let Some(lane) = self.lanes.get_mut(&edge) else { return Ok(Before::None(cube.to_vec())) };
        let mut assumptions = Vec::with_capacity(cube.len() + 4);
        for &literal in cube {
            assumptions
                .push(signed(lane.step.after(problem, precision.of(to)[literal as usize / 2]), literal));
        }
        lane.open(self.frames.len() - 1);
        if !entry {
            assumptions.extend(&lane.levels[level..]);
        }
        let mut once = None;
        if from == to && !cube.is_empty() {
            let literal = lane.step.solver.fresh();
            let mut clause = vec![!literal];
            for &part in cube {
                clause.push(!signed(lane.step.before(problem, precision.of(from)[part as usize / 2]), part));
            }
            lane.step.solver.add_clause(&clause);
            lane.garbage += 1;
            assumptions.push(literal);
            once = Some(literal);
        }
        let answer = work.solve(&mut lane.step.solver, &assumptions);
        let mut state = None;
        let result = match answer {
            Ok(true) => {
                if model && !entry {
                    state = Some(lane.state(problem, precision.of(from)));
                }
                Ok(Before::Some(Cube::default()))
            }
            Ok(false) => {
                let core = lane.step.solver.core();
                let pairs = cube.iter().zip(&assumptions);
                let needed = pairs.filter(|(_, assumed)| core.contains(assumed)).map(|(&literal, _)| literal);
                Ok(Before::None(needed.collect()))
            }
            Err(stop) => Err(stop),
        };
        if let Some(literal) = once {
            lane.step.solver.add_clause(&[!literal]);
        }
        match state {
            Some((state, inputs)) => {
                Ok(Before::Some(self.lift(problem, precision, edge, cube, state, &inputs, work)?))
            }
            None => result,
        }
    }

    /// The literals of a state that, with these inputs, suffice for the step to the cube. All, if predicates
    /// do not determine the step.
    #[allow(clippy::too_many_arguments)] // see above
    fn lift(
        &mut self,
        problem: &mut Problem<'_>,
        precision: &Precision,
        edge: EdgeId,
        cube: &[Lit],
        state: Vec<Lit>,
        inputs: &[(Term, u128)],
        work: &mut Work<'_>,
    ) -> Result<Cube, Stop> {
        let (from, to) = (problem.from(edge), problem.to(edge));
        if self.lifts.get(&edge).is_some_and(|(_, _, garbage)| *garbage > GARBAGE) {
            self.lifts.remove(&edge);
        }
        let (step, guard, garbage) = self.lifts.entry(edge).or_insert_with(|| {
            let mut step = Step::new(problem, edge, false);
            let guard = problem.guard(edge);
            let guard = step.solver.literal(&problem.blocks.terms, guard);
            (step, guard, 0)
        });
        *garbage += 1;
        let active = step.solver.fresh();
        let mut clause = vec![!active, !*guard];
        for &literal in cube {
            clause.push(!signed(step.after(problem, precision.of(to)[literal as usize / 2]), literal));
        }
        step.solver.add_clause(&clause);
        let mut assumptions = vec![active];
        for &(input, value) in inputs {
            let bits = step.solver.bits(&problem.blocks.terms, input);
            assumptions.extend((0..).zip(bits).map(|(bit, &l)| if value >> bit & 1 == 1 { l } else { !l }));
        }
        let fixed = assumptions.len();
        for &literal in &state {
            assumptions.push(signed(step.before(problem, precision.of(from)[literal as usize / 2]), literal));
        }
        let determined = work.solve_at_most(&mut step.solver, &assumptions, 1000)? == Some(false);
        let result = if determined {
            let core = step.solver.core();
            let pairs = state.iter().zip(&assumptions[fixed..]);
            pairs.filter(|(_, assumed)| core.contains(assumed)).map(|(&literal, _)| literal).collect()
        } else {
            state.into_boxed_slice()
        };
        step.solver.add_clause(&[!active]);
        Ok(result)
    }
}

/// The edges from the last obligation to the target.
fn path(all: &[Obligation]) -> Vec<EdgeId> {
    let mut edges = Vec::new();
    let mut at = all.last();
    while let Some(&(next, edge)) = at.and_then(|obligation| obligation.next.as_ref()) {
        edges.push(edge);
        at = all.get(next);
    }
    edges
}

/// All bits of the live cells as predicates.
fn all_bits(problem: &mut Problem<'_>) -> Precision {
    let mut precision = Precision::new(problem.blocks.points.len());
    for number in 0..problem.blocks.points.len() {
        for cell in problem.live[number].clone() {
            let term = problem.blocks.cells[cell.index()].term;
            for bit in bits(problem, term) {
                precision.add(&mut problem.blocks.terms, PointId(number as u32), bit);
            }
        }
    }
    precision
}
