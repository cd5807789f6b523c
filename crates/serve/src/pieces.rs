//! Pictures of documents and their parts: runs, assumptions, hypotheses.

use rely_report::picture::{MachinePiece, RunPiece};
use rely_report::view::{DrawDocument, LtsDocument, TraceView};
use rely_report::{Document, Failure};
use rely_workbench::{Control, DrawOptions, draw_document, draw_pieces};
use serde_json::{Map, Value};

use crate::requests::{DrawRequest, wrong};

/// The subject of a picture that is not of a model.
pub enum Asked {
    /// A run of a document.
    Run { run: TraceView, title: String, cycle_from: Option<usize>, deadlocks: bool },
    /// A machine of a document.
    Machine { lts: LtsDocument, title: String, states: Vec<String>, forbids: bool },
    /// A document of another command.
    Document(Document),
}

/// Takes `document`, `lts` (with `states` and `forbids`) or `steps` (with `cycleStart` and `deadlock`) out of
/// a request; none if the model itself is to be drawn.
///
/// # Errors
/// If more than one of them is given, or if their details are given without them.
pub fn asked(request: &mut DrawRequest) -> Result<Option<Asked>, Failure> {
    let details = [
        ("title", request.title.is_some()),
        ("cycleStart", request.cycle_start.is_some()),
        ("deadlock", request.deadlock.is_some()),
        ("states", request.states.is_some()),
        ("forbids", request.forbids.is_some()),
    ];
    let given = details.into_iter().find(|(_, is_given)| *is_given);
    let title = request.title.take().unwrap_or_default();
    match (request.document.take(), request.lts.take(), request.steps.take()) {
        (None, Some(lts), None) => Ok(Some(Asked::Machine {
            lts,
            title,
            states: request.states.take().unwrap_or_default(),
            forbids: request.forbids.unwrap_or(false),
        })),
        (None, None, Some(run)) => Ok(Some(Asked::Run {
            run,
            title,
            cycle_from: request.cycle_start,
            deadlocks: request.deadlock.unwrap_or(false),
        })),
        (document, None, None) => match given {
            Some((field, _)) => {
                Err(wrong(format!("`{field}` describes `lts` or `steps`, and there is neither")))
            }
            None => Ok(document.map(Asked::Document)),
        },
        _ => Err(wrong("`document`, `lts` and `steps` exclude each other")),
    }
}

impl Asked {
    /// Its picture.
    ///
    /// # Errors
    /// If it cannot be drawn.
    pub fn drawn(
        &self,
        file: &str,
        options: &DrawOptions,
        control: &Control,
    ) -> Result<DrawDocument, Failure> {
        match self {
            Asked::Run { run, title, cycle_from, deadlocks } => {
                let piece = RunPiece { run, title, cycle_from: *cycle_from, deadlocks: *deadlocks };
                Ok(piece.content().document(file))
            }
            Asked::Machine { lts, title, states, forbids } => {
                let piece = MachinePiece { lts, title, states, forbids: *forbids };
                Ok(piece.content(&options.of_documents())?.document(file))
            }
            Asked::Document(document) => draw_document(document, options, control),
        }
    }
}

/// Adds missing pictures of its documents to the data of an export.
///
/// # Errors
/// If the data is not an object.
pub fn illustrate(data: &mut Value, options: &DrawOptions, control: &Control) -> Result<(), Failure> {
    let Value::Object(fields) = data else {
        return Err(wrong("`data`: expected an object with `documents`"));
    };
    let documents = fields.get("documents").and_then(Value::as_array).cloned().unwrap_or_default();
    let known = fields.entry("pictures").or_insert_with(|| Value::Object(Map::new()));
    let Value::Object(known) = known else { return Err(wrong("`data.pictures`: expected an object")) };
    for (place, picture) in pictures(&documents, options, control)? {
        known.entry(place).or_insert(picture);
    }
    Ok(())
}

/// The pictures of the parts of documents, each under the number of its document and a JSON pointer:
/// `0#/results/1/steps`.
///
/// # Errors
/// If a picture cannot be written. Parts that cannot be drawn are left out, and so are values that are not
/// documents.
pub fn pictures(
    documents: &[Value],
    options: &DrawOptions,
    control: &Control,
) -> Result<Vec<(String, Value)>, Failure> {
    let mut all = Vec::new();
    for (i, document) in documents.iter().enumerate() {
        let Ok(document) = Document::from_value(document) else { continue };
        for (place, mut picture) in draw_pieces(&document, options, control) {
            // The document already contains these.
            (picture.graphs, picture.chart) = (Vec::new(), None);
            let picture = serde_json::to_value(picture)
                .map_err(|error| Failure::Internal(format!("the picture cannot be written: {error}")))?;
            all.push((format!("{i}#{place}"), picture));
        }
    }
    Ok(all)
}
