//! Names in parts of a text that could not be parsed.
//!
//! Highlighting and going to a definition should work there too, because this is where text is being written.
//! The meaning of such a name is guessed from the names that are defined, and the occurrence is marked as a
//! guess.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::{NameKind, NameRole, Occurrence, Outline, SymbolId};
use crate::keyword::{is_fixed_process, is_operator_word};
use crate::span::Span;
use crate::token::{Token, TokenKind};

/// Adds an occurrence for every identifier that has none.
pub(super) fn complement(outline: &mut Outline, definitions: &[SymbolId]) {
    let mut added = Vec::new();
    let mut known = outline.occurrences.iter().map(|occurrence| occurrence.span.start).peekable();
    let mut names: Option<Names> = None;
    let mut definition = 0;
    for (at, token) in outline.tokens.iter().enumerate() {
        if !matches!(token.kind, TokenKind::UIdent | TokenKind::LIdent) {
            continue;
        }
        while known.next_if(|&start| start < token.span.start).is_some() {}
        if known.next_if_eq(&token.span.start).is_some() {
            continue;
        }
        while definition < definitions.len()
            && outline.symbol(definitions[definition]).span.end <= token.span.start
        {
            definition += 1;
        }
        let around = definitions
            .get(definition)
            .copied()
            .filter(|&id| outline.symbol(id).span.start <= token.span.start);
        if is_operator(outline, around, token.span) {
            continue;
        }
        let names = names.get_or_insert_with(|| Names::new(outline));
        added.push(names.occurrence(outline, at, around));
    }
    drop(known);
    if !added.is_empty() {
        outline.occurrences.append(&mut added);
        outline.occurrences.sort_by_key(|occurrence| occurrence.span);
    }
}

/// `X`, `U` and `W` in a formula.
fn is_operator(outline: &Outline, around: Option<SymbolId>, span: Span) -> bool {
    let formula =
        around.is_some_and(|id| matches!(outline.symbol(id).kind, NameKind::Assert | NameKind::Constraint));
    formula && is_operator_word(outline.slice(span))
}

/// All names that are defined.
struct Names {
    /// By the definition they belong to (none for those of the file).
    symbols: FxHashMap<(Option<SymbolId>, Arc<str>), SymbolId>,
    actions: FxHashMap<Arc<str>, SymbolId>,
}

impl Names {
    fn new(outline: &Outline) -> Names {
        let mut names = Names { symbols: FxHashMap::default(), actions: FxHashMap::default() };
        for (id, symbol) in outline.numbered() {
            match symbol.kind {
                NameKind::Action => {
                    names.actions.insert(symbol.name.clone(), id);
                }
                _ => {
                    names.symbols.entry((symbol.owner, symbol.name.clone())).or_insert(id);
                }
            }
        }
        names
    }

    /// The occurrence of a name, with the symbol it probably refers to.
    fn occurrence(&self, outline: &Outline, at: usize, owner: Option<SymbolId>) -> Occurrence {
        let token = outline.tokens[at];
        let text: Arc<str> = Arc::from(outline.slice(token.span));
        let own = owner.and_then(|owner| self.symbols.get(&(Some(owner), text.clone())));
        let (symbol, kind) = if token.kind == TokenKind::UIdent {
            let symbol = own.or_else(|| self.symbols.get(&(None, text.clone()))).copied();
            let fixed = is_fixed_process(&text);
            (symbol, if fixed { NameKind::Fixed } else { NameKind::Process })
        } else if is_operand(&outline.tokens, at) {
            (own.copied(), NameKind::Variable)
        } else {
            (self.actions.get(&text).copied(), NameKind::Action)
        };
        let kind = symbol.map_or(kind, |symbol| outline.symbol(symbol).kind);
        Occurrence { span: token.span, kind, symbol, role: NameRole::Use, owner, is_certain: false }
    }
}

/// Does a lower-case name stand in an expression?
fn is_operand(tokens: &[Token], at: usize) -> bool {
    use TokenKind::*;
    let operator = |kind: TokenKind| {
        matches!(
            kind,
            Plus | Minus
                | Star
                | Percent
                | Less
                | LessEqual
                | Greater
                | GreaterEqual
                | EqualEqual
                | NotEqual
                | AndAnd
                | DotDot
        )
    };
    let before = at.checked_sub(1).map(|before| tokens[before].kind);
    let after = tokens.get(at + 1).map_or(Eof, |token| token.kind);
    before.is_some_and(|kind| operator(kind) || matches!(kind, OpenBracket | When)) || operator(after)
}
