//! Reducing every component to its visible behavior.
//!
//! # Problem
//! Actions that only one component has, properties included, cannot be prevented or observed by others: a
//! rule need not see them.
//!
//! # Method
//! These actions become tau, and the component is replaced by a smaller one with the same traces: the minimal
//! deterministic one if it is not larger, otherwise the quotient by branching bisimilarity. Machines without
//! private actions cannot tell the reduced components from the given ones, so a proof about the reduced
//! components is one about the given ones, with the same assumptions and premises. A run of the reduced
//! components is lifted component by component: each finds its private actions along its share of the run and
//! performs them just before its next shared step.
//!
//! # Invariants
//! 1. A reduced component has the traces of the given one, with private actions removed.
//! 2. A lifted run is a run of the given components.
//!
//! # Cost
//! One minimization per component; determinization stops at the size of the branching quotient.
//!
//! # Departures
//! None. Minimizing before learning is standard in compositional reduction \[GS90\]; failures are not
//! preserved, because proofs are about safety only.

use std::sync::Arc;

use rely_lts::minimize::{Equivalence, minimize};
use rely_lts::{ActionId, Alphabet, Budget, Component, Context, Label, Lts, RowBuilder, Spent};
use rustc_hash::FxHashMap;

use crate::prove::lazy_product::LazyProduct;
use crate::prove::problem::Problem;

/// A problem with every component reduced to what others see of it.
#[derive(Clone, Debug)]
pub(crate) struct Reduced {
    /// The same question about reduced components; they count as those that were given.
    pub(crate) problem: Problem,
}

impl Reduced {
    /// Reduces every component.
    ///
    /// # Errors
    /// If the budget is spent.
    pub(crate) fn new(problem: &Problem, ctx: Context<'_>) -> Result<Reduced, Spent> {
        let mut known: FxHashMap<ActionId, usize> = FxHashMap::default();
        for part in problem.components.iter().chain(&problem.properties) {
            part.lts.alphabet().ids().iter().for_each(|&a| *known.entry(a).or_default() += 1);
        }
        let observed = problem.observed();
        let is_shared = |action: ActionId| known[&action] > 1 || observed.contains(action);
        let mut components = Vec::with_capacity(problem.components.len());
        for component in &problem.components {
            let lts = Arc::new(reduced(&component.lts, &is_shared, ctx)?);
            components.push(Component { lts, state_names: None, ..component.clone() });
        }
        let original = components.clone();
        Ok(Reduced { problem: Problem { components, original, ..problem.clone() } })
    }

    /// A run of the given components, tau left out, that looks like a run of the reduced ones.
    ///
    /// # Errors
    /// If the budget is spent.
    ///
    /// # Panics
    /// If it is not a run of the reduced ones.
    pub(crate) fn lift(
        &self,
        given: &Problem,
        run: &[ActionId],
        ctx: Context<'_>,
    ) -> Result<Vec<ActionId>, Spent> {
        let mut pending = Vec::new();
        for (i, component) in self.problem.components.iter().enumerate() {
            let alphabet = component.lts.alphabet();
            let word: Vec<u32> = run
                .iter()
                .filter_map(|&a| alphabet.label(a))
                .filter(|l| !l.is_tau())
                .map(|l| l.raw() - 1)
                .collect();
            let mut module = LazyProduct::new(given, &[i], &[], None, ctx);
            module.speak_of(alphabet);
            let local = module
                .run_along(&word, false)?
                .expect("a run of the reduced component is one of the given one");
            pending.push(local.into_iter().filter(|a| !a.is_tau()).peekable());
        }
        let mut lifted = Vec::new();
        for &action in run.iter().filter(|a| !a.is_tau()) {
            for (component, pending) in self.problem.components.iter().zip(&mut pending) {
                if component.lts.alphabet().contains(action) {
                    while let Some(private) = pending.next_if(|&next| next != action) {
                        lifted.push(private);
                    }
                    pending.next();
                }
            }
            lifted.push(action);
        }
        Ok(lifted)
    }
}

/// The component without actions that are not shared, and with the same traces otherwise.
fn reduced(lts: &Lts, is_shared: &dyn Fn(ActionId) -> bool, ctx: Context<'_>) -> Result<Lts, Spent> {
    let small = minimize(&hidden(lts, is_shared), Equivalence::Branching, ctx)?.lts;
    if !small.has_tau() && small.is_deterministic() {
        return Ok(small);
    }
    // Determinization may explode: not more states than there are already.
    let most = small.n_states() as u64;
    let budget =
        Budget { states: Some(ctx.budget.states.map_or(most, |own| own.min(most))), ..ctx.budget.clone() };
    match minimize(&small, Equivalence::Trace, Context { budget: &budget, ..ctx }) {
        Ok(traces) if traces.lts.n_states() <= small.n_states() => Ok(traces.lts),
        Err(spent) if !matches!(spent, Spent::States(_)) => Err(spent),
        _ => Ok(small),
    }
}

/// The component with tau in place of actions that are not shared.
fn hidden(lts: &Lts, is_shared: &dyn Fn(ActionId) -> bool) -> Lts {
    let kept = lts.alphabet().ids().iter().copied().filter(|&a| is_shared(a));
    let alphabet = Alphabet::new(lts.actions(), kept);
    let label = |label: Label| {
        if label.is_tau() {
            Label::TAU
        } else {
            alphabet.label(lts.alphabet().action(label)).unwrap_or(Label::TAU)
        }
    };
    let mut rows = RowBuilder::new(alphabet.clone());
    for state in lts.states() {
        let mut row: Vec<_> = lts.successors(state).map(|(l, target)| (label(l), target)).collect();
        row.sort_unstable();
        row.dedup();
        rows.push_state(&mut row).expect("as large as the component");
    }
    rows.finish(lts.initial(), None)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use rely_lts::{Actions, Role, System};
    use rely_testkit::generate::{RandomLts, Rng};

    use super::*;

    /// All traces up to a length, restricted to an alphabet.
    fn traces(lts: &Lts, seen: &Alphabet, length: usize) -> BTreeSet<Vec<ActionId>> {
        let mut found = BTreeSet::new();
        let mut todo = vec![(lts.initial(), Vec::new())];
        let mut known: BTreeSet<_> = todo.iter().cloned().collect();
        while let Some((state, trace)) = todo.pop() {
            found.insert(trace.clone());
            for (label, target) in lts.successors(state) {
                let mut next = trace.clone();
                let action = if label.is_tau() { ActionId::TAU } else { lts.alphabet().action(label) };
                if seen.contains(action) {
                    next.push(action);
                }
                if next.len() <= length && known.insert((target, next.clone())) {
                    todo.push((target, next));
                }
            }
        }
        found
    }

    #[test]
    fn reduced_components_have_the_same_traces_and_their_runs_are_lifted() {
        let mut rng = Rng::new(5);
        for _ in 0..300 {
            let actions = Actions::new();
            let knobs = RandomLts { states: 4, tau_percent: 20, error_percent: 0, ..RandomLts::default() };
            let names = |list: &str| list.split_whitespace().map(String::from).collect::<Vec<_>>();
            let mut one = |name: &str, list: &str| {
                Component::new(name, knobs.generate_over(&actions, &names(list), &mut rng).into())
            };
            let (left, right) = (one("L", "a b p q"), one("R", "a b r"));
            let allowed = Arc::new(Lts::stop(&actions));
            let property = Component { role: Role::Property, ..Component::new("P", allowed) };
            let system = System::new("S", &actions, vec![left, right, property]);
            let problem = Problem::new(&system, &[2]).unwrap();
            let reduced = Reduced::new(&problem, Context::unlimited()).unwrap();
            for (given, small) in problem.components.iter().zip(&reduced.problem.components) {
                let seen = small.lts.alphabet();
                assert!(small.lts.n_states() <= given.lts.n_states());
                assert_eq!(traces(&given.lts, seen, 4), traces(&small.lts, seen, 4));
            }
            let seen = reduced.problem.alphabet_of(&[0, 1]);
            let both = |run: &Vec<ActionId>| {
                let fits = |c: &Component| {
                    let own: Vec<ActionId> =
                        run.iter().copied().filter(|&a| c.lts.alphabet().contains(a)).collect();
                    traces(&c.lts, c.lts.alphabet(), own.len()).contains(&own)
                };
                reduced.problem.components.iter().all(fits)
            };
            for run in traces(&reduced.problem.components[0].lts, &seen, 3).iter().filter(|run| both(run)) {
                let lifted = reduced.lift(&problem, run, Context::unlimited()).unwrap();
                let looks: Vec<ActionId> = lifted.iter().copied().filter(|&a| seen.contains(a)).collect();
                assert_eq!(&looks, run);
                for c in &problem.components {
                    let own: Vec<ActionId> =
                        lifted.iter().copied().filter(|&a| c.lts.alphabet().contains(a)).collect();
                    assert!(traces(&c.lts, c.lts.alphabet(), own.len()).contains(&own));
                }
            }
        }
    }
}
