//! Functions that can be called through pointers.

use rely_llvm::ir::{Constant, FunctionId, Instruction, Module, Op, Terminator, Value};
use rustc_hash::FxHashSet;

/// The functions whose addresses are values of the program.
pub(crate) fn addresses_taken(module: &Module) -> FxHashSet<FunctionId> {
    let mut taken = FxHashSet::default();
    for global in &module.globals {
        if let Some(initializer) = &global.initializer {
            in_constant(initializer, &mut taken);
        }
    }
    for block in module.functions.iter().flat_map(|function| &function.blocks) {
        for Instruction { op, .. } in &block.instructions {
            in_op(op, &mut taken);
        }
        match &block.terminator {
            Terminator::Return(Some(operand)) => in_value(&operand.value, &mut taken),
            Terminator::Branch { condition, .. } => in_value(condition, &mut taken),
            Terminator::Switch { value, .. } => in_value(&value.value, &mut taken),
            _ => {}
        }
    }
    taken
}

fn in_value(value: &Value, taken: &mut FxHashSet<FunctionId>) {
    if let Value::Constant(constant) = value {
        in_constant(constant, taken);
    }
}

fn in_constant(constant: &Constant, taken: &mut FxHashSet<FunctionId>) {
    match constant {
        Constant::Function(id) => {
            taken.insert(*id);
        }
        Constant::Aggregate(parts) => parts.iter().for_each(|part| in_value(&part.value, taken)),
        Constant::Expression(op) => in_op(op, taken),
        _ => {}
    }
}

fn in_op(op: &Op, taken: &mut FxHashSet<FunctionId>) {
    let mut operands = |values: &[&Value]| values.iter().for_each(|value| in_value(value, taken));
    match op {
        Op::Alloca { count, .. } => operands(&[&count.value]),
        Op::Load { address, .. } => operands(&[&address.value]),
        Op::Store { value, address, .. } => operands(&[&value.value, &address.value]),
        Op::ElementAddress { base, indices, .. } => {
            operands(&[&base.value]);
            indices.iter().for_each(|index| in_value(&index.value, taken));
        }
        Op::Binary { left, right, .. } | Op::Compare { left, right, .. } => operands(&[left, right]),
        Op::Cast { value, .. } | Op::Freeze(value) => operands(&[&value.value]),
        Op::Select { condition, then, otherwise } => {
            operands(&[&condition.value, &then.value, &otherwise.value]);
        }
        Op::Phi { incoming, .. } => incoming.iter().for_each(|(value, _)| in_value(value, taken)),
        // The callee itself is called, not taken.
        Op::Call(call) => call.arguments.iter().for_each(|argument| in_value(&argument.value, taken)),
        Op::ExtractValue { aggregate, .. } => operands(&[&aggregate.value]),
        Op::InsertValue { aggregate, value, .. } => operands(&[&aggregate.value, &value.value]),
        Op::AtomicUpdate { address, value, .. } => operands(&[&address.value, &value.value]),
        Op::CompareExchange { address, expected, new, .. } => {
            operands(&[&address.value, &expected.value, &new.value]);
        }
        Op::Floating { operands, .. } => operands.iter().for_each(|operand| in_value(&operand.value, taken)),
        Op::Fence(_) | Op::Unsupported { .. } => {}
    }
}
