//! The documents of `rely compose` and `rely compare`.

use rely_lts::relate::Relation;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{ComponentView, DiagnosticView, MethodView, VerdictKind};

/// `rely compose`.
// The first fields are those of other documents; each document is written out, as its schema changes alone.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct ComposeDocument {
    /// `rely/compose/1`
    pub schema: String,
    /// The model file.
    pub file: String,
    /// The composed target.
    pub target: String,
    /// Its components.
    pub components: Vec<ComponentView>,
    /// States, ERROR not counted; with a `method`, of what its last step left.
    pub states: u64,
    /// Distinct transitions, after hiding.
    pub transitions: u64,
    /// How it was built, if not all at once.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub method: Option<MethodView>,
    /// The alphabet after hiding.
    pub alphabet: Vec<String>,
    /// Does a transition lead to ERROR?
    pub error_reachable: bool,
    /// Components that can enter ERROR.
    pub violated: Vec<String>,
    /// Is there a state without transitions that is not END?
    pub deadlock: bool,
    /// The END state, if there is one.
    pub end: Option<u64>,
    /// The reduced LTS, if a reduction was asked for.
    pub minimized: Option<MinimizedView>,
    /// The file the LTS was written to.
    pub output: Option<String>,
    /// Warnings about the source.
    pub warnings: Vec<DiagnosticView>,
}

/// The relation that a minimization preserves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum MinimizationKind {
    /// Strong bisimilarity.
    Strong,
    /// Branching bisimilarity.
    Branching,
    /// Weak bisimilarity.
    Weak,
    /// The traces.
    Trace,
    /// The equivalence of LTSA.
    Ltsa,
}

impl MinimizationKind {
    /// All of them, with their names.
    pub const ALL: [(&'static str, MinimizationKind); 5] = [
        ("strong", MinimizationKind::Strong),
        ("branching", MinimizationKind::Branching),
        ("weak", MinimizationKind::Weak),
        ("trace", MinimizationKind::Trace),
        ("ltsa", MinimizationKind::Ltsa),
    ];

    /// The name, as options and documents have it.
    pub fn name(self) -> &'static str {
        Self::ALL.iter().find(|(_, kind)| *kind == self).expect("all are listed").0
    }
}

/// The result of a reduction.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct MinimizedView {
    /// The relation that the reduction preserves.
    pub relation: MinimizationKind,
    /// States, ERROR not counted.
    pub states: u64,
    /// Distinct transitions.
    pub transitions: u64,
}

/// A relation between two systems.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum RelationKind {
    /// Strong bisimilarity.
    Strong,
    /// Branching bisimilarity.
    Branching,
    /// Weak bisimilarity.
    Weak,
    /// Equal traces.
    Trace,
    /// Every trace of the left side is one of the right side.
    TraceInclusion,
    /// The right side simulates the left one.
    Simulation,
    /// The left side refines the right one: traces and stable failures.
    Failures,
}

// The list of relations stands here again, with the names that documents have: these do not change when the
// engine does, and the engine does not write documents.
impl From<Relation> for RelationKind {
    fn from(relation: Relation) -> RelationKind {
        match relation {
            Relation::Strong => RelationKind::Strong,
            Relation::Branching => RelationKind::Branching,
            Relation::Weak => RelationKind::Weak,
            Relation::Trace => RelationKind::Trace,
            Relation::TraceInclusion => RelationKind::TraceInclusion,
            Relation::Simulation => RelationKind::Simulation,
            Relation::Failures => RelationKind::Failures,
        }
    }
}

/// `rely compare`.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct CompareDocument {
    /// `rely/compare/1`
    pub schema: String,
    /// The relation asked for.
    pub relation: RelationKind,
    /// The left side.
    pub left: String,
    /// The right side.
    pub right: String,
    /// Does the relation hold?
    pub verdict: VerdictKind,
    /// A distinguishing run.
    pub trace: Vec<String>,
    /// The meaning of the run, or why the answer is unknown.
    pub reason: Option<String>,
    /// Sizes of both sides.
    pub sizes: Vec<ComponentView>,
    /// Notes, such as different alphabets.
    pub notes: Vec<String>,
    /// The certificate written, if one was asked for and could be made.
    #[serde(default)]
    pub certificate: Option<String>,
}
