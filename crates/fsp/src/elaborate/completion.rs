//! Completion of properties: every action of the alphabet that is not allowed leads to ERROR.
//!
//! A property must be deterministic and have no internal actions; otherwise a trace would not determine
//! whether it is allowed.

use rely_lts::{Label, Lts, StateId, determinize};

use super::{MAX_LABELS, MAX_TRANSITIONS, Outcome, fail};
use crate::Diagnostic;
use crate::ast::ProcessDef;
use crate::span::Span;

/// Completes a property, or says why it is none.
///
/// # Errors
/// If it is not deterministic, has internal actions, or would have too many transitions.
pub(crate) fn complete(lts: &Lts, def: &ProcessDef, word: Span) -> Outcome<Lts> {
    let name = &def.name.text;
    let problem = |code, message: String, help: &str| {
        Err(Diagnostic::error(code, def.name.span, message)
            .related(word, "defined as a property here")
            .help(help)
            .into())
    };
    if lts.has_tau() {
        return problem(
            "E0706",
            format!("the property `{name}` has internal actions"),
            "do not hide actions of a property: it describes which traces are allowed",
        );
    }
    let double = |s: StateId| -> Option<Label> {
        lts.labels_of(s).windows(2).find(|pair| pair[0] == pair[1]).map(|pair| pair[0])
    };
    if let Some(label) = lts.states().find_map(double) {
        return problem(
            "E0705",
            format!(
                "the property `{name}` is not deterministic: `{}` leads to different states",
                lts.label_name(label)
            ),
            "merge the alternatives that begin with the same action, or define the property as a composite, which is determinized: `property ||NAME = …`",
        );
    }
    if (lts.n_states() as u64).saturating_mul(lts.alphabet().len() as u64) > MAX_TRANSITIONS {
        return fail(
            "E0707",
            def.name.span,
            format!(
                "the property `{name}` has {} states and {} actions: more than {MAX_TRANSITIONS} transitions",
                lts.n_states(),
                lts.alphabet().len()
            ),
        );
    }
    determinize::complete(lts)
        .map_err(|error| Diagnostic::error("E0705", def.name.span, error.to_string()).into())
}

/// Checks that an operation that multiplies transitions stays within the limit.
///
/// # Errors
/// If it does not.
pub(crate) fn check_growth(lts: &Lts, factor: u64, span: Span) -> Outcome<()> {
    if (lts.n_transitions() as u64).saturating_mul(factor) > MAX_TRANSITIONS
        || (lts.alphabet().len() as u64).saturating_mul(factor) > MAX_LABELS
    {
        return fail(
            "E0707",
            span,
            format!(
                "{} transitions, each with up to {factor} labels, exceed the limit of {MAX_TRANSITIONS}",
                lts.n_transitions()
            ),
        );
    }
    Ok(())
}
