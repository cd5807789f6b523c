//! Proofs as documents: closed sets, traces, covers and rules.

use serde::{Deserialize, Serialize};

use super::ComponentDoc;
use crate::packed::{Layout, decode_base64, encode_base64};

/// Why the claim is true.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Proof {
    /// A set of states that contains the initial one, that no transition leaves, and in which nothing is
    /// wrong.
    ClosedSet(ClosedSet),
    /// A run.
    Trace(TraceDoc),
    /// Both directions for a weakest assumption.
    Cover(Cover),
    /// Assumptions, and closed sets for the premises of a rule: for
    /// [`ClaimKind::Safety`](super::ClaimKind::Safety).
    Rule(RuleDoc),
}

/// A set of product states.
///
/// A product state is one state per component (in a [`PremiseDoc`], per member). It is written in
/// `max(1, ⌈Σ wᵢ / 8⌉)` bytes: the components' states one after the other, in `wᵢ` bits each, the most
/// significant bit first, where `wᵢ` is the number of binary digits of `states − 1` of component `i` (none if
/// that is 0), then zero bits. The product states, strictly ascending as byte strings, follow each other
/// without gaps.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ClosedSet {
    /// Number of product states.
    pub count: u64,
    /// Their bytes in base64 (RFC 4648, section 4, with padding, zero bits where bits are unused).
    pub states: String,
}

/// A run: steps, then a cycle repeated forever. Actions are named as in the alphabets, or `tau`.
///
/// A name can stand for very many transitions: a tau can be anybody's. The `vectors` then say which are
/// meant.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TraceDoc {
    /// What happens first.
    pub steps: Vec<String>,
    /// What is repeated; if empty, the run stops after the steps. Empty for
    /// [`ClaimKind::Violation`](super::ClaimKind::Violation) and
    /// [`ClaimKind::Deadlock`](super::ClaimKind::Deadlock).
    pub cycle: Vec<String>,
    /// None, or the product states after all steps and then after those of the cycle, which ends where it
    /// starts. In the last, components may be in [`ERROR`](super::ERROR).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub vectors: Vec<Vec<i64>>,
}

/// Why an assumption is the weakest: what it allows is safe (`closed`), and every trace that leaves it looks
/// like a run into ERROR (`nodes`).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Cover {
    /// A closed set without ERROR of all components, the assumption included.
    pub closed: ClosedSet,
    /// The product states of module and properties that `nodes` speaks of, by their position.
    pub vectors: ClosedSet,
    /// Where the traces of the assumption lead; the empty one to the first. There is no node for a state of
    /// the assumption from which nothing is ever forbidden.
    pub nodes: Vec<NodeDoc>,
}

/// Where some traces lead: to one state of the assumption, and each of them to all of the members.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NodeDoc {
    /// The state of the assumption.
    pub state: u32,
    /// Positions in [`Cover::vectors`], ascending. Those of the first node are just the initial product
    /// state.
    pub members: Vec<u32>,
    /// One for each action that the state allows and after which something may still be forbidden, in order.
    pub edges: Vec<EdgeDoc>,
    /// One for each action that the state forbids, in order: a path from a member to ERROR with it.
    pub errors: Vec<PathDoc>,
}

/// Where traces lead with one more action.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EdgeDoc {
    /// The action, as a label of the assumption.
    pub action: u32,
    /// The node.
    pub node: u32,
    /// For each member of that node a path to it with the action, from some member of this node.
    pub paths: Vec<PathDoc>,
}

/// A path of module and properties that shows the environment one action: where it starts, then label and
/// target of each move. States are positions in [`Cover::vectors`], ERROR is −1. Labels are 0 for tau and `k`
/// for the `k`-th of all names in the alphabets, sorted, counted from 1. One of them is the action, the
/// others are tau and internal actions.
pub type PathDoc = Vec<i64>;

/// A proof by assumptions: if all premises hold, the processes keep the properties. There is no priority.
///
/// *Processes* are here all components but those with the role
/// [`RoleDoc::Property`](super::RoleDoc::Property). Of these the claim names two if the rule is
/// [`RuleKind::Pair`], else one, and they are deterministic. In all lists of numbers a component is its
/// position, and the `k`-th assumption, from 0, is the number of components plus `k`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RuleDoc {
    /// The rule.
    pub rule: RuleKind,
    /// Disjoint lists of processes: what the rule calls M1, M2, … Processes in none of them are not needed.
    pub parts: Vec<Vec<u32>>,
    /// What the rule calls A1, A2, … or G1, G2, …
    pub assumptions: Vec<AssumptionDoc>,
    /// The premises of the rule, in order.
    pub premises: Vec<PremiseDoc>,
}

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
    /// What it is called, not empty.
    pub name: String,
    /// What it speaks of, sorted; neither `tau` nor the empty text is one.
    pub alphabet: Vec<String>,
    /// Number of states; at least one.
    pub states: u32,
    /// The initial state.
    pub initial: u32,
    /// Source, label, target; strictly ascending.
    pub transitions: Vec<(u32, u32, u32)>,
}

/// A premise: no word of all `components`, that all of `kept` have, and of which all of `until` have the
/// proper prefixes, is excluded by all of `refuted`.
///
/// Its product states have one member per number in these lists, in this order. Where a machine in `until` or
/// `refuted` excludes an action (a property: by ERROR) it goes to its *trap*, an additional last state, and
/// stays there. ERROR of a process, if it has one, is an additional last state without transitions, too.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PremiseDoc {
    /// Processes, ascending.
    pub components: Vec<u32>,
    /// Assumptions that are kept.
    pub kept: Vec<u32>,
    /// Assumptions that are kept up to the last step.
    pub until: Vec<u32>,
    /// Assumptions and properties that cannot all be violated.
    pub refuted: Vec<u32>,
    /// Contains the initial product state and all successors of its states, except of those where a machine
    /// of `until` is in its trap. In none of them all of `refuted` are in theirs.
    pub states: ClosedSet,
}

impl ClosedSet {
    /// Writes a set of product states, in any order, each with one existing state per component.
    pub fn new<V: AsRef<[u32]>>(components: &[ComponentDoc], vectors: impl IntoIterator<Item = V>) -> Self {
        Self::of_sizes(components.iter().map(|c| c.states), vectors)
    }

    /// The same for components, or [members of a premise](PremiseDoc::sizes), with these numbers of states.
    pub fn of_sizes<V: AsRef<[u32]>>(
        sizes: impl IntoIterator<Item = u32>,
        vectors: impl IntoIterator<Item = V>,
    ) -> Self {
        let layout = Layout::new(sizes.into_iter());
        let mut bytes = Vec::new();
        for vector in vectors {
            layout.pack(vector.as_ref(), &mut bytes);
        }
        let mut packed: Vec<&[u8]> = bytes.chunks_exact(layout.bytes()).collect();
        packed.sort_unstable();
        packed.dedup();
        ClosedSet { count: packed.len() as u64, states: encode_base64(&packed.concat()) }
    }

    /// The bytes of its product states, which are ascending.
    pub(crate) fn decode(&self, layout: &Layout) -> Result<Vec<u8>, String> {
        let bytes = decode_base64(&self.states).ok_or("the states are not canonical base64")?;
        let (n, width) = (bytes.len(), layout.bytes());
        if self.count.checked_mul(width as u64) != Some(n as u64) {
            return Err(format!("{n} bytes of states are not {} times {width}", self.count));
        }
        if !bytes.chunks_exact(width).is_sorted_by(|earlier, later| earlier < later) {
            return Err("the states are not strictly ascending".into());
        }
        Ok(bytes)
    }
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
