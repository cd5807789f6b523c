//! Which calls are actions of a component.

use crate::graph::When;

/// A rule: calls of a function, perhaps only those with certain arguments or results, are an action.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ActionRule {
    /// The function.
    pub function: String,
    /// When the action happens.
    pub when: When,
    /// Arguments that must match, by position from 0.
    pub arguments: Vec<(usize, Pattern)>,
    /// What the result must match. An external function returns any value that matches.
    pub result: Option<Pattern>,
    /// Arguments through which an external function writes: what they point to may be anything afterwards.
    pub writes: Vec<usize>,
    /// The number of the action.
    pub action: u32,
}

/// Values that an argument or a result may have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Pattern {
    /// One of these numbers, as signed numbers of the type of the value.
    Numbers(Vec<i128>),
    /// Any number but these.
    Except(Vec<i128>),
    /// The address of a global variable, plus an offset in bytes.
    Address(String, u64),
}
