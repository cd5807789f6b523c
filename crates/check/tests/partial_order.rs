//! Partial-order reduction against the full search and against the definitions.

#[path = "partial_order/comparison.rs"]
mod comparison;
#[path = "partial_order/rings.rs"]
mod rings;

use comparison::{Tally, compare, compare_with};
use rely_check::{Explore, NotApplicable, Reach, ReducedCheck, Wanted, partial_order};
use rely_fsp::{Model, NoImports, parse};
use rely_lts::{
    Actions, Budget, Component, Context, Lts, LtsBuilder, Priority, Role, Spent, StateId, System, Trace,
    Verdict, ops,
};
use rely_testkit::corpus::Corpus;
use rely_testkit::generate::{self, RandomLts, RandomSystem, Rng, Shape, all_ltss};
use rely_testkit::oracle;
use rely_testkit::text::{read, show_system};

/// A random system of processes, and up to two complete properties over some of their actions.
fn random_system(actions: &Actions, knobs: RandomSystem, properties: usize, rng: &mut Rng) -> System {
    let mut system = RandomSystem { priority_percent: 0, hiding_percent: 0, ..knobs }.generate(actions, rng);
    let known: Vec<String> = system.alphabet().names().iter().map(|name| name.to_string()).collect();
    for i in 0..rng.below(properties + 1) {
        let mut names: Vec<String> = known.iter().filter(|_| rng.percent(60)).cloned().collect();
        if rng.percent(5) {
            names.push("free".to_string());
        }
        let allowed = RandomLts {
            states: 1 + rng.below(3),
            fan_out: 6,
            tau_percent: 0,
            error_percent: 0,
            end_percent: 0,
            deterministic: rng.percent(80),
            ..knobs.component
        };
        let allowed = allowed.generate_over(actions, &names, rng);
        let complete = oracle::complete(&allowed);
        let complete = if rng.percent(20) { with_another_error(&complete, rng) } else { complete };
        let property = Component::new(format!("P{i}"), complete.into());
        let at = rng.below(system.components.len() + 1);
        system.components.insert(at, Component { role: Role::Property, ..property });
    }
    if rng.percent(4) && system.components.iter().any(|c| c.role == Role::Property) {
        // Properties alone end each other's runs.
        system.components.retain(|c| c.role == Role::Property);
    }
    system
}

/// The same with one more way into ERROR, so that it has a choice.
fn with_another_error(lts: &Lts, rng: &mut Rng) -> Lts {
    let mut builder = LtsBuilder::new(lts.actions());
    builder.ensure_states(lts.n_states()).expect("it fits");
    let all: Vec<_> = lts.transitions().collect();
    for &(s, label, t) in &all {
        builder.add_transition(s, lts.alphabet().action(label), t);
    }
    if !all.is_empty() {
        let (s, label, _) = *rng.pick(&all);
        builder.add_transition(s, lts.alphabet().action(label), StateId::ERROR);
    }
    builder.finish(lts.initial()).expect("all states were added")
}

#[test]
fn random_systems_are_answered_as_by_the_full_search() {
    let actions = Actions::new();
    let mut tally = Tally::default();
    for seed in 0..6000 {
        let mut rng = Rng::new(seed);
        let component = RandomLts {
            states: 2 + rng.below(3),
            fan_out: 1 + rng.below(3),
            tau_percent: *rng.pick(&[0, 10, 30]),
            error_percent: *rng.pick(&[0, 5, 20]),
            end_percent: 20,
            deterministic: rng.percent(40),
            ..RandomLts::default()
        };
        let knobs = RandomSystem {
            components: (2, 4),
            actions: 2 + rng.below(5),
            knows_percent: 30 + rng.below(60),
            component,
            ..RandomSystem::default()
        };
        let system = random_system(&actions, knobs, 2, &mut rng);
        compare(&system, &mut tally, &|| format!("seed {seed}\n{}", show_system(&system)));
    }
    let Tally { held, violated, unknown, reduced, refused } = tally;
    assert!(held > 1000 && violated > 1000 && unknown > 50 && reduced > 500 && refused > 50, "{tally:?}");
}

/// Larger ones: more components than a person would look at, fewer shared actions, queues between some of
/// them.
#[test]
fn larger_random_systems_are_answered_as_by_the_full_search() {
    let actions = Actions::new();
    let mut tally = Tally::default();
    for seed in 0..1200 {
        let mut rng = Rng::new(1_000_000 + seed);
        let component = RandomLts {
            states: 3 + rng.below(4),
            fan_out: 3,
            tau_percent: *rng.pick(&[0, 10]),
            error_percent: *rng.pick(&[0, 1]),
            end_percent: 5,
            deterministic: rng.percent(70),
            ..RandomLts::default()
        };
        let knobs = RandomSystem {
            components: (4, 7),
            actions: 16 + rng.below(16),
            knows_percent: 10 + rng.below(12),
            component,
            ..RandomSystem::default()
        };
        let mut system = random_system(&actions, knobs, 2, &mut rng);
        let known: Vec<String> = system.alphabet().names().iter().map(|name| name.to_string()).collect();
        if rng.percent(60) && known.len() >= 4 {
            let mut pick = || rng.pick(&known).clone();
            let (puts, gets) = ([pick(), pick()], [vec![pick()], vec![pick(), pick()]]);
            system.components.push(rings::queue(&actions, "Q", &puts, &gets, 2));
        }
        let budget = Budget::unlimited().with_states(20_000);
        let reach = Reach::explore(&system, Explore::States, Context::with_budget(&budget));
        if reach.spent().is_none() {
            let dump = || format!("seed {seed}\n{}", show_system(&system));
            compare_with(&reach, &system, &mut tally, &dump);
        }
    }
    let Tally { held, violated, unknown, reduced, .. } = tally;
    assert!(held > 500 && violated > 500 && unknown > 10 && reduced > 500, "{tally:?}");
}

/// An LTS over `a` and `b`, over two other actions.
fn over(lts: &Lts, names: [&str; 2]) -> Lts {
    let pairs = [("a", names[0]), ("b", names[1])].map(|(old, new)| (old.to_string(), new.to_string()));
    ops::relabel(lts, &pairs)
}

fn system_of(actions: &Actions, parts: &[Lts]) -> System {
    let part = |(i, lts): (usize, &Lts)| Component::new(format!("C{i}"), lts.clone().into());
    System::new("S", actions, parts.iter().enumerate().map(part).collect())
}

/// All pairs of components with two states, over `a b` and over `b c`: every answer, also by the definition.
#[test]
fn all_pairs_of_small_components() {
    let actions = Actions::new();
    let shape = Shape { tau: false, ..Shape::plain(2) };
    let all: Vec<Lts> = all_ltss(&actions, 2, shape).from_states(2).collect();
    let moved: Vec<Lts> = all.iter().map(|lts| over(lts, ["b", "c"])).collect();
    let mut tally = Tally::default();
    for one in &all {
        for other in &moved {
            let system = system_of(&actions, &[one.clone(), other.clone()]);
            compare(&system, &mut tally, &|| show_system(&system));
        }
    }
    assert!(tally.held > 10_000 && tally.violated > 4_000 && tally.reduced > 10_000, "{tally:?}");
}

/// A share of all pairs with tau, ERROR and END, and of all triples in a ring, deadlock also by the
/// definition.
#[test]
fn many_pairs_and_triples_of_small_components() {
    let actions = Actions::new();
    let mut tally = Tally::default();
    let full: Vec<Lts> = all_ltss(&actions, 2, Shape::full(1)).from_states(2).every(23).collect();
    let local: Vec<Lts> =
        all_ltss(&actions, 2, Shape::full(1)).from_states(2).starting_at(7).every(29).collect();
    for one in &full {
        for other in &local {
            let system = system_of(&actions, &[one.clone(), other.clone()]);
            compare(&system, &mut tally, &|| show_system(&system));
        }
    }
    let shape = Shape { tau: false, error: true, end: true, actions: 2 };
    let parts: Vec<Lts> = all_ltss(&actions, 2, shape).from_states(2).every(149).collect();
    let ring =
        [["a", "b"], ["b", "c"], ["c", "a"]].map(|n| parts.iter().map(|p| over(p, n)).collect::<Vec<_>>());
    for (i, one) in ring[0].iter().enumerate() {
        for (j, two) in ring[1].iter().enumerate() {
            let three = &ring[2][(7 * i + 11 * j) % parts.len()];
            let system = system_of(&actions, &[one.clone(), two.clone(), three.clone()]);
            compare(&system, &mut tally, &|| show_system(&system));
            let whole = oracle::compose(&system).lts;
            let wanted = Wanted { deadlock: true, safety: Vec::new() };
            let deadlock = reduce(&system, &wanted).deadlock.expect("it was wanted");
            let run = deadlock.evidence().map(Trace::len);
            assert_eq!(run, oracle::shortest_deadlock(&whole), "{}", show_system(&system));
        }
    }
    assert!(tally.held > 1_000 && tally.violated > 1_000 && tally.reduced > 1_000, "{tally:?}");
}

fn reduce(system: &System, wanted: &Wanted) -> ReducedCheck {
    partial_order::check(system, wanted, Context::unlimited()).expect("the system has no priority")
}

#[test]
fn the_corpus_is_answered_as_by_the_full_search() {
    let mut tally = Tally::default();
    let mut priority = 0;
    for corpus in Corpus::all() {
        for (file, answer) in &corpus.expected.files {
            let parsed = parse(corpus.model(file).as_bytes());
            let (model, _) = Model::new(parsed.model.clone());
            for target in answer.targets.keys() {
                let budget = Budget::unlimited().with_states(30_000);
                let ctx = Context::with_budget(&budget);
                let Some(system) = model.system(target, &NoImports, ctx).system else { continue };
                if system.priority.is_some() {
                    priority += 1;
                    let wanted = Wanted::everything(&system);
                    assert!(partial_order::check(&system, &wanted, ctx).is_err(), "{file} {target}");
                    continue;
                }
                let reach = Reach::explore(&system, Explore::States, ctx);
                if reach.spent().is_none() {
                    compare_with(&reach, &system, &mut tally, &|| format!("{file} {target}"));
                }
            }
        }
    }
    let Tally { held, violated, reduced, .. } = tally;
    assert!(priority > 0 && held > 100 && violated > 20 && reduced > 5, "{priority} {tally:?}");
}

/// The election of a leader: what a partial order can do at best. Full search of seven nodes needs far more.
#[test]
fn a_leader_is_elected_in_few_states() {
    let actions = Actions::new();
    for (n, capacity, order) in [(3, 1, 1), (3, 2, 2), (4, 2, 3), (4, 2, 1)] {
        let system = rings::leader(&actions, n, capacity, order);
        compare(&system, &mut Tally::default(), &|| format!("{n} nodes, capacity {capacity}, order {order}"));
    }
    for order in [1, 2, 3] {
        let system = rings::leader(&actions, 7, 2, order);
        let result = reduce(&system, &Wanted::everything(&system));
        assert!(result.deadlock.is_some_and(|verdict| verdict.holds()), "order {order}");
        assert!(result.safety[0].verdict.holds() && result.safety[0].vacuous.is_none(), "order {order}");
        assert!(result.states < 200, "order {order}: {}", result.states);
    }
}

#[test]
fn philosophers_need_few_states() {
    let actions = Actions::new();
    for (n, most) in [(8, 250), (10, 400), (12, 600)] {
        let family = generate::philosophers(&actions, n);
        let result = reduce(&family.system, &Wanted::everything(&family.system));
        assert_eq!(result.deadlock.as_ref().and_then(Verdict::evidence).map(Trace::len), Some(n));
        assert!(result.states < most, "{n}: {}", result.states);
    }
    // One of them takes the other fork first, and nobody is stuck. One fork is watched.
    for (n, most) in [(6, 200), (20, 5_000)] {
        let system = rings::polite_philosophers(&actions, n);
        let result = reduce(&system, &Wanted::everything(&system));
        assert!(result.deadlock.is_some_and(|verdict| verdict.holds()), "{n}");
        assert!(result.safety[0].verdict.holds() && result.safety[0].vacuous.is_none(), "{n}");
        assert!(result.states < most, "{n}: {}", result.states);
    }
}

/// Something goes around forever beside the part that matters: what matters is not put off forever. Toward
/// the goal lead two events, so that the one event of the part that goes around looks better in every state.
#[test]
fn nothing_is_put_off_forever() {
    let actions = Actions::new();
    let part = |name: &str, text: &str| Component::new(name, read(&actions, text).into());
    let watch = part("P", "0 z.1 1; 0 z.2 1; 1 z.1 2; 1 z.2 2; 2 z.1 ERROR; 2 z.2 ERROR");
    let property = Component { role: Role::Property, ..watch };
    for spinner in ["0 a 0", "0 a 1; 1 a 0", "0 tau 1; 1 a 2; 2 b 0", "0 tau 0"] {
        let late = [part("ONE", "0 y.1 1; 1 z.1 0"), part("TWO", "0 y.2 1; 1 z.2 0")];
        let components = [vec![part("SPIN", spinner), property.clone()], late.to_vec()].concat();
        let system = System::new("S", &actions, components);
        compare(&system, &mut Tally::default(), &|| spinner.to_string());
        let result = reduce(&system, &Wanted::everything(&system));
        assert!(result.safety[0].verdict.evidence().is_some(), "{spinner}");
    }
}

/// Two components enter ERROR by one step, `a`. Done first, `a` leads to the error of one of them on the way
/// to the error of the other, so it must not be taken to be independent of what makes it an error.
#[test]
fn an_error_does_not_hide_one_that_comes_with_it() {
    let actions = Actions::new();
    let part = |name: &str, text: &str| Component::new(name, read(&actions, text).into());
    let components = vec![
        part("ORDER", "0 b 1; 1 e 2"),
        part("C", "0 b 1; 0 a 2; 1 a ERROR; 2 b ERROR"),
        part("I", "0 e 1; 0 a 2; 1 a ERROR; 2 e ERROR"),
    ];
    let system = System::new("S", &actions, components);
    let mut tally = Tally::default();
    compare(&system, &mut tally, &|| show_system(&system));
    assert_eq!(tally.violated, 2);
}

/// The deadlock lies behind `y`, which is possible only after `b`. Doing `a` first is right only together
/// with `b`.
#[test]
fn what_is_offered_later_beside_an_event_counts() {
    let actions = Actions::new();
    let part = Component::new("C", read(&actions, "0 a 1; 0 b 2; 1 b 3; 2 a 3; 2 y 4; 3 l 3").into());
    let system = System::new("S", &actions, vec![part]);
    let mut tally = Tally::default();
    compare(&system, &mut tally, &|| show_system(&system));
    assert_eq!(tally.violated, 1);
}

/// `a` competes with the last of many events that must come one after the other. The first of them is part of
/// every closed set with `a`, however far away.
#[test]
fn what_is_far_away_counts() {
    let actions = Actions::new();
    for n in [3, 30, 200, 1500] {
        let mut components = vec![Component::new("C", read(&actions, "0 a 1; 1 l 1; 0 y.0 2").into())];
        for i in 0..n {
            let steps = format!("0 y.{} 1; 1 y.{i} 2", i + 1);
            components.push(Component::new(format!("C{i}"), read(&actions, &steps).into()));
        }
        let system = System::new("S", &actions, components);
        let wanted = Wanted { deadlock: true, safety: Vec::new() };
        let deadlock = reduce(&system, &wanted).deadlock.expect("it was wanted");
        assert_eq!(deadlock.evidence().map(Trace::len), Some(n + 1));
    }
}

/// An observer that may or may not enter ERROR does not end a run.
#[test]
fn an_observer_with_a_choice_lets_runs_go_on() {
    let actions = Actions::new();
    let part = |text: &str| Component::new("C", read(&actions, text).into());
    let observer = |text: &str| Component { role: Role::Property, ..part(text) };
    let components = vec![part("0 a 1; 1 b 0"), observer("0 a 0; 0 a ERROR"), observer("0 b ERROR; 0 a 0")];
    let system = System::new("S", &actions, components);
    let mut tally = Tally::default();
    compare(&system, &mut tally, &|| show_system(&system));
    assert_eq!(tally.violated, 2);
}

/// Who takes the next message is open, but a message that is put behind it does not matter for that.
#[test]
fn a_queue_with_several_readers_needs_few_states() {
    let actions = Actions::new();
    let part = |name: &str, text: &str| Component::new(name, read(&actions, text).into());
    let names = |what: &str, n: usize| (1..=n).map(|i| format!("{what}.{i}")).collect::<Vec<_>>();
    let gets =
        |message: &str| names("get", 2).iter().map(|get| format!("{get}.{message}")).collect::<Vec<_>>();
    let puts =
        |message: &str| names("put", 3).iter().map(|put| format!("{put}.{message}")).collect::<Vec<_>>();
    let (puts, gets) = ([puts("a"), puts("b")].concat(), [vec![gets("a"); 3], vec![gets("b"); 3]].concat());
    let mut components = vec![rings::queue(&actions, "QUEUE", &puts, &gets, 3)];
    for i in 1..=3 {
        components.push(part("WRITER", &format!("0 put.{i}.a 1; 1 put.{i}.b 0")));
    }
    for i in 1..=2 {
        components.push(part("READER", &format!("0 get.{i}.a 1; 0 get.{i}.b 2; 1 work.{i} 0; 2 work.{i} 0")));
    }
    let system = System::new("S", &actions, components);
    compare(&system, &mut Tally::default(), &|| show_system(&system));
    let result = reduce(&system, &Wanted::everything(&system));
    assert!(result.states < 100, "{}", result.states);
}

/// A property that is not complete takes part in the behavior and stays in every search.
#[test]
fn an_incomplete_property_is_not_left_out() {
    let actions = Actions::new();
    let part = |text: &str| Component::new("C", read(&actions, text).into());
    let blocks = Component { role: Role::Property, ..part("0 a 0; alphabet b") };
    let fails = Component { role: Role::Property, ..part("0 b ERROR; 0 a 0") };
    let system = System::new("S", &actions, vec![part("0 a 0; 0 b 1"), blocks, fails]);
    let result = reduce(&system, &Wanted::everything(&system));
    assert!(result.deadlock.is_some_and(|verdict| verdict.holds()));
    let verdicts: Vec<_> =
        result.safety.iter().map(|result| (result.component, result.verdict.holds())).collect();
    assert_eq!(verdicts, [(1, true), (2, true)]);
    // It need not refuse anything at the start.
    let blocks = Component { role: Role::Property, ..part("0 a 1; 0 b 0; 1 a 1") };
    let fails = Component { role: Role::Property, ..part("0 b ERROR; 0 a 0") };
    let system = System::new("S", &actions, vec![part("0 a 1; 1 a 1; 1 b 2"), blocks, fails]);
    let result = reduce(&system, &Wanted::everything(&system));
    assert!(result.deadlock.is_some_and(|verdict| verdict.holds()));
    assert!(result.safety.iter().all(|result| result.verdict.holds()));
}

#[test]
fn what_does_not_apply_is_said() {
    let actions = Actions::new();
    let part = |text: &str| Component::new("C", read(&actions, text).into());
    let mut system = System::new("S", &actions, vec![part("0 a 0; 0 b 1")]);
    system.priority = Some(Priority::Low(vec!["b".to_string()]));
    let wanted = Wanted::everything(&system);
    let refused = partial_order::check(&system, &wanted, Context::unlimited());
    assert!(matches!(refused, Err(NotApplicable::Unsupported(why)) if why.contains("priority")));

    // `b` is known to the property only: nothing is ever stuck, and the full search says why that says
    // nothing.
    let property = Component { role: Role::Property, ..part("0 a 0; 0 b ERROR") };
    let system = System::new("S", &actions, vec![part("0 a 1"), property]);
    let mut wanted = Wanted::everything(&system);
    assert!(partial_order::check(&system, &wanted, Context::unlimited()).is_err());
    wanted.deadlock = false;
    let result = reduce(&system, &wanted);
    assert_eq!(result.safety[0].verdict.evidence().map(Trace::len), Some(1));
}

#[test]
fn a_spent_budget_is_unknown() {
    let actions = Actions::new();
    let system = rings::polite_philosophers(&actions, 10);
    let budget = Budget::unlimited().with_states(100);
    let wanted = Wanted::everything(&system);
    let result = partial_order::check(&system, &wanted, Context::with_budget(&budget)).expect("no priority");
    let spent = Verdict::Unknown(Spent::States(100).into());
    assert_eq!(result.deadlock, Some(spent.clone()));
    assert_eq!(result.safety[0].verdict, spent);
    let nothing = Wanted { deadlock: false, safety: Vec::new() };
    let result = reduce(&system, &nothing);
    assert!(result.deadlock.is_none() && result.safety.is_empty() && result.states == 0);
}
