//! Tokens of DOT.

use crate::error::{FormatError, FormatErrorKind};

/// A token and where it begins.
#[derive(Clone, Debug)]
pub(super) struct Token {
    pub(super) kind: Kind,
    pub(super) line: usize,
    pub(super) column: usize,
}

/// What a token is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// A name or number without quotes.
    Word(String),
    /// A text in quotes, its escapes as they stand.
    Quoted(String),
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

impl Token {
    /// The token as a person calls it.
    pub(super) fn describe(&self) -> String {
        match &self.kind {
            Kind::Word(word) => format!("`{word}`"),
            Kind::Quoted(text) => format!("\"{text}\""),
            Kind::Html => "an HTML text".to_string(),
            Kind::Arrow => "`->`".to_string(),
            Kind::Line => "`--`".to_string(),
            Kind::Sign(sign) => format!("`{sign}`"),
            Kind::End => "the end of the file".to_string(),
        }
    }

    /// An error at this token.
    pub(super) fn error(&self, kind: FormatErrorKind, message: impl Into<String>) -> FormatError {
        FormatError::at(kind, self.line, self.column, message)
    }
}

/// Reads tokens one after the other.
pub(super) struct Lexer<'a> {
    rest: std::iter::Peekable<std::str::Chars<'a>>,
    line: usize,
    column: usize,
}

impl<'a> Lexer<'a> {
    pub(super) fn new(text: &'a str) -> Self {
        Lexer { rest: text.chars().peekable(), line: 1, column: 1 }
    }

    pub(super) fn next(&mut self) -> Result<Token, FormatError> {
        self.skip_blanks_and_comments()?;
        let (line, column) = (self.line, self.column);
        let token = |kind| Token { kind, line, column };
        let Some(&c) = self.rest.peek() else {
            return Ok(token(Kind::End));
        };
        let kind = match c {
            '"' => Kind::Quoted(self.quoted()?),
            '<' => self.html()?,
            '{' | '}' | '[' | ']' | '=' | ';' | ',' | ':' | '+' => {
                self.bump();
                Kind::Sign(c)
            }
            '-' => {
                self.bump();
                match self.rest.peek() {
                    Some('>') => {
                        self.bump();
                        Kind::Arrow
                    }
                    Some('-') => {
                        self.bump();
                        Kind::Line
                    }
                    _ => Kind::Word(format!("-{}", self.word())),
                }
            }
            c if is_word(c) => Kind::Word(self.word()),
            c => {
                let message = format!("unexpected character {c:?}");
                return Err(FormatError::at(FormatErrorKind::Syntax, line, column, message));
            }
        };
        Ok(token(kind))
    }

    fn bump(&mut self) -> Option<char> {
        let c = self.rest.next()?;
        if c == '\n' {
            self.line += 1;
            self.column = 1;
        } else {
            self.column += 1;
        }
        Some(c)
    }

    fn word(&mut self) -> String {
        let mut word = String::new();
        while let Some(&c) = self.rest.peek().filter(|&&c| is_word(c)) {
            word.push(c);
            self.bump();
        }
        word
    }

    /// The text between quotes; `\"` is a quote, a backslash before a line end joins lines, other escapes are kept.
    fn quoted(&mut self) -> Result<String, FormatError> {
        let (line, column) = (self.line, self.column);
        self.bump();
        let mut text = String::new();
        while let Some(c) = self.bump() {
            match c {
                '"' => return Ok(text),
                '\\' => match self.bump() {
                    Some('"') => text.push('"'),
                    Some('\n') => {}
                    Some('\r') if self.rest.peek() == Some(&'\n') => {
                        self.bump();
                    }
                    Some(c) => text.extend(['\\', c]),
                    None => break,
                },
                c => text.push(c),
            }
        }
        Err(FormatError::at(FormatErrorKind::Syntax, line, column, "this text is not closed by `\"`"))
    }

    fn html(&mut self) -> Result<Kind, FormatError> {
        let (line, column) = (self.line, self.column);
        let mut depth = 0usize;
        while let Some(c) = self.bump() {
            match c {
                '<' => depth += 1,
                '>' => depth -= 1,
                _ => {}
            }
            if depth == 0 {
                return Ok(Kind::Html);
            }
        }
        Err(FormatError::at(FormatErrorKind::Syntax, line, column, "this HTML text is not closed by `>`"))
    }

    fn skip_blanks_and_comments(&mut self) -> Result<(), FormatError> {
        loop {
            match self.rest.peek() {
                Some('#') if self.column == 1 => self.skip_line(),
                Some('/') => {
                    let (line, column) = (self.line, self.column);
                    self.bump();
                    match self.bump() {
                        Some('/') => self.skip_line(),
                        Some('*') => self.skip_comment(line, column)?,
                        _ => {
                            let message = "expected `//` or `/*` after `/`";
                            return Err(FormatError::at(FormatErrorKind::Syntax, line, column, message));
                        }
                    }
                }
                Some(c) if c.is_whitespace() => {
                    self.bump();
                }
                _ => return Ok(()),
            }
        }
    }

    fn skip_line(&mut self) {
        while let Some(c) = self.bump() {
            if c == '\n' {
                break;
            }
        }
    }

    fn skip_comment(&mut self, line: usize, column: usize) -> Result<(), FormatError> {
        let mut last = ' ';
        while let Some(c) = self.bump() {
            if last == '*' && c == '/' {
                return Ok(());
            }
            last = c;
        }
        Err(FormatError::at(FormatErrorKind::Syntax, line, column, "this comment is not closed"))
    }
}

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_' || c == '.' || (!c.is_ascii() && !c.is_whitespace() && !c.is_control())
}
