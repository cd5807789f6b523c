//! `rely compare`: a relation between two LTSs, or a run that distinguishes them.

use std::path::{Path, PathBuf};

use rely_evidence::{NoCertificate, has_propositions, relation_certificate};
use rely_io::{Control, files};
use rely_lts::relate::{Distinction, Relation, alphabet_difference, compare as compare_ltss};
use rely_lts::{Lts, Verdict};
use rely_report::Failure;
use rely_report::prose::list;
use rely_report::view::{CompareDocument, ComponentView, RoleKind, VerdictKind};

use crate::load::{Loaded, ReadOptions, load};

/// What to compare.
#[derive(Clone, Debug)]
pub struct CompareOptions {
    /// The left side: a target of the model, a file, or `FILE:TARGET`.
    pub left: String,
    /// The right side.
    pub right: String,
    /// The relation.
    pub relation: Relation,
    /// Where to write a certificate of the answer.
    pub certificate: Option<PathBuf>,
    /// How to read files.
    pub read: ReadOptions,
}

/// Compares two LTSs.
///
/// # Errors
/// If a side is not known, a model is wrong, the budget is spent before the comparison, or the certificate
/// cannot be written.
pub fn compare(
    model: Option<&Loaded>,
    options: &CompareOptions,
    control: &Control,
) -> Result<CompareDocument, Failure> {
    let (left, left_digest) = side(model, &options.left, options.read, control)?;
    let (right, right_digest) = side(model, &options.right, options.read, control)?;
    let verdict = compare_ltss(&left, &right, options.relation, control.context());
    let mut document = CompareDocument {
        schema: "rely/compare/1".to_string(),
        relation: options.relation.into(),
        left: options.left.clone(),
        right: options.right.clone(),
        verdict: VerdictKind::Holds,
        trace: Vec::new(),
        reason: None,
        sizes: vec![size(&options.left, &left), size(&options.right, &right)],
        notes: alphabet_notes(&left, &right, options),
        certificate: None,
    };
    if let Some(path) = &options.certificate {
        // A certificate names one text.
        let digest = left_digest.filter(|digest| right_digest.as_ref() == Some(digest));
        write_certificate(path, [&left, &right], options, &verdict, digest, &mut document, control)?;
    }
    match verdict {
        Verdict::Holds(()) => {}
        Verdict::Unknown(reason) => {
            document.verdict = VerdictKind::Unknown;
            document.reason = Some(reason.to_string());
        }
        Verdict::Violated(distinction) => {
            document.verdict = VerdictKind::Violated;
            document.trace = distinction.trace.names(left.actions()).iter().map(|n| n.to_string()).collect();
            document.reason = Some(distinction.explanation);
        }
    }
    Ok(document)
}

/// Writes the certificate of an answer, or notes why there is none.
fn write_certificate(
    path: &Path,
    sides: [&Lts; 2],
    options: &CompareOptions,
    verdict: &Verdict<(), Distinction>,
    digest: Option<String>,
    document: &mut CompareDocument,
    control: &Control,
) -> Result<(), Failure> {
    if sides.into_iter().any(has_propositions) {
        let why = "states have propositions, which certificates do not describe";
        document.notes.push(format!("no certificate was written: {why}"));
        return Ok(());
    }
    let names = [options.left.as_str(), options.right.as_str()];
    match relation_certificate(names, sides, options.relation, verdict, digest, control.context()) {
        Ok(certificate) => {
            files::write(path, |out| {
                serde_json::to_writer(&mut *out, &certificate)?;
                out.write_all(b"\n")
            })?;
            document.certificate = Some(path.display().to_string());
        }
        Err(NoCertificate::Contradiction) => {
            return Err(Failure::Internal("the evidence for the answer contradicts it".to_string()));
        }
        Err(why) => document.notes.push(format!("no certificate was written: {why}")),
    }
    Ok(())
}

/// The LTS of a side, and the digest of its text: a target of the model if there is one of that name, else a
/// file.
fn side(
    model: Option<&Loaded>,
    name: &str,
    read: ReadOptions,
    control: &Control,
) -> Result<(Lts, Option<String>), Failure> {
    let composed = |loaded: &Loaded, target: Option<&str>| -> Result<(Lts, Option<String>), Failure> {
        let lts = crate::compose::composed(&loaded.target(target, control)?.system, control)?;
        Ok((lts, loaded.digest.clone()))
    };
    if let Some(loaded) = model {
        let known = loaded.model().is_some_and(|m| {
            name == "DEFAULT" || m.composites().contains(&name) || m.processes().contains(&name)
        });
        if known || !std::path::Path::new(name).exists() && !name.contains(':') {
            return composed(loaded, Some(name));
        }
    }
    let (file, target) = match name.rsplit_once(':') {
        Some((file, target)) if !std::path::Path::new(name).exists() => (file, Some(target)),
        _ => (name, None),
    };
    composed(&load(file, read, control)?, target)
}

fn size(name: &str, lts: &Lts) -> ComponentView {
    ComponentView {
        name: name.to_string(),
        role: RoleKind::Process,
        states: lts.n_states() as u64,
        transitions: lts.n_transitions() as u64,
        abstraction: None,
    }
}

fn alphabet_notes(left: &Lts, right: &Lts, options: &CompareOptions) -> Vec<String> {
    let difference = alphabet_difference(left, right);
    let mut notes = Vec::new();
    for (names, has, lacks) in [
        (&difference.left_only, &options.left, &options.right),
        (&difference.right_only, &options.right, &options.left),
    ] {
        if !names.is_empty() {
            let names: Vec<String> = names.iter().map(|n| n.to_string()).collect();
            notes.push(format!("in the alphabet of {has}, but not of {lacks}: {}", list(&names)));
        }
    }
    notes
}
