//! The file and its definitions.
//!
//! ```text
//! model      = { definition }
//! definition = "const" NAME "=" sum
//!            | "range" NAME "=" sum ".." sum
//!            | "set" NAME "=" "{" labels "}"
//!            | "progress" NAME [ indices ] "=" [ "if" label "then" ] label
//!            | "menu" NAME "=" label
//!            | "import" NAME "=" STRING
//!            | "animation" NAME "=" STRING [ "target" NAME ] [ "compose" "{" animations "}" ]
//!                  [ "actions" relabels ] [ "controls" relabels ]
//!            | "fluent" NAME [ indices ] "=" "<" label "," label ">" [ "initially" sum ]
//!            | ( "assert" | "constraint" | "ltl_property" ) NAME [ params ] "=" unary [ "+" set ]
//!            | { modifier } ( process | composite )
//! ```
//!
//! A definition that begins with a keyword has no end mark: the next definition ends it. That is why
//! constants and bounds are sums, and why the formula of an assert is a unary one: neither can continue with
//! `||`, which may begin a composite.

use super::{Parser, Reading};
use crate::ast::{
    AnimationDef, AssertDef, AssertKind, ConstDef, Definition, Expr, ExprKind, FluentDef, Formula,
    FormulaKind, ImportDef, MenuDef, Model, ModifierWords, ProgressDef, RangeDef, SetDef,
};
use crate::diagnostic::Diagnostic;
use crate::keyword::{Keyword, KeywordKind};
use crate::span::Span;
use crate::token::TokenKind;

impl<'t> Parser<'t, '_> {
    /// The whole file.
    pub(super) fn model(mut self) -> Model {
        let mut definitions = Vec::new();
        while self.kind() != TokenKind::Eof {
            let before = self.at;
            match self.definition() {
                Ok(definition) => definitions.push(definition),
                Err(_) => {
                    if self.at == before {
                        self.bump();
                    }
                    self.skip_to_definition();
                }
            }
        }
        definitions.shrink_to_fit();
        Model { definitions, ..Model::default() }
    }

    /// One definition, selected by its first token.
    fn definition(&mut self) -> Reading<Definition> {
        let start = self.span();
        match self.kind() {
            TokenKind::Const => self.constant(),
            TokenKind::Range => self.range(),
            TokenKind::Set => self.set(),
            TokenKind::Progress => self.progress(start),
            TokenKind::Menu => self.menu(),
            TokenKind::Animation => self.animation(start),
            TokenKind::Import => self.import(),
            TokenKind::Fluent => self.fluent(start),
            TokenKind::Assert => self.assert(AssertKind::Assert, start),
            TokenKind::Constraint => self.assert(AssertKind::Constraint, start),
            TokenKind::LtlProperty => self.assert(AssertKind::LtlProperty, start),
            TokenKind::UIdent => self.process(ModifierWords::default(), start),
            TokenKind::BarBar => self.composite(ModifierWords::default(), start),
            kind if kind.is_modifier() => {
                let modifiers = self.modifiers();
                self.refuse_foreign_definition()?;
                match self.kind() {
                    TokenKind::BarBar => self.composite(modifiers, start),
                    _ => self.process(modifiers, start),
                }
            }
            _ => self.no_definition(),
        }
    }

    /// Reports that no definition begins here, as precisely as possible.
    fn no_definition(&mut self) -> Reading<Definition> {
        self.refuse_foreign_definition()?;
        let span = self.span();
        let diagnostic = match self.kind() {
            TokenKind::Star if self.nth(1) == TokenKind::Slash => {
                let span = span.to(self.tokens[self.at + 1].span);
                Diagnostic::error("E0224", span, "`*/` without an open comment")
                    .help("comments do not nest: the first `*/` ends the comment")
            }
            TokenKind::LIdent if matches!(self.nth(1), TokenKind::Equal | TokenKind::OpenParen) => {
                self.lower_case_name("a process")
            }
            _ => Diagnostic::error("E0201", span, format!("expected a definition, found {}", self.found())).help(
                "a definition begins with the name of a process, with `||` and the name of a composite, or with a keyword such as `const`",
            ),
        };
        self.fail(diagnostic)
    }

    /// The modifiers before a process or composite. One out of order is reported and counts nevertheless.
    fn modifiers(&mut self) -> ModifierWords {
        let mut words = ModifierWords::default();
        let order: Vec<&str> = Keyword::of_kind(KeywordKind::Modifier).map(|keyword| keyword.word).collect();
        let mut next = 0;
        while self.kind().is_modifier() {
            let word = match self.kind() {
                TokenKind::Deterministic => &mut words.deterministic,
                TokenKind::Minimal => &mut words.minimal,
                TokenKind::Compose => &mut words.compose,
                TokenKind::Property => &mut words.property,
                _ => &mut words.safe,
            };
            let position = order.iter().position(|word| *word == self.kind().text()).unwrap_or(next);
            let span = self.bump();
            if position < next {
                let message =
                    format!("the modifier `{}` is repeated or in the wrong order", self.slice(span));
                let diagnostic = Diagnostic::error("E0234", span, message)
                    .help(format!("the order is `{}`, each at most once", order.join(" ")));
                self.report(diagnostic);
            }
            next = next.max(position + 1);
            *word = Some(span);
        }
        words
    }

    /// What follows a name; if it cannot be read it is skipped.
    fn or_skip<T>(&mut self, read: impl FnOnce(&mut Self) -> Reading<T>) -> Option<T> {
        let result = read(self).ok();
        if result.is_none() {
            self.skip_to_definition();
        }
        result
    }

    fn constant(&mut self) -> Reading<Definition> {
        self.bump();
        let name = self.upper_name("a constant")?;
        let after = self.span();
        let value = self.or_skip(|p| {
            p.equals_sign()?;
            p.additive_only("the value of a constant")
        });
        Ok(Definition::Const(ConstDef { name, value: value.unwrap_or(invalid(after)) }))
    }

    fn range(&mut self) -> Reading<Definition> {
        self.bump();
        let name = self.upper_name("a range")?;
        self.ranges.insert(self.slice(name.span), name.span);
        let after = self.span();
        let bounds = self.or_skip(|p| {
            p.equals_sign()?;
            let low = p.additive_only("a range")?;
            p.expect(TokenKind::DotDot)?;
            Ok((low, p.additive_only("a range")?))
        });
        let (low, high) = bounds.unwrap_or((invalid(after), invalid(after)));
        Ok(Definition::Range(RangeDef { name, low, high }))
    }

    /// A set. Its name is known as a set only after its elements.
    fn set(&mut self) -> Reading<Definition> {
        self.bump();
        let name = self.upper_name("a set")?;
        let after = self.span();
        let braces = self.or_skip(|p| {
            p.equals_sign()?;
            p.braces()
        });
        // Only now: a set cannot be used in its own definition.
        self.sets.insert(self.slice(name.span), name.span);
        let (elements, span) = braces.unwrap_or((Vec::new(), after));
        Ok(Definition::Set(SetDef { name, elements, span }))
    }

    fn progress(&mut self, start: Span) -> Reading<Definition> {
        self.bump();
        let name = self.upper_name("a progress test")?;
        let indices = if self.kind() == TokenKind::Equal { Vec::new() } else { self.indices()? };
        self.equals_sign()?;
        let mut condition = None;
        if self.eat(TokenKind::If) {
            condition = Some(self.label()?);
            self.expect(TokenKind::Then)?;
        }
        let actions = self.label()?;
        Ok(Definition::Progress(ProgressDef { name, indices, condition, actions, span: self.since(start) }))
    }

    fn menu(&mut self) -> Reading<Definition> {
        self.bump();
        let name = self.upper_name("a menu")?;
        self.equals_sign()?;
        let actions = self.label()?;
        Ok(Definition::Menu(MenuDef { name, actions }))
    }

    /// A text in quotes, without the quotes.
    fn string(&mut self) -> Reading<(String, Span)> {
        if self.kind() != TokenKind::Str {
            return self.unexpected("the name of a file in quotes");
        }
        let text = self.token_text();
        let text = text.strip_prefix('"').unwrap_or(text);
        let text = text.strip_suffix('"').unwrap_or(text).to_owned();
        Ok((text, self.bump()))
    }

    fn import(&mut self) -> Reading<Definition> {
        self.bump();
        let name = self.upper_name("a process")?;
        self.equals_sign()?;
        let (file, file_span) = self.string()?;
        Ok(Definition::Import(ImportDef { name, file, file_span }))
    }

    /// An animation: parsed so that models of LTSA can be read, but without meaning.
    fn animation(&mut self, start: Span) -> Reading<Definition> {
        self.bump();
        let name = self.upper_name("an animation")?;
        self.equals_sign()?;
        let (file, _) = self.string()?;
        let mut definition = AnimationDef {
            name,
            file,
            target: None,
            parts: Vec::new(),
            actions: Vec::new(),
            controls: Vec::new(),
            span: start,
        };
        if self.eat(TokenKind::Target) {
            definition.target = Some(self.upper_name("the target")?);
        }
        if self.kind() == TokenKind::Compose && self.nth(1) == TokenKind::OpenBrace {
            self.bump();
            let opening = self.bump();
            loop {
                let part = self.upper_name("an animation")?;
                let relabels = if self.eat(TokenKind::Slash) { self.relabels()? } else { Vec::new() };
                definition.parts.push((part, relabels));
                if !self.eat(TokenKind::BarBar) {
                    break;
                }
            }
            self.close(TokenKind::CloseBrace, opening, "`||` or `}`")?;
        }
        if self.eat(TokenKind::Actions) {
            definition.actions = self.relabels()?;
        }
        if self.eat(TokenKind::Controls) {
            definition.controls = self.relabels()?;
        }
        definition.span = self.since(start);
        Ok(Definition::Animation(definition))
    }

    fn fluent(&mut self, start: Span) -> Reading<Definition> {
        self.bump();
        let name = self.upper_name("a fluent")?;
        let indices = if self.kind() == TokenKind::Equal { Vec::new() } else { self.indices()? };
        self.equals_sign()?;
        self.expect(TokenKind::Less)?;
        let initiating = self.label()?;
        self.expect(TokenKind::Comma)?;
        let terminating = self.label()?;
        self.expect(TokenKind::Greater)?;
        let mut initially = None;
        if self.eat(TokenKind::Initially) {
            initially = Some(self.additive_only("the initial value of a fluent")?);
        }
        let span = self.since(start);
        Ok(Definition::Fluent(FluentDef { name, indices, initiating, terminating, initially, span }))
    }

    /// A formula with its parameters and alphabet extension.
    fn assert(&mut self, kind: AssertKind, start: Span) -> Reading<Definition> {
        self.bump();
        let name = self.upper_name("a formula")?;
        let params = self.params()?;
        let after = self.span();
        let rest = self.or_skip(|p| {
            p.equals_sign()?;
            let formula = p.assert_formula()?;
            let extension = if p.eat(TokenKind::Plus) { Some(p.label_set()?) } else { None };
            Ok((formula, extension))
        });
        let (formula, extension) =
            rest.unwrap_or((Formula { kind: FormulaKind::Invalid, span: after }, None));
        Ok(Definition::Assert(AssertDef { kind, name, params, formula, extension, span: self.since(start) }))
    }
}

/// The expression for a value that could not be parsed.
fn invalid(span: Span) -> Expr {
    Expr { kind: ExprKind::Invalid, span }
}
