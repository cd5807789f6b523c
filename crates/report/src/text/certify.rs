//! The report of `rely certify`.

use super::{BAD, GOOD, styled};
use crate::view::{CertifyDocument, CertifyKind};

/// The report of the certificate checker.
pub fn report(document: &CertifyDocument) -> String {
    if document.verdict == CertifyKind::Accepted {
        let accepted = styled(GOOD, "accepted");
        return match &document.claims[..] {
            [_, _, ..] => format!("{accepted}\n{}", lines("", &document.claims)),
            _ => format!("{accepted}: {}\n", document.claim),
        };
    }
    let reason = document.reason.as_deref().unwrap_or("no reason given");
    let claimed = lines("claimed: ", &document.claims);
    format!("{}: {reason}\n{claimed}", styled(BAD, "rejected"))
}

/// One line for each claim.
fn lines(before: &str, claims: &[String]) -> String {
    claims.iter().map(|claim| format!("  {before}{claim}\n")).collect()
}
