//! The certificate as a document: format version 1.
//!
//! # Format
//! A JSON object with exactly the fields of [`Certificate`]; an unknown or repeated field is an error. A
//! field that may be `null` may be left out. All lists of names are sorted by their UTF-8 bytes, without
//! repetition, except [`TraceDoc`]'s. States of a component are `0..states`; ERROR is outside them and
//! written −1. Labels of a component are numbers: 0 is tau, `k` is the `k`-th name of its alphabet, counted
//! from 1.
//!
//! # Digests
//! SHA-256, as 64 lower-case hexadecimal digits, over these bytes: an integer is 8 bytes, little endian (−1
//! is eight times 255); a text is the number of its UTF-8 bytes, then these; a list is the number of its
//! items, then these; a value that may be absent is a list of none or one.
//! - Of a component: the text `rely/component/1`, then `name`, `role` as in the JSON, `alphabet`, `states`,
//!   `initial`, `end`, `transitions` (three integers each).
//! - Of the certificate: the text `rely/certificate/1`, then `generator`; of the claim `kind` as in the JSON,
//!   `target`, `properties`, `model`; the list of the components' digests as texts; the priority, which may
//!   be absent, as `low` and `tau` as in the JSON; then the proof; then, only if the claim has one, the text
//!   `interface` and that list.
//! - Of a proof: the text `closed-set`, `count` and `states`; or the text `trace`, `steps`, `cycle`; or the
//!   text `cover`, `count` and `states` of `closed`, the same of `vectors`, and the list of nodes: `state`,
//!   `members`, `edges` (each as `action`, `node`, the list of its paths), `errors`; a path is the list of
//!   its integers. Or the text `rule`, `rule` as in the JSON, `parts` (each a list of integers); the list of
//!   assumptions: `name`, `alphabet`, `states`, `initial`, `transitions` (three integers each); the list of
//!   premises: `components`, `kept`, `until`, `refuted` (lists of integers), `count` and `states` of the set.
//!
//! The digests notice damage and identify components; they are no proof of origin.

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::packed::{Layout, decode_base64, encode_base64};

/// The value of [`Certificate::schema`].
pub const SCHEMA: &str = "rely/certificate/1";

/// ERROR as the target of a transition.
pub const ERROR: i64 = -1;

/// A claim, the components it is about, and its proof.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Certificate {
    /// Always [`SCHEMA`].
    pub schema: String,
    /// Who wrote it: free text.
    pub generator: String,
    /// What is claimed.
    pub claim: Claim,
    /// All components of the system, properties and constraints included, in order. At least one; names may
    /// repeat.
    pub components: Vec<ComponentDoc>,
    /// How they are put together.
    pub system: SystemDoc,
    /// Why the claim is true.
    pub proof: Proof,
    /// Digest of all the above.
    pub digest: String,
}

/// What is claimed of the system.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Claim {
    /// Which sentence it is.
    pub kind: ClaimKind,
    /// What the system is called.
    pub target: String,
    /// Names of components, properties or processes, whose ERROR the claim is about. A name stands for all
    /// components that have it. Not empty for the kinds about safety and for [`ClaimKind::Violation`], empty
    /// for those about deadlocks and for [`ClaimKind::Run`]. For the last three kinds these are the
    /// properties, the others are the module.
    pub properties: Vec<String>,
    /// SHA-256 of the model's text, 64 lower-case hexadecimal digits, if it was known. The checker cannot see
    /// the model: it only hands the value on.
    pub model: Option<String>,
    /// For [`ClaimKind::KeptNever`] and [`ClaimKind::WeakestAssumption`], and only for them: the actions of
    /// the module in which its environment takes part, sorted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub interface: Option<Vec<String>>,
}

/// The sentences that can be claimed.
///
/// The last three are about a *module* (the components that are not named) and the *properties* it is to keep
/// (those that are, all with the role [`RoleDoc::Property`]): it keeps them if none of all these components
/// enters ERROR. Of the actions of the module, those not in the interface are internal, and an *environment*
/// takes part in all others. It sees those and those that only properties have: together the *alphabet of an
/// assumption*. There is no priority.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ClaimKind {
    /// No reachable state is without transitions, except END. Needs a [`Proof::ClosedSet`], as the next two.
    DeadlockFreedom,
    /// No run takes a named component to ERROR; also proved by a [`Proof::Rule`]. As a system stops when any
    /// component enters ERROR, this says nothing about what would come after the ERROR of a component that is
    /// not named.
    Safety,
    /// Both of the above, by one closed set.
    SafetyAndDeadlockFreedom,
    /// The trace takes a named component to ERROR with its last step. Needs a [`Proof::Trace`], as the next
    /// two.
    Violation,
    /// The trace leads to a state without transitions that is not END.
    Deadlock,
    /// The trace is possible; if it has a cycle, the cycle can be repeated forever after the steps.
    Run,
    /// The module keeps the properties in every environment. Needs a [`Proof::ClosedSet`].
    KeptAlways,
    /// The module keeps the properties in no environment: the trace, of tau and internal actions, leads to
    /// ERROR. Needs a [`Proof::Trace`].
    KeptNever,
    /// The last component, an assumption, allows exactly the traces over its alphabet that no run into ERROR
    /// looks like, nor like the beginning of. So the module keeps the properties exactly in the environments
    /// that satisfy it. Needs a [`Proof::Cover`].
    WeakestAssumption,
}

/// A component as a transition system.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ComponentDoc {
    /// Its name in the system (`p.1:PHIL`), not empty.
    pub name: String,
    /// What it is for.
    pub role: RoleDoc,
    /// Its visible actions, sorted; neither `tau` nor the empty text is one.
    pub alphabet: Vec<String>,
    /// Number of states, ERROR not counted; at least one.
    pub states: u32,
    /// The initial state.
    pub initial: u32,
    /// The state of successful termination, which has no transitions.
    pub end: Option<u32>,
    /// Source, label, target; sorted as triples of integers, without repetition ([`ComponentDoc::sorted`]).
    pub transitions: Vec<(u32, u32, i64)>,
    /// Digest of all the above.
    pub digest: String,
}

/// What a component is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum RoleDoc {
    /// It takes part in the behavior.
    Process,
    /// It observes and must never block: no tau, no END, at least one transition per state and label. (More
    /// than one where a relabeling has merged labels.)
    Property,
    /// It restricts; to the checker it is a process.
    Constraint,
}

/// How the components are put together: in parallel, then priority.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SystemDoc {
    /// Which labels give way to others, if any.
    pub priority: Option<PriorityDoc>,
}

/// Which labels are low: they are dropped in states where a label that is not low is enabled.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PriorityDoc {
    /// All low visible labels, sorted, prefixes resolved: each is in the alphabet of some component.
    pub low: Vec<String>,
    /// Where tau belongs.
    pub tau: TauDoc,
}

/// Where tau belongs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum TauDoc {
    /// It gives way (`<< {…}`).
    Low,
    /// It does not (`>> {…}`).
    High,
}

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
    /// Assumptions, and closed sets for the premises of a rule: for [`ClaimKind::Safety`].
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
    /// What is repeated; if empty, the run stops after the steps. Empty for [`ClaimKind::Violation`] and
    /// [`ClaimKind::Deadlock`].
    pub cycle: Vec<String>,
    /// None, or the product states after all steps and then after those of the cycle, which ends where it
    /// starts. In the last, components may be in [`ERROR`].
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
/// *Processes* are here all components but those with the role [`RoleDoc::Property`]. Of these the claim
/// names two if the rule is [`RuleKind::Pair`], else one, and they are deterministic. In all lists of numbers
/// a component is its position, and the `k`-th assumption, from 0, is the number of components plus `k`.
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

/// Proof rules. Which premises each has, and why they are enough, is told in the file `rules`.
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

impl Certificate {
    /// A certificate of these parts with all digests filled in.
    pub fn new(
        generator: impl Into<String>,
        claim: Claim,
        components: Vec<ComponentDoc>,
        priority: Option<PriorityDoc>,
        proof: Proof,
    ) -> Self {
        let (schema, system, digest) = (SCHEMA.to_string(), SystemDoc { priority }, String::new());
        Certificate { schema, generator: generator.into(), claim, components, system, proof, digest }.sealed()
    }

    /// The same with all digests computed anew.
    pub fn sealed(mut self) -> Self {
        for component in &mut self.components {
            component.digest = Self::digest_component(component);
        }
        self.digest = self.digest_all();
        self
    }

    /// The digest of a component; the value of its field `digest` does not enter.
    pub fn digest_component(component: &ComponentDoc) -> String {
        let mut canon = Canon::new("rely/component/1");
        canon.text(&component.name);
        canon.word(&component.role);
        canon.list(&component.alphabet, |canon, name| canon.text(name));
        canon.integer(component.states.into());
        canon.integer(component.initial.into());
        canon.list(component.end.as_slice(), |canon, &end| canon.integer(end.into()));
        canon.list(&component.transitions, |canon, &(from, label, to)| {
            canon.integer(from.into());
            canon.integer(label.into());
            canon.integer(to);
        });
        canon.finish()
    }

    /// The digest of the whole; the value of the field `digest` does not enter, those of the components do.
    pub fn digest_all(&self) -> String {
        let mut canon = Canon::new(SCHEMA);
        canon.text(&self.generator);
        canon.word(&self.claim.kind);
        canon.text(&self.claim.target);
        canon.list(&self.claim.properties, |canon, name| canon.text(name));
        canon.list(self.claim.model.as_slice(), |canon, model| canon.text(model));
        canon.list(&self.components, |canon, component| canon.text(&component.digest));
        canon.list(self.system.priority.as_slice(), |canon, priority| {
            canon.list(&priority.low, |canon, name| canon.text(name));
            canon.word(&priority.tau);
        });
        match &self.proof {
            Proof::ClosedSet(set) => {
                canon.text("closed-set");
                canon.set(set);
            }
            Proof::Trace(trace) => {
                canon.text("trace");
                canon.list(&trace.steps, |canon, name| canon.text(name));
                canon.list(&trace.cycle, |canon, name| canon.text(name));
                if !trace.vectors.is_empty() {
                    canon.text("vectors");
                    canon.list(&trace.vectors, |canon, vector| {
                        canon.list(vector, |canon, &state| canon.integer(state));
                    });
                }
            }
            Proof::Cover(cover) => {
                canon.text("cover");
                canon.set(&cover.closed);
                canon.set(&cover.vectors);
                canon.list(&cover.nodes, Canon::node);
            }
            Proof::Rule(rule) => {
                canon.text("rule");
                canon.word(&rule.rule);
                canon.list(&rule.parts, |canon, part| canon.numbers(part));
                canon.list(&rule.assumptions, Canon::assumption);
                canon.list(&rule.premises, Canon::premise);
            }
        }
        if let Some(interface) = &self.claim.interface {
            canon.text("interface");
            canon.list(interface, |canon, name| canon.text(name));
        }
        canon.finish()
    }
}

impl ComponentDoc {
    /// The same with its transitions sorted and without repetition, as the format wants them.
    pub fn sorted(mut self) -> Self {
        self.transitions.sort_unstable();
        self.transitions.dedup();
        self
    }

    /// Has it a transition to ERROR?
    pub(crate) fn has_error(&self) -> bool {
        self.transitions.iter().any(|t| t.2 == ERROR)
    }
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

impl ClaimKind {
    /// Is it about what a module does in environments?
    pub(crate) fn is_about_environments(self) -> bool {
        matches!(self, ClaimKind::KeptAlways | ClaimKind::KeptNever | ClaimKind::WeakestAssumption)
    }
}

/// Feeds values to the hash in the documented encoding.
struct Canon(Sha256);

impl Canon {
    fn new(tag: &str) -> Self {
        let mut canon = Canon(Sha256::new());
        canon.text(tag);
        canon
    }

    fn integer(&mut self, value: i64) {
        self.0.update(value.to_le_bytes());
    }

    fn text(&mut self, text: &str) {
        self.integer(text.len() as i64);
        self.0.update(text.as_bytes());
    }

    /// An enumeration, by its word in the JSON.
    fn word(&mut self, value: &impl Serialize) {
        let word = serde_json::to_value(value).expect("an enumeration of words is JSON");
        self.text(word.as_str().expect("an enumeration of words is a text"));
    }

    fn list<T>(&mut self, items: &[T], mut each: impl FnMut(&mut Self, &T)) {
        self.integer(items.len() as i64);
        for item in items {
            each(self, item);
        }
    }

    fn numbers(&mut self, numbers: &[u32]) {
        self.list(numbers, |canon, &n| canon.integer(n.into()));
    }

    fn assumption(&mut self, assumption: &AssumptionDoc) {
        self.text(&assumption.name);
        self.list(&assumption.alphabet, |canon, name| canon.text(name));
        self.integer(assumption.states.into());
        self.integer(assumption.initial.into());
        self.list(&assumption.transitions, |canon, &(from, label, to)| {
            canon.integer(from.into());
            canon.integer(label.into());
            canon.integer(to.into());
        });
    }

    fn premise(&mut self, premise: &PremiseDoc) {
        for numbers in [&premise.components, &premise.kept, &premise.until, &premise.refuted] {
            self.numbers(numbers);
        }
        self.set(&premise.states);
    }

    fn set(&mut self, set: &ClosedSet) {
        self.integer(set.count as i64);
        self.text(&set.states);
    }

    fn node(&mut self, node: &NodeDoc) {
        let paths = |canon: &mut Self, paths: &[PathDoc]| {
            canon.list(paths, |canon, path| canon.list(path, |canon, &n| canon.integer(n)));
        };
        self.integer(node.state.into());
        self.numbers(&node.members);
        self.list(&node.edges, |canon, edge| {
            canon.integer(edge.action.into());
            canon.integer(edge.node.into());
            paths(canon, &edge.paths);
        });
        paths(self, &node.errors);
    }

    fn finish(self) -> String {
        self.0.finalize().iter().map(|byte| format!("{byte:02x}")).collect()
    }
}
