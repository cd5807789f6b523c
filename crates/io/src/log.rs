//! Logs: files, files that grow, and streams.
//!
//! A stream is read on a thread of its own, so that an interrupt and a clock are noticed while nothing comes.

use std::fs::File;
use std::io::Read;
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::time::Duration;

use rely_report::Failure;
use rely_watch::{Filled, LogSource};

/// Bytes that are read from a stream at a time.
const PIECE: usize = 1 << 20;

/// How long to wait for more before looking at the clock.
const PATIENCE: Duration = Duration::from_millis(50);

/// Opens a log; `-` is standard input. One that is followed does not end.
///
/// # Errors
/// If it cannot be opened.
pub fn open(path: &str, follow: bool) -> Result<Box<dyn LogSource>, Failure> {
    if path == "-" {
        return Ok(Box::new(Stream::of(std::io::stdin())));
    }
    let file = File::open(path).map_err(|error| Failure::unreadable(path, &error))?;
    let about = file.metadata().map_err(|error| Failure::unreadable(path, &error))?;
    if about.is_dir() {
        return Err(Failure::in_file("E1001", path, "this is a folder, but a log is expected"));
    }
    // A pipe or a device may wait for its writer.
    if !about.is_file() {
        return Ok(Box::new(Stream::of(file)));
    }
    Ok(Box::new(Growing { path: path.to_string(), file, follow, position: 0 }))
}

/// A file, which may grow.
struct Growing {
    path: String,
    file: File,
    follow: bool,
    /// Bytes that were read.
    position: u64,
}

impl Growing {
    fn more(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        loop {
            match self.file.read(buffer) {
                Err(error) if error.kind() == std::io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
                Ok(n) => {
                    self.position += n as u64;
                    return Ok(n);
                }
            }
        }
    }
}

impl LogSource for Growing {
    fn fill(&mut self, buffer: &mut [u8]) -> std::io::Result<Filled> {
        match self.more(buffer)? {
            0 if !self.follow => Ok(Filled::End),
            0 if is_replaced(&self.path, &self.file, self.position) => {
                // What was written before it was replaced is not lost.
                Ok(match self.more(buffer).unwrap_or(0) {
                    0 => Filled::Replaced,
                    n => Filled::Bytes(n),
                })
            }
            0 => {
                std::thread::sleep(PATIENCE);
                Ok(Filled::Nothing)
            }
            n => Ok(Filled::Bytes(n)),
        }
    }

    fn restart(&mut self) -> std::io::Result<()> {
        self.file = File::open(&self.path)?;
        self.position = 0;
        Ok(())
    }
}

/// Is a log shorter than what was read of it, or is there another one under its name?
fn is_replaced(path: &str, file: &File, position: u64) -> bool {
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

/// A stream, a few pieces ahead.
struct Stream {
    pieces: Receiver<std::io::Result<Vec<u8>>>,
    /// The last piece, and how much of it was given.
    piece: Vec<u8>,
    given: usize,
}

impl Stream {
    fn of(input: impl Read + Send + 'static) -> Stream {
        Stream { pieces: reading(input), piece: Vec::new(), given: 0 }
    }
}

impl LogSource for Stream {
    fn fill(&mut self, buffer: &mut [u8]) -> std::io::Result<Filled> {
        if self.given == self.piece.len() {
            match self.pieces.recv_timeout(PATIENCE) {
                Ok(piece) => (self.piece, self.given) = (piece?, 0),
                Err(RecvTimeoutError::Timeout) => return Ok(Filled::Nothing),
                Err(RecvTimeoutError::Disconnected) => return Ok(Filled::End),
            }
        }
        let n = (self.piece.len() - self.given).min(buffer.len());
        buffer[..n].copy_from_slice(&self.piece[self.given..self.given + n]);
        self.given += n;
        Ok(Filled::Bytes(n))
    }
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

    /// What a log gives that is followed, of which one line has no end, and which is then replaced.
    fn followed(replace: impl Fn(&std::path::Path)) -> Vec<String> {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("log");
        std::fs::write(&path, "one\ntwo\nthr").unwrap();
        let mut log = open(path.to_str().unwrap(), true).unwrap();
        let mut seen = Vec::new();
        let mut is_replaced = false;
        let mut buffer = [0; 64];
        // Nothing that comes in a hundred moments will come.
        let mut patience = 100;
        while patience > 0 && seen.last().is_none_or(|last: &String| !last.ends_with("new\n")) {
            match log.fill(&mut buffer).unwrap() {
                Filled::Bytes(n) => seen.push(String::from_utf8_lossy(&buffer[..n]).into_owned()),
                Filled::Nothing if !is_replaced => {
                    replace(&path);
                    is_replaced = true;
                }
                Filled::Nothing => patience -= 1,
                Filled::Replaced => {
                    seen.push("replaced".to_string());
                    log.restart().unwrap();
                }
                Filled::End => unreachable!("a log that is followed does not end"),
            }
        }
        seen
    }

    #[test]
    fn a_file_that_is_cut_is_read_from_its_beginning() {
        let seen = followed(|path| std::fs::write(path, "new\n").unwrap());
        assert_eq!(seen, ["one\ntwo\nthr", "replaced", "new\n"]);
    }

    #[cfg(unix)]
    #[test]
    fn another_file_under_the_same_name_is_read_from_its_beginning() {
        let seen = followed(|path| {
            let other = path.with_extension("other");
            std::fs::write(&other, "more than there was\nnew\n").unwrap();
            std::fs::rename(&other, path).unwrap();
        });
        assert_eq!(seen, ["one\ntwo\nthr", "replaced", "more than there was\nnew\n"]);
    }

    #[test]
    fn a_stream_gives_its_pieces_in_parts() {
        let mut stream = Stream::of(&b"a stream"[..]);
        let mut buffer = [0; 3];
        let mut seen = Vec::new();
        loop {
            match stream.fill(&mut buffer).unwrap() {
                Filled::Bytes(n) => seen.extend_from_slice(&buffer[..n]),
                Filled::Nothing => {}
                Filled::End => break,
                Filled::Replaced => unreachable!("a stream is not replaced"),
            }
        }
        assert_eq!(seen, b"a stream");
    }
}
