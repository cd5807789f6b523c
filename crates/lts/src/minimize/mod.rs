//! Reduction of an LTS to a smaller one that is equivalent.
//!
//! | equivalence | method | file |
//! |---|---|---|
//! | strong | rounds of hashed signatures, splitters where these are slow | `rounds`, `splitter` |
//! | branching, with or without divergence | tau cycles collapsed, rounds of inductive signatures, splitters | `collapse`, `inductive`, `splitter` |
//! | weak | branching quotient, then splitters that are swept for along tau | `weak` |
//! | trace | subset construction, then strong | [`crate::determinize`] |
//! | the reference tool's own | tau reduction, then weak | `ltsa` |
//!
//! What holds for all of them:
//!
//! - ERROR is equivalent to no state. END is not equivalent to a state that is merely stuck, as if it had a
//!   self-loop with a label of its own (not so for traces).
//! - States with different propositions are never equivalent (not so for traces, which know no propositions).
//! - The result has only reachable states, numbered breadth-first, and the alphabet of the original.
//! - Same input, same result: no order of a hash table is visible.

mod class_map;
mod collapse;
mod groups;
mod inductive;
mod ltsa;
mod parallel;
mod partition;
mod pool;
mod quotient;
mod rounds;
mod signature;
mod splitter;
mod weak;

use fixedbitset::FixedBitSet;
use rustc_hash::FxHashMap;

use self::collapse::{Collapsed, Scope, collapse};
use self::quotient::{Loops, quotient};
use crate::budget::{Context, Spent};
use crate::determinize::{ErrorRule, determinize};
use crate::id::{ClassId, StateMap};
use crate::lts::Lts;

pub use self::class_map::ClassMap;
pub(crate) use self::ltsa::too_large;
pub use self::ltsa::{TauReduction, ltsa};
pub use self::splitter::partition_by_splitters;

/// The equivalence that a reduction preserves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Equivalence {
    /// Strong bisimilarity: tau is a label like any other, so divergence is preserved.
    Strong,
    /// Branching bisimilarity, divergence-blind: a tau cycle may vanish. ERROR is alone: a state that can
    /// only go there by tau stays, although [`compare`](crate::relate::compare) finds it bisimilar to ERROR.
    Branching,
    /// Branching bisimilarity that preserves divergence: a state that can do tau forever inside its class is
    /// not equivalent to one that cannot. Its class has a tau self-loop in the result.
    DivergenceBranching,
    /// Weak bisimilarity (observation equivalence, not the congruence), divergence-blind. ERROR counts as a
    /// state that can be reached by tau: a state that can do nothing but enter ERROR by tau is as good as
    /// ERROR for those that lead to it, so `a.tau.ERROR` is equivalent to `a.ERROR`.
    Weak,
    /// The same traces, and the same traces to ERROR; divergence-blind. END and propositions are dropped. The
    /// result is the same for all equivalent LTSs; if ERROR can be entered by tau from the start, its initial
    /// state has a tau to ERROR and is never entered again.
    Trace,
}

/// A reduced LTS.
#[derive(Clone, Debug)]
pub struct Minimized {
    /// The reduced LTS.
    pub lts: Lts,
    /// Which states of the original it stands for.
    pub map: ClassMap,
}

/// The smallest LTS (in states) that is equivalent to the given one.
///
/// The transitions are the single steps of the original between the classes. For strong and branching
/// bisimilarity and traces this is the smallest number of transitions too. For [`Equivalence::Weak`] a
/// transition that others imply (`s -a-> t` if there are `s -tau-> u -a-> t`) stays.
///
/// ```
/// use rely_lts::{Actions, ActionId, Context, LtsBuilder, minimize::{Equivalence, minimize}};
/// // a.tau.a.STOP
/// let actions = Actions::new();
/// let a = actions.intern("a");
/// let mut builder = LtsBuilder::new(&actions);
/// let s: Vec<_> = (0..4).map(|_| builder.add_state()).collect::<Result<_, _>>()?;
/// builder.add_transition(s[0], a, s[1]);
/// builder.add_transition(s[1], ActionId::TAU, s[2]);
/// builder.add_transition(s[2], a, s[3]);
/// let lts = builder.finish(s[0])?;
/// let size = |equivalence| minimize(&lts, equivalence, Context::unlimited()).map(|found| found.lts.n_states());
/// assert_eq!(size(Equivalence::Strong), Ok(4));
/// assert_eq!(size(Equivalence::Branching), Ok(3));
/// # Ok::<(), rely_lts::LtsError>(())
/// ```
///
/// # Errors
/// If the budget is spent.
pub fn minimize(lts: &Lts, equivalence: Equivalence, ctx: Context<'_>) -> Result<Minimized, Spent> {
    if equivalence == Equivalence::Trace {
        let sets = determinize(&lts.clone().with_end(None), ErrorRule::Split, ctx)?;
        let Minimized { lts, map } = minimize(&sets.lts, Equivalence::Strong, ctx)?;
        let mut members = vec![Vec::new(); lts.n_states()];
        for (set, states) in sets.lts.states().zip(sets.members) {
            if let Some(class) = map.class_of(set) {
                members[class.index()].push(states);
            }
        }
        return Ok(Minimized { lts, map: ClassMap::of_sets(members) });
    }
    // In addition to the steps of the refinement: what is done for every transition before and after.
    ctx.budget.work(lts.n_transitions() as u64);
    let Classes { block, n_blocks, diverging } = classes(lts, equivalence, ctx)?;
    let loops = match equivalence {
        Equivalence::Strong => Loops::Keep,
        Equivalence::DivergenceBranching => Loops::Only(&diverging),
        Equivalence::Weak => Loops::DropWithErrors,
        Equivalence::Branching | Equivalence::Trace => Loops::Drop,
    };
    quotient(lts, block, n_blocks, loops, ctx)
}

/// The classes of a bisimilarity, numbered by their first state. All states count, reachable or not. ERROR is
/// in none of the classes.
///
/// The reduced LTS of [`minimize`] numbers classes differently, and has only those of reachable states.
///
/// ```
/// use rely_lts::minimize::{Equivalence, partition};
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
/// let lts = machine(&Actions::new(), &[(0, "a", 1), (0, "a", 2), (1, "b", 0), (2, "b", 0)]);
/// let classes = partition(&lts, Equivalence::Strong, Context::unlimited()).expect("no limits");
/// assert_eq!(classes.as_slice().iter().map(|class| class.raw()).collect::<Vec<_>>(), [0, 1, 1]);
/// ```
///
/// # Errors
/// If the budget is spent.
///
/// # Panics
/// For [`Equivalence::Trace`], which is decided on sets of states.
pub fn partition(lts: &Lts, equivalence: Equivalence, ctx: Context<'_>) -> Result<StateMap<ClassId>, Spent> {
    assert!(equivalence != Equivalence::Trace, "trace equivalence is decided on sets of states");
    Ok(as_classes(classes(lts, equivalence, ctx)?.block))
}

/// The blocks as classes.
fn as_classes(block: StateMap<u32>) -> StateMap<ClassId> {
    StateMap::from_vec(block.into_vec().into_iter().map(ClassId::from_raw).collect())
}

struct Classes {
    block: StateMap<u32>,
    n_blocks: usize,
    /// For [`Equivalence::DivergenceBranching`]: the blocks with a divergence.
    diverging: FixedBitSet,
}

fn classes(lts: &Lts, equivalence: Equivalence, ctx: Context<'_>) -> Result<Classes, Spent> {
    match equivalence {
        Equivalence::Strong => {
            let (block, n_blocks) = rounds::refine(lts, blocks_of_propositions(lts), ctx)?;
            Ok(Classes { block, n_blocks, diverging: FixedBitSet::new() })
        }
        Equivalence::Branching | Equivalence::DivergenceBranching => {
            let Collapsed { lts, components, divergent } = collapse(lts, Scope::SamePropositions, ctx)?;
            let marks = (equivalence == Equivalence::DivergenceBranching).then_some(&divergent);
            let budget = ctx.budget.holding(lts.memory() + components.as_slice().len() * 4);
            let ctx = Context { budget: &budget, ..ctx };
            let (block, _) = inductive::refine(&lts, marks, blocks_of_propositions(&lts), ctx)?;
            let of_component = |c: u32| block.as_slice()[c as usize];
            let old = components.as_slice().iter().map(|&c| of_component(c)).collect();
            let (old, n_blocks) = partition::number_by_first(old);
            let mut diverging = FixedBitSet::with_capacity(n_blocks);
            for (state, &c) in components.as_slice().iter().enumerate() {
                if divergent.contains(c as usize) {
                    diverging.insert(old.as_slice()[state] as usize);
                }
            }
            Ok(Classes { block: old, n_blocks, diverging })
        }
        Equivalence::Weak | Equivalence::Trace => {
            let (block, n_blocks) = weak::classes(lts, ctx)?;
            Ok(Classes { block, n_blocks, diverging: FixedBitSet::new() })
        }
    }
}

/// The coarsest partition that separates states with different propositions.
fn blocks_of_propositions(lts: &Lts) -> (Vec<u32>, usize) {
    let Some(propositions) = lts.propositions() else { return (vec![0; lts.n_states()], 1) };
    let mut numbers: FxHashMap<&[u64], u32> = FxHashMap::default();
    let block = lts
        .states()
        .map(|s| {
            let next = numbers.len() as u32;
            *numbers.entry(propositions.words(s)).or_insert(next)
        })
        .collect();
    (block, numbers.len())
}
