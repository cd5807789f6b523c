//! A folder whose files may be read, and no others.
//!
//! A user of the command line may read any file; a request from a page may read only files below the opened
//! folder. A sandbox is part of [`Control`](crate::Control), so that the same rule holds for everything that
//! a command reads on the way, such as files that a model imports. Paths are relative to the folder.
//!
//! # Invariants
//!
//! 1. The result of [`Sandbox::find`] is a regular file whose path, after all links are followed, is below
//!    the folder.
//! 2. No part of that path below the folder begins with a dot: neither `.git` nor `.rely` is read.

use std::path::{Component, Path, PathBuf};

use rely_report::Failure;

/// A folder whose files may be read.
#[derive(Clone, Debug)]
pub struct Sandbox {
    root: PathBuf,
}

impl Sandbox {
    /// Everything below a folder.
    ///
    /// # Errors
    /// If there is no such folder.
    pub fn around(folder: &Path) -> Result<Sandbox, Failure> {
        let wrong = |message: String| Failure::in_file("E1001", folder.display().to_string(), message);
        let root = folder.canonicalize().map_err(|error| match error.kind() {
            std::io::ErrorKind::NotFound => wrong("there is no such file or folder".to_string()),
            _ => wrong(format!("the folder cannot be opened: {error}")),
        })?;
        if root.is_dir() { Ok(Sandbox { root }) } else { Err(wrong("a folder is expected".to_string())) }
    }

    /// The folder, without links in its path.
    pub fn root(&self) -> &Path {
        &self.root
    }

    /// Where a file is. What is outside, hidden or no file is treated like what does not exist: the answer
    /// tells nothing about the rest of the machine.
    ///
    /// # Errors
    /// If there is no such file inside.
    pub fn find(&self, path: &str) -> Result<PathBuf, Failure> {
        let missing = || Failure::in_file("E1001", path, "there is no such file below the opened folder");
        if path.contains('\0') {
            return Err(missing());
        }
        let place = self.root.join(path).canonicalize().map_err(|_| missing())?;
        let inside = place.strip_prefix(&self.root).map_err(|_| missing())?;
        if !is_plain(inside) || !place.is_file() {
            return Err(missing());
        }
        Ok(place)
    }
}

/// Does a path go down only, through names that are not hidden?
pub(crate) fn is_plain(path: &Path) -> bool {
    path.components().all(|part| match part {
        Component::Normal(name) => !name.as_encoded_bytes().starts_with(b"."),
        _ => false,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_plain_files_below_the_folder_are_found() {
        let outer = tempfile::tempdir().unwrap();
        let root = outer.path().join("open");
        for folder in ["open/inner", "open/.rely", "other"] {
            std::fs::create_dir_all(outer.path().join(folder)).unwrap();
        }
        for file in ["open/a.lts", "open/inner/b.aut", "open/.rely/c.lts", "open/.d.lts", "other/e.lts"] {
            std::fs::write(outer.path().join(file), "x").unwrap();
        }
        let sandbox = Sandbox::around(&root).unwrap();
        for inside in ["a.lts", "inner/b.aut", "inner/../a.lts", "./a.lts"] {
            assert!(sandbox.find(inside).is_ok(), "{inside}");
        }
        let absolute = outer.path().join("other/e.lts");
        let outside = ["../other/e.lts", absolute.to_str().unwrap(), "inner", "", ".", "..", "a.lts\0"];
        for path in
            outside.into_iter().chain([".d.lts", ".rely/c.lts", "nothing.lts", "inner/../../other/e.lts"])
        {
            assert!(sandbox.find(path).is_err(), "{path}");
        }
        assert!(Sandbox::around(&root.join("a.lts")).is_err());
        assert!(Sandbox::around(&root.join("nothing")).is_err());
    }

    #[cfg(unix)]
    #[test]
    fn links_lead_nowhere_outside() {
        use std::os::unix::fs::symlink;
        let outer = tempfile::tempdir().unwrap();
        let root = outer.path().join("open");
        std::fs::create_dir_all(root.join("inner")).unwrap();
        std::fs::create_dir(root.join(".hidden")).unwrap();
        for file in ["outside.lts", "open/inner/a.lts", "open/.hidden/h.lts"] {
            std::fs::write(outer.path().join(file), "x").unwrap();
        }
        symlink("inner/a.lts", root.join("within.lts")).unwrap();
        symlink("../outside.lts", root.join("out.lts")).unwrap();
        symlink("..", root.join("up")).unwrap();
        symlink(".hidden/h.lts", root.join("shown.lts")).unwrap();
        let sandbox = Sandbox::around(&root).unwrap();
        assert_eq!(sandbox.find("within.lts").unwrap(), sandbox.root().join("inner/a.lts"));
        for path in ["out.lts", "up/outside.lts", "shown.lts"] {
            assert!(sandbox.find(path).is_err(), "{path}");
        }
    }
}
