//! `rely lsp`: the language server, with the reports of the other commands.

use std::sync::Arc;
use std::time::Duration;

use clap::Args;
use rely_lsp::{End, Reports, Settings, serve, stdio};
use rely_workbench::language::LensResult;
use rely_workbench::{Exit, Failure, Limits};

use crate::output::plain_report;
use crate::text::Shown;
use crate::{assume, prove, text};

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

/// Columns of a report in an editor.
const WIDTH: usize = 110;

/// The reports of the command line.
struct CommandLine;

impl Reports for CommandLine {
    fn report(&self, result: &LensResult) -> String {
        let shown = Shown { full: false, width: WIDTH };
        let text = match result {
            LensResult::Check(document) => text::check(document, shown, &[]),
            LensResult::Assume(document) => assume::report(document, shown),
            LensResult::Prove(document) => prove::report(document, shown),
            LensResult::Draw(drawn) => drawn.text.clone(),
        };
        plain_report(&text)
    }
}

/// Serves until the editor ends the session.
///
/// # Errors
/// If no thread can be started, or standard output cannot be written.
pub fn run(limits: &Limits, threads: usize) -> Result<Exit, Failure> {
    let (connection, io) = stdio();
    let settings = Settings { reports: Arc::new(CommandLine), limits: limits.clone(), threads, pause: PAUSE };
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
