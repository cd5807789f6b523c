//! The file with the rules from events to actions, and warnings about it.

use std::sync::Arc;

use rely_fsp::{Diagnostic, Span};
use rely_monitor::Table;
use rely_monitor::map::{Bound, Finding, Map, Source};
use rely_report::{Failure, SourceText};

use rely_io::files;

/// Warnings about the rules, with their positions.
pub(super) type Warnings = (Arc<SourceText>, Vec<Diagnostic>);

/// Reads a file of rules and checks it against the alphabet.
pub(super) fn read_map(path: &str, table: Table<'_>) -> Result<(Bound, Source, Warnings), Failure> {
    let bytes = files::read(path)?;
    let Ok(text) = String::from_utf8(bytes) else {
        return Err(Failure::in_file("E1031", path, "the rules are not written in UTF-8"));
    };
    let source = Arc::new(SourceText::new(path, text));
    let place = |found: &Finding| {
        let starts = source.text.split_inclusive('\n').scan(0, |at, line| {
            *at += line.len();
            Some((*at - line.len(), line))
        });
        let (start, line) =
            starts.into_iter().nth(found.line as usize - 1).unwrap_or((source.text.len(), ""));
        let before: usize = line.chars().take(found.column as usize - 1).map(char::len_utf8).sum();
        let end = start + line.trim_end().len();
        Span { start: (start + before) as u32, end: end.max(start + before) as u32 }
    };
    let diagnostic = |found: &Finding| {
        let (span, message) = (place(found), found.message.clone());
        let made = match found.is_error {
            true => Diagnostic::error("E1031", span, message),
            false => Diagnostic::warning("E1031", span, message),
        };
        match &found.help {
            Some(help) => made.help(help.clone()),
            None => made,
        }
    };
    let wrong = |found: Vec<Finding>| Failure::Model {
        source: source.clone(),
        diagnostics: found.iter().map(diagnostic).collect(),
    };
    let map = Map::read(&source.text).map_err(wrong)?;
    let bound = map.bind(table).map_err(wrong)?;
    let warnings = bound.warnings.iter().map(diagnostic).collect();
    Ok((bound, map.source, (source.clone(), warnings)))
}
