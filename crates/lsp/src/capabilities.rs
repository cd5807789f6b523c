//! The capabilities of the server and of the client.

use lsp_types::{
    CodeActionKind, CodeActionOptions, CodeActionProviderCapability, CodeLensOptions, CompletionOptions,
    ExecuteCommandOptions, HoverProviderCapability, InitializeParams, OneOf, RenameOptions,
    SemanticTokenModifier, SemanticTokenType, SemanticTokensFullOptions, SemanticTokensLegend,
    SemanticTokensOptions, ServerCapabilities, TextDocumentSyncCapability, TextDocumentSyncKind,
    TextDocumentSyncOptions, TextDocumentSyncSaveOptions, WorkDoneProgressOptions,
};
use rely_ide::view::LensKind;

/// The commands of code lenses.
pub const COMMANDS: [(&str, LensKind); 4] = [
    ("rely.check", LensKind::Check),
    ("rely.draw", LensKind::Draw),
    ("rely.assume", LensKind::Assume),
    ("rely.prove", LensKind::Prove),
];

/// The kinds of tokens: their names in views, and the nearest kinds of the protocol.
pub const TOKENS: [(&str, SemanticTokenType); 21] = [
    ("keyword", SemanticTokenType::KEYWORD),
    ("comment", SemanticTokenType::COMMENT),
    ("string", SemanticTokenType::STRING),
    ("number", SemanticTokenType::NUMBER),
    ("constant", SemanticTokenType::ENUM_MEMBER),
    ("range", SemanticTokenType::TYPE),
    ("set", SemanticTokenType::ENUM),
    ("process", SemanticTokenType::CLASS),
    ("composite", SemanticTokenType::STRUCT),
    ("import", SemanticTokenType::CLASS),
    ("constraint", SemanticTokenType::INTERFACE),
    ("assert", SemanticTokenType::INTERFACE),
    ("fluent", SemanticTokenType::PROPERTY),
    ("progress", SemanticTokenType::INTERFACE),
    ("menu", SemanticTokenType::NAMESPACE),
    ("animation", SemanticTokenType::NAMESPACE),
    ("local", SemanticTokenType::METHOD),
    ("parameter", SemanticTokenType::PARAMETER),
    ("variable", SemanticTokenType::VARIABLE),
    ("action", SemanticTokenType::EVENT),
    ("fixed", SemanticTokenType::METHOD),
];

/// The kinds of tokens, each once.
pub fn legend() -> Vec<SemanticTokenType> {
    let mut types: Vec<SemanticTokenType> = Vec::new();
    for (_, kind) in TOKENS {
        if !types.contains(&kind) {
            types.push(kind);
        }
    }
    types
}

/// The capabilities of the server.
pub fn capabilities() -> ServerCapabilities {
    let work_done_progress_options = WorkDoneProgressOptions::default();
    ServerCapabilities {
        text_document_sync: Some(TextDocumentSyncCapability::Options(TextDocumentSyncOptions {
            open_close: Some(true),
            change: Some(TextDocumentSyncKind::INCREMENTAL),
            save: Some(TextDocumentSyncSaveOptions::Supported(true)),
            ..TextDocumentSyncOptions::default()
        })),
        hover_provider: Some(HoverProviderCapability::Simple(true)),
        completion_provider: Some(CompletionOptions {
            trigger_characters: Some([".", "[", "(", "{", "|", ">", ":"].map(String::from).to_vec()),
            ..CompletionOptions::default()
        }),
        definition_provider: Some(OneOf::Left(true)),
        references_provider: Some(OneOf::Left(true)),
        document_highlight_provider: Some(OneOf::Left(true)),
        document_symbol_provider: Some(OneOf::Left(true)),
        workspace_symbol_provider: Some(OneOf::Left(true)),
        code_action_provider: Some(CodeActionProviderCapability::Options(CodeActionOptions {
            code_action_kinds: Some(vec![CodeActionKind::QUICKFIX]),
            ..CodeActionOptions::default()
        })),
        code_lens_provider: Some(CodeLensOptions { resolve_provider: Some(false) }),
        document_formatting_provider: Some(OneOf::Left(true)),
        rename_provider: Some(OneOf::Right(RenameOptions {
            prepare_provider: Some(true),
            work_done_progress_options,
        })),
        execute_command_provider: Some(ExecuteCommandOptions {
            commands: COMMANDS.map(|(name, _)| name.to_string()).to_vec(),
            work_done_progress_options: WorkDoneProgressOptions { work_done_progress: Some(true) },
        }),
        semantic_tokens_provider: Some(
            SemanticTokensOptions {
                work_done_progress_options,
                legend: SemanticTokensLegend {
                    token_types: legend(),
                    token_modifiers: vec![
                        SemanticTokenModifier::DECLARATION,
                        SemanticTokenModifier::READONLY,
                        SemanticTokenModifier::DEFAULT_LIBRARY,
                    ],
                },
                full: Some(SemanticTokensFullOptions::Bool(true)),
                ..SemanticTokensOptions::default()
            }
            .into(),
        ),
        ..ServerCapabilities::default()
    }
}

/// The capabilities of the client that matter here.
#[derive(Clone, Copy, Debug, Default)]
pub struct Client {
    /// Shows documents for the server.
    pub shows_documents: bool,
    /// Shows progress that the server starts.
    pub shows_progress: bool,
    /// Reports changes of files on request.
    pub watches_files: bool,
    /// Accepts nested symbols.
    pub nests_symbols: bool,
    /// Accepts related positions of a diagnostic.
    pub relates_places: bool,
}

impl Client {
    /// From the parameters of `initialize`. A client that shows the results of code lenses itself sends
    /// `{"showsResults": true}` as initialization options.
    pub fn new(params: &InitializeParams) -> Self {
        let (window, text) = (&params.capabilities.window, &params.capabilities.text_document);
        let itself = params.initialization_options.as_ref().and_then(|own| own.get("showsResults"));
        let itself = itself.and_then(serde_json::Value::as_bool).unwrap_or(false);
        let window = window.as_ref();
        let text = text.as_ref();
        Client {
            shows_documents: !itself
                && window.and_then(|w| w.show_document.as_ref()).is_some_and(|show| show.support),
            shows_progress: window.and_then(|w| w.work_done_progress).unwrap_or(false),
            watches_files: params
                .capabilities
                .workspace
                .as_ref()
                .and_then(|workspace| workspace.did_change_watched_files)
                .and_then(|watched| watched.dynamic_registration)
                .unwrap_or(false),
            nests_symbols: text
                .and_then(|text| text.document_symbol.as_ref())
                .and_then(|symbols| symbols.hierarchical_document_symbol_support)
                .unwrap_or(false),
            relates_places: text
                .and_then(|text| text.publish_diagnostics.as_ref())
                .and_then(|diagnostics| diagnostics.related_information)
                .unwrap_or(false),
        }
    }
}
