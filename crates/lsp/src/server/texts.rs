//! The texts that are open: edits, and the publication of diagnostics.
//!
//! An edit only changes the text. The text is parsed again when an answer needs it or when no message is
//! waiting, and elaborated when it has not changed for a while.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use lsp_server::{ErrorCode, Notification, RequestId};
use lsp_types::notification::{Notification as _, PublishDiagnostics};
use lsp_types::{
    DidChangeTextDocumentParams, DidOpenTextDocumentParams, ProgressToken, PublishDiagnosticsParams, Uri,
};
use rely_ide::Document;
use rely_ide::view::TextDiagnosticView;

use super::Server;
use super::answer::{Answer, Refusal};
use crate::changes::apply;
use crate::convert;
use crate::files::path_of;
use crate::worker::Flag;

/// A text that the editor has open.
pub struct Open {
    /// Its URI.
    pub uri: Uri,
    /// The editor's version number.
    pub version: i32,
    text: String,
    document: Document,
    /// Does `document` belong to an older text?
    is_stale: bool,
    /// Has nothing been published about this text yet?
    is_new: bool,
    findings: Vec<TextDiagnosticView>,
    /// The diagnostics that the editor shows. Those of an elaboration stay while the user types.
    shown: Shown,
    /// Stops the elaboration of this text.
    pub(super) elaborating: Flag,
    /// When to elaborate the text, unless it changes first.
    pub(super) due: Option<Instant>,
}

impl Open {
    /// The newest text, parsed.
    pub fn document(&mut self) -> &Document {
        if self.is_stale {
            self.document = Document::new(path_of(self.uri.as_str()), self.text.as_str());
            self.is_stale = false;
        }
        &self.document
    }

    /// The known diagnostics of the newest text.
    pub fn findings(&mut self) -> &[TextDiagnosticView] {
        if self.is_new {
            self.findings = self.document().diagnostics();
        }
        &self.findings
    }
}

/// The diagnostics that were published last.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Shown {
    /// Those of the parser only.
    Parsed,
    /// Those of an elaboration as well.
    Elaborated,
    /// The same, but the text has changed since: the editor keeps them until the next elaboration.
    Held,
}

/// The diagnostics of an elaboration.
pub struct Found {
    /// The text.
    pub uri: String,
    /// Raised if the text has changed meanwhile. Version numbers would not do: they start over when a text is
    /// closed and opened again.
    pub flag: Flag,
    /// All diagnostics.
    pub findings: Vec<TextDiagnosticView>,
}

impl Server {
    pub(super) fn did_open(&mut self, params: DidOpenTextDocumentParams) {
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
            shown: Shown::Parsed,
            elaborating: Flag::default(),
            due: None,
        };
        self.open.insert(key, open);
    }

    pub(super) fn did_change(&mut self, params: DidChangeTextDocumentParams) {
        let key = params.text_document.uri.as_str().to_string();
        self.stop_about(&key);
        let Some(open) = self.open.get_mut(&key) else { return };
        open.version = params.text_document.version;
        (open.is_stale, open.is_new, open.due) = (true, true, None);
        for change in params.content_changes {
            apply(&mut open.text, &change);
        }
    }

    pub(super) fn close(&mut self, uri: &Uri) {
        self.stop_about(uri.as_str());
        if let Some(open) = self.open.remove(uri.as_str()) {
            self.publish(&open.uri, None, &[]);
        }
    }

    /// Stops the work on a text that has changed.
    fn stop_about(&mut self, key: &str) {
        if let Some(open) = self.open.get(key) {
            open.elaborating.store(true, Ordering::Relaxed);
        }
        let about = |_: &RequestId, uri: Option<&str>, _: Option<&ProgressToken>| uri == Some(key);
        self.stop(about, ErrorCode::ContentModified, "the text has changed");
    }

    pub(super) fn stop_all(&mut self) {
        self.open.values().for_each(|open| open.elaborating.store(true, Ordering::Relaxed));
        self.stop(|_, _, _| true, ErrorCode::RequestCanceled, "the server is shutting down");
    }

    /// Parses the texts that have changed, and publishes their diagnostics.
    pub(super) fn refresh(&mut self) {
        let new = self.open.iter().filter(|(_, open)| open.is_new).map(|(key, _)| key.clone());
        for key in new.collect::<Vec<_>>() {
            let read = catch_unwind(AssertUnwindSafe(|| self.parse(&key)));
            if read.is_err()
                && let Some(open) = self.open.get_mut(&key)
            {
                open.is_new = false;
            }
        }
    }

    fn parse(&mut self, key: &str) {
        let Some(open) = self.open.get_mut(key) else { return };
        open.findings();
        open.is_new = false;
        let (uri, version, findings) = (open.uri.clone(), open.version, open.findings.clone());
        open.due = (!open.document.has_errors()).then(|| Instant::now() + self.settings.pause);
        // Diagnostics that only elaboration finds would vanish at every keystroke and come back at every
        // pause. If the parser finds nothing, the editor keeps them until the next elaboration, whose time is
        // limited.
        if findings.is_empty() && open.shown != Shown::Parsed {
            open.shown = Shown::Held;
            return;
        }
        open.shown = Shown::Parsed;
        self.publish(&uri, Some(version), &findings);
    }

    /// The time until the next elaboration is due.
    pub(super) fn next_due(&self) -> Option<Duration> {
        let first = self.open.values().filter_map(|open| open.due).min()?;
        Some(first.saturating_duration_since(Instant::now()))
    }

    /// Starts the elaborations that are due.
    pub(super) fn begin_due(&mut self) {
        let now = Instant::now();
        let mut due = Vec::new();
        for (key, open) in &mut self.open {
            if open.due.take_if(|due| *due <= now).is_some() {
                // An elaboration that is still running belongs to an older state of the files.
                open.elaborating.store(true, Ordering::Relaxed);
                open.elaborating = Flag::default();
                due.push((key.clone(), open.text.clone(), open.elaborating.clone()));
            }
        }
        for (key, text, flag) in due {
            self.elaborate(key, text, flag);
        }
    }

    /// Elaborates all texts again: a file has changed that they may import.
    pub(super) fn files_changed(&mut self) {
        let due = Instant::now() + self.settings.pause;
        for open in self.open.values_mut().filter(|open| !open.is_new && !open.document.has_errors()) {
            open.due = Some(due);
        }
    }

    pub(super) fn publish_found(&mut self, found: Found) {
        let Some(open) = self.open.get_mut(&found.uri) else { return };
        // Keeps S2: every change of a text raises the flag of its running elaboration, on this thread.
        let is_same = open.findings == found.findings && open.shown != Shown::Held;
        if found.flag.load(Ordering::Relaxed) || is_same {
            return;
        }
        open.findings = found.findings;
        open.shown = if open.findings.is_empty() { Shown::Parsed } else { Shown::Elaborated };
        let (uri, version, findings) = (open.uri.clone(), open.version, open.findings.clone());
        self.publish(&uri, Some(version), &findings);
    }

    fn publish(&self, uri: &Uri, version: Option<i32>, findings: &[TextDiagnosticView]) {
        let relates = self.client.relates_places;
        let diagnostics = findings.iter().map(|finding| convert::diagnostic(finding, uri, relates)).collect();
        let params = PublishDiagnosticsParams { uri: uri.clone(), diagnostics, version };
        self.send(Notification::new(PublishDiagnostics::METHOD.to_string(), params));
    }

    /// An open text.
    ///
    /// # Errors
    /// If the text is not open.
    pub(crate) fn text(&mut self, uri: &Uri) -> Answer<&mut Open> {
        let missing = || Refusal::new(ErrorCode::InvalidParams, format!("{} is not open", uri.as_str()));
        self.open.get_mut(uri.as_str()).ok_or_else(missing)
    }
}
