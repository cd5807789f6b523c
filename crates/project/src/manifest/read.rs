//! `rely.toml` from its text: every key and value is checked, and everything that is wrong is reported.

use std::borrow::Cow;
use std::ops::Range;
use std::path::PathBuf;
use std::str::FromStr;
use std::sync::Arc;

use rely_fsp::{Diagnostic, Span};
use rely_io::Limits;
use rely_report::codes::all_codes;
use rely_report::view::CheckKind;
use rely_report::{Failure, SourceText};
use rely_workbench::PROGRAM_CHECKS;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::{Manifest, ModelEntry, Place, ProgramEntry, Reports, Targets};
use crate::expectation::Expectation;
use crate::judge::Deny;

type Key<'i> = Spanned<Cow<'i, str>>;
type Item<'i> = Spanned<DeValue<'i>>;

const KINDS: [(&str, CheckKind); 4] = [
    ("deadlock", CheckKind::Deadlock),
    ("safety", CheckKind::Safety),
    ("progress", CheckKind::Progress),
    ("ltl", CheckKind::Ltl),
];

pub(super) fn manifest(path: String, root: PathBuf, text: &str) -> Result<Manifest, Failure> {
    let source = Arc::new(SourceText::new(path.clone(), text));
    let mut reader = Reader { source: source.clone(), wrong: Vec::new() };
    let mut manifest = Manifest {
        path,
        root,
        source: source.clone(),
        models: Vec::new(),
        exclude: Vec::new(),
        targets: Targets::Last,
        only: Vec::new(),
        fair_choice: true,
        comments: false,
        deny: Vec::new(),
        limits: Limits::default(),
        allow: Vec::new(),
        reports: Reports::default(),
        entries: Vec::new(),
        programs: Vec::new(),
    };
    match DeTable::parse(text) {
        Err(error) => {
            let at = error.span().unwrap_or(text.len()..text.len());
            reader.error(at, format!("this is not TOML: {}", error.message().trim()), None);
        }
        Ok(table) => reader.root(table.get_ref(), &mut manifest),
    }
    if reader.wrong.is_empty() {
        return Ok(manifest);
    }
    reader.wrong.sort_by_key(|d| d.span);
    Err(Failure::Model { source, diagnostics: reader.wrong })
}

struct Reader {
    source: Arc<SourceText>,
    wrong: Vec<Diagnostic>,
}

impl Reader {
    fn error(&mut self, at: Range<usize>, message: impl Into<String>, help: Option<String>) {
        let span = Span::new(at.start as u32, at.end as u32);
        let one = Diagnostic::error("E1090", span, message);
        self.wrong.push(match help {
            Some(help) => one.help(help),
            None => one,
        });
    }

    fn unknown(&mut self, key: &Key<'_>, known: &[&str]) {
        let name = &**key.get_ref();
        let help = match rely_fsp::suggest(name, known.iter().copied()) {
            Some(near) => format!("did you mean `{near}`?"),
            None => format!("the keys are {}", known.join(", ")),
        };
        self.error(key.span(), format!("unknown key `{name}`"), Some(help));
    }

    fn root(&mut self, root: &DeTable<'_>, manifest: &mut Manifest) {
        let known = [
            "models",
            "exclude",
            "targets",
            "only",
            "fair-choice",
            "comments",
            "deny",
            "budget",
            "lints",
            "reports",
            "model",
            "program",
        ];
        let mut named = false;
        for (key, value) in root.iter() {
            match &**key.get_ref() {
                "models" => {
                    manifest.models = self.places(value);
                    named = true;
                }
                "exclude" => manifest.exclude = self.places(value),
                "targets" => manifest.targets = self.targets(value).unwrap_or(Targets::Last),
                "only" => manifest.only = self.kinds(value),
                "fair-choice" => manifest.fair_choice = self.boolean(value).unwrap_or(true),
                "comments" => manifest.comments = self.boolean(value).unwrap_or(false),
                "deny" => {
                    let deny = [("vacuous", Deny::Vacuous), ("warnings", Deny::Warnings)];
                    manifest.deny = self.words(value, &deny);
                }
                "budget" => manifest.limits = self.limits(value),
                "lints" => self.lints(value, manifest),
                "reports" => self.reports(value, manifest),
                "model" => {
                    for (at, table) in self.tables(value, "model") {
                        manifest.entries.extend(self.model(at, table));
                    }
                    named = true;
                }
                "program" => {
                    for (at, table) in self.tables(value, "program") {
                        manifest.programs.extend(self.program(at, table));
                    }
                    named = true;
                }
                _ => self.unknown(key, &known),
            }
        }
        let nothing =
            manifest.models.is_empty() && manifest.entries.is_empty() && manifest.programs.is_empty();
        if nothing && self.wrong.is_empty() {
            let message =
                if named { "the project names no model" } else { "the project does not say what to check" };
            self.error(0..0, message, Some("write models = [\"**/*.lts\"]".to_string()));
        }
    }

    fn text(&mut self, value: &Item<'_>) -> Option<String> {
        let text = value.get_ref().as_str().map(str::to_string);
        if text.is_none() {
            self.error(value.span(), "this must be a text in quotation marks", None);
        }
        text
    }

    fn boolean(&mut self, value: &Item<'_>) -> Option<bool> {
        let found = value.get_ref().as_bool();
        if found.is_none() {
            self.error(value.span(), "this must be true or false", None);
        }
        found
    }

    /// Texts with their places.
    fn texts(&mut self, value: &Item<'_>) -> Vec<Place> {
        let Some(list) = value.get_ref().as_array() else {
            self.error(
                value.span(),
                "this must be a list of texts",
                Some("write [\"…\", \"…\"]".to_string()),
            );
            return Vec::new();
        };
        let place = |reader: &mut Reader, one: &Item<'_>| {
            let span = one.span();
            reader.text(one).map(|text| Place { text, span: (span.start, span.end) })
        };
        list.iter().filter_map(|one| place(self, one)).collect()
    }

    /// Paths below the folder of the project.
    fn places(&mut self, value: &Item<'_>) -> Vec<Place> {
        let places = self.texts(value);
        places.iter().for_each(|place| self.plain(place));
        places
    }

    fn plain(&mut self, place: &Place) {
        let path = &place.text;
        let up = path.split('/').any(|part| part == "..");
        let absolute = path.starts_with('/') || path.chars().nth(1) == Some(':');
        let message = match () {
            () if path.trim().is_empty() => "the path is empty",
            () if path.contains('\\') => "paths are written with `/`",
            () if up || absolute => "paths are relative to the folder of rely.toml, and stay below it",
            () => return,
        };
        self.error(place.span.0..place.span.1, message, None);
    }

    fn words<T: Copy>(&mut self, value: &Item<'_>, known: &[(&str, T)]) -> Vec<T> {
        let mut found = Vec::new();
        for place in self.texts(value) {
            match known.iter().find(|(name, _)| *name == place.text) {
                Some((_, one)) => found.push(*one),
                None => {
                    let names: Vec<&str> = known.iter().map(|(name, _)| *name).collect();
                    let help = match rely_fsp::suggest(&place.text, names.iter().copied()) {
                        Some(near) => format!("did you mean `{near}`?"),
                        None => format!("the values are {}", names.join(", ")),
                    };
                    self.error(
                        place.span.0..place.span.1,
                        format!("unknown value `{}`", place.text),
                        Some(help),
                    );
                }
            }
        }
        found
    }

    fn kinds(&mut self, value: &Item<'_>) -> Vec<CheckKind> {
        let found = self.words(value, &KINDS);
        if found.is_empty() && value.get_ref().as_array().is_some_and(|list| list.is_empty()) {
            self.error(value.span(), "without any kind, nothing would be checked", None);
        }
        found
    }

    fn targets(&mut self, value: &Item<'_>) -> Option<Targets> {
        match value.get_ref().as_str() {
            Some("last") => Some(Targets::Last),
            Some("all") => Some(Targets::All),
            None if value.get_ref().as_array().is_some_and(|list| !list.is_empty()) => {
                Some(Targets::Named(self.texts(value).into_iter().map(|place| place.text).collect()))
            }
            _ => {
                let help = "write \"last\", \"all\" or [\"NAME\", …]".to_string();
                self.error(value.span(), "these are not targets", Some(help));
                None
            }
        }
    }

    fn tables<'v, 'i>(&mut self, value: &'v Item<'i>, name: &str) -> Vec<(Range<usize>, &'v DeTable<'i>)> {
        let list = value.get_ref().as_array();
        let found = list
            .and_then(|list| list.iter().map(|one| Some((one.span(), one.get_ref().as_table()?))).collect());
        found.unwrap_or_else(|| {
            self.error(
                value.span(),
                format!("`{name}` is a list of tables"),
                Some(format!("write [[{name}]]")),
            );
            Vec::new()
        })
    }

    fn table<'v, 'i>(&mut self, value: &'v Item<'i>, name: &str) -> Option<&'v DeTable<'i>> {
        let table = value.get_ref().as_table();
        if table.is_none() {
            self.error(value.span(), format!("`{name}` is a table"), Some(format!("write [{name}]")));
        }
        table
    }

    fn limits(&mut self, value: &Item<'_>) -> Limits {
        let mut limits = Limits::default();
        let Some(table) = self.table(value, "budget") else { return limits };
        for (key, value) in table.iter() {
            let name = &**key.get_ref();
            if !["states", "time", "memory"].contains(&name) {
                self.unknown(key, &["states", "time", "memory"]);
                continue;
            }
            let number = value.get_ref().as_integer().map(|number| number.as_str().to_string());
            let Some(amount) = number.or_else(|| value.get_ref().as_str().map(str::to_string)) else {
                let help = "write a number, or a text such as \"2M\"".to_string();
                self.error(value.span(), "this is not a limit", Some(help));
                continue;
            };
            match Limits::from_str(&format!("{name}={amount}")) {
                Ok(read) => {
                    limits.states = limits.states.or(read.states);
                    limits.time = limits.time.or(read.time);
                    limits.memory = limits.memory.or(read.memory);
                }
                Err(why) => self.error(value.span(), why, None),
            }
        }
        limits
    }

    fn lints(&mut self, value: &Item<'_>, manifest: &mut Manifest) {
        let Some(table) = self.table(value, "lints") else { return };
        let codes: Vec<&str> = all_codes().into_iter().map(|(code, _)| code).collect();
        for (key, value) in table.iter() {
            if &**key.get_ref() != "allow" {
                self.unknown(key, &["allow"]);
                continue;
            }
            for place in self.texts(value) {
                let at = place.span.0..place.span.1;
                if !codes.contains(&place.text.as_str()) {
                    let near = rely_fsp::suggest(&place.text, codes.iter().copied());
                    let help = near.map(|near| format!("did you mean `{near}`?"));
                    self.error(at, format!("there is no code `{}`", place.text), help);
                } else if !place.text.starts_with('W') {
                    self.error(at, "only warnings can be allowed; their codes begin with W", None);
                } else {
                    manifest.allow.push(place.text);
                }
            }
        }
    }

    fn reports(&mut self, value: &Item<'_>, manifest: &mut Manifest) {
        let Some(table) = self.table(value, "reports") else { return };
        for (key, value) in table.iter() {
            let reports = &mut manifest.reports;
            let slot = match &**key.get_ref() {
                "json" => &mut reports.json,
                "sarif" => &mut reports.sarif,
                "junit" => &mut reports.junit,
                "html" => &mut reports.html,
                _ => {
                    self.unknown(key, &["json", "sarif", "junit", "html"]);
                    continue;
                }
            };
            if let Some(text) = self.text(value) {
                let span = value.span();
                self.plain(&Place { text: text.clone(), span: (span.start, span.end) });
                *slot = Some(PathBuf::from(text));
            }
        }
    }

    fn expectations(&mut self, value: &Item<'_>, is_program: bool) -> Vec<Expectation> {
        let mut found = Vec::new();
        for place in self.texts(value) {
            let span = Span::new(place.span.0 as u32, place.span.1 as u32);
            let start = self.source.between(span).0;
            let at = (self.source.path.clone(), start.line, start.column);
            let read = match is_program {
                true => Expectation::read_program(&place.text, at),
                false => Expectation::read(&place.text, at),
            };
            match read {
                Ok(one) => found.push(one),
                Err(why) => self.wrong.push(Diagnostic::error("E1092", span, why)),
            }
        }
        found
    }

    fn model(&mut self, at: Range<usize>, table: &DeTable<'_>) -> Option<ModelEntry> {
        let mut path = None;
        let mut entry = ModelEntry {
            path: Place { text: String::new(), span: (at.start, at.end) },
            targets: None,
            only: None,
            limits: None,
            expect: Vec::new(),
        };
        for (key, value) in table.iter() {
            match &**key.get_ref() {
                "path" => {
                    let span = value.span();
                    path = self.text(value).map(|text| Place { text, span: (span.start, span.end) });
                    path.iter().for_each(|path| self.plain(path));
                }
                "targets" => entry.targets = self.targets(value),
                "only" => entry.only = Some(self.kinds(value)),
                "budget" => entry.limits = Some(self.limits(value)),
                "expect" => entry.expect = self.expectations(value, false),
                _ => self.unknown(key, &["path", "targets", "only", "budget", "expect"]),
            }
        }
        if path.is_none() && self.wrong.is_empty() {
            self.error(at, "this [[model]] has no path", Some("write path = \"FILE\"".to_string()));
        }
        path.map(|path| ModelEntry { path, ..entry })
    }

    fn program(&mut self, at: Range<usize>, table: &DeTable<'_>) -> Option<ProgramEntry> {
        let mut entry = ProgramEntry::default();
        for (key, value) in table.iter() {
            let span = value.span();
            match &**key.get_ref() {
                "files" => entry.files = self.places(value),
                "map" => {
                    entry.map = self.text(value).map(|text| Place { text, span: (span.start, span.end) });
                    entry.map.iter().for_each(|map| self.plain(map));
                }
                "entry" => entry.entry = self.text(value),
                "property" => entry.property = self.places(value),
                "check" => {
                    let known = PROGRAM_CHECKS.map(|(name, check, _)| (name, check));
                    entry.check = self.words(value, &known);
                }
                "define" => entry.define = self.texts(value).into_iter().map(|place| place.text).collect(),
                "include" => entry.include = self.places(value),
                "std" => entry.std = self.text(value),
                "budget" => entry.limits = Some(self.limits(value)),
                "expect" => entry.expect = self.expectations(value, true),
                _ => {
                    let known = [
                        "files", "map", "entry", "property", "check", "define", "include", "std", "budget",
                        "expect",
                    ];
                    self.unknown(key, &known);
                }
            }
        }
        if entry.files.is_empty() && self.wrong.is_empty() {
            self.error(at, "this [[program]] has no files", Some("write files = [\"FILE.c\"]".to_string()));
        }
        Some(entry)
    }
}
