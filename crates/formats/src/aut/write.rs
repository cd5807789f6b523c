//! Writing `.aut`.

use std::io::Write;

use rely_lts::{Label, Lts, StateId};

use super::{AutStyle, END_LOOP, ERROR_LOOP};
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
/// [`AutStyle::Cadp`], `ERROR` or `END` in a strict style for an LTS that has these states.
pub fn write_aut(lts: &Lts, style: AutStyle, out: &mut impl Write) -> Result<Losses, FormatError> {
    let labels = label_texts(lts, style)?;
    let mut losses = Losses::of(lts);
    let strict = style != AutStyle::Ltsa;
    let error = (strict && lts.has_error()).then(|| lts.n_states());
    let end = if strict { lts.end() } else { None };
    losses.end = !strict && lts.end().is_some();

    let n_states = lts.n_states() + usize::from(error.is_some());
    let n_transitions = lts.n_transitions() + usize::from(error.is_some()) + usize::from(end.is_some());
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

/// The text of every label, tau included, as it stands in the file.
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
            return refuse("this style marks the error state by it");
        }
        if strict && &*name == END_LOOP && lts.end().is_some() {
            return refuse("this style marks the END state by it");
        }
        let text = if strict || needs_quotes(&name) { quoted(&name) } else { name.to_string() };
        texts.push(text.into_bytes());
    }
    Ok(texts)
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
