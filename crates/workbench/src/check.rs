//! `rely check`: all verdicts of a target in one run, every violation replayed.

mod abstracted;
mod certificate;
mod confirm;
mod liveness;
mod remedies;
mod selection;
mod shown;

use std::collections::BTreeMap;
use std::path::PathBuf;

use rely_check::{Coverage, Reach, Wanted, check_progress};
use rely_evidence::{Claimed, Judge, Runs};
use rely_fsp::Diagnostic;
use rely_io::Control;
use rely_lts::{Context, System};
use rely_report::Failure;
use rely_report::view::{CheckDocument, CheckKind, ComponentView, ResultView, UnusedView, VerdictKind};

use crate::lazy::{self, AbstractTarget, Built, LazyComponents};
use crate::load::{Loaded, Target};
use crate::places::Locator;
use crate::reduction::{CheckReduction, Decided, decide};
use crate::shared;
use certificate::Certifier;
use confirm::Confirmer;
pub(crate) use confirm::blank;
pub(crate) use liveness::{LivenessChecks, LivenessResults};
pub use remedies::remedies;
use selection::{Selection, progress_tests};
use shown::{Shown, holding, shown};

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
    /// Where to write a certificate of all verdicts.
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
    let components = LazyComponents::default();
    loop {
        match lazy::build(loaded, options.target.as_deref(), &components, control)? {
            Built::Exact(target) => return check_target(loaded, target, options, None, control),
            Built::Abstract(target) => {
                target.refuse_certificate(options.certificate.is_some(), &loaded.path)?;
                if let Some(result) = abstracted::check(loaded, &target, &components, options, control)? {
                    return Ok(result);
                }
            }
        }
    }
}

/// Checks a target. With abstractions, only safety is decided.
fn check_target(
    loaded: &Loaded,
    target: Target,
    options: &CheckOptions,
    abstracted: Option<&AbstractTarget>,
    control: &Control,
) -> Result<CheckResult, Failure> {
    let Target { mut system, mut warnings, left_out } = target;
    if options.properties.is_empty() {
        warnings.extend(left_out);
        warnings.sort_by_key(|d| (d.span, d.code));
    }
    let code = shared::used(loaded, &system, None, control)?;
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
    let exact = abstracted.is_none();
    let progress_wanted =
        exact && wanted(CheckKind::Progress) && selection.progress.as_ref().is_none_or(|p| !p.is_empty());

    let asked = Wanted {
        deadlock: exact && wanted(CheckKind::Deadlock) && selection.deadlock,
        safety: if wanted(CheckKind::Safety) {
            let mut all = Wanted::everything(&system).safety;
            all.retain(|&i| selection.takes(&system.components[i]));
            all
        } else {
            Vec::new()
        },
    };
    let decided = decide(&system, &asked, options.reduction, progress_wanted, ctx);
    let Decided { reach, deadlock, safety, methods, states, transitions } = decided;
    let places = Some(Locator::new(loaded, &system, control));
    let confirmer = Confirmer { system: &system, judge: Judge::new(&system), places };
    let mut results = Vec::new();
    let mut tallies: BTreeMap<String, Tally> = BTreeMap::new();

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
        tallies.entry(result.name.clone()).or_default().count(&result);
        match results.iter_mut().find(|r| r.kind == CheckKind::Safety && r.name == result.name) {
            Some(other) => merge(other, result),
            None => results.push(result),
        }
    }
    for result in results.iter_mut().filter(|r| r.kind == CheckKind::Safety) {
        result.notes.splice(0..0, tallies.get(&result.name).and_then(|tally| tally.note(&result.name)));
    }
    let n_safety = results.len();
    let mut tests = Vec::new();
    if progress_wanted {
        tests = match &selection.progress {
            Some(tests) => tests.clone(),
            None => progress_tests(loaded)?,
        };
        let reach = reach.as_ref().expect("progress requires the full search");
        for progress in check_progress(reach, &tests, ctx) {
            results.push(confirmer.progress(progress)?);
        }
    }
    let n_progress = results.len();
    let mut asserted = Vec::new();
    if let Some(abstracted) = abstracted {
        let undecided = abstracted::undecided(loaded, abstracted, &selection, &system.name, &wanted)?;
        let (first, rest) = undecided.into_iter().partition(|result| result.kind == CheckKind::Deadlock);
        results.splice(0..0, Vec::from_iter::<Vec<ResultView>>(first));
        results.extend::<Vec<ResultView>>(rest);
    }
    if exact && wanted(CheckKind::Ltl) {
        for name in &selection.asserts {
            let assert = confirmer.assert(loaded, name, options.fair_choice, &mut warnings, control)?;
            results.push(assert.result.clone());
            asserted.push(assert);
        }
    }
    let n_asserts = results.len();
    if !results.is_empty() && wanted(CheckKind::Safety) {
        results.extend(selection.harmless(&system));
    }
    if results.is_empty() {
        return Err(Failure::Nothing(format!(
            "nothing of {} is selected: there is nothing to check",
            system.name
        )));
    }
    for result in results.iter_mut().filter(|result| result.verdict == VerdictKind::Violated) {
        result.notes.extend(selection.ends(result));
    }
    let (mut certificate, mut certified) = (None, None);
    if let Some(path) = &options.certificate {
        let claimed = || results[..n_safety].iter().chain(&results[n_asserts..]);
        let complete = reach.as_ref().filter(|reach| reach.spent().is_none());
        let holding = holding(claimed());
        let shown = (complete.is_none() && !holding.is_empty()).then(|| shown(&system, &holding, ctx));
        let searched = match &shown {
            Some(Shown::Closed(searched)) => Some(&**searched),
            _ => reach.as_ref(),
        };
        let mut certifier = Certifier::new(&system, searched, &confirmer.judge, ctx);
        if let Some(Shown::Reduced(followed)) = &shown {
            certifier.reduced = holding.iter().copied().zip(followed).collect();
        }
        for result in claimed() {
            certifier.safety(result)?;
        }
        certifier.progress(&tests, &results[n_safety..n_progress])?;
        let runs = if options.fair_choice { Runs::Fair } else { Runs::All };
        for assert in &asserted {
            certifier.assert(assert, runs)?;
        }
        let (path, view) = certifier.write(path, loaded.digest.clone())?;
        (certificate, certified) = (path, Some(view));
    }
    results.iter_mut().for_each(|result| shared::locate(result.steps.as_mut(), &code));
    let coverage = reach.as_ref().map(Coverage::of).unwrap_or_default();
    let unused = unused_views(&coverage, &system);
    let document = CheckDocument {
        remedies: None,
        schema: "rely/check/1".to_string(),
        file: loaded.path.clone(),
        target: system.name.clone(),
        components: component_views(&system),
        states,
        transitions,
        methods,
        results,
        unused_before_error: coverage.before_error && !unused.is_empty(),
        unused,
        warnings: loaded.views(&warnings),
        notes: shared::notes(&code),
        certificate,
        certified,
        program: None,
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
            abstraction: None,
        })
        .collect()
}

/// Components may have the same name (relabeling does not show in it): one result speaks for all, the worst
/// and the shortest. Its first note says so.
fn merge(into: &mut ResultView, other: ResultView) {
    let rank = |result: &ResultView| match result.verdict {
        VerdictKind::Violated => (0, result.trace.len()),
        VerdictKind::Unknown => (1, 0),
        VerdictKind::Holds => (2, usize::from(!result.vacuous)),
    };
    if rank(&other) < rank(into) {
        *into = other;
    }
}

/// The verdicts of the components of one name.
#[derive(Default)]
struct Tally {
    violated: usize,
    unknown: usize,
    holds: usize,
    vacuous: usize,
}

impl Tally {
    fn count(&mut self, result: &ResultView) {
        *match result.verdict {
            VerdictKind::Violated => &mut self.violated,
            VerdictKind::Unknown => &mut self.unknown,
            VerdictKind::Holds if result.vacuous => &mut self.vacuous,
            VerdictKind::Holds => &mut self.holds,
        } += 1;
    }

    /// For how many components the one result speaks, if there are several.
    fn note(&self, name: &str) -> Option<String> {
        let Tally { violated, unknown, holds, vacuous } = *self;
        let all =
            [(violated, "violated"), (unknown, "unknown"), (holds, "holds"), (vacuous, "holds vacuously")];
        let n = violated + unknown + holds + vacuous;
        let counts = all.iter().filter(|(n, _)| *n > 0).map(|(n, word)| format!("{word}: {n}"));
        let counts = counts.collect::<Vec<_>>().join(", ");
        (n > 1).then(|| format!("{n} components are called {name} ({counts}); the worst verdict is shown"))
    }
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
