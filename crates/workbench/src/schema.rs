//! The JSON schemas of all documents, generated from the view types.

use serde_json::Value;

use crate::view;

/// All schemas: file name and content.
pub fn schemas() -> Vec<(&'static str, Value)> {
    fn of<T: schemars::JsonSchema>() -> Value {
        schemars::schema_for!(T).to_value()
    }
    vec![
        ("certify.json", of::<view::CertifyDocument>()),
        ("check.json", of::<view::CheckDocument>()),
        ("compare.json", of::<view::CompareDocument>()),
        ("compose.json", of::<view::ComposeDocument>()),
        ("convert.json", of::<view::ConvertDocument>()),
        ("error.json", of::<view::ErrorDocument>()),
        ("lts.json", of::<view::LtsDocument>()),
        ("replay.json", of::<view::ReplayDocument>()),
    ]
}
