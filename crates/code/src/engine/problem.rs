//! The part of a program that matters for some checks, with what all engines need of it.

use rely_terms::{Substitution, Term, Terms};
use rustc_hash::FxHashMap;

use crate::blocks::{Blocks, CellId, EdgeId, PointId, PointKind};

/// The program, the checks that are still open, and terms made from it.
pub(crate) struct Problem<'a> {
    pub(crate) blocks: &'a mut Blocks,
    /// The checks that are asked for.
    pub(crate) targets: Vec<u32>,
    /// Useful edges that leave a point: on a path from the entry to a target.
    pub(crate) leaving: Vec<Vec<EdgeId>>,
    /// Useful edges that enter a point.
    pub(crate) entering: Vec<Vec<EdgeId>>,
    /// Is there a path of edges from the entry?
    pub(crate) reachable: Vec<bool>,
    /// The cells that matter at a point for the targets.
    pub(crate) live: Vec<Vec<CellId>>,
    /// The cell of a variable.
    pub(crate) cell_of: FxHashMap<Term, CellId>,
    /// The inputs of an edge.
    pub(crate) inputs: Vec<Vec<Term>>,
    after: Vec<Substitution>,
    copies: Vec<(FxHashMap<Term, Term>, Substitution)>,
    supports: FxHashMap<Term, Option<Box<[CellId]>>>,
}

impl<'a> Problem<'a> {
    pub(crate) fn new(blocks: &'a mut Blocks, targets: &[u32]) -> Self {
        let cell_of: FxHashMap<Term, CellId> =
            (0..).zip(&blocks.cells).map(|(number, cell)| (cell.term, CellId(number))).collect();
        let mut inputs = Vec::new();
        let mut after = Vec::new();
        for edge in &blocks.edges {
            let mut roots = vec![edge.guard];
            roots.extend(edge.updates.iter().map(|&(_, term)| term));
            let mut variables = blocks.terms.variables(&roots);
            variables.retain(|variable| !cell_of.contains_key(variable));
            inputs.push(variables);
            let map =
                edge.updates.iter().map(|&(cell, term)| (blocks.cells[cell.index()].term, term)).collect();
            after.push(Substitution::new(&map));
        }
        let mut problem = Problem {
            blocks,
            targets: Vec::new(),
            leaving: Vec::new(),
            entering: Vec::new(),
            reachable: Vec::new(),
            live: Vec::new(),
            cell_of,
            inputs,
            after,
            copies: Vec::new(),
            supports: FxHashMap::default(),
        };
        problem.retarget(targets);
        problem
    }

    /// Asks for these checks from now on: at most those that were asked for until now.
    pub(crate) fn retarget(&mut self, targets: &[u32]) {
        self.targets = targets.to_vec();
        let points = self.blocks.points.len();
        let edges = &self.blocks.edges;
        let mut forward = vec![false; points];
        forward[self.blocks.entry.index()] = true;
        let mut backward: Vec<bool> =
            (0..points).map(|point| self.is_target(PointId(point as u32))).collect();
        let mut changed = true;
        while changed {
            changed = false;
            for edge in edges {
                if self.blocks.terms.as_constant(edge.guard) == Some(0) {
                    continue;
                }
                if forward[edge.from.index()] {
                    changed |= !std::mem::replace(&mut forward[edge.to.index()], true);
                }
                if backward[edge.to.index()] {
                    changed |= !std::mem::replace(&mut backward[edge.from.index()], true);
                }
            }
        }
        self.leaving = vec![Vec::new(); points];
        self.entering = vec![Vec::new(); points];
        for (number, edge) in (0..).zip(edges) {
            let constant = self.blocks.terms.as_constant(edge.guard);
            if forward[edge.from.index()] && backward[edge.to.index()] && constant != Some(0) {
                self.leaving[edge.from.index()].push(EdgeId(number));
                self.entering[edge.to.index()].push(EdgeId(number));
            }
        }
        // Errors first: a violation ends the search.
        for list in &mut self.leaving {
            list.sort_by_key(|edge| {
                !matches!(self.blocks.points[edges[edge.index()].to.index()].kind, PointKind::Error(_))
            });
        }
        self.reachable = forward;
        self.compute_live();
    }

    fn compute_live(&mut self) {
        let blocks = &*self.blocks;
        let cells_in = |root: Term| -> Vec<CellId> {
            let variables = blocks.terms.variables(&[root]);
            variables.into_iter().filter_map(|variable| self.cell_of.get(&variable).copied()).collect()
        };
        let mut useful: Vec<EdgeId> = self.leaving.iter().flatten().copied().collect();
        useful.sort_unstable();
        let guards: Vec<Vec<CellId>> =
            useful.iter().map(|&edge| cells_in(blocks.edges[edge.index()].guard)).collect();
        let updates: Vec<Vec<(CellId, Vec<CellId>)>> = useful
            .iter()
            .map(|&edge| {
                blocks.edges[edge.index()]
                    .updates
                    .iter()
                    .map(|&(cell, term)| (cell, cells_in(term)))
                    .collect()
            })
            .collect();
        let mut live = vec![vec![false; blocks.cells.len()]; blocks.points.len()];
        let mut changed = true;
        while changed {
            changed = false;
            for (number, &edge) in useful.iter().enumerate().rev() {
                let edge = &blocks.edges[edge.index()];
                let mut wanted = guards[number].clone();
                let mut updated = updates[number].iter().peekable();
                for (cell, &needed) in live[edge.to.index()].iter().enumerate() {
                    let own = updated.next_if(|(updated, _)| updated.index() == cell);
                    match (needed, own) {
                        (false, _) => {}
                        (true, Some((_, sources))) => wanted.extend(sources),
                        (true, None) => wanted.push(CellId(cell as u32)),
                    }
                }
                for cell in wanted {
                    changed |= !std::mem::replace(&mut live[edge.from.index()][cell.index()], true);
                }
            }
        }
        let list = |live: Vec<bool>| {
            (0..).zip(live).filter(|&(_, live)| live).map(|(cell, _)| CellId(cell)).collect()
        };
        self.live = live.into_iter().map(list).collect();
    }

    /// Is this point an error that is asked for?
    pub(crate) fn is_target(&self, point: PointId) -> bool {
        matches!(self.blocks.points[point.index()].kind, PointKind::Error(number) if self.targets.contains(&number))
    }

    /// The points of errors that are asked for.
    pub(crate) fn target_points(&self) -> Vec<PointId> {
        (0..self.blocks.points.len() as u32).map(PointId).filter(|&point| self.is_target(point)).collect()
    }

    pub(crate) fn from(&self, edge: EdgeId) -> PointId {
        self.blocks.edges[edge.index()].from
    }

    pub(crate) fn to(&self, edge: EdgeId) -> PointId {
        self.blocks.edges[edge.index()].to
    }

    pub(crate) fn guard(&self, edge: EdgeId) -> Term {
        self.blocks.edges[edge.index()].guard
    }

    pub(crate) fn terms(&mut self) -> &mut Terms {
        &mut self.blocks.terms
    }

    /// A term over the state after an edge, as a term over the state before it and the inputs.
    pub(crate) fn after(&mut self, edge: EdgeId, term: Term) -> Term {
        self.after[edge.index()].apply(&mut self.blocks.terms, term)
    }

    /// A term over the state and inputs of a step of a path, with variables of this step's own.
    pub(crate) fn at(&mut self, step: usize, term: Term) -> Term {
        while self.copies.len() <= step {
            let mut map = FxHashMap::default();
            let mut variables: Vec<Term> = self.blocks.cells.iter().map(|cell| cell.term).collect();
            variables.extend(self.inputs.iter().flatten());
            for variable in variables {
                let step = self.copies.len();
                let terms = &mut self.blocks.terms;
                map.entry(variable).or_insert_with(|| {
                    let name = format!("{}@{step}", terms.name(variable).unwrap_or(""));
                    terms.variable(&name, terms.width(variable))
                });
            }
            let substitution = Substitution::new(&map);
            self.copies.push((map, substitution));
        }
        self.copies[step].1.apply(&mut self.blocks.terms, term)
    }

    /// The cells in a term; nothing if it has inputs.
    pub(crate) fn support(&mut self, term: Term) -> Option<&[CellId]> {
        let (terms, cell_of) = (&self.blocks.terms, &self.cell_of);
        let found = self.supports.entry(term).or_insert_with(|| {
            let variables = terms.variables(&[term]);
            let mut cells = variables
                .iter()
                .map(|variable| cell_of.get(variable).copied())
                .collect::<Option<Vec<_>>>()?;
            cells.sort_unstable();
            Some(cells.into_boxed_slice())
        });
        found.as_deref()
    }
}

/// The predicates of each point.
#[derive(Clone, Debug, Default)]
pub(crate) struct Precision {
    points: Vec<Vec<Term>>,
}

impl Precision {
    pub(crate) fn new(points: usize) -> Self {
        Precision { points: vec![Vec::new(); points] }
    }

    /// Adds a predicate; a negated one counts as the predicate itself. Returns whether it is new.
    pub(crate) fn add(&mut self, terms: &mut Terms, point: PointId, predicate: Term) -> bool {
        let negated = terms.not(predicate);
        let predicate = predicate.min(negated);
        let list = &mut self.points[point.index()];
        if terms.as_constant(predicate).is_some() || list.contains(&predicate) {
            return false;
        }
        list.push(predicate);
        true
    }

    pub(crate) fn of(&self, point: PointId) -> &[Term] {
        &self.points[point.index()]
    }

    pub(crate) fn count(&self) -> usize {
        self.points.iter().map(Vec::len).sum()
    }

    pub(crate) fn into_points(self) -> Vec<Vec<Term>> {
        self.points
    }
}
