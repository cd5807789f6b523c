//! Does the system with the candidate keep what must be kept?
//!
//! # Problem
//! Given an [`Upgrade`]. Wanted: for every obligation (each property, and each process that can enter an
//! ERROR of its own) whether the candidate's system keeps it; a run if not, and whose fault that is; and, to
//! explain losses, the same for the completed system.
//!
//! # Method
//! Assume-guarantee proofs ([`rely_assume::prove`]) \[CSS04\], one for each obligation. An ERROR of a process
//! is an action that a property forbids ([`rely_assume::marked`]). Where no rule applies (priorities,
//! properties that are no observers), the product is searched.
//!
//! # Invariants
//! 1. *The candidate's system decides, the completed one explains*: an obligation is kept only if it was
//!    proved for the candidate's system itself.
//! 2. Every run is replayed on the system before it is returned.
//! 3. A spent budget is *unknown*.
//! 4. If nothing that the candidate dropped is known elsewhere ([`Upgrade::released`]), what the completed
//!    system keeps the candidate's keeps too. The proof of one is not used for the other; a contradiction is
//!    an internal error.
//!
//! # Cost
//! That of the proofs. One replaced component needs no choice of versions: what is required of the baseline
//! is proved by itself.
//!
//! # Departures
//! \[CSS04\] decides by the completed component; a candidate that removes an old mistake would then be no
//! replacement.

use rely_assume::prove::{
    NotAPlan, NotCompositional, Plan, Problem, Proof, ProofOutcome, Rule, Statistics, prove,
};
use rely_lts::{Context, Reason, Spent, System, Verdict};

use crate::classify::ViolationClass;
use crate::error_run::{ErrorRun, replays, stuck_after};
use crate::monolithic::{search_deadlock, search_error};
use crate::own_error::{earliest, marked_system};
use crate::upgrade::{NotCompleted, Obligation, Upgrade};

/// What is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extent {
    /// The system with the candidate: what decides.
    Candidate,
    /// The completed system as well: what explains.
    Completed,
}

/// What a proof is to be found for.
#[derive(Clone, Copy, Debug)]
pub struct Asked<'a> {
    /// In which system.
    pub system: Extent,
    /// What must be kept.
    pub obligation: Obligation,
    /// The proof for the candidate's system, if there is one already.
    pub proof: Option<&'a Proof>,
}

/// How to go about each proof.
pub type Plans<'p> = dyn Fn(&Asked<'_>) -> Plan + 'p;

/// A violation: a run, and whose fault it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Violation {
    /// The run, replayed.
    pub run: ErrorRun,
    /// Whose fault it is.
    pub class: ViolationClass,
}

/// What was found out about one obligation in the candidate's system.
#[derive(Clone, Debug)]
pub struct Decision {
    /// What must be kept.
    pub obligation: Obligation,
    /// Is it?
    pub verdict: Verdict<Proof, Violation>,
    /// What it took.
    pub statistics: Statistics,
}

/// What was found out about one obligation in the completed system.
#[derive(Clone, Debug)]
pub struct Explained {
    /// What must be kept.
    pub obligation: Obligation,
    /// Is it?
    pub verdict: Verdict<(), Violation>,
    /// What it took.
    pub statistics: Statistics,
}

/// Whether a system with the candidate keeps what must be kept.
#[derive(Clone, Debug)]
pub struct Compatibility {
    /// For every obligation, in order: what decides.
    pub candidate: Vec<Decision>,
    /// The same for the completed system: what explains.
    pub completed: Result<Vec<Explained>, NotCompleted>,
}

impl Compatibility {
    /// All obligations together: the first violation, else what is not known, else holds.
    pub fn verdict(&self) -> Verdict<(), &Violation> {
        let decisions = || self.candidate.iter().map(|decision| &decision.verdict);
        if let Some(violation) = decisions().find_map(Verdict::evidence) {
            return Verdict::Violated(violation);
        }
        let unknown = decisions().find_map(|verdict| match verdict {
            Verdict::Unknown(reason) => Some(reason.clone()),
            _ => None,
        });
        unknown.map_or(Verdict::Holds(()), Verdict::Unknown)
    }

    /// What all proofs took together, those that explain included.
    pub fn statistics(&self) -> Statistics {
        let mut all = Statistics::default();
        let explained = self.completed.iter().flatten().map(|explained| &explained.statistics);
        for one in self.candidate.iter().map(|decision| &decision.statistics).chain(explained) {
            add(&mut all, one);
        }
        all
    }
}

fn add(all: &mut Statistics, one: &Statistics) {
    all.membership_queries += one.membership_queries;
    all.equivalence_queries += one.equivalence_queries;
    all.rounds += one.rounds;
    all.largest_product = all.largest_product.max(one.largest_product);
    all.expansions += one.expansions;
}

/// Does the system with the candidate satisfy its obligations? See [`Upgrade`] for an example.
///
/// # Errors
/// If a plan does not fit the system.
pub fn compatible(
    upgrade: &Upgrade,
    extent: Extent,
    plans: &Plans<'_>,
    ctx: Context<'_>,
) -> Result<Compatibility, NotAPlan> {
    let obligations = upgrade.obligations();
    let mut answers = Vec::with_capacity(obligations.len());
    for &obligation in &obligations {
        let plan = plans(&Asked { system: Extent::Candidate, obligation, proof: None });
        answers.push(decide(&upgrade.candidate, obligation, &plan, ctx)?);
    }
    // A run that another ERROR cut short is a violation all the same.
    let cut: Vec<ErrorRun> = answers.iter_mut().filter_map(|answer| answer.instead.take()).collect();
    for run in cut {
        let same = |(o, _): &(&Obligation, &mut ObligationResult)| **o == Obligation::OwnError(run.culprit);
        let found = obligations.iter().zip(&mut answers).find(same);
        let answer = found.expect("a process that enters ERROR is an obligation").1;
        if !matches!(answer.verdict, Verdict::Violated(_)) {
            assert!(!answer.verdict.holds(), "a proof says that this ERROR is never entered");
            answer.verdict = Verdict::Violated(run);
        }
    }
    let completed = match extent {
        Extent::Candidate => Err(NotCompleted::NotAsked),
        Extent::Completed => match upgrade.completed() {
            Err(why) => Err(why),
            Ok(systems) => {
                let explained = obligations
                    .iter()
                    .zip(&mut answers)
                    .map(|(&obligation, answer)| explain(upgrade, &systems, obligation, answer, plans, ctx));
                Ok(explained.collect::<Result<Vec<_>, _>>()?)
            }
        },
    };
    let classified = |(&obligation, answer): (&Obligation, ObligationResult)| {
        let verdict = match answer.verdict {
            Verdict::Holds(proof) => Verdict::Holds(proof),
            Verdict::Unknown(reason) => Verdict::Unknown(reason),
            Verdict::Violated(run) => {
                let class = upgrade.class_of_candidate(obligation, &run, ctx);
                Verdict::Violated(Violation { run, class })
            }
        };
        Decision { obligation, verdict, statistics: answer.statistics }
    };
    let candidate = obligations.iter().zip(answers).map(classified).collect();
    Ok(Compatibility { candidate, completed })
}

/// What was found out about an obligation in a system.
struct ObligationResult {
    verdict: Verdict<Proof, ErrorRun>,
    statistics: Statistics,
    /// A run into the ERROR of another process, before this one's.
    instead: Option<ErrorRun>,
}

/// The same obligation in the completed system, which keeps it iff all these do.
fn explain(
    upgrade: &Upgrade,
    systems: &[System],
    obligation: Obligation,
    candidate: &mut ObligationResult,
    plans: &Plans<'_>,
    ctx: Context<'_>,
) -> Result<Explained, NotAPlan> {
    let transfers = upgrade.released(obligation).is_empty();
    let proof = match &candidate.verdict {
        Verdict::Holds(proof) => Some(proof),
        _ => None,
    };
    let plan = plans(&Asked { system: Extent::Completed, obligation, proof });
    let mut statistics = Statistics::default();
    let mut verdict: Verdict<(), ErrorRun> = Verdict::Holds(());
    // What the candidate's system does is one of the completed one, if nothing is in the way.
    if let Verdict::Violated(run) = &candidate.verdict
        && systems.iter().any(|system| replays(system, run, ctx).unwrap_or(false))
    {
        verdict = Verdict::Violated(run.clone());
    }
    for (at, system) in systems.iter().enumerate() {
        if verdict.evidence().is_some() {
            break;
        }
        let kept_already = systems.len() == 2 && at == 0 && proof.is_some();
        if kept_already {
            // The candidate that refuses more does no more.
            continue;
        }
        let answer = decide(system, obligation, &plan, ctx)?;
        add(&mut statistics, &answer.statistics);
        match answer.verdict {
            Verdict::Holds(_) => {}
            Verdict::Violated(run) => verdict = Verdict::Violated(run),
            Verdict::Unknown(reason) => verdict = Verdict::Unknown(reason),
        }
    }
    // Invariant 4.
    let contradiction = transfers && verdict.holds() && candidate.verdict.evidence().is_some();
    assert!(!contradiction, "the completed system does what the candidate's does");
    let verdict = match verdict {
        Verdict::Holds(()) => Verdict::Holds(()),
        Verdict::Unknown(reason) => Verdict::Unknown(reason),
        Verdict::Violated(run) => {
            let class = match replays(&upgrade.candidate, &run, ctx) {
                Err(_) => ViolationClass::Unclassified,
                Ok(false) => upgrade.class_of_completed(obligation, &run, ctx),
                Ok(true) => {
                    assert!(!candidate.verdict.holds(), "a proof says that there is no such run");
                    if !matches!(candidate.verdict, Verdict::Violated(_)) {
                        candidate.verdict = Verdict::Violated(run.clone());
                    }
                    upgrade.class_of_candidate(obligation, &run, ctx)
                }
            };
            Verdict::Violated(Violation { run, class })
        }
    };
    Ok(Explained { obligation, verdict, statistics })
}

/// Does a system keep an obligation?
fn decide(
    system: &System,
    obligation: Obligation,
    plan: &Plan,
    ctx: Context<'_>,
) -> Result<ObligationResult, NotAPlan> {
    if let Obligation::OwnError(place) = obligation
        && !system.components[place].lts.has_error()
    {
        let proof = Proof {
            rule: Rule::Monolithic,
            parts: vec![vec![place]],
            assumptions: Vec::new(),
            premises: Vec::new(),
        };
        return Ok(ObligationResult {
            verdict: Verdict::Holds(proof),
            statistics: Statistics::default(),
            instead: None,
        });
    }
    let answer = match problem(system, obligation) {
        Ok(problem) => by_rules(system, obligation, &problem, plan, ctx)?,
        Err(NotCompositional::Size(_)) => unknown(Reason::Spent(Spent::States(u64::from(u32::MAX)))),
        // Priorities, properties that are no observers, nothing but properties.
        Err(_) => by_search(system, obligation, ctx),
    };
    if let Verdict::Violated(run) = &answer.verdict {
        // Invariant 2.
        match replays(system, run, ctx) {
            Ok(replayed) => assert!(replayed, "a run that was found is one of the system"),
            Err(spent) => return Ok(ObligationResult { verdict: Verdict::Unknown(spent.into()), ..answer }),
        }
    }
    Ok(answer)
}

/// The problem for proof rules: the processes, or with ERRORs marked where one of these is asked for.
///
/// # Errors
/// If no rule applies.
pub fn problem(system: &System, obligation: Obligation) -> Result<Problem, NotCompositional> {
    match obligation {
        Obligation::Property(place) => Problem::new(system, &[place]),
        Obligation::OwnError(_) if system.priority.is_some() => Err(NotCompositional::Priority),
        Obligation::OwnError(place) => {
            let marked = marked_system(system, place)?;
            Problem::new(&marked, &[marked.components.len() - 1])
        }
    }
}

fn by_rules(
    system: &System,
    obligation: Obligation,
    problem: &Problem,
    plan: &Plan,
    ctx: Context<'_>,
) -> Result<ObligationResult, NotAPlan> {
    let report = prove(problem, plan, ctx)?;
    let mut instead = None;
    let verdict = match report.outcome {
        ProofOutcome::Holds(proof) => Verdict::Holds(proof),
        ProofOutcome::Unknown(unfinished) => Verdict::Unknown(unfinished.reason),
        ProofOutcome::Violated(actions) => match obligation {
            Obligation::Property(culprit) => Verdict::Violated(ErrorRun { actions, culprit }),
            Obligation::OwnError(culprit) => {
                let run = earliest(system, culprit, &actions);
                let run = run.expect("a component enters the first ERROR on a run");
                if run.culprit == culprit {
                    Verdict::Violated(run)
                } else {
                    let first = &system.components[run.culprit].name;
                    let reason = format!("its runs into ERROR end earlier, in the ERROR of {first}");
                    instead = Some(run);
                    Verdict::Unknown(Reason::NotModeled(reason))
                }
            }
        },
    };
    Ok(ObligationResult { verdict, statistics: report.statistics, instead })
}

fn by_search(system: &System, obligation: Obligation, ctx: Context<'_>) -> ObligationResult {
    let searched = search_error(system, obligation.place(), ctx);
    let mut statistics = Statistics::default();
    statistics.explored(searched.states);
    let everything = vec![(0..system.components.len()).collect()];
    let verdict = match searched.verdict {
        Verdict::Holds(()) => Verdict::Holds(Proof {
            rule: Rule::Monolithic,
            parts: everything,
            assumptions: Vec::new(),
            premises: Vec::new(),
        }),
        Verdict::Violated(run) => Verdict::Violated(run),
        Verdict::Unknown(reason) => Verdict::Unknown(reason),
    };
    ObligationResult { verdict, statistics, instead: None }
}

fn unknown(reason: Reason) -> ObligationResult {
    ObligationResult { verdict: Verdict::Unknown(reason), statistics: Statistics::default(), instead: None }
}

/// Deadlocks of the systems with both versions, which traces do not tell.
#[derive(Clone, Debug)]
pub struct Deadlocks {
    /// With the baseline: a shortest run, tau left out.
    pub baseline: Verdict,
    /// With the candidate.
    pub candidate: Verdict,
    /// Can the system with the baseline be stuck after the candidate's run too, up to actions that nothing
    /// there knows? `None` if the candidate's cannot be stuck, or the budget did not last to find out.
    pub inherited: Option<bool>,
    /// How large the candidate's system is, if all of it was seen.
    pub states: Option<u64>,
    /// Was an ERROR of the candidate's system met? What follows it was not searched.
    pub cut: bool,
}

/// Looks for deadlocks, in all states of the systems with both versions.
pub fn deadlocks(upgrade: &Upgrade, ctx: Context<'_>) -> Deadlocks {
    let candidate = search_deadlock(&upgrade.candidate, ctx);
    let baseline = search_deadlock(&upgrade.baseline, ctx);
    let states = candidate.verdict.holds().then_some(candidate.states);
    let inherited = match (&baseline.verdict, candidate.verdict.evidence()) {
        (_, None) => None,
        (Verdict::Holds(()), Some(_)) => Some(false),
        (_, Some(run)) => stuck_after(&upgrade.baseline, &run.actions, ctx).ok(),
    };
    let cut = candidate.cut;
    Deadlocks { baseline: baseline.verdict, candidate: candidate.verdict, inherited, states, cut }
}
