//! State graphs as TLC writes them (`-dump dot,actionlabels`), one statement per line.
//!
//! ```text
//! strict digraph DiskGraph {
//! subgraph cluster_graph {
//! -370 [label="/\\ x = 0",style = filled]
//! -370 -> 512 [label="Inc",color="black",fontcolor="black"];
//! 512 [label="/\\ x = 1"];
//! {rank = same; -370;}
//! }
//! subgraph cluster_legend { …
//! ```
//! Nodes are fingerprints of states, a filled one is initial, and the label of an edge is the action of the
//! specification. The values of variables and the legend are not kept. Several initial states become the
//! targets of an internal step from a new one.

use rely_lts::{Actions, Sequential};
use rustc_hash::FxHashMap;

use crate::collect::{Collector, TAU};
use crate::error::{FormatError, FormatErrorKind, Imported};

/// How these files begin.
pub(super) const BEGINNING: &str = "strict digraph DiskGraph";

/// Reads the states and edges.
///
/// # Errors
/// If an edge has no action, or there is no initial state.
pub(super) fn read(text: &str, actions: &Actions) -> Result<Imported, FormatError> {
    let mut collector = Collector::new(actions);
    let mut labels: FxHashMap<&str, u32> = FxHashMap::default();
    let mut nodes: FxHashMap<&str, u32> = FxHashMap::default();
    let mut initial: Vec<u32> = Vec::new();
    let mut ends = false;
    for (at, line) in text.lines().enumerate() {
        let line = line.trim();
        if line.starts_with("subgraph cluster_legend") {
            ends = true;
            break;
        }
        let is_node = |word: &str| {
            let digits = word.strip_prefix('-').unwrap_or(word);
            !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())
        };
        let (name, rest) = line.split_once(' ').unwrap_or((line, ""));
        let name = name.trim_end_matches(';');
        if !is_node(name) {
            ends |= line == "}";
            continue;
        }
        let next = nodes.len() as u32;
        let source = *nodes.entry(name).or_insert(next);
        let Some(edge) = rest.strip_prefix("-> ") else {
            // The label may have anything in it; what is filled is written behind it.
            let style = rest.rsplit_once('"').map_or("", |(_, style)| style);
            if style.contains("filled") && !initial.contains(&source) {
                initial.push(source);
            }
            continue;
        };
        let error = |column: usize, message: &str| {
            FormatError::at(FormatErrorKind::Unsupported, at + 1, column, message)
        };
        let (target, attributes) = edge.split_once(' ').unwrap_or((edge, ""));
        let target = target.trim_end_matches(';');
        if !is_node(target) {
            return Err(error(1, "expected an edge between two states"));
        }
        let next = nodes.len() as u32;
        let target = *nodes.entry(target).or_insert(next);
        let label = attributes.split_once("label=\"").and_then(|(_, text)| text.split_once('"'));
        let Some((label, _)) = label.filter(|(label, _)| !label.is_empty()) else {
            return Err(error(
                1,
                "this edge has no action: dump the graph with `-dump dot,actionlabels FILE`",
            ));
        };
        let label = match labels.get(label) {
            Some(&known) => known,
            None => {
                let new = if label == "tau" { TAU } else { collector.add_label(label) };
                labels.insert(label, new);
                new
            }
        };
        collector.push(source, label, target);
    }
    if !ends {
        return Err(FormatError::whole(
            FormatErrorKind::Syntax,
            "the graph does not end: the file is incomplete",
        ));
    }
    let start = match initial[..] {
        [] => {
            let message = "no initial state: expected a node with `style = filled`";
            return Err(FormatError::whole(FormatErrorKind::Unsupported, message));
        }
        [one] => one,
        _ => {
            let start = nodes.len() as u32;
            initial.iter().for_each(|&state| collector.push(start, TAU, state));
            start
        }
    };
    collector.set_named_states((nodes.len() as u32).max(start + 1));
    Ok(Imported { lts: collector.finish(start, None, &Sequential)?, warnings: Vec::new() })
}

#[cfg(test)]
mod tests {
    use crate::{DotReadOptions, read_dot};
    use rely_lts::Actions;

    fn read(body: &str) -> Result<(usize, Vec<String>), String> {
        let text = format!(
            "strict digraph DiskGraph {{\nnodesep=0.35;\nsubgraph cluster_graph {{\ncolor=\"white\";\n{body}\n}}\nsubgraph cluster_legend {{graph[style=bold];\nInc [label=\"Inc\",fillcolor=1]\n}}}}"
        );
        let read = read_dot(text.as_bytes(), &Actions::new(), &DotReadOptions::default());
        let lts = read.map_err(|error| error.to_string())?.lts;
        let steps =
            lts.transitions().map(|(s, l, t)| format!("{} {} {}", s.raw(), lts.label_name(l), t.raw()));
        Ok((lts.n_states(), steps.collect()))
    }

    #[test]
    fn edges_are_actions() {
        let graph = "-37 [label=\"/\\\\ x = \\\"style = filled\\\"\",style = filled]\n-37 -> 51 [label=\"Inc\",color=\"black\"];\n\
            51 [label=\"/\\\\ x = 1\"];\n51 -> -37 [label=\"Reset\"];\n51 -> 51 [label=\"Inc\"];\n{rank = same; 51;}";
        let (states, mut steps) = read(graph).unwrap();
        steps.sort();
        assert_eq!((states, steps.join(", ").as_str()), (2, "0 Inc 1, 1 Inc 1, 1 Reset 0"));
        let (states, steps) = read("1 [label=\"a\",style = filled]\n2 [label=\"b\",style = filled]").unwrap();
        assert_eq!((states, steps.join(", ").as_str()), (3, "2 tau 0, 2 tau 1"));
    }

    #[test]
    fn what_is_missing_is_said() {
        let no_action = "1 [label=\"a\",style = filled]\n1 -> 1;";
        assert!(read(no_action).unwrap_err().starts_with("line 6, column 1: this edge has no action"));
        assert!(read("1 [label=\"style = filled\"]").unwrap_err().starts_with("no initial state"));
        let cut = "strict digraph DiskGraph {\n1 [label=\"a\",style = filled]\n1 -> 1 [label=\"x\"];";
        let read = read_dot(cut.as_bytes(), &Actions::new(), &DotReadOptions::default());
        assert!(read.unwrap_err().to_string().contains("does not end"));
    }
}
