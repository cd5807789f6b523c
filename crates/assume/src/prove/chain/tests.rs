//! Random systems: verdicts are those of a search of the whole, premises hold by the letter of their definition.

use std::collections::BTreeSet;

use rely_lts::{ActionId, Actions, Component, Context, Lts, Role, StateId, System};
use rely_testkit::generate::{RandomLts, Rng};
use rely_testkit::oracle::{complete, entering_error};
use rely_testkit::text::show;

use super::*;
use crate::prove::options::Options;
use crate::prove::problem::Problem;
use crate::prove::proof::Machine;

/// Components with tau, nondeterminism and an ERROR of their own now and then; a property, some of whose actions nobody
/// else knows.
fn random(rng: &mut Rng) -> System {
    let actions = Actions::new();
    let names = ["a", "b", "c", "d", "e", "f"];
    let mut parts = Vec::new();
    let n = 2 + rng.below(4);
    for i in 0..n {
        let known: Vec<String> =
            names.iter().filter(|_| rng.percent(40)).map(|name| (*name).to_string()).collect();
        let error_percent = if rng.percent(15) { 8 } else { 0 };
        let knobs =
            RandomLts { states: 1 + rng.below(4), tau_percent: 15, error_percent, ..RandomLts::default() };
        parts.push(Component::new(format!("C{i}"), knobs.generate_over(&actions, &known, rng).into()));
    }
    let known: Vec<String> =
        ["a", "b", "c", "z"].iter().filter(|_| rng.percent(50)).map(|name| (*name).to_string()).collect();
    let knobs = RandomLts {
        states: 1 + rng.below(4),
        fan_out: 4,
        tau_percent: 0,
        error_percent: 0,
        deterministic: true,
        ..RandomLts::default()
    };
    let lts = complete(&knobs.generate_over(&actions, &known, rng));
    parts.push(Component { role: Role::Property, ..Component::new("P", lts.into()) });
    System::new("random", &actions, parts)
}

fn describe(system: &System) -> String {
    system.components.iter().map(|c| format!("{} {:?}\n{}", c.name, c.role, show(&c.lts))).collect()
}

/// Does a premise of `asym-n` hold? All vectors are visited, straight from the definition.
fn holds(problem: &Problem, assumptions: &[Assumption], premise: &Premise) -> bool {
    assert!(premise.until.is_empty() && premise.refuted.len() == 1);
    let machine = |m: &Machine| match m {
        Machine::Assumption(i) => &**assumptions[*i].lts(),
        Machine::Property(i) => &*problem.properties[*i].lts,
    };
    let mut parts: Vec<&Lts> = premise.components.iter().map(|&i| &*problem.components[i].lts).collect();
    parts.extend(premise.kept.iter().map(machine));
    let goal = machine(&premise.refuted[0]);
    let known = parts.iter().chain([&goal]).flat_map(|lts| lts.alphabet().ids().to_vec());
    let known: BTreeSet<ActionId> = known.collect();
    let first: (Vec<StateId>, StateId) = (parts.iter().map(|lts| lts.initial()).collect(), goal.initial());
    let mut seen = BTreeSet::from([first.clone()]);
    let mut waiting = vec![first];
    while let Some((vector, watcher)) = waiting.pop() {
        let mut next: Vec<(Vec<StateId>, StateId)> = Vec::new();
        for (i, lts) in parts.iter().enumerate() {
            for (label, to) in lts.successors(vector[i]) {
                if label.is_tau() {
                    let mut moved = vector.clone();
                    moved[i] = to;
                    next.push((moved, watcher));
                }
            }
        }
        for &action in &known {
            let mut moved = vec![Vec::new()];
            for (lts, &at) in parts.iter().zip(&vector) {
                let targets = match lts.alphabet().label(action) {
                    Some(label) => lts.step(at, label).to_vec(),
                    None => vec![at],
                };
                let extend = |start: &Vec<StateId>, to: &StateId| [&start[..], &[*to]].concat();
                moved =
                    moved.iter().flat_map(|start| targets.iter().map(move |to| extend(start, to))).collect();
            }
            let watched = match goal.alphabet().label(action) {
                Some(label) => goal.step(watcher, label).first().copied().filter(|to| !to.is_error()),
                None => Some(watcher),
            };
            match watched {
                None if moved.is_empty() => {}
                None => return false,
                Some(to) => next.extend(moved.into_iter().map(|vector| (vector, to))),
            }
        }
        waiting.extend(next.into_iter().filter(|state| seen.insert(state.clone())));
    }
    true
}

/// Is it a proof by `asym-n` of the first property?
fn check_proof(problem: &Problem, proof: &Proof) {
    assert_eq!(proof.premises.len(), proof.assumptions.len() + 1);
    for (at, premise) in proof.premises.iter().enumerate() {
        let last = at == proof.assumptions.len();
        let goal = if last { Machine::Property(0) } else { Machine::Assumption(at) };
        assert_eq!(premise.refuted, [goal]);
        assert!(premise.kept.iter().all(|m| matches!(m, Machine::Assumption(i) if *i < at)), "{premise:?}");
        assert!(holds(problem, &proof.assumptions, premise), "{premise:?}");
    }
}

/// What is known of a system by visiting it.
struct Truth {
    /// The property is violated.
    violated: bool,
    /// A process enters ERROR.
    own: bool,
}

fn truth(system: &System) -> Truth {
    let errors = entering_error(system.components.iter().map(|c| &*c.lts), usize::MAX);
    let errors = errors.expect("there is no limit");
    let last = system.components.len() - 1;
    Truth { violated: errors.contains(&last), own: errors.iter().any(|&i| i < last) }
}

#[test]
fn verdicts_are_those_of_the_whole() {
    let mut rng = Rng::new(51);
    let (mut kinds, mut assumptions, mut longest) = ([0; 3], 0, 0);
    for round in 0..3_000 {
        let system = random(&mut rng);
        let problem = Problem::new(&system, &[system.components.len() - 1]).expect("it fits the rules");
        let truth = truth(&system);
        for (strategy, few) in [(Strategy::Cheapest, 0), (Strategy::Spine, 0), (Strategy::Cheapest, 8)] {
            let here = || format!("{round} {strategy:?} {few}\n{}", describe(&system));
            let mut tree = Tree::new(&problem, &cone(&problem), 100_000, Context::unlimited())
                .unwrap_or_else(|why| panic!("{why:?} {}", here()));
            tree.few = few;
            let mut attempt = Attempt::new(&problem, Options::default(), Context::unlimited());
            match tree.run(strategy).unwrap_or_else(|why| panic!("{why:?} {}", here())) {
                Ended::Holds(found, premises) => {
                    assert!(!truth.violated, "{}", here());
                    assumptions += found.len();
                    longest = longest.max(found.len());
                    let Ok(Outcome::Holds(proof)) = checked(&mut attempt, found, premises) else { panic!() };
                    check_proof(&problem, &proof);
                    kinds[0] += 1;
                }
                Ended::Violated(run) if problem.replays(&run) => {
                    assert!(truth.violated, "{}", here());
                    kinds[1] += 1;
                }
                Ended::Violated(run) => {
                    let names: Vec<_> = run.iter().map(|&a| system.actions.name(a)).collect();
                    assert!(truth.own, "{names:?} {}", here());
                    kinds[2] += 1;
                }
            }
        }
    }
    println!(
        "holds, violated, cut short: {kinds:?}; {assumptions} assumptions, at most {longest} in a proof"
    );
    assert!(kinds[..2].iter().all(|&k| k > 1_000) && kinds[2] > 20, "{kinds:?}");
    assert!(assumptions > 1_000 && longest >= 4, "{assumptions} {longest}");
}
