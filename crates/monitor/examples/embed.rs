//! Embeds monitors into a program: `cargo run -p rely-monitor --example embed`.
//!
//! A cache relies on its clients: they close what they open. The program reports events; one monitor watches
//! all of them, and a second one keeps a run per connection. When a client violates the assumption, the cache
//! stops relying on it.

use std::sync::OnceLock;

use rely_monitor::{Instances, Kind, MonitorSink, OnViolation, Outcome, Table, VIOLATED, event, set_global};

/// Clients open and close in turns. `rely monitor FILE:NAME --lang rust --runtime` writes such constants.
const CLIENT: Table<'static> =
    Table::constant("CLIENT", Kind::Assumption, &["close", "open"], 2, &[VIOLATED, 1, 0, VIOLATED], None);

/// The monitor of the whole process.
static MONITOR: OnceLock<MonitorSink> = OnceLock::new();

fn main() {
    let monitor = MONITOR
        .get_or_init(|| MonitorSink::new([CLIENT], OnViolation::call(|alarm| eprintln!("alarm: {alarm}"))));
    set_global(monitor).expect("no other sink has been set");

    // A well-behaved client on another thread, then a faulty one.
    std::thread::spawn(|| {
        serve("open", false);
        serve("close", false);
    })
    .join()
    .expect("the client does not panic");
    assert_eq!(serve("open", monitor.in_fallback()), "from the cache");
    assert_eq!(serve("open", monitor.in_fallback()), "from the cache");
    // The second `open` violated the assumption: from now on the cache is bypassed.
    assert_eq!(serve("close", monitor.in_fallback()), "from the disk");
    println!("{} violation, in fallback: {}", monitor.violations(), monitor.in_fallback());

    // The same automaton with a run per connection: only connection 2 is faulty.
    let mut connections: Instances<'_, u32> = Instances::new(CLIENT).with_limit(1_000);
    for (connection, action) in [(1, "open"), (2, "open"), (1, "close"), (2, "open"), (1, "open")] {
        let action = CLIENT.action(action).expect("it is in the alphabet");
        if connections.feed(&connection, action) == Ok(Outcome::Violated)
            && let Some(report) = connections.report(&connection)
        {
            println!("connection {connection}: {report}");
        }
    }
    let faulty: Vec<u32> = connections.violated().map(|(connection, _)| *connection).collect();
    assert_eq!(faulty, [2]);
}

/// Reports what a client does, and answers it.
fn serve(action: &str, in_fallback: bool) -> &'static str {
    event!(action);
    if in_fallback { "from the disk" } else { "from the cache" }
}
