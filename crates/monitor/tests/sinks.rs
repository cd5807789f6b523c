//! Sinks that judge, instances, and what is done about violations.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex};

use rely_monitor::{
    Alarm, Full, Instances, Kind, MonitorSink, OnViolation, Outcome, Table, VIOLATED, event, set_global,
};

const V: u32 = VIOLATED;
const TURNS: Table<'static> =
    Table::constant("TURNS", Kind::Assumption, &["lock", "unlock"], 2, &[1, V, V, 0], None);
const ORDER: Table<'static> =
    Table::constant("ORDER", Kind::Property, &["lock", "read.1"], 2, &[1, V, 1, 0], None);

/// Where alarms are noted.
fn noted() -> (Arc<Mutex<Vec<String>>>, OnViolation) {
    let notes: Arc<Mutex<Vec<String>>> = Arc::default();
    let told = notes.clone();
    (notes, OnViolation::call(move |alarm| told.lock().unwrap().push(alarm.to_string())))
}

#[test]
fn assumptions_are_told_before_properties_and_everything_is_counted() {
    let (notes, on_violation) = noted();
    let both = Table::new("BOTH", Kind::Assumption, &["read.1"], 1, &[V], None).unwrap();
    let sink = MonitorSink::new([ORDER, TURNS, both], on_violation);
    event!(&sink => "seek");
    assert!(!sink.in_fallback());
    event!(&sink => "read", 1);
    event!(&sink => "read", 1);
    event!(&sink => "lock");
    let expected = [
        "the environment violated assumption BOTH at step 1: `read.1` in state 0, the first action; no action was allowed",
        "property ORDER violated at step 1: `read.1` in state 0, the first action; allowed: `lock`",
    ];
    assert_eq!(*notes.lock().unwrap(), expected);
    assert_eq!((sink.violations(), sink.free(), sink.in_fallback()), (2, 1, true));
    let after: Vec<u64> = sink.monitors().iter().map(|monitor| monitor.run().after()).collect();
    assert_eq!(after, [0, 1, 2], "TURNS is kept; of BOTH and ORDER what came after is counted");
    sink.reset();
    assert_eq!((sink.violations(), sink.free(), sink.in_fallback()), (0, 0, false));
    event!(&sink => "lock");
    assert_eq!(sink.violations(), 0);
}

#[test]
fn a_property_alone_is_no_reason_for_a_fallback() {
    let sink = MonitorSink::new([ORDER], OnViolation::Count);
    rely_monitor::Sink::event(&sink, &rely_monitor::Event { name: "read.1", fields: &[] });
    assert_eq!((sink.violations(), sink.in_fallback()), (1, false));
    let brief: MonitorSink<1> = MonitorSink::remembering([TURNS], OnViolation::Count);
    for name in ["lock", "unlock", "unlock"] {
        rely_monitor::Sink::event(&brief, &rely_monitor::Event { name, fields: &[] });
    }
    let report = brief.monitors()[0].report().expect("it is violated").to_string();
    assert!(report.ends_with("in state 0 after …, `unlock`; allowed: `lock`"), "{report}");
}

#[test]
fn a_panic_is_a_choice_and_leaves_the_sink_usable() {
    let sink = MonitorSink::new([ORDER], OnViolation::Panic);
    let bad = || rely_monitor::Sink::event(&sink, &rely_monitor::Event { name: "read.1", fields: &[] });
    let panic = catch_unwind(AssertUnwindSafe(bad)).unwrap_err();
    let text = panic.downcast_ref::<String>().expect("a panic has a text");
    assert!(text.starts_with("property ORDER violated at step 1"), "{text}");
    bad();
    assert_eq!((sink.violations(), sink.monitors()[0].run().after()), (1, 1));
}

#[test]
fn a_callback_may_say_something_itself() {
    static SINK: std::sync::OnceLock<MonitorSink> = std::sync::OnceLock::new();
    let sink = SINK.get_or_init(|| MonitorSink::new([TURNS], OnViolation::call(|_| event!("fallback"))));
    set_global(sink).expect("it is the first");
    assert!(set_global(sink).is_err(), "there is one for the whole process");
    std::thread::scope(|scope| {
        scope.spawn(|| event!("unlock"));
    });
    let own = std::rc::Rc::new(MonitorSink::new([TURNS], OnViolation::Count));
    let guard = rely_monitor::set_local(own.clone());
    event!("own");
    drop(guard);
    assert_eq!(own.free(), 1, "a thread's own sink comes first");
    assert_eq!((sink.violations(), sink.free()), (1, 1));
}

#[test]
fn instances_are_apart_and_limited() {
    let mut runs: Instances<'_, u64> = Instances::new(TURNS).with_limit(2);
    assert_eq!(runs.feed(&7, 9), Ok(Outcome::Free));
    assert!(runs.is_empty(), "what is free begins nothing");
    assert_eq!(runs.feed(&7, 0), Ok(Outcome::Kept));
    assert_eq!(runs.feed(&8, 1), Ok(Outcome::Violated));
    assert_eq!(runs.feed(&9, 0), Err(Full));
    assert_eq!(runs.feed(&7, 1), Ok(Outcome::Kept), "those that are known go on");
    assert_eq!((runs.len(), runs.refused()), (2, 1));
    assert_eq!(runs.get(&7).map(|run| run.steps()), Some(2));
    assert_eq!(runs.report(&7).map(|report| report.to_string()), None);
    let report = runs.report(&8).expect("it is violated");
    assert!(
        Alarm { report, key: Some("8") }
            .to_string()
            .starts_with("8: the environment violated assumption TURNS")
    );
    assert_eq!(runs.finish(&8).map(|run| run.after()), Some(0));
    assert_eq!(runs.feed(&9, 0), Ok(Outcome::Kept), "there is room again");
    assert_eq!(runs.feed(&9, 0), Ok(Outcome::Violated));
    assert_eq!(runs.feed(&7, 1), Ok(Outcome::Violated));
    assert_eq!(runs.violated().map(|(key, _)| *key).collect::<Vec<_>>(), [7, 9]);
}
