//! The parts of the page, inside the program.

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

/// Those who work on the page see their changes without building: `RELY_PAGE` names a folder like `page`.
/// Finished programs do not look at it.
#[cfg(debug_assertions)]
fn on_disk() -> Option<std::path::PathBuf> {
    std::env::var_os("RELY_PAGE").map(std::path::PathBuf::from)
}

#[cfg(not(debug_assertions))]
fn on_disk() -> Option<std::path::PathBuf> {
    None
}

fn from_disk(name: &str) -> Option<String> {
    std::fs::read_to_string(on_disk()?.join(name)).ok()
}

fn all_from_disk(ending: &str) -> Option<String> {
    let mut paths: Vec<_> =
        std::fs::read_dir(on_disk()?.join(ending)).ok()?.flatten().map(|entry| entry.path()).collect();
    paths.retain(|path| path.extension().is_some_and(|e| e == ending));
    paths.sort();
    let texts: Option<Vec<String>> = paths.iter().map(|path| std::fs::read_to_string(path).ok()).collect();
    Some(texts?.join("\n"))
}
