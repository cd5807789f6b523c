//! Tokens of LLVM's text. They borrow from the text; escapes are resolved on demand.

use std::borrow::Cow;

use crate::error::{Read, ReadError};

/// A token. Names have no sigil and no quotes, and still contain their escapes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Token<'a> {
    /// The end of the text.
    End,
    /// A keyword, a type, an opcode.
    Word(&'a str),
    /// `name:`, for blocks and for fields of metadata.
    Label(&'a str),
    /// `12:`
    LabelNumber(u32),
    /// `@name`
    Global(&'a str),
    /// `%name`
    Local(&'a str),
    /// `%12`
    LocalNumber(u32),
    /// `$name`
    Comdat,
    /// `#12`
    Group(u32),
    /// `#dbg_declare`
    Record(&'a str),
    /// `!12`
    Node(u32),
    /// `!name`
    NodeName(&'a str),
    /// `"…"`
    Text(&'a str),
    /// `c"…"`
    Bytes(&'a str),
    /// `-12`
    Int(&'a str),
    /// `1.5e+00`, `0x3FF0000000000000`
    Float(&'a str),
    /// `...`
    Dots,
    /// Any other character.
    Mark(u8),
}

impl Token<'_> {
    /// The token as a message shows it.
    pub(crate) fn describe(self) -> String {
        match self {
            Token::End => "the end of the text".into(),
            Token::Word(w) | Token::Int(w) | Token::Float(w) => format!("'{w}'"),
            Token::Label(l) => format!("'{l}:'"),
            Token::LabelNumber(n) => format!("'{n}:'"),
            Token::Global(n) => format!("'@{n}'"),
            Token::Local(n) => format!("'%{n}'"),
            Token::LocalNumber(n) => format!("'%{n}'"),
            Token::Comdat => "the name of a comdat".into(),
            Token::Group(n) => format!("'#{n}'"),
            Token::Record(r) => format!("'#{r}'"),
            Token::Node(n) => format!("'!{n}'"),
            Token::NodeName(n) => format!("'!{n}'"),
            Token::Text(_) | Token::Bytes(_) => "a string".into(),
            Token::Dots => "'...'".into(),
            Token::Mark(b) => format!("'{}'", char::from(b)),
        }
    }
}

/// Cuts a text into tokens. Copies are cheap, for looking ahead.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Lexer<'a> {
    /// The entire text.
    pub(crate) text: &'a str,
    /// The next byte.
    pub(crate) at: usize,
    /// The line of the next byte.
    pub(crate) line: u32,
}

fn is_word(b: u8) -> bool {
    b.is_ascii_alphanumeric() || matches!(b, b'$' | b'.' | b'_' | b'-')
}

impl<'a> Lexer<'a> {
    fn byte(&self, ahead: usize) -> u8 {
        self.text.as_bytes().get(self.at + ahead).copied().unwrap_or(0)
    }

    fn slice(&self, from: usize, to: usize) -> &'a str {
        self.text.get(from..to).unwrap_or("")
    }

    fn error<T>(&self, message: impl Into<String>) -> Read<T> {
        Err(ReadError::at(self.text, self.at, message))
    }

    /// Skips space and comments.
    pub(crate) fn skip_space(&mut self) {
        let bytes = self.text.as_bytes();
        while let Some(&b) = bytes.get(self.at) {
            match b {
                b'\n' => self.line = self.line.saturating_add(1),
                b' ' | b'\t' | b'\r' => {}
                b';' => {
                    self.skip_line();
                    continue;
                }
                _ => return,
            }
            self.at += 1;
        }
    }

    /// Goes to the end of the line.
    pub(crate) fn skip_line(&mut self) {
        let rest = self.text.as_bytes().get(self.at..).unwrap_or(&[]);
        self.at += rest.iter().position(|&b| b == b'\n').unwrap_or(rest.len());
    }

    /// The next token.
    pub(crate) fn next(&mut self) -> Read<Token<'a>> {
        self.skip_space();
        let Some(&first) = self.text.as_bytes().get(self.at) else { return Ok(Token::End) };
        match first {
            b'@' => {
                self.at += 1;
                Ok(Token::Global(self.name()?))
            }
            b'%' => {
                self.at += 1;
                if self.byte(0).is_ascii_digit() {
                    return Ok(Token::LocalNumber(self.number()?));
                }
                Ok(Token::Local(self.name()?))
            }
            b'!' => self.metadata(),
            b'#' => {
                self.at += 1;
                if self.byte(0).is_ascii_digit() {
                    return Ok(Token::Group(self.number()?));
                }
                match self.word() {
                    "" => self.error("expected a number or a name after '#'"),
                    word => Ok(Token::Record(word)),
                }
            }
            b'"' => {
                let text = self.quoted()?;
                if self.byte(0) == b':' {
                    self.at += 1;
                    return Ok(Token::Label(text));
                }
                Ok(Token::Text(text))
            }
            b'$' if self.byte(1) == b'"' => {
                self.at += 1;
                self.quoted()?;
                Ok(Token::Comdat)
            }
            b'c' if self.byte(1) == b'"' => {
                self.at += 1;
                Ok(Token::Bytes(self.quoted()?))
            }
            b'.' if self.byte(1) == b'.' && self.byte(2) == b'.' => {
                self.at += 3;
                Ok(Token::Dots)
            }
            b if is_word(b) || b == b'+' => self.word_or_number(),
            b if b.is_ascii_graphic() => {
                self.at += 1;
                Ok(Token::Mark(b))
            }
            _ => self.error("expected a token, found a character that does not occur outside of strings"),
        }
    }

    fn metadata(&mut self) -> Read<Token<'a>> {
        self.at += 1;
        let b = self.byte(0);
        if b.is_ascii_digit() {
            return Ok(Token::Node(self.number()?));
        }
        if !(b.is_ascii_alphabetic() || matches!(b, b'$' | b'.' | b'_' | b'-' | b'\\')) {
            return Ok(Token::Mark(b'!'));
        }
        let from = self.at;
        while is_word(self.byte(0)) || self.byte(0) == b'\\' {
            self.at += 1;
        }
        Ok(Token::NodeName(self.slice(from, self.at)))
    }

    /// A number below 2³², without a sign.
    fn number(&mut self) -> Read<u32> {
        let from = self.at;
        while self.byte(0).is_ascii_digit() {
            self.at += 1;
        }
        match self.slice(from, self.at).parse() {
            Ok(number) => Ok(number),
            Err(_) => self.error("expected a number below 4294967296"),
        }
    }

    fn word(&mut self) -> &'a str {
        let from = self.at;
        while is_word(self.byte(0)) {
            self.at += 1;
        }
        self.slice(from, self.at)
    }

    /// A name after its sigil.
    fn name(&mut self) -> Read<&'a str> {
        if self.byte(0) == b'"' {
            return self.quoted();
        }
        match self.word() {
            "" => self.error("expected a name"),
            word => Ok(word),
        }
    }

    /// A string; the position is at its first quote. A quote inside is written as an escape.
    fn quoted(&mut self) -> Read<&'a str> {
        let from = self.at + 1;
        let rest = self.text.as_bytes().get(from..).unwrap_or(&[]);
        let Some(length) = rest.iter().position(|&b| b == b'"') else {
            return self.error("expected the end of this string");
        };
        let text = self.slice(from, from + length);
        // LLVM escapes line ends; a text written by hand may contain them.
        let lines = text.bytes().filter(|&b| b == b'\n').count();
        self.line = self.line.saturating_add(u32::try_from(lines).unwrap_or(u32::MAX));
        self.at = from + length + 1;
        Ok(text)
    }

    fn word_or_number(&mut self) -> Read<Token<'a>> {
        let from = self.at;
        let sign = usize::from(matches!(self.byte(0), b'-' | b'+'));
        if !self.byte(sign).is_ascii_digit() {
            return match self.word() {
                "" => self.error("expected a number after '+'"),
                _ if self.byte(0) == b':' => {
                    self.at += 1;
                    Ok(Token::Label(self.slice(from, self.at - 1)))
                }
                word if word.starts_with('$') => Ok(Token::Comdat),
                word => Ok(Token::Word(word)),
            };
        }
        self.at += sign;
        let digits = self.at;
        while self.byte(0).is_ascii_digit() {
            self.at += 1;
        }
        match self.byte(0) {
            b':' if sign == 0 => {
                self.at = digits;
                let number = self.number()?;
                self.at += 1;
                Ok(Token::LabelNumber(number))
            }
            b'x' if self.at == digits + 1 && self.byte(1).is_ascii_alphanumeric() => {
                self.at += 1;
                self.word();
                Ok(Token::Float(self.slice(from, self.at)))
            }
            b'.' => {
                self.at += 1;
                while self.byte(0).is_ascii_digit() {
                    self.at += 1;
                }
                let signed = usize::from(matches!(self.byte(1), b'-' | b'+'));
                if matches!(self.byte(0), b'e' | b'E') && self.byte(1 + signed).is_ascii_digit() {
                    self.at += 1 + signed;
                    while self.byte(0).is_ascii_digit() {
                        self.at += 1;
                    }
                }
                Ok(Token::Float(self.slice(from, self.at)))
            }
            _ => Ok(Token::Int(self.slice(from, self.at))),
        }
    }
}

/// The bytes of a string with escapes: `\\` and `\5C`.
pub(crate) fn unescape_bytes(raw: &str) -> Vec<u8> {
    let bytes = raw.as_bytes();
    let mut out = Vec::with_capacity(bytes.len());
    let mut at = 0;
    let digit = |at: usize| bytes.get(at).and_then(|&b| char::from(b).to_digit(16));
    while at < bytes.len() {
        if bytes[at] == b'\\' {
            if bytes.get(at + 1) == Some(&b'\\') {
                out.push(b'\\');
                at += 2;
                continue;
            }
            if let (Some(high), Some(low)) = (digit(at + 1), digit(at + 2)) {
                out.push((high * 16 + low) as u8);
                at += 3;
                continue;
            }
        }
        out.push(bytes[at]);
        at += 1;
    }
    out
}

/// A name without escapes. Bytes that are not UTF-8 become replacement characters.
pub(crate) fn unescape(raw: &str) -> Cow<'_, str> {
    if raw.contains('\\') {
        Cow::Owned(String::from_utf8_lossy(&unescape_bytes(raw)).into_owned())
    } else {
        Cow::Borrowed(raw)
    }
}
