//! Any text is a file of rules or has findings with a place in it; rules that can be bound map every event.
#![no_main]

use libfuzzer_sys::fuzz_target;
use rely_monitor::map::{Finding, Map, Mapped};
use rely_monitor::{Kind, Table};

const ACTIONS: &[&str] = &["exec.lock", "exec.read.0", "exec.read.1", "exec.unlock", "stop"];
const TABLE: Table<'static> =
    Table::constant("ENV", Kind::Assumption, ACTIONS, 1, &[0, 0, 0, 0, 0], Some(0));

fn check(text: &str, findings: &[Finding]) {
    for finding in findings {
        assert!(finding.line >= 1 && finding.column >= 1, "{finding}");
        assert!(finding.line as usize <= text.matches('\n').count() + 1, "{finding}");
        assert!(!finding.message.is_empty());
    }
}

fuzz_target!(|text: &str| {
    let map = match Map::read(text) {
        Ok(map) => map,
        Err(findings) => {
            assert!(findings.iter().any(|finding| finding.is_error));
            return check(text, &findings);
        }
    };
    let bound = match map.bind(TABLE) {
        Ok(bound) => bound,
        Err(findings) => return check(text, &findings),
    };
    check(text, &bound.warnings);
    for name in ["lock", "read", "stop", "", "lock_acquired"] {
        for value in [None, Some("0"), Some("exec"), Some("*")] {
            let found = bound.find(name, |_| value);
            // Asking by parts is asking at once.
            assert_eq!(bound.find_among(&bound.fitting(name), name, |_| value), found);
            if let Some(constant) = bound.constant(name) {
                assert_eq!(constant, found);
            }
            if let Mapped::Action(action) = found {
                assert!((action as usize) < ACTIONS.len());
            }
        }
    }
});
