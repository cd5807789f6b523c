//! Notes about the question of a comparison.

use std::sync::Arc;

use rely_io::Control;
use rely_ltl::Proposition;
use rely_lts::{ActionId, System};
use rely_report::Failure;
use rely_report::prose::list;
use rely_report::view::ContainmentView;

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
