//! Are two LTSs the same up to the numbering of states? By trying, among states that look alike.

use std::collections::BTreeMap;

use rely_lts::{Lts, StateId};

/// Is there a one-to-one map of states that keeps the initial state, END, ERROR and all transitions, and are
/// the alphabets equal?
pub fn are_isomorphic(left: &Lts, right: &Lts) -> bool {
    if left.alphabet().names() != right.alphabet().names()
        || left.n_states() != right.n_states()
        || left.n_transitions() != right.n_transitions()
    {
        return false;
    }
    let sides = [Side::new(left), Side::new(right)];
    let looks = looks(&sides);
    let counts = looks.clone().map(|mut side| {
        side.sort_unstable();
        side
    });
    if counts[0] != counts[1] {
        return false;
    }
    let n = left.n_states();
    let mut search = Search { sides, looks, image: vec![None; n], taken: vec![false; n] };
    let initial = [left.initial(), right.initial()].map(StateId::index);
    search.place(initial[0], initial[1]) && search.places_the_rest()
}

/// An LTS by names. Targets are `None` for ERROR.
struct Side {
    /// (name, target) of every state.
    out: Vec<Vec<(String, Option<usize>)>>,
    /// (name, source) of every state.
    into: Vec<Vec<(String, usize)>>,
    /// Is it initial, is it END?
    kind: Vec<(bool, bool)>,
}

impl Side {
    fn new(lts: &Lts) -> Side {
        let mut side = Side {
            out: vec![Vec::new(); lts.n_states()],
            into: vec![Vec::new(); lts.n_states()],
            kind: lts.states().map(|s| (s == lts.initial(), lts.end() == Some(s))).collect(),
        };
        for (s, label, t) in lts.transitions() {
            let name = lts.label_name(label).to_string();
            if !t.is_error() {
                side.into[t.index()].push((name.clone(), s.index()));
            }
            side.out[s.index()].push((name, (!t.is_error()).then(|| t.index())));
        }
        side
    }
}

/// What a state looks like: its last look, then the looks along its transitions and along those that lead to
/// it.
type Look = (usize, Vec<(String, Option<usize>)>, Vec<(String, usize)>);

/// A number per state of both sides; states that an isomorphism maps to each other have the same number.
/// Looks are made finer until nothing changes.
fn looks(sides: &[Side; 2]) -> [Vec<usize>; 2] {
    let mut looks = [0, 1].map(|i| {
        sides[i]
            .kind
            .iter()
            .map(|&(initial, end)| usize::from(initial) + 2 * usize::from(end))
            .collect::<Vec<_>>()
    });
    let mut n_looks = 0;
    loop {
        let finer: [Vec<Look>; 2] = [0, 1].map(|i| {
            let (side, look) = (&sides[i], &looks[i]);
            (0..look.len())
                .map(|s| {
                    let mut out: Vec<_> =
                        side.out[s].iter().map(|(name, t)| (name.clone(), t.map(|t| look[t]))).collect();
                    let mut into: Vec<_> =
                        side.into[s].iter().map(|(name, r)| (name.clone(), look[*r])).collect();
                    out.sort();
                    into.sort();
                    (look[s], out, into)
                })
                .collect()
        });
        let mut numbers: BTreeMap<&Look, usize> = finer.iter().flatten().map(|look| (look, 0)).collect();
        numbers.values_mut().enumerate().for_each(|(i, number)| *number = i);
        looks = [0, 1].map(|i| finer[i].iter().map(|look| numbers[look]).collect());
        if numbers.len() == n_looks {
            return looks;
        }
        n_looks = numbers.len();
    }
}

struct Search {
    sides: [Side; 2],
    looks: [Vec<usize>; 2],
    image: Vec<Option<usize>>,
    taken: Vec<bool>,
}

impl Search {
    /// Maps `s` to `t` if that can be.
    fn place(&mut self, s: usize, t: usize) -> bool {
        if self.taken[t] || self.looks[0][s] != self.looks[1][t] {
            return false;
        }
        self.image[s] = Some(t);
        self.taken[t] = true;
        let agree = self.transitions_agree(s)
            && self.sides[0].into[s].iter().all(|(_, r)| self.transitions_agree(*r));
        if !agree {
            self.unplace(s);
        }
        agree
    }

    fn unplace(&mut self, s: usize) {
        if let Some(t) = self.image[s].take() {
            self.taken[t] = false;
        }
    }

    /// Every transition of a state to a placed state has its image, if the state itself is placed.
    fn transitions_agree(&self, s: usize) -> bool {
        let Some(image) = self.image[s] else { return true };
        self.sides[0].out[s].iter().all(|(name, target)| {
            let placed = target.map(|t| self.image[t]);
            placed == Some(None) || self.sides[1].out[image].contains(&(name.clone(), placed.flatten()))
        })
    }

    /// Places the remaining states, in order, in all ways.
    fn places_the_rest(&mut self) -> bool {
        let Some(s) = (0..self.image.len()).find(|&s| self.image[s].is_none()) else { return true };
        for t in 0..self.image.len() {
            if self.place(s, t) {
                if self.places_the_rest() {
                    return true;
                }
                self.unplace(s);
            }
        }
        false
    }
}

#[cfg(test)]
mod tests {
    use rely_lts::Actions;

    use super::*;
    use crate::text::read;

    fn check(left: &str, right: &str, expected: bool) {
        let actions = Actions::new();
        let (left, right) = (read(&actions, left), read(&actions, right));
        assert_eq!(are_isomorphic(&left, &right), expected);
        assert_eq!(are_isomorphic(&right, &left), expected);
    }

    #[test]
    fn numbering_does_not_matter() {
        check("0 a 1; 1 b 2; 2 tau 0; 1 c ERROR", "2 a 0; 0 b 1; 1 tau 2; 0 c ERROR; initial 2", true);
        check("0 a 1; 0 a 2; 1 a 3; 2 b 3", "0 a 1; 0 a 2; 2 a 3; 1 b 3", true);
        check("0 a 0; 1 b 2; states 3", "0 a 0; 2 b 1; states 3", true);
    }

    #[test]
    fn all_else_does() {
        check("0 a 1", "0 a 1; alphabet b", false);
        check("0 a 1", "0 a 1; initial 1", false);
        check("0 a 1", "0 a 1; end 1", false);
        check("0 a 1; 0 b 2; end 1", "0 a 1; 0 b 2; end 2", false);
        check("0 a 1; 1 a 0", "0 a 1; 1 a 1", false);
        check("0 a ERROR; 0 b 1", "0 b ERROR; 0 a 1", false);
        check("0 a 1; 0 a 2; 1 a 3; 2 b 4; 3 c 1", "0 a 1; 0 a 2; 1 a 3; 2 b 4; 3 c 2", false);
    }
}
