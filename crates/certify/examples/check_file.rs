//! Checks certificate files: `cargo run -p rely-certify --example check_file -- FILE…`.
//!
//! Prints one line per claim, or why a file is rejected, and ends with exit code 1 if a file cannot be read
//! or is rejected. Without files it checks a certificate that it writes itself, and a damaged copy of it.
//! With `--lines` it reads one certificate per line from standard input and prints one line for each.

use std::io::BufRead;
use std::process::ExitCode;

use rely_certify::{
    Certificate, CheckVerdict, Claim, ComponentDoc, Report, RoleDoc, SetDoc, SystemDoc, check,
};

fn main() -> ExitCode {
    let files: Vec<String> = std::env::args().skip(1).collect();
    if files.is_empty() {
        return demonstrate();
    }
    if files == ["--lines"] {
        return check_lines();
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
        CheckVerdict::Accepted => {
            report.claims.iter().for_each(|claim| println!("{name}: accepted: {claim}"));
        }
        CheckVerdict::Rejected => {
            println!("{name}: rejected: {}", report.reason.as_deref().unwrap_or("no reason given"));
        }
    }
    report.verdict == CheckVerdict::Accepted
}

/// Checks one certificate per line of standard input.
fn check_lines() -> ExitCode {
    let mut all_accepted = true;
    for line in std::io::stdin().lock().split(b'\n') {
        let Ok(line) = line else { return ExitCode::FAILURE };
        let report = check(&line);
        all_accepted &= report.verdict == CheckVerdict::Accepted;
        println!(
            "{}",
            match report.reason {
                None => "accepted".to_string(),
                Some(reason) => format!("rejected: {}", reason.replace('\n', " ")),
            }
        );
    }
    if all_accepted { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// A light switch never deadlocks: both of its states can be left.
fn demonstrate() -> ExitCode {
    let switch = ComponentDoc {
        alphabet: vec!["off".into(), "on".into()],
        digest: String::new(),
        end: None,
        initial: 0,
        name: "SWITCH".into(),
        role: RoleDoc::Process,
        states: 2,
        transitions: vec![(0, 2, 1), (1, 1, 0)],
    };
    let states = Some(SetDoc::new(std::slice::from_ref(&switch), [[0], [1]]));
    let system = SystemDoc { components: vec![switch], name: "SWITCH".into(), priority: None, states };
    let claims = vec![Claim::DeadlockFreedom { system: 0 }];
    let certificate = Certificate::new("example", None, vec![system], claims);
    let good = serde_json::to_vec(&certificate).expect("a certificate is JSON");
    // Without the transition from `on` to `off`, and with digests that match, the set contains a deadlock.
    let mut stuck = certificate;
    stuck.systems[0].components[0].transitions.pop();
    let bad = serde_json::to_vec(&stuck.sealed()).expect("a certificate is JSON");
    let (accepted, rejected) = (show("good", &check(&good)), !show("bad", &check(&bad)));
    if accepted && rejected { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
