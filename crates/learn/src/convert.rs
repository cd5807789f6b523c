//! Between automata and transition systems: a deterministic LTS is a DFA whose language is prefix-closed.
//!
//! Letter `a` is the label `a + 1` of the alphabet (label 0 is tau): both are in the order of the names.

use rely_lts::{Alphabet, Label, Lts, LtsError, RowBuilder, StateId};
use thiserror::Error;

use crate::dfa::{Dfa, Letter};

/// Why there is no automaton, or no transition system, with the same traces.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum ConvertError {
    /// The LTS has a tau transition.
    #[error("state {0} has a tau transition; hide and determinize first")]
    Tau(u32),
    /// The LTS has two transitions with one label.
    #[error("state {0} has two transitions with the same label; determinize first")]
    Nondeterministic(u32),
    /// The language is empty: an LTS has at least the empty trace.
    #[error("the language is empty, and a transition system has at least the empty trace")]
    Empty,
    /// The language is not prefix-closed.
    #[error("the language is not prefix-closed")]
    NotPrefixClosed,
    /// The alphabet has another number of actions than there are letters.
    #[error("{letters} letters cannot be named by {actions} actions")]
    Letters {
        /// How many letters the automaton has.
        letters: u32,
        /// How many actions the alphabet has.
        actions: usize,
    },
    /// There are too many states.
    #[error(transparent)]
    Lts(#[from] LtsError),
}

/// The label of a letter in the alphabet of an LTS.
///
/// ```
/// use rely_learn::{Dfa, label_of, letter_of};
/// use rely_lts::{Actions, LtsBuilder, StateId};
/// let actions = Actions::new();
/// let mut builder = LtsBuilder::new(&actions);
/// builder.ensure_states(2)?;
/// builder.add_transition(StateId::at(0), actions.intern("on"), StateId::at(1));
/// builder.add_transition(StateId::at(1), actions.intern("off"), StateId::at(0));
/// let lts = builder.finish(StateId::at(0))?;
/// let dfa = Dfa::from_lts(&lts)?;
/// let on = letter_of(lts.alphabet().label_of_name("on").expect("an action")).expect("not tau");
/// assert_eq!((dfa.accepts(&[on]), dfa.accepts(&[on, on])), (true, false));
/// assert_eq!(lts.label_name(label_of(on)).to_string(), "on");
/// assert_eq!(dfa.to_lts(lts.alphabet())?.n_states(), 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn label_of(letter: Letter) -> Label {
    Label::from_raw(letter + 1)
}

/// The letter of a label; tau has none. See [`label_of`].
pub fn letter_of(label: Label) -> Option<Letter> {
    label.raw().checked_sub(1)
}

impl Dfa {
    /// The automaton of the traces of a deterministic LTS over the letters of its alphabet. What the LTS
    /// cannot do, and what leads to the error state, is rejected: a property's automaton accepts what the
    /// property allows.
    ///
    /// # Errors
    /// If the LTS has tau or is not deterministic.
    pub fn from_lts(lts: &Lts) -> Result<Dfa, ConvertError> {
        let (n, k) = (lts.n_states(), lts.alphabet().len());
        let sink = n as u32;
        let mut next = vec![sink; n * k];
        for s in lts.states() {
            let labels = lts.labels_of(s);
            if labels.first().is_some_and(|label| label.is_tau()) {
                return Err(ConvertError::Tau(s.raw()));
            }
            if labels.windows(2).any(|pair| pair[0] == pair[1]) {
                return Err(ConvertError::Nondeterministic(s.raw()));
            }
            for (label, t) in lts.successors(s).filter(|(_, t)| !t.is_error()) {
                next[s.index() * k + label.index() - 1] = t.raw();
            }
        }
        let mut accepting = vec![true; n];
        if next.contains(&sink) {
            next.extend(std::iter::repeat_n(sink, k));
            accepting.push(false);
        }
        let dfa = Dfa::new(k as u32, lts.initial().raw(), next, accepting);
        Ok(dfa.expect("targets are states of the LTS or the sink"))
    }

    /// The LTS with this prefix-closed language: the accepting states that can be reached, numbered
    /// breadth-first.
    ///
    /// # Errors
    /// If the language is empty or not prefix-closed, or the alphabet has another size.
    pub fn to_lts(&self, alphabet: &Alphabet) -> Result<Lts, ConvertError> {
        if alphabet.len() != self.n_letters() as usize {
            return Err(ConvertError::Letters { letters: self.n_letters(), actions: alphabet.len() });
        }
        if !self.is_accepting(self.initial()) {
            return Err(ConvertError::Empty);
        }
        if !self.is_prefix_closed() {
            return Err(ConvertError::NotPrefixClosed);
        }
        let mut order = self.reachable();
        order.retain(|&s| self.is_accepting(s));
        let mut number = vec![StateId::ERROR; self.n_states()];
        for (i, &s) in order.iter().enumerate() {
            number[s as usize] = StateId::at(i);
        }
        let mut rows = RowBuilder::new(alphabet.clone());
        let mut row = Vec::new();
        for &s in &order {
            row.clear();
            let kept = (0..).zip(self.row(s)).filter(|&(_, &t)| self.is_accepting(t));
            row.extend(kept.map(|(letter, &t)| (label_of(letter), number[t as usize])));
            rows.push_state(&mut row)?;
        }
        Ok(rows.finish(StateId::at(0), None))
    }
}

#[cfg(test)]
mod tests {
    use rely_lts::{ActionId, Actions, LtsBuilder};

    use super::*;

    fn lts(transitions: &[(u32, &str, u32)], n: usize) -> Lts {
        let actions = Actions::new();
        let mut builder = LtsBuilder::new(&actions);
        builder.ensure_states(n).unwrap();
        for &(s, name, t) in transitions {
            let action = if name == "tau" { ActionId::TAU } else { actions.intern(name) };
            builder.add_transition(StateId::from_raw(s), action, StateId::from_raw(t));
        }
        builder.finish(StateId::from_raw(0)).unwrap()
    }

    #[test]
    fn there_and_back() {
        let lock = lts(&[(0, "lock", 1), (1, "unlock", 0), (1, "lock", u32::MAX)], 2);
        let dfa = Dfa::from_lts(&lock).unwrap();
        assert_eq!((dfa.n_states(), dfa.n_letters()), (3, 2));
        assert!(dfa.accepts(&[0, 1, 0]) && !dfa.accepts(&[0, 0]) && !dfa.accepts(&[1]));
        let back = dfa.to_lts(lock.alphabet()).unwrap();
        assert_eq!((back.n_states(), back.n_transitions()), (2, 2));
        assert_eq!(Dfa::from_lts(&back).unwrap().minimize(), dfa.minimize());
    }

    #[test]
    fn a_total_lts_has_no_sink() {
        let dfa = Dfa::from_lts(&lts(&[(0, "a", 0)], 1)).unwrap();
        assert_eq!(dfa.n_states(), 1);
    }

    #[test]
    fn what_has_no_counterpart_is_refused() {
        assert_eq!(Dfa::from_lts(&lts(&[(0, "tau", 0)], 1)), Err(ConvertError::Tau(0)));
        let both = lts(&[(0, "a", 0), (0, "a", 1)], 2);
        assert_eq!(Dfa::from_lts(&both), Err(ConvertError::Nondeterministic(0)));
        let alphabet = both.alphabet();
        let odd = Dfa::new(1, 0, vec![1, 0], vec![true, false]).unwrap();
        assert_eq!(odd.to_lts(alphabet).unwrap_err(), ConvertError::NotPrefixClosed);
        let none = Dfa::new(1, 0, vec![0], vec![false]).unwrap();
        assert_eq!(none.to_lts(alphabet).unwrap_err(), ConvertError::Empty);
        let wide = Dfa::new(2, 0, vec![0, 0], vec![true]).unwrap();
        assert_eq!(wide.to_lts(alphabet).unwrap_err(), ConvertError::Letters { letters: 2, actions: 1 });
    }
}
