//! Mapped calls: actions of the component.

use rely_llvm::debug::Place;
use rely_llvm::ir::{FunctionId, Op};
use rely_terms::Term;

use super::state::{Run, Val};
use super::{CheckKind, Encoder, FreshCause, What, is_modeled};
use crate::actions::Pattern;
use crate::graph::{Exit, When, named_callee};
use crate::objects::ObjectKind;

impl Encoder<'_> {
    /// A mapped call: one action for each rule that matches.
    pub(super) fn action(&mut self, mut run: Run, segment: u32) {
        let this = &self.graph.segments[segment as usize];
        let instance = this.instance;
        let Exit::Action { call: position, next, when } = this.exit else { return };
        let function = &self.module.functions[self.graph.instances[instance as usize].function.index()];
        let instruction = &function.blocks[this.block.index()].instructions[position];
        let place = instruction.place;
        let Op::Call(call) = &instruction.op else { return };
        let mut arguments = Vec::with_capacity(call.arguments.len());
        for argument in &call.arguments {
            let Some(value) = self.operand(&mut run, instance, argument, place) else { return };
            arguments.push(value);
        }
        let Some(callee) = named_callee(call) else { return };
        let name = &*self.module.functions[callee.index()].name;
        let passes_result = !self.graph.segments[next as usize].parameters.is_empty();
        // A function with a body has returned its value; any other may return anything.
        let entered = this.start > position;
        let result = match instruction.result {
            Some(local) if entered => self.local(&run, instance, local),
            _ => self.any_of_type(name, &call.result),
        };
        let here = instruction.place.filter(|place| place.line > 0);
        if here.is_some() {
            self.step(&run, instance, here, What::Line);
        }
        if when == When::Call {
            self.step(&run, instance, place, What::Mapped(callee, when, None));
        }
        // A call of a function with a body, or of one that the encoder treats itself, is executed behind the
        // action.
        let continues = self.graph.segments[next as usize].acted;
        if !entered && !continues {
            self.external_result(&run, instance, callee, &arguments, &result, place);
        }
        if !entered {
            self.change_errno(&mut run);
        }
        let options = self.options;
        // Calls whose arguments some rule is for. An external function then returns what such a rule allows.
        let mut covered = self.terms.truth(false);
        for rule in options.actions.iter().filter(|rule| rule.function == name && rule.when == when) {
            let mut matches = self.terms.truth(true);
            for (number, pattern) in &rule.arguments {
                let here = match arguments.get(*number) {
                    Some(Val::Bits(value)) => self.matches(*value, pattern),
                    _ => self.terms.truth(false),
                };
                matches = self.terms.and(matches, here);
            }
            covered = self.terms.or(covered, matches);
            if let (Some(pattern), Val::Bits(value)) = (&rule.result, &result) {
                let here = self.matches(*value, pattern);
                matches = self.terms.and(matches, here);
            }
            let mut taken = run.clone();
            if taken.path.assume(&mut self.terms, matches) {
                let written: Vec<Val> =
                    rule.writes.iter().filter_map(|&number| arguments.get(number).cloned()).collect();
                let Some(objects) = self.escape(&mut taken, &written, false, place) else { continue };
                let parts: Vec<_> =
                    objects.into_iter().flat_map(|object| self.values_of(&taken, object)).collect();
                if !parts.is_empty() {
                    self.step(&taken, instance, place, What::Fresh { cause: FreshCause::Outside, parts });
                }
                if when == When::Return {
                    let action = Some(rule.action);
                    self.step(&taken, instance, place, What::Mapped(callee, when, action));
                }
                if passes_result {
                    taken.values = vec![result.clone()];
                }
                self.arrive(next, taken, Some(rule.action));
                self.action_places.resize(self.edges.len().saturating_sub(1), None);
                self.action_places.resize(self.edges.len(), place);
            }
            let differs = self.terms.not(matches);
            // The results of an external function are chosen by the rules: the next rule may choose the same.
            let chosen = rule.result.is_some() && !entered;
            if !chosen && !run.path.assume(&mut self.terms, differs) {
                return;
            }
        }
        let uncovered = if entered { self.terms.truth(true) } else { self.terms.not(covered) };
        let message = format!("a call of `{name}` that no rule of the mapping matches");
        self.fail_if(&run, uncovered, CheckKind::Unmodeled, &message, place);
    }

    /// An external function returns a value: the driver of a replayed execution must know which.
    fn external_result(
        &mut self,
        run: &Run,
        instance: u32,
        callee: FunctionId,
        arguments: &[Val],
        result: &Val,
        place: Option<Place>,
    ) {
        let name = &self.module.functions[callee.index()].name;
        if is_modeled(name) {
            if let Val::Bits(value) = result {
                self.step(run, instance, place, What::Input { function: name.clone(), value: *value });
            }
            return;
        }
        let given = arguments.iter().map(|argument| match argument {
            Val::Bits(bits) => Some(*bits),
            Val::Parts(_) => None,
        });
        let arguments = given.collect();
        let mut results = Vec::new();
        result.leaves(&mut results);
        self.step(run, instance, place, What::Outside { function: callee, arguments, results });
    }

    /// A value matches a pattern.
    pub(super) fn matches(&mut self, value: Term, pattern: &Pattern) -> Term {
        let width = self.terms.width(value);
        match pattern {
            Pattern::Numbers(numbers) | Pattern::Except(numbers) => {
                let mut any = self.terms.truth(false);
                for &number in numbers {
                    let number = self.terms.constant(number as u128, width);
                    let equal = self.terms.eq(value, number);
                    any = self.terms.or(any, equal);
                }
                match pattern {
                    Pattern::Except(_) => self.terms.not(any),
                    _ => any,
                }
            }
            Pattern::Address(global, offset) => {
                let id = self.module.global_names.get(global).copied();
                match id.and_then(|id| self.address_of(ObjectKind::Global(id))) {
                    Some(address) if self.terms.width(address) == width => {
                        let address = self.offset(address, *offset);
                        self.terms.eq(value, address)
                    }
                    _ => self.terms.truth(false),
                }
            }
        }
    }
}
