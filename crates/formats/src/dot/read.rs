//! Reading DOT.
//!
//! The statements of the graph are read in order, and nodes are numbered by first mention.

use std::borrow::Cow;

use rely_lts::{Actions, Sequential};
use rustc_hash::FxHashMap;

use super::lex::{Kind, Lexer, Token};
use super::{END_NODE, ERROR_NODE, START};
use crate::collect::{Collector, ERROR};
use crate::error::{FormatError, FormatErrorKind, Imported, Warning};

/// How to read a graph.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DotReadOptions {
    /// The node that is the initial state, for graphs without an arrow from `__start0`.
    pub initial: Option<String>,
}

/// Reads a graph of an automaton; see the module's convention.
///
/// ```
/// use rely_formats::{DotReadOptions, read_dot};
/// let text = "digraph g { __start0 -> s0; s0 -> s1 [label=\"a\"]; s1 -> s0 [label=\"b\"] }";
/// let read = read_dot(text.as_bytes(), &rely_lts::Actions::new(), &DotReadOptions::default())?;
/// assert_eq!((read.lts.n_states(), read.lts.n_transitions()), (2, 2));
/// # Ok::<(), rely_formats::FormatError>(())
/// ```
///
/// # Errors
/// If the text is not in the format, has something that is refused, or has no initial state.
pub fn read_dot(input: &[u8], actions: &Actions, options: &DotReadOptions) -> Result<Imported, FormatError> {
    let text = std::str::from_utf8(input).map_err(|error| {
        let before = &input[..error.valid_up_to()];
        let line = before.iter().filter(|&&b| b == b'\n').count() + 1;
        let start = before.iter().rposition(|&b| b == b'\n').map_or(0, |i| i + 1);
        let column = crate::error::column(&before[start..], before.len() - start);
        FormatError::at(FormatErrorKind::Syntax, line, column, "this is not UTF-8")
    })?;
    let text = text.strip_prefix('\u{FEFF}').unwrap_or(text);
    if text.trim_start().starts_with(super::tlc::BEGINNING) {
        return super::tlc::read(text, actions);
    }
    let mut lexer = Lexer::new(text);
    let token = lexer.next()?;
    let mut reader = Reader {
        lexer,
        token,
        collector: Collector::new(actions),
        labels: FxHashMap::default(),
        nodes: FxHashMap::default(),
        n_states: 0,
        initial: None,
        accepting: Vec::new(),
        error_source: None,
        path: Vec::new(),
    };
    reader.graph()?;
    reader.finish(options)
}

struct Reader<'a> {
    lexer: Lexer<'a>,
    /// The token that comes next.
    token: Token<'a>,
    collector: Collector,
    labels: FxHashMap<String, u32>,
    nodes: FxHashMap<Cow<'a, str>, u32>,
    n_states: u32,
    initial: Option<u32>,
    /// States drawn with two circles.
    accepting: Vec<u32>,
    /// Where a transition from the error state was met.
    error_source: Option<usize>,
    /// The nodes of the current edges, with their places; kept so that it is not allocated for every edge.
    path: Vec<(usize, Cow<'a, str>)>,
}

/// What an attribute list says that is of interest here.
#[derive(Default)]
struct Attributes<'a> {
    label: Option<(usize, Cow<'a, str>)>,
    accepting: bool,
}

impl<'a> Reader<'a> {
    fn graph(&mut self) -> Result<(), FormatError> {
        if self.is_keyword("strict") {
            self.advance()?;
        }
        if self.is_keyword("graph") {
            return Err(self.error_here(
                FormatErrorKind::Unsupported,
                "an undirected graph is not an automaton: expected `digraph`",
            ));
        }
        if !self.is_keyword("digraph") {
            return Err(self.expected("`digraph`"));
        }
        self.advance()?;
        if self.token.kind != Kind::Sign('{') {
            self.name()?;
        }
        self.expect('{')?;
        while self.token.kind != Kind::Sign('}') {
            self.statement()?;
        }
        self.advance()?;
        if self.token.kind == Kind::End {
            Ok(())
        } else {
            Err(self.expected("the end of the file after the graph"))
        }
    }

    fn statement(&mut self) -> Result<(), FormatError> {
        if self.token.kind == Kind::Sign(';') {
            return self.advance();
        }
        if self.is_keyword("subgraph") || self.token.kind == Kind::Sign('{') {
            return Err(self.error_here(
                FormatErrorKind::Unsupported,
                "subgraphs are not supported: an automaton is one flat graph",
            ));
        }
        if self.is_keyword("edge") {
            self.advance()?;
            let attributes = self.attributes()?;
            if let Some((at, _)) = attributes.label {
                return Err(self.lexer.error(
                    at,
                    FormatErrorKind::Unsupported,
                    "a default label for edges is not supported: every edge needs its own",
                ));
            }
            return Ok(());
        }
        if self.is_keyword("graph") || self.is_keyword("node") {
            self.advance()?;
            self.attributes()?;
            return Ok(());
        }
        let start = self.token.at;
        let name = self.name()?;
        match self.token.kind {
            Kind::Sign('=') => {
                self.advance()?;
                self.value()?;
                Ok(())
            }
            Kind::Arrow => self.edges(start, name),
            _ => {
                let attributes = self.attributes()?;
                if !name.starts_with(START) {
                    let is_end = name == END_NODE;
                    let state = self.state(name)?;
                    if attributes.accepting && state != ERROR && !is_end {
                        self.accepting.push(state);
                    }
                }
                Ok(())
            }
        }
    }

    /// `first -> second -> …` with attributes.
    fn edges(&mut self, first_at: usize, first: Cow<'a, str>) -> Result<(), FormatError> {
        let mut path = std::mem::take(&mut self.path);
        path.clear();
        path.push((first_at, first));
        while self.token.kind == Kind::Arrow {
            self.advance()?;
            if self.is_keyword("subgraph") || self.token.kind == Kind::Sign('{') {
                return Err(
                    self.error_here(FormatErrorKind::Unsupported, "an edge to a subgraph is not supported")
                );
            }
            let at = self.token.at;
            path.push((at, self.name()?));
        }
        let attributes = self.attributes()?;
        for pair in path.windows(2) {
            let ((at, source), (target_at, target)) = (&pair[0], &pair[1]);
            if target.starts_with(START) {
                let message = format!("`{target}` marks the initial state and is not a state itself");
                return Err(self.lexer.error(*target_at, FormatErrorKind::Syntax, message));
            }
            if source.starts_with(START) {
                self.start(*target_at, target.clone())?;
                continue;
            }
            let Some((label_at, label)) = &attributes.label else {
                return Err(self.lexer.error(*at, FormatErrorKind::Syntax, "this edge has no label"));
            };
            let (source, target) = (self.state(source.clone())?, self.state(target.clone())?);
            if source == ERROR {
                self.error_source.get_or_insert(*at);
                continue;
            }
            for action in label.split('\n') {
                if action.is_empty() {
                    let message = "this edge has an empty label";
                    return Err(self.lexer.error(*label_at, FormatErrorKind::Syntax, message));
                }
                let label = self.label(action);
                self.collector.push(source, label, target);
            }
        }
        self.path = path;
        Ok(())
    }

    fn start(&mut self, at: usize, target: Cow<'a, str>) -> Result<(), FormatError> {
        let state = self.state(target)?;
        if state == ERROR {
            let message =
                "the error state cannot be initial: a system that starts in error has a tau transition to it";
            return Err(self.lexer.error(at, FormatErrorKind::Unsupported, message));
        }
        if self.initial.is_some_and(|initial| initial != state) {
            return Err(self.lexer.error(at, FormatErrorKind::Unsupported, "a second initial state"));
        }
        self.initial = Some(state);
        Ok(())
    }

    fn label(&mut self, name: &str) -> u32 {
        if let Some(&label) = self.labels.get(name) {
            return label;
        }
        let label = self.collector.add_label(name);
        self.labels.insert(name.to_string(), label);
        label
    }

    fn state(&mut self, name: Cow<'a, str>) -> Result<u32, FormatError> {
        if name == ERROR_NODE {
            return Ok(ERROR);
        }
        if let Some(&state) = self.nodes.get(&name) {
            return Ok(state);
        }
        let state = self.n_states;
        if state == ERROR - 1 {
            return Err(self.error_here(FormatErrorKind::Limit, "too many states"));
        }
        self.n_states += 1;
        self.nodes.insert(name, state);
        Ok(state)
    }

    /// Attribute lists: `[key=value, key=value] […]`.
    fn attributes(&mut self) -> Result<Attributes<'a>, FormatError> {
        let mut attributes = Attributes::default();
        while self.token.kind == Kind::Sign('[') {
            self.advance()?;
            while self.token.kind != Kind::Sign(']') {
                let key = self.name()?;
                if self.token.kind == Kind::Sign('=') {
                    self.advance()?;
                    let at = self.token.at;
                    let value = self.value()?;
                    match (&*key, value) {
                        ("label", Some(value)) => attributes.label = Some((at, unescape(value))),
                        ("label", None) => attributes.label = None,
                        ("shape", Some(shape)) => attributes.accepting = shape == "doublecircle",
                        _ => {}
                    }
                }
                if matches!(self.token.kind, Kind::Sign(',' | ';')) {
                    self.advance()?;
                }
            }
            self.advance()?;
        }
        Ok(attributes)
    }

    /// A value of an attribute; `None` for HTML.
    fn value(&mut self) -> Result<Option<Cow<'a, str>>, FormatError> {
        if self.token.kind == Kind::Html {
            self.advance()?;
            return Ok(None);
        }
        self.name().map(Some)
    }

    /// A name: a word, or quoted texts joined by `+`.
    fn name(&mut self) -> Result<Cow<'a, str>, FormatError> {
        let name = match self.token.kind.clone() {
            Kind::Word(word) => {
                self.advance()?;
                Cow::Borrowed(word)
            }
            Kind::Quoted(mut all) => {
                self.advance()?;
                while self.token.kind == Kind::Sign('+') {
                    self.advance()?;
                    let Kind::Quoted(text) = &self.token.kind else {
                        return Err(self.expected("a quoted string after `+`"));
                    };
                    all.to_mut().push_str(text);
                    self.advance()?;
                }
                all
            }
            _ => return Err(self.expected("a name")),
        };
        match self.token.kind {
            Kind::Sign(':') => Err(self.error_here(FormatErrorKind::Unsupported, "ports are not supported")),
            Kind::Line => Err(self.error_here(
                FormatErrorKind::Unsupported,
                "an undirected edge is not supported: expected `->`",
            )),
            _ => Ok(name),
        }
    }

    fn finish(mut self, options: &DotReadOptions) -> Result<Imported, FormatError> {
        if let Some(at) = self.error_source {
            return Err(self.lexer.error(at, FormatErrorKind::Syntax, "the error state has no transitions"));
        }
        let initial = match &options.initial {
            Some(name) => *self.nodes.get(name.as_str()).ok_or_else(|| {
                FormatError::whole(FormatErrorKind::Unsupported, format!("there is no node `{name}`"))
            })?,
            None => self.initial.ok_or_else(|| {
                let message = "no initial state: expected an edge `__start0 -> STATE`";
                self.error_here(FormatErrorKind::Unsupported, message)
            })?,
        };
        self.accepting.sort_unstable();
        self.accepting.dedup();
        let mut warnings = Vec::new();
        if !self.accepting.is_empty() && self.accepting.len() < self.n_states as usize {
            let (accepting, states) = (self.accepting.len(), self.n_states as usize);
            warnings.push(Warning::AcceptingStates { accepting, states });
        }
        // Every state was named in the text, so their number needs no justification by transitions.
        self.collector.set_named_states(self.n_states);
        let end = self.nodes.get(END_NODE).copied();
        Ok(Imported { lts: self.collector.finish(initial, end, &Sequential)?, warnings })
    }

    fn is_keyword(&self, keyword: &str) -> bool {
        matches!(&self.token.kind, Kind::Word(word) if word.eq_ignore_ascii_case(keyword))
    }

    fn advance(&mut self) -> Result<(), FormatError> {
        self.token = self.lexer.next()?;
        Ok(())
    }

    /// An error at the token that comes next.
    fn error_here(&self, kind: FormatErrorKind, message: impl Into<String>) -> FormatError {
        self.lexer.error(self.token.at, kind, message)
    }

    fn expect(&mut self, sign: char) -> Result<(), FormatError> {
        if self.token.kind == Kind::Sign(sign) {
            self.advance()
        } else {
            Err(self.expected(&format!("`{sign}`")))
        }
    }

    fn expected(&self, what: &str) -> FormatError {
        let message = format!("expected {what}, found {}", self.token.describe());
        self.error_here(FormatErrorKind::Syntax, message)
    }
}

/// The text that Graphviz draws: `\n`, `\l` and `\r` are line breaks, a backslash before anything else is
/// dropped.
fn unescape(text: Cow<'_, str>) -> Cow<'_, str> {
    if !text.contains('\\') {
        return text;
    }
    let mut out = String::with_capacity(text.len());
    let mut chars = text.chars();
    while let Some(c) = chars.next() {
        match c {
            '\\' => match chars.next() {
                Some('n' | 'l' | 'r') => out.push('\n'),
                Some(c) => out.push(c),
                None => out.push('\\'),
            },
            c => out.push(c),
        }
    }
    Cow::Owned(out)
}
