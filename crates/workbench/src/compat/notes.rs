//! Notes about the question of a comparison, and what is told about the run.

use std::rc::Rc;
use std::sync::Arc;

use rely_fsp::Diagnostic;
use rely_io::Control;
use rely_ltl::Proposition;
use rely_lts::{ActionId, System};
use rely_report::prose::{count, list};
use rely_report::view::{CompatStatisticsView, ContainmentView};
use rely_report::{Failure, SourceText};

use super::Pairs;
use super::abstracted::AbstractCode;
use super::containment::Question;
use super::resolve::Version;
use crate::load::Loaded;
use crate::program::facts::CodeFacts;
use crate::shared::{self, Instead, Used};

/// Notes about a question.
pub(super) fn about(question: &Question, containment: &ContainmentView) -> Vec<String> {
    let mut notes = Vec::new();
    if !question.fluents.is_empty() {
        let knows = |version: &Version, action: ActionId| {
            version.component.lts.alphabet().label_of_name(&question.actions.name(action)).is_some()
        };
        let inside = |action: ActionId| {
            let known = knows(&question.baseline, action) || knows(&question.candidate, action);
            question.interface.contains(action) || !known
        };
        if question.fluents.iter().flat_map(Proposition::labels).all(inside) {
            notes.push(
                "the fluents depend on compared actions only: observing them cannot change the verdict"
                    .to_string(),
            );
        }
    }
    if let Some(end) = question.end {
        let end = question.actions.name(end);
        notes.push(format!(
            "the system continues where the versions terminate: {end} is compared like an action"
        ));
    }
    if !containment.hidden.is_empty() {
        notes.push(format!("not compared and therefore internal: {}", list(&containment.hidden)));
    }
    for version in [&question.baseline, &question.candidate] {
        for note in version.loaded.code_notes() {
            if !notes.contains(note) {
                notes.push(note.clone());
            }
        }
    }
    notes
}

/// Notes about the components of C in the systems with the candidate and with the baseline, and those of the
/// first one.
///
/// # Errors
/// If two of them have the same variable.
pub(super) fn about_code(
    loaded: &Loaded,
    (new, old): (&System, &System),
    baseline: &Version,
    candidate: &Version,
    control: &Control,
) -> Result<(Vec<String>, Vec<Used>), Failure> {
    let replaced = baseline.code(control)?;
    let newer = candidate.code(control)?.into_iter().map(|used| {
        let as_new = |facts: CodeFacts, old: &Used| facts.instead_of(&old.facts);
        Arc::new(replaced.iter().fold((*used.facts).clone(), as_new))
    });
    let (mut notes, mut first) = (Vec::new(), None);
    let older = replaced.iter().map(|used| used.facts.clone()).collect();
    for (system, facts) in [(new, newer.collect()), (old, older)] {
        let instead = Instead { process: &baseline.name, facts };
        let code = shared::used(loaded, system, Some(&instead), control)?;
        shared::refuse(&code)?;
        notes.extend(
            shared::notes(&code).into_iter().filter(|note| !notes.contains(note)).collect::<Vec<_>>(),
        );
        first.get_or_insert(code);
    }
    Ok((notes, first.unwrap_or_default()))
}

impl Pairs<'_> {
    /// Warnings about the sources, with their places.
    pub(super) fn diagnostics(&self) -> Vec<(Arc<SourceText>, Vec<Diagnostic>)> {
        let mut found: Vec<(Arc<SourceText>, Vec<Diagnostic>)> = Vec::new();
        for (_, version) in &self.versions {
            let Some(source) = version.loaded.source() else { continue };
            match found.iter_mut().find(|(known, _)| Arc::ptr_eq(known, source)) {
                Some((_, all)) => all.extend(version.warnings.iter().cloned()),
                None => found.push((source.clone(), version.warnings.clone())),
            }
        }
        for (_, all) in &mut found {
            all.sort_by_key(|d| (d.span, d.code));
            all.dedup();
        }
        found.retain(|(_, all)| !all.is_empty());
        found
    }

    /// What was asked about components of programs until now, those that are still asked about included.
    pub(super) fn count(&self, statistics: &mut CompatStatisticsView, open: &[Rc<AbstractCode>]) {
        let counted = self.memory.counts();
        statistics.solver_queries = counted.queries + open.iter().map(|code| code.asked()).sum::<u64>();
        statistics.recalled_predicates = counted.recalled;
        if counted.recalled > 0 {
            statistics.reused.push(format!("{} of C components", count(counted.recalled, "predicate")));
        }
    }

    /// Notes about the reading of files.
    pub(super) fn notes(&self) -> Vec<String> {
        let mut notes: Vec<String> = Vec::new();
        for (_, version) in &self.versions {
            // Those about code are part of the document.
            let reading = version.loaded.notes().iter().filter(|_| version.loaded.code_notes().is_empty());
            notes.extend(reading.map(|note| format!("{}: {note}", version.loaded.path)));
        }
        notes.dedup();
        notes
    }
}
