//! Systems and their closed sets.
//!
//! # Problem
//! Is a system well formed, and is its set of vectors closed? What is true of all vectors of the set, and of
//! all moves from them?
//!
//! # Method
//! A closed set shows an invariant by induction \[Flo67\]: the initial vector is in the set, and every move
//! from each vector of the set leads into the set again, or to ERROR. So the set contains all reachable
//! vectors (it may contain others), and what is true of each of its vectors and moves is true of all runs.
//! One pass notes what claims ask for: the first deadlock, the components that enter ERROR, the labels that
//! occur.
//!
//! # Invariants
//! 1. After `n` vectors, all moves from these lead into the set or to ERROR, and all that is wrong with them
//!    is noted.
//!
//! # Cost
//! Linear in the file and in the moves from the set, up to logarithms. A small file can describe many moves;
//! the work is limited. Memory is linear in the file.
//!
//! # Departures
//! \[Flo67\] asks for predicates at the points of a program; here the predicate is the set itself.

use crate::check::{Facts, counted};
use crate::document::{ComponentDoc, SetDoc, SystemDoc};
use crate::packed::{Layout, PackedSet};
use crate::product::{Moves, Product, TooMuch, Work};

/// A system that is well formed.
pub(crate) struct CheckedSystem<'a> {
    pub(crate) doc: &'a SystemDoc,
    pub(crate) product: Product<'a>,
    /// What its closed set shows, if it has one.
    closed: Option<Closed>,
}

/// A closed set.
pub(crate) struct Closed {
    pub(crate) vectors: Vectors,
    /// A vector without moves that has not ended.
    pub(crate) deadlock: Option<Vec<u32>>,
    /// For each component a vector and a label by which it enters ERROR.
    pub(crate) errors: Vec<Option<(Vec<u32>, u32)>>,
    /// For each label: does a move have it?
    pub(crate) occurs: Vec<bool>,
    /// Labels and targets of all moves, vector by vector, if they are kept; then where those of each vector
    /// end.
    moves: (Vec<(u32, u32)>, Vec<usize>),
}

/// A set of vectors, known by their positions.
pub(crate) type Vectors = PackedSet;

/// Reads a set of vectors of components with these numbers of states.
pub(crate) fn read_set(
    set: &SetDoc,
    sizes: impl Iterator<Item = u32>,
    work: &mut Work,
) -> Result<Vectors, String> {
    let layout = Layout::new(sizes);
    let bytes = set.decode(&layout)?;
    work.spend(bytes.len())?;
    PackedSet::new(&layout, &bytes)
}

impl<'a> CheckedSystem<'a> {
    /// Checks the components, their digests and the closed set.
    /// If `keeps_moves`, all moves within the set are kept.
    pub(crate) fn new(
        doc: &'a SystemDoc,
        keeps_moves: bool,
        work: &mut Work,
        facts: &mut Facts,
    ) -> Result<Self, String> {
        let SystemDoc { components, name, priority, states } = doc;
        facts.components += components.len();
        if name.is_empty() {
            return Err("it has no name".into());
        }
        if let Some(bad) = components.iter().find(|c| c.digest != c.computed_digest()) {
            return Err(format!("component {}: the digest does not match", bad.name));
        }
        let product = Product::new(components, priority.as_ref())?;
        let mut system = CheckedSystem { doc, product, closed: None };
        if let Some(set) = states {
            let closed = Closed::new(components, &system.product, set, keeps_moves, work, facts)?;
            system.closed = Some(closed);
        }
        Ok(system)
    }

    /// Its components.
    pub(crate) fn components(&self) -> &'a [ComponentDoc] {
        &self.doc.components
    }

    /// Its closed set, which a claim needs.
    pub(crate) fn closed(&self) -> Result<&Closed, String> {
        self.closed.as_ref().ok_or_else(|| "the system has no closed set".to_string())
    }

    /// The sizes of its closed set and of the system, in words.
    pub(crate) fn size(&self) -> String {
        let components = counted(self.components().len(), "component");
        match &self.closed {
            Some(closed) => format!("{components}, {}", counted(closed.vectors.len(), "state")),
            None => components,
        }
    }
}

impl Closed {
    fn new(
        components: &[ComponentDoc],
        product: &Product,
        set: &SetDoc,
        keeps_moves: bool,
        work: &mut Work,
        facts: &mut Facts,
    ) -> Result<Self, String> {
        let mut vectors = read_set(set, components.iter().map(|c| c.states), work)?;
        if vectors.position(&product.initial()).is_none() {
            return Err(format!("the initial vector {} is not in the set", shown(&product.initial())));
        }
        let (errors, occurs) = (vec![None; components.len()], vec![false; product.n_labels()]);
        let mut closed = Closed { vectors, deadlock: None, errors, occurs, moves: Default::default() };
        let (kept, ends) = (&mut Vec::new(), &mut Vec::new());
        let (mut vector, mut moves) = (Vec::new(), Moves::default());
        for position in 0..closed.vectors.len() {
            closed.vectors.read(position, &mut vector);
            facts.states += 1;
            product.moves(&vector, &mut moves, work)?;
            if moves.is_empty() && closed.deadlock.is_none() && !product.is_terminated(&vector) {
                closed.deadlock = Some(vector.clone());
            }
            for by in 0..moves.len() {
                let label = moves.label(by);
                closed.occurs[label as usize] = true;
                for i in moves.errors(by) {
                    closed.errors[i].get_or_insert_with(|| (vector.clone(), label));
                }
                each_target(
                    product,
                    (position, &vector),
                    &mut moves,
                    by,
                    &mut closed.vectors,
                    work,
                    |to, work| {
                        facts.transitions += 1;
                        if keeps_moves {
                            kept.push((label, to));
                            work.store(8)?;
                        }
                        Ok(())
                    },
                )?;
            }
            ends.extend(Some(kept.len()).filter(|_| keeps_moves));
        }
        closed.moves = (std::mem::take(kept), std::mem::take(ends));
        Ok(closed)
    }

    /// Labels and targets of the moves of a vector, which were kept.
    pub(crate) fn moves(&self, position: usize) -> &[(u32, u32)] {
        let (moves, ends) = &self.moves;
        let start = position.checked_sub(1).map_or(0, |before| ends[before]);
        &moves[start..ends[position]]
    }

    /// Which components enter ERROR?
    pub(crate) fn entered(&self) -> Vec<bool> {
        self.errors.iter().map(Option::is_some).collect()
    }
}

/// Calls `visit` with the position of each target of a move, all of which must be in the set. So is the
/// vector from which it moves, at a position.
pub(crate) fn each_target(
    product: &Product,
    (position, vector): (usize, &[u32]),
    moves: &mut Moves,
    by: usize,
    set: &mut Vectors,
    work: &mut Work,
    mut visit: impl FnMut(u32, &mut Work) -> Result<(), TooMuch>,
) -> Result<(), String> {
    let label = moves.label(by);
    product.targets(moves, by, |to| {
        work.spend(vector.len())?;
        match set.position_near(position, to.moved()) {
            Some(position) => Ok(visit(position, work)?),
            None => {
                let (name, from, to) = (product.name(label), shown(vector), shown(&to.vector()));
                Err(format!("`{name}` leads from {from} to {to}, which is not in the set"))
            }
        }
    })
}

/// A vector for a person.
pub(crate) fn shown(vector: &[u32]) -> String {
    format!("({})", vector.iter().map(u32::to_string).collect::<Vec<_>>().join(", "))
}

/// The labels of all moves of a vector of a set, at a position, with the positions of their targets. Fails if
/// a move enters ERROR or leads out of the set.
pub(crate) fn moves_within(
    product: &Product,
    (position, vector): (usize, &[u32]),
    set: &mut Vectors,
    work: &mut Work,
) -> Result<Vec<(u32, u32)>, String> {
    let mut moves = Moves::default();
    product.moves(vector, &mut moves, work)?;
    let mut found = Vec::new();
    for by in 0..moves.len() {
        check_no_error(product, vector, &moves, by)?;
        let label = moves.label(by);
        each_target(product, (position, vector), &mut moves, by, set, work, |to, work| {
            found.push((label, to));
            work.store(8)
        })?;
    }
    Ok(found)
}

/// Fails if a move enters ERROR.
pub(crate) fn check_no_error(
    product: &Product,
    vector: &[u32],
    moves: &Moves,
    by: usize,
) -> Result<(), String> {
    match moves.errors(by).next() {
        None => Ok(()),
        Some(_) => Err(format!("`{}` enters ERROR from {}", product.name(moves.label(by)), shown(vector))),
    }
}
