//! Guards that have the same value for all indices (W0502).

use rustc_hash::FxHashMap;

use crate::Diagnostic;
use crate::ast::visit::{Mention, Visitor};
use crate::ast::{ChoiceItem, Expr};
use crate::span::{Name, Span};

/// The values that guards had.
#[derive(Default)]
pub(crate) struct Guards(FxHashMap<Span, Values>);

/// The values of one guard.
struct Values {
    /// `when (…)`, with what is between it and the first action.
    when: Span,
    variable: Option<String>,
    yes: u32,
    no: u32,
}

impl Guards {
    /// Notes one evaluation.
    pub fn record(&mut self, item: &ChoiceItem, guard: &Expr, value: bool) {
        let values = self.0.entry(guard.span).or_insert_with(|| Values {
            when: Span::new(
                item.span.start,
                item.prefix.first().map_or(guard.span.end, |label| label.span.start),
            ),
            variable: variable(guard),
            yes: 0,
            no: 0,
        });
        let count = if value { &mut values.yes } else { &mut values.no };
        *count = count.saturating_add(1);
    }

    /// The warnings about guards that decide nothing. A guard over constants and parameters alone is a
    /// configuration, and one that was evaluated once had no choice.
    pub fn warnings(&self) -> Vec<Diagnostic> {
        let mut warnings = Vec::new();
        for (&span, values) in &self.0 {
            let Some(variable) = &values.variable else { continue };
            if values.yes + values.no < 2 || values.yes > 0 && values.no > 0 {
                continue;
            }
            warnings.push(if values.no == 0 {
                Diagnostic::warning(
                    "W0502",
                    span,
                    format!("this guard is true for all values of `{variable}`: it excludes nothing"),
                )
                .help("remove the guard, or correct the bound")
                .fix(values.when, "")
            } else {
                Diagnostic::warning(
                    "W0502",
                    span,
                    format!(
                        "this guard is false for all values of `{variable}`: the alternative never applies"
                    ),
                )
                .help("remove the alternative, or correct the guard")
            });
        }
        warnings
    }
}

/// The first index variable in an expression.
fn variable(guard: &Expr) -> Option<String> {
    #[derive(Default)]
    struct First(Option<String>);
    impl<'t> Visitor<'t> for First {
        fn name(&mut self, name: &'t Name, mention: Mention) {
            if mention == Mention::Variable && self.0.is_none() {
                self.0 = Some(name.text.to_string());
            }
        }
    }
    let mut first = First::default();
    first.expr(guard);
    first.0
}
