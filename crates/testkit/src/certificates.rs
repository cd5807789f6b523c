//! Certificates that tests have judged, kept for the second checker.

use std::fs::OpenOptions;
use std::io::Write;
use std::path::Path;

/// Keeps a certificate with its verdict for the second checker, if the variable `RELY_CERTIFICATES` names a
/// folder.
///
/// # Panics
/// If the folder does not exist.
pub fn keep_certificate(bytes: &[u8], accepted: bool) {
    let Some(folder) = std::env::var_os("RELY_CERTIFICATES") else { return };
    let file = Path::new(&folder).join(format!("engines-{}.txt", std::process::id()));
    let mut file = OpenOptions::new().create(true).append(true).open(file).expect("the folder exists");
    let verdict = if accepted { "accepted" } else { "rejected" };
    let line = [verdict.as_bytes(), b"\t", bytes.trim_ascii_end(), b"\n"].concat();
    file.write_all(&line).expect("a line can be kept");
}
