//! What an editor or the page shows of a text. Lines and characters are counted from 0, characters in UTF-16
//! units, as editors and browsers count them.

use rely_report::view::SeverityKind;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A place in a text.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
pub struct PositionView {
    /// The line, from 0.
    pub line: u32,
    /// The UTF-16 unit of the line, from 0.
    pub character: u32,
}

/// A part of a text, its end excluded.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
pub struct RangeView {
    /// Where it begins.
    pub start: PositionView,
    /// One past its end.
    pub end: PositionView,
}

/// A replacement of a part of a text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct TextEditView {
    /// What is replaced.
    pub range: RangeView,
    /// By what.
    pub text: String,
}

/// Another place that matters for a finding.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct RelatedView {
    /// Where.
    pub range: RangeView,
    /// A word on it.
    pub message: String,
}

/// A finding about a text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct TextDiagnosticView {
    /// The code that `rely explain` knows.
    pub code: String,
    /// How serious it is.
    pub severity: SeverityKind,
    /// What is wrong.
    pub message: String,
    /// Where.
    pub range: RangeView,
    /// A word or two for the place itself; may be empty.
    pub label: String,
    /// Further places.
    pub related: Vec<RelatedView>,
    /// What would be right.
    pub help: Option<String>,
    /// An edit that makes it right.
    pub fix: Option<TextEditView>,
}

/// A part of a line that has a color.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct TokenView {
    /// The line, from 0.
    pub line: u32,
    /// The UTF-16 unit at which it begins, from 0.
    pub character: u32,
    /// Its length in UTF-16 units.
    pub length: u32,
    /// `keyword`, `comment`, `string`, `number`, or what a name is: `constant`, `range`, `set`, `process`,
    /// `composite`, `import`, `constraint`, `assert`, `fluent`, `progress`, `menu`, `animation`, `local`,
    /// `parameter`, `variable`, `action`, `fixed`.
    pub kind: String,
    /// Is it a name that is defined here?
    pub definition: bool,
    /// Is it a name that nothing defines?
    pub unknown: bool,
}

/// A definition, with what is defined inside.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct SymbolView {
    /// Its name.
    pub name: String,
    /// What it is, as in `TokenView`.
    pub kind: String,
    /// Is it a property?
    pub property: bool,
    /// The whole definition.
    pub range: RangeView,
    /// Its name.
    pub name_range: RangeView,
    /// Local processes.
    pub children: Vec<SymbolView>,
}

/// What a text shows of itself.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct AnalysisView {
    /// What is wrong, in the order of the text.
    pub diagnostics: Vec<TextDiagnosticView>,
    /// The colors, in the order of the text; no part spans two lines.
    pub tokens: Vec<TokenView>,
    /// The definitions, in order.
    pub symbols: Vec<SymbolView>,
}

/// A word that could be written.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct CompletionView {
    /// The word.
    pub text: String,
    /// `keyword`, or what a name is, as in `TokenView`.
    pub kind: String,
    /// Smaller is nearer.
    pub rank: u8,
}

/// What there is to say about a name.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct HoverView {
    /// The name.
    pub range: RangeView,
    /// In Markdown.
    pub markdown: String,
}

/// Something that can be done with a definition.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct LensView {
    /// The name of the definition.
    pub range: RangeView,
    /// `check`, `draw`, `assume` or `prove`
    pub command: LensKind,
    /// What it is done with: a definition, or `DEFAULT`.
    pub name: String,
}

/// What can be done with a definition.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum LensKind {
    /// `rely check`
    Check,
    /// `rely draw`
    Draw,
    /// `rely assume`
    Assume,
    /// `rely prove`
    Prove,
}
