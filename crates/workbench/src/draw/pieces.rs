//! Pictures of what stands in documents: the run of a result, an assumption, a hypothesis of a round.
//!
//! A piece is named by its *place*, a JSON pointer into its document; the empty place is the document itself.
//! An export of the page contains the pictures of all places.

use rely_draw::{Ending, MachineOptions, Part, ShowsSink, Steps, is_readable, machine};
use rely_formats::LtsDocument;
use rely_lts::Actions;
use rely_report::Failure;
use rely_report::view::DrawDocument;
use serde::Deserialize;
use serde_json::Value;

use super::content::Content;
use super::document::{ALLOWED, chart_of, content, with_forbidden};
use super::{DrawOptions, Picture};
use crate::control::Control;

/// More pictures of one document are not made at once.
const MOST_PICTURES: usize = 150;

/// A run or a machine of a document, and what is to be known about it to draw it.
#[derive(Clone, Debug, Default)]
pub struct Piece {
    /// The run step by step, as in `rely/check/1`, or an LTS.
    pub value: Value,
    /// Its heading.
    pub title: String,
    /// What stands beside it.
    pub subtitle: String,
    /// A run: the number of steps before its cycle.
    pub cycle_from: Option<usize>,
    /// A run: does it end in a deadlock?
    pub deadlocks: bool,
    /// A machine: names of its states; as many as there are, or none.
    pub states: Vec<String>,
    /// A machine: is what its states do not offer forbidden, as in assumptions?
    pub forbids: bool,
}

/// Draws a piece of a document about `file`.
///
/// # Errors
/// If it is neither a run nor an LTS.
pub fn draw_piece(file: &str, piece: &Piece, options: &DrawOptions) -> Result<DrawDocument, Failure> {
    let content = if is_lts(&piece.value) { machine_of(piece, options)? } else { run_of(piece)? };
    Ok(content.document(file))
}

/// Draws the document of another command, as `rely draw` does with the file that has it.
///
/// # Errors
/// If there is nothing to draw, or it is no such document.
pub fn draw_document(
    document: &Value,
    options: &DrawOptions,
    control: &Control,
) -> Result<DrawDocument, Failure> {
    let file = document.get("file").and_then(Value::as_str).unwrap_or("the document");
    Ok(content(file, document, options, control)?.document(file))
}

/// The pictures of all places of a document, in order. What cannot be drawn is left out.
pub fn draw_places(
    document: &Value,
    options: &DrawOptions,
    control: &Control,
) -> Vec<(String, DrawDocument)> {
    let file = document.get("file").and_then(Value::as_str).unwrap_or("the document");
    let mut drawn = Vec::new();
    match document.get("schema").and_then(Value::as_str) {
        // Its runs are drawn one by one.
        Some("rely/check/1") => {}
        // A picture per property.
        Some("rely/prove/1") => {
            let results = document.get("results").and_then(Value::as_array).into_iter().flatten();
            for (i, result) in results.enumerate().take(MOST_PICTURES) {
                let mut alone = document.clone();
                alone["results"] = Value::Array(vec![result.clone()]);
                let picture = draw_document(&alone, options, control).ok();
                drawn.extend(picture.map(|picture| (format!("/results/{i}"), picture)));
            }
        }
        _ => drawn
            .extend(draw_document(document, options, control).ok().map(|picture| (String::new(), picture))),
    }
    let mut pieces = Vec::new();
    collect(document, &mut Vec::new(), &mut pieces);
    for (place, piece) in pieces {
        drawn.extend(draw_piece(file, &piece, options).ok().map(|picture| (place, picture)));
    }
    drawn
}

fn is_run(value: &Value) -> bool {
    ["components", "initial", "steps"].iter().all(|field| value.get(field).is_some_and(Value::is_array))
}

fn is_lts(value: &Value) -> bool {
    ["alphabet", "transitions"].iter().all(|field| value.get(field).is_some_and(Value::is_array))
        && value.get("initial").is_some_and(Value::is_u64)
}

fn run_of(piece: &Piece) -> Result<Content, Failure> {
    let mut chart = chart_of(&piece.value, piece.cycle_from)?;
    chart.title = piece.title.clone();
    chart.subtitle = piece.subtitle.clone();
    if chart.cycle_from.is_some_and(|from| from >= chart.steps.len()) {
        chart.cycle_from = None;
    }
    if piece.deadlocks {
        chart.ending = Ending::Deadlock;
    }
    Ok(Content::Run(chart))
}

fn machine_of(piece: &Piece, options: &DrawOptions) -> Result<Content, Failure> {
    let wrong = |error: &dyn std::fmt::Display| {
        Failure::input("E1050", format!("the machine cannot be drawn: {error}"))
    };
    let given = LtsDocument::deserialize(&piece.value).map_err(|error| wrong(&error))?;
    let named = given.to_lts(&Actions::new()).map_err(|error| wrong(&error))?;
    let lts = if piece.forbids { with_forbidden(&named.lts, named.sink) } else { named.lts.clone() };
    let mut drawn = MachineOptions {
        name: if piece.title.is_empty() { given.name.clone() } else { piece.title.clone() },
        sink: named.sink,
        shows_sink: if piece.forbids { ShowsSink::No } else { ShowsSink::Yes },
        error_name: piece.forbids.then(|| "forbidden".to_string()),
        ..MachineOptions::default()
    };
    if piece.states.len() == named.lts.n_states() {
        drawn.state_names = Some(piece.states.iter().cloned().map(Some).collect());
    }
    if piece.forbids && named.sink.is_some_and(|sink| sink != named.lts.initial()) {
        drawn.notes.push(ALLOWED.to_string());
    }
    if !is_readable(&lts, options.max_states) {
        drawn.part = Part::Near {
            centers: vec![lts.initial()],
            radius: options.radius.unwrap_or(usize::MAX),
            steps: Steps::Forth,
            most: options.max_states.min(60),
        };
    }
    let mut graph = machine(&lts, &drawn);
    if !piece.subtitle.is_empty() {
        graph.subtitle = piece.subtitle.clone();
    }
    Ok(Content::graph(graph, if piece.forbids { Picture::Assumption } else { Picture::Machine }))
}

/// The runs and machines below a value. `above` has the way to it: the values that it stands in, with the
/// name or number of the next.
fn collect<'v>(value: &'v Value, above: &mut Vec<(&'v Value, String)>, found: &mut Vec<(String, Piece)>) {
    if found.len() >= MOST_PICTURES {
        return;
    }
    if !above.is_empty() && (is_run(value) || is_lts(value)) {
        let place = above.iter().map(|(_, name)| format!("/{}", escaped(name))).collect();
        found.push((place, piece_of(value, above)));
        return;
    }
    match value {
        Value::Object(fields) => {
            for (name, field) in fields {
                above.push((value, name.clone()));
                collect(field, above, found);
                above.pop();
            }
        }
        Value::Array(items) => {
            for (i, item) in items.iter().enumerate() {
                above.push((value, i.to_string()));
                collect(item, above, found);
                above.pop();
            }
        }
        _ => {}
    }
}

/// A name within a JSON pointer.
fn escaped(name: &str) -> String {
    name.replace('~', "~0").replace('/', "~1")
}

/// What the surroundings say about a run or a machine.
fn piece_of(value: &Value, above: &[(&Value, String)]) -> Piece {
    let (around, name) = above.last().map_or((&Value::Null, ""), |(around, name)| (*around, name.as_str()));
    let text = |field: &str| around.get(field).and_then(Value::as_str).unwrap_or_default().to_string();
    if is_run(value) {
        let length = |field: &str| around.get(field).and_then(Value::as_array).map_or(0, Vec::len);
        let titles = ["name", "property", "action"].map(text);
        return Piece {
            value: value.clone(),
            title: titles.into_iter().find(|title| !title.is_empty()).unwrap_or_default(),
            cycle_from: (length("cycle") > 0).then(|| length("trace")),
            deadlocks: text("kind") == "deadlock",
            ..Piece::default()
        };
    }
    // `/assumption` has its names beside it, `/results/0/assumptions/1` in `/results/0/details/1/states`.
    let names = |value: Option<&Value>| -> Vec<String> {
        let items = value.and_then(Value::as_array).into_iter().flatten();
        items.filter_map(|item| item.as_str().map(str::to_string)).collect()
    };
    let list = above.len().checked_sub(2).map(|at| &above[at]);
    let states = match list {
        Some((result, list)) if list == "assumptions" => {
            let number = name.parse::<usize>().ok();
            let detail = number.and_then(|number| result.get("details")?.get(number));
            names(detail.and_then(|detail| detail.get("states")))
        }
        _ if name == "assumption" => names(around.get("states")),
        _ => Vec::new(),
    };
    let forbids =
        name == "assumption" || list.is_some_and(|(_, list)| list == "assumptions" || list == "hypotheses");
    Piece { value: value.clone(), states, forbids, ..Piece::default() }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::{AssumeOptions, CheckOptions, ProveOptions, ReadOptions, assume, check, load_bytes, prove};

    const MODEL: &str = "
        A = (a -> b -> A).
        B = (a -> B | c -> B).
        property P = (a -> b -> P) + {c}.
        progress GOES = {nothing_of_this}
        ||S = (A || B || P).";

    fn places(document: &impl serde::Serialize) -> Vec<(String, DrawDocument)> {
        let value = serde_json::to_value(document).unwrap();
        draw_places(&value, &DrawOptions::default(), &Control::unlimited())
    }

    fn names(places: &[(String, DrawDocument)]) -> Vec<&str> {
        places.iter().map(|(place, _)| place.as_str()).collect()
    }

    #[test]
    fn every_run_of_a_check_has_its_chart_and_the_cycle_is_where_it_was() {
        let circling = "A = (s -> L), L = (t -> u -> L) + {c}. progress GOES = {c} ||S = (A).";
        let mut cycles = 0;
        for model in [MODEL, circling] {
            let loaded = load_bytes("m.lts", model.as_bytes(), ReadOptions::default()).unwrap();
            let document = check(&loaded, &CheckOptions::default(), &Control::unlimited()).unwrap().document;
            let drawn = places(&document);
            let violated: Vec<String> = (0..document.results.len())
                .filter(|&i| document.results[i].steps.is_some())
                .map(|i| format!("/results/{i}/steps"))
                .collect();
            assert!(!violated.is_empty());
            assert_eq!(names(&drawn), violated);
            for (place, picture) in &drawn {
                let number: usize = place.split('/').nth(2).unwrap().parse().unwrap();
                let result = &document.results[number];
                let chart = picture.chart.as_ref().unwrap();
                assert_eq!(chart.steps.len(), result.trace.len() + result.cycle.len());
                let expected = (!result.cycle.is_empty()).then_some(result.trace.len() as u64);
                assert_eq!(chart.cycle_from, expected, "{place}");
                cycles += usize::from(expected.is_some());
            }
        }
        assert!(cycles > 0);
    }

    #[test]
    fn assumptions_show_what_they_forbid_and_the_names_of_their_states() {
        let model =
            b"A = (a -> b -> A). B = (a -> B | c -> B). property P = (a -> b -> P). ||S = (A || B || P).";
        let loaded = load_bytes("m.lts", model, ReadOptions::default()).unwrap();
        let asked = AssumeOptions { module: vec!["B".to_string()], ..AssumeOptions::default() };
        let document = assume(&loaded, &asked, &Control::unlimited()).unwrap().document;
        let drawn = places(&document);
        let (_, picture) = drawn.iter().find(|(place, _)| place == "/assumption").unwrap();
        assert!(picture.svg.contains("forbidden"), "{}", picture.svg);
        // The state from which everything is allowed is not drawn.
        let sink = document.assumption.as_ref().and_then(|lts| lts.sink);
        let shown = |(i, _): &(usize, &String)| sink.is_none_or(|sink| u64::from(sink) != *i as u64);
        assert!(document.states.iter().enumerate().filter(shown).all(|(_, name)| picture.svg.contains(name)));
        assert_eq!(drawn.first().map(|(place, _)| place.as_str()), Some(""));
        let first = &document.explanation[0].forbids[0];
        assert_eq!(first.steps.is_some(), names(&drawn).contains(&"/explanation/0/forbids/0/steps"));
    }

    #[test]
    fn proofs_have_a_picture_per_property_assumption_and_hypothesis() {
        let loaded = load_bytes(
            "m.lts",
            b"A = (a -> b -> A). B = (a -> B | b -> B). property P = (a -> b -> P). ||S = (A || B || P).",
            ReadOptions::default(),
        )
        .unwrap();
        let rule = crate::RULES.iter().find(|(name, _)| *name == "asym").and_then(|(_, rule)| *rule);
        let asked = ProveOptions { rule, rounds: true, portfolio: false, ..ProveOptions::default() };
        let document = prove(&loaded, &asked, &Control::unlimited()).unwrap().document;
        let drawn = places(&document);
        let known = names(&drawn);
        assert!(known.contains(&"/results/0"), "{known:?}");
        for i in 0..document.results[0].assumptions.len() {
            assert!(known.contains(&format!("/results/0/assumptions/{i}").as_str()), "{known:?}");
        }
        assert!(known.iter().any(|place| place.contains("/rounds/0/hypotheses/0")), "{known:?}");
    }

    #[test]
    fn what_is_no_run_and_no_machine_is_an_error_and_no_panic() {
        let options = DrawOptions::default();
        let huge =
            json!({"name": "X", "alphabet": ["a"], "states": 1, "initial": 7, "transitions": [[0, "a", 9]]});
        let run = json!({"components": ["A"], "initial": ["A"], "steps": [{"action": "a", "participants": [5], "changes": [[9, "X"]]}]});
        for value in [json!(null), json!({}), json!({"steps": 3}), huge] {
            let piece = Piece { value, ..Piece::default() };
            assert!(draw_piece("m.lts", &piece, &options).is_err(), "{:?}", piece.value);
        }
        // Positions that do not exist are not drawn; a cycle behind the end is none.
        let piece = Piece { value: run, cycle_from: Some(4), ..Piece::default() };
        if let Ok(picture) = draw_piece("m.lts", &piece, &options) {
            assert_eq!(picture.chart.unwrap().cycle_from, None);
        }
    }
}
