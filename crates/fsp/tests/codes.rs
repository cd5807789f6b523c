//! Every code has a page whose first model is wrong in exactly this way and whose second model is right.

use std::collections::BTreeSet;

use rely_fsp::{Diagnostic, Model, NoImports, Parsed, Severity, all_codes, explain, parse, render};
use rely_lts::Context;

/// The contents of the fenced FSP blocks of a page.
fn models(page: &str) -> Vec<String> {
    let parts = page.split("```fsp\n").skip(1);
    parts.map(|part| part.split("```").next().unwrap_or_default().to_owned()).collect()
}

/// The model a page means: two pages cannot show it as it is.
fn expand(code: &str, model: &str) -> String {
    match code {
        "E0106" => model.repeat(500_000),
        "W0103" => model.replace("\\0", "\0"),
        _ => model.to_owned(),
    }
}

/// All codes found in a model, its target and its formulas, and the findings as text.
fn findings(model: &str) -> (BTreeSet<&'static str>, String) {
    let Parsed { model, mut diagnostics, text } = parse(model.as_bytes());
    let is_error = |diagnostic: &Diagnostic| diagnostic.severity == Severity::Error;
    if !diagnostics.iter().any(is_error) {
        let (model, more) = Model::new(model);
        diagnostics.extend(more);
        if let Some(target) = model.default_target()
            && !diagnostics.iter().any(is_error)
        {
            let elaborated = model.system(&target, &NoImports, Context::unlimited());
            diagnostics.extend(elaborated.diagnostics);
            diagnostics.extend(elaborated.system.iter().flat_map(|system| model.lint(system)));
            for assert in model.asserts() {
                diagnostics.extend(model.specification(assert).err().unwrap_or_default());
            }
        }
    }
    let codes = diagnostics.iter().map(|diagnostic| diagnostic.code).collect();
    (codes, render(&text, &diagnostics))
}

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
        let (found, text) = findings(&expand(code, wrong));
        // The first hundred findings are of another kind.
        let expected = if code == "E0107" { BTreeSet::from(["E0101", code]) } else { BTreeSet::from([code]) };
        if found != expected {
            mistakes.push(format!("{code}: the first model gives\n{text}"));
        }
        let (found, text) = findings(right);
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
