//! Alignment of neighboring lines: the `=` of short definitions, and the comments at the ends of lines.
//!
//! The padding is bounded ([`MAX_PADDING`], [`MAX_COMMENT_PADDING`]): a line that would need more ends the
//! group. Definitions are aligned within one kind (`const` with `const`).

use super::FORMAT_WIDTH;
use crate::token::TokenKind;

/// How many blanks at most are put before `=`.
const MAX_PADDING: usize = 8;

/// How many blanks at most are put before a comment, in addition to the two it always has.
const MAX_COMMENT_PADDING: usize = 24;

/// Lines, and where definitions begin.
#[derive(Default)]
pub(super) struct Lines {
    pub(super) rows: Vec<Line>,
    pub(super) marks: Vec<Mark>,
}

/// A line without its end.
#[derive(Default)]
pub(super) struct Line {
    /// Is there a blank line before it?
    pub(super) gap: bool,
    pub(super) indent: u32,
    pub(super) text: String,
    /// The comment at its end.
    pub(super) comment: Option<String>,
}

/// The first line of a definition or local process.
pub(super) struct Mark {
    /// Which line.
    pub(super) row: usize,
    /// How many bytes stand before `=`.
    pub(super) head: usize,
    /// What is defined.
    pub(super) class: TokenKind,
    /// Is it the only line?
    pub(super) single: bool,
}

/// The text of the lines.
pub(super) fn join(mut lines: Lines, line_end: &str) -> String {
    align_definitions(&mut lines);
    align_comments(&mut lines.rows);
    let mut text = String::new();
    for (at, line) in lines.rows.iter().enumerate() {
        if line.gap && at > 0 {
            text.push_str(line_end);
        }
        text.extend(std::iter::repeat_n(' ', line.indent as usize));
        push(&mut text, &line.text, line_end);
        if let Some(comment) = &line.comment {
            push(&mut text, comment, line_end);
        }
        text.push_str(line_end);
    }
    text
}

/// Comments of several lines get the line ends of the text.
fn push(text: &mut String, part: &str, line_end: &str) {
    if part.contains('\n') {
        text.push_str(&part.replace('\n', line_end));
    } else {
        text.push_str(part);
    }
}

fn width(text: &str) -> usize {
    text.chars().count()
}

fn pad(text: &mut String, at: usize, n: usize) {
    text.insert_str(at, &" ".repeat(n));
}

/// Definitions of one kind, each on one line, on lines that follow each other, get their `=` aligned.
fn align_definitions(lines: &mut Lines) {
    let rows = &mut lines.rows;
    let mut run: Vec<&Mark> = Vec::new();
    let (mut least, mut most, mut rest) = (0, 0, 0);
    for mark in &lines.marks {
        let text = &rows[mark.row].text;
        let head = width(&text[..mark.head]);
        let after = width(text) - head;
        let follows = run
            .last()
            .is_some_and(|last| last.row + 1 == mark.row && last.class == mark.class && !rows[mark.row].gap);
        let (lower, upper, longest) = (least.min(head), most.max(head), rest.max(after));
        let fits = upper - lower <= MAX_PADDING && upper + longest <= FORMAT_WIDTH as usize;
        if !(follows && fits && mark.single && !text.contains('\n')) {
            pad_run(rows, &run, most);
            run.clear();
        }
        if mark.single && !rows[mark.row].text.contains('\n') {
            (least, most, rest) = if run.is_empty() { (head, head, after) } else { (lower, upper, longest) };
            run.push(mark);
        }
    }
    pad_run(rows, &run, most);
}

fn pad_run(rows: &mut [Line], run: &[&Mark], to: usize) {
    for mark in run {
        let text = &mut rows[mark.row].text;
        let missing = to - width(&text[..mark.head]);
        pad(text, mark.head, missing);
    }
}

/// Comments at the ends of lines that follow each other begin in one column.
fn align_comments(rows: &mut [Line]) {
    let mut start = 0;
    while start < rows.len() {
        let (mut least, mut most) = (usize::MAX, 0);
        let mut end = start;
        while let Some(code) = rows.get(end).and_then(commented_width) {
            let (lower, upper) = (least.min(code), most.max(code));
            if end > start && (rows[end].gap || upper - lower > MAX_COMMENT_PADDING) {
                break;
            }
            (least, most) = (lower, upper);
            end += 1;
        }
        for line in &mut rows[start..end] {
            let missing = most - (line.indent as usize + width(&line.text));
            line.text.extend(std::iter::repeat_n(' ', missing + 2));
        }
        start = end.max(start + 1);
    }
    for line in rows.iter_mut().filter(|line| line.comment.as_ref().is_some_and(|c| c.contains('\n'))) {
        line.text.push_str("  ");
    }
}

/// The width of a line before its comment, if it has one of one line.
fn commented_width(line: &Line) -> Option<usize> {
    let comment = line.comment.as_ref()?;
    (!comment.contains('\n')).then(|| line.indent as usize + width(&line.text))
}
