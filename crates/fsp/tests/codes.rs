//! Every code has a page whose first model is wrong in exactly this way and whose second model is right.

mod pages;

use std::collections::BTreeSet;

use pages::{expand, findings, models};
use rely_fsp::{all_codes, explain};

#[test]
fn every_page_shows_its_mistake_and_a_model_without_it() {
    let mut mistakes = Vec::new();
    for code in all_codes() {
        let page = explain(code).expect("every code has a page");
        let title = page.lines().next().unwrap_or_default();
        if !title.starts_with(&format!("# {code}: ")) {
            mistakes.push(format!("{code}: the page begins with {title:?}"));
        }
        let models = models(page);
        let [wrong, right] = models.as_slice() else {
            mistakes.push(format!("{code}: the page has {} models", models.len()));
            continue;
        };
        let (found, text) = findings(&expand(code, wrong), |_| true);
        // The first hundred findings are of another kind.
        let expected = if code == "E0107" { BTreeSet::from(["E0101", code]) } else { BTreeSet::from([code]) };
        if found != expected {
            mistakes.push(format!("{code}: the first model gives\n{text}"));
        }
        let (found, text) = findings(right, |_| true);
        if !found.is_empty() {
            mistakes.push(format!("{code}: the second model gives\n{text}"));
        }
    }
    assert!(mistakes.is_empty(), "{}", mistakes.join("\n"));
}

#[test]
fn codes_are_sorted_and_unknown_codes_have_no_page() {
    let codes: Vec<_> = all_codes().collect();
    assert!(codes.is_sorted(), "{codes:?}");
    assert!(codes.len() >= 40);
    assert!(explain("e0101").is_some());
    assert!(explain("E0000").is_none());
}
