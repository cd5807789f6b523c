//! `rely prove`: assume-guarantee proofs.

use rely_formats::LtsDocument;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{ComponentView, DiagnosticView, ExplainedView, TraceView, VerdictKind};

/// `rely prove`.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct ProveDocument {
    /// `rely/prove/1`
    pub schema: String,
    /// The model file.
    pub file: String,
    /// The target.
    pub target: String,
    /// Its components, and the properties that were brought to it.
    pub components: Vec<ComponentView>,
    /// One entry per property; for the rule `pair` one for both.
    pub results: Vec<ProofView>,
    /// Warnings about the question.
    pub warnings: Vec<String>,
    /// Notes about the components of C: what their behavior depends on.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
    /// Warnings about the source.
    pub diagnostics: Vec<DiagnosticView>,
}

/// A property, and whether the components keep it.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct ProofView {
    /// The property; two separated by a comma for the rule `pair`.
    pub property: String,
    /// Is it kept?
    pub verdict: VerdictKind,
    /// Does *holds* say nothing about this system? `reason` says why.
    pub vacuous: bool,
    /// Why it is unknown or vacuous.
    pub reason: Option<String>,
    /// The rule that decided it, or that was tried last; null if none was.
    pub rule: Option<String>,
    /// The parts of the rule: components of each, in the rule's order. Where computed assumptions lead to a
    /// violation: the components that can matter, one by one.
    pub components: Vec<Vec<String>>,
    /// Components that cannot matter to the property.
    pub dropped: Vec<String>,
    /// The assumptions, for `circ` the guarantees. If the verdict is `unknown`: as they were last.
    pub assumptions: Vec<LtsDocument>,
    /// Details of each of the assumptions.
    pub details: Vec<AssumptionView>,
    /// The premises of the rule. If the verdict is `unknown`: those known to hold with the last assumptions.
    pub premises: Vec<PremiseView>,
    /// A run of the system whose last step violates the property.
    pub trace: Vec<String>,
    /// Is it a run of the target, too, all of whose properties observe it?
    pub on_target: bool,
    /// The run step by step.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub steps: Option<TraceView>,
    /// Sizes and queries.
    pub statistics: ProofStatisticsView,
    /// How large the whole system is, as far as it was visited; null if it was not.
    pub whole: Option<WholeView>,
    /// The attempts, in order.
    pub tried: Vec<TriedView>,
    /// Every candidate, and what became of it; with `--verbose` only.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub rounds: Vec<RoundView>,
    /// The certificate written, if one was asked for and could be made.
    pub certificate: Option<String>,
    /// Notes.
    pub notes: Vec<String>,
}

/// Details of an assumption.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct AssumptionView {
    /// Its name in the premises: `A`, `A1`, or `G1` for a guarantee.
    pub name: String,
    /// The components that keep what they have to keep only if it is kept.
    pub assumed_by: Vec<String>,
    /// The components that satisfy it; none where that follows from the other premises together.
    pub guaranteed_by: Vec<String>,
    /// Names of its states, made of the shortest traces into them.
    pub states: Vec<String>,
    /// As FSP; null if it is too large.
    pub fsp: Option<String>,
    /// In how many places something is forbidden: pairs of a state and an action.
    pub forbidden: u64,
    /// The actions that its states forbid, and why. Without a run, the components that assume it tolerate it:
    /// it is forbidden only because that makes the assumption small.
    pub explanation: Vec<ExplainedView>,
    /// Is everything explained that is forbidden? Guarantees are not explained.
    pub explained: bool,
}

/// A premise of a rule: no word of the components that all of `kept` have, whose proper prefixes all of
/// `until` have, is excluded by all of `refuted`.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct PremiseView {
    /// As the book writes it: `M1 ‖ A ⊨ P`.
    pub text: String,
    /// The components.
    pub components: Vec<String>,
    /// Assumptions that are kept.
    pub kept: Vec<String>,
    /// Assumptions that are kept up to the last step.
    pub until: Vec<String>,
    /// The goals that are not violated at the same time.
    pub refuted: Vec<String>,
    /// States of its product; null if they were not counted.
    pub states: Option<u64>,
}

/// Sizes and queries of a proof.
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub struct ProofStatisticsView {
    /// Membership queries.
    pub membership_queries: u64,
    /// Equivalence queries.
    pub equivalence_queries: u64,
    /// Counterexamples.
    pub rounds: u64,
    /// States of the largest product that was explored.
    pub largest_product: u64,
    /// Product states that were expanded, over all explorations and queries.
    pub expansions: u64,
    /// The alphabet of the assumptions.
    pub alphabet: Vec<String>,
    /// Seconds on the clock until this result was there, with its explanations and its certificate.
    pub seconds: f64,
}

/// How large the whole system is.
#[derive(Clone, Copy, Debug, Serialize, Deserialize, JsonSchema)]
pub struct WholeView {
    /// States that were visited.
    pub states: u64,
    /// Are these all?
    pub all: bool,
}

/// An attempt.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct TriedView {
    /// The rule.
    pub rule: String,
    /// Its parts.
    pub components: Vec<Vec<String>>,
    /// The outcome.
    pub end: TriedKind,
    /// Why it gave up or was not allowed to go on.
    pub reason: Option<String>,
    /// Sizes and queries.
    pub statistics: TriedStatisticsView,
}

/// The outcome of an attempt.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum TriedKind {
    /// It found the verdict.
    Decided,
    /// Another was first.
    Lost,
    /// It had no way to go on.
    GaveUp,
    /// The budget was spent.
    Spent,
}

/// Sizes and queries of an attempt.
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub struct TriedStatisticsView {
    /// Membership queries.
    pub membership_queries: u64,
    /// Equivalence queries.
    pub equivalence_queries: u64,
    /// Counterexamples.
    pub rounds: u64,
    /// States of the largest product that was explored.
    pub largest_product: u64,
    /// Product states that were expanded.
    pub expansions: u64,
}

/// A candidate, and what became of it.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct RoundView {
    /// The rule.
    pub rule: String,
    /// States of the candidate assumptions.
    pub states: Vec<u64>,
    /// The candidates themselves, in the same order; none where there are none yet, or they are too large.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub hypotheses: Vec<LtsDocument>,
    /// The size of their alphabet.
    pub actions: u64,
    /// Membership queries so far.
    pub queries: u64,
    /// The outcome.
    pub what: String,
}
