//! Modules that clang wrote: names, types and lines of the source, and agreement of two versions of clang.

use rely_llvm::debug::{DebugType, Place, TypeRef};
use rely_llvm::ir::{Call, CastKind, Constant, Function, Module, Op, Terminator, Type, Value, Variable};
use rely_llvm::read;

const THREADS: [&str; 2] = [include_str!("fixtures/threads-14.ll"), include_str!("fixtures/threads-19.ll")];
const CORNERS: [&str; 2] = [include_str!("fixtures/corners-14.ll"), include_str!("fixtures/corners-19.ll")];

fn modules(texts: [&str; 2]) -> [Module; 2] {
    texts.map(|text| read(text).unwrap())
}

fn function<'a>(module: &'a Module, name: &str) -> &'a Function {
    &module.functions[module.function_names[name].index()]
}

fn global_variable(module: &Module, name: &str) -> Variable {
    module.globals[module.global_names[name].index()].variable.clone().unwrap()
}

fn debug_type(module: &Module, ty: Option<TypeRef>) -> &DebugType {
    &module.debug.types[ty.unwrap().0 as usize]
}

/// A type in words; names end cycles.
fn describe(module: &Module, ty: Option<TypeRef>) -> String {
    let Some(_) = ty else { return "void".into() };
    match debug_type(module, ty) {
        DebugType::Basic { name, bits, .. } => format!("{name}/{bits}"),
        DebugType::Pointer(to) => format!("*{}", describe(module, *to)),
        DebugType::Record { name, bits, members, .. } => {
            let names: Vec<&str> = members.iter().map(|member| member.name.as_str()).collect();
            format!("struct {name}/{bits}({})", names.join(","))
        }
        DebugType::Array { counts, element } => format!("{counts:?}{}", describe(module, *element)),
        DebugType::Enumeration { name, values, .. } => format!("enum {name}{values:?}"),
        DebugType::Typedef { name, target } => format!("{name}={}", describe(module, *target)),
        DebugType::Qualified(to) => format!("qualified {}", describe(module, *to)),
        DebugType::Function(result, parameters) => {
            let parameters: Vec<String> = parameters.iter().map(|ty| describe(module, *ty)).collect();
            format!("{}({})", describe(module, *result), parameters.join(","))
        }
        DebugType::Other => "other".into(),
    }
}

#[test]
fn globals_have_names_types_and_lines() {
    for module in modules(THREADS) {
        let show = |name: &str| {
            let variable = global_variable(&module, name);
            (describe(&module, variable.ty), variable.place.unwrap().line)
        };
        assert_eq!(show("counter"), ("qualified int/32".into(), 18));
        assert_eq!(show("own"), ("long/64".into(), 19));
        assert_eq!(show("table"), ("[Some(3)]int/32".into(), 21));
        assert_eq!(show("text"), ("[Some(4)]qualified char/8".into(), 22));
        assert_eq!(show("second"), ("struct node/128(value,next)".into(), 23));
        assert_eq!(show("handler"), ("*void(int/32)".into(), 25));
        assert_eq!(show("shared"), ("queue=struct /128(ready,count,head)".into(), 17));
        let values = r#"enum color[("RED", 0), ("GREEN", 5), ("BLUE", -1)]"#;
        assert_eq!(show("paint"), (values.into(), 26));
        assert!(module.globals[module.global_names["elsewhere"].index()].initializer.is_none());
        assert_eq!(module.debug.files.len(), 1);
        assert_eq!(module.debug.files[0].name, "threads.c");
        assert_eq!(module.source, "threads.c");
        assert!(module.unsupported.is_empty());
    }
}

#[test]
fn types_may_be_cyclic_and_members_have_offsets() {
    for module in modules(THREADS) {
        let first = global_variable(&module, "first").ty;
        let DebugType::Record { members, union: false, .. } = debug_type(&module, first) else { panic!() };
        assert_eq!((members[1].offset, members[1].bits, members[1].bit_field), (64, 64, false));
        let DebugType::Pointer(back) = debug_type(&module, members[1].ty) else { panic!() };
        assert_eq!(*back, first);
        let DebugType::Typedef { target, .. } = debug_type(&module, global_variable(&module, "shared").ty)
        else {
            panic!()
        };
        let DebugType::Record { members, .. } = debug_type(&module, *target) else { panic!() };
        let bits: Vec<_> = members.iter().map(|m| (m.offset, m.bits, m.bit_field)).collect();
        assert_eq!(bits, [(0, 1, true), (1, 7, true), (64, 64, false)]);
    }
}

#[test]
fn functions_have_variables_and_places() {
    for module in modules(THREADS) {
        let push = function(&module, "push");
        assert!(push.internal);
        let place = |line, column| Some(Place { file: 0, line, column });
        assert_eq!(push.place, place(32, 0));
        assert_eq!(
            describe(&module, push.ty),
            "void(*queue=struct /128(ready,count,head),*struct node/128(value,next))"
        );
        let names: Vec<&str> = push.variables.iter().map(|(_, variable)| variable.name.as_str()).collect();
        assert_eq!(names, ["q", "n"]);
        for (local, _) in &push.variables {
            assert_eq!(push.locals[local.index()], Type::Pointer);
        }
        assert_eq!(push.blocks.last().unwrap().place, place(36, 1));
        let main = function(&module, "main");
        let store = main.blocks[0]
            .instructions
            .iter()
            .find(|i| matches!(i.op, Op::Store { .. }) && i.place.is_some());
        assert_eq!(store.unwrap().place, place(48, 7));
        assert!(function(&module, "abort").noreturn && function(&module, "abort").blocks.is_empty());
    }
}

fn aborts(module: &Module) -> usize {
    let calls = module.functions.iter().flat_map(|f| &f.blocks).flat_map(|b| &b.instructions);
    calls.filter(|i| matches!(&i.op, Op::Call(call) if call.noreturn)).count()
}

fn callee(module: &Module, call: &Call) -> String {
    match &call.callee {
        Value::Constant(Constant::Function(id)) => module.functions[id.index()].name.clone(),
        other => format!("{other:?}"),
    }
}

/// A function without what the versions write differently: conversions between pointers, and addresses as
/// expressions.
fn outline(module: &Module, function: &Function) -> Vec<String> {
    let mut lines =
        vec![format!("{:?} {:?} {}", function.result, function.place, describe(module, function.ty))];
    for (_, variable) in &function.variables {
        lines.push(format!("{} {} {:?}", variable.name, describe(module, variable.ty), variable.place));
    }
    for block in &function.blocks {
        for instruction in &block.instructions {
            let text = match &instruction.op {
                Op::Cast { kind: CastKind::Bitcast, to: Type::Pointer, .. } => continue,
                // Later versions ask for the address of a variable of the thread.
                Op::Call(call) if callee(module, call).starts_with("llvm.threadlocal.address") => continue,
                Op::Binary { op, ty, nsw, nuw, exact, .. } => format!("{op:?} {ty:?} {nsw} {nuw} {exact}"),
                Op::Call(call) => format!("call {} {}", callee(module, call), call.arguments.len()),
                op => format!("{:?}", std::mem::discriminant(op)),
            };
            // Intrinsic functions name the types of their pointers.
            let text = text.replace(".p0i8", "").replace(".p0", "");
            lines.push(format!("{text} {:?} {}", instruction.place, instruction.result.is_some()));
        }
        lines.push(match &block.terminator {
            Terminator::Switch { cases, default, .. } => format!("switch {cases:?} {default:?}"),
            Terminator::Branch { then, otherwise, .. } => format!("branch {then:?} {otherwise:?}"),
            Terminator::Return(value) => format!("return {}", value.is_some()),
            other => format!("{other:?}"),
        });
    }
    lines
}

#[test]
fn two_versions_of_clang_give_the_same_module() {
    let [old, new] = modules(THREADS);
    let named = |module: &Module| {
        let mut functions: Vec<(String, Vec<String>)> = module
            .functions
            .iter()
            .filter(|f| !f.name.starts_with("llvm."))
            .map(|f| (f.name.clone(), outline(module, f)))
            .collect();
        functions.sort();
        functions
    };
    let (old_functions, new_functions) = (named(&old), named(&new));
    assert_eq!(old_functions.len(), new_functions.len());
    for (one, other) in old_functions.iter().zip(&new_functions) {
        assert_eq!(one.0, other.0);
        assert_eq!(one.1, other.1, "{}", one.0);
    }
    for (one, other) in old.globals.iter().zip(&new.globals) {
        assert_eq!(
            (&one.name, &one.ty, one.align, one.constant),
            (&other.name, &other.ty, other.align, other.constant)
        );
        if one.name != "inside" {
            assert_eq!(one.initializer, other.initializer, "{}", one.name);
        }
    }
    assert_eq!((aborts(&old), aborts(&new)), (1, 1));
}

#[test]
fn atomic_operations() {
    for module in modules(THREADS) {
        let update = function(&module, "update");
        let ops: Vec<&Op> = update.blocks.iter().flat_map(|b| &b.instructions).map(|i| &i.op).collect();
        for found in [
            ops.iter().any(|op| matches!(op, Op::AtomicUpdate { .. })),
            ops.iter().any(|op| matches!(op, Op::CompareExchange { weak: false, .. })),
            ops.iter().any(|op| matches!(op, Op::Store { atomic: Some(_), .. })),
            ops.iter().any(|op| matches!(op, Op::Load { atomic: Some(_), .. })),
            ops.iter().any(|op| matches!(op, Op::Fence(_))),
        ] {
            assert!(found);
        }
    }
}

#[test]
fn rare_constructs_are_read_or_named() {
    for module in modules(CORNERS) {
        let mut found: Vec<&str> = module.unsupported.iter().map(|(what, _)| what.as_str()).collect();
        for function in &module.functions {
            for block in &function.blocks {
                found.extend(block.instructions.iter().filter_map(|i| match &i.op {
                    Op::Unsupported { opcode, .. } => Some(opcode.as_str()),
                    _ => None,
                }));
                if let Terminator::Unsupported(opcode) = &block.terminator {
                    found.push(opcode);
                }
            }
        }
        found.sort_unstable();
        let expected = [
            "alias @aliased",
            "callbr",
            "extern_weak @missing",
            "indirectbr",
            "insertelement",
            "llvm.global_ctors",
            "module asm",
        ];
        assert_eq!(found, expected);
        let make = function(&module, "make");
        assert!(make.parameters[0].returned.is_some() && make.parameters[1].by_value.is_some());
        assert!(function(&module, "variadic").variadic);
        assert!(module.function_names.contains_key("ünïcode"));
        let call = &function(&module, "call_older").blocks[0].instructions[0].op;
        let Op::Call(call) = call else { panic!("{call:?}") };
        let Value::Constant(Constant::Function(id)) = call.callee else { panic!("{call:?}") };
        assert_eq!(module.functions[id.index()].name, "older");
        assert_eq!(call.arguments.len(), 1);
    }
}

#[test]
fn fixtures_name_no_machine() {
    for text in THREADS.iter().chain(&CORNERS) {
        for part in ["/usr", "/home", "/tmp", "version"] {
            assert!(
                !text
                    .lines()
                    .any(|line| line.starts_with("!") && line.contains(part) && !line.contains("Version"))
            );
        }
    }
}
