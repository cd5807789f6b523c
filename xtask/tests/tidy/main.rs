//! The rules of the repository, as tests: the map in ARCHITECTURE.md here, the others in a file each.

mod files;
mod packages;
mod prose;
mod repository;
mod source;

use std::collections::BTreeSet;

use repository::{crates, files, read, root, section};

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
    ("llvm", &[]),
    ("terms", &[]),
    ("code", &["lts", "llvm", "terms"]),
    ("formats", &["lts"]),
    ("draw", &["lts", "check"]),
    ("generate", &["lts"]),
    ("monitor", &["lts"]),
    ("explore-macros", &[]),
    ("explore", &["monitor", "explore-macros"]),
    ("report", &["lts", "fsp", "formats", "draw", "monitor"]),
    ("watch", &["lts", "monitor", "report"]),
    ("evidence", &["lts", "ltl", "check", "assume", "certify", "report", "code", "terms"]),
    ("io", &["lts", "assume", "formats", "report", "watch"]),
    (
        "workbench",
        &[
            "lts", "ltl", "fsp", "check", "learn", "assume", "evolve", "certify", "formats", "draw",
            "generate", "monitor", "report", "watch", "evidence", "io", "llvm", "terms", "code",
        ],
    ),
    ("project", &["fsp", "report", "io", "workbench"]),
    ("ide", &["lts", "ltl", "fsp", "report", "workbench"]),
    ("serve", &["report", "workbench", "ide"]),
    ("lsp", &["report", "workbench", "ide"]),
    ("cli", &["report", "workbench", "project", "lsp", "serve"]),
    ("testkit", &["lts", "generate"]),
];

#[test]
fn crates_depend_only_on_what_the_map_allows() {
    let crates: BTreeSet<String> = crates().into_iter().collect();
    let mapped: BTreeSet<String> = MAP.iter().map(|(name, _)| name.to_string()).collect();
    assert_eq!(crates, mapped, "every crate is on the map, and the map has no others");
    let page = read(&root().join("ARCHITECTURE.md"));
    for (name, allowed) in MAP {
        let package = if *name == "cli" { "rely".to_string() } else { format!("rely-{name}") };
        assert!(
            page.contains(&format!("\n| `{package}` ")),
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
    let dependencies = section(&manifest, "workspace.dependencies");
    assert!(dependencies.len() > 20, "the manifest has dependencies, not {dependencies:?}");
    for line in dependencies {
        let ours = line.starts_with("rely-") || line.starts_with('#');
        assert!(ours || line.contains(" # "), "half a line says what it is for: {line}");
    }
}

#[test]
fn only_formats_workbench_and_certify_serialize() {
    for name in ["lts", "ltl", "fsp", "check", "learn", "assume", "evolve", "draw", "generate"] {
        let manifest = read(&root().join("crates").join(name).join("Cargo.toml"));
        let dependencies = section(&manifest, "dependencies");
        assert!(name == "lts" || !dependencies.is_empty(), "rely-{name} depends on others");
        let uses = dependencies.iter().any(|line| line.starts_with("serde"));
        assert!(!uses, "rely-{name} has no serializable types");
    }
}

#[test]
fn lock_files_of_npm_name_no_registry() {
    for folder in ["crates/serve/browser", "editors/vscode", "xtask/lint"] {
        let path = root().join(folder).join("package-lock.json");
        let names = read(&path).contains("\"resolved\"");
        assert!(!names, "{}: npm install --omit-lockfile-registry-resolved leaves it out", path.display());
    }
}

#[test]
fn no_glob_re_exports_and_no_ignored_tests() {
    let sources = files(&root().join("crates"), "rs");
    assert!(sources.len() > 300, "{} files", sources.len());
    for path in sources {
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
