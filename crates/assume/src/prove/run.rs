//! A proof from beginning to end.

use rely_lts::{Context, Reason, Verdict};

use crate::prove::monolithic;
use crate::prove::plan::{Ended, NotAPlan, Plan, Report, Tried};
use crate::prove::problem::Problem;
use crate::prove::proof::{Outcome, Proof, Rule, Statistics, Unfinished};

/// Do the processes keep the properties?
///
/// # Errors
/// If the plan does not fit the problem.
pub fn prove(problem: &Problem, plan: &Plan, ctx: Context<'_>) -> Result<Report, NotAPlan> {
    NotAPlan::check(problem, plan)?;
    let all = vec![(0..problem.components.len()).collect::<Vec<usize>>()];
    if plan.rule.unwrap_or(Rule::Monolithic) != Rule::Monolithic && !plan.portfolio {
        let rule = plan.rule.unwrap_or(Rule::Asym);
        let reason = Reason::NotModeled(format!("the rule {rule} is not built in"));
        return Ok(Report {
            outcome: Outcome::Unknown(Unfinished {
                reason,
                rule,
                parts: Vec::new(),
                assumptions: Vec::new(),
                holding: Vec::new(),
            }),
            statistics: Statistics::default(),
            rounds: Vec::new(),
            dropped: Vec::new(),
            attempts: Vec::new(),
        });
    }
    let searched = monolithic::search(problem, ctx);
    let mut statistics = Statistics::default();
    statistics.explored(searched.states);
    let (outcome, end) = match searched.verdict {
        Verdict::Holds(()) => {
            let proof = Proof {
                rule: Rule::Monolithic,
                parts: all.clone(),
                assumptions: Vec::new(),
                premises: Vec::new(),
            };
            (Outcome::Holds(proof), Ended::Decided)
        }
        Verdict::Violated(run) => (Outcome::Violated(run.actions), Ended::Decided),
        Verdict::Unknown(reason) => {
            let end = match &reason {
                Reason::Spent(spent) => Ended::Spent(spent.clone()),
                other => Ended::GaveUp(other.to_string()),
            };
            let unfinished = Unfinished {
                reason,
                rule: Rule::Monolithic,
                parts: all.clone(),
                assumptions: Vec::new(),
                holding: Vec::new(),
            };
            (Outcome::Unknown(unfinished), end)
        }
    };
    let tried = Tried { rule: Rule::Monolithic, parts: all, end, statistics: statistics.clone() };
    Ok(Report { outcome, statistics, rounds: Vec::new(), dropped: Vec::new(), attempts: vec![tried] })
}
