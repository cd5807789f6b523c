//! The definitions of a model that commands can use as targets; nothing is built.

use rely_fsp::ast::{AssertKind, Definition};
use rely_report::view::{ModelView, TargetView};

use crate::load::Loaded;
use crate::simulate::menus;

/// The definitions of a model.
pub fn describe(loaded: &Loaded) -> ModelView {
    let Some(model) = loaded.model() else {
        let name = loaded.name();
        let target = TargetView { name: name.clone(), kind: "process".to_string(), default: true };
        return ModelView { targets: vec![target], processes: vec![name], ..ModelView::default() };
    };
    let mut view = ModelView { menus: menus(loaded).unwrap_or_default(), ..ModelView::default() };
    let default = model.default_target();
    for definition in &model.tree().definitions {
        let (name, kind) = match definition {
            Definition::Process(def) if def.modifiers.property.is_some() => (&def.name, "property"),
            Definition::Process(def) => (&def.name, "process"),
            Definition::Composite(def) => (&def.name, "composite"),
            Definition::Import(def) => (&def.name, "process"),
            Definition::Assert(def) if def.kind == AssertKind::LtlProperty => (&def.name, "property"),
            Definition::Assert(def) if def.kind == AssertKind::Assert => (&def.name, "assert"),
            Definition::Progress(def) => (&def.name, "progress"),
            _ => continue,
        };
        let name = name.text.to_string();
        match kind {
            "property" | "assert" | "progress" => view.properties.push(name.clone()),
            "process" => view.processes.push(name.clone()),
            _ => {}
        }
        if model.composites().contains(&name.as_str()) || model.processes().contains(&name.as_str()) {
            let is_default = default.as_ref() == Some(&name);
            view.targets.push(TargetView { name, kind: kind.to_string(), default: is_default });
        }
    }
    if let Some(default) = default.filter(|default| view.targets.iter().all(|target| target.name != *default))
    {
        view.targets.push(TargetView { name: default, kind: "all".to_string(), default: true });
    }
    view
}
