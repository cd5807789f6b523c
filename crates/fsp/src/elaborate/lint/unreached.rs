//! Definitions that no check reaches: properties outside the target (W0905), processes that no composite uses
//! (W0404), fluents that no formula uses (W0906).

use rustc_hash::{FxHashMap, FxHashSet};

use crate::Diagnostic;
use crate::ast::visit::{Mention, Visitor};
use crate::ast::{AssertKind, Definition};
use crate::elaborate::definitions::{Callable, Definitions};
use crate::model::DEFAULT_TARGET;
use crate::span::Name;

/// The processes and composites that definitions use, directly or not.
pub(crate) struct Reached<'t> {
    known: &'t Definitions,
    uses: Vec<Vec<&'t str>>,
    propositions: FxHashSet<&'t str>,
}

impl<'t> Reached<'t> {
    /// What each definition uses.
    pub fn new(known: &'t Definitions) -> Self {
        let mut collect = Collect::default();
        let mut uses = Vec::with_capacity(known.tree.definitions.len());
        for definition in &known.tree.definitions {
            collect.definition(definition);
            uses.push(std::mem::take(&mut collect.processes));
        }
        Reached { known, uses, propositions: collect.propositions }
    }

    /// The positions of what some definitions use, and their own.
    pub fn from(&self, roots: impl IntoIterator<Item = usize>) -> FxHashSet<usize> {
        let mut met = FxHashSet::default();
        let mut waiting: Vec<usize> = roots.into_iter().collect();
        while let Some(position) = waiting.pop() {
            if met.insert(position) {
                let names = self.uses[position].iter();
                waiting
                    .extend(names.filter_map(|name| self.known.callable(name)).map(|(position, _)| position));
            }
        }
        met
    }

    /// The positions of what a target consists of.
    pub fn target(&self, target: &str) -> FxHashSet<usize> {
        let known = self.known;
        if let Some(position) = known.composites.get(target) {
            return self.from([position]);
        }
        match known.callable(target) {
            Some((position, _)) => self.from([position]),
            None => {
                let names = known.processes.names().chain(known.constraints.names());
                self.from(names.filter_map(|name| known.callable(name)).map(|(position, _)| position))
            }
        }
    }

    /// The positions of what any composite uses.
    pub fn composites(&self) -> FxHashSet<usize> {
        self.from(self.known.composites.names().filter_map(|name| self.known.composites.get(name)))
    }
}

/// W0404, W0906: what nothing of the model uses.
pub(super) fn definitions(known: &Definitions, warnings: &mut Vec<Diagnostic>) {
    let reached = Reached::new(known);
    if !known.composites.is_empty() {
        let mut met = reached.composites();
        let tree = &known.tree;
        let unused: Vec<usize> = (0..tree.definitions.len())
            .filter(|position| !met.contains(position) && is_part(&tree.definitions[*position]))
            .collect();
        // What another unused process uses is not listed as well.
        let below: FxHashSet<usize> = unused
            .iter()
            .flat_map(|&position| reached.from([position]).into_iter().filter(move |&p| p != position))
            .collect();
        for position in unused.into_iter().filter(|position| !below.contains(position)) {
            met.insert(position);
            let name = tree.definitions[position].name();
            if known.callable(&name.text).is_none_or(|(found, _)| found != position) {
                continue;
            }
            let message = format!("`{}` is part of no composite, so no check reaches it", name.text);
            warnings.push(
                Diagnostic::warning("W0404", name.span, message)
                    .help(format!("add it to a composite, or check it alone with `--target {}`", name.text)),
            );
        }
    }
    // Without formulas, fluents are for commands that take them by name.
    if known.asserts.is_empty() && known.constraints.is_empty() {
        return;
    }
    let used = &reached.propositions;
    for definition in &known.tree.definitions {
        if let Definition::Fluent(def) = definition
            && !used.contains(&*def.name.text)
        {
            let message = format!("no formula uses the fluent `{}`", def.name.text);
            warnings.push(Diagnostic::warning("W0906", def.name.span, message));
        }
    }
}

/// A process that is part of systems. Properties have a warning of their own.
fn is_part(definition: &Definition) -> bool {
    match definition {
        Definition::Process(def) => def.modifiers.property.is_none(),
        Definition::Import(_) => true,
        Definition::Assert(def) => def.kind == AssertKind::Constraint,
        _ => false,
    }
}

/// The properties of a model that a target does not contain, each with the last composite that does.
pub(crate) fn properties<'t>(known: &'t Definitions, target: &str) -> Vec<(&'t Name, Option<&'t str>)> {
    let is_property = |definition: &&'t Definition| match definition {
        Definition::Process(def) => def.modifiers.property.is_some(),
        Definition::Assert(def) => def.kind == AssertKind::LtlProperty,
        _ => false,
    };
    let properties: Vec<&Definition> = known.tree.definitions.iter().filter(is_property).collect();
    if properties.is_empty() || known.composites.get(target).is_none() {
        return Vec::new();
    }
    let reached = Reached::new(known);
    let here = reached.target(target);
    let mut containing: FxHashMap<usize, &'t str> = FxHashMap::default();
    for name in known.composites.names() {
        let Some(position) = known.composites.get(name) else { continue };
        containing.extend(reached.from([position]).into_iter().map(|position| (position, name)));
    }
    let mut missing = Vec::new();
    for property in properties {
        let name = property.name();
        let Some((position, Callable::Process(_) | Callable::Constraint(_))) = known.callable(&name.text)
        else {
            continue;
        };
        if !here.contains(&position) {
            missing.push((name, containing.get(&position).copied()));
        }
    }
    missing
}

/// W0905: properties that the target does not contain, nor any other composite.
pub(super) fn outside(known: &Definitions, target: &str, warnings: &mut Vec<Diagnostic>) {
    if target == DEFAULT_TARGET {
        return;
    }
    for (name, container) in properties(known, target) {
        if container.is_some() {
            continue;
        }
        let name_text = &name.text;
        let message = format!("{name_text} is defined but {target} does not contain it: it is not checked");
        warnings.push(
            Diagnostic::warning("W0905", name.span, message)
                .help(format!("add it to {target}, or check it with `--property {name_text}`")),
        );
    }
}

#[derive(Default)]
struct Collect<'t> {
    processes: Vec<&'t str>,
    propositions: FxHashSet<&'t str>,
}

impl<'t> Visitor<'t> for Collect<'t> {
    fn name(&mut self, name: &'t Name, mention: Mention) {
        match mention {
            Mention::Process => self.processes.push(&name.text),
            Mention::Proposition | Mention::Instance => {
                self.propositions.insert(&name.text);
            }
            _ => {}
        }
    }
}
