//! What the tokens of a definition, up to a place, allow at that place.
//!
//! A [`Scan`] follows the tokens with a stack of open brackets and a list of the variables in scope, and
//! remembers the last token. [`Scan::wanted`] decides from these three, and from the kind of the definition,
//! what may follow.

use super::super::Outline;
use crate::keyword::{Keyword, KeywordKind, Place, is_operator_word};
use crate::token::{Token, TokenKind};

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
pub(super) struct Wanted {
    pub(super) actions: bool,
    pub(super) sets: bool,
    pub(super) ranges: bool,
    /// Variables, parameters and constants.
    pub(super) values: bool,
    pub(super) locals: bool,
    pub(super) callables: bool,
    pub(super) formulas: bool,
    /// Names of processes that are used in the definition and not defined yet.
    pub(super) missing: bool,
    pub(super) keywords: Vec<&'static str>,
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
pub(super) struct Scan<'t> {
    within: Within,
    /// Is the `=` of the definition before the place?
    is_defined: bool,
    stack: Vec<Open>,
    pub(super) variables: Vec<&'t str>,
    before: TokenKind,
    /// Is the token before an operator of formulas that is a word?
    after_operator: bool,
}

impl Wanted {
    /// The keywords of a place.
    pub(super) fn keywords(place: Place) -> Wanted {
        Wanted::default().with(place)
    }

    /// Adds the keywords of a place.
    fn with(mut self, place: Place) -> Wanted {
        // Fixed processes are names; they come with the local processes.
        let words = Keyword::at(place).filter(|keyword| keyword.kind != KeywordKind::Process);
        self.keywords.extend(words.map(|keyword| keyword.word));
        self
    }
}

impl<'t> Scan<'t> {
    /// Scans the tokens of a definition from `start` up to `end`.
    pub(super) fn new(outline: &'t Outline, start: usize, end: usize) -> Self {
        let tokens = &outline.tokens;
        let first = tokens[start..].iter().map(|token| token.kind).find(|kind| !kind.is_modifier());
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

    /// Takes one more token; `kind` is its kind up to the place.
    pub(super) fn take(&mut self, outline: &'t Outline, at: usize, kind: TokenKind) {
        self.token(outline, at, kind);
        self.before = kind;
        self.after_operator = is_operator_word(outline.slice(outline.tokens[at].span));
    }

    /// Updates brackets and scopes for a token.
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
    pub(super) fn wanted(&self) -> Wanted {
        use TokenKind::*;
        let top = self.stack.last();
        let values = Wanted { values: true, ..Wanted::default() };
        let labels = Wanted { actions: true, sets: true, ..Wanted::default() };
        match (top.map(|open| open.kind), self.before) {
            (_, Quote | Hash) => return labels,
            (Some(OpenBracket), _) => return Wanted { ranges: true, sets: true, ..values },
            (Some(OpenBrace), _) => {
                // Within a set, `#S` and `@(S,e)` are in brackets of their own.
                let relabels = matches!(self.within, Within::Process | Within::Composite);
                return if relabels { labels.with(Place::Relabeling) } else { labels };
            }
            (_, Dot) if top.is_some() || !self.ends_in_dot() => return labels,
            (_, Dot) => return Wanted::keywords(Place::File),
            _ => {}
        }
        if !self.is_defined {
            return match self.before {
                Equal => values,
                kind if kind.is_modifier() => {
                    let words = Keyword::of_kind(KeywordKind::Modifier).map(|keyword| keyword.word);
                    let later = words.skip_while(|word| *word != kind.text()).skip(1);
                    Wanted { keywords: later.collect(), ..Wanted::default() }
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
            Within::Actions => labels.with(Place::Progress),
            Within::Fluent => match self.before {
                Less | Comma => labels,
                Greater => Wanted::keywords(Place::Fluent),
                _ => values.with(Place::Fluent),
            },
            Within::Value => values,
            Within::File => Wanted { callables: true, ..Wanted::keywords(Place::Animation) },
        };
        let closed = self.within == Within::Fluent && self.before == Greater;
        let goes_on = is_operator(self.before)
            || (self.within == Within::Formula && self.after_operator)
            || matches!(self.before, Equal | Always | Eventually | Iff | Arrow | BarBar | Rigid | Comma | If);
        let over = top.is_none() && (closed || !goes_on);
        if over && !self.ends_in_dot() {
            wanted = wanted.with(Place::File);
        }
        wanted
    }

    /// Does the definition end in a dot, so that nothing else can follow before it?
    fn ends_in_dot(&self) -> bool {
        self.is_defined && matches!(self.within, Within::Process | Within::Composite)
    }

    /// Outside of brackets that decide alone, in a process.
    fn in_process(&self) -> Wanted {
        use TokenKind::*;
        let processes =
            Wanted { locals: true, callables: true, missing: true, ..Wanted::keywords(Place::State) };
        let labels = Wanted { actions: true, sets: true, ..Wanted::default() };
        match self.before {
            Arrow => Wanted { actions: true, sets: true, ..processes },
            OpenParen | Bar => labels.with(Place::Choice),
            Equal | Then | Else | Semicolon => processes,
            Comma => Wanted { missing: true, ..Wanted::default() },
            When | If => Wanted { values: true, ..Wanted::default() },
            Backslash | At => labels,
            // After a condition; what ends a condition may also end a process.
            _ if is_operator(self.before) => {
                Wanted { values: true, sets: self.stack.is_empty(), ..Wanted::default() }
            }
            _ => labels.with(Place::Branch),
        }
    }

    /// The same in a composite.
    fn in_composite(&self) -> Wanted {
        use TokenKind::*;
        let parts =
            Wanted { callables: true, actions: true, sets: true, ..Wanted::keywords(Place::Composition) };
        match self.before {
            If => Wanted { values: true, ..Wanted::default() },
            ShiftLeft | ShiftRight | Backslash | At | Slash => {
                Wanted { sets: true, values: true, ..Wanted::default() }
            }
            _ if is_operator(self.before) => Wanted { values: true, ..Wanted::default() },
            Equal | OpenParen | BarBar | Then | Else | Colon | ColonColon | CloseBracket => parts,
            _ => Wanted::keywords(Place::Branch),
        }
    }

    /// The same in a formula.
    fn in_formula(&self) -> Wanted {
        use TokenKind::*;
        let formulas =
            Wanted { formulas: true, actions: true, sets: true, ..Wanted::keywords(Place::Formula) };
        match self.before {
            Rigid => Wanted { values: true, ..Wanted::default() },
            Equal | OpenParen | Bang | Always | Eventually | AndAnd | BarBar | Arrow | Iff => formulas,
            // `X`, `U` and `W` are names for the lexer.
            UIdent if self.after_operator => formulas,
            // The end of `forall [i:R]`, or of a fluent.
            CloseBracket => formulas.with(Place::Connective),
            Plus => Wanted { values: true, sets: true, ..Wanted::default() },
            kind if is_operator(kind) => Wanted { values: true, ..Wanted::default() },
            _ => Wanted::keywords(Place::Connective),
        }
    }
}

/// Does this comma stand before a local process?
pub(super) fn is_local(tokens: &[Token], at: usize) -> bool {
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

/// Is it an operator that needs an operand after it?
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
