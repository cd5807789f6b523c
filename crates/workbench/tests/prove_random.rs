//! From FSP text to the independent checker: random systems, every rule. What holds has a certificate that is
//! accepted, what is violated one whose run is replayed; and the verdict is that of brute force.
#![allow(missing_docs)]

use std::fmt::Write as _;
use std::path::Path;
use std::sync::Arc;

use rely_assume::prove::{Alphabets, Learner, Rule};
use rely_certify::{CheckVerdict, Claim};
use rely_lts::{Role, System};
use rely_testkit::generate::Rng;
use rely_testkit::oracle;
use rely_workbench::{Control, LEARNERS, Limits, ProveOptions, ReadOptions, load_bytes, prove};

/// The actions; the last one is hidden where it occurs, and is tau then.
const ACTIONS: [&str; 5] = ["a", "b", "c", "d", "hidden"];

/// A process or a property with at most so many states.
fn machine(rng: &mut Rng, name: &str, states: usize, property: bool, errors: bool) -> String {
    let n = 1 + rng.below(states);
    let share = [45, 75, 100][rng.below(3)];
    let known: Vec<&str> = ACTIONS[..4].iter().filter(|_| rng.percent(share)).copied().collect();
    let silent = !property && rng.percent(40);
    let mut offered = known.clone();
    if silent {
        offered.push(ACTIONS[4]);
    }
    let keyword = if property { "property " } else { "" };
    let mut text = format!("{keyword}{name} = S0");
    for s in 0..n {
        let mut choices = Vec::new();
        for action in &offered {
            // Properties are deterministic, and allow most things.
            let times = if property { usize::from(rng.percent(80)) } else { rng.below(3) };
            for _ in 0..times {
                let target = match errors && rng.percent(5) {
                    true => "ERROR".to_string(),
                    false => format!("S{}", rng.below(n)),
                };
                choices.push(format!("{action} -> {target}"));
            }
        }
        let body = if choices.is_empty() { "STOP".to_string() } else { format!("({})", choices.join(" | ")) };
        let _ = write!(text, ",\n  S{s} = {body}");
    }
    if !offered.is_empty() {
        let _ = write!(text, " + {{{}}}", offered.join(", "));
    }
    let _ = writeln!(text, "{}.", if silent { "\\{hidden}" } else { "" });
    text
}

/// A model: some processes, two properties.
fn model(rng: &mut Rng, errors: bool) -> String {
    let n = 2 + rng.below(3);
    let mut text: String = (1..=n).map(|i| machine(rng, &format!("M{i}"), 3, false, errors)).collect();
    for i in 1..=2 {
        if rng.percent(25) {
            // A composite is determinized: its parts may have internal actions, choices and ERRORs.
            text += &machine(rng, &format!("K{i}"), 2, false, true);
            let _ = writeln!(text, "property ||P{i} = K{i}.");
        } else {
            text += &machine(rng, &format!("P{i}"), 2, true, false);
        }
    }
    let parts: Vec<String> = (1..=n).map(|i| format!("M{i}")).collect();
    let _ = writeln!(text, "||T = ({} || P1 || P2).", parts.join(" || "));
    text
}

/// Does the system violate one of these properties? By composition; no process has an ERROR of its own.
fn is_violated(system: &System, properties: &[String]) -> bool {
    let meant = |c: &&rely_lts::Component| c.role != Role::Property || properties.contains(&c.name);
    let parts = system.components.iter().filter(meant).cloned().collect();
    let whole = System::new("T", &system.actions, parts);
    oracle::shortest_error(&oracle::compose(&whole).lts).is_some()
}

/// What is asked of the model with a number.
fn options(number: usize, certificate: &Path) -> ProveOptions {
    let rules: Vec<Option<Rule>> = Rule::ALL.into_iter().map(Some).chain([None, None, None]).collect();
    let rule = rules[number % rules.len()];
    let turn = number / rules.len();
    let names = if rule == Some(Rule::Pair) { vec!["P1", "P2"] } else { vec!["P1"] };
    ProveOptions {
        properties: names.into_iter().map(String::from).collect(),
        rule,
        learner: (turn % 7 < 6).then(|| Learner::from_name(LEARNERS[turn % 7]).expect("its name")),
        alphabets: [None, Some(Alphabets::Full), Some(Alphabets::Refine)][turn % 3],
        portfolio: rule.is_none() || rule == Some(Rule::Monolithic) || turn.is_multiple_of(4),
        certificate: Some(certificate.to_path_buf()),
        explained: if turn.is_multiple_of(10) { 3 } else { 0 },
        ..ProveOptions::default()
    }
}

#[test]
fn what_is_proved_is_certified() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("proof.json");
    let (mut holds, mut violated, mut unknown, mut by_rule, mut refused) = (0, 0, 0, 0, 0);
    let many = if std::env::var_os("RELY_EXHAUSTIVE").is_some() { 50_000 } else { 2_000 };
    for number in 0..many {
        let rng = &mut Rng::new(number);
        let errors = number % 5 == 4;
        let text = model(rng, errors);
        let number = number as usize;
        let options = options(number, &path);
        // None of them takes long; one that does not end is shown.
        let control = Control::new(&Limits { time: Some(60), ..Limits::default() }, 1, Arc::default());
        let shown = || format!("model {number}, {options:?}\n{text}");
        let loaded = load_bytes("random.lts", text.as_bytes(), ReadOptions::default())
            .unwrap_or_else(|failure| panic!("{:?}\n{}", failure.document().diagnostics, shown()));
        let result = match prove(&loaded, &options, &control) {
            Ok(result) => result,
            Err(failure) => {
                let diagnostics = failure.document().diagnostics;
                // A composite that is violated before the first action is not a property.
                assert!(diagnostics.iter().all(|d| d.code == "E0711"), "{diagnostics:?}\n{}", shown());
                refused += 1;
                continue;
            }
        };
        let [proof] = &result.document.results[..] else { panic!("one result\n{}", shown()) };
        let word = format!("{:?}", proof.verdict).to_lowercase();
        let system = loaded.target(None, &control).expect("it was proved").system;
        if word == "unknown" {
            assert!(
                errors && !proof.reason.as_ref().is_some_and(|why| why.contains("limit")),
                "undecided without need: {:?}\n{}",
                proof.reason,
                shown()
            );
            unknown += 1;
            continue;
        }
        if !errors {
            let truth = if is_violated(&system, &options.properties) { "violated" } else { "holds" };
            assert_eq!(word, truth, "{}", shown());
        }
        assert!(proof.certificate.is_some(), "{:?}\n{}", proof.notes, shown());
        let bytes = std::fs::read(&path).expect("it was written");
        std::fs::remove_file(&path).expect("it is there");
        let report = rely_certify::check(&bytes);
        rely_testkit::certificates::keep_certificate(&bytes, report.verdict == CheckVerdict::Accepted);
        assert_eq!(report.verdict, CheckVerdict::Accepted, "{:?}\n{}", report.reason, shown());
        let certificate: rely_certify::Certificate = serde_json::from_slice(&bytes).expect("it was accepted");
        let [first, remarks @ ..] = &certificate.claims[..] else { panic!("no claim\n{}", shown()) };
        let (kind, properties, ruled) = match first {
            Claim::Safety { properties, .. } => ("holds", properties, false),
            Claim::SafetyByRule(claim) => ("holds", &claim.properties, true),
            Claim::Violation { properties, .. } => ("violated", properties, false),
            other => panic!("{other:?}"),
        };
        assert!(remarks.iter().all(|claim| matches!(claim, Claim::Vacuous { .. })), "{remarks:?}");
        assert_eq!((kind, properties), (&*word, &options.properties), "{}", shown());
        // Whoever names a rule, and does not allow a search beside it, gets a proof by it.
        assert!(word != "holds" || options.portfolio || ruled, "{}", shown());
        holds += usize::from(word == "holds");
        violated += usize::from(word == "violated");
        by_rule += usize::from(ruled);
    }
    println!("{holds} hold, {by_rule} of them by a rule; {violated} violated, {unknown} unknown");
    assert!(holds > 300 && by_rule > 200 && violated > 300, "{holds} {by_rule} {violated}");
    assert!(unknown * 20 < many as usize && refused * 20 < many as usize, "{unknown} {refused}");
}
