//! A part of a machine that is too large to be built: some of its states, and how many of their transitions
//! lead elsewhere.

use std::collections::BTreeMap;

use crate::diagram::{Diagram, DiagramNode, EdgeKind, Hidden, NodeKind};
use crate::machine::{merged, open, set_description};

/// States and the transitions between them.
#[derive(Clone, Debug, Default)]
pub struct Fragment {
    /// The name of the machine.
    pub name: String,
    /// More about it, next to its name.
    pub subtitle: String,
    /// The states, each once.
    pub states: Vec<FragmentState>,
    /// The transitions between them.
    pub moves: Vec<FragmentMove>,
    /// The initial state, if it is among them.
    pub initial: Option<usize>,
    /// Notes below the picture.
    pub notes: Vec<String>,
    /// What is not drawn.
    pub hidden: Hidden,
}

/// A state.
#[derive(Clone, Debug)]
pub struct FragmentState {
    /// Identifies it in other pictures.
    pub key: String,
    /// Its name.
    pub name: String,
    /// Its name, in lines.
    pub lines: Vec<String>,
    /// More for the tooltip.
    pub about: String,
    /// What it is.
    pub kind: StateKind,
    /// Transitions to states that are not among those of the fragment.
    pub hidden: usize,
    /// Whether it is highlighted.
    pub is_marked: bool,
}

/// What a state is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StateKind {
    /// One with transitions.
    Plain,
    /// One without transitions.
    Stuck,
    /// Successful termination.
    End,
    /// The error state.
    Error,
}

/// A transition.
#[derive(Clone, Debug)]
pub struct FragmentMove {
    /// The state it begins in, by number.
    pub from: usize,
    /// The state it leads to.
    pub to: usize,
    /// The action.
    pub action: String,
    /// Whether it is internal.
    pub is_internal: bool,
    /// Whether it is highlighted.
    pub is_marked: bool,
}

/// A fragment as a diagram: all transitions between the same two states are one edge.
pub fn fragment(fragment: &Fragment) -> Diagram {
    let mut diagram = Diagram {
        title: fragment.name.clone(),
        subtitle: fragment.subtitle.clone(),
        notes: fragment.notes.clone(),
        root: fragment.initial,
        hidden: fragment.hidden,
        ..Diagram::default()
    };
    for (i, state) in fragment.states.iter().enumerate() {
        diagram.nodes.push(state_node(state, fragment.initial == Some(i)));
    }
    let mut edges: BTreeMap<(usize, usize), Vec<&FragmentMove>> = BTreeMap::new();
    for step in &fragment.moves {
        edges.entry((step.from, step.to)).or_default().push(step);
    }
    for ((from, to), steps) in edges {
        let kind = if steps.iter().any(|step| step.is_marked) {
            EdgeKind::Marked
        } else if steps.iter().all(|step| step.is_internal) {
            EdgeKind::Internal
        } else {
            EdgeKind::Plain
        };
        let mut labels: Vec<String> = steps.iter().map(|step| step.action.clone()).collect();
        labels.dedup();
        let names = [from, to].map(|end| fragment.states[end].name.as_str());
        diagram.edges.push(merged((from, to), names, labels, kind));
    }
    let beginning = format!("A part of the machine {}: {}.", fragment.name, fragment.subtitle);
    let initial = fragment.initial.map(|initial| fragment.states[initial].name.clone());
    set_description(beginning, initial, &mut diagram);
    diagram
}

fn state_node(state: &FragmentState, is_initial: bool) -> DiagramNode {
    let name = &state.name;
    let (kind, mut lines, mut about) = match state.kind {
        StateKind::Error => (
            NodeKind::Error,
            vec!["ERROR".to_string()],
            "the error state: a property is violated".to_string(),
        ),
        StateKind::End => (NodeKind::End, vec!["END".to_string()], format!("END: {name}")),
        StateKind::Stuck => {
            (NodeKind::Stuck, state.lines.clone(), format!("state {name}: nothing is possible"))
        }
        StateKind::Plain => (NodeKind::State, state.lines.clone(), format!("state {name}")),
    };
    if state.kind == StateKind::Stuck {
        lines.push("STOP".to_string());
    }
    if is_initial {
        about.push_str(", the initial one");
    }
    if !state.about.is_empty() {
        about.push_str(&format!(" ({})", state.about));
    }
    let is_marked = state.is_marked;
    let name_lines = state.lines.len().max(1);
    let mut node =
        DiagramNode { key: state.key.clone(), lines, name_lines, kind, about, is_marked, hidden: 0 };
    open(&mut node, state.hidden);
    node
}

#[cfg(test)]
mod tests {
    use super::*;

    fn state(name: &str) -> FragmentState {
        FragmentState {
            key: name.replace('·', ","),
            name: name.to_string(),
            lines: vec![name.to_string()],
            about: String::new(),
            kind: StateKind::Plain,
            hidden: 0,
            is_marked: false,
        }
    }

    #[test]
    fn transitions_between_two_states_are_one_edge_and_hidden_ones_are_counted() {
        let step = |from, to, action: &str, is_internal| FragmentMove {
            from,
            to,
            action: action.to_string(),
            is_internal,
            is_marked: false,
        };
        let drawn = fragment(&Fragment {
            name: "SYS".to_string(),
            states: vec![FragmentState { hidden: 3, ..state("0·0") }, state("1·0")],
            moves: vec![
                step(0, 1, "a", true),
                step(0, 1, "b", false),
                step(1, 0, "c", true),
                step(1, 1, "c", true),
            ],
            initial: Some(0),
            ..Fragment::default()
        });
        assert_eq!(drawn.nodes[0].lines, ["0·0", "+3"]);
        assert_eq!((drawn.nodes[0].kind, drawn.nodes[0].hidden), (NodeKind::Open, 3));
        assert_eq!((drawn.nodes[1].kind, drawn.nodes[1].key.as_str()), (NodeKind::State, "1,0"));
        let edges: Vec<_> = drawn.edges.iter().map(|e| (e.from, e.to, e.labels.join(" "), e.kind)).collect();
        let text = |s: &str| s.to_string();
        assert_eq!(
            edges,
            [
                (0, 1, text("a b"), EdgeKind::Plain),
                (1, 0, text("c"), EdgeKind::Internal),
                (1, 1, text("c"), EdgeKind::Internal)
            ]
        );
        assert_eq!(drawn.edges[0].about, "0·0 → 1·0: a, b");
    }
}
