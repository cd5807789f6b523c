//! What a system never does: actions that never occur, local states that are never reached.
//!
//! A check that holds because half the model is dead is worth little; these are the places to look at.

use fixedbitset::FixedBitSet;
use rely_lts::{ActionId, StateId};

use crate::reach::Reach;

/// The parts of the model that a complete search never met.
#[derive(Clone, Debug, Default)]
pub struct Coverage {
    /// Per component that has something unused.
    pub unused: Vec<Unused>,
}

/// What one component never does in this system.
#[derive(Clone, Debug)]
pub struct Unused {
    /// Which component (by position).
    pub component: usize,
    /// Actions of its alphabet that never occur.
    pub actions: Vec<ActionId>,
    /// Its local states that are reachable in itself but not in the system.
    pub states: Vec<StateId>,
}

impl Coverage {
    /// What the search never met; empty if the search was not complete, since then nothing is known.
    pub fn of(reach: &Reach<'_>) -> Coverage {
        if reach.spent().is_some() {
            return Coverage::default();
        }
        let components = &reach.system.components;
        let seen = local_states(reach);
        let mut unused = Vec::new();
        for (at, component) in components.iter().enumerate() {
            let alphabet = component.lts.alphabet();
            let occurs = |id: &ActionId| reach.alphabet().label(*id).is_some_and(|label| reach.occurs(label));
            let actions: Vec<ActionId> = alphabet.ids().iter().copied().filter(|id| !occurs(id)).collect();
            let states: Vec<StateId> =
                component.lts.states().filter(|s| !seen[at].contains(s.index())).collect();
            if !actions.is_empty() || !states.is_empty() {
                unused.push(Unused { component: at, actions, states });
            }
        }
        Coverage { unused }
    }
}

/// Per component: the local states that occur in a reachable state.
fn local_states(reach: &Reach<'_>) -> Vec<FixedBitSet> {
    let components = &reach.system.components;
    let mut seen: Vec<FixedBitSet> =
        components.iter().map(|c| FixedBitSet::with_capacity(c.lts.n_states())).collect();
    // Most components show all their states soon, and need not be looked at any more.
    let mut open: Vec<usize> = (0..components.len()).collect();
    const STRETCH: usize = 1 << 12;
    for begin in (0..reach.n_states()).step_by(STRETCH) {
        for i in begin..reach.n_states().min(begin + STRETCH) {
            let packed = reach.explored.store.get(StateId::at(i));
            for &at in &open {
                seen[at].insert(reach.product.component_state(packed, at).index());
            }
        }
        open.retain(|&at| seen[at].count_ones(..) < components[at].lts.n_states());
    }
    seen
}
