//! The certificate as a document: format version 2, as the book's page on the format of certificates defines
//! it.
//!
//! The types here are the file, field by field. A field that is `null` must be there; an unknown, missing or
//! repeated field is an error. Fields are declared in the order of their names, so that what `serde_json`
//! writes is the canonical text over which digests are computed.

mod claims;
mod digest;
mod formula;
mod program;
mod reduction;
mod relations;
mod rule;
mod set;

use serde::{Deserialize, Deserializer, Serialize};

pub use claims::{
    AssertClaim, AssertViolation, Claim, EdgeDoc, EvidenceDoc, GoalDoc, GoalSet, KeptNever, NodeDoc, PathDoc,
    ProgressClaim, ProgressViolation, ReasonDoc, RuleClaim, SetsEvidence, WeakestAssumption,
};
pub(crate) use digest::Sealed;
pub use formula::FormulaDoc;
pub use program::{
    CellDoc, OperationDoc, PointDoc, PointKindDoc, ProgramDoc, ProgramEdgeDoc, ProgramSafety, ProgramStepDoc,
    ProgramViolation, SourceDoc, TermDoc, value_text,
};
pub use reduction::ReductionDoc;
pub use relations::{
    Compared, Difference, DifferenceProof, InclusionDoc, PartitionDoc, RefusalDoc, RelationClaim,
    RelationKind, RelationProof, Side, StateFormula, StateFormulaDoc, StepDoc, TraceDifference,
};
pub use rule::{AssumptionDoc, PremiseDoc, RuleKind};
pub use set::SetDoc;

/// The value of [`Certificate::schema`].
pub const SCHEMA: &str = "rely/certificate/2";

/// ERROR as the target of a transition, and in vectors.
pub const ERROR: i64 = -1;

/// Claims, the systems they are about, and their proofs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Certificate {
    /// What is claimed, and why it is true. At least one.
    pub claims: Vec<Claim>,
    /// Digest of the certificate.
    pub digest: String,
    /// Who wrote it: free text.
    pub generator: String,
    /// SHA-256 of the model's text, 64 lower-case hexadecimal digits, if it was known. The checker cannot see
    /// the model: it only hands the value on.
    #[serde(deserialize_with = "present")]
    pub model: Option<String>,
    /// The programs that claims are about. The field is there only if there is one.
    #[serde(default, deserialize_with = "some", skip_serializing_if = "Vec::is_empty")]
    pub programs: Vec<ProgramDoc>,
    /// Always [`SCHEMA`].
    pub schema: String,
    /// The systems that the claims are about. At least one, unless there are programs.
    pub systems: Vec<SystemDoc>,
}

/// Components in parallel, then priority.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SystemDoc {
    /// All components, properties, constraints and fluents included, in order. At least one; names may
    /// repeat.
    pub components: Vec<ComponentDoc>,
    /// What the system is called, not empty.
    pub name: String,
    /// Which labels give way to others, if any.
    #[serde(deserialize_with = "present")]
    pub priority: Option<PriorityDoc>,
    /// A closed set of its vectors, if the claims need one.
    #[serde(deserialize_with = "present")]
    pub states: Option<SetDoc>,
}

/// A component as a transition system.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ComponentDoc {
    /// Its visible actions, sorted; neither `tau` nor the empty text is one.
    pub alphabet: Vec<String>,
    /// Digest of the component.
    pub digest: String,
    /// The state of successful termination, which has no transitions.
    #[serde(deserialize_with = "present")]
    pub end: Option<u32>,
    /// The initial state.
    pub initial: u32,
    /// Its name in the system (`p.1:PHIL`), not empty.
    pub name: String,
    /// What it is for.
    pub role: RoleDoc,
    /// Number of states, ERROR not counted; at least one.
    pub states: u32,
    /// Source, label, target; sorted as triples of integers, without repetition ([`ComponentDoc::sorted`]).
    pub transitions: Vec<(u32, u32, i64)>,
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
    /// It observes for a formula: a property with two states and no ERROR, whose state after a label depends
    /// on the label only. It is true in state 1.
    Fluent,
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

/// A run: steps, then a cycle repeated forever. Actions are named as in the alphabets, or `tau`.
///
/// A name can stand for very many transitions: a tau can be anybody's. The `vectors` then say which are
/// meant.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TraceDoc {
    /// What is repeated; if empty, the run stops after the steps.
    pub cycle: Vec<String>,
    /// What happens first.
    pub steps: Vec<String>,
    /// The vectors after all steps and then after those of the cycle, which ends where it starts. In the last
    /// one of a run without a cycle, components may be in [`ERROR`].
    #[serde(deserialize_with = "present")]
    pub vectors: Option<Vec<Vec<i64>>>,
}

/// Reads a value that may be `null` and must be there.
fn present<'de, D: Deserializer<'de>, T: Deserialize<'de>>(from: D) -> Result<Option<T>, D::Error> {
    Option::deserialize(from)
}

/// Reads a list that is not empty.
fn some<'de, D: Deserializer<'de>, T: Deserialize<'de>>(from: D) -> Result<Vec<T>, D::Error> {
    let list = Vec::deserialize(from)?;
    if list.is_empty() { Err(serde::de::Error::invalid_length(0, &"at least one item")) } else { Ok(list) }
}

impl Certificate {
    /// A certificate with these parts and all digests. The [crate page](crate) has an example.
    pub fn new(
        generator: impl Into<String>,
        model: Option<String>,
        systems: Vec<SystemDoc>,
        claims: Vec<Claim>,
    ) -> Self {
        let (generator, schema, digest) = (generator.into(), SCHEMA.to_string(), String::new());
        Certificate { claims, digest, generator, model, programs: Vec::new(), schema, systems }.sealed()
    }

    /// A certificate of claims about programs, with all digests.
    pub fn of_programs(generator: impl Into<String>, programs: Vec<ProgramDoc>, claims: Vec<Claim>) -> Self {
        Certificate { programs, ..Certificate::new(generator, None, Vec::new(), claims) }.sealed()
    }

    /// The same with all digests recomputed. Programs that change a certificate must call it.
    pub fn sealed(mut self) -> Self {
        self.systems.iter_mut().flat_map(|system| &mut system.components).for_each(Sealed::seal);
        self.programs.iter_mut().for_each(Sealed::seal);
        self.seal();
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
    pub fn has_error(&self) -> bool {
        self.transitions.iter().any(|t| t.2 == ERROR)
    }
}

impl RoleDoc {
    /// Does it take part in the behavior (else it observes)?
    pub(crate) fn takes_part(self) -> bool {
        matches!(self, RoleDoc::Process | RoleDoc::Constraint)
    }
}
