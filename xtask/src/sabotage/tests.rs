use std::collections::BTreeSet;

use super::*;

/// The crates whose verdicts people act on, apart from the checker of certificates.
const ENGINES: [&str; 8] = ["assume", "check", "evolve", "fsp", "learn", "ltl", "lts", "monitor"];

/// Every fault of the list can still be planted, in code and not in a comment, and its tests exist.
#[test]
fn every_fault_can_be_planted() {
    let root = crate::root();
    let faults = faults(&root).expect("the list can be read");
    let mut wrong = Vec::new();
    for fault in &faults {
        let text = std::fs::read_to_string(root.join(&fault.file)).unwrap_or_default();
        if let Err(reason) = fault.plant(&text) {
            wrong.push(format!("{}: {reason}", fault.title));
        }
        if fault.original.starts_with("//") {
            wrong.push(format!("{}: the line is a comment", fault.title));
        }
        wrong.extend(missing_tests(&root, fault).map(|why| format!("{}: {why}", fault.title)));
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(faults.len() >= 40, "{} faults", faults.len());
    let titles: BTreeSet<&str> = faults.iter().map(|fault| &*fault.title).collect();
    assert_eq!(titles.len(), faults.len(), "titles differ");
    for name in ENGINES {
        let folder = format!("crates/{name}/src/");
        assert!(faults.iter().any(|fault| fault.file.starts_with(&folder)), "no fault in {folder}");
    }
}

/// What is wrong with the arguments of a fault's tests.
fn missing_tests(root: &Path, fault: &Fault) -> Option<String> {
    let words: Vec<&str> = fault.tests.split_whitespace().collect();
    let ["-p", package, rest @ ..] = &words[..] else { return Some("no package is named".to_string()) };
    let name = match (*package, package.strip_prefix("rely-")) {
        ("rely", _) => "cli",
        (_, Some(name)) => name,
        _ => return Some(format!("{package} is not a crate of the house")),
    };
    if rest.is_empty() {
        return Some("no target is named".to_string());
    }
    let folder = root.join("crates").join(name).join("tests");
    let is_there =
        |name: &str| folder.join(format!("{name}.rs")).exists() || folder.join(name).join("main.rs").exists();
    let named = rest.windows(2).filter(|pair| pair[0] == "--test").map(|pair| pair[1]);
    named.filter(|name| !is_there(name)).map(|name| format!("{package} has no test {name}")).next()
}

fn fault(original: &str, replacement: &str) -> Fault {
    let text = format!("a title\nfile a.rs\n- {original}\n+ {replacement}\ntest -p rely-lts --lib\n");
    list::parse(&text).expect("it has the form").remove(0)
}

#[test]
fn a_fault_replaces_one_line_and_keeps_its_indentation() {
    let text = "fn a() {\n    x < y\n}\n";
    assert_eq!(fault("x < y", "x <= y").plant(text), Ok("fn a() {\n    x <= y\n}\n".to_string()));
    assert!(fault("x < z", "x <= z").plant(text).is_err());
    assert!(fault("x < y", "x < y").plant(text).is_err());
    assert!(fault("x < y", "x <= y").plant("x < y\n    x < y\n").is_err());
    assert!(list::parse("a title\nfile a.rs\n- x\n").is_err());
    assert!(list::parse("a title\nfile a.rs\n+ x\n- y\ntest -p rely-lts\n").is_err());
}

#[test]
fn results_outlive_the_run() {
    let path = std::env::temp_dir().join(format!("rely-sabotage-{}", std::process::id()));
    let _ = std::fs::remove_file(&path);
    let outcome = Outcome { is_noticed: true, seconds: 3, test: "tests/a.rs: b".to_string() };
    let key = results::key(&["fault", "file"]);
    Results::read(&path)
        .and_then(|mut results| results.add(&key, outcome.clone()))
        .expect("it can be written");
    std::fs::write(&path, std::fs::read_to_string(&path).expect("it is there") + "cut\tfai")
        .expect("it can be written");
    let results = Results::read(&path).expect("it can be read");
    assert_eq!((results.get(&key), results.get("cut")), (Some(&outcome), None));
    assert_eq!(results.get(&results::key(&["fault", "file changed"])), None);
    std::fs::remove_file(&path).expect("it is there");
}
