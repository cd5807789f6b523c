//! Writing `.aut`.

use std::io::Write;

use rely_lts::{Label, Lts, StateId};

use super::{AutStyle, END_LOOP, ERROR_LOOP, PROPOSITION};
use crate::error::{FormatError, FormatErrorKind, Losses};

/// Bytes gathered before they are handed on.
const CHUNK: usize = 1 << 16;

/// Writes an Aldebaran file; states keep their numbers.
///
/// ```
/// use rely_formats::{AutStyle, write_aut};
/// let mut text = Vec::new();
/// write_aut(&rely_lts::Lts::stop(&rely_lts::Actions::new()), AutStyle::Mcrl2, &mut text)?;
/// assert_eq!(text, b"des (0,0,1)\n");
/// # Ok::<(), rely_formats::FormatError>(())
/// ```
///
/// # Errors
/// If writing fails, a label contains a line end, or a label means something else in the style: `i` in
/// [`AutStyle::Cadp`], `ERROR` or `END` in a strict style for an LTS that has these states, `:p` for an LTS
/// that has propositions.
pub fn write_aut(lts: &Lts, style: AutStyle, out: &mut impl Write) -> Result<Losses, FormatError> {
    let labels = label_texts(lts, style)?;
    let mut losses = Losses::of(lts);
    let strict = style != AutStyle::Ltsa;
    let error = (strict && lts.has_error()).then(|| lts.n_states());
    let end = if strict { lts.end() } else { None };
    losses.end = !strict && lts.end().is_some();
    let marks = Marks::new(lts, style)?;
    losses.propositions = false;
    losses.false_propositions = marks.nowhere.clone();

    let n_states = lts.n_states() + usize::from(error.is_some());
    let n_transitions =
        lts.n_transitions() + usize::from(error.is_some()) + usize::from(end.is_some()) + marks.count;
    let space = if strict { " " } else { "" };
    let mut text = Vec::with_capacity(CHUNK + 256);
    writeln!(text, "des{space}({},{n_transitions},{n_states})", lts.initial().raw())?;
    for state in lts.states() {
        for (label, target) in lts.successors(state) {
            push_transition(&mut text, state.index(), &labels[label.index()], target_number(target, error));
            if text.len() >= CHUNK {
                out.write_all(&text)?;
                text.clear();
            }
        }
        for label in marks.of(lts, state) {
            push_transition(&mut text, state.index(), label, Some(state.index()));
        }
        if end == Some(state) {
            push_transition(&mut text, state.index(), quoted(END_LOOP).as_bytes(), Some(state.index()));
        }
    }
    if let Some(error) = error {
        push_transition(&mut text, error, quoted(ERROR_LOOP).as_bytes(), Some(error));
    }
    out.write_all(&text)?;
    Ok(losses)
}

/// The loops that say which propositions hold.
struct Marks {
    /// For every proposition its label in the file.
    labels: Vec<Vec<u8>>,
    /// How many loops there are.
    count: usize,
    /// Propositions that no state has.
    nowhere: Vec<String>,
}

impl Marks {
    fn new(lts: &Lts, style: AutStyle) -> Result<Marks, FormatError> {
        let mut marks = Marks { labels: Vec::new(), count: 0, nowhere: Vec::new() };
        let Some(propositions) = lts.propositions() else { return Ok(marks) };
        for (i, name) in propositions.names().iter().enumerate() {
            let holding = lts.states().filter(|&state| propositions.holds(state, i)).count();
            marks.count += holding;
            if holding == 0 {
                marks.nowhere.push(name.to_string());
            } else if name.is_empty() || name.contains(['\n', '\r']) {
                let message = format!(
                    "the proposition {name:?} cannot be written: its name is empty or contains a line end"
                );
                return Err(FormatError::whole(FormatErrorKind::Unwritable, message));
            }
            marks.labels.push(label_text(&format!("{PROPOSITION}{name}"), style));
        }
        Ok(marks)
    }

    /// The labels of a state's loops.
    fn of<'a>(&'a self, lts: &'a Lts, state: StateId) -> impl Iterator<Item = &'a [u8]> {
        let labels = lts.propositions().map(|propositions| {
            let held = (0..self.labels.len()).filter(move |&i| propositions.holds(state, i));
            held.map(|i| &self.labels[i][..])
        });
        labels.into_iter().flatten()
    }
}

/// The number of a target; `None` is written `-1`.
fn target_number(target: StateId, error: Option<usize>) -> Option<usize> {
    if target.is_error() { error } else { Some(target.index()) }
}

fn push_transition(text: &mut Vec<u8>, source: usize, label: &[u8], target: Option<usize>) {
    text.push(b'(');
    push_number(text, source);
    text.push(b',');
    text.extend_from_slice(label);
    text.push(b',');
    match target {
        Some(target) => push_number(text, target),
        None => text.extend_from_slice(b"-1"),
    }
    text.extend_from_slice(b")\n");
}

fn push_number(text: &mut Vec<u8>, mut number: usize) {
    let mut digits = [0u8; 20];
    let mut from = digits.len();
    loop {
        from -= 1;
        digits[from] = b'0' + (number % 10) as u8;
        number /= 10;
        if number == 0 {
            break;
        }
    }
    text.extend_from_slice(&digits[from..]);
}

/// The text of every label in the file, including tau.
fn label_texts(lts: &Lts, style: AutStyle) -> Result<Vec<Vec<u8>>, FormatError> {
    let strict = style != AutStyle::Ltsa;
    let tau = match style {
        AutStyle::Ltsa => "tau",
        AutStyle::Mcrl2 => "\"tau\"",
        AutStyle::Cadp => "i",
    };
    let mut texts = vec![tau.as_bytes().to_vec()];
    for label in lts.alphabet().labels() {
        let name = lts.label_name(label);
        let refuse = |why: &str| {
            let message = format!("the label {name:?} cannot be written: {why}");
            Err(FormatError::whole(FormatErrorKind::Unwritable, message))
        };
        if name.contains(['\n', '\r']) {
            return refuse("it contains a line end");
        }
        if style == AutStyle::Cadp && &*name == "i" && occurs(lts, label) {
            return refuse("`i` is the internal action in this style");
        }
        if strict && &*name == ERROR_LOOP && lts.has_error() {
            return refuse("this style uses it to mark the error state");
        }
        if strict && &*name == END_LOOP && lts.end().is_some() {
            return refuse("this style uses it to mark the END state");
        }
        if lts.propositions().is_some_and(|own| !own.names().is_empty())
            && name.len() > 1
            && name.starts_with(PROPOSITION)
            && occurs(lts, label)
        {
            return refuse("it would be read as a proposition, and the LTS has propositions");
        }
        texts.push(label_text(&name, style));
    }
    Ok(texts)
}

fn label_text(name: &str, style: AutStyle) -> Vec<u8> {
    let quotes = style != AutStyle::Ltsa || needs_quotes(name);
    if quotes { quoted(name).into_bytes() } else { name.as_bytes().to_vec() }
}

fn occurs(lts: &Lts, label: Label) -> bool {
    lts.states().any(|state| lts.labels_of(state).contains(&label))
}

fn quoted(name: &str) -> String {
    format!("\"{name}\"")
}

fn needs_quotes(name: &str) -> bool {
    name.is_empty() || name.contains(|c: char| c.is_ascii_whitespace() || ",()\"".contains(c))
}
