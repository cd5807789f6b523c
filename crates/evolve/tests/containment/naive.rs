//! Languages by definition: sets of configurations, stepped letter by letter. Nothing is shared with the
//! engines.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use rely_lts::{Lts, StateId};

/// A letter by name.
pub type Name = String;
/// Configurations in which a machine may be.
pub type Set = BTreeSet<usize>;

/// A nondeterministic machine over names; `None` as a letter is a silent step, `None` as a target is ERROR.
pub struct Machine {
    pub moves: Vec<Vec<(Option<Name>, Option<usize>)>>,
    /// The state of the LTS of every configuration; the one before the first letter has the number after the
    /// last state.
    pub states: Vec<StateId>,
    /// Does nothing happen at all, not even the empty word?
    pub is_empty: bool,
}

/// How a version is looked at.
pub struct Look<'a> {
    /// The names that are seen.
    pub interface: &'a BTreeSet<Name>,
    /// The propositions that are seen; none for a plain LTS.
    pub observed: &'a [Arc<str>],
    /// Processes whose complete behaviors end the language.
    pub forbidden: &'a [Arc<Lts>],
}

/// Where the process of a prohibited behavior may be; `None`: it has stopped in some way.
type Watched = Option<BTreeSet<usize>>;

fn watched(process: &Lts, from: BTreeSet<Option<usize>>) -> Watched {
    let mut set = from;
    loop {
        let more: BTreeSet<Option<usize>> = set
            .iter()
            .flatten()
            .flat_map(|&s| process.successors(StateId::at(s)))
            .filter(|(label, _)| label.is_tau())
            .map(|(_, t)| (!t.is_error()).then_some(t.index()))
            .collect();
        if more.is_subset(&set) {
            break;
        }
        set.extend(more);
    }
    let stopped = |s: &Option<usize>| s.is_none_or(|s| process.successors(StateId::at(s)).len() == 0);
    if set.iter().any(stopped) { None } else { Some(set.into_iter().flatten().collect()) }
}

/// Where a process may be after one more action.
fn watch(process: &Lts, set: &BTreeSet<usize>, action: &str) -> Watched {
    if !process.alphabet().names().iter().any(|name| **name == *action) {
        return Some(set.clone());
    }
    let next = set.iter().flat_map(|&s| process.successors(StateId::at(s)));
    let next = next.filter(|(label, _)| &*process.label_name(*label) == action);
    watched(process, next.map(|(_, t)| (!t.is_error()).then_some(t.index())).collect())
}

fn valuation(lts: &Lts, state: StateId, observed: &[Arc<str>]) -> String {
    let own = lts.propositions();
    let holds = |name: &&Arc<str>| {
        own.is_some_and(|own| (0..own.names().len()).any(|i| own.names()[i] == **name && own.holds(state, i)))
    };
    let held: Vec<&str> = observed.iter().filter(holds).map(|name| &**name).collect();
    format!("⟨{}⟩", held.join(","))
}

/// A version as it is looked at, ERROR included. A step into ERROR with a visible action has, where
/// propositions are seen, all the letters of `any` with that action.
pub fn machine(lts: &Lts, look: &Look<'_>, any: &BTreeSet<Name>) -> Machine {
    let start: Option<Vec<BTreeSet<usize>>> = look
        .forbidden
        .iter()
        .map(|process| watched(process, BTreeSet::from([Some(process.initial().index())])))
        .collect();
    let Some(start) = start else {
        return Machine { moves: vec![Vec::new()], states: vec![lts.initial()], is_empty: true };
    };
    let is_kripke = !look.observed.is_empty();
    let before = StateId::at(lts.n_states());
    let first = (if is_kripke { before } else { lts.initial() }, start);
    let mut number = BTreeMap::from([(first.clone(), 0)]);
    let mut order = vec![first];
    let mut moves: Vec<Vec<(Option<Name>, Option<usize>)>> = Vec::new();
    while moves.len() < order.len() {
        let (state, sets) = order[moves.len()].clone();
        let mut row = Vec::new();
        let mut go = |state: StateId, sets: Vec<BTreeSet<usize>>| {
            let next = order.len();
            let known = *number.entry((state, sets.clone())).or_insert(next);
            if known == next {
                order.push((state, sets));
            }
            known
        };
        if state == before {
            row.push((Some(valuation(lts, lts.initial(), look.observed)), Some(go(lts.initial(), sets))));
            moves.push(row);
            continue;
        }
        for (label, target) in lts.successors(state) {
            let name = (!label.is_tau()).then(|| lts.label_name(label).to_string());
            let next: Option<Vec<BTreeSet<usize>>> = match &name {
                Some(name) => {
                    look.forbidden.iter().zip(&sets).map(|(process, set)| watch(process, set, name)).collect()
                }
                None => Some(sets.clone()),
            };
            let Some(next) = next else { continue };
            let seen = name.filter(|name| look.interface.contains(name));
            if target.is_error() {
                let letters = match &seen {
                    Some(name) if is_kripke => any
                        .iter()
                        .filter(|letter| {
                            letter.strip_prefix(name.as_str()).is_some_and(|rest| rest.starts_with('⟨'))
                        })
                        .map(|letter| Some(letter.clone()))
                        .collect(),
                    other => vec![other.clone()],
                };
                row.extend(letters.into_iter().map(|letter| (letter, None)));
                continue;
            }
            let letter = if is_kripke {
                let (from, to) =
                    (valuation(lts, state, look.observed), valuation(lts, target, look.observed));
                match seen {
                    Some(name) => Some(format!("{name}{to}")),
                    None if from == to => None,
                    None => Some(format!("τ{to}")),
                }
            } else {
                seen
            };
            row.push((letter, Some(go(target, next))));
        }
        moves.push(row);
    }
    let states = order.into_iter().map(|(state, _)| state).collect();
    Machine { moves, states, is_empty: false }
}

impl Machine {
    /// The letters that lead somewhere else than ERROR.
    pub fn letters(&self) -> BTreeSet<Name> {
        let good = self.moves.iter().flatten().filter(|(_, target)| target.is_some());
        good.filter_map(|(letter, _)| letter.clone()).collect()
    }

    fn close(&self, from: impl IntoIterator<Item = Option<usize>>) -> (Set, bool) {
        let mut set = BTreeSet::new();
        let mut fails = false;
        let mut open: Vec<Option<usize>> = from.into_iter().collect();
        while let Some(s) = open.pop() {
            match s {
                None => fails = true,
                Some(s) if set.insert(s) => {
                    open.extend(self.moves[s].iter().filter(|step| step.0.is_none()).map(|step| step.1));
                }
                Some(_) => {}
            }
        }
        (set, fails)
    }

    /// Before anything is seen, and may it be in ERROR?
    pub fn start(&self) -> (Set, bool) {
        if self.is_empty { (Set::new(), false) } else { self.close([Some(0)]) }
    }

    /// After one more letter, and may it be in ERROR?
    pub fn step(&self, set: &Set, letter: &str) -> (Set, bool) {
        let steps = set.iter().flat_map(|&s| &self.moves[s]);
        self.close(
            steps.filter(|step| step.0.as_deref() == Some(letter)).map(|step| step.1).collect::<Vec<_>>(),
        )
    }

    /// After a word.
    pub fn after(&self, word: &[Name]) -> (Set, bool) {
        word.iter().fold(self.start(), |(set, _), letter| self.step(&set, letter))
    }

    /// Is the word a trace?
    pub fn has(&self, word: &[Name]) -> bool {
        !self.after(word).0.is_empty()
    }

    /// The states of a set.
    pub fn states_of(&self, set: &Set) -> Vec<StateId> {
        let states: BTreeSet<StateId> = set.iter().map(|&s| self.states[s]).collect();
        states.into_iter().collect()
    }
}

/// Which sets of a machine have the same future: numbers, given as sets are asked for.
pub struct Futures<'a> {
    machine: &'a Machine,
    letters: &'a BTreeSet<Name>,
    /// Do traces to ERROR count?
    errors: bool,
    representatives: Vec<Set>,
}

impl<'a> Futures<'a> {
    pub fn new(machine: &'a Machine, letters: &'a BTreeSet<Name>, errors: bool) -> Self {
        Futures { machine, letters, errors, representatives: Vec::new() }
    }

    /// The number of a set's future.
    pub fn number(&mut self, set: &Set) -> usize {
        if let Some(i) =
            (0..self.representatives.len()).find(|&i| self.are_equal(&self.representatives[i], set))
        {
            return i;
        }
        self.representatives.push(set.clone());
        self.representatives.len() - 1
    }

    fn are_equal(&self, one: &Set, other: &Set) -> bool {
        let mut known = BTreeSet::from([(one.clone(), other.clone())]);
        let mut open = vec![(one.clone(), other.clone())];
        while let Some((one, other)) = open.pop() {
            if one.is_empty() != other.is_empty() {
                return false;
            }
            for letter in self.letters {
                let ((one, fails), (other, other_fails)) =
                    (self.machine.step(&one, letter), self.machine.step(&other, letter));
                if self.errors && fails != other_fails {
                    return false;
                }
                let pair = (one, other);
                if known.insert(pair.clone()) {
                    open.push(pair);
                }
            }
        }
        true
    }
}

/// All words over some letters, shortest first, then by names.
pub fn words(letters: &BTreeSet<Name>, length: usize) -> Vec<Vec<Name>> {
    let mut all = vec![Vec::new()];
    let mut layer: Vec<Vec<Name>> = vec![Vec::new()];
    for _ in 0..length {
        layer = layer
            .iter()
            .flat_map(|word| letters.iter().map(|letter| [&word[..], std::slice::from_ref(letter)].concat()))
            .collect();
        all.extend(layer.iter().cloned());
    }
    all
}
