//! Files with a trace: what `rely replay` reads.
//!
//! # JSON
//! ```json
//! {"schema": "rely/trace/1", "file": "m.lts", "target": "SYS", "actions": ["a", "b.1"], "cycle": ["c"]}
//! ```
//! `file` and `target` may be null or left out; so may `cycle`, which is repeated forever after the actions.
//!
//! # Text
//! ```text
//! # A comment is a line of its own.
//! --file-- m.lts
//! --target-- SYS
//! a
//! b.1
//! --cycle--
//! c
//! ```
//! One action per line, blanks around it do not count, empty lines are skipped. An action that would be read
//! as something else (it begins with `#`, `--` or a quote, or blanks belong to it) is written as a JSON
//! string.

use std::io::Write;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::error::{FormatError, FormatErrorKind, column};
use crate::json::json_error;

/// The `schema` of a trace file.
pub const TRACE_SCHEMA: &str = "rely/trace/1";

pub(crate) const FILE: &str = "--file--";
pub(crate) const TARGET: &str = "--target--";
pub(crate) const CYCLE: &str = "--cycle--";

/// A trace as it stands in a file.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct TraceDocument {
    /// `rely/trace/1`.
    pub schema: String,
    /// The model the trace belongs to.
    #[serde(default)]
    pub file: Option<String>,
    /// The target of the model.
    #[serde(default)]
    pub target: Option<String>,
    /// The actions, first to last; `tau` is the internal one.
    pub actions: Vec<String>,
    /// What is repeated forever after the actions; empty if the trace ends.
    #[serde(default)]
    pub cycle: Vec<String>,
}

impl TraceDocument {
    /// A trace, with a cycle that may be empty.
    pub fn new(actions: Vec<String>, cycle: Vec<String>) -> Self {
        TraceDocument { schema: TRACE_SCHEMA.to_string(), file: None, target: None, actions, cycle }
    }
}

/// Reads a trace; the content says whether it is JSON or text.
///
/// ```
/// let trace = rely_formats::read_trace(b"# two steps\na\nb.1\n")?;
/// assert_eq!(trace.actions, ["a", "b.1"]);
/// # Ok::<(), rely_formats::FormatError>(())
/// ```
///
/// # Errors
/// If the file is in neither format.
pub fn read_trace(input: &[u8]) -> Result<TraceDocument, FormatError> {
    let input = input.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(input);
    if input.trim_ascii_start().first() == Some(&b'{') {
        let trace: TraceDocument = serde_json::from_slice(input).map_err(json_error)?;
        if trace.schema != TRACE_SCHEMA {
            let message = format!("expected the schema {TRACE_SCHEMA:?}, found {:?}", trace.schema);
            return Err(FormatError::whole(FormatErrorKind::Unsupported, message));
        }
        return Ok(trace);
    }
    read_text(input)
}

fn read_text(input: &[u8]) -> Result<TraceDocument, FormatError> {
    let mut trace = TraceDocument::new(Vec::new(), Vec::new());
    let mut in_cycle = false;
    for (i, line) in input.split(|&b| b == b'\n').enumerate() {
        let blanks = line.len() - line.trim_ascii_start().len();
        let error = |byte: usize, message: &str| {
            FormatError::at(FormatErrorKind::Syntax, i + 1, column(line, byte), message)
        };
        let text = std::str::from_utf8(line).map_err(|e| error(e.valid_up_to(), "this is not UTF-8"))?.trim();
        if text.is_empty() || text.starts_with('#') {
            continue;
        }
        if text == CYCLE {
            if in_cycle {
                return Err(error(blanks, "--cycle-- is repeated"));
            }
            in_cycle = true;
            continue;
        }
        if let Some((field, value)) = directive(text, &mut trace) {
            if value.is_empty() {
                return Err(error(blanks, "expected a name after this"));
            }
            if field.replace(value.to_string()).is_some() {
                return Err(error(blanks, "this directive is repeated"));
            }
            continue;
        }
        if text.starts_with("--") {
            return Err(error(blanks, "expected --file--, --target--, --cycle-- or an action"));
        }
        let action = if text.starts_with('"') {
            serde_json::from_str(text).map_err(|_| error(blanks, "expected a JSON string"))?
        } else {
            text.to_string()
        };
        if in_cycle { trace.cycle.push(action) } else { trace.actions.push(action) }
    }
    if in_cycle && trace.cycle.is_empty() {
        let line = input.split(|&b| b == b'\n').count();
        let message = "expected at least one action after --cycle--";
        return Err(FormatError::at(FormatErrorKind::Syntax, line, 1, message));
    }
    Ok(trace)
}

/// The field that a directive sets, and its value.
fn directive<'t, 'd>(
    text: &'t str,
    trace: &'d mut TraceDocument,
) -> Option<(&'d mut Option<String>, &'t str)> {
    if let Some(value) = text.strip_prefix(FILE) {
        return Some((&mut trace.file, value.trim()));
    }
    text.strip_prefix(TARGET).map(|value| (&mut trace.target, value.trim()))
}

/// Writes a trace as JSON.
///
/// # Errors
/// If writing fails.
pub fn write_trace_json(trace: &TraceDocument, out: &mut impl Write) -> Result<(), FormatError> {
    let text = serde_json::to_string_pretty(trace).expect("plain data is valid JSON");
    writeln!(out, "{text}")?;
    Ok(())
}

/// Writes a trace as text.
///
/// ```
/// use rely_formats::{TraceDocument, read_trace, write_trace_text};
///
/// let trace = TraceDocument::new(vec!["a".to_string()], vec!["b".to_string(), "c".to_string()]);
/// let mut text = Vec::new();
/// write_trace_text(&trace, &mut text)?;
/// assert_eq!(text, b"a\n--cycle--\nb\nc\n");
/// assert_eq!(read_trace(&text)?, trace);
/// # Ok::<(), rely_formats::FormatError>(())
/// ```
///
/// # Errors
/// If writing fails, or the name of the file or target has a line end or blanks at its ends.
pub fn write_trace_text(trace: &TraceDocument, out: &mut impl Write) -> Result<(), FormatError> {
    for (directive, value) in [(FILE, &trace.file), (TARGET, &trace.target)] {
        let Some(value) = value else { continue };
        if value.is_empty() || value.trim() != value || value.contains(['\n', '\r']) {
            let message = format!("{value:?} cannot be written after {directive}");
            return Err(FormatError::whole(FormatErrorKind::Unwritable, message));
        }
        writeln!(out, "{directive} {value}")?;
    }
    for action in &trace.actions {
        writeln!(out, "{}", action_line(action))?;
    }
    if !trace.cycle.is_empty() {
        writeln!(out, "{CYCLE}")?;
    }
    for action in &trace.cycle {
        writeln!(out, "{}", action_line(action))?;
    }
    Ok(())
}

fn action_line(action: &str) -> String {
    let is_plain = !action.is_empty()
        && action.trim() == action
        && !action.contains(|c: char| c.is_control())
        && !["#", "--", "\"", "{"].iter().any(|start| action.starts_with(start));
    if is_plain { action.to_string() } else { serde_json::to_string(action).expect("a string is valid JSON") }
}
