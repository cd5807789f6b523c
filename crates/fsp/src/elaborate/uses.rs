//! Which names in hiding, priority and relabeling match a label, and which never do.
//!
//! The language ignores a name that matches nothing, but it is nearly always a mistake. A clause may be
//! evaluated many times (for every index of a `forall`); a name is reported only if it never matched.

use std::collections::BTreeMap;

use rustc_hash::FxHashSet;

use rely_lts::Alphabet;

use crate::Diagnostic;
use crate::span::Span;
use crate::suggest::suggest;

/// The clause that contains a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Clause {
    /// `\\ {…}`
    Hiding,
    /// `@ {…}`
    Interface,
    /// `>> {…}`, `<< {…}`
    Priority,
    /// The old names of `new/old`, one of which must meet a label.
    Relabel,
}

/// Clauses with the names that have met nothing so far.
#[derive(Default)]
pub(crate) struct Uses(BTreeMap<Span, (Clause, Vec<String>, Option<String>)>);

/// Clauses with more names than this are not looked at: nobody wrote them by hand.
const MAX_NAMED: usize = 64;

/// The dotted prefixes of all labels of some alphabets.
pub(crate) struct Prefixes<'a> {
    all: FxHashSet<String>,
    alphabets: &'a [&'a Alphabet],
}

impl<'a> Prefixes<'a> {
    /// All prefixes of these alphabets.
    pub fn new(alphabets: &'a [&'a Alphabet]) -> Self {
        let mut all = FxHashSet::default();
        for name in alphabets.iter().flat_map(|alphabet| alphabet.names()) {
            let ends = name.match_indices('.').map(|(at, _)| at).chain([name.len()]);
            for end in ends {
                if !all.contains(&name[..end]) {
                    all.insert(name[..end].to_string());
                }
            }
        }
        Prefixes { all, alphabets }
    }

    fn nearest(&self, name: &str) -> Option<String> {
        let names: Vec<_> = self.alphabets.iter().flat_map(|alphabet| alphabet.names()).take(1000).collect();
        suggest(name, names.iter().map(|name| &**name)).map(str::to_string)
    }
}

impl Uses {
    /// Notes one evaluation of a clause.
    pub fn record<'n>(
        &mut self,
        span: Span,
        clause: Clause,
        names: impl ExactSizeIterator<Item = &'n str>,
        prefixes: &Prefixes<'_>,
    ) {
        if names.len() > MAX_NAMED {
            return;
        }
        let mut met_any = false;
        let mut unmet: Vec<String> = Vec::new();
        for name in names {
            if prefixes.all.contains(name) {
                met_any = true;
            } else {
                unmet.push(name.to_string());
            }
        }
        if clause == Clause::Relabel && met_any {
            unmet.clear();
        }
        match self.0.get_mut(&span) {
            None => {
                let near = unmet.first().and_then(|name| prefixes.nearest(name));
                self.0.insert(span, (clause, unmet, near));
            }
            Some((_, known, _)) if clause == Clause::Relabel => {
                if unmet.is_empty() || known.is_empty() {
                    known.clear();
                }
            }
            Some((_, known, _)) => known.retain(|name| unmet.contains(name)),
        }
    }

    /// The warnings about names that met nothing.
    pub fn warnings(&self) -> Vec<Diagnostic> {
        let mut warnings = Vec::new();
        for (&span, (clause, unmet, near)) in &self.0 {
            if unmet.is_empty() {
                continue;
            }
            let mut names =
                unmet.iter().take(3).map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ");
            if unmet.len() > 3 {
                names.push_str(&format!(" and {} more", unmet.len() - 3));
            }
            let (code, message) = match clause {
                Clause::Hiding => ("W0801", format!("no label begins with {names}: nothing to hide")),
                Clause::Interface => {
                    ("W0801", format!("no label begins with {names}: nothing to keep visible"))
                }
                Clause::Priority => ("W0802", format!("no label begins with {names}: nothing to prioritize")),
                Clause::Relabel => ("W0803", format!("no label begins with {names}: nothing is relabeled")),
            };
            let mut warning = Diagnostic::warning(code, span, message);
            if let Some(near) = near {
                warning = warning.help(format!("there is a label `{near}`"));
            }
            warnings.push(warning);
        }
        warnings
    }
}
