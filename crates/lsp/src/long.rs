//! Requests that may take long: they are answered by another thread.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::sync::Mutex;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use crossbeam_channel::Sender;
use lsp_server::{ErrorCode, Message, Notification, Request, RequestId};
use lsp_types::notification::{Notification as _, Progress as ProgressNotification};
use lsp_types::request::{Request as _, ShowDocument, WorkDoneProgressCreate};
use lsp_types::{
    ExecuteCommandParams, Hover, HoverContents, HoverParams, MarkupContent, MarkupKind, NumberOrString,
    ProgressParams, ProgressParamsValue, ProgressToken, ShowDocumentParams, Uri, WorkDoneProgress,
    WorkDoneProgressBegin, WorkDoneProgressCreateParams, WorkDoneProgressEnd, WorkDoneProgressReport,
    WorkspaceSymbolParams, WorkspaceSymbolResponse,
};
use rely_workbench::language::{Document, LensResult, findings, folder_symbols, run_lens};
use rely_workbench::view::{HoverView, LensKind};
use rely_workbench::{Control, Failure, Limits, Progress, ProgressEvent, progress_words};
use serde::{Deserialize, Serialize};

use crate::capabilities::COMMANDS;
use crate::convert;
use crate::files::{path_of, uri_of};
use crate::lanes::Flag;
use crate::quick::information;
use crate::server::{Answer, Found, Refusal, Server, Waiting, response};

/// What a hover may cost.
const HOVER_TIME: Duration = Duration::from_millis(400);

/// The same in states and bytes.
const HOVER: Limits = Limits { states: Some(20_000), time: None, memory: Some(256 << 20) };

/// What elaboration may cost while somebody writes.
const ELABORATION_TIME: Duration = Duration::from_millis(1500);

/// The same in states and bytes.
const ELABORATION: Limits = Limits { states: Some(100_000), time: None, memory: Some(512 << 20) };

/// Not more definitions of a workspace are told.
const MAX_SYMBOLS: usize = 500;

/// Progress is not told more often.
const EVERY: Duration = Duration::from_millis(200);

/// The argument of a command.
#[derive(Deserialize)]
struct Argument {
    uri: String,
    name: String,
}

/// The result of a command.
#[derive(Serialize)]
struct Shown {
    title: String,
    language: &'static str,
    content: String,
}

impl Server {
    /// Looks for what is wrong with a text by elaborating it.
    pub(crate) fn elaborate(&mut self, uri: String, text: String, flag: Flag) {
        let sender = self.found.0.clone();
        self.elaborating.add(Box::new(move || {
            if flag.load(Ordering::Relaxed) {
                return;
            }
            let document = Document::new(path_of(&uri), text);
            let control = Control::timed(&ELABORATION, 1, flag.clone(), Some(ELABORATION_TIME));
            // Whatever happens: the editor may keep old findings until it hears of new ones.
            let found = catch_unwind(AssertUnwindSafe(|| findings(&document, &control)));
            if let Some(findings) = found.unwrap_or_else(|_| Some(document.diagnostics())) {
                let _ = sender.send(Found { uri, flag, findings });
            }
        }));
    }

    pub(crate) fn hover(&mut self, id: RequestId, params: HoverParams) -> Answer<()> {
        let position = convert::view(params.text_document_position_params.position);
        let uri = params.text_document_position_params.text_document.uri;
        let document = self.text(&uri)?.document();
        if !document.hover_is_long(position) {
            let view = document.hover(position, &Control::unlimited());
            self.answer(id, Ok(view.map(told)));
            return Ok(());
        }
        let (path, text) = (document.path().to_string(), document.text().clone());
        let flag = self.waiting.add(id.clone(), Some(uri.as_str().to_string()), None);
        let (waiting, sender) = (self.waiting.clone(), self.sender.clone());
        self.asking.add(Box::new(move || {
            answer_with(&waiting, &sender, id, &flag, || {
                let control = Control::timed(&HOVER, 1, flag.clone(), Some(HOVER_TIME));
                Ok(Document::new(path, text).hover(position, &control).map(told))
            });
        }));
        Ok(())
    }

    pub(crate) fn workspace_symbols(&mut self, id: RequestId, params: WorkspaceSymbolParams) -> Answer<()> {
        let mut open = Vec::new();
        for text in self.open.values_mut() {
            let uri = text.uri.clone();
            open.push((uri, text.document().symbols()));
        }
        let folders = self.folders.clone();
        let flag = self.waiting.add(id.clone(), None, None);
        let (waiting, sender) = (self.waiting.clone(), self.sender.clone());
        self.asking.add(Box::new(move || {
            answer_with(&waiting, &sender, id, &flag, || {
                let control = Control::timed(&Limits::default(), 1, flag.clone(), None);
                let mut found = open;
                for (path, symbols) in folder_symbols(&folders, &control) {
                    let Some(uri) = uri_of(&path) else { continue };
                    let same = |(other, _): &(Uri, _)| Path::new(&path_of(other.as_str())) == path;
                    if !found.iter().any(same) {
                        found.push((uri, symbols));
                    }
                }
                let query = params.query.to_lowercase();
                let mut told = Vec::new();
                for (uri, symbols) in &found {
                    for symbol in symbols {
                        told.push(information(symbol, uri, None));
                        told.extend(
                            symbol.children.iter().map(|child| information(child, uri, Some(&symbol.name))),
                        );
                    }
                }
                told.retain(|symbol| contains(&symbol.name.to_lowercase(), &query));
                told.truncate(MAX_SYMBOLS);
                Ok(Some(WorkspaceSymbolResponse::Flat(told)))
            });
        }));
        Ok(())
    }

    pub(crate) fn execute(&mut self, id: RequestId, params: ExecuteCommandParams) -> Answer<()> {
        let wrong = |message: String| Refusal::new(ErrorCode::InvalidParams, message);
        let Some(&(_, command)) = COMMANDS.iter().find(|(name, _)| *name == params.command) else {
            return Err(wrong(format!("there is no command `{}`", params.command)));
        };
        let argument = params.arguments.into_iter().next().unwrap_or_default();
        let Argument { uri, name } = serde_json::from_value(argument)
            .map_err(|error| wrong(format!("the argument is {{uri, name}}: {error}")))?;
        let uri = Uri::from_str(&uri).map_err(|error| wrong(error.to_string()))?;
        let document = self.text(&uri)?.document();
        let (path, text) = (document.path().to_string(), document.text().clone());
        let given = params.work_done_progress_params.work_done_token;
        let token = given.or_else(|| self.own_token());
        let flag = self.waiting.add(id.clone(), Some(uri.as_str().to_string()), token.clone());
        self.made += 1;
        let shows = if self.client.shows_documents { self.place() } else { None };
        let (waiting, sender, reports) =
            (self.waiting.clone(), self.sender.clone(), self.settings.reports.clone());
        let (limits, threads, number) = (self.settings.limits.clone(), self.settings.threads, self.made);
        self.commanding.add(Box::new(move || {
            if flag.load(Ordering::Relaxed) {
                // It was cancelled, and answered, while it waited for others.
                return;
            }
            let title = title(command, &name, &path);
            let progress = token.map(|token| Telling::begin(&sender, token, &title));
            let mut control = Control::new(&limits, threads, flag.clone());
            if let Some(progress) = &progress {
                control = control.with_progress(Box::new(progress.clone()));
            }
            answer_with(&waiting, &sender, id, &flag, || {
                let result =
                    run_lens(&path, &text, command, &name, &control).map_err(|failure| failed(&failure))?;
                let shown = match &result {
                    LensResult::Draw(drawn) => Shown { title, language: "svg", content: drawn.text.clone() },
                    result => Shown { title, language: "plaintext", content: reports.report(result) },
                };
                if let Some(folder) = &shows {
                    show(&sender, folder, number, &shown);
                }
                Ok(shown)
            });
            if let Some(progress) = progress {
                progress.end();
            }
        }));
        Ok(())
    }

    /// A token for progress that the client did not ask for, but can show.
    fn own_token(&mut self) -> Option<ProgressToken> {
        if !self.client.shows_progress {
            return None;
        }
        self.made += 1;
        let token = NumberOrString::String(format!("rely-{}", self.made));
        let params = WorkDoneProgressCreateParams { token: token.clone() };
        let method = WorkDoneProgressCreate::METHOD.to_string();
        self.send(Request::new(self.made.into(), method, params));
        Some(token)
    }

    /// The folder from which results are shown. It is gone when the server ends.
    fn place(&mut self) -> Option<PathBuf> {
        if self.shown.is_none() {
            self.shown = tempfile::Builder::new().prefix("rely-").tempdir().ok();
        }
        self.shown.as_ref().map(|folder| folder.path().to_path_buf())
    }
}

/// Answers a request from another thread, unless somebody else did. One that was stopped while it waited for
/// others is not begun.
fn answer_with<T: Serialize>(
    waiting: &Waiting,
    sender: &Sender<Message>,
    id: RequestId,
    flag: &Flag,
    run: impl FnOnce() -> Answer<T>,
) {
    if flag.load(Ordering::Relaxed) {
        return;
    }
    let answer = catch_unwind(AssertUnwindSafe(run))
        .unwrap_or_else(|_| Err(Refusal::new(ErrorCode::InternalError, "the request ended unexpectedly")));
    // Keeps S1.
    if waiting.take(&id) {
        let _ = sender.send(response(id, answer).into());
    }
}

fn told(view: HoverView) -> Hover {
    let contents = MarkupContent { kind: MarkupKind::Markdown, value: view.markdown };
    Hover { contents: HoverContents::Markup(contents), range: Some(convert::range(view.range)) }
}

/// Are the letters of a query in a name, in order?
fn contains(name: &str, query: &str) -> bool {
    let mut letters = name.chars();
    query.chars().all(|wanted| letters.any(|letter| letter == wanted))
}

fn title(command: LensKind, name: &str, path: &str) -> String {
    let word = match command {
        LensKind::Check => "check",
        LensKind::Draw => "draw",
        LensKind::Assume => "assume",
        LensKind::Prove => "prove",
    };
    let file = Path::new(path).file_name().map_or_else(|| path.into(), |name| name.to_string_lossy());
    format!("{word} {name} ({file})")
}

/// Why a command could not do its work, in one message.
fn failed(failure: &Failure) -> Refusal {
    let document = failure.document();
    let errors: Vec<String> = document
        .diagnostics
        .iter()
        .filter(|finding| finding.severity == "error")
        .take(3)
        .map(|finding| match finding.line {
            Some(line) => format!("line {line}: {} ({})", finding.message, finding.code),
            None => format!("{} ({})", finding.message, finding.code),
        })
        .collect();
    Refusal::new(ErrorCode::RequestFailed, errors.join("\n"))
}

/// Puts a result where the client can find it, and asks it to show it.
fn show(sender: &Sender<Message>, folder: &Path, number: i32, shown: &Shown) {
    let ending = if shown.language == "svg" { "svg" } else { "txt" };
    let letters = |c: char| if c.is_alphanumeric() { c } else { '-' };
    let name: String = shown.title.chars().map(letters).take(60).collect();
    let path = folder.join(format!("{name}-{number}.{ending}"));
    if std::fs::write(&path, &shown.content).is_err() {
        return;
    }
    let Some(uri) = uri_of(&path) else { return };
    // A picture is shown by what shows pictures on this machine.
    let external = Some(shown.language == "svg");
    let params = ShowDocumentParams { uri, external, take_focus: Some(true), selection: None };
    let id = format!("show-{number}").into();
    let _ = sender.send(Request::new(id, ShowDocument::METHOD.to_string(), params).into());
}

/// Tells a client where a run stands.
#[derive(Clone)]
struct Telling {
    sender: Sender<Message>,
    token: ProgressToken,
    last: std::sync::Arc<Mutex<Instant>>,
}

impl Telling {
    fn begin(sender: &Sender<Message>, token: ProgressToken, title: &str) -> Self {
        let last = std::sync::Arc::new(Mutex::new(Instant::now()));
        let telling = Telling { sender: sender.clone(), token, last };
        telling.tell(WorkDoneProgress::Begin(WorkDoneProgressBegin {
            title: title.to_string(),
            cancellable: Some(true),
            ..WorkDoneProgressBegin::default()
        }));
        telling
    }

    fn end(self) {
        self.tell(WorkDoneProgress::End(WorkDoneProgressEnd::default()));
    }

    fn tell(&self, progress: WorkDoneProgress) {
        let params =
            ProgressParams { token: self.token.clone(), value: ProgressParamsValue::WorkDone(progress) };
        let _ = self.sender.send(Notification::new(ProgressNotification::METHOD.to_string(), params).into());
    }
}

impl Progress for Telling {
    fn report(&self, event: &ProgressEvent) {
        let Ok(mut last) = self.last.lock() else { return };
        if last.elapsed() < EVERY {
            return;
        }
        *last = Instant::now();
        let message = progress_words(event);
        self.tell(WorkDoneProgress::Report(WorkDoneProgressReport {
            message: Some(message),
            ..WorkDoneProgressReport::default()
        }));
    }
}

#[cfg(test)]
mod tests {
    use crossbeam_channel::unbounded;

    use super::*;

    /// Otherwise every hover of a text that changes would be worked on before the one that is still wanted.
    #[test]
    fn what_was_stopped_while_it_waited_is_not_begun() {
        let (sender, answers) = unbounded();
        let (waiting, id) = (Waiting::default(), RequestId::from(1));
        for is_stopped in [false, true] {
            let flag = waiting.add(id.clone(), None, None);
            flag.store(is_stopped, Ordering::Relaxed);
            let mut is_begun = false;
            answer_with(&waiting, &sender, id.clone(), &flag, || {
                is_begun = true;
                Ok(())
            });
            assert_eq!((is_begun, answers.try_iter().count()), (!is_stopped, usize::from(!is_stopped)));
        }
    }
}
