//! Machines: composed, reduced or cut down to what can be read.

use std::collections::BTreeSet;

use rely_draw::{
    MachineOptions, Part, Place, Steps, SystemPart, SystemPartOptions, is_readable, machine, path,
};
use rely_formats::TraceDocument;
use rely_io::Control;
use rely_lts::{Budget, Component, Context, Hiding, Label, Lts, Modifiers, Spent, StateId, System};
use rely_report::Failure;
use rely_report::picture::{Content, Picture};

use super::neighborhood::near;
use super::{Around, DrawOptions};
use crate::compose::{self, Reduction, finished_within};
use crate::load::Loaded;

/// Default number of states of a neighborhood.
const NEIGHBORS: usize = 60;

/// A machine with more states is not composed if a part of it can be drawn without.
const WHOLE: u64 = 100_000;
/// A machine with more states is not tried modulo weak bisimilarity: its closure can be large.
const WEAK: usize = 10_000;

/// The machine of a target, or of some of its parts.
pub(super) fn machines(
    loaded: &Loaded,
    options: &DrawOptions,
    control: &Control,
) -> Result<Content, Failure> {
    if options.processes.is_empty() {
        let system = loaded.target(options.target.as_deref(), control)?.system;
        let SystemPart { diagram, locals } = drawn(&system, options, control)?;
        let title = diagram.title.clone();
        return Ok(Content::Graphs { title, graphs: vec![diagram], picture: Picture::Machine, locals });
    }
    let mut graphs = Vec::new();
    for name in &options.processes {
        let system = part(loaded, name, options.target.as_deref(), control)?;
        graphs.push(drawn(&system, options, control)?.diagram);
    }
    let title = graphs.iter().map(|graph| graph.title.as_str()).collect::<Vec<_>>().join(", ");
    Ok(Content::Graphs { graphs, title, picture: Picture::Machine, locals: Vec::new() })
}

/// A component of the target, or else something that the model defines.
pub(super) fn part(
    loaded: &Loaded,
    name: &str,
    target: Option<&str>,
    control: &Control,
) -> Result<System, Failure> {
    if let Ok(target) = loaded.target(target, control) {
        let found = target.system.components.iter().find(|component| component.name == name);
        if let Some(component) = found {
            let actions = target.system.actions.clone();
            return Ok(System::new(name, &actions, vec![component.clone()]));
        }
    }
    Ok(loaded.target(Some(name), control)?.system)
}

/// A system as one machine, with details of the states that were named.
fn drawn(system: &System, options: &DrawOptions, control: &Control) -> Result<SystemPart, Failure> {
    let mut near = drawn_by_name(system, options, control)?;
    let is_drawn = |key: &String| near.diagram.nodes.iter().any(|node| node.key == *key);
    let keys: BTreeSet<String> = options.expanded.iter().map(Around::to_string).collect();
    let missing: Vec<String> = keys.into_iter().filter(|key| !is_drawn(key)).collect();
    near.diagram.notes.extend(
        missing.iter().map(|key| format!("State {key} is not drawn, and neither are its successors.")),
    );
    Ok(near)
}

/// States go by numbers of the composed machine, or by those of the components' states, which needs no
/// composition.
fn drawn_by_name(system: &System, options: &DrawOptions, control: &Control) -> Result<SystemPart, Failure> {
    let is_vector = |state: &&Around| matches!(state, Around::State(_));
    let (vectors, numbers): (Vec<&Around>, Vec<&Around>) =
        options.around.iter().chain(&options.expanded).partition(is_vector);
    if let (Some(vector), Some(number)) = (vectors.first(), numbers.first()) {
        let message = format!("{number} is a state number, but {vector} is a list of the components' states");
        let help = "use state numbers for all states, or the components' states for all";
        return Err(Failure::input("E1050", message).help(help));
    }
    if !vectors.is_empty() {
        let places = options.around.iter().filter_map(Around::vector).map(|at| Place::At(at.clone()));
        return lazily(system, places.collect(), options, control);
    }
    let Some(mut lts) = composed(system, options, control)? else {
        return lazily(system, Vec::new(), options, control);
    };
    let mut drawn = MachineOptions { name: system.name.clone(), ..MachineOptions::default() };
    if let Some(component) = only(system, &lts) {
        lts = Lts::clone(&component.lts);
        let named = component.state_names.as_ref();
        drawn.state_names =
            named.map(|all| all.iter().map(|name| name.as_ref().map(ToString::to_string)).collect());
    }
    let is_cut = !options.around.is_empty() || options.radius.is_some() || !options.expanded.is_empty();
    if let Some(reduction) = options.minimize {
        lts = reduced(lts, reduction, &mut drawn, control)?;
    } else if !is_readable(&lts, options.max_states) && !is_cut && options.trace.is_none() {
        // Nothing is lost by a quotient; the finest one that can be read is the best.
        for reduction in [Reduction::Strong, Reduction::Branching, Reduction::Weak] {
            if reduction == Reduction::Weak && lts.n_states() > WEAK {
                break;
            }
            let mut attempt = drawn.clone();
            let smaller = reduced(lts.clone(), reduction, &mut attempt, control)?;
            if is_readable(&smaller, options.max_states) {
                (lts, drawn) = (smaller, attempt);
                break;
            }
        }
    }
    if let Some(trace) = &options.trace {
        drawn.marked = marked(&lts, trace)?;
    }
    drawn.expanded = by_numbers(&lts, &options.expanded)?;
    drawn.part = chosen(&lts, &drawn, options)?;
    Ok(SystemPart { diagram: machine(&lts, &drawn), locals: Vec::new() })
}

/// The whole machine; none if it is too large to be worth it, and a part of it can be drawn without.
fn composed(system: &System, options: &DrawOptions, control: &Control) -> Result<Option<Lts>, Failure> {
    let ctx = control.context();
    let needs_all = options.minimize.is_some() || !options.around.is_empty() || !options.expanded.is_empty();
    if needs_all || ctx.budget.states.is_some_and(|own| own <= WHOLE) {
        return compose::composed(system, control).map(Some);
    }
    let budget = Budget { states: Some(WHOLE), ..ctx.budget.clone() };
    match finished_within(system, Context { budget: &budget, ..ctx }) {
        Err(Spent::States(WHOLE)) => Ok(None),
        whole => Ok(Some(whole?)),
    }
}

/// The part near some states or the run, without building the entire machine.
fn lazily(
    system: &System,
    places: Vec<Place>,
    options: &DrawOptions,
    control: &Control,
) -> Result<SystemPart, Failure> {
    let run: Vec<String> =
        options.trace.iter().flat_map(|trace| trace.actions.iter().chain(&trace.cycle)).cloned().collect();
    let usual = match (places.is_empty(), run.is_empty()) {
        (false, _) => 2,
        (true, false) => 1,
        (true, true) => usize::MAX,
    };
    let is_asked = usual != usize::MAX || options.radius.is_some();
    let most = if is_asked { options.max_states } else { options.max_states.min(NEIGHBORS) };
    let radius = options.radius.unwrap_or(usual);
    let expanded = options.expanded.iter().filter_map(Around::vector).cloned().collect();
    let asked = SystemPartOptions { places, run, radius, max_states: most, expanded };
    near(system, &asked, control)
}

/// The component that the whole machine is, but for the numbers of its states: those of a component are the
/// ones of its file.
fn only<'a>(system: &'a System, whole: &Lts) -> Option<&'a Component> {
    let [component] = system.components.as_slice() else { return None };
    let Modifiers { deterministic, minimal, compose: _, property, safe } = system.modifiers;
    let is_changed = deterministic || minimal || property || safe;
    if is_changed || system.hiding != Hiding::Nothing || system.priority.is_some() {
        return None;
    }
    // Nothing is added and nothing is merged, so all of it can be reached if nothing is missing.
    let size = |lts: &Lts| (lts.n_states(), lts.n_transitions());
    (size(&component.lts) == size(whole)).then_some(component)
}

fn reduced(
    lts: Lts,
    reduction: Reduction,
    drawn: &mut MachineOptions,
    control: &Control,
) -> Result<Lts, Failure> {
    let smaller = compose::minimized(&lts, reduction, control.context())?;
    let relation = match reduction {
        Reduction::Trace => "the smallest deterministic machine with the same traces".to_string(),
        Reduction::Ltsa => "the machine minimized by LTSA's rule".to_string(),
        other => format!("the quotient modulo {} bisimilarity", other.name()),
    };
    drawn.notes.push(format!(
        "The picture shows {relation}: {} of {} states.",
        smaller.n_states(),
        lts.n_states()
    ));
    drawn.state_names = None;
    Ok(smaller)
}

/// States by their numbers.
fn by_numbers(lts: &Lts, states: &[Around]) -> Result<Vec<StateId>, Failure> {
    let state = |number: u32| {
        if number as usize >= lts.n_states() {
            let message = format!("there is no state {number}: there are {}", lts.n_states());
            return Err(Failure::input("E1050", message).help("states are numbered from 0"));
        }
        Ok(StateId::from_raw(number))
    };
    states.iter().filter_map(Around::number).map(state).collect()
}

/// Which states are drawn.
fn chosen(lts: &Lts, drawn: &MachineOptions, options: &DrawOptions) -> Result<Part, Failure> {
    let part = |centers: Vec<StateId>, radius: usize, steps: Steps, most: usize| {
        Ok(Part::Near { centers, radius, steps, most: most.max(1) })
    };
    if !options.around.is_empty() {
        let centers = by_numbers(lts, &options.around)?;
        return part(centers, options.radius.unwrap_or(2), Steps::ForthAndBack, options.max_states);
    }
    if !drawn.marked.is_empty() && (options.radius.is_some() || !is_readable(lts, options.max_states)) {
        let centers: BTreeSet<StateId> =
            drawn.marked.iter().flat_map(|&(from, _, to)| [from, to]).filter(|s| !s.is_error()).collect();
        let centers: Vec<StateId> = centers.into_iter().collect();
        return part(centers, options.radius.unwrap_or(1), Steps::Forth, options.max_states);
    }
    match options.radius {
        Some(radius) => part(vec![lts.initial()], radius, Steps::Forth, options.max_states),
        None if is_readable(lts, options.max_states) => Ok(Part::All),
        None => part(vec![lts.initial()], usize::MAX, Steps::Forth, options.max_states.min(NEIGHBORS)),
    }
}

/// The transitions of a run, one round of its cycle included.
fn marked(lts: &Lts, trace: &TraceDocument) -> Result<Vec<(StateId, Label, StateId)>, Failure> {
    let actions: Vec<&str> = trace.actions.iter().chain(&trace.cycle).map(String::as_str).collect();
    path(lts, &actions, |_| false).ok_or_else(|| {
        Failure::input("E1009", "the trace is not a run of the machine in the picture")
            .help("hidden actions are `tau` there; --what trace draws the run over the components")
    })
}
