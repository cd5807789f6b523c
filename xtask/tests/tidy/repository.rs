//! Files of the repository, as the tests of its rules read them.

use std::path::{Path, PathBuf};

/// The root of the repository.
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// The text of a file.
pub fn read(path: &Path) -> String {
    std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// All files below a folder with an extension, sorted.
pub fn files(folder: &Path, extension: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for path in entries(folder) {
        if path.is_dir() {
            found.extend(files(&path, extension));
        } else if path.extension().is_some_and(|e| e == extension) {
            found.push(path);
        }
    }
    found.sort();
    found
}

/// The names of the folders in `crates/`, sorted.
pub fn crates() -> Vec<String> {
    let folders =
        entries(&root().join("crates")).into_iter().filter(|path| path.join("Cargo.toml").is_file());
    let mut names: Vec<String> =
        folders.filter_map(|path| Some(path.file_name()?.to_string_lossy().into_owned())).collect();
    names.sort();
    names
}

/// The lines of a section of a manifest.
pub fn section<'t>(manifest: &'t str, name: &str) -> Vec<&'t str> {
    let after = manifest.lines().skip_while(|line| line.trim() != format!("[{name}]")).skip(1);
    after.take_while(|line| !line.starts_with('[')).filter(|line| !line.trim().is_empty()).collect()
}

fn entries(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    entries.map(|entry| entry.expect("the folder can be listed").path()).collect()
}
