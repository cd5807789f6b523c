//! Answers of earlier runs: what they depend on, and which of them this run can confirm.

use rely_evidence::{Claimed, Judge};
use rely_fsp::ast::Definition;
use rely_io::{Control, folder};
use rely_report::Failure;
use rely_report::view::{CheckDocument, CheckKind, ResultView, VerdictKind};

use crate::load::{Loaded, Target};
use crate::program::component::ComponentName;

/// The files that a model depends on besides its own, with their digests, in the order of their names.
/// `None` if that cannot be said: components of C depend on headers and on the compiler.
pub fn imported_digests(loaded: &Loaded, control: &Control) -> Option<Vec<(String, String)>> {
    let mut found = Vec::new();
    let Some(model) = loaded.model() else {
        return ComponentName::read(&loaded.path).is_none().then_some(found);
    };
    let imports = loaded.imports(control);
    for definition in &model.tree().definitions {
        let Definition::Import(import) = definition else { continue };
        let path = imports.path(&import.file);
        if ComponentName::read(&path).is_some() || ComponentName::read(&import.file).is_some() {
            return None;
        }
        let place = control.place(&path).ok()?;
        let place = place.as_deref().unwrap_or(std::path::Path::new(&path));
        found.push((import.file.clone(), folder::exact_digest(place).ok()?));
    }
    found.sort();
    found.dedup();
    Some(found)
}

/// Replays the counterexamples of deadlocks and safety violations in an earlier document on the components of
/// today; which results were confirmed, by position. Nothing else is confirmed: that a run violates a
/// progress test or an assert is not decided by the run alone.
///
/// # Errors
/// If the model is wrong, or the budget is spent.
pub fn replayed(loaded: &Loaded, document: &CheckDocument, control: &Control) -> Result<Vec<bool>, Failure> {
    let can_replay = |result: &ResultView| {
        result.verdict == VerdictKind::Violated
            && matches!(result.kind, CheckKind::Deadlock | CheckKind::Safety)
    };
    if !document.results.iter().any(can_replay) {
        return Ok(vec![false; document.results.len()]);
    }
    let Target { system, .. } = loaded.target(Some(&document.target), control)?;
    let judge = Judge::new(&system);
    let confirmed = |result: &ResultView| {
        if !can_replay(result) {
            return false;
        }
        let places: Vec<usize> =
            (0..system.components.len()).filter(|&i| system.components[i].name == result.name).collect();
        let claimed = match result.kind {
            CheckKind::Deadlock => Claimed::Deadlock,
            _ => Claimed::Error(&places),
        };
        judge.confirm(&result.trace, &[], claimed).is_ok()
    };
    Ok(document.results.iter().map(confirmed).collect())
}
