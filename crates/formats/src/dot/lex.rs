//! Tokens of DOT.
//!
//! Tokens are pieces of the text, not copies, unless there is an escape in them. They know where they begin
//! as a byte; line and column are counted when an error asks for them.

use std::borrow::Cow;

use memchr::{memchr, memchr2};

use crate::error::{FormatError, FormatErrorKind, column};

/// A token and the byte where it begins.
#[derive(Clone, Debug)]
pub(super) struct Token<'a> {
    pub(super) kind: Kind<'a>,
    pub(super) at: usize,
}

/// What a token is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Kind<'a> {
    /// A name or number without quotes.
    Word(&'a str),
    /// A text in quotes, its escapes as they stand.
    Quoted(Cow<'a, str>),
    /// A text in angle brackets, which is never looked at.
    Html,
    /// `->`
    Arrow,
    /// `--`
    Line,
    /// One of `{ } [ ] = ; , : +`
    Sign(char),
    /// The end of the text.
    End,
}

impl Token<'_> {
    /// The token as a person calls it.
    pub(super) fn describe(&self) -> String {
        match &self.kind {
            Kind::Word(word) => format!("`{word}`"),
            Kind::Quoted(text) => format!("\"{text}\""),
            Kind::Html => "an HTML string".to_string(),
            Kind::Arrow => "`->`".to_string(),
            Kind::Line => "`--`".to_string(),
            Kind::Sign(sign) => format!("`{sign}`"),
            Kind::End => "the end of the file".to_string(),
        }
    }
}

/// Reads tokens one after the other.
pub(super) struct Lexer<'a> {
    text: &'a str,
    /// The byte that comes next; always between two characters.
    at: usize,
}

impl<'a> Lexer<'a> {
    pub(super) fn new(text: &'a str) -> Self {
        Lexer { text, at: 0 }
    }

    /// An error at a byte of the text.
    pub(super) fn error(&self, at: usize, kind: FormatErrorKind, message: impl Into<String>) -> FormatError {
        let before = &self.text.as_bytes()[..at];
        let line = before.iter().filter(|&&b| b == b'\n').count() + 1;
        let start = memchr::memrchr(b'\n', before).map_or(0, |i| i + 1);
        FormatError::at(kind, line, column(&before[start..], at - start), message)
    }

    pub(super) fn next(&mut self) -> Result<Token<'a>, FormatError> {
        self.skip_blanks_and_comments()?;
        let at = self.at;
        let Some(first) = self.byte(0) else {
            return Ok(Token { kind: Kind::End, at });
        };
        let kind = match first {
            b'"' => Kind::Quoted(self.quoted()?),
            b'<' => self.html()?,
            b'{' | b'}' | b'[' | b']' | b'=' | b';' | b',' | b':' | b'+' => {
                self.at += 1;
                Kind::Sign(char::from(first))
            }
            b'-' => match self.byte(1) {
                Some(b'>') => {
                    self.at += 2;
                    Kind::Arrow
                }
                Some(b'-') => {
                    self.at += 2;
                    Kind::Line
                }
                _ => {
                    self.at += 1;
                    self.skip_word();
                    Kind::Word(&self.text[at..self.at])
                }
            },
            _ => {
                self.skip_word();
                if self.at == at {
                    let c = self.text[at..].chars().next().unwrap_or_default();
                    return Err(self.syntax(at, format!("unexpected character {c:?}")));
                }
                Kind::Word(&self.text[at..self.at])
            }
        };
        Ok(Token { kind, at })
    }

    /// The byte `ahead` places further on.
    #[inline]
    fn byte(&self, ahead: usize) -> Option<u8> {
        self.text.as_bytes().get(self.at + ahead).copied()
    }

    fn syntax(&self, at: usize, message: impl Into<String>) -> FormatError {
        self.error(at, FormatErrorKind::Syntax, message)
    }

    /// Passes over the characters of a word.
    #[inline]
    fn skip_word(&mut self) {
        while let Some(byte) = self.byte(0) {
            let length = match byte {
                _ if byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'.' => 1,
                _ if byte.is_ascii() => return,
                _ => match self.text[self.at..].chars().next() {
                    Some(c) if c.is_alphanumeric() || !c.is_whitespace() && !c.is_control() => c.len_utf8(),
                    _ => return,
                },
            };
            self.at += length;
        }
    }

    /// The text between quotes; `\"` is a quote, a backslash before a line end joins lines, other escapes are
    /// kept.
    fn quoted(&mut self) -> Result<Cow<'a, str>, FormatError> {
        let start = self.at;
        let mut text: Cow<'a, str> = Cow::Borrowed("");
        self.at += 1;
        loop {
            let rest = &self.text[self.at..];
            let Some(length) = memchr2(b'"', b'\\', rest.as_bytes()) else {
                return Err(self.syntax(start, "this string has no closing `\"`"));
            };
            // Nothing is copied as long as there is only one piece.
            match text.is_empty() {
                true => text = Cow::Borrowed(&rest[..length]),
                false => text.to_mut().push_str(&rest[..length]),
            }
            self.at += length + 1;
            if rest.as_bytes()[length] == b'"' {
                return Ok(text);
            }
            let escaped = &rest[length + 1..];
            let passed = match escaped.chars().next() {
                Some('"') => {
                    text.to_mut().push('"');
                    1
                }
                Some('\n') => 1,
                Some('\r') if escaped.as_bytes().get(1) == Some(&b'\n') => 2,
                Some(c) => {
                    text.to_mut().extend(['\\', c]);
                    c.len_utf8()
                }
                None => 0,
            };
            self.at += passed;
        }
    }

    fn html(&mut self) -> Result<Kind<'a>, FormatError> {
        let start = self.at;
        let mut depth = 0usize;
        while let Some(length) = memchr2(b'<', b'>', &self.text.as_bytes()[self.at..]) {
            self.at += length + 1;
            match self.text.as_bytes()[self.at - 1] {
                b'<' => depth += 1,
                _ => depth -= 1,
            }
            if depth == 0 {
                return Ok(Kind::Html);
            }
        }
        Err(self.syntax(start, "this HTML string has no closing `>`"))
    }

    fn skip_blanks_and_comments(&mut self) -> Result<(), FormatError> {
        loop {
            let Some(byte) = self.byte(0) else { return Ok(()) };
            match byte {
                b' ' | b'\n' | b'\t' | b'\r' => self.at += 1,
                b'#' if self.at == 0 || self.text.as_bytes()[self.at - 1] == b'\n' => self.skip_line(),
                b'/' => match self.byte(1) {
                    Some(b'/') => self.skip_line(),
                    Some(b'*') => match self.text[self.at + 2..].find("*/") {
                        Some(length) => self.at += length + 4,
                        None => return Err(self.syntax(self.at, "this comment is not closed")),
                    },
                    _ => return Err(self.syntax(self.at, "expected `//` or `/*` after `/`")),
                },
                _ => match self.text[self.at..].chars().next() {
                    Some(c) if c.is_whitespace() => self.at += c.len_utf8(),
                    _ => return Ok(()),
                },
            }
        }
    }

    fn skip_line(&mut self) {
        let rest = &self.text.as_bytes()[self.at..];
        self.at += memchr(b'\n', rest).map_or(rest.len(), |length| length + 1);
    }
}
