//! `rely assume`: what a module needs from its environment.

use rely_formats::LtsDocument;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{ComponentView, DiagnosticView, ReductionStepView, TraceView, VerdictKind};

/// In which environments does the module keep its properties?
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum AssumeKind {
    /// In every one.
    Holds,
    /// In none.
    Violated,
    /// Exactly in those that satisfy the assumption.
    Assumption,
    /// Undecided; `reason` says why, `partial` has the certain part.
    Unknown,
}

/// `rely assume`.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct AssumeDocument {
    /// `rely/assume/1`
    pub schema: String,
    /// The model file.
    pub file: String,
    /// The target.
    pub target: String,
    /// The components of the module.
    pub module: Vec<ComponentView>,
    /// The properties.
    pub property: Vec<ComponentView>,
    /// The components of the environment; null for any environment with the given interface.
    pub environment: Option<Vec<ComponentView>>,
    /// In which environments the module keeps its properties.
    pub verdict: AssumeKind,
    /// Does *holds* say nothing about this module? `reason` says why.
    pub vacuous: bool,
    /// Why it is unknown or vacuous.
    pub reason: Option<String>,
    /// If the verdict is `violated`: a run of the module into ERROR in which no environment takes part.
    pub trace: Vec<String>,
    /// That run step by step.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub steps: Option<TraceView>,
    /// States of what was built, ERROR not counted; null for a step that was not needed.
    pub sizes: SizesView,
    /// Transitions of what was built, those to ERROR counted.
    pub transitions: SizesView,
    /// The largest machine that was held.
    pub peak: SizeView,
    /// The steps, if the module was built component by component.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub construction: Vec<ReductionStepView>,
    /// The alphabet of an assumption: the shared actions, and those of the properties that are not internal.
    pub interface: Vec<String>,
    /// Actions of the module in which the environment takes part.
    pub shared: Vec<String>,
    /// The other actions of the module.
    pub internal: Vec<String>,
    /// The weakest assumption.
    pub assumption: Option<LtsDocument>,
    /// Names of the states of the assumption, made of the shortest traces into them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub states: Vec<String>,
    /// The assumption as FSP; null if there is none, or it is too large.
    pub fsp: Option<String>,
    /// The assumption in words.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub words: Option<WordsView>,
    /// In how many places something is forbidden: pairs of a state and an action.
    pub forbidden: u64,
    /// The actions that the states of the assumption forbid, and why.
    pub explanation: Vec<ExplainedView>,
    /// Is everything explained that is forbidden?
    pub explained: bool,
    /// Results that are certain although the budget was spent.
    pub partial: Option<PartialView>,
    /// Does the environment satisfy the assumption? Null if that was not checked.
    pub discharged: Option<DischargedView>,
    /// The modules that the properties were passed through, in order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub through: Vec<StageView>,
    /// Components in the order of how well they fit.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub candidates: Vec<CandidateView>,
    /// How far the environment may stray from its model.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub deviations: Option<DeviationsView>,
    /// The most general component for the module.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub component: Option<EmittedView>,
    /// The certificate written, if one was asked for and could be made.
    pub certificate: Option<String>,
    /// Warnings about the question and its answer.
    pub warnings: Vec<String>,
    /// Notes about the components of C: what their behavior depends on.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
    /// Warnings about the source.
    pub diagnostics: Vec<DiagnosticView>,
}

/// An assumption in words.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct WordsView {
    /// Sentences about the order of actions. Each is true of the assumption.
    pub sentences: Vec<String>,
    /// Together they say the same as the assumption. Otherwise they are a summary: it forbids more.
    pub equivalent: bool,
}

/// A number for every step of the construction.
#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub struct SizesView {
    /// The module with its properties; built component by component, the largest product.
    pub composed: Option<u64>,
    /// Internal actions hidden, minimized.
    pub minimized: Option<u64>,
    /// ERROR spread backwards over internal actions; what cannot reach it is gone.
    pub propagated: Option<u64>,
    /// Deterministic.
    pub determinized: Option<u64>,
    /// Complete with the sink, ERROR dropped, minimal.
    pub assumption: Option<u64>,
}

/// The size of a machine.
#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub struct SizeView {
    /// States, ERROR not counted.
    pub states: u64,
    /// Transitions, those to ERROR counted.
    pub transitions: u64,
}

/// A state of the assumption that forbids something.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct ExplainedView {
    /// Its number.
    pub state: u32,
    /// Its name.
    pub name: String,
    /// The shortest trace of the environment into it.
    pub trace: Vec<String>,
    /// The actions it forbids.
    pub forbids: Vec<ForbiddenView>,
}

/// Something that is forbidden, and why.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct ForbiddenView {
    /// The forbidden action.
    pub action: String,
    /// The actions visible to the environment; the last one is forbidden.
    pub trace: Vec<String>,
    /// A run of the module, hidden steps included, that looks like this from outside and violates a property.
    pub run: Vec<String>,
    /// The components that enter ERROR at its end.
    pub violates: Vec<String>,
    /// The run step by step.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub steps: Option<TraceView>,
}

/// Results that are certain although the budget was spent.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct PartialView {
    /// Traces that every assumption has to forbid, shortest first.
    pub forbidden: Vec<ForbiddenView>,
    /// The beginning of the weakest assumption.
    pub assumption: Option<PrefixView>,
}

/// The beginning of a weakest assumption.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct PrefixView {
    /// Traces of at most this many actions are decided.
    pub depth: u64,
    /// States of which nothing is known.
    pub open: Vec<u32>,
    /// The machine. What a state that is not open does not offer is forbidden.
    pub lts: LtsDocument,
    /// Names of its states.
    pub states: Vec<String>,
    /// As FSP, where everything is allowed from the open states on: every environment in which the module
    /// satisfies its properties satisfies it, but not the converse.
    pub fsp: String,
}

/// Does the environment satisfy the assumption?
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct DischargedView {
    /// Its components.
    pub environment: Vec<String>,
    /// Does it?
    pub verdict: VerdictKind,
    /// Does *holds* say nothing about the whole system? `reason` says why.
    pub vacuous: bool,
    /// A run of the entire system, module and environment, that violates a property.
    pub trace: Vec<String>,
    /// The forbidden behavior of the environment: its own run into the ERROR of the assumption.
    pub environment_trace: Vec<String>,
    /// The components that enter ERROR at the end of the run.
    pub violates: Vec<String>,
    /// Is the run one of the target, too, so that it can be replayed there?
    pub on_target: bool,
    /// Why it is unknown or vacuous.
    pub reason: Option<String>,
    /// The run step by step.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub steps: Option<TraceView>,
}

/// One module that a property was passed through.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct StageView {
    /// The module as it was named.
    pub module: String,
    /// Its components.
    pub components: Vec<String>,
    /// The outcome: `assumption` if a property remains for the other components.
    pub verdict: AssumeKind,
    /// States of the property that it had to keep.
    pub property: u64,
    /// States of what was built.
    pub sizes: SizesView,
    /// Transitions of what was built.
    pub transitions: SizesView,
    /// The largest machine that was held.
    pub peak: SizeView,
    /// The alphabet of the remaining assumption.
    pub interface: Vec<String>,
}

/// A candidate component for the environment of the module.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct CandidateView {
    /// As it was named.
    pub name: String,
    /// Its states, all components together.
    pub states: u64,
    /// Does the module satisfy its properties with it?
    pub verdict: VerdictKind,
    /// Its forbidden behavior: its own run out of the assumption.
    pub environment_trace: Vec<String>,
    /// A run of the module with it that violates a property.
    pub trace: Vec<String>,
    /// Actions of the interface that it does not know: they are left to others.
    pub missing: Vec<String>,
    /// Why it is unknown.
    pub reason: Option<String>,
}

/// How an environment as it is modeled and the weakest assumption differ: for every state of the assumption
/// and every action one shortest trace.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct DeviationsView {
    /// Safe deviations of the environment from its model.
    pub safe: Vec<DeviationView>,
    /// Forbidden deviations.
    pub r#unsafe: Vec<DeviationView>,
    /// Forbidden behavior that is part of the model.
    pub violations: Vec<DepartureView>,
    /// Pairs of a state of the environment and one of the assumption that were met.
    pub pairs: u64,
}

/// A way to stray from the model.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct DeviationView {
    /// The state of the assumption where they part.
    pub state: u32,
    /// Its name.
    pub name: String,
    /// The trace; the last action is the one that is not expected.
    pub trace: Vec<String>,
    /// The state of the assumption after it; null if it is forbidden.
    pub target: Option<u32>,
    /// Its name.
    pub target_name: Option<String>,
    /// How many more actions it takes at least to do something forbidden; null if that is impossible.
    pub margin: Option<u64>,
    /// Can the module take part in it at all?
    pub possible: bool,
    /// A run of the module that violates a property, if the deviation is forbidden.
    pub run: Vec<String>,
    /// The components that enter ERROR at the end of the run.
    pub violates: Vec<String>,
}

/// Where an environment violates an assumption just as it is modeled.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct DepartureView {
    /// The state of the assumption that it leaves.
    pub state: u32,
    /// Its name.
    pub name: String,
    /// The trace; the last action is forbidden.
    pub trace: Vec<String>,
}

/// The most general component for a module.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct EmittedView {
    /// The file it was written to; null if there is none.
    pub file: Option<String>,
    /// Its name.
    pub name: String,
    /// Its states.
    pub states: u64,
    /// Its transitions.
    pub transitions: u64,
    /// Was everything removed that may deadlock the pair?
    pub live: bool,
    /// Actions of states that are missing for that reason alone.
    pub removed: u64,
    /// Does it exist? `unknown` if the budget was spent.
    pub verdict: VerdictKind,
    /// Why it does not exist, what had to be removed, or why it is unknown.
    pub reason: Option<String>,
}
