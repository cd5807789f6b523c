//! A program as blocks between cut points.
//!
//! The engines see a program only in this form. A *cell* is a variable of the state, a *point* a place where
//! the abstraction keeps states (a loop head, a mapped call, an error, the end), and an *edge* everything
//! between two points: from a state at its first point, and with values for its inputs, the guard says
//! whether the edge can be taken, and the updates give the state at its second point. A cell without an
//! update keeps its value.
//!
//! The state at the entry is arbitrary: initial values are updates of the edges that leave it. No edge leads
//! to the entry, and none leaves an error or the end.

use rely_terms::{Term, Terms};

macro_rules! id {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(pub u32);
        impl $name {
            /// The position in its table.
            pub fn index(self) -> usize {
                self.0 as usize
            }
        }
    };
}

id!(
    /// A variable of the state.
    CellId
);
id!(
    /// A cut point.
    PointId
);
id!(
    /// A block between two points.
    EdgeId
);

/// A variable of the state.
#[derive(Clone, Debug)]
pub struct Cell {
    /// The name that reports use, such as `q.count` or `main.i`.
    pub name: String,
    /// The value at the beginning of an edge: a variable of the terms.
    pub term: Term,
}

/// A cut point.
#[derive(Clone, Debug)]
pub struct Point {
    /// The name that reports use, such as `main:12`.
    pub name: String,
    /// What happens here.
    pub kind: PointKind,
    /// The cells whose values matter from here on, in order.
    pub live: Vec<CellId>,
}

/// What happens at a cut point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PointKind {
    /// The program begins.
    Entry,
    /// An ordinary cut point.
    Cut,
    /// A check fails: the number of the check.
    Error(u32),
    /// The program ends.
    End,
}

/// Everything between two points.
#[derive(Clone, Debug)]
pub struct Edge {
    /// Where it begins.
    pub from: PointId,
    /// Where it ends.
    pub to: PointId,
    /// Whether it can be taken: a Boolean term over the cells and the inputs.
    pub guard: Term,
    /// New values, as terms over the cells and the inputs; in the order of cells.
    pub updates: Vec<(CellId, Term)>,
    /// The number of the action that ends the block.
    pub action: Option<u32>,
    /// The part of the program that the block was made from: see the encoder.
    pub region: u32,
}

/// A program.
#[derive(Debug)]
pub struct Blocks {
    /// All terms.
    pub terms: Terms,
    /// The variables of the state.
    pub cells: Vec<Cell>,
    /// The cut points.
    pub points: Vec<Point>,
    /// Where the program begins.
    pub entry: PointId,
    /// The blocks.
    pub edges: Vec<Edge>,
}

impl Blocks {
    /// The edges that leave a point, by point.
    pub fn leaving(&self) -> Vec<Vec<EdgeId>> {
        let mut leaving = vec![Vec::new(); self.points.len()];
        for (number, edge) in (0..).zip(&self.edges) {
            leaving[edge.from.index()].push(EdgeId(number));
        }
        leaving
    }

    /// The value of a cell at the end of an edge.
    pub fn update(&self, edge: EdgeId, cell: CellId) -> Term {
        let updates = &self.edges[edge.index()].updates;
        match updates.binary_search_by_key(&cell, |&(cell, _)| cell) {
            Ok(position) => updates[position].1,
            Err(_) => self.cells[cell.index()].term,
        }
    }

    /// Computes which cells matter at each point: those on which a guard depends, now or later.
    pub fn compute_live(&mut self) {
        let cell_of: rustc_hash::FxHashMap<Term, CellId> =
            (0..).zip(&self.cells).map(|(number, cell)| (cell.term, CellId(number))).collect();
        let cells_in = |terms: &Terms, roots: &[Term]| -> Vec<CellId> {
            terms
                .variables(roots)
                .into_iter()
                .filter_map(|variable| cell_of.get(&variable).copied())
                .collect()
        };
        let guards: Vec<Vec<CellId>> =
            self.edges.iter().map(|edge| cells_in(&self.terms, &[edge.guard])).collect();
        let reads: Vec<Vec<(CellId, Vec<CellId>)>> = self
            .edges
            .iter()
            .map(|edge| {
                edge.updates.iter().map(|&(cell, term)| (cell, cells_in(&self.terms, &[term]))).collect()
            })
            .collect();
        let mut live = vec![vec![false; self.cells.len()]; self.points.len()];
        let mut changed = true;
        while changed {
            changed = false;
            for (number, edge) in self.edges.iter().enumerate().rev() {
                let mut wanted: Vec<CellId> = guards[number].clone();
                let mut updated = reads[number].iter().peekable();
                for (cell, &is_live) in (0..).map(CellId).zip(&live[edge.to.index()]) {
                    let own = updated.next_if(|&&(updated, _)| updated == cell);
                    match own {
                        Some((_, sources)) if is_live => wanted.extend(sources),
                        None if is_live => wanted.push(cell),
                        _ => {}
                    }
                }
                for cell in wanted {
                    changed |= !std::mem::replace(&mut live[edge.from.index()][cell.index()], true);
                }
            }
        }
        for (point, live) in self.points.iter_mut().zip(live) {
            point.live = (0..).zip(live).filter(|&(_, live)| live).map(|(cell, _)| CellId(cell)).collect();
        }
    }
}
