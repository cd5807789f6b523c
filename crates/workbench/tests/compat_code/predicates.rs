//! Predicates that are kept for the next version of a component.

use std::path::Path;

use rely_workbench::store::{CodeMemory, CodeName, Store, StorePlace, StoredPredicates};
use serde_json::Value;

use super::{answer, repository, versions};

/// A version of the queue.
fn queue(version: u32) -> std::path::PathBuf {
    repository(&format!("examples/c/queue/queue-{version}.ll"))
}

/// Questions to the solver about one version.
fn queries(version: u32, store: StorePlace) -> u64 {
    let document = answer(&versions(&queue(version), &queue(version), store));
    assert_eq!(document["verdict"], "replaceable", "{document}");
    document["statistics"]["solver_queries"].as_u64().expect("a number")
}

/// The answer without what it cost.
fn without_cost(mut document: Value) -> Value {
    document.as_object_mut().expect("a document").remove("statistics");
    document
}

#[test]
fn the_next_version_asks_at_most_half_of_the_questions() {
    let folder = tempfile::tempdir().unwrap();
    let store = || StorePlace::Folder(folder.path().join(".rely"));
    let first = queries(1, store());
    assert_eq!(first, queries(1, StorePlace::Nowhere), "nothing is known of the first version");
    for version in 2..=4 {
        let (cold, warm) = (queries(version, StorePlace::Nowhere), queries(version, store()));
        println!("version {version}: {cold} questions without the store, {warm} with it");
        assert!(warm > 100 && 2 * warm <= cold, "version {version}: {cold} cold, {warm} warm");
    }
}

#[test]
fn answers_do_not_depend_on_what_is_known() {
    let folder = tempfile::tempdir().unwrap();
    let store = || StorePlace::Folder(folder.path().join(".rely"));
    for (old, new) in [(1, 2), (2, 3), (3, 4), (1, 4), (4, 1), (1, 2)] {
        let cold = answer(&versions(&queue(old), &queue(new), StorePlace::Nowhere));
        let warm = answer(&versions(&queue(old), &queue(new), store()));
        let recalled = warm["statistics"]["recalled_predicates"].as_u64().unwrap();
        assert!(recalled > 0, "the candidate begins with the baseline's predicates");
        assert_eq!(cold["statistics"]["recalled_predicates"], 0);
        assert_eq!(without_cost(cold), without_cost(warm), "{old} to {new}");
    }
}

/// Whatever a store says of a component, the answer is the same.
#[test]
fn forged_predicates_change_no_answer() {
    let mapping = std::fs::read_to_string(repository("examples/c/queue/queue.map")).unwrap();
    let (old, new) = (queue(1), queue(2));
    let cold = without_cost(answer(&versions(&old, &new, StorePlace::Nowhere)));
    let places = [
        "driver after  #1",
        "queue_write after take #1",
        "queue_write after give #1",
        "queue_read after take #1",
        "driver after write.closed,write.full,write.ok #1",
    ];
    let at_all = |line: &str| places.map(|place| (place.to_string(), line.to_string())).to_vec();
    let many: Vec<(String, String)> =
        (0..90).flat_map(|k| at_all(&format!("v32:queue.count c32:{k} ult"))).collect();
    let forged = [
        ("many", u64::MAX, many.clone()),
        ("many, and no questions", 0, many),
        ("of other widths", 5_000, at_all("v8:queue.count c8:3 eq")),
        ("not Boolean", 5_000, at_all("v32:queue.count c32:3 add")),
        ("constant", 5_000, at_all("c1:1")),
        ("no terms", 5_000, at_all("eq eq eq")),
        ("of variables that are not there", 5_000, at_all("v32:queue.gone c32:0 eq")),
        ("misleading", 5_000, at_all("v8:queue.open c8:0 eq v32:queue.count c32:2 eq xor")),
        ("nowhere", 5_000, vec![("somewhere".to_string(), "v32:queue.count c32:3 eq".to_string())]),
    ];
    for (name, queries, predicates) in forged {
        let folder = tempfile::tempdir().unwrap();
        let place = folder.path().join(".rely");
        let memory = CodeMemory::new(Store::open(&place).into());
        for file in [&old, &new] {
            let name = CodeName { file: &file.display().to_string(), entry: None, mapping: &mapping };
            memory.keep(name, &StoredPredicates { queries, predicates: predicates.clone() });
        }
        let found = without_cost(answer(&versions(&old, &new, StorePlace::Folder(place))));
        assert_eq!(found, cold, "{name}");
    }
}

/// A damaged file of the store counts as not there.
#[test]
fn damaged_files_change_no_answer() {
    let folder = tempfile::tempdir().unwrap();
    let place = folder.path().join(".rely");
    let store = || StorePlace::Folder(place.clone());
    let cold = without_cost(answer(&versions(&queue(1), &queue(3), store())));
    fn damage(folder: &Path, damaged: &mut u32) {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                damage(&path, damaged);
            } else {
                let mut bytes = std::fs::read(&path).unwrap();
                let middle = bytes.len() / 2;
                bytes[middle] ^= 1;
                std::fs::write(&path, bytes).unwrap();
                *damaged += 1;
            }
        }
    }
    let mut damaged = 0;
    damage(&place, &mut damaged);
    assert!(damaged > 2, "{damaged}");
    assert_eq!(without_cost(answer(&versions(&queue(1), &queue(3), store()))), cold);
}
