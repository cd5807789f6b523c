//! A position in the tokens of a text, with the errors that are reported there.

use crate::error::{Read, ReadError};
use crate::lexer::{Lexer, Token};

/// How many levels types and constants may be nested.
pub(crate) const NESTING: u32 = 128;

/// The levels of a type.
pub(crate) const TYPE: u32 = 1;

/// The levels of a constant. It needs more of the stack: without optimization, 42 constants need about 1 MB.
pub(crate) const CONSTANT: u32 = 3;

/// The current token, and the lexer behind it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Cursor<'a> {
    lexer: Lexer<'a>,
    /// The current token.
    pub(crate) token: Token<'a>,
    /// Its first byte.
    pub(crate) start: usize,
    /// Its line.
    pub(crate) line: u32,
    /// The line of the token before.
    pub(crate) last: u32,
    depth: u32,
}

impl<'a> Cursor<'a> {
    /// Begins at a byte of the text, which is on this line.
    pub(crate) fn new(text: &'a str, at: usize, line: u32) -> Read<Self> {
        let lexer = Lexer { text, at, line };
        let mut cursor = Self { lexer, token: Token::End, start: at, line, last: line, depth: 0 };
        cursor.advance()?;
        Ok(cursor)
    }

    /// The text.
    pub(crate) fn text(&self) -> &'a str {
        self.lexer.text
    }

    /// Goes to the next token and returns the current one.
    pub(crate) fn advance(&mut self) -> Read<Token<'a>> {
        let before = self.token;
        self.last = self.line;
        self.lexer.skip_space();
        self.start = self.lexer.at;
        self.line = self.lexer.line;
        self.token = self.lexer.next()?;
        Ok(before)
    }

    /// The token after the current one, if it can be read.
    pub(crate) fn peek(&self) -> Token<'a> {
        let mut lexer = self.lexer;
        lexer.next().unwrap_or(Token::End)
    }

    /// Skips the rest of the line.
    pub(crate) fn skip_line(&mut self) -> Read<()> {
        // A token contains line ends only inside of a string.
        self.lexer.skip_line();
        self.advance().map(drop)
    }

    /// An error at the current token.
    pub(crate) fn error(&self, message: impl Into<String>) -> ReadError {
        ReadError::at(self.text(), self.start, message)
    }

    /// An error that says what was expected instead of the current token.
    pub(crate) fn expected<T>(&self, what: &str) -> Read<T> {
        let mut found = self.token.describe();
        if found.len() > 80 {
            found = found.chars().take(80).chain("…'".chars()).collect();
        }
        Err(self.error(format!("expected {what}, found {found}")))
    }

    /// Checks that everything from `begin` to the current token is on one line, as LLVM writes it. This keeps
    /// the first pass linear: it looks at each line once.
    pub(crate) fn one_line(&self, begin: &Self, what: &str) -> Read<()> {
        if self.last == begin.line {
            return Ok(());
        }
        Err(begin.error(format!("expected {what} on one line")))
    }

    /// Whether the current token is this character.
    pub(crate) fn is(&self, mark: u8) -> bool {
        self.token == Token::Mark(mark)
    }

    /// Whether the current token is this word.
    pub(crate) fn is_word(&self, word: &str) -> bool {
        self.token == Token::Word(word)
    }

    /// Skips a character if it is here.
    pub(crate) fn accept(&mut self, mark: u8) -> Read<bool> {
        let here = self.is(mark);
        if here {
            self.advance()?;
        }
        Ok(here)
    }

    /// Skips a word if it is here.
    pub(crate) fn accept_word(&mut self, word: &str) -> Read<bool> {
        let here = self.is_word(word);
        if here {
            self.advance()?;
        }
        Ok(here)
    }

    /// Skips a character that must be here.
    pub(crate) fn expect(&mut self, mark: u8) -> Read<()> {
        if self.accept(mark)? { Ok(()) } else { self.expected(&format!("'{}'", char::from(mark))) }
    }

    /// Skips a word that must be here.
    pub(crate) fn expect_word(&mut self, word: &str) -> Read<()> {
        if self.accept_word(word)? { Ok(()) } else { self.expected(&format!("'{word}'")) }
    }

    /// A string.
    pub(crate) fn string(&mut self, what: &str) -> Read<&'a str> {
        match self.token {
            Token::Text(text) => {
                self.advance()?;
                Ok(text)
            }
            _ => self.expected(what),
        }
    }

    /// A number without a sign.
    pub(crate) fn number(&mut self, what: &str) -> Read<u64> {
        if let Token::Int(digits) = self.token
            && let Ok(number) = digits.parse()
        {
            self.advance()?;
            return Ok(number);
        }
        self.expected(what)
    }

    /// Skips brackets and everything between them. The current token opens them.
    pub(crate) fn skip_brackets(&mut self) -> Read<()> {
        let begin = *self;
        let mut open = 0u64;
        loop {
            match self.token {
                Token::Mark(b'(' | b'[' | b'{') => open += 1,
                Token::Mark(b')' | b']' | b'}') => open = open.saturating_sub(1),
                Token::End => return Err(begin.error("expected the end of what is bracketed here")),
                _ => {}
            }
            self.advance()?;
            if open == 0 {
                return Ok(());
            }
        }
    }

    /// Goes deeper by some levels, or fails at the limit. [`Cursor::shallower`] returns.
    pub(crate) fn deeper(&mut self, levels: u32) -> Read<()> {
        self.depth += levels;
        if self.depth > NESTING {
            return Err(self.error("types and constants are nested too deep").limit());
        }
        Ok(())
    }

    /// Returns from some levels.
    pub(crate) fn shallower(&mut self, levels: u32) {
        self.depth = self.depth.saturating_sub(levels);
    }
}
