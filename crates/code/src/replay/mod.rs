//! Programs that repeat an execution: LLVM's text with the world replaced.
//!
//! # Problem
//!
//! A counterexample is an execution of the model. Does the real program fail in the same way? Input: LLVM's
//! text of the program and the events of the execution. Output: the text with every function and variable
//! that comes from outside renamed, and C source that defines them so that the program gets exactly the
//! inputs of the execution.
//!
//! # Method
//!
//! Everything that the program does not determine is an event of the execution: inputs, results and writes of
//! external functions, failing allocations, and the first values of local variables. The driver has them as
//! one list. External functions, inputs and allocations take the next event; behind every `alloca`, a call
//! fills the variable. If the next event is another one, the executions differ, and the program ends with
//! [`DIVERGED`].
//!
//! # Invariants
//!
//! No function from outside is called but those of the driver, which allocate memory and end the program. So
//! the program can be run without effects.
//!
//! # Cost
//!
//! Linear in the text and the events.
//!
//! # Departures
//!
//! None.

mod driver;
mod functions;
mod library;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use rely_llvm::ir::{FloatKind, Function, FunctionId, Module, Op, Type, Value};

use crate::actions::ActionRule;
use crate::encode::is_modeled;
use crate::graph::{When, named_callee};
use library::called_by;

pub use driver::{Objects, World, driver};

/// The exit code of a program that calls an error function.
pub const ERROR: i32 = 101;
/// The exit code of a program whose assertion fails.
pub const ASSERTION: i32 = 102;
/// The exit code of a program that calls `abort`.
pub const ABORT: i32 = 103;
/// The exit code of a program that accesses memory that it must not access.
pub const MEMORY: i32 = 104;
/// The exit code of a program that takes another way than the execution.
pub const DIVERGED: i32 = 105;
/// The exit code of a program that ends before anything fails.
pub const ENDED: i32 = 106;

/// The exit code of a program whose calls violate a property.
pub const PROPERTY: i32 = 107;

/// The prefix of all names of the driver.
const PREFIX: &str = "__rely_";

/// Functions of the C library that depend on nothing but their arguments and have no effects: they are
/// called.
const REAL: [&str; 27] = [
    "strlen", "strcmp", "strncmp", "memcmp", "atoi", "atol", "abs", "labs", "isdigit", "isalpha", "isspace",
    "isalnum", "isupper", "islower", "isxdigit", "ispunct", "isprint", "iscntrl", "toupper", "tolower",
    "memchr", "strchr", "strrchr", "strstr", "snprintf", "strcpy", "bzero",
];

/// Where an execution begins.
#[derive(Clone, Copy, Debug)]
pub enum Entry<'a> {
    /// A function of the program.
    Function(&'a str),
    /// A driver that was added to the program.
    Driver(FunctionId),
}

/// The functions whose calls are actions, and when.
#[derive(Clone, Debug, Default)]
pub struct Calls(Vec<(String, When)>);

impl Calls {
    /// The functions of rules.
    pub fn new(rules: &[ActionRule]) -> Calls {
        let mut calls: Vec<_> = rules.iter().map(|rule| (rule.function.clone(), rule.when)).collect();
        calls.sort();
        calls.dedup();
        Calls(calls)
    }

    /// The number that the driver knows a call by.
    fn number(&self, name: &str, when: When) -> Option<usize> {
        self.0.iter().position(|(own, at)| own == name && *at == when)
    }
}

/// LLVM's text, prepared for a driver.
///
/// The module must be the one that was read from the text; `linked` is the entire program. `addresses` asks
/// for instrumentation of memory accesses, and `mapped_calls` for calls of the driver where functions are
/// called whose calls are actions.
pub fn prepare(
    text: &str,
    module: &Module,
    linked: &Module,
    addresses: bool,
    mapped_calls: &Calls,
    entry: Entry<'_>,
) -> String {
    let renamed = renamed(module, linked, entry);
    let exported: Vec<String> = match entry {
        Entry::Function(_) => vec![format!("@{PREFIX}entry(")],
        Entry::Driver(id) => called_by(linked, id).into_iter().map(|name| format!("@{name}(")).collect(),
    };
    let mut allocas: BTreeMap<u32, (String, u64)> = BTreeMap::new();
    let mut modeled: BTreeMap<u32, &str> = BTreeMap::new();
    let mut volatile: BTreeSet<u32> = BTreeSet::new();
    let mut calls: BTreeMap<u32, &str> = BTreeMap::new();
    for function in &module.functions {
        if is_modeled(&function.name) && !function.blocks.is_empty() {
            modeled.insert(function.line, &function.name);
            continue;
        }
        for instruction in function.blocks.iter().flat_map(|block| &block.instructions) {
            if let Op::Load { volatile: true, address, .. } = &instruction.op
                && !is_alloca(function, &address.value)
            {
                volatile.insert(instruction.line);
            }
            if let Op::Call(call) = &instruction.op
                && let Some(callee) = named_callee(call)
            {
                calls.insert(instruction.line, &module.functions[callee.index()].name);
            }
            if let (Op::Alloca { ty, .. }, Some(result)) = (&instruction.op, instruction.result) {
                let size = module.size_of(ty).unwrap_or(0);
                allocas.insert(instruction.line, (function.local_names[result.index()].clone(), size));
            }
        }
    }
    let typed = has_typed_pointers(text);
    let mut out = String::with_capacity(text.len() + 64 * allocas.len());
    let mut number = 0;
    for (line, text) in (1_u32..).zip(text.lines()) {
        // A function of the driver has the place of one that the model treats itself.
        if let Some(name) = modeled.get(&line) {
            let hidden = rename(text, &|own| (own == *name).then(|| format!("{PREFIX}unused_{name}")));
            out.push_str(&rename(&hidden, &|own| renamed.get(own).cloned()));
            out.push('\n');
            continue;
        }
        let mut text = rename(text, &|own| renamed.get(own).cloned());
        if text.starts_with("define internal ") && exported.iter().any(|name| text.contains(name)) {
            text = text.replacen("define internal ", "define ", 1);
        }
        if addresses && text.starts_with("attributes #") {
            text = text.replacen("= {", "= { sanitize_address", 1);
        }
        if volatile.contains(&line)
            && let Some((pointer, value)) = volatile_address(&text)
        {
            let _ = writeln!(out, "  %rely.{number} = ptrtoint {pointer} {value} to i64");
            let _ = writeln!(out, "  call void @{PREFIX}volatile(i64 %rely.{number})");
            number += 1;
        }
        let mapped = calls.get(&line).copied();
        if let Some(number) = mapped.and_then(|name| mapped_calls.number(name, When::Call)) {
            let _ = writeln!(out, "  call void @{PREFIX}mapped(i64 {number})");
        }
        out.push_str(&text);
        out.push('\n');
        if let Some(number) = mapped.and_then(|name| mapped_calls.number(name, When::Return)) {
            let _ = writeln!(out, "  call void @{PREFIX}mapped(i64 {number})");
        }
        if let Some((name, size)) = allocas.get(&line) {
            let ty = alloca_type(&text).unwrap_or("i8");
            let pointer = if typed { format!("{ty}*") } else { "ptr".to_string() };
            let name = if name.chars().all(|c| c.is_ascii_alphanumeric() || "._-$".contains(c)) {
                name.clone()
            } else {
                format!("\"{name}\"")
            };
            let _ = writeln!(out, "  %rely.{number} = ptrtoint {pointer} %{name} to i64");
            let _ = writeln!(out, "  call void @{PREFIX}local(i64 %rely.{number}, i64 {size})");
            number += 1;
        }
    }
    let _ = writeln!(
        out,
        "\ndeclare void @{PREFIX}local(i64, i64)\ndeclare void @{PREFIX}volatile(i64)\ndeclare void @{PREFIX}mapped(i64)"
    );
    // Functions with a body that the model treats itself: their calls lead to the driver.
    for name in modeled.values() {
        let Some(id) = module.function_names.get(*name) else { continue };
        let function = &module.functions[id.index()];
        let parameters: Vec<String> =
            function.parameters.iter().map(|parameter| llvm_type(&parameter.ty, typed)).collect();
        let result = llvm_type(&function.result, typed);
        let _ = writeln!(out, "declare {result} @{PREFIX}{name}({})", parameters.join(", "));
    }
    out
}

/// A scalar type as LLVM's text has it.
fn llvm_type(ty: &Type, typed: bool) -> String {
    match ty {
        Type::Int(bits) => format!("i{bits}"),
        Type::Pointer if typed => "i8*".to_string(),
        Type::Pointer => "ptr".to_string(),
        Type::Float(FloatKind::Float) => "float".to_string(),
        Type::Float(_) => "double".to_string(),
        _ => "void".to_string(),
    }
}

/// A file of the program defines the function.
fn has_body(linked: &Module, name: &str) -> bool {
    linked.function_names.get(name).is_some_and(|id| !linked.functions[id.index()].blocks.is_empty())
}

/// A file of the program defines the variable.
fn has_value(linked: &Module, name: &str) -> bool {
    linked.global_names.get(name).is_some_and(|id| linked.globals[id.index()].initializer.is_some())
}

/// The names that the driver defines.
fn renamed(module: &Module, linked: &Module, entry: Entry<'_>) -> BTreeMap<String, String> {
    let mut names = BTreeMap::new();
    for function in &module.functions {
        let outside =
            is_modeled(&function.name) || function.blocks.is_empty() && !has_body(linked, &function.name);
        if outside && !function.name.starts_with("llvm.") && !REAL.contains(&&*function.name) {
            names.insert(function.name.clone(), format!("{PREFIX}{}", function.name));
        }
    }
    for global in module.globals.iter().filter(|global| global.initializer.is_none()) {
        if has_value(linked, &global.name) {
            continue;
        }
        names.insert(global.name.clone(), format!("{PREFIX}{}", global.name));
    }
    if let Entry::Function(name) = entry {
        names.insert(name.to_string(), format!("{PREFIX}entry"));
    }
    names
}

/// The text with names replaced. Names in quotes are other names, or text.
fn rename(text: &str, new: &dyn Fn(&str) -> Option<String>) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find(['@', '"']) {
        out.push_str(&rest[..at]);
        let found = rest.as_bytes()[at];
        rest = &rest[at..];
        let length = match found {
            b'"' => rest[1..].find('"').map_or(rest.len(), |end| end + 2),
            _ => {
                1 + rest[1..].bytes().take_while(|b| b.is_ascii_alphanumeric() || b"._-$".contains(b)).count()
            }
        };
        match (found, new(&rest[1..length.max(1)])) {
            (b'@', Some(name)) => {
                out.push('@');
                out.push_str(&name);
            }
            _ => out.push_str(&rest[..length]),
        }
        rest = &rest[length..];
    }
    out.push_str(rest);
    out
}

/// Does the text have pointers with types, as LLVM 14 writes them?
fn has_typed_pointers(text: &str) -> bool {
    let code = text.lines().filter(|line| !line.starts_with(['!', ';']));
    code.into_iter().any(|line| {
        let mut quoted = false;
        line.bytes().any(|byte| {
            quoted ^= byte == b'"';
            byte == b'*' && !quoted
        })
    })
}

/// The address is that of a local variable.
fn is_alloca(function: &Function, address: &Value) -> bool {
    let Value::Local(local) = address else { return false };
    let mut all = function.blocks.iter().flat_map(|block| &block.instructions);
    all.any(|instruction| instruction.result == Some(*local) && matches!(instruction.op, Op::Alloca { .. }))
}

/// The type and name of the address in a line `%1 = load volatile i32, ptr @x, align 4`.
fn volatile_address(line: &str) -> Option<(&str, &str)> {
    let rest = line.split_once("load volatile ")?.1.split_once(", ")?.1;
    let rest = rest.split_once(", align").map_or(rest, |(before, _)| before);
    rest.split_once(['%', '@']).map(|(ty, _)| (ty.trim(), rest[ty.len()..].trim()))
}

/// The type in a line `%x = alloca TYPE, align 4`.
fn alloca_type(line: &str) -> Option<&str> {
    let rest = line.split_once("alloca ")?.1;
    let mut depth = 0;
    let end = rest.char_indices().find(|&(_, c)| {
        match c {
            '(' | '{' | '[' | '<' => depth += 1,
            ')' | '}' | ']' | '>' => depth -= 1,
            _ => {}
        }
        c == ',' && depth == 0
    });
    Some(end.map_or(rest, |(end, _)| &rest[..end]).trim())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_replaced_outside_of_quotes() {
        let new = |name: &str| (name == "f").then(|| "g".to_string());
        let text = "call void @f(), @ff, @\"f\", c\"@f\\00\", @f";
        assert_eq!(rename(text, &new), "call void @g(), @ff, @\"f\", c\"@f\\00\", @g");
    }

    #[test]
    fn the_type_of_a_variable_is_found() {
        assert_eq!(alloca_type("  %2 = alloca i32, align 4"), Some("i32"));
        assert_eq!(alloca_type("  %2 = alloca { i32, [2 x i8] }, align 4"), Some("{ i32, [2 x i8] }"));
        assert!(
            has_typed_pointers("  store i32 0, i32* %1")
                && !has_typed_pointers("  store i32 0, ptr %1 ; \"*\"")
        );
    }
}
