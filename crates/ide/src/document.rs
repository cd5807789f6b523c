//! A text, and what can be said of it at once.

use std::sync::Arc;

use rely_fsp::outline::{Highlight, HighlightKind, NameKind, Outline, SymbolId};
use rely_fsp::{Diagnostic, Model, Severity, Span};

use super::Lines;
use crate::view::{
    AnalysisView, PositionView, RangeView, RelatedView, SymbolView, TextDiagnosticView, TextEditView,
    TokenView,
};

/// A text of FSP under a name.
///
/// All places are those of the text as it was given; a byte order mark at its beginning counts as a
/// character.
pub struct Document {
    path: String,
    text: Arc<str>,
    /// Bytes at the beginning that the language does not see.
    skipped: u32,
    lines: Lines,
    diagnostics: Vec<Diagnostic>,
    outline: Outline,
    model: Model,
}

impl Document {
    /// Reads a text.
    pub fn new(path: impl Into<String>, text: impl Into<Arc<str>>) -> Self {
        let text = text.into();
        let parsed = rely_fsp::parse(text.as_bytes());
        let skipped = if text.starts_with('\u{FEFF}') { '\u{FEFF}'.len_utf8() as u32 } else { 0 };
        let outline = Outline::new(&parsed);
        let (model, found) = Model::new(parsed.model);
        let mut diagnostics = parsed.diagnostics;
        diagnostics.extend(found);
        sort(&mut diagnostics);
        Document { path: path.into(), lines: Lines::new(&text), text, skipped, diagnostics, outline, model }
    }

    /// The name of the file.
    pub fn path(&self) -> &str {
        &self.path
    }

    /// The text.
    pub fn text(&self) -> &Arc<str> {
        &self.text
    }

    /// The lines of the text.
    pub fn lines(&self) -> &Lines {
        &self.lines
    }

    /// The names of the text.
    pub fn outline(&self) -> &Outline {
        &self.outline
    }

    /// Has the text an error that is found without elaboration?
    pub fn has_errors(&self) -> bool {
        self.diagnostics.iter().any(|diagnostic| diagnostic.severity == Severity::Error)
    }

    /// The tables of the model.
    pub(super) fn model(&self) -> &Model {
        &self.model
    }

    /// The findings themselves.
    pub(super) fn found(&self) -> &[Diagnostic] {
        &self.diagnostics
    }

    /// Everything at once.
    pub fn analysis(&self) -> AnalysisView {
        AnalysisView { diagnostics: self.diagnostics(), tokens: self.tokens(), symbols: self.symbols() }
    }

    /// What is wrong, as far as it is found without elaboration, in the order of the text.
    pub fn diagnostics(&self) -> Vec<TextDiagnosticView> {
        self.diagnostics.iter().map(|diagnostic| self.diagnostic(diagnostic)).collect()
    }

    /// A finding with its places as editors count them.
    pub(super) fn diagnostic(&self, diagnostic: &Diagnostic) -> TextDiagnosticView {
        let related = diagnostic.related.iter();
        TextDiagnosticView {
            code: diagnostic.code.to_string(),
            severity: diagnostic.severity.into(),
            message: diagnostic.message.clone(),
            range: self.range(diagnostic.span),
            label: diagnostic.label.clone(),
            related: related
                .map(|(span, message)| RelatedView { range: self.range(*span), message: message.clone() })
                .collect(),
            help: diagnostic.help.clone(),
            fix: diagnostic
                .fix
                .as_ref()
                .map(|fix| TextEditView { range: self.range(fix.span), text: fix.replacement.clone() }),
        }
    }

    /// The colors of the text, in order.
    pub fn tokens(&self) -> Vec<TokenView> {
        let mut tokens = Vec::new();
        for Highlight { span, kind, is_definition, is_unknown } in self.outline.highlights() {
            let (start, end) = (span.start + self.skipped, span.end + self.skipped);
            self.lines.split(&self.text, start, end, |line, character, length| {
                tokens.push(TokenView {
                    line,
                    character,
                    length,
                    kind: highlight_key(kind).to_string(),
                    definition: is_definition,
                    unknown: is_unknown,
                });
            });
        }
        tokens
    }

    /// The definitions in order, with their local processes.
    pub fn symbols(&self) -> Vec<SymbolView> {
        let mut views: Vec<(SymbolId, SymbolView)> = Vec::new();
        for (id, symbol) in self.outline.numbered() {
            let view = SymbolView {
                name: symbol.name.to_string(),
                kind: name_key(symbol.kind).to_string(),
                property: symbol.is_property,
                range: self.range(symbol.span),
                name_range: self.range(symbol.name_span),
                children: Vec::new(),
            };
            match (symbol.kind, symbol.owner) {
                (NameKind::Local, Some(owner)) => {
                    if let Ok(at) = views.binary_search_by_key(&owner, |(id, _)| *id) {
                        views[at].1.children.push(view);
                    }
                }
                (_, None) if symbol.kind != NameKind::Action => views.push((id, view)),
                _ => {}
            }
        }
        views.into_iter().map(|(_, view)| view).collect()
    }

    /// A span of the language as editors count it.
    pub fn range(&self, span: Span) -> RangeView {
        self.lines.range(&self.text, span.start + self.skipped, span.end + self.skipped)
    }

    /// The byte of a place, as the language counts it.
    pub fn offset(&self, position: PositionView) -> u32 {
        self.lines.offset(&self.text, position).saturating_sub(self.skipped)
    }
}

/// Findings in the order of the text, each once.
pub(super) fn sort(diagnostics: &mut Vec<Diagnostic>) {
    diagnostics.sort_by_key(|d| (d.span, std::cmp::Reverse(d.severity), d.code));
    diagnostics.dedup();
}

/// What a name is, in views.
pub(super) fn name_key(kind: NameKind) -> &'static str {
    match kind {
        NameKind::Constant => "constant",
        NameKind::Range => "range",
        NameKind::Set => "set",
        NameKind::Process => "process",
        NameKind::Composite => "composite",
        NameKind::Import => "import",
        NameKind::Constraint => "constraint",
        NameKind::Assert => "assert",
        NameKind::Fluent => "fluent",
        NameKind::Progress => "progress",
        NameKind::Menu => "menu",
        NameKind::Animation => "animation",
        NameKind::Local => "local",
        NameKind::Parameter => "parameter",
        NameKind::Variable => "variable",
        NameKind::Action => "action",
        NameKind::Fixed => "fixed",
    }
}

fn highlight_key(kind: HighlightKind) -> &'static str {
    match kind {
        HighlightKind::Keyword => "keyword",
        HighlightKind::Comment => "comment",
        HighlightKind::Text => "string",
        HighlightKind::Number => "number",
        HighlightKind::Name(kind) => name_key(kind),
    }
}
