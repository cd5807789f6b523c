//! Runs into ERROR: are they runs of a system?
//!
//! # Problem
//! Given a system, a component, and the visible actions of a run. Is there a run of the processes (and, if
//! the component is a property, of it) with these actions at whose end the component enters ERROR, by the
//! last action or silently after it, and nothing does before?
//!
//! # Method
//! Without priorities a word is one of the system iff it is one of every component, so each is followed
//! separately ([`after`]). With priorities the vectors are followed, and the other properties take part too:
//! an action that only a property has is always possible, and others may give way to it. Their own ERRORs are
//! ignored.
//!
//! # Invariants
//! 1. In [`after`], `states` are the states that the machine may be in after the actions so far, closed under
//!    tau, without ERROR.
//!
//! # Cost
//! Without priorities the length of the run times the sum of the components. With priorities the vectors that
//! the run can lead to, exponentially many in the worst case.
//!
//! # Departures
//! None; this is the definition of a run, evaluated.

use std::sync::Arc;

use rely_lts::{
    ActionId, Component, Context, Label, Lts, Product, ProductScratch, Role, RowBuilder, Space, Spent,
    StateId, Successors, System, Target, Ticker,
};
use rustc_hash::FxHashSet;

/// A run that ends in the ERROR of a component.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ErrorRun {
    /// The actions, tau left out. ERROR is entered with the last one or silently after it.
    pub actions: Vec<ActionId>,
    /// The place of the component that enters it.
    pub culprit: usize,
}

/// How one machine can take its part in a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct After {
    /// Without ERROR.
    pub good: bool,
    /// By entering ERROR with the last action of the run, which it knows.
    pub by_action: bool,
    /// By entering ERROR silently after the run.
    pub silently: bool,
}

/// How a machine can take its part in a run.
pub(crate) fn after(lts: &Lts, run: &[ActionId]) -> After {
    let (mut states, mut silently) = closure(lts, vec![lts.initial()]);
    let mut by_action = false;
    for (at, &action) in run.iter().enumerate() {
        let Some(label) = lts.alphabet().label(action) else { continue };
        let next: Vec<StateId> = states.iter().flat_map(|&state| lts.step(state, label)).copied().collect();
        by_action = at + 1 == run.len() && next.iter().any(|state| state.is_error());
        (states, silently) = closure(lts, next);
    }
    After { good: !states.is_empty(), by_action, silently }
}

/// The states that tau leads to, without ERROR; can it be entered?
fn closure(lts: &Lts, mut states: Vec<StateId>) -> (Vec<StateId>, bool) {
    states.retain(|state| !state.is_error());
    states.sort_unstable();
    states.dedup();
    let mut known: FxHashSet<StateId> = states.iter().copied().collect();
    let (mut at, mut fails) = (0, false);
    while let Some(&state) = states.get(at) {
        at += 1;
        for &to in lts.step(state, Label::TAU) {
            if to.is_error() {
                fails = true;
            } else if known.insert(to) {
                states.push(to);
            }
        }
    }
    (states, fails)
}

/// How many actions of a run a machine can take part in without ERROR: all of them, or those before the first
/// that it refuses.
pub(crate) fn refused(lts: &Lts, run: &[ActionId]) -> Option<usize> {
    let (mut states, _) = closure(lts, vec![lts.initial()]);
    for (at, &action) in run.iter().enumerate() {
        let Some(label) = lts.alphabet().label(action) else { continue };
        states = closure(lts, states.iter().flat_map(|&state| lts.step(state, label)).copied().collect()).0;
        if states.is_empty() {
            return Some(at);
        }
    }
    None
}

/// Those that take part in a run into the ERROR of a component, and its place among them.
pub(crate) fn arena(system: &System, culprit: usize) -> (System, usize) {
    let mut components: Vec<Component> = Vec::new();
    let mut place = 0;
    for (i, component) in system.components.iter().enumerate() {
        if i == culprit {
            place = components.len();
        }
        if i == culprit || component.role != Role::Property {
            components.push(component.clone());
        } else if system.priority.is_some() {
            let lts = Arc::new(forgiving(&component.lts));
            components.push(Component { lts, state_names: None, ..component.clone() });
        }
    }
    (System { components, ..system.clone() }, place)
}

/// A machine that goes on where it would enter ERROR, with all its actions.
fn forgiving(lts: &Lts) -> Lts {
    let mut rows = RowBuilder::new(lts.alphabet().clone());
    let trap = StateId::at(lts.n_states());
    let mut row: Vec<(Label, StateId)> = Vec::new();
    for state in lts.states() {
        row.clear();
        row.extend(lts.successors(state).map(|(label, to)| (label, if to.is_error() { trap } else { to })));
        rows.push_state(&mut row).expect("there are no more transitions than before");
    }
    row.clear();
    row.extend(lts.alphabet().labels().map(|label| (label, trap)));
    rows.push_state(&mut row).expect("one more state of a property fits");
    rows.finish(lts.initial(), None)
}

/// Is this a run of a system without priorities?
pub(crate) fn enters(system: &System, run: &ErrorRun) -> bool {
    let (system, culprit) = arena(system, run.culprit);
    let parts = &system.components;
    if !run.actions.iter().all(|&action| parts.iter().any(|c| c.lts.alphabet().contains(action))) {
        return false;
    }
    let others = || {
        let others = parts.iter().enumerate().filter(|(i, _)| *i != culprit);
        others.map(|(_, other)| after(&other.lts, &run.actions))
    };
    let culprit = after(&parts[culprit].lts, &run.actions);
    culprit.by_action && others().all(|other| other.good || other.by_action)
        || culprit.silently && others().all(|other| other.good)
}

/// Is this a run of a system?
///
/// # Errors
/// If the budget is spent.
pub(crate) fn replays(system: &System, run: &ErrorRun, ctx: Context<'_>) -> Result<bool, Spent> {
    if system.priority.is_none() {
        return Ok(enters(system, run));
    }
    let (system, culprit) = arena(system, run.culprit);
    let product = Product::new(&system);
    let culprit = culprit as u32;
    let mut walk = Vectors { product: &product, culprit, ticker: Ticker::default(), ctx };
    let (mut states, mut fails) = walk.step(FxHashSet::from_iter([product.initial()]), Label::TAU)?;
    for &action in &run.actions {
        let Some(label) = product.alphabet().label(action) else { return Ok(false) };
        let (next, now) = walk.moves(&states, label)?;
        let silently;
        (states, silently) = walk.step(next, Label::TAU)?;
        fails = now || silently;
    }
    Ok(fails)
}

/// Can a system be stuck, and not at its end, after these actions? Those that nothing knows are left out.
///
/// # Errors
/// If the budget is spent.
pub(crate) fn stuck_after(system: &System, actions: &[ActionId], ctx: Context<'_>) -> Result<bool, Spent> {
    let product = Product::new(system);
    let mut walk = Vectors { product: &product, culprit: u32::MAX, ticker: Ticker::default(), ctx };
    let (mut states, _) = walk.step(FxHashSet::from_iter([product.initial()]), Label::TAU)?;
    for label in actions.iter().filter_map(|&action| product.alphabet().label(action)) {
        let (next, _) = walk.moves(&states, label)?;
        (states, _) = walk.step(next, Label::TAU)?;
    }
    let (mut scratch, mut out) = (ProductScratch::default(), Successors::default());
    Ok(states.iter().any(|state| {
        out.reset();
        product.successors(state, &mut scratch, &mut out);
        out.is_empty() && !product.is_terminated(state)
    }))
}

/// Follows sets of vectors.
struct Vectors<'p> {
    product: &'p Product,
    culprit: u32,
    ticker: Ticker,
    ctx: Context<'p>,
}

impl Vectors<'_> {
    /// What one label leads to, and whether the culprit can enter ERROR with it.
    fn moves(
        &mut self,
        states: &FxHashSet<Vec<u64>>,
        wanted: Label,
    ) -> Result<(FxHashSet<Vec<u64>>, bool), Spent> {
        let (mut scratch, mut out) = (ProductScratch::default(), Successors::default());
        let (mut next, mut fails) = (FxHashSet::default(), false);
        for state in states {
            self.ticker.tick(self.ctx.budget)?;
            out.reset();
            self.product.successors(state, &mut scratch, &mut out);
            for (_, target) in out.iter().filter(|(label, _)| *label == wanted) {
                match target {
                    Target::State(to) => {
                        next.insert(to.to_vec());
                    }
                    Target::Error(culprits) => fails |= culprits.contains(&self.culprit),
                }
            }
            self.ctx.budget.check_memory(next.len() * (self.product.words() * 8 + 32))?;
        }
        Ok((next, fails))
    }

    /// The vectors with all that a label, again and again, leads to from them.
    fn step(
        &mut self,
        from: FxHashSet<Vec<u64>>,
        label: Label,
    ) -> Result<(FxHashSet<Vec<u64>>, bool), Spent> {
        let (mut all, mut fails) = (from.clone(), false);
        let mut new = from;
        while !new.is_empty() {
            let (next, now) = self.moves(&new, label)?;
            fails |= now;
            new = next.into_iter().filter(|state| !all.contains(state)).collect();
            all.extend(new.iter().cloned());
        }
        Ok((all, fails))
    }
}
