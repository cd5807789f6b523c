//! Which checks a user asks for, by names and kinds.

use rely_check::ProgressTest;
use rely_io::Control;
use rely_lts::{Component, Role, System};
use rely_report::Failure;
use rely_report::view::{CheckKind, ResultView};

use super::CheckOptions;
use super::confirm::blank;
use crate::load::Loaded;
use crate::names::{self, is_called};

/// Is a progress test meant by a name, its own or that of the definition that it is one of?
pub(super) fn belongs(test: &ProgressTest, name: &str) -> bool {
    test.name == name || test.name.strip_prefix(name).is_some_and(|rest| rest.starts_with('.'))
}

/// Which checks were asked for.
pub(super) struct Selection {
    pub deadlock: bool,
    /// Names of components or processes; `None` takes all.
    components: Option<Vec<String>>,
    /// `None` takes all the model has.
    pub progress: Option<Vec<ProgressTest>>,
    pub asserts: Vec<String>,
    /// Properties of the target that only observe.
    observers: Vec<Component>,
}

impl Selection {
    /// Reads `--property`. Properties that were not asked for only observe, and processes of the model that
    /// are not in the target are added as properties. Without names, properties only observe if neither
    /// deadlock nor safety is asked for.
    pub fn new(
        loaded: &Loaded,
        system: &mut System,
        options: &CheckOptions,
        control: &Control,
    ) -> Result<Self, Failure> {
        let asserts: Vec<String> = loaded
            .model()
            .map_or_else(Vec::new, |model| model.asserts().iter().map(|a| a.to_string()).collect());
        if options.properties.is_empty() {
            let concerned = |kind: &CheckKind| matches!(kind, CheckKind::Deadlock | CheckKind::Safety);
            let mut selection = Selection {
                deadlock: true,
                components: None,
                progress: None,
                asserts,
                observers: Vec::new(),
            };
            if !options.kinds.is_empty() && !options.kinds.iter().any(concerned) {
                selection.observe(system, |_| false);
            }
            return Ok(selection);
        }
        let tests = progress_tests(loaded)?;
        let mut selection = Selection {
            deadlock: false,
            components: Some(Vec::new()),
            progress: Some(Vec::new()),
            asserts: Vec::new(),
            observers: Vec::new(),
        };
        let mut added = Vec::new();
        for name in &options.properties {
            let name = &names::dotted(name);
            let mut known = false;
            if system.components.iter().any(|c| is_called(c, name)) {
                selection.components.get_or_insert_default().push(name.clone());
                known = true;
            }
            let chosen: Vec<ProgressTest> =
                tests.iter().filter(|test| belongs(test, name)).cloned().collect();
            known |= !chosen.is_empty();
            selection.progress.get_or_insert_default().extend(chosen);
            if asserts.contains(name) {
                selection.asserts.push(name.clone());
                known = true;
            }
            if !known {
                added.push(outside(loaded, system, name, &asserts, &tests, control)?);
                selection.components.get_or_insert_default().push(name.clone());
            }
        }
        let own = system.components.len();
        system.components.extend(added);
        let asked: Vec<bool> =
            system.components.iter().enumerate().map(|(i, c)| i >= own || selection.takes(c)).collect();
        selection.observe(system, |i| asked[i]);
        Ok(selection)
    }

    /// Takes the ERROR of all properties but some.
    fn observe(&mut self, system: &mut System, asked: impl Fn(usize) -> bool) {
        let others = system.components.iter().enumerate();
        let others = others.filter(|(i, c)| c.role == Role::Property && !asked(*i));
        self.observers = others.map(|(_, component)| component.clone()).collect();
        *system = system.observed_by(asked);
    }

    /// What a replay on the target does otherwise: a property that only observes here ends the run there.
    pub fn ends(&self, result: &ResultView) -> Option<String> {
        let trace: Vec<&str> = result.trace.iter().map(String::as_str).collect();
        let cycle: Vec<&str> = result.cycle.iter().map(String::as_str).collect();
        let end = |property: &Component| {
            let rounds = cycle.iter().cycle().take(cycle.len() * property.lts.n_states());
            violated(property, trace.iter().chain(rounds)).filter(|&at| at < trace.len() || !cycle.is_empty())
        };
        let first = self.observers.iter().filter_map(|property| Some((end(property)?, &property.name)));
        let (at, name) = first.min()?;
        Some(format!(
            "{name}, which is not checked here, is violated in step {at}: a replay on the target ends there"
        ))
    }

    pub fn takes(&self, component: &Component) -> bool {
        self.components.as_ref().is_none_or(|names| names.iter().any(|name| is_called(component, name)))
    }

    /// Results for components that were named but have no ERROR to enter.
    pub fn harmless(&self, system: &System) -> Vec<ResultView> {
        let named = |c: &&Component| self.components.is_some() && self.takes(c);
        let harmless = |c: &&Component| c.role != Role::Property && !c.lts.has_error();
        let result = |c: &Component| ResultView {
            vacuous: true,
            reason: Some(format!("{} has no ERROR to enter", c.name)),
            ..blank(CheckKind::Safety, &c.name)
        };
        system.components.iter().filter(named).filter(harmless).map(result).collect()
    }
}

/// A process of the model that is not in the target, as a property.
fn outside(
    loaded: &Loaded,
    system: &System,
    name: &str,
    asserts: &[String],
    tests: &[ProgressTest],
    control: &Control,
) -> Result<Component, Failure> {
    let definitions = names::definitions(loaded);
    if !definitions.iter().any(|d| d == name) {
        let known = definitions.iter().chain(asserts).map(String::as_str);
        let known = known.chain(tests.iter().map(|t| t.name.as_str()));
        let known = known.chain(system.components.iter().map(|c| c.name.as_str()));
        let help = "name components, processes, progress tests or asserts";
        return Err(names::unknown(loaded, name, known, help));
    }
    names::as_property(loaded, name, &system.actions, control)
}

/// The progress tests of the model.
pub(super) fn progress_tests(loaded: &Loaded) -> Result<Vec<ProgressTest>, Failure> {
    let Some(model) = loaded.model() else { return Ok(Vec::new()) };
    model.progress_tests().map_err(|diagnostics| loaded.failure(diagnostics))
}

/// The step of a run in which a property enters ERROR.
fn violated<'s>(property: &Component, run: impl Iterator<Item = &'s &'s str>) -> Option<usize> {
    let (lts, mut state) = (&property.lts, property.lts.initial());
    for (at, action) in run.enumerate() {
        let Some(label) = lts.alphabet().label_of_name(action) else { continue };
        state = *lts.step(state, label).first()?;
        if state.is_error() {
            return Some(at + 1);
        }
    }
    None
}
