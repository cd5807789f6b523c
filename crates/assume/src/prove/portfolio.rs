//! A proof from beginning to end: the attempts, their order, and the parallel monolithic search.
//!
//! # Problem
//! Given a [`Problem`] and a [`Plan`], return a verdict with a proof or a run as soon as one of the
//! strategies that the plan allows has it.
//!
//! # Method
//! A [race](crate::prove::race) between the monolithic search and the proof rules. Unless the plan names a
//! rule, the rules try one strategy after the other, each with a share of work, and return to it with larger
//! shares until one has a verdict or all have given up. Computing assumptions continues where it was
//! interrupted; learning starts again, which loses little because shares grow geometrically.
//!
//! If the plan names a rule, the user wants a proof by this rule: the monolithic search then counts only if
//! it finds a violation first, or if the rule ends without a verdict.
//!
//! Proofs from earlier runs (`recheck`) are tried before everything else.
//!
//! # Invariants
//! 1. The report depends on the problem, the plan and the limits on states and memory only, as long as the
//!    caller's clock does not end the run; not on the number of threads, nor on which thread is faster.
//! 2. *Holds* is reported for the given components: the premises of every proof by a rule are checked with
//!    them (`confirm`), and a violating run is lifted and replayed.
//!
//! # Cost
//! At most the monolithic search and, with the terms used here, about an eighth of its time for the rules
//! unless the system is small. A strategy that needs w steps of work costs O(w) steps including its earlier,
//! smaller shares.
//!
//! # Departures
//! None: no paper is followed here.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use rely_learn::Algorithm;
use rely_lts::{Budget, Context, Reason, Spent, Verdict};

use crate::prove::chain::Chain;
use crate::prove::cone_of_influence::cone_of_influence;
use crate::prove::confirm::{Claim, confirm};
use crate::prove::options::{Attempt, Learner, Options, Round};
use crate::prove::plan::{Ended, NotAPlan, Plan, ProofReport, Tried};
use crate::prove::problem::Problem;
use crate::prove::proof::{Proof, ProofOutcome, Rule, Statistics, Unfinished};
use crate::prove::race::{Contender, Decided, Finished, RaceResult, Terms, race};
use crate::prove::reduce::Reduced;
use crate::prove::strategy::{Splits, Strategy, strategies};
use crate::prove::{monolithic, recheck};

/// The terms if no rule is named. On the families of the literature a step of the rules took as long as a
/// monolithic one, up to three times as long in small systems; so the rules take at most about an eighth of
/// the monolithic time, unless the system is small.
const DECIDED_HERE: Terms = Terms {
    head_start: 1 << 14,
    weight: 24,
    large: 20_000_000,
    weight_of_large: 8,
    small: 1 << 16,
    allowance_if_small: 1 << 17,
    monolithic_may_hold: true,
};

/// The terms if a rule is named.
const PRESCRIBED: Terms = Terms {
    head_start: 0,
    weight: 1,
    large: u64::MAX,
    weight_of_large: 1,
    small: 0,
    allowance_if_small: 0,
    monolithic_may_hold: false,
};

/// Steps of the first share of work, and how many times larger the next one is.
const FIRST_SHARE: u64 = 1 << 14;
const LARGER: u64 = 4;

/// The shares of computing assumptions, which succeeds more often than learning them; and those if no
/// monolithic search runs in parallel, which could have the verdict first.
const COMPUTED: u64 = 8;
const COMPUTED_ALONE: u64 = 16;

/// Steps for rechecking a stored proof before others are tried.
const KNOWN: u64 = 1 << 17;

/// Do the processes satisfy the properties? The [module](crate::prove) has an example.
///
/// # Errors
/// If the plan does not fit the problem.
pub fn prove(problem: &Problem, plan: &Plan, ctx: Context<'_>) -> Result<ProofReport, NotAPlan> {
    NotAPlan::check(problem, plan)?;
    let matters = cone_of_influence(problem);
    let dropped = (0..problem.components.len()).filter(|i| matters.binary_search(i).is_err()).collect();
    let strategies = strategies(problem, plan);
    let known: Vec<usize> =
        (0..plan.known.len()).filter(|&i| recheck::fits(problem, plan, &plan.known[i])).collect();
    let monolithic = |ctx: Context<'_>| search(problem, ctx);
    let rules = |ctx: Context<'_>| {
        // Stored proofs are about the components as they were given.
        let mut trail = Trail::new(Given { problem, reduced: None }, plan, ctx);
        let Some(mut open) = trail.recall(&known) else { return trail.end() };
        open.extend(strategies.iter().cloned());
        let steps = trail.steps;
        // A process that enters an ERROR of its own must be seen on its way there.
        let stops = problem.original.iter().any(|component| component.lts.has_error());
        let reduced = if stops { None } else { Reduced::new(problem, ctx).ok() };
        let given = Given { problem, reduced: reduced.as_ref() };
        Trail { steps, ..Trail::new(given, plan, ctx) }.follow(&open)
    };
    let raced = if strategies.is_empty() && known.is_empty() {
        RaceResult::monolithic_only(monolithic(ctx))
    } else if !plan.portfolio && !strategies.is_empty() {
        RaceResult::rules_only(rules(ctx))
    } else {
        let terms = if plan.rule.is_some() { PRESCRIBED } else { DECIDED_HERE };
        race(terms, &monolithic, &rules, ctx)
    };
    let searches_monolithically = plan.portfolio || strategies.is_empty();
    Ok(report(problem, dropped, raced, searches_monolithically))
}

/// The monolithic search as a contender.
fn search(problem: &Problem, ctx: Context<'_>) -> Finished<(u64, MonolithicResult)> {
    let searched = monolithic::search(problem, ctx);
    let parts = everything(problem);
    let outcome = match searched.verdict {
        Verdict::Holds(()) => ProofOutcome::Holds(Proof {
            rule: Rule::Monolithic,
            parts,
            assumptions: Vec::new(),
            premises: Vec::new(),
        }),
        Verdict::Violated(run) => ProofOutcome::Violated(run.actions),
        Verdict::Unknown(reason) => ProofOutcome::Unknown(unfinished(reason, Rule::Monolithic, parts)),
    };
    ran(&outcome).with((searched.steps, MonolithicResult { states: searched.states, outcome }))
}

/// The result of the monolithic search.
struct MonolithicResult {
    states: u64,
    outcome: ProofOutcome,
}

fn everything(problem: &Problem) -> Vec<Vec<usize>> {
    vec![(0..problem.components.len()).collect()]
}

fn unfinished(reason: Reason, rule: Rule, parts: Vec<Vec<usize>>) -> Unfinished {
    Unfinished { reason, rule, parts, assumptions: Vec::new(), holding: Vec::new() }
}

/// How a contender with this outcome ended.
fn ran(outcome: &ProofOutcome) -> Finished<()> {
    let decided = match outcome {
        ProofOutcome::Holds(_) => Some(Decided::Holds),
        ProofOutcome::Violated(_) => Some(Decided::Violated),
        ProofOutcome::Unknown(_) => None,
    };
    let lacks_memory =
        matches!(outcome, ProofOutcome::Unknown(Unfinished { reason: Reason::Spent(Spent::Memory(_)), .. }));
    Finished { decided, lacks_memory, value: () }
}

/// The input of the rules.
#[derive(Clone, Copy)]
struct Given<'p> {
    problem: &'p Problem,
    /// With components reduced to what others see of them; `None` if the budget did not last for that.
    reduced: Option<&'p Reduced>,
}

impl Given<'_> {
    /// The claim of an attempt, about the given components. A proof is the same, and its premises will be
    /// checked with them; a run gets the actions back that only one component knows.
    fn lifted(&self, claim: Claim, attempt: &Attempt<'_>) -> Result<Claim, Spent> {
        let Some(reduced) = self.reduced else { return Ok(claim) };
        match claim {
            Claim::Violated(run) => {
                let run = reduced.lift(self.problem, &run, attempt.ctx)?;
                assert!(self.problem.replays(&run), "a run of reduced components is one of the given ones");
                Ok(Claim::Violated(run))
            }
            other => Ok(other),
        }
    }
}

/// The attempts of the rules.
struct Trail<'p> {
    given: Given<'p>,
    plan: &'p Plan,
    /// The components that are worked on.
    problem: &'p Problem,
    options: Options,
    ctx: Context<'p>,
    splits: Splits,
    chain: Chain<'p>,
    steps: Vec<Step>,
}

/// An attempt, with the clock of the rules at its beginning and end.
struct Step {
    tried: Tried,
    from: u64,
    to: u64,
    rounds: Vec<Round>,
    outcome: ProofOutcome,
}

/// Ends an attempt when its share is used up, and knows that it did.
struct Share {
    budget: Budget,
    used_up: Arc<AtomicBool>,
}

impl Share {
    fn new(all: &Budget, meter: &Arc<AtomicU64>, steps: u64) -> Share {
        let used_up = Arc::new(AtomicBool::new(false));
        let (outer, clock, flag) = (all.stop.clone(), meter.clone(), used_up.clone());
        let end = clock.load(Ordering::Relaxed).saturating_add(steps);
        let stop = move || {
            if let Some(spent) = outer.as_ref().and_then(|stop| stop()) {
                return Some(spent);
            }
            if clock.load(Ordering::Relaxed) <= end {
                return None;
            }
            flag.store(true, Ordering::Relaxed);
            Some(Spent::Cancelled)
        };
        let budget = Budget { stop: Some(Arc::new(stop)), meter: Some(meter.clone()), ..all.clone() };
        Share { budget, used_up }
    }

    fn is_used_up(&self) -> bool {
        self.used_up.load(Ordering::Relaxed)
    }
}

/// What learns best for a rule. Smallest assumptions of symmetric rules have to be looked for together: for
/// three processes, seven states in parallel, that did not end within a minute, where learning each toward
/// its weakest one took a hundredth of a second.
fn usual_learner(rule: Option<Rule>) -> Learner {
    match rule {
        Some(Rule::Sym | Rule::SymA | Rule::SymB | Rule::SymN | Rule::Pair) => {
            Learner::Active(Algorithm::Ttt)
        }
        _ => Learner::default(),
    }
}

impl<'p> Trail<'p> {
    fn new(given: Given<'p>, plan: &'p Plan, ctx: Context<'p>) -> Self {
        let options = Options {
            learner: plan.learner.unwrap_or_else(|| usual_learner(plan.rule)),
            alphabets: plan.alphabets.unwrap_or_default(),
        };
        let problem = given.reduced.map_or(given.problem, |reduced| &reduced.problem);
        let chain = Chain::new(given.problem);
        Trail { given, plan, problem, options, ctx, splits: Splits::default(), chain, steps: Vec::new() }
    }

    /// Rechecks stored proofs, and returns those that need more work; `None` if one of them decided.
    fn recall(&mut self, known: &[usize]) -> Option<Vec<Strategy>> {
        let meter = self.ctx.budget.meter.clone().unwrap_or_default();
        let mut open = Vec::new();
        for &i in known {
            match self.attempt(&Strategy::Known(i), KNOWN, &meter) {
                Next::GoOn => {}
                Next::Again => open.push(Strategy::Known(i)),
                Next::End => return None,
            }
        }
        Some(open)
    }

    /// Tries all strategies with growing shares of work, until one of them has a verdict or nothing is left
    /// to be tried.
    fn follow(mut self, strategies: &[Strategy]) -> Finished<Vec<Step>> {
        let meter = self.ctx.budget.meter.clone().unwrap_or_default();
        let mut open: Vec<&Strategy> = strategies.iter().collect();
        let mut share = if strategies.len() == 1 && !strategies[0].grows() { u64::MAX } else { FIRST_SHARE };
        // In every round one more split of a rule is tried.
        for round in 0.. {
            let mut left = Vec::new();
            for strategy in std::mem::take(&mut open) {
                if matches!(strategy, Strategy::Chosen(_, at) if *at > round) {
                    left.push(strategy);
                    continue;
                }
                match self.attempt(strategy, share, &meter) {
                    Next::GoOn => {}
                    Next::Again => left.push(strategy),
                    Next::End => return self.end(),
                }
            }
            if left.is_empty() {
                break;
            }
            open = left;
            share = share.saturating_mul(LARGER);
        }
        self.end()
    }

    /// One attempt, with a share of work.
    fn attempt(&mut self, strategy: &Strategy, steps: u64, meter: &Arc<AtomicU64>) -> Next {
        let (rule, parts) = match strategy {
            Strategy::Known(i) => (self.plan.known[*i].rule, Some(self.plan.known[*i].parts.clone())),
            Strategy::Computed => (Rule::AsymN, None),
            Strategy::Given(rule, parts) => (*rule, Some(parts.clone())),
            Strategy::Chosen(rule, at) => match self.splits.get(self.problem, *rule, *at) {
                Some(parts) => (*rule, Some(parts)),
                None => return Next::GoOn,
            },
        };
        let computed = if self.plan.portfolio { COMPUTED } else { COMPUTED_ALONE };
        let steps = if *strategy == Strategy::Computed { steps.saturating_mul(computed) } else { steps };
        let share = Share::new(self.ctx.budget, meter, steps);
        let from = meter.load(Ordering::Relaxed);
        let ctx = Context { budget: &share.budget, ..self.ctx };
        // Computing reduces components itself, and writes its proof such that premises are small with the
        // given ones.
        let as_given = matches!(strategy, Strategy::Known(_) | Strategy::Computed);
        let problem = if as_given { self.given.problem } else { self.problem };
        let hints = &self.plan.hints[..];
        let mut attempt = Attempt::new(problem, self.options.clone(), ctx);
        attempt.hints = hints;
        let claim = match (strategy, &parts) {
            (Strategy::Known(i), _) => Claim::Stored(self.plan.known[*i].clone()),
            // No machine on the way has more states than there are steps.
            (_, None) => self.chain.run(&mut attempt, steps),
            (_, Some(parts)) => {
                let claim = Strategy::run(rule, parts, &mut attempt);
                (self.given.lifted(claim, &attempt))
                    .unwrap_or_else(|spent| Claim::Unknown(unfinished(spent.into(), rule, parts.clone())))
            }
        };
        #[cfg(test)]
        let claim = super::confirm::tests::planted(claim);
        #[cfg(debug_assertions)]
        let claim = super::confirm::wrong_on_request(claim, self.given.problem);
        let outcome = confirm(claim, self.given.problem, &mut attempt);
        if *strategy == Strategy::Computed && matches!(outcome, ProofOutcome::Unknown(_)) {
            self.chain.remember(&attempt);
        }
        let Attempt { statistics, rounds, .. } = attempt;
        let (end, next) = match &outcome {
            ProofOutcome::Holds(_) | ProofOutcome::Violated(_) => (Ended::Decided, Next::End),
            ProofOutcome::Unknown(Unfinished { reason, .. }) => match reason {
                _ if share.is_used_up() => {
                    (Ended::GaveUp("its share of the work is spent".into()), Next::Again)
                }
                Reason::Spent(spent @ (Spent::Cancelled | Spent::Time(_))) => {
                    (Ended::Spent(spent.clone()), Next::End)
                }
                Reason::Spent(spent) => (Ended::Spent(spent.clone()), Next::GoOn),
                other => {
                    let next = if strategy.grows() && steps < u64::MAX { Next::Again } else { Next::GoOn };
                    (Ended::GaveUp(other.to_string()), next)
                }
            },
        };
        let (rule, parts) = match &outcome {
            ProofOutcome::Holds(proof) => (proof.rule, proof.parts.clone()),
            _ => (rule, parts.unwrap_or_default()),
        };
        let tried = Tried { rule, parts, end, statistics };
        self.steps.push(Step { tried, from, to: meter.load(Ordering::Relaxed), rounds, outcome });
        next
    }

    fn end(self) -> Finished<Vec<Step>> {
        let last = self.steps.last().map(|step| ran(&step.outcome));
        let lacks_memory = self.steps.iter().any(|step| ran(&step.outcome).lacks_memory);
        Finished { decided: last.and_then(|ran| ran.decided), lacks_memory, value: self.steps }
    }
}

/// What comes after an attempt.
enum Next {
    /// The next strategy; this one has nothing more to give.
    GoOn,
    /// The next strategy; this one may get further with more work.
    Again,
    /// Nothing.
    End,
}

/// Builds the report.
fn report(
    problem: &Problem,
    mut dropped: Vec<usize>,
    raced: RaceResult<(u64, MonolithicResult), Vec<Step>>,
    searches_monolithically: bool,
) -> ProofReport {
    let RaceResult { winner, monolithic, rules, until, stopped } = raced;
    let mut steps = rules.map_or(Vec::new(), |ran| ran.value);
    if let Some(until) = until {
        // How far a contender gets after it has lost depends on the threads.
        steps.retain(|step| step.from <= until);
        if let Some(step) = steps.last_mut().filter(|step| step.to > until) {
            (step.tried.end, step.tried.statistics) = (Ended::Lost, Statistics::default());
        }
    }
    let monolithic_tried = monolithic.as_ref().map(|ran| {
        let mut statistics = Statistics::default();
        statistics.explored(ran.value.1.states);
        let end = match &ran.value.1.outcome {
            ProofOutcome::Unknown(Unfinished { reason: Reason::Spent(spent), .. }) => {
                Ended::Spent(spent.clone())
            }
            ProofOutcome::Unknown(Unfinished { reason, .. }) => Ended::GaveUp(reason.to_string()),
            _ => Ended::Decided,
        };
        Tried { rule: Rule::Monolithic, parts: everything(problem), end, statistics }
    });
    let lost = || Tried {
        rule: Rule::Monolithic,
        parts: everything(problem),
        end: Ended::Lost,
        statistics: Statistics::default(),
    };
    let mut attempts: Vec<Tried> = steps.iter().map(|step| step.tried.clone()).collect();
    if searches_monolithically {
        attempts.push(monolithic_tried.clone().unwrap_or_else(lost));
    }
    let monolithic = monolithic.map(|ran| ran.value.1.outcome);
    let last = if winner == Some(Contender::Monolithic) { None } else { steps.pop() };
    let (outcome, statistics, rounds) = match (last, monolithic) {
        (Some(mut last), monolithic) => {
            if let ProofOutcome::Unknown(known) = &mut last.outcome {
                complete(known, &steps, monolithic);
            }
            (last.outcome, last.tried.statistics, last.rounds)
        }
        (None, Some(outcome)) => {
            (outcome, monolithic_tried.map_or_else(Statistics::default, |tried| tried.statistics), Vec::new())
        }
        (None, None) => {
            let reason = Reason::Spent(Spent::Cancelled);
            let unknown = ProofOutcome::Unknown(unfinished(reason, Rule::Monolithic, everything(problem)));
            (unknown, Statistics::default(), Vec::new())
        }
    };
    let outcome = match (outcome, stopped) {
        (ProofOutcome::Unknown(known), Some(spent)) => {
            ProofOutcome::Unknown(Unfinished { reason: Reason::Spent(spent), ..known })
        }
        (outcome, _) => outcome,
    };
    if let ProofOutcome::Holds(Proof { rule, parts, .. }) = &outcome
        && *rule != Rule::Monolithic
    {
        // A prescribed split may contain components that cannot matter.
        dropped.retain(|i| !parts.iter().flatten().any(|part| part == i));
    }
    ProofReport { outcome, statistics, rounds, dropped, attempts }
}

/// What is known at the end without a verdict: the assumptions of the last attempt that had some, and the
/// reason that matters most, a limit of the person's.
fn complete(last: &mut Unfinished, before: &[Step], monolithic: Option<ProofOutcome>) {
    let known = before.iter().rev().filter_map(|step| match &step.outcome {
        ProofOutcome::Unknown(unfinished) => Some(unfinished),
        _ => None,
    });
    if last.assumptions.is_empty()
        && let Some(better) = known.into_iter().find(|unfinished| !unfinished.assumptions.is_empty())
    {
        *last = Unfinished { reason: last.reason.clone(), ..better.clone() };
    }
    if let (Reason::NotModeled(_), Some(ProofOutcome::Unknown(monolithic))) = (&last.reason, monolithic) {
        last.reason = monolithic.reason;
    }
}
