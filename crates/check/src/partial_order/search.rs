//! The search for ERROR, or for the first occurrence of an action, over stubborn sets.
//!
//! # Problem
//!
//! Given a system and a goal. Wanted: a run to the goal, if there is one, from as few interleavings as
//! possible. Nothing that leads to the goal may be postponed forever.
//!
//! # Method
//!
//! A breadth-first search over small closed sets of events, in rounds. When no state is waiting, a strongly
//! connected set of new states that no move leaves must have a *settled* state, whose moves include those of
//! a closed set that every run to the goal meets; if it has none, one of its states is expanded again, toward
//! the goal \[Val91\].
//!
//! # Invariants
//!
//! (S) After a round, moves that were taken lead from every state to a settled one.
//!
//! # Cost
//!
//! Per state the closures of [`Stubborn`], and besides the packed states 20 bytes per state and 4 per move.
//! Each state is in one round, so the rounds together take linear time.
//!
//! # Departures
//!
//! The loop is not [`rely_lts::explore`], since states may be expanded twice. The state that is expanded
//! again is the one with the fewest events toward the goal, so that few moves are added.

use std::ops::ControlFlow;

use rely_lts::scc::sccs;
use rely_lts::{
    Choice, Context, Goal, Label, ProgressEvent, Purpose, Space, Spent, StateId, StateStore, Stubborn,
    StubbornScratch, Successors, Target, Ticker,
};

use super::FoundRun;

/// A search for a goal.
pub(super) struct Search<'s> {
    stubborn: &'s Stubborn,
    pub(super) store: StateStore,
    /// The state from which each was found first and by which label; of the initial state: itself.
    parents: Vec<(StateId, Label)>,
    /// Where the moves of each expanded state begin in `targets`.
    rows: Vec<usize>,
    /// Where the moves lead, those into ERROR left out, as they were when the state was expanded first.
    targets: Vec<StateId>,
    /// Per expanded state: the number of events that lead toward the goal; 0 if it is settled.
    unsettled: Vec<u32>,
    pub(super) transitions: u64,
    /// Components that enter ERROR: from which state and by which label.
    errors: Vec<(usize, StateId, Label)>,
    /// Did a label of the goal occur?
    pub(super) occurs: bool,
    pub(super) spent: Option<Spent>,
    /// Per expanded state the closed set of events that was taken last, if these are kept.
    pub(super) followed: Option<Vec<Vec<usize>>>,
}

impl<'s> Search<'s> {
    pub(super) fn run(stubborn: &'s Stubborn, goal: Goal, ctx: Context<'_>) -> Search<'s> {
        Self::run_keeping(stubborn, goal, false, ctx)
    }

    /// The same; keeps the sets of events on demand.
    pub(super) fn run_keeping(
        stubborn: &'s Stubborn,
        goal: Goal,
        keeps_events: bool,
        ctx: Context<'_>,
    ) -> Search<'s> {
        let mut store = StateStore::new(stubborn.words());
        store.insert(&stubborn.initial());
        let mut search = Search {
            stubborn,
            store,
            parents: vec![(StateId::at(0), Label::TAU)],
            rows: vec![0],
            targets: Vec::new(),
            unsettled: Vec::new(),
            transitions: 0,
            errors: Vec::new(),
            occurs: false,
            spent: None,
            followed: keeps_events.then(Vec::new),
        };
        search.spent = search.drive(goal, ctx).err();
        search
    }

    /// Rounds, until the goal is reached (all components of it, if it is ERROR) or nothing is put off.
    fn drive(&mut self, mut goal: Goal, ctx: Context<'_>) -> Result<(), Spent> {
        let mut scratch = StubbornScratch::default();
        let mut moves = Successors::default();
        let mut first_new = 0;
        while first_new < self.store.len() {
            if self.round(&mut goal, &mut scratch, &mut moves, ctx)?.is_break() {
                return Ok(());
            }
            let put_off = self.put_off(first_new, ctx)?;
            first_new = self.store.len();
            for state in put_off {
                let packed = self.store.get(state).to_vec();
                self.stubborn.moves_toward(&goal, &packed, &mut scratch, &mut moves);
                if let Some(followed) = &mut self.followed {
                    followed[state.index()] = self.stubborn.chosen(&scratch).collect();
                }
                if self.enter(state, &moves, &mut goal, ctx)?.is_break() {
                    return Ok(());
                }
                // The rows are those of the first expansion, and the state is settled now.
                self.targets.truncate(self.rows[self.rows.len() - 1]);
            }
        }
        Ok(())
    }

    /// Expands the waiting states in the order of their numbers.
    fn round(
        &mut self,
        goal: &mut Goal,
        scratch: &mut StubbornScratch,
        moves: &mut Successors,
        ctx: Context<'_>,
    ) -> Result<ControlFlow<()>, Spent> {
        let mut ticker = Ticker::default();
        let mut packed = Vec::new();
        while self.unsettled.len() < self.store.len() {
            let state = StateId::at(self.unsettled.len());
            packed.clear();
            packed.extend_from_slice(self.store.get(state));
            if let Goal::Occurs(labels) = &*goal
                && self.stubborn.occurs(&packed, labels, scratch)
            {
                self.occurs = true;
                return Ok(ControlFlow::Break(()));
            }
            self.unsettled.push(match self.stubborn.moves_for(goal, &packed, scratch, moves) {
                Choice::TowardGoal => 0,
                Choice::Anywhere(toward) => u32::try_from(toward).unwrap_or(u32::MAX),
            });
            self.followed.iter_mut().for_each(|all| all.push(self.stubborn.chosen(scratch).collect()));
            let flow = self.enter(state, moves, goal, ctx)?;
            self.rows.push(self.targets.len());
            if flow.is_break() {
                return Ok(flow);
            }
            if (self.unsettled.len() as u32).is_multiple_of(Ticker::EVERY) {
                let other = self.parents.len() * 8 + self.rows.len() * 12 + self.targets.len() * 4;
                ctx.budget.check_memory(self.store.memory() + other)?;
                ctx.progress.report(&ProgressEvent::Exploring {
                    purpose: Purpose::Explore,
                    states: self.store.len() as u64,
                    transitions: self.transitions,
                    waiting: (self.store.len() - self.unsettled.len()) as u64,
                });
            }
            ticker.tick(ctx.budget)?;
        }
        Ok(ControlFlow::Continue(()))
    }

    /// Numbers the targets of a state's moves and notes the errors of the goal; breaks if no more are to be
    /// found.
    fn enter(
        &mut self,
        state: StateId,
        moves: &Successors,
        goal: &mut Goal,
        ctx: Context<'_>,
    ) -> Result<ControlFlow<()>, Spent> {
        self.transitions += moves.len() as u64;
        for (label, target) in moves.iter() {
            match target {
                Target::State(target) => {
                    let (target, is_new) = self.store.insert(target);
                    self.targets.push(target);
                    if is_new {
                        self.parents.push((state, label));
                        ctx.budget.check_states(self.store.len())?;
                    }
                }
                Target::Error(culprits) => {
                    let Goal::Error(left) = &mut *goal else { continue };
                    for &i in culprits {
                        if let Some(at) = left.iter().position(|&goal| goal == i as usize) {
                            left.remove(at);
                            self.errors.push((i as usize, state, label));
                        }
                    }
                    if left.is_empty() {
                        return Ok(ControlFlow::Break(()));
                    }
                }
            }
        }
        Ok(ControlFlow::Continue(()))
    }

    /// One state of every strongly connected set of new states that no move leaves and none of which is
    /// settled: the one with the fewest events toward the goal. From older states moves lead to settled ones
    /// already: keeps (S).
    fn put_off(&self, first_new: usize, ctx: Context<'_>) -> Result<Vec<StateId>, Spent> {
        let targets = |v: usize| self.targets[self.rows[first_new + v]..self.rows[first_new + v + 1]].iter();
        let n_new = self.store.len() - first_new;
        let new = |v: usize| targets(v).filter_map(|target| target.index().checked_sub(first_new));
        let sets = sccs(n_new, new, ctx)?;
        let mut settled = vec![false; sets.n_components()];
        let mut chosen: Vec<Option<(u32, StateId)>> = vec![None; sets.n_components()];
        for v in 0..n_new {
            let own = sets.component(v);
            let leaves = |target: &StateId| {
                target.index().checked_sub(first_new).is_none_or(|target| sets.component(target) != own)
            };
            let toward = self.unsettled[first_new + v];
            settled[own] |= toward == 0 || targets(v).any(leaves);
            let candidate = (toward, StateId::at(first_new + v));
            chosen[own] = Some(chosen[own].map_or(candidate, |best| best.min(candidate)));
        }
        let mut list: Vec<StateId> = chosen
            .iter()
            .zip(settled)
            .filter(|(_, settled)| !settled)
            .filter_map(|(c, _)| Some((*c)?.1))
            .collect();
        list.sort_unstable();
        Ok(list)
    }

    /// Does a component of the goal enter ERROR?
    pub(super) fn has_errors(&self) -> bool {
        !self.errors.is_empty()
    }

    /// The run on which a component enters ERROR.
    pub(super) fn answer(&self, component: usize) -> FoundRun {
        let Some(&(_, state, label)) = self.errors.iter().find(|(i, ..)| *i == component) else {
            return self.spent.clone().map_or(Ok(None), Err);
        };
        let mut labels = vec![label];
        let mut at = state;
        while at != StateId::at(0) {
            let (parent, label) = self.parents[at.index()];
            labels.push(label);
            at = parent;
        }
        let alphabet = self.stubborn.product().alphabet();
        Ok(Some(labels.into_iter().rev().map(|label| alphabet.action(label)).collect()))
    }
}
