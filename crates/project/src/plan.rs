//! The models of a run, with their targets and expectations.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use rely_fsp::{Diagnostic, Span};
use rely_io::{Limits, ModelKind, files, tree};
use rely_report::Failure;
use rely_report::view::CheckKind;

use crate::expectation::Expectation;
use crate::manifest::{Manifest, Place, ProgramEntry, Targets};
use crate::pattern::{is_pattern, matches};

/// What is checked in a run.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The manifest, if there is one.
    pub manifest: Option<Manifest>,
    /// The models and programs, in the order of their paths.
    pub items: Vec<Item>,
    /// The folder that the store is in.
    pub root: PathBuf,
    /// Notes about the choice of files.
    pub notes: Vec<String>,
}

/// A model or program.
#[derive(Clone, Debug)]
pub struct Item {
    /// Its path, as reports name it.
    pub file: String,
    /// What it is.
    pub subject: Subject,
    /// Which targets.
    pub targets: Targets,
    /// Which kinds of checks; empty means all.
    pub only: Vec<CheckKind>,
    /// Are choices fair in asserts?
    pub fair_choice: bool,
    /// Limits of each check.
    pub limits: Limits,
    /// Expectations outside of the model.
    pub expect: Vec<Expectation>,
    /// Are the lines `//@` of the model expectations, too?
    pub comments: bool,
}

/// What is checked.
#[derive(Clone, Debug)]
pub enum Subject {
    /// A model in one file.
    Model,
    /// A C program.
    Program(Box<ProgramEntry>),
}

impl Plan {
    /// What a manifest says.
    ///
    /// # Errors
    /// If a folder cannot be read, or if a pattern matches nothing.
    pub fn of_manifest(manifest: Manifest) -> Result<Plan, Failure> {
        let tree = tree::files_below(&manifest.root)?;
        let mut wrong = Vec::new();
        let mut chosen: BTreeSet<&str> = BTreeSet::new();
        for place in &manifest.models {
            chosen.extend(matching(place, &tree.files, Chosen::Models, &manifest.root, &mut wrong));
        }
        for place in &manifest.exclude {
            let left_out = matching(place, &tree.files, Chosen::Files, &manifest.root, &mut wrong);
            left_out.iter().for_each(|path| {
                chosen.remove(path);
            });
        }
        for entry in &manifest.entries {
            chosen.extend(matching(&entry.path, &tree.files, Chosen::Files, &manifest.root, &mut wrong));
        }
        let mut items: Vec<Item> =
            chosen.iter().map(|path| item(Some(&manifest), path, shown(&manifest.root, path))).collect();
        for program in &manifest.programs {
            let mut own = program.clone();
            for place in own.files.iter_mut().chain(&mut own.map) {
                if !tree.files.contains(&place.text) {
                    wrong.push(missing(place, &tree.files));
                }
                place.text = shown(&manifest.root, &place.text);
            }
            own.include
                .iter_mut()
                .chain(&mut own.property)
                .for_each(|place| place.text = shown(&manifest.root, &place.text));
            let file = own.files[0].text.clone();
            items.push(Item {
                file,
                targets: Targets::Last,
                only: Vec::new(),
                fair_choice: true,
                limits: own.limits.clone().map_or(manifest.limits.clone(), |l| or(&l, &manifest.limits)),
                expect: own.expect.clone(),
                comments: false,
                subject: Subject::Program(Box::new(own)),
            });
        }
        if !wrong.is_empty() {
            return Err(Failure::Model { source: manifest.source.clone(), diagnostics: wrong });
        }
        let notes = links(&tree.links);
        Ok(Plan { root: manifest.root.clone(), manifest: Some(manifest), items, notes })
    }

    /// These files, and all models below these folders. What a manifest says about them counts.
    ///
    /// # Errors
    /// If a folder cannot be read.
    pub fn of_files(manifest: Option<Manifest>, files: &[String]) -> Result<Plan, Failure> {
        let mut paths: BTreeMap<PathBuf, String> = BTreeMap::new();
        let mut notes = Vec::new();
        for file in files {
            let place = Path::new(file);
            if !place.is_dir() {
                let key = place.canonicalize().unwrap_or_else(|_| place.to_path_buf());
                paths.entry(key).or_insert_with(|| file.clone());
                continue;
            }
            let tree = tree::files_below(place)?;
            let models = tree.files.iter().map(|below| place.join(below));
            let mut models: Vec<PathBuf> = models.filter(|path| is_model(path)).collect();
            if models.is_empty() {
                return Err(Failure::in_file("E1091", file, "there is no model below this folder")
                    .help("models end in .lts, .fsp, .aut, .dot, .gv or .rlts"));
            }
            notes.extend(links(&tree.links));
            for model in models.drain(..) {
                let key = model.canonicalize().unwrap_or_else(|_| model.clone());
                let model = model.strip_prefix(".").unwrap_or(&model).to_string_lossy().into_owned();
                paths.entry(key).or_insert(model);
            }
        }
        let root = manifest.as_ref().map(|manifest| manifest.root.clone()).unwrap_or_default();
        let around = Path::new(".").join(&root).canonicalize().ok();
        let mut items: Vec<Item> = paths
            .iter()
            .map(|(key, file)| {
                let inside = around.as_ref().and_then(|around| key.strip_prefix(around).ok());
                let inside = inside.map(|path| path.to_string_lossy().replace('\\', "/"));
                let of = manifest.as_ref().filter(|_| inside.is_some());
                item(of, &inside.unwrap_or_default(), file.clone())
            })
            .collect();
        items.sort_by(|one, other| one.file.cmp(&other.file));
        Ok(Plan { manifest, items, root, notes })
    }
}

/// What a pattern chooses.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Chosen {
    /// A folder stands for the models below it.
    Models,
    /// A folder stands for everything below it.
    Files,
}

/// The files that a pattern matches; it is wrong if there is none.
fn matching<'f>(
    place: &Place,
    files: &'f [String],
    chosen: Chosen,
    root: &Path,
    wrong: &mut Vec<Diagnostic>,
) -> Vec<&'f str> {
    let pattern = place.text.trim_end_matches('/').trim_start_matches("./");
    let below = format!("{pattern}/");
    let is_model = |path: &str| chosen == Chosen::Files || is_model(&root.join(path));
    let found: Vec<&str> = files
        .iter()
        .map(String::as_str)
        .filter(|path| match is_pattern(pattern) {
            true => matches(pattern, path) && is_model(path),
            false => *path == pattern || ((pattern == "." || path.starts_with(&below)) && is_model(path)),
        })
        .collect();
    if found.is_empty() {
        wrong.push(missing(place, files));
    }
    found
}

/// Is it a model by its name? JSON is one if it says so in its first bytes: reports are JSON, too.
fn is_model(path: &Path) -> bool {
    let says = || {
        files::head(path, 1 << 12).is_some_and(|head| String::from_utf8_lossy(&head).contains("rely/lts/"))
    };
    let is_json = path.extension().is_some_and(|ending| ending == "json");
    ModelKind::of_file(path).is_some() && (!is_json || says())
}

/// A pattern or path that matches nothing.
fn missing(place: &Place, files: &[String]) -> Diagnostic {
    let span = Span::new(place.span.0 as u32, place.span.1 as u32);
    let message = match is_pattern(&place.text) {
        true => format!("the pattern `{}` matches no file", place.text),
        false => format!("there is no file `{}` in the project", place.text),
    };
    let one = Diagnostic::error("E1091", span, message);
    match rely_fsp::suggest(&place.text, files.iter().map(String::as_str)) {
        Some(near) => one.help(format!("did you mean `{near}`?")),
        None => one.help("paths are relative to the folder of rely.toml; hidden folders, target and node_modules are left out"),
    }
}

/// A model with what the manifest says about it.
fn item(manifest: Option<&Manifest>, path: &str, file: String) -> Item {
    let mut item = Item {
        file,
        subject: Subject::Model,
        targets: Targets::Last,
        only: Vec::new(),
        fair_choice: true,
        limits: Limits::default(),
        expect: Vec::new(),
        comments: false,
    };
    let Some(manifest) = manifest else { return item };
    item.targets = manifest.targets.clone();
    item.only = manifest.only.clone();
    item.fair_choice = manifest.fair_choice;
    item.limits = manifest.limits.clone();
    item.comments = manifest.comments;
    for entry in &manifest.entries {
        let pattern = entry.path.text.trim_end_matches('/').trim_start_matches("./");
        let below = !is_pattern(pattern) && path.starts_with(&format!("{pattern}/"));
        if !below && !matches(pattern, path) {
            continue;
        }
        if let Some(targets) = &entry.targets {
            item.targets = targets.clone();
        }
        if let Some(only) = &entry.only {
            item.only = only.clone();
        }
        if let Some(limits) = &entry.limits {
            item.limits = or(limits, &item.limits);
        }
        item.expect.extend(entry.expect.iter().cloned());
    }
    item
}

/// Limits; where the first have none, the second count.
pub(crate) fn or(limits: &Limits, others: &Limits) -> Limits {
    Limits {
        states: limits.states.or(others.states),
        time: limits.time.or(others.time),
        memory: limits.memory.or(others.memory),
    }
}

/// A path of a project, from the current folder.
fn shown(root: &Path, path: &str) -> String {
    root.join(path).to_string_lossy().replace('\\', "/")
}

fn links(links: &[String]) -> Vec<String> {
    match links.is_empty() {
        true => Vec::new(),
        false => vec![format!("links to folders are not followed: {}", rely_report::prose::some(links, 4))],
    }
}
