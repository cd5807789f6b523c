//! Building a system step by step, reducing after every step.
//!
//! # Problem
//! Given components over one action table, a set of actions that must stay visible, and an equivalence.
//! Wanted: an LTS that is equivalent to the composition of all of them with all other actions hidden, without
//! ever building this composition.
//!
//! # Method
//! Two parts are composed at a time. An action whose participants are all inside and that need not stay
//! visible is hidden, and the result is reduced, so that what comes next meets something small \[GS90\].
//! Which two come next is decided by what can be hidden afterwards against the size of the product, in the
//! manner of smart reduction \[CL11\] (`order`). What the question cannot see is cut away before the
//! reduction (`prune`). A run of the result is turned into a run of the components by searching, in the
//! product of the two parts of every step, for a run with the same visible actions (`lift`).
//!
//! # Invariants
//! 1. An action is in the alphabet of a part iff one of its components knows it and it is not hidden yet; it
//!    is hidden as soon as no other part knows it. So no hidden action is known outside, and hiding commutes
//!    with what comes later.
//! 2. The equivalence is a congruence for composition and hiding, so the result is equivalent to the
//!    composition of all components.
//! 3. The children of a part have smaller numbers than the part.
//!
//! # Cost
//! That of composing and reducing the products of the steps; the reduced parts are all kept, for the runs.
//!
//! # Departures
//! \[CL11\] composes any number of parts at a time and weighs transitions; pairs and counts of actions are
//! simpler and decide the order well where components are small. A pair whose product grows over the limit is
//! put aside and another one is tried, so a wrong guess costs one exploration up to the limit.

mod lift;
mod order;
mod prune;
mod reduced_system;

use std::sync::Arc;

use rustc_hash::FxHashSet;

pub use self::lift::{Goal, LiftLimits, LiftedRun};
pub use self::order::Order;
pub use self::reduced_system::{ReducedSystem, compose_reduced, fresh_action, loop_at_end, terminating};
use crate::action::{Actions, Alphabet};
use crate::budget::{Budget, Context, Spent};
use crate::builder::RowBuilder;
use crate::component::Component;
use crate::compose::compose;
use crate::id::{ActionId, Label, StateId};
use crate::lts::Lts;
use crate::minimize::{Equivalence, minimize};
use crate::system::System;

/// The question that a reduction must preserve.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Aim {
    /// Everything the equivalence sees but propositions, which are dropped.
    Equivalent(Equivalence),
    /// Whether ERROR can be reached. END counts for nothing.
    Error,
    /// Whether a state without transitions can be reached, END or not. There must be no ERROR.
    Stuck,
}

impl Aim {
    /// The equivalence by which the parts are reduced.
    fn equivalence(self) -> Equivalence {
        match self {
            Aim::Equivalent(equivalence) => equivalence,
            Aim::Error => Equivalence::Branching,
            Aim::Stuck => Equivalence::DivergenceBranching,
        }
    }
}

/// One part of a system, before anything is composed.
#[derive(Clone, Debug)]
pub struct Part {
    /// Its name in reports.
    pub name: String,
    /// Its behavior. Its END is ignored.
    pub lts: Arc<Lts>,
}

/// One step of the construction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StepReport {
    /// The two parts: names of components, or `#k` for the result of step `k` (from 1).
    pub parts: [String; 2],
    /// Number of actions that became internal.
    pub hidden: usize,
    /// States of the product.
    pub product_states: usize,
    /// Transitions of the product.
    pub product_transitions: usize,
    /// States after the reduction.
    pub states: usize,
    /// Transitions after the reduction.
    pub transitions: usize,
}

/// Why there is no result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Stopped {
    /// Every way to go on leads over the limit on the states of a step.
    TooLarge,
    /// The budget was spent.
    Spent(Spent),
}

impl From<Spent> for Stopped {
    fn from(spent: Spent) -> Self {
        Stopped::Spent(spent)
    }
}

/// A system that was composed and reduced step by step.
#[derive(Debug)]
pub struct Reduced {
    nodes: Vec<Node>,
    root: usize,
    /// The steps, in order.
    pub steps: Vec<StepReport>,
    /// States of the largest product.
    pub peak_states: usize,
    /// Transitions of the product with the most of them.
    pub peak_transitions: usize,
}

/// A component, or what two parts became.
#[derive(Clone, Debug)]
pub struct Node {
    /// Its name in reports.
    pub name: String,
    /// After hiding and reduction.
    pub lts: Arc<Lts>,
    /// The actions that were hidden here.
    pub hidden: FxHashSet<ActionId>,
    /// Where it comes from.
    pub origin: Origin,
}

/// The origin of a node, before hiding and reduction.
#[derive(Clone, Debug)]
pub enum Origin {
    /// A component.
    Component(Arc<Lts>),
    /// Two nodes in parallel, by their places.
    Pair(usize, usize),
}

impl Reduced {
    /// A result that the caller composed and reduced, so that its runs can be turned into runs of the
    /// components. Components come first, then pairs, each after the two it is made of; every node must have
    /// the traces, and those into ERROR up to what comes after ERROR, of what it was before, without what is
    /// hidden.
    pub fn from_nodes(nodes: Vec<Node>, root: usize) -> Reduced {
        Reduced { nodes, root, steps: Vec::new(), peak_states: 0, peak_transitions: 0 }
    }

    /// The result. With [`Aim::Error`] it may be that of some components only: those alone reach ERROR, or
    /// the others cannot be needed because it can never be reached.
    pub fn lts(&self) -> &Lts {
        &self.nodes[self.root].lts
    }

    /// Can the aim of the reduction be reached?
    pub fn reaches(&self, goal: Goal) -> bool {
        lift::shortest(self.lts(), goal).is_some()
    }
}

/// Pairs that may turn out too large before the attempt is given up.
const MAX_REFUSED: usize = 6;

/// All products of the steps together may have this many times as many states and transitions as the largest
/// may have states.
const MAX_WORK: u64 = 50;

/// Composes and reduces parts step by step. Actions for which `keep` says so stay visible. No product of a
/// step has more than `limit` states, and all of them together have not more than fifty times as many states
/// and transitions.
///
/// ```
/// use rely_lts::compositional::{Aim, Goal, LiftLimits, Part, reduce};
/// use rely_lts::{Actions, Context};
/// # use rely_lts::{Lts, LtsBuilder, StateId};
/// # fn machine(actions: &Actions, steps: &[(usize, &str, usize)]) -> Lts {
/// #     let mut builder = LtsBuilder::new(actions);
/// #     for &(s, action, t) in steps {
/// #         builder.ensure_states(s.max(t) + 1).expect("few states");
/// #         builder.add_transition(StateId::at(s), actions.intern(action), StateId::at(t));
/// #     }
/// #     builder.finish(StateId::at(0)).expect("all states were added")
/// # }
/// // Two processes that take the same two locks in different orders.
/// let actions = Actions::new();
/// let lock = |l: &str| {
///     let names = [format!("p.{l}"), format!("q.{l}"), format!("p.{l}.free"), format!("q.{l}.free")];
///     machine(&actions, &[(0, &names[0], 1), (0, &names[1], 2), (1, &names[2], 0), (2, &names[3], 0)])
/// };
/// let process = |p: &str, first: &str, second: &str| {
///     let names =
///         [format!("{p}.{first}"), format!("{p}.{second}"), format!("{p}.{second}.free"), format!("{p}.{first}.free")];
///     machine(&actions, &[(0, &names[0], 1), (1, &names[1], 2), (2, &names[2], 3), (3, &names[3], 0)])
/// };
/// let parts = [("X", lock("x")), ("Y", lock("y")), ("P", process("p", "x", "y")), ("Q", process("q", "y", "x"))];
/// let parts = parts.map(|(name, lts)| Part { name: name.to_string(), lts: lts.into() });
/// let ctx = Context::unlimited();
/// let reduced = reduce(&actions, parts.into(), Aim::Stuck, &|_| false, 1_000, ctx).expect("it is small");
/// assert!(reduced.reaches(Goal::Stuck));
/// // The deadlock, as a run of the four components.
/// let run = reduced.run(Goal::Stuck, LiftLimits::default(), ctx).expect("no limits").expect("it is short");
/// let names: Vec<_> = run.actions.iter().map(|&action| actions.name(action)).collect();
/// assert_eq!(names.len(), 2, "each process takes its first lock");
/// assert!(names.contains(&"p.x".into()) && names.contains(&"q.y".into()));
/// ```
///
/// # Errors
/// If every order that was tried is too large, or the budget is spent.
///
/// # Panics
/// If there is no part.
pub fn reduce(
    actions: &Actions,
    parts: Vec<Part>,
    aim: Aim,
    keep: &dyn Fn(ActionId) -> bool,
    limit: u64,
    ctx: Context<'_>,
) -> Result<Reduced, Stopped> {
    assert!(!parts.is_empty(), "there is something to compose");
    let mut order = Order::new(parts.iter().map(|part| part.lts.alphabet().ids()), keep);
    let mut reduced =
        Reduced { nodes: Vec::new(), root: 0, steps: Vec::new(), peak_states: 0, peak_transitions: 0 };
    let mut errors = parts.iter().filter(|part| part.lts.has_error()).count();
    for (i, Part { name, lts }) in parts.into_iter().enumerate() {
        let hidden = order.hide_of_one(i);
        let had_error = lts.has_error();
        let small = shrink(&lts, &hidden, aim, errors == usize::from(had_error), ctx)?;
        errors -= usize::from(had_error && !small.has_error());
        order.set_size(i, small.n_states());
        let origin = Origin::Component(lts);
        reduced.nodes.push(Node { name, lts: Arc::new(small), hidden, origin });
    }
    let budget =
        Budget { states: Some(ctx.budget.states.map_or(limit, |own| own.min(limit))), ..ctx.budget.clone() };
    let inner = Context { budget: &budget, ..ctx };
    let mut refused = 0;
    let mut work = 0;
    loop {
        if aim == Aim::Error {
            // ERROR that the parts reach alone needs no partner, and without ERROR there is nothing to look
            // for.
            let own = |node: &usize| lift::reaches_alone(&reduced.nodes[*node].lts);
            let alive = order.alive();
            if let Some(node) = alive.iter().copied().find(own) {
                reduced.root = node;
                return Ok(reduced);
            }
            if errors == 0 {
                reduced.root = alive[0];
                return Ok(reduced);
            }
        }
        let Some((left, right)) = order.next() else { break };
        let product = match product(actions, &reduced.nodes[left].lts, &reduced.nodes[right].lts, inner) {
            Ok(product) => product,
            Err(Spent::States(n)) if Some(n) == budget.states => {
                refused += 1;
                if refused > MAX_REFUSED || !order.refuse(left, right) {
                    // The smaller limit was met.
                    let own = ctx.budget.states == Some(n);
                    return Err(if own { Spent::States(n).into() } else { Stopped::TooLarge });
                }
                continue;
            }
            Err(spent) => return Err(spent.into()),
        };
        work += (product.n_states() + product.n_transitions()) as u64;
        if work > limit.saturating_mul(MAX_WORK) {
            return Err(Stopped::TooLarge);
        }
        let before = [left, right].iter().filter(|&&node| reduced.nodes[node].lts.has_error()).count();
        let (node, hidden) = order.join(left, right);
        debug_assert_eq!(node, reduced.nodes.len(), "parts are numbered as they are made");
        let held: usize = reduced.nodes.iter().map(|node| node.lts.memory()).sum();
        ctx.budget.check_memory(held + product.memory())?;
        let small = shrink(&product, &hidden, aim, errors == before, ctx)?;
        errors = errors - before + usize::from(small.has_error());
        order.set_size(node, small.n_states());
        let name_of = |node: usize| reduced.nodes[node].name.clone();
        reduced.peak_states = reduced.peak_states.max(product.n_states());
        reduced.peak_transitions = reduced.peak_transitions.max(product.n_transitions());
        reduced.steps.push(StepReport {
            parts: [name_of(left), name_of(right)],
            hidden: hidden.len(),
            product_states: product.n_states(),
            product_transitions: product.n_transitions(),
            states: small.n_states(),
            transitions: small.n_transitions(),
        });
        let name = format!("#{}", reduced.steps.len());
        let origin = Origin::Pair(left, right);
        reduced.nodes.push(Node { name, lts: Arc::new(small), hidden, origin });
    }
    reduced.root = reduced.nodes.len() - 1;
    Ok(reduced)
}

/// Two parts in parallel.
fn product(actions: &Actions, left: &Arc<Lts>, right: &Arc<Lts>, ctx: Context<'_>) -> Result<Lts, Spent> {
    let components = vec![Component::new("left", left.clone()), Component::new("right", right.clone())];
    Ok(compose(&System::new("step", actions, components), ctx)?.lts)
}

/// Hides, cuts away what the aim does not see, reduces. `alone`: no other part has an ERROR.
fn shrink(
    lts: &Lts,
    hidden: &FxHashSet<ActionId>,
    aim: Aim,
    alone: bool,
    ctx: Context<'_>,
) -> Result<Lts, Spent> {
    let plain = hide(lts, hidden);
    let cut = match aim {
        Aim::Equivalent(_) => plain,
        Aim::Error => {
            let stopped = prune::stop_at_error(&plain, ctx)?;
            if alone && stopped.has_error() { prune::toward_error(&stopped, ctx)? } else { stopped }
        }
        Aim::Stuck => prune::never_stuck(&plain, ctx)?,
    };
    Ok(minimize(&cut, aim.equivalence(), ctx)?.lts)
}

/// The same LTS without END and propositions, with some actions hidden: they leave the alphabet.
pub fn hide(lts: &Lts, hidden: &FxHashSet<ActionId>) -> Lts {
    let alphabet = lts.alphabet();
    let kept = alphabet.ids().iter().copied().filter(|id| !hidden.contains(id)).collect::<Vec<_>>();
    // Both alphabets are sorted by name, so the kept labels keep their order.
    let mut next = 0;
    let labels: Vec<Label> = std::iter::once(Label::TAU)
        .chain(alphabet.ids().iter().map(|id| {
            if hidden.contains(id) {
                return Label::TAU;
            }
            next += 1;
            Label::at(next)
        }))
        .collect();
    let mut rows = RowBuilder::new(Alphabet::new(alphabet.actions(), kept));
    let mut row: Vec<(Label, StateId)> = Vec::new();
    for s in lts.states() {
        row.clear();
        row.extend(lts.successors(s).map(|(label, t)| (labels[label.index()], t)));
        rows.push_state(&mut row).expect("hiding adds nothing");
    }
    rows.finish(lts.initial(), None)
}
