//! Strongly connected components of any finite graph.
//!
//! # Problem
//! Nodes `0..n` and their successors. Wanted: the component of every node, numbered so that an edge between
//! two components goes from the larger number to the smaller (reverse topological order).
//!
//! # Method
//! Tarjan's depth-first search \[Tar72\], with an explicit stack of successor iterators. Components are
//! numbered when they are closed, which is after all the components they lead to.
//!
//! # Invariants
//! 1. `order[v]` is 0 for an unseen node, otherwise 1 + its position in the search; `CLOSED` once its
//!    component is known.
//! 2. `low` of a frame is the smallest `order` of an open node known to be reachable from it.
//!
//! # Cost
//! O(n + m) time; 8 bytes per node, plus the open nodes and the frames of the current path.
//!
//! # Departures
//! The low link lives in the frame and not in an array of its own.

use crate::budget::{Context, Spent, Ticker};

const CLOSED: u32 = u32::MAX;

/// The strongly connected components of a graph; see [`sccs`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sccs {
    component: Vec<u32>,
    n_components: usize,
}

impl Sccs {
    /// The component of a node.
    #[inline]
    pub fn component(&self, node: usize) -> usize {
        self.component[node] as usize
    }

    /// Number of components.
    pub fn n_components(&self) -> usize {
        self.n_components
    }

    /// The components of the nodes in order.
    pub fn as_slice(&self) -> &[u32] {
        &self.component
    }

    /// Number of nodes in every component.
    pub fn sizes(&self) -> Vec<u32> {
        let mut sizes = vec![0; self.n_components];
        for &c in &self.component {
            sizes[c as usize] += 1;
        }
        sizes
    }

    /// The nodes of every component, in order: `nodes[rows[c]..rows[c + 1]]` are those of component `c`.
    pub fn members(&self) -> (Vec<u32>, Vec<u32>) {
        let mut rows = vec![0u32; self.n_components + 1];
        for &c in &self.component {
            rows[c as usize + 1] += 1;
        }
        for c in 0..self.n_components {
            rows[c + 1] += rows[c];
        }
        let mut fill = rows.clone();
        let mut nodes = vec![0u32; self.component.len()];
        for (node, &c) in self.component.iter().enumerate() {
            nodes[fill[c as usize] as usize] = node as u32;
            fill[c as usize] += 1;
        }
        (rows, nodes)
    }
}

struct Frame<I> {
    node: u32,
    low: u32,
    successors: I,
}

/// The strongly connected components of the graph with nodes `0..n_nodes`, numbered in reverse topological
/// order: where an edge leads from one component to another, the other has the smaller number.
///
/// ```
/// use rely_lts::{Context, scc::sccs};
/// let edges: [&[usize]; 4] = [&[1], &[2], &[1, 3], &[]];
/// let found = sccs(4, |node| edges[node].iter().copied(), Context::unlimited())?;
/// assert_eq!(found.as_slice(), [2, 1, 1, 0]);
/// # Ok::<(), rely_lts::Spent>(())
/// ```
///
/// # Errors
/// If the budget is spent.
///
/// # Panics
/// If there are 2^32 − 2 nodes or more, or a successor is not a node.
pub fn sccs<I>(n_nodes: usize, successors: impl Fn(usize) -> I, ctx: Context<'_>) -> Result<Sccs, Spent>
where
    I: Iterator<Item = usize>,
{
    assert!(n_nodes < CLOSED as usize - 1, "nodes are numbered with 32 bits");
    let mut ticker = Ticker::default();
    let mut order = vec![0u32; n_nodes];
    let mut component = vec![0u32; n_nodes];
    let mut n_components = 0u32;
    let mut n_seen = 0u32;
    let mut open: Vec<u32> = Vec::new();
    let mut frames: Vec<Frame<I>> = Vec::new();
    for root in 0..n_nodes {
        if order[root] != 0 {
            continue;
        }
        let mut entering = Some(root);
        loop {
            if let Some(node) = entering.take() {
                ticker.tick(ctx.budget)?;
                n_seen += 1;
                order[node] = n_seen;
                open.push(node as u32);
                frames.push(Frame { node: node as u32, low: n_seen, successors: successors(node) });
            }
            let Some(frame) = frames.last_mut() else { break };
            match frame.successors.next() {
                Some(next) if order[next] == 0 => entering = Some(next),
                // A closed node has the largest order, so the low link stays: keeps invariant 2.
                Some(next) => frame.low = frame.low.min(order[next]),
                None => {
                    let Frame { node, low, .. } = frames.pop().expect("a frame was just used");
                    if low == order[node as usize] {
                        loop {
                            let member = open.pop().expect("the root of a component is open");
                            order[member as usize] = CLOSED;
                            component[member as usize] = n_components;
                            if member == node {
                                break;
                            }
                        }
                        n_components += 1;
                    }
                    if let Some(parent) = frames.last_mut() {
                        parent.low = parent.low.min(low);
                    }
                }
            }
        }
    }
    Ok(Sccs { component, n_components: n_components as usize })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every graph with three nodes: same component iff mutually reachable, and edges go to smaller numbers.
    #[test]
    fn all_graphs_with_three_nodes() {
        for bits in 0..512u32 {
            let edge = |u: usize, v: usize| bits >> (3 * u + v) & 1 == 1;
            // A path in three nodes has at most two steps.
            let via = |u: usize, v: usize| (0..3).any(|k| edge(u, k) && edge(k, v));
            let reaches = |u: usize, v: usize| u == v || edge(u, v) || via(u, v);
            let found = sccs(3, |u| (0..3).filter(move |&v| edge(u, v)), Context::unlimited()).unwrap();
            for u in 0..3 {
                for v in 0..3 {
                    let same = found.component(u) == found.component(v);
                    assert_eq!(same, reaches(u, v) && reaches(v, u), "graph {bits}");
                    assert!(!edge(u, v) || found.component(u) >= found.component(v), "graph {bits}");
                }
            }
            assert_eq!(found.sizes().iter().sum::<u32>(), 3);
        }
    }

    #[test]
    fn a_long_path_needs_no_call_stack() {
        let n = 1_000_000;
        let found = sccs(n, |u| (u + 1 < n).then_some(u + 1).into_iter(), Context::unlimited()).unwrap();
        assert_eq!((found.n_components(), found.component(0), found.component(n - 1)), (n, n - 1, 0));
        let (rows, nodes) = found.members();
        assert_eq!((rows[1], nodes[0] as usize), (1, n - 1));
    }
}
