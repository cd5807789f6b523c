//! A component of a C program as a transition system, so that every command can use it like one from a file.
//!
//! [`component`] gives one with exactly the behavior of the code under its mapping, or none: questions in
//! both directions are asked about components, and an abstraction answers only one of them. [`CodeModel`] is
//! what there is before a question; the commands that can use abstractions go through `crate::lazy`.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

use rely_code::blocks::PointId;
use rely_code::component::{Abstraction, Extracted, Extraction, ExtractionError};
use rely_code::driver::{DRIVER, add_driver, add_errno};
use rely_code::encode::{self, Accessed, CheckKind, Program};
use rely_code::engine::{self, Answer, Outcome};
use rely_code::graph::{Graph, Limits};
use rely_code::mapping::{Bound, Finding, Mapping};
use rely_code::pointers::add_relays;
use rely_code::propositions::{self, Proposition};
use rely_io::clang::CompileOptions;
use rely_io::{Control, files};
use rely_llvm::Module;
use rely_llvm::ir::{FunctionId, GlobalId};
use rely_lts::{Actions, Lts};
use rely_report::Failure;
use rely_report::view::{DiagnosticView, SeverityKind};
use rely_terms::Term;

pub(crate) use super::component_name::ComponentName;
pub(crate) use super::facts::driver_bound;
use super::facts::{CodeFacts, OWN_VARIABLES};
use super::remembered;
use super::source::Source;

/// What the mapping assumes about volatile variables.
pub(super) const VOLATILE_MEMORY: &str =
    "volatile variables change only where the component writes them, as the mapping says";

/// A component that was extracted.
#[derive(Clone, Debug)]
pub(crate) struct CodeComponent {
    /// Its behavior.
    pub lts: Lts,
    /// Its name.
    pub name: String,
    /// What a reader should know.
    pub notes: Vec<String>,
    /// Where its states are in the source.
    pub states: CodeStates,
    /// What a system has to know about it.
    pub facts: CodeFacts,
}

/// Names of states, where they have one.
pub(crate) type StateNames = Vec<Option<Arc<str>>>;

/// The states of a component in its source.
#[derive(Clone, Debug, Default)]
pub(crate) struct CodeStates {
    /// Names of the states: function and line.
    pub names: StateNames,
    /// File, line and column of each state.
    pub places: Vec<Option<(String, u32, u32)>>,
}

/// A component before any question about it.
pub(crate) struct CodeModel {
    /// Its states, as classes that can be split.
    pub abstraction: Abstraction,
    /// Its name.
    pub name: String,
    /// The file.
    pub file: String,
    /// The names of its actions, by number.
    pub actions: Vec<String>,
    /// What a reader should know.
    pub notes: Vec<String>,
    /// What a system has to know about it.
    pub facts: CodeFacts,
    /// The function that it executes, if one is named, and the text of its mapping: versions of one
    /// component have the same.
    pub identity: (Option<String>, String),
    /// Names and places of points.
    points: CodeStates,
}

impl CodeModel {
    /// A component without a source.
    #[cfg(test)]
    pub fn without_source(abstraction: Abstraction, actions: Vec<String>) -> CodeModel {
        let n = abstraction.blocks().points.len();
        let points = CodeStates { names: vec![None; n], places: vec![None; n] };
        let (name, file) = ("CODE".to_string(), "code.c".to_string());
        CodeModel {
            abstraction,
            name,
            file,
            actions,
            notes: Vec::new(),
            facts: CodeFacts::default(),
            identity: Default::default(),
            points,
        }
    }

    /// The component with exactly the behavior of the code, or why splitting did not end within this many
    /// questions to the solver.
    ///
    /// # Errors
    /// If the budget is spent, or there are too many states.
    pub fn exact(
        &mut self,
        actions: &Actions,
        limit: u64,
        control: &Control,
    ) -> Result<Result<CodeComponent, String>, Failure> {
        let budget = control.context().budget;
        let found = self.abstraction.extract(actions, limit, budget).map_err(|error| self.failure(error))?;
        Ok(match found {
            Extracted::Over(_, why) => Err(why),
            Extracted::Exact(component) => {
                // Where earlier versions are remembered, the result must not depend on what is known of them.
                let component = match control.code_memory() {
                    Some(_) => component.reduced().map_err(|error| self.failure(error.into()))?,
                    None => component,
                };
                let mut notes = self.notes.clone();
                let mut facts = self.facts.clone();
                if component.diverges {
                    let note = "the code can go on forever without an action".to_string();
                    notes.push(note.clone());
                    facts.notes.push(note);
                }
                let states = self.states(&component.points);
                Ok(CodeComponent { lts: component.lts, name: self.name.clone(), notes, states, facts })
            }
        })
    }

    /// Why there is no transition system.
    pub fn failure(&self, error: ExtractionError) -> Failure {
        match error {
            ExtractionError::Spent(spent) => Failure::Spent(spent),
            error => Failure::in_file("E1081", self.file.clone(), error.to_string()),
        }
    }

    /// No transition system is exact, but the question needs one.
    pub fn inexact(&self, why: &str) -> Failure {
        let message = format!("no transition system with exactly the behavior of the code was found: {why}");
        let help =
            "its behavior may depend on numbers without a bound; map fewer actions, or give a larger budget";
        Failure::in_file("E1081", self.file.clone(), message).help(help)
    }

    /// The name of a point.
    pub fn point(&self, point: PointId) -> String {
        let name = || self.abstraction.blocks().points[point.index()].name.clone();
        let place = self.points.places[point.index()].as_ref();
        place.map_or_else(name, |(file, line, _)| format!("{file}:{line}"))
    }

    /// Where states are in the source.
    pub fn states(&self, points: &[PointId]) -> CodeStates {
        CodeStates {
            names: points.iter().map(|point| self.points.names[point.index()].clone()).collect(),
            places: points.iter().map(|point| self.points.places[point.index()].clone()).collect(),
        }
    }
}

/// Extracts a component.
///
/// # Errors
/// If the program or its mapping is wrong, something is not modeled, or the result would not be exact.
pub(crate) fn component(
    name: &ComponentName,
    actions: &Actions,
    control: &Control,
) -> Result<CodeComponent, Failure> {
    let mut model = code_model(name, Undecided::Refused, control)?;
    match remembered::exact(&mut model, actions, u64::MAX, control)? {
        Ok(component) => Ok(component),
        Err(why) => Err(model.inexact(&why)),
    }
}

/// What becomes of a check of which it is not decided whether it can fail.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Undecided {
    /// There is no component.
    Refused,
    /// After this many units of work: perhaps it fails. Unless it is about something that is not modeled.
    Possible(u64),
}

/// Reads a component.
///
/// # Errors
/// If the program or its mapping is wrong, or something is not modeled.
pub(crate) fn code_model(
    name: &ComponentName,
    undecided: Undecided,
    control: &Control,
) -> Result<CodeModel, Failure> {
    let (map, text, findings) = read_mapping(name, control)?;
    let mapping = Mapping::read(&text).map_err(&findings)?;
    let mut source = Source::read(std::slice::from_ref(&name.file), &CompileOptions::default(), control)?;
    if let Some((construct, line)) = source.module.unsupported.first() {
        let message = format!("`{construct}` (line {line} of LLVM's text) is not modeled");
        return Err(Failure::in_file("E1076", name.file.clone(), message));
    }
    if let Some(entry) = &name.entry {
        source.entry(entry)?;
    }
    let mut bound = mapping.bind(&source.module, name.entry.as_deref()).map_err(&findings)?;
    let (entry, _) = entry_of(&mut source.module, &bound);
    mapping.observe(&source.module, &mut bound).map_err(&findings)?;
    let built = Built {
        name,
        source: &source,
        bound: &bound,
        // A component is sequential: where it creates a thread, it is not modeled.
        graph: Graph::expand(&source.module, entry, &bound, Limits { threads: 1, ..Limits::default() }),
    };
    let (abstraction, points, accessed) = built.prepare(undecided, control)?;
    let mut facts = CodeFacts::new(&name.file, &source, &accessed, &points);
    facts.own_variables = bound.own_variables;
    facts.notes.extend(driver_bound(&source.module, bound.objects));
    if bound.volatile_memory {
        facts.notes.push(VOLATILE_MEMORY.to_string());
    }
    if bound.own_variables {
        facts.notes.push(OWN_VARIABLES.to_string());
    }
    let mut notes = vec![format!("the actions of {} are those of {map}", name.file)];
    notes.extend(facts.notes.iter().cloned());
    let called = match (&name.entry, bound.driven) {
        (Some(entry), _) => entry.clone(),
        (None, false) => source.module.functions[bound.entries[0].index()].name.clone(),
        (None, true) => Path::new(&name.file).file_stem().unwrap_or_default().to_string_lossy().into_owned(),
    };
    Ok(CodeModel {
        abstraction,
        name: called.to_uppercase(),
        file: name.file.clone(),
        actions: bound.actions.clone(),
        notes,
        facts,
        identity: (name.entry.clone(), text),
        points,
    })
}

/// The text of a mapping.
///
/// # Errors
/// If it cannot be read.
pub(crate) fn mapping_text(map: &str, control: &Control) -> Result<String, Failure> {
    let place = control.place(map)?.unwrap_or_else(|| map.into());
    let mut text = String::new();
    std::io::Read::read_to_string(&mut files::open_at(map, &place)?, &mut text)
        .map_err(|error| Failure::unreadable(map, &error))?;
    Ok(text)
}

/// What makes errors of findings about a mapping.
pub(crate) type Findings = Box<dyn Fn(Vec<Finding>) -> Failure>;

/// The mapping of a component: its file, its text, and what makes errors of findings about it.
///
/// # Errors
/// If there is none, or it cannot be read.
pub(crate) fn read_mapping(
    name: &ComponentName,
    control: &Control,
) -> Result<(String, String, Findings), Failure> {
    let (map, text) = match &name.read_map {
        Some(read) => read.clone(),
        None => {
            let map = name.mapping(control)?;
            let text = mapping_text(&map, control)?;
            (map, text)
        }
    };
    let file = map.clone();
    let findings = move |found: Vec<Finding>| {
        let view = |finding: Finding| DiagnosticView {
            code: "E1080".to_string(),
            severity: SeverityKind::Error,
            message: finding.message,
            file: Some(file.clone()),
            line: Some(finding.line),
            column: Some(finding.column),
            end_line: None,
            end_column: None,
            help: finding.help,
        };
        Failure::Findings(found.into_iter().map(view).collect())
    };
    Ok((map, text, Box::new(findings)))
}

/// The function where a component begins, and whether it is a driver that Rely adds: one is needed for a
/// library, for a function with parameters, and for one whose own call is an action.
pub(crate) fn entry_of(module: &mut Module, bound: &Bound) -> (FunctionId, bool) {
    let mapped = |function: &str| bound.rules.iter().any(|rule| rule.function == function);
    add_errno(module);
    add_relays(module, &mapped);
    let needs_driver = bound.driven
        || bound.entries.iter().any(|id| {
            let function = &module.functions[id.index()];
            !function.parameters.is_empty() || bound.rules.iter().any(|rule| rule.function == function.name)
        });
    match (needs_driver, &bound.entries[..]) {
        (false, [entry]) => (*entry, false),
        _ => (add_driver(module, &bound.entries, bound.driven, bound.objects), true),
    }
}

/// The classes of a component, where its points are, and the variables that it accesses.
type Prepared = (Abstraction, CodeStates, BTreeMap<GlobalId, Accessed>);

/// A component that is ready to be encoded.
struct Built<'a> {
    name: &'a ComponentName,
    source: &'a Source,
    bound: &'a Bound,
    graph: Graph,
}

impl Built<'_> {
    fn encode(&self, checked_before: bool) -> Program {
        let options = encode::Options {
            checks: [
                CheckKind::ErrorCall,
                CheckKind::Assertion,
                CheckKind::Abort,
                CheckKind::Memory,
                CheckKind::Division,
            ]
            .into(),
            actions: self.bound.rules.clone(),
            ignored: self.bound.ignored.clone(),
            // What is neither mapped nor ignored is unknown.
            outside_writes: true,
            volatile_memory: self.bound.volatile_memory,
            checked_before,
            keeps_end: !self.bound.propositions.is_empty(),
            ..encode::Options::default()
        };
        encode::encode(&self.source.module, &self.graph, &options)
    }

    fn prepare(&self, undecided: Undecided, control: &Control) -> Result<Prepared, Failure> {
        let mut program = self.encode(false);
        let limit = if let Undecided::Possible(limit) = undecided { limit } else { u64::MAX };
        let options = engine::Options { limit, ..engine::Options::default() };
        let outcome = engine::decide(&mut program.blocks, &options, control.context());
        if let Some(memory) = control.code_memory() {
            memory.count(outcome.statistics.queries, 0);
        }
        let errors = self.errors(&program, &outcome, undecided)?;
        let mut invariant: Vec<Vec<Term>> = vec![Vec::new(); program.blocks.points.len()];
        if errors.is_empty() {
            // Nothing can go wrong: the conditions that say so are not needed any more.
            program = self.encode(true);
            invariant.clear();
        } else {
            for check in &outcome.checks {
                if let Answer::Safe(found) = &check.answer {
                    invariant.iter_mut().zip(&found.points).for_each(|(all, found)| all.extend(found));
                }
            }
        }
        let points = self.points(&program);
        let mut accessed = std::mem::take(&mut program.accessed);
        let propositions = self.propositions(&mut program, &mut accessed, control)?;
        let actions = self.bound.actions.clone();
        let extraction = Extraction { actions, invariant, errors, propositions, ..Extraction::default() };
        Ok((Abstraction::new(program.blocks, extraction), points, accessed))
    }

    /// What is observed in states. The variables are read.
    fn propositions(
        &self,
        program: &mut Program,
        accessed: &mut BTreeMap<GlobalId, Accessed>,
        control: &Control,
    ) -> Result<Vec<Proposition>, Failure> {
        let wanted = &self.bound.propositions;
        for global in wanted.iter().flat_map(|(_, expression)| expression.globals()) {
            accessed.entry(global).or_default().read.get_or_insert(None);
        }
        let found = if self.bound.volatile_memory {
            propositions::observe(program, wanted, control.context().budget)
        } else {
            propositions::refuse_volatile(&self.source.module, wanted)
                .and_then(|()| propositions::observe(program, wanted, control.context().budget))
        };
        found.map_err(|(name, why)| {
            Failure::in_file("E1080", self.name.file.clone(), format!("the proposition `{name}`: {why}"))
        })
    }

    /// Where the points are in the source.
    fn points(&self, program: &Program) -> CodeStates {
        let functions = &self.source.module.functions;
        let name = |point: usize| -> Option<Arc<str>> {
            let (name, place) = (&*program.blocks.points[point].name, program.places[point]);
            if name.split(':').next() != Some(DRIVER) {
                return Some(name.into());
            }
            // The driver is not in the source. It calls a function, or nothing is called.
            let called =
                functions.iter().find(|function| function.place.is_some() && function.place == place);
            let line = place.map_or(0, |place| place.line);
            Some(called.map_or("idle".into(), |function| format!("{}:{line}", function.name).into()))
        };
        let place = |point: usize| {
            program.places[point].map(|place| (self.source.file(place), place.line, place.column))
        };
        let points = 0..program.blocks.points.len();
        CodeStates { names: points.clone().map(name).collect(), places: points.map(place).collect() }
    }

    /// The errors that can be reached; they become ERROR. What is not modeled or not decided is refused.
    fn errors(
        &self,
        program: &Program,
        outcome: &Outcome,
        undecided: Undecided,
    ) -> Result<Vec<u32>, Failure> {
        let mut errors = Vec::new();
        for check in &outcome.checks {
            let site = &program.sites[check.number as usize];
            let failure = |message: String| Failure::Input {
                code: "E1082",
                file: Some(
                    site.place.map_or_else(|| self.name.file.clone(), |place| self.source.file(place)),
                ),
                place: site.place.map(|place| (place.line, place.column)),
                message,
                help: None,
            };
            match (&check.answer, site.kind) {
                (Answer::Safe(_), _) => {}
                (Answer::Unsafe(_), CheckKind::Unmodeled) => {
                    return Err(failure(format!(
                        "the component gets to something that is not modeled: {}",
                        site.message
                    )));
                }
                (Answer::Unsafe(_), _) => errors.push(check.number),
                (Answer::Unknown(_), kind)
                    if undecided != Undecided::Refused && kind != CheckKind::Unmodeled =>
                {
                    errors.push(check.number);
                }
                (Answer::Unknown(_), _) => {
                    return Err(failure(format!(
                        "it is not decided whether this can happen: {}",
                        site.message
                    )));
                }
            }
        }
        Ok(errors)
    }
}
