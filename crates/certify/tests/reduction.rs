//! Partial-order reduction: nothing false is accepted, whatever sets of events are chosen.
#![allow(missing_docs)]

mod common;

use std::collections::{BTreeMap, BTreeSet};

use common::reductions::{Followed, Part, claim};
use common::systems::{random_component, single};
use common::*;
use rely_certify::*;

/// What is claimed: no deadlock, or safety of the component at a position.
type Goal = Option<usize>;

fn is_true(components: &[ComponentDoc], goal: Goal) -> bool {
    let naive = Naive::new(components, None);
    match goal {
        None => naive.fine(&naive.reachable(), ClaimKind::DeadlockFreedom, &[]),
        Some(i) => naive.fine(&naive.reachable(), ClaimKind::Safety, &[components[i].name.clone()]),
    }
}

/// The components of a part: all that take part, the goal, and perhaps some that observe.
fn kept(components: &[ComponentDoc], goal: Goal, also: impl Fn(usize) -> bool) -> Vec<usize> {
    let observes = |i: usize| matches!(components[i].role, RoleDoc::Property | RoleDoc::Fluent);
    let kept: Vec<usize> =
        (0..components.len()).filter(|&i| !observes(i) || goal == Some(i) || also(i)).collect();
    if kept.is_empty() { vec![0] } else { kept }
}

fn certificate(components: &[ComponentDoc], goal: Goal, part: &Part, followed: &Followed) -> Certificate {
    let properties = goal.map(|i| vec![components[i].name.clone()]);
    let claim = claim(properties.as_deref(), part.document(components, followed));
    single(components, None, None, claim)
}

fn accepts(components: &[ComponentDoc], goal: Goal, part: &Part, followed: &Followed) -> bool {
    judge(&certificate(components, goal, part, followed)).verdict == CheckVerdict::Accepted
}

/// Sets of events. The tau of a component that has none makes no difference and is left out.
fn sets(part: &Part) -> Vec<BTreeSet<usize>> {
    let has_tau = |i: usize| part.components[i].transitions.iter().any(|t| t.1 == 0);
    let events: Vec<usize> = (0..part.n_events())
        .filter(|event| event.checked_sub(part.names.len()).is_none_or(has_tau))
        .collect();
    let subset = |bits: usize| {
        events.iter().enumerate().filter(|(at, _)| bits >> at & 1 == 1).map(|(_, &event)| event).collect()
    };
    (0..1usize << events.len()).map(subset).collect()
}

/// For each reachable vector of the part the sets of events that the checker takes to be closed. It is asked
/// for the safety of one more component, which has no ERROR, with all events followed elsewhere.
fn closed_sets(part: &Part) -> BTreeMap<Vector, Vec<BTreeSet<usize>>> {
    let mut components = part.components.clone();
    components.push(self::part("NEUTRAL", RoleDoc::Property, "", 1, &[]));
    let goal = Some(components.len() - 1);
    let wider = Part::new(&components, (0..components.len()).collect());
    let with = |v: &Vector| [v.clone(), vec![0]].concat();
    let all: BTreeSet<usize> = (0..wider.n_events()).collect();
    let vectors = part.reachable();
    let mut found = BTreeMap::new();
    for vector in &vectors {
        let mut followed: Followed = vectors.iter().map(|v| (with(v), all.clone())).collect();
        let is_closed = |events: &BTreeSet<usize>| {
            followed.insert(with(vector), events.clone());
            // These are too many to be kept for the second checker.
            let bytes = serde_json::to_vec(&certificate(&components, goal, &wider, &followed)).unwrap();
            check(&bytes).verdict == CheckVerdict::Accepted
        };
        let mut is_closed = is_closed;
        let closed: Vec<_> = sets(part).into_iter().filter(|events| is_closed(events)).collect();
        found.insert(vector.clone(), closed);
    }
    found
}

/// Vectors that can be in an accepted reduction: the largest set of vectors, with ranks, that each have
/// closed events which lead into the set, and for safety are settled or lead to a smaller rank.
fn possible(part: &Part, goal: Goal, closed: &BTreeMap<Vector, Vec<BTreeSet<usize>>>) -> Followed {
    let mut within: BTreeSet<Vector> = closed.keys().cloned().collect();
    loop {
        let mut ranked = Followed::new();
        loop {
            let more: Vec<(Vector, BTreeSet<usize>)> = within
                .iter()
                .filter(|v| !ranked.contains_key(*v))
                .filter_map(|v| {
                    let fits = |events: &&BTreeSet<usize>| {
                        let next = part.next(v, events);
                        let is_good = match goal {
                            None => part.goes_on(v, events),
                            Some(goal) => {
                                let goal = part.kept.iter().position(|&i| i == goal).unwrap();
                                let settles = part.is_settled(goal, v, events);
                                !part.enters(goal, v, events)
                                    && (settles || next.iter().any(|w| ranked.contains_key(w)))
                            }
                        };
                        is_good && next.is_subset(&within)
                    };
                    Some((v.clone(), closed[v].iter().find(fits)?.clone()))
                })
                .collect();
            if more.is_empty() {
                break;
            }
            ranked.extend(more);
        }
        if ranked.len() == within.len() {
            return ranked;
        }
        within = ranked.into_keys().collect();
    }
}

#[derive(Default, Debug)]
struct Tally {
    held: usize,
    refuted: usize,
    accepted: usize,
    rejected: usize,
    reduced: usize,
}

/// No choice of vectors and events shows a false claim; for a true one there is a choice that is accepted.
/// Random choices are judged as the definitions say.
fn examine(components: &[ComponentDoc], goal: Goal, random: &mut Random, tally: &mut Tally) {
    let also = random.chance(30);
    let part = Part::new(components, kept(components, goal, |_| also));
    let closed = closed_sets(&part);
    let show = || format!("{goal:?} {components:#?}");
    for (vector, found) in &closed {
        let expect: Vec<_> = sets(&part).into_iter().filter(|e| part.is_closed(vector, e)).collect();
        assert_eq!(*found, expect, "{vector:?} {}", show());
    }
    let ranked = possible(&part, goal, &closed);
    let holds = is_true(components, goal);
    if !holds {
        assert!(!ranked.contains_key(&part.initial()), "a false claim could be accepted: {}", show());
        tally.refuted += 1;
    } else if ranked.contains_key(&part.initial()) {
        assert!(accepts(components, goal, &part, &ranked), "{}", show());
        tally.held += 1;
    }
    let goals = goal.map(|goal| vec![part.kept.iter().position(|&i| i == goal).unwrap()]);
    for _ in 0..6 {
        // Any closed sets, from the initial vector on; sometimes one that is not.
        let (mut followed, mut open) = (Followed::new(), vec![part.initial()]);
        while let Some(vector) = open.pop() {
            if followed.contains_key(&vector) {
                continue;
            }
            let found = &closed[&vector];
            let few = found.len().min(1 + random.below(4));
            let events = match random.chance(5) {
                true => sets(&part)[random.below(sets(&part).len())].clone(),
                false => found[random.below(few)].clone(),
            };
            open.extend(part.next(&vector, &events));
            followed.insert(vector, events);
        }
        if random.chance(5) && followed.len() > 1 {
            let gone = followed.keys().nth(random.below(followed.len())).unwrap().clone();
            followed.remove(&gone);
        }
        let accepted = accepts(components, goal, &part, &followed);
        assert_eq!(accepted, part.accepts(goals.as_deref(), &followed), "{followed:?} {}", show());
        assert!(holds || !accepted, "{followed:?} {}", show());
        if accepted {
            tally.accepted += 1;
            tally.reduced += usize::from(followed.len() < part.reachable().len());
        } else {
            tally.rejected += 1;
        }
    }
}

/// All components with two states, or a part of them, over two actions.
fn two_states(name: &str, actions: [&str; 2], number: usize) -> ComponentDoc {
    let mut steps = vec![];
    for (at, (state, action)) in [(0, 0), (0, 1), (1, 0), (1, 1)].into_iter().enumerate() {
        match number >> (2 * at) & 3 {
            0 => {}
            to => steps.push((state, actions[action], [0, 1, -1][to - 1])),
        }
    }
    process(name, &actions.join(" "), 2, &steps)
}

#[test]
fn no_choice_of_events_shows_a_false_claim_about_small_systems() {
    let step = if std::env::var_os("RELY_EXHAUSTIVE").is_some() { 1 } else { 211 };
    let (mut tally, random) = (Tally::default(), &mut Random(1));
    for number in (0..1usize << 16).step_by(step) {
        let one = two_states("P", ["a", "b"], number & 255);
        let other = two_states("Q", ["b", "c"], number >> 8);
        let components = [one, other];
        for goal in [None, Some(0), Some(1)] {
            examine(&components, goal, random, &mut tally);
        }
    }
    let Tally { held, refuted, accepted, rejected, reduced } = tally;
    assert!(held > 200 && refuted > 200 && accepted > 500 && rejected > 500 && reduced > 50, "{tally:?}");
}

/// Two small machines side by side in one component, perhaps with something changed: full of squares that
/// nearly close.
fn square(random: &mut Random, name: &str) -> ComponentDoc {
    let actions = ["a", "b", "c", "tau"];
    let (x, y) = (actions[random.below(4)], actions[random.below(4)]);
    let mut steps = vec![(0, x, 1), (2, x, 3), (0, y, 2), (1, y, 3)];
    if random.chance(40) {
        steps.extend([(1, x, 0), (3, x, 2)]);
    }
    for _ in 0..random.below(3) {
        let at = random.below(steps.len());
        match random.below(4) {
            0 => steps[at].2 = random.below(4) as i64,
            1 => steps[at].2 = -1,
            2 => steps.push((random.below(4) as u32, actions[random.below(4)], random.below(5) as i64 - 1)),
            _ => _ = steps.remove(at),
        }
    }
    let names: Vec<&str> = NAMES.into_iter().filter(|name| steps.iter().any(|s| s.1 == *name)).collect();
    let mut component = process(name, &names.join(" "), 4, &steps);
    component.end = (3..4).find(|&end| random.chance(30) && component.transitions.iter().all(|t| t.0 != end));
    component
}

const NAMES: [&str; 3] = ["a", "b", "c"];

#[test]
fn no_choice_of_events_shows_a_false_claim_about_random_systems() {
    let n = if std::env::var_os("RELY_EXHAUSTIVE").is_some() { 20_000 } else { 400 };
    let mut tally = Tally::default();
    for seed in 0..n {
        let random = &mut Random(seed);
        let n_components = 2 + random.below(2);
        let components: Vec<ComponentDoc> = (0..n_components)
            .map(|i| {
                // Two may have one name.
                let name = ["P", "Q", if random.chance(10) { "P" } else { "R" }][i];
                if random.chance(50) { square(random, name) } else { random_component(random, name) }
            })
            .collect();
        let whole = Part::new(&components, (0..components.len()).collect());
        if sets(&whole).len() * whole.reachable().len() > 400 {
            continue;
        }
        let i = random.below(components.len());
        let is_alone = components.iter().filter(|c| c.name == components[i].name).count() == 1;
        for goal in [None, Some(i).filter(|_| is_alone)] {
            examine(&components, goal, random, &mut tally);
        }
    }
    let Tally { held, refuted, accepted, rejected, reduced } = tally;
    assert!(held > 200 && refuted > 100 && accepted > 500 && rejected > 300 && reduced > 100, "{tally:?}");
}

/// The sample about safety, changed.
fn changed(change: impl Fn(&mut SystemDoc, &mut Vec<String>, &mut ReductionDoc)) -> String {
    let (_, mut certificate) = common::reductions::samples().remove(1);
    let Claim::SafetyByReduction { properties, reduction, .. } = &mut certificate.claims[0] else {
        panic!("the second sample is about safety")
    };
    change(&mut certificate.systems[0], properties, reduction);
    reject_claim(&certificate.sealed())
}

#[test]
fn what_is_wrong_with_a_reduction_is_said() {
    let left_out = |kept: &[u32]| changed(|_, _, reduction| reduction.components = kept.to_vec());
    assert_eq!(left_out(&[0, 1, 3]), "ORDER is left out");
    assert_eq!(left_out(&[0, 1, 2]), "B is left out");
    assert_eq!(left_out(&[]), "its components do not exist, or are not sorted");
    assert_eq!(left_out(&[0, 1, 2, 3, 4]), "its components do not exist, or are not sorted");
    assert_eq!(left_out(&[0, 2, 1, 3]), "its components do not exist, or are not sorted");
    assert_eq!(left_out(&[0, 1, 2, 3, 3]), "its components do not exist, or are not sorted");
    let reason = changed(|system, _, _| system.priority = priority(&["a"], TauDoc::High));
    assert_eq!(reason, "reductions do not support a priority");
    let reason = changed(|_, properties, _| properties.clear());
    assert_eq!(reason, "it must name a component");
    let reason = changed(|system, _, _| system.components[0].initial = 3);
    assert_eq!(reason, "the initial vector (3, 0, 0, 0) is not in the set");
    let reason = changed(|_, _, reduction| reduction.events.insert(0, '*'));
    assert_eq!(reason, "the events are not canonical base64");
    let reason = changed(|_, _, reduction| reduction.events.clear());
    assert!(reason.starts_with("0 bytes of events are not"), "{reason}");
    // Two events: the other bits are unused.
    let components = [process("P", "a", 1, &[(0, "a", 0)])];
    let with = |events: &str| {
        let states = SetDoc::new(&components, [[0]]);
        let reduction = ReductionDoc { components: vec![0], events: events.into(), states };
        single(&components, None, None, claim(None, reduction))
    };
    assert_eq!(
        accept(&with("gA==")),
        "SYS is free of deadlock, by partial-order reduction (1 component, 1 state)"
    );
    assert_eq!(accept(&with("wA==")), accept(&with("gA==")));
    assert_eq!(reject_claim(&with("oA==")), "there are more events than the components have");
    let nothing = "(0): it is a deadlock, or none of its moves is followed";
    assert_eq!(reject_claim(&with("QA==")), nothing);
    assert_eq!(reject_claim(&with("AA==")), nothing);
}

#[test]
fn the_sentence_says_what_is_not_examined() {
    for ((_, certificate), (kept, claimed, reservation)) in common::reductions::samples().into_iter().zip([
        (vec![0, 1, 3], "is free of deadlock", "; not examined: ERROR of ORDER"),
        (vec![0, 1, 2, 3], "never enters ERROR of ORDER", ""),
    ]) {
        let (Claim::DeadlockFreedomByReduction { reduction, .. }
        | Claim::SafetyByReduction { reduction, .. }) = &certificate.claims[0]
        else {
            panic!("the samples are reductions")
        };
        let n = reduction.states.count as usize;
        let size = format!("4 components, {n} states{reservation}");
        let expect = format!("SYS {claimed}, by partial-order reduction ({size})");
        assert_eq!(accept(&certificate), expect);
        assert!(n < Part::new(&certificate.systems[0].components, kept).reachable().len(), "it is reduced");
    }
}
