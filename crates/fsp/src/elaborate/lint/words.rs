//! The words of which the actions in a text consist, and where they are.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::ast::visit::{Mention, Visitor};
use crate::ast::{Definition, Model};
use crate::span::{Name, Span};

/// Shorter words are near to too many others.
const SHORTEST: usize = 3;

/// Where words are written.
pub(crate) struct Words<'t> {
    /// The places of a word, each with the name of the definition around it, in order.
    places: FxHashMap<&'t str, Vec<(&'t str, Span)>>,
}

/// Where a word is written in a definition.
#[derive(Clone, Copy)]
pub(crate) struct Place {
    /// The first place.
    pub span: Span,
    /// In how many places of the whole text.
    pub occurrences: usize,
}

impl<'t> Words<'t> {
    /// The words of a tree.
    pub fn new(tree: &'t Model) -> Self {
        let mut collect = Collect { places: FxHashMap::default(), definition: "", counts: false };
        for definition in &tree.definitions {
            collect.definition = &definition.name().text;
            collect.counts = !matches!(definition, Definition::Menu(_) | Definition::Animation(_));
            collect.definition(definition);
        }
        Words { places: collect.places }
    }

    /// Words of letters that are one edit apart: both directions.
    pub fn near(&self) -> FxHashMap<&'t str, Vec<&'t str>> {
        let mut shortened: FxHashMap<String, Vec<&'t str>> = FxHashMap::default();
        let long = |word: &&&'t str| word.len() >= SHORTEST && word.is_ascii();
        let mut words: Vec<&'t str> = self.places.keys().filter(long).copied().collect();
        words.sort_unstable();
        for &word in &words {
            shortened.entry(word.to_string()).or_default().push(word);
            for at in 0..word.len() {
                let short = format!("{}{}", &word[..at], &word[at + 1..]);
                let known = shortened.entry(short).or_default();
                if known.last() != Some(&word) {
                    known.push(word);
                }
            }
        }
        let mut near: FxHashMap<&'t str, Vec<&'t str>> = FxHashMap::default();
        let mut seen = FxHashSet::default();
        for group in shortened.into_values().filter(|group| group.len() > 1) {
            for &a in &group {
                for &b in &group {
                    if a != b && seen.insert((a, b)) && differ_by_a_slip(a, b) {
                        near.entry(a).or_default().push(b);
                    }
                }
            }
        }
        near.values_mut().for_each(|words| words.sort_unstable());
        near
    }

    /// May the word be a slip for the other one, rather than the other one for it, or neither? `both`: the
    /// same component has both.
    pub fn is_suspect(&self, word: &str, meant: &str, both: bool) -> bool {
        let count = |word: &str| self.places.get(word).map_or(0, Vec::len);
        let first =
            |word: &str| self.places.get(word).and_then(|places| places.first()).map(|(_, span)| *span);
        let ending = |short: &str, long: &str| {
            long.strip_prefix(short).is_some_and(|ending| matches!(ending, "d" | "r" | "s"))
        };
        match both {
            // `close` and `closed` in one process are two words.
            true => !ending(word, meant) && !ending(meant, word) && count(word) == 1 && count(meant) > 1,
            // Written equally often, the later one.
            false => {
                (count(word), std::cmp::Reverse(first(word)))
                    < (count(meant), std::cmp::Reverse(first(meant)))
            }
        }
    }

    /// Where a definition has a word; if it has not, where the text has it.
    pub fn place(&self, definition: &str, word: &str) -> Option<Place> {
        let all = self.places.get(word)?;
        let own = all.iter().find(|(name, _)| *name == definition).or(all.first())?;
        Some(Place { span: own.1, occurrences: all.len() })
    }
}

/// Is the difference one that happens while typing? Digits, and upper-case letters such as those of `makeA`
/// and
/// `makeB`, tell things apart on purpose.
fn differ_by_a_slip(a: &str, b: &str) -> bool {
    let letters = |word: &str| word.chars().filter(char::is_ascii_lowercase).collect::<String>();
    strsim::damerau_levenshtein(a, b) == 1 && letters(a) != letters(b)
}

struct Collect<'t> {
    places: FxHashMap<&'t str, Vec<(&'t str, Span)>>,
    definition: &'t str,
    counts: bool,
}

impl<'t> Visitor<'t> for Collect<'t> {
    fn name(&mut self, name: &'t Name, mention: Mention) {
        if self.counts && mention == Mention::Action {
            self.places.entry(&name.text).or_default().push((self.definition, name.span));
        }
    }
}
