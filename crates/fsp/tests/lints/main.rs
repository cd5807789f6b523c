//! Warnings about what was probably not meant: planted mistakes are found, the originals are silent, and
//! what is found in the models of the corpus is listed in `judged.txt`, with a judgement.

mod mutants;

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use mutants::{Mutant, Numbers, Planted, mutants};
use rely_fsp::{Diagnostic, Imports, Model, Severity, parse};
use rely_lts::{Actions, Budget, Context, Lts};

/// Imported files are not read: every import stops at once.
struct Stops;

impl Imports for Stops {
    fn read(&self, _: &str, actions: &Actions) -> Result<Lts, String> {
        Ok(Lts::stop(actions))
    }
}

/// The codes of these warnings.
const CODES: [&str; 9] = ["W0104", "W0105", "W0404", "W0502", "W0806", "W0807", "W0808", "W0905", "W0906"];

/// All findings in a text: of the parser, of the definitions, of the default target. None if there are
/// errors.
fn findings(text: &[u8]) -> Option<Vec<Diagnostic>> {
    let parsed = parse(text);
    let (model, more) = Model::new(parsed.model);
    let mut all = parsed.diagnostics;
    all.extend(more);
    let wrong = |all: &[Diagnostic]| all.iter().any(|d| d.severity == Severity::Error);
    if wrong(&all) {
        return None;
    }
    if let Some(target) = model.default_target() {
        let budget = Budget::unlimited().with_states(200_000);
        let elaborated = model.system(&target, &Stops, Context::with_budget(&budget));
        if wrong(&elaborated.diagnostics) {
            return None;
        }
        all.extend(elaborated.diagnostics);
        all.extend(elaborated.system.iter().flat_map(|system| model.lint(system)));
    }
    Some(all)
}

/// The models in a folder.
fn models(folder: &Path, out: &mut Vec<PathBuf>) {
    let mut entries: Vec<_> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    entries.sort();
    for path in entries {
        if path.is_dir() {
            models(&path, out);
        } else if path.extension().is_some_and(|extension| extension == "lts") {
            out.push(path);
        }
    }
}

/// The names and texts of the models in a folder.
fn texts(folder: &Path) -> Vec<(String, Vec<u8>)> {
    let mut paths = Vec::new();
    models(folder, &mut paths);
    let named = |path: PathBuf| {
        let name = path.strip_prefix(folder).unwrap().display().to_string().replace('\\', "/");
        (name, std::fs::read(&path).unwrap())
    };
    paths.into_iter().map(named).collect()
}

fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Imported processes have no actions here, so nothing can be said about who shares them.
fn has_imports(text: &[u8]) -> bool {
    String::from_utf8_lossy(text).lines().any(|line| line.starts_with("import "))
}

#[test]
fn what_is_found_in_the_corpus_is_what_a_person_judged() {
    let judged = include_str!("judged.txt").lines().filter(|line| !line.starts_with('#') && !line.is_empty());
    let mut expected: BTreeMap<(&str, &str), usize> = BTreeMap::new();
    for line in judged {
        let (place, reason) = line.split_once(" | ").expect("a reason");
        assert!(!reason.trim().is_empty(), "{line}");
        let [code, file, count] = place.split(' ').collect::<Vec<_>>()[..] else { panic!("{line}") };
        assert!(expected.insert((code, file), count.parse().unwrap()).is_none(), "{line}");
    }
    let mut folders = vec![repository().join("corpus")];
    folders.extend(std::env::var_os("RELY_CORPUS").filter(|folder| !folder.is_empty()).map(PathBuf::from));
    let mut wrong = Vec::new();
    let mut met = BTreeSet::new();
    for (name, text) in folders.iter().flat_map(|folder| texts(folder)) {
        let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
        for found in findings(&text).into_iter().flatten().filter(|found| CODES.contains(&found.code)) {
            *counts.entry(found.code).or_default() += 1;
        }
        for code in CODES {
            let count = counts.get(code).copied().unwrap_or(0);
            let judged = expected.get(&(code, name.as_str())).copied().unwrap_or(0);
            if judged > 0 {
                met.insert((code, name.clone()));
            }
            if count != judged {
                wrong.push(format!("{code} {name} {count} | (judged: {judged})"));
            }
        }
    }
    assert!(wrong.is_empty(), "{} findings differ from judged.txt:\n{}", wrong.len(), wrong.join("\n"));
    assert!(
        folders.len() == 1 || met.len() == expected.len(),
        "judged.txt has lines about models that do not exist"
    );
}

/// Codes and messages of the findings in an original.
type Originals = BTreeSet<(&'static str, String)>;

/// All mutants of the examples, and what is found in the originals.
fn planted() -> (Vec<Mutant>, BTreeMap<String, Originals>) {
    let mut numbers = Numbers::new();
    let mut all = Vec::new();
    let mut originals = BTreeMap::new();
    for (name, text) in texts(&repository().join("examples")) {
        if has_imports(&text) {
            continue;
        }
        let found = findings(&text).expect("examples have no errors");
        originals.insert(name.clone(), found.into_iter().map(|d| (d.code, d.message)).collect());
        all.extend(mutants(&name, &String::from_utf8(text).unwrap(), &mut numbers));
    }
    (all, originals)
}

/// Is there a finding that the original does not have, and that names what was changed?
fn is_found(mutant: &Mutant, original: &Originals) -> bool {
    let Some(found) = findings(mutant.text.as_bytes()) else { return false };
    found.iter().any(|d| {
        let line = mutant.text[..d.span.start as usize].matches('\n').count() + 1;
        let named = d.message.split('`').any(|part| part.split('.').any(|word| word == mutant.word));
        let named = named || d.message.split(' ').any(|word| word == mutant.word);
        !original.contains(&(d.code, d.message.clone())) && (line == mutant.line || named)
    })
}

#[test]
fn examples_have_none_of_these_warnings() {
    for (name, text) in texts(&repository().join("examples")) {
        if !has_imports(&text) {
            let found = findings(&text).expect("examples have no errors");
            let found: Vec<_> = found.iter().filter(|d| CODES.contains(&d.code)).collect();
            assert!(found.is_empty(), "{name}: {found:?}");
        }
    }
}

#[test]
fn of_fifty_planted_mistakes_at_least_forty_eight_are_found() {
    let (mut all, originals) = planted();
    let mut numbers = Numbers::new();
    let (mut found, mut missed) = (0, Vec::new());
    let wanted = [
        (Planted::Letter, 26),
        (Planted::Clause, 8),
        (Planted::Property, 6),
        (Planted::Process, 6),
        (Planted::Guard, 4),
    ];
    for (what, count) in wanted {
        for _ in 0..count {
            let of_kind: Vec<usize> = (0..all.len()).filter(|&i| all[i].what == what).collect();
            let mutant = all.swap_remove(of_kind[numbers.below(of_kind.len())]);
            match is_found(&mutant, &originals[&mutant.file]) {
                true => found += 1,
                false => missed.push((mutant.what, mutant.file, mutant.line, mutant.word)),
            }
        }
    }
    assert_eq!(found + missed.len(), 50);
    assert!(found >= 48, "missed: {missed:?}");
}

#[test]
fn of_all_planted_mistakes_ninety_five_percent_are_found() {
    let (all, originals) = planted();
    let mut counts: BTreeMap<Planted, (usize, usize)> = BTreeMap::new();
    for mutant in &all {
        let count = counts.entry(mutant.what).or_default();
        count.1 += 1;
        count.0 += usize::from(is_found(mutant, &originals[&mutant.file]));
    }
    for (what, (found, all)) in &counts {
        let bar = if *what == Planted::Guard { 90 } else { 95 };
        assert!(found * 100 >= all * bar, "{what:?}: {counts:?}");
    }
    assert!(counts[&Planted::Letter].1 > 1000, "{counts:?}");
    println!("{counts:?}");
}
