//! A check of a target in which components of C are abstracted.

use rely_io::Control;
use rely_report::Failure;
use rely_report::view::{CheckKind, ResultView, VerdictKind};

use super::confirm::blank;
use super::selection::{Selection, progress_tests};
use super::{CheckOptions, CheckResult, check_target};
use crate::lazy::{AbstractTarget, Judged, LazyComponents, TraceQuestion, called};
use crate::load::Loaded;

/// Checks a target; nothing if a run was not one of the code, and a component was refined.
pub(super) fn check(
    loaded: &Loaded,
    target: &AbstractTarget,
    components: &LazyComponents,
    options: &CheckOptions,
    control: &Control,
) -> Result<Option<CheckResult>, Failure> {
    let system = target.for_traces(TraceQuestion::NoError);
    let places: Vec<(String, usize)> =
        system.system.components.iter().enumerate().map(|(at, c)| (c.name.clone(), at)).collect();
    let mut result = check_target(loaded, system, options, Some(target), control)?;
    let mut refined = false;
    for result in &mut result.document.results {
        if result.verdict == VerdictKind::Violated {
            let errors = called(&places, &result.name);
            match target.judge(&result.trace, &errors, None, components, control)? {
                Judged::Real => result.notes.push(target.real()),
                Judged::Refined => refined = true,
                Judged::Unknown(why) => {
                    let fresh = blank(result.kind, &result.name);
                    *result = ResultView { verdict: VerdictKind::Unknown, reason: Some(why), ..fresh };
                }
            }
        }
    }
    if refined {
        return Ok(None);
    }
    let document = &mut result.document;
    for (name, at) in places {
        let view = target.view(at, components);
        if let Some(own) = document.components.iter_mut().find(|own| own.name == name && view.is_some()) {
            own.abstraction = view;
        }
    }
    let note = target.note(components);
    if let Some(held) = document.results.iter_mut().find(|result| result.verdict == VerdictKind::Holds) {
        held.notes.push(note);
    }
    Ok(Some(result))
}

/// The checks that an abstraction cannot decide: they are unknown.
pub(super) fn undecided(
    loaded: &Loaded,
    target: &AbstractTarget,
    selection: &Selection,
    name: &str,
    wanted: &dyn Fn(CheckKind) -> bool,
) -> Result<Vec<ResultView>, Failure> {
    let mut open = Vec::new();
    if wanted(CheckKind::Deadlock) && selection.deadlock {
        open.push((CheckKind::Deadlock, name.to_string()));
    }
    if wanted(CheckKind::Progress) {
        let tests = match &selection.progress {
            Some(tests) => tests.clone(),
            None => progress_tests(loaded)?,
        };
        open.extend(tests.into_iter().map(|test| (CheckKind::Progress, test.name)));
    }
    if wanted(CheckKind::Ltl) {
        open.extend(selection.asserts.iter().map(|name| (CheckKind::Ltl, name.clone())));
    }
    let reason = target.only_safety();
    let unknown = |(kind, name): (CheckKind, String)| {
        let (verdict, reason) = (VerdictKind::Unknown, Some(reason.clone()));
        ResultView { verdict, reason, ..blank(kind, &name) }
    };
    Ok(open.into_iter().map(unknown).collect())
}
