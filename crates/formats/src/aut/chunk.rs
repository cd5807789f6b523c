//! Some whole lines of an `.aut` file, parsed into columns.
//!
//! # Problem
//!
//! Lines are short, about twenty bytes, and there are many: the cost is in steps per line, not per byte.
//!
//! # Method
//!
//! A line of the usual form, `(DIGITS,LABEL,DIGITS)`, perhaps with a blank after the second comma, is taken
//! apart without a loop over its bytes: numbers of up to eight digits are read as one 64-bit word each, the
//! first from the left, the second from the right end of the line, and the label is between them. Labels are
//! looked up by length, first and last eight bytes in a small table of those seen before; only a label that
//! is not in it is hashed. Any other line goes to [`parse_transition`], which handles the complete format. No
//! messages are built here: a chunk with a wrong line is [`Chunk::failed`], and [`first_error`] goes through
//! its text again.
//!
//! # Invariants
//!
//! I1: the columns have equal length. I2: every label of the columns is a position in `texts`, and `texts`
//! has no duplicates; each is the text between the commas, including blanks and quotes.
//!
//! # Cost
//!
//! 12 bytes per line and one entry per label text. The tables are kept from one chunk to the next, so that a
//! chunk does not have to collect all labels again.
//!
//! # Departures
//!
//! None: no published method is followed.

use memchr::memchr;
use rustc_hash::FxHashMap;

use super::Header;
use super::line::{Fault, MAX_LINE, bare, label_name, parse_header, parse_transition, skip_blanks};
use crate::collect::ERROR;
use crate::error::{Counted, FormatError};

/// Entries of the table of labels met before, a power of two.
const MET: usize = 1 << 10;

/// A parser with the transitions of the last chunk it was given.
pub(super) struct Chunk {
    pub(super) sources: Vec<u32>,
    pub(super) labels: Vec<u32>,
    pub(super) targets: Vec<u32>,
    /// The labels as they stand in the file, in order of first occurrence.
    pub(super) texts: Vec<Box<[u8]>>,
    /// Number of lines.
    pub(super) n_lines: usize,
    /// Is some line wrong? The columns have the lines before it.
    pub(super) failed: bool,
    met: Vec<Met>,
    numbers: FxHashMap<Box<[u8]>, u32>,
}

/// A label met before.
#[derive(Clone, Copy)]
struct Met {
    length: usize,
    first: u64,
    last: u64,
    number: u32,
}

impl Chunk {
    pub(super) fn new() -> Self {
        Chunk {
            sources: Vec::new(),
            labels: Vec::new(),
            targets: Vec::new(),
            texts: Vec::new(),
            n_lines: 0,
            failed: false,
            met: Vec::new(),
            numbers: FxHashMap::default(),
        }
    }

    /// Parses whole lines, the last perhaps without its end; what was parsed before is forgotten, except
    /// labels.
    pub(super) fn parse(&mut self, text: &[u8], states: u64) {
        self.sources.clear();
        self.labels.clear();
        self.targets.clear();
        self.n_lines = 0;
        self.failed = false;
        if self.met.is_empty() {
            self.met = vec![Met { length: 0, first: 0, last: 0, number: 0 }; MET];
        }
        // No state has the number of ERROR.
        let limit = u32::try_from(states).unwrap_or(ERROR);
        let mut from = 0;
        while from < text.len() {
            let to = memchr(b'\n', &text[from..]).map_or(text.len(), |length| from + length);
            let transition = match self.usual(text, from, to, limit) {
                Some(transition) => transition,
                None => match self.unusual(&text[from..to], states) {
                    Some(Ok(transition)) => transition,
                    Some(Err(_)) => {
                        self.failed = true;
                        return;
                    }
                    // A blank line.
                    None => {
                        self.n_lines += 1;
                        from = to + 1;
                        continue;
                    }
                },
            };
            self.sources.push(transition.0);
            self.labels.push(transition.1);
            self.targets.push(transition.2);
            self.n_lines += 1;
            from = to + 1;
        }
    }

    /// The transition of a line of the usual form.
    #[inline]
    fn usual(&mut self, text: &[u8], from: usize, to: usize, limit: u32) -> Option<(u32, u32, u32)> {
        if text[from] != b'(' || to - from > MAX_LINE {
            return None;
        }
        let (source, digits) = first_number(word(text, from + 1)?);
        let first_comma = from + 1 + digits;
        let mut close = to.checked_sub(1)?;
        if text[close] == b'\r' {
            close = close.checked_sub(1)?;
        }
        let (mut target, digits) = last_number(word(text, close.checked_sub(8)?)?);
        let mut last_comma = close.checked_sub(digits + 1)?;
        if text[last_comma] == b' ' {
            last_comma = last_comma.checked_sub(1)?;
        } else if text[last_comma] == b'-' && digits == 1 && target == 1 {
            (target, last_comma) = (ERROR, last_comma.checked_sub(1)?);
        }
        let is_usual = text[close] == b')'
            && first_comma > from + 1
            && digits > 0
            && text[first_comma] == b','
            && text[last_comma] == b','
            && first_comma + 1 < last_comma
            && source < limit
            && (target < limit || target == ERROR);
        if !is_usual {
            return None;
        }
        let label = self.label(text, first_comma + 1, last_comma)?;
        Some((source, label, target))
    }

    /// The number of a label; `None` if it is none, or at the very end of the text.
    #[inline]
    fn label(&mut self, text: &[u8], from: usize, to: usize) -> Option<u32> {
        let length = to - from;
        let (first, last) = if length >= 8 {
            (word(text, from)?, word(text, to - 8)?)
        } else {
            (word(text, from)? & !(u64::MAX << (8 * length)), 0)
        };
        let place = place_of(first, last, length);
        let met = self.met[place];
        if (met.length, met.first, met.last) == (length, first, last)
            && (length <= 16 || *self.texts[met.number as usize] == text[from..to])
        {
            return Some(met.number);
        }
        let number = self.number(&text[from..to]).ok()?;
        self.met[place] = Met { length, first, last, number };
        Some(number)
    }

    /// The number of a label, which is new if it was not met before.
    fn number(&mut self, label: &[u8]) -> Result<u32, Fault> {
        if let Some(&number) = self.numbers.get(label) {
            return Ok(number);
        }
        label_name(label)?;
        let number = u32::try_from(self.texts.len()).expect("a file has fewer than 2^32 different labels");
        self.texts.push(label.into());
        self.numbers.insert(label.into(), number);
        Ok(number)
    }

    /// The transition of any line; `None` for a blank one.
    #[cold]
    fn unusual(&mut self, line: &[u8], states: u64) -> Option<Result<(u32, u32, u32), Fault>> {
        if line.len() > MAX_LINE {
            return Some(Err(Fault::new(0, "too long")));
        }
        if line.trim_ascii().is_empty() {
            return None;
        }
        Some(parse_transition(line, states, |label| self.number(label)))
    }
}

/// What the lines before the first transition say.
pub(super) enum Start {
    /// The header, on the line of this number, and where the next line begins.
    Header(Header, usize, usize),
    /// Nothing yet, in so many lines.
    Blank(usize),
}

/// Looks for the header in whole lines; `before` is the number of lines before them.
pub(super) fn find_header(text: &[u8], before: usize) -> Result<Start, FormatError> {
    let mut number = before;
    let mut from = 0;
    while from < text.len() {
        let to = memchr(b'\n', &text[from..]).map_or(text.len(), |length| from + length);
        number += 1;
        let line = bare(number, &text[from..to])?;
        from = to + 1;
        if !line.trim_ascii().is_empty() {
            let header = parse_header(line).map_err(|fault| fault.on(number, line))?;
            return Ok(Start::Header(header, number, from.min(text.len())));
        }
    }
    Ok(Start::Blank(number))
}

/// What is wrong in some lines, if anything: the first error, as a reader meets it who goes line by line.
/// Before them are so many lines and transitions.
pub(super) fn first_error(
    text: &[u8],
    header: &Header,
    lines: usize,
    transitions: u64,
) -> Option<FormatError> {
    let (mut number, mut transitions) = (lines, transitions);
    let check = |number: usize, line: &[u8], transitions: &mut u64| -> Result<(), FormatError> {
        let line = bare(number, line)?;
        if line.trim_ascii().is_empty() {
            return Ok(());
        }
        if *transitions >= header.transitions {
            let message = format!(
                "the header announces {}, but this is number {}",
                Counted(header.transitions, "transition"),
                *transitions + 1
            );
            return Err(Fault::new(skip_blanks(line, 0), message).counts().on(number, line));
        }
        *transitions += 1;
        let parsed = parse_transition(line, header.states, |label| label_name(label).map(|_| 0));
        parsed.map(|_| ()).map_err(|fault| fault.on(number, line))
    };
    let text = text.strip_suffix(b"\n").unwrap_or(text);
    text.split(|&b| b == b'\n').find_map(|line| {
        number += 1;
        check(number, line, &mut transitions).err()
    })
}

/// Eight bytes of a text, the first one lowest.
#[inline]
fn word(text: &[u8], at: usize) -> Option<u64> {
    let bytes: [u8; 8] = text.get(at..at.checked_add(8)?)?.try_into().ok()?;
    Some(u64::from_le_bytes(bytes))
}

/// Where a label belongs in the table of those met before.
#[inline]
fn place_of(first: u64, last: u64, length: usize) -> usize {
    let mixed = (first ^ last.rotate_left(23) ^ length as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    (mixed >> 40) as usize % MET
}

/// Eight digits `0`.
const ZEROS: u64 = 0x3030_3030_3030_3030;

/// The highest bit of every byte that is more than nine.
#[inline]
fn more_than_nine(word: u64) -> u64 {
    const HIGH: u64 = 0x8080_8080_8080_8080;
    (((word & !HIGH) + 0x7676_7676_7676_7676) | word) & HIGH
}

/// The number whose digits are the first bytes of a word, and how many they are.
#[inline]
fn first_number(word: u64) -> (u32, usize) {
    let values = word ^ ZEROS;
    let digits = more_than_nine(values).trailing_zeros() / 8;
    // Moved to the end of the word; what comes in are leading zeros. Shifting by 64 gives nothing, as it
    // should.
    let values = values.checked_shl(64 - 8 * digits).unwrap_or(0);
    (number_of_digits(values), digits as usize)
}

/// The number whose digits are the last bytes of a word, and how many they are.
#[inline]
fn last_number(word: u64) -> (u32, usize) {
    let values = word ^ ZEROS;
    let digits = more_than_nine(values).leading_zeros() / 8;
    let values = values & u64::MAX.checked_shl(64 - 8 * digits).unwrap_or(0);
    (number_of_digits(values), digits as usize)
}

/// The number of eight digits, one per byte, the first one lowest: pairs, fours, all eight.
#[inline]
fn number_of_digits(digits: u64) -> u32 {
    let pairs = (digits.wrapping_mul(10) + (digits >> 8)) & 0x00FF_00FF_00FF_00FF;
    let fours = (pairs.wrapping_mul(100) + (pairs >> 16)) & 0x0000_FFFF_0000_FFFF;
    (fours.wrapping_mul(10_000) + (fours >> 32)) as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_read_as_words() {
        for (text, first, last) in [
            ("0,abcdef", (0, 1), (0, 0)),
            ("12345678", (12_345_678, 8), (12_345_678, 8)),
            ("99999999", (99_999_999, 8), (99_999_999, 8)),
            ("1234567,", (1_234_567, 7), (0, 0)),
            ("(a,00120", (0, 0), (120, 5)),
            (")\n(a,u,9", (0, 0), (9, 1)),
            ("7/:;@\u{e9}9", (7, 1), (9, 1)),
            ("        ", (0, 0), (0, 0)),
        ] {
            let word = word(text.as_bytes(), 0).unwrap();
            assert_eq!(first_number(word), first, "{text}");
            assert_eq!(last_number(word), last, "{text}");
        }
    }

    #[test]
    fn every_byte_but_digits_ends_a_number() {
        for byte in 0..=255u8 {
            let word = u64::from_le_bytes([b'1', b'2', b'9', byte, b'9', b'3', b'4', b'5']);
            let digit = byte.is_ascii_digit();
            assert_eq!(first_number(word).1, if digit { 8 } else { 3 }, "{byte}");
            assert_eq!(last_number(word).1, if digit { 8 } else { 4 }, "{byte}");
        }
    }
}
