//! Asserts against the definition: on small systems by hand, and on random systems and formulas.

use std::sync::Arc;

use rely_ltl::{Formula as F, Proposition, Specification, negated_automaton};
use rely_lts::{
    ActionId, Actions, Budget, Component, Context, Lasso, LtsBuilder, Priority, StateId, System, Verdict,
};
use rely_testkit::generate::Rng;

use super::{AssertResult, Fairness, Shape, check_assert};
use crate::follow::{Vector, initial_vector, is_error, moves};

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

/// The actions at the positions of a lasso, with the cycle twice, so that fluents have settled in the second
/// copy.
struct Positions {
    valuations: Vec<Vec<bool>>,
    back: usize,
}

fn positions(spec: &Specification, lasso: &Lasso) -> Positions {
    let (stem, cycle) = (&lasso.stem.actions, &lasso.cycle.actions);
    let mut now: Vec<bool> = spec.propositions.iter().map(Proposition::initially).collect();
    let mut valuations = Vec::new();
    for &action in stem.iter().chain(cycle).chain(cycle) {
        now = spec.propositions.iter().zip(&now).map(|(p, &before)| p.after(before, action)).collect();
        valuations.push(now.clone());
    }
    Positions { valuations, back: stem.len() + cycle.len() }
}

impl Positions {
    fn next(&self, i: usize) -> usize {
        if i + 1 < self.valuations.len() { i + 1 } else { self.back }
    }

    /// The truth at every position: fixed points, computed backward until nothing changes.
    fn truth(&self, formula: &F) -> Vec<bool> {
        let n = self.valuations.len();
        let fixed = |start: bool, step: &dyn Fn(usize, bool) -> bool| {
            let mut value = vec![start; n];
            loop {
                let before = value.clone();
                (0..n).rev().for_each(|i| value[i] = step(i, value[self.next(i)]));
                if before == value {
                    return value;
                }
            }
        };
        let pair = |lr: &(F, F)| (self.truth(&lr.0), self.truth(&lr.1));
        match formula {
            F::True => vec![true; n],
            F::False => vec![false; n],
            F::Prop(p) => self.valuations.iter().map(|v| v[*p]).collect(),
            F::Not(f) => self.truth(f).iter().map(|v| !v).collect(),
            F::And(fs) => {
                let all: Vec<_> = fs.iter().map(|f| self.truth(f)).collect();
                (0..n).map(|i| all.iter().all(|v| v[i])).collect()
            }
            F::Or(fs) => {
                let all: Vec<_> = fs.iter().map(|f| self.truth(f)).collect();
                (0..n).map(|i| all.iter().any(|v| v[i])).collect()
            }
            F::Implies(lr) => {
                let (l, r) = pair(lr);
                (0..n).map(|i| !l[i] || r[i]).collect()
            }
            F::Iff(lr) => {
                let (l, r) = pair(lr);
                (0..n).map(|i| l[i] == r[i]).collect()
            }
            F::Next(f) => {
                let v = self.truth(f);
                (0..n).map(|i| v[self.next(i)]).collect()
            }
            F::Always(f) => {
                let v = self.truth(f);
                fixed(true, &|i, next| v[i] && next)
            }
            F::Eventually(f) => {
                let v = self.truth(f);
                fixed(false, &|i, next| v[i] || next)
            }
            F::Until(lr) => {
                let (l, r) = pair(lr);
                fixed(false, &|i, next| r[i] || (l[i] && next))
            }
            F::WeakUntil(lr) => {
                let (l, r) = pair(lr);
                fixed(true, &|i, next| r[i] || (l[i] && next))
            }
        }
    }
}

fn satisfies(spec: &Specification, lasso: &Lasso) -> bool {
    positions(spec, lasso).truth(&spec.formula)[0]
}

/// Is a run that ends after these actions accepted by the negation?
fn ended_run_violates(spec: &Specification, run: &[ActionId]) -> bool {
    let mut tracker = negated_automaton(spec, Context::unlimited()).unwrap();
    let mut valuation = tracker.initial_valuation();
    let mut states = vec![tracker.initial_state()];
    for &action in run {
        valuation = tracker.after(valuation, tracker.class(action));
        states = states.iter().flat_map(|&q| tracker.moves(valuation, q).to_vec()).collect();
        states.sort_unstable();
        states.dedup();
    }
    states.into_iter().any(|q| tracker.ends(q))
}

/// The vectors that a system may be in after some actions.
fn after(system: &System, from: &[Vector], run: &[ActionId]) -> Vec<Vector> {
    let mut current = from.to_vec();
    for &action in run {
        let mut next: Vec<Vector> = current
            .iter()
            .flat_map(|v| moves(system, v))
            .filter(|(a, v)| *a == action && !is_error(v))
            .map(|(_, v)| v)
            .collect();
        next.sort();
        next.dedup();
        current = next;
    }
    current
}

/// The evidence is a run of the system, and the run violates the formula.
fn replay(system: &System, spec: &Specification, lasso: &Lasso, shape: Shape) {
    let (system, _) = super::with_free_actions(system, spec);
    let ends = after(&system, &[initial_vector(&system)], &lasso.stem.actions);
    assert!(!ends.is_empty(), "the stem {:?} is a run", lasso.stem);
    match shape {
        Shape::Stops => {
            assert!(ends.iter().any(|v| moves(&system, v).is_empty()), "the run stops");
            assert!(ended_run_violates(spec, &lasso.stem.actions), "{}: {lasso:?}", spec.formula);
        }
        Shape::Cycle => {
            let returns =
                |v: &Vector| after(&system, std::slice::from_ref(v), &lasso.cycle.actions).contains(v);
            assert!(!lasso.cycle.is_empty() && ends.iter().any(returns), "the cycle {lasso:?} is one");
            assert!(!satisfies(spec, lasso), "{}: {lasso:?}", spec.formula);
        }
        Shape::Prefix => {
            // Whatever is repeated after it.
            let alphabet = system.alphabet();
            for cycle in alphabet.ids().iter().map(|&x| vec![x]).chain([alphabet.ids().to_vec()]) {
                if !cycle.is_empty() {
                    let longer = Lasso { stem: lasso.stem.clone(), cycle: cycle.into_iter().collect() };
                    assert!(!satisfies(spec, &longer), "{}: {longer:?}", spec.formula);
                }
            }
        }
    }
}

/// Random formulas and systems.
struct Random(Rng);

impl Random {
    fn new(seed: u64) -> Self {
        Random(Rng::new(seed))
    }

    fn below(&mut self, n: usize) -> usize {
        self.0.below(n)
    }

    fn formula(&mut self, size: usize) -> F {
        if size <= 1 {
            return F::Prop(self.below(4));
        }
        let left = 1 + self.below(size - 1);
        let right = size - left;
        match self.below(10) {
            0 => F::not(self.formula(size - 1)),
            1 => F::next(self.formula(size - 1)),
            2 => F::always(self.formula(size - 1)),
            3 => F::eventually(self.formula(size - 1)),
            4 => F::implies(self.formula(left), self.formula(right)),
            5 => F::until(self.formula(left), self.formula(right)),
            6 => F::weak_until(self.formula(left), self.formula(right)),
            7 => F::and(self.formula(left), self.formula(right)),
            _ => F::or(self.formula(left), self.formula(right)),
        }
    }

    /// One or two components over a, b, c and tau.
    fn system(&mut self) -> System {
        let actions = Actions::new();
        let mut components = Vec::new();
        for name in ["P", "Q"].into_iter().take(1 + self.below(2)) {
            let n = 1 + self.below(3);
            let mut transitions: Vec<(u32, &str, i64)> = Vec::new();
            for i in 0..n + self.below(3) {
                let source = if i < n { i } else { self.below(n) };
                let action = ["a", "b", "c", "tau", "a", "b"][self.below(6)];
                let target = self.below(n) as i64;
                if self.below(16) > 0 {
                    transitions.push((source as u32, action, target));
                }
            }
            let extra = self.below(4);
            components.push(component(&actions, name, &transitions, &["a", "b", "c"][..extra]));
        }
        components.push(component(&actions, "R", &[(0, "a", 0), (0, "b", 0), (0, "c", 0)], &[]));
        System::new("S", &actions, components)
    }
}

/// Calls `visit` with all runs of at most `depth` steps that end in a vector without moves (with no cycle) or
/// that return to a vector they have been in (as a stem and a cycle).
fn lassos(system: &System, depth: usize, visit: &mut dyn FnMut(&Lasso)) {
    fn go(
        system: &System,
        path: &mut Vec<Vector>,
        run: &mut Vec<ActionId>,
        depth: usize,
        visit: &mut dyn FnMut(&Lasso),
    ) {
        let last = path.last().unwrap().clone();
        let next = moves(system, &last);
        if next.is_empty() {
            visit(&Lasso { stem: run.iter().copied().collect(), cycle: Default::default() });
        }
        if depth == 0 {
            return;
        }
        for (action, target) in next {
            run.push(action);
            for (i, _) in path.iter().enumerate().filter(|(_, v)| **v == target) {
                visit(&Lasso {
                    stem: run[..i].iter().copied().collect(),
                    cycle: run[i..].iter().copied().collect(),
                });
            }
            path.push(target);
            go(system, path, run, depth - 1, visit);
            path.pop();
            run.pop();
        }
    }
    go(system, &mut vec![initial_vector(system)], &mut Vec::new(), depth, visit);
}

#[test]
fn without_fairness_an_assert_is_violated_iff_some_lasso_violates_it() {
    let mut random = Random::new(20_240_607);
    let (mut held, mut violated) = (0, 0);
    for round in 0..700 {
        let system = random.system();
        let size = 1 + random.below(6);
        let formula = random.formula(size);
        let spec = assert_of(&system, formula);
        let result = check(&system, spec.formula.clone(), Fairness::None);
        match &result.verdict {
            Verdict::Violated(_) => violated += 1,
            Verdict::Holds(()) => {
                held += 1;
                lassos(&system, 5, &mut |lasso| {
                    let fine = match lasso.cycle.is_empty() {
                        true => !ended_run_violates(&spec, &lasso.stem.actions),
                        false => satisfies(&spec, lasso),
                    };
                    assert!(fine, "round {round}: {} is violated by {lasso:?}", spec.formula);
                });
                let fair = check(&system, spec.formula.clone(), Fairness::FairChoice);
                assert!(fair.verdict.holds(), "fair runs are runs");
            }
            Verdict::Unknown(reason) => panic!("{reason}"),
        }
    }
    assert!(held > 100 && violated > 300, "{held} {violated}");
}

/// A long random run that closes to a lasso in a state that cannot be left for good: nearly fair.
fn fair_run(system: &System, random: &mut Random) -> Lasso {
    let mut path = vec![initial_vector(system)];
    let mut run = Vec::new();
    loop {
        let next = moves(system, path.last().unwrap());
        if next.is_empty() {
            return Lasso { stem: run.into_iter().collect(), cycle: Default::default() };
        }
        let (action, target) = next[random.below(next.len())].clone();
        run.push(action);
        // After 40 steps the run is where it stays; it closes when it comes back there after 300 more.
        if run.len() > 340 && target == path[40] {
            return Lasso {
                stem: run[..40].iter().copied().collect(),
                cycle: run[40..].iter().copied().collect(),
            };
        }
        path.push(target);
    }
}

#[test]
fn with_fair_choice_an_assert_is_violated_iff_a_long_random_run_violates_it() {
    let mut random = Random::new(99_991);
    let (mut held, mut violated, mut only_unfair) = (0, 0, 0);
    for round in 0..350 {
        let system = random.system();
        let size = 1 + random.below(7);
        let spec = assert_of(&system, random.formula(size));
        let result = check_assert(&system, &spec, Fairness::FairChoice, Context::unlimited());
        if let Some(lasso) = result.verdict.evidence() {
            replay(&system, &spec, lasso, result.shape.unwrap());
        }
        let mut sampled = (0..60).any(|_| {
            let run = fair_run(&system, &mut random);
            match run.cycle.is_empty() {
                true => ended_run_violates(&spec, &run.stem.actions),
                false => !satisfies(&spec, &run),
            }
        });
        if !sampled && !result.verdict.holds() {
            // A rare way into the violation: look longer.
            sampled = (0..3000).any(|_| {
                let run = fair_run(&system, &mut random);
                if run.cycle.is_empty() {
                    ended_run_violates(&spec, &run.stem.actions)
                } else {
                    !satisfies(&spec, &run)
                }
            });
        }
        assert_eq!(result.verdict.holds(), !sampled, "round {round}: {} {:?}", spec.formula, result.verdict);
        if result.verdict.holds() {
            held += 1;
            only_unfair += usize::from(!check(&system, spec.formula.clone(), Fairness::None).verdict.holds());
        } else {
            violated += 1;
        }
    }
    assert!(held > 60 && violated > 100 && only_unfair > 2, "{held} {violated} {only_unfair}");
}
