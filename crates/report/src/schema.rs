//! The JSON schemas of all documents, generated from the view types.

use serde_json::Value;

use crate::view;

/// All schemas: file name and content.
pub fn schemas() -> Vec<(&'static str, Value)> {
    // The schemas describe the output: a field that may be left out is not required, one that may be null
    // is.
    fn of<T: schemars::JsonSchema>() -> Value {
        let settings = schemars::generate::SchemaSettings::default().for_serialize();
        settings.into_generator().into_root_schema_for::<T>().to_value()
    }
    vec![
        ("assume.json", of::<view::AssumeDocument>()),
        ("certify.json", of::<view::CertifyDocument>()),
        ("check.json", of::<view::CheckDocument>()),
        ("code.json", of::<view::CodeDocument>()),
        ("compare.json", of::<view::CompareDocument>()),
        ("compat-matrix.json", of::<view::CompatMatrixDocument>()),
        ("compat.json", of::<view::CompatDocument>()),
        ("compose.json", of::<view::ComposeDocument>()),
        ("draw.json", of::<view::DrawDocument>()),
        ("error.json", of::<view::ErrorDocument>()),
        ("lts.json", of::<view::LtsDocument>()),
        ("monitor.json", of::<view::MonitorDocument>()),
        ("project.json", of::<view::ProjectDocument>()),
        ("prove.json", of::<view::ProveDocument>()),
        ("replay.json", of::<view::ReplayDocument>()),
        ("simulate.json", of::<view::SimulateDocument>()),
        ("watch.json", of::<view::WatchDocument>()),
    ]
}
