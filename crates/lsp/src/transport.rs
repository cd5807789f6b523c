//! Messages over standard input and output.

use std::io::{self, BufRead, Write};
use std::sync::{Arc, Mutex};
use std::thread::JoinHandle;

use crossbeam_channel::{Receiver, unbounded};
use lsp_server::{Connection, Message};

/// The threads behind a connection.
pub struct Threads {
    writer: JoinHandle<io::Result<()>>,
}

impl Threads {
    /// Waits until everything is written. The connection must be dropped first.
    ///
    /// # Errors
    /// If it could not be written.
    pub fn join(self) -> io::Result<()> {
        // The reader may wait for input for ever; it ends with the process.
        self.writer.join().unwrap_or_else(|_| Err(io::Error::other("the writer stopped unexpectedly")))
    }
}

/// A connection over standard input and output. What is no message is answered with an error, and reading goes on.
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
            match Message::read(&mut input) {
                Ok(Some(message)) => {
                    let over = matches!(&message, Message::Notification(n) if n.method == "exit");
                    if to_server.send(message).is_err() || over {
                        return;
                    }
                }
                Ok(None) => return,
                Err(error) if is_payload(&error) => {
                    let Ok(mut output) = answers.lock() else { return };
                    if refuse(&mut *output, &error).is_err() {
                        return;
                    }
                }
                // Where the next message begins is not known any more.
                Err(_) => return,
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

/// Was a whole message read, that is only not understood?
fn is_payload(error: &io::Error) -> bool {
    error.kind() == io::ErrorKind::InvalidData && error.to_string().starts_with("malformed LSP payload")
}

/// Answers what is no message. Whose request it was is not known.
fn refuse(output: &mut impl Write, error: &io::Error) -> io::Result<()> {
    let why: String = error.to_string().chars().take(200).collect();
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

    /// Bytes that are written are kept.
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

    fn framed(text: &str) -> String {
        format!("Content-Length: {}\r\n\r\n{text}", text.len())
    }

    fn read(input: String) -> (Vec<Message>, String) {
        let kept = Kept::default();
        let (connection, threads) = connect(move || io::Cursor::new(input.into_bytes()), kept.clone());
        let messages = connection.receiver.iter().collect();
        drop(connection);
        threads.join().unwrap();
        let written = String::from_utf8(kept.0.lock().unwrap().clone()).unwrap();
        (messages, written)
    }

    #[test]
    fn what_is_no_message_is_refused_and_the_next_one_is_read() {
        let good = framed(r#"{"jsonrpc":"2.0","id":1,"method":"shutdown"}"#);
        for bad in ["{", "[]", "7", "{\"jsonrpc\":\"2.0\"}", "\"\u{1}"] {
            let (messages, written) = read(framed(bad) + &good);
            assert_eq!(messages.len(), 1, "{bad}");
            assert!(written.contains("-32700") && written.contains("\"id\":null"), "{bad}: {written}");
        }
    }

    #[test]
    fn a_stream_that_is_no_protocol_ends() {
        let (messages, _) = read("GET / HTTP/1.1\r\n\r\n".to_string());
        assert!(messages.is_empty());
        let (messages, _) = read(String::new());
        assert!(messages.is_empty());
    }

    #[test]
    fn nothing_is_read_after_the_exit() {
        let exit = framed(r#"{"jsonrpc":"2.0","method":"exit"}"#);
        let (messages, _) = read(exit.clone() + &exit);
        assert_eq!(messages.len(), 1);
    }
}
