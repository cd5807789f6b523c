//! A named part of a system.

use std::sync::Arc;

use crate::id::StateId;
use crate::lts::Lts;

/// The role of a component in a system.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Role {
    /// It takes part in the behavior.
    Process,
    /// It observes: complete over its alphabet, and enters ERROR when the behavior leaves the allowed traces.
    Property,
    /// It restricts: made from a formula, blocks what would violate it.
    Constraint,
}

/// A named part of a system, as it is called after flattening (`p.1:PHIL`).
///
/// ```
/// use rely_lts::{Actions, Component, Lts, Role, StateId};
/// let idle = Component::new("IDLE", Lts::stop(&Actions::new()).into());
/// assert_eq!((idle.role, idle.state_name(StateId::ERROR)), (Role::Process, "ERROR".to_string()));
/// let property = Component { role: Role::Property, ..idle };
/// assert_eq!(property.process, "IDLE");
/// ```
#[derive(Clone, Debug)]
pub struct Component {
    /// The name after flattening.
    pub name: String,
    /// The name of its definition (`PHIL`).
    pub process: String,
    /// Its role.
    pub role: Role,
    /// Its behavior.
    pub lts: Arc<Lts>,
    /// Names of its states as the source has them (`L[1][0]`), where known.
    pub state_names: Option<Arc<[Option<Arc<str>>]>>,
}

impl Component {
    /// A process whose states have no names.
    pub fn new(name: impl Into<String>, lts: Arc<Lts>) -> Self {
        let name = name.into();
        Component { process: name.clone(), name, role: Role::Process, lts, state_names: None }
    }

    /// How reports call a state: its name in the source, otherwise its number.
    pub fn state_name(&self, state: StateId) -> String {
        if state.is_error() {
            return "ERROR".to_string();
        }
        if self.lts.end() == Some(state) {
            return "END".to_string();
        }
        let named = self.state_names.as_ref().and_then(|names| names.get(state.index()).cloned().flatten());
        named.map_or_else(|| state.raw().to_string(), |name| name.to_string())
    }
}
