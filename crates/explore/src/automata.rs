//! The automata of an exploration, all fed with the same events.
//!
//! # Problem
//!
//! Check every event against all assumptions, properties and models, and tell the search which events
//! commute.
//!
//! # Method
//!
//! The tables of `rely-monitor`, one state per automaton. Two events commute if both orders lead from every
//! state of every automaton to the same state.
//!
//! # Invariants
//!
//! I1: assumptions come first, so an event that violates an assumption is never a violation of a property;
//! I2: `commuting` has a row for every known event.
//!
//! # Cost
//!
//! One look-up per automaton and event; for every new event, time linear in the known events times the states
//! of all automata.
//!
//! # Departures
//!
//! None.

use rely_monitor::{OwnedTable, VIOLATED};

impl Automaton {
    /// Whether both orders of two actions lead from every state to the same state. What has left it stays
    /// outside.
    fn commutes(&self, one: u32, other: u32) -> bool {
        if one == u32::MAX || other == u32::MAX {
            return true;
        }
        let table = self.table.table();
        // A state that the table does not have leads outside.
        let both = |state, first, second| table.step(table.step(state, first), second);
        (0..table.n_states()).all(|state| both(state, one, other) == both(state, other, one))
    }
}

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
    /// Whether each of its actions has occurred.
    occurred: Vec<bool>,
}

/// What the order of two events means to the verdict.
///
/// Two events commute if in every automaton both orders lead from every state to the same state. Then every
/// execution that fails has a permutation of commuting events that is visited, and it fails, too, since each
/// automaton ends in the same state. An event that leaves an assumption takes nothing away: the others are
/// also visited without it.
#[derive(Default)]
struct Commuting {
    /// By the numbers of two events, the larger first; filled as events become known.
    rows: Vec<Vec<bool>>,
}

/// All automata of an exploration. Assumptions come first: what leaves one of them is never held against a
/// property.
#[derive(Default)]
pub(crate) struct Automata {
    all: Vec<Automaton>,
    commuting: Commuting,
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
        let occurred = vec![false; table.table().actions().len()];
        self.all.push(Automaton { table, role, state: 0, known: Vec::new(), occurred });
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
        self.relate();
    }

    /// The properties and models none of whose actions has occurred, and all actions of them that have not,
    /// without those that are allowed nowhere.
    pub(crate) fn unseen(&self) -> (Vec<String>, Vec<String>) {
        let (mut vacuous, mut unseen) = (Vec::new(), Vec::new());
        for automaton in self.all.iter().filter(|automaton| automaton.role != Role::Assumption) {
            let table = automaton.table.table();
            let is_allowed =
                |action| (0..table.n_states()).any(|state| table.step(state, action) != VIOLATED);
            let missing = (0..automaton.occurred.len())
                .filter(|action| !automaton.occurred[*action] && is_allowed(*action as u32));
            let missing: Vec<String> =
                missing.map(|action| table.action_name(action as u32).to_string()).collect();
            if !missing.is_empty() && !automaton.occurred.contains(&true) {
                vacuous.push(table.name().to_string());
            }
            unseen.extend(missing.into_iter().filter(|action| !unseen.contains(action)).collect::<Vec<_>>());
        }
        (vacuous, unseen)
    }

    /// Whether some automaton knows an event.
    pub(crate) fn concerns(&self, event: u32) -> bool {
        self.all.iter().any(|automaton| automaton.known[event as usize] != u32::MAX)
    }

    /// Whether the order of two events is nothing to the verdict.
    pub(crate) fn commute(&self, one: u32, other: u32) -> bool {
        let (small, large) = (one.min(other), one.max(other));
        self.commuting.rows[large as usize][small as usize]
    }

    /// Looks at the event that was learned last beside all others.
    fn relate(&mut self) {
        let new = self.commuting.rows.len();
        let row = (0..=new).map(|old| self.look(new, old)).collect();
        self.commuting.rows.push(row);
    }

    fn look(&self, one: usize, other: usize) -> bool {
        self.all.iter().all(|automaton| automaton.commutes(automaton.known[one], automaton.known[other]))
    }

    /// Where the automata are.
    pub(crate) fn states(&self) -> impl Iterator<Item = u32> + '_ {
        self.all.iter().map(|automaton| automaton.state)
    }

    /// Feeds an event by its number.
    pub(crate) fn feed(&mut self, event: u32) -> Judgement {
        for automaton in &mut self.all {
            let action = automaton.known[event as usize];
            if action == u32::MAX {
                continue;
            }
            automaton.occurred[action as usize] = true;
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
