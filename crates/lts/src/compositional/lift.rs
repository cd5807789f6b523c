//! Runs of the components for a run of the reduced system.
//!
//! # Problem
//! A run of a reduced part, of which only the visible actions and the way it ends matter. Wanted: a run of
//! its components with the same visible actions that ends in the same way, hidden actions by their names.
//!
//! # Method
//! From the complete system down to the components. A part is given a *task*: a sequence of visible actions,
//! and how to end. It is searched, breadth-first, for a run of the product of its two parts that does the
//! task; the steps of each of them, without tau, are the task of that part. What the equivalence preserves
//! (the traces, those to ERROR, and for runs that get stuck the sets of actions that a state without tau
//! offers) makes sure that there is one. Then from the components up: the runs of two parts are put together
//! along the actions they share; what one does alone does not concern the other.
//!
//! # Invariants
//! 1. A task names only actions of the alphabet of its part.
//! 2. A run that is to get stuck ends in a state without tau that offers at most what its task allows; so the
//!    system offers at most what the reduced system did, which is nothing.
//!
//! # Cost
//! Per step at most its product times the length of the task; [`LiftLimits`] bounds it.
//!
//! # Departures
//! None from the definitions. There is no paper behind it: a run is searched for again in the products, which
//! are not kept, instead of recording during the reduction which steps a transition stands for.

use std::collections::VecDeque;

use rustc_hash::{FxHashMap, FxHashSet};

use super::{Origin, Reduced};
use crate::budget::{Context, Spent, Ticker};
use crate::id::{ActionId, Label, StateId};
use crate::lts::Lts;

/// The end of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Goal {
    /// It enters ERROR.
    Error,
    /// It ends in a state without transitions.
    Stuck,
}

/// How much a run may cost.
#[derive(Clone, Copy, Debug)]
pub struct LiftLimits {
    /// Pairs of a state and a position that one search may visit.
    pub visited: usize,
    /// Steps of the run.
    pub steps: usize,
}

impl Default for LiftLimits {
    fn default() -> Self {
        LiftLimits { visited: 2_000_000, steps: 200_000 }
    }
}

/// A run of the components.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LiftedRun {
    /// The actions, tau included.
    pub actions: Vec<ActionId>,
    /// The state in which each component ends, in their order; `None` if it is not needed for the run and
    /// stands still.
    pub ends: Vec<Option<StateId>>,
}

/// The task of a part: these visible actions, with tau in between, and then end in this way.
struct Task {
    trace: Vec<ActionId>,
    end: End,
}

/// How a run ends.
#[derive(Clone)]
enum End {
    /// In any state.
    Anywhere,
    /// In ERROR, by the last action of the trace or by a tau after it.
    Error,
    /// In a state without tau that offers at most these.
    Offering(FxHashSet<ActionId>),
}

/// One step of the product of two parts (or of a component alone).
#[derive(Clone, Copy)]
struct Step {
    action: ActionId,
    /// Does each of the two take part? tau is taken by one.
    by: [bool; 2],
}

impl Reduced {
    /// A run of the components to the goal, tau included; `None` if the goal cannot be reached, or the run is
    /// over the limits.
    ///
    /// # Errors
    /// If the budget is spent.
    pub fn run(&self, goal: Goal, limits: LiftLimits, ctx: Context<'_>) -> Result<Option<LiftedRun>, Spent> {
        let Some(trace) = shortest(self.lts(), goal) else { return Ok(None) };
        self.run_along(trace, goal, limits, ctx)
    }

    /// A run of the components to the goal with exactly these visible actions, tau included; `None` if there
    /// is none within the limits. With [`Aim::Error`](super::Aim::Error) no shorter trace may lead to ERROR:
    /// what comes after it was cut away.
    ///
    /// # Errors
    /// If the budget is spent.
    pub fn run_along(
        &self,
        trace: Vec<ActionId>,
        goal: Goal,
        limits: LiftLimits,
        ctx: Context<'_>,
    ) -> Result<Option<LiftedRun>, Spent> {
        let end = match goal {
            Goal::Error => End::Error,
            Goal::Stuck => End::Offering(FxHashSet::default()),
        };
        let mut tasks: Vec<Option<Task>> = Vec::new();
        tasks.resize_with(self.nodes.len(), || None);
        tasks[self.root] = Some(Task { trace, end });
        let mut scripts: Vec<Vec<Step>> = vec![Vec::new(); self.nodes.len()];
        let n_components = self.nodes.iter().filter(|n| matches!(n.origin, Origin::Component(_))).count();
        let mut component_ends = vec![None; n_components];
        // Parts come after those they are made of.
        for at in (0..self.nodes.len()).rev() {
            let Some(task) = tasks[at].take() else { continue };
            let node = &self.nodes[at];
            let members: Vec<&Lts> = match &node.origin {
                Origin::Component(lts) => vec![lts],
                Origin::Pair(left, right) => vec![&self.nodes[*left].lts, &self.nodes[*right].lts],
            };
            let Some(found) = search(&members, &node.hidden, &task, limits.visited, ctx)? else {
                return Ok(None);
            };
            if let Origin::Component(_) = node.origin {
                // The components come first among the nodes.
                component_ends[at] = Some(found.last[0]);
            } else if let Origin::Pair(left, right) = node.origin {
                let mut ends = found.ends.into_iter();
                for (side, part) in [left, right].into_iter().enumerate() {
                    let own = |step: &&Step| step.by[side] && !step.action.is_tau();
                    let trace = found.steps.iter().filter(own).map(|step| step.action).collect();
                    tasks[part] = Some(Task { trace, end: ends.next().expect("one end per part") });
                }
            }
            scripts[at] = found.steps;
        }
        let run = self.assemble(scripts, limits.steps);
        Ok(run.map(|actions| LiftedRun { actions, ends: component_ends }))
    }

    /// Puts the runs of the parts together.
    fn assemble(&self, scripts: Vec<Vec<Step>>, limit: usize) -> Option<Vec<ActionId>> {
        let mut runs: Vec<Vec<ActionId>> = vec![Vec::new(); self.nodes.len()];
        for (at, script) in scripts.into_iter().enumerate() {
            runs[at] = match self.nodes[at].origin {
                Origin::Component(_) => script.iter().map(|step| step.action).collect(),
                Origin::Pair(left, right) => {
                    let mut sides = [left, right].map(|part| std::mem::take(&mut runs[part]).into_iter());
                    let mut run = Vec::new();
                    // The tau steps of a script are steps that the part's own run has in more detail.
                    for step in script.iter().filter(|step| !step.action.is_tau()) {
                        for (side, rest) in sides.iter_mut().enumerate() {
                            if step.by[side] {
                                run.extend(rest.by_ref().take_while(|&action| action != step.action));
                            }
                        }
                        run.push(step.action);
                    }
                    sides.into_iter().for_each(|rest| run.extend(rest));
                    run
                }
            };
            if runs[at].len() > limit {
                return None;
            }
        }
        Some(runs.swap_remove(self.root))
    }
}

/// The visible actions of a shortest run of an LTS to a goal.
pub(super) fn shortest(lts: &Lts, goal: Goal) -> Option<Vec<ActionId>> {
    let mut parents: Vec<Option<(StateId, Label)>> = vec![None; lts.n_states()];
    let mut queue = VecDeque::from([lts.initial()]);
    let back = |parents: &[Option<(StateId, Label)>], mut s: StateId, last: Option<Label>| {
        let mut labels: Vec<Label> = last.into_iter().collect();
        while s != lts.initial() {
            let (parent, label) = parents[s.index()].expect("found states have a parent");
            labels.push(label);
            s = parent;
        }
        labels.reverse();
        labels.into_iter().filter(|l| !l.is_tau()).map(|l| lts.alphabet().action(l)).collect()
    };
    while let Some(s) = queue.pop_front() {
        if goal == Goal::Stuck && lts.is_stuck(s) {
            return Some(back(&parents, s, None));
        }
        for (label, t) in lts.successors(s) {
            if t.is_error() {
                if goal == Goal::Error {
                    return Some(back(&parents, s, Some(label)));
                }
            } else if t != lts.initial() && parents[t.index()].is_none() {
                parents[t.index()] = Some((s, label));
                queue.push_back(t);
            }
        }
    }
    None
}

/// Does an LTS reach ERROR by tau alone? It was pruned, so that this shows in its first state.
pub(super) fn reaches_alone(lts: &Lts) -> bool {
    lts.step(lts.initial(), Label::TAU).last().is_some_and(|t| t.is_error())
}

/// A run that does a task, and how it ends for each of the parts.
struct Found {
    steps: Vec<Step>,
    last: Pair,
    ends: Vec<End>,
}

/// A state of the product of one or two parts; the second of one part is always 0.
type Pair = [StateId; 2];

/// A state, a position in the trace, and the node and the step it was found by.
type SearchNode = (Pair, usize, usize, Step);

/// The parts of a search, with their labels by action.
struct Members<'a> {
    parts: &'a [&'a Lts],
    labels: Vec<FxHashMap<ActionId, Label>>,
    hidden: &'a FxHashSet<ActionId>,
}

impl Members<'_> {
    /// All steps of a state: the action, who takes part, the target (ERROR in a place: that part enters it).
    fn steps(&self, state: Pair, mut each: impl FnMut(Step, Pair)) {
        for (side, lts) in self.parts.iter().enumerate() {
            let other = 1 - side;
            for (label, t) in lts.successors(state[side]) {
                let action = lts.alphabet().action(label);
                let mut target = state;
                target[side] = t;
                let mut by = [false; 2];
                by[side] = true;
                let partner = self.labels.get(other).filter(|_| !label.is_tau()).and_then(|l| l.get(&action));
                let Some(&partner) = partner else {
                    each(Step { action, by }, target);
                    continue;
                };
                // A joint step is found from the first part.
                if side == 0 {
                    for &u in self.parts[1].step(state[1], partner) {
                        each(Step { action, by: [true; 2] }, [t, u]);
                    }
                }
            }
        }
    }

    /// Does a run that stops here end as it should?
    fn ends(&self, state: Pair, end: &End) -> bool {
        match end {
            End::Anywhere => true,
            End::Error => false,
            End::Offering(allowed) => {
                let mut fine = true;
                self.steps(state, |step, _| fine &= allowed.contains(&step.action));
                fine
            }
        }
    }

    /// How a run that stops here ends for each part.
    fn ends_of(&self, state: Pair, end: &End) -> Vec<End> {
        let of = |(side, lts): (usize, &&Lts)| match end {
            _ if state[side].is_error() => End::Error,
            End::Offering(_) => {
                let labels = lts.labels_of(state[side]).iter();
                End::Offering(labels.map(|&label| lts.alphabet().action(label)).collect())
            }
            End::Anywhere | End::Error => End::Anywhere,
        };
        self.parts.iter().enumerate().map(of).collect()
    }
}

/// Searches for a run that does a task; `None` if there is none within the limit.
fn search(
    parts: &[&Lts],
    hidden: &FxHashSet<ActionId>,
    task: &Task,
    limit: usize,
    ctx: Context<'_>,
) -> Result<Option<Found>, Spent> {
    let labels_of = |lts: &&Lts| lts.alphabet().labels().map(|l| (lts.alphabet().action(l), l)).collect();
    let members = Members { parts, labels: parts.iter().map(labels_of).collect(), hidden };
    let mut initial: Pair = [StateId::at(0); 2];
    parts.iter().enumerate().for_each(|(side, lts)| initial[side] = lts.initial());
    let mut ticker = Ticker::default();
    let mut nodes: Vec<SearchNode> = vec![(initial, 0, 0, Step { action: ActionId::TAU, by: [false; 2] })];
    let mut known: FxHashSet<(Pair, usize)> = FxHashSet::default();
    known.insert((initial, 0));
    let mut next = 0;
    while next < nodes.len() {
        ticker.tick(ctx.budget)?;
        let (state, position, ..) = nodes[next];
        if position == task.trace.len() && members.ends(state, &task.end) {
            return Ok(Some(Found {
                steps: trace_back(&nodes, next, None),
                last: state,
                ends: members.ends_of(state, &task.end),
            }));
        }
        let mut done = None;
        members.steps(state, |step, target| {
            let internal = step.action.is_tau() || members.hidden.contains(&step.action);
            let to = if internal {
                position
            } else if task.trace.get(position) == Some(&step.action) {
                position + 1
            } else {
                return;
            };
            if target.iter().any(|t| t.is_error()) {
                if to == task.trace.len() && matches!(task.end, End::Error) && done.is_none() {
                    done = Some((step, target));
                }
            } else if known.insert((target, to)) {
                nodes.push((target, to, next, step));
            }
        });
        if let Some((step, target)) = done {
            let steps = trace_back(&nodes, next, Some(step));
            return Ok(Some(Found { steps, last: target, ends: members.ends_of(target, &task.end) }));
        }
        if nodes.len() > limit {
            return Ok(None);
        }
        if next.is_multiple_of(Ticker::EVERY as usize) {
            ctx.budget.check_memory(nodes.capacity() * size_of::<SearchNode>() + known.capacity() * 16)?;
        }
        next += 1;
    }
    Ok(None)
}

fn trace_back(nodes: &[SearchNode], mut at: usize, last: Option<Step>) -> Vec<Step> {
    let mut steps: Vec<Step> = last.into_iter().collect();
    while at != 0 {
        let (_, _, parent, step) = nodes[at];
        steps.push(step);
        at = parent;
    }
    steps.reverse();
    steps
}
