//! Letters of labeled Kripke structures: what they mean, and that nothing that is contained is lost by
//! composing, hiding or forgetting.

use std::collections::BTreeSet;
use std::sync::Arc;

use rely_evolve::{FindingKind, Seen, SeenStep, Versions, added, forget, letters, lost, read_letter};
use rely_lts::ops::hide;
use rely_lts::relate::{Relation, compare};
use rely_lts::{Actions, Alphabet, Component, Context, Hiding, Lts, Propositions, StateId, System, compose};
use rely_testkit::generate::{RandomLts, Rng};
use rely_testkit::{oracle, text};

/// The LTS with propositions: `held` lists (state, name).
fn structure(lts: Lts, names: &[&str], held: &[(usize, &str)]) -> Lts {
    let mut propositions = Propositions::new(names.iter().map(|&name| name.into()).collect(), lts.n_states());
    for &(state, name) in held {
        let i = names.iter().position(|other| *other == name).expect("the name is listed");
        propositions.set(StateId::at(state), i, true);
    }
    lts.with_propositions(propositions).expect("one set per state")
}

fn observed(names: &[&str]) -> Vec<Arc<str>> {
    names.iter().map(|&name| name.into()).collect()
}

fn steps(lts: &Lts) -> Vec<String> {
    lts.transitions().map(|(s, l, t)| format!("{} {} {}", s.raw(), lts.label_name(l), t.raw())).collect()
}

/// A random structure over these actions and propositions.
fn random(actions: &Actions, names: &[&str], propositions: &[&str], rng: &mut Rng) -> Lts {
    let knobs = RandomLts {
        states: 1 + rng.below(3),
        fan_out: 3,
        tau_percent: 25,
        error_percent: 0,
        end_percent: 0,
        ..RandomLts::default()
    };
    let names: Vec<String> = names.iter().map(|name| name.to_string()).collect();
    let lts = knobs.generate_over(actions, &names, rng);
    let all = lts.states().flat_map(|s| propositions.iter().map(move |&p| (s.index(), p)));
    let held: Vec<(usize, &str)> = all.filter(|_| rng.percent(45)).collect();
    structure(lts, propositions, &held)
}

fn included(one: &Lts, other: &Lts) -> bool {
    compare(one, other, Relation::TraceInclusion, Context::unlimited()).holds()
}

fn together(parts: &[&Lts]) -> Lts {
    let components = parts.iter().map(|&lts| Component::new("P", lts.clone().into())).collect();
    let system = System::new("S", parts[0].actions(), components);
    compose(&system, Context::unlimited()).expect("there is no limit").lts
}

#[test]
fn letters_tell_action_and_propositions_and_tau_only_if_something_changes() {
    let actions = Actions::new();
    let lts = text::read(&actions, "0 a 1; 1 tau 2; 2 tau 0; 0 tau 0; 1 b ERROR");
    let lts = structure(lts, &["q", "p"], &[(0, "p"), (1, "p"), (1, "q")]);
    let seen = letters(&lts, &observed(&["p", "q"]));
    assert_eq!(steps(&seen), ["0 tau 0", "0 a⟨p,q⟩ 1", "1 τ⟨⟩ 2", "2 τ⟨p⟩ 0", "3 ⟨p⟩ 0"]);
    assert_eq!((seen.initial(), seen.n_states()), (StateId::at(3), 4));
    // What is not observed is not seen, and what the structure does not have is false.
    let seen = letters(&lts, &observed(&["q", "r"]));
    assert_eq!(steps(&seen), ["0 tau 0", "0 a⟨q⟩ 1", "1 τ⟨⟩ 2", "2 tau 0", "3 ⟨⟩ 0"]);
    let plain = forget(&seen, &Alphabet::from_names(&actions, ["a"]));
    assert_eq!(steps(&plain), ["0 tau 0", "0 a 1", "1 tau 2", "2 tau 0", "3 tau 0"]);
}

#[test]
fn letters_can_be_read_whatever_the_names() {
    let names = ["a", "", "τ", "\\", "0", "\\0", "a,b", "⟨", "⟩", "⟨⟩", "a⟨p⟩", "τ⟨⟩", "tau.1"];
    let actions = Actions::new();
    let mut all = BTreeSet::new();
    for action in names {
        for (i, one) in names.iter().enumerate() {
            for two in &names[i..] {
                let mut builder = rely_lts::LtsBuilder::new(&actions);
                builder.ensure_states(2).unwrap();
                builder.add_transition(StateId::at(0), actions.intern(action), StateId::at(1));
                let held: Vec<&str> = if one == two { vec![*one] } else { vec![*one, *two] };
                let marks: Vec<(usize, &str)> = held.iter().map(|&name| (1, name)).collect();
                let lts = structure(builder.finish(StateId::at(0)).unwrap(), &held, &marks);
                let seen = letters(&lts, &observed(&held));
                let letter = seen.label_name(seen.labels_of(StateId::at(0))[0]);
                let propositions = held.iter().map(|name| name.to_string()).collect();
                let expected = Seen { step: SeenStep::Action(action.to_string()), propositions };
                assert_eq!(read_letter(&letter), Some(expected), "{letter}");
                assert!(all.insert(letter.to_string()), "{letter} stands for two");
            }
        }
    }
    let expected = |step, held: &[&str]| {
        Some(Seen { step, propositions: held.iter().map(|name| name.to_string()).collect() })
    };
    assert_eq!(read_letter("⟨⟩"), expected(SeenStep::Start, &[]));
    assert_eq!(read_letter("τ⟨p,q⟩"), expected(SeenStep::Internal, &["p", "q"]));
    for other in ["a", "", "a⟨", "a⟩", "a⟨p⟩b", "a⟨p⟨⟩", "a,⟨⟩", "a⟨p⟩\\", "\\"] {
        assert_eq!(read_letter(other), None, "{other}");
    }
}

/// The product and the union of propositions, by definition.
#[test]
fn composed_structures_have_the_propositions_of_all() {
    let mut seen = 0;
    for seed in 0..400 {
        let rng = &mut Rng::new(seed);
        let actions = Actions::new();
        let one = random(&actions, &["a", "b"], &["p", "q"], rng);
        let other = random(&actions, &["b", "c"], &["q", "r"], rng);
        // The third has no propositions at all.
        let third = text::read(&actions, "0 c 1; 1 a 0; 1 c 1; 0 a 0");
        let components: Vec<Component> =
            [&one, &other, &third].map(|lts| Component::new("P", lts.clone().into())).into();
        let system = System::new("S", &actions, components);
        let naive = oracle::compose(&system);
        let lts = compose(&system, Context::unlimited()).unwrap().lts;
        let names = ["p", "q", "r"];
        let held: Vec<(usize, &str)> = naive
            .vectors
            .iter()
            .enumerate()
            .flat_map(|(i, vectors)| names.iter().map(move |&name| (i, name, &vectors[0])))
            .filter(|(_, name, vector)| {
                let holds = |lts: &Lts, state| {
                    let own = lts.propositions().expect("it is a structure");
                    own.names().iter().position(|n| **n == **name).is_some_and(|i| own.holds(state, i))
                };
                holds(&one, vector[0]) || holds(&other, vector[1])
            })
            .map(|(i, name, _)| (i, name))
            .collect();
        let naive = structure(naive.lts, &names, &held);
        assert_eq!(lts.propositions().expect("parts have propositions").names(), observed(&names));
        assert_eq!(lts.n_states(), naive.n_states());
        let [ours, theirs] = [&lts, &naive].map(|lts| letters(lts, &observed(&names)));
        assert!(included(&ours, &theirs) && included(&theirs, &ours), "seed {seed}");
        // Strong bisimilarity sees propositions, too.
        assert!(compare(&lts, &naive, Relation::Strong, Context::unlimited()).holds(), "seed {seed}");
        seen += usize::from(lts.n_states() > 2);
    }
    assert!(seen > 100, "{seen}");
}

#[test]
fn terminated_states_with_different_propositions_stay_apart() {
    let actions = Actions::new();
    let ends = text::read(&actions, "0 a 1; 0 b 1; 0 c 1; end 1");
    let other = || text::read(&actions, "0 a 1; 0 b 2; 0 c 3");
    assert_eq!(together(&[&ends, &other()]).n_states(), 2);
    let both = together(&[&ends, &structure(other(), &["p"], &[(1, "p"), (3, "p")])]);
    assert_eq!(steps(&both), ["0 a 1", "0 b 2", "0 c 1"]);
    assert_eq!(both.end(), Some(StateId::at(1)));
    let held: Vec<bool> = both.states().map(|s| both.propositions().unwrap().holds(s, 0)).collect();
    assert_eq!(held, [false, true, false]);
}

/// What is contained stays so when composed with anything, when actions are hidden, and when propositions are
/// forgotten.
#[test]
fn inclusion_of_letters_is_kept() {
    let (mut included_pairs, mut seed) = (0, 0);
    while included_pairs < 300 {
        seed += 1;
        let rng = &mut Rng::new(70_000 + seed);
        let actions = Actions::new();
        let one = random(&actions, &["a", "b"], &["p"], rng);
        let other = random(&actions, &["a", "b"], &["p"], rng);
        let p = observed(&["p", "q"]);
        if !included(&letters(&one, &p), &letters(&other, &p)) {
            continue;
        }
        included_pairs += 1;
        let shared: &[&str] = [&["q"][..], &["p"], &["p", "q"]][rng.below(3)];
        let environment = random(&actions, &["b", "c"], shared, rng);
        let [with_one, with_other] = [&one, &other].map(|lts| letters(&together(&[lts, &environment]), &p));
        assert!(included(&with_one, &with_other), "composed, seed {seed}");
        for hidden in ["a", "b"] {
            let hiding = Hiding::Hide(vec![hidden.into()]);
            let [less_one, less_other] = [&one, &other].map(|lts| letters(&hide(lts, &hiding), &p));
            assert!(included(&less_one, &less_other), "hidden {hidden}, seed {seed}");
        }
        assert!(included(&letters(&one, &[]), &letters(&other, &[])), "forgotten, seed {seed}");
        assert!(included(
            &forget(&letters(&one, &p), one.alphabet()),
            &forget(&letters(&other, &p), other.alphabet())
        ));
    }
    assert!(seed > included_pairs + 100, "some pairs are not included");
}

/// Without propositions letters are actions, after a first letter that is always the same.
#[test]
fn without_propositions_letters_are_traces() {
    let (mut yes, mut no) = (0, 0);
    for seed in 0..300 {
        let rng = &mut Rng::new(90_000 + seed);
        let actions = Actions::new();
        let [one, other] = [(), ()].map(|()| {
            let lts = random(&actions, &["a", "b"], &[], rng);
            text::read(&actions, &text::show(&lts))
        });
        let traces = included(&one, &other);
        assert_eq!(included(&letters(&one, &[]), &letters(&other, &[])), traces, "seed {seed}");
        if traces { yes += 1 } else { no += 1 }
    }
    assert!(yes > 30 && no > 30, "{yes} {no}");
}

#[test]
fn letters_of_components_do_not_synchronize() {
    // Both loop with `a`; one of them has a proposition.
    let actions = Actions::new();
    let with = structure(text::read(&actions, "0 a 0"), &["p"], &[(0, "p")]);
    let without = structure(text::read(&actions, "0 a 0"), &["q"], &[]);
    let p = observed(&["p"]);
    let right = letters(&together(&[&with, &without]), &p);
    assert_eq!(steps(&right), ["0 a⟨p⟩ 0", "1 ⟨p⟩ 0"]);
    let wrong = together(&[&letters(&with, &p), &letters(&without, &p)]);
    assert!(!included(&wrong, &right), "a step of both is two letters");
}

fn versions(baseline: Lts, candidate: Lts) -> Versions {
    let interface = Alphabet::union(baseline.actions(), [baseline.alphabet(), candidate.alphabet()]);
    Versions::new(baseline.into(), candidate.into(), Vec::new(), interface).unwrap()
}

#[test]
fn different_beginnings_are_one_finding() {
    let actions = Actions::new();
    let loops = || text::read(&actions, "0 a 0");
    // The candidate begins without p, which probes between steps would not notice.
    let hops = text::read(&actions, "0 a 0; 0 tau 1; 1 tau 0; 1 a 1");
    let versions = versions(structure(loops(), &["p"], &[(0, "p")]), structure(hops, &["p"], &[(1, "p")]));
    let lost = lost(&versions, Context::unlimited()).unwrap();
    assert_eq!(lost.len(), 1);
    assert_eq!((lost[0].kind, lost[0].situation.clone()), (FindingKind::Initial, vec![StateId::at(2)]));
    assert_eq!(lost[0].trace.names(&actions), [Arc::from("⟨p⟩")]);
    let added = added(&versions, Context::unlimited()).unwrap();
    assert_eq!(added.iter().map(|finding| finding.kind).collect::<Vec<_>>(), [FindingKind::Initial]);
}

#[test]
fn one_more_internal_step_loses_nothing() {
    let actions = Actions::new();
    let baseline = structure(text::read(&actions, "0 a 1; 1 b 0"), &["p"], &[(1, "p")]);
    let refactored = text::read(&actions, "0 a 1; 1 tau 2; 2 b 3; 3 tau 0");
    let refactored = structure(refactored, &["p", "own"], &[(1, "p"), (2, "p"), (2, "own")]);
    let contained = |versions: &Versions| lost(versions, Context::unlimited()).unwrap().is_empty();
    let both = versions(baseline.clone(), refactored);
    assert!(contained(&both));
    // A proposition that only the candidate has is seen if that is asked for.
    assert!(!contained(&both.observing(observed(&["own", "p"]))));
    // A proposition that the candidate has not is false throughout.
    let plain = versions(baseline, text::read(&actions, "0 a 1; 1 b 0"));
    assert!(!contained(&plain));
    assert!(contained(&plain.observing(Vec::new())));
}
