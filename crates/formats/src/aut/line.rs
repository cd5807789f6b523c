//! One line of an `.aut` file: its transition, or the precise error.

use super::Header;
use crate::collect::ERROR;
use crate::error::{Counted, FormatError, FormatErrorKind, column};

/// The longest line, in bytes: no label is longer, and an endless line must not fill the memory.
pub(super) const MAX_LINE: usize = 1 << 20;

/// The transition a line stands for; `label` gives the number of a label, as it stands between the commas.
pub(super) fn parse_transition(
    line: &[u8],
    states: u64,
    label: impl FnOnce(&[u8]) -> Result<u32, Fault>,
) -> Result<(u32, u32, u32), Fault> {
    let (from, to) = parenthesized(line)?;
    let inside = &line[from..to];
    let comma = |position: Option<usize>| position.map(|p| p + from);
    let first = comma(inside.iter().position(|&b| b == b','));
    let last = comma(inside.iter().rposition(|&b| b == b','));
    let (Some(first), Some(last)) = (first, last) else {
        return Err(Fault::new(from, "expected (FROM, LABEL, TO)"));
    };
    if first == last {
        return Err(Fault::new(last, "expected (FROM, LABEL, TO), but there is only one comma"));
    }
    let source = parse_state(line, from, first, states)?;
    if source == ERROR {
        return Err(Fault::new(skip_blanks(line, from), "the error state -1 has no transitions"));
    }
    let label = label(&line[first + 1..last]).map_err(|fault| fault.after(first + 1))?;
    let target = parse_state(line, last + 1, to, states)?;
    Ok((source, label, target))
}

/// The name of a label, from the text between the commas.
pub(super) fn label_name(text: &[u8]) -> Result<&str, Fault> {
    let from = skip_blanks(text, 0);
    let name = match text.trim_ascii() {
        [] => return Err(Fault::new(from, "expected a label")),
        [b'"', name @ .., b'"'] => name,
        [b'"', ..] => return Err(Fault::new(from, "this label has no closing quote")),
        name => name,
    };
    if name.is_empty() {
        return Err(Fault::new(from, "a label has at least one character"));
    }
    std::str::from_utf8(name).map_err(|_| Fault::new(from, "this label is not UTF-8"))
}

/// The line without what does not belong to it: the mark of UTF-8 at the beginning of the file, a carriage
/// return.
///
/// # Errors
/// If it is too long.
pub(super) fn bare(number: usize, line: &[u8]) -> Result<&[u8], FormatError> {
    let line = match number {
        1 => line.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(line),
        _ => line,
    };
    if line.len() > MAX_LINE {
        let message = format!("this line has more than {MAX_LINE} bytes");
        return Err(FormatError::at(FormatErrorKind::Limit, number, 1, message));
    }
    Ok(line.strip_suffix(b"\r").unwrap_or(line))
}

/// An error within a line, at a byte.
pub(super) struct Fault {
    byte: usize,
    kind: FormatErrorKind,
    message: String,
}

impl Fault {
    pub(super) fn new(byte: usize, message: impl Into<String>) -> Self {
        Fault { byte, kind: FormatErrorKind::Syntax, message: message.into() }
    }

    pub(super) fn counts(self) -> Self {
        Fault { kind: FormatErrorKind::Counts, ..self }
    }

    /// The same within a longer line.
    fn after(self, bytes: usize) -> Self {
        Fault { byte: self.byte + bytes, ..self }
    }

    pub(super) fn on(self, number: usize, line: &[u8]) -> FormatError {
        FormatError::at(self.kind, number, column(line, self.byte), self.message)
    }
}

/// The header of a file.
pub(super) fn parse_header(line: &[u8]) -> Result<Header, Fault> {
    const EXPECTED: &str = "expected a header des (INITIAL, TRANSITIONS, STATES)";
    let start = skip_blanks(line, 0);
    if !line[start..].starts_with(b"des") {
        return Err(Fault::new(start, EXPECTED));
    }
    let (from, to) = parenthesized(&line[start + 3..])
        .map(|(from, to)| (from + start + 3, to + start + 3))
        .map_err(|fault| Fault::new(fault.byte + start + 3, EXPECTED))?;
    let mut commas = (from..to).filter(|&i| line[i] == b',');
    let (Some(first), Some(second), None) = (commas.next(), commas.next(), commas.next()) else {
        return Err(Fault::new(from, EXPECTED));
    };
    let initial = parse_number(line, from, first)?;
    let transitions = parse_number(line, first + 1, second)?;
    let states = parse_number(line, second + 1, to)?;
    if states == 0 {
        return Err(Fault::new(skip_blanks(line, second + 1), "an LTS has at least one state").counts());
    }
    if initial >= states {
        let message = format!(
            "the initial state {initial} does not exist: the header announces {}",
            Counted(states, "state")
        );
        return Err(Fault::new(skip_blanks(line, from), message).counts());
    }
    let Some(initial) = u32::try_from(initial).ok().filter(|&s| s != ERROR) else {
        let fault = Fault::new(skip_blanks(line, from), format!("state {initial} is too large"));
        return Err(Fault { kind: FormatErrorKind::Limit, ..fault });
    };
    Ok(Header { initial, transitions, states })
}

/// What is between the parentheses a line consists of: positions of the first byte inside and of the closing
/// one.
fn parenthesized(line: &[u8]) -> Result<(usize, usize), Fault> {
    let from = skip_blanks(line, 0);
    if line.get(from) != Some(&b'(') {
        return Err(Fault::new(from, "expected `(`"));
    }
    let to = line.trim_ascii_end().len() - 1;
    if line[to] != b')' {
        return Err(Fault::new(to + 1, "expected `)` at the end of the line"));
    }
    Ok((from + 1, to))
}

fn parse_state(line: &[u8], from: usize, to: usize, states: u64) -> Result<u32, Fault> {
    if line[from..to].trim_ascii() == b"-1" {
        return Ok(ERROR);
    }
    let state = parse_number(line, from, to)?;
    if state >= states {
        let message =
            format!("state {state} does not exist: the header announces {}", Counted(states, "state"));
        return Err(Fault::new(skip_blanks(line, from), message).counts());
    }
    match u32::try_from(state) {
        Ok(state) if state != ERROR => Ok(state),
        _ => {
            let fault = Fault::new(skip_blanks(line, from), format!("state {state} is too large"));
            Err(Fault { kind: FormatErrorKind::Limit, ..fault })
        }
    }
}

fn parse_number(line: &[u8], from: usize, to: usize) -> Result<u64, Fault> {
    let from = skip_blanks(line, from).min(to);
    let digits = line[from..to].trim_ascii_end();
    if digits.is_empty() {
        return Err(Fault::new(from, "expected a number"));
    }
    let mut value: u64 = 0;
    for (i, &digit) in digits.iter().enumerate() {
        if !digit.is_ascii_digit() {
            return Err(Fault::new(from + i, "expected a number"));
        }
        value = match value.checked_mul(10).and_then(|v| v.checked_add(u64::from(digit - b'0'))) {
            Some(value) => value,
            None => {
                let fault = Fault::new(from, "this number is too large");
                return Err(Fault { kind: FormatErrorKind::Limit, ..fault });
            }
        };
    }
    Ok(value)
}

pub(super) fn skip_blanks(line: &[u8], from: usize) -> usize {
    from + line[from..].iter().take_while(|b| b.is_ascii_whitespace()).count()
}
