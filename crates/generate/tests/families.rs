//! The structured families against composition by definition: counts, deadlocks, properties.

use rely_generate::{
    Family, Kind, Request, buffer_chain, leader_election, milner_scheduler, philosophers,
    philosophers_corrected, token_ring,
};
use rely_lts::Actions;
use rely_testkit::oracle::{compose, shortest_deadlock, shortest_error};

#[track_caller]
fn check(kind: Kind, n: usize, values: u64, family: &Family, deadlock: Option<usize>) {
    let composed = compose(&family.system).lts;
    let counts = (composed.n_states() as u64, composed.n_transitions() as u64);
    assert_eq!((family.states, family.transitions), (Some(counts.0), Some(counts.1)), "{kind:?} {n}");
    let request = Request { values, ..Request::new(kind, n as u64) };
    assert_eq!(request.expected(), Some((counts.0.into(), counts.1.into())), "{kind:?} {n}");
    assert_eq!(shortest_deadlock(&composed), deadlock, "{kind:?} {n}");
    assert_eq!(shortest_error(&composed), None, "{kind:?} {n}");
}

#[test]
fn the_documented_counts_come_out() {
    let actions = Actions::new();
    for n in 2..=5 {
        // Each takes its left fork.
        check(Kind::Philosophers, n, 2, &philosophers(&actions, n), Some(n));
        check(Kind::PhilosophersCorrected, n, 2, &philosophers_corrected(&actions, n), None);
        check(Kind::Milner, n, 2, &milner_scheduler(&actions, n), None);
        check(Kind::TokenRing, n, 2, &token_ring(&actions, n), None);
    }
    for (n, values) in [(1, 1), (1, 2), (2, 2), (3, 2), (4, 1), (2, 5)] {
        check(Kind::Buffers, n, values as u64, &buffer_chain(&actions, n, values), None);
    }
}

#[test]
fn the_visible_actions_are_the_documented_ones() {
    let actions = Actions::new();
    let names = |family: Family| {
        let lts = compose(&family.system).lts;
        lts.alphabet().names().iter().map(ToString::to_string).collect::<Vec<_>>()
    };
    assert_eq!(names(philosophers(&actions, 2)), ["phil.0.eat", "phil.1.eat"]);
    assert_eq!(names(buffer_chain(&actions, 2, 2)), ["in.0", "in.1", "out.0", "out.1"]);
    assert_eq!(names(milner_scheduler(&actions, 2)), ["cell.0.start", "cell.1.start"]);
    assert_eq!(names(token_ring(&actions, 2)).len(), 4);
    assert_eq!(names(leader_election(&actions, 3)).len(), 6);
}

#[test]
fn exactly_one_node_is_elected_and_all_end() {
    let actions = Actions::new();
    for n in 2..=4 {
        let composed = compose(&leader_election(&actions, n).system).lts;
        assert_eq!((shortest_deadlock(&composed), shortest_error(&composed)), (None, None), "{n}");
        assert!(composed.end().is_some(), "{n}");
        // Whatever the order of messages, the same node is elected.
        let leaders =
            composed.transitions().filter(|(_, label, _)| composed.label_name(*label).ends_with("leader"));
        let mut who: Vec<String> =
            leaders.map(|(_, label, _)| composed.label_name(label).to_string()).collect();
        who.sort_unstable();
        who.dedup();
        assert_eq!(who.len(), 1, "{n}: {who:?}");
    }
}
