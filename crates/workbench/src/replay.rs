//! `rely replay`: does a trace run on the components, and where does it end?

use rely_certify::ReplayEnd;
use rely_check::{NotFollowed, follow, initial_vector, is_error};
use rely_evidence::{Claimed, Judge, Unconfirmed};
use rely_evidence::{offers, run_vectors, view_along};
use rely_formats::TraceDocument;
use rely_io::Control;
use rely_io::files;
use rely_lts::{ActionId, System};
use rely_report::Failure;
use rely_report::prose::list;
use rely_report::view::{ReplayDocument, ReplayKind, TraceView};

use crate::load::{Loaded, Target, place_of};
use crate::places::Locator;

/// Reads a trace file.
///
/// # Errors
/// If it cannot be read or is not a trace.
pub fn read_trace_file(path: &str) -> Result<TraceDocument, Failure> {
    let bytes = files::read(path)?;
    rely_formats::read_trace(&bytes).map_err(|error| Failure::Input {
        code: "E1009",
        file: Some(path.to_string()),
        place: place_of(&error),
        message: error.message.clone(),
        help: Some("a trace is one action per line, or a document with schema rely/trace/1".to_string()),
    })
}

/// Replays a trace on a target.
///
/// # Errors
/// If the model is wrong or the target unknown.
pub fn replay(
    loaded: &Loaded,
    target: Option<&str>,
    trace: &TraceDocument,
    control: &Control,
) -> Result<ReplayDocument, Failure> {
    let target = target.or(trace.target.as_deref());
    let Target { system, .. } = loaded.target(target, control)?;
    let mut document = ReplayDocument {
        schema: "rely/replay/1".to_string(),
        file: loaded.path.clone(),
        target: system.name.clone(),
        verdict: ReplayKind::Diverged,
        step: 0,
        reason: None,
        steps: None,
    };
    let all: Vec<&String> = trace.actions.iter().chain(&trace.cycle).collect();
    // The longest part that names actions of the system at all.
    let known: Vec<ActionId> = all.iter().map_while(|name| action(&system, name)).collect();
    let possible = match follow(&system, &initial_vector(&system), &known, |_| true) {
        Ok(_) => known.len(),
        Err(NotFollowed::Impossible(step)) => step,
        Err(NotFollowed::TooMany) => return Ok(undecided(document)),
    };
    document.step = possible as u64;
    if possible < all.len() {
        document.reason = Some(why_not(&system, &known[..possible], all[possible]));
        document.steps = steps(loaded, &system, &known[..possible], &[], control);
        return Ok(document);
    }
    let (stem, cycle) = known.split_at(trace.actions.len());
    let end = match Judge::new(&system).confirm(&trace.actions, &trace.cycle, Claimed::Run) {
        Ok(confirmed) => confirmed.end,
        Err(Unconfirmed::Wrong(why)) => {
            document.reason = Some(why);
            return Ok(document);
        }
        Err(Unconfirmed::TooMany) => return Ok(undecided(document)),
    };
    document.verdict = ReplayKind::Replayed;
    document.steps = steps(loaded, &system, stem, cycle, control);
    document.reason = Some(ending(&system, &end));
    Ok(document)
}

/// The run step by step, with places in the model.
fn steps(
    loaded: &Loaded,
    system: &System,
    stem: &[ActionId],
    cycle: &[ActionId],
    control: &Control,
) -> Option<TraceView> {
    let vectors = run_vectors(system, stem, cycle, |_| true).ok()?;
    let run = [stem, cycle].concat();
    let mut view = view_along(system, &run, &vectors);
    Locator::new(loaded, system, control).fill(&mut view, &run, &vectors);
    Some(view)
}

fn undecided(document: ReplayDocument) -> ReplayDocument {
    let reason = "there are too many ways to assign its internal steps to components";
    ReplayDocument { verdict: ReplayKind::Unknown, reason: Some(reason.to_string()), ..document }
}

fn action(system: &System, name: &str) -> Option<ActionId> {
    let id = system.actions.get(name)?;
    let known = id.is_tau() || system.components.iter().any(|c| c.lts.alphabet().contains(id));
    known.then_some(id)
}

fn why_not(system: &System, done: &[ActionId], name: &str) -> String {
    let Some(id) = action(system, name) else {
        let names = system.alphabet().names();
        return match rely_fsp::suggest(name, names.iter().map(|n| &**n)) {
            Some(near) => format!("`{name}` is not in the alphabet of any component; did you mean `{near}`?"),
            None => format!("`{name}` is not in the alphabet of any component"),
        };
    };
    let Ok(path) = follow(system, &initial_vector(system), done, |_| true) else {
        return format!("`{name}` is not possible");
    };
    let at = path.last().cloned().unwrap_or_else(|| initial_vector(system));
    if is_error(&at) {
        return format!("`{name}` is not possible: the system is in ERROR");
    }
    let (enabled, _) = offers(system, &at);
    let refuses = |component: &rely_lts::Component, state: rely_lts::StateId| {
        let label = component.lts.alphabet().label(id);
        label.is_some_and(|label| component.lts.step(state, label).is_empty())
    };
    let who: Vec<String> = system
        .components
        .iter()
        .zip(&at)
        .filter(|&(component, &state)| refuses(component, state))
        .map(|(component, _)| component.name.clone())
        .collect();
    let refused = match who.len() {
        0 => String::new(),
        1 => format!("{} refuses it; ", who[0]),
        _ => format!("{} refuse it; ", list(&who)),
    };
    format!("`{name}` is not possible: {refused}possible actions: {}", list(&enabled))
}

fn ending(system: &System, end: &ReplayEnd) -> String {
    if end.repeats {
        return "the cycle can be repeated forever".to_string();
    }
    if !end.errors.is_empty() {
        let names: Vec<String> = end.errors.iter().map(|&i| system.components[i].name.clone()).collect();
        return format!("the run ends in ERROR of {}", list(&names));
    }
    if end.deadlock {
        return "the run ends in a deadlock: no action is possible".to_string();
    }
    if end.terminated {
        return "the run ends in END: the system has terminated".to_string();
    }
    "the run can continue".to_string()
}
