//! All files below a folder: what patterns of a project choose from. Nothing is left out silently.
//!
//! # Invariants
//!
//! 1. A folder that cannot be read, a name that is not UTF-8 and too many files are errors.
//! 2. Hidden folders and those of build results are left out, and so are links to folders, which may form
//!    cycles; these are returned.

use std::path::Path;

use rely_report::Failure;

/// The largest number of files.
const MAX_FILES: usize = 100_000;

/// The largest depth.
const MAX_DEPTH: usize = 64;

/// Folders that tools fill with generated files.
const SKIPPED: [&str; 2] = ["node_modules", "target"];

/// The files below a folder.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tree {
    /// Paths from the folder, with slashes, sorted.
    pub files: Vec<String>,
    /// Links to folders: nothing in them is listed.
    pub links: Vec<String>,
}

/// Lists the files below a folder.
///
/// # Errors
/// If a folder cannot be read, or if there are too many files.
pub fn files_below(folder: &Path) -> Result<Tree, Failure> {
    let mut tree = Tree::default();
    list(folder, "", 0, &mut tree)?;
    tree.files.sort();
    tree.links.sort();
    Ok(tree)
}

fn list(root: &Path, folder: &str, depth: usize, tree: &mut Tree) -> Result<(), Failure> {
    let place = if folder.is_empty() { root.to_path_buf() } else { root.join(folder) };
    let shown = || place.display().to_string();
    if depth > MAX_DEPTH {
        return Err(Failure::in_file("E1001", shown(), "the folders are nested too deeply"));
    }
    let unreadable =
        |error| Failure::in_file("E1001", shown(), format!("the folder cannot be read: {error}"));
    let here = if place.as_os_str().is_empty() { Path::new(".") } else { &place };
    for entry in std::fs::read_dir(here).map_err(unreadable)? {
        let entry = entry.map_err(unreadable)?;
        let name = entry.file_name().into_string().map_err(|name| {
            let name = name.to_string_lossy().into_owned();
            Failure::in_file("E1001", shown(), format!("the name of `{name}` is not UTF-8"))
        })?;
        if name.starts_with('.') {
            continue;
        }
        let path = if folder.is_empty() { name.clone() } else { format!("{folder}/{name}") };
        let kind = entry.file_type().map_err(unreadable)?;
        if kind.is_dir() {
            if !SKIPPED.contains(&name.as_str()) {
                list(root, &path, depth + 1, tree)?;
            }
        } else if kind.is_symlink() && entry.path().is_dir() {
            tree.links.push(path);
        } else {
            tree.files.push(path);
            if tree.files.len() > MAX_FILES {
                let message = format!("there are more than {MAX_FILES} files below this folder");
                return Err(Failure::in_file("E1001", root.display().to_string(), message));
            }
        }
    }
    Ok(())
}

/// The digest of the running program, if it can be read: answers of another build are not used.
pub fn program_digest() -> Option<String> {
    crate::folder::exact_digest(&std::env::current_exe().ok()?).ok()
}
