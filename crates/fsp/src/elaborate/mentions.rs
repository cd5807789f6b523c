//! Which constants and parameters a definition mentions.

use rustc_hash::FxHashSet;

use crate::ast::visit::{Mention, Visitor, walk_definition};
use crate::ast::{Definition, Param};
use crate::span::Name;

/// The upper-case names in the expressions of a definition, without the defaults of its parameters.
#[derive(Default)]
pub(crate) struct Mentions<'t>(FxHashSet<&'t str>);

impl<'t> Mentions<'t> {
    /// What a definition mentions.
    pub fn of(definition: &'t Definition) -> Self {
        let mut mentions = Mentions::default();
        walk_definition(&mut mentions, definition);
        mentions
    }

    /// Is the name mentioned?
    pub fn contains(&self, name: &str) -> bool {
        self.0.contains(name)
    }
}

impl<'t> Visitor<'t> for Mentions<'t> {
    fn name(&mut self, name: &'t Name, mention: Mention) {
        if mention == Mention::Constant {
            self.0.insert(&name.text);
        }
    }

    /// A default cannot mention another parameter: it sees constants only.
    fn params(&mut self, _: &'t [Param]) {}
}
