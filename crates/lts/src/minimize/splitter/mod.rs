//! Partition refinement by splitters: the alternative to signatures with a bound on the worst case.
//!
//! | equivalence | file |
//! |---|---|
//! | strong | `strong` |
//! | branching, with or without divergence | `branching`, with `search`, `zones` and `edges` |

mod branching;
mod counters;
mod edges;
mod search;
mod strong;
mod zones;

pub(super) use self::branching::refine_branching;
pub(super) use self::counters::ByLabel;
pub(super) use self::strong::refine_strong;
pub(super) use self::zones::Zones;

use super::collapse::{Scope, collapse};
use super::{Equivalence, as_classes, blocks_of_propositions};
use crate::budget::{Context, Spent};
use crate::id::{ClassId, StateMap};
use crate::lts::Lts;

/// The same classes as [`partition`](super::partition), found by splitters whatever the LTS looks like;
/// `None` for the equivalences that have no such algorithm here (weak and trace).
///
/// [`partition`](super::partition) chooses by itself: this function is for comparisons.
///
/// # Errors
/// If the budget is spent.
pub fn partition_by_splitters(
    lts: &Lts,
    equivalence: Equivalence,
    ctx: Context<'_>,
) -> Result<Option<StateMap<ClassId>>, Spent> {
    match equivalence {
        Equivalence::Strong => Ok(Some(as_classes(refine_strong(lts, blocks_of_propositions(lts), ctx)?.0))),
        Equivalence::Branching | Equivalence::DivergenceBranching => {
            let collapsed = collapse(lts, Scope::SamePropositions, ctx)?;
            let marks = (equivalence == Equivalence::DivergenceBranching).then_some(&collapsed.divergent);
            let initial = blocks_of_propositions(&collapsed.lts);
            let (block, n_blocks) = refine_branching(&collapsed.lts, marks, initial, ctx)?;
            let of_state =
                collapsed.components.as_slice().iter().map(|&c| block.as_slice()[c as usize]).collect();
            Ok(Some(as_classes(number_by_first(of_state, n_blocks).0)))
        }
        Equivalence::Weak | Equivalence::Trace => Ok(None),
    }
}

/// Renumbers blocks (numbers without gaps) by their first state.
pub(super) fn number_by_first(mut block: Vec<u32>, n_blocks: usize) -> (StateMap<u32>, usize) {
    const UNSEEN: u32 = u32::MAX;
    let mut number = vec![UNSEEN; n_blocks];
    let mut next = 0;
    for b in &mut block {
        let new = &mut number[*b as usize];
        if *new == UNSEEN {
            *new = next;
            next += 1;
        }
        *b = *new;
    }
    (StateMap::from_vec(block), n_blocks)
}
