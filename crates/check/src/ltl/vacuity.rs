//! Asserts that hold because their conditions never do.
//!
//! # Problem
//!
//! `[](p -> q)` holds of every system in which `p` never holds: true, but not what its author wanted to know.
//! An assert made of such implications is *vacuous* if none of their left sides ever holds; if only some
//! never hold, there is a warning for each. That an action never happens is not a reason on its own:
//! `[]!crash` says just that.
//!
//! # Method
//!
//! The left sides are collected from the formula, and the system is explored once with the fluents only,
//! until each left side has been seen to hold.
//!
//! # Invariants
//!
//! 1. A left side is removed from the list only in a reachable state where it holds; so what remains after a
//!    complete search never holds.
//!
//! # Cost
//!
//! One exploration of the system with the valuations of the fluents; it ends as soon as all left sides have
//! held.
//!
//! # Departures
//!
//! Vacuity in the literature replaces any subformula; here only left sides of implications without temporal
//! operators are examined, which needs no second check of the formula.

use std::ops::ControlFlow;

use rely_ltl::{Formula, Specification, automaton};
use rely_lts::{Context, Moves, Purpose, Runs, StateId, System, Target, Visitor, explore};

use super::AssertResult;
use super::space::{WatchedSystem, watch};

/// Says in the result of an assert that holds whether it does so vacuously.
pub(super) fn examine(system: &System, spec: &Specification, ctx: Context<'_>, result: &mut AssertResult) {
    let conditions = conditions(&spec.formula);
    if conditions.is_empty() {
        return;
    }
    // The system with the fluents only: the automaton of `true` has one state.
    let fluents = Specification { formula: Formula::True, ..spec.clone() };
    let Ok(tracker) = automaton(&fluents, ctx) else { return };
    let watched = WatchedSystem::new(system, tracker);
    let mut witness = Witness { watched: &watched, waiting: conditions.clone(), seen: Default::default() };
    let explored = explore(&watched, Runs::Forget, Purpose::AssertCondition, ctx, &mut witness);
    if explored.spent.is_some() || witness.waiting.is_empty() {
        return;
    }
    result.never.clone_from(&witness.waiting);
    let name = |p: usize| spec.propositions.get(p).map_or_else(|| format!("p{p}"), |p| p.name().to_string());
    let never: Vec<String> =
        witness.waiting.iter().map(|condition| format!("{} never holds", condition.display(&name))).collect();
    if never.len() == conditions.len() {
        result.vacuous = Some(never.join(", "));
    } else {
        result.warnings.extend(never.into_iter().map(|never| format!("{}: {never}", spec.name)));
    }
}

/// The left sides without temporal operators of the implications that the formula is a conjunction of, under
/// `[]`. Empty if some other conjunct is not of this kind, since then there is something that is not vacuous.
fn conditions(formula: &Formula) -> Vec<Formula> {
    let mut found = Vec::new();
    let mut waiting = vec![formula];
    while let Some(formula) = waiting.pop() {
        match formula {
            Formula::Always(f) => waiting.push(f),
            Formula::And(fs) => waiting.extend(fs.iter().rev()),
            Formula::Implies(lr) if lr.0.is_propositional() => found.push(lr.0.clone()),
            // []<>p -> []<>q says nothing if p never holds.
            Formula::Implies(lr) => match strip(&lr.0) {
                Some(condition) => found.push(condition.clone()),
                None => return Vec::new(),
            },
            _ => return Vec::new(),
        }
    }
    found
}

/// The propositional formula under a sequence of `[]` and `<>` that begins or ends with a `<>`.
fn strip(formula: &Formula) -> Option<&Formula> {
    let (mut formula, mut eventually) = (formula, false);
    loop {
        match formula {
            Formula::Always(f) => formula = f,
            Formula::Eventually(f) => {
                eventually = true;
                formula = f;
            }
            _ => return (eventually && formula.is_propositional()).then_some(formula),
        }
    }
}

/// Looks for positions where the conditions hold.
struct Witness<'w> {
    watched: &'w WatchedSystem,
    waiting: Vec<Formula>,
    /// Valuations examined.
    seen: rustc_hash::FxHashSet<u32>,
}

impl Visitor for Witness<'_> {
    /// Valuations met.
    type Notes = rustc_hash::FxHashSet<u32>;

    fn needs_numbers(&self) -> bool {
        false
    }

    fn look(&self, _: StateId, _: &[u64], moves: Moves<'_>, met: &mut Self::Notes) -> ControlFlow<()> {
        for (_, target) in moves.iter() {
            let Target::State(target) = target else { continue };
            met.insert(watch(target).0);
        }
        ControlFlow::Continue(())
    }

    fn take(&mut self, met: &mut Self::Notes) -> ControlFlow<()> {
        // The order does not matter: each of them only takes conditions away.
        for valuation in met.drain() {
            if self.seen.insert(valuation) {
                let tracker = self.watched.tracker.lock().expect("no holder of the tracker panics");
                self.waiting.retain(|f| f.holds_now(|p| tracker.holds(valuation, p)) != Some(true));
            }
        }
        if self.waiting.is_empty() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}
