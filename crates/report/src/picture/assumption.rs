//! Assumptions, and other machines that documents contain.

use rely_draw::{MachineOptions, Part, ShowsSink, Steps, is_readable, machine};
use rely_formats::{FormatError, NamedLts};
use rely_lts::{Actions, Lts, LtsBuilder, StateId};

use super::run::sequence_chart;
use super::{Content, MachinePiece, Picture, PictureOptions, SOME_STATES};
use crate::Failure;
use crate::prose::count;
use crate::view::{AssumeDocument, AssumeKind, ComponentView, VerdictKind};

/// How to read an assumption whose sink is not drawn.
const ALLOWED: &str = "After an action that is not drawn at a state, everything is allowed.";

/// The weakest assumption, with the actions it forbids; or the run that no environment can prevent.
pub(super) fn assumed(
    path: &str,
    document: &AssumeDocument,
    options: &PictureOptions,
) -> Result<Content, Failure> {
    let module = listed(&document.module);
    let Some(given) = &document.assumption else {
        return without_assumption(document, module);
    };
    let unreadable = |error: FormatError| {
        Failure::in_file("E1050", path, format!("the document cannot be drawn: {error}"))
    };
    let named = given.to_lts(&Actions::new()).map_err(unreadable)?;
    let mut drawn = forbidding(&named, &document.states);
    drawn.name = given.name.clone();
    let satisfies = if document.module.len() == 1 { "satisfies" } else { "satisfy" };
    drawn.notes.push(format!(
        "The weakest assumption under which {module} {satisfies} {}. Actions that lead to “forbidden” must not occur.",
        listed(&document.property)
    ));
    drawn.notes.extend(note_on_sink(&named));
    if let Some(discharged) = &document.discharged {
        let words = match discharged.verdict {
            VerdictKind::Holds => "satisfies it",
            VerdictKind::Violated => "violates it",
            VerdictKind::Unknown => "is not known to satisfy it",
        };
        drawn.notes.push(format!("{} {words}.", discharged.environment.join(", ")));
    }
    let lts = with_forbidden(&named.lts, named.sink);
    drawn.part = readable_part(&lts, options);
    let mut graph = machine(&lts, &drawn);
    let forbidden = lts.n_transitions() - named.lts.n_transitions();
    graph.subtitle = format!("{} states, forbids in {forbidden} places", named.lts.n_states());
    Ok(Content::graph(graph, Picture::Assumption))
}

fn listed(components: &[ComponentView]) -> String {
    components.iter().map(|component| component.name.as_str()).collect::<Vec<_>>().join(", ")
}

fn without_assumption(document: &AssumeDocument, module: String) -> Result<Content, Failure> {
    if let (Some(steps), AssumeKind::Violated) = (&document.steps, document.verdict) {
        let mut chart = sequence_chart(steps, None);
        chart.title = module;
        let length = count(document.trace.len() as u64, "step");
        chart.subtitle = format!("no environment can help: violated in {length}");
        return Ok(Content::Run(chart));
    }
    let why = match document.verdict {
        AssumeKind::Holds => "it satisfies its properties in every environment",
        _ => document.reason.as_deref().unwrap_or("there is none"),
    };
    Err(Failure::Nothing(format!("there is no assumption of {module} to draw: {why}")))
}

/// A machine of a document.
pub(super) fn part_machine(piece: &MachinePiece<'_>, options: &PictureOptions) -> Result<Content, Failure> {
    let wrong = |error: FormatError| Failure::input("E1050", format!("the machine cannot be drawn: {error}"));
    let named = piece.lts.to_lts(&Actions::new()).map_err(wrong)?;
    let lts = if piece.forbids { with_forbidden(&named.lts, named.sink) } else { named.lts.clone() };
    let mut drawn = forbidding(&named, piece.states);
    if !piece.forbids {
        (drawn.shows_sink, drawn.error_name) = (ShowsSink::Yes, None);
    }
    drawn.name = if piece.title.is_empty() { piece.lts.name.clone() } else { piece.title.to_string() };
    if piece.forbids {
        drawn.notes.extend(note_on_sink(&named));
    }
    drawn.part = readable_part(&lts, options);
    let graph = machine(&lts, &drawn);
    Ok(Content::graph(graph, if piece.forbids { Picture::Assumption } else { Picture::Machine }))
}

/// An assumption is drawn with its forbidden actions and without its sink. Names of states are used if there
/// is one for every state.
fn forbidding(named: &NamedLts, states: &[String]) -> MachineOptions {
    let fits = states.len() == named.lts.n_states();
    MachineOptions {
        sink: named.sink,
        shows_sink: ShowsSink::No,
        error_name: Some("forbidden".to_string()),
        state_names: fits.then(|| states.iter().cloned().map(Some).collect()),
        ..MachineOptions::default()
    }
}

fn note_on_sink(named: &NamedLts) -> Option<String> {
    named.sink.is_some_and(|sink| sink != named.lts.initial()).then(|| ALLOWED.to_string())
}

/// The machine, or the part near its initial state if it is too large.
fn readable_part(lts: &Lts, options: &PictureOptions) -> Part {
    if is_readable(lts, options.max_states) {
        return Part::All;
    }
    Part::Near {
        centers: vec![lts.initial()],
        radius: options.radius.unwrap_or(usize::MAX),
        steps: Steps::Forth,
        most: options.max_states.min(SOME_STATES),
    }
}

/// The assumption with its forbidden actions as transitions to ERROR.
fn with_forbidden(lts: &Lts, sink: Option<StateId>) -> Lts {
    let mut builder = LtsBuilder::new(lts.actions());
    let is_built = builder.ensure_states(lts.n_states()).is_ok();
    for (source, label, target) in lts.transitions() {
        builder.add_transition(source, lts.alphabet().action(label), target);
    }
    for state in lts.states().filter(|&state| sink != Some(state)) {
        for label in lts.alphabet().labels() {
            if lts.step(state, label).is_empty() {
                builder.add_transition(state, lts.alphabet().action(label), StateId::ERROR);
            }
        }
    }
    match builder.finish(lts.initial()) {
        Ok(complete) if is_built => complete,
        _ => lts.clone(),
    }
}
