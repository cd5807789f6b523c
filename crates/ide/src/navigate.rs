//! Going around in a text: definitions, uses, renaming, completion, layout.

use std::sync::Arc;
use std::time::Duration;

use rely_fsp::Imports as _;
use rely_fsp::ast::Definition;
use rely_fsp::outline::{CompletionKind, NameKind, RenameProblem, SymbolId};
use rely_workbench::{Control, FileImports, Limits};

use super::Document;
use super::document::name_key;
use crate::view::{CompletionView, PositionView, RangeView, TextEditView};

/// An imported file that takes longer to read may know any action.
const IMPORT_TIME: Duration = Duration::from_secs(2);

impl Document {
    fn symbol_at(&self, position: PositionView) -> Option<SymbolId> {
        self.outline().at(self.offset(position))?.symbol
    }

    /// Where the name at a place is defined; an action where it first occurs.
    pub fn definition(&self, position: PositionView) -> Option<RangeView> {
        let symbol = self.symbol_at(position)?;
        Some(self.range(self.outline().symbol(symbol).name_span))
    }

    /// Everywhere that the name at a place stands, in the order of the text.
    pub fn references(&self, position: PositionView, declarations: Declarations) -> Vec<RangeView> {
        let Some(symbol) = self.symbol_at(position) else { return Vec::new() };
        let defined = |role| role == rely_fsp::outline::NameRole::Definition;
        let outline = self.outline();
        let wanted = outline
            .occurrences_of(symbol)
            .filter(|occurrence| declarations == Declarations::Included || !defined(occurrence.role));
        wanted.map(|occurrence| self.range(occurrence.span)).collect()
    }

    /// The name at a place, if it can be changed.
    ///
    /// # Errors
    /// Why it cannot.
    pub fn renamable(&self, position: PositionView) -> Result<(RangeView, String), RenameProblem> {
        let (_, span) = self.outline().renamable(self.offset(position))?;
        Ok((self.range(span), self.outline().slice(span).to_string()))
    }

    /// The edits that give the name at a place another text and change nothing else. What imported files do
    /// is told by the names of their actions, which no edit here can change: such an action keeps its name.
    ///
    /// # Errors
    /// Why it cannot have that name, in words.
    pub fn rename(&self, position: PositionView, new: &str) -> Result<Vec<TextEditView>, String> {
        let outline = self.outline();
        let (symbol, _) = outline.renamable(self.offset(position)).map_err(|problem| self.told(&problem))?;
        let of = outline.symbol(symbol);
        if of.kind == NameKind::Action
            && let Some(import) = self.imports_action(&of.name)
        {
            return Err(format!(
                "`{import}` is imported and may use `{}`, which cannot be renamed there",
                of.name
            ));
        }
        let spans = outline.rename(symbol, new).map_err(|problem| self.told(&problem))?;
        let edits = spans.into_iter();
        Ok(edits.map(|span| TextEditView { range: self.range(span), text: new.to_string() }).collect())
    }

    /// An imported process that knows a name as a part of an action, or that cannot be read.
    fn imports_action(&self, action: &str) -> Option<&str> {
        let control = Control::timed(&Limits::default(), 1, Arc::default(), Some(IMPORT_TIME));
        let imports = FileImports::new(self.path(), &control);
        self.model().tree().definitions.iter().find_map(|definition| {
            let Definition::Import(def) = definition else { return None };
            let knows = match imports.read(&def.file, self.model().actions()) {
                Ok(lts) => {
                    lts.alphabet().names().iter().any(|name| name.split('.').any(|part| part == action))
                }
                Err(_) => true,
            };
            knows.then_some(&*def.name.text)
        })
    }

    /// A problem in words, with its line.
    fn told(&self, problem: &RenameProblem) -> String {
        match problem {
            RenameProblem::Taken { span, .. } | RenameProblem::Unreadable { span, .. } => {
                format!("{problem} (line {})", self.range(*span).start.line + 1)
            }
            _ => problem.to_string(),
        }
    }

    /// The word that is being written at a place, and what it could become, nearest first.
    pub fn complete(&self, position: PositionView) -> (RangeView, Vec<CompletionView>) {
        let (word, found) = self.outline().complete(self.offset(position));
        let views = found.into_iter().map(|completion| CompletionView {
            text: completion.text,
            kind: match completion.kind {
                CompletionKind::Keyword => "keyword",
                CompletionKind::Name(kind) => name_key(kind),
            }
            .to_string(),
            rank: completion.rank,
        });
        (self.range(word), views.collect())
    }

    /// The edit that gives the text its layout: none if it has it. `None` if the text is no model.
    pub fn layout(&self) -> Option<Vec<TextEditView>> {
        let formatted = rely_fsp::format(self.text()).ok()?;
        let text: &str = self.text();
        if formatted == text {
            return Some(Vec::new());
        }
        // Whole lines at both ends stay as they are, so that an editor keeps the place of the cursor.
        let before: usize = text
            .split_inclusive('\n')
            .zip(formatted.split_inclusive('\n'))
            .take_while(|(a, b)| a == b)
            .map(|(a, _)| a.len())
            .sum();
        let (old, new) = (&text[before..], &formatted[before..]);
        let lines = |text: &str| text.split_inclusive('\n').map(str::len).rev().collect::<Vec<_>>();
        let mut after = 0;
        for (a, b) in lines(old).into_iter().zip(lines(new)) {
            let (old_end, new_end) = (old.len() - after, new.len() - after);
            if a != b || old[old_end - a..old_end] != new[new_end - b..new_end] {
                break;
            }
            after += a;
        }
        let end = (text.len() - after) as u32;
        let range = self.lines().range(text, before as u32, end);
        Some(vec![TextEditView { range, text: new[..new.len() - after].to_string() }])
    }
}

/// Are definitions told among the uses?
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Declarations {
    /// Yes.
    Included,
    /// No.
    LeftOut,
}
