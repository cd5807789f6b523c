//! Deadlocks that the system with the baseline does not have.
//!
//! # Problem
//! Given the systems with both versions, find a run of the one with the candidate into a deadlock such that
//! the other one cannot be stuck after the same visible actions. Actions that the other one does not know are
//! left out there.
//!
//! # Method
//! Equal components, or components all of whose failures are those of the baseline, need no search
//! ([`keeps_deadlocks`]). Otherwise the states of the candidate's system are visited together with the set of
//! states in which the baseline's system may be after the same actions, on demand.
//!
//! # Invariants
//! 1. Pairs are visited in breadth-first order: a run that is found is a shortest one.
//! 2. What follows an ERROR of the candidate's system is not searched. If there is one and nothing was found,
//!    the answer is *unknown*.
//!
//! # Cost
//! The pairs: exponential in the states of the baseline's system in the worst case.
//!
//! # Departures
//! \[Bri88\] compares components; here the question is about a system, also behind deadlocks of the old one.

use std::collections::VecDeque;
use std::sync::Arc;

use rely_lts::relate::{Relation, compare};
use rely_lts::{
    Context, Label, Lts, Product, ProductScratch, Reason, Space, Spent, Successors, System, Target, Ticker,
    Trace, Verdict,
};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::upgrade::Upgrade;

/// Does every deadlock of the candidate's system belong to the baseline's for a reason that needs no search
/// of the systems: the machines are the same, or the candidate refuses nothing that the baseline could not
/// refuse after the same actions? `false` says nothing.
///
/// ```
/// use rely_evolve::{Upgrade, keeps_deadlocks};
/// use rely_lts::{Actions, Component, Context, System};
/// use rely_testkit::text::read;
///
/// let actions = Actions::new();
/// let machine = |text: &str| vec![Component::new("M", read(&actions, text).into())];
/// let system = |text: &str| System::new("S", &actions, machine(text));
/// let upgrade = |old: &str, new: &str| Upgrade::new(system(new), system(old), vec![0]);
/// assert!(keeps_deadlocks(&upgrade("0 a 1", "0 a 1"), Context::unlimited()));
/// assert!(keeps_deadlocks(&upgrade("0 tau 1; 0 tau 2; 1 a 0", "0 a 0"), Context::unlimited()));
/// assert!(!keeps_deadlocks(&upgrade("0 a 0", "0 a 1"), Context::unlimited()));
/// ```
pub fn keeps_deadlocks(upgrade: &Upgrade, ctx: Context<'_>) -> bool {
    if !upgrade.is_aligned() {
        return false;
    }
    let both = || upgrade.candidate.components.iter().zip(&upgrade.baseline.components).enumerate();
    if both().all(|(_, (new, old))| new.role == old.role && same(&new.lts, &old.lts)) {
        return true;
    }
    upgrade.inside.is_empty()
        && upgrade.candidate.priority.is_none()
        && both().all(|(place, (new, old))| {
            new.role == old.role
                && (same(&new.lts, &old.lts)
                    || upgrade.places.contains(&place) && refines(&new.lts, &old.lts, ctx))
        })
}

/// Are two machines the same, state by state?
fn same(new: &Arc<Lts>, old: &Arc<Lts>) -> bool {
    Arc::ptr_eq(new, old)
        || (new.n_states() == old.n_states()
            && (new.initial(), new.end()) == (old.initial(), old.end())
            && new.alphabet().ids() == old.alphabet().ids()
            && new.n_transitions() == old.n_transitions()
            && new.transitions().eq(old.transitions()))
}

/// Are all traces and stable failures of the candidate those of the baseline? END is seen, as an action is.
fn refines(new: &Lts, old: &Lts, ctx: Context<'_>) -> bool {
    if new.has_error() || old.has_error() || new.alphabet().ids() != old.alphabet().ids() {
        return false;
    }
    compare(new, old, Relation::Failures, ctx).holds()
}

/// A shortest run of the candidate's system into a deadlock that the baseline's system does not have.
///
/// ```
/// use rely_evolve::{Upgrade, new_deadlock};
/// use rely_lts::{Actions, Component, Context, System};
/// use rely_testkit::text::read;
///
/// let actions = Actions::new();
/// let machine = |text: &str| vec![Component::new("M", read(&actions, text).into())];
/// let system = |text: &str| System::new("S", &actions, machine(text));
/// // Both may be stuck after a; after b only the new one is.
/// let upgrade = Upgrade::new(system("0 a 1; 0 b 2"), system("0 a 1; 0 b 0"), vec![0]);
/// let found = new_deadlock(&upgrade, Context::unlimited());
/// assert_eq!(found.evidence().unwrap().names(&actions).join(" "), "b");
/// let same = Upgrade::new(system("0 a 1"), system("0 a 1"), vec![0]);
/// assert!(new_deadlock(&same, Context::unlimited()).holds());
/// ```
pub fn new_deadlock(upgrade: &Upgrade, ctx: Context<'_>) -> Verdict {
    match search(upgrade, ctx) {
        Ok(Found::Run(run)) => Verdict::Violated(run),
        Ok(Found::Nothing) => Verdict::Holds(()),
        Ok(Found::Cut) => Verdict::Unknown(Reason::NotModeled(
            "ERROR is reachable, and what follows it was not searched".to_string(),
        )),
        Err(spent) => Verdict::Unknown(spent.into()),
    }
}

/// The result of a search.
enum Found {
    Run(Trace),
    Nothing,
    Cut,
}

/// A state of the candidate's system and a set of states of the other one.
type Pair = (u32, u32);

fn search(upgrade: &Upgrade, ctx: Context<'_>) -> Result<Found, Spent> {
    let mut new = Machine::new(&upgrade.candidate, ctx);
    let mut old = Sets::new(&upgrade.baseline, ctx)?;
    let translated: Vec<Option<Label>> = (0..new.product.alphabet().n_labels())
        .map(Label::at)
        .map(|label| match label.is_tau() {
            true => None,
            false => old.machine.product.alphabet().label(new.product.alphabet().action(label)),
        })
        .collect();
    let mut pairs: Vec<(Pair, Option<(usize, Label)>)> = vec![((0, 0), None)];
    let mut known: FxHashSet<Pair> = FxHashSet::from_iter([(0, 0)]);
    let mut queue = VecDeque::from([0]);
    let mut cut = false;
    while let Some(at) = queue.pop_front() {
        let (state, set) = pairs[at].0;
        let row = new.row(state)?.clone();
        cut |= row.error;
        if row.stuck && !old.is_stuck(set)? {
            return Ok(Found::Run(run(&new.product, &pairs, at)));
        }
        for &(label, target) in row.moves.iter() {
            let after = match translated[label.index()] {
                Some(label) => old.step(set, label)?,
                None => set,
            };
            if known.insert((target, after)) {
                ctx.budget.check_states(pairs.len() + 1)?;
                ctx.budget.check_memory(pairs.len() * 64 + new.memory + old.memory())?;
                queue.push_back(pairs.len());
                pairs.push(((target, after), Some((at, label))));
            }
        }
    }
    Ok(if cut { Found::Cut } else { Found::Nothing })
}

/// The visible actions of the way to a pair.
fn run(product: &Product, pairs: &[(Pair, Option<(usize, Label)>)], mut at: usize) -> Trace {
    let mut actions = Vec::new();
    while let Some((before, label)) = pairs[at].1 {
        if !label.is_tau() {
            actions.push(product.alphabet().action(label));
        }
        at = before;
    }
    actions.reverse();
    Trace { actions }
}

/// The moves of a state.
#[derive(Clone)]
struct Row {
    moves: Arc<[(Label, u32)]>,
    /// No move, and not the end.
    stuck: bool,
    /// A move into ERROR.
    error: bool,
}

/// A product whose states are numbered when they are met.
struct Machine<'c> {
    product: Product,
    numbers: FxHashMap<Box<[u64]>, u32>,
    vectors: Vec<Box<[u64]>>,
    rows: Vec<Option<Row>>,
    scratch: ProductScratch,
    out: Successors,
    memory: usize,
    ticker: Ticker,
    ctx: Context<'c>,
}

impl<'c> Machine<'c> {
    /// Its initial state is 0.
    fn new(system: &System, ctx: Context<'c>) -> Self {
        let product = Product::new(system);
        let start = product.initial();
        let mut machine = Machine {
            product,
            numbers: FxHashMap::default(),
            vectors: Vec::new(),
            rows: Vec::new(),
            scratch: ProductScratch::default(),
            out: Successors::default(),
            memory: 0,
            ticker: Ticker::default(),
            ctx,
        };
        machine.number(&start);
        machine
    }

    fn number(&mut self, vector: &[u64]) -> u32 {
        if let Some(&number) = self.numbers.get(vector) {
            return number;
        }
        let number = self.vectors.len() as u32;
        self.numbers.insert(vector.into(), number);
        self.vectors.push(vector.into());
        self.rows.push(None);
        self.memory += 2 * size_of_val(vector) + 96;
        number
    }

    fn row(&mut self, state: u32) -> Result<&Row, Spent> {
        if self.rows[state as usize].is_none() {
            self.ticker.tick(self.ctx.budget)?;
            self.ctx.budget.check_states(self.vectors.len())?;
            self.ctx.budget.check_memory(self.memory)?;
            let vector = self.vectors[state as usize].clone();
            let mut out = std::mem::take(&mut self.out);
            out.reset();
            self.product.successors(&vector, &mut self.scratch, &mut out);
            let stuck = out.is_empty() && !self.product.is_terminated(&vector);
            let (mut moves, mut error) = (Vec::new(), false);
            for (label, target) in out.iter() {
                match target {
                    Target::State(to) => moves.push((label, self.number(to))),
                    Target::Error(_) => error = true,
                }
            }
            self.out = out;
            self.memory += moves.len() * size_of::<(Label, u32)>();
            self.rows[state as usize] = Some(Row { moves: moves.into(), stuck, error });
        }
        Ok(self.rows[state as usize].as_ref().expect("it was just made"))
    }
}

/// The sets of states in which a system may be after visible actions, numbered when they are met.
struct Sets<'c> {
    machine: Machine<'c>,
    numbers: FxHashMap<Arc<[u32]>, u32>,
    sets: Vec<Arc<[u32]>>,
    stuck: Vec<Option<bool>>,
    steps: FxHashMap<(u32, Label), u32>,
    held: usize,
}

impl<'c> Sets<'c> {
    /// The set before anything visible is 0.
    fn new(system: &System, ctx: Context<'c>) -> Result<Self, Spent> {
        let mut sets = Sets {
            machine: Machine::new(system, ctx),
            numbers: FxHashMap::default(),
            sets: Vec::new(),
            stuck: Vec::new(),
            steps: FxHashMap::default(),
            held: 0,
        };
        sets.close(vec![0])?;
        Ok(sets)
    }

    fn memory(&self) -> usize {
        self.machine.memory + self.held
    }

    /// The number of a set with all that tau leads to.
    fn close(&mut self, mut states: Vec<u32>) -> Result<u32, Spent> {
        let mut seen: FxHashSet<u32> = states.iter().copied().collect();
        let mut at = 0;
        while let Some(&state) = states.get(at) {
            at += 1;
            for &(_, target) in self.machine.row(state)?.moves.iter().filter(|(label, _)| label.is_tau()) {
                if seen.insert(target) {
                    states.push(target);
                }
            }
        }
        states.sort_unstable();
        states.dedup();
        let set: Arc<[u32]> = states.into();
        if let Some(&number) = self.numbers.get(&set) {
            return Ok(number);
        }
        let number = self.sets.len() as u32;
        self.held += size_of_val(&*set) + 128;
        self.numbers.insert(set.clone(), number);
        self.sets.push(set);
        self.stuck.push(None);
        Ok(number)
    }

    fn step(&mut self, set: u32, label: Label) -> Result<u32, Spent> {
        if let Some(&after) = self.steps.get(&(set, label)) {
            return Ok(after);
        }
        let mut next = Vec::new();
        for &state in self.sets[set as usize].clone().iter() {
            let row = self.machine.row(state)?;
            next.extend(row.moves.iter().filter(|(other, _)| *other == label).map(|(_, target)| *target));
        }
        let after = self.close(next)?;
        self.held += 32;
        self.steps.insert((set, label), after);
        Ok(after)
    }

    fn is_stuck(&mut self, set: u32) -> Result<bool, Spent> {
        if let Some(stuck) = self.stuck[set as usize] {
            return Ok(stuck);
        }
        let mut stuck = false;
        for &state in self.sets[set as usize].clone().iter() {
            stuck |= self.machine.row(state)?.stuck;
        }
        self.stuck[set as usize] = Some(stuck);
        Ok(stuck)
    }
}
