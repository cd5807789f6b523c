//! Labels as FSP text.

use std::fmt::Write;

/// The reserved words of FSP, which never name an action. The table of `rely-fsp` is the original; this crate
/// does not depend on it, and a test compares the two.
const RESERVED: &str = "actions animation assert compose const constraint controls deterministic else exists \
    fluent forall if import initially ltl_property menu minimal progress property range rigid safe set target \
    then when";

/// What a renamed component begins with.
const MARK: &str = "x_";

/// A dotted label as it is written in FSP, where numbers stand in brackets; `None` if FSP cannot express it.
///
/// ```
/// use rely_formats::fsp_label;
/// assert_eq!(fsp_label("a.1.b").as_deref(), Some("a[1].b"));
/// assert_eq!(fsp_label("1.x").as_deref(), Some("[1].x"));
/// assert_eq!(fsp_label("a.-1").as_deref(), Some("a[-1]"));
/// assert_eq!(fsp_label("a.B"), None);
/// ```
pub fn fsp_label(dotted: &str) -> Option<String> {
    let mut text = String::with_capacity(dotted.len() + 4);
    for component in dotted.split('.') {
        if let Some(number) = canonical_number(component) {
            match number {
                // The positive number would not fit into 32 bits.
                i32::MIN => text.push_str("[-2147483647-1]"),
                number => write!(text, "[{number}]").expect("a string takes every text"),
            }
        } else if is_lower_identifier(component) {
            if !text.is_empty() {
                text.push('.');
            }
            text.push_str(component);
        } else {
            return None;
        }
    }
    Some(text)
}

/// The old name of a label that was renamed; a label that was not is returned as it is.
///
/// ```
/// assert_eq!(rely_formats::unescape_label("x_a_20_b.1.c"), "a b.1.c");
/// ```
pub fn unescape_label(dotted: &str) -> String {
    let components: Vec<String> = dotted
        .split('.')
        .map(|component| unescape_component(component).unwrap_or_else(|| component.to_string()))
        .collect();
    components.join(".")
}

/// The label with every component renamed that FSP cannot express or that looks renamed.
pub(super) fn escape_label(dotted: &str) -> String {
    let escape = |component: &str| {
        let is_fine = canonical_number(component).is_some() || is_lower_identifier(component);
        if is_fine && !component.starts_with(MARK) {
            component.to_string()
        } else {
            escape_component(component)
        }
    };
    dotted.split('.').map(escape).collect::<Vec<_>>().join(".")
}

fn escape_component(component: &str) -> String {
    let mut text = MARK.to_string();
    for c in component.chars() {
        if c.is_ascii_alphanumeric() {
            text.push(c);
        } else {
            write!(text, "_{:x}_", u32::from(c)).expect("a string takes every text");
        }
    }
    text
}

fn unescape_component(component: &str) -> Option<String> {
    let mut rest = component.strip_prefix(MARK)?;
    let mut text = String::new();
    while let Some(c) = rest.chars().next() {
        if c == '_' {
            let (code, after) = rest[1..].split_once('_')?;
            text.push(char::from_u32(u32::from_str_radix(code, 16).ok()?)?);
            rest = after;
        } else {
            text.push(c);
            rest = &rest[c.len_utf8()..];
        }
    }
    Some(text)
}

/// The number a component is, if FSP prints that number in the same way.
fn canonical_number(component: &str) -> Option<i32> {
    let number: i32 = component.parse().ok()?;
    (number.to_string() == component).then_some(number)
}

/// Is this the name of an action?
fn is_lower_identifier(text: &str) -> bool {
    let starts_well = text.starts_with(|c: char| c.is_ascii_lowercase() || c == '_');
    starts_well && is_word(text) && text != "tau" && RESERVED.split(' ').all(|word| word != text)
}

/// Is this the name of a process?
pub(super) fn is_upper_identifier(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_uppercase()) && is_word(text)
}

fn is_word(text: &str) -> bool {
    text.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_')
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn what_fsp_can_say_and_what_not() {
        let fine = [
            ("a", "a"),
            ("a.1", "a[1]"),
            ("a.1.2.b", "a[1][2].b"),
            ("1", "[1]"),
            ("1.x", "[1].x"),
            ("a.-2147483648", "a[-2147483647-1]"),
            ("_x.yZ", "_x.yZ"),
        ];
        for (dotted, text) in fine {
            assert_eq!(fsp_label(dotted).as_deref(), Some(text), "{dotted}");
        }
        for dotted in
            ["", "a.", "A", "a.B", "if", "a.tau", "a b", "a.01", "a.-0", "a.+1", "a.2147483648", "é", "@P"]
        {
            assert_eq!(fsp_label(dotted), None, "{dotted}");
        }
    }

    #[test]
    fn reserved_words_are_those_of_the_language() {
        let words = rely_fsp::keyword::KEYWORDS.iter().filter(|keyword| keyword.is_reserved());
        let mut words: Vec<&str> = words.map(|keyword| keyword.word).collect();
        words.sort_unstable();
        assert_eq!(RESERVED.split(' ').collect::<Vec<_>>(), words);
    }

    proptest! {
        #[test]
        fn renaming_is_reversible_and_writable(label in "[a-cA-X_x0-9. \\-é{]{0,9}") {
            let escaped = escape_label(&label);
            prop_assert_eq!(unescape_label(&escaped), label);
            prop_assert!(fsp_label(&escaped).is_some(), "{}", escaped);
        }
    }
}
