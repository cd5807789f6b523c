//! A run of a module as a person reads it: who takes part in which step, and which steps the environment does
//! not see.

use std::fmt::Write as _;

use crate::view::{AssumeDocument, ComponentView, TraceView};

use super::{BAD, BOLD, FAINT, Shown, styled};
use crate::prose::count;

/// Longer runs are cut in the middle.
const LONG: usize = 18;

/// Steps shown at the beginning and at the end of a run that is cut.
const ENDS: (usize, usize) = (3, 5);

/// Steps visible to the environment that are shown of a run that is cut.
const SEEN: usize = 20;

/// The roles in a run.
pub struct Scene<'a> {
    /// What the environment sees.
    pub interface: &'a [String],
    /// The components of the environment.
    pub environment: Vec<&'a str>,
    /// The properties, which observe and do nothing.
    pub properties: Vec<&'a str>,
}

impl<'a> Scene<'a> {
    /// That of a question about a module.
    pub fn of(document: &'a AssumeDocument) -> Scene<'a> {
        let names = |views: &'a [ComponentView]| views.iter().map(|view| view.name.as_str()).collect();
        Scene {
            interface: &document.interface,
            environment: names(document.environment.as_deref().unwrap_or_default()),
            properties: names(&document.property),
        }
    }
}

/// How to draw a run.
pub struct Drawn<'a> {
    /// The run.
    pub run: &'a [String],
    /// The run step by step, if it is not too long for that.
    pub steps: Option<&'a TraceView>,
    /// The components that enter ERROR at its end.
    pub violates: &'a [String],
    /// Columns before it.
    pub indent: usize,
    /// Is it a run of the entire system? Then the components of the environment are among those that take
    /// part.
    pub whole: bool,
}

/// Draws a run, one step per line. Steps that the environment does not see have a dot.
pub fn draw(out: &mut String, scene: &Scene<'_>, drawn: &Drawn<'_>, shown: Shown) {
    let run = drawn.run;
    let indent = " ".repeat(drawn.indent);
    let visible = visible(scene, drawn, shown);
    let width = (0..run.len()).filter(|&at| visible[at]).map(|at| run[at].chars().count()).max();
    let width = width.unwrap_or(0).min(40);
    for (at, action) in run.iter().enumerate() {
        if !visible[at] {
            if at > 0 && visible[at - 1] {
                let gap = visible[at..].iter().take_while(|visible| !**visible).count();
                let more = format!("… {} (--full shows all)", count(gap as u64, "more step"));
                let _ = writeln!(out, "{indent}      {}", styled(FAINT, more));
            }
            continue;
        }
        let seen = scene.interface.contains(action);
        let pad = " ".repeat(width.saturating_sub(action.chars().count()));
        let shown_action = if seen { styled(BOLD, action) } else { action.clone() };
        let mut line = format!(
            "{indent}{} {:>2}  {shown_action}{pad}",
            if seen || drawn.whole { ' ' } else { '·' },
            at + 1
        );
        let _ = write!(line, "  {}", styled(FAINT, participants(scene, drawn, at, seen)));
        if at + 1 == run.len() && !drawn.violates.is_empty() {
            let _ = write!(line, "  {}", styled(BAD, format!("violates {}", drawn.violates.join(", "))));
        }
        let _ = writeln!(out, "{}", line.trim_end());
    }
}

/// Which steps of a run to show: of a long one both ends, what the environment sees, and what it does.
fn visible(scene: &Scene<'_>, drawn: &Drawn<'_>, shown: Shown) -> Vec<bool> {
    let run = drawn.run;
    let acts = |at: usize| {
        drawn.whole
            && drawn.steps.is_some_and(|view| {
                let mut names = view.steps[at].participants.iter().map(|&i| view.components[i].as_str());
                names.any(|name| scene.environment.contains(&name))
            })
    };
    if shown.full || run.len() <= LONG {
        return vec![true; run.len()];
    }
    let mut left = SEEN;
    let mut visible: Vec<bool> = (0..run.len())
        .map(|at| {
            let seen = left > 0 && (scene.interface.contains(&run[at]) || acts(at));
            left -= usize::from(seen);
            seen || at < ENDS.0 || at + ENDS.1 >= run.len()
        })
        .collect();
    // A line for one omitted step is not shorter than the step itself.
    for at in 1..run.len() - 1 {
        visible[at] |= visible[at - 1] && visible[at + 1];
    }
    visible
}

/// The participants of a step.
fn participants(scene: &Scene<'_>, drawn: &Drawn<'_>, at: usize, seen: bool) -> String {
    let mut names: Vec<&str> = if seen && !drawn.whole { vec!["environment"] } else { Vec::new() };
    if let Some(view) = drawn.steps {
        let acts = |name: &&str| !scene.properties.contains(name);
        names.extend(view.steps[at].participants.iter().map(|&i| view.components[i].as_str()).filter(acts));
    }
    names.join(", ")
}
