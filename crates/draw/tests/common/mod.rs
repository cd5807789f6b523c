//! What the tests share; each of them uses a part.
#![allow(dead_code)]

use rely_draw::layout::{Graph, Layout, layout};
use rely_draw::{Score, score};
use rely_fsp::{Model, NoImports, parse};
use rely_lts::{Budget, Context, Lts, System};

/// The system of a target of a text, if it has no errors.
pub fn system(text: &str, target: &str, states: u64) -> Option<System> {
    let (model, _) = Model::new(parse(text.as_bytes()).model);
    let budget = Budget { states: Some(states), ..Budget::unlimited() };
    model.system(target, &NoImports, Context { budget: &budget, ..Context::unlimited() }).system
}

/// The machine of a target of a text, if it has at most so many states.
pub fn lts(text: &str, target: &str, states: u64) -> Option<Lts> {
    let system = system(text, target, states)?;
    let budget = Budget { states: Some(states), ..Budget::unlimited() };
    let built = rely_fsp::build(&system, Context { budget: &budget, ..Context::unlimited() });
    Some(built.ok()?.lts)
}

/// The machine of a target that is known to be right and small.
pub fn small(text: &str, target: &str) -> Lts {
    lts(text, target, 10_000).unwrap_or_else(|| panic!("{target} of\n{text}"))
}

/// The layout of a graph, which must have no faults but crossings.
pub fn faultless(graph: &Graph, what: &str) -> Layout {
    let drawn = layout(graph);
    let Score { crossings: _, node_overlaps, label_overlaps, edges_over_nodes, edges_over_labels } =
        score(graph, &drawn);
    let faults = (node_overlaps, label_overlaps, edges_over_nodes, edges_over_labels);
    assert_eq!(faults, (0, 0, 0, 0), "{what}: overlaps of nodes, of labels, edges over nodes, over labels");
    drawn
}
