//! What there is to say about a name.

use std::fmt::Write as _;
use std::sync::Arc;

use rely_fsp::Imports as _;
use rely_fsp::ast::Definition;
use rely_fsp::keyword::Keyword;
use rely_fsp::outline::{NameKind, Occurrence, Symbol};
use rely_lts::Lts;
use rely_report::Failure;
use rely_report::prose::count;
use rely_workbench::{Control, FileImports, composed};

use super::Document;
use crate::view::{HoverView, PositionView};

/// So many names are listed.
const LISTED: usize = 24;

/// So much of a definition is shown.
const SHOWN: usize = 400;

impl Document {
    /// Does a hover at this place build a machine? The others are quick.
    pub fn hover_is_long(&self, position: PositionView) -> bool {
        self.outline().at(self.offset(position)).is_some_and(|occurrence| occurrence.kind.is_callable())
    }

    /// What there is to say about the name at a place. The control bounds the machines that are built for it:
    /// a process that does not fit is told without its size.
    pub fn hover(&self, position: PositionView, control: &Control) -> Option<HoverView> {
        let occurrence = self.outline().at(self.offset(position))?;
        let name = self.outline().slice(occurrence.span);
        let symbol = occurrence.symbol.map(|id| self.outline().symbol(id));
        let markdown = match symbol {
            None => unknown(occurrence, name)?,
            Some(symbol) => self.told_of(occurrence, symbol, control),
        };
        Some(HoverView { range: self.range(occurrence.span), markdown })
    }

    fn told_of(&self, occurrence: &Occurrence, symbol: &Symbol, control: &Control) -> String {
        let model = self.model();
        let (kind, name) = (symbol.kind, &*symbol.name);
        let what = match kind {
            NameKind::Process if symbol.is_property => "property",
            NameKind::Composite if symbol.is_property => "composite property",
            NameKind::Constraint if symbol.is_property => "property",
            kind => kind.word(),
        };
        let mut text = format!("**{what}** `{}`", self.with_parameters(symbol));
        match kind {
            NameKind::Constant => {
                if let Some(value) = model.constant(name) {
                    let _ = write!(text, " = {value}");
                }
            }
            NameKind::Range => {
                if let Some((low, high)) = model.range(name) {
                    let values = i64::from(high) - i64::from(low) + 1;
                    let _ = write!(text, " = {low}..{high}, {}", count(values as u64, "value"));
                }
            }
            NameKind::Set => {
                if let Some(labels) = model.set(name) {
                    let _ = write!(text, ", {}\n\n{}", count(labels.len() as u64, "label"), listed(labels));
                }
            }
            NameKind::Parameter => {
                let owner = symbol.owner.map(|owner| self.outline().symbol(owner));
                let default = owner.and_then(|owner| {
                    let all = model.parameters(&owner.name);
                    all.iter().find(|(param, _)| **param == *name).map(|(_, value)| (value, &owner.name))
                });
                if let Some((value, owner)) = default {
                    let _ = write!(text, " of `{owner}`, by default {value}");
                }
            }
            NameKind::Variable => {
                let _ = write!(text, " bound by `{}`", shown(self.outline().slice(symbol.span)));
            }
            NameKind::Local => {
                let owner = symbol.owner.map_or("", |owner| &*self.outline().symbol(owner).name);
                let _ = write!(text, " of `{owner}`\n\n{}", block(self.outline().slice(symbol.span)));
            }
            NameKind::Action => {
                let users = self.users(occurrence);
                let _ = write!(text, " in {}", listed(&users));
            }
            NameKind::Fluent => self.fluent(symbol, &mut text),
            NameKind::Assert | NameKind::Progress | NameKind::Menu | NameKind::Animation => {
                let _ = write!(text, "\n\n{}", block(self.outline().slice(symbol.span)));
            }
            NameKind::Process | NameKind::Composite | NameKind::Import | NameKind::Constraint => {
                text.push_str("\n\n");
                text.push_str(&self.machine(symbol, control));
            }
            NameKind::Fixed => {}
        }
        text
    }

    fn with_parameters(&self, symbol: &Symbol) -> String {
        let parameters = if symbol.kind.is_callable() || symbol.kind == NameKind::Assert {
            self.model().parameters(&symbol.name)
        } else {
            &[]
        };
        if parameters.is_empty() {
            return symbol.name.to_string();
        }
        let list: Vec<String> = parameters.iter().map(|(name, value)| format!("{name}={value}")).collect();
        format!("{}({})", symbol.name, list.join(", "))
    }

    /// The definitions in which an action occurs.
    fn users(&self, occurrence: &Occurrence) -> Vec<Arc<str>> {
        let outline = self.outline();
        let mut owners: Vec<Arc<str>> = Vec::new();
        for other in outline.occurrences().iter().filter(|other| other.symbol == occurrence.symbol) {
            if let Some(owner) = other.owner {
                let name = &outline.symbol(owner).name;
                if owners.last() != Some(name) && !owners.contains(name) {
                    owners.push(name.clone());
                }
            }
        }
        owners
    }

    fn fluent(&self, symbol: &Symbol, text: &mut String) {
        let all = self.model().fluent(&symbol.name);
        let Some(rely_ltl::Proposition::Fluent { initiating, terminating, initially, .. }) = all.first()
        else {
            return;
        };
        let names = |ids: &[rely_lts::ActionId]| {
            let names: Vec<Arc<str>> = ids.iter().map(|&id| self.model().actions().name(id)).collect();
            listed(&names)
        };
        let word = if *initially { "true" } else { "false" };
        let _ = write!(
            text,
            "\n\ntrue after {}, false after {}, initially {word}",
            names(initiating),
            names(terminating)
        );
        if all.len() > 1 {
            let _ = write!(text, "; this is the first of {}", all.len());
        }
    }

    /// The size and the alphabet of a component, with the defaults of its parameters.
    fn machine(&self, symbol: &Symbol, control: &Control) -> String {
        if self.has_errors() {
            return "The file has errors and cannot be built.".to_string();
        }
        let imports = FileImports::new(self.path(), control);
        let tree = self.model().tree().definitions.iter();
        let file = tree.into_iter().find_map(|definition| match definition {
            Definition::Import(def) if def.name.span == symbol.name_span => Some(&def.file),
            _ => None,
        });
        if let Some(file) = file {
            return match imports.read(file, self.model().actions()) {
                Ok(lts) => size(&lts),
                Err(why) => why,
            };
        }
        let built = if symbol.kind == NameKind::Composite {
            self.whole(symbol, &imports, control)
        } else {
            let elaborated = self.model().instance(&symbol.name, &[], &imports, control.context());
            let error = elaborated.diagnostics.iter().find(|d| d.severity == rely_fsp::Severity::Error);
            match (elaborated.system, elaborated.spent, error) {
                (Some(system), ..) => Ok(size(&system.components[0].lts)),
                (None, Some(spent), _) => Err(spent.to_string()),
                (None, None, error) => Err(error.map_or_else(String::new, |error| error.message.clone())),
            }
        };
        built.unwrap_or_else(|why| format!("It was not built: {why}."))
    }

    fn whole(&self, symbol: &Symbol, imports: &FileImports<'_>, control: &Control) -> Result<String, String> {
        let elaborated = self.model().system(&symbol.name, imports, control.context());
        let error = elaborated.diagnostics.iter().find(|d| d.severity == rely_fsp::Severity::Error);
        let Some(system) = elaborated.system else {
            let why = elaborated.spent.map(|spent| spent.to_string());
            return Err(why.or(error.map(|error| error.message.clone())).unwrap_or_default());
        };
        let parts = count(system.components.len() as u64, "component");
        Ok(match composed(&system, control) {
            Ok(lts) => format!("{parts} · {}", size(&lts)),
            Err(Failure::Spent(spent)) => {
                let alphabet = system.alphabet();
                format!(
                    "{parts} · too large to build for a hover ({spent})\n\n{}",
                    actions(&alphabet.names())
                )
            }
            Err(failure) => return Err(format!("{failure:?}")),
        })
    }
}

/// What is said of a name without a symbol.
fn unknown(occurrence: &Occurrence, name: &str) -> Option<String> {
    let fixed = Keyword::find(name).filter(|_| occurrence.kind == NameKind::Fixed)?;
    Some(format!("`{name}`: {}", fixed.help))
}

fn size(lts: &Lts) -> String {
    let mut text = format!(
        "{} · {}",
        count(lts.n_states() as u64, "state"),
        count(lts.n_transitions() as u64, "transition")
    );
    if lts.has_error() {
        text.push_str(" · can reach ERROR");
    }
    if lts.end().is_some() {
        text.push_str(" · can reach END");
    }
    text + "\n\n" + &actions(&lts.alphabet().names())
}

fn actions(names: &[Arc<str>]) -> String {
    if names.is_empty() {
        return "no actions".to_string();
    }
    format!("{}: {}", count(names.len() as u64, "action"), listed(names))
}

/// The first of some names.
fn listed(names: &[Arc<str>]) -> String {
    let first: Vec<String> = names.iter().take(LISTED).map(|name| format!("`{name}`")).collect();
    match names.len().checked_sub(LISTED) {
        Some(more) if more > 0 => format!("{} and {more} more", first.join(", ")),
        _ => first.join(", "),
    }
}

/// The beginning of a text on one line.
fn shown(text: &str) -> String {
    let words: Vec<&str> = text.split_whitespace().collect();
    words.join(" ").chars().take(80).collect()
}

/// The beginning of a definition as a block.
fn block(text: &str) -> String {
    let mut shown: String = text.chars().take(SHOWN).collect();
    if shown.len() < text.len() {
        shown.push('…');
    }
    format!("```fsp\n{}\n```", shown.replace("```", "` ` `"))
}
