//! Directed search against all vectors, on random systems; systems with very many vectors.

use std::collections::BTreeSet;
use std::sync::Arc;

use rely_lts::{Actions, Component};
use rely_testkit::generate::{RandomLts, RandomSystem, Rng};
use rely_testkit::text::{read, show_system};

use super::*;
use crate::follow::{
    FirstMoves, Move, enabled, first_moves, follow, follow_lasso, initial_vector, is_error, is_terminated,
    moves,
};

/// The moves of a vector, by definition.
fn naive_moves(system: &System, vector: &[StateId]) -> BTreeSet<(ActionId, Vector)> {
    let mut all = BTreeSet::new();
    if is_error(vector) {
        return all;
    }
    let own = |i: usize| {
        let lts = &system.components[i].lts;
        lts.successors(vector[i]).map(|(label, to)| (lts.alphabet().action(label), to)).collect::<Vec<_>>()
    };
    let replaced = |vector: &[StateId], i: usize, to: StateId| {
        let mut next = vector.to_vec();
        next[i] = to;
        next
    };
    for i in 0..vector.len() {
        let internal = own(i).into_iter().filter(|(action, _)| action.is_tau());
        all.extend(internal.map(|(action, to)| (action, replaced(vector, i, to))));
    }
    for name in system.alphabet().names() {
        let action = system.actions.intern(&name);
        let mut targets = vec![vector.to_vec()];
        for i in 0..vector.len() {
            if system.components[i].lts.alphabet().contains(action) {
                let by = own(i).into_iter().filter(|step| step.0 == action);
                targets = by.flat_map(|(_, to)| targets.iter().map(move |v| replaced(v, i, to))).collect();
            }
        }
        all.extend(targets.into_iter().map(|target| (action, target)));
    }
    if let Some(priority) = &system.priority {
        let is_low = |action: ActionId| {
            let name = (!action.is_tau()).then(|| system.actions.name(action));
            priority.is_low(name.as_deref())
        };
        if all.iter().any(|(action, _)| !is_low(*action)) {
            all.retain(|(action, _)| !is_low(*action));
        }
    }
    all
}

fn naive_post(system: &System, vectors: &BTreeSet<Vector>, action: ActionId) -> BTreeSet<Vector> {
    let all = vectors.iter().flat_map(|vector| naive_moves(system, vector));
    all.filter(|step| step.0 == action).map(|step| step.1).collect()
}

#[test]
fn random_systems_are_followed_as_all_vectors_are() {
    let (mut counts, mut lassos) = ([[0; 2]; 3], 0);
    for seed in 0..6_000 {
        let mut rng = Rng::new(seed);
        let actions = Actions::new();
        let component = RandomLts {
            states: 4,
            tau_percent: 45,
            error_percent: 5,
            end_percent: 10,
            ..RandomLts::default()
        };
        let knobs = RandomSystem {
            components: (1, 4),
            actions: 2,
            component,
            priority_percent: 25,
            ..RandomSystem::default()
        };
        let system = knobs.generate(&actions, &mut rng);
        let start = initial_vector(&system);
        let mut layers = vec![BTreeSet::from([start.clone()])];
        let mut word = Vec::new();
        for _ in 0..rng.below(8) {
            let here = &layers[layers.len() - 1];
            let mut possible: Vec<ActionId> =
                here.iter().flat_map(|v| naive_moves(&system, v)).map(|step| step.0).collect();
            possible.sort_unstable();
            possible.dedup();
            if possible.is_empty() || rng.percent(5) {
                possible = vec![ActionId::TAU, actions.intern("a"), actions.intern("unknown")];
            }
            word.push(possible[rng.below(possible.len())]);
            layers.push(naive_post(&system, here, word[word.len() - 1]));
        }
        let dump = || format!("seed {seed}: {word:?}\n{}", show_system(&system));
        let product = rely_lts::Product::new(&system);
        for vector in layers.iter().flatten() {
            if !is_error(vector) {
                let expect = product.is_terminated(&product.pack(vector));
                assert_eq!(is_terminated(&system, vector), expect, "{}", dump());
            }
            let expect = naive_moves(&system, vector);
            let found = moves(&system, vector);
            assert_eq!(found.len(), expect.len(), "{}", dump());
            assert_eq!(found.iter().cloned().collect::<BTreeSet<_>>(), expect, "{}", dump());
            let most = rng.below(6);
            let first = |most| {
                let FirstMoves { moves, is_complete } = first_moves(&system, vector, most);
                let target = |step: Move| {
                    let target = step.target(vector);
                    for other in layers.iter().flatten().chain([&target]) {
                        let leads = step.leads_to(vector, other);
                        assert_eq!(leads, *other == target, "{}", dump());
                    }
                    (step.action, target)
                };
                (moves.into_iter().map(target).collect::<Vec<_>>(), is_complete)
            };
            let (all, _) = first(1 << 10);
            let (first, is_complete) = first(most);
            assert!(first.len() <= most && first.iter().all(|step| expect.contains(step)), "{}", dump());
            assert!(!is_complete || first == found, "{}", dump());
            assert_eq!(all, found, "{}", dump());
            assert!(found.is_sorted_by_key(|(action, target)| {
                ((!action.is_tau()).then(|| system.actions.name(*action)), target.clone())
            }));
            let names: BTreeSet<ActionId> = expect.into_iter().map(|step| step.0).collect();
            assert_eq!(enabled(&system, vector).into_iter().collect::<BTreeSet<_>>(), names, "{}", dump());
        }
        type Accept = fn(&System, &[StateId]) -> bool;
        let ends: [Accept; 3] =
            [|_, _| true, |_, end| is_error(end), |system, end| naive_moves(system, end).is_empty()];
        for (which, ends) in ends.into_iter().enumerate() {
            let accept = |end: &[StateId]| ends(&system, end);
            let expect = layers[word.len()].iter().any(|end| accept(end));
            let one = directed(&system, &start, &word, End::Where(&accept), &Cell::new(1 << 20)).unwrap();
            let other = follow(&system, &start, &word, accept);
            assert_eq!((one.is_some(), other.is_ok()), (expect, expect), "{which} {}", dump());
            let first_empty = layers.iter().position(|layer| layer.is_empty());
            let possible = first_empty.map_or(word.len(), |at| at - 1);
            assert!(other.is_ok() || other == Err(NotFollowed::Impossible(possible)), "{}", dump());
            for path in [one, other.ok()].into_iter().flatten() {
                assert_eq!(path.len(), word.len());
                assert!(accept(path.last().unwrap_or(&start)), "{}", dump());
                let before = std::iter::once(&start).chain(&path);
                for ((from, to), &action) in before.zip(&path).zip(&word) {
                    assert!(naive_moves(&system, from).contains(&(action, to.clone())), "{}", dump());
                }
            }
            counts[which][usize::from(expect)] += 1;
        }
        // A run to a given end, and one whose second half can be repeated.
        let (all, any) = (layers[word.len()].iter(), &layers[rng.below(layers.len())]);
        for end in all.take(3).chain(any.iter().take(3)) {
            let found = directed(&system, &start, &word, End::At(end), &Cell::new(1 << 20)).unwrap();
            assert_eq!(found.is_some(), layers[word.len()].contains(end), "{}", dump());
            assert!(found.is_none_or(|path| path.last().unwrap_or(&start) == end), "{}", dump());
        }
        let (stem, cycle) = word.split_at(word.len() / 2);
        let closes = |start: &Vector| {
            let after = |vectors, &action: &ActionId| naive_post(&system, &vectors, action);
            cycle.iter().fold(BTreeSet::from([start.clone()]), after).contains(start)
        };
        let found = follow_lasso(&system, &start, stem, cycle);
        assert_eq!(found.is_ok(), layers[stem.len()].iter().any(closes), "{}", dump());
        if let Ok(path) = found {
            let at = |n: usize| if n == 0 { &start } else { &path[n - 1] };
            assert!(path.len() == word.len() && at(stem.len()) == at(word.len()), "{}", dump());
            let is_move = |n: usize| naive_moves(&system, at(n)).contains(&(word[n], at(n + 1).clone()));
            assert!((0..word.len()).all(is_move), "{}", dump());
            lassos += usize::from(!cycle.is_empty());
        }
    }
    assert!(lassos > 100, "{lassos}");
    assert!(counts.iter().flatten().all(|&n| n > 100), "both answers are frequent: {counts:?}");
}

/// Components by their texts.
fn system(texts: impl IntoIterator<Item = String>) -> (System, Actions) {
    let actions = Actions::new();
    let component =
        |(i, text): (usize, String)| Component::new(format!("M{i}"), Arc::new(read(&actions, &text)));
    let components = texts.into_iter().enumerate().map(component).collect();
    (System::new("S", &actions, components), actions)
}

/// Internal steps in a row, then a visible action.
fn chain(n: usize, last: &str) -> String {
    let taus: String = (0..n).map(|s| format!("{s} tau {}; ", s + 1)).collect();
    taus + &format!("{n} {last} {n}")
}

fn word(actions: &Actions, text: &str) -> Vec<ActionId> {
    text.split_whitespace().map(|name| actions.intern(name)).collect()
}

#[test]
fn internal_steps_of_many_components_are_given_to_those_that_need_them() {
    let others = (0..30).map(|i| chain(6, &format!("b{i}")));
    let (system, actions) = system(others.chain([chain(6, "a"), chain(3, "c")]));
    let start = initial_vector(&system);
    let taus = |n: usize| "tau ".repeat(n);
    for (text, all) in [
        (taus(6) + "a", true),
        (taus(6) + "a " + &taus(3) + "c", true),
        (taus(5) + "c tau a", false),
        (taus(5) + "c tau tau tau tau a a c", true),
        (taus(6) + "b17 " + &taus(12) + "b3 b4", true),
        (taus(32 * 6 - 3) + "b0 b29 a c", true),
        (taus(80), true),
        ((0..30).rev().map(|i| taus(6) + &format!("b{i} ")).collect(), true),
        ((0..30).rev().map(|i| taus(if i == 7 { 9 } else { 6 }) + &format!("b{i} ")).collect(), true),
    ] {
        let word = word(&actions, &text);
        let found = follow(&system, &start, &word, |_| true);
        assert_eq!(found.is_ok(), all, "{text}");
        if let Ok(path) = found {
            let before = std::iter::once(&start).chain(&path);
            assert!(
                before
                    .zip(&path)
                    .zip(&word)
                    .all(|((from, to), &action)| { moves(&system, from).contains(&(action, to.clone())) })
            );
        }
    }
    // Where it stops is said as well: nobody is ready for `a`, the last one.
    let word = word(&actions, &(taus(5) + "c tau a"));
    assert_eq!(follow(&system, &start, &word, |_| true), Err(NotFollowed::Impossible(7)));
}

/// A round of internal steps, beside many others that could take them.
#[test]
fn a_round_of_internal_steps_is_found_among_many() {
    let others = (0..40).map(|i| chain(6, &format!("b{i}")));
    let round = "0 tau 1; 1 tau 2; 2 tau 3; 3 tau 4; 4 tau 5; 5 tau 0; 0 a 0".to_string();
    let (system, actions) = system(others.chain([round]));
    let start = initial_vector(&system);
    let taus = word(&actions, &"tau ".repeat(6));
    let path = follow_lasso(&system, &start, &word(&actions, "a"), &taus).unwrap();
    assert_eq!((path.len(), &path[6], path[1..6].contains(&start)), (7, &start, false));
}

/// All must guess at the first action which of two states the rest needs.
#[test]
fn choices_that_cannot_go_on_are_not_made() {
    let guess = "0 a 1; 0 a 2; 1 b 1; 2 c 2; alphabet b c";
    let (system, actions) = system((0..40).map(|_| guess.to_string()));
    let start = initial_vector(&system);
    let path = follow(&system, &start, &word(&actions, "a c c"), |_| true).unwrap();
    assert_eq!(path, vec![vec![StateId::at(2); 40]; 3]);
    assert_eq!(follow(&system, &start, &word(&actions, "a b c"), |_| true), Err(NotFollowed::Impossible(2)));
    // Nobody alone can say that not all may be in the same state.
    let mixed = |end: &[StateId]| end[0] != end[1] && end[38] != end[39] && end.iter().all(|s| s.is_error());
    assert_eq!(follow(&system, &start, &word(&actions, "a"), mixed), Err(NotFollowed::TooMany));
}
