//! Any LTS as an FSP process that reads back strongly bisimilar, with the same alphabet.
//!
//! # Problem
//!
//! FSP text has no states and no tau, and allows fewer labels than an LTS.
//!
//! # Method
//!
//! One local process per reachable state, `Q0`, `Q1`, … in breadth-first order; `Q0` is initial. States
//! without transitions are `STOP` or `END`, transitions to the error state lead to `ERROR`. Labels of the
//! alphabet that do not occur are added by `+ {…}`. A tau is written as a fresh action, which the process
//! hides at its end; hiding works on prefixes, so the fresh name is the first component of no other label. A
//! process whose only behavior is to fail internally is `P = ERROR`, which means exactly that.
//!
//! ```text
//! P = Q0,
//! Q0 = (a -> Q1 | {b[1], c} -> STOP),
//! Q1 = (tau_ -> ERROR)
//! + {d} \ {tau_}.
//! ```
//!
//! States may have names instead, and comments. If the initial state has the name of the process, its choices
//! are the body of the process.
//!
//! # Invariants
//!
//! The text parses, and its process is strongly bisimilar to the LTS, with the same alphabet up to renamed
//! labels.
//!
//! # Cost
//!
//! Linear in the size of the text written.
//!
//! # Departures
//!
//! Unreachable states are omitted (FSP drops them as well), and all states without transitions become one
//! STOP. Propositions are lost.

mod label;

use std::io::{self, Write};

use rely_lts::{Alphabet, Label, Lts, StateId, StateMap};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::error::{FormatError, FormatErrorKind, Losses, unused_labels};
use label::{escape_label, is_upper_identifier};
pub use label::{fsp_label, unescape_label};

/// Lines are broken where they would become longer.
const WIDTH: usize = 100;

/// How to write a process.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FspOptions {
    /// What to do with labels that FSP cannot express.
    pub unwritable: UnwritableLabels,
    /// What the text defines.
    pub kind: FspKind,
    /// What the states are called, by number; states without transitions are STOP or END all the same. Names
    /// of processes, all different; the initial state may have the name of the process itself.
    pub state_names: Option<Vec<String>>,
    /// Comments, each above the definition of a state.
    pub comments: Vec<(StateId, String)>,
}

/// What a text defines.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum FspKind {
    /// A process.
    #[default]
    Process,
    /// A property: what its states do not offer of the alphabet is forbidden. It has no tau and no ERROR.
    Property,
}

/// What to do with labels that FSP cannot express: keywords, upper-case components, odd characters.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum UnwritableLabels {
    /// Give an error that lists them.
    #[default]
    Refuse,
    /// Rename their components: `x_`, then letters and digits as they are and every other character as its
    /// code in hexadecimal between underscores. `Foo` is `x_Foo`, `a b` is `x_a_20_b`. Components that begin
    /// with `x_` already are renamed as well, so that [`unescape_label`] finds the old name of every label.
    Rename,
}

/// What was done to make an LTS fit into FSP.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FspReport {
    /// Labels that were renamed: old and new name, both dotted.
    pub renamed: Vec<(String, String)>,
    /// The action that represents tau, and is hidden.
    pub hidden: Option<String>,
    /// What is not in the text.
    pub losses: Losses,
}

/// Writes an LTS as an FSP process.
///
/// ```
/// use rely_formats::{FspOptions, write_fsp};
/// let mut text = Vec::new();
/// write_fsp(&rely_lts::Lts::stop(&rely_lts::Actions::new()), "P", &FspOptions::default(), &mut text)?;
/// assert_eq!(text, b"P = STOP.\n");
/// # Ok::<(), rely_formats::FormatError>(())
/// ```
///
/// # Errors
/// If writing fails, the name or that of a state is not one of a process ([`fsp_process_name`] makes one),
/// there are labels that FSP cannot express and they are to be refused, or a property has tau or ERROR.
pub fn write_fsp(
    lts: &Lts,
    name: &str,
    options: &FspOptions,
    out: &mut impl Write,
) -> Result<FspReport, FormatError> {
    check_name(name)?;
    if options.kind == FspKind::Property && (lts.has_tau() || lts.has_error()) {
        return unwritable("a property has neither internal actions nor ERROR");
    }
    let (lts, numbers) = lts.reachable();
    let states = States::new(name, options, lts.n_states(), &numbers)?;
    let (labels, renamed) = labels_of(lts.alphabet(), options.unwritable)?;
    let hidden = lts.has_tau().then(|| fresh_action(&labels.dotted));
    let losses = Losses { propositions: lts.propositions().is_some(), ..Losses::default() };
    let report = FspReport { renamed, hidden, losses };

    for (old, new) in &report.renamed {
        writeln!(out, "// {new} stands for {old:?}")?;
    }
    let body = if is_error_from_start(&lts) { Body::Error } else { Body::of(&lts) };
    // `P = ERROR` has its tau built in, nothing is left to hide.
    let hidden = report.hidden.as_deref().filter(|_| !matches!(body, Body::Error));
    let writer =
        Writer { lts: &lts, labels: &labels.text, hidden: hidden.unwrap_or_default(), states: &states };
    if let Some(comment) = &states.comments[lts.initial().index()] {
        writeln!(out, "// {comment}")?;
    }
    if options.kind == FspKind::Property {
        write!(out, "property ")?;
    }
    match body {
        Body::Error => write!(out, "{name} = ERROR")?,
        Body::Stuck => write!(out, "{name} = {}", writer.reference(lts.initial()))?,
        Body::States => writer.states(name, out)?,
    }
    let unused: Vec<&str> =
        unused_labels(&lts).into_iter().map(|l| labels.text[l.index()].as_str()).collect();
    if !unused.is_empty() {
        write!(out, "\n+ ")?;
        write_set(&unused, out)?;
    }
    if let Some(hidden) = hidden {
        write!(out, "\n\\ {{{hidden}}}")?;
    }
    writeln!(out, ".")?;
    let hidden = hidden.map(str::to_string);
    Ok(FspReport { hidden, ..report })
}

fn unwritable<T>(message: impl Into<String>) -> Result<T, FormatError> {
    Err(FormatError::whole(FormatErrorKind::Unwritable, message.into()))
}

/// Is this the name of a process that is not FSP's own?
fn check_name(name: &str) -> Result<(), FormatError> {
    if is_upper_identifier(name) && !["STOP", "ERROR", "END"].contains(&name) {
        return Ok(());
    }
    unwritable(format!(
        "{name:?} is not a process name: expected an upper-case letter, then letters, digits, `_`"
    ))
}

/// A name of a process made from any text: odd characters become `_`, the first letter upper case.
///
/// ```
/// assert_eq!(rely_formats::fsp_process_name("p.1:PHIL"), "P_1_PHIL");
/// assert_eq!(rely_formats::fsp_process_name("2nd"), "P_2nd");
/// assert_eq!(rely_formats::fsp_process_name("END"), "P_END");
/// ```
pub fn fsp_process_name(text: &str) -> String {
    let mut name: String = text.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '_' }).collect();
    if let Some(first) = name.get_mut(..1) {
        first.make_ascii_uppercase();
    }
    if is_upper_identifier(&name) && !["STOP", "ERROR", "END"].contains(&name.as_str()) {
        name
    } else {
        format!("P_{name}")
    }
}

/// What the definition of a process consists of.
enum Body {
    Error,
    Stuck,
    States,
}

impl Body {
    fn of(lts: &Lts) -> Self {
        if lts.is_stuck(lts.initial()) { Body::Stuck } else { Body::States }
    }
}

/// Is there one transition, a tau from the initial state to the error state?
fn is_error_from_start(lts: &Lts) -> bool {
    lts.n_transitions() == 1
        && lts.transitions().all(|(s, label, t)| s == lts.initial() && label.is_tau() && t.is_error())
}

/// The labels of an alphabet, by position; tau has an empty text.
struct Labels {
    /// As FSP text: `a[1].b`.
    text: Vec<String>,
    /// As the tool calls them: `a.1.b`.
    dotted: Vec<String>,
}

type Renamed = Vec<(String, String)>;

fn labels_of(alphabet: &Alphabet, unwritable: UnwritableLabels) -> Result<(Labels, Renamed), FormatError> {
    let mut labels = Labels { text: vec![String::new()], dotted: vec![String::new()] };
    let mut renamed = Vec::new();
    let mut refused = Vec::new();
    for name in alphabet.names() {
        let dotted = match unwritable {
            UnwritableLabels::Refuse => name.to_string(),
            UnwritableLabels::Rename => escape_label(&name),
        };
        match fsp_label(&dotted) {
            Some(text) => labels.text.push(text),
            None => refused.push(format!("{name:?}")),
        }
        if *dotted != *name {
            renamed.push((name.to_string(), dotted.clone()));
        }
        labels.dotted.push(dotted);
    }
    if refused.is_empty() {
        return Ok((labels, renamed));
    }
    let message = format!("FSP cannot express these labels: {}", refused.join(", "));
    Err(FormatError::whole(FormatErrorKind::Unwritable, message))
}

/// An action that is a prefix of no label, so that hiding it hides nothing else.
fn fresh_action(labels: &[String]) -> String {
    // A name of one component matches by prefix just the labels that begin with this component.
    let first: FxHashSet<&str> = labels.iter().filter_map(|label| label.split('.').next()).collect();
    let numbered = (1u64..).map(|i| format!("tau_{i}"));
    std::iter::once("tau_".to_string())
        .chain(numbered)
        .find(|name| !first.contains(name.as_str()))
        .expect("an alphabet is finite")
}

/// The letter of the local processes, chosen so that none has the name of the process.
fn local_prefix(name: &str) -> &'static str {
    let is_local = name.strip_prefix('Q').is_some_and(|rest| rest.bytes().all(|b| b.is_ascii_digit()));
    if is_local { "S" } else { "Q" }
}

/// The names of the states and what is said about them, by number.
struct States {
    names: Vec<String>,
    comments: Vec<Option<String>>,
}

impl States {
    /// Of the reachable states, which have new numbers.
    fn new(
        name: &str,
        options: &FspOptions,
        n_states: usize,
        numbers: &StateMap<Option<StateId>>,
    ) -> Result<States, FormatError> {
        let local = local_prefix(name);
        let mut names: Vec<String> = (0..n_states).map(|i| format!("{local}{i}")).collect();
        if let Some(given) = &options.state_names {
            let mut seen = FxHashSet::default();
            for (old, new) in numbers.as_slice().iter().enumerate() {
                let Some(new) = new else { continue };
                let Some(given) = given.get(old) else {
                    return unwritable(format!("state {old} has no name"));
                };
                check_name(given)?;
                if !seen.insert(given) || given == name && new.index() != 0 {
                    return unwritable(format!("two states or processes have the name {given}"));
                }
                names[new.index()].clone_from(given);
            }
        }
        let mut comments = vec![None; n_states];
        for (old, comment) in &options.comments {
            if let Some(new) = numbers[*old] {
                // What a line end would begin is no comment any more.
                let text: String = comment.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
                comments[new.index()] = Some(text);
            }
        }
        Ok(States { names, comments })
    }
}

struct Writer<'a> {
    lts: &'a Lts,
    labels: &'a [String],
    hidden: &'a str,
    states: &'a States,
}

impl Writer<'_> {
    fn states(&self, name: &str, out: &mut impl Write) -> io::Result<()> {
        let initial = self.lts.initial();
        write!(out, "{name} = ")?;
        let is_body = self.states.names[initial.index()] == name;
        if is_body {
            self.choices(initial, out)?;
        } else {
            write!(out, "{}", self.reference(initial))?;
        }
        let defined = |s: &StateId| !(self.lts.is_stuck(*s) || is_body && *s == initial);
        for state in self.lts.states().filter(defined) {
            writeln!(out, ",")?;
            let comment = self.states.comments[state.index()].as_ref();
            if let Some(comment) = comment.filter(|_| state != initial) {
                writeln!(out, "// {comment}")?;
            }
            write!(out, "{} = ", self.reference(state))?;
            self.choices(state, out)?;
        }
        Ok(())
    }

    /// How a state is referred to.
    fn reference(&self, state: StateId) -> String {
        if state.is_error() {
            "ERROR".to_string()
        } else if self.lts.end() == Some(state) {
            "END".to_string()
        } else if self.lts.is_stuck(state) {
            "STOP".to_string()
        } else {
            self.states.names[state.index()].clone()
        }
    }

    /// The choices of a state, one per reference in the order of their first labels.
    fn choices(&self, state: StateId, out: &mut impl Write) -> io::Result<()> {
        let mut order: Vec<(String, Vec<Label>)> = Vec::new();
        let mut position: FxHashMap<String, usize> = FxHashMap::default();
        for (label, target) in self.lts.successors(state) {
            let target = self.reference(target);
            let i = *position.entry(target.clone()).or_insert_with(|| {
                order.push((target, Vec::new()));
                order.len() - 1
            });
            order[i].1.push(label);
        }
        let choices: Vec<String> = order.iter().map(|(target, labels)| self.choice(labels, target)).collect();
        let length: usize = choices.iter().map(|c| c.len() + 3).sum();
        let is_short = length + 8 <= WIDTH && !choices.iter().any(|c| c.contains('\n'));
        let separator = if is_short { " | " } else { "\n  | " };
        write!(out, "({})", choices.join(separator))
    }

    fn choice(&self, labels: &[Label], target: &str) -> String {
        let texts: Vec<&str> = labels
            .iter()
            .map(|label| if label.is_tau() { self.hidden } else { self.labels[label.index()].as_str() })
            .collect();
        let mut text = Vec::new();
        match texts.as_slice() {
            [one] => text.extend_from_slice(one.as_bytes()),
            several => write_set(several, &mut text).expect("a vector takes every byte"),
        }
        format!("{} -> {}", String::from_utf8_lossy(&text), target)
    }
}

/// `{a, b, c}`, with line breaks where it is long.
fn write_set(labels: &[&str], out: &mut impl Write) -> io::Result<()> {
    write!(out, "{{")?;
    let mut column = 0;
    for (i, label) in labels.iter().enumerate() {
        let separator = if i == 0 { "" } else { "," };
        let is_full = column > 0 && column + label.len() + 2 > WIDTH - 10;
        column = if is_full { label.len() } else { column + label.len() + 2 };
        let blank = match (i, is_full) {
            (0, _) => "",
            (_, true) => "\n     ",
            (_, false) => " ",
        };
        write!(out, "{separator}{blank}{label}")?;
    }
    write!(out, "}}")
}
