//! The hash of a set.

use std::hash::Hasher;

use rustc_hash::FxHasher;

/// A fixed hash of a set: runs are reproducible.
pub(super) fn hash_of<E: Copy + Into<u64>>(set: &[E]) -> u64 {
    let mut hasher = FxHasher::default();
    for &element in set {
        hasher.write_u64(element.into());
    }
    hasher.finish()
}
