//! "Did you mean …?"

/// The candidate that was probably intended by `name`: the nearest one by edit distance (swapping two
/// neighbors counts as one edit, case is ignored), at most a third of the length of the name away. Among
/// equally near candidates, the first in alphabetical order, so the order of the candidates does not matter.
///
/// ```
/// assert_eq!(rely_fsp::suggest("FORKS", ["PHIL", "FORK"]), Some("FORK"));
/// assert_eq!(rely_fsp::suggest("FORKS", ["PHIL", "TABLE"]), None);
/// ```
pub fn suggest<'c>(name: &str, candidates: impl IntoIterator<Item = &'c str>) -> Option<&'c str> {
    let wanted = name.to_lowercase();
    let allowed = (name.chars().count() / 3).max(1);
    candidates
        .into_iter()
        .filter(|candidate| *candidate != name)
        .map(|candidate| (strsim::damerau_levenshtein(&wanted, &candidate.to_lowercase()), candidate))
        // A name of one or two letters is near to every other such name.
        .filter(|(distance, candidate)| {
            *distance <= allowed && *distance < candidate.chars().count().min(name.chars().count())
        })
        .min()
        .map(|(_, candidate)| candidate)
}

#[cfg(test)]
mod tests {
    use super::suggest;

    #[test]
    fn near_names_are_suggested_and_far_ones_are_not() {
        assert_eq!(suggest("Rnage", ["Range", "Change"]), Some("Range"));
        assert_eq!(suggest("n", ["N", "M"]), Some("N"));
        assert_eq!(suggest("A", ["B", "C"]), None);
        assert_eq!(suggest("Range", ["Range"]), None);
        assert_eq!(suggest("Slot", ["Plot", "Clot"]), Some("Clot"));
        assert_eq!(suggest("Slot", ["Clot", "Plot"]), Some("Clot"));
    }
}
