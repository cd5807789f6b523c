//! Functions from outside, as C source.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use rely_llvm::ir::{FloatKind, Function, Module, Type};

use super::{ABORT, ASSERTION, DIVERGED, ENDED, ERROR, PREFIX};

/// How many further arguments of a variadic function may be written.
const FURTHER: usize = 5;

/// A function from outside: it takes the next event.
pub(super) fn define_function(out: &mut String, function: &Function, module: &Module) {
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
             if (!e->low) return 0; p = malloc(n); if (!p) end({DIVERGED}, \"no memory\", \"\"); fill_most(p, e, n); return p; }}"
        ),
        "realloc" => format!(
            "extern unsigned long malloc_usable_size(void *); \
             void *{PREFIX}realloc(char *old, unsigned long n) {{ const struct event *e = take(3, \"realloc\"); char *p; \
             unsigned long m = old ? malloc_usable_size(old) : 0; if (!e->low) return 0; p = malloc(n); \
             if (!p) end({DIVERGED}, \"no memory\", \"\"); fill_most(p, e, n); \
             for (unsigned long i = 0; i < n && i < m; i++) p[i] = old[i]; free(old); return p; }}"
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
pub(super) fn start(out: &mut String, module: &Module, entry: &str, arguments: &BTreeMap<u32, u128>) {
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
pub(super) fn c_type(ty: &Type, module: &Module) -> Option<String> {
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
