//! Random small systems, and certificates that are damaged at random.

use rely_certify::*;

use super::damages::random_damage;
use super::*;

pub const NAMES: [&str; 3] = ["a", "b", "c"];

pub fn random_component(random: &mut Random, name: &str) -> ComponentDoc {
    let alphabet: Vec<&str> = NAMES.into_iter().filter(|_| random.chance(65)).collect();
    let states = 1 + random.below(3) as u32;
    let target = |random: &mut Random, error: usize| {
        if random.chance(error) { ERROR } else { random.below(states as usize) as i64 }
    };
    let mut transitions = vec![];
    if random.chance(20) {
        for state in 0..states {
            for &action in &alphabet {
                transitions.push((state, action, target(random, 30)));
            }
        }
        return part(name, RoleDoc::Property, &alphabet.join(" "), states, &transitions);
    }
    let end = (states > 1 && random.chance(30)).then(|| random.below(states as usize) as u32);
    for state in (0..states).filter(|&state| end != Some(state)) {
        for &action in alphabet.iter().chain(&["tau"]) {
            let n = if action == "tau" { random.below(5) / 4 } else { random.below(5) / 2 };
            for _ in 0..n {
                transitions.push((state, action, target(random, 5)));
            }
        }
    }
    let mut component = process(name, &alphabet.join(" "), states, &transitions);
    component.initial = random.below(states as usize) as u32;
    component.end = end;
    if random.chance(10) {
        component.role = RoleDoc::Constraint;
    }
    component
}

pub fn random_system(random: &mut Random) -> (Vec<ComponentDoc>, Option<PriorityDoc>) {
    let n = 1 + random.below(3);
    let components: Vec<ComponentDoc> =
        (0..n).map(|i| random_component(random, ["P", "Q", "R"][i])).collect();
    let low: Vec<&str> = NAMES
        .into_iter()
        .filter(|name| components.iter().any(|c| c.alphabet.iter().any(|a| a == name)) && random.chance(50))
        .collect();
    let tau = if random.chance(50) { TauDoc::Low } else { TauDoc::High };
    let priority = if random.chance(40) { priority(&low, tau) } else { None };
    (components, priority)
}

/// A certificate of one claim about one system.
pub fn single(
    components: &[ComponentDoc],
    priority: Option<&PriorityDoc>,
    states: Option<SetDoc>,
    claim: Claim,
) -> Certificate {
    let (components, priority) = (components.to_vec(), priority.cloned());
    let system = SystemDoc { components, name: "SYS".into(), priority, states };
    Certificate::new("test", None, vec![system], vec![claim])
}

/// Some of the names, sorted.
pub fn some_of(random: &mut Random, names: &[&str], percent: usize) -> Vec<String> {
    let mut some: Vec<String> =
        names.iter().filter(|_| random.chance(percent)).map(|name| name.to_string()).collect();
    some.sort();
    some
}

/// Damages a certificate so many times, each time in one or two places, with digests that fit. Whatever is
/// accepted must be true. Returns how many were rejected and accepted.
pub fn damage_at_random(random: &mut Random, certificate: &Certificate, times: usize) -> [usize; 2] {
    let document = serde_json::to_value(certificate).unwrap();
    let mut counts = [0; 2];
    for _ in 0..times {
        let mut damaged = document.clone();
        for _ in 0..1 + random.below(4) / 3 {
            random_damage(random, &mut damaged);
        }
        let Ok(other) = serde_json::from_value::<Certificate>(damaged) else { continue };
        let other = other.sealed();
        if other == *certificate {
            continue;
        }
        let report = judge(&other);
        let accepted = report.verdict == CheckVerdict::Accepted;
        assert!(!accepted || is_true(&other), "{report:?}\n{}\n{}", text(&other), text(certificate));
        counts[usize::from(accepted)] += 1;
    }
    counts
}
