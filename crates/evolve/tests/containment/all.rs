//! All pairs of small versions against their languages as exact tables.
//!
//! Machines are taken up to the numbers of their states: all states are reachable and numbered by the first
//! word that leads there. With `RELY_EXHAUSTIVE=1` (and `--release`) these are all pairs of deterministic
//! machines with up to three states over two actions, with and without a proposition, and all pairs with up
//! to two states, choice and tau; otherwise all pairs with up to two states and a part of the others.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Instant;

use rely_evolve::{Engine, Finding, Versions, added, complete, contained, lost};
use rely_lts::{ActionId, Actions, Context, Label, Lts, StateId, Trace, Verdict};
use rely_testkit::text;

use crate::exact::{Language, MARKED, PLAIN, Word, words_of_runs};
use crate::models::{deterministic, nondeterministic, spins, with_propositions};
use crate::{is_exhaustive, versions};

/// How much is judged of a pair.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Extent {
    /// The verdict and its evidence.
    Verdict,
    /// The findings and the completed component as well.
    All,
}

/// A machine and its language.
struct Small {
    lts: Arc<Lts>,
    language: Language,
}

/// What came out.
#[derive(Default, Debug)]
struct Count {
    contained: usize,
    not: usize,
}

/// Judges pairs over one table of actions.
struct Judge {
    /// For every action the position of the letter that it is.
    position: Vec<Option<u8>>,
    count: Count,
}

impl Judge {
    fn new(actions: &Actions, marked: bool) -> Judge {
        let mut position = Vec::new();
        for (i, name) in if marked { MARKED } else { PLAIN }.iter().enumerate() {
            let id = actions.intern(name);
            position.resize(position.len().max(id.index() + 1), None);
            position[id.index()] = Some(i as u8);
        }
        Judge { position, count: Count::default() }
    }

    fn word(&self, trace: &Trace) -> Word {
        trace.actions.iter().map(|a: &ActionId| self.position[a.index()].expect("a letter")).collect()
    }

    fn told(&self, findings: &[Finding]) -> Vec<(Word, usize)> {
        findings.iter().map(|finding| (self.word(&finding.trace), finding.occurrences)).collect()
    }

    /// `required` is the language of the baseline without what is prohibited.
    fn judge(
        &mut self,
        [baseline, candidate]: [&Small; 2],
        required: &Language,
        versions: &Versions,
        extent: Extent,
    ) {
        let ctx = Context::unlimited();
        let losses = required.first_losses(&candidate.language);
        match contained(versions, ctx) {
            Verdict::Holds(()) => assert!(losses.is_empty(), "contained:\n{}", show(versions)),
            Verdict::Violated(trace) => {
                let first = losses.first().map(|(word, _)| word);
                assert_eq!(first, Some(&self.word(&trace)), "the evidence:\n{}", show(versions));
            }
            Verdict::Unknown(reason) => panic!("{reason}:\n{}", show(versions)),
        }
        if losses.is_empty() {
            self.count.contained += 1
        } else {
            self.count.not += 1
        }
        if extent == Extent::Verdict {
            return;
        }
        let found = lost(versions, ctx).expect("there is no limit");
        assert_eq!(self.told(&found), losses, "lost:\n{}", show(versions));
        let found = added(versions, ctx).expect("there is no limit");
        let news = candidate.language.first_losses(&baseline.language);
        assert_eq!(self.told(&found), news, "new:\n{}", show(versions));
        let completed = complete(versions, Engine::Direct, ctx).expect("there is no limit").lts;
        let union = required.union(&candidate.language);
        assert_eq!(completed.n_states(), union.rows.len() - 1, "completed:\n{}", show(versions));
        for state in completed.states() {
            let mut row = [0; 8];
            for (label, target) in completed.successors(state) {
                let letter = self.position[completed.alphabet().action(label).index()];
                row[letter.expect("a letter") as usize] = target.index() as u8 + 1;
            }
            assert_eq!(row, union.rows[state.index() + 1], "completed:\n{}", show(versions));
        }
    }
}

fn show(versions: &Versions) -> String {
    let of = |lts: &Lts| format!("{}{:?}", text::show(lts), lts.propositions());
    let forbidden: Vec<String> = versions.forbidden().iter().map(|lts| of(lts)).collect();
    format!("{}\n{}\n{}", of(versions.baseline()), of(versions.candidate()), forbidden.join("\n"))
}

/// Machines, and for each the position of the one that is the same with `a` and `b` exchanged.
struct Family {
    machines: Vec<Small>,
    exchanged: Vec<usize>,
    marked: bool,
    actions: Actions,
}

impl Family {
    /// All of these, which must be everything of their kind.
    fn new(actions: &Actions, list: impl IntoIterator<Item = Arc<Lts>>, marked: bool) -> Family {
        let small = |lts: Arc<Lts>| Small { language: Language::of(&lts, marked, None), lts };
        let machines: Vec<Small> = list.into_iter().map(small).collect();
        let position: BTreeMap<Key, usize> =
            machines.iter().enumerate().map(|(i, machine)| (key(&machine.lts, PLAIN), i)).collect();
        assert_eq!(position.len(), machines.len(), "no machine twice");
        let exchanged = machines.iter().map(|machine| position[&key(&machine.lts, &["b", "a"])]).collect();
        Family { machines, exchanged, marked, actions: actions.clone() }
    }

    fn deterministic(states: usize) -> Family {
        let actions = Actions::new();
        Family::new(&actions, deterministic(&actions, states), false)
    }

    fn marked(states: usize) -> Family {
        let actions = Actions::new();
        let machines = deterministic(&actions, states);
        Family::new(&actions, machines.iter().flat_map(with_propositions), true)
    }

    fn nondeterministic(keep: impl Fn(&Lts) -> bool) -> Family {
        let actions = Actions::new();
        Family::new(&actions, nondeterministic(&actions).into_iter().filter(|lts| keep(lts)), false)
    }

    /// The pairs, by positions; of two pairs that are the same with `a` and `b` exchanged in both only one.
    /// The answer for the other is the same, as both languages are only named otherwise.
    fn pairs(&self) -> impl Iterator<Item = (usize, usize)> {
        let n = self.machines.len();
        let pairs = (0..n).flat_map(move |b| (0..n).map(move |c| (b, c)));
        pairs.filter(|&(b, c)| (b, c) <= (self.exchanged[b], self.exchanged[c]))
    }

    /// Judges pairs; of every `findings`-th all that is found.
    fn judge(&self, pairs: impl Iterator<Item = (usize, usize)>, findings: usize) -> Count {
        let mut judge = Judge::new(&self.actions, self.marked);
        for (i, (b, c)) in pairs.enumerate() {
            let (baseline, candidate) = (&self.machines[b], &self.machines[c]);
            let versions = versions(&baseline.lts, &candidate.lts, Vec::new());
            let extent = if i % findings == 0 { Extent::All } else { Extent::Verdict };
            judge.judge([baseline, candidate], &baseline.language, &versions, extent);
        }
        judge.count
    }
}

/// A machine up to the numbers of its states: its steps, with these names for `a` and `b`, and the states
/// with a proposition, by numbers that the first word that leads there gives.
type Key = (Vec<(usize, String, usize)>, Vec<bool>);

fn key(lts: &Lts, names: &[&str]) -> Key {
    let name = |label: Label| match &*lts.label_name(label) {
        "a" => names[0].to_string(),
        "b" => names[1].to_string(),
        _ => String::new(),
    };
    let mut order = vec![lts.initial()];
    let mut steps = Vec::new();
    for at in 0..lts.n_states() {
        let mut row: Vec<(String, StateId)> = lts.successors(order[at]).map(|(l, t)| (name(l), t)).collect();
        row.sort();
        for (name, target) in row {
            let to = order.iter().position(|state| *state == target).unwrap_or(order.len());
            if to == order.len() {
                order.push(target);
            }
            steps.push((at, name, to));
        }
    }
    steps.sort();
    let held = lts.propositions().map_or(Vec::new(), |own| order.iter().map(|&s| own.holds(s, 0)).collect());
    (steps, held)
}

/// Says how many there were, so that an exhaustive run tells what it did.
fn report(what: &str, start: Instant, count: &Count) {
    println!("{what}: {count:?}, {:.1} s", start.elapsed().as_secs_f64());
    assert!(count.contained > 0 && count.not > 0, "{what}: {count:?}");
}

/// The tables that judge are themselves judged run by run.
#[test]
fn exact_languages_are_those_of_runs() {
    let processes = Family::deterministic(2);
    let families = [
        (Family::deterministic(3), 6, if is_exhaustive() { 1 } else { 7 }),
        (Family::marked(3), 4, if is_exhaustive() { 1 } else { 101 }),
        (Family::nondeterministic(|_| true), 5, if is_exhaustive() { 1 } else { 29 }),
    ];
    for (family, length, stride) in families {
        let n_letters = if family.marked { MARKED.len() } else { PLAIN.len() } as u8;
        for (i, machine) in family.machines.iter().enumerate().step_by(stride) {
            let process = &processes.machines[i % processes.machines.len()].lts;
            for forbidden in [None, Some(&**process)] {
                let language = Language::of(&machine.lts, family.marked, forbidden);
                let words = words_of_runs(&machine.lts, family.marked, forbidden, length);
                let mut layer = vec![Word::new()];
                for _ in 0..=length {
                    for word in &layer {
                        let is_one = words.binary_search(word).is_ok();
                        assert_eq!(language.has(word), is_one, "{word:?}\n{}", text::show(&machine.lts));
                    }
                    // A word that is none has no continuation that is one.
                    layer.retain(|word| language.has(word));
                    let longer =
                        |word: &Word| (0..n_letters).map(|a| [&word[..], &[a]].concat()).collect::<Vec<_>>();
                    layer = layer.iter().flat_map(longer).collect();
                }
            }
        }
    }
}

#[test]
fn all_deterministic_versions_with_two_states() {
    let start = Instant::now();
    let family = Family::deterministic(2);
    let n = family.machines.len();
    let count = family.judge((0..n * n).map(|i| (i / n, i % n)), 1);
    assert_eq!(count.contained + count.not, 49 * 49);
    report("deterministic, two states", start, &count);
}

#[test]
fn all_deterministic_versions_with_two_states_and_a_proposition() {
    let start = Instant::now();
    let family = Family::marked(2);
    let n = family.machines.len();
    let count = family.judge((0..n * n).map(|i| (i / n, i % n)), if is_exhaustive() { 1 } else { 13 });
    assert_eq!(count.contained + count.not, 188 * 188);
    report("deterministic, two states, a proposition", start, &count);
}

/// All pairs with all prohibited processes of two states.
#[test]
fn all_deterministic_versions_with_two_states_and_a_prohibited_process() {
    let start = Instant::now();
    let family = Family::deterministic(2);
    let mut judge = Judge::new(&family.actions, false);
    let mut relaxed = 0;
    for (i, process) in family.machines.iter().enumerate() {
        for (j, baseline) in family.machines.iter().enumerate() {
            let required = Language::of(&baseline.lts, false, Some(&process.lts));
            for (k, candidate) in family.machines.iter().enumerate() {
                let versions = versions(&baseline.lts, &candidate.lts, vec![process.lts.clone()]);
                let is_all = is_exhaustive() || (i + 7 * j + 31 * k) % 29 == 0;
                let extent = if is_all { Extent::All } else { Extent::Verdict };
                let before = judge.count.contained;
                judge.judge([baseline, candidate], &required, &versions, extent);
                let lost = !baseline.language.first_losses(&candidate.language).is_empty();
                relaxed += usize::from(lost && judge.count.contained > before);
            }
        }
    }
    assert_eq!(judge.count.contained + judge.count.not, 49 * 49 * 49);
    assert!(relaxed > 1000, "what is prohibited may be lost: {relaxed}");
    report("deterministic, two states, a prohibited process", start, &judge.count);
}

/// Choice and tau; without silent steps from a state to itself, unless everything is asked for.
#[test]
fn all_versions_with_two_states_choice_and_tau() {
    let start = Instant::now();
    let family = Family::nondeterministic(|lts| is_exhaustive() || !spins(lts));
    let count = family.judge(family.pairs(), if is_exhaustive() { 101 } else { 997 });
    report("choice and tau, two states", start, &count);
}

/// All if everything is asked for, else a part.
#[test]
fn deterministic_versions_with_three_states() {
    let start = Instant::now();
    let family = Family::deterministic(3);
    let n = family.machines.len();
    let stride = if is_exhaustive() { 1 } else { 211 };
    let count = family.judge((0..n * n).step_by(stride).map(|i| (i / n, i % n)), 1);
    assert_eq!(count.contained + count.not, (865usize * 865).div_ceil(stride));
    report("deterministic, three states", start, &count);
}

/// All if everything is asked for, else a part.
#[test]
fn deterministic_versions_with_three_states_and_a_proposition() {
    let start = Instant::now();
    let family = Family::marked(3);
    assert_eq!(family.machines.len(), 6716);
    let count = match is_exhaustive() {
        true => family.judge(family.pairs(), 1009),
        false => family.judge(family.pairs().step_by(9973), 5),
    };
    report("deterministic, three states, a proposition", start, &count);
}
