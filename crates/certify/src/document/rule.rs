//! Assume-guarantee rules as documents.

use serde::{Deserialize, Serialize};

use super::{ComponentDoc, SetDoc};

/// Proof rules. The module `rules` lists the premises of each, and why they suffice. (`rely-assume` has a
/// list of the same rules; the checker shares no code with it.)
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum RuleKind {
    /// M1 with A keeps P; M2 keeps A.
    Asym,
    /// Each premise shows an assumption, the last one the property, by components and assumptions shown
    /// before.
    AsymN,
    /// M1 with A1 keeps P; M2 with A2 keeps P; nothing is excluded by both assumptions.
    Sym,
    /// As before, but what both exclude keeps P.
    SymA,
    /// As before, but what M1 does is not excluded by both.
    SymB,
    /// [`RuleKind::Sym`] for any number of parts.
    SymN,
    /// Two parts and two properties.
    Pair,
    /// Each part keeps its guarantee one step longer than the others theirs; all guarantees together keep P.
    Circ,
}

/// An assumption: deterministic, without tau and ERROR. It excludes what a state does not offer of its
/// alphabet.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AssumptionDoc {
    /// What it speaks of, sorted; neither `tau` nor the empty text is one.
    pub alphabet: Vec<String>,
    /// The initial state.
    pub initial: u32,
    /// What it is called, not empty.
    pub name: String,
    /// Number of states; at least one.
    pub states: u32,
    /// Source, label, target; strictly ascending.
    pub transitions: Vec<(u32, u32, u32)>,
}

/// A premise: no word of all `components`, that all of `kept` have, and of which all of `until` have the
/// proper prefixes, is excluded by all of `refuted`.
///
/// Its vectors have one state per number in `components`, `kept`, `until` and `refuted`, in this order. Where
/// a machine in `until` or `refuted` excludes an action (a property: by ERROR) it goes to its *trap*, an
/// additional last state, and stays there. ERROR of a process, if it has one, is an additional last state
/// without transitions, too.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PremiseDoc {
    /// Processes, ascending.
    pub components: Vec<u32>,
    /// Assumptions that are kept.
    pub kept: Vec<u32>,
    /// Assumptions and properties that cannot all be violated.
    pub refuted: Vec<u32>,
    /// Contains the initial vector and all successors of its vectors, except of those where a machine of
    /// `until` is in its trap. In none of them all of `refuted` are in theirs.
    pub states: SetDoc,
    /// Assumptions that are kept up to the last step.
    pub until: Vec<u32>,
}

impl PremiseDoc {
    /// The numbers of states of its members, traps included; `None` if a number is not one of a component or
    /// assumption, or there are too many states.
    pub fn sizes(&self, components: &[ComponentDoc], assumptions: &[AssumptionDoc]) -> Option<Vec<u32>> {
        let states = |&i: &u32| match (i as usize).checked_sub(components.len()) {
            None => Some(components[i as usize].states),
            Some(k) => assumptions.get(k).map(|a| a.states),
        };
        let process = |&i: &u32| {
            let component = components.get(i as usize)?;
            component.states.checked_add(component.has_error().into())
        };
        let observed = self.until.iter().chain(&self.refuted).map(|i| states(i)?.checked_add(1));
        self.components.iter().map(process).chain(self.kept.iter().map(states)).chain(observed).collect()
    }
}
