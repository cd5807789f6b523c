//! `rely compat`: may the new version of a component replace the old one?
//!
//! The engines are in `rely_evolve`. Here words become versions and systems, every run is replayed, and what
//! was found becomes a document.

mod abstracted;
mod certificate;
mod class;
mod compatibility;
mod containment;
mod deadlock;
mod interface;
mod named;
mod notes;
mod places;
mod renamed;
mod repair;
mod replayed_run;
mod resolve;
mod reused;
mod standalone;
mod system;

use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::sync::Arc;
use std::time::Instant;

use rely_evolve::{Engine, default_interface, end_action};
use rely_formats::LtsDocument;
use rely_fsp::{Diagnostic, Value};
use rely_io::Control;
use rely_io::store::{CodeMemory, Store, StorePlace};
use rely_lts::{Actions, Alphabet, Lts};
use rely_report::view::{
    CompatAnswer, CompatDocument, CompatMatrixDocument, CompatStatisticsView, VerdictKind,
};
use rely_report::{Failure, SourceText, compat_summary};

use crate::load::ReadOptions;
use crate::shared;
use certificate::{Certifier, numbered};
use class::class;
use compatibility::CompatibilityCheck;
use containment::{Compared, Contained, Question};
use repair::Trial;
pub(crate) use resolve::again;
use resolve::{Reader, Source, Version, Word};
use reused::Reused;
use system::{Around, Built, Surroundings};

/// What to compare, and where.
#[derive(Clone, Debug)]
pub struct CompatOptions {
    /// The old versions: `FILE`, `FILE:NAME`, `git:REV:FILE[:NAME]`, or a name in the file of the system.
    pub baselines: Vec<String>,
    /// The new versions.
    pub candidates: Vec<String>,
    /// The mapping of versions in C that name none.
    pub map: Option<String>,
    /// The file of the system; default: the baseline's.
    pub system: Option<String>,
    /// The composite in which the one replaces the other; default: the last.
    pub target: Option<String>,
    /// Is only containment asked for?
    pub containment_only: bool,
    /// The properties; default: all of the target.
    pub properties: Vec<String>,
    /// Processes whose complete behaviors need not be kept.
    pub forbid: Vec<String>,
    /// The actions that are compared; default: those of the baseline, and those of the candidate that others
    /// take part in.
    pub interface: Option<String>,
    /// Fluents, or propositions of the versions, that are compared as well.
    pub observe: Vec<String>,
    /// How the completed candidate is made.
    pub engine: Engine,
    /// Is the completed candidate wanted even if nothing is missing?
    pub completed: bool,
    /// Are losses an answer that one asked for?
    pub allow_losses: bool,
    /// Are new deadlocks searched for to the end, and is the answer part of the results?
    pub deadlock: bool,
    /// May the system with the candidate deadlock where it could not before?
    pub allow_deadlock: bool,
    /// May a monolithic search run in parallel with the compositional proofs?
    pub portfolio: bool,
    /// Where results are stored for later runs.
    pub store: StorePlace,
    /// Where to write a certificate of all verdicts. If there are several pairs, the numbers of the baseline
    /// and of the candidate are part of the name of each file.
    pub certificate: Option<PathBuf>,
    /// How to read files.
    pub read: ReadOptions,
}

impl Default for CompatOptions {
    fn default() -> Self {
        CompatOptions {
            baselines: Vec::new(),
            candidates: Vec::new(),
            map: None,
            system: None,
            target: None,
            containment_only: false,
            properties: Vec::new(),
            forbid: Vec::new(),
            interface: None,
            observe: Vec::new(),
            engine: Engine::Auto,
            completed: false,
            allow_losses: false,
            deadlock: false,
            allow_deadlock: false,
            portfolio: true,
            store: StorePlace::Nowhere,
            certificate: None,
            read: ReadOptions::default(),
        }
    }
}

/// The result of a comparison.
pub struct CompatResult {
    /// The report.
    pub answer: CompatAnswer,
    /// Warnings about the sources, with their places.
    pub diagnostics: Vec<(Arc<SourceText>, Vec<Diagnostic>)>,
    /// Notes about the reading of files.
    pub notes: Vec<String>,
}

/// The largest number of pairs that are compared.
const MOST_PAIRS: usize = 10_000;

/// May the candidates replace the baselines?
///
/// # Errors
/// If a version, name or set is not known, a model is wrong, the baseline is not part of the target, or a run
/// does not replay.
pub fn compat(options: &CompatOptions, control: &Control) -> Result<CompatResult, Failure> {
    if options.baselines.len() * options.candidates.len() > MOST_PAIRS {
        let message = format!("there are more than {MOST_PAIRS} pairs of a baseline and a candidate");
        return Err(Failure::input("E1026", message).help("compare fewer at a time"));
    }
    let words = options.system.iter().chain(&options.candidates).chain(&options.baselines);
    let files: Vec<String> = words.filter_map(|word| resolve::file_of(word, control)).collect();
    let store = Arc::new(Store::at(&options.store, files.iter().map(String::as_str)));
    let memory = Arc::new(CodeMemory::new(store.clone()));
    control.remember(Some(memory.clone()));
    let result = compare(options, &store, &memory, control);
    control.remember(None);
    result
}

/// Compares every candidate with every baseline.
fn compare(
    options: &CompatOptions,
    store: &Store,
    memory: &CodeMemory,
    control: &Control,
) -> Result<CompatResult, Failure> {
    let mut reader = Reader::new(options.read, control);
    if let Some(map) = &options.map {
        reader.use_map(map)?;
    }
    let system = options.system.as_ref().map(|file| reader.source(file, None)).transpose()?;
    let mut read = |words: &[String]| -> Result<Vec<Word>, Failure> {
        words.iter().map(|word| reader.word(word, system.as_ref())).collect()
    };
    let (olds, news) = (read(&options.baselines)?, read(&options.candidates)?);
    let mut pairs = Pairs { options, control, reader, system, versions: Vec::new(), store, memory };
    let mut results = Vec::new();
    for (row, old) in olds.iter().enumerate() {
        for (column, new) in news.iter().enumerate() {
            let several = olds.len() * news.len() > 1;
            let path = options.certificate.as_deref();
            let path =
                path.map(|path| if several { numbered(path, row, column) } else { path.to_path_buf() });
            results.push(match (old, new) {
                (Word::Source(old), Word::Source(new)) => pairs.document(old, new, path.as_deref())?,
                _ => pairs.abstract_document(old, new, path.as_deref())?,
            });
        }
    }
    pairs.reader.abstracted().iter().for_each(|code| code.finish(control));
    let diagnostics = pairs.diagnostics();
    let mut notes = pairs.notes();
    notes.extend(pairs.store.finish().note);
    let answer = match (olds.len(), news.len()) {
        (1, 1) => CompatAnswer::One(Box::new(results.remove(0))),
        (_, columns) => CompatAnswer::Matrix(CompatMatrixDocument {
            schema: "rely/compat-matrix/1".to_string(),
            baselines: olds.iter().map(|word| word.given().to_string()).collect(),
            candidates: news.iter().map(|word| word.given().to_string()).collect(),
            verdicts: results
                .chunks(columns)
                .map(|row| row.iter().map(|one| one.verdict).collect())
                .collect(),
            results,
        }),
    };
    Ok(CompatResult { answer, diagnostics, notes })
}

/// One pair after the other.
struct Pairs<'a> {
    options: &'a CompatOptions,
    control: &'a Control,
    reader: Reader<'a>,
    /// The file of the system, if it was given.
    system: Option<Source>,
    /// The versions that were made: word, name, version.
    versions: Vec<(String, Rc<Version>)>,
    /// Stored results of earlier runs.
    store: &'a Store,
    /// What is known of components of programs, and what was asked about them.
    memory: &'a CodeMemory,
}

impl Pairs<'_> {
    /// A version; every one is made once.
    fn version(&mut self, source: &Source, other: Option<&str>) -> Result<Rc<Version>, Failure> {
        let named = source.name.as_deref().or(other).unwrap_or_default();
        let key = format!("{} {named}", source.given);
        if let Some((_, version)) = self.versions.iter().find(|(known, _)| *known == key) {
            return Ok(version.clone());
        }
        let version = Rc::new(self.reader.version(source, other)?);
        self.versions.push((key, version.clone()));
        Ok(version)
    }

    /// Compares two versions.
    fn document(
        &mut self,
        old: &Source,
        new: &Source,
        certificate: Option<&Path>,
    ) -> Result<CompatDocument, Failure> {
        let start = Instant::now();
        let baseline = self.version(old, new.name.as_deref())?;
        let candidate = self.version(new, Some(&baseline.name))?;
        let around = system::around(self.options, self.system.as_ref(), &baseline)?;
        let actions = match &around {
            Around::Nothing(_) => Actions::new(),
            Around::System(surroundings) => surroundings.actions(),
        };
        let (baseline, candidate) = (&*baseline, &*candidate);
        let pair = Pair { pairs: self, baseline, candidate, around: &around, actions };
        let mut document = pair.document(certificate)?;
        document.statistics.seconds = start.elapsed().as_secs_f64();
        Ok(document)
    }
}

/// Two versions.
struct Pair<'a> {
    pairs: &'a Pairs<'a>,
    baseline: &'a Version,
    candidate: &'a Version,
    around: &'a Around,
    /// The table of all actions.
    actions: Actions,
}

impl Pair<'_> {
    fn document(&self, certificate: Option<&Path>) -> Result<CompatDocument, Failure> {
        let mut certifier = certificate.map(|_| Certifier::new());
        let (options, control) = (self.pairs.options, self.pairs.control);
        let forbidden = self.forbidden()?;
        let target = match self.around {
            Around::Nothing(_) => "",
            Around::System(surroundings) => &surroundings.target,
        };
        let reused = Reused::new(self.pairs.store, target);
        let (mut notes, mut system, mut compatibility) = (Vec::new(), None, None);
        let mut built: Option<(&Surroundings, Built)> = None;
        match self.around {
            Around::Nothing(note) => notes.extend(note.clone()),
            Around::System(surroundings) => {
                if let (None, Some(revision)) = (&options.system, &self.baseline.revision) {
                    notes.push(format!(
                        "the system is taken from the baseline's file at {}; use --system for another file",
                        revision.given
                    ));
                }
                match surroundings.build(self.baseline, self.candidate, &forbidden, options, control) {
                    Ok(both) => {
                        system = Some(surroundings.view(&both.upgrade));
                        built = Some((surroundings, both));
                    }
                    Err(failure) => {
                        let spent = system::spent(failure)?;
                        compatibility =
                            Some(compatibility::undecided(format!("the system was not built: {spent}")));
                    }
                }
            }
        }
        let mut answers = self.contained(&forbidden, built.as_ref().map(|(_, built)| built), &reused)?;
        if let Some(certifier) = &mut certifier {
            for Answer { question, compared, contained, .. } in &answers {
                certifier.containment(question, compared.as_ref(), contained, control.context())?;
            }
        }
        let losses = answers.iter().any(|answer| answer.contained.view.verdict != VerdictKind::Holds);
        let mut statistics = CompatStatisticsView::default();
        let mut diagnostics = self.views();
        if let Around::Nothing(_) = self.around
            && let Some(kept) = standalone::decide(
                self.baseline,
                self.candidate,
                &self.actions,
                options,
                certifier.as_mut(),
                control,
            )?
        {
            notes.extend(kept.notes);
            statistics.largest_product = kept.largest_product;
            compatibility = Some(kept.view);
        }
        if let Some((surroundings, built)) = &built {
            let candidate = self.candidate;
            let keeping = CompatibilityCheck { surroundings, candidate, built, options, control };
            let (kept, found) = keeping.decide(losses, &reused)?;
            if let Some(certifier) = &mut certifier {
                keeping.certify(&kept, &found, certifier)?;
            }
            notes.extend(kept.notes);
            statistics.largest_product = kept.largest_product;
            compatibility = Some(kept.view);
            notes.extend(built.code.0.iter().cloned());
            if let Some(view) = &mut compatibility {
                view.results.iter_mut().for_each(|one| shared::locate(one.steps.as_mut(), &built.code.1));
            }
            let more = surroundings.loaded.views(&built.warnings);
            diagnostics
                .extend(more.into_iter().filter(|view| !diagnostics.contains(view)).collect::<Vec<_>>());
        }
        let keeps = compatibility.as_ref().is_none_or(|c| c.verdict != VerdictKind::Violated);
        let mut refusal = None;
        let mut all: Option<Contained> = None;
        for Answer { question, compared, mut contained, arguments } in answers.drain(..) {
            if let Some(compared) = &compared {
                let trial = built.as_ref().filter(|_| keeps).map(|(surroundings, _)| Trial {
                    surroundings,
                    baseline: self.baseline,
                    candidate: self.candidate,
                    arguments: &arguments,
                    properties: system.as_ref().map_or(&[], |system| &system.properties),
                    control,
                });
                contained.explain(&question, compared, trial.as_ref(), control);
                refusal = refusal.or_else(|| question.refusal(compared, &contained.losses, control));
            }
            notes.extend(notes::about(&question, &contained.view));
            if contained.view.verdict == VerdictKind::Violated {
                notes.extend(renamed::note(&question, control.context()));
            }
            match &mut all {
                None => all = Some(contained),
                Some(all) => all.add(contained),
            }
        }
        let Contained { view: containment, completed, warnings, .. } =
            all.expect("versions are compared for at least one list of arguments");
        if let Some(completed) = &completed {
            let counted = &completed.statistics;
            statistics.engine = Some(CompatOptions::engine_name(completed.engine));
            statistics.membership_queries = counted.membership_queries;
            statistics.equivalence_queries = counted.equivalence_queries;
            statistics.rounds = counted.rounds;
            statistics.completed_states = counted.states as u64;
        }
        statistics.reused = reused.names();
        self.pairs.count(&mut statistics, &[]);
        let name = format!("{}_COMPLETED", self.candidate.name);
        let machine = completed.as_ref().map(|completed| LtsDocument::new(&name, &completed.lts));
        notes.dedup();
        let mut document = CompatDocument {
            schema: "rely/compat/1".to_string(),
            baseline: self.baseline.view(),
            candidate: self.candidate.view(),
            system,
            verdict: class(containment.verdict, compatibility.as_ref().map(|c| c.verdict)),
            summary: String::new(),
            losses_allowed: options.allow_losses,
            first_letter: !containment.observed.is_empty(),
            containment,
            compatibility,
            candidate_with_missing: machine,
            refusal,
            statistics,
            notes,
            warnings,
            diagnostics,
            certificate: None,
            certified: None,
        };
        document.summary = compat_summary(&document);
        if let (Some(certifier), Some(path)) = (certifier, certificate) {
            let (written, certified) = certifier.write(path)?;
            (document.certificate, document.certified) = (written, Some(certified));
        }
        Ok(document)
    }

    /// Containment for every list of arguments that the system refers to the versions with.
    fn contained(
        &self,
        forbidden: &[(String, Arc<Lts>)],
        built: Option<&Built>,
        reused: &Reused<'_>,
    ) -> Result<Vec<Answer>, Failure> {
        let control = self.pairs.control;
        let defaults = vec![Vec::new()];
        let mut answers = Vec::new();
        for arguments in built.map_or(&defaults, |built| &built.arguments) {
            let (old, new) = if arguments.is_empty() {
                (self.baseline.clone(), self.candidate.clone())
            } else {
                let of = |version| system::version_for(version, arguments, control);
                (of(self.baseline)?, of(self.candidate)?)
            };
            let question = self.question(old, new, forbidden, built)?;
            let (compared, contained) = match question.compared(control) {
                Ok(compared) => {
                    let contained = question.decide(&compared, self.pairs.options, reused, control);
                    (Some(compared), contained)
                }
                Err(failure) => (None, Contained::undecided(system::spent(failure)?.to_string())),
            };
            answers.push(Answer { question, compared, contained, arguments: arguments.clone() });
        }
        Ok(answers)
    }

    /// The basis of a comparison.
    fn question(
        &self,
        baseline: Version,
        candidate: Version,
        forbidden: &[(String, Arc<Lts>)],
        built: Option<&Built>,
    ) -> Result<Question, Failure> {
        let (old, new) = (&baseline.component.lts, &candidate.component.lts);
        let (old, new) = (old.in_table(&self.actions), new.in_table(&self.actions));
        let interface = match (&self.pairs.options.interface, built.map(|built| (built, &built.instances))) {
            (Some(text), _) => interface::given(text, &self.models(), &old, &new)?,
            (None, None) if matches!(self.around, Around::Nothing(_)) => old.alphabet().clone(),
            // The system was not built: the actions that it shares with the candidate are unknown.
            (None, None) => Alphabet::union(&self.actions, [old.alphabet(), new.alphabet()]),
            (None, Some((built, Some(instances)))) => {
                let system = built.unobserved.as_ref().unwrap_or(&built.upgrade.candidate);
                default_interface(old.alphabet(), new.alphabet(), system, instances)
            }
            // If names cannot be determined, everything is compared.
            (None, Some((_, None))) => Alphabet::union(&self.actions, [old.alphabet(), new.alphabet()]),
        };
        let (fluents, propositions) = self.observed(&old, &new)?;
        let forbidden = forbidden.to_vec();
        let actions = self.actions.clone();
        let ends = old.end().or(new.end()).filter(|_| built.is_some_and(|built| built.followed));
        let end = ends.map(|_| end_action(&actions, [&old, &new]));
        Ok(Question { baseline, candidate, actions, forbidden, fluents, propositions, interface, end })
    }

    /// Warnings about the sources.
    fn views(&self) -> Vec<rely_report::view::DiagnosticView> {
        let mut views = self.baseline.loaded.views(&self.baseline.warnings);
        if !Rc::ptr_eq(&self.baseline.loaded, &self.candidate.loaded) {
            views.extend(self.candidate.loaded.views(&self.candidate.warnings));
        } else {
            let more = self.candidate.loaded.views(&self.candidate.warnings);
            let new: Vec<_> = more.into_iter().filter(|view| !views.contains(view)).collect();
            views.extend(new);
        }
        views
    }
}

/// The result for one list of arguments.
struct Answer {
    question: Question,
    compared: Option<Compared>,
    contained: Contained,
    arguments: Vec<Value>,
}
