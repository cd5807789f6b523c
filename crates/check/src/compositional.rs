//! Deadlock and safety by composing and reducing step by step.
//!
//! # Problem
//!
//! As for [`Reach::verdicts`](crate::Reach::verdicts): deadlock freedom, and safety of every property and of
//! every process that has an ERROR; the same answers, for systems whose states are too many to visit.
//!
//! # Method
//!
//! One [`reduce`] per question, of a system in which nothing but the question is left:
//!
//! - *Deadlock.* A component that enters ERROR loops with tau ever after: the run has ended, and not in a
//!   deadlock. If the system can terminate, the components that have an END get a common action that is
//!   possible where all of them are in END, and changes nothing. Then the system has a deadlock iff the
//!   transformed one can get stuck.
//! - *Safety of C.* Another process that enters ERROR is trapped: it refuses all its actions from then on. It
//!   goes there only by an action that C knows too, by which both may enter ERROR at once; its other moves
//!   into ERROR are dropped, since the run ends with them. So C cannot fail if the transformed system cannot
//!   reach ERROR.
//!
//! Properties only observe, so each question is asked of the processes (and C) alone first; if nothing is
//! found, it holds in the complete system. The other properties follow a run that is found. If one of them
//! ends it, the question is asked again with all of them, transformed as processes are; a violation that
//! cannot be reached then is *unknown*, cut off by another one, as it is for the full search. A run that is
//! found there and is still not a run of the complete system leaves the question open.
//!
//! The method does not apply to priority (which actions are possible depends on the partners), to properties
//! that can refuse an action, and to deadlock if only properties know some action, which is always possible
//! then.
//!
//! # Invariants
//!
//! 1. A reported run is a run of the complete system.
//! 2. *Holds* is only said of a question whose transformed system cannot reach its goal.
//!
//! # Cost
//!
//! That of [`reduce`], once or twice for every question, and once more to see that a property that holds is
//! not vacuous.
//!
//! # Departures
//!
//! None from [`reduce`] and the papers it cites; the transformations for deadlock and safety are ours.

use std::collections::BTreeSet;
use std::sync::Arc;

use rely_lts::compositional::{
    Aim, Goal, LiftLimits, LiftedRun, Part, Reduced, StepReport, Stopped, fresh_action, loop_at_end, reduce,
    terminating,
};
use rely_lts::{ActionId, Context, Lts, LtsBuilder, Reason, Role, StateId, System, Trace, Verdict};

use crate::reach::SafetyResult;
use crate::reduced::{NotApplicable, ReducedCheck, Wanted, cut_off, remark_vacuous};
use crate::vacuity::vacuous;

/// The limit on the states of one step: beyond it a construction step by step hardly pays.
pub const STEP_LIMIT: u64 = 500_000;

/// How one question was decided.
#[derive(Clone, Debug)]
pub struct Question {
    /// The component whose safety was asked for; `None` for deadlock.
    pub component: Option<usize>,
    /// The steps, in order.
    pub steps: Vec<StepReport>,
    /// States of the largest product of a step.
    pub peak_states: usize,
    /// Transitions of the product with the most of them.
    pub peak_transitions: usize,
}

/// Answers, and how they were found.
#[derive(Debug)]
pub struct Checked {
    /// The answers.
    pub answers: ReducedCheck,
    /// How, question by question.
    pub questions: Vec<Question>,
    /// The questions that are still open, with the first reason.
    pub open: Option<(Wanted, NotApplicable)>,
}

/// Decides as many of the wanted questions as possible, and lists the others as open.
///
/// ```
/// # use std::sync::Arc;
/// # use rely_lts::{Lts, LtsBuilder, StateId};
/// use rely_check::{Wanted, compositional};
/// use rely_lts::{Actions, Component, Context, System};
/// # fn machine(actions: &Actions, steps: &[(usize, &str, usize)]) -> Arc<Lts> {
/// #     let mut builder = LtsBuilder::new(actions);
/// #     for &(s, action, t) in steps {
/// #         builder.ensure_states(s.max(t) + 1).expect("few states");
/// #         builder.add_transition(StateId::at(s), actions.intern(action), StateId::at(t));
/// #     }
/// #     Arc::new(builder.finish(StateId::at(0)).expect("all states were added"))
/// # }
/// // Twenty independent clocks have 2^20 states together; no step of this check sees more than a few.
/// let actions = Actions::new();
/// let clock = |i: usize| machine(&actions, &[(0, &format!("tick.{i}"), 1), (1, &format!("tock.{i}"), 0)]);
/// let components = (0..20).map(|i| Component::new(format!("C{i}"), clock(i))).collect();
/// let system = System::new("CLOCKS", &actions, components);
/// let checked = compositional::check(&system, &Wanted::everything(&system), Context::unlimited()).unwrap();
/// assert!(checked.answers.deadlock.is_some_and(|verdict| verdict.holds()));
/// assert!(checked.open.is_none() && checked.answers.states < 100);
/// ```
///
/// # Errors
/// If the method does not apply to the system, or the budget is spent.
pub fn check(system: &System, wanted: &Wanted, ctx: Context<'_>) -> Result<Checked, NotApplicable> {
    check_within(system, wanted, STEP_LIMIT, ctx)
}

/// As [`check`], with another limit on the states of a step than [`STEP_LIMIT`].
///
/// # Errors
/// As [`check`].
pub fn check_within(
    system: &System,
    wanted: &Wanted,
    limit: u64,
    ctx: Context<'_>,
) -> Result<Checked, NotApplicable> {
    if system.priority.is_some() {
        return Err(NotApplicable::Unsupported("actions have priorities"));
    }
    let is_property = |c: &rely_lts::Component| c.role == Role::Property;
    if !system.components.iter().filter(|c| is_property(c)).all(|c| is_observer(&c.lts)) {
        return Err(NotApplicable::Unsupported("a property can refuse an action"));
    }
    if system.components.iter().all(is_property) {
        return Err(NotApplicable::Unsupported("there is no process"));
    }
    let mut asker = Asker { system, limit, ctx, questions: Vec::new() };
    let mut answers = ReducedCheck { deadlock: None, safety: Vec::new(), states: 0, transitions: 0 };
    let mut open = Wanted { deadlock: false, safety: Vec::new() };
    let mut reason = None;
    if wanted.deadlock {
        match asker.deadlock() {
            Ok(verdict) => answers.deadlock = Some(verdict),
            Err(why) => {
                open.deadlock = true;
                reason = Some(why);
            }
        }
    }
    for &component in &wanted.safety {
        match asker.safety(component) {
            Ok(result) => answers.safety.push(result),
            Err(why) => {
                open.safety.push(component);
                reason = reason.or(Some(why));
            }
        }
    }
    remark_vacuous(system, &mut answers.safety, ctx);
    let questions = asker.questions;
    answers.states = questions.iter().map(|q| q.peak_states as u64).max().unwrap_or(0);
    answers.transitions = questions.iter().map(|q| q.peak_transitions as u64).max().unwrap_or(0);
    Ok(Checked { answers, questions, open: reason.map(|reason| (open, reason)) })
}

/// Asks one question after the other.
struct Asker<'a> {
    system: &'a System,
    limit: u64,
    ctx: Context<'a>,
    questions: Vec<Question>,
}

/// Whether something happens in a system of some of the components.
enum Occurrence {
    /// It cannot happen.
    Never,
    /// It happens on this run of the complete system.
    Run(Trace),
    /// It happens on this run of some components, which these others end.
    CutOff(Trace, BTreeSet<usize>),
}

impl Asker<'_> {
    fn deadlock(&mut self) -> Result<Verdict, NotApplicable> {
        let components = &self.system.components;
        let of_process = |id: &ActionId| {
            components.iter().any(|c| c.role != Role::Property && c.lts.alphabet().contains(*id))
        };
        let mut of_properties = components.iter().filter(|c| c.role == Role::Property);
        if !of_properties.all(|c| c.lts.alphabet().ids().iter().all(of_process)) {
            return Err(NotApplicable::Unsupported("only properties know some action"));
        }
        let ending = terminating(self.system);
        let common = fresh_action(self.system);
        let transform = |i: usize| {
            let lts = &components[i].lts;
            if ending.contains(&i) {
                return without_error(&Arc::new(loop_at_end(lts, common)), &|_| true, Loop::Tau);
            }
            without_error(lts, &|_| true, Loop::Tau)
        };
        self.decide(Aim::Stuck, None, "a deadlock", &transform)
    }

    fn safety(&mut self, target: usize) -> Result<SafetyResult, NotApplicable> {
        let system = self.system;
        let own = &system.components[target].lts;
        let transform = |i: usize| {
            if i == target {
                return own.clone();
            }
            let trapped = |id: ActionId| own.alphabet().contains(id);
            without_error(&system.components[i].lts, &trapped, Loop::None)
        };
        let what = format!("a violation of {}", system.components[target].name);
        let verdict = self.decide(Aim::Error, Some(target), &what, &transform)?;
        let vacuous =
            if verdict.holds() { vacuous(system, target, |shared| self.occurs(shared))? } else { None };
        Ok(SafetyResult { component: target, verdict, vacuous })
    }

    /// Asks without the properties that are not asked for, and with them if they matter.
    fn decide(
        &mut self,
        aim: Aim,
        target: Option<usize>,
        what: &str,
        transform: &dyn Fn(usize) -> Arc<Lts>,
    ) -> Result<Verdict, NotApplicable> {
        let all: Vec<usize> = (0..self.system.components.len()).collect();
        let needed = |i: &usize| Some(*i) == target || self.system.components[*i].role != Role::Property;
        let few: Vec<usize> = all.iter().copied().filter(needed).collect();
        let (run, aside) = match self.ask(aim, target, &few, transform)? {
            Occurrence::Never => return Ok(Verdict::Holds(())),
            Occurrence::Run(trace) => return Ok(Verdict::Violated(trace)),
            Occurrence::CutOff(run, aside) => (run, aside),
        };
        match self.ask(aim, target, &all, transform)? {
            Occurrence::Run(trace) => Ok(Verdict::Violated(trace)),
            Occurrence::Never if aside.iter().all(|&i| self.system.components[i].role == Role::Property) => {
                Ok(Verdict::Unknown(Reason::NotModeled(cut_off(self.system, what, &run, aside))))
            }
            _ => Err(NotApplicable::Unsupported("several components enter ERROR")),
        }
    }

    /// Asks about some components.
    fn ask(
        &mut self,
        aim: Aim,
        target: Option<usize>,
        which: &[usize],
        transform: &dyn Fn(usize) -> Arc<Lts>,
    ) -> Result<Occurrence, NotApplicable> {
        let ltss: Vec<Arc<Lts>> = which.iter().map(|&i| transform(i)).collect();
        let name = |&i: &usize| self.system.components[i].name.clone();
        let parts = which.iter().zip(&ltss).map(|(i, lts)| Part { name: name(i), lts: lts.clone() });
        let goal = if aim == Aim::Stuck { Goal::Stuck } else { Goal::Error };
        let Some(run) = lifted(&self.run(parts.collect(), aim, target)?, goal, self.ctx)? else {
            return Ok(Occurrence::Never);
        };
        // A component that was trapped has entered ERROR in the complete system: its last state is the trap.
        // It may do so by the last step, together with the target; then it takes part in it.
        let last = run.actions.last().copied().filter(|_| aim == Aim::Error);
        let trapped = |(at, end): (usize, &Option<StateId>)| {
            let own = &self.system.components[which[at]].lts;
            let is_trap = |end: StateId| !end.is_error() && end.index() >= own.n_states();
            let earlier = last.is_none_or(|last| last.is_tau() || !own.alphabet().contains(last));
            (end.is_some_and(is_trap) && earlier).then_some(which[at])
        };
        let mut enders: BTreeSet<usize> = run.ends.iter().enumerate().filter_map(trapped).collect();
        // By the last step the target may fail together with others.
        let before = if aim == Aim::Error { run.actions.len() - 1 } else { run.actions.len() };
        let others = (0..self.system.components.len()).filter(|i| !which.contains(i));
        enders.extend(others.filter(|&i| fails(&self.system.components[i].lts, &run.actions[..before])));
        let trace: Trace = run.actions.into_iter().collect();
        Ok(if enders.is_empty() { Occurrence::Run(trace) } else { Occurrence::CutOff(trace, enders) })
    }

    /// Is one of some actions ever possible?
    fn occurs(&mut self, watched: &[ActionId]) -> Result<bool, NotApplicable> {
        let system = self.system;
        let mut builder = LtsBuilder::new(&system.actions);
        let state = builder.add_state().expect("one state fits");
        watched.iter().for_each(|&id| builder.add_transition(state, id, StateId::ERROR));
        let watcher = builder.finish(state).expect("all states were added");
        let alphabet = watcher.alphabet().clone();
        let mut parts = vec![Part { name: "watcher".to_string(), lts: Arc::new(watcher) }];
        for component in system.components.iter().filter(|c| c.role != Role::Property) {
            let lts = without_error(&component.lts, &|id| alphabet.contains(id), Loop::None);
            parts.push(Part { name: component.name.clone(), lts });
        }
        Ok(reduce(&system.actions, parts, Aim::Error, &|_| false, self.limit, self.ctx)?.reaches(Goal::Error))
    }

    fn run(
        &mut self,
        parts: Vec<Part>,
        aim: Aim,
        component: Option<usize>,
    ) -> Result<Reduced, NotApplicable> {
        let reduced = reduce(&self.system.actions, parts, aim, &|_| false, self.limit, self.ctx)?;
        self.questions.push(Question {
            component,
            steps: reduced.steps.clone(),
            peak_states: reduced.peak_states,
            peak_transitions: reduced.peak_transitions,
        });
        Ok(reduced)
    }
}

/// The run of the components on which a reduced system reaches the goal, if it does.
fn lifted(reduced: &Reduced, goal: Goal, ctx: Context<'_>) -> Result<Option<LiftedRun>, NotApplicable> {
    if !reduced.reaches(goal) {
        return Ok(None);
    }
    match reduced.run(goal, LiftLimits::default(), ctx)? {
        Some(run) => Ok(Some(run)),
        None => Err(NotApplicable::TooLarge),
    }
}

impl From<Stopped> for NotApplicable {
    fn from(stopped: Stopped) -> Self {
        match stopped {
            Stopped::TooLarge => NotApplicable::TooLarge,
            Stopped::Spent(spent) => NotApplicable::Spent(spent),
        }
    }
}

/// Does a property only observe: is every action possible in every state, in one way, and nothing else?
fn is_observer(lts: &Lts) -> bool {
    let alphabet = lts.alphabet();
    lts.states().all(|s| lts.labels_of(s).iter().copied().eq(alphabet.labels()))
}

/// Does an observer enter ERROR on a run?
fn fails(observer: &Lts, run: &[ActionId]) -> bool {
    let mut state = observer.initial();
    for &action in run.iter().filter(|action| !action.is_tau()) {
        let Some(label) = observer.alphabet().label(action) else { continue };
        match observer.step(state, label) {
            [next] => state = *next,
            other => unreachable!("an observer has one step, not {}", other.len()),
        }
        if state.is_error() {
            return true;
        }
    }
    false
}

/// What a trapped component can still do.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Loop {
    /// Nothing.
    None,
    /// tau forever.
    Tau,
}

/// The same LTS without END and ERROR. Moves into ERROR by actions that `trapped` names lead to a new last
/// state; by others, and by tau unless the trap loops, they are dropped.
fn without_error(lts: &Arc<Lts>, trapped: &dyn Fn(ActionId) -> bool, trap_loop: Loop) -> Arc<Lts> {
    if !lts.has_error() {
        return lts.clone();
    }
    let mut builder = LtsBuilder::new(lts.actions());
    builder.ensure_states(lts.n_states()).expect("as many as before");
    lts.alphabet().ids().iter().for_each(|&id| builder.extend_alphabet(id));
    let trap = builder.add_state().expect("one state more fits");
    let traps: Vec<bool> = std::iter::once(trap_loop == Loop::Tau)
        .chain(lts.alphabet().ids().iter().map(|&id| trapped(id)))
        .collect();
    for (s, label, t) in lts.transitions() {
        let action = lts.alphabet().action(label);
        if !t.is_error() {
            builder.add_transition(s, action, t);
        } else if traps[label.index()] {
            builder.add_transition(s, action, trap);
        }
    }
    if trap_loop == Loop::Tau {
        builder.add_transition(trap, ActionId::TAU, trap);
    }
    Arc::new(builder.finish(lts.initial()).expect("all states were added"))
}
