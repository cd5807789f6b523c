//! The document of `rely code`: experiments, as the code under test has written them down.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// `rely/code/1`: what explorations of code found.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct CodeDocument {
    /// `rely/code/1`.
    pub schema: String,
    /// The package.
    pub manifest: String,
    /// The model that components were held against, if one was given.
    pub against: Option<AgainstView>,
    /// In the order of their names.
    pub experiments: Vec<ExperimentView>,
    /// Did a test of the package outside the experiments fail?
    pub tests_failed: bool,
}

/// A model that code is held against.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct AgainstView {
    /// As it was named.
    pub model: String,
    /// The automaton of its traces.
    pub name: String,
    /// How many states that has.
    pub states: u32,
    /// Its alphabet.
    pub alphabet: Vec<String>,
}

/// An experiment.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct ExperimentView {
    /// Its name.
    pub name: String,
    /// One exploration each.
    pub rows: Vec<CodeRowView>,
    /// Conclusions from the rows.
    pub rules: Vec<CodeRuleView>,
    /// Is everything as its author expects?
    pub expected: bool,
}

/// The verdict. A bounded result has a word of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum CodeKind {
    /// No execution fails, and nothing bounds the program but itself.
    Holds,
    /// No execution within the bounds fails.
    HoldsWithinBounds,
    /// An execution fails. Of a rule: its premises hold, and the whole fails.
    Violated,
    /// The search was not finished; a rule: its premises do not hold.
    Unknown,
    /// No execution satisfies the assumption.
    Nothing,
}

/// The subject of an exploration.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum CodeRole {
    /// The whole system.
    Whole,
    /// A component with a universal driver.
    #[serde(rename = "premise-1")]
    Premise1,
    /// A component with universal stubs.
    #[serde(rename = "premise-2")]
    Premise2,
    /// Something to compare with.
    Other,
}

/// The result that the author expects.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum ExpectationKind {
    /// No failure.
    Holds,
    /// A failure: it was planted.
    Violated,
}

/// One exploration.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct CodeRowView {
    /// Its name.
    pub name: String,
    /// Its subject.
    pub role: CodeRole,
    /// Executions that leave these do not count.
    pub assumptions: Vec<String>,
    /// The driver does not leave these by construction.
    pub encoded: Vec<String>,
    /// The automaton that it is checked against.
    pub properties: Vec<String>,
    /// Is that a model of the component?
    pub against_model: bool,
    /// The verdict.
    pub verdict: CodeKind,
    /// Why it is not known.
    pub reason: Option<String>,
    /// Everything that bounds it, in words.
    pub bounds: Vec<String>,
    /// The result that its author expects.
    pub expectation: ExpectationKind,
    /// Is it so?
    pub expected: bool,
    /// Executions that were begun.
    pub executions: u64,
    /// Those in which all threads ended.
    pub complete: u64,
    /// Executions that ended in a deadlock.
    pub deadlocks: u64,
    /// Those that left an assumption.
    pub pruned: u64,
    /// Those that were given up since others show the same.
    pub redundant: u64,
    /// Those that were given up in a state seen before.
    pub matched: u64,
    /// Those that a bound cut.
    pub cut: u64,
    /// Events of all executions.
    pub events: u64,
    /// Operations of all executions.
    pub operations: u64,
    /// Different states, where the code reports them.
    pub states: u64,
    /// Bytes that the search held at most.
    pub memory: u64,
    /// How long it took.
    pub seconds: f64,
    /// The execution that fails.
    pub failure: Option<CodeFailureView>,
}

/// An execution that fails.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct CodeFailureView {
    /// `property`, `model`, `panic`, `deadlock`, `not-deterministic`, `other`.
    pub kind: String,
    /// The failure, in a sentence.
    pub message: String,
    /// Its events.
    pub trace: Vec<String>,
    /// Its events, and whose they are.
    pub steps: Vec<CodeStepView>,
    /// For `Explorer::replay`.
    pub schedule: String,
}

/// An event of an execution.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct CodeStepView {
    /// The thread.
    pub thread: String,
    /// The action.
    pub action: String,
}

/// Premises that together say something about the whole.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct CodeRuleView {
    /// Its name.
    pub name: String,
    /// The rows that are its premises.
    pub premises: Vec<String>,
    /// The verdict on the system.
    pub verdict: CodeKind,
    /// Why it is not known.
    pub reason: Option<String>,
    /// All bounds of its premises.
    pub bounds: Vec<String>,
    /// The result that its author expects: a proof, or none.
    pub expectation: ExpectationKind,
    /// Is it so?
    pub expected: bool,
}
