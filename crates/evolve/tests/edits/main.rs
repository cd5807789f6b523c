//! Edits against their definition: every transition that could give a first loss back is there, and what it
//! does is what the words of the edited candidate say, enumerated.

mod judge;

use std::sync::Arc;

use judge::{Seen, judge, word};
use rely_evolve::{Edit, EditClass, Edits, Finding, Safety, Versions, edits, lost};
use rely_lts::{ActionId, Actions, Alphabet, Context, Lts, Propositions, StateId, Trace};
use rely_testkit::generate::{RandomLts, Rng, Shape, all_ltss};
use rely_testkit::text::read;

fn versions(baseline: &Lts, candidate: &Lts, forbidden: &[&Lts], interface: &Alphabet) -> Versions {
    let share = |lts: &Lts| Arc::new(lts.clone());
    Versions::new(
        share(baseline),
        share(candidate),
        forbidden.iter().map(|lts| share(lts)).collect(),
        interface.clone(),
    )
    .unwrap()
}

fn of_texts(baseline: &str, candidate: &str) -> Versions {
    let actions = Actions::new();
    let [baseline, candidate] = [baseline, candidate].map(|text| read(&actions, text));
    versions(
        &baseline,
        &candidate,
        &[],
        &Alphabet::union(&actions, [baseline.alphabet(), candidate.alphabet()]),
    )
}

/// All pairs of deterministic machines with two states and two actions.
#[test]
fn all_small_pairs() {
    let actions = Actions::new();
    let shape = Shape { actions: 2, tau: false, error: false, end: false };
    let machines: Vec<Lts> =
        all_ltss(&actions, 2, shape).reachable_only().filter(Lts::is_deterministic).collect();
    assert!(machines.len() > 40);
    let mut seen = Seen::default();
    for baseline in &machines {
        for candidate in &machines {
            judge(&versions(baseline, candidate, &[], baseline.alphabet()), &mut seen);
        }
    }
    println!("{seen:?}");
    assert!(seen.exact > 500 && seen.within > 500 && seen.more > 500 && seen.splits > 500);
}

/// All pairs of machines with one action, tau and two states.
#[test]
fn all_small_pairs_with_tau() {
    let actions = Actions::new();
    let shape = Shape::plain(1);
    let machines: Vec<Lts> = all_ltss(&actions, 2, shape).reachable_only().collect();
    let mut seen = Seen::default();
    for baseline in &machines {
        for candidate in &machines {
            judge(&versions(baseline, candidate, &[], baseline.alphabet()), &mut seen);
        }
    }
    println!("{seen:?}");
    assert!(seen.exact > 500 && seen.within > 100);
}

/// Nondeterminism, tau, ERROR, END, prohibited behaviors, different alphabets, hidden actions.
#[test]
fn random_versions() {
    let mut seen = Seen::default();
    for seed in 0..250 {
        println!("seed {seed}");
        let mut rng = Rng::new(seed);
        let actions = Actions::new();
        let knobs = RandomLts {
            states: 2 + rng.below(3),
            actions: 2,
            tau_percent: 15,
            error_percent: 8,
            deterministic: rng.percent(50),
            ..RandomLts::default()
        };
        let names = |rng: &mut Rng| -> Vec<String> {
            ["a", "b", "c"].iter().filter(|_| rng.percent(75)).map(|name| name.to_string()).collect()
        };
        let (of_baseline, of_candidate) = (names(&mut rng), names(&mut rng));
        let baseline = knobs.generate_over(&actions, &of_baseline, &mut rng);
        let candidate = knobs.generate_over(&actions, &of_candidate, &mut rng);
        let forbidden = RandomLts { states: 3, ..knobs }.generate_over(&actions, &of_baseline, &mut rng);
        let forbidden: &[&Lts] = if rng.percent(40) { &[&forbidden] } else { &[] };
        let mut interface = Alphabet::union(&actions, [baseline.alphabet(), candidate.alphabet()]);
        if rng.percent(40) {
            interface = baseline.alphabet().clone();
        }
        judge(&versions(&baseline, &candidate, forbidden, &interface), &mut seen);
    }
    println!("{seen:?}");
    assert!(seen.exact > 50 && seen.within > 50 && seen.more > 50 && seen.skipped > 10 && seen.splits > 20);
    assert!(seen.closing > 10);
}

/// With propositions: only states that have those of the lost letter are targets.
#[test]
fn random_structures() {
    let mut seen = Seen::default();
    for seed in 0..150 {
        println!("seed {seed}");
        let mut rng = Rng::new(seed);
        let actions = Actions::new();
        let knobs = RandomLts {
            states: 2 + rng.below(2),
            actions: 1,
            tau_percent: 25,
            error_percent: 0,
            ..RandomLts::default()
        };
        let structure = |rng: &mut Rng| {
            let lts = knobs.generate(&actions, rng);
            let mut propositions = Propositions::new(vec![Arc::from("p")], lts.n_states());
            lts.states().skip(1).for_each(|s| propositions.set(s, 0, rng.percent(50)));
            propositions.set(lts.initial(), 0, rng.percent(10));
            lts.with_propositions(propositions).unwrap()
        };
        let (baseline, candidate) = (structure(&mut rng), structure(&mut rng));
        judge(&versions(&baseline, &candidate, &[], baseline.alphabet()), &mut seen);
    }
    println!("{seen:?}");
    assert!(seen.exact > 20 && seen.within > 20 && seen.more > 20 && seen.skipped > 10);
}

fn only_finding(versions: &Versions) -> Finding {
    let mut findings = lost(versions, Context::unlimited()).unwrap();
    assert_eq!(findings.len(), 1, "{findings:?}");
    findings.remove(0)
}

/// The target need not do already what is required: the transition may be used again.
#[test]
fn a_loop_gives_everything_back() {
    let versions = of_texts("0 a 0", "states 1; alphabet a");
    let found = edits(&versions, &only_finding(&versions), Context::unlimited()).unwrap();
    let best = found.recommended().unwrap();
    assert_eq!((best.to, &best.class, best.restores), (Some(StateId::at(0)), &EditClass::Exact, true));
    let [_, new] = &found.edits[..] else { panic!("a loop, and a step to a new state") };
    assert_eq!((new.to, &new.class, new.restores), (None, &EditClass::Within, false));
}

/// Where the same state is entered by other words, too, the same transition gives too much.
#[test]
fn a_state_that_must_be_split() {
    let versions = of_texts("0 a 1; 0 b 2; 1 c 2", "0 a 1; 0 b 1; alphabet c");
    let found = edits(&versions, &only_finding(&versions), Context::unlimited()).unwrap();
    assert!(found.needs_split());
    let more = |edit: &Edit| match &edit.class {
        EditClass::More(trace) => word(versions.letters().actions(), trace),
        other => panic!("{other:?}"),
    };
    assert!(found.edits.iter().all(|edit| more(edit) == ["b", "c"] || more(edit) == ["a", "c", "a"]));
}

/// What breaks the system is told and never recommended.
#[test]
fn edits_that_break_the_system() {
    let versions = of_texts("0 a 1; 1 b 0", "0 a 1; alphabet b");
    let mut found = edits(&versions, &only_finding(&versions), Context::unlimited()).unwrap();
    let targets = |found: &Edits| found.edits.iter().map(|edit| edit.to).collect::<Vec<_>>();
    assert_eq!(targets(&found), [Some(StateId::at(0)), None, Some(StateId::at(1))], "{found:?}");
    assert_eq!(found.recommended(), Some(&found.edits[0]));
    let mut asked = 0;
    let bad = |edited: &Lts| {
        asked += 1;
        let back = edited.step(StateId::at(1), edited.alphabet().label_of_name("b").unwrap());
        Ok::<_, ()>(if back == [StateId::at(0)] { Safety::Breaks(Trace::default()) } else { Safety::Keeps })
    };
    found.judge(versions.candidate(), 2, bad).unwrap();
    assert_eq!(asked, 2);
    assert_eq!(targets(&found), [Some(StateId::at(0)), None, Some(StateId::at(1))]);
    let safety: Vec<&Safety> = found.edits.iter().map(|edit| &edit.safety).collect();
    assert_eq!(safety, [&Safety::Breaks(Trace::default()), &Safety::Keeps, &Safety::Unknown]);
    assert_eq!(found.recommended(), Some(&found.edits[1]));
    // The last one neither restores the finding nor adds nothing else.
    assert!(!found.edits[2].restores && matches!(found.edits[2].class, EditClass::More(_)));
    let none = |_: &Lts| Ok::<_, ()>(Safety::Breaks(Trace::default()));
    found.judge(versions.candidate(), 2, none).unwrap();
    assert_eq!(found.recommended(), None);
    // Nobody knows what one does that was not tried, where the better ones break the system.
    found.edits[2] = Edit { safety: Safety::Unknown, ..found.edits[0].clone() };
    assert_eq!(found.recommended(), None);
    // One is enough.
    let mut asked = 0;
    let keeps = |_: &Lts| {
        asked += 1;
        Ok::<_, ()>(Safety::Keeps)
    };
    found.judge(versions.candidate(), usize::MAX, keeps).unwrap();
    assert_eq!((asked, found.recommended()), (1, Some(&found.edits[0])));
}

/// What is not a first loss of these versions is not mended.
#[test]
fn forged_findings() {
    let versions = of_texts("0 a 1; 1 b 0", "0 a 1; alphabet b");
    let finding = only_finding(&versions);
    let actions = versions.letters().actions().clone();
    let [a, b, z] = ["a", "b", "z"].map(|name| actions.intern(name));
    for trace in [vec![], vec![a], vec![b], vec![a, b, a], vec![z], vec![a, ActionId::TAU]] {
        let forged = Finding { trace: trace.iter().copied().collect(), ..finding.clone() };
        let found = edits(&versions, &forged, Context::unlimited()).unwrap();
        assert!(found.edits.is_empty() && found.unchecked == 0, "{trace:?}");
    }
}

/// A large candidate is not searched for ever: what is likely comes first, and the rest is counted.
#[test]
fn a_large_candidate() {
    let n = 3000;
    let ring: String = (0..n).map(|s| format!("{s} a {};", (s + 1) % n)).collect();
    let versions = of_texts(&format!("{ring} 1500 b 2900"), &format!("{ring} alphabet b"));
    let found = edits(&versions, &only_finding(&versions), Context::unlimited()).unwrap();
    assert!(found.unchecked > 0 && found.edits.len() + found.unchecked == n + 1);
    let best = found.recommended().unwrap();
    assert_eq!((best.from, best.to), (StateId::at(1500), Some(StateId::at(2900))));
    assert_eq!((&best.class, best.restores), (&EditClass::Exact, true));
}
