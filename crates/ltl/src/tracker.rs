//! The automaton of a formula, run in parallel with a system.
//!
//! # Problem
//! A product of a system with an automaton needs, per step of the system, the valuation after the action and
//! the states that the automaton may move to when it reads that valuation.
//!
//! # Method
//! Valuations, and the moves of an automaton state on a valuation, are numbered and remembered when they are
//! met: the conditions on transitions are evaluated once per (valuation, automaton state), however large they
//! are.
//!
//! # Invariants
//! 1. The automaton reads one valuation per action, the one *after* it: position 0 is after the first action.
//! 2. The automaton may have no move: then no run that continues like this is accepted.
//!
//! # Cost
//! One look-up per move of the product; the automaton's conditions are evaluated once per pair that occurs.
//!
//! # Departures
//! None.

use rustc_hash::FxHashMap;

use rely_lts::{ActionId, Context, Spent};

use crate::arena::{Arena, NodeId};
use crate::buchi::{Buchi, degeneralize};
use crate::dynamics::Dynamics;
use crate::formula::Formula;
use crate::specification::{Proposition, Specification};
use crate::tableau::translate;

/// A Büchi automaton of a formula, with the valuations it reads.
///
/// ```
/// use rely_ltl::{Formula, Proposition, Specification, negated_automaton};
/// use rely_lts::{Actions, Context};
/// let actions = Actions::new();
/// let a = actions.intern("a");
/// let spec = Specification {
///     name: "A".into(),
///     formula: Formula::always(Formula::not(Formula::Prop(0))),
///     propositions: vec![Proposition::Actions { name: "a".into(), actions: vec![a] }],
///     extension: vec![],
/// };
/// // The automaton of <>a: after an `a`, every run is accepted.
/// let mut automaton = negated_automaton(&spec, Context::unlimited())?;
/// let class = automaton.class(a);
/// let after = automaton.after(automaton.initial_valuation(), class);
/// let moves = automaton.moves(after, automaton.initial_state()).to_vec();
/// assert!(moves.iter().any(|&state| automaton.is_universal(state)));
/// # Ok::<(), rely_lts::Spent>(())
/// ```
pub struct Tracker {
    dynamics: Dynamics,
    automaton: Buchi,
    arena: Arena,
    /// The nodes below the conditions, operands first.
    guard_nodes: Vec<NodeId>,
    /// A table by node for the values of conditions, and the valuation it is for.
    values: Vec<bool>,
    values_of: Option<u32>,
    /// Where the moves of (valuation, state) are in `targets`.
    moves: FxHashMap<(u32, u32), (u32, u32)>,
    targets: Vec<u32>,
}

/// The automaton of the negation of a formula: it accepts exactly the runs that violate the formula.
///
/// # Errors
/// If the budget is spent, or the automaton is too large for any budget.
pub fn negated_automaton(spec: &Specification, ctx: Context<'_>) -> Result<Tracker, Spent> {
    Tracker::new(&spec.formula, true, &spec.propositions, ctx)
}

/// The automaton of a formula: it accepts exactly the runs that satisfy it.
///
/// # Errors
/// If the budget is spent, or the automaton is too large for any budget.
pub fn automaton(spec: &Specification, ctx: Context<'_>) -> Result<Tracker, Spent> {
    Tracker::new(&spec.formula, false, &spec.propositions, ctx)
}

impl Tracker {
    fn new(
        formula: &Formula,
        negated: bool,
        propositions: &[Proposition],
        ctx: Context<'_>,
    ) -> Result<Tracker, Spent> {
        let mut arena = Arena::new();
        let root = arena.import(formula, negated);
        let general = translate(&mut arena, root, ctx)?;
        let automaton = degeneralize(&mut arena, &general, ctx)?;
        let guards = automaton.states.iter().flat_map(|state| state.edges.iter().map(|&(guard, _)| guard));
        let guard_nodes = arena.below(guards);
        let values = vec![false; arena.len()];
        Ok(Tracker {
            dynamics: Dynamics::new(propositions),
            automaton,
            arena,
            guard_nodes,
            values,
            values_of: None,
            moves: FxHashMap::default(),
            targets: Vec::new(),
        })
    }

    /// Number of states of the automaton.
    pub fn n_states(&self) -> usize {
        self.automaton.states.len()
    }

    /// The state before the first action.
    pub fn initial_state(&self) -> u32 {
        0
    }

    /// The valuation before the first action.
    pub fn initial_valuation(&self) -> u32 {
        Dynamics::INITIAL
    }

    /// The class of an action: actions of a class change valuations in the same way. Class 0 is the anonymous
    /// step, tau and all actions that the formula does not mention.
    pub fn class(&self, action: ActionId) -> usize {
        self.dynamics.class(action)
    }

    /// The valuation after an action of a class.
    pub fn after(&mut self, valuation: u32, class: usize) -> u32 {
        self.dynamics.after(valuation, class)
    }

    /// Does a proposition hold in a valuation?
    pub fn holds(&self, valuation: u32, proposition: usize) -> bool {
        self.dynamics.holds(valuation, proposition)
    }

    /// The states that a state may move to when it reads a valuation, sorted.
    pub fn moves(&mut self, valuation: u32, state: u32) -> &[u32] {
        if let Some(&(from, to)) = self.moves.get(&(valuation, state)) {
            return &self.targets[from as usize..to as usize];
        }
        if self.values_of != Some(valuation) {
            self.dynamics.evaluate(valuation, &self.arena, &self.guard_nodes, &mut self.values);
            self.values_of = Some(valuation);
        }
        let from = self.targets.len();
        for &(guard, target) in &self.automaton.states[state as usize].edges {
            if self.values[guard.index()] {
                self.targets.push(target);
            }
        }
        self.targets[from..].sort_unstable();
        self.moves.insert((valuation, state), (from as u32, self.targets.len() as u32));
        &self.targets[from..]
    }

    /// Is a run accepted that is in this state infinitely often?
    pub fn is_accepting(&self, state: u32) -> bool {
        self.automaton.states[state as usize].accepting
    }

    /// Is a run accepted that ends in this state? What is due at a later position counts as not met, what is
    /// to hold at all later positions as met.
    pub fn ends(&self, state: u32) -> bool {
        self.automaton.states[state as usize].ends
    }

    /// Is every run accepted from this state on?
    pub fn is_universal(&self, state: u32) -> bool {
        self.automaton.states[state as usize].universal
    }

    /// Is no run accepted at all, infinite or ended, whatever the system?
    pub fn is_empty(&self) -> bool {
        !self.automaton.states.iter().any(|state| state.accepting || state.ends)
    }

    /// Bytes held by the tables that grow during a product.
    pub fn memory(&self) -> usize {
        self.targets.len() * 4 + self.moves.len() * 24
    }
}
