//! The transitions of one component, as a product looks them up.

use crate::document::ComponentDoc;
use crate::product::ERROR_STATE;

pub(crate) struct Part {
    pub(crate) initial: u32,
    pub(crate) end: Option<u32>,
    pub(crate) offers: Vec<Offer>,
    pub(crate) targets: Vec<u32>,
    /// For each state, also for one more, where its offers start and where those of labels that the component
    /// leads end; then an end. Empty if there are too many states.
    rows: Vec<u32>,
    /// Is the last offer that of the trap, in every state?
    pub(crate) has_trap: bool,
}

/// What a component can do with a label: move to one of its targets from `start` to `end`, or enter ERROR.
#[derive(Clone, Copy)]
pub(crate) struct Offer {
    pub(crate) from: u32,
    pub(crate) is_led_by_another: bool,
    pub(crate) label: u32,
    pub(crate) start: u32,
    pub(crate) end: u32,
    pub(crate) enters_error: bool,
    /// The first target, or ERROR.
    pub(crate) to: u32,
    /// Is it the only one?
    pub(crate) is_one: bool,
}

impl Part {
    /// Makes the tables of transitions: source, is the label led by another component, label, target.
    pub(crate) fn new(
        component: &ComponentDoc,
        mut steps: Vec<(u32, bool, u32, u32)>,
        trap: Option<u32>,
    ) -> Self {
        steps.sort_unstable(); // keeps I1; ERROR is the last target
        let (mut offers, mut targets): (Vec<Offer>, Vec<u32>) = Default::default();
        let same = |a: &(u32, bool, u32, u32), b: &(u32, bool, u32, u32)| (a.0, a.2) == (b.0, b.2);
        for group in steps.chunk_by(same) {
            let (from, is_led_by_another, label, _) = group[0];
            let start = targets.len() as u32;
            targets.extend(group.iter().map(|step| step.3).filter(|&to| to != ERROR_STATE));
            let (end, enters_error) = (targets.len() as u32, targets.len() - (start as usize) < group.len());
            // ERROR is the last target.
            let (to, is_one) = (group[0].3, group.len() == 1 && !enters_error);
            offers.push(Offer { from, is_led_by_another, label, start, end, enters_error, to, is_one });
        }
        let states = component.states as usize;
        let mut rows = Vec::new();
        // A component whose states can all be reached has at most one more than transitions.
        if states <= 2 * steps.len() + 64 {
            rows = vec![0; 2 * states + 3];
            for offer in &offers {
                rows[2 * offer.from as usize + 1 + usize::from(offer.is_led_by_another)] += 1;
            }
            (0..2 * states + 2).for_each(|i| rows[i + 1] += rows[i]);
        }
        offers.extend(trap.map(|to| {
            let start = targets.len() as u32;
            targets.push(to);
            let (end, enters_error, is_one) = (start + 1, false, true);
            let (from, is_led_by_another, label) = (u32::MAX, true, u32::MAX);
            Offer { from, is_led_by_another, label, start, end, enters_error, to, is_one }
        }));
        let (initial, end) = (component.initial, component.end);
        Part { initial, end, offers, targets, rows, has_trap: trap.is_some() }
    }

    /// The offers of a state, first those of labels that the component leads.
    #[inline]
    pub(crate) fn row(&self, state: u32) -> (&[Offer], &[Offer]) {
        let row = (state as usize).saturating_mul(2);
        match self.rows.get(row..row.saturating_add(3)) {
            Some(&[start, middle, end]) => {
                (&self.offers[start as usize..middle as usize], &self.offers[middle as usize..end as usize])
            }
            _ => self.row_by_search(state),
        }
    }

    #[cold]
    fn row_by_search(&self, state: u32) -> (&[Offer], &[Offer]) {
        let before = |bound| self.offers.partition_point(|o| (o.from, o.is_led_by_another) < bound);
        let (start, middle) = (before((state, false)), before((state, true)));
        (&self.offers[start..middle], &self.offers[middle..before((state.saturating_add(1), false))])
    }

    /// The offer among these with a visible label, or that of the trap.
    #[inline]
    pub(crate) fn offer<'o>(&'o self, among: &'o [Offer], label: u32) -> Option<&'o Offer> {
        // Most states have few.
        let found = match among.len() {
            ..8 => among.iter().find(|offer| offer.label == label),
            _ => among.binary_search_by_key(&label, |offer| offer.label).ok().map(|found| &among[found]),
        };
        if found.is_none() && self.has_trap { self.offers.last() } else { found }
    }

    /// The offer of a state with a label, tau included. Not for one with a trap.
    pub(crate) fn offer_of(&self, state: u32, label: u32) -> Option<&Offer> {
        let (led, others) = self.row(state);
        led.iter().chain(others).find(|offer| offer.label == label)
    }

    /// The targets of an offer that are not ERROR.
    pub(crate) fn targets_of(&self, offer: &Offer) -> &[u32] {
        &self.targets[offer.start as usize..offer.end as usize]
    }
}
