//! What the parts of a check of a C program take, one `key value` per line.
//!
//! ```text
//! code_queries cut FILE.ll                 reads and cuts the program
//! code_queries ask FILE.ll Z3 SECONDS      decides it, and gives the same questions to z3
//! ```
//!
//! `ask` records every question that the engines ask their solvers. Then new solvers answer them again, from
//! the terms on (`own_cpu`), and one process of z3 answers them as SMT-LIB, incrementally, with the same
//! assertions and assumptions (`z3_cpu`, with reading). Questions that the engines gave up are asked of our
//! solvers only. Different answers are counted, and make the program fail. `z3_read_cpu` is for the same text
//! without questions. A process of z3 gets so many processor seconds (`z3_complete 0` if they are over).

use std::io::{BufRead, BufReader, Write};
use std::process::{Command, ExitCode, Stdio};

use rely_code::encode::{self, CheckKind, Program, is_modeled};
use rely_code::engine::{self, Answer as Verdict};
use rely_code::graph::{CallRules, Graph, Limits, When};
use rely_lts::Context;
use rely_terms::{Answer, Transcript, record};

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let done = match words.as_slice() {
        ["cut", file] => program(file).map(|_| true),
        ["ask", file, z3, seconds] => seconds
            .parse()
            .map_err(|_| format!("{seconds} is not a number"))
            .and_then(|seconds| program(file).and_then(|program| ask(program, z3, seconds))),
        _ => Err("usage: code_queries cut FILE.ll | ask FILE.ll Z3 SECONDS".to_string()),
    };
    match done {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(reason) => {
            eprintln!("{reason}");
            ExitCode::FAILURE
        }
    }
}

/// As for `rely check`.
struct Rules;

impl CallRules for Rules {
    fn is_modeled(&self, name: &str) -> bool {
        is_modeled(name)
    }

    fn action(&self, _: &str, _: When) -> bool {
        false
    }
}

fn program(file: &str) -> Result<Program, String> {
    let text = std::fs::read_to_string(file).map_err(|error| format!("{file}: {error}"))?;
    println!("llvm_lines {}", text.lines().count());
    let module = timed("read", || rely_llvm::read(&text)).map_err(|error| format!("{file}: {error}"))?;
    let entry = module.function_names.get("main").copied().ok_or("there is no main")?;
    let graph = timed("expand", || Graph::expand(&module, entry, &Rules, Limits::default()));
    let options = encode::Options {
        checks: [CheckKind::ErrorCall].into(),
        outside_writes: false,
        ..encode::Options::default()
    };
    let cut = timed("cut", || encode::encode_within(&module, &graph, &options, Context::unlimited().budget));
    cut.map_err(|_| "no limit".to_string())
}

fn ask(mut program: Program, z3: &str, seconds: u64) -> Result<bool, String> {
    let options = engine::Options::default();
    let (outcome, transcripts) =
        timed("decide", || record(|| engine::decide(&mut program.blocks, &options, Context::unlimited())));
    let word = match outcome.checks.iter().map(|check| &check.answer).next() {
        None | Some(Verdict::Safe(_)) => "holds",
        Some(Verdict::Unsafe(_)) => "violated",
        Some(Verdict::Unknown(_)) => "unknown",
    };
    println!("first_verdict {word}");
    let terms = &program.blocks.terms;
    let again = timed("own", || transcripts.iter().map(|t| t.replay(terms)).collect::<Vec<_>>());
    let mut wrong =
        transcripts.iter().zip(&again).filter(|(transcript, again)| transcript.answers() != **again).count();
    let scripts: Vec<(String, Vec<Answer>)> = transcripts.iter().map(|t| t.smtlib(terms)).collect();
    let asked: usize = transcripts.iter().map(|t: &Transcript| t.answers().len()).sum();
    let expected: Vec<Answer> = scripts.iter().flat_map(|(_, answers)| answers.clone()).collect();
    println!("solvers {}\nqueries {asked}\nanswered {}", transcripts.len(), expected.len());
    println!("script_bytes {}", scripts.iter().map(|(text, _)| text.len()).sum::<usize>());
    let given = z3_answers("z3", z3, &scripts, seconds)?;
    let is_question = |line: &&str| !line.starts_with("(check-sat-assuming");
    let silent = |text: &String| text.lines().filter(is_question).collect::<Vec<_>>().join("\n") + "\n";
    let silent: Vec<_> = scripts.iter().map(|(text, _)| (silent(text), Vec::new())).collect();
    z3_answers("z3_read", z3, &silent, seconds)?;
    wrong += given.iter().zip(&expected).filter(|(ours, theirs)| ours != theirs).count();
    println!("z3_answers {}\nz3_complete {}", given.len(), u8::from(given.len() == expected.len()));
    println!("wrong {wrong}");
    Ok(wrong == 0)
}

/// The answers of one process, in order; fewer if its time is over.
fn z3_answers(
    name: &str,
    z3: &str,
    scripts: &[(String, Vec<Answer>)],
    seconds: u64,
) -> Result<Vec<Answer>, String> {
    let before = cpu_of_children();
    // The shell limits the processor's time, and becomes z3.
    let mut child = Command::new("/bin/sh")
        .args(["-c", "ulimit -t \"$0\"; exec \"$@\"", &seconds.to_string(), z3, "-in"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .map_err(|error| format!("{z3}: {error}"))?;
    let (mut input, output) =
        child.stdin.take().zip(child.stdout.take()).ok_or("z3 has no standard input or output")?;
    let (mut answers, mut refused) = (Vec::new(), None);
    std::thread::scope(|scope| {
        scope.spawn(move || {
            // A process that has ended does not read the rest.
            let _ = scripts.iter().try_for_each(|(text, _)| input.write_all(text.as_bytes()));
        });
        for line in BufReader::new(output).lines().map_while(Result::ok) {
            match line.as_str() {
                "sat" => answers.push(Answer::Satisfiable),
                "unsat" => answers.push(Answer::Unsatisfiable),
                _ => refused = Some(format!("z3 says {line}")),
            }
        }
    });
    let _ = child.wait();
    println!("{name}_cpu {:.6}", cpu_of_children() - before);
    refused.map_or(Ok(answers), Err)
}

fn timed<T>(name: &str, work: impl FnOnce() -> T) -> T {
    let before = processor_seconds();
    let done = work();
    println!("{name}_cpu {:.6}", processor_seconds() - before);
    done
}

/// Processor seconds of this thread.
fn processor_seconds() -> f64 {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    let first = text.split_whitespace().next().and_then(|word| word.parse::<f64>().ok());
    first.unwrap_or(0.0) / 1e9
}

/// Processor seconds of all children that have ended, in hundredths.
fn cpu_of_children() -> f64 {
    let text = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    let fields: Vec<&str> = text.rsplit(')').next().unwrap_or_default().split_whitespace().collect();
    let field = |i: usize| fields.get(i).and_then(|word| word.parse::<f64>().ok()).unwrap_or(0.0);
    (field(13) + field(14)) / 100.0
}
