//! Warnings: what has a meaning, but probably not the intended one.

use rely_lts::System;

use super::definitions::Definitions;
use super::process::Sites;
use crate::Diagnostic;
use crate::model::Model;
use crate::suggest::suggest;

/// Warnings about definitions alone.
pub(crate) fn definitions(known: &Definitions) -> Vec<Diagnostic> {
    let _ = known;
    Vec::new()
}

/// Warnings about references that became ERROR, one per place.
pub(crate) fn sites(sites: &Sites, known: &Definitions) -> Vec<Diagnostic> {
    let mut warnings = Vec::new();
    for (&span, site) in sites {
        let times = match site.count {
            1 => String::new(),
            n => format!(" and {} more like it", n - 1),
        };
        let warning = if site.out_of_range {
            Diagnostic::warning(
                "W0502",
                span,
                format!(
                    "`{}`{times} is outside the indices `{}` is defined for, so it is ERROR",
                    site.example, site.name
                ),
            )
            .help("guard the choice with `when`, or write ERROR where it is meant")
        } else {
            let warning = Diagnostic::warning(
                "W0501",
                span,
                format!("`{}` has no local process `{}`, so this is ERROR", site.process, site.name),
            );
            if let Some(near) = suggest(&site.name, site.locals.iter().map(|name| &**name)) {
                warning.help(format!("did you mean `{near}`?"))
            } else if known.callable(&site.name).is_some() {
                warning.help(format!(
                    "`{0}` is a process of its own: write `{0};END` to continue as it if it ends, or define it locally",
                    site.name
                ))
            } else {
                warning.help("write ERROR if that is meant")
            }
        };
        warnings.push(warning);
    }
    warnings
}

/// Warnings about a target.
pub(crate) fn system(
    _model: &Model,
    _known: &Definitions,
    _target: &str,
    _system: &System,
) -> Vec<Diagnostic> {
    Vec::new()
}
