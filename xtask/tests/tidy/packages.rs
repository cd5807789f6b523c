//! Every crate is either complete enough to be published or marked as unpublished.

use std::path::PathBuf;

use crate::repository::{crates, files, read, root, section};

/// Crates that are not published: tests use them.
const UNPUBLISHED: [&str; 1] = ["testkit"];

/// Fields that a published crate inherits from the workspace.
const INHERITED: [&str; 6] = ["version", "edition", "rust-version", "license", "repository", "include"];

/// What a manifest lacks to be published.
fn lacks(manifest: &str) -> Vec<String> {
    let package = section(manifest, "package");
    let value = |field: &str| {
        let line = package.iter().find_map(|line| line.strip_prefix(field)?.trim_start().strip_prefix('='));
        line.unwrap_or_default().trim()
    };
    let mut missing: Vec<String> = Vec::new();
    for field in INHERITED {
        if !package.contains(&&*format!("{field}.workspace = true")) {
            missing.push(format!("{field}.workspace = true"));
        }
    }
    for field in ["description", "readme"] {
        if value(field).len() <= 2 {
            missing.push(field.to_string());
        }
    }
    for (field, most) in [("keywords", 5), ("categories", 5)] {
        let n_items = value(field).matches('"').count() / 2;
        if n_items == 0 || n_items > most {
            missing.push(format!("1 to {most} {field}"));
        }
    }
    if package.iter().any(|line| line.starts_with("publish")) {
        missing.push("no field publish".to_string());
    }
    missing
}

#[test]
fn crates_have_what_a_registry_wants() {
    for name in crates() {
        let folder = root().join("crates").join(&name);
        let manifest = read(&folder.join("Cargo.toml"));
        if UNPUBLISHED.contains(&&*name) {
            assert!(section(&manifest, "package").contains(&"publish = false"), "{name} is not published");
            continue;
        }
        assert_eq!(lacks(&manifest), Vec::<String>::new(), "crates/{name}/Cargo.toml lacks these");
        let is_library = folder.join("src/lib.rs").is_file();
        let has_docs = manifest.contains("[package.metadata.docs.rs]");
        assert!(!is_library || has_docs, "crates/{name}/Cargo.toml lacks [package.metadata.docs.rs]");
        for license in ["LICENSE-MIT", "LICENSE-APACHE"] {
            let text = read(&folder.join(license));
            // Where a checkout has no symbolic links, the file is the path of the license.
            let is_license = text == read(&root().join(license)) || text == format!("../../{license}");
            assert!(is_license, "crates/{name}/{license} links to the file at the root");
        }
        let title = read(&folder.join("README.md"));
        let package = if name == "cli" { "rely".to_string() } else { format!("rely-{name}") };
        assert!(title.starts_with(&format!("# {package}\n")), "crates/{name}/README.md begins with its name");
        assert!(manifest.contains(&format!("name = \"{package}\"")), "crates/{name} is {package}");
    }
}

#[test]
fn published_crates_have_versions_and_tests_do_not() {
    let manifest = read(&root().join("Cargo.toml"));
    let all = section(&manifest, "workspace.dependencies");
    let ours: Vec<&str> = all.into_iter().filter(|line| line.starts_with("rely-")).collect();
    assert!(ours.len() >= UNPUBLISHED.len() + 10, "{ours:?}");
    for line in ours {
        let name = line.split(' ').next().unwrap_or_default().trim_start_matches("rely-");
        // Cargo leaves dev-dependencies without a version out of packages.
        let has_version = line.contains("version = \"");
        assert_eq!(has_version, !UNPUBLISHED.contains(&name), "a version for what is published: {line}");
    }
}

#[test]
fn the_oldest_compiler_is_the_same_everywhere() {
    let manifest = read(&root().join("Cargo.toml"));
    let line =
        section(&manifest, "workspace.package").into_iter().find(|line| line.starts_with("rust-version"));
    let version =
        line.and_then(|line| line.split('"').nth(1)).expect("the manifest says which compiler is needed");
    for (path, words) in [
        (".github/workflows/ci.yml", format!("rustup toolchain install {version} ")),
        (".github/workflows/ci.yml", format!("cargo +{version} check")),
        ("Dockerfile", format!("FROM rust:{version}-alpine")),
        ("CONTRIBUTING.md", format!("Rust {version} or later")),
    ] {
        assert!(read(&root().join(path)).contains(&words), "{path} says: {words}");
    }
}

#[test]
fn the_rule_sees_what_is_missing() {
    let good = "[package]\nname = \"rely-lts\"\ndescription = \"Systems\"\nversion.workspace = true\n\
        edition.workspace = true\nrust-version.workspace = true\nlicense.workspace = true\n\
        repository.workspace = true\ninclude.workspace = true\nreadme = \"README.md\"\n\
        keywords = [\"lts\"]\ncategories = [\"algorithms\"]\n\n[lints]\nworkspace = true\n";
    assert_eq!(lacks(good), Vec::<String>::new());
    for (line, missing) in [
        ("description = \"Systems\"\n", "description"),
        ("repository.workspace = true\n", "repository.workspace = true"),
        ("keywords = [\"lts\"]\n", "1 to 5 keywords"),
    ] {
        assert_eq!(lacks(&good.replace(line, "")), [missing]);
    }
    assert_eq!(
        lacks(&good.replace("[\"lts\"]", "[\"a\", \"b\", \"c\", \"d\", \"e\", \"f\"]")),
        ["1 to 5 keywords"]
    );
    assert_eq!(lacks(&good.replace("readme", "publish = false\nreadme")), ["no field publish"]);
}

#[test]
fn fuzz_targets_are_listed() {
    let fuzz = root().join("fuzz");
    let (manifest, page) = (read(&fuzz.join("Cargo.toml")), read(&root().join("CONTRIBUTING.md")));
    let stem = |path: PathBuf| path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let targets: Vec<String> = files(&fuzz.join("fuzz_targets"), "rs").into_iter().map(stem).collect();
    assert!(!targets.is_empty(), "fuzz/fuzz_targets has no targets");
    for target in &targets {
        let entry = format!("name = \"{target}\"\npath = \"fuzz_targets/{target}.rs\"");
        assert!(manifest.contains(&entry), "fuzz/Cargo.toml does not have the target {target}");
        assert!(
            page.contains(&format!("`{target}`")),
            "CONTRIBUTING.md does not name the fuzz target {target}"
        );
    }
    for seed in files(&fuzz.join("seeds"), "json") {
        let folder = stem(seed.parent().expect("a seed is in a folder").to_path_buf());
        assert!(targets.contains(&folder), "{} is for no target", seed.display());
    }
}
