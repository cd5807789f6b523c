//! Random systems and formulas.

use rely_certify::{Certificate, CheckVerdict, check};
use rely_ltl::{Formula as F, Proposition, Specification};
use rely_lts::{Actions, Component, Role, System};
use rely_testkit::certificates::keep_certificate;
use rely_testkit::generate::{RandomLts, RandomSystem, Rng};
use rely_testkit::oracle;

/// The claims of a certificate, or why it is rejected.
pub fn judge(certificate: &Certificate) -> Result<Vec<String>, String> {
    let bytes = serde_json::to_vec(certificate).unwrap();
    let report = check(&bytes);
    keep_certificate(&bytes, report.verdict == CheckVerdict::Accepted);
    match report.verdict {
        CheckVerdict::Accepted => Ok(report.claims),
        CheckVerdict::Rejected => Err(report.reason.unwrap()),
    }
}

/// A random system of processes, some with priority, some of which may enter ERROR, and of up to two
/// properties.
pub fn random_system(rng: &mut Rng, error_percent: usize) -> System {
    let actions = Actions::new();
    let component = RandomLts {
        states: 3,
        tau_percent: 10,
        error_percent: error_percent as _,
        end_percent: 20,
        ..RandomLts::default()
    };
    let knobs = RandomSystem {
        components: (1, 3),
        actions: 3,
        knows_percent: 70,
        component,
        ..RandomSystem::default()
    };
    let mut system = knobs.generate(&actions, rng);
    system.name = "S".to_string();
    let known: Vec<String> = system.alphabet().names().iter().map(|name| name.to_string()).collect();
    for i in 0..if error_percent > 0 { rng.below(3) } else { 0 } {
        let mut names: Vec<String> = known.iter().filter(|_| rng.percent(60)).cloned().collect();
        if rng.percent(20) {
            names = vec!["zzz".to_string()];
        }
        let knobs = RandomLts {
            states: 3,
            fan_out: 6,
            tau_percent: 0,
            error_percent: 0,
            end_percent: 0,
            ..component
        };
        let allowed = RandomLts { deterministic: true, ..knobs }.generate_over(&actions, &names, rng);
        let property = Component::new(format!("P{i}"), oracle::complete(&allowed).into());
        system.components.push(Component { role: Role::Property, ..property });
    }
    system
}

/// A random formula over four propositions, the last two of which are fluents.
pub fn random_formula(rng: &mut Rng, size: usize) -> F {
    if size <= 1 {
        return if rng.percent(5) { F::True } else { F::Prop(rng.below(4)) };
    }
    let left = 1 + rng.below(size - 1);
    let right = size - left;
    match rng.below(12) {
        0 => F::not(random_formula(rng, size - 1)),
        1 => F::next(random_formula(rng, size - 1)),
        2 | 3 => F::always(random_formula(rng, size - 1)),
        4 | 5 => F::eventually(random_formula(rng, size - 1)),
        6 => F::implies(random_formula(rng, left), random_formula(rng, right)),
        7 => F::until(random_formula(rng, left), random_formula(rng, right)),
        8 => F::weak_until(random_formula(rng, left), random_formula(rng, right)),
        9 => F::and(random_formula(rng, left), random_formula(rng, right)),
        10 => F::iff(random_formula(rng, left), random_formula(rng, right)),
        _ => F::or(random_formula(rng, left), random_formula(rng, right)),
    }
}

/// A random assert about a system; sometimes it knows an action that the system does not.
pub fn random_assert(system: &System, rng: &mut Rng) -> Specification {
    let mut names = system.alphabet().ids().to_vec();
    if rng.percent(15) || names.is_empty() {
        names.push(system.actions.intern("free"));
    }
    let mut some = |percent| names.iter().copied().filter(|_| rng.percent(percent)).collect::<Vec<_>>();
    let propositions = vec![
        Proposition::Actions { name: "A".into(), actions: some(40) },
        Proposition::Actions { name: "B".into(), actions: some(60) },
        Proposition::Fluent {
            name: "F".into(),
            initiating: some(40),
            terminating: some(40),
            initially: false,
        },
        Proposition::Fluent {
            name: "G".into(),
            initiating: some(30),
            terminating: some(60),
            initially: true,
        },
    ];
    let size = 1 + rng.below(7);
    let formula = random_formula(rng, size);
    Specification { name: "A".into(), formula, propositions, extension: Vec::new() }
}
