//! All small versions in small systems, against a search of all vectors over tables.
//!
//! Machines are taken up to the numbers of their states: all states are reachable and numbered by the first
//! word that leads there. With `RELY_EXHAUSTIVE=1` (and `--release`) these are all pairs of deterministic
//! machines with up to three states over two actions in every setting; otherwise all pairs with up to two
//! states and a part of the others. Propositions play no part in properties of actions: every machine with up
//! to three states is the candidate with every proposition once.

use std::sync::Arc;
use std::time::Instant;

use rely_evolve::{Extent, Upgrade};
use rely_lts::{Actions, Component, Context, Label, Lts, Propositions, StateId};
use rely_testkit::generate::{Shape, all_ltss};
use rely_testkit::text::read;

use crate::asked;
use crate::systems::{Case, Tally, observer, process, with_version};

fn is_exhaustive() -> bool {
    std::env::var_os("RELY_EXHAUSTIVE").is_some()
}

/// All deterministic machines without tau over `a`, `b` with at most so many states.
fn deterministic(actions: &Actions, states: usize) -> Vec<Lts> {
    let shape = Shape { actions: 2, tau: false, error: false, end: false };
    all_ltss(actions, states, shape).filter(|lts| lts.is_deterministic() && lts.is_breadth_first()).collect()
}

/// A component over the letters of a setting: for every state and letter the states it leads to, as bits.
#[derive(Clone)]
struct Table {
    /// Which letters it knows.
    knows: Vec<bool>,
    /// For every state: where tau leads, then where each letter leads.
    rows: Vec<(u16, Vec<u16>)>,
    /// For every state the letters that lead to ERROR.
    errors: Vec<Vec<bool>>,
}

impl Table {
    fn of(lts: &Lts, letters: &[String]) -> Table {
        let bits = |targets: &[StateId]| {
            targets.iter().filter(|t| !t.is_error()).fold(0, |bits, t| bits | 1 << t.index())
        };
        let label = |name: &String| lts.alphabet().label_of_name(name);
        let knows = letters.iter().map(|name| label(name).is_some()).collect();
        let step = |s, name: &String| label(name).map_or(&[][..], |label| lts.step(s, label));
        let row =
            |s| (bits(lts.step(s, Label::TAU)), letters.iter().map(|name| bits(step(s, name))).collect());
        let error = |s| letters.iter().map(|name| step(s, name).iter().any(|t| t.is_error())).collect();
        Table { knows, rows: lts.states().map(row).collect(), errors: lts.states().map(error).collect() }
    }

    /// A silent choice between two versions that know the same letters.
    fn either(one: &Table, other: &Table) -> Table {
        let n = one.rows.len();
        let mut rows = vec![(1 << 1 | 1 << (1 + n), vec![0; one.knows.len()])];
        for (table, by) in [(one, 1), (other, 1 + n)] {
            rows.extend(
                table.rows.iter().map(|(tau, row)| (tau << by, row.iter().map(|t| t << by).collect())),
            );
        }
        let errors = rows.iter().map(|_| vec![false; one.knows.len()]).collect();
        Table { knows: one.knows.clone(), rows, errors }
    }
}

/// Can the last component enter ERROR?
fn fails(parts: &[&Table]) -> bool {
    let weights: Vec<usize> = parts
        .iter()
        .scan(1, |weight, part| {
            let own = *weight;
            *weight *= part.rows.len();
            Some(own)
        })
        .collect();
    let n_letters = parts[0].knows.len();
    let state = |vector: usize, i: usize| vector / weights[i] % parts[i].rows.len();
    let mut seen = vec![false; parts.iter().map(|part| part.rows.len()).product()];
    seen[0] = true;
    let mut waiting = vec![0];
    let bits = |bits: u16| (0..16).filter(move |t| bits >> t & 1 == 1);
    while let Some(vector) = waiting.pop() {
        let mut targets: Vec<usize> = Vec::new();
        for (i, part) in parts.iter().enumerate() {
            let own = state(vector, i);
            targets.extend(bits(part.rows[own].0).map(|t| vector + t * weights[i] - own * weights[i]));
        }
        for letter in 0..n_letters {
            let taking = || (0..parts.len()).filter(|&i| parts[i].knows[letter]);
            let last = parts.len() - 1;
            let others_can = taking().all(|i| i == last || parts[i].rows[state(vector, i)].1[letter] != 0);
            if others_can && parts[last].errors[state(vector, last)][letter] {
                return true;
            }
            let mut next = vec![vector];
            for i in taking() {
                let own = state(vector, i);
                let moves = parts[i].rows[own].1[letter];
                let moved = |from: &usize| {
                    let from = *from;
                    let weight = weights[i];
                    bits(moves).map(move |t| from + t * weight - own * weight).collect::<Vec<_>>()
                };
                next = next.iter().flat_map(moved).collect();
            }
            // A letter that nobody knows does not happen.
            if taking().next().is_some() {
                targets.extend(next);
            }
        }
        for target in targets {
            if !std::mem::replace(&mut seen[target], true) {
                waiting.push(target);
            }
        }
    }
    false
}

/// What the versions are put into: so many instances, whose actions of these names are their own, and the
/// rest, the property last.
struct Setting {
    instances: usize,
    own: Vec<&'static str>,
    rest: Vec<Component>,
    letters: Vec<String>,
    tables: Vec<Table>,
}

impl Setting {
    fn new(instances: usize, own: &[&'static str], rest: Vec<Component>) -> Setting {
        let mut letters: Vec<String> = ["a", "b", "e"].map(String::from).into();
        letters.extend((1..=instances).flat_map(|i| own.iter().map(move |name| format!("{name}_{i}"))));
        let tables = rest.iter().map(|component| Table::of(&component.lts, &letters)).collect();
        Setting { instances, own: own.to_vec(), rest, letters, tables }
    }

    /// One instance beside an environment, one alone, two with an action of their own.
    fn all(actions: &Actions) -> Vec<Setting> {
        let environment = process("E", read(actions, "0 a 1; 0 b 0; 1 b 0; alphabet e; 1 e 0"));
        let property = |text: &str| observer("P", read(actions, text));
        vec![
            Setting::new(1, &[], vec![environment, property("0 a 1; 0 b 0; 1 a 1; 1 b ERROR")]),
            Setting::new(1, &[], vec![property("0 a 1; 0 b 0; 1 a 2; 1 b 0; 2 a 2; 2 b ERROR")]),
            Setting::new(
                2,
                &["a"],
                vec![property("0 a_1 1; 0 a_2 ERROR; 0 b 0; 1 a_2 0; 1 a_1 ERROR; 1 b 1")],
            ),
        ]
    }

    /// With one instance: all properties of two states over both actions.
    fn all_properties(actions: &Actions) -> Vec<Setting> {
        let targets = ["0", "1", "ERROR"];
        let property = |code: usize| {
            let steps = [(0, "a", 1), (0, "b", 3), (1, "a", 9), (1, "b", 27)];
            let steps = steps.map(|(s, name, weight)| format!("{s} {name} {}", targets[code / weight % 3]));
            observer("P", read(actions, &format!("states 2;{}", steps.join(";"))))
        };
        (0..81).map(|code| Setting::new(1, &[], vec![property(code)])).collect()
    }

    /// The tables of a version in each place.
    fn places(&self, actions: &Actions, version: &Lts) -> Vec<Table> {
        let system = with_version(actions, version, &self.own, self.instances, &[]);
        system.components.iter().map(|component| Table::of(&component.lts, &self.letters)).collect()
    }

    fn fails(&self, places: &[Table]) -> bool {
        fails(&places.iter().chain(&self.tables).collect::<Vec<_>>())
    }
}

/// Pairs of machines in one setting.
struct Family<'a> {
    actions: &'a Actions,
    setting: &'a Setting,
    machines: &'a [Lts],
    places: Vec<Vec<Table>>,
    kept: Vec<bool>,
}

impl<'a> Family<'a> {
    fn new(actions: &'a Actions, setting: &'a Setting, machines: &'a [Lts]) -> Family<'a> {
        let places: Vec<Vec<Table>> = machines.iter().map(|lts| setting.places(actions, lts)).collect();
        let kept = places.iter().map(|places| !setting.fails(places)).collect();
        Family { actions, setting, machines, places, kept }
    }

    fn judge(&self, baseline: usize, candidate: usize, tally: &mut Tally) {
        let Setting { instances, own, rest, .. } = self.setting;
        let system = |i: usize| with_version(self.actions, &self.machines[i], own, *instances, rest);
        let upgrade = Upgrade::new(system(candidate), system(baseline), (0..*instances).collect());
        let case = || Case {
            actions: self.actions.clone(),
            baseline: self.machines[baseline].clone(),
            candidate: self.machines[candidate].clone(),
            own: own.clone(),
            instances: *instances,
            upgrade: upgrade.clone(),
        };
        let result = asked(&upgrade, Extent::Completed, Context::unlimited());
        let kept = self.kept[candidate];
        assert_eq!(result.verdict().holds(), kept, "{}", case());
        assert_eq!(result.candidate.len(), 1);
        let explained = &result.completed.as_ref().expect("it can be completed")[0];
        let places: Vec<Table> = self.places[candidate]
            .iter()
            .zip(&self.places[baseline])
            .map(|(candidate, baseline)| Table::either(candidate, baseline))
            .collect();
        let all_kept = !self.setting.fails(&places);
        assert_eq!(explained.verdict.holds(), all_kept, "{}", case());
        // Both know the same actions: what the completed system keeps the candidate's keeps.
        assert!(kept || !all_kept, "{}", case());
        tally.add(if kept { "kept" } else { "violated" });
        tally.add(if kept && !all_kept { "explains" } else { "agrees" });
    }
}

fn judge_all(actions: &Actions, settings: &[Setting], machines: &[Lts], stride: usize) -> Tally {
    let (start, n) = (Instant::now(), machines.len());
    let mut tally = Tally::default();
    for setting in settings {
        let family = Family::new(actions, setting, machines);
        (0..n * n).step_by(stride).for_each(|i| family.judge(i / n, i % n, &mut tally));
    }
    let (settings, seconds) = (settings.len(), start.elapsed().as_secs_f64());
    println!("{n} machines, every {stride}th pair, {settings} settings: {tally:?}, {seconds:.1} s");
    tally
}

#[test]
fn all_pairs_of_machines_with_two_states() {
    let actions = Actions::new();
    let machines = deterministic(&actions, 2);
    assert_eq!(machines.len(), 49);
    let tally = judge_all(&actions, &Setting::all(&actions), &machines, 1);
    assert_eq!(tally.of("kept") + tally.of("violated"), 3 * 49 * 49);
    assert!(tally.of("explains") > 100 && tally.of("violated") > 1000 && tally.of("kept") > 500, "{tally:?}");
}

/// All if everything is asked for, else a part.
#[test]
fn pairs_of_machines_with_two_states_and_all_properties() {
    let actions = Actions::new();
    let machines = deterministic(&actions, 2);
    let stride = if is_exhaustive() { 1 } else { 59 };
    let tally = judge_all(&actions, &Setting::all_properties(&actions), &machines, stride);
    assert!(tally.of("explains") > 100 && tally.of("violated") > 500 && tally.of("kept") > 500, "{tally:?}");
}

/// All if everything is asked for, else a part.
#[test]
fn pairs_of_machines_with_three_states() {
    let actions = Actions::new();
    let machines = deterministic(&actions, 3);
    assert_eq!(machines.len(), 865);
    let stride = if is_exhaustive() { 1 } else { 503 };
    let tally = judge_all(&actions, &Setting::all(&actions), &machines, stride);
    assert_eq!(tally.of("kept") + tally.of("violated"), 3 * (865usize * 865).div_ceil(stride));
    assert!(tally.of("explains") > 50 && tally.of("violated") > 500 && tally.of("kept") > 100, "{tally:?}");
}

/// All machines with three states and all sets of states with a proposition if everything is asked for, else
/// a part.
#[test]
fn propositions_are_nothing_to_properties_of_actions() {
    let actions = Actions::new();
    let machines = deterministic(&actions, 3);
    let mut tally = Tally::default();
    let stride = if is_exhaustive() { 1 } else { 17 };
    for setting in Setting::all(&actions) {
        let plain = Family::new(&actions, &setting, &machines);
        for (i, lts) in machines.iter().enumerate().step_by(stride) {
            let marked: Vec<Lts> = (0..1usize << lts.n_states())
                .map(|bits| {
                    let mut propositions = Propositions::new(vec![Arc::from("p")], lts.n_states());
                    lts.states().for_each(|s| propositions.set(s, 0, bits >> s.index() & 1 == 1));
                    lts.clone().with_propositions(propositions).expect("one set per state")
                })
                .collect();
            let family = Family::new(&actions, &setting, &marked);
            for (bits, kept) in family.kept.iter().enumerate() {
                assert_eq!(*kept, plain.kept[i]);
                family.judge(marked.len() - 1 - bits, bits, &mut tally);
            }
        }
    }
    assert!(tally.of("violated") > 100 && tally.of("kept") > 50, "{tally:?}");
}
