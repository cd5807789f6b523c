//! A system of one process, such as a file with one LTS: its composition is its reachable part.
//!
//! # Problem
//!
//! The composition of a system numbers its reachable states breadth-first. For one process this needs no
//! product.
//!
//! # Method
//!
//! If the states of the process are already numbered breadth-first and all are reachable, nothing remains to
//! be done; one pass over the transitions finds out. Otherwise [`Lts::reachable`](crate::Lts::reachable)
//! numbers them again.
//!
//! # Invariants
//!
//! The result is the one that the product would give, state by state.
//!
//! # Cost
//!
//! Linear; no packed vectors and no table of states.
//!
//! # Departures
//!
//! None.

use crate::{Composed, Context, Hiding, Modifiers, Role, Spent, System};

/// The composition of a system that is one process without priority, hiding and modifiers; `None` for any
/// other system. It is what [`compose`](crate::compose()) returns, without a product.
///
/// ```
/// use rely_lts::{Actions, Component, Context, Lts, System, compose_single_component};
/// let stop = Lts::stop(&Actions::new());
/// let system = System::new("S", &stop.actions().clone(), vec![Component::new("P", stop.into())]);
/// let composed = compose_single_component(&system, Context::unlimited())?.expect("it is one process");
/// assert_eq!((composed.lts.n_states(), composed.deadlock), (1, true));
/// # Ok::<(), rely_lts::Spent>(())
/// ```
///
/// # Errors
/// If the budget is spent.
pub fn compose_single_component(system: &System, ctx: Context<'_>) -> Result<Option<Composed>, Spent> {
    let [component] = &system.components[..] else { return Ok(None) };
    let plain = component.role == Role::Process
        && system.priority.is_none()
        && system.hiding == Hiding::Nothing
        && system.modifiers == Modifiers::default();
    if !plain {
        return Ok(None);
    }
    ctx.budget.poll()?;
    // The reachable part is at most as large.
    ctx.budget.check_memory(component.lts.memory())?;
    let lts =
        if component.lts.is_breadth_first() { (*component.lts).clone() } else { component.lts.reachable().0 };
    ctx.budget.poll()?;
    ctx.budget.check_states(lts.n_states())?;
    let deadlock = lts.states().any(|state| lts.is_stuck(state) && lts.end() != Some(state));
    let culprits = if lts.has_error() { vec![0] } else { Vec::new() };
    Ok(Some(Composed { lts, deadlock, culprits }))
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use crate::{ActionId, Actions, Budget, Component, Lts, LtsBuilder, Propositions, StateId};
    use rely_testkit::generate::Rng;

    use super::*;

    /// A random LTS whose states are perhaps numbered breadth-first.
    fn random_lts(next: &mut impl FnMut(usize) -> usize) -> Lts {
        let actions = Actions::new();
        let mut builder = LtsBuilder::new(&actions);
        let n = 1 + next(5);
        builder.ensure_states(n).unwrap();
        let end = next(2 * n);
        for _ in 0..next(3 * n + 1) {
            let (source, target) = (next(n), next(n + 1));
            let action = if next(4) == 0 { ActionId::TAU } else { actions.intern(["a", "b", "c"][next(3)]) };
            if source != end {
                let target = if target == n { StateId::ERROR } else { StateId::at(target) };
                builder.add_transition(StateId::at(source), action, target);
            }
        }
        builder.extend_alphabet(actions.intern("never"));
        if end < n {
            builder.set_end(StateId::at(end));
        }
        let lts = builder.finish(StateId::at(if next(2) == 0 { 0 } else { next(n) })).unwrap();
        let lts = if next(2) == 0 { lts.reachable().0 } else { lts };
        if next(2) == 0 {
            return lts;
        }
        let mut propositions = Propositions::new(vec!["p".into(), "q".into()], lts.n_states());
        lts.states().for_each(|state| propositions.set(state, next(2), true));
        lts.with_propositions(propositions).unwrap()
    }

    #[test]
    fn it_is_what_the_product_gives() {
        let mut rng = Rng::new(1);
        let mut next = move |n: usize| rng.below(n);
        let mut untouched = 0;
        for _ in 0..5000 {
            let lts = Arc::new(random_lts(&mut next));
            let system = System::new("S", lts.actions(), vec![Component::new("P", lts.clone())]);
            let full = crate::compose(&system, Context::unlimited()).unwrap();
            let alone = compose_single_component(&system, Context::unlimited()).unwrap().unwrap();
            assert!(full.lts.transitions().eq(alone.lts.transitions()), "{lts:?}");
            assert_eq!(full.lts.n_states(), alone.lts.n_states(), "{lts:?}");
            assert_eq!((full.lts.initial(), full.lts.end()), (alone.lts.initial(), alone.lts.end()));
            assert_eq!(full.lts.alphabet(), alone.lts.alphabet());
            assert_eq!(full.lts.propositions(), alone.lts.propositions());
            assert_eq!((full.deadlock, full.culprits), (alone.deadlock, alone.culprits));
            untouched += usize::from(lts.is_breadth_first());
        }
        assert!((500..4500).contains(&untouched), "{untouched}");
    }

    #[test]
    fn it_is_only_for_one_plain_process_within_the_budget() {
        let lts = Arc::new(Lts::stop(&Actions::new()));
        let component = Component::new("P", lts.clone());
        let alone =
            |system: &System| compose_single_component(system, Context::unlimited()).unwrap().is_some();
        let system = System::new("S", lts.actions(), vec![component.clone()]);
        assert!(alone(&system));
        assert!(!alone(&System { hiding: Hiding::Hide(vec!["a".into()]), ..system.clone() }));
        assert!(!alone(&System { components: vec![component.clone(), component], ..system.clone() }));
        let modifiers = Modifiers { minimal: true, ..Modifiers::default() };
        assert!(!alone(&System { modifiers, ..system.clone() }));
        let budget = Budget { states: Some(0), ..Budget::default() };
        let spent = compose_single_component(&system, Context::with_budget(&budget)).unwrap_err();
        assert_eq!(spent, Spent::States(0));
    }
}
