//! Files as a git repository had them at some revision.
//!
//! The program `git` is run, never through a shell, and only to read. A revision becomes the name of a commit
//! first, so that nothing a person wrote can be taken for an option afterwards. Nothing is fetched: the
//! configuration of a repository can name a program for that, and who looks at a folder of somebody else must
//! not run it.

mod tree;

use std::io::Read;
use std::path::{Component as Part, Path, PathBuf};
use std::process::{Command, Output, Stdio};

use rely_report::Failure;

use crate::sandbox::{Sandbox, is_plain};

pub use tree::Tree;

/// Larger files are not read out of a repository.
const MAX_BYTES: u64 = 1 << 30;

/// A revision of a repository.
#[derive(Clone, Debug)]
pub struct Revision {
    /// As it was given.
    pub given: String,
    /// The commit, in hexadecimal.
    pub commit: String,
    /// Where `git` is run: a folder of the repository.
    folder: PathBuf,
    /// Is only what is below that folder to be read?
    is_sandboxed: bool,
}

/// A file of a revision.
#[derive(Clone, Debug)]
pub struct Place {
    /// The revision.
    pub revision: Revision,
    /// The path from the root of the repository, with slashes.
    pub path: String,
}

impl Revision {
    /// The revision of the repository that we are in; if we are in none, of the one that a file belongs to.
    /// With a sandbox it is the repository of the folder inside, and only files below that folder are found.
    ///
    /// # Errors
    /// If there is no git, no repository, or no such revision.
    pub fn find(given: &str, file: &str, sandbox: Option<&Sandbox>) -> Result<Revision, Failure> {
        if given.is_empty() || given.starts_with('-') || given.contains('\0') {
            let message = format!("`{given}` is not the name of a revision");
            return Err(
                wrong(message).help("write git:REV:FILE:NAME, with a commit, a branch or a tag as REV")
            );
        }
        let mut folder = sandbox.map_or_else(|| PathBuf::from("."), |sandbox| sandbox.root().to_path_buf());
        if !succeeds(&run(&folder, &["rev-parse", "--git-dir"])?) {
            folder = if sandbox.is_some() { folder } else { nearest_folder(file) };
            if !succeeds(&run(&folder, &["rev-parse", "--git-dir"])?) {
                return Err(wrong(format!("there is no Git repository here that could contain `{given}`"))
                    .help("run the command inside the repository, or name files of the working copy"));
            }
        }
        let commit = format!("{given}^{{commit}}");
        let output = run(&folder, &["rev-parse", "--verify", "--quiet", "--end-of-options", &commit])?;
        let commit = String::from_utf8_lossy(&output.stdout).trim().to_string();
        let is_name = commit.len() >= 40 && commit.bytes().all(|b| b.is_ascii_hexdigit());
        if !succeeds(&output) || !is_name {
            return Err(wrong(format!("the repository has no revision `{given}`"))
                .help("`git log` and `git tag` list them; fetch revisions of remote repositories first"));
        }
        Ok(Revision { given: given.to_string(), commit, folder, is_sandboxed: sandbox.is_some() })
    }

    /// A file of the revision: its path is from the current folder, or from the root of the repository.
    ///
    /// # Errors
    /// If there is no such file in the revision.
    pub fn place(&self, file: &str) -> Result<Place, Failure> {
        let named = file.replace('\\', "/");
        if named.is_empty() || named.starts_with('-') || named.contains(['\0', '\n']) {
            return Err(wrong(format!("`{file}` is not the path of a file in a repository")));
        }
        let root = self.line(&["rev-parse", "--show-toplevel"])?;
        let here = if self.is_sandboxed {
            self.folder.join(&named)
        } else {
            std::path::absolute(&named).unwrap_or_else(|_| PathBuf::from(&named))
        };
        let beside = inside(&here, Path::new(&root)).filter(|path| self.allows(path));
        let is_from_root = !self.is_sandboxed && !Path::new(&named).is_absolute();
        let from_root = if is_from_root { plain(Path::new(&named)) } else { None };
        for path in beside.iter().chain(from_root.iter().filter(|path| beside.as_ref() != Some(*path))) {
            let place = Place { revision: self.clone(), path: path.clone() };
            match self.kind(&place)?.as_str() {
                "blob" => return Ok(place),
                "tree" => {
                    let message = format!("`{path}` is a folder in {}, but a file is expected", self.given);
                    return Err(wrong(message));
                }
                _ => {}
            }
        }
        let tried = match (&beside, &from_root) {
            (Some(one), Some(other)) if one != other => format!("looked for {one} and {other}"),
            (Some(one), _) | (None, Some(one)) => format!("looked for {one}"),
            (None, None) => format!("the repository is {root}"),
        };
        Err(wrong(format!("there is no file `{file}` in {}", self.given)).help(format!(
            "{tried}; paths are relative to the current folder or to the root of the repository"
        )))
    }

    /// May a file of the repository be read? Its path is from the root of the repository.
    fn allows(&self, path: &str) -> bool {
        if !self.is_sandboxed {
            return true;
        }
        // Where the folder is in its repository; nothing if it is the root, or if git does not tell.
        let Ok(prefix) = self.line(&["rev-parse", "--show-prefix"]) else { return false };
        path.strip_prefix(&prefix).is_some_and(|path| is_plain(Path::new(path)))
    }

    /// What git calls the kind of an object; empty if there is none.
    fn kind(&self, place: &Place) -> Result<String, Failure> {
        let output = run(&self.folder, &["cat-file", "-t", &place.object()])?;
        Ok(if succeeds(&output) {
            String::from_utf8_lossy(&output.stdout).trim().to_string()
        } else {
            String::new()
        })
    }

    /// What git answers in one line.
    fn line(&self, args: &[&str]) -> Result<String, Failure> {
        let output = run(&self.folder, args)?;
        if !succeeds(&output) {
            return Err(complaint(args[0], &output));
        }
        Ok(String::from_utf8_lossy(&output.stdout).trim_end_matches(['\r', '\n']).to_string())
    }
}

impl Place {
    /// The bytes of the file.
    ///
    /// # Errors
    /// If it cannot be read, is too large, or is not itself in the repository.
    pub fn read(&self) -> Result<Vec<u8>, Failure> {
        let size = self.revision.line(&["cat-file", "-s", &self.object()])?;
        if size.parse::<u64>().is_ok_and(|size| size > MAX_BYTES) {
            return Err(wrong(format!("{self} has more than {} MiB", MAX_BYTES >> 20)));
        }
        let mut child = git(&self.revision.folder, &["show", "--no-textconv", &self.object()])
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .map_err(|error| not_started(&error))?;
        let mut bytes = Vec::new();
        let pipe = child.stdout.take().expect("standard output is piped");
        let read = pipe.take(MAX_BYTES + 1).read_to_end(&mut bytes);
        let status = child.wait();
        if read.is_err() || !status.is_ok_and(|status| status.success()) {
            return Err(wrong(format!("git could not read {self}")));
        }
        if bytes.starts_with(b"version https://git-lfs.github.com/spec/") {
            let message = format!("{self} is not in the repository itself, but stored by Git LFS");
            return Err(wrong(message).help("check out that revision and name the file in the working copy"));
        }
        Ok(bytes)
    }

    /// A file beside this one, in the same revision.
    ///
    /// # Errors
    /// If the revision has no such file.
    pub fn beside(&self, file: &str) -> Result<Place, Failure> {
        let folder = Path::new(&self.path).parent().unwrap_or(Path::new(""));
        let path = plain(&folder.join(file)).filter(|path| self.revision.allows(path)).ok_or_else(|| {
            wrong(format!("`{file}` is not in the repository"))
                .help("imports are read from the same revision")
        })?;
        let place = Place { revision: self.revision.clone(), path };
        match self.revision.kind(&place)?.as_str() {
            "blob" => Ok(place),
            _ => Err(wrong(format!("there is no file `{}` in {}", place.path, self.revision.given))
                .help("imports are read from the same revision")),
        }
    }

    fn object(&self) -> String {
        format!("{}:{}", self.revision.commit, self.path)
    }
}

impl std::fmt::Display for Place {
    /// As git writes it: `v1.2:models/queue.lts`.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}:{}", self.revision.given, self.path)
    }
}

fn wrong(message: impl Into<String>) -> Failure {
    Failure::input("E1024", message)
}

fn git(folder: &Path, args: &[&str]) -> Command {
    let mut command = Command::new("git");
    // Messages are not read, but programs that git starts for them must not wait for anybody.
    command.arg("-C").arg(folder).args(args).stdin(Stdio::null());
    command.env("GIT_TERMINAL_PROMPT", "0").env("GIT_OPTIONAL_LOCKS", "0").env("GIT_PAGER", "cat");
    // What a partial clone lacks stays away. Older versions know the second only: no protocol may be used.
    command.env("GIT_NO_LAZY_FETCH", "1").env("GIT_ALLOW_PROTOCOL", "");
    command
}

fn run(folder: &Path, args: &[&str]) -> Result<Output, Failure> {
    git(folder, args).output().map_err(|error| not_started(&error))
}

fn succeeds(output: &Output) -> bool {
    output.status.success()
}

fn not_started(error: &std::io::Error) -> Failure {
    let message = match error.kind() {
        std::io::ErrorKind::NotFound => {
            "the program `git` is needed for revisions and was not found".to_string()
        }
        _ => format!("the program `git` cannot be started: {error}"),
    };
    wrong(message).help("install git, or name files of the working copy")
}

fn complaint(what: &str, output: &Output) -> Failure {
    let words = String::from_utf8_lossy(&output.stderr);
    let first = words.lines().next().unwrap_or("no reason given").trim_start_matches("fatal: ");
    wrong(format!("`git {what}` failed: {first}"))
}

/// The nearest folder above a file that exists.
fn nearest_folder(file: &str) -> PathBuf {
    let path = std::path::absolute(file).unwrap_or_else(|_| PathBuf::from(file));
    path.ancestors()
        .skip(1)
        .find(|folder| folder.is_dir())
        .map_or_else(|| PathBuf::from("."), Path::to_path_buf)
}

/// An absolute path as it is seen from the root of a repository, if it is within.
fn inside(path: &Path, root: &Path) -> Option<String> {
    if let Some(path) = path.strip_prefix(root).ok().and_then(plain) {
        return Some(path);
    }
    // The folder may be known by another name, as behind a link.
    let folder = path.ancestors().find(|ancestor| ancestor.is_dir())?;
    let rest = path.strip_prefix(folder).ok()?;
    let (folder, root) = (folder.canonicalize().ok()?, root.canonicalize().ok()?);
    plain(&folder.strip_prefix(root).ok()?.join(rest))
}

/// A relative path with slashes and without `.` and `..`; none if it leads out of where it begins, or
/// nowhere.
fn plain(path: &Path) -> Option<String> {
    let mut parts: Vec<&str> = Vec::new();
    for part in path.components() {
        match part {
            Part::CurDir => {}
            Part::ParentDir => {
                parts.pop()?;
            }
            Part::Normal(name) => parts.push(name.to_str()?),
            Part::RootDir | Part::Prefix(_) => return None,
        }
    }
    (!parts.is_empty()).then(|| parts.join("/"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_brought_to_their_shortest_form() {
        let short = |path: &str| plain(Path::new(path));
        assert_eq!(short("./a/../b/c.lts").as_deref(), Some("b/c.lts"));
        assert_eq!(short("a b/ü.lts").as_deref(), Some("a b/ü.lts"));
        for nowhere in ["../a", "a/../..", ".", "", "/a"] {
            assert_eq!(short(nowhere), None, "{nowhere}");
        }
    }

    #[test]
    fn what_looks_like_an_option_is_no_revision() {
        for given in ["", "-x", "--help", "--output=x"] {
            assert!(
                matches!(Revision::find(given, "m.lts", None), Err(Failure::Input { code: "E1024", .. })),
                "{given}"
            );
        }
    }
}
