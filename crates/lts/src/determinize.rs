//! Determinization, completion, complement.
//!
//! # Problem
//! An LTS with the same traces in which no state has a tau or two transitions with the same label.
//!
//! # Method
//! Subset construction \[RS59\] over sets that are closed under tau, breadth-first, labels in order. Sets lie
//! one after the other in one array and are found by hash and comparison.
//!
//! # Invariants
//! 1. Every set is sorted, closed under tau (ERROR left out) and not empty.
//!
//! # Cost
//! As many sets as there are, up to 2^n; for each the transitions of its members and of what they reach by
//! tau.
//!
//! # Departures
//! ERROR is not an ordinary member: see [`ErrorRule`]. The result has no propositions: a set of states has
//! none.

mod complete;

use hashbrown::HashTable;

use crate::budget::{Context, ProgressEvent, Spent, Ticker};
use crate::builder::RowBuilder;
use crate::id::{Label, StateId};
use crate::lts::Lts;
use crate::minimize::{self, TauReduction, too_large};

pub use self::complete::{Complement, Completed, NotAProperty, complement, complete, complete_with_sink};

/// How a set of states that contains ERROR is treated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ErrorRule {
    /// The set is ERROR: what can fail is failed. Traces to ERROR are kept, what the other members could
    /// still do is not.
    Absorb,
    /// ERROR is dropped from the set unless it is the only member: the traces are kept, which of them can
    /// fail is not.
    Plain,
    /// There is one transition to ERROR and one to the rest of the set: traces and traces to ERROR are kept.
    /// The result is deterministic but for transitions to ERROR.
    Split,
}

/// A deterministic LTS and the sets of states its states stand for.
#[derive(Clone, Debug)]
pub struct Determinized {
    /// The deterministic LTS.
    pub lts: Lts,
    /// For every state the original states it stands for, sorted; ERROR is not listed.
    pub members: Vec<Vec<StateId>>,
}

/// The subset construction. The result is not minimal. Its END is the set whose only member is END, if there
/// is one.
///
/// An LTS that can enter ERROR by tau from the start becomes, by [`ErrorRule::Absorb`], one state with a tau
/// to ERROR (the initial state cannot be ERROR itself); by [`ErrorRule::Split`] its initial state has such a
/// tau in addition and is never entered again: a second state stands for the same set then.
///
/// ```
/// use rely_lts::determinize::{ErrorRule, determinize};
/// use rely_lts::{Actions, Context};
/// # use rely_lts::{Lts, LtsBuilder, StateId};
/// # fn machine(actions: &Actions, steps: &[(usize, &str, usize)]) -> Lts {
/// #     let mut builder = LtsBuilder::new(actions);
/// #     for &(s, action, t) in steps {
/// #         builder.ensure_states(s.max(t) + 1).expect("few states");
/// #         builder.add_transition(StateId::at(s), actions.intern(action), StateId::at(t));
/// #     }
/// #     builder.finish(StateId::at(0)).expect("all states were added")
/// # }
/// let actions = Actions::new();
/// let lts = machine(&actions, &[(0, "a", 1), (0, "a", 2), (1, "b", 0), (2, "c", 0)]);
/// let found = determinize(&lts, ErrorRule::Plain, Context::unlimited()).expect("no limits");
/// assert!(found.lts.is_deterministic());
/// assert_eq!(found.members[1], [StateId::at(1), StateId::at(2)]);
/// ```
///
/// # Errors
/// If the budget is spent.
pub fn determinize(lts: &Lts, rule: ErrorRule, ctx: Context<'_>) -> Result<Determinized, Spent> {
    let Partly { determinized, spent, .. } = determinize_partly(lts, rule, ctx);
    match spent {
        Some(spent) => Err(spent),
        None => Ok(determinized),
    }
}

/// A subset construction of which a part may be missing.
#[derive(Clone, Debug)]
pub struct Partly {
    /// The part that was built.
    pub determinized: Determinized,
    /// States (sets) whose transitions are not known, in order.
    pub open: Vec<StateId>,
    /// Why the construction ended early, if it did.
    pub spent: Option<Spent>,
}

/// The subset construction as far as the budget goes. Sets are found breadth-first.
pub fn determinize_partly(lts: &Lts, rule: ErrorRule, ctx: Context<'_>) -> Partly {
    let mut sets = Sets::new(lts);
    let mut rows = RowBuilder::new(lts.alphabet().clone());
    let mut open = Vec::new();
    let start_fails = sets.close([lts.initial()].into_iter());
    let initial = if start_fails && rule == ErrorRule::Split {
        // What fails at the start and is entered again later is two states: the tau is for the start only.
        sets.add_unlisted()
    } else {
        sets.intern()
    };
    let mut expansion =
        Expansion { lts, rule, row: Vec::new(), steps: Vec::new(), ticker: Ticker::default() };
    let mut spent = None;
    for set in 0.. {
        if set == sets.len() {
            break;
        }
        let fails = set == initial && start_fails;
        if spent.is_some() {
            open.push(StateId::at(set));
            // A failing start is known to fail, whatever else it does.
            let row: &mut [(Label, StateId)] = &mut [(Label::TAU, StateId::ERROR)];
            let known = usize::from(fails && rule != ErrorRule::Plain);
            rows.push_state(&mut row[..known]).expect("there are not more states than sets");
            continue;
        }
        let next = expansion.expand(&mut sets, &mut rows, set, fails, ctx);
        if let Err(reason) = next {
            spent = Some(reason);
            if rows.n_states() == set {
                open.push(StateId::at(set));
                rows.push_state(&mut []).expect("there are not more states than sets");
            }
        }
    }
    let end = lts.end().and_then(|end| (0..sets.len()).find(|&i| sets.set(i) == [end]));
    let members = (0..sets.len()).map(|i| sets.set(i).to_vec()).collect();
    let lts = rows.finish(StateId::at(initial), end.map(StateId::at));
    Partly { determinized: Determinized { lts, members }, open, spent }
}

/// Buffers of the loop that expands sets.
struct Expansion<'a> {
    lts: &'a Lts,
    rule: ErrorRule,
    row: Vec<(Label, StateId)>,
    steps: Vec<(Label, StateId)>,
    ticker: Ticker,
}

impl Expansion<'_> {
    /// Adds the row of a set. `fails`: it is the initial one and contains ERROR.
    fn expand(
        &mut self,
        sets: &mut Sets<'_>,
        rows: &mut RowBuilder,
        set: usize,
        fails: bool,
        ctx: Context<'_>,
    ) -> Result<(), Spent> {
        let Expansion { lts, rule, row, steps, ticker } = self;
        row.clear();
        steps.clear();
        for i in sets.range(set) {
            ticker.tick(ctx.budget)?;
            let member = sets.members[i];
            steps.extend(lts.successors(member).filter(|(label, _)| !label.is_tau()));
        }
        steps.sort_unstable();
        steps.dedup();
        if fails {
            if *rule == ErrorRule::Absorb {
                steps.clear();
            }
            if *rule != ErrorRule::Plain {
                row.push((Label::TAU, StateId::ERROR));
            }
        }
        for group in steps.chunk_by(|x, y| x.0 == y.0) {
            ticker.tick(ctx.budget)?;
            let label = group[0].0;
            let fails = sets.close(group.iter().map(|&(_, t)| t));
            let only_error = sets.closure.is_empty();
            let to_error = match rule {
                ErrorRule::Absorb | ErrorRule::Split => fails,
                ErrorRule::Plain => only_error,
            };
            if to_error {
                row.push((label, StateId::ERROR));
            }
            let absorbed = fails && *rule == ErrorRule::Absorb;
            if !only_error && !absorbed {
                let target = sets.intern();
                row.push((label, StateId::at(target)));
            }
        }
        rows.push_state(row).map_err(too_large)?;
        ctx.budget.check_states(sets.len())?;
        ctx.budget.check_memory(sets.memory() + rows.memory())?;
        if rows.n_states().is_multiple_of(4096) {
            ctx.progress.report(&ProgressEvent::Determinizing {
                states: rows.n_states() as u64,
                transitions: rows.n_transitions() as u64,
                waiting: (sets.len() - rows.n_states()) as u64,
            });
        }
        Ok(())
    }
}

/// LTSA's "Determinise": an LTS that is deterministic and has no tau is returned as it is, others are
/// determinized by [`ErrorRule::Absorb`] and minimized.
///
/// Unlike LTSA, which loses it, an ERROR that can be entered by tau from the start stays: the result is then
/// one state with a tau to ERROR.
///
/// # Errors
/// If the budget is spent.
pub fn ltsa_determinize(lts: &Lts, ctx: Context<'_>) -> Result<Lts, Spent> {
    if lts.is_deterministic() && !lts.has_tau() {
        return Ok(lts.clone());
    }
    let sets = determinize(lts, ErrorRule::Absorb, ctx)?;
    minimize::ltsa(&sets.lts, TauReduction::Off, ctx)
}

/// Sets of states, each stored once.
struct Sets<'a> {
    lts: &'a Lts,
    /// Set `i` is `members[ends[i]..ends[i + 1]]`.
    members: Vec<StateId>,
    ends: Vec<usize>,
    table: HashTable<u32>,
    /// The set made last by `close`, sorted, without ERROR.
    closure: Vec<StateId>,
    /// `stamp[s] == now`: the state is in `closure`.
    stamp: Vec<u32>,
    now: u32,
}

impl<'a> Sets<'a> {
    fn new(lts: &'a Lts) -> Self {
        Sets {
            lts,
            members: Vec::new(),
            ends: vec![0],
            table: HashTable::new(),
            closure: Vec::new(),
            stamp: vec![0; lts.n_states()],
            now: 0,
        }
    }

    fn len(&self) -> usize {
        self.ends.len() - 1
    }

    fn range(&self, set: usize) -> std::ops::Range<usize> {
        self.ends[set]..self.ends[set + 1]
    }

    fn set(&self, set: usize) -> &[StateId] {
        &self.members[self.range(set)]
    }

    /// Puts the states and all they reach by tau into `closure`; is ERROR among them?
    fn close(&mut self, states: impl Iterator<Item = StateId>) -> bool {
        self.now = self.now.wrapping_add(1);
        if self.now == 0 {
            self.stamp.fill(0);
            self.now = 1;
        }
        self.closure.clear();
        let mut fails = false;
        for s in states {
            fails |= self.add(s);
        }
        let mut next = 0;
        while let Some(&s) = self.closure.get(next) {
            next += 1;
            for &t in self.lts.step(s, Label::TAU) {
                fails |= self.add(t);
            }
        }
        self.closure.sort_unstable();
        fails
    }

    /// Adds a state to `closure`; is it ERROR?
    fn add(&mut self, state: StateId) -> bool {
        if state.is_error() {
            return true;
        }
        let stamp = &mut self.stamp[state.index()];
        if *stamp != self.now {
            *stamp = self.now;
            self.closure.push(state);
        }
        false
    }

    /// The number of the set in `closure`.
    fn intern(&mut self) -> usize {
        let hash = hash_of(&self.closure);
        let (members, ends, closure) = (&self.members, &self.ends, &self.closure);
        let set = |i: u32| &members[ends[i as usize]..ends[i as usize + 1]];
        if let Some(&i) = self.table.find(hash, |&i| set(i) == &closure[..]) {
            return i as usize;
        }
        let number = StateId::at(self.len()).raw();
        self.table.insert_unique(hash, number, |&i| hash_of(set(i)));
        self.add_unlisted()
    }

    /// Adds the set in `closure` without making it known to `intern`.
    fn add_unlisted(&mut self) -> usize {
        self.members.extend_from_slice(&self.closure);
        self.ends.push(self.members.len());
        self.len() - 1
    }

    fn memory(&self) -> usize {
        self.members.capacity() * 4 + self.ends.capacity() * 8 + self.table.capacity() * 5
    }
}

fn hash_of(set: &[StateId]) -> u64 {
    use std::hash::Hasher;
    let mut hasher = rustc_hash::FxHasher::default();
    for s in set {
        hasher.write_u32(s.raw());
    }
    hasher.finish()
}
