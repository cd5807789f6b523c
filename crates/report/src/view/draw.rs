//! The document of `rely draw`.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::StepView;

/// `rely draw --format json`: a picture and its content.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct DrawDocument {
    /// `rely/draw/1`
    pub schema: String,
    /// The file that was drawn.
    pub file: String,
    /// `machine`, `architecture`, `trace`, `proof`, `assumption` or `compat`.
    pub picture: String,
    /// Its heading.
    pub title: String,
    /// The picture in words, for readers who cannot see it.
    pub description: String,
    /// Notes, such as omitted parts.
    pub notes: Vec<String>,
    /// Nodes that are drawn; steps for runs.
    pub shown: u64,
    /// States that are not drawn; null if there are some, but their number is unknown.
    pub hidden: Option<u64>,
    /// The graphs in the picture, from left to right or top to bottom; none for runs.
    pub graphs: Vec<GraphView>,
    /// The run, if one is drawn as a chart.
    pub chart: Option<ChartView>,
    /// The picture. Nodes are elements of the class `node` with the attribute `data-number`, their number in
    /// `nodes`, and `data-state` or `data-name`, their `key`; those of several graphs are inside of an
    /// element `graph`. Edges have the class `edge`.
    pub svg: String,
}

/// A graph in a picture.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct GraphView {
    /// Its heading.
    pub title: String,
    /// The text next to it.
    pub subtitle: String,
    /// States that are not drawn; null if there are some, but their number is unknown.
    pub hidden: Option<u64>,
    /// The nodes.
    pub nodes: Vec<NodeView>,
    /// The edges.
    pub edges: Vec<EdgeView>,
}

/// A node of a graph.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct NodeView {
    /// By what it is known in other pictures of the same thing: `ERROR`; the number of a state; the numbers
    /// of the components' states with commas between them, where only a part of a machine was explored; the
    /// name of a component. Empty if it has none.
    pub key: String,
    /// `state`, `stuck` (nothing is possible), `end`, `error`, `sink` (everything is allowed), `open` (a
    /// state with transitions to states that are not drawn); `component`, `property`, `constraint`,
    /// `actions`; `assumption`, `premise`, `holds`, `violated`, `unknown`.
    pub kind: String,
    /// The text inside.
    pub lines: Vec<String>,
    /// Everything about it.
    pub about: String,
    /// The names of the components' states, where only a part of a machine was explored.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub locals: Vec<String>,
    /// Is it the initial state?
    pub initial: bool,
    /// Is it on the run that is marked?
    pub marked: bool,
    /// Are all states drawn to which it has transitions?
    pub complete: bool,
    /// Its transitions to states that are not drawn.
    pub hidden: u64,
}

/// An edge of a graph: all transitions from one state to another.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct EdgeView {
    /// Where it begins: a position in `nodes`.
    pub from: u64,
    /// Where it ends.
    pub to: u64,
    /// `plain`, `internal`, `marked`, `lost` or `link`.
    pub kind: String,
    /// Its actions, all of them.
    pub labels: Vec<String>,
    /// Its label: the actions, folded.
    pub lines: Vec<String>,
}

/// A run as a chart.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct ChartView {
    /// The components, from left to right.
    pub participants: Vec<ParticipantView>,
    /// The steps.
    pub steps: Vec<StepView>,
    /// The step (from 0) with which a cycle begins that goes on forever.
    pub cycle_from: Option<u64>,
}

/// A column of a chart.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct ParticipantView {
    /// The component.
    pub name: String,
    /// Is it a property?
    pub property: bool,
}
