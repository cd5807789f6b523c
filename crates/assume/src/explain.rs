//! Why an assumption forbids what it forbids.
//!
//! # Problem
//! A state of an assumption that does not offer an action says *no* without a reason. Wanted: for every state and every action that is
//! forbidden there, a shortest trace of the environment that comes to it, and a run of the module, hidden steps included, that
//! violates a property after this trace.
//!
//! # Method
//! The shortest traces into the states of the assumption form a tree, and the search along them ([`Walk`]) shares what
//! they share. A run has the trace as its projection, all of it: a shorter projection would be bad, but the
//! trace without its last action is allowed.
//!
//! # Cost
//! The states that the module can be in after each of the traces; a limit ends it, shortest traces first.

use rely_lts::{ActionId, Context, Label, Spent, StateId};

use crate::assumption::Assumption;
use crate::outcome::Forbidden;
use crate::question::Question;
use crate::walk::Walk;

/// Why an assumption forbids what it forbids.
#[derive(Clone, Debug)]
pub struct Explanation {
    /// The states that forbid something, in order.
    pub states: Vec<ExplainedState>,
    /// Is everything explained that is forbidden?
    pub complete: bool,
}

/// What a state forbids, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExplainedState {
    /// The state of the assumption.
    pub state: StateId,
    /// The shortest trace into it.
    pub trace: Vec<ActionId>,
    /// What is forbidden there, in the order of names.
    pub forbids: Vec<Forbidden>,
}

/// Explains everything that the weakest assumption of a question forbids, as far as `limit` states of the module, visited along
/// the traces, suffice and the budget lasts.
///
/// # Panics
/// If the assumption is stronger than the weakest one: then something is forbidden for no reason.
pub fn explain(question: &Question, assumption: &Assumption, limit: u64, ctx: Context<'_>) -> Explanation {
    let lts = assumption.lts();
    let traces = assumption.shortest_traces();
    let mut explanation = Explanation { states: Vec::new(), complete: true };
    let mut wanted: Vec<Vec<Label>> = vec![Vec::new(); lts.n_states()];
    assumption.forbidden().for_each(|(s, label)| wanted[s.index()].push(label));
    let needed = needed(assumption, &wanted);
    let mut walk = Walk::new(question, ctx);
    let mut layers: Vec<Option<usize>> = vec![None; lts.n_states()];
    // States are numbered breadth-first: whoever comes first has the shortest trace.
    for s in lts.states().filter(|s| needed[s.index()]) {
        if walk.visited() > limit {
            explanation.complete = false;
            break;
        }
        let mut here = || -> Result<Option<ExplainedState>, Spent> {
            let layer = match layers[s.index()] {
                Some(layer) => layer,
                None => walk.start()?,
            };
            for (label, t) in lts.successors(s) {
                // The last action of a shortest trace tells the parent: the first state that leads there.
                let first = layers[t.index()].is_none() && t != lts.initial();
                if first && needed[t.index()] && traces[t.index()].len() == traces[s.index()].len() + 1 {
                    layers[t.index()] = Some(walk.step(layer, in_product(&walk, assumption, label))?);
                }
            }
            if wanted[s.index()].is_empty() {
                return Ok(None);
            }
            let mut forbids = Vec::new();
            for &label in &wanted[s.index()] {
                let run = walk.step_into_error(layer, in_product(&walk, assumption, label))?;
                let run = run.expect("the weakest assumption forbids nothing without a reason");
                let mut trace = traces[s.index()].clone();
                trace.push(lts.alphabet().action(label));
                forbids.push(Forbidden { trace, run });
            }
            Ok(Some(ExplainedState { state: s, trace: traces[s.index()].clone(), forbids }))
        };
        match here() {
            Ok(state) => explanation.states.extend(state),
            Err(_) => {
                explanation.complete = false;
                break;
            }
        }
    }
    explanation
}

/// The label of the module for a label of the assumption.
fn in_product(walk: &Walk<'_>, assumption: &Assumption, label: Label) -> Label {
    walk.label(assumption.lts().alphabet().action(label)).expect("an assumption speaks of known actions")
}

/// The states that forbid something, and those on the shortest traces to them.
fn needed(assumption: &Assumption, wanted: &[Vec<Label>]) -> Vec<bool> {
    let lts = assumption.lts();
    let mut parent = vec![None; lts.n_states()];
    let mut seen = vec![false; lts.n_states()];
    seen[lts.initial().index()] = true;
    // In the order of a breadth-first search the first to lead to a state is its parent.
    for s in lts.states() {
        for (_, t) in lts.successors(s) {
            if !std::mem::replace(&mut seen[t.index()], true) {
                parent[t.index()] = Some(s);
            }
        }
    }
    let mut needed: Vec<bool> = wanted.iter().map(|labels| !labels.is_empty()).collect();
    for s in (0..lts.n_states()).rev().map(StateId::at) {
        if let (true, Some(before)) = (needed[s.index()], parent[s.index()]) {
            needed[before.index()] = true;
        }
    }
    needed
}
