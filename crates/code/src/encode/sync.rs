//! Threads: where blocks must end, creation, joining, mutexes, and atomic sections.
//!
//! # Problem
//!
//! Other threads may act between any two accesses to shared objects. Blocks must be small enough that all
//! such orders are runs, and no smaller.
//!
//! # Method
//!
//! An object is shared if two threads access it; this is a fact that repeated encodings find. A block ends
//! before an instruction that may be its second access to shared objects, and before everything that may
//! block or end the program, if it has accessed shared objects already. Inside of an atomic section no block
//! ends for these reasons.
//!
//! A mutex is its first four bytes: 0 if it is free, else the number of its owner, from 1. Waiting for a
//! condition releases the mutex and takes it again at any later time: more wake-ups than `pthread_cond_wait`
//! has, which may be spurious anyway. Atomic accesses are sequentially consistent.
//!
//! # Invariants
//!
//! A block outside of atomic sections with two accesses to shared objects leads to an error that says that it
//! is not modeled ([`Encoder::visible_access`]), so a missing stop never hides an order.
//!
//! # Cost
//!
//! Constant per instruction, apart from [`Encoder::targets`].
//!
//! # Departures
//!
//! Plain accesses are executed in some order, also where they race; C leaves races undefined. Deadlocks are
//! not reported: such executions just end. Creating threads and initializing mutexes always succeeds.

use rely_llvm::debug::Place;
use rely_llvm::ir::{Call, Instruction, Op, Operand, Terminator};
use rely_terms::Term;

use super::state::{Run, Val};
use super::{CheckKind, Encoder, Site, Start};
use crate::blocks::{Edge, PointKind};
use crate::graph::{Exit, is_atomic, named_callee};
use crate::threads::Effect;

/// What became of an instruction.
pub(super) enum Synchronized {
    /// It was executed, and the block ends.
    Done,
    /// It was executed.
    Continues(Run),
    /// It has nothing to do with threads.
    Other(Run),
}

impl Encoder<'_> {
    /// Ends a block before an instruction, or before its second half.
    pub(super) fn stop_at(&mut self, segment: u32, position: usize, again: bool, run: Run) {
        let start = Start { segment, position, again, atomic: run.atomic };
        self.stop(start, run, None, Effect::None);
    }

    /// Must the block end before this instruction?
    pub(super) fn must_stop(&mut self, run: &mut Run, instance: u32, instruction: &Instruction) -> bool {
        if !run.visible || run.atomic {
            return false;
        }
        match &instruction.op {
            Op::Load { address, .. }
            | Op::Store { address, .. }
            | Op::AtomicUpdate { address, .. }
            | Op::CompareExchange { address, .. } => self.may_share(run, instance, address),
            Op::Call(call) => {
                let Some(callee) = named_callee(call) else { return true };
                let name = &*self.module.functions[callee.index()].name;
                if name.starts_with("llvm.dbg.") || name.starts_with("llvm.lifetime.") {
                    return false;
                }
                let ends = matches!(
                    name,
                    "exit"
                        | "_exit"
                        | "_Exit"
                        | "quick_exit"
                        | "abort"
                        | "malloc"
                        | "calloc"
                        | "free"
                        | "reach_error"
                        | "__VERIFIER_error"
                        | "__VERIFIER_assume"
                        | "llvm.assume"
                        | "__VERIFIER_atomic_begin"
                        | "llvm.trap"
                        | "llvm.debugtrap"
                        | "__assert_fail"
                        | "__assert"
                        | "__assert_rtn"
                );
                ends || call.noreturn
                    || is_library(name) && !matches!(name, "pthread_self" | "pthread_equal")
                    || call.arguments.iter().any(|argument| self.has_targets(run, instance, argument))
            }
            _ => false,
        }
    }

    fn may_share(&mut self, run: &mut Run, instance: u32, address: &Operand) -> bool {
        let Some(address) = self.bits(run, instance, address, None) else { return true };
        let targets = self.targets(address);
        targets.objects.iter().any(|&(object, _)| self.is_shared(object))
    }

    fn has_targets(&mut self, run: &mut Run, instance: u32, operand: &Operand) -> bool {
        match self.operand(run, instance, operand, None) {
            Some(value) => {
                let mut bits = Vec::new();
                value.leaves(&mut bits);
                bits.into_iter().any(|bits| !self.targets(bits).objects.is_empty())
            }
            None => true,
        }
    }

    /// Must the block end before what follows a segment?
    pub(super) fn must_stop_at_exit(&self, run: &Run, segment: u32) -> bool {
        let this = &self.graph.segments[segment as usize];
        let instance = &self.graph.instances[this.instance as usize];
        let functions = &self.module.functions;
        run.visible
            && !run.atomic
            && match &this.exit {
                Exit::Action { .. } | Exit::Spawn { .. } => true,
                Exit::Call { targets, .. } => {
                    targets.iter().map(|(callee, _)| &functions[callee.index()]).any(|callee| {
                        is_atomic(&callee.name) || callee.parameters.iter().any(|p| p.by_value.is_some())
                    })
                }
                // The end of the first thread is the end of the program.
                Exit::Terminator => {
                    let block = &functions[instance.function.index()].blocks[this.block.index()];
                    instance.thread == 0
                        && instance.caller.is_none()
                        && matches!(block.terminator, Terminator::Return(_))
                }
            }
    }

    /// A function returns: behind one that is atomic, other threads move again.
    pub(super) fn leave_atomic(&self, run: &mut Run, instance: u32) {
        let instances = &self.graph.instances;
        let this = &instances[instance as usize];
        if let Some((caller, _)) = this.caller
            && this.atomic
            && !instances[caller as usize].atomic
        {
            run.atomic = false;
        }
    }

    /// Is a function that is atomic entered inside of an atomic section?
    pub(super) fn nests_atomic_at(&self, run: &Run, segment: u32) -> bool {
        let instances = &self.graph.instances;
        let part = &self.graph.segments[segment as usize];
        let this = &instances[part.instance as usize];
        run.atomic
            && this.atomic
            && (part.start, part.block.0) == (0, 0)
            && this.caller.is_some_and(|(caller, _)| !instances[caller as usize].atomic)
    }

    /// The thread of this region ends.
    pub(super) fn finish_thread(&mut self, run: Run) {
        let thread = self.thread as usize;
        let point = match self.threads.finished[thread] {
            Some(point) => point,
            None => {
                let point = self.point("finished".to_string(), PointKind::Cut, None);
                self.threads.thread_of[point.index()] = Some(self.thread);
                self.threads.finished[thread] = Some(point);
                point
            }
        };
        self.edge(point, run, None, Effect::None);
    }

    /// Creates a thread: the first of this place that is not started.
    pub(super) fn create(&mut self, mut run: Run, segment: u32) {
        let graph = self.graph;
        let this = &graph.segments[segment as usize];
        let Exit::Spawn { call, threads, next } = &this.exit else { return };
        let function = &self.module.functions[graph.instances[this.instance as usize].function.index()];
        let instruction = &function.blocks[this.block.index()].instructions[*call];
        let place = instruction.place;
        let Op::Call(call) = &instruction.op else { return };
        let (Some(handle), Some(given)) = (call.arguments.first(), call.arguments.last()) else {
            return self.fail(
                &run,
                CheckKind::Unmodeled,
                "a thread that is created without arguments",
                place,
            );
        };
        let Some(handle) = self.bits(&mut run, this.instance, handle, place) else { return };
        let Some(given) = self.bits(&mut run, this.instance, given, place) else { return };
        let width = self.module.pointer_bytes as u32 * 8;
        for (number, &thread) in threads.iter().enumerate() {
            let mut taken = run.clone();
            let identity = self.terms.constant(u128::from(thread) + 1, width);
            if !self.write(&mut taken, handle, identity, place) {
                continue;
            }
            let entry = graph.threads[thread as usize];
            let instance = graph.segments[entry as usize].instance;
            let routine = &self.module.functions[graph.instances[instance as usize].function.index()];
            taken.values = Vec::new();
            if routine.parameters.iter().any(|parameter| parameter.by_value.is_some()) {
                let message = "a thread that gets a structure by value";
                self.fail(&taken, CheckKind::Unmodeled, message, place);
                continue;
            }
            for (position, parameter) in routine.parameters.iter().enumerate() {
                let fits = position == 0 && self.width_of(&parameter.ty) == Some(self.terms.width(given));
                let value = if fits { Val::Bits(given) } else { self.any_of_type("argument", &parameter.ty) };
                taken.values.push(value);
            }
            self.pass(entry, &mut taken);
            self.learn_constants(self.start_of(entry, false), &taken);
            let zero = self.terms.constant(0, self.width_of(&call.result).unwrap_or(32));
            taken.values = vec![Val::Bits(zero); graph.segments[*next as usize].parameters.len()];
            let effect = Effect::Start(thread, threads[..number].to_vec());
            self.arrive_at_point(*next, taken, None, effect);
        }
        if !self.options.checked_before {
            let message = "more threads are created here than are modeled".to_string();
            let to = self.error_point(Site { kind: CheckKind::Unmodeled, message, place });
            let guard = run.path.term(&mut self.terms);
            let region = self.regions.len() as u32 - 1;
            self.edges.push(Edge { from: self.from, to, guard, updates: Vec::new(), action: None, region });
            self.threads.effects.push(Effect::Started(threads.clone()));
            self.threads.visible.push(run.visible);
        }
    }

    /// Executes a call of a function for threads.
    pub(super) fn synchronize(
        &mut self,
        mut run: Run,
        segment: u32,
        position: usize,
        resumed: bool,
    ) -> Synchronized {
        let this = &self.graph.segments[segment as usize];
        let instance = this.instance;
        let function = &self.module.functions[self.graph.instances[instance as usize].function.index()];
        let instruction = &function.blocks[this.block.index()].instructions[position];
        let place = instruction.place;
        let Op::Call(call) = &instruction.op else { return Synchronized::Other(run) };
        let Some(callee) = named_callee(call) else { return Synchronized::Other(run) };
        let name = &*self.module.functions[callee.index()].name;
        if !is_library(name) {
            return Synchronized::Other(run);
        }
        let mut arguments = Vec::new();
        for number in 0..2 {
            let value = call.arguments.get(number);
            arguments.push(value.and_then(|value| self.bits(&mut run, instance, value, place)));
        }
        let (first, second) = (arguments[0], arguments[1]);
        let zero = self.width_of(&call.result).map(|width| self.terms.constant(0, width));
        let result = match (name, first, second) {
            ("__VERIFIER_atomic_begin" | "__VERIFIER_atomic_end", ..) => {
                let begins = name == "__VERIFIER_atomic_begin";
                if self.graph.instances[instance as usize].atomic || run.atomic == begins {
                    return self.refuse(
                        &run,
                        "an atomic section in another, or its end without a beginning",
                        place,
                    );
                }
                run.atomic = begins;
                return Synchronized::Continues(run);
            }
            ("pthread_mutex_lock" | "mtx_lock", Some(mutex), _) => {
                if !self.lock(&mut run, mutex, place) {
                    return Synchronized::Done;
                }
                zero
            }
            ("pthread_mutex_unlock" | "mtx_unlock", Some(mutex), _) => {
                if !self.unlock(&mut run, mutex, place) {
                    return Synchronized::Done;
                }
                zero
            }
            ("pthread_mutex_trylock", Some(mutex), _) => match self.try_lock(&mut run, mutex, place) {
                Some(taken) => {
                    let (free, busy) = (self.terms.constant(0, 32), self.terms.constant(16, 32));
                    Some(self.terms.ite(taken, free, busy))
                }
                None => return Synchronized::Done,
            },
            ("pthread_mutex_init" | "mtx_init", Some(mutex), Some(kind)) => {
                if self.terms.as_constant(kind) != Some(0) {
                    return self.refuse(&run, "a mutex with attributes", place);
                }
                let free = self.terms.constant(0, 32);
                if !self.write(&mut run, mutex, free, place) {
                    return Synchronized::Done;
                }
                zero
            }
            ("pthread_cond_wait" | "pthread_cond_timedwait" | "cnd_wait", Some(_), Some(mutex)) => {
                if run.atomic {
                    return self.refuse(&run, "waiting for a condition in an atomic section", place);
                }
                if !resumed {
                    if self.unlock(&mut run, mutex, place) {
                        self.stop_at(segment, position, true, run);
                    }
                    return Synchronized::Done;
                }
                if !self.lock(&mut run, mutex, place) {
                    return Synchronized::Done;
                }
                if name.contains("timed") { Some(self.terms.variable(name, 32)) } else { zero }
            }
            ("pthread_join" | "thrd_join", Some(handle), Some(to)) => {
                self.join(run, segment, position, handle, to, place);
                return Synchronized::Done;
            }
            ("pthread_exit" | "thrd_exit", ..) => {
                self.finish_thread(run);
                return Synchronized::Done;
            }
            ("pthread_self" | "thrd_current", ..) => {
                let width = self.width_of(&call.result).unwrap_or(64);
                Some(self.terms.constant(u128::from(self.thread) + 1, width))
            }
            ("pthread_equal", Some(left), Some(right)) => {
                let equal = self.terms.eq(left, right);
                Some(self.terms.zext(equal, 32))
            }
            (
                "pthread_mutex_destroy"
                | "mtx_destroy"
                | "pthread_cond_init"
                | "pthread_cond_destroy"
                | "pthread_cond_signal"
                | "pthread_cond_broadcast"
                | "cnd_init"
                | "cnd_destroy"
                | "cnd_signal"
                | "cnd_broadcast"
                | "pthread_detach"
                | "thrd_detach"
                | "thrd_yield"
                | "pthread_yield"
                | "pthread_attr_init"
                | "pthread_attr_destroy",
                ..,
            ) => zero,
            _ => return self.refuse(&run, &format!("a call of `{name}`"), place),
        };
        if let (Some(local), Some(result)) = (instruction.result, result) {
            self.define(&mut run, instance, local, Val::Bits(result));
        }
        Synchronized::Continues(run)
    }

    fn refuse(&mut self, run: &Run, message: &str, place: Option<Place>) -> Synchronized {
        self.fail(run, CheckKind::Unmodeled, message, place);
        Synchronized::Done
    }

    /// The owner of a mutex, which is free or owned by another thread; nothing if the path ends here.
    fn owner(&mut self, run: &mut Run, mutex: Term, place: Option<Place>) -> Option<Term> {
        let owner = self.read(run, mutex, 4, place)?;
        let most = self.terms.constant(self.graph.threads.len() as u128, 32);
        let me = self.terms.constant(u128::from(self.thread) + 1, 32);
        let mine = self.terms.eq(owner, me);
        let odd = self.terms.ugt(owner, most);
        let message = "a thread locks a mutex that it has locked";
        self.fail_if(run, mine, CheckKind::Unmodeled, message, place);
        self.fail_if(run, odd, CheckKind::Unmodeled, "a mutex that is not initialized", place);
        let (other, known) = (self.terms.not(mine), self.terms.not(odd));
        let fine = self.terms.and(other, known);
        run.path.assume(&mut self.terms, fine).then_some(owner)
    }

    fn lock(&mut self, run: &mut Run, mutex: Term, place: Option<Place>) -> bool {
        match self.try_lock(run, mutex, place) {
            Some(taken) => run.path.assume(&mut self.terms, taken),
            None => false,
        }
    }

    /// Locks a mutex if it is free; returns whether it is.
    fn try_lock(&mut self, run: &mut Run, mutex: Term, place: Option<Place>) -> Option<Term> {
        let outside = std::mem::replace(&mut run.atomic, true);
        let owner = self.owner(run, mutex, place)?;
        let free = self.terms.constant(0, 32);
        let taken = self.terms.eq(owner, free);
        let me = self.terms.constant(u128::from(self.thread) + 1, 32);
        let next = self.terms.ite(taken, me, owner);
        let written = self.write(run, mutex, next, place);
        run.atomic = outside;
        written.then_some(taken)
    }

    fn unlock(&mut self, run: &mut Run, mutex: Term, place: Option<Place>) -> bool {
        let outside = std::mem::replace(&mut run.atomic, true);
        let Some(owner) = self.read(run, mutex, 4, place) else { return false };
        let me = self.terms.constant(u128::from(self.thread) + 1, 32);
        let mine = self.terms.eq(owner, me);
        let other = self.terms.not(mine);
        let message = "a mutex is unlocked by a thread that has not locked it";
        self.fail_if(run, other, CheckKind::Unmodeled, message, place);
        let free = self.terms.constant(0, 32);
        let done = run.path.assume(&mut self.terms, mine) && self.write(run, mutex, free, place);
        run.atomic = outside;
        done
    }

    /// Waits for the end of a thread.
    fn join(
        &mut self,
        mut run: Run,
        segment: u32,
        position: usize,
        handle: Term,
        to: Term,
        place: Option<Place>,
    ) {
        let this = &self.graph.segments[segment as usize];
        let function = &self.module.functions[self.graph.instances[this.instance as usize].function.index()];
        let instruction = &function.blocks[this.block.index()].instructions[position];
        if self.terms.as_constant(to) != Some(0) {
            // What the thread returned may be anything: a pointer for POSIX, a number for C.
            let callee = match &instruction.op {
                Op::Call(call) => named_callee(call),
                _ => None,
            };
            let posix = callee.is_some_and(|id| self.module.functions[id.index()].name == "pthread_join");
            let width = if posix { self.module.pointer_bytes as u32 * 8 } else { 32 };
            let value = self.any_value("result of a thread", width);
            if !self.write(&mut run, to, value, place) {
                return;
            }
        }
        if let (Some(local), Op::Call(Call { result, .. })) = (instruction.result, &instruction.op) {
            let zero = self.terms.constant(0, self.width_of(result).unwrap_or(32));
            self.define(&mut run, this.instance, local, Val::Bits(zero));
        }
        let width = self.terms.width(handle);
        for thread in 1..self.graph.threads.len() as u32 {
            let identity = self.terms.constant(u128::from(thread) + 1, width);
            let here = self.terms.eq(handle, identity);
            let elsewhere = self.terms.not(here);
            let mut taken = run.clone();
            if taken.path.assume(&mut self.terms, here) {
                let start = Start { segment, position: position + 1, again: false, atomic: run.atomic };
                self.stop(start, taken, None, Effect::Join(thread));
            }
            if !run.path.assume(&mut self.terms, elsewhere) {
                return;
            }
        }
        self.fail(&run, CheckKind::Unmodeled, "waiting for an unknown thread", place);
    }
}

/// Functions for threads: those that are known, and those that must not be taken for harmless.
fn is_library(name: &str) -> bool {
    matches!(name, "__VERIFIER_atomic_begin" | "__VERIFIER_atomic_end")
        || ["pthread_", "thrd_", "mtx_", "cnd_", "sem_"].iter().any(|prefix| name.starts_with(prefix))
}
