//! Values that the search chooses.

use crate::context::current;

/// A number below `n`, each in some execution.
///
/// ```
/// use rely_explore::{Explorer, choose, event};
///
/// let report = Explorer::new().run(|| event!("chosen", choose(3)));
/// assert_eq!(report.complete, 3);
/// ```
///
/// # Panics
/// If `n` is 0, or if no exploration is running on this thread.
#[track_caller]
pub fn choose(n: usize) -> usize {
    assert!(n > 0, "choose(0): the domain is empty, there is nothing to choose from");
    let context =
        current().expect("choose: no exploration is running on this thread (and loom cannot choose)");
    let n = u32::try_from(n).expect("choose: the domain has too many values to try them all");
    context.choose(n) as usize
}

/// One of these, each in some execution.
///
/// # Panics
/// If there are none, or if no exploration is running on this thread.
#[track_caller]
pub fn choose_from<T>(values: &[T]) -> &T {
    assert!(!values.is_empty(), "choose_from: the domain is empty, there is nothing to choose from");
    &values[choose(values.len())]
}

/// Whether an exploration is running on this thread.
pub fn is_exploring() -> bool {
    current().is_some()
}
