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
        let mut seen: Vec<FixedBitSet> =
            components.iter().map(|c| FixedBitSet::with_capacity(c.lts.n_states())).collect();
        for i in 0..reach.n_states() {
            let packed = reach.explored.store.get(StateId::at(i));
            for (at, seen) in seen.iter_mut().enumerate() {
                seen.insert(reach.product.component_state(packed, at).index());
            }
        }
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
