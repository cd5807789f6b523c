//! Composites and relabelings.
//!
//! ```text
//! composite = "||" NAME [ params ] "=" comp [ ( ">>" | "<<" ) set ] [ ( "\" | "@" ) set ] "."
//! comp      = "if" expression "then" comp [ "else" comp ]
//!           | "forall" indices comp
//!           | [ label "::" ] [ label ":" ] ( NAME [ actuals ] | "(" [ comp { "||" comp } ] ")" ) [ "/" relabels ]
//! relabels  = "{" relabel { "," relabel } "}"
//! relabel   = label "/" label
//!           | "forall" indices relabels
//! ```

use super::process::Conditional;
use super::{Parser, Reading};
use crate::ast::{
    Call, Comp, CompInner, CompKind, CompositeDef, Definition, Label, ModifierWords, PriorityClause, Relabel,
};
use crate::diagnostic::Diagnostic;
use crate::span::Span;
use crate::token::TokenKind;

impl Parser<'_, '_> {
    /// `||S(N=2) = comp >> {…} \ {…}.`, from the `||` on.
    pub(super) fn composite(&mut self, modifiers: ModifierWords, start: Span) -> Reading<Definition> {
        self.expect(TokenKind::BarBar)?;
        let name = self.upper_name("a composite")?;
        let params = self.params()?;
        self.equals_sign()?;
        let body = Comp { kind: CompKind::Invalid, span: self.span() };
        let mut definition =
            CompositeDef { modifiers, name, params, body, priority: None, hiding: None, span: start };
        match self.composite_rest(&mut definition) {
            Ok(()) => self.final_dot(&definition.name),
            Err(_) => self.skip_to_definition(),
        }
        definition.span = self.since(start);
        Ok(Definition::Composite(definition))
    }

    /// The body of a composite and the clauses after it.
    fn composite_rest(&mut self, definition: &mut CompositeDef) -> Reading<()> {
        definition.body = self.comp()?;
        if self.kind() == TokenKind::BarBar && !self.composite_starts() {
            let message = "the parts of a composition must be in parentheses";
            let diagnostic = Diagnostic::error("E0227", self.span(), message)
                .help("write `(A || B)` around all the parts");
            return self.fail(diagnostic);
        }
        loop {
            let start = self.span();
            let (repeated, misplaced) = match self.kind() {
                TokenKind::ShiftLeft | TokenKind::ShiftRight => {
                    (definition.priority.is_some(), definition.hiding.is_some())
                }
                TokenKind::Backslash | TokenKind::At => (definition.hiding.is_some(), false),
                TokenKind::Slash => (false, true),
                _ => return Ok(()),
            };
            let order = "`/ {…}`, one of `>> {…}` and `<< {…}`, one of `\\ {…}` and `@ {…}`";
            self.clause_order(start, repeated, misplaced, order);
            match self.kind() {
                TokenKind::Slash => {
                    self.bump();
                    self.relabels()?;
                }
                TokenKind::Backslash | TokenKind::At => definition.hiding = Some(self.hiding()?),
                kind => {
                    self.bump();
                    let set = self.label_set()?;
                    let high = kind == TokenKind::ShiftLeft;
                    definition.priority = Some(PriorityClause { high, set, span: self.since(start) });
                }
            }
        }
    }

    /// A part of a composition.
    fn comp(&mut self) -> Reading<Comp> {
        self.nested(|p| p.comp_inside())
    }

    fn comp_inside(&mut self) -> Reading<Comp> {
        let start = self.span();
        let kind = match self.kind() {
            TokenKind::If => {
                let Conditional { condition, then, otherwise } = self.conditional(Self::comp)?;
                CompKind::If { condition, then, otherwise }
            }
            TokenKind::Forall => {
                self.bump();
                let indices = self.indices()?;
                let body = Box::new(self.comp()?);
                CompKind::Forall { indices, body }
            }
            _ => self.comp_item()?,
        };
        Ok(Comp { kind, span: self.since(start) })
    }

    /// `s::p:P(1)/{new/old}`
    fn comp_item(&mut self) -> Reading<CompKind> {
        let (share, prefix) = self.prefixes()?;
        let inner = match self.kind() {
            TokenKind::UIdent => {
                if matches!(self.nth(1), TokenKind::Colon | TokenKind::ColonColon) {
                    let diagnostic = self.not_a_domain(self.span(), super::label::Wanted::Set);
                    return self.fail(diagnostic);
                }
                let name = self.take_name();
                let actuals = if self.kind() == TokenKind::OpenParen { self.actuals()? } else { Vec::new() };
                let span = self.since(name.span);
                CompInner::Call(Call { name, actuals, span })
            }
            TokenKind::OpenParen => CompInner::Group(self.group()?),
            _ => return self.unexpected("a process or `(…)`"),
        };
        let relabels = if self.eat(TokenKind::Slash) { self.relabels()? } else { Vec::new() };
        Ok(CompKind::Item { share, prefix, inner, relabels })
    }

    /// `s::p:`, `s::`, `p:` or nothing.
    fn prefixes(&mut self) -> Reading<(Option<Label>, Option<Label>)> {
        if !self.at_label() {
            return Ok((None, None));
        }
        let first = self.label()?;
        match self.kind() {
            TokenKind::Colon => {
                self.bump();
                if self.at_label() && !self.at_set_name() {
                    let diagnostic = Diagnostic::error("E0229", self.span(), "a second prefix after `:`")
                        .help("write sharing first, as in `{a,b}::c:P`; to prefix twice, write `a.b:P`");
                    return self.fail(diagnostic);
                }
                Ok((None, Some(first)))
            }
            TokenKind::ColonColon => {
                self.bump();
                if !self.at_label() {
                    return Ok((Some(first), None));
                }
                let second = self.label()?;
                self.expect(TokenKind::Colon)?;
                Ok((Some(first), Some(second)))
            }
            _ => {
                let text = self.slice(first.span);
                if self.sets.contains_key(text) {
                    let message =
                        format!("`{text}` is a set here and cannot be a process of the composition");
                    let diagnostic = Diagnostic::error("E0226", first.span, message)
                        .related(self.sets[text], "the set is defined here")
                        .help("give the set or the process another name");
                    return self.fail(diagnostic);
                }
                self.unexpected("`:` or `::` after the prefix")
            }
        }
    }

    /// `( X || Y )`, possibly empty.
    fn group(&mut self) -> Reading<Vec<Comp>> {
        let opening = self.bump();
        let mut parts = Vec::new();
        if self.eat(TokenKind::CloseParen) {
            return Ok(parts);
        }
        loop {
            parts.push(self.comp()?);
            if !self.eat(TokenKind::BarBar) {
                break;
            }
        }
        if let TokenKind::Backslash | TokenKind::At | TokenKind::ShiftLeft | TokenKind::ShiftRight =
            self.kind()
        {
            let text = self.kind().text();
            let message = format!("`{text}` is allowed only at the end of a composite");
            let diagnostic = Diagnostic::error("E0228", self.span(), message)
                .help("define this part as a separate composite and use its name");
            return self.fail(diagnostic);
        }
        if self.kind() == TokenKind::Bar {
            let span = self.span();
            let diagnostic = Diagnostic::error("E0203", span, "expected `||` or `)`, found `|`")
                .related(opening, "in these parentheses")
                .help("`||` composes processes, `|` is a choice between actions")
                .fix(span, "||");
            return self.fail(diagnostic);
        }
        self.close(TokenKind::CloseParen, opening, "`||` or `)`")?;
        parts.shrink_to_fit();
        Ok(parts)
    }

    /// `{ new/old, forall [i:R] {…} }`
    pub(super) fn relabels(&mut self) -> Reading<Vec<Relabel>> {
        self.nested(|p| p.relabels_inside())
    }

    fn relabels_inside(&mut self) -> Reading<Vec<Relabel>> {
        let opening = self.expect(TokenKind::OpenBrace)?;
        let mut relabels = Vec::new();
        loop {
            relabels.push(self.relabel()?);
            if !self.eat(TokenKind::Comma) {
                self.close(TokenKind::CloseBrace, opening, "`,` or `}`")?;
                relabels.shrink_to_fit();
                return Ok(relabels);
            }
        }
    }

    /// `new/old`, or `forall` with relabelings in braces.
    fn relabel(&mut self) -> Reading<Relabel> {
        let start = self.span();
        if self.eat(TokenKind::Forall) {
            let indices = self.indices()?;
            let relabels = self.relabels()?;
            return Ok(Relabel::Forall { indices, relabels, span: self.since(start) });
        }
        let new = self.label()?;
        if matches!(self.kind(), TokenKind::Comma | TokenKind::CloseBrace) {
            let text = self.shown(new.span);
            let diagnostic =
                Diagnostic::error("E0230", new.span, format!("the relabeling to `{text}` has no old label"))
                    .help(format!("write the new label, `/`, and the old one: `{text}/old`"));
            return self.fail(diagnostic);
        }
        self.expect(TokenKind::Slash)?;
        let old = self.label()?;
        Ok(Relabel::Pair { new, old, span: self.since(start) })
    }
}
