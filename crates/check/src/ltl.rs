//! Asserts in fluent LTL.
//!
//! # Problem
//! Given a system and a formula, does every run of the system satisfy the formula? A *run* is an infinite
//! sequence of moves, or one that ends where the system has no move. Every move is a step, tau too; position
//! 0 is after the first move. With [`Fairness::FairChoice`] only runs count on which every finite path that
//! is possible again and again is taken again and again: all runs but those of probability zero, however the
//! choices are weighted.
//!
//! # Method
//! The system runs in parallel with the fluents and the Büchi automaton of the negated formula \[VW86\],
//! explored breadth-first. Where the automaton has no move it goes to a *lost* state: no continuation
//! violates the formula.
//! - A state from which the automaton accepts everything ends the search: the run so far is a *prefix* that
//!   no continuation can mend.
//! - A state without moves where the automaton lets a run end is a violation by a run that *stops*.
//! - Without fairness: an accepting state on a cycle is a violation.
//! - With fair choice: a strongly connected set that nothing leaves, neither to other states nor to the lost
//!   one, and that has an accepting state, is a violation; this is what the reference tool looks for. It is
//!   the complete answer if the automaton never has a choice. Otherwise, see `fair`, the remaining candidates
//!   are decided exactly.
//!
//! Actions of the formula that no component has are *free*: they happen at any time, as in the reference
//! tool, and there is a warning. They form a component of their own, so that priority sees them like others.
//!
//! Runs that end are judged by the meaning of the formula on the positions there are: `<>` and `U` must be
//! met before the end, `[]` and `W` hold if nothing broke them, and `X f` is false at the last position. So
//! `<>b` and `[](a -> X b)` are violated by `a->STOP`, and `[]<>b` is violated by `b->a->STOP` but not by
//! `a->b->STOP`: the last position satisfies `<>b`. A run violates a formula iff it satisfies the negation.
//! Where the reference tool's answers are recorded they agree; they have no case of `X` at the end of a run.
//! The run of a system that stops before its first action has one position, the start: no action has
//! happened there, and fluents have their initial values. So `!a` and `[]!a` hold, vacuously, and `a`, `<>a`
//! and `[]a` are violated.
//! Deadlock is a check of its own.
//!
//! ERROR ends a run without a verdict of the formula. If a run into ERROR was met and no violation, the
//! answer is *unknown*.
//!
//! # Invariants
//! 1. The automaton reads one valuation per move, the one after it.
//! 2. The states of the product are numbered breadth-first, so the stem of the evidence is shortest for the
//!    set it leads to.
//!
//! # Cost
//! The product of the states of the system, the valuations of the fluents, and the automaton; 8 bytes per
//! transition and the words of a state. The exact decision of fair choice takes, per candidate set, at most
//! one subset per history.
//!
//! # Departures
//! The reference tool looks for sets that nothing leaves in the product with the automaton as it is. If the
//! automaton guesses, a wrong guess is possible at any time and leads out of every set, and a violated assert
//! would be reported to hold. Smallest example: `<>(c && <>a)` on `P = (a->P | b->P)+{c}`. Every run violates
//! it, since there is no `c`; but the automaton of the negation may guess at every `b` that no `a` will come.
//! Here the answer does not depend on the automaton. On all recorded answers of the reference tool the two
//! agree.

mod fair;
mod space;
mod vacuity;

use std::sync::Arc;

use rely_ltl::{Formula, Specification, negated_automaton};
use rely_lts::{
    ActionId, Component, Context, Label, Lasso, Lts, LtsBuilder, Purpose, Reason, Runs, Spent, StateId,
    System, Trace, Verdict, explore,
};

use self::fair::Graph;
use self::space::{Recorder, WatchedSystem};

/// Which runs count.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Fairness {
    /// Only those on which every finite path that is possible again and again is taken again and again.
    #[default]
    FairChoice,
    /// All.
    None,
}

/// How a run shows that a formula is violated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// The stem is enough: however it goes on, the formula is violated. The cycle is empty.
    Prefix,
    /// The cycle is repeated forever.
    Cycle,
    /// The run stops after the stem, in a deadlock or because the system has ended. The cycle is empty.
    Stops,
}

/// The result of checking an assert.
#[derive(Clone, Debug)]
pub struct AssertResult {
    /// The name of the assert.
    pub name: String,
    /// The verdict, with a run that violates the formula.
    pub verdict: Verdict<(), Lasso>,
    /// How the run shows it, if the assert is violated.
    pub shape: Option<Shape>,
    /// Why *holds* is vacuous, if it is.
    pub vacuous: Option<String>,
    /// Left sides of implications of the formula that never hold.
    pub never: Vec<Formula>,
    /// Warnings about the assert.
    pub warnings: Vec<String>,
    /// States of the product that were found.
    pub states: usize,
    /// Transitions of the product that were found.
    pub transitions: u64,
}

/// Checks an assert on the components of a system, with their priority but without the system's own hiding.
///
/// ```
/// use std::sync::Arc;
/// use rely_check::ltl::{Fairness, check_assert};
/// use rely_ltl::{Formula, Proposition, Specification};
/// use rely_lts::{Actions, Component, Context, LtsBuilder, System};
/// // P = (a->P | b->P).
/// let actions = Actions::new();
/// let (a, b) = (actions.intern("a"), actions.intern("b"));
/// let mut builder = LtsBuilder::new(&actions);
/// let p = builder.add_state()?;
/// builder.add_transition(p, a, p);
/// builder.add_transition(p, b, p);
/// let component = Component::new("P", Arc::new(builder.finish(p)?));
/// let system = System::new("P", &actions, vec![component]);
/// // []<>b
/// let spec = Specification {
///     name: "A".into(),
///     formula: Formula::always(Formula::eventually(Formula::Prop(0))),
///     propositions: vec![Proposition::Actions { name: "b".into(), actions: vec![b] }],
///     extension: vec![],
/// };
/// assert!(check_assert(&system, &spec, Fairness::FairChoice, Context::unlimited()).verdict.holds());
/// let unfair = check_assert(&system, &spec, Fairness::None, Context::unlimited());
/// assert_eq!(unfair.verdict.evidence().unwrap().cycle.actions, [a]);
/// # Ok::<(), rely_lts::LtsError>(())
/// ```
pub fn check_assert(
    system: &System,
    spec: &Specification,
    fairness: Fairness,
    ctx: Context<'_>,
) -> AssertResult {
    let mut result = AssertResult {
        name: spec.name.clone(),
        verdict: Verdict::Holds(()),
        shape: None,
        vacuous: None,
        never: Vec::new(),
        warnings: Vec::new(),
        states: 0,
        transitions: 0,
    };
    let (system, free) = with_free_actions(system, spec);
    for action in free {
        let name = system.actions.name(action);
        result.warnings.push(format!(
            "{}: no component has the action {name}, so it is taken to be possible at any time",
            spec.name
        ));
    }
    if let Err(spent) = decide(&system, spec, fairness, ctx, &mut result) {
        result.verdict = Verdict::Unknown(spent.into());
    }
    result
}

fn decide(
    system: &System,
    spec: &Specification,
    fairness: Fairness,
    ctx: Context<'_>,
    result: &mut AssertResult,
) -> Result<(), Spent> {
    let tracker = negated_automaton(spec, ctx)?;
    if tracker.is_empty() {
        result.vacuous = Some("the formula is true of every run of every system".to_string());
        return Ok(());
    }
    let watched = WatchedSystem::new(system, tracker);
    let mut recorder = Recorder::new(&watched);
    let explored = explore(&watched, Runs::Keep, Purpose::Assert, ctx, &mut recorder);
    result.states = explored.store.len();
    result.transitions = explored.transitions;
    let alphabet = watched.alphabet().clone();
    let trace = |labels: Vec<Label>| -> Trace { labels.into_iter().map(|l| alphabet.action(l)).collect() };
    if let Some((source, label)) = recorder.prefix {
        let mut stem = explored.run_to(&watched, source);
        stem.push(label);
        result.shape = Some(Shape::Prefix);
        result.verdict = Verdict::Violated(Lasso { stem: trace(stem), cycle: Trace::default() });
        return Ok(());
    }
    if let Some(spent) = explored.spent {
        return Err(spent);
    }
    let graph = Graph::new(recorder.finish()?, &explored.store, &watched);
    if graph.lts.is_stuck(StateId::at(0)) {
        if watched.accepts_start() {
            result.shape = Some(Shape::Stops);
            result.verdict = Verdict::Violated(Lasso { stem: Trace::default(), cycle: Trace::default() });
        } else {
            result.vacuous = Some("the system stops before its first action".to_string());
        }
        return Ok(());
    }
    let found = match graph.stopping() {
        Some(node) => Some((node, Shape::Stops)),
        None => match fairness {
            Fairness::None => graph.accepting_cycle(ctx)?,
            Fairness::FairChoice => graph.fair_violation(ctx)?,
        }
        .map(|node| (node, Shape::Cycle)),
    };
    if let Some((node, shape)) = found {
        let stem = trace(explored.run_to(&watched, node));
        let cycle = match shape {
            Shape::Cycle => trace(shortest_cycle(&graph.lts, node, ctx)?),
            _ => Trace::default(),
        };
        result.shape = Some(shape);
        result.verdict = Verdict::Violated(Lasso { stem, cycle });
        return Ok(());
    }
    if graph.lts.has_error() {
        let reason = "ERROR is reachable: the assert is checked only on runs that avoid it";
        result.verdict = Verdict::Unknown(Reason::NotModeled(reason.to_string()));
        return Ok(());
    }
    vacuity::examine(system, spec, ctx, result);
    Ok(())
}

/// The system with a further component that can always do the actions of the formula which no component has.
fn with_free_actions(system: &System, spec: &Specification) -> (System, Vec<ActionId>) {
    let alphabet = system.alphabet();
    let mut free: Vec<ActionId> = spec.labels().into_iter().filter(|&a| !alphabet.contains(a)).collect();
    system.actions.sort(&mut free);
    let mut system = system.clone();
    if !free.is_empty() {
        let mut builder = LtsBuilder::new(&system.actions);
        let state = builder.add_state().expect("one state fits");
        free.iter().for_each(|&action| builder.add_transition(state, action, state));
        let lts = builder.finish(state).expect("the state exists and labels of a formula are few");
        system.components.push(Component::new(format!("free actions of {}", spec.name), Arc::new(lts)));
    }
    (system, free)
}

/// A shortest cycle through a node, which is on one.
fn shortest_cycle(graph: &Lts, start: StateId, ctx: Context<'_>) -> Result<Vec<Label>, Spent> {
    let mut ticker = rely_lts::Ticker::default();
    let mut parent: Vec<Option<(StateId, Label)>> = vec![None; graph.n_states()];
    let mut queue = std::collections::VecDeque::from([start]);
    while let Some(s) = queue.pop_front() {
        for (label, t) in graph.successors(s).filter(|(_, t)| !t.is_error()) {
            ticker.tick(ctx.budget)?;
            if t == start {
                let mut cycle = vec![label];
                let mut at = s;
                while at != start {
                    let (before, label) = parent[at.index()].expect("nodes in the queue have parents");
                    cycle.push(label);
                    at = before;
                }
                cycle.reverse();
                return Ok(cycle);
            }
            if parent[t.index()].is_none() {
                parent[t.index()] = Some((s, label));
                queue.push_back(t);
            }
        }
    }
    unreachable!("the node was found on a cycle")
}

#[cfg(test)]
mod tests;
