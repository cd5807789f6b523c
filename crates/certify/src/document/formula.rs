//! Formulas of linear temporal logic as documents.

use serde::{Deserialize, Serialize};

/// An entry of a formula. Operands are positions of earlier entries; the last entry is the formula.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum FormulaDoc {
    /// Always true. (Written as `{"true": null}`.)
    True(()),
    /// The action of the position is one of these, which are sorted.
    Actions(Vec<String>),
    /// The component at this position of the system, a fluent, is in state 1.
    Fluent(u32),
    /// Negation.
    Not(u32),
    /// All; of none: true.
    And(Vec<u32>),
    /// Some; of none: false.
    Or(Vec<u32>),
    /// There is a next position, and it is true there.
    Next(u32),
    /// At some position from here on.
    Eventually(u32),
    /// At every position from here on.
    Always(u32),
    /// The second at some position from here on, the first at all before.
    Until(u32, u32),
    /// The same, or the first at every position from here on.
    WeakUntil(u32, u32),
}
