//! Functions that are called through pointers, and are actions or have no body.
//!
//! A call through a pointer is expanded to the functions with a body that the pointer may lead to. A function
//! that is an action, or that the program only declares, would be lost there or would not be modeled. So each
//! of these whose address is taken gets a *relay*: a function of the same type that only calls it, by its
//! name. The address of the relay takes the place of its address everywhere; comparisons of pointers keep
//! their results, since no two functions share a relay.

use rely_llvm::Module;
use rely_llvm::ir::{
    Block, Call, Constant, Function, FunctionId, Instruction, LocalId, Op, Operand, Parameter, Terminator,
    Type, Value,
};
use rustc_hash::FxHashMap;

use crate::graph::addresses_taken;

/// How the name of a relay ends.
const ENDING: &str = ".pointer";

/// Is this the name of a relay? Then of this function.
pub fn relayed(name: &str) -> Option<&str> {
    name.strip_suffix(ENDING)
}

/// Adds relays for all functions without a body whose address is taken, and for those that are actions.
pub fn add_relays(module: &mut Module, is_action: &dyn Fn(&str) -> bool) {
    let mut taken: Vec<FunctionId> = addresses_taken(module).into_iter().collect();
    taken.sort_unstable();
    let mut relays = FxHashMap::default();
    for id in taken {
        let function = &module.functions[id.index()];
        let wanted = function.blocks.is_empty() || is_action(&function.name);
        if !wanted
            || function.variadic
            || function.name.starts_with("llvm.")
            || relayed(&function.name).is_some()
        {
            continue;
        }
        let relay = FunctionId(module.functions.len() as u32);
        let made = relay_for(id, function);
        module.function_names.insert(made.name.clone(), relay);
        module.functions.push(made);
        relays.insert(id, relay);
    }
    if relays.is_empty() {
        return;
    }
    let n_functions = module.functions.len() - relays.len();
    for global in &mut module.globals {
        if let Some(initializer) = &mut global.initializer {
            in_constant(initializer, &relays);
        }
    }
    for block in module.functions[..n_functions].iter_mut().flat_map(|function| &mut function.blocks) {
        for Instruction { op, .. } in &mut block.instructions {
            in_op(op, &relays);
        }
        match &mut block.terminator {
            Terminator::Return(Some(operand)) => in_value(&mut operand.value, &relays),
            Terminator::Branch { condition, .. } => in_value(condition, &relays),
            Terminator::Switch { value, .. } => in_value(&mut value.value, &relays),
            _ => {}
        }
    }
}

/// A function that only calls another one.
fn relay_for(id: FunctionId, function: &Function) -> Function {
    let n_parameters = function.parameters.len() as u32;
    let mut locals: Vec<Type> = function.parameters.iter().map(|parameter| parameter.ty.clone()).collect();
    let result = (function.result != Type::Void).then(|| {
        locals.push(function.result.clone());
        LocalId(n_parameters)
    });
    let arguments = (0..n_parameters).zip(&function.parameters).map(|(number, parameter)| Operand {
        ty: parameter.ty.clone(),
        value: Value::Local(LocalId(number)),
    });
    let call = Call {
        result: function.result.clone(),
        callee: Value::Constant(Constant::Function(id)),
        arguments: arguments.collect(),
        variadic: false,
        noreturn: function.noreturn,
        by_value: Vec::new(),
    };
    let returned = result.map(|local| Operand { ty: function.result.clone(), value: Value::Local(local) });
    let instruction = Instruction { result, op: Op::Call(call), place: function.place, line: function.line };
    let block = Block {
        label: "relay".to_string(),
        instructions: vec![instruction],
        terminator: if function.noreturn { Terminator::Unreachable } else { Terminator::Return(returned) },
        place: function.place,
        line: function.line,
    };
    let parameters = (0..n_parameters).zip(&function.parameters);
    Function {
        name: format!("{}{ENDING}", function.name),
        result: function.result.clone(),
        // What is passed by value is passed on as it is.
        parameters: parameters
            .map(|(number, parameter)| Parameter {
                local: LocalId(number),
                by_value: None,
                ..parameter.clone()
            })
            .collect(),
        variadic: false,
        internal: true,
        noreturn: function.noreturn,
        blocks: vec![block],
        local_names: (0..locals.len()).map(|number| number.to_string()).collect(),
        locals,
        variables: Vec::new(),
        place: function.place,
        ty: function.ty,
        line: function.line,
    }
}

fn in_value(value: &mut Value, relays: &FxHashMap<FunctionId, FunctionId>) {
    if let Value::Constant(constant) = value {
        in_constant(constant, relays);
    }
}

fn in_constant(constant: &mut Constant, relays: &FxHashMap<FunctionId, FunctionId>) {
    match constant {
        Constant::Function(id) => *id = relays.get(id).copied().unwrap_or(*id),
        Constant::Aggregate(parts) => parts.iter_mut().for_each(|part| in_value(&mut part.value, relays)),
        Constant::Expression(op) => in_op(op, relays),
        _ => {}
    }
}

fn in_op(op: &mut Op, relays: &FxHashMap<FunctionId, FunctionId>) {
    let one = |value: &mut Value| in_value(value, relays);
    match op {
        Op::Alloca { count, .. } => one(&mut count.value),
        Op::Load { address, .. } => one(&mut address.value),
        Op::Store { value, address, .. } => {
            one(&mut value.value);
            one(&mut address.value);
        }
        Op::ElementAddress { base, indices, .. } => {
            one(&mut base.value);
            indices.iter_mut().for_each(|index| one(&mut index.value));
        }
        Op::Binary { left, right, .. } | Op::Compare { left, right, .. } => {
            one(left);
            one(right);
        }
        Op::Cast { value, .. } | Op::Freeze(value) => one(&mut value.value),
        Op::Select { condition, then, otherwise } => {
            one(&mut condition.value);
            one(&mut then.value);
            one(&mut otherwise.value);
        }
        Op::Phi { incoming, .. } => incoming.iter_mut().for_each(|(value, _)| one(value)),
        // The callee itself is called, not taken.
        Op::Call(call) => call.arguments.iter_mut().for_each(|argument| one(&mut argument.value)),
        Op::ExtractValue { aggregate, .. } => one(&mut aggregate.value),
        Op::InsertValue { aggregate, value, .. } => {
            one(&mut aggregate.value);
            one(&mut value.value);
        }
        Op::AtomicUpdate { address, value, .. } => {
            one(&mut address.value);
            one(&mut value.value);
        }
        Op::CompareExchange { address, expected, new, .. } => {
            one(&mut address.value);
            one(&mut expected.value);
            one(&mut new.value);
        }
        Op::Floating { operands, .. } => operands.iter_mut().for_each(|operand| one(&mut operand.value)),
        Op::Fence(_) | Op::Unsupported { .. } => {}
    }
}
