//! Compatibility against a search of all vectors: verdicts, runs, classes, the completed system, budgets;
//! random systems, instances whose relabelings merge actions (`merging`), and all small versions (`all`).

mod all;
mod merging;
#[path = "../systems/mod.rs"]
mod systems;

use rely_assume::prove::Plan;
use rely_evolve::{
    Compatibility, DivergenceKind, ErrorRun, Extent, NotCompleted, Obligation, Required, Upgrade, Version,
    Violation, ViolationClass, compatible,
};
use rely_lts::{Actions, Budget, Context, Priority, System, Verdict};
use rely_testkit::text::read;
use systems::{
    Case, Dice, Tally, any_fails, can, case, completed_naively, does, does_too, fails, renamed, words,
};

fn asked(upgrade: &Upgrade, extent: Extent, ctx: Context<'_>) -> Compatibility {
    compatible(upgrade, extent, &|_| Plan::default(), ctx).expect("the default plan fits")
}

/// Is the violation one, and is its class what replays say?
fn check_candidate(case: &Case, obligation: Obligation, violation: &Violation, tally: &mut Tally) {
    let upgrade = &case.upgrade;
    let ErrorRun { actions, culprit } = &violation.run;
    let word = words(&case.actions, actions);
    assert_eq!(*culprit, obligation.place());
    assert!(does(&upgrade.candidate, *culprit, &word), "{word:?} is no run into ERROR:\n{case}");
    let there = does_too(&upgrade.baseline, &upgrade.candidate, obligation, &word);
    match &violation.class {
        ViolationClass::Inherited => {
            assert!(there, "{word:?} is not inherited:\n{case}");
            tally.add("inherited");
        }
        ViolationClass::New(divergence) => {
            assert!(!there, "{word:?} is inherited:\n{case}");
            tally.add("new");
            let Some(divergence) = divergence else {
                assert!(upgrade.candidate.priority.is_some(), "some step leaves the baseline:\n{case}");
                return;
            };
            let lts = |place: usize| &upgrade.baseline.components[place].lts;
            let (before, with) = (&word[..divergence.step], &word[..word.len().min(divergence.step + 1)]);
            assert!(upgrade.places.iter().all(|&place| can(lts(place), before)), "{divergence:?}:\n{case}");
            match divergence.kind {
                DivergenceKind::OwnError => {
                    assert!(upgrade.places.iter().all(|&place| can(lts(place), &word)), "{case}");
                    assert_eq!(divergence.place, *culprit);
                    tally.add("own");
                }
                kind => {
                    assert!(!can(lts(divergence.place), with), "{divergence:?}:\n{case}");
                    let alphabet = upgrade.candidate.components[divergence.place].lts.alphabet();
                    let knows = alphabet.label_of_name(&word[divergence.step]).is_some();
                    assert_eq!(knows, kind == DivergenceKind::NewBehavior);
                    tally.add(if knows { "behavior" } else { "held back" });
                }
            }
        }
        other => panic!("{other:?} is no class of the candidate's system:\n{case}"),
    }
}

/// The completed system by definition.
fn completed(case: &Case) -> System {
    let mut system = case.upgrade.candidate.clone();
    for &place in &case.upgrade.places {
        let baseline = &case.upgrade.baseline.components[place].lts;
        let candidate = &system.components[place].lts;
        let either = completed_naively(candidate, baseline, baseline);
        system.components[place].lts = std::sync::Arc::new(either);
    }
    system
}

/// The verdicts of the candidate's system, against a search of all its vectors.
fn check_verdicts(case: &Case, seed: u64, tally: &mut Tally) {
    let upgrade = &case.upgrade;
    let result = asked(upgrade, Extent::Candidate, Context::unlimited());
    assert_eq!(result.completed.as_ref().err(), Some(&NotCompleted::NotAsked));
    let wrong = any_fails(&upgrade.candidate);
    match result.verdict() {
        Verdict::Holds(()) => assert!(!wrong, "seed {seed}: not kept:\n{case}"),
        Verdict::Violated(_) => assert!(wrong, "seed {seed}: kept:\n{case}"),
        Verdict::Unknown(reason) => panic!("seed {seed}: {reason}:\n{case}"),
    }
    tally.add(if wrong { "violated" } else { "kept" });
    let obligations: Vec<Obligation> = result.candidate.iter().map(|d| d.obligation).collect();
    assert_eq!(obligations, upgrade.obligations());
    for decision in &result.candidate {
        let place = decision.obligation.place();
        let naive = fails(&upgrade.candidate, place);
        match &decision.verdict {
            Verdict::Holds(_) => assert!(!naive, "seed {seed}, {:?}:\n{case}", decision.obligation),
            Verdict::Violated(violation) => {
                assert!(naive, "seed {seed}, {:?}:\n{case}", decision.obligation);
                check_candidate(case, decision.obligation, violation, tally);
            }
            // Another ERROR comes first on this run.
            Verdict::Unknown(_) => {
                assert!(matches!(decision.obligation, Obligation::OwnError(_)) && wrong);
                tally.add("cut");
            }
        }
    }
}

#[test]
fn verdicts_are_those_of_a_search_of_the_edited_system() {
    let mut tally = Tally::default();
    for seed in 0..2500 {
        let case = case(seed, if seed % 3 == 0 { 20 } else { 0 });
        check_verdicts(&case, seed, &mut tally);
    }
    for what in ["violated", "kept", "new", "inherited", "own", "behavior", "held back"] {
        assert!(tally.of(what) >= 50, "{what}: {tally:?}");
    }
}

/// What is said of the completed system, against a search of all its vectors.
fn check_explained(case: &Case, seed: u64, tally: &mut Tally) {
    let upgrade = &case.upgrade;
    let result = asked(upgrade, Extent::Completed, Context::unlimited());
    let naive = completed(case);
    let explained = result.completed.as_ref().unwrap_or_else(|why| panic!("{why}:\n{case}"));
    for (decision, explained) in result.candidate.iter().zip(explained) {
        let obligation = explained.obligation;
        assert_eq!(decision.obligation, obligation);
        let place = obligation.place();
        let wrong = fails(&naive, place);
        let released = !upgrade.released(obligation).is_empty();
        match &explained.verdict {
            Verdict::Holds(()) => {
                assert!(!wrong, "seed {seed}, {obligation:?}:\n{case}");
                // What the completed system keeps the candidate's keeps, unless something was released.
                if decision.verdict.evidence().is_some() {
                    assert!(released, "seed {seed}, {obligation:?}:\n{case}");
                    tally.add("released");
                }
                tally.add("kept");
            }
            Verdict::Unknown(_) => tally.add("unknown"),
            Verdict::Violated(violation) => {
                assert!(wrong, "seed {seed}, {obligation:?}:\n{case}");
                let word = words(&case.actions, &violation.run.actions);
                assert!(does(&naive, place, &word), "seed {seed}: {word:?}:\n{case}");
                if does(&upgrade.candidate, place, &word) {
                    check_candidate(case, obligation, violation, tally);
                    assert!(decision.verdict.evidence().is_some(), "seed {seed}");
                } else {
                    check_completed(case, obligation, violation, &word, tally);
                    if decision.verdict.holds() {
                        tally.add("explains");
                    }
                }
            }
        }
    }
}

#[test]
fn the_completed_system_explains() {
    let mut tally = Tally::default();
    for seed in 10_000..12_000 {
        let mut case = case(seed, if seed % 4 == 0 { 20 } else { 0 });
        let mut dice = Dice::new(seed);
        // Sometimes what the baseline was made for is known: with another environment, or the same.
        if dice.percent(60) {
            let mut old = case.upgrade.baseline.clone();
            if dice.percent(60) {
                let other = systems::case(seed + 50_000, 0);
                let place = case.instances;
                let lts = other.upgrade.candidate.components[other.instances].lts.in_table(&case.actions);
                old.components[place].lts = std::sync::Arc::new(lts);
            }
            case.upgrade.old = Some(old);
        }
        check_explained(&case, seed, &mut tally);
    }
    for what in ["kept", "released", "explains", "old", "environment", "here", "new", "inherited"] {
        assert!(tally.of(what) >= 5, "{what}: {tally:?}");
    }
}

fn check_completed(
    case: &Case,
    obligation: Obligation,
    violation: &Violation,
    word: &[String],
    tally: &mut Tally,
) {
    let upgrade = &case.upgrade;
    let on = |system: &System| does_too(system, &upgrade.candidate, obligation, word);
    let with_baseline = on(&upgrade.baseline);
    match &violation.class {
        ViolationClass::Mixture(parts) => {
            assert!(!with_baseline && case.instances > 1, "{word:?}:\n{case}");
            assert_eq!(parts.iter().map(|part| part.place).collect::<Vec<_>>(), upgrade.places);
            let is = |version| parts.iter().any(|part| part.version == version);
            assert!(is(Version::Baseline), "{parts:?} {word:?}:\n{case}");
            assert!(
                parts.iter().any(|part| part.version != Version::Baseline),
                "{parts:?} {word:?}:\n{case}"
            );
            tally.add("mixture");
        }
        ViolationClass::OldNeverSafe => {
            assert!(with_baseline && on(upgrade.old.as_ref().unwrap()), "{word:?}:\n{case}");
            tally.add("old");
        }
        ViolationClass::EnvironmentChanged { component, step } => {
            let old = upgrade.old.as_ref().unwrap();
            assert!(with_baseline && !on(old), "{word:?}:\n{case}");
            let refusing = old.components.iter().find(|c| c.name == *component).unwrap();
            assert!(can(&refusing.lts, &word[..*step]) && !can(&refusing.lts, &word[..=*step]), "{case}");
            tally.add("environment");
        }
        ViolationClass::BaselineHere => {
            assert!(with_baseline, "{word:?}:\n{case}");
            assert!(upgrade.old.as_ref().is_none_or(|old| !on(old)), "{word:?}:\n{case}");
            tally.add("here");
        }
        other => panic!("{other:?} for {word:?}:\n{case}"),
    }
}

/// Two instances over their own actions that do some of them for ever, and a property of two states over one
/// action of each.
fn pair(baseline: usize, candidate: usize, property: usize) -> Case {
    let actions = Actions::new();
    let version = |which: usize| {
        let loops = ["0 a 0;", "0 b 0;"].iter().enumerate().filter(|(i, _)| which >> i & 1 == 1);
        read(&actions, &format!("{}alphabet a b", loops.map(|(_, text)| *text).collect::<String>()))
    };
    let (baseline, candidate) = (version(baseline), version(candidate));
    let targets = ["0", "1", "ERROR"];
    let steps = [(0, "a_1", 1), (0, "b_2", 3), (1, "a_1", 9), (1, "b_2", 27)];
    let steps = steps.map(|(s, name, weight)| format!("{s} {name} {}", targets[property / weight % 3]));
    let rest = [systems::observer("P", read(&actions, &format!("states 2;{}", steps.join(";"))))];
    let own = vec!["a", "b"];
    let new = systems::with_version(&actions, &candidate, &own, 2, &rest);
    let old = systems::with_version(&actions, &baseline, &own, 2, &rest);
    let upgrade = Upgrade::new(new, old, vec![0, 1]);
    Case { actions, baseline, candidate, own, instances: 2, upgrade }
}

#[test]
fn instances_may_be_mixed() {
    let mut tally = Tally::default();
    let cases = (0..16 * 81).map(|i| pair(i % 4, i / 4 % 4, i / 16));
    for case in cases {
        let result = asked(&case.upgrade, Extent::Completed, Context::unlimited());
        let [explained] = result.completed.as_ref().unwrap().as_slice() else { panic!("one property") };
        assert_eq!(explained.verdict.holds(), !fails(&completed(&case), 2), "{case}");
        let Verdict::Violated(violation) = &explained.verdict else { continue };
        let word = words(&case.actions, &violation.run.actions);
        if !does(&case.upgrade.candidate, 2, &word) {
            check_completed(&case, explained.obligation, violation, &word, &mut tally);
        }
    }
    assert!(tally.of("mixture") >= 10 && tally.of("here") >= 10, "{tally:?}");
}

#[test]
fn with_priorities_the_whole_is_searched() {
    let mut tally = Tally::default();
    for seed in 20_000..20_800 {
        let mut case = case(seed, 15);
        let mut dice = Dice::new(seed);
        let names: Vec<String> = ["a", "b", "n", "e", "a_1", "b_2"]
            .iter()
            .filter(|_| dice.percent(40))
            .map(|n| n.to_string())
            .collect();
        let priority = if dice.percent(50) { Priority::Low(names) } else { Priority::High(names) };
        let without = any_fails(&case.upgrade.candidate);
        case.upgrade.candidate.priority = Some(priority.clone());
        case.upgrade.baseline.priority = Some(priority);
        let upgrade = &case.upgrade;
        let result = asked(upgrade, Extent::Completed, Context::unlimited());
        assert_eq!(result.completed.as_ref().err(), Some(&NotCompleted::Priority));
        for decision in &result.candidate {
            let naive = fails(&upgrade.candidate, decision.obligation.place());
            assert_eq!(decision.verdict.holds(), !naive, "seed {seed}, {:?}:\n{case}", decision.obligation);
            if let Verdict::Violated(violation) = &decision.verdict {
                check_candidate(&case, decision.obligation, violation, &mut tally);
            }
        }
        let wrong = any_fails(&upgrade.candidate);
        assert_eq!(result.verdict().holds(), !wrong);
        tally.add(if wrong == without { "same" } else { "different" });
    }
    assert!(tally.of("different") > 10 && tally.of("inherited") > 10 && tally.of("new") > 10, "{tally:?}");
}

#[test]
fn a_spent_budget_is_unknown() {
    let mut tally = Tally::default();
    for seed in 30_000..30_600 {
        let case = case(seed, 10);
        let budget = Budget::unlimited().with_states(1 + seed % 7);
        let result = asked(&case.upgrade, Extent::Completed, Context::with_budget(&budget));
        for decision in &result.candidate {
            let wrong = fails(&case.upgrade.candidate, decision.obligation.place());
            match &decision.verdict {
                Verdict::Holds(_) => assert!(!wrong, "seed {seed}:\n{case}"),
                Verdict::Violated(_) => assert!(wrong, "seed {seed}:\n{case}"),
                Verdict::Unknown(_) => tally.add("unknown"),
            }
        }
    }
    assert!(tally.of("unknown") > 50, "{tally:?}");
}

#[test]
fn what_is_prohibited_is_not_added_back() {
    let mut tally = Tally::default();
    for seed in 40_000..40_800 {
        let mut case = case(seed, 0);
        // Something less than the baseline is required.
        let mut dice = Dice::new(seed);
        let b = &case.baseline;
        let mut builder = rely_lts::LtsBuilder::new(&case.actions);
        builder.ensure_states(b.n_states()).unwrap();
        b.alphabet().ids().iter().for_each(|&a| builder.extend_alphabet(a));
        for (s, label, t) in b.transitions().filter(|(_, _, t)| !t.is_error()) {
            if dice.percent(40) {
                builder.add_transition(s, b.alphabet().action(label), t);
            }
        }
        let required = builder.finish(b.initial()).unwrap();
        let list: Vec<_> =
            (1..=case.instances).map(|i| std::sync::Arc::new(renamed(&required, &case.own, i))).collect();
        let mut naive = case.upgrade.candidate.clone();
        for (&place, required) in case.upgrade.places.iter().zip(&list) {
            let baseline = &case.upgrade.baseline.components[place].lts;
            let either = completed_naively(&naive.components[place].lts, required, baseline);
            naive.components[place].lts = std::sync::Arc::new(either);
        }
        case.upgrade.required = Required::These(list);
        let result = asked(&case.upgrade, Extent::Completed, Context::unlimited());
        for explained in result.completed.as_ref().unwrap() {
            let wrong = fails(&naive, explained.obligation.place());
            assert_eq!(explained.verdict.holds(), !wrong, "seed {seed}:\n{case}");
            let all = fails(&completed(&case), explained.obligation.place());
            tally.add(if wrong == all { "same" } else { "less" });
        }
        case.upgrade.required = Required::Nothing;
        let result = asked(&case.upgrade, Extent::Completed, Context::unlimited());
        assert_eq!(result.completed.err(), Some(NotCompleted::NothingRequired));
    }
    assert!(tally.of("less") > 10, "{tally:?}");
}
