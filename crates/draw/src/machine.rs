//! Machines: an LTS as a diagram, all of it or a neighborhood.

mod neighborhood;

use std::collections::{BTreeMap, BTreeSet};

use rely_lts::{Label, Lts, StateId};

use crate::diagram::{Diagram, DiagramEdge, DiagramNode, EdgeKind, Hidden, NodeKind};
use crate::label::label;
use crate::text::{counted, grouped, listing};

use neighborhood::expand;
pub use neighborhood::{Near, Steps, is_readable, near};

/// Which part of a machine is drawn, and how.
#[derive(Clone, Debug, Default)]
pub struct MachineOptions {
    /// Its name: the heading.
    pub name: String,
    /// Names of the states instead of their numbers, where there is one.
    pub state_names: Option<Vec<Option<String>>>,
    /// The name of ERROR, if it has another one.
    pub error_name: Option<String>,
    /// The sink: the state from which everything is allowed.
    pub sink: Option<StateId>,
    /// Whether the sink is drawn, with the transitions to it. The initial state always is.
    pub shows_sink: ShowsSink,
    /// The transitions of a run, which are highlighted.
    pub marked: Vec<(StateId, Label, StateId)>,
    /// A transition that another version does not have, which is drawn as lost.
    pub lost: Option<(StateId, Label, StateId)>,
    /// A state, and an action that it refuses and another version allows.
    pub refused: Option<(StateId, String)>,
    /// Which states are drawn.
    pub part: Part,
    /// The successors of these states are drawn as well, if the states themselves are.
    pub expanded: Vec<StateId>,
    /// Notes below the picture.
    pub notes: Vec<String>,
}

/// Whether the sink is drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ShowsSink {
    /// Like any other.
    #[default]
    Yes,
    /// No: actions that a state does not show lead to it.
    No,
}

impl MachineOptions {
    /// The state that is left out.
    fn left_out(&self, lts: &Lts) -> Option<StateId> {
        let is_left_out = |sink: &StateId| self.shows_sink == ShowsSink::No && *sink != lts.initial();
        self.sink.filter(is_left_out)
    }
}

/// Which states are drawn.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Part {
    /// All that can be reached.
    #[default]
    All,
    /// Those near some states.
    Near {
        /// The states.
        centers: Vec<StateId>,
        /// How many steps away.
        radius: usize,
        /// Which steps count.
        steps: Steps,
        /// The maximal number of states.
        most: usize,
    },
}

/// A machine as a diagram. The [crate page](crate) has an example.
pub fn machine(lts: &Lts, options: &MachineOptions) -> Diagram {
    let reachable = reachable_states(lts);
    let found = match &options.part {
        Part::All => Near { states: reachable.clone(), radius: usize::MAX },
        Part::Near { centers, radius, steps, most } => near(lts, centers, *radius, *steps, *most),
    };
    let mut shown = found.states;
    expand(lts, &options.expanded, &mut shown);
    shown.sort_unstable();
    shown.retain(|&state| options.left_out(lts) != Some(state));
    let mut number: BTreeMap<StateId, usize> = shown.iter().enumerate().map(|(i, &s)| (s, i)).collect();
    let mut diagram = Diagram { title: options.name.clone(), ..Diagram::default() };
    let marked: BTreeSet<StateId> = options.marked.iter().flat_map(|&(from, _, to)| [from, to]).collect();
    for &state in &shown {
        diagram.nodes.push(state_node(lts, options, state, marked.contains(&state)));
    }
    let leads_to_error = shown.iter().any(|&state| lts.targets_of(state).iter().any(|t| t.is_error()));
    if leads_to_error {
        number.insert(StateId::ERROR, diagram.nodes.len());
        diagram.nodes.push(DiagramNode {
            key: "ERROR".to_string(),
            name_lines: 1,
            lines: vec![options.error_name.clone().unwrap_or_else(|| "ERROR".to_string())],
            kind: NodeKind::Error,
            about: match &options.error_name {
                Some(name) => format!("{name}: actions that lead here must not happen"),
                None => "the error state: a property is violated".to_string(),
            },
            is_marked: marked.contains(&StateId::ERROR),
            hidden: 0,
        });
    }
    for &state in &shown {
        add_edges(lts, options, state, &number, &mut diagram);
    }
    diagram.root = number.get(&lts.initial()).copied();
    describe(lts, options, reachable.len(), (shown.len(), found.radius), &mut diagram);
    diagram
}

fn reachable_states(lts: &Lts) -> Vec<StateId> {
    let mut is_met = vec![false; lts.n_states()];
    is_met[lts.initial().index()] = true;
    let mut found = vec![lts.initial()];
    let mut done = 0;
    while let Some(&state) = found.get(done) {
        done += 1;
        for &target in lts.targets_of(state) {
            if !target.is_error() && !std::mem::replace(&mut is_met[target.index()], true) {
                found.push(target);
            }
        }
    }
    found
}

/// How a person knows a state.
fn state_name(lts: &Lts, options: &MachineOptions, state: StateId) -> String {
    if state.is_error() {
        return options.error_name.clone().unwrap_or_else(|| "ERROR".to_string());
    }
    if lts.end() == Some(state) {
        return "END".to_string();
    }
    let named = options.state_names.as_ref().and_then(|names| names.get(state.index())?.clone());
    named.unwrap_or_else(|| state.raw().to_string())
}

fn state_node(lts: &Lts, options: &MachineOptions, state: StateId, is_marked: bool) -> DiagramNode {
    let name = state_name(lts, options, state);
    let mut lines = name_lines(&name);
    let n_name = lines.len();
    let (kind, about) = if lts.end() == Some(state) {
        (NodeKind::End, "END: successful termination".to_string())
    } else if options.sink == Some(state) {
        lines.push("any".to_string());
        (NodeKind::Sink, format!("state {name}: everything is allowed from here on"))
    } else if lts.is_stuck(state) {
        lines.push("STOP".to_string());
        (NodeKind::Stuck, format!("state {name}: nothing is possible"))
    } else {
        let initial = if lts.initial() == state { ", the initial one" } else { "" };
        let ways = counted(lts.targets_of(state).len(), "transition");
        (NodeKind::State, format!("state {name}{initial}: {ways}"))
    };
    let key = state.raw().to_string();
    let mut node = DiagramNode { key, lines, name_lines: n_name, kind, about, is_marked, hidden: 0 };
    if let Some((_, action)) = options.refused.as_ref().filter(|(refuses, _)| *refuses == state) {
        node.lines.push(format!("✗ {action}"));
        node.about.push_str(&format!("; refuses {action}"));
        node.is_marked = true;
    }
    node
}

/// A name in lines of some length, broken behind signs that join its parts.
fn name_lines(name: &str) -> Vec<String> {
    const LONG: usize = 20;
    const LINE: usize = 14;
    const LINES: usize = 4;
    if name.chars().count() <= LONG {
        return vec![name.to_string()];
    }
    let mut lines: Vec<String> = Vec::new();
    for part in name.split_inclusive(['_', '.', ':', ',']) {
        match lines.last_mut() {
            Some(line) if line.chars().count() + part.chars().count() <= LINE => line.push_str(part),
            _ => lines.push(part.to_string()),
        }
    }
    if lines.len() > LINES {
        let last = lines.pop().unwrap_or_default();
        lines.truncate(LINES - 2);
        lines.extend(["…".to_string(), last]);
    }
    lines
}

/// One edge to each target, and a sign where targets are not drawn.
fn add_edges(
    lts: &Lts,
    options: &MachineOptions,
    state: StateId,
    number: &BTreeMap<StateId, usize>,
    diagram: &mut Diagram,
) {
    let from = number[&state];
    let mut targets: BTreeMap<(usize, bool), (StateId, Vec<Label>)> = BTreeMap::new();
    let mut hidden = 0;
    for (label, target) in lts.successors(state) {
        if (options.sink == Some(state) && target == state) || options.left_out(lts) == Some(target) {
            continue;
        }
        match number.get(&target) {
            // A lost step is an edge of its own.
            Some(&to) => {
                let is_lost = options.lost == Some((state, label, target));
                targets.entry((to, is_lost)).or_insert((target, Vec::new())).1.push(label);
            }
            None => hidden += 1,
        }
    }
    open(&mut diagram.nodes[from], hidden);
    for ((to, is_lost), (target, labels)) in targets {
        let names: Vec<String> = labels.iter().map(|&l| lts.label_name(l).to_string()).collect();
        let is_marked = options.marked.iter().any(|&(source, label, target)| {
            source == state && number.get(&target) == Some(&to) && labels.contains(&label)
        });
        let kind = if is_lost {
            EdgeKind::Lost
        } else if is_marked {
            EdgeKind::Marked
        } else if labels.iter().all(|label| label.is_tau()) {
            EdgeKind::Internal
        } else {
            EdgeKind::Plain
        };
        let ends = [state, target].map(|end| state_name(lts, options, end));
        let edge = merged((from, to), [&ends[0], &ends[1]], names, kind);
        diagram.edges.push(edge);
    }
}

/// Marks a state with transitions to states that are not drawn, if it has any.
pub(crate) fn open(node: &mut DiagramNode, hidden: usize) {
    if hidden > 0 {
        node.kind = NodeKind::Open;
        node.hidden = hidden;
        node.lines.push(format!("+{}", grouped(hidden)));
        node.about.push_str(&format!(", {} to states that are not drawn", counted(hidden, "transition")));
    }
}

/// All transitions between two states as one edge.
pub(crate) fn merged(
    (from, to): (usize, usize),
    names: [&str; 2],
    labels: Vec<String>,
    kind: EdgeKind,
) -> DiagramEdge {
    let about = format!("{} → {}: {}", names[0], names[1], listing(&labels));
    let mut lines = label(&labels);
    if kind == EdgeKind::Lost {
        lines.iter_mut().for_each(|line| *line = format!("✗ {line}"));
    }
    DiagramEdge { from, to, labels, lines, about, kind }
}

/// Titles, notes, and the words for those who do not see the picture.
fn describe(
    lts: &Lts,
    options: &MachineOptions,
    reachable: usize,
    (shown, radius): (usize, usize),
    diagram: &mut Diagram,
) {
    let size =
        format!("{}, {}", counted(lts.n_states(), "state"), counted(lts.n_transitions(), "transition"));
    diagram.subtitle = size.clone();
    if let Part::Near { centers, .. } = &options.part {
        let hidden = lts.n_states() - shown - usize::from(options.left_out(lts).is_some());
        diagram.hidden = Hidden::Nodes(hidden);
        if hidden > 0 {
            let center = match centers.as_slice() {
                _ if !options.marked.is_empty() => "the run".to_string(),
                [one] if *one == lts.initial() => "the initial state".to_string(),
                [one] => format!("state {}", state_name(lts, options, *one)),
                _ => "the chosen states".to_string(),
            };
            diagram.subtitle = format!("{} of {size}", grouped(shown));
            let rest = if hidden == 1 { "1 is".to_string() } else { format!("{} are", grouped(hidden)) };
            let which = match radius {
                0 => format!("Only some states near {center} are drawn"),
                _ => format!("Only states at most {} away from {center} are drawn", counted(radius, "step")),
            };
            let more = if options.expanded.is_empty() { "" } else { ", and those after expanded states" };
            diagram.notes.push(format!(
                "{which}{more}, {}; {rest} not. A dashed state with +n has n transitions to states that are not drawn.",
                counted(shown, "state"),
            ));
        }
    } else if reachable < lts.n_states() {
        let lost = lts.n_states() - reachable;
        diagram.notes.push(format!(
            "{} cannot be reached and {} not drawn.",
            counted(lost, "state"),
            if lost == 1 { "is" } else { "are" }
        ));
    }
    diagram.notes.extend(options.notes.iter().cloned());
    let initial = diagram.root.map(|_| state_name(lts, options, lts.initial()));
    set_description(format!("A machine with {size}."), initial, diagram);
}

/// Sets the text for screen readers.
pub(crate) fn set_description(beginning: String, initial: Option<String>, diagram: &mut Diagram) {
    let mut text = beginning;
    if let Some(initial) = initial {
        text.push_str(&format!(" The initial state is {initial}."));
    }
    // Enough to follow a small machine; other commands list a large one better.
    const SPOKEN: usize = 60;
    for edge in diagram.edges.iter().take(SPOKEN) {
        text.push_str(&format!(" {}.", edge.about));
    }
    if diagram.edges.len() > SPOKEN {
        text.push_str(&format!(" And {} more.", counted(diagram.edges.len() - SPOKEN, "edge")));
    }
    for note in &diagram.notes {
        text.push_str(&format!(" {note}"));
    }
    diagram.description = text;
}
