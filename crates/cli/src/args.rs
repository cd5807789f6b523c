//! The command line: help, completions and man pages all come from here.

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand, ValueEnum};
use rely_workbench::{
    AutDialect, CheckReduction, ComposeReduction, FamilyKind, Limits, LtsFormat, Reduction, Relation,
};

use crate::assume::args::AssumeArgs;
use crate::code::args::CodeArgs;
use crate::compat::args::CompatArgs;
use crate::draw::args::DrawArgs;
use crate::lsp::LspArgs;
use crate::monitor::args::MonitorArgs;
use crate::prove::args::ProveArgs;
use crate::watch::args::WatchArgs;

/// Prove properties of systems made of components, with evidence.
#[derive(Parser, Debug)]
#[command(
    name = "rely",
    version,
    propagate_version = true,
    disable_help_subcommand = true,
    max_term_width = 100
)]
#[command(
    after_help = "Exit codes: 0 all hold, 1 something is violated, 2 usage or model error, 3 undecided,\n\
    4 nothing to check, 70 internal error, 130 interrupted. The worst wins in the order 70, 2, 1, 3, 4, 0.\n\n\
    Examples:\n  rely check model.lts\n  rely simulate model.lts --target SYS"
)]
pub struct Cli {
    /// What to do.
    #[command(subcommand)]
    pub command: Command,
    /// What all commands take.
    #[command(flatten)]
    pub common: Common,
}

/// Options of every command.
#[derive(Args, Debug, Clone)]
pub struct Common {
    /// Limits: states=N,time=SECONDS,memory=BYTES (k, M and G multiply); what does not fit is unknown
    #[arg(long, global = true, value_name = "LIMITS", default_value = "", hide_default_value = true)]
    pub budget: Limits,
    /// Threads to use; results are the same for any number
    #[arg(long, global = true, value_name = "N", default_value_t = 1, value_parser = threads)]
    pub threads: usize,
    /// Seed of everything random
    #[arg(long, global = true, value_name = "N", default_value_t = 0)]
    pub seed: u64,
    /// Colors: on terminals, always, or never
    #[arg(long, global = true, value_enum, default_value_t = ColorWhen::Auto)]
    pub color: ColorWhen,
    /// No progress and no notes on standard error
    #[arg(long, short, global = true)]
    pub quiet: bool,
    /// In .aut files, `i` is the internal action (as CADP writes it)
    #[arg(long, global = true)]
    pub internal_i: bool,
    /// In .aut files, loops labeled ERROR and END mark those states (as --dialect mcrl2 and cadp write them)
    #[arg(long, global = true)]
    pub marked_loops: bool,
    /// In .aut files, labels that begin with : are actions (and loops with them do not tell propositions)
    #[arg(long, global = true)]
    pub colon_actions: bool,
}

/// When to use colors.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ColorWhen {
    /// On terminals, unless NO_COLOR is set.
    Auto,
    /// Always.
    Always,
    /// Never.
    Never,
}

/// The commands.
#[derive(Subcommand, Debug)]
pub enum Command {
    Check(CheckArgs),
    Assume(AssumeArgs),
    Prove(ProveArgs),
    Compat(CompatArgs),
    Monitor(MonitorArgs),
    Watch(WatchArgs),
    Code(CodeArgs),
    Compose(ComposeArgs),
    Compare(CompareArgs),
    Convert(ConvertArgs),
    Fmt(FmtArgs),
    Generate(GenerateArgs),
    Draw(DrawArgs),
    Simulate(SimulateArgs),
    Serve(ServeArgs),
    Lsp(LspArgs),
    Replay(ReplayArgs),
    Certify(CertifyArgs),
    Explain(ExplainArgs),
    Init(InitArgs),
    Completions(CompletionsArgs),
    Man(ManArgs),
}

/// Check deadlock, safety, progress and asserts of a target
#[derive(Args, Debug)]
#[command(after_help = "Examples:\n  rely check model.lts --target SYS\n  \
    rely check model.lts --property SAFE --certificate safe.json && rely certify safe.json")]
pub struct CheckArgs {
    /// The model: FSP, .aut, DOT, JSON or .rlts; - reads standard input
    pub file: String,
    /// Composite or process to check [default: the last composite, else all processes in parallel]
    #[arg(long, short, value_name = "NAME")]
    pub target: Option<String>,
    /// Only these components, processes, progress tests or asserts
    #[arg(long, short, value_name = "NAMES")]
    pub property: Vec<String>,
    /// Only these kinds of checks
    #[arg(long, value_name = "KINDS", value_delimiter = ',', value_enum)]
    pub only: Vec<Kind>,
    /// Asserts: any run counts, not only those in which choices are fair
    #[arg(long)]
    pub no_fair_choice: bool,
    /// Write a certificate of deadlock freedom and safety, where they hold
    #[arg(long, value_name = "FILE")]
    pub certificate: Option<PathBuf>,
    /// How deadlock and safety are decided: by all states (none), by fewer, or by what pays (auto)
    #[arg(long, value_name = "HOW", default_value = "auto", value_parser = named(&CheckReduction::ALL))]
    pub reduction: CheckReduction,
    /// Write every counterexample to a file of this folder
    #[arg(long, value_name = "FOLDER")]
    pub traces: Option<PathBuf>,
    /// Show every step of long counterexamples, and everything that is never reached
    #[arg(long)]
    pub full: bool,
    /// Make the exit code 1 for these, too
    #[arg(long, value_name = "WHAT", value_delimiter = ',', value_enum)]
    pub deny: Vec<Deny>,
    /// The form of the result
    #[arg(long, short, value_enum, default_value_t = CheckFormat::Text)]
    pub format: CheckFormat,
    /// Write the result to a file
    #[arg(long, short, value_name = "FILE")]
    pub output: Option<PathBuf>,
}

/// Kinds of checks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Kind {
    /// Can the system get stuck?
    Deadlock,
    /// Can a component enter ERROR?
    Safety,
    /// Does something good keep happening?
    Progress,
    /// Asserts in fluent LTL.
    Ltl,
}

/// What else is to fail.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Deny {
    /// Checks that hold for no good reason.
    Vacuous,
    /// Warnings about the model.
    Warnings,
}

/// Forms of the result of a check.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum CheckFormat {
    /// For people.
    Text,
    /// `rely/check/1`
    Json,
    /// SARIF 2.1.0
    Sarif,
    /// JUnit XML
    Junit,
    /// The counterexamples as Mermaid sequence diagrams
    Mermaid,
    /// The counterexamples as sequence charts in text
    Chart,
    /// A page in one file, for browsers
    Html,
}

/// Build the LTS of a target, reduce it, write it
#[derive(Args, Debug)]
#[command(after_help = "Examples:\n  rely compose model.lts --minimize ltsa\n  \
    rely compose model.lts --target SYS -o sys.aut")]
pub struct ComposeArgs {
    /// The model
    pub file: String,
    /// Composite or process to build [default: the last composite, else all processes in parallel]
    #[arg(long, short, value_name = "NAME")]
    pub target: Option<String>,
    /// Reduce the result; `ltsa` is LTSA's own rule
    #[arg(long, short, value_name = "RELATION", value_parser = named(&Reduction::ALL))]
    pub minimize: Option<Reduction>,
    /// How to build what is minimized: all at once (none), step by step, or as it pays (auto)
    #[arg(long, value_name = "HOW", default_value = "auto", value_parser = named(&ComposeReduction::ALL))]
    pub reduction: ComposeReduction,
    /// The form of the result: the report (text, json), or the LTS itself
    #[arg(long, short, value_enum, default_value_t = ComposeFormat::Text)]
    pub format: ComposeFormat,
    /// Write the LTS to a file; its ending says how (.aut, .dot, .json, .rlts, .lts), unless --format does
    #[arg(long, short, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Dialect of .aut
    #[arg(long, value_enum, default_value_t = Dialect::Ltsa)]
    pub dialect: Dialect,
}

/// Forms of the result of a composition.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ComposeFormat {
    /// The report, for people.
    Text,
    /// The report, `rely/compose/1`.
    Json,
    /// The LTS in Aldebaran's format.
    Aut,
    /// The LTS for Graphviz.
    Dot,
    /// The LTS in Rely's binary format.
    Rlts,
    /// The LTS as an FSP process.
    Fsp,
}

/// Dialects of `.aut`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Dialect {
    /// ERROR is -1.
    Ltsa,
    /// Quoted labels; ERROR and END are states with a loop of that name.
    Mcrl2,
    /// As mcrl2, and the internal action is `i`.
    Cadp,
}

impl Dialect {
    /// The style of the writer.
    pub fn style(self) -> AutDialect {
        match self {
            Dialect::Ltsa => AutDialect::Ltsa,
            Dialect::Mcrl2 => AutDialect::Mcrl2,
            Dialect::Cadp => AutDialect::Cadp,
        }
    }
}

/// Decide a relation between two LTSs, or show a run that tells them apart
#[derive(Args, Debug)]
#[command(after_help = "Examples:\n  rely compare model.lts --left SPEC --right IMPL --relation trace\n  \
    rely compare --left old.aut --right new.aut --relation weak")]
pub struct CompareArgs {
    /// The model whose targets are compared; not needed if both sides are files
    pub file: Option<String>,
    /// A target of the model, a file, or FILE:TARGET
    #[arg(long, short, value_name = "NAME")]
    pub left: String,
    /// A target of the model, a file, or FILE:TARGET
    #[arg(long, short, value_name = "NAME")]
    pub right: String,
    /// trace-inclusion: left within right; simulation: right simulates left; failures: left refines right
    #[arg(long, value_name = "RELATION", value_parser = relation)]
    pub relation: Relation,
    /// The form of the result
    #[arg(long, short, value_enum, default_value_t = TextOrJson::Text)]
    pub format: TextOrJson,
    /// Write the result to a file
    #[arg(long, short, value_name = "FILE")]
    pub output: Option<PathBuf>,
}

/// Text or JSON.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum TextOrJson {
    /// For people.
    Text,
    /// For programs.
    Json,
}

/// Translate a model or an LTS into another format
#[derive(Args, Debug)]
#[command(after_help = "Examples:\n  rely convert model.lts --target P --format dot\n  \
    rely convert system.aut -o system.lts")]
pub struct ConvertArgs {
    /// The model or LTS
    pub file: String,
    /// Composite or process to convert
    #[arg(long, short, value_name = "NAME")]
    pub target: Option<String>,
    /// The format to write [default: by the ending of the output file]
    #[arg(long, short, value_name = "FORMAT", value_parser = named(&LtsFormat::ALL))]
    pub format: Option<LtsFormat>,
    /// Write to a file
    #[arg(long, short, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Dialect of .aut
    #[arg(long, value_enum, default_value_t = Dialect::Ltsa)]
    pub dialect: Dialect,
}

/// Give models the layout that all models share; only white space changes
#[derive(Args, Debug)]
#[command(after_help = "A file that is no model is left alone, and told of.\n\n\
    Examples:\n  rely fmt model.lts\n  rely fmt --check *.lts\n  rely fmt - < model.lts")]
pub struct FmtArgs {
    /// Models in FSP; - reads standard input and writes standard output
    #[arg(required = true)]
    pub files: Vec<String>,
    /// Write nothing: show what would change, and exit with 1 if something would
    #[arg(long)]
    pub check: bool,
    /// Write to standard output, and leave the files as they are
    #[arg(long, conflicts_with = "check")]
    pub stdout: bool,
}

/// Generate a model of a family, of any size
#[derive(Args, Debug)]
#[command(after_help = families(), after_long_help = families())]
pub struct GenerateArgs {
    /// The family; see below
    #[arg(value_parser = family())]
    pub family: FamilyKind,
    /// Components; for tau-grid the length of an edge, for the other single LTSs their states or steps
    #[arg(long, short, value_name = "N")]
    pub size: u64,
    /// Families of the assume-guarantee literature: does the model keep its property? [default: correct]
    #[arg(long, value_enum)]
    pub variant: Option<VariantName>,
    /// buffers: number of values [default: 2]
    #[arg(long, value_name = "N")]
    pub values: Option<u64>,
    /// random, pair: transitions of every state [default: 5, pair 3]
    #[arg(long, value_name = "N")]
    pub fan_out: Option<u64>,
    /// random, pair: visible actions [default: 20, pair 3]
    #[arg(long, value_name = "N")]
    pub labels: Option<u64>,
    /// random, pair: of a hundred transitions, how many are tau [default: 30]
    #[arg(long, value_name = "PERCENT")]
    pub tau: Option<u64>,
    /// pair: how many more transitions the side spec has [default: a tenth of the size]
    #[arg(long, value_name = "N")]
    pub extra: Option<u64>,
    /// pair: which of the two [default: imp]
    #[arg(long, value_enum)]
    pub side: Option<SideName>,
    /// The format to write [default: by the ending of the output file, else fsp for systems and aut for LTSs]
    #[arg(long, short, value_name = "FORMAT", value_parser = named(&LtsFormat::ALL))]
    pub format: Option<LtsFormat>,
    /// Write to a file
    #[arg(long, short, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Dialect of .aut
    #[arg(long, value_enum, default_value_t = Dialect::Ltsa)]
    pub dialect: Dialect,
}

/// The variants of a family.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum VariantName {
    /// It keeps its property.
    Correct,
    /// It does not; the text tells why.
    Faulty,
}

/// The sides of a pair.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum SideName {
    /// Fewer transitions.
    Imp,
    /// More transitions.
    Spec,
}

/// The families, for the help.
fn families() -> String {
    let lines = FamilyKind::ALL.map(|(name, _, what)| format!("  {name:<23} {what}"));
    format!(
        "Families:\n{}\n\nExamples:\n  rely generate philosophers --size 12 -o phil12.aut\n  \
         rely generate leader --size 7 --format fsp",
        lines.join("\n")
    )
}

fn family() -> impl clap::builder::TypedValueParser<Value = FamilyKind> {
    use clap::builder::TypedValueParser;
    let names = FamilyKind::ALL.map(|(name, _, _)| clap::builder::PossibleValue::new(name));
    clap::builder::PossibleValuesParser::new(names).map(|name: String| {
        let known = FamilyKind::ALL.iter().find(|(known, _, _)| *known == name);
        known.expect("only possible values get here").1
    })
}

/// Show models in a browser: text, machines, runs, proofs; for this machine only
#[derive(Args, Debug)]
#[command(after_help = "The address has a secret in it: who does not know it sees nothing.\n\n\
    Examples:\n  rely serve\n  rely serve model.lts --no-open")]
pub struct ServeArgs {
    /// A folder, or a model and the folder around it
    #[arg(default_value = ".")]
    pub path: PathBuf,
    /// The port to listen on; 0 is any that is free
    #[arg(long, value_name = "PORT", default_value_t = 0)]
    pub port: u16,
    /// Do not open a browser; never done unless standard output is a terminal
    #[arg(long)]
    pub no_open: bool,
}

/// Step through a target by hand
#[derive(Args, Debug)]
#[command(after_help = "Examples:\n  rely simulate model.lts --target SYS\n  \
    rely simulate model.lts --trace traces/SYS-deadlock.json\n  \
    rely simulate model.lts --actions a,b.1 --format json")]
pub struct SimulateArgs {
    /// The model
    pub file: String,
    /// Composite or process to run [default: the last composite, else all processes in parallel]
    #[arg(long, short, value_name = "NAME")]
    pub target: Option<String>,
    /// A trace to follow with `f`; with --format json it is run
    #[arg(long, value_name = "FILE")]
    pub trace: Option<String>,
    /// Run these actions first, separated by blanks or commas
    #[arg(long, value_name = "ACTIONS", conflicts_with = "trace")]
    pub actions: Option<String>,
    /// Then take these choices, by the numbers that documents have for them, from 0
    #[arg(long, value_name = "NUMBERS", value_delimiter = ',')]
    pub choices: Vec<u64>,
    /// Then take so many random steps
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub random: u64,
    /// A dialogue, or where the run is and what can happen next
    #[arg(long, short, value_enum, default_value_t = TextOrJson::Text)]
    pub format: TextOrJson,
    /// Write the result to a file
    #[arg(long, short, value_name = "FILE")]
    pub output: Option<PathBuf>,
}

/// Replay a trace on the components of its model
#[derive(Args, Debug)]
#[command(after_help = "Examples:\n  rely replay traces/SYS-deadlock.json\n  \
    rely replay --model model.lts --target SYS --actions \"a b.1 c\"")]
pub struct ReplayArgs {
    /// The trace file
    #[arg(required_unless_present = "actions")]
    pub trace: Option<String>,
    /// The model [default: the one the trace names]
    #[arg(long, value_name = "FILE")]
    pub model: Option<String>,
    /// The target [default: the one the trace names]
    #[arg(long, short, value_name = "NAME")]
    pub target: Option<String>,
    /// The actions themselves, separated by blanks, instead of a file
    #[arg(long, value_name = "ACTIONS", conflicts_with = "trace", requires = "model")]
    pub actions: Option<String>,
    /// What is repeated forever after --actions
    #[arg(long, value_name = "ACTIONS", requires = "actions")]
    pub cycle: Option<String>,
    /// Show every step of long traces
    #[arg(long)]
    pub full: bool,
    /// The form of the result
    #[arg(long, short, value_enum, default_value_t = ReplayFormat::Text)]
    pub format: ReplayFormat,
    /// Write the result to a file
    #[arg(long, short, value_name = "FILE")]
    pub output: Option<PathBuf>,
}

/// Forms of the result of a replay.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ReplayFormat {
    /// For people.
    Text,
    /// `rely/replay/1`
    Json,
    /// A Mermaid sequence diagram.
    Mermaid,
    /// A sequence chart in text.
    Chart,
}

/// Check a certificate with the independent checker
#[derive(Args, Debug)]
#[command(after_help = "Examples:\n  rely certify safe.json\n  rely certify safe.json --format json")]
pub struct CertifyArgs {
    /// The certificate
    pub certificate: String,
    /// The form of the result
    #[arg(long, short, value_enum, default_value_t = TextOrJson::Text)]
    pub format: TextOrJson,
    /// Write the result to a file
    #[arg(long, short, value_name = "FILE")]
    pub output: Option<PathBuf>,
}

/// Explain the code of a message, or list all codes
#[derive(Args, Debug)]
#[command(after_help = "Examples:\n  rely explain E0401\n  rely explain")]
pub struct ExplainArgs {
    /// The code, such as E0401
    pub code: Option<String>,
}

/// Begin a new model in a folder
#[derive(Args, Debug)]
#[command(after_help = "Examples:\n  rely init\n  rely init my-model && rely check my-model/model.lts")]
pub struct InitArgs {
    /// The folder, made if needed
    #[arg(default_value = ".")]
    pub folder: PathBuf,
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

/// A parser of names out of a table, that lists them in help and errors.
pub fn named<T: Copy + Send + Sync + 'static>(
    table: &'static [(&'static str, T)],
) -> impl clap::builder::TypedValueParser<Value = T> {
    use clap::builder::TypedValueParser;
    clap::builder::PossibleValuesParser::new(table.iter().map(|(name, _)| *name)).map(move |name: String| {
        table.iter().find(|(known, _)| *known == name).expect("only possible values get here").1
    })
}

fn threads(text: &str) -> Result<usize, String> {
    text.parse()
        .ok()
        .filter(|n| (1..=1024).contains(n))
        .ok_or_else(|| "expected a number from 1 to 1024".to_string())
}

fn relation(text: &str) -> Result<Relation, String> {
    let names: Vec<String> = Relation::ALL.iter().map(ToString::to_string).collect();
    Relation::ALL
        .into_iter()
        .find(|relation| relation.to_string() == text)
        .ok_or_else(|| format!("expected one of {}", names.join(", ")))
}
