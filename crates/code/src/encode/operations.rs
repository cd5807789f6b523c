//! Arithmetic, comparisons, and addresses of elements.

use std::rc::Rc;

use rely_llvm::debug::Place;
use rely_llvm::ir::{AtomicOp, BinaryOp, CastKind, FunctionId, LocalId, Op, Operand, Relation, Type, Value};
use rely_terms::Term;
use rustc_hash::FxHashSet;

use super::state::Run;
use super::{CheckKind, Encoder};
use crate::objects::ObjectKind;

/// What is said of an index that leaves its array.
pub const INDEX: &str = "an index outside of its array";

/// An element of an object in memory: `base` points to elements of one type, and `indices` lead into one.
pub(super) struct ElementOf<'a> {
    pub element: &'a Type,
    pub base: &'a Operand,
    pub indices: &'a [Operand],
    /// Is it accessed? Then an index just behind an array is outside of it.
    pub accessed: bool,
}

impl Encoder<'_> {
    /// Does an instruction of the function access what a local variable points to?
    pub(super) fn is_accessed(&mut self, instance: u32, pointer: LocalId) -> bool {
        let function = self.graph.instances[instance as usize].function;
        self.accessed_directly(function).contains(&pointer)
    }

    pub(super) fn element_address(
        &mut self,
        run: &mut Run,
        instance: u32,
        of: &ElementOf<'_>,
        place: Option<Place>,
    ) -> Option<Term> {
        let ElementOf { element, base, indices, accessed } = *of;
        let mut address = self.bits(run, instance, base, place)?;
        self.learn_heap_type(address, element);
        let width = self.terms.width(address);
        let mut ty = element.clone();
        for (position, operand) in indices.iter().enumerate() {
            let index = self.bits(run, instance, operand, place)?;
            let fixed = self.terms.as_constant(index).map(|value| value as usize);
            let size = if position == 0 {
                self.size(run, &ty, place)?
            } else if let (Type::Struct(_) | Type::Literal(_), Some(field)) = (&ty, fixed) {
                let Some((offset, inner)) = self.element(&ty, field) else {
                    return self.unmodeled(run, "a field that a structure does not have", place);
                };
                address = self.offset(address, offset);
                ty = inner;
                continue;
            } else if let Type::Array(count, inner) | Type::Vector(count, inner) = &ty {
                // Arrays of one element or none at the end of a structure go on behind it.
                if *count > 1 && !self.index_is_inside(run, index, *count, accessed, place) {
                    return None;
                }
                ty = (**inner).clone();
                self.size(run, &ty, place)?
            } else {
                return self.unmodeled(run, "an element of a type without elements", place);
            };
            let own = self.terms.width(index);
            let index = if own < width {
                self.terms.sext(index, width)
            } else {
                self.terms.extract(index, width - 1, 0)
            };
            let size = self.terms.constant(u128::from(size), width);
            let offset = self.terms.mul(index, size);
            address = self.terms.add(address, offset);
        }
        Some(address)
    }

    /// An index must not leave its array, even if it stays in the structure around it; without an access,
    /// it may be the number of elements. False if the path ends here.
    fn index_is_inside(
        &mut self,
        run: &mut Run,
        index: Term,
        count: u64,
        strict: bool,
        place: Option<Place>,
    ) -> bool {
        if self.options.checked_before {
            return true;
        }
        let own = self.terms.width(index);
        let wide = self.terms.sext(index, own.max(64));
        let last = if strict { count - 1 } else { count };
        let last = self.terms.constant(u128::from(last), own.max(64));
        let fine = self.terms.ule(wide, last);
        let wrong = self.terms.not(fine);
        self.fail_if(run, wrong, CheckKind::Memory, INDEX, place);
        run.path.assume(&mut self.terms, fine)
    }

    /// The addresses of a function that a load or store uses as they are.
    pub(super) fn accessed_directly(&mut self, id: FunctionId) -> Rc<FxHashSet<LocalId>> {
        if let Some(known) = self.accessed_directly_of.get(&id) {
            return Rc::clone(known);
        }
        let blocks = &self.module.functions[id.index()].blocks;
        let addresses =
            blocks.iter().flat_map(|block| &block.instructions).filter_map(
                |instruction| match &instruction.op {
                    Op::Load { address, .. }
                    | Op::Store { address, .. }
                    | Op::AtomicUpdate { address, .. } => match address.value {
                        Value::Local(local) => Some(local),
                        _ => None,
                    },
                    _ => None,
                },
            );
        let found: Rc<FxHashSet<LocalId>> = Rc::new(addresses.collect());
        self.accessed_directly_of.insert(id, Rc::clone(&found));
        found
    }

    /// Allocated memory that is used as an array of structures has their type.
    pub(super) fn learn_heap_type(&mut self, address: Term, element: &Type) {
        let Some(size) = self.module.size_of(element).filter(|&size| size > 1) else { return };
        let targets = self.targets(address);
        for &(object, _) in &targets.objects {
            let ObjectKind::Heap(instance, local, _) = self.objects[object as usize].kind else { continue };
            let known = self.found.heap_types.get(&(instance, local)).and_then(|ty| self.module.size_of(ty));
            if self.objects[object as usize].size.is_multiple_of(size)
                && known.is_none_or(|known| known < size)
            {
                self.found.heap_types.insert((instance, local), element.clone());
            }
        }
    }

    pub(super) fn binary(
        &mut self,
        run: &mut Run,
        op: BinaryOp,
        left: Term,
        right: Term,
        nsw: bool,
        place: Option<Place>,
    ) -> Option<Term> {
        let width = self.terms.width(left);
        match op {
            BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul if nsw && self.checks(CheckKind::Overflow) => {
                if op == BinaryOp::Mul && width > 64 && self.terms.as_constant(left).is_none_or(|l| l > 1) {
                    return self.unmodeled(
                        run,
                        "a multiplication of 128 bits whose overflow is checked",
                        place,
                    );
                }
                let overflow = self.overflow(op, left, right);
                if !self.require_not(run, overflow, CheckKind::Overflow, "signed arithmetic overflows", place)
                {
                    return None;
                }
            }
            BinaryOp::UDiv | BinaryOp::URem | BinaryOp::SDiv | BinaryOp::SRem => {
                let zero = self.terms.constant(0, width);
                let mut undefined = self.terms.eq(right, zero);
                if matches!(op, BinaryOp::SDiv | BinaryOp::SRem) {
                    let least = self.terms.constant(1 << (width - 1), width);
                    let minus_one = self.terms.constant(u128::MAX, width);
                    let (a, b) = (self.terms.eq(left, least), self.terms.eq(right, minus_one));
                    let both = self.terms.and(a, b);
                    undefined = self.terms.or(undefined, both);
                }
                let message = "a division by zero, or one whose result does not fit";
                if !self.require_not(run, undefined, CheckKind::Division, message, place) {
                    return None;
                }
            }
            BinaryOp::Shl | BinaryOp::LShr | BinaryOp::AShr => {
                let limit = self.terms.constant(u128::from(width), width);
                let defined = self.terms.ult(right, limit);
                let undefined = self.terms.not(defined);
                if self.checks(CheckKind::Shift) {
                    let message = "a shift by a negative number or by too many bits";
                    if !self.require_not(run, undefined, CheckKind::Shift, message, place) {
                        return None;
                    }
                } else if self.terms.as_constant(undefined) != Some(0) {
                    // The result is not defined: it may be anything.
                    let any = self.terms.variable("shift", width);
                    let shifted = self.shift(op, left, right);
                    return Some(self.terms.ite(undefined, any, shifted));
                }
            }
            _ => {}
        }
        Some(match op {
            BinaryOp::Add => self.terms.add(left, right),
            BinaryOp::Sub => self.terms.sub(left, right),
            BinaryOp::Mul => self.terms.mul(left, right),
            BinaryOp::UDiv => self.terms.udiv(left, right),
            BinaryOp::SDiv => self.terms.sdiv(left, right),
            BinaryOp::URem => self.terms.urem(left, right),
            BinaryOp::SRem => self.terms.srem(left, right),
            BinaryOp::Shl | BinaryOp::LShr | BinaryOp::AShr => self.shift(op, left, right),
            BinaryOp::And => self.terms.and(left, right),
            BinaryOp::Or => self.terms.or(left, right),
            BinaryOp::Xor => self.terms.xor(left, right),
        })
    }

    /// The compiler truncates the number of bits of a shift to the width of what is shifted, and a cast of
    /// the source looks the same: where bits are lost, it is not known whether the shift is defined, and the
    /// path ends. Returns whether any path goes on.
    pub(super) fn shifted_by_truncated(
        &mut self,
        run: &mut Run,
        instance: u32,
        ty: &Type,
        amount: &Value,
        place: Option<Place>,
    ) -> bool {
        let (Value::Local(local), true) = (amount, self.checks(CheckKind::Shift)) else { return true };
        let function = &self.module.functions[self.graph.instances[instance as usize].function.index()];
        let mut instructions = function.blocks.iter().flat_map(|block| &block.instructions);
        let Some(Op::Cast { kind: CastKind::Truncate, value, .. }) =
            instructions.find(|instruction| instruction.result == Some(*local)).map(|found| &found.op)
        else {
            return true;
        };
        let (Some(wide), Some(width)) = (self.bits(run, instance, value, place), self.width_of(ty)) else {
            return true;
        };
        let own = self.terms.width(wide);
        if own <= width {
            return true;
        }
        let lost = self.terms.extract(wide, own - 1, width);
        let zero = self.terms.constant(0, own - width);
        let is_lost = self.terms.ne(lost, zero);
        let message = "a shift whose number of bits was truncated, by a cast or by the compiler";
        self.require_not(run, is_lost, CheckKind::Unmodeled, message, place)
    }

    pub(super) fn shift(&mut self, op: BinaryOp, left: Term, right: Term) -> Term {
        match op {
            BinaryOp::Shl => self.terms.shl(left, right),
            BinaryOp::LShr => self.terms.lshr(left, right),
            _ => self.terms.ashr(left, right),
        }
    }

    /// The exact result of signed arithmetic does not fit.
    pub(super) fn overflow(&mut self, op: BinaryOp, left: Term, right: Term) -> Term {
        let width = self.terms.width(left);
        if width >= 128 {
            // The sign of the result is not that of the operands.
            let result =
                if op == BinaryOp::Sub { self.terms.sub(left, right) } else { self.terms.add(left, right) };
            let zero = self.terms.constant(0, width);
            let [l, r, s] = [left, right, result].map(|term| self.terms.slt(term, zero));
            let (moves, same) = (self.terms.ne(l, s), self.terms.eq(l, r));
            let fits = if op == BinaryOp::Sub { same } else { self.terms.not(same) };
            let may = self.terms.not(fits);
            return self.terms.and(moves, may);
        }
        let wide = if op == BinaryOp::Mul { (2 * width).min(128) } else { (width + 1).min(128) };
        let (l, r) = (self.terms.sext(left, wide), self.terms.sext(right, wide));
        let exact = match op {
            BinaryOp::Add => self.terms.add(l, r),
            BinaryOp::Sub => self.terms.sub(l, r),
            _ => self.terms.mul(l, r),
        };
        let wrapped = self.terms.extract(exact, width - 1, 0);
        let wrapped = self.terms.sext(wrapped, wide);
        self.terms.ne(exact, wrapped)
    }

    /// Is this kind of check wanted?
    pub(super) fn checks(&self, kind: CheckKind) -> bool {
        self.options.checks.contains(&kind)
    }

    /// The path goes on only where a condition is false. Where it is true, the check fails, or, if it is not
    /// wanted, the behavior is not modeled.
    #[must_use]
    pub(super) fn require_not(
        &mut self,
        run: &mut Run,
        condition: Term,
        kind: CheckKind,
        message: &str,
        place: Option<Place>,
    ) -> bool {
        if self.options.checked_before {
            return true;
        }
        let kind = if self.checks(kind) { kind } else { CheckKind::Unmodeled };
        self.fail_if(run, condition, kind, message, place);
        let fine = self.terms.not(condition);
        run.path.assume(&mut self.terms, fine)
    }

    pub(super) fn compare(&mut self, relation: Relation, left: Term, right: Term) -> Term {
        match relation {
            Relation::Eq => self.terms.eq(left, right),
            Relation::Ne => self.terms.ne(left, right),
            Relation::Ugt => self.terms.ugt(left, right),
            Relation::Uge => self.terms.uge(left, right),
            Relation::Ult => self.terms.ult(left, right),
            Relation::Ule => self.terms.ule(left, right),
            Relation::Sgt => self.terms.sgt(left, right),
            Relation::Sge => self.terms.sge(left, right),
            Relation::Slt => self.terms.slt(left, right),
            Relation::Sle => self.terms.sle(left, right),
        }
    }

    pub(super) fn atomic(&mut self, op: AtomicOp, old: Term, operand: Term) -> Term {
        match op {
            AtomicOp::Exchange => operand,
            AtomicOp::Add => self.terms.add(old, operand),
            AtomicOp::Sub => self.terms.sub(old, operand),
            AtomicOp::And => self.terms.and(old, operand),
            AtomicOp::Nand => {
                let both = self.terms.and(old, operand);
                self.terms.not(both)
            }
            AtomicOp::Or => self.terms.or(old, operand),
            AtomicOp::Xor => self.terms.xor(old, operand),
            AtomicOp::Max | AtomicOp::Min | AtomicOp::UMax | AtomicOp::UMin => {
                let less = match op {
                    AtomicOp::Max | AtomicOp::Min => self.terms.slt(old, operand),
                    _ => self.terms.ult(old, operand),
                };
                match op {
                    AtomicOp::Max | AtomicOp::UMax => self.terms.ite(less, operand, old),
                    _ => self.terms.ite(less, old, operand),
                }
            }
        }
    }
}
