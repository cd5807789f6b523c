//! Notes about the question of a comparison.

use rely_ltl::Proposition;
use rely_lts::ActionId;
use rely_report::prose::list;
use rely_report::view::ContainmentView;

use super::containment::Question;
use super::resolve::Version;

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
