//! Pictures of documents and their parts: runs, assumptions, hypotheses.

use rely_report::Failure;
use rely_report::view::DrawDocument;
use rely_workbench::{Control, DrawOptions, Piece, draw_document, draw_piece, draw_places};
use serde_json::{Map, Value};

use crate::requests::{DrawRequest, wrong};

/// What to draw instead of a model.
pub enum Asked {
    /// A run or a machine of a document.
    Piece(Box<Piece>),
    /// A document of another command.
    Document(Value),
}

/// Takes `document`, `lts` (with `states` and `forbids`) or `steps` (with `cycleStart` and `deadlock`) out of
/// a request; none if the model itself is to be drawn.
///
/// # Errors
/// If more than one of them is given, if `lts` or `steps` is not an object, or if their details are given
/// without them.
pub fn asked(request: &mut DrawRequest) -> Result<Option<Asked>, Failure> {
    let n_given = [&request.document, &request.lts, &request.steps].into_iter().flatten().count();
    if n_given > 1 {
        return Err(wrong("`document`, `lts` and `steps` exclude each other"));
    }
    let details = [
        ("title", request.title.is_some()),
        ("cycleStart", request.cycle_start.is_some()),
        ("deadlock", request.deadlock.is_some()),
        ("states", request.states.is_some()),
        ("forbids", request.forbids.is_some()),
    ];
    let given = details.into_iter().find(|(_, is_given)| *is_given);
    let part = request.lts.take().or(request.steps.take());
    let Some(value) = part else {
        return match given {
            Some((field, _)) => {
                Err(wrong(format!("`{field}` describes `lts` or `steps`, and there is neither")))
            }
            None => Ok(request.document.take().map(Asked::Document)),
        };
    };
    if !value.is_object() {
        return Err(wrong("`lts` and `steps` are parts of documents: expected an object"));
    }
    Ok(Some(Asked::Piece(Box::new(Piece {
        value,
        title: request.title.take().unwrap_or_default(),
        subtitle: String::new(),
        cycle_from: request.cycle_start,
        deadlocks: request.deadlock.unwrap_or(false),
        states: request.states.take().unwrap_or_default(),
        forbids: request.forbids.unwrap_or(false),
    }))))
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
            Asked::Piece(piece) => draw_piece(file, piece, options),
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
/// If a picture cannot be written. Parts that cannot be drawn are left out.
pub fn pictures(
    documents: &[Value],
    options: &DrawOptions,
    control: &Control,
) -> Result<Vec<(String, Value)>, Failure> {
    let mut all = Vec::new();
    for (i, document) in documents.iter().enumerate() {
        for (place, mut picture) in draw_places(document, options, control) {
            // The document already contains these.
            (picture.graphs, picture.chart) = (Vec::new(), None);
            let picture = serde_json::to_value(picture)
                .map_err(|error| Failure::Internal(format!("the picture cannot be written: {error}")))?;
            all.push((format!("{i}#{place}"), picture));
        }
    }
    Ok(all)
}
