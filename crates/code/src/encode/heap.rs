//! Memory that is allocated and freed.

use rely_llvm::debug::Place;
use rely_llvm::ir::LocalId;
use rely_terms::Term;

use super::state::{Run, Val};
use super::{CheckKind, Encoder, FreshCause, What};
use crate::objects::ObjectKind;

impl Encoder<'_> {
    /// Memory is allocated: the first object of this place that does not exist yet.
    pub(super) fn allocate(
        &mut self,
        run: &mut Run,
        instance: u32,
        result: Option<LocalId>,
        size: Term,
        zeroed: bool,
        place: Option<Place>,
    ) -> Option<Val> {
        let Some(local) = result else { return Some(Val::Parts(Vec::new())) };
        let size = self.widen(size, self.module.pointer_bytes as u32 * 8);
        self.room_for(run, (instance, local), size, place)?;
        let width = self.module.pointer_bytes as u32 * 8;
        let null = self.terms.constant(0, width);
        let fails = match self.options.allocation_fails {
            true => self.terms.variable("allocation fails", 1),
            false => self.terms.truth(false),
        };
        let mut free = Vec::new();
        for copy in 0..self.options.heap {
            // The next encoding has the objects.
            let Some(&object) = self.object_of.get(&ObjectKind::Heap(instance, local, copy)) else { break };
            free.push(object);
        }
        // From here on, `rest` says that no object was found yet.
        let mut rest = self.terms.not(fails);
        let mut value = null;
        self.visible_access(run, &free, place);
        for &object in &free {
            let cell = self.alive_cells[&object];
            let alive = run.state[cell.index()];
            let is_free = self.terms.not(alive);
            let here = self.terms.and(rest, is_free);
            let address = self.address_of(self.objects[object as usize].kind)?;
            value = self.terms.ite(here, address, value);
            run.state[cell.index()] = self.terms.or(alive, here);
            self.move_object(run, object, here);
            if let Some(cell) = self.size_cells.get(&object).copied() {
                run.state[cell.index()] = self.terms.ite(here, size, run.state[cell.index()]);
            }
            let before = run.state.clone();
            self.havoc(run, object, false);
            let first = self.first_cell[object as usize] as usize;
            let n_parts = self.objects[object as usize].parts.len();
            for (cell, &before) in before.iter().enumerate().skip(first).take(n_parts) {
                let width = self.terms.width(self.cells[cell].term);
                let new = if zeroed { self.terms.constant(0, width) } else { run.state[cell] };
                run.state[cell] = self.terms.ite(here, new, before);
            }
            rest = self.terms.and(rest, alive);
        }
        let message =
            format!("more than {} objects that are allocated here and not freed", self.options.heap);
        self.fail_if(run, rest, CheckKind::Unmodeled, &message, place);
        let found = self.terms.not(rest);
        if !run.path.assume(&mut self.terms, found) {
            return None;
        }
        let mut parts = Vec::new();
        for object in free {
            parts.extend(self.values_of(run, object));
        }
        let cause = FreshCause::Allocated(value);
        self.step(run, instance, place, What::Fresh { cause, parts });
        Some(Val::Bits(value))
    }

    /// Memory is freed.
    pub(super) fn free(&mut self, run: &mut Run, address: Term, place: Option<Place>) -> bool {
        let targets = self.targets(address);
        let width = self.terms.width(address);
        let null = self.terms.constant(0, width);
        let mut fine = vec![self.terms.eq(address, null)];
        let (mut freed, mut ended) = (Vec::new(), Vec::new());
        for &(object, _) in &targets.objects {
            let Some(&cell) = self.alive_cells.get(&object) else { continue };
            freed.push(object);
            let base = self.terms.constant(u128::from(self.objects[object as usize].address), width);
            let here = self.terms.eq(address, base);
            let alive = run.state[cell.index()];
            fine.push(self.terms.and(here, alive));
            let elsewhere = self.terms.not(here);
            run.state[cell.index()] = self.terms.and(alive, elsewhere);
            ended.push((object, here));
        }
        for (object, here) in ended {
            self.end_object(run, object, here);
        }
        let fine = self.terms.or_all(fine);
        self.visible_access(run, &freed, place);
        let wrong = self.terms.not(fine);
        let kind = if targets.unknown { CheckKind::Unmodeled } else { CheckKind::Memory };
        self.fail_if(run, wrong, kind, "memory is freed that is not allocated", place);
        run.path.assume(&mut self.terms, fine)
    }
}
