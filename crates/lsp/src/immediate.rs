//! Requests that the loop answers itself, and the table of all requests.

use std::collections::HashMap;

use lsp_server::{ErrorCode, Request};
use lsp_types::request::{
    CodeActionRequest, CodeLensRequest, Completion, DocumentHighlightRequest, DocumentSymbolRequest,
    ExecuteCommand, Formatting, GotoDefinition, HoverRequest, PrepareRenameRequest, References, Rename,
    Request as _, SemanticTokensFullRequest, WorkspaceSymbolRequest,
};
use lsp_types::{
    CodeAction, CodeActionKind, CodeActionOrCommand, CodeActionParams, CodeLens, CodeLensParams, Command,
    CompletionParams, CompletionResponse, DocumentFormattingParams, DocumentHighlight, DocumentHighlightKind,
    DocumentHighlightParams, DocumentSymbolParams, DocumentSymbolResponse, GotoDefinitionParams,
    GotoDefinitionResponse, Location, PrepareRenameResponse, Range, ReferenceParams, RenameParams,
    SemanticTokens, SemanticTokensParams, SemanticTokensResult, SymbolInformation,
    TextDocumentPositionParams, TextEdit, Uri, WorkspaceEdit,
};
use rely_ide::Declarations;
use rely_ide::view::{LensKind, SymbolView, TextDiagnosticView, TextEditView};

use crate::capabilities::COMMANDS;
use crate::convert;
use crate::server::{Answer, Refusal, Server};

impl Server {
    /// Answers a request, or hands it to a worker.
    pub(crate) fn dispatch(&mut self, request: Request) {
        match request.method.as_str() {
            HoverRequest::METHOD => self.defer::<HoverRequest>(request, Server::hover),
            ExecuteCommand::METHOD => self.defer::<ExecuteCommand>(request, Server::execute),
            WorkspaceSymbolRequest::METHOD => {
                self.defer::<WorkspaceSymbolRequest>(request, Server::workspace_symbols);
            }
            Completion::METHOD => self.answer_now::<Completion>(request, Server::completion),
            GotoDefinition::METHOD => self.answer_now::<GotoDefinition>(request, Server::definition),
            References::METHOD => self.answer_now::<References>(request, Server::references),
            DocumentHighlightRequest::METHOD => {
                self.answer_now::<DocumentHighlightRequest>(request, Server::highlights)
            }
            PrepareRenameRequest::METHOD => {
                self.answer_now::<PrepareRenameRequest>(request, Server::prepare_rename)
            }
            Rename::METHOD => self.answer_now::<Rename>(request, Server::rename),
            DocumentSymbolRequest::METHOD => {
                self.answer_now::<DocumentSymbolRequest>(request, Server::symbols)
            }
            SemanticTokensFullRequest::METHOD => {
                self.answer_now::<SemanticTokensFullRequest>(request, Server::tokens)
            }
            Formatting::METHOD => self.answer_now::<Formatting>(request, Server::formatting),
            CodeActionRequest::METHOD => self.answer_now::<CodeActionRequest>(request, Server::actions),
            CodeLensRequest::METHOD => self.answer_now::<CodeLensRequest>(request, Server::lenses),
            other => {
                let refusal = Refusal::new(ErrorCode::MethodNotFound, format!("unknown method `{other}`"));
                self.answer::<()>(request.id, Err(refusal));
            }
        }
    }

    fn answer_now<R: lsp_types::request::Request>(
        &mut self,
        request: Request,
        answer: impl FnOnce(&mut Self, R::Params) -> Answer<R::Result>,
    ) {
        let answer = params::<R>(request.params).and_then(|params| answer(self, params));
        self.answer(request.id, answer);
    }

    /// Hands a request to a worker, if its parameters are well-formed.
    fn defer<R: lsp_types::request::Request>(
        &mut self,
        request: Request,
        begin: impl FnOnce(&mut Self, lsp_server::RequestId, R::Params) -> Answer<()>,
    ) {
        let id = request.id.clone();
        let begun = params::<R>(request.params).and_then(|params| begin(self, request.id, params));
        if let Err(refusal) = begun {
            self.answer::<()>(id, Err(refusal));
        }
    }

    fn completion(&mut self, params: CompletionParams) -> Answer<Option<CompletionResponse>> {
        let TextDocumentPositionParams { text_document, position } = params.text_document_position;
        let (word, found) = self.text(&text_document.uri)?.document().complete(convert::view(position));
        let items = found.iter().map(|view| convert::completion(view, word)).collect();
        Ok(Some(CompletionResponse::Array(items)))
    }

    fn definition(&mut self, params: GotoDefinitionParams) -> Answer<Option<GotoDefinitionResponse>> {
        let TextDocumentPositionParams { text_document, position } = params.text_document_position_params;
        let found = self.text(&text_document.uri)?.document().definition(convert::view(position));
        Ok(found.map(|range| {
            GotoDefinitionResponse::Scalar(Location { uri: text_document.uri, range: convert::range(range) })
        }))
    }

    fn references(&mut self, params: ReferenceParams) -> Answer<Option<Vec<Location>>> {
        let TextDocumentPositionParams { text_document, position } = params.text_document_position;
        let declarations = match params.context.include_declaration {
            true => Declarations::Included,
            false => Declarations::LeftOut,
        };
        let uri = text_document.uri;
        let found = self.text(&uri)?.document().references(convert::view(position), declarations);
        let location = |range| Location { uri: uri.clone(), range: convert::range(range) };
        Ok(Some(found.into_iter().map(location).collect()))
    }

    fn highlights(&mut self, params: DocumentHighlightParams) -> Answer<Option<Vec<DocumentHighlight>>> {
        let TextDocumentPositionParams { text_document, position } = params.text_document_position_params;
        let document = self.text(&text_document.uri)?.document();
        let found = document.references(convert::view(position), Declarations::Included);
        let kind = Some(DocumentHighlightKind::TEXT);
        Ok(Some(
            found.into_iter().map(|range| DocumentHighlight { range: convert::range(range), kind }).collect(),
        ))
    }

    fn prepare_rename(
        &mut self,
        params: TextDocumentPositionParams,
    ) -> Answer<Option<PrepareRenameResponse>> {
        let document = self.text(&params.text_document.uri)?.document();
        match document.renamable(convert::view(params.position)) {
            Ok((range, placeholder)) => Ok(Some(PrepareRenameResponse::RangeWithPlaceholder {
                range: convert::range(range),
                placeholder,
            })),
            Err(problem) => Err(Refusal::new(ErrorCode::RequestFailed, problem.to_string())),
        }
    }

    fn rename(&mut self, params: RenameParams) -> Answer<Option<WorkspaceEdit>> {
        let TextDocumentPositionParams { text_document, position } = params.text_document_position;
        let document = self.text(&text_document.uri)?.document();
        let edits = document.rename(convert::view(position), &params.new_name);
        let edits = edits.map_err(|why| Refusal::new(ErrorCode::RequestFailed, why))?;
        Ok(Some(workspace_edit(&text_document.uri, &edits)))
    }

    fn symbols(&mut self, params: DocumentSymbolParams) -> Answer<Option<DocumentSymbolResponse>> {
        let uri = params.text_document.uri;
        let nests = self.client.nests_symbols;
        let symbols = self.text(&uri)?.document().symbols();
        if nests {
            return Ok(Some(DocumentSymbolResponse::Nested(symbols.iter().map(convert::symbol).collect())));
        }
        let mut flat = Vec::new();
        for symbol in &symbols {
            flat.push(information(symbol, &uri, None));
            flat.extend(symbol.children.iter().map(|child| information(child, &uri, Some(&symbol.name))));
        }
        Ok(Some(DocumentSymbolResponse::Flat(flat)))
    }

    fn tokens(&mut self, params: SemanticTokensParams) -> Answer<Option<SemanticTokensResult>> {
        let views = self.text(&params.text_document.uri)?.document().tokens();
        let tokens = SemanticTokens { result_id: None, data: convert::tokens(&views) };
        Ok(Some(SemanticTokensResult::Tokens(tokens)))
    }

    /// A text with syntax errors keeps its layout: editors ask for this whenever a file is saved.
    fn formatting(&mut self, params: DocumentFormattingParams) -> Answer<Option<Vec<TextEdit>>> {
        let edits = self.text(&params.text_document.uri)?.document().layout();
        Ok(edits.map(|edits| edits.iter().map(convert::edit).collect()))
    }

    fn actions(&mut self, params: CodeActionParams) -> Answer<Option<Vec<CodeActionOrCommand>>> {
        let uri = params.text_document.uri;
        let wanted = params.context.only.is_none_or(|kinds| {
            kinds
                .iter()
                .any(|kind| kind.as_str().is_empty() || kind.as_str() == CodeActionKind::QUICKFIX.as_str())
        });
        let relates = self.client.relates_places;
        let open = self.text(&uri)?;
        let findings = open.findings().iter().filter(|_| wanted);
        let actions = findings.filter_map(|finding| {
            let fix = finding.fix.as_ref()?;
            let near = meet(params.range, convert::range(finding.range))
                || meet(params.range, convert::range(fix.range));
            near.then(|| action(finding, fix, &uri, relates))
        });
        Ok(Some(actions.collect()))
    }

    fn lenses(&mut self, params: CodeLensParams) -> Answer<Option<Vec<CodeLens>>> {
        let uri = params.text_document.uri;
        let lenses = self.text(&uri)?.document().lenses();
        let lens = |lens: rely_ide::view::LensView| {
            let (command, _) =
                COMMANDS.iter().find(|(_, word)| *word == lens.command).expect("all are listed");
            let title = match lens.command {
                LensKind::Check => "Check",
                LensKind::Draw => "Draw",
                LensKind::Assume => "Assume",
                LensKind::Prove => "Prove",
            };
            let argument = serde_json::json!({ "uri": uri.as_str(), "name": lens.name });
            let command = Command::new(title.to_string(), command.to_string(), Some(vec![argument]));
            CodeLens { range: convert::range(lens.range), command: Some(command), data: None }
        };
        Ok(Some(lenses.into_iter().map(lens).collect()))
    }
}

fn params<R: lsp_types::request::Request>(params: serde_json::Value) -> Answer<R::Params> {
    serde_json::from_value(params).map_err(|error| Refusal::new(ErrorCode::InvalidParams, error.to_string()))
}

/// Do two ranges meet? Both ends are included.
fn meet(one: Range, other: Range) -> bool {
    one.start <= other.end && other.start <= one.end
}

fn action(finding: &TextDiagnosticView, fix: &TextEditView, uri: &Uri, relates: bool) -> CodeActionOrCommand {
    let title = match (fix.range.start == fix.range.end, fix.text.as_str()) {
        (_, "") => "Remove this".to_string(),
        (true, text) => format!("Insert `{text}`"),
        (false, text) => format!("Replace with `{text}`"),
    };
    CodeActionOrCommand::CodeAction(CodeAction {
        title,
        kind: Some(CodeActionKind::QUICKFIX),
        diagnostics: Some(vec![convert::diagnostic(finding, uri, relates)]),
        edit: Some(workspace_edit(uri, std::slice::from_ref(fix))),
        is_preferred: Some(true),
        ..CodeAction::default()
    })
}

#[allow(clippy::mutable_key_type, reason = "the protocol's map has URIs as keys, which do not change")]
fn workspace_edit(uri: &Uri, edits: &[TextEditView]) -> WorkspaceEdit {
    let edits = edits.iter().map(convert::edit).collect();
    WorkspaceEdit { changes: Some(HashMap::from([(uri.clone(), edits)])), ..WorkspaceEdit::default() }
}

/// A definition, for clients that want a flat list.
#[allow(deprecated, reason = "the type has a deprecated field and no constructor without it")]
pub fn information(symbol: &SymbolView, uri: &Uri, container: Option<&str>) -> SymbolInformation {
    SymbolInformation {
        name: symbol.name.clone(),
        kind: convert::symbol_kind(&symbol.kind),
        tags: None,
        deprecated: None,
        location: Location { uri: uri.clone(), range: convert::range(symbol.name_range) },
        container_name: container.map(str::to_string),
    }
}
