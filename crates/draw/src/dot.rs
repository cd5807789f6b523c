//! Graphs as DOT, for those who want Graphviz to draw them.
//!
//! Shapes, borders and labels are those of our own pictures; where things are is left to the reader's
//! program.

use std::fmt::Write;

use crate::diagram::{Diagram, EdgeKind, NodeKind};
use crate::escape::dot;
use crate::scene::Ink;

/// Writes a graph as DOT.
pub fn write_dot(diagram: &Diagram) -> String {
    let mut out = String::new();
    let _ = writeln!(out, "digraph \"{}\" {{", dot(&diagram.title));
    let _ = writeln!(out, "  rankdir=LR;\n  node [fontname=\"monospace\", fontsize=13];");
    let _ = writeln!(out, "  edge [fontname=\"monospace\", fontsize=12];");
    let mut caption = vec![format!("{}  {}", dot(&diagram.title), dot(&diagram.subtitle))];
    caption.extend(diagram.notes.iter().map(|note| dot(note)));
    let _ = writeln!(
        out,
        "  label=\"{}\\l\"; labeljust=l; fontname=\"monospace\"; fontsize=12;",
        caption.join("\\l")
    );
    for (i, node) in diagram.nodes.iter().enumerate() {
        let lines: Vec<String> = node.lines.iter().map(|line| dot(line)).collect();
        let mut look = node_look(node.kind).to_string();
        if node.is_marked {
            let _ = write!(look, ", penwidth=2.2, color=\"#{}\"", Ink::Path.light());
        }
        let about = dot(&node.about);
        let _ = writeln!(out, "  n{i} [label=\"{}\", {look}, tooltip=\"{about}\"];", lines.join("\\n"));
    }
    if let Some(root) = diagram.root {
        let _ = writeln!(out, "  start [label=\"\", shape=none, width=0, height=0];\n  start -> n{root};");
    }
    for edge in &diagram.edges {
        let lines: Vec<String> = edge.lines.iter().map(|line| dot(line)).collect();
        let look = match edge.kind {
            EdgeKind::Plain => String::new(),
            EdgeKind::Internal => ", style=dotted".to_string(),
            EdgeKind::Marked => format!(", penwidth=2.6, color=\"#{}\"", Ink::Path.light()),
            EdgeKind::Lost => format!(", style=dashed, penwidth=2.2, color=\"#{}\"", Ink::Error.light()),
            EdgeKind::Link => ", dir=none".to_string(),
        };
        let _ = writeln!(
            out,
            "  n{} -> n{} [label=\"{}\"{look}, tooltip=\"{}\"];",
            edge.from,
            edge.to,
            lines.join("\\n"),
            dot(&edge.about)
        );
    }
    out.push_str("}\n");
    out
}

fn node_look(kind: NodeKind) -> &'static str {
    match kind {
        NodeKind::State => "shape=circle",
        NodeKind::Stuck => "shape=circle, penwidth=3",
        NodeKind::Open => "shape=circle, style=dashed",
        NodeKind::Sink => "shape=circle, style=dotted, penwidth=2",
        NodeKind::End => "shape=doublecircle, color=\"#1a7f37\", fontcolor=\"#1a7f37\"",
        NodeKind::Error => "shape=doubleoctagon, style=dashed, color=\"#b3261e\", fontcolor=\"#b3261e\"",
        NodeKind::Component => "shape=box",
        NodeKind::Property => "shape=octagon",
        NodeKind::Constraint => "shape=hexagon",
        NodeKind::Bus => "shape=box, style=rounded",
        NodeKind::Assumption => "shape=box, style=rounded",
        NodeKind::Premise => "shape=box",
        NodeKind::Holds => "shape=hexagon, color=\"#1a7f37\", fontcolor=\"#1a7f37\"",
        NodeKind::Violated => "shape=hexagon, color=\"#b3261e\", fontcolor=\"#b3261e\"",
        NodeKind::Unknown => "shape=hexagon, style=dashed",
    }
}
