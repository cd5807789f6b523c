//! Systems: components, properties, and the actions they share.
//!
//! Actions with the same participants are one connection. Two participants are joined by a line, more by a
//! node between them (a bus). Where there are too many components, those of the same process are drawn as
//! one, with a count.

use std::collections::BTreeMap;

use rely_lts::{Role, System};

use crate::diagram::{Diagram, DiagramEdge, DiagramNode, EdgeKind, NodeKind};
use crate::label::{label, lines};
use crate::text::{counted, listing};

/// Components that are drawn one by one.
pub const MOST_COMPONENTS: usize = 30;

/// A component, or several of the same process.
struct Member {
    name: String,
    role: Role,
    count: usize,
    states: usize,
    /// Actions of no other component.
    own: Vec<String>,
    /// Actions shared only among the components that are drawn as this one.
    among: Vec<String>,
}

/// A system as a diagram: components, and the actions they share.
pub fn architecture(system: &System) -> Diagram {
    let is_folded = system.components.len() > MOST_COMPONENTS;
    let (mut members, member_of) = members(system, is_folded);
    let mut connections: BTreeMap<Vec<usize>, Vec<String>> = BTreeMap::new();
    let mut participants: BTreeMap<String, Vec<usize>> = BTreeMap::new();
    for (i, component) in system.components.iter().enumerate() {
        for name in component.lts.alphabet().names() {
            participants.entry(name.to_string()).or_default().push(i);
        }
    }
    for (action, who) in participants {
        let mut joined: Vec<usize> = who.iter().map(|&i| member_of[i]).collect();
        joined.sort_unstable();
        joined.dedup();
        match joined.as_slice() {
            [one] if who.len() == 1 => members[*one].own.push(action),
            [one] => members[*one].among.push(action),
            _ => connections.entry(joined).or_default().push(action),
        }
    }
    let mut diagram = Diagram {
        title: system.name.clone(),
        subtitle: summary(system),
        nodes: members.iter().map(member_node).collect(),
        ..Diagram::default()
    };
    for (who, actions) in &connections {
        connect(who, actions, &members, &mut diagram);
    }
    towards_the_right(&mut diagram, members.len());
    if is_folded {
        diagram.notes.push(format!(
            "{} components are drawn as {}: those of the same process as one, with their number.",
            system.components.len(),
            members.len()
        ));
    }
    describe(&members, &connections, &mut diagram);
    diagram
}

fn members(system: &System, is_folded: bool) -> (Vec<Member>, Vec<usize>) {
    let mut members: Vec<Member> = Vec::new();
    let mut member_of = Vec::new();
    let mut known: BTreeMap<(String, bool), usize> = BTreeMap::new();
    for component in &system.components {
        let is_process = component.role == Role::Process;
        let key = (component.process.clone(), is_process);
        if let (true, Some(&i)) = (is_folded, known.get(&key)) {
            members[i].count += 1;
            member_of.push(i);
            continue;
        }
        known.insert(key, members.len());
        member_of.push(members.len());
        members.push(Member {
            name: if is_folded { component.process.clone() } else { component.name.clone() },
            role: component.role,
            count: 1,
            states: component.lts.n_states(),
            own: Vec::new(),
            among: Vec::new(),
        });
    }
    (members, member_of)
}

fn summary(system: &System) -> String {
    let n = |role: Role| system.components.iter().filter(|c| c.role == role).count();
    let plural = |n: usize, one: &str, many: &str| format!("{n} {}", if n == 1 { one } else { many });
    let mut parts = vec![plural(n(Role::Process), "component", "components")];
    if n(Role::Property) > 0 {
        parts.push(plural(n(Role::Property), "property", "properties"));
    }
    if n(Role::Constraint) > 0 {
        parts.push(plural(n(Role::Constraint), "constraint", "constraints"));
    }
    parts.join(", ")
}

fn member_node(member: &Member) -> DiagramNode {
    let (kind, what) = match member.role {
        Role::Process => (NodeKind::Component, "component"),
        Role::Property => (NodeKind::Property, "property"),
        Role::Constraint => (NodeKind::Constraint, "constraint"),
    };
    let times = if member.count > 1 { format!(" ×{}", member.count) } else { String::new() };
    let mut shown = vec![format!("{}{times}", member.name)];
    let states = counted(member.states, "state");
    shown.push(if kind == NodeKind::Component { states.clone() } else { format!("{what}, {states}") });
    let mut about = format!("{what} {}{times}: {states}", member.name);
    for (actions, word) in [(&member.own, "own"), (&member.among, "among them")] {
        if !actions.is_empty() {
            let listed = lines(actions, 30, 2);
            let first = format!("{word}: {}", listed[0]);
            shown.push(first);
            shown.extend(listed.into_iter().skip(1));
            about.push_str(&format!(
                "; {word}: {}",
                actions.iter().take(100).cloned().collect::<Vec<_>>().join(", ")
            ));
        }
    }
    DiagramNode {
        key: member.name.clone(),
        lines: shown,
        name_lines: 1,
        kind,
        about,
        is_marked: false,
        hidden: 0,
    }
}

fn connect(who: &[usize], actions: &[String], members: &[Member], diagram: &mut Diagram) {
    let names: Vec<&str> = who.iter().map(|&i| members[i].name.as_str()).collect();
    let about = format!("{} share {}", names.join(", "), listing(actions));
    match *who {
        [from, to] => {
            let (labels, lines) = (actions.to_vec(), label(actions));
            diagram.edges.push(DiagramEdge { from, to, labels, lines, about, kind: EdgeKind::Link });
        }
        _ => {
            let bus = diagram.nodes.len();
            diagram.nodes.push(DiagramNode {
                key: String::new(),
                lines: label(actions),
                name_lines: 1,
                kind: NodeKind::Bus,
                about,
                is_marked: false,
                hidden: 0,
            });
            for &from in who {
                let about = String::new();
                diagram.edges.push(DiagramEdge {
                    from,
                    to: bus,
                    labels: actions.to_vec(),
                    lines: Vec::new(),
                    about,
                    kind: EdgeKind::Link,
                });
            }
        }
    }
}

/// Turns connections, which have no direction, away from the first component; what only observes comes last.
fn towards_the_right(diagram: &mut Diagram, n_members: usize) {
    let n = diagram.nodes.len();
    let mut near = vec![Vec::new(); n];
    for edge in &diagram.edges {
        near[edge.from].push(edge.to);
        near[edge.to].push(edge.from);
    }
    let observes = |v: usize| diagram.nodes[v].kind == NodeKind::Property;
    let mut distance = vec![usize::MAX; n];
    let starts = (0..n_members).filter(|&v| !observes(v)).chain(0..n);
    for start in starts.collect::<Vec<_>>() {
        if distance[start] != usize::MAX {
            continue;
        }
        distance[start] = 0;
        let mut queue = std::collections::VecDeque::from([start]);
        while let Some(v) = queue.pop_front() {
            for &w in &near[v] {
                if distance[w] == usize::MAX {
                    distance[w] = distance[v] + 1;
                    queue.push_back(w);
                }
            }
        }
    }
    let key = |v: usize| (observes(v), distance[v], v);
    let turned: Vec<bool> = diagram.edges.iter().map(|edge| key(edge.from) > key(edge.to)).collect();
    for (edge, is_turned) in diagram.edges.iter_mut().zip(turned) {
        if is_turned {
            std::mem::swap(&mut edge.from, &mut edge.to);
        }
    }
}

fn describe(members: &[Member], connections: &BTreeMap<Vec<usize>, Vec<String>>, diagram: &mut Diagram) {
    const SPOKEN: usize = 40;
    let mut text = format!("A system: {}.", diagram.subtitle);
    for node in &diagram.nodes[..members.len()] {
        text.push_str(&format!(" {}.", node.about));
    }
    for (who, actions) in connections.iter().take(SPOKEN) {
        let names: Vec<&str> = who.iter().map(|&i| members[i].name.as_str()).collect();
        let shown = actions.iter().take(20).cloned().collect::<Vec<_>>().join(", ");
        let more =
            if actions.len() > 20 { format!(" and {} more", actions.len() - 20) } else { String::new() };
        text.push_str(&format!(" {} share {shown}{more}.", names.join(", ")));
    }
    if connections.len() > SPOKEN {
        text.push_str(&format!(" And {} more.", counted(connections.len() - SPOKEN, "connection")));
    }
    for note in &diagram.notes {
        text.push_str(&format!(" {note}"));
    }
    diagram.description = text;
}
