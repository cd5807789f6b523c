//! What premises and conclusions mean, by definition: words, and sets of states after words. Nothing here is
//! taken from the engines.

use std::collections::{HashMap, HashSet, VecDeque};

use rely_assume::Assumption;
use rely_assume::prove::{Machine, Premise, Problem};
use rely_lts::{ActionId, Component, Lts};

/// A set of at most 64 states.
type Set = u64;

/// The state of a deterministic machine that has excluded the word.
const TRAP: u32 = u32::MAX;

/// An LTS as tables over the letters of a problem. An ERROR of its own is one more state, the last one,
/// without transitions.
struct Table {
    initial: usize,
    n_states: usize,
    knows: Vec<bool>,
    /// Targets per letter and state.
    by: Vec<Vec<Set>>,
    tau: Vec<Set>,
    error: Option<usize>,
}

impl Table {
    fn new(lts: &Lts, letters: &[ActionId]) -> Table {
        let error = lts.transitions().any(|(_, _, t)| t.is_error()).then_some(lts.n_states());
        let n_states = lts.n_states() + usize::from(error.is_some());
        assert!(n_states <= 64, "the judge is for small models");
        let mut table = Table {
            initial: lts.initial().index(),
            n_states,
            knows: letters.iter().map(|id| lts.alphabet().ids().contains(id)).collect(),
            by: vec![vec![0; n_states]; letters.len()],
            tau: vec![0; n_states],
            error,
        };
        for (s, label, t) in lts.transitions() {
            let target = 1 << error.filter(|_| t.is_error()).unwrap_or_else(|| t.index());
            match label.is_tau() {
                true => table.tau[s.index()] |= target,
                false => {
                    let action = lts.alphabet().action(label);
                    let letter = letters.iter().position(|&id| id == action).expect("a known action");
                    table.by[letter][s.index()] |= target;
                }
            }
        }
        table
    }

    fn after(row: &[Set], set: Set) -> Set {
        states(set).fold(0, |all, s| all | row[s])
    }

    fn closed(&self, mut set: Set) -> Set {
        loop {
            let more = set | Table::after(&self.tau, set);
            if more == set {
                return set;
            }
            set = more;
        }
    }

    /// Where it may be after the empty word.
    fn start(&self) -> Set {
        self.closed(1 << self.initial)
    }

    /// Where it may be after one more letter; nowhere if the word is none of its words.
    fn read(&self, set: Set, letter: usize) -> Set {
        if self.knows[letter] { self.closed(Table::after(&self.by[letter], set)) } else { set }
    }

    /// The next state of a deterministic machine; what it does not offer, and ERROR, exclude the word.
    fn follow(&self, state: u32, letter: usize) -> u32 {
        if state == TRAP || !self.knows[letter] {
            return state;
        }
        let targets = self.by[letter][state as usize];
        assert!(targets.count_ones() <= 1, "the machines of premises are deterministic");
        match states(targets).next() {
            Some(target) if Some(target) != self.error => target as u32,
            _ => TRAP,
        }
    }
}

fn states(set: Set) -> impl Iterator<Item = usize> {
    (0..64).filter(move |s| set >> s & 1 == 1)
}

/// The actions of components, properties and assumptions.
fn letters_of<'l>(all: impl Iterator<Item = &'l Lts>) -> Vec<ActionId> {
    let mut letters: Vec<ActionId> = all.flat_map(|lts| lts.alphabet().ids().to_vec()).collect();
    letters.sort();
    letters.dedup();
    letters
}

/// A premise, ready to be read word by word.
pub struct Reading {
    letters: Vec<ActionId>,
    components: Vec<Table>,
    /// `kept`, then `until`, then `refuted`.
    machines: Vec<Table>,
    n_kept: usize,
    n_until: usize,
}

/// What is known after a word: where components may be, and where the machines are.
type After = (Vec<Set>, Vec<u32>);

impl Reading {
    pub fn new(problem: &Problem, assumptions: &[Assumption], premise: &Premise) -> Reading {
        let lts = |machine: &Machine| match *machine {
            Machine::Assumption(i) => assumptions[i].lts(),
            Machine::Property(i) => &problem.properties[i].lts,
        };
        let machines: Vec<&Lts> =
            premise.kept.iter().chain(&premise.until).chain(&premise.refuted).map(|m| &**lts(m)).collect();
        let components: Vec<&Lts> = premise.components.iter().map(|&i| &*problem.original[i].lts).collect();
        let letters = letters_of(components.iter().chain(&machines).copied());
        Reading {
            components: components.iter().map(|lts| Table::new(lts, &letters)).collect(),
            machines: machines.iter().map(|lts| Table::new(lts, &letters)).collect(),
            n_kept: premise.kept.len(),
            n_until: premise.until.len(),
            letters,
        }
    }

    fn start(&self) -> After {
        let components = self.components.iter().map(Table::start).collect();
        (components, self.machines.iter().map(|m| m.initial as u32).collect())
    }

    /// One more letter; `None` if the word is none of those that the premise speaks of.
    fn read(&self, (sets, places): &After, letter: usize) -> Option<After> {
        let waiting = &places[self.n_kept..self.n_kept + self.n_until];
        if waiting.contains(&TRAP) {
            return None;
        }
        let sets: Vec<Set> = self.components.iter().zip(sets).map(|(c, &set)| c.read(set, letter)).collect();
        let places: Vec<u32> =
            self.machines.iter().zip(places).map(|(m, &place)| m.follow(place, letter)).collect();
        (!sets.contains(&0) && !places[..self.n_kept].contains(&TRAP)).then_some((sets, places))
    }

    fn is_violated(&self, (_, places): &After) -> bool {
        places[self.n_kept + self.n_until..].iter().all(|&place| place == TRAP)
    }

    /// Is there no word that violates the premise?
    pub fn holds(&self) -> bool {
        let mut seen = HashSet::from([self.start()]);
        let mut queue = VecDeque::from([self.start()]);
        while let Some(after) = queue.pop_front() {
            if self.is_violated(&after) {
                return false;
            }
            for letter in 0..self.letters.len() {
                queue.extend(self.read(&after, letter).filter(|next| seen.insert(next.clone())));
            }
        }
        true
    }

    /// Is the run, tau left out, a word that violates the premise?
    pub fn violates(&self, run: &[ActionId]) -> bool {
        let mut after = self.start();
        for action in run.iter().filter(|action| !action.is_tau()) {
            let Some(letter) = self.letters.iter().position(|id| id == action) else { return false };
            match self.read(&after, letter) {
                Some(next) => after = next,
                None => return false,
            }
        }
        self.is_violated(&after)
    }

    /// The product state by state, tau included: all vectors with the number of steps to them, up to the
    /// first ones that violate the premise. Traps have the number of states of their machine.
    pub fn vectors(&self) -> (HashMap<Vec<usize>, usize>, Option<usize>) {
        let place = |m: &Table, state: u32| match state {
            TRAP => m.n_states - usize::from(m.error.is_some()),
            state => state as usize,
        };
        let initial: (Vec<usize>, Vec<u32>) = (
            self.components.iter().map(|c| c.initial).collect(),
            self.machines.iter().map(|m| m.initial as u32).collect(),
        );
        let shown = |(states, places): &(Vec<usize>, Vec<u32>)| -> Vec<usize> {
            let places = self.machines.iter().zip(places).map(|(m, &p)| place(m, p));
            states.iter().copied().chain(places).collect()
        };
        let mut seen = HashMap::from([(shown(&initial), 0)]);
        let mut queue = VecDeque::from([(initial, 0)]);
        while let Some((at, steps)) = queue.pop_front() {
            let (states, places) = &at;
            if places[self.n_kept + self.n_until..].iter().all(|&p| p == TRAP) {
                return (seen, Some(steps));
            }
            if places[self.n_kept..self.n_kept + self.n_until].contains(&TRAP) {
                continue;
            }
            let mut next = Vec::new();
            for (i, c) in self.components.iter().enumerate() {
                for target in self::states(c.tau[states[i]]) {
                    let mut moved = at.clone();
                    moved.0[i] = target;
                    next.push(moved);
                }
            }
            for letter in 0..self.letters.len() {
                let places: Vec<u32> =
                    self.machines.iter().zip(places).map(|(m, &p)| m.follow(p, letter)).collect();
                if !places[..self.n_kept].contains(&TRAP) {
                    let moved = moves(&self.components, states, letter);
                    next.extend(moved.into_iter().map(|states| (states, places.clone())));
                }
            }
            for at in next {
                if let std::collections::hash_map::Entry::Vacant(entry) = seen.entry(shown(&at)) {
                    entry.insert(steps + 1);
                    queue.push_back((at, steps + 1));
                }
            }
        }
        (seen, None)
    }
}

/// All ways in which those who know a letter take it together.
fn moves(tables: &[Table], states: &[usize], letter: usize) -> Vec<Vec<usize>> {
    if !tables.iter().any(|t| t.knows[letter]) {
        return vec![states.to_vec()];
    }
    let mut all = vec![Vec::new()];
    for (table, &state) in tables.iter().zip(states) {
        let targets: Vec<usize> = match table.knows[letter] {
            true => self::states(table.by[letter][state]).collect(),
            false => vec![state],
        };
        let longer = |row: &Vec<usize>| {
            let row = row.clone();
            targets.iter().map(move |&t| [&row[..], &[t]].concat()).collect::<Vec<_>>()
        };
        all = all.iter().flat_map(longer).collect();
    }
    all
}

/// The whole system, state by state.
pub struct Whole {
    letters: Vec<ActionId>,
    parts: Vec<Table>,
    n_components: usize,
}

/// Who ends a run by an ERROR of its own.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Errors {
    /// An ERROR of any component ends the run of all: the system as it is.
    EndAll,
    /// It only stops its component: what the rules speak of.
    EndOne,
}

impl Whole {
    pub fn new(problem: &Problem) -> Whole {
        let all = || problem.original.iter().chain(&problem.properties);
        let lts = |c: &Component| c.lts.clone();
        let ltss: Vec<_> = all().map(lts).collect();
        let letters = letters_of(ltss.iter().map(|lts| &**lts));
        let parts = ltss.iter().map(|lts| Table::new(lts, &letters)).collect();
        Whole { letters, parts, n_components: problem.original.len() }
    }

    /// Can a component enter an ERROR of its own, reachable or not?
    pub fn has_own_error(&self) -> bool {
        self.parts[..self.n_components].iter().any(|table| table.error.is_some())
    }

    fn is_violated(&self, at: &[usize]) -> bool {
        let watched = self.parts.iter().zip(at).skip(self.n_components);
        watched.into_iter().any(|(table, &s)| Some(s) == table.error)
    }

    fn has_ended(&self, at: &[usize], errors: Errors) -> bool {
        let own = || self.parts[..self.n_components].iter().zip(at).any(|(t, &s)| Some(s) == t.error);
        self.is_violated(at) || (errors == Errors::EndAll && own())
    }

    fn silent(&self, at: &[usize]) -> Vec<Vec<usize>> {
        let mut all = Vec::new();
        for (i, table) in self.parts.iter().enumerate() {
            for target in states(table.tau[at[i]]) {
                let mut next = at.to_vec();
                next[i] = target;
                all.push(next);
            }
        }
        all
    }

    fn initial(&self) -> Vec<usize> {
        self.parts.iter().map(|table| table.initial).collect()
    }

    /// Is a property violated on some run?
    pub fn violated(&self, errors: Errors) -> bool {
        let mut seen = HashSet::from([self.initial()]);
        let mut waiting = vec![self.initial()];
        while let Some(at) = waiting.pop() {
            if self.is_violated(&at) {
                return true;
            }
            if self.has_ended(&at, errors) {
                continue;
            }
            let visible = (0..self.letters.len()).flat_map(|letter| moves(&self.parts, &at, letter));
            let next = self.silent(&at).into_iter().chain(visible);
            waiting.extend(next.filter(|next| seen.insert(next.clone())));
        }
        false
    }

    /// Is there a run of the system with these actions, tau left out, whose last one violates a property?
    pub fn replays(&self, run: &[ActionId]) -> bool {
        let close = |mut found: HashSet<Vec<usize>>| {
            let mut waiting: Vec<Vec<usize>> = found.iter().cloned().collect();
            while let Some(at) = waiting.pop() {
                if !self.has_ended(&at, Errors::EndAll) {
                    waiting.extend(self.silent(&at).into_iter().filter(|next| found.insert(next.clone())));
                }
            }
            found
        };
        let mut found = HashSet::from([self.initial()]);
        for action in run {
            let Some(letter) = self.letters.iter().position(|id| id == action) else { return false };
            let open = close(found).into_iter().filter(|at| !self.has_ended(at, Errors::EndAll));
            found = open.flat_map(|at| moves(&self.parts, &at, letter)).collect();
        }
        found.iter().any(|at| self.is_violated(at))
    }
}
