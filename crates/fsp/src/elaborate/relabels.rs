//! Relabellings: from `new/old` with sets, ranges and `forall` to pairs of names.

use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};

use rely_lts::Alphabet;

use super::definitions::Definitions;
use super::environment::Environment;
use super::{MAX_SET, Outcome, fail};
use crate::ast::Relabel;

/// Pairs of an old and a new name, distinct, in order.
pub(crate) type Pairs = Vec<(String, String)>;

impl Definitions {
    /// The pairs (old, new) that relabellings stand for.
    ///
    /// Variables bound in the new label may be used in the old one; several new and old names multiply.
    ///
    /// # Errors
    /// If a label cannot be evaluated, or there are too many pairs.
    pub fn pairs(&self, relabels: &[Relabel], env: &Environment) -> Outcome<Pairs> {
        let mut pairs = Pairs::new();
        let mut seen = FxHashSet::default();
        self.collect_pairs(relabels, env, &mut |old, new, span| {
            env.meter().tick(span)?;
            if seen.insert((old.to_string(), new.to_string())) {
                if pairs.len() as u64 >= MAX_SET {
                    return fail("E0408", span, format!("a relabelling has at most {MAX_SET} pairs"));
                }
                pairs.push((old.to_string(), new.to_string()));
            }
            Ok(())
        })?;
        Ok(pairs)
    }

    fn collect_pairs(
        &self,
        relabels: &[Relabel],
        env: &Environment,
        each: &mut dyn FnMut(&str, &str, crate::Span) -> Outcome<()>,
    ) -> Outcome<()> {
        for relabel in relabels {
            match relabel {
                Relabel::Forall { indices, relabels, span } => {
                    self.expand_indices(indices, *span, env, &mut |_, inner| {
                        self.collect_pairs(relabels, inner, each)
                    })?;
                }
                Relabel::Pair { new, old, span } => {
                    self.expand(new, env, &mut |new, inner| {
                        self.expand(old, inner, &mut |old, _| each(old, new, *span))
                    })?;
                }
            }
        }
        Ok(())
    }
}

/// A relabelling by old name.
pub(crate) struct Relation<'p>(FxHashMap<&'p str, Vec<&'p str>>);

impl<'p> Relation<'p> {
    /// The relation with these pairs.
    pub fn new(pairs: &'p Pairs) -> Self {
        let mut images: FxHashMap<&str, Vec<&str>> = FxHashMap::default();
        for (old, new) in pairs {
            images.entry(old).or_default().push(new);
        }
        Relation(images)
    }

    /// What remains of a name after its longest old prefix, and the new names for that prefix.
    fn images<'n>(&self, name: &'n str) -> Option<(&'n str, &[&'p str])> {
        let mut end = name.len();
        loop {
            if let Some(news) = self.0.get(&name[..end]) {
                return Some((&name[end..], news));
            }
            end = name[..end].rfind('.')?;
        }
    }

    /// Into how many names does the name that multiplies most turn?
    pub fn factor(&self, alphabet: &Alphabet) -> u64 {
        let most =
            alphabet.names().iter().map(|name| self.images(name).map_or(1, |(_, news)| news.len())).max();
        most.unwrap_or(1) as u64
    }

    /// Do two names of the alphabet become the same name?
    pub fn merges(&self, alphabet: &Alphabet) -> bool {
        let mut seen: FxHashSet<Arc<str>> = FxHashSet::default();
        alphabet.names().into_iter().any(|name| match self.images(&name) {
            None => !seen.insert(name),
            Some((rest, news)) => news.iter().any(|new| !seen.insert(Arc::from(format!("{new}{rest}")))),
        })
    }
}
