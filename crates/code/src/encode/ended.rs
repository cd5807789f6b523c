//! Pointers to what does not exist any more, and pointers that leave the program.
//!
//! # Problem
//!
//! A variable ends when its function returns, and memory when it is freed. Later, another object may have the
//! same address: the variable when the function is called again, or the next memory that is allocated at the
//! same place. An old pointer must not lead to the new object.
//!
//! # Method
//!
//! C says that the value of a pointer is indeterminate as soon as its object ends. So every cell that may
//! point to an object that ends gets a new variable, which may have any value and leads to nothing
//! ([`ObjectKind::Ended`]): an access through it always fails, and a comparison may give anything.
//!
//! # Invariants
//!
//! After an object has ended, no cell points to it. Numbers that were made of pointers are not changed.
//!
//! # Cost
//!
//! One look at all cells for each `free`, and for each return from a function whose variables' addresses are
//! passed on.
//!
//! # Departures
//!
//! Values in the middle of an expression are not changed. Pointers of threads are not changed either: there,
//! accesses to variables of other threads are not modeled.

use std::rc::Rc;

use rely_llvm::debug::Place;
use rely_llvm::ir::{Call, Function, FunctionId, LocalId, Module, Op, Terminator, Type, Value};
use rely_terms::Term;
use rustc_hash::FxHashSet;

use super::state::{Run, Val};
use super::targets::{Offsets, Targets};
use super::{CellKey, CheckKind, Encoder};
use crate::graph::named_callee;
use crate::objects::{Object, ObjectKind};

/// How the message begins if a function from outside gets a pointer that leads to nothing; the name follows.
pub const GIVEN: &str = "a pointer that leads to no object is given to `";

/// How the message begins if a function from outside gets a length that is too large; the name follows.
pub const TOO_LONG: &str = "more bytes than an object has are given to `";

/// Arguments that functions of the C library access, by number.
fn accessed_by(name: &str) -> &'static [usize] {
    match name {
        "puts"
        | "perror"
        | "atoi"
        | "atol"
        | "strlen"
        | "strtol"
        | "strtoul"
        | "strchr"
        | "strrchr"
        | "remove"
        | "unlink"
        | "open"
        | "fclose"
        | "feof"
        | "ferror"
        | "fgetc"
        | "getc"
        | "fseek"
        | "ftell"
        | "printf"
        | "vprintf"
        | "printk"
        | "scanf"
        | "__isoc99_scanf"
        | "getenv"
        | "pthread_mutex_init"
        | "pthread_mutex_destroy"
        | "pthread_mutex_lock"
        | "pthread_mutex_unlock"
        | "pthread_mutex_trylock"
        | "pthread_cond_signal"
        | "pthread_cond_broadcast"
        | "pthread_cond_init"
        | "pthread_cond_destroy" => &[0],
        "strcmp" | "strstr" | "fputs" | "fprintf" | "vfprintf" | "fscanf" | "sscanf" | "__isoc99_sscanf"
        | "__isoc99_fscanf" | "fopen" | "rename" | "stat" => &[0, 1],
        "putc" | "fputc" => &[1],
        "fgets" => &[0, 2],
        "fread" | "fwrite" => &[3],
        "snprintf" | "vsnprintf" => &[2],
        _ => &[],
    }
}

/// Pointers and lengths that functions of the C library access completely, by number.
fn lengths_of(name: &str) -> &'static [(usize, usize)] {
    match name {
        "memcmp" => &[(0, 2), (1, 2)],
        "read" | "write" | "recv" | "recvfrom" | "send" | "sendto" => &[(1, 2)],
        "bzero" | "fgets" | "snprintf" | "vsnprintf" => &[(0, 1)],
        _ => &[],
    }
}

impl Encoder<'_> {
    /// Does not exist any more: a local variable of a function of this thread that is not active (the
    /// variables of all callers are), or what an old pointer leads to.
    pub(super) fn has_ended(&self, object: u32) -> bool {
        let owner = match self.objects[object as usize].kind {
            ObjectKind::Local(owner, _) => owner,
            ObjectKind::Ended => return true,
            _ => return false,
        };
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

    /// Where a condition is true, an object ends, and nothing points to it any more.
    pub(super) fn end_object(&mut self, run: &mut Run, object: u32, condition: Term) {
        self.end(run, &|other| other == object, condition);
    }

    /// A function returns: its variables end. The caller is active again.
    pub(super) fn end_variables(&mut self, run: &mut Run, instance: u32) {
        let function = self.graph.instances[instance as usize].function;
        if !self.escaping(function).is_empty() {
            let kinds: Vec<ObjectKind> = self.objects.iter().map(|object| object.kind).collect();
            let own = |object: u32| matches!(kinds[object as usize], ObjectKind::Local(owner, _) if owner == instance);
            let always = self.terms.truth(true);
            self.end(run, &own, always);
        }
    }

    fn end(&mut self, run: &mut Run, ends: &dyn Fn(u32) -> bool, condition: Term) {
        if self.threaded {
            return;
        }
        for number in 0..run.state.len() {
            // What has ended itself points to nothing that matters.
            let value = run.state[number];
            if self.terms.width(value) == 1 || self.terms.as_constant(value) == Some(0) {
                continue;
            }
            if let CellKey::Part(kind @ ObjectKind::Local(..), _) = self.keys[number]
                && self.object_of.get(&kind).is_some_and(|&object| self.has_ended(object))
            {
                continue;
            }
            run.state[number] = self.without(value, ends, condition);
        }
        let mut values = std::mem::take(&mut run.values);
        for value in &mut values {
            self.parts_without(value, ends, condition);
        }
        run.values = values;
    }

    fn parts_without(&mut self, value: &mut Val, ends: &dyn Fn(u32) -> bool, condition: Term) {
        match value {
            Val::Bits(bits) => *bits = self.without(*bits, ends, condition),
            Val::Parts(parts) => {
                parts.iter_mut().for_each(|part| self.parts_without(part, ends, condition));
            }
        }
    }

    /// A value that does not lead to objects that end.
    fn without(&mut self, value: Term, ends: &dyn Fn(u32) -> bool, condition: Term) -> Term {
        let targets = self.targets(value);
        let ending: Vec<u32> =
            targets.objects.iter().map(|&(object, _)| object).filter(|&object| ends(object)).collect();
        if ending.is_empty() {
            return value;
        }
        let width = self.terms.width(value);
        let mut leads = self.terms.truth(width != self.module.pointer_bytes as u32 * 8);
        for object in ending {
            let this = &self.objects[object as usize];
            if self.terms.width(value) == self.module.pointer_bytes as u32 * 8 {
                let within = self.within(value, this.address, this.size);
                leads = self.terms.or(leads, within);
            }
        }
        let gone = self.terms.and(condition, leads);
        let any = self.terms.variable("ended", width);
        let nothing = Targets { objects: vec![(self.ended, Offsets::Any)], unknown: false };
        self.target_cache.insert(any, Rc::new(nothing));
        self.terms.ite(gone, any, value)
    }

    /// The variables of a function whose addresses are passed on.
    pub(super) fn escaping(&mut self, id: FunctionId) -> Rc<FxHashSet<LocalId>> {
        if let Some(known) = self.escaping_of.get(&id) {
            return Rc::clone(known);
        }
        let found = Rc::new(escaping(self.module, &self.module.functions[id.index()]));
        self.escaping_of.insert(id, Rc::clone(&found));
        found
    }

    /// The block of a variable ends: nothing points to it any more, and its value is lost.
    pub(super) fn end_of_block(&mut self, run: &mut Run, pointer: Term) {
        let targets = self.targets(pointer);
        for &(object, _) in &targets.objects {
            if let ObjectKind::Local(..) = self.objects[object as usize].kind
                && self.terms.as_constant(pointer) == Some(u128::from(self.objects[object as usize].address))
            {
                let always = self.terms.truth(true);
                self.end_object(run, object, always);
                if !self.threaded {
                    self.havoc(run, object, false);
                }
            }
        }
    }

    /// A function from outside must not get pointers to what has ended; functions of the C library need
    /// objects that are large enough. False if the path ends here.
    #[must_use]
    pub(super) fn given(
        &mut self,
        run: &mut Run,
        name: &str,
        call: &Call,
        arguments: &[Val],
        place: Option<Place>,
    ) -> bool {
        if self.options.checked_before || self.threaded {
            return true;
        }
        for (number, argument) in call.arguments.iter().enumerate() {
            let Some(Val::Bits(bits)) = arguments.get(number) else { continue };
            if argument.ty != Type::Pointer {
                continue;
            }
            let bits = *bits;
            let accessed = accessed_by(name).contains(&number);
            let targets = self.targets(bits);
            let may_end = targets
                .objects
                .iter()
                .any(|&(object, _)| self.has_ended(object) || self.alive_cells.contains_key(&object));
            let zero = self.terms.constant(0, self.terms.width(bits));
            let null = self.terms.eq(bits, zero);
            let wrong = match (accessed, targets.unknown) {
                (true, true) => null,
                (false, true) => continue,
                (false, false) if !may_end => continue,
                (accessed, false) => {
                    let exists = self.exists(run, bits, u64::from(accessed));
                    let fine = if accessed { exists } else { self.terms.or(exists, null) };
                    self.terms.not(fine)
                }
            };
            self.fail_if(run, wrong, CheckKind::Memory, &format!("{GIVEN}{name}`"), place);
            let fine = self.terms.not(wrong);
            if !run.path.assume(&mut self.terms, fine) {
                return false;
            }
        }
        for &(pointer, length) in lengths_of(name) {
            let (Some(Val::Bits(pointer)), Some(Val::Bits(length))) =
                (arguments.get(pointer), arguments.get(length))
            else {
                continue;
            };
            let (pointer, length) = (*pointer, *length);
            if self.targets(pointer).unknown {
                continue;
            }
            let wrong = self.leaves(run, pointer, length);
            self.fail_if(run, wrong, CheckKind::Memory, &format!("{TOO_LONG}{name}`"), place);
            let fine = self.terms.not(wrong);
            if !run.path.assume(&mut self.terms, fine) {
                return false;
            }
        }
        true
    }

    /// A pointer leads to an object that exists, with this many bytes at least.
    fn exists(&mut self, run: &Run, pointer: Term, bytes: u64) -> Term {
        let mut any = self.terms.truth(false);
        for &(object, _) in &self.targets(pointer).objects {
            let this = &self.objects[object as usize];
            if self.has_ended(object) || this.size < bytes {
                continue;
            }
            let within = self.within(pointer, this.address, this.size - bytes);
            let enough = self.has_bytes_at(run, object, pointer, bytes);
            let within = self.terms.and(within, enough);
            let alive = self.alive(run, object);
            let here = self.terms.and(within, alive);
            any = self.terms.or(any, here);
        }
        any
    }

    /// This many bytes from a pointer on are not all in one object.
    fn leaves(&mut self, run: &Run, pointer: Term, length: Term) -> Term {
        let width = self.terms.width(pointer);
        let length = self.widen(length, width);
        let zero = self.terms.constant(0, width);
        let mut fine = self.terms.eq(length, zero);
        for &(object, _) in &self.targets(pointer).objects {
            let Object { address, size, .. } = self.objects[object as usize];
            if self.has_ended(object) {
                continue;
            }
            let within = self.within(pointer, address, size);
            let now = self.size_now(run, object);
            let begin = self.pointer(address);
            let end = self.terms.add(begin, now);
            let room = self.terms.sub(end, pointer);
            let fits = self.terms.ule(length, room);
            let alive = self.alive(run, object);
            let here = self.terms.and(within, fits);
            let here = self.terms.and(here, alive);
            fine = self.terms.or(fine, here);
        }
        self.terms.not(fine)
    }

    /// A pointer is the end, or the beginning, of one of its targets.
    fn at(&mut self, targets: &Targets, pointer: Term, end: bool) -> Term {
        let mut any = self.terms.truth(false);
        for (object, offsets) in &targets.objects {
            let this = &self.objects[*object as usize];
            let offset = if end { this.size } else { 0 };
            let may = !matches!(offsets, Offsets::These(these) if !these.contains(&offset));
            if may && !this.is_function() && this.kind != ObjectKind::Ended {
                let address = this.address + offset;
                let address = self.pointer(address);
                let here = self.terms.eq(pointer, address);
                any = self.terms.or(any, here);
            }
        }
        any
    }

    /// Two pointers, one to the end of an object and the other to the beginning of another one: these may be
    /// the same address.
    pub(super) fn may_touch(&mut self, left: Term, right: Term) -> Term {
        let (lefts, rights) = (self.targets(left), self.targets(right));
        let mut touch = self.terms.truth(false);
        for (one, others, a, b) in [(&lefts, &rights, left, right), (&rights, &lefts, right, left)] {
            let at_end = self.at(one, a, true);
            let at_begin = self.at(others, b, false);
            let mut both = self.terms.and(at_end, at_begin);
            // Not of the same object: objects have different addresses.
            let same: Vec<_> = one
                .objects
                .iter()
                .filter(|(object, _)| others.objects.iter().any(|(o, _)| o == object))
                .collect();
            for (object, _) in same {
                let this = &self.objects[*object as usize];
                let (address, size) = (this.address, this.size);
                let (begin, end) = (self.pointer(address), self.pointer(address + size));
                let (at_end, at_begin) = (self.terms.eq(a, end), self.terms.eq(b, begin));
                let own = self.terms.and(at_end, at_begin);
                let other = self.terms.not(own);
                both = self.terms.and(both, other);
            }
            touch = self.terms.or(touch, both);
        }
        touch
    }
}

/// The variables of a function whose addresses are used for more than direct accesses.
pub fn escaping(module: &Module, function: &Function) -> FxHashSet<LocalId> {
    let mut places: FxHashSet<LocalId> =
        function.parameters.iter().filter(|p| p.by_value.is_some()).map(|p| p.local).collect();
    // An address inside of a variable, with the variable.
    let mut inside: rustc_hash::FxHashMap<LocalId, LocalId> = places.iter().map(|&l| (l, l)).collect();
    let instructions = || function.blocks.iter().flat_map(|block| &block.instructions);
    for instruction in instructions() {
        let Some(result) = instruction.result else { continue };
        match &instruction.op {
            Op::Alloca { .. } => {
                places.insert(result);
                inside.insert(result, result);
            }
            Op::ElementAddress { base, .. } => {
                if let Value::Local(base) = base.value
                    && let Some(&place) = inside.get(&base)
                {
                    inside.insert(result, place);
                }
            }
            Op::Cast { value, .. } => {
                if let Value::Local(value) = value.value
                    && let Some(&place) = inside.get(&value)
                {
                    inside.insert(result, place);
                }
            }
            _ => {}
        }
    }
    let mut escaping = FxHashSet::default();
    let mut uses = |value: &Value| {
        if let Value::Local(local) = value
            && let Some(&place) = inside.get(local)
        {
            escaping.insert(place);
        }
    };
    for block in &function.blocks {
        for instruction in &block.instructions {
            match &instruction.op {
                Op::Alloca { .. } | Op::Load { .. } | Op::ElementAddress { .. } | Op::Compare { .. } => {}
                Op::Cast { to: Type::Pointer, .. } => {}
                Op::Cast { value, .. } => uses(&value.value),
                Op::Store { value, .. } => uses(&value.value),
                Op::Call(call) => {
                    let plain = matches!(&call.callee, Value::Constant(rely_llvm::ir::Constant::Function(id))
                            if module.functions[id.index()].name.starts_with("llvm."));
                    if !plain {
                        call.arguments.iter().for_each(|argument| uses(&argument.value));
                    }
                }
                Op::Select { then, otherwise, .. } => {
                    uses(&then.value);
                    uses(&otherwise.value);
                }
                Op::Phi { incoming, .. } => incoming.iter().for_each(|(value, _)| uses(value)),
                Op::InsertValue { value, .. } | Op::AtomicUpdate { value, .. } => uses(&value.value),
                Op::CompareExchange { new, .. } => uses(&new.value),
                Op::Freeze(value) => uses(&value.value),
                _ => {}
            }
        }
        if let Terminator::Return(Some(operand)) = &block.terminator {
            uses(&operand.value);
        }
    }
    escaping
}

/// The variables of blocks whose addresses are passed on, in functions that do not say where blocks end.
pub fn blocks_without_ends(module: &Module) -> Vec<String> {
    let mut found = Vec::new();
    for function in &module.functions {
        let calls = function.blocks.iter().flat_map(|block| &block.instructions);
        let says = calls.into_iter().any(|instruction| {
            matches!(&instruction.op, Op::Call(call) if named_callee(call).is_some_and(
                |callee| module.functions[callee.index()].name.starts_with("llvm.lifetime.")
            ))
        });
        if says || function.variables.iter().all(|(_, variable)| !variable.in_block) {
            continue;
        }
        let escaping = escaping(module, function);
        let own = function
            .variables
            .iter()
            .filter(|(local, variable)| variable.in_block && escaping.contains(local));
        found.extend(own.map(|(_, variable)| format!("{}.{}", function.name, variable.name)));
    }
    found
}
