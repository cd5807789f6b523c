//! Pictures of what stands in documents: runs, assumptions, hypotheses, whole documents.

use rely_workbench::view::DrawDocument;
use rely_workbench::{Control, DrawOptions, Failure, Piece, draw_document, draw_piece, draw_places};
use serde_json::{Map, Value};

use crate::fields::{Fields, wrong};

/// What is to be drawn instead of a model.
pub enum Asked {
    /// A run or a machine of a document.
    Piece(Box<Piece>),
    /// A document of another command.
    Document(Value),
}

/// Reads `lts` (with `states` and `forbids`), `steps` (with `cycleStart` and `deadlock`) or `document`; none
/// of them is none.
///
/// # Errors
/// If a field is of another kind.
pub fn asked(fields: &mut Fields) -> Result<Option<Asked>, Failure> {
    if let Some(document) = fields.value("document") {
        return Ok(Some(Asked::Document(document)));
    }
    let (lts, steps) = (fields.value("lts"), fields.value("steps"));
    let Some(value) = lts.or(steps) else { return Ok(None) };
    if !value.is_object() {
        return Err(wrong("`lts` and `steps` are parts of documents"));
    }
    Ok(Some(Asked::Piece(Box::new(Piece {
        value,
        title: fields.text("title")?.unwrap_or_default(),
        subtitle: String::new(),
        cycle_from: fields.number("cycleStart")?.map(|from| usize::try_from(from).unwrap_or(usize::MAX)),
        deadlocks: fields.flag("deadlock", false)?,
        states: fields.names("states")?,
        forbids: fields.flag("forbids", false)?,
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

/// Adds to the data of an export the pictures of its documents that are not there yet.
///
/// # Errors
/// If the data is no object.
pub fn illustrate(data: &mut Value, options: &DrawOptions, control: &Control) -> Result<(), Failure> {
    let Value::Object(fields) = data else {
        return Err(wrong("`data` is an object with `documents`"));
    };
    let documents = fields.get("documents").and_then(Value::as_array).cloned().unwrap_or_default();
    let known = fields.entry("pictures").or_insert_with(|| Value::Object(Map::new()));
    let Value::Object(known) = known else { return Err(wrong("`pictures` is an object")) };
    for (place, picture) in pictures(&documents, options, control)? {
        known.entry(place).or_insert(picture);
    }
    Ok(())
}

/// The pictures of what stands in documents, each under the number of its document and its place there:
/// `0#/results/1/steps`.
///
/// # Errors
/// If one cannot be written. What cannot be drawn is left out.
pub fn pictures(
    documents: &[Value],
    options: &DrawOptions,
    control: &Control,
) -> Result<Vec<(String, Value)>, Failure> {
    let mut all = Vec::new();
    for (i, document) in documents.iter().enumerate() {
        for (place, mut picture) in draw_places(document, options, control) {
            // The page has these in the document already.
            (picture.graphs, picture.chart) = (Vec::new(), None);
            let picture = serde_json::to_value(picture)
                .map_err(|error| Failure::Internal(format!("the picture cannot be written: {error}")))?;
            all.push((format!("{i}#{place}"), picture));
        }
    }
    Ok(all)
}
