//! `rely explain`, `rely man` and `rely completions`: the command about itself.

use clap::{Args, CommandFactory};
use rely_report::{Exit, Failure};
use rely_workbench::{all_codes, explain};

use crate::args::Cli;
use crate::output::put;

/// Explain the code of an error or warning, or list all codes
#[derive(Args, Debug)]
#[command(after_help = "Examples:\n  rely explain E0401\n  rely explain")]
pub struct ExplainArgs {
    /// The code, such as E0401
    pub code: Option<String>,
}

/// Print completions for a shell
#[derive(Args, Debug)]
#[command(
    after_help = "Examples:\n  rely completions bash > ~/.local/share/bash-completion/completions/rely\n  \
    rely completions zsh > ~/.zfunc/_rely"
)]
pub struct CompletionsArgs {
    /// The shell
    pub shell: clap_complete::Shell,
}

/// Print the manual page of rely or of one of its commands
#[derive(Args, Debug)]
#[command(after_help = "Examples:\n  rely man > rely.1\n  rely man check | man -l -")]
pub struct ManArgs {
    /// The command [default: rely itself]
    pub command: Option<String>,
}

/// Runs `rely explain`.
pub fn explain_code(args: &ExplainArgs) -> Result<Exit, Failure> {
    match &args.code {
        None => {
            let lines: Vec<String> =
                all_codes().iter().map(|(code, title)| format!("{code}  {title}\n")).collect();
            put(&lines.concat(), None)?;
        }
        Some(code) => match explain(code) {
            Some(page) => put(page, None)?,
            None => {
                return Err(Failure::input("E1011", format!("there is no code `{code}`"))
                    .help("`rely explain` lists all codes"));
            }
        },
    }
    Ok(Exit::Holds)
}

/// Runs `rely completions`.
pub fn completions(args: &CompletionsArgs) -> Result<Exit, Failure> {
    let mut buffer = Vec::new();
    clap_complete::generate(args.shell, &mut Cli::command(), "rely", &mut buffer);
    put(&String::from_utf8_lossy(&buffer), None)?;
    Ok(Exit::Holds)
}

/// Runs `rely man`.
pub fn man(args: &ManArgs) -> Result<Exit, Failure> {
    let mut command = Cli::command();
    command.build();
    let command = match &args.command {
        None => command,
        Some(name) => match command.find_subcommand(name) {
            Some(sub) => sub.clone(),
            None => return Err(Failure::input("E1011", format!("there is no command `{name}`"))),
        },
    };
    let mut bytes = Vec::new();
    clap_mangen::Man::new(command)
        .render(&mut bytes)
        .map_err(|error| Failure::Internal(format!("the page cannot be written: {error}")))?;
    put(&String::from_utf8_lossy(&bytes), None)?;
    Ok(Exit::Holds)
}
