//! `cargo xtask tour`: the pictures of README.md and of the book's tutorial, drawn anew by the commands
//! that stand there.
//!
//! A test of the command line (`crates/cli/tests/book.rs`) runs the same commands and compares what they draw
//! with the files.

use std::process::Command;

/// Where the pictures are.
const FOLDER: &str = "docs/tour";

/// Draws all pictures that README.md shows.
pub fn run() -> bool {
    if !crate::cargo(&["build", "--release", "--quiet", "--bin", "rely"], &[]) {
        return false;
    }
    let root = crate::root();
    let program = crate::bench::target_folder().join("release/rely");
    let Ok(page) = std::fs::read_to_string(root.join("README.md")) else {
        eprintln!("README.md cannot be read");
        return false;
    };
    if let Err(error) = std::fs::create_dir_all(root.join(FOLDER)) {
        eprintln!("{FOLDER} cannot be made: {error}");
        return false;
    }
    let mut is_good = true;
    for line in page.lines().filter_map(|line| line.strip_prefix("$ rely draw ")) {
        let Some((asked, name)) = line.split_once(" -o ") else { continue };
        if !page.contains(&format!("{FOLDER}/{name}")) {
            continue;
        }
        println!("== rely draw {asked}");
        let status = Command::new(&program)
            .arg("draw")
            .args(asked.split_whitespace())
            .arg("-o")
            .arg(format!("{FOLDER}/{name}"))
            .current_dir(&root)
            .status();
        is_good &= status.is_ok_and(|status| status.success());
    }
    // The tutorial draws models that are written on its way, so the test that executes it writes its
    // pictures.
    let tutorial = ["test", "--quiet", "-p", "rely", "--test", "book", "--", "tutorial"];
    is_good & crate::cargo(&tutorial, &[("RELY_DRAW_TOUR", "1")])
}
