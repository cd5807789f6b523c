//! Are two LTSs the same up to the numbering of states? By trying.

use rely_lts::{Lts, StateId};

/// Is there a one-to-one map of states that keeps the initial state, END, ERROR and all transitions, and are the
/// alphabets equal?
pub fn are_isomorphic(left: &Lts, right: &Lts) -> bool {
    let named = |lts: &Lts| -> Vec<Vec<(String, StateId)>> {
        lts.states()
            .map(|s| lts.successors(s).map(|(label, t)| (lts.label_name(label).to_string(), t)).collect())
            .collect()
    };
    if left.alphabet().names() != right.alphabet().names()
        || left.n_states() != right.n_states()
        || left.n_transitions() != right.n_transitions()
        || left.end().is_some() != right.end().is_some()
    {
        return false;
    }
    let mut search = Search {
        left: named(left),
        right: named(right),
        ends: left.end().zip(right.end()),
        image: vec![None; left.n_states()],
        taken: vec![false; right.n_states()],
    };
    search.maps(left.initial(), right.initial(), &mut Vec::new()) && search.places_the_rest()
}

struct Search {
    left: Vec<Vec<(String, StateId)>>,
    right: Vec<Vec<(String, StateId)>>,
    ends: Option<(StateId, StateId)>,
    image: Vec<Option<StateId>>,
    taken: Vec<bool>,
}

impl Search {
    /// Maps `s` to `t` if that can be; notes the choice in `done`. Neighbors are checked once all are placed.
    fn maps(&mut self, s: StateId, t: StateId, done: &mut Vec<(StateId, StateId)>) -> bool {
        let outgoing = |edges: &[(String, StateId)]| {
            let mut signs: Vec<(String, bool)> =
                edges.iter().map(|(name, target)| (name.clone(), target.is_error())).collect();
            signs.sort();
            signs
        };
        let ends_agree = self.ends.is_none_or(|(left, right)| (s == left) == (t == right));
        if self.taken[t.index()]
            || !ends_agree
            || outgoing(&self.left[s.index()]) != outgoing(&self.right[t.index()])
        {
            return false;
        }
        self.image[s.index()] = Some(t);
        self.taken[t.index()] = true;
        done.push((s, t));
        self.placed_transitions_agree()
    }

    /// Every transition between placed states has its image.
    fn placed_transitions_agree(&self) -> bool {
        self.left.iter().enumerate().all(|(s, edges)| {
            let Some(image) = self.image[s] else { return true };
            edges.iter().all(|(name, target)| {
                let target = if target.is_error() { Some(*target) } else { self.image[target.index()] };
                target.is_none_or(|t| self.right[image.index()].contains(&(name.clone(), t)))
            })
        })
    }

    /// Places the remaining states, next the first one that a placed state leads to, in all ways.
    fn places_the_rest(&mut self) -> bool {
        let placed = |s: usize| self.image[s].is_some();
        let led_to = (0..self.left.len()).filter(|&s| placed(s)).find_map(|s| {
            let (name, target) = self.left[s].iter().find(|(_, t)| !t.is_error() && !placed(t.index()))?;
            let image = self.image[s].expect("it is placed");
            let candidates: Vec<StateId> = self.right[image.index()]
                .iter()
                .filter(|(other, t)| other == name && !t.is_error())
                .map(|&(_, t)| t)
                .collect();
            Some((*target, candidates))
        });
        let anywhere = || {
            let s = (0..self.left.len()).find(|&s| !placed(s))?;
            Some((StateId::at(s), (0..self.right.len()).map(StateId::at).collect()))
        };
        let Some((s, candidates)) = led_to.or_else(anywhere) else { return true };
        candidates.into_iter().any(|t| {
            let mut done = Vec::new();
            if self.maps(s, t, &mut done) && self.places_the_rest() {
                return true;
            }
            for (s, t) in done {
                self.image[s.index()] = None;
                self.taken[t.index()] = false;
            }
            false
        })
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
