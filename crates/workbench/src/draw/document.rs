//! Pictures from the documents of `rely check`, `assume`, `prove` and `compat`.
//!
//! They are read by the fields that a picture needs, so that a document of a later version, with more fields,
//! is drawn as well.

use rely_draw::{
    Ending, MachineOptions, Part, Participant, ProofAssumption, ProofOutcome, ProofPicture, ProofPremise,
    SequenceChart, SequenceStep, ShowsSink, Steps, is_readable, machine, proof,
};
use rely_formats::LtsDocument;
use rely_lts::{Actions, Lts, LtsBuilder, StateId};
use rely_report::Failure;
use serde::Deserialize;
use serde_json::Value;

use super::machine::path;
use super::{Content, DrawOptions, Picture};
use crate::compat::again;
use crate::control::Control;

/// A document that can be drawn.
pub(super) fn recognized(bytes: &[u8]) -> Option<Value> {
    let value: Value = serde_json::from_slice(bytes).ok()?;
    let schema = value.get("schema")?.as_str()?;
    ["rely/check/1", "rely/assume/1", "rely/prove/1", "rely/compat/1"].contains(&schema).then_some(value)
}

/// What the picture of a document is made of.
pub(super) fn content(
    path: &str,
    document: &Value,
    options: &DrawOptions,
    control: &Control,
) -> Result<Content, Failure> {
    match document.get("schema").and_then(Value::as_str) {
        Some("rely/check/1") => checked(path, document, options),
        Some("rely/assume/1") => assumed(path, document, options),
        Some("rely/prove/1") => proved(path, document, options),
        _ => compared(path, document, options, control),
    }
}

fn unreadable(path: &str, error: impl std::fmt::Display) -> Failure {
    Failure::in_file("E1050", path, format!("the document cannot be drawn: {error}"))
}

/// A part of a document.
fn read<T: for<'d> Deserialize<'d>>(path: &str, value: &Value) -> Result<T, Failure> {
    T::deserialize(value).map_err(|error| unreadable(path, error))
}

#[derive(Deserialize)]
struct Run {
    components: Vec<String>,
    steps: Vec<RunStep>,
}

#[derive(Deserialize)]
struct RunStep {
    action: String,
    participants: Vec<usize>,
    changes: Vec<(usize, String)>,
}

/// A run of a document as a chart.
pub(super) fn chart_of(steps: &Value, cycle_from: Option<usize>) -> Result<SequenceChart, Failure> {
    let run: Run = read("the run", steps)?;
    let ends_in_error =
        run.steps.last().is_some_and(|step| step.changes.iter().any(|(_, state)| state == "ERROR"));
    let participant = |name: String| Participant { name, is_property: false };
    let step = |step: RunStep| SequenceStep {
        action: step.action,
        participants: step.participants,
        changes: step.changes,
    };
    Ok(SequenceChart {
        participants: run.components.into_iter().map(participant).collect(),
        steps: run.steps.into_iter().map(step).collect(),
        cycle_from,
        ending: if ends_in_error { Ending::Error } else { Ending::Open },
        ..SequenceChart::default()
    })
}

#[derive(Deserialize)]
struct Checked {
    target: String,
    components: Vec<Named>,
    results: Vec<CheckedResult>,
}

#[derive(Deserialize)]
struct Named {
    name: String,
    #[serde(default)]
    role: String,
}

#[derive(Deserialize)]
struct CheckedResult {
    kind: String,
    name: String,
    verdict: String,
    trace: Vec<String>,
    cycle: Vec<String>,
    #[serde(default)]
    steps: Option<Value>,
}

/// The first run that violates something.
fn checked(path: &str, document: &Value, options: &DrawOptions) -> Result<Content, Failure> {
    let checked: Checked = read(path, document)?;
    let is_wanted = |result: &&CheckedResult| {
        result.verdict == "violated"
            && result.steps.is_some()
            && (options.properties.is_empty() || options.properties.contains(&result.name))
    };
    let runs: Vec<&CheckedResult> = checked.results.iter().filter(is_wanted).collect();
    let Some((result, steps)) = runs.first().and_then(|result| Some((result, result.steps.as_ref()?))) else {
        return Err(Failure::Nothing(format!("nothing in {path} is violated: there is no run to draw")));
    };
    let cycle_from = (!result.cycle.is_empty()).then_some(result.trace.len());
    let mut chart = chart_of(steps, cycle_from)?;
    for participant in &mut chart.participants {
        let known = checked.components.iter().find(|component| component.name == participant.name);
        participant.is_property = known.is_some_and(|component| component.role == "property");
    }
    chart.title = checked.target.clone();
    chart.subtitle = match result.kind.as_str() {
        "deadlock" => format!("deadlock in {}", steps_of(result.trace.len())),
        "progress" | "ltl" => format!("{} is violated", result.name),
        _ => format!("{} is violated in {}", result.name, steps_of(result.trace.len())),
    };
    if result.kind == "deadlock" {
        chart.ending = Ending::Deadlock;
    }
    if runs.len() > 1 {
        let others: Vec<&str> = runs[1..].iter().map(|result| result.name.as_str()).collect();
        chart
            .notes
            .push(format!("Other runs, not drawn: {} (--property NAME draws one).", others.join(", ")));
    }
    Ok(Content::Run(chart))
}

fn steps_of(n: usize) -> String {
    if n == 1 { "1 step".to_string() } else { format!("{n} steps") }
}

#[derive(Deserialize)]
struct Assumed {
    module: Vec<Named>,
    property: Vec<Named>,
    verdict: String,
    #[serde(default)]
    reason: Option<String>,
    trace: Vec<String>,
    #[serde(default)]
    steps: Option<Value>,
    assumption: Option<LtsDocument>,
    #[serde(default)]
    states: Vec<String>,
    #[serde(default)]
    discharged: Option<Discharged>,
}

#[derive(Deserialize)]
struct Discharged {
    environment: Vec<String>,
    verdict: String,
}

/// What is left out of the picture of an assumption.
pub(super) const ALLOWED: &str = "After what a state does not show, everything is allowed.";

/// The weakest assumption, with what it forbids; or the run that no environment can help.
fn assumed(path: &str, document: &Value, options: &DrawOptions) -> Result<Content, Failure> {
    let assumed: Assumed = read(path, document)?;
    let listed = |named: &[Named]| named.iter().map(|n| n.name.as_str()).collect::<Vec<_>>().join(", ");
    let module = listed(&assumed.module);
    let Some(given) = &assumed.assumption else {
        if let (Some(steps), "violated") = (&assumed.steps, assumed.verdict.as_str()) {
            let mut chart = chart_of(steps, None)?;
            chart.title = module;
            chart.subtitle =
                format!("no environment can help: violated in {}", steps_of(assumed.trace.len()));
            return Ok(Content::Run(chart));
        }
        let why = match assumed.verdict.as_str() {
            "holds" => "it keeps its properties in every environment".to_string(),
            _ => assumed.reason.unwrap_or_else(|| "there is none".to_string()),
        };
        return Err(Failure::Nothing(format!("there is no assumption of {module} to draw: {why}")));
    };
    let named = given.to_lts(&Actions::new()).map_err(|error| unreadable(path, error))?;
    let mut drawn = MachineOptions {
        name: given.name.clone(),
        sink: named.sink,
        shows_sink: ShowsSink::No,
        error_name: Some("forbidden".to_string()),
        ..MachineOptions::default()
    };
    if assumed.states.len() == named.lts.n_states() {
        drawn.state_names = Some(assumed.states.iter().cloned().map(Some).collect());
    }
    let keep = if assumed.module.len() == 1 { "keeps" } else { "keep" };
    drawn.notes.push(format!(
        "The weakest assumption under which {module} {keep} {}. What leads to “forbidden” must not happen.",
        listed(&assumed.property)
    ));
    if named.sink.is_some_and(|sink| sink != named.lts.initial()) {
        drawn.notes.push(ALLOWED.to_string());
    }
    if let Some(discharged) = &assumed.discharged {
        let words = match discharged.verdict.as_str() {
            "holds" => "keeps to it",
            "violated" => "does not keep to it",
            _ => "is not known to keep to it",
        };
        drawn.notes.push(format!("{} {words}.", discharged.environment.join(", ")));
    }
    let lts = with_forbidden(&named.lts, named.sink);
    if !is_readable(&lts, options.max_states) {
        drawn.part = Part::Near {
            centers: vec![lts.initial()],
            radius: options.radius.unwrap_or(usize::MAX),
            steps: Steps::Forth,
            most: options.max_states.min(60),
        };
    }
    let mut graph = machine(&lts, &drawn);
    let forbidden = lts.n_transitions() - named.lts.n_transitions();
    graph.subtitle = format!("{} states, forbids in {forbidden} places", named.lts.n_states());
    Ok(Content::graph(graph, Picture::Assumption))
}

/// The assumption with its forbidden actions as transitions to ERROR.
pub(super) fn with_forbidden(lts: &Lts, sink: Option<StateId>) -> Lts {
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

#[derive(Deserialize)]
struct Proved {
    target: String,
    results: Vec<ProvedResult>,
}

#[derive(Deserialize)]
struct ProvedResult {
    property: String,
    verdict: String,
    #[serde(default)]
    vacuous: bool,
    rule: Option<String>,
    components: Vec<Vec<String>>,
    dropped: Vec<String>,
    assumptions: Vec<LtsDocument>,
    premises: Vec<Premise>,
    trace: Vec<String>,
    #[serde(default)]
    reason: Option<String>,
}

#[derive(Deserialize)]
struct Premise {
    text: String,
    components: Vec<String>,
    kept: Vec<String>,
    until: Vec<String>,
    refuted: Vec<String>,
    states: Option<u64>,
}

/// A picture per property.
fn proved(path: &str, document: &Value, options: &DrawOptions) -> Result<Content, Failure> {
    let proved: Proved = read(path, document)?;
    let is_wanted = |result: &&ProvedResult| {
        options.properties.is_empty() || options.properties.contains(&result.property)
    };
    let graphs: Vec<_> =
        proved.results.iter().filter(is_wanted).map(|result| proof(&picture(result))).collect();
    if graphs.is_empty() {
        return Err(Failure::Nothing(format!("{path} has no property: there is no proof to draw")));
    }
    let title = format!("Proofs about {}", proved.target);
    Ok(Content::Graphs { graphs, title, picture: Picture::Proof, locals: Vec::new() })
}

fn picture(result: &ProvedResult) -> ProofPicture {
    let (outcome, words) = match result.verdict.as_str() {
        "holds" if result.vacuous => (ProofOutcome::Holds, "holds vacuously".to_string()),
        "holds" => (ProofOutcome::Holds, "holds".to_string()),
        "violated" => (ProofOutcome::Violated, format!("violated in {}", steps_of(result.trace.len()))),
        _ => (ProofOutcome::Unknown, "unknown".to_string()),
    };
    let mut notes = Vec::new();
    if !result.dropped.is_empty() {
        notes.push(format!("Not needed: {}.", result.dropped.join(", ")));
    }
    if let Some(reason) = &result.reason {
        notes.push(format!("{reason}."));
    }
    let part = |(i, components): (usize, &Vec<String>)| (format!("M{}", i + 1), components.clone());
    let premise = |premise: &Premise| ProofPremise {
        text: premise.text.clone(),
        components: premise.components.clone(),
        uses: premise.kept.iter().chain(&premise.until).cloned().collect(),
        gives: premise.refuted.clone(),
        states: premise.states,
    };
    let assumption = |lts: &LtsDocument| ProofAssumption {
        name: lts.name.clone(),
        states: lts.states as usize,
        alphabet: lts.alphabet.clone(),
    };
    ProofPicture {
        property: result.property.clone(),
        outcome,
        words,
        rule: result.rule.clone().unwrap_or_default(),
        parts: result.components.iter().enumerate().map(part).collect(),
        assumptions: result.assumptions.iter().map(assumption).collect(),
        premises: result.premises.iter().map(premise).collect(),
        notes,
    }
}

#[derive(Deserialize)]
struct Compared {
    baseline: Version,
    candidate: Version,
    #[serde(default)]
    summary: String,
    containment: Containment,
}

#[derive(Deserialize)]
struct Version {
    #[serde(default)]
    given: String,
    name: String,
    file: String,
    #[serde(default)]
    revision: Option<Value>,
}

#[derive(Deserialize)]
struct Containment {
    missing: Vec<Vec<String>>,
    added: Vec<Vec<String>>,
    #[serde(default)]
    interface: Vec<String>,
}

/// Of the run to the first difference, so many steps are drawn in large machines.
const LAST_STEPS: usize = 12;

/// What the versions are called: by name, if these differ, else as they were given.
fn titles(compared: &Compared) -> [String; 2] {
    let versions = [&compared.baseline, &compared.candidate];
    versions.map(|version| match compared.baseline.name == compared.candidate.name {
        true if !version.given.is_empty() => version.given.clone(),
        _ => version.name.clone(),
    })
}

/// Both versions, and the first run that only one of them has.
fn compared(
    path: &str,
    document: &Value,
    options: &DrawOptions,
    control: &Control,
) -> Result<Content, Failure> {
    let compared: Compared = read(path, document)?;
    let Containment { missing, added, interface } = &compared.containment;
    let (run, owner) = match (missing.first(), added.first()) {
        (Some(run), _) => (Some(run), 0),
        (None, Some(run)) => (Some(run), 1),
        (None, None) => (None, 0),
    };
    let mut graphs = Vec::new();
    let titles = titles(&compared);
    for (i, (version, word)) in
        [(&compared.baseline, "baseline"), (&compared.candidate, "candidate")].into_iter().enumerate()
    {
        let Version { given, name, file, revision } = version;
        let component = again(given, file, name, revision.is_some(), options.read, control)?;
        let lts = component.lts.clone();
        let mut drawn = MachineOptions { name: titles[i].clone(), ..MachineOptions::default() };
        drawn.state_names = component
            .state_names
            .as_ref()
            .map(|names| names.iter().map(|name| name.as_ref().map(|name| name.to_string())).collect());
        if let Some(run) = run {
            let actions: Vec<&str> = run.iter().map(String::as_str).collect();
            // Only one version has the whole run; the other is followed as far as it goes.
            let shown = if i == owner { &actions[..] } else { &actions[..actions.len().saturating_sub(1)] };
            let is_silent = |action: &str| !interface.iter().any(|known| known == action);
            drawn.marked = self::path(&lts, shown, is_silent).unwrap_or_default();
            let last = actions.last().copied().unwrap_or_default();
            drawn.notes.push(match (i == owner, owner) {
                (true, 0) => format!("baseline: it can do {last} here (✗), the candidate cannot"),
                (true, _) => format!("candidate: it can do {last} here, which is new"),
                (false, 0) => format!("candidate: after the marked run it refuses {last}"),
                (false, _) => format!("baseline: after the marked run it refuses {last}"),
            });
            if i != owner {
                let stands = drawn.marked.last().map_or(lts.initial(), |&(_, _, to)| to);
                drawn.refused = Some((stands, last.to_string()));
            } else if owner == 0 {
                drawn.lost = drawn.marked.last().copied();
            }
        } else {
            drawn.notes.push(format!("{word}: both have the same runs"));
        }
        if !is_readable(&lts, options.max_states) {
            let mut centers = vec![lts.initial()];
            let left_out = drawn.marked.len().saturating_sub(LAST_STEPS);
            if left_out > 0 {
                drawn
                    .notes
                    .push(format!("{word}: of the run, the first {} are not marked", steps_of(left_out)));
                drawn.marked.drain(..left_out);
            }
            centers.extend(drawn.marked.iter().flat_map(|&(from, _, to)| [from, to]));
            drawn.part = Part::Near {
                centers,
                radius: options.radius.unwrap_or(2),
                steps: Steps::Forth,
                most: options.max_states.min(60),
            };
        }
        graphs.push(machine(&lts, &drawn));
    }
    Ok(Content::Graphs { graphs, title: compared.summary, picture: Picture::Compat, locals: Vec::new() })
}
