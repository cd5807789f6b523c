//! Dead parts of a system: actions that never occur, local states that are never reached.
//!
//! A check that holds because half the model is dead is worth little; these are the places to look at.

use fixedbitset::FixedBitSet;
use rely_lts::{ActionId, StateId};

use crate::reach::Reach;

/// The parts of the model that a complete search never reached.
///
/// ```
/// # use std::sync::Arc;
/// # use rely_lts::{Lts, LtsBuilder, StateId};
/// use rely_check::{Coverage, Explore, Reach};
/// use rely_lts::{Actions, Component, Context, System, ops};
/// # fn machine(actions: &Actions, steps: &[(usize, &str, usize)]) -> Arc<Lts> {
/// #     let mut builder = LtsBuilder::new(actions);
/// #     for &(s, action, t) in steps {
/// #         builder.ensure_states(s.max(t) + 1).expect("few states");
/// #         builder.add_transition(StateId::at(s), actions.intern(action), StateId::at(t));
/// #     }
/// #     Arc::new(builder.finish(StateId::at(0)).expect("all states were added"))
/// # }
/// let actions = Actions::new();
/// let server = machine(&actions, &[(0, "request", 0), (0, "reset", 1)]);
/// // The client knows `reset` but never does it.
/// let client = ops::extend_alphabet(&machine(&actions, &[(0, "request", 0)]), ["reset"]);
/// let components = vec![Component::new("SERVER", server), Component::new("CLIENT", client.into())];
/// let system = System::new("S", &actions, components);
/// let coverage = Coverage::of(&Reach::explore(&system, Explore::States, Context::unlimited()));
/// assert_eq!(coverage.unused.len(), 2);
/// assert_eq!(coverage.unused[0].actions, [actions.intern("reset")]);
/// assert_eq!(coverage.unused[0].states, [StateId::at(1)]);
/// ```
#[derive(Clone, Debug, Default)]
pub struct Coverage {
    /// Per component that has something unused.
    pub unused: Vec<Unused>,
    /// Does ERROR end some run? Then it may be what the rest of such a run would use.
    pub before_error: bool,
}

/// The dead parts of one component.
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
    /// The parts that the search never reached; empty if the search was not complete, since nothing is known
    /// then.
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
        Coverage { unused, before_error: reach.error_reachable() }
    }
}

/// Per component: the local states that occur in a reachable state.
fn local_states(reach: &Reach<'_>) -> Vec<FixedBitSet> {
    let components = &reach.system.components;
    let mut seen: Vec<FixedBitSet> =
        components.iter().map(|c| FixedBitSet::with_capacity(c.lts.n_states())).collect();
    // Most components show all their states soon, and need no further look.
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
