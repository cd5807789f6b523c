//! Questions from FSP text.

use rely_assume::{Boundary, Question};
use rely_fsp::{Model, NoImports, Severity, parse};
use rely_lts::{Alphabet, Component, Context, Role, System};

/// The system of a composite.
pub fn system(text: &str, target: &str) -> System {
    let parsed = parse(text.as_bytes());
    let errors = parsed.diagnostics.iter().filter(|d| d.severity == Severity::Error).count();
    assert_eq!(errors, 0, "{:?}", parsed.diagnostics);
    let (model, diagnostics) = Model::new(parsed.model);
    assert!(diagnostics.iter().all(|d| d.severity != Severity::Error), "{diagnostics:?}");
    let elaborated = model.system(target, &NoImports, Context::unlimited());
    elaborated.system.unwrap_or_else(|| panic!("{:?}", elaborated.diagnostics))
}

/// The question about some components of a system: its properties, and all else as environment. The
/// environment comes along.
pub fn question(system: &System, module: &[&str]) -> (Question, Vec<Component>) {
    let (properties, others): (Vec<Component>, Vec<Component>) =
        system.components.iter().cloned().partition(|c| c.role == Role::Property);
    let (module, environment): (Vec<Component>, Vec<Component>) =
        others.into_iter().partition(|c| module.contains(&c.name.as_str()));
    let known = Alphabet::union(&system.actions, environment.iter().map(|c| c.lts.alphabet()));
    let boundary = Boundary::with_environment(&system.actions, &module, &properties, &known);
    let question =
        Question { name: "MODULE".into(), actions: system.actions.clone(), module, properties, boundary };
    (question, environment)
}
