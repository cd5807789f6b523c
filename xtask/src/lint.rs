//! `cargo xtask lint`: ESLint and the type checker of TypeScript over all scripts, actionlint over the
//! workflows.
//!
//! The configuration is in `xtask/lint`. The scripts of the page share one scope and are checked together;
//! the tests of the page and the extension are modules. JSDoc comments give types where they are not
//! inferred.

use std::process::Command;

use crate::browser::{FOLDER, node_is_new_enough, packages, succeeds};

/// Where the configuration and its packages are.
const LINT: &str = "xtask/lint";

/// The folders that ESLint examines.
const SCRIPTS: [&str; 4] = ["crates/serve/page/js", FOLDER, "editors/vscode", LINT];

/// The projects of the type checker.
const PROJECTS: [&str; 3] = ["tsconfig.page.json", "tsconfig.browser.json", "tsconfig.editor.json"];

/// Checks all scripts. The types of playwright-core come with the packages of the page's tests.
pub fn run() -> bool {
    node_is_new_enough()
        && packages(LINT)
        && packages(FOLDER)
        && node(
            &installed("eslint/bin/eslint.js"),
            &[&["-c", "xtask/lint/eslint.config.mjs"], &SCRIPTS[..]].concat(),
        )
        && PROJECTS
            .iter()
            .all(|project| node(&installed("typescript/bin/tsc"), &["-p", &format!("{LINT}/{project}")]))
        && node(&format!("{LINT}/workflows.mjs"), &[])
}

/// The path of a program of an npm package.
fn installed(program: &str) -> String {
    format!("{LINT}/node_modules/{program}")
}

/// Runs a script at the root of the repository.
fn node(script: &str, arguments: &[&str]) -> bool {
    println!("== node {script} {}", arguments.join(" "));
    succeeds(Command::new("node").arg(script).args(arguments).current_dir(crate::root()))
}
