//! The commands, each in a module of its own.

use rely_report::{Exit, Failure};
use rely_workbench::{Control, ReadOptions};

use crate::args::{Cli, Command};
use crate::edge::Edge;
use crate::{
    assume, certify, check, code, compare, compat, compose, draw, fmt, generate, init, lsp, manual, monitor,
    prove, replay, serve, simulate, watch,
};

/// Runs a command.
pub fn dispatch(cli: &Cli, control: &Control) -> Result<Exit, Failure> {
    let edge = Edge {
        control,
        read: ReadOptions {
            internal_i: cli.common.internal_i,
            marked_loops: cli.common.marked_loops,
            colon_actions: cli.common.colon_actions,
            digest: false,
        },
        limits: &cli.common.budget,
        threads: cli.common.threads,
        quiet: cli.common.quiet,
    };
    match &cli.command {
        Command::Check(args) => check::run(&edge, args),
        Command::Assume(args) => assume::run(&edge, args),
        Command::Prove(args) => prove::run(&edge, args),
        Command::Compat(args) => compat::run(&edge, args),
        Command::Monitor(args) => monitor::run(&edge, args),
        Command::Watch(args) => watch::run(&edge, args),
        Command::Code(args) => code::run(&edge, args),
        Command::Compose(args) => compose::run(&edge, args),
        Command::Compare(args) => compare::run(&edge, args),
        Command::Convert(args) => compose::convert(&edge, args),
        Command::Fmt(args) => fmt::run(&edge, args),
        Command::Generate(args) => {
            let (exit, notes) = generate::run(args, cli.common.seed, control)?;
            edge.notes(&notes);
            Ok(exit)
        }
        Command::Draw(args) => draw::run(&edge, args),
        Command::Simulate(args) => simulate::run(&edge, args, cli.common.seed),
        Command::Serve(args) => serve::run(&edge, args, &cli.common),
        Command::Lsp(_) => lsp::run(&cli.common.budget, cli.common.threads),
        Command::Replay(args) => replay::run(&edge, args),
        Command::Certify(args) => certify::run(args),
        Command::Explain(args) => manual::explain_code(args),
        Command::Init(args) => init::run(args),
        Command::Completions(args) => manual::completions(args),
        Command::Man(args) => manual::man(args),
    }
}
