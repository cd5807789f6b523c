//! Answers of earlier runs.
//!
//! # Problem
//! A second run should cost little if nothing has changed, and must not be wrong if something has.
//!
//! # Method
//! The key of an answer is the digest of everything that it depends on: the text of the model, the files that
//! it imports, the target, all options, the limits, and the program itself. An answer that is found is not
//! believed where looking again is cheap: small systems are checked again, and counterexamples of deadlock
//! and safety are replayed. What remains is *remembered*, and reports say so.
//!
//! # Invariants
//! 1. A model whose dependencies are not all known (components of C) has no key.
//! 2. An answer is kept only if the dependencies are the same before and after the check, and if no clock and
//!    no memory limit has decided it.
//!
//! # Cost
//! A digest per file and run; replaying is linear in the run.
//!
//! # Departures
//! None.

use rely_io::Control;
use rely_io::store::{Key, Store};
use rely_report::view::{AnswerSource, CheckDocument, CheckKind, VerdictKind};
use rely_report::{Document, Failure};
use rely_workbench::{CheckOptions, Loaded, ReadOptions, check, imported_digests, replayed};

use crate::plan::Item;

/// Systems with at most this many states are checked again.
const CHEAP: u64 = 2_000;

/// The store of a run, and what all its answers depend on.
pub(crate) struct Memory {
    pub store: Store,
    /// The digest of the program.
    pub program: String,
}

/// A document, where its verdicts are from, and a note about the store.
type Answered = (CheckDocument, Vec<AnswerSource>, Option<String>);

/// Checks a target, or finds the answer of an earlier run.
pub(crate) fn answer(
    loaded: &Loaded,
    item: &Item,
    options: &CheckOptions,
    read: ReadOptions,
    memory: Option<&Memory>,
    control: &Control,
) -> Result<Answered, Failure> {
    let fresh = |note: Option<String>| -> Result<Answered, Failure> {
        let document = check(loaded, options, control)?.document;
        let sources = vec![AnswerSource::Checked; document.results.len()];
        Ok((document, sources, note))
    };
    let Some(memory) = memory else { return fresh(None) };
    let Some((key, before)) = key(loaded, item, options, read, memory, control) else { return fresh(None) };
    if let Some(earlier) = earlier(&memory.store, &key, options) {
        match confirmed(loaded, &earlier, options, control)? {
            Confirmed::Again(document) => {
                let sources = vec![AnswerSource::Rechecked; document.results.len()];
                return Ok((*document, sources, None));
            }
            Confirmed::Earlier(sources) => return Ok((earlier, sources, None)),
            Confirmed::Not(note) => return fresh(Some(note)),
        }
    }
    let answered = fresh(None)?;
    let document = &answered.0;
    let limited = item.limits.time.is_some() || item.limits.memory.is_some();
    let open = document.results.iter().any(|result| result.verdict == VerdictKind::Unknown);
    let same = imported_digests(loaded, control).as_ref() == Some(&before);
    let keep = same && !control.is_interrupted() && !(open && limited);
    if let Some(text) = keep.then(|| serde_json::to_vec(document).ok()).flatten() {
        memory.store.keep_answer(&key, &text);
    }
    Ok(answered)
}

/// What an answer depends on, and the digests of what the model imports.
fn key(
    loaded: &Loaded,
    item: &Item,
    options: &CheckOptions,
    read: ReadOptions,
    memory: &Memory,
    control: &Control,
) -> Option<(Key, Vec<(String, String)>)> {
    let imports = imported_digests(loaded, control)?;
    // Every field is named, so that a new option cannot be forgotten.
    let CheckOptions { target, properties, kinds, fair_choice, certificate, reduction } = options;
    let ReadOptions { internal_i, marked_loops, colon_actions, digest: _ } = read;
    if certificate.is_some() {
        return None;
    }
    let depends_on = [
        ("program", memory.program.clone()),
        ("version", env!("CARGO_PKG_VERSION").to_string()),
        ("file", item.file.clone()),
        ("text", loaded.digest.clone()?),
        ("imports", format!("{imports:?}")),
        ("target", format!("{target:?}")),
        ("properties", format!("{properties:?}")),
        ("kinds", format!("{kinds:?}")),
        ("fair choice", fair_choice.to_string()),
        ("reduction", format!("{reduction:?}")),
        ("limits", format!("{:?}", item.limits)),
        ("read", format!("{internal_i} {marked_loops} {colon_actions}")),
    ];
    Some((Key::answer(depends_on), imports))
}

/// The document of an earlier run, if there is one that fits.
fn earlier(store: &Store, key: &Key, options: &CheckOptions) -> Option<CheckDocument> {
    let bytes = store.answer(key)?;
    let Ok(Document::Check(document)) = Document::read(&bytes) else { return None };
    let fits = options.target.as_ref().is_none_or(|target| *target == document.target);
    (fits && !document.results.is_empty()).then_some(*document)
}

/// What became of an earlier answer.
enum Confirmed {
    /// It was checked again.
    Again(Box<CheckDocument>),
    /// It counts, with where each verdict is from.
    Earlier(Vec<AnswerSource>),
    /// It is wrong.
    Not(String),
}

fn confirmed(
    loaded: &Loaded,
    earlier: &CheckDocument,
    options: &CheckOptions,
    control: &Control,
) -> Result<Confirmed, Failure> {
    let wrong = || {
        let target = &earlier.target;
        Confirmed::Not(format!("{target}: the stored answer is not confirmed, so it was checked again"))
    };
    if earlier.states <= CHEAP && earlier.methods.is_empty() {
        let document = check(loaded, options, control)?.document;
        return Ok(if verdicts(&document) == verdicts(earlier) {
            Confirmed::Again(Box::new(document))
        } else {
            wrong()
        });
    }
    let replayed = replayed(loaded, earlier, control)?;
    let mut sources = Vec::new();
    for (result, replayed) in earlier.results.iter().zip(replayed) {
        let can_replay = matches!(result.kind, CheckKind::Deadlock | CheckKind::Safety);
        sources.push(match result.verdict {
            VerdictKind::Violated if replayed => AnswerSource::Replayed,
            VerdictKind::Violated if can_replay => return Ok(wrong()),
            _ => AnswerSource::Remembered,
        });
    }
    Ok(Confirmed::Earlier(sources))
}

/// What two documents of one question must have in common.
fn verdicts(document: &CheckDocument) -> Vec<(CheckKind, &str, VerdictKind, bool)> {
    document.results.iter().map(|r| (r.kind, r.name.as_str(), r.verdict, r.vacuous)).collect()
}
