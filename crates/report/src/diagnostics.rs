//! Failures and warnings on the terminal, drawn as rustc draws them.

use annotate_snippets::{AnnotationKind, Level, Renderer, Snippet};
use rely_fsp::{Diagnostic, Severity};

use crate::view::{DiagnosticView, SeverityKind};
use crate::{Failure, SourceText};

/// The largest number of findings in a report.
const SHOWN: usize = 20;

/// Findings in a source, one after the other; if there are too many, errors go first.
pub fn render(source: &SourceText, diagnostics: &[Diagnostic]) -> String {
    let mut chosen: Vec<&Diagnostic> = diagnostics.iter().collect();
    let more = chosen.len().saturating_sub(SHOWN);
    if more > 0 {
        chosen.sort_by_key(|diagnostic| diagnostic.severity != Severity::Error);
        chosen.truncate(SHOWN);
    }
    let mut text = chosen.iter().map(|diagnostic| one(source, diagnostic)).collect::<Vec<_>>().join("\n");
    if more > 0 {
        text.push_str(&format!("\n… and {more} more (--format json lists all)\n"));
    }
    text
}

/// A failure; errors of the model are drawn at their places.
pub fn render_failure(failure: &Failure) -> String {
    match failure {
        Failure::Model { source, diagnostics } => {
            let errors = diagnostics.iter().filter(|d| d.severity == Severity::Error).count();
            let mut text = render(source, diagnostics);
            if errors > 1 {
                text.push_str(&format!("\n{errors} errors in {}\n", source.path));
            }
            text
        }
        Failure::Findings(found) => found.iter().take(SHOWN).map(foreign).collect::<Vec<_>>().join("\n"),
        Failure::Input { code, file, place, message, help } => {
            let place = match (file, place) {
                (Some(file), Some((line, column))) => format!("{file}:{line}:{column}: "),
                (Some(file), None) => format!("{file}: "),
                _ => String::new(),
            };
            let title = format!("{place}{message}");
            let mut group = Level::ERROR
                .primary_title(title)
                .id(*code)
                .elements(Vec::<annotate_snippets::Message<'_>>::new());
            if let Some(help) = help {
                group = group.element(Level::HELP.message(help.clone()));
            }
            format!("{}\n", Renderer::styled().render(&[group]))
        }
        other => {
            let document = other.document();
            let one = &document.diagnostics[0];
            let group = Level::ERROR
                .primary_title(one.message.clone())
                .id(one.code.clone())
                .elements(Vec::<annotate_snippets::Message<'_>>::new());
            format!("{}\n", Renderer::styled().render(&[group]))
        }
    }
}

/// A finding of another program.
fn foreign(one: &DiagnosticView) -> String {
    let mut place = one.file.clone().unwrap_or_default();
    for number in [one.line, one.column].into_iter().flatten() {
        place.push_str(&format!(":{number}"));
    }
    let level = if one.severity == SeverityKind::Error { Level::ERROR } else { Level::WARNING };
    let mut group = level
        .primary_title(format!("{place}: {}", one.message))
        .id(one.code.clone())
        .elements(Vec::<annotate_snippets::Message<'_>>::new());
    if let Some(help) = &one.help {
        group = group.element(Level::HELP.message(help.clone()));
    }
    format!("{}\n", Renderer::styled().render(&[group]))
}

/// Lines of context that are handed to the renderer around a place.
const AROUND: usize = 2;

/// Places further apart than this, in bytes, are drawn one below the other: a line that shows both is too
/// long.
const APART: usize = 400;

fn one(source: &SourceText, diagnostic: &Diagnostic) -> String {
    let span = clamp(source, diagnostic.span.start, diagnostic.span.end);
    let (window, first_line) = window(&source.text, span.clone());
    let inside = |range: &std::ops::Range<usize>| {
        let together = range.end.max(span.end) - range.start.min(span.start) <= APART;
        together && window.start <= range.start && range.end <= window.end
    };
    let shift = |range: std::ops::Range<usize>| range.start - window.start..range.end - window.start;

    let level = if diagnostic.severity == Severity::Error { Level::ERROR } else { Level::WARNING };
    let mut primary = AnnotationKind::Primary.span(shift(span.clone()));
    if !diagnostic.label.is_empty() {
        primary = primary.label(diagnostic.label.clone());
    }
    let mut snippet = Snippet::source(&source.text[window.clone()])
        .path(source.path.as_str())
        .line_start(first_line)
        .annotation(primary);
    let mut elsewhere = Vec::new();
    for (place, label) in &diagnostic.related {
        let range = clamp(source, place.start, place.end);
        if inside(&range) {
            snippet = snippet.annotation(AnnotationKind::Context.span(shift(range)).label(label.clone()));
        } else {
            elsewhere.push((range, label.clone()));
        }
    }
    let mut group = level.primary_title(diagnostic.message.clone()).id(diagnostic.code).element(snippet);
    for (range, label) in elsewhere {
        let (other, line) = self::window(&source.text, range.clone());
        let annotation =
            AnnotationKind::Context.span(range.start - other.start..range.end - other.start).label(label);
        let place = Snippet::source(&source.text[other]).path(source.path.as_str()).line_start(line);
        group = group.element(place.annotation(annotation));
    }
    if let Some(help) = &diagnostic.help {
        group = group.element(Level::HELP.message(help.clone()));
    }
    group = group.element(Level::NOTE.message(format!("rely explain {} says more", diagnostic.code)));
    format!("{}\n", Renderer::styled().render(&[group]))
}

/// A span within the text, on character boundaries.
fn clamp(source: &SourceText, start: u32, end: u32) -> std::ops::Range<usize> {
    let text = &source.text;
    let floor = |at: u32| {
        let at = (at as usize).min(text.len());
        (0..=at).rev().find(|&at| text.is_char_boundary(at)).unwrap_or(0)
    };
    let (start, end) = (floor(start), floor(end));
    start..end.max(start)
}

/// The lines of a span with a little around, and the number of the first.
fn window(text: &str, span: std::ops::Range<usize>) -> (std::ops::Range<usize>, usize) {
    let mut start = span.start;
    for _ in 0..=AROUND {
        start = text[..start].rfind('\n').map_or(0, |at| at);
    }
    if start > 0 {
        start += 1;
    }
    let mut end = span.end;
    for _ in 0..=AROUND {
        end = text[end..].find('\n').map_or(text.len(), |at| end + at + 1);
    }
    let first_line = text[..start].bytes().filter(|b| *b == b'\n').count() + 1;
    (start..end, first_line)
}
