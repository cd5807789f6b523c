//! Random small transition systems: relations against their definitions.
#![allow(missing_docs)]

mod common;

use common::relations::{Both, RELATIONS, difference_certificate, relation_certificate, trimmed};
use common::systems::{damage_at_random, random_component};
use common::*;
use rely_certify::*;

/// Two systems that are often alike: the second is the first with a change, or any.
fn random_pair(random: &mut Random) -> [ComponentDoc; 2] {
    let any = |random: &mut Random| loop {
        let mut component = random_component(random, "P");
        if component.role != RoleDoc::Property {
            component.role = RoleDoc::Process;
            // tau is rare in systems; here it is the point.
            for state in 0..component.states {
                if component.end != Some(state) && random.chance(40) {
                    let to = random.below(component.states as usize + 1) as i64 - 1;
                    component.transitions.push((state, 0, if random.chance(80) { to.max(0) } else { to }));
                }
            }
            break component.sorted();
        }
    };
    let left = any(random);
    let mut right = any(random);
    if random.chance(60) {
        right = left.clone();
        // A copy of a state, to which some transitions lead instead; sometimes one more transition.
        let (old, new) = (random.below(right.states as usize) as u32, right.states);
        right.states += 1;
        let copies: Vec<_> =
            right.transitions.iter().filter(|t| t.0 == old).map(|t| (new, t.1, t.2)).collect();
        right.transitions.extend(copies);
        for t in right.transitions.iter_mut().filter(|t| t.2 == i64::from(old)) {
            if right.end != Some(old) && random.chance(50) {
                t.2 = new.into();
            }
        }
        if right.end == Some(old) {
            right.transitions.push((new, 0, old.into()));
        }
        if random.chance(40) && right.end != Some(0) {
            let to = random.below(right.states as usize) as i64;
            right.transitions.push((0, random.below(right.alphabet.len() + 1) as u32, to));
        }
        if random.chance(30) && !right.transitions.is_empty() {
            let at = random.below(right.transitions.len());
            right.transitions.remove(at);
        }
        right = right.sorted();
    }
    let pair = [trimmed(&left), trimmed(&right)];
    if random.chance(50) { pair } else { [pair[1].clone(), pair[0].clone()] }
}

#[test]
fn relations_are_accepted_iff_they_hold() {
    for relation in RELATIONS {
        let (mut counts, mut damages) = ([0; 2], [0; 2]);
        for seed in 0..600 {
            let random = &mut Random(seed);
            let [left, right] = random_pair(random);
            let holds = Both::new([&left, &right], relation).holds();
            let certificate = relation_certificate(&left, &right, relation);
            let report = judge(&certificate);
            let accepted = report.verdict == CheckVerdict::Accepted;
            assert_eq!(accepted, holds, "{relation:?}, seed {seed}: {report:?}\n{}", text(&certificate));
            counts[usize::from(holds)] += 1;
            let difference = difference_certificate(&left, &right, relation);
            assert_eq!(difference.is_some(), !holds, "{relation:?}, seed {seed}");
            if let Some(difference) = &difference {
                accept(difference);
            }
            for certificate in [Some(certificate), difference].into_iter().flatten() {
                let [rejected, accepted] = damage_at_random(random, &certificate, 10);
                damages = [damages[0] + rejected, damages[1] + accepted];
            }
        }
        assert!(counts.iter().all(|&n| n > 100), "{relation:?}: both answers are frequent: {counts:?}");
        assert!(damages[0] > 1_500 && damages[1] > 50, "{relation:?}: {damages:?}");
    }
}
