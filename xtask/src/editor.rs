//! `cargo xtask editor`: the tests of the extension for Visual Studio Code.
//!
//! They are JavaScript (`editors/vscode/test`), need node and no packages, and speak with `rely lsp` as the
//! extension starts it.

use std::process::Command;

use crate::bench::target_folder;
use crate::browser::{absolute, node_is_new_enough, succeeds};

/// Runs the tests with a command that is built for them.
pub fn run() -> bool {
    crate::cargo(&["build", "--quiet", "-p", "rely", "--profile", "test"], &[]) && ci()
}

/// Runs the tests with the command that the tests of the workspace have built.
pub fn ci() -> bool {
    println!("== node --test (in editors/vscode)");
    let mut command = Command::new("node");
    command.args(["--test", "--test-reporter=spec"]).current_dir(crate::root().join("editors/vscode"));
    command.env("RELY_BIN", absolute(&target_folder().join("debug/rely")));
    node_is_new_enough() && succeeds(&mut command)
}
