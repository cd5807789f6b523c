//! Values of operands, and the instructions that compute them.

use rely_llvm::debug::Place;
use rely_llvm::ir::{
    BinaryOp, CastKind, Constant, FloatKind, Instruction, LocalId, Op, Operand, Relation, StructType, Type,
    Value,
};
use rely_terms::Term;

use super::operations::ElementOf;
use super::state::{Run, Val};
use super::{CheckKind, Encoder, Note, What};
use crate::objects::ObjectKind;

impl Encoder<'_> {
    /// The number of bits of a scalar; nothing for an aggregate.
    pub(super) fn width_of(&self, ty: &Type) -> Option<u32> {
        match ty {
            Type::Int(bits) if (1..=128).contains(bits) => Some(*bits),
            Type::Pointer => Some(self.module.pointer_bytes as u32 * 8),
            Type::Float(kind) => Some(match kind {
                FloatKind::Half | FloatKind::Brain => 16,
                FloatKind::Float => 32,
                FloatKind::Double => 64,
                FloatKind::X86 => 80,
                FloatKind::Quad | FloatKind::Pair => 128,
            }),
            _ => None,
        }
    }

    /// The offset and type of an element of an aggregate.
    pub(super) fn element(&self, ty: &Type, index: usize) -> Option<(u64, Type)> {
        match ty {
            Type::Array(count, element) | Type::Vector(count, element) => {
                let size = self.module.size_of(element)?;
                ((index as u64) < *count).then(|| (index as u64 * size, (**element).clone()))
            }
            Type::Struct(id) => self.field(self.module.structs[id.index()].body.as_ref()?, index),
            Type::Literal(body) => self.field(body, index),
            _ => None,
        }
    }

    /// A type whose parts are all known.
    pub(super) fn is_aggregate(&self, ty: &Type) -> bool {
        match ty {
            Type::Array(..) | Type::Vector(..) | Type::Literal(_) => true,
            Type::Struct(id) => self.module.structs[id.index()].body.is_some(),
            _ => false,
        }
    }

    pub(super) fn field(&self, body: &StructType, index: usize) -> Option<(u64, Type)> {
        let ty = body.fields.get(index)?;
        Some((self.module.field_offset(body, index)?, ty.clone()))
    }

    /// The same number with this many bits, filled with zeros.
    pub(super) fn widen(&mut self, term: Term, width: u32) -> Term {
        let own = self.terms.width(term);
        if own < width {
            self.terms.zext(term, width)
        } else if own > width {
            self.terms.extract(term, width - 1, 0)
        } else {
            term
        }
    }

    pub(super) fn pointer(&mut self, address: u64) -> Term {
        let width = self.module.pointer_bytes as u32 * 8;
        self.terms.constant(u128::from(address), width)
    }

    /// The address of an object.
    pub(super) fn address_of(&mut self, kind: ObjectKind) -> Option<Term> {
        let object = *self.object_of.get(&kind)?;
        let address = self.objects[object as usize].address;
        Some(self.pointer(address))
    }

    /// The value of a local.
    pub(super) fn local(&mut self, run: &Run, instance: u32, local: LocalId) -> Val {
        if let Some(address) = self.address_of(ObjectKind::Local(instance, local)) {
            return Val::Bits(address);
        }
        if let Some(cell) = self.temporaries.get(&(instance, local)) {
            return Val::Bits(run.state[cell.index()]);
        }
        if let Some(value) = self.locals.get(&(instance, local)) {
            return value.clone();
        }
        // It was computed before this region: the next encoding has a cell for it.
        self.found.temporaries.insert((instance, local));
        let function = &self.module.functions[self.graph.instances[instance as usize].function.index()];
        let ty = &function.locals[local.index()];
        self.any_of_type("?", ty)
    }

    /// Gives a local its value.
    pub(super) fn define(&mut self, run: &mut Run, instance: u32, local: LocalId, value: Val) {
        if let (Some(cell), Val::Bits(bits)) = (self.temporaries.get(&(instance, local)), &value) {
            run.state[cell.index()] = *bits;
        }
        self.locals.insert((instance, local), value);
    }

    /// The value of an operand; nothing if the path ends here.
    pub(super) fn operand(
        &mut self,
        run: &mut Run,
        instance: u32,
        operand: &Operand,
        place: Option<Place>,
    ) -> Option<Val> {
        match &operand.value {
            Value::Local(local) => Some(self.local(run, instance, *local)),
            Value::Constant(constant) => self.constant(run, instance, constant, &operand.ty, place),
            Value::Ignored => Some(Val::Parts(Vec::new())),
            Value::Assembly(_) => self.unmodeled(run, "inline assembly", place),
        }
    }

    /// The path ends at something that is not modeled.
    pub(super) fn unmodeled<T>(&mut self, run: &Run, message: &str, place: Option<Place>) -> Option<T> {
        self.fail(run, CheckKind::Unmodeled, message, place);
        None
    }

    /// The size of a type in memory; nothing if the path ends here.
    pub(super) fn size(&mut self, run: &Run, ty: &Type, place: Option<Place>) -> Option<u64> {
        match self.module.size_of(ty) {
            Some(size) => Some(size),
            None => self.unmodeled(run, "a type whose size is not known", place),
        }
    }

    /// How many bytes a load or store of a scalar accesses: bit-fields of 17 to 24 bits have 3, but a
    /// `long double` has 10 bytes of value in 16 bytes of memory. Nothing if the path ends here.
    fn stored(&mut self, run: &Run, ty: &Type, place: Option<Place>) -> Option<u64> {
        match ty {
            Type::Int(_) => self.module.store_size(ty),
            _ => self.size(run, ty, place),
        }
    }

    /// The bits of an operand; nothing if the path ends here.
    pub(super) fn bits(
        &mut self,
        run: &mut Run,
        instance: u32,
        operand: &Operand,
        place: Option<Place>,
    ) -> Option<Term> {
        match self.operand(run, instance, operand, place)? {
            Val::Bits(bits) => Some(bits),
            Val::Parts(_) => self.unmodeled(run, "arithmetic on an aggregate or vector", place),
        }
    }

    pub(super) fn constant(
        &mut self,
        run: &mut Run,
        instance: u32,
        constant: &Constant,
        ty: &Type,
        place: Option<Place>,
    ) -> Option<Val> {
        let width = self.width_of(ty);
        match (constant, width) {
            (Constant::Int(value), Some(width)) => Some(Val::Bits(self.terms.constant(*value, width))),
            (Constant::Null | Constant::Zero, Some(width)) => Some(Val::Bits(self.terms.constant(0, width))),
            (Constant::Zero, None) if self.is_aggregate(ty) => {
                let mut parts = Vec::new();
                // The parts of an object that is too large for cells are not needed.
                while parts.len() <= crate::objects::MOST_CELLS {
                    let Some((_, ty)) = self.element(ty, parts.len()) else { break };
                    parts.push(self.constant(run, instance, constant, &ty, place)?);
                }
                Some(Val::Parts(parts))
            }
            // The compiler found undefined behavior, such as a division by a constant zero, and removed it.
            (Constant::Poison, Some(_)) => {
                self.unmodeled(run, "a value that the compiler knows to be undefined", place)
            }
            (Constant::Undef | Constant::Poison, _) if width.is_some() || self.is_aggregate(ty) => {
                Some(self.any_of_type("undefined", ty))
            }
            (Constant::Float(text), Some(width)) => Some(Val::Bits(match float_bits(text, ty) {
                Some(bits) => self.terms.constant(bits, width),
                None => self.terms.variable(text, width),
            })),
            (Constant::Global(id), _) => match self.address_of(ObjectKind::Global(*id)) {
                Some(address) => Some(Val::Bits(address)),
                None => self.unmodeled(run, "a global without an address", place),
            },
            (Constant::Function(id), _) => match self.address_of(ObjectKind::Function(*id)) {
                Some(address) => Some(Val::Bits(address)),
                None => self.unmodeled(run, "a function without an address", place),
            },
            (Constant::Aggregate(operands), _) => {
                let mut parts = Vec::with_capacity(operands.len());
                for operand in operands {
                    parts.push(self.operand(run, instance, operand, place)?);
                }
                Some(Val::Parts(parts))
            }
            (Constant::Bytes(bytes), _) => {
                let bytes = bytes.iter().map(|&byte| Val::Bits(self.terms.constant(u128::from(byte), 8)));
                Some(Val::Parts(bytes.collect()))
            }
            (Constant::Expression(op), _) => self.compute(run, instance, op, place),
            _ => self.unmodeled(run, "a constant of this kind", place),
        }
    }

    /// Executes an instruction; false if the path ends here.
    #[must_use]
    pub(super) fn instruction(&mut self, run: &mut Run, instance: u32, instruction: &Instruction) -> bool {
        let place = instruction.place;
        match &instruction.op {
            Op::Alloca { .. } => {
                let Some(result) = instruction.result else { return true };
                return self.allocate_local(run, instance, result, place);
            }
            Op::Store { value, address, .. } => {
                let Some(what) = self.operand(run, instance, value, place) else { return false };
                let Some(address) = self.bits(run, instance, address, place) else { return false };
                return self.store(run, instance, address, &value.ty, &what, place);
            }
            Op::Fence(_) => return true,
            Op::Call(call) => return self.call(run, instance, instruction, call),
            Op::ElementAddress { element, base, indices, .. } => {
                let Some(result) = instruction.result else { return true };
                let of = ElementOf { element, base, indices, accessed: self.is_accessed(instance, result) };
                let Some(address) = self.element_address(run, instance, &of, place) else { return false };
                self.define(run, instance, result, Val::Bits(address));
                return true;
            }
            _ => {}
        }
        match self.compute(run, instance, &instruction.op, place) {
            Some(value) => {
                if let Some(result) = instruction.result {
                    self.define(run, instance, result, value);
                }
                true
            }
            None => false,
        }
    }

    /// Writes a value of any type; false if the path ends here.
    #[must_use]
    pub(super) fn store(
        &mut self,
        run: &mut Run,
        instance: u32,
        address: Term,
        ty: &Type,
        value: &Val,
        place: Option<Place>,
    ) -> bool {
        match value {
            Val::Bits(bits) => {
                let Some(size) = self.stored(run, ty, place) else { return false };
                let bits = self.widen(*bits, size as u32 * 8);
                if !self.write(run, address, bits, place) {
                    return false;
                }
                if let Some(cell) = self.named_cell(address, size) {
                    self.step(run, instance, place, What::Assign(cell, bits));
                }
                true
            }
            Val::Parts(parts) => parts.iter().enumerate().all(|(index, part)| {
                let Some((offset, ty)) = self.element(ty, index) else {
                    self.fail(run, CheckKind::Unmodeled, "a value with more parts than its type", place);
                    return false;
                };
                let address = self.offset(address, offset);
                self.store(run, instance, address, &ty, part, place)
            }),
        }
    }

    /// The cell of a variable of the source that is at an address.
    pub(super) fn named_cell(&self, address: Term, size: u64) -> Option<crate::blocks::CellId> {
        let address = self.terms.as_constant(address)? as u64;
        let after = self.objects.partition_point(|object| object.address <= address);
        let number = after.checked_sub(1)?;
        let object = &self.objects[number];
        let index =
            object.parts.binary_search_by_key(&(address - object.address), |part| part.offset).ok()?;
        let named = object.parts[index].size == size && !object.constant && !object.name.contains('%');
        named.then(|| crate::blocks::CellId(self.first_cell[number] + index as u32))
    }

    pub(super) fn offset(&mut self, address: Term, offset: u64) -> Term {
        let width = self.terms.width(address);
        let offset = self.terms.constant(u128::from(offset), width);
        self.terms.add(address, offset)
    }

    /// Reads a value of any type; nothing if the path ends here.
    pub(super) fn load(
        &mut self,
        run: &mut Run,
        address: Term,
        ty: &Type,
        place: Option<Place>,
    ) -> Option<Val> {
        match self.width_of(ty) {
            Some(width) => {
                let size = self.stored(run, ty, place)?;
                let value = self.read(run, address, size, place)?;
                Some(Val::Bits(self.widen(value, width)))
            }
            None if self.is_aggregate(ty) => {
                let mut parts = Vec::new();
                while let Some((offset, ty)) = self.element(ty, parts.len()) {
                    let address = self.offset(address, offset);
                    parts.push(self.load(run, address, &ty, place)?);
                }
                Some(Val::Parts(parts))
            }
            None => self.unmodeled(run, "a value of a type that is not modeled", place),
        }
    }

    /// The result of an operation; nothing if the path ends here.
    pub(super) fn compute(
        &mut self,
        run: &mut Run,
        instance: u32,
        op: &Op,
        place: Option<Place>,
    ) -> Option<Val> {
        match op {
            Op::Load { ty, address, volatile, .. } => {
                let address = self.bits(run, instance, address, place)?;
                let value = self.load(run, address, ty, place)?;
                if *volatile && !self.options.volatile_memory && !self.is_local(address) {
                    return self.volatile(run, instance, address, ty, value, place);
                }
                Some(value)
            }
            Op::ElementAddress { element, base, indices, .. } => {
                let of = &ElementOf { element, base, indices, accessed: false };
                self.element_address(run, instance, of, place).map(Val::Bits)
            }
            Op::Binary { op, ty, left, right, nsw, .. } => {
                if matches!(op, BinaryOp::Shl | BinaryOp::LShr | BinaryOp::AShr)
                    && !self.shifted_by_truncated(run, instance, ty, right, place)
                {
                    return None;
                }
                if *op == BinaryOp::Sub
                    && let Some(difference) = self.difference(run, instance, left, right, place)
                {
                    return difference.map(Val::Bits);
                }
                let left =
                    self.bits(run, instance, &Operand { ty: ty.clone(), value: left.clone() }, place)?;
                let right =
                    self.bits(run, instance, &Operand { ty: ty.clone(), value: right.clone() }, place)?;
                self.binary(run, *op, left, right, *nsw, place).map(Val::Bits)
            }
            Op::Compare { relation, ty, left, right } => {
                let left =
                    self.bits(run, instance, &Operand { ty: ty.clone(), value: left.clone() }, place)?;
                let right =
                    self.bits(run, instance, &Operand { ty: ty.clone(), value: right.clone() }, place)?;
                if *ty == Type::Pointer && !matches!(relation, Relation::Eq | Relation::Ne) {
                    let apart = self.apart(left, right);
                    let message = "a comparison of addresses of different objects by their order";
                    self.fail_if(run, apart, CheckKind::Unmodeled, message, place);
                    let together = self.terms.not(apart);
                    if !run.path.assume(&mut self.terms, together) {
                        return None;
                    }
                }
                let equal = self.compare(*relation, left, right);
                if *ty != Type::Pointer {
                    return Some(Val::Bits(equal));
                }
                // The end of an object and the beginning of another one may be the same address.
                let touch = self.may_touch(left, right);
                if self.terms.as_constant(touch) == Some(0) {
                    return Some(Val::Bits(equal));
                }
                let any = self.terms.variable("same address", 1);
                Some(Val::Bits(self.terms.ite(touch, any, equal)))
            }
            Op::Cast { kind, value, to } => {
                let operand = self.operand(run, instance, value, place)?;
                let (Val::Bits(bits), Some(width)) = (&operand, self.width_of(to)) else {
                    return self.unmodeled(run, "a conversion of an aggregate or vector", place);
                };
                Some(Val::Bits(match kind {
                    CastKind::SignExtend => self.terms.sext(*bits, width),
                    CastKind::PointerToInt => {
                        let number = self.number_of(run, *bits);
                        self.widen(number, width)
                    }
                    CastKind::IntToPointer => {
                        let number = self.widen(*bits, width);
                        self.pointer_of(run, number)
                    }
                    _ => self.widen(*bits, width),
                }))
            }
            Op::Select { condition, then, otherwise } => {
                let condition = self.bits(run, instance, condition, place)?;
                let then = self.bits(run, instance, then, place)?;
                let otherwise = self.bits(run, instance, otherwise, place)?;
                Some(Val::Bits(self.terms.ite(condition, then, otherwise)))
            }
            Op::ExtractValue { aggregate, indices } => {
                let mut value = self.operand(run, instance, aggregate, place)?;
                for &index in indices {
                    value = match value {
                        Val::Parts(mut parts) if (index as usize) < parts.len() => {
                            parts.swap_remove(index as usize)
                        }
                        _ => return self.unmodeled(run, "a part of a value without parts", place),
                    };
                }
                Some(value)
            }
            Op::InsertValue { aggregate, value, indices } => {
                let mut whole = self.operand(run, instance, aggregate, place)?;
                let part = self.operand(run, instance, value, place)?;
                let mut inner = &mut whole;
                for &index in indices {
                    inner = match inner {
                        Val::Parts(parts) if (index as usize) < parts.len() => &mut parts[index as usize],
                        _ => return self.unmodeled(run, "a part of a value without parts", place),
                    };
                }
                *inner = part;
                Some(whole)
            }
            Op::Freeze(value) => self.operand(run, instance, value, place),
            Op::AtomicUpdate { op, address, value, .. } => {
                let at = self.bits(run, instance, address, place)?;
                let operand = self.bits(run, instance, value, place)?;
                let Val::Bits(old) = self.load(run, at, &value.ty, place)? else {
                    return self.unmodeled(run, "an atomic access to an aggregate", place);
                };
                let new = self.atomic(*op, old, operand);
                self.store(run, instance, at, &value.ty, &Val::Bits(new), place).then_some(Val::Bits(old))
            }
            Op::CompareExchange { address, expected, new, weak, .. } => {
                let at = self.bits(run, instance, address, place)?;
                let wanted = self.bits(run, instance, expected, place)?;
                let new_bits = self.bits(run, instance, new, place)?;
                let Val::Bits(old) = self.load(run, at, &new.ty, place)? else {
                    return self.unmodeled(run, "an atomic access to an aggregate", place);
                };
                let mut equal = self.terms.eq(old, wanted);
                if *weak {
                    let spurious = self.terms.variable("spurious failure", 1);
                    equal = self.terms.and(equal, spurious);
                }
                let written = self.terms.ite(equal, new_bits, old);
                let done = self.store(run, instance, at, &new.ty, &Val::Bits(written), place);
                done.then(|| Val::Parts(vec![Val::Bits(old), Val::Bits(equal)]))
            }
            Op::Floating { opcode, operands, ty } => {
                for operand in operands {
                    self.operand(run, instance, operand, place)?;
                }
                self.notes.insert(Note::Floating(opcode.clone()));
                Some(self.any_of_type(opcode, ty))
            }
            Op::Unsupported { opcode, .. } => {
                self.unmodeled(run, &format!("the instruction `{opcode}`"), place)
            }
            Op::Alloca { .. } | Op::Store { .. } | Op::Phi { .. } | Op::Call(_) | Op::Fence(_) => {
                self.unmodeled(run, "an instruction in a constant", place)
            }
        }
    }
}

/// The bits of a floating-point constant, as LLVM writes it: decimal, or the bits of a double in hexadecimal.
fn float_bits(text: &str, ty: &Type) -> Option<u128> {
    let value = match text.strip_prefix("0x") {
        Some(digits) => f64::from_bits(u64::from_str_radix(digits, 16).ok()?),
        None => text.parse().ok()?,
    };
    match ty {
        Type::Float(FloatKind::Double) => Some(u128::from(value.to_bits())),
        Type::Float(FloatKind::Float) => Some(u128::from((value as f32).to_bits())),
        _ => None,
    }
}
