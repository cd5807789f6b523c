//! Certificates for the page: made in a folder of their own, checked by the independent checker, and thrown
//! away.

use rely_workbench::{Failure, ProveOptions, certify};
use serde_json::{Value, json};

/// Runs a proof that writes certificates; every result of the document gets `certified`: what `rely certify`
/// says of its certificate, or null if none could be made.
///
/// # Errors
/// As the proof, or if there is no place for certificates.
pub fn with_certificates(
    options: &mut ProveOptions,
    proof: impl FnOnce(&ProveOptions) -> Result<Value, Failure>,
) -> Result<Value, Failure> {
    let folder = tempfile::tempdir().map_err(|error| {
        Failure::input("E1002", format!("there is no place for temporary files: {error}"))
    })?;
    options.certificate = Some(folder.path().join("certificate.json"));
    let mut document = proof(options)?;
    let results = document.get_mut("results").and_then(Value::as_array_mut).into_iter().flatten();
    for result in results.filter_map(Value::as_object_mut) {
        let certified = match result.get("certificate").and_then(Value::as_str) {
            Some(path) => {
                let checked = certify(path)?;
                json!({"verdict": checked.verdict, "claim": checked.claim, "reason": checked.reason})
            }
            None => Value::Null,
        };
        // The file will be gone when this is read.
        result.insert("certificate".to_string(), Value::Null);
        result.insert("certified".to_string(), certified);
    }
    Ok(document)
}
