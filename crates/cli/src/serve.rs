//! `rely serve`: prints the URL, opens a browser, and serves until it is interrupted.

use std::io::IsTerminal;
use std::path::PathBuf;
use std::process::{Command, Stdio};

use clap::Args;
use rely_report::{Exit, Failure};
use rely_serve::{ServeOptions, Server};

use crate::args::Common;
use crate::edge::Edge;
use crate::output::put;

/// Show models, state machines, runs and proofs in a browser, on this computer only
#[derive(Args, Debug)]
#[command(after_help = "The URL contains a secret token; nobody can connect without it.\n\n\
    Examples:\n  rely serve\n  rely serve model.lts --no-open")]
pub struct ServeArgs {
    /// The folder to serve, or a model in that folder
    #[arg(default_value = ".")]
    pub path: PathBuf,
    /// The port to listen on; 0 chooses a free one
    #[arg(long, value_name = "PORT", default_value_t = 0)]
    pub port: u16,
    /// Do not open a browser; by default, one opens if standard output is a terminal
    #[arg(long)]
    pub no_open: bool,
}

/// Runs the server.
pub fn run(edge: &Edge<'_>, args: &ServeArgs, common: &Common) -> Result<Exit, Failure> {
    let (path, read, limits) = (args.path.clone(), edge.read, common.budget.clone());
    let server =
        Server::bind(&ServeOptions { path, port: args.port, read, limits, threads: common.threads })?;
    put(&format!("{}\n", server.url()), None)?;
    if std::io::stdout().is_terminal() {
        if !args.no_open && !open(&server.url_for_once()?) {
            edge.notes(&["no browser was found; open the URL yourself".to_string()]);
        }
        edge.notes(&["press Ctrl-C to stop the server".to_string()]);
    }
    server.run(&edge.control.interrupt())?;
    Ok(Exit::Holds)
}

/// Asks the desktop to open a URL; `false` if it has no program for that.
fn open(url: &str) -> bool {
    let (program, first): (&str, &[&str]) = if cfg!(target_os = "macos") {
        ("open", &[])
    } else if cfg!(windows) {
        ("rundll32", &["url.dll,FileProtocolHandler"])
    } else {
        ("xdg-open", &[])
    };
    let mut command = Command::new(program);
    command.args(first).arg(url).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    command.spawn().is_ok()
}
