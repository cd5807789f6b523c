//! Formats of logs, and the fields that each has for the name and the time of an event.

use crate::otel;

/// What a log looks like.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum LogInput {
    /// As its beginning shows.
    #[default]
    Auto,
    /// One JSON object per line.
    Jsonl,
    /// Exports of OpenTelemetry in JSON.
    Otel,
    /// One action per line.
    Text,
    /// Lines of `name=value`.
    Logfmt,
    /// Lines of syslog.
    Syslog,
    /// The journal of systemd, as `journalctl -o json` writes it.
    Journald,
}

impl LogInput {
    /// All inputs by name.
    pub const ALL: [(&'static str, LogInput); 7] = [
        ("auto", LogInput::Auto),
        ("jsonl", LogInput::Jsonl),
        ("otel", LogInput::Otel),
        ("text", LogInput::Text),
        ("logfmt", LogInput::Logfmt),
        ("syslog", LogInput::Syslog),
        ("journald", LogInput::Journald),
    ];

    /// The name, as options and documents have it.
    pub fn name(self) -> &'static str {
        let named = LogInput::ALL.iter().find(|(_, known)| *known == self);
        named.map_or("auto", |(name, _)| *name)
    }
}

/// Fields that name an event if the rules do not say which does.
const NAMING: [&str; 4] = ["event", "action", "name", "message"];

/// The same for a format.
pub(crate) fn naming(input: LogInput) -> &'static [&'static str] {
    match input {
        LogInput::Logfmt => &["event", "action", "name", "message", "msg"],
        LogInput::Syslog => &["msgid", "message"],
        LogInput::Journald => &["MESSAGE"],
        _ => &NAMING,
    }
}

/// The field with the time, if the rules do not say which it is.
pub(crate) fn timing(input: LogInput) -> Option<&'static str> {
    match input {
        LogInput::Logfmt | LogInput::Syslog => Some("time"),
        LogInput::Journald => Some("__REALTIME_TIMESTAMP"),
        _ => None,
    }
}

/// What a log looks like, by its beginning. logfmt and syslog have to be named: an action can look like them.
pub(crate) fn looks_like(head: &[u8]) -> LogInput {
    let head = head.strip_prefix(b"\xef\xbb\xbf").unwrap_or(head);
    let object = |line: &[u8]| line.trim_ascii_start().first() == Some(&b'{');
    if otel::looks_like_otel(head) {
        LogInput::Otel
    } else if head.is_empty() || head.split(|&byte| byte == b'\n').any(object) {
        LogInput::Jsonl
    } else {
        LogInput::Text
    }
}
