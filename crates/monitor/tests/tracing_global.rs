//! The layer in the subscriber of the whole process: only there does `tracing` deliver what is said while
//! something is delivered.
#![cfg(feature = "tracing")]

use rely_monitor::{Kind, MonitorLayer, OnViolation, Table, VIOLATED};
use tracing_subscriber::layer::SubscriberExt;

const V: u32 = VIOLATED;
const LOCK: Table<'static> =
    Table::constant("LOCK", Kind::Assumption, &["lock", "read.1", "unlock"], 2, &[1, V, V, V, 1, 0], None);

#[test]
fn code_of_the_user_may_say_something_itself() {
    /// Says something while it is shown.
    struct Talkative;
    impl std::fmt::Debug for Talkative {
        fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
            tracing::info!(event = "lock", more = "text");
            f.write_str("1")
        }
    }
    let builder = MonitorLayer::builder(LOCK).event("read", &[], "read.{value}").event("*lock", &[], "lock");
    let layer =
        builder.on_violation(OnViolation::call(|_| tracing::info!(event = "fallback"))).build().unwrap();
    let subscriber = tracing_subscriber::registry().with(layer.clone());
    tracing::subscriber::set_global_default(subscriber).expect("it is the first");
    tracing::info!(event = "read", value = ?Talkative);
    assert_eq!(layer.counts().judged, 2, "the lock came first, then the read");
    assert!(!layer.is_violated());
    tracing::info!(event = "lock");
    assert_eq!(layer.counts().violations, 1);
    assert_eq!(layer.counts().unmapped.get("fallback"), Some(&1));
}
