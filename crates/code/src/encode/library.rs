//! Functions of the C library and of LLVM that are known.

use std::collections::BTreeSet;

use rely_llvm::debug::Place;
use rely_llvm::ir::{BinaryOp, Call, GlobalId};
use rely_terms::Term;

use super::state::{Run, Val};
use super::targets::Offsets;
use super::{CheckKind, Encoder, Note};
use crate::objects::{MOST_CELLS, ObjectKind};

/// The most bytes that are copied or filled if their number is not a constant.
pub(super) const MOST_GUARDED: u64 = 256;

impl Encoder<'_> {
    /// The text of a constant string.
    pub(super) fn text_of(&mut self, address: Option<Term>) -> Option<String> {
        let address = self.terms.as_constant(address?)? as u64;
        let after = self.objects.partition_point(|object| object.address <= address);
        let number = after.checked_sub(1)? as u32;
        let offset = (address - self.objects[number as usize].address) as usize;
        let values = self.constants.get(&number)?.get(offset..)?;
        let bytes = values.iter().map_while(|&value| self.terms.as_constant(value).filter(|&byte| byte != 0));
        Some(String::from_utf8_lossy(&bytes.map(|byte| byte as u8).collect::<Vec<u8>>()).into_owned())
    }

    /// `memcpy` must not copy memory to a place that overlaps it; a structure may be assigned to itself.
    /// False if the path ends here.
    pub(super) fn is_apart(
        &mut self,
        run: &mut Run,
        target: Option<Term>,
        source: Option<Term>,
        length: Option<Term>,
        place: Option<Place>,
    ) -> bool {
        let (Some(target), Some(source), Some(length)) = (target, source, length) else { return true };
        let (targets, sources) = (self.targets(target), self.targets(source));
        let common =
            targets.objects.iter().any(|(one, _)| sources.objects.iter().any(|(other, _)| one == other));
        if !common || self.options.checked_before {
            return true;
        }
        let length = self.widen(length, self.terms.width(target));
        let (ahead, behind) = (self.terms.sub(target, source), self.terms.sub(source, target));
        let (near, far) = (self.terms.ult(ahead, length), self.terms.ult(behind, length));
        let same = self.terms.eq(target, source);
        let other = self.terms.not(same);
        let overlap = self.terms.or(near, far);
        let overlap = self.terms.and(overlap, other);
        self.fail_if(run, overlap, CheckKind::Memory, "memory is copied to a place that overlaps it", place);
        let fine = self.terms.not(overlap);
        run.path.assume(&mut self.terms, fine)
    }

    /// Copies memory.
    pub(super) fn copy(
        &mut self,
        run: &mut Run,
        target: Option<Term>,
        source: Option<Term>,
        length: Option<Term>,
        place: Option<Place>,
    ) -> bool {
        let (Some(target), Some(source), Some(length)) = (target, source, length) else {
            self.fail(run, CheckKind::Unmodeled, "memory is copied or filled with other arguments", place);
            return false;
        };
        if self.terms.as_constant(length).is_none() {
            let Some(pieces) = self.guarded_bytes(run, length, &[target, source], place) else {
                return false;
            };
            let mut values = Vec::with_capacity(pieces.len());
            for &(offset, guard) in &pieces {
                let address = self.offset(source, offset);
                let Some(value) = self.read_if(run, guard, address, 1, place) else { return false };
                values.push(value);
            }
            return pieces.into_iter().zip(values).all(|((offset, guard), value)| {
                let address = self.offset(target, offset);
                self.write_if(run, guard, address, value, place)
            });
        }
        let Some(chunks) = self.chunks(run, length, &[target, source], place) else { return false };
        // All is read before anything is written: the regions may overlap.
        let mut values = Vec::with_capacity(chunks.len());
        for &(offset, size) in &chunks {
            let address = self.offset(source, offset);
            let Some(value) = self.read(run, address, size, place) else { return false };
            values.push(value);
        }
        chunks.into_iter().zip(values).all(|((offset, _), value)| {
            let address = self.offset(target, offset);
            self.write(run, address, value, place)
        })
    }

    /// Fills memory with a byte.
    pub(super) fn fill(
        &mut self,
        run: &mut Run,
        target: Option<Term>,
        byte: Option<Term>,
        length: Option<Term>,
        place: Option<Place>,
    ) -> bool {
        let (Some(target), Some(byte), Some(length)) = (target, byte, length) else {
            self.fail(run, CheckKind::Unmodeled, "memory is copied or filled with other arguments", place);
            return false;
        };
        if self.terms.as_constant(length).is_none() {
            let Some(pieces) = self.guarded_bytes(run, length, &[target], place) else { return false };
            return pieces.into_iter().all(|(offset, guard)| {
                let address = self.offset(target, offset);
                self.write_if(run, guard, address, byte, place)
            });
        }
        let Some(chunks) = self.chunks(run, length, &[target], place) else { return false };
        chunks.into_iter().all(|(offset, size)| {
            let mut value = byte;
            for _ in 1..size {
                value = self.terms.concat(value, byte);
            }
            let address = self.offset(target, offset);
            self.write(run, address, value, place)
        })
    }

    /// The bytes of a length that is not a constant, each with the condition that it belongs to the length.
    /// The last one is outside of every object.
    fn guarded_bytes(
        &mut self,
        run: &Run,
        length: Term,
        addresses: &[Term],
        place: Option<Place>,
    ) -> Option<Vec<(u64, Term)>> {
        let mut most = u64::MAX;
        for &address in addresses {
            let targets = self.targets(address);
            let room = targets.objects.iter().map(|(object, offsets)| {
                let size = self.objects[*object as usize].size;
                match offsets {
                    Offsets::These(offsets) => {
                        offsets.iter().map(|offset| size.saturating_sub(*offset)).max().unwrap_or(0)
                    }
                    Offsets::Any => size,
                }
            });
            most = most.min(room.max().unwrap_or(0));
        }
        if most > MOST_GUARDED {
            let message = format!(
                "memory is copied or filled whose length is not a constant, of more than {MOST_GUARDED} bytes"
            );
            return self.unmodeled(run, &message, place);
        }
        let width = self.terms.width(length);
        let mut pieces = Vec::new();
        for offset in 0..=most {
            let number = self.terms.constant(u128::from(offset), width);
            pieces.push((offset, self.terms.ult(number, length)));
        }
        Some(pieces)
    }

    /// Offsets and sizes that cover a length, along the parts of the objects at the given addresses where
    /// these agree, and byte by byte elsewhere.
    pub(super) fn chunks(
        &mut self,
        run: &Run,
        length: Term,
        addresses: &[Term],
        place: Option<Place>,
    ) -> Option<Vec<(u64, u64)>> {
        let Some(length) = self.terms.as_constant(length).and_then(|length| u64::try_from(length).ok())
        else {
            return self.unmodeled(run, "memory is copied or filled whose length is not a constant", place);
        };
        if length > MOST_CELLS as u64 * 16 {
            return self.unmodeled(run, "more memory is copied or filled than is modeled", place);
        }
        // A piece must not cross the border of a part of any object that the addresses may lead to, and what
        // is between the pieces must be padding of all of them.
        let mut shapes: Vec<Vec<(u64, u64)>> = Vec::new();
        for &address in addresses {
            let targets = self.targets(address);
            for (object, offsets) in &targets.objects {
                let this = &self.objects[*object as usize];
                if self.has_ended(*object) {
                    continue;
                }
                let begins = match offsets {
                    Offsets::These(offsets) => offsets.clone(),
                    // Other places than these are not where a part begins, or too close to the end: see
                    // the candidates of each piece.
                    Offsets::Any => {
                        let (modulus, remainder) = self.residue(address);
                        let parts = this.parts.iter().map(|part| part.offset);
                        parts
                            .filter(|offset| (this.address + offset) % modulus == remainder)
                            .filter(|offset| offset + length <= this.size)
                            .collect()
                    }
                };
                for begin in begins {
                    let shape = this.parts.iter().filter(|part| part.offset >= begin);
                    let shape = shape.map(|part| (part.offset - begin, part.size));
                    let mut shape: Vec<(u64, u64)> =
                        shape.take_while(|&(offset, _)| offset < length).collect();
                    // A part of which only the beginning is copied.
                    if let Some((offset, size)) = shape.pop() {
                        match offset + size <= length {
                            true => shape.push((offset, size)),
                            false => shape.extend((offset..length).map(|offset| (offset, 1))),
                        }
                    }
                    // An access that begins inside of a part.
                    if this.parts.iter().any(|part| part.offset < begin && begin < part.offset + part.size) {
                        shape.clear();
                    }
                    shapes.push(shape);
                }
            }
        }
        shapes.sort();
        shapes.dedup();
        match &shapes[..] {
            // Padding between parts has no value.
            [shape] if !shape.is_empty() => {
                let behind = shape.last().map_or(0, |(offset, size)| offset + size);
                // What lies behind the last part must still be inside of the objects.
                let last = (behind < length).then(|| (length - 1, 1));
                Some(shape.iter().copied().chain(last).collect())
            }
            _ => Some((0..length).map(|offset| (offset, 1)).collect()),
        }
    }

    /// Functions of LLVM itself.
    pub(super) fn intrinsic(
        &mut self,
        run: &mut Run,
        name: &str,
        arguments: &[Val],
        call: &Call,
        place: Option<Place>,
    ) -> Option<Val> {
        let bits = |number: usize| match arguments.get(number) {
            Some(Val::Bits(bits)) => Some(*bits),
            _ => None,
        };
        let nothing = Some(Val::Parts(Vec::new()));
        let stem = name.trim_start_matches("llvm.");
        match (stem.split('.').next().unwrap_or_default(), bits(0), bits(1)) {
            ("lifetime", _, Some(pointer)) if stem.starts_with("lifetime.end") => {
                self.end_of_block(run, pointer);
                nothing
            }
            ("lifetime" | "dbg" | "donothing" | "prefetch" | "stackrestore" | "invariant", ..) => nothing,
            ("stacksave" | "frameaddress" | "returnaddress", ..) => {
                Some(self.any_of_type(name, &call.result))
            }
            ("expect", Some(value), _) => Some(Val::Bits(value)),
            ("objectsize", ..) => {
                let width = self.width_of(&call.result)?;
                Some(Val::Bits(self.terms.constant(u128::MAX, width)))
            }
            ("abs", Some(value), _) => {
                let width = self.terms.width(value);
                let zero = self.terms.constant(0, width);
                let negative = self.terms.slt(value, zero);
                let negated = self.terms.neg(value);
                Some(Val::Bits(self.terms.ite(negative, negated, value)))
            }
            ("smax" | "smin" | "umax" | "umin", Some(left), Some(right)) => {
                let less = if stem.starts_with('s') {
                    self.terms.slt(left, right)
                } else {
                    self.terms.ult(left, right)
                };
                let value = match stem.as_bytes()[2] {
                    b'a' => self.terms.ite(less, right, left),
                    _ => self.terms.ite(less, left, right),
                };
                Some(Val::Bits(value))
            }
            ("bswap", Some(value), _) => {
                let width = self.terms.width(value);
                let mut swapped = self.terms.extract(value, 7, 0);
                for byte in 1..width / 8 {
                    let next = self.terms.extract(value, byte * 8 + 7, byte * 8);
                    swapped = self.terms.concat(swapped, next);
                }
                Some(Val::Bits(swapped))
            }
            ("sadd" | "ssub" | "smul" | "uadd" | "usub" | "umul", Some(left), Some(right))
                if stem.contains("with.overflow") =>
            {
                let op = match &stem[1..4] {
                    "add" => BinaryOp::Add,
                    "sub" => BinaryOp::Sub,
                    _ => BinaryOp::Mul,
                };
                let value = match op {
                    BinaryOp::Add => self.terms.add(left, right),
                    BinaryOp::Sub => self.terms.sub(left, right),
                    _ => self.terms.mul(left, right),
                };
                if self.terms.width(left) > 64 {
                    return self.unmodeled(run, "arithmetic on 128 bits with overflow", place);
                }
                let overflow = match stem.starts_with('s') {
                    true => self.overflow(op, left, right),
                    false => self.unsigned_overflow(op, left, right),
                };
                Some(Val::Parts(vec![Val::Bits(value), Val::Bits(overflow)]))
            }
            (
                "fabs" | "floor" | "ceil" | "sqrt" | "fmuladd" | "fma" | "trunc" | "rint" | "round"
                | "copysign" | "maxnum" | "minnum" | "pow" | "exp" | "log" | "sin" | "cos" | "nearbyint",
                ..,
            ) => {
                self.notes.insert(Note::Floating(name.to_string()));
                Some(self.any_of_type(name, &call.result))
            }
            _ => self.unmodeled(run, &format!("a call of `{name}`"), place),
        }
    }

    pub(super) fn unsigned_overflow(&mut self, op: BinaryOp, left: Term, right: Term) -> Term {
        let width = self.terms.width(left);
        if op == BinaryOp::Sub {
            return self.terms.ult(left, right);
        }
        let wide = 2 * width;
        let (l, r) = (self.terms.zext(left, wide), self.terms.zext(right, wide));
        let exact = if op == BinaryOp::Add { self.terms.add(l, r) } else { self.terms.mul(l, r) };
        let high = self.terms.extract(exact, wide - 1, width);
        let zero = self.terms.constant(0, width);
        self.terms.ne(high, zero)
    }

    /// The relay of a function that is neither an action nor part of the program: calling it is no news.
    fn relays_outside(&self, name: &str) -> bool {
        let Some(own) = crate::pointers::relayed(name) else { return false };
        let function = self.module.function_names.get(own).map(|id| &self.module.functions[id.index()]);
        function.is_some_and(|function| function.blocks.is_empty())
            && !self.options.actions.iter().any(|rule| rule.function == own)
    }

    /// What an external function can reach through its arguments may be anything afterwards; for an unknown
    /// function, perhaps also what others can see. Nothing if the path ends here.
    pub(super) fn escape(
        &mut self,
        run: &mut Run,
        arguments: &[Val],
        unknown: bool,
        place: Option<Place>,
    ) -> Option<BTreeSet<u32>> {
        let mut open: Vec<Term> = Vec::new();
        let everything = unknown && self.options.outside_writes;
        if everything {
            let seen = self
                .module
                .globals
                .iter()
                .zip(0..)
                .filter(|(global, _)| !global.internal && !global.constant);
            let seen: Vec<ObjectKind> =
                seen.map(|(_, number)| ObjectKind::Global(GlobalId(number))).collect();
            let kept: Vec<ObjectKind> = self.found.escaped.iter().copied().collect();
            for kind in seen.into_iter().chain(kept) {
                open.extend(self.address_of(kind));
            }
        }
        let mut values: Vec<&Val> = arguments.iter().collect();
        while let Some(value) = values.pop() {
            match value {
                Val::Bits(bits) => open.push(*bits),
                Val::Parts(parts) => values.extend(parts),
            }
        }
        let mut reached = BTreeSet::new();
        while let Some(term) = open.pop() {
            for &(object, _) in &self.targets(term).objects {
                if let ObjectKind::Function(id) = self.objects[object as usize].kind {
                    let function = &self.module.functions[id.index()];
                    if !function.blocks.is_empty() && !self.relays_outside(&function.name) {
                        let message = format!(
                            "`{}` is given to an external function, which may call it",
                            function.name
                        );
                        return self.unmodeled(run, &message, place);
                    }
                    continue;
                }
                if self.has_ended(object) || !reached.insert(object) {
                    continue;
                }
                if everything {
                    self.found.escaped.insert(self.objects[object as usize].kind);
                }
                let first = self.first_cell[object as usize] as usize;
                let n_parts = self.objects[object as usize].parts.len();
                if self.objects[object as usize].opaque {
                    let kind = self.objects[object as usize].kind;
                    for (inner, _) in self.opaque_targets(kind).objects {
                        open.push(self.pointer(self.objects[inner as usize].address));
                    }
                }
                match self.constants.get(&object) {
                    Some(values) => open.extend(values),
                    None => open.extend(&run.state[first..first + n_parts]),
                }
            }
        }
        let objects: Vec<u32> = reached.iter().copied().collect();
        if !run.atomic && objects.iter().any(|&object| self.is_shared(object)) {
            // It may write several times, and others see what is between.
            let message = "an external function may change what threads share";
            self.fail(run, CheckKind::Unmodeled, message, place);
        }
        self.accessed(&objects, true, place);
        self.visible_access(run, &objects, place);
        for &object in &reached {
            self.havoc(run, object, true);
        }
        Some(reached)
    }
}
