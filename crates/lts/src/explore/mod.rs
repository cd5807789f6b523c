//! The one exploration driver: breadth-first over anything that can enumerate successors.
//!
//! **Problem.** Visit every state of a [`Space`] once, in an order that gives shortest runs, within a [`Budget`], and
//! with the same result for any number of threads.
//!
//! **Method.** States are numbered as they are found; the number is also the place in the queue, since the store keeps
//! states in the order of arrival. A stretch of the queue is expanded at a time: first the successors of all its states
//! are computed, then all are looked for in the store together (the loads overlap), then new ones are numbered in order.
//! With an executor wider than one (see `parallel`) each of these steps is divided among the threads; the numbering is
//! that of the sequential run.
//!
//! **Invariants.**
//! 1. States are expanded in the order of their numbers.
//! 2. The parent of a state is the first state, in this order, from which it was found; so runs read off the parents
//!    are shortest, and least by name among the shortest if successors come in the order of names.
//! 3. Parents are monotone: if `s < t` then `parent(s) ≤ parent(t)`. So it is enough to remember how many states were
//!    found from each.
//! 4. What ends a search early (the visitor, a limit on states) ends it at one state: no state after it counts, whatever
//!    was computed ahead.
//!
//! **Cost.** Per state the words of the store (see [`StateStore`]), and 1 byte for the parent if runs are wanted.
//!
//! [`Budget`]: crate::Budget

mod barrier;
mod parallel;
mod successors;

use std::ops::{ControlFlow, Range};

use crate::budget::{Context, ProgressEvent, Spent};
use crate::id::{Label, StateId};
use crate::store::{Arena, NOT_FOUND, StateStore, find_all, hash, table_of};

pub use self::successors::{Moves, Step, Successors, Target};

/// Something whose states are packed into words and whose successors can be enumerated.
pub trait Space: Sync {
    /// Buffers that [`Space::successors`] may use; the content between calls does not matter.
    type Scratch: Default + Send + Sync;

    /// Words per packed state.
    fn words(&self) -> usize;

    /// The initial state.
    fn initial(&self) -> Vec<u64>;

    /// Adds the moves of a state to `out`, in the order of labels. What `out` has already stays.
    fn successors(&self, state: &[u64], scratch: &mut Self::Scratch, out: &mut Successors);
}

/// Is shown every state when it is expanded.
///
/// States are looked at in stretches, perhaps by several threads at the same time, each making notes; the notes are taken
/// in the order of the states.
pub trait Visitor: Send + Sync {
    /// What is noted about a stretch of states.
    type Notes: Default + Send + Sync;

    /// Looks at a state with its moves. `Break` ends the search with this state.
    fn look(
        &self,
        state: StateId,
        packed: &[u64],
        moves: Moves<'_>,
        notes: &mut Self::Notes,
    ) -> ControlFlow<()>;

    /// Takes the notes about the next states, and leaves none. `Break` ends the search after them.
    fn take(&mut self, notes: &mut Self::Notes) -> ControlFlow<()>;

    /// Bytes that the visitor itself holds, for the budget.
    fn memory(&self) -> usize {
        0
    }
}

/// Looks at nothing.
impl Visitor for () {
    type Notes = ();

    fn look(&self, _: StateId, _: &[u64], _: Moves<'_>, _: &mut ()) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    fn take(&mut self, _: &mut ()) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }
}

/// Should an exploration remember how it came to every state?
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Runs {
    /// Yes: runs can be read off afterwards, for 1 byte per state.
    Keep,
    /// No.
    Forget,
}

/// What an exploration has seen.
pub struct Explored {
    /// The states.
    pub store: StateStore,
    /// How many states were found from each; `None` if runs were not kept.
    children: Option<Children>,
    /// Moves seen, those into ERROR included.
    pub transitions: u64,
    /// Number of states that were expanded.
    pub expanded: usize,
    /// Why it ended early, if it did. The visitor's own stop is not a reason.
    pub spent: Option<Spent>,
}

impl Explored {
    /// The labels of the run on which a state was found: a shortest run to it.
    ///
    /// # Panics
    /// If runs were not kept.
    pub fn run_to<S: Space>(&self, space: &S, state: StateId) -> Vec<Label> {
        let path = self.children.as_ref().expect("runs were kept").path(state);
        let mut scratch = S::Scratch::default();
        let mut successors = Successors::default();
        let step = |pair: &[StateId]| {
            successors.reset();
            space.successors(self.store.get(pair[0]), &mut scratch, &mut successors);
            let target = Target::State(self.store.get(pair[1]));
            let found = successors.iter().find(|(_, t)| *t == target);
            found.expect("a child is a successor of its parent").0
        };
        path.windows(2).map(step).collect()
    }
}

/// How many states were found first from each expanded state. By invariant 3 this tells the parents.
#[derive(Default)]
struct Children {
    /// The number, or `MANY`.
    counts: Vec<u8>,
    /// The numbers that do not fit, with the state.
    many: Vec<(u32, u32)>,
}

const MANY: u8 = u8::MAX;

impl Children {
    /// Adds the next state's number of children.
    #[inline]
    fn push(&mut self, count: u32) {
        match u8::try_from(count) {
            Ok(count) if count != MANY => self.counts.push(count),
            _ => {
                self.many.push((self.counts.len() as u32, count));
                self.counts.push(MANY);
            }
        }
    }

    /// The states from the initial one to the given one, each the parent of the next.
    fn path(&self, state: StateId) -> Vec<StateId> {
        let mut many = self.many.iter().rev().peekable();
        let all: u64 = self.counts.iter().map(|&c| if c == MANY { 0 } else { u64::from(c) }).sum();
        // Where the children of the states seen so far begin, from the last state backwards.
        let mut begin = 1 + all + self.many.iter().map(|&(_, count)| u64::from(count)).sum::<u64>();
        let mut path = vec![state];
        let mut at = state;
        for (parent, &count) in self.counts.iter().enumerate().rev() {
            if at == StateId::at(0) {
                break;
            }
            let count = match many.peek() {
                Some(&&(who, count)) if who as usize == parent => {
                    many.next();
                    u64::from(count)
                }
                _ => u64::from(count),
            };
            begin -= count;
            if u64::from(at.raw()) >= begin {
                at = StateId::at(parent);
                path.push(at);
            }
        }
        path.reverse();
        path
    }
}

/// Explores a space breadth-first from its initial state.
pub fn explore<S: Space, V: Visitor>(
    space: &S,
    runs: Runs,
    phase: &'static str,
    ctx: Context<'_>,
    visitor: &mut V,
) -> Explored {
    let mut store =
        StateStore::with_tables(space.words(), ctx.executor.width().clamp(1, parallel::MAX_TABLES));
    store.insert(&space.initial());
    let children = (runs == Runs::Keep).then(Children::default);
    let explored = Explored { store, children, transitions: 0, expanded: 0, spent: None };
    let mut search = Search { space, explored, phase, ctx, visitor, found: 1, since: 0, cut: None };
    let result = search.run();
    let Search { mut explored, cut, .. } = search;
    explored.spent = result.err();
    if let Some(cut) = cut {
        explored.store.truncate(cut);
    }
    explored
}

/// States per stretch of the sequential loop: what is loaded for them together fits the nearest cache.
const STRETCH: usize = 32;

/// States between two looks at the budget.
const PATIENCE: usize = 2048;

struct Search<'a, S, V> {
    space: &'a S,
    explored: Explored,
    phase: &'static str,
    ctx: Context<'a>,
    visitor: &'a mut V,
    /// States found from those that were taken, and the initial one.
    found: usize,
    /// States expanded since the budget was looked at.
    since: usize,
    /// How many states count, if the search ended early.
    cut: Option<usize>,
}

/// What is known about a stretch of states.
#[derive(Default)]
struct Batch<N> {
    /// The states.
    states: Range<usize>,
    successors: Successors,
    /// Where the moves of each state begin.
    rows: Vec<u32>,
    /// The hash and the number of every target that is not ERROR.
    hashes: Vec<u64>,
    numbers: Vec<u32>,
    /// How many states were found first from each state.
    counts: Vec<u32>,
    notes: N,
    /// Did the visitor end the search with the last state that it looked at?
    ended: bool,
    /// How many of the states were looked at.
    looked: usize,
}

impl<N> Batch<N> {
    /// Computes the successors of a stretch of states and their hashes.
    fn expand<S: Space>(&mut self, space: &S, arena: &Arena, states: Range<usize>, scratch: &mut S::Scratch) {
        self.successors.reset();
        self.rows.clear();
        self.rows.push(0);
        for state in states.clone() {
            space.successors(arena.get(state as u32), scratch, &mut self.successors);
            self.rows.push(self.successors.len() as u32);
        }
        self.states = states;
        self.hashes.clear();
        let words = space.words().max(1);
        self.hashes.extend(self.successors.states().chunks_exact(words).map(hash));
        self.numbers.resize(self.hashes.len(), NOT_FOUND);
        self.counts.clear();
        self.counts.resize(self.states.len(), 0);
        self.ended = false;
        self.looked = 0;
    }

    /// Shows the states to the visitor, those before `end` only.
    fn show<V: Visitor<Notes = N>>(&mut self, visitor: &V, arena: &Arena, end: usize) {
        let shown = self.states.start..self.states.end.min(end);
        for (i, state) in shown.enumerate() {
            let range = self.rows[i] as usize..self.rows[i + 1] as usize;
            let state = StateId::at(state);
            let moves = self.successors.moves(range, &self.numbers);
            self.looked += 1;
            if visitor.look(state, arena.get(state.raw()), moves, &mut self.notes).is_break() {
                self.ended = true;
                return;
            }
        }
    }

    fn memory(&self) -> usize {
        self.successors.memory() + self.hashes.capacity() * 12 + self.rows.capacity() * 4
    }
}

/// How a stretch ended.
enum Stretch {
    /// All its states count.
    Whole,
    /// The search ends here.
    Last,
}

impl<S: Space, V: Visitor> Search<'_, S, V> {
    fn run(&mut self) -> Result<(), Spent> {
        let (mut batch, mut scratch) = (Batch::default(), S::Scratch::default());
        let mut team = parallel::Team::new(self.ctx.executor.width().clamp(1, parallel::MAX_TABLES));
        loop {
            let (first, known) = (self.explored.expanded, self.explored.store.len());
            if first == known {
                return Ok(());
            }
            let stretch = if team.pays_for(known - first) {
                self.together(&mut team)?
            } else {
                let states = first..known.min(first + STRETCH);
                batch.expand(self.space, &self.explored.store.arena, states, &mut scratch);
                self.number(&mut batch)?
            };
            if let Stretch::Last = stretch {
                return Ok(());
            }
            self.look_at_budget(batch.memory() + team.memory(), 0)?;
        }
    }

    /// Numbers the targets of a batch and takes its states.
    fn number(&mut self, batch: &mut Batch<V::Notes>) -> Result<Stretch, Spent> {
        let Explored { store, .. } = &mut self.explored;
        let words = self.space.words().max(1);
        let limit = self.ctx.budget.states.map_or(usize::MAX, |limit| limit.max(1) as usize);
        let table = |hash: u64| &store.tables[table_of(hash, store.tables.len())];
        find_all(table, &store.arena, batch.successors.states(), &batch.hashes, &mut batch.numbers);
        let mut end = batch.states.end;
        let mut place = 0;
        'states: for i in 0..batch.states.len() {
            let targets = batch.successors.targets_in(batch.rows[i] as usize..batch.rows[i + 1] as usize);
            for at in place..place + targets {
                if batch.numbers[at] != NOT_FOUND {
                    continue;
                }
                let target = &batch.successors.states()[at * words..(at + 1) * words];
                let (number, is_new) = store.insert_hashed(target, batch.hashes[at]);
                batch.numbers[at] = number.raw();
                batch.counts[i] += u32::from(is_new);
                if is_new && store.len() > limit {
                    end = batch.states.start + i;
                    break 'states;
                }
            }
            place += targets;
        }
        batch.show(&*self.visitor, &self.explored.store.arena, end);
        self.take(batch, end)
    }

    /// Takes what is known about a batch whose targets are numbered; states from `end` on do not count, since there the
    /// limit on states was reached.
    fn take(&mut self, batch: &mut Batch<V::Notes>, end: usize) -> Result<Stretch, Spent> {
        let explored = &mut self.explored;
        explored.transitions += u64::from(batch.rows[batch.looked]);
        explored.expanded += batch.looked;
        self.since += batch.looked;
        for &count in &batch.counts[..batch.looked] {
            self.found += count as usize;
            if let Some(children) = &mut explored.children {
                children.push(count);
            }
        }
        let taken = self.visitor.take(&mut batch.notes);
        if batch.ended || taken.is_break() {
            self.cut = Some(self.found);
            return Ok(Stretch::Last);
        }
        if batch.states.contains(&end) {
            let limit = self.ctx.budget.states.expect("a limit was reached");
            self.cut = Some(limit.max(1) as usize);
            return Err(Spent::States(limit));
        }
        Ok(Stretch::Whole)
    }

    /// Asks the budget every now and then, and tells where the search is. `buffers` and `tables` are bytes; the tables
    /// count where they are not in the store.
    fn look_at_budget(&mut self, buffers: usize, tables: usize) -> Result<(), Spent> {
        if self.since < PATIENCE {
            return Ok(());
        }
        self.since = 0;
        let explored = &self.explored;
        let children = explored.children.as_ref().map_or(0, |children| children.counts.len());
        let bytes = explored.store.memory() + tables + children + self.visitor.memory() + buffers;
        self.ctx.budget.check_memory(bytes)?;
        self.ctx.progress.report(&ProgressEvent {
            phase: self.phase,
            states: explored.store.len() as u64,
            transitions: explored.transitions,
            waiting: (explored.store.len() - explored.expanded) as u64,
        });
        self.ctx.budget.poll()
    }
}
