//! An LTS as an observer of some of its actions sees it.

use rely_lts::{Alphabet, Label, Lts, RowBuilder, StateId};

/// The LTS over another alphabet: what that does not have becomes tau. States and END stay, propositions do
/// not.
///
/// # Panics
/// If both come from different tables of actions.
pub(crate) fn seen_through(lts: &Lts, alphabet: &Alphabet) -> Lts {
    assert!(lts.actions().same_table(alphabet.actions()), "an LTS and an alphabet share one action table");
    let labels: Vec<Label> = std::iter::once(Label::TAU)
        .chain(lts.alphabet().ids().iter().map(|&id| alphabet.label(id).unwrap_or(Label::TAU)))
        .collect();
    let mut rows = RowBuilder::new(alphabet.clone());
    let mut row: Vec<(Label, StateId)> = Vec::new();
    for s in lts.states() {
        row.clear();
        row.extend(lts.successors(s).map(|(label, t)| (labels[label.index()], t)));
        rows.push_state(&mut row).expect("as many states and transitions as before");
    }
    rows.finish(lts.initial(), lts.end())
}

#[cfg(test)]
mod tests {
    use rely_lts::Actions;
    use rely_testkit::text::{read, show};

    use super::*;

    #[test]
    fn names_are_compared_whole() {
        let actions = Actions::new();
        let lts = read(&actions, "0 a 1; 1 a.x 2; 2 b ERROR; 2 tau 0");
        let seen = seen_through(&lts, &Alphabet::from_names(&actions, ["a", "c"]));
        let expected = read(&actions, "0 a 1; 1 tau 2; 2 tau ERROR; 2 tau 0; alphabet a c");
        assert_eq!(show(&seen), show(&expected));
    }
}
