//! The automata that an exploration is held to, all fed with the same events.

use rely_monitor::{OwnedTable, VIOLATED};

/// What leaving an automaton means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Role {
    /// The execution does not count.
    Assumption,
    /// The execution is a failure.
    Property,
    /// The code does what its model does not.
    Model,
}

/// An automaton and where it is.
struct Automaton {
    table: OwnedTable,
    role: Role,
    state: u32,
    /// The action of the automaton for each event that was seen, `u32::MAX` if it is not concerned.
    known: Vec<u32>,
}

/// All automata of an exploration. Assumptions come first: what leaves one of them is never held against a property.
#[derive(Default)]
pub(crate) struct Automata {
    all: Vec<Automaton>,
}

/// What an event did.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Judgement {
    Kept,
    /// An assumption was left.
    Outside,
    /// A property or a model was left, in words, with its name.
    Wrong(Role, String, String),
}

impl Automata {
    pub(crate) fn add(&mut self, table: OwnedTable, role: Role) {
        self.all.push(Automaton { table, role, state: 0, known: Vec::new() });
        self.all.sort_by_key(|automaton| automaton.role != Role::Assumption);
    }

    /// An execution begins.
    pub(crate) fn reset(&mut self) {
        for automaton in &mut self.all {
            automaton.state = 0;
        }
    }

    /// A new kind of event, with the next number.
    pub(crate) fn learn(&mut self, name: &str) {
        for automaton in &mut self.all {
            let action = automaton.table.table().action(name).unwrap_or(u32::MAX);
            automaton.known.push(action);
        }
    }

    /// Feeds an event by its number.
    pub(crate) fn feed(&mut self, event: u32) -> Judgement {
        for automaton in &mut self.all {
            let action = automaton.known[event as usize];
            if action == u32::MAX {
                continue;
            }
            let table = automaton.table.table();
            let next = table.step(automaton.state, action);
            if next != VIOLATED {
                automaton.state = next;
                continue;
            }
            if automaton.role == Role::Assumption {
                return Judgement::Outside;
            }
            let allowed: Vec<String> =
                table.allowed(automaton.state).map(|a| format!("`{}`", table.action_name(a))).collect();
            let allowed = if allowed.is_empty() { "nothing".to_string() } else { allowed.join(", ") };
            let what =
                format!("`{}` in state {}; allowed: {allowed}", table.action_name(action), automaton.state);
            return Judgement::Wrong(automaton.role, table.name().to_string(), what);
        }
        Judgement::Kept
    }
}
