//! Names on the command line: components of a target, process names for all their instances, and processes
//! and composites of the model that are not part of the target.

use std::sync::Arc;

use rely_fsp::Diagnostic;
use rely_io::Control;
use rely_lts::determinize::{NotAProperty, complete};
use rely_lts::{Actions, Component, Hiding, Lts, Modifiers, Role, StateId, System};
use rely_report::Failure;

use crate::load::Loaded;

/// Is a component meant by a name: its own, with or without actuals, or that of its process?
pub(crate) fn is_called(component: &Component, name: &str) -> bool {
    let plain = component.name.strip_suffix(')').and_then(|n| n.rsplit_once('(')).map(|(n, _)| n);
    component.name == name || component.process == name || plain == Some(name)
}

/// Is a component part of a composite of that name, with or without labels: is `y:M.x:Q` within `M` or `y:M`?
pub(crate) fn is_within(component: &Component, composite: &str) -> bool {
    let last = composite.rsplit(['.', ':']).next().unwrap_or_default();
    if !last.starts_with(|c: char| c.is_ascii_uppercase()) {
        return false;
    }
    component.name.match_indices(composite).any(|(at, _)| {
        let begins = component.name[..at].chars().next_back().is_none_or(|c| c == '.' || c == ':');
        let rest = &component.name[at + composite.len()..];
        // `M(1).P` has actuals.
        let after =
            if rest.starts_with('(') { rest.split_once(')').map_or("", |(_, after)| after) } else { rest };
        begins && after.starts_with('.')
    })
}

/// The names in lists that are separated by commas; those in braces and parentheses belong to a name. Lists
/// without names are one empty name: something was given, and it is wrong.
///
/// ```
/// let given = ["{a,b}::FORK,CELL(0,1)".to_string(), "P".to_string()];
/// assert_eq!(rely_workbench::split_names(&given), ["{a,b}::FORK", "CELL(0,1)", "P"]);
/// ```
pub fn split_names(lists: &[String]) -> Vec<String> {
    let mut names = Vec::new();
    for list in lists {
        let mut depth = 0_usize;
        let mut name = String::new();
        for c in list.chars() {
            match c {
                '{' | '(' | '[' => depth += 1,
                '}' | ')' | ']' => depth = depth.saturating_sub(1),
                ',' if depth == 0 => {
                    names.push(std::mem::take(&mut name));
                    continue;
                }
                _ => {}
            }
            name.push(c);
        }
        names.push(name);
    }
    let mut names: Vec<String> = names.iter().map(|name| name.trim().to_string()).collect();
    let first = names.first().cloned();
    names.retain(|name| !name.is_empty());
    if names.is_empty() { first.into_iter().collect() } else { names }
}

/// The name as components have it: `G[1]` is called `G.1`.
pub(crate) fn dotted(name: &str) -> String {
    name.replace('[', ".").replace(']', "")
}

/// The components of a target that a name means: by their own names or that of their process, because they
/// are within a composite of that name or the target itself is meant, or because such a composite consists of
/// them.
pub(crate) fn positions(
    loaded: &Loaded,
    system: &System,
    name: &str,
    control: &Control,
) -> Result<Vec<usize>, Failure> {
    let components = &system.components;
    let mut found: Vec<usize> =
        (0..components.len()).filter(|&at| is_called(&components[at], name)).collect();
    if found.is_empty() {
        let within = |at: &usize| {
            let component = &components[*at];
            component.role != Role::Property && (name == system.name || is_within(component, name))
        };
        found = (0..components.len()).filter(within).collect();
    }
    let is_composite = loaded.model().is_some_and(|model| model.composites().contains(&name));
    if !found.is_empty() || !is_composite {
        return Ok(found);
    }
    let inner = as_components(loaded, name, &system.actions, control)?;
    let same = |component: &Component| {
        let equal = |at: &usize| {
            let (here, there) = (&components[*at].lts, &component.lts);
            Arc::ptr_eq(here, there)
                || here.alphabet() == there.alphabet() && here.transitions().eq(there.transitions())
        };
        (0..components.len()).find(|at| components[*at].name == component.name && equal(at))
    };
    Ok(inner.iter().map(same).collect::<Option<Vec<usize>>>().unwrap_or_default())
}

/// The processes and composites that a model defines.
pub(crate) fn definitions(loaded: &Loaded) -> Vec<String> {
    let Some(model) = loaded.model() else { return Vec::new() };
    model.processes().into_iter().chain(model.composites()).map(str::to_string).collect()
}

/// Nothing has this name; something near it may be meant.
pub(crate) fn unknown<'n>(
    loaded: &Loaded,
    name: &str,
    known: impl Iterator<Item = &'n str>,
    otherwise: &str,
) -> Failure {
    let failure = Failure::in_file("E1006", &loaded.path, format!("`{name}` is not defined"));
    match rely_fsp::suggest(name, known) {
        Some(near) => failure.help(format!("did you mean `{near}`?")),
        None => failure.help(otherwise),
    }
}

/// A definition of the model, composed, as a property.
pub(crate) fn as_property(
    loaded: &Loaded,
    name: &str,
    actions: &Actions,
    control: &Control,
) -> Result<Component, Failure> {
    let target = loaded.target(Some(name), control)?;
    let composed = crate::compose::composed(&target.system, control)?;
    let observes = target.system.components.iter().all(|c| c.role == Role::Property);
    // Actions hidden in properties no longer count.
    let lts = if observes && !composed.has_tau() {
        composed
    } else {
        complete(&composed).map_err(|error| no_property(loaded, name, name, &composed, &error))?
    };
    // The tables of two targets of one model are the same; of two files they are not.
    let lts = Arc::new(lts.in_table(actions));
    Ok(Component { role: Role::Property, ..Component::new(name, lts) })
}

/// A component as a property: itself if it is one, else with everything forbidden that it does not offer.
pub(crate) fn completed(loaded: &Loaded, component: &Component) -> Result<Component, Failure> {
    if component.role == Role::Property {
        return Ok(component.clone());
    }
    let lts = complete(&component.lts)
        .map_err(|error| no_property(loaded, &component.name, &component.process, &component.lts, &error))?;
    Ok(Component { role: Role::Property, lts: Arc::new(lts), ..component.clone() })
}

/// Why something cannot be a property, at its definition if that is known.
fn no_property(loaded: &Loaded, name: &str, process: &str, lts: &Lts, error: &NotAProperty) -> Failure {
    let at = |state: StateId| match shortest_trace(lts, state) {
        trace if trace.is_empty() => "at the start".to_string(),
        trace => format!("after {}", trace.join(", ")),
    };
    let why = match error {
        NotAProperty::HasTau { state } => format!("{} it has an internal action", at(*state)),
        NotAProperty::Nondeterministic { state, action, .. } => {
            format!("{} it has two transitions with `{action}`", at(*state))
        }
        other => other.to_string(),
    };
    let message = format!("`{name}` cannot be used as a property: {why}");
    let help = "a property is deterministic and has no internal actions";
    match loaded.model().and_then(|model| model.definition_span(process)) {
        Some(span) => {
            let diagnostic = Diagnostic::error("E1007", span, message).label("defined here").help(help);
            loaded.failure(vec![diagnostic])
        }
        None => Failure::in_file("E1007", &loaded.path, message).help(help),
    }
}

/// The names of the actions on a shortest way to a state.
fn shortest_trace(lts: &Lts, to: StateId) -> Vec<String> {
    let mut from: Vec<Option<(StateId, String)>> = vec![None; lts.n_states()];
    let mut queue = std::collections::VecDeque::from([lts.initial()]);
    while let Some(state) = queue.pop_front().filter(|&state| state != to) {
        for (label, target) in lts.successors(state).filter(|(_, t)| !t.is_error() && *t != lts.initial()) {
            if from[target.index()].is_none() {
                from[target.index()] = Some((state, lts.label_name(label).to_string()));
                queue.push_back(target);
            }
        }
    }
    let (mut trace, mut at) = (Vec::new(), to);
    while let Some((before, action)) = &from[at.index()] {
        trace.push(action.clone());
        at = *before;
    }
    trace.reverse();
    trace
}

/// The components of a definition of the model: one by one if nothing is done to their composition, else
/// composed. Properties, which only observe, are left out.
pub(crate) fn as_components(
    loaded: &Loaded,
    name: &str,
    actions: &Actions,
    control: &Control,
) -> Result<Vec<Component>, Failure> {
    let system = loaded.target(Some(name), control)?.system;
    components_of(system, actions, control)
}

/// The components of a file's own target.
pub(crate) fn all_components(
    loaded: &Loaded,
    actions: &Actions,
    control: &Control,
) -> Result<Vec<Component>, Failure> {
    let system = loaded.target(None, control)?.system;
    components_of(system, actions, control)
}

fn components_of(
    mut system: System,
    actions: &Actions,
    control: &Control,
) -> Result<Vec<Component>, Failure> {
    if system.components.iter().any(|c| c.role != Role::Property) {
        system = system.without_properties();
    }
    let plain = system.priority.is_none()
        && system.hiding == Hiding::Nothing
        && system.modifiers == Modifiers::default();
    let components = if plain {
        system.components
    } else {
        let lts = crate::compose::composed(&system, control)?;
        vec![Component::new(system.name, Arc::new(lts))]
    };
    let here = |c: Component| Component { lts: Arc::new(c.lts.in_table(actions)), ..c };
    Ok(components.into_iter().map(here).collect())
}

#[cfg(test)]
mod tests {
    use rely_lts::Actions;

    use super::*;

    #[test]
    fn composites_show_in_the_names_of_their_components() {
        let called = |name: &str| Component::new(name, Arc::new(Lts::stop(&Actions::new())));
        let within = |name: &str, composites: &[&str]| {
            composites.iter().filter(|c| is_within(&called(name), c)).copied().collect::<Vec<_>>().join(" ")
        };
        let all = ["N", "M", "y:M", "N.y:M", "Q", "y", "x", "z", "z.1", "z.1:M", "1:M", "P", "MM", "M(2)"];
        assert_eq!(within("N.y:M.x:Q", &all), "N M y:M N.y:M");
        assert_eq!(within("{u,v}::N.z.1:M.P", &all), "N M z.1:M 1:M");
        assert_eq!(within("M(2).P(2)", &all), "M M(2)");
        assert_eq!(within("P", &all), "");
        assert_eq!(within("MM.P", &all), "MM");
    }
}
