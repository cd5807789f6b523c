//! Smallest tuples of automata.
//!
//! # Problem
//!
//! Several machines, each a DFA with a prefix-closed language that has the empty word, over letters of its
//! own. Clauses relate them: each is a disjunction of "machine i accepts w" and "machine i rejects w"
//! ([`Demand`]). Find machines that satisfy all clauses and have, all together, the fewest states. The state
//! in which everything is rejected is not counted.
//!
//! # Method
//!
//! A tuple of limits, one per machine, is tried with a SAT solver (`machine` has the clauses). If there is no
//! solution, the solver says which of the limits it needed for that: a *core*. One of those must be
//! exceeded. The next tuple tried is the least one that exceeds a limit of every core: implicit hitting sets
//! \[DB11\], by a best-first search. All tuples share one solver and what it has learned, and clauses may be
//! added between searches, as \[EGPS15\] needs it.
//!
//! That clauses can be satisfied at all is decided first, by machines that are trees: "prefixes of accepted
//! words are accepted" is all that is demanded of these.
//!
//! # Invariants
//!
//! 1. No tuple within the limits of a core satisfies the clauses. (Cores stay: clauses are only added.)
//! 2. Every tuple of limits that exceeds all cores is at least, in every place, one in `open` or the one
//!    tried last.
//! 3. A tuple handed out satisfies all clauses, and none with a smaller total, or with the same and smaller
//!    in lexicographic order, does.
//!
//! # Cost
//!
//! Exponential in the worst case; every run of the solver has a limit on its conflicts.
//!
//! # Departures
//!
//! \[EGPS15\] tries total sizes one after the other with a new formula for each; with many machines, most of
//! the ways to share out a total fail for the same reason, which a core says once.

mod machine;

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use batsat::Lit;
use rely_lts::{Context, Spent, Ticker};
use rustc_hash::FxHashSet;

use self::machine::Machine;
use crate::dfa::{Dfa, Letter};
use crate::sat::Clauses;
use crate::separating::Effort;

/// What a clause may ask of a machine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Demand {
    /// Which machine.
    pub machine: usize,
    /// The word.
    pub word: Vec<Letter>,
    /// Is it to be accepted, or rejected?
    pub accept: bool,
}

impl Demand {
    /// The machine accepts the word.
    pub fn accepts(machine: usize, word: Vec<Letter>) -> Demand {
        Demand { machine, word, accept: true }
    }

    /// The machine rejects the word.
    pub fn rejects(machine: usize, word: Vec<Letter>) -> Demand {
        Demand { machine, word, accept: false }
    }
}

/// What a search for tuples took.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct JointStatistics {
    /// Clauses, without repetitions.
    pub clauses: u64,
    /// Tuples that were handed out.
    pub candidates: u64,
    /// Runs of the SAT solver.
    pub sat_runs: u64,
    /// Conflicts in these.
    pub conflicts: u64,
    /// Sets of limits that were shown to be too small.
    pub cores: u64,
}

/// Limits that are too small together: machine and limit.
type Core = Vec<(usize, usize)>;

/// A search for smallest tuples; clauses may be added at any time.
///
/// ```
/// use rely_learn::{Demand, Effort, Joint};
/// use rely_lts::Context;
/// let mut joint = Joint::new(&[1, 1], Effort::default(), Context::unlimited());
/// // One of them rejects 0 0, and the second accepts it.
/// joint.add(&[Demand::rejects(0, vec![0, 0]), Demand::rejects(1, vec![0, 0])]);
/// joint.add(&[Demand::accepts(1, vec![0, 0])]);
/// joint.add(&[Demand::accepts(0, vec![0])]);
/// let machines = joint.smallest()?.expect("there are such machines");
/// assert!(machines[0].accepts(&[0]) && !machines[0].accepts(&[0, 0]) && machines[1].accepts(&[0, 0]));
/// assert_eq!(joint.sizes(), [2, 1]);
/// # Ok::<(), rely_lts::Spent>(())
/// ```
pub struct Joint<'c> {
    ctx: Context<'c>,
    machines: Vec<Machine>,
    clauses: Clauses,
    /// The clauses over trees, without any limit.
    trees: Clauses,
    known: FxHashSet<Vec<(usize, u32, bool)>>,
    cores: Vec<Core>,
    /// Limits still to be tried, by their total, then in lexicographic order (I2).
    open: BinaryHeap<Reverse<(usize, Vec<usize>)>>,
    seen: FxHashSet<Vec<usize>>,
    /// The limits tried last.
    limits: Vec<usize>,
    statistics: JointStatistics,
}

impl<'c> Joint<'c> {
    /// One machine for each number of letters, and no clauses.
    pub fn new(n_letters: &[u32], effort: Effort, ctx: Context<'c>) -> Self {
        let mut clauses = Clauses::new(ctx.budget, effort.conflicts);
        let mut trees = Clauses::new(ctx.budget, effort.conflicts);
        let machines = n_letters.iter().map(|&k| Machine::new(k, &mut clauses, &mut trees)).collect();
        let limits = vec![1; n_letters.len()];
        Joint {
            ctx,
            machines,
            clauses,
            trees,
            known: FxHashSet::default(),
            cores: Vec::new(),
            open: BinaryHeap::new(),
            seen: FxHashSet::from_iter([limits.clone()]),
            limits,
            statistics: JointStatistics::default(),
        }
    }

    /// At least one of these demands must be met.
    ///
    /// # Panics
    /// If a demand names a machine or a letter that does not exist.
    pub fn add(&mut self, clause: &[Demand]) {
        let mut key = Vec::with_capacity(clause.len());
        for demand in clause {
            let machine = &mut self.machines[demand.machine];
            let prefix = machine.prefix(&demand.word, &mut self.clauses, &mut self.trees);
            key.push((demand.machine, prefix, demand.accept));
        }
        key.sort_unstable();
        key.dedup();
        if !self.known.insert(key.clone()) {
            return;
        }
        self.statistics.clauses += 1;
        let literal = |accepted: Lit, accept: bool| if accept { accepted } else { !accepted };
        let machines = &self.machines;
        self.clauses.add(key.iter().map(|&(i, v, accept)| literal(machines[i].accepted(v), accept)));
        self.trees.add(key.iter().map(|&(i, v, accept)| literal(machines[i].accepted_by_tree(v), accept)));
    }

    /// A smallest tuple that satisfies all clauses, numbered breadth-first, or `None` if nothing satisfies
    /// them.
    ///
    /// # Errors
    /// If the budget or the effort is spent. The search may be taken up again.
    pub fn smallest(&mut self) -> Result<Option<Vec<Dfa>>, Spent> {
        self.statistics.sat_runs += 1;
        if !self.trees.solve(&[])? {
            return Ok(None);
        }
        loop {
            self.next_limits()?;
            let mut assumed = Vec::with_capacity(self.machines.len());
            for (machine, &limit) in self.machines.iter_mut().zip(&self.limits) {
                let memory = self.clauses.memory() + self.trees.memory() + machine.memory_of_next();
                self.ctx.budget.check_memory(memory)?;
                while machine.n_states() < limit {
                    machine.add_state(&mut self.clauses);
                }
                assumed.push(machine.at_most(limit));
            }
            self.ctx.budget.check_states(self.limits.iter().sum())?;
            self.statistics.sat_runs += 1;
            if self.clauses.solve(&assumed)? {
                self.statistics.candidates += 1;
                let dfas = self.machines.iter().zip(&self.limits);
                return Ok(Some(dfas.map(|(machine, &n)| machine.dfa(n, &self.clauses)).collect()));
            }
            // Keeps I1.
            let needed = assumed.iter().zip(&self.limits).enumerate();
            let core = needed
                .filter(|(_, (literal, _))| self.clauses.was_needed(**literal))
                .map(|(i, (_, &limit))| (i, limit));
            self.cores.push(core.collect());
            self.statistics.cores += 1;
        }
    }

    /// States of every machine of the tuple found last; a lower bound on their sum holds at any time.
    pub fn sizes(&self) -> &[usize] {
        &self.limits
    }

    /// What it took so far.
    pub fn statistics(&self) -> JointStatistics {
        let conflicts = self.clauses.n_conflicts() + self.trees.n_conflicts();
        JointStatistics { conflicts, ..self.statistics }
    }

    /// Goes on to the least limits that exceed all cores.
    fn next_limits(&mut self) -> Result<(), Spent> {
        let mut ticker = Ticker::default();
        loop {
            ticker.tick(self.ctx.budget)?;
            let too_small = |core: &&Core| core.iter().all(|&(i, limit)| self.limits[i] <= limit);
            let Some(core) = self.cores.iter().find(too_small) else { return Ok(()) };
            // Keeps I2: whatever exceeds this core does so in one of its places.
            for &(i, limit) in core {
                let mut limits = self.limits.clone();
                limits[i] = limit + 1;
                if self.seen.insert(limits.clone()) {
                    self.open.push(Reverse((limits.iter().sum(), limits)));
                }
            }
            let held = self.seen.len() * (self.machines.len() * 16 + 96);
            self.ctx.budget.check_memory(self.clauses.memory() + self.trees.memory() + held)?;
            let Reverse((_, limits)) = self.open.pop().expect("clauses that trees satisfy have a solution");
            self.limits = limits;
        }
    }
}
