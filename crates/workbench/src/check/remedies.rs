//! Remedies: small changes of one definition with which a violation is gone.
//!
//! # Problem
//!
//! Deadlock or safety is violated. Wanted: changes of one transition or one guard in the text with which the
//! violated check holds, not vacuously, and nothing that held does not hold any more.
//!
//! # Method
//!
//! The [`edits`] of the processes are listed, those near to the end of the counterexample first. Each is
//! applied to the text, and the changed model is read and checked completely: a first time for deadlock and
//! safety only, which most do not survive, then with all the checks that were asked for.
//!
//! # Invariants
//!
//! 1. What is offered was checked as a text, by the same engines as the model itself, in a full search.
//!
//! # Cost
//!
//! One check of a changed model per edit, until the time is spent or [`MOST`] remedies are found.
//!
//! # Departures
//!
//! None: there is no reference.

mod edits;

use std::collections::BTreeMap;

use rely_fsp::LineColumn;
use rely_io::Control;
use rely_report::view::{
    CheckDocument, CheckKind, RemediesView, RemedyView, ResultView, StepPlaceView, VerdictKind,
};

use super::{CheckOptions, check};
use crate::load::{Loaded, ReadOptions, Target, load_bytes};
use crate::reduction::CheckReduction;
use edits::{Edit, edits};

/// Remedies that are offered, at most.
const MOST: usize = 5;

/// Actions that are added to a process, at most.
const MOST_LABELS: usize = 60;

/// Edits that are tried, at most.
const MOST_TRIED: usize = 20_000;

/// Searches for remedies of what a document shows violated: deadlock and safety. The control limits the
/// search, and nothing else.
///
/// None if nothing of this kind is violated, or if the model is not FSP.
pub fn remedies(
    loaded: &Loaded,
    options: &CheckOptions,
    document: &CheckDocument,
    control: &Control,
) -> Option<RemediesView> {
    let (model, source) = (loaded.model()?, loaded.source()?);
    let violated: Vec<&ResultView> = document.results.iter().filter(|result| is_repairable(result)).collect();
    if violated.is_empty() || document.program.is_some() {
        return None;
    }
    let steps = violated.iter().filter_map(|result| result.steps.as_ref()).flat_map(|view| {
        let steps = view.steps.iter().rev().enumerate();
        steps.flat_map(|(distance, step)| step.places.iter().map(move |place| (distance, place)))
    });
    let steps: Vec<(usize, &StepPlaceView)> = steps.collect();
    // How far a line is from the end of a counterexample; what is not on it comes last.
    let rank = |edit: &Edit| {
        let line = source.between(edit.near).0.line;
        let near = steps.iter().filter(|(_, place)| place.line == line).map(|(distance, _)| *distance).min();
        (near.unwrap_or(usize::MAX), edit.kind)
    };
    let used: Vec<&str> = steps.iter().map(|(_, place)| place.function.as_str()).collect();
    let labels = labels(loaded, options, control);
    let mut all = edits(model.tree(), &source.text, &used, &labels);
    all.sort_by_cached_key(rank);
    let mut view = RemediesView { tried: 0, complete: true, offered: Vec::new() };
    for edit in all {
        if view.offered.len() >= MOST {
            break;
        }
        if view.tried >= MOST_TRIED as u64 || control.context().budget.poll().is_err() {
            view.complete = false;
            break;
        }
        view.tried += 1;
        let mut text = source.text.clone();
        text.replace_range(edit.span.start as usize..edit.span.end as usize, &edit.text);
        let Some(repaired) = repaired(&loaded.path, &text, options, document, control) else { continue };
        view.offered.push(remedy(&loaded.path, source.between(edit.span), &edit, repaired));
    }
    Some(view)
}

/// For every process the actions of the system as it would write them: without the prefixes of its instances.
fn labels(loaded: &Loaded, options: &CheckOptions, control: &Control) -> BTreeMap<String, Vec<String>> {
    let mut labels: BTreeMap<String, Vec<String>> = BTreeMap::new();
    let Ok(Target { system, .. }) = loaded.target(options.target.as_deref(), control) else { return labels };
    let names = system.alphabet().names();
    for component in &system.components {
        // `S.a:b:P` is P with the prefixes `a.b.`, the innermost one last.
        let (prefixes, _) = component.name.rsplit_once(':').unwrap_or_default();
        let prefix = prefixes.rsplit(['.', ':']).next().unwrap_or_default();
        let prefix = if prefix.is_empty() { String::new() } else { format!("{prefix}.") };
        let known = labels.entry(component.process.clone()).or_default();
        for name in names.iter().filter_map(|name| name.strip_prefix(&prefix)) {
            if known.len() < MOST_LABELS && !known.iter().any(|other| other == name) {
                known.push(name.to_string());
            }
        }
    }
    labels
}

fn is_repairable(result: &ResultView) -> bool {
    matches!(result.kind, CheckKind::Deadlock | CheckKind::Safety) && result.verdict == VerdictKind::Violated
}

/// The checks that hold with a changed text and were violated; `None` if there is none, or something is
/// worse.
fn repaired(
    path: &str,
    text: &str,
    options: &CheckOptions,
    before: &CheckDocument,
    control: &Control,
) -> Option<Vec<String>> {
    let loaded = load_bytes(path, text.as_bytes(), ReadOptions::default()).ok()?;
    let full = CheckOptions { certificate: None, reduction: CheckReduction::None, ..options.clone() };
    let mut first = full.clone();
    first.kinds.retain(|kind| matches!(kind, CheckKind::Deadlock | CheckKind::Safety));
    if first.kinds.is_empty() {
        first.kinds = vec![CheckKind::Deadlock, CheckKind::Safety];
    }
    better(before, &check(&loaded, &first, control).ok()?.document)?;
    let after = check(&loaded, &full, control).ok()?.document;
    // Something that can never happen any more is a loss, too.
    let unused = |document: &CheckDocument| -> Vec<String> {
        document.unused.iter().flat_map(|unused| unused.actions.clone()).collect()
    };
    let known = unused(before);
    if unused(&after).iter().any(|action| !known.contains(action)) {
        return None;
    }
    let lost = before.results.iter().any(|old| !after.results.iter().any(|new| same(old, new)));
    if lost { None } else { better(before, &after) }
}

fn same(old: &ResultView, new: &ResultView) -> bool {
    old.kind == new.kind && old.name == new.name
}

/// Which checks hold that were violated, if nothing is worse and nothing becomes vacuous.
fn better(before: &CheckDocument, after: &CheckDocument) -> Option<Vec<String>> {
    let mut repaired = Vec::new();
    for new in &after.results {
        let old = before.results.iter().find(|old| same(old, new));
        // A check that was cut off or had nothing to check must not be violated instead.
        if is_repairable(new) && old.is_none_or(|old| !is_repairable(old)) {
            return None;
        }
        let Some(old) = old else { continue };
        let holds = new.verdict == VerdictKind::Holds && (!new.vacuous || old.vacuous);
        if is_repairable(old) && holds {
            repaired.push(name(new));
        }
        if old.verdict == VerdictKind::Holds && !holds {
            return None;
        }
    }
    (!repaired.is_empty()).then_some(repaired)
}

fn name(result: &ResultView) -> String {
    match result.kind {
        CheckKind::Deadlock => "deadlock".to_string(),
        _ => result.name.clone(),
    }
}

fn remedy(
    file: &str,
    (start, end): (LineColumn, LineColumn),
    edit: &Edit,
    repairs: Vec<String>,
) -> RemedyView {
    RemedyView {
        change: edit.what.clone(),
        process: edit.process.clone(),
        file: file.to_string(),
        line: start.line,
        column: start.column,
        end_line: end.line,
        end_column: end.column,
        text: edit.text.clone(),
        repairs,
    }
}
