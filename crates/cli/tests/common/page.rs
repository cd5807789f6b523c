//! `rely serve` in a folder, asked through a plain socket.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Stdio};

use serde_json::Value;

use super::Folder;

/// A running server.
pub struct Page {
    child: Child,
    /// `127.0.0.1:PORT`
    pub address: String,
    /// `/TOKEN/`
    pub base: String,
}

impl Page {
    /// The server of a folder.
    pub fn of(folder: &Folder) -> Page {
        let mut command = folder.command(&["serve", "--no-open"]);
        let mut child = command.stdout(Stdio::piped()).spawn().expect("the server can be started");
        let mut line = String::new();
        let out = child.stdout.take().expect("standard output is piped");
        BufReader::new(out).read_line(&mut line).expect("the server says where it is");
        let rest = line.trim_end().strip_prefix("http://").expect("an address");
        let (address, path) = rest.split_once('/').expect("a token");
        Page { child, address: address.to_string(), base: format!("/{path}") }
    }

    /// The last line of the answer to a request for work.
    pub fn run(&self, request: &Value) -> Value {
        let body = request.to_string();
        let mut stream = TcpStream::connect(&self.address).expect("the server listens");
        write!(
            stream,
            "POST {}api/run HTTP/1.1\r\nHost: {}\r\nConnection: close\r\nContent-Type: application/json\r\n\
             Content-Length: {}\r\n\r\n{body}",
            self.base,
            self.address,
            body.len()
        )
        .expect("the server reads");
        let mut answer = String::new();
        stream.read_to_string(&mut answer).expect("the server answers");
        // A line is never longer than the piece that it comes in.
        let mut lines = answer.lines().filter(|line| line.starts_with('{'));
        let last = lines.next_back().unwrap_or_else(|| panic!("{request}: {answer}"));
        serde_json::from_str(last).unwrap_or_else(|error| panic!("{error}: {last}"))
    }

    /// Interrupts the server as Ctrl-C does; gives its exit code.
    pub fn interrupt(mut self) -> Option<i32> {
        let sent = std::process::Command::new("kill").args(["-INT", &self.child.id().to_string()]).status();
        assert!(sent.is_ok_and(|status| status.success()));
        self.child.wait().expect("the server ends").code()
    }
}

impl Drop for Page {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
