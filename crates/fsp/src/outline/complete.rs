//! Completion: the words that could be written at a place.
//!
//! # Problem
//!
//! At a place in a text, usually in the middle of something incomplete, list the names and keywords that can
//! be written there.
//!
//! # Method
//!
//! Only the tokens from the beginning of the definition up to the place are examined ([`scan`]): open
//! brackets, the variables in scope, and the token before the place decide what is expected. The names come
//! from the whole outline, the keywords from the table of [`crate::keyword`].
//!
//! # Invariants
//!
//! (C1) Everything that the grammar allows at the place and that is named elsewhere in the text is in the
//! list. (C2) The word at the place itself is not a reason to offer it.
//!
//! # Cost
//!
//! Linear in the text.
//!
//! # Departures
//!
//! The list may contain more than the grammar allows: in unfinished text the brackets are not those of the
//! finished text.

mod scan;

use std::collections::{BTreeMap, BTreeSet};

use super::{NameKind, Outline};
use crate::keyword::{Keyword, KeywordKind, Place};
use crate::parser::definition_starts;
use crate::span::Span;
use crate::token::{Token, TokenKind};
use scan::{Scan, Wanted, is_local};

/// The kind of a completion.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum CompletionKind {
    /// A keyword, or an operator of formulas that is a word.
    Keyword,
    /// A name.
    Name(NameKind),
}

/// A word that could be written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Completion {
    /// The word.
    pub text: String,
    /// What it is.
    pub kind: CompletionKind,
    /// Its distance, the nearest first: variables, other names of the definition, the rest of the file,
    /// keywords.
    pub rank: u8,
}

impl Outline {
    /// The word that is being written at a place, and the words it could become, nearest first.
    ///
    /// ```
    /// use rely_fsp::outline::Outline;
    /// let text = "range R = 0..3 BUFFER = (in[i:R] -> out[";
    /// let outline = Outline::new(&rely_fsp::parse(text.as_bytes()));
    /// let (_, words) = outline.complete(text.len() as u32);
    /// let texts: Vec<&str> = words.iter().map(|word| word.text.as_str()).collect();
    /// assert_eq!(texts, ["i", "R"]);
    /// ```
    pub fn complete(&self, offset: u32) -> (Span, Vec<Completion>) {
        let mut offset = (offset as usize).min(self.text.len());
        while !self.text.is_char_boundary(offset) {
            offset -= 1;
        }
        let is_word = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_';
        let length = self.text.as_bytes()[..offset].iter().rev().take_while(|byte| is_word(byte)).count();
        let word = Span::new((offset - length) as u32, offset as u32);
        let begins_with_digit = self.slice(word).starts_with(|c: char| c.is_ascii_digit());
        if begins_with_digit || self.is_silent(word.start.max(1)) && self.is_silent(word.end) {
            return (word, Vec::new());
        }
        let at =
            self.tokens.partition_point(|token| token.span.end <= word.start && token.kind != TokenKind::Eof);
        let starts = definition_starts(&self.text, &self.tokens);
        let first = self.tokens[at].span;
        if starts.binary_search(&at).is_ok() && first.start <= word.end && word.end < first.end {
            // In the middle of the first word of a definition.
            return (word, Vec::new());
        }
        let position = starts.partition_point(|&start| start < at);
        let end = starts.get(position).map_or(self.tokens.len(), |&next| next.max(at));
        let Some(&start) = position.checked_sub(1).and_then(|position| starts.get(position)) else {
            let wanted = Wanted::keywords(Place::File);
            return (word, self.list(&wanted, word, &[], 0..0));
        };
        let mut scan = Scan::new(self, start, at);
        if let Some(half) = half(self.tokens[at]).filter(|_| self.tokens[at].span.start < word.start) {
            scan.take(self, at, half);
        }
        let wanted = scan.wanted();
        (word, self.list(&wanted, word, &scan.variables, start..end))
    }

    /// The words that are wanted, nearest first, without the one at the place itself (keeps C2).
    fn list(
        &self,
        wanted: &Wanted,
        word: Span,
        variables: &[&str],
        definition: std::ops::Range<usize>,
    ) -> Vec<Completion> {
        let mut found: BTreeMap<(u8, &str), CompletionKind> = BTreeMap::new();
        let name = CompletionKind::Name;
        let span = match (self.tokens.get(definition.start), definition.is_empty()) {
            (Some(first), false) => Span::new(first.span.start, self.tokens[definition.end - 1].span.end),
            _ => Span::default(),
        };
        let inside = |place: Span| span.start <= place.start && place.end <= span.end;
        if wanted.values {
            found.extend(variables.iter().map(|text| ((0, *text), name(NameKind::Variable))));
            found.extend(self.params(&definition).map(|text| ((1, text), name(NameKind::Parameter))));
        }
        if wanted.locals {
            found.extend(self.locals(&definition).map(|text| ((1, text), name(NameKind::Local))));
            let fixed = Keyword::of_kind(KeywordKind::Process);
            found.extend(fixed.map(|keyword| ((7, keyword.word), name(NameKind::Fixed))));
        }
        for occurrence in
            self.occurrences.iter().filter(|o| o.span.end < word.start || o.span.start > word.end)
        {
            let (rank, kind) = match occurrence.kind {
                NameKind::Action if wanted.actions => {
                    (3 - u8::from(inside(occurrence.span)), NameKind::Action)
                }
                NameKind::Local | NameKind::Process
                    if wanted.missing && occurrence.symbol.is_none() && inside(occurrence.span) =>
                {
                    (1, NameKind::Local)
                }
                _ => continue,
            };
            found.insert((rank, self.slice(occurrence.span)), name(kind));
        }
        for symbol in &self.symbols {
            let rank = match symbol.kind {
                NameKind::Constant if wanted.values => 4,
                NameKind::Range if wanted.ranges => 5,
                NameKind::Set if wanted.sets => 5,
                kind if kind.is_callable()
                    && (wanted.callables || wanted.formulas && kind == NameKind::Constraint) =>
                {
                    6
                }
                NameKind::Fluent | NameKind::Assert if wanted.formulas => 4,
                _ => continue,
            };
            found.insert((rank, &symbol.name), name(symbol.kind));
        }
        found.extend(wanted.keywords.iter().map(|text| ((8, *text), CompletionKind::Keyword)));
        // A name in two senses is one word, and the nearest sense is told.
        let mut seen = BTreeSet::new();
        let words = found.into_iter().filter(|((_, text), _)| seen.insert(*text));
        words.map(|((rank, text), kind)| Completion { text: text.to_string(), kind, rank }).collect()
    }

    /// The parameters of a definition.
    fn params(&self, definition: &std::ops::Range<usize>) -> impl Iterator<Item = &str> {
        let tokens = &self.tokens[definition.clone()];
        let name = tokens.iter().position(|token| token.kind == TokenKind::UIdent).unwrap_or(tokens.len());
        let opened = tokens.get(name + 1).is_some_and(|token| token.kind == TokenKind::OpenParen);
        let header = if opened { &tokens[name + 1..] } else { &[][..] };
        let mut depth = 0i32;
        let end = header.iter().position(|token| {
            depth += match token.kind {
                TokenKind::OpenParen => 1,
                TokenKind::CloseParen => -1,
                _ => 0,
            };
            depth == 0
        });
        let header = &header[..end.unwrap_or(header.len())];
        header.windows(3).filter_map(move |window| {
            let begins = matches!(window[0].kind, TokenKind::OpenParen | TokenKind::Comma);
            let is_param = window[1].kind == TokenKind::UIdent && window[2].kind == TokenKind::Equal;
            (begins && is_param).then(|| self.slice(window[1].span))
        })
    }

    /// The name of a process and those of its local processes.
    fn locals(&self, definition: &std::ops::Range<usize>) -> impl Iterator<Item = &str> {
        let tokens = &self.tokens[definition.clone()];
        let own = tokens.iter().find(|token| token.kind == TokenKind::UIdent);
        let params: Vec<&str> = self.params(definition).collect();
        let locals = (0..tokens.len()).filter(|&at| is_local(tokens, at)).map(|at| tokens[at + 1]);
        let names = own.copied().into_iter().chain(locals).map(|token| self.slice(token.span));
        names.filter(move |name| !params.contains(name))
    }
}

/// The first half of a symbol, if it is one of its own. Editors write the second half as soon as the first is
/// there.
fn half(token: Token) -> Option<TokenKind> {
    match token.kind {
        TokenKind::Always => Some(TokenKind::OpenBracket),
        TokenKind::Eventually => Some(TokenKind::Less),
        TokenKind::DotDot => Some(TokenKind::Dot),
        _ => None,
    }
}
