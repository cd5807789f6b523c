//! Merging the components and the property two at a time; every merge is a premise.
//!
//! # Problem
//! Given components and a property. Wanted: a proof by `asym-n`, or a run that violates the property, without
//! building the product of all components.
//!
//! # Method
//! As in compositional reduction \[GS90\], with a deterministic machine after every merge. Two parts are
//! composed, actions that no other component has are hidden. If the property is in neither, what is left is
//! made deterministic: the *strongest* assumption, which the parts guarantee for the others. If it is in one
//! of them, what is left has ERROR, and its complement is the *weakest* assumption: what the others have to
//! keep, the new property \[GPB02\]. When ERROR cannot be reached any more the components that were merged
//! keep the property alone; when it can be reached without the others, they violate it.
//!
//! A premise names a part by what it is made of since the last machine that was written down. Where that is
//! small no machine is written down, so that small systems have short proofs.
//!
//! # Invariants
//! 1. The machine of a part without the property has exactly the traces of its components, restricted to what
//!    others know; that of the part with the property exactly the shortest traces after which the others
//!    cannot prevent a violation. So a run that is found is one of the system.
//! 2. `forward` premises only keep what `forward` premises before them refute; the last of `spine` keeps only
//!    such, and every other one besides these the assumption that the one after it refutes.
//!
//! # Cost
//! That of the products of two parts and of making them deterministic, which is exponential in the worst
//! case; both are bounded. A merge that is too large is put aside, as in `rely_lts::compositional`, whose
//! order is used.
//!
//! # Departures
//! \[GPB02\] passes what is left of a property from module to module; here it may meet parts that were merged
//! before.

use std::sync::Arc;

use rely_lts::compositional::{Goal, LiftLimits, Node, Order, Origin, Reduced, hide};
use rely_lts::determinize::{ErrorRule, determinize};
use rely_lts::minimize::{Equivalence, minimize};
use rely_lts::{
    ActionId, Budget, Component, Context, Label, Lts, Product, Purpose, Runs, Spent, System, Ticker, compose,
    explore,
};

use crate::assumption::Assumption;
use crate::construct::propagate;
use crate::extract::extract;
use crate::prove::premise::trapping;
use crate::prove::problem::Problem;
use crate::prove::proof::{Machine, Premise};

/// What [`Tree::few`] is at first.
const FEW: u64 = 256;

/// What [`Tree::refusals`] is at first.
const MOST_REFUSALS: usize = 12;

/// All products together may have this many times the states that one may have, and more for every part that
/// is merged.
const MOST_WORK: u64 = 50;
const WORK_OF_PART: u64 = 2;

/// Which parts are merged first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum MergeOrder {
    /// The pair that costs least, whether the property is in it or not.
    Cheapest,
    /// Always the part with the property and another one.
    Spine,
}

/// How a tree ended.
pub(super) enum Ended {
    /// The premises, each with what it refutes being the assumption of its own number, the last one the
    /// property.
    Holds(Vec<Assumption>, Vec<Premise>),
    /// A run of the components of the tree, tau left out.
    Violated(Vec<ActionId>),
}

/// Why there is no answer.
#[derive(Debug)]
pub(super) enum Stopped {
    /// Something was over the limit of this attempt: what.
    TooLarge(String),
    /// The budget was spent.
    Spent(Spent),
}

impl From<Spent> for Stopped {
    fn from(spent: Spent) -> Self {
        Stopped::Spent(spent)
    }
}

/// What a tree begins with: a component, or a machine that it guarantees.
pub(super) struct Piece {
    /// What reports call it.
    pub(super) name: String,
    /// Its behavior: the component's, or the machine's.
    pub(super) lts: Arc<Lts>,
    /// The component.
    pub(super) guaranteed_by: usize,
    /// The machine, if premises are to name it and not the component.
    pub(super) assumption: Option<Assumption>,
}

/// A part, and what premises call it.
struct Part {
    node: Node,
    /// Components since the last machine.
    components: Vec<usize>,
    /// Machines.
    kept: Vec<Machine>,
}

pub(super) struct Tree<'a> {
    problem: &'a Problem,
    limit: u64,
    /// Up to this many states of its product a part is not given a machine of its own.
    pub(super) few: u64,
    /// This many merges may turn out too large before the tree is given up.
    pub(super) refusals: usize,
    ctx: Context<'a>,
    order: Order,
    parts: Vec<Part>,
    /// The part with the property.
    goal: usize,
    /// What that part has to keep.
    target: Machine,
    assumptions: Vec<Assumption>,
    forward: Vec<Premise>,
    spine: Vec<Premise>,
    /// States of the products so far: the largest, all.
    pub(super) states: (u64, u64),
}

impl<'a> Tree<'a> {
    /// The components and the property, nothing merged yet.
    ///
    /// # Errors
    /// If the budget is spent.
    pub(super) fn new(
        problem: &'a Problem,
        components: &[usize],
        limit: u64,
        ctx: Context<'a>,
    ) -> Result<Tree<'a>, Stopped> {
        let piece = |&i: &usize| {
            let Component { name, lts, .. } = problem.components[i].clone();
            Piece { name, lts, guaranteed_by: i, assumption: None }
        };
        Tree::of_pieces(problem, components.iter().map(piece).collect(), limit, ctx)
    }

    /// Pieces of components and the property, nothing merged yet.
    ///
    /// # Errors
    /// If the budget is spent.
    pub(super) fn of_pieces(
        problem: &'a Problem,
        pieces: Vec<Piece>,
        limit: u64,
        ctx: Context<'a>,
    ) -> Result<Tree<'a>, Stopped> {
        let property = &problem.properties[0];
        let all = pieces.iter().map(|piece| &piece.lts).chain([&property.lts]);
        let order = Order::new(all.map(|lts| lts.alphabet().ids()), &|_| false);
        let mut tree = Tree {
            problem,
            limit,
            few: FEW,
            refusals: MOST_REFUSALS,
            ctx,
            order,
            parts: Vec::new(),
            goal: pieces.len(),
            target: Machine::Property(0),
            assumptions: Vec::new(),
            forward: Vec::new(),
            spine: Vec::new(),
            states: (0, 0),
        };
        for piece in pieces {
            let (mut components, mut kept) = (vec![piece.guaranteed_by], Vec::new());
            if let Some(assumption) = piece.assumption {
                let machine = Machine::Assumption(tree.assumptions.len());
                tree.forward.push(Premise::new(&components, &[], machine));
                tree.assumptions.push(assumption);
                components.clear();
                kept.push(machine);
            }
            tree.add(piece.name, piece.lts, components, kept)?;
        }
        tree.add(property.name.clone(), property.lts.clone(), Vec::new(), Vec::new())?;
        Ok(tree)
    }

    /// Adds a part that is not made of others.
    fn add(
        &mut self,
        name: String,
        lts: Arc<Lts>,
        components: Vec<usize>,
        kept: Vec<Machine>,
    ) -> Result<(), Stopped> {
        let at = self.parts.len();
        let hidden = self.order.hide_of_one(at);
        let plain = hide(&lts, &hidden);
        let small = if at == self.goal { self.toward_error(&plain)? } else { self.same_traces(&plain)?.0 };
        self.order.set_size(at, small.n_states());
        let node = Node { name, lts: Arc::new(small), hidden, origin: Origin::Component(lts) };
        self.parts.push(Part { node, components, kept });
        Ok(())
    }

    /// Merges until there is an answer.
    ///
    /// # Errors
    /// If everything that was tried is too large, or the budget is spent.
    pub(super) fn run(&mut self, order: MergeOrder) -> Result<Ended, Stopped> {
        let most = self.limit.saturating_mul(MOST_WORK + WORK_OF_PART * self.parts.len() as u64);
        loop {
            let lts = &self.parts[self.goal].node.lts;
            if !lts.has_error() {
                return Ok(self.proved());
            }
            if lts.step(lts.initial(), Label::TAU).last().is_some_and(|t| t.is_error()) {
                return self.violated();
            }
            let Some((left, right)) = self.next(order) else {
                return Err(Stopped::TooLarge("every merge of two parts is too large".to_string()));
            };
            match self.merge(left, right) {
                Ok(()) => {}
                Err(Stopped::TooLarge(what)) => {
                    if self.refusals == 0 {
                        return Err(Stopped::TooLarge(what));
                    }
                    self.refusals -= 1;
                    self.order.refuse(left, right);
                }
                Err(spent) => return Err(spent),
            }
            if self.states.1 > most {
                return Err(Stopped::TooLarge("too many states in total".to_string()));
            }
        }
    }

    fn next(&self, order: MergeOrder) -> Option<(usize, usize)> {
        let fits = |pair: &(usize, usize)| {
            order == MergeOrder::Cheapest || pair.0 == self.goal || pair.1 == self.goal
        };
        let pairs = self.order.pairs().into_iter().filter(|(_, pair)| fits(pair));
        pairs.min_by(|x, y| x.0.total_cmp(&y.0).then(x.1.cmp(&y.1))).map(|(_, pair)| pair)
    }

    /// Makes two parts one.
    fn merge(&mut self, left: usize, right: usize) -> Result<(), Stopped> {
        let system = System::new(
            "merge",
            &self.problem.actions,
            [left, right].map(|part| Component::new("part", self.parts[part].node.lts.clone())).to_vec(),
        );
        let budget = self.limited();
        let product = match compose(&system, Context { budget: &budget, ..self.ctx }) {
            Ok(composed) => composed.lts,
            Err(spent) => return Err(self.too_large(spent, "the product of two parts")),
        };
        self.count(product.n_states() as u64);
        let held: usize = self.parts.iter().map(|part| part.node.lts.memory()).sum();
        self.ctx.budget.check_memory(held + product.memory())?;
        let mut order = self.order.clone();
        let (place, hidden) = order.join(left, right);
        let plain = hide(&product, &hidden);
        let mut components = [&self.parts[left].components[..], &self.parts[right].components].concat();
        components.sort_unstable();
        let mut kept = [&self.parts[left].kept[..], &self.parts[right].kept].concat();
        kept.sort_unstable();
        let name = format!("#{}", place);
        let origin = Origin::Pair(left, right);
        let lts = if left == self.goal || right == self.goal {
            let lts = Arc::new(self.toward_error(&plain)?);
            let decided = !lts.has_error() || !lts.step(lts.initial(), Label::TAU).is_empty();
            if !decided && !self.is_small(&components, &kept, Some(self.target))? {
                let assumption = extract(&lts, self.ctx)?;
                let machine = Machine::Assumption(self.assumptions.len());
                kept.push(machine);
                self.spine.push(Premise::new(&components, &kept, self.target));
                self.assumptions.push(assumption);
                self.target = machine;
                components.clear();
                kept.clear();
            }
            self.goal = place;
            lts
        } else {
            let (lts, deterministic) = self.same_traces(&plain)?;
            let lts = Arc::new(lts);
            if !deterministic {
                return Err(Stopped::TooLarge("a deterministic machine".to_string()));
            }
            if !self.is_small(&components, &kept, None)? {
                let machine = Machine::Assumption(self.assumptions.len());
                self.forward.push(Premise::new(&components, &kept, machine));
                let copy = Lts::clone(&lts);
                self.assumptions
                    .push(Assumption::new(copy).expect("it was made deterministic, without ERROR"));
                components.clear();
                kept = vec![machine];
            }
            lts
        };
        order.set_size(place, lts.n_states());
        self.order = order;
        self.parts.push(Part { node: Node { name, lts, hidden, origin }, components, kept });
        Ok(())
    }

    /// A small LTS with the same traces, and whether it is deterministic.
    fn same_traces(&mut self, lts: &Lts) -> Result<(Lts, bool), Stopped> {
        let small = minimize(lts, Equivalence::Branching, self.ctx)?.lts;
        if small.is_deterministic() && !small.has_tau() {
            return Ok((small, true));
        }
        let budget = self.limited();
        match determinize(&small, ErrorRule::Plain, Context { budget: &budget, ..self.ctx }) {
            Ok(sets) => Ok((minimize(&sets.lts, Equivalence::Strong, self.ctx)?.lts, true)),
            Err(spent) => match self.too_large(spent, "a deterministic machine") {
                Stopped::TooLarge(_) => Ok((small, false)),
                spent => Err(spent),
            },
        }
    }

    /// A deterministic LTS with the shortest traces into ERROR, and nothing that does not lead there.
    fn toward_error(&mut self, lts: &Lts) -> Result<Lts, Stopped> {
        let alone = |lts: &Lts| lts.step(lts.initial(), Label::TAU).last().is_some_and(|t| t.is_error());
        let pruned = propagate(lts, self.ctx)?;
        if !pruned.has_error() || alone(&pruned) {
            return Ok(pruned);
        }
        let small = minimize(&pruned, Equivalence::Branching, self.ctx)?.lts;
        let budget = self.limited();
        let sets = match determinize(&small, ErrorRule::Absorb, Context { budget: &budget, ..self.ctx }) {
            Ok(sets) => sets.lts,
            Err(spent) => return Err(self.too_large(spent, "a deterministic machine")),
        };
        // What lies behind a shortest trace into ERROR is gone, and perhaps with it what else led there.
        let pruned = propagate(&sets, self.ctx)?;
        Ok(minimize(&pruned, Equivalence::Strong, self.ctx)?.lts)
    }

    /// Has the product of these few states?
    fn is_small(
        &mut self,
        components: &[usize],
        kept: &[Machine],
        goal: Option<Machine>,
    ) -> Result<bool, Stopped> {
        let lts = |machine: Machine| match machine {
            Machine::Assumption(i) => self.assumptions[i].lts().clone(),
            Machine::Property(i) => self.problem.properties[i].lts.clone(),
        };
        let mut parts: Vec<Component> =
            components.iter().map(|&i| self.problem.components[i].clone()).collect();
        parts.extend(kept.iter().map(|&machine| Component::new("kept", lts(machine))));
        parts.extend(goal.map(|machine| Component::new("goal", Arc::new(trapping(&lts(machine))))));
        let product = Product::new(&System::new("part", &self.problem.actions, parts));
        let budget = Budget { states: Some(self.few), ..self.ctx.budget.clone() };
        let ctx = Context { budget: &budget, ..self.ctx };
        let explored = explore(&product, Runs::Forget, Purpose::Compose, ctx, &mut Nothing);
        self.count(explored.store.len() as u64);
        match explored.spent {
            None => Ok(true),
            Some(Spent::States(n)) if n == self.few => Ok(false),
            Some(spent) => Err(spent.into()),
        }
    }

    /// The proof, with assumptions numbered as their premises are.
    fn proved(&mut self) -> Ended {
        let goal = &self.parts[self.goal];
        self.spine.push(Premise::new(&goal.components, &goal.kept, self.target));
        let all: Vec<Premise> = self.forward.drain(..).chain(self.spine.drain(..).rev()).collect();
        in_order(&self.assumptions, &all)
    }

    fn violated(&self) -> Result<Ended, Stopped> {
        let nodes = self.parts.iter().map(|part| part.node.clone()).collect();
        let reduced = Reduced::from_nodes(nodes, self.goal);
        match reduced.run_along(Vec::new(), Goal::Error, LiftLimits::default(), self.ctx)? {
            Some(run) => Ok(Ended::Violated(run.actions.into_iter().filter(|a| !a.is_tau()).collect())),
            None => Err(Stopped::TooLarge("a run of the components that violates the property".to_string())),
        }
    }

    fn count(&mut self, states: u64) {
        // Tickers count from some size on only; a tree has many products below it.
        self.ctx.budget.work(states.min(u64::from(Ticker::EVERY)));
        self.states = (self.states.0.max(states), self.states.1 + states);
    }

    fn limited(&self) -> Budget {
        let states = self.ctx.budget.states.map_or(self.limit, |own| own.min(self.limit));
        Budget { states: Some(states), ..self.ctx.budget.clone() }
    }

    /// A spent budget, if it was not the limit of this attempt.
    fn too_large(&self, spent: Spent, what: &str) -> Stopped {
        match spent {
            Spent::States(n) if self.ctx.budget.states.is_none_or(|own| n < own) => {
                Stopped::TooLarge(format!("{what} has more than {n} states"))
            }
            spent => Stopped::Spent(spent),
        }
    }
}

/// Looks at nothing.
struct Nothing;

impl rely_lts::Visitor for Nothing {
    type Notes = ();

    fn needs_numbers(&self) -> bool {
        false
    }

    fn look(
        &self,
        _: rely_lts::StateId,
        _: &[u64],
        _: rely_lts::Moves<'_>,
        (): &mut (),
    ) -> std::ops::ControlFlow<()> {
        std::ops::ControlFlow::Continue(())
    }

    fn take(&mut self, (): &mut ()) -> std::ops::ControlFlow<()> {
        std::ops::ControlFlow::Continue(())
    }
}

/// The premises that the last one needs, in order, with assumptions numbered as their premises are.
fn in_order(assumptions: &[Assumption], premises: &[Premise]) -> Ended {
    let place = |machine: &Machine| match machine {
        Machine::Assumption(i) => Some(*i),
        Machine::Property(_) => None,
    };
    let mut needed = vec![false; assumptions.len()];
    let mut list: Vec<&Premise> = Vec::new();
    for premise in premises.iter().rev() {
        if place(&premise.refuted[0]).is_none_or(|i| needed[i]) {
            premise.kept.iter().filter_map(place).for_each(|i| needed[i] = true);
            list.push(premise);
        }
    }
    list.reverse();
    let order: Vec<usize> = list.iter().filter_map(|premise| place(&premise.refuted[0])).collect();
    let mut number = vec![usize::MAX; assumptions.len()];
    order.iter().enumerate().for_each(|(to, &from)| number[from] = to);
    let renamed = |machine: &Machine| place(machine).map_or(*machine, |i| Machine::Assumption(number[i]));
    let rename = |premise: &Premise| {
        let mut kept: Vec<Machine> = premise.kept.iter().map(renamed).collect();
        kept.sort_unstable();
        Premise { kept, refuted: vec![renamed(&premise.refuted[0])], ..premise.clone() }
    };
    let premises = list.into_iter().map(rename).collect();
    Ended::Holds(order.into_iter().map(|i| assumptions[i].clone()).collect(), premises)
}
