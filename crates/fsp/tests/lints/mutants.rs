//! Examples with one planted mistake each.

use std::collections::BTreeSet;

use rely_fsp::outline::{NameKind, NameRole, Outline};
use rely_fsp::{Model, parse};
use rely_lts::{Context, Role};

use crate::Stops;

/// What was changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Planted {
    /// A letter of an action that components share, at one place in a process.
    Letter,
    /// A letter of an action in a property, a relabeling, a hiding set, a progress test or a formula.
    Clause,
    /// A property taken out of the composites.
    Property,
    /// A process taken out of the composites.
    Process,
    /// The bound of a guard.
    Guard,
}

/// A text with a mistake.
#[derive(Clone, Debug)]
pub struct Mutant {
    pub file: String,
    pub what: Planted,
    pub text: String,
    /// The word that is wrong, or the name that is missing.
    pub word: String,
    /// The line of the change.
    pub line: usize,
}

/// Numbers that look random and are always the same.
pub struct Numbers(u64);

impl Numbers {
    pub fn new() -> Self {
        Numbers(0x2545_F491_4F6C_DD1D)
    }

    pub fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % bound as u64) as usize
    }
}

/// The word with a slip: another letter, two letters swapped, or a letter missing.
fn slip(word: &str, numbers: &mut Numbers) -> String {
    let mut letters: Vec<char> = word.chars().collect();
    let at = 1 + numbers.below(letters.len() - 1);
    match numbers.below(3) {
        0 if letters[at] != letters[at - 1] => letters.swap(at, at - 1),
        1 if letters.len() > 3 => {
            letters.remove(at);
        }
        _ => letters[at] = if letters[at] == 'x' { 'q' } else { 'x' },
    }
    letters.into_iter().collect()
}

/// All mutants of a model, one for each place.
pub fn mutants(file: &str, text: &str, numbers: &mut Numbers) -> Vec<Mutant> {
    let parsed = parse(text.as_bytes());
    let outline = Outline::new(&parsed);
    let (model, _) = Model::new(parse(text.as_bytes()).model);
    let Some(target) = model.default_target() else { return Vec::new() };
    let Some(system) = model.system(&target, &Stops, Context::unlimited()).system else { return Vec::new() };
    if system.components.iter().all(|component| component.role == Role::Property) {
        return Vec::new();
    }
    let mut out = Vec::new();
    let mut add = |what, text: String, word: &str, start: usize, original: &str| {
        let line = original[..start].matches('\n').count() + 1;
        out.push(Mutant { file: file.to_string(), what, text, word: word.to_string(), line });
    };
    let replaced = |start: usize, end: usize, new: &str| format!("{}{new}{}", &text[..start], &text[end..]);

    // The words of actions that a process of the target shares with another component.
    let mut shared: BTreeSet<(String, String)> = BTreeSet::new();
    for (i, component) in system.components.iter().enumerate().filter(|(_, c)| c.role != Role::Property) {
        for &action in component.lts.alphabet().ids() {
            let others = system.components.iter().enumerate().any(|(j, other)| {
                j != i && other.role != Role::Property && other.lts.alphabet().contains(action)
            });
            if others {
                let name = system.actions.name(action);
                let parts = name.split('.').map(|part| (component.process.clone(), part.to_string()));
                shared.extend(parts);
            }
        }
    }
    for occurrence in outline.occurrences().iter().filter(|o| o.kind == NameKind::Action) {
        let (start, end) = (occurrence.span.start as usize, occurrence.span.end as usize);
        let word = &text[start..end];
        let definition = outline.symbols().iter().find(|symbol| {
            symbol.kind.is_callable()
                && symbol.span.start <= occurrence.span.start
                && occurrence.span.end <= symbol.span.end
        });
        if word.len() < 3 || !word.bytes().all(|b| b.is_ascii_lowercase()) {
            continue;
        }
        let wrong = slip(word, numbers);
        match definition {
            Some(symbol)
                if symbol.kind == NameKind::Process
                    && !symbol.is_property
                    && shared.contains(&(symbol.name.to_string(), word.to_string())) =>
            {
                add(Planted::Letter, replaced(start, end, &wrong), &wrong, start, text);
            }
            Some(symbol)
                if symbol.kind == NameKind::Process
                    && symbol.is_property
                    && system.components.iter().any(|component| *component.process == *symbol.name) =>
            {
                add(Planted::Clause, replaced(start, end, &wrong), &wrong, start, text);
            }
            // Old names, and what is hidden.
            Some(symbol)
                if *symbol.name == *target
                    && (text[..start].ends_with('/') || text[..start].trim_end().ends_with("\\ {")) =>
            {
                add(Planted::Clause, replaced(start, end, &wrong), &wrong, start, text);
            }
            None if text[..start]
                .rfind("progress")
                .max(text[..start].rfind("assert"))
                .is_some_and(|at| !text[at..start].contains('\n')) =>
            {
                add(Planted::Clause, replaced(start, end, &wrong), &wrong, start, text);
            }
            _ => {}
        }
    }
    // Names that are taken out wherever they are a component.
    for symbol in outline.symbols().iter().filter(|symbol| symbol.kind == NameKind::Process) {
        if !system.components.iter().any(|component| *component.process == *symbol.name) {
            continue;
        }
        let mut without = text.to_string();
        for (pattern, new) in
            [(format!("|| {})", symbol.name), ")"), (format!("|| {} ||", symbol.name), "||")]
        {
            without = without.replace(&pattern, new);
        }
        let uses = outline.occurrences().iter().filter(|o| {
            o.role == NameRole::Use
                && text[o.span.start as usize..o.span.end as usize] == *symbol.name
                && o.kind == NameKind::Process
        });
        let removed = (text.len() - without.len()) / (symbol.name.len() + 3);
        if without != text && removed == uses.count() {
            let what = if symbol.is_property { Planted::Property } else { Planted::Process };
            add(what, without, &symbol.name, symbol.name_span.start as usize, text);
        }
    }
    for (at, _) in text.match_indices("when (") {
        let guard = &text[at..at + text[at..].find(')').unwrap_or(0)];
        if let Some(less) =
            guard.find(" < ").filter(|_| guard.matches(['<', '>', '=', '&', '|']).count() == 1)
        {
            let (start, end) = (at + less, at + less + 3);
            add(Planted::Guard, replaced(start, end, " <= "), "guard", start, text);
        }
    }
    out
}
