//! What threads share, and what is not modeled where they share it.

mod kit;

use std::collections::BTreeSet;

use rely_code::encode::{self, CheckKind, encode, is_modeled};
use rely_code::engine::{self, Answer, decide};
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

const DECLARATIONS: &str = "\
declare i32 @pthread_create(ptr, ptr, ptr, ptr)
declare i32 @pthread_join(i64, ptr)
declare i32 @thrd_create(ptr, ptr, ptr)
declare i32 @thrd_join(i64, ptr)
declare void @pthread_exit(ptr)
declare void @reach_error()
declare void @_Exit(i32)
declare void @unknown()
declare void @fscanf(ptr)
@x = global i32 0
@own = global i32 0
";

/// The kinds of checks that can fail.
fn verdicts(text: &str, outside_writes: bool) -> BTreeSet<CheckKind> {
    let text = format!("{DECLARATIONS}{text}");
    let module = rely_llvm::read(&text).expect("the text is right");
    let graph = Graph::expand(&module, module.function_names["main"], &Rules, Limits::default());
    let checks = [CheckKind::ErrorCall, CheckKind::Memory].into();
    let options = encode::Options { checks, outside_writes, ..encode::Options::default() };
    let mut program = encode(&module, &graph, &options);
    assert_eq!(program.places.len(), program.blocks.points.len());
    assert_eq!(program.segments.len(), program.blocks.points.len());
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
    found
}

/// A thread writes to its argument; `main` ends in one of several ways.
fn writes_to_argument(main: &str) -> BTreeSet<CheckKind> {
    let thread = "define ptr @t(ptr %a) {\n  store i32 1, ptr %a\n  ret ptr null\n}\n";
    verdicts(&format!("{thread}{main}"), false)
}

#[test]
fn variables_of_the_first_function_exist_until_the_program_ends() {
    let joined = "
define i32 @main() {
  %h = alloca i64
  %v = alloca i32
  store i32 0, ptr %v
  %c = call i32 @pthread_create(ptr %h, ptr null, ptr @t, ptr %v)
  %i = load i64, ptr %h
  %j = call i32 @pthread_join(i64 %i, ptr null)
  %x = load i32, ptr %v
  %z = icmp eq i32 %x, 1
  br i1 %z, label %good, label %bad
bad:
  call void @reach_error()
  unreachable
good:
  ret i32 0
}";
    assert_eq!(writes_to_argument(joined), BTreeSet::new());
    let gone = "
define i32 @main() {
  %h = alloca i64
  %v = alloca i32
  %c = call i32 @pthread_create(ptr %h, ptr null, ptr @t, ptr %v)
  call void @pthread_exit(ptr null)
  unreachable
}";
    assert_eq!(writes_to_argument(gone), [CheckKind::Unmodeled].into());
}

#[test]
fn variables_of_other_functions_may_have_ended() {
    let helper = "
define void @helper() {
  %h = alloca i64
  %v = alloca i32
  %c = call i32 @pthread_create(ptr %h, ptr null, ptr @t, ptr %v)
  ret void
}
define i32 @main() {
  call void @helper()
  ret i32 0
}";
    assert_eq!(writes_to_argument(helper), [CheckKind::Unmodeled].into());
}

#[test]
fn a_variable_of_the_same_thread_that_has_ended_is_an_error() {
    let text = "
define ptr @leak() {
  %v = alloca i32
  ret ptr %v
}
define ptr @t(ptr %a) {
  %p = call ptr @leak()
  store i32 1, ptr %p
  ret ptr null
}
define i32 @main() {
  %h = alloca i64
  %c = call i32 @pthread_create(ptr %h, ptr null, ptr @t, ptr null)
  ret i32 0
}";
    assert_eq!(verdicts(text, false), [CheckKind::Memory].into());
}

#[test]
fn a_mutex_is_unlocked_by_the_thread_that_has_locked_it() {
    let text = |first: &str, second: &str| {
        format!(
            "declare i32 @pthread_mutex_lock(ptr)
declare i32 @pthread_mutex_unlock(ptr)
@m = global i32 0
define ptr @t(ptr %a) {{
{second}
  ret ptr null
}}
define i32 @main() {{
  %h = alloca i64
  %l = call i32 @pthread_mutex_lock(ptr @m)
{first}
  %c = call i32 @pthread_create(ptr %h, ptr null, ptr @t, ptr null)
  ret i32 0
}}"
        )
    };
    let (lock, unlock) =
        ("  %k = call i32 @pthread_mutex_lock(ptr @m)", "  %u = call i32 @pthread_mutex_unlock(ptr @m)");
    assert_eq!(verdicts(&text(unlock, &format!("{lock}\n{unlock}")), false), BTreeSet::new());
    assert_eq!(verdicts(&text("", unlock), false), [CheckKind::Unmodeled].into(), "locked by another");
    assert_eq!(verdicts(&text(unlock, unlock), false), [CheckKind::Unmodeled].into(), "locked by nobody");
}

/// A thread with this code, next to one that fails if it reads 2 in `x`.
fn next_to_a_reader(code: &str, outside_writes: bool) -> BTreeSet<CheckKind> {
    let text = format!(
        "define ptr @t(ptr %a) {{\n{code}\n  ret ptr null\n}}
define i32 @main() {{
  %h = alloca i64
  %c = call i32 @pthread_create(ptr %h, ptr null, ptr @t, ptr null)
  %x = load i32, ptr @x
  %z = icmp eq i32 %x, 2
  br i1 %z, label %bad, label %good
bad:
  call void @reach_error()
  unreachable
good:
  ret i32 0
}}"
    );
    verdicts(&text, outside_writes)
}

#[test]
fn reads_of_volatile_variables_leave_no_check_that_holds() {
    let reads = "  %v = load volatile i32, ptr @x";
    assert_eq!(next_to_a_reader(reads, false), [CheckKind::Unmodeled].into());
    // What the threads do themselves is found.
    let writes = "  %v = load volatile i32, ptr @x\n  store i32 2, ptr @x";
    assert_eq!(next_to_a_reader(writes, false), [CheckKind::ErrorCall, CheckKind::Unmodeled].into());
    assert_eq!(next_to_a_reader("  store volatile i32 2, ptr @x", false), [CheckKind::ErrorCall].into());
}

#[test]
fn external_functions_that_change_what_is_shared_are_not_modeled() {
    assert_eq!(next_to_a_reader("  call void @unknown()", false), BTreeSet::new());
    assert!(next_to_a_reader("  call void @unknown()", true).contains(&CheckKind::Unmodeled));
    assert!(next_to_a_reader("  call void @fscanf(ptr @x)", false).contains(&CheckKind::Unmodeled));
    // Nobody else accesses this one.
    assert_eq!(next_to_a_reader("  call void @fscanf(ptr @own)", false), BTreeSet::new());
}

#[test]
fn what_happens_before_the_program_ends_is_seen() {
    let exits = "  store i32 2, ptr @x\n  call void @_Exit(i32 0)";
    assert_eq!(next_to_a_reader(exits, false), [CheckKind::ErrorCall].into());
}

#[test]
fn structures_that_are_passed_by_value_are_read_when_the_function_is_called() {
    let text = "
define void @f(ptr byval(i32) %s) {
  %v = load i32, ptr %s
  %z = icmp eq i32 %v, 1
  br i1 %z, label %bad, label %good
bad:
  call void @reach_error()
  unreachable
good:
  ret void
}
define ptr @t(ptr %a) {
  store i32 1, ptr @x
  store i32 0, ptr @x
  ret ptr null
}
define i32 @main() {
  %h = alloca i64
  %c = call i32 @pthread_create(ptr %h, ptr null, ptr @t, ptr null)
  %x = load i32, ptr @x
  call void @f(ptr byval(i32) @x)
  ret i32 0
}";
    assert_eq!(verdicts(text, false), [CheckKind::ErrorCall].into());
}

#[test]
fn threads_of_c_return_a_number() {
    let text = "
define i32 @t(ptr %a) {
  ret i32 1
}
define i32 @main() {
  %h = alloca i64
  %r = alloca i32
  %c = call i32 @thrd_create(ptr %h, ptr @t, ptr null)
  %i = load i64, ptr %h
  %j = call i32 @thrd_join(i64 %i, ptr %r)
  ret i32 0
}";
    assert_eq!(verdicts(text, false), BTreeSet::new());
}

#[test]
fn interleaving_asks_the_budget() {
    use rely_code::blocks::PointKind;
    use rely_code::threads::{Effect, Refused, Threads, interleave};
    use rely_lts::{Budget, Spent};

    let run = |budget: &Budget| {
        let mut builder = kit::Builder::new();
        let (always, next) = (builder.always(), builder.point(PointKind::Cut));
        let mut blocks = builder.finish();
        blocks.edges.push(rely_code::blocks::Edge {
            from: blocks.entry,
            to: next,
            guard: always,
            updates: Vec::new(),
            action: None,
            region: 0,
        });
        let threads = Threads {
            thread_of: vec![Some(0); 2],
            atomic: vec![false; 2],
            entries: vec![blocks.entry],
            finished: vec![None],
            effects: vec![Effect::None],
            visible: vec![false],
        };
        interleave(blocks, &threads, 10, budget)
    };
    assert_eq!(run(&Budget::unlimited()).expect("no limit").blocks.points.len(), 2);
    let stop = Budget { stop: Some(std::sync::Arc::new(|| Some(Spent::Cancelled))), ..Budget::unlimited() };
    assert!(matches!(run(&stop), Err(Refused::Spent(Spent::Cancelled))));
}
