//! Random formulas on random systems, against the definition.

use rely_ltl::Formula as F;
use rely_lts::{ActionId, Actions, Context, Lasso, System, Verdict};
use rely_testkit::generate::Rng;

use super::definition::{ended_run_violates, replay, satisfies};
use super::{assert_of, check, component};
use crate::follow::{Vector, initial_vector, moves};
use crate::ltl::{Fairness, check_assert};

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

/// The run of a system that never starts has one position, the start: by the definition, and exactly one of a
/// formula and its negation holds.
#[test]
fn a_system_that_stops_at_once_is_judged_at_the_start() {
    let mut random = Random::new(4);
    let mut counts = [0, 0];
    for _ in 0..500 {
        let system = super::process(&[], &["a", "b", "c"]);
        let size = 1 + random.below(6);
        let formula = random.formula(size);
        for formula in [formula.clone(), F::not(formula)] {
            let spec = assert_of(&system, formula);
            let expected = ended_run_violates(&spec, &[]);
            for fairness in [Fairness::None, Fairness::FairChoice] {
                let result = check(&system, spec.formula.clone(), fairness);
                assert_eq!(result.verdict.evidence().is_some(), expected, "{}", spec.formula);
                assert_eq!(result.vacuous.is_none(), expected, "{}", spec.formula);
            }
            counts[usize::from(expected)] += 1;
        }
    }
    assert!(counts[0] == 500 && counts[1] == 500, "{counts:?}");
}
