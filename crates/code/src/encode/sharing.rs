//! Threads: which objects they share, and what that means for accesses.

use rely_llvm::debug::Place;
use rely_llvm::ir::{Instruction, Module, Op};

use super::state::Run;
use super::{CellKey, CheckKind, Encoder, Start};
use crate::graph::{Graph, named_callee};
use crate::objects::ObjectKind;

/// Where a variable is accessed first, in the order of the encoding.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Accessed {
    /// It is read, and where, if that is known.
    pub read: Option<Option<Place>>,
    /// It is written, by the program or by a function outside of it, and where, if that is known.
    pub written: Option<Option<Place>>,
}

impl Encoder<'_> {
    /// Two threads access the object.
    pub(super) fn is_shared(&self, object: u32) -> bool {
        self.threaded && self.accesses_before.get(&self.objects[object as usize].kind) == Some(&None)
    }

    /// The thread of this region accesses an object.
    pub(super) fn touch(&mut self, object: u32) {
        let this = &self.objects[object as usize];
        if self.threaded && !this.constant && !this.is_function() {
            let thread = Some(self.thread);
            let known = self.found.accesses.entry(this.kind).or_insert(thread);
            *known = known.filter(|_| *known == thread);
        }
    }

    /// An access to some objects, for those who want to know which variables a component has in common with
    /// others.
    pub(super) fn accessed(&mut self, objects: &[u32], write: bool, place: Option<Place>) {
        for &object in objects {
            let this = &self.objects[object as usize];
            if let (ObjectKind::Global(id), false) = (this.kind, this.constant) {
                let known = self.accessed.entry(id).or_default();
                let first = if write { &mut known.written } else { &mut known.read };
                first.get_or_insert(place);
            }
        }
    }

    /// An access to some objects: if one is shared, it must be the only access of its block.
    pub(super) fn visible_access(&mut self, run: &mut Run, objects: &[u32], place: Option<Place>) {
        for &object in objects {
            self.touch(object);
        }
        let Some(&shared) = objects.iter().find(|&&object| self.is_shared(object)) else { return };
        if let ObjectKind::Global(id) = self.objects[shared as usize].kind
            && self.module.globals[id.index()].thread_local
        {
            self.fail(run, CheckKind::Unmodeled, "a variable of which each thread has its own", place);
        }
        if run.visible && !run.atomic {
            let message = "an operation that accesses shared objects several times";
            self.fail(run, CheckKind::Unmodeled, message, place);
        }
        run.visible = true;
    }

    /// The value of a cell at a point, if no other thread can change it.
    pub(super) fn known_constant(&self, start: Start, key: CellKey) -> Option<u128> {
        let constant = (*self.constants_before.get(&(start, key))?)?;
        let own = match key {
            CellKey::Part(kind, _) | CellKey::Alive(kind) | CellKey::Size(kind) | CellKey::Opaque(kind) => {
                match self.accesses_before.get(&kind) {
                    Some(thread) => *thread == Some(self.thread),
                    None => true,
                }
            }
            CellKey::Distance(_) => true,
            CellKey::Temporary(instance, _) => self.graph.instances[instance as usize].thread == self.thread,
        };
        (own || !self.threaded).then_some(constant)
    }

    /// The local variables of an instance belong to another thread than that of this region.
    pub(super) fn is_of_other_thread(&self, owner: u32) -> bool {
        self.graph.instances[owner as usize].thread != self.thread
    }

    /// A local variable of another thread that may have ended. Those of the first thread's function do not:
    /// its end is the end of the program, unless the thread ends alone.
    pub(super) fn may_have_ended(&self, object: u32) -> bool {
        let ObjectKind::Local(owner, _) = self.objects[object as usize].kind else { return false };
        self.is_of_other_thread(owner) && (owner != 0 || self.first_ends_alone)
    }

    /// Executes an instruction; an atomic access is one step, though it reads and writes.
    #[must_use]
    pub(super) fn one_instruction(
        &mut self,
        run: &mut Run,
        instance: u32,
        instruction: &Instruction,
    ) -> bool {
        let outside = run.atomic;
        run.atomic |= matches!(instruction.op, Op::AtomicUpdate { .. } | Op::CompareExchange { .. });
        let goes_on = self.instruction(run, instance, instruction);
        run.atomic = outside;
        goes_on
    }
}

/// May the first thread end before the program?
pub(super) fn first_ends_alone(module: &Module, graph: &Graph) -> bool {
    let first = graph.instances.iter().filter(|instance| instance.thread == 0);
    let blocks = first.flat_map(|instance| &module.functions[instance.function.index()].blocks);
    blocks.flat_map(|block| &block.instructions).any(|instruction| {
        let Op::Call(call) = &instruction.op else { return false };
        let callee = named_callee(call).map(|callee| &*module.functions[callee.index()].name);
        matches!(callee, Some("pthread_exit" | "thrd_exit"))
    })
}
