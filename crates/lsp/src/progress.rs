//! Progress of commands, for clients that show it.

use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use crossbeam_channel::Sender;
use lsp_server::{Message, Notification};
use lsp_types::notification::{Notification as _, Progress as ProgressNotification};
use lsp_types::{
    ProgressParams, ProgressParamsValue, ProgressToken, WorkDoneProgress, WorkDoneProgressBegin,
    WorkDoneProgressEnd, WorkDoneProgressReport,
};
use rely_report::progress_words;
use rely_workbench::{Progress, ProgressEvent};

/// Minimum time between two reports.
const INTERVAL: Duration = Duration::from_millis(200);

/// Sends the progress of a command to the client.
#[derive(Clone)]
pub struct ProgressReporter {
    sender: Sender<Message>,
    token: ProgressToken,
    last: Arc<Mutex<Instant>>,
}

impl ProgressReporter {
    /// Starts, with the title that the client shows.
    pub fn begin(sender: &Sender<Message>, token: ProgressToken, title: &str) -> Self {
        let last = Arc::new(Mutex::new(Instant::now()));
        let reporter = ProgressReporter { sender: sender.clone(), token, last };
        reporter.send(WorkDoneProgress::Begin(WorkDoneProgressBegin {
            title: title.to_string(),
            cancellable: Some(true),
            ..WorkDoneProgressBegin::default()
        }));
        reporter
    }

    /// Ends, so that the client hides it.
    pub fn end(self) {
        self.send(WorkDoneProgress::End(WorkDoneProgressEnd::default()));
    }

    fn send(&self, progress: WorkDoneProgress) {
        let params =
            ProgressParams { token: self.token.clone(), value: ProgressParamsValue::WorkDone(progress) };
        let _ = self.sender.send(Notification::new(ProgressNotification::METHOD.to_string(), params).into());
    }
}

impl Progress for ProgressReporter {
    fn report(&self, event: &ProgressEvent) {
        let Ok(mut last) = self.last.lock() else { return };
        if last.elapsed() < INTERVAL {
            return;
        }
        *last = Instant::now();
        let message = progress_words(event);
        self.send(WorkDoneProgress::Report(WorkDoneProgressReport {
            message: Some(message),
            ..WorkDoneProgressReport::default()
        }));
    }
}
