//! Which edges of a graph with cycles count as forward.
//!
//! # Problem
//! Nodes and edges, and maybe a root → orders of the nodes. An edge is forward in an order if it leads from
//! an earlier node to a later one; the others are turned around before nodes get their columns.
//!
//! # Method
//! Three orders, of which the caller takes the one that makes the best picture: breadth-first, in which
//! columns are distances from the root; reverse postorder of a depth-first search, in which only edges that
//! close a cycle are backward \[GKNV93\]; and the order of sources and sinks of \[ELS93\], which has few
//! backward edges.
//!
//! # Invariants
//! I1 every order is a permutation; I2 the root is first; I3 loops count for nothing; I4 if there are no
//! cycles, and nothing leads to the root, there are no backward edges: a depth-first order has none then.
//!
//! # Cost
//! O(n + m), for the third O(n² + m).
//!
//! # Departures
//! \[ELS93\] runs in linear time with buckets; the plain search for the best node is fast enough for graphs
//! that are drawn. The root is moved to the front of every order.

use super::graph::Graph;

/// The orders to try, each as the position of every node. Equal ones are listed once.
pub(super) fn orders(graph: &Graph) -> Vec<Vec<usize>> {
    let mut next = vec![Vec::new(); graph.nodes.len()];
    for edge in graph.edges.iter().filter(|edge| edge.from != edge.to) {
        next[edge.from].push(edge.to);
    }
    let mut found: Vec<Vec<usize>> = Vec::new();
    for order in [breadth_first(graph, &next), depth_first(graph, &next), greedy(graph, &next)] {
        let mut position = vec![0; order.len()];
        for (i, &node) in order.iter().enumerate() {
            position[node] = i;
        }
        if !found.contains(&position) {
            found.push(position);
        }
    }
    // A graph without cycles is drawn without backward edges (I4).
    let is_forward = |position: &Vec<usize>| graph.edges.iter().all(|e| position[e.from] <= position[e.to]);
    if found.iter().any(is_forward) {
        found.retain(is_forward);
    }
    found
}

/// The root first, then all others, as beginnings of a search.
fn beginnings(graph: &Graph) -> impl Iterator<Item = usize> {
    let root = graph.root;
    // What nothing leads to comes before what is only reached from itself.
    let mut has_entry = vec![false; graph.nodes.len()];
    for edge in graph.edges.iter().filter(|edge| edge.from != edge.to) {
        has_entry[edge.to] = true;
    }
    let n = graph.nodes.len();
    let sources: Vec<usize> = (0..n).filter(|&v| !has_entry[v]).collect();
    root.into_iter().chain(sources).chain(0..n)
}

fn breadth_first(graph: &Graph, next: &[Vec<usize>]) -> Vec<usize> {
    let mut is_met = vec![false; next.len()];
    let mut order = Vec::with_capacity(next.len());
    for start in beginnings(graph) {
        if std::mem::replace(&mut is_met[start], true) {
            continue;
        }
        let mut done = order.len();
        order.push(start);
        while let Some(&node) = order.get(done) {
            done += 1;
            for &target in &next[node] {
                if !std::mem::replace(&mut is_met[target], true) {
                    order.push(target);
                }
            }
        }
    }
    order
}

fn depth_first(graph: &Graph, next: &[Vec<usize>]) -> Vec<usize> {
    let mut is_met = vec![false; next.len()];
    let mut trees: Vec<Vec<usize>> = Vec::new();
    for start in beginnings(graph) {
        if std::mem::replace(&mut is_met[start], true) {
            continue;
        }
        let mut finished = Vec::new();
        let mut stack = vec![(start, 0)];
        while let Some((node, tried)) = stack.last_mut() {
            match next[*node].get(*tried) {
                Some(&target) => {
                    *tried += 1;
                    if !std::mem::replace(&mut is_met[target], true) {
                        stack.push((target, 0));
                    }
                }
                None => {
                    finished.push(*node);
                    stack.pop();
                }
            }
        }
        finished.reverse();
        trees.push(finished);
    }
    // A later tree may have edges into an earlier one, but not the other way round.
    trees.reverse();
    let mut order = trees.concat();
    if let Some(root) = graph.root {
        order.retain(|&node| node != root);
        order.insert(0, root);
    }
    order
}

/// Sinks to the end, sources to the front, and else the node with the most ways out over ways in.
fn greedy(graph: &Graph, next: &[Vec<usize>]) -> Vec<usize> {
    let n = next.len();
    let mut before = vec![Vec::new(); n];
    for (node, targets) in next.iter().enumerate() {
        for &target in targets {
            before[target].push(node);
        }
    }
    let mut ways_out: Vec<i64> = next.iter().map(|targets| targets.len() as i64).collect();
    let mut ways_in: Vec<i64> = before.iter().map(|sources| sources.len() as i64).collect();
    let mut is_taken = vec![false; n];
    let (mut front, mut back) = (Vec::new(), Vec::new());
    let mut forced = graph.root;
    while front.len() + back.len() < n {
        let free = || (0..n).filter(|&v| !is_taken[v]);
        let (node, is_last) = match forced.take() {
            Some(root) => (root, false),
            None => match free().find(|&v| ways_out[v] == 0) {
                Some(sink) => (sink, true),
                None => {
                    let best = free().max_by_key(|&v| (ways_out[v] - ways_in[v], std::cmp::Reverse(v)));
                    (best.expect("there are nodes left"), false)
                }
            },
        };
        is_taken[node] = true;
        next[node].iter().for_each(|&v| ways_in[v] -= 1);
        before[node].iter().for_each(|&v| ways_out[v] -= 1);
        if is_last { back.push(node) } else { front.push(node) }
    }
    back.reverse();
    front.extend(back);
    front
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::layout::{Edge, Node, Size};

    fn graph(n: usize, edges: &[(usize, usize)], root: usize) -> Graph {
        let edge = |&(from, to): &(usize, usize)| Edge { from, to, label: Size::default() };
        Graph { nodes: vec![Node::default(); n], edges: edges.iter().map(edge).collect(), root: Some(root) }
    }

    #[test]
    fn every_order_is_a_permutation_that_begins_with_the_root() {
        let graph = graph(6, &[(3, 1), (1, 0), (0, 3), (1, 1), (4, 3), (2, 4), (0, 2)], 3);
        for position in orders(&graph) {
            assert_eq!(position[3], 0);
            let mut sorted = position.clone();
            sorted.sort_unstable();
            assert_eq!(sorted, (0..6).collect::<Vec<_>>());
        }
    }

    #[test]
    fn without_a_root_several_beginnings_are_fine() {
        let edges = [(2, 0), (3, 2), (3, 1), (1, 0), (4, 1)];
        let graph = Graph { root: None, ..graph(5, &edges, 0) };
        for position in orders(&graph) {
            assert!(edges.iter().all(|&(u, v)| position[u] < position[v]), "I4: {position:?}");
        }
    }

    #[test]
    fn a_graph_without_cycles_has_no_backward_edge_depth_first() {
        let edges = [(0, 2), (0, 1), (1, 3), (2, 3), (2, 1), (3, 4), (0, 4)];
        let graph = graph(5, &edges, 0);
        let mut next = vec![Vec::new(); 5];
        edges.iter().for_each(|&(u, v)| next[u].push(v));
        let order = depth_first(&graph, &next);
        let at = |v| order.iter().position(|&w| w == v);
        assert!(edges.iter().all(|&(u, v)| at(u) < at(v)), "{order:?}");
        for position in orders(&graph) {
            assert!(edges.iter().all(|&(u, v)| position[u] < position[v]), "I4: {position:?}");
        }
    }
}
