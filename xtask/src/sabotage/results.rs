//! What earlier runs found: a file with one line per result.

use std::collections::BTreeMap;
use std::fs::OpenOptions;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::Write;
use std::path::{Path, PathBuf};

/// How the tests ended with a fault, or without one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// Did a test fail?
    pub is_noticed: bool,
    /// How long the tests took.
    pub seconds: u64,
    /// The first test that failed; empty if none did.
    pub test: String,
}

/// Results by their keys; later lines of the file replace earlier ones.
pub struct Results {
    path: PathBuf,
    known: BTreeMap<String, Outcome>,
}

/// The key of a result: a digest of all texts it depends on.
pub fn key(texts: &[&str]) -> String {
    let mut hasher = DefaultHasher::new();
    texts.hash(&mut hasher);
    format!("{:016x}", hasher.finish())
}

impl Results {
    /// Reads the results of earlier runs, if there are any.
    ///
    /// # Errors
    /// If the file is there but cannot be read.
    pub fn read(path: &Path) -> Result<Results, String> {
        let text = if path.exists() {
            std::fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))?
        } else {
            String::new()
        };
        // A line that was cut off by an interruption is as good as none.
        let known = text.lines().filter_map(parse).collect();
        Ok(Results { path: path.to_path_buf(), known })
    }

    /// The result with a key.
    pub fn get(&self, key: &str) -> Option<&Outcome> {
        self.known.get(key)
    }

    /// Adds a result, to the file too.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn add(&mut self, key: &str, outcome: Outcome) -> Result<(), String> {
        let word = if outcome.is_noticed { "failed" } else { "passed" };
        let line =
            format!("{key}\t{word}\t{}\t{}\n", outcome.seconds, outcome.test.replace(['\t', '\n'], " "));
        let file = OpenOptions::new().create(true).append(true).open(&self.path);
        file.and_then(|mut file| file.write_all(line.as_bytes()))
            .map_err(|error| format!("{}: {error}", self.path.display()))?;
        self.known.insert(key.to_string(), outcome);
        Ok(())
    }
}

fn parse(line: &str) -> Option<(String, Outcome)> {
    let mut fields = line.splitn(4, '\t');
    let key = fields.next()?.to_string();
    let is_noticed = match fields.next()? {
        "failed" => true,
        "passed" => false,
        _ => return None,
    };
    let seconds = fields.next()?.parse().ok()?;
    Some((key, Outcome { is_noticed, seconds, test: fields.next()?.to_string() }))
}
