//! An environment that may also do what it was seen to do.
//!
//! # Problem
//! Given the model `E` of an environment, the actions `S` that a log shows, and traces over `S` that were
//! logged. Wanted: a model `E'` of an environment that behaves as `E` does, or as the log shows.
//!
//! # Method
//! A trace is followed through `E` by the set of states that `E` can be in, where `tau` and all actions
//! outside `S` happen unseen. Where no state of the set offers the next action, the environment has
//! *deviated*: every pair of a state of the set and the action is a deviation, and since nothing is known of
//! where it led, all reachable states are possible after it. With the deviations `D`:
//!
//! - [`Reading::Anything`]: `E` may deviate again from where it did, and does anything afterwards;
//! - [`Reading::Again`]: `E` may deviate again from where it did, and goes on from any of its states;
//! - [`Reading::Once`]: as `E`, or as before but only along a prefix of what was seen.
//!
//! # Invariants
//! 1. `L(E) ⊆ L(Once) ⊆ L(Again) ⊆ L(Anything)`, and every trace that was seen is one of `Once`, seen through
//!    `S`.
//! 2. If nothing deviates, `L(Again) = L(Anything) = L(E)`.
//! 3. `αE' = αE`: actions that are not the environment's are left out of the traces.
//!
//! # Cost
//! `O(|trace| · m)` for a trace, where `E` has `m` transitions; `Again` and `Anything` are as large as `E`
//! and `D`; `Once` has at most one copy of `E` per seen action, of which only the reachable part is made.
//!
//! # Departures
//! \[GPB02\] asks what is allowed of an environment, the log says what one does. Robustness against
//! deviations is studied for all deviations at once (see `deviations`); here it is those that were seen.

use std::collections::VecDeque;

use fixedbitset::FixedBitSet;
use rely_lts::{ActionId, Alphabet, Context, Label, Lts, LtsBuilder, LtsError, Spent, StateId};
use rustc_hash::FxHashMap;

/// Readings of *the environment may also do this*; each allows what those before it allow.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Reading {
    /// What was seen, and nothing after it.
    Once,
    /// The same deviation again, wherever the environment was when it deviated; then it goes on as it is
    /// modeled, from any state.
    Again,
    /// The same deviation again, and anything after it.
    Anything,
}

impl Reading {
    /// All readings, the narrowest first.
    pub const ALL: [Reading; 3] = [Reading::Once, Reading::Again, Reading::Anything];
}

/// Where a trace that was seen is none of the environment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Drifted {
    /// Which trace.
    pub trace: usize,
    /// After this many of its actions.
    pub step: usize,
    /// What happened then.
    pub action: ActionId,
    /// In how many states the environment can have been.
    pub states: usize,
}

/// Logged traces of an environment, followed through its model.
///
/// ```
/// use rely_assume::{Drift, Reading};
/// use rely_lts::{Actions, Context};
/// use rely_testkit::text::read;
///
/// let actions = Actions::new();
/// let model = read(&actions, "0 acquire 1; 1 write 2; 2 release 0");
/// let [acquire, write] = ["acquire", "write"].map(|name| actions.intern(name));
/// // The log shows a second write, which the model does not have.
/// let log = [vec![acquire, write, write]];
/// let drift = Drift::follow(&model, model.alphabet(), &log, Context::unlimited())?;
/// assert_eq!((drift.drifted[0].step, drift.drifted[0].action), (2, write));
/// // A model of an environment that may write again wherever it did.
/// let wider = drift.widened(Reading::Again, Context::unlimited())?;
/// assert!(wider.n_transitions() > model.n_transitions());
/// # Ok::<(), rely_lts::Spent>(())
/// ```
pub struct Drift<'a> {
    environment: &'a Lts,
    seen: Vec<bool>,
    /// The traces, as far as they are the environment's and can be seen.
    traces: Vec<Vec<Label>>,
    /// Where they deviate, in the order of the traces.
    pub drifted: Vec<Drifted>,
    /// State and label of every deviation, sorted.
    places: Vec<(StateId, Label)>,
}

impl<'a> Drift<'a> {
    /// Follows traces through the model of an environment. Actions of traces that the environment does not
    /// know, or that `seen` does not have, are not the environment's to do and are left out.
    ///
    /// # Errors
    /// If the budget is spent.
    pub fn follow(
        environment: &'a Lts,
        seen: &Alphabet,
        traces: &[Vec<ActionId>],
        ctx: Context<'_>,
    ) -> Result<Drift<'a>, Spent> {
        let alphabet = environment.alphabet();
        let shows: Vec<bool> = std::iter::once(false)
            .chain(alphabet.labels().map(|label| seen.contains(alphabet.action(label))))
            .collect();
        let own = |a: &ActionId| alphabet.label(*a).filter(|label| shows[label.index()]);
        let mut drift = Drift {
            environment,
            traces: traces.iter().map(|trace| trace.iter().filter_map(own).collect()).collect(),
            seen: shows.clone(),
            drifted: Vec::new(),
            places: Vec::new(),
        };
        let everywhere = drift.closed([environment.initial()], |_| true);
        for (at, trace) in traces.iter().enumerate() {
            let mut states = drift.closed([environment.initial()], |label| !drift.seen[label.index()]);
            for (step, action) in trace.iter().enumerate() {
                ctx.budget.poll()?;
                let Some(label) = own(action) else { continue };
                let after = drift.after(&states, label);
                if after.is_clear() {
                    drift.drifted.push(Drifted {
                        trace: at,
                        step,
                        action: *action,
                        states: states.count_ones(..),
                    });
                    drift.places.extend(states.ones().map(|s| (StateId::at(s), label)));
                    states.clone_from(&everywhere);
                } else {
                    states = after;
                }
            }
        }
        drift.places.sort_unstable();
        drift.places.dedup();
        Ok(drift)
    }

    /// The states after a visible action and whatever happens unseen.
    fn after(&self, states: &FixedBitSet, label: Label) -> FixedBitSet {
        let targets = states.ones().flat_map(|s| self.environment.step(StateId::at(s), label)).copied();
        self.closed(targets.filter(|t| !t.is_error()), |label| !self.seen[label.index()])
    }

    /// The states that can be reached from some by steps with some labels; ERROR ends a run.
    fn closed(
        &self,
        from: impl IntoIterator<Item = StateId>,
        follows: impl Fn(Label) -> bool,
    ) -> FixedBitSet {
        let mut found = FixedBitSet::with_capacity(self.environment.n_states());
        let mut stack: Vec<StateId> = Vec::new();
        for state in from {
            if !found.put(state.index()) {
                stack.push(state);
            }
        }
        while let Some(state) = stack.pop() {
            for (label, target) in self.environment.successors(state) {
                if follows(label) && !target.is_error() && !found.put(target.index()) {
                    stack.push(target);
                }
            }
        }
        found
    }

    /// The environment that may also do what was seen.
    ///
    /// # Errors
    /// If the budget is spent.
    pub fn widened(&self, reading: Reading, ctx: Context<'_>) -> Result<Lts, Spent> {
        let lts = match reading {
            Reading::Again | Reading::Anything => self.deviating(reading),
            Reading::Once => {
                let again = self.deviating(Reading::Again).map_err(too_many)?;
                return self.along(&again, ctx);
            }
        };
        let lts = lts.map_err(too_many)?;
        ctx.budget.check_states(lts.n_states())?;
        Ok(lts)
    }

    /// The environment with its deviations: one more state for what is after them. Labels are those of the
    /// environment.
    fn deviating(&self, reading: Reading) -> Result<Lts, LtsError> {
        let own = self.environment;
        let mut builder = LtsBuilder::new(own.actions());
        own.alphabet().ids().iter().for_each(|&action| builder.extend_alphabet(action));
        builder.ensure_states(own.n_states() + 1)?;
        let action = |label: Label| own.alphabet().action(label);
        for (source, label, target) in own.transitions() {
            builder.add_transition(source, action(label), target);
        }
        let afterwards = StateId::at(own.n_states());
        for &(state, label) in &self.places {
            builder.add_transition(state, action(label), afterwards);
        }
        match reading {
            Reading::Anything => {
                for &action in own.alphabet().ids() {
                    builder.add_transition(afterwards, action, afterwards);
                }
            }
            // Where it goes on is its own choice, so that one state stands for all.
            Reading::Once | Reading::Again => {
                for state in self.closed([own.initial()], |_| true).ones() {
                    builder.add_transition(afterwards, ActionId::TAU, StateId::at(state));
                }
            }
        }
        builder.finish(own.initial())
    }

    /// The environment, or its deviating version along what was seen.
    fn along(&self, again: &Lts, ctx: Context<'_>) -> Result<Lts, Spent> {
        let own = self.environment;
        let tree = Tree::of(&self.traces);
        let mut builder = LtsBuilder::new(own.actions());
        own.alphabet().ids().iter().for_each(|&action| builder.extend_alphabet(action));
        let action = |label: Label| own.alphabet().action(label);
        builder.ensure_states(own.n_states() + 1).map_err(too_many)?;
        for (source, label, target) in own.transitions() {
            builder.add_transition(source, action(label), target);
        }
        let initial = StateId::at(own.n_states());
        builder.add_transition(initial, ActionId::TAU, own.initial());
        let mut known: FxHashMap<(u32, StateId), StateId> = FxHashMap::default();
        let mut queue = VecDeque::new();
        let mut number = |builder: &mut LtsBuilder, queue: &mut VecDeque<_>, pair: (u32, StateId)| {
            if let Some(&state) = known.get(&pair) {
                return Ok(state);
            }
            let state = builder.add_state().map_err(too_many)?;
            ctx.budget.check_states(builder.n_states())?;
            known.insert(pair, state);
            queue.push_back((pair, state));
            Ok::<StateId, Spent>(state)
        };
        let start = number(&mut builder, &mut queue, (0, again.initial()))?;
        builder.add_transition(initial, ActionId::TAU, start);
        while let Some(((node, state), source)) = queue.pop_front() {
            ctx.budget.poll()?;
            for (label, target) in again.successors(state) {
                let node = match self.seen[label.index()] {
                    false => Some(node),
                    true => tree.child(node, label),
                };
                let Some(node) = node else { continue };
                let target = match target.is_error() {
                    true => StateId::ERROR,
                    false => number(&mut builder, &mut queue, (node, target))?,
                };
                builder.add_transition(source, action(label), target);
            }
        }
        builder.finish(initial).map_err(too_many)
    }
}

fn too_many(_: LtsError) -> Spent {
    Spent::States(u64::from(u32::MAX))
}

/// The prefixes of traces: node 0 is the empty one.
struct Tree(FxHashMap<(u32, Label), u32>);

impl Tree {
    fn of(traces: &[Vec<Label>]) -> Tree {
        let mut children: FxHashMap<(u32, Label), u32> = FxHashMap::default();
        for trace in traces {
            let mut node = 0;
            for &label in trace {
                let next = children.len() as u32 + 1;
                node = *children.entry((node, label)).or_insert(next);
            }
        }
        Tree(children)
    }

    fn child(&self, node: u32, label: Label) -> Option<u32> {
        self.0.get(&(node, label)).copied()
    }
}
