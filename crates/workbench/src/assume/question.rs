//! From names on the command line to a question: the module, the environment, the
//! properties, and where the module ends.

use std::path::Path;
use std::sync::Arc;

use rely_assume::{Boundary, Question};
use rely_fsp::{Diagnostic, Model};
use rely_io::Control;
use rely_lts::{Alphabet, Component, Role, System, matches_prefix};
use rely_report::prose::list;
use rely_report::{Failure, SourceText};

use super::AssumeOptions;
use crate::load::{Loaded, Target, load};
use crate::names;

/// A question with its context.
pub(super) struct Asked {
    /// The target.
    pub system: System,
    /// The question.
    pub question: Question,
    /// The components of the environment; `None` if an interface was given instead.
    pub environment: Option<Vec<Component>>,
    /// Warnings about the question.
    pub warnings: Vec<String>,
    /// Warnings about the source.
    pub diagnostics: Vec<Diagnostic>,
}

/// Modules in order, and what comes after them.
pub(super) struct AskedThrough {
    /// The target.
    pub system: System,
    /// The modules as they were named.
    pub modules: Vec<(String, Vec<Component>)>,
    /// The properties.
    pub properties: Vec<Component>,
    /// All else.
    pub rest: Vec<Component>,
    /// Warnings about the question.
    pub warnings: Vec<String>,
    /// Warnings about the source.
    pub diagnostics: Vec<Diagnostic>,
}

/// Turns the options into modules in order.
pub(super) fn ask_through(
    loaded: &Loaded,
    options: &AssumeOptions,
    control: &Control,
) -> Result<AskedThrough, Failure> {
    let Target { system, warnings: diagnostics, .. } = loaded.target(options.target.as_deref(), control)?;
    let mut cast = Cast::new(loaded, &system, options, control)?;
    let mut modules = Vec::new();
    for name in &options.through {
        let module = cast.named(Part::Module, std::slice::from_ref(name))?;
        if !module.is_empty() {
            modules.push((name.trim().to_string(), module));
        }
    }
    let everyone: Vec<Component> = modules.iter().flat_map(|(_, m)| m.clone()).collect();
    if everyone.is_empty() {
        return Err(no_module(loaded));
    }
    let properties = cast.properties(&options.properties)?;
    let rest = match options.environment.is_empty() {
        true => cast.rest(),
        false => cast.named(Part::Environment, &options.environment)?,
    };
    let mut warnings = std::mem::take(&mut cast.warnings);
    warnings.extend(foreign(loaded, &system, &everyone, &properties, Some(&rest))?);
    Ok(AskedThrough { system, modules, properties, rest, warnings, diagnostics })
}

fn no_module(loaded: &Loaded) -> Failure {
    let failure = Failure::in_file("E1017", &loaded.path, "the module has no components");
    failure.help("name components or processes: --module NAME,NAME")
}

/// Candidates by name: their components, in the table of the question.
pub(super) fn candidates(
    loaded: &Loaded,
    options: &AssumeOptions,
    question: &Question,
    control: &Control,
) -> Result<Vec<(String, Vec<Component>)>, Failure> {
    let system = System::new("the model", &question.actions, Vec::new());
    let mut found = Vec::new();
    for name in &options.candidates {
        let mut cast = Cast::new(loaded, &system, options, control)?;
        found.push((name.clone(), cast.named(Part::Environment, std::slice::from_ref(name))?));
    }
    Ok(found)
}

/// The role for which a component is named.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Part {
    Module,
    Property,
    Environment,
}

impl Part {
    fn word(self) -> &'static str {
        match self {
            Part::Module => "module",
            Part::Property => "property",
            Part::Environment => "environment",
        }
    }
}

/// Turns the options into a question.
pub(super) fn ask(
    loaded: &Loaded,
    Target { system, warnings: diagnostics, .. }: Target,
    options: &AssumeOptions,
    control: &Control,
) -> Result<Asked, Failure> {
    let mut cast = Cast::new(loaded, &system, options, control)?;
    let module = cast.named(Part::Module, &options.module)?;
    if module.is_empty() {
        return Err(no_module(loaded));
    }
    let properties = cast.properties(&options.properties)?;
    let environment = match (&options.interface, options.environment.is_empty()) {
        (Some(_), _) => None,
        (None, true) => Some(cast.rest()),
        (None, false) => Some(cast.named(Part::Environment, &options.environment)?),
    };
    let mut warnings = std::mem::take(&mut cast.warnings);
    let boundary = match (&options.interface, &environment) {
        (Some(interface), _) => {
            let interface = interface_of(loaded, interface, &system, &module, &properties)?;
            Boundary::with_interface(&system.actions, &module, &properties, &interface)
                .map_err(|error| Failure::Internal(error.to_string()))?
        }
        (None, environment) => {
            let alphabet = alphabet_of(&system, environment.as_deref().unwrap_or_default());
            Boundary::with_environment(&system.actions, &module, &properties, &alphabet)
        }
    };
    warnings.extend(foreign(loaded, &system, &module, &properties, environment.as_deref())?);
    if boundary.shared.is_empty() && options.interface.is_none() {
        warnings.push(match environment.as_deref() {
            Some([]) => {
                "the module is the entire system, so all its actions are internal; use --interface or --environment to \
                 declare the actions of an environment"
                    .to_string()
            }
            _ => "the environment shares no action with the module".to_string(),
        });
    }
    let name = module_name(&module);
    let question = Question { name, actions: system.actions.clone(), module, properties, boundary };
    Ok(Asked { system, question, environment, warnings, diagnostics })
}

/// The name of a module in reports.
fn module_name(module: &[Component]) -> String {
    let names: Vec<&str> = module.iter().map(|c| c.name.as_str()).collect();
    if names.len() <= 4 { names.join(" || ") } else { "the module".to_string() }
}

fn alphabet_of(system: &System, components: &[Component]) -> Alphabet {
    Alphabet::union(&system.actions, components.iter().map(|c| c.lts.alphabet()))
}

/// The roles of components.
pub(super) struct Cast<'a> {
    loaded: &'a Loaded,
    system: &'a System,
    options: &'a AssumeOptions,
    control: &'a Control,
    /// For each component of the target its part.
    parts: Vec<Option<Part>>,
    /// Names of components outside the target, with their parts.
    guests: Vec<(String, Part)>,
    warnings: Vec<String>,
}

impl<'a> Cast<'a> {
    fn new(
        loaded: &'a Loaded,
        system: &'a System,
        options: &'a AssumeOptions,
        control: &'a Control,
    ) -> Result<Self, Failure> {
        if system.priority.is_some() {
            let message = format!("the actions of {} have priorities", system.name);
            return Err(Failure::in_file("E1019", &loaded.path, message).help(
                "priorities depend on all components, so a part of them cannot be analyzed alone; \
                 name a target without >> and <<",
            ));
        }
        let parts = vec![None; system.components.len()];
        Ok(Cast { loaded, system, options, control, parts, guests: Vec::new(), warnings: Vec::new() })
    }

    /// The components that names stand for, in the order of the names.
    fn named(&mut self, part: Part, given: &[String]) -> Result<Vec<Component>, Failure> {
        let mut found = Vec::new();
        for name in given.iter().map(|name| names::dotted(name.trim())).filter(|name| !name.is_empty()) {
            let positions = names::positions(self.loaded, self.system, &name, self.control)?;
            if !positions.is_empty() {
                for at in self.take(part, &name, positions)? {
                    found.push(self.system.components[at].clone());
                }
                continue;
            }
            if !self.is_new_guest(part, &name)? {
                continue;
            }
            let (actions, control) = (&self.system.actions, self.control);
            if names::definitions(self.loaded).contains(&name) {
                let target = &self.system.name;
                if part == Part::Module
                    && self.options.environment.is_empty()
                    && self.options.interface.is_none()
                {
                    self.warnings.push(format!(
                        "{name} is not part of {target}: its environment is the entire system {target}"
                    ));
                }
                found.extend(self.no_observers(
                    part,
                    &name,
                    names::as_components(self.loaded, &name, actions, control)?,
                )?);
            } else {
                let (file, target) = self.file(&name)?;
                let guests = match target {
                    Some(target) => names::as_components(&file, target, actions, control)?,
                    None => names::all_components(&file, actions, control)?,
                };
                crate::shared::refuse_guest(self.loaded, (&file, &name))?;
                found.extend(self.no_observers(part, &name, guests)?);
            }
        }
        Ok(found)
    }

    /// The properties that names stand for; all of the target if there are no names.
    fn properties(&mut self, given: &[String]) -> Result<Vec<Component>, Failure> {
        let mut found = Vec::new();
        if given.is_empty() {
            let own = self.system.components.iter().enumerate().filter(|(_, c)| c.role == Role::Property);
            for (at, component) in own {
                self.parts[at] = Some(Part::Property);
                found.push(component.clone());
            }
        }
        for name in given.iter().map(|name| names::dotted(name.trim())).filter(|name| !name.is_empty()) {
            let positions = names::positions(self.loaded, self.system, &name, self.control)?;
            if !positions.is_empty() {
                for at in self.take(Part::Property, &name, positions)? {
                    found.push(names::completed(self.loaded, &self.system.components[at])?);
                }
            } else if self.is_new_guest(Part::Property, &name)? {
                let (actions, control) = (&self.system.actions, self.control);
                found.push(if names::definitions(self.loaded).contains(&name) {
                    names::as_property(self.loaded, &name, actions, control)?
                } else {
                    let (file, target) = self.file(&name)?;
                    let own = file.target(target, control)?.system;
                    let property = names::as_property(&file, &own.name, actions, control)?;
                    // The target of a file with one process is not called after it.
                    match &own.components[..] {
                        [one] => Component { name: one.name.clone(), ..property },
                        _ => property,
                    }
                });
            }
        }
        if found.is_empty() {
            let message = format!("there is no property: {} does not have one", self.system.name);
            let failure = Failure::in_file("E1017", &self.loaded.path, message);
            return Err(failure.help("name properties or processes: --property NAME,NAME"));
        }
        Ok(found)
    }

    /// All components of the target that have no part and are not properties.
    fn rest(&mut self) -> Vec<Component> {
        let free =
            |at: &usize| self.parts[*at].is_none() && self.system.components[*at].role != Role::Property;
        (0..self.parts.len()).filter(free).map(|at| self.system.components[at].clone()).collect()
    }

    /// Gives components their part, and returns those that did not have it before.
    fn take(&mut self, part: Part, name: &str, positions: Vec<usize>) -> Result<Vec<usize>, Failure> {
        let mut taken = Vec::new();
        for at in positions {
            let component = &self.system.components[at];
            if part != Part::Property && component.role == Role::Property {
                return Err(self.observes(part, name));
            }
            match self.parts[at] {
                None => {
                    self.parts[at] = Some(part);
                    taken.push(at);
                }
                Some(other) if other == part => {}
                Some(other) => return Err(self.twice(&component.name, other, part)),
            }
        }
        Ok(taken)
    }

    /// Is something that is not in the target named for the first time?
    fn is_new_guest(&mut self, part: Part, name: &str) -> Result<bool, Failure> {
        match self.guests.iter().find(|(known, _)| known == name) {
            Some((_, other)) if *other != part => Err(self.twice(name, *other, part)),
            Some(_) => Ok(false),
            None => {
                self.guests.push((name.to_string(), part));
                Ok(true)
            }
        }
    }

    /// The components, unless they are properties.
    fn no_observers(&self, part: Part, name: &str, found: Vec<Component>) -> Result<Vec<Component>, Failure> {
        let observes = found.iter().any(|c| c.role == Role::Property);
        if observes { Err(self.observes(part, name)) } else { Ok(found) }
    }

    fn observes(&self, part: Part, name: &str) -> Failure {
        let message = format!("`{name}` is a property and cannot be in the {}", part.word());
        let failure = Failure::in_file("E1016", &self.loaded.path, message);
        failure.help(format!("a property only observes: use --property {name}"))
    }

    fn twice(&self, name: &str, first: Part, second: Part) -> Failure {
        let message = format!("`{name}` cannot be both in the {} and in the {}", first.word(), second.word());
        Failure::in_file("E1016", &self.loaded.path, message)
            .help("module, environment and properties have no component in common")
    }

    /// A name that the model does not know: `FILE` or `FILE:TARGET`.
    fn file<'n>(&self, name: &'n str) -> Result<(Loaded, Option<&'n str>), Failure> {
        let (file, target) = match name.rsplit_once(':') {
            Some((file, target)) if !self.control.exists(name) => (file, Some(target)),
            _ => (name, None),
        };
        if !self.control.exists(file) || self.control.sandbox().is_none() && !Path::new(file).is_file() {
            return Err(self.unknown(name));
        }
        Ok((load(file, self.options.read, self.control)?, target))
    }

    fn unknown(&self, name: &str) -> Failure {
        let model = self.loaded.model();
        if model.is_some_and(|model| model.asserts().contains(&name)) {
            let message = format!("`{name}` is an assert and cannot be a component");
            let failure = Failure::in_file("E1006", &self.loaded.path, message);
            return failure.help("a safety formula can be declared as an `ltl_property`");
        }
        let definitions = names::definitions(self.loaded);
        let components = self.system.components.iter();
        let known = definitions.iter().map(String::as_str).chain(components.clone().map(|c| c.name.as_str()));
        let all: Vec<String> = components.map(|c| c.name.clone()).collect();
        let help = match all.is_empty() {
            true => format!("the definitions are {}", list(&definitions)),
            false => format!("{} has {}", self.system.name, list(&all)),
        };
        names::unknown(self.loaded, name, known, &help)
    }
}

/// The actions of the module that an interface names: each name an action, or the beginning of several.
/// Actions that only properties have may be named too: they are in the alphabet of the assumption anyway.
fn interface_of(
    loaded: &Loaded,
    text: &str,
    system: &System,
    module: &[Component],
    properties: &[Component],
) -> Result<Alphabet, Failure> {
    let own = alphabet_of(system, module);
    let observed = alphabet_of(system, properties);
    let nothing;
    let model = match loaded.model() {
        Some(model) => model,
        None => {
            nothing = Model::new(rely_fsp::ast::Model::default()).0;
            &nothing
        }
    };
    let bare = text.trim();
    let given = if bare == "{}" {
        Vec::new()
    } else {
        model.label_set(bare).map_err(|found| wrong_set(bare, found))?
    };
    let (names, watched) = (own.names(), observed.names());
    let mut chosen = Vec::new();
    let mut missing = Vec::new();
    for name in &given {
        match system.actions.get(name) {
            Some(action) if own.contains(action) => chosen.push(action),
            Some(action) if observed.contains(action) => {}
            _ => {
                let before = chosen.len();
                let begins = names.iter().zip(own.ids()).filter(|(n, _)| matches_prefix(n, name));
                chosen.extend(begins.map(|(_, &action)| action));
                if chosen.len() == before && !watched.iter().any(|n| matches_prefix(n, name)) {
                    missing.push(name.to_string());
                }
            }
        }
    }
    if missing.is_empty() {
        return Ok(Alphabet::new(&system.actions, chosen));
    }
    let near: Vec<String> = missing
        .iter()
        .filter_map(|name| {
            let known = names.iter().chain(&watched).map(|n| &**n);
            rely_fsp::suggest(name, known).map(|n| format!("`{n}`"))
        })
        .collect();
    let (word, quoted) = (if missing.len() == 1 { "action" } else { "actions" }, quoted(&missing));
    let message = format!("neither the module nor a property has the {word} {quoted}");
    let failure = Failure::in_file("E1018", &loaded.path, message);
    let all: Vec<String> = names.iter().map(|n| n.to_string()).collect();
    Err(match near.is_empty() {
        false => failure.help(format!("did you mean {}?", list(&near))),
        true => failure.help(format!(
            "name the actions that the module shares with its environment, and leave out internal ones; the module has {}",
            list(&all)
        )),
    })
}

fn quoted(names: &[String]) -> String {
    list(&names.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>())
}

/// The diagnostics of a set, shown in its text.
fn wrong_set(text: &str, diagnostics: Vec<Diagnostic>) -> Failure {
    let source = Arc::new(SourceText::new("--interface", Model::label_set_text(text)));
    Failure::Model { source, diagnostics }
}

/// Actions of properties that are neither in the alphabet of the module nor in that of the environment:
/// warnings, or an error if a property has no other actions.
fn foreign(
    loaded: &Loaded,
    system: &System,
    module: &[Component],
    properties: &[Component],
    environment: Option<&[Component]>,
) -> Result<Vec<String>, Failure> {
    let known = Alphabet::union(
        &system.actions,
        module.iter().chain(environment.unwrap_or_default()).map(|c| c.lts.alphabet()),
    );
    let mut warnings = Vec::new();
    for property in properties {
        let alphabet = property.lts.alphabet();
        let free: Vec<String> = alphabet
            .ids()
            .iter()
            .filter(|&&action| !known.contains(action))
            .map(|&action| system.actions.name(action).to_string())
            .collect();
        if free.len() == alphabet.len() {
            let whose = if environment.is_some() { "the module or its environment" } else { "the module" };
            let message = match free.is_empty() {
                true => format!("the property {} has no actions", property.name),
                false => {
                    format!(
                        "no action of the property {} is in the alphabet of {whose}: {}",
                        property.name,
                        list(&free)
                    )
                }
            };
            let all: Vec<String> = known.names().iter().map(|n| n.to_string()).collect();
            let failure = Failure::in_file("E1020", &loaded.path, message);
            return Err(failure.help(format!("the actions are {}", list(&all))));
        }
        // With an interface, actions outside the alphabet of the module belong to the environment.
        if !free.is_empty() && environment.is_some() {
            let verb = if free.len() == 1 { "is" } else { "are" };
            warnings.push(format!(
                "{} of {} {verb} free: not in the alphabet of the module or its environment",
                list(&free),
                property.name
            ));
        }
    }
    Ok(warnings)
}
