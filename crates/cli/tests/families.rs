//! The families of the assume-guarantee literature: what their texts claim in the lines
//! `//@ TARGET KIND [NAME] VERDICT` is what `rely check` says, at every size that is tested; the state counts
//! are those of the book; the instances of `examples/scalable` are what `rely generate` writes.

mod common;

use std::collections::{BTreeMap, BTreeSet};

use common::{Folder, list, repository, text};
use serde_json::Value;

const VARIANTS: [&str; 2] = ["correct", "faulty"];

/// The families, with the actions that one process does on its own: work, not messages.
const FAMILIES: [(&str, &[&str]); 10] = [
    ("gas-station", &[]),
    ("chiron", &["call"]),
    ("chiron-single", &["call", "done"]),
    ("mer", &["start", "stop"]),
    ("peterson", &["ask", "enter", "exit"]),
    ("relay", &[]),
    ("smokers", &["choose", "start", "stop"]),
    ("dining", &["start", "stop"]),
    ("token-ring", &["request", "enter", "exit"]),
    ("two-phase-commit", &["begin", "commit", "abort"]),
];

/// Which targets of a text are checked.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Targets {
    All,
    OnlyT,
}

/// Generates a model, checks what it claims target by target, and gives the document of target T.
#[track_caller]
fn checked(family: &str, size: usize, variant: &str, wanted: Targets) -> Value {
    let folder = Folder::new();
    let args = ["generate", family, "-s", &size.to_string(), "--variant", variant, "-o", "model.lts"];
    folder.rely(&args).exits(0);
    let mut targets: BTreeMap<String, Vec<Vec<String>>> = BTreeMap::new();
    for line in folder.read("model.lts").lines().filter_map(|line| line.strip_prefix("//@ ")) {
        let mut words = line.split_whitespace().map(str::to_string);
        if line.split_whitespace().nth(1) == Some("split") {
            continue;
        }
        targets.entry(words.next().expect("a target")).or_default().push(words.collect());
    }
    let mut of_t = Value::Null;
    for (target, claims) in targets.into_iter().filter(|(t, _)| wanted == Targets::All || t == "T") {
        let args =
            ["check", "model.lts", "--target", &target, "--only", "deadlock,safety", "--format", "json"];
        let run = folder.rely(&[&args[..], &["--reduction", "none", "--deny", "warnings"]].concat());
        let (code, document) = (run.code, run.never_panicked().json());
        for claim in claims {
            let results = list(&document, "results");
            let result = results.iter().find(|r| {
                text(r, "kind") == claim[0] && (claim[0] == "deadlock" || text(r, "name") == claim[1])
            });
            let result = result.unwrap_or_else(|| panic!("{family} {size}: nothing about {claim:?}"));
            assert_eq!(
                text(result, "verdict"),
                claim[claim.len() - 1],
                "{family} {size} {variant} {target} {claim:?}"
            );
            assert_eq!(result["vacuous"], false, "{family} {size} {variant} {target} {claim:?}");
        }
        if target == "T" {
            assert_eq!(code, Some(i32::from(variant == "faulty")), "{family} {size} {variant}");
            of_t = document;
        }
    }
    assert!(!of_t.is_null(), "{family} {size} {variant}: the text claims something of T");
    of_t
}

/// The rows of the book's table: family, size, variant, states and transitions.
fn recorded() -> BTreeMap<(String, usize, String), (u64, u64)> {
    let page = std::fs::read_to_string(repository().join("docs/book/src/families.md")).expect("the page");
    let number = |cell: &str| cell.replace(',', "").parse::<u64>().ok();
    let mut rows = BTreeMap::new();
    for line in page.lines().filter(|line| line.starts_with("| `")) {
        let cells: Vec<&str> = line.trim_matches('|').split('|').map(str::trim).collect();
        let (Some(size), [name, _, counts @ ..]) = (cells.get(1).and_then(|cell| number(cell)), &cells[..])
        else {
            continue;
        };
        for (variant, counts) in VARIANTS.iter().zip(counts.chunks(2)) {
            if let (Some(states), Some(transitions)) = (number(counts[0]), number(counts[1])) {
                let name = name.trim_matches('`').to_string();
                rows.insert((name, size as usize, variant.to_string()), (states, transitions));
            }
        }
    }
    rows
}

/// All rows of a family with at most that many states.
#[track_caller]
fn family_is_as_recorded(family: &str, most: u64) {
    let mut sizes = BTreeMap::<&str, usize>::new();
    for ((name, size, variant), (states, transitions)) in recorded() {
        if name == family && states <= most {
            let wanted = if states <= 200_000 { Targets::All } else { Targets::OnlyT };
            let document = checked(family, size, &variant, wanted);
            let counts = (document["states"].as_u64(), document["transitions"].as_u64());
            assert_eq!(counts, (Some(states), Some(transitions)), "{family} {size} {variant}");
            *sizes.entry(if variant == "correct" { "correct" } else { "faulty" }).or_default() += 1;
        }
    }
    let enough = VARIANTS.iter().all(|variant| sizes.get(variant).is_some_and(|n| *n >= 2));
    assert!(enough, "{family}: too few sizes are recorded: {sizes:?}");
}

#[test]
fn gas_station() {
    family_is_as_recorded("gas-station", 50_000);
}

#[test]
fn chiron() {
    family_is_as_recorded("chiron", 1_000_000);
}

#[test]
fn chiron_single() {
    family_is_as_recorded("chiron-single", 200_000);
}

#[test]
fn mer() {
    family_is_as_recorded("mer", 600_000);
}

#[test]
fn peterson() {
    family_is_as_recorded("peterson", 600_000);
}

#[test]
fn relay() {
    family_is_as_recorded("relay", 50_000);
}

#[test]
fn smokers() {
    family_is_as_recorded("smokers", 50_000);
}

#[test]
fn dining() {
    family_is_as_recorded("dining", 50_000);
}

#[test]
fn token_ring() {
    family_is_as_recorded("token-ring", 50_000);
}

#[test]
fn two_phase_commit() {
    family_is_as_recorded("two-phase-commit", 50_000);
}

#[test]
fn nothing_happens_because_one_side_has_no_say() {
    for (family, own) in FAMILIES {
        for variant in VARIANTS {
            let folder = Folder::new();
            let args = ["generate", family, "-s", "3", "--variant", variant, "-o", "model.lts"];
            folder.rely(&args).exits(0);
            let args = ["check", "model.lts", "--only", "deadlock", "--reduction", "none"];
            folder.rely(&[&args[..], &["--certificate", "c.json"]].concat()).exits(0);
            let certificate: Value = serde_json::from_str(&folder.read("c.json")).expect("JSON");
            let mut owners: BTreeMap<&str, usize> = BTreeMap::new();
            let components = list(&certificate["systems"][0], "components");
            for component in components.iter().filter(|c| c["role"] != "property") {
                for action in list(component, "alphabet") {
                    *owners.entry(action.as_str().expect("a name")).or_default() += 1;
                }
            }
            let named = |action: &str, what: &str| action.split('.').any(|part| part == what);
            let alone: BTreeSet<&str> = owners.iter().filter(|(_, n)| **n == 1).map(|(a, _)| *a).collect();
            let stray: Vec<_> = alone.iter().filter(|a| !own.iter().any(|what| named(a, what))).collect();
            assert!(stray.is_empty(), "{family} {variant}: only one process knows {stray:?}");
            assert!(
                own.iter().all(|what| alone.iter().any(|a| named(a, what))),
                "{family} {variant}: {alone:?}"
            );
        }
    }
}

/// One side of a split keeps the property if the other side keeps to an assumption, which it does; alone it
/// does not.
#[test]
fn both_sides_of_the_splits_are_needed() {
    for (family, _) in FAMILIES {
        let folder = Folder::new();
        let size = if family == "chiron" { "2" } else { "3" };
        folder.rely(&["generate", family, "-s", size, "-o", "model.lts"]).exits(0);
        let source = folder.read("model.lts");
        let lines = || source.lines().filter_map(|line| line.strip_prefix("//@ "));
        let mut found = 0;
        for words in lines().map(|line| line.split_whitespace().collect::<Vec<_>>()) {
            let [target, "split", module] = words[..] else { continue };
            let property = lines().find_map(|line| line.strip_prefix(&format!("{target} safety ")));
            let property = property.and_then(|rest| rest.split(' ').next()).expect("a property");
            let args =
                ["assume", "model.lts", "--target", target, "--module", module, "--property", property];
            let run = folder.rely(&[&args[..], &["--discharge"]].concat()).exits(0);
            let first = run.out.lines().next().unwrap_or_default();
            let (expected, end) = ("holds if the environment satisfies ", "does");
            assert!(first.starts_with(expected) && first.ends_with(end), "{family} {target}: {first}");
            found += 1;
        }
        assert!(found > 0, "{family} names no split");
    }
}

#[test]
fn the_instances_in_the_repository_are_up_to_date() {
    let folder = Folder::new();
    let path = repository().join("examples/scalable");
    let mut found = BTreeSet::new();
    for entry in std::fs::read_dir(&path).expect("there are instances") {
        let name = entry.expect("the folder can be listed").file_name().to_string_lossy().into_owned();
        let Some(stem) = name.strip_suffix(".lts") else { continue };
        let (stem, variant) = match stem.strip_suffix("-faulty") {
            Some(stem) => (stem, "faulty"),
            None => (stem, "correct"),
        };
        let (family, size) = stem.rsplit_once('-').expect("family and size");
        let made = folder.rely(&["generate", family, "-s", size, "--variant", variant]).exits(0).out;
        let kept = std::fs::read_to_string(path.join(&name)).expect("an instance");
        let command =
            format!("rely generate {family} -s {size} --variant {variant} -o examples/scalable/{name}");
        assert!(made == kept, "{name} is out of date: {command}");
        found.insert((family.to_string(), variant));
    }
    let all: BTreeSet<_> = FAMILIES
        .iter()
        .flat_map(|(family, _)| VARIANTS.map(|variant| (family.to_string(), variant)))
        .collect();
    assert_eq!(found, all, "there is an instance of every family and variant");
}

#[test]
fn variants_of_families_without_them_are_refused() {
    let folder = Folder::new();
    let run = folder.rely(&["generate", "milner", "-s", "3", "--variant", "faulty"]).exits(2);
    assert!(run.err.contains("the family milner has no option --variant"), "{}", run.err);
    for (family, size) in [("gas-station", "51"), ("dining", "2"), ("smokers", "13"), ("relay", "0")] {
        let run = folder.rely(&["generate", family, "-s", size]).exits(2);
        assert!(run.err.contains("--size must be from"), "{family}: {}", run.err);
    }
}
