//! What could be written at a place.
//!
//! # Problem
//!
//! At a place in a text, most often in the middle of something half written, list the names and keywords that
//! can stand there.
//!
//! # Method
//!
//! Only the tokens from the beginning of the definition up to the place are looked at: open brackets, the
//! variables that are bound and still visible, and the token before the place decide what is expected. The
//! names come from the whole outline.
//!
//! # Invariants
//!
//! (C1) Whatever the grammar allows at the place and is named elsewhere in the text is in the list. (C2) The
//! word that is being written is not in the list on its own account.
//!
//! # Cost
//!
//! Linear in the text.
//!
//! # Departures
//!
//! The list may have more than the grammar allows: while somebody writes, the brackets are not those of the
//! finished text.

use std::collections::{BTreeMap, BTreeSet};

use super::{NameKind, Outline};
use crate::parser::definition_starts;
use crate::span::Span;
use crate::token::{Token, TokenKind};

/// What a completion is.
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
    /// How near it is, the nearest first: variables, what belongs to the definition, the rest of the file,
    /// keywords.
    pub rank: u8,
}

/// The words that begin definitions.
const DEFINING: [&str; 16] = [
    "assert",
    "const",
    "constraint",
    "compose",
    "deterministic",
    "fluent",
    "import",
    "ltl_property",
    "menu",
    "minimal",
    "progress",
    "property",
    "range",
    "safe",
    "set",
    "animation",
];

/// The words that may stand before a process, in order.
const MODIFIERS: [&str; 5] = ["deterministic", "minimal", "compose", "property", "safe"];

/// What kind of definition a place is in.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Within {
    Process,
    Composite,
    /// `const`, `range`, `set`
    Value,
    /// `progress`, `menu`
    Actions,
    Fluent,
    Formula,
    /// `import`, `animation`
    File,
}

/// What may stand at a place.
#[derive(Default)]
struct Wanted {
    actions: bool,
    sets: bool,
    ranges: bool,
    /// Variables, parameters and constants.
    values: bool,
    locals: bool,
    callables: bool,
    formulas: bool,
    /// Names of processes that are used in the definition and not defined yet.
    missing: bool,
    keywords: Vec<&'static str>,
}

/// An open bracket.
struct Open {
    kind: TokenKind,
    /// How many variables were visible before it.
    visible: usize,
    /// Is it a part of an expression, or does it hold the arguments of a process?
    is_expression: bool,
}

/// The tokens of a definition up to a place.
struct Scan<'t> {
    within: Within,
    /// Is the `=` of the definition before the place?
    is_defined: bool,
    stack: Vec<Open>,
    variables: Vec<&'t str>,
    before: TokenKind,
    /// Is the token before an operator of formulas that is a word?
    after_operator: bool,
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
            let wanted = Wanted { keywords: DEFINING.to_vec(), ..Wanted::default() };
            return (word, self.list(&wanted, word, &[], 0..0));
        };
        let mut scan = Scan::new(self, start, at);
        if let Some(half) = half(self.tokens[at]).filter(|_| self.tokens[at].span.start < word.start) {
            scan.take(self, at, half);
        }
        let wanted = scan.wanted();
        (word, self.list(&wanted, word, &scan.variables, start..end))
    }

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
            found.extend(["END", "ERROR", "STOP"].map(|text| ((7, text), name(NameKind::Fixed))));
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

/// Does this comma stand before a local process?
fn is_local(tokens: &[Token], at: usize) -> bool {
    let kind = |ahead: usize| tokens.get(at + ahead).map_or(TokenKind::Eof, |token| token.kind);
    if kind(0) != TokenKind::Comma || kind(1) != TokenKind::UIdent {
        return false;
    }
    let mut depth = 0;
    for token in tokens[at + 2..].iter().take(64) {
        match token.kind {
            TokenKind::OpenBracket => depth += 1,
            TokenKind::CloseBracket => depth -= 1,
            TokenKind::Equal => return depth == 0,
            TokenKind::At | TokenKind::Dot | TokenKind::LIdent => {}
            _ if depth <= 0 => return false,
            _ => {}
        }
    }
    false
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

fn is_operator(kind: TokenKind) -> bool {
    use TokenKind::*;
    matches!(
        kind,
        Plus | Minus
            | Star
            | Slash
            | Percent
            | Caret
            | And
            | AndAnd
            | Bang
            | NotEqual
            | Less
            | LessEqual
            | ShiftLeft
            | Greater
            | GreaterEqual
            | ShiftRight
            | EqualEqual
            | DotDot
    )
}

impl<'t> Scan<'t> {
    fn new(outline: &'t Outline, start: usize, end: usize) -> Self {
        let tokens = &outline.tokens;
        let first = tokens[start..].iter().map(|token| token.kind).find(|kind| !is_modifier(*kind));
        let within = match first {
            Some(TokenKind::BarBar) => Within::Composite,
            Some(TokenKind::Const | TokenKind::Range | TokenKind::Set) => Within::Value,
            Some(TokenKind::Progress | TokenKind::Menu) => Within::Actions,
            Some(TokenKind::Fluent) => Within::Fluent,
            Some(TokenKind::Assert | TokenKind::Constraint | TokenKind::LtlProperty) => Within::Formula,
            Some(TokenKind::Import | TokenKind::Animation) => Within::File,
            _ => Within::Process,
        };
        let (stack, variables, before) = (Vec::new(), Vec::new(), TokenKind::Eof);
        let mut scan = Scan { within, is_defined: false, stack, variables, before, after_operator: false };
        for (at, token) in tokens.iter().enumerate().take(end).skip(start) {
            scan.take(outline, at, token.kind);
        }
        scan
    }

    /// Goes on by a token, of which this is the kind as far as the place.
    fn take(&mut self, outline: &'t Outline, at: usize, kind: TokenKind) {
        self.token(outline, at, kind);
        self.before = kind;
        self.after_operator = matches!(outline.slice(outline.tokens[at].span), "X" | "U" | "W");
    }

    fn token(&mut self, outline: &'t Outline, at: usize, kind: TokenKind) {
        let tokens = &outline.tokens;
        match kind {
            TokenKind::OpenParen | TokenKind::OpenBrace | TokenKind::OpenBracket => {
                let in_brackets = |open: &Open| open.is_expression || open.kind == TokenKind::OpenBracket;
                let outer = self.stack.last().is_some_and(in_brackets);
                let operator = self.within == Within::Formula && self.after_operator;
                let arguments = self.is_defined && self.before == TokenKind::UIdent && !operator;
                let compares = self.within != Within::Formula
                    && (is_operator(self.before) || matches!(self.before, TokenKind::When | TokenKind::If));
                let is_expression = kind == TokenKind::OpenParen
                    && (outer
                        || arguments
                        || compares
                        || matches!(self.before, TokenKind::At | TokenKind::Rigid));
                self.stack.push(Open { kind, visible: self.variables.len(), is_expression });
            }
            TokenKind::CloseParen | TokenKind::CloseBrace => {
                if let Some(open) = self.stack.pop() {
                    self.variables.truncate(open.visible);
                }
            }
            TokenKind::CloseBracket => {
                self.stack.pop();
            }
            TokenKind::Comma if self.is_defined && is_local(tokens, at) => {
                self.stack.clear();
                self.variables.clear();
            }
            TokenKind::Comma | TokenKind::Bar | TokenKind::BarBar => {
                if let Some(open) = self.stack.last()
                    && open.kind != TokenKind::OpenBracket
                {
                    self.variables.truncate(open.visible);
                }
            }
            TokenKind::Colon
                if at >= 2
                    && tokens[at - 1].kind == TokenKind::LIdent
                    && tokens[at - 2].kind == TokenKind::OpenBracket =>
            {
                self.variables.push(outline.slice(tokens[at - 1].span));
            }
            TokenKind::Equal if self.stack.is_empty() => self.is_defined = true,
            _ => {}
        }
    }

    /// What may stand after the tokens.
    fn wanted(&self) -> Wanted {
        use TokenKind::*;
        let top = self.stack.last();
        let values = Wanted { values: true, ..Wanted::default() };
        let labels = Wanted { actions: true, sets: true, ..Wanted::default() };
        match (top.map(|open| open.kind), self.before) {
            (_, Quote | Hash) => return labels,
            (Some(OpenBracket), _) => return Wanted { ranges: true, sets: true, ..values },
            (Some(OpenBrace), _) => {
                let keywords = if self.within == Within::Process || self.within == Within::Composite {
                    vec!["forall"]
                } else {
                    Vec::new()
                };
                // Within a set, `#S` and `@(S,e)` stand in brackets of their own.
                return Wanted { keywords, ..labels };
            }
            (_, Dot) if top.is_some() || !self.ends_in_dot() => return labels,
            (_, Dot) => return Wanted { keywords: DEFINING.to_vec(), ..Wanted::default() },
            _ => {}
        }
        if !self.is_defined {
            return match self.before {
                Equal => values,
                kind if is_modifier(kind) => {
                    let position = MODIFIERS.iter().position(|word| *word == kind.text());
                    let later = position.map_or(&[][..], |position| &MODIFIERS[position + 1..]);
                    Wanted { keywords: later.to_vec(), ..Wanted::default() }
                }
                _ if top.is_some_and(|open| open.kind == OpenParen) && is_operator(self.before) => values,
                _ => Wanted::default(),
            };
        }
        if top.is_some_and(|open| open.is_expression) {
            return match self.before {
                // `@(S, e)`
                OpenParen => Wanted { sets: true, actions: true, ..values },
                _ => values,
            };
        }
        let mut wanted = match self.within {
            Within::Process => self.in_process(),
            Within::Composite => self.in_composite(),
            Within::Formula => self.in_formula(),
            Within::Actions => Wanted { keywords: vec!["if", "then"], ..labels },
            Within::Fluent => match self.before {
                Less | Comma => labels,
                Greater => Wanted { keywords: vec!["initially"], ..Wanted::default() },
                _ => Wanted { values: true, keywords: vec!["initially"], ..Wanted::default() },
            },
            Within::Value => values,
            Within::File => Wanted {
                callables: true,
                keywords: vec!["target", "compose", "actions", "controls"],
                ..Wanted::default()
            },
        };
        let closed = self.within == Within::Fluent && self.before == Greater;
        let goes_on = is_operator(self.before)
            || (self.within == Within::Formula && self.after_operator)
            || matches!(self.before, Equal | Always | Eventually | Iff | Arrow | BarBar | Rigid | Comma | If);
        let over = top.is_none() && (closed || !goes_on);
        if over && !self.ends_in_dot() {
            wanted.keywords.extend(DEFINING);
        }
        wanted
    }

    fn ends_in_dot(&self) -> bool {
        self.is_defined && matches!(self.within, Within::Process | Within::Composite)
    }

    fn in_process(&self) -> Wanted {
        use TokenKind::*;
        let processes = Wanted {
            locals: true,
            callables: true,
            missing: true,
            keywords: vec!["if"],
            ..Wanted::default()
        };
        let labels = Wanted { actions: true, sets: true, ..Wanted::default() };
        match self.before {
            Arrow => Wanted { actions: true, sets: true, ..processes },
            OpenParen | Bar => Wanted { keywords: vec!["when"], ..labels },
            Equal | Then | Else | Semicolon => processes,
            Comma => Wanted { missing: true, ..Wanted::default() },
            When | If => Wanted { values: true, ..Wanted::default() },
            Backslash | At => labels,
            // After a condition; what ends a condition may also end a process.
            _ if is_operator(self.before) => {
                Wanted { values: true, sets: self.stack.is_empty(), ..Wanted::default() }
            }
            _ => Wanted { keywords: vec!["then", "else"], ..labels },
        }
    }

    fn in_composite(&self) -> Wanted {
        use TokenKind::*;
        let parts = Wanted {
            callables: true,
            actions: true,
            sets: true,
            keywords: vec!["forall", "if"],
            ..Wanted::default()
        };
        match self.before {
            If => Wanted { values: true, ..Wanted::default() },
            ShiftLeft | ShiftRight | Backslash | At | Slash => {
                Wanted { sets: true, values: true, ..Wanted::default() }
            }
            _ if is_operator(self.before) => Wanted { values: true, ..Wanted::default() },
            Equal | OpenParen | BarBar | Then | Else | Colon | ColonColon | CloseBracket => parts,
            _ => Wanted { keywords: vec!["then", "else"], ..Wanted::default() },
        }
    }

    fn in_formula(&self) -> Wanted {
        use TokenKind::*;
        let formulas = Wanted {
            formulas: true,
            actions: true,
            sets: true,
            keywords: vec!["forall", "exists", "rigid", "X"],
            ..Wanted::default()
        };
        match self.before {
            Rigid => Wanted { values: true, ..Wanted::default() },
            Equal | OpenParen | Bang | Always | Eventually | AndAnd | BarBar | Arrow | Iff => formulas,
            // `X`, `U` and `W` are names for the lexer.
            UIdent if self.after_operator => formulas,
            // The end of `forall [i:R]`, or of a fluent.
            CloseBracket => Wanted { keywords: [&formulas.keywords[..], &["U", "W"]].concat(), ..formulas },
            Plus => Wanted { values: true, sets: true, ..Wanted::default() },
            kind if is_operator(kind) => Wanted { values: true, ..Wanted::default() },
            _ => Wanted { keywords: vec!["U", "W"], ..Wanted::default() },
        }
    }
}

fn is_modifier(kind: TokenKind) -> bool {
    MODIFIERS.contains(&kind.text())
}
