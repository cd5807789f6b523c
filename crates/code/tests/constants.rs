//! What the compiler computes itself: undefined behavior of constants leaves a value that is no value.

use rely_code::encode::{self, CheckKind, is_modeled};
use rely_code::engine::{self, Answer};
use rely_code::graph::{CallRules, Graph, Limits, When};
use rely_lts::Context;

struct Rules;

impl CallRules for Rules {
    fn is_modeled(&self, name: &str) -> bool {
        is_modeled(name)
    }

    fn action(&self, _: &str, _: When) -> bool {
        false
    }
}

/// The kinds of checks that fail.
fn failing(text: &str) -> Vec<CheckKind> {
    let module = rely_llvm::read(text).expect("a module");
    let entry = module.function_names["main"];
    let graph = Graph::expand(&module, entry, &Rules, Limits::default());
    let mut program = encode::encode(&module, &graph, &encode::Options::default());
    let outcome = engine::decide(&mut program.blocks, &engine::Options::default(), Context::unlimited());
    let fails = outcome.checks.iter().filter(|check| matches!(check.answer, Answer::Unsafe(_)));
    fails.map(|check| program.sites[check.number as usize].kind).collect()
}

/// `int main(void) { int x = VALUE; return 0; }`
fn stores(value: &str) -> String {
    format!(
        "define i32 @main() {{\n  %x = alloca i32, align 4\n  store i32 {value}, ptr %x, align 4\n  ret i32 0\n}}\n"
    )
}

/// `int x = 1 / 0;` and `int x = 1 << 40;`: clang stores `poison`, and no division or shift is left.
#[test]
fn a_division_by_zero_of_constants_is_not_lost() {
    assert_eq!(failing(&stores("poison")), [CheckKind::Unmodeled]);
}

#[test]
fn other_constants_are_values() {
    assert_eq!(failing(&stores("7")), []);
    assert_eq!(failing(&stores("undef")), []);
}

/// A function called `memcpy` with too few arguments is not the one of the C library.
#[test]
fn a_copy_with_missing_arguments_is_not_lost() {
    let text = "declare ptr @memcpy(ptr, ptr)\ndeclare void @reach_error()\n@a = global i32 0\n@b = global i32 1\n\
        define i32 @main() {\n  %1 = call ptr @memcpy(ptr @a, ptr @b)\n  call void @reach_error()\n  ret i32 0\n}\n";
    assert_eq!(failing(text), [CheckKind::Unmodeled]);
}
