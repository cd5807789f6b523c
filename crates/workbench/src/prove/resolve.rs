//! From names on the command line to the goal of a proof: the properties, and how the components are
//! divided.

use rely_assume::prove::Rule;
use rely_fsp::Diagnostic;
use rely_io::Control;
use rely_lts::{Role, System};
use rely_report::Failure;
use rely_report::prose::list;

use super::ProveOptions;
use crate::load::{Loaded, Target};
use crate::names;

/// The goal of a proof.
pub(super) struct Asked {
    /// The target, with properties that were brought to it at the end.
    pub system: System,
    /// Components of the target itself, the first ones of the system.
    pub own: usize,
    /// The properties of each proof, as places in the system.
    pub questions: Vec<Vec<usize>>,
    /// How the components are divided: places among the processes of the system.
    pub parts: Option<Vec<Vec<usize>>>,
    /// Warnings about the source.
    pub diagnostics: Vec<Diagnostic>,
}

/// Turns the options into the goal of a proof.
pub(super) fn ask(
    loaded: &Loaded,
    target: Target,
    options: &ProveOptions,
    control: &Control,
) -> Result<Asked, Failure> {
    let Target { mut system, warnings: mut diagnostics, left_out } = target;
    if options.properties.is_empty() {
        diagnostics.extend(left_out);
        diagnostics.sort_by_key(|d| (d.span, d.code));
    }
    let own = system.components.len();
    let properties = properties(loaded, &mut system, options, control)?;
    let parts = match &options.split {
        Some(split) => Some(divided(loaded, &system, split, control)?),
        None => None,
    };
    let questions = if options.rule == Some(Rule::Pair) {
        if properties.len() != 2 {
            let names: Vec<String> =
                properties.iter().map(|&at| system.components[at].name.clone()).collect();
            let message =
                format!("the rule pair proves exactly two properties, but these are given: {}", list(&names));
            return Err(Failure::in_file("E1022", &loaded.path, message)
                .help("name two properties: --property NAME,NAME"));
        }
        vec![properties]
    } else {
        properties.into_iter().map(|at| vec![at]).collect()
    };
    Ok(Asked { system, own, questions, parts, diagnostics })
}

/// The properties that are asked for, all of the target if there are no names. Processes and composites that
/// are not part of the target join it as properties.
fn properties(
    loaded: &Loaded,
    system: &mut System,
    options: &ProveOptions,
    control: &Control,
) -> Result<Vec<usize>, Failure> {
    let observes = |system: &System, at: usize| system.components[at].role == Role::Property;
    if options.properties.is_empty() {
        let found: Vec<usize> = (0..system.components.len()).filter(|&at| observes(system, at)).collect();
        if found.is_empty() {
            return Err(Failure::Nothing(format!(
                "{} has no property: there is nothing to prove (--property NAME uses any process of the model as one; \
                 rely check finds deadlocks and the ERROR of processes)",
                system.name
            )));
        }
        return Ok(found);
    }
    let own = system.components.len();
    let mut found: Vec<usize> = Vec::new();
    let mut guests: Vec<String> = Vec::new();
    for name in options.properties.iter().map(|name| names::dotted(name.trim())) {
        if name.is_empty() {
            continue;
        }
        let called = |at: &usize| names::is_called(&system.components[*at], &name);
        let positions: Vec<usize> = (0..own).filter(called).collect();
        let chosen: Vec<usize> = positions.iter().copied().filter(|&at| observes(system, at)).collect();
        if !positions.is_empty() && chosen.is_empty() {
            let message = format!("`{name}` takes part in {} and cannot be its property", system.name);
            let help = "a property only observes; rely check finds the ERROR of a process";
            return Err(Failure::in_file("E1016", &loaded.path, message).help(help));
        }
        if positions.is_empty() && !guests.contains(&name) {
            if !names::definitions(loaded).contains(&name) {
                return Err(unknown(loaded, system, &name));
            }
            let guest = names::as_property(loaded, &name, &system.actions, control)?;
            found.push(system.components.len());
            system.components.push(guest);
            guests.push(name);
            continue;
        }
        found.extend(chosen.into_iter().filter(|at| !found.contains(at)).collect::<Vec<_>>());
    }
    if found.is_empty() {
        let failure = Failure::in_file("E1017", &loaded.path, "no property is named");
        return Err(failure.help("name properties or processes: --property NAME,NAME"));
    }
    Ok(found)
}

/// Reads a split: parts separated by `|`, names by commas. If there is one part only, the rest is the other
/// one.
fn divided(
    loaded: &Loaded,
    system: &System,
    split: &str,
    control: &Control,
) -> Result<Vec<Vec<usize>>, Failure> {
    let processes: Vec<usize> =
        (0..system.components.len()).filter(|&at| system.components[at].role != Role::Property).collect();
    let name_of = |place: usize| system.components[processes[place]].name.clone();
    let wrong = |message: String| Failure::in_file("E1021", &loaded.path, message);
    let mut part_of: Vec<Option<usize>> = vec![None; processes.len()];
    let mut parts: Vec<Vec<usize>> = Vec::new();
    for (number, text) in at_bars(split).into_iter().enumerate() {
        let mut part = Vec::new();
        for name in names::split_names(&[text]).iter().map(|name| names::dotted(name)) {
            if name.is_empty() {
                continue;
            }
            let positions = names::positions(loaded, system, &name, control)?;
            if positions.is_empty() {
                return Err(unknown(loaded, system, &name));
            }
            for at in positions {
                let Some(place) = processes.iter().position(|&process| process == at) else {
                    let message = format!("`{name}` is a property and cannot be in a part");
                    return Err(
                        wrong(message).help("only processes are divided; properties observe all of them")
                    );
                };
                match part_of[place] {
                    None => {
                        part_of[place] = Some(number);
                        part.push(place);
                    }
                    Some(other) => {
                        let message = if other == number {
                            format!("`{}` is in part {} twice", name_of(place), number + 1)
                        } else {
                            format!("`{}` is in two parts", name_of(place))
                        };
                        return Err(wrong(message).help("every component must be in exactly one part"));
                    }
                }
            }
        }
        if part.is_empty() {
            let message = format!("part {} of the split has no components", number + 1);
            return Err(wrong(message).help("name components: --split \"NAME,NAME | NAME\""));
        }
        part.sort_unstable();
        parts.push(part);
    }
    let rest: Vec<usize> = (0..processes.len()).filter(|&place| part_of[place].is_none()).collect();
    match (parts.len(), rest.is_empty()) {
        (1, true) => {
            let message = "all components are in one part: there is nothing to divide".to_string();
            Err(wrong(message).help("name some of them; the others form the second part"))
        }
        (1, false) => {
            parts.push(rest);
            Ok(parts)
        }
        (_, true) => Ok(parts),
        (_, false) => {
            let names: Vec<String> = rest.into_iter().map(name_of).collect();
            let message = format!("the split leaves out {}", list(&names));
            Err(wrong(message)
                .help("every component must be in one part; if only one part is named, the other components form the second"))
        }
    }
}

/// The text between bars; those in braces and parentheses do not count.
fn at_bars(text: &str) -> Vec<String> {
    let mut pieces = vec![String::new()];
    let mut depth = 0_usize;
    for c in text.chars() {
        match c {
            '{' | '(' | '[' => depth += 1,
            '}' | ')' | ']' => depth = depth.saturating_sub(1),
            '|' if depth == 0 => {
                pieces.push(String::new());
                continue;
            }
            _ => {}
        }
        pieces.last_mut().expect("there is a first piece").push(c);
    }
    pieces
}

/// A name that nothing has.
fn unknown(loaded: &Loaded, system: &System, name: &str) -> Failure {
    if loaded.model().is_some_and(|model| model.asserts().contains(&name)) {
        let message = format!("`{name}` is an assert and cannot be a component");
        let failure = Failure::in_file("E1006", &loaded.path, message);
        return failure.help("a safety formula can be declared as an `ltl_property`");
    }
    let definitions = names::definitions(loaded);
    let components = system.components.iter().map(|c| c.name.as_str());
    let known = components.clone().chain(definitions.iter().map(String::as_str));
    let all: Vec<String> = components.map(str::to_string).collect();
    names::unknown(loaded, name, known, &format!("{} has {}", system.name, list(&all)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bars_in_brackets_belong_to_names() {
        let pieces = |text: &str| at_bars(text).iter().map(|p| p.trim().to_string()).collect::<Vec<_>>();
        assert_eq!(pieces("A,B | C"), ["A,B", "C"]);
        assert_eq!(pieces("{a|b}::P|Q(1|2)"), ["{a|b}::P", "Q(1|2)"]);
        assert_eq!(pieces("A||"), ["A", "", ""]);
        assert_eq!(pieces(""), [""]);
    }
}
