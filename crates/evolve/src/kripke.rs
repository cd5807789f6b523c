//! Labeled Kripke structures as transition systems over letters.
//!
//! # Problem
//! States have propositions, and what is seen of a run is not only its actions but also which propositions
//! hold after each. Wanted: an ordinary LTS whose traces are these observations.
//!
//! # Method
//! \[CSS04, Definition 3\], without counting internal steps. A step `s -a-> t` is the letter `a⟨p,q⟩` with
//! the propositions of `t`. A tau that changes no proposition stays tau; one that does is the letter
//! `τ⟨p,q⟩`. A new initial state has one transition, whose letter `⟨p,q⟩` shows the propositions of the
//! initial state. Letters are compared as wholes; everything that works on traces works on them.
//!
//! # Invariants
//! 1. States `0..n` of the result are those of the structure; state `n` is the new initial one.
//! 2. Different pairs of action and propositions are different letters, whatever their names: `\`, `,`, `⟨`
//!    and `⟩` in names have a `\` before them, and so have an action that is called `τ` and one without a
//!    name.
//!
//! # Cost
//! Linear.
//!
//! # Departures
//! The definition has tau as a letter: one more internal step would be another language. Letters do not
//! synchronize as actions do: `a⟨p⟩` of one component and `a⟨⟩` of another are one step of both. So
//! structures are composed first, and letters are made of the result.

use std::sync::Arc;

use rely_lts::{ActionId, Alphabet, Label, Lts, RowBuilder, StateId};
use rustc_hash::FxHashMap;

/// What a letter says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Seen {
    /// What happened.
    pub step: SeenStep,
    /// The propositions that hold afterwards, in the order in which they are observed.
    pub propositions: Vec<String>,
}

/// What happened when a letter was seen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SeenStep {
    /// Nothing yet: the letter describes the initial state.
    Start,
    /// An internal step that changed a proposition.
    Internal,
    /// A visible action.
    Action(String),
}

/// The structure as an LTS over letters. Only the observed propositions count; one that the structure does
/// not have is false throughout. Steps into ERROR, which has no propositions, are cut, and END is not marked.
///
/// ```
/// use rely_evolve::{SeenStep, letters, read_letter};
/// use rely_lts::{Actions, Propositions, StateId};
/// use rely_testkit::text::read;
///
/// let actions = Actions::new();
/// let mut lamp = Propositions::new(vec!["lit".into()], 2);
/// lamp.set(StateId::at(1), 0, true);
/// let lts = read(&actions, "0 press 1; 1 press 0").with_propositions(lamp).expect("one set per state");
/// let seen = letters(&lts, &["lit".into()]);
/// assert_eq!(seen.alphabet().names().join(" "), "press⟨lit⟩ press⟨⟩ ⟨⟩");
/// let letter = read_letter("press⟨lit⟩").expect("a letter");
/// assert_eq!((letter.step, letter.propositions), (SeenStep::Action("press".into()), vec!["lit".into()]));
/// ```
pub fn letters(lts: &Lts, observed: &[Arc<str>]) -> Lts {
    Encoding::new(lts, observed).encoded(None)
}

/// As [`letters`], over all the given letters, with steps into ERROR: a step `s -a-> ERROR` is one with every
/// letter of `a`.
pub(crate) fn failing_letters(lts: &Lts, observed: &[Arc<str>], alphabet: &Alphabet) -> Lts {
    Encoding::new(lts, observed).encoded(Some(alphabet))
}

/// What a letter says; `None` if the name is not one of a letter.
pub fn read_letter(name: &str) -> Option<Seen> {
    let mut parts = vec![String::new()];
    let mut plain = String::new();
    let (mut inside, mut closed, mut escaped_step, mut is_empty) = (false, false, false, true);
    let mut chars = name.chars();
    while let Some(c) = chars.next() {
        if closed {
            return None;
        }
        is_empty &= !inside || c == '⟩';
        let part = if inside { parts.last_mut()? } else { &mut plain };
        match c {
            '\\' => {
                escaped_step |= !inside;
                match chars.next()? {
                    EMPTY => {}
                    c => part.push(c),
                }
            }
            '⟨' if !inside => inside = true,
            '⟩' if inside => closed = true,
            ',' if inside => parts.push(String::new()),
            '⟨' | '⟩' | ',' => return None,
            c => part.push(c),
        }
    }
    let step = match &*plain {
        "" if !escaped_step => SeenStep::Start,
        "τ" if !escaped_step => SeenStep::Internal,
        _ => SeenStep::Action(plain),
    };
    let propositions = if is_empty { Vec::new() } else { parts };
    closed.then_some(Seen { step, propositions })
}

/// The LTS over actions that is left when letters forget their propositions: `a⟨p⟩` becomes `a`, the other
/// letters become tau. Its alphabet is the given one; actions outside of it, and names that are not letters,
/// become tau as well. States and END are kept.
pub fn forget(lts: &Lts, alphabet: &Alphabet) -> Lts {
    let action_of = |label: Label| match read_letter(&lts.label_name(label)).map(|seen| seen.step) {
        Some(SeenStep::Action(name)) => alphabet.label_of_name(&name).unwrap_or(Label::TAU),
        _ => Label::TAU,
    };
    let labels: Vec<Label> =
        std::iter::once(Label::TAU).chain(lts.alphabet().labels().map(action_of)).collect();
    let mut rows = RowBuilder::new(alphabet.clone());
    for state in lts.states() {
        let mut row: Vec<_> = lts.successors(state).map(|(label, t)| (labels[label.index()], t)).collect();
        rows.push_state(&mut row).expect("there are no more transitions than before");
    }
    rows.finish(lts.initial(), lts.end())
}

/// Written after `\` for a name that is empty.
const EMPTY: char = '0';

/// The name with a `\` before what would be read otherwise.
fn escaped(name: &str, is_step: bool) -> String {
    let mut text = String::with_capacity(name.len());
    if name.is_empty() {
        return format!("\\{EMPTY}");
    }
    for c in name.chars() {
        // A digit after `\` would be read as an empty name, so only these are ever escaped.
        if matches!(c, '\\' | ',' | '⟨' | '⟩') || (is_step && name == "τ") {
            text.push('\\');
        }
        text.push(c);
    }
    text
}

/// One structure and what is observed of it.
struct Encoding<'a> {
    lts: &'a Lts,
    /// The observed propositions that the structure has: names and positions.
    observed: Vec<(&'a Arc<str>, usize)>,
    /// For every state the number of its valuation.
    valuation: Vec<u32>,
    /// For every number the propositions as the letter has them, in brackets.
    texts: Vec<String>,
}

impl<'a> Encoding<'a> {
    fn new(lts: &'a Lts, observed: &'a [Arc<str>]) -> Self {
        let names = lts.propositions().map_or(&[][..], |propositions| propositions.names());
        let position = |name: &'a Arc<str>| names.iter().position(|own| own == name).map(|i| (name, i));
        let observed = observed.iter().filter_map(position).collect();
        let mut encoding =
            Encoding { lts, observed, valuation: Vec::with_capacity(lts.n_states()), texts: Vec::new() };
        let mut numbers = FxHashMap::default();
        for state in lts.states() {
            let text = encoding.text(state);
            let next = encoding.texts.len() as u32;
            let number = *numbers.entry(text.clone()).or_insert(next);
            if number == next {
                encoding.texts.push(text);
            }
            encoding.valuation.push(number);
        }
        encoding
    }

    /// The observed propositions of a state, in brackets.
    fn text(&self, state: StateId) -> String {
        let holds = |i| self.lts.propositions().is_some_and(|propositions| propositions.holds(state, i));
        let held = self.observed.iter().filter(|&&(_, i)| holds(i));
        let names: Vec<String> = held.map(|(name, _)| escaped(name, false)).collect();
        format!("⟨{}⟩", names.join(","))
    }

    /// The letter of a step into a state with this valuation, if it is one.
    fn letter(&self, action: ActionId, from: u32, to: u32) -> ActionId {
        let actions = self.lts.actions();
        let text = &self.texts[to as usize];
        match action.is_tau() {
            true if from == to => ActionId::TAU,
            true => actions.intern(&format!("τ{text}")),
            false => actions.intern(&format!("{}{text}", escaped(&actions.name(action), true))),
        }
    }

    /// E of the structure: over the letters that occur, or over these with steps into ERROR.
    fn encoded(&self, failing: Option<&Alphabet>) -> Lts {
        let lts = self.lts;
        let mut known: FxHashMap<(Label, bool, u32), ActionId> = FxHashMap::default();
        let mut steps: Vec<(StateId, ActionId, StateId)> = Vec::new();
        let mut failures: Vec<(StateId, Label)> = Vec::new();
        for (source, label, target) in lts.transitions() {
            if target.is_error() {
                failures.push((source, label));
                continue;
            }
            let (from, to) = (self.valuation[source.index()], self.valuation[target.index()]);
            // The letter of a tau depends on whether something changes, that of an action does not.
            let key = (label, label.is_tau() && from == to, to);
            let letter =
                *known.entry(key).or_insert_with(|| self.letter(lts.alphabet().action(label), from, to));
            steps.push((source, letter, target));
        }
        let start = StateId::at(lts.n_states());
        let first = self.texts.get(self.valuation[lts.initial().index()] as usize);
        let first = lts.actions().intern(first.expect("every state has a valuation"));
        steps.push((start, first, lts.initial()));
        let occurring = Alphabet::new(lts.actions(), steps.iter().map(|&(_, letter, _)| letter));
        let alphabet = failing.unwrap_or(&occurring);
        let with_action = |label: Label| -> Vec<ActionId> {
            if label.is_tau() {
                return vec![ActionId::TAU];
            }
            let name = lts.label_name(label);
            let ids = alphabet.ids().iter().copied();
            let is_of = |seen: Seen| matches!(seen.step, SeenStep::Action(action) if *action == *name);
            ids.filter(|&id| read_letter(&lts.actions().name(id)).is_some_and(is_of)).collect()
        };
        if failing.is_some() {
            let mut letters_of: FxHashMap<Label, Vec<ActionId>> = FxHashMap::default();
            for (source, label) in failures {
                let letters = letters_of.entry(label).or_insert_with(|| with_action(label));
                steps.extend(letters.iter().map(|&letter| (source, letter, StateId::ERROR)));
            }
        }
        // Sources come in order, but for what was added for ERROR.
        steps.sort_unstable_by_key(|&(source, ..)| source);
        let mut label_of = FxHashMap::from_iter([(ActionId::TAU, Label::TAU)]);
        label_of.extend(alphabet.labels().map(|label| (alphabet.action(label), label)));
        let mut rows = RowBuilder::new(alphabet.clone());
        let mut steps = steps.into_iter().peekable();
        for state in (0..=lts.n_states()).map(StateId::at) {
            let mut row = Vec::new();
            while let Some((_, letter, target)) = steps.next_if(|&(source, ..)| source == state) {
                // Letters outside of a given alphabet are those of states that cannot be reached.
                row.extend(label_of.get(&letter).map(|&label| (label, target)));
            }
            rows.push_state(&mut row).expect("there is one state more than before, and few transitions more");
        }
        rows.finish(start, None)
    }
}
