//! Any bytes give systems, specifications and tests, or diagnostics, within a small budget.
#![no_main]

use libfuzzer_sys::fuzz_target;
use rely_fsp::{Model, NoImports, Severity, build, explain, parse};
use rely_lts::{Budget, Context};

fuzz_target!(|source: &[u8]| {
    let parsed = parse(source);
    let broken = parsed.has_errors();
    let (model, mut diagnostics) = Model::new(parsed.model);
    let wrong = broken || diagnostics.iter().any(|d| d.severity == Severity::Error);
    let budget = Budget::unlimited().with_states(2000).with_memory(50_000_000);
    let ctx = Context::with_budget(&budget);
    if let Some(target) = model.default_target() {
        let elaborated = model.system(&target, &NoImports, ctx);
        let errors = elaborated.diagnostics.iter().any(|d| d.severity == Severity::Error);
        assert!(elaborated.system.is_some() || wrong || errors || elaborated.spent.is_some());
        if let Some(system) = &elaborated.system {
            diagnostics.extend(model.lint(system));
            let _ = build(system, ctx);
        }
        diagnostics.extend(elaborated.diagnostics);
    }
    for assert in model.asserts() {
        diagnostics.extend(model.specification(assert).err().unwrap_or_default());
    }
    diagnostics.extend(model.progress_tests().err().unwrap_or_default());
    for diagnostic in &diagnostics {
        assert!(explain(diagnostic.code).is_some(), "{diagnostic:?}");
    }
});
