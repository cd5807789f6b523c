//! Values chosen by the search.

use crate::context::lookup;

/// A number below `n`: every one of them in some execution.
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
    assert!(n > 0, "choose(0): there is no value to choose from");
    let context =
        lookup().expect("choose: no exploration is running on this thread (loom does not support choose)");
    let n = u32::try_from(n).expect("choose: too many values to try them all");
    context.choose(n) as usize
}

/// One of these values: every one of them in some execution.
///
/// ```
/// use rely_explore::{Explorer, choose_from, event};
/// let report = Explorer::new().run(|| event!("color", choose_from(&["red", "green"])));
/// assert_eq!(report.complete, 2);
/// ```
///
/// # Panics
/// If there are none, or if no exploration is running on this thread.
#[track_caller]
pub fn choose_from<T>(values: &[T]) -> &T {
    assert!(!values.is_empty(), "choose_from: there is no value to choose from");
    &values[choose(values.len())]
}

/// Whether an exploration is running on this thread.
///
/// ```
/// use rely_explore::{Explorer, is_exploring};
/// assert!(!is_exploring());
/// Explorer::new().run(|| assert!(is_exploring()));
/// ```
pub fn is_exploring() -> bool {
    lookup().is_some()
}
