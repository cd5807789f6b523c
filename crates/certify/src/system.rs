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
use crate::packed::Layout;
use crate::product::{Move, Product, TooMuch, Work};

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
pub(crate) struct Vectors {
    layout: Layout,
    bytes: Vec<u8>,
    packed: Vec<u8>,
}

impl Vectors {
    /// Reads a set of vectors of components with these numbers of states.
    pub(crate) fn new(
        set: &SetDoc,
        sizes: impl Iterator<Item = u32>,
        work: &mut Work,
    ) -> Result<Self, String> {
        let layout = Layout::new(sizes);
        let bytes = set.decode(&layout)?;
        let vectors = Vectors { layout, bytes, packed: Vec::new() };
        u32::try_from(vectors.len()).map_err(|_| "too many vectors")?;
        let mut vector = Vec::new();
        for position in 0..vectors.len() {
            work.spend(vectors.layout.bytes())?;
            let exists = vectors.layout.unpack(vectors.at(position), &mut vector);
            exists.ok_or_else(|| format!("position {position} of the set is not a vector of the system"))?;
        }
        Ok(vectors)
    }

    /// The number of vectors.
    pub(crate) fn len(&self) -> usize {
        self.bytes.len() / self.layout.bytes()
    }

    fn at(&self, position: usize) -> &[u8] {
        let width = self.layout.bytes();
        &self.bytes[position * width..(position + 1) * width]
    }

    /// The vector at a position that exists.
    pub(crate) fn read(&self, position: usize, vector: &mut Vec<u32>) {
        let known = self.layout.unpack(self.at(position), vector);
        debug_assert!(known.is_some(), "all were read when the set was made");
    }

    /// The position of a vector, if it is in the set.
    pub(crate) fn position(&mut self, vector: &[u32]) -> Option<u32> {
        self.packed.clear();
        self.layout.pack(vector, &mut self.packed);
        let (mut low, mut high) = (0, self.len());
        while low < high {
            let middle = (low + high) / 2;
            match self.at(middle).cmp(&self.packed) {
                std::cmp::Ordering::Less => low = middle + 1,
                std::cmp::Ordering::Greater => high = middle,
                std::cmp::Ordering::Equal => return Some(middle as u32),
            }
        }
        None
    }
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
        let mut vectors = Vectors::new(set, components.iter().map(|c| c.states), work)?;
        if vectors.position(&product.initial()).is_none() {
            return Err(format!("the initial vector {} is not in the set", shown(&product.initial())));
        }
        let (errors, occurs) = (vec![None; components.len()], vec![false; product.n_labels()]);
        let mut closed = Closed { vectors, deadlock: None, errors, occurs, moves: Default::default() };
        let (kept, ends) = (&mut Vec::new(), &mut Vec::new());
        let (mut vector, mut moves) = (Vec::new(), Vec::new());
        for position in 0..closed.vectors.len() {
            closed.vectors.read(position, &mut vector);
            facts.states += 1;
            product.moves(&vector, &mut moves, work)?;
            if moves.is_empty() && closed.deadlock.is_none() && !product.is_terminated(&vector) {
                closed.deadlock = Some(vector.clone());
            }
            for &by in &moves {
                closed.occurs[by.label as usize] = true;
                for i in product.errors(&vector, by) {
                    closed.errors[i].get_or_insert_with(|| (vector.clone(), by.label));
                }
                each_target(product, &vector, by, &mut closed.vectors, work, |to, work| {
                    facts.transitions += 1;
                    if keeps_moves {
                        kept.push((by.label, to));
                        work.store(8)?;
                    }
                    Ok(())
                })?;
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

/// Calls `visit` with the position of each target of a move, all of which must be in the set.
pub(crate) fn each_target(
    product: &Product,
    vector: &[u32],
    by: Move,
    set: &mut Vectors,
    work: &mut Work,
    mut visit: impl FnMut(u32, &mut Work) -> Result<(), TooMuch>,
) -> Result<(), String> {
    product.targets(vector, by, |to| {
        work.spend(to.len())?;
        match set.position(to) {
            Some(position) => Ok(visit(position, work)?),
            None => {
                let (name, from, to) = (product.name(by.label), shown(vector), shown(to));
                Err(format!("`{name}` leads from {from} to {to}, which is not in the set"))
            }
        }
    })
}

/// A vector for a person.
pub(crate) fn shown(vector: &[u32]) -> String {
    format!("({})", vector.iter().map(u32::to_string).collect::<Vec<_>>().join(", "))
}

/// The labels of all moves of a vector, with the positions of their targets. Fails if a move enters ERROR or
/// leads out of the set.
pub(crate) fn moves_within(
    product: &Product,
    vector: &[u32],
    set: &mut Vectors,
    work: &mut Work,
) -> Result<Vec<(u32, u32)>, String> {
    let mut moves = Vec::new();
    product.moves(vector, &mut moves, work)?;
    let mut found = Vec::new();
    for &by in &moves {
        check_no_error(product, vector, by)?;
        each_target(product, vector, by, set, work, |to, work| {
            found.push((by.label, to));
            work.store(8)
        })?;
    }
    Ok(found)
}

/// Fails if a move enters ERROR.
pub(crate) fn check_no_error(product: &Product, vector: &[u32], by: Move) -> Result<(), String> {
    match product.errors(vector, by).is_empty() {
        true => Ok(()),
        false => Err(format!("`{}` enters ERROR from {}", product.name(by.label), shown(vector))),
    }
}
