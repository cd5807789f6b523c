//! Who leads which labels of a product, with all that is needed to decide them.
//!
//! What a label does to a component in a local state is an [`Effect`]. A leader's effects are in its offers;
//! those of the others are in dense tables, as long as these are small enough.

use super::layout::{Field, Part};
use crate::id::{Label, StateId};
use crate::lts::Lts;

/// Entries of all dense tables together; components that do not fit any more are searched row by row.
const DENSE_LIMIT: usize = 1 << 23;

/// What a label does to one component: its only target, or flags.
#[derive(Clone, Copy)]
pub(super) struct Effect(pub(super) u32);

impl Effect {
    /// The component refuses the label.
    pub(super) const REFUSED: u32 = 1 << 31;
    /// Several targets, ERROR, or a target whose number is too large: the rows must be read.
    pub(super) const CLOSER: u32 = 1 << 30;

    pub(super) fn of(targets: &[StateId]) -> Effect {
        match targets {
            [] => Effect(Self::REFUSED),
            [only] if only.raw() < Self::CLOSER => Effect(only.raw()),
            _ => Effect(Self::CLOSER),
        }
    }
}

/// Who leads which labels, with all that is needed to decide them.
pub(super) struct Leaders {
    /// The components that lead some label: their field, and where their rows begin in `rows`.
    pub(super) parts: Vec<(Field, u32)>,
    /// Per leading component and local state: where its offers begin in `offers`; one more at the end of each
    /// component.
    pub(super) rows: Vec<u32>,
    pub(super) offers: Vec<Offer>,
    pub(super) followers: Vec<Follower>,
    /// The dense tables of effects, one after the other.
    pub(super) effects: Vec<Effect>,
}

/// A label that a leader offers in a local state.
#[derive(Clone, Copy)]
pub(super) struct Offer {
    pub(super) label: Label,
    pub(super) effect: Effect,
    /// The followers of the label.
    pub(super) first: u32,
    pub(super) end: u32,
}

/// A participant of a label other than its leader.
#[derive(Clone, Copy)]
pub(super) struct Follower {
    pub(super) field: Field,
    /// Its effect in state `s` is at `base + s * width`; `SEARCHED` if its table is not dense.
    pub(super) base: u32,
    pub(super) width: u32,
    pub(super) part: u32,
    pub(super) local: Label,
}

/// A [`Follower::base`] that stands for no dense table.
pub(super) const SEARCHED: u32 = u32::MAX;

impl Leaders {
    pub(super) fn new(
        parts: &[Part],
        globals: &[Vec<Label>],
        participant_rows: &[u32],
        participants: &[(u32, Label)],
    ) -> Self {
        let mut leaders = Leaders {
            parts: Vec::new(),
            rows: Vec::new(),
            offers: Vec::new(),
            followers: Vec::new(),
            effects: Vec::new(),
        };
        let bases: Vec<Option<u32>> = parts.iter().map(|part| leaders.add_table(&part.lts)).collect();
        let n_labels = participant_rows.len() - 1;
        let mut follower_rows = vec![0u32];
        for label in 0..n_labels {
            let row = participant_rows[label] as usize..participant_rows[label + 1] as usize;
            for &(j, local) in participants[row].get(1..).unwrap_or_default() {
                let part = &parts[j as usize];
                let base = bases[j as usize].map_or(SEARCHED, |base| base + local.raw());
                let width = part.lts.alphabet().n_labels() as u32;
                leaders.followers.push(Follower { field: part.field, base, width, part: j, local });
            }
            let end = u32::try_from(leaders.followers.len());
            follower_rows.push(end.expect("components and labels are counted with 32 bits"));
        }
        for (i, (part, global)) in parts.iter().zip(globals).enumerate() {
            let leads = |label: Label| {
                let row = participant_rows[label.index()] as usize;
                !label.is_tau() && participants[row].0 == i as u32
            };
            if !global.iter().any(|&label| leads(label)) {
                continue;
            }
            leaders.parts.push((part.field, leaders.rows.len() as u32));
            for s in part.lts.states() {
                leaders.rows.push(leaders.offers.len() as u32);
                let row = part.lts.row(s);
                let (labels, targets) = (&part.lts.labels[row.clone()], &part.lts.targets[row]);
                let mut from = 0;
                for run in labels.chunk_by(|a, b| a == b) {
                    let label = global[run[0].index()];
                    if leads(label) {
                        let effect = Effect::of(&targets[from..from + run.len()]);
                        let (first, end) = (follower_rows[label.index()], follower_rows[label.index() + 1]);
                        leaders.offers.push(Offer { label, effect, first, end });
                    }
                    from += run.len();
                }
            }
            let end = u32::try_from(leaders.offers.len());
            leaders.rows.push(end.expect("offers are not more than transitions"));
        }
        leaders
    }

    /// Adds the dense table of a component, if there is room for it; says where it begins.
    fn add_table(&mut self, lts: &Lts) -> Option<u32> {
        let width = lts.alphabet().n_labels();
        let base = self.effects.len();
        let entries = lts.n_states().checked_mul(width)?;
        if entries > DENSE_LIMIT - base.min(DENSE_LIMIT) {
            return None;
        }
        self.effects.resize(base + entries, Effect(Effect::REFUSED));
        for s in lts.states() {
            let row = lts.row(s);
            let (labels, targets) = (&lts.labels[row.clone()], &lts.targets[row]);
            let mut from = 0;
            for run in labels.chunk_by(|a, b| a == b) {
                self.effects[base + s.index() * width + run[0].index()] =
                    Effect::of(&targets[from..from + run.len()]);
                from += run.len();
            }
        }
        Some(base as u32)
    }
}
