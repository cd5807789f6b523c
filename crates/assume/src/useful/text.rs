//! Warnings as sentences.

use rely_lts::ActionId;

use super::{Warning, allowed_somewhere};
use crate::question::Question;

impl Warning {
    /// Does it say that nothing happens of what a property allows?
    pub fn is_idle(&self, question: &Question) -> bool {
        match self {
            Warning::NeverExercised { property, actions, .. } => {
                !actions.is_empty()
                    && actions.len() == allowed_somewhere(&question.properties[*property].lts).len()
            }
            _ => false,
        }
    }

    /// A sentence for a person.
    pub fn text(&self, question: &Question) -> String {
        let names = |ids: &[ActionId]| -> Vec<String> {
            ids.iter().map(|&id| question.actions.name(id).to_string()).collect()
        };
        let after = |trace: &[ActionId]| match trace {
            [] => "at the start".to_string(),
            _ => format!("after {}", names(trace).join(" ")),
        };
        let module = &question.name;
        match self {
            Warning::OnlyEmptyTrace => {
                "the assumption allows only the empty trace: the environment may do nothing at all"
                    .to_string()
            }
            Warning::NoInterface => format!(
                "under the assumption no action of the interface ({}) ever occurs, although {module} could perform one",
                list(&names(question.boundary.shared.ids()))
            ),
            Warning::Deadlock { trace, also_alone: false } => format!(
                "{module} deadlocks under its own assumption: {} every possible action is forbidden",
                after(trace)
            ),
            Warning::Deadlock { trace, also_alone: true } => format!(
                "{module} deadlocks regardless of the assumption: {} no action is possible in any environment",
                after(trace)
            ),
            Warning::EnvironmentMustStop { trace } => format!(
                "{} the environment must stop forever (for example, hold a lock): \
                 every further action of {module} is forbidden",
                after(trace)
            ),
            Warning::OnlyAfterStop { actions, trace } => {
                let verb = if actions.len() == 1 { "happens" } else { "happen" };
                format!(
                    "{} {verb} only after the environment has stopped forever, as in {}",
                    list(&names(actions)),
                    names(trace).join(" ")
                )
            }
            Warning::NeverExercised { property, actions, states } => {
                let component = &question.properties[*property];
                if self.is_idle(question) {
                    return format!("no action of {} ever occurs", component.name);
                }
                let mut parts = Vec::new();
                if !actions.is_empty() {
                    let verb = if actions.len() == 1 { "happens" } else { "happen" };
                    parts.push(format!("{} never {verb}", list(&names(actions))));
                }
                if !states.is_empty() {
                    let named: Vec<String> = states.iter().map(|&s| component.state_name(s)).collect();
                    let (noun, verb) = if states.len() == 1 { ("state", "is") } else { ("states", "are") };
                    parts.push(format!("{noun} {} {verb} never reached", list(&named)));
                }
                format!("a part of {} is never exercised: {}", component.name, parts.join("; "))
            }
            Warning::NotLookedAt(spent) => {
                format!("the search for warnings is incomplete: {spent}")
            }
        }
    }
}

/// `a, b and c`, at most a few. Reports have the same function; it is repeated here because this crate may
/// not depend on theirs.
fn list(names: &[String]) -> String {
    const SHOWN: usize = 6;
    match names {
        [] => "nothing".to_string(),
        [one] => one.clone(),
        [init @ .., last] if names.len() <= SHOWN => format!("{} and {last}", init.join(", ")),
        _ => format!("{} and {} more", names[..SHOWN].join(", "), names.len() - SHOWN),
    }
}
