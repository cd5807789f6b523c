//! Single LTSs that are hard for some algorithm: deep or wide in tau, many rounds, many splits.

use rely_lts::{ActionId, Actions, Alphabet, Label, Lts, RowBuilder, StateId};

/// An LTS whose states come in order: `row(i)` gives the transitions of state `i`.
fn rows(
    actions: &Actions,
    names: &[&str],
    n: usize,
    mut row: impl FnMut(usize, &dyn Fn(&str) -> Label, &mut Vec<(Label, StateId)>),
) -> Lts {
    let alphabet =
        Alphabet::new(actions, names.iter().map(|name| actions.intern(name)).collect::<Vec<ActionId>>());
    let label = |name: &str| match name {
        "tau" => Label::TAU,
        name => alphabet.label_of_name(name).expect("it is in the alphabet"),
    };
    let mut builder = RowBuilder::new(alphabet.clone());
    let mut buffer = Vec::new();
    for i in 0..n {
        buffer.clear();
        row(i, &label, &mut buffer);
        builder.push_state(&mut buffer).expect("shapes fit");
    }
    builder.finish(StateId::at(0), None)
}

/// An `n` × `n` grid (`n ≥ 1`) of tau steps right and down; each state of the last column has visible exits
/// `exit.0` … `exit.4` to the start, the middle and the end of the first line. `n²` states; from `n = 3` on
/// `2·n·(n−1) + 15·n` transitions.
pub fn tau_grid(actions: &Actions, n: usize) -> Lts {
    assert!(n >= 1, "there is a start");
    let exits = ["exit.0", "exit.1", "exit.2", "exit.3", "exit.4"];
    rows(actions, &exits, n * n, |state, label, row| {
        let (line, column) = (state / n, state % n);
        if line + 1 < n {
            row.push((Label::TAU, StateId::at(state + n)));
        }
        if column + 1 < n {
            row.push((Label::TAU, StateId::at(state + 1)));
        } else {
            for exit in exits {
                row.extend([0, n / 2, n - 1].map(|target| (label(exit), StateId::at(target))));
            }
        }
    })
}

/// A chain of `n ≥ 1` tau steps, then one `a` back to the start: `n + 1` states, deep.
pub fn tau_chain(actions: &Actions, n: usize) -> Lts {
    rows(actions, &["a"], n + 1, |state, label, row| {
        row.push(if state < n { (Label::TAU, StateId::at(state + 1)) } else { (label("a"), StateId::at(0)) });
    })
}

/// A chain of `n ≥ 1` steps `a`, then one `b` back to the start: `n + 1` states, no two of them bisimilar. A
/// refinement that goes by rounds needs `n` of them.
pub fn chain(actions: &Actions, n: usize) -> Lts {
    rows(actions, &["a", "b"], n + 1, |state, label, row| {
        row.push(if state < n { (label("a"), StateId::at(state + 1)) } else { (label("b"), StateId::at(0)) });
    })
}

/// A cycle of `n ≥ 1` states: `a` leads to the next one, and the states at the places of the letter 1 of the
/// infinite Fibonacci word have a loop `mark`. If `n` is a Fibonacci number no two are bisimilar, and every
/// refinement by smaller halves splits as often as it can: Hopcroft's worst case \[CRS08\].
pub fn hopcroft_cycle(actions: &Actions, n: usize) -> Lts {
    assert!(n >= 1, "there is a start");
    let word = fibonacci_word(n);
    rows(actions, &["a", "mark"], n, |state, label, row| {
        row.push((label("a"), StateId::at((state + 1) % n)));
        if word[state] {
            row.push((label("mark"), StateId::at(state)));
        }
    })
}

/// The first `n` letters of 0100101001001…: each word is the one before, followed by the one before that.
fn fibonacci_word(n: usize) -> Vec<bool> {
    let (mut before, mut word) = (vec![true], vec![false]);
    while word.len() < n {
        let longer = [&word[..], &before[..]].concat();
        before = std::mem::replace(&mut word, longer);
    }
    word.truncate(n);
    word
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use rely_testkit::oracle::{Equivalence, Marks, equivalence_classes};

    use super::*;

    fn counts(lts: &Lts) -> (usize, usize) {
        (lts.n_states(), lts.n_transitions())
    }

    #[test]
    fn the_documented_counts_come_out() {
        let actions = Actions::new();
        for n in 3..=6 {
            assert_eq!(counts(&tau_grid(&actions, n)), (n * n, 2 * n * (n - 1) + 15 * n));
        }
        assert_eq!(counts(&tau_grid(&actions, 1)), (1, 5));
        assert_eq!(counts(&tau_grid(&actions, 2)), (4, 4 + 20));
        assert_eq!(counts(&tau_grid(&actions, 100)), (10_000, 21_300));
        for n in 1..=6 {
            assert_eq!(counts(&tau_chain(&actions, n)), (n + 1, n + 1));
            assert_eq!(counts(&chain(&actions, n)), (n + 1, n + 1));
        }
    }

    #[test]
    fn no_two_states_of_a_chain_or_a_fibonacci_cycle_are_bisimilar() {
        let actions = Actions::new();
        for lts in [chain(&actions, 30), hopcroft_cycle(&actions, 34), hopcroft_cycle(&actions, 21)] {
            let classes: BTreeSet<_> =
                equivalence_classes(Equivalence::Strong, &lts, Marks::OBSERVED).into_iter().collect();
            // One more for ERROR.
            assert_eq!(classes.len(), lts.n_states() + 1);
        }
    }

    #[test]
    fn the_fibonacci_word_is_its_own_substitution() {
        let word = fibonacci_word(13);
        let letters: String = word.iter().map(|&one| if one { '1' } else { '0' }).collect();
        assert_eq!(letters, "0100101001001");
    }
}
