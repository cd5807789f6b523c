//! The models of the pages that explain the codes, and what is found in them.

use std::collections::BTreeSet;

use rely_fsp::{Diagnostic, Model, NoImports, Parsed, Severity, parse, render};
use rely_lts::Context;

/// The contents of the fenced FSP blocks of a page.
pub fn models(page: &str) -> Vec<String> {
    let parts = page.split("```fsp\n").skip(1);
    parts.map(|part| part.split("```").next().unwrap_or_default().to_owned()).collect()
}

/// The model a page means: two pages cannot show it as it is.
pub fn expand(code: &str, model: &str) -> String {
    match code {
        "E0106" => model.repeat(500_000),
        "W0103" => model.replace("\\0", "\0"),
        _ => model.to_owned(),
    }
}

/// All codes found in a model, its target and its formulas, and the findings with these codes as text.
pub fn findings(model: &str, shown: impl Fn(&str) -> bool) -> (BTreeSet<&'static str>, String) {
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
    diagnostics.retain(|diagnostic| shown(diagnostic.code));
    (codes, render(&text, &diagnostics))
}
