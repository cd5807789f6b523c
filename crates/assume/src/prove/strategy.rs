//! The strategies that a plan allows, in the order in which they are tried.

use std::collections::BTreeMap;

use rely_lts::Reason;

use crate::prove::cone_of_influence::cone_of_influence;
use crate::prove::confirm::Claim;
use crate::prove::options::Attempt;
use crate::prove::order::splits;
use crate::prove::plan::Plan;
use crate::prove::problem::Problem;
use crate::prove::proof::{Rule, Unfinished};
use crate::prove::symmetric::{pair, sym};
use crate::prove::{asym, circ};

/// A rule with parts, or something that finds both.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Strategy {
    /// A proof that is remembered, by its place in the plan.
    Known(usize),
    /// `asym-n` with assumptions that are computed, over parts that are found on the way.
    Computed,
    /// A rule with given parts.
    Given(Rule, Vec<Vec<usize>>),
    /// A rule with the parts that are this promising, 0 being the best.
    Chosen(Rule, usize),
}

/// This many splits are tried at most.
const SPLITS: usize = 16;

impl Strategy {
    /// Does it need a share of work to know where to end?
    pub(crate) fn grows(&self) -> bool {
        *self == Strategy::Computed
    }

    /// Goes by a rule.
    pub(crate) fn run(rule: Rule, parts: &[Vec<usize>], attempt: &mut Attempt<'_>) -> Claim {
        match rule {
            Rule::Asym if parts.len() <= asym::MOST_PARTS => asym::claim(attempt, parts),
            Rule::AsymN if parts.len() <= asym::MOST_PARTS => as_asym_n(asym::claim(attempt, parts)),
            Rule::Sym | Rule::SymA | Rule::SymB | Rule::SymN => sym::claim(attempt, rule, parts),
            Rule::Pair => pair::claim(attempt, parts),
            Rule::Circ => circ::claim(attempt, parts),
            Rule::Asym | Rule::AsymN | Rule::Monolithic => Claim::Unknown(Unfinished {
                reason: Reason::NotModeled(format!("{} parts are too many for learning", parts.len())),
                rule,
                parts: parts.to_vec(),
                assumptions: Vec::new(),
                holding: Vec::new(),
            }),
        }
    }
}

/// What is said of two parts in the words of `asym-n`: what a premise keeps is refuted before it.
fn as_asym_n(mut claim: Claim) -> Claim {
    match &mut claim {
        Claim::Found(proof) if proof.rule == Rule::Asym => {
            proof.rule = Rule::AsymN;
            proof.premises.reverse();
        }
        Claim::Unknown(unfinished) => unfinished.rule = Rule::AsymN,
        _ => {}
    }
    claim
}

/// All strategies, the most promising first; none if only the monolithic search is wanted.
pub(crate) fn strategies(problem: &Problem, plan: &Plan) -> Vec<Strategy> {
    let decided = plan.learner.is_some() || plan.alphabets.is_some();
    let mut list = Vec::new();
    match (plan.rule, &plan.parts) {
        (Some(Rule::Monolithic), _) => {}
        (Some(rule), Some(parts)) => list.push(Strategy::Given(rule, parts.clone())),
        (Some(rule), None) => {
            if rule == Rule::AsymN && !decided {
                list.push(Strategy::Computed);
            }
            list.extend((0..SPLITS).map(|i| Strategy::Chosen(rule, i)));
        }
        (None, _) if problem.properties.len() != 1 => {}
        (None, Some(parts)) => match parts.len() {
            0 | 1 => {}
            2 => list.push(Strategy::Given(Rule::Asym, parts.clone())),
            _ => list.push(Strategy::Given(Rule::AsymN, parts.clone())),
        },
        (None, None) if problem.components.len() < 2 => {}
        (None, None) => {
            if !decided {
                list.push(Strategy::Computed);
            }
            list.extend((0..SPLITS).map(|i| Strategy::Chosen(Rule::Asym, i)));
        }
    }
    list
}

/// The splits of rules, looked for when they are first asked for.
#[derive(Default)]
pub(crate) struct Splits(BTreeMap<Rule, Vec<Vec<Vec<usize>>>>);

impl Splits {
    /// A split for a rule, by how promising it is.
    pub(crate) fn get(&mut self, problem: &Problem, rule: Rule, at: usize) -> Option<Vec<Vec<usize>>> {
        let known = self.0.entry(rule).or_insert_with(|| {
            let found = splits(problem, rule);
            if found.is_empty() { fallback(problem, rule) } else { found }
        });
        known.get(at).cloned()
    }
}

/// Where fewer than two components can matter: what can, or else the first one, against the others.
fn fallback(problem: &Problem, rule: Rule) -> Vec<Vec<Vec<usize>>> {
    let near = cone_of_influence(problem).first().copied().unwrap_or(0);
    let others: Vec<usize> = (0..problem.components.len()).filter(|&i| i != near).collect();
    if others.is_empty() {
        return Vec::new();
    }
    match rule {
        Rule::AsymN | Rule::SymN | Rule::Circ => {
            vec![std::iter::once(near).chain(others).map(|i| vec![i]).collect()]
        }
        _ => vec![vec![vec![near], others]],
    }
}
