//! `rely compat`: may the new version of a component replace the old one?

use rely_formats::LtsDocument;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{CertifiedView, DiagnosticView, ProofStatisticsView, TraceView, VerdictKind};

/// The answer to an upgrade.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum CompatKind {
    /// Nothing is missing, and the system keeps its properties.
    Replaceable,
    /// The system keeps its properties, but something is missing that the baseline offered.
    ReplaceableWithLosses,
    /// The system with the candidate violates a property.
    Incompatible,
    /// Undecided.
    Unknown,
}

/// `rely compat`.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct CompatDocument {
    /// `rely/compat/1`
    pub schema: String,
    /// The old version.
    pub baseline: VersionView,
    /// The new version.
    pub candidate: VersionView,
    /// The system in which the one replaces the other; null if only containment was asked.
    pub system: Option<UpgradeView>,
    /// The answer.
    pub verdict: CompatKind,
    /// The answer in words.
    pub summary: String,
    /// Is the answer the one that was asked for, with `--allow-losses`, although something is missing?
    pub losses_allowed: bool,
    /// Does the candidate offer what the baseline offered?
    pub containment: ContainmentView,
    /// Does the system with the candidate satisfy its properties? Without a system: does the candidate by
    /// itself satisfy the properties inside it, and avoid ERROR? Null if there is nothing to satisfy.
    pub compatibility: Option<CompatibilityView>,
    /// The candidate with all losses added back, over the interface; the
    /// candidate itself if nothing is missing. Null if it was not made.
    pub candidate_with_missing: Option<LtsDocument>,
    /// Do traces begin with a letter that only contains the propositions at the start, as they do if
    /// propositions are observed?
    pub first_letter: bool,
    /// A run after which the candidate may refuse what the baseline could not; containment does not see this.
    pub refusal: Option<RefusalView>,
    /// Sizes and queries.
    pub statistics: CompatStatisticsView,
    /// Notes.
    pub notes: Vec<String>,
    /// Warnings about the question.
    pub warnings: Vec<String>,
    /// Warnings about the sources.
    pub diagnostics: Vec<DiagnosticView>,
    /// The certificate written, if one was asked for and could be made.
    #[serde(default)]
    pub certificate: Option<String>,
    /// What the certificate has, if one was asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub certified: Option<CertifiedView>,
}

/// One of the versions.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct VersionView {
    /// As it was given.
    pub given: String,
    /// Its name.
    pub name: String,
    /// The file; for a revision from the root of the repository.
    pub file: String,
    /// The revision, if it is from one.
    pub revision: Option<RevisionView>,
    /// Number of its states.
    pub states: u64,
    /// Number of its transitions.
    pub transitions: u64,
    /// The actions that it knows.
    pub alphabet: Vec<String>,
}

/// A revision of a git repository.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct RevisionView {
    /// As it was given.
    pub given: String,
    /// The commit.
    pub commit: String,
}

/// The system of an upgrade.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct UpgradeView {
    /// The file.
    pub file: String,
    /// The target.
    pub target: String,
    /// The components that are replaced.
    pub replaced: Vec<String>,
    /// The components that stay.
    pub environment: Vec<String>,
    /// The properties.
    pub properties: Vec<String>,
}

/// Does the candidate offer what the baseline offered?
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct ContainmentView {
    /// Does it?
    pub verdict: VerdictKind,
    /// Why it is unknown or vacuous.
    pub reason: Option<String>,
    /// Is nothing required of the candidate, so that *holds* says nothing?
    pub vacuous: bool,
    /// Missing traces: one for every finding. `losses` has details of the first of them, in the same order.
    pub missing: Vec<Vec<String>>,
    /// New traces: one for every finding. `news` has details of the first of them, in the same order.
    pub added: Vec<Vec<String>>,
    /// Missing behavior, the same action in the same situation once.
    pub losses: Vec<FindingView>,
    /// New behavior.
    pub news: Vec<FindingView>,
    /// The actions that are compared.
    pub interface: Vec<String>,
    /// Actions of the candidate or the baseline that are not compared.
    pub hidden: Vec<String>,
    /// The propositions that are compared.
    pub observed: Vec<String>,
    /// The prohibited processes.
    pub forbidden: Vec<String>,
    /// A run of the candidate that completes a prohibited behavior.
    pub still_forbidden: Option<Vec<String>>,
}

/// The kind of a missing or new trace.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum FindingKind {
    /// Its last action is refused.
    Refused,
    /// Its last action is not in the alphabet.
    UnknownAction,
    /// Its last action leads into ERROR only.
    Error,
    /// Nothing is missing, but after it the candidate may be in ERROR, which the baseline could not.
    MayFail,
    /// The versions begin with different propositions.
    Initial,
}

/// A missing or new trace that represents all with the same last action in the same situation.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct FindingView {
    /// The shortest.
    pub trace: Vec<String>,
    /// Its kind, seen from the version that lacks it.
    pub kind: FindingKind,
    /// In words.
    pub message: String,
    /// Where the version is that lacks it when the last action is asked for: the first of the states.
    pub stuck: Vec<StuckView>,
    /// How many states these are in all.
    pub stuck_states: u64,
    /// After these actions, which only the version that lacks it knows, the last action is possible.
    pub only_after: Option<Vec<String>>,
    /// In how many states of the version that has the trace this happens.
    pub occurrences: u64,
    /// May the candidate be in ERROR after it?
    pub fails: bool,
    /// Does every run with it complete a prohibited behavior?
    pub prohibited: bool,
    /// Transitions that would give it back to the candidate, the best first; each was applied and compared.
    pub edits: Vec<EditView>,
    /// Do all such transitions bring something that neither version did, and would one that leads to an old
    /// state not, on a copy for this run?
    pub needs_split: bool,
}

/// A state, and what it offers instead.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct StuckView {
    /// Its name in the source, or that of the nearest state before it with the actions since.
    pub state: String,
    /// The actions it offers, by itself or after internal steps.
    pub offers: Vec<String>,
    /// Where it is in the source.
    pub place: Option<PlaceView>,
}

/// A place in a source.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct PlaceView {
    /// The file; for a revision from the root of the repository.
    pub file: String,
    /// The first line, from 1.
    pub line: u32,
    /// The first character, from 1.
    pub column: u32,
    /// The last line.
    pub end_line: u32,
    /// One past the last character.
    pub end_column: u32,
}

/// The behavior of a candidate with an edit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum EditKind {
    /// Exactly what the two versions do together.
    Exact,
    /// A part of that.
    Within,
    /// Something that neither did.
    More,
    /// Something that violates a property of the system.
    Unsafe,
}

/// A transition that restores missing behavior.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct EditView {
    /// The state it leaves.
    pub from: String,
    /// Its action.
    pub action: String,
    /// The state it leads to; null is a new one that has stopped.
    pub to: Option<String>,
    /// As FSP.
    pub text: String,
    /// The behavior of the candidate with the edit.
    pub class: EditKind,
    /// Is everything given back that is missing in this situation, or the trace only?
    pub restores: bool,
    /// If not: a shortest trace that goes on from it and is still missing.
    pub still_missing: Vec<String>,
    /// How many other findings it closes.
    pub closes: u64,
    /// If it does more: a shortest trace that neither version had. If it is unsafe: a run that violates a
    /// property.
    pub beyond: Vec<String>,
    /// If it does more: would it not, were the state copied and the copy entered by this run only?
    pub fits_copy: bool,
    /// Is it known whether the system with it keeps its properties?
    pub tried: bool,
    /// If it is unsafe: what it violates.
    pub violates: Option<String>,
    /// Is it the one to take? None is if those that were tried are unsafe.
    pub recommended: bool,
    /// Where the state that it leaves is in the source.
    pub place: Option<PlaceView>,
}

/// Does the system with the candidate keep its properties?
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct CompatibilityView {
    /// Does it keep all of them?
    pub verdict: VerdictKind,
    /// A run that violates one; the first of those in `results`.
    pub trace: Vec<String>,
    /// Why it is unknown or vacuous.
    pub reason: Option<String>,
    /// One entry for everything that has to be kept.
    pub results: Vec<ObligationView>,
    /// The system with the candidate to which everything was added back that is missing; null if it was not
    /// looked at.
    pub completed: Option<CompletedView>,
    /// Can the system get stuck? Null if that was not found out.
    pub deadlock: Option<DeadlockView>,
}

/// Why a run violates a property.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum CauseKind {
    /// The candidate does it, the baseline did not.
    New,
    /// The system with the baseline does the same.
    Inherited,
    /// Only what was added back does it, and the old system did it, too.
    OldNeverSafe,
    /// Only what was added back does it, and the rest of the old system did not allow it.
    EnvironmentChanged,
    /// Only what was added back does it; no old system is known.
    Baseline,
    /// One instance is old and another new in it; neither version alone does it.
    Mixture,
}

/// Something that the system has to keep.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct ObligationView {
    /// The property, the component whose ERROR it is, the progress test, the assert; for deadlock the target.
    pub name: String,
    /// `property`, `error`, `progress`, `ltl` or `deadlock`.
    pub kind: String,
    /// Is it kept?
    pub verdict: VerdictKind,
    /// Does *holds* say nothing about this system? `reason` says why.
    pub vacuous: bool,
    /// Why it is unknown, vacuous or violated.
    pub reason: Option<String>,
    /// A run of the system with the candidate that violates it.
    pub trace: Vec<String>,
    /// The cycle that is repeated forever after the trace.
    pub cycle: Vec<String>,
    /// The run step by step.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub steps: Option<TraceView>,
    /// Would the baseline have done it, too?
    pub cause: Option<CauseKind>,
    /// The number of the step, from 1, with which the candidate does what the baseline did not.
    pub departs: Option<u64>,
    /// The cause in words.
    pub explanation: Option<String>,
    /// The proof rule that decided it, `search` for a monolithic search, or `store` for a stored
    /// proof that was rechecked.
    pub rule: Option<String>,
    /// Sizes and queries.
    pub statistics: Option<ProofStatisticsView>,
}

/// The system with the completed candidate.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct CompletedView {
    /// Does it keep everything?
    pub verdict: VerdictKind,
    /// Why that is unknown.
    pub reason: Option<String>,
    /// The violated property.
    pub property: Option<String>,
    /// A run of it.
    pub trace: Vec<String>,
    /// Why.
    pub cause: Option<CauseKind>,
    /// The cause in words.
    pub explanation: Option<String>,
}

/// Can the system get stuck?
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct DeadlockView {
    /// With the baseline: *holds* if it cannot.
    pub baseline: VerdictKind,
    /// With the candidate.
    pub candidate: VerdictKind,
    /// A run of the system with the candidate into a deadlock.
    pub trace: Vec<String>,
    /// Did the candidate bring it?
    pub new: bool,
}

/// Something the candidate may refuse and the baseline could not.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct RefusalView {
    /// After this trace.
    pub trace: Vec<String>,
    /// These actions at once.
    pub refused: Vec<String>,
    /// In words.
    pub message: String,
}

/// Sizes and queries of a comparison.
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub struct CompatStatisticsView {
    /// How the completed candidate was made: `direct`, or the learner.
    pub engine: Option<String>,
    /// Words that were asked for to make the completed candidate.
    pub membership_queries: u64,
    /// Machines that were asked for.
    pub equivalence_queries: u64,
    /// Counterexamples.
    pub rounds: u64,
    /// States of the completed candidate.
    pub completed_states: u64,
    /// States of the largest product of the proofs.
    pub largest_product: u64,
    /// Results that were taken from the store and rechecked.
    pub reused: Vec<String>,
    /// Questions to the solver about components in C, of the run until now.
    #[serde(default)]
    pub solver_queries: u64,
    /// Predicates of earlier versions of components in C that were taken from the store, likewise.
    #[serde(default)]
    pub recalled_predicates: u64,
    /// Seconds for everything.
    pub seconds: f64,
}

/// `rely compat` for several baselines or candidates.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct CompatMatrixDocument {
    /// `rely/compat-matrix/1`
    pub schema: String,
    /// The baselines, as they were given.
    pub baselines: Vec<String>,
    /// The candidates, as they were given.
    pub candidates: Vec<String>,
    /// One row for every baseline with one answer for every candidate.
    pub verdicts: Vec<Vec<CompatKind>>,
    /// The answers in full, row by row.
    pub results: Vec<CompatDocument>,
}

/// One answer, or one for every pair.
pub enum CompatAnswer {
    /// Of one baseline and one candidate.
    One(Box<CompatDocument>),
    /// Of several.
    Matrix(CompatMatrixDocument),
}
