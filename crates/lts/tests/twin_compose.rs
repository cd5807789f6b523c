//! Composition against its definition.

use rely_lts::{Actions, Component, Context, Hiding, Lts, Priority, System, compose};
use rely_testkit::generate::{
    Family, RandomLts, RandomSystem, Rng, Shape, all_ltss, buffer_chain, milner_scheduler, philosophers,
    tau_chain, tau_grid, token_ring,
};
use rely_testkit::oracle;
use rely_testkit::text::{show, show_system};

fn check(system: &System, origin: &str) {
    let found = compose(system, Context::unlimited()).expect("no budget");
    let expected = oracle::compose(system).lts;
    assert!(
        oracle::are_isomorphic(&found.lts, &expected),
        "({origin})\n{}engine\n{}definition\n{}",
        show_system(system),
        show(&found.lts),
        show(&expected)
    );
    let deadlock = !oracle::deadlocks(&expected).is_empty();
    assert_eq!(found.deadlock, deadlock, "deadlock ({origin})\n{}", show_system(system));

    let mut unhidden = system.clone();
    unhidden.hiding = Hiding::Nothing;
    let culprits = culprits(&unhidden);
    assert_eq!(found.culprits, culprits, "culprits ({origin})\n{}", show_system(system));
}

/// The components that enter ERROR in some joint move: those that have a transition to ERROR with the label
/// of a joint move to ERROR. All that know the label take part in it, so each of them may choose its own
/// transition.
fn culprits(system: &System) -> Vec<usize> {
    let composed = oracle::compose(system);
    let mut found = Vec::new();
    for (i, component) in system.components.iter().enumerate() {
        let guilty = composed.lts.transitions().any(|(s, label, t)| {
            let name = composed.lts.label_name(label);
            t.is_error()
                && composed.vectors[s.index()].iter().any(|vector| {
                    component
                        .lts
                        .successors(vector[i])
                        .any(|(own, target)| target.is_error() && *component.lts.label_name(own) == *name)
                })
        });
        if guilty {
            found.push(i);
        }
    }
    found
}

fn pair(actions: &Actions, left: &Lts, right: &Lts) -> System {
    let component = |name: &str, lts: &Lts| Component::new(name, lts.clone().into());
    System::new("PAIR", actions, vec![component("L", left), component("R", right)])
}

/// All pairs of LTSs with two states, one shared action and tau; ERROR and END in one of them.
#[test]
fn all_pairs_with_two_states() {
    let actions = Actions::new();
    let plain: Vec<Lts> = all_ltss(&actions, 2, Shape::plain(1)).reachable_only().collect();
    let full: Vec<Lts> = all_ltss(&actions, 2, Shape::full(1)).every(29).collect();
    assert!(plain.len() > 20 && full.len() > 20, "{} and {} systems", plain.len(), full.len());
    for left in &plain {
        for right in &full {
            check(&pair(&actions, left, right), "pairs");
        }
    }
}

/// END in both, with alphabets that include each other or not.
#[test]
fn termination_in_all_combinations() {
    let actions = Actions::new();
    let one = Shape { tau: false, error: false, ..Shape::full(1) };
    let ending: Vec<Lts> = all_ltss(&actions, 2, one).collect();
    assert!(ending.len() > 20, "{} systems", ending.len());
    for left in &ending {
        for right in &ending {
            for renamed in ["a", "b"] {
                let right = oracle::relabel(right, &[(renamed, "a")]);
                check(&pair(&actions, left, &right), "termination");
                let wide = oracle::compose_ltss(
                    &actions,
                    &[&right, &rely_testkit::text::read(&actions, "alphabet c")],
                );
                check(&pair(&actions, left, &wide), "termination with a wider alphabet");
            }
        }
    }
}

#[test]
fn random_systems() {
    let actions = Actions::new();
    for seed in 0..3000 {
        let mut rng = Rng::new(seed);
        let knobs = RandomSystem { components: (1, 4), actions: 2 + rng.below(4), ..RandomSystem::default() };
        check(&knobs.generate(&actions, &mut rng), &format!("seed {seed}"));
    }
}

#[test]
fn random_systems_that_terminate() {
    let actions = Actions::new();
    let component =
        RandomLts { states: 3, end_percent: 80, tau_percent: 5, error_percent: 0, ..RandomLts::default() };
    for seed in 0..1500 {
        let knobs = RandomSystem { component, actions: 3, ..RandomSystem::default() };
        check(&knobs.generate(&actions, &mut Rng::new(seed)), &format!("seed {seed}"));
    }
}

#[test]
fn priorities_on_every_pair_of_actions() {
    let actions = Actions::new();
    let all: Vec<Lts> = all_ltss(&actions, 2, Shape::plain(2)).reachable_only().every(5).collect();
    assert!(all.len() > 100, "{} systems", all.len());
    for lts in all {
        for listed in [vec!["a"], vec!["b"], vec!["a", "b"], vec!["z"]] {
            let listed: Vec<String> = listed.into_iter().map(String::from).collect();
            for priority in [Priority::Low(listed.clone()), Priority::High(listed.clone())] {
                let mut system = System::new("P", &actions, vec![Component::new("C", lts.clone().into())]);
                system.priority = Some(priority);
                check(&system, "priorities");
            }
        }
    }
}

#[test]
fn nothing_in_parallel() {
    check(&System::new("EMPTY", &Actions::new(), vec![]), "empty");
}

#[test]
fn families_have_their_counts() {
    let actions = Actions::new();
    let check_counts = |family: Family| {
        let lts = compose(&family.system, Context::unlimited()).expect("no budget").lts;
        let counts = (lts.n_states() as u64, lts.n_transitions() as u64);
        let name = &family.system.components[0].name;
        assert_eq!(counts, (family.states.unwrap(), family.transitions.unwrap()), "{name}");
    };
    check_counts(philosophers(&actions, 8));
    check_counts(milner_scheduler(&actions, 10));
    check_counts(buffer_chain(&actions, 9, 2));
    check_counts(token_ring(&actions, 8));
    check_counts(tau_grid(&actions, 100));
    check_counts(tau_chain(&actions, 100_000));
    (2..4).for_each(|n| check(&philosophers(&actions, n).system, "philosophers"));
    (2..4).for_each(|n| check(&milner_scheduler(&actions, n).system, "Milner's scheduler"));
}
