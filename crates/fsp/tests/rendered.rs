//! How every diagnostic looks: the first model of each code's page, rendered, in one file.

mod pages;

use expect_test::expect_file;
use rely_fsp::{all_codes, explain};

#[test]
fn every_diagnostic_looks_as_recorded() {
    let mut whole = String::new();
    for code in all_codes() {
        let page = explain(code).expect("every code has a page");
        let models = pages::models(page);
        let wrong = models.first().expect("every page has a model that is wrong");
        let (_, text) = pages::findings(&pages::expand(code, wrong), |found| found == code);
        assert!(!text.is_empty(), "{code} is not found in its model");
        whole.push_str(&format!("=== {code}\n"));
        whole.push_str(&text);
        whole.push('\n');
    }
    expect_file!["snapshots/diagnostics.txt"].assert_eq(&whole);
}
