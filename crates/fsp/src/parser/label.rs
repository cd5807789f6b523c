//! Labels, sets of labels and indices.
//!
//! ```text
//! label   = part { index | "." part | "." [ "-" ] NUMBER }
//! part    = name | set [ "\" set ] | index
//! set     = "{" label { "," label } "}" | NAME
//! indices = index { index }
//! index   = "[" variable ":" domain "]" | "[" domain "]" | "[" expression "]"
//! domain  = set | NAME | expression ".." expression
//! ```
//!
//! An upper-case name is a set or a range only if it is defined as one above: `P = (S -> P)` is a choice of
//! actions if `S` is a set, and an error otherwise. This is the one place where the grammar depends on
//! definitions.

use super::{Parser, Reading};
use crate::ast::{Domain, Expr, ExprKind, Index, IndexKind, Label, LabelPart, LabelSet};
use crate::diagnostic::Diagnostic;
use crate::lexer::int_value;
use crate::line_index::LineIndex;
use crate::span::Span;
use crate::suggest::suggest;
use crate::token::TokenKind;

/// Among how many names a similar one is looked for.
const MAX_CANDIDATES: usize = 10_000;

/// What a name was expected to be.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Wanted {
    /// A set of labels.
    Set,
    /// A range or a set.
    Domain,
}

impl Parser<'_, '_> {
    /// Is the next token the name of a set defined before?
    pub(super) fn at_set_name(&self) -> bool {
        self.kind() == TokenKind::UIdent && self.sets.contains_key(self.token_text())
    }

    /// Does a label begin here?
    pub(super) fn at_label(&self) -> bool {
        matches!(self.kind(), TokenKind::LIdent | TokenKind::OpenBrace | TokenKind::OpenBracket)
            || self.at_set_name()
    }

    /// Does a label begin here, if the keyword were a name?
    pub(super) fn at_keyword_label(&self) -> bool {
        self.kind().is_keyword()
            && matches!(self.nth(1), TokenKind::Arrow | TokenKind::Dot | TokenKind::OpenBracket)
    }

    /// A label: parts with dots between; the dot may be left out before `[`.
    pub(super) fn label(&mut self) -> Reading<Label> {
        let start = self.span();
        let mut height = 0;
        let mut parts = vec![self.label_part()?];
        height = self.height.max(height);
        loop {
            match self.kind() {
                TokenKind::OpenBracket => {}
                TokenKind::Dot => {
                    self.bump();
                }
                TokenKind::Always => return self.empty_index(),
                _ => break,
            }
            parts.push(if self.at_dotted_number() { self.dotted_number() } else { self.label_part()? });
            height = self.height.max(height);
        }
        if let Some(diagnostic) = self.maybe_label() {
            return self.fail(diagnostic);
        }
        self.height = height + 1;
        parts.shrink_to_fit();
        Ok(Label { parts, span: self.since(start) })
    }

    /// A name, set or index. `tau` and keywords are reported and taken as names.
    fn label_part(&mut self) -> Reading<LabelPart> {
        self.height = 0;
        match self.kind() {
            TokenKind::LIdent => {
                if self.token_text() == "tau" {
                    let diagnostic =
                        Diagnostic::error("E0208", self.span(), "`tau` cannot be written as a label")
                            .label("the internal action")
                            .help("use another name and hide it: `P = (step -> P)\\{step}.`");
                    self.report(diagnostic);
                }
                Ok(LabelPart::Name(self.take_name()))
            }
            TokenKind::OpenBracket => Ok(LabelPart::Index(self.index()?)),
            TokenKind::Always => self.empty_index(),
            TokenKind::OpenBrace | TokenKind::UIdent => {
                let set = self.label_set()?;
                let mut height = self.height;
                let mut minus = None;
                if self.eat(TokenKind::Backslash) {
                    minus = Some(self.label_set()?);
                    height = height.max(self.height);
                }
                self.height = height;
                Ok(LabelPart::Set { set, minus })
            }
            kind if kind.is_keyword() => {
                let diagnostic = self.keyword_as_name("an action");
                if self.definition_starts() {
                    return self.fail(diagnostic);
                }
                self.report(diagnostic);
                Ok(LabelPart::Name(self.take_name()))
            }
            _ => self.unexpected("an action label"),
        }
    }

    /// `1` or `-1` after a dot: LTSA prints labels so but does not read them.
    fn at_dotted_number(&self) -> bool {
        self.kind() == TokenKind::Int || (self.kind() == TokenKind::Minus && self.nth(1) == TokenKind::Int)
    }

    /// The number after a dot, as an index.
    fn dotted_number(&mut self) -> LabelPart {
        let start = self.span();
        let negative = self.eat(TokenKind::Minus);
        let value = int_value(self.token_text());
        self.bump();
        self.height = 1;
        let kind = value.map_or(ExprKind::Invalid, |v| ExprKind::Int(if negative { -v } else { v }));
        let span = self.since(start);
        LabelPart::Index(Index { kind: IndexKind::Value(Expr { kind, span }), span })
    }

    /// `{a,b}` or the name of a set.
    pub(super) fn label_set(&mut self) -> Reading<LabelSet> {
        self.height = 0;
        match self.kind() {
            TokenKind::OpenBrace => {
                let (elements, span) = self.braces()?;
                Ok(LabelSet::Braces { elements, span })
            }
            TokenKind::UIdent if self.at_set_name() => Ok(LabelSet::Named(self.take_name())),
            TokenKind::UIdent => {
                let diagnostic = self.not_a_domain(self.span(), Wanted::Set);
                self.fail(diagnostic)
            }
            _ => self.unexpected("a set of labels `{…}` or the name of a set"),
        }
    }

    /// `{ label, label }`, never empty.
    pub(super) fn braces(&mut self) -> Reading<(Vec<Label>, Span)> {
        let opening = self.expect(TokenKind::OpenBrace)?;
        if self.kind() == TokenKind::CloseBrace {
            let span = opening.to(self.bump());
            let diagnostic = Diagnostic::error("E0215", span, "a set of labels cannot be empty")
                .help("omit the set, or use a label that does not occur elsewhere");
            self.report(diagnostic);
            self.height = 1;
            return Ok((Vec::new(), span));
        }
        let elements = self.nested(|p| {
            let mut elements = Vec::new();
            let mut height = 0;
            loop {
                elements.push(p.label()?);
                height = p.height.max(height);
                if !p.eat(TokenKind::Comma) {
                    p.height = height + 1;
                    elements.shrink_to_fit();
                    return Ok(elements);
                }
            }
        })?;
        let closing = self.close(TokenKind::CloseBrace, opening, "`,` or `}`")?;
        Ok((elements, opening.to(closing)))
    }

    /// One or more `[…]`.
    pub(super) fn indices(&mut self) -> Reading<Vec<Index>> {
        let mut indices = Vec::new();
        while self.kind() == TokenKind::OpenBracket {
            indices.push(self.index()?);
        }
        // After the indices of a `forall`, `[]` begins the formula.
        match self.kind() {
            _ if !indices.is_empty() => Ok(indices),
            TokenKind::Always => self.empty_index(),
            _ => self.unexpected("an index `[…]`"),
        }
    }

    /// E0216: `[]`, which the lexer takes for the temporal operator.
    fn empty_index<T>(&mut self) -> Reading<T> {
        let diagnostic = Diagnostic::error("E0216", self.span(), "an index cannot be empty")
            .help("write a value `[1]`, a range `[0..3]` or a variable with its range `[i:0..3]`");
        self.fail(diagnostic)
    }

    /// `[…]`
    pub(super) fn index(&mut self) -> Reading<Index> {
        let opening = self.expect(TokenKind::OpenBracket)?;
        let kind = self.nested(|p| p.index_inside())?;
        self.no_assignment()?;
        if self.kind() == TokenKind::Backslash {
            let diagnostic = self.integer_division();
            return self.fail(diagnostic);
        }
        let closing = self.close(TokenKind::CloseBracket, opening, "`]`")?;
        self.height += 1;
        Ok(Index { kind, span: opening.to(closing) })
    }

    fn index_inside(&mut self) -> Reading<IndexKind> {
        if self.kind() == TokenKind::LIdent && self.nth(1) == TokenKind::Colon {
            let variable = self.take_name();
            self.bump();
            let domain = self.domain()?;
            return Ok(IndexKind::Bind { variable, domain });
        }
        if let Some(domain) = self.named_domain()? {
            return Ok(IndexKind::Domain(domain));
        }
        let alone = self.kind() == TokenKind::UIdent && self.nth(1) == TokenKind::CloseBracket;
        let name = self.token_text();
        if alone && self.all_domains.contains_key(name) && !self.all_constants.contains(name) {
            let diagnostic = self.not_a_domain(self.span(), Wanted::Domain);
            self.report(diagnostic);
            let span = self.bump();
            self.height = 1;
            return Ok(IndexKind::Value(Expr { kind: ExprKind::Invalid, span }));
        }
        let low = self.expression()?;
        let height = self.height;
        if !self.eat(TokenKind::DotDot) {
            return Ok(IndexKind::Value(low));
        }
        let high = self.expression()?;
        self.height = height.max(self.height);
        Ok(IndexKind::Domain(Domain::Interval(low, high)))
    }

    /// A set, or the name of a range.
    fn named_domain(&mut self) -> Reading<Option<Domain>> {
        if self.kind() == TokenKind::OpenBrace || self.at_set_name() {
            return Ok(Some(Domain::Set(self.label_set()?)));
        }
        if self.kind() == TokenKind::UIdent && self.ranges.contains_key(self.token_text()) {
            self.height = 1;
            return Ok(Some(Domain::Range(self.take_name())));
        }
        Ok(None)
    }

    /// A set, the name of a range, or an interval. An unknown name is reported, and an index with invalid
    /// bounds follows.
    fn domain(&mut self) -> Reading<Domain> {
        if let Some(domain) = self.named_domain()? {
            return Ok(domain);
        }
        if self.kind() == TokenKind::UIdent && self.nth(1) == TokenKind::CloseBracket {
            // The reader goes on as if the name were that of a range; its bounds are not known.
            let diagnostic = self.not_a_domain(self.span(), Wanted::Domain);
            self.report(diagnostic);
            let span = self.bump();
            self.height = 1;
            let invalid = Expr { kind: ExprKind::Invalid, span };
            return Ok(Domain::Interval(invalid.clone(), invalid));
        }
        let low = self.expression()?;
        let height = self.height;
        if self.kind() != TokenKind::DotDot {
            return self.unexpected("`..` and the end of the range");
        }
        self.bump();
        let high = self.expression()?;
        self.height = height.max(self.height);
        Ok(Domain::Interval(low, high))
    }

    /// A set whose name is similar to `name`.
    pub(super) fn similar_set(&self, name: &str) -> Option<&str> {
        if self.findings.is_full() {
            return None;
        }
        suggest(name, self.sets.keys().copied().take(MAX_CANDIDATES))
    }

    /// The name at `span` is not (yet) that of a set or range.
    pub(super) fn not_a_domain(&self, span: Span, wanted: Wanted) -> Diagnostic {
        let name = self.slice(span);
        let what = match wanted {
            Wanted::Set => "set",
            Wanted::Domain => "range or set",
        };
        if self.findings.is_full() {
            return Diagnostic::error("E0214", span, format!("there is no {what} called `{name}`"));
        }
        if let Some(definition) =
            self.all_domains.get(name).filter(|definition| definition.start > span.start)
        {
            let line = LineIndex::new(self.text).line(definition.start);
            let message = format!("`{name}` is used as a {what} before it is defined on line {line}");
            return Diagnostic::error("E0213", span, message)
                .related(*definition, "defined here")
                .help("ranges and sets must be defined before they are used; move the definition up");
        }
        if wanted == Wanted::Set && self.ranges.contains_key(name) {
            return Diagnostic::error("E0214", span, format!("`{name}` is a range, not a set of labels"))
                .help(format!("write `[{name}]` for an index in this range"));
        }
        let diagnostic = Diagnostic::error("E0214", span, format!("there is no {what} called `{name}`"));
        if self.all_constants.contains(name) {
            return diagnostic
                .help(format!("write `0..{name}` for the numbers from 0 to the constant `{name}`"));
        }
        let ranges = self.ranges.keys().filter(|_| wanted == Wanted::Domain);
        match suggest(name, self.sets.keys().chain(ranges).copied().take(MAX_CANDIDATES)) {
            Some(near) => diagnostic.help(format!("did you mean `{near}`?")).fix(span, near),
            None => diagnostic,
        }
    }
}
