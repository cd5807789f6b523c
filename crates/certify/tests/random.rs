//! Random small systems: the checker and the replayer against the naive composition.
#![allow(missing_docs)]

mod common;

use std::collections::BTreeSet;

use common::systems::random_system;
use common::*;
use rely_certify::*;

fn claims(components: &[ComponentDoc]) -> Vec<(ClaimKind, Vec<&str>)> {
    let mut claims = vec![(ClaimKind::DeadlockFreedom, vec![])];
    for subset in 1..1usize << components.len() {
        let named = components.iter().enumerate().filter(|(i, _)| subset >> i & 1 == 1);
        let named: Vec<&str> = named.map(|(_, c)| &*c.name).collect();
        claims.push((ClaimKind::Safety, named.clone()));
        claims.push((ClaimKind::SafetyAndDeadlockFreedom, named));
    }
    claims
}

#[test]
fn closed_sets_are_accepted_iff_they_prove_the_claim() {
    let mut counts = [[0; 2]; 2];
    for seed in 0..1_500 {
        let random = &mut Random(seed);
        let (components, priority) = random_system(random);
        let naive = Naive::new(&components, priority.as_ref());
        let reachable = naive.reachable();
        let mut sets = vec![reachable.clone(), naive.all().into_iter().collect()];
        let mut fewer = reachable.clone();
        fewer.remove(&reachable.iter().nth(random.below(reachable.len())).unwrap().clone());
        sets.push(fewer);
        let some = |random: &mut Random| {
            naive.all().into_iter().filter(|_| random.chance(60)).collect::<BTreeSet<_>>()
        };
        sets.push(some(random));
        sets.push(some(random).union(&reachable).cloned().collect());
        for (kind, named) in claims(&components) {
            for (i, set) in sets.iter().enumerate() {
                let proof = Proof::ClosedSet(SetDoc::new(&components, set));
                let certificate = Case::new(kind, &named, components.clone(), priority.clone(), proof);
                let expect = naive.closed(set) && naive.fine(set, kind, &certificate.properties);
                let report = judge(&certificate);
                let accepted = report.verdict == CheckVerdict::Accepted;
                assert_eq!(accepted, expect, "seed {seed}: {report:?}\n{}", text(&certificate));
                assert!(!accepted || naive.is_true(&certificate), "seed {seed}: {report:?}");
                if accepted && components.iter().all(|c| c.transitions.iter().all(|t| t.1 != 0)) {
                    let targets = set.iter().flat_map(|v| naive.transitions(v).into_values().flatten());
                    let n = targets.filter(|target| matches!(target, Target::State(_))).count();
                    assert_eq!(report.facts.transitions, n as u64, "seed {seed}: {report:?}");
                }
                match i {
                    0 => assert_eq!(accepted, naive.is_true(&certificate), "seed {seed}: {report:?}"),
                    2 => assert!(!accepted, "seed {seed}: every reachable state is needed"),
                    _ => {}
                }
                counts[usize::from(kind == ClaimKind::Safety)][usize::from(accepted)] += 1;
            }
        }
    }
    assert!(counts.iter().flatten().all(|&n| n > 400), "both answers are frequent: {counts:?}");
}

fn random_word(random: &mut Random, naive: &Naive, max: usize) -> Vec<String> {
    // Mostly along what is possible.
    let mut here = BTreeSet::from([naive.initial()]);
    let mut word = vec![];
    for _ in 0..random.below(max + 1) {
        let possible: BTreeSet<&str> = here.iter().flat_map(|v| naive.transitions(v).into_keys()).collect();
        let all: Vec<&str> = if random.chance(5) || possible.is_empty() { naive.names() } else { possible }
            .into_iter()
            .collect();
        let name = all[random.below(all.len())].to_string();
        let next = naive.after(&here, [&name]);
        here = next
            .into_iter()
            .filter_map(|target| match target {
                Target::State(v) => Some(v),
                Target::Error(_) => None,
            })
            .collect();
        word.push(name);
    }
    word
}

#[test]
fn traces_are_replayed_as_the_composition_has_them() {
    let (mut ends, mut diverged) = ([0; 4], 0);
    for seed in 0..8_000 {
        let random = &mut Random(seed);
        let (components, priority) = random_system(random);
        let naive = Naive::new(&components, priority.as_ref());
        let steps = random_word(random, &naive, 6);
        let start = BTreeSet::from([naive.initial()]);
        let targets = naive.after(&start, &steps);
        let trace = TraceDoc { steps: steps.clone(), cycle: vec![], vectors: None };
        match replay(&components, priority.as_ref(), &trace) {
            Err(Diverged { step, reason }) => {
                assert!(targets.is_empty(), "seed {seed}: {reason}");
                assert!(!naive.after(&start, &steps[..step - 1]).is_empty(), "seed {seed}: an earlier step");
                assert!(naive.after(&start, &steps[..step]).is_empty(), "seed {seed}: a later step");
                diverged += 1;
            }
            Ok(end) => {
                let (mut expect, mut enabled) = (ReplayEnd::default(), BTreeSet::new());
                let mut errors = BTreeSet::new();
                for target in targets {
                    match target {
                        Target::Error(entered) => errors.extend(entered),
                        Target::State(vector) => {
                            let names = naive.transitions(&vector);
                            expect.deadlock |= names.is_empty() && !naive.terminated(&vector);
                            expect.terminated |= names.is_empty() && naive.terminated(&vector);
                            enabled.extend(names.into_keys().map(str::to_string));
                            expect.states.push(vector);
                        }
                    }
                }
                expect.errors = errors.into_iter().collect();
                expect.enabled = enabled.into_iter().collect();
                assert_eq!(end, expect, "seed {seed}");
                ends[0] += usize::from(!end.errors.is_empty());
                ends[1] += usize::from(end.deadlock);
                ends[2] += usize::from(end.terminated);
                ends[3] += usize::from(end.states.len() > 1);
            }
        }
    }
    assert!(diverged > 200 && ends.iter().all(|&n| n > 100), "all ends are frequent: {diverged}, {ends:?}");
}

#[test]
fn evidence_is_accepted_iff_it_shows_the_claim() {
    let mut counts = [[0; 2]; 3];
    for seed in 0..5_000 {
        let random = &mut Random(seed);
        let (components, priority) = random_system(random);
        let naive = Naive::new(&components, priority.as_ref());
        let steps = random_word(random, &naive, 4);
        let mut cycle = random_word(random, &naive, 3);
        if random.chance(50) && !steps.is_empty() {
            cycle = steps[random.below(steps.len())..].to_vec();
        }
        let named = &*components[random.below(components.len())].name;
        for (i, (kind, named, cycle)) in [
            (ClaimKind::Violation, &[named][..], vec![]),
            (ClaimKind::Deadlock, &[], vec![]),
            (ClaimKind::Run, &[], cycle),
        ]
        .into_iter()
        .enumerate()
        {
            let trace = TraceDoc { steps: steps.clone(), cycle, vectors: None };
            let certificate = evidence(kind, named, components.clone(), priority.clone(), trace);
            let report = judge(&certificate);
            let accepted = report.verdict == CheckVerdict::Accepted;
            assert_eq!(
                accepted,
                naive.is_true(&certificate),
                "seed {seed}: {report:?}\n{}",
                text(&certificate)
            );
            counts[i][usize::from(accepted)] += 1;
        }
    }
    assert!(counts.iter().flatten().all(|&n| n > 100), "both answers are frequent: {counts:?}");
}

/// A run with its states, of which one may be damaged.
#[test]
fn given_states_are_accepted_iff_they_are_those_of_a_run() {
    let mut counts = [[0; 2]; 2];
    for seed in 0..8_000 {
        let random = &mut Random(seed);
        let (components, priority) = random_system(random);
        let naive = Naive::new(&components, priority.as_ref());
        let steps = random_word(random, &naive, 6);
        let mut path = vec![naive.initial()];
        for name in &steps {
            let next = naive.after(&BTreeSet::from([path[path.len() - 1].clone()]), [name]);
            let alive = next.into_iter().filter_map(|target| match target {
                Target::State(vector) => Some(vector),
                Target::Error(_) => None,
            });
            let alive: Vec<Vector> = alive.collect();
            if alive.is_empty() {
                break;
            }
            path.push(alive[random.below(alive.len())].clone());
        }
        if path.len() == 1 {
            continue;
        }
        if random.chance(50) {
            let (at, i) = (1 + random.below(path.len() - 1), random.below(components.len()));
            path[at][i] = random.below(components[i].states as usize) as u32;
        }
        let (stem, cycle) = steps[..path.len() - 1].split_at(random.below(path.len()));
        let leads = |(pair, name): (&[Vector], &String)| {
            naive.after(&BTreeSet::from([pair[0].clone()]), [name]).contains(&Target::State(pair[1].clone()))
        };
        let closes = cycle.is_empty() || path[stem.len()] == path[path.len() - 1];
        let expect = closes && path.windows(2).zip(&steps).all(leads);
        let vectors = path[1..].iter().map(|vector| vector.iter().map(|&s| s.into()).collect()).collect();
        let trace = TraceDoc { steps: stem.to_vec(), cycle: cycle.to_vec(), vectors: Some(vectors) };
        let answer = replay(&components, priority.as_ref(), &trace);
        assert_eq!(answer.is_ok(), expect, "seed {seed}: {answer:?} {trace:?}");
        if let Ok(end) = answer {
            assert_eq!((end.states, end.repeats), (vec![path[stem.len()].clone()], !cycle.is_empty()));
        }
        counts[usize::from(cycle.is_empty())][usize::from(expect)] += 1;
    }
    assert!(counts.iter().flatten().all(|&n| n > 100), "both answers are frequent: {counts:?}");
}
