//! What a search with partial-order reduction has followed, as a document.

use rely_certify::{ComponentDoc, ReductionDoc};
use rely_check::partial_order::Followed;

use crate::documents::raw;

/// A reduction of a system with these components.
pub fn reduction_document(components: &[ComponentDoc], followed: &Followed) -> ReductionDoc {
    let kept: Vec<u32> = followed.components.iter().map(|&i| i as u32).collect();
    let vectors: Vec<(Vec<u32>, Vec<usize>)> =
        followed.states.iter().map(|(vector, events)| (raw(vector), events.clone())).collect();
    ReductionDoc::new(components, &kept, &vectors)
}
