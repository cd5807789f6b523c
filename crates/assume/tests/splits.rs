//! Random systems, split in two or passed through module by module: the verdict is that of the whole, and
//! runs are runs.
//!
//! Processes have tau, nondeterminism and an ERROR of their own now and then. The judge visits the vectors of
//! the whole system, straight from the definition.

use std::collections::BTreeSet;

use rely_assume::{Boundary, Construction, Discharged, Question, WeakestAnswer, discharge, through, weakest};
use rely_lts::{Actions, Alphabet, Component, Context, Lts, Reason, Role};
use rely_testkit::generate::{RandomLts, Rng};
use rely_testkit::oracle::{Weakest, complete, entering_error};
use rely_testkit::text::show;

/// Processes, properties, and what the judge says of them together.
struct Whole {
    processes: Vec<Component>,
    properties: Vec<Component>,
    /// Who enters ERROR in some run: processes first, then properties.
    errors: BTreeSet<usize>,
    judge: Weakest,
}

impl Whole {
    fn random(actions: &Actions, rng: &mut Rng) -> Whole {
        let mut parts = |n: usize, knobs: RandomLts, names: &[&str], what: &str| -> Vec<Component> {
            let one = |i: usize| {
                let known = names.iter().filter(|_| rng.percent(60)).map(|name| name.to_string());
                let known: Vec<String> = known.collect();
                let knobs = RandomLts { states: 1 + rng.below(knobs.states), ..knobs };
                Component::new(format!("{what}{i}"), knobs.generate_over(actions, &known, rng).into())
            };
            (0..n).map(one).collect()
        };
        let process = RandomLts { states: 3, tau_percent: 15, error_percent: 5, ..RandomLts::default() };
        let processes = parts(3, process, &["a", "b", "c", "d"], "C");
        let property =
            RandomLts { fan_out: 5, tau_percent: 0, error_percent: 0, deterministic: true, ..process };
        let mut properties = parts(1, property, &["a", "b", "c", "z"], "P");
        for property in &mut properties {
            property.role = Role::Property;
            property.lts = complete(&property.lts).into();
        }
        let ltss: Vec<&Lts> = processes.iter().chain(&properties).map(|c| &*c.lts).collect();
        let errors = entering_error(ltss.clone(), usize::MAX).expect("there is no limit");
        let judge = Weakest::new(ltss, &Alphabet::new(actions, []));
        Whole { processes, properties, errors, judge }
    }

    fn describe(&self) -> String {
        let one = |c: &Component| format!("{} {:?}\n{}", c.name, c.role, show(&c.lts));
        self.processes.iter().chain(&self.properties).map(one).collect()
    }

    /// Processes that are in the module, or that are not.
    fn part(&self, mask: usize, module: bool) -> Vec<Component> {
        let all = self.processes.iter().enumerate().filter(|(i, _)| (mask >> i & 1 == 1) == module);
        all.map(|(_, c)| c.clone()).collect()
    }

    /// Is this the verdict of the whole? The mask says whose ERROR is a violation beside those of the
    /// properties. 0: holds, 1: violated, 2: unknown, as the environment may err, 3: as 2, but there is a
    /// violation too.
    fn check(&self, found: &Discharged, mask: usize) -> usize {
        let counts = |i: &usize| *i >= self.processes.len() || mask >> i & 1 == 1;
        let violated = self.errors.iter().any(counts);
        let environment_errs = !self.errors.iter().all(counts);
        let here = || format!("{found:?} {mask:#b} {:?}\n{}", self.errors, self.describe());
        match found {
            Discharged::Holds => {
                assert!(!violated && !environment_errs, "{}", here());
                0
            }
            Discharged::Violated { run, .. } => {
                assert!(violated && self.judge.entering(run).iter().any(counts), "{}", here());
                1
            }
            Discharged::Unknown(Reason::NotModeled(_)) => {
                assert!(environment_errs, "{}", here());
                2 + usize::from(violated)
            }
            Discharged::Unknown(reason) => panic!("there is no limit: {reason}"),
        }
    }
}

#[test]
fn a_module_and_its_environment_give_the_verdict_of_the_whole() {
    let actions = Actions::new();
    let mut rng = Rng::new(44);
    let mut kinds = [0; 4];
    for _ in 0..400 {
        let whole = Whole::random(&actions, &mut rng);
        for mask in 0..1 << whole.processes.len() {
            let (module, environment) = (whole.part(mask, true), whole.part(mask, false));
            let known = Alphabet::union(&actions, environment.iter().map(|c| c.lts.alphabet()));
            let properties = whole.properties.clone();
            let boundary = Boundary::with_environment(&actions, &module, &properties, &known);
            let name = String::new();
            let question = Question { name, actions: actions.clone(), module, properties, boundary };
            let found = match weakest(&question, Construction::Auto, Context::unlimited()).answer {
                // Whether the environment errs is not asked where nothing depends on it.
                WeakestAnswer::Always => continue,
                WeakestAnswer::Never { run } => Discharged::Violated { environment: Vec::new(), run },
                WeakestAnswer::Provided(assumption) => {
                    let found = discharge(&question, &assumption, &environment, Context::unlimited()).verdict;
                    if let Discharged::Violated { environment: run, .. } = &found {
                        let forbids = assumption.property("A");
                        let parts = environment.iter().chain([&forbids]).map(|c| &*c.lts);
                        let judge = Weakest::new(parts, &Alphabet::new(&actions, []));
                        let ends = judge.entering(run);
                        assert!(ends.contains(&environment.len()), "{run:?} {ends:?}\n{}", whole.describe());
                    }
                    found
                }
                WeakestAnswer::Unknown(partial) => panic!("there is no limit: {:?}", partial.spent),
            };
            kinds[whole.check(&found, mask)] += 1;
        }
    }
    println!("holds, violated, unknown, unknown beside a violation: {kinds:?}");
    assert!(kinds[..3].iter().all(|&k| k > 20) && kinds[3] == 0, "{kinds:?}");
}

/// Is this the answer about the modules together? The weakest assumption is canonical.
fn same(one: &WeakestAnswer, other: &WeakestAnswer) -> bool {
    match (one, other) {
        (WeakestAnswer::Always, WeakestAnswer::Always) => true,
        (WeakestAnswer::Never { .. }, WeakestAnswer::Never { .. }) => true,
        (WeakestAnswer::Provided(one), WeakestAnswer::Provided(other)) => {
            one.lts().alphabet() == other.lts().alphabet()
                && one.lts().transitions().eq(other.lts().transitions())
        }
        _ => false,
    }
}

#[test]
fn a_property_goes_through_the_modules_in_any_order() {
    let actions = Actions::new();
    let mut rng = Rng::new(45);
    let (mut kinds, mut answers, mut later_errors) = ([0; 4], [0; 3], 0);
    for _ in 0..700 {
        let whole = Whole::random(&actions, &mut rng);
        let mut order: Vec<usize> = (0..whole.processes.len()).collect();
        rng.shuffle(&mut order);
        let n = 1 + rng.below(order.len());
        let rest: Vec<Component> = order[n..].iter().map(|&i| whole.processes[i].clone()).collect();
        let module: Vec<Component> = order[..n].iter().map(|&i| whole.processes[i].clone()).collect();
        let mask = order[..n].iter().map(|i| 1 << i).sum();
        let known = Alphabet::union(&actions, rest.iter().map(|c| c.lts.alphabet()));
        let properties = whole.properties.clone();
        let boundary = Boundary::with_environment(&actions, &module, &properties, &known);
        let name = String::new();
        let question = Question { name, actions: actions.clone(), module, properties, boundary };
        let joint = weakest(&question, Construction::Auto, Context::unlimited()).answer;
        answers[match &joint {
            WeakestAnswer::Always => 0,
            WeakestAnswer::Never { .. } => 1,
            _ => 2,
        }] += 1;
        for first in 0..n {
            for backwards in [false, true] {
                let mut modules: Vec<(String, Vec<Component>)> =
                    question.module.iter().map(|c| (c.name.clone(), vec![c.clone()])).collect();
                modules.rotate_left(first);
                if backwards {
                    modules.reverse();
                }
                // Now and then the first two are one module.
                if n > 1 && rng.percent(30) {
                    let (_, second) = modules.remove(1);
                    modules[0].1.extend(second);
                }
                later_errors += usize::from(modules[1..].iter().any(|(_, m)| m[0].lts.has_error()));
                let construction = *rng.pick(&[Construction::Auto, Construction::Stepwise]);
                let found =
                    through(&actions, &modules, &whole.properties, &rest, construction, Context::unlimited());
                kinds[whole.check(&found.verdict, mask)] += 1;
                let last = &found.stages.last().unwrap().outcome.answer;
                assert!(same(last, &joint), "{modules:?}: {last:?}, not {joint:?}\n{}", whole.describe());
            }
        }
    }
    println!("holds, violated, unknown, unknown beside a violation: {kinds:?}; {answers:?} {later_errors}");
    assert!(kinds[..3].iter().all(|&k| k > 20) && kinds[3] == 0, "{kinds:?}");
    assert!(answers.iter().all(|&k| k > 20) && later_errors > 200, "{answers:?} {later_errors}");
}
