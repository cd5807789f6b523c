//! Aldebaran `.aut`: the common format of LTSA, mCRL2 and CADP.
//!
//! ```text
//! des (INITIAL, TRANSITIONS, STATES)
//! (FROM, LABEL, TO)
//! …
//! ```
//!
//! One transition per line; blank lines and blanks around the parts are ignored. The label is the text
//! between the first and the last comma of its line; if it begins and ends with `"`, these two are not part
//! of it. So unquoted labels such as `a.1` or `{p,q}::x` need no special rule, and neither do quoted ones
//! that contain commas, parentheses or quotes. There are no escapes; a label never contains a line end.
//!
//! # Dialects
//!
//! - `tau` is internal. CADP writes `i` for it: [`Internal`] says whether `i` is internal too.
//! - LTSA writes ERROR as state `-1`, which its header does not count. Other tools have no such state, so in
//!   the strict styles ERROR is an ordinary state, numbered after the others, whose only transition is a loop
//!   labeled `ERROR`; END keeps its number and gets a loop labeled `END`. The loops distinguish these states
//!   from a deadlock under every equivalence. [`MarkedStates::Loops`] reads the convention back.
//! - The format has no place for the alphabet: an action without transitions is lost.
//! - It has no place for propositions of states either. A loop labeled `:p` says that the proposition `p`
//!   holds in its state: other tools read such a file as an LTS with one more action, and distinguish states
//!   with different propositions under every equivalence. A proposition that holds nowhere is lost.
//!   [`ColonLabels`] says whether labels are read in this way; an action called `:` is always an action.

mod chunk;
mod line;
mod propositions;
mod read;
#[cfg(test)]
mod tests;
mod write;

pub use read::{read_aut, read_aut_with};
pub use write::write_aut;

/// The label of the loop that marks ERROR in the strict styles.
const ERROR_LOOP: &str = "ERROR";

/// The label of the loop that marks END in the strict styles.
const END_LOOP: &str = "END";

/// What the label of a loop begins with that says that a proposition holds.
const PROPOSITION: char = ':';

/// The first line.
#[derive(Clone, Copy)]
struct Header {
    initial: u32,
    transitions: u64,
    states: u64,
}

/// How to read a file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct AutOptions {
    /// Which labels are internal.
    pub internal: Internal,
    /// The meaning of loops labeled `ERROR` and `END` mean.
    pub marked: MarkedStates,
    /// What labels that begin with `:` mean.
    pub colon_labels: ColonLabels,
}

/// Which labels are internal.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Internal {
    /// Only `tau`, as LTSA and mCRL2 have it.
    #[default]
    Tau,
    /// `tau` and `i`, as CADP has it.
    TauAndI,
}

/// What a state means whose only transition is a loop labeled `ERROR` or `END`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum MarkedStates {
    /// An ordinary state.
    #[default]
    Plain,
    /// The error state, or the END state: what [`AutStyle::Mcrl2`] and [`AutStyle::Cadp`] write.
    Loops,
}

/// The meaning of a label that begins with `:` and has more characters.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ColonLabels {
    /// A proposition: `:p` is only on loops, and says that `p` holds in the state.
    #[default]
    Propositions,
    /// An action like others.
    Actions,
}

/// How to write a file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum AutStyle {
    /// As LTSA: labels without quotes where possible, ERROR is `-1`. END looks like any state without
    /// transitions.
    #[default]
    Ltsa,
    /// As mCRL2: all labels in quotes, `tau` internal, ERROR and END marked by loops.
    Mcrl2,
    /// As [`AutStyle::Mcrl2`], but the internal action is `i`.
    Cadp,
}
