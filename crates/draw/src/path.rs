//! Runs of an LTS, to be marked in its picture.

use std::collections::VecDeque;

use rely_lts::{Label, Lts, StateId};

/// A transition.
type Move = (StateId, Label, StateId);

/// A shortest path of the LTS with these actions, as transitions. Internal steps and silent actions may occur
/// between them; `tau` among the actions is ignored. None if there is no such path.
///
/// Costs time and memory proportional to the size of the LTS times the number of actions.
///
/// ```
/// use rely_lts::{Actions, LtsBuilder};
///
/// let actions = Actions::new();
/// let mut builder = LtsBuilder::new(&actions);
/// let (first, second) = (builder.add_state()?, builder.add_state()?);
/// builder.add_transition(first, actions.intern("coin"), second);
/// builder.add_transition(second, actions.intern("tea"), first);
/// let lts = builder.finish(first)?;
///
/// let found = rely_draw::path(&lts, &["coin", "tea"], |_| false).unwrap();
/// assert_eq!((found[0].0, found[1].2), (first, first));
/// assert_eq!(rely_draw::path(&lts, &["tea"], |_| false), None);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn path(lts: &Lts, actions: &[&str], is_silent: impl Fn(&str) -> bool) -> Option<Vec<Move>> {
    let names: Vec<String> =
        (0..=lts.alphabet().len()).map(|label| lts.label_name(Label::at(label)).to_string()).collect();
    let silent: Vec<bool> =
        names.iter().enumerate().map(|(label, name)| label == 0 || is_silent(name)).collect();
    let wanted: Vec<&str> = actions.iter().copied().filter(|&a| a != "tau" && !is_silent(a)).collect();
    // Positions in the run times states; a step back to where one came from is kept for each.
    let n = lts.n_states();
    let mut from: Vec<Option<(usize, Move)>> = vec![None; n.checked_mul(wanted.len() + 1)?];
    let place = |position: usize, state: StateId| position * n + state.index();
    let start = place(0, lts.initial());
    let mut queue = VecDeque::from([(0, lts.initial())]);
    let walked = |from: &[Option<(usize, Move)>], mut at: usize| {
        let mut moves = Vec::new();
        while let Some((before, taken)) = from[at] {
            moves.push(taken);
            at = before;
        }
        moves.reverse();
        moves
    };
    if wanted.is_empty() {
        return Some(Vec::new());
    }
    while let Some((position, state)) = queue.pop_front() {
        let here = place(position, state);
        for (label, target) in lts.successors(state) {
            let next = if silent[label.index()] {
                position
            } else if names[label.index()] == wanted[position] {
                position + 1
            } else {
                continue;
            };
            if next == wanted.len() {
                let mut moves = walked(&from, here);
                moves.push((state, label, target));
                return Some(moves);
            }
            if target.is_error() {
                continue;
            }
            let there = place(next, target);
            if there != start && from[there].is_none() {
                from[there] = Some((here, (state, label, target)));
                queue.push_back((next, target));
            }
        }
    }
    None
}
