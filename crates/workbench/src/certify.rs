//! `rely certify`: the independent checker, run on a file.

use rely_certify::CheckVerdict;

use crate::failure::{Exit, Failure};
use crate::files;
use crate::view::CertifyDocument;

/// Checks a certificate.
///
/// # Errors
/// If the file cannot be read.
pub fn certify(path: &str) -> Result<CertifyDocument, Failure> {
    let bytes = files::read(path)?;
    let report = rely_certify::check(&bytes);
    Ok(CertifyDocument {
        schema: "rely/certify/1".to_string(),
        file: path.to_string(),
        verdict: match report.verdict {
            CheckVerdict::Accepted => "accepted",
            CheckVerdict::Rejected => "rejected",
        }
        .to_string(),
        claim: report.claim,
        reason: report.reason,
    })
}

impl CertifyDocument {
    /// The exit code of the verdict.
    pub fn exit(&self) -> Exit {
        if self.verdict == "accepted" { Exit::Holds } else { Exit::Violated }
    }
}
