//! Calls: of functions with a body, of functions that are known, and of all others.

use rely_llvm::debug::Place;
use rely_llvm::ir::{BinaryOp, Call, FunctionId, Instruction, Op, Operand, Type, Value};

use super::names::{HARMLESS, is_error, is_library};
use super::state::{Run, Val};
use super::{CheckKind, Encoder, FreshCause, Note, What};
use crate::graph::named_callee;
use crate::objects::ObjectKind;

impl Encoder<'_> {
    /// Executes a call that is not expanded; false if the path ends here.
    #[must_use]
    pub(super) fn call(
        &mut self,
        run: &mut Run,
        instance: u32,
        instruction: &Instruction,
        call: &Call,
    ) -> bool {
        let place = instruction.place;
        let Some(callee) = named_callee(call) else {
            let what = match &call.callee {
                Value::Assembly(text) => {
                    // A barrier for the compiler has no instructions.
                    if text.is_empty() && instruction.result.is_none() {
                        return true;
                    }
                    "inline assembly"
                }
                _ => "a call through a pointer to a function that the program does not contain",
            };
            self.fail(run, CheckKind::Unmodeled, what, place);
            return false;
        };
        let name = &self.module.functions[callee.index()].name;
        let mut arguments = Vec::with_capacity(call.arguments.len());
        for argument in &call.arguments {
            let Some(value) = self.operand(run, instance, argument, place) else { return false };
            arguments.push(value);
        }
        let bits = |number: usize| match arguments.get(number) {
            Some(Val::Bits(bits)) => Some(*bits),
            _ => None,
        };
        let result = match (&**name, bits(0), bits(1)) {
            (name, ..) if is_error(name) => {
                self.fail_checked(run, CheckKind::ErrorCall, &format!("`{name}` is called"), place);
                return false;
            }
            ("__assert_fail" | "__assert" | "__assert_rtn", ..) => {
                let text = self.text_of(bits(0)).unwrap_or_default();
                self.fail_checked(run, CheckKind::Assertion, &format!("the assertion `{text}` fails"), place);
                return false;
            }
            ("abort" | "llvm.trap" | "llvm.debugtrap", ..) => {
                self.fail_checked(run, CheckKind::Abort, "`abort` is called", place);
                return false;
            }
            ("exit" | "_exit" | "_Exit" | "quick_exit", ..) => {
                self.exit(run.clone());
                return false;
            }
            ("__VERIFIER_assume" | "llvm.assume", Some(condition), _) => {
                let zero = self.terms.constant(0, self.terms.width(condition));
                let condition = self.terms.ne(condition, zero);
                if &**name == "llvm.assume" {
                    let wrong = self.terms.not(condition);
                    let message = "an assumption of the compiler that is false";
                    self.fail_if(run, wrong, CheckKind::Unmodeled, message, place);
                }
                return run.path.assume(&mut self.terms, condition);
            }
            (name, ..) if name.starts_with("__VERIFIER_nondet_") => {
                let value = self.any_of_type(name, &call.result);
                if let Val::Bits(value) = value {
                    self.step(run, instance, place, What::Input { function: name.to_string(), value });
                }
                value
            }
            ("malloc" | "calloc", Some(size), second) => {
                let zeroed = &**name == "calloc";
                let size = match second {
                    Some(count) if zeroed => {
                        let overflows = self.unsigned_overflow(BinaryOp::Mul, size, count);
                        let message = "an allocation whose size overflows";
                        self.fail_if(run, overflows, CheckKind::Unmodeled, message, place);
                        let fits = self.terms.not(overflows);
                        if !run.path.assume(&mut self.terms, fits) {
                            return false;
                        }
                        self.terms.mul(size, count)
                    }
                    _ => size,
                };
                match self.allocate(run, instance, instruction.result, size, zeroed, place) {
                    Some(value) => value,
                    None => return false,
                }
            }
            ("realloc", Some(old), Some(size)) => {
                match self.reallocate(run, instance, instruction.result, old, size, place) {
                    Some(value) => Val::Bits(value),
                    None => return false,
                }
            }
            ("free", Some(address), _) => return self.free(run, address, place),
            (
                "pthread_create"
                | "thrd_create"
                | "reallocarray"
                | "setjmp"
                | "_setjmp"
                | "longjmp"
                | "_longjmp"
                | "__longjmp_chk"
                | "siglongjmp"
                | "sigsetjmp"
                | "__sigsetjmp"
                | "getcontext"
                | "setcontext"
                | "swapcontext"
                | "makecontext"
                | "sigaction"
                | "signal"
                | "__sysv_signal"
                | "bsd_signal"
                | "sysv_signal"
                | "ssignal"
                | "sigset"
                | "fork"
                | "vfork"
                | "clone"
                | "atexit"
                | "at_quick_exit"
                | "on_exit"
                | "pthread_atfork"
                | "cfree"
                | "munmap"
                | "mremap"
                | "brk"
                | "sbrk"
                | "strncpy"
                | "strcat"
                | "strncat"
                | "stpcpy"
                | "sprintf"
                | "vsprintf"
                | "gets"
                | "qsort"
                | "bsearch"
                | "alloca"
                | "pthread_join"
                | "pthread_cond_wait"
                | "pthread_cond_timedwait",
                ..,
            ) => {
                self.fail(run, CheckKind::Unmodeled, &format!("a call of `{name}`"), place);
                return false;
            }
            (name, ..) if name.starts_with("llvm.memcpy.") || name.starts_with("llvm.memmove.") => {
                if name.starts_with("llvm.memcpy.") && !self.is_apart(run, bits(0), bits(1), bits(2), place) {
                    return false;
                }
                return self.copy(run, bits(0), bits(1), bits(2), place);
            }
            ("memcpy" | "memmove", Some(target), _) => {
                if &**name == "memcpy" && !self.is_apart(run, bits(0), bits(1), bits(2), place) {
                    return false;
                }
                if !self.copy(run, bits(0), bits(1), bits(2), place) {
                    return false;
                }
                Val::Bits(target)
            }
            (name, ..) if name.starts_with("llvm.memset.") => {
                return self.fill(run, bits(0), bits(1), bits(2), place);
            }
            ("strcpy", Some(target), source) => {
                let Some(text) = self.text_of(source).filter(|text| text.is_ascii()) else {
                    self.fail(
                        run,
                        CheckKind::Unmodeled,
                        "a call of `strcpy` with a text that is not a constant",
                        place,
                    );
                    return false;
                };
                let length = self.pointer(text.len() as u64 + 1);
                if !self.copy(run, Some(target), source, Some(length), place) {
                    return false;
                }
                Val::Bits(target)
            }
            ("memset", Some(target), Some(value)) => {
                let value = self.terms.extract(value, 7, 0);
                if !self.fill(run, bits(0), Some(value), bits(2), place) {
                    return false;
                }
                Val::Bits(target)
            }
            (name, ..) if name.starts_with("llvm.") => {
                match self.intrinsic(run, name, &arguments, call, place) {
                    Some(value) => value,
                    None => return false,
                }
            }
            (name, ..) => {
                self.notes.insert(Note::External(name.to_string()));
                let value = self.any_of_type(name, &call.result);
                let mut results = Vec::new();
                value.leaves(&mut results);
                let given = arguments.iter().map(|argument| match argument {
                    Val::Bits(bits) => Some(*bits),
                    Val::Parts(_) => None,
                });
                let given = given.collect();
                self.step(
                    run,
                    instance,
                    place,
                    What::Outside { function: callee, arguments: given, results },
                );
                if !self.given(run, name, call, &arguments, place) {
                    return false;
                }
                let harmless = HARMLESS.contains(&name) && !self.may_count(name, &arguments);
                if !harmless && !self.options.ignored.iter().any(|ignored| ignored == name) {
                    let mut parts = Vec::new();
                    let Some(written) = self.escape(run, &arguments, !is_library(name), place) else {
                        return false;
                    };
                    for object in written {
                        parts.extend(self.values_of(run, object));
                    }
                    self.step(run, instance, place, What::Fresh { cause: FreshCause::Outside, parts });
                }
                self.change_errno(run);
                if call.noreturn {
                    self.exit(run.clone());
                    return false;
                }
                value
            }
        };
        if let Some(local) = instruction.result {
            self.define(run, instance, local, result);
        }
        true
    }

    /// An external function may set `errno`, if the program reads it.
    pub(super) fn change_errno(&mut self, run: &mut Run) {
        let errno = self.module.global_names.get(crate::driver::ERRNO).copied();
        if let Some(&object) = errno.and_then(|id| self.object_of.get(&ObjectKind::Global(id))) {
            self.havoc(run, object, false);
        }
    }

    /// A check fails on this path; if it is not wanted, the program just ends.
    pub(super) fn fail_checked(&mut self, run: &Run, kind: CheckKind, message: &str, place: Option<Place>) {
        if self.checks(kind) {
            self.fail(run, kind, message, place);
        } else {
            self.exit(run.clone());
        }
    }

    /// Enters expanded functions.
    pub(super) fn enter(
        &mut self,
        mut run: Run,
        segment: u32,
        targets: &[(FunctionId, Option<u32>)],
        next: u32,
    ) {
        let this = &self.graph.segments[segment as usize];
        let instance = this.instance;
        let function = &self.module.functions[self.graph.instances[instance as usize].function.index()];
        let instruction = &function.blocks[this.block.index()].instructions[this.end];
        let place = instruction.place;
        let Op::Call(call) = &instruction.op else { return };
        let mut arguments = Vec::with_capacity(call.arguments.len());
        for argument in &call.arguments {
            let Some(value) = self.operand(&mut run, instance, argument, place) else { return };
            arguments.push(value);
        }
        let pointer = match named_callee(call) {
            Some(_) => None,
            None => {
                let operand = Operand { ty: Type::Pointer, value: call.callee.clone() };
                let Some(pointer) = self.bits(&mut run, instance, &operand, place) else { return };
                Some(pointer)
            }
        };
        debug_assert!(self.graph.segments.len() > next as usize);
        for &(callee, entry) in targets {
            let mut taken = run.clone();
            if let Some(pointer) = pointer {
                let Some(address) = self.address_of(ObjectKind::Function(callee)) else { continue };
                let matches = self.terms.eq(pointer, address);
                let differs = self.terms.not(matches);
                let enters = taken.path.assume(&mut self.terms, matches);
                let goes_on = run.path.assume(&mut self.terms, differs);
                let name = &self.module.functions[callee.index()].name;
                if enters && self.options.actions.iter().any(|rule| rule.function == *name) {
                    let message = format!("a call of the mapped function `{name}` through a pointer");
                    self.fail(&taken, CheckKind::Unmodeled, &message, place);
                } else if enters {
                    self.enter_one(taken, callee, entry, &arguments, place);
                }
                if !goes_on {
                    return;
                }
            } else {
                return self.enter_one(taken, callee, entry, &arguments, place);
            }
        }
        self.fail(&run, CheckKind::Unmodeled, "a call through a pointer to another function", place);
    }

    pub(super) fn enter_one(
        &mut self,
        mut run: Run,
        callee: FunctionId,
        entry: Option<u32>,
        arguments: &[Val],
        place: Option<Place>,
    ) {
        let function = &self.module.functions[callee.index()];
        let Some(entry) = entry else {
            let message = format!("a call of `{}` in itself that is nested too deeply", function.name);
            return self.fail(&run, CheckKind::Unmodeled, &message, place);
        };
        if function.variadic {
            let message = format!("a call of `{}`, which takes any number of arguments", function.name);
            return self.fail(&run, CheckKind::Unmodeled, &message, place);
        }
        let instance = self.graph.segments[entry as usize].instance;
        for (number, parameter) in function.parameters.iter().enumerate() {
            if let Some(ty) = &parameter.by_value {
                let copy = self.address_of(ObjectKind::Local(instance, parameter.local));
                let source = match arguments.get(number) {
                    Some(Val::Bits(bits)) => Some(*bits),
                    _ => None,
                };
                let Some(size) = self.size(&run, ty, place) else { return };
                let length = self.pointer(size);
                let (Some(copy), Some(source)) = (copy, source) else {
                    let message = "a structure that is passed by value without a value";
                    return self.fail(&run, CheckKind::Unmodeled, message, place);
                };
                // The copy belongs to the function that is called.
                let caller = std::mem::replace(&mut self.instance, instance);
                let copied = self.copy(&mut run, Some(copy), Some(source), Some(length), place);
                self.instance = caller;
                if !copied {
                    return;
                }
                run.values.push(Val::Bits(copy));
                continue;
            }
            // Old C calls functions with too few or other arguments: these may be anything.
            let width = self.width_of(&parameter.ty);
            let value = match arguments.get(number) {
                Some(Val::Bits(bits)) => match width {
                    Some(width) if width == self.terms.width(*bits) => Val::Bits(*bits),
                    _ => self.any_of_type("argument", &parameter.ty),
                },
                Some(value) if width.is_none() => value.clone(),
                _ => self.any_of_type("argument", &parameter.ty),
            };
            run.values.push(value);
        }
        debug_assert_eq!(self.graph.instances[instance as usize].function, callee);
        self.arrive(entry, run, None);
    }
}
