//! The product of the module and its properties as a graph in both directions, and searches in it.

use std::collections::{BTreeSet, VecDeque};
use std::ops::ControlFlow;

use fixedbitset::FixedBitSet;
use rely_lts::{
    ActionId, Budget, Context, Label, Lts, Moves, Product, Purpose, RowBatch, RowBuilder, Runs, Spent,
    StateId, StateStore, Ticker, Visitor, backward, explore,
};

use super::Steps;
use crate::question::Question;

/// The product, with the ways back and those to ERROR.
pub(super) struct Graph {
    product: Product,
    store: StateStore,
    lts: Lts,
    hidden: Vec<bool>,
    /// Where the moves into each state begin in `sources`.
    rows: Vec<u32>,
    sources: Vec<(Label, u32)>,
    /// For states from which hidden moves lead to ERROR: how many it takes, and the first of them.
    to_error: Vec<Option<(u32, Label, StateId)>>,
    /// The states from which ERROR can be reached at all.
    useful: FixedBitSet,
}

impl Graph {
    pub(super) fn explore(question: &Question, ctx: Context<'_>) -> Result<Graph, Spent> {
        let product = Product::new(&question.system());
        let hidden = question.hidden(&product);
        let mut visitor = Recorder { rows: RowBuilder::large(product.alphabet().clone()), overflow: false };
        let explored = explore(&product, Runs::Forget, Purpose::Certificate, ctx, &mut visitor);
        if let Some(spent) = explored.spent {
            return Err(spent);
        }
        if visitor.overflow {
            return Err(Spent::Memory(u64::from(u32::MAX) * 8));
        }
        let (lts, store) = (visitor.rows.finish(StateId::at(0), None), explored.store);
        let (n, m) = (lts.n_states(), lts.n_transitions());
        // What is held here, what a search will hold beside it, and the moves of a set.
        let search = n * Search::BYTES + m * size_of::<(Label, u32, StateId)>();
        ctx.budget.check_memory(store.memory() + lts.memory() + 24 * n + 8 * m + search)?;
        let mut rows = vec![0u32; n + 1];
        let inner = |&(_, _, t): &(StateId, Label, StateId)| !t.is_error();
        lts.transitions().filter(inner).for_each(|(_, _, t)| rows[t.index() + 1] += 1);
        (0..n).for_each(|i| rows[i + 1] += rows[i]);
        let mut fill = rows.clone();
        let mut sources = vec![(Label::TAU, 0); rows[n] as usize];
        for (s, label, t) in lts.transitions().filter(inner) {
            let at = &mut fill[t.index()];
            sources[*at as usize] = (label, s.raw());
            *at += 1;
        }
        let can_fail = |s: StateId| lts.targets_of(s).iter().any(|t| t.is_error());
        let useful = backward(&lts, ctx, can_fail, |_| true)?;
        let to_error = Vec::new();
        let mut graph = Graph { product, store, lts, hidden, rows, sources, to_error, useful };
        graph.find_errors(ctx)?;
        Ok(graph)
    }

    /// Shortest ways to ERROR by hidden moves.
    fn find_errors(&mut self, ctx: Context<'_>) -> Result<(), Spent> {
        let mut to_error = vec![None; self.n_states()];
        let mut queue = VecDeque::new();
        for s in self.lts.states() {
            let mut moves = self.lts.successors(s).filter(|(label, _)| self.hidden[label.index()]);
            if let Some((label, error)) = moves.find(|(_, t)| t.is_error()) {
                to_error[s.index()] = Some((1, label, error));
                queue.push_back((s.raw(), 1));
            }
        }
        let mut ticker = Ticker::default();
        while let Some((t, steps)) = queue.pop_front() {
            ticker.tick(ctx.budget)?;
            for &(label, s) in self.sources(t).iter().filter(|(label, _)| self.hidden[label.index()]) {
                if to_error[s as usize].is_none() {
                    to_error[s as usize] = Some((steps + 1, label, StateId::from_raw(t)));
                    queue.push_back((s, steps + 1));
                }
            }
        }
        self.to_error = to_error;
        Ok(())
    }

    pub(super) fn n_states(&self) -> usize {
        self.lts.n_states()
    }

    /// The label of an action of the module or its properties.
    pub(super) fn label(&self, action: ActionId) -> Label {
        self.lts.alphabet().label(action).expect("the actions of an assumption are known")
    }

    /// The local states of a state.
    pub(super) fn vector(&self, state: u32) -> Vec<StateId> {
        self.product.unpack(self.store.get(StateId::from_raw(state)))
    }

    /// The moves of a state that the environment sees.
    pub(super) fn visible(&self, state: u32) -> impl Iterator<Item = (Label, StateId)> + '_ {
        self.lts.successors(StateId::from_raw(state)).filter(|(label, _)| !self.hidden[label.index()])
    }

    /// How many hidden moves it takes to ERROR, if they lead there.
    pub(super) fn steps_to_error(&self, state: StateId) -> Option<u32> {
        if state.is_error() { Some(0) } else { self.to_error[state.index()].map(|(steps, ..)| steps) }
    }

    /// Adds a shortest way of hidden moves to ERROR, from a state that has one.
    pub(super) fn run_to_error(&self, mut state: StateId, steps: &mut Steps) {
        while !state.is_error() {
            let (_, label, next) = self.to_error[state.index()].expect("a way to ERROR goes on");
            steps.push((label, next));
            state = next;
        }
    }

    fn sources(&self, state: u32) -> &[(Label, u32)] {
        &self.sources[self.rows[state as usize] as usize..self.rows[state as usize + 1] as usize]
    }

    pub(super) fn memory(&self) -> usize {
        self.store.memory() + self.lts.memory() + 8 * self.sources.len() + 24 * self.n_states()
    }
}

/// Searches on a graph; what they mark is forgotten by counting on.
pub(super) struct Search<'a> {
    budget: &'a Budget,
    ticker: Ticker,
    round: u32,
    /// Before the action, and from it on.
    marks: [Marks; 2],
}

struct Marks {
    /// The round in which a state was found.
    rounds: Vec<u32>,
    /// How the way goes on from there; whether that is after the action.
    next: Vec<(Label, u32, bool)>,
}

impl<'a> Search<'a> {
    /// Held per state.
    const BYTES: usize = 2 * (4 + size_of::<(Label, u32, bool)>());

    pub(super) fn new(n: usize, budget: &'a Budget) -> Self {
        let marks = || Marks { rounds: vec![0; n], next: vec![(Label::TAU, 0, false); n] };
        Search { budget, ticker: Ticker::default(), round: 0, marks: [marks(), marks()] }
    }

    /// One step of work, here or elsewhere.
    pub(super) fn tick(&mut self) -> Result<(), Spent> {
        self.ticker.tick(self.budget)
    }

    pub(super) fn memory(&self) -> usize {
        self.marks[0].rounds.len() * Self::BYTES
    }

    /// What hidden moves lead to, as far as ERROR can be reached from it, ascending.
    pub(super) fn closure(
        &mut self,
        graph: &Graph,
        from: impl IntoIterator<Item = u32>,
    ) -> Result<Vec<u32>, Spent> {
        self.next_round();
        let (round, found) = (self.round, &mut self.marks[0].rounds);
        let mut is_new = |s: u32| {
            graph.useful.contains(s as usize) && std::mem::replace(&mut found[s as usize], round) != round
        };
        let mut set: Vec<u32> = from.into_iter().filter(|&s| is_new(s)).collect();
        let mut i = 0;
        while i < set.len() {
            self.ticker.tick(self.budget)?;
            let moves = graph.lts.successors(StateId::from_raw(set[i]));
            let hidden = moves.filter(|(label, t)| graph.hidden[label.index()] && !t.is_error());
            set.extend(hidden.map(|(_, t)| t.raw()).filter(|&t| is_new(t)));
            i += 1;
        }
        set.sort_unstable();
        set.shrink_to_fit();
        Ok(set)
    }

    /// A way to a state from one of `members`, or else from the first state of `before` that has one: through
    /// `before` by hidden moves, and if there is an `action`, with it and on by hidden moves.
    pub(super) fn back(
        &mut self,
        graph: &Graph,
        to: u32,
        action: Option<Label>,
        before: &[u32],
        members: &BTreeSet<u32>,
    ) -> Result<(u32, Steps), Spent> {
        self.next_round();
        let mut queue = VecDeque::from([(to, action.is_some())]);
        self.marks[usize::from(action.is_some())].rounds[to as usize] = self.round;
        let mut start: Option<u32> = None;
        while let Some((t, is_after)) = queue.pop_front() {
            self.ticker.tick(self.budget)?;
            if !is_after {
                if members.contains(&t) {
                    start = Some(t);
                    break;
                }
                start = Some(start.map_or(t, |first| first.min(t)));
            }
            for &(label, s) in graph.sources(t) {
                let from_after = match graph.hidden[label.index()] {
                    true => is_after,
                    false if is_after && Some(label) == action => false,
                    false => continue,
                };
                let Marks { rounds, next } = &mut self.marks[usize::from(from_after)];
                if rounds[s as usize] != self.round && (from_after || before.binary_search(&s).is_ok()) {
                    rounds[s as usize] = self.round;
                    next[s as usize] = (label, t, is_after);
                    queue.push_back((s, from_after));
                }
            }
        }
        let start = start.expect("every state of a set is reached from the set before");
        let (mut at, mut is_after, mut steps) = (start, false, Vec::new());
        while (at, is_after) != (to, action.is_some()) {
            let (label, next, next_after) = self.marks[usize::from(is_after)].next[at as usize];
            steps.push((label, StateId::from_raw(next)));
            (at, is_after) = (next, next_after);
        }
        Ok((start, steps))
    }

    fn next_round(&mut self) {
        self.round = self.round.wrapping_add(1);
        if self.round == 0 {
            // After 2^32 rounds an old mark could look new.
            self.marks.iter_mut().for_each(|marks| marks.rounds.fill(0));
            self.round = 1;
        }
    }
}

/// Writes every state down.
struct Recorder {
    rows: RowBuilder,
    overflow: bool,
}

impl Visitor for Recorder {
    type Notes = RowBatch;

    fn look(&self, _: StateId, _: &[u64], moves: Moves<'_>, rows: &mut RowBatch) -> ControlFlow<()> {
        rows.push(moves.steps().map(|step| (step.label, step.target)));
        ControlFlow::Continue(())
    }

    fn take(&mut self, rows: &mut RowBatch) -> ControlFlow<()> {
        self.overflow = self.rows.append(rows).is_err();
        if self.overflow { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    fn memory(&self) -> usize {
        self.rows.memory()
    }
}
