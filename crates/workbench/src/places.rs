//! Where the steps of a run are in the text of the model.
//!
//! The system of a check has no places. If a run is shown, the target is elaborated once more, with places.

use std::cell::OnceCell;
use std::sync::Arc;

use rely_check::{Vector, initial_vector};
use rely_fsp::{Elaborated, Place, Places};
use rely_io::Control;
use rely_lts::{ActionId, Component, Role, System};
use rely_report::prose::list;
use rely_report::view::{StepPlaceView, TraceView};

use crate::load::Loaded;
use crate::shared::Stopped;

/// Actions that a property allows, at most, in a step and in a sentence.
const SHOWN: usize = 4;

/// Systems whose components have more transitions have no places.
const MOST: usize = 2_000_000;

/// The texts of lines are in documents of runs with at most this many steps.
const TEXTS: usize = 500;

/// Finds the places of runs of a system.
pub(crate) struct Locator<'a> {
    loaded: &'a Loaded,
    system: &'a System,
    control: &'a Control,
    /// Those of the components, by position; none where they are not known.
    found: OnceCell<Vec<Option<Arc<Places>>>>,
}

impl<'a> Locator<'a> {
    /// For runs of a system of this model.
    pub fn new(loaded: &'a Loaded, system: &'a System, control: &'a Control) -> Self {
        Locator { loaded, system, control, found: OnceCell::new() }
    }

    fn of(&self, component: usize) -> Option<&Places> {
        self.found.get_or_init(|| self.find()).get(component)?.as_deref()
    }

    /// Elaborates the target with places.
    fn find(&self) -> Vec<Option<Arc<Places>>> {
        let Some(model) = self.loaded.model() else { return Vec::new() };
        // Places take much more memory than transitions.
        if self.system.components.iter().map(|c| c.lts.n_transitions()).sum::<usize>() > MOST {
            return Vec::new();
        }
        let ctx = self.control.context();
        let elaborate = |name: &str, alone: bool| {
            let has_code = !self.loaded.imported_code().is_empty();
            let imports = self.loaded.imports(self.control);
            // Reading code again takes long, and its places are known in another way.
            let imports: &dyn rely_fsp::Imports = if has_code { &Stopped } else { &imports };
            match alone {
                true => model.instance_with_places(name, &[], imports, ctx),
                false => model.system_with_places(name, imports, ctx),
            }
        };
        let all = elaborate(&self.system.name, false);
        let all: Vec<_> = candidates(&all).into_iter().map(Some).collect();
        let mut unused = all;
        // Properties that were not asked for are missing, everything else is in the same order.
        let mut next = 0;
        let mut alone_left = 16usize;
        let mut find = |component: &Component| {
            let is = |at: &usize| {
                unused[*at].as_ref().is_some_and(|(known, places)| same(component, known, places))
            };
            if let Some(at) = (next..unused.len()).find(is) {
                next = at + 1;
                return unused[at].take().map(|(_, places)| places);
            }
            // A property from outside of the target.
            if component.role != Role::Property || alone_left == 0 {
                return None;
            }
            alone_left -= 1;
            let alone = elaborate(&component.process, true);
            candidates(&alone).into_iter().find(|(known, places)| same(component, known, places)).map(|c| c.1)
        };
        self.system.components.iter().map(&mut find).collect()
    }

    /// Adds the places to a run step by step, given the vectors after the steps that components take.
    pub fn fill(&self, view: &mut TraceView, run: &[ActionId], vectors: &[Vector]) {
        let Some(source) = self.loaded.source() else { return };
        let lines: Vec<&str> = if run.len() <= TEXTS { source.text.lines().collect() } else { Vec::new() };
        let mut before = initial_vector(self.system);
        let mut after = vectors.iter();
        let mut last: Vec<Vec<Place>> = vec![Vec::new(); before.len()];
        for (step, &action) in view.steps.iter_mut().zip(run) {
            if !action.is_tau() && step.participants.is_empty() {
                continue;
            }
            let Some(next) = after.next() else { return };
            for &i in &step.participants {
                let Some(places) = self.of(i) else { continue };
                let mut found = places.of(before[i], action, next[i]).to_vec();
                let refused = found.is_empty() && next[i].is_error();
                if refused {
                    found =
                        places.allowed(before[i]).into_iter().map(|(_, place)| place).take(SHOWN).collect();
                    found.dedup();
                    if found.is_empty() {
                        found.clone_from(&last[i]);
                    }
                }
                step.places.extend(found.iter().filter_map(|place| self.view(place, i, refused, &lines)));
                last[i] = found;
            }
            before.clone_from(next);
        }
    }

    fn view(&self, place: &Place, component: usize, refused: bool, lines: &[&str]) -> Option<StepPlaceView> {
        let source = self.loaded.source()?;
        let (start, end) = source.between(place.span);
        let text = lines.get(start.line as usize - 1);
        Some(StepPlaceView {
            component,
            file: self.loaded.path.clone(),
            line: start.line,
            column: start.column,
            function: place.process.to_string(),
            end_line: Some(end.line),
            end_column: Some(end.column),
            text: text.map(|text| text.trim().to_string()),
            refused,
        })
    }

    fn line(&self, place: &Place) -> Option<u32> {
        Some(self.loaded.source()?.between(place.span).0.line)
    }

    /// What happens in the last step, which leads to ERROR: what the component allows, and who does something
    /// else.
    pub fn ending(&self, view: &TraceView, run: &[ActionId], vectors: &[Vector]) -> Option<String> {
        let (last, &action) = (view.steps.last()?, run.last()?);
        let after = vectors.last()?;
        let before = match vectors.len() {
            1 => initial_vector(self.system),
            n => vectors[n - 2].clone(),
        };
        let culprit = (0..after.len()).find(|&i| after[i].is_error())?;
        let component = &self.system.components[culprit];
        let places = self.of(culprit)?;
        let at = |line: Option<u32>| line.map_or_else(String::new, |line| format!(" (line {line})"));
        let (name, action_name) = (&component.name, &last.action);
        if let Some(place) = places.of(before[culprit], action, after[culprit]).first() {
            let line = at(self.line(place));
            return Some(match places.definition() {
                Some(_) => format!("{name}{line} does not allow `{action_name}` here"),
                None => format!("{name} itself leads to ERROR by `{action_name}`{line}"),
            });
        }
        let allowed = places.allowed(before[culprit]);
        let own = last.places.iter().find(|place| place.component == culprit);
        let line = at(own.map(|place| place.line));
        let state = component.state_name(before[culprit]);
        let is_named = state.parse::<u64>().is_err();
        let mut text = match () {
            () if before[culprit] == component.lts.initial() => format!("{name} is at its start{line}"),
            () if is_named => format!("{name} is in {state}{line}"),
            () => {
                let knows =
                    |step: &&rely_report::view::StepView| step.changes.iter().any(|(i, _)| *i == culprit);
                let led = view.steps[..view.steps.len() - 1].iter().rev().find(knows);
                let led = led.map_or_else(String::new, |step| format!(" after `{}`", step.action));
                format!("{name} stands{led}{line}")
            }
        };
        let mut names: Vec<String> = Vec::new();
        for (action, _) in &allowed {
            let name = format!("`{}`", self.system.actions.name(*action));
            if !names.contains(&name) {
                names.push(name);
            }
        }
        text.push_str(&match names.len() {
            0 => " and allows none of its actions here".to_string(),
            n if n > SHOWN => {
                format!(" and allows only {} and {} other actions here", names[..SHOWN].join(", "), n - SHOWN)
            }
            _ => format!(" and allows only {} here", list(&names)),
        });
        let from = |&&i: &&usize| i != culprit && self.system.components[i].role != Role::Property;
        let others: Vec<String> = last
            .participants
            .iter()
            .filter(from)
            .map(|&i| {
                let place = last.places.iter().find(|place| place.component == i && !place.refused);
                format!("{}{}", self.system.components[i].name, at(place.map(|place| place.line)))
            })
            .collect();
        match others.len() {
            0 => {}
            n if n > SHOWN => {
                let shown = others[..SHOWN].join(", ");
                text.push_str(&format!("; `{action_name}` came from {shown} and {} others", n - SHOWN));
            }
            _ => text.push_str(&format!("; `{action_name}` came from {}", list(&others))),
        }
        Some(text)
    }
}

/// The components of an elaboration with their places.
fn candidates(elaborated: &Elaborated) -> Vec<(Component, Arc<Places>)> {
    let components = elaborated.system.iter().flat_map(|system| &system.components);
    components.cloned().zip(elaborated.places.iter().cloned()).collect()
}

/// Is a component the one that has these places?
fn same(component: &Component, known: &Component, places: &Places) -> bool {
    let (here, there) = (&component.lts, &known.lts);
    let equal = || here.alphabet() == there.alphabet() && here.transitions().eq(there.transitions());
    component.name == known.name && (places.definition().is_some() || equal())
}
