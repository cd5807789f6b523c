//! `rely certify`: the independent checker, run on a file.

use std::io::{BufRead, Read};

use rely_certify::CheckVerdict;
use rely_report::Failure;
use rely_report::view::{CertifyDocument, CertifyKind};

use rely_io::files;

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
            CheckVerdict::Accepted => CertifyKind::Accepted,
            CheckVerdict::Rejected => CertifyKind::Rejected,
        },
        claim: report.claims.join("; "),
        claims: report.claims,
        reason: report.reason,
    })
}

/// The bytes of a certificate; of a file that is not text only the beginning, which is enough to reject it.
fn read(path: &str) -> Result<Vec<u8>, Failure> {
    let mut input = files::open(path)?;
    let head = input.fill_buf().map_err(|error| Failure::unreadable(path, &error))?;
    if head.contains(&0) {
        return Ok(head.to_vec());
    }
    let mut bytes = Vec::new();
    input.read_to_end(&mut bytes).map_err(|error| Failure::unreadable(path, &error))?;
    Ok(bytes)
}
