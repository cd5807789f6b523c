//! Random LTSs of any size, and pairs of which one has more transitions.

use rely_lts::{Actions, Alphabet, Label, Lts, RowBuilder, StateId};

use crate::action_name;
use crate::rng::Rng;

/// The knobs of a random LTS: every state has `fan_out` transitions (doubles count once), the first of them
/// to the next state, so that all are reachable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RandomGraph {
    /// Number of states, at least 1.
    pub states: usize,
    /// Transitions of every state.
    pub fan_out: usize,
    /// Number of visible actions, called `a`, `b`, …, at least 1.
    pub labels: usize,
    /// Of a hundred transitions, how many are tau.
    pub tau_percent: usize,
}

impl RandomGraph {
    /// The LTS of a seed.
    ///
    /// ```
    /// use rely_generate::RandomGraph;
    /// let knobs = RandomGraph { states: 1000, fan_out: 5, labels: 20, tau_percent: 30 };
    /// let lts = knobs.generate(&rely_lts::Actions::new(), 1);
    /// assert_eq!(lts.n_states(), 1000);
    /// assert!((4900..=5000).contains(&lts.n_transitions()));
    /// ```
    pub fn generate(&self, actions: &Actions, seed: u64) -> Lts {
        self.with_extra(actions, seed, 0)
    }

    /// The LTS of a seed with `extra` further transitions. It simulates the one without.
    pub fn with_extra(&self, actions: &Actions, seed: u64, extra: usize) -> Lts {
        let names: Vec<String> = (0..self.labels).map(action_name).collect();
        let alphabet = Alphabet::from_names(actions, names.iter().map(String::as_str));
        let labels: Vec<Label> =
            names.iter().map(|name| alphabet.label_of_name(name).expect("it was just added")).collect();
        let mut further = self.further(&labels, seed, extra).into_iter().peekable();
        let mut rng = Rng::new(seed);
        let mut builder = RowBuilder::new(alphabet);
        let mut row = Vec::new();
        for state in 0..self.states {
            row.clear();
            for edge in 0..self.fan_out {
                let target = if edge == 0 { (state + 1) % self.states } else { rng.below(self.states) };
                row.push((self.label(&labels, &mut rng), StateId::at(target)));
            }
            while let Some((_, label, target)) = further.next_if(|(source, _, _)| *source == state) {
                row.push((label, StateId::at(target)));
            }
            builder.push_state(&mut row).expect("the size was checked");
        }
        builder.finish(StateId::at(0), None)
    }

    /// The further transitions, by source. Their numbers come from another part of the generator's circle, so
    /// that the other transitions stay what they are.
    fn further(&self, labels: &[Label], seed: u64, extra: usize) -> Vec<(usize, Label, usize)> {
        let mut rng = Rng::new(seed ^ 0x5bf0_3635_c6a1_78c9);
        let mut further: Vec<(usize, Label, usize)> = (0..extra)
            .map(|_| (rng.below(self.states), self.label(labels, &mut rng), rng.below(self.states)))
            .collect();
        further.sort_unstable();
        further
    }

    fn label(&self, labels: &[Label], rng: &mut Rng) -> Label {
        if rng.percent(self.tau_percent) { Label::TAU } else { *rng.pick(labels) }
    }
}

#[cfg(test)]
mod tests {
    use rely_testkit::oracle::{Marks, is_simulated, reachable_part};
    use rely_testkit::text::show;

    use super::*;

    const KNOBS: RandomGraph = RandomGraph { states: 30, fan_out: 3, labels: 3, tau_percent: 30 };

    #[test]
    fn the_seed_decides() {
        let actions = Actions::new();
        let make = |seed| show(&KNOBS.generate(&actions, seed));
        assert_eq!(make(7), make(7));
        assert_ne!(make(7), make(8));
    }

    #[test]
    fn all_states_are_reachable_and_shares_are_kept() {
        let knobs = RandomGraph { states: 5_000, fan_out: 5, labels: 20, tau_percent: 30 };
        let lts = knobs.generate(&Actions::new(), 3);
        assert_eq!(reachable_part(&KNOBS.generate(&Actions::new(), 3)).n_states(), 30);
        let taus = lts.transitions().filter(|(_, label, _)| label.is_tau()).count();
        assert!((7_000..8_000).contains(&taus), "{taus} of {}", lts.n_transitions());
        assert_eq!(lts.alphabet().len(), 20);
    }

    #[test]
    fn extra_transitions_simulate() {
        let actions = Actions::new();
        let mut back = 0;
        for seed in 0..30 {
            let (imp, spec) = (KNOBS.generate(&actions, seed), KNOBS.with_extra(&actions, seed, 3));
            assert!(is_simulated(&imp, &spec, Marks::OBSERVED));
            assert!(spec.n_transitions() <= imp.n_transitions() + 3);
            back += usize::from(is_simulated(&spec, &imp, Marks::OBSERVED));
        }
        assert!(back < 30, "some pairs differ");
    }
}
