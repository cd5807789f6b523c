//! Label expressions: ordered lists of dotted names.
//!
//! # Problem
//!
//! `a[i:0..1].{b,c}` denotes `a.0.b a.0.c a.1.b a.1.c`, and binds `i` for what follows.
//!
//! # Method
//!
//! First every part becomes a list of texts or an interval, in the environment *around* the label; then an
//! odometer runs over all parts, the last one fastest. `[e]` parts are evaluated at every step, with the
//! variables of the label bound. So an interval or set may not use a variable of its own label, but an
//! expression may.
//!
//! # Invariants
//!
//! 1. The product of the sizes is compared with [`MAX_LABELS`] before the first name is generated.
//! 2. Sets keep the order of first occurrence, without duplicates.
//!
//! # Cost
//!
//! Linear in the total length of the names generated. No list is built for intervals: they are counted
//! through.
//!
//! # Departures
//!
//! None.

use std::fmt::Write as _;
use std::sync::Arc;

use rustc_hash::FxHashSet;

use super::definitions::Definitions;
use super::environment::Environment;
use super::value::Value;
use super::{MAX_LABELS, MAX_SET, Outcome, fail};
use crate::Diagnostic;
use crate::ast::{Domain, Expr, Index, IndexKind, Label, LabelPart, LabelSet};
use crate::span::{Name, Span};

/// The elements of a set, in order.
pub(crate) type Texts = Arc<[Arc<str>]>;

/// A part of a label, ready to be counted through.
struct Part<'t> {
    values: Values<'t>,
    variable: Option<&'t Name>,
}

/// The values that a part of a label takes.
enum Values<'t> {
    /// A fixed name.
    Name(&'t str),
    /// The elements of a set.
    Texts(Texts),
    /// All numbers from the first to the last.
    Numbers(i32, i32),
    /// Evaluated at every step.
    Expression(&'t Expr),
}

impl Part<'_> {
    /// How many values.
    fn len(&self) -> u64 {
        match &self.values {
            Values::Name(_) | Values::Expression(_) => 1,
            Values::Texts(list) => list.len() as u64,
            Values::Numbers(low, high) => (i64::from(*high) - i64::from(*low) + 1) as u64,
        }
    }

    /// The value at a position of the odometer; not for expressions.
    fn value(&self, position: u64) -> Value {
        match &self.values {
            Values::Name(name) => Value::Label(Arc::from(*name)),
            Values::Texts(list) => Value::from_text(&list[position as usize]),
            Values::Numbers(low, _) => Value::Int((i64::from(*low) + position as i64) as i32),
            Values::Expression(_) => unreachable!("expressions bind no variable"),
        }
    }
}

/// What is done with each name and the environment in which its variables are bound.
pub(crate) type Each<'e> = dyn FnMut(&str, &Environment) -> Outcome<()> + 'e;

impl Definitions {
    /// Calls `each` for every name of a label, in order.
    ///
    /// # Errors
    /// If a part cannot be evaluated, the label has too many names, or `each` fails.
    pub fn expand(&self, label: &Label, env: &Environment, each: &mut Each<'_>) -> Outcome<()> {
        let parts = label.parts.iter().map(|part| self.part(part, env)).collect::<Outcome<Vec<_>>>()?;
        self.run(&parts, label.span, env, each)
    }

    /// Calls `each` for every combination of indices, as [`Definitions::expand`] does for a label.
    ///
    /// # Errors
    /// As there.
    pub fn expand_indices(
        &self,
        indices: &[Index],
        span: Span,
        env: &Environment,
        each: &mut Each<'_>,
    ) -> Outcome<()> {
        let parts = indices.iter().map(|index| self.index(index, env)).collect::<Outcome<Vec<_>>>()?;
        self.run(&parts, span, env, each)
    }

    /// The names of a label, without duplicates.
    ///
    /// # Errors
    /// As [`Definitions::expand`], and if there are too many to keep.
    pub fn label_list(&self, label: &Label, env: &Environment) -> Outcome<Vec<Arc<str>>> {
        self.distinct(std::slice::from_ref(label), label.span, env)
    }

    /// The names in a set.
    ///
    /// # Errors
    /// As [`Definitions::label_list`].
    pub fn set_list(&self, set: &LabelSet, env: &Environment) -> Outcome<Texts> {
        match set {
            LabelSet::Named(name) => match self.sets.get(&name.text) {
                Some(texts) => Ok(texts.clone()),
                None => fail("E0401", name.span, format!("the set `{}` is not defined", name.text)),
            },
            LabelSet::Braces { elements, span } => self.distinct(elements, *span, env).map(Into::into),
        }
    }

    /// The first and last number of an interval.
    ///
    /// # Errors
    /// If it is empty, or a bound is not a number.
    pub fn interval(&self, low: &Expr, high: &Expr, env: &Environment) -> Outcome<(i32, i32)> {
        let (first, last) = (self.number(low, env)?, self.number(high, env)?);
        if first > last {
            return Err(Diagnostic::error(
                "E0601",
                low.span.to(high.span),
                format!("the range {first}..{last} is empty"),
            )
            .label("the first value is greater than the last")
            .help("a range needs at least one value; to replicate nothing, use `when` or `if`")
            .into());
        }
        Ok((first, last))
    }

    /// The names of several labels, without duplicates (keeps invariant 2).
    fn distinct(&self, labels: &[Label], span: Span, env: &Environment) -> Outcome<Vec<Arc<str>>> {
        let mut seen: FxHashSet<Arc<str>> = FxHashSet::default();
        let mut list = Vec::new();
        for label in labels {
            self.expand(label, env, &mut |text, _| {
                if !seen.contains(text) {
                    if list.len() as u64 >= MAX_SET {
                        return fail("E0602", span, format!("a set has at most {MAX_SET} elements"));
                    }
                    let text: Arc<str> = Arc::from(text);
                    seen.insert(text.clone());
                    list.push(text);
                }
                Ok(())
            })?;
        }
        Ok(list)
    }

    /// A part in the environment around its label.
    fn part<'t>(&self, part: &'t LabelPart, env: &Environment) -> Outcome<Part<'t>> {
        let values = match part {
            LabelPart::Name(name) => Values::Name(&name.text),
            LabelPart::Set { set, minus: None } => Values::Texts(self.set_list(set, env)?),
            LabelPart::Set { set, minus: Some(minus) } => {
                let removed = self.set_list(minus, env)?;
                let removed: FxHashSet<&str> = removed.iter().map(|text| &**text).collect();
                let kept: Vec<Arc<str>> = self
                    .set_list(set, env)?
                    .iter()
                    .filter(|text| !removed.contains(&***text))
                    .cloned()
                    .collect();
                if kept.is_empty() {
                    let span = set.span().to(minus.span());
                    let warning = Diagnostic::warning("W0601", span, "this set difference is empty");
                    env.meter().warn(warning.help("a label with an empty set denotes no action"));
                }
                Values::Texts(kept.into())
            }
            LabelPart::Index(index) => return self.index(index, env),
        };
        Ok(Part { values, variable: None })
    }

    fn index<'t>(&self, index: &'t Index, env: &Environment) -> Outcome<Part<'t>> {
        Ok(match &index.kind {
            IndexKind::Bind { variable, domain } => {
                Part { values: self.domain(domain, env)?, variable: Some(variable) }
            }
            IndexKind::Domain(domain) => Part { values: self.domain(domain, env)?, variable: None },
            IndexKind::Value(expr) => Part { values: Values::Expression(expr), variable: None },
        })
    }

    fn domain(&self, domain: &Domain, env: &Environment) -> Outcome<Values<'static>> {
        Ok(match domain {
            Domain::Set(set) => Values::Texts(self.set_list(set, env)?),
            Domain::Range(name) => match self.ranges.get(&name.text) {
                Some(&(low, high)) => Values::Numbers(low, high),
                None => return fail("E0401", name.span, format!("the range `{}` is not defined", name.text)),
            },
            Domain::Interval(low, high) => {
                let (low, high) = self.interval(low, high, env)?;
                Values::Numbers(low, high)
            }
        })
    }

    /// The odometer: calls `each` with every combination, the last part changing fastest (keeps invariant 1).
    fn run(&self, parts: &[Part<'_>], span: Span, env: &Environment, each: &mut Each<'_>) -> Outcome<()> {
        let mut variables: Vec<&Name> = Vec::new();
        for variable in parts.iter().filter_map(|part| part.variable) {
            env.check_bind(variable, variables.len())?;
            if variables.iter().any(|other| other.text == variable.text) {
                let warning = Diagnostic::warning(
                    "W0403",
                    variable.span,
                    format!(
                        "`{}` is bound twice in one label; only the second one is used afterwards",
                        variable.text
                    ),
                );
                env.meter().warn(warning.help("choose another name for one of them"));
            }
            variables.push(variable);
        }
        let size = parts.iter().try_fold(1u64, |size, part| size.checked_mul(part.len()));
        // Invariant 1.
        if size.is_none_or(|size| size > MAX_LABELS) {
            let sizes: Vec<String> =
                parts.iter().map(Part::len).filter(|&n| n > 1).map(|n| n.to_string()).collect();
            return Err(Diagnostic::error(
                "E0602",
                span,
                format!("this denotes {} labels; the limit is {MAX_LABELS}", sizes.join(" × ")),
            )
            .into());
        }
        let mut left = size.unwrap_or(0);
        let mut positions = vec![0u64; parts.len()];
        let mut text = String::new();
        while left > 0 {
            left -= 1;
            env.meter().tick(span)?;
            let mut inner = env.clone();
            for (part, &position) in parts.iter().zip(&positions) {
                if let Some(variable) = part.variable {
                    inner = inner.bind(&variable.text, part.value(position));
                }
            }
            text.clear();
            for (i, (part, &position)) in parts.iter().zip(&positions).enumerate() {
                if i > 0 {
                    text.push('.');
                }
                match &part.values {
                    Values::Name(name) => text.push_str(name),
                    Values::Texts(list) => text.push_str(&list[position as usize]),
                    Values::Numbers(low, _) => {
                        let _ = write!(text, "{}", i64::from(*low) + position as i64);
                    }
                    Values::Expression(expr) => {
                        let _ = write!(text, "{}", self.evaluate(expr, &inner)?);
                    }
                }
            }
            each(&text, &inner)?;
            for (part, position) in parts.iter().zip(&mut positions).rev() {
                *position += 1;
                if *position < part.len() {
                    break;
                }
                *position = 0;
            }
        }
        Ok(())
    }
}
