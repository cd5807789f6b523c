//! `rely watch`: a log of a running system against an assumption or a property.
//!
//! Records become events ([`lines`], [`fields`], [`otel`]), events become actions by the rules of a file,
//! actions are judged per instance ([`judge`]). A violation is told at once. What it does to a proof is asked
//! in `assume::drift`.

mod fields;
mod judge;
mod junit;
mod lines;
mod otel;
mod rules;
mod runs;

use std::borrow::Cow;
use std::path::PathBuf;
use std::sync::Arc;

use rely_fsp::Diagnostic;
use rely_monitor::map::{Bound, Source};
use rely_monitor::{Kind, Table};

use crate::assume::drift::{DriftOptions, DriftQuestion, Seen};
use crate::control::Control;
use crate::failure::{Exit, Failure, SourceText};
use crate::load::ReadOptions;
use crate::monitor::{MonitorKind, TableOptions, TableSource, read_table};
use crate::view::{VerdictKind, WatchDocument, WatchKind, WatchViolationView, WatchedView};
use fields::Fields;
use judge::{Happened, Judge, Limits};
pub use junit::watch_junit;
use lines::{LONGEST, Lines, Piece};
use otel::OtelEvent;
use rules::read_map;
use runs::{Runs, WRITTEN};

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
}

impl LogInput {
    /// All inputs by name.
    pub const ALL: [(&'static str, LogInput); 4] = [
        ("auto", LogInput::Auto),
        ("jsonl", LogInput::Jsonl),
        ("otel", LogInput::Otel),
        ("text", LogInput::Text),
    ];
}

/// What to watch.
#[derive(Clone, Debug)]
pub struct WatchOptions {
    /// `FILE[:NAME]`: what the log is held against.
    pub assumption: String,
    /// Who is held to it; default: what the model says.
    pub kind: Option<MonitorKind>,
    /// The log; `-` is standard input.
    pub log: String,
    /// The file with the rules; without it names of events are actions.
    pub map: Option<String>,
    /// The field that tells instances apart; default: what the rules say.
    pub key: Option<String>,
    /// What the log looks like.
    pub input: LogInput,
    /// Does the log go on when its end is reached?
    pub follow: bool,
    /// Actions shown before a violation.
    pub last: usize,
    /// Actions kept of every instance.
    pub history: usize,
    /// How many instances there may be.
    pub instances: usize,
    /// Is it undecided if something could not be read, mapped or judged?
    pub strict: bool,
    /// Where to write violating runs.
    pub traces: Option<PathBuf>,
    /// What to ask about the proof if the assumption is violated.
    pub drift: Option<DriftOptions>,
    /// How to read files.
    pub read: ReadOptions,
}

impl WatchOptions {
    /// A log against an assumption, everything else as it is usually wanted.
    pub fn new(assumption: impl Into<String>, log: impl Into<String>) -> WatchOptions {
        WatchOptions {
            assumption: assumption.into(),
            kind: None,
            log: log.into(),
            map: None,
            key: None,
            input: LogInput::Auto,
            follow: false,
            last: 8,
            history: 1000,
            instances: 1_000_000,
            strict: false,
            traces: None,
            drift: None,
            read: ReadOptions::default(),
        }
    }
}

/// The result of watching.
pub struct WatchResult {
    /// The report.
    pub document: WatchDocument,
    /// Warnings about the model and about the rules, with their places.
    pub diagnostics: Vec<(Arc<SourceText>, Vec<Diagnostic>)>,
    /// Notes about the reading of the model.
    pub notes: Vec<String>,
}

/// Fields that name an event if the rules do not say which does.
const NAMING: [&str; 4] = ["event", "action", "name", "message"];

/// The budget is looked at after so many events.
const PATIENCE: u64 = 4096;

/// Larger documents of OpenTelemetry are refused.
const MAX_EXPORT: usize = 1 << 30;

/// Holds a log against an assumption or a property; `tell` hears of every violation when it is seen.
///
/// # Errors
/// If the assumption, the rules or the log cannot be read, or the question about the proof makes no sense.
pub fn watch(
    options: &WatchOptions,
    control: &Control,
    tell: &mut dyn FnMut(&WatchViolationView),
) -> Result<WatchResult, Failure> {
    // Whoever asks what the environment's deviation does means an assumption, as FSP calls everything that
    // observes a property.
    let kind = options.kind.or(options.drift.as_ref().map(|_| Kind::Assumption));
    let table = TableOptions { kind, name: None, read: options.read };
    let source = read_table(&options.assumption, &table, control)?;
    let table = source.table.table();
    if options.drift.is_some() && table.kind() == Kind::Property {
        let message = format!("{} is a property: only an environment can leave an assumption", table.name());
        return Err(Failure::input("E1032", message)
            .help("--system asks about assumptions; `rely check` about properties"));
    }
    let mut diagnostics: Vec<(Arc<SourceText>, Vec<Diagnostic>)> =
        source.diagnostics.iter().cloned().collect();
    let (bound, about) = match &options.map {
        Some(path) => {
            let (bound, about, warnings) = read_map(path, table)?;
            diagnostics.push(warnings);
            (bound, about)
        }
        None => (Bound::named_alike(table), Source::default()),
    };
    let ask = |asked| DriftQuestion::new(asked, source.assume.as_ref(), options.read, control);
    let question = options.drift.as_ref().map(ask).transpose()?;
    let key = options.key.clone().or(about.key.clone());
    let limits = Limits { last: options.last, history: options.history, instances: options.instances.max(1) };
    let mut watching = Watching {
        options,
        control,
        bound: &bound,
        about: Source { key: key.clone(), ..about },
        judge: Judge::new(table, &bound, key.is_some(), limits),
        source: &source,
        tell,
        runs: options.traces.as_deref().map(|folder| Runs::new(folder, &source)).transpose()?,
        spent: None,
        warnings: Vec::new(),
        polled: 0,
    };
    let input = watching.read()?;
    let document = watching.document(table, input, key, question)?;
    let document = WatchDocument {
        diagnostics: diagnostics.iter().flat_map(|(s, found)| found.iter().map(|d| s.view(d))).collect(),
        ..document
    };
    Ok(WatchResult { document, diagnostics, notes: source.notes.clone() })
}

/// The fields of a record that are looked at, by their places in `names`.
struct Wanted {
    /// Those that may name the event.
    naming: Vec<usize>,
    key: Option<usize>,
    time: Option<usize>,
    /// All of them, without repetition.
    names: Vec<String>,
}

/// A log that is being read.
struct Watching<'a> {
    options: &'a WatchOptions,
    control: &'a Control,
    bound: &'a Bound,
    about: Source,
    judge: Judge<'a>,
    source: &'a TableSource,
    tell: &'a mut dyn FnMut(&WatchViolationView),
    /// Where violating runs are written.
    runs: Option<Runs>,
    /// Why the log was not read to its end.
    spent: Option<String>,
    warnings: Vec<String>,
    polled: u64,
}

impl Watching<'_> {
    /// Reads the log; gives what it looked like.
    fn read(&mut self) -> Result<LogInput, Failure> {
        let mut lines = Lines::open(&self.options.log, self.options.follow)?;
        let input = match self.options.input {
            LogInput::Auto => {
                let control = self.control;
                looks_like(lines.head(|| control.context().budget.poll().is_ok())?)
            }
            given => given,
        };
        if input == LogInput::Text && self.about.key.is_some() {
            let failure = Failure::in_file("E1032", &self.options.log, "lines of text have no fields");
            return Err(failure.help("leave --key out, or say how the log is to be read: --input jsonl"));
        }
        match input {
            LogInput::Otel => self.otel(&mut lines)?,
            LogInput::Text => self.each_line(&mut lines, Watching::text)?,
            LogInput::Auto | LogInput::Jsonl => {
                let wanted = self.wanted();
                let mut fields = Fields::new(&wanted.names);
                self.each_line(&mut lines, |own, line, text| own.json(line, text, &mut fields, &wanted))?;
            }
        }
        Ok(input)
    }

    /// The fields to look at, rules first; each once, whatever it is looked at for.
    fn wanted(&self) -> Wanted {
        let mut names = self.bound.fields().to_vec();
        let mut slot = |field: &str| {
            names.iter().position(|known| known == field).unwrap_or_else(|| {
                names.push(field.to_string());
                names.len() - 1
            })
        };
        let naming = match &self.about.event {
            Some(field) => vec![slot(field)],
            None => NAMING.iter().map(|field| slot(field)).collect(),
        };
        let key = self.about.key.as_deref().map(&mut slot);
        let time = self.about.time.as_deref().map(&mut slot);
        Wanted { naming, key, time, names }
    }

    /// Hands every line that is text, and not empty, to a reader of lines.
    fn each_line(
        &mut self,
        lines: &mut Lines,
        mut read: impl FnMut(&mut Self, u64, &str) -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        loop {
            let number = lines.number + 1;
            match lines.next()? {
                Piece::End => return Ok(()),
                Piece::Nothing => {}
                Piece::Cut => {
                    let warning = "the log began anew while it was read";
                    if !self.warnings.iter().any(|known| known == warning) {
                        self.warnings.push(warning.to_string());
                    }
                }
                Piece::TooLong => {
                    self.judge.counts.lines += 1;
                    let mib = LONGEST >> 20;
                    self.judge.broken(number, || format!("the line is longer than {mib} MiB"));
                }
                Piece::Line(bytes) => {
                    self.judge.counts.lines += 1;
                    match std::str::from_utf8(bytes) {
                        Ok(text) if text.trim().is_empty() => {}
                        Ok(text) => read(self, number, text)?,
                        Err(error) => {
                            let at = error.valid_up_to() + 1;
                            self.judge.broken(number, || format!("byte {at} is no UTF-8"));
                        }
                    }
                    self.polled += 1;
                    if self.polled < PATIENCE {
                        continue;
                    }
                }
            }
            self.polled = 0;
            if !self.goes_on() {
                return Ok(());
            }
        }
    }

    /// Is there budget left?
    fn goes_on(&mut self) -> bool {
        let budget = self.control.context().budget;
        let spent = budget.poll().and_then(|()| budget.check_memory(self.judge.memory));
        self.spent = spent.err().map(|spent| format!("the log was not read to its end: {spent}"));
        self.spent.is_none()
    }

    /// A line that is an action.
    fn text(&mut self, line: u64, text: &str) -> Result<(), Failure> {
        let name = text.trim();
        if name.starts_with('#') {
            return Ok(());
        }
        let event = Happened { line, name: Some(name), key: None, time: None, is_silent: false };
        let violation = self.judge.happens(&event, |_| None);
        told(violation, &mut self.runs, self.tell)
    }

    /// A line that is an object.
    fn json(&mut self, line: u64, text: &str, fields: &mut Fields, wanted: &Wanted) -> Result<(), Failure> {
        if let Err(error) = fields.read(text) {
            self.judge.broken(line, || in_words(&error));
            return Ok(());
        }
        let event = Happened {
            line,
            name: wanted.naming.iter().find_map(|&slot| fields.get(text, slot)),
            key: wanted.key.and_then(|slot| fields.get(text, slot)),
            time: wanted.time.and_then(|slot| fields.get(text, slot)),
            is_silent: false,
        };
        let violation = self.judge.happens(&event, |slot| fields.get(text, slot));
        told(violation, &mut self.runs, self.tell)
    }

    /// Exports: one document per line, or documents that go over lines. Unless it is followed, all is read
    /// before it is judged, in the order of time.
    fn otel(&mut self, lines: &mut Lines) -> Result<(), Failure> {
        let mut events = Vec::new();
        if self.options.follow {
            return self.each_line(lines, |own, line, text| {
                let mut events = Vec::new();
                match otel::events_of(text, line, &mut events) {
                    Ok(()) => own.in_order(&mut events),
                    Err(error) => {
                        own.judge.broken(line, || in_words(&error));
                        Ok(())
                    }
                }
            });
        }
        let control = self.control;
        let Some(bytes) = lines.rest(MAX_EXPORT, || control.context().budget.poll().is_ok())? else {
            let message = format!("the export has more than {} MiB", MAX_EXPORT >> 20);
            return Err(Failure::in_file("E1001", &self.options.log, message));
        };
        if !self.goes_on() {
            return Ok(());
        }
        let text = String::from_utf8_lossy(bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(&bytes));
        if matches!(text, Cow::Owned(_)) {
            self.warnings.push("bytes of the export that are no UTF-8 were replaced".to_string());
        }
        self.judge.counts.lines = text.lines().count() as u64;
        if text.lines().any(otel::is_whole_export) {
            for (at, line) in text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
                if let Err(error) = otel::events_of(line, at as u64 + 1, &mut events) {
                    self.judge.broken(at as u64 + 1, || in_words(&error));
                }
            }
        } else if let Err(error) = otel::events_of_all(&text, &mut events) {
            self.judge
                .broken(error.line() as u64, || format!("{}; nothing after it was read", in_words(&error)));
        }
        if let Some(first) = events.iter().find(|event| event.time == 0) {
            let n = events.iter().filter(|event| event.time == 0).count();
            let line = first.line;
            self.warnings.push(format!(
                "events without a time ({n}, the first on line {line}) are taken to follow what is before them in the export"
            ));
        }
        self.in_order(&mut events)
    }

    /// Judges events in the order of time. One without a time stays behind what is before it.
    fn in_order(&mut self, events: &mut [OtelEvent]) -> Result<(), Failure> {
        let mut latest = 0;
        for event in events.iter_mut() {
            latest = if event.time > 0 { event.time } else { latest };
            event.order = latest;
        }
        events.sort_by_key(|event| event.order);
        let fields = self.bound.fields();
        for event in events.iter() {
            let at = event.time.to_string();
            let own = Some(event.name.as_str()).filter(|name| !name.is_empty());
            let happened = Happened {
                line: event.line,
                name: self.about.event.as_deref().map_or(own, |field| event.get(field)),
                key: self.about.key.as_deref().and_then(|field| event.get(field)),
                time: match &self.about.time {
                    Some(field) => event.get(field),
                    None => (event.time > 0).then_some(at.as_str()),
                },
                is_silent: event.is_silent,
            };
            let violation = self.judge.happens(&happened, |slot| event.get(&fields[slot]));
            told(violation, &mut self.runs, self.tell)?;
        }
        Ok(())
    }

    /// The report of what was read.
    fn document(
        mut self,
        table: Table<'_>,
        input: LogInput,
        key: Option<String>,
        question: Option<DriftQuestion>,
    ) -> Result<WatchDocument, Failure> {
        let violated = self.judge.n_violated();
        let mut drift = match question {
            Some(question) if violated > 0 => {
                let names = |run: &[u32]| run.iter().map(|&a| table.action_name(a).to_string()).collect();
                let (runs, is_complete) = self.judge.runs();
                let seen = Seen {
                    alphabet: table.actions().map(str::to_string).collect(),
                    is_whole: runs.iter().all(|run| run.is_whole),
                    runs: runs.into_iter().map(|run| (run.key, names(&run.actions))).collect(),
                    is_complete,
                };
                Some(question.answer(&seen, self.control)?)
            }
            _ => None,
        };
        let counts = self.judge.counts;
        let gaps = self.gaps();
        let reason = self.spent.take().or(match counts {
            _ if counts.events == 0 && counts.broken > 0 => Some("no line could be read".to_string()),
            _ if counts.events == 0 => Some("the log is empty".to_string()),
            _ if counts.actions == 0 => Some(format!("no event is an action of {}", table.name())),
            _ if counts.judged == 0 => Some(format!("no action could be judged: {}", gaps.join("; "))),
            _ => None,
        });
        let ended = reason.is_none();
        let verdict = match violated {
            1.. => WatchKind::Violated,
            0 if counts.judged == 0 => WatchKind::Nothing,
            0 if !ended || counts.beyond > 0 => WatchKind::Unknown,
            0 if self.options.strict && !gaps.is_empty() => WatchKind::Unknown,
            0 => WatchKind::Kept,
        };
        let why = (!gaps.is_empty()).then(|| gaps.join("; "));
        if let (Some(drift), Some(missed)) = (&mut drift, reason.as_ref().or(why.as_ref())) {
            drift
                .warnings
                .push(format!("the answer is about what was seen, which is not all there was: {missed}"));
        }
        let mut warnings = self.warnings;
        if self.runs.is_some_and(|runs| runs.is_full) {
            warnings.push(format!("only the first {WRITTEN} runs were written"));
        }
        let name = LogInput::ALL.iter().find(|(_, known)| *known == input).map_or("jsonl", |(name, _)| *name);
        let (total, instances) = (self.judge.n_instances(), self.judge.instance_views());
        let (violations, unmapped, foreign, broken) = self.judge.finish();
        Ok(WatchDocument {
            schema: "rely/watch/1".to_string(),
            assumption: WatchedView {
                file: self.source.file.clone(),
                name: table.name().to_string(),
                kind: table.kind().to_string(),
                states: u64::from(table.n_states()),
                actions: table.actions().map(str::to_string).collect(),
            },
            log: self.options.log.clone(),
            input: name.to_string(),
            map: self.options.map.clone(),
            key,
            verdict,
            complete: ended && why.is_none(),
            reason: reason.or(why),
            counts,
            instances_total: total,
            instances_kept: total - violated,
            instances_violated: violated,
            instances,
            violations,
            unmapped,
            foreign,
            broken,
            drift,
            warnings,
            diagnostics: Vec::new(),
        })
    }

    /// What was not judged although it may matter.
    fn gaps(&self) -> Vec<String> {
        let counts = &self.judge.counts;
        let mut gaps = Vec::new();
        let mut gap = |n: u64, one: &str, many: &str, at: Option<u64>| {
            let first = at.map(|line| format!(" (first on line {line})")).unwrap_or_default();
            match n {
                0 => {}
                1 => gaps.push(format!("1 {one}{first}")),
                n => gaps.push(format!("{n} {many}{first}")),
            }
        };
        gap(counts.broken, "line could not be read", "lines could not be read", None);
        gap(counts.nameless, "event has no name", "events have no name", self.judge.first_nameless);
        gap(counts.unmapped, "event is not mapped", "events are not mapped", None);
        gap(counts.foreign, "event is mapped to no action", "events are mapped to no action", None);
        let key = self.about.key.as_deref().unwrap_or_default();
        let (one, many) = (format!("action has no {key}"), format!("actions have no {key}"));
        gap(counts.keyless, &one, &many, self.judge.first_keyless);
        let limit = self.options.instances;
        let (one, many) = (
            format!("action belongs to an instance beyond the first {limit}"),
            format!("actions belong to instances beyond the first {limit}"),
        );
        gap(counts.beyond, &one, &many, None);
        gaps
    }
}

/// Tells of a violation, if there is one, and writes its run to a file if that is wanted.
fn told(
    violation: Option<&mut WatchViolationView>,
    runs: &mut Option<Runs>,
    tell: &mut dyn FnMut(&WatchViolationView),
) -> Result<(), Failure> {
    let Some(violation) = violation else { return Ok(()) };
    if let Some(runs) = runs {
        violation.file = runs.write(violation)?;
    }
    tell(violation);
    Ok(())
}

/// What a log looks like, by its beginning.
fn looks_like(head: &[u8]) -> LogInput {
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

/// Why a line is no JSON, with the place in the line.
fn in_words(error: &serde_json::Error) -> String {
    let text = error.to_string();
    let text = text.split(" at line ").next().unwrap_or_default();
    if error.column() == 0 { text.to_string() } else { format!("{text} (column {})", error.column()) }
}

impl WatchDocument {
    /// The exit code.
    pub fn exit(&self) -> Exit {
        let own = match self.verdict {
            WatchKind::Kept => Exit::Holds,
            WatchKind::Violated => Exit::Violated,
            WatchKind::Unknown => Exit::Unknown,
            WatchKind::Nothing if self.counts.events == 0 && self.counts.broken > 0 => Exit::Usage,
            WatchKind::Nothing => Exit::Nothing,
        };
        match self.drift.as_ref().map(|drift| drift.verdict) {
            Some(VerdictKind::Violated) => own.worst(Exit::Violated),
            _ => own,
        }
    }
}
