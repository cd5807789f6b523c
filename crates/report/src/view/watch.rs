//! `rely watch`: a log against an automaton, and what a deviation does to a proof.

use rely_formats::LtsDocument;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{DiagnosticView, TraceView, VerdictKind};

/// The result of checking a log against an automaton.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum WatchKind {
    /// Every instance kept to it, as far as it was seen.
    Kept,
    /// Some instance left it.
    Violated,
    /// Nothing was seen to leave it, and not everything was seen; `reason` says why.
    Unknown,
    /// No event was an action.
    Nothing,
}

/// `rely watch`.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct WatchDocument {
    /// `rely/watch/1`
    pub schema: String,
    /// The automaton that the log was checked against.
    pub assumption: WatchedView,
    /// The log; `-` is standard input.
    pub log: String,
    /// `jsonl`, `otel`, `text`, `logfmt`, `syslog` or `journald`
    pub input: String,
    /// The file with the rules from events to actions.
    pub map: Option<String>,
    /// The field that distinguishes instances; null if the log is one run.
    pub key: Option<String>,
    /// The answer.
    pub verdict: WatchKind,
    /// Was every line read, every event mapped or ignored by a rule, and every action judged?
    pub complete: bool,
    /// Why it is unknown, nothing, or not complete.
    pub reason: Option<String>,
    /// How much was read.
    pub counts: WatchCountsView,
    /// How many instances there are.
    pub instances_total: u64,
    /// How many of them kept to the automaton.
    pub instances_kept: u64,
    /// How many left it.
    pub instances_violated: u64,
    /// The instances, those that left it first, else in the order of the log; not all if there are many.
    pub instances: Vec<InstanceView>,
    /// Where it was left, in the order of the log; not all if there are many.
    pub violations: Vec<WatchViolationView>,
    /// Names of events that no rule maps, in the order of the log.
    pub unmapped: Vec<NameCountView>,
    /// Results of rules that are not actions, in the order of the log.
    pub foreign: Vec<NameCountView>,
    /// Lines that could not be read, the first ones.
    pub broken: Vec<BrokenLineView>,
    /// Does the property still hold if the environment may also do what was seen? Null if that was not asked,
    /// or nothing was violated.
    pub drift: Option<DriftView>,
    /// Warnings about the log.
    pub warnings: Vec<String>,
    /// Warnings about the model and the rules.
    pub diagnostics: Vec<DiagnosticView>,
}

/// The automaton that a log is checked against.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct WatchedView {
    /// Its file.
    pub file: String,
    /// Its name.
    pub name: String,
    /// `assumption` or `property`
    pub kind: String,
    /// States of its automaton.
    pub states: u64,
    /// Its actions.
    pub actions: Vec<String>,
}

/// How much of a log was read, and what it was.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct WatchCountsView {
    /// Lines, those that are empty or broken included.
    pub lines: u64,
    /// Events that were read.
    pub events: u64,
    /// Events that are actions of the automaton.
    pub actions: u64,
    /// Actions that were judged: those after a violation are not.
    pub judged: u64,
    /// Events that a rule ignores.
    pub ignored: u64,
    /// Events that no rule maps.
    pub unmapped: u64,
    /// Events whose rule gave a name that is not an action.
    pub foreign: u64,
    /// Events without a name.
    pub nameless: u64,
    /// Actions without the key that says whose they are; they are not judged.
    pub keyless: u64,
    /// Actions of instances beyond the limit; they are not judged.
    pub beyond: u64,
    /// Lines that could not be read.
    pub broken: u64,
}

/// One instance.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct InstanceView {
    /// Its key; null if the log is one run.
    pub key: Option<String>,
    /// `kept` or `violated`
    pub verdict: WatchKind,
    /// Its actions.
    pub actions: u64,
    /// The line of its first action.
    pub first_line: u64,
    /// The line of its last action.
    pub last_line: u64,
    /// Its state now, or before the violation.
    pub state: u32,
}

/// Where an instance left the automaton.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct WatchViolationView {
    /// The violation, in a sentence.
    pub message: String,
    /// Its key; null if the log is one run.
    pub key: Option<String>,
    /// Which action of the instance it was, from 1.
    pub step: u64,
    /// The line of the log.
    pub line: u64,
    /// The time that the log has for it.
    pub time: Option<String>,
    /// The action.
    pub action: String,
    /// The state before.
    pub state: u32,
    /// A shortest way to that state.
    pub way: Vec<String>,
    /// The last few actions before it.
    pub last: Vec<String>,
    /// The actions that were allowed instead.
    pub allowed: Vec<String>,
    /// The run with the violating action at its end.
    pub trace: Vec<String>,
    /// Is this all the instance did? Otherwise a shortest way to where the kept part begins stands for what
    /// was before.
    pub whole: bool,
    /// The file the run was written to, for `rely replay`.
    pub file: Option<String>,
}

/// How often a name occurred.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct NameCountView {
    /// The name; null for all those that are not listed.
    pub name: Option<String>,
    /// How often.
    pub count: u64,
    /// On which line first.
    pub line: u64,
}

/// A line that could not be read.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct BrokenLineView {
    /// Its number.
    pub line: u64,
    /// Why.
    pub reason: String,
}

/// An interpretation of *the environment may also do this*; each allows everything that the previous ones
/// allow.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum ReadingKind {
    /// Nothing: the environment as it is modeled.
    Modeled,
    /// The observed run, then nothing.
    Once,
    /// The same in this situation, and then as it is modeled, from any state.
    Again,
    /// The same in this situation, and anything after it.
    Anything,
}

/// Does the property still hold if the environment may also do what was seen?
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct DriftView {
    /// The model of the system.
    pub file: String,
    /// The target.
    pub target: String,
    /// The components of the module.
    pub module: Vec<String>,
    /// The components of the environment.
    pub environment: Vec<String>,
    /// The properties.
    pub property: Vec<String>,
    /// `holds` if it does in every reading, `violated` if it does not in one.
    pub verdict: VerdictKind,
    /// The widest reading in which the property holds.
    pub holds: Option<ReadingKind>,
    /// Why it is unknown.
    pub reason: Option<String>,
    /// How many different runs were added to the environment.
    pub runs: u64,
    /// Where they leave the model of the environment.
    pub deviations: Vec<DriftedView>,
    /// Actions that the environment shares with the others and that the log cannot show: they were taken to
    /// happen as they are modeled.
    pub unseen: Vec<String>,
    /// The readings, the narrowest first, up to the first in which the property does not hold.
    pub readings: Vec<ReadingView>,
    /// Does the module keep the property in every environment?
    pub always: bool,
    /// The weakest assumption, under which the proof is sound again; null if none is needed or none helps.
    pub assumption: Option<LtsDocument>,
    /// As FSP; null if it is too large.
    pub fsp: Option<String>,
    /// Warnings about the question.
    pub warnings: Vec<String>,
}

/// Where a run leaves the model of the environment.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct DriftedView {
    /// The key of its instance.
    pub key: Option<String>,
    /// Which action of the run it was, from 1.
    pub step: u64,
    /// The action.
    pub action: String,
    /// In how many states of its model the environment can have been.
    pub states: u64,
}

/// One reading and its answer.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct ReadingView {
    /// Which reading.
    pub reading: ReadingKind,
    /// States of the environment in this reading.
    pub states: u64,
    /// Does the property hold?
    pub verdict: VerdictKind,
    /// Does *holds* say nothing about the whole system? `reason` says why.
    pub vacuous: bool,
    /// A run of module and environment that violates a property.
    pub trace: Vec<String>,
    /// The actions of the environment in it.
    pub environment_trace: Vec<String>,
    /// The components that enter ERROR at its end.
    pub violates: Vec<String>,
    /// Why it is unknown or vacuous.
    pub reason: Option<String>,
    /// The run step by step.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub steps: Option<TraceView>,
}
