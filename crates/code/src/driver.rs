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

/// The name of the variable that `errno` stands for.
pub const ERRNO: &str = "errno";

/// Gives the program the variable `errno`, if it uses the one of the C library: external functions may set
/// it.
pub fn add_errno(module: &mut Module) {
    let found =
        ["__errno_location", "__errno", "__error"].iter().find_map(|name| module.function_names.get(*name));
    let Some(&id) = found.filter(|id| module.functions[id.index()].blocks.is_empty()) else { return };
    if module.global_names.contains_key(ERRNO) || module.functions[id.index()].result != Type::Pointer {
        return;
    }
    let global = GlobalId(module.globals.len() as u32);
    module.globals.push(Global {
        name: ERRNO.to_string(),
        ty: Type::Int(32),
        initializer: Some(Constant::Zero),
        constant: false,
        internal: true,
        thread_local: false,
        align: None,
        variable: Some(Variable { name: ERRNO.to_string(), ty: None, place: None, in_block: false }),
    });
    module.global_names.insert(ERRNO.to_string(), global);
    let address = Operand { ty: Type::Pointer, value: Value::Constant(Constant::Global(global)) };
    module.functions[id.index()].blocks.push(Block {
        label: "entry".to_string(),
        instructions: Vec::new(),
        terminator: Terminator::Return(Some(address)),
        place: None,
        line: 0,
    });
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
    let (source, ty, name) = target_type(module, target)?;
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
        variable: Some(Variable { name, ty: Some(source), place: None, in_block: false }),
    });
    module.global_names.insert(own, id);
    Some(id)
}

/// What a pointer leads to: the type in the source and in LLVM's text, and a name for the object.
fn target_type(module: &Module, target: TypeRef) -> Option<(TypeRef, Type, String)> {
    match strip(module, Some(target))? {
        (source, DebugType::Record { name, union, bits, .. }) => {
            // A structure without a tag has the name of its type.
            let name = if name.is_empty() { typedef_name(module, target)? } else { name.clone() };
            let wanted = format!("{}.{name}", if *union { "union" } else { "struct" });
            let known = module.structs.iter().position(|ty| ty.name == wanted && ty.body.is_some());
            let ty = match known {
                Some(id) => Type::Struct(StructId(id as u32)),
                // It is only passed on: nothing is known but its size.
                None => Type::Array((bits / 8).max(1), Box::new(Type::Int(8))),
            };
            Some((source, ty, name))
        }
        (source, DebugType::Basic { name, bits, float: false, .. }) => {
            Some((source, Type::Int(u32::try_from(*bits).ok()?), name.replace(' ', "_")))
        }
        (source, DebugType::Enumeration { name, bits, .. }) => {
            let name = if name.is_empty() { typedef_name(module, target)? } else { name.clone() };
            Some((source, Type::Int(u32::try_from(*bits).ok()?), name))
        }
        // A pointer to a pointer leads to one that is null at first.
        (source, DebugType::Pointer(inner)) => {
            let inner = match inner {
                Some(inner) => target_type(module, *inner)?.2,
                None => "void".to_string(),
            };
            Some((source, Type::Pointer, format!("pointer_to_{inner}")))
        }
        _ => None,
    }
}

/// The outermost name of a type.
fn typedef_name(module: &Module, ty: TypeRef) -> Option<String> {
    let mut ty = ty;
    for _ in 0..64 {
        match module.debug.types.get(ty.0 as usize)? {
            DebugType::Typedef { name, .. } => return Some(name.clone()),
            DebugType::Qualified(target) => ty = (*target)?,
            _ => return None,
        }
    }
    None
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
