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
    /// Small changes with which violated checks hold, if they were searched for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub remedies: Option<RemediesView>,
    /// Actions and states that are never used.
    pub unused: Vec<UnusedView>,
    /// Does ERROR end some run? Then `unused` lists what no run uses before that.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub unused_before_error: bool,
    /// Warnings about the source.
    pub warnings: Vec<DiagnosticView>,
    /// Notes about the components of C: what their behavior depends on.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
    /// The certificate written, if one was asked for and could be made.
    pub certificate: Option<String>,
    /// What the certificate has, if one was asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub certified: Option<CertifiedView>,
    /// How a C program was checked, if the target is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub program: Option<ProgramView>,
}

/// How a C program was checked.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ProgramView {
    /// The function where executions begin.
    pub entry: String,
    /// The files, in the order of the command line.
    pub files: Vec<String>,
    /// The checks that were made.
    pub checks: Vec<String>,
    /// The checks that were not made.
    pub unchecked: Vec<String>,
    /// What a reader of the verdicts should know about the model of the program.
    pub notes: Vec<String>,
    /// What the verdicts rest on.
    pub trusted: Vec<String>,
    /// How much was done.
    pub statistics: ProgramStatisticsView,
    /// The predicates that were found, where a verdict is unknown.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub predicates: Vec<PredicatesView>,
}

/// How much was done to check a program.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ProgramStatisticsView {
    /// Calls of functions that were expanded.
    pub instances: u64,
    /// Variables of the state.
    pub cells: u64,
    /// Places of the program where a check can fail.
    pub sites: u64,
    /// Writes that may go to one of several variables.
    pub weak_updates: u64,
    /// Questions to solvers.
    pub queries: u64,
    /// Conflicts of the solvers.
    pub conflicts: u64,
    /// Refinements of the abstraction.
    pub refinements: u64,
    /// Predicates at the end.
    pub predicates: u64,
    /// The depth to which the bounded search found no violation.
    pub depth: u64,
}

/// The predicates of a cut point.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct PredicatesView {
    /// The cut point: function and line.
    pub point: String,
    /// The predicates.
    pub predicates: Vec<String>,
}

/// A line of a program that an execution reaches.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct SourcePlaceView {
    /// The file.
    pub file: String,
    /// The line, from 1.
    pub line: u32,
    /// The column, from 1; 0 if it is unknown.
    pub column: u32,
    /// The function.
    pub function: String,
    /// The text of the line, if the file could be read.
    pub text: Option<String>,
    /// Inputs that are chosen here.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub inputs: Vec<ValueView>,
    /// Values of the variables in this line, after it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub values: Vec<ValueView>,
    /// Actions that happen here, by the mapping of the program.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub actions: Vec<String>,
    /// What happens here, where it is the end.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub event: Option<String>,
}

/// A value in an execution.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ValueView {
    /// The variable, or the function that gives an input.
    pub name: String,
    /// The value, as C writes it.
    pub value: String,
}

/// The execution of a counterexample.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ExecutionView {
    /// The program was compiled and run with the inputs of the counterexample, and failed as it says.
    pub executed: bool,
    /// What was observed, or why it was not executed.
    pub observed: String,
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
    /// What happens at the end of the counterexample and why, with lines of the model.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ending: Option<String>,
    /// Notes about this check.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
    /// The counterexample step by step.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub steps: Option<TraceView>,
    /// The counterexample of a program as lines; with *unknown*, one that could not be confirmed.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub places: Vec<SourcePlaceView>,
    /// Whether the counterexample of a program was executed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub execution: Option<ExecutionView>,
}

/// A search for small changes with which violated checks hold.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct RemediesView {
    /// Changes that were tried, each by a check of the changed model.
    pub tried: u64,
    /// Did the search end by itself? Otherwise there may be more.
    pub complete: bool,
    /// The changes that help.
    pub offered: Vec<RemedyView>,
}

/// A change of the text with which violated checks hold, and nothing that held is lost. It was checked.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct RemedyView {
    /// The change in words.
    pub change: String,
    /// The definition that changes.
    pub process: String,
    /// The file.
    pub file: String,
    /// Where the replaced text begins: the line, from 1.
    pub line: u32,
    /// The character, from 1.
    pub column: u32,
    /// One past the last line and column of the replaced text.
    pub end_line: u32,
    /// One past the last character.
    pub end_column: u32,
    /// The text that takes its place.
    pub text: String,
    /// The checks that hold then: `deadlock`, names of components.
    pub repairs: Vec<String>,
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
