//! Properties over actions against a search of all states of random programs, with the automaton stepped
//! beside them.

mod kit;

use std::collections::{BTreeMap, BTreeSet, HashSet};

use kit::{Explicit, Random, State, random};
use rely_code::blocks::{Blocks, PointId, PointKind};
use rely_code::engine::{Answer, Options, decide};
use rely_code::property::{Automaton, observe};
use rely_lts::Context;

/// A random automaton; some actions it does not know.
fn automaton(random: &mut Random, n_actions: u32) -> Automaton {
    let n_states = 1 + random.below(4);
    let known: Vec<u32> = (0..n_actions).filter(|_| random.chance(75)).collect();
    let row = |random: &mut Random| -> BTreeMap<u32, Option<u32>> {
        let next = |random: &mut Random| (!random.chance(25)).then(|| random.below(n_states) as u32);
        known.iter().map(|&action| (action, next(random))).collect()
    };
    Automaton { name: "P".to_string(), next: (0..n_states).map(|_| row(random)).collect() }
}

/// The blocks whose action is not allowed somewhere, and whether an action of the automaton happens at all.
fn brute_force(blocks: &Blocks, automaton: &Automaton) -> (BTreeSet<u32>, bool) {
    let explicit = Explicit::new(blocks);
    let leaving = blocks.leaving();
    let (mut wrong, mut happens) = (BTreeSet::new(), false);
    // Nothing for the automaton: the property is violated already.
    let mut seen: HashSet<(PointId, State, Option<u32>)> = HashSet::new();
    let mut open: Vec<(PointId, State, Option<u32>)> =
        explicit.states().into_iter().map(|state| (blocks.entry, state, Some(0))).collect();
    while let Some((point, state, at)) = open.pop() {
        for &edge in &leaving[point.index()] {
            let block = &blocks.edges[edge.index()];
            for next in explicit.successors(edge, &state) {
                let mut after = at;
                let known = block.action.filter(|action| automaton.next[0].contains_key(action));
                if let Some(action) = known {
                    happens = true;
                    after = at.and_then(|at| automaton.next[at as usize][&action]);
                    if at.is_some() && after.is_none() {
                        wrong.insert(edge.0);
                    }
                }
                let ends = matches!(blocks.points[block.to.index()].kind, PointKind::Error(_));
                if !ends && seen.insert((block.to, next.clone(), after)) {
                    open.push((block.to, next, after));
                }
            }
        }
    }
    (wrong, happens)
}

#[test]
fn properties_are_violated_exactly_where_an_execution_does_what_they_forbid() {
    let (mut kept, mut violated, mut silent, mut others) = (0, 0, 0, 0);
    for case in 0..500 {
        let mut random = Random(99_000_001 + case);
        let mut blocks = random::program(&mut random);
        let n_actions = 1 + random.below(3) as u32;
        for edge in &mut blocks.edges {
            let ends = matches!(blocks.points[edge.to.index()].kind, PointKind::Error(_));
            if !ends && random.chance(60) {
                edge.action = Some(random.below(n_actions as usize) as u32);
            }
        }
        let automaton = automaton(&mut random, n_actions);
        let (wrong, happens) = brute_force(&blocks, &automaton);
        let errors = Explicit::new(&blocks).violated();
        let first = 1000;
        observe(&mut blocks, &automaton, |edge, _| (first + edge.0, format!("edge {}", edge.0)));
        let outcome = decide(&mut blocks, &Options::default(), Context::unlimited());
        let mut found = BTreeSet::new();
        for check in &outcome.checks {
            let expected = match check.number.checked_sub(first) {
                Some(edge) => wrong.contains(&edge),
                None => errors.contains(&check.number),
            };
            match &check.answer {
                Answer::Safe(_) => assert!(!expected, "case {case}: check {} can fail", check.number),
                Answer::Unsafe(path) => {
                    assert!(expected, "case {case}: check {} cannot fail", check.number);
                    assert!(Explicit::new(&blocks).is_execution(path, check.number), "case {case}");
                    found.insert(check.number);
                }
                Answer::Unknown(reason) => panic!("case {case}: {reason:?}"),
            }
        }
        // An edge without an error of its own is always allowed.
        assert!(wrong.iter().all(|edge| found.contains(&(first + edge))), "case {case}: {wrong:?} {found:?}");
        kept += usize::from(wrong.is_empty() && happens);
        violated += usize::from(!wrong.is_empty());
        silent += usize::from(!happens);
        others += usize::from(!errors.is_empty() && !wrong.is_empty());
    }
    assert!(kept > 50 && violated > 50 && silent > 20 && others > 20, "{kept} {violated} {silent} {others}");
}
