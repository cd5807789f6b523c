//! `rely compare`: a relation between two LTSs, or a run that distinguishes them.

use rely_io::Control;
use rely_lts::relate::{Relation, alphabet_difference, compare as compare_ltss};
use rely_lts::{Lts, Verdict};
use rely_report::Failure;
use rely_report::prose::list;
use rely_report::view::{CompareDocument, ComponentView, RoleKind, VerdictKind};

use crate::load::{Loaded, ReadOptions, load};

/// What to compare.
#[derive(Clone, Debug)]
pub struct CompareOptions {
    /// The left side: a target of the model, a file, or `FILE:TARGET`.
    pub left: String,
    /// The right side.
    pub right: String,
    /// The relation.
    pub relation: Relation,
    /// How to read files.
    pub read: ReadOptions,
}

/// Compares two LTSs.
///
/// # Errors
/// If a side is not known, a model is wrong, or the budget is spent before the comparison.
pub fn compare(
    model: Option<&Loaded>,
    options: &CompareOptions,
    control: &Control,
) -> Result<CompareDocument, Failure> {
    let left = side(model, &options.left, options.read, control)?;
    let right = side(model, &options.right, options.read, control)?;
    let verdict = compare_ltss(&left, &right, options.relation, control.context());
    let mut document = CompareDocument {
        schema: "rely/compare/1".to_string(),
        relation: options.relation.into(),
        left: options.left.clone(),
        right: options.right.clone(),
        verdict: VerdictKind::Holds,
        trace: Vec::new(),
        reason: None,
        sizes: vec![size(&options.left, &left), size(&options.right, &right)],
        notes: alphabet_notes(&left, &right, options),
    };
    match verdict {
        Verdict::Holds(()) => {}
        Verdict::Unknown(reason) => {
            document.verdict = VerdictKind::Unknown;
            document.reason = Some(reason.to_string());
        }
        Verdict::Violated(distinction) => {
            document.verdict = VerdictKind::Violated;
            document.trace = distinction.trace.names(left.actions()).iter().map(|n| n.to_string()).collect();
            document.reason = Some(distinction.explanation);
        }
    }
    Ok(document)
}

/// The LTS of a side: a target of the model if there is one of that name, else a file.
fn side(model: Option<&Loaded>, name: &str, read: ReadOptions, control: &Control) -> Result<Lts, Failure> {
    if let Some(loaded) = model {
        let known = loaded.model().is_some_and(|m| {
            name == "DEFAULT" || m.composites().contains(&name) || m.processes().contains(&name)
        });
        if known || !std::path::Path::new(name).exists() && !name.contains(':') {
            return crate::compose::composed(&loaded.target(Some(name), control)?.system, control);
        }
    }
    let (file, target) = match name.rsplit_once(':') {
        Some((file, target)) if !std::path::Path::new(name).exists() => (file, Some(target)),
        _ => (name, None),
    };
    let loaded = load(file, read, control)?;
    crate::compose::composed(&loaded.target(target, control)?.system, control)
}

fn size(name: &str, lts: &Lts) -> ComponentView {
    ComponentView {
        name: name.to_string(),
        role: RoleKind::Process,
        states: lts.n_states() as u64,
        transitions: lts.n_transitions() as u64,
    }
}

fn alphabet_notes(left: &Lts, right: &Lts, options: &CompareOptions) -> Vec<String> {
    let difference = alphabet_difference(left, right);
    let mut notes = Vec::new();
    for (names, has, lacks) in [
        (&difference.left_only, &options.left, &options.right),
        (&difference.right_only, &options.right, &options.left),
    ] {
        if !names.is_empty() {
            let names: Vec<String> = names.iter().map(|n| n.to_string()).collect();
            notes.push(format!("in the alphabet of {has}, but not of {lacks}: {}", list(&names)));
        }
    }
    notes
}
