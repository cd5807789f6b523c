//! Constructs that would give a wrong *holds* if they were ignored: no path ends silently, and no write or
//! call is lost.

use std::collections::BTreeSet;

use rely_code::actions::ActionRule;
use rely_code::encode::{self, CheckKind, encode, is_modeled};
use rely_code::engine::{self, Answer, decide};
use rely_code::graph::{CallRules, Graph, Limits, When};
use rely_code::pointers::add_relays;
use rely_lts::Context;

struct Rules(Vec<&'static str>);

impl CallRules for Rules {
    fn is_modeled(&self, name: &str) -> bool {
        is_modeled(name)
    }
    fn action(&self, name: &str, when: When) -> bool {
        when == When::Call && self.0.contains(&name)
    }
}

const DECLARATIONS: &str = "\
declare void @reach_error()
declare void @outside(ptr)
declare ptr @calloc(i64, i64)
declare ptr @memmove(ptr, ptr, i64)
declare ptr @memset(ptr, i32, i64)
declare i8 @__VERIFIER_nondet_uchar()
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
";

const CHECKS: [CheckKind; 3] = [CheckKind::ErrorCall, CheckKind::Memory, CheckKind::Shift];

/// The kinds of checks that can fail.
fn verdicts(text: &str) -> BTreeSet<CheckKind> {
    let (found, _) = with_actions(text, &[], false);
    found
}

/// The kinds of checks that can fail, and the actions that some block has.
fn with_actions(text: &str, mapped: &[&'static str], relays: bool) -> (BTreeSet<CheckKind>, BTreeSet<u32>) {
    let text = format!("{DECLARATIONS}{text}");
    let mut module = rely_llvm::read(&text).expect("the text is right");
    if relays {
        add_relays(&mut module, &|name| mapped.contains(&name));
    }
    let rules = Rules(mapped.to_vec());
    let graph = Graph::expand(&module, module.function_names["main"], &rules, Limits::default());
    let actions = (0..).zip(mapped).map(|(action, name)| ActionRule {
        function: name.to_string(),
        when: When::Call,
        arguments: Vec::new(),
        result: None,
        writes: Vec::new(),
        action,
    });
    let options =
        encode::Options { checks: CHECKS.into(), actions: actions.collect(), ..encode::Options::default() };
    let mut program = encode(&module, &graph, &options);
    let outcome = decide(&mut program.blocks, &engine::Options::default(), Context::unlimited());
    let mut found = BTreeSet::new();
    for check in outcome.checks {
        match check.answer {
            Answer::Unsafe(_) => {
                found.insert(program.sites[check.number as usize].kind);
            }
            Answer::Safe(_) => {}
            Answer::Unknown(reason) => panic!("not decided: {reason:?}\n{text}"),
        }
    }
    (found, program.blocks.edges.iter().filter_map(|edge| edge.action).collect())
}

fn only(kind: CheckKind) -> BTreeSet<CheckKind> {
    BTreeSet::from([kind])
}

/// A program that calls `reach_error` if the condition `%bad` is true.
fn failing_if(body: &str) -> String {
    format!(
        "define i32 @main() {{\n{body}\n  br i1 %bad, label %error, label %end\nerror:\n  \
         call void @reach_error()\n  br label %end\nend:\n  ret i32 0\n}}\n"
    )
}

/// The last byte that is copied belongs to a part of which others are not: each length copies exactly that
/// many bytes.
#[test]
fn a_copy_ends_inside_of_a_part() {
    for length in 1..=8 {
        for byte in 0..8 {
            let text = format!(
                "%pair = type {{ i32, i32 }}\n@from = global %pair {{ i32 16843009, i32 16843009 }}\n\
                 @to = global %pair zeroinitializer\n{}",
                failing_if(&format!(
                    "  call void @llvm.memcpy.p0.p0.i64(ptr @to, ptr @from, i64 {length}, i1 false)\n  \
                     %place = getelementptr i8, ptr @to, i64 {byte}\n  %value = load i8, ptr %place\n  \
                     %bad = icmp eq i8 %value, 1"
                ))
            );
            let expected = if byte < length { only(CheckKind::ErrorCall) } else { BTreeSet::new() };
            assert_eq!(verdicts(&text), expected, "byte {byte} of {length}");
        }
    }
}

/// A pointer leads to two places of different shape: the padding of one is not padding of the other.
#[test]
fn a_copy_to_one_of_two_places_has_no_padding() {
    // The third byte is padding of the source, so it may be anything; the first one is 0.
    for (byte, expected) in [(2, only(CheckKind::ErrorCall)), (0, BTreeSet::new())] {
        let text = format!(
            "%mixed = type {{ i8, i32, [8 x i8] }}\n@to = global %mixed zeroinitializer\n\
             @from = global %mixed zeroinitializer\n{}",
            failing_if(&format!(
                "  %input = call i8 @__VERIFIER_nondet_uchar()\n  %which = icmp eq i8 %input, 0\n  \
                 %tail = getelementptr %mixed, ptr @to, i64 0, i32 2\n  \
                 %target = select i1 %which, ptr @to, ptr %tail\n  \
                 call void @llvm.memcpy.p0.p0.i64(ptr %target, ptr @from, i64 8, i1 false)\n  \
                 %place = getelementptr i8, ptr %tail, i64 {byte}\n  %value = load i8, ptr %place\n  \
                 %bad = icmp eq i8 %value, 1"
            ))
        );
        assert_eq!(verdicts(&text), expected, "{byte}");
    }
}

/// A pointer is stored in an object that is too large for cells: an external function finds it there.
#[test]
fn pointers_in_large_objects_are_not_lost() {
    for (object, stored) in [("zeroinitializer", true), ("zeroinitializer", false)] {
        let store = if stored { "  store ptr @x, ptr %place\n" } else { "" };
        let text = format!(
            "%large = type {{ [5000 x i8], ptr }}\n@large = global %large {object}\n@x = global i32 0\n{}",
            failing_if(&format!(
                "  %place = getelementptr %large, ptr @large, i64 0, i32 1\n{store}  \
                 call void @outside(ptr @large)\n  %value = load i32, ptr @x\n  %bad = icmp ne i32 %value, 0"
            ))
        );
        let expected = if stored { only(CheckKind::ErrorCall) } else { BTreeSet::new() };
        assert_eq!(verdicts(&text), expected, "{stored}");
    }
    // The pointer is copied out of the large object first.
    let text = format!(
        "%large = type {{ [5000 x i8], ptr }}\n@large = global %large {{ [5000 x i8] zeroinitializer, ptr @x }}\n\
         @x = global i32 0\n@small = global ptr null\n{}",
        failing_if(
            "  %place = getelementptr %large, ptr @large, i64 0, i32 1\n  %pointer = load ptr, ptr %place\n  \
             store ptr %pointer, ptr @small\n  call void @outside(ptr @small)\n  %value = load i32, ptr @x\n  \
             %bad = icmp ne i32 %value, 0"
        )
    );
    assert_eq!(verdicts(&text), only(CheckKind::ErrorCall));
}

/// Values of a type that is not modeled are not skipped.
#[test]
fn wide_integers_are_not_skipped() {
    let text = format!(
        "@from = global [32 x i8] c\"{}\"\n@to = global [32 x i8] zeroinitializer\n{}",
        "\\01".repeat(32),
        failing_if(
            "  %value = load i256, ptr @from\n  store i256 %value, ptr @to\n  %byte = load i8, ptr @to\n  \
             %bad = icmp eq i8 %byte, 1"
        )
    );
    assert_eq!(verdicts(&text), only(CheckKind::Unmodeled));
}

/// A function that must not return does.
#[test]
fn a_function_that_returns_nevertheless_is_noticed() {
    let text = "define void @stop() noreturn {\n  ret void\n}\n\
        define i32 @main() {\n  call void @stop() noreturn\n  unreachable\n}\n";
    assert_eq!(verdicts(text), only(CheckKind::Unmodeled));
    let endless = "define void @stop() noreturn {\n  br label %loop\nloop:\n  br label %loop\n}\n\
        define i32 @main() {\n  call void @stop() noreturn\n  unreachable\n}\n";
    assert_eq!(verdicts(endless), BTreeSet::new());
}

/// An initializer that is not modeled leads to no verdict, also that of a constant.
#[test]
fn initializers_that_are_not_modeled_give_no_verdict() {
    let table = |kind: &str| {
        format!(
            "@table = internal {kind} [1 x ptr] [ptr blockaddress(@main, %error)]\n{}",
            failing_if("  %bad = icmp eq i32 0, 1")
        )
    };
    for kind in ["global", "constant"] {
        assert_eq!(verdicts(&table(kind)), only(CheckKind::Unmodeled), "{kind}");
    }
}

/// Too many elements: the product wraps around, and the allocation fails.
#[test]
fn an_allocation_whose_size_overflows_is_noticed() {
    let text =
        failing_if("  %p = call ptr @calloc(i64 4611686018427387905, i64 4)\n  %bad = icmp ne ptr %p, null");
    assert_eq!(verdicts(&text), only(CheckKind::Unmodeled));
}

/// Bits of the number of bits are lost before the shift.
#[test]
fn a_truncated_number_of_bits_gives_no_verdict() {
    let text = |mask: u64| {
        failing_if(&format!(
            "  %input = call i8 @__VERIFIER_nondet_uchar()\n  %wide = zext i8 %input to i64\n  \
             %shifted = shl i64 %wide, 32\n  %amount = and i64 %shifted, {mask}\n  \
             %narrow = trunc i64 %amount to i32\n  %value = shl i32 1, %narrow\n  %bad = icmp eq i32 %value, 0"
        ))
    };
    assert_eq!(verdicts(&text(u64::MAX)), only(CheckKind::Unmodeled));
    assert_eq!(verdicts(&text(31)), BTreeSet::new());
}

/// What comes after it is not reached: in C, the shift may be undefined.
#[test]
fn no_violation_comes_after_a_truncated_number_of_bits() {
    let text = |wide: u64| {
        failing_if(&format!(
            "  %p = alloca i64\n  store i64 {wide}, ptr %p\n  %amount = load i64, ptr %p\n  \
             %narrow = trunc i64 %amount to i32\n  %value = shl i32 1, %narrow\n  %bad = icmp eq i32 %value, 4"
        ))
    };
    assert_eq!(verdicts(&text((1 << 33) + 2)), only(CheckKind::Unmodeled));
    assert_eq!(verdicts(&text(2)), only(CheckKind::ErrorCall));
}

/// A mapped function and one without a body are called through a pointer.
#[test]
fn calls_through_pointers_are_not_lost() {
    let text = "declare void @lock(ptr)\n@pointer = global ptr @lock\n@x = global i32 0\n\
        define void @unlock(ptr %p) {\n  ret void\n}\n\
        define i32 @main() {\n  %f = load ptr, ptr @pointer\n  call void %f(ptr @x)\n  \
        store ptr @unlock, ptr @pointer\n  %g = load ptr, ptr @pointer\n  call void %g(ptr @x)\n  ret i32 0\n}\n";
    let (found, actions) = with_actions(text, &["lock", "unlock"], true);
    assert_eq!((found, actions), (BTreeSet::new(), BTreeSet::from([0, 1])));
    // Pointers to the same function are equal, and to others are not.
    let compared = |other: &str, relation: &str| {
        format!(
            "declare void @lock(ptr)\ndeclare void @free_lock(ptr)\n@pointer = global ptr @lock\n{}",
            failing_if(&format!("  %f = load ptr, ptr @pointer\n  %bad = icmp {relation} ptr %f, {other}"))
        )
    };
    for (other, relation) in [("@lock", "ne"), ("@free_lock", "eq"), ("null", "eq")] {
        let (found, _) = with_actions(&compared(other, relation), &["lock"], true);
        assert_eq!(found, BTreeSet::new(), "{relation} {other}");
    }
    // Without relays, nothing is known about what happens.
    let (found, _) = with_actions(text, &["lock", "unlock"], false);
    assert!(found.contains(&CheckKind::Unmodeled));
    // Whoever is given the pointer may call the mapped function.
    let given = "declare void @lock(ptr)\n\
        define i32 @main() {\n  call void @outside(ptr @lock)\n  ret i32 0\n}\n";
    let (found, _) = with_actions(given, &["lock"], true);
    assert_eq!(found, only(CheckKind::Unmodeled));
}

/// Lengths that are not constants: exactly the bytes of the length are written, and too many are noticed.
#[test]
fn a_length_that_is_not_a_constant_is_followed() {
    let text = |most: u64, index: u64, wanted: u64, call: &str| {
        format!(
            "@from = global [4 x i8] c\"\\01\\01\\01\\01\"\n@to = global [4 x i8] zeroinitializer\n{}",
            failing_if(&format!(
                "  %input = call i8 @__VERIFIER_nondet_uchar()\n  %wide = zext i8 %input to i64\n  \
                 %length = urem i64 %wide, {}\n  {call}\n  %place = getelementptr i8, ptr @to, i64 {index}\n  \
                 %value = load i8, ptr %place\n  %is = icmp eq i8 %value, {wanted}\n  \
                 %long = icmp ugt i64 %length, {index}\n  %bad = xor i1 %is, %long",
                most + 1
            ))
        )
    };
    let copy = "%c = call ptr @memmove(ptr @to, ptr @from, i64 %length)";
    let fill = "%c = call ptr @memset(ptr @to, i32 257, i64 %length)";
    for call in [copy, fill] {
        for index in 0..4 {
            assert_eq!(verdicts(&text(4, index, 1, call)), BTreeSet::new(), "{call} {index}");
            assert_eq!(verdicts(&text(4, index, 2, call)), only(CheckKind::ErrorCall), "{call} {index}");
        }
        assert_eq!(verdicts(&text(5, 0, 1, call)), only(CheckKind::Memory), "{call}");
    }
}

/// An index that is a constant after simplification: the address is that of another object, and yet the
/// access is outside of its own.
#[test]
fn an_access_outside_of_an_object_is_one_wherever_it_leads() {
    let text = |index: i64| {
        format!(
            "@before = global [2 x i64] zeroinitializer\n@array = global [4 x i64] [i64 0, i64 {index}, i64 0, i64 0]\n\
             @other = global [9 x i64] zeroinitializer\n@far = global [4000 x i64] zeroinitializer\n{}",
            failing_if(
                "  %p = getelementptr inbounds [4 x i64], ptr @array, i64 0, i64 1\n  %i = load i64, ptr %p\n  \
                 %q = getelementptr inbounds [4 x i64], ptr @array, i64 0, i64 %i\n  %v = load i64, ptr %q\n  \
                 %bad = icmp eq i64 %v, 77"
            )
        )
    };
    for index in [0, 2, 3] {
        assert_eq!(verdicts(&text(index)), BTreeSet::new(), "{index}");
    }
    let outside = (4..40).chain([100, 1_000, 5_000, i64::from(i32::MAX)]);
    for index in outside.flat_map(|index| [index, 3 - index]) {
        assert_eq!(verdicts(&text(index)), only(CheckKind::Memory), "{index}");
    }
    // Pointers of 32 bits have less room.
    let narrow = |index: i64| format!("target datalayout = \"e-p:32:32\"\n{}", text(index));
    for index in (4..40).chain([100, 1_000]).flat_map(|index| [index, 3 - index]) {
        assert_eq!(verdicts(&narrow(index)), only(CheckKind::Memory), "{index}");
    }
    assert_eq!(verdicts(&narrow(2)), BTreeSet::new());
    let many: String = (0..30_000).map(|n| format!("@g{n} = global i32 0\n")).collect();
    assert_eq!(verdicts(&format!("{}{many}", narrow(2))), only(CheckKind::Unmodeled));
    // A pointer may be outside for a while.
    let back = failing_if(
        "  %p = getelementptr i64, ptr @array, i64 9\n  %q = getelementptr i64, ptr %p, i64 -8\n  \
         %v = load i64, ptr %q\n  %bad = icmp eq i64 %v, 5",
    );
    let back = format!(
        "@array = global [4 x i64] [i64 0, i64 5, i64 0, i64 0]\n@other = global [9 x i64] zeroinitializer\n{back}"
    );
    assert_eq!(verdicts(&back), only(CheckKind::ErrorCall));
}
