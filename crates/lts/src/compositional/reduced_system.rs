//! The LTS of a system, composed and reduced step by step.
//!
//! # Problem
//! Given a system without priority. Wanted: an LTS that is equivalent to its composition, END and hiding
//! included, without building the composition.
//!
//! # Method
//! That of the parent module. A system has terminated where all components that have an END are in it, which
//! no part can see alone. So these components get a common action that is possible only there and changes
//! nothing; in the result it marks END and is removed.
//!
//! # Invariants
//! 1. The common action is a loop in every component, so it is one in every part.
//!
//! # Cost
//! That of the steps, and of one copy of the result.
//!
//! # Departures
//! The method of \[CL11\] has no notion of termination; the common action is ours. Propositions are dropped.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::{Aim, Part, Reduced, Stopped, reduce};
use crate::action::Alphabet;
use crate::budget::Context;
use crate::builder::{LtsBuilder, RowBuilder};
use crate::id::{ActionId, Label, StateId};
use crate::lts::Lts;
use crate::minimize::Equivalence;
use crate::system::System;

/// A system, composed and reduced step by step.
#[derive(Debug)]
pub struct ReducedSystem {
    /// An LTS that is equivalent to the composition: modulo strong bisimilarity if that was asked for,
    /// otherwise modulo branching bisimilarity with divergence. It is small, though not always smallest.
    pub lts: Lts,
    /// Is some reachable state of the composition without moves and not terminated?
    pub deadlock: bool,
    /// How it was built.
    pub built: Reduced,
}

/// Composes a system step by step, its hiding included, so that the result is equivalent modulo the given
/// relation. No product of a step has more than `limit` states. Propositions are dropped: a caller that needs
/// them uses [`compose`](crate::compose).
///
/// ```
/// use rely_lts::compositional::compose_reduced;
/// use rely_lts::minimize::Equivalence;
/// use rely_lts::{Actions, Component, Context, Hiding, System};
/// # use rely_lts::{Lts, LtsBuilder, StateId};
/// # fn machine(actions: &Actions, steps: &[(usize, &str, usize)]) -> Lts {
/// #     let mut builder = LtsBuilder::new(actions);
/// #     for &(s, action, t) in steps {
/// #         builder.ensure_states(s.max(t) + 1).expect("few states");
/// #         builder.add_transition(StateId::at(s), actions.intern(action), StateId::at(t));
/// #     }
/// #     builder.finish(StateId::at(0)).expect("all states were added")
/// # }
/// // A chain of ten buffers; between them nothing is visible.
/// let actions = Actions::new();
/// let buffer = |i: usize| machine(&actions, &[(0, &format!("c.{i}"), 1), (1, &format!("c.{}", i + 1), 0)]);
/// let components = (0..10).map(|i| Component::new(format!("B{i}"), buffer(i).into())).collect();
/// let mut system = System::new("CHAIN", &actions, components);
/// system.hiding = Hiding::Interface(vec!["c.0".to_string(), "c.10".to_string()]);
/// let found = compose_reduced(&system, Equivalence::Branching, 1_000, Context::unlimited()).expect("small");
/// // The composition has 1024 states; the largest product of a step has far fewer.
/// assert_eq!((found.lts.n_states(), found.deadlock), (11, false));
/// assert!(found.built.peak_states < 100);
/// ```
///
/// # Errors
/// If every order that was tried is too large, or the budget is spent.
///
/// # Panics
/// If the system has a priority or no components.
pub fn compose_reduced(
    system: &System,
    equivalence: Equivalence,
    limit: u64,
    ctx: Context<'_>,
) -> Result<ReducedSystem, Stopped> {
    assert!(system.priority.is_none(), "what has priority depends on all components");
    // Branching bisimilarity with divergence is finer than the others that know tau, and shows deadlocks.
    let by = match equivalence {
        Equivalence::Strong => Equivalence::Strong,
        _ => Equivalence::DivergenceBranching,
    };
    let ends = terminating(system);
    let common = fresh_action(system);
    let part = |(i, component): (usize, &crate::component::Component)| Part {
        name: component.name.clone(),
        lts: if ends.contains(&i) {
            Arc::new(loop_at_end(&component.lts, common))
        } else {
            component.lts.clone()
        },
    };
    let parts = system.components.iter().enumerate().map(part).collect();
    let keep = |id: ActionId| id == common || !system.hiding.hides(&system.actions.name(id));
    let built = reduce(&system.actions, parts, Aim::Equivalent(by), &keep, limit, ctx)?;
    let lts = marked(built.lts(), common);
    let deadlock = lts.states().any(|s| lts.is_stuck(s) && lts.end() != Some(s));
    Ok(ReducedSystem { lts, deadlock, built })
}

/// The components that are in END when the system has terminated; see [`System::terminating`].
pub fn terminating(system: &System) -> BTreeSet<usize> {
    system.terminating().into_iter().collect()
}

/// An action that no component knows.
pub fn fresh_action(system: &System) -> ActionId {
    let alphabet = system.alphabet();
    let mut name = "(terminated)".to_string();
    while alphabet.label_of_name(&name).is_some() {
        name.push('\'');
    }
    system.actions.intern(&name)
}

/// The same LTS with a loop at END, which is a state like the others then.
pub fn loop_at_end(lts: &Lts, action: ActionId) -> Lts {
    let mut builder = LtsBuilder::new(lts.actions());
    builder.ensure_states(lts.n_states()).expect("as many as before");
    lts.alphabet().ids().iter().for_each(|&id| builder.extend_alphabet(id));
    for (s, label, t) in lts.transitions() {
        builder.add_transition(s, lts.alphabet().action(label), t);
    }
    if let Some(end) = lts.end() {
        builder.add_transition(end, action, end);
    }
    builder.finish(lts.initial()).expect("all states were added")
}

/// The same LTS without the common action; the states that have nothing else become one, END.
fn marked(lts: &Lts, common: ActionId) -> Lts {
    let Some(mark) = lts.alphabet().label(common) else { return lts.clone() };
    let ended = |s: StateId| lts.labels_of(s) == [mark];
    let Some(end) = lts.states().find(|&s| ended(s)) else { return without(lts, mark, |t| t, None) };
    without(lts, mark, |t| if !t.is_error() && ended(t) { end } else { t }, Some(end)).reachable().0
}

/// The same states without one label, targets mapped.
fn without(lts: &Lts, mark: Label, image: impl Fn(StateId) -> StateId, end: Option<StateId>) -> Lts {
    let ids =
        lts.alphabet().labels().filter(|&label| label != mark).map(|label| lts.alphabet().action(label));
    let mut rows = RowBuilder::new(Alphabet::new(lts.actions(), ids.collect::<Vec<_>>()));
    let mut row: Vec<(Label, StateId)> = Vec::new();
    for s in lts.states() {
        row.clear();
        let kept = lts.successors(s).filter(|&(label, _)| label != mark);
        // Labels after the one that goes move up.
        row.extend(kept.map(|(l, t)| (if l > mark { Label::at(l.index() - 1) } else { l }, image(t))));
        rows.push_state(&mut row).expect("there are no more rows than before");
    }
    rows.finish(image(lts.initial()), end)
}
