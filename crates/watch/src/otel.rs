//! Exports of OpenTelemetry in JSON: spans, their events, and log records, as events in the order of time.
//!
//! # Problem
//!
//! An export groups records by resource and scope; a monitor needs them one after the other, each with a
//! name, a time and fields.
//!
//! # Method
//!
//! A document has `resourceSpans` or `resourceLogs`, or both. A span is an event at its start, named after
//! the span, and one at its end, named after the span with `.end`, which is ignored unless a rule names it;
//! each event of a span and each log record is an event. Attributes are fields; further fields are `span`,
//! `traceId`, `spanId`, `scope`, `severity`, `body` and, for every attribute of the resource,
//! `resource.NAME`.
//!
//! A log record is named by its `eventName`, else by the attribute `event.name`, else by its body.
//!
//! # Invariants
//!
//! A document is read completely or refused: no record of it is lost in silence. Events of the same time stay
//! in the order of the file.
//!
//! # Cost
//!
//! An export is read completely before its events are sorted: memory is linear in its size.
//!
//! # Departures
//!
//! Attributes that are lists or objects are ignored.

use serde::de::{Deserializer, IgnoredAny, Visitor};
use serde::{Deserialize, de};

/// Something that happened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct OtelEvent {
    /// Nanoseconds, if they are told.
    pub time: u64,
    /// Where it is among the others, once that is known.
    pub order: u64,
    /// The line of the document that it is from.
    pub line: u64,
    pub name: String,
    pub fields: Vec<(String, String)>,
    /// Is it an event only if a rule says so?
    pub is_silent: bool,
}

impl OtelEvent {
    /// The text of a field.
    pub fn get(&self, name: &str) -> Option<&str> {
        self.fields.iter().find(|(known, _)| known == name).map(|(_, text)| text.as_str())
    }
}

/// Is this the beginning of an export?
pub(crate) fn looks_like_otel(head: &[u8]) -> bool {
    let text = head.trim_ascii_start();
    let Some(inside) = text.strip_prefix(b"{") else { return false };
    let inside = inside.trim_ascii_start();
    [&b"\"resourceSpans\""[..], b"\"resourceLogs\"", b"\"resource_spans\"", b"\"resource_logs\""]
        .iter()
        .any(|key| inside.starts_with(key))
}

/// The events of a document, in its order.
///
/// # Errors
/// If it is no export.
pub(crate) fn events_of(text: &str, line: u64, into: &mut Vec<OtelEvent>) -> Result<(), serde_json::Error> {
    serde_json::from_str::<Export>(text)?.tell(line, into);
    Ok(())
}

/// The events of documents one after the other.
///
/// # Errors
/// If something is no export; the events before it are there.
pub(crate) fn events_of_all(text: &str, into: &mut Vec<OtelEvent>) -> Result<(), serde_json::Error> {
    let mut documents = serde_json::Deserializer::from_str(text).into_iter::<Export>();
    let mut before = 0;
    let mut line = 1;
    while let Some(export) = documents.next() {
        // Line numbers are those where documents begin, as nearly as the parser tells.
        let begin = before + text[before..].len() - text[before..].trim_start().len();
        line += text[before..begin].bytes().filter(|&byte| byte == b'\n').count() as u64;
        export?.tell(line, into);
        line += text[begin..documents.byte_offset()].bytes().filter(|&byte| byte == b'\n').count() as u64;
        before = documents.byte_offset();
    }
    Ok(())
}

#[derive(Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
struct Export {
    #[serde(alias = "resource_spans", deserialize_with = "listed")]
    resource_spans: Vec<ResourceSpans>,
    #[serde(alias = "resource_logs", deserialize_with = "listed")]
    resource_logs: Vec<ResourceLogs>,
}

#[derive(Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
struct ResourceSpans {
    resource: Attributed,
    #[serde(alias = "scope_spans", alias = "instrumentationLibrarySpans", deserialize_with = "listed")]
    scope_spans: Vec<ScopeSpans>,
}

#[derive(Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
struct ResourceLogs {
    resource: Attributed,
    #[serde(alias = "scope_logs", deserialize_with = "listed")]
    scope_logs: Vec<ScopeLogs>,
}

#[derive(Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
struct ScopeSpans {
    scope: Attributed,
    #[serde(deserialize_with = "listed")]
    spans: Vec<Span>,
}

#[derive(Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
struct ScopeLogs {
    scope: Attributed,
    #[serde(alias = "log_records", deserialize_with = "listed")]
    log_records: Vec<LogRecord>,
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct Attributed {
    name: String,
    #[serde(deserialize_with = "listed")]
    attributes: Vec<Attribute>,
}

#[derive(Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
struct Span {
    name: String,
    #[serde(alias = "trace_id")]
    trace_id: String,
    #[serde(alias = "span_id")]
    span_id: String,
    #[serde(alias = "start_time_unix_nano")]
    start_time_unix_nano: Nanoseconds,
    #[serde(alias = "end_time_unix_nano")]
    end_time_unix_nano: Nanoseconds,
    #[serde(deserialize_with = "listed")]
    attributes: Vec<Attribute>,
    #[serde(deserialize_with = "listed")]
    events: Vec<SpanEvent>,
}

#[derive(Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
struct SpanEvent {
    name: String,
    #[serde(alias = "time_unix_nano")]
    time_unix_nano: Nanoseconds,
    #[serde(deserialize_with = "listed")]
    attributes: Vec<Attribute>,
}

#[derive(Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
struct LogRecord {
    #[serde(alias = "event_name")]
    event_name: String,
    #[serde(alias = "trace_id")]
    trace_id: String,
    #[serde(alias = "span_id")]
    span_id: String,
    #[serde(alias = "severity_text")]
    severity_text: String,
    #[serde(alias = "time_unix_nano")]
    time_unix_nano: Nanoseconds,
    #[serde(alias = "observed_time_unix_nano")]
    observed_time_unix_nano: Nanoseconds,
    body: AnyValue,
    #[serde(deserialize_with = "listed")]
    attributes: Vec<Attribute>,
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct Attribute {
    key: String,
    value: AnyValue,
}

/// A scalar of the protocol; other values are passed over.
#[derive(Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
struct AnyValue {
    #[serde(alias = "string_value")]
    string_value: Scalar,
    #[serde(alias = "bool_value")]
    bool_value: Scalar,
    #[serde(alias = "int_value")]
    int_value: Scalar,
    #[serde(alias = "double_value")]
    double_value: Scalar,
}

impl AnyValue {
    fn text(&self) -> Option<&String> {
        [&self.string_value, &self.bool_value, &self.int_value, &self.double_value]
            .into_iter()
            .find_map(|scalar| scalar.0.as_ref())
    }
}

/// Numbers of 64 bits are texts in this format, and numbers in some programs.
#[derive(Default)]
struct Scalar(Option<String>);

#[derive(Default)]
struct Nanoseconds(u64);

impl<'de> Deserialize<'de> for Scalar {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Text;
        impl<'de> Visitor<'de> for Text {
            type Value = Option<String>;

            fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str("a text, a number, true or false")
            }

            fn visit_str<E: de::Error>(self, text: &str) -> Result<Self::Value, E> {
                Ok(Some(text.to_string()))
            }

            fn visit_bool<E: de::Error>(self, value: bool) -> Result<Self::Value, E> {
                Ok(Some(value.to_string()))
            }

            fn visit_u64<E: de::Error>(self, number: u64) -> Result<Self::Value, E> {
                Ok(Some(number.to_string()))
            }

            fn visit_i64<E: de::Error>(self, number: i64) -> Result<Self::Value, E> {
                Ok(Some(number.to_string()))
            }

            fn visit_f64<E: de::Error>(self, number: f64) -> Result<Self::Value, E> {
                Ok(Some(number.to_string()))
            }

            fn visit_unit<E: de::Error>(self) -> Result<Self::Value, E> {
                Ok(None)
            }
        }
        deserializer.deserialize_any(Text).map(Scalar)
    }
}

impl<'de> Deserialize<'de> for Nanoseconds {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let Scalar(text) = Scalar::deserialize(deserializer)?;
        match text {
            None => Ok(Nanoseconds(0)),
            Some(text) => text
                .parse()
                .map(Nanoseconds)
                .map_err(|_| de::Error::custom(format!("`{text}` is not a time in nanoseconds"))),
        }
    }
}

/// A list; null is an empty one.
fn listed<'de, T: Deserialize<'de>, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<T>, D::Error> {
    Ok(Option::<Vec<T>>::deserialize(deserializer)?.unwrap_or_default())
}

impl Export {
    fn tell(self, line: u64, into: &mut Vec<OtelEvent>) {
        for group in self.resource_spans {
            let resource = of_resource(&group.resource);
            for scope in group.scope_spans {
                for span in scope.spans {
                    span.tell(line, &resource, &scope.scope.name, into);
                }
            }
        }
        for group in self.resource_logs {
            let resource = of_resource(&group.resource);
            for scope in group.scope_logs {
                into.extend(
                    scope.log_records.into_iter().map(|r| r.event(line, &resource, &scope.scope.name)),
                );
            }
        }
    }
}

type Field = (String, String);

fn own(attributes: &[Attribute], prefix: &str) -> Vec<Field> {
    let text = |a: &Attribute| a.value.text().map(|text| (format!("{prefix}{}", a.key), text.clone()));
    attributes.iter().filter_map(text).collect()
}

fn of_resource(resource: &Attributed) -> Vec<Field> {
    own(&resource.attributes, "resource.")
}

/// Fields in order: own ones first, so that they win.
fn fields(own: Vec<Field>, others: &[(&str, &str)], resource: &[Field]) -> Vec<Field> {
    let others = others.iter().filter(|(_, text)| !text.is_empty());
    let others = others.map(|(name, text)| (name.to_string(), text.to_string()));
    own.into_iter().chain(others).chain(resource.iter().cloned()).collect()
}

impl Span {
    fn tell(self, line: u64, resource: &[Field], scope: &str, into: &mut Vec<OtelEvent>) {
        let around: [(&str, &str); 4] =
            [("span", &self.name), ("traceId", &self.trace_id), ("spanId", &self.span_id), ("scope", scope)];
        let about = fields(own(&self.attributes, ""), &around, resource);
        into.push(OtelEvent {
            time: self.start_time_unix_nano.0,
            order: 0,
            line,
            name: self.name.clone(),
            fields: about.clone(),
            is_silent: false,
        });
        for event in &self.events {
            into.push(OtelEvent {
                time: event.time_unix_nano.0,
                order: 0,
                line,
                name: event.name.clone(),
                fields: fields(own(&event.attributes, ""), &around, resource),
                is_silent: false,
            });
        }
        if self.end_time_unix_nano.0 > 0 {
            into.push(OtelEvent {
                time: self.end_time_unix_nano.0,
                order: 0,
                line,
                name: format!("{}.end", self.name),
                fields: about,
                is_silent: true,
            });
        }
    }
}

impl LogRecord {
    fn event(self, line: u64, resource: &[Field], scope: &str) -> OtelEvent {
        let own = own(&self.attributes, "");
        let body = self.body.text().cloned().unwrap_or_default();
        let named = own.iter().find(|(name, _)| name == "event.name").map(|(_, text)| text.clone());
        let name = match self.event_name.is_empty() {
            false => self.event_name.clone(),
            true => named.unwrap_or_else(|| body.clone()),
        };
        let around: [(&str, &str); 5] = [
            ("traceId", &self.trace_id),
            ("spanId", &self.span_id),
            ("scope", scope),
            ("severity", &self.severity_text),
            ("body", &body),
        ];
        let fields = fields(own, &around, resource);
        let time = match self.time_unix_nano.0 {
            0 => self.observed_time_unix_nano.0,
            time => time,
        };
        OtelEvent { time, order: 0, line, name, fields, is_silent: false }
    }
}

/// Is a line a whole export?
pub(crate) fn is_whole_export(line: &str) -> bool {
    looks_like_otel(line.as_bytes()) && serde_json::from_str::<IgnoredAny>(line).is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    const SPANS: &str = r#"{"resourceSpans":[{"resource":{"attributes":[{"key":"service.name","value":{"stringValue":"pump"}}]},
"scopeSpans":[{"scope":{"name":"lib"},"spans":[{"traceId":"t1","spanId":"s1","name":"infuse","kind":2,
"startTimeUnixNano":"100","endTimeUnixNano":"400","attributes":[{"key":"rate","value":{"intValue":"5"}},
{"key":"list","value":{"arrayValue":{"values":[]}}}],
"events":[{"timeUnixNano":300,"name":"alarm","attributes":[{"key":"span","value":{"stringValue":"own"}}]}]}]}]}]}"#;

    const LOGS: &str = r#"{"resourceLogs":[{"scopeLogs":[{"logRecords":[
{"timeUnixNano":"200","eventName":"named","body":{"stringValue":"said"},"attributes":null,"traceId":"t2"},
{"observedTimeUnixNano":"250","severityText":"WARN","body":{"stringValue":"body only"},
"attributes":[{"key":"on","value":{"boolValue":true}},{"key":"x","value":{"doubleValue":0.5}}]},
{"attributes":[{"key":"event.name","value":{"stringValue":"attribute"}}]}]}]}]}"#;

    fn read(text: &str) -> Vec<OtelEvent> {
        let mut events = Vec::new();
        events_of_all(text, &mut events).unwrap();
        events
    }

    #[test]
    fn spans_and_their_events_are_events() {
        let events = read(SPANS);
        let short: Vec<(u64, &str, bool)> =
            events.iter().map(|e| (e.time, e.name.as_str(), e.is_silent)).collect();
        assert_eq!(short, [(100, "infuse", false), (300, "alarm", false), (400, "infuse.end", true)]);
        let get = |at: usize, name: &str| events[at].get(name);
        assert_eq!(get(0, "rate"), Some("5"));
        assert_eq!(get(0, "list"), None);
        assert_eq!((get(0, "span"), get(1, "span")), (Some("infuse"), Some("own")));
        assert_eq!(get(1, "traceId"), Some("t1"));
        assert_eq!((get(2, "scope"), get(2, "resource.service.name")), (Some("lib"), Some("pump")));
    }

    #[test]
    fn log_records_are_events() {
        let events = read(LOGS);
        let short: Vec<(u64, &str)> = events.iter().map(|e| (e.time, e.name.as_str())).collect();
        assert_eq!(short, [(200, "named"), (250, "body only"), (0, "attribute")]);
        assert_eq!((events[1].get("on"), events[1].get("x")), (Some("true"), Some("0.5")));
        assert_eq!((events[1].get("severity"), events[0].get("body")), (Some("WARN"), Some("said")));
    }

    #[test]
    fn documents_follow_each_other_with_their_lines() {
        let both = format!("\n{SPANS}\n\n{LOGS}\n");
        let lines: Vec<u64> = read(&both).iter().map(|e| e.line).collect();
        assert_eq!(lines, [2, 2, 2, 8, 8, 8]);
        let mut events = Vec::new();
        assert!(events_of_all(&format!("{SPANS}\n{{\"resourceLogs\":[{{"), &mut events).is_err());
        assert_eq!(events.len(), 3);
        assert!(events_of(r#"{"resourceSpans":3}"#, 1, &mut events).is_err());
        assert!(
            events_of(
                r#"{"resourceSpans":[{"scopeSpans":[{"spans":[{"startTimeUnixNano":"x"}]}]}]}"#,
                1,
                &mut events
            )
            .is_err()
        );
    }

    #[test]
    fn the_format_shows_in_its_first_key() {
        assert!(looks_like_otel(b"  {\n \"resourceLogs\": ["));
        assert!(!looks_like_otel(b"{\"event\":\"resourceLogs\"}"));
        assert!(!looks_like_otel(b"[]"));
    }
}
