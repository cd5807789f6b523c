//! Binary search for the step of a counterexample at which the hypothesis goes wrong.
//!
//! # Problem
//! Given a sequence of answers that begins with *yes* and ends with *no*, find neighbors *yes*, *no*.
//!
//! # Method
//! Binary search \[RS93\].
//!
//! # Invariants
//! 1. The answer at `low` is *yes*, the one at `high` is *no*.
//!
//! # Cost
//! At most ⌈log₂ n⌉ questions for n positions.
//!
//! # Departures
//! None.

use rely_lts::Spent;

/// A position `i` in `low..high` that `holds` while `i + 1` does not. `holds(low)` and not `holds(high)` is
/// known; these are not asked.
pub(crate) fn breakpoint(
    mut low: usize,
    mut high: usize,
    mut holds: impl FnMut(usize) -> Result<bool, Spent>,
) -> Result<usize, Spent> {
    debug_assert!(low < high, "the two ends differ");
    while high - low > 1 {
        let middle = low + (high - low) / 2;
        if holds(middle)? {
            low = middle;
        } else {
            high = middle;
        }
    }
    Ok(low)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn some_step_from_yes_to_no_is_found() {
        let answers = [true, false, true, true, false, true, false];
        let found = breakpoint(0, answers.len() - 1, |i| Ok(answers[i])).unwrap();
        assert!(answers[found] && !answers[found + 1]);
        assert_eq!(breakpoint(3, 4, |_| unreachable!("both ends are known")), Ok(3));
    }
}
