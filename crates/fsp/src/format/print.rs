//! From documents to lines.
//!
//! The printer walks a document once. Before each block it compares the widths that the block knows with the
//! room on the line, and writes the block flat or broken. A comment at the end of a line forces a break after
//! it.

use super::FORMAT_WIDTH;
use super::doc::{Block, Doc, Kind, Style};
use super::lines::{Line, Lines, Mark};
use super::read::Entry;
use super::trivia::{Own, Source};
use crate::span::Span;
use crate::token::TokenKind;

/// How far what follows a definition's first line is indented.
const INDENT: u32 = 4;

/// Writes one entry after the other.
pub(super) struct Printer<'s> {
    source: &'s Source<'s>,
    lines: Lines,
    /// The line that is being written.
    line: Line,
    /// Its width so far.
    column: u32,
    /// Where the next line begins, if it is needed.
    base: u32,
    /// Is a blank due before the next word?
    blank: bool,
    /// Is the line over, whatever follows?
    over: bool,
    /// The tokens whose comments on lines of their own were written: all before this one.
    flushed: usize,
}

impl<'s> Printer<'s> {
    pub(super) fn new(source: &'s Source<'s>) -> Self {
        Printer {
            source,
            lines: Lines::default(),
            line: Line::default(),
            column: 0,
            base: 0,
            blank: false,
            over: false,
            flushed: 0,
        }
    }

    /// A definition or local process, on a new line.
    pub(super) fn entry(&mut self, entry: &Entry) {
        self.base = 0;
        if let Some(first) = entry.head.first_token() {
            self.start(first);
        }
        let row = self.lines.rows.len();
        self.base = INDENT;
        let end = entry.end.as_ref().map_or(0, |end| end.lead);
        self.print(&entry.head, 0, false);
        let head = entry.equals.filter(|_| self.lines.rows.len() == row).map(|_| self.line.text.len() - 1);
        // A part after the body may begin on a line of its own; the dot may not.
        let tail = |last: bool| if last { end } else { 0 };
        if let Some(body) = &entry.body {
            let tail = tail(entry.clauses.is_empty());
            let room = FORMAT_WIDTH.saturating_sub(self.column + 1 + tail);
            if body.flat <= room || hugs(body, room, FORMAT_WIDTH.saturating_sub(INDENT + tail)) {
                self.blank = true;
            } else {
                self.newline();
            }
            self.print(body, tail, false);
        }
        for (at, clause) in entry.clauses.iter().enumerate() {
            let tail = tail(at + 1 == entry.clauses.len());
            if self.column + u32::from(!clause.tight) + clause.doc.flat + tail <= FORMAT_WIDTH {
                self.blank = !clause.tight;
            } else {
                self.newline();
            }
            self.print(&clause.doc, tail, false);
        }
        if let Some(end) = &entry.end {
            self.print(end, 0, false);
        }
        if let Some(head) = head {
            // The last line is still being written.
            let single = self.lines.rows.len() == row;
            self.lines.marks.push(Mark { row, head, class: entry.class, single });
        }
    }

    /// All lines, after the comments at the end of the text.
    pub(super) fn finish(mut self) -> Lines {
        let end = (0..).find(|at| self.source.kind(*at) == TokenKind::Eof).unwrap_or(0);
        self.base = 0;
        self.start(end);
        self.newline();
        self.lines
    }

    /// Begins a line for the token, after the comments before it.
    fn start(&mut self, token: usize) {
        self.newline();
        let gap = self.source.gap(token);
        for Own { blank, span } in &gap.own {
            self.line.gap = *blank;
            self.line.text = self.source.comment(*span).into_owned();
            self.newline();
        }
        self.flushed = token + 1;
        self.line.gap = gap.blank;
    }

    /// Ends the line, unless it is empty.
    fn newline(&mut self) {
        if !self.line.text.is_empty() {
            self.lines.rows.push(std::mem::take(&mut self.line));
        }
        self.line.indent = self.base;
        self.column = self.base;
        self.blank = false;
        self.over = false;
    }

    /// Writes `doc`; `tail` is the width of what must follow on the same line. In a broken block pads count.
    fn print(&mut self, doc: &Doc, tail: u32, broken: bool) {
        match &doc.kind {
            Kind::Token(at) => self.token(*at),
            Kind::Blank => self.blank = true,
            Kind::Pad => self.blank |= broken,
            Kind::Row(parts) => {
                // The tail of a part is what follows up to the next place where a line may be broken.
                let mut tails = vec![tail; parts.len()];
                for at in (1..parts.len()).rev() {
                    let next = &parts[at];
                    tails[at - 1] = if next.breaks { next.lead } else { next.lead + tails[at] };
                }
                for (part, tail) in parts.iter().zip(tails) {
                    self.print(part, tail, broken);
                }
            }
            Kind::Block(block) => {
                if let Some(first) = doc.first_token() {
                    self.comments_before(first);
                }
                let start = self.column + u32::from(self.blank);
                if start + doc.flat + tail <= FORMAT_WIDTH {
                    self.one_line(block);
                } else {
                    self.several_lines(block, start, tail);
                }
            }
        }
    }

    /// Writes a block flat.
    fn one_line(&mut self, block: &Block) {
        for (at, item) in block.items.iter().enumerate() {
            self.blank |= at > 0;
            self.print(&item.doc, 0, false);
        }
    }

    /// Writes a block broken: in the style of the block, each line indented from where the block begins.
    fn several_lines(&mut self, block: &Block, start: u32, tail: u32) {
        let base = std::mem::replace(&mut self.base, start + block.indent);
        let mut row = self.lines.rows.len();
        for (at, item) in block.items.iter().enumerate() {
            let tail = if at + 1 == block.items.len() { tail } else { 0 };
            if at > 0 {
                let room = FORMAT_WIDTH.saturating_sub(self.column + 1 + tail);
                let fresh = FORMAT_WIDTH.saturating_sub(self.base + tail);
                let stays = block.style == Style::Fill
                    && !self.over
                    && self.lines.rows.len() == row
                    && (item.doc.flat <= room || item.hugs && hugs(&item.doc, room, fresh));
                if stays {
                    self.blank = true;
                } else {
                    self.newline();
                    row = self.lines.rows.len();
                }
            }
            self.print(&item.doc, tail, block.style == Style::Lines);
        }
        self.base = base;
    }

    /// Writes the comments that have lines of their own before the token.
    fn comments_before(&mut self, token: usize) {
        let gap = self.source.gap(token);
        if self.over || (self.flushed <= token && !gap.own.is_empty()) {
            self.newline();
        }
        if self.flushed > token {
            return;
        }
        self.flushed = token + 1;
        for own in &gap.own {
            self.line.text = self.source.comment(own.span).into_owned();
            self.newline();
        }
    }

    fn token(&mut self, token: usize) {
        self.comments_before(token);
        let gap = self.source.gap(token);
        if let Some(span) = gap.inline {
            self.blank = true;
            self.comment(span);
            self.blank = true;
        }
        self.word(self.source.token(token));
        if let Some(span) = gap.trailing {
            self.line.comment = Some(self.source.comment(span).into_owned());
            self.over = true;
        }
    }

    fn comment(&mut self, span: Span) {
        self.word(&self.source.comment(span));
    }

    /// A word, with a blank before it if one is due or if it would grow together with the word before.
    fn word(&mut self, word: &str) {
        let due = self.blank || grows_together(&self.line.text, word);
        if due && !self.line.text.is_empty() {
            self.line.text.push(' ');
            self.column += 1;
        }
        self.blank = false;
        self.line.text.push_str(word);
        match word.rsplit_once('\n') {
            None => self.column += word.chars().count() as u32,
            Some((_, last)) => self.column = last.chars().count() as u32,
        }
    }
}

/// Is something that has to be broken better begun here, where there is so much room, than on a fresh line?
/// It is if fewer of its parts are broken then, or no more of them.
fn hugs(doc: &Doc, room: u32, fresh: u32) -> bool {
    doc.full <= room || doc.full > fresh && doc.wish <= room
}

/// Would the end of `text` and the beginning of `word` be read as one token, or as the beginning of a
/// comment?
fn grows_together(text: &str, word: &str) -> bool {
    let (Some(last), Some(first)) = (text.chars().next_back(), word.chars().next()) else { return false };
    let in_word = |c: char| c.is_alphanumeric() || c == '_';
    let pairs =
        ["||", "&&", "!=", "<=", "<<", "<>", "<-", ">=", ">>", "==", "..", "->", "::", "[]", "//", "/*"];
    in_word(last) && in_word(first)
        || pairs.iter().any(|pair| pair.starts_with(last) && pair.ends_with(first))
        || matches!((last, first), ('-', '-') | ('+', '+'))
}
