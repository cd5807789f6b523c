//! `rely lsp`: the language server, with the reports of the other commands.

use std::time::Duration;

use clap::Args;
use rely_lsp::{End, Settings, serve, stdio};
use rely_report::{Exit, Failure};
use rely_workbench::Limits;

/// Run the language server, over standard input and output
#[derive(Args, Debug)]
#[command(after_help = "Examples:\n  rely lsp\n  rely lsp --budget states=5M,time=60")]
#[command(arg = stdio_flag())]
pub struct LspArgs {}

/// Editors pass this flag to language servers.
fn stdio_flag() -> clap::Arg {
    let flag = clap::Arg::new("stdio").long("stdio").action(clap::ArgAction::SetTrue);
    flag.help("Accepted for compatibility; stdio is the only transport")
}

/// How long a text must be unchanged before it is elaborated.
const PAUSE: Duration = Duration::from_millis(150);

/// Serves until the editor ends the session.
///
/// # Errors
/// If no thread can be started, or standard output cannot be written.
pub fn run(limits: &Limits, threads: usize) -> Result<Exit, Failure> {
    let (connection, io) = stdio();
    let settings = Settings { limits: limits.clone(), threads, pause: PAUSE };
    let end = serve(&connection, settings);
    drop(connection);
    let written = io.join();
    let failed = |error: std::io::Error| Failure::Internal(format!("the server failed: {error}"));
    match end.map_err(failed)? {
        // The protocol prescribes an exit code that says whether `shutdown` came before `exit`.
        End::Orderly => written.map(|()| Exit::Holds).map_err(failed),
        End::Abrupt => Ok(Exit::Violated),
    }
}
