//! Reports for people: the text of every document.
//!
//! Texts have colors; streams without colors drop them, and [`plain_report`] removes them.

pub mod assume;
mod assume_uses;
pub mod certify;
pub mod check;
pub mod code;
pub mod compare;
pub mod compat;
pub mod compose;
mod drift;
pub mod program;
pub mod project;
pub mod prove;
pub mod replay;
mod scene;
mod table;
pub mod watch;

use anstyle::{AnsiColor, Style};

use crate::view::VerdictKind;

/// Bold.
pub const BOLD: Style = Style::new().bold();
/// Something holds.
pub const GOOD: Style = AnsiColor::Green.on_default().bold();
/// Something is violated.
pub const BAD: Style = AnsiColor::Red.on_default().bold();
/// Something is undecided, or holds for no good reason.
pub const DOUBT: Style = AnsiColor::Yellow.on_default().bold();
/// Less important.
pub const FAINT: Style = Style::new().dimmed();

/// A text in a style; streams without colors drop the style.
pub fn styled(style: Style, text: impl std::fmt::Display) -> String {
    format!("{style}{text}{style:#}")
}

/// A verdict in words, with its reason; `violated` returns the words for a violation.
pub fn verdict_words(
    verdict: VerdictKind,
    vacuous: bool,
    reason: Option<&str>,
    violated: impl FnOnce() -> String,
) -> String {
    match verdict {
        VerdictKind::Holds if vacuous => {
            let reason = reason.unwrap_or("it says nothing about this system");
            styled(DOUBT, format!("holds vacuously ({reason})"))
        }
        VerdictKind::Holds => styled(GOOD, "holds"),
        VerdictKind::Unknown => styled(DOUBT, format!("unknown: {}", reason.unwrap_or("undecided"))),
        VerdictKind::Violated => styled(BAD, violated()),
    }
}

/// How much of long things to show.
#[derive(Clone, Copy)]
pub struct Shown {
    /// Everything.
    pub full: bool,
    /// Columns of the terminal.
    pub width: usize,
}

/// A report without colors, as files and editors get it.
pub fn plain_report(text: &str) -> String {
    anstream::adapter::strip_str(&readable(text)).to_string()
}

/// The text with control characters escaped, except line ends and colors: names in a file may contain
/// characters that would move the cursor or change the terminal.
pub fn readable(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find(|c: char| c.is_control() && c != '\n') {
        out.push_str(&rest[..at]);
        rest = &rest[at..];
        match color(rest) {
            0 => {
                let c = rest.chars().next().expect("it was found");
                out.extend(c.escape_unicode());
                rest = &rest[c.len_utf8()..];
            }
            length => {
                out.push_str(&rest[..length]);
                rest = &rest[length..];
            }
        }
    }
    out.push_str(rest);
    out
}

/// The length of the code of a color, or of another style, with which a text begins; 0 if it begins
/// otherwise.
fn color(text: &str) -> usize {
    let Some(inside) = text.strip_prefix("\x1b[") else { return 0 };
    let numbers = inside.bytes().take_while(|b| b.is_ascii_digit() || *b == b';').count();
    if inside[numbers..].starts_with('m') { 2 + numbers + 1 } else { 0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reports_have_no_control_characters_but_line_ends_and_colors() {
        let colored = styled(BAD, "violated");
        assert_eq!(readable(&format!("é {colored}\n")), format!("é {colored}\n"));
        assert_eq!(readable("a\u{1b}[2Jb\u{7}\r\u{9b}1m\t"), "a\\u{1b}[2Jb\\u{7}\\u{d}\\u{9b}1m\\u{9}");
        assert_eq!(readable("\u{1b}]0;title\u{7}"), "\\u{1b}]0;title\\u{7}");
        for cut in ["\u{1b}", "\u{1b}[", "\u{1b}[31", "\u{1b}[31x"] {
            assert!(readable(cut).starts_with("\\u{1b}"), "{cut:?}");
        }
    }
}
