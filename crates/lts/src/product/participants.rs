//! Which components take part in which labels.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use crate::action::Alphabet;
use crate::id::Label;
use crate::lts::Lts;

/// Per component: the product label of each of its own labels.
pub(super) fn global_labels(alphabet: &Alphabet, ltss: &[Arc<Lts>]) -> Vec<Vec<Label>> {
    let of_action: FxHashMap<_, _> = alphabet.labels().map(|label| (alphabet.action(label), label)).collect();
    let of_lts = |lts: &Arc<Lts>| {
        std::iter::once(Label::TAU).chain(lts.alphabet().ids().iter().map(|id| of_action[id])).collect()
    };
    ltss.iter().map(of_lts).collect()
}

/// Per label the components that have it, the one that offers it in the smallest share of its states first
/// (ties: the first one): where the lists begin, and the lists.
pub(super) fn participants(
    alphabet: &Alphabet,
    ltss: &[Arc<Lts>],
    globals: &[Vec<Label>],
) -> (Vec<u32>, Vec<(u32, Label)>) {
    let mut lists: Vec<Vec<(u32, Label)>> = vec![Vec::new(); alphabet.n_labels()];
    let mut best: Vec<(f64, usize)> = vec![(f64::INFINITY, 0); alphabet.n_labels()];
    for (i, (lts, global)) in ltss.iter().zip(globals).enumerate() {
        let mut offers = vec![0u32; global.len()];
        for s in lts.states() {
            let mut last = None;
            for &label in lts.labels_of(s) {
                if last != Some(label) {
                    offers[label.index()] += 1;
                    last = Some(label);
                }
            }
        }
        for (local, label) in global.iter().enumerate().skip(1) {
            let list = &mut lists[label.index()];
            let share = f64::from(offers[local]) / lts.n_states() as f64;
            if share < best[label.index()].0 {
                best[label.index()] = (share, list.len());
            }
            list.push((i as u32, Label::at(local)));
        }
    }
    let mut rows = vec![0];
    let mut all = Vec::new();
    for (mut list, (_, leader)) in lists.into_iter().zip(best) {
        if !list.is_empty() {
            list.swap(0, leader);
        }
        all.append(&mut list);
        rows.push(u32::try_from(all.len()).expect("components and labels are counted with 32 bits"));
    }
    (rows, all)
}
