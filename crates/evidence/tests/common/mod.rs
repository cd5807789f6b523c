//! Random systems.

use rely_certify::{Certificate, CheckVerdict, check};
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
