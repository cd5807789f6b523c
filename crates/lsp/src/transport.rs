//! Messages over standard input and output.

use std::io::{self, BufRead, Read, Write};
use std::sync::{Arc, Mutex};
use std::thread::JoinHandle;

use crossbeam_channel::{Receiver, unbounded};
use lsp_server::{Connection, Message};

/// The threads behind a connection.
pub struct Threads {
    writer: JoinHandle<io::Result<()>>,
}

impl Threads {
    /// Waits until all messages are written. The connection must be dropped first.
    ///
    /// # Errors
    /// If a message could not be written.
    pub fn join(self) -> io::Result<()> {
        // The reader may block on input forever; it ends with the process.
        self.writer.join().unwrap_or_else(|_| Err(io::Error::other("the writer stopped unexpectedly")))
    }
}

/// Longest message accepted. Models are written by hand, and one message holds a complete text.
const LONGEST: u64 = 64 << 20;

/// Longest line of a header.
const LONGEST_HEADER: u64 = 4096;

/// A connection over standard input and output. Malformed messages are answered with an error, and reading
/// continues.
pub fn stdio() -> (Connection, Threads) {
    connect(|| io::stdin().lock(), io::stdout())
}

/// A connection over any pair of streams.
pub(crate) fn connect<R: BufRead>(
    input: impl FnOnce() -> R + Send + 'static,
    output: impl Write + Send + 'static,
) -> (Connection, Threads) {
    let (to_server, receiver) = unbounded();
    let (sender, from_server): (_, Receiver<Message>) = unbounded();
    let output = Arc::new(Mutex::new(output));
    let answers = output.clone();
    std::thread::spawn(move || {
        let mut input = input();
        loop {
            match read(&mut input) {
                Ok(Some(Ok(message))) => {
                    let over = matches!(&message, Message::Notification(n) if n.method == "exit");
                    if to_server.send(message).is_err() || over {
                        return;
                    }
                }
                Ok(Some(Err(why))) => {
                    let Ok(mut output) = answers.lock() else { return };
                    if refuse(&mut *output, &why).is_err() {
                        return;
                    }
                }
                Ok(None) => return,
                // The start of the next message is unknown.
                Err(error) => return eprintln!("rely lsp: {error}"),
            }
        }
    });
    let writer = std::thread::spawn(move || {
        for message in from_server {
            let mut output =
                output.lock().map_err(|_| io::Error::other("the reader stopped unexpectedly"))?;
            message.write(&mut *output)?;
        }
        Ok(())
    });
    (Connection { sender, receiver }, Threads { writer })
}

/// The next message: none at the end of the stream, and a reason if it is malformed.
fn read(input: &mut impl BufRead) -> io::Result<Option<Result<Message, String>>> {
    let Some(length) = header(input)? else { return Ok(None) };
    if length > LONGEST {
        let skipped = io::copy(&mut input.take(length), &mut io::sink())?;
        let why = format!("a message may have at most {LONGEST} bytes; this one has {length}");
        return Ok((skipped == length).then_some(Err(why)));
    }
    // Memory is taken only for bytes that arrive, whatever length the header announces.
    let mut body = Vec::new();
    input.take(length).read_to_end(&mut body)?;
    if (body.len() as u64) < length {
        return Ok(None);
    }
    Ok(Some(serde_json::from_slice(&body).map_err(|error| error.to_string())))
}

/// Reads the header of a message and returns the length of its body; none at the end of the stream.
fn header(input: &mut impl BufRead) -> io::Result<Option<u64>> {
    let wrong = |why: &str| {
        io::Error::new(
            io::ErrorKind::InvalidData,
            format!("not a message of the language server protocol: {why}"),
        )
    };
    let mut length = None;
    loop {
        let mut line = Vec::new();
        let n_read = input.take(LONGEST_HEADER).read_until(b'\n', &mut line)?;
        if n_read == 0 {
            return Ok(None);
        }
        if line.last() != Some(&b'\n') {
            return Err(wrong("a header line does not end"));
        }
        let line = line.trim_ascii();
        if line.is_empty() {
            return length.map(Some).ok_or_else(|| wrong("the header has no `Content-Length`"));
        }
        let line = String::from_utf8_lossy(line);
        let (name, value) =
            line.split_once(':').ok_or_else(|| wrong("a header line is not `Name: value`"))?;
        if name.trim().eq_ignore_ascii_case("content-length") {
            length = Some(value.trim().parse().map_err(|_| wrong("`Content-Length` is not a number"))?);
        }
    }
}

/// Answers a malformed message. The id of its request is unknown.
fn refuse(output: &mut impl Write, why: &str) -> io::Result<()> {
    let why: String = why.chars().take(200).collect();
    let answer = serde_json::json!({
        "jsonrpc": "2.0",
        "id": null,
        "error": { "code": lsp_server::ErrorCode::ParseError as i32, "message": why },
    });
    let text = answer.to_string();
    write!(output, "Content-Length: {}\r\n\r\n{text}", text.len())?;
    output.flush()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Keeps the bytes that are written.
    #[derive(Clone, Default)]
    struct Kept(Arc<Mutex<Vec<u8>>>);

    impl Write for Kept {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.lock().unwrap().extend(bytes);
            Ok(bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    fn framed(text: &[u8]) -> Vec<u8> {
        [format!("Content-Length: {}\r\n\r\n", text.len()).as_bytes(), text].concat()
    }

    fn answered(input: impl io::Read + Send + 'static) -> (Vec<Message>, String) {
        let kept = Kept::default();
        let (connection, threads) = connect(move || io::BufReader::new(input), kept.clone());
        let messages = connection.receiver.iter().collect();
        drop(connection);
        threads.join().unwrap();
        let written = String::from_utf8(kept.0.lock().unwrap().clone()).unwrap();
        (messages, written)
    }

    fn good() -> Vec<u8> {
        framed(br#"{"jsonrpc":"2.0","id":1,"method":"shutdown"}"#)
    }

    #[test]
    fn a_malformed_message_is_refused_and_the_next_one_is_read() {
        let bad: [&[u8]; 7] =
            [b"{", b"[]", b"7", b"", b"{\"jsonrpc\":\"2.0\"}", b"\"\x01", b"{\"method\":\"\xff\xfe\"}"];
        for bad in bad {
            let (messages, written) = answered(io::Cursor::new([framed(bad), good()].concat()));
            assert_eq!(messages.len(), 1, "{bad:?}");
            assert!(written.contains("-32700") && written.contains("\"id\":null"), "{bad:?}: {written}");
        }
    }

    #[test]
    fn a_message_that_is_too_long_is_refused_and_the_next_one_is_read() {
        let header = format!("Content-Length: {}\r\n\r\n", LONGEST + 1);
        let body = io::Read::take(io::repeat(b'x'), LONGEST + 1);
        let input = io::Read::chain(io::Read::chain(io::Cursor::new(header), body), io::Cursor::new(good()));
        let (messages, written) = answered(input);
        assert_eq!(messages.len(), 1);
        assert!(written.contains("at most 67108864 bytes"), "{written}");
        // A body that is announced and does not come takes no memory.
        for length in [LONGEST, u64::MAX] {
            let (messages, written) =
                answered(io::Cursor::new(format!("Content-Length: {length}\r\n\r\n{{")));
            assert!(messages.is_empty() && written.is_empty(), "{written}");
        }
    }

    #[test]
    fn a_header_is_read_as_the_protocol_writes_it() {
        let body = r#"{"jsonrpc":"2.0","method":"initialized"}"#;
        let n = body.len();
        for header in [
            format!("content-length:{n}\r\n\r\n"),
            format!("Content-Type: application/vscode-jsonrpc; charset=utf-8\r\nContent-Length: {n}\r\n\r\n"),
            format!("Content-Length: {n}\n\n"),
        ] {
            assert_eq!(answered(io::Cursor::new(header.clone() + body)).0.len(), 1, "{header}");
        }
    }

    #[test]
    fn a_stream_that_is_not_the_protocol_ends() {
        let endless = "x".repeat(100_000);
        let numbers =
            ["-1", "18446744073709551616", "x", ""].map(|n| format!("Content-Length: {n}\r\n\r\n{{}}"));
        let others = ["GET / HTTP/1.1\r\n\r\n", "\r\n\r\n", "", "Content-Length: 2\r\n", &endless];
        for input in others.into_iter().chain(numbers.iter().map(String::as_str)) {
            let (messages, written) = answered(io::Cursor::new(input.to_string()));
            assert!(messages.is_empty() && written.is_empty(), "{input}");
        }
    }

    #[test]
    fn nothing_is_read_after_the_exit() {
        let exit = framed(br#"{"jsonrpc":"2.0","method":"exit"}"#);
        let (messages, _) = answered(io::Cursor::new([exit.clone(), exit].concat()));
        assert_eq!(messages.len(), 1);
    }
}
