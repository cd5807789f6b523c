//! All files of a revision in a temporary folder, so that a compiler finds what a file includes.
//!
//! Files are read as they are stored: no filter that the configuration of the repository names is run, and
//! neither the index nor the working copy changes.

use std::io::{BufRead, BufReader, Read, Write};
use std::path::Path;
use std::process::Stdio;

use rely_report::Failure;

use super::{Place, git, not_started, run, succeeds, wrong};
use crate::sandbox::is_plain;
use crate::scratch::Scratch;

/// More files than this are not copied.
const MAX_FILES: usize = 20_000;

/// More bytes than this are not copied.
const MAX_BYTES: u64 = 64 << 20;

/// What was copied.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tree {
    /// How many files.
    pub files: usize,
    /// The folder from the root of the repository, if not everything was copied.
    pub folder: Option<String>,
}

/// A file of a revision.
struct Entry {
    object: String,
    size: u64,
    path: String,
}

impl Place {
    /// Copies the files of the revision into a folder: all of them, or, if these are too many, those in the
    /// folder of this file and below. Links, hidden files and submodules are left out.
    ///
    /// # Errors
    /// If git cannot read them, or even those in the folder of the file are too many.
    pub fn copy_tree(&self, to: &Scratch) -> Result<Tree, Failure> {
        let all = self.entries()?;
        let parent = self.path.rsplit_once('/').map_or("", |(folder, _)| folder);
        let (entries, folder) = match fits(&all) {
            true => (all, None),
            false => {
                let prefix = if parent.is_empty() { String::new() } else { format!("{parent}/") };
                let below = all.into_iter().filter(|entry| entry.path.starts_with(&prefix)).collect();
                (below, Some(parent.to_string()))
            }
        };
        if !fits(&entries) {
            let message = format!(
                "the folder of `{}` has more than {MAX_FILES} files or {} MiB in {}",
                self.path,
                MAX_BYTES >> 20,
                self.revision.given
            );
            return Err(wrong(message).help("check that revision out and name the file in the working copy"));
        }
        self.copy(&entries, to.path())?;
        Ok(Tree { files: entries.len(), folder })
    }

    fn entries(&self) -> Result<Vec<Entry>, Failure> {
        let commit = &self.revision.commit;
        let args = ["ls-tree", "-r", "-l", "-z", "--full-tree", commit];
        let output = run(&self.revision.folder, &args)?;
        if !succeeds(&output) {
            return Err(super::complaint("ls-tree", &output));
        }
        // Where the folder of a sandbox is in its repository; files elsewhere are not read.
        let prefix = match self.revision.is_sandboxed {
            true => self.revision.line(&["rev-parse", "--show-prefix"])?,
            false => String::new(),
        };
        let text = String::from_utf8_lossy(&output.stdout);
        let entry = |line: &str| {
            let (fields, path) = line.split_once('\t')?;
            let mut fields = fields.split_ascii_whitespace();
            let (mode, _kind, object) = (fields.next()?, fields.next()?, fields.next()?);
            let size = fields.next()?.parse().ok()?;
            let is_file = mode == "100644" || mode == "100755";
            let plain = is_plain(Path::new(path)) && path.starts_with(&prefix);
            (is_file && plain).then(|| Entry { object: object.to_string(), size, path: path.to_string() })
        };
        Ok(text.split('\0').filter_map(entry).collect())
    }

    /// Writes files into a folder.
    fn copy(&self, entries: &[Entry], to: &Path) -> Result<(), Failure> {
        let failed = || wrong(format!("git could not read the files of {}", self.revision.given));
        let mut child = git(&self.revision.folder, &["cat-file", "--batch"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .map_err(|error| not_started(&error))?;
        let mut input = child.stdin.take().expect("standard input is piped");
        let mut output = BufReader::new(child.stdout.take().expect("standard output is piped"));
        let asked: String = entries.iter().map(|entry| format!("{}\n", entry.object)).collect();
        let copied = std::thread::scope(|scope| {
            scope.spawn(move || {
                // If git ends early, there is too little to read.
                let _ = input.write_all(asked.as_bytes());
            });
            entries.iter().try_for_each(|entry| {
                let mut head = String::new();
                output.read_line(&mut head).map_err(|_| failed())?;
                if head.trim_end() != format!("{} blob {}", entry.object, entry.size) {
                    return Err(failed());
                }
                let mut bytes = vec![0; entry.size as usize + 1];
                output.read_exact(&mut bytes).map_err(|_| failed())?;
                bytes.pop();
                let place = to.join(&entry.path);
                let written = place.parent().map_or(Ok(()), std::fs::create_dir_all);
                written.and_then(|()| std::fs::write(&place, &bytes)).map_err(|error| {
                    let message = format!("the file cannot be written: {error}");
                    Failure::in_file("E1002", place.display().to_string(), message)
                })
            })
        });
        drop(output);
        let _ = child.wait();
        copied
    }
}

fn fits(entries: &[Entry]) -> bool {
    entries.len() <= MAX_FILES && entries.iter().map(|entry| entry.size).sum::<u64>() <= MAX_BYTES
}
