//! `rely generate`: a model of a family, as a text or as an LTS.

use rely_generate::{Generated, Request, TooLarge};
use rely_io::Control;
use rely_lts::{Actions, Lts};
use rely_report::Failure;

use crate::compose::composed;
use crate::load::{ReadOptions, load_bytes};

/// The text of a structured family in FSP; `None` for the others, whose LTS can be written as a process.
///
/// # Errors
/// If the family is not made in that size.
pub fn generate_fsp(request: &Request) -> Result<Option<String>, Failure> {
    request.fsp().map_err(refused)
}

/// The LTS of a family; structured ones are composed, with what they hide hidden.
///
/// # Errors
/// If the family is not made in that size, or the budget is spent.
pub fn generate_lts(request: &Request, control: &Control) -> Result<Lts, Failure> {
    let budget = control.context().budget;
    if let Some((states, transitions)) = request.expected().filter(|_| !request.kind.is_structured()) {
        let fit = |number: u128| usize::try_from(number).unwrap_or(usize::MAX);
        budget.check_states(fit(states))?;
        // Four bytes per state, eight per transition.
        budget.check_memory(fit(states.saturating_mul(4).saturating_add(transitions.saturating_mul(8))))?;
    }
    match request.generate(&Actions::new()).map_err(refused)? {
        Generated::Lts(lts) => Ok(lts),
        Generated::Text(text) => {
            let loaded = load_bytes(request.kind.name(), text.as_bytes(), ReadOptions::default())?;
            composed(&loaded.target(None, control)?.system, control)
        }
        Generated::System(family) => Ok(rely_lts::compose(&family.system, control.context())?.lts),
    }
}

fn refused(error: TooLarge) -> Failure {
    let failure = Failure::input("E1012", error.to_string());
    match error {
        TooLarge::Lts { .. } => {
            failure.help("choose a smaller size, or --format fsp if the family has components")
        }
        _ => failure,
    }
}
