//! `cargo xtask book`: builds the book with mdBook.
//!
//! Not a step of `cargo xtask ci`: mdBook is not part of the toolchain, and installing it means compiling
//! it and all that it needs. What can be wrong with the book without it (pages that are missing, not
//! listed, or behind the program) is tested by `cargo test -p rely --test book`.

use std::process::Command;

/// Builds the book into `target/book`.
pub fn run() -> bool {
    match Command::new("mdbook").args(["build", "docs/book"]).current_dir(crate::root()).status() {
        Ok(status) => status.success(),
        Err(error) => {
            eprintln!("mdbook cannot be run: {error}; install it with `cargo install mdbook --locked`");
            false
        }
    }
}
