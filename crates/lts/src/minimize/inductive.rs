//! Branching bisimilarity by rounds of inductive signatures.
//!
//! # Problem
//! The coarsest partition where states of one block can do the same after tau inside the block: have the same
//! set of pairs (label, block of the target) of transitions reached by inert tau, a tau being inert if it
//! stays in its block and no pair then.
//!
//! # Method
//! Signature refinement \[BO03\] in rounds as in `rounds`, with signatures along inert tau \[BP09\]. They are
//! never written out. States come after their inert successors, so a state finds the groups of those. It
//! joins one of them, `g`, if its own pairs, and the other groups it reaches by tau as if they were blocks
//! already, are all in the signature of `g`; at most one `g` is like that. If none is, its own pairs together
//! with the groups of its successors are its signature, for none of these tau stays inert. So a signature is
//! no longer than a row, and a state with a giant signature lends it to its predecessors for nothing.
//!
//! # Invariants
//! 1. A tau leads to a state with a smaller number, or to another initial block.
//! 2. Bisimilar states are in one block. (If `s` and `s'` are bisimilar and no inert successor of either is
//!    bisimilar to them, they have the same pairs and, by induction, the same groups among their successors;
//!    otherwise they join the group of that successor, again by induction.)
//! 3. Between rounds, states of one block that have no transition into a new block, are in none, and have no
//!    inert path to such a state, have the same signature; others of the block differ from them.
//! 4. If `looked[s]` is `ALONE`, the block of `s` has one state.
//!
//! # Cost
//! A round reads the transitions of the states that are not alone in their block: O(m) per round. After
//! [`WORK`] rounds' worth of reading splitters go on from the partition found, which is never too fine.
//! Memory besides the LTS: 9 bytes per state, 8 per block, and the signatures of the groups of one round.
//!
//! # Departures
//! The signatures of \[BP09\] are sets without groups in them; that a group may stand for a block before it
//! is one makes them short.

use fixedbitset::FixedBitSet;
use hashbrown::HashTable;

use super::groups::{Blocks, Group, NONE};
use super::partition::number_by_first;
use super::signature::{DIVERGES, END, ERROR_BLOCK, pair};
use super::splitter::refine_branching;
use crate::budget::{Context, ProgressEvent, Spent, Ticker};
use crate::id::{Label, StateId, StateMap};
use crate::lts::Lts;

/// A state that is alone in its block and need not be examined any more.
const ALONE: u8 = u8::MAX;
/// Transitions read, in multiples of all transitions, after which splitters take over.
const WORK: u64 = 100;
/// The label of pairs with a group.
const GROUP: Label = Label::from_raw(u32::MAX - 2);

/// Refines the given partition (blocks numbered without gaps) until it is stable. The LTS satisfies invariant
/// 1. States in `divergent` differ from those that are not and have no inert path to one.
pub(super) fn refine(
    lts: &Lts,
    divergent: Option<&FixedBitSet>,
    initial: (Vec<u32>, usize),
    ctx: Context<'_>,
) -> Result<(StateMap<u32>, usize), Spent> {
    let (block, ended) = run(lts, divergent, initial, WORK, ctx)?;
    let (block, n_blocks) = number_by_first(block);
    match ended {
        Ended::Stable => Ok((block, n_blocks)),
        Ended::Laborious => refine_branching(lts, divergent, (block.into_vec(), n_blocks), ctx),
    }
}

/// How the rounds ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Ended {
    Stable,
    /// Too much was read.
    Laborious,
}

/// Rounds until the partition is stable, or the transitions read are more than `work` times all.
fn run(
    lts: &Lts,
    divergent: Option<&FixedBitSet>,
    (block, n_blocks): (Vec<u32>, usize),
    work: u64,
    ctx: Context<'_>,
) -> Result<(Vec<u32>, Ended), Spent> {
    let n = lts.n_states();
    let blocks = Blocks::new(&block, n_blocks);
    let looked = block.iter().map(|&b| if blocks.sizes[b as usize] == 1 { ALONE } else { 0 }).collect();
    let mut rounds = Rounds { lts, divergent, block, blocks, looked, group: vec![NONE; n], mark: 0, work: 0 };
    let mut signatures = Signatures::default();
    let mut ticker = Ticker::default();
    let work = work.saturating_mul((lts.n_transitions() + n) as u64);
    let ended = loop {
        rounds.look(&mut signatures, &mut ticker, ctx)?;
        ctx.budget.check_memory(rounds.memory() + signatures.memory())?;
        if rounds.apply(&mut signatures.groups) == 0 {
            break Ended::Stable;
        }
        if rounds.work > work {
            break Ended::Laborious;
        }
        ctx.progress.report(&ProgressEvent::Minimizing {
            blocks: rounds.blocks.sizes.len() as u64,
            transitions: lts.n_transitions() as u64,
            waiting: signatures.groups.len() as u64,
        });
    };
    Ok((rounds.block, ended))
}

struct Rounds<'a> {
    lts: &'a Lts,
    divergent: Option<&'a FixedBitSet>,
    block: Vec<u32>,
    blocks: Blocks,
    /// The round in which a state was last examined, or `ALONE`.
    looked: Vec<u8>,
    /// The group of a state examined in this round.
    group: Vec<u32>,
    mark: u8,
    /// States and transitions read.
    work: u64,
}

impl<'a> Rounds<'a> {
    /// Looks at the states whose signature has changed and finds their groups.
    fn look(
        &mut self,
        signatures: &mut Signatures,
        ticker: &mut Ticker,
        ctx: Context<'_>,
    ) -> Result<(), Spent> {
        if self.mark == ALONE - 1 {
            self.mark = 0;
            self.looked.iter_mut().filter(|mark| **mark != ALONE).for_each(|mark| *mark = 0);
        }
        self.mark += 1;
        signatures.clear(self.blocks.sizes.len());
        let mut own: Vec<u64> = Vec::new();
        let mut reached: Vec<u32> = Vec::new();
        for s in 0..self.lts.n_states() {
            if self.looked[s] == ALONE {
                continue;
            }
            ticker.tick(ctx.budget)?;
            let id = StateId::at(s);
            self.work += 1 + self.lts.targets_of(id).len() as u64;
            if !self.has_changed(id) {
                continue;
            }
            own.clear();
            reached.clear();
            for &t in self.own_pairs(id, &mut own) {
                if self.block.get(t.index()) == Some(&self.block[s]) {
                    let group = if self.looked[t.index()] == self.mark {
                        self.group[t.index()]
                    } else {
                        self.group_of_rest(t, signatures)
                    };
                    if !reached.contains(&group) {
                        reached.push(group);
                    }
                }
            }
            let group = signatures.find_or_add(self.block[s], &mut own, &reached);
            signatures.groups[group as usize].size += 1;
            self.group[s] = group;
            self.looked[s] = self.mark;
        }
        Ok(())
    }

    /// Invariant 3: does the signature of a state differ from that of the round before?
    #[inline]
    fn has_changed(&self, state: StateId) -> bool {
        let first_new = self.blocks.first_new;
        let block = self.block[state.index()];
        if block >= first_new {
            return true;
        }
        let (labels, targets) = (self.lts.labels_of(state), self.lts.targets_of(state));
        labels.iter().zip(targets).any(|(label, t)| {
            self.block.get(t.index()).is_some_and(|&to| {
                to >= first_new || (label.is_tau() && to == block && self.looked[t.index()] == self.mark)
            })
        })
    }

    /// Appends the pairs of a state's own transitions that are not inert, sorted and distinct; all tau
    /// targets are returned.
    #[inline]
    fn own_pairs(&self, state: StateId, out: &mut Vec<u64>) -> &'a [StateId] {
        let lts = self.lts;
        let (labels, targets) = (lts.labels_of(state), lts.targets_of(state));
        let block = self.block[state.index()];
        let from = out.len();
        let mut n_taus = 0;
        for (&label, t) in labels.iter().zip(targets) {
            let to = self.block.get(t.index()).copied().unwrap_or(ERROR_BLOCK);
            n_taus += usize::from(label.is_tau());
            if !(label.is_tau() && to == block) {
                out.push(pair(label, to));
            }
        }
        if self.lts.end() == Some(state) {
            out.push(END);
        }
        if self.divergent.is_some_and(|d| d.contains(state.index())) {
            out.push(DIVERGES);
        }
        if !out[from..].is_sorted() {
            out[from..].sort_unstable();
        }
        &targets[..n_taus]
    }

    /// The group that stands for the states of a block that are not examined in this round, `state` being
    /// one.
    fn group_of_rest(&mut self, state: StateId, signatures: &mut Signatures) -> u32 {
        let block = self.block[state.index()];
        if signatures.rest[block as usize] == NONE {
            // At the end of an inert path own pairs are the signature.
            let mut bottom = state;
            loop {
                let taus = self.lts.step(bottom, Label::TAU);
                self.work += 1 + taus.len() as u64;
                match taus.iter().find(|t| self.block.get(t.index()) == Some(&block)) {
                    Some(&next) => bottom = next,
                    None => break,
                }
            }
            let mut own = Vec::new();
            self.own_pairs(bottom, &mut own);
            own.dedup();
            signatures.rest[block as usize] = signatures.add(block, &own);
            signatures.rests.push(block);
        }
        signatures.rest[block as usize]
    }

    /// Moves the states to the blocks of their groups; how many are in another block than before?
    fn apply(&mut self, groups: &mut [Group]) -> usize {
        let (n_moved, leaving) = self.blocks.number(groups);
        if n_moved == 0 {
            return 0;
        }
        let (mark, group) = (self.mark, &self.group);
        let states = self.block.iter_mut().zip(&mut self.looked).zip(group);
        self.blocks.with_leaving(&leaving, |new, sizes| {
            for ((block, looked), &group) in states {
                let to = match *looked {
                    ALONE => continue,
                    looked if looked == mark => groups[group as usize].id,
                    _ => new[*block as usize],
                };
                if to != NONE {
                    *block = to;
                    if sizes[to as usize] == 1 {
                        *looked = ALONE;
                    }
                }
            }
        });
        debug_assert!(self.check_invariants());
        n_moved
    }

    /// Invariants 1 and 4, and that `sizes` are the sizes.
    fn check_invariants(&self) -> bool {
        let mut sizes = vec![0; self.blocks.sizes.len()];
        for &block in &self.block {
            sizes[block as usize] += 1;
        }
        let down =
            |s: StateId, t: StateId| t.is_error() || t < s || self.block[s.index()] != self.block[t.index()];
        sizes == self.blocks.sizes
            && self.block.iter().zip(&self.looked).all(|(&b, &mark)| mark != ALONE || sizes[b as usize] == 1)
            && self.lts.states().all(|s| self.lts.step(s, Label::TAU).iter().all(|&t| down(s, t)))
    }

    fn memory(&self) -> usize {
        self.block.capacity() * 9 + self.blocks.memory()
    }
}

/// The signatures of the groups of one round, each stored once per block.
#[derive(Default)]
struct Signatures {
    groups: Vec<Group>,
    /// Signatures one after the other, sorted and distinct: that of group `g` begins at `starts[g]` and ends
    /// where the next one begins.
    pairs: Vec<u64>,
    starts: Vec<usize>,
    table: HashTable<u32>,
    /// Per block the group that stands for the states not examined.
    rest: Vec<u32>,
    /// The blocks that have one.
    rests: Vec<u32>,
}

impl Signatures {
    /// Forgets all groups; there are `n_blocks` blocks now.
    fn clear(&mut self, n_blocks: usize) {
        for &block in &self.rests {
            self.rest[block as usize] = NONE;
        }
        self.rests.clear();
        self.rest.resize(n_blocks, NONE);
        self.groups.clear();
        self.pairs.clear();
        self.starts.clear();
        self.table.clear();
    }

    fn signature(&self, group: u32) -> &[u64] {
        let g = group as usize;
        let end = self.starts.get(g + 1).copied().unwrap_or(self.pairs.len());
        &self.pairs[self.starts[g]..end]
    }

    /// A new group with this signature, in no table.
    fn add(&mut self, block: u32, signature: &[u64]) -> u32 {
        let group = self.groups.len() as u32;
        self.groups.push(Group { block, size: 0, id: NONE });
        self.starts.push(self.pairs.len());
        self.pairs.extend_from_slice(signature);
        group
    }

    /// The group of a state with these own pairs (sorted), whose inert tau transitions lead to these groups.
    #[inline]
    fn find_or_add(&mut self, block: u32, own: &mut Vec<u64>, reached: &[u32]) -> u32 {
        let fits = |&candidate: &u32| {
            let signature = self.signature(candidate);
            let others = reached.iter().filter(|&&g| g != candidate).map(|&g| pair(GROUP, g));
            is_subset(own, signature) && others.clone().all(|p| signature.binary_search(&p).is_ok())
        };
        if let Some(&group) = reached.iter().find(|g| fits(g)) {
            return group;
        }
        if !reached.is_empty() {
            own.extend(reached.iter().map(|&g| pair(GROUP, g)));
            own.sort_unstable();
        }
        own.dedup();
        let hash = hash_in(block, own);
        let is_same = |&g: &u32| self.groups[g as usize].block == block && self.signature(g) == &own[..];
        if let Some(&group) = self.table.find(hash, is_same) {
            return group;
        }
        let group = self.add(block, own);
        let (groups, pairs, starts) = (&self.groups, &self.pairs, &self.starts);
        self.table.insert_unique(hash, group, |&g| {
            let g = g as usize;
            let end = starts.get(g + 1).copied().unwrap_or(pairs.len());
            hash_in(groups[g].block, &pairs[starts[g]..end])
        });
        group
    }

    fn memory(&self) -> usize {
        self.groups.capacity() * size_of::<Group>()
            + (self.pairs.capacity() + self.starts.capacity()) * 8
            + (self.table.capacity() + self.rest.capacity() + self.rests.capacity()) * 4
    }
}

/// A hash of a signature in a block.
fn hash_in(block: u32, signature: &[u64]) -> u64 {
    super::pool::hash_of(signature) ^ u64::from(block).wrapping_mul(0x9E37_79B9_7F4A_7C15)
}

/// Are all members of a sorted list (with doubles) in a sorted set?
fn is_subset(list: &[u64], set: &[u64]) -> bool {
    if list.len().saturating_mul(8) < set.len() {
        return list.iter().all(|member| set.binary_search(member).is_ok());
    }
    let mut rest = set;
    list.iter().all(|member| {
        let at = rest.iter().position(|other| other >= member).unwrap_or(rest.len());
        rest = &rest[at..];
        rest.first() == Some(member)
    })
}

#[cfg(test)]
mod tests {
    use rely_testkit::generate::Rng;

    use super::*;
    use crate::action::Actions;
    use crate::builder::LtsBuilder;
    use crate::id::ActionId;

    /// A random LTS in which tau leads to smaller numbers.
    fn random(seed: u64, n: usize, tau_percent: usize) -> Lts {
        let mut rng = Rng::new(seed);
        let mut below = |n: usize| rng.below(n);
        let actions = Actions::new();
        let visible = [actions.intern("a"), actions.intern("b")];
        let mut builder = LtsBuilder::new(&actions);
        builder.ensure_states(n).unwrap();
        for s in 0..n {
            for _ in 0..below(4) {
                let source = StateId::at(s);
                if s > 0 && below(100) < tau_percent {
                    builder.add_transition(source, ActionId::TAU, StateId::at(below(s)));
                } else {
                    let target = below(n + 1);
                    let target = if target == n { StateId::ERROR } else { StateId::at(target) };
                    builder.add_transition(source, visible[below(2)], target);
                }
            }
        }
        builder.finish(StateId::at(0)).unwrap()
    }

    /// A tau chain that leads down; every state has an `a` to the state half way down, so that it is told
    /// apart late.
    fn ladder(n: usize) -> Lts {
        let actions = Actions::new();
        let (a, b) = (actions.intern("a"), actions.intern("b"));
        let mut builder = LtsBuilder::new(&actions);
        builder.ensure_states(n).unwrap();
        builder.add_transition(StateId::at(0), b, StateId::at(0));
        for s in 1..n {
            builder.add_transition(StateId::at(s), ActionId::TAU, StateId::at(s - 1));
            builder.add_transition(StateId::at(s), a, StateId::at(s - 1));
        }
        builder.finish(StateId::at(0)).unwrap()
    }

    #[test]
    fn rounds_and_splitters_find_the_same_classes() {
        for seed in 0..200 {
            let lts = random(seed, 60, [30, 60, 90][seed as usize % 3]);
            let mut divergent = FixedBitSet::with_capacity(60);
            divergent.extend((0..60).filter(|s| (seed + s) % 17 == 0).map(|s| s as usize));
            for marks in [None, Some(&divergent)] {
                let initial = || ((0..60).map(|s| u32::from(s % 7 == 6)).collect(), 2);
                let expected = refine_branching(&lts, marks, initial(), Context::unlimited()).unwrap();
                let (block, ended) = run(&lts, marks, initial(), u64::MAX, Context::unlimited()).unwrap();
                assert_eq!(ended, Ended::Stable);
                assert_eq!(number_by_first(block), expected, "seed {seed}");
                // Wherever the rounds end, splitters go on.
                let (block, _) = run(&lts, marks, initial(), 1, Context::unlimited()).unwrap();
                let (block, n_blocks) = number_by_first(block);
                let rest = refine_branching(&lts, marks, (block.into_vec(), n_blocks), Context::unlimited());
                assert_eq!(rest, Ok(expected), "seed {seed}");
            }
        }
    }

    #[test]
    fn a_long_ladder_is_left_to_splitters() {
        let lts = ladder(1000);
        let initial = || (vec![0; 1000], 1);
        let (block, ended) = run(&lts, None, initial(), WORK, Context::unlimited()).unwrap();
        assert_eq!(ended, Ended::Laborious);
        let n_blocks = number_by_first(block).1;
        assert!(n_blocks > 50 && n_blocks < 500, "{n_blocks} blocks when the rounds ended");
        assert_eq!(refine(&lts, None, initial(), Context::unlimited()).unwrap().1, 1000);
        // Without the limit the rounds do it, more than there are marks for rounds.
        let (block, ended) = run(&lts, None, initial(), u64::MAX, Context::unlimited()).unwrap();
        assert_eq!((number_by_first(block).1, ended), (1000, Ended::Stable));
    }

    /// Each of many states has a tau to one with a giant signature: that signature is stored once.
    #[test]
    fn a_giant_signature_is_not_copied() {
        let n = 2000;
        let actions = Actions::new();
        let a = actions.intern("a");
        let mut builder = LtsBuilder::new(&actions);
        builder.ensure_states(2 * n + 1).unwrap();
        // A chain, a state with an `a` to each of its states, and states with a tau to that and an `a` of
        // their own.
        let hub = StateId::at(n);
        for s in 0..n {
            if s > 0 {
                builder.add_transition(StateId::at(s), a, StateId::at(s - 1));
            }
            builder.add_transition(hub, a, StateId::at(s));
            let caller = StateId::at(n + 1 + s);
            builder.add_transition(caller, ActionId::TAU, hub);
            builder.add_transition(caller, a, if s % 2 == 0 { caller } else { StateId::at(s) });
        }
        let lts = builder.finish(hub).unwrap();
        let budget = crate::budget::Budget::unlimited().with_memory(1 << 20);
        let (block, _) =
            run(&lts, None, (vec![0; 2 * n + 1], 1), u64::MAX, Context::with_budget(&budget)).unwrap();
        let (block, n_blocks) = number_by_first(block);
        // The callers that do what the hub does are equivalent to it, and the others to each other.
        assert_eq!((n_blocks, block.as_slice()[n + 2]), (n + 2, n as u32));
    }
}
