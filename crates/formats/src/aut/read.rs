//! Reading `.aut`: pieces of the file, cut at line ends into chunks, parsed in parallel, and combined in
//! order.
//!
//! # Problem
//!
//! Hundreds of megabytes of text, of which only the numbers and a few labels are kept. The accepted language,
//! the result and the reported error must not depend on the number of threads.
//!
//! # Method
//!
//! The file is read in pieces, never as a whole. A piece ends with a line; it is cut at line ends into as
//! many chunks as the executor has threads, and each is parsed by a [`Chunk`] into columns with labels of its
//! own. The columns are appended to the [`Collector`] in the order of the file, and labels are renumbered on
//! the way. The first chunk that failed, or exceeded the number of transitions of the header, is examined
//! again, line by line, for its first error.
//!
//! # Invariants
//!
//! I1: before a piece, the collector has all transitions of the lines before it. I2: chunk `k` of a piece is
//! parsed by parser `k`; a label that is new to the collector is new to the parser, so that labels are added
//! in the order of first occurrence in the file, whatever the number of chunks.
//!
//! # Cost
//!
//! Linear. Memory: the [`Collector`], one piece of the text, 12 bytes per line of it.
//!
//! # Departures
//!
//! None: no published method is followed. The tests compare it with a reader that goes line by line.

use std::io::Read;
use std::sync::Mutex;

use rely_lts::{Actions, Context, ProgressEvent};
use rustc_hash::FxHashMap;

use super::chunk::{Chunk, Start, find_header, first_error};
use super::line::{MAX_LINE, bare, label_name};
use super::propositions::{self, Held};
use super::{AutOptions, ColonLabels, END_LOOP, ERROR_LOOP, Header, Internal, MarkedStates};
use crate::collect::{Collector, ERROR, TAU};
use crate::error::{Counted, FormatError, FormatErrorKind, Imported, Warning};

/// Bytes of text per chunk: they stay in the cache while they are parsed.
const CHUNK: usize = 1 << 20;

/// Reads an Aldebaran file.
///
/// ```
/// use rely_formats::{AutOptions, read_aut};
/// let text = "des (0, 2, 2)\n(0, \"coin\", 1)\n(1, \"coffee\", 0)\n";
/// let read = read_aut(text.as_bytes(), &rely_lts::Actions::new(), &AutOptions::default())?;
/// assert_eq!((read.lts.n_states(), read.lts.n_transitions()), (2, 2));
/// # Ok::<(), rely_formats::FormatError>(())
/// ```
///
/// # Errors
/// If the text is not in the format, its counts contradict the header, or reading fails.
pub fn read_aut(input: impl Read, actions: &Actions, options: &AutOptions) -> Result<Imported, FormatError> {
    read_aut_with(input, actions, options, Context::unlimited())
}

/// As [`read_aut`], within a budget and with the threads of an executor. The result does not depend on the
/// number of threads.
///
/// # Errors
/// As [`read_aut`], and if the budget is exhausted ([`FormatError::spent`]).
pub fn read_aut_with(
    input: impl Read,
    actions: &Actions,
    options: &AutOptions,
    ctx: Context<'_>,
) -> Result<Imported, FormatError> {
    read_pieces(input, actions, options, ctx, CHUNK)
}

/// Reads a file in chunks of `chunk` bytes.
pub(super) fn read_pieces(
    mut input: impl Read,
    actions: &Actions,
    options: &AutOptions,
    ctx: Context<'_>,
    chunk: usize,
) -> Result<Imported, FormatError> {
    let width = ctx.executor.width().max(1);
    let mut reader = Reader {
        options: *options,
        ctx,
        collector: Collector::new(actions),
        labels: FxHashMap::default(),
        parsers: (0..width).map(|_| Mutex::new(Chunk::new())).collect(),
        label_of: vec![Vec::new(); width],
        header: None,
        n_lines: 0,
    };
    let piece = (width * chunk) as u64;
    let mut text: Vec<u8> = Vec::new();
    loop {
        let before = text.len();
        let failure = (&mut input).take(piece).read_to_end(&mut text).err();
        let ended = failure.is_none() && text.len() == before;
        let whole = match memchr::memrchr(b'\n', &text[before..]) {
            _ if ended => text.len(),
            Some(end) => before + end + 1,
            None => 0,
        };
        reader.piece(&text[..whole])?;
        text.drain(..whole);
        // A line that is too long is not gathered further: it is refused here.
        bare(reader.n_lines + 1, &text[..text.len().min(MAX_LINE + 4)])?;
        match failure {
            Some(error) => return Err(error.into()),
            None if ended => break,
            None => {}
        }
    }
    drop(text);
    reader.finish()
}

struct Reader<'a> {
    options: AutOptions,
    ctx: Context<'a>,
    collector: Collector,
    /// The collector's labels by name.
    labels: FxHashMap<Box<str>, u32>,
    parsers: Vec<Mutex<Chunk>>,
    /// The collector's label of each parser's labels.
    label_of: Vec<Vec<u32>>,
    header: Option<Header>,
    /// Lines before the current piece.
    n_lines: usize,
}

impl Reader<'_> {
    /// Takes in some whole lines.
    fn piece(&mut self, mut text: &[u8]) -> Result<(), FormatError> {
        if self.header.is_none() {
            match find_header(text, self.n_lines)? {
                Start::Blank(n_lines) => {
                    self.n_lines = n_lines;
                    return Ok(());
                }
                Start::Header(header, number, next) => {
                    self.header = Some(header);
                    self.n_lines = number;
                    text = &text[next..];
                }
            }
        }
        let Some(header) = self.header else { return Ok(()) };
        let chunks = cut(text, self.parsers.len());
        let parsers = &self.parsers;
        self.ctx.executor.run(chunks.len(), &|i| {
            parsers[i].lock().expect("every job has its own parser").parse(chunks[i], header.states);
        });
        for (i, chunk) in chunks.iter().enumerate() {
            self.append(i, chunk, &header)?;
        }
        let held = self.collector.memory() + text.len();
        self.ctx.budget.check_memory(held)?;
        self.ctx.budget.poll()?;
        let transitions = self.collector.n_transitions() as u64;
        self.ctx.progress.report(&ProgressEvent::Reading { transitions });
        Ok(())
    }

    /// Takes over what parser `i` has found in its chunk.
    fn append(&mut self, i: usize, text: &[u8], header: &Header) -> Result<(), FormatError> {
        let chunk = self.parsers[i].get_mut().expect("no job panics");
        let before = self.collector.n_transitions() as u64;
        if chunk.failed || before + chunk.sources.len() as u64 > header.transitions {
            let error = first_error(text, header, self.n_lines, before);
            return Err(error.expect("a chunk fails only if a line is wrong or one too many"));
        }
        let label_of = &mut self.label_of[i];
        for text in &chunk.texts[label_of.len()..] {
            let name = label_name(text).ok().expect("the parser has refused all others");
            let label = match (self.labels.get(name), name, self.options.internal) {
                (Some(&label), _, _) => label,
                (None, "i", Internal::TauAndI) => TAU,
                _ => {
                    let label = self.collector.add_label(name);
                    self.labels.insert(name.into(), label);
                    label
                }
            };
            label_of.push(label);
        }
        self.collector.append(&chunk.sources, &chunk.labels, &chunk.targets, label_of);
        self.n_lines += chunk.n_lines;
        Ok(())
    }

    fn finish(mut self) -> Result<Imported, FormatError> {
        self.parsers.clear();
        let Some(header) = self.header.take() else {
            let message = "expected a header des (INITIAL, TRANSITIONS, STATES), but the file is empty";
            return Err(FormatError::at(FormatErrorKind::Syntax, self.n_lines.max(1), 1, message));
        };
        let found = self.collector.n_transitions() as u64;
        if found != header.transitions {
            let message = format!(
                "the header announces {}, but the file has {found}",
                Counted(header.transitions, "transition")
            );
            return Err(FormatError::at(FormatErrorKind::Counts, self.n_lines, 1, message));
        }
        let mut warnings = Vec::new();
        if let Some(&i) = self.labels.get("i")
            && self.collector.count_label(TAU) == 0
        {
            warnings.push(Warning::VisibleI { transitions: self.collector.count_label(i) });
        }
        // The collector refuses numbers of states that the transitions do not justify.
        self.collector.set_states(header.states).map_err(|error| FormatError {
            line: 1,
            column: 1,
            ..error
        })?;
        let greatest = self.collector.greatest_state().unwrap_or(0).max(header.initial);
        let unnamed = header.states - u64::from(greatest) - 1;
        if unnamed > 0 {
            warnings.push(Warning::UnnamedStates { states: unnamed as usize });
        }
        let mut held = match self.options.colon_labels {
            ColonLabels::Propositions => {
                propositions::take(&mut self.collector, &self.labels, header.states)?
            }
            ColonLabels::Actions => None,
        };
        if let Some(held) = &held {
            warnings
                .push(Warning::Propositions { names: held.names.iter().map(ToString::to_string).collect() });
        }
        let (initial, end) = match self.options.marked {
            MarkedStates::Plain => (header.initial, None),
            MarkedStates::Loops => self.recognize_loops(header, held.as_mut())?,
        };
        let lts = self.collector.finish(initial, end, self.ctx.executor)?;
        let lts = match held {
            Some(held) => held.attach(lts)?,
            None => lts,
        };
        Ok(Imported { lts, warnings })
    }

    /// Turns states whose only transition is a loop labeled `ERROR` or `END` into ERROR and END.
    fn recognize_loops(
        &mut self,
        header: Header,
        held: Option<&mut Held>,
    ) -> Result<(u32, Option<u32>), FormatError> {
        let label = |name: &str| self.labels.get(name).copied();
        let (error_loop, end_loop) = (label(ERROR_LOOP), label(END_LOOP));
        let n = header.states as usize;
        // The label of the loop that is a state's only transition.
        let mut loop_of: Vec<Option<u32>> = vec![None; n];
        let mut n_outgoing = vec![0u8; n];
        for (source, label, target) in self.collector.transitions() {
            let count = &mut n_outgoing[source as usize];
            *count = count.saturating_add(1);
            loop_of[source as usize] = (*count == 1 && source == target).then_some(label);
        }
        let is_marked = |state: usize, mark: Option<u32>| mark.is_some() && loop_of[state] == mark;
        let mut new = vec![ERROR; n];
        let mut end = None;
        let mut next = 0;
        for (state, number) in new.iter_mut().enumerate() {
            if is_marked(state, error_loop) {
                continue;
            }
            if is_marked(state, end_loop) {
                if let Some(end) = end {
                    *number = end;
                    continue;
                }
                end = Some(next);
            }
            *number = next;
            next += 1;
        }
        let initial = new[header.initial as usize];
        if initial == ERROR {
            let message = "the initial state is marked as the error state; a system that starts in error has a tau transition to it";
            return Err(FormatError::at(FormatErrorKind::Unsupported, 1, 1, message));
        }
        if let Some(held) = held {
            let marked = |mark| (0..header.states as u32).filter(move |&s| is_marked(s as usize, mark));
            let refuse = |what: &str| Err(FormatError::whole(FormatErrorKind::Unsupported, what));
            let errors = held.of(&marked(error_loop).collect::<Vec<_>>());
            if errors.iter().any(|list| !list.is_empty()) {
                return refuse("the error state has no propositions");
            }
            let ends = held.of(&marked(end_loop).collect::<Vec<_>>());
            if ends.windows(2).any(|pair| pair[0] != pair[1]) {
                return refuse("all states marked as END are the same state, but their propositions differ");
            }
            held.renumber(&new);
        }
        self.collector.renumber(&new, next);
        self.collector.retain(|source, label, _| !(Some(source) == end && Some(label) == end_loop));
        Ok((initial, end))
    }
}

/// Cuts whole lines into chunks of about the same size, fewer if there is little text.
fn cut(text: &[u8], n: usize) -> Vec<&[u8]> {
    let mut chunks = Vec::with_capacity(n);
    let size = text.len().div_ceil(n).max(1);
    let mut rest = text;
    while !rest.is_empty() {
        let to = match rest.get(size..).and_then(|after| memchr::memchr(b'\n', after)) {
            Some(end) if chunks.len() + 1 < n => size + end + 1,
            _ => rest.len(),
        };
        let (chunk, after) = rest.split_at(to);
        chunks.push(chunk);
        rest = after;
    }
    chunks
}
