//! Asserts against the definition: on small systems by hand, and on random systems and formulas.

mod definition;
mod random;

use std::sync::Arc;

use rely_ltl::{Formula as F, Proposition, Specification};
use rely_lts::{Actions, Budget, Component, Context, LtsBuilder, Priority, StateId, System, Verdict};

use self::definition::replay;
use super::{AssertResult, Fairness, Shape, check_assert};

/// A component with states 0, 1, … and these transitions; `ERROR` is −1. State 0 is initial.
fn component(
    actions: &Actions,
    name: &str,
    transitions: &[(u32, &str, i64)],
    alphabet: &[&str],
) -> Component {
    let mut builder = LtsBuilder::new(actions);
    let most = transitions.iter().map(|&(s, _, t)| t.max(i64::from(s))).max().unwrap_or(0);
    builder.ensure_states(most as usize + 1).unwrap();
    for &(s, action, t) in transitions {
        let target = if t < 0 { StateId::ERROR } else { StateId::from_raw(t as u32) };
        builder.add_transition(StateId::from_raw(s), actions.intern(action), target);
    }
    alphabet.iter().for_each(|name| builder.extend_alphabet(actions.intern(name)));
    Component::new(name, Arc::new(builder.finish(StateId::from_raw(0)).unwrap()))
}

fn process(transitions: &[(u32, &str, i64)], alphabet: &[&str]) -> System {
    let actions = Actions::new();
    let component = component(&actions, "P", transitions, alphabet);
    System::new("S", &actions, vec![component])
}

/// A formula over the actions `a`, `b`, `c` (propositions 0, 1, 2) and a fluent that `a` starts and `b` ends
/// (3).
fn assert_of(system: &System, formula: F) -> Specification {
    let action = |name: &str| vec![system.actions.intern(name)];
    let proposition = |name: &str| Proposition::Actions { name: name.into(), actions: action(name) };
    let all = [
        proposition("a"),
        proposition("b"),
        proposition("c"),
        Proposition::Fluent {
            name: "F".into(),
            initiating: action("a"),
            terminating: action("b"),
            initially: true,
        },
    ];
    // Only the propositions that occur: the labels of others would be free.
    let text = formula.to_string();
    let propositions = all
        .into_iter()
        .enumerate()
        .map(|(i, p)| match text.contains(&format!("p{i}")) {
            true => p,
            false => Proposition::Actions { name: "-".into(), actions: vec![] },
        })
        .collect();
    Specification { name: "A".into(), formula, propositions, extension: vec![] }
}

fn a() -> F {
    F::Prop(0)
}
fn b() -> F {
    F::Prop(1)
}
fn c() -> F {
    F::Prop(2)
}
fn fluent() -> F {
    F::Prop(3)
}

fn check(system: &System, formula: F, fairness: Fairness) -> AssertResult {
    let spec = assert_of(system, formula);
    let result = check_assert(system, &spec, fairness, Context::unlimited());
    if let Some(lasso) = result.verdict.evidence() {
        replay(system, &spec, lasso, result.shape.unwrap());
    }
    result
}

fn holds(system: &System, formula: F) -> bool {
    let result = check(system, formula, Fairness::FairChoice);
    assert!(!matches!(result.verdict, Verdict::Unknown(_)), "{:?}", result.verdict);
    result.verdict.holds()
}

#[test]
fn liveness_needs_fair_choice_only_where_there_is_a_choice() {
    let choice = process(&[(0, "a", 0), (0, "b", 0)], &[]);
    let recurs = || F::always(F::eventually(b()));
    assert!(holds(&choice, recurs()));
    let unfair = check(&choice, recurs(), Fairness::None);
    assert_eq!(unfair.shape, Some(Shape::Cycle));
    let alternate = process(&[(0, "a", 1), (1, "b", 0)], &[]);
    assert!(check(&alternate, recurs(), Fairness::None).verdict.holds());
    // Once c is chosen there is no b any more.
    let trap = process(&[(0, "a", 0), (0, "b", 0), (0, "c", 1), (1, "a", 1)], &[]);
    assert!(!holds(&trap, recurs()));
    assert!(holds(&trap, F::or(recurs(), F::eventually(c()))));
}

#[test]
fn there_is_no_position_before_the_first_action_and_every_action_is_a_step() {
    let system = process(&[(0, "b", 1), (1, "tau", 2), (2, "a", 0)], &["c"]);
    // Initially true, but the first action ends it.
    assert!(!holds(&system, fluent()));
    assert!(holds(&system, F::not(fluent())));
    assert!(holds(&system, b()));
    // tau is a step that leaves fluents alone and makes action propositions false.
    assert!(holds(&system, F::next(F::and_all(vec![F::not(a()), F::not(b()), F::not(fluent())]))));
    assert!(holds(&system, F::next(F::next(F::and(a(), fluent())))));
    assert!(!holds(&system, F::next(F::next(b()))));
}

#[test]
fn a_prefix_is_shortest() {
    let system = process(&[(0, "a", 1), (1, "a", 2), (2, "c", 0), (1, "c", 1), (0, "b", 0)], &[]);
    let result = check(&system, F::always(F::not(c())), Fairness::FairChoice);
    assert_eq!(result.shape, Some(Shape::Prefix));
    let lasso = result.verdict.evidence().unwrap();
    let names: Vec<String> = lasso.stem.names(&system.actions).iter().map(|n| n.to_string()).collect();
    assert_eq!(names, ["a", "c"]);
}

#[test]
fn runs_that_end_are_judged_where_they_end() {
    let stop = process(&[(0, "a", 1)], &["b", "c"]);
    let result = check(&stop, F::eventually(b()), Fairness::FairChoice);
    assert_eq!((result.shape, result.verdict.evidence().unwrap().stem.len()), (Some(Shape::Stops), 1));
    assert!(!holds(&stop, F::always(F::implies(a(), F::eventually(b())))));
    assert!(holds(&stop, F::eventually(a())));
    // Safety: nothing happened that violates it.
    assert!(holds(&stop, F::always(F::not(b()))));
    // There is no next position: `X` fails, and its negation holds.
    for next in
        [F::next(b()), F::always(F::implies(a(), F::next(b()))), F::eventually(F::and(a(), F::next(b())))]
    {
        assert!(!holds(&stop, next.clone()), "{next}");
        assert!(holds(&stop, F::not(next.clone())), "not {next}");
    }
    let twice = process(&[(0, "b", 1), (1, "a", 2)], &["c"]);
    assert!(!holds(&twice, F::always(F::eventually(b()))));
    assert!(holds(&twice, F::always(F::eventually(a()))));
    // A system without any move.
    let nothing = process(&[], &["a", "b", "c"]);
    assert!(!holds(&nothing, F::eventually(b())));
    assert!(holds(&nothing, F::always(F::not(b()))));
}

#[test]
fn unknown_actions_are_free_and_there_is_a_warning() {
    let system = process(&[(0, "a", 0)], &[]);
    let never = check(&system, F::always(F::not(c())), Fairness::FairChoice);
    let lasso = never.verdict.evidence().unwrap();
    assert_eq!(lasso.stem.names(&system.actions).iter().map(|n| &**n).collect::<Vec<_>>(), ["c"]);
    assert_eq!(never.warnings.len(), 1);
    assert!(holds(&system, F::eventually(c())));
    assert!(!check(&system, F::eventually(c()), Fairness::None).verdict.holds());
    let deadlock = process(&[(0, "a", 1)], &[]);
    assert!(holds(&deadlock, F::eventually(b())));
}

#[test]
fn priority_is_kept_and_error_never_leads_to_holds() {
    let mut system = process(&[(0, "a", 0), (0, "b", 1), (1, "b", 1)], &["c"]);
    assert!(!holds(&system, F::always(F::not(b()))));
    system.priority = Some(Priority::Low(vec!["b".into()]));
    assert!(holds(&system, F::always(F::not(b()))));
    let error = process(&[(0, "a", 0), (0, "b", 1), (1, "b", -1)], &["c"]);
    let unknown = check(&error, F::always(F::not(c())), Fairness::FairChoice);
    assert!(matches!(&unknown.verdict, Verdict::Unknown(reason) if reason.to_string().contains("ERROR")));
    assert!(!check(&error, F::always(F::not(b())), Fairness::FairChoice).verdict.holds());
    let budget = Budget::unlimited().with_states(1);
    let spec = assert_of(&error, F::always(F::not(c())));
    let spent = check_assert(&error, &spec, Fairness::None, Context::with_budget(&budget));
    assert!(matches!(spent.verdict, Verdict::Unknown(_)));
}

#[test]
fn a_fair_run_does_not_avoid_error_forever() {
    // c is possible again and again: only an unfair run has nothing but b.
    let system = process(&[(0, "b", 0), (0, "c", -1)], &["a"]);
    let recurs = || F::always(F::eventually(a()));
    assert_eq!(check(&system, recurs(), Fairness::None).shape, Some(Shape::Cycle));
    let fair = check(&system, recurs(), Fairness::FairChoice);
    assert!(matches!(fair.verdict, Verdict::Unknown(_)), "{:?}", fair.verdict);
}

#[test]
fn an_implication_whose_condition_never_holds_is_vacuous() {
    let system = process(&[(0, "a", 1), (1, "a", 0)], &["b", "c"]);
    let result = check(&system, F::always(F::implies(b(), F::eventually(c()))), Fairness::FairChoice);
    assert_eq!(result.vacuous.as_deref(), Some("b never holds"));
    let result = check(&system, F::always(F::implies(a(), F::next(a()))), Fairness::FairChoice);
    assert!(result.verdict.holds() && result.vacuous.is_none());
    // That something never happens is what this one is about.
    assert_eq!(check(&system, F::always(F::not(b())), Fairness::FairChoice).vacuous, None);
    let both = F::and(F::always(F::implies(a(), fluent())), F::always(F::implies(b(), c())));
    let result = check(&system, both, Fairness::FairChoice);
    assert!(result.vacuous.is_none());
    assert_eq!(result.warnings, ["A: b never holds"]);
    let result = check(&system, F::or(a(), F::not(a())), Fairness::FairChoice);
    assert!(result.verdict.holds() && result.vacuous.is_some());
    let recurs = |f| F::always(F::eventually(f));
    let result = check(&system, F::implies(recurs(c()), recurs(b())), Fairness::FairChoice);
    assert_eq!(result.vacuous.as_deref(), Some("c never holds"));
}

#[test]
fn the_answer_does_not_depend_on_what_the_automaton_guesses() {
    let choice = process(&[(0, "a", 0), (0, "b", 0)], &["c"]);
    // There is no c, so every run violates it. The automaton of the negation may guess at every b that no a
    // will come, and is lost when one does: no part of the product is closed.
    assert!(!holds(&choice, F::eventually(F::and(c(), F::eventually(a())))));
    // Three times a in a row happens on every fair run, although every state of the product that has not seen
    // it yet can go on without.
    assert!(holds(&choice, F::eventually(F::and(a(), F::next(F::and(a(), F::next(a())))))));
    assert!(holds(&choice, F::always(F::eventually(F::and(a(), F::next(F::and(a(), F::next(a()))))))));
}
