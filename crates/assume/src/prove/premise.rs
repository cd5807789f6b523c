//! Checking a premise.
//!
//! # Problem
//! Given a [`Premise`], find a word that violates it; if there is none, the visited states are a proof.
//!
//! # Method
//! Breadth-first search of the product of the components, the kept machines (which refuse what they exclude),
//! and the other machines made complete: words that `until` and `refuted` machines exclude lead them into a
//! *trap*, an additional last state that they never leave. A state with an `until` machine in its trap has no
//! successors. A state with all `refuted` machines in their traps is the end of a shortest violating run.
//!
//! # Invariants
//! 1. If no such state is found, the visited states form a closed set: it contains the initial state, and
//!    every successor of a member is a member.
//!
//! # Cost
//! That of exploring the product, which is never built.
//!
//! # Departures
//! None. One search serves the premises of all rules, because all of them have the shape of a [`Premise`].

use std::ops::ControlFlow;
use std::sync::Arc;

use rely_lts::{
    ActionId, Component, Context, Explored, Lts, Moves, Product, ProductScratch, Purpose, RowBuilder, Runs,
    Space, Spent, StateId, Successors, System, Visitor, explore,
};

use crate::assumption::Assumption;
use crate::prove::problem::Problem;
use crate::prove::proof::{Machine, Premise};

/// The result of checking a premise.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Checked {
    /// States of the product that were seen.
    pub states: u64,
    /// A shortest run that violates it, tau included; `None` if there is none.
    pub violation: Option<Vec<ActionId>>,
}

/// Does a premise hold with these assumptions? The [module](crate::prove) has an example.
///
/// # Errors
/// If the budget is spent.
pub fn check(
    problem: &Problem,
    assumptions: &[Assumption],
    premise: &Premise,
    ctx: Context<'_>,
) -> Result<Checked, Spent> {
    let search = Search::run(problem, assumptions, premise, ctx)?;
    Ok(Checked { states: search.explored.store.len() as u64, violation: search.violation() })
}

/// The closed set that proves a premise: vectors of the states of its components, then `kept`, `until`,
/// `refuted`, each in the premise's order, the trap of a machine being its number of states; `None` if the
/// premise does not hold.
///
/// # Errors
/// If the budget is spent.
pub fn closed_set(
    problem: &Problem,
    assumptions: &[Assumption],
    premise: &Premise,
    ctx: Context<'_>,
) -> Result<Option<Vec<Vec<StateId>>>, Spent> {
    let search = Search::run(problem, assumptions, premise, ctx)?;
    if search.found.is_some() {
        return Ok(None);
    }
    let store = &search.explored.store;
    Ok(Some((0..store.len()).map(|i| search.space.product.unpack(store.get(StateId::at(i)))).collect()))
}

/// A finished search.
struct Search {
    space: Watched,
    explored: Explored,
    found: Option<StateId>,
}

impl Search {
    fn run(
        problem: &Problem,
        assumptions: &[Assumption],
        premise: &Premise,
        ctx: Context<'_>,
    ) -> Result<Search, Spent> {
        let space = Watched::new(problem, assumptions, premise);
        let mut watcher = Watcher { space: &space, found: None };
        let explored = explore(&space, Runs::Keep, Purpose::Premise, ctx, &mut watcher);
        let found = watcher.found;
        match &explored.spent {
            Some(spent) if found.is_none() => Err(spent.clone()),
            _ => Ok(Search { explored, found, space }),
        }
    }

    fn violation(&self) -> Option<Vec<ActionId>> {
        let alphabet = self.space.product.alphabet();
        let labels = self.explored.run_to(&self.space, self.found?);
        Some(labels.into_iter().map(|label| alphabet.action(label)).collect())
    }
}

/// The product of a premise.
struct Watched {
    product: Product,
    /// `until` machines: place in the product, and trap.
    until: Vec<(usize, StateId)>,
    /// `refuted` machines: place in the product, and trap.
    refuted: Vec<(usize, StateId)>,
}

impl Watched {
    fn new(problem: &Problem, assumptions: &[Assumption], premise: &Premise) -> Watched {
        assert!(!premise.refuted.is_empty(), "a premise refutes something");
        let mut parts: Vec<Component> =
            premise.components.iter().map(|&i| problem.components[i].clone()).collect();
        let machine = |m: Machine| match m {
            Machine::Assumption(i) => assumptions[i].lts().clone(),
            Machine::Property(i) => problem.properties[i].lts.clone(),
        };
        parts.extend(premise.kept.iter().map(|&m| Component::new("kept", refusing(&machine(m)))));
        let watched = |list: &[Machine], parts: &mut Vec<Component>| -> Vec<(usize, StateId)> {
            let add = |&m: &Machine| {
                let lts = machine(m);
                parts.push(Component::new("watched", Arc::new(trapping(&lts))));
                (parts.len() - 1, StateId::at(lts.n_states()))
            };
            list.iter().map(add).collect()
        };
        let until = watched(&premise.until, &mut parts);
        let refuted = watched(&premise.refuted, &mut parts);
        let product = Product::new(&System::new("premise", &problem.actions, parts));
        Watched { product, until, refuted }
    }

    fn is_at(&self, packed: &[u64], (place, state): (usize, StateId)) -> bool {
        self.product.component_state(packed, place) == state
    }
}

impl Space for Watched {
    type Scratch = ProductScratch;

    fn words(&self) -> usize {
        self.product.words()
    }

    fn initial(&self) -> Vec<u64> {
        self.product.initial()
    }

    fn successors(&self, state: &[u64], scratch: &mut ProductScratch, out: &mut Successors) {
        if !self.until.iter().any(|&trap| self.is_at(state, trap)) {
            self.product.successors(state, scratch, out);
        }
    }
}

/// Looks for a state in which all refuted machines are trapped.
struct Watcher<'s> {
    space: &'s Watched,
    found: Option<StateId>,
}

impl Visitor for Watcher<'_> {
    type Notes = Option<StateId>;

    fn needs_numbers(&self) -> bool {
        false
    }

    fn look(&self, state: StateId, packed: &[u64], _: Moves<'_>, notes: &mut Self::Notes) -> ControlFlow<()> {
        if self.space.refuted.iter().all(|&trap| self.space.is_at(packed, trap)) {
            *notes = Some(state);
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(())
    }

    fn take(&mut self, notes: &mut Self::Notes) -> ControlFlow<()> {
        self.found = self.found.or(notes.take());
        if self.found.is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}

/// The machine as one that refuses what it excludes: without its moves into ERROR.
pub(crate) fn refusing(lts: &Arc<Lts>) -> Arc<Lts> {
    if !lts.has_error() {
        return lts.clone();
    }
    Arc::new(rewritten(lts, 0, |target| (!target.is_error()).then_some(target)))
}

/// The machine with a trap, one more state: what it excludes leads there, and it never leaves it.
pub(crate) fn trapping(lts: &Lts) -> Lts {
    let trap = StateId::at(lts.n_states());
    rewritten(lts, 1, |target| Some(if target.is_error() { trap } else { target }))
}

/// The machine with other targets; what is missing of the alphabet leads to the additional state, if there is
/// one.
fn rewritten(lts: &Lts, more: usize, target: impl Fn(StateId) -> Option<StateId>) -> Lts {
    let trap = StateId::at(lts.n_states());
    let mut rows = RowBuilder::new(lts.alphabet().clone());
    for state in lts.states() {
        let mut row: Vec<_> =
            lts.successors(state).filter_map(|(label, to)| Some((label, target(to)?))).collect();
        if more > 0 {
            row.extend(lts.alphabet().labels().filter(|&l| lts.step(state, l).is_empty()).map(|l| (l, trap)));
        }
        rows.push_state(&mut row).expect("as large as the machine it comes from");
    }
    if more > 0 {
        let mut row: Vec<_> = lts.alphabet().labels().map(|label| (label, trap)).collect();
        rows.push_state(&mut row).expect("one state more");
    }
    rows.finish(lts.initial(), None)
}
