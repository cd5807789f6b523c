//! The documents that commands give: plain data, the same for text, JSON, the editor and the page.
//!
//! Field names are fixed (version 1); new fields may be added. The JSON schemas in `schemas/` are generated
//! from these types.

mod assume;
mod check;
mod code;
mod compat;
mod compose;
mod draw;
mod model;
mod monitor;
mod project;
mod prove;
mod simulate;
mod watch;

use rely_lts::Role;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

pub use assume::{
    AssumeDocument, AssumeKind, CandidateView, DepartureView, DeviationView, DeviationsView, DischargedView,
    EmittedView, ExplainedView, ForbiddenView, PartialView, PrefixView, SizeView, SizesView, StageView,
    WordsView,
};
pub use check::{
    CertifiedView, CheckDocument, CheckKind, ExecutionView, MethodView, PredicatesView,
    ProgramStatisticsView, ProgramView, ReductionKind, ReductionStepView, RemediesView, RemedyView,
    ResultView, SourcePlaceView, UnusedView, ValueView,
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
pub use compose::{CompareDocument, ComposeDocument, MinimizationKind, MinimizedView, RelationKind};
pub use draw::{ChartView, DrawDocument, EdgeView, GraphView, NodeView, ParticipantView};
pub use model::{ModelView, TargetView};
pub use monitor::{AutomatonKind, MonitorDocument};
pub use project::{AnswerSource, ProjectCheckView, ProjectDocument, UncheckedView};
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

/// The role of a component in a system.
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
    /// Its role in the system.
    pub role: RoleKind,
    /// Number of its states.
    pub states: u64,
    /// Number of its transitions.
    pub transitions: u64,
    /// For code that is abstracted: it has all behavior of the code, and perhaps more.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub abstraction: Option<AbstractionView>,
}

/// How a component was abstracted.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct AbstractionView {
    /// Predicates of all points.
    pub predicates: u64,
    /// Runs that the code cannot do, and that were excluded.
    pub refinements: u64,
    /// Questions to solvers.
    pub queries: u64,
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
    /// Actions of some component's state after the last step that others do not allow, with the components
    /// that refuse them.
    pub blocked: Vec<BlockedView>,
}

/// One step of a run.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct StepView {
    /// The action.
    pub action: String,
    /// The components that take part (positions).
    pub participants: Vec<usize>,
    /// The components whose state changes, with the new state.
    pub changes: Vec<(usize, String)>,
    /// For components of C whose state changes: where they are after the step. For components of FSP that
    /// take part: the action in the model that makes them move, or what they allow instead of it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub places: Vec<StepPlaceView>,
}

/// Where a component is in its source, or what makes it move.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct StepPlaceView {
    /// The component (position).
    pub component: usize,
    /// The file.
    pub file: String,
    /// The line, from 1.
    pub line: u32,
    /// The column, from 1; 0 if it is unknown.
    pub column: u32,
    /// The function; of FSP, the name of the definition.
    pub function: String,
    /// One past the last line and column; absent in C.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub end_line: Option<u32>,
    /// One past the last character; absent in C.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub end_column: Option<u32>,
    /// The text of the line, if the file is that of the model and the run is not long.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// Does the component not allow the action? The place is then what it allows instead.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub refused: bool,
}

impl StepView {
    /// The places, as they follow the action: ` (queue.c:29)`; nothing if there are none.
    pub fn places_text(&self) -> String {
        let mut all: Vec<String> = Vec::new();
        let mut last: Option<&StepPlaceView> = None;
        for place in &self.places {
            match (last, all.last_mut()) {
                (Some(before), _) if (&before.file, before.line) == (&place.file, place.line) => {}
                (Some(before), Some(text)) if before.file == place.file => {
                    text.push_str(&format!(",{}", place.line));
                }
                _ => all.push(format!("{}:{}", place.file, place.line)),
            }
            last = Some(place);
        }
        if all.is_empty() { String::new() } else { format!(" ({})", all.join(", ")) }
    }
}

impl TraceView {
    /// The actions of a run, each with its places: the step at a position of trace and cycle.
    pub fn action_text(steps: Option<&TraceView>, position: usize, action: &str) -> String {
        let step = steps.and_then(|view| view.steps.get(position)).filter(|step| step.action == action);
        format!("{action}{}", step.map_or_else(String::new, StepView::places_text))
    }
}

/// An action that some components offer and others refuse.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct BlockedView {
    /// The action.
    pub action: String,
    /// The components that offer it.
    pub offered_by: Vec<String>,
    /// The components that refuse it.
    pub refused_by: Vec<String>,
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
    /// The claims, joined by `; `.
    pub claim: String,
    /// The claims, each as a sentence.
    #[serde(default)]
    pub claims: Vec<String>,
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
    /// The message.
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
    /// Help: a possible correction.
    pub help: Option<String>,
}

/// Any command that could not do its work.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct ErrorDocument {
    /// `rely/error/1`
    pub schema: String,
    /// The errors, at least one.
    pub diagnostics: Vec<DiagnosticView>,
}
