//! The queue expanded by several threads in step, with the result of the sequential loop.
//!
//! **Method.** A stretch of the queue is cut into chunks, and the states seen are divided among as many tables as there are
//! threads. The threads meet at a barrier between two steps.
//! 1. *Expand*, chunk by chunk: successors and hashes are computed, and looked for in the tables, which are only read. Most
//!    targets are known. The others are noted by the table that they belong to.
//! 2. *Enter*, each thread in its own table: it goes through the table's open targets of all chunks in order, and gives those
//!    that are new provisional numbers. Nobody else touches the table; the arena is only read.
//! 3. *Number*, the first thread only: the new states of all tables are merged by their places, which is the order in which
//!    the sequential loop finds them, and get their numbers.
//! 4. *Show*, chunk by chunk: the visitor looks at the states. Then each thread replaces the provisional numbers in its table.
//! 5. *Take*, the first thread only: the visitor takes the notes, the budget is asked, the next stretch is chosen.
//!
//! **Cost.** Steps 3 and 5 are sequential: a merge and a copy of every new state. They are a small part of the whole, since
//! most moves lead to states that are known. Stretches are so short that what is computed ahead stays in the caches.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};

use super::barrier::Barrier;
use super::{Batch, Search, Space, Stretch, Visitor};
use crate::budget::Spent;
use crate::store::{Arena, NOT_FOUND, Table, find_all, table_of};

/// More threads than this have nothing to do.
pub(super) const MAX_TABLES: usize = 64;

/// States per chunk, and chunks per thread.
const CHUNK: usize = 128;
const CHUNKS: usize = 8;

/// Buffers of all threads.
pub(super) struct Team<N> {
    width: usize,
    chunks: Vec<RwLock<Chunk<N>>>,
    finds: Vec<RwLock<Finds>>,
}

/// A part of the stretch. It has cache lines of its own: threads that work on neighbors must not wait for each other.
#[derive(Default)]
#[repr(align(128))]
struct Chunk<N> {
    batch: Batch<N>,
    /// The places of the open targets, those of the first table first.
    places: Vec<u32>,
    /// Where the places of each table begin in `places`; one more at the end.
    rows: Vec<u32>,
}

/// What was found in one table.
#[derive(Default)]
#[repr(align(128))]
struct Finds {
    /// The numbers of the table's open targets, chunk by chunk; those of new states are provisional.
    answers: Vec<u32>,
    /// Where the answers of each chunk begin.
    rows: Vec<u32>,
    /// The new states, in the order of their provisional numbers.
    new: Vec<New>,
    /// The numbers of the new states.
    numbers: Vec<u32>,
}

/// Where a new state was found first, and where it is in the table.
struct New {
    chunk: u32,
    place: u32,
    slot: u32,
    hash: u64,
}

impl<N: Default> Team<N> {
    /// Buffers for this many threads.
    pub(super) fn new(width: usize) -> Self {
        let chunks = if width > 1 { width * CHUNKS } else { 0 };
        Team {
            width,
            chunks: (0..chunks).map(|_| RwLock::default()).collect(),
            finds: (0..width).map(|_| RwLock::default()).collect(),
        }
    }

    /// Is a queue of this length worth dividing?
    pub(super) fn pays_for(&self, waiting: usize) -> bool {
        self.width > 1 && waiting >= self.chunks.len() * CHUNK / 4
    }

    pub(super) fn memory(&self) -> usize {
        let of_chunk = |chunk: &RwLock<Chunk<N>>| {
            let chunk = read(chunk);
            chunk.batch.memory() + chunk.places.capacity() * 4
        };
        let of_finds = |finds: &RwLock<Finds>| {
            let finds = read(finds);
            (finds.answers.capacity() + finds.numbers.capacity()) * 4 + finds.new.capacity() * 24
        };
        self.chunks.iter().map(of_chunk).sum::<usize>() + self.finds.iter().map(of_finds).sum::<usize>()
    }
}

/// The threads at work. Between two meetings at the barrier everything is either only read or belongs to one thread; the
/// locks show this to the compiler, nobody waits for them.
struct Crew<'c, 's, S: Space, V: Visitor> {
    search: RwLock<&'c mut Search<'s, S, V>>,
    tables: Vec<RwLock<Table>>,
    team: &'c Team<V::Notes>,
    plan: RwLock<Plan>,
    barrier: Barrier,
}

/// The present stretch.
#[derive(Default)]
struct Plan {
    /// States known before it.
    known: usize,
    /// Its first state, its states, states per chunk, and its chunks.
    first: usize,
    states: usize,
    size: usize,
    n_chunks: usize,
    /// Per chunk: has a thread begun to expand it, and to show it?
    expanding: Vec<AtomicBool>,
    showing: Vec<AtomicBool>,
    /// The first new number of every chunk, and the first state that does not count.
    firsts: Vec<u32>,
    end: usize,
    /// How the work ended, if it did.
    outcome: Option<Result<Stretch, Spent>>,
}

impl<S: Space, V: Visitor> Search<'_, S, V> {
    /// Expands the next states of the queue with all threads, until it is short or the search ends.
    pub(super) fn together(&mut self, team: &mut Team<V::Notes>) -> Result<Stretch, Spent> {
        let executor = self.ctx.executor;
        let tables = std::mem::take(&mut self.explored.store.tables);
        let crew = Crew {
            search: RwLock::new(self),
            tables: tables.into_iter().map(RwLock::new).collect(),
            team,
            plan: RwLock::default(),
            barrier: Barrier::new(team.width),
        };
        crew.choose();
        executor.together(&|worker| {
            if worker < team.width {
                crew.work(worker);
            }
        });
        let tables =
            crew.tables.into_iter().map(|table| table.into_inner().unwrap_or_else(PoisonError::into_inner));
        let Search { explored, .. } = crew.search.into_inner().unwrap_or_else(PoisonError::into_inner);
        explored.store.tables = tables.collect();
        let plan = crew.plan.into_inner().unwrap_or_else(PoisonError::into_inner);
        plan.outcome.expect("the work ends with an outcome")
    }
}

impl<S: Space, V: Visitor> Crew<'_, '_, S, V> {
    /// Chooses the next stretch.
    fn choose(&self) {
        let search = read(&self.search);
        let (first, known) = (search.explored.expanded, search.explored.store.len());
        let states = (known - first).min(self.team.chunks.len() * CHUNK);
        let size = states.div_ceil(self.team.chunks.len()).max(1);
        let n_chunks = states.div_ceil(size);
        let flags = || (0..n_chunks).map(|_| AtomicBool::new(false)).collect();
        let (expanding, showing) = (flags(), flags());
        let plan = Plan { known, first, states, size, n_chunks, expanding, showing, ..Plan::default() };
        *write(&self.plan) = plan;
    }

    /// What one thread does.
    fn work(&self, worker: usize) {
        let _member = self.barrier.member();
        let mut scratch = S::Scratch::default();
        loop {
            self.expand(worker, &mut scratch);
            self.barrier.wait();
            self.enter(worker);
            self.barrier.wait();
            if worker == 0 {
                self.number();
            }
            self.barrier.wait();
            self.show(worker);
            self.barrier.wait();
            if worker == 0 {
                let outcome = self.take();
                if outcome.is_none() {
                    self.choose();
                }
                write(&self.plan).outcome = outcome;
            }
            self.barrier.wait();
            if read(&self.plan).outcome.is_some() {
                return;
            }
        }
    }

    /// The chunks that a thread works on: first its own, whose data it has in its cache, then those that nobody has begun.
    fn chunks_for<'p>(&self, worker: usize, begun: &'p [AtomicBool]) -> impl Iterator<Item = usize> + 'p {
        let width = self.team.width;
        let order = (0..width).flat_map(move |k| ((worker + k) % width..begun.len()).step_by(width));
        order.filter(|&i| !begun[i].swap(true, Ordering::Relaxed))
    }

    fn expand(&self, worker: usize, scratch: &mut S::Scratch) {
        let (search, plan) = (read(&self.search), read(&self.plan));
        let arena = &search.explored.store.arena;
        let tables: Vec<_> = self.tables.iter().map(read).collect();
        let table = |hash: u64| &*tables[table_of(hash, tables.len())];
        for i in self.chunks_for(worker, &plan.expanding) {
            let chunk = &mut *write(&self.team.chunks[i]);
            let begin = plan.first + i * plan.size;
            let states = begin..(begin + plan.size).min(plan.first + plan.states);
            let batch = &mut chunk.batch;
            batch.expand(search.space, arena, states, scratch);
            let targets = batch.successors.states();
            for begin in (0..batch.hashes.len()).step_by(LOOK_UP) {
                let range = begin..batch.hashes.len().min(begin + LOOK_UP);
                let (hashes, found) = (&batch.hashes[range.clone()], &mut batch.numbers[range]);
                find_all(table, arena, &targets[begin * arena.words()..], hashes, found);
            }
            chunk.divide(tables.len());
        }
    }

    fn enter(&self, worker: usize) {
        let (search, plan) = (read(&self.search), read(&self.plan));
        let mut table = write(&self.tables[worker]);
        let chunks: Vec<_> = self.team.chunks[..plan.n_chunks].iter().map(read).collect();
        let at = (worker, self.tables.len());
        write(&self.team.finds[worker]).enter(&mut table, at, &search.explored.store.arena, &chunks);
    }

    fn number(&self) {
        let (mut search, mut plan) = (write(&self.search), write(&self.plan));
        let limit = search.ctx.budget.states.map_or(usize::MAX, |limit| limit.max(1) as usize);
        let chunks = &self.team.chunks[..plan.n_chunks];
        let (firsts, reached) = number(&self.team.finds, chunks, &mut search.explored.store.arena, limit);
        plan.firsts = firsts;
        plan.end = reached.unwrap_or(plan.first + plan.states);
    }

    fn show(&self, worker: usize) {
        let (search, plan) = (read(&self.search), read(&self.plan));
        let arena = &search.explored.store.arena;
        for i in self.chunks_for(worker, &plan.showing) {
            let chunk = &mut *write(&self.team.chunks[i]);
            chunk.resolve(&self.team.finds, i, plan.known as u32, plan.firsts[i]);
            chunk.batch.show(&*search.visitor, arena, plan.end);
        }
        let mut table = write(&self.tables[worker]);
        let finds = read(&self.team.finds[worker]);
        // The new states of other tables may have made numbers too large for the slots.
        let n = arena.len() as u32;
        if table.is_full(n) {
            return table.rebuild(arena, (worker, self.tables.len()), n, n);
        }
        for (new, &number) in finds.new.iter().zip(&finds.numbers) {
            table.renumber(new.slot as usize, new.hash, number);
        }
    }

    /// Takes the states of the stretch; says how the work ends, if it does.
    fn take(&self) -> Option<Result<Stretch, Spent>> {
        let (mut search, plan) = (write(&self.search), read(&self.plan));
        for chunk in &self.team.chunks[..plan.n_chunks] {
            match search.take(&mut write(chunk).batch, plan.end) {
                Ok(Stretch::Whole) => {}
                ended => return Some(ended),
            }
        }
        let tables = self.tables.iter().map(|table| read(table).memory()).sum();
        if let Err(spent) = search.look_at_budget(self.team.memory(), tables) {
            return Some(Err(spent));
        }
        let waiting = search.explored.store.len() - search.explored.expanded;
        (!self.team.pays_for(waiting)).then_some(Ok(Stretch::Whole))
    }
}

impl<N> Chunk<N> {
    /// Sorts the places of the open targets by their tables, in order for each.
    fn divide(&mut self, n_tables: usize) {
        let Batch { hashes, numbers, .. } = &self.batch;
        let open = |&place: &usize| numbers[place] == NOT_FOUND;
        self.rows.clear();
        self.rows.resize(n_tables + 1, 0);
        for place in (0..hashes.len()).filter(open) {
            self.rows[table_of(hashes[place], n_tables) + 1] += 1;
        }
        for t in 0..n_tables {
            self.rows[t + 1] += self.rows[t];
        }
        let mut fill = self.rows.clone();
        self.places.resize(self.rows[n_tables] as usize, 0);
        for place in (0..hashes.len()).filter(open) {
            let at = &mut fill[table_of(hashes[place], n_tables)];
            self.places[*at as usize] = place as u32;
            *at += 1;
        }
    }

    /// The open places that belong to a table.
    fn places_of(&self, table: usize) -> &[u32] {
        &self.places[self.rows[table] as usize..self.rows[table + 1] as usize]
    }

    /// The state (by position in the chunk) one of whose moves leads to the target at a place.
    fn owner(&self, place: usize) -> usize {
        let mut seen = 0;
        let mut is_before = |row: &[u32]| {
            seen += self.batch.successors.targets_in(row[0] as usize..row[1] as usize);
            seen <= place
        };
        self.batch.rows.windows(2).take_while(|row| is_before(row)).count()
    }

    /// Gives every open target its number, and counts the states found first from each state. `known` states were known before;
    /// the first new state of this chunk has number `next`.
    fn resolve(&mut self, finds: &[RwLock<Finds>], chunk: usize, known: u32, mut next: u32) {
        for (t, finds) in finds.iter().enumerate() {
            let finds = read(finds);
            let answers = &finds.answers[finds.rows[chunk] as usize..];
            let places = &self.places[self.rows[t] as usize..self.rows[t + 1] as usize];
            for (&place, &answer) in places.iter().zip(answers) {
                let number = match answer.checked_sub(known) {
                    None => answer,
                    // Beyond a limit on states there are no numbers.
                    Some(new) => finds.numbers.get(new as usize).copied().unwrap_or(NOT_FOUND),
                };
                self.batch.numbers[place as usize] = number;
            }
        }
        // New states are numbered in the order of their first places.
        let mut place = 0;
        for (i, row) in self.batch.rows.windows(2).enumerate() {
            let targets = self.batch.successors.targets_in(row[0] as usize..row[1] as usize);
            for &number in &self.batch.numbers[place..place + targets] {
                let first = u32::from(number == next);
                next += first;
                self.batch.counts[i] += first;
            }
            place += targets;
        }
    }
}

/// Targets looked for at once.
const LOOK_UP: usize = 256;

impl Finds {
    /// Looks for all open targets that belong to table `at`, and enters new ones with provisional numbers.
    fn enter<N>(
        &mut self,
        table: &mut Table,
        at: (usize, usize),
        arena: &Arena,
        chunks: &[RwLockReadGuard<'_, Chunk<N>>],
    ) {
        let words = arena.words();
        let Finds { answers, rows, new, numbers } = self;
        answers.clear();
        rows.clear();
        new.clear();
        numbers.clear();
        let known = arena.len() as u32;
        for (c, chunk) in chunks.iter().enumerate() {
            rows.push(answers.len() as u32);
            let (states, hashes) = (chunk.batch.successors.states(), &chunk.batch.hashes);
            for &place in chunk.places_of(at.0) {
                let hash = hashes[place as usize];
                let state = &states[place as usize * words..(place as usize + 1) * words];
                let is = |number: u32| match number.checked_sub(known) {
                    None => arena.is(number, state),
                    Some(k) => {
                        let New { chunk, place, .. } = new[k as usize];
                        let states = chunks[chunk as usize].batch.successors.states();
                        states[place as usize * words..(place as usize + 1) * words] == *state
                    }
                };
                let slot = match table.probe(hash, is) {
                    Ok(number) => {
                        answers.push(number);
                        continue;
                    }
                    Err(slot) => slot,
                };
                let number = known + new.len() as u32;
                answers.push(number);
                table.fill(slot, hash, number);
                new.push(New { chunk: c as u32, place, slot: slot as u32, hash });
                if table.is_full(number) {
                    table.rebuild(arena, at, known, number);
                    for (k, new) in new.iter_mut().enumerate() {
                        let slot = table.free_slot(new.hash);
                        table.fill(slot, new.hash, known + k as u32);
                        new.slot = slot as u32;
                    }
                }
            }
        }
    }
}

/// Numbers the new states of all tables in the order of their places. Returns the first new number of every chunk, and the
/// state at which the limit on states was passed, if it was.
fn number<N>(
    finds: &[RwLock<Finds>],
    chunks: &[RwLock<Chunk<N>>],
    arena: &mut Arena,
    limit: usize,
) -> (Vec<u32>, Option<usize>) {
    let words = arena.words();
    let mut finds: Vec<_> = finds.iter().map(write).collect();
    let mut heads = vec![0usize; finds.len()];
    let mut firsts = Vec::with_capacity(chunks.len());
    let mut reached = None;
    for (c, chunk) in chunks.iter().enumerate() {
        firsts.push(arena.len() as u32);
        if reached.is_some() {
            continue;
        }
        let chunk = read(chunk);
        let states = chunk.batch.successors.states();
        loop {
            let place = |t: usize| {
                let new = finds[t].new.get(heads[t]).filter(|new| new.chunk as usize == c)?;
                Some((new.place, t))
            };
            let Some((place, t)) = (0..finds.len()).filter_map(place).min() else { break };
            let number = arena.len() as u32;
            finds[t].numbers.push(number);
            heads[t] += 1;
            arena.push(&states[place as usize * words..(place as usize + 1) * words]);
            if arena.len() > limit {
                reached = Some(chunk.batch.states.start + chunk.owner(place as usize));
                break;
            }
        }
    }
    (firsts, reached)
}

fn read<T>(lock: &RwLock<T>) -> RwLockReadGuard<'_, T> {
    lock.read().unwrap_or_else(PoisonError::into_inner)
}

fn write<T>(lock: &RwLock<T>) -> RwLockWriteGuard<'_, T> {
    lock.write().unwrap_or_else(PoisonError::into_inner)
}
