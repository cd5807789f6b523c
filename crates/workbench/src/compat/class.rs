//! The verdict on an upgrade.

use rely_report::view::{CompatKind, VerdictKind};

/// The verdict on an upgrade, from the losses and the obligations of the system with the candidate.
pub(super) fn class(containment: VerdictKind, compatibility: Option<VerdictKind>) -> CompatKind {
    match (containment, compatibility) {
        (_, Some(VerdictKind::Violated)) => CompatKind::Incompatible,
        (_, Some(VerdictKind::Unknown)) | (VerdictKind::Unknown, _) => CompatKind::Unknown,
        (VerdictKind::Holds, _) => CompatKind::Replaceable,
        (VerdictKind::Violated, _) => CompatKind::ReplaceableWithLosses,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_class_is_that_of_the_table() {
        use CompatKind::{Incompatible, Replaceable, ReplaceableWithLosses, Unknown};
        use VerdictKind::{Holds, Violated};
        let open = VerdictKind::Unknown;
        let table = [
            (Holds, Some(Holds), Replaceable),
            (Violated, Some(Holds), ReplaceableWithLosses),
            (Holds, Some(Violated), Incompatible),
            (Violated, Some(Violated), Incompatible),
            (open, Some(Violated), Incompatible),
            (open, Some(Holds), Unknown),
            (Holds, Some(open), Unknown),
            (open, Some(open), Unknown),
            (Violated, Some(open), Unknown),
            (Holds, None, Replaceable),
            (Violated, None, ReplaceableWithLosses),
            (open, None, Unknown),
        ];
        for (containment, compatibility, expected) in table {
            assert_eq!(class(containment, compatibility), expected, "{containment:?} {compatibility:?}");
        }
    }
}
