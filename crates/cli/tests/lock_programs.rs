//! Random programs in the style of drivers: locks that are taken and given under conditions, a device that
//! is touched with a lock, early returns, loops. Some have a seeded bug. The verdict of `rely check` is that
//! of execution on all inputs.

mod common;

use std::collections::BTreeSet;
use std::fmt::Write;

use common::{Folder, list, text};

/// A statement. Every condition reads a new input: zero or not.
#[derive(Clone, Debug)]
enum Statement {
    /// Taking a lock that is held is an error.
    Take(usize),
    /// Giving a lock that is not held is an error.
    Give(usize),
    /// Touching the device of a lock that is not held is an error.
    Touch(usize),
    /// One of two ways, by the next input.
    If(Vec<Statement>, Vec<Statement>),
    /// So many times.
    Loop(u32, Vec<Statement>),
    /// The end. A lock that is held then is an error.
    Return,
}
use Statement::{Give, If, Loop, Return, Take, Touch};

struct Random(u64);

impl Random {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % n
    }
}

/// Statements that keep the discipline: locks that are free before are free afterwards.
fn disciplined(random: &mut Random, locks: usize, depth: usize, held: &[usize]) -> Vec<Statement> {
    let mut body = Vec::new();
    for _ in 0..=random.below(2) {
        let free: Vec<usize> = (0..locks).filter(|lock| !held.contains(lock)).collect();
        match random.below(4) {
            0 if depth > 0 => {
                let branches = [(); 2].map(|()| disciplined(random, locks, depth - 1, held));
                let [mut left, right] = branches;
                if random.below(3) == 0 {
                    left.extend(held.iter().rev().map(|&lock| Give(lock)).chain([Return]));
                }
                body.push(If(left, right));
            }
            1 if depth > 0 => body.push(Loop(2, disciplined(random, locks, depth - 1, held))),
            2 if !held.is_empty() => body.push(Touch(held[random.below(held.len())])),
            _ if !free.is_empty() => {
                let lock = free[random.below(free.len())];
                let within = [held, &[lock]].concat();
                body.extend([Take(lock), Touch(lock)]);
                if depth > 0 {
                    body.extend(disciplined(random, locks, depth - 1, &within));
                }
                body.push(Give(lock));
            }
            _ => {}
        }
    }
    body
}

/// Removes or repeats one statement, somewhere.
fn damage(random: &mut Random, body: &mut Vec<Statement>) {
    if body.is_empty() {
        return body.push(Give(0));
    }
    let at = random.below(body.len());
    match &mut body[at] {
        If(left, right) => {
            let way = if random.below(2) == 0 { left } else { right };
            damage(random, way);
        }
        Loop(_, inner) => damage(random, inner),
        _ if random.below(4) == 0 => {
            let again = body[at].clone();
            body.insert(at, again);
        }
        _ => drop(body.remove(at)),
    }
}

/// All executions: states after the body (`None` after a return), or an error.
type States = BTreeSet<Option<Vec<bool>>>;

fn execute(body: &[Statement], before: States) -> Result<States, ()> {
    let mut states = before;
    for statement in body {
        let mut after = States::new();
        for state in states {
            let Some(mut held) = state else {
                after.insert(None);
                continue;
            };
            match statement {
                Take(lock) | Give(lock) => {
                    let gives = matches!(statement, Give(_));
                    if held[*lock] != gives {
                        return Err(());
                    }
                    held[*lock] = !gives;
                    after.insert(Some(held));
                }
                Touch(lock) if !held[*lock] => return Err(()),
                Touch(_) => drop(after.insert(Some(held))),
                If(left, right) => {
                    for way in [left, right] {
                        after.extend(execute(way, [Some(held.clone())].into())?);
                    }
                }
                Loop(times, inner) => {
                    let mut now: States = [Some(held)].into();
                    for _ in 0..*times {
                        now = execute(inner, now)?;
                    }
                    after.extend(now);
                }
                Return if held.contains(&true) => return Err(()),
                Return => drop(after.insert(None)),
            }
        }
        states = after;
    }
    Ok(states)
}

/// Can an error be reached?
fn fails(body: &[Statement], locks: usize) -> bool {
    let whole = [body, &[Return]].concat();
    execute(&whole, [Some(vec![false; locks])].into()).is_err()
}

/// The program as LLVM's text.
struct Writer {
    text: String,
    next: usize,
}

impl Writer {
    fn name(&mut self) -> usize {
        self.next += 1;
        self.next
    }

    fn line(&mut self, line: &str) {
        writeln!(self.text, "{line}").expect("a text grows");
    }

    /// Goes on only if a lock has a value.
    fn demand(&mut self, lock: usize, value: u8) {
        let n = self.name();
        self.line(&format!("  %v{n} = load i32, i32* @lock{lock}"));
        self.line(&format!("  %c{n} = icmp eq i32 %v{n}, {value}"));
        self.line(&format!("  br i1 %c{n}, label %good{n}, label %bad{n}\nbad{n}:"));
        self.line("  call void @reach_error()\n  unreachable");
        self.line(&format!("good{n}:"));
    }

    fn statements(&mut self, body: &[Statement], locks: usize) {
        for statement in body {
            match statement {
                Take(lock) => {
                    self.demand(*lock, 0);
                    self.line(&format!("  store i32 1, i32* @lock{lock}"));
                }
                Give(lock) => {
                    self.demand(*lock, 1);
                    self.line(&format!("  store i32 0, i32* @lock{lock}"));
                }
                Touch(lock) => self.demand(*lock, 1),
                If(left, right) => {
                    let n = self.name();
                    self.line(&format!("  %i{n} = call i32 @__VERIFIER_nondet_int()"));
                    self.line(&format!("  %c{n} = icmp ne i32 %i{n}, 0"));
                    self.line(&format!("  br i1 %c{n}, label %then{n}, label %else{n}"));
                    for (label, way) in [("then", left), ("else", right)] {
                        self.line(&format!("{label}{n}:"));
                        self.statements(way, locks);
                        self.line(&format!("  br label %end{n}"));
                    }
                    self.line(&format!("end{n}:"));
                }
                Loop(times, inner) => {
                    let n = self.name();
                    self.line(&format!("  store i32 0, i32* %counter{n}\n  br label %head{n}\nhead{n}:"));
                    self.line(&format!("  %v{n} = load i32, i32* %counter{n}"));
                    self.line(&format!("  %c{n} = icmp slt i32 %v{n}, {times}"));
                    self.line(&format!("  br i1 %c{n}, label %body{n}, label %end{n}\nbody{n}:"));
                    self.statements(inner, locks);
                    self.line(&format!("  %w{n} = load i32, i32* %counter{n}\n  %x{n} = add i32 %w{n}, 1"));
                    self.line(&format!("  store i32 %x{n}, i32* %counter{n}\n  br label %head{n}\nend{n}:"));
                }
                Return => {
                    (0..locks).for_each(|lock| self.demand(lock, 0));
                    let n = self.name();
                    self.line(&format!("  ret i32 0\nafter{n}:"));
                }
            }
        }
    }
}

fn llvm(body: &[Statement], locks: usize) -> String {
    let mut writer = Writer { text: String::new(), next: 0 };
    writer.statements(&[body, &[Return]].concat(), locks);
    let mut text: String = (0..locks).map(|lock| format!("@lock{lock} = internal global i32 0\n")).collect();
    text.push_str(
        "declare i32 @__VERIFIER_nondet_int()\ndeclare void @reach_error()\ndefine i32 @main() {\n",
    );
    for n in 1..=writer.next {
        if writer.text.contains(&format!("%counter{n}\n")) {
            writeln!(text, "  %counter{n} = alloca i32").expect("a text grows");
        }
    }
    text + &writer.text + "  ret i32 0\n}\n"
}

#[test]
fn verdicts_are_those_of_execution() {
    let folder = Folder::new();
    let mut verdicts = [0, 0];
    for case in 0..60_u64 {
        let mut random = Random(case * 7_919 + 1);
        let locks = 1 + case as usize % 5;
        let mut body = disciplined(&mut random, locks, 2 + case as usize % 3, &[]);
        assert!(!fails(&body, locks), "the generator keeps the discipline");
        if case % 2 == 1 {
            damage(&mut random, &mut body);
        }
        let expected = fails(&body, locks);
        folder.file("p.ll", llvm(&body, locks));
        let run =
            folder.rely(&["check", "p.ll", "--check", "error-call", "--no-execution", "--format", "json"]);
        let document = run.exits(i32::from(expected)).json();
        let verdict = if expected { "violated" } else { "holds" };
        assert_eq!(text(&list(&document, "results")[0], "verdict"), verdict, "{case}: {body:?}");
        verdicts[usize::from(expected)] += 1;
    }
    assert!(verdicts[0] >= 15 && verdicts[1] >= 15, "both verdicts are common: {verdicts:?}");
}
