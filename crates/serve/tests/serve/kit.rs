//! A server on a folder of its own, and a client that sends what it is told.

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::JoinHandle;
use std::time::Duration;

use rely_serve::{ServeOptions, Server};
use rely_workbench::{Limits, ReadOptions};
use serde_json::Value;

/// Two processes that take turns, and a property that they keep.
pub const TURNS: &str = "PING = (ping -> pong -> PING).\nPONG = (ping -> pong -> PONG).\n\
    property ALTERNATE = (ping -> pong -> ALTERNATE).\n||TURNS = (PING || PONG || ALTERNATE).\n";

/// Counters that know nothing of each other: 10^7 states, all of which matter to the progress property.
pub const LARGE: &str = "COUNTER = C[0],\nC[i:0..9] = (when (i < 9) up -> C[i+1] | reset -> C[0]).\n\
    ||LARGE = (forall [i:1..7] c[i]:COUNTER).\nprogress UP = {c[1].up}\n";

/// A running server.
pub struct Running {
    /// The folder around the opened one.
    pub outer: tempfile::TempDir,
    /// Where it listens.
    pub address: SocketAddr,
    /// `/TOKEN/`
    pub base: String,
    /// The path that leads to the page once.
    pub once: String,
    /// Ends it.
    pub stop: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

impl Running {
    /// A server on the folder `open` of a new folder, with some files in it.
    pub fn new(files: &[(&str, &str)]) -> Running {
        let outer = tempfile::tempdir().unwrap();
        let open = outer.path().join("open");
        std::fs::create_dir(&open).unwrap();
        for (path, text) in files {
            let place = open.join(path);
            std::fs::create_dir_all(place.parent().unwrap()).unwrap();
            std::fs::write(place, text).unwrap();
        }
        Running::on(outer, &open)
    }

    /// A server on a path in a folder that is there already.
    pub fn on(outer: tempfile::TempDir, path: &Path) -> Running {
        let options = ServeOptions {
            path: path.to_path_buf(),
            port: 0,
            read: ReadOptions::default(),
            limits: Limits::default(),
            threads: 1,
        };
        let server = Server::bind(&options).unwrap_or_else(|failure| panic!("{failure:?}"));
        let address = server.address().unwrap();
        let url = server.url();
        let path = |url: &str| url.strip_prefix(&format!("http://{address}")).unwrap().to_string();
        let (base, once) = (path(&url), path(&server.url_for_once().unwrap()));
        let stop = Arc::new(AtomicBool::new(false));
        let flag = stop.clone();
        let thread = std::thread::spawn(move || server.run(&flag).unwrap_or_else(|e| panic!("{e:?}")));
        Running { outer, address, base, once, stop, thread: Some(thread) }
    }

    /// The opened folder.
    pub fn open(&self) -> std::path::PathBuf {
        self.outer.path().join("open")
    }

    /// A connection.
    pub fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(self.address).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(30))).unwrap();
        stream
    }

    /// Sends bytes and reads all that comes back; a connection that breaks off gives what was there.
    pub fn send(&self, bytes: &[u8]) -> Answer {
        let mut stream = self.connect();
        // A server that has heard enough may have closed already.
        let _ = stream.write_all(bytes);
        let mut got = Vec::new();
        let _ = stream.read_to_end(&mut got);
        Answer::read(&got)
    }

    /// The head of a request to a path behind the token, with our own host; lines have no end yet.
    pub fn head(&self, method: &str, path: &str) -> String {
        format!("{method} {}{path} HTTP/1.1\r\nHost: {}\r\nConnection: close\r\n", self.base, self.address)
    }

    /// A request without a body.
    pub fn get(&self, path: &str) -> Answer {
        self.send(format!("{}\r\n", self.head("GET", path)).as_bytes())
    }

    /// A request with more headers.
    pub fn get_with(&self, path: &str, headers: &str) -> Answer {
        self.send(format!("{}{headers}\r\n", self.head("GET", path)).as_bytes())
    }

    /// The bytes of a request for work.
    pub fn work(&self, request: &Value) -> Vec<u8> {
        let body = request.to_string();
        let kind = "Content-Type: application/json\r\n";
        format!("{}{kind}Content-Length: {}\r\n\r\n{body}", self.head("POST", "api/run"), body.len())
            .into_bytes()
    }

    /// Asks for work and waits for it.
    pub fn run(&self, request: &Value) -> Answer {
        self.send(&self.work(request))
    }

    /// The document of an answer to a request for work.
    #[track_caller]
    pub fn document(&self, request: &Value) -> Value {
        let answer = self.run(request);
        let mut last = answer.lines().pop().unwrap_or_else(|| panic!("no line: {answer:?}"));
        assert!(last.get("document").is_some(), "{request}: {last}");
        last["document"].take()
    }

    /// The message of an error in an answer to a request for work.
    #[track_caller]
    pub fn error(&self, request: &Value) -> String {
        let answer = self.run(request);
        let last = answer.lines().pop().unwrap_or_else(|| panic!("no line: {answer:?}"));
        let message = last["error"]["diagnostics"][0]["message"].as_str();
        message.unwrap_or_else(|| panic!("{request}: {answer:?}")).to_string()
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
        let ended = self.thread.take().map(JoinHandle::join);
        assert!(std::thread::panicking() || ended.is_none_or(|ended| ended.is_ok()), "the server panicked");
    }
}

/// What came back.
#[derive(Debug)]
pub struct Answer {
    /// The status; 0 if there was none.
    pub status: u16,
    /// Names in lower case, and values.
    pub headers: Vec<(String, String)>,
    /// The body, without the marks of its pieces.
    pub body: String,
}

impl Answer {
    /// Takes an answer apart.
    pub fn read(bytes: &[u8]) -> Answer {
        let text = String::from_utf8_lossy(bytes);
        let (head, body) = text.split_once("\r\n\r\n").unwrap_or((&text, ""));
        let mut lines = head.lines();
        let status = lines.next().and_then(|line| line.split(' ').nth(1)).and_then(|code| code.parse().ok());
        let pair = |line: &str| line.split_once(": ").map(|(n, v)| (n.to_ascii_lowercase(), v.to_string()));
        let headers: Vec<(String, String)> = lines.filter_map(pair).collect();
        let in_pieces = headers.iter().any(|(n, v)| n == "transfer-encoding" && v == "chunked");
        let body = if in_pieces { joined(body) } else { body.to_string() };
        Answer { status: status.unwrap_or(0), headers, body }
    }

    /// A header.
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }

    /// The body as JSON.
    #[track_caller]
    pub fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap_or_else(|error| panic!("{error}: {self:?}"))
    }

    /// The body as lines of JSON.
    #[track_caller]
    pub fn lines(&self) -> Vec<Value> {
        let read = |line| serde_json::from_str(line).unwrap_or_else(|error| panic!("{error}: {line}"));
        self.body.lines().map(read).collect()
    }
}

/// A body that came in pieces.
fn joined(mut rest: &str) -> String {
    let mut whole = String::new();
    while let Some((size, after)) = rest.split_once("\r\n") {
        let Ok(size) = usize::from_str_radix(size, 16) else { break };
        if size == 0 || after.len() < size {
            break;
        }
        whole.push_str(&after[..size]);
        rest = after[size..].strip_prefix("\r\n").unwrap_or("");
    }
    whole
}
