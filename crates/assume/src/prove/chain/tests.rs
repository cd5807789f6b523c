//! Random systems: verdicts are those of a search of the whole, premises hold by the letter of their
//! definition.

use std::collections::BTreeSet;

use rely_lts::{ActionId, Actions, Budget, Component, Context, Lts, Role, Spent, StateId, System, Verdict};
use rely_testkit::generate::{RandomLts, Rng};
use rely_testkit::oracle::{complete, entering_error};
use rely_testkit::text::show;

use super::*;
use crate::prove::monolithic;
use crate::prove::options::Options;
use crate::prove::problem::Problem;
use crate::prove::proof::Machine;

/// Components with tau, nondeterminism and an ERROR of their own now and then; a property, some of whose
/// actions nobody else knows.
fn random(rng: &mut Rng) -> System {
    let actions = Actions::new();
    let names = ["a", "b", "c", "d", "e", "f"];
    let mut parts = Vec::new();
    let n = 2 + rng.below(4);
    for i in 0..n {
        let known: Vec<String> =
            names.iter().filter(|_| rng.percent(40)).map(|name| (*name).to_string()).collect();
        let error_percent = if rng.percent(50) { 30 } else { 0 };
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

/// What came of many systems.
#[derive(Debug, Default)]
struct Tally {
    holds: usize,
    violated: usize,
    /// A process enters an ERROR of its own before the violation.
    cut_short: usize,
    too_large: usize,
    assumptions: usize,
    longest: usize,
}

impl Tally {
    fn add(&mut self, system: &System, problem: &Problem, ended: Result<Ended, Stopped>, how: &str) {
        let truth = truth(system);
        let here = || format!("{how}\n{}", describe(system));
        let mut attempt = Attempt::new(problem, Options::default(), Context::unlimited());
        match ended {
            Ok(Ended::Holds(found, premises)) => {
                assert!(!truth.violated, "{}", here());
                self.assumptions += found.len();
                self.longest = self.longest.max(found.len());
                let proof = computed(&mut attempt, found, premises);
                check_proof(problem, &proof);
                self.holds += 1;
            }
            Ok(Ended::Violated(run)) if problem.replays(&run) => {
                assert!(truth.violated, "{}", here());
                self.violated += 1;
            }
            Ok(Ended::Violated(_)) => {
                assert!(truth.own, "{}", here());
                self.cut_short += 1;
            }
            Err(Stopped::TooLarge(_)) => self.too_large += 1,
            Err(Stopped::Spent(spent)) => panic!("there is no budget: {spent} {}", here()),
        }
    }
}

#[test]
fn trees_have_the_verdict_of_the_whole() {
    let mut rng = Rng::new(51);
    let mut tally = Tally::default();
    for round in 0..2_000 {
        let system = random(&mut rng);
        let problem = Problem::new(&system, &[system.components.len() - 1]).expect("it fits the rules");
        for (order, few) in [(MergeOrder::Cheapest, 0), (MergeOrder::Spine, 0), (MergeOrder::Cheapest, 8)] {
            let tree = Tree::new(&problem, &cone_of_influence(&problem), 100_000, Context::unlimited());
            let ended = tree.and_then(|mut tree| {
                tree.few = few;
                tree.run(order)
            });
            tally.add(&system, &problem, ended, &format!("{round} {order:?} {few}"));
        }
    }
    assert!(tally.holds > 1_000 && tally.violated > 1_000 && tally.cut_short > 5, "{tally:?}");
    assert!(tally.too_large == 0 && tally.assumptions > 500 && tally.longest >= 4, "{tally:?}");
}

#[test]
fn few_actions_have_the_verdict_of_the_whole() {
    let mut rng = Rng::new(52);
    let mut tally = Tally::default();
    for round in 0..2_000 {
        let system = random(&mut rng);
        let problem = Problem::new(&system, &[system.components.len() - 1]).expect("it fits the rules");
        // Where the product of all machines is too large there are merges.
        for limit in [100_000, 8] {
            let mut attempt = Attempt::new(&problem, Options::default(), Context::unlimited());
            let components = outward(&problem, &cone_of_influence(&problem));
            let ended = Projected::new(&problem, components).run(&mut attempt, limit, MOST_MERGES);
            tally.add(&system, &problem, ended, &format!("{round} {limit}"));
        }
    }
    assert!(tally.holds > 1_000 && tally.violated > 1_000 && tally.cut_short > 5, "{tally:?}");
    assert!(tally.too_large < 100 && tally.assumptions > 300 && tally.longest >= 3, "{tally:?}");
}

#[test]
fn what_was_interrupted_goes_on() {
    let mut rng = Rng::new(54);
    let (mut interrupted, mut verdicts) = (0, [0, 0]);
    for round in 0..1_500 {
        let system = random(&mut rng);
        let problem = Problem::new(&system, &[system.components.len() - 1]).expect("it fits the rules");
        let expected = monolithic::search(&problem, Context::unlimited()).verdict;
        let mut chain = Chain::new(&problem);
        let mut explored = 0;
        for more in 0.. {
            // A budget that ends in the middle of something, and is never the limit of the chain itself.
            let budget = Budget::unlimited().with_states(1 + 3 * more);
            let ctx = Context { budget: &budget, ..Context::unlimited() };
            let mut attempt = Attempt::new(&problem, Options::default(), ctx);
            let claim = chain.run(&mut attempt, 100_000);
            let outcome = confirm_own(claim, &mut attempt);
            chain.remember(&attempt);
            assert!(attempt.statistics.expansions >= explored, "what was done before is counted");
            explored = attempt.statistics.expansions;
            match outcome {
                ProofOutcome::Unknown(Unfinished { reason: Reason::Spent(Spent::States(_)), .. }) => {
                    interrupted += 1;
                    continue;
                }
                ProofOutcome::Holds(proof) => {
                    check_proof(&problem, &proof);
                    assert!(matches!(expected, Verdict::Holds(())), "{round}\n{}", describe(&system));
                    verdicts[0] += 1;
                }
                ProofOutcome::Violated(run) => {
                    assert!(problem.replays(&run));
                    assert!(matches!(expected, Verdict::Violated(_)), "{round}\n{}", describe(&system));
                    verdicts[1] += 1;
                }
                ProofOutcome::Unknown(unfinished) => {
                    let Reason::NotModeled(why) = unfinished.reason else {
                        panic!("{:?}", unfinished.reason)
                    };
                    assert!(why.contains("ERROR of its own"), "{why}");
                }
            }
            break;
        }
    }
    assert!(interrupted > 1_000 && verdicts.iter().all(|&n| n > 300), "{interrupted} {verdicts:?}");
}

#[test]
fn limits_end_in_unknown() {
    let mut rng = Rng::new(53);
    let (mut unknown, mut decided, mut left) = (0, 0, 0);
    for _ in 0..900 {
        let system = random(&mut rng);
        let problem = Problem::new(&system, &[system.components.len() - 1]).expect("it fits the rules");
        let mut attempt = Attempt::new(&problem, Options::default(), Context::unlimited());
        match prove(&mut attempt, 2) {
            ProofOutcome::Holds(proof) => check_proof(&problem, &proof),
            ProofOutcome::Violated(run) => assert!(problem.replays(&run)),
            ProofOutcome::Unknown(unfinished) => {
                assert!(matches!(unfinished.reason, Reason::NotModeled(_)), "{:?}", unfinished.reason);
                for premise in &unfinished.holding {
                    assert!(holds(&problem, &unfinished.assumptions, premise), "{premise:?}");
                    left += 1;
                }
                unknown += 1;
                let mut again = Attempt::new(&problem, Options::default(), Context::unlimited());
                decided += usize::from(!matches!(prove(&mut again, 100_000), ProofOutcome::Unknown(_)));
            }
        }
    }
    assert!(unknown > 10 && decided > 10 && left > 5, "{unknown} {decided} {left}");
}
