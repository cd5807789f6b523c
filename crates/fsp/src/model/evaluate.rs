//! What a model defines besides systems: specifications, progress tests, menus and label sets.

use std::rc::Rc;
use std::sync::Arc;

use rely_ltl::{ProgressTest, Specification};
use rely_lts::ActionId;

use super::Model;
use crate::ast::Definition;
use crate::diagnostic::{Diagnostic, Severity};
use crate::elaborate::Failure;
use crate::elaborate::environment::{Environment, Meter};
use crate::lexer::lex;
use crate::parser::parse_label_set;
use crate::source::Findings;
use crate::span::Span;

impl Model {
    /// The specification of an assert, constraint or property, with the defaults of its parameters.
    ///
    /// ```
    /// use rely_fsp::{Model, parse};
    /// let (model, _) = Model::new(parse(b"P = (a -> b -> P). assert LIVE = [](a -> <>b)").model);
    /// assert_eq!(model.asserts(), ["LIVE"]);
    /// let specification = model.specification("LIVE").unwrap();
    /// assert_eq!(specification.labels().len(), 2);
    /// ```
    ///
    /// # Errors
    /// If there is none of that name, or it is wrong.
    pub fn specification(&self, assert: &str) -> Result<Specification, Vec<Diagnostic>> {
        let known = &self.known;
        let position = known.asserts.get(assert).or_else(|| known.constraints.get(assert));
        let Some((position, Definition::Assert(def))) = position.map(|p| (p, &known.tree.definitions[p]))
        else {
            let message = format!("no assert `{assert}` is defined");
            return Err(vec![Diagnostic::error("E0902", Span::new(0, 0), message)]);
        };
        let meter = Rc::new(Meter::default());
        known
            .bind_params(position, &[], def.name.span, &meter)
            .and_then(|(env, _)| known.specification(def, &env, &self.actions))
            .map_err(complaints)
    }

    /// All progress tests, in order; a definition with indices gives one for each value.
    ///
    /// ```
    /// use rely_fsp::{Model, parse};
    /// let (model, _) = Model::new(parse(b"progress TURN[i:1..2] = {enter[i]}").model);
    /// let names: Vec<String> = model.progress_tests().unwrap().into_iter().map(|test| test.name).collect();
    /// assert_eq!(names, ["TURN.1", "TURN.2"]);
    /// ```
    ///
    /// # Errors
    /// If one is wrong.
    pub fn progress_tests(&self) -> Result<Vec<ProgressTest>, Vec<Diagnostic>> {
        Ok(self.progress_tests_with_spans()?.into_iter().map(|(test, _)| test).collect())
    }

    /// All progress tests in order, each with the place of its definition.
    pub(crate) fn progress_tests_with_spans(&self) -> Result<Vec<(ProgressTest, Span)>, Vec<Diagnostic>> {
        let known = &self.known;
        let mut tests = Vec::new();
        for definition in &known.tree.definitions {
            let Definition::Progress(def) = definition else { continue };
            let ids = |names: Vec<Arc<str>>| names.iter().map(|name| self.actions.intern(name)).collect();
            known
                .expand_indices(&def.indices, def.span, &Environment::default(), &mut |text, env| {
                    let separator = if text.is_empty() { "" } else { "." };
                    let condition = match &def.condition {
                        None => None,
                        Some(label) => Some(ids(known.label_list(label, env)?)),
                    };
                    let test = ProgressTest {
                        name: format!("{}{separator}{text}", def.name.text),
                        condition,
                        actions: ids(known.label_list(&def.actions, env)?),
                    };
                    tests.push((test, def.name.span));
                    Ok(())
                })
                .map_err(complaints)?;
        }
        Ok(tests)
    }

    /// The menus with their actions, in order.
    ///
    /// ```
    /// use rely_fsp::{Model, parse};
    /// let (model, _) = Model::new(parse(b"menu RUN = {start, stop}").model);
    /// let (name, actions) = &model.menus().unwrap()[0];
    /// assert_eq!((name.as_str(), actions.len()), ("RUN", 2));
    /// ```
    ///
    /// # Errors
    /// If one is wrong.
    pub fn menus(&self) -> Result<Vec<(String, Vec<ActionId>)>, Vec<Diagnostic>> {
        let known = &self.known;
        let mut menus = Vec::new();
        for definition in &known.tree.definitions {
            let Definition::Menu(def) = definition else { continue };
            let names = known.label_list(&def.actions, &Environment::default()).map_err(complaints)?;
            let ids = names.iter().map(|name| self.actions.intern(name)).collect();
            menus.push((def.name.text.to_string(), ids));
        }
        Ok(menus)
    }

    /// The actions of a label set that comes from outside, such as a command line. It may use the constants,
    /// ranges and sets of the model. The braces around it may be omitted.
    ///
    /// ```
    /// use rely_fsp::{Model, parse};
    /// let (model, _) = Model::new(parse(b"const N = 2 set S = {x, y}").model);
    /// let names = |text| model.label_set(text).unwrap().iter().map(|n| n.to_string()).collect::<Vec<_>>();
    /// assert_eq!(names("{a, b[1..N]}"), ["a", "b.1", "b.2"]);
    /// assert_eq!(names("S.go, stop"), ["x.go", "y.go", "stop"]);
    /// assert!(model.label_set("a,").is_err());
    /// ```
    ///
    /// # Errors
    /// If it is not a label set. The diagnostics refer to [`Model::label_set_text`].
    pub fn label_set(&self, text: &str) -> Result<Vec<Arc<str>>, Vec<Diagnostic>> {
        let known = &self.known;
        let text = Model::label_set_text(text);
        let mut findings = Findings::default();
        let tokens = lex(&text, &mut findings);
        let (sets, ranges) = (known.sets.keys().map(|n| &**n), known.ranges.keys().map(|n| &**n));
        let set = parse_label_set(&text, tokens, sets, ranges, &mut findings);
        let found = findings.finish();
        match set {
            Some(set) if !found.iter().any(|d| d.severity == Severity::Error) => {
                let names = known.set_list(&set, &Environment::default()).map_err(complaints)?;
                Ok(names.to_vec())
            }
            _ => Err(found),
        }
    }

    /// The text that [`Model::label_set`] parses: the given one in braces.
    pub fn label_set_text(text: &str) -> String {
        format!("{{{}}}", text.trim())
    }
}

/// The diagnostics of a failure.
fn complaints(failure: Failure) -> Vec<Diagnostic> {
    match failure {
        Failure::Model(diagnostic) => vec![*diagnostic],
        Failure::Known => Vec::new(),
        Failure::Spent(spent) => {
            vec![Diagnostic::error("E0602", Span::new(0, 0), format!("evaluating labels: {spent}"))]
        }
    }
}
