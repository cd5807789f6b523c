//! A plan is checked: files at the same time, their targets one after the other.

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use rely_io::store::{Store, StorePlace};
use rely_io::{Control, Limits, jobs, tree};
use rely_report::view::{
    AnswerSource, CheckDocument, CheckKind, DiagnosticView, ProjectCheckView, ProjectDocument, SeverityKind,
    UncheckedView,
};
use rely_report::{Exit, Failure};
use rely_workbench::{
    CheckOptions, CheckReduction, CompileOptions, Loaded, ProgramOptions, ReadOptions, check_program, load,
};

use crate::answers::{Memory, answer};
use crate::expectation::{Expectation, comments};
use crate::judge::{Answer, Deny, judge};
use crate::manifest::{ProgramEntry, Targets};
use crate::plan::{Item, Plan, Subject, or};
use crate::reach;

/// The options of a run; they take precedence over the manifest.
#[derive(Clone, Debug)]
pub struct Settings {
    /// Only these targets.
    pub targets: Vec<String>,
    /// All composites.
    pub all_targets: bool,
    /// Only these properties.
    pub properties: Vec<String>,
    /// Only these kinds.
    pub kinds: Vec<CheckKind>,
    /// Check asserts on all runs.
    pub no_fair_choice: bool,
    /// How to search.
    pub reduction: CheckReduction,
    /// How to read files.
    pub read: ReadOptions,
    /// Limits of each check.
    pub limits: Limits,
    /// Threads of each check.
    pub threads: usize,
    /// Models at the same time.
    pub jobs: usize,
    /// Stop at the first model that is not as expected.
    pub fail_fast: bool,
    /// The lines `//@` of models are expectations.
    pub comments: bool,
    /// Findings that fail the run.
    pub deny: Vec<Deny>,
    /// Where answers are.
    pub store: StorePlace,
    /// Compile and run counterexamples of C programs.
    pub execute: bool,
    /// Set when the user interrupts the run.
    pub interrupted: Arc<AtomicBool>,
}

/// A file that is finished.
#[derive(Default)]
pub struct Finished {
    /// The documents of its targets.
    pub documents: Vec<CheckDocument>,
    /// Its checks; `document` counts within `documents`.
    pub checks: Vec<ProjectCheckView>,
    /// What is wrong.
    pub errors: Vec<DiagnosticView>,
    unchecked: Vec<UncheckedView>,
    notes: Vec<String>,
    /// Its targets and those of `--target` that it has, if the options name some.
    known: BTreeSet<String>,
    skipped: usize,
    exit: Option<Exit>,
}

impl Finished {
    fn exits(&mut self, exit: Exit) {
        self.exit = Some(self.exit.map_or(exit, |own| own.worst(exit)));
    }

    fn fails(&mut self, failure: &Failure) {
        self.exits(failure.exit());
        self.errors.extend(failure.document().diagnostics);
    }
}

/// Checks a plan. `finished` sees every file, in the order of the plan, as soon as it and those before it are
/// finished.
pub fn run(plan: &Plan, settings: &Settings, mut finished: impl FnMut(&Finished)) -> ProjectDocument {
    let mut project = ProjectDocument {
        schema: "rely/project/1".to_string(),
        manifest: plan.manifest.as_ref().map(|manifest| manifest.path.clone()),
        checks: Vec::new(),
        errors: Vec::new(),
        unchecked: Vec::new(),
        notes: plan.notes.clone(),
        exit: 0,
        documents: Vec::new(),
    };
    let memory = open(plan, settings, &mut project.notes);
    let allow = plan.manifest.as_ref().map_or(&[][..], |manifest| &manifest.allow);
    let mut exit: Option<Exit> = None;
    let mut known: BTreeSet<String> = BTreeSet::new();
    let (mut done, mut skipped) = (0, 0);
    let work = |at: usize| one(&plan.items[at], plan, settings, memory.as_ref(), allow);
    jobs::in_order(settings.jobs, plan.items.len(), work, |at, result| {
        let mut own = result.unwrap_or_else(|failure| {
            let mut own = Finished::default();
            own.fails(&failure);
            own.errors.iter_mut().for_each(|error| error.file = Some(plan.items[at].file.clone()));
            own
        });
        finished(&own);
        done = at + 1;
        skipped += own.skipped;
        let first = project.documents.len() as u64;
        own.checks.iter_mut().for_each(|check| check.document += first);
        project.documents.append(&mut own.documents);
        project.checks.append(&mut own.checks);
        project.errors.append(&mut own.errors);
        project.unchecked.append(&mut own.unchecked);
        project.notes.append(&mut own.notes);
        known.append(&mut own.known);
        if let Some(own) = own.exit {
            exit = Some(exit.map_or(own, |exit| exit.worst(own)));
        }
        let surprised = exit.is_some_and(|exit| exit != Exit::Holds);
        let stop = settings.interrupted.load(Ordering::Relaxed) || (settings.fail_fast && surprised);
        !stop
    });
    for item in &plan.items[done..] {
        let reason = match settings.interrupted.load(Ordering::Relaxed) {
            true => "interrupted",
            false => "the run stopped at the first unexpected result",
        };
        let (file, reason) = (item.file.clone(), reason.to_string());
        project.unchecked.push(UncheckedView { file, targets: Vec::new(), reason });
    }
    if done == plan.items.len() {
        for target in settings.targets.iter().filter(|target| !known.contains(*target)) {
            let mut failure = Failure::input("E1005", format!("no model has a target `{target}`"));
            if let Some(near) = rely_fsp::suggest(target, known.iter().map(String::as_str)) {
                failure = failure.help(format!("did you mean `{near}`?"));
            }
            project.errors.extend(failure.document().diagnostics);
            exit = Some(exit.map_or(Exit::Usage, |exit| exit.worst(Exit::Usage)));
        }
    }
    if skipped > 0 {
        let what = rely_report::prose::count(skipped as u64, "expectation");
        project.notes.push(format!("{what} not compared: the options of this run leave out their checks"));
    }
    if let Some(memory) = &memory {
        project.notes.extend(memory.store.finish().note);
    }
    // Without any verdict, nothing was checked, whatever else is as expected.
    let nothing = project.checks.is_empty();
    let exit = exit.unwrap_or(Exit::Nothing).worst(if nothing { Exit::Nothing } else { Exit::Holds });
    project.exit = exit.code();
    project
}

/// The store of the run, unless there is none.
fn open(plan: &Plan, settings: &Settings, notes: &mut Vec<String>) -> Option<Memory> {
    let store = match &settings.store {
        StorePlace::Nowhere => return None,
        StorePlace::NextToModel => Store::open(&plan.root.join(rely_io::store::STORE_FOLDER)),
        StorePlace::Folder(folder) => Store::open(folder),
    };
    if let Some(newer) = store.newer() {
        notes.push(format!(
            "W1093: {} was written by a newer version of Rely; it is neither used nor changed",
            newer.display()
        ));
    }
    Some(Memory { store, program: tree::program_digest()? })
}

fn one(item: &Item, plan: &Plan, settings: &Settings, memory: Option<&Memory>, allow: &[String]) -> Finished {
    let mut own = Finished::default();
    let mut item = item.clone();
    item.limits = or(&settings.limits, &item.limits);
    let control = || Control::new(&item.limits, settings.threads, settings.interrupted.clone());
    let outcome = match &item.subject {
        Subject::Model => model(&item, plan, settings, memory, allow, &control, &mut own),
        Subject::Program(program) => {
            self::program(program, &item, plan, settings, allow, &control(), &mut own)
        }
    };
    if let Err(failure) = outcome {
        if let Failure::Nothing(why) = &failure {
            own.exits(Exit::Nothing);
            let (file, reason) = (item.file.clone(), why.clone());
            own.unchecked.push(UncheckedView { file, targets: Vec::new(), reason });
        } else {
            own.fails(&failure);
        }
    }
    own.errors
        .iter_mut()
        .filter(|error| error.file.is_none())
        .for_each(|error| error.file = Some(item.file.clone()));
    own
}

/// The expectations of an item, with those in its text.
fn expectations(item: &Item, settings: &Settings, loaded: &Loaded, own: &mut Finished) -> Vec<Expectation> {
    let mut expect = item.expect.clone();
    if let Some(source) = loaded.source().filter(|_| item.comments || settings.comments) {
        let (found, wrong) = comments(&item.file, &source.text);
        expect.extend(found);
        if !wrong.is_empty() {
            own.exits(Exit::Usage);
        }
        own.errors.extend(wrong);
    }
    expect
}

/// The targets to check, in the order of the text.
fn chosen(
    item: &Item,
    settings: &Settings,
    loaded: &Loaded,
    expect: &[Expectation],
    own: &mut Finished,
) -> Result<Vec<Option<String>>, Failure> {
    let Some(model) = loaded.model() else {
        if settings.targets.is_empty() {
            return Ok(vec![None]);
        }
        let reason = "the file holds one transition system, which is not among the targets".to_string();
        own.unchecked.push(UncheckedView { file: item.file.clone(), targets: Vec::new(), reason });
        return Ok(Vec::new());
    };
    let composites: Vec<String> = model.composites().iter().map(|name| name.to_string()).collect();
    let mut known: BTreeSet<&str> = model.composites().into_iter().collect();
    known.extend(model.processes());
    known.extend(model.constraints());
    if !settings.targets.is_empty() {
        let has: Vec<&String> = settings.targets.iter().filter(|t| known.contains(t.as_str())).collect();
        own.known.extend(has.iter().map(|target| target.to_string()));
        if has.is_empty() {
            // For suggestions, if no model has the target.
            own.known.extend(composites);
            let reason = format!("it has no target {}", settings.targets.join(", "));
            own.unchecked.push(UncheckedView { file: item.file.clone(), targets: Vec::new(), reason });
        }
        return Ok(has.into_iter().map(|target| Some(target.clone())).collect());
    }
    let mut targets: Vec<String> = match &item.targets {
        Targets::All => composites.clone(),
        _ if settings.all_targets => composites.clone(),
        Targets::Named(names) => names.clone(),
        Targets::Last => Vec::new(),
    };
    if targets.is_empty() {
        let default = model.default_target().ok_or_else(|| {
            Failure::Nothing(format!("{} defines no process: there is nothing to check", item.file))
        })?;
        targets.push(default);
    }
    for target in expect.iter().filter_map(|one| one.target.as_ref()) {
        if !targets.contains(target) {
            targets.push(target.clone());
        }
    }
    let left = reach::unchecked(model.tree(), &model.composites(), &targets);
    if !left.is_empty() {
        let reason = "--all-targets checks all composites".to_string();
        own.unchecked.push(UncheckedView { file: item.file.clone(), targets: left, reason });
    }
    Ok(targets.into_iter().map(Some).collect())
}

fn model(
    item: &Item,
    plan: &Plan,
    settings: &Settings,
    memory: Option<&Memory>,
    allow: &[String],
    control: &dyn Fn() -> Control,
    own: &mut Finished,
) -> Result<(), Failure> {
    let start = Instant::now();
    let read = ReadOptions { digest: memory.is_some(), ..settings.read };
    let loaded = load(&item.file, read, &control())?;
    own.notes.extend(loaded.reading_notes().iter().map(|note| format!("{}: {note}", item.file)));
    let expect = expectations(item, settings, &loaded, own);
    let mut start = Some(start);
    for target in chosen(item, settings, &loaded, &expect, own)? {
        let start = start.take().unwrap_or_else(Instant::now);
        let options = CheckOptions {
            target: target.clone(),
            properties: settings.properties.clone(),
            kinds: if settings.kinds.is_empty() { item.only.clone() } else { settings.kinds.clone() },
            fair_choice: item.fair_choice && !settings.no_fair_choice,
            certificate: None,
            reduction: settings.reduction,
        };
        match answer(&loaded, item, &options, read, memory, &control()) {
            Ok((document, sources, note)) => {
                own.notes.extend(note.map(|note| format!("{}: {note}", item.file)));
                let about: Vec<&Expectation> = expect
                    .iter()
                    .filter(|one| one.target.as_ref().is_none_or(|target| *target == document.target))
                    .collect();
                let seconds = start.elapsed().as_secs_f64();
                let left_out = |one: &Expectation| {
                    let of_kind = |kind| settings.kinds.is_empty() || settings.kinds.contains(&kind);
                    !settings.properties.is_empty() || !one.kind.is_none_or(of_kind)
                };
                let first = own.checks.len();
                add(own, Answer { document, sources, seconds }, &about, plan, settings, &left_out, allow);
                own.checks[first..].iter_mut().for_each(|check| check.line = line(&loaded, &check.name));
            }
            // The other targets are checked nevertheless.
            Err(Failure::Nothing(why)) => {
                own.exits(Exit::Nothing);
                let targets = target.into_iter().collect();
                own.unchecked.push(UncheckedView { file: item.file.clone(), targets, reason: why });
            }
            Err(failure) => own.fails(&failure),
        }
    }
    if !settings.targets.is_empty() {
        let others = |one: &&Expectation| one.target.as_ref().is_some_and(|t| !settings.targets.contains(t));
        own.skipped += expect.iter().filter(others).count();
    } else if loaded.model().is_none() {
        // The one target of such a file has a name; another one does not exist.
        let names: Vec<&str> = own.documents.iter().map(|document| document.target.as_str()).collect();
        let lost = expect.iter().filter(|one| one.target.as_deref().is_some_and(|t| !names.contains(&t)));
        let lost: Vec<DiagnosticView> = lost
            .map(|one| {
                one.finding(format!("the expectation about `{}` matches no check", one.subject()), None)
            })
            .collect();
        if !lost.is_empty() {
            own.exits(Exit::Usage);
            own.errors.extend(lost);
        }
    }
    Ok(())
}

/// Where a component, test, assert or target is defined.
fn line(loaded: &Loaded, name: &str) -> Option<u32> {
    // Instances are called `a.b:NAME(1)`.
    let name = name.split('(').next()?.rsplit(':').next()?;
    let name = name.split(['.', '[']).next()?;
    let (model, source) = (loaded.model()?, loaded.source()?);
    Some(source.between(model.definition_span(name)?).0.line)
}

fn program(
    entry: &ProgramEntry,
    item: &Item,
    plan: &Plan,
    settings: &Settings,
    allow: &[String],
    control: &Control,
    own: &mut Finished,
) -> Result<(), Failure> {
    if !settings.targets.is_empty() || !settings.properties.is_empty() || !settings.kinds.is_empty() {
        let reason = "the options select targets or checks of models".to_string();
        own.unchecked.push(UncheckedView { file: item.file.clone(), targets: Vec::new(), reason });
        own.skipped += item.expect.len();
        return Ok(());
    }
    let start = Instant::now();
    let texts = |places: &[crate::manifest::Place]| places.iter().map(|place| place.text.clone()).collect();
    let options = ProgramOptions {
        entry: entry.entry.clone(),
        properties: texts(&entry.property),
        map: entry.map.as_ref().map(|map| map.text.clone()),
        compile: CompileOptions {
            defines: entry.define.clone(),
            includes: texts(&entry.include),
            standard: entry.std.clone(),
            ..CompileOptions::default()
        },
        checks: (!entry.check.is_empty()).then(|| entry.check.clone()),
        execute: settings.execute,
        solver: None,
        certificate: None,
    };
    let files: Vec<String> = texts(&entry.files);
    let document = check_program(&files, &options, control)?.document;
    let sources = vec![AnswerSource::Checked; document.results.len()];
    let seconds = start.elapsed().as_secs_f64();
    let about: Vec<&Expectation> = item.expect.iter().collect();
    add(own, Answer { document, sources, seconds }, &about, plan, settings, &|_| false, allow);
    Ok(())
}

/// Adds a target with its comparison.
fn add(
    own: &mut Finished,
    mut answer: Answer,
    about: &[&Expectation],
    plan: &Plan,
    settings: &Settings,
    left_out: &dyn Fn(&Expectation) -> bool,
    allow: &[String],
) {
    let is_allowed = |w: &DiagnosticView| w.severity == SeverityKind::Warning && allow.contains(&w.code);
    answer.document.warnings.retain(|warning| !is_allowed(warning));
    let mut deny = settings.deny.clone();
    deny.extend(plan.manifest.iter().flat_map(|manifest| manifest.deny.iter().copied()));
    let judged = judge(&answer, about, &deny, left_out);
    own.exits(judged.exit);
    own.skipped += judged.skipped;
    own.errors.extend(judged.errors);
    let position = own.documents.len() as u64;
    own.checks
        .extend(judged.checks.into_iter().map(|check| ProjectCheckView { document: position, ..check }));
    own.documents.push(answer.document);
}

impl Plan {
    /// Where changes are looked for.
    pub fn watched(&self) -> Vec<PathBuf> {
        let mut folders: BTreeSet<PathBuf> = BTreeSet::new();
        for item in &self.items {
            folders.extend(std::path::Path::new(&item.file).parent().map(std::path::Path::to_path_buf));
        }
        if self.manifest.is_some() {
            folders.insert(self.root.clone());
        }
        folders.into_iter().collect()
    }
}
