//! What an event costs, in nanoseconds: `key value` per line, for `cargo xtask bench monitor`.
//!
//! Each figure is the smallest of several rounds: whatever else runs on the machine only makes it larger.

use std::hint::black_box;
use std::rc::Rc;
use std::time::Instant;

use rely_monitor::{
    Instances, Kind, Monitor, MonitorLayer, MonitorSink, OnViolation, Outcome, OwnedTable, VIOLATED, event,
    set_local,
};
use tracing_subscriber::layer::SubscriberExt;

const ROUNDS: usize = 60;
const STATES: u32 = 64;
const ACTIONS: u32 = 16;

/// An automaton in which a quarter of the entries is a violation, and a walk that keeps to it.
fn automaton() -> (OwnedTable, Vec<u32>) {
    let mut seed = 1u64;
    let mut below = move |n: u32| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (seed >> 33) as u32 % n
    };
    let names = (0..ACTIONS).map(|i| format!("component.action.{i:02}")).collect();
    let next: Vec<u32> =
        (0..STATES * ACTIONS).map(|_| if below(4) == 0 { VIOLATED } else { below(STATES) }).collect();
    let owned = OwnedTable::new("SPEED", Kind::Assumption, names, STATES, next, None).expect("it is a table");
    let (table, mut state, mut walk) = (owned.table(), 0, Vec::new());
    // It ends where it began, so that it can be repeated.
    while walk.len() < 4_096 || state != 0 {
        let allowed: Vec<u32> = table.allowed(state).collect();
        let action = allowed[below(allowed.len() as u32) as usize];
        walk.push(action);
        state = table.step(state, action);
    }
    (owned, walk)
}

/// Prints the smallest number of nanoseconds per event.
fn measure(key: &str, events: u64, mut round: impl FnMut()) {
    round();
    let mut best = f64::INFINITY;
    for _ in 0..ROUNDS {
        let start = Instant::now();
        round();
        best = best.min(start.elapsed().as_nanos() as f64 / events as f64);
    }
    println!("{key} {best:.2}");
}

fn main() {
    let (owned, walk) = automaton();
    let table = owned.leak();
    let repeats = 200;
    let events = repeats * walk.len() as u64;

    let mut monitor: Monitor<'_> = Monitor::new(table);
    measure("bare", events, || {
        for _ in 0..repeats {
            for &action in &walk {
                assert!(monitor.feed(black_box(action)) == Outcome::Kept, "the walk keeps to the automaton");
            }
        }
    });
    let names: Vec<&'static str> = walk.iter().map(|action| table.action_name(*action)).collect();
    let few = events / 20;
    let mut monitor: Monitor<'_> = Monitor::new(table);
    measure("by_name", few, || {
        for _ in 0..repeats / 20 {
            names.iter().for_each(|name| assert!(monitor.feed_name(name) == Outcome::Kept));
        }
    });
    let mut instances: Instances<'_, u64> = Instances::new(table);
    measure("instances_100", walk.len() as u64 * 100, || {
        for &action in &walk {
            (0..100).for_each(|key| assert!(instances.feed(&key, action) == Ok(Outcome::Kept)));
        }
    });
    measure("event_without_sink", events, || {
        for _ in 0..repeats {
            names.iter().for_each(|name| event!(black_box(*name)));
        }
    });
    let sink = Rc::new(MonitorSink::new([table], OnViolation::Panic));
    let guard = set_local(sink);
    measure("event_with_sink", few, || {
        for _ in 0..repeats / 20 {
            names.iter().for_each(|name| event!(name));
        }
    });
    drop(guard);
    traced(repeats * 500);
}

/// Two events in turns, as `tracing` has them: by name, with a field that a rule looks at, and with an
/// instance.
fn traced(events: u64) {
    let names = vec!["lock".into(), "unlock".into()];
    let turns = OwnedTable::new("TURNS", Kind::Assumption, names, 2, vec![1, VIOLATED, VIOLATED, 0], None);
    let turns = turns.expect("it is a table").leak();
    let by_name = |events: u64| {
        for _ in 0..events / 2 {
            tracing::info!(name: "lock", who = "exec");
            tracing::info!(name: "unlock", who = "exec");
        }
    };
    let by_field = |events: u64| {
        for _ in 0..events / 2 {
            tracing::info!(name: "lock", who = "exec", number = black_box(7u64));
            tracing::info!(name: "unlock", who = "exec", number = black_box(7u64));
        }
    };
    measure("tracing_without_subscriber", events, || by_name(events));
    tracing::subscriber::with_default(tracing_subscriber::registry(), || {
        measure("tracing_registry_alone", events, || by_name(events));
    });
    let plain = MonitorLayer::builder(turns).on_violation(OnViolation::Panic);
    let plain = plain.build().expect("there are no rules");
    tracing::subscriber::with_default(tracing_subscriber::registry().with(plain.clone()), || {
        measure("tracing_by_name", events, || by_name(events));
    });
    assert!(!plain.is_violated() && plain.counts().judged > 0);
    let rules = || {
        let builder = MonitorLayer::builder(turns).on_violation(OnViolation::Panic);
        builder.event("lock", &[("who", "exec")], "lock").event("unlock", &[("who", "exec")], "unlock")
    };
    let ruled = rules().build().expect("the rules are right");
    tracing::subscriber::with_default(tracing_subscriber::registry().with(ruled.clone()), || {
        measure("tracing_by_field", events, || by_field(events));
    });
    assert!(!ruled.is_violated() && ruled.counts().judged > 0);
    let keyed = rules().key("number").build().expect("the rules are right");
    tracing::subscriber::with_default(tracing_subscriber::registry().with(keyed.clone()), || {
        measure("tracing_by_field_and_key", events, || by_field(events));
    });
    assert!(!keyed.is_violated() && keyed.counts().judged > 0);
}
