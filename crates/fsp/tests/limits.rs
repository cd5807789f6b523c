//! Enormous models give one finding and no stack overflow.

use rely_fsp::{Parsed, parse};

const MANY: usize = 100_000;

/// Parses on a small stack, as a thread of a pool has it.
fn parse_on_a_small_stack(source: String) -> Parsed {
    let run = move || parse(source.as_bytes());
    let thread = std::thread::Builder::new().stack_size(1 << 20).spawn(run).expect("a thread can be started");
    thread.join().expect("parsing does not panic")
}

fn codes(source: String) -> Vec<&'static str> {
    parse_on_a_small_stack(source).diagnostics.iter().map(|diagnostic| diagnostic.code).collect()
}

/// `before` repeated, `middle`, `after` repeated.
fn nest(head: &str, before: &str, middle: &str, after: &str, tail: &str) -> String {
    format!("{head}{}{middle}{}{tail}", before.repeat(MANY), after.repeat(MANY))
}

#[test]
fn deep_nesting_is_one_finding() {
    let deep = [
        nest("const N = ", "(", "1", ")", "\n"),
        nest("P = ", "(a -> ", "P", ")", "."),
        nest("P = ", "if 1 then ", "P", " else P", "."),
        nest("P = ", "if 1 then P else ", "P", "", "."),
        nest("P = (a", "[{b", "", "}]", " -> P)."),
        nest("set S = ", "{", "a", "}", "\n"),
        nest("P = (a[", "'b[", "1", "]", "] -> P)."),
        nest("P = (a[", "@({b},", "1", ")", "] -> P)."),
        nest("P = (a[", "#{b[", "1", "]}", "] -> P)."),
        nest("||S = ", "(", "P", ")", "."),
        nest("||S = ", "forall [i:0..1] ", "P", "", "."),
        nest("||S = ", "if 1 then ", "P", "", "."),
        nest("P = (a -> P)/", "{forall [i:0..1] ", "{a/b}", "}", "."),
        nest("assert A = ", "(", "a", ")", "\n"),
        nest("assert A = ", "!", "a", "", "\n"),
        nest("assert A = ", "X ", "a", "", "\n"),
        nest("assert A = ", "[]<>", "a", "", "\n"),
        nest("assert A = ", "forall [i:0..1] ", "a", "", "\n"),
    ];
    for source in deep {
        let head = source[..30].to_owned();
        assert_eq!(codes(source), ["E0206"], "{head}");
    }
}

#[test]
fn unclosed_brackets_are_one_finding() {
    for (head, bracket) in
        [("const N = ", "("), ("P = ", "("), ("P = (a", "["), ("set S = ", "{"), ("||S = ", "(")]
    {
        let found = codes(format!("{head}{}", bracket.repeat(MANY)));
        assert_eq!(found.len(), 1, "{head}{bracket}: {found:?}");
    }
}

#[test]
fn long_rows_of_operators_are_one_finding() {
    assert_eq!(codes(format!("const N = 1{}", "+1".repeat(1_000_000))), ["E0206"]);
    assert_eq!(codes(format!("P = (a[1{}] -> P).", "||1".repeat(1_000_000))), ["E0206"]);
    // Each parenthesis is a row of permitted length, but the tree would be the sum of them.
    let rows = "+1".repeat(400);
    let nested = format!("const N = {}1{}", "(".repeat(100), format!("{rows})").repeat(100));
    assert_eq!(codes(nested), ["E0206"]);
    assert_eq!(codes(format!("const N = 1{}", "+1".repeat(400))), [""; 0]);
}

#[test]
fn what_is_long_but_not_deep_is_accepted() {
    let n = 30_000;
    let long = [
        format!("P = (a{} -> P).", " -> a".repeat(n)),
        format!("P = (a -> P{}).", " | a -> P".repeat(n)),
        format!("P = (a{} -> P).", ".b[1]".repeat(n)),
        format!("P = {}P.", "A;".repeat(n)),
        format!("P = P{}.", "[1]".repeat(n)),
        format!("P = (a -> P){}.", ", Q = (a -> P)".repeat(n)),
        format!("P = (a -> P) + {{a{}}}.", ",a".repeat(n)),
        format!("P = (a -> P) / {{a/b{}}}.", ",a/b".repeat(n)),
        format!("||S = (P{}).", " || P".repeat(n)),
        format!("assert A = (a{})", " || a && b".repeat(n)),
        "P = (a -> P).\n".repeat(n),
    ];
    for source in long {
        let head = source[..12].to_owned();
        assert_eq!(codes(source), [""; 0], "{head}");
    }
}

#[test]
fn many_mistakes_are_cut_off() {
    for mistake in [
        "P = a.\n",
        "const\n",
        "$ ",
        "? ",
        "P = (a -> \n",
        "*/ ",
        "set S = {}\n",
        ", Q[",
        "controllerSpec X = {",
    ] {
        let found = codes(mistake.repeat(50_000));
        assert!(found.len() <= 101, "{mistake}: {} findings", found.len());
        assert!(!found.is_empty(), "{mistake}");
        assert!(found.len() < 101 || found.last() == Some(&"E0107"), "{mistake}: {found:?}");
    }
}

#[test]
fn models_of_the_greatest_size_are_read_and_larger_ones_refused() {
    let line = "P = (a -> b[1] -> P | c -> Q.b).\n";
    let limit = 8 << 20;
    let lines = limit / line.len();
    // Processes of one name are a matter of meaning, not of syntax; `Q.b` is not a process.
    assert!(codes(line.repeat(lines)).len() > 1);
    assert_eq!(codes(line.repeat(lines + 1)), ["E0106"]);
    assert_eq!(codes(" ".repeat(50 << 20)), ["E0106"]);
}
