//! Values of expressions: integers and labels.

use std::fmt;
use std::sync::Arc;

/// The value of an expression: a 32-bit integer or a label.
///
/// A label whose text is a decimal integer is that integer, so equal texts are equal values.
///
/// ```
/// use rely_fsp::Value;
///
/// assert_eq!(Value::from_text("12"), Value::Int(12));
/// assert_eq!(Value::from_text("a.1"), Value::Label("a.1".into()));
/// assert_eq!(Value::from_text("-3").to_string(), "-3");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Value {
    /// A number.
    Int(i32),
    /// A label.
    Label(Arc<str>),
}

impl Value {
    /// The value of a text that is a label or a number.
    pub fn from_text(text: &str) -> Value {
        let digits = text.strip_prefix('-').unwrap_or(text);
        let decimal = !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit());
        match text.parse::<i32>() {
            Ok(number) if decimal => Value::Int(number),
            _ => Value::Label(Arc::from(text)),
        }
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Int(number) => write!(f, "{number}"),
            Value::Label(text) => f.write_str(text),
        }
    }
}

/// Arguments as LTSA prints them: `(1,red)`.
pub(crate) fn actuals_text(actuals: &[Value]) -> String {
    let mut text = String::from("(");
    for (i, actual) in actuals.iter().enumerate() {
        if i > 0 {
            text.push(',');
        }
        text.push_str(&actual.to_string());
    }
    text.push(')');
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_label_that_reads_as_a_number_is_that_number() {
        assert_eq!(Value::from_text("12"), Value::Int(12));
        assert_eq!(Value::from_text("-1"), Value::Int(-1));
        for text in ["a", "1.2", "-", "", "+1", "99999999999"] {
            assert_eq!(Value::from_text(text), Value::Label(Arc::from(text)));
        }
    }

    #[test]
    fn actuals_print_without_spaces() {
        assert_eq!(actuals_text(&[Value::Int(1), Value::from_text("a.b")]), "(1,a.b)");
    }
}
