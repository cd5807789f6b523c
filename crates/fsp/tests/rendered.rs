//! How every diagnostic looks: the first model of each code's page, rendered, in one file.

mod pages;

use expect_test::expect_file;
use rely_fsp::{all_codes, explain};

/// A line longer than this is generated, not written; its beginning is enough.
const LONGEST: usize = 200;

#[test]
fn every_diagnostic_looks_as_recorded() {
    let mut whole = String::new();
    for code in all_codes() {
        let page = explain(code).expect("every code has a page");
        let models = pages::models(page);
        let wrong = models.first().expect("every page has a model that is wrong");
        let (_, text) = pages::findings(&pages::expand(code, wrong));
        whole.push_str(&format!("=== {code}\n"));
        for line in text.lines() {
            let short: String = line.chars().take(LONGEST).collect();
            whole.push_str(short.trim_end());
            whole.push('\n');
        }
        whole.push('\n');
    }
    expect_file!["snapshots/diagnostics.txt"].assert_eq(&whole);
}
