//! `rely replay`: a trace in, its steps out.

use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use rely_report::view::ReplayKind;
use rely_report::{
    ChartLanguage, Exit, Failure, Skeleton, TestLanguage, chart, itf, shiviz, test_skeleton, text,
};
use rely_workbench::{TraceDocument, load, read_trace_file, replay};

use crate::edge::{Edge, shown};
use crate::output::{json, put_report};

/// Replay a trace on the components of its model
#[derive(Args, Debug)]
#[command(after_help = "Examples:\n  rely replay traces/SYS-deadlock.json\n  \
    rely replay --model model.lts --target SYS --actions \"a b.1 c\"")]
pub struct ReplayArgs {
    /// The trace file
    #[arg(required_unless_present = "actions")]
    pub trace: Option<String>,
    /// The model [default: the one that the trace names]
    #[arg(long, value_name = "FILE")]
    pub model: Option<String>,
    /// The target [default: the one that the trace names]
    #[arg(long, short, value_name = "NAME")]
    pub target: Option<String>,
    /// The actions of the trace, separated by spaces, instead of a file
    #[arg(long, value_name = "ACTIONS", conflicts_with = "trace", requires = "model")]
    pub actions: Option<String>,
    /// The actions that repeat forever after --actions
    #[arg(long, value_name = "ACTIONS", requires = "actions")]
    pub cycle: Option<String>,
    /// Show every step of long traces
    #[arg(long)]
    pub full: bool,
    /// Output format
    #[arg(long, short, value_enum, default_value_t = ReplayFormat::Text)]
    pub format: ReplayFormat,
    /// Write the run as the skeleton of a test, with one call per step
    #[arg(long, value_name = "LANGUAGE", value_enum, conflicts_with = "format")]
    pub as_test: Option<AsTest>,
    /// Write the result to a file
    #[arg(long, short, value_name = "FILE")]
    pub output: Option<PathBuf>,
}

/// Output formats.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ReplayFormat {
    /// For people
    Text,
    /// JSON, schema rely/replay/1
    Json,
    /// A Mermaid sequence diagram
    Mermaid,
    /// A sequence chart in plain text
    Chart,
    /// A trace in ITF, for Apalache and Quint
    Itf,
    /// A log with vector clocks, for ShiViz
    Shiviz,
}

/// Languages of tests.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum AsTest {
    /// A test for cargo test
    Rust,
    /// A unittest
    Python,
    /// A program with main
    C,
}

/// Runs the command.
pub fn run(edge: &Edge<'_>, args: &ReplayArgs) -> Result<Exit, Failure> {
    let trace = match (&args.trace, &args.actions) {
        (Some(path), _) => read_trace_file(path)?,
        (None, Some(actions)) => {
            let words = |text: &str| text.split_whitespace().map(str::to_string).collect::<Vec<_>>();
            TraceDocument::new(words(actions), args.cycle.as_deref().map(words).unwrap_or_default())
        }
        (None, None) => {
            return Err(Failure::input("E1009", "no trace is given: name a file or use --actions"));
        }
    };
    let model = match (&args.model, &trace.file, &args.trace) {
        (Some(model), _, _) => model.clone(),
        (None, Some(named), Some(path)) => named_model(path, named),
        _ => {
            return Err(Failure::input("E1009", "the trace does not name its model")
                .help("name it with --model FILE"));
        }
    };
    let loaded = load(&model, edge.read, edge.control)?;
    let document = replay(&loaded, args.target.as_deref(), &trace, edge.control)?;
    let cycle_from = (!trace.cycle.is_empty()).then_some(trace.actions.len());
    if args.as_test.is_some() || matches!(args.format, ReplayFormat::Itf | ReplayFormat::Shiviz) {
        // A run that is not one of the model would be a wrong test.
        let (Some(run), true) = (&document.steps, document.verdict == ReplayKind::Replayed) else {
            put_report(&text::replay::report(&document, trace.actions.len(), shown(args.full)), None)?;
            return Ok(document.exit());
        };
        let skeleton = Skeleton { file: &document.file, target: &document.target, run, cycle_from };
        let text = match args.as_test {
            Some(AsTest::Rust) => test_skeleton(&skeleton, TestLanguage::Rust),
            Some(AsTest::Python) => test_skeleton(&skeleton, TestLanguage::Python),
            Some(AsTest::C) => test_skeleton(&skeleton, TestLanguage::C),
            None if args.format == ReplayFormat::Itf => itf(run, cycle_from, &document.file),
            None => shiviz(run),
        };
        put_report(&text, args.output.as_deref())?;
        return Ok(document.exit());
    }
    let text = match (args.format, &document.steps) {
        (ReplayFormat::Json, _) => json(&document)?,
        (ReplayFormat::Mermaid, Some(steps)) => chart(steps, cycle_from, ChartLanguage::Mermaid),
        (ReplayFormat::Chart, Some(steps)) => {
            chart(steps, cycle_from, ChartLanguage::Text { width: shown(false).width })
        }
        _ => text::replay::report(&document, trace.actions.len(), shown(args.full)),
    };
    put_report(&text, args.output.as_deref())?;
    Ok(document.exit())
}

/// The model that a trace names: next to the trace, else in the current folder.
fn named_model(trace: &str, model: &str) -> String {
    let near = Path::new(trace).parent().map(|folder| folder.join(model));
    match near {
        Some(near) if near.exists() => near.display().to_string(),
        _ => model.to_string(),
    }
}
