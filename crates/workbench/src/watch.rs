//! `rely watch`: a log of a running system against an assumption or a property.
//!
//! The log is read and judged by `rely-watch`; here are the files, and the question about the proof
//! (`assume::drift`).

mod rules;
mod traces;

use std::path::PathBuf;
use std::sync::Arc;

use rely_fsp::Diagnostic;
use rely_io::Control;
use rely_io::log;
use rely_monitor::Kind;
use rely_monitor::map::{Bound, Source};
use rely_report::view::{WatchDocument, WatchViolationView};
use rely_report::{Failure, SourceText};
use rely_watch::{Limits, LogInput, Sample, Settings, Watched, Watcher};

use crate::assume::drift::{DriftOptions, DriftQuestion};
use crate::load::ReadOptions;
use crate::monitor::{MonitorKind, TableOptions, read_table};
use rules::read_map;
use traces::{Traces, WRITTEN};

/// What to watch.
#[derive(Clone, Debug)]
pub struct WatchOptions {
    /// `FILE[:NAME]`: what the log is held against.
    pub assumption: String,
    /// The role of the automaton; default: as in the model.
    pub kind: Option<MonitorKind>,
    /// The log; `-` is standard input.
    pub log: String,
    /// The file with the rules; without it names of events are actions.
    pub map: Option<String>,
    /// The field that distinguishes instances; default: as in the rules.
    pub key: Option<String>,
    /// The format of the log.
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

/// A file of rules to begin with, for a log that nobody has mapped yet. What was seen of the log is in its
/// comments.
///
/// # Errors
/// If the assumption or the log cannot be read.
pub fn suggest_map(options: &WatchOptions, control: &Control) -> Result<String, Failure> {
    let table = TableOptions { kind: options.kind, name: None, read: options.read };
    let source = read_table(&options.assumption, &table, control)?;
    let table = source.table.table();
    let actions: Vec<&str> = table.actions().collect();
    let log = log::open(&options.log, false)?;
    let sample = Sample::read(&options.log, log, options.input, control.context().budget)?;
    Ok(sample.rules(&options.log, table.name(), &actions))
}

/// Checks a log against an assumption or a property; `report` is called with every violation as it is seen.
///
/// # Errors
/// If the assumption, the rules or the log cannot be read, or the question about the proof makes no sense.
pub fn watch(
    options: &WatchOptions,
    control: &Control,
    report: &mut dyn FnMut(&WatchViolationView),
) -> Result<WatchResult, Failure> {
    // With a question about drift, the automaton is an assumption: FSP calls every observer a property.
    let kind = options.kind.or(options.drift.as_ref().map(|_| Kind::Assumption));
    let table = TableOptions { kind, name: None, read: options.read };
    let source = read_table(&options.assumption, &table, control)?;
    let table = source.table.table();
    if options.drift.is_some() && table.kind() == Kind::Property {
        let message =
            format!("{} is a property, but only assumptions are violated by an environment", table.name());
        return Err(Failure::input("E1032", message)
            .help("use --system for assumptions and `rely check` for properties"));
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
    let about = Source { key: options.key.clone().or(about.key.clone()), ..about };
    let settings = Settings {
        file: source.file.clone(),
        log: options.log.clone(),
        map: options.map.clone(),
        input: options.input,
        follow: options.follow,
        strict: options.strict,
        limits: Limits { last: options.last, history: options.history, instances: options.instances.max(1) },
    };
    let mut traces = options.traces.as_deref().map(|folder| Traces::new(folder, &source)).transpose()?;
    let mut listener = |violation: &mut WatchViolationView| {
        if let Some(traces) = &mut traces {
            violation.file = traces.write(violation)?;
        }
        report(violation);
        Ok(())
    };
    let budget = control.context().budget;
    let mut watcher = Watcher::new(settings, table, &bound, about, budget, &mut listener);
    watcher.read(log::open(&options.log, options.follow)?)?;
    let Watched { mut document, seen } = watcher.finish();
    if traces.is_some_and(|traces| traces.is_full) {
        document.warnings.push(format!("only the first {WRITTEN} runs were written"));
    }
    if let Some(question) = question.filter(|_| document.instances_violated > 0) {
        let mut drift = question.answer(&seen, control)?;
        if let Some(missed) = &document.reason {
            let warning = "the answer covers only the events that were seen";
            drift.warnings.push(format!("{warning}: {missed}"));
        }
        document.drift = Some(drift);
    }
    document.diagnostics =
        diagnostics.iter().flat_map(|(source, found)| found.iter().map(|d| source.view(d))).collect();
    Ok(WatchResult { document, diagnostics, notes: source.notes.clone() })
}
