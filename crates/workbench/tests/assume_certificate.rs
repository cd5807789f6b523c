//! Answers about environments go to the independent checker, which accepts them, and no others.
#![allow(missing_docs)]

use std::sync::Arc;

use rely_assume::{Assumption, Boundary, Construction, Question, WeakestAnswer, weakest};
use rely_certify::{Certificate, CheckVerdict, Claim, check};
use rely_lts::determinize::complete;
use rely_lts::{Actions, Alphabet, Budget, Component, Context, Role, Spent};
use rely_testkit::generate::{RandomLts, Rng};
use rely_testkit::mutate::lts_mutants;
use rely_testkit::text::show;
use rely_workbench::{Control, NoCertificate, ReadOptions, assumption_certificate, load};

fn judge(certificate: &Certificate) -> Result<String, String> {
    let report = check(&serde_json::to_vec(certificate).unwrap());
    match report.verdict {
        CheckVerdict::Accepted => Ok(report.claims.join("; ")),
        CheckVerdict::Rejected => Err(report.reason.unwrap()),
    }
}

/// One to three components with hidden moves, one or two properties, some of the module's actions as
/// interface.
fn random_question(seed: u64) -> Question {
    let (actions, rng) = (Actions::new(), &mut Rng::new(seed));
    let names = |of: &[&str], percent: usize, rng: &mut Rng| -> Vec<String> {
        of.iter().filter(|_| rng.percent(percent)).map(|name| name.to_string()).collect()
    };
    let module: Vec<Component> = (0..1 + rng.below(3))
        .map(|i| {
            let own = names(&["a", "b", "c", "d", "e"], 60, rng);
            let error_percent = if rng.percent(20) { 4 } else { 0 };
            let knobs = RandomLts {
                states: 1 + rng.below(5),
                tau_percent: 15,
                error_percent,
                ..RandomLts::default()
            };
            Component::new(format!("M{i}"), knobs.generate_over(&actions, &own, rng).into())
        })
        .collect();
    let properties: Vec<Component> = (0..1 + rng.below(2))
        .map(|i| {
            let seen = names(&["a", "b", "c", "z"], 60, rng);
            let knobs = RandomLts {
                states: 1 + rng.below(3),
                fan_out: 4,
                tau_percent: 0,
                error_percent: 0,
                end_percent: 0,
                deterministic: true,
                ..RandomLts::default()
            };
            let lts = complete(&knobs.generate_over(&actions, &seen, rng)).expect("it is deterministic");
            // Sometimes a name that a component of the module has, too.
            let name = if rng.percent(10) { format!("M{i}") } else { format!("P{i}") };
            Component { role: Role::Property, ..Component::new(name, Arc::new(lts)) }
        })
        .collect();
    let own = Alphabet::union(&actions, module.iter().map(|c| c.lts.alphabet()));
    let interface = own.ids().iter().copied().filter(|_| rng.percent(60)).collect::<Vec<_>>();
    let interface = Alphabet::new(&actions, interface);
    let boundary = Boundary::with_interface(&actions, &module, &properties, &interface).unwrap();
    Question { name: "MODULE".into(), actions, module, properties, boundary }
}

#[test]
fn every_answer_is_accepted() {
    let mut counts = [0; 4];
    for seed in 0..2_000 {
        let question = random_question(seed);
        let answer = weakest(&question, Construction::Auto, Context::unlimited()).answer;
        let certificate = assumption_certificate(&question, &answer, "ENV", None, Context::unlimited())
            .unwrap_or_else(|reason| panic!("seed {seed}: {reason}"));
        let sentence = judge(&certificate).unwrap_or_else(|reason| panic!("seed {seed}: {reason}"));
        let expect = match certificate.claims[0] {
            Claim::KeptAlways { .. } => " in every environment",
            Claim::KeptNever(_) => " in no environment",
            _ => " is the weakest assumption under which ",
        };
        assert!(sentence.contains(expect), "{sentence}");
        match answer {
            WeakestAnswer::Always => counts[0] += 1,
            WeakestAnswer::Never { .. } => counts[1] += 1,
            WeakestAnswer::Provided(_) => counts[2] += 1,
            WeakestAnswer::Unknown(_) => unreachable!("there is no limit"),
        }
        if let Claim::WeakestAssumption(claim) = &certificate.claims[0] {
            counts[3] += usize::from(claim.nodes.iter().any(|node| node.members.len() > 1));
        }
    }
    assert!(counts.iter().all(|&n| n > 40), "all answers are frequent: {counts:?}");
}

/// An assumption with one transition removed, added or redirected: no evidence is found, and the evidence for
/// the right one is rejected.
#[test]
fn other_assumptions_are_not_certified() {
    let mut counts = [0; 2];
    for seed in 0..200 {
        let question = random_question(seed);
        let WeakestAnswer::Provided(right) =
            weakest(&question, Construction::Auto, Context::unlimited()).answer
        else {
            continue;
        };
        let answer = WeakestAnswer::Provided(right.clone());
        let certificate =
            assumption_certificate(&question, &answer, "ENV", None, Context::unlimited()).unwrap();
        for mutant in lts_mutants(right.lts()) {
            let Ok(other) = Assumption::new(mutant.value) else { continue };
            let document = {
                let answer = WeakestAnswer::Provided(other.clone());
                match assumption_certificate(&question, &answer, "ENV", None, Context::unlimited()) {
                    Err(NoCertificate::Contradiction) => counts[0] += 1,
                    // The same traces all the same.
                    Ok(same) => {
                        judge(&same).unwrap();
                        counts[1] += 1;
                        continue;
                    }
                    Err(other) => panic!("{other}"),
                }
                let named = other.process("ENV");
                let transitions =
                    named.lts.transitions().map(|(s, l, t)| (s.raw(), l.raw(), i64::from(t.raw())));
                rely_certify::ComponentDoc {
                    states: named.lts.n_states() as u32,
                    initial: named.lts.initial().raw(),
                    transitions: transitions.collect(),
                    alphabet: named.lts.alphabet().names().iter().map(|name| name.to_string()).collect(),
                    ..certificate.systems[0].components.last().unwrap().clone()
                }
            };
            let mut exchanged = certificate.clone();
            *exchanged.systems[0].components.last_mut().unwrap() = document.sorted();
            assert!(judge(&exchanged.sealed()).is_err(), "seed {seed}: {}", show(other.lts()));
        }
    }
    assert!(counts[0] > 1_000, "{counts:?}");
}

#[test]
fn wrong_answers_are_not_certified() {
    let mut counts = [0; 2];
    for seed in 0..300 {
        let question = random_question(seed);
        let answer = weakest(&question, Construction::Auto, Context::unlimited()).answer;
        let always =
            assumption_certificate(&question, &WeakestAnswer::Always, "ENV", None, Context::unlimited());
        assert_eq!(always.is_ok(), matches!(answer, WeakestAnswer::Always), "seed {seed}");
        counts[0] += usize::from(always.is_err());
        if let WeakestAnswer::Never { run } = &answer {
            let short = WeakestAnswer::Never { run: run[1..].to_vec() };
            let certificate =
                assumption_certificate(&question, &short, "ENV", None, Context::unlimited()).unwrap();
            // A move too few: rarely one that was of no use.
            counts[1] += usize::from(judge(&certificate).is_err());
        }
    }
    assert!(counts[0] > 50 && counts[1] > 10, "{counts:?}");
}

#[test]
fn a_spent_budget_gives_no_certificate() {
    let several = |seed: u64| {
        let question = random_question(seed);
        let answer = weakest(&question, Construction::Auto, Context::unlimited()).answer;
        let certificate =
            assumption_certificate(&question, &answer, "ENV", None, Context::unlimited()).unwrap();
        let Claim::WeakestAssumption(claim) = &certificate.claims[0] else { return None };
        (claim.nodes.len() > 2 && claim.vectors.count > 2).then_some((question, answer))
    };
    let (question, answer) = (0..).find_map(several).unwrap();
    let few = Budget::unlimited().with_states(1);
    let result = assumption_certificate(&question, &answer, "ENV", None, Context::with_budget(&few));
    assert_eq!(result.unwrap_err(), NoCertificate::Spent(Spent::States(1)));
    let little = Budget::unlimited().with_memory(64);
    let result = assumption_certificate(&question, &answer, "ENV", None, Context::with_budget(&little));
    assert_eq!(result.unwrap_err(), NoCertificate::Spent(Spent::Memory(64)));
}

/// The composites of the examples, split in two in every way (in some, where there are many components).
#[test]
fn every_answer_about_the_examples_is_accepted() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples");
    let mut files: Vec<_> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    let (mut counts, control) = ([0; 3], Control::unlimited());
    for file in files.iter().filter(|file| file.extension().is_some_and(|e| e == "lts")) {
        let source = std::fs::read_to_string(file).unwrap();
        let loaded = load(file.to_str().unwrap(), ReadOptions::default(), &control).unwrap();
        let composites = source.lines().filter_map(|line| line.strip_prefix("||")?.split([' ', '=']).next());
        for name in composites {
            let system = loaded.target(Some(name), &control).unwrap().system;
            let (properties, parts): (Vec<Component>, Vec<Component>) =
                system.components.iter().cloned().partition(|c| c.role == Role::Property);
            if properties.is_empty() || system.priority.is_some() {
                continue;
            }
            let all = (1u32 << parts.len()) - 1;
            for chosen in (1..=all).step_by(if all < 64 { 1 } else { all as usize / 16 }) {
                let split = (0..parts.len()).partition::<Vec<_>, _>(|i| chosen >> i & 1 == 1);
                let [module, rest] =
                    [split.0, split.1].map(|side| Vec::from_iter(side.iter().map(|&i| parts[i].clone())));
                let rest = Alphabet::union(&system.actions, rest.iter().map(|c| c.lts.alphabet()));
                let boundary = Boundary::with_environment(&system.actions, &module, &properties, &rest);
                let actions = system.actions.clone();
                let question =
                    Question { name: name.into(), actions, module, properties: properties.clone(), boundary };
                let answer = weakest(&question, Construction::Auto, Context::unlimited()).answer;
                let certificate =
                    assumption_certificate(&question, &answer, "ENV", None, Context::unlimited());
                let certificate = certificate.unwrap_or_else(|reason| panic!("{name} {chosen}: {reason}"));
                judge(&certificate).unwrap_or_else(|reason| panic!("{name} {chosen}: {reason}"));
                match answer {
                    WeakestAnswer::Always => counts[0] += 1,
                    WeakestAnswer::Never { .. } => counts[1] += 1,
                    WeakestAnswer::Provided(_) => counts[2] += 1,
                    WeakestAnswer::Unknown(_) => unreachable!("there is no limit"),
                }
            }
        }
    }
    assert!(counts[0] > 20 && counts[1] > 5 && counts[2] > 100, "{counts:?}");
}
