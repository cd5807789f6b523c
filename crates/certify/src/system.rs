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

use crate::check::{Checked, counted, reservations};
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
#[derive(Default)]
pub(crate) struct Closed {
    pub(crate) vectors: PackedSet,
    /// A vector without moves that has not ended.
    pub(crate) deadlock: Option<Vec<u32>>,
    /// For each component a vector and a label by which it enters ERROR.
    pub(crate) errors: Vec<Option<(Vec<u32>, u32)>>,
    /// For each label: does a move have it?
    pub(crate) occurs: Vec<bool>,
    /// Labels and targets of all moves, vector by vector, if they are kept.
    moves: Vec<(u32, u32)>,
    /// Where the moves of each vector end.
    ends: Vec<usize>,
}

/// A set of vectors of a product, and what the vector can do at which it is looked at.
pub(crate) struct Walk<'p, 'a> {
    pub(crate) product: &'p Product<'a>,
    pub(crate) set: PackedSet,
    pub(crate) vector: Vec<u32>,
    pub(crate) moves: Moves,
    position: usize,
}

impl<'p, 'a> Walk<'p, 'a> {
    /// Reads a set of vectors of components with these numbers of states.
    pub(crate) fn new(
        product: &'p Product<'a>,
        set: &SetDoc,
        sizes: impl Iterator<Item = u32>,
        work: &mut Work,
    ) -> Checked<Self> {
        let layout = Layout::new(sizes);
        let bytes = set.decode(&layout)?;
        work.spend(bytes.len())?;
        let (set, vector, moves) = (PackedSet::new(&layout, &bytes)?, Vec::new(), Moves::default());
        Ok(Walk { product, set, vector, moves, position: 0 })
    }

    /// Fails if the initial vector is not in the set.
    pub(crate) fn with_initial(mut self) -> Checked<Self> {
        let initial = self.product.initial();
        let has_it = self.set.position(&initial).is_some();
        reject_if!(!has_it, "the initial vector {} is not in the set", shown(&initial));
        Ok(self)
    }

    /// Goes to a vector that exists, and looks at its moves.
    pub(crate) fn go(&mut self, position: usize, work: &mut Work) -> Result<(), TooMuch> {
        self.read(position);
        self.look(work)
    }

    /// Goes to a vector that exists.
    pub(crate) fn read(&mut self, position: usize) {
        self.position = position;
        self.set.read(position, &mut self.vector);
    }

    /// Looks at the moves of the vector.
    pub(crate) fn look(&mut self, work: &mut Work) -> Result<(), TooMuch> {
        self.product.moves(&self.vector, &mut self.moves, work)
    }

    /// Calls `visit` with the position of each target of a move, all of which must be in the set.
    pub(crate) fn targets(
        &mut self,
        by: usize,
        work: &mut Work,
        mut visit: impl FnMut(u32, &mut Work) -> Result<(), TooMuch>,
    ) -> Checked {
        let (label, vector) = (self.moves.label(by), &self.vector);
        self.product.targets(&mut self.moves, by, |to| {
            work.spend(vector.len())?;
            match self.set.position_near(self.position, to.moved()) {
                Some(position) => Ok(visit(position, work)?),
                None => {
                    let (name, from, to) = (self.product.name(label), shown(vector), shown(&to.vector()));
                    Err(format!("`{name}` leads from {from} to {to}, which is not in the set"))
                }
            }
        })
    }

    /// Fails if a move enters ERROR.
    pub(crate) fn check_no_error(&self, by: usize) -> Checked {
        let (is_bad, label) = (self.moves.errors(by).next().is_some(), self.moves.label(by));
        reject_if!(is_bad, "`{}` enters ERROR from {}", self.product.name(label), shown(&self.vector));
        Ok(())
    }
}

impl<'a> CheckedSystem<'a> {
    /// Checks the components and the closed set. If `keeps_moves`, all moves within the set are kept.
    pub(crate) fn new(doc: &'a SystemDoc, keeps_moves: bool, work: &mut Work) -> Checked<Self> {
        let SystemDoc { components, name, priority, states } = doc;
        work.facts.components += components.len();
        reject_if!(name.is_empty(), "it has no name");
        let product = Product::new(components, priority.as_ref())?;
        let mut system = CheckedSystem { doc, product, closed: None };
        if let Some(set) = states {
            let walk = Walk::new(&system.product, set, system.sizes(), work)?.with_initial()?;
            system.closed = Some(Closed::new(walk, components.len(), keeps_moves, work)?);
        }
        Ok(system)
    }

    /// Its components.
    pub(crate) fn components(&self) -> &'a [ComponentDoc] {
        &self.doc.components
    }

    /// Their numbers of states.
    pub(crate) fn sizes(&self) -> impl Iterator<Item = u32> + use<'a> {
        self.doc.components.iter().map(|component| component.states)
    }

    /// Its closed set, which a claim needs.
    pub(crate) fn closed(&self) -> Checked<&Closed> {
        self.closed.as_ref().ok_or_else(|| "the system has no closed set".to_string())
    }

    /// The number of its components, in words.
    pub(crate) fn n_components(&self) -> String {
        counted(self.components().len(), "component")
    }

    /// The sizes of its closed set and of the system, in words.
    pub(crate) fn size(&self) -> String {
        let size =
            |closed: &Closed| format!("{}, {}", self.n_components(), counted(closed.vectors.len(), "state"));
        self.closed.as_ref().map_or_else(|| self.n_components(), size)
    }

    /// The same, and what the closed set does not say of components, of which some are named.
    pub(crate) fn size_and_reservations(&self, named: &[bool]) -> Checked<String> {
        let entered: Vec<bool> = self.closed()?.errors.iter().map(Option::is_some).collect();
        Ok(self.size() + &reservations(self.components(), named, &entered))
    }
}

impl Closed {
    fn new(mut walk: Walk, n_components: usize, keeps_moves: bool, work: &mut Work) -> Checked<Self> {
        let (errors, occurs) = (vec![None; n_components], vec![false; walk.product.n_labels()]);
        let mut closed = Closed { errors, occurs, ..Closed::default() };
        for position in 0..walk.set.len() {
            walk.go(position, work)?;
            work.facts.states += 1;
            let has_ended = !walk.moves.list.is_empty() || walk.product.is_terminated(&walk.vector);
            if closed.deadlock.is_none() && !has_ended {
                closed.deadlock = Some(walk.vector.clone());
            }
            for by in 0..walk.moves.list.len() {
                let label = walk.moves.label(by);
                closed.occurs[label as usize] = true;
                for i in walk.moves.errors(by) {
                    closed.errors[i].get_or_insert_with(|| (walk.vector.clone(), label));
                }
                walk.targets(by, work, |to, work| {
                    work.facts.transitions += 1;
                    if keeps_moves {
                        closed.moves.push((label, to));
                        work.store(8)?;
                    }
                    Ok(())
                })?;
            }
            closed.ends.extend(Some(closed.moves.len()).filter(|_| keeps_moves));
        }
        closed.vectors = walk.set;
        Ok(closed)
    }

    /// Labels and targets of the moves of a vector, which were kept.
    pub(crate) fn moves(&self, position: usize) -> &[(u32, u32)] {
        let start = position.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.moves[start..self.ends[position]]
    }
}

/// A vector for a person.
pub(crate) fn shown(vector: &[u32]) -> String {
    format!("({})", vector.iter().map(u32::to_string).collect::<Vec<_>>().join(", "))
}
