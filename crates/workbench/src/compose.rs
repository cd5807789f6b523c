//! `rely compose` and `rely convert`: the LTS of a target, reduced if wanted, written in any format.

use std::io::Write;
use std::path::Path;

use rely_check::Wanted;
use rely_check::compositional::STEP_LIMIT;
use rely_formats::{
    AutStyle, DotWriteOptions, FspOptions, UnwritableLabels, fsp_process_name, write_aut, write_dot,
    write_fsp, write_json, write_rlts,
};
use rely_fsp::Diagnostic;
use rely_io::Control;
use rely_io::files;
use rely_lts::compositional::{Stopped, compose_reduced};
use rely_lts::minimize::{Equivalence, TauReduction, ltsa, minimize};
use rely_lts::{Budget, Composed, Context, Lts, Modifiers, Spent, System, compose_single_component};
use rely_report::Failure;
use rely_report::view::{ComposeDocument, MethodView, MinimizedView, ReductionKind};

use crate::check::component_views;
use crate::load::{Loaded, Target};
use crate::reduction::{FULL_FIRST, step_views};

/// What `--minimize` preserves.
pub use rely_report::view::MinimizationKind as Reduction;

/// The relation, unless it is LTSA's rule, which is none.
fn equivalence(reduction: Reduction) -> Option<Equivalence> {
    match reduction {
        Reduction::Ltsa => None,
        Reduction::Strong => Some(Equivalence::Strong),
        Reduction::Branching => Some(Equivalence::Branching),
        Reduction::Weak => Some(Equivalence::Weak),
        Reduction::Trace => Some(Equivalence::Trace),
    }
}

/// Minimizes an LTS.
pub(crate) fn minimized(lts: &Lts, reduction: Reduction, ctx: Context<'_>) -> Result<Lts, Failure> {
    match equivalence(reduction) {
        Some(equivalence) => Ok(minimize(lts, equivalence, ctx)?.lts),
        None => Ok(ltsa(lts, TauReduction::On, ctx)?),
    }
}

/// How a target that is to be minimized is built.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ComposeReduction {
    /// All at once where that is small, else step by step where that is possible.
    #[default]
    Auto,
    /// All at once.
    None,
    /// Step by step, reduced after each.
    Compositional,
}

impl ComposeReduction {
    /// All of them, with their names.
    pub const ALL: [(&'static str, ComposeReduction); 3] = [
        ("auto", ComposeReduction::Auto),
        ("none", ComposeReduction::None),
        ("compositional", ComposeReduction::Compositional),
    ];
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

    /// Is it text? Other formats are not written to a terminal.
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
    /// How to build a target that is reduced.
    pub reduction: ComposeReduction,
}

/// A composed target: the report, and the LTS itself (reduced, if that was asked for).
pub struct ComposeResult {
    /// The report.
    pub document: ComposeDocument,
    /// The LTS.
    pub lts: Lts,
    /// Warnings about the source, with their places.
    pub warnings: Vec<Diagnostic>,
    /// Notes about dropped information.
    pub notes: Vec<String>,
}

/// The LTS of a system with everything its definition asks for: composition, priority, hiding, modifiers.
pub fn composed(system: &System, control: &Control) -> Result<Lts, Failure> {
    Ok(finished_within(system, control.context())?)
}

/// The same within another budget.
pub(crate) fn finished_within(system: &System, ctx: Context<'_>) -> Result<Lts, Spent> {
    Ok(built(system, ctx)?.lts)
}

fn built(system: &System, ctx: Context<'_>) -> Result<Composed, Spent> {
    match compose_single_component(system, ctx)? {
        Some(composed) => Ok(composed),
        None => rely_fsp::build(system, ctx),
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
    let Target { system, warnings, .. } = loaded.target(options.target.as_deref(), control)?;
    let ctx = control.context();
    let budget = ctx.budget.holding(system.memory());
    let Built { composed, method } = build(&system, options, Context { budget: &budget, ..ctx })?;
    let (deadlock, culprits, mut lts) = (composed.deadlock, composed.culprits, composed.lts);
    let (states, transitions) = (lts.n_states() as u64, lts.n_transitions() as u64);
    let mut document = ComposeDocument {
        schema: "rely/compose/1".to_string(),
        file: loaded.path.clone(),
        target: system.name.clone(),
        components: component_views(&system),
        states,
        transitions,
        method,
        alphabet: lts.alphabet().names().iter().map(|n| n.to_string()).collect(),
        error_reachable: lts.has_error(),
        violated: culprits.iter().map(|&i| system.components[i].name.clone()).collect(),
        deadlock,
        end: lts.end().map(|e| u64::from(e.raw())),
        minimized: None,
        output: None,
        warnings: loaded.views(&warnings),
    };
    let mut notes = Vec::new();
    if let Some(reduction) = options.minimize {
        if reduction == Reduction::Trace && lts.propositions().is_some_and(|own| !own.names().is_empty()) {
            notes.push("traces have no propositions: those of the states are dropped".to_string());
        }
        let budget = budget.holding(lts.memory());
        lts = minimized(&lts, reduction, Context { budget: &budget, ..ctx })?;
        document.minimized = Some(MinimizedView {
            relation: reduction,
            states: lts.n_states() as u64,
            transitions: lts.n_transitions() as u64,
        });
    }
    Ok(ComposeResult { document, lts, warnings, notes })
}

/// What `--minimize` is applied to, and how it was built if not all at once.
struct Built {
    composed: Composed,
    method: Option<MethodView>,
}

/// Builds a target all at once or step by step.
fn build(system: &System, options: &ComposeOptions, ctx: Context<'_>) -> Result<Built, Failure> {
    let at_once = |ctx: Context<'_>| built(system, ctx).map(|composed| Built { composed, method: None });
    let equivalence = options.minimize.and_then(equivalence);
    let refused = not_stepwise(system, equivalence.is_some());
    match (options.reduction, equivalence) {
        (ComposeReduction::None, _) => Ok(at_once(ctx)?),
        (ComposeReduction::Compositional, Some(equivalence)) if refused.is_none() => {
            stepwise(system, equivalence, u64::MAX, ctx)?.ok_or_else(|| {
                Failure::input("E1015", format!("{} cannot be composed step by step", system.name))
                    .help("several components enter ERROR; leave out --reduction compositional")
            })
        }
        (ComposeReduction::Compositional, _) => {
            let why = refused.unwrap_or("nothing is minimized");
            Err(Failure::input("E1015", format!("{} cannot be composed step by step: {why}", system.name))
                .help("leave out --reduction compositional"))
        }
        (ComposeReduction::Auto, Some(equivalence))
            if refused.is_none()
                && system.components.len() > 1
                && ctx.budget.states.is_none_or(|own| own > FULL_FIRST) =>
        {
            let budget = Budget { states: Some(FULL_FIRST), ..ctx.budget.clone() };
            match at_once(Context { budget: &budget, ..ctx }) {
                Err(Spent::States(FULL_FIRST)) => match stepwise(system, equivalence, STEP_LIMIT, ctx)? {
                    Some(built) => Ok(built),
                    None => Ok(at_once(ctx)?),
                },
                built => Ok(built?),
            }
        }
        (ComposeReduction::Auto, _) => Ok(at_once(ctx)?),
    }
}

/// Why a target cannot be built step by step.
fn not_stepwise(system: &System, has_relation: bool) -> Option<&'static str> {
    let Modifiers { deterministic, minimal, compose: _, property, safe } = system.modifiers;
    if !has_relation {
        Some("it is not minimized modulo a relation")
    } else if system.components.is_empty() {
        Some("it has no components")
    } else if system.priority.is_some() {
        Some("its actions have priorities")
    } else if deterministic || minimal || property || safe {
        Some("its definition is more than a composition")
    } else if system.components.iter().any(|component| component.lts.propositions().is_some()) {
        Some("its states have propositions")
    } else {
        None
    }
}

/// Builds a target step by step; `None` if that grows over the limit, or it is unknown which component enters
/// ERROR.
fn stepwise(
    system: &System,
    equivalence: Equivalence,
    limit: u64,
    ctx: Context<'_>,
) -> Result<Option<Built>, Failure> {
    let whole = match compose_reduced(system, equivalence, limit, ctx) {
        Ok(whole) => whole,
        Err(Stopped::TooLarge) => return Ok(None),
        Err(Stopped::Spent(spent)) => return Err(spent.into()),
    };
    let may_fail: Vec<usize> =
        (0..system.components.len()).filter(|&i| system.components[i].lts.has_error()).collect();
    let culprits = match (whole.lts.has_error(), may_fail.len()) {
        (false, _) => Vec::new(),
        (true, 1) => may_fail,
        (true, _) => {
            let wanted = Wanted { deadlock: false, safety: may_fail };
            match rely_check::compositional::check(system, &wanted, ctx) {
                Ok(checked) if checked.open.is_none() => {
                    let safety = checked.answers.safety.into_iter();
                    safety.filter(|s| s.verdict.evidence().is_some()).map(|s| s.component).collect()
                }
                _ => return Ok(None),
            }
        }
    };
    let method = MethodView {
        reduction: ReductionKind::Compositional,
        decided: Vec::new(),
        states: whole.built.peak_states as u64,
        transitions: whole.built.peak_transitions as u64,
        steps: step_views(&whole.built.steps),
    };
    let composed = Composed { lts: whole.lts, deadlock: whole.deadlock, culprits };
    Ok(Some(Built { composed, method: Some(method) }))
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
            let options = FspOptions { unwritable: UnwritableLabels::Rename, ..FspOptions::default() };
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
