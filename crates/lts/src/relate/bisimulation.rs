//! Strong, branching and weak bisimilarity of two systems.
//!
//! # Problem
//!
//! Are the initial states of two systems bisimilar, and if not, which formula holds in one and not in the
//! other?
//!
//! # Method
//!
//! The disjoint union is partitioned ([`crate::minimize`]); if the initial states are in one class, they are
//! bisimilar. Otherwise the quotient is refined once more by signatures \[BO05\], this time in rounds: after
//! round k two states are in one block iff they agree up to k steps, and the refinement ends with the round
//! that separates the initial states. Every block keeps the signature that made it, and from the signatures
//! of two blocks a formula is built that holds in all states of one and none of the other, as in \[Cle91\]
//! for strong bisimilarity and in \[Kor92\] for branching bisimilarity.
//!
//! # Invariants
//!
//! (B1) The blocks of a round are the leaves of a tree whose inner nodes are the blocks of earlier rounds.
//! (B2) The signature of a block made in round k + 1 refers to blocks of round k. (B3) States of one block
//! have equal signatures in all earlier rounds, hence a formula for a block holds in all of its states.
//!
//! # Cost
//!
//! The partition, and O(m) per round for strong and branching bisimilarity, O(n · m) for weak; as many rounds
//! as the formula has nested steps, which is the least possible for strong and weak bisimilarity.
//!
//! # Departures
//!
//! \[Cle91\] refines by splitters and needs a second pass to get formulas of least depth; rounds give it at
//! once and cost more only when the answer is *no*.

use rustc_hash::FxHashMap;

use crate::budget::{Context, Spent, Ticker};
use crate::id::{Label, StateId};
use crate::lts::Lts;
use crate::scc::sccs;

use super::build_formula::{FormulaBuilder, Modality, Plan};
use super::formula::Hml;
use super::joint::Joint;
use super::observation::Observation;
use super::structure::Structure;

/// A formula that holds in the left initial state and not in the right one; none if no round separates them.
pub(super) fn separate(
    joint: &Joint,
    modality: Modality,
    ctx: Context<'_>,
) -> Result<Option<Vec<Hml>>, Spent> {
    let rounds = Rounds::new(&joint.lts, modality, joint.initial, ctx)?;
    let [left, right] = joint.initial.map(|s| rounds.block_of[s.index()]);
    if left == right {
        return Ok(None);
    }
    let structure = Structure::of_joint(joint);
    let members = rounds.members();
    let plan = |(one, other)| rounds.plan(joint, modality, one, other);
    let second = |block: u32| members.of(block);
    let root = rounds.siblings(left, right);
    FormulaBuilder::new(&structure).build(joint, root, plan, second, ctx.budget).map(Some)
}

type Signature = Vec<(Label, u32)>;

/// A block of some round.
struct Block {
    parent: Option<u32>,
    round: u32,
    /// The blocks of the round before that its states lead to; empty in round 0.
    signature: Signature,
    /// Some state of it.
    example: StateId,
}

/// The tree of blocks and the block that every state is in now.
struct Rounds {
    blocks: Vec<Block>,
    block_of: Vec<u32>,
}

impl Rounds {
    /// Refines until the two initial states are in different blocks or nothing changes.
    fn new(lts: &Lts, modality: Modality, initial: [StateId; 2], ctx: Context<'_>) -> Result<Rounds, Spent> {
        let mut rounds = Rounds::by_propositions(lts);
        let order = TauOrder::new(lts, ctx)?;
        let mut ticker = Ticker::default();
        for round in 1u32.. {
            let [left, right] = initial.map(|s| rounds.block_of[s.index()]);
            let signatures = match modality {
                _ if left != right => break,
                Modality::Strong => strong_signatures(lts, &rounds.block_of, &mut ticker, ctx)?,
                Modality::Weak => weak_signatures(lts, &rounds.block_of, &order, &mut ticker, ctx)?,
                Modality::Until => branching_signatures(lts, &rounds.block_of, &order, &mut ticker, ctx)?,
            };
            if !rounds.split(round, signatures) {
                break;
            }
        }
        Ok(rounds)
    }

    /// Round 0: states with equal propositions.
    fn by_propositions(lts: &Lts) -> Rounds {
        let mut index: FxHashMap<Option<&[u64]>, u32> = FxHashMap::default();
        let mut rounds = Rounds { blocks: Vec::new(), block_of: Vec::new() };
        for s in lts.states() {
            let key = lts.propositions().map(|p| p.words(s));
            let block = *index.entry(key).or_insert_with(|| {
                rounds.blocks.push(Block { parent: None, round: 0, signature: Vec::new(), example: s });
                rounds.blocks.len() as u32 - 1
            });
            rounds.block_of.push(block);
        }
        rounds
    }

    /// Splits every block by the signatures of its states; did any split?
    fn split(&mut self, round: u32, signatures: Vec<Signature>) -> bool {
        let mut groups: FxHashMap<u32, FxHashMap<Signature, (StateId, Vec<u32>)>> = FxHashMap::default();
        for (s, signature) in signatures.into_iter().enumerate() {
            let group = groups.entry(self.block_of[s]).or_default();
            group.entry(signature).or_insert_with(|| (StateId::at(s), Vec::new())).1.push(s as u32);
        }
        let mut parts: Vec<(StateId, u32, Signature, Vec<u32>)> = groups
            .into_iter()
            .filter(|(_, group)| group.len() > 1)
            .flat_map(|(parent, group)| {
                group
                    .into_iter()
                    .map(move |(signature, (example, states))| (example, parent, signature, states))
            })
            .collect();
        // The order of a hash table must not reach the numbers of the blocks.
        parts.sort_unstable_by_key(|part| part.0);
        let changed = !parts.is_empty();
        for (example, parent, signature, states) in parts {
            let block = self.blocks.len() as u32;
            self.blocks.push(Block { parent: Some(parent), round, signature, example });
            states.into_iter().for_each(|s| self.block_of[s as usize] = block);
        }
        changed
    }

    /// The ancestors of two blocks, neither of which contains the other, that were made when they were
    /// separated.
    fn siblings(&self, mut one: u32, mut other: u32) -> (u32, u32) {
        while self.blocks[one as usize].parent != self.blocks[other as usize].parent {
            let (x, y) = (&self.blocks[one as usize], &self.blocks[other as usize]);
            let climb =
                |block: &Block| block.parent.expect("blocks of round 0 have no parent in common with others");
            // Both move only if both were made in the same round.
            let (up_one, up_other) = (x.round >= y.round, y.round >= x.round);
            let (above_one, above_other) = (up_one.then(|| climb(x)), up_other.then(|| climb(y)));
            one = above_one.unwrap_or(one);
            other = above_other.unwrap_or(other);
        }
        (one, other)
    }

    /// How to tell the states of a block from those of its sibling.
    fn plan(&self, joint: &Joint, modality: Modality, one: u32, other: u32) -> Plan {
        let (block, rival) = (&self.blocks[one as usize], &self.blocks[other as usize]);
        let Some(parent) = block.parent else {
            let propositions = joint.lts.propositions().expect("round 0 splits only by propositions");
            let Observation::Propositions(names) = Observation::of_propositions(propositions, block.example)
            else {
                unreachable!("the propositions of a state are an observation of propositions")
            };
            return Plan::Propositions(names);
        };
        // The steps of the block that its sibling has not; the one against which least has to be said.
        let against = |label: Label, target: u32| -> Vec<u32> {
            let mut targets: Vec<u32> =
                rival.signature.iter().filter(|&&(l, _)| l == label).map(|&(_, t)| t).collect();
            // A silent step may also not be made at all: then the rival is where it was.
            if label.is_tau() && modality == Modality::Until {
                targets.push(parent);
            }
            targets.sort_unstable();
            targets.dedup();
            debug_assert!(!targets.contains(&target));
            targets
        };
        let own = block.signature.iter().filter(|step| rival.signature.binary_search(step).is_err());
        let best = own
            .map(|&(label, target)| (against(label, target), label, target))
            .min_by_key(|(rivals, label, _)| (rivals.len(), *label));
        let Some((rivals, label, target)) = best else { return Plan::Opposite };
        let then = rivals.into_iter().map(|rival| self.siblings(target, rival)).collect();
        let holds = if modality == Modality::Until {
            let exits = rival.signature.iter().filter(|(l, t)| l.is_tau() && *t != parent);
            exits.map(|&(_, exit)| self.siblings(parent, exit)).collect()
        } else {
            Vec::new()
        };
        Plan::Step { modality, label, holds, then }
    }

    /// The states of every block of the tree.
    fn members(&self) -> Members {
        // Leaves first, then every inner node as the range of its children: children have larger numbers.
        let n = self.blocks.len();
        let mut size = vec![0usize; n];
        self.block_of.iter().for_each(|&b| size[b as usize] += 1);
        for b in (0..n).rev() {
            if let Some(parent) = self.blocks[b].parent {
                size[parent as usize] += size[b];
            }
        }
        let mut first = vec![0usize; n];
        let mut next_child = vec![0usize; n];
        let mut next_root = 0;
        for b in 0..n {
            let cursor = match self.blocks[b].parent {
                Some(parent) => &mut next_child[parent as usize],
                None => &mut next_root,
            };
            first[b] = *cursor;
            *cursor += size[b];
            next_child[b] = first[b];
        }
        let mut states = vec![0usize; self.block_of.len()];
        for (s, &b) in self.block_of.iter().enumerate() {
            states[next_child[b as usize]] = s;
            next_child[b as usize] += 1;
        }
        Members { states, first, size }
    }
}

struct Members {
    states: Vec<usize>,
    first: Vec<usize>,
    size: Vec<usize>,
}

impl Members {
    fn of(&self, block: u32) -> Vec<usize> {
        let (first, size) = (self.first[block as usize], self.size[block as usize]);
        self.states[first..first + size].to_vec()
    }
}

fn tidy(mut signature: Signature) -> Signature {
    signature.sort_unstable();
    signature.dedup();
    signature
}

/// The steps of every state.
fn strong_signatures(
    lts: &Lts,
    block_of: &[u32],
    ticker: &mut Ticker,
    ctx: Context<'_>,
) -> Result<Vec<Signature>, Spent> {
    let mut signatures = Vec::with_capacity(lts.n_states());
    for s in lts.states() {
        ticker.tick(ctx.budget)?;
        signatures.push(tidy(lts.successors(s).map(|(label, t)| (label, block_of[t.index()])).collect()));
    }
    Ok(signatures)
}

/// The steps of every state that matter after tau steps within its block; tau steps within the block do not
/// matter.
fn branching_signatures(
    lts: &Lts,
    block_of: &[u32],
    order: &TauOrder,
    ticker: &mut Ticker,
    ctx: Context<'_>,
) -> Result<Vec<Signature>, Spent> {
    let mut signatures = vec![Signature::new(); lts.n_states()];
    order.propagate(|s| {
        ticker.tick(ctx.budget)?;
        let mut signature = signatures[s.index()].clone();
        for (label, t) in lts.successors(s) {
            let inert = label.is_tau() && block_of[s.index()] == block_of[t.index()];
            if inert {
                signature.extend_from_slice(&signatures[t.index()]);
            } else {
                signature.push((label, block_of[t.index()]));
            }
        }
        let signature = tidy(signature);
        let changed = signature != signatures[s.index()];
        signatures[s.index()] = signature;
        Ok(changed)
    })?;
    Ok(signatures)
}

/// The weak steps of every state.
fn weak_signatures(
    lts: &Lts,
    block_of: &[u32],
    order: &TauOrder,
    ticker: &mut Ticker,
    ctx: Context<'_>,
) -> Result<Vec<Signature>, Spent> {
    // Where tau steps alone lead, then where one visible step among tau steps leads.
    let mut silent: Vec<Signature> = block_of.iter().map(|&b| vec![(Label::TAU, b)]).collect();
    order.propagate(|s| {
        ticker.tick(ctx.budget)?;
        let mut reached = silent[s.index()].clone();
        for &t in lts.step(s, Label::TAU) {
            reached.extend_from_slice(&silent[t.index()]);
        }
        let reached = tidy(reached);
        let changed = reached != silent[s.index()];
        silent[s.index()] = reached;
        Ok(changed)
    })?;
    let mut signatures = silent.clone();
    let mut held: usize = silent.iter().map(|reached| reached.len() * 8).sum();
    order.propagate(|s| {
        ticker.tick(ctx.budget)?;
        let mut signature = signatures[s.index()].clone();
        held -= signature.len() * 8;
        for (label, t) in lts.successors(s) {
            if label.is_tau() {
                signature.extend_from_slice(&signatures[t.index()]);
            } else {
                signature.extend(silent[t.index()].iter().map(|&(_, b)| (label, b)));
            }
        }
        let signature = tidy(signature);
        held += signature.len() * 8;
        ctx.budget.check_memory(held)?;
        let changed = signature != signatures[s.index()];
        signatures[s.index()] = signature;
        Ok(changed)
    })?;
    Ok(signatures)
}

/// The states in an order in which tau steps lead backward, cycles of tau steps together.
struct TauOrder {
    states: Vec<u32>,
    /// Where the groups of states on common cycles start, and the end.
    rows: Vec<u32>,
}

impl TauOrder {
    fn new(lts: &Lts, ctx: Context<'_>) -> Result<TauOrder, Spent> {
        let targets = |s: usize| lts.step(StateId::at(s), Label::TAU).iter().map(|t| t.index());
        let (rows, states) = sccs(lts.n_states(), targets, ctx)?.members();
        Ok(TauOrder { states, rows })
    }

    /// Calls `update` on every state after the states that its tau steps lead to; on cycles again until it
    /// says that nothing changed.
    fn propagate(&self, mut update: impl FnMut(StateId) -> Result<bool, Spent>) -> Result<(), Spent> {
        for group in self.rows.windows(2) {
            let group = &self.states[group[0] as usize..group[1] as usize];
            loop {
                let mut changed = false;
                for &s in group {
                    changed |= update(StateId::from_raw(s))?;
                }
                if !changed || group.len() == 1 {
                    break;
                }
            }
        }
        Ok(())
    }
}
