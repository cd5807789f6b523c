//! The document of `rely check` on a project, a folder or several files.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{CheckDocument, CheckKind, DiagnosticView, VerdictKind};

/// `rely check` of several models or targets.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct ProjectDocument {
    /// `rely/project/1`
    pub schema: String,
    /// The `rely.toml` that says what is checked, if there is one.
    pub manifest: Option<String>,
    /// One entry per check, in the order of the files.
    pub checks: Vec<ProjectCheckView>,
    /// What could not be checked, and expectations that match nothing.
    pub errors: Vec<DiagnosticView>,
    /// What nobody looked at, although it is there.
    pub unchecked: Vec<UncheckedView>,
    /// Notes about the run.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
    /// The exit code.
    pub exit: u8,
    /// The documents of all targets.
    pub documents: Vec<CheckDocument>,
}

/// A check with its verdict and the expected one.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct ProjectCheckView {
    /// The model.
    pub file: String,
    /// The target.
    pub target: String,
    /// Which kind of check.
    pub kind: CheckKind,
    /// The component, progress test or assert; for deadlock the target; of a C program the check.
    pub name: String,
    /// The verdict.
    pub verdict: VerdictKind,
    /// Does *holds* say nothing about this system?
    pub vacuous: bool,
    /// The number of steps of the counterexample.
    pub steps: u64,
    /// What was expected, in the words of the expectation; none means *holds*.
    pub expected: Option<String>,
    /// Is it as expected?
    pub as_expected: bool,
    /// Where the verdict is from.
    pub source: AnswerSource,
    /// The position of its document in `documents`.
    pub document: u64,
    /// The line where the component, test or target is defined, if it is defined in the file.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub line: Option<u32>,
    /// The seconds that its target took. Only people see them: they differ from run to
    /// run.
    #[serde(skip)]
    pub seconds: f64,
}

/// Where a verdict is from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum AnswerSource {
    /// Checked in this run.
    Checked,
    /// Nothing that it depends on has changed since an earlier run, and this run checked it again.
    Rechecked,
    /// Nothing has changed, and its counterexample was replayed in this run.
    Replayed,
    /// Nothing has changed; the verdict is that of the earlier run.
    Remembered,
}

/// Something that was not checked.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct UncheckedView {
    /// The model.
    pub file: String,
    /// Composites of it; empty if nothing of the file was checked.
    pub targets: Vec<String>,
    /// Why.
    pub reason: String,
}
