//! Deadlock and safety by partial-order reduction.
//!
//! # Problem
//!
//! As [`Reach::verdicts`](crate::Reach::verdicts), without visiting every interleaving.
//!
//! # Method
//!
//! One search per question, over [stubborn sets](Stubborn) \[Val91\], each as small as the question allows.
//! Complete properties only observe, and everything they observe becomes dependent; so a question is first
//! asked of the processes and the property that it is about. If the answer is a run, the other properties
//! follow it. Those that would have ended it are added to the system, and the question is asked again:
//! *violated* if there is a run that none of them ends, else *unknown*, since they cut off the violation.
//!
//! The deadlock search takes small closed sets; every deadlock is found at its distance. The search for ERROR
//! is in `search`. The proofs are in the book, on the page *Partial order*.
//!
//! # Invariants
//!
//! A run that is reported as a violation is a run of the complete system: every observer has followed it.
//!
//! # Cost
//!
//! That of the searches, each over a subset of the components. A question is asked at most once more for
//! every observer that ends a run.
//!
//! # Departures
//!
//! Observers are left out and added on demand. With all of them present from the start, every action that one
//! of them knows is dependent on all others that it knows, and little is left to reduce.

mod followed;
mod search;

use std::convert::Infallible;
use std::ops::ControlFlow;

use rely_lts::{
    ActionId, Alphabet, Component, Context, Goal, Lts, Moves, Product, Purpose, Reason, Role, Runs, Spent,
    StateId, Stubborn, System, Trace, Verdict, Visitor, explore,
};

pub use self::followed::{Followed, FollowedSets};
use self::search::Search;

use crate::reach::SafetyResult;
use crate::reduced::{NotApplicable, ReducedCheck, Wanted, cut_off, remark_vacuous};
use crate::vacuity::vacuous;

/// Deadlock and safety by partial-order reduction.
///
/// # Errors
/// If the system has a priority (independent actions decide about each other there) or no process, or if
/// deadlock is wanted and there are actions that only properties know (nothing is ever stuck then, and what
/// is worth saying needs all states).
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
    let mut check = prepared(system, ctx)?;
    if wanted.deadlock && check.has_free_action() {
        return Err(NotApplicable::Unsupported("some actions are known to properties only"));
    }
    let deadlock = wanted.deadlock.then(|| check.verdict(Question::Deadlock));
    // The processes' own errors are searched for together, without the properties.
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
    remark_vacuous(system, &mut safety, ctx);
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

/// A system with the tables of its components.
fn prepared<'s>(system: &'s System, ctx: Context<'s>) -> Result<Check<'s>, NotApplicable> {
    let Some(whole) = Stubborn::new(system) else {
        return Err(NotApplicable::Unsupported("priority lets independent actions disable each other"));
    };
    let check = Check::new(system, whole, ctx);
    if !check.observes.is_empty() && check.observes.iter().all(|&observes| observes) {
        // Where nothing is left to observe, the properties are the system, and end each other's runs.
        return Err(NotApplicable::Unsupported("there is no process"));
    }
    Ok(check)
}

/// A run that answers *yes*, none, or nothing since the budget was spent.
type FoundRun = Result<Option<Trace>, Spent>;

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
        let observes: Vec<bool> = system.components.iter().map(only_observes).collect();
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
    fn judge(&mut self, question: Question, first: FoundRun) -> Verdict {
        let mut added: Vec<usize> = Vec::new();
        let mut answer = first;
        let mut cut_off: Option<Trace> = None;
        loop {
            let run = match answer {
                Err(spent) => return Verdict::Unknown(spent.into()),
                Ok(None) => break,
                Ok(Some(run)) => run,
            };
            let enders = self.enders(question, &run, &added);
            if enders.is_empty() {
                return Verdict::Violated(run);
            }
            cut_off.get_or_insert(run);
            added.extend(enders);
            added.sort_unstable();
            answer = self.ask(question, &added);
        }
        match cut_off {
            None => Verdict::Holds(()),
            Some(run) => Verdict::Unknown(Reason::NotModeled(self.explain(question, &run, &added))),
        }
    }

    /// The observers that end a run before its last step (for a deadlock: before its end), of those that end
    /// it first.
    fn enders(&self, question: Question, run: &Trace, added: &[usize]) -> Vec<usize> {
        let (asked, steps) = match question {
            Question::Deadlock => (None, &run.actions[..]),
            Question::Error(i) => (Some(i), &run.actions[..run.len() - 1]),
        };
        let others =
            (0..self.observes.len()).filter(|&j| self.observes[j] && Some(j) != asked && !added.contains(&j));
        let ends: Vec<(usize, usize)> =
            others.filter_map(|j| Some((ends_at(&self.system.components[j].lts, steps)?, j))).collect();
        let first = ends.iter().map(|&(step, _)| step).min();
        ends.into_iter().filter(|&(step, _)| Some(step) == first).map(|(_, j)| j).collect()
    }

    fn explain(&self, question: Question, run: &Trace, added: &[usize]) -> String {
        let what = match question {
            Question::Deadlock => "a deadlock".to_string(),
            Question::Error(i) => format!("a violation of {}", self.system.components[i].name),
        };
        cut_off(self.system, &what, run, added.iter().copied())
    }

    /// Asks the processes, the component that the question is about, and these observers.
    fn ask(&mut self, question: Question, added: &[usize]) -> FoundRun {
        match question {
            Question::Error(i) => {
                let mut kept = added.to_vec();
                kept.push(i);
                self.errors(&[i], &kept).remove(0)
            }
            Question::Deadlock => {
                let (stubborn, _) = self.part(added);
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

    /// For each of these components: can it enter ERROR together with the processes and the kept observers?
    fn errors(&mut self, components: &[usize], kept: &[usize]) -> Vec<FoundRun> {
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

    /// The processes and these observers, reduced, and where the components are in the system.
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
