//! `--through`: a property passed from one module to the next, until the remaining property is checked
//! against the rest.

use rely_assume::{Discharged, Stage, Through, WeakestAnswer, through, whole};
use rely_io::Control;
use rely_lts::{Component, Context};
use rely_report::Failure;
use rely_report::view::{AssumeKind, StageView};

use super::certificate::Certifier;
use super::document::{self, Runs};
use super::formats::Machine;
use super::question::AskedThrough;
use super::using::verdict_view;
use super::{AssumeOptions, AssumeResult};
use crate::load::Loaded;
use crate::shared;

/// Passes the properties through the modules. The remaining property is the assumption of the document, and
/// the rest of the system its environment.
pub(super) fn assume_through(
    loaded: &Loaded,
    options: &AssumeOptions,
    asked: AskedThrough,
    control: &Control,
) -> Result<AssumeResult, Failure> {
    let AskedThrough { system, modules, properties, rest, mut warnings, diagnostics } = asked;
    let ctx = control.context();
    let budget = ctx.budget.holding(system.memory());
    let ctx = Context { budget: &budget, ..ctx };
    let Through { question, stages, verdict } =
        through(&system.actions, &modules, &properties, &rest, options.construction, ctx);
    let last = stages.last().expect("there is a module");
    let mut document =
        document::blank(loaded, &system.name, &last.question, Some(&rest), &last.outcome.report);
    document.module = document::views(&question, &question.module);
    document.property = document::views(&question, &properties);
    document.explained = false;
    document.notes = shared::notes(&shared::used(loaded, &system, None, control)?);
    let mut machine = None;
    document.verdict = word(&last.outcome.answer);
    match (&last.outcome.answer, &verdict) {
        (WeakestAnswer::Provided(assumption), _) => {
            let made = Machine::of_rest(&modules, assumption);
            document.forbidden = assumption.forbidden().count() as u64;
            document.assumption = Some(made.document());
            document.states.clone_from(&made.names);
            document.fsp = made.short_fsp()?;
            document.words = super::words::view(assumption);
            machine = Some(made);
        }
        (WeakestAnswer::Unknown(partial), _) => document.reason = Some(partial.spent.to_string()),
        // The rest can enter an ERROR of its own, and there the system ends: what the modules say is not said
        // of the whole.
        (WeakestAnswer::Always | WeakestAnswer::Never { .. }, Discharged::Unknown(reason)) => {
            document.verdict = AssumeKind::Unknown;
            document.reason = Some(reason.to_string());
        }
        (WeakestAnswer::Never { .. }, Discharged::Violated { run, .. }) => {
            let runs = Runs::new(whole(&question, &rest));
            runs.confirm(std::slice::from_ref(run))?;
            document.trace = runs.names(run);
            document.steps = runs.steps(run)?;
        }
        (WeakestAnswer::Always, _) | (WeakestAnswer::Never { .. }, Discharged::Holds) => {}
    }
    let discharged = verdict_view(&question, &rest, Some(&system), &verdict, ctx)?;
    let mut certified = true;
    if let Some(path) = &options.certificate {
        let mut certifier = Certifier::new(&question, ctx);
        match (&last.outcome.answer, &verdict, document.verdict) {
            (_, _, AssumeKind::Unknown) => {}
            // The run of the system has names for its actions, not marks.
            (WeakestAnswer::Never { .. }, Discharged::Violated { run, .. }, _) => {
                certifier.answer(&WeakestAnswer::Never { run: run.clone() })?;
            }
            (answer, ..) => certifier.answer(answer)?,
        }
        certifier.environment("the rest", &rest, None, (&verdict, discharged.vacuous))?;
        let written = certifier.write(path, loaded.digest.clone(), &mut warnings)?;
        (document.certificate, certified) = (written.path, written.complete);
    }
    document.discharged = Some(discharged);
    document.through =
        stages.iter().zip(&modules).map(|(stage, (name, _))| stage_view(stage, name)).collect();
    for stage in &document.through {
        if let Some(left) = stage.sizes.assumption.filter(|&left| left > stage.property) {
            warnings.push(format!(
                "the property grew at {}: from {} to {left} states",
                stage.module, stage.property
            ));
        }
    }
    document.warnings = warnings;
    document.diagnostics = loaded.views(&diagnostics);
    Ok(AssumeResult { document, diagnostics, unfinished: !certified, machine })
}

fn word(answer: &WeakestAnswer) -> AssumeKind {
    match answer {
        WeakestAnswer::Always => AssumeKind::Holds,
        WeakestAnswer::Never { .. } => AssumeKind::Violated,
        WeakestAnswer::Provided(_) => AssumeKind::Assumption,
        WeakestAnswer::Unknown(_) => AssumeKind::Unknown,
    }
}

fn stage_view(stage: &Stage, name: &str) -> StageView {
    let Stage { question, outcome, marks } = stage;
    // That no ERROR of a module occurs is a property that nobody has written.
    let is_written = |p: &&Component| p.lts.alphabet().ids().iter().any(|action| !marks.contains(action));
    let seen = question.boundary.assumption.ids().iter().filter(|action| !marks.contains(action));
    StageView {
        module: name.to_string(),
        components: question.module.iter().map(|c| c.name.clone()).collect(),
        verdict: word(&outcome.answer),
        property: question.properties.iter().filter(is_written).map(|p| p.lts.n_states() as u64).sum(),
        sizes: document::sizes(&outcome.report, |size| size.states),
        transitions: document::sizes(&outcome.report, |size| size.transitions),
        peak: document::size_view(outcome.report.peak),
        interface: seen.map(|&action| question.actions.name(action).to_string()).collect(),
    }
}
