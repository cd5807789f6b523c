//! Digests and keys: when are two questions the same?
//!
//! # Problem
//! Questions with the same key must have the same answer, for a reason that can be proved, and as many as
//! possible should share a key: names and numbers of states, the order of components, and behavior that no
//! other component observes must not count.
//!
//! # Method
//! - [`Digest::of_lts`]: the alphabet by name, END, ERROR, propositions and transitions of the reachable
//!   part, numbered breadth-first. Two deterministic LTSs have the same digest iff they differ only in the
//!   numbers of states.
//! - [`ProblemDigest`]: whether components satisfy a property depends on each of them only through its traces
//!   over the actions that others know (`theory/evolution.md`). So an exchanged component is represented by
//!   the digest of the canonical machine of these traces; the others are their own digests.
//! - [`Key`]: the digest of a text that begins with the version of its meaning, and in which every word is
//!   preceded by its length.
//!
//! # Invariants
//! 1. Different inputs give different texts; the first line of a text decides what it means.
//!
//! # Cost
//! Linear, except for the canonical machine, which is abandoned above [`SETS`] sets: then the component is
//! its own digest, and fewer questions share the key.
//!
//! # Departures
//! None.

use std::fmt;

use rely_assume::prove::Problem;
use rely_lts::minimize::{Equivalence, minimize};
use rely_lts::{ActionId, Alphabet, Budget, Context, Label, Lts, RowBuilder, StateId};
use sha2::{Digest as _, Sha256};

/// The first line of every key: what compatibility means, and how it is asked. It changes when one of them
/// does.
const MEANING: &str = "rely/compat/1 meaning 1";

/// How many sets the canonical machine of a component may take, beside a multiple of its states.
pub const SETS: u64 = 4096;

/// A SHA-256.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Digest([u8; 32]);

impl Digest {
    /// The digest of bytes.
    pub fn of_bytes(bytes: &[u8]) -> Digest {
        Digest(Sha256::digest(bytes).into())
    }

    /// The digest of the part of an LTS that can be reached: its alphabet, END, ERROR, propositions and
    /// transitions, and no names or numbers of states.
    pub fn of_lts(lts: &Lts) -> Digest {
        let reached;
        let lts = if lts.is_breadth_first() {
            lts
        } else {
            reached = lts.reachable().0;
            &reached
        };
        let mut fields = Fields(Sha256::new());
        fields.text("rely/store/lts/1");
        let names = lts.alphabet().names();
        fields.number(names.len() as u64);
        names.iter().for_each(|name| fields.text(name));
        fields.number(lts.n_states() as u64);
        fields.state(lts.end());
        fields.number(lts.n_transitions() as u64);
        for (source, label, target) in lts.transitions() {
            fields.number(source.raw().into());
            fields.number(label.raw().into());
            fields.state((!target.is_error()).then_some(target));
        }
        if let Some(propositions) = lts.propositions().filter(|p| !p.names().is_empty()) {
            let mut order: Vec<usize> = (0..propositions.names().len()).collect();
            order.sort_by_key(|&p| &propositions.names()[p]);
            fields.number(order.len() as u64);
            for p in order {
                fields.text(&propositions.names()[p]);
                let holds: Vec<StateId> = lts.states().filter(|&s| propositions.holds(s, p)).collect();
                fields.number(holds.len() as u64);
                holds.iter().for_each(|s| fields.number(s.raw().into()));
            }
        }
        Digest(fields.0.finalize().into())
    }

    /// The digest of a name in hexadecimal.
    pub(super) fn from_name(name: &str) -> Option<Digest> {
        let digits = name.as_bytes();
        let value = |digit: u8| match digit {
            b'0'..=b'9' => Some(digit - b'0'),
            b'a'..=b'f' => Some(digit - b'a' + 10),
            _ => None,
        };
        if digits.len() != 64 {
            return None;
        }
        let mut bytes = [0; 32];
        for (byte, pair) in bytes.iter_mut().zip(digits.chunks_exact(2)) {
            *byte = value(pair[0])? << 4 | value(pair[1])?;
        }
        Some(Digest(bytes))
    }
}

impl fmt::Display for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl fmt::Debug for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Digest({self})")
    }
}

/// What is hashed, number by number; every text has its length before it.
struct Fields(Sha256);

impl Fields {
    fn number(&mut self, value: u64) {
        self.0.update(value.to_le_bytes());
    }

    fn text(&mut self, text: &str) {
        self.number(text.len() as u64);
        self.0.update(text.as_bytes());
    }

    fn state(&mut self, state: Option<StateId>) {
        self.number(state.map_or(u64::MAX, |s| s.raw().into()));
    }
}

/// What something is kept under.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Key(Digest);

impl Key {
    /// The canonical machine of a component over an interface, with what is observed of it and what is
    /// forbidden to it.
    pub fn machine(lts: &Digest, interface: &Alphabet, observed: &[String], forbidden: &[Digest]) -> Key {
        let names = interface.names();
        KeyText::new("machine")
            .line("lts", [lts])
            .line("interface", names)
            .line("observed", observed)
            .line("forbidden", forbidden)
            .key()
    }

    /// The machine of whatever a process was last: a first guess.
    pub fn last_machine(process: &str, observed: &[String]) -> Key {
        KeyText::new("last machine").line("process", [process]).line("observed", observed).key()
    }

    /// The proof that was last found for a property of a target: a first guess.
    pub fn last_proof(target: &str, property: &str) -> Key {
        KeyText::new("last proof").line("target", [target]).line("property", [property]).key()
    }

    /// The predicates of a component of a program: the file's name without folder and ending, the function
    /// that it executes, if one is named, and the text of its mapping.
    pub fn predicates(file: &str, entry: Option<&str>, mapping: &str) -> Key {
        let mapping = Digest::of_bytes(mapping.as_bytes());
        KeyText::new("predicates").line("file", [file]).line("entry", entry).line("mapping", [mapping]).key()
    }

    /// The predicates of whatever component last had a mapping and an entry: a first guess.
    pub fn last_predicates(entry: Option<&str>, mapping: &str) -> Key {
        let mapping = Digest::of_bytes(mapping.as_bytes());
        KeyText::new("last predicates").line("entry", entry).line("mapping", [mapping]).key()
    }

    /// The answer to a check: everything that it depends on, as pairs of names and values. Nothing may be
    /// left out: equal keys stand for equal answers.
    pub fn answer<'a>(depends_on: impl IntoIterator<Item = (&'a str, String)>) -> Key {
        let text = KeyText::new("answer");
        depends_on.into_iter().fold(text, |text, (name, value)| text.line(name, [value])).key()
    }

    pub(super) fn from_name(name: &str) -> Option<Key> {
        Digest::from_name(name).map(Key)
    }
}

impl fmt::Display for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl fmt::Debug for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Key({self})")
    }
}

/// The text of a key: a line for each field, every word with its length before it.
struct KeyText(String);

impl KeyText {
    fn new(kind: &str) -> KeyText {
        KeyText(format!("{MEANING}\n{kind}\n"))
    }

    fn line<T: ToString>(mut self, field: &str, words: impl IntoIterator<Item = T>) -> KeyText {
        self.0.push_str(field);
        for word in words {
            let word = word.to_string();
            self.0.push_str(&format!(" {}:{word}", word.len()));
        }
        self.0.push('\n');
        self
    }

    fn key(self) -> Key {
        Key(Digest::of_bytes(self.0.as_bytes()))
    }
}

/// What a proof depends on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProblemDigest {
    /// The processes of the problem, in its order: what they are called, and what is seen of them.
    pub components: Vec<(String, Digest)>,
    /// Its properties, in its order.
    pub properties: Vec<Digest>,
}

impl ProblemDigest {
    /// What the question of a problem depends on, if the components at some places were exchanged.
    pub fn new(problem: &Problem, exchanged: &[usize], ctx: Context<'_>) -> ProblemDigest {
        let seen = |at: usize| {
            let exact = || Digest::of_lts(&problem.original[at].lts);
            if exchanged.contains(&at) { seen(problem, at, ctx).unwrap_or_else(exact) } else { exact() }
        };
        let components = &problem.components;
        ProblemDigest {
            components: (0..components.len()).map(|at| (components[at].name.clone(), seen(at))).collect(),
            properties: problem.properties.iter().map(|p| Digest::of_lts(&p.lts)).collect(),
        }
    }

    /// The key of its proof: the order and the names of components do not count.
    pub fn key(&self) -> Key {
        let mut components: Vec<Digest> = self.components.iter().map(|&(_, digest)| digest).collect();
        components.sort_unstable();
        KeyText::new("proof").line("components", components).line("properties", &self.properties).key()
    }
}

/// The canonical machine of what others can see of a component; `None` if that is too much work.
fn seen(problem: &Problem, at: usize, ctx: Context<'_>) -> Option<Digest> {
    let others = problem.components.iter().enumerate().filter(|&(other, _)| other != at).map(|(_, c)| c);
    let others = others.chain(&problem.properties).map(|c| c.lts.alphabet());
    let others = Alphabet::union(&problem.actions, others);
    let lts = &problem.components[at].lts;
    let limit = SETS.saturating_add(16 * lts.n_states() as u64);
    let limit = ctx.budget.states.map_or(limit, |states| states.min(limit));
    let budget: Budget = ctx.budget.clone().with_states(limit);
    let machine = minimize(&through(lts, &others), Equivalence::Trace, Context { budget: &budget, ..ctx });
    Some(Digest::of_lts(&machine.ok()?.lts))
}

/// An LTS seen through the actions that others know; the rest becomes tau.
fn through(lts: &Lts, others: &Alphabet) -> Lts {
    let own = lts.alphabet();
    let shared: Vec<ActionId> = own.ids().iter().copied().filter(|&id| others.contains(id)).collect();
    let seen = Alphabet::new(lts.actions(), shared);
    let label = |label: Label| seen.label(own.action(label)).unwrap_or(Label::TAU);
    let mut rows = RowBuilder::new(seen.clone());
    let mut row = Vec::new();
    for state in lts.states() {
        row.clear();
        row.extend(lts.successors(state).map(|(l, to)| (if l.is_tau() { l } else { label(l) }, to)));
        rows.push_state(&mut row).expect("there are not more transitions than before");
    }
    rows.finish(lts.initial(), None)
}
