//! The corpus: everything the reference tool answered, asked of the workbench.
//!
//! One test per model. The corpus of the repository always runs; a larger one runs if `RELY_CORPUS` names it.
//! Every difference is either a failure or a line of [`DIFFERENCES`] with its reason, which the book repeats.

use std::sync::Arc;

use libtest_mimic::{Arguments, Failed, Trial};
use rely_report::Failure;
use rely_report::view::{CheckDocument, CheckKind, ResultView, SeverityKind, VerdictKind};
use rely_testkit::corpus::{
    AssertVerdict, Corpus, FileAnswer, ProgressVerdict, SafetyVerdict, TargetAnswer, VARIABLE,
};
use rely_workbench::{
    CheckOptions, CheckReduction, CompareOptions, ComposeOptions, Control, Limits, Loaded, ReadOptions,
    Reduction, Relation, check, compare, compose, load,
};

/// Where we differ from the reference tool on purpose: file, target, what differs, why.
const DIFFERENCES: &[(&str, &str, &[What], &str)] = &[
    ("probes/009-p-end.lts", "*", &[What::Composed, What::Safety], END_FIRST),
    ("probes/010-deterministic-of-error.lts", "D", &[What::Composed, What::Minimized], TAU_TO_ERROR),
    ("probes/028-relabel-oldvar-in-composite.lts", "*", &[What::Error], OLD_VARIABLE),
    ("probes/029-relabel-2-new-names-oldvar.lts", "*", &[What::Error], OLD_VARIABLE),
    ("fspc/blackbox-input15.lts", "*", &[What::Error], OLD_VARIABLE),
    ("probes/143-dot-number-in-source.lts", "*", &[What::Error], DOT_NUMBER),
    ("probes/050-seq-params.lts", "DEFAULT", &[What::Composed, What::Minimized, What::Safety], INSERTED),
    ("probes/150-minus-hash.lts", "*", &[What::Composed], MINUS_COUNT),
    (
        "probes/161-ltl-property-in-default-blocks.lts",
        "DEFAULT",
        &[What::Composed, What::Minimized, What::Safety, What::Progress],
        LTL_PROPERTY,
    ),
    ("plant/FSP-Robot-V5-fse.lts", "PLANT", &[What::Asserts], CONTRADICTION),
    ("plant/FSP-Robot-V5-fse.lts", "ANALYSED_PLANT", &[What::Asserts], CONTRADICTION),
];

const END_FIRST: &str = "a process that has ended from the start has ended: it is no deadlock";
const TAU_TO_ERROR: &str = "an ERROR behind a tau from the initial state is not lost by `deterministic`";
const OLD_VARIABLE: &str = "a variable bound in an old label is released after it, so it can be bound again";
const DOT_NUMBER: &str = "labels may be written as they are printed: `a.1`";
const INSERTED: &str = "the instances made for `A(2);P` are part of P, not further components of DEFAULT";
const MINUS_COUNT: &str = "the minus of `-#S` counts";
const LTL_PROPERTY: &str = "an `ltl_property` observes in DEFAULT too, it does not block";

const CONTRADICTION: &str = "no run satisfies `p && !p`: the assert is violated, LTSA says that it holds";

/// A group of answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum What {
    /// Is the model refused, and on which line?
    Error,
    /// Sizes, alphabet, errors met while composing, the stored LTS.
    Composed,
    /// LTSA's minimization.
    Minimized,
    /// Deadlock and safety.
    Safety,
    /// Progress.
    Progress,
    /// Asserts.
    Asserts,
}

/// Larger systems than the largest of the corpus are a mistake of ours.
const LIMITS: Limits = Limits { states: Some(8_000_000), time: Some(600), memory: Some(8 << 30) };

fn main() {
    let arguments = Arguments::from_args();
    let mut trials = Vec::new();
    let mut seen = std::collections::BTreeSet::new();
    for corpus in Corpus::all() {
        let corpus = Arc::new(corpus);
        for file in corpus.expected.files.keys() {
            // The larger corpus contains the repository's.
            if seen.insert(file.clone()) {
                let (corpus, file) = (corpus.clone(), file.clone());
                trials.push(Trial::test(file.clone(), move || {
                    let differences = model(&corpus, &file);
                    if differences.is_empty() { Ok(()) } else { Err(Failed::from(differences.join("\n"))) }
                }));
            }
        }
    }
    if Corpus::external().is_none() {
        println!("{VARIABLE} is not set: the models of others are not tested, only those of the repository");
    }
    libtest_mimic::run(&arguments, trials).exit();
}

/// All differences of one model.
fn model(corpus: &Corpus, file: &str) -> Vec<String> {
    let answer = &corpus.expected.files[file];
    let path = corpus.folder.join(file);
    let loaded = load(&path.to_string_lossy(), ReadOptions::default(), &Control::unlimited());
    let mut notes = Notes { file, target: "*", list: Vec::new(), used: Vec::new() };
    match (&answer.parse_error, loaded) {
        (Some(error), Ok(_)) => notes.differ(What::Error, format!("it is read, but LTSA says: {error}")),
        (Some(error), Err(failure)) => notes.same_line(error, &failure),
        (None, Ok(loaded)) => targets(corpus, answer, &loaded, &mut notes),
        (None, Err(failure)) => static_error(answer, &failure, &mut notes),
    }
    notes.unused();
    notes.list
}

/// A model that we refuse as a whole and LTSA only target by target.
fn static_error(answer: &FileAnswer, failure: &Failure, notes: &mut Notes<'_>) {
    for target in answer.targets.values() {
        match &target.compile_error {
            Some(error) => notes.same_line(error, failure),
            None => notes.differ(What::Error, format!("it is refused: {}", words(failure))),
        }
    }
}

fn targets<'a>(corpus: &Corpus, answer: &'a FileAnswer, loaded: &Loaded, notes: &mut Notes<'a>) {
    for (name, expected) in &answer.targets {
        notes.target = name;
        target(corpus, name, expected, loaded, notes);
    }
    notes.target = "*";
}

fn target(corpus: &Corpus, name: &str, expected: &TargetAnswer, loaded: &Loaded, notes: &mut Notes<'_>) {
    let control = Control::new(&LIMITS, 1, Arc::default());
    let minimize = Some(Reduction::Ltsa);
    let options = ComposeOptions { target: Some(name.to_string()), minimize, ..ComposeOptions::default() };
    let composed = if expected.composed.is_some() || expected.compile_error.is_some() {
        Some(compose(loaded, &options, &control))
    } else {
        None
    };
    match (&expected.compile_error, &composed) {
        (Some(error), Some(Ok(_))) => {
            notes.differ(What::Error, format!("it is composed, but LTSA says: {error}"))
        }
        (Some(error), Some(Err(failure))) => notes.same_line(error, failure),
        (None, Some(Err(failure))) => {
            notes.differ(What::Composed, format!("not composed: {}", words(failure)))
        }
        (None, Some(Ok(result))) => composition(corpus, name, expected, loaded, result, notes),
        (_, None) => {}
    }
    if expected.compile_error.is_none() && (expected.safety.is_some() || expected.progress.is_some()) {
        let asserts = !expected.asserts.is_empty();
        // The recorded answers count every state.
        let reduction = CheckReduction::None;
        let mut options =
            CheckOptions { target: Some(name.to_string()), reduction, ..CheckOptions::default() };
        if !asserts {
            options.kinds = vec![CheckKind::Deadlock, CheckKind::Safety, CheckKind::Progress];
        }
        match check(loaded, &options, &control) {
            Ok(result) => checks(expected, &result.document, notes),
            Err(failure) => notes.differ(What::Safety, format!("not checked: {}", words(&failure))),
        }
    }
}

fn composition(
    corpus: &Corpus,
    name: &str,
    expected: &TargetAnswer,
    loaded: &Loaded,
    result: &rely_workbench::ComposeResult,
    notes: &mut Notes<'_>,
) {
    let (ours, theirs) =
        (&result.document, expected.composed.as_ref().expect("asked only where LTSA composed"));
    let mut equal = |what: &str, ours: String, theirs: String| {
        if ours != theirs {
            notes.differ(What::Composed, format!("{what}: ours {ours}, LTSA's {theirs}"));
        }
    };
    equal("states", ours.states.to_string(), theirs.states.to_string());
    equal("transitions", ours.transitions.to_string(), theirs.transitions.to_string());
    equal("alphabet size", ours.alphabet.len().to_string(), theirs.alphabet_size.to_string());
    equal("alphabet", sha1(&ours.alphabet), theirs.alphabet_sha1.clone());
    equal("ERROR", ours.error_reachable.to_string(), theirs.has_error.to_string());
    equal("deadlock", ours.deadlock.to_string(), theirs.deadlock_seen.to_string());
    let sorted = |names: &[String]| {
        let mut names = names.to_vec();
        names.sort();
        names.dedup();
        names.join(" ")
    };
    equal("violated", sorted(&ours.violated), sorted(&theirs.violated));
    if let (Some(ours), Some(theirs)) = (&ours.minimized, &expected.minimized) {
        let (ours, theirs) = ((ours.states, ours.transitions), (theirs.states, theirs.transitions));
        if ours != theirs {
            notes.differ(What::Minimized, format!("minimized: ours {ours:?}, LTSA's {theirs:?}"));
        }
    }
    if let Some(stored) = &expected.aut {
        let options = CompareOptions {
            left: name.to_string(),
            right: corpus.folder.join(stored).to_string_lossy().into_owned(),
            relation: Relation::Strong,
            read: ReadOptions::default(),
            certificate: None,
        };
        let control = Control::new(&LIMITS, 1, Arc::default());
        // The stored file does not mark END; sides that differ only there are compared below it.
        match compare(Some(loaded), &options, &control) {
            Ok(document) if document.verdict == VerdictKind::Holds || theirs.end_state >= 0 => {}
            Ok(document) => notes.differ(
                What::Composed,
                format!("not bisimilar to the stored LTS: {:?} {:?}", document.trace, document.reason),
            ),
            Err(failure) => notes.differ(What::Composed, words(&failure)),
        }
    }
}

fn checks(expected: &TargetAnswer, document: &CheckDocument, notes: &mut Notes<'_>) {
    let of = |kind: CheckKind| document.results.iter().filter(move |r| r.kind == kind);
    let violated = |r: &&ResultView| r.verdict == VerdictKind::Violated;
    if let Some(safety) = &expected.safety {
        let found: Vec<&ResultView> =
            of(CheckKind::Deadlock).chain(of(CheckKind::Safety)).filter(violated).collect();
        match safety.verdict {
            SafetyVerdict::Ok if found.is_empty() => {}
            SafetyVerdict::Ok => {
                notes.differ(What::Safety, format!("LTSA finds no error, we find {}", found[0].name))
            }
            kind => {
                let wanted = |r: &&&ResultView| match kind {
                    SafetyVerdict::Deadlock => r.kind == CheckKind::Deadlock,
                    _ => r.kind == CheckKind::Safety && safety.property.as_ref().is_none_or(|p| *p == r.name),
                };
                match found.iter().find(wanted) {
                    None => notes
                        .differ(What::Safety, format!("LTSA's {kind:?} {:?} is not found", safety.property)),
                    Some(ours) if ours.trace.len() > safety.trace.len() => notes.differ(
                        What::Safety,
                        format!("our trace has {} steps, LTSA's {}", ours.trace.len(), safety.trace.len()),
                    ),
                    Some(_) => {}
                }
            }
        }
    }
    if let Some(progress) = &expected.progress {
        let bad: Vec<&str> = of(CheckKind::Progress).filter(violated).map(|r| r.name.as_str()).collect();
        match progress.verdict {
            ProgressVerdict::Ok if bad.is_empty() => {}
            ProgressVerdict::Ok => {
                notes.differ(What::Progress, format!("LTSA finds no violation, we find {bad:?}"))
            }
            ProgressVerdict::Violation => {
                let missing: Vec<&String> =
                    progress.violated.iter().filter(|v| !bad.contains(&v.as_str())).collect();
                if bad.is_empty() || !missing.is_empty() {
                    notes.differ(
                        What::Progress,
                        format!("LTSA finds {:?}, we find {bad:?}", progress.violated),
                    );
                }
            }
            // LTSA met ERROR and says nothing about progress.
            ProgressVerdict::SafetyViolation => {}
        }
    }
    for (name, theirs) in &expected.asserts {
        let Some(ours) = of(CheckKind::Ltl).find(|r| r.name == *name) else {
            notes.differ(What::Asserts, format!("assert {name} is not checked"));
            continue;
        };
        let agrees = match theirs.verdict {
            Some(AssertVerdict::Ok | AssertVerdict::OkNoAcceptance) => ours.verdict == VerdictKind::Holds,
            Some(AssertVerdict::Violation) if theirs.property.as_ref().is_some_and(|p| p != name) => true,
            Some(AssertVerdict::Violation) => ours.verdict == VerdictKind::Violated,
            // LTSA met something else first and says nothing about the assert: a deadlock, or ERROR of a
            // component.
            Some(AssertVerdict::Deadlock | AssertVerdict::SafetyViolation) | None => true,
        };
        if !agrees {
            let theirs = theirs.verdict;
            notes.differ(
                What::Asserts,
                format!("assert {name}: ours {:?} ({:?}), LTSA's {theirs:?}", ours.verdict, ours.reason),
            );
        }
    }
}

fn sha1(names: &[String]) -> String {
    use sha1::{Digest, Sha1};
    let mut sorted = names.to_vec();
    sorted.sort();
    Sha1::digest(sorted.join("\n").as_bytes()).iter().map(|byte| format!("{byte:02x}")).collect()
}

fn words(failure: &Failure) -> String {
    let document = failure.document();
    let lines = document.diagnostics.iter().filter(|d| d.severity == SeverityKind::Error);
    lines
        .map(|d| format!("line {}: {} {}", d.line.unwrap_or(0), d.code, d.message))
        .collect::<Vec<_>>()
        .join("; ")
}

/// Differences of one model, and which of the listed ones were seen.
struct Notes<'a> {
    file: &'a str,
    target: &'a str,
    list: Vec<String>,
    used: Vec<(usize, What)>,
}

impl Notes<'_> {
    fn differ(&mut self, what: What, text: String) {
        let listed = DIFFERENCES.iter().position(|(f, t, w, _)| {
            *f == self.file && (*t == "*" || *t == self.target) && w.contains(&what)
        });
        match listed {
            Some(position) => self.used.push((position, what)),
            None => self.list.push(format!("{} {:?}: {text}", self.target, what)),
        }
    }

    /// Both refuse: on the same line?
    fn same_line(&mut self, theirs: &str, failure: &Failure) {
        let Some(line) = theirs.strip_prefix("line ").and_then(|t| t.split(':').next()) else { return };
        let ours: Vec<String> = failure
            .document()
            .diagnostics
            .iter()
            .filter(|d| d.severity == SeverityKind::Error)
            .filter_map(|d| d.line)
            .map(|l| l.to_string())
            .collect();
        if !ours.iter().any(|l| l == line) {
            self.differ(What::Error, format!("LTSA: {theirs}; ours: {}", words(failure)));
        }
    }

    /// A listed difference that is none any more is a failure, too.
    fn unused(&mut self) {
        for (position, (file, target, whats, why)) in DIFFERENCES.iter().enumerate() {
            for &what in whats.iter().filter(|_| *file == self.file) {
                if !self.used.contains(&(position, what)) {
                    self.list.push(format!("{target} {what:?} agrees, although listed: {why}"));
                }
            }
        }
    }
}
