//! Expressions: 32-bit two's complement arithmetic and comparison of labels.
//!
//! Conditions and logical operators use numbers: 0 is false, everything else is true, and a comparison has
//! the value 1 or
//! 0. Both operands are always evaluated. Overflow wraps around; division by zero is a diagnostic.

use std::sync::Arc;

use super::definitions::Definitions;
use super::environment::Environment;
use super::value::Value;
use super::{Failure, Outcome, fail};
use crate::Diagnostic;
use crate::ast::{BinaryOp, Expr, ExprKind, UnaryOp};
use crate::span::Name;
use crate::suggest::suggest;

impl Definitions {
    /// The value of an expression.
    ///
    /// # Errors
    /// If a name is not defined, a label is used as a number, or a division is by zero.
    pub fn evaluate(&self, expr: &Expr, env: &Environment) -> Outcome<Value> {
        Ok(match &expr.kind {
            ExprKind::Int(number) => Value::Int(*number),
            ExprKind::Variable(name) => match env.variable(&name.text) {
                Some(value) => value.clone(),
                None => return self.unknown_variable(name, env),
            },
            ExprKind::Constant(name) => {
                match env.param(&name.text).or_else(|| self.constants.get(&name.text)) {
                    Some(value) => value.clone(),
                    None => return self.unknown_constant(name),
                }
            }
            ExprKind::Label(label) => {
                let mut first: Option<Arc<str>> = None;
                self.expand(label, env, &mut |text, _| {
                    if let Some(first) = &first {
                        let message = format!("this denotes several labels; only `{first}` is used");
                        env.meter().warn(Diagnostic::warning("W0501", label.span, message));
                    } else {
                        first = Some(Arc::from(text));
                    }
                    Ok(())
                })?;
                match first {
                    Some(text) => Value::from_text(&text),
                    None => return fail("E0503", label.span, "this set has no label"),
                }
            }
            ExprKind::Count(label) => Value::Int(
                i32::try_from(self.label_list(label, env)?.len())
                    .expect("sets are limited to fewer elements"),
            ),
            ExprKind::Nth(label, index) => {
                let position = self.number(index, env)?;
                let list = self.label_list(label, env)?;
                match usize::try_from(position).ok().and_then(|i| list.get(i)) {
                    Some(text) => Value::from_text(text),
                    None => {
                        return fail(
                            "E0503",
                            index.span,
                            format!(
                                "there is no label at position {position}: the set has {} {}, counted from 0",
                                list.len(),
                                if list.len() == 1 { "label" } else { "labels" }
                            ),
                        );
                    }
                }
            }
            ExprKind::Unary(op, operand) => {
                let operand = self.number(operand, env)?;
                Value::Int(match op {
                    UnaryOp::Plus => operand,
                    UnaryOp::Minus => operand.wrapping_neg(),
                    // As the reference tool has it: negative numbers count as false here, and only here.
                    UnaryOp::Not => i32::from(operand <= 0),
                })
            }
            ExprKind::Binary(op, left, right) => self.binary(expr, *op, left, right, env)?,
            ExprKind::Invalid => return Err(Failure::Known),
        })
    }

    /// The value of an expression that must be a number.
    ///
    /// # Errors
    /// As [`Definitions::evaluate`], and if it is a label.
    pub fn number(&self, expr: &Expr, env: &Environment) -> Outcome<i32> {
        match self.evaluate(expr, env)? {
            Value::Int(number) => Ok(number),
            Value::Label(text) => {
                fail("E0502", expr.span, format!("expected a number, found the label `{text}`"))
            }
        }
    }

    /// Is a condition true, that is not 0?
    ///
    /// # Errors
    /// As [`Definitions::number`].
    pub fn condition(&self, expr: &Expr, env: &Environment) -> Outcome<bool> {
        Ok(self.number(expr, env)? != 0)
    }

    /// The value of a binary operation. Equality compares any two values; everything else needs numbers.
    fn binary(
        &self,
        whole: &Expr,
        op: BinaryOp,
        left: &Expr,
        right: &Expr,
        env: &Environment,
    ) -> Outcome<Value> {
        if matches!(op, BinaryOp::Equal | BinaryOp::NotEqual) {
            let equal = self.evaluate(left, env)? == self.evaluate(right, env)?;
            return Ok(Value::Int(i32::from(equal == (op == BinaryOp::Equal))));
        }
        let (l, r) = (self.number(left, env)?, self.number(right, env)?);
        let truth = i32::from;
        Ok(Value::Int(match op {
            BinaryOp::Or => truth(l != 0 || r != 0),
            BinaryOp::And => truth(l != 0 && r != 0),
            BinaryOp::BitOr => l | r,
            BinaryOp::BitXor => l ^ r,
            BinaryOp::BitAnd => l & r,
            BinaryOp::Equal | BinaryOp::NotEqual => unreachable!("compared above"),
            BinaryOp::Less => truth(l < r),
            BinaryOp::LessEqual => truth(l <= r),
            BinaryOp::Greater => truth(l > r),
            BinaryOp::GreaterEqual => truth(l >= r),
            // The distance of a shift counts modulo 32, as in Java.
            BinaryOp::ShiftLeft => l.wrapping_shl(r as u32),
            BinaryOp::ShiftRight => l.wrapping_shr(r as u32),
            BinaryOp::Add => l.wrapping_add(r),
            BinaryOp::Subtract => l.wrapping_sub(r),
            BinaryOp::Multiply => l.wrapping_mul(r),
            BinaryOp::Divide | BinaryOp::Remainder if r == 0 => {
                return Err(Diagnostic::error("E0501", whole.span, "division by zero")
                    .label(format!("{l} is divided by 0"))
                    .related(right.span, "this is 0")
                    .into());
            }
            BinaryOp::Divide => l.wrapping_div(r),
            BinaryOp::Remainder => l.wrapping_rem(r),
        }))
    }

    /// E0402, with a similar name if there is one in scope.
    fn unknown_variable<T>(&self, name: &Name, env: &Environment) -> Outcome<T> {
        let mut diagnostic = Diagnostic::error(
            "E0402",
            name.span,
            format!("the variable `{}` is not defined here", name.text),
        );
        let names = env.variables();
        if let Some(near) = suggest(&name.text, names.iter().map(|n| &**n)) {
            diagnostic = diagnostic.help(format!("the variable `{near}` is in scope")).fix(name.span, near);
        } else {
            diagnostic = diagnostic.help(
                "a variable is bound by `[i:RANGE]` and visible to the end of that choice, forall, prefix or relabeling; \
                 indices of one label cannot use one another",
            );
        }
        Err(diagnostic.into())
    }

    /// E0401, with the reason if the name is known as something else.
    fn unknown_constant<T>(&self, name: &Name) -> Outcome<T> {
        let mut diagnostic = Diagnostic::error(
            "E0401",
            name.span,
            format!("the constant or parameter `{}` is not defined here", name.text),
        );
        if self.ranges.contains_key(&name.text) {
            diagnostic = diagnostic.help(format!("`{}` is a range, not a number", name.text));
        } else if self.sets.contains_key(&name.text) {
            diagnostic = diagnostic.help(format!("`{}` is a set, not a number", name.text));
        } else {
            let mut names: Vec<&str> = self.constants.keys().map(|n| &**n).collect();
            names.sort_unstable();
            if let Some(near) = suggest(&name.text, names) {
                diagnostic = diagnostic.help(format!("did you mean `{near}`?")).fix(name.span, near);
            }
        }
        Err(diagnostic.into())
    }
}
