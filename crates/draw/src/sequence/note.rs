//! Steps as notes over the columns of a chart, for languages that have notes.

use super::{SequenceChart, SequenceStep};

/// The columns that the note of a step covers.
pub(super) struct Note {
    /// The first column.
    pub(super) from: usize,
    /// The last one.
    pub(super) to: usize,
    /// The participants, if they are not all of these columns.
    pub(super) named: Vec<usize>,
}

impl Note {
    pub(super) fn of(chart: &SequenceChart, step: &SequenceStep) -> Note {
        let who = chart.takes_part(step);
        let last_column = chart.participants.len().saturating_sub(1);
        // A step without participants concerns the whole system.
        let (from, to) = (who.first().copied().unwrap_or(0), who.last().copied().unwrap_or(last_column));
        let covers_participants_only = who.len() == to - from + 1;
        Note { from, to, named: if covers_participants_only { Vec::new() } else { who } }
    }
}

/// A text on one line: line ends and other control characters become blanks.
pub(super) fn on_one_line(text: &str) -> String {
    text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect()
}
