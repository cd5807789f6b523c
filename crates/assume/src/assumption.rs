//! An assumption: a deterministic machine of what an environment may do.

use std::sync::Arc;

use rely_lts::determinize::{NotAProperty, complete};
use rely_lts::{Component, Label, Lts, Role, StateId};
use thiserror::Error;

use crate::shortest::ShortestTraces;

/// Why an LTS is not an assumption.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum NotAnAssumption {
    /// It is not deterministic, or has tau.
    #[error(transparent)]
    NotDeterministic(#[from] NotAProperty),
    /// It has transitions to ERROR.
    #[error("an assumption never enters ERROR: forbidden actions are refused")]
    HasError,
}

/// A deterministic LTS without tau and ERROR. Actions of the alphabet that a state does not offer are
/// forbidden there.
///
/// ```
/// use rely_assume::{Assumption, NotAnAssumption};
/// use rely_lts::{Actions, Role};
/// use rely_testkit::text::read;
///
/// let actions = Actions::new();
/// // Write only between acquire and release.
/// let assumption = Assumption::new(read(&actions, "0 acquire 1; 1 write 1; 1 release 0"))?;
/// let forbidden: Vec<String> = assumption
///     .forbidden()
///     .map(|(state, label)| format!("{} {}", state.raw(), assumption.lts().label_name(label)))
///     .collect();
/// assert_eq!(forbidden, ["0 release", "0 write", "1 acquire"]);
/// // As a process it refuses these actions, as a property it enters ERROR on them.
/// assert_eq!(assumption.process("A").lts.n_states(), 2);
/// assert!(assumption.property("A").lts.has_error() && assumption.property("A").role == Role::Property);
/// let wrong = Assumption::new(read(&actions, "0 write ERROR"));
/// assert!(matches!(wrong, Err(NotAnAssumption::HasError)));
/// # Ok::<(), NotAnAssumption>(())
/// ```
#[derive(Clone, Debug)]
pub struct Assumption {
    lts: Arc<Lts>,
    sink: Option<StateId>,
}

impl Assumption {
    /// An assumption from its machine.
    ///
    /// # Errors
    /// If it is not deterministic, or has tau or ERROR.
    pub fn new(lts: Lts) -> Result<Assumption, NotAnAssumption> {
        if !lts.is_deterministic() || lts.has_tau() {
            complete(&lts)?;
        }
        if lts.has_error() {
            return Err(NotAnAssumption::HasError);
        }
        let everything = |s: &StateId| {
            lts.labels_of(*s).len() == lts.alphabet().len() && lts.targets_of(*s).iter().all(|t| t == s)
        };
        let sink = lts.states().find(everything);
        Ok(Assumption { sink, lts: Arc::new(lts) })
    }

    /// The machine.
    pub fn lts(&self) -> &Arc<Lts> {
        &self.lts
    }

    /// The state from which everything is allowed forever, if there is one.
    pub fn sink(&self) -> Option<StateId> {
        self.sink
    }

    /// The assumption as a property that an environment is checked against: what is forbidden leads to ERROR.
    pub fn property(&self, name: &str) -> Component {
        let lts = complete(&self.lts).expect("an assumption is deterministic");
        Component { role: Role::Property, ..Component::new(name, Arc::new(lts)) }
    }

    /// The assumption as a process: what is forbidden is refused.
    pub fn process(&self, name: &str) -> Component {
        Component::new(name, self.lts.clone())
    }

    /// What is forbidden, and where: states in order, then labels.
    pub fn forbidden(&self) -> impl Iterator<Item = (StateId, Label)> + '_ {
        self.lts.states().flat_map(move |s| {
            self.lts.alphabet().labels().filter(move |&l| self.lts.step(s, l).is_empty()).map(move |l| (s, l))
        })
    }

    /// For every state the shortest trace into it, least by name among the shortest.
    pub fn shortest_traces(&self) -> ShortestTraces {
        ShortestTraces::new(&self.lts)
    }
}
