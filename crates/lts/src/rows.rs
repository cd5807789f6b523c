//! An LTS made of finished rows, for readers of large files: nothing is copied, everything is checked.
//!
//! The check is one pass over the rows and two over the transitions, and needs no memory.

use crate::action::Alphabet;
use crate::builder::LtsError;
use crate::id::{Label, StateId};
use crate::lts::Lts;

/// The arrays of an LTS, as its memory layout has them: the transitions of state `s` are at the positions
/// `starts[s]..starts[s + 1]` of `labels` and `targets`, sorted by (label, target) and distinct.
#[derive(Clone, Debug)]
pub struct Rows {
    /// Where the row of each state starts, and behind them the number of transitions: one entry more than
    /// states.
    pub starts: Vec<u32>,
    /// The labels of the transitions: 0 is tau, `k` is the `k`-th action of the alphabet.
    pub labels: Vec<Label>,
    /// The targets of the transitions, parallel to the labels.
    pub targets: Vec<StateId>,
}

impl Lts {
    /// The LTS with these rows.
    ///
    /// ```
    /// use rely_lts::{Actions, Alphabet, Label, Lts, Rows, StateId};
    /// let alphabet = Alphabet::from_names(&Actions::new(), ["a"]);
    /// let rows = Rows { starts: vec![0, 1], labels: vec![Label::from_raw(1)], targets: vec![StateId::at(0)] };
    /// let lts = Lts::from_rows(alphabet, rows, StateId::at(0), None)?;
    /// assert_eq!((lts.n_states(), lts.n_transitions()), (1, 1));
    /// # Ok::<(), rely_lts::LtsError>(())
    /// ```
    ///
    /// # Errors
    /// If the arrays contradict each other, a row is not sorted, a label is not of the alphabet, a state does
    /// not exist, or END has transitions.
    pub fn from_rows(
        alphabet: Alphabet,
        rows: Rows,
        initial: StateId,
        end: Option<StateId>,
    ) -> Result<Lts, LtsError> {
        let Rows { starts, labels, targets } = rows;
        let n = starts.len().checked_sub(1).ok_or(LtsError::BrokenRows("there is no row"))?;
        if n >= u32::MAX as usize {
            return Err(LtsError::TooManyStates);
        }
        if u32::try_from(targets.len()).is_err() {
            return Err(LtsError::TooManyTransitions);
        }
        if labels.len() != targets.len() {
            return Err(LtsError::BrokenRows("there are not as many labels as targets"));
        }
        if starts[0] != 0 || starts[n] as usize != targets.len() {
            return Err(LtsError::BrokenRows("the rows do not cover the transitions"));
        }
        for state in [Some(initial), end].into_iter().flatten() {
            if state.index() >= n {
                return Err(LtsError::NoSuchState { state: state.raw(), states: n });
            }
        }
        let exists = |target: &StateId| target.index() < n || target.is_error();
        if let Some(target) = targets.iter().find(|target| !exists(target)) {
            return Err(LtsError::NoSuchState { state: target.raw(), states: n });
        }
        if labels.iter().any(|label| label.index() > alphabet.len()) {
            return Err(LtsError::BrokenRows("a label is not of the alphabet"));
        }
        let key = |i: usize| (u64::from(labels[i].raw()) << 32) | u64::from(targets[i].raw());
        for pair in starts.windows(2) {
            let (from, to) = (pair[0] as usize, pair[1] as usize);
            if from > to || to > targets.len() {
                return Err(LtsError::BrokenRows("the rows do not follow one another"));
            }
            if (from + 1..to).any(|i| key(i - 1) >= key(i)) {
                return Err(LtsError::BrokenRows("a row is not sorted by label and target, or has a double"));
            }
        }
        if let Some(end) = end.filter(|end| starts[end.index()] != starts[end.index() + 1]) {
            return Err(LtsError::EndHasTransitions(end.raw()));
        }
        Ok(Lts { alphabet, rows: starts, labels, targets, initial, end, propositions: None })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::action::Actions;

    const E: u32 = u32::MAX;

    fn check(
        starts: &[u32],
        labels: &[u32],
        targets: &[u32],
        initial: u32,
        end: Option<u32>,
    ) -> Option<LtsError> {
        let alphabet = Alphabet::from_names(&Actions::new(), ["a", "b"]);
        let rows = Rows {
            starts: starts.to_vec(),
            labels: labels.iter().map(|&l| Label::from_raw(l)).collect(),
            targets: targets.iter().map(|&t| StateId::from_raw(t)).collect(),
        };
        Lts::from_rows(alphabet, rows, StateId::from_raw(initial), end.map(StateId::from_raw)).err()
    }

    #[test]
    fn what_contradicts_itself_is_refused() {
        assert_eq!(check(&[0, 3, 3], &[0, 1, 1], &[1, 0, E], 0, Some(1)), None);
        let broken = |error: Option<LtsError>| matches!(error, Some(LtsError::BrokenRows(_)));
        assert!(broken(check(&[], &[], &[], 0, None)));
        assert!(broken(check(&[1, 1], &[0], &[0], 0, None)));
        assert!(broken(check(&[0, 0], &[0], &[0], 0, None)));
        assert!(broken(check(&[0, 2, 1], &[0], &[0], 0, None)));
        assert!(broken(check(&[0, u32::MAX, 1], &[0], &[0], 0, None)));
        assert!(broken(check(&[0, 1], &[0, 0], &[0], 0, None)));
        assert!(broken(check(&[0, 1], &[3], &[0], 0, None)));
        assert!(broken(check(&[0, 2, 2], &[1, 0], &[0, 0], 0, None)));
        assert!(broken(check(&[0, 2, 2], &[1, 1], &[1, 0], 0, None)));
        assert!(broken(check(&[0, 2, 2], &[1, 1], &[1, 1], 0, None)));
        let missing = |error: Option<LtsError>| matches!(error, Some(LtsError::NoSuchState { .. }));
        assert!(missing(check(&[0, 1], &[0], &[1], 0, None)));
        assert!(missing(check(&[0, 0], &[], &[], 1, None)));
        assert!(missing(check(&[0, 0], &[], &[], 0, Some(1))));
        assert!(missing(check(&[0], &[], &[], 0, None)));
        assert_eq!(check(&[0, 1], &[0], &[0], 0, Some(0)), Some(LtsError::EndHasTransitions(0)));
    }
}
