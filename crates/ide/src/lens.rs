//! What can be done with the definitions of a text, and doing it.

use rely_fsp::DEFAULT_TARGET;
use rely_fsp::outline::{NameKind, Symbol, SymbolId};
use rely_report::Failure;
use rely_report::picture::{Drawn, Picture};
use rely_report::text::assume::EXPLAINED;
use rely_report::text::{self, Shown, plain_report};
use rely_report::view::{AssumeDocument, CheckDocument, ProveDocument};
use rely_workbench::{
    AssumeOptions, CheckOptions, Control, Detail, DrawOptions, ProveOptions, ReadOptions, assume, check,
    draw_model, load_bytes, prove,
};
use rustc_hash::FxHashSet;

use super::Document;
use super::findings::reach;
use crate::view::{LensKind, LensView};

/// The result of a lens.
pub enum LensResult {
    /// Of `check`.
    Check(Box<CheckDocument>),
    /// Of `assume`.
    Assume(Box<AssumeDocument>),
    /// Of `prove`.
    Prove(Box<ProveDocument>),
    /// Of `draw`, as SVG.
    Draw(Box<Drawn>),
}

/// Columns of a report in an editor.
const WIDTH: usize = 110;

impl LensResult {
    /// The report as plain text, with the words of the command line; of a picture, the picture.
    pub fn report(&self) -> String {
        let shown = Shown { full: false, width: WIDTH };
        let text = match self {
            LensResult::Check(document) => text::check::report(document, shown, &[]),
            LensResult::Assume(document) => text::assume::report(document, shown),
            LensResult::Prove(document) => text::prove::report(document, shown, false),
            LensResult::Draw(drawn) => drawn.text.clone(),
        };
        plain_report(&text)
    }
}

impl Document {
    /// What can be done with which definition, in the order of the text.
    ///
    /// Components can be drawn; composites (and the whole file, if there are none), asserts, progress tests
    /// and properties of the default target can be checked; composites that contain properties and properties
    /// of the default target can be proved; the other components of the default target, if it contains
    /// properties, can be asked for what they assume.
    pub fn lenses(&self) -> Vec<LensView> {
        let outline = self.outline();
        let target = self.model().default_target();
        let in_target = self.parts(target.as_deref());
        let has_property =
            |parts: &FxHashSet<SymbolId>| parts.iter().any(|&id| outline.symbol(id).is_property);
        let proves = has_property(&in_target);
        let mut lenses = Vec::new();
        let mut first = true;
        for (id, symbol) in outline.numbered() {
            let mut words: Vec<(LensKind, &str)> = Vec::new();
            let name = &*symbol.name;
            let component = in_target.contains(&id);
            match symbol.kind {
                NameKind::Composite => {
                    words.extend([(LensKind::Check, name), (LensKind::Draw, name)]);
                    let mut parts = FxHashSet::default();
                    reach(outline, id, &mut parts);
                    parts.remove(&id);
                    if has_property(&parts) {
                        words.push((LensKind::Prove, name));
                    }
                }
                NameKind::Process | NameKind::Import | NameKind::Constraint => {
                    if target.as_deref() == Some(DEFAULT_TARGET) && std::mem::take(&mut first) {
                        words.push((LensKind::Check, DEFAULT_TARGET));
                    } else if symbol.is_property && component {
                        words.push((LensKind::Check, name));
                    }
                    words.push((LensKind::Draw, name));
                    if component && symbol.is_property {
                        words.push((LensKind::Prove, name));
                    } else if component && proves && symbol.kind != NameKind::Constraint {
                        words.push((LensKind::Assume, name));
                    }
                }
                NameKind::Assert | NameKind::Progress if target.is_some() => {
                    words.push((LensKind::Check, name))
                }
                _ => {}
            }
            let range = self.range(symbol.name_span);
            let views = words.into_iter();
            lenses.extend(views.map(|(command, name)| LensView { range, command, name: name.to_string() }));
        }
        lenses
    }

    /// The definitions that take part in a target.
    fn parts(&self, target: Option<&str>) -> FxHashSet<SymbolId> {
        let outline = self.outline();
        let mut parts = FxHashSet::default();
        let is_root = |symbol: &Symbol| match target {
            Some(DEFAULT_TARGET) => symbol.kind.is_callable(),
            Some(name) => symbol.kind == NameKind::Composite && *symbol.name == *name,
            None => false,
        };
        for (id, _) in outline.numbered().filter(|(_, symbol)| is_root(symbol)) {
            reach(outline, id, &mut parts);
        }
        parts
    }
}

/// Does what a lens says with a definition of a text. Nothing is written.
///
/// # Errors
/// As the commands of that name.
pub fn run_lens(
    path: &str,
    text: &str,
    command: LensKind,
    name: &str,
    control: &Control,
) -> Result<LensResult, Failure> {
    let loaded = load_bytes(path, text.as_bytes(), ReadOptions::default())?;
    let model = loaded.model();
    let is_target = |name: &str| {
        let composite = model.is_some_and(|model| model.composites().contains(&name));
        composite || name == DEFAULT_TARGET || model.is_none()
    };
    // A composite is a target; all else is looked at in the default target.
    let (target, names) = match is_target(name) {
        true => (Some(name.to_string()), Vec::new()),
        false => (None, vec![name.to_string()]),
    };
    Ok(match command {
        LensKind::Check => {
            let options = CheckOptions { target, properties: names, ..CheckOptions::default() };
            LensResult::Check(Box::new(check(&loaded, &options, control)?.document))
        }
        LensKind::Prove => {
            let explained = ProveOptions::EXPLAINED;
            let options = ProveOptions { target, properties: names, explained, ..ProveOptions::default() };
            LensResult::Prove(Box::new(prove(&loaded, &options, control)?.document))
        }
        LensKind::Assume => {
            let detail = Detail::Some(EXPLAINED);
            let options = AssumeOptions { target, module: names, detail, ..AssumeOptions::default() };
            LensResult::Assume(Box::new(assume(&loaded, &options, control)?.document))
        }
        LensKind::Draw => {
            let picture = if is_target(name) { Picture::Architecture } else { Picture::Machine };
            let target = Some(name.to_string());
            let options = DrawOptions { picture, target, ..DrawOptions::default() };
            LensResult::Draw(Box::new(draw_model(&loaded, &options, control)?))
        }
    })
}
