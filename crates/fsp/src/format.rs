//! One layout for all models.
//!
//! # Problem
//!
//! Write a model the way a careful author would: all models look alike, whatever they looked like before.
//! Only whitespace changes: every token and every comment stays, in the same order.
//!
//! # Method
//!
//! The text between two tokens becomes comments, each with its position ([`trivia`]). The tokens of one
//! definition become a document, a tree of words and of blocks that are written on one line or on several
//! ([`read`], [`doc`]). The document is written for the width of the page ([`print`]), and neighboring lines
//! are aligned ([`lines`]). A block is broken if it does not fit on the rest of its line; the widths that
//! decide this are known for every block before anything is written, after the idea of [Opp80].
//!
//! # Invariants
//!
//! (F1) The tokens of the result are those of the text. (F2) So are the comments, up to blanks at the end of
//! a line. (F3) The layout depends on tokens and comments only, except that one blank line is kept before a
//! definition, a local process, or a comment between these. (F4) Formatting the result again does not change
//! it. F1 and F2 are checked before anything is returned.
//!
//! # Cost
//!
//! Linear in the text.
//!
//! # Departures
//!
//! Oppen's printer looks ahead in a stream. Here a definition is a tree in memory, so a block knows its
//! preferred width and begins on the next line if there is no room for that.

mod doc;
mod expression;
mod formula;
mod lines;
mod print;
mod read;
mod trivia;

use crate::diagnostic::{Diagnostic, Severity};
use crate::lexer::lex;
use crate::parser::parse_tokens;
use crate::source::{Findings, MAX_BYTES};
use crate::span::Span;
use crate::token::Token;

/// The width that lines are broken for.
pub const FORMAT_WIDTH: u32 = 100;

const BYTE_ORDER_MARK: char = '\u{feff}';

/// The model in the standard layout, or its diagnostics if it has syntax errors.
///
/// Tokens and comments stay as they are, and so does the kind of line ends (that of the first line).
///
/// ```
/// let formatted = rely_fsp::format("P=(a->P|b ->STOP ).// two ways\n").unwrap();
/// assert_eq!(formatted, "P = (a -> P | b -> STOP).  // two ways\n");
/// assert!(rely_fsp::format("P = (a -> ").is_err());
/// ```
pub fn format(text: &str) -> Result<String, Vec<Diagnostic>> {
    let (mark, text) = match text.strip_prefix(BYTE_ORDER_MARK) {
        Some(rest) => (&text[..BYTE_ORDER_MARK.len_utf8()], rest),
        None => ("", text),
    };
    let mut findings = Findings::default();
    if text.len() > MAX_BYTES {
        let message = format!("the model has {} bytes; the limit is {MAX_BYTES}", text.len());
        return Err(vec![Diagnostic::error("E0106", Span::new(0, 0), message)]);
    }
    let tokens = lex(text, &mut findings);
    parse_tokens(text, tokens.clone(), &mut findings);
    let diagnostics = findings.finish();
    if diagnostics.iter().any(|diagnostic| diagnostic.severity == Severity::Error) {
        return Err(diagnostics);
    }
    // What follows a NUL is not read, and stays.
    let (read, rest) = text.split_at(text.find('\0').unwrap_or(text.len()));
    let result = write(read, tokens);
    if !same_words(read, &result) {
        debug_assert!(false, "the formatter changed a word of\n{read}\n----\n{result}");
        return Ok(format!("{mark}{text}"));
    }
    Ok(format!("{mark}{result}{rest}"))
}

fn write(text: &str, tokens: Vec<Token>) -> String {
    let source = trivia::Source::new(text, tokens);
    let mut printer = print::Printer::new(&source);
    let mut reader = read::Reader::new(&source);
    while let Some(entry) = reader.entry() {
        printer.entry(&entry);
    }
    let line_end = if text.find('\n').is_some_and(|at| text[..at].ends_with('\r')) { "\r\n" } else { "\n" };
    lines::join(printer.finish(), line_end)
}

/// Do the texts have the same tokens and comments?
fn same_words(text: &str, result: &str) -> bool {
    let mut texts = [text, result].map(|text| {
        let tokens = lex(text, &mut Findings::default());
        trivia::Source::new(text, tokens)
    });
    let [before, after] = &mut texts;
    before.words().eq(after.words()) && before.comments().eq(after.comments())
}
