//! A log, line by line: a file, a file that grows, or a stream.
//!
//! # Method
//!
//! Large reads into one buffer, lines are found in it and lent. Standard input is read on a thread of its
//! own, so that an interrupt and a clock are noticed while nothing comes.
//!
//! # Invariants
//!
//! The buffer holds at most [`LONGEST`] bytes of a line and what is read with them: the rest of a longer one
//! is thrown away as it comes, and the line is reported as too long, once.

use std::fs::File;
use std::io::Read;
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::time::Duration;

use crate::failure::Failure;
use crate::io::files::unreadable;

/// Bytes that are read at a time.
const PIECE: usize = 1 << 20;

/// Longer lines are not read.
pub(super) const LONGEST: usize = 16 << 20;

/// So many bytes tell what a log is, and so does its first line.
const ENOUGH: usize = 64;

/// How long to wait for more before looking at the clock.
const PATIENCE: Duration = Duration::from_millis(50);

/// What comes next.
pub(super) enum Piece<'b> {
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
pub(super) struct Lines {
    path: String,
    input: Input,
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

enum Input {
    File { file: File, follow: bool, position: u64 },
    Stream(Receiver<std::io::Result<Vec<u8>>>),
}

enum Filled {
    More,
    Nothing,
    Cut,
    End,
}

impl Lines {
    /// Opens a log; `-` is standard input. One that is followed does not end.
    ///
    /// # Errors
    /// If it cannot be opened.
    pub fn open(path: &str, follow: bool) -> Result<Lines, Failure> {
        let input = if path == "-" {
            Input::Stream(standard_input())
        } else {
            let file = File::open(path).map_err(|error| unreadable(path, &error))?;
            let about = file.metadata().map_err(|error| unreadable(path, &error))?;
            if about.is_dir() {
                return Err(Failure::in_file("E1001", path, "this is a folder, a log is expected"));
            }
            // What is no file, as a pipe, may wait for its writer.
            if about.is_file() {
                Input::File { file, follow, position: 0 }
            } else {
                Input::Stream(reading(file))
            }
        };
        Ok(Lines::of(path, input))
    }

    fn of(path: &str, input: Input) -> Lines {
        Lines {
            path: path.to_string(),
            input,
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
                Filled::End => self.is_over = true,
                Filled::Nothing if !wait() => break,
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
                Filled::More => {}
                Filled::Nothing => return Ok(Piece::Nothing),
                Filled::Cut => return Ok(Piece::Cut),
                Filled::End => self.is_over = true,
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
                Filled::End => self.is_over = true,
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
    fn fill(&mut self) -> Result<Filled, Failure> {
        if self.start > 0 {
            self.buffer.copy_within(self.start..self.end, 0);
            (self.start, self.end) = (0, self.end - self.start);
        }
        match &mut self.input {
            Input::File { file, follow, position } => {
                if self.buffer.len() - self.end < PIECE / 2 {
                    self.buffer.resize(self.buffer.len() * 2, 0);
                }
                let n = loop {
                    match file.read(&mut self.buffer[self.end..]) {
                        Err(error) if error.kind() == std::io::ErrorKind::Interrupted => {}
                        other => break other.map_err(|error| unreadable(&self.path, &error))?,
                    }
                };
                (self.end, *position) = (self.end + n, *position + n as u64);
                if n > 0 {
                    return Ok(Filled::More);
                }
                if !*follow {
                    return Ok(Filled::End);
                }
                if begins_anew(&self.path, file, *position) {
                    // What was written before it began anew, and a last line without an end, are not lost.
                    let n = file.read(&mut self.buffer[self.end..]).unwrap_or(0);
                    if n > 0 {
                        (self.end, *position) = (self.end + n, *position + n as u64);
                        return Ok(Filled::More);
                    }
                    if self.end > 0 || self.skipping {
                        self.buffer[self.end] = b'\n';
                        self.end += 1;
                        return Ok(Filled::More);
                    }
                    *file = File::open(&self.path).map_err(|error| unreadable(&self.path, &error))?;
                    *position = 0;
                    self.number = 0;
                    return Ok(Filled::Cut);
                }
                std::thread::sleep(PATIENCE);
                Ok(Filled::Nothing)
            }
            Input::Stream(pieces) => match pieces.recv_timeout(PATIENCE) {
                Ok(piece) => {
                    let piece = piece.map_err(|error| unreadable(&self.path, &error))?;
                    if self.buffer.len() < self.end + piece.len() {
                        self.buffer.resize((self.end + piece.len()).next_power_of_two(), 0);
                    }
                    self.buffer[self.end..self.end + piece.len()].copy_from_slice(&piece);
                    self.end += piece.len();
                    Ok(Filled::More)
                }
                Err(RecvTimeoutError::Timeout) => Ok(Filled::Nothing),
                Err(RecvTimeoutError::Disconnected) => Ok(Filled::End),
            },
        }
    }
}

/// Is a log shorter than what was read of it, or is there another one under its name?
fn begins_anew(path: &str, file: &File, position: u64) -> bool {
    let Ok(about) = std::fs::metadata(path) else { return false };
    about.len() < position || file.metadata().is_ok_and(|own| is_another(&own, &about))
}

#[cfg(unix)]
fn is_another(one: &std::fs::Metadata, other: &std::fs::Metadata) -> bool {
    use std::os::unix::fs::MetadataExt as _;
    (one.dev(), one.ino()) != (other.dev(), other.ino())
}

#[cfg(not(unix))]
fn is_another(_: &std::fs::Metadata, _: &std::fs::Metadata) -> bool {
    false
}

/// A line without a carriage return, the first one without a mark of its encoding.
fn trimmed(line: &[u8], number: u64) -> &[u8] {
    let line = line.strip_suffix(b"\r").unwrap_or(line);
    if number == 1 { line.strip_prefix(b"\xef\xbb\xbf").unwrap_or(line) } else { line }
}

fn standard_input() -> Receiver<std::io::Result<Vec<u8>>> {
    reading(std::io::stdin())
}

/// Reads something on a thread of its own, a few pieces ahead.
fn reading(mut input: impl Read + Send + 'static) -> Receiver<std::io::Result<Vec<u8>>> {
    let (sender, receiver) = sync_channel(4);
    std::thread::spawn(move || {
        let mut buffer = vec![0; PIECE];
        loop {
            match input.read(&mut buffer) {
                Ok(0) => return,
                Ok(n) => {
                    if sender.send(Ok(buffer[..n].to_vec())).is_err() {
                        return;
                    }
                }
                Err(error) if error.kind() == std::io::ErrorKind::Interrupted => {}
                Err(error) => {
                    let _ = sender.send(Err(error));
                    return;
                }
            }
        }
    });
    receiver
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Bytes that come in pieces of some size.
    fn in_pieces(bytes: &[u8], size: usize) -> Lines {
        let (sender, receiver) = sync_channel(bytes.len() / size + 2);
        bytes.chunks(size).for_each(|piece| sender.send(Ok(piece.to_vec())).unwrap());
        Lines::of("-", Input::Stream(receiver))
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

    /// The lines of a log with a last one that has no end, which is then made anew, and where the number of
    /// lines is at the end.
    fn made_anew(anew: impl Fn(&std::path::Path)) -> (Vec<String>, u64) {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("log");
        std::fs::write(&path, "one\ntwo\nthr").unwrap();
        let mut lines = Lines::open(path.to_str().unwrap(), true).unwrap();
        let mut seen = Vec::new();
        let mut is_made = false;
        // Nothing that comes in a hundred moments will come.
        let mut patience = 100;
        while patience > 0 && seen.last().is_none_or(|last| last != "new") {
            match lines.next().unwrap() {
                Piece::Line(line) => seen.push(String::from_utf8_lossy(line).into_owned()),
                Piece::Nothing if !is_made => {
                    anew(&path);
                    is_made = true;
                }
                Piece::Nothing => patience -= 1,
                Piece::Cut => seen.push("cut".to_string()),
                _ => {}
            }
        }
        (seen, lines.number)
    }

    #[test]
    fn a_file_that_is_cut_begins_anew() {
        let (seen, number) = made_anew(|path| std::fs::write(path, "new\n").unwrap());
        assert_eq!(seen, ["one", "two", "thr", "cut", "new"]);
        assert_eq!(number, 1);
    }

    #[cfg(unix)]
    #[test]
    fn another_file_under_the_same_name_is_read_from_its_beginning() {
        let (seen, _) = made_anew(|path| {
            let other = path.with_extension("other");
            std::fs::write(&other, "more than there was\nnew\n").unwrap();
            std::fs::rename(&other, path).unwrap();
        });
        assert_eq!(seen, ["one", "two", "thr", "cut", "more than there was", "new"]);
    }
}
