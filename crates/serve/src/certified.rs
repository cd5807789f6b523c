//! Certificates for the page: written to a temporary folder, checked by the independent checker, and deleted.

use rely_report::Failure;
use rely_workbench::{ProveOptions, Scratch, certify};
use serde_json::{Value, json};

/// Runs a proof that writes certificates. Every result of the document gets a field `certified`: the result
/// of `rely certify`, or null if there is no certificate.
///
/// # Errors
/// Those of the proof, or if there is no place for temporary files.
pub fn with_certificates(
    options: &mut ProveOptions,
    proof: impl FnOnce(&ProveOptions) -> Result<Value, Failure>,
) -> Result<Value, Failure> {
    let folder = Scratch::new()?;
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
        // The file is deleted before the page reads this.
        result.insert("certificate".to_string(), Value::Null);
        result.insert("certified".to_string(), certified);
    }
    Ok(document)
}
