//! Reading a log and judging it.

use std::borrow::Cow;

use rely_lts::Budget;
use rely_monitor::Table;
use rely_monitor::map::{Bound, Source};
use rely_report::Failure;
use rely_report::view::{WatchDocument, WatchKind, WatchViolationView, WatchedView};

use crate::fields::Fields;
use crate::input::{LogInput, looks_like, naming, timing};
use crate::judge::{Happened, Judge, Limits};
use crate::lines::{LONGEST, Lines, LogSource, Piece};
use crate::otel::{self, OtelEvent};
use crate::pairs::{Pairs, logfmt, syslog};

/// The budget is looked at after so many events.
const PATIENCE: u64 = 4096;

/// Larger documents of OpenTelemetry are refused.
const MAX_EXPORT: usize = 1 << 30;

/// What to read, and how much to keep of it.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The file of the automaton, for the document.
    pub file: String,
    /// What the log is called.
    pub log: String,
    /// The file of the rules, for the document.
    pub map: Option<String>,
    /// What the log looks like.
    pub input: LogInput,
    /// Does the log go on when its end is reached?
    pub follow: bool,
    /// Is it undecided if something could not be read, mapped or judged?
    pub strict: bool,
    /// How much is kept.
    pub limits: Limits,
}

impl Settings {
    /// A log, everything else as it is usually wanted.
    pub fn new(log: impl Into<String>) -> Settings {
        Settings {
            file: String::new(),
            log: log.into(),
            map: None,
            input: LogInput::Auto,
            follow: false,
            strict: false,
            limits: Limits::default(),
        }
    }
}

/// The runs that were seen of violating instances.
#[derive(Clone, Debug)]
pub struct SeenRuns {
    /// The alphabet of the automaton.
    pub alphabet: Vec<String>,
    /// Every run from its beginning: the key of its instance and its actions.
    pub runs: Vec<(Option<String>, Vec<String>)>,
    /// Are all runs known from their beginning?
    pub is_whole: bool,
    /// Are these all runs?
    pub is_complete: bool,
}

/// What was found out about a log.
#[derive(Clone, Debug)]
pub struct Watched {
    /// The report.
    pub document: WatchDocument,
    /// What violating instances did.
    pub seen: SeenRuns,
}

/// Hears of every violation when it is seen, and may complete its view.
pub type Listener<'a> = dyn FnMut(&mut WatchViolationView) -> Result<(), Failure> + 'a;

/// The fields of a record that are looked at, by their places in `names`.
struct Wanted {
    /// Those that may name the event.
    naming: Vec<usize>,
    key: Option<usize>,
    time: Option<usize>,
    /// All of them, without repetition.
    names: Vec<String>,
}

/// A log that is held against an automaton.
pub struct Watcher<'a> {
    settings: Settings,
    budget: &'a Budget,
    table: Table<'a>,
    bound: &'a Bound,
    about: Source,
    judge: Judge<'a>,
    listener: &'a mut Listener<'a>,
    /// What the log looks like.
    input: LogInput,
    /// Why the log was not read to its end.
    spent: Option<String>,
    warnings: Vec<String>,
    polled: u64,
}

impl<'a> Watcher<'a> {
    /// Nothing is read yet. `about` says which fields of an event are its name, its instance and its time.
    pub fn new(
        settings: Settings,
        table: Table<'a>,
        bound: &'a Bound,
        about: Source,
        budget: &'a Budget,
        listener: &'a mut Listener<'a>,
    ) -> Watcher<'a> {
        let judge = Judge::new(table, bound, about.key.is_some(), settings.limits);
        let input = settings.input;
        Watcher {
            settings,
            budget,
            table,
            bound,
            about,
            judge,
            listener,
            input,
            spent: None,
            warnings: Vec::new(),
            polled: 0,
        }
    }
}

impl Watcher<'_> {
    /// Reads the log to its end, or to the end of the budget.
    ///
    /// # Errors
    /// If the log cannot be read as it is to be read, or the listener fails.
    pub fn read(&mut self, source: Box<dyn LogSource>) -> Result<(), Failure> {
        let mut lines = Lines::new(&self.settings.log, source);
        let input = match self.settings.input {
            LogInput::Auto => {
                let budget = self.budget;
                looks_like(lines.head(|| budget.poll().is_ok())?)
            }
            given => given,
        };
        self.input = input;
        if input == LogInput::Text && self.about.key.is_some() {
            let failure = Failure::in_file("E1032", &self.settings.log, "lines of text have no fields");
            return Err(failure.help("remove --key, or set the format of the log: --input jsonl"));
        }
        match input {
            LogInput::Otel => self.otel(&mut lines)?,
            LogInput::Text => self.each_line(&mut lines, Watcher::text)?,
            LogInput::Logfmt => {
                self.each_line(&mut lines, |own, line, text| own.pairs(line, logfmt(text)))?
            }
            LogInput::Syslog => {
                self.each_line(&mut lines, |own, line, text| own.pairs(line, syslog(text)))?
            }
            LogInput::Auto | LogInput::Jsonl | LogInput::Journald => {
                let wanted = self.wanted();
                let mut fields = Fields::new(&wanted.names);
                self.each_line(&mut lines, |own, line, text| own.json(line, text, &mut fields, &wanted))?;
            }
        }
        Ok(())
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
            None => naming(self.input).iter().map(|field| slot(field)).collect(),
        };
        let key = self.about.key.as_deref().map(&mut slot);
        let time = self.about.time.as_deref().or(timing(self.input)).map(&mut slot);
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
                    let warning = "the log was replaced or truncated while it was being read";
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
                            self.judge.broken(number, || format!("byte {at} is not valid UTF-8"));
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
        let spent = self.budget.poll().and_then(|()| self.budget.check_memory(self.judge.memory));
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
        heard(violation, self.listener)
    }

    /// A line that is fields.
    fn pairs(&mut self, line: u64, read: Result<Pairs, String>) -> Result<(), Failure> {
        let pairs = match read {
            Ok(pairs) => pairs,
            Err(why) => {
                self.judge.broken(line, || why);
                return Ok(());
            }
        };
        let event = Happened {
            line,
            name: match self.about.event.as_deref() {
                Some(field) => pairs.get(field),
                None => naming(self.input).iter().find_map(|field| pairs.get(field)),
            },
            key: self.about.key.as_deref().and_then(|field| pairs.get(field)),
            time: self.about.time.as_deref().or(timing(self.input)).and_then(|field| pairs.get(field)),
            is_silent: false,
        };
        let fields = self.bound.fields();
        let violation = self.judge.happens(&event, |slot| pairs.get(&fields[slot]));
        heard(violation, self.listener)
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
        heard(violation, self.listener)
    }

    /// Exports: one document per line, or documents that go over lines. Unless it is followed, all is read
    /// before it is judged, in the order of time.
    fn otel(&mut self, lines: &mut Lines) -> Result<(), Failure> {
        let mut events = Vec::new();
        if self.settings.follow {
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
        let budget = self.budget;
        let Some(bytes) = lines.rest(MAX_EXPORT, || budget.poll().is_ok())? else {
            let message = format!("the export has more than {} MiB", MAX_EXPORT >> 20);
            return Err(Failure::in_file("E1001", &self.settings.log, message));
        };
        if !self.goes_on() {
            return Ok(());
        }
        let text = String::from_utf8_lossy(bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(&bytes));
        if matches!(text, Cow::Owned(_)) {
            self.warnings.push("bytes of the export that are not valid UTF-8 were replaced".to_string());
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
                "events without a time ({n}, the first on line {line}) are assumed to follow the preceding event of the export"
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
            heard(violation, self.listener)?;
        }
        Ok(())
    }

    /// What was read, judged and not judged. The document has no answer about drift.
    pub fn finish(mut self) -> Watched {
        let table = self.table;
        let violated = self.judge.n_violated();
        let names = |run: &[u32]| run.iter().map(|&a| table.action_name(a).to_string()).collect();
        let (runs, is_complete) = self.judge.runs();
        let seen = SeenRuns {
            alphabet: table.actions().map(str::to_string).collect(),
            is_whole: runs.iter().all(|run| run.is_whole),
            runs: runs.into_iter().map(|run| (run.key, names(&run.actions))).collect(),
            is_complete,
        };
        let counts = self.judge.counts;
        let gaps = self.gaps();
        let reason = self.spent.take().or(match counts {
            _ if counts.events == 0 && counts.broken > 0 => Some("no line could be read".to_string()),
            _ if counts.events == 0 => Some("the log is empty".to_string()),
            _ if counts.actions == 0 => Some(format!("no event is an action of {}", table.name())),
            _ if counts.judged == 0 => Some(format!("no action could be checked: {}", gaps.join("; "))),
            _ => None,
        });
        let ended = reason.is_none();
        let verdict = match violated {
            1.. => WatchKind::Violated,
            0 if counts.judged == 0 => WatchKind::Nothing,
            0 if !ended || counts.beyond > 0 => WatchKind::Unknown,
            0 if self.settings.strict && !gaps.is_empty() => WatchKind::Unknown,
            0 => WatchKind::Kept,
        };
        let why = (!gaps.is_empty()).then(|| gaps.join("; "));
        let (total, instances) = (self.judge.n_instances(), self.judge.instance_views());
        let (violations, unmapped, foreign, broken) = self.judge.finish();
        let document = WatchDocument {
            schema: "rely/watch/1".to_string(),
            assumption: WatchedView {
                file: self.settings.file,
                name: table.name().to_string(),
                kind: table.kind().to_string(),
                states: u64::from(table.n_states()),
                actions: table.actions().map(str::to_string).collect(),
            },
            log: self.settings.log,
            input: self.input.name().to_string(),
            map: self.settings.map,
            key: self.about.key,
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
            drift: None,
            warnings: self.warnings,
            diagnostics: Vec::new(),
        };
        Watched { document, seen }
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
        let limit = self.settings.limits.instances;
        let (one, many) = (
            format!("action belongs to an instance beyond the first {limit}"),
            format!("actions belong to instances beyond the first {limit}"),
        );
        gap(counts.beyond, &one, &many, None);
        gaps
    }
}

/// Hands a violation, if there is one, to the listener.
fn heard(violation: Option<&mut WatchViolationView>, listener: &mut Listener<'_>) -> Result<(), Failure> {
    violation.map_or(Ok(()), listener)
}

/// Why a line is no JSON, with the place in the line.
fn in_words(error: &serde_json::Error) -> String {
    let text = error.to_string();
    let text = text.split(" at line ").next().unwrap_or_default();
    if error.column() == 0 { text.to_string() } else { format!("{text} (column {})", error.column()) }
}
