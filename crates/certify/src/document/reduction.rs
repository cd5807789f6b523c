//! Sets of vectors with only some of the moves, as documents.

use serde::{Deserialize, Serialize};

use super::{ComponentDoc, SetDoc};
use crate::packed::encode_base64;

/// A part of the vectors of some components, with the events that are followed from each.
///
/// Events are the names of all alphabets of these components, sorted, and then, for each of these components
/// in order, its tau. The events of a vector are written in `⌈n / 8⌉` bytes, where `n` is the number of all
/// events: one bit each, the most significant first, then zero bits. They come in the order of the vectors,
/// without gaps.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ReductionDoc {
    /// The components, as positions in the system, sorted: all that take part, all that the claim names, and
    /// at least one.
    pub components: Vec<u32>,
    /// The events of the vectors in base64, as in a [`SetDoc`].
    pub events: String,
    /// The vectors of these components.
    pub states: SetDoc,
}

impl ReductionDoc {
    /// Writes distinct vectors of some of the components, in any order, with the positions of their events in
    /// [`ReductionDoc::names`] and after these.
    pub fn new(components: &[ComponentDoc], kept: &[u32], vectors: &[(Vec<u32>, Vec<usize>)]) -> Self {
        let chosen: Vec<&ComponentDoc> = kept.iter().map(|&i| &components[i as usize]).collect();
        let sizes = || chosen.iter().map(|component| component.states);
        let width = (Self::names(&chosen).len() + kept.len()).div_ceil(8);
        let alone: Vec<&Vec<u32>> = vectors.iter().map(|(vector, _)| vector).collect();
        let mut bytes = vec![0u8; vectors.len() * width];
        for (row, at) in bytes.chunks_mut(width.max(1)).zip(SetDoc::order(sizes(), &alone)) {
            vectors[at].1.iter().for_each(|event| row[event / 8] |= 0x80 >> (event % 8));
        }
        let states = SetDoc::of_sizes(sizes(), alone);
        ReductionDoc { components: kept.to_vec(), events: encode_base64(&bytes), states }
    }

    /// The names of all alphabets of these components, sorted.
    pub fn names<'c>(components: &[&'c ComponentDoc]) -> Vec<&'c str> {
        let mut names: Vec<&str> =
            components.iter().flat_map(|component| &component.alphabet).map(String::as_str).collect();
        names.sort_unstable();
        names.dedup();
        names
    }
}
