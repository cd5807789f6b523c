//! The options of `rely draw`.

use std::path::PathBuf;

use clap::Args;
use rely_report::picture::{Picture, PictureFormat};
use rely_workbench::{Around, Reduction};

use crate::args::named;
use crate::compat::args::version;

/// Draw a state machine, a system, a run, a proof, an assumption or an upgrade
#[derive(Args, Debug)]
#[command(after_help = "Examples:\n  rely draw model.lts --target SYS -o sys.svg\n  \
    rely draw model.lts --what trace --format mermaid\n  \
    rely draw --what compat --baseline old.lts:QUEUE --candidate new.lts:QUEUE -o upgrade.svg")]
pub struct DrawArgs {
    /// A model, or a JSON document of check, assume, prove or compat; with --what compat, the file of the
    /// system
    #[arg(required_unless_present = "baseline")]
    pub file: Option<String>,
    /// What to draw from a model; a JSON document determines this itself
    #[arg(long, short, value_name = "WHAT", default_value = "machine", default_value_if("baseline", clap::builder::ArgPredicate::IsPresent, "compat"), value_parser = named(&Picture::ALL))]
    pub what: Picture,
    /// Composite or process to draw [default: the last composite, else all processes in parallel]
    #[arg(long, short, value_name = "NAME")]
    pub target: Option<String>,
    /// Draw the machines of these processes or components instead of the target's
    #[arg(long, value_name = "NAMES")]
    pub process: Vec<String>,
    /// Only runs, proofs and assumptions of these properties
    #[arg(long, short, value_name = "NAMES")]
    pub property: Vec<String>,
    /// --what assumption: the module
    #[arg(long, short, value_name = "NAMES")]
    pub module: Vec<String>,
    /// --what compat: the old version, as in `rely compat`
    #[arg(long, short, value_name = "VERSION", requires = "candidate", allow_hyphen_values = true, value_parser = version)]
    pub baseline: Option<String>,
    /// --what compat: the new version
    #[arg(long, short, value_name = "VERSION", requires = "baseline", allow_hyphen_values = true, value_parser = version)]
    pub candidate: Option<String>,
    /// A run: --what trace draws it, --what machine marks it
    #[arg(long, value_name = "FILE")]
    pub trace: Option<String>,
    /// Draw only the neighborhood of a state, given by its number or by the numbers of the components' states
    /// (0,3,1); may be repeated
    #[arg(long, value_name = "STATE", conflicts_with = "trace")]
    pub around: Vec<Around>,
    /// Also draw the successors of this state, if it is drawn; may be repeated
    #[arg(long, value_name = "STATE")]
    pub expand: Vec<Around>,
    /// Maximum distance from the --around state, the run, or the initial state
    #[arg(long, value_name = "STEPS")]
    pub radius: Option<usize>,
    /// Minimize machines with more states than this, or draw them in part
    #[arg(long, value_name = "N", default_value_t = 200, value_parser = clap::value_parser!(u32).range(1..=5000))]
    pub max_states: u32,
    /// Minimize machines first
    #[arg(long, value_name = "RELATION", value_parser = named(&Reduction::ALL))]
    pub minimize: Option<Reduction>,
    /// Output format [default: by the extension of the output file, else svg]
    #[arg(long, short, value_name = "FORMAT", value_parser = named(&PictureFormat::ALL))]
    pub format: Option<PictureFormat>,
    /// Write the picture to a file
    #[arg(long, short, value_name = "FILE")]
    pub output: Option<PathBuf>,
}
