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
use rely_terms::Term;

use super::state::Run;
use super::targets::Offsets;
use super::{CellKey, CheckKind, Encoder, Note};

/// An access with any offset is followed to this many places of an object; if there are more, only to those
/// where a part begins.
const MOST_PLACES: usize = 64;

/// A place where an access may happen: when, and at which offset of which object.
struct Candidate {
    condition: Term,
    object: u32,
    offset: u64,
}

impl Encoder<'_> {
    /// Reads `size` bytes; nothing if the path ends here.
    pub(super) fn read(
        &mut self,
        run: &mut Run,
        address: Term,
        size: u64,
        place: Option<Place>,
    ) -> Option<Term> {
        let always = self.terms.truth(true);
        self.read_if(run, always, address, size, place)
    }

    /// Reads `size` bytes if a condition is true, and gives anything if it is not; nothing if the path ends
    /// here.
    pub(super) fn read_if(
        &mut self,
        run: &mut Run,
        guard: Term,
        address: Term,
        size: u64,
        place: Option<Place>,
    ) -> Option<Term> {
        let candidates = self.candidates(run, guard, address, size, false, place)?;
        let mut value = None;
        for Candidate { condition, object, offset } in candidates.into_iter().rev() {
            let here = self.read_parts(run, object, offset, size);
            value = Some(match value {
                None => here,
                Some(others) => self.terms.ite(condition, here, others),
            });
        }
        // Without candidates, the condition is false.
        value.or_else(|| Some(self.terms.constant(0, size as u32 * 8)))
    }

    /// Writes a value; false if the path ends here.
    #[must_use]
    pub(super) fn write(&mut self, run: &mut Run, address: Term, value: Term, place: Option<Place>) -> bool {
        let always = self.terms.truth(true);
        self.write_if(run, always, address, value, place)
    }

    /// Writes a value if a condition is true; false if the path ends here.
    #[must_use]
    pub(super) fn write_if(
        &mut self,
        run: &mut Run,
        guard: Term,
        address: Term,
        value: Term,
        place: Option<Place>,
    ) -> bool {
        let size = u64::from(self.terms.width(value)) / 8;
        let Some(candidates) = self.candidates(run, guard, address, size, true, place) else { return false };
        let single = candidates.len() == 1;
        if !single {
            self.weak_updates += 1;
        }
        for Candidate { condition, object, offset } in candidates {
            let condition = if single { guard } else { self.terms.and(guard, condition) };
            self.write_parts(run, object, offset, value, condition);
        }
        true
    }

    /// Where an access may happen, if it happens, which `guard` says; the path continues only if it happens
    /// at one of these places or not at all.
    fn candidates(
        &mut self,
        run: &mut Run,
        guard: Term,
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
                let ended = self.terms.and(guard, within);
                self.fail_if(run, ended, CheckKind::Unmodeled, message, place);
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
                    let bytes = self.has_bytes_at(run, object, address, size);
                    let within = self.terms.and(within, bytes);
                    let condition = self.terms.and(within, alive);
                    candidates.push(Candidate { condition, object, offset: 0 });
                    inside.push(condition);
                    continue;
                }
                Offsets::Any => {
                    let (modulus, remainder) = self.residue(address);
                    let fits = |offset: u64| (base + offset) % modulus == remainder;
                    let begins = self.objects[object as usize].parts.iter().map(|part| part.offset);
                    let mut offsets: Vec<u64> =
                        begins.filter(|&offset| offset + size <= length && fits(offset)).collect();
                    let all = || (0..=length - size).filter(|&offset| fits(offset));
                    let n_all = all().take(MOST_PLACES + 1).count();
                    if n_all <= MOST_PLACES {
                        // Also inside of parts, and across them.
                        offsets = all().collect();
                    } else if all().count() != offsets.len() {
                        exact = false;
                        let within = self.within(address, base, length - size);
                        let bytes = self.has_bytes_at(run, object, address, size);
                        let within = self.terms.and(within, bytes);
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
                let end = self.pointer(offset + size);
                let bytes = self.has_bytes(run, object, end);
                let here = self.terms.and(here, bytes);
                let condition = self.terms.and(here, alive);
                if self.terms.as_constant(condition) != Some(0) {
                    candidates.push(Candidate { condition, object, offset });
                }
            }
        }
        let objects: Vec<u32> = candidates.iter().map(|candidate| candidate.object).collect();
        self.accessed(&objects, write, place);
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
        let outside = self.terms.and(guard, outside);
        self.fail_if(run, outside, kind, what, place);
        if !exact {
            let invalid = self.terms.not(valid);
            let odd = self.terms.and(inside, invalid);
            let odd = self.terms.and(guard, odd);
            self.fail_if(run, odd, CheckKind::Unmodeled, "an access across the parts of an object", place);
        }
        if self.options.checked_before {
            let goes_on = !candidates.is_empty() || self.terms.as_constant(guard) != Some(1);
            return goes_on.then_some(candidates);
        }
        let absent = self.terms.not(guard);
        let fine = self.terms.or(absent, valid);
        run.path.assume(&mut self.terms, fine).then_some(candidates)
    }

    /// `address` is at most `most` bytes behind `base`.
    pub(super) fn within(&mut self, address: Term, base: u64, most: u64) -> Term {
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

    /// Whether an object exists: memory that is allocated does so until it is freed.
    pub(super) fn alive(&mut self, run: &Run, object: u32) -> Term {
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
            let kind = this.kind;
            let value = self.terms.variable(&name, width);
            self.unknown.insert(value);
            // It may be any pointer that was ever written there.
            let targets = self.opaque_targets(kind);
            self.target_cache.insert(value, Rc::new(targets));
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
            let kind = this.kind;
            self.notes.insert(Note::Opaque(this.name.clone()));
            let targets = self.targets(value);
            return self.learn_targets(CellKey::Opaque(kind), &targets);
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

    /// The values of the parts of each object at the beginning of a region.
    pub(super) fn part_values(&self) -> Vec<Vec<Term>> {
        let of = |number: usize| match (self.constants.get(&(number as u32)), &self.objects[number]) {
            (Some(values), _) => values.clone(),
            (None, object) if object.opaque => Vec::new(),
            (None, object) => {
                let first = self.first_cell[number] as usize;
                let cells = self.cells.get(first..first + object.parts.len()).unwrap_or_default();
                cells.iter().map(|cell| cell.term).collect()
            }
        };
        (0..self.objects.len()).map(of).collect()
    }

    /// The value of a part of an object.
    fn part_value(&self, run: &Run, object: u32, index: usize) -> Term {
        match self.constants.get(&object) {
            Some(values) => values[index],
            None => run.state[self.first_cell[object as usize] as usize + index],
        }
    }
}
