//! The fields of each request, as `serde` reads them. A field that does not belong to its command is refused.

use rely_report::Document;
use rely_report::picture::Picture;
use rely_report::view::{LtsDocument, TraceView};
use rely_workbench::{LEARNERS, Learner, Limits, RULES, Reduction, Rule, TraceDocument};
use serde::de::Error;
use serde::{Deserialize, Deserializer};
use serde_json::Value;

/// `check`
#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct CheckRequest {
    pub file: String,
    pub target: Option<String>,
    #[serde(default)]
    pub properties: Vec<String>,
    #[serde(default = "yes")]
    pub fair_choice: bool,
}

/// `assume`
#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct AssumeRequest {
    pub file: String,
    pub target: Option<String>,
    #[serde(default)]
    pub module: Vec<String>,
    #[serde(default)]
    pub properties: Vec<String>,
    #[serde(default)]
    pub environment: Vec<String>,
    #[serde(default)]
    pub discharge: bool,
}

/// `prove`
#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ProveRequest {
    pub file: String,
    pub target: Option<String>,
    #[serde(default)]
    pub properties: Vec<String>,
    #[serde(default, deserialize_with = "rule")]
    pub rule: Option<Rule>,
    pub split: Option<String>,
    #[serde(default, deserialize_with = "learner")]
    pub learner: Option<Learner>,
    #[serde(default = "yes")]
    pub portfolio: bool,
    #[serde(default = "yes")]
    pub rounds: bool,
    #[serde(default)]
    pub certificate: bool,
}

/// `compat`
#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct CompatRequest {
    pub baseline: String,
    pub candidate: String,
    /// The name of the component in both versions.
    pub component: Option<String>,
    pub system: Option<String>,
    pub target: Option<String>,
    #[serde(default)]
    pub no_system: bool,
    #[serde(default)]
    pub properties: Vec<String>,
    #[serde(default)]
    pub forbid: Vec<String>,
    #[serde(default)]
    pub deadlock: bool,
    #[serde(default)]
    pub allow_losses: bool,
}

/// `draw`: of a model, of a document, or of a part of a document.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct DrawRequest {
    pub file: String,
    #[serde(default, deserialize_with = "picture")]
    pub picture: Picture,
    pub target: Option<String>,
    #[serde(default)]
    pub processes: Vec<String>,
    #[serde(default)]
    pub properties: Vec<String>,
    #[serde(default)]
    pub module: Vec<String>,
    pub trace: Option<Trace>,
    pub radius: Option<usize>,
    pub max_states: Option<usize>,
    #[serde(default, deserialize_with = "reduction")]
    pub minimize: Option<Reduction>,
    /// A document of another command, to be drawn instead of the model.
    pub document: Option<Document>,
    /// A machine of a document, to be drawn instead of the model.
    pub lts: Option<LtsDocument>,
    /// A run of a document, to be drawn instead of the model.
    pub steps: Option<TraceView>,
    // Details of `lts` and `steps`.
    pub title: Option<String>,
    pub cycle_start: Option<usize>,
    pub deadlock: Option<bool>,
    pub states: Option<Vec<String>>,
    pub forbids: Option<bool>,
}

/// `neighborhood`: states go by their keys in documents.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct NeighborhoodRequest {
    pub file: String,
    pub target: Option<String>,
    pub process: Option<String>,
    #[serde(default)]
    pub around: Vec<String>,
    pub trace: Option<Trace>,
    pub radius: Option<usize>,
    pub max_states: Option<usize>,
    #[serde(default)]
    pub expanded: Vec<String>,
}

/// `simulate`
#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct SimulateRequest {
    pub file: String,
    pub target: Option<String>,
    #[serde(default)]
    pub actions: Vec<String>,
    #[serde(default)]
    pub cycle: Vec<String>,
    #[serde(default)]
    pub choices: Vec<u64>,
    #[serde(default)]
    pub random: u64,
    #[serde(default)]
    pub seed: u64,
}

/// `replay`
#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ReplayRequest {
    pub file: String,
    pub target: Option<String>,
    pub trace: Trace,
}

/// `explain`
#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ExplainRequest {
    pub code: String,
}

/// `export`
#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ExportRequest {
    pub title: Option<String>,
    pub data: Option<Value>,
}

/// A run.
#[derive(Deserialize)]
#[serde(untagged, expecting = "expected a list of actions, or an object with `actions` and `cycle`")]
pub enum Trace {
    /// Only actions.
    Actions(Vec<String>),
    /// Actions, and a cycle that repeats forever.
    Lasso(Lasso),
}

/// Actions, and a cycle that repeats forever.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Lasso {
    actions: Option<Vec<String>>,
    cycle: Option<Vec<String>>,
}

impl From<Trace> for TraceDocument {
    fn from(trace: Trace) -> TraceDocument {
        match trace {
            Trace::Actions(actions) => TraceDocument::new(actions, Vec::new()),
            Trace::Lasso(Lasso { actions, cycle }) => {
                TraceDocument::new(actions.unwrap_or_default(), cycle.unwrap_or_default())
            }
        }
    }
}

/// Limits that differ from the usual ones.
#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LimitsRequest {
    states: Option<u64>,
    time: Option<u64>,
    memory: Option<u64>,
}

impl LimitsRequest {
    /// The usual limits with these changes.
    pub fn over(&self, usual: &Limits) -> Limits {
        Limits {
            states: self.states.or(usual.states),
            time: self.time.or(usual.time),
            memory: self.memory.or(usual.memory),
        }
    }
}

fn yes() -> bool {
    true
}

/// A value that has a name in a table.
fn named<'de, D: Deserializer<'de>, T: Copy>(deserializer: D, table: &[(&str, T)]) -> Result<T, D::Error> {
    let name = String::deserialize(deserializer)?;
    let found = table.iter().find(|(known, _)| *known == name).map(|(_, value)| *value);
    let names = || table.iter().map(|(known, _)| *known).collect::<Vec<_>>().join(", ");
    found.ok_or_else(|| D::Error::custom(format!("unknown name `{name}`, expected one of {}", names())))
}

fn picture<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Picture, D::Error> {
    named(deserializer, &Picture::ALL)
}

fn reduction<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Reduction>, D::Error> {
    named(deserializer, &Reduction::ALL).map(Some)
}

fn rule<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Rule>, D::Error> {
    named(deserializer, &RULES)
}

fn learner<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Learner>, D::Error> {
    named(deserializer, &LEARNERS.map(|name| (name, Learner::from_name(name))))
}
