//! Bad texts give errors that say where and what; no text makes the reader panic.

use rely_llvm::{ReadError, read};

const SMALL: [&str; 2] = [include_str!("fixtures/small-14.ll"), include_str!("fixtures/small-19.ll")];

fn error(text: &str) -> ReadError {
    match read(text) {
        Ok(_) => panic!("expected an error for:\n{text}"),
        Err(error) => error,
    }
}

#[track_caller]
fn rejects(text: &str, line: u32, column: u32, part: &str) {
    let error = error(text);
    assert_eq!((error.line, error.column), (line, column), "{error}\n{text}");
    assert!(error.message.contains(part), "{error}\nshould contain: {part}");
    assert!(!error.is_limit());
}

#[test]
fn names_must_be_defined() {
    rejects("define i32 @f() {\n  ret i32 %x\n}", 2, 11, "%x is not defined");
    rejects("define i32 @f() {\n  %y = add i32 %x, %z\n  ret i32 %y\n}", 2, 16, "%x is not defined");
    rejects("define void @f() {\n  br label %x\n}", 2, 12, "block is not defined");
    rejects("define void @f() {\n  call void @g()\n  ret void\n}", 2, 13, "@g is not defined");
    rejects("@x = global i32* @y", 1, 18, "@y is not defined");
    rejects("@x = global %s zeroinitializer", 1, 13, "%s is not defined");
    rejects("define void @f() #3 {\n  ret void\n}", 1, 18, "#3 is not defined");
    rejects("define void @f() {\n  ret void, !dbg !9\n}", 2, 18, "!9 is not defined");
    rejects("!0 = !DISubroutineType(types: !1)", 1, 1, "!1 is not defined");
}

#[test]
fn names_are_defined_once() {
    rejects("@x = global i8 0\n@x = global i8 0", 2, 1, "defined twice");
    rejects("declare void @f()\ndeclare void @f()", 2, 14, "defined twice");
    rejects("declare void @f()\n@f = global i8 0", 2, 1, "defined twice");
    rejects("%s = type { i8 }\n%s = type { i8 }", 2, 1, "defined twice");
    rejects("%s = type opaque\n%s = type opaque", 2, 1, "defined twice");
    rejects("!0 = !{}\n!0 = !{}", 2, 1, "defined twice");
    rejects("attributes #0 = { }\nattributes #0 = { }", 2, 1, "defined twice");
    rejects("define void @f(i8 %a, i8 %a) {\n  ret void\n}", 1, 26, "defined twice");
    let twice = "define void @f() {\n  %a = alloca i8\n  %a = alloca i8\n  ret void\n}";
    rejects(twice, 3, 3, "defined twice");
    rejects("define void @f() {\nx:\n  br label %x\nx:\n  ret void\n}", 4, 1, "defined twice");
}

#[test]
fn types_must_agree() {
    rejects("define i32 @f(i64 %x) {\n  ret i32 %x\n}", 2, 11, "%x has type 'i64'");
    rejects("define i32 @f() {\n  ret i64 0\n}", 2, 7, "returns type 'i32'");
    rejects("define void @f() {\n  ret i64 0\n}", 2, 7, "returns type 'void'");
    rejects(
        "define void @f(i8 %x) {\n  br i8 %x, label %a, label %a\na:\n  ret void\n}",
        2,
        6,
        "expected type 'i1'",
    );
    rejects("define void @f(i8 %x) {\n  %y = load i8, i8 %x\n  ret void\n}", 2, 17, "expected a pointer");
    rejects("define void @f(i8 %x) {\n  %y = zext i8 %x to i4\n  ret void\n}", 2, 13, "cannot convert");
    rejects("define void @f(float %x) {\n  %y = add float %x, %x\n  ret void\n}", 2, 12, "expected integers");
    rejects("@x = global i32 null", 1, 17, "expected a value of type 'i32', found 'null'");
    rejects("@x = global ptr 3", 1, 17, "expected a value of a pointer type");
    rejects("@x = global i8 256", 1, 16, "expected an integer of 8 bits");
    rejects("@x = global i8 -129", 1, 16, "expected an integer of 8 bits");
    rejects("@x = global [2 x i8] [i8 1]", 1, 22, "do not fit an array type of length 2");
    rejects("@x = global [2 x i8] c\"abc\"", 1, 22, "expected a value of an array type");
    rejects("@x = global { i8, i16 } { i8 1, i8 1 }", 1, 25, "do not fit a structure type");
    rejects("@x = global <{ i8 }> { i8 1 }", 1, 22, "do not fit a structure type");
    let late = "define void @f() {\n  %a = add i8 %b, 1\n  %b = add i16 1, 1\n  ret void\n}";
    rejects(late, 3, 3, "an earlier use expects type 'i8'");
    rejects(
        "define void @f({ i8 } %x) {\n  %y = extractvalue { i8 } %x, 1\n  ret void\n}",
        2,
        21,
        "has the part",
    );
}

#[test]
fn syntax_errors_say_what_is_expected() {
    rejects("int main;", 1, 1, "expected a definition, found 'int'");
    rejects("define i32 @f() {\n", 2, 1, "expected an instruction, found the end of the text");
    rejects("define i32 @f() {\n}", 2, 1, "expected an instruction");
    rejects("define i32 @f() {\n  frobnicate i32 3\n}", 2, 14, "found 'frobnicate'");
    rejects("define void @f() {\n  store i8 3 ptr null\n}", 2, 14, "expected ',', found 'ptr'");
    rejects("@x = global i8 3, align x", 1, 25, "expected an alignment");
    rejects("@x = global \"\nabc", 1, 13, "expected the end of this string");
    rejects("@é = global i8 3", 1, 2, "expected a name");
    rejects("source_filename = \"é\" é", 1, 23, "expected a token");
    rejects(
        "define void @f() {\n  %5 = alloca i8\n  %3 = alloca i8\n  ret void\n}",
        3,
        3,
        "expected the number 6",
    );
    rejects("define void @f() {\n  %x = store i8 3, ptr null\n  ret void\n}", 2, 3, "has no result");
    rejects("define void @f() {\n  %x = ret void\n}", 2, 3, "has no result");
    rejects("@x = global ptr %y", 1, 17, "expected a value");
    rejects("target datalayout = \"e-i64:63\"", 1, 21, "expected an alignment in 'i64:63'");
    rejects("  declare void @f()", 1, 3, "at the beginning of its line");
    rejects("!0 = !{!\"a\",\n!1}", 1, 1, "expected a node of metadata on one line");
    let twice = "define void @f(i8 %x) {\n  switch i8 %x, label %a [ i8 1, label %a\n  i8 1, label %a ]\na:\n  ret void\n}";
    rejects(twice, 3, 3, "each case of a switch once");
}

#[test]
fn deep_nesting_is_a_limit() {
    let deep = |open: &str, middle: &str, close: &str, n: usize| {
        format!("{}{middle}{}", open.repeat(n), close.repeat(n))
    };
    for n in [200, 100_000] {
        for text in [
            format!("@x = global {} zeroinitializer", deep("[1 x ", "i8", "]", n)),
            format!("@x = global {} zeroinitializer", deep("{", "i8", "}", n)),
            format!("@x = external global {}", deep("void (", "i8", ")*", n)),
            format!("@x = global ptr {}", deep("bitcast (ptr ", "null", " to ptr)", n)),
            format!("@x = global i8 {}", deep("add (i8 ", "1", ", i8 1)", n)),
        ] {
            let error = error(&text);
            assert!(error.is_limit(), "{error}");
        }
    }
    // Deep brackets of metadata are skipped without recursion.
    let text = format!("!0 = !{}", deep("{", "null", "}", 100_000));
    assert!(read(&text).is_ok());
    // As deep as anyone writes.
    let text = format!("@x = global {} zeroinitializer", deep("[1 x ", "i8", "]", 100));
    assert!(read(&text).is_ok());
    let text = format!("@x = global ptr {}", deep("bitcast (ptr ", "null", " to ptr)", 40));
    assert!(read(&text).is_ok());
}

#[test]
fn copies_of_large_types_are_a_limit() {
    let fields = vec!["i8"; 10_000].join(", ");
    let extract = "  extractvalue %s %x, 0\n".repeat(1000);
    let text = format!("%s = type {{ {{ {fields} }} }}\ndefine void @f(%s %x) {{\n{extract}  ret void\n}}\n");
    assert!(error(&text).is_limit());
}

#[test]
fn stars_without_end_are_one_pointer() {
    let text = format!("@x = external global i8{}", "*".repeat(100_000));
    assert!(read(&text).is_ok());
}

#[test]
fn no_truncation_panics() {
    for text in SMALL {
        let accepted =
            (0..text.len()).filter(|&end| text.is_char_boundary(end) && read(&text[..end]).is_ok());
        // Between the definitions of a module; its metadata is at the end.
        let accepted: Vec<usize> = accepted.collect();
        let first = text.find("\ndefine").unwrap();
        assert!(accepted.iter().all(|&end| end <= first || end > text.len() - 200), "{accepted:?}");
    }
}

#[test]
fn no_damage_panics() {
    for text in SMALL {
        for at in (0..text.len()).step_by(3) {
            for damage in ["", "\"", "(", "%", "!", "9", "\n", "é", "\0", "*", "label"] {
                let damaged = format!("{}{damage}{}", &text[..at], &text[at + 1..]);
                let _ = read(&damaged);
            }
        }
    }
}

#[test]
fn empty_text_is_an_empty_module() {
    let module = read("").unwrap();
    assert!(module.functions.is_empty() && module.globals.is_empty() && module.structs.is_empty());
    assert_eq!(module.pointer_bytes, 8);
}

#[test]
fn messages_show_the_place() {
    let error = error("define void @f() {\n  br label %x\n}");
    assert_eq!(error.to_string(), "line 2, column 12: this block is not defined");
}
