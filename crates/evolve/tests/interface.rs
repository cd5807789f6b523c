//! Which actions must be compared so that runs of the old system survive, and what refusals tell about
//! deadlocks.

mod systems;

use std::collections::BTreeSet;
use std::sync::Arc;

use rely_evolve::{Instance, Versions, contained, default_interface, refusal};
use rely_lts::{
    ActionId, Actions, Alphabet, Component, Context, Hiding, Label, Lts, StateId, System, compose, ops,
};
use rely_testkit::oracle::{Marks, trace_inclusion_counterexample};
use rely_testkit::text::{read, show};
use systems::{Dice, Kind, PLAIN, Tally, can, machine, process, renamed, stuck_words, with_version, words};

/// Versions in an environment, in one or more places.
struct Setting {
    actions: Actions,
    baseline: Lts,
    candidate: Lts,
    environment: Lts,
    own: Vec<&'static str>,
    instances: usize,
}

impl Setting {
    fn rest(&self) -> [Component; 1] {
        [process("E", self.environment.clone())]
    }

    fn system(&self, version: &Lts) -> System {
        with_version(&self.actions, version, &self.own, self.instances, &self.rest())
    }

    fn instance(&self, place: usize) -> Instance {
        let name = |&action: &ActionId| {
            let text = self.actions.name(action).to_string();
            let now = if self.own.contains(&&*text) { format!("{text}_{}", place + 1) } else { text };
            (action, vec![self.actions.intern(&now)])
        };
        Instance { place, names: self.candidate.alphabet().ids().iter().map(name).collect() }
    }

    fn interface(&self) -> Alphabet {
        let instances: Vec<Instance> = (0..self.instances).map(|place| self.instance(place)).collect();
        let (old, new) = (self.baseline.alphabet(), self.candidate.alphabet());
        default_interface(old, new, &self.system(&self.candidate), &instances)
    }

    /// As if there were only the environment and one instance.
    fn without_other_instances(&self) -> Alphabet {
        let (old, new) = (self.baseline.alphabet(), self.candidate.alphabet());
        let ids = (0..self.instances).flat_map(|place| {
            let alone = with_version(
                &self.actions,
                &renamed(&self.candidate, &self.own, place + 1),
                &[],
                1,
                &self.rest(),
            );
            let instance = Instance { place: 0, ..self.instance(place) };
            default_interface(old, new, &alone, &[instance]).ids().to_vec()
        });
        Alphabet::new(&self.actions, ids.collect::<Vec<_>>())
    }

    fn both(&self) -> Alphabet {
        let known = self.baseline.alphabet().ids().iter().copied();
        let new = self.candidate.alphabet();
        Alphabet::new(&self.actions, known.filter(|&a| new.contains(a)).collect::<Vec<_>>())
    }

    fn contained(&self, interface: &Alphabet) -> bool {
        let (old, new) = (Arc::new(self.baseline.clone()), Arc::new(self.candidate.clone()));
        let versions = Versions::new(old, new, Vec::new(), interface.clone()).unwrap();
        contained(&versions, Context::unlimited()).holds()
    }

    /// A run of the old system, in which the environment does nothing that is new to the versions, that is
    /// none of the new one.
    fn lost(&self) -> Option<Vec<String>> {
        let whole = |system: &System| compose(system, Context::unlimited()).unwrap().lts;
        let new = self.candidate.alphabet().names();
        let fresh = new.iter().filter(|name| self.baseline.alphabet().label_of_name(name).is_none());
        let fresh: BTreeSet<String> = fresh
            .flat_map(|name| {
                (1..=self.instances)
                    .map(move |i| (name.to_string(), i))
                    .map(|(name, i)| if self.own.contains(&&*name) { format!("{name}_{i}") } else { name })
            })
            .collect();
        let known = |name: &&String| self.environment.alphabet().label_of_name(name).is_some();
        let mut old = self.system(&self.baseline);
        let mut quiet = Lts::stop(&self.actions);
        quiet = ops::extend_alphabet(&quiet, fresh.iter().filter(known).map(String::as_str));
        old.components.push(process("QUIET", quiet));
        let hidden: Vec<String> = fresh.iter().filter(|name| !known(name)).cloned().collect();
        let new = ops::hide(&whole(&self.system(&self.candidate)), &Hiding::Hide(hidden));
        trace_inclusion_counterexample(&whole(&old), &new, Marks::IGNORED)
    }
}

fn random(seed: u64) -> Setting {
    let mut dice = Dice::new(seed);
    let dice = &mut dice;
    let actions = Actions::new();
    let instances = 1 + dice.below(3);
    let kind = Kind { states: 2, ..PLAIN };
    let own: Vec<&'static str> = if instances == 1 {
        Vec::new()
    } else {
        [vec!["a", "b"], vec!["a"], vec![], vec!["a", "b", "n"]][dice.below(4)].clone()
    };
    let (of_baseline, of_candidate) = (dice.some(&["a", "b"]), dice.some(&["a", "b", "n", "m"]));
    let baseline = machine(dice, &actions, &of_baseline, kind);
    let candidate = machine(dice, &actions, &of_candidate, Kind { dense: 75, ..PLAIN });
    let names: Vec<&str> = if instances == 1 {
        vec!["a", "b", "n", "e", "a_1", "b_2"]
    } else {
        vec!["a_1", "a_2", "b_1", "b_2", "a", "b", "n", "n_1"]
    };
    let known = dice.some(&names);
    let environment = machine(dice, &actions, &known, Kind { dense: 75, ..kind });
    Setting { actions, baseline, candidate, environment, own, instances }
}

#[test]
fn what_is_contained_over_the_interface_survives_in_the_system() {
    let mut tally = Tally::default();
    for seed in 0..6000 {
        let setting = random(seed);
        let lost = setting.lost();
        let told = || {
            let show = [&setting.baseline, &setting.candidate, &setting.environment].map(show);
            format!("seed {seed}, {} places, own {:?}:\n{}", setting.instances, setting.own, show.join("\n"))
        };
        if setting.contained(&setting.interface()) {
            assert_eq!(lost, None, "{}", told());
            tally.add(if setting.instances == 1 { "one" } else { "several" });
        }
        if lost.is_some() {
            let rivals = [
                ("over the baseline's actions", setting.baseline.alphabet().clone()),
                ("over what both know", setting.both()),
                ("without the other instances", setting.without_other_instances()),
            ];
            rivals.iter().filter(|(_, rival)| setting.contained(rival)).for_each(|(name, _)| tally.add(name));
        }
    }
    assert!(tally.of("one") > 200 && tally.of("several") > 200, "{tally:?}");
    // Less is not enough.
    let rivals = ["over the baseline's actions", "over what both know", "without the other instances"];
    assert!(rivals.iter().all(|rival| tally.of(rival) > 0), "{tally:?}");
}

fn setting(
    baseline: &str,
    candidate: &str,
    environment: &str,
    own: &[&'static str],
    instances: usize,
) -> Setting {
    let actions = Actions::new();
    let [baseline, candidate, environment] =
        [baseline, candidate, environment].map(|text| read(&actions, text));
    Setting { actions, baseline, candidate, environment, own: own.to_vec(), instances }
}

#[test]
fn smallest_examples_for_which_less_is_wrong() {
    // A service is gone, together with its action.
    let gone = setting("0 a 0", "states 1", "0 a 0", &[], 1);
    assert!(gone.contained(&gone.both()) && !gone.contained(&gone.interface()));
    // The candidate waits for n, which nobody does.
    let waits = setting("0 a 0", "0 n 1; 1 a 0", "0 a 0; alphabet n", &[], 1);
    assert!(waits.contained(waits.baseline.alphabet()) && waits.lost().is_some());
    assert!(!waits.contained(&waits.interface()));
    // If nobody knows n, the candidate does it on its own.
    let alone = setting("0 a 0", "0 n 1; 1 a 0", "0 a 0", &[], 1);
    assert!(alone.contained(&alone.interface()) && alone.lost().is_none());
    // The instances wait for each other.
    let together = setting("0 a 0", "0 a 1; 1 n 0", "states 1", &["a"], 2);
    assert!(together.contained(&together.without_other_instances()) && together.lost().is_some());
    assert!(!together.contained(&together.interface()));
    // Each has its own n.
    let apart = setting("0 a 0", "0 a 1; 1 n 0", "states 1", &["a", "n"], 3);
    assert!(apart.contained(&apart.interface()) && apart.lost().is_none());
}

/// What the stable states of a set refuse.
fn refusals(lts: &Lts, set: &BTreeSet<StateId>) -> Vec<BTreeSet<String>> {
    let stable = set.iter().filter(|&&s| lts.step(s, Label::TAU).is_empty());
    let refused = |&s: &StateId| {
        let labels = lts.alphabet().labels().filter(move |&label| lts.step(s, label).is_empty());
        labels.map(|label| lts.label_name(label).to_string()).collect()
    };
    stable.map(refused).collect()
}

fn after(lts: &Lts, word: &[String]) -> BTreeSet<StateId> {
    let close = |mut set: BTreeSet<StateId>| {
        loop {
            let more: Vec<StateId> = set
                .iter()
                .flat_map(|&s| lts.step(s, Label::TAU))
                .copied()
                .filter(|t| !set.contains(t))
                .collect();
            if more.is_empty() {
                return set;
            }
            set.extend(more);
        }
    };
    let mut set = close(BTreeSet::from([lts.initial()]));
    for name in word {
        let label = lts.alphabet().label_of_name(name).unwrap();
        set = close(set.iter().flat_map(|&s| lts.step(s, label)).copied().collect());
    }
    set
}

/// Does the candidate refuse this after the word, and the baseline not?
fn is_excess(baseline: &Lts, candidate: &Lts, word: &[String]) -> bool {
    let old = refusals(baseline, &after(baseline, word));
    refusals(candidate, &after(candidate, word)).iter().any(|new| !old.iter().any(|old| new.is_subset(old)))
}

#[test]
fn without_new_refusals_there_are_no_new_deadlocks() {
    let mut tally = Tally::default();
    for seed in 0..2000 {
        let mut dice = Dice::new(seed);
        let actions = Actions::new();
        let kind = Kind { tau: 20, double: 25, ..PLAIN };
        let [baseline, candidate] = [0, 1].map(|_| machine(&mut dice, &actions, &["a", "b"], kind));
        let environment = machine(&mut dice, &actions, &["a", "b", "e"], Kind { states: 2, ..kind });
        let told = || [&baseline, &candidate, &environment].map(show).join("\n");
        let interface = Alphabet::from_names(&actions, ["a", "b"]);
        let (old, new) = (Arc::new(baseline.clone()), Arc::new(candidate.clone()));
        let versions = Versions::new(old, new, Vec::new(), interface).unwrap();
        // By definition, words of the baseline up to four actions.
        let mut level: Vec<Vec<String>> = vec![Vec::new()];
        let mut first = None;
        for length in 0..=4 {
            level.retain(|word| can(&baseline, word));
            if level.iter().any(|word| is_excess(&baseline, &candidate, word)) {
                first = Some(length);
                break;
            }
            let longer =
                |word: &Vec<String>| ["a", "b"].map(|a| [word.clone(), vec![a.to_string()]].concat());
            level = level.iter().flat_map(longer).collect();
        }
        let found = refusal(&versions, Context::unlimited()).unwrap();
        match (&found, first) {
            (Some(found), Some(length)) => assert_eq!(found.trace.len(), length, "seed {seed}:\n{}", told()),
            (Some(found), None) => assert!(found.trace.len() > 4, "seed {seed}:\n{}", told()),
            (None, first) => assert_eq!(first, None, "seed {seed}:\n{}", told()),
        }
        if let Some(found) = found {
            // The state is there, and refuses these; the baseline always offers one of them.
            let word = words(&actions, &found.trace.actions);
            assert!(after(&candidate, &word).contains(&found.state), "seed {seed}:\n{}", told());
            let refused: BTreeSet<String> = words(&actions, &found.refused).into_iter().collect();
            let here = refusals(&candidate, &BTreeSet::from([found.state]));
            assert!(
                here.iter().all(|all| refused.is_subset(all)) && here.len() == 1,
                "seed {seed}:\n{}",
                told()
            );
            let there = refusals(&baseline, &after(&baseline, &word));
            assert!(there.iter().all(|all| !refused.is_subset(all)), "seed {seed}:\n{}", told());
            tally.add("found");
            continue;
        }
        let system = |version: &Lts| {
            System::new("S", &actions, vec![process("M", version.clone()), process("E", environment.clone())])
        };
        let before = stuck_words(&system(&baseline), 4);
        for word in stuck_words(&system(&candidate), 4) {
            if can(&baseline, &word) {
                assert!(before.contains(&word), "seed {seed}: {word:?}\n{}", told());
                tally.add("stuck");
            }
        }
        tally.add("none");
    }
    assert!(tally.of("found") > 200 && tally.of("none") > 200 && tally.of("stuck") > 50, "{tally:?}");
}
