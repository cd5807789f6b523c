//! Systems in which two components of C have the same variable.
//!
//! Every component has its own copy of the variables of its program, so a variable that one component writes
//! and another one reads would silently be two variables. Such a system is refused, unless a mapping says
//! that the components are parts of different programs.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use rely_fsp::ast::Definition;
use rely_fsp::{Imports, Span};
use rely_io::Control;
use rely_lts::{Actions, Lts, System};
use rely_report::Failure;
use rely_report::prose::list;
use rely_report::view::{DiagnosticView, SeverityKind, StepPlaceView, TraceView};

use crate::load::Loaded;
use crate::program::facts::{CodeFacts, CodeVariable, Spot};

/// More findings are not listed.
const MOST: usize = 8;

/// A component of C in a system.
pub(crate) struct Used {
    /// Its name there.
    pub name: String,
    /// What is known about it.
    pub facts: Arc<CodeFacts>,
}

/// A process that is replaced in a system, and the components of C in what is there instead.
pub(crate) struct Instead<'a> {
    /// The name of its definition.
    pub process: &'a str,
    /// What is known about them.
    pub facts: Vec<Arc<CodeFacts>>,
}

/// The components of C in a system, also those inside of composites that are one component of it.
///
/// # Errors
/// If the budget is spent.
pub(crate) fn used(
    loaded: &Loaded,
    system: &System,
    instead: Option<&Instead<'_>>,
    control: &Control,
) -> Result<Vec<Used>, Failure> {
    if let Some(facts) = loaded.own_code() {
        return Ok(vec![Used { name: system.name.clone(), facts }]);
    }
    let imported = loaded.imported_code();
    if imported.is_empty() && instead.is_none_or(|instead| instead.facts.is_empty()) {
        return Ok(Vec::new());
    }
    let mut finder = Finder { loaded, imported, instead, control, known: BTreeMap::new(), open: Vec::new() };
    let mut found = Vec::new();
    for component in &system.components {
        for (name, facts) in finder.inside(&component.process)? {
            let name = if name == component.process {
                component.name.clone()
            } else {
                format!("{name} in {}", component.name)
            };
            found.push(Used { name, facts });
        }
    }
    Ok(found)
}

struct Finder<'a> {
    loaded: &'a Loaded,
    imported: BTreeMap<String, Arc<CodeFacts>>,
    instead: Option<&'a Instead<'a>>,
    control: &'a Control,
    known: BTreeMap<String, Vec<(String, Arc<CodeFacts>)>>,
    open: Vec<String>,
}

impl Finder<'_> {
    /// The components of C in what a definition stands for, by the names of their definitions.
    fn inside(&mut self, process: &str) -> Result<Vec<(String, Arc<CodeFacts>)>, Failure> {
        if let Some(instead) = self.instead.filter(|instead| instead.process == process) {
            return Ok(instead.facts.iter().map(|facts| (process.to_string(), facts.clone())).collect());
        }
        if let Some(known) = self.known.get(process) {
            return Ok(known.clone());
        }
        let Some(model) = self.loaded.model() else { return Ok(Vec::new()) };
        let definitions = &model.tree().definitions;
        let definition = definitions.iter().find(|definition| *definition.name().text == *process);
        if self.open.iter().any(|open| open == process) {
            return Ok(Vec::new());
        }
        self.open.push(process.to_string());
        let mut found = Vec::new();
        match definition {
            Some(Definition::Import(def)) => {
                found.extend(self.imported.get(&def.file).map(|facts| (process.to_string(), facts.clone())));
            }
            Some(Definition::Composite(def)) => {
                let elaborated = model.system(process, &Stopped, self.control.context());
                if let Some(spent) = elaborated.spent {
                    return Err(Failure::Spent(spent));
                }
                match elaborated.system {
                    Some(system) => {
                        for component in &system.components {
                            found.extend(self.inside(&component.process)?);
                        }
                    }
                    None => found.extend(self.named_in(def.span)?),
                }
                // With other arguments there may be more of them.
                if !def.params.is_empty() {
                    found.extend(found.clone());
                }
            }
            // A process in sequence begins again, with variables of its own, whenever it is referred to.
            Some(Definition::Process(def)) => found.extend(self.named_in(def.span)?),
            _ => {}
        }
        self.open.pop();
        self.known.insert(process.to_string(), found.clone());
        Ok(found)
    }

    /// The components of C in everything that a part of the text names, each several times.
    fn named_in(&mut self, span: Span) -> Result<Vec<(String, Arc<CodeFacts>)>, Failure> {
        let (Some(model), Some(source)) = (self.loaded.model(), self.loaded.source()) else {
            return Ok(Vec::new());
        };
        let text = source.text.get(span.start as usize..span.end as usize).unwrap_or_default();
        let words: BTreeSet<&str> = text.split(|c: char| !c.is_alphanumeric() && c != '_').collect();
        let mut found = Vec::new();
        for definition in &model.tree().definitions {
            let name = &*definition.name().text;
            if words.contains(name) {
                found.extend(self.inside(name)?);
            }
        }
        found.extend(found.clone());
        Ok(found)
    }
}

/// Imports that do nothing: what they are does not matter for which of them there are.
pub(crate) struct Stopped;

impl Imports for Stopped {
    fn read(&self, _: &str, actions: &Actions) -> Result<Lts, String> {
        Ok(Lts::stop(actions))
    }
}

/// Refuses a system in which a component writes a variable that another one reads from its own copy.
///
/// # Errors
/// If it is such a system.
pub(crate) fn refuse(used: &[Used]) -> Result<(), Failure> {
    let mut findings: Vec<DiagnosticView> = Vec::new();
    for (at, one) in used.iter().enumerate() {
        for other in &used[at + 1..] {
            for (own, theirs) in one.facts.shared(&other.facts) {
                let finding = finding((one, own), (other, theirs));
                if findings.len() < MOST && !findings.contains(&finding) {
                    findings.push(finding);
                }
            }
        }
    }
    if findings.is_empty() { Ok(()) } else { Err(Failure::Findings(findings)) }
}

/// The same for a model and something of another file that joins it.
///
/// # Errors
/// If a component of one writes a variable that one of the other reads.
pub(crate) fn refuse_guest(loaded: &Loaded, (guest, name): (&Loaded, &str)) -> Result<(), Failure> {
    let all = |of: &Loaded, name: &str| -> Vec<Used> {
        let facts = of.own_code().into_iter().chain(of.imported_code().into_values());
        facts.map(|facts| Used { name: name.to_string(), facts }).collect()
    };
    for one in all(loaded, &loaded.path) {
        for other in all(guest, name) {
            refuse(&[Used { name: one.name.clone(), facts: one.facts.clone() }, other])?;
        }
    }
    Ok(())
}

fn finding(one: (&Used, &CodeVariable), two: (&Used, &CodeVariable)) -> DiagnosticView {
    // The first one writes.
    let is_seen = one.1.written.is_some() && two.1.read.is_some();
    let ((writer, written), (reader, read)) = if is_seen { (one, two) } else { (two, one) };
    let at = |spot: &Spot| match spot {
        Some((file, line, _)) => format!(" ({file}:{line})"),
        None => String::new(),
    };
    let write = written.written.clone().flatten();
    let what = match written.passed {
        true => format!("unmodeled shared object of type `{}`, which callers pass", written.name),
        false => format!("unmodeled shared variable `{}`", written.name),
    };
    let message = format!(
        "{what}: {} writes it{}, and {} reads its own copy of it{}",
        writer.name,
        at(&write),
        reader.name,
        at(&read.read.clone().flatten()),
    );
    let (file, line, column) = match write {
        Some((file, line, column)) => (Some(file), Some(line), Some(column.max(1))),
        None => (None, None, None),
    };
    DiagnosticView {
        code: "E1086".to_string(),
        severity: SeverityKind::Error,
        message,
        file,
        line,
        column,
        end_line: None,
        end_column: None,
        help: Some(
            "put it behind functions that are actions; if the components are parts of different programs, write \
             variables = \"own\" in a mapping"
                .to_string(),
        ),
    }
}

/// Says in a run where the components of C are after each step.
pub(crate) fn locate(view: Option<&mut TraceView>, used: &[Used]) {
    let Some(TraceView { components, steps, .. }) = view else { return };
    for step in steps {
        let place = |(at, state): &(usize, String)| {
            let name = components.get(*at)?;
            let facts = &used.iter().find(|used| used.name == *name)?.facts;
            let (file, line, column) = facts.places.get(state)?.clone();
            let function = state.rsplit_once(':').map_or(state.as_str(), |(function, _)| function);
            let (component, function) = (*at, function.to_string());
            Some(StepPlaceView { component, file, line, column, function, ..StepPlaceView::default() })
        };
        let found: Vec<StepPlaceView> = step.changes.iter().filter_map(place).collect();
        // In its own source, a component of C is nearer than at its import.
        let is_code = |at: usize| used.iter().any(|used| components.get(at) == Some(&used.name));
        step.places.retain(|place| !is_code(place.component));
        step.places.splice(0..0, found);
    }
}

/// What a reader of a verdict about a system should know about its components of C.
pub(crate) fn notes(used: &[Used]) -> Vec<String> {
    let mut notes: Vec<(String, Vec<String>)> = Vec::new();
    for one in used {
        for note in &one.facts.notes {
            match notes.iter_mut().find(|(known, _)| known == note) {
                Some((_, names)) if names.contains(&one.name) => {}
                Some((_, names)) => names.push(one.name.clone()),
                None => notes.push((note.clone(), vec![one.name.clone()])),
            }
        }
    }
    notes.into_iter().map(|(note, names)| format!("{}: {note}", list(&names))).collect()
}
