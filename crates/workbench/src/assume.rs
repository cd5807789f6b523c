//! `rely assume`: what a module needs from its environment, and what can be done with the answer.
//!
//! The engines are in `rely-assume`. Here names become a question, every run is replayed, and the answer
//! becomes a document.

mod abstracted;
mod certificate;
pub(crate) mod document;
pub(crate) mod drift;
pub(crate) mod formats;
mod naming;
mod question;
mod stages;
mod using;
mod words;

use std::path::PathBuf;

use rely_assume::{
    Construction, Extent, Question, Warning, WeakestAnswer, WeakestResult, explain, usefulness, weakest,
};
use rely_formats::fsp_label;
use rely_fsp::Diagnostic;
use rely_io::Control;
use rely_lts::{Component, Context, System};
use rely_report::view::{AssumeDocument, AssumeKind};
use rely_report::{Exit, Failure};

use crate::lazy::{self, Built, LazyComponents};
use crate::load::{Loaded, ReadOptions, Target};
use crate::shared;
use certificate::Certifier;
use document::Runs;
pub use formats::AssumptionFormat;
use formats::Machine;
use question::{Asked, ask, ask_through};
use stages::assume_through;
use using::Allowed;

/// How much is reported in addition to the assumption.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Detail {
    /// Nothing: no explanation, no warnings about the module.
    Machine,
    /// Warnings, and reasons for up to this many forbidden actions.
    Some(usize),
    /// Everything.
    #[default]
    All,
}

/// How the module is built, by name.
pub const CONSTRUCTIONS: [(&str, Construction); 3] =
    [("auto", Construction::Auto), ("flat", Construction::Flat), ("stepwise", Construction::Stepwise)];

/// What to ask. Names are components of the target, processes for all their instances, processes and
/// composites of the model, or `FILE` and `FILE:TARGET`.
#[derive(Clone, Debug, Default)]
pub struct AssumeOptions {
    /// Which target; default: the last composite, else all processes in parallel.
    pub target: Option<String>,
    /// The module.
    pub module: Vec<String>,
    /// The properties; default: all of the target.
    pub properties: Vec<String>,
    /// The environment; default: what else there is in the target.
    pub environment: Vec<String>,
    /// A label set: the actions of the module in which any environment takes part; instead of an environment.
    pub interface: Option<String>,
    /// Instead of a module: modules in order, the assumption of one being the property of the next.
    pub through: Vec<String>,
    /// Does the environment satisfy the assumption? Always checked if the environment is named.
    pub discharge: bool,
    /// Candidate components for the environment of the module.
    pub candidates: Vec<String>,
    /// How far may the environment stray from its model?
    pub deviations: bool,
    /// Where to write the most general component for the module; the ending says how.
    pub component: Option<PathBuf>,
    /// Without what may deadlock the pair.
    pub live: bool,
    /// Where to write a certificate of the answer.
    pub certificate: Option<PathBuf>,
    /// How to build the module.
    pub construction: Construction,
    /// How much is reported.
    pub detail: Detail,
    /// How to read files.
    pub read: ReadOptions,
}

/// The answer to a question.
pub struct AssumeResult {
    /// The report.
    pub document: AssumeDocument,
    /// Warnings about the source, with their places.
    pub diagnostics: Vec<Diagnostic>,
    /// Was something asked for that the budget did not allow: a certificate, deviations?
    unfinished: bool,
    /// The assumption, or its beginning.
    machine: Option<Machine>,
}

/// In which environments does a module keep its properties?
///
/// # Errors
/// If the model is wrong, a name is unknown, the question makes no sense, or a run does not replay.
pub fn assume(loaded: &Loaded, options: &AssumeOptions, control: &Control) -> Result<AssumeResult, Failure> {
    if !options.through.is_empty() {
        return assume_through(loaded, options, ask_through(loaded, options, control)?, control);
    }
    let components = LazyComponents::default();
    loop {
        match lazy::build(loaded, options.target.as_deref(), &components, control)? {
            Built::Exact(target) => return assume_target(loaded, target, options, control),
            Built::Abstract(target) => {
                if let Some(result) = abstracted::assume(loaded, &target, &components, options, control)? {
                    return Ok(result);
                }
            }
        }
    }
}

/// In which environments does a module of a target keep its properties?
fn assume_target(
    loaded: &Loaded,
    target: Target,
    options: &AssumeOptions,
    control: &Control,
) -> Result<AssumeResult, Failure> {
    let format = options.component.as_deref().map(using::component_format).transpose()?;
    let Asked { system, question, environment, mut warnings, diagnostics } =
        ask(loaded, target, options, control)?;
    let candidates = question::candidates(loaded, options, &question, control)?;
    let together = |others: &[Component]| {
        let components = question.module.iter().chain(others).cloned().collect();
        shared::used(loaded, &System::new(&system.name, &system.actions, components), None, control)
    };
    let code = together(environment.as_deref().unwrap_or_default())?;
    shared::refuse(&code)?;
    for (_, candidate) in &candidates {
        shared::refuse(&together(candidate)?)?;
    }
    let ctx = control.context();
    let budget = ctx.budget.holding(question.system().memory());
    let ctx = Context { budget: &budget, ..ctx };
    let WeakestResult { answer, report } = weakest(&question, options.construction, ctx);
    let mut document = document::blank(loaded, &system.name, &question, environment.as_deref(), &report);
    let machine = fill_in(&mut document, &question, &answer, options.detail, ctx)?;
    let odd = match &answer {
        _ if options.detail == Detail::Machine => Vec::new(),
        WeakestAnswer::Always => usefulness(&question, None, ctx),
        WeakestAnswer::Provided(assumption) => usefulness(&question, Some(assumption), ctx),
        WeakestAnswer::Never { .. } | WeakestAnswer::Unknown(_) => Vec::new(),
    };
    let idle: Vec<&Warning> = odd.iter().filter(|warning| warning.is_idle(&question)).collect();
    if matches!(answer, WeakestAnswer::Always) && !idle.is_empty() && idle.len() == question.properties.len()
    {
        document.vacuous = true;
        let reasons: Vec<String> = idle.iter().map(|warning| warning.text(&question)).collect();
        document.reason = Some(reasons.join("; "));
    }
    warnings.extend(odd.iter().map(|warning| warning.text(&question)));
    if matches!(answer, WeakestAnswer::Provided(_)) {
        warnings.extend(unwritable(&document.interface));
    }
    let allowed = Allowed::of(&question, &answer);
    let mut certifier = options.certificate.as_ref().map(|_| Certifier::new(&question, ctx));
    if let Some(certifier) = &mut certifier {
        certifier.answer(&answer)?;
    }
    if let Some(environment) = &environment {
        if options.discharge || !options.environment.is_empty() {
            let (view, verdict) = using::discharged(&question, &allowed, environment, Some(&system), ctx)?;
            if let Some(certifier) = &mut certifier {
                let found = (&verdict, view.vacuous);
                certifier.environment("its environment", environment, allowed.assumption(), found)?;
            }
            document.discharged = Some(view);
        }
        if let (true, Allowed::Known(assumption)) = (options.deviations, &allowed) {
            document.deviations = using::strayed(&question, assumption, environment, &mut warnings, ctx)?;
        }
    }
    document.candidates = using::ranked(&question, &allowed, candidates, certifier.as_mut(), ctx)?;
    if let (Some(path), Some(format)) = (&options.component, format) {
        document.component = Some(using::emitted(&question, &allowed, (path, format), options.live, ctx)?);
    }
    let mut certified = true;
    if let (Some(path), Some(certifier)) = (&options.certificate, certifier) {
        let written = certifier.write(path, loaded.digest.clone(), &mut warnings)?;
        (document.certificate, certified) = (written.path, written.complete);
    }
    document.warnings = warnings;
    document.notes = shared::notes(&code);
    document.diagnostics = loaded.views(&diagnostics);
    let unfinished = !certified
        || options.deviations && document.deviations.is_none() && matches!(allowed, Allowed::Known(_));
    Ok(AssumeResult { document, diagnostics, unfinished, machine })
}

impl AssumeResult {
    /// The exit code.
    pub fn exit(&self) -> Exit {
        let own = self.document.exit();
        if self.unfinished { own.worst(Exit::Unknown) } else { own }
    }
}

/// Says which actions FSP cannot write, if there are some: in an assumption as FSP they have other names.
fn unwritable(interface: &[String]) -> Option<String> {
    let names: Vec<&str> =
        interface.iter().map(String::as_str).filter(|name| fsp_label(name).is_none()).collect();
    let (first, more) = match names[..] {
        [] => return None,
        [only] => (only, String::new()),
        [first, ..] => (first, format!(" (and {} more)", names.len() - 1)),
    };
    Some(format!(
        "FSP cannot express the action `{first}`{more}: in FSP the assumption has other names and does not restrict the \
         module; --format aut and json preserve the names"
    ))
}

/// Writes an answer into a document, every run replayed; gives the assumption, or its beginning.
fn fill_in(
    document: &mut AssumeDocument,
    question: &Question,
    answer: &WeakestAnswer,
    detail: Detail,
    ctx: Context<'_>,
) -> Result<Option<Machine>, Failure> {
    let runs = Runs::new(question.system());
    match answer {
        WeakestAnswer::Always => {
            document.verdict = AssumeKind::Holds;
            Ok(None)
        }
        WeakestAnswer::Never { run } => {
            document.verdict = AssumeKind::Violated;
            document.trace = runs.names(run);
            runs.confirm(std::slice::from_ref(run))?;
            document.steps = runs.steps(run)?;
            Ok(None)
        }
        WeakestAnswer::Provided(assumption) => {
            document.verdict = AssumeKind::Assumption;
            let made = Machine::of_assumption(question, assumption);
            document.forbidden = assumption.forbidden().count() as u64;
            let most = match detail {
                Detail::Machine => return Ok(Some(made)),
                Detail::Some(most) => most,
                Detail::All => usize::MAX,
            };
            let explanation = explain(question, assumption, Extent { most, ..Extent::default() }, ctx);
            (document.explanation, document.explained) = runs.explanation(&explanation, &made.names)?;
            document.assumption = Some(made.document());
            document.states.clone_from(&made.names);
            document.fsp = made.short_fsp()?;
            document.words = words::view(assumption);
            Ok(Some(made))
        }
        WeakestAnswer::Unknown(partial) => {
            document.reason = Some(partial.spent.to_string());
            let made = partial.assumption.as_ref().map(|prefix| Machine::of_prefix(question, prefix));
            document.partial = Some(runs.partial(partial, made.as_ref())?);
            Ok(made)
        }
    }
}
