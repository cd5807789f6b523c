//! What `expected.json` says, in types. Unknown fields are an error, so that no answer is overlooked.

use std::collections::BTreeMap;

use serde::Deserialize;

/// The whole document.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Expected {
    /// How the answers were obtained.
    pub about: About,
    /// The answers per file, by its name within the folder.
    pub files: BTreeMap<String, FileAnswer>,
}

/// How the answers were obtained.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct About {
    /// The tool.
    pub tool: String,
    /// Its time limit.
    pub limit: String,
    /// Larger transition systems are not stored.
    pub aut_max_transitions: u64,
}

/// The answers about one file.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FileAnswer {
    /// The repository it comes from; `None`: written for the corpus.
    pub repo: Option<String>,
    /// Its path there.
    pub path: Option<String>,
    /// Was something removed from it?
    #[serde(default)]
    pub derived: bool,
    /// What it is about.
    pub title: Option<String>,
    /// A remark.
    pub note: Option<String>,
    /// The file is no FSP; nothing else is known then.
    pub parse_error: Option<String>,
    /// Composites, in order of definition.
    #[serde(default)]
    pub composites: Vec<String>,
    /// Processes, in order of definition.
    #[serde(default)]
    pub processes: Vec<String>,
    /// Asserts, sorted.
    #[serde(default)]
    pub asserts: Vec<String>,
    /// The answers per target.
    #[serde(default)]
    pub targets: BTreeMap<String, TargetAnswer>,
}

/// The answers about one target.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TargetAnswer {
    /// It cannot be compiled; nothing else is known then.
    pub compile_error: Option<String>,
    /// Components after flattening.
    #[serde(default)]
    pub machines: Vec<String>,
    /// Their numbers of states.
    #[serde(default)]
    pub machine_states: Vec<u64>,
    /// What the tool remarked.
    #[serde(default)]
    pub warnings: Vec<String>,
    /// The direct safety check.
    pub safety: Option<SafetyAnswer>,
    /// The safety check of the composed LTS.
    pub safety_composed: Option<SafetyAnswer>,
    /// The direct progress check.
    pub progress: Option<ProgressAnswer>,
    /// The composed LTS.
    pub composed: Option<ComposedAnswer>,
    /// The minimized LTS.
    #[serde(rename = "minimised")]
    pub minimized: Option<MinimizedAnswer>,
    /// Minimizing failed.
    #[serde(rename = "minimise_error")]
    pub minimize_error: Option<String>,
    /// The answers per assert.
    #[serde(default)]
    pub asserts: BTreeMap<String, AssertAnswer>,
    /// The file of the composed LTS.
    pub aut: Option<String>,
    /// The file of the minimized LTS, if it has fewer states.
    pub aut_min: Option<String>,
    /// The tool did not finish.
    #[serde(default)]
    pub timed_out: bool,
}

/// The verdict of a safety check.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum SafetyVerdict {
    /// Neither of the following.
    Ok,
    /// A deadlock.
    Deadlock,
    /// ERROR.
    Violation,
}

/// The answer of a safety check.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SafetyAnswer {
    /// The verdict.
    pub verdict: SafetyVerdict,
    /// The component that entered ERROR; `?` where it is not known.
    pub property: Option<String>,
    /// A shortest run to the finding.
    #[serde(default)]
    pub trace: Vec<String>,
    /// States and transitions seen until the answer.
    pub explored: Option<(u64, u64)>,
}

/// The verdict of a progress check.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ProgressVerdict {
    /// All tests hold.
    Ok,
    /// Some test fails.
    Violation,
    /// ERROR was met first.
    SafetyViolation,
}

/// The answer of a progress check.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ProgressAnswer {
    /// The verdict.
    pub verdict: ProgressVerdict,
    /// The tests that fail in the first bad terminal set.
    #[serde(default)]
    pub violated: Vec<String>,
    /// Without tests: the actions that do not occur, as one text.
    pub missing_actions: Option<String>,
    /// The actions that do, as one text.
    pub terminal_actions: Option<String>,
    /// A run to the set.
    #[serde(default)]
    pub trace: Vec<String>,
    /// A run in the set.
    #[serde(default)]
    pub cycle: Vec<String>,
    /// States and transitions seen until the answer.
    pub explored: Option<(u64, u64)>,
}

/// What the composed LTS looks like.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ComposedAnswer {
    /// States, ERROR not counted.
    pub states: u64,
    /// Distinct transitions after hiding.
    pub transitions: u64,
    /// The alphabet, unless it is large.
    pub alphabet: Option<Vec<String>>,
    /// Its size.
    pub alphabet_size: u64,
    /// SHA-1 of the sorted labels, joined by newlines.
    pub alphabet_sha1: String,
    /// Is there a transition to ERROR?
    pub has_error: bool,
    /// Is there a tau?
    pub has_tau: bool,
    /// Is it nondeterministic?
    pub nondeterministic: bool,
    /// Was a deadlock met?
    pub deadlock_seen: bool,
    /// The components that entered ERROR.
    #[serde(default)]
    pub violated: Vec<String>,
    /// The END state; −1: none.
    pub end_state: i64,
}

impl ComposedAnswer {
    /// The END state, if there is one.
    pub fn end(&self) -> Option<u32> {
        u32::try_from(self.end_state).ok()
    }
}

/// What the minimized LTS looks like.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MinimizedAnswer {
    /// States, ERROR not counted.
    pub states: u64,
    /// Transitions.
    pub transitions: u64,
    /// Is there a transition to ERROR?
    pub has_error: bool,
    /// Is there a tau?
    pub has_tau: bool,
    /// Is it nondeterministic?
    pub nondeterministic: bool,
}

/// The verdict on an assert.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum AssertVerdict {
    /// It holds.
    Ok,
    /// It holds, because its negation cannot be satisfied.
    OkNoAcceptance,
    /// It does not hold.
    Violation,
    /// A deadlock was found first.
    Deadlock,
    /// ERROR was met first.
    SafetyViolation,
}

/// How an assert was checked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum CheckedAs {
    /// By the safety search.
    Safety,
    /// By a search for accepting terminal sets.
    Liveness,
}

/// The answer on an assert.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AssertAnswer {
    /// The verdict; `None`: the tool failed.
    pub verdict: Option<AssertVerdict>,
    /// How it was checked.
    pub checked_as: Option<CheckedAs>,
    /// Size of the automaton.
    pub automaton_states: Option<u64>,
    /// The component that entered ERROR.
    pub property: Option<String>,
    /// The run, or its beginning.
    #[serde(default)]
    pub trace: Vec<String>,
    /// The cycle it goes on with.
    #[serde(default)]
    pub cycle: Vec<String>,
    /// States and transitions seen until the answer.
    pub explored: Option<(u64, u64)>,
    /// Why the tool failed.
    pub error: Option<String>,
}
