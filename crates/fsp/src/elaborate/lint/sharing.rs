//! Actions that were probably meant to be shared: misspelled ones (W0806), values that only one side has
//! (W0807), and components that meet nobody (W0808).
//!
//! # Problem
//!
//! Components synchronize on equal names. If one side misspells a name, nothing is wrong with the model: the
//! action happens alone, and checks of the rest may hold for no good reason.
//!
//! # Method
//!
//! An action is *alone* if exactly one component has it. For W0806 the words of the source are compared:
//! pairs of words one edit apart are found by deleting each letter of each word in turn. An action that is
//! alone is reported if another component has it with the other word. For W0807, the actions of a component
//! that differ in one number are compared with those of all others: it is reported if these are a part of
//! them, at least two numbers.
//!
//! # Invariants
//!
//! Properties are not looked at: W0804 and W0805 are about them. One finding per word, pattern or component.
//!
//! # Cost
//!
//! Linear in the text and in the labels of the alphabets.
//!
//! # Departures
//!
//! Words of fewer than three letters, and words with letters beyond ASCII, are not compared.

use std::collections::BTreeSet;
use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};

use rely_lts::{ActionId, Component, Hiding, Role, System};

use super::words::{Place, Words};
use crate::Diagnostic;
use crate::elaborate::definitions::Definitions;
use crate::model::DEFAULT_TARGET;

/// Nobody has the action.
const NOBODY: u32 = u32::MAX;
/// Several components have it.
const SHARED: u32 = u32::MAX - 1;

/// Who has which action.
struct Sharing<'s> {
    system: &'s System,
    /// The only component that has an action.
    owners: Vec<u32>,
    /// The first component of the only process whose instances have an action.
    processes: Vec<u32>,
    /// Can nobody else be added? Otherwise only what is hidden is alone forever.
    closed: bool,
}

impl<'s> Sharing<'s> {
    /// The owners of all actions of a system.
    fn new(system: &'s System) -> Self {
        let mut owners = vec![NOBODY; system.actions.len()];
        let mut processes = owners.clone();
        let mut firsts: FxHashMap<&str, u32> = FxHashMap::default();
        for (i, component) in system.components.iter().enumerate() {
            let first = *firsts.entry(&component.process).or_insert(i as u32);
            for action in component.lts.alphabet().ids() {
                let owner = &mut owners[action.index()];
                *owner = if *owner == NOBODY { i as u32 } else { SHARED };
                let process = &mut processes[action.index()];
                *process = if [NOBODY, first].contains(process) { first } else { SHARED };
            }
        }
        Sharing { system, owners, processes, closed: true }
    }

    fn is_alone(&self, action: ActionId) -> bool {
        self.owners[action.index()] < SHARED
    }

    /// The actions that only this component and others of its process have.
    fn alone_in_process<'a>(&'a self, component: &'a Component) -> impl Iterator<Item = ActionId> + 'a {
        let all = component.lts.alphabet().ids().iter().copied();
        all.filter(move |&action| self.processes[action.index()] < SHARED && self.stays(action))
    }

    /// Is nobody added later who has the action too?
    fn stays(&self, action: ActionId) -> bool {
        self.closed || self.system.hiding.hides(&self.system.actions.name(action))
    }

    /// The actions that only this component has.
    fn alone<'a>(&'a self, component: &'a Component) -> impl Iterator<Item = ActionId> + 'a {
        let all = component.lts.alphabet().ids().iter().copied();
        all.filter(move |&action| self.is_alone(action) && self.stays(action))
    }

    /// A component of another process that has the action; processes go before properties.
    fn other(&self, action: ActionId, than: &Component) -> Option<&'s Component> {
        if self.owners.get(action.index()).is_none_or(|&owner| owner == NOBODY) {
            return None;
        }
        let all = self.system.components.iter();
        let others = all.filter(|c| c.process != than.process && c.lts.alphabet().contains(action));
        others.min_by_key(|component| component.role == Role::Property)
    }
}

/// The findings about a composite that becomes one component: those about actions that it hides, which nobody
/// else can share later.
pub(crate) fn inside(
    known: &Definitions,
    words: &Words<'_>,
    system: &System,
    warnings: &mut Vec<Diagnostic>,
) {
    if system.components.len() < 2 || system.hiding == Hiding::Nothing {
        return;
    }
    let sharing = Sharing { closed: false, ..Sharing::new(system) };
    misspelled(&sharing, words, warnings);
    numbers(&sharing, known, words, warnings);
}

/// All findings about a target.
pub(crate) fn sharing(
    known: &Definitions,
    words: &Words<'_>,
    system: &System,
    warnings: &mut Vec<Diagnostic>,
) {
    if system.components.len() < 2 {
        return;
    }
    let sharing = Sharing::new(system);
    misspelled(&sharing, words, warnings);
    numbers(&sharing, known, words, warnings);
    if system.name != DEFAULT_TARGET {
        strangers(&sharing, known, warnings);
    }
}

/// W0806: actions that only one component has, where another has a name that is nearly the same.
fn misspelled(sharing: &Sharing<'_>, words: &Words<'_>, warnings: &mut Vec<Diagnostic>) {
    let near = words.near();
    if near.is_empty() {
        return;
    }
    let actions = &sharing.system.actions;
    let mut told: FxHashSet<(Arc<str>, &str)> = FxHashSet::default();
    for component in &sharing.system.components {
        if component.role == Role::Property {
            continue;
        }
        for action in sharing.alone_in_process(component) {
            let name = actions.name(action);
            for (at, word) in parts(&name) {
                for &meant in near.get(word).into_iter().flatten() {
                    let intended = format!("{}{meant}{}", &name[..at], &name[at + word.len()..]);
                    let Some(other) = actions.get(&intended).and_then(|id| sharing.other(id, component))
                    else {
                        continue;
                    };
                    let has = actions.get(&intended).is_some_and(|id| component.lts.alphabet().contains(id));
                    if !words.is_suspect(word, meant, has) || other.role == Role::Property && !has {
                        continue;
                    }
                    let Some(place) = words.place(&component.process, word) else { continue };
                    if !told.insert((word.into(), meant)) || told.contains(&(Arc::from(meant), word)) {
                        continue;
                    }
                    let several = sharing.owners[action.index()] == SHARED;
                    let who = if several { &component.process } else { &component.name };
                    warnings.push(nearly(who, &name, other, &intended, place, meant, words));
                }
            }
        }
    }
}

/// The finding about a word that is nearly another one.
fn nearly(
    who: &str,
    name: &str,
    other: &Component,
    intended: &str,
    place: Place,
    meant: &str,
    words: &Words<'_>,
) -> Diagnostic {
    let message = format!("only {who} knows `{name}`; {} has `{intended}`: did you mean that?", other.name);
    let mut warning = Diagnostic::warning("W0806", place.span, message)
        .help("components synchronize on equal names: as it is, this action happens alone");
    if let Some(there) = words.place(&other.process, meant) {
        warning = warning.related(there.span, format!("`{meant}` is here"));
    }
    match place.occurrences {
        1 => warning.fix(place.span, meant),
        _ => warning,
    }
}

/// The words of a name, with their places.
fn parts(name: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut at = 0;
    name.split('.').map(move |part| {
        let here = at;
        at += part.len() + 1;
        (here, part)
    })
}

fn is_number(part: &str) -> bool {
    part.bytes().next().is_some_and(|byte| byte.is_ascii_digit() || byte == b'-')
}

/// The name with one of its numbers left open, once for each number.
fn patterns(name: &str) -> impl Iterator<Item = (String, &str)> {
    parts(name)
        .filter(|(_, part)| is_number(part))
        .map(|(at, part)| (format!("{}*{}", &name[..at], &name[at + part.len()..]), part))
}

/// Numbers that one component has for a pattern: alone, and shared with others.
#[derive(Default)]
struct Numbers {
    alone: BTreeSet<i64>,
    shared: BTreeSet<i64>,
}

/// W0807: a component has actions for more numbers than all the others together.
fn numbers(sharing: &Sharing<'_>, known: &Definitions, words: &Words<'_>, warnings: &mut Vec<Diagnostic>) {
    let actions = &sharing.system.actions;
    for (i, component) in sharing.system.components.iter().enumerate() {
        if component.role == Role::Property {
            continue;
        }
        let mut found: FxHashMap<String, Numbers> = FxHashMap::default();
        for action in sharing.alone(component) {
            for (pattern, number) in patterns(&actions.name(action)) {
                if let Ok(number) = number.parse() {
                    found.entry(pattern).or_default().alone.insert(number);
                }
            }
        }
        let shared = |id: &ActionId| !sharing.is_alone(*id);
        if found.is_empty() || !component.lts.alphabet().ids().iter().any(shared) {
            continue;
        }
        for &action in component.lts.alphabet().ids().iter().filter(|id| shared(id)) {
            for (pattern, number) in patterns(&actions.name(action)) {
                if let (Some(numbers), Ok(number)) = (found.get_mut(&pattern), number.parse()) {
                    numbers.shared.insert(number);
                }
            }
        }
        found.retain(|_, numbers| numbers.shared.len() >= 2);
        if found.is_empty() {
            continue;
        }
        for (j, other) in sharing.system.components.iter().enumerate() {
            if j == i {
                continue;
            }
            for &action in other.lts.alphabet().ids() {
                if component.lts.alphabet().contains(action) {
                    continue;
                }
                for (pattern, _) in patterns(&actions.name(action)) {
                    found.remove(&pattern);
                }
            }
        }
        // What is only in the alphabet was added there to prevent it.
        let possible: FxHashSet<ActionId> = component
            .lts
            .transitions()
            .map(|(_, label, _)| label)
            .filter(|label| !label.is_tau())
            .map(|label| component.lts.alphabet().action(label))
            .collect();
        let can = |pattern: &str, number: &i64| {
            let name = pattern.replacen('*', &number.to_string(), 1);
            actions.get(&name).is_some_and(|action| possible.contains(&action))
        };
        found.iter_mut().for_each(|(pattern, numbers)| numbers.alone.retain(|number| can(pattern, number)));
        found.retain(|_, numbers| !numbers.alone.is_empty());
        let mut found: Vec<(String, Numbers)> = found.into_iter().collect();
        found.sort_unstable_by(|a, b| a.0.cmp(&b.0));
        let mut places = FxHashSet::default();
        for (pattern, numbers) in found {
            let word = pattern.split('.').rfind(|part| *part != "*" && !is_number(part));
            let place = word.and_then(|word| words.place(&component.process, word));
            let span = place.map_or_else(|| super::place(known, &component.process), |place| place.span);
            if !places.insert(span) {
                continue;
            }
            let name = |number: &i64| format!("`{}`", pattern.replacen('*', &number.to_string(), 1));
            let list = |numbers: &BTreeSet<i64>| match numbers.len() {
                0..=3 => numbers.iter().map(name).collect::<Vec<_>>().join(", "),
                _ => {
                    let (first, last) = (numbers.first(), numbers.last());
                    [first, last].into_iter().flatten().map(name).collect::<Vec<_>>().join(" to ")
                }
            };
            warnings.push(
                Diagnostic::warning(
                    "W0807",
                    span,
                    format!(
                        "only {} knows {}; the others share {} with it",
                        component.name,
                        list(&numbers.alone),
                        list(&numbers.shared)
                    ),
                )
                .help("one side has a greater range than the other: values outside it happen alone"),
            );
        }
    }
}

/// W0808: components that share no action with any other, in a system where others do share.
fn strangers(sharing: &Sharing<'_>, known: &Definitions, warnings: &mut Vec<Diagnostic>) {
    let meets = |component: &Component| {
        let ids = component.lts.alphabet().ids();
        ids.is_empty() || ids.iter().any(|&action| !sharing.is_alone(action))
    };
    let (meeting, strangers): (Vec<_>, Vec<_>) = sharing
        .system
        .components
        .iter()
        .filter(|component| component.role != Role::Property)
        .partition(|component| meets(component));
    let mut told = FxHashSet::default();
    for stranger in strangers {
        let met = meeting.iter().any(|component| component.process == stranger.process);
        if meeting.is_empty() || met || !told.insert(&stranger.process) {
            continue;
        }
        warnings.push(
            Diagnostic::warning(
                "W0808",
                super::place(known, &stranger.process),
                format!(
                    "{} shares no action with the other components of {}",
                    stranger.name, sharing.system.name
                ),
            )
            .help("is a prefix or a relabeling missing?"),
        );
    }
}
