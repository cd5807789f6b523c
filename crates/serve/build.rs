//! Lists the parts of the page, so that a new one needs no entry anywhere.

use std::fmt::Write;
use std::path::{Path, PathBuf};

fn main() {
    let page = Path::new(&std::env::var("CARGO_MANIFEST_DIR").expect("cargo says where")).join("page");
    let mut text = String::new();
    for (constant, folder) in [("SCRIPTS", "js"), ("STYLES", "css")] {
        let _ = writeln!(text, "const {constant}: &[&str] = &[");
        for path in parts(&page.join(folder), folder) {
            let _ = writeln!(text, "    include_str!({:?}),", path.display().to_string());
        }
        text.push_str("];\n");
    }
    let _ = writeln!(
        text,
        "const FRAME: &str = include_str!({:?});",
        page.join("page.html").display().to_string()
    );
    let out = std::env::var("OUT_DIR").expect("cargo says where");
    std::fs::write(Path::new(&out).join("page.rs"), text).expect("the list can be written");
    println!("cargo:rerun-if-changed=page");
    println!("cargo:rerun-if-changed=build.rs");
}

/// The files of a folder with that ending, in the order of their names.
fn parts(folder: &Path, ending: &str) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).expect("the page has parts");
    let mut parts: Vec<PathBuf> =
        entries.map(|entry| entry.expect("the folder can be listed").path()).collect();
    parts.retain(|path| path.extension().is_some_and(|e| e == ending));
    parts.sort();
    parts
}
