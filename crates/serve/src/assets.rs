//! The parts of the page, inside the program.

use rely_workbench::{file_text, files_with_extension};

include!(concat!(env!("OUT_DIR"), "/page.rs"));

/// The frame of the page: HTML without any data in it.
pub fn frame() -> String {
    from_disk("page.html").unwrap_or_else(|| FRAME.to_string())
}

/// All scripts, one after the other.
pub fn script() -> String {
    all_from_disk("js").unwrap_or_else(|| SCRIPTS.join("\n"))
}

/// All styles, one after the other.
pub fn style() -> String {
    all_from_disk("css").unwrap_or_else(|| STYLES.join("\n"))
}

/// Debug builds read the page from the folder that `RELY_PAGE` names, so that changes need no build. Release
/// builds ignore the variable.
#[cfg(debug_assertions)]
fn on_disk() -> Option<std::path::PathBuf> {
    std::env::var_os("RELY_PAGE").map(std::path::PathBuf::from)
}

#[cfg(not(debug_assertions))]
fn on_disk() -> Option<std::path::PathBuf> {
    None
}

/// Longer parts are not read.
const MAX_PART: u64 = 8 << 20;

fn from_disk(name: &str) -> Option<String> {
    file_text(&on_disk()?.join(name), MAX_PART).ok()?
}

fn all_from_disk(ending: &str) -> Option<String> {
    let paths = files_with_extension(&on_disk()?.join(ending), ending).ok()?;
    let texts: Option<Vec<String>> = paths.iter().map(|path| file_text(path, MAX_PART).ok()?).collect();
    Some(texts?.join("\n"))
}
