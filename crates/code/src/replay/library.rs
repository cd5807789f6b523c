//! The driver of a library, as C source: the same calls as those of the model, with the same choices.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use rely_llvm::ir::{
    Constant, Function, FunctionId, Instruction, LocalId, Module, Op, Operand, Relation, Terminator, Value,
};

use super::functions::c_type;
use super::{Calls, ENDED};
use crate::graph::{When, named_callee};

/// The functions that a driver calls.
pub fn called_by(linked: &Module, driver: FunctionId) -> Vec<&str> {
    let blocks = &linked.functions[driver.index()].blocks;
    let instructions = blocks.iter().flat_map(|block| &block.instructions);
    let callees = instructions.filter_map(|instruction| match &instruction.op {
        Op::Call(call) => named_callee(call).map(|callee| &linked.functions[callee.index()]),
        _ => None,
    });
    callees.filter(|function| !function.blocks.is_empty()).map(|function| &*function.name).collect()
}

/// The function `main` that does what the driver of the model does. Nothing if C cannot say it.
pub(super) fn start(linked: &Module, driver: FunctionId, mapped: &Calls) -> Option<String> {
    let function = &linked.functions[driver.index()];
    let mut writer = Writer { linked, function, mapped, declared: BTreeMap::new(), out: String::new() };
    writer.body()?;
    let mut out: String = writer.declared.into_values().collect();
    let _ = writeln!(out, "int main(void) {{\n{}}}", writer.out);
    Some(out)
}

struct Writer<'a> {
    linked: &'a Module,
    function: &'a Function,
    mapped: &'a Calls,
    declared: BTreeMap<String, String>,
    out: String,
}

impl Writer<'_> {
    fn body(&mut self) -> Option<()> {
        for (number, ty) in self.function.locals.iter().enumerate() {
            let ty = c_type(ty, self.linked)?;
            let _ = writeln!(self.out, "  {ty} v{number} = 0; (void)v{number};");
        }
        for (number, block) in self.function.blocks.iter().enumerate() {
            let _ = writeln!(self.out, "b{number}: ;");
            for instruction in &block.instructions {
                self.instruction(instruction)?;
            }
            match &block.terminator {
                Terminator::Jump(target) => {
                    let _ = writeln!(self.out, "  goto b{};", target.0);
                }
                Terminator::Switch { value, default, cases } => {
                    let value = self.operand(value)?;
                    let _ = writeln!(self.out, "  switch ({value}) {{");
                    for (case, target) in cases {
                        let _ = writeln!(self.out, "  case {case}: goto b{};", target.0);
                    }
                    let _ = writeln!(self.out, "  default: goto b{};\n  }}", default.0);
                }
                Terminator::Return(None) => {
                    let _ = writeln!(self.out, "  end({ENDED}, \"returned\", \"\");");
                }
                _ => return None,
            }
        }
        Some(())
    }

    fn instruction(&mut self, instruction: &Instruction) -> Option<()> {
        let value = match &instruction.op {
            Op::Call(call) => return self.call(instruction.result, call),
            Op::Compare { relation: Relation::Eq, left, right, .. } => {
                format!("{} == {}", self.value(left)?, self.value(right)?)
            }
            Op::Select { condition, then, otherwise } => format!(
                "{} ? {} : {}",
                self.operand(condition)?,
                self.operand(then)?,
                self.operand(otherwise)?
            ),
            _ => return None,
        };
        let _ = writeln!(self.out, "  v{} = {value};", instruction.result?.0);
        Some(())
    }

    fn call(&mut self, result: Option<LocalId>, call: &rely_llvm::ir::Call) -> Option<()> {
        let callee = &self.linked.functions[named_callee(call)?.index()];
        let name = &*callee.name;
        let to = match result {
            Some(local) => {
                let ty = c_type(&self.function.locals[local.index()], self.linked)?;
                format!("v{} = ({ty})", local.0)
            }
            None => String::new(),
        };
        if callee.blocks.is_empty() {
            let _ = writeln!(self.out, "  {to}take(1, \"{name}\")->low;");
            return Some(());
        }
        if callee.parameters.iter().any(|parameter| parameter.by_value.is_some()) {
            return None;
        }
        let types: Option<Vec<String>> =
            callee.parameters.iter().map(|parameter| c_type(&parameter.ty, self.linked)).collect();
        let (types, returned) = (types?, c_type(&callee.result, self.linked)?);
        let number = self.linked.function_names.get(name)?.0;
        let listed = if types.is_empty() { "void".to_string() } else { types.join(", ") };
        let declaration = format!("extern {returned} f{number}({listed}) __asm__(\"{name}\");\n");
        self.declared.insert(format!("f{number}"), declaration);
        let arguments: Option<Vec<String>> =
            call.arguments.iter().map(|argument| self.operand(argument)).collect();
        let arguments = arguments?.join(", ");
        for (when, text) in [
            (Some(When::Call), String::new()),
            (None, format!("  {to}f{number}({arguments});\n")),
            (Some(When::Return), String::new()),
        ] {
            self.out.push_str(&text);
            if let Some(number) = when.and_then(|when| self.mapped.number(name, when)) {
                let _ = writeln!(self.out, "  __rely_mapped({number});");
            }
        }
        Some(())
    }

    fn operand(&mut self, operand: &Operand) -> Option<String> {
        self.value(&operand.value)
    }

    fn value(&mut self, value: &Value) -> Option<String> {
        match value {
            Value::Local(local) => Some(format!("v{}", local.0)),
            Value::Constant(Constant::Int(number)) => Some(format!("{}ull", *number as u64)),
            Value::Constant(Constant::Global(id)) => {
                let global = &self.linked.globals[id.index()];
                let size = self.linked.size_of(&global.ty)?.max(1);
                let declaration =
                    format!("static unsigned char o{}[{size}] __attribute__((aligned(16)));\n", id.0);
                self.declared.insert(format!("o{}", id.0), declaration);
                Some(format!("(void *)o{}", id.0))
            }
            _ => None,
        }
    }
}
