//! Versions without an exact transition system.

use std::path::PathBuf;

use rely_workbench::CompatOptions;
use rely_workbench::store::StorePlace;
use serde_json::Value;

use super::answer;

fn here(name: &str) -> String {
    let path: PathBuf = [env!("CARGO_MANIFEST_DIR"), "tests", "compat_code"].iter().collect();
    path.join(name).display().to_string()
}

/// The question about two versions with a mapping.
fn options(baseline: &str, candidate: &str) -> CompatOptions {
    CompatOptions {
        baselines: vec![here(baseline)],
        candidates: vec![here(candidate)],
        store: StorePlace::Nowhere,
        ..CompatOptions::default()
    }
}

fn compared(baseline: &str, candidate: &str, verdict: &str) -> Value {
    let document = answer(&options(baseline, candidate));
    println!(
        "{baseline} {candidate}: {} {}",
        document["statistics"]["seconds"], document["statistics"]["solver_queries"]
    );
    assert_eq!(document["verdict"], verdict, "{baseline} {candidate}: {document:#}");
    document
}

fn missing(document: &Value) -> Vec<String> {
    let trace = |trace: &Value| -> Vec<String> {
        trace.as_array().unwrap().iter().map(|action| action.as_str().unwrap().to_string()).collect()
    };
    document["containment"]["missing"].as_array().unwrap().iter().map(|t| trace(t).join(" ")).collect()
}

#[test]
fn other_code_with_the_same_traces_is_a_replacement() {
    compared("sender-1.ll with sender.map", "sender-3.ll with sender.map", "replaceable");
    compared("sender-3.ll with sender.map", "sender-1.ll with sender.map", "replaceable");
    compared("meter-1.ll with meter.map", "meter-2.ll with meter.map", "replaceable");
}

#[test]
fn a_loss_is_one_of_the_code() {
    let document =
        compared("sender-1.ll with sender.map", "sender-2.ll with sender-2.map", "replaceable-with-losses");
    // The quota is at most three.
    assert_eq!(missing(&document), ["open send send send send"]);
    let document =
        compared("meter-1.ll with meter.map", "meter-3.ll with meter.map", "replaceable-with-losses");
    assert_eq!(missing(&document), ["report report"]);
    let loss = &document["containment"]["losses"][0];
    assert_eq!(loss["stuck"][0]["place"]["file"], "meter-3.c", "{loss:#}");
}

#[test]
fn a_million_steps_are_not_decided() {
    let document = compared("late-1.ll with late.map", "late-2.ll with late.map", "unknown");
    let reason = document["containment"]["reason"].as_str().unwrap();
    println!("{reason}");
    assert!(missing(&document).is_empty(), "{document:#}");
}

#[test]
fn the_system_with_an_abstraction() {
    let system = |target: &str, verdict: &str| {
        let options = CompatOptions {
            system: Some(here("sender.lts")),
            target: Some(target.to_string()),
            ..options("sender-1.ll with sender.map", "sender-3.ll with sender.map")
        };
        let document = answer(&options);
        assert_eq!(document["verdict"], verdict, "{target}: {document:#}");
        document
    };
    system("SYSTEM", "replaceable");
    let tight = system("TIGHT", "incompatible");
    let trace: Vec<&str> = tight["compatibility"]["trace"]
        .as_array()
        .unwrap()
        .iter()
        .filter_map(Value::as_str)
        .filter(|name| *name != "tau")
        .collect();
    assert_eq!(trace, ["open", "send", "send", "send"]);
}

#[test]
fn what_needs_an_exact_version_is_refused() {
    let ask = |change: fn(&mut CompatOptions)| {
        let mut options = options("sender-1.ll with sender.map", "sender-3.ll with sender.map");
        change(&mut options);
        answer(&options)["diagnostics"][0]["code"].as_str().unwrap_or_default().to_string()
    };
    assert_eq!(ask(|options| options.forbid = vec!["P".to_string()]), "E1081");
    assert_eq!(ask(|options| options.observe = vec!["p".to_string()]), "E1081");
    assert_eq!(ask(|options| options.completed = true), "E1081");
    assert_eq!(ask(|options| options.certificate = Some("c.json".into())), "E1085");
}
