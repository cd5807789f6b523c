//! The one exploration driver: breadth-first over anything that can enumerate successors.
//!
//! # Problem
//!
//! Visit every state of a [`Space`] once, in an order that gives shortest runs, within a [`Budget`], and
//! with the same result for any number of threads.
//!
//! # Method
//!
//! States are numbered as they are found; the number is also the place in the queue, since the store keeps
//! states in the order of arrival. A stretch of the queue is expanded at a time: first the successors of all
//! its states are computed, then all are looked for in the store together (the loads overlap), then new ones
//! are numbered in order. With an executor wider than one (see `parallel`) the first step of later stretches
//! is done by other threads meanwhile; the numbering is that of the sequential run.
//!
//! # Invariants
//!
//! 1. States are expanded in the order of their numbers.
//! 2. The parent of a state is the first state, in this order, from which it was found; so runs read off the
//!    parents are shortest, and least by name among the shortest if successors come in the order of names.
//! 3. Parents are monotone: if `s < t` then `parent(s) ≤ parent(t)`. So it is enough to remember how many
//!    states were found from each.
//! 4. What ends a search early (the visitor, a limit on states) ends it at one state: no state after it
//!    counts, whatever was computed ahead.
//!
//! # Cost
//!
//! Per state the words of the store (see [`StateStore`]), and 1 byte for the parent if runs are wanted.
//!
//! [`Budget`]: crate::Budget

mod parallel;
mod successors;

use std::ops::{ControlFlow, Range};

use crate::budget::{Context, ProgressEvent, Purpose, Spent};
use crate::id::{Label, StateId};
use crate::store::{NOT_FOUND, StateStore, hash};

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
/// States are looked at in stretches, perhaps by several threads at the same time, each making notes; the
/// notes are taken in the order of the states.
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

    /// Are the numbers of targets looked at ([`Moves::steps`])? If not, they may be wrong, which saves time.
    fn needs_numbers(&self) -> bool {
        true
    }

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

    fn needs_numbers(&self) -> bool {
        false
    }

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
    purpose: Purpose,
    ctx: Context<'_>,
    visitor: &mut V,
) -> Explored {
    let mut store = StateStore::new(space.words());
    store.insert(&space.initial());
    let children = (runs == Runs::Keep).then(Children::default);
    let explored = Explored { store, children, transitions: 0, expanded: 0, spent: None };
    let mut search =
        Search { space, explored, purpose, ctx, visitor, found: 1, since: 0, told: 0, cut: None };
    let result = search.run();
    search.tell_work();
    ctx.budget.work(BEGINNING);
    let Search { mut explored, cut, .. } = search;
    explored.spent = result.err();
    if let Some(cut) = cut {
        explored.store.truncate(cut);
    }
    explored
}

/// States per stretch of the sequential loop.
const STRETCH: usize = 64;

/// Targets looked for together: what is loaded for them fits the nearest cache.
const LOOK_UP: usize = 256;

/// States between two looks at the budget.
const PATIENCE: usize = 2048;

/// What it takes to begin a search, in states.
const BEGINNING: u64 = 64;

struct Search<'a, S, V> {
    space: &'a S,
    explored: Explored,
    purpose: Purpose,
    ctx: Context<'a>,
    visitor: &'a mut V,
    /// States found from those that were taken, and the initial one.
    found: usize,
    /// States expanded since the budget was looked at.
    since: usize,
    /// The work that the budget was told of.
    told: u64,
    /// How many states count, if the search ended early.
    cut: Option<usize>,
}

/// What is known about a stretch of states.
#[derive(Default)]
struct Batch<N> {
    /// The states, and their packed forms.
    states: Range<usize>,
    packed: Vec<u64>,
    successors: Successors,
    /// Where the moves of each state begin.
    rows: Vec<u32>,
    /// The number of every target that is not ERROR.
    numbers: Vec<u32>,
    /// The targets that must be looked for: their places among all, packed states, hashes, and numbers.
    open: Vec<u32>,
    open_states: Vec<u64>,
    hashes: Vec<u64>,
    found: Vec<u32>,
    /// How many states were found first from each state.
    counts: Vec<u32>,
    notes: N,
    /// Did the visitor end the search with the last state that it looked at?
    ended: bool,
    /// How many of the states were looked at.
    looked: usize,
}

impl<N> Batch<N> {
    /// Begins with a stretch of states.
    fn load(&mut self, store: &StateStore, states: Range<usize>) {
        self.packed.clear();
        states.clone().for_each(|state| self.packed.extend_from_slice(store.get(StateId::at(state))));
        self.states = states;
    }

    /// Computes the successors of the states, and those that must be looked for, with their hashes.
    fn expand<S: Space>(&mut self, space: &S, scratch: &mut S::Scratch, recent: &mut Recent) {
        self.successors.reset();
        self.rows.clear();
        self.rows.push(0);
        let words = space.words().max(1);
        for packed in self.packed.chunks_exact(words) {
            space.successors(packed, scratch, &mut self.successors);
            self.rows.push(self.successors.len() as u32);
        }
        let targets = self.successors.states();
        let n = targets.len() / words;
        self.open.resize(n, 0);
        self.hashes.resize(n, 0);
        self.open_states.resize(n * words, 0);
        let mut open = 0;
        if words == 1 {
            // Whether a target was met of late cannot be foreseen: no branch.
            for (place, &target) in targets.iter().enumerate() {
                let hash = hash(&[target]);
                self.open[open] = place as u32;
                self.hashes[open] = hash;
                self.open_states[open] = target;
                open += usize::from(!recent.put_word(hash, target));
            }
        } else {
            for (place, target) in targets.chunks_exact(words).enumerate() {
                let hash = hash(target);
                if !recent.put(hash, target) {
                    self.open[open] = place as u32;
                    self.hashes[open] = hash;
                    self.open_states[open * words..(open + 1) * words].copy_from_slice(target);
                    open += 1;
                }
            }
        }
        self.open.truncate(open);
        self.hashes.truncate(open);
        self.open_states.truncate(open * words);
        self.found.resize(self.open.len(), NOT_FOUND);
        self.numbers.resize(self.successors.states().len() / words, NOT_FOUND);
        self.counts.clear();
        self.counts.resize(self.states.len(), 0);
        self.ended = false;
        self.looked = 0;
    }

    /// Shows the states to the visitor, those before `end` only.
    fn show<V: Visitor<Notes = N>>(&mut self, visitor: &V, words: usize, end: usize) {
        let shown = self.states.start..self.states.end.min(end);
        for (i, state) in shown.enumerate() {
            let range = self.rows[i] as usize..self.rows[i + 1] as usize;
            let (state, packed) = (StateId::at(state), &self.packed[i * words..(i + 1) * words]);
            let moves = self.successors.moves(range, &self.numbers);
            self.looked += 1;
            if visitor.look(state, packed, moves, &mut self.notes).is_break() {
                self.ended = true;
                return;
            }
        }
    }

    /// How many moves of a state (by position) do not lead into ERROR.
    #[inline]
    fn targets_of(&self, state: usize) -> usize {
        self.successors.targets_in(self.rows[state] as usize..self.rows[state + 1] as usize)
    }

    fn memory(&self) -> usize {
        self.successors.memory()
            + (self.hashes.capacity() + self.open_states.capacity() + self.packed.capacity()) * 8
            + (self.numbers.capacity() + self.found.capacity() + self.open.capacity()) * 4
            + (self.rows.capacity() + self.counts.capacity()) * 4
    }
}

/// States that the same thread has met of late: where numbers are not needed, they need not be looked for
/// again, since stretches that were expanded earlier are numbered earlier. States are compared, not only
/// their hashes.
struct Recent {
    /// A state per bucket; empty if nothing is remembered.
    states: Vec<u64>,
    words: usize,
    /// The number of buckets, a power of two, less one.
    mask: usize,
}

/// Words of [`Recent`]: they fit the cache of one core beside the rest.
const RECENT: usize = 1 << 15;

/// Words of [`Recent`] in a search that may turn out to be small, and the number of states from which on it
/// is not: making the large one takes as long as visiting some hundred states.
const RECENT_AT_FIRST: usize = 1 << 9;
const NOT_SMALL: usize = 1 << 11;

impl Recent {
    fn new<S: Space, V: Visitor>(space: &S, visitor: &V, size: usize) -> Self {
        let words = space.words().max(1);
        let buckets = if visitor.needs_numbers() { 0 } else { (size / words).max(1).next_power_of_two() };
        // The initial state is known from the beginning.
        let states = space.initial().repeat(buckets);
        Recent { states, words, mask: buckets.saturating_sub(1) }
    }

    /// As [`Recent::put`], for states of one word.
    #[inline]
    fn put_word(&mut self, hash: u64, word: u64) -> bool {
        match self.states.get_mut((hash >> 8) as usize & self.mask) {
            Some(bucket) => std::mem::replace(bucket, word) == word,
            None => false,
        }
    }

    /// Remembers a state; was it remembered already?
    #[inline]
    fn put(&mut self, hash: u64, state: &[u64]) -> bool {
        if self.states.is_empty() {
            return false;
        }
        let at = (hash >> 8) as usize & self.mask;
        let bucket = &mut self.states[at * self.words..(at + 1) * self.words];
        if bucket == state {
            return true;
        }
        bucket.copy_from_slice(state);
        false
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
        let mut recent = Recent::new(self.space, self.visitor, RECENT_AT_FIRST);
        let mut is_small = true;
        loop {
            let (first, known) = (self.explored.expanded, self.explored.store.len());
            if first == known {
                return Ok(());
            }
            if is_small && first >= NOT_SMALL {
                is_small = false;
                recent = Recent::new(self.space, self.visitor, RECENT);
            }
            let stretch = if parallel::pays(self.ctx.executor.width(), known - first) {
                self.together()?
            } else {
                batch.load(&self.explored.store, first..known.min(first + STRETCH));
                batch.expand(self.space, &mut scratch, &mut recent);
                self.number(&mut batch)?
            };
            if let Stretch::Last = stretch {
                return Ok(());
            }
            self.look_at_budget(batch.memory())?;
        }
    }

    /// Numbers the targets of a batch and takes its states.
    fn number(&mut self, batch: &mut Batch<V::Notes>) -> Result<Stretch, Spent> {
        let Explored { store, .. } = &mut self.explored;
        let words = self.space.words().max(1);
        let limit = self.ctx.budget.states.map_or(usize::MAX, |limit| limit.max(1) as usize);
        // The table grows in leaps: whether there is room is asked before.
        if self.ctx.budget.memory.is_some()
            && let Some(grown) = store.memory_grown(batch.open.len())
        {
            self.ctx.budget.check_memory(grown + self.visitor.memory())?;
        }
        let mut end = batch.states.end;
        // The state whose targets are numbered, and the place where those of the next one begin.
        let (mut state, mut next) = (0, batch.targets_of(0));
        'all: for begin in (0..batch.open.len()).step_by(LOOK_UP) {
            let range = begin..batch.open.len().min(begin + LOOK_UP);
            let states = &batch.open_states[range.start * words..range.end * words];
            store.find_all(states, &batch.hashes[range.clone()], &mut batch.found[range.clone()]);
            for at in range {
                let place = batch.open[at] as usize;
                while place >= next {
                    state += 1;
                    next += batch.targets_of(state);
                }
                if batch.found[at] == NOT_FOUND {
                    let target = &batch.open_states[at * words..(at + 1) * words];
                    let (number, is_new) = store.insert_hashed(target, batch.hashes[at]);
                    batch.found[at] = number.raw();
                    batch.counts[state] += u32::from(is_new);
                    if is_new && store.len() > limit {
                        end = batch.states.start + state;
                        break 'all;
                    }
                }
                batch.numbers[place] = batch.found[at];
            }
        }
        batch.show(&*self.visitor, words, end);
        self.take(batch, end)
    }

    /// Takes what is known about a batch whose targets are numbered; states from `end` on do not count, since
    /// there the limit on states was reached.
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

    /// Every state and every transition is a step of work.
    fn tell_work(&mut self) {
        let done = self.explored.expanded as u64 + self.explored.transitions;
        self.ctx.budget.work(done - self.told);
        self.told = done;
    }

    /// Asks the budget every now and then, and tells where the search is. `buffers` are bytes held
    /// beside.
    fn look_at_budget(&mut self, buffers: usize) -> Result<(), Spent> {
        if self.since < PATIENCE {
            return Ok(());
        }
        self.tell_work();
        self.since = 0;
        let explored = &self.explored;
        let children = explored.children.as_ref().map_or(0, |children| children.counts.len());
        let bytes = explored.store.memory() + children + self.visitor.memory() + buffers;
        self.ctx.budget.check_memory(bytes)?;
        self.ctx.progress.report(&ProgressEvent::Exploring {
            purpose: self.purpose,
            states: explored.store.len() as u64,
            transitions: explored.transitions,
            waiting: (explored.store.len() - explored.expanded) as u64,
        });
        self.ctx.budget.poll()
    }
}
