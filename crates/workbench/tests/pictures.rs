//! Pieces of documents and their pictures. Documents list their pieces by type; here, pieces are also found
//! by searching the JSON for values that look like runs and machines.

use std::path::Path;

use rely_report::Document;
use rely_report::picture::Piece;
use rely_report::view::{CompatAnswer, DrawDocument};
use rely_workbench::store::StorePlace;
use rely_workbench::{
    AssumeOptions, CheckOptions, CompatOptions, Control, DrawOptions, DriftOptions, Limits, Loaded,
    ProveOptions, RULES, ReadOptions, SimulateOptions, TraceDocument, WatchOptions, assume, check, compat,
    draw, draw_document, draw_pieces, load, load_bytes, prove, replay, simulate, watch,
};
use serde_json::{Value, json};

fn example(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples").join(name);
    path.to_str().expect("the path is a text").to_string()
}

fn loaded(name: &str) -> Loaded {
    load(&example(name), ReadOptions::default(), &Control::unlimited()).expect("the example is right")
}

fn model(text: &str) -> Loaded {
    load_bytes("m.lts", text.as_bytes(), ReadOptions::default()).expect("a right model")
}

fn names(names: &[&str]) -> Vec<String> {
    names.iter().map(ToString::to_string).collect()
}

/// Written and read again: pictures are drawn from documents that come from files.
fn reread(document: &impl serde::Serialize) -> (Value, Document) {
    let value = serde_json::to_value(document).expect("a document can be written");
    let bytes = serde_json::to_vec(document).expect("a document can be written");
    (value, Document::read(&bytes).expect("a document can be read"))
}

/// The addresses of all runs and machines, by the shape of JSON values.
fn addresses(value: &Value, above: &str, found: &mut Vec<String>) {
    let is_array = |field: &str| value.get(field).is_some_and(Value::is_array);
    let is_run = ["components", "initial", "steps"].into_iter().all(is_array);
    let is_lts = ["alphabet", "transitions"].into_iter().all(is_array);
    if is_run || is_lts {
        return found.push(above.to_string());
    }
    match value {
        Value::Object(fields) => {
            fields.iter().for_each(|(name, field)| addresses(field, &format!("{above}/{name}"), found));
        }
        Value::Array(items) => {
            items.iter().enumerate().for_each(|(i, item)| addresses(item, &format!("{above}/{i}"), found));
        }
        _ => {}
    }
}

/// All pieces are listed, in the order of the document, and all are drawn. Their pictures.
#[track_caller]
fn expect_pieces(document: &impl serde::Serialize, wholes: &[&str]) -> Vec<(String, DrawDocument)> {
    let (value, document) = reread(document);
    let mut expected = names(wholes);
    addresses(&value, "", &mut expected);
    let listed: Vec<String> = document.pieces().into_iter().map(|piece| piece.address).collect();
    assert_eq!(listed, expected);
    for piece in document.pieces() {
        let part = value.pointer(&piece.address).expect("an address is one of the document");
        match piece.piece {
            Piece::Run(piece) => assert_eq!(part["steps"].as_array().unwrap().len(), piece.run.steps.len()),
            Piece::Machine(piece) => assert_eq!(part["alphabet"], json!(piece.lts.alphabet)),
            Piece::Proof(_, result) => assert_eq!(part["property"], result.property),
            Piece::Assumption(_) | Piece::Versions(_) => assert_eq!(part["schema"], document.schema()),
        }
    }
    let drawn = draw_pieces(&document, &DrawOptions::default(), &Control::unlimited());
    assert_eq!(
        drawn.iter().map(|(address, _)| address).collect::<Vec<_>>(),
        expected.iter().collect::<Vec<_>>()
    );
    assert!(drawn.iter().all(|(_, picture)| picture.svg.starts_with("<svg")));
    drawn
}

fn picture<'p>(drawn: &'p [(String, DrawDocument)], address: &str) -> &'p DrawDocument {
    let found = drawn.iter().find(|(known, _)| known == address);
    &found.unwrap_or_else(|| panic!("no picture of {address}")).1
}

#[test]
fn every_run_of_a_check_has_its_chart_and_its_cycle() {
    let violating = "A = (a -> b -> A). B = (a -> B | c -> B). property P = (a -> b -> P) + {c}.
        progress GOES = {nothing_of_this} ||S = (A || B || P).";
    let circling = "A = (s -> L), L = (t -> u -> L) + {c}. progress GOES = {c} ||S = (A).";
    let stuck = "A = (a -> STOP).";
    let (mut cycles, mut deadlocks) = (0, 0);
    for text in [violating, circling, stuck] {
        let document = check(&model(text), &CheckOptions::default(), &Control::unlimited()).unwrap().document;
        let drawn = expect_pieces(&document, &[]);
        assert!(!drawn.is_empty());
        for (i, result) in document.results.iter().enumerate().filter(|(_, result)| result.steps.is_some()) {
            let picture = picture(&drawn, &format!("/results/{i}/steps"));
            let chart = picture.chart.as_ref().unwrap();
            assert_eq!(picture.title, result.name);
            assert_eq!(chart.steps.len(), result.trace.len() + result.cycle.len());
            let expected = (!result.cycle.is_empty()).then_some(result.trace.len() as u64);
            assert_eq!(chart.cycle_from, expected);
            assert_eq!(picture.svg.contains("repeated forever"), expected.is_some());
            cycles += usize::from(expected.is_some());
            deadlocks += usize::from(picture.description.contains("It ends in a deadlock."));
        }
    }
    assert_eq!((cycles, deadlocks), (1, 1));
}

#[test]
fn assumptions_show_forbidden_actions_and_the_names_of_their_states() {
    let text = "A = (a -> b -> A). B = (a -> B | c -> B). property P = (a -> b -> P). ||S = (A || B || P).";
    let asked = AssumeOptions { module: names(&["B"]), ..AssumeOptions::default() };
    let document = assume(&model(text), &asked, &Control::unlimited()).unwrap().document;
    let drawn = expect_pieces(&document, &[""]);
    let picture = picture(&drawn, "/assumption");
    assert_eq!(picture.picture, "assumption");
    assert!(picture.svg.contains("forbidden"), "{}", picture.svg);
    // The state from which everything is allowed is not drawn.
    let sink = document.assumption.as_ref().and_then(|lts| lts.sink);
    let shown = |(i, _): &(usize, &String)| sink.is_none_or(|sink| u64::from(sink) != *i as u64);
    assert!(document.states.iter().enumerate().filter(shown).all(|(_, name)| picture.svg.contains(name)));
    let forbidden = &document.explanation[0].forbids[0];
    assert_eq!(self::picture(&drawn, "/explanation/0/forbids/0/steps").title, forbidden.action);
}

#[test]
fn answers_about_assumptions_have_all_their_pieces() {
    let loaded = loaded("mutex-writer.lts");
    let module = names(&["WRITER", "MUTEX"]);
    let asked = AssumeOptions {
        module: module.clone(),
        target: Some("CARELESS".to_string()),
        discharge: true,
        ..AssumeOptions::default()
    };
    let document = assume(&loaded, &asked, &Control::unlimited()).unwrap().document;
    let drawn = expect_pieces(&document, &[""]);
    assert!(picture(&drawn, "/discharged/steps").description.contains("It ends in ERROR."));
    let few = Limits { states: Some(8), ..Limits::default() };
    let asked = AssumeOptions { construction: rely_workbench::Construction::Flat, discharge: false, ..asked };
    let document = assume(&loaded, &asked, &Control::new(&few, 1, Default::default())).unwrap().document;
    assert!(document.partial.is_some());
    let (value, document) = reread(&document);
    let listed: Vec<String> = document.pieces().into_iter().map(|piece| piece.address).collect();
    let mut expected = names(&[""]);
    addresses(&value, "", &mut expected);
    assert_eq!(listed, expected);
    assert!(listed.iter().any(|address| address.starts_with("/partial/")), "{listed:?}");
}

#[test]
fn proofs_have_a_picture_per_property_assumption_and_hypothesis() {
    let text = "A = (a -> b -> A). B = (a -> B | b -> B). property P = (a -> b -> P). ||S = (A || B || P).";
    let rule = RULES.iter().find(|(name, _)| *name == "asym").and_then(|(_, rule)| *rule);
    let asked = ProveOptions { rule, rounds: true, portfolio: false, ..ProveOptions::default() };
    let document = prove(&model(text), &asked, &Control::unlimited()).unwrap().document;
    assert!(!document.results[0].assumptions.is_empty());
    let drawn = expect_pieces(&document, &["/results/0"]);
    assert_eq!(picture(&drawn, "/results/0").picture, "proof");
    assert_eq!(picture(&drawn, "/results/0/assumptions/0").picture, "assumption");
    let hypothesis = picture(&drawn, "/results/0/rounds/0/hypotheses/0");
    assert_eq!(hypothesis.picture, "assumption");
    // A violated property has a run.
    let careless = ProveOptions { target: Some("CARELESS".to_string()), ..ProveOptions::default() };
    let document = prove(&loaded("mutex-writer.lts"), &careless, &Control::unlimited()).unwrap().document;
    let drawn = expect_pieces(&document, &["/results/0"]);
    assert_eq!(picture(&drawn, "/results/0/steps").title, document.results[0].property);
}

#[test]
fn versions_are_read_again_and_drawn() {
    let version = |name: &str| format!("{}:{name}", example("rover-race.lts"));
    let asked = CompatOptions {
        baselines: vec![version("LOCKED_EXECUTIVE")],
        candidates: vec![version("PEEKING_EXECUTIVE")],
        target: Some("LOCKING".to_string()),
        completed: true,
        store: StorePlace::Nowhere,
        ..CompatOptions::default()
    };
    let control = Control::unlimited();
    let CompatAnswer::One(document) = compat(&asked, &control).unwrap().answer else {
        panic!("there is one baseline and one candidate")
    };
    let drawn = expect_pieces(&document, &[""]);
    assert_eq!(picture(&drawn, "").graphs.len(), 2);
    assert_eq!(picture(&drawn, "/candidate_with_missing").picture, "machine");
    assert!(drawn.iter().any(|(address, _)| address.starts_with("/compatibility/results/")));
    // A version that is gone is a failure of its picture only.
    let mut gone = (*document).clone();
    gone.baseline.file = "gone.lts".to_string();
    let gone = Document::from(gone);
    assert!(draw_document(&gone, &DrawOptions::default(), &control).is_err());
    let rest = draw_pieces(&gone, &DrawOptions::default(), &control);
    assert_eq!(rest.len(), drawn.len() - 1);
    let matrix = CompatOptions { baselines: vec![version("LOCKED_EXECUTIVE"); 2], ..asked };
    let CompatAnswer::Matrix(matrix) = compat(&matrix, &control).unwrap().answer else {
        panic!("there are two baselines")
    };
    let drawn = expect_pieces(&matrix, &[]);
    assert!(drawn.iter().any(|(address, _)| address.starts_with("/results/1/compatibility/results/")));
}

#[test]
fn runs_of_replays_and_simulations_are_drawn() {
    let loaded = model("A = (a -> b -> A).");
    let control = Control::unlimited();
    let trace = TraceDocument::new(names(&["a", "b"]), Vec::new());
    let replayed = expect_pieces(&replay(&loaded, None, &trace, &control).unwrap(), &[]);
    assert_eq!(replayed.len(), 1);
    let asked = SimulateOptions { actions: names(&["a"]), ..SimulateOptions::default() };
    let simulated = expect_pieces(&simulate(&loaded, &asked, &control).unwrap(), &[]);
    assert_eq!(simulated[0].1.shown, 1);
    // There is no picture of such a document as a whole.
    let (_, document) = reread(&simulate(&loaded, &asked, &control).unwrap());
    let failure = draw_document(&document, &DrawOptions::default(), &control).unwrap_err();
    assert!(format!("{failure:?}").contains("no picture of a document with the schema rely/simulate/1"));
}

#[test]
fn readings_of_a_log_and_the_assumption_that_remains_are_drawn() {
    let drift = DriftOptions {
        system: example("service/orders.lts"),
        target: None,
        module: names(&["SERVICE"]),
        properties: Vec::new(),
        environment: Vec::new(),
    };
    let asked = WatchOptions {
        map: Some(example("service/map.toml")),
        drift: Some(drift),
        ..WatchOptions::new(format!("{}:SHOP", example("service/orders.lts")), example("service/retry.jsonl"))
    };
    let document = watch(&asked, &Control::unlimited(), &mut |_| {}).unwrap().document;
    let drawn = expect_pieces(&document, &[]);
    assert!(drawn.iter().any(|(address, _)| address.starts_with("/drift/readings/")));
    assert_eq!(picture(&drawn, "/drift/assumption").picture, "assumption");
}

#[test]
fn a_document_that_is_malformed_is_not_taken_for_a_model() {
    let folder = tempfile::tempdir().unwrap();
    let drawn = |name: &str, text: &str| {
        let path = folder.path().join(name);
        std::fs::write(&path, text).unwrap();
        draw(path.to_str().unwrap(), &DrawOptions::default(), &Control::unlimited())
    };
    let failure = drawn("check.json", r#"{"schema": "rely/check/1", "file": "m.lts"}"#).unwrap_err();
    assert!(format!("{failure:?}").contains("the document cannot be drawn: missing field `target`"));
    let failure = drawn("other.json", r#"{"schema": "rely/nothing/1"}"#).unwrap_err();
    assert!(!format!("{failure:?}").contains("the document cannot be drawn"), "{failure:?}");
    let lts = r#"{"name": "X", "alphabet": ["a"], "states": 1, "initial": 0, "transitions": [[0, "a", 0]]}"#;
    assert!(drawn("lts.json", lts).unwrap().text.starts_with("<svg"));
}
