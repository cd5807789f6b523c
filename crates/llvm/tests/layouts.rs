//! Layouts agree with those of clang: `layout.c` contains the results of `sizeof` and `offsetof`.

use rely_llvm::ir::{Constant, Module, StructType, Type, Value};
use rely_llvm::read;

const TEXTS: [&str; 2] = [include_str!("fixtures/layout-14.ll"), include_str!("fixtures/layout-19.ll")];

fn global_type<'a>(module: &'a Module, name: &str) -> &'a Type {
    &module.globals[module.global_names[name].index()].ty
}

fn numbers(module: &Module, name: &str) -> Vec<u64> {
    let number = |constant: &Constant| match constant {
        Constant::Int(number) => *number as u64,
        other => panic!("{name}: {other:?}"),
    };
    match module.globals[module.global_names[name].index()].initializer.as_ref().unwrap() {
        Constant::Aggregate(elements) => {
            let constant = |value: &Value| match value {
                Value::Constant(constant) => number(constant),
                other => panic!("{name}: {other:?}"),
            };
            elements.iter().map(|element| constant(&element.value)).collect()
        }
        constant => vec![number(constant)],
    }
}

#[test]
fn sizes_are_those_of_clang() {
    for text in TEXTS {
        let module = read(text).unwrap();
        let mut compared = 0;
        for global in &module.globals {
            let Some(name) = global.name.strip_prefix("size_of_") else { continue };
            let ty = global_type(&module, &format!("{name}_variable"));
            assert_eq!(module.size_of(ty), Some(numbers(&module, &global.name)[0]), "{name}");
            compared += 1;
        }
        assert_eq!(compared, 13);
    }
}

#[test]
fn offsets_are_those_of_clang() {
    for text in TEXTS {
        let module = read(text).unwrap();
        let mut compared = 0;
        for global in &module.globals {
            let Some(name) = global.name.strip_prefix("offsets_of_") else { continue };
            let body = module.resolve(global_type(&module, &format!("{name}_variable"))).unwrap();
            for (index, expected) in numbers(&module, &global.name).into_iter().enumerate() {
                assert_eq!(module.field_offset(body, index), Some(expected), "{name}.{index}");
                compared += 1;
            }
            assert_eq!(module.field_offset(body, body.fields.len()), None);
        }
        assert_eq!(compared, 18);
    }
}

#[test]
fn the_target_decides_alignments() {
    let align = |layout: &str, ty: &str| {
        let module = read(&format!("target datalayout = \"{layout}\"\n@x = external global {ty}\n")).unwrap();
        let ty = &module.globals[0].ty;
        (module.size_of(ty), module.align_of(ty), module.pointer_bytes)
    };
    let old = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128";
    let new = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128";
    let small = "e-m:e-p:32:32-p270:32:32-p271:32:32-p272:64:64-f64:32:64-f80:32-n8:16:32-S128";
    assert_eq!(align(old, "i128"), (Some(16), Some(8), 8));
    assert_eq!(align(new, "i128"), (Some(16), Some(16), 8));
    assert_eq!(align(new, "{ i8, i128 }"), (Some(32), Some(16), 8));
    assert_eq!(align(old, "{ i8, i128 }"), (Some(24), Some(8), 8));
    assert_eq!(align(new, "x86_fp80"), (Some(16), Some(16), 8));
    assert_eq!(align(small, "x86_fp80"), (Some(12), Some(4), 4));
    assert_eq!(align(small, "{ i8, ptr, i64 }"), (Some(16), Some(4), 4));
    assert_eq!(align(small, "double"), (Some(8), Some(4), 4));
    assert_eq!(align(new, "i24"), (Some(4), Some(4), 8));
    assert_eq!(align(new, "i1"), (Some(1), Some(1), 8));
    assert_eq!(align(new, "<3 x i32>"), (Some(16), Some(16), 8));
    assert_eq!(align(new, "<8 x i1>"), (Some(1), Some(1), 8));
    assert_eq!(align(new, "<{ i8, i64 }>"), (Some(9), Some(1), 8));
    assert_eq!(align(new, "{}"), (Some(0), Some(1), 8));
    assert_eq!(align(new, "[0 x i64]"), (Some(0), Some(8), 8));
}

#[test]
fn accesses_have_no_padding_behind_the_value() {
    let module = read("").unwrap();
    assert_eq!(module.store_size(&Type::Int(24)), Some(3));
    assert_eq!(module.size_of(&Type::Int(24)), Some(4));
    assert_eq!(module.store_size(&Type::Pointer), Some(8));
}

#[test]
fn sizes_that_do_not_fit_are_missing() {
    let module = read("@x = external global [4294967296 x [4294967296 x i8]]\n@y = external global { i8, [18446744073709551615 x i8], i8 }").unwrap();
    assert_eq!(module.size_of(&module.globals[0].ty), None);
    assert_eq!(module.size_of(&module.globals[1].ty), None);
    assert_eq!(module.size_of(&Type::Void), None);
    assert_eq!(module.size_of(&Type::Vector(u64::MAX, Box::new(Type::Int(64)))), None);
}

#[test]
fn structures_that_contain_themselves_have_no_size() {
    let text = "%a = type { i8, %b }\n%b = type { [2 x %a] }\n%c = type { ptr, %d }\n%d = type { i8 }\n%e = type opaque\n%f = type { %e }\n%g = type { %g* }";
    let module = read(text).unwrap();
    let size = |name: &str| {
        let at = module.structs.iter().position(|s| s.name == name).unwrap();
        module.layouts[at].as_ref().map(|layout| layout.size)
    };
    assert_eq!(
        ["a", "b", "c", "d", "e", "f", "g"].map(size),
        [None, None, Some(16), Some(1), None, None, Some(8)]
    );
}

#[test]
fn long_chains_and_doublings_are_quick() {
    let mut text = String::from("%s0 = type { i8 }\n");
    for n in 1..50_000 {
        text.push_str(&format!("%s{n} = type {{ %s{}, {{ %s{} }} }}\n", n - 1, n - 1));
    }
    let module = read(&text).unwrap();
    let size = |n: usize| {
        let at = module.structs.iter().position(|s| s.name == format!("s{n}")).unwrap();
        module.layouts[at].as_ref().map(|layout| layout.size)
    };
    assert_eq!((size(3), size(63), size(64), size(49_999)), (Some(8), Some(1 << 63), None, None));
    // Nested structures without names.
    let text = format!("@x = external global {}i8{}", "{ i8, ".repeat(100), " }".repeat(100));
    let module = read(&text).unwrap();
    assert_eq!(module.size_of(&module.globals[0].ty), Some(101));
}

#[test]
fn changed_structures_are_laid_out_again() {
    let mut module = read("%a = type opaque").unwrap();
    module.structs[0].body = Some(StructType { fields: vec![Type::Int(8), Type::Int(32)], packed: false });
    module.lay_out();
    assert_eq!(module.layouts[0].as_ref().unwrap().offsets, [0, 4]);
}
