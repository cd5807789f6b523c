//! What values may point to.

use std::rc::Rc;

use rely_llvm::ir::{Constant, Op, Value};
use rely_terms::{Node, Term};

use super::{CellKey, Encoder};
use crate::objects::{Object, ObjectKind, slot_size};

/// The objects that a value may point to.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Targets {
    /// Objects, in order, with the offsets.
    pub objects: Vec<(u32, Offsets)>,
    /// The value may come from outside of the program.
    pub unknown: bool,
}

/// Offsets into an object.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Offsets {
    /// Only these, in order.
    These(Vec<u64>),
    /// Any.
    Any,
}

/// More offsets than these are not told apart.
const MOST_OFFSETS: usize = 8;

impl Offsets {
    /// The union.
    pub fn add(&mut self, other: &Offsets) {
        match (&mut *self, other) {
            (Offsets::These(own), Offsets::These(others)) => {
                own.extend(others);
                own.sort_unstable();
                own.dedup();
                if own.len() > MOST_OFFSETS {
                    *self = Offsets::Any;
                }
            }
            _ => *self = Offsets::Any,
        }
    }
}

impl Targets {
    /// Adds those of another.
    pub fn add(&mut self, other: &Targets) {
        for (object, offsets) in &other.objects {
            match self.objects.binary_search_by_key(object, |&(object, _)| object) {
                Ok(position) => self.objects[position].1.add(offsets),
                Err(position) => self.objects.insert(position, (*object, offsets.clone())),
            }
        }
        self.unknown |= other.unknown;
    }

    /// The same objects, at other offsets: a fixed distance away, or anywhere.
    fn moved(mut self, distance: Option<u64>) -> Targets {
        for (_, offsets) in &mut self.objects {
            match (&mut *offsets, distance) {
                (Offsets::These(these), Some(distance)) => {
                    these.iter_mut().for_each(|offset| *offset = offset.wrapping_add(distance));
                    these.sort_unstable();
                }
                _ => *offsets = Offsets::Any,
            }
        }
        self
    }
}
impl Encoder<'_> {
    /// The objects that a value may point to.
    pub(super) fn targets(&mut self, term: Term) -> Rc<Targets> {
        let mut open = vec![term];
        while let Some(&this) = open.last() {
            if self.target_cache.contains_key(&this) {
                open.pop();
                continue;
            }
            let node = *self.terms.node(this);
            let operands: Vec<Term> = match node {
                Node::Ite(_, then, otherwise) => vec![then, otherwise],
                Node::Eq(..) | Node::Ult(..) | Node::Slt(..) => Vec::new(),
                _ if self.terms.width(this) == 1 => Vec::new(),
                _ => node.operands().collect(),
            };
            let missing: Vec<Term> =
                operands.iter().copied().filter(|operand| !self.target_cache.contains_key(operand)).collect();
            if !missing.is_empty() {
                open.extend(missing);
                continue;
            }
            let mut targets = Targets::default();
            match node {
                Node::Constant(value) => targets.objects.extend(self.object_at(value)),
                Node::Add(pointer, distance) if self.terms.as_constant(distance).is_some() => {
                    // Either may be the address, and the other the distance from it.
                    let fixed = self.terms.as_constant(distance).map(|distance| distance as u64);
                    targets = (*self.target_cache[&distance]).clone().moved(None);
                    targets.add(&(*self.target_cache[&pointer]).clone().moved(fixed));
                }
                Node::Ite(..) => {
                    for operand in operands {
                        let operand = Rc::clone(&self.target_cache[&operand]);
                        targets.add(&operand);
                    }
                }
                Node::Variable(_) => match self.cell_of.get(&this) {
                    Some(cell) => targets = self.cell_targets[cell.index()].clone(),
                    None => targets.unknown = self.unknown.contains(&this),
                },
                _ => {
                    for operand in operands {
                        let operand = Rc::clone(&self.target_cache[&operand]);
                        targets.add(&operand);
                    }
                    targets = targets.moved(None);
                }
            }
            self.target_cache.insert(this, Rc::new(targets));
            open.pop();
        }
        Rc::clone(&self.target_cache[&term])
    }

    /// The object in whose slots an address is: the address was computed from a pointer to it, and may be
    /// before or behind it.
    fn object_at(&self, address: u128) -> Option<(u32, Offsets)> {
        let half = u128::from(slot_size(self.module.pointer_bytes) / 2);
        let after = self.objects.partition_point(|object| u128::from(object.address) <= address + half);
        let object = &self.objects[after.checked_sub(1)?];
        let own = u128::from(object.address);
        let is_near = address <= own + u128::from(object.size) + half;
        is_near
            .then(|| (after as u32 - 1, Offsets::These(vec![(address as u64).wrapping_sub(object.address)])))
    }

    /// Are there more objects than addresses?
    pub(super) fn has_too_many_objects(&self) -> bool {
        let bytes = self.module.pointer_bytes;
        let end = |object: &Object| {
            u128::from(object.address) + u128::from(object.size) + u128::from(slot_size(bytes))
        };
        self.objects.last().is_some_and(|last| end(last) >> (8 * bytes).min(127) > 0)
    }

    /// A power of two, and the remainder that a term always has when it is divided by it.
    pub(super) fn residue(&self, term: Term) -> (u64, u64) {
        const LARGEST: u64 = 1 << 12;
        match *self.terms.node(term) {
            Node::Constant(value) => (LARGEST, (value % u128::from(LARGEST)) as u64),
            Node::Add(a, b) => {
                let ((m, r), (n, s)) = (self.residue(a), self.residue(b));
                let modulus = m.min(n);
                (modulus, (r + s) % modulus)
            }
            Node::Mul(a, b) => match self.terms.as_constant(b) {
                Some(factor) if factor != 0 => {
                    let (m, r) = self.residue(a);
                    let scale = 1_u64 << factor.trailing_zeros().min(11);
                    let modulus = (m * scale).min(LARGEST);
                    (modulus, (u128::from(r) * (factor % u128::from(modulus)) % u128::from(modulus)) as u64)
                }
                _ => (1, 0),
            },
            Node::Concat(_, low) => {
                let (m, r) = self.residue(low);
                let width = self.terms.width(low).min(12);
                (m.min(1 << width), r % m.min(1 << width))
            }
            Node::Zext(a) | Node::Sext(a) => {
                let (m, r) = self.residue(a);
                let width = self.terms.width(a).min(12);
                (m.min(1 << width), r % m.min(1 << width))
            }
            Node::Ite(_, a, b) => {
                let ((m, r), (n, s)) = (self.residue(a), self.residue(b));
                let mut modulus = m.min(n);
                while r % modulus != s % modulus {
                    modulus /= 2;
                }
                (modulus, r % modulus)
            }
            _ => (1, 0),
        }
    }

    /// What the pointers lead to that were written to an object without cells.
    pub(super) fn opaque_targets(&self, kind: ObjectKind) -> Targets {
        let mut targets = Targets { unknown: true, ..Targets::default() };
        let mut kinds: Vec<ObjectKind> = Vec::new();
        if let Some((objects, _)) = self.found.points_to.get(&CellKey::Opaque(kind)) {
            kinds.extend(objects.keys());
        }
        if let ObjectKind::Global(id) = kind
            && let Some(initializer) = &self.module.globals[id.index()].initializer
        {
            named_objects(initializer, &mut kinds);
        }
        for kind in kinds {
            let object = self.object_of.get(&kind).map(|&object| (object, Offsets::Any));
            targets.add(&Targets { objects: object.into_iter().collect(), unknown: true });
        }
        targets
    }

    /// A cell may point to this.
    pub(super) fn learn_targets(&mut self, key: CellKey, targets: &Targets) {
        if targets.objects.is_empty() && !targets.unknown {
            return;
        }
        let fact = self.found.points_to.entry(key).or_default();
        for (object, offsets) in &targets.objects {
            let known = fact.0.entry(self.objects[*object as usize].kind);
            known.and_modify(|known| known.add(offsets)).or_insert_with(|| offsets.clone());
        }
        fact.1 |= targets.unknown;
    }
}

/// The objects whose addresses occur in a constant.
fn named_objects(constant: &Constant, kinds: &mut Vec<ObjectKind>) {
    match constant {
        Constant::Global(id) => kinds.push(ObjectKind::Global(*id)),
        Constant::Function(id) => kinds.push(ObjectKind::Function(*id)),
        Constant::Aggregate(parts) => {
            for part in parts {
                if let Value::Constant(constant) = &part.value {
                    named_objects(constant, kinds);
                }
            }
        }
        Constant::Expression(op) => match &**op {
            Op::Cast { value: operand, .. } | Op::ElementAddress { base: operand, .. } => {
                if let Value::Constant(constant) = &operand.value {
                    named_objects(constant, kinds);
                }
            }
            Op::Binary { left, right, .. } => {
                for value in [left, right] {
                    if let Value::Constant(constant) = value {
                        named_objects(constant, kinds);
                    }
                }
            }
            _ => {}
        },
        _ => {}
    }
}
