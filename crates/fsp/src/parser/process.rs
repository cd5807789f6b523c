//! Processes.
//!
//! ```text
//! process   = NAME [ params ] [ "@" ] "=" body { "," local }
//!                 [ "+" set ] [ "/" relabels ] [ ( "\" | "@" ) set ] "."
//! params    = "(" NAME "=" expression { "," NAME "=" expression } ")"
//! local     = NAME [ "@" ] [ label ] "=" body
//! body      = "if" expression "then" body [ "else" body ]
//!           | "(" item { "|" item } ")"
//!           | reference
//! item      = [ "when" expression ] label "->" { label "->" } body
//! reference = { NAME [ actuals ] ";" } NAME { "[" expression "]" }
//! actuals   = "(" expression { "," expression } ")"
//! ```
//!
//! A mistake in a body ends that body only: reading continues with the next local process or with the
//! clauses.

use super::recovery::Landing;
use super::{Parser, Reading};
use crate::ast::{
    Body, BodyKind, Call, ChoiceItem, Definition, Expr, HidingClause, LabelSet, LocalDef, ModifierWords,
    Param, ProcessDef, Reference, Relabel,
};
use crate::diagnostic::Diagnostic;
use crate::span::{Name, Span};
use crate::token::TokenKind;

/// `+ {…}`, `/ {…}`, `\ {…}` after the bodies.
#[derive(Default)]
struct Clauses {
    extension: Option<LabelSet>,
    relabels: Option<Vec<Relabel>>,
    hiding: Option<HidingClause>,
}

/// The parts of `if c then X else Y`.
pub(super) struct Conditional<T> {
    pub(super) condition: Expr,
    pub(super) then: Box<T>,
    pub(super) otherwise: Option<Box<T>>,
}

impl Parser<'_, '_> {
    /// `P(N=3) = body, LOCAL[i:R] = body + {…} / {…} \ {…}.`, from the name on.
    pub(super) fn process(&mut self, modifiers: ModifierWords, start: Span) -> Reading<Definition> {
        let name = self.upper_name("a process")?;
        let params = self.params()?;
        if matches!(self.kind(), TokenKind::OpenBracket | TokenKind::Always) {
            let message =
                format!("`{}` is the initial state of the process and cannot have an index", name.text);
            let diagnostic = Diagnostic::error("E0219", self.span(), message).help(format!(
                "write `{0} = STATE[0], STATE[i:0..3] = …`, or use a parameter: `{0}(N=3) = …`",
                name.text
            ));
            return self.fail(diagnostic);
        }
        let accepting = self.eat(TokenKind::At);
        self.equals_sign()?;
        let mut definition = ProcessDef {
            modifiers,
            name,
            params,
            accepting,
            body: Body { kind: BodyKind::Invalid, span: self.span() },
            locals: Vec::new(),
            extension: None,
            relabels: Vec::new(),
            hiding: None,
            span: start,
        };
        let mut over = false;
        match self.body() {
            Ok(body) => definition.body = body,
            Err(_) => over = self.skip_to_local() == Landing::Definition,
        }
        while !over && self.eat(TokenKind::Comma) {
            match self.local() {
                Ok(local) => definition.locals.push(local),
                Err(_) => over = self.skip_to_local() == Landing::Definition,
            }
        }
        if !over {
            let mut clauses = Clauses::default();
            match self.process_clauses(&mut clauses) {
                Ok(()) => self.final_dot(&definition.name),
                Err(_) => self.skip_to_definition(),
            }
            definition.extension = clauses.extension;
            definition.relabels = clauses.relabels.unwrap_or_default();
            definition.hiding = clauses.hiding;
        }
        definition.span = self.since(start);
        Ok(Definition::Process(definition))
    }

    /// `=`, or `==` with a diagnostic.
    pub(super) fn equals_sign(&mut self) -> Reading<()> {
        if self.kind() == TokenKind::EqualEqual {
            let span = self.span();
            let diagnostic =
                Diagnostic::error("E0211", span, "`==` compares values and does not define a name")
                    .help("use `=` to define a name")
                    .fix(span, "=");
            self.report(diagnostic);
            self.bump();
            return Ok(());
        }
        self.expect(TokenKind::Equal).map(|_| ())
    }

    /// `(N=3, M=2)`; empty if there is no parenthesis.
    pub(super) fn params(&mut self) -> Reading<Vec<Param>> {
        let mut params = Vec::new();
        if self.kind() != TokenKind::OpenParen {
            return Ok(params);
        }
        let opening = self.bump();
        loop {
            let name = self.upper_name("a parameter")?;
            if matches!(self.kind(), TokenKind::Comma | TokenKind::CloseParen) {
                let diagnostic = Diagnostic::error(
                    "E0218",
                    name.span,
                    format!("the parameter `{}` has no default", name.text),
                )
                .help(format!("every parameter needs a default value: write `{}=1`", name.text));
                return self.fail(diagnostic);
            }
            self.equals_sign()?;
            let default = self.expression()?;
            params.push(Param { name, default });
            if !self.eat(TokenKind::Comma) {
                self.close(TokenKind::CloseParen, opening, "`,` or `)`")?;
                return Ok(params);
            }
        }
    }

    /// `LOCAL[i:R] = body`
    fn local(&mut self) -> Reading<LocalDef> {
        let start = self.span();
        let name = self.upper_name("a local process")?;
        let accepting = self.eat(TokenKind::At);
        let label = match self.kind() {
            TokenKind::Equal | TokenKind::EqualEqual => None,
            TokenKind::OpenParen => {
                let message = format!("the local process `{}` cannot have parameters", name.text);
                let diagnostic = Diagnostic::error("E0220", self.span(), message)
                    .help("use indices, as in `STATE[i:0..3] = …`, or end the previous process with a dot");
                return self.fail(diagnostic);
            }
            TokenKind::Dot => {
                self.bump();
                Some(self.label()?)
            }
            TokenKind::Always | TokenKind::OpenBracket | TokenKind::OpenBrace | TokenKind::LIdent => {
                Some(self.label()?)
            }
            _ if self.at_set_name() => Some(self.label()?),
            _ => None,
        };
        self.equals_sign()?;
        let body = self.body()?;
        Ok(LocalDef { name, accepting, label, body, span: self.since(start) })
    }

    /// The clauses after the bodies, in any order; a wrong order is reported.
    fn process_clauses(&mut self, clauses: &mut Clauses) -> Reading<()> {
        loop {
            let start = self.span();
            let (repeated, misplaced) = match self.kind() {
                TokenKind::Plus => {
                    (clauses.extension.is_some(), clauses.relabels.is_some() || clauses.hiding.is_some())
                }
                TokenKind::Slash => (clauses.relabels.is_some(), clauses.hiding.is_some()),
                TokenKind::Backslash | TokenKind::At => (clauses.hiding.is_some(), false),
                _ => return Ok(()),
            };
            self.clause_order(
                start,
                repeated,
                misplaced,
                "`+ {…}`, `/ {…}`, and then one of `\\ {…}` and `@ {…}`",
            );
            match self.kind() {
                TokenKind::Plus => {
                    self.bump();
                    clauses.extension = Some(self.label_set()?);
                }
                TokenKind::Slash => {
                    self.bump();
                    clauses.relabels = Some(self.relabels()?);
                }
                _ => clauses.hiding = Some(self.hiding()?),
            }
        }
    }

    /// E0222: a clause is repeated or out of order. It is read nevertheless.
    pub(super) fn clause_order(&mut self, span: Span, repeated: bool, misplaced: bool, order: &str) {
        if repeated || misplaced {
            let text = self.slice(span);
            let trouble = if repeated { "is repeated" } else { "comes too late" };
            let diagnostic = Diagnostic::error("E0222", span, format!("the clause `{text}` {trouble}"))
                .help(format!("each clause may occur once, in this order: {order}"));
            self.report(diagnostic);
        }
    }

    /// `\ {…}` or `@ {…}`
    pub(super) fn hiding(&mut self) -> Reading<HidingClause> {
        let interface = self.kind() == TokenKind::At;
        let start = self.bump();
        let set = self.label_set()?;
        Ok(HidingClause { interface, set, span: self.since(start) })
    }

    /// What a state does.
    pub(super) fn body(&mut self) -> Reading<Body> {
        self.nested(|p| p.body_inside())
    }

    fn body_inside(&mut self) -> Reading<Body> {
        let start = self.span();
        let kind = match self.kind() {
            TokenKind::If => {
                let Conditional { condition, then, otherwise } = self.conditional(Self::body)?;
                BodyKind::If { condition, then, otherwise }
            }
            TokenKind::OpenParen => BodyKind::Choice(self.choice()?),
            TokenKind::UIdent if !self.at_set_name() || self.nth(1) != TokenKind::Arrow => {
                BodyKind::Reference(self.reference()?)
            }
            _ => return self.no_body(),
        };
        Ok(Body { kind, span: self.since(start) })
    }

    /// `if c then X else Y`, where `X` and `Y` are read by `branch`.
    pub(super) fn conditional<T>(
        &mut self,
        branch: impl Fn(&mut Self) -> Reading<T>,
    ) -> Reading<Conditional<T>> {
        self.bump();
        let condition = self.expression()?;
        self.no_assignment()?;
        self.expect(TokenKind::Then)?;
        let then = Box::new(branch(self)?);
        let otherwise = if self.eat(TokenKind::Else) { Some(Box::new(branch(self)?)) } else { None };
        Ok(Conditional { condition, then, otherwise })
    }

    /// Reports that no body begins here, as precisely as possible.
    fn no_body(&mut self) -> Reading<Body> {
        if self.at_label() || self.kind() == TokenKind::When {
            if let Some(diagnostic) = self.probabilistic_body() {
                return self.fail(diagnostic);
            }
            let diagnostic = Diagnostic::error(
                "E0207",
                self.span(),
                "a process that begins with an action must be in parentheses",
            )
            .help("write `(a -> P)`");
            return self.fail(diagnostic);
        }
        if self.kind().is_keyword() && matches!(self.nth(1), TokenKind::CloseParen | TokenKind::Bar) {
            let diagnostic = self.keyword_as_name("an action");
            return self.fail(diagnostic);
        }
        self.unexpected("a process: `(…)`, `if`, or a name")
    }

    /// `( item | item )`
    fn choice(&mut self) -> Reading<Vec<ChoiceItem>> {
        let opening = self.bump();
        let mut items = Vec::new();
        loop {
            items.push(self.choice_item()?);
            if !self.eat(TokenKind::Bar) {
                break;
            }
        }
        if self.kind() == TokenKind::Arrow {
            let diagnostic = self.process_as_action();
            return self.fail(diagnostic);
        }
        self.close(TokenKind::CloseParen, opening, "`|` or `)`")?;
        items.shrink_to_fit();
        Ok(items)
    }

    /// `a -> B -> …`: the name before this arrow is neither an action nor a set.
    fn process_as_action(&self) -> Diagnostic {
        let span = self.previous();
        let name = self.slice(span);
        if self.tokens[self.at - 1].kind != TokenKind::UIdent {
            return Diagnostic::error("E0202", self.span(), "expected `|` or `)`, found `->`")
                .label("expected `|` or `)`");
        }
        if self.all_domains.contains_key(name) {
            return self.not_a_domain(span, super::label::Wanted::Set);
        }
        let help = match self.similar_set(name) {
            Some(set) => format!("did you mean the set `{set}`?"),
            None => "actions begin with a lower-case letter; nothing can follow a process here".to_owned(),
        };
        Diagnostic::error("E0225", span, format!("expected an action, found `{name}`"))
            .label("a process ends the sequence of actions")
            .help(help)
    }

    /// `when (e) a -> b -> body`
    fn choice_item(&mut self) -> Reading<ChoiceItem> {
        let start = self.span();
        let guard = if self.eat(TokenKind::When) { Some(self.expression()?) } else { None };
        if guard.is_some() {
            self.no_assignment()?;
        }
        if self.kind() == TokenKind::UIdent && !self.at_set_name() {
            let diagnostic = self.process_in_parentheses();
            return self.fail(diagnostic);
        }
        let mut prefix = Vec::new();
        loop {
            prefix.push(self.label()?);
            self.arrow(&prefix)?;
            let another = self.at_label() || self.at_keyword_label();
            if !another || self.probabilistic_body().is_some() {
                break;
            }
        }
        prefix.shrink_to_fit();
        let body = self.body()?;
        Ok(ChoiceItem { guard, prefix, body, span: self.since(start) })
    }

    /// The arrow after an action, or a diagnostic that says what is missing.
    fn arrow(&mut self, prefix: &[crate::ast::Label]) -> Reading<()> {
        if self.eat(TokenKind::Arrow) {
            return Ok(());
        }
        let last = prefix.last().map_or(self.previous(), |label| label.span);
        let text = self.slice(last);
        if !matches!(self.kind(), TokenKind::CloseParen | TokenKind::Bar) {
            return self.unexpected("`->`");
        }
        let diagnostic = if self.sets.contains_key(text) {
            Diagnostic::error(
                "E0226",
                last,
                format!("`{text}` is a set here and cannot be the process after `->`"),
            )
            .related(self.sets[text], "the set is defined here")
            .help("give the set or the process another name")
        } else {
            let text = self.shown(last);
            Diagnostic::error("E0217", last, format!("nothing follows the action `{text}`"))
                .help(format!("a sequence of actions ends in a process, as in `{text} -> STOP`"))
        };
        self.fail(diagnostic)
    }

    /// E0225: a process name directly after `(`.
    fn process_in_parentheses(&self) -> Diagnostic {
        let span = self.span();
        let name = self.slice(span);
        if self.nth(1) == TokenKind::Arrow || self.all_domains.contains_key(name) {
            let mut diagnostic = self.not_a_domain(span, super::label::Wanted::Set);
            if diagnostic.help.is_none() {
                diagnostic = diagnostic.help("actions begin with a lower-case letter");
            }
            return diagnostic;
        }
        Diagnostic::error("E0225", span, format!("expected an action, found `{name}`"))
            .label("a choice begins with an action")
            .help(format!("to continue as `{name}`, write it without parentheses"))
    }

    /// `A(2);B;P[i+1]`
    fn reference(&mut self) -> Reading<Reference> {
        let start = self.span();
        let mut sequence = Vec::new();
        loop {
            let name = self.take_name();
            if self.kind() == TokenKind::OpenParen {
                let actuals = self.actuals()?;
                let span = self.since(name.span);
                if self.kind() != TokenKind::Semicolon {
                    let message =
                        format!("`{}` with arguments must be followed by `;` and a process", name.text);
                    let diagnostic = Diagnostic::error("E0221", span, message)
                        .help("add `;END`, or `;` and the local process that continues");
                    return self.fail(diagnostic);
                }
                sequence.push(Call { name, actuals, span });
            } else if self.kind() == TokenKind::Semicolon {
                let span = name.span;
                sequence.push(Call { name, actuals: Vec::new(), span });
            } else {
                let indices = self.reference_indices()?;
                return Ok(Reference { sequence, target: name, indices, span: self.since(start) });
            }
            self.bump();
            if self.kind() != TokenKind::UIdent {
                return self.unexpected("the name of the process that continues");
            }
        }
    }

    fn reference_indices(&mut self) -> Reading<Vec<Expr>> {
        let mut indices = Vec::new();
        while self.kind() == TokenKind::OpenBracket {
            let opening = self.bump();
            indices.push(self.expression()?);
            self.no_assignment()?;
            if self.kind() == TokenKind::Backslash {
                let diagnostic = self.integer_division();
                return self.fail(diagnostic);
            }
            self.close(TokenKind::CloseBracket, opening, "`]`")?;
        }
        if self.kind() == TokenKind::Always {
            self.indices()?;
        }
        Ok(indices)
    }

    /// `(1, 2)`
    pub(super) fn actuals(&mut self) -> Reading<Vec<Expr>> {
        let opening = self.expect(TokenKind::OpenParen)?;
        let mut actuals = Vec::new();
        loop {
            actuals.push(self.expression()?);
            if !self.eat(TokenKind::Comma) {
                self.no_assignment()?;
                self.close(TokenKind::CloseParen, opening, "`,` or `)`")?;
                return Ok(actuals);
            }
        }
    }

    /// The dot at the end of a definition.
    pub(super) fn final_dot(&mut self, name: &Name) {
        if self.eat(TokenKind::Dot) {
            return;
        }
        let end = Span::new(self.previous().end, self.previous().end);
        if self.kind() == TokenKind::Eof || self.definition_starts() {
            let message =
                format!("the definition of `{}` must end in a dot, found {}", name.text, self.found());
            let help = match self.kind() {
                TokenKind::UIdent => "add `.` after the definition, or `,` if a local process follows",
                _ => "add `.` after the definition",
            };
            let diagnostic = Diagnostic::error("E0223", self.span(), message)
                .related(end, "missing dot")
                .help(help)
                .fix(end, ".");
            self.report(diagnostic);
            return;
        }
        let diagnostic = match self.foreign_symbol() {
            Some(diagnostic) => diagnostic,
            None => self.after_body(name),
        };
        self.report(diagnostic);
        self.skip_to_definition();
    }

    /// The diagnostic for a token that cannot follow a body.
    fn after_body(&self, name: &Name) -> Diagnostic {
        let message = format!("expected `.` after the definition of `{}`, found {}", name.text, self.found());
        let diagnostic = Diagnostic::error("E0202", self.span(), message).label("expected `.`");
        match self.kind() {
            TokenKind::Arrow => {
                diagnostic.help("a process that begins with an action must be in parentheses")
            }
            TokenKind::Bar => diagnostic.help("enclose the whole choice in one pair of parentheses"),
            // After a process it would have been read as part of it.
            TokenKind::Plus => diagnostic
                .help("only a process can extend its alphabet; a composite has the labels of its components"),
            _ => diagnostic,
        }
    }
}
