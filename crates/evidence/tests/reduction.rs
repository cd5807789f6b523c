//! Reduced searches of random systems: each one that holds becomes a certificate, which the checker accepts.

mod common;

use common::{judge, random_system};
use rely_certify::Claim;
use rely_check::partial_order::{Followed, FollowedSets};
use rely_check::{Explore, Reach};
use rely_evidence::Verdicts;
use rely_lts::{Context, Role, System, Verdict};
use rely_testkit::generate::Rng;
use rely_testkit::text::show_system;

/// Does a claim that a reduced search shows fit the verdict of the full search? How many states it has.
fn examine(
    system: &System,
    verdict: &Verdict,
    followed: Option<Followed>,
    name: Option<&str>,
) -> Option<u64> {
    let shown = || format!("{name:?} {verdict:?}\n{}", show_system(system));
    let Some(followed) = followed else {
        assert!(!verdict.holds(), "{}", shown());
        return None;
    };
    assert!(verdict.holds(), "{}", shown());
    let mut verdicts = Verdicts::new(system);
    match name {
        None => verdicts.deadlock_freedom_by(&followed),
        Some(name) => verdicts.safety_by(name, &followed),
    }
    let certificate = verdicts.certificate(None, None).expect("there is a claim");
    let judged = judge(&certificate);
    assert!(judged.is_ok(), "{judged:?}\n{}", shown());
    let (Claim::DeadlockFreedomByReduction { reduction, .. } | Claim::SafetyByReduction { reduction, .. }) =
        &certificate.claims[0]
    else {
        panic!("it is a claim by reduction")
    };
    Some(reduction.states.count)
}

#[test]
fn every_reduced_search_that_holds_is_a_certificate() {
    let [mut deadlock, mut safety, mut reduced, mut none] = [0; 4];
    for seed in 0..4_000 {
        let mut rng = Rng::new(seed);
        let mut system = random_system(&mut rng, if seed % 2 == 0 { 3 } else { 0 });
        if rng.percent(80) {
            system.priority = None;
        }
        let ctx = Context::unlimited();
        let Ok(sets) = FollowedSets::new(&system, ctx) else {
            none += 1;
            continue;
        };
        let reach = Reach::explore(&system, Explore::States, ctx);
        let n_states = reach.n_states() as u64;
        let (full, results) = reach.verdicts(ctx);
        let observed = system.components.iter().any(|c| c.role == Role::Property);
        let followed = sets.deadlock().unwrap();
        // Where properties have actions of their own, nothing is ever stuck, and no reduced search says so.
        if (followed.is_some() || !observed)
            && let Some(n) = examine(&system, &full, followed, None)
        {
            deadlock += 1;
            reduced += usize::from(n < n_states);
        }
        for result in results {
            let name = &system.components[result.component].name;
            let is_named = |i: &usize| system.components[*i].name == *name;
            let places: Vec<usize> = (0..system.components.len()).filter(is_named).collect();
            if places.len() > 1 {
                continue;
            }
            let followed = sets.errors(&places).unwrap();
            safety += usize::from(examine(&system, &result.verdict, followed, Some(name)).is_some());
        }
    }
    assert!(
        deadlock > 300 && safety > 300 && reduced > 100 && none > 50,
        "{deadlock} {safety} {reduced} {none}"
    );
}
