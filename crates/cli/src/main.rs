//! The command `rely`: a thin edge over the workbench.

mod args;
mod assume;
mod certify;
mod check;
mod code;
mod commands;
mod compare;
mod compat;
mod compose;
mod draw;
mod edge;
mod fmt;
mod generate;
mod init;
mod lsp;
mod manual;
mod monitor;
mod output;
mod progress;
mod prove;
mod replay;
mod report;
mod serve;
mod simulate;
mod watch;

use std::io::IsTerminal;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use clap::Parser;
use rely_report::{Exit, Failure};
use rely_workbench::Control;

use crate::args::{Cli, ColorWhen};

/// How long a run may take to answer an interrupt.
const PATIENCE: std::time::Duration = std::time::Duration::from_secs(3);

/// Deep models recurse within the parser's depth limit; this is ample.
const STACK: usize = 256 << 20;

fn main() -> ExitCode {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => {
            // Help and version are results; everything else is an error.
            if !error.use_stderr() {
                let _ = error.print();
                return ExitCode::SUCCESS;
            }
            if output::asks_for_json(std::env::args_os().map(|word| word.to_string_lossy().into_owned())) {
                output::failed(&Failure::input("E1000", wrong_words(&error)), output::Machine::Json);
            } else {
                let _ = error.print();
            }
            return ExitCode::from(Exit::Usage.code());
        }
    };
    match cli.common.color {
        ColorWhen::Auto => {}
        ColorWhen::Always => anstream::ColorChoice::Always.write_global(),
        ColorWhen::Never => anstream::ColorChoice::Never.write_global(),
    }
    let machine = output::machine(&cli.command);
    let worker = std::thread::Builder::new().stack_size(STACK).spawn(move || run(&cli));
    let exit = match worker.map(std::thread::JoinHandle::join) {
        Ok(Ok(exit)) => exit,
        Ok(Err(_)) => {
            output::panicked(machine);
            Exit::Internal
        }
        Err(error) => {
            output::failed(&Failure::Internal(format!("no thread could be started: {error}")), machine);
            Exit::Internal
        }
    };
    ExitCode::from(exit.code())
}

fn run(cli: &Cli) -> Exit {
    let interrupted = Arc::new(AtomicBool::new(false));
    let flag = interrupted.clone();
    // The first interrupt asks for a partial result; the second ends the process at once. So does the first
    // if there is no result soon: a command that waits for input does not check the flag.
    let _ = ctrlc::set_handler(move || {
        let end = || std::process::exit(i32::from(Exit::Interrupted.code()));
        if flag.swap(true, Ordering::Relaxed) {
            end();
        }
        std::thread::spawn(move || {
            std::thread::sleep(PATIENCE);
            end()
        });
    });
    let mut control = Control::new(&cli.common.budget, cli.common.threads, interrupted);
    if !cli.common.quiet && std::io::stderr().is_terminal() {
        control = control.with_progress(Box::new(progress::Spinner::new()));
    }
    let exit = match commands::dispatch(cli, &control) {
        Ok(exit) => exit,
        Err(failure) => {
            control.silence();
            output::failed(&failure, output::machine(&cli.command));
            failure.exit()
        }
    };
    if control.is_interrupted() { Exit::Interrupted } else { exit }
}

/// The error of a malformed command line, in one line.
fn wrong_words(error: &clap::Error) -> String {
    let text = error.render().to_string();
    let first = text.lines().next().unwrap_or("the command line is malformed");
    first.trim_start_matches("error: ").to_string()
}
