//! The rules of the map in ARCHITECTURE.md, as tests.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// Who may depend on whom (outside of tests).
const MAP: &[(&str, &[&str])] = &[
    ("lts", &[]),
    ("ltl", &["lts"]),
    ("fsp", &["lts", "ltl"]),
    ("check", &["lts", "ltl"]),
    ("learn", &["lts"]),
    ("assume", &["lts", "check", "learn"]),
    ("evolve", &["lts", "learn", "assume"]),
    ("certify", &[]),
    ("formats", &["lts"]),
    ("draw", &["lts"]),
    ("generate", &["lts"]),
    ("monitor", &["lts"]),
    ("explore-macros", &[]),
    ("explore", &["monitor", "explore-macros"]),
    ("report", &["lts", "fsp", "formats", "monitor"]),
    ("watch", &["lts", "monitor", "report"]),
    (
        "workbench",
        &[
            "lts", "ltl", "fsp", "check", "learn", "assume", "evolve", "certify", "formats", "draw",
            "generate", "monitor", "report", "watch",
        ],
    ),
    ("ide", &["lts", "ltl", "fsp", "report", "workbench"]),
    ("serve", &["report", "workbench", "ide"]),
    ("lsp", &["report", "workbench", "ide"]),
    ("cli", &["report", "workbench", "lsp", "serve"]),
    ("testkit", &["lts", "generate"]),
];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

fn read(path: &Path) -> String {
    std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// All files below a folder with an ending.
fn files(folder: &Path, ending: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let entries = std::fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    for entry in entries {
        let path = entry.expect("the folder can be listed").path();
        if path.is_dir() {
            found.extend(files(&path, ending));
        } else if path.extension().is_some_and(|e| e == ending) {
            found.push(path);
        }
    }
    found.sort();
    found
}

/// The lines of a section of a manifest.
fn section<'t>(manifest: &'t str, name: &str) -> Vec<&'t str> {
    let after = manifest.lines().skip_while(|line| line.trim() != format!("[{name}]")).skip(1);
    after.take_while(|line| !line.starts_with('[')).filter(|line| !line.trim().is_empty()).collect()
}

#[test]
fn crates_depend_only_on_what_the_map_allows() {
    let crates: BTreeSet<String> = std::fs::read_dir(root().join("crates"))
        .expect("there are crates")
        .map(|entry| entry.expect("the folder can be listed").file_name().to_string_lossy().into_owned())
        .collect();
    let mapped: BTreeSet<String> = MAP.iter().map(|(name, _)| name.to_string()).collect();
    assert_eq!(crates, mapped, "every crate is on the map, and the map has no others");
    let page = read(&root().join("ARCHITECTURE.md"));
    for (name, allowed) in MAP {
        let package = if *name == "cli" { "rely".to_string() } else { format!("rely-{name}") };
        assert!(
            page.contains(&format!("| `{package}` |")),
            "the map in ARCHITECTURE.md has a row for {package}"
        );
        let manifest = read(&root().join("crates").join(name).join("Cargo.toml"));
        for line in section(&manifest, "dependencies") {
            if let Some(used) = line.strip_prefix("rely-") {
                let used = used.split(['.', ' ']).next().unwrap_or_default();
                assert!(allowed.contains(&used), "rely-{name} may not use rely-{used}");
            }
            assert!(
                line.contains("workspace = true"),
                "rely-{name}: versions live in the root manifest: {line}"
            );
        }
        assert!(
            manifest.contains("[lints]\nworkspace = true"),
            "rely-{name} keeps the lints of the workspace"
        );
    }
}

#[test]
fn every_dependency_has_a_reason() {
    let manifest = read(&root().join("Cargo.toml"));
    for line in section(&manifest, "workspace.dependencies") {
        let ours = line.starts_with("rely-") || line.starts_with('#');
        assert!(ours || line.contains(" # "), "half a line says what it is for: {line}");
    }
}

#[test]
fn engines_do_not_print_read_files_look_at_clocks_or_start_threads() {
    let absent =
        ["println!", "print!(", "eprint", "std::fs", "std::time", "std::thread", "Instant::now", "std::env"];
    for name in
        ["lts", "ltl", "fsp", "check", "learn", "assume", "evolve", "certify", "formats", "draw", "generate"]
    {
        for path in files(&root().join("crates").join(name).join("src"), "rs") {
            let text = read(&path);
            let code = text.split("#[cfg(test)]").next().unwrap_or_default();
            for line in code.lines().filter(|line| !line.trim_start().starts_with("//")) {
                for word in absent {
                    assert!(!line.contains(word), "{}: {word} in {line}", path.display());
                }
            }
        }
    }
    for path in files(&root().join("crates").join("workbench").join("src"), "rs") {
        assert!(!read(&path).contains("println!"), "{}: only the command line prints", path.display());
    }
}

/// The edges read and write through `rely_workbench`, so that one sandbox holds and no file is ever half written.
#[test]
fn only_the_workbench_opens_files() {
    for edge in ["lsp", "serve", "cli"] {
        for path in files(&root().join("crates").join(edge).join("src"), "rs") {
            let text = read(&path);
            for opener in ["std::fs", "File::", "OpenOptions", "tempfile"] {
                let line = text
                    .lines()
                    .position(|line| !line.trim_start().starts_with("//") && line.contains(opener));
                assert_eq!(line, None, "{} uses {opener} (line counted from 0)", path.display());
            }
        }
    }
}

#[test]
fn only_formats_workbench_and_certify_serialize() {
    for name in ["lts", "ltl", "fsp", "check", "learn", "assume", "evolve", "draw", "generate"] {
        let manifest = read(&root().join("crates").join(name).join("Cargo.toml"));
        let uses = section(&manifest, "dependencies").iter().any(|line| line.starts_with("serde"));
        assert!(!uses, "rely-{name} has no serializable types");
    }
}

#[test]
fn files_hold_one_idea() {
    for path in files(&root().join("crates"), "rs") {
        let lines = read(&path).lines().count();
        assert!(lines <= 900, "{} has {lines} lines: what is the second idea?", path.display());
    }
}

#[test]
fn lock_files_of_npm_name_no_registry() {
    for folder in ["crates/serve/browser", "editors/vscode"] {
        let path = root().join(folder).join("package-lock.json");
        let names = read(&path).contains("\"resolved\"");
        assert!(!names, "{}: npm install --omit-lockfile-registry-resolved leaves it out", path.display());
    }
}

#[test]
fn no_glob_re_exports_and_no_ignored_tests() {
    for path in files(&root().join("crates"), "rs") {
        for line in read(&path).lines() {
            let glob = line.trim_start().starts_with("pub use") && line.trim_end().ends_with("::*;");
            assert!(!glob, "{}: {line}", path.display());
            assert!(!line.trim_start().starts_with("#[ignore"), "{}: no ignored tests", path.display());
        }
    }
}

#[test]
fn cited_papers_are_in_the_references() {
    let page = read(&root().join("docs/book/src/references.md"));
    let mut missing = BTreeSet::new();
    for path in files(&root().join("crates"), "rs") {
        for line in read(&path).lines().filter(|line| line.trim_start().starts_with("//")) {
            for part in line.split('[').skip(1) {
                let key: String = part.chars().take_while(|c| *c != ']').collect();
                let letters = key.chars().take_while(char::is_ascii_alphabetic).count();
                let digits = &key[letters..];
                let is_key = letters >= 2
                    && key.starts_with(|c: char| c.is_ascii_uppercase())
                    && digits.len() == 2
                    && digits.chars().all(|c| c.is_ascii_digit());
                if is_key && !page.contains(&format!("[{key}]")) {
                    missing.insert(key);
                }
            }
        }
    }
    assert!(missing.is_empty(), "references.md lacks {missing:?}");
}
