//! Assumptions of modules in which components of C are abstracted.
//!
//! An assumption for a module with more behavior than the code suffices for the code, but it need not be the
//! weakest one: it may forbid something because of a run that the code cannot do. Every run that explains
//! something forbidden is examined, and components that cannot do it are refined.

use rely_io::Control;
use rely_report::Failure;
use rely_report::view::{AssumeKind, VerdictKind};

use super::{AssumeOptions, AssumeResult, Detail, assume_target};
use crate::lazy::{AbstractTarget, Judged, LazyComponents, TraceQuestion, called};
use crate::load::Loaded;

/// Computes an assumption; nothing if a run was not one of the code, and a component was refined.
pub(super) fn assume(
    loaded: &Loaded,
    target: &AbstractTarget,
    components: &LazyComponents,
    options: &AssumeOptions,
    control: &Control,
) -> Result<Option<AssumeResult>, Failure> {
    target.refuse_certificate(options.certificate.is_some(), &loaded.path)?;
    // What is only written as a machine has no place for a warning.
    let weakest = !options.candidates.is_empty()
        || options.deviations
        || options.component.is_some()
        || options.detail == Detail::Machine;
    target.refuse(
        weakest,
        "an abstraction is not enough where the weakest assumption is needed",
        components,
    )?;
    let system = target.for_traces(TraceQuestion::Sufficient);
    let places: Vec<(String, usize)> =
        system.system.components.iter().enumerate().map(|(at, c)| (c.name.clone(), at)).collect();
    let mut result = assume_target(loaded, system, options, control)?;
    let document = &mut result.document;
    // As a property, an abstraction would allow more than the code does.
    let specifies = document.property.iter().flat_map(|own| called(&places, &own.name));
    let specifies = specifies.into_iter().any(|at| target.view(at, components).is_some());
    target.refuse(specifies, "an abstraction is not enough for a property", components)?;
    let module: Vec<usize> = document.module.iter().flat_map(|own| called(&places, &own.name)).collect();
    let mut refined = false;
    let judge = |run: &[String], violates: &[String], within: Option<&[usize]>| {
        let errors: Vec<usize> = violates.iter().flat_map(|name| called(&places, name)).collect();
        target.judge(run, &errors, within, components, control)
    };
    match document.verdict {
        AssumeKind::Violated => match judge(&document.trace, &[], Some(&module))? {
            Judged::Real => document.warnings.push(target.real()),
            Judged::Refined => refined = true,
            Judged::Unknown(why) => {
                document.verdict = AssumeKind::Unknown;
                document.reason = Some(why);
                document.trace.clear();
                document.steps = None;
            }
        },
        AssumeKind::Assumption => {
            for forbidden in document.explanation.iter().flat_map(|state| &state.forbids) {
                refined |= judge(&forbidden.run, &forbidden.violates, Some(&module))? == Judged::Refined;
            }
            document.warnings.push(target.sufficient(components));
        }
        AssumeKind::Holds => document.warnings.push(target.note(components)),
        AssumeKind::Unknown => {}
    }
    if let Some(discharged) = document.discharged.as_mut().filter(|own| own.verdict == VerdictKind::Violated)
    {
        match judge(&discharged.trace, &[], None)? {
            Judged::Real => {}
            Judged::Refined => refined = true,
            Judged::Unknown(why) => {
                discharged.verdict = VerdictKind::Unknown;
                discharged.reason = Some(why);
            }
        }
    }
    for own in &mut document.module {
        let at = called(&places, &own.name);
        own.abstraction = at.into_iter().find_map(|at| target.view(at, components));
    }
    Ok((!refined).then_some(result))
}
