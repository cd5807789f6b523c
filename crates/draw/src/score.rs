//! The faults of a layout, from the finished picture only.
//!
//! # Problem
//! Rectangles and lines → how many edges cross, and how many nodes and labels lie on each other or under a
//! line.
//!
//! # Method
//! Curves are cut into straight pieces; every pair of pieces, rectangles, or one of each is compared by the
//! definition. Nothing of how a layout was made is used, so that the pictures of other programs can be judged
//! as well.
//!
//! # Cost
//! O(p²) for p pieces in the worst case; pieces are sorted from left to right, and only those that share an x
//! meet.
//!
//! # Invariants
//! I1 every pair of pieces that shares an x is compared once; I2 an edge is not compared with its own nodes
//! and labels.
//!
//! # Departures
//! None. Curves are approximated by 12 straight pieces, so crossings closer than that may be missed.

use crate::layout::{Graph, Layout, Rect};

/// The faults of a picture.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Score {
    /// Pairs of edges that cross, counted as often as they do.
    pub crossings: usize,
    /// Pairs of nodes that overlap.
    pub node_overlaps: usize,
    /// Labels that overlap a node or another label.
    pub label_overlaps: usize,
    /// Edges that pass over a node at which they do not end.
    pub edges_over_nodes: usize,
    /// Edges that pass over the label of another edge.
    pub edges_over_labels: usize,
}

/// A picture to be judged.
#[derive(Clone, Debug, Default)]
pub struct Judged {
    /// The nodes.
    pub nodes: Vec<Rect>,
    /// The edges.
    pub edges: Vec<JudgedEdge>,
    /// Labels, with the edge they belong to.
    pub labels: Vec<(usize, Rect)>,
}

/// An edge: the nodes it joins and its line.
pub type JudgedEdge = (usize, usize, Vec<(f64, f64)>);

/// The faults of a layout.
pub fn score(graph: &Graph, layout: &Layout) -> Score {
    let edges = graph.edges.iter().zip(&layout.edges);
    judge(&Judged {
        nodes: layout.nodes.clone(),
        edges: edges.map(|(edge, route)| (edge.from, edge.to, route.flattened(12))).collect(),
        labels: layout.edges.iter().enumerate().filter_map(|(i, route)| Some((i, route.label?))).collect(),
    })
}

/// The faults of a picture.
pub fn judge(picture: &Judged) -> Score {
    let mut score = Score { crossings: crossings(picture), ..Score::default() };
    let boxes: Vec<Rect> =
        picture.nodes.iter().copied().chain(picture.labels.iter().map(|(_, label)| *label)).collect();
    let n_nodes = picture.nodes.len();
    for_overlapping(&boxes, |i, j| {
        if i.max(j) < n_nodes { score.node_overlaps += 1 } else { score.label_overlaps += 1 }
    });
    for (i, (from, to, line)) in picture.edges.iter().enumerate() {
        for (v, node) in picture.nodes.iter().enumerate() {
            if v != *from && v != *to && passes(line, &node.shrunk(1)) {
                score.edges_over_nodes += 1;
            }
        }
        for (owner, label) in &picture.labels {
            if *owner != i && passes(line, &label.shrunk(1)) {
                score.edges_over_labels += 1;
            }
        }
    }
    score
}

/// All pairs of rectangles with common points.
fn for_overlapping(boxes: &[Rect], mut found: impl FnMut(usize, usize)) {
    let mut order: Vec<usize> = (0..boxes.len()).collect();
    order.sort_by_key(|&i| (boxes[i].x, i));
    for (k, &i) in order.iter().enumerate() {
        for &j in &order[k + 1..] {
            if boxes[j].x >= boxes[i].x + boxes[i].width {
                break;
            }
            if boxes[i].overlaps(&boxes[j]) {
                found(i, j);
            }
        }
    }
}

/// A straight piece of an edge.
struct Piece {
    edge: usize,
    /// Does it contain the beginning or the end of its edge?
    is_outer: bool,
    from: (f64, f64),
    to: (f64, f64),
}

fn crossings(picture: &Judged) -> usize {
    let mut pieces: Vec<Piece> = Vec::new();
    for (edge, (_, _, line)) in picture.edges.iter().enumerate() {
        let ends = [line.first().copied(), line.last().copied()];
        for pair in line.windows(2).filter(|pair| pair[0] != pair[1]) {
            let is_outer = pair.iter().any(|point| ends.contains(&Some(*point)));
            // From left to right.
            let (from, to) = if pair[0].0 <= pair[1].0 { (pair[0], pair[1]) } else { (pair[1], pair[0]) };
            pieces.push(Piece { edge, is_outer, from, to });
        }
    }
    pieces.sort_by(|x, y| x.from.0.total_cmp(&y.from.0));
    let mut count = 0;
    for (k, first) in pieces.iter().enumerate() {
        for second in &pieces[k + 1..] {
            if second.from.0 > first.to.0 {
                break;
            }
            if first.edge != second.edge && cross(first, second) {
                count += 1;
            }
        }
    }
    count
}

/// Do two pieces have an inner point in common? Edges that begin or end together do not cross there.
fn cross(first: &Piece, second: &Piece) -> bool {
    let meet = [first.from, first.to].iter().any(|p| [second.from, second.to].contains(p));
    if first.is_outer && second.is_outer && meet {
        return false;
    }
    let side =
        |a: (f64, f64), b: (f64, f64), p: (f64, f64)| (b.0 - a.0) * (p.1 - a.1) - (b.1 - a.1) * (p.0 - a.0);
    let (p, q) = (side(first.from, first.to, second.from), side(first.from, first.to, second.to));
    let (r, s) = (side(second.from, second.to, first.from), side(second.from, second.to, first.to));
    // A point exactly on the other line belongs to one side, so that a crossing at a joint is counted once.
    (p >= 0.0) != (q >= 0.0) && (r >= 0.0) != (s >= 0.0)
}

/// Does a line pass over the inside of a rectangle?
fn passes(line: &[(f64, f64)], rect: &Rect) -> bool {
    let (left, top) = (f64::from(rect.x), f64::from(rect.y));
    let (right, bottom) = (left + f64::from(rect.width), top + f64::from(rect.height));
    line.windows(2).any(|pair| {
        // The part of the piece that is within the rectangle, by cutting at its four sides.
        let ((x0, y0), (x1, y1)) = (pair[0], pair[1]);
        let (mut from, mut to) = (0.0f64, 1.0f64);
        for (start, step, low, high) in [(x0, x1 - x0, left, right), (y0, y1 - y0, top, bottom)] {
            if step == 0.0 {
                if start <= low || start >= high {
                    return false;
                }
            } else {
                let (a, b) = ((low - start) / step, (high - start) / step);
                from = from.max(a.min(b));
                to = to.min(a.max(b));
            }
        }
        from < to
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rect(x: i32, y: i32, width: i32, height: i32) -> Rect {
        Rect { x, y, width, height }
    }

    #[test]
    fn every_fault_is_seen() {
        let nodes = vec![rect(0, 0, 10, 10), rect(5, 5, 10, 10), rect(100, 0, 10, 10), rect(50, 50, 10, 10)];
        let edges = vec![
            (0, 2, vec![(10.0, 7.0), (100.0, 7.0)]),
            (0, 3, vec![(20.0, 0.0), (20.0, 30.0), (50.0, 55.0)]),
            (0, 2, vec![(10.0, 8.0), (55.0, 55.0), (100.0, 8.0)]),
        ];
        let labels = vec![(0, rect(40, 0, 20, 10)), (1, rect(45, 5, 20, 10)), (2, rect(52, 52, 4, 4))];
        let score = judge(&Judged { nodes, edges, labels });
        assert_eq!(score.node_overlaps, 1);
        assert_eq!(score.label_overlaps, 2, "two labels on each other, one on a node");
        assert_eq!(score.crossings, 2, "{score:?}");
        assert_eq!(
            score.edges_over_nodes, 3,
            "the first and the third over the second node, the third over the last"
        );
        assert_eq!(score.edges_over_labels, 1, "the first over the label of the second");
    }

    #[test]
    fn edges_that_share_an_end_do_not_cross() {
        let edges = vec![
            (0, 1, vec![(0.0, 0.0), (10.0, 10.0)]),
            (0, 1, vec![(0.0, 0.0), (10.0, -10.0)]),
            (0, 1, vec![(10.0, 10.0), (20.0, 0.0)]),
        ];
        let nodes = vec![rect(-50, -50, 1, 1), rect(-60, -60, 1, 1)];
        assert_eq!(judge(&Judged { nodes, edges, labels: Vec::new() }).crossings, 0);
    }
}
