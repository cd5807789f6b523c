//! `rely compose` and `rely convert`: the LTS of a target, reduced if wanted, written in any format.

use std::io::Write;
use std::path::Path;

use rely_formats::{
    AutStyle, DotWriteOptions, FspOptions, UnwritableLabels, fsp_process_name, write_aut, write_dot,
    write_fsp, write_json, write_rlts,
};
use rely_fsp::Diagnostic;
use rely_lts::minimize::{Equivalence, TauReduction, ltsa, minimize};
use rely_lts::{Composed, Lts, System};

use crate::alone::{Kept, compose_alone};
use crate::check::component_views;
use crate::control::Control;
use crate::failure::{Exit, Failure};
use crate::files;
use crate::load::{Loaded, Target};
use crate::view::{ComposeDocument, MinimizedView};

/// A reduction that `--minimize` names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reduction {
    /// Modulo strong bisimilarity.
    Strong,
    /// Modulo branching bisimilarity.
    Branching,
    /// Modulo weak bisimilarity.
    Weak,
    /// The smallest deterministic LTS with the same traces.
    Trace,
    /// By LTSA's own rule.
    Ltsa,
}

impl Reduction {
    /// All of them, with their names.
    pub const ALL: [(&'static str, Reduction); 5] = [
        ("strong", Reduction::Strong),
        ("branching", Reduction::Branching),
        ("weak", Reduction::Weak),
        ("trace", Reduction::Trace),
        ("ltsa", Reduction::Ltsa),
    ];

    /// The name on the command line.
    pub fn name(self) -> &'static str {
        Self::ALL.iter().find(|(_, r)| *r == self).expect("all reductions are listed").0
    }

    fn apply(self, lts: &Lts, control: &Control) -> Result<Lts, Failure> {
        let equivalence = match self {
            Reduction::Ltsa => return Ok(ltsa(lts, TauReduction::On, control.context())?),
            Reduction::Strong => Equivalence::Strong,
            Reduction::Branching => Equivalence::Branching,
            Reduction::Weak => Equivalence::Weak,
            Reduction::Trace => Equivalence::Trace,
        };
        Ok(minimize(lts, equivalence, control.context())?.lts)
    }
}

/// A format to write an LTS in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LtsFormat {
    /// Aldebaran, LTSA's dialect.
    Aut,
    /// Graphviz.
    Dot,
    /// Our JSON.
    Json,
    /// Our binary format.
    Rlts,
    /// An FSP process.
    Fsp,
}

impl LtsFormat {
    /// All of them, with their names.
    pub const ALL: [(&'static str, LtsFormat); 5] = [
        ("aut", LtsFormat::Aut),
        ("dot", LtsFormat::Dot),
        ("json", LtsFormat::Json),
        ("rlts", LtsFormat::Rlts),
        ("fsp", LtsFormat::Fsp),
    ];

    /// The name on the command line.
    pub fn name(self) -> &'static str {
        Self::ALL.iter().find(|(_, f)| *f == self).expect("all formats are listed").0
    }

    /// Is it text? What is not does not belong on a terminal.
    pub fn is_text(self) -> bool {
        self != LtsFormat::Rlts
    }

    /// The format that a file name asks for.
    pub fn of_file(path: &Path) -> Option<LtsFormat> {
        match path.extension()?.to_str()? {
            "aut" => Some(LtsFormat::Aut),
            "dot" | "gv" => Some(LtsFormat::Dot),
            "json" => Some(LtsFormat::Json),
            "rlts" => Some(LtsFormat::Rlts),
            "lts" | "fsp" => Some(LtsFormat::Fsp),
            _ => None,
        }
    }
}

/// Which dialect of `.aut` to write.
pub use rely_formats::AutStyle as AutDialect;

/// What to compose.
#[derive(Clone, Debug, Default)]
pub struct ComposeOptions {
    /// Which target; default: the last composite, else all processes in parallel.
    pub target: Option<String>,
    /// How to reduce the result.
    pub minimize: Option<Reduction>,
}

/// A composed target: the report, and the LTS itself (reduced, if that was asked for).
pub struct ComposeResult {
    /// The report.
    pub document: ComposeDocument,
    /// The LTS.
    pub lts: Lts,
    /// Warnings about the source, with their places.
    pub warnings: Vec<Diagnostic>,
}

/// The LTS of a system with everything its definition asks for: composition, priority, hiding, modifiers.
pub(crate) fn finished(system: &System, control: &Control) -> Result<Lts, Failure> {
    Ok(built(system, Kept::Transitions, control)?.lts)
}

fn built(system: &System, kept: Kept, control: &Control) -> Result<Composed, Failure> {
    match compose_alone(system, kept, control.context())? {
        Some(composed) => Ok(composed),
        None => Ok(rely_fsp::build(system, control.context())?),
    }
}

/// Composes a target.
///
/// # Errors
/// If the model is wrong or the budget is spent.
pub fn compose(
    loaded: &Loaded,
    options: &ComposeOptions,
    control: &Control,
) -> Result<ComposeResult, Failure> {
    let Target { system, warnings } = loaded.target(options.target.as_deref(), control)?;
    let kept = if options.minimize.is_some() { Kept::Transitions } else { Kept::Propositions };
    let composed = built(&system, kept, control)?;
    let (deadlock, culprits, mut lts) = (composed.deadlock, composed.culprits, composed.lts);
    let (states, transitions) = (lts.n_states() as u64, lts.n_transitions() as u64);
    let mut document = ComposeDocument {
        schema: "rely/compose/1".to_string(),
        file: loaded.path.clone(),
        target: system.name.clone(),
        components: component_views(&system),
        states,
        transitions,
        alphabet: lts.alphabet().names().iter().map(|n| n.to_string()).collect(),
        error_reachable: lts.has_error(),
        violated: culprits.iter().map(|&i| system.components[i].name.clone()).collect(),
        deadlock,
        end: lts.end().map(|e| u64::from(e.raw())),
        minimized: None,
        output: None,
        warnings: loaded.views(&warnings),
    };
    if let Some(reduction) = options.minimize {
        lts = reduction.apply(&lts, control)?;
        document.minimized = Some(MinimizedView {
            relation: reduction.name().to_string(),
            states: lts.n_states() as u64,
            transitions: lts.n_transitions() as u64,
        });
    }
    Ok(ComposeResult { document, lts, warnings })
}

impl ComposeDocument {
    /// Composing always succeeds; what it found is in the document.
    pub fn exit(&self) -> Exit {
        Exit::Holds
    }
}

/// Writes an LTS; the notes say what the format could not hold or had to rename.
///
/// # Errors
/// If the format cannot express the LTS, or writing fails.
pub fn write_lts(
    lts: &Lts,
    name: &str,
    format: LtsFormat,
    dialect: AutStyle,
    out: &mut dyn Write,
) -> Result<Vec<String>, Failure> {
    let mut out = out;
    let fail = |error: rely_formats::FormatError| Failure::input("E1008", error.message.clone());
    let losses = match format {
        LtsFormat::Aut => write_aut(lts, dialect, &mut out).map_err(fail)?,
        LtsFormat::Dot => {
            let options = DotWriteOptions { name: name.to_string(), ..DotWriteOptions::default() };
            write_dot(lts, &options, &mut out).map_err(fail)?
        }
        LtsFormat::Json => {
            write_json(lts, name, None, &mut out).map_err(fail)?;
            return Ok(Vec::new());
        }
        LtsFormat::Rlts => {
            write_rlts(lts, name, None, &mut out).map_err(fail)?;
            return Ok(Vec::new());
        }
        LtsFormat::Fsp => {
            let options = FspOptions { unwritable: UnwritableLabels::Rename };
            let report = write_fsp(lts, &fsp_process_name(name), &options, &mut out).map_err(fail)?;
            let mut notes: Vec<String> =
                report.renamed.iter().map(|(old, new)| format!("{new} stands for {old:?}")).collect();
            if !report.losses.is_empty() {
                notes.push(format!("not written: {}", report.losses));
            }
            return Ok(notes);
        }
    };
    Ok(if losses.is_empty() { Vec::new() } else { vec![format!("not written: {losses}")] })
}

/// Writes an LTS to a file.
///
/// # Errors
/// If the format cannot express the LTS, or the file cannot be written.
pub fn write_lts_file(
    lts: &Lts,
    name: &str,
    format: LtsFormat,
    dialect: AutStyle,
    path: &Path,
) -> Result<Vec<String>, Failure> {
    let mut outcome = Ok(Vec::new());
    let written = files::write(path, |out| {
        outcome = write_lts(lts, name, format, dialect, out);
        if outcome.is_err() { Err(std::io::Error::other("not written")) } else { Ok(()) }
    });
    let notes = outcome?;
    written?;
    Ok(notes)
}
