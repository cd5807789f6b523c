//! Uses of an assumption: discharged by an environment or by candidates, compared with a model of
//! the environment, written as a component.

use std::path::Path;

use rely_assume::{
    Assumption, Deviation, Discharged, Question, WeakestAnswer, deviations, discharge, most_general_live,
    possible, run_along, shares_internal, whole,
};
use rely_check::{Explore, Reach};
use rely_formats::AutStyle;
use rely_io::files;
use rely_lts::{ActionId, Alphabet, Budget, Component, Context, Lts, LtsBuilder, Spent, StateId, System};
use rely_report::Failure;
use rely_report::view::{
    CandidateView, DepartureView, DeviationView, DeviationsView, DischargedView, EmittedView, VerdictKind,
};

use super::certificate::Certifier;
use super::document::Runs;
use super::formats::Machine;
use super::naming::component_name;
use crate::compose::{LtsFormat, write_lts_file};

/// Up to this many states, the entire system is searched for vacuous properties.
const SMALL: u64 = 100_000;

/// Unsafe deviations that get a run.
const RUNS: usize = 200;

/// The assumption of an answer: all of it, or why there is none.
pub(super) enum Allowed {
    /// The allowed behavior.
    Known(Assumption),
    /// Nothing, since the module violates a property by itself.
    Nothing(Vec<ActionId>),
    /// The budget was spent.
    Unknown(Spent),
}

impl Allowed {
    /// The behavior that an answer allows; everything if the property always holds.
    pub(super) fn of(question: &Question, answer: &WeakestAnswer) -> Allowed {
        match answer {
            WeakestAnswer::Always => Allowed::Known(everything(&question.boundary.assumption)),
            WeakestAnswer::Never { run } => Allowed::Nothing(run.clone()),
            WeakestAnswer::Provided(assumption) => Allowed::Known(assumption.clone()),
            WeakestAnswer::Unknown(partial) => Allowed::Unknown(partial.spent.clone()),
        }
    }
}

impl Allowed {
    /// The assumption, if it is known.
    pub(super) fn assumption(&self) -> Option<&Assumption> {
        match self {
            Allowed::Known(assumption) => Some(assumption),
            Allowed::Nothing(_) | Allowed::Unknown(_) => None,
        }
    }
}

/// The assumption that allows everything.
fn everything(alphabet: &Alphabet) -> Assumption {
    let mut builder = LtsBuilder::new(alphabet.actions());
    builder.ensure_states(1).expect("one state is not too many");
    for &action in alphabet.ids() {
        builder.add_transition(StateId::at(0), action, StateId::at(0));
    }
    let lts = builder.finish(StateId::at(0)).expect("one state with loops is well formed");
    Assumption::new(lts).expect("loops with different labels are deterministic")
}

/// Does an environment satisfy the assumption? Runs are replayed. If the environment is of a target, the run
/// may be one of that as well.
pub(super) fn discharged(
    question: &Question,
    allowed: &Allowed,
    environment: &[Component],
    target: Option<&System>,
    ctx: Context<'_>,
) -> Result<(DischargedView, Discharged), Failure> {
    let verdict = match allowed {
        Allowed::Known(assumption) => discharge(question, assumption, environment, ctx).verdict,
        Allowed::Nothing(run) => Discharged::Violated { environment: Vec::new(), run: run.clone() },
        Allowed::Unknown(spent) => Discharged::Unknown(spent.clone().into()),
    };
    let view = verdict_view(question, environment, target, &verdict, ctx)?;
    if let (Allowed::Known(assumption), Discharged::Violated { environment: run, .. }) = (allowed, &verdict) {
        let mut components = environment.to_vec();
        components.push(assumption.property("the assumption"));
        let alone = Runs::new(System::new("the environment", &question.actions, components));
        alone.confirm(std::slice::from_ref(run))?;
    }
    Ok((view, verdict))
}

/// A verdict about the whole system, its run replayed.
pub(super) fn verdict_view(
    question: &Question,
    environment: &[Component],
    target: Option<&System>,
    verdict: &Discharged,
    ctx: Context<'_>,
) -> Result<DischargedView, Failure> {
    let mut view = DischargedView {
        environment: environment.iter().map(|c| c.name.clone()).collect(),
        verdict: VerdictKind::Holds,
        vacuous: false,
        trace: Vec::new(),
        environment_trace: Vec::new(),
        violates: Vec::new(),
        reason: None,
        on_target: false,
        steps: None,
    };
    match verdict {
        Discharged::Holds => {
            view.reason = vacuous(question, environment, ctx);
            view.vacuous = view.reason.is_some();
        }
        Discharged::Unknown(reason) => {
            view.verdict = VerdictKind::Unknown;
            view.reason = Some(reason.to_string());
        }
        Discharged::Violated { environment: own, run } => {
            let runs = Runs::new(whole(question, environment));
            view.verdict = VerdictKind::Violated;
            view.violates = runs.confirm(std::slice::from_ref(run))?.concat();
            view.trace = runs.names(run);
            view.environment_trace = runs.names(own);
            view.steps = runs.steps(run)?;
            let again =
                |target: &System| Runs::new(target.clone()).confirm(std::slice::from_ref(run)).is_ok();
            view.on_target = target.is_some_and(again);
        }
    }
    Ok(view)
}

/// Why all properties say nothing about the whole system, if that is so and it is small enough to see.
fn vacuous(question: &Question, environment: &[Component], ctx: Context<'_>) -> Option<String> {
    let system = whole(question, environment);
    let limit = ctx.budget.states.map_or(SMALL, |own| own.min(SMALL));
    let budget = Budget { states: Some(limit), ..ctx.budget.clone() };
    let ctx = Context { budget: &budget, ..ctx };
    let reach = Reach::explore(&system, Explore::States, ctx);
    if reach.spent().is_some() {
        return None;
    }
    let first = question.module.len() + environment.len();
    let results = reach.verdicts(ctx).1.into_iter().filter(|result| result.component >= first);
    let reasons: Option<Vec<String>> = results.map(|result| result.vacuous).collect();
    reasons.filter(|reasons| !reasons.is_empty()).map(|reasons| reasons.join("; "))
}

/// Candidates in the order of how well they fit: those that satisfy the assumption first, then those that are
/// undecided, then those that leave it, late before early.
pub(super) fn ranked(
    question: &Question,
    allowed: &Allowed,
    candidates: Vec<(String, Vec<Component>)>,
    mut certifier: Option<&mut Certifier<'_>>,
    ctx: Context<'_>,
) -> Result<Vec<CandidateView>, Failure> {
    let mut views = Vec::new();
    for (name, components) in candidates {
        let knows = |a: &&ActionId| components.iter().any(|c| c.lts.alphabet().contains(**a));
        let action = |a: &ActionId| question.actions.name(*a).to_string();
        let interface = question.boundary.assumption.ids();
        let mut view = CandidateView {
            name,
            states: components.iter().map(|c| c.lts.n_states() as u64).sum(),
            verdict: VerdictKind::Unknown,
            environment_trace: Vec::new(),
            trace: Vec::new(),
            missing: interface.iter().filter(|a| !knows(a)).map(action).collect(),
            reason: None,
        };
        let inside = shares_internal(question, &components);
        if inside.is_empty() {
            let (answer, verdict) = discharged(question, allowed, &components, None, ctx)?;
            if let Some(certifier) = &mut certifier {
                let found = (&verdict, answer.vacuous);
                certifier.environment(&view.name, &components, allowed.assumption(), found)?;
            }
            view.verdict = answer.verdict;
            view.environment_trace = answer.environment_trace;
            view.trace = answer.trace;
            view.reason = answer.reason;
        } else {
            let names: Vec<String> = inside.iter().map(action).collect();
            view.reason = Some(format!(
                "it takes part in {}, which is internal to the module",
                rely_report::prose::list(&names)
            ));
        }
        views.push(view);
    }
    let rank = |view: &CandidateView| match view.verdict {
        VerdictKind::Holds => (0, 0),
        VerdictKind::Unknown => (1, 0),
        VerdictKind::Violated => (2, usize::MAX - view.environment_trace.len()),
    };
    views.sort_by_key(rank);
    Ok(views)
}

/// How far an environment may stray from its model; `None` if the budget was spent, which is a warning.
pub(super) fn strayed(
    question: &Question,
    assumption: &Assumption,
    environment: &[Component],
    warnings: &mut Vec<String>,
    ctx: Context<'_>,
) -> Result<Option<DeviationsView>, Failure> {
    match compared(question, assumption, environment, ctx) {
        Err(Failure::Spent(spent)) => {
            warnings.push(format!("deviations are not known: {spent}"));
            Ok(None)
        }
        found => found.map(Some),
    }
}

fn compared(
    question: &Question,
    assumption: &Assumption,
    environment: &[Component],
    ctx: Context<'_>,
) -> Result<DeviationsView, Failure> {
    let names = Machine::of_assumption(question, assumption).names;
    let found = deviations(environment, assumption, ctx)?;
    let traces: Vec<&[ActionId]> = found.deviations.iter().map(|d| &d.trace[..]).collect();
    let possible = possible(question, &traces, ctx)?;
    let runs = Runs::new(question.system());
    let view = |(deviation, possible): (&Deviation, &bool)| DeviationView {
        state: deviation.state.raw(),
        name: names[deviation.state.index()].clone(),
        trace: runs.names(&deviation.trace),
        target: deviation.target.map(StateId::raw),
        target_name: deviation.target.map(|target| names[target.index()].clone()),
        margin: deviation.margin.map(|margin| margin as u64),
        possible: *possible,
        run: Vec::new(),
        violates: Vec::new(),
    };
    let (safe, forbidden): (Vec<_>, Vec<_>) =
        found.deviations.iter().zip(&possible).partition(|(deviation, _)| deviation.is_safe());
    let mut known: Vec<Vec<ActionId>> = Vec::new();
    for (deviation, _) in forbidden.iter().take(RUNS) {
        let run = run_along(question, &deviation.trace, ctx)?;
        known.push(run.ok_or_else(|| Failure::Internal("something is forbidden for no reason".to_string()))?);
    }
    let culprits = runs.confirm(&known)?;
    let mut forbidden: Vec<DeviationView> = forbidden.into_iter().map(view).collect();
    for ((run, violates), deviation) in known.iter().zip(culprits).zip(&mut forbidden) {
        deviation.run = runs.names(run);
        deviation.violates = violates;
    }
    let violations = found.violations.iter().map(|departure| DepartureView {
        state: departure.state.raw(),
        name: names[departure.state.index()].clone(),
        trace: runs.names(&departure.trace),
    });
    Ok(DeviationsView {
        safe: safe.into_iter().map(view).collect(),
        violations: violations.collect(),
        r#unsafe: forbidden,
        pairs: found.pairs as u64,
    })
}

/// The format of the file for a component.
pub(super) fn component_format(path: &Path) -> Result<LtsFormat, Failure> {
    LtsFormat::of_file(path).ok_or_else(|| {
        Failure::in_file(
            "E1010",
            path.display().to_string(),
            "the format is unclear from the extension of the file",
        )
        .help("use .lts, .aut, .dot, .json or .rlts")
    })
}

/// Writes the most general component for the module.
pub(super) fn emitted(
    question: &Question,
    allowed: &Allowed,
    (path, format): (&Path, LtsFormat),
    live: bool,
    ctx: Context<'_>,
) -> Result<EmittedView, Failure> {
    let mut view = EmittedView {
        file: None,
        name: component_name(&question.module),
        states: 0,
        transitions: 0,
        live,
        removed: 0,
        verdict: VerdictKind::Violated,
        reason: None,
    };
    let assumption = match allowed {
        Allowed::Known(assumption) => assumption.clone(),
        Allowed::Nothing(_) => {
            view.reason = Some("the module violates the property with every component".to_string());
            return Ok(view);
        }
        Allowed::Unknown(spent) => {
            view.verdict = VerdictKind::Unknown;
            view.reason = Some(spent.to_string());
            return Ok(view);
        }
    };
    let component = if live {
        let found = match most_general_live(question, ctx) {
            Ok(found) => found,
            Err(spent) => {
                view.verdict = VerdictKind::Unknown;
                view.reason = Some(spent.to_string());
                return Ok(view);
            }
        };
        view.removed = found.removed as u64;
        view.reason = found.dead_end.map(|end| end.text(question));
        let Some(lts) = found.component else { return Ok(view) };
        Assumption::new(lts).map_err(|error| Failure::Internal(error.to_string()))?
    } else {
        assumption
    };
    view.verdict = VerdictKind::Holds;
    write_component(question, &component, &view.name, format, path)?;
    let lts: &Lts = component.lts();
    (view.states, view.transitions) = (lts.n_states() as u64, lts.n_transitions() as u64);
    view.file = Some(path.display().to_string());
    Ok(view)
}

fn write_component(
    question: &Question,
    component: &Assumption,
    name: &str,
    format: LtsFormat,
    path: &Path,
) -> Result<(), Failure> {
    if format == LtsFormat::Fsp {
        let text = Machine::of_component(question, component, name).fsp()?;
        return files::write(path, |out| out.write_all(text.as_bytes()));
    }
    write_lts_file(component.lts(), name, format, AutStyle::Ltsa, path)?;
    Ok(())
}
