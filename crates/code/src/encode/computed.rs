//! Memory whose size is computed.
//!
//! # Problem
//!
//! `malloc(n)` gives objects of any size, but an object has a fixed number of cells.
//!
//! # Method
//!
//! If the sizes at one place of the program are not one constant, the object has cells for
//! [`MOST_COMPUTED`] bytes, and a cell of its own with the number of bytes that exist. Accesses behind these
//! are violations. `realloc` allocates, copies what both objects have, and frees.
//!
//! # Invariants
//!
//! An execution that allocates more bytes leads to an error point that says so. So the limit hides nothing.
//!
//! # Cost
//!
//! One comparison for each access to such an object.
//!
//! # Departures
//!
//! `realloc` always gives another address. With size zero, it has no verdict.

use rely_llvm::debug::Place;
use rely_llvm::ir::LocalId;
use rely_terms::Term;

use super::state::Run;
use super::{CheckKind, Encoder};

/// The most bytes of memory whose size is computed.
pub const MOST_COMPUTED: u64 = 64;

impl Encoder<'_> {
    /// The size of an object that exists.
    pub(super) fn size_now(&mut self, run: &Run, object: u32) -> Term {
        match self.size_cells.get(&object) {
            Some(cell) => run.state[cell.index()],
            None => {
                let size = self.objects[object as usize].size;
                self.pointer(size)
            }
        }
    }

    /// The bytes of an object up to this offset exist; it is at most the number of its cells.
    pub(super) fn has_bytes(&mut self, run: &Run, object: u32, end: Term) -> Term {
        match self.size_cells.get(&object) {
            Some(cell) => {
                let size = run.state[cell.index()];
                self.terms.ule(end, size)
            }
            None => self.terms.truth(true),
        }
    }

    /// An address and the bytes behind it are inside of what exists of an object, if they are inside of its
    /// cells.
    pub(super) fn has_bytes_at(&mut self, run: &Run, object: u32, address: Term, size: u64) -> Term {
        if !self.size_cells.contains_key(&object) {
            return self.terms.truth(true);
        }
        let base = self.pointer(self.objects[object as usize].address);
        let offset = self.terms.sub(address, base);
        let end = self.offset(offset, size);
        self.has_bytes(run, object, end)
    }

    /// The number of bytes for the cells of an allocation. Nothing if the path ends here, or if the next
    /// encoding has other objects.
    pub(super) fn room_for(
        &mut self,
        run: &mut Run,
        key: (u32, LocalId),
        size: Term,
        place: Option<Place>,
    ) -> Option<()> {
        let constant = self.terms.as_constant(size).and_then(|size| u64::try_from(size).ok());
        let known = self.found.heap_sizes.get(&key).copied();
        match (constant, known) {
            (Some(size), None) => {
                self.found.heap_sizes.insert(key, size);
            }
            (Some(size), Some(known)) if size == known && !self.found.computed.contains(&key) => {}
            _ => {
                self.found.computed.insert(key);
                self.found.heap_sizes.insert(key, MOST_COMPUTED);
                let most = self.pointer(MOST_COMPUTED);
                let fits = self.terms.ule(size, most);
                let large = self.terms.not(fits);
                let message = format!("more than {MOST_COMPUTED} bytes of memory whose size is computed");
                self.fail_if(run, large, CheckKind::Unmodeled, &message, place);
                if !run.path.assume(&mut self.terms, fits) {
                    return None;
                }
            }
        }
        Some(())
    }

    /// `realloc`: the new address; nothing if the path ends here.
    pub(super) fn reallocate(
        &mut self,
        run: &mut Run,
        instance: u32,
        result: Option<LocalId>,
        old: Term,
        size: Term,
        place: Option<Place>,
    ) -> Option<Term> {
        let zero = self.terms.constant(0, self.terms.width(size));
        let empty = self.terms.eq(size, zero);
        self.fail_if(run, empty, CheckKind::Unmodeled, "a call of `realloc` with the size zero", place);
        let some = self.terms.not(empty);
        if !run.path.assume(&mut self.terms, some) {
            return None;
        }
        // The old object is looked at before there is a new one, which may have its place.
        let targets = self.targets(old);
        let mut bytes: Vec<(Term, Term)> = Vec::new();
        let null = self.terms.eq(old, zero);
        let is_old = self.terms.not(null);
        let mut most = 0;
        let mut now = self.pointer(0);
        let mut fine = null;
        for &(object, _) in &targets.objects {
            if !self.alive_cells.contains_key(&object) {
                continue;
            }
            let base = self.pointer(self.objects[object as usize].address);
            let here = self.terms.eq(old, base);
            let alive = self.alive(run, object);
            let exists = self.terms.and(here, alive);
            fine = self.terms.or(fine, exists);
            let own = self.size_now(run, object);
            now = self.terms.ite(here, own, now);
            most = most.max(self.objects[object as usize].size);
        }
        let wrong = self.terms.not(fine);
        let kind = if targets.unknown { CheckKind::Unmodeled } else { CheckKind::Memory };
        self.fail_if(run, wrong, kind, "memory is allocated again that is not allocated", place);
        if !run.path.assume(&mut self.terms, fine) {
            return None;
        }
        if most > super::library::MOST_GUARDED {
            return self.unmodeled(run, "a call of `realloc` with a large object", place);
        }
        for offset in 0..most {
            let number = self.pointer(offset);
            let (kept, copied) = (self.terms.ult(number, now), self.terms.ult(number, size));
            let both = self.terms.and(kept, copied);
            let guard = self.terms.and(is_old, both);
            let address = self.offset(old, offset);
            bytes.push((guard, self.read_if(run, guard, address, 1, place)?));
        }
        let super::state::Val::Bits(new) = self.allocate(run, instance, result, size, false, place)? else {
            return self.unmodeled(run, "a call of `realloc` whose result is not used", place);
        };
        let fails = self.terms.eq(new, zero);
        let works = self.terms.not(fails);
        for (offset, (guard, value)) in (0..).zip(bytes) {
            let guard = self.terms.and(guard, works);
            let address = self.offset(new, offset);
            if !self.write_if(run, guard, address, value, place) {
                return None;
            }
        }
        let freed = self.terms.ite(works, old, zero);
        self.free(run, freed, place).then_some(new)
    }
}
