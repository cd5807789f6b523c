//! Recognizing the format of a file by its content.
//!
//! This only selects the reader: a broken file goes to the reader whose format it resembles, so that the
//! error is about the intended format. Text that resembles nothing else is taken for FSP.

use serde::Deserialize;
use serde::de::IgnoredAny;

use crate::fsm::looks_like_fsm;
use crate::json::LTS_SCHEMA;
use crate::rlts::MARK;
use crate::trace::{CYCLE, FILE, TARGET, TRACE_SCHEMA};

/// A format of files.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Format {
    /// Aldebaran: [`read_aut`](crate::read_aut).
    Aut,
    /// DOT: [`read_dot`](crate::read_dot).
    Dot,
    /// The FSM format of mCRL2: [`read_fsm`](crate::read_fsm).
    Fsm,
    /// An LTS in JSON: [`read_json`](crate::read_json).
    JsonLts,
    /// A binary LTS of Rely: [`read_rlts`](crate::read_rlts).
    Rlts,
    /// FSP text.
    Fsp,
    /// A trace, JSON or text: [`read_trace`](crate::read_trace).
    Trace,
    /// JSON that is neither an LTS nor a trace.
    OtherJson,
    /// The binary format of mCRL2, also with the ending `.lts`.
    Mcrl2Binary,
    /// Bytes that are not text.
    Binary,
    /// Nothing but blanks.
    Empty,
}

impl Format {
    /// The name of the format.
    pub fn name(self) -> &'static str {
        match self {
            Format::Aut => "Aldebaran (.aut)",
            Format::Dot => "DOT",
            Format::Fsm => "FSM (.fsm)",
            Format::JsonLts => "LTS in JSON",
            Format::Rlts => "Rely binary LTS (.rlts)",
            Format::Fsp => "FSP",
            Format::Trace => "trace",
            Format::OtherJson => "JSON",
            Format::Mcrl2Binary => "mCRL2 binary LTS",
            Format::Binary => "binary data",
            Format::Empty => "empty file",
        }
    }

    /// Why a file in this format cannot be read, if it cannot.
    pub fn refusal(self) -> Option<&'static str> {
        match self {
            Format::Mcrl2Binary => Some(
                "binary LTSs of mCRL2 are not supported; convert the file with `ltsconvert FILE.lts FILE.aut`",
            ),
            Format::Binary => Some("this is binary data; expected FSP, .aut, DOT, JSON, .rlts or a trace"),
            Format::OtherJson => Some("this JSON is neither an LTS (rely/lts/1) nor a trace (rely/trace/1)"),
            Format::Empty => Some("the file is empty"),
            _ => None,
        }
    }
}

/// Bytes at the beginning that are searched for signs of binary data.
const HEAD: usize = 8192;

/// Recognizes the format of some bytes. Every input has an answer; [`Format::refusal`] says whether it can be
/// read.
///
/// ```
/// use rely_formats::{Format, detect};
/// assert_eq!(detect(b"des (0,0,1)\n"), Format::Aut);
/// assert_eq!(detect(b"P = (a -> P)."), Format::Fsp);
/// assert_eq!(detect(b"").refusal(), Some("the file is empty"));
/// ```
pub fn detect(bytes: &[u8]) -> Format {
    if bytes.starts_with(MARK) {
        return Format::Rlts;
    }
    // The magic number of ATerms in binary form; older versions wrote a zero before it.
    if bytes.starts_with(b"\x8B\xAF") || bytes.starts_with(b"\x00\x8B\xAF") {
        return Format::Mcrl2Binary;
    }
    if bytes[..bytes.len().min(HEAD)].contains(&0) {
        return Format::Binary;
    }
    let bytes = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes);
    let text = bytes.trim_ascii_start();
    if text.is_empty() {
        return Format::Empty;
    }
    if text[0] == b'{' {
        return detect_json(text);
    }
    if text.strip_prefix(b"des").is_some_and(|rest| rest.trim_ascii_start().first() == Some(&b'(')) {
        return Format::Aut;
    }
    if is_dot(text) {
        return Format::Dot;
    }
    if looks_like_fsm(text) {
        return Format::Fsm;
    }
    if is_text_trace(text) { Format::Trace } else { Format::Fsp }
}

#[derive(Deserialize)]
struct Probe<'a> {
    #[serde(borrow, default)]
    schema: Option<std::borrow::Cow<'a, str>>,
    transitions: Option<IgnoredAny>,
    actions: Option<IgnoredAny>,
}

fn detect_json(text: &[u8]) -> Format {
    let by_fields = |transitions: bool, actions: bool| match (transitions, actions) {
        (true, _) => Format::JsonLts,
        (false, true) => Format::Trace,
        (false, false) => Format::OtherJson,
    };
    match serde_json::from_slice::<Probe<'_>>(text) {
        Ok(probe) => match probe.schema.as_deref() {
            Some(LTS_SCHEMA) => Format::JsonLts,
            Some(TRACE_SCHEMA) => Format::Trace,
            Some(_) => Format::OtherJson,
            None => by_fields(probe.transitions.is_some(), probe.actions.is_some()),
        },
        // The text is broken: who should say so?
        Err(_) => {
            let has = |needle: &str| text.windows(needle.len()).any(|window| window == needle.as_bytes());
            by_fields(has("\"transitions\"") || has(LTS_SCHEMA), has("\"actions\"") || has(TRACE_SCHEMA))
        }
    }
}

fn is_dot(text: &[u8]) -> bool {
    let mut rest = skip_comments(text);
    for keyword in [&b"strict"[..], b"digraph", b"graph"] {
        let Some(after) = strip_word(rest, keyword) else { continue };
        rest = skip_comments(after);
        if keyword != b"strict" {
            // A name, perhaps, and then a brace.
            return rest.iter().take(HEAD).any(|&b| b == b'{');
        }
    }
    false
}

fn strip_word<'a>(text: &'a [u8], word: &[u8]) -> Option<&'a [u8]> {
    let (head, rest) = text.split_at_checked(word.len())?;
    let ends = rest.first().is_none_or(|b| !b.is_ascii_alphanumeric() && *b != b'_');
    (head.eq_ignore_ascii_case(word) && ends).then_some(rest)
}

/// What follows blanks, comments and lines that begin with `#`.
fn skip_comments(text: &[u8]) -> &[u8] {
    let mut rest = text.trim_ascii_start();
    loop {
        let end = if rest.starts_with(b"//") || rest.starts_with(b"#") {
            rest.iter().position(|&b| b == b'\n')
        } else if rest.starts_with(b"/*") {
            rest.windows(2).skip(2).position(|pair| pair == b"*/").map(|i| i + 3)
        } else {
            return rest;
        };
        rest = end.map_or(&[][..], |end| rest[end + 1..].trim_ascii_start());
    }
}

/// Do all lines look like those of a trace, that is, of labels without blanks?
fn is_text_trace(text: &[u8]) -> bool {
    let mut lines = text.split(|&b| b == b'\n').map(<[u8]>::trim_ascii).filter(|line| !line.is_empty());
    let starts_with_comment = text.first() == Some(&b'#');
    let is_label =
        |line: &[u8]| line.iter().all(|b| b.is_ascii_alphanumeric() || b"_.[]-".contains(b) || !b.is_ascii());
    let is_line = |line: &[u8]| {
        let starts = |start: &str| line.starts_with(start.as_bytes());
        line[0] == b'#'
            || line[0] == b'"'
            || starts(FILE)
            || starts(TARGET)
            || line == CYCLE.as_bytes()
            || is_label(line)
    };
    starts_with_comment || lines.all(is_line)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expect: Format) {
        assert_eq!(detect(text.as_bytes()), expect, "{text:?}");
    }

    #[test]
    fn every_format_is_told_from_the_others() {
        check("des(0,1,1)\n(0,a,0)\n", Format::Aut);
        check("\u{FEFF}  des (0, 1, 1)", Format::Aut);
        check("digraph g { }", Format::Dot);
        check("/* a */ // b\n# c\nstrict Digraph \"x\" {", Format::Dot);
        check("graph { a -- b }", Format::Dot);
        check("{\"schema\": \"rely/lts/1\"", Format::JsonLts);
        check("{\"alphabet\": [], \"states\": 1, \"transitions\": []}", Format::JsonLts);
        check("{\"schema\": \"rely/trace/1\", \"actions\": []}", Format::Trace);
        check("{\"schema\": \"rely/check/1\", \"transitions\": 3}", Format::OtherJson);
        check("{}", Format::OtherJson);
        check("a\nb.1\n--cycle--\nc[2]\n", Format::Trace);
        check("# why\nput !1\n", Format::Trace);
        check("--target-- SYS\na\n", Format::Trace);
        check("digraph\ngraph\n", Format::Trace);
        check("P = (a -> P).", Format::Fsp);
        check("||S = (a:P || b:P).", Format::Fsp);
        check("const N = 3\nrange R = 0..N", Format::Fsp);
        check("// c\nproperty P = (a -> P).", Format::Fsp);
        check("description = (a -> STOP).", Format::Fsp);
        check(" \n\t", Format::Empty);
        check("", Format::Empty);
    }

    #[test]
    fn binaries_are_refused_by_name() {
        assert_eq!(detect(b"\x8B\xAF\x83\x06"), Format::Mcrl2Binary);
        assert_eq!(detect(b"\x00\x8B\xAF\x83\x06"), Format::Mcrl2Binary);
        assert_eq!(detect(b"ab\x00cd"), Format::Binary);
        assert_eq!(detect(b"\x89RLTS\r\n\x1A\x01\x00"), Format::Rlts);
        assert_eq!(detect(b"\x89RLTS\n\x1A\x01\x00"), Format::Rlts);
        assert!(Format::Mcrl2Binary.refusal().is_some_and(|text| text.contains("mCRL2")));
        assert_eq!(Format::Aut.refusal(), None);
    }
}
