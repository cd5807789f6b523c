//! Layered layout, from left to right.
//!
//! # Problem
//! A [`Graph`] with sizes → a [`Layout`]: nodes in columns, edges as smooth lines between them, room for
//! every label.
//!
//! # Method
//! The framework of \[STT81\] in the shape that \[GKNV93\] gave it: cycles are cut (`orient`), nodes get
//! columns with the least total length of edges (`simplex`), edges that pass columns get a point in each, the
//! order within columns is found by sweeps (`order`), then heights (`place`). Between two columns of nodes
//! there is always a column of labels: each edge has a point there, and one of its points is as large as its
//! label. Several ways to cut the cycles are tried, and the best order is kept.
//!
//! # Invariants
//! I1 nodes do not overlap; I2 labels overlap neither nodes nor labels; I3 edges pass over no node and no
//! label (but their ends, and they run along their own label). I2 and I3 hold since everything bends only
//! between columns: within one, each point has a height range of its own, and runs straight. I4 the same
//! graph gives the same layout, on every machine: all arithmetic is on integers.
//!
//! # Cost
//! Bounded by the number of points n' (nodes, and columns passed by edges): O(n' log n') per sweep, sweeps
//! and exchanges bounded by a fixed amount of work.
//!
//! # Departures
//! Lines are not fitted as splines into free room: with a column per label they are straight within columns,
//! and an S between them; two of these cross at most once, so that the crossings of the picture are those
//! that were counted.

mod graph;
mod order;
mod orient;
mod place;
mod route;
mod simplex;

pub use graph::{Edge, Graph, Layout, Node, Piece, Point, Rect, Route, Size};

use order::Layers;
use place::{Kind, Rows, heights};
use simplex::{Link, improve, leftmost};

/// Steps for the columns, for each way to cut cycles.
const RANK_WORK: u64 = 20_000_000;
/// Steps for the sweeps, for each way to cut cycles.
const ORDER_WORK: u64 = 20_000_000;
/// Steps for straight lines.
const PLACE_WORK: u64 = 15_000_000;
/// Points, beyond which only one way to cut cycles is tried.
const MANY_POINTS: usize = 25_000;

/// Free room around the picture.
pub const MARGIN: i32 = 16;
/// Room for the arrow to the first node.
pub const ENTRY: i32 = 26;

/// Where everything is.
///
/// ```
/// use rely_draw::layout::{layout, Edge, Graph, Node, Size};
///
/// let node = Node { size: Size { width: 32, height: 32 }, corner: 16 };
/// let label = Size { width: 40, height: 16 };
/// let graph = Graph { nodes: vec![node; 2], edges: vec![Edge { from: 0, to: 1, label }], root: Some(0) };
/// let picture = layout(&graph);
/// assert!(picture.nodes[0].x + 32 < picture.nodes[1].x);
/// assert_eq!(picture.nodes[0].y, picture.nodes[1].y);
/// ```
///
/// # Panics
/// If an edge or the root names a node that does not exist.
pub fn layout(graph: &Graph) -> Layout {
    let n = graph.nodes.len();
    assert!(graph.edges.iter().all(|edge| edge.from < n && edge.to < n), "edges join nodes");
    assert!(graph.root.is_none_or(|root| root < n), "the root is a node");
    if n == 0 {
        return Layout { size: Size { width: 2 * MARGIN, height: 2 * MARGIN }, ..Layout::default() };
    }
    let mut best: Option<(u64, Ranked)> = None;
    for position in orient::orders(graph) {
        let mut ranked = Ranked::new(graph, &position);
        let points = ranked.layers.before.len();
        if best.is_some() && points > MANY_POINTS {
            continue;
        }
        let crossings = ranked.layers.untangle(ORDER_WORK);
        // A crossing costs as much as eight columns that edges pass.
        let cost = crossings * 8 + (points - n) as u64 + ranked.layers.rows.len() as u64;
        if best.as_ref().is_none_or(|(least, _)| cost < *least) {
            best = Some((cost, ranked));
        }
    }
    let (_, ranked) = best.expect("there is always an order");
    ranked.drawn(graph)
}

/// Nodes in columns, edges with a point in every column that they pass.
struct Ranked {
    layers: Layers,
    kinds: Vec<Kind>,
    /// The points of every edge, from left to right; nothing for loops.
    chains: Vec<Vec<usize>>,
    /// Does an edge run from right to left?
    is_turned: Vec<bool>,
}

impl Ranked {
    fn new(graph: &Graph, position: &[usize]) -> Ranked {
        let n = graph.nodes.len();
        let is_turned: Vec<bool> =
            graph.edges.iter().map(|edge| position[edge.from] > position[edge.to]).collect();
        let ends = |i: usize| {
            let edge = graph.edges[i];
            if is_turned[i] { (edge.to, edge.from) } else { (edge.from, edge.to) }
        };
        let column = columns(graph, &ends);
        let width = column.iter().copied().max().unwrap_or(0) as usize + 1;
        let mut ranked = Ranked {
            layers: Layers {
                rows: vec![Vec::new(); width],
                before: vec![Vec::new(); n],
                after: vec![Vec::new(); n],
            },
            kinds: (0..n).map(Kind::Node).collect(),
            chains: vec![Vec::new(); graph.edges.len()],
            is_turned: is_turned.clone(),
        };
        let mut nodes: Vec<usize> = (0..n).collect();
        nodes.sort_by_key(|&v| position[v]);
        for v in nodes {
            ranked.layers.rows[column[v] as usize].push(v);
        }
        for i in 0..graph.edges.len() {
            let (from, to) = ends(i);
            if from == to {
                continue;
            }
            let mut chain = vec![from];
            for passed in column[from] + 1..column[to] {
                chain.push(ranked.add(Kind::Bend(i), passed as usize));
            }
            chain.push(to);
            ranked.join(&chain);
            ranked.chains[i] = chain;
        }
        ranked
    }

    fn add(&mut self, kind: Kind, layer: usize) -> usize {
        let point = self.kinds.len();
        self.kinds.push(kind);
        self.layers.before.push(Vec::new());
        self.layers.after.push(Vec::new());
        self.layers.rows[layer].push(point);
        point
    }

    fn join(&mut self, chain: &[usize]) {
        for pair in chain.windows(2) {
            self.layers.after[pair[0]].push(pair[1]);
            self.layers.before[pair[1]].push(pair[0]);
        }
    }

    /// The same with columns of labels: every segment gets a point in the middle, ordered by the sum of the
    /// positions of its ends, so that segments cross as often as before.
    fn with_labels(&self, graph: &Graph) -> Ranked {
        let n = self.kinds.len();
        let mut wide = Ranked {
            layers: Layers {
                rows: vec![Vec::new(); 2 * self.layers.rows.len() - 1],
                before: vec![Vec::new(); n],
                after: vec![Vec::new(); n],
            },
            kinds: self.kinds.clone(),
            chains: vec![Vec::new(); self.chains.len()],
            is_turned: self.is_turned.clone(),
        };
        let position = self.layers.positions();
        let mut layer = vec![0; n];
        for (i, row) in self.layers.rows.iter().enumerate() {
            wide.layers.rows[2 * i].clone_from(row);
            row.iter().for_each(|&v| layer[v] = i);
        }
        let mut keys: Vec<Vec<(usize, usize, usize)>> = vec![Vec::new(); wide.layers.rows.len()];
        for (i, chain) in self.chains.iter().enumerate() {
            let has_label = graph.edges[i].label.width > 0;
            let mut long = Vec::new();
            for (k, pair) in chain.windows(2).enumerate() {
                // The label is near the beginning of the edge: there one looks for it.
                let is_first = if self.is_turned[i] { k + 2 == chain.len() } else { k == 0 };
                let kind = if has_label && is_first { Kind::Label(i) } else { Kind::Bend(i) };
                let between = 2 * layer[pair[0]] + 1;
                let point = wide.add(kind, between);
                keys[between].push((position[pair[0]] + position[pair[1]], position[pair[0]], point));
                long.push(pair[0]);
                long.push(point);
            }
            long.extend(chain.last());
            wide.join(&long);
            wide.chains[i] = long;
        }
        for (layer, keys) in keys.iter_mut().enumerate() {
            if layer % 2 == 1 {
                keys.sort_unstable();
                wide.layers.rows[layer] = keys.iter().map(|&(_, _, point)| point).collect();
            }
        }
        wide
    }

    /// Heights, and lines.
    fn drawn(&self, graph: &Graph) -> Layout {
        let wide = self.with_labels(graph);
        let shapes = route::shapes(graph, &wide);
        let rows =
            Rows { layers: &wide.layers, kinds: &wide.kinds, above: &shapes.above, below: &shapes.below };
        let at = heights(&rows, PLACE_WORK);
        route::routed(graph, &wide, &shapes, &at)
    }
}

/// The column of every node: edges lead at least one column on, and are as short as possible altogether.
fn columns(graph: &Graph, ends: &impl Fn(usize) -> (usize, usize)) -> Vec<i32> {
    let n = graph.nodes.len();
    let mut links: Vec<Link> = Vec::new();
    let mut has_entry = vec![false; n + 1];
    for i in 0..graph.edges.len() {
        let (from, to) = ends(i);
        if from != to {
            links.push(Link { from, to, least: 1, weight: 1 });
            has_entry[to] = true;
        }
    }
    // A point before all others holds separate parts together; the root is right behind it, and everything
    // else behind the root.
    for (v, &has_entry) in has_entry[..n].iter().enumerate() {
        match graph.root {
            Some(root) if root == v => links.push(Link { from: n, to: v, least: 0, weight: 1 }),
            Some(root) if !has_entry => links.push(Link { from: root, to: v, least: 1, weight: 0 }),
            None if !has_entry => links.push(Link { from: n, to: v, least: 0, weight: 0 }),
            _ => {}
        }
    }
    let mut column = leftmost(n + 1, &links);
    improve(&mut column, &links, RANK_WORK);
    let first = column[..n].iter().copied().min().unwrap_or(0);
    column.truncate(n);
    column.iter_mut().for_each(|c| *c -= first);
    column
}
