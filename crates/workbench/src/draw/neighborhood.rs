//! The neighborhood of some states of a system, as a document.

use rely_draw::{SystemPart, SystemPartError, SystemPartOptions, system_part};
use rely_io::Control;
use rely_lts::System;
use rely_report::Failure;
use rely_report::picture::{Content, Picture};
use rely_report::view::DrawDocument;

use super::machine;
use crate::load::Loaded;

/// Which system, and which part of it is drawn.
#[derive(Clone, Debug, Default)]
pub struct NeighborhoodOptions {
    /// Which target; default: the last composite, else all processes in parallel.
    pub target: Option<String>,
    /// A component of the target, or a process of the model, instead of the target.
    pub process: Option<String>,
    /// The part.
    pub part: SystemPartOptions,
}

/// Draws the states near some states, without visiting more of the system than these.
///
/// # Errors
/// If the target is unknown or its components are too large, a state does not exist, the run is not one of
/// the system, or the search was interrupted.
pub fn neighborhood(
    loaded: &Loaded,
    options: &NeighborhoodOptions,
    control: &Control,
) -> Result<DrawDocument, Failure> {
    let system = match &options.process {
        Some(name) => machine::part(loaded, name, options.target.as_deref(), control)?,
        None => loaded.target(options.target.as_deref(), control)?.system,
    };
    let SystemPart { diagram, locals } = near(&system, &options.part, control)?;
    let title = diagram.title.clone();
    let content = Content::Graphs { graphs: vec![diagram], title, picture: Picture::Machine, locals };
    Ok(content.document(&loaded.path))
}

/// The part of a system near some states.
pub(super) fn near(
    system: &System,
    options: &SystemPartOptions,
    control: &Control,
) -> Result<SystemPart, Failure> {
    system_part(system, options, control.context().budget).map_err(|error| failure(error, system))
}

fn failure(error: SystemPartError, system: &System) -> Failure {
    let message = error.to_string();
    match error {
        SystemPartError::Spent(spent) => Failure::Spent(spent),
        SystemPartError::UnknownAction(_) | SystemPartError::TooManyRuns => Failure::input("E1009", message),
        SystemPartError::NotPossible { .. } => {
            Failure::input("E1009", message).help("`rely replay` explains the reason")
        }
        SystemPartError::WrongLength { .. } | SystemPartError::NoState { .. } => {
            let (name, n) = (&system.name, system.components.len());
            Failure::input("E1050", message)
                .help(format!("a state of {name} is {n} numbers with commas between them"))
        }
        SystemPartError::EndsInError => Failure::input("E1050", message).help("leave out its last action"),
    }
}
