//! Processes from formulas: `constraint` and `ltl_property`.
//!
//! # Problem
//! Given a safety formula, find the deterministic process over the labels of the formula that performs an
//! action as long as the formula can still be met, and otherwise blocks it or enters ERROR. Positions are the
//! actions of the process itself; there are no anonymous steps.
//!
//! # Method
//! Progression [BK98]: the state is the valuation and what is left of the formula. An action gives the next
//! valuation; what is left is unfolded at that valuation, which fixes all conditions, so that nothing is
//! multiplied out. What is left is kept as an antichain of sets of subformulas: the smallest disjunctive form
//! of a monotone function of the subformulas, which is unique, so there are finitely many states. The process
//! has left the formula when the antichain is empty (false), or when every further action leads there.
//!
//! A formula without `U` in normal form is a safety formula. Any other formula is tested: its *closure*
//! \[AS87\] allows every prefix that some run satisfying the formula has; it is a safety formula iff no run
//! of the closure violates it. The closure is the subset construction on the automaton of the formula, run
//! over the labels, where states that accept nothing are dropped; the test is a product with the automaton of
//! the negation.
//!
//! # Invariants
//! 1. A process state other than ERROR allows at least the prefixes of runs that satisfy the formula.
//! 2. For a safety formula it allows no infinite run that violates it, and every state but the initial one
//!    allows an action.
//!
//! # Cost
//! At most the product of the valuations and a doubly exponential of the formula; in practice close to the
//! result, which is minimized.
//!
//! # Departures
//! \[BK98\] progresses formulas as trees, up to rewriting; antichains make equal remainders equal. The
//! closure of \[AS87\] is computed over the labels of the process, not over all valuations.

mod table;

use std::hash::Hash;

use rustc_hash::FxHashMap;
use thiserror::Error;

use rely_lts::minimize::{Equivalence, minimize};
use rely_lts::scc::sccs;
use rely_lts::{
    ActionId, Actions, Alphabet, Context, Label, Lts, LtsError, RowBuilder, Spent, StateId, Ticker,
};

use crate::arena::{Arena, Node, NodeId};
use crate::dynamics::Dynamics;
use crate::specification::{Reading, Specification};
use crate::tableau::{includes, union};
use crate::tracker::{Tracker, automaton, negated_automaton};
use table::Table;

/// Why a formula has no process.
#[derive(Clone, Debug, Error)]
#[non_exhaustive]
pub enum ProcessError {
    /// The formula is not a safety formula: no finite run shows that it is violated.
    #[error(
        "the formula is not a safety formula: some run violates it only as a whole, not by any single action"
    )]
    NotSafety {
        /// The process of the strongest safety formula that follows from it. The reference tool uses this
        /// one.
        closure: Box<Lts>,
    },
    /// The budget was spent.
    #[error("{0}")]
    Spent(Spent),
    /// The process does not fit.
    #[error(transparent)]
    TooLarge(#[from] LtsError),
}

impl From<Spent> for ProcessError {
    fn from(spent: Spent) -> Self {
        ProcessError::Spent(spent)
    }
}

impl ProcessError {
    /// Is this a limit, not a mistake in the model?
    pub fn is_limit(&self) -> bool {
        !matches!(self, ProcessError::NotSafety { .. })
    }
}

/// The process of a safety formula: deterministic, free of tau, with as few states as possible. Its alphabet
/// are the labels of the formula and its extension.
///
/// ```
/// use rely_ltl::{Formula, Proposition, Reading, Specification, safety_process};
/// use rely_lts::{Actions, Context};
/// let actions = Actions::new();
/// let (a, b) = (actions.intern("a"), actions.intern("b"));
/// let prop = |name: &str, action| Proposition::Actions { name: name.into(), actions: vec![action] };
/// // [](a -> X b): an a is followed by a b.
/// let spec = Specification {
///     name: "C".into(),
///     formula: Formula::always(Formula::implies(Formula::Prop(0), Formula::next(Formula::Prop(1)))),
///     propositions: vec![prop("a", a), prop("b", b)],
///     extension: vec![],
/// };
/// let lts = safety_process(&spec, Reading::Blocking, &actions, Context::unlimited())?;
/// assert_eq!((lts.n_states(), lts.n_transitions()), (2, 3));
/// # Ok::<(), rely_ltl::ProcessError>(())
/// ```
///
/// # Errors
/// If the formula is not a safety formula, or the budget is spent.
pub fn safety_process(
    spec: &Specification,
    reading: Reading,
    actions: &Actions,
    ctx: Context<'_>,
) -> Result<Lts, ProcessError> {
    let alphabet = Alphabet::new(actions, spec.labels());
    let mut arena = Arena::new();
    let root = arena.import(&spec.formula, false);
    if arena.is_syntactically_safe(root) {
        let mut progression = Progression::new(arena, root, spec);
        let mut table = explore(&alphabet, &mut progression, ctx)?;
        table.drop_dead_ends();
        return finish(table, &alphabet, reading, ctx);
    }
    let mut closure = Closure::new(spec, &alphabet, ctx)?;
    let table = explore(&alphabet, &mut closure, ctx)?;
    let safe = is_within(&table, &alphabet, spec, ctx)?;
    let lts = finish(table, &alphabet, reading, ctx)?;
    if safe { Ok(lts) } else { Err(ProcessError::NotSafety { closure: Box::new(lts) }) }
}

/// Something deterministic that reads classes of actions and may have left the formula.
trait Machine {
    type State: Clone + Eq + Hash;

    fn class(&self, action: ActionId) -> usize;

    fn initial(&mut self, ctx: Context<'_>) -> Result<Self::State, Spent>;

    /// The state after an action of a class, `None` if the formula cannot be met any more.
    fn after(
        &mut self,
        state: &Self::State,
        class: usize,
        ctx: Context<'_>,
    ) -> Result<Option<Self::State>, Spent>;
}

fn explore<M: Machine>(
    alphabet: &Alphabet,
    machine: &mut M,
    ctx: Context<'_>,
) -> Result<Table, ProcessError> {
    let classes: Vec<usize> = alphabet.ids().iter().map(|&a| machine.class(a)).collect();
    let mut ticker = Ticker::default();
    let initial = machine.initial(ctx)?;
    let mut number: FxHashMap<M::State, u32> = FxHashMap::default();
    let mut states = vec![initial.clone()];
    number.insert(initial, 0);
    let mut rows: Vec<Vec<Option<u32>>> = Vec::new();
    let mut by_class: FxHashMap<usize, Option<u32>> = FxHashMap::default();
    while let Some(state) = states.get(rows.len()).cloned() {
        by_class.clear();
        let mut row = Vec::with_capacity(classes.len());
        for &class in &classes {
            ticker.tick(ctx.budget)?;
            if let Some(&target) = by_class.get(&class) {
                row.push(target);
                continue;
            }
            let target = machine.after(&state, class, ctx)?.map(|next| {
                *number.entry(next).or_insert_with_key(|next| {
                    states.push(next.clone());
                    states.len() as u32 - 1
                })
            });
            by_class.insert(class, target);
            row.push(target);
        }
        rows.push(row);
        ctx.budget.check_states(states.len())?;
        ctx.budget.check_memory(rows.len() * classes.len() * 8)?;
    }
    Ok(Table { rows })
}

/// The LTS of a table, minimized.
fn finish(
    table: Table,
    alphabet: &Alphabet,
    reading: Reading,
    ctx: Context<'_>,
) -> Result<Lts, ProcessError> {
    let mut rows = RowBuilder::new(alphabet.clone());
    let mut transitions: Vec<(Label, StateId)> = Vec::new();
    for row in &table.rows {
        transitions.clear();
        for (label, &target) in alphabet.labels().zip(row) {
            match (target, reading) {
                (Some(target), _) => transitions.push((label, StateId::from_raw(target))),
                (None, Reading::Observing) => transitions.push((label, StateId::ERROR)),
                (None, Reading::Blocking) => {}
            }
        }
        rows.push_state(&mut transitions)?;
    }
    let lts = rows.finish(StateId::from_raw(0), None).reachable().0;
    Ok(minimize(&lts, Equivalence::Strong, ctx)?.lts)
}

/// What is left of a formula: a disjunction of conjunctions of subformulas, none including another, sorted.
type Left = Vec<Vec<NodeId>>;

/// Progression of a formula.
struct Progression {
    arena: Arena,
    root: NodeId,
    dynamics: Dynamics,
    /// The nodes below the formula, operands first, and a table for the values of those without temporal
    /// operators.
    nodes: Vec<NodeId>,
    values: Vec<bool>,
    /// What is left of a subformula after the current valuation, by node.
    left: FxHashMap<NodeId, Left>,
    valuation: Option<u32>,
}

impl Progression {
    fn new(arena: Arena, root: NodeId, spec: &Specification) -> Self {
        let nodes = arena.below([root]);
        let values = vec![false; arena.len()];
        let dynamics = Dynamics::new(&spec.propositions);
        Progression { arena, root, dynamics, nodes, values, left: FxHashMap::default(), valuation: None }
    }

    /// What is left of a subformula after the current valuation. Does not recurse.
    fn left(&mut self, root: NodeId, ctx: Context<'_>) -> Result<Left, Spent> {
        let mut stack = vec![root];
        while let Some(&id) = stack.last() {
            if self.left.contains_key(&id) {
                stack.pop();
                continue;
            }
            let needed: &[NodeId] = match self.arena.node(id) {
                _ if self.arena.is_propositional(id) => &[],
                Node::And(ids) | Node::Or(ids) => ids,
                &Node::Until(l, r) | &Node::Release(l, r) => &[l, r],
                _ => &[],
            };
            let waiting = stack.len();
            stack.extend(needed.iter().filter(|id| !self.left.contains_key(id)));
            if stack.len() > waiting {
                continue;
            }
            let left = self.unfold(id, ctx)?;
            self.left.insert(id, left);
            stack.pop();
        }
        Ok(self.left[&root].clone())
    }

    fn unfold(&self, id: NodeId, ctx: Context<'_>) -> Result<Left, Spent> {
        if self.arena.is_propositional(id) {
            return Ok(if self.values[id.index()] { vec![Vec::new()] } else { Vec::new() });
        }
        match self.arena.node(id) {
            Node::And(ids) => {
                let mut all = vec![Vec::new()];
                for id in ids {
                    all = product(&all, &self.left[id], ctx)?;
                }
                Ok(all)
            }
            Node::Or(ids) => smallest(ids.iter().flat_map(|id| self.left[id].iter().cloned()).collect(), ctx),
            &Node::Next(f) => Ok(vec![self.arena.conjuncts(f)]),
            Node::Until(l, r) => {
                let mut all = product(&self.left[l], &[vec![id]], ctx)?;
                all.extend(self.left[r].iter().cloned());
                smallest(all, ctx)
            }
            Node::Release(l, r) => {
                let mut first = self.left[l].clone();
                first.push(vec![id]);
                product(&first, &self.left[r], ctx)
            }
            _ => unreachable!("formulas without temporal operators were treated before"),
        }
    }
}

impl Machine for Progression {
    type State = (u32, Left);

    fn class(&self, action: ActionId) -> usize {
        self.dynamics.class(action)
    }

    fn initial(&mut self, _: Context<'_>) -> Result<Self::State, Spent> {
        let left = match self.root {
            NodeId::FALSE => Vec::new(),
            root => vec![self.arena.conjuncts(root)],
        };
        Ok((Dynamics::INITIAL, left))
    }

    fn after(
        &mut self,
        (valuation, left): &Self::State,
        class: usize,
        ctx: Context<'_>,
    ) -> Result<Option<Self::State>, Spent> {
        let valuation = self.dynamics.after(*valuation, class);
        if self.valuation != Some(valuation) {
            self.valuation = Some(valuation);
            self.left.clear();
            self.dynamics.evaluate(valuation, &self.arena, &self.nodes, &mut self.values);
        }
        let mut all: Left = Vec::new();
        for obligations in left {
            let mut terms = vec![Vec::new()];
            for &id in obligations {
                let next = self.left(id, ctx)?;
                terms = product(&terms, &next, ctx)?;
            }
            all.extend(terms);
        }
        let left = smallest(all, ctx)?;
        Ok(if left.is_empty() { None } else { Some((valuation, left)) })
    }
}

fn product(left: &[Vec<NodeId>], right: &[Vec<NodeId>], ctx: Context<'_>) -> Result<Left, Spent> {
    /// More sets than this are given up, whatever the budget says.
    const MOST: usize = 1 << 14;
    if left.len().saturating_mul(right.len()) > MOST {
        return Err(Spent::States(MOST as u64));
    }
    smallest(left.iter().flat_map(|l| right.iter().map(|r| union(l, r))).collect(), ctx)
}

/// Drops sets that include another one; the rest sorted.
fn smallest(mut sets: Left, ctx: Context<'_>) -> Result<Left, Spent> {
    if sets.len() > 1 {
        let mut ticker = Ticker::default();
        sets.sort_unstable_by(|x, y| x.len().cmp(&y.len()).then_with(|| x.cmp(y)));
        sets.dedup();
        let mut kept: Left = Vec::with_capacity(sets.len());
        for set in sets {
            ticker.tick(ctx.budget)?;
            if !kept.iter().any(|smaller| includes(&set, smaller)) {
                kept.push(set);
            }
        }
        kept.sort_unstable();
        sets = kept;
    }
    Ok(sets)
}

/// The closure of a formula: the sets of automaton states after a prefix, of those from which a run over the
/// alphabet can still be accepted.
struct Closure {
    tracker: Tracker,
    /// Pairs of valuation and automaton state from which something is accepted.
    live: FxHashMap<(u32, u32), bool>,
}

impl Closure {
    fn new(spec: &Specification, alphabet: &Alphabet, ctx: Context<'_>) -> Result<Self, Spent> {
        let mut tracker = automaton(spec, ctx)?;
        let mut classes: Vec<usize> = alphabet.ids().iter().map(|&a| tracker.class(a)).collect();
        classes.sort_unstable();
        classes.dedup();
        let start = (tracker.initial_valuation(), tracker.initial_state());
        let graph = Graph::explore(start, ctx, |&(valuation, state), out| {
            for &class in &classes {
                let next = tracker.after(valuation, class);
                out.extend(tracker.moves(next, state).iter().map(|&q| (next, q)));
            }
        })?;
        let live = graph.accepting(|&(_, q)| tracker.is_accepting(q), ctx)?;
        let live = graph.nodes.iter().copied().zip(live).collect();
        Ok(Closure { tracker, live })
    }
}

impl Machine for Closure {
    type State = (u32, Vec<u32>);

    fn class(&self, action: ActionId) -> usize {
        self.tracker.class(action)
    }

    fn initial(&mut self, _: Context<'_>) -> Result<Self::State, Spent> {
        Ok((self.tracker.initial_valuation(), vec![self.tracker.initial_state()]))
    }

    fn after(
        &mut self,
        (valuation, set): &Self::State,
        class: usize,
        _: Context<'_>,
    ) -> Result<Option<Self::State>, Spent> {
        let valuation = self.tracker.after(*valuation, class);
        let mut next: Vec<u32> = Vec::new();
        for &q in set {
            next.extend(self.tracker.moves(valuation, q));
        }
        next.retain(|&q| self.live[&(valuation, q)]);
        next.sort_unstable();
        next.dedup();
        Ok(if next.is_empty() { None } else { Some((valuation, next)) })
    }
}

/// Does every infinite run of the table satisfy the formula?
fn is_within(
    table: &Table,
    alphabet: &Alphabet,
    spec: &Specification,
    ctx: Context<'_>,
) -> Result<bool, Spent> {
    let mut tracker = negated_automaton(spec, ctx)?;
    let classes: Vec<usize> = alphabet.ids().iter().map(|&a| tracker.class(a)).collect();
    let start = (0u32, tracker.initial_valuation(), tracker.initial_state());
    let graph = Graph::explore(start, ctx, |&(state, valuation, q), out| {
        for (&class, &target) in classes.iter().zip(&table.rows[state as usize]) {
            let Some(target) = target else { continue };
            let next = tracker.after(valuation, class);
            out.extend(tracker.moves(next, q).iter().map(|&q| (target, next, q)));
        }
    })?;
    Ok(!graph.accepting(|&(_, _, q)| tracker.is_accepting(q), ctx)?[0])
}

/// An explored graph. Node 0 is the start.
struct Graph<N> {
    nodes: Vec<N>,
    rows: Vec<Vec<u32>>,
}

impl<N: Copy + Eq + Hash> Graph<N> {
    fn explore(
        start: N,
        ctx: Context<'_>,
        mut successors: impl FnMut(&N, &mut Vec<N>),
    ) -> Result<Self, Spent> {
        let mut ticker = Ticker::default();
        let mut number: FxHashMap<N, u32> = FxHashMap::default();
        number.insert(start, 0);
        let mut nodes = vec![start];
        let mut rows: Vec<Vec<u32>> = Vec::new();
        let mut out = Vec::new();
        while let Some(node) = nodes.get(rows.len()).copied() {
            out.clear();
            successors(&node, &mut out);
            let mut row = Vec::with_capacity(out.len());
            for &next in &out {
                ticker.tick(ctx.budget)?;
                row.push(*number.entry(next).or_insert_with(|| {
                    nodes.push(next);
                    nodes.len() as u32 - 1
                }));
            }
            row.sort_unstable();
            row.dedup();
            rows.push(row);
            ctx.budget.check_states(nodes.len())?;
        }
        Ok(Graph { nodes, rows })
    }

    /// Per node: is a cycle through an accepting node reachable?
    fn accepting(&self, accepting: impl Fn(&N) -> bool, ctx: Context<'_>) -> Result<Vec<bool>, Spent> {
        let successors = |n: usize| self.rows[n].iter().map(|&t| t as usize);
        let found = sccs(self.nodes.len(), successors, ctx)?;
        let (mut cyclic, mut good) = (vec![false; found.n_components()], vec![false; found.n_components()]);
        for n in 0..self.nodes.len() {
            let c = found.component(n);
            good[c] |= accepting(&self.nodes[n]);
            cyclic[c] |= successors(n).any(|t| found.component(t) == c);
        }
        let mut reaches: Vec<bool> =
            good.iter().zip(&cyclic).map(|(&good, &cyclic)| good && cyclic).collect();
        // Components are numbered after those they lead to.
        let (rows, members) = found.members();
        for c in 0..found.n_components() {
            for &n in &members[rows[c] as usize..rows[c + 1] as usize] {
                reaches[c] = reaches[c] || successors(n as usize).any(|t| reaches[found.component(t)]);
            }
        }
        Ok((0..self.nodes.len()).map(|n| reaches[found.component(n)]).collect())
    }
}
