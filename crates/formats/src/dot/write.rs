//! Writing DOT.

use std::io::Write;

use rely_lts::{Lts, StateId};

use super::{END_NODE, ERROR_NODE, START};
use crate::error::{FormatError, FormatErrorKind, Losses};

/// How to write a graph.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DotWriteOptions {
    /// The name of the graph.
    pub name: String,
    /// Names to show in the states instead of their numbers, where there is one.
    pub state_names: Option<Vec<Option<String>>>,
    /// What to do with several transitions between the same two states.
    pub parallel: ParallelEdges,
    /// States that are drawn differently.
    pub marks: Vec<(StateId, DotMark)>,
}

/// How a state is distinguished.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DotMark {
    /// Everything is allowed from here on: filled.
    Sink,
    /// The behavior from here on is unknown: dashed.
    Open,
}

/// What to do with several transitions between the same two states.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ParallelEdges {
    /// An edge for each.
    #[default]
    Separate,
    /// One edge with one action per line.
    Merged,
}

/// Writes a graph that Graphviz draws and [`read_dot`](crate::read_dot) reads.
///
/// ```
/// use rely_formats::{DotReadOptions, DotWriteOptions, read_dot, write_dot};
/// use rely_lts::{Actions, Lts};
///
/// let actions = Actions::new();
/// let mut graph = Vec::new();
/// write_dot(&Lts::stop(&actions), &DotWriteOptions::default(), &mut graph)?;
/// let read = read_dot(&graph, &actions, &DotReadOptions::default())?;
/// assert_eq!(read.lts.n_states(), 1);
/// # Ok::<(), rely_formats::FormatError>(())
/// ```
///
/// # Errors
/// If writing fails, or a label is empty or contains a line end.
pub fn write_dot(lts: &Lts, options: &DotWriteOptions, out: &mut impl Write) -> Result<Losses, FormatError> {
    let labels = label_texts(lts)?;
    let name = if options.name.is_empty() { "LTS" } else { &options.name };
    writeln!(out, "digraph \"{}\" {{", escape(name))?;
    writeln!(out, "  rankdir=LR;")?;
    writeln!(out, "  node [shape=circle];")?;
    writeln!(out, "  {START}0 [label=\"\", shape=none, width=0, height=0];")?;
    for state in lts.states() {
        let named = options.state_names.as_ref().and_then(|names| names.get(state.index())?.as_deref());
        let look = match options.marks.iter().find(|(s, _)| *s == state) {
            Some((_, DotMark::Sink)) => ", style=filled, fillcolor=gray90",
            Some((_, DotMark::Open)) => ", style=dashed",
            None => "",
        };
        match (lts.end() == Some(state), named) {
            (true, _) => writeln!(out, "  {END_NODE} [label=\"END\", peripheries=2];")?,
            (false, Some(name)) => writeln!(out, "  s{} [label=\"{}\"{look}];", state.raw(), escape(name))?,
            (false, None) => writeln!(out, "  s{} [label=\"{}\"{look}];", state.raw(), state.raw())?,
        }
    }
    if lts.has_error() {
        writeln!(out, "  {ERROR_NODE} [label=\"ERROR\", shape=octagon, color=red, fontcolor=red];")?;
    }
    writeln!(out, "  {START}0 -> {};", node(lts, lts.initial()))?;
    for state in lts.states() {
        match options.parallel {
            ParallelEdges::Separate => {
                for (label, target) in lts.successors(state) {
                    write_edge(lts, state, &labels[label.index()], target, out)?;
                }
            }
            ParallelEdges::Merged => {
                for (target, text) in merged(lts, state, &labels) {
                    write_edge(lts, state, &text, target, out)?;
                }
            }
        }
    }
    writeln!(out, "}}")?;
    Ok(Losses::of(lts))
}

/// Targets of a state in the order of their first label, each with all its labels.
fn merged(lts: &Lts, state: StateId, labels: &[String]) -> Vec<(StateId, String)> {
    let mut order: Vec<(StateId, String)> = Vec::new();
    let mut position = std::collections::BTreeMap::new();
    for (label, target) in lts.successors(state) {
        let text = &labels[label.index()];
        match position.get(&target) {
            Some(&i) => {
                let (_, all): &mut (StateId, String) = &mut order[i];
                all.push_str("\\n");
                all.push_str(text);
            }
            None => {
                position.insert(target, order.len());
                order.push((target, text.clone()));
            }
        }
    }
    order
}

fn write_edge(
    lts: &Lts,
    source: StateId,
    label: &str,
    target: StateId,
    out: &mut impl Write,
) -> Result<(), FormatError> {
    let color = if target.is_error() { ", color=red" } else { "" };
    writeln!(out, "  {} -> {} [label=\"{label}\"{color}];", node(lts, source), node(lts, target))?;
    Ok(())
}

fn node(lts: &Lts, state: StateId) -> String {
    if state.is_error() {
        ERROR_NODE.to_string()
    } else if lts.end() == Some(state) {
        END_NODE.to_string()
    } else {
        format!("s{}", state.raw())
    }
}

/// The text of every label between its quotes.
fn label_texts(lts: &Lts) -> Result<Vec<String>, FormatError> {
    let mut texts = vec!["tau".to_string()];
    for name in lts.alphabet().names() {
        if name.is_empty() || name.contains(['\n', '\r']) {
            let message = format!("the label {name:?} cannot be written: it is empty or contains a line end");
            return Err(FormatError::whole(FormatErrorKind::Unwritable, message));
        }
        texts.push(escape(&name));
    }
    Ok(texts)
}

/// A text between quotes. A backslash is doubled, since Graphviz takes it for the start of an escape.
fn escape(text: &str) -> String {
    text.replace('\\', "\\\\").replace('"', "\\\"").replace(['\n', '\r'], " ")
}
