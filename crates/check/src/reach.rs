//! Deadlock and safety, read off one breadth-first search.
//!
//! # Problem
//!
//! Given a system, say for deadlock and for every component that has an ERROR whether it can happen, with
//! a shortest run.
//!
//! # Method
//!
//! One exploration of the product with runs kept. A state without moves that is not terminated is a deadlock;
//! a move into ERROR names the components that enter it. The first of each kind, in breadth-first order, has
//! a shortest run.
//!
//! ERROR ends a run. Where one property is violated, another one that was not seen to fail may only have been
//! cut off: it could fail later on a run that the first violation ended. So the search is repeated without
//! the violated properties (they only observe; without them at most more is possible, where an action that
//! only they know had priority). A property that fails only there is *unknown*, with the reason and the run,
//! never *holds*. The ERROR of a process cannot be removed: it ends the run by the meaning of the model.
//!
//! # Invariants
//!
//! 1. States are visited in breadth-first order, so the first deadlock and the first move into each ERROR
//!    have shortest runs.
//! 2. *Holds* is only said after a complete search.
//!
//! # Cost
//!
//! One visit per state; see [`rely_lts::explore`]. With [`Explore::Graph`] 8 bytes per transition more. If a
//! property is violated, one more search.
//!
//! # Departures
//!
//! LTSA stops at the first violation. Here one search answers all questions, and none hides another.

use std::collections::BTreeMap;
use std::convert::Infallible;
use std::ops::ControlFlow;

use rely_lts::{
    ActionId, Alphabet, Context, Explored, Label, Lts, Moves, Product, Purpose, Reason, Role, RowBatch,
    RowBuilder, Runs, Spent, StateId, System, Target, Trace, Verdict, Visitor, explore,
};

use crate::reduced::cut_off;
use crate::vacuity::vacuous;

/// How much an exploration keeps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Explore {
    /// The states only: enough for deadlock and safety.
    States,
    /// The transitions too: needed for progress.
    Graph,
}

/// The reachable states of a system, with the first deadlock and the first error of every component.
///
/// ```
/// # use std::sync::Arc;
/// # use rely_lts::{Lts, LtsBuilder, StateId};
/// use rely_check::{Explore, Reach};
/// use rely_lts::{Actions, Component, Context, System};
/// # fn machine(actions: &Actions, steps: &[(usize, &str, usize)]) -> Arc<Lts> {
/// #     let mut builder = LtsBuilder::new(actions);
/// #     for &(s, action, t) in steps {
/// #         builder.ensure_states(s.max(t) + 1).expect("few states");
/// #         builder.add_transition(StateId::at(s), actions.intern(action), StateId::at(t));
/// #     }
/// #     Arc::new(builder.finish(StateId::at(0)).expect("all states were added"))
/// # }
/// let actions = Actions::new();
/// let once = machine(&actions, &[(0, "start", 1), (1, "work", 2)]);
/// let system = System::new("S", &actions, vec![Component::new("ONCE", once)]);
/// let reach = Reach::explore(&system, Explore::States, Context::unlimited());
/// assert_eq!((reach.n_states(), reach.n_transitions(), reach.spent()), (3, 2, None));
/// let run = reach.deadlock_run().expect("nothing follows the work");
/// assert_eq!(run.names(&actions).join(" "), "start work");
/// assert!(!reach.error_reachable() && reach.error_run(0).is_none());
/// let last: Vec<_> = reach.vectors().last().expect("there are states");
/// assert_eq!(last, [StateId::at(2)]);
/// ```
pub struct Reach<'s> {
    pub(crate) system: &'s System,
    pub(crate) product: Product,
    pub(crate) explored: Explored,
    pub(crate) graph: Option<Lts>,
    seen: Seen,
}

/// What the search found first.
struct Seen {
    deadlock: Option<StateId>,
    /// A state where only actions are possible that no process knows.
    idle: Option<StateId>,
    /// Per component: the first move into its ERROR.
    errors: Vec<Option<(StateId, Label)>>,
    /// Per label (tau first): did it occur?
    labels: Vec<bool>,
    /// Distinct transitions.
    transitions: u64,
}

/// Safety of one component.
#[derive(Clone, Debug)]
pub struct SafetyResult {
    /// Which component (by position).
    pub component: usize,
    /// The verdict.
    pub verdict: Verdict,
    /// Why *holds* is vacuous, if it is.
    pub vacuous: Option<String>,
}

impl<'s> Reach<'s> {
    /// Explores a system. If the budget ends it early, the answers are *violated* where something was found
    /// and *unknown* elsewhere.
    pub fn explore(system: &'s System, what: Explore, ctx: Context<'_>) -> Reach<'s> {
        let product = Product::new(system);
        let mut visitor = Observer {
            product: &product,
            rows: (what == Explore::Graph).then(|| RowBuilder::large(product.alphabet().clone())),
            overflow: false,
            free: free_labels(system, &product),
            seen: Seen {
                deadlock: None,
                idle: None,
                errors: vec![None; system.components.len()],
                labels: vec![false; product.alphabet().n_labels()],
                transitions: 0,
            },
        };
        let mut explored = explore(&product, Runs::Keep, Purpose::Explore, ctx, &mut visitor);
        let Observer { rows, overflow, seen, .. } = visitor;
        if overflow {
            explored.spent = Some(Spent::Memory(u64::from(u32::MAX) * 8));
        }
        // An incomplete graph is of no use: terminal sets are known only at the end.
        let graph = rows.filter(|_| explored.spent.is_none()).map(|rows| rows.finish(StateId::at(0), None));
        Reach { system, product, explored, graph, seen }
    }

    /// Number of states found.
    pub fn n_states(&self) -> usize {
        self.explored.store.len()
    }

    /// Number of distinct transitions found.
    pub fn n_transitions(&self) -> u64 {
        self.seen.transitions
    }

    /// Why the search ended early, if it did.
    pub fn spent(&self) -> Option<&Spent> {
        self.explored.spent.as_ref()
    }

    /// The alphabet of the product.
    pub fn alphabet(&self) -> &Alphabet {
        self.product.alphabet()
    }

    /// Can the system enter ERROR?
    pub fn error_reachable(&self) -> bool {
        self.seen.errors.iter().any(Option::is_some)
    }

    /// Did a label occur on some move?
    pub fn occurs(&self, label: Label) -> bool {
        self.seen.labels[label.index()]
    }

    /// The vectors of local states that were found, in breadth-first order: a closed set if the search was
    /// complete.
    pub fn vectors(&self) -> impl Iterator<Item = Vec<StateId>> + '_ {
        (0..self.n_states()).map(|i| self.product.unpack(self.explored.store.get(StateId::at(i))))
    }

    /// The states with their transitions, numbered breadth-first, if the search was complete and kept them.
    pub fn graph(&self) -> Option<&Lts> {
        self.graph.as_ref()
    }

    /// The shortest run to a deadlock, if one was found.
    pub fn deadlock_run(&self) -> Option<Trace> {
        self.seen.deadlock.map(|state| self.run(state, None))
    }

    /// The shortest run on which a component enters ERROR, if one was found.
    pub fn error_run(&self, component: usize) -> Option<Trace> {
        self.seen.errors[component].map(|(state, label)| self.run(state, Some(label)))
    }

    /// The shortest run to where only actions are possible that no process knows, if one was found.
    pub fn idle_run(&self) -> Option<Trace> {
        self.seen.idle.map(|state| self.run(state, None))
    }

    /// Why deadlock freedom is vacuous, if it is: somewhere only properties can act, with actions that no
    /// process knows.
    pub fn deadlock_vacuous(&self) -> Option<String> {
        let run = self.idle_run()?.names(&self.system.actions);
        let steps: Vec<&str> = run.iter().map(|name| &**name).collect();
        let place =
            if steps.is_empty() { "at the start".to_string() } else { format!("after {}", steps.join(" ")) };
        Some(format!("{place}, only actions that belong to no process are possible"))
    }

    /// Deadlock freedom, and safety: one result per property, and per process that has an ERROR.
    pub fn verdicts(&self, ctx: Context<'_>) -> (Verdict, Vec<SafetyResult>) {
        let beyond = if self.spent().is_none() { self.beyond(ctx) } else { Beyond::default() };
        let found = self.deadlock_run();
        let deadlock = self.verdict(found, beyond.deadlock.as_ref(), "a deadlock", &beyond);
        let mut safety = Vec::new();
        for (i, component) in self.system.components.iter().enumerate() {
            if component.role != Role::Property && !component.lts.has_error() {
                continue;
            }
            let what = format!("a violation of {}", component.name);
            let verdict = self.verdict(self.error_run(i), beyond.errors.get(&i), &what, &beyond);
            let vacuous = if verdict.holds() { self.safety_vacuous(i) } else { None };
            safety.push(SafetyResult { component: i, verdict, vacuous });
        }
        (deadlock, safety)
    }

    fn verdict(&self, found: Option<Trace>, later: Option<&CutOff>, what: &str, beyond: &Beyond) -> Verdict {
        if let Some(trace) = found {
            return Verdict::Violated(trace);
        }
        if let Some(later) = later {
            return Verdict::Unknown(Reason::NotModeled(cut_off(
                self.system,
                what,
                &later.trace,
                later.aside.iter().copied(),
            )));
        }
        match self.spent().or(beyond.spent.as_ref()) {
            Some(spent) => Verdict::Unknown(spent.clone().into()),
            None => Verdict::Holds(()),
        }
    }

    /// Searches again without the violated properties, until no further one fails.
    fn beyond(&self, ctx: Context<'_>) -> Beyond {
        let mut beyond = Beyond::default();
        let is_property = |i: usize| self.system.components[i].role == Role::Property;
        let n = self.system.components.len();
        let mut aside: Vec<usize> =
            (0..n).filter(|&i| is_property(i) && self.seen.errors[i].is_some()).collect();
        let mut fresh = aside.len();
        while fresh > 0 {
            let kept: Vec<usize> = (0..n).filter(|i| !aside.contains(i)).collect();
            let components = kept.iter().map(|&i| self.system.components[i].clone()).collect();
            let system = System { components, ..self.system.clone() };
            let reach = Reach::explore(&system, Explore::States, ctx);
            let ended = |trace| CutOff { aside: aside.clone(), trace };
            // Where only properties are left there is no system that could be stuck.
            let has_process = kept.iter().any(|&i| !is_property(i));
            if beyond.deadlock.is_none() && has_process {
                beyond.deadlock = reach.deadlock_run().map(ended);
            }
            let mut more = Vec::new();
            for (at, &i) in kept.iter().enumerate() {
                if let Some(trace) = reach.error_run(at) {
                    beyond.errors.entry(i).or_insert(ended(trace));
                    if is_property(i) {
                        more.push(i);
                    }
                }
            }
            beyond.spent = beyond.spent.or(reach.spent().cloned());
            fresh = more.len();
            aside.extend(more);
        }
        beyond
    }

    /// Why a property that holds says nothing about this system.
    pub fn safety_vacuous(&self, component: usize) -> Option<String> {
        let alphabet = self.product.alphabet();
        let occurs = |&id: &ActionId| alphabet.label(id).is_some_and(|label| self.occurs(label));
        let Ok(why) =
            vacuous(self.system, component, |shared| Ok::<_, Infallible>(shared.iter().any(occurs)));
        why
    }

    pub(crate) fn run(&self, state: StateId, last: Option<Label>) -> Trace {
        let labels = self.explored.run_to(&self.product, state);
        labels.into_iter().chain(last).map(|label| self.product.alphabet().action(label)).collect()
    }
}

/// Per label: do only properties know it? Empty if there is none.
fn free_labels(system: &System, product: &Product) -> Vec<bool> {
    let is_property = |i: usize| system.components[i].role == Role::Property;
    let free = |label: Label| product.participants(label).into_iter().all(is_property);
    let list: Vec<bool> = std::iter::once(false).chain(product.alphabet().labels().map(free)).collect();
    if list.contains(&true) && system.components.iter().any(|c| c.role != Role::Property) {
        list
    } else {
        Vec::new()
    }
}

/// What was found only after violated properties were set aside.
#[derive(Default)]
struct Beyond {
    deadlock: Option<CutOff>,
    errors: BTreeMap<usize, CutOff>,
    spent: Option<Spent>,
}

/// A finding on a run that a violation ends in the full system.
struct CutOff {
    aside: Vec<usize>,
    trace: Trace,
}

/// Notes the first deadlock and the first error of every component.
struct Observer<'p> {
    product: &'p Product,
    /// Per label: do only properties know it? Empty if there is none.
    free: Vec<bool>,
    rows: Option<RowBuilder>,
    overflow: bool,
    seen: Seen,
}

/// What [`Observer`] notes about some states.
#[derive(Default)]
struct Notes {
    deadlock: Option<StateId>,
    idle: Option<StateId>,
    /// Moves into ERROR of components that were not seen to enter it before.
    errors: Vec<(u32, StateId, Label)>,
    /// Per label: did it occur? Empty until the first state is seen.
    labels: Vec<bool>,
    transitions: u64,
    rows: RowBatch,
}

impl Notes {
    /// Different moves may have the same label and target: two components' taus that change nothing, errors
    /// of several.
    fn distinct(moves: Moves<'_>) -> usize {
        let target = |target| match target {
            Target::State(packed) => Some(packed),
            Target::Error(_) => None,
        };
        let mut row: Vec<(Label, Option<&[u64]>)> = moves.iter().map(|(l, t)| (l, target(t))).collect();
        row.sort_unstable();
        row.dedup();
        row.len()
    }
}

impl Visitor for Observer<'_> {
    type Notes = Notes;

    fn needs_numbers(&self) -> bool {
        self.rows.is_some()
    }

    fn look(&self, state: StateId, packed: &[u64], moves: Moves<'_>, notes: &mut Notes) -> ControlFlow<()> {
        if moves.is_empty() && notes.deadlock.is_none() && !self.product.is_terminated(packed) {
            notes.deadlock = Some(state);
        }
        if !self.free.is_empty()
            && notes.idle.is_none()
            && !moves.is_empty()
            && moves.labels().all(|label| self.free[label.index()])
        {
            notes.idle = Some(state);
        }
        if notes.labels.is_empty() {
            notes.labels.resize(self.seen.labels.len(), false);
        }
        let mut repeated = false;
        let mut last = None;
        for label in moves.labels() {
            notes.labels[label.index()] = true;
            repeated |= last == Some(label);
            last = Some(label);
        }
        if moves.has_error() {
            for (label, target) in moves.iter() {
                if let Target::Error(culprits) = target {
                    let fresh = culprits.iter().filter(|&&i| self.seen.errors[i as usize].is_none());
                    notes.errors.extend(fresh.map(|&i| (i, state, label)));
                }
            }
        }
        let transitions = if self.rows.is_some() {
            notes.rows.push(moves.steps().map(|step| (step.label, step.target)))
        } else if repeated {
            Notes::distinct(moves)
        } else {
            moves.len()
        };
        notes.transitions += transitions as u64;
        ControlFlow::Continue(())
    }

    fn take(&mut self, notes: &mut Notes) -> ControlFlow<()> {
        let seen = &mut self.seen;
        seen.deadlock = seen.deadlock.or(notes.deadlock.take());
        seen.idle = seen.idle.or(notes.idle.take());
        for (i, state, label) in notes.errors.drain(..) {
            seen.errors[i as usize].get_or_insert((state, label));
        }
        seen.transitions += std::mem::take(&mut notes.transitions);
        // Labels that were noted once stay noted: they occur.
        seen.labels.iter_mut().zip(&notes.labels).for_each(|(seen, &noted)| *seen |= noted);
        if let Some(rows) = &mut self.rows
            && rows.append(&mut notes.rows).is_err()
        {
            self.overflow = true;
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(())
    }

    fn memory(&self) -> usize {
        self.rows.as_ref().map_or(0, RowBuilder::memory)
    }
}
