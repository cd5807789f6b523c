//! What is wrong with a text, found by elaborating it.
//!
//! The default target is elaborated first, as `rely check` would, then every process, composite and formula
//! that it does not need, with the defaults of their parameters. What was found before a budget is spent is
//! told.

use rely_fsp::outline::{NameKind, Outline, SymbolId};
use rely_fsp::{Diagnostic, Severity};
use rely_workbench::{Control, FileImports};
use rustc_hash::FxHashSet;

use super::Document;
use super::document::sort;
use crate::view::TextDiagnosticView;

/// Everything that is wrong, in the order of the text: what [`Document::diagnostics`] tells, and what
/// elaboration finds. `None` if it was interrupted.
pub fn findings(document: &Document, control: &Control) -> Option<Vec<TextDiagnosticView>> {
    let mut all = document.found().to_vec();
    if !document.has_errors() {
        elaborate(document, control, &mut all);
    }
    if control.is_interrupted() {
        return None;
    }
    sort(&mut all);
    Some(all.iter().map(|diagnostic| document.diagnostic(diagnostic)).collect())
}

fn elaborate(document: &Document, control: &Control, all: &mut Vec<Diagnostic>) {
    let (model, outline) = (document.model(), document.outline());
    let imports = FileImports::new(document.path(), control);
    let mut met = FxHashSet::default();
    let target = |name: &str, all: &mut Vec<Diagnostic>| {
        let elaborated = model.system(name, &imports, control.context());
        all.extend(elaborated.diagnostics);
        (elaborated.system, elaborated.spent.is_some())
    };
    if let Some(name) = model.default_target() {
        let (system, spent) = target(&name, all);
        if let Some(system) = system {
            all.extend(model.lint(&system));
        } else if spent {
            return;
        }
        let roots = outline.numbered().filter(|(_, symbol)| {
            *symbol.name == *name
                || (name == rely_fsp::DEFAULT_TARGET
                    && symbol.kind.is_callable()
                    && symbol.kind != NameKind::Composite)
        });
        roots.for_each(|(id, _)| reach(outline, id, &mut met));
    }
    // What uses others comes before them: composites, the last first, then the rest.
    let composites = outline.numbered().filter(|(_, symbol)| symbol.kind == NameKind::Composite);
    let mut order: Vec<SymbolId> = composites.map(|(id, _)| id).collect();
    order.reverse();
    let others = outline.numbered().filter(|(_, s)| s.kind.is_callable() && s.kind != NameKind::Composite);
    order.extend(others.map(|(id, _)| id));
    for id in order {
        if met.contains(&id) {
            continue;
        }
        if target(&outline.symbol(id).name, all).1 {
            return;
        }
        reach(outline, id, &mut met);
    }
    for name in model.asserts() {
        all.extend(model.specification(name).err().into_iter().flatten());
    }
    all.extend(model.progress_tests().err().into_iter().flatten());
    all.extend(model.menus().err().into_iter().flatten());
    // What is allowed may have been found in something that the default target does not use.
    all.retain(|diagnostic| diagnostic.code != "W0104");
    all.extend(model.unused_permissions());
    // An error that has no place in the file is not one of the text.
    all.retain(|diagnostic| diagnostic.severity == Severity::Warning || diagnostic.span.end > 0);
}

/// Notes a definition and everything that it uses.
pub(super) fn reach(outline: &Outline, from: SymbolId, met: &mut FxHashSet<SymbolId>) {
    let mut waiting = vec![from];
    while let Some(id) = waiting.pop() {
        if !met.insert(id) {
            continue;
        }
        let span = outline.symbol(id).span;
        let first = outline.occurrences().partition_point(|occurrence| occurrence.span.start < span.start);
        let inside =
            outline.occurrences()[first..].iter().take_while(|occurrence| occurrence.span.end <= span.end);
        let used = inside.filter_map(|occurrence| occurrence.symbol);
        waiting.extend(used.filter(|&used| outline.symbol(used).kind.is_callable()));
    }
}
