//! Tables, runs, reports and events.

use std::cell::RefCell;
use std::rc::Rc;

use rely_monitor::{
    Event, Kind, Monitor, Outcome, OwnedTable, Sink, Table, TableError, VIOLATED, event, set_local,
};

const V: u32 = VIOLATED;
/// A lock around reads: lock, reads, unlock.
const LOCK: Table<'static> =
    Table::constant("LOCK", Kind::Assumption, &["lock", "read", "unlock"], 2, &[1, V, V, V, 1, 0], None);

#[test]
fn broken_tables_are_refused_with_what_is_wrong() {
    let made = |actions: &'static [&'static str], states, next: &'static [u32], sink| {
        let constant = Table::new("T", Kind::Property, actions, states, next, sink).err();
        let names = actions.iter().map(|a| a.to_string()).collect();
        let owned = OwnedTable::new("T", Kind::Property, names, states, next.to_vec(), sink).err();
        assert_eq!(constant, owned, "both ways to make a table check the same");
        constant
    };
    assert_eq!(made(&["a"], 0, &[], None), Some(TableError::NoState));
    assert_eq!(made(&["b", "a"], 1, &[0, 0], None), Some(TableError::Unsorted { action: 1 }));
    assert_eq!(made(&["a", "a"], 1, &[0, 0], None), Some(TableError::Unsorted { action: 1 }));
    assert_eq!(made(&["aa", "a"], 1, &[0, 0], None), Some(TableError::Unsorted { action: 1 }));
    assert_eq!(made(&["a"], 2, &[0], None), Some(TableError::Length { expected: 2, found: 1 }));
    assert_eq!(made(&["a"], 1, &[1], None), Some(TableError::Target { state: 0, action: 0, found: 1 }));
    assert_eq!(
        made(&["a", "b"], 2, &[0, 1, 2, V], None),
        Some(TableError::Target { state: 1, action: 0, found: 2 })
    );
    assert_eq!(made(&["a"], 2, &[1, 0], Some(1)), Some(TableError::Sink { sink: 1 }));
    assert_eq!(made(&["a"], 1, &[0], Some(1)), Some(TableError::Sink { sink: 1 }));
    assert_eq!(made(&["a", "b"], 2, &[1, V, 1, 1], Some(1)), None);
    assert_eq!(made(&[], 1, &[], Some(0)), None);
    let text = TableError::Length { expected: 2, found: 1 }.to_string();
    assert_eq!(text, "1 entries, expected 2: one per state and action");
}

#[test]
fn an_owned_table_is_the_same_table() {
    let owned = OwnedTable::from(LOCK);
    assert_eq!(owned.table(), LOCK);
    assert_eq!(owned.table().action("read"), Some(1));
    assert_eq!(owned.clone().leak(), LOCK);
    assert_eq!(owned.clone().with_kind(Kind::Property).table().kind(), Kind::Property);
    assert_ne!(owned.with_name("OTHER").table(), LOCK);
}

#[test]
fn what_the_table_does_not_have_is_violated_or_free() {
    assert_eq!(LOCK.step(2, 0), V);
    assert_eq!(LOCK.step(0, 3), V);
    assert_eq!(LOCK.action_name(3), "?");
    assert_eq!(LOCK.allowed(0).collect::<Vec<_>>(), [0]);
    assert_eq!(LOCK.allowed(7).count(), 0);
    let mut monitor: Monitor<'_> = Monitor::new(LOCK);
    assert_eq!(monitor.feed(3), Outcome::Free);
    assert_eq!(monitor.feed_name("seek"), Outcome::Free);
    assert_eq!((monitor.steps(), monitor.state()), (0, 0), "what is free changes nothing");
}

#[test]
fn after_a_violation_actions_are_counted_and_nothing_else_changes() {
    let mut monitor: Monitor<'_, 2> = Monitor::new(LOCK);
    for action in [0, 1, 1, 1] {
        assert_eq!(monitor.feed(action), Outcome::Kept);
    }
    assert_eq!(monitor.feed(0), Outcome::Violated);
    let before = monitor.report().expect("it is violated").to_string();
    assert_eq!(
        before,
        "the environment violated assumption LOCK at step 5: `lock` in state 1 after …, `read`, `read`; \
         allowed: `read`, `unlock`"
    );
    for action in [0, 1, 2, 0] {
        assert_eq!(monitor.feed(action), Outcome::After);
    }
    assert_eq!(monitor.feed(9), Outcome::Free);
    assert_eq!(monitor.report().expect("it stays violated").to_string(), before);
    assert_eq!((monitor.run().after(), monitor.steps(), monitor.state()), (4, 4, 1));
    monitor.reset();
    assert_eq!((monitor.violation(), monitor.feed(0)), (None, Outcome::Kept));
}

#[test]
fn a_report_has_the_last_actions_for_any_length_of_memory() {
    fn check<const K: usize>() {
        for kept in 0..10 {
            let mut monitor: Monitor<'_, K> = Monitor::new(LOCK);
            let actions: Vec<u32> =
                (0..kept).map(|i| if i == 0 { 0 } else { 1 + u32::from(i % 3 == 0) }).collect();
            let mut done = Vec::new();
            for action in actions {
                if monitor.feed(action) == Outcome::Kept {
                    done.push(LOCK.action_name(action));
                } else {
                    break;
                }
            }
            if monitor.violation().is_none() {
                monitor.feed(if done.last() == Some(&"unlock") || done.is_empty() { 1 } else { 0 });
            }
            let report = monitor.report().expect("it is violated");
            let last = &done[done.len().saturating_sub(K)..];
            assert_eq!(report.recent().collect::<Vec<_>>(), last);
            let named: Vec<_> = monitor.run().recent().map(|a| LOCK.action_name(a)).collect();
            assert_eq!(named, last);
            assert_eq!(report.violation().step as usize, done.len() + 1);
        }
    }
    check::<0>();
    check::<1>();
    check::<3>();
    check::<16>();
}

#[test]
fn reports_name_the_first_action_and_dead_ends() {
    let stop = Table::new("STOP", Kind::Property, &["a"], 1, &[V], None).unwrap();
    let mut monitor: Monitor<'_> = Monitor::new(stop);
    monitor.feed(0);
    let text = monitor.report().expect("it is violated").to_string();
    assert_eq!(
        text,
        "property STOP violated at step 1: `a` in state 0, the first action; no action was allowed"
    );
}

#[test]
fn in_the_sink_everything_is_settled() {
    let table = Table::new("T", Kind::Assumption, &["a"], 2, &[1, 1], Some(1)).unwrap();
    let mut monitor: Monitor<'_> = Monitor::new(table);
    assert!(!monitor.is_settled());
    monitor.feed(0);
    assert!(monitor.is_settled());
}

struct Log(RefCell<Vec<String>>);

impl Sink for Log {
    fn event(&self, event: &Event<'_>) {
        event.with_action(|action| self.0.borrow_mut().push(action.to_string()));
    }
}

#[test]
fn events_are_actions_with_their_fields() {
    let log = Rc::new(Log(RefCell::default()));
    let outer = set_local(log.clone());
    const NAME: &str = "exec.lock";
    let long = "x".repeat(300);
    event!(NAME);
    event!("exec.read", 1, true);
    event!("exec.read", long,);
    let inner = Rc::new(Log(RefCell::default()));
    let guard = set_local(inner.clone());
    event!("inner");
    drop(guard);
    event!("outer");
    drop(outer);
    event!("nobody");
    let expect: &[&str] = &["exec.lock", "exec.read.1.true", &format!("exec.read.{long}"), "outer"];
    assert_eq!(*log.0.borrow(), expect);
    assert_eq!(inner.0.borrow().len(), 1);
}
