//! Random models, and what it means that two are the same.
#![allow(dead_code)] // Each test program uses its own part.

use rely_lts::{ActionId, Actions, Lts, LtsBuilder, Propositions, StateId};
pub use rely_testkit::generate::Rng;

/// Labels that try the quoting rules of every format.
pub const ODD_LABELS: [&str; 16] = [
    "a",
    "b.1",
    "{p,q}::x",
    "say (hi)",
    "a, b",
    "\"",
    "\"quoted\"",
    "back\\slash",
    "tab\tbed",
    " blanks ",
    "é→π",
    "i",
    "-1",
    "#hash",
    "\\n",
    "x\\\"y",
];

/// A random LTS with odd labels, with ERROR, END, tau, isolated states and any initial state.
pub fn random_lts(random: &mut Rng) -> Lts {
    random_lts_over(&ODD_LABELS, random)
}

/// A random LTS with some of the labels, with ERROR, END, tau, isolated states and any initial state.
pub fn random_lts_over(labels: &[&str], random: &mut Rng) -> Lts {
    let actions = Actions::new();
    let mut builder = LtsBuilder::new(&actions);
    let n = 1 + random.below(6);
    builder.ensure_states(n).unwrap();
    let end = (n > 1 && random.below(3) == 0).then(|| random.below(n));
    if let Some(end) = end {
        builder.set_end(StateId::at(end));
    }
    for _ in 0..random.below(12) {
        let source = random.below(n);
        if Some(source) == end {
            continue;
        }
        let action = match random.below(6) {
            0 => ActionId::TAU,
            _ => actions.intern(labels[random.below(labels.len())]),
        };
        let target = match random.below(6) {
            0 => StateId::ERROR,
            _ => StateId::at(random.below(n)),
        };
        builder.add_transition(StateId::at(source), action, target);
    }
    if random.below(3) == 0 {
        builder.extend_alphabet(actions.intern("never"));
    }
    builder.finish(StateId::at(random.below(n))).unwrap()
}

/// The same LTS with random propositions.
pub fn with_propositions(lts: Lts, random: &mut Rng) -> Lts {
    let mut propositions = Propositions::new(vec!["p".into(), "q".into()], lts.n_states());
    for state in lts.states() {
        propositions.set(state, 0, random.below(2) == 0);
        propositions.set(state, 1, random.below(2) == 0);
    }
    lts.with_propositions(propositions).unwrap()
}

/// Everything there is to know about an LTS, as text.
pub fn show(lts: &Lts) -> String {
    let mut text = format!(
        "states {} initial {} end {:?} alphabet {:?} propositions {:?}\n",
        lts.n_states(),
        lts.initial().raw(),
        lts.end().map(StateId::raw),
        lts.alphabet(),
        lts.propositions(),
    );
    text.push_str(&show_transitions(lts));
    text
}

/// The transitions of an LTS, as text.
pub fn show_transitions(lts: &Lts) -> String {
    let mut text = String::new();
    for (source, label, target) in lts.transitions() {
        let target = if target.is_error() { "ERROR".to_string() } else { target.raw().to_string() };
        text.push_str(&format!("{} {:?} {target}\n", source.raw(), lts.label_name(label)));
    }
    text
}

/// The LTS without the actions of its alphabet that do not occur.
pub fn without_unused(lts: &Lts) -> Lts {
    let mut builder = LtsBuilder::new(lts.actions());
    builder.ensure_states(lts.n_states()).unwrap();
    for (source, label, target) in lts.transitions() {
        builder.add_transition(source, lts.alphabet().action(label), target);
    }
    if let Some(end) = lts.end() {
        builder.set_end(end);
    }
    builder.finish(lts.initial()).unwrap()
}

const ODD_BYTES: &[u8] = b"\"\\(){}[]<>,;:-+=#\n\r\t 0129\xFF\x00\xC3/*";

/// Damages some bytes: changes, drops, doubles, inserts, cuts.
pub fn mutate(bytes: &[u8], random: &mut Rng) -> Vec<u8> {
    let mut bytes = bytes.to_vec();
    for _ in 0..1 + random.below(4) {
        let at = random.below(bytes.len().max(1));
        let odd = ODD_BYTES[random.below(ODD_BYTES.len())];
        match random.below(6) {
            0 if at < bytes.len() => bytes[at] = odd,
            1 if at < bytes.len() => {
                bytes.remove(at);
            }
            2 => bytes.truncate(at),
            3 => {
                let to = (at + random.below(20)).min(bytes.len());
                let part = bytes[at.min(to)..to].to_vec();
                bytes.splice(at..at, part);
            }
            _ => bytes.insert(at.min(bytes.len()), odd),
        }
    }
    bytes
}
