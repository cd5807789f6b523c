//! Reading `.aut`, line by line, byte by byte.
//!
//! **Cost.** One pass; memory is that of the [`Collector`] plus one entry per distinct label. No line is copied unless
//! it crosses the border of the input's buffer.

use std::io::{self, BufRead};

use rely_lts::Actions;
use rustc_hash::FxHashMap;

use super::{AutOptions, END_LOOP, ERROR_LOOP, Internal, MarkedStates};
use crate::collect::{Collector, ERROR, TAU};
use crate::error::{Counted, FormatError, FormatErrorKind, Imported, Warning, column};

/// The longest line, in bytes: no label is longer, and an endless line must not fill the memory.
const MAX_LINE: usize = 1 << 20;

/// Reads an Aldebaran file.
///
/// ```
/// use rely_formats::{AutOptions, read_aut};
/// let text = "des (0, 2, 2)\n(0, \"coin\", 1)\n(1, \"coffee\", 0)\n";
/// let read = read_aut(text.as_bytes(), &rely_lts::Actions::new(), &AutOptions::default())?;
/// assert_eq!((read.lts.n_states(), read.lts.n_transitions()), (2, 2));
/// # Ok::<(), rely_formats::FormatError>(())
/// ```
///
/// # Errors
/// If the text is not in the format, its counts contradict the header, or reading fails.
pub fn read_aut(
    input: impl BufRead,
    actions: &Actions,
    options: &AutOptions,
) -> Result<Imported, FormatError> {
    let mut reader = Reader {
        options: *options,
        collector: Collector::new(actions),
        labels: FxHashMap::default(),
        header: None,
        greatest: 0,
        i_transitions: 0,
        i_label: None,
        has_tau: false,
    };
    let last_line = for_each_line(input, |number, line| reader.line(number, line))?;
    reader.finish(last_line)
}

struct Header {
    initial: u32,
    transitions: u64,
    states: u64,
}

struct Reader {
    options: AutOptions,
    collector: Collector,
    labels: FxHashMap<Box<[u8]>, u32>,
    header: Option<Header>,
    /// The greatest state named so far.
    greatest: u32,
    i_transitions: usize,
    i_label: Option<u32>,
    has_tau: bool,
}

impl Reader {
    fn line(&mut self, number: usize, line: &[u8]) -> Result<(), FormatError> {
        let text = line.trim_ascii();
        if text.is_empty() {
            return Ok(());
        }
        let Some(header) = &self.header else {
            let header = parse_header(line).map_err(|fault| fault.on(number, line))?;
            self.greatest = header.initial;
            self.header = Some(header);
            return Ok(());
        };
        let (announced, states) = (header.transitions, header.states);
        if self.collector.n_transitions() as u64 >= announced {
            let fault = Fault::new(
                line.len() - line.trim_ascii_start().len(),
                format!(
                    "the header says {}, this is number {}",
                    Counted(announced, "transition"),
                    self.collector.n_transitions() + 1
                ),
            );
            return Err(fault.counts().on(number, line));
        }
        self.transition(line, states).map_err(|fault| fault.on(number, line))
    }

    fn transition(&mut self, line: &[u8], states: u64) -> Result<(), Fault> {
        let (from, to) = parenthesized(line)?;
        let inside = &line[from..to];
        let comma = |position: Option<usize>| position.map(|p| p + from);
        let first = comma(inside.iter().position(|&b| b == b','));
        let last = comma(inside.iter().rposition(|&b| b == b','));
        let (Some(first), Some(last)) = (first, last) else {
            return Err(Fault::new(from, "expected (FROM, LABEL, TO)"));
        };
        if first == last {
            return Err(Fault::new(last, "expected (FROM, LABEL, TO): only one comma is here"));
        }
        let source = parse_state(line, from, first, states)?;
        if source == ERROR {
            return Err(Fault::new(skip_blanks(line, from), "the error state -1 has no transitions"));
        }
        let label = self.label(line, first + 1, last)?;
        let target = parse_state(line, last + 1, to, states)?;
        self.greatest = self.greatest.max(source);
        if target != ERROR {
            self.greatest = self.greatest.max(target);
        }
        self.has_tau |= label == TAU;
        self.i_transitions += usize::from(self.i_label == Some(label));
        self.collector.push(source, label, target);
        Ok(())
    }

    fn label(&mut self, line: &[u8], from: usize, to: usize) -> Result<u32, Fault> {
        let from = skip_blanks(line, from);
        let text = line[from.min(to)..to].trim_ascii_end();
        let name = match text {
            [] => return Err(Fault::new(from, "a label is missing")),
            [b'"', name @ .., b'"'] => name,
            [b'"', ..] => return Err(Fault::new(from, "the quote of this label is not closed")),
            name => name,
        };
        if name.is_empty() {
            return Err(Fault::new(from, "a label has at least one character"));
        }
        if let Some(&label) = self.labels.get(name) {
            return Ok(label);
        }
        let Ok(utf8) = std::str::from_utf8(name) else {
            return Err(Fault::new(from, "this label is not in UTF-8"));
        };
        let label = match (utf8, self.options.internal) {
            ("i", Internal::TauAndI) => TAU,
            _ => self.collector.add_label(utf8),
        };
        if utf8 == "i" && label != TAU {
            self.i_label = Some(label);
        }
        self.labels.insert(name.into(), label);
        Ok(label)
    }

    fn finish(mut self, last_line: usize) -> Result<Imported, FormatError> {
        let Some(header) = self.header.take() else {
            let message = "expected a header des (INITIAL, TRANSITIONS, STATES), the file is empty";
            return Err(FormatError::at(FormatErrorKind::Syntax, last_line.max(1), 1, message));
        };
        let found = self.collector.n_transitions() as u64;
        if found != header.transitions {
            let message = format!(
                "the header says {}, the file has {found}",
                Counted(header.transitions, "transition")
            );
            return Err(FormatError::at(FormatErrorKind::Counts, last_line, 1, message));
        }
        let mut warnings = Vec::new();
        if self.i_transitions > 0 && !self.has_tau {
            warnings.push(Warning::VisibleI { transitions: self.i_transitions });
        }
        // The collector refuses numbers of states that the transitions do not justify.
        self.collector.set_states(header.states).map_err(|error| FormatError {
            line: 1,
            column: 1,
            ..error
        })?;
        let unnamed = header.states - u64::from(self.greatest) - 1;
        if unnamed > 0 {
            warnings.push(Warning::UnnamedStates { states: unnamed as usize });
        }
        let (initial, end) = match self.options.marked {
            MarkedStates::Plain => (header.initial, None),
            MarkedStates::Loops => self.recognize_loops(header)?,
        };
        Ok(Imported { lts: self.collector.finish(initial, end)?, warnings })
    }

    /// Turns states whose only transition is a loop labeled `ERROR` or `END` into ERROR and END.
    fn recognize_loops(&mut self, header: Header) -> Result<(u32, Option<u32>), FormatError> {
        let label = |name: &str| self.labels.get(name.as_bytes()).copied();
        let (error_loop, end_loop) = (label(ERROR_LOOP), label(END_LOOP));
        let n = header.states as usize;
        // The label of the loop that is a state's only transition.
        let mut loop_of: Vec<Option<u32>> = vec![None; n];
        let mut n_outgoing = vec![0u8; n];
        for (source, label, target) in self.collector.transitions() {
            let count = &mut n_outgoing[source as usize];
            *count = count.saturating_add(1);
            loop_of[source as usize] = (*count == 1 && source == target).then_some(label);
        }
        let is_marked = |state: usize, mark: Option<u32>| mark.is_some() && loop_of[state] == mark;
        let mut new = vec![ERROR; n];
        let mut end = None;
        let mut next = 0;
        for (state, number) in new.iter_mut().enumerate() {
            if is_marked(state, error_loop) {
                continue;
            }
            if is_marked(state, end_loop) {
                if let Some(end) = end {
                    *number = end;
                    continue;
                }
                end = Some(next);
            }
            *number = next;
            next += 1;
        }
        let initial = new[header.initial as usize];
        if initial == ERROR {
            let message = "the initial state is marked as the error state; a system that starts in error has a tau transition to it";
            return Err(FormatError::at(FormatErrorKind::Unsupported, 1, 1, message));
        }
        self.collector.renumber(&new, next);
        self.collector.retain(|source, label, _| !(Some(source) == end && Some(label) == end_loop));
        Ok((initial, end))
    }
}

/// An error within a line, at a byte.
struct Fault {
    byte: usize,
    kind: FormatErrorKind,
    message: String,
}

impl Fault {
    fn new(byte: usize, message: impl Into<String>) -> Self {
        Fault { byte, kind: FormatErrorKind::Syntax, message: message.into() }
    }

    fn counts(self) -> Self {
        Fault { kind: FormatErrorKind::Counts, ..self }
    }

    fn on(self, number: usize, line: &[u8]) -> FormatError {
        FormatError::at(self.kind, number, column(line, self.byte), self.message)
    }
}

fn parse_header(line: &[u8]) -> Result<Header, Fault> {
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
            "the initial state {initial} does not exist: the header says {}",
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

/// What is between the parentheses a line consists of: positions of the first byte inside and of the closing one.
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
        let message = format!("state {state} does not exist: the header says {}", Counted(states, "state"));
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

fn skip_blanks(line: &[u8], from: usize) -> usize {
    from + line[from..].iter().take_while(|b| b.is_ascii_whitespace()).count()
}

/// Hands every line, without its end, to a function, with its number from 1. Returns the number of lines.
fn for_each_line(
    mut input: impl BufRead,
    mut handle: impl FnMut(usize, &[u8]) -> Result<(), FormatError>,
) -> Result<usize, FormatError> {
    let mut number = 0;
    let mut carry: Vec<u8> = Vec::new();
    let mut handle = |line: &[u8]| {
        number += 1;
        let line = match number {
            1 => line.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(line),
            _ => line,
        };
        if line.len() > MAX_LINE {
            let message = format!("this line has more than {MAX_LINE} bytes");
            return Err(FormatError::at(FormatErrorKind::Limit, number, 1, message));
        }
        handle(number, line.strip_suffix(b"\r").unwrap_or(line))
    };
    loop {
        let buffer = match input.fill_buf() {
            Ok(buffer) => buffer,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(error) => return Err(error.into()),
        };
        if buffer.is_empty() {
            break;
        }
        let mut rest = buffer;
        while let Some(end) = rest.iter().position(|&b| b == b'\n') {
            if carry.is_empty() {
                handle(&rest[..end])?;
            } else {
                carry.extend_from_slice(&rest[..end]);
                handle(&carry)?;
                carry.clear();
            }
            rest = &rest[end + 1..];
        }
        // A line that is too long is not gathered further: it is refused here.
        let room = (MAX_LINE + 1).saturating_sub(carry.len()).min(rest.len());
        carry.extend_from_slice(&rest[..room]);
        if carry.len() > MAX_LINE {
            handle(&carry)?;
        }
        let consumed = buffer.len();
        input.consume(consumed);
    }
    if !carry.is_empty() {
        handle(&carry)?;
    }
    Ok(number)
}
