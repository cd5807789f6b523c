//! Random formulas.

use rely_ltl::{Formula as F, Proposition, Specification};
use rely_lts::System;
use rely_testkit::generate::Rng;

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
