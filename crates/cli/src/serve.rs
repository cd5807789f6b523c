//! `rely serve`: the address, a browser, and then until somebody interrupts it.

use std::io::IsTerminal;
use std::process::{Command, Stdio};

use rely_serve::{ServeOptions, Server};
use rely_workbench::{Exit, Failure};

use crate::args::{Common, ServeArgs};
use crate::commands::Edge;
use crate::output::put;

/// Runs the server.
pub fn run(edge: &Edge<'_>, args: &ServeArgs, common: &Common) -> Result<Exit, Failure> {
    let (path, read, limits) = (args.path.clone(), edge.read, common.budget.clone());
    let server =
        Server::bind(&ServeOptions { path, port: args.port, read, limits, threads: common.threads })?;
    put(&format!("{}\n", server.url()), None)?;
    if std::io::stdout().is_terminal() {
        if !args.no_open && !open(&server.url_for_once()?) {
            edge.notes(&["no browser was found; open the address yourself".to_string()]);
        }
        edge.notes(&["the server runs until it is interrupted (Ctrl-C)".to_string()]);
    }
    server.run(&edge.control.interrupt())?;
    Ok(Exit::Holds)
}

/// Asks the desktop to open an address; `false` if it has no program for that.
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
