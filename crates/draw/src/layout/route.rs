//! Sizes of points, positions of columns, and the lines themselves.
//!
//! # Problem
//! The heights of all points → rectangles of nodes, lines of edges, rectangles of labels.
//!
//! # Method
//! Columns are as wide as their widest point, and further apart where edges climb. Edges end on the left and
//! right sides of nodes, each at a place of its own (a port): as near to the height of the next point as the
//! others allow, so that straight edges stay straight and edges at a node do not cross. A node grows where
//! many edges end. Within a column lines are straight, between columns they are an S.
//!
//! # Invariants
//! I1 ports of a side keep the order of the heights they lead to; I2 a line stays within the height range of
//! its point while it passes a column.
//!
//! # Cost
//! O(n' log n') for n' points.
//!
//! # Departures
//! \[GKNV93\] fits splines into the free space; see the departures of [`layout`](super).

use super::graph::{Graph, Layout, Piece, Point, Rect, Route, Size};
use super::place::Kind;
use super::{ENTRY, MARGIN, Ranked};

/// The least distance of two ports.
const PORT: i32 = 8;
/// A loop rises this high over its node.
const LOOP: i32 = 22;
/// Half the width of a loop where it ends.
const LOOP_FOOT: i32 = 7;
/// Half the width of a loop.
const LOOP_BELLY: i32 = 19;
/// Free room between two loops of a node.
const LOOP_GAP: i32 = 8;
/// A label stands this high above its line.
const LIFT: i32 = 4;

/// The sizes of all points.
pub(super) struct Shapes {
    /// How far a point reaches above its line.
    pub above: Vec<i32>,
    /// How far it reaches below.
    pub below: Vec<i32>,
    /// The width that its column must have.
    pub width: Vec<i32>,
    /// The height of every node, grown where many edges end.
    pub node_height: Vec<i32>,
    /// The width of every node, grown where there are several loops.
    pub node_width: Vec<i32>,
    /// The loops of every node.
    pub loops: Vec<Vec<usize>>,
}

/// The sizes of all points.
pub(super) fn shapes(graph: &Graph, ranked: &Ranked) -> Shapes {
    let mut loops = vec![Vec::new(); graph.nodes.len()];
    for (i, edge) in graph.edges.iter().enumerate() {
        if edge.from == edge.to {
            loops[edge.from].push(i);
        }
    }
    let n = ranked.kinds.len();
    let mut shapes = Shapes {
        above: vec![0; n],
        below: vec![0; n],
        width: vec![0; n],
        node_height: vec![0; graph.nodes.len()],
        node_width: graph.nodes.iter().map(|node| node.size.width).collect(),
        loops,
    };
    for (point, kind) in ranked.kinds.iter().enumerate() {
        let (above, below, width) = match *kind {
            Kind::Bend(_) => (3, 3, 0),
            Kind::Label(i) => {
                let Size { width, height } = graph.edges[i].label;
                (height + LIFT, 3, width + 6)
            }
            Kind::Node(v) => {
                let Size { width, height } = graph.nodes[v].size;
                let ends = ranked.layers.before[point].len().max(ranked.layers.after[point].len()) as i32;
                let height = height.max((ends - 1) * PORT + 2 * graph.nodes[v].corner.min(8));
                shapes.node_height[v] = height;
                // One loop stands in the middle; under several the node is as wide as they reach.
                let furthest = loop_middles(graph, &shapes.loops[v]).iter().map(|x| x.abs()).max();
                let width = match furthest {
                    Some(reach) if reach > 0 => {
                        width.max(2 * (reach + LOOP_FOOT + graph.nodes[v].corner.min(12)))
                    }
                    _ => width,
                };
                shapes.node_width[v] = width;
                let highest = shapes.loops[v].iter().map(|&i| LOOP + graph.edges[i].label.height).max();
                let wide = loops_width(graph, &shapes.loops[v]);
                (height / 2 + highest.unwrap_or(0), height - height / 2, width.max(wide))
            }
        };
        (shapes.above[point], shapes.below[point], shapes.width[point]) = (above, below, width);
    }
    shapes
}

/// Columns from left to right.
struct Columns {
    left: Vec<i32>,
    right: Vec<i32>,
    of: Vec<usize>,
}

impl Columns {
    fn center(&self, point: usize) -> i32 {
        let column = self.of[point];
        (self.left[column] + self.right[column]) / 2
    }
}

/// Columns as wide as their widest point, further apart where edges climb.
fn columns(graph: &Graph, ranked: &Ranked, shapes: &Shapes, at: &[i32]) -> Columns {
    let rows = &ranked.layers.rows;
    let mut columns = Columns { left: Vec::new(), right: Vec::new(), of: vec![0; at.len()] };
    let mut x = MARGIN + if graph.root.is_some() { ENTRY } else { 0 };
    for (i, row) in rows.iter().enumerate() {
        let width = row.iter().map(|&v| shapes.width[v]).max().unwrap_or(0);
        row.iter().for_each(|&v| columns.of[v] = i);
        columns.left.push(x);
        columns.right.push(x + width);
        let climbs = row.iter().flat_map(|&v| ranked.layers.after[v].iter().map(move |&w| (v, w)));
        let climb = climbs.map(|(v, w)| (at[v] - at[w]).abs()).max().unwrap_or(0);
        x += width + (18 + climb / 5).min(72);
    }
    columns
}

/// The picture, from the heights of all points.
pub(super) fn routed(graph: &Graph, ranked: &Ranked, shapes: &Shapes, at: &[i32]) -> Layout {
    let columns = columns(graph, ranked, shapes, at);
    let top = (0..at.len()).map(|v| at[v] - shapes.above[v]).min().unwrap_or(0);
    let y_of = |point: usize| at[point] - top + MARGIN;
    let mut layout = Layout::default();
    for v in 0..graph.nodes.len() {
        let (width, height) = (shapes.node_width[v], shapes.node_height[v]);
        let x = columns.center(v) - width / 2;
        layout.nodes.push(Rect { x, y: y_of(v) - height / 2, width, height });
    }
    let ports = Ports::new(graph, ranked, shapes, at);
    layout.edges = vec![Route::default(); graph.edges.len()];
    for (i, chain) in ranked.chains.iter().enumerate() {
        if let [from, .., to] = chain.as_slice() {
            let route = Line { graph, columns: &columns, layout: &layout }.route(
                i,
                chain,
                (*from, ports.right[i]),
                (*to, ports.left[i]),
                &|point| (y_of(point), ranked.kinds[point]),
            );
            layout.edges[i] = if ranked.is_turned[i] { route.reversed() } else { route };
        }
    }
    for (v, loops) in shapes.loops.iter().enumerate() {
        let rect = layout.nodes[v];
        let middle = rect.x + rect.width / 2;
        for (&i, x) in loops.iter().zip(loop_middles(graph, loops)) {
            layout.edges[i] = self_loop(graph, i, &rect, middle + x);
        }
    }
    let right = columns.right.last().copied().unwrap_or(0);
    let bottom = (0..at.len()).map(|v| y_of(v) + shapes.below[v]).max().unwrap_or(0);
    layout.size = Size { width: right + MARGIN, height: bottom + MARGIN };
    layout
}

/// How far a corner of this radius draws back the side of a node at a distance from its middle line.
fn inset(corner: i32, height: i32, offset: i32) -> i32 {
    let into = offset.abs() - (height / 2 - corner);
    if corner <= 0 || into <= 0 {
        return 0;
    }
    let into = into.min(corner);
    corner - (corner * corner - into * into).isqrt()
}

/// The width of a loop and its label.
fn loop_width(graph: &Graph, i: usize) -> i32 {
    graph.edges[i].label.width.max(2 * LOOP_BELLY)
}

/// The width of all loops of a node, side by side.
fn loops_width(graph: &Graph, loops: &[usize]) -> i32 {
    let gaps = LOOP_GAP * (loops.len() as i32 - 1).max(0);
    loops.iter().map(|&i| loop_width(graph, i)).sum::<i32>() + gaps
}

/// Where the loops of a node stand, side by side, from the middle of the node.
fn loop_middles(graph: &Graph, loops: &[usize]) -> Vec<i32> {
    let mut left = -loops_width(graph, loops) / 2;
    let mut middles = Vec::new();
    for &i in loops {
        let width = loop_width(graph, i);
        middles.push(if loops.len() == 1 { 0 } else { left + width / 2 });
        left += width + LOOP_GAP;
    }
    middles
}

/// A loop over a node, around `x`.
fn self_loop(graph: &Graph, i: usize, node: &Rect, x: i32) -> Route {
    let corner = graph.nodes[graph.edges[i].from].corner;
    let foot = LOOP_FOOT.min(node.width / 2);
    // The upper side is round as the left one is.
    let middle = node.x + node.width / 2;
    let y = |x: i32| node.y + inset(corner, node.width, x - middle);
    let peak = node.y - (LOOP - 5) * 4 / 3;
    let size = graph.edges[i].label;
    let label = Rect {
        x: x - size.width / 2,
        y: node.y - LOOP - size.height + LIFT - 1,
        width: size.width,
        height: size.height,
    };
    let belly = LOOP_BELLY;
    Route {
        start: Point { x: x - foot, y: y(x - foot) },
        pieces: vec![Piece::Curve(
            Point { x: x - belly, y: peak },
            Point { x: x + belly, y: peak },
            Point { x: x + foot, y: y(x + foot) },
        )],
        label: (size.width > 0).then_some(label),
        is_loop: true,
    }
}

/// Where edges end, as offsets from the middles of nodes.
struct Ports {
    /// At the left end of every edge: on the right side of a node.
    right: Vec<i32>,
    /// At the right end of every edge: on the left side of a node.
    left: Vec<i32>,
}

impl Ports {
    fn new(graph: &Graph, ranked: &Ranked, shapes: &Shapes, at: &[i32]) -> Ports {
        let m = graph.edges.len();
        let mut ports = Ports { right: vec![0; m], left: vec![0; m] };
        let n = graph.nodes.len();
        let (mut leaving, mut arriving) = (vec![Vec::new(); n], vec![Vec::new(); n]);
        for (i, chain) in ranked.chains.iter().enumerate() {
            if let ([from, second, ..], [.., last, to]) = (chain.as_slice(), chain.as_slice()) {
                leaving[*from].push((at[*second], i));
                arriving[*to].push((at[*last], i));
            }
        }
        for v in 0..n {
            for (ends, place) in [(&mut leaving[v], &mut ports.right), (&mut arriving[v], &mut ports.left)] {
                ends.sort_unstable();
                let aims: Vec<i32> = ends.iter().map(|&(y, _)| y - at[v]).collect();
                let reach = (shapes.node_height[v] / 2 - graph.nodes[v].corner.min(6)).max(0);
                for (offset, &(_, i)) in spread(&aims, reach).into_iter().zip(&*ends) {
                    place[i] = offset;
                }
            }
        }
        ports
    }
}

/// Sorted aims moved apart, as near to the aims as they can be, within a reach of 0.
fn spread(aims: &[i32], reach: i32) -> Vec<i32> {
    let n = aims.len() as i32;
    if n == 0 {
        return Vec::new();
    }
    let step = if n == 1 { 0 } else { PORT.min(2 * reach / (n - 1)) };
    let aims: Vec<i32> = aims.iter().map(|aim| (*aim).clamp(-reach, reach)).collect();
    let mut down = aims.clone();
    for i in 1..down.len() {
        down[i] = down[i].max(down[i - 1] + step);
    }
    let mut up = aims;
    for i in (1..up.len()).rev() {
        up[i - 1] = up[i - 1].min(up[i] - step);
    }
    let middle = down.iter().zip(&up).map(|(x, y)| (x + y).div_euclid(2));
    let within = |(i, y): (usize, i32)| {
        let i = i as i32;
        y.clamp(-reach + i * step, reach - (n - 1 - i) * step)
    };
    middle.enumerate().map(within).collect()
}

struct Line<'a> {
    graph: &'a Graph,
    columns: &'a Columns,
    layout: &'a Layout,
}

impl Line<'_> {
    /// A route from left to right through the points of a chain.
    fn route(
        &self,
        i: usize,
        chain: &[usize],
        (from, leaves): (usize, i32),
        (to, arrives): (usize, i32),
        point: &dyn Fn(usize) -> (i32, Kind),
    ) -> Route {
        let columns = self.columns;
        let at = |x: i32, y: i32| Point { x, y };
        let draws_back =
            |v: usize, offset: i32| inset(self.graph.nodes[v].corner, self.layout.nodes[v].height, offset);
        let node = &self.layout.nodes[from];
        let y = point(from).0 + leaves;
        let mut route =
            Route { start: at(node.x + node.width - draws_back(from, leaves), y), ..Route::default() };
        let mut here = at(columns.right[columns.of[from]], y);
        line_to(&mut route, here);
        for &passed in &chain[1..chain.len() - 1] {
            let (y, kind) = point(passed);
            let (left, right) = (columns.left[columns.of[passed]], columns.right[columns.of[passed]]);
            curve_to(&mut route, here, at(left, y));
            here = at(right, y);
            line_to(&mut route, here);
            if let Kind::Label(_) = kind {
                let Size { width, height } = self.graph.edges[i].label;
                let x = columns.center(passed) - width / 2;
                route.label = Some(Rect { x, y: y - LIFT + 1 - height, width, height });
            }
        }
        let node = &self.layout.nodes[to];
        let y = point(to).0 + arrives;
        curve_to(&mut route, here, at(columns.left[columns.of[to]], y));
        line_to(&mut route, at(node.x + draws_back(to, arrives), y));
        route
    }
}

/// A straight line, as one with a straight line before it.
fn line_to(route: &mut Route, to: Point) {
    if route.end() == to {
        return;
    }
    match route.pieces.last_mut() {
        Some(Piece::Line(end)) if end.y == to.y => *end = to,
        _ => route.pieces.push(Piece::Line(to)),
    }
}

/// An S, or a straight line if there is nothing to climb.
fn curve_to(route: &mut Route, from: Point, to: Point) {
    if from.y == to.y {
        return line_to(route, to);
    }
    let middle = (from.x + to.x) / 2;
    route.pieces.push(Piece::Curve(Point { x: middle, y: from.y }, Point { x: middle, y: to.y }, to));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ports_keep_their_order_and_their_distance() {
        assert_eq!(spread(&[0], 10), [0]);
        assert_eq!(spread(&[-50, 0, 60], 12), [-12, 0, 12]);
        assert_eq!(spread(&[5, 5], 12), [1, 9]);
        let many = spread(&[100; 9], 32);
        assert!(many.windows(2).all(|pair| pair[1] - pair[0] == 8) && many[8] == 32, "{many:?}");
        assert_eq!(spread(&[3, 4, 5], 0), [0, 0, 0], "no room is no panic");
    }

    #[test]
    fn a_circle_is_met_on_its_border() {
        assert_eq!(inset(16, 32, 0), 0);
        assert_eq!(inset(16, 32, 16), 16);
        assert_eq!(inset(16, 32, -16), 16);
        // The middle part of a high capsule is straight.
        assert_eq!(inset(16, 100, 30), 0);
    }
}
