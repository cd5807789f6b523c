//! Which composites of a model are parts of a target, and which nobody looked at.

use std::collections::{BTreeMap, BTreeSet};

use rely_fsp::Name;
use rely_fsp::ast::Model;
use rely_fsp::ast::visit::{Mention, Visitor, walk_definition};

/// The processes and composites that a definition mentions.
#[derive(Default)]
struct Mentioned<'t>(BTreeSet<&'t str>);

impl<'t> Visitor<'t> for Mentioned<'t> {
    fn name(&mut self, name: &'t Name, mention: Mention) {
        if mention == Mention::Process {
            self.0.insert(&name.text);
        }
    }
}

/// The composites that are neither among the targets nor a part of one.
pub(crate) fn unchecked(tree: &Model, composites: &[&str], targets: &[String]) -> Vec<String> {
    let mut parts: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for definition in &tree.definitions {
        let mut mentioned = Mentioned::default();
        walk_definition(&mut mentioned, definition);
        parts.entry(&definition.name().text).or_default().extend(mentioned.0);
    }
    let mut reached: BTreeSet<&str> = BTreeSet::new();
    let mut open: Vec<&str> = targets.iter().map(String::as_str).collect();
    while let Some(name) = open.pop() {
        if reached.insert(name) {
            open.extend(parts.get(name).into_iter().flatten().copied());
        }
    }
    composites.iter().filter(|name| !reached.contains(*name)).map(|name| name.to_string()).collect()
}

#[cfg(test)]
mod tests {
    use super::unchecked;

    #[test]
    fn parts_of_a_target_are_not_listed() {
        let text = b"P = (a -> P). ||IN = (P). ||OUT = (x:IN || P). ||OTHER = (P).";
        let tree = rely_fsp::parse(text).model;
        let composites = ["IN", "OUT", "OTHER"];
        assert_eq!(unchecked(&tree, &composites, &["OUT".to_string()]), ["OTHER"]);
        assert_eq!(unchecked(&tree, &composites, &["IN".to_string()]), ["OUT", "OTHER"]);
    }
}
