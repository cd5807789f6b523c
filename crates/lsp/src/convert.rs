//! Conversions from views to the types of the protocol.

use lsp_types::{
    CompletionItem, CompletionItemKind, CompletionTextEdit, Diagnostic, DiagnosticRelatedInformation,
    DiagnosticSeverity, DocumentSymbol, Location, NumberOrString, Position, Range, SemanticToken,
    SemanticTokenType, SymbolKind, TextEdit, Uri,
};
use rely_ide::view::{
    CompletionView, PositionView, RangeView, SymbolView, TextDiagnosticView, TextEditView, TokenView,
};
use rely_report::view::SeverityKind;

use crate::capabilities::{TOKENS, legend};

/// A position of the protocol.
pub fn position(view: PositionView) -> Position {
    Position { line: view.line, character: view.character }
}

/// A position of a view.
pub fn view(position: Position) -> PositionView {
    PositionView { line: position.line, character: position.character }
}

/// A range.
pub fn range(view: RangeView) -> Range {
    Range { start: position(view.start), end: position(view.end) }
}

/// A replacement.
pub fn edit(view: &TextEditView) -> TextEdit {
    TextEdit { range: range(view.range), new_text: view.text.clone() }
}

/// A diagnostic. Related positions go only to clients that show them.
pub fn diagnostic(finding: &TextDiagnosticView, uri: &Uri, relates_places: bool) -> Diagnostic {
    let severity = match finding.severity {
        SeverityKind::Error => DiagnosticSeverity::ERROR,
        SeverityKind::Warning => DiagnosticSeverity::WARNING,
    };
    let mut message = finding.message.clone();
    if let Some(help) = &finding.help {
        message.push_str("\nhelp: ");
        message.push_str(help);
    }
    let related = finding.related.iter().map(|related| DiagnosticRelatedInformation {
        location: Location { uri: uri.clone(), range: range(related.range) },
        message: related.message.clone(),
    });
    Diagnostic {
        range: range(finding.range),
        severity: Some(severity),
        code: Some(NumberOrString::String(finding.code.clone())),
        source: Some("rely".to_string()),
        message,
        related_information: (relates_places && !finding.related.is_empty()).then(|| related.collect()),
        ..Diagnostic::default()
    }
}

/// A kind of symbol.
pub fn symbol_kind(kind: &str) -> SymbolKind {
    match kind {
        "constant" => SymbolKind::CONSTANT,
        "range" => SymbolKind::ARRAY,
        "set" => SymbolKind::ENUM,
        "composite" => SymbolKind::STRUCT,
        "local" => SymbolKind::METHOD,
        "fluent" => SymbolKind::PROPERTY,
        "constraint" | "assert" | "progress" => SymbolKind::INTERFACE,
        "menu" | "animation" => SymbolKind::NAMESPACE,
        _ => SymbolKind::CLASS,
    }
}

/// The kind of a symbol, in words.
pub fn symbol_detail(symbol: &SymbolView) -> String {
    if symbol.property { format!("{}, property", symbol.kind) } else { symbol.kind.clone() }
}

/// A definition with its local definitions.
#[allow(deprecated, reason = "the type has a deprecated field and no constructor without it")]
pub fn symbol(view: &SymbolView) -> DocumentSymbol {
    DocumentSymbol {
        name: view.name.clone(),
        detail: Some(symbol_detail(view)),
        kind: symbol_kind(&view.kind),
        tags: None,
        deprecated: None,
        range: range(view.range),
        selection_range: range(view.name_range),
        children: (!view.children.is_empty()).then(|| view.children.iter().map(symbol).collect()),
    }
}

/// A word that could replace the one at the cursor.
pub fn completion(view: &CompletionView, replaced: RangeView) -> CompletionItem {
    let kind = match view.kind.as_str() {
        "keyword" => CompletionItemKind::KEYWORD,
        "constant" => CompletionItemKind::CONSTANT,
        "range" | "set" => CompletionItemKind::ENUM,
        "parameter" | "variable" => CompletionItemKind::VARIABLE,
        "action" => CompletionItemKind::EVENT,
        "local" | "fixed" => CompletionItemKind::METHOD,
        "fluent" => CompletionItemKind::PROPERTY,
        "composite" => CompletionItemKind::STRUCT,
        "assert" | "constraint" => CompletionItemKind::INTERFACE,
        _ => CompletionItemKind::CLASS,
    };
    CompletionItem {
        label: view.text.clone(),
        kind: Some(kind),
        detail: (view.kind != "keyword").then(|| view.kind.clone()),
        sort_text: Some(format!("{}{}", view.rank, view.text)),
        text_edit: Some(CompletionTextEdit::Edit(TextEdit {
            range: range(replaced),
            new_text: view.text.clone(),
        })),
        ..CompletionItem::default()
    }
}

/// Semantic tokens, each relative to the one before.
pub fn tokens(views: &[TokenView]) -> Vec<SemanticToken> {
    let types = legend();
    let number = |kind: &SemanticTokenType| types.iter().position(|known| known == kind).unwrap_or(0) as u32;
    let numbers = TOKENS.map(|(name, kind)| (name, number(&kind)));
    let (mut line, mut character) = (0, 0);
    let mut tokens = Vec::with_capacity(views.len());
    for token in views {
        let Some(&(_, token_type)) = numbers.iter().find(|(name, _)| *name == token.kind) else { continue };
        let readonly = u32::from(token.kind == "constant" || token.kind == "parameter") << 1;
        let built_in = u32::from(token.kind == "fixed") << 2;
        if token.line != line {
            character = 0;
        }
        tokens.push(SemanticToken {
            delta_line: token.line - line,
            delta_start: token.character - character,
            length: token.length,
            token_type,
            token_modifiers_bitset: u32::from(token.definition) | readonly | built_in,
        });
        (line, character) = (token.line, token.character);
    }
    tokens
}
