//! The command line: help, completions and manual pages all come from the types here and in the modules of
//! the commands.

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Args, Parser, Subcommand, ValueEnum};
use rely_workbench::Limits;

use crate::assume::args::AssumeArgs;
use crate::certify::CertifyArgs;
use crate::check::args::CheckArgs;
use crate::code::args::CodeArgs;
use crate::compare::CompareArgs;
use crate::compat::args::CompatArgs;
use crate::compose::args::{ComposeArgs, ConvertArgs};
use crate::draw::args::DrawArgs;
use crate::fmt::FmtArgs;
use crate::generate::args::GenerateArgs;
use crate::init::InitArgs;
use crate::lsp::LspArgs;
use crate::manual::{CompletionsArgs, ExplainArgs, ManArgs};
use crate::monitor::args::MonitorArgs;
use crate::prove::args::ProveArgs;
use crate::replay::ReplayArgs;
use crate::serve::ServeArgs;
use crate::simulate::args::SimulateArgs;
use crate::watch::args::WatchArgs;

/// Verify systems of components, with counterexamples and certificates as evidence.
#[derive(Parser, Debug)]
#[command(
    name = "rely",
    version,
    propagate_version = true,
    disable_help_subcommand = true,
    max_term_width = 100
)]
#[command(
    after_help = "Exit codes: 0 everything holds, 1 something is violated, 2 usage or model error, 3 undecided,\n\
    4 nothing to check, 70 internal error, 130 interrupted. If several apply, the first of\n\
    70, 2, 1, 3, 4, 0 wins.\n\n\
    Examples:\n  rely check model.lts\n  rely simulate model.lts --target SYS"
)]
pub struct Cli {
    /// The command.
    #[command(subcommand)]
    pub command: Command,
    /// The options of every command.
    #[command(flatten)]
    pub common: Common,
}

/// The options of every command.
#[derive(Args, Debug, Clone)]
pub struct Common {
    /// Limits: states=N,time=SECONDS,memory=BYTES (suffixes k, M, G); beyond them, verdicts are unknown
    #[arg(long, global = true, value_name = "LIMITS", default_value = "", hide_default_value = true)]
    pub budget: Limits,
    /// Number of threads; results do not depend on it
    #[arg(long, global = true, value_name = "N", default_value_t = 1, value_parser = threads)]
    pub threads: usize,
    /// Seed for random choices
    #[arg(long, global = true, value_name = "N", default_value_t = 0)]
    pub seed: u64,
    /// When to use colors
    #[arg(long, global = true, value_enum, default_value_t = ColorWhen::Auto)]
    pub color: ColorWhen,
    /// Print no progress, notes or warnings on standard error
    #[arg(long, short, global = true)]
    pub quiet: bool,
    /// In .aut files, read `i` as the internal action (as CADP writes it)
    #[arg(long, global = true)]
    pub internal_i: bool,
    /// In .aut files, read self-loops labeled ERROR and END as marks of ERROR and END states (as --dialect
    /// mcrl2 and cadp write them)
    #[arg(long, global = true)]
    pub marked_loops: bool,
    /// In .aut files, read labels that begin with : as actions, not as propositions
    #[arg(long, global = true)]
    pub colon_actions: bool,
}

/// When to use colors.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ColorWhen {
    /// On terminals, unless NO_COLOR is set
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}

/// The commands. The arguments of a command are built when it is called, so that a start builds those of one;
/// its description is therefore here, too.
#[derive(Subcommand, Debug)]
#[command(defer = true)]
pub enum Command {
    /// Check a target for deadlock, safety, progress and asserts
    Check(CheckArgs),
    /// Compute the weakest assumption under which a module satisfies its properties
    Assume(AssumeArgs),
    /// Prove properties by assume-guarantee reasoning, one part at a time, or show a counterexample
    Prove(ProveArgs),
    /// Decide whether a new version of a component can replace the old one, and list losses, additions and
    /// broken properties
    Compat(CompatArgs),
    /// Generate a runtime monitor for an assumption or a property, as a program or a table
    Monitor(MonitorArgs),
    /// Check the log of a running system against an assumption or a property
    Watch(WatchArgs),
    /// Check Rust components: the entire system, and each part under its assumption
    Code(CodeArgs),
    /// Build the LTS of a target, minimize it, and write it to a file
    Compose(ComposeArgs),
    /// Check two LTSs for equivalence or refinement, or show a run that distinguishes them
    Compare(CompareArgs),
    /// Convert a model or an LTS to another format
    Convert(ConvertArgs),
    /// Format models; only whitespace changes
    Fmt(FmtArgs),
    /// Generate a model of any size from a family of models
    Generate(GenerateArgs),
    /// Draw a state machine, a system, a run, a proof, an assumption or an upgrade
    Draw(DrawArgs),
    /// Step through a target interactively
    Simulate(SimulateArgs),
    /// Show models, state machines, runs and proofs in a browser, on this computer only
    Serve(ServeArgs),
    /// Run the language server, over standard input and output
    Lsp(LspArgs),
    /// Replay a trace on the components of its model
    Replay(ReplayArgs),
    /// Check a certificate with the independent checker
    Certify(CertifyArgs),
    /// Explain the code of an error or warning, or list all codes
    Explain(ExplainArgs),
    /// Create an example model and a rely.toml in a folder
    Init(InitArgs),
    /// Print completions for a shell
    Completions(CompletionsArgs),
    /// Print the manual page of rely or of one of its commands
    Man(ManArgs),
}

/// Text or JSON.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum TextOrJson {
    /// For people
    Text,
    /// For programs
    Json,
}

/// An entry of a table of names.
pub trait Entry<T> {
    /// The name, the value, and a help text for the name if there is one.
    fn parts(&self) -> (&'static str, T, Option<&'static str>);
}

impl<T: Copy> Entry<T> for (&'static str, T) {
    fn parts(&self) -> (&'static str, T, Option<&'static str>) {
        (self.0, self.1, None)
    }
}

impl<T: Copy> Entry<T> for (&'static str, T, &'static str) {
    fn parts(&self) -> (&'static str, T, Option<&'static str>) {
        (self.0, self.1, Some(self.2))
    }
}

/// A parser of the names in a table. Help and error messages list the names.
pub fn named<T: Copy + Send + Sync + 'static, E: Entry<T>>(
    table: &[E],
) -> impl TypedValueParser<Value = T> + use<T, E> {
    let parts: Vec<_> = table.iter().map(Entry::parts).collect();
    let possible = parts.iter().map(|&(name, _, help)| match help {
        Some(help) => PossibleValue::new(name).help(help),
        None => PossibleValue::new(name),
    });
    PossibleValuesParser::new(possible.collect::<Vec<_>>()).map(move |name: String| {
        parts.iter().find(|(known, ..)| *known == name).expect("only possible values get here").1
    })
}

fn threads(text: &str) -> Result<usize, String> {
    text.parse()
        .ok()
        .filter(|n| (1..=1024).contains(n))
        .ok_or_else(|| "expected a number from 1 to 1024".to_string())
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::Cli;

    #[test]
    fn the_list_of_commands_describes_each_as_its_own_help_does() {
        let listed = Cli::command();
        let mut built = listed.clone();
        built.build();
        for own in built.get_subcommands() {
            let entry = listed.find_subcommand(own.get_name()).expect("it is listed");
            let about = own.get_about().map(ToString::to_string);
            assert!(about.is_some(), "{} has no description", own.get_name());
            assert_eq!(entry.get_about().map(ToString::to_string), about, "{}", own.get_name());
        }
    }

    #[test]
    fn the_command_line_is_well_formed() {
        Cli::command().debug_assert();
    }
}
