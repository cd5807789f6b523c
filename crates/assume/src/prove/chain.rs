//! Proofs by `asym-n` whose assumptions are computed, not learned.
//!
//! # Problem
//! Given components in parallel and a property, find a list of premises, each about few components, that
//! proves the property; or a run that violates it.
//!
//! # Method
//! Components outside the cone of influence are dropped (`cone_of_influence`). The others are first observed
//! through few actions, and through more where counterexamples demand it (`project`): the projection of a
//! component to these actions is its assumption. If that does not succeed, the components and the property
//! are merged two at a time (`tree`); what a part guarantees, and what it requires of the others, are the
//! assumptions.
//!
//! # Invariants
//! 1. Every premise is checked at the end, on the components themselves (`confirm`), and every violating run
//!    is replayed: a mistake in the construction cannot become a wrong verdict.
//! 2. A call continues where the previous one was interrupted; no work is repeated within a limit.
//!
//! # Cost
//! The caller's limit bounds the states of every product and machine; a search that is too large under one
//! limit is repeated with a limit four times as large.
//!
//! # Departures
//! The papers on automated assume-guarantee reasoning learn assumptions \[CGP03\]. Here they are computed by
//! abstraction \[CGJLV03\] and by compositional reduction \[GS90\], \[GPB02\]; no paper combines the two into
//! one list of premises.

mod project;
#[cfg(test)]
mod tests;
mod tree;

use rely_lts::Reason;

use self::project::Projected;
use self::tree::{Ended, MergeOrder, Stopped, Tree};
use crate::assumption::Assumption;
use crate::prove::cone_of_influence::cone_of_influence;
use crate::prove::confirm::{Claim, confirm_own};
use crate::prove::options::{Attempt, Round};
use crate::prove::order::outward;
use crate::prove::problem::Problem;
use crate::prove::proof::{Premise, Proof, ProofOutcome, Rule, Statistics, Unfinished};

/// Limits on products begin here, and are this many times larger when nothing was found.
const FIRST_LIMIT: u64 = 512;
const LARGER: u64 = 4;

/// This many rounds of refinement may need merges before the limit is raised.
const MOST_MERGES: usize = 24;

/// Proves or refutes the property in one go; no product has more than about `limit` states.
pub fn prove(attempt: &mut Attempt<'_>, limit: u64) -> ProofOutcome {
    let claim = Chain::new(attempt.problem).run(attempt, limit);
    confirm_own(claim, attempt)
}

/// A computation of assumptions that can be interrupted.
pub(crate) struct Chain<'p> {
    problem: &'p Problem,
    components: Vec<usize>,
    projected: Projected<'p>,
    /// The limit on products that is tried.
    now: u64,
    /// What is tried next within it.
    stage: usize,
    /// What earlier calls took, and their rounds.
    statistics: Statistics,
    rounds: Vec<Round>,
}

/// What is tried within a limit on products, in this order: what takes least time first.
const STAGES: [Stage; 4] = [
    Stage::Projected { merges: 0 },
    Stage::Merged(MergeOrder::Cheapest),
    Stage::Projected { merges: MOST_MERGES },
    Stage::Merged(MergeOrder::Spine),
];

#[derive(Clone, Copy)]
enum Stage {
    /// See [`Projected::run`].
    Projected { merges: usize },
    /// See [`Tree::run`].
    Merged(MergeOrder),
}

impl<'p> Chain<'p> {
    pub(crate) fn new(problem: &'p Problem) -> Self {
        let components = outward(problem, &cone_of_influence(problem));
        Chain {
            problem,
            projected: Projected::new(problem, components.clone()),
            components,
            now: 0,
            stage: STAGES.len(),
            statistics: Statistics::default(),
            rounds: Vec::new(),
        }
    }

    /// Goes on where the last call was interrupted. No machine or product of two on the way has more than
    /// `limit` states, and no other product has more than eight times as many.
    ///
    /// The answer is [`Claim::Unknown`] with the reason [`Reason::NotModeled`] if the limit is too
    /// small.
    pub(crate) fn run(&mut self, attempt: &mut Attempt<'_>, limit: u64) -> Claim {
        if self.problem.properties.len() != 1 {
            return unknown(Reason::NotModeled(
                "assumptions are computed for a single property only".to_string(),
            ));
        }
        (attempt.statistics, attempt.rounds) =
            (std::mem::take(&mut self.statistics), std::mem::take(&mut self.rounds));
        let ended = self.go_on(attempt, limit);
        let mut claim = answer(attempt, ended);
        if let Claim::Unknown(unfinished) = &mut claim {
            (unfinished.assumptions, unfinished.holding) = self.projected.so_far();
            unfinished.parts = unfinished.holding.iter().map(|p| p.components.clone()).collect();
        }
        claim
    }

    /// What a call took that ended without a verdict: the next one continues from there.
    pub(crate) fn remember(&mut self, attempt: &Attempt<'_>) {
        (self.statistics, self.rounds) = (attempt.statistics.clone(), attempt.rounds.clone());
    }

    fn go_on(&mut self, attempt: &mut Attempt<'_>, limit: u64) -> Result<Ended, Stopped> {
        let mut too_large = "everything".to_string();
        loop {
            while let Some(&stage) = STAGES.get(self.stage) {
                match self.within(attempt, stage) {
                    Err(Stopped::TooLarge(what)) => too_large = what,
                    ended => return ended,
                }
                self.stage += 1;
            }
            if self.now >= limit {
                return Err(Stopped::TooLarge(too_large));
            }
            (self.now, self.stage) = (self.now.saturating_mul(LARGER).max(FIRST_LIMIT).min(limit), 0);
        }
    }

    fn within(&mut self, attempt: &mut Attempt<'_>, stage: Stage) -> Result<Ended, Stopped> {
        match stage {
            Stage::Projected { merges } => self.projected.run(attempt, self.now, merges),
            Stage::Merged(order) => merge_all(attempt, &self.components, order, self.now),
        }
    }
}

/// Merges components with the property until there is an answer.
fn merge_all(
    attempt: &mut Attempt<'_>,
    components: &[usize],
    order: MergeOrder,
    limit: u64,
) -> Result<Ended, Stopped> {
    let mut tree = Tree::new(attempt.problem, components, limit, attempt.ctx)?;
    let ended = tree.run(order);
    let (largest, all) = tree.states;
    attempt.statistics.largest_product = attempt.statistics.largest_product.max(largest);
    attempt.statistics.expansions += all;
    ended
}

/// What is claimed at the end.
fn answer(attempt: &mut Attempt<'_>, ended: Result<Ended, Stopped>) -> Claim {
    match ended {
        Ok(Ended::Holds(assumptions, premises)) => Claim::Found(computed(attempt, assumptions, premises)),
        Ok(Ended::Violated(run)) if attempt.problem.replays(&run) => Claim::Violated(run),
        Ok(Ended::Violated(_)) => {
            let why = "a process enters an ERROR of its own before the property is violated";
            unknown(Reason::NotModeled(why.to_string()))
        }
        Err(Stopped::Spent(spent)) => unknown(spent.into()),
        Err(Stopped::TooLarge(what)) => unknown(Reason::NotModeled(what)),
    }
}

/// The proof, before its premises are checked.
fn computed(attempt: &mut Attempt<'_>, assumptions: Vec<Assumption>, premises: Vec<Premise>) -> Proof {
    attempt.note(Round {
        rule: Rule::AsymN,
        states: assumptions.iter().map(|a| a.lts().n_states()).collect(),
        candidates: assumptions.iter().map(|a| a.lts().clone()).collect(),
        actions: assumptions.iter().map(|a| a.lts().alphabet().len()).max().unwrap_or(0),
        queries: attempt.statistics.membership_queries,
        what: format!("computed; {} premises to check", premises.len()),
    });
    let parts = premises.iter().rev().map(|p| p.components.clone()).filter(|p| !p.is_empty()).collect();
    attempt.statistics.speaks_of(&attempt.problem.actions, &assumptions);
    Proof { rule: Rule::AsymN, parts, assumptions, premises }
}

fn unknown(reason: Reason) -> Claim {
    Claim::Unknown(Unfinished {
        reason,
        rule: Rule::AsymN,
        parts: Vec::new(),
        assumptions: Vec::new(),
        holding: Vec::new(),
    })
}
