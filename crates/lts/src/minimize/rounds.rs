//! Strong bisimilarity by rounds of signatures: fast where few rounds suffice, and parallel.
//!
//! # Problem
//! The coarsest stable partition: states of one block have the same set of pairs (label, block of the
//! target).
//!
//! # Method
//! Signature refinement \[BO03\]. A round looks at the states that have a transition into a block made by the
//! round before, hashes their signatures, and splits blocks by the hashes; of the parts of a block the
//! largest keeps its number. Hashes are not compared with signatures in between. Equal signatures have equal
//! hashes, so no round separates bisimilar states, however the hashes collide; and a partition that is stable
//! in the end separates all others. That is checked once, pair by pair, for the blocks with more than one
//! state. If a collision has joined what does not belong together, or if the rounds look at too much that has
//! not changed, refinement by splitters goes on from the partition found, which is never too fine.
//!
//! # Invariants
//! 1. Bisimilar states are in one block.
//! 2. Between rounds, states of one block that have no transition into a new block have the same
//!    signature hash; and those that have one differ from them.
//! 3. If `looked[s]` is `ALONE`, the block of `s` has one state.
//!
//! # Cost
//! A round reads the transitions of the states that are not alone in their block, and hashes those of the
//! states it looks at: O(m) per round, with at most [`WASTE`] rounds' worth of reading for nothing. Looking
//! costs O(m log n) in all, for a state that changes its block comes into one of at most half the size.
//! Memory besides the LTS: 5 bytes per state, 8 per block, 16 per state examined, and 12 per group.
//!
//! # Departures
//! There are no transitions backwards: reading the rows forwards to find the states to examine was cheaper
//! than building and following them on every model measured. Everything but the numbering of new blocks is
//! done by part of the states or by part of the hashes, so several threads can work on it; the classes are
//! the same in whatever order they do.

use std::sync::atomic::{AtomicU8, AtomicU32, Ordering::Relaxed};

use super::groups::{Blocks, Group, NONE};
use super::parallel::{map_parts, ranges};
use super::partition::number_by_first;
use super::signature::{END, ERROR_BLOCK, pair};
use super::splitter::refine_strong;
use crate::budget::{Context, Executor, ProgressEvent, Sequential, Spent, Ticker};
use crate::id::{Label, StateId, StateMap};
use crate::lts::Lts;

/// The states examined are spread over this many tables by the upper bits of their hashes, so that a table
/// fits the cache.
const SHARDS: usize = 16;
/// A state that is alone in its block and need not be examined any more.
const ALONE: u8 = u8::MAX;
/// Transitions read in vain, in multiples of all transitions, after which splitters take over.
const WASTE: u64 = 64;

/// Refines the given partition (blocks numbered without gaps) until it is stable. Blocks of the result are
/// numbered by their first state.
pub(super) fn refine(
    lts: &Lts,
    initial: (Vec<u32>, usize),
    ctx: Context<'_>,
) -> Result<(StateMap<u32>, usize), Spent> {
    let (block, ended) = run(lts, initial, mix, WASTE, ctx)?;
    finish(lts, block, ended, ctx)
}

/// How the rounds ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Ended {
    /// Nothing changes any more, as far as the hashes can tell.
    Quiet,
    /// Too much was read in vain.
    Wasteful,
}

/// Rounds until nothing changes or the transitions read in vain are more than `waste` times all.
fn run(
    lts: &Lts,
    initial: (Vec<u32>, usize),
    hash_of_pair: impl Fn(u64) -> u64 + Copy + Sync,
    waste: u64,
    ctx: Context<'_>,
) -> Result<(Vec<u32>, Ended), Spent> {
    let mut rounds = Rounds::new(lts, initial, hash_of_pair, ctx);
    let waste = waste.saturating_mul((lts.n_transitions() + lts.n_states()) as u64);
    ctx.budget.check_memory(rounds.memory() + lts.n_states() * size_of::<Record>())?;
    let ended = loop {
        rounds.look()?;
        if rounds.wasted > waste {
            break Ended::Wasteful;
        }
        rounds.group()?;
        ctx.budget.check_memory(rounds.memory())?;
        if rounds.number() == 0 {
            break Ended::Quiet;
        }
        rounds.apply()?;
        ctx.progress.report(&ProgressEvent::Minimizing {
            blocks: rounds.blocks.sizes.len() as u64,
            transitions: lts.n_transitions() as u64,
            waiting: rounds.n_looked as u64,
        });
    };
    Ok((rounds.block.into_iter().map(AtomicU32::into_inner).collect(), ended))
}

/// Makes sure that the partition is stable: checks it, or goes on with splitters.
fn finish(
    lts: &Lts,
    block: Vec<u32>,
    ended: Ended,
    ctx: Context<'_>,
) -> Result<(StateMap<u32>, usize), Spent> {
    let (block, n_blocks) = number_by_first(block);
    if ended == Ended::Quiet && is_stable(lts, block.as_slice(), n_blocks, ctx)? {
        return Ok((block, n_blocks));
    }
    refine_strong(lts, (block.into_vec(), n_blocks), ctx)
}

/// A state examined in this round.
struct Record {
    /// Of its signature.
    hash: u64,
    /// Its block; once groups are known, its group among those of the shard.
    block: u32,
    state: u32,
}

/// The records of a part of the states.
struct Part {
    records: Vec<Record>,
    /// Where the records of each shard begin, and where the last one ends.
    shards: [usize; SHARDS + 1],
}

impl Part {
    /// Brings the records into the order of their shards, in place.
    fn sort_by_shard(&mut self) {
        let shard_of = |record: &Record| (record.hash >> (64 - SHARDS.ilog2())) as usize;
        self.shards = [0; SHARDS + 1];
        for record in &self.records {
            self.shards[shard_of(record) + 1] += 1;
        }
        for shard in 0..SHARDS {
            self.shards[shard + 1] += self.shards[shard];
        }
        let mut next = self.shards;
        for shard in 0..SHARDS {
            while next[shard] < self.shards[shard + 1] {
                let to = shard_of(&self.records[next[shard]]);
                if to != shard {
                    self.records.swap(next[shard], next[to]);
                }
                next[to] += 1;
            }
        }
    }

    /// The records of every shard.
    fn by_shard(&self) -> impl Iterator<Item = &[Record]> {
        self.shards.windows(2).map(|ends| &self.records[ends[0]..ends[1]])
    }

    fn by_shard_mut(&mut self) -> impl Iterator<Item = &mut [Record]> {
        let mut rest = &mut self.records[..];
        self.shards.windows(2).map(move |ends| {
            let (records, others) = std::mem::take(&mut rest).split_at_mut(ends[1] - ends[0]);
            rest = others;
            records
        })
    }
}

struct Rounds<'a, H> {
    lts: &'a Lts,
    ctx: Context<'a>,
    hash_of_pair: H,
    block: Vec<AtomicU32>,
    /// The round in which a state was last examined, or `ALONE`.
    looked: Vec<AtomicU8>,
    blocks: Blocks,
    mark: u8,
    parts: Vec<Part>,
    groups: Vec<Group>,
    /// Where the groups of each shard begin.
    starts: Vec<u32>,
    n_looked: usize,
    /// States and transitions read to find that there was nothing to do.
    wasted: u64,
}

impl<'a, H: Fn(u64) -> u64 + Copy + Sync> Rounds<'a, H> {
    fn new(lts: &'a Lts, (block, n_blocks): (Vec<u32>, usize), hash_of_pair: H, ctx: Context<'a>) -> Self {
        let blocks = Blocks::new(&block, n_blocks);
        let looked = block.iter().map(|&b| if blocks.sizes[b as usize] == 1 { ALONE } else { 0 });
        Rounds {
            lts,
            ctx,
            hash_of_pair,
            looked: looked.map(AtomicU8::new).collect(),
            block: block.into_iter().map(AtomicU32::new).collect(),
            blocks,
            mark: 0,
            parts: Vec::new(),
            groups: Vec::new(),
            starts: Vec::new(),
            n_looked: 0,
            wasted: 0,
        }
    }

    /// Looks at the states whose signature has changed: hashes them into `records`.
    fn look(&mut self) -> Result<(), Spent> {
        if self.mark == ALONE - 1 {
            self.mark = 0;
            self.looked
                .iter_mut()
                .map(AtomicU8::get_mut)
                .filter(|mark| **mark != ALONE)
                .for_each(|mark| *mark = 0);
        }
        self.mark += 1;
        let parts = ranges(self.lts.n_states(), self.ctx.executor);
        self.parts.resize_with(parts.len(), || Part { records: Vec::new(), shards: [0; SHARDS + 1] });
        let parts = parts.into_iter().zip(&mut self.parts).collect();
        let (lts, block, looked) = (self.lts, &self.block[..], &self.looked[..]);
        let (mark, first_new, hash_of_pair, budget) =
            (self.mark, self.blocks.first_new, self.hash_of_pair, self.ctx.budget);
        let counts = map_parts(self.ctx.executor, parts, |(states, part)| {
            let mut ticker = Ticker::default();
            let mut scratch = Scratch { distinct: [0; SHORT], long: Vec::new() };
            let (mut n_looked, mut wasted) = (0, 0);
            part.records.clear();
            // What is not used costs no memory.
            part.records.reserve_exact(states.len());
            for s in states {
                if looked[s].load(Relaxed) == ALONE {
                    continue;
                }
                ticker.tick(budget)?;
                let id = StateId::at(s);
                let targets = lts.targets_of(id);
                let is_new = |t: &StateId| block.get(t.index()).is_some_and(|b| b.load(Relaxed) >= first_new);
                if first_new > 0 && !targets.iter().any(is_new) {
                    wasted += 1 + targets.len() as u64;
                    continue;
                }
                looked[s].store(mark, Relaxed);
                n_looked += 1;
                let hash = hash_of_row(lts, id, block, hash_of_pair, &mut scratch);
                part.records.push(Record { hash, block: block[s].load(Relaxed), state: s as u32 });
            }
            part.sort_by_shard();
            Ok((n_looked, wasted))
        })?;
        self.n_looked = counts.iter().map(|count| count.0).sum();
        self.wasted += counts.iter().map(|count| count.1).sum::<u64>();
        Ok(())
    }

    /// Who works on the records: few of them are not worth a second thread.
    fn executor(&self) -> &'a dyn Executor {
        if self.n_looked < 1 << 14 { &Sequential } else { self.ctx.executor }
    }

    /// Groups the records by block and hash; a record's `block` becomes its group.
    fn group(&mut self) -> Result<(), Spent> {
        let executor = self.executor();
        let mut shards: Vec<Vec<&mut [Record]>> = (0..SHARDS).map(|_| Vec::new()).collect();
        for part in &mut self.parts {
            for (shard, records) in shards.iter_mut().zip(part.by_shard_mut()) {
                shard.push(records);
            }
        }
        let found = map_parts(executor, shards, |shard| {
            let n_records: usize = shard.iter().map(|records| records.len()).sum();
            let mut table = vec![NONE; (2 * n_records).next_power_of_two()];
            let mask = table.len() - 1;
            let mut groups: Vec<Group> = Vec::new();
            let mut hashes: Vec<u64> = Vec::new();
            for record in shard.into_iter().flatten() {
                let mut at = record.hash as usize & mask;
                let group = loop {
                    let g = table[at];
                    if g == NONE {
                        table[at] = groups.len() as u32;
                        groups.push(Group { block: record.block, size: 0, id: NONE });
                        hashes.push(record.hash);
                        break table[at];
                    }
                    if hashes[g as usize] == record.hash && groups[g as usize].block == record.block {
                        break g;
                    }
                    at = (at + 1) & mask;
                };
                groups[group as usize].size += 1;
                record.block = group;
            }
            Ok(groups)
        })?;
        self.groups.clear();
        self.starts.clear();
        for groups in found {
            self.starts.push(self.groups.len() as u32);
            self.groups.extend(groups);
        }
        Ok(())
    }

    /// Gives numbers to the groups; how many states get another one? States of their blocks that were not
    /// looked at may be the smaller part and leave: before `apply`, so that blocks are still those of the
    /// round before.
    fn number(&mut self) -> usize {
        let (n_moved, leaving) = self.blocks.number(&mut self.groups);
        if !leaving.is_empty() {
            let states = self.block.iter_mut().zip(&mut self.looked);
            let mark = self.mark;
            self.blocks.with_leaving(&leaving, |new, sizes| {
                for (block, looked) in states.map(|(block, looked)| (block.get_mut(), looked.get_mut())) {
                    let new = if *looked == mark || *looked == ALONE { NONE } else { new[*block as usize] };
                    if new != NONE {
                        *block = new;
                        if sizes[new as usize] == 1 {
                            *looked = ALONE;
                        }
                    }
                }
            });
        }
        n_moved
    }

    /// Moves the states examined to the blocks of their groups.
    fn apply(&mut self) -> Result<(), Spent> {
        let (block, looked, groups) = (&self.block[..], &self.looked[..], &self.groups[..]);
        let parts = self.parts.iter().flat_map(|part| part.by_shard().zip(&self.starts)).collect();
        map_parts(self.executor(), parts, |(records, start): (&[Record], &u32)| {
            for record in records {
                let group = &groups[(start + record.block) as usize];
                let state = record.state as usize;
                if group.id != group.block {
                    block[state].store(group.id, Relaxed);
                }
                if group.size == 1 {
                    looked[state].store(ALONE, Relaxed);
                }
            }
            Ok(())
        })?;
        debug_assert!(self.check_invariants());
        Ok(())
    }

    /// Invariant 3, and that `sizes` are the sizes.
    fn check_invariants(&self) -> bool {
        let mut sizes = vec![0; self.blocks.sizes.len()];
        for block in &self.block {
            sizes[block.load(Relaxed) as usize] += 1;
        }
        let alone = |s: usize| self.looked[s].load(Relaxed) == ALONE;
        sizes == self.blocks.sizes
            && (0..self.block.len()).all(|s| !alone(s) || (sizes[self.block[s].load(Relaxed) as usize] == 1))
    }

    fn memory(&self) -> usize {
        let records: usize = self.parts.iter().map(|part| part.records.capacity()).sum();
        self.block.capacity() * 5
            + self.blocks.memory()
            + records * size_of::<Record>()
            + self.groups.capacity() * size_of::<Group>()
    }
}

/// Spreads the numbers of pairs over all numbers.
fn mix(pair: u64) -> u64 {
    let product = u128::from(pair ^ 0x9E37_79B9_7F4A_7C15) * 0xA076_1D64_78BD_642F;
    (product as u64) ^ (product >> 64) as u64
}

/// Rows up to this length are not sorted.
const SHORT: usize = 32;

/// Room for the hashes of the pairs of one state; what is in it does not matter.
struct Scratch {
    distinct: [u64; SHORT],
    long: Vec<u64>,
}

/// A hash of the set of pairs of a state: the sum of the hashes of its members, so that the order does not
/// matter.
#[inline]
fn hash_of_row(
    lts: &Lts,
    state: StateId,
    block: &[AtomicU32],
    hash_of_pair: impl Fn(u64) -> u64,
    Scratch { distinct, long }: &mut Scratch,
) -> u64 {
    let (labels, targets) = (lts.labels_of(state), lts.targets_of(state));
    let number = |t: &StateId| block.get(t.index()).map_or(ERROR_BLOCK, |b| b.load(Relaxed));
    let pairs = labels.iter().zip(targets).map(|(&label, t): (&Label, _)| pair(label, number(t)));
    let mut sum = if lts.end() == Some(state) { hash_of_pair(END) } else { 0 };
    if targets.len() > SHORT {
        // Pairs with the same hash count once, here as below: otherwise equal sets could have different
        // hashes.
        long.clear();
        long.extend(pairs.map(hash_of_pair));
        long.sort_unstable();
        long.dedup();
        return long.iter().fold(sum, |sum, &hash| sum.wrapping_add(hash));
    }
    // A bit per hash tells nearly always that a pair is new.
    let mut n_distinct = 0;
    let mut seen = 0u64;
    for pair in pairs {
        let hash = hash_of_pair(pair);
        let bit = 1u64 << (hash >> 58);
        if seen & bit == 0 || !distinct[..n_distinct].contains(&hash) {
            seen |= bit;
            distinct[n_distinct] = hash;
            n_distinct += 1;
            sum = sum.wrapping_add(hash);
        }
    }
    sum
}

/// Have all states of a block the same signature? Blocks are numbered by their first state.
fn is_stable(lts: &Lts, block: &[u32], n_blocks: usize, ctx: Context<'_>) -> Result<bool, Spent> {
    if n_blocks == block.len() {
        return Ok(true);
    }
    let mut firsts: Vec<u32> = Vec::with_capacity(n_blocks);
    for (s, &b) in block.iter().enumerate() {
        if b as usize == firsts.len() {
            firsts.push(s as u32);
        }
    }
    let parts = map_parts(ctx.executor, ranges(block.len(), ctx.executor), |states| {
        let mut ticker = Ticker::default();
        let mut sets = [Vec::new(), Vec::new()];
        for s in states {
            let both = [s as u32, firsts[block[s] as usize]].map(StateId::from_raw);
            if both[0] == both[1] {
                continue;
            }
            ticker.tick(ctx.budget)?;
            if both.contains(&lts.end().unwrap_or(StateId::ERROR)) {
                return Ok(false);
            }
            for (set, state) in sets.iter_mut().zip(both) {
                let number = |t: StateId| block.get(t.index()).copied().unwrap_or(ERROR_BLOCK);
                set.clear();
                set.extend(lts.successors(state).map(|(label, t)| pair(label, number(t))));
            }
            // Most often they are the same as they stand.
            if sets[0] == sets[1] {
                continue;
            }
            for set in &mut sets {
                set.sort_unstable();
                set.dedup();
            }
            if sets[0] != sets[1] {
                return Ok(false);
            }
        }
        Ok(true)
    })?;
    Ok(parts.into_iter().all(|stable| stable))
}

#[cfg(test)]
mod tests;
