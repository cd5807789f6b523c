//! The report of `rely certify`.

use super::{BAD, GOOD, styled};
use crate::view::{CertifyDocument, CertifyKind};

/// The report of the certificate checker.
pub fn report(document: &CertifyDocument) -> String {
    if document.verdict == CertifyKind::Accepted {
        return format!("{}: {}\n", styled(GOOD, "accepted"), document.claim);
    }
    let reason = document.reason.as_deref().unwrap_or("no reason given");
    let claimed =
        if document.claim.is_empty() { String::new() } else { format!("  claimed: {}\n", document.claim) };
    format!("{}: {reason}\n{claimed}", styled(BAD, "rejected"))
}
