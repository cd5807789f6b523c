//! The layer: names, fields, rules, instances, and code of the user that says something itself.
#![cfg(feature = "tracing")]

use std::sync::{Arc, Mutex};

use rely_monitor::map::Map;
use rely_monitor::{Kind, LayerBuilder, MonitorLayer, OnViolation, Table, VIOLATED};
use tracing_subscriber::layer::SubscriberExt;

const V: u32 = VIOLATED;
const LOCK: Table<'static> =
    Table::constant("LOCK", Kind::Assumption, &["lock", "read.1", "unlock"], 2, &[1, V, V, V, 1, 0], None);

/// Runs some code with a layer, and gives it and the alarms.
fn layered(builder: LayerBuilder, code: impl FnOnce()) -> (MonitorLayer, Vec<String>) {
    let alarms: Arc<Mutex<Vec<String>>> = Arc::default();
    let told = alarms.clone();
    let on_violation = OnViolation::call(move |alarm| told.lock().unwrap().push(alarm.to_string()));
    let layer = builder.on_violation(on_violation).build().expect("the rules are right");
    let subscriber = tracing_subscriber::registry().with(layer.clone());
    tracing::subscriber::with_default(subscriber, code);
    let alarms = alarms.lock().unwrap().clone();
    (layer, alarms)
}

#[test]
fn without_rules_an_event_is_the_action_of_its_name() {
    let (layer, alarms) = layered(MonitorLayer::builder(LOCK), || {
        tracing::info!(name: "lock", "a name of its own");
        tracing::info!(event = "read[1]");
        tracing::debug!(action = "read.1", name = "lock");
        tracing::trace!("unlock");
        let _span = tracing::info_span!("lock").entered();
        tracing::info!("{}lock", "un");
        tracing::info!("unlock");
        tracing::info!(event = "lock");
        tracing::info!("something else");
        tracing::info!(other = 1);
    });
    let expected = "the environment violated assumption LOCK at step 7: `unlock` in state 0 after `lock`, `read.1`, `read.1`, \
                    `unlock`, `lock`, `unlock`; allowed: `lock`";
    assert_eq!(alarms, [expected]);
    let counts = layer.counts();
    assert_eq!((counts.judged, counts.violations, counts.ignored), (8, 1, 0));
    assert_eq!(counts.unmapped.len(), 2, "{counts:?}");
    assert_eq!(counts.unmapped.get("something else"), Some(&1));
    assert!(
        counts.unmapped.keys().any(|name| name.starts_with("event ")),
        "what has no name at all is told by its place"
    );
    assert!(layer.is_violated());
}

#[test]
fn rules_look_at_fields_of_all_types() {
    let builder = MonitorLayer::builder(LOCK)
        .ignore("heartbeat")
        .event(
            "lock",
            &[("who", "exec"), ("number", "-3"), ("big", "7"), ("flag", "true"), ("part", "1.5")],
            "lock",
        )
        .event("lock", &[("who", "Shown"), ("huge", "340*"), ("least", "-170*")], "unlock")
        .event("read", &[], "read[{value}]")
        .event("also*", &[("error", "gone*")], "read.1");
    let (layer, alarms) = layered(builder, || {
        #[derive(Debug)]
        struct Shown;
        tracing::info!(name: "heartbeat", beat = 1);
        tracing::info!(name: "lock", who = "exec", number = -3, big = 7u64, flag = true, part = 1.5);
        tracing::info!(name: "read", value = 1);
        tracing::info!(name: "read", value = 2);
        tracing::info!(name: "read", "without it");
        let error: &(dyn std::error::Error + 'static) = &std::io::Error::other("gone away");
        tracing::info!(name: "also_this", error);
        tracing::info!(name: "also_this", other = 1);
        tracing::info!(name: "lock", who = ?Shown, huge = u128::MAX, least = i128::MIN);
        tracing::info!(name: "lock", who = %"nobody");
    });
    assert_eq!(alarms, [""; 0]);
    let counts = layer.counts();
    assert_eq!((counts.judged, counts.ignored), (4, 1));
    assert_eq!(
        counts.unmapped.into_iter().collect::<Vec<_>>(),
        [("also_this".to_string(), 1), ("lock".to_string(), 1)]
    );
    let foreign: Vec<(String, u64)> = counts.foreign.into_iter().collect();
    assert_eq!(foreign, [("read.2".to_string(), 1), ("read.{value}".to_string(), 1)]);
}

#[cfg(feature = "map")]
#[test]
fn a_file_of_rules_names_events_and_instances() {
    let map = Map::read(
        r#"
        version = 1
        [source]
        event = "what"
        key = "request"
        [[event]]
        name = "taken"
        action = "lock"
        [[event]]
        name = "given"
        action = "unlock"
        "#,
    )
    .expect("it is a map");
    let builder = MonitorLayer::builder(LOCK).map(map).limit(2);
    let (layer, alarms) = layered(builder, || {
        tracing::info!(what = "taken", request = 7);
        tracing::info!(name: "given", what = "taken", request = "b");
        tracing::info!(what = "given", request = "b");
        tracing::info!(what = "taken", request = 7);
        tracing::info!(what = "taken");
        tracing::info!(what = "taken", request = "c");
    });
    let expected = "7: the environment violated assumption LOCK at step 2: `lock` in state 1 after `lock`; allowed: `read.1`, `unlock`";
    assert_eq!(alarms, [expected]);
    let counts = layer.counts();
    assert_eq!((counts.judged, counts.without_key, counts.refused), (4, 1, 1));
    assert_eq!(layer.warnings().len(), 1, "no rule gives read.1");
    assert_eq!(layer.finish("b").map(|run| run.steps()), Some(2));
    assert!(layer.finish("b").is_none());
}

#[test]
fn wrong_rules_are_findings() {
    let wrong = |builder: LayerBuilder| {
        let findings = builder.build().expect_err("the rules are wrong");
        findings.iter().map(ToString::to_string).collect::<Vec<_>>().join("; ")
    };
    let builder = MonitorLayer::builder(LOCK).event("a", &[], "lock").event("b", &[], "lokc");
    assert_eq!(wrong(builder), "2:1: LOCK has no action `lokc` (its actions are `lock`, `read.1`, `unlock`)");
    let text = wrong(MonitorLayer::builder(LOCK).event("b", &[], "read.{value"));
    assert!(text.starts_with("1:1: LOCK has no action `read.{value`"), "{text}");
}

#[test]
fn names_without_end_are_counted_not_kept() {
    let (layer, _) = layered(MonitorLayer::builder(LOCK), || {
        for number in 0..1_500 {
            tracing::info!("event number {number}");
        }
    });
    let counts = layer.counts();
    assert_eq!((counts.unmapped.len(), counts.further), (1_000, 500));
}

#[test]
fn numbers_are_written_as_everywhere() {
    for number in [0, 9, 10, 12_345, u64::MAX] {
        let builder = MonitorLayer::builder(LOCK).event("lock", &[], "{what}").event("*", &[], "lock");
        let (layer, _) = layered(builder, || tracing::info!(name: "lock", what = number));
        assert_eq!(layer.counts().foreign.into_iter().next(), Some((number.to_string(), 1)));
    }
}

#[test]
fn instances_are_told_apart_where_the_name_alone_decides() {
    let (layer, alarms) = layered(MonitorLayer::builder(LOCK).key("request"), || {
        for request in [1, 2] {
            tracing::info!(name: "lock", request);
        }
        tracing::info!(name: "lock", other = 1);
    });
    assert_eq!(alarms, [""; 0], "each is locked once");
    assert_eq!((layer.counts().judged, layer.counts().without_key), (2, 1));
}
