//! Runs in formats of other tools: ITF (Apalache, Quint) and logs for ShiViz.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use serde_json::{Map, Value, json};

use crate::view::{StepView, TraceView};

/// A run as a trace in ITF (ADR 15 of Apalache). The variables are `action`, the action that led to a state,
/// and one per component with the name of its state; `#meta` says which component is which variable.
/// `cycle_from` is the number of the first step of the cycle.
///
/// A component's name is no identifier of TLA+ if it has a `:`, so variables have names of their own.
pub fn itf(run: &TraceView, cycle_from: Option<usize>, source: &str) -> String {
    let mut used = vec!["action".to_string()];
    let variables: Vec<String> = run.components.iter().map(|name| identifier(name, &mut used)).collect();
    let names: Map<String, Value> =
        variables.iter().zip(&run.components).map(|(v, name)| (v.clone(), json!(name))).collect();
    let mut types: Map<String, Value> = variables.iter().map(|v| (v.clone(), json!("Str"))).collect();
    types.insert("action".to_string(), json!("Str"));
    let mut states = run.initial.clone();
    let state = |index: usize, action: &str, states: &[String]| {
        let mut state = Map::new();
        state.insert("#meta".to_string(), json!({ "index": index }));
        state.insert("action".to_string(), json!(action));
        state.extend(variables.iter().zip(states).map(|(v, s)| (v.clone(), json!(s))));
        Value::Object(state)
    };
    let mut all = vec![state(0, "", &states)];
    for (at, step) in run.steps.iter().enumerate() {
        step.changes.iter().for_each(|(i, name)| states[*i].clone_from(name));
        all.push(state(at + 1, &step.action, &states));
    }
    let mut trace = Map::new();
    trace.insert(
        "#meta".to_string(),
        json!({
            "format": "ITF",
            "format-description": "https://apalache-mc.org/docs/adr/015adr-trace.html",
            "source": source,
            "description": "Written by Rely",
            "varTypes": types,
            "components": names,
        }),
    );
    trace
        .insert("vars".to_string(), std::iter::once("action".to_string()).chain(variables.clone()).collect());
    if let Some(from) = cycle_from {
        // The state after the last step is followed by the first step of the cycle again, so it is followed
        // by the state after that step.
        trace.insert("loop".to_string(), json!(from + 1));
    }
    trace.insert("states".to_string(), Value::Array(all));
    format!("{:#}\n", Value::Object(trace))
}

/// A name as an identifier that was not used yet.
fn identifier(name: &str, used: &mut Vec<String>) -> String {
    let mut text: String = name.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '_' }).collect();
    if !text.starts_with(|c: char| c.is_ascii_alphabetic()) {
        text.insert_str(0, "c_");
    }
    let base = text.clone();
    for number in 2.. {
        if !used.contains(&text) {
            break;
        }
        text = format!("{base}_{number}");
    }
    used.push(text.clone());
    text
}

/// A run as a log with vector clocks, for ShiViz. Each component is a host. A shared action is an event of
/// every component that takes part: the first one knows what all of them did before, the others follow it.
///
/// ```
/// use rely_report::shiviz;
/// use rely_report::view::{StepView, TraceView};
/// let step = StepView { action: "a".into(), participants: vec![0, 1], changes: vec![], places: vec![] };
/// let components = vec!["P".to_string(), "Q".to_string()];
/// let run = TraceView { components, initial: vec!["P".into(), "Q".into()], steps: vec![step], enabled: vec![], blocked: vec![] };
/// let lines = ["", "", "a", r#"P {"P":1}"#, "a", r#"Q {"P":1,"Q":1}"#, ""];
/// assert_eq!(shiviz(&run), lines.join("\n"));
/// ```
pub fn shiviz(run: &TraceView) -> String {
    let mut used = Vec::new();
    let hosts: Vec<String> = run.components.iter().map(|name| host(name, &mut used)).collect();
    let mut clocks: Vec<BTreeMap<String, u64>> = vec![BTreeMap::new(); hosts.len()];
    // Two empty lines: the usual regular expression, and one execution.
    let mut out = String::from("\n\n");
    for step in &run.steps {
        let mut known: BTreeMap<String, u64> = BTreeMap::new();
        for &i in &step.participants {
            for (host, time) in &clocks[i] {
                let latest = known.entry(host.clone()).or_default();
                *latest = (*latest).max(*time);
            }
        }
        let mut first: Option<BTreeMap<String, u64>> = None;
        for &i in &step.participants {
            let own = clocks[i].get(&hosts[i]).copied().unwrap_or(0) + 1;
            let mut clock = first.clone().unwrap_or_else(|| known.clone());
            clock.insert(hosts[i].clone(), own);
            first.get_or_insert_with(|| clock.clone());
            let written = serde_json::to_string(&clock).unwrap_or_default();
            let _ = writeln!(out, "{}{}\n{} {written}", step.action, moved(step, i), hosts[i]);
            clocks[i] = clock;
        }
    }
    out
}

/// The new state of a component, if it changes.
fn moved(step: &StepView, component: usize) -> String {
    let change = step.changes.iter().find(|(i, _)| *i == component);
    change.map_or_else(String::new, |(_, state)| format!(" → {state}"))
}

/// The name of a host: without blanks, and different from the others.
fn host(name: &str, used: &mut Vec<String>) -> String {
    let base: String = name.chars().map(|c| if c.is_whitespace() { '_' } else { c }).collect();
    let mut text = base.clone();
    for number in 2.. {
        if !used.contains(&text) {
            break;
        }
        text = format!("{base}#{number}");
    }
    used.push(text.clone());
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run() -> TraceView {
        let step = |action: &str, participants: &[usize], changes: &[(usize, &str)]| StepView {
            action: action.to_string(),
            participants: participants.to_vec(),
            changes: changes.iter().map(|(i, s)| (*i, s.to_string())).collect(),
            places: Vec::new(),
        };
        TraceView {
            components: vec!["a:P".into(), "a.P".into(), "Q".into()],
            initial: vec!["P".into(), "P".into(), "Q".into()],
            steps: vec![
                step("x", &[0], &[(0, "1")]),
                step("y", &[0, 2], &[(0, "P"), (2, "R")]),
                step("x", &[0], &[(0, "1")]),
                step("z", &[1, 2], &[(2, "Q")]),
                step("y", &[0, 2], &[(0, "P"), (2, "R")]),
            ],
            enabled: Vec::new(),
            blocked: Vec::new(),
        }
    }

    #[test]
    fn states_of_a_trace_are_those_of_the_run() {
        let trace: Value = serde_json::from_str(&itf(&run(), Some(2), "m.lts")).unwrap();
        assert_eq!(trace["vars"], json!(["action", "a_P", "a_P_2", "Q"]));
        let states = trace["states"].as_array().unwrap();
        assert_eq!((states.len(), &trace["loop"]), (6, &json!(3)));
        assert_eq!(
            states[3],
            json!({"#meta": {"index": 3}, "action": "x", "a_P": "1", "a_P_2": "P", "Q": "R"})
        );
        // After the last state comes the first state of the cycle again: what follows it is the same.
        let after = |at: usize| (&states[at]["a_P"], &states[at]["Q"]);
        assert_eq!(after(5), after(2));
        assert_eq!(trace["#meta"]["components"]["a_P_2"], "a.P");
    }

    #[test]
    fn clocks_are_those_of_the_definition() {
        // Naive: an event knows another one if it is the same step or there is a chain of shared components.
        let run = run();
        let log = shiviz(&run);
        let lines: Vec<&str> = log.lines().skip(2).collect();
        let mut events = Vec::new();
        for (at, step) in run.steps.iter().enumerate() {
            step.participants.iter().enumerate().for_each(|(order, &i)| events.push((at, order, i)));
        }
        assert_eq!(lines.len(), 2 * events.len());
        let before = |one: &(usize, usize, usize), other: &(usize, usize, usize)| {
            let mut reached = vec![*one];
            loop {
                let next = events.iter().filter(|e| !reached.contains(e)).find(|e| {
                    reached.iter().any(|r| {
                        let shares = run.steps[e.0].participants.contains(&r.2);
                        // The first participant hears of what every participant did; the others hear of the
                        // first.
                        (r.0 < e.0 && (r.2 == e.2 || shares)) || (r.0 == e.0 && r.1 == 0 && e.1 > 0)
                    })
                });
                match next {
                    Some(event) => reached.push(*event),
                    None => return reached.contains(other),
                }
            }
        };
        let clock = |k: usize| -> BTreeMap<String, u64> {
            serde_json::from_str(lines[2 * k + 1].split_once(' ').unwrap().1).unwrap()
        };
        for (k, one) in events.iter().enumerate() {
            for (m, other) in events.iter().enumerate() {
                let (c, d) = (clock(k), clock(m));
                let le = c.iter().all(|(host, time)| d.get(host).is_some_and(|t| t >= time));
                assert_eq!(le, before(one, other), "{one:?} {other:?}\n{log}");
            }
        }
    }
}
