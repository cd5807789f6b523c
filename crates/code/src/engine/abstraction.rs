//! Predicate abstraction: abstract states are cubes over the predicates of a point.
//!
//! **Problem.** Is a target reachable if a state is known only by the values of predicates?
//!
//! **Method.** Boolean abstraction \[GrafSaidi97\] with predicates per point
//! \[HenzingerJhalaMajumdarSutre02\] and large blocks \[BeyerCimattiGriggioKeremogluSebastiani09\]. The
//! successors of a cube along an edge are enumerated with one incremental solver per edge: the cube is
//! assumed, and each valuation of the predicates at the end is excluded by a clause that holds only during
//! this enumeration. Valuations that differ in one predicate are joined to cubes. Cubes are searched breadth
//! first; a cube inside of another one at the same point is not searched. The last core of an enumeration
//! names the literals of the source that matter: every other source with these literals has no other
//! successors.
//!
//! **Invariants.** The cubes found at a point contain every state that can be there after as many steps as
//! were searched; joining is exact, so a refinement that excludes a path of edges excludes it for good.
//!
//! **Cost.** One query per successor plus one per abstract state and edge. The number of abstract states can
//! be exponential in that of the predicates; the other engine is for these cases.
//!
//! **Departures.** After a refinement the search starts again, but remembers enumerations at points whose
//! predicates did not change.

use rustc_hash::{FxHashMap, FxHashSet};

use super::cube::{self, Cube, Lit, covers};
use super::problem::{Precision, Problem};
use super::steps::Steps;
use super::work::{Stop, Work};
use crate::blocks::{EdgeId, PointId};
use rely_terms::{Literal, Term};

/// What a search found.
pub(crate) enum Found {
    /// No target is reachable: what holds at each point.
    Safe(Vec<Vec<Term>>),
    /// A path of edges to a target that may not be possible.
    Path(Vec<EdgeId>),
}

/// What is known about an edge.
#[derive(Default)]
struct Known {
    /// The number of predicates at the end when the successors were enumerated.
    width: usize,
    /// Successors of sources.
    exact: FxHashMap<Cube, Vec<Cube>>,
    /// Literals with which there are no successors.
    dead: Vec<Cube>,
    /// Literals with which there are no successors but these.
    bounds: Vec<(Cube, Vec<Cube>)>,
}

/// The engine: solvers and remembered enumerations.
#[derive(Default)]
pub(crate) struct Abstraction {
    steps: Steps,
    known: FxHashMap<EdgeId, Known>,
}

struct Node {
    point: PointId,
    cube: Cube,
    parent: usize,
    edge: Option<EdgeId>,
}

impl Abstraction {
    /// Searches the abstraction with the predicates as they are.
    pub(crate) fn search(
        &mut self,
        problem: &mut Problem<'_>,
        precision: &Precision,
        work: &mut Work<'_>,
    ) -> Result<Found, Stop> {
        let mut nodes =
            vec![Node { point: problem.blocks.entry, cube: Cube::default(), parent: 0, edge: None }];
        let mut exact: FxHashSet<(PointId, Cube)> = FxHashSet::default();
        let mut wide: Vec<Vec<usize>> = vec![Vec::new(); problem.blocks.points.len()];
        wide[problem.blocks.entry.index()].push(0);
        let mut next = 0;
        while next < nodes.len() {
            let (point, cube) = (nodes[next].point, nodes[next].cube.clone());
            // A cube that was found later may contain this one.
            let covered =
                wide[point.index()].iter().any(|&other| other > next && covers(&nodes[other].cube, &cube));
            if covered {
                next += 1;
                continue;
            }
            for edge in problem.leaving[point.index()].clone() {
                let to = problem.to(edge);
                for successor in self.post(problem, precision, edge, &cube, work)? {
                    if problem.is_target(to) {
                        return Ok(Found::Path(path(&nodes, next, edge)));
                    }
                    if exact.contains(&(to, successor.clone()))
                        || wide[to.index()].iter().any(|&other| covers(&nodes[other].cube, &successor))
                    {
                        continue;
                    }
                    exact.insert((to, successor.clone()));
                    if successor.len() < precision.of(to).len() {
                        wide[to.index()].push(nodes.len());
                    }
                    nodes.push(Node { point: to, cube: successor, parent: next, edge: Some(edge) });
                }
            }
            next += 1;
        }
        Ok(Found::Safe(self.invariant(problem, precision, &nodes)))
    }

    fn invariant(&self, problem: &mut Problem<'_>, precision: &Precision, nodes: &[Node]) -> Vec<Vec<Term>> {
        let mut cubes: Vec<Vec<Cube>> = vec![Vec::new(); problem.blocks.points.len()];
        for node in nodes {
            cubes[node.point.index()].push(node.cube.clone());
        }
        let mut invariant = Vec::new();
        for (number, mut cubes) in (0..).zip(cubes) {
            let point = PointId(number);
            let matters = point == problem.blocks.entry
                || problem.is_target(point)
                || !problem.leaving[point.index()].is_empty();
            if !matters || cubes.iter().any(|cube| cube.is_empty()) {
                invariant.push(Vec::new());
                continue;
            }
            cube::merge(&mut cubes);
            let terms = problem.terms();
            let each: Vec<Term> =
                cubes.iter().map(|cube| cube::cube_term(terms, precision.of(point), cube)).collect();
            invariant.push(vec![terms.or_all(each)]);
        }
        invariant
    }

    /// The successors of a cube along an edge. At a target: one empty cube if there are any.
    fn post(
        &mut self,
        problem: &mut Problem<'_>,
        precision: &Precision,
        edge: EdgeId,
        source: &Cube,
        work: &mut Work<'_>,
    ) -> Result<Vec<Cube>, Stop> {
        let (from, to) = (problem.from(edge), problem.to(edge));
        let predicates: &[Term] = if problem.leaving[to.index()].is_empty() { &[] } else { precision.of(to) };
        let known = self.known.entry(edge).or_default();
        if known.width != predicates.len() {
            known.width = predicates.len();
            known.exact.clear();
            known.bounds.clear();
        }
        if let Some(found) = known.exact.get(source) {
            return Ok(found.clone());
        }
        if known.dead.iter().any(|core| covers(core, source)) {
            return Ok(Vec::new());
        }
        let step = self.steps.of(problem, edge);
        let mut assumptions: Vec<Literal> = vec![step.solver.fresh()];
        let active = assumptions[0];
        for &literal in source.iter() {
            assumptions.push(lit(step.before(problem, precision.of(from)[literal as usize / 2]), literal));
        }
        let mut targets = Vec::with_capacity(predicates.len());
        for &predicate in predicates {
            targets.push(step.after(problem, predicate));
        }
        let core_of = |step: &mut super::steps::Step, assumptions: &[Literal]| -> Cube {
            let core: FxHashSet<Literal> = step.solver.core().iter().copied().collect();
            let pairs = assumptions[1..].iter().zip(source.iter());
            pairs.filter(|(assumption, _)| core.contains(assumption)).map(|(_, &literal)| literal).collect()
        };
        // If all successors are among few known ones, ask for those only.
        let bound = known.bounds.iter().find(|(core, _)| covers(core, source)).map(|(_, list)| list.clone());
        let mut found: Vec<Cube> = Vec::new();
        if let Some(list) = bound {
            let fixed = assumptions.len();
            assumptions.remove(0);
            if list.len() == 1 {
                if work.solve(&mut step.solver, &assumptions)? {
                    found = list;
                }
            } else {
                for candidate in list {
                    assumptions.truncate(fixed - 1);
                    assumptions.extend(candidate.iter().map(|&l| lit(targets[l as usize / 2], l)));
                    if work.solve(&mut step.solver, &assumptions)? {
                        found.push(candidate);
                    }
                }
            }
            step.solver.add_clause(&[!active]);
        } else {
            let mut clause = Vec::new();
            while work.solve(&mut step.solver, &assumptions)? {
                let cube: Cube = (0..)
                    .zip(&targets)
                    .map(|(number, &target)| 2 * number + Lit::from(!step.solver.holds(target)))
                    .collect();
                clause.clear();
                clause.push(!active);
                clause.extend(cube.iter().map(|&l| !lit(targets[l as usize / 2], l)));
                step.solver.add_clause(&clause);
                found.push(cube);
                if targets.is_empty() {
                    break;
                }
            }
            if found.is_empty() {
                let core = core_of(step, &assumptions);
                known.dead.push(core);
            } else if !targets.is_empty() && found.len() <= 8 {
                let core = core_of(step, &assumptions);
                if core.len() < source.len() {
                    known.bounds.push((core, found.clone()));
                }
            }
            step.solver.add_clause(&[!active]);
        }
        cube::merge(&mut found);
        known.exact.insert(source.clone(), found.clone());
        Ok(found)
    }
}

fn lit(literal: Literal, sign: Lit) -> Literal {
    if sign % 2 == 1 { !literal } else { literal }
}

fn path(nodes: &[Node], mut at: usize, last: EdgeId) -> Vec<EdgeId> {
    let mut edges = vec![last];
    while let Some(edge) = nodes[at].edge {
        edges.push(edge);
        at = nodes[at].parent;
    }
    edges.reverse();
    edges
}
