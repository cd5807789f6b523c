//! What becomes of the actions of an imported component in a system.
//!
//! The model is elaborated with another component in the place of the imported one, whose states tell which
//! action led there: after the action with number `n` follow `n + 1` internal steps and nothing more. If a
//! component of the system still has this shape, the system uses the import as it is, and the labels of the
//! first steps say what its actions are called. An internal step to END shows what follows it in sequence.
//!
//! Which components depend on the import at all is seen with a component that does nothing in its place: the
//! behavior of the code lies between that and the abstraction. What is the same with both does not depend on
//! the code, since everything that FSP makes of a component grows with its traces, or shrinks with them.

use rely_code::component::{Trace, TraceEnd};
use rely_lts::{Actions, Lts, LtsBuilder, Role, StateId, System};

/// More actions make the probe too large.
const MOST_ACTIONS: usize = 300;

/// The names of the actions of a component in a system.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Renaming {
    /// Names, and the actions that have them.
    names: Vec<(String, Vec<u32>)>,
    /// Actions that are hidden.
    hidden: Vec<u32>,
}

impl Renaming {
    /// The part of a run in which the component takes part.
    pub fn project(&self, run: &[String], end: TraceEnd) -> Trace {
        let own = |action: &String| self.names.iter().find(|(name, _)| name == action);
        let steps = run.iter().filter_map(own).map(|(_, actions)| actions.clone()).collect();
        Trace { steps, unseen: self.hidden.clone(), end }
    }
}

/// The component that shows what becomes of its actions; nothing if there are too many of them.
pub(super) fn lts(names: &[String], actions: &Actions) -> Option<Lts> {
    if names.len() > MOST_ACTIONS {
        return None;
    }
    let mut builder = LtsBuilder::new(actions);
    let initial = builder.add_state().ok()?;
    let end = builder.add_state().ok()?;
    let tau = rely_lts::ActionId::TAU;
    builder.add_transition(initial, tau, end);
    builder.set_end(end);
    for (number, name) in names.iter().enumerate() {
        let mut last = builder.add_state().ok()?;
        builder.add_transition(initial, actions.intern(name), last);
        for _ in 0..=number {
            let next = builder.add_state().ok()?;
            builder.add_transition(last, tau, next);
            last = next;
        }
    }
    builder.finish(initial).ok()
}

/// The actions of a probe and nothing that happens.
pub(super) fn stopped(probe: &Lts) -> Lts {
    let mut builder = LtsBuilder::new(probe.actions());
    let only = builder.add_state().ok();
    probe.alphabet().ids().iter().for_each(|&action| builder.extend_alphabet(action));
    only.and_then(|only| builder.finish(only).ok()).unwrap_or_else(|| Lts::stop(probe.actions()))
}

/// The components of a system that are an import, and their actions: compares the system with the ones with
/// nothing and with a probe in the place of the import.
///
/// # Errors
/// The name of a component that depends on the import and is not the import with other names.
pub(super) fn compare(
    system: &System,
    stopped: &System,
    probed: &System,
    actions: usize,
) -> Result<Vec<(usize, Renaming)>, String> {
    let n = system.components.len();
    if n != probed.components.len() || n != stopped.components.len() {
        return Err(system.name.clone());
    }
    let mut found = Vec::new();
    for (at, own) in system.components.iter().enumerate() {
        let (stopped, probe) = (&stopped.components[at], &probed.components[at]);
        if [stopped, probe].iter().any(|other| own.name != other.name || own.role != other.role) {
            return Err(own.name.clone());
        }
        if is_same(&own.lts, &stopped.lts) && is_same(&own.lts, &probe.lts) {
            continue;
        }
        let renaming = (own.role == Role::Process).then(|| decode(&probe.lts, actions)).flatten();
        found.push((at, renaming.ok_or_else(|| own.name.clone())?));
    }
    Ok(found)
}

fn is_same(one: &Lts, other: &Lts) -> bool {
    one.n_states() == other.n_states()
        && one.initial() == other.initial()
        && one.end() == other.end()
        && one.alphabet().names() == other.alphabet().names()
        && one.transitions().eq(other.transitions())
}

/// Reads a probe.
fn decode(probe: &Lts, actions: usize) -> Option<Renaming> {
    // The initial state, END, and a chain for every action.
    if probe.n_states() != 2 + (0..actions).map(|number| number + 2).sum::<usize>() {
        return None;
    }
    let mut renaming = Renaming::default();
    let (mut seen, mut ended) = (vec![false; actions], false);
    for (label, target) in probe.successors(probe.initial()) {
        let length = chain(probe, target)?;
        if length == 0 {
            if !label.is_tau() {
                return None;
            }
            ended = true;
            continue;
        }
        *seen.get_mut(length - 1)? = true;
        let action = length as u32 - 1;
        if label.is_tau() {
            renaming.hidden.push(action);
            continue;
        }
        let name = probe.label_name(label);
        match renaming.names.iter_mut().find(|(known, _)| **known == *name) {
            Some((_, list)) => list.push(action),
            None => renaming.names.push((name.to_string(), vec![action])),
        }
    }
    (ended && seen.iter().all(|&seen| seen)).then_some(renaming)
}

/// The number of internal steps after a state, if there is nothing else.
fn chain(probe: &Lts, mut state: StateId) -> Option<usize> {
    for length in 0..=probe.n_states() {
        if state == StateId::ERROR || state == probe.initial() {
            return None;
        }
        let next: Vec<_> = probe.successors(state).collect();
        match next[..] {
            [] => return Some(length),
            [(label, target)] if label.is_tau() => state = target,
            _ => return None,
        }
    }
    None
}
