//! Weakest assumptions against brute force: random modules of several components with tau, nondeterminism,
//! ERROR and END, with one or two properties, some of whose actions nothing else has.
//!
//! The brute force is [`Weakest`] of the test kit: sets of vectors of states, straight from the definition.

mod judge;

use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use judge::{
    CONSTRUCTIONS, brute_force, check, check_boundary, check_sizes, describe, essence, names, question,
    shuffled, some_names,
};
use rely_assume::{Boundary, Construction, Partial, Question, WeakestAnswer, WeakestResult, weakest};
use rely_lts::{ActionId, Actions, Alphabet, Budget, Component, Context, Lts, Spent, StateId};
use rely_testkit::generate::{RandomLts, Rng};
use rely_testkit::oracle::{Equivalence, Marks, Weakest, compose, equivalence_classes};

#[test]
fn assumptions_are_the_weakest_however_they_are_built() {
    let actions = Actions::new();
    let mut rng = Rng::new(2002);
    let mut kinds = [0; 3];
    let (mut sinks, mut largest) = (0, 0);
    for _ in 0..4000 {
        let question = question(&actions, 3, &mut rng);
        check_boundary(&question);
        let oracle = brute_force(&question);
        let (kind, flat) = check(&question, Construction::Flat, &oracle);
        let expected = essence(&flat);
        for construction in [Construction::Auto, Construction::Stepwise] {
            let outcome = weakest(&question, construction, Context::unlimited());
            assert_eq!(essence(&outcome), expected, "{construction:?} {}", describe(&question));
            check_sizes(&question, &outcome);
            if let WeakestAnswer::Never { run } = &outcome.answer {
                assert!(
                    oracle.enters_error(run) && oracle.seen_of(run).is_empty(),
                    "{}",
                    describe(&question)
                );
            }
        }
        let other = shuffled(&question, &mut rng);
        for construction in CONSTRUCTIONS {
            let outcome = weakest(&other, construction, Context::unlimited());
            assert_eq!(essence(&outcome), expected, "{construction:?} {}", describe(&other));
        }
        kinds[kind] += 1;
        if let WeakestAnswer::Provided(assumption) = &flat.answer {
            sinks += usize::from(assumption.sink().is_some());
            largest = largest.max(assumption.lts().n_states());
        }
    }
    println!("always, never, provided: {kinds:?}; {sinks} with a sink, {largest} states at most");
    assert!(kinds.iter().all(|&k| k > 200), "{kinds:?}");
    assert!(sinks > 100 && sinks < kinds[2] && largest > 8, "{sinks} sinks, {largest} states");
}

/// What is said although the budget was spent is true.
fn check_partial(question: &Question, partial: &Partial, oracle: &Weakest) -> (usize, usize) {
    let actions = &question.actions;
    let here = |what: &[ActionId]| format!("{:?} {partial:?}\n{}", names(actions, what), describe(question));
    for forbidden in &partial.forbidden {
        assert!(oracle.is_bad(&forbidden.trace), "{}", here(&forbidden.trace));
        assert!(oracle.enters_error(&forbidden.run), "{}", here(&forbidden.run));
        assert_eq!(oracle.seen_of(&forbidden.run), forbidden.trace, "{}", here(&forbidden.run));
    }
    assert!(partial.forbidden.is_sorted_by_key(|f| f.trace.len()), "shortest first: {}", here(&[]));
    let Some(prefix) = &partial.assumption else { return (partial.forbidden.len(), 0) };
    let lts = &prefix.lts;
    assert_eq!(lts.alphabet().ids(), question.boundary.assumption.ids());
    assert!(!lts.has_tau() && !lts.has_error() && lts.is_deterministic());
    assert!(!oracle.is_bad(&[]), "an assumption allows the empty trace: {}", here(&[]));
    // Traces that end in an open state are silent about what comes next, all others decide.
    let mut here_now = vec![(Vec::new(), lts.initial())];
    for length in 1..=(prefix.depth + 2).min(4) {
        let mut next = Vec::new();
        for (trace, s) in &here_now {
            if prefix.open.contains(s) {
                assert!(length > prefix.depth, "silent within the depth: {}", here(trace));
                continue;
            }
            for label in lts.alphabet().labels() {
                let longer = [&trace[..], &[lts.alphabet().action(label)]].concat();
                match lts.step(*s, label) {
                    [] => assert!(oracle.is_bad(&longer), "allowed: {}", here(&longer)),
                    &[t] => {
                        assert!(!oracle.is_bad(&longer), "forbidden: {}", here(&longer));
                        next.push((longer, t));
                    }
                    _ => unreachable!("it is deterministic"),
                }
            }
        }
        here_now = next;
    }
    (partial.forbidden.len(), prefix.depth)
}

/// The module beside its properties, by definition: the LTS before hiding, and the number of states after
/// hiding and minimization by weak equivalence, where a state that only leads to ERROR by tau is ERROR.
fn naive_sizes(question: &Question) -> (Lts, usize) {
    let composed = compose(&question.system()).lts;
    let mut builder = rely_lts::LtsBuilder::new(&question.actions);
    builder.ensure_states(composed.n_states()).unwrap();
    for (s, label, t) in composed.transitions() {
        let action = composed.alphabet().action(label);
        let seen = !action.is_tau() && question.boundary.assumption.contains(action);
        builder.add_transition(s, if seen { action } else { ActionId::TAU }, t);
    }
    let hidden = builder.finish(composed.initial()).unwrap();
    let classes = equivalence_classes(Equivalence::Weak, &hidden, Marks::ONLY_ERROR);
    let error = *classes.last().unwrap();
    let class_of = |s: StateId| if s.is_error() { error } else { classes[s.index()] };
    let mut met = BTreeSet::from([class_of(hidden.initial())]);
    loop {
        let from = hidden.transitions().filter(|&(s, _, _)| met.contains(&class_of(s)));
        let next: BTreeSet<StateId> = from.map(|(_, _, t)| class_of(t)).filter(|&c| c != error).collect();
        if next.is_subset(&met) {
            return (composed, met.len());
        }
        met.extend(next);
    }
}

#[test]
fn the_first_steps_have_the_sizes_of_their_definitions() {
    let actions = Actions::new();
    let mut rng = Rng::new(426);
    let (mut same, mut smaller) = (0, 0);
    for _ in 0..400 {
        let question = question(&actions, 3, &mut rng);
        let report = weakest(&question, Construction::Flat, Context::unlimited()).report;
        let (Some(composed), Some(minimized)) = (report.composed, report.minimized) else { continue };
        let (lts, states) = naive_sizes(&question);
        let here = || format!("{report:?}\n{}", describe(&question));
        assert_eq!(
            (composed.states, composed.transitions),
            (lts.n_states(), lts.n_transitions()),
            "{}",
            here()
        );
        assert_eq!(minimized.states, states, "{}", here());
        same += 1;
        smaller += usize::from(minimized.states < composed.states);
    }
    println!("{same} compared, {smaller} of them smaller");
    assert!(same > 200 && smaller > 100, "{same} compared, {smaller} of them smaller");
}

/// Few states, little memory, and an end after so many questions whether to go on.
fn budgets() -> Vec<Budget> {
    let unlimited = Budget::unlimited;
    let states = [1, 2, 5, 10, 15, 20, 30, 50].map(|states| unlimited().with_states(states));
    let memory = [0, 10, 12, 14, 16, 18].map(|bits| unlimited().with_memory((1 << bits) - 1));
    let ended = |polls: usize| {
        let asked = AtomicUsize::new(0);
        let end = move || (asked.fetch_add(1, Ordering::Relaxed) >= polls).then_some(Spent::Time(1));
        Budget { stop: Some(Arc::new(end)), ..unlimited() }
    };
    states.into_iter().chain(memory).chain([0, 1, 3].map(ended)).collect()
}

/// Larger modules than brute force can judge: all constructions agree.
#[test]
fn larger_modules_have_one_assumption() {
    let actions = Actions::new();
    let mut rng = Rng::new(5005);
    let budget = Budget::unlimited().with_states(20_000);
    let ctx = Context::with_budget(&budget);
    let decided = |outcome: &WeakestResult| !matches!(outcome.answer, WeakestAnswer::Unknown(_));
    let (mut compared, mut provided, mut largest) = (0, 0, 0);
    for _ in 0..250 {
        let mut question = question(&actions, 4, &mut rng);
        for i in 0..2 + rng.below(2) {
            let known = some_names(50, &mut rng);
            let knobs = RandomLts { states: 4, tau_percent: 10, error_percent: 0, ..RandomLts::default() };
            let lts = knobs.generate_over(&actions, &known, &mut rng);
            question.module.push(Component::new(format!("N{i}"), lts.into()));
        }
        let environment = some_names(50, &mut rng);
        let environment = Alphabet::from_names(&actions, environment.iter().map(String::as_str));
        question.boundary =
            Boundary::with_environment(&actions, &question.module, &question.properties, &environment);
        let flat = weakest(&question, Construction::Flat, ctx);
        if !decided(&flat) {
            continue;
        }
        largest = largest.max(flat.report.composed.map_or(0, |size| size.states));
        provided += usize::from(matches!(flat.answer, WeakestAnswer::Provided(_)));
        let expected = essence(&flat);
        let other = shuffled(&question, &mut rng);
        for (question, construction) in [
            (&question, Construction::Stepwise),
            (&other, Construction::Stepwise),
            (&other, Construction::Auto),
        ] {
            let outcome = weakest(question, construction, ctx);
            if decided(&outcome) {
                assert_eq!(essence(&outcome), expected, "{construction:?} {}", describe(question));
                check_sizes(question, &outcome);
                compared += 1;
            }
        }
    }
    println!("{compared} compared, {provided} assumptions, {largest} states at most");
    assert!(compared > 500 && provided > 50 && largest > 300, "{compared} {provided} {largest}");
}

#[test]
fn what_is_certain_when_the_budget_ends_is_true() {
    let actions = Actions::new();
    let mut rng = Rng::new(77);
    let (mut exact, mut unknown, mut forbidden, mut deep) = (0, 0, 0, 0);
    for _ in 0..150 {
        let question = question(&actions, 5, &mut rng);
        let oracle = brute_force(&question);
        let expected = essence(&weakest(&question, Construction::Flat, Context::unlimited()));
        for budget in budgets() {
            for construction in CONSTRUCTIONS {
                let outcome = weakest(&question, construction, Context::with_budget(&budget));
                if let WeakestAnswer::Unknown(partial) = &outcome.answer {
                    let (traces, depth) = check_partial(&question, partial, &oracle);
                    unknown += 1;
                    forbidden += traces;
                    deep += usize::from(depth > 0);
                } else {
                    assert_eq!(
                        essence(&outcome),
                        expected,
                        "{budget:?} {construction:?} {}",
                        describe(&question)
                    );
                    exact += 1;
                }
            }
        }
    }
    println!("{exact} exact, {unknown} unknown with {forbidden} forbidden traces, {deep} with a depth");
    assert!(
        exact > 500 && unknown > 500 && forbidden > 100 && deep > 20,
        "{exact} {unknown} {forbidden} {deep}"
    );
}

#[test]
fn everything_that_is_forbidden_is_explained_by_a_run() {
    let actions = Actions::new();
    let mut rng = Rng::new(1971);
    let (mut explained, mut longer) = (0, 0);
    for _ in 0..600 {
        let question = question(&actions, 4, &mut rng);
        let WeakestAnswer::Provided(assumption) =
            weakest(&question, Construction::Auto, Context::unlimited()).answer
        else {
            continue;
        };
        let oracle = brute_force(&question);
        // With no states for shortest runs they come from the module built step by step; with a few, from
        // both.
        let extent = |visited| rely_assume::Extent { visited, ..rely_assume::Extent::default() };
        let [shortest, some, lifted] = [u64::MAX, 4, 0].map(|visited| {
            rely_assume::explain(&question, &assumption, extent(visited), Context::unlimited())
        });
        let first = rely_assume::Extent { most: 1, ..extent(u64::MAX) };
        let first = rely_assume::explain(&question, &assumption, first, Context::unlimited());
        assert_eq!(first.states, shortest.states[..1], "the first state alone");
        assert_eq!(first.complete, shortest.states.len() == 1);
        for explanation in [&shortest, &some, &lifted] {
            assert!(explanation.complete);
            let forbids = explanation.states.iter().flat_map(|state| {
                state.forbids.iter().map(|f| (state.state, *f.trace.last().expect("an action is forbidden")))
            });
            let expected = assumption.forbidden().map(|(s, l)| (s, assumption.lts().alphabet().action(l)));
            assert!(forbids.eq(expected), "{}", describe(&question));
            for forbidden in explanation.states.iter().flat_map(|state| &state.forbids) {
                let here = || format!("{:?} {}", names(&actions, &forbidden.run), describe(&question));
                assert!(oracle.enters_error(&forbidden.run), "{}", here());
                assert_eq!(oracle.seen_of(&forbidden.run), forbidden.trace, "{}", here());
                explained += 1;
            }
        }
        let length = |e: &rely_assume::Explanation| -> usize {
            e.states.iter().flat_map(|state| &state.forbids).map(|f| f.run.len()).sum()
        };
        assert!(length(&shortest) <= length(&lifted), "{}", describe(&question));
        longer += usize::from(length(&shortest) < length(&lifted));
    }
    assert!(explained > 1000 && longer > 0, "{explained} runs, {longer} times longer");
}
