//! The most general caller of functions.
//!
//! A function with parameters needs arguments, and a library needs somebody who calls it. The driver is a
//! function of the module like any other: numbers are chosen freely at every call, and a pointer to a
//! structure or number points to one of the objects that belong to the driver: one for each type, or as many
//! as are wanted, which are zero at first. A pointer whose target has no known type comes from outside of the
//! program.

use rely_llvm::Module;
use rely_llvm::debug::{DebugType, TypeRef};
use rely_llvm::ir::{
    Block, BlockId, Call, Constant, Function, FunctionId, Global, GlobalId, Instruction, LocalId, Op,
    Operand, Relation, StructId, Terminator, Type, Value, Variable,
};

/// The name of the function that calls.
pub const DRIVER: &str = "driver";

/// The function that chooses what a driver calls next.
pub const CHOICE: &str = "__VERIFIER_nondet_choice";

/// The function that gives a driver an argument.
pub const ARGUMENT: &str = "__VERIFIER_nondet_argument";

/// Adds a driver to a module: it calls one of the functions once, or, if `forever`, any of them again and
/// again. There are `objects` objects of each type.
pub fn add_driver(module: &mut Module, functions: &[FunctionId], forever: bool, objects: u32) -> FunctionId {
    let choose = declare(module, CHOICE);
    let argument = declare(module, ARGUMENT);
    let mut driver = Function {
        name: DRIVER.to_string(),
        result: Type::Void,
        parameters: Vec::new(),
        variadic: false,
        internal: true,
        noreturn: false,
        blocks: Vec::new(),
        locals: Vec::new(),
        local_names: Vec::new(),
        variables: Vec::new(),
        place: None,
        ty: None,
        line: 0,
    };
    // Only calls have a place: that of the function.
    let block = |label: &str, place, instructions, terminator| Block {
        label: label.to_string(),
        instructions,
        terminator,
        place,
        line: 0,
    };
    // Block 0 goes to block 1, which chooses; block 2 ends; the others call. Somebody always calls: a
    // component that could end by itself would make others wait forever.
    driver.blocks.push(block("begin", None, Vec::new(), Terminator::Jump(BlockId(1))));
    let choice = local(&mut driver, Type::Int(32));
    let call = instruction(Some(choice), Op::Call(call(choose, Type::Int(32), Vec::new())));
    let cases = (1..functions.len() as u32).map(|number| (u128::from(number), BlockId(number + 3))).collect();
    let chosen = Operand { ty: Type::Int(32), value: Value::Local(choice) };
    let switch = Terminator::Switch { value: chosen, default: BlockId(3), cases };
    driver.blocks.push(block("choose", None, vec![call], switch));
    driver.blocks.push(block("end", None, Vec::new(), Terminator::Return(None)));
    for &id in functions {
        let mut instructions = Vec::new();
        let mut arguments = Vec::new();
        for number in 0..module.functions[id.index()].parameters.len() {
            let ty = module.functions[id.index()].parameters[number].ty.clone();
            let value = match object_for(module, id, number, 1) {
                Some(object) if ty == Type::Pointer => {
                    let mut chosen = Value::Constant(Constant::Global(object));
                    let others: Vec<GlobalId> =
                        (2..=objects).filter_map(|copy| object_for(module, id, number, copy)).collect();
                    if !others.is_empty() {
                        let which = local(&mut driver, Type::Int(32));
                        let any = self::call(choose, Type::Int(32), Vec::new());
                        instructions.push(instruction(Some(which), Op::Call(any)));
                        for (copy, other) in (1..).zip(others) {
                            chosen = choice_of(&mut driver, &mut instructions, which, copy, other, chosen);
                        }
                    }
                    chosen
                }
                _ => {
                    let value = local(&mut driver, ty.clone());
                    let any = self::call(argument, ty.clone(), Vec::new());
                    instructions.push(instruction(Some(value), Op::Call(any)));
                    Value::Local(value)
                }
            };
            arguments.push(Operand { ty, value });
        }
        let result = module.functions[id.index()].result.clone();
        let into = (result != Type::Void).then(|| local(&mut driver, result.clone()));
        let called = module.functions[id.index()].place;
        let call = Op::Call(self::call(id, result, arguments));
        instructions.push(Instruction { result: into, op: call, place: called, line: 0 });
        let next = if forever { BlockId(1) } else { BlockId(2) };
        let Function { name, place, .. } = &module.functions[id.index()];
        driver.blocks.push(block(name, *place, instructions, Terminator::Jump(next)));
    }
    let id = FunctionId(module.functions.len() as u32);
    module.functions.push(driver);
    id
}

/// An object if a choice has this number, else what was chosen before.
fn choice_of(
    driver: &mut Function,
    instructions: &mut Vec<Instruction>,
    which: LocalId,
    number: u32,
    object: GlobalId,
    before: Value,
) -> Value {
    let (is_this, chosen) = (local(driver, Type::Int(1)), local(driver, Type::Pointer));
    let compare = Op::Compare {
        relation: Relation::Eq,
        ty: Type::Int(32),
        left: Value::Local(which),
        right: Value::Constant(Constant::Int(u128::from(number))),
    };
    instructions.push(instruction(Some(is_this), compare));
    let pointer = |value| Operand { ty: Type::Pointer, value };
    let select = Op::Select {
        condition: Operand { ty: Type::Int(1), value: Value::Local(is_this) },
        then: pointer(Value::Constant(Constant::Global(object))),
        otherwise: pointer(before),
    };
    instructions.push(instruction(Some(chosen), select));
    Value::Local(chosen)
}

fn local(driver: &mut Function, ty: Type) -> LocalId {
    let id = LocalId(driver.locals.len() as u32);
    driver.locals.push(ty);
    driver.local_names.push(id.0.to_string());
    id
}

fn instruction(result: Option<LocalId>, op: Op) -> Instruction {
    Instruction { result, op, place: None, line: 0 }
}

fn call(callee: FunctionId, result: Type, arguments: Vec<Operand>) -> Call {
    let callee = Value::Constant(Constant::Function(callee));
    Call { result, callee, arguments, variadic: false, noreturn: false, by_value: Vec::new() }
}

/// The declaration of an external function.
fn declare(module: &mut Module, name: &str) -> FunctionId {
    if let Some(&id) = module.function_names.get(name) {
        return id;
    }
    let id = FunctionId(module.functions.len() as u32);
    module.functions.push(Function {
        name: name.to_string(),
        result: Type::Int(32),
        parameters: Vec::new(),
        variadic: true,
        internal: false,
        noreturn: false,
        blocks: Vec::new(),
        locals: Vec::new(),
        local_names: Vec::new(),
        variables: Vec::new(),
        place: None,
        ty: None,
        line: 0,
    });
    module.function_names.insert(name.to_string(), id);
    id
}

/// The object of the driver that a parameter points to, if its type is known.
fn object_for(module: &mut Module, function: FunctionId, number: usize, copy: u32) -> Option<GlobalId> {
    let parameter = parameter_type(module, function, number)?;
    let target = match strip(module, Some(parameter))? {
        (_, DebugType::Pointer(target)) => (*target)?,
        _ => return None,
    };
    let (source, ty, name) = match strip(module, Some(target))? {
        (source, DebugType::Record { name, union: false, .. }) => {
            let wanted = format!("struct.{name}");
            let id = module.structs.iter().position(|known| known.name == wanted && known.body.is_some())?;
            (source, Type::Struct(StructId(id as u32)), name.clone())
        }
        (source, DebugType::Basic { name, bits, float: false, .. }) => {
            (source, Type::Int(u32::try_from(*bits).ok()?), name.replace(' ', "_"))
        }
        _ => return None,
    };
    let name = if copy == 1 { name } else { format!("{name}#{copy}") };
    let own = format!("driver.{name}");
    if let Some(&id) = module.global_names.get(&own) {
        return Some(id);
    }
    let id = GlobalId(module.globals.len() as u32);
    module.globals.push(Global {
        name: own.clone(),
        ty,
        initializer: Some(Constant::Zero),
        constant: false,
        internal: true,
        thread_local: false,
        align: None,
        variable: Some(Variable { name, ty: Some(source), place: None }),
    });
    module.global_names.insert(own, id);
    Some(id)
}

fn parameter_type(module: &Module, function: FunctionId, number: usize) -> Option<TypeRef> {
    match strip(module, module.functions[function.index()].ty)? {
        (_, DebugType::Function(_, parameters)) => *parameters.get(number)?,
        _ => None,
    }
}

/// A type without qualifiers and typedefs.
fn strip(module: &Module, ty: Option<TypeRef>) -> Option<(TypeRef, &DebugType)> {
    let mut ty = ty?;
    for _ in 0..64 {
        match module.debug.types.get(ty.0 as usize)? {
            DebugType::Typedef { target, .. } | DebugType::Qualified(target) => ty = (*target)?,
            other => return Some((ty, other)),
        }
    }
    None
}
