//! Machines: an LTS as a picture, all of it or a neighborhood.

use std::collections::{BTreeMap, BTreeSet};

use rely_lts::{Label, Lts, StateId};

use crate::diagram::{Diagram, DiagramEdge, DiagramNode, EdgeKind, Hidden, NodeKind};
use crate::label::label;
use crate::text::{counted, grouped, told};

/// Of as many states as there may be, a picture has no more edges than this many per state.
const EDGES_PER_STATE: u128 = 3;
/// Small machines may be dense.
const FEW_EDGES: usize = 150;
/// With so many states no more are added by expansion.
const MOST_EXPANDED: usize = 2_000;

/// What of a machine is drawn, and how.
#[derive(Clone, Debug, Default)]
pub struct MachineOptions {
    /// What it is called.
    pub name: String,
    /// Names of the states instead of their numbers, where there is one.
    pub state_names: Option<Vec<Option<String>>>,
    /// What ERROR is called, if it is not that.
    pub error_name: Option<String>,
    /// The state from which on everything is allowed.
    pub sink: Option<StateId>,
    /// Is that state drawn, with what leads to it? The first one always is.
    pub shows_sink: ShowsSink,
    /// A run that is marked: its states, one more than its actions.
    pub marked: Vec<(StateId, Label, StateId)>,
    /// A step of which another version is not capable: it is marked as lost.
    pub lost: Option<(StateId, Label, StateId)>,
    /// A state, and an action of another version that it refuses.
    pub refused: Option<(StateId, String)>,
    /// Which states are drawn.
    pub part: Part,
    /// Of these states what follows is drawn as well, if they are drawn themselves.
    pub expanded: Vec<StateId>,
    /// What else must be known.
    pub notes: Vec<String>,
}

/// Is the state drawn from which on everything is allowed?
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ShowsSink {
    /// Like any other.
    #[default]
    Yes,
    /// No: what a state does not show leads there.
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
        /// At most so many.
        most: usize,
    },
}

/// Which steps lead away from a state.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Steps {
    /// Its transitions.
    Forth,
    /// Its transitions, and those that lead to it.
    #[default]
    ForthAndBack,
}

/// Is a machine small enough to be read?
///
/// The states count, and so do the edges: transitions between the same two states are one edge.
pub fn is_readable(lts: &Lts, max_states: usize) -> bool {
    let n = lts.n_states();
    n <= max_states && has_few_edges(n, n_edges(lts, lts.states(), |_| true), max_states)
}

/// Are there few enough edges?
///
/// Any drawing of m ≥ 4n edges between n nodes has at least m³/64n² crossings [ACNS82]. No more of these are
/// allowed than for three edges at each of `max_states` nodes: a small machine may be a little denser than a
/// large one.
fn has_few_edges(n: usize, m: usize, max_states: usize) -> bool {
    let cubed = |x: u128| x.saturating_mul(x).saturating_mul(x);
    let (n, most) = (n as u128, max_states as u128);
    m <= FEW_EDGES || cubed(m as u128) <= cubed(EDGES_PER_STATE) * n * n * most
}

/// Pairs of states with a transition, from some states to those that count.
fn n_edges(lts: &Lts, states: impl Iterator<Item = StateId>, counts: impl Fn(StateId) -> bool) -> usize {
    let mut targets = Vec::new();
    states
        .map(|state| {
            targets.clear();
            targets.extend(lts.targets_of(state).iter().copied().filter(|&target| counts(target)));
            targets.sort_unstable();
            targets.dedup();
            targets.len()
        })
        .sum()
}

/// States near some others.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Near {
    /// The states, nearest first.
    pub states: Vec<StateId>,
    /// All of at most this distance are among them.
    pub radius: usize,
}

/// The states near some others: at most `radius` steps away, and no more than `most` (but all of the first
/// ones).
///
/// Where a whole distance does not fit, none of it is taken, unless the first ones would stand alone. Without
/// a radius (`usize::MAX`) it does not fit either if the edges would be too many to be read.
pub fn near(lts: &Lts, centers: &[StateId], radius: usize, steps: Steps, most: usize) -> Near {
    let n = lts.n_states();
    let mut back: Vec<Vec<StateId>> = vec![Vec::new(); n];
    let backward = (steps == Steps::ForthAndBack).then(|| lts.transitions());
    for (source, _, target) in backward.into_iter().flatten() {
        if !target.is_error() && back[target.index()].last() != Some(&source) {
            back[target.index()].push(source);
        }
    }
    let mut is_met = vec![false; n];
    let mut found = Near::default();
    for &center in centers.iter().filter(|center| !center.is_error() && center.index() < n) {
        if !std::mem::replace(&mut is_met[center.index()], true) {
            found.states.push(center);
        }
    }
    let mut ring = found.states.clone();
    while found.radius < radius && !ring.is_empty() {
        let mut next = Vec::new();
        for state in ring {
            for &other in lts.targets_of(state).iter().chain(&back[state.index()]) {
                if !other.is_error() && !std::mem::replace(&mut is_met[other.index()], true) {
                    next.push(other);
                }
            }
        }
        let inner = found.states.len();
        found.states.extend(&next);
        if !fits(lts, &found.states, radius, most) {
            found.states.truncate(inner);
            if found.radius == 0 {
                add_some(lts, &next, radius, most, &mut found.states);
            }
            break;
        }
        found.radius += 1;
        ring = next;
    }
    found
}

/// Are some states a picture?
fn fits(lts: &Lts, states: &[StateId], radius: usize, most: usize) -> bool {
    if states.len() > most || radius < usize::MAX {
        return states.len() <= most;
    }
    let inside: BTreeSet<StateId> = states.iter().copied().collect();
    let m = n_edges(lts, states.iter().copied(), |target| target.is_error() || inside.contains(&target));
    has_few_edges(states.len(), m, most)
}

/// As many of the next states as fit, found by halving.
fn add_some(lts: &Lts, next: &[StateId], radius: usize, most: usize, states: &mut Vec<StateId>) {
    let inner = states.len();
    let (mut some, mut too_many) = (0, next.len());
    while some + 1 < too_many {
        let middle = some + (too_many - some) / 2;
        states.truncate(inner);
        states.extend(&next[..middle]);
        if fits(lts, states, radius, most) { some = middle } else { too_many = middle }
    }
    states.truncate(inner);
    states.extend(&next[..some]);
}

/// Adds the successors of states that are to be expanded, and so on with what is added.
fn expand(lts: &Lts, expanded: &[StateId], shown: &mut Vec<StateId>) {
    let wanted: BTreeSet<StateId> = expanded.iter().copied().collect();
    if wanted.is_empty() {
        return;
    }
    let mut is_met: BTreeSet<StateId> = shown.iter().copied().collect();
    let mut done = 0;
    while let Some(&state) = shown.get(done) {
        done += 1;
        let next = if wanted.contains(&state) { lts.targets_of(state) } else { &[] };
        for &target in next {
            if !target.is_error() && shown.len() < MOST_EXPANDED && is_met.insert(target) {
                shown.push(target);
            }
        }
    }
}

/// A machine as a graph.
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
                Some(name) => format!("{name}: what leads here must not happen"),
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
    let about = format!("{} → {}: {}", names[0], names[1], told(&labels));
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
    speak(format!("A machine with {size}."), initial, diagram);
}

/// The words for those who do not see the picture.
pub(crate) fn speak(beginning: String, initial: Option<String>, diagram: &mut Diagram) {
    let mut text = beginning;
    if let Some(initial) = initial {
        text.push_str(&format!(" The initial state is {initial}."));
    }
    // Enough to follow a small machine by ear; a large one is better listed by other commands.
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

#[cfg(test)]
mod tests {
    use super::*;
    use rely_lts::{Actions, LtsBuilder};

    /// A machine in which each of `n` states leads to the next `ways`.
    fn ring(n: usize, ways: usize) -> Lts {
        let actions = Actions::new();
        let mut builder = LtsBuilder::new(&actions);
        builder.ensure_states(n).expect("few states");
        for from in 0..n {
            for step in 1..=ways {
                let label = actions.intern(&format!("a.{step}"));
                builder.add_transition(StateId::at(from), label, StateId::at((from + step) % n));
            }
        }
        builder.finish(StateId::at(0)).expect("a right machine")
    }

    #[test]
    fn what_has_too_many_states_or_edges_cannot_be_read() {
        for (n, ways, is_small) in [
            (200, 3, true),
            (201, 1, false),
            (200, 4, false),
            (64, 4, true),
            (64, 5, false),
            (12, 11, true),
            (16, 15, false),
        ] {
            assert_eq!(is_readable(&ring(n, ways), 200), is_small, "{n} states with {ways} edges each");
        }
        assert!(is_readable(&ring(16, 15), 2000), "who asks for more gets more");
    }

    #[test]
    fn a_part_without_a_radius_has_no_more_edges_than_can_be_read() {
        let dense = ring(64, 20);
        let some = |radius: usize| near(&dense, &[dense.initial()], radius, Steps::Forth, 60);
        let read = some(usize::MAX);
        let inside: BTreeSet<StateId> = read.states.iter().copied().collect();
        let m = n_edges(&dense, read.states.iter().copied(), |target| inside.contains(&target));
        assert!(m <= FEW_EDGES && read.states.len() > 10, "{} states, {m} edges", read.states.len());
        assert_eq!((some(1).states.len(), some(2).states.len()), (21, 41), "what is asked for is drawn");
        assert_eq!(some(3), some(2), "but no more than there may be");
    }

    #[test]
    fn what_is_expanded_goes_on_and_ends() {
        let shown = |lts: &Lts, expanded: &[usize]| {
            let mut states = vec![lts.initial()];
            let expanded: Vec<StateId> = expanded.iter().map(|&state| StateId::at(state)).collect();
            expand(lts, &expanded, &mut states);
            states.len()
        };
        let chain = ring(50, 1);
        assert_eq!((shown(&chain, &[]), shown(&chain, &[0]), shown(&chain, &[7])), (1, 2, 1));
        assert_eq!(shown(&chain, &[2, 1, 0]), 4, "what was added is expanded, too");
        let actions = Actions::new();
        let mut star = LtsBuilder::new(&actions);
        star.ensure_states(3000).expect("few states");
        (1..3000).for_each(|to| star.add_transition(StateId::at(0), actions.intern("a"), StateId::at(to)));
        let star = star.finish(StateId::at(0)).expect("a right machine");
        assert_eq!(shown(&star, &[0]), MOST_EXPANDED);
    }
}
