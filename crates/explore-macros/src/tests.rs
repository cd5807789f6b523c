//! The errors of the macros, and the code they generate. That the code works is tested in `rely-explore`.

use proc_macro2::TokenStream;

/// The text of what a trait becomes.
fn written(options: &str, item: &str) -> String {
    let tokens = crate::expand(tokens(options), tokens(item)).expect("this is an interface");
    let _: syn::File = syn::parse2(tokens.clone()).expect("what is written is Rust");
    tokens.to_string()
}

/// All errors about a trait.
fn errors(options: &str, item: &str) -> Vec<String> {
    let error = crate::expand(tokens(options), tokens(item)).expect_err("this is no interface");
    error.into_iter().map(|error| error.to_string()).collect()
}

fn tokens(text: &str) -> TokenStream {
    text.parse().expect("the test is Rust")
}

/// Expects exactly one error, which begins so.
fn one_error(item: &str, beginning: &str) {
    let found = errors("", item);
    assert_eq!(found.len(), 1, "{item}: {found:?}");
    assert!(found[0].starts_with(beginning), "{item}: {}", found[0]);
}

#[test]
fn an_argument_without_a_domain_is_told_how_to_get_one() {
    one_error(
        "trait T { fn put(&self, value: u32); }",
        "argument `value` of `put` has no domain: the driver would have to call it with every number; \
         write `#[domain(0..2)] value: u32`",
    );
    one_error(
        "trait T { fn put(&self, value: &str); }",
        "argument `value` of `put` has no domain: the driver would have to call it with every string; write `#[domain([\"a\", \"b\"])]",
    );
    one_error("trait T { fn put(&self, value: &u8); }", "argument `value` of `put` has no domain");
    one_error("trait T { fn put(&self, value: Vec<u8>); }", "argument `value` of `put` has no domain");
    one_error("trait T { fn put(&self, value: &[u8]); }", "argument `value` of `put` has no domain");
    one_error("trait T { fn get(&self) -> usize; }", "the result of `get` has no domain");
}

#[test]
fn an_empty_domain_is_an_error_where_it_can_be_seen() {
    for domain in ["", "()", "([])", "(&[])", "(3..3)", "(4..3)", "(1..=0)", "(0..-1)", "((2..1))"] {
        let item = format!("trait T {{ fn put(&self, #[domain{domain}] value: i32); }}");
        one_error(&item, "empty domain");
    }
    for domain in ["(0..1)", "([7])", "(0..=0)", "(FIRST..LAST)", "(VALUES)", "(-1..1)"] {
        let item = format!("trait T {{ fn put(&self, #[domain{domain}] value: i32); }}");
        written("", &item);
    }
    one_error("trait T { #[returns([])] fn get(&self) -> usize; }", "empty domain");
}

#[test]
fn generic_interfaces_are_refused_with_a_way_out() {
    one_error(
        "trait Queue<T: Send> { fn put(&self); }",
        "`Queue` is generic, but an environment needs concrete types",
    );
    one_error("trait T { fn put<V>(&self); }", "`put` is generic, but the driver needs concrete types");
    one_error(
        "trait T { fn put(&self, value: impl Into<u8>); }",
        "argument `value` of `put` is `impl Trait`",
    );
    one_error("trait T { fn get(&self) -> impl Copy; }", "`get` returns `impl Trait`");
}

#[test]
fn methods_that_no_environment_can_call_are_refused() {
    one_error("trait T { async fn put(&self); }", "`put` is async, but drivers are threads");
    one_error("trait T { unsafe fn put(&self); }", "`put` is unsafe");
    one_error("trait T { fn new() -> bool; }", "`new` is not a method: an operation takes `&self`");
    one_error("trait T { fn close(self); }", "`close` could be called only once");
    one_error("trait T { fn close(self: Box<Self>); }", "`close` could be called only once");
    one_error(
        "trait T { fn fill(&self, buffer: &mut u8); }",
        "argument `buffer` of `fill` is a mutable reference",
    );
    one_error("trait T { fn get(&self) -> &Thing; }", "`get` returns a reference, but a stub owns no data");
    one_error("trait T { type Item; fn put(&self); }", "a universal environment consists of methods");
    one_error("unsafe trait T { fn put(&self); }", "unsafe traits are not supported");
    one_error("trait T: Iterator { fn put(&self); }", "the stub cannot implement `Iterator`");
    one_error("trait T {}", "`T` has no methods, so a driver would have nothing to call");
    one_error("struct T;", "`#[universal]` applies to a trait");
    written("", "trait T: Send + Sync + 'static { fn put(&self); }");
}

#[test]
fn attributes_in_the_wrong_place_and_wrong_fields_are_told() {
    one_error("trait T { #[domain(0..2)] fn get(&self) -> bool; }", "`#[domain(…)]` belongs to an argument");
    one_error("trait T { fn put(&self, #[returns(0..2)] v: bool); }", "this attribute belongs to a method");
    one_error(
        "trait T { #[returns(0..2)] fn put(&self); }",
        "`put` returns nothing, but has a domain for its result",
    );
    one_error(
        "trait T { #[event(\"x.put\", valeu)] fn put(&self, value: bool) -> bool; }",
        "`valeu` is not an argument of `put`; the fields are `value`, `result`",
    );
    one_error(
        "trait T { #[event(\"x.put\", result)] fn put(&self); }",
        "`result` is not an argument of `put`; there are no fields",
    );
    one_error(
        "trait T { #[event(never)] fn put(&self); }",
        "expected `#[event(\"NAME\", FIELDS)]` or `#[event(none)]`",
    );
    one_error("trait T { #[event(\"x put\")] fn put(&self); }", "`x put` is not a valid action or prefix");
    one_error(
        "trait T { fn put(&self, result: bool) -> bool; }",
        "in the event of `put`, `result` is its return value",
    );
    one_error("trait T { #[event(none)] #[event(none)] fn put(&self); }", "duplicate attribute");
    assert_eq!(errors("prefix = \"a\", prefix = \"b\"", "trait T { fn put(&self); }"), ["duplicate option"]);
    let unknown = errors("locks = \"a\"", "trait T { fn put(&self); }");
    assert_eq!(
        unknown,
        [
            "unknown option `locks`; the options are `prefix = \"…\"`, `lock = \"…\"`, and `driver` or `stub` to generate only one of them"
        ]
    );
}

#[test]
fn all_errors_of_a_trait_are_reported_at_once() {
    let found = errors("", "trait T { fn a(&self, v: u8); fn b(self); fn c(&self) -> String; }");
    assert_eq!(found.len(), 3, "{found:?}");
}

#[test]
fn events_are_named_after_the_trait_the_method_and_what_it_takes_and_answers() {
    let stub = |options: &str, item: &str| {
        let text = written(options, item);
        text.split_once("impl T for TStub")
            .or(text.split_once("for SavedWakeUpStub"))
            .expect("there is a stub")
            .1
            .to_string()
    };
    let item = "trait SavedWakeUp { fn put(&self, a: bool, b: bool) -> bool; }";
    assert!(
        stub("", item).contains("event ! (\"saved_wake_up.put\" , a , b , result)"),
        "{}",
        stub("", item)
    );
    let item = "trait T { fn clear(&self); }";
    assert!(stub("prefix = \"exec\"", item).contains("event ! (\"exec.clear\")"));
    let item = "trait T { #[event(\"exec.put\", b)] fn put(&self, a: bool, b: bool); }";
    assert!(stub("", item).contains("event ! (\"exec.put\" , b)"));
    assert!(!stub("", "trait T { #[event(none)] fn put(&self); }").contains("event !"));
    let inherited = stub("", "trait T { fn put(&self); fn twice(&self) { self.put(); self.put(); } }");
    assert!(!inherited.contains("twice"), "a method with a body is inherited");
}

#[test]
fn our_attributes_do_not_stay_and_those_of_others_do() {
    let text = written(
        "",
        "/// Doc.\ntrait T { #[must_use] #[event(\"x\")] #[returns(0..2)] fn get(&self, #[domain(0..1)] v: u8) -> u8; }",
    );
    assert!(text.contains("must_use") && !text.contains("returns (") && !text.contains("domain ("), "{text}");
}

#[test]
fn only_a_driver_with_a_lock_asks_for_one() {
    let item = "trait T { fn put(&self); }";
    assert!(!written("", item).contains("Lockable"));
    let locking = written("lock = \"exec\"", item);
    assert!(
        locking.contains("Lockable")
            && locking.contains("\"exec.lock\"")
            && locking.contains("\"exec.unlock\"")
    );
    assert!(written("", "trait T { fn put(&mut self); }").contains("component : & mut C"));
}

#[test]
fn half_an_interface_needs_half_of_the_domains() {
    let item = "trait T { fn put(&self, value: u8); #[returns(0..2)] fn get(&self) -> u8; }";
    assert_eq!(errors("", item).len(), 1);
    let stub = written("stub", item);
    assert!(stub.contains("TStub") && !stub.contains("TDriver"));
    let item = "trait T { fn put(&self, #[domain(0..2)] value: u8); fn get(&self) -> u8; }";
    assert_eq!(errors("", item).len(), 1);
    let driver = written("driver", item);
    assert!(driver.contains("TDriver") && !driver.contains("TStub"));
    assert_eq!(
        errors("driver, stub", item),
        ["use either `driver` or `stub`; without an option both are generated"]
    );
    let locked = errors("stub, lock = \"a\"", "trait T { fn put(&self); }");
    assert_eq!(locked, ["`lock` is an option of the driver, but only the stub is generated"]);
}

#[test]
fn a_call_may_be_announced_before_its_answer() {
    let item = "trait T { #[begins(\"t.put\", v)] #[event(\"t.done\")] fn put(&self, v: bool) -> bool; }";
    let text = written("", item);
    let (begin, answer) = (text.find("\"t.put\"").unwrap(), text.find("let result").unwrap());
    assert!(begin < answer && answer < text.find("\"t.done\"").unwrap());
    one_error(
        "trait T { #[begins(\"t.put\", result)] fn put(&self) -> bool; }",
        "`result` is not an argument of `put`",
    );
}

#[test]
fn domains_are_derived_for_enums_and_structs() {
    let derived = |item: &str| crate::domain::derive(tokens(item));
    let text = derived("enum E { A, B(bool, bool), C { x: bool } }").unwrap().to_string();
    assert_eq!(text.matches("all . push").count(), 3);
    assert_eq!(text.matches("for field_").count(), 3);
    let message = |item: &str| derived(item).expect_err("it has no domain").to_string();
    assert_eq!(message("enum E {}"), "`E` has no values, so its domain is empty");
    assert_eq!(message("struct S<T>(T);"), "`S` is generic in `T`: implement `Domain` manually");
    assert_eq!(message("union U { a: u8 }"), "`Domain` cannot be derived for a union");
}
