//! Claims with their proofs, as documents.

use serde::{Deserialize, Serialize};

use super::{
    AssumptionDoc, Difference, FormulaDoc, PremiseDoc, ProgramSafety, ProgramViolation, ReductionDoc,
    RelationClaim, RuleKind, SetDoc, TraceDoc, present,
};

/// What is claimed, and why it is true. In all claims `system` is a position in
/// [`Certificate::systems`](super::Certificate::systems), and `properties` are the sorted names of the
/// components that the claim is about; a name stands for all components that have it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Claim {
    /// No reachable vector is without moves, except where the system has ended. Shown by the closed set of
    /// the system, as the next one.
    DeadlockFreedom {
        /// The system.
        system: u32,
    },
    /// No run takes a named component to ERROR. As a system stops when any component enters ERROR, this says
    /// nothing about what would come after the ERROR of a component that is not named.
    Safety {
        /// The named components.
        properties: Vec<String>,
        /// The system.
        system: u32,
    },
    /// As [`Claim::DeadlockFreedom`], shown by partial-order reduction.
    DeadlockFreedomByReduction {
        /// Some vectors, with some of their moves.
        reduction: ReductionDoc,
        /// The system.
        system: u32,
    },
    /// As [`Claim::Safety`], shown by partial-order reduction.
    SafetyByReduction {
        /// The named components.
        properties: Vec<String>,
        /// Some vectors, with some of their moves.
        reduction: ReductionDoc,
        /// The system.
        system: u32,
    },
    /// As [`Claim::Safety`], shown by assumptions.
    SafetyByRule(RuleClaim),
    /// The trace takes a named component to ERROR with its last step.
    Violation {
        /// The named components.
        properties: Vec<String>,
        /// The system.
        system: u32,
        /// The run.
        trace: TraceDoc,
    },
    /// The trace leads to a vector without moves where the system has not ended.
    Deadlock {
        /// The system.
        system: u32,
        /// The run.
        trace: TraceDoc,
    },
    /// The trace is possible; if it has a cycle, the cycle can be repeated forever after the steps.
    Run {
        /// The system.
        system: u32,
        /// The run.
        trace: TraceDoc,
    },
    /// A property says nothing about the system: it allows everything, or no action occurs that it shares
    /// with a process.
    Vacuous {
        /// Its name.
        property: String,
        /// The system.
        system: u32,
    },
    /// The trace leads to where only actions are possible that no process knows.
    Idle {
        /// The system.
        system: u32,
        /// The run.
        trace: TraceDoc,
    },
    /// The module (the components that are not named) keeps the properties (those that are) in every
    /// environment.
    KeptAlways {
        /// The properties.
        properties: Vec<String>,
        /// Module and properties.
        system: u32,
    },
    /// The module keeps the properties in no environment.
    KeptNever(KeptNever),
    /// The module keeps the properties exactly in the environments that satisfy the last component.
    WeakestAssumption(WeakestAssumption),
    /// A progress test holds.
    Progress(ProgressClaim),
    /// A progress test does not hold.
    ProgressViolation(ProgressViolation),
    /// An assert holds.
    Assert(AssertClaim),
    /// An assert does not hold.
    AssertViolation(AssertViolation),
    /// A relation between two systems holds.
    Relation(RelationClaim),
    /// A relation between two systems does not hold.
    Difference(Difference),
    /// No run of a program reaches an error of some checks.
    ProgramSafety(ProgramSafety),
    /// A run of a program reaches an error of a check.
    ProgramViolation(ProgramViolation),
}

/// A proof by assumptions: if all premises hold, the processes keep the properties. There is no priority.
///
/// *Processes* are here all components that take part in the behavior. Of the properties the claim names two
/// if the rule is [`RuleKind::Pair`], else one, and they are deterministic. In all lists of numbers a
/// component is its position, and the `k`-th assumption, from 0, is the number of components plus `k`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RuleClaim {
    /// What the rule calls A1, A2, … or G1, G2, …
    pub assumptions: Vec<AssumptionDoc>,
    /// Disjoint lists of processes: what the rule calls M1, M2, … Processes in none of them are not needed.
    pub parts: Vec<Vec<u32>>,
    /// The premises of the rule, in order.
    pub premises: Vec<PremiseDoc>,
    /// The properties that are kept.
    pub properties: Vec<String>,
    /// The rule.
    pub rule: RuleKind,
    /// The system.
    pub system: u32,
}

/// Whatever the environment does, a component enters ERROR.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct KeptNever {
    /// The actions of the module in which its environment takes part, sorted.
    pub interface: Vec<String>,
    /// The properties.
    pub properties: Vec<String>,
    /// Module and properties.
    pub system: u32,
    /// A run of tau and internal actions that enters ERROR.
    pub trace: TraceDoc,
}

/// The last component, an assumption, allows exactly the traces over its alphabet that no run into ERROR
/// looks like, nor like the beginning of.
///
/// What it allows is safe: that is shown by the closed set of the system. Every trace that leaves it looks
/// like a run into ERROR: that is shown by the nodes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WeakestAssumption {
    /// The actions of the module in which its environment takes part, sorted.
    pub interface: Vec<String>,
    /// Where the traces of the assumption lead; the empty one to the first. There is no node for a state of
    /// the assumption from which nothing is ever forbidden.
    pub nodes: Vec<NodeDoc>,
    /// The properties.
    pub properties: Vec<String>,
    /// Module, properties and assumption.
    pub system: u32,
    /// The vectors of module and properties that `nodes` speaks of, by their position.
    pub vectors: SetDoc,
}

/// Where some traces lead: to one state of the assumption, and each of them to all of the members.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NodeDoc {
    /// One for each action that the state allows and after which something may still be forbidden, in order.
    pub edges: Vec<EdgeDoc>,
    /// One for each action that the state forbids, in order: a path from a member to ERROR with it.
    pub errors: Vec<PathDoc>,
    /// Positions in [`WeakestAssumption::vectors`], ascending. Those of the first node are just the initial
    /// vector.
    pub members: Vec<u32>,
    /// The state of the assumption.
    pub state: u32,
}

/// Where traces lead with one more action.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EdgeDoc {
    /// The action, as a label of the assumption.
    pub action: u32,
    /// The node.
    pub node: u32,
    /// For each member of that node a path to it with the action, from some member of this node.
    pub paths: Vec<PathDoc>,
}

/// A path of module and properties that shows the environment one action: where it starts, then label and
/// target of each move. States are positions in [`WeakestAssumption::vectors`], ERROR is −1. Labels are 0 for
/// tau and `k` for the `k`-th of all names in the alphabets, sorted, counted from 1. One of them is the
/// action, the others are tau and internal actions.
pub type PathDoc = Vec<i64>;

/// In every terminal set (in which an action of the condition occurs) an action of the test occurs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ProgressClaim {
    /// The actions of the test, sorted.
    pub actions: Vec<String>,
    /// Its condition, sorted.
    #[serde(deserialize_with = "present")]
    pub condition: Option<Vec<String>>,
    /// Must every one of the actions occur, not only one?
    pub every: bool,
    /// The name of the test.
    pub name: String,
    /// For each vector of the closed set a distance to a root.
    pub ranks: Vec<u32>,
    /// A vector of each terminal set, as positions in the closed set.
    pub roots: Vec<u32>,
    /// The system.
    pub system: u32,
}

/// There is a terminal set without the actions of the test.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ProgressViolation {
    /// The actions of the test, sorted.
    pub actions: Vec<String>,
    /// Its condition, sorted.
    #[serde(deserialize_with = "present")]
    pub condition: Option<Vec<String>>,
    /// Must every one of the actions occur, not only one?
    pub every: bool,
    /// The name of the test.
    pub name: String,
    /// If there is a condition: for each vector of the set a distance to an action of the condition.
    pub ranks: Vec<u32>,
    /// A set of vectors that no move leaves.
    pub states: SetDoc,
    /// The system.
    pub system: u32,
    /// A run into the set, and perhaps a cycle.
    pub trace: TraceDoc,
}

/// No run violates a formula; under fair choice almost none.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AssertClaim {
    /// The class of each node. Edges never lead to a larger one.
    pub classes: Vec<u32>,
    /// Is the claim about almost all runs only?
    pub fair: bool,
    /// The formula.
    pub formula: Vec<FormulaDoc>,
    /// The name of the assert.
    pub name: String,
    /// Position in `vectors`, position in `pending`; sorted.
    pub nodes: Vec<(u32, u32)>,
    /// Pending sets: sorted lists of items.
    pub pending: Vec<Vec<u32>>,
    /// For each class why no run (under fair choice: almost none) stays in it and violates the formula.
    pub reasons: Vec<Option<ReasonDoc>>,
    /// The system, fluents included.
    pub system: u32,
    /// The vectors of the nodes.
    pub vectors: SetDoc,
}

/// Why a run that stays in a class does not violate the formula; `None` if no run can stay.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ReasonDoc {
    /// It postpones this item forever.
    Postponed(u32),
    /// A fair run leaves: for each node of the class a distance to another vector.
    Left(Vec<u32>),
    /// A fair run visits none of these again and again.
    Avoided(Vec<GoalDoc>),
}

/// A node that almost no run visits again and again.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GoalDoc {
    /// The node.
    pub node: u32,
    /// For each of the sets: −1 if the goal is not met any more, otherwise a distance to such a set or to
    /// nothing.
    pub ranks: Vec<i64>,
    /// Where the runs that visit it can be later, all together: a vector, and nodes with counters; sorted.
    pub sets: Vec<GoalSet>,
}

/// A position of a vector, and members with counters.
pub type GoalSet = (u32, Vec<(u32, u32)>);

/// A run violates a formula; under fair choice with positive probability.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AssertViolation {
    /// What makes it a violation.
    pub evidence: EvidenceDoc,
    /// Is the claim about almost all runs only?
    pub fair: bool,
    /// The formula.
    pub formula: Vec<FormulaDoc>,
    /// The name of the assert.
    pub name: String,
    /// The system, fluents included.
    pub system: u32,
    /// The run.
    pub trace: TraceDoc,
}

/// What makes a run a violation.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum EvidenceDoc {
    /// The run stops, and the formula is false.
    Stops,
    /// The cycle is repeated, and the formula is false. Not under fair choice.
    Cycle,
    /// However the run goes on, the formula is false.
    Prefix,
    /// Under fair choice: with positive probability the run, after its steps, comes back to a goal again and
    /// again.
    Sets(SetsEvidence),
}

/// Why a goal is visited again and again with positive probability.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SetsEvidence {
    /// After so many steps of the trace the goal is met.
    pub at: u32,
    /// The goal, as a position in `pending`; its counter is the largest.
    pub goal: u32,
    /// Pending sets: sorted lists of items.
    pub pending: Vec<Vec<u32>>,
    /// For each of the sets a distance to one with the goal.
    pub ranks: Vec<u32>,
    /// A vector, and pending sets with counters; sorted.
    pub sets: Vec<GoalSet>,
    /// The vectors of the sets.
    pub vectors: SetDoc,
}

impl Claim {
    /// The program it is about, as a position.
    pub fn program(&self) -> Option<u32> {
        match self {
            Claim::ProgramSafety(claim) => Some(claim.program),
            Claim::ProgramViolation(claim) => Some(claim.program),
            _ => None,
        }
    }

    /// The systems it is about, as positions; none if it is about a program.
    pub fn systems(&self) -> Vec<u32> {
        let system = match self {
            Claim::DeadlockFreedom { system }
            | Claim::Safety { system, .. }
            | Claim::DeadlockFreedomByReduction { system, .. }
            | Claim::SafetyByReduction { system, .. }
            | Claim::Violation { system, .. }
            | Claim::Deadlock { system, .. }
            | Claim::Run { system, .. }
            | Claim::Vacuous { system, .. }
            | Claim::Idle { system, .. }
            | Claim::KeptAlways { system, .. }
            | Claim::SafetyByRule(RuleClaim { system, .. })
            | Claim::KeptNever(KeptNever { system, .. })
            | Claim::WeakestAssumption(WeakestAssumption { system, .. })
            | Claim::Progress(ProgressClaim { system, .. })
            | Claim::ProgressViolation(ProgressViolation { system, .. })
            | Claim::Assert(AssertClaim { system, .. })
            | Claim::AssertViolation(AssertViolation { system, .. }) => system,
            Claim::Relation(RelationClaim { left, right, .. })
            | Claim::Difference(Difference { left, right, .. }) => return vec![*left, *right],
            Claim::ProgramSafety(_) | Claim::ProgramViolation(_) => return vec![],
        };
        vec![*system]
    }
}
