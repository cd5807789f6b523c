//! Random small systems: vacuous properties, idle processes and progress against their definitions.
#![allow(missing_docs)]

mod common;

use common::progress::{holds, progress_certificate, violation_certificate};
use common::systems::{damage_at_random, random_system, single, some_of};
use common::*;
use rely_certify::*;

#[test]
fn progress_is_accepted_iff_it_is_so() {
    let mut counts = [[0; 2]; 2];
    let mut damages = [0; 2];
    for seed in 0..4_000 {
        let random = &mut Random(seed);
        let (components, priority) = random_system(random);
        let naive = Naive::new(&components, priority.as_ref());
        let names = ["a", "b", "c", "tau", "x"];
        let actions = some_of(random, &names, 30);
        let condition = Some(some_of(random, &names, 30)).filter(|_| random.chance(40));
        let every = condition.is_none() && random.chance(40);
        let truth = holds(&naive, &actions, condition.as_deref(), every);
        let has_error = !naive.fine(&naive.reachable(), ClaimKind::KeptAlways, &[]);
        let test = (actions, condition, every);
        let held = progress_certificate(&naive, priority.as_ref(), test.clone());
        let expect = truth && !has_error;
        let report = judge(&held);
        let accepted = report.verdict == CheckVerdict::Accepted;
        assert_eq!(accepted, expect, "seed {seed}: {report:?}\n{}", text(&held));
        counts[0][usize::from(accepted)] += 1;
        let violated = violation_certificate(&naive, priority.as_ref(), test);
        if let Some(violated) = &violated {
            let report = judge(violated);
            let accepted = report.verdict == CheckVerdict::Accepted;
            assert_eq!(accepted, !truth, "seed {seed}: {report:?}\n{}", text(violated));
            counts[1][usize::from(accepted)] += 1;
        } else {
            assert!(truth, "seed {seed}: nothing is terminal");
        }
        for certificate in [Some(held), violated].into_iter().flatten() {
            let [rejected, accepted] = damage_at_random(random, &certificate, 12);
            damages = [damages[0] + rejected, damages[1] + accepted];
        }
    }
    assert!(counts.iter().flatten().all(|&n| n > 300), "both answers are frequent: {counts:?}");
    assert!(damages[0] > 10_000 && damages[1] > 1_000, "{damages:?}");
}

#[test]
fn vacuous_and_idle_are_accepted_iff_they_are_so() {
    let mut counts = [[0; 2]; 2];
    let mut damages = [0; 2];
    for seed in 0..6_000 {
        let random = &mut Random(seed);
        let (components, priority) = random_system(random);
        let naive = Naive::new(&components, priority.as_ref());
        let states = SetDoc::new(&components, naive.reachable());
        let property = components[random.below(components.len())].name.clone();
        let vacuous = Claim::Vacuous { property, system: 0 };
        let ways: Vec<_> = naive.ways(&naive.initial()).into_values().collect();
        // Where it is idle, if there is such a place, or anywhere.
        let is_idle =
            |way: &&(Vec<String>, Vec<Vector>)| naive.is_idle(way.1.last().unwrap_or(&naive.initial()));
        let way = ways.iter().find(is_idle).unwrap_or_else(|| &ways[random.below(ways.len())]);
        let mut trace = naive.along(way);
        let has_vectors = random.chance(50);
        if !has_vectors {
            trace.vectors = None;
        }
        for (i, claim) in [vacuous, Claim::Idle { system: 0, trace }].into_iter().enumerate() {
            let certificate = single(&components, priority.as_ref(), Some(states.clone()), claim);
            let report = judge(&certificate);
            let accepted = report.verdict == CheckVerdict::Accepted;
            // With its vectors the trace means just this way.
            let expect = match has_vectors && i == 1 {
                true => is_idle(&way),
                false => is_true(&certificate),
            };
            assert_eq!(accepted, expect, "seed {seed}: {report:?}\n{}", text(&certificate));
            counts[i][usize::from(accepted)] += 1;
            let [rejected, accepted] = damage_at_random(random, &certificate, 6);
            damages = [damages[0] + rejected, damages[1] + accepted];
        }
    }
    assert!(counts.iter().flatten().all(|&n| n > 100), "both answers are frequent: {counts:?}");
    assert!(damages[0] > 10_000 && damages[1] > 300, "{damages:?}");
}
