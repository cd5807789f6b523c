//! Extracted components against the transition system of all states, for random programs with few bits.

mod kit;

use std::collections::HashMap;

use kit::{Explicit, Random, State, random};
use rely_code::blocks::{Blocks, PointId, PointKind};
use rely_code::component::{Extraction, Precision, extract};
use rely_lts::relate::{Relation, compare};
use rely_lts::{ActionId, Actions, Budget, Context, Lts, LtsBuilder, StateId};

/// Every state of a program is a state; all states of the entry are one.
fn explicit(blocks: &Blocks, names: &[String], actions: &Actions) -> Lts {
    let explicit = Explicit::new(blocks);
    let leaving = blocks.leaving();
    let mut builder = LtsBuilder::new(actions);
    let labels: Vec<ActionId> = names.iter().map(|name| actions.intern(name)).collect();
    labels.iter().for_each(|&label| builder.extend_alphabet(label));
    let initial = builder.add_state().unwrap();
    let mut known: HashMap<(PointId, State), StateId> = HashMap::new();
    let mut open: Vec<(StateId, PointId, State)> =
        explicit.states().into_iter().map(|state| (initial, blocks.entry, state)).collect();
    let mut end = None;
    while let Some((source, point, state)) = open.pop() {
        for &edge in &leaving[point.index()] {
            let block = &blocks.edges[edge.index()];
            let label = block.action.map_or(ActionId::TAU, |action| labels[action as usize]);
            for next in explicit.successors(edge, &state) {
                let kind = blocks.points[block.to.index()].kind;
                let target = match kind {
                    PointKind::Error(_) => StateId::ERROR,
                    PointKind::End => *end.get_or_insert_with(|| builder.add_state().unwrap()),
                    _ => *known.entry((block.to, next.clone())).or_insert_with(|| {
                        let fresh = builder.add_state().unwrap();
                        open.push((fresh, block.to, next.clone()));
                        fresh
                    }),
                };
                builder.add_transition(source, label, target);
            }
        }
    }
    if let Some(end) = end {
        builder.set_end(end);
    }
    builder.finish(initial).unwrap()
}

/// A random program with actions at some of its edges.
fn program(random: &mut Random) -> (Blocks, Vec<String>) {
    let mut blocks = random::program(random);
    let names: Vec<String> = (0..1 + random.below(3)).map(|number| format!("a{number}")).collect();
    for edge in &mut blocks.edges {
        if random.chance(60) {
            edge.action = Some(random.below(names.len()) as u32);
        }
    }
    (blocks, names)
}

#[test]
fn an_extracted_component_is_bisimilar_to_all_states() {
    let (mut smaller, mut errors, mut split) = (0, 0, 0);
    for case in 0..600 {
        let mut random = Random(77_000_003 + case);
        let (mut blocks, names) = program(&mut random);
        let actions = Actions::new();
        let expected = explicit(&blocks, &names, &actions);
        let violated: Vec<u32> = Explicit::new(&blocks).violated().into_iter().collect();
        let extraction =
            Extraction { actions: names.clone(), errors: violated.clone(), ..Extraction::default() };
        let found = extract(&mut blocks, &extraction, &actions, &Budget::unlimited()).unwrap();
        assert_eq!(found.precision, Precision::Exact, "case {case}");
        let verdict = compare(&found.lts, &expected, Relation::Strong, Context::unlimited());
        assert!(verdict.holds(), "case {case}: {verdict:?}");
        smaller += usize::from(found.lts.n_states() < expected.n_states());
        errors += usize::from(found.lts.has_error());
        split += usize::from(found.rounds > 1);
    }
    assert!(smaller > 100 && errors > 100 && split > 100, "{smaller} {errors} {split}");
}

#[test]
fn an_extraction_that_is_stopped_has_all_behavior() {
    let mut over = 0;
    for case in 0..300 {
        let mut random = Random(99_000_001 + case);
        let (mut blocks, names) = program(&mut random);
        let actions = Actions::new();
        let expected = explicit(&blocks, &names, &actions);
        let violated: Vec<u32> = Explicit::new(&blocks).violated().into_iter().collect();
        let extraction = Extraction { actions: names, errors: violated, ..Extraction::default() };
        // Stops in the middle of the splitting.
        let polls = std::sync::atomic::AtomicU64::new(0);
        let limit = 4 + case % 40;
        let stop = move || {
            let polls = polls.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
            (polls >= limit).then_some(rely_lts::Spent::Cancelled)
        };
        let budget = Budget { stop: Some(std::sync::Arc::new(stop)), ..Budget::unlimited() };
        let Ok(found) = extract(&mut blocks, &extraction, &actions, &budget) else { continue };
        if found.precision == Precision::Exact {
            continue;
        }
        over += 1;
        let verdict = compare(&expected, &found.lts, Relation::TraceInclusion, Context::unlimited());
        assert!(verdict.holds(), "case {case}: {verdict:?}");
    }
    assert!(over > 30, "{over}");
}
