//! When the description of a component is well formed.

use crate::check::Checked;
use crate::document::{ComponentDoc, ERROR, RoleDoc};

/// Is this the description of a component?
pub(crate) fn check_component(component: &ComponentDoc) -> Checked {
    let ComponentDoc { alphabet, digest: _, end, initial, name, role, states, transitions } = component;
    reject_if!(name.is_empty(), "it has no name");
    check_sorted(alphabet).map_err(|reason| format!("alphabet: {reason}"))?;
    let is_reserved = alphabet.iter().any(|label| label.is_empty() || label == "tau");
    reject_if!(is_reserved, "an alphabet must contain neither `tau` nor the empty string");
    let exists = |state: u32, what: &str| -> Checked {
        reject_if!(state >= *states, "{what} {state} does not exist: it has {states} states");
        Ok(())
    };
    reject_if!(*states == u32::MAX, "it has too many states");
    exists(*initial, "initial state")?;
    for &(from, label, to) in transitions {
        exists(from, "source")?;
        let n_labels = alphabet.len();
        reject_if!(label as usize > n_labels, "label {label} does not exist: it has {n_labels} labels");
        if to != ERROR {
            exists(u32::try_from(to).map_err(|_| format!("target {to} does not exist"))?, "target")?;
        }
    }
    if let Some(pair) = transitions.windows(2).find(|pair| pair[0] >= pair[1]) {
        return Err(format!("transitions are not strictly ascending at {:?}", pair[1]));
    }
    if let Some(end) = *end {
        exists(end, "END")?;
        reject_if!(transitions.iter().any(|t| t.0 == end), "END (state {end}) has transitions");
    }
    if matches!(role, RoleDoc::Property | RoleDoc::Fluent) {
        reject_if!(end.is_some(), "a property must not have an END");
        // As labels exist, none is missing iff there are as many different pairs as there can be.
        let pairs = transitions.chunk_by(|a, b| (a.0, a.1) == (b.0, b.1)).count() as u128;
        let is_complete = pairs == u128::from(*states) * alphabet.len() as u128;
        let is_complete = is_complete && !transitions.iter().any(|t| t.1 == 0);
        reject_if!(!is_complete, "a property must have a transition for every state and label, and no tau");
    }
    if *role == RoleDoc::Fluent {
        // Complete, sorted and deterministic: the first half belongs to state 0, in the order of the labels.
        let (off, on) = transitions.split_at(transitions.len() / 2);
        let is_alike = || off.iter().zip(on).all(|(off, on)| (off.1, off.2) == (on.1, on.2));
        let is_binary = *states == 2 && !component.has_error() && is_deterministic(component) && is_alike();
        reject_if!(!is_binary, "a fluent must have two states, no ERROR, and one target for each label");
    }
    Ok(())
}

/// Does a well-formed component never have two transitions with the same label from one state?
pub(crate) fn is_deterministic(component: &ComponentDoc) -> bool {
    component.transitions.windows(2).all(|pair| (pair[0].0, pair[0].1) != (pair[1].0, pair[1].1))
}

/// Is a list strictly ascending?
pub(crate) fn is_ascending<T: PartialOrd>(list: &[T]) -> bool {
    list.is_sorted_by(|earlier, later| earlier < later)
}

/// Are the names strictly ascending?
pub(crate) fn check_sorted(names: &[String]) -> Checked {
    let bad = names.windows(2).find(|pair| pair[0] >= pair[1]);
    bad.map_or(Ok(()), |pair| Err(format!("names are not strictly ascending at `{}`", pair[1])))
}
