//! Results as pages in one file: what `rely serve` shows of them, without a server.

use rely_serve::{Export, export, pictures};
use rely_workbench::{Control, DrawOptions, Failure, Loaded, Picture, draw_model_document};
use serde::Serialize;
use serde_json::Value;

/// Documents as a page, with the pictures of what stands in them, and the text and the architecture of their model if it is at hand.
///
/// # Errors
/// If a document cannot be written.
pub fn html(
    title: &str,
    documents: &[&impl Serialize],
    loaded: Option<&Loaded>,
    control: &Control,
) -> Result<String, Failure> {
    let documents: Vec<Value> = documents.iter().map(value).collect::<Result<_, _>>()?;
    let mut drawn = pictures(&documents, &DrawOptions::default(), control)?;
    if let Some(loaded) = loaded {
        let target = documents[0]["target"].as_str().map(str::to_string);
        let options = DrawOptions { picture: Picture::Architecture, target, ..DrawOptions::default() };
        // The report is about something else: without this picture it is still one.
        if let Ok(picture) = draw_model_document(loaded, &options, control) {
            drawn.push(("architecture".to_string(), value(&picture)?));
        }
    }
    let text = loaded.and_then(Loaded::source).map(|source| (source.path.clone(), source.text.clone()));
    export(&Export { title: title.to_string(), documents, pictures: drawn, text })
}

fn value(document: &impl Serialize) -> Result<Value, Failure> {
    serde_json::to_value(document)
        .map_err(|error| Failure::Internal(format!("the document cannot be written: {error}")))
}
