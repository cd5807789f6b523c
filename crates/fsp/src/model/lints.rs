//! What a model says about its own checks: properties outside a target, and permissions for warnings.

use std::sync::atomic::{AtomicBool, Ordering};

use super::{DEFAULT_TARGET, Model};
use crate::ast::Definition;
use crate::diagnostic::Diagnostic;
use crate::elaborate::lint;
use crate::elaborate::lint::unreached::Reached;
use crate::permission::Permission;

impl Model {
    /// The properties of the model that a target does not contain, each with a composite that does.
    ///
    /// ```
    /// use rely_fsp::{Model, parse};
    /// let text = "P = (a -> P). property N = (a -> N). ||CHECKED = (P || N). ||S = (x:P).";
    /// let (model, _) = Model::new(parse(text.as_bytes()).model);
    /// assert_eq!(model.properties_outside("S"), [("N", Some("CHECKED"))]);
    /// assert!(model.properties_outside("CHECKED").is_empty());
    /// ```
    pub fn properties_outside(&self, target: &str) -> Vec<(&str, Option<&str>)> {
        let outside = lint::unreached::properties(&self.known, target);
        outside.into_iter().map(|(name, container)| (&*name.text, container)).collect()
    }

    /// Warnings about comments that allow what was not found so far. Those in definitions that the default
    /// target does not use are left out: their findings depend on another target.
    pub fn unused_permissions(&self) -> Vec<Diagnostic> {
        let known = &self.known;
        let unused = |(permission, used): (&'_ Permission, &AtomicBool)| {
            (!used.load(Ordering::Relaxed)).then(|| permission.clone())
        };
        let unused: Vec<Permission> =
            known.tree.permissions.iter().zip(&self.used).filter_map(unused).collect();
        if unused.is_empty() {
            return Vec::new();
        }
        let reached = Reached::new(known).target(self.default_target().as_deref().unwrap_or(DEFAULT_TARGET));
        let elsewhere = |permission: &Permission| {
            known.tree.definitions.iter().enumerate().any(|(position, definition)| {
                let span = match definition {
                    Definition::Process(def) => def.span,
                    Definition::Composite(def) => def.span,
                    _ => return false,
                };
                !reached.contains(&position)
                    && span.start < permission.line.end
                    && permission.line.start < span.end
            })
        };
        let warning = |permission: &Permission| {
            let codes =
                permission.codes.iter().map(|code| format!("`{code}`")).collect::<Vec<_>>().join(", ");
            let message = format!("this comment allows {codes}, which is not found here");
            Diagnostic::warning("W0104", permission.span, message).help("remove the comment")
        };
        unused.iter().filter(|permission| !elsewhere(permission)).map(warning).collect()
    }

    /// Drops what comments allow, and notes which of them were needed.
    pub(super) fn drop_permitted(&self, diagnostics: &mut Vec<Diagnostic>) {
        let permissions = &self.known.tree.permissions;
        if permissions.is_empty() {
            return;
        }
        diagnostics.retain(|diagnostic| {
            let mut allowed = false;
            for (permission, used) in permissions.iter().zip(&self.used) {
                if permission.allows(diagnostic) {
                    used.store(true, Ordering::Relaxed);
                    allowed = true;
                }
            }
            !allowed
        });
    }
}
