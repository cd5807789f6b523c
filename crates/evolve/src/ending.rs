//! END as an action, where something follows it.
//!
//! # Problem
//! Traces do not show END. In parallel composition it has no effect, but a process before `;` continues
//! there: a version that can no longer end has lost everything that follows.
//!
//! # Method
//! A loop at END with an action of its own, which nothing else has. Two versions with it are compared as any
//! others: one ends after t iff t followed by that action is one of its traces.
//!
//! # Invariants
//! 1. The states are the same, with their numbers and propositions. No state is marked as END: END is where
//!    the action is.
//!
//! # Cost
//! Linear in the transitions.
//!
//! # Departures
//! \[CSS04\] has no termination.

use rely_lts::{ActionId, Actions, Alphabet, Lts, RowBuilder};

/// An action for END that none of these machines has.
pub fn end_action<'l>(actions: &Actions, machines: impl IntoIterator<Item = &'l Lts> + Clone) -> ActionId {
    let mut name = "END".to_string();
    loop {
        let action = actions.intern(&name);
        if !machines.clone().into_iter().any(|lts| lts.alphabet().contains(action)) {
            return action;
        }
        name.push('!');
    }
}

/// The machine with an action that it does where it has ended, and nowhere else.
///
/// ```
/// use rely_evolve::{end_action, telling_end};
/// use rely_testkit::text::read;
/// let actions = rely_lts::Actions::new();
/// let lts = read(&actions, "0 a 1; 0 b 2; end 1");
/// let told = telling_end(&lts, end_action(&actions, [&lts]));
/// let names: Vec<_> = told.transitions().map(|(_, label, _)| told.label_name(label).to_string()).collect();
/// assert_eq!(names, ["a", "b", "END"]);
/// ```
pub fn telling_end(lts: &Lts, end: ActionId) -> Lts {
    let ids = lts.alphabet().ids().iter().copied();
    let alphabet = Alphabet::new(lts.actions(), ids.chain([end]).collect::<Vec<_>>());
    let label_of = |action| alphabet.label(action).expect("the alphabet has all actions");
    let mut rows = RowBuilder::new(alphabet.clone());
    let mut row = Vec::new();
    for state in lts.states() {
        row.clear();
        row.extend(lts.successors(state).map(|(label, target)| match label.is_tau() {
            true => (label, target),
            false => (label_of(lts.alphabet().action(label)), target),
        }));
        row.extend((lts.end() == Some(state)).then(|| (label_of(end), state)));
        rows.push_state(&mut row).expect("one more transition fits");
    }
    let told = rows.finish(lts.initial(), None);
    match lts.propositions() {
        Some(own) => told.with_propositions(own.clone()).expect("the states are the same"),
        None => told,
    }
}
