//! The documents that commands give: plain data, the same for text, JSON, the editor and the page.
//!
//! Field names are fixed (version 1); new fields may be added. The JSON schemas in `schemas/` are generated
//! from these types.

mod assume;
mod code;
mod compat;
mod draw;
mod model;
mod monitor;
mod prove;
mod simulate;
mod watch;

use rely_lts::Role;
use rely_lts::relate::Relation;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

pub use assume::{
    AssumeDocument, AssumeKind, CandidateView, DepartureView, DeviationView, DeviationsView, DischargedView,
    EmittedView, ExplainedView, ForbiddenView, PartialView, PrefixView, SizeView, SizesView, StageView,
};
pub use code::{
    AgainstView, CodeDocument, CodeFailureView, CodeKind, CodeRole, CodeRowView, CodeRuleView, CodeStepView,
    ExpectationKind, ExperimentView,
};
pub use compat::{
    CauseKind, CompatAnswer, CompatDocument, CompatKind, CompatMatrixDocument, CompatStatisticsView,
    CompatibilityView, CompletedView, ContainmentView, DeadlockView, EditKind, EditView, FindingKind,
    FindingView, ObligationView, PlaceView, RefusalView, RevisionView, StuckView, UpgradeView, VersionView,
};
pub use draw::{ChartView, DrawDocument, EdgeView, GraphView, NodeView, ParticipantView};
pub use model::{ModelView, TargetView};
pub use monitor::{AutomatonKind, MonitorDocument};
pub use prove::{
    AssumptionView, PremiseView, ProofStatisticsView, ProofView, ProveDocument, RoundView, TriedKind,
    TriedStatisticsView, TriedView, WholeView,
};
pub use rely_formats::LtsDocument;
pub use simulate::{ChoiceView, MenuView, SimulateDocument, StateView};
pub use watch::{
    BrokenLineView, DriftView, DriftedView, InstanceView, NameCountView, ReadingKind, ReadingView,
    WatchCountsView, WatchDocument, WatchKind, WatchViolationView, WatchedView,
};

/// The answer to a check.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum VerdictKind {
    /// Shown to hold.
    Holds,
    /// Shown not to hold.
    Violated,
    /// Undecided; `reason` says why.
    Unknown,
}

/// Which kind of check.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum CheckKind {
    /// Can the system get stuck?
    Deadlock,
    /// Can a component enter ERROR?
    Safety,
    /// Does something good keep happening?
    Progress,
    /// An assert in fluent LTL.
    Ltl,
}

/// `rely check`.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct CheckDocument {
    /// `rely/check/1`
    pub schema: String,
    /// The model file.
    pub file: String,
    /// What was checked.
    pub target: String,
    /// Its components.
    pub components: Vec<ComponentView>,
    /// Reachable states; if `methods` decided it all, those of the largest search or step.
    pub states: u64,
    /// Distinct transitions between them.
    pub transitions: u64,
    /// Reductions that decided deadlock or safety; none where every state was visited.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub methods: Vec<MethodView>,
    /// One entry per check.
    pub results: Vec<ResultView>,
    /// What the model never does.
    pub unused: Vec<UnusedView>,
    /// Warnings about the source.
    pub warnings: Vec<DiagnosticView>,
    /// The certificate written, if one was asked for and could be made.
    pub certificate: Option<String>,
}

/// A way to decide with fewer states than all.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum ReductionKind {
    /// Some interleavings are left out.
    PartialOrder,
    /// Two parts at a time are composed and reduced.
    Compositional,
}

/// How a reduction decided something, or built a transition system.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct MethodView {
    /// Which reduction.
    pub reduction: ReductionKind,
    /// What it decided: `deadlock`, names of components; nothing where it built a transition system.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub decided: Vec<String>,
    /// States that were held at once, at most.
    pub states: u64,
    /// Transitions of these states.
    pub transitions: u64,
    /// The steps of the largest construction, in order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub steps: Vec<ReductionStepView>,
}

/// Two parts were composed and the result reduced.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct ReductionStepView {
    /// The parts: names of components, or `#k` for the result of step `k` (from 1).
    pub parts: Vec<String>,
    /// Number of actions that became internal.
    pub hidden: u64,
    /// States of the product.
    pub product_states: u64,
    /// Transitions of the product.
    pub product_transitions: u64,
    /// States after the reduction.
    pub states: u64,
    /// Transitions after the reduction.
    pub transitions: u64,
}

/// What a component is in a system.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum RoleKind {
    /// It takes part.
    Process,
    /// It observes, and enters ERROR on a violation.
    Property,
    /// It restricts the others.
    Constraint,
}

impl From<Role> for RoleKind {
    fn from(role: Role) -> RoleKind {
        match role {
            Role::Process => RoleKind::Process,
            Role::Property => RoleKind::Property,
            Role::Constraint => RoleKind::Constraint,
        }
    }
}

impl RoleKind {
    /// The name, as documents have it.
    pub fn name(self) -> &'static str {
        match self {
            RoleKind::Process => "process",
            RoleKind::Property => "property",
            RoleKind::Constraint => "constraint",
        }
    }
}

/// A component of the target.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct ComponentView {
    /// As it is called after flattening.
    pub name: String,
    /// What it is in the system.
    pub role: RoleKind,
    /// Number of its states.
    pub states: u64,
    /// Number of its transitions.
    pub transitions: u64,
}

/// One check and its answer.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct ResultView {
    /// Which kind.
    pub kind: CheckKind,
    /// The component, progress test or assert; for deadlock the target.
    pub name: String,
    /// The answer.
    pub verdict: VerdictKind,
    /// Does *holds* say nothing about this system? `reason` says why.
    pub vacuous: bool,
    /// The reduction that decided it: its runs need not be shortest.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub method: Option<ReductionKind>,
    /// The counterexample: the actions up to the violation, or up to the cycle.
    pub trace: Vec<String>,
    /// What is repeated forever after the trace; empty where the run ends.
    pub cycle: Vec<String>,
    /// Why it is unknown, vacuous or violated, in words.
    pub reason: Option<String>,
    /// What else a reader should know about this check.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
    /// The counterexample step by step.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub steps: Option<TraceView>,
}

/// A run, component by component.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct TraceView {
    /// The components, in order.
    pub components: Vec<String>,
    /// Their states before the first step.
    pub initial: Vec<String>,
    /// The steps; those of the cycle follow those of the trace.
    pub steps: Vec<StepView>,
    /// Actions possible after the last step.
    pub enabled: Vec<String>,
    /// Actions of some component's state after the last step that others do not allow, with those who refuse.
    pub blocked: Vec<BlockedView>,
}

/// One step of a run.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct StepView {
    /// What happens.
    pub action: String,
    /// The components that take part (positions).
    pub participants: Vec<usize>,
    /// The components whose state changes, with the new state.
    pub changes: Vec<(usize, String)>,
}

/// An action that some components offer and others refuse.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct BlockedView {
    /// The action.
    pub action: String,
    /// Who offers it.
    pub offered_by: Vec<String>,
    /// Who refuses it.
    pub refused_by: Vec<String>,
}

/// What one component never does.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct UnusedView {
    /// Which component.
    pub component: String,
    /// Actions that never occur.
    pub actions: Vec<String>,
    /// States that are never reached, by name or number.
    pub states: Vec<String>,
}

/// `rely compose`.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct ComposeDocument {
    /// `rely/compose/1`
    pub schema: String,
    /// The model file.
    pub file: String,
    /// What was composed.
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

/// What a minimization preserves.
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
    /// What LTSA preserves.
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
    /// What the reduction preserves.
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
    /// What the run shows, or why the answer is unknown.
    pub reason: Option<String>,
    /// Sizes of both sides.
    pub sizes: Vec<ComponentView>,
    /// Notes, such as different alphabets.
    pub notes: Vec<String>,
}

/// `rely replay`.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct ReplayDocument {
    /// `rely/replay/1`
    pub schema: String,
    /// The model file.
    pub file: String,
    /// The target.
    pub target: String,
    /// `replayed`, `diverged` or `unknown`
    pub verdict: ReplayKind,
    /// Number of steps that are known to be possible.
    pub step: u64,
    /// Where the run ended, what was not possible, or why that is unknown.
    pub reason: Option<String>,
    /// The run step by step.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub steps: Option<TraceView>,
}

/// The outcome of a replay.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum ReplayKind {
    /// Every step was possible.
    Replayed,
    /// Some step was not.
    Diverged,
    /// It was not found out: too many runs can be meant.
    Unknown,
}

/// The verdict of the independent checker.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum CertifyKind {
    /// The certificate proves its claim.
    Accepted,
    /// It does not.
    Rejected,
}

/// `rely certify`.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct CertifyDocument {
    /// `rely/certify/1`
    pub schema: String,
    /// The certificate.
    pub file: String,
    /// Did the checker accept it?
    pub verdict: CertifyKind,
    /// What was proved.
    pub claim: String,
    /// Why it was rejected.
    pub reason: Option<String>,
}

/// How serious a finding is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum SeverityKind {
    /// The input cannot be used.
    Error,
    /// The input can be used, and is probably not what was meant.
    Warning,
}

/// A finding about an input.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct DiagnosticView {
    /// The code that `rely explain` knows.
    pub code: String,
    /// How serious it is.
    pub severity: SeverityKind,
    /// What is wrong.
    pub message: String,
    /// In which file.
    pub file: Option<String>,
    /// On which line, from 1.
    pub line: Option<u32>,
    /// At which character of the line, from 1.
    pub column: Option<u32>,
    /// One past the last line and column.
    pub end_line: Option<u32>,
    /// One past the last character.
    pub end_column: Option<u32>,
    /// What would be right.
    pub help: Option<String>,
}

/// Any command that could not do its work.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct ErrorDocument {
    /// `rely/error/1`
    pub schema: String,
    /// What is wrong, at least one.
    pub diagnostics: Vec<DiagnosticView>,
}
