//! The pool: its protocol holds it up, and one of two callers breaks the protocol.

use rely_example_code::pool::experiment::experiment;

#[test]
fn experiment_with_the_pool() {
    let report = experiment().publish();
    assert!(report.is_expected(), "{report}");
}
