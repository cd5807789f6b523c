//! Languages of small machines as smallest deterministic tables, made once per machine straight from the
//! definitions; a pair of them is then judged by walking pairs of rows. Nothing is shared with the engines.

use std::collections::BTreeMap;
use std::sync::Arc;

use rely_lts::{Lts, StateId};

/// The letters over `a` and `b`, in the order of their names.
pub const PLAIN: &[&str] = &["a", "b"];
/// The letters over `a`, `b` and the proposition `p`, in the order of their names.
pub const MARKED: &[&str] = &["a⟨p⟩", "a⟨⟩", "b⟨p⟩", "b⟨⟩", "τ⟨p⟩", "τ⟨⟩", "⟨p⟩", "⟨⟩"];

/// A word, as positions in the list of letters.
pub type Word = Vec<u8>;

/// What a configuration is: a state of the version, or `None` before the first letter, and where the
/// prohibited process may be.
type Configuration = (Option<usize>, u32);

/// A set of configurations that are seen as one, by position.
type Mask = u64;

/// A language that is closed under prefixes: what is left after each word. Row 0 is the empty language.
#[derive(Clone, Debug)]
pub struct Language {
    pub rows: Vec<[u8; 8]>,
    pub start: u8,
}

/// Runs of a version, seen letter by letter.
struct Runs<'a> {
    lts: &'a Lts,
    marked: bool,
    forbidden: Option<&'a Lts>,
}

impl Runs<'_> {
    /// Does `p` hold?
    fn holds(&self, state: usize) -> bool {
        self.lts.propositions().is_some_and(|own| own.holds(StateId::at(state), 0))
    }

    /// Where the prohibited process may be, with its own silent steps; `None` if it may have stopped.
    fn watched(&self, mut set: u32) -> Option<u32> {
        let Some(process) = self.forbidden else { return Some(set) };
        let members = |set: u32| (0..process.n_states()).filter(move |s| set >> s & 1 == 1);
        loop {
            let silent = members(set).flat_map(|s| process.step(StateId::at(s), rely_lts::Label::TAU));
            let more = silent.fold(set, |more, t| more | 1 << t.index());
            if more == set {
                break;
            }
            set = more;
        }
        members(set).all(|s| process.successors(StateId::at(s)).len() > 0).then_some(set)
    }

    /// The steps of a configuration: what is seen, if anything, and where it leads.
    fn steps(&self, (state, watched): Configuration) -> Vec<(Option<u8>, Configuration)> {
        let Some(state) = state else {
            let first = 7 - u8::from(self.holds(0));
            return vec![(Some(first), (Some(0), watched))];
        };
        let mut steps = Vec::new();
        for (label, target) in self.lts.successors(StateId::at(state)) {
            let target = target.index();
            let name = self.lts.label_name(label);
            let action = (!label.is_tau()).then(|| u8::from(&*name == "b"));
            let watched = match (self.forbidden, action) {
                (Some(process), Some(_)) => {
                    let Some(label) = process.alphabet().label_of_name(&name) else {
                        panic!("all machines know both actions")
                    };
                    let members = (0..process.n_states()).filter(|s| watched >> s & 1 == 1);
                    let next = members.flat_map(|s| process.step(StateId::at(s), label));
                    self.watched(next.fold(0, |set, t| set | 1 << t.index()))
                }
                _ => Some(watched),
            };
            // With this step something prohibited is complete.
            let Some(watched) = watched else { continue };
            let lacks = u8::from(!self.holds(target));
            let letter = match (self.marked, action) {
                (false, action) => action,
                (true, Some(action)) => Some(2 * action + lacks),
                (true, None) => (self.holds(state) != self.holds(target)).then_some(4 + lacks),
            };
            steps.push((letter, (Some(target), watched)));
        }
        steps
    }
}

/// The position of an item, which is added if it is new.
fn number<T: PartialEq>(list: &mut Vec<T>, item: T) -> u8 {
    let known = list.iter().position(|other| *other == item).unwrap_or(list.len());
    if known == list.len() {
        list.push(item);
    }
    u8::try_from(known).expect("all is small")
}

impl Language {
    /// The language of a version over `a` and `b` with the initial state 0 and without ERROR, without what is
    /// prohibited.
    pub fn of(lts: &Lts, marked: bool, forbidden: Option<&Lts>) -> Language {
        let runs = Runs { lts, marked, forbidden };
        let Some(watched) = runs.watched(1) else { return Language { rows: vec![[0; 8]], start: 0 } };
        // All configurations, and their steps.
        let mut all: Vec<Configuration> = vec![((!marked).then_some(0), watched)];
        let mut steps: Vec<Vec<(Option<u8>, usize)>> = Vec::new();
        while steps.len() < all.len() {
            let mut row = Vec::new();
            for (letter, next) in runs.steps(all[steps.len()]) {
                row.push((letter, number(&mut all, next) as usize));
            }
            steps.push(row);
        }
        assert!(all.len() <= Mask::BITS as usize);
        // All sets of configurations after a word.
        let closed = |mut set: Mask| loop {
            let members = (0..all.len()).filter(|i| set >> i & 1 == 1);
            let silent = members.flat_map(|i| &steps[i]).filter(|(letter, _)| letter.is_none());
            let more = silent.fold(set, |more, (_, to)| more | 1 << to);
            if more == set {
                break set;
            }
            set = more;
        };
        let mut sets: Vec<Mask> = vec![0, closed(1)];
        let mut rows: Vec<[u8; 8]> = Vec::new();
        while rows.len() < sets.len() {
            let set = sets[rows.len()];
            rows.push(std::array::from_fn(|letter| {
                let members = (0..all.len()).filter(|i| set >> i & 1 == 1);
                let seen = members.flat_map(|i| &steps[i]).filter(|step| step.0 == Some(letter as u8));
                let next = closed(seen.fold(0, |next, (_, to)| next | 1 << to));
                number(&mut sets, next)
            }));
        }
        Language { rows, start: 1 }.smallest()
    }

    /// What either has.
    pub fn union(&self, other: &Language) -> Language {
        let mut pairs = vec![(0, 0)];
        let start = number(&mut pairs, (self.start, other.start));
        let mut rows: Vec<[u8; 8]> = Vec::new();
        while rows.len() < pairs.len() {
            let (one, two) = pairs[rows.len()];
            let next = |letter: usize| (self.rows[one as usize][letter], other.rows[two as usize][letter]);
            rows.push(std::array::from_fn(|letter| number(&mut pairs, next(letter))));
        }
        Language { rows, start }.smallest()
    }

    /// Rows with the same future are one; all but row 0 are reached, numbered by the first word that leads
    /// there.
    fn smallest(&self) -> Language {
        let n = self.rows.len();
        let mut class: Vec<u8> = (0..n).map(|row| u8::from(row > 0)).collect();
        loop {
            let mut numbers: BTreeMap<(u8, [u8; 8]), u8> = BTreeMap::new();
            let refined: Vec<u8> = (0..n)
                .map(|row| {
                    let next = numbers.len() as u8;
                    let key = (class[row], self.rows[row].map(|to| class[to as usize]));
                    *numbers.entry(key).or_insert(next)
                })
                .collect();
            if refined == class {
                break;
            }
            class = refined;
        }
        let mut order = vec![0, self.start as usize];
        order.dedup();
        let mut rows: Vec<[u8; 8]> = Vec::new();
        while rows.len() < order.len() {
            let row = self.rows[order[rows.len()]];
            rows.push(row.map(|to| {
                let same = |known: &usize| class[*known] == class[to as usize];
                let at = order.iter().position(same).unwrap_or(order.len());
                if at == order.len() {
                    order.push(to as usize);
                }
                at as u8
            }));
        }
        Language { rows, start: u8::from(self.start > 0) }
    }

    /// Is the word one of the language?
    pub fn has(&self, word: &[u8]) -> bool {
        word.iter().fold(self.start, |row, &letter| self.rows[row as usize][letter as usize]) > 0
    }

    /// Words that `other` has not and of which it has all prefixes: for what is left of `other` and the last
    /// letter the first one, and for how many different futures of this language. In the order of the words.
    pub fn first_losses(&self, other: &Language) -> Vec<(Word, usize)> {
        let mut found: Vec<(u8, u8, Word, usize)> = Vec::new();
        if self.start > 0 {
            assert!(other.start > 0, "whatever is compared has the empty word");
            let mut reached: Vec<(u8, u8, usize, u8)> = vec![(self.start, other.start, 0, 0)];
            let mut at = 0;
            while at < reached.len() {
                let (has, lacks, ..) = reached[at];
                for letter in 0..8u8 {
                    let next =
                        [(self, has), (other, lacks)].map(|(l, row)| l.rows[row as usize][letter as usize]);
                    match next {
                        [0, _] => {}
                        [_, 0] => {
                            match found.iter_mut().find(|known| (known.0, known.1) == (lacks, letter)) {
                                Some(known) => known.3 += 1,
                                None => {
                                    let mut word = vec![letter];
                                    let mut from = at;
                                    while from > 0 {
                                        word.push(reached[from].3);
                                        from = reached[from].2;
                                    }
                                    word.reverse();
                                    found.push((lacks, letter, word, 1));
                                }
                            }
                        }
                        [has, lacks] => {
                            if !reached.iter().any(|known| (known.0, known.1) == (has, lacks)) {
                                reached.push((has, lacks, at, letter));
                            }
                        }
                    }
                }
                at += 1;
            }
        }
        let mut words: Vec<(Word, usize)> =
            found.into_iter().map(|(.., word, count)| (word, count)).collect();
        words.sort_by(|one, other| (one.0.len(), &one.0).cmp(&(other.0.len(), &other.0)));
        words
    }
}

/// All words of at most so many letters that some run shows, run by run.
pub fn words_of_runs(lts: &Arc<Lts>, marked: bool, forbidden: Option<&Lts>, length: usize) -> Vec<Word> {
    let runs = Runs { lts, marked, forbidden };
    let Some(watched) = runs.watched(1) else { return Vec::new() };
    let start = (Word::new(), ((!marked).then_some(0), watched));
    let mut known = std::collections::BTreeSet::from([start.clone()]);
    let mut open = vec![start];
    while let Some((word, configuration)) = open.pop() {
        for (letter, next) in runs.steps(configuration) {
            let longer: Word = word.iter().copied().chain(letter).collect();
            if longer.len() <= length && known.insert((longer.clone(), next)) {
                open.push((longer, next));
            }
        }
    }
    let mut words: Vec<Word> = known.into_iter().map(|(word, _)| word).collect();
    words.dedup();
    words
}
