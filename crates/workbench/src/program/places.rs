//! An execution as lines of the source, with the values that matter.

use std::collections::{BTreeMap, BTreeSet};

use rely_code::driver::{ARGUMENT, CHOICE};
use rely_code::encode::Program;
use rely_code::follow::{Event, Execution, Fresh, Happening};
use rely_code::graph::{Instance, When};
use rely_code::objects::ObjectKind;
use rely_code::pointers::relayed;
use rely_io::Control;
use rely_llvm::debug::{DebugType, TypeRef};
use rely_llvm::ir::Function;
use rely_report::view::{SourcePlaceView, ValueView};

use super::verdicts::Judged;

/// Longer executions are cut in the middle.
const MOST: usize = 20_000;

/// Values of one line that are shown.
const MOST_VALUES: usize = 8;

/// The lines of an execution.
pub(super) fn places(judged: &Judged<'_>, execution: &Execution, control: &Control) -> Vec<SourcePlaceView> {
    let globals = judged.program.objects.iter().filter(|object| matches!(object.kind, ObjectKind::Global(_)));
    let (mut known, mut ambiguous) = (BTreeSet::new(), BTreeSet::new());
    for object in globals {
        if !known.insert(&*object.name) {
            ambiguous.insert(&*object.name);
        }
    }
    let values = BTreeMap::new();
    let mut teller = Teller {
        judged,
        control,
        values,
        ambiguous,
        places: Vec::new(),
        instance: None,
        arguments: Vec::new(),
    };
    for event in &execution.events {
        teller.event(event);
    }
    teller.complete();
    let mut places = teller.places;
    // A closing brace is not a step.
    places.retain(|place| {
        let text = place.text.as_deref().map(str::trim);
        text != Some("}") || !place.actions.is_empty() || !place.inputs.is_empty() || !place.values.is_empty()
    });
    let site = &judged.program.sites[execution.check as usize];
    match (site.place, places.last_mut()) {
        (Some(place), Some(last)) if last.line == place.line => {
            last.column = place.column;
            last.event = Some(site.message.clone());
        }
        (_, Some(last)) => last.event = Some(format!("{}{}", site.message, judged.at(site))),
        (_, None) => {}
    }
    if places.len() > MOST {
        places.drain(MOST / 2..places.len() - MOST / 2);
    }
    places
}

struct Teller<'a> {
    judged: &'a Judged<'a>,
    control: &'a Control,
    /// The values of variables, by name: with the instance for local ones.
    values: BTreeMap<(Option<u32>, String), String>,
    /// Static variables of several files may have the same name.
    ambiguous: BTreeSet<&'a str>,
    places: Vec<SourcePlaceView>,
    instance: Option<u32>,
    /// Arguments that a driver chose for its next call.
    arguments: Vec<ValueView>,
}

impl Teller<'_> {
    fn event(&mut self, event: &Event) {
        let instances = &self.judged.graph.instances;
        let functions = &self.judged.source.module.functions;
        let function_of = |instance: u32| &functions[instances[instance as usize].function.index()].name;
        match &event.what {
            Happening::Line => self.line(event),
            Happening::Assign(cell, value) => {
                let program = self.judged.program;
                let cell_name = &program.blocks.cells[cell.index()].name;
                let width = program.blocks.terms.width(program.blocks.cells[cell.index()].term);
                let shown = shown(program, *value, width, program.signed[cell.index()]);
                let copy = instances[event.instance as usize].copy;
                let copy = if copy == 0 { String::new() } else { format!("#{}", copy + 1) };
                let prefix = format!("{}{copy}.", function_of(event.instance));
                let (owner, name) = match cell_name.strip_prefix(&prefix) {
                    Some(name) => (Some(event.instance), name.to_string()),
                    None => (None, cell_name.clone()),
                };
                self.values.insert((owner, name.clone()), shown.clone());
                // The parameters of a function are set before its first line.
                if self.instance == Some(event.instance) {
                    self.add_value(name, shown);
                }
            }
            Happening::Input(function, ..) if self.judged.driven && function == CHOICE => {}
            Happening::Input(function, value, width) => {
                let signed = !function.contains("nondet_u") && !function.ends_with("_pointer");
                let shown = shown(self.judged.program, *value, *width, signed);
                match &**function {
                    ARGUMENT if self.judged.driven => {
                        self.arguments.push(ValueView { name: "an argument".to_string(), value: shown });
                    }
                    _ => self.add_input(format!("{function}()"), shown),
                }
            }
            Happening::Argument(number, value, width) => {
                let entry = &functions[instances[0].function.index()];
                let signed = self.signed(entry, Some(*number as usize));
                let shown = shown(self.judged.program, *value, *width, signed);
                self.line(event);
                self.add_input(format!("argument {} of {}", number + 1, entry.name), shown);
            }
            Happening::Outside(function, _, results) => {
                let function = &functions[function.index()];
                if let [value] = &results[..] {
                    let width = match &function.result {
                        rely_llvm::ir::Type::Int(bits) => *bits,
                        _ => 64,
                    };
                    let signed = self.signed(function, None);
                    let shown = shown(self.judged.program, *value, width, signed);
                    self.add_input(format!("{}()", function.name), shown);
                }
            }
            Happening::Fresh(Fresh::Allocated(0), _) => {
                self.add_input("allocation".to_string(), "fails".to_string());
            }
            Happening::Fresh(Fresh::Outside, bytes) => {
                let program = self.judged.program;
                for one in bytes {
                    let after = program.objects.partition_point(|object| object.address <= one.address);
                    let Some(object) = after.checked_sub(1).map(|at| &program.objects[at]) else { continue };
                    let offset = one.address - object.address;
                    let Some(part) = object.parts.iter().find(|part| part.offset == offset) else { continue };
                    let value = shown(program, one.value, one.size as u32 * 8, part.signed);
                    let whole = format!("{}{}", object.name, part.name);
                    let (owner, name) = match object.kind {
                        ObjectKind::Local(instance, _) => {
                            (Some(instance), whole.split_once('.').map_or("", |(_, name)| name).to_string())
                        }
                        _ => (None, whole),
                    };
                    if let Some(last) = self.places.last_mut() {
                        last.values.iter_mut().filter(|known| known.name == name).for_each(|known| {
                            known.value = value.clone();
                        });
                    }
                    self.values.insert((owner, name), value);
                }
            }
            Happening::Fresh(Fresh::Volatile, bytes) => {
                for one in bytes {
                    let value = shown(self.judged.program, one.value, one.size as u32 * 8, true);
                    self.add_input("a volatile variable".to_string(), value);
                }
            }
            Happening::Mapped(_, when, Some(action)) => {
                // A driver has no line where the function returns to.
                if *when == When::Call || !self.judged.driven || event.instance != 0 {
                    self.line(event);
                }
                let observed = self.judged.observed.map(|observed| &observed.bound.actions);
                let name = observed.and_then(|actions| actions.get(*action as usize));
                if let (Some(last), Some(name)) = (self.places.last_mut(), name) {
                    last.actions.push(name.clone());
                }
            }
            Happening::Mapped(_, _, None)
            | Happening::Fresh(..)
            | Happening::Enter(_)
            | Happening::Leave(_) => {}
        }
    }

    /// Whether a parameter of a function, or its result, may be negative, as far as its type is known.
    fn signed(&self, function: &Function, parameter: Option<usize>) -> bool {
        let types = &self.judged.source.module.debug.types;
        let of = |ty: Option<TypeRef>| ty.and_then(|TypeRef(number)| types.get(number as usize));
        let Some(DebugType::Function(result, parameters)) = of(function.ty) else { return true };
        let mut ty = match parameter {
            Some(number) => of(parameters.get(number).copied().flatten()),
            None => of(*result),
        };
        // Names of types may be names of others; a file that is wrong may go in circles.
        for _ in 0..64 {
            match ty {
                Some(DebugType::Typedef { target, .. } | DebugType::Qualified(target)) => ty = of(*target),
                Some(DebugType::Basic { signed, .. }) => return *signed,
                _ => break,
            }
        }
        true
    }

    fn line(&mut self, event: &Event) {
        let Some(place) = event.place.filter(|place| place.line > 0) else { return };
        let source = self.judged.source;
        let instance = &self.judged.graph.instances[event.instance as usize];
        let file = source.file(place);
        let same = self.places.last().is_some_and(|last| last.line == place.line && last.file == file)
            && self.instance == Some(event.instance);
        if same {
            return;
        }
        self.complete();
        self.instance = Some(event.instance);
        self.places.push(SourcePlaceView {
            file,
            line: place.line,
            column: place.column,
            function: self.function(instance),
            text: source.line(place, self.control),
            inputs: std::mem::take(&mut self.arguments),
            values: Vec::new(),
            actions: Vec::new(),
            event: None,
        });
    }

    /// The function of an instance; in a program with threads, with the thread that executes it.
    fn function(&self, instance: &Instance) -> String {
        let graph = self.judged.graph;
        let name = |instance: &Instance| {
            let name = &self.judged.source.module.functions[instance.function.index()].name;
            relayed(name).unwrap_or(name).to_string()
        };
        if graph.threads.len() == 1 {
            return name(instance);
        }
        let first = &graph.segments[graph.threads[instance.thread as usize] as usize];
        let routine = name(&graph.instances[first.instance as usize]);
        format!("thread {} ({routine}): {}", instance.thread, name(instance))
    }

    /// Adds the values of the other variables that the last line names.
    fn complete(&mut self) {
        let Some(last) = self.places.last_mut() else { return };
        let Some(text) = &last.text else { return };
        let is_name = |c: char| c.is_ascii_alphanumeric() || c == '_';
        for word in text.split(|c: char| !is_name(c)) {
            if word.is_empty()
                || last.values.len() >= MOST_VALUES
                || last.values.iter().any(|value| value.name == word)
            {
                continue;
            }
            let own = self.values.get(&(self.instance, word.to_string()));
            let others =
                || self.values.get(&(None, word.to_string())).filter(|_| !self.ambiguous.contains(word));
            if let Some(value) = own.or_else(others) {
                last.values.push(ValueView { name: word.to_string(), value: value.clone() });
            }
        }
    }

    fn add_value(&mut self, name: String, value: String) {
        let Some(last) = self.places.last_mut() else { return };
        last.values.retain(|known| known.name != name);
        if last.values.len() < MOST_VALUES {
            last.values.push(ValueView { name, value });
        }
    }

    fn add_input(&mut self, name: String, value: String) {
        if let Some(last) = self.places.last_mut() {
            last.inputs.push(ValueView { name, value });
        }
    }
}

/// A value as C writes it; the address of an object by its name.
fn shown(program: &Program, value: u128, width: u32, signed: bool) -> String {
    if width >= 32 && value >= 0x1_0000 {
        let after = program.objects.partition_point(|object| u128::from(object.address) <= value);
        if let Some(object) = after.checked_sub(1).map(|at| &program.objects[at]) {
            let offset = value - u128::from(object.address);
            if width == 64 && offset < u128::from(object.size.max(1)) {
                let inside = if offset == 0 { String::new() } else { format!(" + {offset}") };
                return format!("&{}{inside}", object.name);
            }
        }
    }
    if signed && (1..128).contains(&width) && value >> (width - 1) & 1 == 1 && width > 1 {
        return format!("-{}", (1_u128 << width) - value);
    }
    value.to_string()
}
