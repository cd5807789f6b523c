//! A run of a module as a person reads it: who takes part in which step, and which steps the environment does not see.

use std::fmt::Write as _;

use rely_workbench::view::{AssumeDocument, TraceView};

use crate::text::{BAD, BOLD, FAINT, Shown, styled};

/// Longer runs are cut in the middle.
const LONG: usize = 18;

/// Steps shown at both ends of a run that is cut.
const ENDS: usize = 7;

/// How to draw a run.
pub struct Drawn<'a> {
    /// The run.
    pub run: &'a [String],
    /// The run step by step, if it is not too long for that.
    pub steps: Option<&'a TraceView>,
    /// Who enters ERROR at its end.
    pub violates: &'a [String],
    /// Columns before it.
    pub indent: usize,
}

/// Draws a run, one step per line. Steps that the environment does not see have a dot.
pub fn draw(out: &mut String, document: &AssumeDocument, drawn: &Drawn<'_>, shown: Shown) {
    let run = drawn.run;
    let indent = " ".repeat(drawn.indent);
    let cut = !shown.full && run.len() > LONG;
    let visible = |at: &usize| !cut || *at < ENDS || *at + ENDS >= run.len();
    let width = (0..run.len()).filter(visible).map(|at| run[at].chars().count()).max().unwrap_or(0).min(40);
    for at in 0..run.len() {
        if cut && at == ENDS {
            let more = format!("… {} steps (--full shows all)", run.len() - 2 * ENDS);
            let _ = writeln!(out, "{indent}     {}", styled(FAINT, more));
        }
        if !visible(&at) {
            continue;
        }
        let action = &run[at];
        let seen = document.interface.contains(action);
        let pad = " ".repeat(width.saturating_sub(action.chars().count()));
        let shown_action = if seen { styled(BOLD, action) } else { action.clone() };
        let mut line = format!("{indent}{} {:>2}  {shown_action}{pad}", if seen { ' ' } else { '·' }, at + 1);
        let _ = write!(line, "  {}", styled(FAINT, who(document, drawn.steps, at, seen)));
        if at + 1 == run.len() && !drawn.violates.is_empty() {
            let _ = write!(line, "  {}", styled(BAD, format!("violates {}", drawn.violates.join(", "))));
        }
        let _ = writeln!(out, "{}", line.trim_end());
    }
}

/// Who takes part in a step.
fn who(document: &AssumeDocument, steps: Option<&TraceView>, at: usize, seen: bool) -> String {
    let mut names: Vec<&str> = if seen { vec!["environment"] } else { Vec::new() };
    if let Some(view) = steps {
        // Properties observe and do nothing.
        let acts = |name: &&str| !document.property.iter().any(|p| p.name == *name);
        names.extend(view.steps[at].participants.iter().map(|&i| view.components[i].as_str()).filter(acts));
    }
    names.join(", ")
}
