//! Threads that a program may create.

use rely_llvm::ir::{BlockId, Call, Constant, FunctionId, Op, Terminator, Value};
use rustc_hash::FxHashSet;

use super::{Builder, Instance, Segment, is_atomic, named_callee};

impl Builder<'_> {
    /// The function that a created thread executes, if the call names it.
    pub(super) fn routine(&self, call: &Call) -> Option<FunctionId> {
        let name = &*self.module.functions[named_callee(call)?.index()].name;
        let position = crate::threads::routine_argument(name)?;
        let mut value = &call.arguments.get(position)?.value;
        loop {
            match value {
                Value::Constant(Constant::Function(id)) => {
                    let function = &self.module.functions[id.index()];
                    return (!function.blocks.is_empty() && !is_atomic(&function.name)).then_some(*id);
                }
                Value::Constant(Constant::Expression(op)) => match &**op {
                    Op::Cast { value: inner, .. } => value = &inner.value,
                    _ => return None,
                },
                _ => return None,
            }
        }
    }

    /// Adds the threads that a segment may create at its end: several if it may be executed more than once.
    pub(super) fn spawn(&mut self, segment: u32, routine: FunctionId, work: &mut Vec<u32>) -> Vec<u32> {
        let count = if self.repeats(segment) { self.limits.threads_per_place } else { 1 };
        let mut threads = Vec::new();
        for _ in 0..count {
            if self.threads.len() >= self.limits.threads || self.segments.len() >= self.limits.segments {
                break;
            }
            let thread = self.threads.len() as u32;
            // The number is taken before the thread's own threads get theirs.
            self.threads.push(0);
            let entry = self.instantiate(routine, None, thread, work);
            self.threads[thread as usize] = entry;
            threads.push(thread);
        }
        threads
    }

    /// Is a segment, or a call that leads to it, in a loop? Instances do not repeat within a nesting of
    /// calls, so the blocks of each function tell.
    fn repeats(&self, segment: u32) -> bool {
        let mut segment = segment;
        loop {
            let Segment { instance, block, .. } = self.segments[segment as usize];
            let Instance { function, caller, .. } = self.instances[instance as usize];
            let blocks = &self.module.functions[function.index()].blocks;
            let mut open = vec![block];
            let mut seen = FxHashSet::default();
            while let Some(at) = open.pop() {
                let next: Vec<BlockId> = match &blocks[at.index()].terminator {
                    Terminator::Jump(target) => vec![*target],
                    Terminator::Branch { then, otherwise, .. } => vec![*then, *otherwise],
                    Terminator::Switch { default, cases, .. } => {
                        cases.iter().map(|&(_, target)| target).chain([*default]).collect()
                    }
                    _ => Vec::new(),
                };
                if next.contains(&block) {
                    return true;
                }
                open.extend(next.into_iter().filter(|&next| seen.insert(next)));
            }
            match caller {
                Some((_, call)) => segment = call,
                None => return false,
            }
        }
    }
}
