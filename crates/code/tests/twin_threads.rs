//! Random programs with threads: the encoder and the engines against an interpreter that tries all schedules.

use std::collections::BTreeSet;
use std::fmt::Write as _;

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

/// The kinds of checks that can fail.
fn verdicts(text: &str) -> BTreeSet<CheckKind> {
    let module = rely_llvm::read(text).expect("the text is right");
    let graph = Graph::expand(&module, module.function_names["main"], &Rules, Limits::default());
    let mut program = encode(&module, &graph, &encode::Options::default());
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

/// An instruction; registers are local, variables are shared, values have two bits.
#[derive(Clone, Copy, Debug)]
enum Code {
    Load(usize),
    Store(usize, Option<u8>),
    Add(u8),
    /// Goes to an instruction if the register has a value.
    Branch(u8, usize),
    Assume(u8),
    Error,
    Lock,
    Unlock,
    Begin,
    End,
    /// Adds to a variable atomically.
    Update(usize, u8),
}

struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        ((self.0 >> 33) as usize) % limit
    }
}

fn thread(random: &mut Random) -> Vec<Code> {
    let length = 2 + random.below(4);
    let mut code = Vec::new();
    for _ in 0..length {
        code.push(match random.below(12) {
            0..=2 => Code::Load(random.below(2)),
            3..=4 => Code::Store(random.below(2), Some(random.below(4) as u8)),
            5 => Code::Store(random.below(2), None),
            6 => Code::Add(1 + random.below(3) as u8),
            7 => Code::Branch(random.below(3) as u8, random.below(length + 1)),
            8 => Code::Assume(random.below(3) as u8),
            9 => Code::Update(random.below(2), 1 + random.below(2) as u8),
            _ => Code::Load(random.below(2)),
        });
    }
    // A failing check, behind a test of what was read last.
    if random.below(3) > 0 {
        let n = code.len();
        code.extend([Code::Load(random.below(2)), Code::Branch(random.below(3) as u8, n + 3), Code::Error]);
    }
    // Something that excludes the other threads; jumps into or out of it are allowed for the mutex only.
    match random.below(3) {
        0 => {
            code.insert(0, Code::Lock);
            code.push(Code::Unlock);
            shift(&mut code);
        }
        1 if !code.iter().any(|one| matches!(one, Code::Branch(..))) => {
            code.insert(0, Code::Begin);
            code.push(Code::End);
        }
        _ => {}
    }
    code
}

fn shift(code: &mut [Code]) {
    for one in code {
        if let Code::Branch(_, target) = one {
            *target += 1;
        }
    }
}

fn text(threads: &[Vec<Code>]) -> String {
    let mut out = String::from(
        "@v0 = global i8 0\n@v1 = global i8 0\n@v2 = global i8 0\n@m = global { i32, i32 } zeroinitializer\n\
         declare i32 @pthread_create(ptr, ptr, ptr, ptr)\ndeclare i32 @pthread_mutex_lock(ptr)\n\
         declare i32 @pthread_mutex_unlock(ptr)\ndeclare void @reach_error()\n\
         declare void @__VERIFIER_assume(i32)\ndeclare void @__VERIFIER_atomic_begin()\n\
         declare void @__VERIFIER_atomic_end()\ndeclare void @pthread_exit(ptr)\n",
    );
    for (number, code) in threads.iter().enumerate() {
        let _ =
            writeln!(out, "define ptr @t{number}(ptr %a) {{\nentry:\n  %r = alloca i8\n  store i8 0, ptr %r");
        let _ = writeln!(out, "  br label %b0");
        for (at, one) in code.iter().enumerate() {
            let _ = writeln!(out, "b{at}:");
            let read = format!("  %x{at} = load i8, ptr %r\n");
            let masked = |to: &str| format!("  %z{at} = and i8 %y{at}, 3\n  store i8 %z{at}, ptr {to}\n");
            match *one {
                Code::Load(v) => {
                    let _ = write!(out, "  %x{at} = load i8, ptr @v{v}\n  store i8 %x{at}, ptr %r\n");
                }
                Code::Store(v, Some(value)) => {
                    let _ = writeln!(out, "  store i8 {value}, ptr @v{v}");
                }
                Code::Store(v, None) => {
                    let _ = writeln!(out, "{read}  store i8 %x{at}, ptr @v{v}");
                }
                Code::Add(value) => {
                    let _ = write!(out, "{read}  %y{at} = add i8 %x{at}, {value}\n{}", masked("%r"));
                }
                Code::Branch(value, target) => {
                    let _ = write!(
                        out,
                        "{read}  %y{at} = icmp eq i8 %x{at}, {value}\n  br i1 %y{at}, label %b{target}, label %b{}\n",
                        at + 1
                    );
                    continue;
                }
                Code::Assume(value) => {
                    let _ = write!(
                        out,
                        "{read}  %y{at} = icmp ne i8 %x{at}, {value}\n  %z{at} = zext i1 %y{at} to i32\n  \
                         call void @__VERIFIER_assume(i32 %z{at})\n"
                    );
                }
                Code::Error => out.push_str("  call void @reach_error()\n"),
                Code::Lock => {
                    let _ = writeln!(out, "  %x{at} = call i32 @pthread_mutex_lock(ptr @m)");
                }
                Code::Unlock => {
                    let _ = writeln!(out, "  %x{at} = call i32 @pthread_mutex_unlock(ptr @m)");
                }
                Code::Begin => out.push_str("  call void @__VERIFIER_atomic_begin()\n"),
                Code::End => out.push_str("  call void @__VERIFIER_atomic_end()\n"),
                Code::Update(v, value) => {
                    let _ = writeln!(out, "  %x{at} = atomicrmw xor ptr @v{v}, i8 {value} seq_cst");
                }
            }
            let _ = writeln!(out, "  br label %b{}", at + 1);
        }
        let _ = writeln!(out, "b{}:\n  ret ptr null\n}}", code.len());
    }
    out.push_str("define i32 @main() {\n  %h = alloca i64\n");
    for number in 0..threads.len() {
        let _ = writeln!(
            out,
            "  %c{number} = call i32 @pthread_create(ptr %h, ptr null, ptr @t{number}, ptr null)"
        );
    }
    out.push_str("  call void @pthread_exit(ptr null)\n  unreachable\n}\n");
    out
}

#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
struct State {
    at: Vec<usize>,
    registers: Vec<u8>,
    variables: [u8; 3],
    owner: Option<usize>,
    atomic: Option<usize>,
}

/// Every schedule, one instruction at a time.
fn naive(threads: &[Vec<Code>]) -> BTreeSet<CheckKind> {
    let n = threads.len();
    let first = State { at: vec![0; n], registers: vec![0; n], variables: [0; 3], owner: None, atomic: None };
    let (mut seen, mut open, mut found) = (BTreeSet::from([first.clone()]), vec![first], BTreeSet::new());
    while let Some(state) = open.pop() {
        for (thread, codes) in threads.iter().enumerate() {
            if state.atomic.is_some_and(|holder| holder != thread) {
                continue;
            }
            let Some(&code) = codes.get(state.at[thread]) else { continue };
            let mut next = state.clone();
            next.at[thread] += 1;
            let register = &mut next.registers[thread];
            match code {
                Code::Load(v) => *register = state.variables[v],
                Code::Store(v, value) => next.variables[v] = value.unwrap_or(*register),
                Code::Add(value) => *register = (*register + value) & 3,
                Code::Branch(value, target) => {
                    if *register == value {
                        next.at[thread] = target;
                    }
                }
                Code::Assume(value) => {
                    if *register == value {
                        continue;
                    }
                }
                Code::Error => {
                    found.insert(CheckKind::ErrorCall);
                    continue;
                }
                Code::Lock => match state.owner {
                    None => next.owner = Some(thread),
                    Some(owner) if owner == thread => {
                        found.insert(CheckKind::Unmodeled);
                        continue;
                    }
                    Some(_) => continue,
                },
                Code::Unlock => {
                    if state.owner != Some(thread) {
                        found.insert(CheckKind::Unmodeled);
                        continue;
                    }
                    next.owner = None;
                }
                Code::Begin => next.atomic = Some(thread),
                Code::End => next.atomic = None,
                Code::Update(v, value) => next.variables[v] ^= value,
            }
            if seen.insert(next.clone()) {
                open.push(next);
            }
        }
    }
    found
}

#[test]
fn verdicts_equal_those_of_all_schedules() {
    let cases = std::env::var("RELY_CASES").ok().and_then(|n| n.parse().ok()).unwrap_or(150);
    let (mut violated, mut held) = (0, 0);
    for case in 0..cases {
        let mut random = Random(case * 7919 + 17);
        let count = if random.below(5) == 0 { 3 } else { 2 };
        let threads: Vec<Vec<Code>> = (0..count).map(|_| thread(&mut random)).collect();
        let expected = naive(&threads);
        let text = text(&threads);
        assert_eq!(verdicts(&text), expected, "case {case}: {threads:?}\n{text}");
        if expected.contains(&CheckKind::ErrorCall) { violated += 1 } else { held += 1 }
    }
    assert!(violated > cases / 10 && held > cases / 10, "{violated} violated, {held} held");
    println!("{violated} violated, {held} held");
}

fn both(threads: &[Vec<Code>], fails: bool) {
    let expected: BTreeSet<CheckKind> = fails.then_some(CheckKind::ErrorCall).into_iter().collect();
    assert_eq!(naive(threads), expected);
    assert_eq!(verdicts(&text(threads)), expected);
}

#[test]
fn a_lost_update_needs_no_mutex() {
    use Code::{Add, Branch, Error, Load, Lock, Store, Unlock, Update};
    let add = [Load(0), Add(1), Store(0, None), Update(1, 1)];
    // The third looks when both others are done: 1 + 2 has both bits.
    let watch = [Load(1), Branch(3, 3), Branch(0, 7), Load(0), Branch(2, 6), Error];
    let second = [Load(0), Add(1), Store(0, None), Update(1, 2)];
    let watch = [&watch[..], &[Add(0)]].concat();
    let mut watch = watch;
    watch[2] = Code::Assume(0);
    watch.insert(3, Code::Assume(1));
    watch.insert(4, Code::Assume(2));
    watch[1] = Branch(3, 5);
    watch[6] = Branch(2, 8);
    both(&[add.to_vec(), second.to_vec(), watch.clone()], true);
    let locked = |code: &[Code]| [&[Lock], code, &[Unlock]].concat();
    both(&[locked(&add), locked(&second), watch], false);
}

/// Peterson's algorithm: the bits of the first variable are the flags, the second is the turn, the third is
/// what the critical section protects. It is broken if the turn is given away before the flag is set.
fn peterson(broken: bool) -> Vec<Vec<Code>> {
    use Code::{Branch, Error, Load, Store, Update};
    let side = |own: u8, other: u8| {
        let mut code = vec![
            Update(0, own),
            Store(1, Some(other)),
            Load(0),
            Branch(own, 7),
            Load(1),
            Branch(own, 7),
            Branch(other, 2),
            Store(2, Some(own)),
            Load(2),
            Branch(own, 11),
            Error,
            Update(0, own),
        ];
        if broken {
            code.swap(0, 1);
        }
        code
    };
    vec![side(1, 2), side(2, 1)]
}

#[test]
fn petersons_algorithm_excludes_unless_it_is_broken() {
    both(&peterson(false), false);
    both(&peterson(true), true);
}

/// Both threads set their flag and go back if the other's is set.
#[test]
fn flags_exclude_if_they_are_set_before_they_are_read() {
    use Code::{Branch, Error, Load, Store, Update};
    let side = |own: u8, late: bool| {
        let mut code = vec![
            Update(0, own),
            Load(0),
            Branch(own, 6),
            Update(0, own),
            Branch(3, 0),
            Branch(0, 0),
            Store(2, Some(own)),
            Load(2),
            Branch(own, 10),
            Error,
            Update(0, own),
        ];
        if late {
            code[1] = Code::Add(own);
        }
        code
    };
    both(&[side(1, false), side(2, false)], false);
    both(&[side(1, true), side(2, true)], true);
}

#[test]
fn what_a_thread_does_before_it_blocks_is_seen() {
    use Code::{Assume, Branch, Error, Load, Store};
    let blocks = vec![Store(0, Some(1)), Assume(0)];
    let sees = vec![Load(0), Branch(0, 3), Error];
    both(&[blocks, sees], true);
}
