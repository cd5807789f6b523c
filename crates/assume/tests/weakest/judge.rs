//! Random questions, and what an assumption must be by definition.

use std::collections::BTreeSet;

use rely_assume::{Assumption, Boundary, Construction, Question, WeakestAnswer, WeakestResult, weakest};
use rely_lts::{ActionId, Actions, Alphabet, Component, Context, Lts, Role, StateId};
use rely_testkit::generate::{RandomLts, Rng, permuted};
use rely_testkit::oracle::{Weakest, complete, nerode_classes};
use rely_testkit::text::show;

pub const CONSTRUCTIONS: [Construction; 3] = [Construction::Auto, Construction::Flat, Construction::Stepwise];

/// Traces of at most this many actions are all tried.
pub const LENGTH: usize = 3;

/// The module may know `a` to `e`; `z` is known to properties only.
pub const NAMES: [&str; 5] = ["a", "b", "c", "d", "e"];

pub fn some_names(percent: usize, rng: &mut Rng) -> Vec<String> {
    NAMES.iter().filter(|_| rng.percent(percent)).map(|name| name.to_string()).collect()
}

pub fn property(name: &str, lts: &Lts) -> Component {
    Component { role: Role::Property, ..Component::new(name, complete(lts).into()) }
}

/// A random module of one to three components with one or two properties, and a random boundary. One
/// component alone has up to twice as many states as one of several.
pub fn question(actions: &Actions, states: usize, rng: &mut Rng) -> Question {
    let n = 1 + rng.below(3);
    let module: Vec<Component> = (0..n)
        .map(|i| {
            let states = 1 + rng.below(if n == 1 { 2 * states } else { states });
            let knobs = RandomLts { states, tau_percent: 20, error_percent: 3, ..RandomLts::default() };
            let known = some_names(if n == 1 { 80 } else { 55 }, rng);
            Component::new(format!("M{i}"), knobs.generate_over(actions, &known, rng).into())
        })
        .collect();
    let properties: Vec<Component> = (0..1 + usize::from(rng.percent(30)))
        .map(|i| {
            let knobs = RandomLts {
                states: 1 + rng.below(3),
                fan_out: 5,
                tau_percent: 0,
                error_percent: 0,
                end_percent: 20,
                deterministic: true,
                ..RandomLts::default()
            };
            let mut known = some_names(40, rng);
            if rng.percent(20) {
                known.push("z".to_string());
            }
            property(&format!("P{i}"), &knobs.generate_over(actions, &known, rng))
        })
        .collect();
    let own = Alphabet::union(actions, module.iter().map(|c| c.lts.alphabet()));
    let boundary = if rng.percent(70) {
        let mut environment = some_names(50, rng);
        environment.extend(["y", "z"].map(String::from).into_iter().filter(|_| rng.percent(50)));
        let environment = Alphabet::from_names(actions, environment.iter().map(String::as_str));
        Boundary::with_environment(actions, &module, &properties, &environment)
    } else {
        let interface = own.ids().iter().copied().filter(|_| rng.percent(60));
        let interface = Alphabet::new(actions, interface.collect::<Vec<_>>());
        Boundary::with_interface(actions, &module, &properties, &interface).unwrap()
    };
    Question { name: "M".to_string(), actions: actions.clone(), module, properties, boundary }
}

pub fn components(question: &Question) -> impl Iterator<Item = &Lts> {
    question.module.iter().chain(&question.properties).map(|c| &*c.lts)
}

/// What a failing test prints: it can be pasted into a test.
pub fn describe(question: &Question) -> String {
    let one = |c: &Component| format!("{:?} {}:\n{}", c.role, c.name, show(&c.lts));
    let all: Vec<String> = question.module.iter().chain(&question.properties).map(one).collect();
    format!("{}shared {:?}", all.join(""), names(&question.actions, question.boundary.shared.ids()))
}

pub fn names(actions: &Actions, trace: &[ActionId]) -> Vec<String> {
    trace.iter().map(|&action| actions.name(action).to_string()).collect()
}

pub fn brute_force(question: &Question) -> Weakest {
    Weakest::new(components(question), &question.boundary.assumption)
}

/// `C ∪ (αP − I)` with `I = αM − C`, action by action.
pub fn check_boundary(question: &Question) {
    let knows = |parts: &[Component], a: ActionId| parts.iter().any(|c| c.lts.alphabet().contains(a));
    let every = Alphabet::union(&question.actions, components(question).map(Lts::alphabet));
    let boundary = &question.boundary;
    for &a in every.ids() {
        let shared = boundary.shared.contains(a);
        let internal = knows(&question.module, a) && !shared;
        assert_eq!(boundary.internal.contains(a), internal);
        let expected = shared || knows(&question.properties, a) && !internal;
        assert_eq!(boundary.assumption.contains(a), expected, "{}", describe(question));
    }
    assert!(boundary.assumption.ids().iter().all(|&a| every.contains(a)));
}

/// Everything about a machine, to be compared exactly.
pub fn facts(lts: &Lts) -> (Vec<ActionId>, String) {
    (lts.alphabet().ids().to_vec(), show(lts))
}

/// The answer without what may differ between constructions.
pub fn essence(outcome: &WeakestResult) -> Option<Option<impl PartialEq + std::fmt::Debug + use<>>> {
    match &outcome.answer {
        WeakestAnswer::Always => Some(None),
        WeakestAnswer::Never { .. } => None,
        WeakestAnswer::Provided(assumption) => Some(Some((facts(assumption.lts()), assumption.sink()))),
        WeakestAnswer::Unknown(partial) => panic!("there is no limit: {:?}", partial.spent),
    }
}

/// All traces of an assumption of at most so many actions.
pub fn traces(lts: &Lts, length: usize) -> BTreeSet<Vec<ActionId>> {
    let mut all = BTreeSet::new();
    let mut longest = vec![(Vec::new(), lts.initial())];
    for _ in 0..=length {
        all.extend(longest.iter().map(|(trace, _)| trace.clone()));
        let longer = |(trace, s): &(Vec<ActionId>, StateId)| {
            let one = |(label, t)| ([&trace[..], &[lts.alphabet().action(label)]].concat(), t);
            lts.successors(*s).map(one).collect::<Vec<_>>()
        };
        longest = longest.iter().flat_map(longer).collect();
    }
    all
}

/// Every trace of at most so many actions.
pub fn every_trace(alphabet: &Alphabet, length: usize) -> BTreeSet<Vec<ActionId>> {
    let mut builder = rely_lts::LtsBuilder::new(alphabet.actions());
    let only = builder.add_state().unwrap();
    alphabet.ids().iter().for_each(|&action| builder.add_transition(only, action, only));
    traces(&builder.finish(only).unwrap(), length)
}

/// The states are numbered as a breadth-first search with labels in the order of their names meets them.
pub fn is_canonically_numbered(lts: &Lts) -> bool {
    let mut met = vec![lts.initial()];
    let mut next = 0;
    while next < met.len() {
        for (_, t) in lts.successors(met[next]) {
            if !met.contains(&t) {
                met.push(t);
            }
        }
        next += 1;
    }
    met.len() == lts.n_states() && met.iter().enumerate().all(|(i, s)| s.index() == i)
}

pub fn check_assumption(question: &Question, assumption: &Assumption, oracle: &Weakest) {
    let lts = assumption.lts();
    assert_eq!(lts.alphabet().ids(), question.boundary.assumption.ids(), "{}", describe(question));
    assert!(!lts.has_tau() && !lts.has_error() && lts.is_deterministic() && lts.end().is_none());
    let here = || format!("{}\nassumption\n{}", describe(question), show(lts));
    if let Some(trace) = oracle.difference(lts) {
        panic!("differs on {:?}: {}", names(&question.actions, &trace), here());
    }
    assert_eq!(traces(lts, LENGTH), oracle.allowed(LENGTH), "{}", here());
    assert_eq!(nerode_classes(lts), lts.n_states(), "not minimal: {}", here());
    assert!(is_canonically_numbered(lts), "{}", here());
    // From a state all traces are allowed iff no forbidden action can be reached; of those there is one at
    // most.
    let free = |s: StateId| {
        let labels = lts.alphabet().labels();
        labels.into_iter().all(|l| lts.successors(s).any(|step| step == (l, s)))
    };
    let sinks: Vec<StateId> = lts.states().filter(|&s| free(s)).collect();
    assert!(sinks.len() <= 1 && assumption.sink() == sinks.first().copied(), "{}", here());
    assert!(assumption.forbidden().count() > 0, "something is forbidden: {}", here());
}

pub fn check_sizes(question: &Question, outcome: &WeakestResult) {
    let report = &outcome.report;
    let here = || format!("{report:?}\n{}", describe(question));
    if let (Some(determinized), Some(assumption)) = (report.determinized, report.assumption) {
        assert!(assumption.states <= determinized.states + 1, "the sink is one more: {}", here());
        assert!(report.peak.states >= determinized.states, "{}", here());
    }
    if let WeakestAnswer::Provided(assumption) = &outcome.answer {
        let size = report.assumption.expect("an assumption has a size");
        assert_eq!((size.states, size.transitions), {
            let lts = assumption.lts();
            (lts.n_states(), lts.n_transitions())
        });
        assert!(report.determinized.is_some() && report.propagated.is_some(), "{}", here());
    }
    if let (Some(minimized), Some(propagated)) = (report.minimized, report.propagated) {
        assert!(propagated.states <= minimized.states, "{}", here());
    }
    if let (Some(composed), Some(minimized)) = (report.composed, report.minimized) {
        assert!(minimized.states <= composed.states, "{}", here());
        assert!(composed.states <= report.peak.states, "{}", here());
    }
}

/// The answer is that of brute force. 0: always, 1: never, 2: an assumption.
pub fn check(question: &Question, construction: Construction, oracle: &Weakest) -> (usize, WeakestResult) {
    let outcome = weakest(question, construction, Context::unlimited());
    let kind = match &outcome.answer {
        WeakestAnswer::Always => {
            let every = every_trace(&question.boundary.assumption, LENGTH);
            assert_eq!(oracle.allowed(LENGTH), every, "{construction:?} {}", describe(question));
            let mut builder = rely_lts::LtsBuilder::new(&question.actions);
            let only = builder.add_state().unwrap();
            for &action in question.boundary.assumption.ids() {
                builder.add_transition(only, action, only);
            }
            assert_eq!(oracle.difference(&builder.finish(only).unwrap()), None, "{}", describe(question));
            0
        }
        WeakestAnswer::Never { run } => {
            assert!(oracle.is_bad(&[]), "{construction:?} {}", describe(question));
            assert!(oracle.enters_error(run), "{:?} {}", names(&question.actions, run), describe(question));
            assert_eq!(oracle.seen_of(run), [], "{}", describe(question));
            1
        }
        WeakestAnswer::Provided(assumption) => {
            check_assumption(question, assumption, oracle);
            2
        }
        WeakestAnswer::Unknown(partial) => panic!("there is no limit: {:?}", partial.spent),
    };
    check_sizes(question, &outcome);
    (kind, outcome)
}

pub fn shuffled(question: &Question, rng: &mut Rng) -> Question {
    let mut other = question.clone();
    rng.shuffle(&mut other.module);
    rng.shuffle(&mut other.properties);
    for component in other.module.iter_mut().chain(&mut other.properties) {
        component.lts = permuted(&component.lts, rng).into();
    }
    other
}
