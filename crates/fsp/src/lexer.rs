//! From text to tokens.
//!
//! # Problem
//!
//! Divide a text into the tokens of FSP; a text that is not FSP still gives tokens, and diagnostics.
//!
//! # Method
//!
//! One pass, longest match. A character that begins no token is skipped with a diagnostic; neighboring ones
//! share it.
//!
//! # Invariants
//!
//! (L1) The last token, and only that, is `Eof`. (L2) Tokens do not overlap and are in order. (L3) Spans
//! begin and end between characters.
//!
//! # Cost
//!
//! Linear in the text.
//!
//! # Departures
//!
//! LTSA silently accepts an unterminated comment and reads `09` as two numbers; both are reported here.

use crate::diagnostic::Diagnostic;
use crate::source::Findings;
use crate::span::Span;
use crate::token::{Token, TokenKind};

/// The value of a number as FSP writes it, if it is one: decimal, `0x…`, or octal after a leading `0`.
pub(crate) fn int_value(text: &str) -> Option<i32> {
    if let Some(digits) = text.strip_prefix("0x").or_else(|| text.strip_prefix("0X")) {
        i32::from_str_radix(digits, 16).ok()
    } else if text.len() > 1 && text.starts_with('0') {
        i32::from_str_radix(text, 8).ok()
    } else {
        text.parse().ok()
    }
}

/// The tokens of `text`.
pub(crate) fn lex(text: &str, findings: &mut Findings) -> Vec<Token> {
    // A NUL ends the file wherever it stands, also in a comment.
    let end = text.find('\0').unwrap_or(text.len());
    let read = &text[..end];
    let mut lexer = Lexer { text: read, bytes: read.as_bytes(), at: 0, findings, tokens: Vec::new() };
    while lexer.token() {}
    let tokens = lexer.tokens;
    if text[end..].contains(|c: char| c != '\0' && !c.is_whitespace()) {
        let message = "NUL character: the text after it is not read";
        findings.push(Diagnostic::warning("W0103", Span::new(end as u32, end as u32 + 1), message));
    }
    tokens
}

/// The state of the pass over the text.
struct Lexer<'t, 'f> {
    text: &'t str,
    bytes: &'t [u8],
    at: usize,
    findings: &'f mut Findings,
    tokens: Vec<Token>,
}

impl Lexer<'_, '_> {
    /// The byte `ahead` places further on; 0 at the end, where no token begins.
    fn peek(&self, ahead: usize) -> u8 {
        self.bytes.get(self.at + ahead).copied().unwrap_or(0)
    }

    fn span_from(&self, start: usize) -> Span {
        Span::new(start as u32, self.at as u32)
    }

    /// Reads one token or one stretch without meaning; false at the end.
    fn token(&mut self) -> bool {
        let start = self.at;
        let kind = match self.peek(0) {
            0 => {
                self.tokens.push(Token { kind: TokenKind::Eof, span: self.span_from(start) });
                return false;
            }
            byte if byte.is_ascii_whitespace() || byte == 0x0B => {
                self.at += 1;
                return true;
            }
            b'/' if self.peek(1) == b'/' => {
                self.at +=
                    self.bytes[start..].iter().position(|b| *b == b'\n').unwrap_or(self.bytes.len() - start);
                return true;
            }
            b'/' if self.peek(1) == b'*' => {
                self.block_comment();
                return true;
            }
            byte if byte.is_ascii_alphabetic() || byte == b'_' => self.identifier(),
            byte if !byte.is_ascii() && self.text[start..].starts_with(char::is_alphabetic) => {
                self.identifier()
            }
            byte if byte.is_ascii_digit() => self.number(),
            b'"' => self.string(),
            _ => match self.symbol() {
                Some(kind) => kind,
                None => {
                    self.unknown();
                    return true;
                }
            },
        };
        self.tokens.push(Token { kind, span: self.span_from(start) });
        true
    }

    /// Skips a comment; one that is never closed ends the text, with a warning.
    fn block_comment(&mut self) {
        let start = self.at;
        let body = &self.text[start + 2..];
        match body.find("*/") {
            Some(length) => self.at = start + 2 + length + 2,
            None => {
                self.at = self.bytes.len();
                let span = Span::new(start as u32, start as u32 + 2);
                let warning = Diagnostic::warning("W0102", span, "this comment is never closed")
                    .label("the comment extends to the end of the file")
                    .help("end the comment with `*/`");
                self.findings.push(warning);
            }
        }
    }

    /// A name. One with letters outside ASCII is reported, and kept as a name so that nothing else is.
    fn identifier(&mut self) -> TokenKind {
        let start = self.at;
        while self.peek(0).is_ascii_alphanumeric() || self.peek(0) == b'_' {
            self.at += 1;
        }
        if !self.peek(0).is_ascii() {
            let rest = &self.text[self.at..];
            let length = rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len());
            let foreign = rest[..length].chars().find(|c| !c.is_ascii());
            self.at += length;
            if let Some(letter) = foreign {
                self.report_unknown(start, letter);
            }
        }
        let text = &self.text[start..self.at];
        match TokenKind::keyword(text) {
            Some(keyword) => keyword,
            None if text.starts_with(char::is_uppercase) => TokenKind::UIdent,
            None => TokenKind::LIdent,
        }
    }

    /// A number. One that cannot be a value is reported and stays a token, so that the parser can continue.
    fn number(&mut self) -> TokenKind {
        let start = self.at;
        let hexadecimal = self.peek(0) == b'0' && matches!(self.peek(1), b'x' | b'X');
        if hexadecimal {
            self.at += 2;
        }
        while if hexadecimal { self.peek(0).is_ascii_hexdigit() } else { self.peek(0).is_ascii_digit() } {
            self.at += 1;
        }
        let (text, span) = (&self.text[start..self.at], self.span_from(start));
        let octal = !hexadecimal && text.len() > 1 && text.starts_with('0');
        let decimal = text.trim_start_matches('0');
        if hexadecimal && text.len() == 2 {
            let error = Diagnostic::error("E0104", span, format!("`{text}` has no hexadecimal digits"));
            self.findings.push(error.help("write digits after `0x`, as in `0x1F`"));
        } else if octal && text.contains(['8', '9']) {
            let message = format!("`{text}` is not an octal number");
            let error = Diagnostic::error("E0103", span, message)
                .help(format!("a leading 0 makes a number octal; write `{decimal}`"));
            self.findings.push(error.fix(span, decimal));
        } else {
            match int_value(text) {
                None => {
                    let shown = if text.len() > 30 { "this number" } else { text };
                    let message = format!("{shown} is too large: the largest number is 2147483647");
                    self.findings.push(Diagnostic::error("E0102", span, message));
                }
                Some(value) if octal && value > 7 => {
                    let warning = Diagnostic::warning(
                        "W0101",
                        span,
                        format!("`{text}` is octal: its value is {value}"),
                    )
                    .help(format!("write `{value}` for this value, or `{decimal}` without the leading 0"));
                    self.findings.push(warning);
                }
                Some(_) => {}
            }
        }
        TokenKind::Int
    }

    /// A string, up to the closing quote or the end of the line.
    fn string(&mut self) -> TokenKind {
        let start = self.at;
        self.at += 1;
        while !matches!(self.peek(0), b'"' | b'\n' | b'\r' | 0) {
            self.at += 1;
        }
        if self.peek(0) == b'"' {
            self.at += 1;
        } else {
            let error = Diagnostic::error("E0105", self.span_from(start), "this string has no closing quote")
                .help("a string ends with `\"` on the same line");
            self.findings.push(error);
        }
        TokenKind::Str
    }

    /// A symbol, the longest that matches.
    fn symbol(&mut self) -> Option<TokenKind> {
        use TokenKind::*;
        let (kind, length) = match (self.peek(0), self.peek(1)) {
            (b'<', b'-') if self.peek(2) == b'>' => (Iff, 3),
            (b'|', b'|') => (BarBar, 2),
            (b'&', b'&') => (AndAnd, 2),
            (b'!', b'=') => (NotEqual, 2),
            (b'<', b'=') => (LessEqual, 2),
            (b'<', b'<') => (ShiftLeft, 2),
            (b'<', b'>') => (Eventually, 2),
            (b'>', b'=') => (GreaterEqual, 2),
            (b'>', b'>') => (ShiftRight, 2),
            (b'=', b'=') => (EqualEqual, 2),
            (b'.', b'.') => (DotDot, 2),
            (b'-', b'>') => (Arrow, 2),
            (b':', b':') => (ColonColon, 2),
            (b'[', b']') => (Always, 2),
            (b'+', _) => (Plus, 1),
            (b'-', _) => (Minus, 1),
            (b'*', _) => (Star, 1),
            (b'/', _) => (Slash, 1),
            (b'%', _) => (Percent, 1),
            (b'^', _) => (Caret, 1),
            (b'~', _) => (Tilde, 1),
            (b'?', _) => (Question, 1),
            (b',', _) => (Comma, 1),
            (b'(', _) => (OpenParen, 1),
            (b')', _) => (CloseParen, 1),
            (b'{', _) => (OpenBrace, 1),
            (b'}', _) => (CloseBrace, 1),
            (b'[', _) => (OpenBracket, 1),
            (b']', _) => (CloseBracket, 1),
            (b';', _) => (Semicolon, 1),
            (b'@', _) => (At, 1),
            (b'\\', _) => (Backslash, 1),
            (b'#', _) => (Hash, 1),
            (b'\'', _) => (Quote, 1),
            (b'|', _) => (Bar, 1),
            (b'&', _) => (And, 1),
            (b'!', _) => (Bang, 1),
            (b'<', _) => (Less, 1),
            (b'>', _) => (Greater, 1),
            (b'=', _) => (Equal, 1),
            (b'.', _) => (Dot, 1),
            (b':', _) => (Colon, 1),
            _ => return None,
        };
        self.at += length;
        Some(kind)
    }

    /// Skips characters that begin no token, with one diagnostic for neighbors.
    fn unknown(&mut self) {
        let start = self.at;
        let begins_nothing = |c: char| {
            !c.is_ascii()
                || (c.is_ascii_control() && c != '\0' && c != '\x0B' && !c.is_ascii_whitespace())
                || matches!(c, '$' | '`')
        };
        self.at += self.text[start..].find(|c| !begins_nothing(c)).unwrap_or(self.text.len() - start).max(1);
        let first = self.text[start..].chars().next().unwrap_or(' ');
        self.report_unknown(start, first);
    }

    /// Reports text from `start` on that no token can have, by its first such character.
    fn report_unknown(&mut self, start: usize, first: char) {
        let shown = if first.is_control() || first.is_whitespace() {
            format!("the character U+{:04X}", u32::from(first))
        } else {
            format!("`{first}`")
        };
        let error = Diagnostic::error("E0101", self.span_from(start), format!("FSP does not use {shown}"))
            .help("outside comments, use only ASCII letters, digits, `_` and the symbols of FSP");
        self.findings.push(error);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kinds(text: &str) -> (Vec<&'static str>, Vec<&'static str>) {
        let mut findings = Findings::default();
        let tokens = lex(text, &mut findings);
        let kinds = tokens.iter().map(|token| match token.kind {
            TokenKind::UIdent => "U",
            TokenKind::LIdent => "L",
            TokenKind::Int => "0",
            TokenKind::Str => "S",
            TokenKind::Eof => "$",
            kind => kind.text(),
        });
        (kinds.collect(), findings.finish().iter().map(|diagnostic| diagnostic.code).collect())
    }

    #[track_caller]
    fn check(text: &str, tokens: &str, codes: &[&str]) {
        let (found, found_codes) = kinds(text);
        assert_eq!(found.join(" "), tokens, "{text}");
        assert_eq!(found_codes, codes, "{text}");
    }

    #[test]
    fn the_longest_symbol_wins() {
        check("[][[]]", "[] [ [] ] $", &[]);
        check("a<-1 a<->b <<= <> >>=", "L < - 0 L <-> L << = <> >> = $", &[]);
        check("0..N a.1 ...", "0 .. U L . 0 .. . $", &[]);
        check("||| &&& !== ::: -->", "|| | && & != = :: : - -> $", &[]);
    }

    #[test]
    fn names_and_numbers() {
        check("_X Xy x_1 sets set tau STOP", "L U L L set L U $", &[]);
        check("12ab 0xFFg 007 08 018", "0 L 0 L 0 0 0 $", &["E0103", "E0103"]);
        check("2147483647 2147483648 0xFFFFFFFF 0x", "0 0 0 0 $", &["E0102", "E0102", "E0104"]);
        check("010", "0 $", &["W0101"]);
        assert_eq!([int_value("010"), int_value("0x1f"), int_value("19")], [Some(8), Some(31), Some(19)]);
    }

    #[test]
    fn comments_texts_and_the_end_of_the_file() {
        check("a // b\nc /* d\n * / */ e", "L L L $", &[]);
        check("a /* b", "L $", &["W0102"]);
        check("\"a b\" \"c\nd", "S S L $", &["E0105"]);
        check("a\0b", "L $", &["W0103"]);
        check("a // b\0\nc", "L $", &["W0103"]);
        check("a /* \0 */ c", "L $", &["W0102", "W0103"]);
        check("a\0\n", "L $", &[]);
        check("größe Ärger $$ ` “", "L U $", &["E0101"; 5]);
    }
}
