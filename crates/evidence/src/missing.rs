//! Verdicts without a claim.

use rely_lts::Spent;

use crate::assumption::NoCertificate;

/// Why a claim is missing in a certificate of several.
pub enum Missing {
    /// The evidence contradicts the verdict: a mistake in one of the two.
    Contradiction,
    /// It cannot be certified, for this reason.
    Because(String),
}

impl From<NoCertificate> for Missing {
    fn from(why: NoCertificate) -> Self {
        match why {
            NoCertificate::Contradiction => Missing::Contradiction,
            NoCertificate::Spent(spent) => spent.into(),
            why => Missing::Because(why.to_string()),
        }
    }
}

impl From<Spent> for Missing {
    fn from(spent: Spent) -> Self {
        Missing::Because(spent.to_string())
    }
}
