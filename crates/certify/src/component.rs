//! When the description of a component is well formed.

use crate::document::{ComponentDoc, ERROR, RoleDoc};

/// Is this the description of a component?
pub(crate) fn check_component(component: &ComponentDoc) -> Result<(), String> {
    let ComponentDoc { alphabet, digest: _, end, initial, name, role, states, transitions } = component;
    if name.is_empty() {
        return Err("it has no name".into());
    }
    check_sorted(alphabet).map_err(|reason| format!("alphabet: {reason}"))?;
    if alphabet.iter().any(|label| label.is_empty() || label == "tau") {
        return Err("an alphabet must contain neither `tau` nor the empty string".into());
    }
    let exists = |state: u32, what: &str| {
        if state < *states {
            Ok(())
        } else {
            Err(format!("{what} {state} does not exist: it has {states} states"))
        }
    };
    if *states == u32::MAX {
        return Err("it has too many states".into());
    }
    exists(*initial, "initial state")?;
    for &(from, label, to) in transitions {
        exists(from, "source")?;
        if label as usize > alphabet.len() {
            return Err(format!("label {label} does not exist: it has {} labels", alphabet.len()));
        }
        if to != ERROR {
            exists(u32::try_from(to).map_err(|_| format!("target {to} does not exist"))?, "target")?;
        }
    }
    if let Some(pair) = transitions.windows(2).find(|pair| pair[0] >= pair[1]) {
        return Err(format!("transitions are not strictly ascending at {:?}", pair[1]));
    }
    if let Some(end) = *end {
        exists(end, "END")?;
        if transitions.iter().any(|t| t.0 == end) {
            return Err(format!("END (state {end}) has transitions"));
        }
    }
    if matches!(role, RoleDoc::Property | RoleDoc::Fluent) {
        if end.is_some() {
            return Err("a property must not have an END".into());
        }
        // Sorted as they are, no pair of state and label is missing iff the distinct pairs count through
        // them.
        let n_labels = alphabet.len();
        let mut pairs = 0u128;
        let mut last = None;
        for &(state, label, _) in transitions {
            if last.replace((state, label)) == Some((state, label)) {
                continue;
            }
            let due = (pairs / n_labels.max(1) as u128, pairs % n_labels.max(1) as u128 + 1);
            if (u128::from(state), u128::from(label)) != due {
                break;
            }
            pairs += 1;
        }
        let has_tau = transitions.iter().any(|t| t.1 == 0);
        if has_tau || pairs != u128::from(*states) * n_labels as u128 {
            return Err("a property must have a transition for every state and label, and no tau".into());
        }
    }
    if *role == RoleDoc::Fluent {
        // Complete, sorted and deterministic: the first half belongs to state 0, in the order of the labels.
        let (off, on) = transitions.split_at(transitions.len() / 2);
        let is_alike = || off.iter().zip(on).all(|(off, on)| (off.1, off.2) == (on.1, on.2));
        if *states != 2 || component.has_error() || !is_deterministic(component) || !is_alike() {
            return Err("a fluent must have two states, no ERROR, and one target for each label".into());
        }
    }
    Ok(())
}

/// Does a well-formed component never have two transitions with the same label from one state?
pub(crate) fn is_deterministic(component: &ComponentDoc) -> bool {
    component.transitions.windows(2).all(|pair| (pair[0].0, pair[0].1) != (pair[1].0, pair[1].1))
}

/// Are the names strictly ascending?
pub(crate) fn check_sorted(names: &[String]) -> Result<(), String> {
    match names.windows(2).find(|pair| pair[0] >= pair[1]) {
        Some(pair) => Err(format!("names are not strictly ascending at `{}`", pair[1])),
        None => Ok(()),
    }
}
