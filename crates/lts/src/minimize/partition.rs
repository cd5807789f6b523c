//! Numbers of blocks.

use crate::id::StateMap;

/// Renumbers blocks (numbers below the number of states) by their first occurrence.
pub(super) fn number_by_first(mut block: Vec<u32>) -> (StateMap<u32>, usize) {
    const UNSEEN: u32 = u32::MAX;
    let mut number = vec![UNSEEN; block.iter().max().map_or(0, |&b| b as usize + 1)];
    let mut next = 0;
    for b in &mut block {
        let new = &mut number[*b as usize];
        if *new == UNSEEN {
            *new = next;
            next += 1;
        }
        *b = *new;
    }
    (StateMap::from_vec(block), next as usize)
}
