//! Addresses as numbers.
//!
//! # Problem
//!
//! Objects have fixed addresses here, and any addresses in a real execution. A program that converts a
//! pointer to a number can see the difference: it may compare, print or divide it.
//!
//! # Method
//!
//! A pointer that is converted to a number is moved by a distance that the program does not determine: one
//! for each object, in a cell of its own, a multiple of the alignment of the object. Converted back, it is
//! moved by the same distance in the other direction. The difference of two pointers, which LLVM computes
//! with numbers, is that of the pointers.
//!
//! # Invariants
//!
//! Every number that the address of an object may have in an execution is a value of its number here, as far
//! as alignment and 47 bits go.
//!
//! # Cost
//!
//! One cell for each object whose address is converted, and none for others.
//!
//! # Departures
//!
//! Numbers of different objects may be equal. A number that is read from where a pointer was written (a
//! union) is the fixed address.

use std::rc::Rc;

use rely_llvm::debug::Place;
use rely_llvm::ir::{CastKind, Constant, FunctionId, LocalId, Op, Operand, Type, Value};
use rely_terms::Term;
use rustc_hash::FxHashMap;

use super::state::Run;
use super::{CellKey, CheckKind, Encoder};
use crate::objects::{ObjectKind, slot_size};

/// The conversions of a function: result and pointer.
pub(super) type Conversions = Rc<FxHashMap<LocalId, Operand>>;

impl Encoder<'_> {
    /// How far the number of an address is from the fixed address of the object.
    fn distance(&mut self, run: &Run, object: u32) -> Term {
        let kind = self.objects[object as usize].kind;
        self.found.numbers.insert(kind);
        match self.distance_cells.get(&kind) {
            Some(cell) if !self.initial_run => run.state[cell.index()],
            // The next encoding has a cell for it.
            _ => match self.first_distances.get(&kind) {
                Some(first) => *first,
                None => {
                    let any = self.any_distance(object);
                    self.first_distances.insert(kind, any);
                    any
                }
            },
        }
    }

    /// A distance that may be anything.
    pub(super) fn any_distance(&mut self, object: u32) -> Term {
        let width = self.module.pointer_bytes as u32 * 8;
        let align = self.objects[object as usize].align.clamp(1, 4096).trailing_zeros();
        let bits = (width - width / 4 - 2).saturating_sub(align).max(1);
        let any = self.terms.variable("address", bits);
        let zeros = self.terms.constant(0, align.max(1));
        let any = if align == 0 { any } else { self.terms.concat(any, zeros) };
        self.terms.zext(any, width)
    }

    /// An object begins to exist: its address is another one.
    pub(super) fn move_object(&mut self, run: &mut Run, object: u32, condition: Term) {
        let kind = self.objects[object as usize].kind;
        if let Some(&cell) = self.distance_cells.get(&kind) {
            let any = self.any_distance(object);
            run.state[cell.index()] = self.terms.ite(condition, any, run.state[cell.index()]);
        }
    }

    /// The number of a pointer.
    pub(super) fn number_of(&mut self, run: &Run, pointer: Term) -> Term {
        let targets = self.targets(pointer);
        if targets.objects.is_empty() {
            return pointer;
        }
        if self.threaded {
            let any = self.terms.variable("address", self.terms.width(pointer));
            self.unknown.insert(any);
            return any;
        }
        let mut number = pointer;
        for &(object, _) in &targets.objects {
            let this = &self.objects[object as usize];
            if this.kind == ObjectKind::Ended {
                continue;
            }
            let (begin, size) = self.slots(object);
            let here = self.within(pointer, begin, size);
            if self.terms.as_constant(here) == Some(0) {
                continue;
            }
            let distance = self.distance(run, object);
            let moved = self.terms.add(pointer, distance);
            number = self.terms.ite(here, moved, number);
        }
        if number != pointer {
            self.numbers.insert(number, pointer);
        }
        number
    }

    /// The pointer of a number.
    pub(super) fn pointer_of(&mut self, run: &Run, number: Term) -> Term {
        if let Some(&pointer) = self.numbers.get(&number) {
            return pointer;
        }
        let targets = self.targets(number);
        if self.threaded {
            return number;
        }
        let mut pointer = number;
        for &(object, _) in &targets.objects {
            if self.objects[object as usize].kind == ObjectKind::Ended {
                continue;
            }
            let distance = self.distance(run, object);
            let moved = self.terms.sub(number, distance);
            let (begin, size) = self.slots(object);
            let here = self.within(moved, begin, size);
            pointer = self.terms.ite(here, moved, pointer);
        }
        pointer
    }

    /// The addresses that are computed from a pointer to an object: where they begin, and how many they are.
    fn slots(&self, object: u32) -> (u64, u64) {
        let this = &self.objects[object as usize];
        let half = slot_size(self.module.pointer_bytes) / 2;
        (this.address - half.min(this.address - 1), this.size + half + half.min(this.address - 1))
    }

    /// The difference of two numbers that are those of pointers; nothing if they are not.
    pub(super) fn difference(
        &mut self,
        run: &mut Run,
        instance: u32,
        left: &Value,
        right: &Value,
        place: Option<Place>,
    ) -> Option<Option<Term>> {
        let id = self.graph.instances[instance as usize].function;
        let (left, right) = (self.converted(id, left)?, self.converted(id, right)?);
        let left = self.bits(run, instance, &left, place)?;
        let right = self.bits(run, instance, &right, place)?;
        let known = [left, right].iter().any(|&pointer| !self.targets(pointer).objects.is_empty());
        if known {
            let apart = self.apart(left, right);
            let message = "a difference of addresses of different objects";
            self.fail_if(run, apart, CheckKind::Unmodeled, message, place);
            let together = self.terms.not(apart);
            if !run.path.assume(&mut self.terms, together) {
                return Some(None);
            }
        }
        Some(Some(self.terms.sub(left, right)))
    }

    /// The pointer that a value is the number of, if the function says so.
    fn converted(&mut self, id: FunctionId, value: &Value) -> Option<Operand> {
        match value {
            Value::Local(local) => self.conversions(id).get(local).cloned(),
            Value::Constant(Constant::Expression(op)) => pointer_in(op, self.module.pointer_bytes),
            _ => None,
        }
    }

    fn conversions(&mut self, id: FunctionId) -> Conversions {
        if let Some(known) = self.conversions_of.get(&id) {
            return Rc::clone(known);
        }
        let blocks = &self.module.functions[id.index()].blocks;
        let bytes = self.module.pointer_bytes;
        let found = blocks
            .iter()
            .flat_map(|block| &block.instructions)
            .filter_map(|instruction| Some((instruction.result?, pointer_in(&instruction.op, bytes)?)));
        let found: Conversions = Rc::new(found.collect());
        self.conversions_of.insert(id, Rc::clone(&found));
        found
    }

    /// Cells for the distances that the last encoding needed.
    pub(super) fn place_distances(&mut self) {
        let width = self.module.pointer_bytes as u32 * 8;
        for kind in self.found.numbers.clone() {
            let Some(&object) = self.object_of.get(&kind) else { continue };
            let name = format!("address of {}", self.objects[object as usize].name);
            let cell = self.add_cell(CellKey::Distance(kind), name, width, false);
            self.distance_cells.insert(kind, cell);
        }
    }

    /// The distances when the program begins.
    pub(super) fn first_distances(&mut self, run: &mut Run) {
        let cells: Vec<_> = self.distance_cells.iter().map(|(&kind, &cell)| (cell, kind)).collect();
        for (cell, kind) in cells {
            let object = self.object_of[&kind];
            let first = match self.first_distances.get(&kind) {
                Some(first) => *first,
                None => self.any_distance(object),
            };
            self.first_distances.insert(kind, first);
            run.state[cell.index()] = first;
        }
    }
}

/// The pointer that is converted to a number of the same size.
fn pointer_in(op: &Op, bytes: u64) -> Option<Operand> {
    match op {
        Op::Cast { kind: CastKind::PointerToInt, value, to: Type::Int(bits) }
            if u64::from(*bits) == bytes * 8 =>
        {
            Some(value.clone())
        }
        _ => None,
    }
}
