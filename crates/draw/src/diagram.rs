//! Diagrams: nodes and edges with texts, before they are a picture.

use crate::layout::{Edge, Graph, Layout, MARGIN, Node, Point, Rect, Route, Size, layout};
use crate::scene::{Anchor, Dash, Form, Ink, Item, Look, Scene, Weight, straight};
use crate::text::{LARGE, NORMAL, SMALL, clean, line_height, shortened, width, wrapped};

/// A graph with texts, to be drawn or written as DOT.
#[derive(Clone, Debug, Default)]
pub struct Diagram {
    /// What it shows: the heading.
    pub title: String,
    /// More about it, next to the heading.
    pub subtitle: String,
    /// The text for screen readers.
    pub description: String,
    /// Notes below the picture, one paragraph each.
    pub notes: Vec<String>,
    /// The nodes.
    pub nodes: Vec<DiagramNode>,
    /// The edges: at most one from a node to another.
    pub edges: Vec<DiagramEdge>,
    /// The node that is leftmost and has an incoming arrow without a source.
    pub root: Option<usize>,
    /// What is not drawn.
    pub hidden: Hidden,
}

/// What is not drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hidden {
    /// This number of nodes.
    Nodes(usize),
    /// An unknown number of nodes.
    Unknown,
}

impl Default for Hidden {
    fn default() -> Self {
        Hidden::Nodes(0)
    }
}

/// A node.
#[derive(Clone, Debug)]
pub struct DiagramNode {
    /// Identifies it in other pictures of the same object: a state, or the name of a component. May be empty.
    pub key: String,
    /// Its text.
    pub lines: Vec<String>,
    /// The number of lines that are its name.
    pub name_lines: usize,
    /// What it is.
    pub kind: NodeKind,
    /// The tooltip.
    pub about: String,
    /// Whether it is highlighted.
    pub is_marked: bool,
    /// Transitions to states that are not drawn.
    pub hidden: usize,
}

/// An edge.
#[derive(Clone, Debug)]
pub struct DiagramEdge {
    /// Where it begins.
    pub from: usize,
    /// Where it ends.
    pub to: usize,
    /// Its actions, all of them.
    pub labels: Vec<String>,
    /// Its text.
    pub lines: Vec<String>,
    /// The tooltip.
    pub about: String,
    /// What it is.
    pub kind: EdgeKind,
}

/// What a node is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NodeKind {
    /// A state.
    State,
    /// A state without transitions.
    Stuck,
    /// Successful termination.
    End,
    /// The error state.
    Error,
    /// A state from which everything is allowed.
    Sink,
    /// A state with transitions to states that are not drawn.
    Open,
    /// A component.
    Component,
    /// A property.
    Property,
    /// A constraint.
    Constraint,
    /// Actions shared by more than two components.
    Bus,
    /// An assumption.
    Assumption,
    /// A premise of a proof.
    Premise,
    /// A conclusion that holds.
    Holds,
    /// A conclusion that does not hold.
    Violated,
    /// A conclusion that is not known.
    Unknown,
}

/// What an edge is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EdgeKind {
    /// A transition, or a step of an argument.
    Plain,
    /// An internal transition.
    Internal,
    /// A highlighted transition.
    Marked,
    /// A transition that another version does not have.
    Lost,
    /// A connection without a direction.
    Link,
}

impl NodeKind {
    /// The name in documents and pictures.
    pub fn name(self) -> &'static str {
        match self {
            NodeKind::State => "state",
            NodeKind::Stuck => "stuck",
            NodeKind::End => "end",
            NodeKind::Error => "error",
            NodeKind::Sink => "sink",
            NodeKind::Open => "open",
            NodeKind::Component => "component",
            NodeKind::Property => "property",
            NodeKind::Constraint => "constraint",
            NodeKind::Bus => "actions",
            NodeKind::Assumption => "assumption",
            NodeKind::Premise => "premise",
            NodeKind::Holds => "holds",
            NodeKind::Violated => "violated",
            NodeKind::Unknown => "unknown",
        }
    }

    fn is_state(self) -> bool {
        use NodeKind::{End, Error, Open, Sink, State, Stuck};
        matches!(self, State | Stuck | End | Error | Sink | Open)
    }

    fn form(self, height: i32) -> Form {
        match self {
            NodeKind::Error => Form::Cut(9),
            kind if kind.is_state() => Form::Round(height / 2),
            NodeKind::Property => Form::Cut(9),
            NodeKind::Constraint => Form::Pointed(10),
            NodeKind::Assumption => Form::Round(14),
            NodeKind::Bus => Form::Round(12),
            NodeKind::Holds | NodeKind::Violated | NodeKind::Unknown => Form::Pointed(12),
            _ => Form::Round(5),
        }
    }

    fn look(self, is_marked: bool) -> Look {
        let look = match self {
            NodeKind::State | NodeKind::Premise => Look::shape(Ink::Border, Ink::Node, 15),
            NodeKind::Stuck => Look::shape(Ink::Border, Ink::Node, 30),
            NodeKind::Open => Look::shape(Ink::Border, Ink::Node, 15).dashed(Dash::Dashed),
            NodeKind::Sink => Look::shape(Ink::Muted, Ink::Paper, 20).dashed(Dash::Dotted),
            NodeKind::Error | NodeKind::Violated => {
                let dash = if self == NodeKind::Error { Dash::Dashed } else { Dash::Solid };
                Look::shape(Ink::Error, Ink::ErrorNode, 15).dashed(dash)
            }
            NodeKind::End | NodeKind::Holds => Look::shape(Ink::Good, Ink::GoodNode, 15),
            NodeKind::Component => Look::shape(Ink::Part, Ink::PartNode, 15),
            NodeKind::Property | NodeKind::Constraint => Look::shape(Ink::Property, Ink::PropertyNode, 15),
            NodeKind::Assumption => Look::shape(Ink::Path, Ink::PathNode, 15),
            NodeKind::Bus => Look::shape(Ink::Line, Ink::Paper, 13),
            NodeKind::Unknown => Look::shape(Ink::Muted, Ink::Node, 15).dashed(Dash::Dashed),
        };
        if is_marked && !matches!(self, NodeKind::Error | NodeKind::End) {
            Look { stroke: Some(Ink::Path), fill: Some(Ink::PathNode), width: look.width.max(22), ..look }
        } else {
            look
        }
    }

    fn text(self) -> Ink {
        match self {
            NodeKind::Error | NodeKind::Violated => Ink::Error,
            NodeKind::End | NodeKind::Holds => Ink::Good,
            NodeKind::Sink | NodeKind::Unknown => Ink::Muted,
            _ => Ink::Ink,
        }
    }

    /// Has it a second border?
    fn is_double(self) -> bool {
        matches!(self, NodeKind::Error | NodeKind::End)
    }
}

impl EdgeKind {
    /// The name in documents and pictures.
    pub fn name(self) -> &'static str {
        match self {
            EdgeKind::Plain => "plain",
            EdgeKind::Internal => "internal",
            EdgeKind::Marked => "marked",
            EdgeKind::Lost => "lost",
            EdgeKind::Link => "link",
        }
    }

    fn look(self) -> Look {
        match self {
            EdgeKind::Plain => Look::line(Ink::Line, 13),
            EdgeKind::Internal => Look::line(Ink::Line, 13).dashed(Dash::Dotted),
            EdgeKind::Marked => Look::line(Ink::Path, 26),
            EdgeKind::Lost => Look::line(Ink::Error, 22).dashed(Dash::Dashed),
            EdgeKind::Link => Look::line(Ink::Line, 16),
        }
    }

    fn text(self) -> (Ink, Weight) {
        match self {
            EdgeKind::Plain | EdgeKind::Link => (Ink::Ink, Weight::Normal),
            EdgeKind::Internal => (Ink::Muted, Weight::Italic),
            EdgeKind::Marked => (Ink::Path, Weight::Bold),
            EdgeKind::Lost => (Ink::Error, Weight::Bold),
        }
    }
}

/// Characters of a line in a node.
const NODE_TEXT: usize = 44;

impl DiagramNode {
    fn shown(&self) -> impl Iterator<Item = String> + '_ {
        self.lines.iter().map(|line| shortened(&clean(line), NODE_TEXT))
    }

    fn shape(&self) -> Node {
        let widest = self.shown().map(|line| width(&line, NORMAL)).max().unwrap_or(0);
        let high = self.lines.len() as i32 * line_height(NORMAL);
        if self.kind.is_state() {
            let doubled = if self.kind.is_double() { 4 } else { 0 };
            let height = (high + 14).max(32) + doubled;
            let size = Size { width: (widest + 18).max(height) + doubled, height };
            // Of a high node the first and the last line would stand over the border of a half circle.
            let is_box = self.lines.len() > 2 || (self.lines.len() == 2 && widest > 60);
            let round = if is_box { 14 } else { height / 2 };
            let corner = if self.kind == NodeKind::Error { 9 } else { round };
            return Node { size, corner };
        }
        let pointed = if let Form::Pointed(point) = self.kind.form(0) { 2 * point } else { 0 };
        let size = Size { width: widest + 24 + pointed, height: high + 20 };
        Node { size, corner: if pointed > 0 { size.height / 2 } else { 5 } }
    }
}

impl Diagram {
    /// The graph for the layout, with the sizes of nodes and labels.
    pub fn graph(&self) -> Graph {
        let label = |edge: &DiagramEdge| {
            let widest = edge.lines.iter().map(|line| width(line, SMALL)).max().unwrap_or(0);
            Size { width: widest, height: edge.lines.len() as i32 * line_height(SMALL) }
        };
        Graph {
            nodes: self.nodes.iter().map(DiagramNode::shape).collect(),
            edges: self
                .edges
                .iter()
                .map(|edge| Edge { from: edge.from, to: edge.to, label: label(edge) })
                .collect(),
            root: self.root,
        }
    }

    /// The picture.
    pub fn scene(&self) -> Scene {
        side_by_side(std::slice::from_ref(self), &self.title, &self.description)
    }

    fn items(&self, layout: &Layout) -> Vec<Item> {
        let mut items = Vec::new();
        if let Some(root) = self.root {
            let node = &layout.nodes[root];
            let y = node.y + node.height / 2;
            let route = straight(Point { x: node.x - 24, y }, Point { x: node.x, y });
            let look = Look::line(Ink::Border, 16);
            items.push(Item::Line { route, has_head: true, look });
        }
        // What is marked lies over what is not.
        let is_over = |edge: &DiagramEdge| matches!(edge.kind, EdgeKind::Marked | EdgeKind::Lost);
        for over in [false, true] {
            for (i, edge) in self.edges.iter().enumerate().filter(|(_, edge)| is_over(edge) == over) {
                let ends = [edge.from, edge.to].map(|end| self.nodes[end].key.as_str());
                items.push(edge_item(i, edge, ends, &layout.edges[i]));
            }
        }
        for (i, node) in self.nodes.iter().enumerate() {
            items.push(node_item(i, node, &layout.nodes[i]));
        }
        items
    }
}

fn edge_item(number: usize, edge: &DiagramEdge, [from, to]: [&str; 2], route: &Route) -> Item {
    let has_head = edge.kind != EdgeKind::Link;
    let mut items = vec![Item::Line { route: route.clone(), has_head, look: edge.kind.look() }];
    if let Some(label) = route.label {
        let (ink, weight) = edge.kind.text();
        let high = line_height(SMALL);
        for (k, line) in edge.lines.iter().enumerate() {
            let at = Point { x: label.x + label.width / 2, y: label.y + high / 2 + k as i32 * high };
            items.push(Item::Text {
                at,
                text: line.clone(),
                size: SMALL,
                anchor: Anchor::Middle,
                ink,
                weight,
            });
        }
    }
    let mut data = vec![("number", number.to_string()), ("kind", edge.kind.name().to_string())];
    if !from.is_empty() && !to.is_empty() {
        data.extend([("from", from.to_string()), ("to", to.to_string())]);
    }
    Item::Group { kind: "edge", data, about: edge.about.clone(), items }
}

fn node_item(number: usize, node: &DiagramNode, rect: &Rect) -> Item {
    let corner = node.shape().corner;
    let form = match node.kind.form(rect.height) {
        Form::Round(_) if node.kind.is_state() => Form::Round(corner),
        form => form,
    };
    let look = node.kind.look(node.is_marked);
    let mut items = vec![Item::Shape { rect: *rect, form, look }];
    if node.kind.is_double() {
        let inner = match form {
            Form::Round(radius) => Form::Round((radius - 3).max(0)),
            Form::Cut(cut) => Form::Cut((cut - 1).max(0)),
            Form::Pointed(point) => Form::Pointed(point),
        };
        let look = Look { fill: None, width: 10, dash: Dash::Solid, ..look };
        items.push(Item::Shape { rect: rect.shrunk(4), form: inner, look });
    }
    let high = line_height(NORMAL);
    let lines: Vec<String> = node.shown().collect();
    let top = rect.y + rect.height / 2 - high * (lines.len() as i32 - 1) / 2;
    for (k, text) in lines.into_iter().enumerate() {
        let is_name = k < node.name_lines;
        let at = Point { x: rect.x + rect.width / 2, y: top + k as i32 * high };
        let (ink, weight) = match (is_name, node.kind.is_state()) {
            (true, true) => (node.kind.text(), Weight::Normal),
            (_, false) if node.kind == NodeKind::Bus => (Ink::Ink, Weight::Normal),
            (true, false) => (node.kind.text(), Weight::Bold),
            (false, _) => (Ink::Muted, Weight::Normal),
        };
        let size = if is_name && node.kind != NodeKind::Bus { NORMAL } else { SMALL };
        items.push(Item::Text { at, text, size, anchor: Anchor::Middle, ink, weight });
    }
    let mut data = vec![("number", number.to_string()), ("kind", node.kind.name().to_string())];
    if !node.key.is_empty() {
        data.push((if node.kind.is_state() { "state" } else { "name" }, node.key.clone()));
    }
    Item::Group { kind: "node", data, about: node.about.clone(), items }
}

/// Several diagrams in one picture, each with its heading and notes; next to each other if they are high,
/// else one below the other.
pub fn side_by_side(diagrams: &[Diagram], title: &str, description: &str) -> Scene {
    let panels: Vec<Panel> = diagrams.iter().map(Panel::new).collect();
    let wide: i32 = panels.iter().map(|panel| panel.size.width).sum();
    let high: i32 = panels.iter().map(|panel| panel.size.height).sum();
    let widest = panels.iter().map(|panel| panel.size.width).max().unwrap_or(0);
    let highest = panels.iter().map(|panel| panel.size.height).max().unwrap_or(0);
    // The one that is nearer to a page of 3 to 2.
    let off = |width: i32, height: i32| (2 * width - 3 * height).abs();
    let is_beside = off(wide, highest) < off(widest, high);
    let mut scene = Scene {
        size: if is_beside {
            Size { width: wide, height: highest }
        } else {
            Size { width: widest, height: high }
        },
        title: clean(title),
        description: clean(description),
        items: Vec::new(),
    };
    let (mut x, mut y) = (0, 0);
    let is_only = panels.len() == 1;
    for (i, panel) in panels.into_iter().enumerate() {
        let items: Vec<Item> = panel.items.iter().map(|item| moved(item, x, y)).collect();
        if is_only {
            scene.items.extend(items);
        } else {
            let data = vec![("number", i.to_string())];
            scene.items.push(Item::Group { kind: "graph", data, about: String::new(), items });
        }
        if is_beside { x += panel.size.width } else { y += panel.size.height }
    }
    scene
}

struct Panel {
    size: Size,
    items: Vec<Item>,
}

impl Panel {
    fn new(diagram: &Diagram) -> Panel {
        let laid_out = layout(&diagram.graph());
        let mut items = Vec::new();
        let title = shortened(&clean(&diagram.title), 60);
        let subtitle = shortened(&clean(&diagram.subtitle), 120);
        let heading = line_height(LARGE);
        let mut y = MARGIN;
        let mut widest = 0;
        let mut text = |at: Point, text: String, size: i32, ink: Ink, weight: Weight| {
            widest = widest.max(at.x + width(&text, size) + MARGIN);
            items.push(Item::Text { at, text, size, anchor: Anchor::Start, ink, weight });
        };
        if !title.is_empty() {
            let after = MARGIN + width(&title, LARGE) + 14;
            let at = |x: i32| Point { x, y: y + heading / 2 };
            text(at(MARGIN), title, LARGE, Ink::Ink, Weight::Bold);
            if !subtitle.is_empty() {
                text(at(after), subtitle, SMALL, Ink::Muted, Weight::Normal);
            }
            y += heading;
        }
        let graph_top = y - if diagram.title.is_empty() { MARGIN } else { 4 };
        y = graph_top + laid_out.size.height;
        let columns =
            usize::try_from(laid_out.size.width.max(420) * 100 / (SMALL * 62)).unwrap_or(60).clamp(50, 120);
        for note in &diagram.notes {
            for line in wrapped(&clean(note), columns) {
                let at = Point { x: MARGIN, y: y + line_height(SMALL) / 2 };
                text(at, line, SMALL, Ink::Muted, Weight::Normal);
                y += line_height(SMALL);
            }
        }
        if !diagram.notes.is_empty() {
            y += MARGIN - 4;
        }
        items.extend(diagram.items(&laid_out).iter().map(|item| moved(item, 0, graph_top)));
        Panel { size: Size { width: laid_out.size.width.max(widest), height: y }, items }
    }
}

/// A part elsewhere.
pub(crate) fn moved(item: &Item, dx: i32, dy: i32) -> Item {
    match item.clone() {
        Item::Shape { rect, form, look } => Item::Shape { rect: rect.moved(dx, dy), form, look },
        Item::Line { route, has_head, look } => Item::Line { route: route.moved(dx, dy), has_head, look },
        Item::Text { at, text, size, anchor, ink, weight } => {
            Item::Text { at: Point { x: at.x + dx, y: at.y + dy }, text, size, anchor, ink, weight }
        }
        Item::Group { kind, data, about, items } => {
            let items = items.iter().map(|item| moved(item, dx, dy)).collect();
            Item::Group { kind, data, about, items }
        }
    }
}
