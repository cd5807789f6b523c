//! `rely compat` on components in C, from stored translations.

mod abstractions;
mod predicates;

use std::path::{Path, PathBuf};

use rely_workbench::store::StorePlace;
use rely_workbench::{CompatOptions, Control, compat};
use serde_json::Value;

/// A file of the repository.
fn repository(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(path)
}

/// The answer to a comparison, as JSON.
fn answer(options: &CompatOptions) -> Value {
    use rely_report::view::CompatAnswer;
    match compat(options, &Control::unlimited()) {
        Ok(result) => match result.answer {
            CompatAnswer::One(document) => serde_json::to_value(document).unwrap(),
            CompatAnswer::Matrix(document) => serde_json::to_value(document).unwrap(),
        },
        Err(failure) => serde_json::to_value(failure.document()).unwrap(),
    }
}

/// The question about two versions of a component.
fn versions(baseline: &Path, candidate: &Path, store: StorePlace) -> CompatOptions {
    CompatOptions {
        baselines: vec![baseline.display().to_string()],
        candidates: vec![candidate.display().to_string()],
        store,
        ..CompatOptions::default()
    }
}
