//! Sets of vectors as documents.

use serde::{Deserialize, Serialize};

use super::ComponentDoc;
use crate::check::Checked;
use crate::packed::{Layout, decode_base64, encode_base64};

/// A set of vectors.
///
/// A vector has one state per component (in a [`PremiseDoc`](super::PremiseDoc), per member). It is written
/// in `max(1, ⌈Σ wᵢ / 8⌉)` bytes: the components' states one after the other, in `wᵢ` bits each, the most
/// significant bit first, where `wᵢ` is the number of binary digits of `states − 1` of component `i` (none if
/// that is 0), then zero bits. The vectors, strictly ascending as byte strings, follow each other without
/// gaps.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SetDoc {
    /// Number of vectors.
    pub count: u64,
    /// Their bytes in base64 (RFC 4648, section 4, with padding, zero bits where bits are unused).
    pub vectors: String,
}

impl SetDoc {
    /// Writes a set of vectors, in any order, each with one existing state per component.
    pub fn new<V: AsRef<[u32]>>(components: &[ComponentDoc], vectors: impl IntoIterator<Item = V>) -> Self {
        Self::of_sizes(components.iter().map(|c| c.states), vectors)
    }

    /// The same for components, or [members of a premise](super::PremiseDoc::sizes), with these numbers of
    /// states.
    pub fn of_sizes<V: AsRef<[u32]>>(
        sizes: impl IntoIterator<Item = u32>,
        vectors: impl IntoIterator<Item = V>,
    ) -> Self {
        let (width, bytes) = Self::packed(sizes, vectors);
        let mut packed: Vec<&[u8]> = bytes.chunks_exact(width).collect();
        packed.sort_unstable();
        packed.dedup();
        SetDoc { count: packed.len() as u64, vectors: encode_base64(&packed.concat()) }
    }

    /// The order in which a set writes these vectors: positions of the given ones, ascending by their bytes.
    /// They must be distinct.
    pub fn order<V: AsRef<[u32]>>(sizes: impl IntoIterator<Item = u32>, vectors: &[V]) -> Vec<usize> {
        let (width, bytes) = Self::packed(sizes, vectors);
        let packed: Vec<&[u8]> = bytes.chunks_exact(width).collect();
        let mut order: Vec<usize> = (0..vectors.len()).collect();
        order.sort_by_key(|&i| packed[i]);
        order
    }

    /// The bytes of vectors, in their order, and how many each has.
    fn packed<V: AsRef<[u32]>>(
        sizes: impl IntoIterator<Item = u32>,
        vectors: impl IntoIterator<Item = V>,
    ) -> (usize, Vec<u8>) {
        let (layout, mut bytes) = (Layout::new(sizes.into_iter()), Vec::new());
        vectors.into_iter().for_each(|vector| layout.pack(vector.as_ref(), &mut bytes));
        (layout.bytes(), bytes)
    }

    /// The bytes of its vectors, which are ascending.
    pub(crate) fn decode(&self, layout: &Layout) -> Checked<Vec<u8>> {
        let bytes = decode_base64(&self.vectors).ok_or("the vectors are not canonical base64")?;
        let (n, width) = (bytes.len(), layout.bytes());
        if self.count.checked_mul(width as u64) != Some(n as u64) {
            return Err(format!("{n} bytes of vectors are not {} times {width}", self.count));
        }
        if !bytes.chunks_exact(width).is_sorted_by(|earlier, later| earlier < later) {
            return Err("the vectors are not strictly ascending".into());
        }
        Ok(bytes)
    }
}
