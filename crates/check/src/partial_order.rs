//! Deadlock and safety by partial-order reduction.
//!
//! # Problem
//!
//! As [`Reach::verdicts`](crate::Reach::verdicts), without visiting every interleaving.
//!
//! # Method
//!
//! One search per question, over [stubborn sets](Stubborn), each as small as the question allows. Complete
//! properties only observe, and what they observe becomes dependent; so a question is first asked of the
//! processes and the property that it is about, alone. If the answer is a run, the other properties follow
//! it. Those that would have ended it are put beside, and the question is asked again: *violated* if there is
//! a run that none of them ends, else *unknown*, cut off by them.
//!
//! The deadlock search takes small closed sets; every deadlock is found at its distance. The searches for
//! ERROR take small closed sets, too, and see to it that nothing is put off forever: when no state is
//! waiting, a strongly connected set of new states that no move leaves must have a *settled* state, whose
//! moves include those of a closed set that every run to ERROR meets; if it has none, one of its states is
//! expanded again, toward ERROR \\[Val91\\]. The proofs are in the book, on the page *Partial order*.
//!
//! # Invariants
//!
//! (S) After a round, moves that were taken lead from every state to a settled one.
//!
//! # Cost
//!
//! That of the searches: per state the closures of [`Stubborn`], and in a search for ERROR 20 bytes per state
//! and 4 per move beside the states. Each state is in one round, so rounds take linear time together.
//!
//! # Departures
//!
//! The search for ERROR has a loop of its own and not the driver's, since states are expanded twice.

use std::convert::Infallible;
use std::ops::ControlFlow;

use rely_lts::scc::sccs;
use rely_lts::{
    ActionId, Alphabet, Choice, Component, Context, Goal, Label, Lts, Moves, Product, ProgressEvent, Purpose,
    Reason, Role, Runs, Space, Spent, StateId, StateStore, Stubborn, StubbornScratch, Successors, System,
    Target, Ticker, Trace, Verdict, Visitor, explore,
};

use crate::reach::SafetyResult;
use crate::reduced::{NotApplicable, ReducedCheck, Wanted};
use crate::vacuity::vacuous;

/// Deadlock and safety by partial-order reduction.
///
/// # Errors
/// If the system has a priority (independent actions decide about each other there), or if deadlock is wanted
/// and there are actions that only properties know (nothing is ever stuck then, and what is worth saying
/// needs all states).
///
/// ```
/// use rely_check::{Wanted, partial_order};
/// use rely_lts::{Actions, Component, Context, Lts, System};
/// let actions = Actions::new();
/// let system = System::new("S", &actions, vec![Component::new("STOP", Lts::stop(&actions).into())]);
/// let result = partial_order::check(&system, &Wanted::everything(&system), Context::unlimited()).unwrap();
/// assert!(result.deadlock.unwrap().evidence().unwrap().is_empty());
/// ```
pub fn check(system: &System, wanted: &Wanted, ctx: Context<'_>) -> Result<ReducedCheck, NotApplicable> {
    let Some(whole) = Stubborn::new(system) else {
        return Err(NotApplicable::Unsupported("priority makes independent actions decide about each other"));
    };
    let mut check = Check::new(system, whole, ctx);
    if wanted.deadlock && check.has_free_action() {
        return Err(NotApplicable::Unsupported("some actions are known to properties only"));
    }
    let deadlock = wanted.deadlock.then(|| check.verdict(Question::Deadlock));
    // The processes' own errors are searched for together, no property beside them.
    let own: Vec<usize> = wanted.safety.iter().copied().filter(|&i| !check.observes[i]).collect();
    let of_processes = check.errors(&own, &own);
    let mut safety = Vec::new();
    for &i in &wanted.safety {
        let verdict = match own.iter().position(|&other| other == i) {
            Some(at) => check.judge(Question::Error(i), of_processes[at].clone()),
            None => check.verdict(Question::Error(i)),
        };
        let vacuous = if verdict.holds() { check.vacuous(i) } else { None };
        safety.push(SafetyResult { component: i, verdict, vacuous });
    }
    Ok(ReducedCheck { deadlock, safety, states: check.states, transitions: check.transitions })
}

/// What is asked of a system.
#[derive(Clone, Copy)]
enum Question {
    /// Is there a deadlock?
    Deadlock,
    /// Can this component enter ERROR?
    Error(usize),
}

/// A run that answers *yes*, none, or nothing since the budget was spent.
type Answer = Result<Option<Trace>, Spent>;

/// A system under check, and the size of the largest search so far.
struct Check<'s> {
    system: &'s System,
    whole: Stubborn,
    ctx: Context<'s>,
    /// Per component: is it a complete property, which only observes?
    observes: Vec<bool>,
    states: u64,
    transitions: u64,
}

impl<'s> Check<'s> {
    fn new(system: &'s System, whole: Stubborn, ctx: Context<'s>) -> Check<'s> {
        let mut observes: Vec<bool> = system.components.iter().map(only_observes).collect();
        // Where nothing is left to observe, the properties are the system.
        if observes.iter().all(|&o| o) {
            observes.fill(false);
        }
        Check { system, whole, ctx, observes, states: 0, transitions: 0 }
    }

    /// Is there an action that only observers know?
    fn has_free_action(&self) -> bool {
        let known = |observed: bool| {
            let parts = self.system.components.iter().zip(&self.observes);
            let parts = parts.filter(move |&(_, &observes)| observes == observed);
            Alphabet::union(&self.system.actions, parts.map(|(component, _)| component.lts.alphabet()))
        };
        let of_processes = known(false);
        known(true).ids().iter().any(|&action| !of_processes.contains(action))
    }

    /// The answer to a question, with the observers that it takes.
    fn verdict(&mut self, question: Question) -> Verdict {
        let first = self.ask(question, &[]);
        self.judge(question, first)
    }

    /// The verdict that follows from the answer without observers, other than the one that is asked about.
    fn judge(&mut self, question: Question, first: Answer) -> Verdict {
        let mut beside: Vec<usize> = Vec::new();
        let mut answer = first;
        let mut cut_off: Option<Trace> = None;
        loop {
            let run = match answer {
                Err(spent) => return Verdict::Unknown(spent.into()),
                Ok(None) => break,
                Ok(Some(run)) => run,
            };
            let enders = self.enders(question, &run, &beside);
            if enders.is_empty() {
                return Verdict::Violated(run);
            }
            cut_off.get_or_insert(run);
            beside.extend(enders);
            beside.sort_unstable();
            answer = self.ask(question, &beside);
        }
        match cut_off {
            None => Verdict::Holds(()),
            Some(run) => Verdict::Unknown(Reason::NotModeled(self.explain(question, &run, &beside))),
        }
    }

    /// The observers that end a run before its last step (for a deadlock: before its end), of those that end
    /// it first.
    fn enders(&self, question: Question, run: &Trace, beside: &[usize]) -> Vec<usize> {
        let (asked, steps) = match question {
            Question::Deadlock => (None, &run.actions[..]),
            Question::Error(i) => (Some(i), &run.actions[..run.len() - 1]),
        };
        let others = (0..self.observes.len())
            .filter(|&j| self.observes[j] && Some(j) != asked && !beside.contains(&j));
        let ends: Vec<(usize, usize)> =
            others.filter_map(|j| Some((ends_at(&self.system.components[j].lts, steps)?, j))).collect();
        let first = ends.iter().map(|&(step, _)| step).min();
        ends.into_iter().filter(|&(step, _)| Some(step) == first).map(|(_, j)| j).collect()
    }

    fn explain(&self, question: Question, run: &Trace, beside: &[usize]) -> String {
        let names: Vec<&str> = beside.iter().map(|&j| self.system.components[j].name.as_str()).collect();
        let steps: Vec<String> = run.names(&self.system.actions).iter().map(|n| n.to_string()).collect();
        let what = match question {
            Question::Deadlock => "a deadlock".to_string(),
            Question::Error(i) => format!("a violation of {}", self.system.components[i].name),
        };
        format!(
            "cut off by the violation of {}; without it there is {what} after {}",
            names.join(", "),
            steps.join(" ")
        )
    }

    /// Asks the processes, the component that the question is about, and these observers.
    fn ask(&mut self, question: Question, beside: &[usize]) -> Answer {
        match question {
            Question::Error(i) => {
                let mut kept = beside.to_vec();
                kept.push(i);
                self.errors(&[i], &kept).remove(0)
            }
            Question::Deadlock => {
                let (stubborn, _) = self.part(beside);
                let mut visitor = Stuck { product: stubborn.product(), found: None };
                let explored = explore(&stubborn, Runs::Keep, Purpose::Explore, self.ctx, &mut visitor);
                let found = visitor.found;
                self.count(explored.store.len(), explored.transitions);
                if let Some(state) = found {
                    let run = explored.run_to(&stubborn, state).into_iter();
                    return Ok(Some(run.map(|label| stubborn.product().alphabet().action(label)).collect()));
                }
                explored.spent.map_or(Ok(None), Err)
            }
        }
    }

    /// For each of these components: can it enter ERROR beside the processes and the kept observers?
    fn errors(&mut self, components: &[usize], kept: &[usize]) -> Vec<Answer> {
        if components.is_empty() {
            return Vec::new();
        }
        let (stubborn, positions) = self.part(kept);
        let at = |i: &usize| positions.iter().position(|p| p == i).expect("the component is kept");
        let goals: Vec<usize> = components.iter().map(at).collect();
        let search = Search::run(&stubborn, Goal::Error(goals.clone()), self.ctx);
        self.count(search.store.len(), search.transitions);
        goals.iter().map(|&goal| search.answer(goal)).collect()
    }

    /// The processes and these observers, reduced, and where the components are in the whole.
    fn part(&self, kept: &[usize]) -> (Stubborn, Vec<usize>) {
        let stays = |i: &usize| !self.observes[*i] || kept.contains(i);
        let positions: Vec<usize> = (0..self.observes.len()).filter(stays).collect();
        let components = positions.iter().map(|&i| self.system.components[i].clone()).collect();
        let system = System::new("", &self.system.actions, components);
        (self.whole.of_part(&system, &positions), positions)
    }

    fn count(&mut self, states: usize, transitions: u64) {
        if states as u64 > self.states {
            (self.states, self.transitions) = (states as u64, transitions);
        }
    }

    /// Why a property that holds says nothing about this system; a search that was cut off does not say so.
    fn vacuous(&mut self, i: usize) -> Option<String> {
        let Ok(why) = vacuous(self.system, i, |shared| {
            let (stubborn, _) = self.part(&[]);
            let labels = shared.iter().filter_map(|&id| stubborn.product().alphabet().label(id)).collect();
            let search = Search::run(&stubborn, Goal::Occurs(labels), self.ctx);
            self.count(search.store.len(), search.transitions);
            Ok::<_, Infallible>(search.occurs || search.spent.is_some())
        });
        why
    }
}

/// Is a component a property that knows what to do with every action in every state, and can be left out
/// therefore?
fn only_observes(component: &Component) -> bool {
    let lts = &component.lts;
    let complete = |s: StateId| lts.alphabet().labels().all(|label| !lts.step(s, label).is_empty());
    component.role == Role::Property && lts.end().is_none() && !lts.has_tau() && lts.states().all(complete)
}

/// The step by which an observer is bound to have entered ERROR; `None` if it can follow all steps.
fn ends_at(lts: &Lts, steps: &[ActionId]) -> Option<usize> {
    let mut at = vec![lts.initial()];
    for (k, &action) in steps.iter().enumerate() {
        let Some(label) = lts.alphabet().label(action).filter(|label| !label.is_tau()) else { continue };
        let mut next: Vec<StateId> = at.iter().flat_map(|&s| lts.step(s, label)).copied().collect();
        next.retain(|t| !t.is_error());
        next.sort_unstable();
        next.dedup();
        if next.is_empty() {
            return Some(k);
        }
        at = next;
    }
    None
}

/// Looks for a deadlock and stops there.
struct Stuck<'p> {
    product: &'p Product,
    found: Option<StateId>,
}

impl Visitor for Stuck<'_> {
    type Notes = Option<StateId>;

    fn needs_numbers(&self) -> bool {
        false
    }

    fn look(
        &self,
        state: StateId,
        packed: &[u64],
        moves: Moves<'_>,
        found: &mut Option<StateId>,
    ) -> ControlFlow<()> {
        if moves.is_empty() && !self.product.is_terminated(packed) {
            *found = Some(state);
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(())
    }

    fn take(&mut self, found: &mut Option<StateId>) -> ControlFlow<()> {
        self.found = self.found.or(found.take());
        ControlFlow::Continue(())
    }
}

/// A search for a goal.
struct Search<'s> {
    stubborn: &'s Stubborn,
    store: StateStore,
    /// The state from which each was found first and by which label; of the initial state: itself.
    parents: Vec<(StateId, Label)>,
    /// Where the moves of each expanded state begin in `targets`.
    rows: Vec<usize>,
    /// Where the moves lead, those into ERROR left out, as they were when the state was expanded first.
    targets: Vec<StateId>,
    /// Per expanded state: the number of events that lead toward the goal; 0 if it is settled.
    unsettled: Vec<u32>,
    transitions: u64,
    /// Components that enter ERROR: from which state and by which label.
    errors: Vec<(usize, StateId, Label)>,
    /// Did a label of the goal occur?
    occurs: bool,
    spent: Option<Spent>,
}

impl<'s> Search<'s> {
    fn run(stubborn: &'s Stubborn, goal: Goal, ctx: Context<'_>) -> Search<'s> {
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
            let flow = self.enter(state, moves, goal, ctx)?;
            self.rows.push(self.targets.len());
            if flow.is_break() {
                return Ok(flow);
            }
            if (self.unsettled.len() as u32).is_multiple_of(Ticker::EVERY) {
                let beside = self.parents.len() * 8 + self.rows.len() * 12 + self.targets.len() * 4;
                ctx.budget.check_memory(self.store.memory() + beside)?;
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

    /// The run on which a component enters ERROR.
    fn answer(&self, component: usize) -> Answer {
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
