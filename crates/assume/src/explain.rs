//! Why an assumption forbids an action.
//!
//! # Problem
//! For every state of an assumption and every action that is forbidden there, find a shortest trace of the
//! environment into the state and a run of the module, hidden steps included, that violates a property after
//! this trace and action.
//!
//! # Method
//! The shortest traces into the states of the assumption form a tree, and the search along them ([`Walk`])
//! shares common prefixes. The run projects to the whole trace: a run with a shorter projection would make a
//! proper prefix bad, but the trace without its last action is allowed.
//!
//! # Invariants
//! 1. States are processed in breadth-first order, so the layer of a state exists before the state is
//!    explained.
//! 2. A reported run ends in ERROR, and its projection is the reported trace.
//! 3. A state is explained completely or not at all.
//!
//! # Cost
//! The states that the module can be in after each of the traces. Beyond [`Extent::visited`] of them the
//! module is built step by step and runs of the result are lifted to the components; these runs need not be
//! shortest.
//!
//! # Departures
//! \[GPB02\] constructs the assumption and gives no reasons for it. Searching for each run separately was
//! simpler and repeated the work for every common prefix.

use rely_lts::{ActionId, Context, Label, Spent, StateId};

use crate::assumption::Assumption;
use crate::outcome::Forbidden;
use crate::question::Question;
use crate::run_along::{Lifter, shortest_run_along};
use crate::shortest::ShortestTraces;
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

/// How much is explained, and how well.
#[derive(Clone, Copy, Debug)]
pub struct Extent {
    /// This many forbidden actions, those with the shortest traces first.
    pub most: usize,
    /// The runs are shortest ones as long as not more states of the module have to be visited for them.
    pub visited: u64,
}

impl Default for Extent {
    /// Everything, with shortest runs where they are found in a moment.
    fn default() -> Self {
        Extent { most: usize::MAX, visited: 100_000 }
    }
}

/// Traces and runs are written out until they have this many steps together.
const STEPS: usize = 2_000_000;

/// Explains what the weakest assumption of a question forbids, as far as the extent and the budget allow. A
/// state is explained completely or not at all.
///
/// ```
/// # use rely_assume::{Boundary, Question};
/// # use rely_lts::{Actions, Component, Context};
/// # use rely_testkit::text::read;
/// # let actions = Actions::new();
/// # let lts = read(&actions, "0 acquire 1; 1 write 1; 1 release 0; 0 write ERROR");
/// # let module = vec![Component::new("FILE", lts.into())];
/// # let interface = module[0].lts.alphabet().clone();
/// # let boundary = Boundary::with_interface(&actions, &module, &[], &interface).unwrap();
/// # let question =
/// #     Question { name: "FILE".into(), actions: actions.clone(), module, properties: Vec::new(), boundary };
/// # let ctx = Context::unlimited();
/// # let rely_assume::WeakestAnswer::Provided(assumption) =
/// #     rely_assume::weakest(&question, rely_assume::Construction::Auto, ctx).answer
/// # else { unreachable!("the file depends on its environment") };
/// use rely_assume::{Extent, explain};
/// // The file of the example of `Question`, and its weakest assumption.
/// let explanation = explain(&question, &assumption, Extent::default(), ctx);
/// assert!(explanation.complete);
/// let forbidden = &explanation.states[0].forbids[0];
/// assert_eq!(forbidden.trace, [actions.intern("write")], "the environment may not begin with a write,");
/// assert_eq!(forbidden.run, [actions.intern("write")], "because the module then enters ERROR");
/// ```
///
/// # Panics
/// If the assumption is stronger than the weakest one: then something is forbidden for no reason.
pub fn explain(
    question: &Question,
    assumption: &Assumption,
    extent: Extent,
    ctx: Context<'_>,
) -> Explanation {
    let mut explainer = Explainer::new(question, assumption, extent.visited, ctx);
    let mut states: Vec<ExplainedState> = Vec::new();
    let (mut explained, mut steps) = (0, 0);
    for s in assumption.lts().states() {
        if (explained >= extent.most || steps > STEPS) && explainer.needed[s.index()] {
            return Explanation { states, complete: false };
        }
        match explainer.state(s) {
            Ok(state) => {
                explained += state.as_ref().map_or(0, |state| state.forbids.len());
                let forbids = state.iter().flat_map(|state| &state.forbids);
                steps += forbids.map(|forbidden| forbidden.trace.len() + forbidden.run.len()).sum::<usize>();
                states.extend(state);
            }
            Err(_) => return Explanation { states, complete: false },
        }
    }
    Explanation { states, complete: true }
}

/// How runs are found.
enum Method<'a> {
    /// Shortest ones; with the layer of every state, where it is known.
    Walk(Box<Walk<'a>>, Vec<Option<usize>>),
    /// From the module as it is built step by step.
    Lift(Lifter),
    /// One by one.
    Search,
}

struct Explainer<'a> {
    question: &'a Question,
    assumption: &'a Assumption,
    traces: ShortestTraces,
    /// Per state: what it forbids.
    wanted: Vec<Vec<Label>>,
    /// The states that forbid something, and those on the shortest traces to them.
    needed: Vec<bool>,
    method: Method<'a>,
    ctx: Context<'a>,
}

impl<'a> Explainer<'a> {
    fn new(question: &'a Question, assumption: &'a Assumption, limit: u64, ctx: Context<'a>) -> Self {
        let n = assumption.lts().n_states();
        let mut wanted: Vec<Vec<Label>> = vec![Vec::new(); n];
        assumption.forbidden().for_each(|(s, label)| wanted[s.index()].push(label));
        let needed = needed(assumption, &wanted);
        let traces = assumption.shortest_traces();
        let method = Method::Walk(Box::new(Walk::new(question, limit, ctx)), vec![None; n]);
        Explainer { question, assumption, traces, wanted, needed, method, ctx }
    }

    /// What a state forbids, if it forbids something. States must come in order.
    fn state(&mut self, state: StateId) -> Result<Option<ExplainedState>, Spent> {
        if !self.needed[state.index()] {
            return Ok(None);
        }
        match self.step(state) {
            Err(Spent::States(_)) => {}
            other => {
                other?;
                match self.forbids(state) {
                    Err(Spent::States(_)) => {}
                    done => return done,
                }
            }
        }
        // Too many states for shortest runs: from here on others will do.
        self.method = match Lifter::new(self.question, self.ctx)? {
            Some(lifter) => Method::Lift(lifter),
            None => Method::Search,
        };
        self.forbids(state)
    }

    /// Makes the layers of the states whose shortest traces go through this one.
    fn step(&mut self, state: StateId) -> Result<(), Spent> {
        let Method::Walk(walk, layers) = &mut self.method else { return Ok(()) };
        let lts = self.assumption.lts();
        let layer = match layers[state.index()] {
            Some(layer) => layer,
            None => walk.start()?,
        };
        layers[state.index()] = Some(layer);
        for (label, t) in lts.successors(state) {
            // States are numbered breadth-first: the first that leads to a state is on its shortest trace.
            let new = layers[t.index()].is_none() && self.needed[t.index()];
            if new && self.traces.length(t) == self.traces.length(state) + 1 {
                layers[t.index()] = Some(walk.step(layer, in_product(walk, self.assumption, label))?);
            }
        }
        Ok(())
    }

    fn forbids(&mut self, state: StateId) -> Result<Option<ExplainedState>, Spent> {
        if self.wanted[state.index()].is_empty() {
            return Ok(None);
        }
        let trace = self.traces.trace(state);
        let mut forbids = Vec::new();
        for &label in &self.wanted[state.index()] {
            let mut longer = trace.clone();
            longer.push(self.assumption.lts().alphabet().action(label));
            let run = match &mut self.method {
                Method::Walk(walk, layers) => {
                    let layer = layers[state.index()].expect("the layer was made");
                    walk.step_into_error(layer, in_product(walk, self.assumption, label))?
                }
                Method::Lift(lifter) => lifter.run(&longer, self.ctx)?,
                Method::Search => shortest_run_along(self.question, &longer, u64::MAX, self.ctx)?,
            };
            let run = match run {
                // Lifting has limits of its own.
                None if matches!(self.method, Method::Lift(_)) => {
                    shortest_run_along(self.question, &longer, u64::MAX, self.ctx)?
                }
                run => run,
            };
            let run = run.expect("the weakest assumption forbids nothing without a reason");
            forbids.push(Forbidden { trace: longer, run });
        }
        Ok(Some(ExplainedState { state, trace, forbids }))
    }
}

/// The label of the module for a label of the assumption.
fn in_product(walk: &Walk<'_>, assumption: &Assumption, label: Label) -> Label {
    walk.label(assumption.lts().alphabet().action(label)).expect("the actions of an assumption are known")
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
