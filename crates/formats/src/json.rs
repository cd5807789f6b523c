//! An LTS as JSON: the only format that keeps everything.
//!
//! # Numbering
//! `states` is the number of ordinary states, which are numbered `0 … states − 1`. **The error state is not
//! one of them**, as everywhere in Rely (`compose` does not count it either): where it is the target of a
//! transition, `error` is its id and that id is `states`, one past the last ordinary state. A document
//! without transitions to ERROR has `"error": null`. `initial`, `end` and `sink` are ids of ordinary states.
//!
//! A reader also accepts `error` as one of the ordinary states (below `states`), as other programs may count
//! it: the state must have no transitions and not be initial; the states after it move down by one.
//!
//! `alphabet` lists the visible actions, sorted; `tau` is in no alphabet, but labels internal transitions. An
//! action of a transition that is not in the alphabet is an error.

use std::io::Write;

use rely_lts::{Actions, Lts, Propositions, Sequential, StateId};
use rustc_hash::FxHashMap;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::collect::{Collector, ERROR, TAU};
use crate::error::{Counted, FormatError, FormatErrorKind};

/// The `schema` of a file that holds one LTS.
pub const LTS_SCHEMA: &str = "rely/lts/1";

/// Words of 64 bits that the propositions of a document may take: half a gigabyte.
const MAX_PROPOSITION_WORDS: u64 = 1 << 26;

/// An LTS as it stands in a JSON document.
///
/// ```
/// use rely_formats::LtsDocument;
/// use rely_lts::{Actions, Lts};
/// let document = LtsDocument::new("STOP", &Lts::stop(&Actions::new()));
/// assert_eq!((document.states, document.error), (1, None));
/// let lts = Lts::try_from(&document)?;
/// assert_eq!(lts.n_states(), 1);
/// # Ok::<(), rely_formats::FormatError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct LtsDocument {
    /// `rely/lts/1` in a file of its own; left out where the LTS is part of another document.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub schema: Option<String>,
    /// What the LTS is called.
    #[serde(default)]
    pub name: String,
    /// The visible actions, sorted. `tau` is not among them.
    pub alphabet: Vec<String>,
    /// The number of states, the error state not counted; they are numbered from 0.
    pub states: u32,
    /// The initial state.
    #[serde(default)]
    pub initial: u32,
    /// The id of the error state: equal to `states`, one past the last ordinary state. Null if no transition
    /// leads to it.
    #[serde(default)]
    pub error: Option<u32>,
    /// The state of successful termination, which has no transitions.
    #[serde(default)]
    pub end: Option<u32>,
    /// The state of an assumption from which everything is allowed.
    #[serde(default)]
    pub sink: Option<u32>,
    /// The transitions: source, action or `tau`, target.
    pub transitions: Vec<(u32, String, u32)>,
    /// Which propositions hold in which states; left out for an LTS without propositions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub propositions: Option<Vec<PropositionDocument>>,
}

/// An atomic proposition and where it holds.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct PropositionDocument {
    /// The name.
    pub name: String,
    /// The states in which it holds, ascending.
    pub states: Vec<u32>,
}

/// An LTS that was read from JSON, with what goes with it.
#[derive(Clone, Debug)]
pub struct NamedLts {
    /// What it is called; may be empty.
    pub name: String,
    /// The LTS.
    pub lts: Lts,
    /// The state from which everything is allowed, if the document names one.
    pub sink: Option<StateId>,
}

impl LtsDocument {
    /// The document of an LTS, without a `schema` of its own and without a sink.
    pub fn new(name: impl Into<String>, lts: &Lts) -> Self {
        let names: Vec<String> = lts.alphabet().names().iter().map(|n| n.to_string()).collect();
        let n_states = lts.n_states() as u32;
        let transitions = lts.transitions().map(|(source, label, target)| {
            let action = if label.is_tau() { "tau".to_string() } else { names[label.index() - 1].clone() };
            (source.raw(), action, if target.is_error() { n_states } else { target.raw() })
        });
        LtsDocument {
            schema: None,
            name: name.into(),
            states: n_states,
            initial: lts.initial().raw(),
            error: lts.has_error().then_some(n_states),
            end: lts.end().map(StateId::raw),
            sink: None,
            transitions: transitions.collect(),
            propositions: lts.propositions().map(|p| propositions_of(lts, p)),
            alphabet: names,
        }
    }

    /// The same document as a file of its own.
    pub fn with_schema(mut self) -> Self {
        self.schema = Some(LTS_SCHEMA.to_string());
        self
    }

    /// The same document with a sink.
    pub fn with_sink(mut self, sink: Option<StateId>) -> Self {
        self.sink = sink.map(StateId::raw);
        self
    }

    /// The LTS of the document, with its actions in the given table.
    ///
    /// # Errors
    /// If the document contradicts itself.
    pub fn to_lts(&self, actions: &Actions) -> Result<NamedLts, FormatError> {
        Conversion::new(self, actions)?.finish()
    }
}

impl TryFrom<&LtsDocument> for Lts {
    type Error = FormatError;

    /// The LTS of the document, in a table of actions of its own.
    fn try_from(document: &LtsDocument) -> Result<Self, FormatError> {
        document.to_lts(&Actions::new()).map(|named| named.lts)
    }
}

impl From<&Lts> for LtsDocument {
    /// The document of an LTS that has no name.
    fn from(lts: &Lts) -> Self {
        LtsDocument::new("", lts)
    }
}

/// Reads an LTS in JSON.
///
/// ```
/// let text = br#"{"alphabet": ["a"], "states": 1, "transitions": [[0, "a", 0]]}"#;
/// let named = rely_formats::read_json(text, &rely_lts::Actions::new())?;
/// assert_eq!(named.lts.n_transitions(), 1);
/// # Ok::<(), rely_formats::FormatError>(())
/// ```
///
/// # Errors
/// If the text is not JSON, not of this shape, or contradicts itself.
pub fn read_json(input: &[u8], actions: &Actions) -> Result<NamedLts, FormatError> {
    let input = input.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(input);
    let document: LtsDocument = serde_json::from_slice(input).map_err(json_error)?;
    if let Some(schema) = document.schema.as_deref().filter(|&s| s != LTS_SCHEMA) {
        let message = format!("expected the schema {LTS_SCHEMA:?}, found {schema:?}");
        return Err(FormatError::whole(FormatErrorKind::Unsupported, message));
    }
    document.to_lts(actions)
}

/// Writes an LTS as a JSON file, one transition per line. [`LtsDocument`] is for an LTS inside another
/// document.
///
/// ```
/// use rely_formats::{read_json, write_json};
/// use rely_lts::{Actions, Lts};
///
/// let mut text = Vec::new();
/// write_json(&Lts::stop(&Actions::new()), "P", None, &mut text)?;
/// assert_eq!(read_json(&text, &Actions::new())?.name, "P");
/// # Ok::<(), rely_formats::FormatError>(())
/// ```
///
/// # Errors
/// If writing fails.
pub fn write_json(
    lts: &Lts,
    name: &str,
    sink: Option<StateId>,
    out: &mut impl Write,
) -> Result<(), FormatError> {
    let n_states = lts.n_states();
    let string = |text: &str| serde_json::to_string(text).expect("a string is valid JSON");
    let id = |state: Option<usize>| state.map_or_else(|| "null".to_string(), |s| s.to_string());
    let texts: Vec<String> =
        std::iter::once(string("tau")).chain(lts.alphabet().names().iter().map(|n| string(n))).collect();
    writeln!(out, "{{")?;
    writeln!(out, "  \"schema\": {},", string(LTS_SCHEMA))?;
    writeln!(out, "  \"name\": {},", string(name))?;
    writeln!(out, "  \"alphabet\": [{}],", texts[1..].join(", "))?;
    writeln!(out, "  \"states\": {n_states},")?;
    writeln!(out, "  \"initial\": {},", lts.initial().index())?;
    writeln!(out, "  \"error\": {},", id(lts.has_error().then_some(n_states)))?;
    writeln!(out, "  \"end\": {},", id(lts.end().map(StateId::index)))?;
    writeln!(out, "  \"sink\": {},", id(sink.map(StateId::index)))?;
    if let Some(propositions) = lts.propositions() {
        let view =
            serde_json::to_string(&propositions_of(lts, propositions)).expect("plain data is valid JSON");
        writeln!(out, "  \"propositions\": {view},")?;
    }
    write!(out, "  \"transitions\": [")?;
    let mut separator = "";
    for (source, label, target) in lts.transitions() {
        let target = if target.is_error() { n_states } else { target.index() };
        write!(out, "{separator}\n    [{}, {}, {target}]", source.index(), texts[label.index()])?;
        separator = ",";
    }
    let line_end = if separator.is_empty() { "" } else { "\n  " };
    writeln!(out, "{line_end}]\n}}")?;
    Ok(())
}

/// The error of the JSON reader, with its place.
pub(crate) fn json_error(error: serde_json::Error) -> FormatError {
    let text = error.to_string();
    // The place is told separately.
    let message = text.rsplit_once(" at line ").map_or(text.as_str(), |(message, _)| message);
    let kind = if error.is_data() { FormatErrorKind::Unsupported } else { FormatErrorKind::Syntax };
    FormatError::at(kind, error.line(), error.column().max(1), message)
}

fn propositions_of(lts: &Lts, propositions: &Propositions) -> Vec<PropositionDocument> {
    let holds_in =
        |i: usize| lts.states().filter(move |&s| propositions.holds(s, i)).map(StateId::raw).collect();
    let names = propositions.names().iter().enumerate();
    names.map(|(i, name)| PropositionDocument { name: name.to_string(), states: holds_in(i) }).collect()
}

/// A document on its way to an LTS.
struct Conversion<'a> {
    document: &'a LtsDocument,
    collector: Collector,
    /// The state of the document that is the error state, if it is an ordinary one there.
    inner_error: Option<u32>,
}

impl<'a> Conversion<'a> {
    fn new(document: &'a LtsDocument, actions: &Actions) -> Result<Self, FormatError> {
        let mut collector = Collector::new(actions);
        let mut labels: FxHashMap<&str, u32> = FxHashMap::default();
        labels.insert("tau", TAU);
        for name in &document.alphabet {
            if name == "tau" {
                return Err(mistake("alphabet: tau is the internal action and cannot be in the alphabet"));
            }
            if name.is_empty() {
                return Err(mistake("alphabet: an action has at least one character"));
            }
            let label = collector.add_label(name);
            if labels.insert(name, label).is_some() {
                return Err(mistake(format!("alphabet: {name:?} occurs twice")));
            }
            collector.extend_alphabet(name);
        }
        let one_past = document.states;
        if document.error.is_some_and(|error| error > one_past) {
            let message = format!("error: expected the id {one_past} (one past the last state) or less");
            return Err(mistake(message));
        }
        for (position, (source, action, target)) in document.transitions.iter().enumerate() {
            let Some(&label) = labels.get(action.as_str()) else {
                let message = format!("transitions[{position}]: {action:?} is not in the alphabet");
                return Err(mistake(message));
            };
            let no_state = |state: u32| {
                let message = format!(
                    "transitions[{position}]: state {state} does not exist: there are {} states",
                    document.states
                );
                mistake(message)
            };
            if Some(*source) == document.error {
                return Err(mistake(format!("transitions[{position}]: the error state has no transitions")));
            }
            if *source >= document.states {
                return Err(no_state(*source));
            }
            let target = match *target {
                target if Some(target) == document.error => ERROR,
                target if target < document.states => target,
                target => return Err(no_state(target)),
            };
            collector.push(*source, label, target);
        }
        collector.set_states(u64::from(document.states))?;
        let inner_error = document.error.filter(|&error| error < document.states);
        Ok(Conversion { document, collector, inner_error })
    }

    fn finish(mut self) -> Result<NamedLts, FormatError> {
        let document = self.document;
        let n_states = document.states - u32::from(self.inner_error.is_some());
        if let Some(error) = self.inner_error {
            let new: Vec<u32> = (0..document.states)
                .map(|s| if s == error { ERROR } else { s - u32::from(s > error) })
                .collect();
            self.collector.renumber(&new, n_states);
        }
        let number = |field: &str, state: u32| match self.inner_error {
            _ if state >= document.states => Err(mistake(format!(
                "{field}: state {state} does not exist: there are {} states",
                document.states
            ))),
            Some(error) if state == error => {
                Err(mistake(format!("{field}: state {state} is the error state")))
            }
            Some(error) if state > error => Ok(state - 1),
            _ => Ok(state),
        };
        let initial = number("initial", document.initial)?;
        let end = document.end.map(|end| number("end", end)).transpose()?;
        let sink = document.sink.map(|sink| number("sink", sink)).transpose()?;
        let propositions = match &document.propositions {
            Some(listed) => {
                let words = listed.len().div_ceil(64) as u64 * u64::from(n_states);
                if words > MAX_PROPOSITION_WORDS {
                    let message = format!(
                        "propositions: {} in {n_states} states exceed the limit",
                        Counted(listed.len() as u64, "proposition")
                    );
                    return Err(FormatError::whole(FormatErrorKind::Limit, message));
                }
                let names = listed.iter().map(|p| p.name.as_str().into()).collect();
                let mut propositions = Propositions::new(names, n_states as usize);
                for (i, proposition) in listed.iter().enumerate() {
                    for &state in &proposition.states {
                        propositions.set(StateId::from_raw(number("propositions", state)?), i, true);
                    }
                }
                Some(propositions)
            }
            None => None,
        };
        let mut lts = self.collector.finish(initial, end, &Sequential)?;
        if let Some(propositions) = propositions {
            lts = lts.with_propositions(propositions)?;
        }
        Ok(NamedLts { name: document.name.clone(), lts, sink: sink.map(StateId::from_raw) })
    }
}

fn mistake(message: impl Into<String>) -> FormatError {
    FormatError::whole(FormatErrorKind::Counts, message)
}
