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
//! The digests detect damage and identify components; they do not prove the origin of a file.

mod digest;
mod proof;

use serde::{Deserialize, Serialize};

pub use proof::{
    AssumptionDoc, ClosedSet, Cover, EdgeDoc, NodeDoc, PathDoc, PremiseDoc, Proof, RuleDoc, RuleKind,
    TraceDoc,
};

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

impl Certificate {
    /// A certificate with these parts and all digests. The [crate page](crate) has an example.
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

    /// The same with all digests recomputed. Programs that change a certificate must call it.
    pub fn sealed(mut self) -> Self {
        for component in &mut self.components {
            component.digest = Self::digest_component(component);
        }
        self.digest = self.digest_all();
        self
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

impl ClaimKind {
    /// Is it about what a module does in environments?
    pub(crate) fn is_about_environments(self) -> bool {
        matches!(self, ClaimKind::KeptAlways | ClaimKind::KeptNever | ClaimKind::WeakestAssumption)
    }
}
