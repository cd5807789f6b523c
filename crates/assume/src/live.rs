//! The most general component that keeps a module safe and live.
//!
//! # Problem
//!
//! Submodule construction \[MB83\]: given a module `M` and properties `P`, the most general deterministic
//! component `X` over `αA` such that `M || X || P` never enters ERROR (the weakest assumption, as a process)
//! and `M || X` never deadlocks. `M || X` has terminated, and is not deadlocked, where `M` has, unless `X`
//! has actions that `M` does not have; and one that moves by itself forever is not deadlocked either.
//!
//! # Method
//!
//! After a trace over `αA` the pair `(M, P)` is in one of a set of states, the *belief*, which depends on
//! nothing but the trace: the subset construction over `M || P_err` with all but `αA` hidden. A belief with
//! ERROR is forbidden. A member of a belief is *at rest* if it has no hidden move and the composition has not
//! terminated there: it has to be helped, by an action that it can do and that `X` keeps. A belief with a
//! member at rest that nothing helps is dropped, with the actions that lead to it, and so on: the greatest
//! set of beliefs in which every member at rest is helped. An action after which the belief is empty is one
//! that the module cannot do: it stays, and anything may follow.
//!
//! Why this is right and most general: see the book, *What assumptions are good for*.
//!
//! # Invariants
//!
//! 1. Properties never refuse: a state of `M || P` offers what the module does, and the actions that the
//!    module does not know.
//! 2. States at rest are a class of their own before the reduction, so that a class is at rest or not.
//! 3. A dropped belief has a starving member: one at rest, whose offers are all forbidden or lead to dropped
//!    beliefs.
//!
//! # Cost
//!
//! The product; its branching quotient; the subset construction, up to `2^n` beliefs; and for
//! every dropped belief one more look at the beliefs that lead to it.
//!
//! # Departures
//!
//! Beliefs are sets of classes of branching bisimilarity (divergence-blind), in which *at rest* is visible: a
//! class at rest has no tau, so its members offer the same actions; in others nothing but their traces
//! counts.

use std::collections::{BTreeSet, VecDeque};
use std::ops::ControlFlow;

use fixedbitset::FixedBitSet;
use hashbrown::HashSet;
use rely_lts::determinize::{Determinized, ErrorRule, determinize};
use rely_lts::minimize::{Equivalence, Minimized, minimize};
use rely_lts::{
    ActionId, Backwards, Context, Label, Lts, Moves, Product, Propositions, Purpose, RowBatch, RowBuilder,
    Runs, Spent, StateId, System, Ticker, Visitor, explore,
};
use rustc_hash::FxBuildHasher;

use crate::question::Question;
use crate::view::seen_through;

/// The most general safe and live component, if there is one.
#[derive(Clone, Debug)]
pub struct Live {
    /// The component: deterministic, minimal, over the alphabet of the assumption, numbered breadth-first.
    /// `None` if there is none.
    pub component: Option<Lts>,
    /// How many pairs of a state of the component and an action are missing for the sake of liveness alone:
    /// the action is safe there, but may lead to a deadlock.
    pub removed: usize,
    /// A shortest trace that was removed for the sake of liveness, and why. If there is no component although
    /// a safe one exists, it is the empty trace.
    pub dead_end: Option<DeadEnd>,
}

/// Why a trace was removed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DeadEnd {
    /// The trace; its last action was removed.
    pub trace: Vec<ActionId>,
    /// A run of the module, tau and internal actions included, that looks like this from outside and ends at
    /// rest.
    pub run: Vec<ActionId>,
    /// What could happen next: nothing of this can be allowed, since it may violate a property or lead to a
    /// deadlock.
    pub offers: Vec<ActionId>,
}

impl DeadEnd {
    /// A sentence for a person.
    pub fn text(&self, question: &Question) -> String {
        let names = |ids: &[ActionId], between: &str| {
            ids.iter().map(|&id| question.actions.name(id).to_string()).collect::<Vec<_>>().join(between)
        };
        let module = &question.name;
        let place = if self.run.is_empty() {
            "at the start".to_string()
        } else {
            format!("after {}", names(&self.run, " "))
        };
        if self.offers.is_empty() {
            return format!("{place} {module} cannot perform any action");
        }
        let offers = names(&self.offers, ", ");
        if !self.offers.iter().any(|&id| question.boundary.shared.contains(id)) {
            return format!(
                "{place} {module} cannot perform any action, and it is not safe to allow {offers} there"
            );
        }
        format!("{place} {module} waits for {offers}, which is not safe to allow there")
    }
}

/// The most general deterministic component over the alphabet of the assumption with which the module
/// satisfies its properties and never deadlocks.
///
/// ```
/// # use rely_assume::{Boundary, Question};
/// # use rely_lts::{Actions, Component, Context};
/// # use rely_testkit::text::read;
/// # let actions = Actions::new();
/// # let lts = read(&actions, "0 acquire 1; 1 write 1; 1 release 0; 0 write ERROR");
/// # let module = vec![Component::new("FILE", lts.into())];
/// # let interface = module[0].lts.alphabet().clone();
/// # let boundary = Boundary::with_interface(&actions, &module, &[], &interface).unwrap();
/// # let question =
/// #     Question { name: "FILE".into(), actions: actions.clone(), module, properties: Vec::new(), boundary };
/// # let ctx = Context::unlimited();
/// use rely_assume::most_general_live;
/// let live = most_general_live(&question, ctx)?;
/// let component = live.component.expect("acquiring, writing and releasing keeps the file going");
/// // Nothing had to be removed: a component over all actions of the file may always acquire it.
/// assert_eq!((component.n_states(), live.removed), (3, 0));
/// # Ok::<(), rely_lts::Spent>(())
/// ```
///
/// # Errors
/// If the budget is spent.
pub fn most_general_live(question: &Question, ctx: Context<'_>) -> Result<Live, Spent> {
    let (graph, at_rest) = states_of(question, ctx)?;
    let budget = ctx.budget.holding(2 * graph.memory());
    let ctx = Context { budget: &budget, ..ctx };
    let reduced = {
        let mut marks = Propositions::new(vec!["at rest".into()], graph.n_states());
        at_rest.ones().for_each(|s| marks.set(StateId::at(s), 0, true));
        let seen = seen_through(&graph, &question.boundary.assumption);
        let seen = seen.with_propositions(marks).expect("one mark per state");
        minimize(&seen, Equivalence::Branching, ctx)?
    };
    let beliefs = determinize(&reduced.lts, ErrorRule::Absorb, ctx)?;
    if beliefs.lts.has_tau() {
        // ERROR is entered without the environment: no component is safe.
        return Ok(Live { component: None, removed: 0, dead_end: None });
    }
    let starving = drop_beliefs(&reduced.lts, &beliefs, ctx)?;
    let initial = beliefs.lts.initial();
    if let Some(member) = starving[initial.index()] {
        let dead_end = explain(question, &graph, &reduced, member, Vec::new(), ctx)?;
        return Ok(Live { component: None, removed: 0, dead_end: Some(dead_end) });
    }
    let machine = what_is_kept(&beliefs.lts, &starving);
    let Minimized { lts, map } = minimize(&machine, Equivalence::Strong, ctx)?;
    let cuts = Cuts::new(&beliefs.lts, &starving);
    let class_of = |belief| map.class_of(belief).expect("a reached state is in a class");
    let removed: BTreeSet<_> = cuts.all.iter().map(|&(belief, label, _)| (class_of(belief), label)).collect();
    let dead_end = match cuts.all.first() {
        Some(&(belief, label, target)) => {
            let member = starving[target.index()].expect("what was cut is dropped");
            let trace = cuts.trace(&beliefs.lts, belief, label);
            Some(explain(question, &graph, &reduced, member, trace, ctx)?)
        }
        None => None,
    };
    Ok(Live { component: Some(lts), removed: removed.len(), dead_end })
}

/// The reachable states of the module with its properties, and which are at rest.
fn states_of(question: &Question, ctx: Context<'_>) -> Result<(Lts, FixedBitSet), Spent> {
    let product = Product::new(&question.system());
    let module = Product::new(&System::new(&question.name, &question.actions, question.module.clone()));
    let outside = |id: &ActionId| question.boundary.assumption.contains(*id);
    let of_module =
        |id: &ActionId| question.boundary.shared.contains(*id) || question.boundary.internal.contains(*id);
    let ids = product.alphabet().ids();
    let mut recorder = Recorder {
        // A component without END must have no action beyond those of the components that have one; if the
        // module has terminated, these have all its actions.
        may_end: question.boundary.assumption.ids().iter().all(|id| module.alphabet().contains(*id)),
        product: &product,
        module: &module,
        hidden: std::iter::once(true).chain(ids.iter().map(|id| !outside(id))).collect(),
        of_module: std::iter::once(true).chain(ids.iter().map(of_module)).collect(),
        rows: RowBuilder::large(product.alphabet().clone()),
        at_rest: Vec::new(),
        overflow: false,
    };
    let explored = explore(&product, Runs::Forget, Purpose::Compose, ctx, &mut recorder);
    let Recorder { rows, at_rest, overflow, .. } = recorder;
    if overflow {
        // 2^32 transitions are the limit of the representation.
        return Err(Spent::Memory(u64::from(u32::MAX) * 8));
    }
    if let Some(spent) = explored.spent {
        return Err(spent);
    }
    let mut marks = FixedBitSet::with_capacity(explored.store.len());
    at_rest.iter().for_each(|s| marks.insert(s.index()));
    Ok((rows.finish(StateId::at(0), None), marks))
}

/// Writes every state down.
struct Recorder<'a> {
    product: &'a Product,
    /// The module alone, to be asked whether it has terminated.
    module: &'a Product,
    /// Per label (tau first): is it hidden from the component?
    hidden: Vec<bool>,
    /// Per label (tau first): is it the module's?
    of_module: Vec<bool>,
    /// Has the composition with a component over the alphabet terminated where the module has?
    may_end: bool,
    rows: RowBuilder,
    at_rest: Vec<StateId>,
    overflow: bool,
}

impl Visitor for Recorder<'_> {
    type Notes = (RowBatch, Vec<StateId>);

    fn look(
        &self,
        state: StateId,
        packed: &[u64],
        moves: Moves<'_>,
        (rows, at_rest): &mut Self::Notes,
    ) -> ControlFlow<()> {
        rows.push(moves.steps().map(|step| (step.label, step.target)));
        if !moves.labels().any(|label| self.hidden[label.index()]) {
            let moved = moves.labels().any(|label| self.of_module[label.index()]); // by invariant 1
            let local = |i| self.product.component_state(packed, i);
            let locals = || (0..self.module.n_components()).map(local).collect::<Vec<_>>();
            if moved || !self.may_end || !self.module.is_terminated(&self.module.pack(&locals())) {
                at_rest.push(state);
            }
        }
        ControlFlow::Continue(())
    }

    fn take(&mut self, (rows, at_rest): &mut Self::Notes) -> ControlFlow<()> {
        self.at_rest.append(at_rest);
        if self.rows.append(rows).is_err() {
            self.overflow = true;
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(())
    }

    fn memory(&self) -> usize {
        self.rows.memory() + self.at_rest.capacity() * 4
    }
}

/// Per belief that is dropped: a member that starves there.
fn drop_beliefs(
    reduced: &Lts,
    beliefs: &Determinized,
    ctx: Context<'_>,
) -> Result<Vec<Option<StateId>>, Spent> {
    let marks = reduced.propositions().expect("classes are marked as their states are");
    let backwards = Backwards::new(&beliefs.lts, |_| true, ctx)?;
    let mut starving: Vec<Option<StateId>> = vec![None; beliefs.lts.n_states()];
    let mut ticker = Ticker::default();
    let mut waiting: Vec<StateId> = beliefs.lts.states().collect();
    let mut kept = FixedBitSet::with_capacity(reduced.alphabet().n_labels());
    while let Some(belief) = waiting.pop() {
        ticker.tick(ctx.budget)?;
        if starving[belief.index()].is_some() {
            continue;
        }
        kept.clear();
        for (label, target) in beliefs.lts.successors(belief) {
            kept.set(label.index(), !target.is_error() && starving[target.index()].is_none());
        }
        for &member in &beliefs.members[belief.index()] {
            ticker.tick(ctx.budget)?;
            let is_helped = || reduced.labels_of(member).iter().any(|label| kept.contains(label.index()));
            if marks.holds(member, 0) && !is_helped() {
                starving[belief.index()] = Some(member); // keeps invariant 3
                waiting.extend(backwards.sources(belief).iter().map(|&s| StateId::from_raw(s)));
                break;
            }
        }
    }
    Ok(starving)
}

/// The transitions from kept beliefs to dropped ones.
struct Cuts {
    /// Source, label and target, as a breadth-first search of the kept beliefs meets them.
    all: Vec<(StateId, Label, StateId)>,
    /// The transition by which a kept belief was met first.
    from: Vec<Option<(StateId, Label)>>,
}

impl Cuts {
    /// Finds them. The initial belief is kept.
    fn new(beliefs: &Lts, starving: &[Option<StateId>]) -> Cuts {
        let mut cuts = Cuts { all: Vec::new(), from: vec![None; beliefs.n_states()] };
        let mut found = FixedBitSet::with_capacity(beliefs.n_states());
        found.insert(beliefs.initial().index());
        let mut queue = VecDeque::from([beliefs.initial()]);
        while let Some(belief) = queue.pop_front() {
            for (label, target) in beliefs.successors(belief).filter(|(_, target)| !target.is_error()) {
                if starving[target.index()].is_some() {
                    cuts.all.push((belief, label, target));
                } else if !found.put(target.index()) {
                    cuts.from[target.index()] = Some((belief, label));
                    queue.push_back(target);
                }
            }
        }
        cuts
    }

    /// The shortest trace into a belief and on by a label; least by name among the shortest.
    fn trace(&self, beliefs: &Lts, mut belief: StateId, label: Label) -> Vec<ActionId> {
        let mut labels = vec![label];
        while let Some((before, label)) = self.from[belief.index()] {
            labels.push(label);
            belief = before;
        }
        labels.iter().rev().map(|&label| beliefs.alphabet().action(label)).collect()
    }
}

/// The machine of the kept beliefs. The last state is the one where anything goes.
fn what_is_kept(beliefs: &Lts, starving: &[Option<StateId>]) -> Lts {
    let mut rows = RowBuilder::new(beliefs.alphabet().clone());
    let anything = StateId::at(beliefs.n_states());
    let mut row = Vec::new();
    for belief in beliefs.states() {
        row.clear();
        if starving[belief.index()].is_none() {
            for label in beliefs.alphabet().labels() {
                match beliefs.step(belief, label) {
                    [] => row.push((label, anything)),
                    [target] if !target.is_error() && starving[target.index()].is_none() => {
                        row.push((label, *target));
                    }
                    _ => {}
                }
            }
        }
        rows.push_state(&mut row).expect("an LTS of beliefs has room for one state more");
    }
    row.clear();
    row.extend(beliefs.alphabet().labels().map(|label| (label, anything)));
    rows.push_state(&mut row).expect("an LTS of beliefs has room for one state more");
    rows.finish(beliefs.initial(), None)
}

/// A shortest run along a trace to a state of a class.
fn explain(
    question: &Question,
    graph: &Lts,
    reduced: &Minimized,
    member: StateId,
    trace: Vec<ActionId>,
    ctx: Context<'_>,
) -> Result<DeadEnd, Spent> {
    let outside = &question.boundary.assumption;
    let class = reduced.map.class_at(member);
    // The nodes that were met: how much of the trace has happened, the state, and the node and label before.
    let mut nodes: Vec<(u32, StateId, u32, Label)> = vec![(0, graph.initial(), 0, Label::TAU)];
    let mut met: HashSet<(u32, StateId), FxBuildHasher> = HashSet::default();
    met.insert((0, graph.initial()));
    let mut ticker = Ticker::default();
    let mut next = 0;
    let last = loop {
        let (done, state, ..) = nodes[next];
        if done as usize == trace.len() && reduced.map.class_of(state) == class {
            break next;
        }
        ticker.tick(ctx.budget)?;
        for (label, target) in graph.successors(state) {
            let action = graph.alphabet().action(label);
            let is_hidden = label.is_tau() || !outside.contains(action);
            let done = if is_hidden { done } else { done + 1 };
            let fits = is_hidden || trace.get(done as usize - 1) == Some(&action);
            if fits && !target.is_error() && met.insert((done, target)) {
                nodes.push((done, target, next as u32, label));
            }
        }
        next += 1;
        if next.is_multiple_of(4096) {
            ctx.budget.check_memory(nodes.capacity() * 16 + met.capacity() * 9)?;
        }
        assert!(next < nodes.len(), "a member of a belief is reached along the belief's trace");
    };
    let mut run = Vec::new();
    let mut at = last;
    while at != 0 {
        let (_, _, before, label) = nodes[at];
        run.push(graph.alphabet().action(label));
        at = before as usize;
    }
    run.reverse();
    let mut offers: Vec<ActionId> =
        graph.labels_of(nodes[last].1).iter().map(|&label| graph.alphabet().action(label)).collect();
    offers.dedup();
    Ok(DeadEnd { trace, run, offers })
}
