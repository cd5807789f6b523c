//! An editor for tests.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use rely_lsp::{Connection, End, Message, Notification, Request, RequestId, Response, Settings, serve};
use rely_workbench::Limits;
use serde_json::{Value, json};

/// Nothing takes longer, even on a machine that is busy.
const PATIENCE: Duration = Duration::from_secs(60);

/// An editor and its server.
pub struct Client {
    connection: Connection,
    server: Option<JoinHandle<End>>,
    next: i32,
    answers: BTreeMap<RequestId, Response>,
    /// What was answered, taken out of the answers or not.
    answered: BTreeSet<RequestId>,
    notifications: VecDeque<Notification>,
    pub asked: VecDeque<Request>,
}

impl Client {
    /// Starts a server and leaves it as it is.
    pub fn start() -> Self {
        let (ours, theirs) = Connection::memory();
        let settings = Settings { limits: Limits::default(), threads: 1, pause: Duration::from_millis(1) };
        let run = move || serve(&theirs, settings).expect("threads can be started");
        let server =
            std::thread::Builder::new().stack_size(64 << 20).spawn(run).expect("a thread can be started");
        Client {
            connection: ours,
            server: Some(server),
            next: 0,
            answers: BTreeMap::new(),
            answered: BTreeSet::new(),
            notifications: VecDeque::new(),
            asked: VecDeque::new(),
        }
    }

    /// Starts a server and says what the editor can do.
    pub fn new(capabilities: Value) -> Self {
        Client::with(json!({ "capabilities": capabilities }))
    }

    /// Starts a server with all that an editor says at the beginning.
    pub fn with(params: Value) -> Self {
        let mut client = Client::start();
        let answer = client.request("initialize", params);
        assert!(answer.is_ok(), "{answer:?}");
        client.notify("initialized", json!({}));
        client
    }

    pub fn notify(&self, method: &str, params: Value) {
        let notification = Notification::new(method.to_string(), params);
        self.connection.sender.send(notification.into()).expect("the server runs");
    }

    /// Sends a request and does not wait.
    pub fn send(&mut self, method: &str, params: Value) -> RequestId {
        self.next += 1;
        let id: RequestId = self.next.into();
        let request = Request::new(id.clone(), method.to_string(), params);
        self.connection.sender.send(request.into()).expect("the server runs");
        id
    }

    /// Sends a request and waits for the answer: a result, or a code and a message.
    pub fn request(&mut self, method: &str, params: Value) -> Result<Value, (i32, String)> {
        let id = self.send(method, params);
        self.answer(&id)
    }

    /// Waits for the answer to a request.
    pub fn answer(&mut self, id: &RequestId) -> Result<Value, (i32, String)> {
        let begin = Instant::now();
        while !self.answers.contains_key(id) {
            self.receive(begin);
        }
        let response = self.answers.remove(id).expect("it was received");
        response.response_result.map_err(|error| (error.code, error.message))
    }

    /// Waits for a notification.
    pub fn notification(&mut self, method: &str) -> Value {
        let begin = Instant::now();
        loop {
            if let Some(at) = self.notifications.iter().position(|n| n.method == method) {
                return self.notifications.remove(at).expect("it was found").params;
            }
            self.receive(begin);
        }
    }

    /// Waits for a request of the server.
    pub fn asked(&mut self, method: &str) -> Value {
        let begin = Instant::now();
        loop {
            if let Some(at) = self.asked.iter().position(|request| request.method == method) {
                return self.asked.remove(at).expect("it was found").params;
            }
            self.receive(begin);
        }
    }

    fn receive(&mut self, begin: Instant) {
        let left = PATIENCE.saturating_sub(begin.elapsed());
        match self.connection.receiver.recv_timeout(left).expect("the server answers in time") {
            Message::Response(response) => {
                assert!(self.answered.insert(response.id.clone()), "one answer each: {response:?}");
                self.answers.insert(response.id.clone(), response);
            }
            Message::Notification(notification) => self.notifications.push_back(notification),
            Message::Request(request) => self.asked.push_back(request),
        }
    }

    pub fn open(&self, uri: &str, text: &str) {
        let item = json!({ "uri": uri, "languageId": "fsp", "version": 1, "text": text });
        self.notify("textDocument/didOpen", json!({ "textDocument": item }));
    }

    /// Replaces a part of a text, or all of it.
    pub fn change(&self, uri: &str, version: i32, range: Option<Value>, text: &str) {
        let change = match range {
            Some(range) => json!({ "range": range, "text": text }),
            None => json!({ "text": text }),
        };
        let document = json!({ "uri": uri, "version": version });
        self.notify(
            "textDocument/didChange",
            json!({ "textDocument": document, "contentChanges": [change] }),
        );
    }

    /// The findings about a version of a text, the first that are published.
    pub fn findings(&mut self, version: i32) -> Value {
        loop {
            let published = self.notification("textDocument/publishDiagnostics");
            if published["version"] == version {
                return published["diagnostics"].clone();
            }
        }
    }

    /// Says good-bye.
    pub fn end(mut self) -> End {
        assert_eq!(self.request("shutdown", Value::Null), Ok(Value::Null));
        self.exit()
    }

    /// Goes without a word.
    pub fn exit(mut self) -> End {
        self.notify("exit", Value::Null);
        let server = self.server.take().expect("it was not taken");
        server.join().expect("the server does not panic")
    }
}
