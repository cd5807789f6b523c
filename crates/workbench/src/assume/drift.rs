//! An assumption was violated: does the property still hold if the environment may also do what was seen?
//!
//! # Problem
//!
//! The environment did something that its model excludes. Given the model and the runs that were seen, decide
//! whether the module satisfies its properties in an environment that may also do this.
//!
//! # Method
//!
//! The environment of the module is composed, minimized, and widened by the runs that were seen
//! (`rely_assume::Drift`), under readings that allow more and more. The weakest assumption decides whether
//! the module satisfies its properties in the widened environment.
//!
//! # Invariants
//!
//! Where the system is small, a monolithic search decides as well, and a contradiction is an internal error.
//! Every run in the document was replayed.
//!
//! # Cost
//!
//! One composition of the environment, and one product with the assumption per reading.
//!
//! # Departures
//!
//! None: the readings are defined in `rely_assume::Drift`.

use std::sync::Arc;

use rely_assume::{Construction, Drift, Question, Reading, weakest, whole};
use rely_check::{Explore, Reach};
use rely_io::Control;
use rely_lts::minimize::{Equivalence, minimize};
use rely_lts::{ActionId, Alphabet, Budget, Component, Context, Lts, System, compose};
use rely_report::Failure;
use rely_report::view::{
    DischargedView, DriftView, DriftedView, ReadingKind, ReadingView, StepView, VerdictKind,
};
use rely_watch::SeenRuns;

use super::formats::Machine;
use super::question::{Asked, ask};
use super::using::{Allowed, discharged};
use super::{AssumeOptions, Detail};
use crate::load::{ReadOptions, load};
use crate::monitor::AssumeSource;

/// Up to this many states, the entire system is searched as well.
const SMALL: u64 = 100_000;

/// What to ask.
#[derive(Clone, Debug, Default)]
pub struct DriftOptions {
    /// The model of the system.
    pub system: String,
    /// Which target of it.
    pub target: Option<String>,
    /// The module whose environment was watched; default: what a document of `rely assume` says.
    pub module: Vec<String>,
    /// The properties; default: what the document says, else all of the target.
    pub properties: Vec<String>,
    /// The environment; default: what else there is in the target.
    pub environment: Vec<String>,
}

/// The question, before anything was seen: a wrong one is refused before a log is read, not when it matters.
pub(crate) struct DriftQuestion {
    file: String,
    target: String,
    question: Question,
    environment: Vec<Component>,
    warnings: Vec<String>,
}

impl DriftQuestion {
    /// Finds the module, its environment and its properties in the model.
    ///
    /// # Errors
    /// If the model is wrong, a name is unknown, or the question makes no sense.
    pub fn new(
        options: &DriftOptions,
        document: Option<&AssumeSource>,
        read: ReadOptions,
        control: &Control,
    ) -> Result<DriftQuestion, Failure> {
        let loaded = load(&options.system, read, control)?;
        let asked = question(options, document, read);
        if asked.module.is_empty() {
            let failure = Failure::input("E1032", "it is not known which module relies on the assumption");
            return Err(failure.help("name the module: --module NAMES"));
        }
        let Asked { system, question, environment, warnings, .. } = {
            let target = loaded.target(asked.target.as_deref(), control)?;
            ask(&loaded, target, &asked, control)?
        };
        let environment = environment.unwrap_or_default();
        if environment.is_empty() {
            let message = format!("{} has no environment: the module is the entire system", system.name);
            let failure = Failure::in_file("E1032", &loaded.path, message);
            return Err(failure
                .help("only a modeled environment can deviate: use --environment, or another --module"));
        }
        Ok(DriftQuestion { file: loaded.path.clone(), target: system.name, question, environment, warnings })
    }

    /// Does the property still hold if the environment may also do what was seen?
    ///
    /// # Errors
    /// If a run does not replay.
    pub fn answer(self, seen: &SeenRuns, control: &Control) -> Result<DriftView, Failure> {
        let DriftQuestion { file, target, question, environment, mut warnings } = self;
        let alphabet = Alphabet::union(&question.actions, environment.iter().map(|c| c.lts.alphabet()));
        warnings.extend(strangers(&question, &alphabet, seen));
        if !seen.is_whole {
            warnings.push(
                "only a part of long runs was kept: a shortest path of the assumption replaces the beginning, and the end is \
                 left out; --history keeps more"
                    .to_string(),
            );
        }
        let names = |components: &[Component]| components.iter().map(|c| c.name.clone()).collect();
        let mut view = DriftView {
            file,
            target,
            module: names(&question.module),
            environment: names(&environment),
            property: names(&question.properties),
            verdict: VerdictKind::Unknown,
            holds: None,
            reason: None,
            runs: seen.runs.len() as u64,
            deviations: Vec::new(),
            unseen: unseen(&question, &alphabet, seen),
            readings: Vec::new(),
            always: false,
            assumption: None,
            fsp: None,
            warnings,
        };
        decide(&mut view, &question, &environment, seen, control.context())?;
        if !seen.is_complete && view.verdict == VerdictKind::Holds {
            view.verdict = VerdictKind::Unknown;
            view.reason =
                Some(format!("only {} of the runs that violated the assumption were added", seen.runs.len()));
        }
        Ok(view)
    }
}

/// The question about the module, as `rely assume` asks it.
fn question(options: &DriftOptions, document: Option<&AssumeSource>, read: ReadOptions) -> AssumeOptions {
    let given = |own: &[String], recorded: Option<Vec<String>>| match own.is_empty() {
        true => recorded.unwrap_or_default(),
        false => own.to_vec(),
    };
    let names = |components: &[crate::monitor::NamedComponent]| {
        components.iter().map(|c| c.name.clone()).collect::<Vec<_>>()
    };
    let properties = document.filter(|_| options.module.is_empty()).map(|d| names(&d.property));
    AssumeOptions {
        target: options.target.clone().or(document.map(|d| d.target.clone())),
        module: given(&options.module, document.map(|d| names(&d.module))),
        properties: given(&options.properties, properties),
        environment: options.environment.clone(),
        detail: Detail::Machine,
        read,
        ..AssumeOptions::default()
    }
}

/// Answers reading after reading.
fn decide(
    view: &mut DriftView,
    question: &Question,
    environment: &[Component],
    seen: &SeenRuns,
    ctx: Context<'_>,
) -> Result<(), Failure> {
    let own = System::new("the environment", &question.actions, environment.to_vec());
    // How a behavior is written down must not matter: states that behave alike are one place of a deviation.
    let alike = |lts: Lts| minimize(&lts.with_end(None), Equivalence::Branching, ctx);
    let composed = match compose(&own, ctx).and_then(|composed| alike(composed.lts)) {
        Ok(composed) => composed.lts,
        Err(spent) => {
            view.reason = Some(format!("the environment was not composed: {spent}"));
            return Ok(());
        }
    };
    let budget = ctx.budget.holding(composed.memory() + question.system().memory());
    let ctx = Context { budget: &budget, ..ctx };
    let actions = &question.actions;
    let shown = Alphabet::from_names(actions, seen.alphabet.iter().map(String::as_str));
    let runs: Vec<Vec<ActionId>> =
        seen.runs.iter().map(|(_, run)| run.iter().map(|name| actions.intern(name)).collect()).collect();
    let drift = match Drift::follow(&composed, &shown, &runs, ctx) {
        Ok(drift) => drift,
        Err(spent) => {
            view.reason = Some(spent.to_string());
            return Ok(());
        }
    };
    view.deviations = (drift.drifted.iter())
        .map(|d| DriftedView {
            key: seen.runs[d.trace].0.clone(),
            step: d.step as u64 + 1,
            action: actions.name(d.action).to_string(),
            states: d.states as u64,
        })
        .collect();
    let answer = weakest(question, Construction::Auto, ctx).answer;
    let allowed = Allowed::of(question, &answer);
    match &answer {
        rely_assume::WeakestAnswer::Always => view.always = true,
        rely_assume::WeakestAnswer::Provided(assumption) => {
            let machine = Machine::of_assumption(question, assumption);
            view.assumption = Some(machine.document());
            view.fsp = machine.short_fsp()?;
        }
        rely_assume::WeakestAnswer::Never { .. } | rely_assume::WeakestAnswer::Unknown(_) => {}
    }
    let modeled = environment.iter().map(|c| c.lts.n_states() as u64).sum();
    let first = read(question, &allowed, (ReadingKind::Modeled, environment, modeled), ctx)?;
    let mut verdict = first.verdict;
    view.readings.push(first);
    for (reading, word) in
        Reading::ALL.into_iter().zip([ReadingKind::Once, ReadingKind::Again, ReadingKind::Anything])
    {
        if verdict != VerdictKind::Holds {
            break;
        }
        view.holds = view.readings.last().map(|last| last.reading);
        let lts = match drift.widened(reading, ctx) {
            Ok(lts) => lts,
            Err(spent) => {
                verdict = VerdictKind::Unknown;
                view.reason = Some(format!("the environment was not widened: {spent}"));
                break;
            }
        };
        let states = lts.n_states() as u64;
        let name = environment.iter().map(|c| c.name.as_str()).collect::<Vec<_>>().join(" || ");
        let widened = [Component::new(format!("{name} as seen"), Arc::new(lts))];
        let answer = read(question, &allowed, (word, &widened, states), ctx)?;
        verdict = answer.verdict;
        view.readings.push(answer);
    }
    if verdict == VerdictKind::Holds {
        view.holds = Some(ReadingKind::Anything);
    }
    view.verdict = verdict;
    if verdict == VerdictKind::Unknown && view.reason.is_none() {
        view.reason = view.readings.last().and_then(|last| last.reason.clone());
    }
    Ok(())
}

/// One reading.
fn read(
    question: &Question,
    allowed: &Allowed,
    (reading, environment, states): (ReadingKind, &[Component], u64),
    ctx: Context<'_>,
) -> Result<ReadingView, Failure> {
    let (mut found, _) = discharged(question, allowed, environment, None, ctx)?;
    if let Some(is_violated) = searched(question, environment, ctx) {
        let agrees = match found.verdict {
            VerdictKind::Holds => !is_violated,
            VerdictKind::Violated => is_violated,
            VerdictKind::Unknown => true,
        };
        if !agrees {
            let message = format!("the monolithic search contradicts the assumption ({reading:?})");
            return Err(Failure::Internal(message));
        }
    }
    if reading != ReadingKind::Modeled {
        without_choices(&mut found, question.module.len());
    }
    Ok(ReadingView {
        reading,
        states,
        verdict: found.verdict,
        vacuous: found.vacuous,
        trace: found.trace,
        environment_trace: found.environment_trace,
        violates: found.violates,
        reason: found.reason,
        steps: found.steps,
    })
}

/// Leaves out the internal steps of the widened environment, by which it chooses between what it may do:
/// nobody models them.
fn without_choices(found: &mut DischargedView, widened: usize) {
    let Some(steps) = &mut found.steps else { return };
    let is_choice = |step: &StepView| step.action == "tau" && step.participants == [widened];
    let kept: Vec<bool> = steps.steps.iter().map(|step| !is_choice(step)).collect();
    let mut at = 0..;
    found.trace.retain(|_| kept[at.next().expect("there is no end")]);
    steps.steps.retain(|step| !is_choice(step));
    found.environment_trace.retain(|action| action != "tau");
}

/// Does the module or a property enter ERROR in the whole system, if that is small enough to be searched?
fn searched(question: &Question, environment: &[Component], ctx: Context<'_>) -> Option<bool> {
    let system = whole(question, environment);
    let limit = ctx.budget.states.map_or(SMALL, |own| own.min(SMALL));
    let budget = Budget { states: Some(limit), ..ctx.budget.clone() };
    let reach = Reach::explore(&system, Explore::States, Context { budget: &budget, ..ctx });
    if reach.spent().is_some() {
        return None;
    }
    let theirs = question.module.len()..question.module.len() + environment.len();
    Some((0..system.components.len()).any(|at| !theirs.contains(&at) && reach.error_run(at).is_some()))
}

/// A warning about actions of the runs that are not in the alphabet of the environment.
fn strangers(question: &Question, environment: &Alphabet, seen: &SeenRuns) -> Option<String> {
    let mut names: Vec<&String> = seen.runs.iter().flat_map(|(_, run)| run).collect();
    names.sort_unstable();
    names.dedup();
    let stranger =
        |name: &&&String| question.actions.get(name).is_none_or(|action| !environment.contains(action));
    let names: Vec<String> = names.iter().filter(stranger).map(|name| format!("`{name}`")).collect();
    (!names.is_empty()).then(|| {
        format!(
            "left out of the runs, because not in the alphabet of the environment's model: {}",
            rely_report::prose::list(&names)
        )
    })
}

/// Actions that the environment shares with the module or a property, and that cannot be seen.
fn unseen(question: &Question, environment: &Alphabet, seen: &SeenRuns) -> Vec<String> {
    let others = question.module.iter().chain(&question.properties);
    let shared = |a: &&ActionId| others.clone().any(|c| c.lts.alphabet().contains(**a));
    let names = environment.ids().iter().filter(shared).map(|&a| question.actions.name(a).to_string());
    names.filter(|name| !seen.alphabet.contains(name)).collect()
}
