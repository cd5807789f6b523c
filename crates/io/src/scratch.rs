//! Files that live no longer than the program needs them.

use std::path::{Path, PathBuf};

use rely_report::Failure;

/// A folder for temporary files. It is deleted with everything in it when this value is dropped.
///
/// ```
/// let scratch = rely_io::Scratch::new()?;
/// let place = scratch.write("result.txt", "holds")?;
/// assert!(place.starts_with(scratch.path()) && place.exists());
/// drop(scratch);
/// assert!(!place.exists());
/// # Ok::<(), rely_report::Failure>(())
/// ```
#[derive(Debug)]
pub struct Scratch(tempfile::TempDir);

impl Scratch {
    /// A new, empty folder that only this user can read.
    ///
    /// # Errors
    /// If the system has no place for temporary files.
    pub fn new() -> Result<Scratch, Failure> {
        let folder = tempfile::Builder::new().prefix("rely-").tempdir().map_err(|error| {
            Failure::input("E1002", format!("temporary files cannot be created: {error}"))
        })?;
        Ok(Scratch(folder))
    }

    /// The folder.
    pub fn path(&self) -> &Path {
        self.0.path()
    }

    /// Writes a file and returns its place.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn write(&self, name: &str, text: &str) -> Result<PathBuf, Failure> {
        let place = self.path().join(name);
        std::fs::write(&place, text).map_err(|error| {
            let message = format!("the file cannot be written: {error}");
            Failure::in_file("E1002", place.display().to_string(), message)
        })?;
        Ok(place)
    }
}
