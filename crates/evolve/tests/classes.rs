//! One model for each thing that is said of an upgrade.

mod systems;

use rely_assume::prove::Plan;
use rely_evolve::{
    Compatibility, Deadlocks, Divergence, DivergenceKind, Extent, NotCompleted, Obligation, Upgrade, Version,
    Versions, ViolationClass, compatible, deadlocks, refusal,
};
use rely_lts::{Actions, Alphabet, Component, Context, System, Verdict};
use rely_testkit::text::read;
use systems::{observer, process, words};

/// A system: lines `NAME: model`, a property is `NAME! model`; all of one table.
fn system(actions: &Actions, text: &str) -> System {
    let component = |line: &str| -> Component {
        let (name, model) = line.split_once([':', '!']).expect("a name and a model");
        let lts = read(actions, model);
        if line[name.len()..].starts_with('!') { observer(name, lts) } else { process(name, lts) }
    };
    let lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
    System::new("S", actions, lines.map(component).collect())
}

/// The same system with `$` as the one and as the other version; components named `M…` are replaced.
fn upgrade(text: &str, baseline: &str, candidate: &str) -> (Actions, Upgrade) {
    let actions = Actions::new();
    let with = |version: &str| {
        let mut text = text.to_string();
        // `$1` are the actions with a number behind them.
        for i in ["1", "2"] {
            let own = version.replace(" a", &format!(" a.{i}")).replace(" b", &format!(" b.{i}"));
            let own = own.replace(&format!(" a.{i}lphabet"), " alphabet");
            text = text.replace(&format!("${i}"), &own);
        }
        system(&actions, &text.replace('$', version))
    };
    let (old, new) = (with(baseline), with(candidate));
    let places = (0..new.components.len()).filter(|&i| new.components[i].name.starts_with('M')).collect();
    (actions, Upgrade::new(new, old, places))
}

fn decided(upgrade: &Upgrade) -> Compatibility {
    compatible(upgrade, Extent::Completed, &|_| Plan::default(), Context::unlimited()).unwrap()
}

/// The run and the class of the only violation of the candidate's system.
fn violation(actions: &Actions, result: &Compatibility) -> (String, ViolationClass) {
    let Verdict::Violated(violation) = result.verdict() else { panic!("{result:?}") };
    (words(actions, &violation.run.actions).join(" "), violation.class.clone())
}

/// The same of the completed system; the candidate's keeps everything.
fn explanation(actions: &Actions, result: &Compatibility) -> (String, ViolationClass) {
    assert!(result.verdict().holds(), "{result:?}");
    let explained = result.completed.as_ref().unwrap();
    let violation = explained.iter().find_map(|e| e.verdict.evidence()).unwrap();
    (words(actions, &violation.run.actions).join(" "), violation.class.clone())
}

const NO_B_AFTER_A: &str = "0 a 1; 0 b 0; 1 a 1; 1 b ERROR";

#[test]
fn a_new_violation_names_the_first_step_that_the_baseline_would_not_take() {
    let text = format!("E: 0 b 0\nM: $\nP! {NO_B_AFTER_A}");
    let (actions, upgrade) = upgrade(&text, "0 a 1; 1 a 1; alphabet b", "0 a 1; 1 a 2; 2 b 0");
    let divergence = Divergence { step: 2, place: 1, kind: DivergenceKind::NewBehavior };
    assert_eq!(
        violation(&actions, &decided(&upgrade)),
        ("a a b".into(), ViolationClass::New(Some(divergence)))
    );
}

#[test]
fn what_is_no_longer_held_back_is_a_new_violation() {
    // The baseline refuses x, the candidate does not know it.
    let (actions, upgrade) = upgrade("M: $\nE: 0 x 0\nP! 0 x ERROR", "alphabet x", "states 1");
    let result = decided(&upgrade);
    let divergence = Divergence { step: 0, place: 0, kind: DivergenceKind::NotHeldBack };
    assert_eq!(violation(&actions, &result), ("x".into(), ViolationClass::New(Some(divergence))));
    assert_eq!(words(&actions, &upgrade.released(Obligation::Property(2))), ["x"]);
    // The completed system refuses x: nothing follows from it for the candidate's.
    assert!(result.completed.unwrap()[0].verdict.holds());
}

#[test]
fn what_others_did_without_the_baseline_may_need_the_candidate() {
    let joined = |text: &str, candidate: &str| {
        let (actions, upgrade) = upgrade(text, "0 a 0", candidate);
        words(&actions, &upgrade.joined()).join(" ")
    };
    let text = "M: $\nE: 0 n 1; 1 a 0; 1 m 0";
    assert_eq!(joined(text, "0 a 0; alphabet n"), "n");
    assert_eq!(joined(text, "0 a 1; 1 m 1; 1 n 1; 1 a 0; 0 n 0; 0 k 0"), "m");
    // It never refuses: only a silent step is in between.
    assert_eq!(joined(text, "0 a 1; 1 tau 0; 0 n 0"), "");
    // Nobody else knows it, or only a property that observes.
    assert_eq!(joined("M: $\nE: 0 a 0\nP! 0 n 0", "0 a 0; alphabet n"), "");
    // The other instance does.
    assert_eq!(joined("M1: $\nM2: $", "0 a 0; alphabet n"), "n");
}

#[test]
fn an_error_of_its_own_is_a_violation() {
    let (actions, upgrade) = upgrade("M: $\nE: 0 a 1; 1 b 0", "0 a 0; 0 b 0", "0 a 1; 1 b ERROR; 0 b 0");
    let divergence = Divergence { step: 1, place: 0, kind: DivergenceKind::OwnError };
    let result = decided(&upgrade);
    assert_eq!(result.candidate[0].obligation, Obligation::OwnError(0));
    assert_eq!(violation(&actions, &result), ("a b".into(), ViolationClass::New(Some(divergence))));
    // It may be entered silently, and before anything.
    let (actions, upgrade) = self::upgrade("M: $\nE: 0 a 0", "0 a 0", "0 tau ERROR; alphabet a");
    assert_eq!(violation(&actions, &decided(&upgrade)).0, "");
    // Nobody lets it happen.
    let (_, upgrade) = self::upgrade("M: $\nE: 0 a 1; alphabet b", "0 a 0", "0 a 1; 1 b ERROR");
    assert!(decided(&upgrade).verdict().holds());
}

#[test]
fn two_that_enter_error_together_are_both_seen() {
    let (actions, upgrade) = upgrade("M: $\nE: 0 a ERROR", "alphabet a", "0 a ERROR");
    let result = decided(&upgrade);
    let verdicts: Vec<bool> = result.candidate.iter().map(|d| d.verdict.evidence().is_some()).collect();
    assert_eq!(verdicts, [true, true]);
    assert_eq!(violation(&actions, &result).0, "a");
}

#[test]
fn an_error_that_another_error_comes_before_is_not_claimed() {
    // E fails with the first a, so the candidate never gets to its own ERROR.
    let (_, upgrade) = upgrade("M: $\nE: 0 a ERROR; alphabet b", "0 a 0; 0 b 0", "0 a 1; 1 c ERROR");
    let result = decided(&upgrade);
    let of = |place| result.candidate.iter().find(|d| d.obligation == Obligation::OwnError(place)).unwrap();
    assert!(of(1).verdict.evidence().is_some());
    assert!(matches!(of(0).verdict, Verdict::Unknown(_)), "{:?}", of(0).verdict);
    assert!(result.verdict().evidence().is_some());
}

#[test]
fn what_was_there_before_is_inherited() {
    let text = format!("M: $\nP! {NO_B_AFTER_A}");
    let (actions, upgrade) = upgrade(&text, "0 a 1; 1 b 0", "0 i 1; 1 a 2; 2 b 1");
    // The candidate's i is its own business.
    assert_eq!(violation(&actions, &decided(&upgrade)), ("i a b".into(), ViolationClass::Inherited));
}

#[test]
fn what_only_the_baseline_does_is_explained_by_its_old_system() {
    let text = format!("M: $\nE: 0 a 0; 0 b 0\nP! {NO_B_AFTER_A}");
    let (actions, mut upgrade) = upgrade(&text, "0 a 1; 1 b 0", "0 a 1; alphabet b");
    assert_eq!(explanation(&actions, &decided(&upgrade)), ("a b".into(), ViolationClass::BaselineHere));
    upgrade.old = Some(upgrade.baseline.clone());
    assert_eq!(explanation(&actions, &decided(&upgrade)), ("a b".into(), ViolationClass::OldNeverSafe));
    // Its environment did not let b happen after a; it is from another file, with another table.
    let other = Actions::new();
    upgrade.old = Some(system(&other, "M: 0 a 1; 1 b 0\nE: 0 b 0; 0 a 1; 1 a 1"));
    let class = ViolationClass::EnvironmentChanged { component: "E".into(), step: 1 };
    assert_eq!(explanation(&actions, &decided(&upgrade)), ("a b".into(), class));
}

#[test]
fn some_old_and_some_new_is_a_mixture() {
    let text = "M1: $1\nM2: $2\nP! 0 a.1 0; 0 b.2 1; 1 b.2 0; 1 a.1 ERROR";
    let (actions, upgrade) = upgrade(text, "0 a 0; alphabet b", "0 b 0; alphabet a");
    let (word, class) = explanation(&actions, &decided(&upgrade));
    assert_eq!(word, "b.2 a.1");
    let ViolationClass::Mixture(parts) = class else { panic!("{class:?}") };
    assert_eq!(parts.iter().map(|p| p.version).collect::<Vec<_>>(), [Version::Baseline, Version::Candidate]);
}

#[test]
fn a_candidate_that_removes_a_mistake_is_compatible() {
    let text = format!("M: $\nP! {NO_B_AFTER_A}");
    let (_, upgrade) = upgrade(&text, "0 a 1; 1 b 0", "0 a 1; alphabet b");
    let result = decided(&upgrade);
    assert!(result.verdict().holds() && result.completed.unwrap()[0].verdict.evidence().is_some());
}

#[test]
fn the_completed_system_needs_places_of_its_own() {
    let (_, mut upgrade) = upgrade("M: $\nE: 0 a 0", "0 a 0", "0 a 0");
    let why = |upgrade: &Upgrade| decided(upgrade).completed.err();
    assert_eq!(why(&upgrade), None);
    upgrade.inside = vec![1];
    assert_eq!(why(&upgrade), Some(NotCompleted::Inside));
    upgrade.inside.clear();
    upgrade.places.clear();
    assert_eq!(why(&upgrade), Some(NotCompleted::Nowhere));
    upgrade.places = vec![0];
    upgrade.baseline.components.pop();
    assert_eq!(why(&upgrade), Some(NotCompleted::Differently));
}

#[test]
fn equal_traces_may_deadlock() {
    let (actions, upgrade) = upgrade("M: $\nE: 0 a 0", "0 a 0", "0 a 0; 0 a 1");
    let Deadlocks { baseline, candidate, inherited, states, cut } = deadlocks(&upgrade, Context::unlimited());
    assert!(baseline.holds() && states.is_none() && !cut);
    assert_eq!(words(&actions, &candidate.evidence().unwrap().actions), ["a"]);
    assert_eq!(inherited, Some(false));
    let lts = |system: &System| system.components[0].lts.clone();
    let interface = Alphabet::from_names(&actions, ["a"]);
    let versions =
        Versions::new(lts(&upgrade.baseline), lts(&upgrade.candidate), Vec::new(), interface).unwrap();
    let found = refusal(&versions, Context::unlimited()).unwrap().unwrap();
    assert_eq!(
        (words(&actions, &found.trace.actions), words(&actions, &found.refused)),
        (vec!["a".into()], vec!["a".into()])
    );
    // The other way round nothing new is refused, and nothing is stuck.
    let back = Versions::new(
        versions.candidate().clone(),
        versions.baseline().clone(),
        Vec::new(),
        versions.interface().clone(),
    );
    assert_eq!(refusal(&back.unwrap(), Context::unlimited()).unwrap(), None);
    // One that was there before, and one after another run.
    let stuck = |baseline: &str, candidate: &str| {
        let (_, upgrade) = self::upgrade("M: $\nE: 0 a 0; 0 b 0", baseline, candidate);
        deadlocks(&upgrade, Context::unlimited()).inherited
    };
    assert_eq!(stuck("0 a 1; 0 b 0", "0 i 2; 2 a 1; 2 b 2"), Some(true));
    assert_eq!(stuck("0 b 1; 0 a 0", "0 a 1; 0 b 0"), Some(false));
    assert_eq!(stuck("0 b 1; 0 a 0", "0 a 0; alphabet b"), None);
    // To have ended is not to be stuck.
    let (_, upgrade) = self::upgrade("M: $", "0 a 1; end 1", "0 a 1");
    let told = deadlocks(&upgrade, Context::unlimited());
    assert!(told.baseline.holds() && told.candidate.evidence().is_some() && told.inherited == Some(false));
    let (_, upgrade) = self::upgrade("M: $", "0 a 1", "0 a 1; end 1");
    let told = deadlocks(&upgrade, Context::unlimited());
    assert!(told.baseline.evidence().is_some() && told.candidate.holds() && told.states == Some(2));
}

#[test]
fn a_plan_that_does_not_fit_is_an_error() {
    let text = format!("M: $\nP! {NO_B_AFTER_A}");
    let (_, upgrade) = upgrade(&text, "0 a 1; 1 b 0", "0 a 1; alphabet b");
    let plan = Plan { rule: Some(rely_assume::prove::Rule::Asym), ..Plan::default() };
    assert!(compatible(&upgrade, Extent::Candidate, &|_| plan.clone(), Context::unlimited()).is_err());
}

#[test]
fn plans_are_asked_for_with_what_is_known() {
    let text = format!("M: $\nE: 0 a 0; 0 b 0\nP! {NO_B_AFTER_A}");
    let (_, upgrade) = upgrade(&text, "0 a 1; 1 b 0", "0 a 1; alphabet b");
    let asked = std::cell::RefCell::new(Vec::new());
    let plans = |question: &rely_evolve::Asked<'_>| {
        asked.borrow_mut().push((question.system, question.obligation, question.proof.is_some()));
        Plan::default()
    };
    compatible(&upgrade, Extent::Completed, &plans, Context::unlimited()).unwrap();
    let property = Obligation::Property(2);
    assert_eq!(*asked.borrow(), [(Extent::Candidate, property, false), (Extent::Completed, property, true)]);
}

#[test]
fn a_property_that_is_no_observer_is_searched_for() {
    // Nondeterministic: no rule speaks of it.
    let actions = Actions::new();
    let wrong = observer("P", read(&actions, "0 a 0; 0 a 1; 1 a ERROR"));
    let version = process("M", read(&actions, "0 a 0"));
    let system = System::new("S", &actions, vec![version, wrong]);
    let upgrade = Upgrade::new(system.clone(), system, vec![0]);
    let (word, class) = violation(&actions, &decided(&upgrade));
    assert_eq!((word.as_str(), class), ("a a", ViolationClass::Inherited));
    let nothing = System::new("S", &actions, vec![observer("P", read(&actions, "0 a ERROR"))]);
    let upgrade = Upgrade::new(nothing.clone(), nothing, Vec::new());
    assert_eq!(violation(&actions, &decided(&upgrade)).0, "a");
}
