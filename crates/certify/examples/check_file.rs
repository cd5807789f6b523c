//! Checks certificate files: `cargo run -p rely-certify --example check_file -- FILE…`.
//!
//! Prints one line per file, and ends with exit code 1 if a file cannot be read or is rejected. Without files
//! it checks a certificate that it writes itself, and a damaged copy of it.

use std::process::ExitCode;

use rely_certify::{
    Certificate, CheckVerdict, Claim, ClaimKind, ClosedSet, ComponentDoc, Proof, Report, RoleDoc, check,
};

fn main() -> ExitCode {
    let files: Vec<String> = std::env::args().skip(1).collect();
    if files.is_empty() {
        return demonstrate();
    }
    let mut all_accepted = true;
    for file in files {
        all_accepted &= match std::fs::read(&file) {
            Ok(bytes) => show(&file, &check(&bytes)),
            Err(error) => {
                eprintln!("{file}: {error}");
                false
            }
        };
    }
    if all_accepted { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// Prints a report; returns whether the certificate is accepted.
fn show(name: &str, report: &Report) -> bool {
    match report.verdict {
        CheckVerdict::Accepted => println!("{name}: accepted: {}", report.claim),
        CheckVerdict::Rejected => {
            println!("{name}: rejected: {}", report.reason.as_deref().unwrap_or("no reason given"));
        }
    }
    report.verdict == CheckVerdict::Accepted
}

/// A light switch never deadlocks: both of its states can be left.
fn demonstrate() -> ExitCode {
    let switch = ComponentDoc {
        name: "SWITCH".into(),
        role: RoleDoc::Process,
        alphabet: vec!["off".into(), "on".into()],
        states: 2,
        initial: 0,
        end: None,
        transitions: vec![(0, 2, 1), (1, 1, 0)],
        digest: String::new(),
    };
    let claim = Claim {
        kind: ClaimKind::DeadlockFreedom,
        target: "SWITCH".into(),
        properties: vec![],
        model: None,
        interface: None,
    };
    let states = ClosedSet::new(std::slice::from_ref(&switch), [[0], [1]]);
    let certificate = Certificate::new("example", claim, vec![switch], None, Proof::ClosedSet(states));
    let good = serde_json::to_vec(&certificate).expect("a certificate is JSON");
    // Without the transition from `on` to `off`, and with digests that match, the set contains a deadlock.
    let mut stuck = certificate;
    stuck.components[0].transitions.pop();
    let bad = serde_json::to_vec(&stuck.sealed()).expect("a certificate is JSON");
    let (accepted, rejected) = (show("good", &check(&good)), !show("bad", &check(&bad)));
    if accepted && rejected { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
