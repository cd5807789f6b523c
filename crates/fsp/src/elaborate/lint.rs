//! Warnings about models that have a meaning, but probably not the intended one.
//!
//! | what | when | codes |
//! |---|---|---|
//! | definitions alone | [`definitions`], with the model | W0401, W0402 |
//! | references that became ERROR | [`sites`], with a target | W0701, W0702 |
//! | what no check reaches | [`unreached`] | W0404, W0905, W0906 |
//! | actions that were probably meant to be shared | [`sharing`] | W0806, W0807, W0808 |
//! | properties, formulas, tests and menus against the alphabet of a target | [`system`] | W0804, W0805, W0901, W0902, W0904 |
//!
//! Other warnings come from the place where they are noticed: octal numbers from the lexer, names in hiding
//! and relabeling that match nothing from [`super::uses`], guards that decide nothing from [`super::guards`].

pub(crate) mod sharing;
pub(crate) mod unreached;
pub(crate) mod words;

use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};

use rely_ltl::ProgressTest;
use rely_lts::{ActionId, Actions, Role, System};

use super::definitions::{Definitions, describe};
use super::mentions::Mentions;
use super::process::Sites;
use crate::Diagnostic;
use crate::ast::Definition;
use crate::model::Model;
use crate::span::Span;
use crate::suggest::suggest;
use words::Words;

/// Warnings about definitions alone.
pub(crate) fn definitions(known: &Definitions) -> Vec<Diagnostic> {
    let mut warnings = Vec::new();
    unreached::definitions(known, &mut warnings);
    let sets: FxHashMap<&str, Span> = known
        .tree
        .definitions
        .iter()
        .filter_map(|definition| match definition {
            Definition::Set(set) => Some((&*set.name.text, set.name.span)),
            _ => None,
        })
        .collect();
    for definition in &known.tree.definitions {
        unused_params(definition, &mut warnings);
        if !matches!(definition, Definition::Process(_) | Definition::Composite(_) | Definition::Import(_)) {
            continue;
        }
        let (_, what, name) = describe(definition);
        if let Some(&set) = sets.get(&*name.text) {
            warnings.push(
                Diagnostic::warning(
                    "W0401",
                    name.span,
                    format!(
                        "{what} `{}` has the name of a set: where a label may begin, the name refers to the set",
                        name.text
                    ),
                )
                .related(set, "the set is defined here"),
            );
        }
    }
    warnings
}

/// W0402: parameters that their definition does not mention.
fn unused_params(definition: &Definition, warnings: &mut Vec<Diagnostic>) {
    let params = match definition {
        Definition::Process(def) => &def.params,
        Definition::Composite(def) => &def.params,
        Definition::Assert(def) => &def.params,
        _ => return,
    };
    if params.is_empty() {
        return;
    }
    let mentions = Mentions::of(definition);
    for param in params.iter().filter(|param| !mentions.contains(&param.name.text)) {
        let message = format!("the parameter `{}` is never used", param.name.text);
        warnings.push(Diagnostic::warning("W0402", param.name.span, message));
    }
}

/// Warnings about references that became ERROR, one per place.
pub(crate) fn sites(sites: &Sites, known: &Definitions) -> Vec<Diagnostic> {
    let mut warnings = Vec::new();
    for (&span, site) in sites {
        let warning = if site.out_of_range {
            let (is, it) = if site.count == 1 {
                ("is".to_string(), "it is ERROR")
            } else {
                (format!("and {} more like it are", site.count - 1), "they are ERROR")
            };
            Diagnostic::warning(
                "W0702",
                span,
                format!("`{}` {is} outside the index range of `{}`, so {it}", site.example, site.name),
            )
            .help("guard the alternative with `when`, or write ERROR if that is intended")
        } else {
            let warning = Diagnostic::warning(
                "W0701",
                span,
                format!("`{}` has no local process `{}`, so this is ERROR", site.process, site.name),
            );
            if let Some(near) = suggest(&site.name, site.locals.iter().map(|name| &**name)) {
                warning.help(format!("did you mean `{near}`?"))
            } else if known.callable(&site.name).is_some() {
                warning.help(format!(
                    "`{0}` is not a local process; if it ends, `{0};END` continues as `{0}`",
                    site.name
                ))
            } else {
                warning.help("write ERROR if that is intended")
            }
        };
        warnings.push(warning);
    }
    warnings
}

/// Warnings about a target: properties, formulas, tests and menus that speak of what no component does.
pub(crate) fn system(model: &Model, system: &System) -> Vec<Diagnostic> {
    let alphabet: FxHashSet<ActionId> = system.alphabet().ids().iter().copied().collect();
    let mut warnings = Vec::new();
    properties(model, system, &mut warnings);
    sharing::sharing(model.known(), &Words::new(model.tree()), system, &mut warnings);
    unreached::outside(model.known(), &system.name, &mut warnings);
    formulas(model, &alphabet, &mut warnings);
    if let Ok(tests) = model.progress_tests_with_spans() {
        tests
            .iter()
            .for_each(|(test, span)| progress(test, *span, model.actions(), &alphabet, &mut warnings));
    }
    for (name, labels) in model.menus().unwrap_or_default() {
        let unknown = outside(&labels, &alphabet);
        if !unknown.is_empty() {
            warnings.push(Diagnostic::warning(
                "W0904",
                place(model.known(), &name),
                format!(
                    "the menu `{name}` offers {}, which no component of the target has in its alphabet",
                    list(&unknown, model)
                ),
            ));
        }
    }
    warnings
}

/// W0804 and W0805: properties with actions that no other component has.
fn properties(model: &Model, system: &System, warnings: &mut Vec<Diagnostic>) {
    let others: FxHashSet<ActionId> = system
        .components
        .iter()
        .filter(|component| component.role != Role::Property)
        .flat_map(|component| component.lts.alphabet().ids().iter().copied())
        .collect();
    if system.components.iter().all(|component| component.role == Role::Property) {
        return;
    }
    for component in system.components.iter().filter(|component| component.role == Role::Property) {
        let labels = component.lts.alphabet().ids();
        let unknown = outside(labels, &others);
        if unknown.is_empty() {
            continue;
        }
        let span = place(model.known(), &component.process);
        warnings.push(if unknown.len() == labels.len() {
            Diagnostic::warning(
                "W0804",
                span,
                format!("the property `{}` shares no action with the other components, so it says nothing about them", component.name),
            )
            .help(format!("it observes {}; is a prefix or a relabeling missing?", list(labels, model)))
        } else {
            Diagnostic::warning(
                "W0805",
                span,
                format!(
                    "only the property `{}` has {} in its alphabet: {} can occur at any time",
                    component.name,
                    list(&unknown, model),
                    if unknown.len() == 1 { "it" } else { "they" }
                ),
            )
            .help("an action that no process has in its alphabet is always possible; to prevent it, add it to the alphabet of a process")
        });
    }
}

/// W0901: asserts with actions that are in no alphabet.
fn formulas(model: &Model, alphabet: &FxHashSet<ActionId>, warnings: &mut Vec<Diagnostic>) {
    for name in model.asserts() {
        let Ok(specification) = model.specification(name) else { continue };
        let unknown = outside(&specification.labels(), alphabet);
        if !unknown.is_empty() {
            warnings.push(
                Diagnostic::warning(
                    "W0901",
                    place(model.known(), name),
                    format!(
                        "the assert `{name}` uses {}, which no component of the target has in its alphabet",
                        list(&unknown, model)
                    ),
                )
                .help("an action that is in no alphabet is free: it can occur at any time"),
            );
        }
    }
}

/// W0902: progress tests with actions that are in no alphabet.
fn progress(
    test: &ProgressTest,
    span: Span,
    actions: &Actions,
    alphabet: &FxHashSet<ActionId>,
    warnings: &mut Vec<Diagnostic>,
) {
    let name = &test.name;
    let none = |labels: &[ActionId]| labels.iter().all(|label| !alphabet.contains(label));
    let message = if none(&test.actions) {
        format!("the progress test `{name}` fails: none of its actions is in the alphabet of the target")
    } else if test.condition.as_deref().is_some_and(none) {
        format!(
            "the progress test `{name}` tests nothing: its condition is not in the alphabet of the target"
        )
    } else {
        let all = test.condition.iter().flatten().chain(&test.actions).copied().collect::<Vec<_>>();
        let unknown = outside(&all, alphabet);
        if unknown.is_empty() {
            return;
        }
        format!(
            "the progress test `{name}` uses {}, which no component of the target has in its alphabet",
            names(&unknown, actions)
        )
    };
    warnings.push(
        Diagnostic::warning("W0902", span, message)
            .help("progress tests use full labels: `a` does not match `a[0]` or `p.a`"),
    );
}

/// The actions that are not in the alphabet.
fn outside(labels: &[ActionId], alphabet: &FxHashSet<ActionId>) -> Vec<ActionId> {
    labels.iter().copied().filter(|label| !alphabet.contains(label)).collect()
}

fn place(known: &Definitions, name: &str) -> Span {
    known.span_of(name).unwrap_or_default()
}

fn list(labels: &[ActionId], model: &Model) -> String {
    names(labels, model.actions())
}

/// The first few actions by name, and how many more.
fn names(labels: &[ActionId], actions: &Actions) -> String {
    let mut all: Vec<Arc<str>> = labels.iter().map(|&label| actions.name(label)).collect();
    all.sort_unstable();
    all.dedup();
    let first: Vec<String> = all.iter().take(3).map(|name| format!("`{name}`")).collect();
    match all.len() {
        n if n > 3 => format!("{} and {} more", first.join(", "), n - 3),
        _ => first.join(", "),
    }
}
