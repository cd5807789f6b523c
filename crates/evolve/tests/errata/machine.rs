//! Machines with a handful of states, words and languages, straight from the definitions: nothing is shared
//! with the engines.

use std::collections::{BTreeMap, BTreeSet};

/// A word.
pub type Word = Vec<&'static str>;

/// A set of words.
pub type Language = BTreeSet<Word>;

/// An LTS without ERROR; state 0 is initial, `None` is tau.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Machine {
    /// Its alphabet.
    pub alphabet: BTreeSet<&'static str>,
    /// Number of states.
    pub states: usize,
    /// Its transitions.
    pub steps: BTreeSet<(usize, Option<&'static str>, usize)>,
}

impl Machine {
    /// A machine of its transitions; the alphabet may have more.
    pub fn new(
        alphabet: &[&'static str],
        states: usize,
        steps: &[(usize, Option<&'static str>, usize)],
    ) -> Machine {
        Machine {
            alphabet: alphabet.iter().copied().collect(),
            states,
            steps: steps.iter().copied().collect(),
        }
    }

    /// All deterministic machines with exactly this alphabet, without tau, with at most so many states, all
    /// of which are reachable; numbered breadth-first.
    pub fn all(alphabet: &[&'static str], most: usize) -> Vec<Machine> {
        let mut found = Vec::new();
        for states in 1..=most {
            let cells: Vec<(usize, &'static str)> =
                (0..states).flat_map(|s| alphabet.iter().map(move |&a| (s, a))).collect();
            let choices = (states + 1).pow(u32::try_from(cells.len()).expect("machines are small"));
            for mut choice in 0..choices {
                let (mut highest, mut in_order) = (0, true);
                let mut steps = BTreeSet::new();
                for &(state, action) in &cells {
                    let target = (choice % (states + 1)).checked_sub(1);
                    choice /= states + 1;
                    in_order &= state <= highest && target.is_none_or(|t| t <= highest + 1);
                    highest = highest.max(target.unwrap_or(0));
                    steps.extend(target.map(|t| (state, Some(action), t)));
                }
                if in_order && highest == states - 1 {
                    found.push(Machine { steps, ..Machine::new(alphabet, states, &[]) });
                }
            }
        }
        found
    }

    /// All such machines over any part of an alphabet.
    pub fn all_within(alphabet: &[&'static str], most: usize) -> Vec<Machine> {
        let parts = (0..1usize << alphabet.len()).map(|bits| -> Vec<&'static str> {
            alphabet.iter().enumerate().filter(|(i, _)| bits >> i & 1 == 1).map(|(_, &a)| a).collect()
        });
        parts.flat_map(|part| Machine::all(&part, most)).collect()
    }

    fn closed(&self, mut set: BTreeSet<usize>) -> BTreeSet<usize> {
        loop {
            let more: BTreeSet<usize> =
                self.steps.iter().filter(|(s, a, _)| a.is_none() && set.contains(s)).map(|s| s.2).collect();
            if more.is_subset(&set) {
                return set;
            }
            set.extend(more);
        }
    }

    /// The states after a word.
    pub fn after(&self, word: &[&'static str]) -> BTreeSet<usize> {
        word.iter().fold(self.closed([0].into()), |set, &action| {
            let next = self.steps.iter().filter(|(s, a, _)| *a == Some(action) && set.contains(s));
            self.closed(next.map(|s| s.2).collect())
        })
    }

    /// Is it a trace?
    pub fn does(&self, word: &[&'static str]) -> bool {
        !self.after(word).is_empty()
    }

    /// The traces of at most this length.
    pub fn traces(&self, length: usize) -> Language {
        let mut traces = Language::from([Vec::new()]);
        let mut longest = traces.clone();
        for _ in 0..length {
            let longer =
                longest.iter().flat_map(|word| self.alphabet.iter().map(|&a| [&word[..], &[a]].concat()));
            longest = longer.filter(|word| self.does(word)).collect();
            traces.extend(longest.iter().cloned());
        }
        traces
    }

    /// Is there a state without transitions that can be reached?
    pub fn can_stop(&self) -> bool {
        let mut reached = BTreeSet::from([0]);
        loop {
            let next: BTreeSet<usize> =
                self.steps.iter().filter(|(s, ..)| reached.contains(s)).map(|s| s.2).collect();
            if next.is_subset(&reached) {
                return reached.iter().any(|s| self.steps.iter().all(|(source, ..)| source != s));
            }
            reached.extend(next);
        }
    }

    /// With every action `a` called `prefix.a`, as in the table.
    pub fn renamed(&self, name: impl Fn(&'static str) -> &'static str) -> Machine {
        Machine {
            alphabet: self.alphabet.iter().map(|&a| name(a)).collect(),
            states: self.states,
            steps: self.steps.iter().map(|&(s, a, t)| (s, a.map(&name), t)).collect(),
        }
    }

    /// The same with everything outside of a set hidden.
    pub fn seen_through(&self, interface: &[&'static str]) -> Machine {
        Machine {
            alphabet: self.alphabet.iter().copied().filter(|a| interface.contains(a)).collect(),
            states: self.states,
            steps: self.steps.iter().map(|&(s, a, t)| (s, a.filter(|a| interface.contains(a)), t)).collect(),
        }
    }

    /// A first internal step to one of two machines: all that either does, over both alphabets.
    pub fn union(&self, other: &Machine) -> Machine {
        let moved = |machine: &Machine, by: usize| -> Vec<(usize, Option<&'static str>, usize)> {
            machine.steps.iter().map(|&(s, a, t)| (s + by, a, t + by)).collect()
        };
        let mut steps = vec![(0, None, 1), (0, None, 1 + self.states)];
        steps.extend(moved(self, 1));
        steps.extend(moved(other, 1 + self.states));
        Machine {
            alphabet: self.alphabet.union(&other.alphabet).copied().collect(),
            states: 1 + self.states + other.states,
            steps: steps.into_iter().collect(),
        }
    }

    /// The machine as FSP, as the book has it.
    pub fn fsp(&self, name: &str) -> String {
        let local = |state: usize| if state == 0 { name.to_string() } else { format!("{name}{state}") };
        let process = |state: usize| {
            let branches: Vec<String> = self
                .steps
                .iter()
                .filter(|(s, ..)| *s == state)
                .map(|&(_, a, t)| format!("{} -> {}", a.expect("only visible steps are written"), local(t)))
                .collect();
            match branches.is_empty() {
                true => format!("{} = STOP", local(state)),
                false => format!("{} = ({})", local(state), branches.join(" | ")),
            }
        };
        let body: Vec<String> = (0..self.states).map(process).collect();
        let used: BTreeSet<&str> = self.steps.iter().filter_map(|s| s.1).collect();
        let more: Vec<&str> = self.alphabet.iter().copied().filter(|a| !used.contains(a)).collect();
        let more = if more.is_empty() { String::new() } else { format!(" + {{{}}}", more.join(", ")) };
        format!("{}{more}.", body.join(", "))
    }
}

/// A word without what a machine does not know.
pub fn restricted(word: &[&'static str], alphabet: &BTreeSet<&'static str>) -> Word {
    word.iter().copied().filter(|a| alphabet.contains(a)).collect()
}

/// The traces of a composition of at most this length, over all the alphabets: what a part does not know it
/// ignores.
pub fn composed(parts: &[&Machine], length: usize) -> Language {
    let alphabet: BTreeSet<&'static str> = parts.iter().flat_map(|m| m.alphabet.iter().copied()).collect();
    let mut traces = Language::from([Vec::new()]);
    let mut longest = traces.clone();
    for _ in 0..length {
        let longer = longest.iter().flat_map(|word| alphabet.iter().map(|&a| [&word[..], &[a]].concat()));
        longest = longer.filter(|w| parts.iter().all(|m| m.does(&restricted(w, &m.alphabet)))).collect();
        traces.extend(longest.iter().cloned());
    }
    traces
}

/// Satisfaction by composition, Rely's reading: an action that only the property knows may happen at any
/// time.
pub fn keeps(parts: &[&Machine], property: &Machine, length: usize) -> bool {
    let free = Machine {
        alphabet: property.alphabet.clone(),
        states: 1,
        steps: property.alphabet.iter().map(|&a| (0, Some(a), 0)).collect(),
    };
    let parts: Vec<&Machine> = parts.iter().copied().chain([&free]).collect();
    composed(&parts, length).iter().all(|word| property.does(&restricted(word, &property.alphabet)))
}

/// Satisfaction by projection: an action that only the property knows never happens.
pub fn keeps_by_projection(parts: &[&Machine], property: &Machine, length: usize) -> bool {
    composed(parts, length).iter().all(|word| property.does(&restricted(word, &property.alphabet)))
}

/// The first tuple, one machine of each list, that satisfies a condition: fewest states, then fewest actions,
/// then smallest alphabets, then fewest transitions.
pub fn smallest<const N: usize>(
    lists: [&[Machine]; N],
    is_one: impl Fn([&Machine; N]) -> bool,
) -> [Machine; N] {
    let mut by_size: BTreeMap<[usize; 4], Vec<[usize; N]>> = BTreeMap::new();
    let total: usize = lists.iter().map(|list| list.len()).product();
    for mut number in 0..total {
        let at: [usize; N] = std::array::from_fn(|i| {
            let here = number % lists[i].len();
            number /= lists[i].len();
            here
        });
        let of = |measure: fn(&Machine) -> usize| (0..N).map(|i| measure(&lists[i][at[i]])).sum();
        let actions: BTreeSet<&str> = (0..N).flat_map(|i| lists[i][at[i]].alphabet.iter().copied()).collect();
        let size = [of(|m| m.states), actions.len(), of(|m| m.alphabet.len()), of(|m| m.steps.len())];
        by_size.entry(size).or_default().push(at);
    }
    let mut tuples = by_size.into_values().flatten();
    let found = tuples.find(|at| is_one(std::array::from_fn(|i| &lists[i][at[i]])));
    let at = found.expect("there is a counterexample");
    std::array::from_fn(|i| lists[i][at[i]].clone())
}
