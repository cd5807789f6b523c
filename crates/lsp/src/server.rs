//! The loop: messages in, answers out.
//!
//! # Problem
//!
//! Answer an editor, which sends requests while somebody writes, from texts that are always the newest.
//!
//! # Method
//!
//! One loop over messages and over what other threads found. An edit only changes the text; the text is read
//! anew when an answer needs it, or when no message is waiting, so that a burst of edits costs one reading.
//! Work on other threads gets the text it is about, and a flag that an edit or a cancellation raises.
//!
//! # Invariants
//!
//! (S1) Every request gets exactly one answer: who takes it out of [`Waiting`] sends it. (S2) Findings are
//! published only if they are about the text as it is; they may stay a moment longer. (S3) A request or
//! notification that is wrong, or that panics, ends nothing but itself.

use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use crossbeam_channel::{Receiver, Sender, after, never, select, unbounded};
use lsp_server::{Connection, ErrorCode, Message, Notification, Request, RequestId, Response};
use lsp_types::notification::{
    Cancel, DidChangeTextDocument, DidChangeWatchedFiles, DidChangeWorkspaceFolders, DidCloseTextDocument,
    DidOpenTextDocument, DidSaveTextDocument, Initialized, Notification as _, PublishDiagnostics,
    WorkDoneProgressCancel,
};
use lsp_types::request::{RegisterCapability, Request as _};
use lsp_types::{
    CancelParams, DidChangeTextDocumentParams, DidOpenTextDocumentParams, InitializeParams, InitializeResult,
    NumberOrString, ProgressToken, PublishDiagnosticsParams, Registration, RegistrationParams, ServerInfo,
    Uri,
};
use rely_workbench::Limits;
use rely_workbench::language::Document;
use rely_workbench::view::TextDiagnosticView;
use serde::de::DeserializeOwned;

use crate::Reports;
use crate::capabilities::{Client, capabilities};
use crate::changes::apply;
use crate::convert;
use crate::files::{folder_of, path_of};
use crate::lanes::{Flag, Lane};

#[cfg(test)]
mod tests;

/// Endings of files that a text may import.
const IMPORTED: [&str; 5] = ["aut", "rlts", "dot", "gv", "json"];

/// What the server is started with.
pub struct Settings {
    /// Tells results.
    pub reports: Arc<dyn Reports>,
    /// Limits of commands.
    pub limits: Limits,
    /// Threads of commands.
    pub threads: usize,
    /// How long a text must not change before it is elaborated.
    pub pause: Duration,
}

/// How the server came to its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// The client said that it shuts down, and then that this is the end.
    Orderly,
    /// Anything else.
    Abrupt,
}

/// Why a request is refused.
pub struct Refusal {
    /// What kind of trouble.
    pub code: ErrorCode,
    /// In words.
    pub message: String,
}

impl Refusal {
    /// A refusal.
    pub fn new(code: ErrorCode, message: impl Into<String>) -> Self {
        Refusal { code, message: message.into() }
    }
}

/// What is answered to a request.
pub type Answer<T> = Result<T, Refusal>;

/// A text that the editor has open.
pub struct Open {
    /// Its address.
    pub uri: Uri,
    /// Its number, that of the editor.
    pub version: i32,
    text: String,
    document: Document,
    /// Is the document that of an older text?
    is_stale: bool,
    /// Is there nothing published about this text yet?
    is_new: bool,
    findings: Vec<TextDiagnosticView>,
    /// What the editor shows: findings by elaboration are among it, and stay there while somebody writes.
    shown: Shown,
    /// Stops the elaboration of this text.
    elaborating: Flag,
    /// When it is to be elaborated, if it does not change before.
    due: Option<Instant>,
}

impl Open {
    /// The newest text, read.
    pub fn document(&mut self) -> &Document {
        if self.is_stale {
            self.document = Document::new(path_of(self.uri.as_str()), self.text.as_str());
            self.is_stale = false;
        }
        &self.document
    }

    /// What is wrong with the newest text, as far as that is known.
    pub fn findings(&mut self) -> &[TextDiagnosticView] {
        if self.is_new {
            self.findings = self.document().diagnostics();
        }
        &self.findings
    }
}

/// Findings that were published last.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Shown {
    /// Those that are found at once.
    AtOnce,
    /// Also those of an elaboration.
    Elaborated,
    /// The same, and the text has changed since: the editor moves them along until the next elaboration.
    Held,
}

/// A request that is answered by another thread, or cancelled.
struct Unanswered {
    uri: Option<String>,
    flag: Flag,
    token: Option<ProgressToken>,
}

/// The requests that other threads work on.
#[derive(Clone, Default)]
pub struct Waiting(Arc<Mutex<BTreeMap<RequestId, Unanswered>>>);

impl Waiting {
    /// Takes a request out: only who got `true` may answer it.
    pub fn take(&self, id: &RequestId) -> bool {
        self.0.lock().is_ok_and(|mut all| all.remove(id).is_some())
    }

    /// Notes a request.
    pub fn add(&self, id: RequestId, uri: Option<String>, token: Option<ProgressToken>) -> Flag {
        let flag = Flag::default();
        if let Ok(mut all) = self.0.lock() {
            all.insert(id, Unanswered { uri, flag: flag.clone(), token });
        }
        flag
    }

    /// Stops some requests and tells which.
    fn stop(
        &self,
        which: impl Fn(&RequestId, Option<&str>, Option<&ProgressToken>) -> bool,
    ) -> Vec<RequestId> {
        let Ok(mut all) = self.0.lock() else { return Vec::new() };
        let ids = all.iter().filter(|(id, one)| which(id, one.uri.as_deref(), one.token.as_ref()));
        let ids: Vec<RequestId> = ids.map(|(id, _)| id.clone()).collect();
        for id in &ids {
            if let Some(one) = all.remove(id) {
                one.flag.store(true, Ordering::Relaxed);
            }
        }
        ids
    }
}

/// What elaboration found out about a text.
pub struct Found {
    /// Whose.
    pub uri: String,
    /// Raised if the text has changed meanwhile. Versions would not tell: they begin again when a text is
    /// closed and opened.
    pub flag: Flag,
    /// Everything that is wrong.
    pub findings: Vec<TextDiagnosticView>,
}

#[derive(PartialEq, Eq)]
enum Phase {
    /// Before `initialize`.
    New,
    Running,
    /// After `shutdown`.
    Down,
}

/// The state of a server.
pub struct Server {
    pub(crate) sender: Sender<Message>,
    pub(crate) settings: Settings,
    pub(crate) client: Client,
    phase: Phase,
    pub(crate) folders: Vec<PathBuf>,
    pub(crate) open: BTreeMap<String, Open>,
    pub(crate) waiting: Waiting,
    pub(crate) found: (Sender<Found>, Receiver<Found>),
    /// What editors ask while somebody writes.
    pub(crate) asking: Lane,
    /// Looking for what is wrong.
    pub(crate) elaborating: Lane,
    /// Commands.
    pub(crate) commanding: Lane,
    /// Numbers of requests to the client, of tokens and of files.
    pub(crate) made: i32,
    /// Where results are shown from.
    pub(crate) shown: Option<tempfile::TempDir>,
}

/// Serves an editor until it says that this is the end, or goes away.
///
/// # Errors
/// If no thread can be started.
pub fn serve(connection: &Connection, settings: Settings) -> std::io::Result<End> {
    let mut server = Server::new(connection.sender.clone(), settings)?;
    let found = server.found.1.clone();
    let end = loop {
        let timer = server.next_due().map_or_else(never, after);
        select! {
            recv(connection.receiver) -> message => match message {
                Ok(message) => {
                    if let Some(end) = server.message(message) {
                        break end;
                    }
                }
                Err(_) => break End::Abrupt,
            },
            recv(found) -> found => {
                if let Ok(found) = found {
                    server.publish_found(found);
                }
            }
            recv(timer) -> _ => server.begin_due(),
        }
        if connection.receiver.is_empty() {
            server.refresh();
        }
    };
    server.stop_all();
    Ok(end)
}

impl Server {
    fn new(sender: Sender<Message>, settings: Settings) -> std::io::Result<Self> {
        Ok(Server {
            sender,
            settings,
            client: Client::default(),
            phase: Phase::New,
            folders: Vec::new(),
            open: BTreeMap::new(),
            waiting: Waiting::default(),
            found: unbounded(),
            asking: Lane::new("asking")?,
            elaborating: Lane::new("elaborating")?,
            commanding: Lane::new("commanding")?,
            made: 0,
            shown: None,
        })
    }

    fn message(&mut self, message: Message) -> Option<End> {
        match message {
            Message::Request(request) => self.request(request),
            Message::Notification(notification) if notification.method == "exit" => {
                return Some(if self.phase == Phase::Down { End::Orderly } else { End::Abrupt });
            }
            Message::Notification(notification) => {
                if self.phase == Phase::Running {
                    // A notification has no answer; what is wrong with it can only be passed over.
                    let _ = catch_unwind(AssertUnwindSafe(|| self.notification(notification)));
                }
            }
            // Answers to what the server asked: it shows something, or it does not.
            Message::Response(_) => {}
        }
        None
    }

    /// Sends a message; a client that went away needs none.
    pub(crate) fn send(&self, message: impl Into<Message>) {
        let _ = self.sender.send(message.into());
    }

    /// Answers a request.
    pub(crate) fn answer<T: serde::Serialize>(&self, id: RequestId, answer: Answer<T>) {
        self.send(response(id, answer));
    }

    fn request(&mut self, request: Request) {
        let id = request.id.clone();
        match (&self.phase, request.method.as_str()) {
            (Phase::New, "initialize") => self.initialize(request),
            (Phase::New, _) => {
                let refusal =
                    Refusal::new(ErrorCode::ServerNotInitialized, "the first request is `initialize`");
                self.answer::<()>(id, Err(refusal));
            }
            (Phase::Down, _) | (_, "initialize") => {
                let why = "the server was initialized already, or is shutting down";
                self.answer::<()>(id, Err(Refusal::new(ErrorCode::InvalidRequest, why)));
            }
            (Phase::Running, "shutdown") => {
                self.phase = Phase::Down;
                self.stop_all();
                self.answer(id, Ok(serde_json::Value::Null));
            }
            (Phase::Running, _) => {
                if catch_unwind(AssertUnwindSafe(|| self.dispatch(request))).is_err() {
                    let refusal = Refusal::new(ErrorCode::InternalError, "the request ended unexpectedly");
                    self.answer::<()>(id, Err(refusal));
                }
            }
        }
    }

    fn initialize(&mut self, request: Request) {
        let params: InitializeParams = match serde_json::from_value(request.params) {
            Ok(params) => params,
            Err(error) => {
                let refusal = Refusal::new(ErrorCode::InvalidParams, error.to_string());
                return self.answer::<()>(request.id, Err(refusal));
            }
        };
        self.client = Client::new(&params);
        self.folders = folders(&params);
        self.phase = Phase::Running;
        let result = InitializeResult {
            capabilities: capabilities(),
            server_info: Some(ServerInfo {
                name: "rely".to_string(),
                version: Some(env!("CARGO_PKG_VERSION").to_string()),
            }),
        };
        self.answer(request.id, Ok(result));
    }

    /// Asks to be told when a file changes that a text may import.
    fn watch_files(&mut self) {
        if !self.client.watches_files {
            return;
        }
        self.made += 1;
        let endings = IMPORTED.join(",");
        let options = serde_json::json!({ "watchers": [{ "globPattern": format!("**/*.{{{endings}}}") }] });
        let registration = Registration {
            id: "files".to_string(),
            method: DidChangeWatchedFiles::METHOD.to_string(),
            register_options: Some(options),
        };
        let params = RegistrationParams { registrations: vec![registration] };
        self.send(Request::new(self.made.into(), RegisterCapability::METHOD.to_string(), params));
    }

    fn notification(&mut self, notification: Notification) {
        let Notification { method, params } = notification;
        match method.as_str() {
            DidOpenTextDocument::METHOD => self.with(params, Server::did_open),
            DidChangeTextDocument::METHOD => self.with(params, Server::did_change),
            DidCloseTextDocument::METHOD => {
                self.with(params, |server, params: lsp_types::DidCloseTextDocumentParams| {
                    server.close(&params.text_document.uri);
                });
            }
            DidSaveTextDocument::METHOD | DidChangeWatchedFiles::METHOD => self.files_changed(),
            Initialized::METHOD => self.watch_files(),
            DidChangeWorkspaceFolders::METHOD => {
                self.with(params, |server, params: lsp_types::DidChangeWorkspaceFoldersParams| {
                    let folders = |folders: &[lsp_types::WorkspaceFolder]| -> Vec<PathBuf> {
                        folders.iter().filter_map(|folder| folder_of(folder.uri.as_str())).collect()
                    };
                    let removed = folders(&params.event.removed);
                    server.folders.retain(|folder| !removed.contains(folder));
                    server.folders.extend(folders(&params.event.added));
                });
            }
            Cancel::METHOD => self.with(params, |server, params: CancelParams| {
                let id: RequestId = match params.id {
                    NumberOrString::Number(number) => number.into(),
                    NumberOrString::String(text) => text.into(),
                };
                server.stop(|other, _, _| *other == id, ErrorCode::RequestCanceled, "cancelled");
            }),
            WorkDoneProgressCancel::METHOD => {
                self.with(params, |server, params: lsp_types::WorkDoneProgressCancelParams| {
                    let token = params.token;
                    let why = ErrorCode::RequestCanceled;
                    server.stop(|_, _, other| other == Some(&token), why, "cancelled");
                });
            }
            _ => {}
        }
    }

    /// Does something with parameters, if they are right.
    fn with<P: DeserializeOwned>(&mut self, params: serde_json::Value, run: impl FnOnce(&mut Self, P)) {
        if let Ok(params) = serde_json::from_value(params) {
            run(self, params);
        }
    }

    fn did_open(&mut self, params: DidOpenTextDocumentParams) {
        let item = params.text_document;
        let key = item.uri.as_str().to_string();
        self.stop_about(&key);
        let document = Document::new(path_of(&key), item.text.as_str());
        let open = Open {
            uri: item.uri,
            version: item.version,
            text: item.text,
            document,
            is_stale: false,
            is_new: true,
            findings: Vec::new(),
            shown: Shown::AtOnce,
            elaborating: Flag::default(),
            due: None,
        };
        self.open.insert(key, open);
    }

    fn did_change(&mut self, params: DidChangeTextDocumentParams) {
        let key = params.text_document.uri.as_str().to_string();
        self.stop_about(&key);
        let Some(open) = self.open.get_mut(&key) else { return };
        open.version = params.text_document.version;
        (open.is_stale, open.is_new, open.due) = (true, true, None);
        for change in params.content_changes {
            apply(&mut open.text, &change);
        }
    }

    fn close(&mut self, uri: &Uri) {
        self.stop_about(uri.as_str());
        if let Some(open) = self.open.remove(uri.as_str()) {
            self.publish(&open.uri, None, &[]);
        }
    }

    /// Stops what is about a text that is not what it was.
    fn stop_about(&mut self, key: &str) {
        if let Some(open) = self.open.get(key) {
            open.elaborating.store(true, Ordering::Relaxed);
        }
        let about = |_: &RequestId, uri: Option<&str>, _: Option<&ProgressToken>| uri == Some(key);
        self.stop(about, ErrorCode::ContentModified, "the text was changed");
    }

    fn stop_all(&mut self) {
        self.open.values().for_each(|open| open.elaborating.store(true, Ordering::Relaxed));
        self.stop(|_, _, _| true, ErrorCode::RequestCanceled, "the server shuts down");
    }

    /// Stops some requests and answers them.
    fn stop(
        &mut self,
        which: impl Fn(&RequestId, Option<&str>, Option<&ProgressToken>) -> bool,
        code: ErrorCode,
        why: &str,
    ) {
        for id in self.waiting.stop(which) {
            self.answer::<()>(id, Err(Refusal::new(code, why)));
        }
    }

    /// Reads the texts that were changed, and says what is wrong with them.
    fn refresh(&mut self) {
        let new = self.open.iter().filter(|(_, open)| open.is_new).map(|(key, _)| key.clone());
        for key in new.collect::<Vec<_>>() {
            let read = catch_unwind(AssertUnwindSafe(|| self.reread(&key)));
            if read.is_err()
                && let Some(open) = self.open.get_mut(&key)
            {
                open.is_new = false;
            }
        }
    }

    fn reread(&mut self, key: &str) {
        let Some(open) = self.open.get_mut(key) else { return };
        open.findings();
        open.is_new = false;
        let (uri, version, findings) = (open.uri.clone(), open.version, open.findings.clone());
        open.due = (!open.document.has_errors()).then(|| Instant::now() + self.settings.pause);
        // What only elaboration finds would go at every letter and come back at every pause. If there is
        // nothing else to say, the editor keeps what it has until the next elaboration, which has its end in
        // time.
        if findings.is_empty() && open.shown != Shown::AtOnce {
            open.shown = Shown::Held;
            return;
        }
        open.shown = Shown::AtOnce;
        self.publish(&uri, Some(version), &findings);
    }

    /// How long until a text is to be elaborated.
    fn next_due(&self) -> Option<Duration> {
        let first = self.open.values().filter_map(|open| open.due).min()?;
        Some(first.saturating_duration_since(Instant::now()))
    }

    /// Begins to elaborate the texts that have not changed for a while.
    fn begin_due(&mut self) {
        let now = Instant::now();
        let mut due = Vec::new();
        for (key, open) in &mut self.open {
            if open.due.take_if(|due| *due <= now).is_some() {
                // What is under way was begun before something changed.
                open.elaborating.store(true, Ordering::Relaxed);
                open.elaborating = Flag::default();
                due.push((key.clone(), open.text.clone(), open.elaborating.clone()));
            }
        }
        for (key, text, flag) in due {
            self.elaborate(key, text, flag);
        }
    }

    /// A file was changed that some text may import: what was found by elaboration is found again.
    fn files_changed(&mut self) {
        let due = Instant::now() + self.settings.pause;
        for open in self.open.values_mut().filter(|open| !open.is_new && !open.document.has_errors()) {
            open.due = Some(due);
        }
    }

    fn publish_found(&mut self, found: Found) {
        let Some(open) = self.open.get_mut(&found.uri) else { return };
        // Keeps S2: whatever makes a text another one raises the flag of what is under way, and on this
        // thread.
        let is_same = open.findings == found.findings && open.shown != Shown::Held;
        if found.flag.load(Ordering::Relaxed) || is_same {
            return;
        }
        open.findings = found.findings;
        open.shown = if open.findings.is_empty() { Shown::AtOnce } else { Shown::Elaborated };
        let (uri, version, findings) = (open.uri.clone(), open.version, open.findings.clone());
        self.publish(&uri, Some(version), &findings);
    }

    fn publish(&self, uri: &Uri, version: Option<i32>, findings: &[TextDiagnosticView]) {
        let relates = self.client.relates_places;
        let diagnostics = findings.iter().map(|finding| convert::diagnostic(finding, uri, relates)).collect();
        let params = PublishDiagnosticsParams { uri: uri.clone(), diagnostics, version };
        self.send(Notification::new(PublishDiagnostics::METHOD.to_string(), params));
    }

    /// A text that is open.
    pub(crate) fn text(&mut self, uri: &Uri) -> Answer<&mut Open> {
        let missing = || Refusal::new(ErrorCode::InvalidParams, format!("{} is not open", uri.as_str()));
        self.open.get_mut(uri.as_str()).ok_or_else(missing)
    }
}

/// The folders of a workspace. Older editors name one, as the root.
#[allow(deprecated, reason = "it is read only where the field that took its place is missing")]
fn folders(params: &InitializeParams) -> Vec<PathBuf> {
    let several = params.workspace_folders.iter().flatten().map(|folder| &folder.uri);
    let mut folders: Vec<PathBuf> = several.filter_map(|uri| folder_of(uri.as_str())).collect();
    if folders.is_empty() {
        folders.extend(params.root_uri.as_ref().and_then(|uri| folder_of(uri.as_str())));
    }
    folders
}

/// The answer as a message.
pub fn response<T: serde::Serialize>(id: RequestId, answer: Answer<T>) -> Response {
    match answer {
        Ok(result) => Response::new_ok(id, result),
        Err(Refusal { code, message }) => Response::new_err(id, code as i32, message),
    }
}
