//! Which actions of two versions are compared.

use std::sync::Arc;

use rely_fsp::{Diagnostic, Model};
use rely_lts::{Alphabet, Lts, matches_prefix};
use rely_report::prose::list;
use rely_report::{Failure, SourceText};

use crate::load::Loaded;

/// The actions that a set on the command line names: each name is an action of a version, or the beginning of
/// several. Constants and sets of the first of the models with such names may be used.
///
/// # Errors
/// If it is not a set, is empty, or contains actions of neither version.
pub(super) fn given(
    text: &str,
    models: &[&Loaded],
    baseline: &Lts,
    candidate: &Lts,
) -> Result<Alphabet, Failure> {
    let actions = baseline.actions();
    let own = Alphabet::union(actions, [baseline.alphabet(), candidate.alphabet()]);
    let set = names(text, models)?;
    let known = own.names();
    let (mut chosen, mut missing) = (Vec::new(), Vec::new());
    for name in &set {
        let before = chosen.len();
        match actions.get(name).filter(|&action| own.contains(action)) {
            Some(action) => chosen.push(action),
            None => {
                let begins = known.iter().zip(own.ids()).filter(|(n, _)| matches_prefix(n, name));
                chosen.extend(begins.map(|(_, &action)| action));
            }
        }
        if chosen.len() == before {
            missing.push(format!("`{name}`"));
        }
    }
    if !missing.is_empty() {
        let word = if missing.len() == 1 { "an action" } else { "actions" };
        let message = format!("neither version has {word} {}", list(&missing));
        let near = |name: &String| {
            let name = name.trim_matches('`');
            rely_fsp::suggest(name, known.iter().map(|n| &**n)).map(|n| format!("`{n}`"))
        };
        let near: Vec<String> = missing.iter().filter_map(near).collect();
        let all: Vec<String> = known.iter().map(|n| n.to_string()).collect();
        return Err(Failure::input("E1027", message).help(match near.is_empty() {
            false => format!("did you mean {}?", list(&near)),
            true => format!("their actions are {}", list(&all)),
        }));
    }
    if chosen.is_empty() {
        return Err(Failure::input("E1027", "the interface is empty: nothing would be compared")
            .help("name actions of the versions: --interface '{a,b[0..2]}'"));
    }
    Ok(Alphabet::new(actions, chosen))
}

/// The names in a set, read with the definitions of the first model that understands it.
fn names(text: &str, models: &[&Loaded]) -> Result<Vec<Arc<str>>, Failure> {
    let bare = text.trim();
    if bare == "{}" || bare.is_empty() {
        return Ok(Vec::new());
    }
    let mut complaint: Option<Vec<Diagnostic>> = None;
    for model in models.iter().filter_map(|loaded| loaded.model()) {
        match model.label_set(bare) {
            Ok(names) => return Ok(names),
            Err(found) => {
                complaint.get_or_insert(found);
            }
        }
    }
    let found = match complaint {
        Some(found) => found,
        None => {
            let nothing = Model::new(rely_fsp::ast::Model::default()).0;
            match nothing.label_set(bare) {
                Ok(names) => return Ok(names),
                Err(found) => found,
            }
        }
    };
    let source = Arc::new(SourceText::new("--interface", Model::label_set_text(bare)));
    Err(Failure::Model { source, diagnostics: found })
}
