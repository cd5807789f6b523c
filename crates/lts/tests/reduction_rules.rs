//! One test per rule of the reductions, on the smallest model that shows it.

use rely_lts::determinize::{
    ErrorRule, NotAProperty, complement, complete, complete_with_sink, determinize, ltsa_determinize,
};
use rely_lts::minimize::{Equivalence, TauReduction, ltsa, minimize, partition};
use rely_lts::{Actions, Budget, ClassId, Context, Label, Lts, Propositions, Spent, StateId};
use rely_testkit::text::{read, show};

fn lts(model: &str) -> Lts {
    read(&Actions::new(), model)
}

/// The result has exactly these states, numbers and transitions.
#[track_caller]
fn same(found: &Lts, expected: &str) {
    assert_eq!(show(found), show(&lts(expected)));
}

#[track_caller]
fn check(equivalence: Equivalence, model: &str, expected: &str) {
    same(&minimize(&lts(model), equivalence, Context::unlimited()).unwrap().lts, expected);
}

#[track_caller]
fn check_ltsa(tau: TauReduction, model: &str, expected: &str) {
    same(&ltsa(&lts(model), tau, Context::unlimited()).unwrap(), expected);
}

#[test]
fn strong_sees_every_tau() {
    check(Equivalence::Strong, "0 a 1; 0 a 2; 1 b 0; 2 b 0", "0 a 1; 1 b 0");
    check(Equivalence::Strong, "0 a 1; 1 tau 2; 2 b 0", "0 a 1; 1 tau 2; 2 b 0");
    check(Equivalence::Strong, "0 tau 1; 1 tau 0", "0 tau 0");
}

#[test]
fn unreachable_states_and_the_rest_of_the_alphabet() {
    check(Equivalence::Strong, "0 a 0; 1 b 2; alphabet c", "0 a 0; alphabet b c");
    let found = minimize(&lts("0 a 0; 1 b 1; 2 a 2"), Equivalence::Strong, Context::unlimited()).unwrap();
    let classes = [0, 1, 2, 3].map(|s| found.map.class_of(StateId::at(s)));
    assert_eq!(classes, [Some(ClassId::at(0)), None, Some(ClassId::at(0)), None]);
    assert_eq!(found.map.class_of(StateId::ERROR), None);
}

#[test]
fn end_is_not_stop() {
    for equivalence in [Equivalence::Strong, Equivalence::Branching, Equivalence::Weak] {
        check(equivalence, "0 a 1; 0 a 2; end 1", "0 a 1; 0 a 2; end 1");
    }
    check(Equivalence::Trace, "0 a 1; 0 a 2; end 1", "0 a 1");
}

#[test]
fn tau_before_end_is_end() {
    for equivalence in [Equivalence::Branching, Equivalence::DivergenceBranching, Equivalence::Weak] {
        check(equivalence, "0 a 1; 0 b 2; 1 tau 2; end 2", "0 a 1; 0 b 1; end 1");
        check(equivalence, "0 tau 1; end 1", "states 1; end 0");
    }
    check(Equivalence::Strong, "0 tau 1; end 1", "0 tau 1; end 1");
}

#[test]
fn error_is_not_stop_and_not_end() {
    for equivalence in [Equivalence::Strong, Equivalence::Branching, Equivalence::Weak, Equivalence::Trace] {
        check(equivalence, "0 a ERROR; 0 b 1", "0 a ERROR; 0 b 1");
    }
    check(Equivalence::Weak, "0 a ERROR; 0 b 1; end 1", "0 a ERROR; 0 b 1; end 1");
}

#[test]
fn tau_before_error_is_error_for_weak_only() {
    let late = "0 a 1; 1 tau ERROR";
    check(Equivalence::Weak, late, "0 a ERROR");
    check(Equivalence::Branching, late, late);
    check(Equivalence::Weak, "0 a 1; 0 a ERROR; 1 tau 2; 2 tau 1; 2 tau ERROR", "0 a ERROR");
    // A state that can do something else, or stop, is not as good as ERROR.
    let stops = "0 a 1; 1 tau 2; 1 tau ERROR";
    check(Equivalence::Weak, stops, stops);
}

#[test]
fn the_initial_state_is_never_error() {
    check(Equivalence::Weak, "0 tau ERROR", "0 tau ERROR");
    check(Equivalence::Weak, "0 tau 1; 1 tau 0; 1 tau ERROR", "0 tau ERROR");
    check_ltsa(TauReduction::On, "0 tau 1; 1 tau ERROR", "0 tau ERROR");
}

#[test]
fn branching_keeps_the_moment_of_choice() {
    let third_tau_law = "0 a 1; 0 a 2; 1 b 3; 1 tau 2; 2 c 3";
    check(Equivalence::Branching, third_tau_law, third_tau_law);
    // Weak bisimilarity has as many states here; the redundant transition stays.
    check(Equivalence::Weak, third_tau_law, third_tau_law);
    check(Equivalence::Branching, "0 tau 1; 1 a 1; 0 a 1", "0 a 0");
}

#[test]
fn weak_merges_more_than_branching() {
    // p = a.(b + tau.c) + a.c and q = a.(b + tau.c)
    let model = "0 p 1; 0 q 5; 1 a 2; 1 a 3; 2 b 4; 2 tau 3; 3 c 4; 5 a 2";
    let left = lts(model);
    let of = |equivalence| partition(&left, equivalence, Context::unlimited()).unwrap();
    let (p, q) = (StateId::at(1), StateId::at(5));
    assert_ne!(of(Equivalence::Branching)[p], of(Equivalence::Branching)[q]);
    assert_eq!(of(Equivalence::Weak)[p], of(Equivalence::Weak)[q]);
}

#[test]
fn divergence_is_kept_where_it_is_asked_for() {
    let model = "0 a 1; 1 tau 2; 2 tau 1; 0 b 3";
    check(Equivalence::Branching, model, "0 a 1; 0 b 1");
    check(Equivalence::Weak, model, "0 a 1; 0 b 1");
    check(Equivalence::DivergenceBranching, model, "0 a 1; 1 tau 1; 0 b 2");
    // A state before a divergence of its own class diverges too.
    check(Equivalence::DivergenceBranching, "0 a 1; 1 tau 2; 2 tau 2", "0 a 1; 1 tau 1");
    // One that can still do something else is in another class.
    let leaves = "0 b 1; 0 tau 2; 2 tau 2";
    check(Equivalence::DivergenceBranching, leaves, "0 tau 1; 1 tau 1; 0 b 2");
}

#[test]
fn propositions_separate() {
    let plain = lts("0 tau 1; 1 tau 0; 1 a 2; 0 a 2");
    let mut propositions = Propositions::new(vec!["p".into()], 3);
    propositions.set(StateId::at(1), 0, true);
    let marked = plain.clone().with_propositions(propositions).unwrap();
    for equivalence in
        [Equivalence::Strong, Equivalence::Branching, Equivalence::DivergenceBranching, Equivalence::Weak]
    {
        let n = |lts: &Lts| minimize(lts, equivalence, Context::unlimited()).unwrap().lts.n_states();
        assert_eq!((n(&plain), n(&marked)), (2, 3), "{equivalence:?}");
    }
}

#[test]
fn the_tau_reduction_of_ltsa() {
    let model = "0 a 1; 1 tau 2; 1 tau 3; 2 b 0; 3 c 0";
    check_ltsa(TauReduction::On, model, "0 a 1; 0 a 2; 1 b 0; 2 c 0");
    check_ltsa(TauReduction::Off, model, model);
    // The initial state stays even if it has only tau; a livelock becomes a stop.
    let initial = "0 tau 1; 0 tau 2; 1 a 0; 2 b 0";
    check_ltsa(TauReduction::On, initial, initial);
    check_ltsa(TauReduction::On, "0 a 1; 1 tau 1", "0 a 1");
    check_ltsa(TauReduction::On, "0 a 1; 1 tau 2; 2 tau 1", "0 a 1");
    // A cycle of states that go has the exits of all of them.
    check_ltsa(
        TauReduction::On,
        "0 a 1; 1 tau 2; 2 tau 1; 1 tau 3; 2 tau 4; 3 b 0; 4 c 0",
        "0 a 1; 0 a 2; 1 b 0; 2 c 0",
    );
    check_ltsa(TauReduction::On, "0 a 1; 1 tau ERROR; 1 tau 2", "0 a 1; 0 a ERROR");
    // Redundant transitions stay.
    let redundant = "0 a 1; 1 c 0; 1 tau 2; 2 b 0; 0 a 2";
    check_ltsa(TauReduction::On, redundant, redundant);
}

#[test]
fn traces_and_traces_to_error() {
    check(Equivalence::Trace, "0 a 1; 0 a 2; 1 b 3; 2 c 3", "0 a 1; 1 b 2; 1 c 2");
    check(Equivalence::Trace, "0 a 1; 0 a ERROR; 1 b 1", "0 a 1; 0 a ERROR; 1 b 1");
    // The tau is for the start only, so these have the same result.
    for model in ["0 tau ERROR; 0 a 0", "0 tau ERROR; 0 a 1; 1 a 1; 1 a ERROR; 0 a ERROR"] {
        check(Equivalence::Trace, model, "0 tau ERROR; 0 a 1; 0 a ERROR; 1 a 1; 1 a ERROR");
    }
}

#[test]
fn three_ways_to_determinize_with_error() {
    let model = lts("0 a 1; 0 a ERROR; 1 b 1; 0 b 2; 2 tau ERROR; 0 c ERROR");
    let of = |rule| determinize(&model, rule, Context::unlimited()).unwrap().lts;
    same(&of(ErrorRule::Absorb), "0 a ERROR; 0 b ERROR; 0 c ERROR");
    same(&of(ErrorRule::Plain), "0 a 1; 1 b 1; 0 b 2; 0 c ERROR");
    same(&of(ErrorRule::Split), "0 a 1; 0 a ERROR; 1 b 1; 0 b 2; 0 b ERROR; 0 c ERROR");
}

#[test]
fn an_error_by_tau_from_the_start_is_not_lost() {
    let found = ltsa_determinize(&lts("0 tau ERROR; 0 a 0"), Context::unlimited()).unwrap();
    same(&found, "0 tau ERROR; alphabet a");
}

#[test]
fn determinizing_as_ltsa_does() {
    let of = |model: &str| ltsa_determinize(&lts(model), Context::unlimited()).unwrap();
    // Deterministic: unchanged, not minimized.
    same(&of("0 a 1; 1 a 0"), "0 a 1; 1 a 0");
    // Otherwise minimized.
    same(&of("0 a 1; 1 a 0; 0 a 0"), "0 a 0");
    // END survives as a set of its own only.
    same(&of("0 a 1; 0 b 1; 0 b 2; end 1"), "0 a 1; 0 b 2; end 1");
}

#[test]
fn members_are_listed() {
    let found = determinize(&lts("0 a 1; 1 tau 2"), ErrorRule::Plain, Context::unlimited()).unwrap();
    let ids = |raw: &[u32]| raw.iter().map(|&s| StateId::from_raw(s)).collect::<Vec<_>>();
    assert_eq!(found.members, [ids(&[0]), ids(&[1, 2])]);
}

#[test]
fn property_completion() {
    same(
        &complete(&lts("0 a 1; 1 b 0; alphabet c")).unwrap(),
        "0 a 1; 0 b ERROR; 0 c ERROR; 1 b 0; 1 a ERROR; 1 c ERROR",
    );
    same(&complete(&lts("0 a 1; end 1")).unwrap(), "0 a 1; 1 a ERROR");
    let tau = complete(&lts("0 a 1; 1 tau 0")).unwrap_err();
    assert_eq!(tau, NotAProperty::HasTau { state: StateId::at(1) });
    let double = complete(&lts("0 a 0; 0 b 0; 0 b ERROR")).unwrap_err();
    let (state, label) = (StateId::at(0), Label::from_raw(2));
    assert_eq!(double, NotAProperty::Nondeterministic { state, label, action: "b".to_string() });
    assert_eq!(double.to_string(), "a property is deterministic, but state 0 has two transitions with `b`");
}

#[test]
fn completion_with_a_sink() {
    let found = complete_with_sink(&lts("0 a 1; 1 b 0; 1 tau 1")).unwrap();
    same(&found.lts, "0 a 1; 0 b 2; 1 b 0; 1 tau 1; 1 a 2; 2 a 2; 2 b 2");
    assert_eq!(found.sink, Some(StateId::at(2)));
    let full = complete_with_sink(&lts("0 a 0")).unwrap();
    assert_eq!((full.lts.n_states(), full.sink), (1, None));
}

#[test]
fn the_complement_accepts_what_the_property_does_not() {
    let found = complement(&lts("0 a 1; 1 b 0; 1 a ERROR")).unwrap();
    same(&found.lts, "0 a 1; 0 b 2; 1 b 0; 1 a 2; 2 a 2; 2 b 2");
    assert_eq!(found.accepting, Some(StateId::at(2)));
    assert_eq!(complement(&lts("0 a 0")).unwrap().accepting, None);
    assert!(matches!(complement(&lts("0 tau 0")), Err(NotAProperty::HasTau { .. })));
}

#[test]
fn a_spent_budget_is_an_answer() {
    // Two to the 12th sets.
    let mut model = String::from("0 a 0; 0 b 0; 0 a 1");
    (1..12).for_each(|i| model += &format!("; {i} a {}; {i} b {}", i + 1, i + 1));
    let budget = Budget::unlimited().with_states(1000);
    let found = determinize(&lts(&model), ErrorRule::Plain, Context::with_budget(&budget));
    assert_eq!(found.unwrap_err(), Spent::States(1000));
    let stopped =
        Budget { stop: Some(std::sync::Arc::new(|| Some(Spent::Cancelled))), ..Budget::unlimited() };
    let chain: String = (0..5000).map(|i| format!("{i} a {};", i + 1)).collect();
    for equivalence in [Equivalence::Strong, Equivalence::Branching, Equivalence::Weak, Equivalence::Trace] {
        let found = minimize(&lts(&chain), equivalence, Context::with_budget(&stopped));
        assert_eq!(found.unwrap_err(), Spent::Cancelled, "{equivalence:?}");
    }
}

#[test]
fn long_chains_are_no_trouble() {
    let n = 20_000;
    let chain: String =
        (0..n).map(|i| format!("{i} {} {};", if i % 3 == 0 { "tau" } else { "a" }, i + 1)).collect();
    let chain = lts(&chain);
    let visible = (0..n).filter(|i| i % 3 != 0).count();
    assert_eq!(ltsa(&chain, TauReduction::On, Context::unlimited()).unwrap().n_states(), visible + 1);
    let weak = minimize(&chain, Equivalence::Weak, Context::unlimited()).unwrap().lts;
    assert_eq!((weak.n_states(), weak.has_tau()), (visible + 1, false));
}
