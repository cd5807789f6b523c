//! The loop: messages in, answers out.
//!
//! # Problem
//!
//! Answer an editor that sends requests while the user types, always from the newest text.
//!
//! # Method
//!
//! One loop over messages and over the results of other threads. An edit only changes the text; the text is
//! parsed again when an answer needs it, or when no message is waiting, so that a burst of edits costs one
//! parse. Work on other threads gets a copy of its text, and a flag that an edit or a cancellation raises.
//!
//! # Invariants
//!
//! (S1) Every request gets exactly one answer: whoever takes it out of [`Pending`] sends it. (S2) Diagnostics
//! are published only if they belong to the current text; old ones may stay a moment longer. (S3) A malformed
//! request or notification, or one that panics, affects nothing but itself.
//!
//! # Cost
//!
//! The loop does nothing that grows faster than the text: a parse is linear, and everything that builds state
//! spaces goes to a worker.
//!
//! # Departures
//!
//! None from the protocol. Its requests that this server does not announce are refused as unknown.

use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use crossbeam_channel::{Receiver, Sender, after, never, select, unbounded};
use lsp_server::{Connection, ErrorCode, Message, Notification, Request, RequestId};
use lsp_types::notification::{
    Cancel, DidChangeTextDocument, DidChangeWatchedFiles, DidChangeWorkspaceFolders, DidCloseTextDocument,
    DidOpenTextDocument, DidSaveTextDocument, Initialized, Notification as _, WorkDoneProgressCancel,
};
use lsp_types::request::{RegisterCapability, Request as _};
use lsp_types::{
    CancelParams, InitializeParams, InitializeResult, NumberOrString, ProgressToken, Registration,
    RegistrationParams, ServerInfo,
};
use rely_workbench::{Limits, Scratch};
use serde::de::DeserializeOwned;

use crate::capabilities::{Client, capabilities};
use crate::files::folder_of;
use crate::worker::Worker;

mod answer;
mod pending;
mod texts;

pub use answer::{Answer, Refusal, response};
pub use pending::Pending;
pub use texts::{Found, Open};

#[cfg(test)]
mod tests;

/// Extensions of files that a text may import.
const IMPORTED: [&str; 5] = ["aut", "rlts", "dot", "gv", "json"];

/// The settings of a server.
pub struct Settings {
    /// Limits of each command.
    pub limits: Limits,
    /// Threads of each command.
    pub threads: usize,
    /// How long a text must be unchanged before it is elaborated.
    pub pause: Duration,
}

/// How a session ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// The client sent `shutdown`, then `exit`.
    Orderly,
    /// `exit` without `shutdown`, or the connection broke.
    Abrupt,
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
    pub(crate) pending: Pending,
    pub(crate) found: (Sender<Found>, Receiver<Found>),
    /// Answers questions while the user types.
    pub(crate) asking: Worker,
    /// Elaborates texts to find errors.
    pub(crate) elaborating: Worker,
    /// Runs commands.
    pub(crate) commanding: Worker,
    /// Counts requests to the client, tokens and result files.
    pub(crate) made: i32,
    /// The folder of results that the client shows.
    pub(crate) results: Option<Arc<Scratch>>,
}

/// Serves an editor until it sends `exit` or closes the connection.
///
/// # Errors
/// If a thread cannot be started.
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
            pending: Pending::default(),
            found: unbounded(),
            asking: Worker::new("asking")?,
            elaborating: Worker::new("elaborating")?,
            commanding: Worker::new("commanding")?,
            made: 0,
            results: None,
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
                    // A notification has no answer, so a malformed one is ignored.
                    let _ = catch_unwind(AssertUnwindSafe(|| self.notification(notification)));
                }
            }
            // The client's answers to `window/showDocument` and the like change nothing here.
            Message::Response(_) => {}
        }
        None
    }

    /// Sends a message; does nothing if the client is gone.
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
                    Refusal::new(ErrorCode::ServerNotInitialized, "the first request must be `initialize`");
                self.answer::<()>(id, Err(refusal));
            }
            (Phase::Down, _) | (_, "initialize") => {
                let why = "the server is already initialized, or is shutting down";
                self.answer::<()>(id, Err(Refusal::new(ErrorCode::InvalidRequest, why)));
            }
            (Phase::Running, "shutdown") => {
                self.phase = Phase::Down;
                self.stop_all();
                self.answer(id, Ok(serde_json::Value::Null));
            }
            (Phase::Running, _) => {
                if catch_unwind(AssertUnwindSafe(|| self.dispatch(request))).is_err() {
                    let refusal = Refusal::new(ErrorCode::InternalError, "the request failed unexpectedly");
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

    /// Asks the client to report changes of files that a text may import.
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
                server.stop(|other, _, _| *other == id, ErrorCode::RequestCanceled, "canceled");
            }),
            WorkDoneProgressCancel::METHOD => {
                self.with(params, |server, params: lsp_types::WorkDoneProgressCancelParams| {
                    let token = params.token;
                    let why = ErrorCode::RequestCanceled;
                    server.stop(|_, _, other| other == Some(&token), why, "canceled");
                });
            }
            _ => {}
        }
    }

    /// Calls `run` with the parameters, if they are well-formed.
    fn with<P: DeserializeOwned>(&mut self, params: serde_json::Value, run: impl FnOnce(&mut Self, P)) {
        if let Ok(params) = serde_json::from_value(params) {
            run(self, params);
        }
    }

    /// Stops the requests that `which` selects, and answers them with an error.
    fn stop(
        &mut self,
        which: impl Fn(&RequestId, Option<&str>, Option<&ProgressToken>) -> bool,
        code: ErrorCode,
        why: &str,
    ) {
        for id in self.pending.stop(which) {
            self.answer::<()>(id, Err(Refusal::new(code, why)));
        }
    }
}

/// The folders of the workspace. Older editors give only a root.
#[allow(deprecated, reason = "read only if the field that replaced it is missing")]
fn folders(params: &InitializeParams) -> Vec<PathBuf> {
    let several = params.workspace_folders.iter().flatten().map(|folder| &folder.uri);
    let mut folders: Vec<PathBuf> = several.filter_map(|uri| folder_of(uri.as_str())).collect();
    if folders.is_empty() {
        folders.extend(params.root_uri.as_ref().and_then(|uri| folder_of(uri.as_str())));
    }
    folders
}
