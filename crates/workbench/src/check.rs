//! `rely check`: all verdicts of a target in one run, every violation replayed.

mod liveness;

use std::path::{Path, PathBuf};

use rely_certify::ClaimKind;
use rely_check::ltl::{Fairness, Shape, check_assert};
use rely_check::{Coverage, NotFollowed, ProgressTest, Reach, Wanted, check_progress};
use rely_fsp::Diagnostic;
use rely_lts::{ActionId, Component, Context, Role, StateId, System, Verdict};
use rely_report::Failure;
use rely_report::prose::list;
use rely_report::view::{CheckDocument, CheckKind, ComponentView, ResultView, UnusedView, VerdictKind};

use rely_io::Control;
use crate::evidence::{Claimed, Judge, NOT_REPLAYED, Proved, Unconfirmed, closed_set_certificate};
use rely_io::files;
use crate::load::{Loaded, Target};
use crate::names::{self, is_called};
use crate::reduction::{CheckReduction, Decided, decide};
use crate::trace::trace_view;
pub(crate) use liveness::LivenessChecks;

/// Longer counterexamples are given without the components' states on the way.
const MAX_STEPS: usize = 20_000;

/// What to check.
#[derive(Clone, Debug)]
pub struct CheckOptions {
    /// Which target; default: the last composite, else all processes in parallel.
    pub target: Option<String>,
    /// Only these: components, process names (all instances), progress tests, asserts.
    pub properties: Vec<String>,
    /// Only these kinds; empty means all.
    pub kinds: Vec<CheckKind>,
    /// Are choices fair in asserts?
    pub fair_choice: bool,
    /// Where to write a certificate of deadlock freedom and safety; it needs the full search.
    pub certificate: Option<PathBuf>,
    /// How to decide deadlock and safety.
    pub reduction: CheckReduction,
}

impl Default for CheckOptions {
    fn default() -> Self {
        CheckOptions {
            target: None,
            properties: Vec::new(),
            kinds: Vec::new(),
            fair_choice: true,
            certificate: None,
            reduction: CheckReduction::Auto,
        }
    }
}

/// The result of a check.
pub struct CheckResult {
    /// The report.
    pub document: CheckDocument,
    /// Warnings about the source, with their places.
    pub warnings: Vec<Diagnostic>,
}

/// Checks a target.
///
/// # Errors
/// If the model is wrong, a name is unknown, there is nothing to check, or a violation does not replay.
pub fn check(loaded: &Loaded, options: &CheckOptions, control: &Control) -> Result<CheckResult, Failure> {
    let Target { mut system, mut warnings } = loaded.target(options.target.as_deref(), control)?;
    let selection = Selection::new(loaded, &mut system, options, control)?;
    if system.components.is_empty() {
        return Err(Failure::Nothing(format!(
            "{} has no components: there is nothing to check",
            system.name
        )));
    }
    let ctx = control.context();
    let budget = ctx.budget.holding(system.memory());
    let ctx = Context { budget: &budget, ..ctx };
    let wanted = |kind: CheckKind| options.kinds.is_empty() || options.kinds.contains(&kind);
    let progress_wanted =
        wanted(CheckKind::Progress) && selection.progress.as_ref().is_none_or(|p| !p.is_empty());

    let asked = Wanted {
        deadlock: wanted(CheckKind::Deadlock) && selection.deadlock,
        safety: if wanted(CheckKind::Safety) {
            let mut all = Wanted::everything(&system).safety;
            all.retain(|&i| selection.takes(&system.components[i]));
            all
        } else {
            Vec::new()
        },
    };
    let reduction = if options.certificate.is_some() { CheckReduction::None } else { options.reduction };
    let decided = decide(&system, &asked, reduction, progress_wanted, ctx);
    let Decided { reach, deadlock, safety, methods, states, transitions } = decided;
    let confirmer = Confirmer { system: &system, judge: Judge::new(&system) };
    let mut results = Vec::new();

    if let Some((verdict, method)) = deadlock {
        let mut result = blank(CheckKind::Deadlock, &system.name);
        result.method = method;
        confirmer.safety(&mut result, verdict, Claimed::Deadlock)?;
        if result.verdict == VerdictKind::Holds {
            result.reason = reach.as_ref().filter(|_| method.is_none()).and_then(Reach::deadlock_vacuous);
            result.vacuous = result.reason.is_some();
        }
        results.push(result);
    }
    for (safety, method) in safety {
        let component = &system.components[safety.component];
        let mut result = blank(CheckKind::Safety, &component.name);
        result.method = method;
        result.vacuous = safety.vacuous.is_some();
        confirmer.safety(&mut result, safety.verdict, Claimed::Error(&[safety.component]))?;
        result.reason = result.reason.or(safety.vacuous);
        match results.iter_mut().find(|r| r.kind == CheckKind::Safety && r.name == result.name) {
            Some(other) => merge(other, result),
            None => results.push(result),
        }
    }
    if progress_wanted {
        let tests = match &selection.progress {
            Some(tests) => tests.clone(),
            None => progress_tests(loaded)?,
        };
        let reach = reach.as_ref().expect("progress is read off the full search");
        for progress in check_progress(reach, &tests, ctx) {
            results.push(confirmer.progress(progress)?);
        }
    }
    if wanted(CheckKind::Ltl) {
        for name in &selection.asserts {
            results.push(confirmer.assert(loaded, name, options.fair_choice, &mut warnings, control)?);
        }
    }
    if !results.is_empty() && wanted(CheckKind::Safety) {
        results.extend(selection.harmless(&system));
    }
    if results.is_empty() {
        return Err(Failure::Nothing(format!(
            "nothing of {} is selected: there is nothing to check",
            system.name
        )));
    }
    let certificate = match &options.certificate {
        Some(path) => {
            let reach = reach.as_ref().expect("a certificate is made of the full search");
            write_certificate(loaded, reach, &system, &results, path)?
        }
        None => None,
    };
    let unused = reach.as_ref().map_or_else(Vec::new, |reach| unused_views(&Coverage::of(reach), &system));
    let document = CheckDocument {
        schema: "rely/check/1".to_string(),
        file: loaded.path.clone(),
        target: system.name.clone(),
        components: component_views(&system),
        states,
        transitions,
        methods,
        results,
        unused,
        warnings: loaded.views(&warnings),
        certificate,
    };
    Ok(CheckResult { document, warnings })
}

/// The components as a document lists them.
pub(crate) fn component_views(system: &System) -> Vec<ComponentView> {
    system
        .components
        .iter()
        .map(|c| ComponentView {
            name: c.name.clone(),
            role: c.role.into(),
            states: c.lts.n_states() as u64,
            transitions: c.lts.n_transitions() as u64,
        })
        .collect()
}

/// Is a progress test meant by a name, its own or that of the definition that it is one of?
fn belongs(test: &ProgressTest, name: &str) -> bool {
    test.name == name || test.name.strip_prefix(name).is_some_and(|rest| rest.starts_with('.'))
}

/// Which checks were asked for.
struct Selection {
    deadlock: bool,
    /// Names of components or processes; `None` takes all.
    components: Option<Vec<String>>,
    /// `None` takes all the model has.
    progress: Option<Vec<ProgressTest>>,
    asserts: Vec<String>,
}

impl Selection {
    /// Reads `--property`. Properties that were not asked for are taken out of the system (they only
    /// observe), and processes of the model that are not in the target are added as properties.
    fn new(
        loaded: &Loaded,
        system: &mut System,
        options: &CheckOptions,
        control: &Control,
    ) -> Result<Self, Failure> {
        let asserts: Vec<String> = loaded
            .model()
            .map_or_else(Vec::new, |model| model.asserts().iter().map(|a| a.to_string()).collect());
        if options.properties.is_empty() {
            return Ok(Selection { deadlock: true, components: None, progress: None, asserts });
        }
        let tests = progress_tests(loaded)?;
        let mut selection = Selection {
            deadlock: false,
            components: Some(Vec::new()),
            progress: Some(Vec::new()),
            asserts: Vec::new(),
        };
        let mut added = Vec::new();
        for name in &options.properties {
            let name = &names::dotted(name);
            let mut known = false;
            if system.components.iter().any(|c| is_called(c, name)) {
                selection.components.get_or_insert_default().push(name.clone());
                known = true;
            }
            let chosen: Vec<ProgressTest> =
                tests.iter().filter(|test| belongs(test, name)).cloned().collect();
            known |= !chosen.is_empty();
            selection.progress.get_or_insert_default().extend(chosen);
            if asserts.contains(name) {
                selection.asserts.push(name.clone());
                known = true;
            }
            if !known {
                added.push(outside(loaded, system, name, &asserts, &tests, control)?);
                selection.components.get_or_insert_default().push(name.clone());
            }
        }
        system.components.retain(|c| c.role != Role::Property || selection.takes(c));
        system.components.extend(added);
        Ok(selection)
    }

    fn takes(&self, component: &Component) -> bool {
        self.components.as_ref().is_none_or(|names| names.iter().any(|name| is_called(component, name)))
    }

    /// Results for components that were named but have no ERROR to enter.
    fn harmless(&self, system: &System) -> Vec<ResultView> {
        let named = |c: &&Component| self.components.is_some() && self.takes(c);
        let harmless = |c: &&Component| c.role != Role::Property && !c.lts.has_error();
        let result = |c: &Component| ResultView {
            vacuous: true,
            reason: Some(format!("{} has no ERROR to enter", c.name)),
            ..blank(CheckKind::Safety, &c.name)
        };
        system.components.iter().filter(named).filter(harmless).map(result).collect()
    }
}

/// A process of the model that is not in the target, as a property.
fn outside(
    loaded: &Loaded,
    system: &System,
    name: &str,
    asserts: &[String],
    tests: &[ProgressTest],
    control: &Control,
) -> Result<Component, Failure> {
    let definitions = names::definitions(loaded);
    if !definitions.iter().any(|d| d == name) {
        let known = definitions.iter().chain(asserts).map(String::as_str);
        let known = known.chain(tests.iter().map(|t| t.name.as_str()));
        let known = known.chain(system.components.iter().map(|c| c.name.as_str()));
        let help = "name components, processes, progress tests or asserts";
        return Err(names::unknown(loaded, name, known, help));
    }
    names::as_property(loaded, name, &system.actions, control)
}

/// The progress tests of the model.
fn progress_tests(loaded: &Loaded) -> Result<Vec<ProgressTest>, Failure> {
    let Some(model) = loaded.model() else { return Ok(Vec::new()) };
    model.progress_tests().map_err(|diagnostics| loaded.failure(diagnostics))
}

fn blank(kind: CheckKind, name: &str) -> ResultView {
    ResultView {
        kind,
        name: name.to_string(),
        verdict: VerdictKind::Holds,
        vacuous: false,
        method: None,
        trace: Vec::new(),
        cycle: Vec::new(),
        reason: None,
        notes: Vec::new(),
        steps: None,
    }
}

/// Components may have the same name (relabeling does not show in it): one result speaks for all, the worst
/// and the shortest.
fn merge(into: &mut ResultView, other: ResultView) {
    let rank = |result: &ResultView| match result.verdict {
        VerdictKind::Violated => (0, result.trace.len()),
        VerdictKind::Unknown => (1, 0),
        VerdictKind::Holds => (2, usize::from(result.vacuous)),
    };
    if rank(&other) < rank(into) {
        *into = other;
    }
}

/// Turns verdicts into results, and replays every violation first.
struct Confirmer<'a> {
    system: &'a System,
    judge: Judge,
}

impl Confirmer<'_> {
    fn names(&self, actions: &[ActionId]) -> Vec<String> {
        actions.iter().map(|&a| self.system.actions.name(a).to_string()).collect()
    }

    /// Fills in a verdict of deadlock or safety.
    fn safety(&self, result: &mut ResultView, verdict: Verdict, claimed: Claimed<'_>) -> Result<(), Failure> {
        match verdict {
            Verdict::Holds(()) => result.verdict = VerdictKind::Holds,
            Verdict::Unknown(reason) => {
                result.verdict = VerdictKind::Unknown;
                result.reason = Some(reason.to_string());
            }
            Verdict::Violated(trace) => {
                let error = matches!(claimed, Claimed::Error(_));
                self.violated(result, &trace.actions, &[], claimed, |end| {
                    if error {
                        rely_check::is_error(end)
                    } else {
                        rely_check::enabled(self.system, end).is_empty()
                    }
                })?;
            }
        }
        Ok(())
    }

    /// Fills in a violation after it was replayed.
    fn violated(
        &self,
        result: &mut ResultView,
        trace: &[ActionId],
        cycle: &[ActionId],
        claimed: Claimed<'_>,
        accept: impl Fn(&[StateId]) -> bool,
    ) -> Result<(), Failure> {
        result.verdict = VerdictKind::Violated;
        result.trace = self.names(trace);
        result.cycle = self.names(cycle);
        // Actions that no component knows were taken by a formula alone; the components cannot replay them.
        let known = |a: &&ActionId| {
            a.is_tau() || self.system.components.iter().any(|c| c.lts.alphabet().contains(**a))
        };
        let of = |list: &[ActionId]| self.names(&list.iter().filter(known).copied().collect::<Vec<_>>());
        let contradiction = |why: String| {
            Failure::Internal(format!("the counterexample of {} does not replay: {why}", result.name))
        };
        match self.judge.confirm(&of(trace), &of(cycle), claimed) {
            Ok(_) => {}
            Err(Unconfirmed::Wrong(why)) => return Err(contradiction(why)),
            Err(Unconfirmed::TooMany) => {
                result.notes.push(NOT_REPLAYED.to_string());
                return Ok(());
            }
        }
        if trace.len() + cycle.len() > MAX_STEPS {
            result.notes.push(format!(
                "the run has more than {MAX_STEPS} steps: the states on the way are not shown"
            ));
            return Ok(());
        }
        match trace_view(self.system, trace, cycle, accept) {
            Ok(view) => result.steps = Some(view),
            Err(NotFollowed::Impossible(step)) => {
                return Err(contradiction(format!("step {} is not possible", step + 1)));
            }
            Err(NotFollowed::TooMany) => {}
        }
        Ok(())
    }

    fn progress(&self, progress: rely_check::ProgressResult) -> Result<ResultView, Failure> {
        let name = progress.name.clone().unwrap_or_else(|| "DEFAULT".to_string());
        let mut result = blank(CheckKind::Progress, &name);
        result.vacuous = progress.vacuous.is_some();
        match &progress.verdict {
            Verdict::Holds(()) => result.reason = progress.vacuous.clone(),
            Verdict::Unknown(reason) => {
                result.verdict = VerdictKind::Unknown;
                result.reason = Some(reason.to_string());
            }
            Verdict::Violated(lasso) => {
                let stuck = lasso.cycle.is_empty();
                let claimed = if stuck { Claimed::Stuck } else { Claimed::Run };
                self.violated(&mut result, &lasso.stem.actions, &lasso.cycle.actions, claimed, |end| {
                    !stuck || rely_check::enabled(self.system, end).is_empty()
                })?;
                let missing = self.names(&progress.missing);
                let recurring = self.names(&progress.recurring);
                result.reason = Some(match (&progress.name, recurring.is_empty()) {
                    (_, true) if stuck => "the run stops: nothing happens any more".to_string(),
                    (_, true) => "only internal actions go on happening".to_string(),
                    (Some(_), false) => format!("only {} on happening", verb(&recurring, "goes", "go")),
                    (None, false) => format!("{} again", verb(&missing, "never happens", "never happen")),
                });
            }
        }
        Ok(result)
    }

    /// Checks an assert; errors in its definition are added to `wrong`.
    fn assert(
        &self,
        loaded: &Loaded,
        name: &str,
        fair: bool,
        wrong: &mut Vec<Diagnostic>,
        control: &Control,
    ) -> Result<ResultView, Failure> {
        let mut result = blank(CheckKind::Ltl, name);
        let model = loaded.model().expect("asserts are of FSP models");
        let specification = match model.specification(name) {
            Ok(specification) => specification,
            Err(diagnostics) => {
                // A wrong assert does not keep the others from being checked.
                let first =
                    diagnostics.first().map(|d| format!("{}: {}", d.code, d.message)).unwrap_or_default();
                result.verdict = VerdictKind::Unknown;
                result.reason = Some(format!("the assert is wrong: {first}"));
                wrong.extend(diagnostics);
                return Ok(result);
            }
        };
        let fairness = if fair { Fairness::FairChoice } else { Fairness::None };
        let answer = check_assert(self.system, &specification, fairness, control.context());
        result.vacuous = answer.vacuous.is_some();
        result.notes = answer.warnings;
        match answer.verdict {
            Verdict::Holds(()) => result.reason = answer.vacuous,
            Verdict::Unknown(reason) => {
                result.verdict = VerdictKind::Unknown;
                result.reason = Some(reason.to_string());
            }
            Verdict::Violated(lasso) => {
                let stops = answer.shape == Some(Shape::Stops);
                let claimed = if stops { Claimed::Stuck } else { Claimed::Run };
                self.violated(&mut result, &lasso.stem.actions, &lasso.cycle.actions, claimed, |end| {
                    !stops || rely_check::enabled(self.system, end).is_empty()
                })?;
                result.reason = match answer.shape {
                    Some(Shape::Prefix) => Some("no way of going on can mend it".to_string()),
                    Some(Shape::Stops) => Some("the run stops".to_string()),
                    Some(Shape::Cycle) | None => None,
                };
            }
        }
        Ok(result)
    }
}

/// A list with its verb.
fn verb(names: &[String], one: &str, many: &str) -> String {
    format!("{} {}", list(names), if names.len() == 1 { one } else { many })
}

fn unused_views(coverage: &Coverage, system: &System) -> Vec<UnusedView> {
    coverage
        .unused
        .iter()
        .map(|unused| {
            let component = &system.components[unused.component];
            UnusedView {
                component: component.name.clone(),
                actions: unused.actions.iter().map(|&a| system.actions.name(a).to_string()).collect(),
                states: unused.states.iter().map(|&s| component.state_name(s)).collect(),
            }
        })
        .collect()
}

/// Writes the certificate of what holds; `None` if nothing does.
fn write_certificate(
    loaded: &Loaded,
    reach: &Reach<'_>,
    system: &System,
    results: &[ResultView],
    path: &Path,
) -> Result<Option<String>, Failure> {
    let holds = |kind: CheckKind| {
        results
            .iter()
            .filter(move |r| r.kind == kind && r.verdict == VerdictKind::Holds)
            .map(|r| r.name.clone())
    };
    let deadlock = holds(CheckKind::Deadlock).next().is_some();
    let properties: Vec<String> = holds(CheckKind::Safety).collect();
    let kind = match (deadlock, properties.is_empty()) {
        (true, true) => ClaimKind::DeadlockFreedom,
        (false, false) => ClaimKind::Safety,
        (true, false) => ClaimKind::SafetyAndDeadlockFreedom,
        (false, true) => return Ok(None),
    };
    let certificate =
        closed_set_certificate(reach, system, Proved { kind, properties }, loaded.digest.clone());
    files::write(path, |out| {
        serde_json::to_writer(&mut *out, &certificate)?;
        out.write_all(b"\n")
    })?;
    Ok(Some(path.display().to_string()))
}
