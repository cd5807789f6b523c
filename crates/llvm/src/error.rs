//! Why a text is rejected.

use thiserror::Error;

/// A text that is not a module, or that exceeds a limit.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("line {line}, column {column}: {message}")]
pub struct ReadError {
    /// The line, from 1.
    pub line: u32,
    /// The column in characters, from 1.
    pub column: u32,
    /// What was expected, or what is wrong.
    pub message: String,
    limit: bool,
}

impl ReadError {
    /// The text may be a module, but it exceeds a limit of the reader.
    pub fn is_limit(&self) -> bool {
        self.limit
    }

    /// An error at a byte of the text. Counts lines, and is therefore used once per text.
    pub(crate) fn at(text: &str, offset: usize, message: impl Into<String>) -> Self {
        let before = &text.as_bytes()[..offset.min(text.len())];
        let line = before.iter().filter(|&&b| b == b'\n').count() + 1;
        let begin = before.iter().rposition(|&b| b == b'\n').map_or(0, |p| p + 1);
        // Continuation bytes of UTF-8 are not characters of their own.
        let column = before[begin..].iter().filter(|&&b| b & 0xC0 != 0x80).count() + 1;
        Self {
            line: u32::try_from(line).unwrap_or(u32::MAX),
            column: u32::try_from(column).unwrap_or(u32::MAX),
            message: message.into(),
            limit: false,
        }
    }

    /// The same error, as one of a limit.
    pub(crate) fn limit(mut self) -> Self {
        self.limit = true;
        self
    }
}

/// The result of reading a part.
pub(crate) type Read<T> = Result<T, ReadError>;
