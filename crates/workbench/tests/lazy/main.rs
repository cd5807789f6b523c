//! Components of C that have no exact transition system: what is decided about them, and what is not.

use rely_report::view::{AbstractionView, CheckDocument, CheckKind, VerdictKind};
use rely_report::{
    Failure,
    view::{AssumeDocument, AssumeKind, ProveDocument},
};
use rely_workbench::{
    AssumeOptions, CheckOptions, CheckResult, Control, ProveOptions, ReadOptions, assume, check, load,
    load_bytes, prove,
};

const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/lazy/systems.lts");

fn checked(target: &str, kinds: &[CheckKind]) -> Result<CheckDocument, Failure> {
    let loaded = load(FOLDER, ReadOptions::default(), &Control::unlimited())?;
    let options =
        CheckOptions { target: Some(target.to_string()), kinds: kinds.to_vec(), ..CheckOptions::default() };
    check(&loaded, &options, &Control::unlimited()).map(|CheckResult { document, .. }| document)
}

fn proved(target: &str) -> ProveDocument {
    let loaded = load(FOLDER, ReadOptions::default(), &Control::unlimited()).unwrap();
    let options = ProveOptions { target: Some(target.to_string()), ..ProveOptions::default() };
    prove(&loaded, &options, &Control::unlimited()).unwrap().document
}

fn verdict(document: &CheckDocument, name: &str) -> VerdictKind {
    let result = document.results.iter().find(|result| result.name == name).unwrap();
    if let Some(reason) = &result.reason {
        println!("{name}: {reason}");
    }
    result.verdict
}

fn abstraction(document: &CheckDocument, name: &str) -> Option<AbstractionView> {
    document.components.iter().find(|component| component.name == name).unwrap().abstraction.clone()
}

#[test]
fn safety_is_decided_where_no_exact_component_exists() {
    let document = checked("SENDING", &[CheckKind::Safety]).unwrap();
    assert_eq!(verdict(&document, "LINE"), VerdictKind::Holds);
    assert_eq!(verdict(&document, "GOOD"), VerdictKind::Holds);
    let sending = abstraction(&document, "TRANSFER").unwrap();
    assert!(sending.refinements > 0 && sending.predicates > 0, "{sending:?}");

    let document = checked("SPEAKING", &[CheckKind::Safety]).unwrap();
    assert_eq!(verdict(&document, "SILENT"), VerdictKind::Violated);
    let seen: Vec<&String> = document.results[0].trace.iter().filter(|name| *name != "tau").collect();
    assert_eq!(seen, ["dial", "send", "hang_up"]);
}

#[test]
fn a_counter_of_32_bits_matters_only_modulo_four() {
    let document = checked("COUNTING", &[CheckKind::Safety]).unwrap();
    assert_eq!(verdict(&document, "FRAMES"), VerdictKind::Holds);
    assert!(abstraction(&document, "PULSES").is_some());
    assert_eq!(verdict(&checked("WRONG", &[CheckKind::Safety]).unwrap(), "LATE"), VerdictKind::Violated);
}

#[test]
fn only_the_component_to_blame_is_refined() {
    // The property of one component does not need the other one.
    let loaded = load(FOLDER, ReadOptions::default(), &Control::unlimited()).unwrap();
    let options = |property: &str| CheckOptions {
        target: Some("BOTH".to_string()),
        properties: vec![property.to_string()],
        ..CheckOptions::default()
    };
    let line = check(&loaded, &options("LINE"), &Control::unlimited()).unwrap().document;
    assert_eq!(verdict(&line, "LINE"), VerdictKind::Holds);
    let of = |document: &CheckDocument, name: &str| abstraction(document, name).unwrap();
    assert_eq!((of(&line, "PULSES").refinements, of(&line, "PULSES").predicates), (0, 0));
    assert!(of(&line, "TRANSFER").refinements > 0);
    let frames = check(&loaded, &options("FRAMES"), &Control::unlimited()).unwrap().document;
    assert_eq!(verdict(&frames, "FRAMES"), VerdictKind::Holds);
    assert_eq!((of(&frames, "TRANSFER").refinements, of(&frames, "TRANSFER").predicates), (0, 0));
    assert!(of(&frames, "PULSES").refinements > 0);
}

#[test]
fn renamed_and_hidden_actions_are_found_in_the_code() {
    let document = checked("SWAPPED", &[CheckKind::Safety]).unwrap();
    assert_eq!(verdict(&document, "OTHER"), VerdictKind::Holds);
    assert!(abstraction(&document, "RENAMED").unwrap().refinements > 0);
}

#[test]
fn proofs_use_abstractions() {
    let document = proved("BOTH");
    assert!(document.results.iter().all(|result| result.verdict == VerdictKind::Holds));
    assert!(document.components.iter().any(|component| component.abstraction.is_some()));
    let document = proved("WRONG");
    assert_eq!(document.results[0].verdict, VerdictKind::Violated);
}

#[test]
fn what_needs_exact_components_is_unknown_or_refused() {
    let document = checked("SENDING", &[CheckKind::Deadlock]).unwrap();
    assert_eq!(document.results.len(), 1);
    let reason = document.results[0].reason.clone().unwrap();
    assert_eq!(document.results[0].verdict, VerdictKind::Unknown);
    assert!(reason.contains("TRANSFER is an abstraction"), "{reason}");
    for (target, why) in [("RANKED", "priorities"), ("OVER_REDUCED", "`REDUCED`")] {
        let failure = checked(target, &[CheckKind::Safety]).unwrap_err().document();
        assert_eq!(failure.diagnostics[0].code, "E1081", "{target}");
        assert!(failure.diagnostics[0].message.contains(why), "{target}: {failure:?}");
    }
    // As a property it would allow more than the code does.
    let text = "import TRANSFER = \"transfer.ll with transfer.map\"\n\
                CALLER = (dial -> hang_up -> CALLER).\n\
                property ||LIKE = TRANSFER.\n||S = (CALLER || LIKE).";
    let path = FOLDER.replace("systems", "as_property");
    let loaded = load_bytes(&path, text.as_bytes(), ReadOptions::default()).unwrap();
    let options = CheckOptions { target: Some("S".to_string()), ..CheckOptions::default() };
    let failure = check(&loaded, &options, &Control::unlimited()).err().unwrap().document();
    assert_eq!(failure.diagnostics[0].code, "E1081", "{failure:?}");
    // A certificate would be about the abstraction.
    let loaded = load(FOLDER, ReadOptions::default(), &Control::unlimited()).unwrap();
    let options = CheckOptions {
        target: Some("SENDING".to_string()),
        kinds: vec![CheckKind::Safety],
        certificate: Some(std::env::temp_dir().join("rely-lazy.cert")),
        ..CheckOptions::default()
    };
    let failure = check(&loaded, &options, &Control::unlimited()).err().unwrap().document();
    assert_eq!(failure.diagnostics[0].code, "E1085");
}

#[test]
fn loops_without_actions_are_said() {
    let document = checked("RESTING", &[CheckKind::Safety]).unwrap();
    assert_eq!(verdict(&document, "REST"), VerdictKind::Holds);
    let notes = document.results.iter().flat_map(|result| &result.notes);
    assert!(notes.clone().any(|note| note.contains("may go on forever without an action")), "{document:?}");
}

fn assumed(target: &str, property: &str, interface: &str) -> Result<AssumeDocument, Failure> {
    let loaded = load(FOLDER, ReadOptions::default(), &Control::unlimited())?;
    let module = if target == "SENDING" { "TRANSFER" } else { "PULSES" };
    let options = AssumeOptions {
        target: Some(target.to_string()),
        module: vec![module.to_string()],
        properties: vec![property.to_string()],
        interface: Some(interface.to_string()),
        ..AssumeOptions::default()
    };
    assume(&loaded, &options, &Control::unlimited()).map(|result| result.document)
}

#[test]
fn assumptions_of_abstractions_suffice_and_say_no_more() {
    let document = assumed("SENDING", "GOOD", "{send}").unwrap();
    assert_eq!(document.verdict, AssumeKind::Holds);
    assert!(document.module[0].abstraction.as_ref().unwrap().refinements > 0);
    // The first pulse is one too early; the code can do that.
    let document = assumed("WRONG", "LATE", "{pulse, frame}").unwrap();
    assert_eq!(document.verdict, AssumeKind::Assumption);
    assert!(document.warnings.iter().any(|text| text.contains("perhaps not the weakest")), "{document:?}");
    // No environment can prevent the error.
    let document = assumed("WRONG", "LATE", "{start_again}").unwrap();
    assert_eq!(document.verdict, AssumeKind::Violated);
    // As a property, an abstraction would allow too much.
    let loaded = load(FOLDER, ReadOptions::default(), &Control::unlimited()).unwrap();
    let options = AssumeOptions {
        target: Some("BOTH".to_string()),
        module: vec!["PULSES".to_string()],
        properties: vec!["TRANSFER".to_string()],
        ..AssumeOptions::default()
    };
    let failure = assume(&loaded, &options, &Control::unlimited()).err().unwrap().document();
    assert!(["E1007", "E1081"].contains(&&*failure.diagnostics[0].code), "{failure:?}");
}
