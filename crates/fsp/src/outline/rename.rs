//! Renaming without changing the meaning of a model.
//!
//! An edit is offered only if it certainly preserves the meaning. Otherwise the reason is reported: the new
//! name would be captured, or the old one also occurs where the text could not be parsed.

use thiserror::Error;

use super::{NameKind, Outline, SymbolId};
use crate::keyword::{is_fixed_process, is_operator_word};
use crate::model::DEFAULT_TARGET;
use crate::span::Span;
use crate::token::TokenKind;

/// Why a name cannot be changed.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum RenameProblem {
    /// There is no name at the place.
    #[error("there is nothing to rename here")]
    Nothing,
    /// It has a fixed meaning.
    #[error("`{0}` has a fixed meaning and cannot be renamed")]
    Fixed(String),
    /// Nothing of this name is defined.
    #[error("`{0}` is not defined in this file")]
    Undefined(String),
    /// The new name is not a name.
    #[error(
        "`{0}` is not a name: a name consists of ASCII letters, digits and `_`, and does not begin with a digit"
    )]
    NotAName(String),
    /// The new name is reserved.
    #[error("`{0}` has a fixed meaning in FSP")]
    Reserved(String),
    /// The new name has the wrong case.
    #[error("the name of this {what} must begin with {first}")]
    WrongCase {
        /// What is renamed.
        what: &'static str,
        /// Which letter must be first.
        first: &'static str,
    },
    /// The new name is taken.
    #[error("`{name}` is already the name of {}", with_article(what))]
    Taken {
        /// The new name.
        name: String,
        /// What has it.
        what: &'static str,
        /// Where it is used.
        span: Span,
    },
    /// The old name also occurs where the text could not be parsed.
    #[error("`{name}` also occurs where the text has a syntax error: correct that first")]
    Unreadable {
        /// The old name.
        name: String,
        /// Where it occurs.
        span: Span,
    },
}

fn with_article(what: &str) -> String {
    let article = if what.starts_with(['a', 'e', 'i', 'o', 'u']) { "an" } else { "a" };
    format!("{article} {what}")
}

impl Outline {
    /// The symbol at a place, if it can be renamed, and the place of its name.
    ///
    /// # Errors
    /// If there is no name at the place, or one that cannot change.
    pub fn renamable(&self, offset: u32) -> Result<(SymbolId, Span), RenameProblem> {
        let occurrence = self.at(offset).ok_or(RenameProblem::Nothing)?;
        let name = || self.slice(occurrence.span).to_string();
        match occurrence.symbol {
            _ if occurrence.kind == NameKind::Fixed => Err(RenameProblem::Fixed(name())),
            None => Err(RenameProblem::Undefined(name())),
            Some(_) if !occurrence.is_certain => {
                Err(RenameProblem::Unreadable { name: name(), span: occurrence.span })
            }
            Some(_) if occurrence.kind == NameKind::Action && self.slice(occurrence.span) == "tau" => {
                Err(RenameProblem::Fixed(name()))
            }
            Some(symbol) => Ok((symbol, occurrence.span)),
        }
    }

    /// The places that have to change for a symbol to have another name.
    ///
    /// ```
    /// use rely_fsp::outline::Outline;
    /// let text = "P = (a -> Q), Q = (b -> P).";
    /// let outline = Outline::new(&rely_fsp::parse(text.as_bytes()));
    /// let (symbol, _) = outline.renamable(10).unwrap();
    /// let starts: Vec<u32> = outline.rename(symbol, "R").unwrap().iter().map(|span| span.start).collect();
    /// assert_eq!(starts, [10, 14]);
    /// assert!(outline.rename(symbol, "P").is_err());
    /// ```
    ///
    /// # Errors
    /// If the new name is not a name, or would change the meaning of the model.
    pub fn rename(&self, symbol: SymbolId, new: &str) -> Result<Vec<Span>, RenameProblem> {
        let of = self.symbol(symbol);
        if *of.name == *new {
            return Ok(Vec::new());
        }
        self.acceptable(of.kind, new)?;
        // Inside of what the new name must not stand yet.
        let around = match of.kind {
            NameKind::Local | NameKind::Parameter | NameKind::Variable => of.owner,
            _ => None,
        };
        for occurrence in &self.occurrences {
            let text = self.slice(occurrence.span);
            if text == &*of.name && !occurrence.is_certain {
                return Err(RenameProblem::Unreadable { name: text.to_string(), span: occurrence.span });
            }
            if text != new {
                continue;
            }
            // The parser takes the names of sets and ranges for what they are wherever they stand.
            let decides = matches!(occurrence.kind, NameKind::Set | NameKind::Range);
            if around.is_none() || decides || occurrence.owner == around || !occurrence.is_certain {
                let (name, what) = (new.to_string(), occurrence.kind.word());
                return Err(RenameProblem::Taken { name, what, span: occurrence.span });
            }
        }
        Ok(self.occurrences_of(symbol).map(|occurrence| occurrence.span).collect())
    }

    /// Checks that a text can be the name of such a symbol.
    fn acceptable(&self, kind: NameKind, new: &str) -> Result<(), RenameProblem> {
        let letters = new.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
        if !letters || new.is_empty() || new.as_bytes()[0].is_ascii_digit() {
            return Err(RenameProblem::NotAName(new.to_string()));
        }
        let reserved = TokenKind::keyword(new).is_some()
            || (kind == NameKind::Action && new == "tau")
            || is_fixed_process(new)
            || new == DEFAULT_TARGET
            || (kind != NameKind::Local && is_operator_word(new));
        if reserved {
            return Err(RenameProblem::Reserved(new.to_string()));
        }
        let upper = new.as_bytes()[0].is_ascii_uppercase();
        match (kind.is_lower(), upper) {
            (true, true) => Err(RenameProblem::WrongCase { what: kind.word(), first: "a lower-case letter" }),
            (false, false) => {
                Err(RenameProblem::WrongCase { what: kind.word(), first: "an upper-case letter" })
            }
            _ => Ok(()),
        }
    }
}
