//! The FSM format of mCRL2 (and of the mCRL toolset before it): three parts, separated by lines `---`.
//!
//! ```text
//! b(2) Bool "false" "true"
//! ---
//! 0
//! 1
//! ---
//! 1 2 "set"
//! 2 1 "clear"
//! ---
//! ```
//! The first part has the parameters of states, the second the states as vectors of values, the third the
//! transitions. States are numbered from 1 and the first one is initial. The values are not kept: an LTS has
//! no parameters. Without states, as some tools write it, there are those that transitions name. `tau` is
//! internal. Probabilities are refused.

use rely_lts::{Actions, Sequential};
use rustc_hash::FxHashMap;

use crate::collect::{Collector, TAU};
use crate::error::{FormatError, FormatErrorKind, Imported};

/// Does this look like a file in the format: is there a line `---`, with nothing but parameters before it?
pub(crate) fn looks_like_fsm(text: &[u8]) -> bool {
    let lines = text.split(|&byte| byte == b'\n').map(<[u8]>::trim_ascii);
    // `b(2) Bool "false" "true"`: a name, the number of values in parentheses.
    let is_parameter = |line: &[u8]| {
        let open = line.iter().position(|&byte| byte == b'(');
        let close = line.iter().position(|&byte| byte == b')');
        let number = open.zip(close).and_then(|(open, close)| line.get(open + 1..close));
        number.is_some_and(|number| !number.is_empty() && number.iter().all(u8::is_ascii_digit))
    };
    for line in lines.filter(|line| !line.is_empty()) {
        if line == b"---" {
            return true;
        }
        if !is_parameter(line) {
            return false;
        }
    }
    false
}

/// Reads an FSM file.
///
/// ```
/// let text = b"---\n---\n1 2 \"a\"\n2 1 \"b\"\n";
/// let read = rely_formats::read_fsm(text, &rely_lts::Actions::new())?;
/// assert_eq!((read.lts.n_states(), read.lts.n_transitions()), (2, 2));
/// # Ok::<(), rely_formats::FormatError>(())
/// ```
///
/// # Errors
/// If the text is not in the format.
pub fn read_fsm(input: &[u8], actions: &Actions) -> Result<Imported, FormatError> {
    let input = input.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(input);
    let mut collector = Collector::new(actions);
    let mut labels: FxHashMap<String, u32> = FxHashMap::default();
    let (mut part, mut states, mut largest, mut transitions) = (0, 0u32, 0u32, 0u64);
    for (at, bytes) in input.split(|&byte| byte == b'\n').enumerate() {
        let syntax = |column: usize, message: String| {
            FormatError::at(FormatErrorKind::Syntax, at + 1, column, message)
        };
        let Ok(line) = std::str::from_utf8(bytes) else {
            return Err(syntax(1, "this is not UTF-8".to_string()));
        };
        let line = line.trim_end();
        if line.trim() == "---" {
            part += 1;
            continue;
        }
        if part == 1 {
            // A state without parameters is an empty line; the last one may have no end.
            if !line.is_empty() {
                states = states.saturating_add(1);
            }
            continue;
        }
        if part != 2 || line.trim().is_empty() {
            continue;
        }
        let (source, rest) = number(line).map_err(|(column, message)| syntax(column, message))?;
        let skipped = line.len() - rest.len();
        let (target, rest) = number(rest).map_err(|(column, message)| syntax(skipped + column, message))?;
        let before = line.len() - rest.trim_start().len();
        let name = label(rest.trim()).map_err(|(column, message)| syntax(before + column, message))?;
        for (state, column) in [(source, 1), (target, skipped + 2)] {
            if state == 0 {
                return Err(syntax(column, "states are numbered from 1".to_string()));
            }
            if states > 0 && state > states {
                let message = format!("there is no state {state}: the file lists {states}");
                return Err(syntax(column, message));
            }
        }
        largest = largest.max(source).max(target);
        transitions += 1;
        let label = match labels.get(&name) {
            Some(&label) => label,
            None => {
                let label = if name == "tau" { TAU } else { collector.add_label(&name) };
                labels.insert(name, label);
                label
            }
        };
        collector.push(source - 1, label, target - 1);
    }
    if part < 2 {
        let message = format!("expected three parts separated by `---`, found {}", part + 1);
        return Err(FormatError::whole(FormatErrorKind::Syntax, message));
    }
    if states == 0 && u64::from(largest) > 2 * transitions + 1 {
        let message = format!("{transitions} transitions cannot name {largest} states");
        return Err(FormatError::whole(FormatErrorKind::Limit, message));
    }
    collector.set_named_states(states.max(largest).max(1));
    Ok(Imported { lts: collector.finish(0, None, &Sequential)?, warnings: Vec::new() })
}

/// A number and what is behind it; otherwise a column and what is wrong.
fn number(text: &str) -> Result<(u32, &str), (usize, String)> {
    let start = text.len() - text.trim_start().len();
    let rest = &text[start..];
    let end = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
    if rest[end..].trim_start().starts_with('[') || rest.starts_with('[') {
        return Err((start + 1, "probabilities are not supported".to_string()));
    }
    match rest[..end].parse() {
        Ok(number) => Ok((number, &rest[end..])),
        Err(_) => Err((start + 1, "expected `SOURCE TARGET \"label\"` with numbers of states".to_string())),
    }
}

/// A label in quotes; `\"` and `\\` stand for themselves.
fn label(text: &str) -> Result<String, (usize, String)> {
    let wrong = || (1, "expected a label in quotes".to_string());
    let inside = text.strip_prefix('"').and_then(|text| text.strip_suffix('"')).ok_or_else(wrong)?;
    let mut name = String::new();
    let mut chars = inside.chars();
    while let Some(c) = chars.next() {
        match c {
            '\\' => name.push(chars.next().ok_or_else(wrong)?),
            '"' => return Err((1, "the label ends before the line does".to_string())),
            c => name.push(c),
        }
    }
    if name.is_empty() { Err((1, "the label is empty".to_string())) } else { Ok(name) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<String, String> {
        let read = read_fsm(text.as_bytes(), &Actions::new()).map_err(|error| error.to_string())?;
        let lts = read.lts;
        let step = |(s, label, t): (rely_lts::StateId, rely_lts::Label, rely_lts::StateId)| {
            format!("{}{}{}", s.raw(), lts.label_name(label), t.raw())
        };
        let steps: Vec<String> = lts.transitions().map(step).collect();
        Ok(format!("{}: {}", lts.n_states(), steps.join(" ")))
    }

    #[test]
    fn states_and_transitions() {
        let text =
            "b(2) Bool \"false\" \"true\"\n---\n0\n1\n1\n---\n1 2 \"set(\\\"x\\\")\"\n2 1 \"tau\"\n---\n";
        assert_eq!(read(text).as_deref(), Ok("3: 0set(\"x\")1 1tau0"));
        assert!(looks_like_fsm(text.as_bytes()) && looks_like_fsm(b"---\n---\n"));
        assert!(!looks_like_fsm(b"P = (a -> P).\n---\n") && !looks_like_fsm(b"b(2) Bool"));
        assert_eq!(read("---\n---\n").as_deref(), Ok("1: "));
        assert_eq!(read("---\r\n---\r\n 1  1\t\"a b\"\r\n").as_deref(), Ok("1: 0a b0"));
    }

    #[test]
    fn mistakes_have_their_places() {
        for (text, message) in [
            ("---\n1 2 \"a\"\n", "expected three parts separated by `---`, found 2"),
            (
                "---\n---\n1 x \"a\"\n",
                "line 3, column 3: expected `SOURCE TARGET \"label\"` with numbers of states",
            ),
            ("---\n---\n1 2 a\n", "line 3, column 5: expected a label in quotes"),
            ("---\n---\n1 2 \"\"\n", "line 3, column 5: the label is empty"),
            ("---\n---\n0 1 \"a\"\n", "line 3, column 1: states are numbered from 1"),
            ("---\n0\n---\n1 2 \"a\"\n", "line 4, column 3: there is no state 2: the file lists 1"),
            ("---\n---\n1 [2 1/2 3 1/2] \"a\"\n", "line 3, column 1: probabilities are not supported"),
            ("---\n---\n1 4000000000 \"a\"\n", "1 transitions cannot name 4000000000 states"),
        ] {
            assert_eq!(read(text).unwrap_err(), message, "{text}");
        }
    }
}
