//! Descriptive names for an assumption and its states: the module, and the shortest trace into the
//! state.

use std::collections::BTreeSet;

use rely_assume::ShortestTraces;
use rely_formats::fsp_process_name;
use rely_lts::{ActionId, Alphabet, Component, Lts, StateId};

/// The name of the state from which everything is allowed.
pub(super) const ANYTHING: &str = "ANYTHING";

/// The name of what was not explored.
pub(super) const NOT_EXPLORED: &str = "NOT_EXPLORED";

/// Names of states are cut at about this length.
const LENGTH: usize = 36;

/// Names of processes are cut at about this length.
const PROCESS: usize = 20;

/// The name of the assumption about the environment of a module: `ENV_WRITER_MUTEX`.
pub(super) fn assumption_name(module: &[Component]) -> String {
    name_with("ENV", module)
}

/// The name of the most general component for a module: `BESIDE_WRITER_MUTEX`.
pub(super) fn component_name(module: &[Component]) -> String {
    name_with("BESIDE", module)
}

fn name_with(word: &str, module: &[Component]) -> String {
    let mut name = word.to_string();
    let processes: BTreeSet<&str> = module.iter().map(|component| component.process.as_str()).collect();
    for (at, component) in module.iter().enumerate() {
        let different = processes.len() == module.len();
        let part = fsp_process_name(if different { &component.process } else { &component.name });
        if at > 0 && name.len() + part.len() >= PROCESS {
            return format!("{name}_AND_{}_MORE", module.len() - at);
        }
        // Characters other than letters, digits and `_` are already `_`, so every character has one byte.
        name = format!("{name}_{}", &part[..part.len().min(LENGTH)]);
    }
    name
}

/// Names for states, by number: the initial state is the process itself, the others are called after the
/// shortest trace into them, `special` ones as given. All are different and can be written in FSP.
pub(super) fn state_names(process: &str, lts: &Lts, special: &[(StateId, &str)]) -> Vec<String> {
    let words = Words::new(lts.alphabet());
    let traces = ShortestTraces::new(lts);
    let mut taken: BTreeSet<String> = ["STOP", "END", "ERROR", process].map(str::to_string).into();
    taken.extend(special.iter().map(|(_, name)| name.to_string()));
    let mut names = Vec::with_capacity(lts.n_states());
    for state in lts.states() {
        let name = match special.iter().find(|(s, _)| *s == state) {
            Some((_, name)) => name.to_string(),
            None if state == lts.initial() => process.to_string(),
            None => {
                let name = words.of(&traces, state);
                let mut free = name.clone();
                for number in 2.. {
                    if taken.insert(free.clone()) {
                        break;
                    }
                    free = format!("{name}_{number}");
                }
                free
            }
        };
        names.push(name);
    }
    names
}

/// Actions as words: `e.acquire` is `Acquire` where all actions begin with `e`, else `EAcquire`.
struct Words<'a> {
    alphabet: &'a Alphabet,
    /// Components that all actions have in common at the beginning.
    common: usize,
}

impl<'a> Words<'a> {
    fn new(alphabet: &'a Alphabet) -> Self {
        let names = alphabet.names();
        let split: Vec<Vec<&str>> = names.iter().map(|name| name.split('.').collect()).collect();
        // Every action keeps its last component.
        let room = split.iter().map(|parts| parts.len() - 1).min().unwrap_or(0);
        let shared = |at: &usize| split.iter().all(|parts| parts[*at] == split[0][*at]);
        let common = (0..room).take_while(shared).count();
        Words { alphabet, common }
    }

    fn word(&self, action: ActionId) -> String {
        let name = self.alphabet.actions().name(action);
        let mut word = String::new();
        for part in name.split('.').skip(self.common) {
            let mut letters = part.chars().filter(|c| c.is_ascii_alphanumeric() || *c == '_');
            // Two numbers in a row stay apart.
            if word.ends_with(|c: char| c.is_ascii_digit()) && part.starts_with(|c: char| c.is_ascii_digit())
            {
                word.push('_');
            }
            word.extend(letters.next().map(|c| c.to_ascii_uppercase()));
            word.extend(letters);
        }
        word
    }

    /// The name of the trace into a state; of a long one the last actions, and the number of the state.
    fn of(&self, traces: &ShortestTraces, state: StateId) -> String {
        let mut words: Vec<String> =
            traces.backwards(state).take(LENGTH).map(|action| self.word(action)).collect();
        words.reverse();
        let length: usize = words.iter().map(|word| word.len() + 1).sum();
        let mut name = if words.len() == traces.length(state) && length <= LENGTH + 1 {
            words.join("_")
        } else {
            let mut last: Vec<&str> = Vec::new();
            let mut room = LENGTH - 8;
            for word in words.iter().rev().take_while(|word| {
                let fits = word.len() < room;
                room = room.saturating_sub(word.len() + 1);
                fits
            }) {
                last.insert(0, word);
            }
            if last.is_empty() {
                let word = words.last().map_or("", String::as_str);
                last.push(&word[..word.len().min(LENGTH - 8)]);
            }
            format!("{}_{}", last.join("_"), state.raw())
        };
        if !name.starts_with(|c: char| c.is_ascii_uppercase()) {
            name = format!("After_{name}");
        }
        name
    }
}

#[cfg(test)]
mod tests {
    use rely_lts::{Actions, LtsBuilder};

    use super::*;

    /// The names of the states of a tree with these traces, in their order.
    fn names(alphabet: &[&str], traces: &[&str], special: &[(usize, &str)]) -> Vec<String> {
        let actions = Actions::new();
        let mut builder = LtsBuilder::new(&actions);
        alphabet.iter().for_each(|name| builder.extend_alphabet(actions.intern(name)));
        let mut known: Vec<Vec<&str>> =
            traces.iter().map(|trace| trace.split_whitespace().collect()).collect();
        let asked = known.len();
        builder.ensure_states(asked).unwrap();
        let mut at = 0;
        while at < known.len() {
            if let Some((last, before)) = known[at].clone().split_last() {
                let parent = known.iter().position(|trace| trace == before).unwrap_or_else(|| {
                    known.push(before.to_vec());
                    known.len() - 1
                });
                builder.ensure_states(known.len()).unwrap();
                builder.add_transition(StateId::at(parent), actions.intern(last), StateId::at(at));
            }
            at += 1;
        }
        let special: Vec<(StateId, &str)> =
            special.iter().map(|(s, name)| (StateId::at(*s), *name)).collect();
        let lts = builder.finish(StateId::at(0)).unwrap();
        state_names("ENV", &lts, &special).into_iter().take(asked).collect()
    }

    #[test]
    fn states_are_called_after_the_way_to_them() {
        let shared = ["e.acquire", "e.enterCS", "e.release"];
        assert_eq!(
            names(&shared, &["", "e.acquire", "e.acquire e.enterCS", "e.release"], &[(3, ANYTHING)]),
            ["ENV", "Acquire", "Acquire_EnterCS", "ANYTHING"]
        );
        let mixed = ["e.acquire", "w.acquire", "go", "line.1.2.set"];
        assert_eq!(
            names(&mixed, &["", "e.acquire", "w.acquire go", "line.1.2.set"], &[]),
            ["ENV", "EAcquire", "WAcquire_Go", "Line1_2Set"]
        );
    }

    #[test]
    fn names_are_different_and_can_be_written() {
        let odd = ["eNV", "aNYTHING", "a.b", "ab", "1.x", "é", "_u", "eRROR", "aB"];
        let got =
            names(&odd, &["", "eNV", "aNYTHING", "a.b", "aB", "1.x", "é", "_u", "eRROR"], &[(8, ANYTHING)]);
        assert_eq!(
            got,
            ["ENV", "ENV_2", "ANYTHING_2", "AB", "AB_2", "After_1X", "After_", "After__u", "ANYTHING"]
        );
    }

    #[test]
    fn long_names_are_cut_and_numbered() {
        let long = "x".repeat(50);
        let alphabet = ["acquire", "release", &long];
        let far = ["acquire"; 9].join(" ");
        let got = names(&alphabet, &["", &far, &format!("{far} release"), &long], &[]);
        assert_eq!(got[1], "Acquire_Acquire_Acquire_1");
        assert_eq!(got[2], "Acquire_Acquire_Release_2");
        assert_eq!(got[3], format!("X{}_3", "x".repeat(27)));
        assert!(got.iter().all(|name| name.len() <= LENGTH + 4));
    }
}
