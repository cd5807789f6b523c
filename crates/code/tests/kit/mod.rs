//! Small programs as blocks, and their states one by one.

#![allow(dead_code)] // each test uses a part

use std::collections::{BTreeSet, HashMap, VecDeque};

use rely_code::blocks::{Blocks, Cell, CellId, Edge, EdgeId, Point, PointId, PointKind};
use rely_code::engine::{Invariant, Path};
use rely_terms::{Evaluator, Term, Terms};

pub mod random;

/// Builds blocks.
pub struct Builder {
    pub blocks: Blocks,
}

impl Builder {
    /// A program whose only point is the entry.
    pub fn new() -> Self {
        let mut builder = Builder {
            blocks: Blocks {
                terms: Terms::new(),
                cells: Vec::new(),
                points: Vec::new(),
                entry: PointId(0),
                edges: Vec::new(),
            },
        };
        builder.point(PointKind::Entry);
        builder
    }

    pub fn cell(&mut self, name: &str, width: u32) -> (CellId, Term) {
        let term = self.blocks.terms.variable(name, width);
        self.blocks.cells.push(Cell { name: name.into(), term });
        (CellId(self.blocks.cells.len() as u32 - 1), term)
    }

    pub fn input(&mut self, width: u32) -> Term {
        self.blocks.terms.variable("input", width)
    }

    pub fn point(&mut self, kind: PointKind) -> PointId {
        let number = self.blocks.points.len() as u32;
        self.blocks.points.push(Point { name: format!("p{number}"), kind, live: Vec::new() });
        PointId(number)
    }

    pub fn edge(&mut self, from: PointId, to: PointId, guard: Term, updates: &[(CellId, Term)]) {
        let mut updates = updates.to_vec();
        updates.sort_by_key(|&(cell, _)| cell);
        self.blocks.edges.push(Edge { from, to, guard, updates, action: None, region: 0 });
    }

    pub fn number(&mut self, value: u128, width: u32) -> Term {
        self.blocks.terms.constant(value, width)
    }

    pub fn always(&mut self) -> Term {
        self.blocks.terms.truth(true)
    }

    pub fn finish(mut self) -> Blocks {
        self.blocks.compute_live();
        self.blocks
    }
}

/// All states and inputs of a program with few bits.
pub struct Explicit<'a> {
    blocks: &'a Blocks,
    widths: Vec<u32>,
    inputs: Vec<Vec<Term>>,
}

pub type State = Vec<u128>;

impl<'a> Explicit<'a> {
    pub fn new(blocks: &'a Blocks) -> Self {
        let widths = blocks.cells.iter().map(|cell| blocks.terms.width(cell.term)).collect();
        let cells: BTreeSet<Term> = blocks.cells.iter().map(|cell| cell.term).collect();
        let inputs = blocks
            .edges
            .iter()
            .map(|edge| {
                let mut roots = vec![edge.guard];
                roots.extend(edge.updates.iter().map(|&(_, term)| term));
                let mut all = blocks.terms.variables(&roots);
                all.retain(|variable| !cells.contains(variable));
                all
            })
            .collect();
        Explicit { blocks, widths, inputs }
    }

    pub fn states(&self) -> Vec<State> {
        combinations(&self.widths)
    }

    pub fn value_of(&self, state: &State, variable: Term) -> Option<u128> {
        self.blocks.cells.iter().position(|cell| cell.term == variable).map(|number| state[number])
    }

    /// The states after an edge.
    pub fn successors(&self, edge: EdgeId, state: &State) -> Vec<State> {
        let inputs = &self.inputs[edge.index()];
        let widths: Vec<u32> = inputs.iter().map(|&input| self.blocks.terms.width(input)).collect();
        let block = &self.blocks.edges[edge.index()];
        let mut found = Vec::new();
        for values in combinations(&widths) {
            let value = |variable: Term| {
                inputs.iter().position(|&input| input == variable).map_or_else(
                    || self.value_of(state, variable).expect("a cell or an input"),
                    |number| values[number],
                )
            };
            let mut evaluator = Evaluator::new();
            if evaluator.eval(&self.blocks.terms, block.guard, &value) == 1 {
                let mut next = state.clone();
                for &(cell, term) in &block.updates {
                    next[cell.index()] = evaluator.eval(&self.blocks.terms, term, &value);
                }
                found.push(next);
            }
        }
        found.sort();
        found.dedup();
        found
    }

    /// The errors that can be reached.
    pub fn violated(&self) -> BTreeSet<u32> {
        let leaving = self.blocks.leaving();
        let mut seen: HashMap<(PointId, State), ()> = HashMap::new();
        let mut open: VecDeque<(PointId, State)> = VecDeque::new();
        for state in self.states() {
            seen.insert((self.blocks.entry, state.clone()), ());
            open.push_back((self.blocks.entry, state));
        }
        let mut violated = BTreeSet::new();
        while let Some((point, state)) = open.pop_front() {
            for &edge in &leaving[point.index()] {
                let to = self.blocks.edges[edge.index()].to;
                for next in self.successors(edge, &state) {
                    if let PointKind::Error(number) = self.blocks.points[to.index()].kind {
                        violated.insert(number);
                    } else if seen.insert((to, next.clone()), ()).is_none() {
                        open.push_back((to, next));
                    }
                }
            }
        }
        violated
    }

    /// Is the invariant true at the entry, preserved by all edges from all states, and false at the error?
    pub fn is_invariant(&self, invariant: &Invariant, check: u32) -> bool {
        let holds = |point: PointId, state: &State| {
            let kind = self.blocks.points[point.index()].kind;
            let value = |variable: Term| self.value_of(state, variable).expect("only cells in invariants");
            kind != PointKind::Error(check)
                && invariant.points[point.index()]
                    .iter()
                    .all(|&term| self.blocks.terms.eval(term, &value) == 1)
        };
        let states = self.states();
        states.iter().all(|state| holds(self.blocks.entry, state))
            && (0..self.blocks.edges.len()).all(|number| {
                let edge = &self.blocks.edges[number];
                states.iter().filter(|state| holds(edge.from, state)).all(|state| {
                    self.successors(EdgeId(number as u32), state).iter().all(|next| holds(edge.to, next))
                })
            })
    }

    /// Does the path lead from the entry to the error?
    pub fn is_execution(&self, path: &Path, check: u32) -> bool {
        let Some(first) = path.steps.first() else { return false };
        // Cells that are not live at the entry have any value.
        let mut state: State = vec![0; self.widths.len()];
        for &(cell, value) in &first.before {
            state[cell.index()] = value;
        }
        let mut at = self.blocks.entry;
        for step in &path.steps {
            let block = &self.blocks.edges[step.edge.index()];
            let given: HashMap<Term, u128> = step.inputs.iter().copied().collect();
            let value = |variable: Term| {
                given.get(&variable).copied().or_else(|| self.value_of(&state, variable)).unwrap_or(0)
            };
            let same = step.before.iter().all(|&(cell, value)| state[cell.index()] == value);
            if block.from != at || !same || self.blocks.terms.eval(block.guard, &value) != 1 {
                return false;
            }
            let mut next = state.clone();
            for &(cell, term) in &block.updates {
                next[cell.index()] = self.blocks.terms.eval(term, &value);
            }
            state = next;
            at = block.to;
        }
        self.blocks.points[at.index()].kind == PointKind::Error(check)
    }
}

/// All lists of values of these widths.
fn combinations(widths: &[u32]) -> Vec<Vec<u128>> {
    let mut all = vec![Vec::new()];
    for &width in widths {
        all = all
            .into_iter()
            .flat_map(|list| {
                (0..1u128 << width).map(move |value| {
                    let mut list = list.clone();
                    list.push(value);
                    list
                })
            })
            .collect();
    }
    all
}

/// A generator of numbers (SplitMix64).
pub struct Random(pub u64);

impl Random {
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    pub fn below(&mut self, limit: usize) -> usize {
        (self.next() % limit as u64) as usize
    }

    pub fn chance(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }
}
