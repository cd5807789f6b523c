//! The input of a proof, [`Plan`], and its output, [`ProofReport`].

use rely_lts::Spent;

use crate::assumption::Assumption;
use crate::prove::options::{Alphabets, Learner, Round};
use crate::prove::problem::Problem;
use crate::prove::proof::{Proof, ProofOutcome, Rule, Statistics};

/// How to prove a problem; everything left open is decided by [`prove`](crate::prove::prove).
///
/// ```
/// use rely_assume::prove::{Alphabets, Learner, Plan, Rule};
/// // The circular rule over given parts, without the parallel monolithic search.
/// let plan = Plan {
///     rule: Some(Rule::Circ),
///     parts: Some(vec![vec![0], vec![1, 2]]),
///     alphabets: Some(Alphabets::Full),
///     portfolio: false,
///     ..Plan::default()
/// };
/// assert_eq!((plan.learner, Learner::from_name("separating")), (None, Some(Learner::Separating)));
/// ```
#[derive(Clone, Debug)]
pub struct Plan {
    /// The rule.
    pub rule: Option<Rule>,
    /// The parts: places of components. Components in no part are taken not to be needed.
    pub parts: Option<Vec<Vec<usize>>>,
    /// How assumptions are found.
    pub learner: Option<Learner>,
    /// Which actions they may observe.
    pub alphabets: Option<Alphabets>,
    /// Run the monolithic search in parallel?
    pub portfolio: bool,
    /// Proofs from elsewhere, perhaps of other components. They are tried first and not trusted: one that
    /// does not fit is ignored, and all premises of the others are checked.
    pub known: Vec<Proof>,
    /// Where `asym` and `asym-n` learn: the first candidates, one per assumption, in the rule's order.
    pub hints: Vec<Assumption>,
}

impl Default for Plan {
    fn default() -> Self {
        Plan {
            rule: None,
            parts: None,
            learner: None,
            alphabets: None,
            portfolio: true,
            known: Vec::new(),
            hints: Vec::new(),
        }
    }
}

/// The result of a plan.
#[derive(Clone, Debug)]
pub struct ProofReport {
    /// The verdict.
    pub outcome: ProofOutcome,
    /// What it took: the attempt that decided, or the last one.
    pub statistics: Statistics,
    /// The rounds of that attempt.
    pub rounds: Vec<Round>,
    /// Components that cannot matter, ascending.
    pub dropped: Vec<usize>,
    /// What was tried, in order.
    pub attempts: Vec<Tried>,
}

/// One attempt.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tried {
    /// The rule.
    pub rule: Rule,
    /// Its parts.
    pub parts: Vec<Vec<usize>>,
    /// How it ended.
    pub end: Ended,
    /// What it took; empty for an attempt that lost.
    pub statistics: Statistics,
}

/// How an attempt ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ended {
    /// With the verdict.
    Decided,
    /// Another one was first.
    Lost,
    /// Without a verdict, and why.
    GaveUp(String),
    /// A limit was reached: one of the caller, or its share of the work.
    Spent(Spent),
}

/// Why a plan cannot be carried out.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotAPlan {
    /// The rule is for another number of parts.
    #[error("rule {rule} needs {needs}, not {given}")]
    WrongParts {
        /// The rule.
        rule: Rule,
        /// What it needs, such as `two parts`.
        needs: String,
        /// How many were given.
        given: usize,
    },
    /// There are not enough processes for the rule.
    #[error("rule {rule} needs at least {needs} processes, but there is only {given}")]
    NotEnoughComponents {
        /// The rule.
        rule: Rule,
        /// How many it needs.
        needs: usize,
        /// How many there are.
        given: usize,
    },
    /// A part names a component that there is not.
    #[error("there is no component {0}")]
    UnknownComponent(usize),
    /// A component is in more than one part, or twice in one.
    #[error("component {0} occurs twice")]
    Repeated(usize),
    /// A part has no component.
    #[error("part {} is empty", .0 + 1)]
    EmptyPart(usize),
    /// The rule is for another number of properties.
    #[error("rule {rule} needs {needs}, but there are {given}")]
    WrongProperties {
        /// The rule.
        rule: Rule,
        /// What it is for, such as `two properties`.
        needs: String,
        /// How many there are.
        given: usize,
    },
    /// There is nothing to prove.
    #[error("there is no property")]
    NoProperty,
}

impl NotAPlan {
    /// Can the plan be carried out?
    ///
    /// # Errors
    /// If it cannot.
    pub(crate) fn check(problem: &Problem, plan: &Plan) -> Result<(), NotAPlan> {
        let properties = problem.properties.len();
        if properties == 0 {
            return Err(NotAPlan::NoProperty);
        }
        if let Some(parts) = &plan.parts {
            check_parts(problem, parts)?;
        }
        let Some(rule) = plan.rule else { return Ok(()) };
        let needs = if rule == Rule::Pair { 2 } else { 1 };
        if rule != Rule::Monolithic && properties != needs {
            let needs = if needs == 2 { "two properties" } else { "one property" };
            return Err(NotAPlan::WrongProperties { rule, needs: needs.into(), given: properties });
        }
        match (rule, &plan.parts) {
            (Rule::Monolithic, Some(parts)) => {
                Err(NotAPlan::WrongParts { rule, needs: "no parts".into(), given: parts.len() })
            }
            (Rule::Monolithic, None) => Ok(()),
            (_, Some(parts)) => match needed_parts(rule, parts.len()) {
                None => Ok(()),
                Some(needs) => Err(NotAPlan::WrongParts { rule, needs: needs.into(), given: parts.len() }),
            },
            (_, None) if problem.components.len() < 2 => {
                let given = problem.components.len();
                Err(NotAPlan::NotEnoughComponents { rule, needs: 2, given })
            }
            (_, None) => Ok(()),
        }
    }
}

/// The number of parts that a rule needs, if it is not the given one.
fn needed_parts(rule: Rule, given: usize) -> Option<&'static str> {
    match rule {
        Rule::AsymN | Rule::SymN | Rule::Circ if given < 2 => Some("two parts or more"),
        Rule::Asym | Rule::Sym | Rule::SymA | Rule::SymB | Rule::Pair if given != 2 => Some("two parts"),
        _ => None,
    }
}

fn check_parts(problem: &Problem, parts: &[Vec<usize>]) -> Result<(), NotAPlan> {
    let mut seen = vec![false; problem.components.len()];
    for (at, part) in parts.iter().enumerate() {
        if part.is_empty() {
            return Err(NotAPlan::EmptyPart(at));
        }
        for &i in part {
            match seen.get_mut(i) {
                None => return Err(NotAPlan::UnknownComponent(i)),
                Some(true) => return Err(NotAPlan::Repeated(i)),
                Some(seen) => *seen = true,
            }
        }
    }
    Ok(())
}
