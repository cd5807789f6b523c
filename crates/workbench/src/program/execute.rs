//! Counterexamples are executed: the compiled program gets the inputs that were found.

use rely_code::encode::{CheckKind as Kind, GIVEN, INDEX, TOO_LONG};
use rely_code::follow::Execution;
use rely_code::replay::{self, ABORT, ASSERTION, Calls, ERROR, Entry, MEMORY, Objects, PROPERTY, World};
use rely_io::clang::{Clang, CompileOptions};
use rely_io::native::{Observed, execute};
use rely_io::{Control, Scratch};
use rely_llvm::Module;
use rely_report::Failure;

use super::ProgramOptions;
use super::verdicts::Judged;

/// What an execution showed.
pub(super) enum Shown {
    /// The program fails as the counterexample says.
    Confirmed(String),
    /// The program could not be run: why.
    NotRun(String),
    /// The program does something else.
    Otherwise(String),
}

/// Signals, as Unix numbers them.
const SIGILL: i32 = 4;
const SIGTRAP: i32 = 5;
const SIGABRT: i32 = 6;
const SIGBUS: i32 = 7;
const SIGFPE: i32 = 8;
const SIGSEGV: i32 = 11;

/// Executes a counterexample.
pub(super) fn confirm(
    judged: &Judged<'_>,
    execution: &Execution,
    options: &ProgramOptions,
    control: &Control,
) -> Result<Shown, Failure> {
    if !options.execute {
        return Ok(Shown::NotRun("--no-execution was given".to_string()));
    }
    if judged.graph.threads.len() > 1 {
        return Ok(Shown::NotRun("the schedule of threads cannot be forced".to_string()));
    }
    let clang = match Clang::find() {
        Ok(clang) => clang,
        Err(_) => return Ok(Shown::NotRun("clang is not installed".to_string())),
    };
    let site = &judged.program.sites[execution.check as usize];
    let kind = site.kind;
    if [GIVEN, TOO_LONG].iter().any(|begin| site.message.starts_with(begin)) {
        return Ok(Shown::NotRun("functions from outside are not executed".to_string()));
    }
    let trap: &[&'static str] = match kind {
        Kind::Memory if site.message == INDEX => &["array-bounds"],
        Kind::Overflow => &["signed-integer-overflow"],
        Kind::Shift => &["shift-exponent"],
        _ => &[],
    };
    let mut parts: Vec<(String, Module)> = Vec::new();
    for unit in &judged.source.units {
        let text = match (trap, unit.is_c()) {
            ([], _) => unit.text.clone(),
            (_, false) => {
                let message = match kind {
                    Kind::Memory => "LLVM's text has no indices that the compiler could check",
                    _ => {
                        "LLVM's text does not say where arithmetic is signed, so the compiler cannot check it"
                    }
                };
                return Ok(Shown::NotRun(message.to_string()));
            }
            _ => {
                let compile = CompileOptions { trap: trap.to_vec(), ..options.compile.clone() };
                match clang.translate(&unit.file, &compile, &Scratch::new()?, control) {
                    Ok(text) => text,
                    Err(failure) => return Ok(Shown::NotRun(failure.to_string())),
                }
            }
        };
        match rely_llvm::read(&text) {
            Ok(module) => parts.push((text, module)),
            Err(error) => return Ok(Shown::NotRun(format!("the translation cannot be read: {error}"))),
        }
    }
    let addresses = kind == Kind::Memory;
    let linked = &judged.source.module;
    let entry = match judged.driven {
        true => Entry::Driver(judged.graph.instances[0].function),
        false => Entry::Function(judged.entry),
    };
    let calls = judged.observed.map_or_else(Calls::default, |observed| Calls::new(&observed.bound.rules));
    let files: Vec<String> = parts
        .iter()
        .map(|(text, module)| replay::prepare(text, module, linked, addresses, &calls, entry))
        .collect();
    let modules: Vec<&Module> = parts.iter().map(|(_, module)| module).collect();
    let objects = Objects(&judged.program.objects);
    let property = matches!(kind, Kind::Property(_));
    let world = World { modules: &modules, entry, linked, objects: &objects };
    let Some(driver) = replay::driver(&world, &execution.events, &calls, property) else {
        return Ok(Shown::NotRun("the calls of the driver cannot be written in C".to_string()));
    };
    match execute(&clang, &files, &driver, addresses.then_some(MEMORY), control) {
        Ok(observed) => Ok(judge(kind, observed)),
        Err(Failure::Spent(spent)) => Ok(Shown::NotRun(spent.to_string())),
        Err(failure) => Err(failure),
    }
}

/// Is it what the check says?
fn judge(kind: Kind, observed: Observed) -> Shown {
    let confirmed = |text: &str| Shown::Confirmed(text.to_string());
    match (kind, &observed) {
        (Kind::ErrorCall, Observed::Exit(ERROR, _)) => {
            confirmed("the compiled program calls the error function")
        }
        (Kind::Property(_), Observed::Exit(PROPERTY, _)) => {
            confirmed("the compiled program makes the calls of the trace")
        }
        (Kind::Assertion, Observed::Exit(ASSERTION, _)) => {
            confirmed("the assertion of the compiled program fails")
        }
        (Kind::Abort, Observed::Exit(ABORT, _) | Observed::Signal(SIGILL | SIGTRAP)) => {
            confirmed("the compiled program aborts")
        }
        (Kind::Memory, Observed::Exit(MEMORY, _)) => {
            confirmed("the address sanitizer stops the compiled program")
        }
        (Kind::Memory, Observed::Signal(SIGSEGV | SIGBUS | SIGABRT)) => {
            confirmed("the operating system stops the compiled program")
        }
        (Kind::Division, Observed::Signal(SIGFPE)) => confirmed("the processor stops the compiled program"),
        (Kind::Overflow | Kind::Shift | Kind::Memory, Observed::Signal(SIGILL | SIGTRAP)) => {
            confirmed("the sanitizer stops the compiled program")
        }
        (_, Observed::NotBuilt(message)) => Shown::NotRun(format!("the driver does not compile: {message}")),
        (_, Observed::Running(time)) => Shown::NotRun(format!("it was stopped after {} s", time.as_secs())),
        (_, Observed::Signal(signal)) => Shown::Otherwise(format!("it was stopped by signal {signal}")),
        (_, Observed::Exit(code, text)) => Shown::Otherwise(match &text[..] {
            "" => format!("it ended with exit code {code}"),
            text => format!("it ended otherwise: {text}"),
        }),
    }
}
