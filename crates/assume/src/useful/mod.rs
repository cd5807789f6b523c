//! What is odd about a module under its own assumption.
//!
//! # Problem
//!
//! A module `M` that keeps its properties `P` under an assumption `A` may do so for a bad reason: under
//! `A` it gets stuck, its environment may do nothing, or has to stop forever (holding a lock, say), or a
//! property watches what never happens \[GPB02\]. Wanted: such oddities, each with a shortest run.
//!
//! # Method
//!
//! One breadth-first search of `M || P || A_err`, where `A_err` is the assumption as a property. Its moves
//! that do not enter the ERROR of `A_err` are those of `M || P || A`; those that do are what the module could
//! do and the assumption forbids. So one search shows what happens, and what would happen without the
//! assumption:
//!
//! * What the module can do between two actions of `αA` does not depend on the assumption. So the module
//!   alone could still do a shared action after a state from which `M || A` does none, if and only if a state
//!   with a forbidden shared action is reached from there by internal steps.
//! * The environment *has to stop* in a state from which no action of `αA` is reached although such a state
//!   is. Both are found by walking internal steps backwards.
//! * What happens only after a stop is what does not happen in the states that are reached around all of
//!   them.
//!
//! # Invariants
//!
//! 1. Properties never refuse and have no actions of their own outside `αA ∪ I`: `M || P || A` moves if and
//!    only if `M || A` does.
//! 2. The numbers of states are breadth-first: the first state of a kind has a shortest run.
//!
//! # Cost
//!
//! Linear in the states and transitions of the product: 8 bytes per transition, 8 more per internal one, and
//! what the search itself needs. It ends after [`LIMIT`] states, or with the budget.
//!
//! # Departures
//!
//! \[GPB02\] names the problem (an assumption may be satisfied by an environment that does nothing) and
//! leaves the inspection to the reader. The search has a limit of its own, because warnings are not worth
//! more time than the assumption itself.

mod text;

use std::ops::ControlFlow;

use fixedbitset::FixedBitSet;
use rely_lts::{
    ActionId, Alphabet, Backwards, Budget, Context, Explored, Label, Lts, Moves, Product, Purpose, RowBatch,
    RowBuilder, Runs, Spent, StateId, System, Target, Ticker, Visitor, explore,
};

use crate::assumption::Assumption;
use crate::question::Question;

/// After this many states the search for warnings ends.
pub const LIMIT: u64 = 1_000_000;

/// Something odd about a module under its assumption. Runs are runs of the module, tau and internal actions
/// included, with the actions that only the environment and the properties know.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Warning {
    /// The assumption allows only the empty trace.
    OnlyEmptyTrace,
    /// No shared action ever happens, although the module could do one.
    NoInterface,
    /// A run after which nothing can happen, and the module has not terminated.
    Deadlock {
        /// A shortest such run.
        trace: Vec<ActionId>,
        /// Is the module stuck there by itself, whatever its environment does?
        also_alone: bool,
    },
    /// The environment has to stop forever after this run: no action of the assumption can happen any more,
    /// although the module could still take part in one. At the start this is [`Warning::NoInterface`], and
    /// not said again.
    EnvironmentMustStop {
        /// A shortest such run.
        trace: Vec<ActionId>,
    },
    /// Actions of the module that happen only after the environment has stopped forever.
    OnlyAfterStop {
        /// The actions, by name.
        actions: Vec<ActionId>,
        /// A shortest run that ends with one of them.
        trace: Vec<ActionId>,
    },
    /// A part of a property is never exercised.
    NeverExercised {
        /// Which property (by position).
        property: usize,
        /// Its actions that never happen although it allows them somewhere, by name.
        actions: Vec<ActionId>,
        /// Its states that are never reached, ERROR not counted.
        states: Vec<StateId>,
    },
    /// The search was not finished; warnings found before stay valid.
    NotLookedAt(Spent),
}

/// Warnings about a module under its assumption; `None` means that the module satisfies its properties in
/// every environment, and everything is allowed. The assumption must be one under which the properties are
/// satisfied, the weakest or a stronger one; otherwise runs end where they enter ERROR and fewer warnings are
/// found. At most two deadlocks are reported, both shortest: one caused by the assumption, one that the
/// module has anyway.
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
/// use rely_assume::{Assumption, Warning, usefulness};
/// // An assumption that is satisfied by an environment that does nothing at all.
/// let nothing = Assumption::new(read(&actions, "alphabet acquire release write"))?;
/// let warnings = usefulness(&question, Some(&nothing), ctx);
/// assert!(warnings.contains(&Warning::OnlyEmptyTrace), "{warnings:?}");
/// # Ok::<(), rely_assume::NotAnAssumption>(())
/// ```
pub fn usefulness(question: &Question, assumption: Option<&Assumption>, ctx: Context<'_>) -> Vec<Warning> {
    let mut warnings = Vec::new();
    if let Some(assumption) = assumption {
        let lts = assumption.lts();
        if lts.is_stuck(lts.initial()) && !lts.alphabet().is_empty() {
            warnings.push(Warning::OnlyEmptyTrace);
        }
    }
    let search = Search::run(question, assumption, ctx);
    let found = search.warnings(question, ctx, &mut warnings);
    warnings.extend(found.err().map(Warning::NotLookedAt));
    warnings
}

/// The actions that a property allows in some state. What it never allows cannot happen where it is kept.
fn allowed_somewhere(property: &Lts) -> Vec<ActionId> {
    let allowed =
        |label: &Label| property.states().any(|s| property.step(s, *label).iter().any(|t| !t.is_error()));
    let labels = property.alphabet().labels().filter(allowed);
    labels.map(|label| property.alphabet().action(label)).collect()
}

/// The finished search.
struct Search {
    product: Product,
    labels: Labels,
    explored: Explored,
    seen: Seen,
    /// The moves that happen, unless the search ended early.
    graph: Option<Lts>,
}

/// Per label of the product (tau first).
struct Labels {
    /// Does the module know it?
    of_module: Vec<bool>,
    /// Does the module share it with the environment?
    shared: Vec<bool>,
    /// Is it in the alphabet of the assumption?
    outside: Vec<bool>,
}

impl Labels {
    fn new(alphabet: &Alphabet, question: &Question) -> Labels {
        let mark = |known: &dyn Fn(ActionId) -> bool| -> Vec<bool> {
            let marks = alphabet.ids().iter().map(|&id| known(id));
            std::iter::once(false).chain(marks).collect()
        };
        let boundary = &question.boundary;
        let known = |id| boundary.shared.contains(id) || boundary.internal.contains(id);
        Labels {
            of_module: mark(&known),
            shared: mark(&|id| boundary.shared.contains(id)),
            outside: mark(&|id| boundary.assumption.contains(id)),
        }
    }
}

/// What was met.
#[derive(Default)]
struct Seen {
    /// The first stuck state that the assumption is the cause of, and the first that it is not.
    stuck: [Option<StateId>; 2],
    /// States where a shared action is possible but forbidden, in order.
    blocked: Vec<StateId>,
    /// Per label: did it happen?
    happened: Vec<bool>,
}

impl Search {
    fn run(question: &Question, assumption: Option<&Assumption>, ctx: Context<'_>) -> Search {
        let mut system = question.system();
        let judge = assumption.map(|_| system.components.len() as u32);
        system.components.extend(assumption.map(|a| a.property("assumption")));
        let product = Product::new(&system);
        let module = Product::new(&System::new(&question.name, &question.actions, question.module.clone()));
        let labels = Labels::new(product.alphabet(), question);
        let mut observer = Observer {
            product: &product,
            module: &module,
            labels: &labels,
            judge,
            rows: RowBuilder::large(product.alphabet().clone()),
            seen: Seen { happened: vec![false; product.alphabet().n_labels()], ..Seen::default() },
            overflow: false,
        };
        let states = ctx.budget.states.map_or(LIMIT, |states| states.min(LIMIT));
        let budget = Budget { states: Some(states), ..ctx.budget.holding(system.memory()) };
        let narrow = Context { budget: &budget, ..ctx };
        let mut explored = explore(&product, Runs::Keep, Purpose::Warnings, narrow, &mut observer);
        let Observer { rows, seen, overflow, .. } = observer;
        if overflow {
            // 2^32 transitions are the limit of the representation.
            explored.spent = Some(Spent::Memory(u64::from(u32::MAX) * 8));
        }
        let graph = explored.spent.is_none().then(|| rows.finish(StateId::at(0), None));
        Search { product, labels, explored, seen, graph }
    }

    /// Adds what was found.
    fn warnings(
        &self,
        question: &Question,
        ctx: Context<'_>,
        warnings: &mut Vec<Warning>,
    ) -> Result<(), Spent> {
        let happened = |label: Label| self.seen.happened[label.index()];
        if self.graph.is_some()
            && !self.seen.blocked.is_empty()
            && !self.product.alphabet().labels().any(|l| self.labels.shared[l.index()] && happened(l))
        {
            warnings.push(Warning::NoInterface);
        }
        for (state, also_alone) in self.seen.stuck.into_iter().zip([false, true]) {
            warnings.extend(state.map(|s| Warning::Deadlock { trace: self.run_to(s, None), also_alone }));
        }
        let Some(graph) = &self.graph else {
            return Err(self.explored.spent.clone().expect("a search without a graph ended early"));
        };
        self.add_stops(graph, ctx, warnings)?;
        for (at, property) in question.properties.iter().enumerate() {
            let never = |id: &ActionId| !self.product.alphabet().label(*id).is_some_and(happened);
            let actions: Vec<ActionId> = allowed_somewhere(&property.lts).into_iter().filter(never).collect();
            let states = self.never_reached(question.module.len() + at, &property.lts, ctx)?;
            if !actions.is_empty() || !states.is_empty() {
                warnings.push(Warning::NeverExercised { property: at, actions, states });
            }
        }
        Ok(())
    }

    /// Adds what is odd about states in which the environment has to stop.
    fn add_stops(&self, graph: &Lts, ctx: Context<'_>, warnings: &mut Vec<Warning>) -> Result<(), Spent> {
        let stops = self.stops(graph, ctx)?;
        let Some(first) = stops.ones().next() else { return Ok(()) };
        if first == graph.initial().index() {
            return Ok(());
        }
        warnings.push(Warning::EnvironmentMustStop { trace: self.run_to(StateId::at(first), None) });
        let before = around(graph, &stops, ctx)?;
        let mut earlier = vec![false; self.seen.happened.len()];
        for s in before.ones() {
            graph.labels_of(StateId::at(s)).iter().for_each(|label| earlier[label.index()] = true);
        }
        let only_later = |label: &Label| {
            let i = label.index();
            self.labels.of_module[i] && self.seen.happened[i] && !earlier[i]
        };
        let alphabet = self.product.alphabet();
        let late: Vec<Label> = alphabet.labels().filter(only_later).collect();
        let example = graph.states().find_map(|s| {
            let label = graph.labels_of(s).iter().copied().find(only_later)?;
            Some((s, label))
        });
        if let Some((state, label)) = example {
            let actions = late.iter().map(|&label| alphabet.action(label)).collect();
            warnings.push(Warning::OnlyAfterStop { actions, trace: self.run_to(state, Some(label)) });
        }
        Ok(())
    }

    /// The states in which the environment has to stop forever.
    fn stops(&self, graph: &Lts, ctx: Context<'_>) -> Result<FixedBitSet, Spent> {
        let outside = |label: &Label| self.labels.outside[label.index()];
        if self.seen.blocked.is_empty() {
            return Ok(FixedBitSet::new());
        }
        let internal = Backwards::new(graph, |label| !outside(&label), ctx)?;
        let acting = graph.states().filter(|&s| graph.labels_of(s).iter().any(outside));
        let can_act = internal.closure(acting, ctx)?;
        let mut stops = internal.closure(self.seen.blocked.iter().copied(), ctx)?;
        stops.difference_with(&can_act);
        Ok(stops)
    }

    /// The states of a component that occur in no state of the product.
    fn never_reached(&self, component: usize, lts: &Lts, ctx: Context<'_>) -> Result<Vec<StateId>, Spent> {
        let mut reached = FixedBitSet::with_capacity(lts.n_states());
        let mut missing = lts.n_states();
        let mut ticker = Ticker::default();
        for i in 0..self.explored.store.len() {
            ticker.tick(ctx.budget)?;
            let local = self.product.component_state(self.explored.store.get(StateId::at(i)), component);
            missing -= usize::from(!reached.put(local.index()));
            if missing == 0 {
                break;
            }
        }
        Ok(lts.states().filter(|s| !reached.contains(s.index())).collect())
    }

    fn run_to(&self, state: StateId, last: Option<Label>) -> Vec<ActionId> {
        let labels = self.explored.run_to(&self.product, state);
        labels.into_iter().chain(last).map(|label| self.product.alphabet().action(label)).collect()
    }
}

/// The states that are reached without passing through any of `avoided`.
fn around(graph: &Lts, avoided: &FixedBitSet, ctx: Context<'_>) -> Result<FixedBitSet, Spent> {
    let mut found = FixedBitSet::with_capacity(graph.n_states());
    let mut ticker = Ticker::default();
    found.insert(graph.initial().index());
    let mut stack = vec![graph.initial()];
    while let Some(s) = stack.pop() {
        ticker.tick(ctx.budget)?;
        for &t in graph.targets_of(s) {
            if !t.is_error() && !avoided.contains(t.index()) && !found.put(t.index()) {
                stack.push(t);
            }
        }
    }
    Ok(found)
}

/// Writes down what happens and what is forbidden.
struct Observer<'a> {
    product: &'a Product,
    /// The module alone, to be asked whether it has terminated.
    module: &'a Product,
    labels: &'a Labels,
    /// The position of the assumption in the product.
    judge: Option<u32>,
    rows: RowBuilder,
    seen: Seen,
    overflow: bool,
}

/// What [`Observer`] notes about some states.
#[derive(Default)]
struct Notes {
    rows: RowBatch,
    seen: Seen,
}

impl Observer<'_> {
    /// Is this a move that the assumption forbids?
    fn is_forbidden(&self, target: Target<'_>) -> bool {
        matches!((target, self.judge), (Target::Error(culprits), Some(judge)) if culprits.contains(&judge))
    }

    /// Has the module terminated? Asked where it has no moves.
    fn is_terminated(&self, packed: &[u64]) -> bool {
        let locals: Vec<StateId> =
            (0..self.module.n_components()).map(|i| self.product.component_state(packed, i)).collect();
        self.module.is_terminated(&self.module.pack(&locals))
    }
}

impl Visitor for Observer<'_> {
    type Notes = Notes;

    fn look(&self, state: StateId, packed: &[u64], moves: Moves<'_>, notes: &mut Notes) -> ControlFlow<()> {
        let Notes { rows, seen } = notes;
        if seen.happened.is_empty() {
            seen.happened.resize(self.seen.happened.len(), false);
        }
        let (mut blocked, mut module_moves) = (false, false);
        let mut happens = |(step, (label, target)): (rely_lts::Step, (Label, Target<'_>))| {
            let i = label.index();
            module_moves |= label.is_tau() || self.labels.of_module[i];
            if self.is_forbidden(target) {
                blocked |= self.labels.shared[i];
                return None;
            }
            seen.happened[i] = true;
            Some((label, step.target))
        };
        let n = rows.push(moves.steps().zip(moves.iter()).filter_map(&mut happens));
        if blocked {
            seen.blocked.push(state);
        }
        if n == 0 {
            let kind = usize::from(!module_moves);
            if seen.stuck[kind].is_none() && !(kind == 1 && self.is_terminated(packed)) {
                seen.stuck[kind] = Some(state);
            }
        }
        ControlFlow::Continue(())
    }

    fn take(&mut self, notes: &mut Notes) -> ControlFlow<()> {
        let Notes { rows, seen } = notes;
        for (kept, stuck) in self.seen.stuck.iter_mut().zip(&mut seen.stuck) {
            *kept = kept.or(stuck.take());
        }
        self.seen.blocked.append(&mut seen.blocked);
        // Labels that were noted once stay noted: they happen.
        self.seen.happened.iter_mut().zip(&seen.happened).for_each(|(kept, &noted)| *kept |= noted);
        if self.rows.append(rows).is_err() {
            self.overflow = true;
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(())
    }

    fn memory(&self) -> usize {
        self.rows.memory() + self.seen.blocked.capacity() * 4
    }
}
