//! Relations between two LTSs, with a distinguishing run on every *no*.
//!
//! | relation | question | evidence of a *no* | file |
//! |---|---|---|---|
//! | strong, branching, weak | are the initial states bisimilar? | a formula | `bisimulation` |
//! | simulation | does the right system simulate the left one, tau being a step like any other? | a formula without negation | `simulation` |
//! | trace, trace inclusion | same traces; is every trace of the left system one of the right? | a shortest trace | `inclusion` |
//! | failures | is every trace and every stable failure of the left system one of the right? | a shortest trace, a refusal | `inclusion`, `failures` |
//!
//! What holds for all of them:
//!
//! - Systems are compared as transition graphs, by the names of actions. An action that is missing from one
//!   alphabet never happens there; [`alphabet_difference`] tells which ones those are.
//! - ERROR is visible: a state in error differs from one that is merely stuck, and a run that leads to ERROR
//!   differs from one that does not. How many tau steps lead to it does not matter where tau is abstracted
//!   from.
//! - END is visible in the bisimilarities, in simulation and in failures, as if it had a loop with a visible
//!   action. In traces it is not: END is not an action, so END and STOP have the same traces.
//! - Propositions are visible, by name; one that a system does not have is false in all its states, and ERROR
//!   has none. Related states have equal propositions. In traces and failures the propositions can be read
//!   between any two steps, tau steps included.
//! - Divergence is ignored, except that tau is a step in strong bisimilarity and in simulation.
//! - Every evidence is replayed on the two systems as they were given before it is returned, by code that
//!   shares nothing with the search (`observation`, `structure`). Evidence that cannot be replayed is a
//!   panic, not an answer.

mod bisimulation;
mod build_formula;
mod failures;
mod formula;
mod inclusion;
mod joint;
mod observation;
mod preorder;
mod simulation;
mod structure;
mod tau_closure;

use std::fmt;
use std::sync::Arc;

use crate::budget::{Context, Spent};
use crate::id::ActionId;
use crate::lts::Lts;
use crate::minimize::{Equivalence, partition};
use crate::verdict::{Reason, Trace, Verdict};

use self::build_formula::{Modality, prune};
use self::inclusion::{Excess, Goal, find_excess};
use self::joint::{Encoding, InertTau, Joint};

pub use self::formula::{Formula, Hml};
pub use self::observation::Observation;

/// How two systems are compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Relation {
    /// Strong bisimilarity.
    Strong,
    /// Branching bisimilarity, divergence-blind.
    Branching,
    /// Weak bisimilarity, divergence-blind.
    Weak,
    /// The same traces, tau being invisible.
    Trace,
    /// Every trace of the left system is one of the right.
    TraceInclusion,
    /// The right system (strongly) simulates the left one.
    Simulation,
    /// Failures refinement: every trace and every stable failure of the left system (the implementation) is
    /// one of the right (the specification).
    Failures,
}

impl Relation {
    /// All relations.
    pub const ALL: [Relation; 7] = [
        Relation::Strong,
        Relation::Branching,
        Relation::Weak,
        Relation::Trace,
        Relation::TraceInclusion,
        Relation::Simulation,
        Relation::Failures,
    ];

    /// Do both orders of the systems give the same answer?
    pub fn is_symmetric(self) -> bool {
        matches!(self, Relation::Strong | Relation::Branching | Relation::Weak | Relation::Trace)
    }
}

impl fmt::Display for Relation {
    /// The name, as the command line has it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Relation::Strong => "strong",
            Relation::Branching => "branching",
            Relation::Weak => "weak",
            Relation::Trace => "trace",
            Relation::TraceInclusion => "trace-inclusion",
            Relation::Simulation => "simulation",
            Relation::Failures => "failures",
        })
    }
}

/// One of two systems.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Side {
    /// The first one.
    Left,
    /// The second one.
    Right,
}

impl Side {
    /// The other one.
    pub fn other(self) -> Side {
        match self {
            Side::Left => Side::Right,
            Side::Right => Side::Left,
        }
    }
}

impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if *self == Side::Left { "left" } else { "right" })
    }
}

/// Evidence that two systems differ. Its actions are those of the left system's table.
#[derive(Clone, Debug)]
pub struct Distinction {
    /// A run of the holder, tau steps included: for traces and failures one that shows the trace and ends
    /// where the difference is, for formulas one along the steps that the formula begins with.
    pub trace: Trace,
    /// The system that can do it; the other one cannot.
    pub holder: Side,
    /// The exact difference.
    pub kind: DistinctionKind,
    /// A sentence for a person.
    pub explanation: String,
}

impl Distinction {
    /// The visible actions of the run.
    pub fn visible_trace(&self) -> Trace {
        self.trace.actions.iter().copied().filter(|a| !a.is_tau()).collect()
    }
}

/// Something that one system has and the other does not.
#[derive(Clone, Debug)]
pub enum DistinctionKind {
    /// These can be seen one after the other.
    Trace(Vec<Observation>),
    /// These can be seen one after the other and then, in a state without tau steps, all of the refusal be
    /// refused.
    Failure {
        /// The observations.
        trace: Vec<Observation>,
        /// The refused observations; empty if the other system never comes to rest after the trace.
        refusal: Vec<Observation>,
    },
    /// The formula holds in the initial state.
    Formula(Formula),
}

/// Actions that are in one alphabet and not in the other, by name.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct AlphabetDifference {
    /// Those of the left system only.
    pub left_only: Vec<Arc<str>>,
    /// Those of the right system only.
    pub right_only: Vec<Arc<str>>,
}

impl AlphabetDifference {
    /// Are the alphabets equal?
    pub fn is_empty(&self) -> bool {
        self.left_only.is_empty() && self.right_only.is_empty()
    }
}

/// The actions that only one of two systems has in its alphabet. [`compare`] ignores the difference; a caller
/// may want to warn about it.
///
/// ```
/// use rely_lts::{Actions, Lts, ops, relate::alphabet_difference};
/// let stop = Lts::stop(&Actions::new());
/// let difference = alphabet_difference(&stop, &ops::extend_alphabet(&stop, ["reset"]));
/// assert_eq!(difference.right_only, ["reset".into()]);
/// ```
pub fn alphabet_difference(left: &Lts, right: &Lts) -> AlphabetDifference {
    let only = |one: &Lts, other: &Lts| {
        let names = one.alphabet().names().into_iter();
        names.filter(|name| other.alphabet().label_of_name(name).is_none()).collect()
    };
    AlphabetDifference { left_only: only(left, right), right_only: only(right, left) }
}

/// Are two systems related?
///
/// ```
/// use rely_lts::relate::{Relation, Side, compare};
/// use rely_lts::{Actions, Context, Lts, LtsBuilder};
/// let actions = Actions::new();
/// let mut builder = LtsBuilder::new(&actions);
/// let (s, t) = (builder.add_state()?, builder.add_state()?);
/// builder.add_transition(s, actions.intern("a"), t);
/// let once = builder.finish(s)?;
/// let verdict = compare(&once, &Lts::stop(&actions), Relation::Trace, Context::unlimited());
/// let distinction = verdict.evidence().expect("STOP has no trace a");
/// assert_eq!(distinction.holder, Side::Left);
/// assert_eq!(&*distinction.trace.names(&actions)[0], "a");
/// assert!(compare(&Lts::stop(&actions), &once, Relation::TraceInclusion, Context::unlimited()).holds());
/// # Ok::<(), rely_lts::LtsError>(())
/// ```
///
/// # Panics
/// If evidence of a *no* cannot be replayed on the two systems, which is an error of this program.
pub fn compare(left: &Lts, right: &Lts, relation: Relation, ctx: Context<'_>) -> Verdict<(), Distinction> {
    match (Comparison { sides: [left.clone(), right.in_table(left.actions())], ctx }).decide(relation) {
        Ok(None) => Verdict::Holds(()),
        Ok(Some(distinction)) => Verdict::Violated(distinction),
        Err(spent) => Verdict::Unknown(Reason::Spent(spent)),
    }
}

/// Two systems of one action table.
struct Comparison<'a> {
    sides: [Lts; 2],
    ctx: Context<'a>,
}

impl Comparison<'_> {
    fn decide(&self, relation: Relation) -> Result<Option<Distinction>, Spent> {
        match relation {
            Relation::Strong => self.bisimilar(Equivalence::Strong, Modality::Strong),
            Relation::Branching => self.bisimilar(Equivalence::Branching, Modality::Until),
            Relation::Weak => self.bisimilar(Equivalence::Weak, Modality::Weak),
            Relation::Simulation => self.simulated(),
            Relation::TraceInclusion => {
                let joint = self.joint(Encoding::Traces)?;
                let excess = self.excess(&joint, Side::Left, Goal::Traces, usize::MAX)?;
                Ok(excess.map(|excess| self.explain_excess(&joint, Side::Left, excess)))
            }
            Relation::Failures => {
                let joint = self.joint(Encoding::Failures)?;
                let excess = self.excess(&joint, Side::Left, Goal::Failures, usize::MAX)?;
                Ok(excess.map(|excess| self.explain_excess(&joint, Side::Left, excess)))
            }
            Relation::Trace => {
                let joint = self.joint(Encoding::Traces)?;
                let of_left = self.excess(&joint, Side::Left, Goal::Traces, usize::MAX)?;
                let limit = of_left.as_ref().map_or(usize::MAX, |excess| excess.trace.len());
                // Whatever the second search would say, the first one's answer is a *no*.
                let of_right = match self.excess(&joint, Side::Right, Goal::Traces, limit) {
                    Err(_) if of_left.is_some() => None,
                    other => other?,
                };
                let length = |(excess, _): &(Excess, Side)| (excess.trace.len(), excess.trace.clone());
                let both = [of_left.map(|e| (e, Side::Left)), of_right.map(|e| (e, Side::Right))];
                let first = both.into_iter().flatten().min_by_key(length);
                Ok(first.map(|(excess, holder)| self.explain_excess(&joint, holder, excess)))
            }
        }
    }

    fn side(&self, side: Side) -> &Lts {
        &self.sides[side as usize]
    }

    /// Both systems side by side, reduced as far as the encoding's relation allows.
    fn joint(&self, encoding: Encoding) -> Result<Joint, Spent> {
        let [left, right] = &self.sides;
        let joint = Joint::new(left, right, encoding)?;
        // Stable failures tell a state that diverges from one that does not, and simulation counts tau steps.
        let (equivalence, tau) = match encoding {
            Encoding::Traces => (Equivalence::Branching, InertTau::Dropped),
            Encoding::Branching | Encoding::Failures => (Equivalence::Strong, InertTau::Kept),
        };
        Ok(joint.quotient(&partition(&joint.lts, equivalence, self.ctx)?, tau))
    }

    fn bisimilar(&self, equivalence: Equivalence, modality: Modality) -> Result<Option<Distinction>, Spent> {
        let [left, right] = &self.sides;
        let joint = Joint::new(left, right, Encoding::Branching)?;
        let classes = partition(&joint.lts, equivalence, self.ctx)?;
        if classes[joint.initial[0]] == classes[joint.initial[1]] {
            return Ok(None);
        }
        let tau = if equivalence == Equivalence::Strong { InertTau::Kept } else { InertTau::Dropped };
        let nodes = bisimulation::separate(&joint.quotient(&classes, tau), modality, self.ctx)?
            .expect("internal error: states of different classes are separated in some round");
        self.explain_formula(nodes).map(Some)
    }

    fn simulated(&self) -> Result<Option<Distinction>, Spent> {
        let joint = self.joint(Encoding::Branching)?;
        let nodes = simulation::separate(&joint, self.ctx)?;
        nodes.map(|nodes| self.explain_formula(nodes)).transpose()
    }

    fn excess(&self, joint: &Joint, holder: Side, goal: Goal, limit: usize) -> Result<Option<Excess>, Spent> {
        let [imp, spec] = [holder, holder.other()].map(|side| joint.initial[side as usize]);
        find_excess(&joint.lts, imp, spec, goal, limit, self.ctx)
    }

    /// Replays a formula that the left system satisfies and the right one does not.
    fn explain_formula(&self, mut nodes: Vec<Hml>) -> Result<Distinction, Spent> {
        let mut holder = Side::Left;
        while let Some(&Hml::Not(inner)) = nodes.last() {
            nodes = prune(&nodes, inner);
            holder = holder.other();
        }
        let formula = Formula::new(self.side(Side::Left).actions(), nodes);
        let budget = self.ctx.budget;
        let (own, other) = (self.side(holder), self.side(holder.other()));
        assert!(
            formula.holds(own, budget)? && !formula.holds(other, budget)?,
            "internal error: the formula {formula} does not tell the systems apart"
        );
        let trace: Trace = formula.leading_run(own, budget)?.into_iter().collect();
        let explanation = format!("{holder} satisfies {formula}, {} does not", holder.other());
        Ok(Distinction { trace, holder, kind: DistinctionKind::Formula(formula), explanation })
    }

    /// Replays a trace or a failure that the holder has and the other system has not.
    fn explain_excess(&self, joint: &Joint, holder: Side, excess: Excess) -> Distinction {
        let trace = joint.observe(&excess.trace);
        let refusal = excess.refusal.map(|labels| joint.observe(&labels));
        let (own, other) = (self.side(holder), self.side(holder.other()));
        let fits =
            |lts: &Lts, s| refusal.as_ref().is_none_or(|refusal| observation::refuses(lts, s, refusal));
        let run: Option<Vec<ActionId>> = observation::shortest_run(own, &trace, |s| fits(own, s));
        let of_other = observation::states_after(other, &trace);
        let (Some(run), false) = (run, of_other.iter().any(|&s| fits(other, s))) else {
            panic!(
                "internal error: the trace {trace:?} with refusal {refusal:?} does not tell the systems apart"
            );
        };
        let explanation = self.explanation(holder, &trace, refusal.as_deref());
        let kind = match refusal {
            None => DistinctionKind::Trace(trace),
            Some(refusal) => DistinctionKind::Failure { trace, refusal },
        };
        Distinction { trace: run.into_iter().collect(), holder, kind, explanation }
    }

    fn explanation(&self, holder: Side, trace: &[Observation], refusal: Option<&[Observation]>) -> String {
        let actions = self.side(Side::Left).actions();
        let list = |seen: &[Observation]| {
            let names: Vec<String> = seen.iter().map(|o| o.display(actions).to_string()).collect();
            names
        };
        let after = |seen: &[Observation]| {
            if seen.is_empty() {
                "at the start".to_string()
            } else {
                format!("after {}", list(seen).join(" "))
            }
        };
        let other = holder.other();
        match (refusal, trace) {
            (Some([]), _) => {
                format!("{}, {holder} can come to rest, but {other} always has a tau step", after(trace))
            }
            (Some(refused), _) => {
                let refused = list(refused).join(", ");
                format!("{}, {holder} can refuse {{{refused}}}, but {other} cannot", after(trace))
            }
            (None, [before @ .., last @ Observation::Action(_)]) => {
                format!("{}, {holder} can do {}, but {other} cannot", after(before), last.display(actions))
            }
            (None, [before @ .., last]) => {
                format!("{}, {holder} can be in {}, but {other} cannot", after(before), last.display(actions))
            }
            (None, []) => unreachable!("every system has the empty trace"),
        }
    }
}
