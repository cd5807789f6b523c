//! The document of `rely check`.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{ComponentView, DiagnosticView, TraceView, VerdictKind};

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
    /// The checked target.
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
    /// Actions and states that are never used.
    pub unused: Vec<UnusedView>,
    /// Warnings about the source.
    pub warnings: Vec<DiagnosticView>,
    /// The certificate written, if one was asked for and could be made.
    pub certificate: Option<String>,
    /// What the certificate has, if one was asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub certified: Option<CertifiedView>,
}

/// How much of a report is in its certificate.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct CertifiedView {
    /// Verdicts that are in it.
    pub verdicts: u64,
    /// Verdicts that are not unknown.
    pub decided: u64,
    /// What is not in it, and why.
    pub missing: Vec<String>,
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
    /// The decided checks: `deadlock`, names of components; nothing where it built a transition system.
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
    /// The cycle that is repeated forever after the trace; empty where the run ends.
    pub cycle: Vec<String>,
    /// Why it is unknown, vacuous or violated, in words.
    pub reason: Option<String>,
    /// Notes about this check.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
    /// The counterexample step by step.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub steps: Option<TraceView>,
}

/// Unused actions and states of one component.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct UnusedView {
    /// Which component.
    pub component: String,
    /// Actions that never occur.
    pub actions: Vec<String>,
    /// States that are never reached, by name or number.
    pub states: Vec<String>,
}
