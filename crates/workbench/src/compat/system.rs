//! The system of an upgrade: the target with the candidate in place of the baseline, and with the baseline.

use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;

use rely_evolve::{Instance, Required, Upgrade, Versions};
use rely_fsp::{
    Diagnostic, Elaborated, Model, NotReplaced, ReplacedPart, Replacement, Severity, Substitute,
    Substitution, Value,
};
use rely_io::Control;
use rely_lts::{ActionId, Actions, Component, Lts, Role, Spent, System};
use rely_report::Failure;
use rely_report::prose::list;
use rely_report::view::UpgradeView;

use super::resolve::{Source, Version, defines};
use super::{CompatOptions, notes};
use crate::check::LivenessChecks;
use crate::load::Loaded;
use crate::names;
use crate::propositions::refuse_in_components;
use crate::shared::Used;

/// The system around the versions.
pub(super) enum Around {
    /// No system: only containment is decided. Why, if that needs to be said.
    Nothing(Option<String>),
    /// A system.
    System(Box<Surroundings>),
}

/// The file and the target in which one version replaces the other.
pub(super) struct Surroundings {
    /// The file as it was given.
    pub file: String,
    /// The model.
    pub loaded: Rc<Loaded>,
    /// The composite.
    pub target: String,
    /// Is it the baseline's own file?
    own: bool,
}

/// Both systems.
pub(super) struct Built {
    /// The systems.
    pub upgrade: Upgrade,
    /// Where the candidate stands in the one with the candidate, and what its actions are called there. None
    /// if it is only a part of some component, where it is unknown.
    pub instances: Option<Vec<Instance>>,
    /// The system with the candidate, without the properties inside that; None if it has none.
    pub unobserved: Option<System>,
    /// How many properties joined the target only because they were named; they come last.
    pub guests: usize,
    /// Does something go on where it has ended?
    pub followed: bool,
    /// The lists of arguments that the target refers to it with; an empty list is the defaults.
    pub arguments: Vec<Vec<Value>>,
    /// Why the system with all losses added back cannot be checked, if the required behavior was too much
    /// work.
    pub unexplained: Option<Spent>,
    /// Progress tests and asserts.
    pub liveness: LivenessChecks,
    /// Warnings about the source of the system.
    pub warnings: Vec<Diagnostic>,
    /// Notes about the components of C in both systems, and those of the one with the candidate.
    pub code: (Vec<String>, Vec<Used>),
}

impl Built {
    /// The actions of [`Upgrade::joined`], without those that only properties inside other instances have.
    pub fn joined(&self) -> Vec<ActionId> {
        let mut joined = self.upgrade.joined();
        if let Some(system) = &self.unobserved {
            let knows = |c: &&Component, a| c.role != Role::Property && c.lts.alphabet().contains(a);
            joined.retain(|&a| system.components.iter().filter(|c| knows(c, a)).count() > 1);
        }
        joined
    }
}

/// The system around a pair of versions.
///
/// # Errors
/// If there is no such target, or the baseline cannot be part of it.
pub(super) fn around(
    options: &CompatOptions,
    given: Option<&Source>,
    baseline: &Version,
) -> Result<Around, Failure> {
    if options.containment_only {
        return Ok(Around::Nothing(None));
    }
    let (loaded, file) = match given {
        Some(source) => (source.loaded.clone(), source.given.clone()),
        None => (baseline.loaded.clone(), baseline.loaded.path.clone()),
    };
    let asked = !options.properties.is_empty() || options.deadlock;
    let Some(model) = loaded.model() else {
        return match (given, &options.target) {
            (None, None) if !asked => Ok(Around::Nothing(None)),
            _ => {
                let message = "this is a transition system: it has no composite with an instance to replace";
                Err(Failure::in_file("E1025", &file, message).help("--system names a file of FSP"))
            }
        };
    };
    let target = match &options.target {
        Some(name) => {
            if !model.composites().contains(&name.as_str()) {
                return Err(no_composite(&loaded, model, name));
            }
            name.clone()
        }
        None => match model.composites().last() {
            Some(last) => last.to_string(),
            None if asked => {
                let message = "there is no composite, so there is no system to check";
                return Err(
                    Failure::in_file("E1025", &file, message).help("--system names the file of the system")
                );
            }
            None => {
                let note = format!("{file} has no composite: there is no system to check");
                return Ok(Around::Nothing(given.map(|_| note)));
            }
        },
    };
    let own = Rc::ptr_eq(&loaded, &baseline.loaded);
    if own && target == baseline.name && options.target.is_none() && !asked {
        let note = format!("{target} is itself the last composite of {file}: there is no system around it");
        return Ok(Around::Nothing(Some(note)));
    }
    if !defines(&loaded, &baseline.name) {
        return Err(nowhere(&loaded, &target, &baseline.name));
    }
    Ok(Around::System(Box::new(Surroundings { file, loaded, target, own })))
}

impl Surroundings {
    /// The table of all actions.
    pub fn actions(&self) -> Actions {
        self.model().actions().clone()
    }

    fn model(&self) -> &Model {
        self.loaded.model().expect("the system is FSP")
    }

    /// Both systems. The forbidden processes are of the table of actions.
    ///
    /// # Errors
    /// If the baseline is not in the target, a property is not known, or the model is wrong with one of the
    /// versions.
    pub fn build(
        &self,
        baseline: &Version,
        candidate: &Version,
        forbidden: &[(String, Arc<Lts>)],
        options: &CompatOptions,
        control: &Control,
    ) -> Result<Built, Failure> {
        let arguments = RefCell::new(Vec::new());
        let new = self.with(&baseline.name, control, &|given, actions| {
            if !arguments.borrow().contains(&given.to_vec()) {
                arguments.borrow_mut().push(given.to_vec());
            }
            Ok(instance(candidate, given, actions, control)?.into())
        })?;
        if new.replaced.is_empty() {
            return Err(nowhere(&self.loaded, &self.target, &baseline.name));
        }
        let old = self.with(&baseline.name, control, &|given, actions| {
            Ok(instance(baseline, given, actions, control)?.into())
        })?;
        let both = (&new.system, &old.system);
        let code = notes::about_code(&self.loaded, both, baseline, candidate, control)?;
        let (mut places, mut inside, mut instances) = (Vec::new(), Vec::new(), Vec::new());
        for replaced in &new.replaced {
            match &replaced.part {
                ReplacedPart::Whole(names) => {
                    places.push(replaced.place);
                    instances.push(Instance { place: replaced.place, names: names.clone() });
                }
                ReplacedPart::Inside | ReplacedPart::Followed => inside.push(replaced.place),
            }
        }
        let instances = inside.is_empty().then_some(instances);
        // Properties inside the other instances observe: they are not part of an environment.
        let bare = |given: &[Value], actions: &Actions| {
            Ok(part_of(candidate, given, actions, false, control)?.into())
        };
        let unobserved = match candidate.is_observed() {
            true => Some(self.with(&baseline.name, control, &bare)?.system),
            false => None,
        };
        let followed = new.replaced.iter().any(|replaced| replaced.part == ReplacedPart::Followed);
        let (mut candidate_system, mut baseline_system) = (new.system, old.system);
        let own = candidate_system.components.len();
        let names: Vec<String> = options
            .properties
            .iter()
            .map(|name| names::dotted(name.trim()))
            .filter(|n| !n.is_empty())
            .collect();
        if names.is_empty() && !options.properties.is_empty() {
            let failure = Failure::in_file("E1017", &self.loaded.path, "no property is named");
            return Err(failure.help("name properties or processes: --property NAME,NAME"));
        }
        let (liveness, others) = LivenessChecks::new(&self.loaded, &names)?;
        let properties = if names.is_empty() {
            let observes = |&place: &usize| candidate_system.components[place].role == Role::Property;
            (0..candidate_system.components.len()).filter(observes).collect()
        } else {
            self.properties(&others, &mut candidate_system, &mut baseline_system, control)?
        };
        let guests = candidate_system.components.len() - own;
        // The required behavior only explains: the system with the candidate is decided without it.
        let (required, unexplained) = match forbidden {
            [] => (Required::Baseline, None),
            _ => match self.permitted(baseline, &places, forbidden, control) {
                Ok(required) => (required, None),
                Err(failure) => (Required::Nothing, Some(spent(failure)?)),
            },
        };
        let old = if self.own { Some(baseline_system.clone()) } else { self.old(baseline, control) };
        let upgrade = Upgrade {
            candidate: candidate_system,
            baseline: baseline_system,
            places,
            inside,
            required,
            old,
            properties,
        };
        Ok(Built {
            upgrade,
            instances,
            unobserved,
            guests,
            followed,
            arguments: arguments.into_inner(),
            unexplained,
            liveness,
            warnings: new.warnings,
            code,
        })
    }

    /// The system with another machine in place of the baseline's process.
    ///
    /// # Errors
    /// If the model is then wrong, or the budget is spent.
    pub fn with(&self, process: &str, control: &Control, by: &Substitution<'_>) -> Result<Replaced, Failure> {
        let replacement = Replacement { process, by };
        let imports = self.loaded.imports(control);
        let elaborated =
            self.model().system_replacing(&self.target, &replacement, &imports, control.context());
        let Elaborated { system, diagnostics, spent, replaced, .. } = elaborated;
        if let Some(spent) = spent {
            return Err(Failure::Spent(spent));
        }
        let Some(system) = system else { return Err(self.loaded.failure(diagnostics)) };
        refuse_in_components(&self.loaded, &system, control)?;
        Ok(Replaced { system, replaced, warnings: diagnostics })
    }

    /// The required behavior of the baseline in every place, with the names there.
    fn permitted(
        &self,
        baseline: &Version,
        places: &[usize],
        forbidden: &[(String, Arc<Lts>)],
        control: &Control,
    ) -> Result<Required, Failure> {
        let nothing = RefCell::new(false);
        let forbidden: Vec<Arc<Lts>> = forbidden.iter().map(|(_, lts)| lts.clone()).collect();
        let permitted = self.with(&baseline.name, control, &|given, actions| {
            let component = instance(baseline, given, actions, control)?;
            let wrong = |error: rely_evolve::NotVersions| NotReplaced::Wrong {
                code: "E1026",
                message: error.to_string(),
            };
            let interface = component.lts.alphabet().clone();
            let versions =
                Versions::new(component.lts.clone(), component.lts.clone(), forbidden.clone(), interface)
                    .map_err(wrong)?;
            match versions.permitted(control.context()).map_err(NotReplaced::Spent)? {
                Some(lts) => Ok(Substitute { lts: Arc::new(lts), role: component.role, state_names: None }),
                None => {
                    nothing.replace(true);
                    Ok(component.into())
                }
            }
        })?;
        if nothing.into_inner() {
            return Ok(Required::Nothing);
        }
        // With this version the system may be composed of other components; then no places correspond.
        let lts = |&place: &usize| Some(permitted.system.components.get(place)?.lts.clone());
        Ok(Required::These(places.iter().filter_map(lts).collect()))
    }

    /// The system that the baseline was made for: the target of the same name in its own file.
    fn old(&self, baseline: &Version, control: &Control) -> Option<System> {
        let model = baseline.loaded.model()?;
        let composite = model.composites().into_iter().find(|name| *name == self.target)?;
        let system = baseline.loaded.target(Some(composite), control).ok()?.system;
        system.components.iter().any(|component| component.process == baseline.name).then_some(system)
    }

    /// The places of properties by name; processes of the model that are not in the target join both systems
    /// as properties.
    fn properties(
        &self,
        names: &[String],
        candidate: &mut System,
        baseline: &mut System,
        control: &Control,
    ) -> Result<Vec<usize>, Failure> {
        let mut found: Vec<usize> = Vec::new();
        let own = candidate.components.len();
        for name in names {
            let called: Vec<usize> =
                (0..own).filter(|&at| names::is_called(&candidate.components[at], name)).collect();
            let chosen: Vec<usize> = called
                .iter()
                .copied()
                .filter(|&at| candidate.components[at].role == Role::Property)
                .collect();
            if !called.is_empty() && chosen.is_empty() {
                let message = format!("`{name}` takes part in {} and cannot be its property", self.target);
                let help =
                    "a property only observes; whether a process enters its own ERROR is always checked";
                return Err(Failure::in_file("E1016", &self.loaded.path, message).help(help));
            }
            if called.is_empty() && !candidate.components[own..].iter().any(|guest| guest.name == *name) {
                if !defines(&self.loaded, name) {
                    let definitions = names::definitions(&self.loaded);
                    let components = candidate.components.iter().map(|c| c.name.as_str());
                    let known = components.chain(definitions.iter().map(String::as_str));
                    let all: Vec<String> = candidate.components.iter().map(|c| c.name.clone()).collect();
                    let help = format!("{} has {}", self.target, list(&all));
                    return Err(names::unknown(&self.loaded, name, known, &help));
                }
                let guest = names::as_property(&self.loaded, name, &candidate.actions, control)?;
                found.push(candidate.components.len());
                candidate.components.push(guest.clone());
                baseline.components.push(guest);
            }
            found.extend(chosen.into_iter().filter(|at| !found.contains(at)).collect::<Vec<_>>());
        }
        Ok(found)
    }

    /// For documents.
    pub fn view(&self, upgrade: &Upgrade) -> UpgradeView {
        let components = &upgrade.candidate.components;
        let is_replaced = |place: &usize| upgrade.places.contains(place) || upgrade.inside.contains(place);
        let named =
            |places: Vec<usize>| places.into_iter().map(|place| components[place].name.clone()).collect();
        let all = 0..components.len();
        UpgradeView {
            file: self.file.clone(),
            target: self.target.clone(),
            replaced: named(all.clone().filter(is_replaced).collect()),
            environment: named(
                all.clone().filter(|p| !is_replaced(p) && components[*p].role != Role::Property).collect(),
            ),
            properties: named(upgrade.properties.clone()),
        }
    }
}

/// A system in which something was replaced.
pub(super) struct Replaced {
    /// The system.
    pub system: System,
    /// Where.
    pub replaced: Vec<rely_fsp::Replaced>,
    /// Warnings about its source.
    pub warnings: Vec<Diagnostic>,
}

/// A version for particular arguments, with the properties inside it, its actions from a table.
///
/// # Errors
/// If it has no meaning for them.
pub(super) fn instance(
    version: &Version,
    arguments: &[Value],
    actions: &Actions,
    control: &Control,
) -> Result<Component, NotReplaced> {
    part_of(version, arguments, actions, true, control)
}

/// The same, with or without these properties.
fn part_of(
    version: &Version,
    arguments: &[Value],
    actions: &Actions,
    properties: bool,
    control: &Control,
) -> Result<Component, NotReplaced> {
    let moved = |component: &Component| Component {
        lts: Arc::new(component.lts.in_table(actions)),
        ..component.clone()
    };
    if arguments.is_empty() {
        return Ok(moved(if properties { &version.whole } else { &version.component }));
    }
    let Some(model) = version.loaded.model() else {
        let message = format!("`{}` is a transition system and has no parameters", version.given);
        return Err(NotReplaced::Wrong { code: "E1026", message });
    };
    let imports = version.loaded.imports(control);
    let elaborated = match properties {
        true => model.instance(&version.name, arguments, &imports, control.context()),
        false => model.instance_without_properties(&version.name, arguments, &imports, control.context()),
    };
    if let Some(spent) = elaborated.spent {
        return Err(NotReplaced::Spent(spent));
    }
    match elaborated.system.as_ref().and_then(|system| system.components.first()) {
        Some(component) => Ok(moved(component)),
        None => {
            let first = elaborated.diagnostics.iter().find(|d| d.severity == Severity::Error);
            let why = first.map_or_else(|| "it has errors".to_string(), |d| d.message.clone());
            let message = format!("`{}` is not defined for these arguments: {why}", version.given);
            Err(NotReplaced::Wrong { code: "E1026", message })
        }
    }
}

/// The version for particular arguments.
///
/// # Errors
/// If it has no meaning for them, or the budget is spent.
pub(super) fn version_for(
    version: &Version,
    arguments: &[Value],
    control: &Control,
) -> Result<Version, Failure> {
    let actions = version.component.lts.actions();
    let with = |properties: bool| {
        part_of(version, arguments, actions, properties, control).map_err(|error| match error {
            NotReplaced::Spent(spent) => Failure::Spent(spent),
            NotReplaced::Wrong { code, message } => Failure::in_file(code, &version.loaded.path, message),
        })
    };
    let (whole, component) = (with(true)?, with(false)?);
    let values: Vec<String> = arguments.iter().map(ToString::to_string).collect();
    let name = format!("{}({})", version.name, values.join(","));
    Ok(Version { name, component, whole, ..version.clone() })
}

fn no_composite(loaded: &Loaded, model: &Model, name: &str) -> Failure {
    let composites: Vec<String> = model.composites().iter().map(|c| c.to_string()).collect();
    if model.processes().contains(&name) {
        let message = format!("`{name}` is a process: nothing can be replaced in it");
        let help = match composites.is_empty() {
            true => "the system is a composite, ||NAME = (…)".to_string(),
            false => format!("the composites are {}", list(&composites)),
        };
        return Failure::in_file("E1025", &loaded.path, message).help(help);
    }
    let failure = Failure::in_file("E1005", &loaded.path, format!("there is no target `{name}`"));
    match rely_fsp::suggest(name, composites.iter().map(String::as_str)) {
        Some(near) => failure.help(format!("did you mean `{near}`?")),
        None if composites.is_empty() => failure.help("the file has no composite"),
        None => failure.help(format!("the composites are {}", list(&composites))),
    }
}

/// The baseline is not in the target.
fn nowhere(loaded: &Loaded, target: &str, process: &str) -> Failure {
    let message = format!("{target} has no instance of `{process}`: there is nothing to replace");
    let others: Vec<String> = loaded.model().map_or_else(Vec::new, |model| {
        model.composites().iter().filter(|name| **name != target).map(|name| name.to_string()).collect()
    });
    let help = match others.is_empty() {
        true => "use --system for another file, or --no-system to compare only the versions".to_string(),
        false => format!(
            "other composites are {} (--target NAME); --no-system compares only the versions",
            list(&others)
        ),
    };
    Failure::in_file("E1025", &loaded.path, message).help(help)
}

/// A spent budget; an interrupt is one as well, and known results are reported.
pub(super) fn spent(failure: Failure) -> Result<Spent, Failure> {
    match failure {
        Failure::Spent(spent) => Ok(spent),
        failure => Err(failure),
    }
}
