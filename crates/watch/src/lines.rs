//! A log, line by line.
//!
//! # Problem
//!
//! Logs are larger than memory, and a line may be of any length.
//!
//! # Method
//!
//! Large reads into one buffer; lines are found in it and lent to the caller.
//!
//! # Invariants
//!
//! The buffer holds at most [`LONGEST`] bytes of a line and what was read with them. The rest of a longer
//! line is discarded as it arrives, and the line is reported as too long, once.
//!
//! # Cost
//!
//! Every byte is read once and searched once for the end of its line.
//!
//! # Departures
//!
//! None.

use rely_report::Failure;

/// Bytes that are read at a time.
const PIECE: usize = 1 << 20;

/// Longer lines are not read.
pub(crate) const LONGEST: usize = 16 << 20;

/// So many bytes tell what a log is, and so does its first line.
const ENOUGH: usize = 64;

/// What a source of bytes has to give.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Filled {
    /// So many bytes, at least one.
    Bytes(usize),
    /// Nothing for the moment.
    Nothing,
    /// The log was replaced, or cut; [`LogSource::restart`] goes on with the new one.
    Replaced,
    /// It has ended.
    End,
}

/// Where the bytes of a log come from: a file, a file that grows, a stream.
pub trait LogSource {
    /// Reads bytes into the beginning of a buffer that is not empty. It may wait for a moment, not for long:
    /// between two calls the clock and the interrupt are looked at.
    ///
    /// # Errors
    /// If the log cannot be read.
    fn fill(&mut self, buffer: &mut [u8]) -> std::io::Result<Filled>;

    /// Goes on at the beginning of the log that took the place of this one.
    ///
    /// # Errors
    /// If it cannot be read.
    fn restart(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

impl LogSource for &[u8] {
    fn fill(&mut self, buffer: &mut [u8]) -> std::io::Result<Filled> {
        let n = self.len().min(buffer.len());
        let (first, rest) = self.split_at(n);
        buffer[..n].copy_from_slice(first);
        *self = rest;
        Ok(if n == 0 { Filled::End } else { Filled::Bytes(n) })
    }
}

/// What comes next.
pub(crate) enum Piece<'b> {
    /// A line without its end.
    Line(&'b [u8]),
    /// A line that is too long to be read.
    TooLong,
    /// Nothing for the moment.
    Nothing,
    /// The log was cut and begins anew.
    Cut,
    /// It has ended.
    End,
}

/// The lines of a log.
pub(crate) struct Lines {
    path: String,
    source: Box<dyn LogSource>,
    /// What was read; from `start` to `end` it is new.
    buffer: Vec<u8>,
    start: usize,
    end: usize,
    /// Bytes after `start` that are known to have no line end.
    searched: usize,
    /// Is the rest of a line that is too long being thrown away?
    skipping: bool,
    is_over: bool,
    /// Lines that were given so far.
    pub number: u64,
}

/// What a read has brought.
enum Step {
    More,
    Nothing,
    Cut,
    End,
}

impl Lines {
    /// The lines of a source; the path is for messages.
    pub fn new(path: &str, source: Box<dyn LogSource>) -> Lines {
        Lines {
            path: path.to_string(),
            source,
            buffer: vec![0; PIECE],
            start: 0,
            end: 0,
            searched: 0,
            skipping: false,
            is_over: false,
            number: 0,
        }
    }

    /// The beginning of the log, enough of it to tell what it is, without taking anything from it.
    ///
    /// # Errors
    /// If it cannot be read.
    pub fn head(&mut self, mut wait: impl FnMut() -> bool) -> Result<&[u8], Failure> {
        // A line tells what a log is if it has ended and is more than the first brace of an export over
        // several lines.
        let is_telling = |line: &[u8]| line.ends_with(b"\n") && !matches!(line.trim_ascii(), b"" | b"{");
        let is_enough =
            |head: &[u8]| head.len() >= ENOUGH || head.split_inclusive(|&byte| byte == b'\n').any(is_telling);
        while !self.is_over && !is_enough(&self.buffer[self.start..self.end]) {
            match self.fill()? {
                Step::End => self.is_over = true,
                Step::Nothing if !wait() => break,
                _ => {}
            }
        }
        Ok(&self.buffer[self.start..self.end])
    }

    /// What comes next.
    ///
    /// # Errors
    /// If the log cannot be read.
    pub fn next(&mut self) -> Result<Piece<'_>, Failure> {
        loop {
            let from = self.start + self.searched;
            if let Some(at) = memchr::memchr(b'\n', &self.buffer[from..self.end]) {
                let (first, last) = (self.start, from + at);
                (self.start, self.searched) = (last + 1, 0);
                self.number += 1;
                if std::mem::take(&mut self.skipping) || last - first > LONGEST {
                    return Ok(Piece::TooLong);
                }
                return Ok(Piece::Line(trimmed(&self.buffer[first..last], self.number)));
            }
            self.searched = self.end - self.start;
            if self.searched > LONGEST {
                self.skipping = true;
            }
            if self.skipping {
                (self.start, self.end, self.searched) = (0, 0, 0);
            }
            if self.is_over {
                if self.skipping {
                    self.skipping = false;
                    self.number += 1;
                    return Ok(Piece::TooLong);
                }
                if self.start == self.end {
                    return Ok(Piece::End);
                }
                let (first, last) = (self.start, self.end);
                (self.start, self.searched) = (last, 0);
                self.number += 1;
                return Ok(Piece::Line(trimmed(&self.buffer[first..last], self.number)));
            }
            match self.fill()? {
                Step::More => {}
                Step::Nothing => return Ok(Piece::Nothing),
                Step::Cut => return Ok(Piece::Cut),
                Step::End => self.is_over = true,
            }
        }
    }

    /// Everything that is left, or nothing if it is more than a limit.
    ///
    /// # Errors
    /// If it cannot be read.
    pub fn rest(
        &mut self,
        limit: usize,
        mut go_on: impl FnMut() -> bool,
    ) -> Result<Option<Vec<u8>>, Failure> {
        while !self.is_over && self.end - self.start <= limit {
            match self.fill()? {
                Step::End => self.is_over = true,
                _ if !go_on() => break,
                _ => {}
            }
        }
        let all = &self.buffer[self.start..self.end];
        let all = (all.len() <= limit).then(|| all.to_vec());
        self.start = self.end;
        Ok(all)
    }

    /// Reads more behind what is there.
    fn fill(&mut self) -> Result<Step, Failure> {
        if self.start > 0 {
            self.buffer.copy_within(self.start..self.end, 0);
            (self.start, self.end) = (0, self.end - self.start);
        }
        if self.buffer.len() - self.end < PIECE / 2 {
            self.buffer.resize(self.buffer.len() * 2, 0);
        }
        let unreadable = |error: std::io::Error| Failure::unreadable(&self.path, &error);
        Ok(match self.source.fill(&mut self.buffer[self.end..]).map_err(unreadable)? {
            Filled::Bytes(n) => {
                self.end += n;
                Step::More
            }
            Filled::Nothing => Step::Nothing,
            Filled::End => Step::End,
            // A last line without an end is not lost.
            Filled::Replaced if self.end > 0 || self.skipping => {
                self.buffer[self.end] = b'\n';
                self.end += 1;
                Step::More
            }
            Filled::Replaced => {
                self.source.restart().map_err(unreadable)?;
                self.number = 0;
                Step::Cut
            }
        })
    }
}

/// A line without a carriage return, the first one without a mark of its encoding.
fn trimmed(line: &[u8], number: u64) -> &[u8] {
    let line = line.strip_suffix(b"\r").unwrap_or(line);
    if number == 1 { line.strip_prefix(b"\xef\xbb\xbf").unwrap_or(line) } else { line }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Bytes that come in pieces of some size.
    struct Pieces(Vec<u8>, usize, usize);

    impl LogSource for Pieces {
        fn fill(&mut self, buffer: &mut [u8]) -> std::io::Result<Filled> {
            let Pieces(bytes, size, at) = self;
            let n = (bytes.len() - *at).min(*size).min(buffer.len());
            buffer[..n].copy_from_slice(&bytes[*at..*at + n]);
            *at += n;
            Ok(if n == 0 { Filled::End } else { Filled::Bytes(n) })
        }
    }

    fn in_pieces(bytes: &[u8], size: usize) -> Lines {
        Lines::new("-", Box::new(Pieces(bytes.to_vec(), size, 0)))
    }

    fn all(mut lines: Lines) -> Vec<Option<Vec<u8>>> {
        let mut found = Vec::new();
        loop {
            match lines.next().unwrap() {
                Piece::Line(line) => found.push(Some(line.to_vec())),
                Piece::TooLong => found.push(None),
                Piece::End => return found,
                Piece::Nothing | Piece::Cut => {}
            }
        }
    }

    #[test]
    fn pieces_of_any_size_give_the_same_lines() {
        let text = b"\xef\xbb\xbfone\r\n\ntwo \xff\nthree\r\n\r\nlast";
        let expected: Vec<Option<Vec<u8>>> =
            [&b"one"[..], b"", b"two \xff", b"three", b"", b"last"].map(|line| Some(line.to_vec())).to_vec();
        for size in 1..=text.len() {
            assert_eq!(all(in_pieces(text, size)), expected, "{size}");
        }
        assert!(all(in_pieces(b"", 1)).is_empty());
        assert_eq!(all(in_pieces(b"\n", 1)), [Some(Vec::new())]);
    }

    #[test]
    fn the_beginning_is_more_than_the_brace_it_begins_with() {
        let beginning = b"{\n  \"resourceLogs\": [\n";
        for size in 1..=beginning.len() {
            let mut lines = in_pieces(beginning, size);
            let head = lines.head(|| true).unwrap();
            assert!(head.starts_with(b"{\n  \"resourceLogs\""), "{size} {:?}", String::from_utf8_lossy(head));
        }
        assert_eq!(in_pieces(b"{\n", 1).head(|| true).unwrap(), b"{\n");
    }

    #[test]
    fn a_line_that_is_too_long_is_left_out_and_the_next_is_not() {
        let mut text = b"first\n".to_vec();
        text.resize(text.len() + LONGEST + 3 * PIECE, b'x');
        text.extend_from_slice(b"\nnext\n");
        let found = all(in_pieces(&text, PIECE));
        assert_eq!(found, [Some(b"first".to_vec()), None, Some(b"next".to_vec())]);
        let mut ends = vec![b'x'; LONGEST + 2 * PIECE];
        ends.extend_from_slice(b"x");
        assert_eq!(all(in_pieces(&ends, PIECE)), [None]);
    }

    /// A log that is replaced after some bytes.
    struct ReplacedLog(std::collections::VecDeque<&'static [u8]>, bool);

    impl LogSource for ReplacedLog {
        fn fill(&mut self, buffer: &mut [u8]) -> std::io::Result<Filled> {
            match self.0.front() {
                Some(&[]) if !self.1 => Ok(Filled::Replaced),
                Some(piece) if !piece.is_empty() => {
                    buffer[..piece.len()].copy_from_slice(piece);
                    let n = piece.len();
                    self.0.pop_front();
                    Ok(Filled::Bytes(n))
                }
                _ => Ok(Filled::End),
            }
        }

        fn restart(&mut self) -> std::io::Result<()> {
            assert_eq!(self.0.pop_front(), Some(&[][..]), "it is asked to restart where it was replaced");
            self.1 = true;
            Ok(())
        }
    }

    #[test]
    fn a_last_line_without_an_end_is_not_lost_when_the_log_is_replaced() {
        let pieces: [&[u8]; 4] = [b"one\ntw", b"o\nthr", b"", b"new\n"];
        let mut lines = Lines::new("-", Box::new(ReplacedLog(pieces.into(), false)));
        let mut seen = Vec::new();
        loop {
            match lines.next().unwrap() {
                Piece::Line(line) => seen.push(String::from_utf8_lossy(line).into_owned()),
                Piece::Cut => seen.push("cut".to_string()),
                Piece::End => break,
                Piece::Nothing | Piece::TooLong => unreachable!("there is nothing of the kind"),
            }
        }
        assert_eq!(seen, ["one", "two", "thr", "cut", "new"]);
        assert_eq!(lines.number, 1, "lines are counted from the beginning of the new log");
    }
}
