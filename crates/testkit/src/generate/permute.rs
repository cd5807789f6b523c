//! Another numbering of the same LTS.

use rely_lts::{Lts, LtsBuilder, StateId};

use super::Rng;

/// The same LTS with its states numbered at random.
pub fn permuted(lts: &Lts, rng: &mut Rng) -> Lts {
    let mut new: Vec<usize> = (0..lts.n_states()).collect();
    rng.shuffle(&mut new);
    let id = |s: StateId| if s.is_error() { s } else { StateId::at(new[s.index()]) };
    let mut builder = LtsBuilder::new(lts.actions());
    builder.ensure_states(lts.n_states()).expect("as many as before");
    lts.alphabet().ids().iter().for_each(|&action| builder.extend_alphabet(action));
    for (s, label, t) in lts.transitions() {
        builder.add_transition(id(s), lts.alphabet().action(label), id(t));
    }
    if let Some(end) = lts.end() {
        builder.set_end(id(end));
    }
    builder.finish(id(lts.initial())).expect("all states were added")
}

#[cfg(test)]
mod tests {
    use rely_lts::Actions;

    use super::*;
    use crate::generate::RandomLts;
    use crate::oracle::are_isomorphic;
    use crate::text::show;

    #[test]
    fn a_permuted_copy_is_isomorphic_and_looks_different() {
        let actions = Actions::new();
        let mut rng = Rng::new(11);
        let mut changed = 0;
        for _ in 0..100 {
            let lts = RandomLts::default().generate(&actions, &mut rng);
            let copy = permuted(&lts, &mut rng);
            assert!(are_isomorphic(&lts, &copy), "{}\n{}", show(&lts), show(&copy));
            changed += usize::from(show(&lts) != show(&copy));
        }
        assert!(changed > 50);
    }
}
