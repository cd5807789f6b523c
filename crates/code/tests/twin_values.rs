//! The values of cells against a search of all states of random programs with few bits.

mod kit;

use std::collections::BTreeSet;

use kit::{Explicit, Random, State, random};
use rely_code::blocks::{Blocks, EdgeId, PointId};
use rely_code::values::Values;

/// All steps that executions have, with the states before and after them.
fn steps(blocks: &Blocks) -> BTreeSet<(u32, State, State)> {
    let explicit = Explicit::new(blocks);
    let leaving = blocks.leaving();
    let mut known: BTreeSet<(PointId, State)> = BTreeSet::new();
    let mut open: Vec<(PointId, State)> =
        explicit.states().into_iter().map(|state| (blocks.entry, state)).collect();
    let mut found = BTreeSet::new();
    while let Some((point, state)) = open.pop() {
        if !known.insert((point, state.clone())) {
            continue;
        }
        for &EdgeId(edge) in &leaving[point.index()] {
            for next in explicit.successors(EdgeId(edge), &state) {
                found.insert((edge, state.clone(), next.clone()));
                open.push((blocks.edges[edge as usize].to, next));
            }
        }
    }
    found
}

#[test]
fn all_states_have_values_of_their_sets_and_narrow_programs_the_same_executions() {
    let (mut facts_seen, mut changed, mut unreached) = (0, 0, 0);
    for case in 0..1_500_u64 {
        let program = || random::program(&mut Random(case * 7_919 + 3));
        let mut blocks = program();
        let before = steps(&blocks);
        let values = Values::new(&blocks);
        let facts = values.facts(&mut blocks);
        facts_seen += facts.iter().map(Vec::len).sum::<usize>();
        let explicit = Explicit::new(&blocks);
        for (edge, _, state) in &before {
            let to = blocks.edges[*edge as usize].to;
            for &fact in &facts[to.index()] {
                let holds =
                    blocks.terms.eval(fact, &|variable| explicit.value_of(state, variable).unwrap_or(0));
                assert_eq!(holds, 1, "case {case}: {} at {to:?}", blocks.terms.display(fact));
            }
        }
        for restrict in [false, true] {
            let mut narrow = program();
            let (guards, sets): (Vec<_>, _) =
                (narrow.edges.iter().map(|edge| edge.guard).collect(), Values::new(&narrow));
            sets.narrow(&mut narrow, restrict);
            assert!(steps(&narrow) == before, "case {case}: the executions differ");
            changed += guards.iter().zip(&narrow.edges).filter(|(guard, edge)| **guard != edge.guard).count();
        }
        let reached: BTreeSet<PointId> =
            before.iter().map(|(edge, ..)| blocks.edges[*edge as usize].to).collect();
        unreached += blocks.points.len() - reached.len();
    }
    assert!(facts_seen > 3_000 && changed > 1_000 && unreached > 200, "{facts_seen} {changed} {unreached}");
}
