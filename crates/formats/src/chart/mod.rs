//! Sequence charts of traces over components.
//!
//! An action of FSP may involve any number of components and has no direction. A step is therefore drawn as a
//! bar over all components that take part, not as an arrow from one to another; a component under the bar
//! that does not take part is marked as crossed.

mod mermaid;
mod plantuml;
mod text;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::error::{FormatError, FormatErrorKind};
pub use mermaid::write_mermaid;
pub use plantuml::write_plantuml;
pub use text::{Charset, TextChartOptions, write_text_chart};

/// A trace over components.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Chart {
    /// The names of the components, in the order of their columns.
    pub participants: Vec<String>,
    /// The steps, first to last.
    pub steps: Vec<ChartStep>,
    /// The step (counted from 0) from which on the rest is repeated forever.
    pub cycle_from: Option<usize>,
}

/// A step of a chart.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ChartStep {
    /// The action.
    pub action: String,
    /// Who takes part: positions in [`Chart::participants`].
    pub participants: Vec<usize>,
    /// Something to say about the step.
    pub note: Option<String>,
}

impl Chart {
    /// Checks that all positions exist.
    fn check(&self) -> Result<(), FormatError> {
        let mistake = |message: String| Err(FormatError::whole(FormatErrorKind::Unwritable, message));
        for (number, step) in self.steps.iter().enumerate() {
            if let Some(who) = step.participants.iter().find(|&&who| who >= self.participants.len()) {
                let message = format!("step {}: there is no participant {who}", number + 1);
                return mistake(message);
            }
        }
        match self.cycle_from {
            Some(from) if from >= self.steps.len() => mistake(format!(
                "the cycle begins at step {}, but there are {} steps",
                from + 1,
                self.steps.len()
            )),
            _ => Ok(()),
        }
    }
}

/// What the note of a step covers, where a chart has one column for each participant.
struct Bar {
    /// The first column.
    from: usize,
    /// The last one.
    to: usize,
    /// Who takes part, if not everybody in these columns does.
    named: Vec<usize>,
}

impl Bar {
    fn of(chart: &Chart, step: &ChartStep) -> Bar {
        let mut who = step.participants.clone();
        who.sort_unstable();
        who.dedup();
        let last_column = chart.participants.len().saturating_sub(1);
        // A step of nobody is a matter of the whole system.
        let (from, to) = (who.first().copied().unwrap_or(0), who.last().copied().unwrap_or(last_column));
        let is_everybody = who.len() == to - from + 1;
        Bar { from, to, named: if is_everybody { Vec::new() } else { who } }
    }
}

/// A text on one line: line ends and other control characters become blanks.
fn on_one_line(text: &str) -> String {
    text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect()
}
