//! Relabelings: from `new/old` with sets, ranges and `forall` to pairs of names.
//!
//! # Problem
//!
//! A relabeling is a relation on prefixes of labels: `new/old` turns every label that begins with `old` into
//! one that begins with `new`. Several new names for one old name multiply transitions; equal new names for
//! several old ones merge labels.
//!
//! # Method
//!
//! New labels are expanded first, then the old ones with the variables of the new label bound, so
//! `b[i:0..1]/a[i]` pairs them. [`Relation`] indexes the pairs by old name; a label is changed at its longest
//! old prefix.
//!
//! # Invariants
//!
//! 1. Pairs are distinct and in the order of the source.
//! 2. At most one pair of prefixes applies to a label: the longest.
//!
//! # Cost
//!
//! Linear in the pairs to build, and in the length of the label for each lookup.
//!
//! # Departures
//!
//! None.

use std::collections::BTreeMap;
use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};

use rely_lts::Alphabet;

use super::definitions::Definitions;
use super::environment::Environment;
use super::uses::{Clause, Prefixes, Uses};
use super::{MAX_SET, Outcome, fail};
use crate::Diagnostic;
use crate::ast::Relabel;
use crate::span::Span;

/// Pairs of an old and a new name, distinct, in order.
pub(crate) type Pairs = Vec<(String, String)>;

/// The pairs of a relabeling, and the old names of each `new/old` in it.
#[derive(Default)]
pub(crate) struct Relabeling {
    /// All pairs.
    pub pairs: Pairs,
    /// For each `new/old` its place and its old names.
    olds: BTreeMap<Span, FxHashSet<String>>,
}

impl Relabeling {
    /// Notes which old names meet a label of these alphabets.
    pub fn record(&self, alphabets: &[&Alphabet], uses: &mut Uses) {
        let prefixes = Prefixes::new(alphabets);
        for (&span, olds) in &self.olds {
            let mut olds: Vec<&str> = olds.iter().map(String::as_str).collect();
            olds.sort_unstable();
            uses.record(span, Clause::Relabel, olds.into_iter(), &prefixes);
        }
    }
}

/// Old names beyond this number are not noted: nobody wrote them by hand.
const MAX_OLDS: usize = 65;

impl Definitions {
    /// The pairs (old, new) that relabelings stand for.
    ///
    /// Variables bound in the new label may be used in the old one; several new and old names multiply.
    ///
    /// # Errors
    /// If a label cannot be evaluated, or there are too many pairs.
    pub fn relabeling(&self, relabels: &[Relabel], env: &Environment) -> Outcome<Relabeling> {
        let Relabeling { mut pairs, mut olds } = Relabeling::default();
        let mut seen = FxHashSet::default();
        self.collect_pairs(relabels, env, &mut |old, new, span| {
            env.meter().tick(span)?;
            if seen.insert((old.to_string(), new.to_string())) {
                if pairs.len() as u64 >= MAX_SET {
                    return fail("E0602", span, format!("a relabeling has at most {MAX_SET} pairs"));
                }
                pairs.push((old.to_string(), new.to_string()));
                let noted: &mut FxHashSet<String> = olds.entry(span).or_default();
                if noted.len() < MAX_OLDS {
                    noted.insert(old.to_string());
                }
            }
            Ok(())
        })?;
        Ok(Relabeling { pairs, olds })
    }

    /// Passes every pair of an old and a new name to `each`.
    fn collect_pairs(
        &self,
        relabels: &[Relabel],
        env: &Environment,
        each: &mut dyn FnMut(&str, &str, Span) -> Outcome<()>,
    ) -> Outcome<()> {
        for relabel in relabels {
            match relabel {
                Relabel::Forall { indices, relabels, span } => {
                    self.expand_indices(indices, *span, env, &mut |_, inner| {
                        self.collect_pairs(relabels, inner, each)
                    })?;
                }
                Relabel::Pair { new, old, span } => {
                    let (mut news, mut most) = (0, 0);
                    self.expand(new, env, &mut |new, inner| {
                        news += 1;
                        let mut olds = 0;
                        self.expand(old, inner, &mut |old, _| {
                            olds += 1;
                            each(old, new, *span)
                        })?;
                        most = most.max(olds);
                        Ok(())
                    })?;
                    if news > 1 && most > 1 {
                        let message = format!("each of the {most} old labels gets all {news} new ones");
                        let warning = Diagnostic::warning("W0602", *span, message);
                        env.meter().warn(
                            warning.help("to pair them, bind a variable on the left: `b[i:0..1]/a[i]`"),
                        );
                    }
                }
            }
        }
        Ok(())
    }
}

/// A relabeling by old name.
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

    /// What becomes of a name.
    pub fn apply(&self, name: &str) -> Vec<String> {
        match self.images(name) {
            Some((rest, news)) => news.iter().map(|new| format!("{new}{rest}")).collect(),
            None => vec![name.to_string()],
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
