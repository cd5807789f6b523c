//! Requests that may take long: a worker answers them.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::str::FromStr;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use crossbeam_channel::Sender;
use lsp_server::{ErrorCode, Message, Request, RequestId};
use lsp_types::request::{Request as _, ShowDocument, WorkDoneProgressCreate};
use lsp_types::{
    ExecuteCommandParams, Hover, HoverContents, HoverParams, MarkupContent, MarkupKind, NumberOrString,
    ProgressToken, ShowDocumentParams, Uri, WorkDoneProgressCreateParams, WorkspaceSymbolParams,
    WorkspaceSymbolResponse,
};
use rely_ide::view::{HoverView, LensKind};
use rely_ide::{Document, LensResult, findings, folder_symbols, run_lens};
use rely_report::Failure;
use rely_report::view::SeverityKind;
use rely_workbench::{Control, Limits, Scratch};
use serde::{Deserialize, Serialize};

use crate::capabilities::COMMANDS;
use crate::convert;
use crate::files::{path_of, uri_of};
use crate::immediate::information;
use crate::progress::ProgressReporter;
use crate::server::{Answer, Found, Pending, Refusal, Server, response};
use crate::worker::Flag;

/// Time limit of a hover.
const HOVER_TIME: Duration = Duration::from_millis(400);

/// Other limits of a hover.
const HOVER: Limits = Limits { states: Some(20_000), time: None, memory: Some(256 << 20) };

/// Time limit of an elaboration while the user types.
const ELABORATION_TIME: Duration = Duration::from_millis(1500);

/// Other limits of such an elaboration.
const ELABORATION: Limits = Limits { states: Some(100_000), time: None, memory: Some(512 << 20) };

/// At most this many symbols of a workspace are returned.
const MAX_SYMBOLS: usize = 500;

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
    /// Elaborates a text to find errors.
    pub(crate) fn elaborate(&mut self, uri: String, text: String, flag: Flag) {
        let sender = self.found.0.clone();
        self.elaborating.add(Box::new(move || {
            if flag.load(Ordering::Relaxed) {
                return;
            }
            let document = Document::new(path_of(&uri), text);
            let control = Control::timed(&ELABORATION, 1, flag.clone(), Some(ELABORATION_TIME));
            // A result is needed even after a panic: the editor keeps the old diagnostics until it gets new
            // ones.
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
            self.answer(id, Ok(view.map(markdown)));
            return Ok(());
        }
        let (path, text) = (document.path().to_string(), document.text().clone());
        let flag = self.pending.add(id.clone(), Some(uri.as_str().to_string()), None);
        let (pending, sender) = (self.pending.clone(), self.sender.clone());
        self.asking.add(Box::new(move || {
            answer_with(&pending, &sender, id, &flag, || {
                let control = Control::timed(&HOVER, 1, flag.clone(), Some(HOVER_TIME));
                Ok(Document::new(path, text).hover(position, &control).map(markdown))
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
        let flag = self.pending.add(id.clone(), None, None);
        let (pending, sender) = (self.pending.clone(), self.sender.clone());
        self.asking.add(Box::new(move || {
            answer_with(&pending, &sender, id, &flag, || {
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
                let mut matching = Vec::new();
                for (uri, symbols) in &found {
                    for symbol in symbols {
                        matching.push(information(symbol, uri, None));
                        matching.extend(
                            symbol.children.iter().map(|child| information(child, uri, Some(&symbol.name))),
                        );
                    }
                }
                matching.retain(|symbol| contains(&symbol.name.to_lowercase(), &query));
                matching.truncate(MAX_SYMBOLS);
                Ok(Some(WorkspaceSymbolResponse::Flat(matching)))
            });
        }));
        Ok(())
    }

    pub(crate) fn execute(&mut self, id: RequestId, params: ExecuteCommandParams) -> Answer<()> {
        let wrong = |message: String| Refusal::new(ErrorCode::InvalidParams, message);
        let Some(&(_, command)) = COMMANDS.iter().find(|(name, _)| *name == params.command) else {
            return Err(wrong(format!("unknown command `{}`", params.command)));
        };
        let argument = params.arguments.into_iter().next().unwrap_or_default();
        let Argument { uri, name } = serde_json::from_value(argument)
            .map_err(|error| wrong(format!("the argument must be {{uri, name}}: {error}")))?;
        let uri = Uri::from_str(&uri).map_err(|error| wrong(error.to_string()))?;
        let document = self.text(&uri)?.document();
        let (path, text) = (document.path().to_string(), document.text().clone());
        let given = params.work_done_progress_params.work_done_token;
        let token = given.or_else(|| self.own_token());
        let flag = self.pending.add(id.clone(), Some(uri.as_str().to_string()), token.clone());
        self.made += 1;
        let shows = if self.client.shows_documents { self.result_folder() } else { None };
        let (pending, sender) = (self.pending.clone(), self.sender.clone());
        let (limits, threads, number) = (self.settings.limits.clone(), self.settings.threads, self.made);
        self.commanding.add(Box::new(move || {
            if flag.load(Ordering::Relaxed) {
                // It was canceled and answered while it was waiting.
                return;
            }
            let title = title(command, &name, &path);
            let progress = token.map(|token| ProgressReporter::begin(&sender, token, &title));
            let mut control = Control::new(&limits, threads, flag.clone());
            if let Some(progress) = &progress {
                control = control.with_progress(Box::new(progress.clone()));
            }
            answer_with(&pending, &sender, id, &flag, || {
                let result =
                    run_lens(&path, &text, command, &name, &control).map_err(|failure| failed(&failure))?;
                let shown = match &result {
                    LensResult::Draw(drawn) => Shown { title, language: "svg", content: drawn.text.clone() },
                    result => Shown { title, language: "plaintext", content: result.report() },
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

    /// A progress token for a client that did not send one but can show progress.
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

    /// The folder for results that the client shows. It is deleted when the server ends.
    fn result_folder(&mut self) -> Option<Arc<Scratch>> {
        if self.results.is_none() {
            self.results = Scratch::new().ok().map(Arc::new);
        }
        self.results.clone()
    }
}

/// Answers a request from a worker, unless it has been answered already. A request that was stopped while
/// waiting is not started.
fn answer_with<T: Serialize>(
    pending: &Pending,
    sender: &Sender<Message>,
    id: RequestId,
    flag: &Flag,
    run: impl FnOnce() -> Answer<T>,
) {
    if flag.load(Ordering::Relaxed) {
        return;
    }
    let answer = catch_unwind(AssertUnwindSafe(run))
        .unwrap_or_else(|_| Err(Refusal::new(ErrorCode::InternalError, "the request failed unexpectedly")));
    // Keeps S1.
    if pending.take(&id) {
        let _ = sender.send(response(id, answer).into());
    }
}

fn markdown(view: HoverView) -> Hover {
    let contents = MarkupContent { kind: MarkupKind::Markdown, value: view.markdown };
    Hover { contents: HoverContents::Markup(contents), range: Some(convert::range(view.range)) }
}

/// Does the name contain the letters of the query, in this order?
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

/// The errors of a command that failed, in one message.
fn failed(failure: &Failure) -> Refusal {
    let document = failure.document();
    let errors: Vec<String> = document
        .diagnostics
        .iter()
        .filter(|finding| finding.severity == SeverityKind::Error)
        .take(3)
        .map(|finding| match finding.line {
            Some(line) => format!("line {line}: {} ({})", finding.message, finding.code),
            None => format!("{} ({})", finding.message, finding.code),
        })
        .collect();
    Refusal::new(ErrorCode::RequestFailed, errors.join("\n"))
}

/// Writes a result to a file, and asks the client to show it.
fn show(sender: &Sender<Message>, folder: &Scratch, number: i32, shown: &Shown) {
    let ending = if shown.language == "svg" { "svg" } else { "txt" };
    let letters = |c: char| if c.is_alphanumeric() { c } else { '-' };
    let name: String = shown.title.chars().map(letters).take(60).collect();
    let Ok(path) = folder.write(&format!("{name}-{number}.{ending}"), &shown.content) else { return };
    let Some(uri) = uri_of(&path) else { return };
    // Pictures open in the system's viewer.
    let external = Some(shown.language == "svg");
    let params = ShowDocumentParams { uri, external, take_focus: Some(true), selection: None };
    let id = format!("show-{number}").into();
    let _ = sender.send(Request::new(id, ShowDocument::METHOD.to_string(), params).into());
}

#[cfg(test)]
mod tests {
    use crossbeam_channel::unbounded;

    use super::*;

    /// Otherwise every outdated hover would be computed before the one that is still wanted.
    #[test]
    fn a_request_that_was_stopped_while_waiting_is_not_started() {
        let (sender, answers) = unbounded();
        let (pending, id) = (Pending::default(), RequestId::from(1));
        for is_stopped in [false, true] {
            let flag = pending.add(id.clone(), None, None);
            flag.store(is_stopped, Ordering::Relaxed);
            let mut is_begun = false;
            answer_with(&pending, &sender, id.clone(), &flag, || {
                is_begun = true;
                Ok(())
            });
            assert_eq!((is_begun, answers.try_iter().count()), (!is_stopped, usize::from(!is_stopped)));
        }
    }
}
