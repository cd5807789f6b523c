//! Languages over at most three actions, as complete deterministic machines with at most a handful of states:
//! a reading of the definitions that shares nothing with the engines.
//!
//! A machine reads every action: those it does not know leave its state alone. So it accepts a word over all
//! actions iff the word, restricted to its alphabet, is in its language, and a composition is an
//! intersection.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

/// The actions.
pub const ACTIONS: [&str; 3] = ["a", "b", "c"];

/// A set of actions.
pub type Letters = u8;

/// All actions.
pub const ALL: Letters = 0b111;

/// The actions of a set.
pub fn each(set: Letters) -> impl Iterator<Item = usize> {
    (0..ACTIONS.len()).filter(move |&letter| set >> letter & 1 == 1)
}

/// A complete deterministic machine. State 0 is initial.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Machine {
    /// Its alphabet.
    pub knows: Letters,
    /// The target per state and action.
    pub next: Vec<[u8; 3]>,
    /// Per state.
    pub accepting: Vec<bool>,
}

impl Machine {
    /// The minimal machine of a deterministic automaton that is given by its initial state, its steps and its
    /// accepting states, the states numbered breadth-first: equal iff the languages and the alphabets are
    /// equal.
    pub fn build<S: Ord + Clone>(
        knows: Letters,
        initial: S,
        step: impl Fn(&S, usize) -> S,
        accepts: impl Fn(&S) -> bool,
    ) -> Machine {
        let mut number = BTreeMap::from([(initial.clone(), 0)]);
        let mut states = vec![initial];
        let mut next: Vec<[usize; 3]> = Vec::new();
        while next.len() < states.len() {
            let state = states[next.len()].clone();
            let mut row = [next.len(); 3];
            for letter in each(knows) {
                let target = step(&state, letter);
                row[letter] = *number.entry(target.clone()).or_insert_with(|| {
                    states.push(target);
                    states.len() - 1
                });
            }
            next.push(row);
        }
        // Moore's refinement.
        let mut class: Vec<usize> = states.iter().map(|s| usize::from(accepts(s))).collect();
        loop {
            let signatures: Vec<_> = (0..next.len()).map(|s| (class[s], next[s].map(|t| class[t]))).collect();
            let distinct: BTreeSet<_> = signatures.iter().collect();
            let number: BTreeMap<_, usize> = distinct.iter().zip(0..).collect();
            let finer: Vec<usize> = signatures.iter().map(|s| number[&s]).collect();
            let stable = distinct.len() == class.iter().collect::<BTreeSet<_>>().len();
            class = finer;
            if stable {
                break;
            }
        }
        // The classes, breadth-first.
        let mut order = vec![0];
        let mut at = BTreeMap::from([(class[0], 0u8)]);
        let mut machine = Machine { knows, next: Vec::new(), accepting: Vec::new() };
        while machine.next.len() < order.len() {
            let state = order[machine.next.len()];
            let row = next[state].map(|target| {
                *at.entry(class[target]).or_insert_with(|| {
                    order.push(target);
                    u8::try_from(order.len() - 1).expect("a small machine")
                })
            });
            machine.next.push(row);
            machine.accepting.push(accepts(&states[state]));
        }
        machine
    }

    /// The languages of all LTSs with one or two states over an alphabet, deterministic or (the second part)
    /// also nondeterministic and with tau.
    pub fn ltss(knows: Letters, nondeterministic: bool) -> Vec<Machine> {
        let mut found = BTreeSet::new();
        let actions: Vec<usize> = each(knows).collect();
        // Four bits per action: the targets of the two states. The last four are tau.
        let tau_bits = if nondeterministic { 4 } else { 0 };
        for number in 0u32..1 << (4 * actions.len() + tau_bits) {
            let targets = |i: usize, s: usize| (number >> (4 * i + 2 * s) & 0b11) as u8;
            if !nondeterministic && (0..actions.len()).any(|i| (0..2).any(|s| targets(i, s) == 0b11)) {
                continue;
            }
            let after = |set: u8, i: usize| {
                (0..2).filter(|s| set >> s & 1 == 1).fold(0, |all, s| all | targets(i, s))
            };
            let closed = |set: u8| if nondeterministic { set | after(set, actions.len()) } else { set };
            let step = |set: &u8, letter: usize| {
                let i = actions.iter().position(|&a| a == letter).expect("an action of the alphabet");
                closed(after(*set, i))
            };
            found.insert(Machine::build(knows, closed(1), step, |&set| set != 0));
        }
        found.into_iter().collect()
    }

    /// The languages of all complete deterministic machines with one or two states and any accepting states;
    /// among them the empty language.
    pub fn automata(knows: Letters) -> Vec<Machine> {
        let mut found = BTreeSet::new();
        for number in 0u32..1 << (2 * ACTIONS.len() + 2) {
            let step = |&s: &u32, letter: usize| number >> (2 * letter as u32 + s) & 1;
            found.insert(Machine::build(knows, 0, step, |&s| number >> (6 + s) & 1 == 1));
        }
        found.into_iter().collect()
    }

    /// The restriction of the words of a module to an alphabet: the strongest guarantee over it.
    pub fn guarantee(module: &Machine, seen: Letters) -> Machine {
        let live = |set: u64| {
            (0..module.next.len())
                .filter(|s| module.accepting[*s] && set >> s & 1 == 1)
                .fold(0u64, |all, s| all | 1 << s)
        };
        let after = |set: u64, letter: usize| {
            live(
                (0..module.next.len())
                    .filter(|s| set >> s & 1 == 1)
                    .fold(0, |all, s| all | 1 << module.next[s][letter]),
            )
        };
        let closed = |set: u64| closure(set, ALL & !seen, after);
        Machine::build(seen, closed(live(1)), |&set, letter| closed(after(set, letter)), |&set| set != 0)
    }

    /// The weakest assumption over an alphabet under which a module keeps a property: the words without a
    /// prefix that looks, on the alphabet, like a word of the module that is not one of the property.
    pub fn weakest(module: &Machine, property: &Machine, seen: Letters) -> Machine {
        let width = property.next.len();
        let pairs = || (0..module.next.len()).flat_map(|m| (0..width).map(move |p| (m, p)));
        assert!(module.next.len() * width < 64);
        let bad = pairs()
            .filter(|&(m, p)| module.accepting[m] && !property.accepting[p])
            .fold(0u64, |all, (m, p)| all | 1 << (m * width + p));
        let after = |set: u64, letter: usize| {
            pairs().filter(|(m, p)| set >> (m * width + p) & 1 == 1).fold(0, |all, (m, p)| {
                let (m, p) = (usize::from(module.next[m][letter]), usize::from(property.next[p][letter]));
                all | 1 << (m * width + p)
            })
        };
        // What may have failed has failed, for good.
        let closed = |set: u64| match closure(set, ALL & !seen, after) {
            set if set & bad != 0 => u64::MAX,
            set => set,
        };
        let step = |&set: &u64, letter: usize| if set == u64::MAX { set } else { closed(after(set, letter)) };
        Machine::build(seen, closed(1), step, |&set| set != u64::MAX)
    }

    /// Is its language closed under prefixes, and not empty?
    pub fn is_lts(&self) -> bool {
        let closed =
            |s: usize| self.accepting[s] || self.next[s].iter().all(|&t| !self.accepting[usize::from(t)]);
        self.accepting[0] && (0..self.next.len()).all(closed)
    }

    /// The states from which a word is accepted.
    fn live(&self) -> Vec<bool> {
        let mut live = self.accepting.clone();
        for _ in 0..live.len() {
            for s in 0..live.len() {
                live[s] |= self.next[s].iter().any(|&t| live[usize::from(t)]);
            }
        }
        live
    }

    /// Its states and its transitions, without those that accept nothing.
    pub fn size(&self) -> (usize, usize) {
        let live = self.live();
        let states = live.iter().filter(|live| **live).count();
        let from = |s: usize| each(self.knows).filter(|&x| live[usize::from(self.next[s][x])]).count();
        (states, (0..live.len()).filter(|&s| live[s]).map(from).sum())
    }

    /// As FSP; a language that is not closed under prefixes, or empty, in a comment.
    pub fn fsp(&self, name: &str, property: bool) -> String {
        let live = self.live();
        let label = |s: usize| if s == 0 { name.to_string() } else { format!("{name}{s}") };
        let mut text = String::new();
        if !self.is_lts() {
            let accepting: Vec<String> = (0..live.len()).filter(|&s| self.accepting[s]).map(label).collect();
            match live[0] {
                false => return format!("// {name}: no word at all over {}\n", set(self.knows)),
                true => writeln!(text, "// accepting: {}", accepting.join(", ")).expect("a string"),
            }
        }
        let mut bodies = Vec::new();
        for s in (0..live.len()).filter(|&s| live[s]) {
            let choices: Vec<String> = each(self.knows)
                .filter(|&x| live[usize::from(self.next[s][x])])
                .map(|x| format!("{} -> {}", ACTIONS[x], label(usize::from(self.next[s][x]))))
                .collect();
            let body = if choices.is_empty() { "STOP".into() } else { format!("({})", choices.join(" | ")) };
            bodies.push(format!("{} = {body}", label(s)));
        }
        let offered = |x: usize| (0..live.len()).any(|s| live[s] && live[usize::from(self.next[s][x])]);
        let silent = each(self.knows).filter(|&x| !offered(x)).fold(0, |all, x| all | 1 << x);
        let extension = if silent == 0 { String::new() } else { format!(" + {}", set(silent)) };
        let keyword = if property { "property " } else { "" };
        writeln!(text, "{keyword}{}{extension}.", bodies.join(", ")).expect("a string");
        text
    }
}

/// A set of actions as FSP.
pub fn set(letters: Letters) -> String {
    format!("{{{}}}", each(letters).map(|x| ACTIONS[x]).collect::<Vec<_>>().join(", "))
}

/// What is reached by any number of steps by some letters.
fn closure(mut set: u64, letters: Letters, after: impl Fn(u64, usize) -> u64) -> u64 {
    loop {
        let more = each(letters).fold(set, |all, letter| all | after(all, letter));
        if more == set {
            return set;
        }
        set = more;
    }
}

/// Is there a word over these letters that each part accepts, or does not accept, as its flag says?
pub fn meets(parts: &[(&Machine, bool)], letters: Letters) -> bool {
    let machines: Vec<&Machine> = parts.iter().map(|p| p.0).collect();
    let wanted =
        |states: &[usize]| parts.iter().zip(states).all(|((m, wanted), &s)| m.accepting[s] == *wanted);
    search(&machines, letters, wanted, |_| true)
}

/// Does a module guarantee, one step longer than the assumption was kept to? All its words over these letters
/// are meant; the assumption is closed under prefixes. The empty word must be in the guarantee too.
pub fn one_step_longer(
    module: &Machine,
    assumed: &[&Machine],
    guaranteed: &Machine,
    letters: Letters,
) -> bool {
    let parts: Vec<&Machine> = [&[module, guaranteed], assumed].concat();
    let broken = |s: &[usize]| module.accepting[s[0]] && !guaranteed.accepting[s[1]];
    let kept =
        |s: &[usize]| module.accepting[s[0]] && assumed.iter().zip(&s[2..]).all(|(a, &s)| a.accepting[s]);
    !search(&parts, letters, broken, kept)
}

/// Visits the product; is something found? States that are not open are not left.
fn search(
    parts: &[&Machine],
    letters: Letters,
    found: impl Fn(&[usize]) -> bool,
    open: impl Fn(&[usize]) -> bool,
) -> bool {
    let size: usize = parts.iter().map(|m| m.next.len()).product();
    let mut seen = vec![false; size];
    let mut waiting = vec![0usize];
    seen[0] = true;
    let mut states = [0usize; 8];
    while let Some(code) = waiting.pop() {
        let mut rest = code;
        for (i, m) in parts.iter().enumerate() {
            states[i] = rest % m.next.len();
            rest /= m.next.len();
        }
        let here = &states[..parts.len()];
        if found(here) {
            return true;
        }
        if !open(here) {
            continue;
        }
        for letter in each(letters) {
            let target = parts
                .iter()
                .zip(here)
                .rev()
                .fold(0, |code, (m, &s)| code * m.next.len() + usize::from(m.next[s][letter]));
            if !seen[target] {
                seen[target] = true;
                waiting.push(target);
            }
        }
    }
    false
}
