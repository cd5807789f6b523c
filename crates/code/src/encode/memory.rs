//! Reading and writing memory.
//!
//! # Problem
//!
//! An address is a term. Which cells does an access touch, and when is it not an access to an object at all?
//!
//! # Method
//!
//! Addresses of objects are constants. [`Encoder::targets`] finds the objects that a term may point to: those
//! of the constants in it, and those that the cells in it may point to. The latter is a fact of the whole
//! program, found by repeating the encoding until nothing new is stored anywhere. An access with a constant
//! address touches the parts at that offset. Otherwise every part of these objects where the access may begin
//! is compared with the address.
//!
//! # Invariants
//!
//! An address that equals none of the candidates leads to an error point, or to one that says what is not
//! modeled. So an incomplete set of objects never hides a behavior.
//!
//! # Cost
//!
//! One comparison per candidate.
//!
//! # Departures
//!
//! Fixed addresses decide comparisons of addresses of different objects; the C standard leaves these open.

use std::rc::Rc;

use rely_llvm::debug::Place;
use rely_terms::{Node, Term};

use super::state::Run;
use super::{CheckKind, Encoder, Note};
use crate::objects::ObjectKind;

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

/// A place where an access may happen: when, and at which offset of which object.
struct Candidate {
    condition: Term,
    object: u32,
    offset: u64,
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

    /// The object that contains an address, or ends just before it.
    fn object_at(&self, address: u128) -> Option<(u32, Offsets)> {
        let after = self.objects.partition_point(|object| u128::from(object.address) <= address);
        let object = &self.objects[after.checked_sub(1)?];
        let offset = address - u128::from(object.address);
        (offset <= u128::from(object.size)).then(|| (after as u32 - 1, Offsets::These(vec![offset as u64])))
    }

    /// Reads `size` bytes; nothing if the path ends here.
    pub(super) fn read(
        &mut self,
        run: &mut Run,
        address: Term,
        size: u64,
        place: Option<Place>,
    ) -> Option<Term> {
        let candidates = self.candidates(run, address, size, false, place)?;
        let mut value = None;
        for Candidate { condition, object, offset } in candidates.into_iter().rev() {
            let here = self.read_parts(run, object, offset, size);
            value = Some(match value {
                None => here,
                Some(others) => self.terms.ite(condition, here, others),
            });
        }
        value
    }

    /// Writes a value; false if the path ends here.
    #[must_use]
    pub(super) fn write(&mut self, run: &mut Run, address: Term, value: Term, place: Option<Place>) -> bool {
        let size = u64::from(self.terms.width(value)) / 8;
        let Some(candidates) = self.candidates(run, address, size, true, place) else { return false };
        let single = candidates.len() == 1;
        if !single {
            self.weak_updates += 1;
        }
        for Candidate { condition, object, offset } in candidates {
            let condition = if single { self.terms.truth(true) } else { condition };
            self.write_parts(run, object, offset, value, condition);
        }
        true
    }

    /// Where an access may happen; the path continues only if it happens at one of these places.
    fn candidates(
        &mut self,
        run: &mut Run,
        address: Term,
        size: u64,
        write: bool,
        place: Option<Place>,
    ) -> Option<Vec<Candidate>> {
        let targets = self.targets(address);
        let mut candidates = Vec::new();
        // The access is inside of an object, but perhaps not where one of its parts begins.
        let mut inside = Vec::new();
        let mut exact = true;
        for (object, places) in &targets.objects {
            let object = *object;
            let this = &self.objects[object as usize];
            if this.size < size || write && this.constant || this.is_function() || self.has_ended(object) {
                continue;
            }
            let (base, length, opaque) = (this.address, this.size, this.opaque);
            if self.may_have_ended(object) {
                exact = false;
                let within = self.within(address, base, length - size);
                inside.push(within);
                let message = "an access to a variable of another thread, which may not exist any more";
                self.fail_if(run, within, CheckKind::Unmodeled, message, place);
                continue;
            }
            let alive = self.alive(run, object);
            let offsets: Vec<u64> = match places {
                Offsets::These(offsets) => {
                    offsets.iter().copied().filter(|&offset| offset <= length - size).collect()
                }
                Offsets::Any if opaque => {
                    // One candidate stands for all offsets.
                    let within = self.within(address, base, length - size);
                    let condition = self.terms.and(within, alive);
                    candidates.push(Candidate { condition, object, offset: 0 });
                    inside.push(condition);
                    continue;
                }
                Offsets::Any => {
                    let (modulus, remainder) = self.residue(address);
                    let fits = |offset: u64| (base + offset) % modulus == remainder;
                    let begins = self.objects[object as usize].parts.iter().map(|part| part.offset);
                    let offsets: Vec<u64> =
                        begins.filter(|&offset| offset + size <= length && fits(offset)).collect();
                    if (0..=length - size).filter(|&offset| fits(offset)).count() != offsets.len() {
                        exact = false;
                        let within = self.within(address, base, length - size);
                        let within = self.terms.and(within, alive);
                        inside.push(within);
                    }
                    offsets
                }
            };
            for offset in offsets {
                let width = self.terms.width(address);
                let there = self.terms.constant(u128::from(base + offset), width);
                let here = self.terms.eq(address, there);
                let condition = self.terms.and(here, alive);
                if self.terms.as_constant(condition) != Some(0) {
                    candidates.push(Candidate { condition, object, offset });
                }
            }
        }
        let objects: Vec<u32> = candidates.iter().map(|candidate| candidate.object).collect();
        self.visible_access(run, &objects, place);
        let conditions: Vec<Term> = candidates.iter().map(|candidate| candidate.condition).collect();
        let valid = self.terms.or_all(conditions);
        let inside = if exact { valid } else { self.terms.or_all(inside.into_iter().chain([valid])) };
        let kind = if targets.unknown { CheckKind::Unmodeled } else { CheckKind::Memory };
        let what = match (kind, write) {
            (CheckKind::Memory, false) => "a read outside of every object that exists",
            (CheckKind::Memory, true) => "a write outside of every object that exists and can be written",
            _ => "an access through a pointer that comes from outside of the program",
        };
        let outside = self.terms.not(inside);
        self.fail_if(run, outside, kind, what, place);
        if !exact {
            let invalid = self.terms.not(valid);
            let odd = self.terms.and(inside, invalid);
            self.fail_if(run, odd, CheckKind::Unmodeled, "an access across the parts of an object", place);
        }
        let goes_on = !candidates.is_empty()
            && (self.options.checked_before || run.path.assume(&mut self.terms, valid));
        goes_on.then_some(candidates)
    }

    /// `address` is at most `most` bytes behind `base`.
    fn within(&mut self, address: Term, base: u64, most: u64) -> Term {
        let width = self.terms.width(address);
        let base = self.terms.constant(u128::from(base), width);
        let most = self.terms.constant(u128::from(most), width);
        let offset = self.terms.sub(address, base);
        self.terms.ule(offset, most)
    }

    /// Two addresses are not in the same object, or just behind it.
    pub(super) fn apart(&mut self, left: Term, right: Term) -> Term {
        let mut targets = (*self.targets(left)).clone();
        targets.add(&self.targets(right));
        let mut together = vec![self.terms.eq(left, right)];
        for (object, _) in targets.objects {
            let (base, size) = (self.objects[object as usize].address, self.objects[object as usize].size);
            let (one, other) = (self.within(left, base, size), self.within(right, base, size));
            together.push(self.terms.and(one, other));
        }
        let together = self.terms.or_all(together);
        self.terms.not(together)
    }

    /// A power of two, and the remainder that a term always has when it is divided by it.
    fn residue(&self, term: Term) -> (u64, u64) {
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

    /// A local variable of a function of this thread that is not active: the variables of all callers are.
    pub(super) fn has_ended(&self, object: u32) -> bool {
        let ObjectKind::Local(owner, _) = self.objects[object as usize].kind else { return false };
        if self.is_of_other_thread(owner) {
            return false;
        }
        let mut instance = self.instance;
        while instance != owner {
            match self.graph.instances[instance as usize].caller {
                Some((caller, _)) => instance = caller,
                None => return true,
            }
        }
        false
    }

    /// Whether an object exists: memory that is allocated does so until it is freed.
    fn alive(&mut self, run: &Run, object: u32) -> Term {
        match self.alive_cells.get(&object) {
            Some(cell) => run.state[cell.index()],
            None => self.terms.truth(true),
        }
    }

    /// The bytes of an object at an offset, which are inside of it.
    pub(super) fn read_parts(&mut self, run: &Run, object: u32, offset: u64, size: u64) -> Term {
        let this = &self.objects[object as usize];
        let width = size as u32 * 8;
        if this.opaque {
            let name = this.name.clone();
            self.notes.insert(Note::Opaque(name.clone()));
            let value = self.terms.variable(&name, width);
            self.unknown.insert(value);
            return value;
        }
        let range = this.parts_of(offset, size).unwrap_or(0..0);
        let mut value: Option<Term> = None;
        let mut done = offset;
        for index in range {
            let part = &self.objects[object as usize].parts[index];
            let (begin, end) = (part.offset, part.offset + part.size);
            if begin > done {
                let padding = self.terms.variable("padding", (begin - done) as u32 * 8);
                value = Some(self.above(padding, value));
            }
            let (from, to) = (begin.max(offset), end.min(offset + size));
            let whole = self.part_value(run, object, index);
            let piece = self.terms.extract(whole, (to - begin) as u32 * 8 - 1, (from - begin) as u32 * 8);
            value = Some(self.above(piece, value));
            done = to;
        }
        if done < offset + size {
            let padding = self.terms.variable("padding", (offset + size - done) as u32 * 8);
            value = Some(self.above(padding, value));
        }
        value.expect("an access has at least one byte")
    }

    /// Bits above those that were read so far: bytes at higher addresses are higher bits.
    fn above(&mut self, high: Term, low: Option<Term>) -> Term {
        match low {
            Some(low) => self.terms.concat(high, low),
            None => high,
        }
    }

    /// Writes bytes of an object, if a condition is true.
    pub(super) fn write_parts(
        &mut self,
        run: &mut Run,
        object: u32,
        offset: u64,
        value: Term,
        condition: Term,
    ) {
        let size = u64::from(self.terms.width(value)) / 8;
        let this = &self.objects[object as usize];
        if this.opaque {
            self.notes.insert(Note::Opaque(this.name.clone()));
            return;
        }
        for index in this.parts_of(offset, size).unwrap_or(0..0) {
            let part = &self.objects[object as usize].parts[index];
            let (begin, end) = (part.offset, part.offset + part.size);
            let (from, to) = (begin.max(offset), end.min(offset + size));
            let cell = self.first_cell[object as usize] + index as u32;
            let old = run.state[cell as usize];
            let mut new = self.terms.extract(value, (to - offset) as u32 * 8 - 1, (from - offset) as u32 * 8);
            if from > begin {
                let low = self.terms.extract(old, (from - begin) as u32 * 8 - 1, 0);
                new = self.terms.concat(new, low);
            }
            if to < end {
                let high = self.terms.extract(old, (end - begin) as u32 * 8 - 1, (to - begin) as u32 * 8);
                new = self.terms.concat(high, new);
            }
            run.state[cell as usize] = self.terms.ite(condition, new, old);
        }
    }

    /// The value of a part of an object.
    fn part_value(&self, run: &Run, object: u32, index: usize) -> Term {
        match self.constants.get(&object) {
            Some(values) => values[index],
            None => run.state[self.first_cell[object as usize] as usize + index],
        }
    }
}
