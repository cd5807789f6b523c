//! `rely lsp`: the language server, with the words of the other commands.

use std::sync::Arc;
use std::time::Duration;

use clap::Args;
use rely_lsp::{End, Reports, Settings, serve, stdio};
use rely_workbench::language::LensResult;
use rely_workbench::{Exit, Failure, Limits};

use crate::output::plain_report;
use crate::text::Shown;
use crate::{assume, prove, text};

/// Serve an editor over standard input and output (language server protocol)
#[derive(Args, Debug)]
#[command(after_help = "Examples:\n  rely lsp\n  rely lsp --budget states=5M,time=60")]
#[command(arg = stdio_flag())]
pub struct LspArgs {}

/// Editors like to say how they talk to a server. There is only this way.
fn stdio_flag() -> clap::Arg {
    let flag = clap::Arg::new("stdio").long("stdio").action(clap::ArgAction::SetTrue);
    flag.help("Over standard input and output; there is no other way, and this need not be said")
}

/// How long a text must not change before it is elaborated.
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

/// Serves until the editor is done.
///
/// # Errors
/// If no thread can be started, or standard output cannot be written.
pub fn run(limits: &Limits, threads: usize) -> Result<Exit, Failure> {
    let (connection, io) = stdio();
    let settings = Settings { reports: Arc::new(CommandLine), limits: limits.clone(), threads, pause: PAUSE };
    let end = serve(&connection, settings);
    drop(connection);
    let written = io.join();
    let failed = |error: std::io::Error| Failure::Internal(format!("the server ended: {error}"));
    match end.map_err(failed)? {
        // The protocol wants to know whether the end was announced.
        End::Orderly => written.map(|()| Exit::Holds).map_err(failed),
        End::Abrupt => Ok(Exit::Violated),
    }
}
