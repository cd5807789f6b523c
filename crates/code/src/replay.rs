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

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use rely_llvm::ir::{FloatKind, Function, GlobalId, Module, Op, Type, Value};

use crate::encode::is_modeled;
use crate::follow::{Bytes, Event, Fresh, Happening};

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

/// How many further arguments of a variadic function may be written.
const FURTHER: usize = 5;

/// The prefix of all names of the driver.
const PREFIX: &str = "__rely_";

/// Functions of the C library that depend on nothing but their arguments and have no effects: they are
/// called.
const REAL: [&str; 27] = [
    "strlen", "strcmp", "strncmp", "memcmp", "atoi", "atol", "abs", "labs", "isdigit", "isalpha", "isspace",
    "isalnum", "isupper", "islower", "isxdigit", "ispunct", "isprint", "iscntrl", "toupper", "tolower",
    "memchr", "strchr", "strrchr", "strstr", "snprintf", "strcpy", "bzero",
];

/// LLVM's text, prepared for a driver.
///
/// The module must be the one that was read from the text; `linked` is the entire program. `addresses` asks
/// for instrumentation of memory accesses.
pub fn prepare(text: &str, module: &Module, linked: &Module, entry: &str, addresses: bool) -> String {
    let renamed = renamed(module, linked, entry);
    let mut allocas: BTreeMap<u32, (String, u64)> = BTreeMap::new();
    let mut modeled: BTreeMap<u32, &str> = BTreeMap::new();
    let mut volatile: BTreeSet<u32> = BTreeSet::new();
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
        if text.starts_with("define internal ") && text.contains(&format!("@{PREFIX}entry(")) {
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
        out.push_str(&text);
        out.push('\n');
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
    let _ = writeln!(out, "\ndeclare void @{PREFIX}local(i64, i64)\ndeclare void @{PREFIX}volatile(i64)");
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

/// C source that defines everything that comes from outside, for one execution.
///
/// Files of a program share one driver; `modules` are theirs.
pub fn driver(
    modules: &[&Module],
    entry: &str,
    linked: &Module,
    events: &[Event],
    objects: &Objects,
) -> String {
    let mut out = String::from(HEAD);
    let (mut list, mut data) = (String::new(), String::new());
    let mut n_data = 0;
    let mut arguments: BTreeMap<u32, u128> = BTreeMap::new();
    let mut globals: BTreeMap<u64, &[Bytes]> = BTreeMap::new();
    let mut call: Option<&[Option<u128>]> = None;
    let (mut seen, mut kept): (Vec<&str>, Vec<u64>) = (Vec::new(), Vec::new());
    for event in events {
        let mut blob = |bytes: &[Bytes], base: u64, data: &mut String| -> String {
            if bytes.is_empty() {
                return "0, 0".to_string();
            }
            let _ = write!(data, "static const struct piece p{n_data}[] = {{");
            for one in bytes {
                let (low, high) = (one.value as u64, (one.value >> 64) as u64);
                let offset = one.address.wrapping_sub(base);
                let _ = write!(data, "{{{offset}ull,{},{{{low}ull,{high}ull}}}},", one.size);
            }
            data.push_str("};\n");
            n_data += 1;
            format!("p{}, {}", n_data - 1, bytes.len())
        };
        match &event.what {
            Happening::Input(function, value, _) => {
                let (low, high) = (*value as u64, (*value >> 64) as u64);
                let _ = writeln!(list, "{{1, \"{function}\", {low}ull, {high}ull, 0, 0}},");
            }
            Happening::Argument(number, value, _) => {
                arguments.insert(*number, *value);
            }
            Happening::Outside(function, given, results) => {
                let name = &linked.functions[function.index()].name;
                if REAL.contains(&&**name) {
                    call = None;
                    continue;
                }
                call = Some(given);
                let (low, high) = (
                    results.first().copied().unwrap_or_default(),
                    results.get(1).copied().unwrap_or_default(),
                );
                let high = if results.len() > 1 { high as u64 } else { (low >> 64) as u64 };
                let _ = writeln!(list, "{{1, \"{name}\", {}ull, {high}ull, 0, 0}},", low as u64);
            }
            Happening::Fresh(Fresh::Local, bytes) => {
                let base = bytes.first().map_or(0, |first| objects.base(first.address));
                let pieces = blob(bytes, base, &mut data);
                let _ = writeln!(list, "{{2, \"local\", 0, 0, {pieces}}},");
            }
            Happening::Fresh(Fresh::Allocated(address), bytes) => {
                let pieces = blob(bytes, *address, &mut data);
                let _ = writeln!(list, "{{3, \"allocation\", {}, 0, {pieces}}},", u64::from(*address != 0));
            }
            Happening::Fresh(Fresh::Outside, bytes) => {
                let Some(given) = call.take() else { continue };
                let mut written = BTreeSet::new();
                // What is reached directly through an argument is written relative to it.
                for (number, value) in given.iter().enumerate() {
                    let Some(address) = value.map(|value| value as u64) else { continue };
                    let base = objects.base(address);
                    if base == 0 || !written.insert(base) {
                        continue;
                    }
                    let own: Vec<Bytes> =
                        bytes.iter().copied().filter(|one| objects.base(one.address) == base).collect();
                    if !own.is_empty() {
                        // The function may keep the pointer, and write through it when another one is called.
                        let slot = kept.iter().position(|known| *known == base).unwrap_or_else(|| {
                            kept.push(base);
                            kept.len() - 1
                        });
                        let (pieces, delta) = (blob(&own, base, &mut data), address - base);
                        let _ = writeln!(list, "{{4, \"write\", {number}, {slot}, {pieces}, {delta}}},");
                    }
                }
                // Variables that other modules can see are written by name.
                let bases: BTreeSet<u64> = bytes.iter().map(|one| objects.base(one.address)).collect();
                for base in bases.difference(&written) {
                    if let Some(slot) = kept.iter().position(|known| known == base) {
                        let own: Vec<Bytes> =
                            bytes.iter().copied().filter(|one| objects.base(one.address) == *base).collect();
                        let pieces = blob(&own, *base, &mut data);
                        let _ = writeln!(list, "{{7, \"write\", {slot}, 0, {pieces}}},");
                        continue;
                    }
                    let Some(id) = objects.global_at(*base) else { continue };
                    let global = &linked.globals[id.index()];
                    if global.internal {
                        continue;
                    }
                    let number = seen.iter().position(|name| *name == global.name).unwrap_or_else(|| {
                        seen.push(&global.name);
                        seen.len() - 1
                    });
                    let own: Vec<Bytes> =
                        bytes.iter().copied().filter(|one| objects.base(one.address) == *base).collect();
                    let pieces = blob(&own, *base, &mut data);
                    let _ = writeln!(list, "{{5, \"write\", {number}, 0, {pieces}}},");
                }
            }
            Happening::Fresh(Fresh::Volatile, bytes) => {
                let pieces = blob(bytes, 0, &mut data);
                let _ = writeln!(list, "{{6, \"volatile\", 0, 0, {pieces}}},");
            }
            Happening::Fresh(Fresh::Global, bytes) => {
                if let Some(first) = bytes.first() {
                    globals.insert(objects.base(first.address), bytes);
                }
            }
            Happening::Line | Happening::Assign(..) | Happening::Enter(_) | Happening::Leave(_) => {}
        }
    }
    out.push_str(&data);
    let _ = writeln!(out, "static const struct event events[] = {{\n{list}{{0, \"the end\", 0, 0, 0, 0}}}};");
    // A label, since the name may be one that C has already.
    let mut table = Vec::new();
    for (number, name) in seen.iter().enumerate() {
        let own = linked.global_names.get(*name).map(|id| &linked.globals[id.index()]);
        let defined = own.is_some_and(|global| global.initializer.is_some());
        let label = if defined { name.to_string() } else { format!("{PREFIX}{name}") };
        let _ = writeln!(out, "extern char g{number}[] __asm__(\"{label}\");");
        table.push(format!("g{number}"));
    }
    table.push("0".to_string());
    let _ = writeln!(out, "static char *kept[{}];", kept.len() + 1);
    let _ = writeln!(out, "static char *const seen[] = {{{}}};", table.join(", "));
    out.push_str(BODY);
    // Each function from outside once, whatever files declare it.
    let mut defined = BTreeSet::new();
    for module in modules {
        for function in &module.functions {
            let name = &*function.name;
            let outside = function.blocks.is_empty() || is_modeled(name);
            let elsewhere = has_body(linked, name) && !is_modeled(name);
            let outside = outside && !name.starts_with("llvm.") && !REAL.contains(&name);
            if outside && !elsewhere && defined.insert(name.to_string()) {
                define_function(&mut out, function, module);
            }
        }
        for global in &module.globals {
            let elsewhere = has_value(linked, &global.name);
            if global.initializer.is_none() && !elsewhere && defined.insert(format!("@{}", global.name)) {
                let size = module.size_of(&global.ty).unwrap_or(8).clamp(1, 1 << 24);
                let mut content = vec![0_u8; size as usize];
                let base =
                    linked.global_names.get(&global.name).and_then(|&id| objects.global(id)).unwrap_or(0);
                for one in globals.get(&base).copied().unwrap_or_default() {
                    for byte in 0..one.size {
                        if let Some(place) = content.get_mut((one.address - base + byte) as usize) {
                            *place = (one.value >> (8 * byte)) as u8;
                        }
                    }
                }
                while content.len() > 1 && content.last() == Some(&0) {
                    content.pop();
                }
                let bytes: Vec<String> = content.iter().map(u8::to_string).collect();
                let _ = writeln!(
                    out,
                    "unsigned char {PREFIX}{}[{size}] __attribute__((aligned(16))) = {{{}}};",
                    global.name,
                    bytes.join(",")
                );
            }
        }
    }
    start(&mut out, linked, entry, &arguments);
    out
}

/// Where the objects of the model are.
pub struct Objects<'a>(pub &'a [crate::objects::Object]);

impl Objects<'_> {
    /// The address of the object that contains an address; 0 if none does.
    fn base(&self, address: u64) -> u64 {
        let after = self.0.partition_point(|object| object.address <= address);
        let object = after.checked_sub(1).map(|at| &self.0[at]);
        object.filter(|object| address - object.address <= object.size).map_or(0, |object| object.address)
    }

    fn global_at(&self, address: u64) -> Option<GlobalId> {
        let found = self.0.binary_search_by_key(&address, |object| object.address).ok()?;
        match self.0[found].kind {
            crate::objects::ObjectKind::Global(id) => Some(id),
            _ => None,
        }
    }

    fn global(&self, id: GlobalId) -> Option<u64> {
        let kind = crate::objects::ObjectKind::Global(id);
        self.0.iter().find(|object| object.kind == kind).map(|object| object.address)
    }
}

const HEAD: &str = "\
struct piece { unsigned long long offset; unsigned long long size; unsigned long long value[2]; };
struct event { int kind; const char *name; unsigned long long low, high; const struct piece *pieces; unsigned long long n; unsigned long long delta; };
";

const BODY: &str = r#"
extern void *malloc(unsigned long);
extern void free(void *);
extern void _exit(int) __attribute__((noreturn));
extern long write(int, const void *, unsigned long);
static unsigned long long next_event;
static void say(const char *text) {
  unsigned long n = 0;
  while (text[n]) n++;
  if (write(1, text, n) < 0) _exit(105);
}
static void end(int code, const char *what, const char *name) __attribute__((noreturn));
static void end(int code, const char *what, const char *name) {
  say(what); say(" "); say(name); say("\n");
  _exit(code);
}
static int same(const char *a, const char *b) {
  while (*a && *a == *b) { a++; b++; }
  return *a == *b;
}
static const struct event *take(int kind, const char *name) {
  const struct event *e = &events[next_event];
  if (e->kind != kind || (kind == 1 && !same(e->name, name))) end(105, "diverged at", name);
  next_event++;
  return e;
}
static void fill(char *to, const struct event *e) {
  for (unsigned long long i = 0; i < e->n; i++)
    for (unsigned long long j = 0; j < e->pieces[i].size; j++)
      to[e->pieces[i].offset + j] = (char)(e->pieces[i].value[j / 8] >> (8 * (j % 8)));
}
static void writes(void **arguments, int n) {
  for (;;) {
    const struct event *e = &events[next_event];
    if (e->kind == 5) fill(seen[e->low], e);
    else if (e->kind == 7) { if (kept[e->low]) fill(kept[e->low], e); }
    else if (e->kind != 4) return;
    else if ((int)e->low < n && arguments[e->low]) {
      kept[e->high] = (char *)arguments[e->low] - e->delta;
      fill(kept[e->high], e);
    }
    next_event++;
  }
}
void __rely_volatile(unsigned long long at) {
  fill((char *)at, take(6, "volatile"));
}
void __rely_local(unsigned long long at, unsigned long long size) {
  (void)size;
  fill((char *)at, take(2, "local"));
}
"#;

/// A function from outside: it takes the next event.
fn define_function(out: &mut String, function: &Function, module: &Module) {
    let name = &*function.name;
    let own = match name {
        "__VERIFIER_error" | "reach_error" => {
            format!("void {PREFIX}{name}() {{ end({ERROR}, \"error\", \"{name}\"); }}")
        }
        "__assert_fail" | "__assert" | "__assert_rtn" => {
            format!("void {PREFIX}{name}() {{ end({ASSERTION}, \"assertion\", \"{name}\"); }}")
        }
        "abort" => format!("void {PREFIX}{name}(void) {{ end({ABORT}, \"abort\", \"\"); }}"),
        "exit" | "_exit" | "_Exit" | "quick_exit" => {
            format!("void {PREFIX}{name}(int code) {{ (void)code; end({ENDED}, \"exit\", \"\"); }}")
        }
        "malloc" => format!(
            "void *{PREFIX}malloc(unsigned long n) {{ const struct event *e = take(3, \"malloc\"); char *p; \
             if (!e->low) return 0; p = malloc(n); if (!p) end({DIVERGED}, \"no memory\", \"\"); fill(p, e); return p; }}"
        ),
        "calloc" => format!(
            "void *{PREFIX}calloc(unsigned long n, unsigned long m) {{ const struct event *e = take(3, \"calloc\"); \
             char *p; if (!e->low) return 0; p = malloc(n * m); if (!p) end({DIVERGED}, \"no memory\", \"\"); \
             for (unsigned long i = 0; i < n * m; i++) p[i] = 0; return p; }}"
        ),
        "free" => format!("void {PREFIX}free(void *p) {{ free(p); }}"),
        "memcpy" | "memmove" => format!(
            "void *{PREFIX}{name}(char *to, const char *from, unsigned long n) {{ unsigned long i; \
             if (to < from) for (i = 0; i < n; i++) to[i] = from[i]; else for (i = n; i > 0; i--) to[i - 1] = from[i - 1]; \
             return to; }}"
        ),
        "memset" => format!(
            "void *{PREFIX}memset(char *to, int value, unsigned long n) {{ unsigned long i; \
             for (i = 0; i < n; i++) to[i] = (char)value; return to; }}"
        ),
        "__VERIFIER_assume" => {
            let ty =
                function.parameters.first().and_then(|p| c_type(&p.ty, module)).unwrap_or("int".to_string());
            format!(
                "void {PREFIX}{name}({ty} fact) {{ if (!fact) end({DIVERGED}, \"an assumption fails\", \"\"); }}"
            )
        }
        _ => return define_unknown(out, function, module),
    };
    let _ = writeln!(out, "{own}");
}

/// A function that nothing is known about.
fn define_unknown(out: &mut String, function: &Function, module: &Module) {
    let name = &*function.name;
    let fields: Option<Vec<String>> = match &function.result {
        Type::Literal(body) => body.fields.iter().map(|ty| c_type(ty, module)).collect(),
        Type::Array(..) | Type::Vector(..) | Type::Struct(_) => None,
        ty => c_type(ty, module).map(|ty| vec![ty]),
    };
    let given = function.parameters.iter().filter(|parameter| parameter.by_value.is_none());
    let types: Option<Vec<String>> = given.map(|parameter| c_type(&parameter.ty, module)).collect();
    let (Some(fields), Some(types)) = (fields, types) else {
        let _ =
            writeln!(out, "void {PREFIX}{name}(void) {{ end({DIVERGED}, \"no driver for\", \"{name}\"); }}");
        return;
    };
    let result = match &fields[..] {
        [one] => one.clone(),
        several => {
            let inner: Vec<String> =
                several.iter().enumerate().map(|(number, ty)| format!("{ty} f{number};")).collect();
            let _ = writeln!(out, "struct {PREFIX}r_{name} {{ {} }};", inner.join(" "));
            format!("struct {PREFIX}r_{name}")
        }
    };
    let mut parameters: Vec<String> =
        types.iter().enumerate().map(|(number, ty)| format!("{ty} a{number}")).collect();
    if function.variadic && !parameters.is_empty() {
        parameters.push("...".to_string());
    } else if parameters.is_empty() && !function.variadic {
        parameters.push("void".to_string());
    }
    let _ = writeln!(out, "{result} {PREFIX}{name}({}) {{", parameters.join(", "));
    let mut positions = 0;
    let pointers: Vec<String> = function
        .parameters
        .iter()
        .map(|parameter| {
            let position = positions;
            positions += usize::from(parameter.by_value.is_none());
            match parameter.by_value.is_none() && parameter.ty == Type::Pointer {
                true => format!("a{position}"),
                false => "(void *)0".to_string(),
            }
        })
        .collect();
    let mut pointers = pointers;
    if function.variadic && !types.is_empty() {
        // Further arguments are taken for pointers; those that are not are not written.
        let _ = writeln!(out, "  __builtin_va_list l; __builtin_va_start(l, a{});", types.len() - 1);
        for number in 0..FURTHER {
            let _ = writeln!(out, "  void *v{number} = __builtin_va_arg(l, void *);");
            pointers.push(format!("v{number}"));
        }
    }
    let n_pointers = pointers.len();
    let _ = writeln!(out, "  const struct event *e = take(1, \"{name}\");");
    let _ = writeln!(
        out,
        "  void *p[] = {{{}}};",
        [&pointers[..], &["(void *)0".to_string()]].concat().join(", ")
    );
    let _ = writeln!(out, "  writes(p, {n_pointers}); (void)e;");
    match &fields[..] {
        [one] if one == "void" => {}
        [_] if matches!(function.result, Type::Float(_)) => {
            let _ = writeln!(
                out,
                "  {result} r; char *to = (char *)&r; const char *from = (const char *)&e->low;"
            );
            let _ = writeln!(
                out,
                "  for (unsigned i = 0; i < sizeof r && i < 16; i++) to[i] = from[i];\n  return r;"
            );
        }
        [_] if function.result == Type::Pointer => {
            let _ = writeln!(out, "  return (void *)e->low;");
        }
        [_] if function.result == Type::Int(128) => {
            let _ = writeln!(out, "  return ({result})e->high << 64 | e->low;");
        }
        [_] => {
            let _ = writeln!(out, "  return ({result})e->low;");
        }
        several => {
            let values = ["e->low", "e->high"];
            let values = several.iter().zip(values).map(|(ty, value)| format!("({ty}){value}"));
            let _ =
                writeln!(out, "  {result} r = {{{}}};\n  return r;", values.collect::<Vec<_>>().join(", "));
        }
    }
    out.push_str("}\n");
}

/// The function where the driver begins.
fn start(out: &mut String, module: &Module, entry: &str, arguments: &BTreeMap<u32, u128>) {
    let Some(id) = module.function_names.get(entry) else { return };
    let function = &module.functions[id.index()];
    let result = c_type(&function.result, module).unwrap_or("void".to_string());
    let types: Vec<String> = function
        .parameters
        .iter()
        .map(|parameter| c_type(&parameter.ty, module).unwrap_or("void *".to_string()))
        .collect();
    let values: Vec<String> = (0..)
        .zip(&types)
        .map(|(number, ty)| {
            let value = arguments.get(&number).copied().unwrap_or_default();
            format!("({ty}){}ull", value as u64)
        })
        .collect();
    let listed = if types.is_empty() { "void".to_string() } else { types.join(", ") };
    let _ = writeln!(out, "{result} {PREFIX}entry({listed});");
    let _ = writeln!(
        out,
        "int main(void) {{\n  {PREFIX}entry({});\n  end({ENDED}, \"returned\", \"\");\n}}",
        values.join(", ")
    );
}

/// A type of LLVM as C has it.
fn c_type(ty: &Type, module: &Module) -> Option<String> {
    let name = match ty {
        Type::Void => "void",
        Type::Int(1) => "_Bool",
        Type::Int(8) => "unsigned char",
        Type::Int(16) => "unsigned short",
        Type::Int(32) => "unsigned int",
        Type::Int(64) => "unsigned long long",
        Type::Int(128) => "unsigned __int128",
        Type::Pointer if module.pointer_bytes == 8 => "void *",
        Type::Float(FloatKind::Float) => "float",
        Type::Float(FloatKind::Double) => "double",
        Type::Float(FloatKind::X86) => "long double",
        _ => return None,
    };
    Some(name.to_string())
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
fn renamed(module: &Module, linked: &Module, entry: &str) -> BTreeMap<String, String> {
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
    names.insert(entry.to_string(), format!("{PREFIX}entry"));
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
