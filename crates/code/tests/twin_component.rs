//! Extracted components against the transition system of all states, for random programs with few bits.

mod kit;

use std::collections::{BTreeSet, HashMap};

use kit::{Explicit, Random, State, random};
use rely_code::blocks::{Blocks, PointId, PointKind};
use rely_code::component::{
    Abstraction, Extracted, Extraction, ExtractionError, Feasibility, KeptPredicate, Trace, TraceEnd,
};
use rely_code::propositions::Proposition;
use rely_lts::relate::{Relation, compare};
use rely_lts::{ActionId, Actions, Budget, Context, Label, Lts, LtsBuilder, StateId};

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

/// A random program: the transition system of all its states, and its abstraction.
fn subject(random: &mut Random) -> (Actions, Lts, Abstraction) {
    let (blocks, names) = program(random);
    let actions = Actions::new();
    let expected = explicit(&blocks, &names, &actions);
    let violated: Vec<u32> = Explicit::new(&blocks).violated().into_iter().collect();
    let extraction = Extraction { actions: names, errors: violated, ..Extraction::default() };
    (actions, expected, Abstraction::new(blocks, extraction))
}

#[test]
fn an_extracted_component_is_bisimilar_to_all_states() {
    let (mut smaller, mut errors, mut split) = (0, 0, 0);
    for case in 0..600 {
        let mut random = Random(77_000_003 + case);
        let (actions, expected, mut abstraction) = subject(&mut random);
        let found = abstraction.extract(&actions, u64::MAX, &Budget::unlimited()).unwrap();
        let Extracted::Exact(found) = found else { panic!("case {case} is not exact") };
        let verdict = compare(&found.lts, &expected, Relation::Strong, Context::unlimited());
        assert!(verdict.holds(), "case {case}: {verdict:?}");
        smaller += usize::from(found.lts.n_states() < expected.n_states());
        errors += usize::from(found.lts.has_error());
        split += usize::from(abstraction.counts().rounds > 1);
    }
    assert!(smaller > 100 && errors > 100 && split > 100, "{smaller} {errors} {split}");
}

#[test]
fn an_extraction_that_is_stopped_has_all_behavior() {
    let mut over = 0;
    for case in 0..300 {
        let mut random = Random(99_000_001 + case);
        let (actions, expected, mut abstraction) = subject(&mut random);
        // Stops in the middle of the splitting.
        let polls = std::sync::atomic::AtomicU64::new(0);
        let limit = 4 + case % 40;
        let stop = move || {
            let polls = polls.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
            (polls >= limit).then_some(rely_lts::Spent::Cancelled)
        };
        let budget = Budget { stop: Some(std::sync::Arc::new(stop)), ..Budget::unlimited() };
        let Ok(Extracted::Over(found, _)) = abstraction.extract(&actions, u64::MAX, &budget) else {
            continue;
        };
        over += 1;
        let verdict = compare(&expected, &found.lts, Relation::TraceInclusion, Context::unlimited());
        assert!(verdict.holds(), "case {case}: {verdict:?}");
    }
    assert!(over > 30, "{over}");
}

/// Is every trace of the first one of the second?
fn included(first: &Lts, second: &Lts) -> bool {
    compare(first, second, Relation::TraceInclusion, Context::unlimited()).holds()
}

/// A random walk: its actions, by their numbers, and whether it ends with ERROR.
fn walk(lts: &Lts, names: &[String], random: &mut Random) -> (Vec<u32>, bool) {
    let number = |label: Label| {
        let name = lts.label_name(label);
        names.iter().position(|known| **known == *name).unwrap() as u32
    };
    let (mut state, mut steps) = (lts.initial(), Vec::new());
    for _ in 0..1 + random.below(12) {
        let leaving: Vec<(Label, StateId)> = lts.successors(state).collect();
        if leaving.is_empty() {
            break;
        }
        let (label, target) = leaving[random.below(leaving.len())];
        if !label.is_tau() {
            steps.push(number(label));
        }
        if target == StateId::ERROR {
            return (steps, true);
        }
        state = target;
    }
    (steps, false)
}

/// Does the transition system have the trace, or the trace and then ERROR?
fn has(lts: &Lts, names: &[String], trace: &[u32], error: bool) -> bool {
    let mut at = BTreeSet::from([(lts.initial(), 0)]);
    let mut open: Vec<(StateId, usize)> = at.iter().copied().collect();
    while let Some((state, position)) = open.pop() {
        if !error && position == trace.len() {
            return true;
        }
        for (label, target) in lts.successors(state) {
            let next = match trace.get(position) {
                _ if label.is_tau() => position,
                Some(&action) if *names[action as usize] == *lts.label_name(label) => position + 1,
                _ => continue,
            };
            if target == StateId::ERROR {
                if next == trace.len() {
                    return true;
                }
            } else if at.insert((target, next)) {
                open.push((target, next));
            }
        }
    }
    false
}

#[test]
fn every_abstraction_lies_between_must_and_may() {
    let (mut over, mut under, mut met) = (0, 0, 0);
    for case in 0..600 {
        let mut random = Random(55_000_009 + case);
        let (actions, expected, mut abstraction) = subject(&mut random);
        let budget = Budget::unlimited();
        // After some of the splitting, so that there are predicates.
        let _ = abstraction.extract(&actions, case % 60, &budget);
        let may = abstraction.may(&actions, &budget).unwrap();
        let must = abstraction.must(&actions, &budget).unwrap();
        assert!(included(&expected, &may.lts), "case {case}: may");
        assert!(included(&must.lts, &expected), "case {case}: must");
        over += usize::from(!included(&may.lts, &expected));
        under += usize::from(!included(&expected, &must.lts));
        met += usize::from(included(&may.lts, &must.lts));
    }
    assert!(over > 60 && under > 100 && met > 50, "{over} {under} {met}");
}

#[test]
fn examined_traces_are_those_of_all_states() {
    let (mut possible, mut impossible, mut errors) = (0, 0, 0);
    for case in 0..600 {
        let mut random = Random(33_000_007 + case);
        let (actions, expected, mut abstraction) = subject(&mut random);
        let names: Vec<String> = (0..3).map(|number| format!("a{number}")).collect();
        let budget = Budget::unlimited();
        for _ in 0..4 {
            let may = abstraction.may(&actions, &budget).unwrap();
            let (steps, error) = walk(&may.lts, &names, &mut random);
            let end = if error { TraceEnd::Error } else { TraceEnd::Anywhere };
            let trace =
                Trace { steps: steps.iter().map(|&action| vec![action]).collect(), unseen: Vec::new(), end };
            let wanted = has(&expected, &names, &steps, error);
            match abstraction.examine(&trace, u64::MAX, &budget).unwrap() {
                Feasibility::Possible(path) => {
                    assert!(wanted, "case {case}: {steps:?} is not possible");
                    let edges = &abstraction.blocks().edges;
                    let seen: Vec<u32> =
                        path.steps.iter().filter_map(|step| edges[step.edge.index()].action).collect();
                    assert_eq!(seen, steps, "case {case}");
                    possible += 1;
                    errors += usize::from(error);
                }
                Feasibility::Impossible { .. } => {
                    assert!(!wanted, "case {case}: {steps:?} is possible");
                    let may = abstraction.may(&actions, &budget).unwrap();
                    assert!(!has(&may.lts, &names, &steps, error), "case {case}: {steps:?} is still there");
                    assert!(included(&expected, &may.lts), "case {case}: may");
                    impossible += 1;
                }
                Feasibility::Unknown(why, _) => panic!("case {case}: {why}"),
            }
        }
    }
    assert!(possible > 300 && impossible > 150 && errors > 50, "{possible} {impossible} {errors}");
}

#[test]
fn splitting_along_a_trace_makes_it_one_of_all_states() {
    let mut split = 0;
    for case in 0..300 {
        let mut random = Random(11_000_003 + case);
        let (actions, expected, mut abstraction) = subject(&mut random);
        let names: Vec<String> = (0..3).map(|number| format!("a{number}")).collect();
        let budget = Budget::unlimited();
        let (steps, error) = walk(&expected, &names, &mut random);
        let end = if error { TraceEnd::Error } else { TraceEnd::Anywhere };
        let trace =
            Trace { steps: steps.iter().map(|&action| vec![action]).collect(), unseen: Vec::new(), end };
        for round in 0.. {
            assert!(round < 200, "case {case} does not end");
            let must = abstraction.must(&actions, &budget).unwrap();
            assert!(included(&must.lts, &expected), "case {case}: must");
            if has(&must.lts, &names, &steps, error) {
                break;
            }
            assert!(abstraction.split_along(&trace, &budget).unwrap() > 0, "case {case} is stuck");
            split += 1;
        }
    }
    assert!(split > 50, "{split}");
}

/// The states with their propositions as loops, which are actions: then relations see them.
fn with_loops(lts: &Lts, actions: &Actions) -> Lts {
    let propositions = lts.propositions().expect("there are propositions");
    let mut builder = LtsBuilder::new(actions);
    lts.states().for_each(|_| {
        builder.add_state().unwrap();
    });
    for label in lts.alphabet().names() {
        builder.extend_alphabet(actions.intern(&label));
    }
    let loops: Vec<ActionId> =
        propositions.names().iter().map(|name| actions.intern(&format!("is_{name}"))).collect();
    loops.iter().for_each(|&action| builder.extend_alphabet(action));
    for (source, label, target) in lts.transitions() {
        let action = if label.is_tau() { ActionId::TAU } else { actions.intern(&lts.label_name(label)) };
        builder.add_transition(source, action, target);
    }
    for state in lts.states() {
        for (number, &action) in loops.iter().enumerate() {
            if propositions.holds(state, number) {
                builder.add_transition(state, action, state);
            }
        }
    }
    // END has no transitions: it is a loop like the others.
    let ended = actions.intern("ended");
    builder.extend_alphabet(ended);
    if let Some(end) = lts.end() {
        builder.add_transition(end, ended, end);
    }
    builder.finish(lts.initial()).unwrap()
}

/// All states of a program with their propositions as loops; nothing if it ends with different values.
fn labeled(blocks: &Blocks, names: &[String], all: &[Proposition], actions: &Actions) -> Option<Lts> {
    let explicit = Explicit::new(blocks);
    let leaving = blocks.leaving();
    let mut builder = LtsBuilder::new(actions);
    let labels: Vec<ActionId> = names.iter().map(|name| actions.intern(name)).collect();
    let loops: Vec<ActionId> = all.iter().map(|p| actions.intern(&format!("is_{}", p.name))).collect();
    labels.iter().chain(&loops).for_each(|&label| builder.extend_alphabet(label));
    let initial = builder.add_state().unwrap();
    for (proposition, &action) in all.iter().zip(&loops) {
        if proposition.initially {
            builder.add_transition(initial, action, initial);
        }
    }
    let mut known: HashMap<(PointId, State), StateId> = HashMap::new();
    let mut ends: BTreeSet<Vec<bool>> = BTreeSet::new();
    let mut end = None;
    let mut open: Vec<(StateId, PointId, State)> =
        explicit.states().into_iter().map(|state| (initial, blocks.entry, state)).collect();
    while let Some((source, point, state)) = open.pop() {
        for &edge in &leaving[point.index()] {
            let block = &blocks.edges[edge.index()];
            let label = block.action.map_or(ActionId::TAU, |action| labels[action as usize]);
            for next in explicit.successors(edge, &state) {
                let kind = blocks.points[block.to.index()].kind;
                let holds: Vec<bool> = all
                    .iter()
                    .map(|p| {
                        let value = |term: rely_terms::Term| {
                            let cell = blocks.cells.iter().position(|cell| cell.term == term);
                            next[cell.expect("propositions are about cells")]
                        };
                        blocks.terms.eval(p.term, &value) == 1
                    })
                    .collect();
                if kind == PointKind::End {
                    ends.insert(holds.clone());
                }
                let fresh = |builder: &mut LtsBuilder| {
                    let fresh = builder.add_state().unwrap();
                    for (&holds, &action) in holds.iter().zip(&loops) {
                        if holds {
                            builder.add_transition(fresh, action, fresh);
                        }
                    }
                    fresh
                };
                let target = match kind {
                    PointKind::Error(_) => StateId::ERROR,
                    PointKind::End => *end.get_or_insert_with(|| fresh(&mut builder)),
                    _ => *known.entry((block.to, next.clone())).or_insert_with(|| {
                        let state = fresh(&mut builder);
                        open.push((state, block.to, next.clone()));
                        state
                    }),
                };
                builder.add_transition(source, label, target);
            }
        }
    }
    let ended = actions.intern("ended");
    builder.extend_alphabet(ended);
    if let Some(end) = end {
        builder.add_transition(end, ended, end);
    }
    (ends.len() <= 1).then(|| builder.finish(initial).unwrap())
}

#[test]
fn a_component_with_propositions_is_bisimilar_to_all_states_with_theirs() {
    let (mut split, mut refused, mut over) = (0, 0, 0);
    for case in 0..400 {
        let mut random = Random(55_000_007 + case);
        let (mut blocks, names) = program(&mut random);
        let actions = Actions::new();
        let mut all = Vec::new();
        for number in 0..1 + random.below(2) {
            let cell = blocks.cells[random.below(blocks.cells.len())].term;
            let other = blocks.cells[random.below(blocks.cells.len())].term;
            let width = blocks.terms.width(cell);
            let constant = blocks.terms.constant(random.below(1 << width.min(3)) as u128, width);
            let same = blocks.terms.width(other) == width;
            let term = match random.below(3) {
                0 if same => blocks.terms.eq(cell, other),
                1 => blocks.terms.ult(cell, constant),
                _ => blocks.terms.eq(cell, constant),
            };
            let initially = random.chance(50);
            all.push(Proposition { name: format!("p{number}"), term, initially });
        }
        let expected = labeled(&blocks, &names, &all, &actions);
        let errors: Vec<u32> = Explicit::new(&blocks).violated().into_iter().collect();
        let extraction = Extraction { actions: names, errors, propositions: all, ..Extraction::default() };
        let mut abstraction = Abstraction::new(blocks, extraction);
        // An abstraction has all behavior, with the same propositions.
        if let (Ok(may), Some(expected)) = (abstraction.may(&actions, &Budget::unlimited()), &expected) {
            assert!(included(expected, &with_loops(&may.lts, &actions)), "case {case}");
            let must = abstraction.must(&actions, &Budget::unlimited()).unwrap();
            assert!(included(&with_loops(&must.lts, &actions), expected), "case {case}");
            over += 1;
        }
        let found = abstraction.extract(&actions, u64::MAX, &Budget::unlimited());
        let Some(expected) = expected else {
            assert!(matches!(found, Err(ExtractionError::Ends)), "case {case}");
            refused += 1;
            continue;
        };
        let Ok(Extracted::Exact(found)) = found else { panic!("case {case} is not exact") };
        let found = with_loops(&found.lts, &actions);
        let verdict = compare(&found, &expected, Relation::Strong, Context::unlimited());
        assert!(verdict.holds(), "case {case}: {verdict:?}");
        split += usize::from(abstraction.counts().rounds > 1);
    }
    assert!(split > 50 && refused > 10 && over > 100, "{split} {refused} {over}");
}

/// Everything that an LTS says.
fn text(lts: &Lts) -> String {
    let steps: Vec<String> = lts
        .transitions()
        .map(|(from, label, to)| format!("{from:?} {} {to:?}", lts.label_name(label)))
        .collect();
    format!("{:?} {:?} {}", lts.initial(), lts.end(), steps.join("; "))
}

/// Whatever predicates an extraction begins with, its reduced result is the same.
#[test]
fn a_reduced_component_does_not_depend_on_what_is_known() {
    let (mut recalled, mut smaller, mut differ) = (0, 0, 0);
    for case in 0..300 {
        let mut random = Random(44_000_017 + case);
        let seed = random.next();
        let extract = |known: Option<&[KeptPredicate]>| {
            let (actions, expected, mut abstraction) = subject(&mut Random(seed));
            let n = known.map_or(0, |known| abstraction.seed(known));
            let found = abstraction.extract(&actions, u64::MAX, &Budget::unlimited()).unwrap();
            let Extracted::Exact(found) = found else { panic!("case {case} is not exact") };
            let reduced = found.reduced().unwrap();
            let verdict = compare(&reduced.lts, &expected, Relation::Strong, Context::unlimited());
            assert!(verdict.holds(), "case {case}: {verdict:?}");
            assert_eq!(reduced.points.len(), reduced.lts.n_states(), "case {case}");
            let cell = abstraction.blocks().cells[0].term;
            let width = abstraction.blocks().terms.width(cell);
            (found, reduced, abstraction.kept(), (n, width))
        };
        let (cold, first, own, (_, width)) = extract(None);
        smaller += usize::from(first.lts.n_states() < cold.lts.n_states());
        // What is known of itself, of another program with cells of the same names, and what is no help.
        let (_, _, other) = subject(&mut random);
        let mut other = other;
        other.extract(&Actions::new(), u64::MAX, &Budget::unlimited()).unwrap();
        let mut both = other.kept();
        both.extend(own.iter().flat_map(|KeptPredicate { place, line }| {
            let no_help = (1..4).map(|k| format!("v{width}:c0 c{width}:{k} ult"));
            no_help.chain([line.clone()]).map(|line| KeptPredicate { place: place.clone(), line })
        }));
        for known in [own, other.kept(), both] {
            let (warm, again, _, (n, _)) = extract(Some(&known));
            recalled += n;
            differ += usize::from(warm.lts.n_states() != cold.lts.n_states());
            assert_eq!(text(&again.lts), text(&first.lts), "case {case}");
            assert_eq!(again.points, first.points, "case {case}");
        }
    }
    assert!(recalled > 500 && smaller > 20 && differ > 20, "{recalled} {smaller} {differ}");
}
