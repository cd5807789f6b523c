//! `rely certify`: the independent checker, run on a file.

use std::io::{BufRead, Read};

use rely_certify::CheckVerdict;

use crate::failure::{Exit, Failure};
use crate::io::files;
use crate::view::CertifyDocument;

/// Checks a certificate.
///
/// # Errors
/// If the file cannot be read.
pub fn certify(path: &str) -> Result<CertifyDocument, Failure> {
    let bytes = read(path)?;
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

/// The bytes of a certificate; of a file that is no text only the beginning, which is enough to reject it.
fn read(path: &str) -> Result<Vec<u8>, Failure> {
    let mut input = files::open(path)?;
    let head = input.fill_buf().map_err(|error| files::unreadable(path, &error))?;
    if head.contains(&0) {
        return Ok(head.to_vec());
    }
    let mut bytes = Vec::new();
    input.read_to_end(&mut bytes).map_err(|error| files::unreadable(path, &error))?;
    Ok(bytes)
}

impl CertifyDocument {
    /// The exit code of the verdict.
    pub fn exit(&self) -> Exit {
        if self.verdict == "accepted" { Exit::Holds } else { Exit::Violated }
    }
}
