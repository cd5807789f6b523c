//! The report of `rely watch`. Control characters from the log are escaped, so that they cannot move the
//! cursor.

use std::fmt::Write as _;

use crate::view::{NameCountView, WatchDocument, WatchKind, WatchViolationView};

use super::drift;
use super::{BAD, BOLD, DOUBT, FAINT, GOOD, Shown, styled};
use crate::prose::count;

/// Violations that are reported one by one.
pub const REPORTED: usize = 20;

/// Names, lines and instances that are listed.
const LISTED: usize = 10;

/// Longer texts of a log are cut.
const LONG: usize = 120;

/// A text of a log: control characters are written out, long ones are cut.
pub fn safe(text: &str) -> String {
    let mut cut = escaped(text.chars().take(LONG));
    if text.chars().nth(LONG).is_some() {
        cut.push('…');
    }
    cut
}

/// A text with its control characters written out.
fn escaped(text: impl Iterator<Item = char>) -> String {
    let mut out = String::new();
    for c in text {
        // Marks that change the direction of writing can make a text look like another one.
        let turns = matches!(c, '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{feff}');
        if c.is_control() || turns {
            out.extend(c.escape_default());
        } else {
            out.push(c);
        }
    }
    out
}

/// A violation, at the moment it is seen.
pub fn violation(violation: &WatchViolationView, key: Option<&str>) -> String {
    let mut out = String::new();
    let who = match (&violation.key, key) {
        (Some(value), Some(field)) => format!("{} {}: ", safe(field), safe(value)),
        (Some(value), None) => format!("{}: ", safe(value)),
        _ => String::new(),
    };
    let time = violation.time.as_deref().map(|time| format!(", {}", safe(time))).unwrap_or_default();
    let place = format!("(step {}, line {}{time})", violation.step, violation.line);
    let message = styled(BAD, safe(&violation.message));
    let _ = writeln!(out, "{}{message} {}", styled(BOLD, who), styled(FAINT, place));
    let mut line = |word: &str, text: String| {
        let _ = writeln!(out, "  {}  {text}", styled(FAINT, format!("{word:<8}")));
    };
    let list = |names: &[String]| names.iter().map(|name| safe(name)).collect::<Vec<_>>().join(" ");
    let after = match violation.last.len() as u64 + 1 < violation.step {
        true => format!("… {}", list(&violation.last)),
        false if violation.last.is_empty() => "nothing: this is the first action".to_string(),
        false => list(&violation.last),
    };
    line("after", after);
    let way = match violation.way.is_empty() {
        true => format!("{}, the initial state", violation.state),
        false => format!("{}, reached by {}", violation.state, list(&violation.way)),
    };
    line("in state", way);
    let allowed = match violation.allowed.is_empty() {
        true => "nothing".to_string(),
        false => styled(BOLD, list(&violation.allowed)),
    };
    line("allowed", allowed);
    if let Some(file) = &violation.file {
        line("run", format!("rely replay {}", crate::prose::quoted(file)));
    }
    out.push('\n');
    out
}

/// The summary.
pub fn report(document: &WatchDocument, shown: Shown) -> String {
    let mut out = String::new();
    let more = document.instances_violated.saturating_sub(REPORTED as u64);
    if more > 0 && !shown.full {
        let text = format!("… {} also violated it (use --full to list all)\n", count(more, "more instance"));
        let _ = writeln!(out, "{}", styled(FAINT, text));
    }
    let _ = writeln!(out, "{}", verdict(document));
    let limit = if shown.full { usize::MAX } else { LISTED };
    let mut line = |word: &str, text: String| {
        let _ = writeln!(out, "  {}  {text}", styled(FAINT, format!("{word:<9}")));
    };
    line("log", read(document));
    if let Some(key) = &document.key {
        let [kept, violated] = [document.instances_kept, document.instances_violated];
        line("by", format!("{}: {} kept, {violated} violated", safe(key), kept));
        for instance in document.instances.iter().take(limit) {
            let word = if instance.verdict == WatchKind::Violated { "violated" } else { "kept" };
            let key = safe(instance.key.as_deref().unwrap_or_default());
            let actions = count(instance.actions, "action");
            let lines = format!("lines {} to {}", instance.first_line, instance.last_line);
            line("", format!("{key}: {word}, {actions}, {lines}"));
        }
        let rest = document.instances_total.saturating_sub(document.instances.len().min(limit) as u64);
        if rest > 0 {
            line("", styled(FAINT, format!("… {}", count(rest, "more instance"))));
        }
    }
    names(&mut line, "unmapped", &document.unmapped, limit);
    names(&mut line, "no action", &document.foreign, limit);
    if document.verdict == WatchKind::Nothing && document.counts.events > 0 {
        line("help", "--suggest-map writes what the log has, and rules to begin with".to_string());
    }
    for broken in document.broken.iter().take(limit) {
        line("broken", format!("line {}: {}", broken.line, safe(&broken.reason)));
    }
    let rest = document.counts.broken.saturating_sub(document.broken.len().min(limit) as u64);
    if rest > 0 {
        line("", styled(FAINT, format!("… {}", count(rest, "more line"))));
    }
    if let Some(drift) = &document.drift {
        out.push('\n');
        drift::report(&mut out, drift, shown);
    }
    let warnings = document.warnings.iter().chain(document.drift.iter().flat_map(|drift| &drift.warnings));
    for warning in warnings {
        let _ = writeln!(out, "{} {}", styled(DOUBT, "warning:"), safe(warning));
    }
    out
}

fn names(line: &mut impl FnMut(&str, String), word: &str, names: &[NameCountView], limit: usize) {
    for entry in names.iter().take(limit) {
        let name = match &entry.name {
            Some(name) => format!("`{}`", safe(name)),
            None => "others".to_string(),
        };
        let times = if entry.count == 1 { "once".to_string() } else { count(entry.count, "time") };
        let first = if entry.count == 1 { "on line" } else { "first on line" };
        line(word, format!("{name} {times}, {first} {}", entry.line));
    }
    if names.len() > limit {
        line("", styled(FAINT, format!("… {}", count((names.len() - limit) as u64, "more name"))));
    }
}

/// How much was read.
fn read(document: &WatchDocument) -> String {
    let counts = &document.counts;
    let name = if document.log == "-" { "standard input" } else { &document.log };
    let mut parts = vec![count(counts.lines, "line"), count(counts.events, "event")];
    parts.push(count(counts.actions, "action"));
    if counts.ignored > 0 {
        parts.push(format!("{} ignored", counts.ignored));
    }
    format!("{name}: {}", parts.join(", "))
}

/// The first line.
fn verdict(document: &WatchDocument) -> String {
    let what = format!("{} {}", document.assumption.kind, document.assumption.name);
    let reason = escaped(document.reason.as_deref().unwrap_or_default().chars());
    let all = document.instances_total;
    let who = |n: u64| match document.key {
        Some(_) => count(n, "instance"),
        None => "the run".to_string(),
    };
    match document.verdict {
        WatchKind::Kept if document.complete => {
            styled(GOOD, format!("kept: {} satisfied the {what}", who(all)))
        }
        WatchKind::Kept => {
            styled(DOUBT, format!("kept so far: no violation of the {what} was seen ({reason})"))
        }
        WatchKind::Violated => {
            let seen = if document.complete { String::new() } else { format!(" ({reason})") };
            let of = if document.key.is_some() { format!(" of {all}") } else { String::new() };
            let who = who(document.instances_violated);
            styled(BAD, format!("violated: {who}{of} violated the {what}{seen}"))
        }
        WatchKind::Unknown => {
            styled(DOUBT, format!("unknown: no violation of the {what} was seen, but {reason}"))
        }
        WatchKind::Nothing => styled(DOUBT, format!("nothing to check against the {what}: {reason}")),
    }
}

#[cfg(test)]
mod tests {
    use super::safe;

    #[test]
    fn texts_of_a_log_cannot_move_the_cursor() {
        assert_eq!(safe("a\u{1b}[2Jb\r\n\0"), "a\\u{1b}[2Jb\\r\\n\\u{0}");
        assert_eq!(safe("\u{202e}abc é💥"), "\\u{202e}abc é💥");
        assert_eq!(safe(&"x".repeat(500)).chars().count(), 121);
    }
}
