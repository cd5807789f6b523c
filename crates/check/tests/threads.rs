//! Any number of threads gives the same answers, with and without limits.

use std::sync::Arc;

use rely_check::{Explore, Reach};
use rely_lts::{
    Actions, Budget, Component, Context, LtsBuilder, Product, Purpose, Runs, Silent, Spent, StateId, System,
    compose, explore,
};
use rely_testkit::generate::{philosophers, token_ring};
use rely_testkit::threads::Threads;

/// All that an exploration says: states, transitions, the vectors, the runs, why it ended.
fn answers(
    system: &System,
    what: Explore,
    budget: &Budget,
    width: usize,
) -> (Vec<String>, Vec<Vec<StateId>>) {
    let executor = Threads(width);
    let reach = Reach::explore(system, what, Context { budget, progress: &Silent, executor: &executor });
    let told = vec![
        format!("{} {}", reach.n_states(), reach.n_transitions()),
        format!("{:?}", reach.deadlock_run()),
        format!("{:?}", reach.spent()),
    ];
    (told, reach.vectors().collect())
}

#[test]
fn explorations_agree() {
    let actions = Actions::new();
    let philosophers = philosophers(&actions, 9).system;
    let ring = token_ring(&actions, 11).system;
    for (system, what) in
        [(&philosophers, Explore::States), (&philosophers, Explore::Graph), (&ring, Explore::States)]
    {
        for limit in [None, Some(1), Some(5000), Some(20_001)] {
            let budget = Budget { states: limit, ..Budget::default() };
            let one = answers(system, what, &budget, 1);
            assert!(
                limit.is_some() || one.1.len() > 22_000,
                "large enough for several threads: {}",
                one.1.len()
            );
            assert!(limit.is_none_or(|limit| one.1.len() as u64 == limit), "{limit:?}: {}", one.1.len());
            for width in [2, 3] {
                assert_eq!(answers(system, what, &budget, width), one, "{width} threads, limit {limit:?}");
            }
        }
    }
}

#[test]
fn composed_systems_agree() {
    let actions = Actions::new();
    let system = philosophers(&actions, 9).system;
    let one = compose(&system, Context::unlimited()).unwrap();
    for width in [2, 3] {
        let executor = Threads(width);
        let ctx = Context { budget: &Budget::unlimited(), progress: &Silent, executor: &executor };
        let many = compose(&system, ctx).unwrap();
        assert!(one.lts.transitions().eq(many.lts.transitions()), "{width} threads");
        assert_eq!(one.deadlock, many.deadlock);
    }
}

/// The table of states grows in leaps; a limit on memory is kept all the same.
#[test]
fn a_limit_on_memory_is_kept() {
    let actions = Actions::new();
    let product = Product::new(&philosophers(&actions, 9).system);
    for limit in [100_000, 150_000, 200_000, 300_000, 400_000, 550_000] {
        for held in [0, 50_000] {
            let budget = Budget::unlimited().with_memory(limit).holding(held);
            let explored =
                explore(&product, Runs::Keep, Purpose::Explore, Context::with_budget(&budget), &mut ());
            assert_eq!(explored.spent, Some(Spent::Memory(limit)), "{limit} {held}");
            let bytes = explored.store.memory() + held;
            assert!(bytes as u64 <= limit + limit / 10, "{limit} {held}: {bytes}");
        }
    }
}

/// A packed state may have any bits, all ones too.
#[test]
fn a_state_of_ones_is_a_state() {
    let actions = Actions::new();
    let step = actions.intern("step");
    let part = |_: usize| {
        let mut builder = LtsBuilder::new(&actions);
        builder.ensure_states(2).unwrap();
        builder.add_transition(StateId::at(0), step, StateId::at(1));
        Component::new("C", Arc::new(builder.finish(StateId::at(0)).unwrap()))
    };
    let system = System::new("S", &actions, (0..64).map(part).collect());
    let reach = Reach::explore(&system, Explore::States, Context::unlimited());
    assert_eq!((reach.n_states(), reach.n_transitions()), (2, 1));
    assert_eq!(reach.deadlock_run().map(|run| run.actions.len()), Some(1));
}
