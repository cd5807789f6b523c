//! Relations between two transition systems, as documents.

use serde::{Deserialize, Serialize};

use super::present;

/// A claim about a relation between the only components of two systems, with a proof of this kind.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, expecting = "a claim about two systems")]
pub struct Compared<Proof> {
    /// The left system.
    pub left: u32,
    /// Why it holds, or does not.
    pub proof: Proof,
    /// Which relation.
    pub relation: RelationKind,
    /// The right system.
    pub right: u32,
}

/// A relation holds.
pub type RelationClaim = Compared<RelationProof>;

/// A relation does not hold.
pub type Difference = Compared<DifferenceProof>;

/// The relations.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum RelationKind {
    /// Strong bisimilarity.
    Strong,
    /// Branching bisimilarity.
    Branching,
    /// Weak bisimilarity.
    Weak,
    /// Right simulates left.
    Simulation,
    /// The same traces.
    Trace,
    /// Every trace of left is one of right.
    TraceInclusion,
    /// Every trace and every stable failure of left is one of right.
    Failures,
}

/// Why a relation holds.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum RelationProof {
    /// Classes of states with equal signatures: for the bisimilarities.
    Partition(PartitionDoc),
    /// A simulation, as sorted pairs.
    Pairs(Vec<(i64, i64)>),
    /// For each direction that the relation has: states of one system, each with states in which the other
    /// can be after the same trace.
    Inclusions(Vec<InclusionDoc>),
}

/// A class for each state of both systems.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PartitionDoc {
    /// For the states of left.
    pub left: Vec<i64>,
    /// For the states of right.
    pub right: Vec<i64>,
}

/// Pairs of a state of one system (or ERROR) and some of the other; sorted.
pub type InclusionDoc = Vec<(i64, Vec<i64>)>;

/// Why a relation does not hold.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum DifferenceProof {
    /// True of one initial state, and not of the other.
    Formula(StateFormulaDoc),
    /// A trace of one system, perhaps with a refusal, that the other does not have.
    Trace(TraceDifference),
}

/// One of the two systems.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Side {
    /// The left one.
    Left,
    /// The right one.
    Right,
}

/// A formula of the logic of Hennessy and Milner that is true of one side.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StateFormulaDoc {
    /// Its parts; operands are positions of earlier entries, the last entry is the formula.
    pub entries: Vec<StateFormula>,
    /// The side of which it is true.
    pub side: Side,
}

/// An entry of a formula about states.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum StateFormula {
    /// Always true.
    True(()),
    /// Negation.
    Not(u32),
    /// All; of none: true.
    And(Vec<u32>),
    /// A step is possible.
    Step(StepDoc),
}

/// A step of a formula about states.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StepDoc {
    /// The action, or `tau`, `END` or `ERROR` if it is special.
    pub action: String,
    /// For branching bisimilarity: what is true before the step.
    #[serde(deserialize_with = "present")]
    pub before: Option<u32>,
    /// Is it no action of an alphabet?
    pub special: bool,
    /// What is true after the step.
    pub to: u32,
}

/// A trace that only one side has.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TraceDifference {
    /// Is the difference that this side can have ended after the trace?
    pub end: bool,
    /// Is the difference that this side can be in ERROR after the trace?
    pub error: bool,
    /// Visible actions that this side can refuse together after the trace, and the other cannot.
    #[serde(deserialize_with = "present")]
    pub refusal: Option<RefusalDoc>,
    /// The side that has it.
    pub side: Side,
    /// The visible actions.
    pub steps: Vec<String>,
}

/// What is refused.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RefusalDoc {
    /// Actions, sorted.
    pub actions: Vec<String>,
    /// Is END refused?
    pub end: bool,
    /// Is ERROR refused?
    pub error: bool,
}
