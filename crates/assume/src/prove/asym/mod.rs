//! The asymmetric rule: M1 ‖ A ⊨ P and M2 ⊨ A; applied again to its second premise, it covers any number of
//! parts.
//!
//! # Problem
//! Given parts M1, …, Mn and a property P: assumptions A1, …, A(n−1) such that M1 ‖ A1 ⊨ P, Mi ‖ Ai ⊨ A(i−1)
//! and Mn ⊨ A(n−1); or a run of all parts that violates P.
//!
//! # Method
//! A candidate A over an alphabet Σ is checked against both sides (`lazy_product`). A run of M1
//! that A allows and that violates the goal must be excluded; a run of the others that A excludes must be
//! allowed \[CGP03\]. For more than two parts the second check is the same problem again, with A as the goal
//! of the others.
//!
//! A *separating* learner \[GMF08\] looks for the smallest automaton that excludes the former and allows the
//! latter; an *active* learner learns the weakest assumption and stops as soon as a hypothesis is good
//! enough.
//!
//! A run that must be excluded and one that must be allowed may look the same through Σ. If they agree on all
//! actions that both sides have, they are projections of a run of the system: a violation. Otherwise Σ grows
//! (`refine`). It starts with those actions of the goal that both sides have.
//!
//! A *hint*, an assumption of an earlier version, is the first candidate, over its own alphabet, and is
//! [relearned](rely_learn::Adaptive) where it is wrong. If that leads to something much larger, the learner
//! starts from scratch, with the runs found so far.
//!
//! # Invariants
//! 1. Every run in `bad` is one of M1 that violates its goal; every run in `good` is one of the others. Both
//!    stay when Σ grows; `good` runs stay even when the goal changes.
//! 2. Σ only grows, within Γ = α(others) ∩ (αM1 ∪ α(goal)), which the rule needs to be complete.
//! 3. It ends: over a fixed Σ there are finitely many automata of every size, each is refuted at most once,
//!    and the weakest assumption over Σ either is good enough or yields two runs that look the same. Over Γ
//!    two such runs agree on all actions that both sides have.
//!
//! # Cost
//! A candidate costs at most the product of each side with it. An active learner needs polynomially many
//! queries in the states of the weakest assumption over Σ, which may be exponential in M1; the SAT solver is
//! bounded by conflicts, after which an active learner takes over. Σ grows at most |Γ| times. With n parts
//! every candidate of one layer may restart the layers below it.
//!
//! # Departures
//! \[CGP03\] learns with L* over the full alphabet Γ and analyzes a counterexample by a query to M1. Here
//! several learners can be used, alphabets are refined \[GGP07\], and runs found for one alphabet or goal are
//! kept for the next.

mod search;

use std::sync::Arc;

use rely_learn::Dfa;
use rely_lts::{ActionId, Alphabet, Lts, Reason, Spent};

use self::search::{End, Search};
use crate::assumption::Assumption;
use crate::prove::confirm::{Claim, confirm_own};
use crate::prove::lazy_product::{LazyProduct, Wanted};
use crate::prove::options::{Alphabets, Attempt};
use crate::prove::proof::{Machine, Premise, Proof, ProofOutcome, Rule, Unfinished};
use crate::prove::refine::{difference, merge};

/// The most parts: beyond it the recursion is too deep.
pub const MOST_PARTS: usize = 200;

/// Proves by `asym` (two parts) or `asym-n` (more): the first part is the one that assumes.
///
/// # Panics
/// If there is no part, there are more than [`MOST_PARTS`], or the problem has not exactly one property.
pub fn prove(attempt: &mut Attempt<'_>, parts: &[Vec<usize>]) -> ProofOutcome {
    let claim = claim(attempt, parts);
    confirm_own(claim, attempt)
}

/// The same before its premises are checked.
pub(crate) fn claim(attempt: &mut Attempt<'_>, parts: &[Vec<usize>]) -> Claim {
    assert!((1..=MOST_PARTS).contains(&parts.len()), "a number of parts that can be worked on");
    assert_eq!(attempt.problem.properties.len(), 1, "one property at a time");
    let goal = attempt.problem.properties[0].lts.clone();
    let mut layers: Vec<Layer> = (1..parts.len()).map(|i| Layer::new(attempt, i - 1, &parts[i..])).collect();
    let rule = if parts.len() == 2 { Rule::Asym } else { Rule::AsymN };
    let found = solve(attempt, &goal, parts, &mut layers);
    let chain = match found {
        Ok(Solved::Holds(chain)) => chain,
        Ok(Solved::Violated(run)) => return violated(attempt, rule, parts, run),
        Err(spent) => return unfinished(rule, parts, &layers, spent.into()),
    };
    let assumptions: Vec<Assumption> = chain.into_iter().rev().collect();
    let premises = chain_premises(parts);
    attempt.statistics.speaks_of(&attempt.problem.actions, &assumptions);
    Claim::Found(Proof { rule, parts: parts.to_vec(), assumptions, premises })
}

/// The premises for parts in a row. With two parts those of `asym`; with more those that others need come
/// first.
fn chain_premises(parts: &[Vec<usize>]) -> Vec<Premise> {
    let n = parts.len();
    let goal = |i: usize| if i == 0 { Machine::Property(0) } else { Machine::Assumption(i - 1) };
    let premise = |i: usize| {
        let kept = if i + 1 < n { vec![Machine::Assumption(i)] } else { Vec::new() };
        Premise::new(&parts[i], &kept, goal(i))
    };
    if n == 2 { vec![premise(0), premise(1)] } else { (0..n).rev().map(premise).collect() }
}

/// A run of the parts is one of the system if it can be replayed there.
fn violated(attempt: &Attempt<'_>, rule: Rule, parts: &[Vec<usize>], run: Vec<ActionId>) -> Claim {
    if attempt.problem.replays(&run) {
        return Claim::Violated(run);
    }
    let reason = Reason::NotModeled("a process outside the proof cuts off the violating run".into());
    unfinished(rule, parts, &[], reason)
}

fn unfinished(rule: Rule, parts: &[Vec<usize>], layers: &[Layer], reason: Reason) -> Claim {
    let last: Option<Vec<Assumption>> = layers.iter().map(|layer| layer.last.clone()).collect();
    let mut holding = Vec::new();
    if let [Layer { last: Some(_), first_premise: true, .. }] = layers {
        holding.push(Premise::new(&parts[0], &[Machine::Assumption(0)], Machine::Property(0)));
    }
    let assumptions = last.unwrap_or_default();
    Claim::Unknown(Unfinished { reason, rule, parts: parts.to_vec(), assumptions, holding })
}

/// What is known about what stands between a part and those after it, whatever the goal.
struct Layer {
    /// What those after it know.
    others: Alphabet,
    /// What the assumption may be: deterministic, over letters of this table of actions.
    hint: Option<Assumption>,
    /// The alphabet of the assumption; `None` before it was ever looked for.
    sigma: Option<Alphabet>,
    /// Runs of those after it (I1).
    good: Vec<Vec<ActionId>>,
    /// The last candidate.
    last: Option<Assumption>,
    /// Did the part satisfy its goal under it?
    first_premise: bool,
}

impl Layer {
    fn new(attempt: &Attempt<'_>, place: usize, others: &[Vec<usize>]) -> Layer {
        let is_here = |hint: &&Assumption| hint.lts().actions().same_table(&attempt.problem.actions);
        let hint = attempt.hints.get(place).filter(is_here).cloned();
        let others = attempt.problem.alphabet_of(&others.concat());
        Layer { others, hint, sigma: None, good: Vec::new(), last: None, first_premise: false }
    }
}

/// An answer about some parts and a goal.
enum Solved {
    /// They keep it, with these assumptions, the last part's first.
    Holds(Vec<Assumption>),
    /// A run of them violates it; tau left out.
    Violated(Vec<ActionId>),
}

/// Do parts keep a goal? There is one layer less than there are parts.
fn solve(
    attempt: &mut Attempt<'_>,
    goal: &Arc<Lts>,
    parts: &[Vec<usize>],
    layers: &mut [Layer],
) -> Result<Solved, Spent> {
    let mut module = LazyProduct::new(attempt.problem, &parts[0], &[], Some(goal), attempt.ctx);
    let Some((layer, deeper)) = layers.split_first_mut() else {
        let nothing = Alphabet::new(&attempt.problem.actions, []);
        module.speak_of(&nothing);
        let found = module.search_with(&everything(0), Wanted::Violation);
        attempt.statistics.explored(module.expansions());
        let (run, _) = found?;
        return Ok(run.map_or(Solved::Holds(Vec::new()), |run| Solved::Violated(visible(&run))));
    };
    let actions = &attempt.problem.actions;
    let others = layer.others.clone();
    let knows = module.alphabet().clone();
    let gamma = Alphabet::new(actions, knows.ids().iter().copied().filter(|&a| others.contains(a)));
    let mut sigma = layer.sigma.clone().map_or_else(
        || {
            let hinted = |a: &ActionId| layer.hint.as_ref().is_some_and(|h| h.lts().alphabet().contains(*a));
            let first = |a: &ActionId| {
                attempt.options.alphabets == Alphabets::Full || goal.alphabet().contains(*a) || hinted(a)
            };
            Alphabet::new(actions, gamma.ids().iter().copied().filter(first))
        },
        |known| Alphabet::new(actions, known.ids().iter().copied().filter(|&a| gamma.contains(a))),
    );
    let rest = match deeper {
        [] => Some(LazyProduct::new(attempt.problem, &parts[1], &[], None, attempt.ctx)),
        _ => None,
    };
    let mut search = Search {
        attempt,
        parts,
        layer,
        deeper,
        module,
        rest,
        bad: Vec::new(),
        sigma: sigma.clone(),
        active: None,
        more: Vec::new(),
        end: None,
    };
    let solved = loop {
        search.layer.sigma = Some(sigma.clone());
        match search.over(&sigma) {
            Err(spent) => break Err(spent),
            Ok(End::Proved(assumption, mut chain)) => {
                chain.push(assumption);
                break Ok(Solved::Holds(chain));
            }
            Ok(End::Alike(first, second)) => {
                let more = difference((&first, &second), &sigma, &gamma, &search.bad, &search.layer.good);
                if more.is_empty() {
                    let run = merge((&first, &knows), (&second, &others));
                    break Ok(Solved::Violated(run.expect("they agree on what both sides know")));
                }
                search.note(&format!("the alphabet grows by {}", names(search.attempt, &more)), None);
                sigma =
                    Alphabet::new(&search.attempt.problem.actions, sigma.ids().iter().copied().chain(more));
            }
        }
    };
    let expansions = search.module.expansions() + search.rest.as_ref().map_or(0, LazyProduct::expansions);
    search.attempt.statistics.expansions += expansions;
    solved
}

fn names(attempt: &Attempt<'_>, actions: &[ActionId]) -> String {
    let names: Vec<String> = actions.iter().map(|&a| attempt.problem.actions.name(a).to_string()).collect();
    names.join(", ")
}

fn visible(run: &[ActionId]) -> Vec<ActionId> {
    run.iter().copied().filter(|a| !a.is_tau()).collect()
}

/// The automaton that has all words.
fn everything(n_letters: u32) -> Dfa {
    Dfa::new(n_letters, 0, vec![0; n_letters as usize], vec![true]).expect("one state")
}
