//! Environments that may also do what was seen, against the definition on words and the whole system.

use std::collections::BTreeSet;
use std::sync::Arc;

use rely_assume::{Discharged, Drift, Reading, discharge};
use rely_lts::{ActionId, Actions, Alphabet, Budget, Component, Context, Lts, Spent, StateId};
use rely_testkit::generate::{RandomLts, Rng, Shape, all_ltss};
use rely_testkit::oracle::{self, Marks};
use rely_testkit::text::{read, show};

use super::naive::{names, random_question, shown, weakest};

/// Words up to this length are compared.
const LENGTH: usize = 4;

/// What was seen, by the sentences of the book.
struct Told<'a> {
    lts: &'a Lts,
    seen: &'a Alphabet,
    traces: &'a [Vec<ActionId>],
    /// Pairs of a state and an action: where the environment was when it did what it could not.
    places: BTreeSet<(StateId, ActionId)>,
    everywhere: BTreeSet<StateId>,
}

impl<'a> Told<'a> {
    fn new(lts: &'a Lts, seen: &'a Alphabet, traces: &'a [Vec<ActionId>]) -> Told<'a> {
        let mut told = Told { lts, seen, traces, places: BTreeSet::new(), everywhere: BTreeSet::new() };
        told.everywhere = told.closed(BTreeSet::from([lts.initial()]), |_| true);
        for trace in traces {
            let mut set = told.unseen(BTreeSet::from([lts.initial()]));
            for action in told.own(trace) {
                let after = told.unseen(told.post(&set, action));
                if after.is_empty() {
                    told.places.extend(set.iter().map(|&s| (s, action)));
                    set = told.everywhere.clone();
                } else {
                    set = after;
                }
            }
        }
        told
    }

    /// The part of a trace that is the environment's, and visible.
    fn own(&self, trace: &[ActionId]) -> Vec<ActionId> {
        let own = |a: &&ActionId| self.seen.contains(**a) && self.lts.alphabet().contains(**a);
        trace.iter().filter(own).copied().collect()
    }

    fn post(&self, set: &BTreeSet<StateId>, action: ActionId) -> BTreeSet<StateId> {
        let moves = set.iter().flat_map(|&s| self.lts.successors(s));
        let taken = moves.filter(|&(l, t)| !t.is_error() && self.lts.alphabet().action(l) == action);
        taken.map(|(_, t)| t).collect()
    }

    fn closed(&self, mut set: BTreeSet<StateId>, follows: impl Fn(ActionId) -> bool) -> BTreeSet<StateId> {
        loop {
            let moves = set.iter().flat_map(|&s| self.lts.successors(s));
            let more: BTreeSet<StateId> = moves
                .filter(|&(l, t)| !t.is_error() && follows(self.lts.alphabet().action(l)))
                .map(|(_, t)| t)
                .collect();
            let before = set.len();
            set.extend(more);
            if set.len() == before {
                return set;
            }
        }
    }

    fn unseen(&self, set: BTreeSet<StateId>) -> BTreeSet<StateId> {
        self.closed(set, |a| a.is_tau() || !self.seen.contains(a))
    }

    /// May the environment do a word of its own actions?
    fn allows(&self, reading: Reading, word: &[ActionId]) -> bool {
        match reading {
            Reading::Anything => self.runs(word, true, true),
            Reading::Again => self.runs(word, true, false),
            Reading::Once => {
                let visible = self.own(word);
                let along = self.traces.iter().any(|trace| self.own(trace).starts_with(&visible));
                self.runs(word, false, false) || along && self.runs(word, true, false)
            }
        }
    }

    fn runs(&self, word: &[ActionId], deviates: bool, then_anything: bool) -> bool {
        let mut set = self.closed(BTreeSet::from([self.lts.initial()]), ActionId::is_tau);
        for &action in word {
            let strays = deviates && set.iter().any(|&s| self.places.contains(&(s, action)));
            if strays && then_anything {
                return true;
            }
            let mut after = self.post(&set, action);
            if strays {
                after.extend(&self.everywhere);
            }
            set = self.closed(after, ActionId::is_tau);
        }
        !set.is_empty()
    }
}

/// All words over an alphabet up to a length, the empty one included.
fn words(alphabet: &Alphabet, length: usize) -> Vec<Vec<ActionId>> {
    let mut all = vec![Vec::new()];
    let mut last = all.clone();
    for _ in 0..length {
        let longer = |w: &Vec<ActionId>| {
            alphabet.ids().iter().map(|&a| [w.clone(), vec![a]].concat()).collect::<Vec<_>>()
        };
        last = last.iter().flat_map(longer).collect();
        all.extend(last.clone());
    }
    all
}

/// The words of an environment in every reading are those of the definition; gives how many traces deviated.
fn check_words(lts: &Lts, seen: &Alphabet, traces: &[Vec<ActionId>]) -> usize {
    let told = Told::new(lts, seen, traces);
    let drift = Drift::follow(lts, seen, traces, Context::unlimited()).unwrap();
    let about = || {
        let traces: Vec<Vec<String>> = traces.iter().map(|t| names(lts.actions(), t)).collect();
        format!("{}seen {:?}, traces {traces:?}", show(lts), seen.names())
    };
    assert_eq!(drift.drifted.is_empty(), told.places.is_empty(), "{}", about());
    for reading in Reading::ALL {
        let widened = drift.widened(reading, Context::unlimited()).unwrap();
        assert_eq!(widened.alphabet(), lts.alphabet(), "{}", about());
        let found = oracle::visible_traces(&widened, LENGTH, Marks::IGNORED);
        for word in words(lts.alphabet(), LENGTH) {
            let expected = told.allows(reading, &word);
            let word = names(lts.actions(), &word);
            assert_eq!(found.contains(&word), expected, "{reading:?} {word:?}\n{}", about());
        }
    }
    drift.drifted.len()
}

#[test]
fn all_small_environments_do_what_the_definition_says() {
    let actions = Actions::new();
    let [a, b, x] = ["a", "b", "x"].map(|name| actions.intern(name));
    let visible = [Alphabet::new(&actions, [a, b]), Alphabet::new(&actions, [a, x])];
    let traces: Vec<Vec<ActionId>> = words(&Alphabet::new(&actions, [a, b, x]), 3);
    let (mut deviated, mut kept) = (0, 0);
    for (at, lts) in all_ltss(&actions, 2, Shape::plain(2)).reachable_only().enumerate() {
        // Every trace is met with many machines, every machine with some traces.
        for trace in traces.iter().skip(at % 13).step_by(13) {
            let found = check_words(&lts, &visible[at % 2], std::slice::from_ref(trace));
            *(if found > 0 { &mut deviated } else { &mut kept }) += 1;
        }
    }
    assert!(deviated > 500 && kept > 500, "{deviated} {kept}");
}

fn random_traces(all: &[ActionId], most: usize, rng: &mut Rng) -> Vec<Vec<ActionId>> {
    (0..1 + rng.below(most)).map(|_| (0..rng.below(6)).map(|_| all[rng.below(all.len())]).collect()).collect()
}

/// A random environment over `a`, `b`, its own `e`, and perhaps an `x` of the properties.
fn random_environment(actions: &Actions, error_percent: usize, rng: &mut Rng) -> Lts {
    let mut known = ["a", "b", "e"].map(String::from).to_vec();
    if rng.percent(40) {
        known.push("x".into());
    }
    let knobs = RandomLts {
        states: 1 + rng.below(5),
        fan_out: 1 + rng.below(3),
        tau_percent: 15,
        error_percent,
        end_percent: 0,
        ..RandomLts::default()
    };
    knobs.generate_over(actions, &known, rng)
}

#[test]
fn random_environments_do_what_the_definition_says() {
    for seed in 0..400 {
        let rng = &mut Rng::new(seed);
        let actions = Actions::new();
        let lts = random_environment(&actions, 0, rng);
        let all: Vec<ActionId> = ["a", "b", "e", "x", "foreign"].map(|n| actions.intern(n)).to_vec();
        let seen =
            Alphabet::new(&actions, all.iter().copied().filter(|_| rng.percent(75)).collect::<Vec<_>>());
        check_words(&lts, &seen, &random_traces(&all, 3, rng));
    }
}

#[test]
fn the_readings_are_nested_and_have_what_was_seen() {
    for seed in 0..300 {
        let rng = &mut Rng::new(seed);
        let actions = Actions::new();
        let lts = random_environment(&actions, 0, rng);
        let all: Vec<ActionId> = ["a", "b", "e", "x"].map(|n| actions.intern(n)).to_vec();
        let seen =
            Alphabet::new(&actions, all.iter().copied().filter(|_| rng.percent(75)).collect::<Vec<_>>());
        let traces = random_traces(&all, 3, rng);
        let drift = Drift::follow(&lts, &seen, &traces, Context::unlimited()).unwrap();
        let mut before = lts.clone();
        for reading in Reading::ALL {
            let widened = drift.widened(reading, Context::unlimited()).unwrap();
            let lost = oracle::trace_inclusion_counterexample(&before, &widened, Marks::IGNORED);
            assert_eq!(lost, None, "seed {seed} {reading:?}");
            before = widened;
        }
        let once = drift.widened(Reading::Once, Context::unlimited()).unwrap();
        let own_names = lts.alphabet().names();
        let unseen: Vec<&str> =
            own_names.iter().map(|n| &**n).filter(|n| !seen.contains(actions.intern(n))).collect();
        let shown_to_us = oracle::hide(&once, &unseen);
        let known = oracle::visible_traces(&shown_to_us, 6, Marks::IGNORED);
        for trace in &traces {
            let own: Vec<ActionId> =
                trace.iter().copied().filter(|&a| seen.contains(a) && lts.alphabet().contains(a)).collect();
            assert!(known.contains(&names(&actions, &own)), "seed {seed} {:?}", names(&actions, &own));
        }
    }
}

#[test]
fn the_answer_is_that_of_the_whole_system() {
    let (mut held, mut broken, mut open, mut later) = (0, 0, 0, 0);
    for seed in 0..600 {
        let rng = &mut Rng::new(seed);
        let question = random_question(rng);
        // Who violates a property alone has no assumption.
        let Some(assumption) = weakest(&question) else { continue };
        let lts = random_environment(&question.actions, if seed % 5 == 0 { 10 } else { 0 }, rng);
        // The environment takes part in what the boundary says, and in nothing else of the module.
        let hidden = question.boundary.internal.ids().iter().any(|&a| lts.alphabet().contains(a));
        if hidden {
            continue;
        }
        let all: Vec<ActionId> = ["a", "b", "e", "x"].map(|n| question.actions.intern(n)).to_vec();
        let traces = random_traces(&all, 2, rng);
        let seen = question.boundary.assumption.clone();
        let drift = Drift::follow(&lts, &seen, &traces, Context::unlimited()).unwrap();
        let mut broke = false;
        for reading in Reading::ALL {
            let widened = drift.widened(reading, Context::unlimited()).unwrap();
            let environment = [Component::new("E", Arc::new(widened))];
            let answer = discharge(&question, &assumption, &environment, Context::unlimited()).verdict;
            let parts = question.module.iter().chain(&environment).chain(&question.properties);
            let errors = oracle::entering_error(parts.map(|c| &*c.lts), 100_000).unwrap();
            let ours = errors.iter().any(|&at| at != question.module.len());
            let theirs = errors.contains(&question.module.len());
            let about = || format!("seed {seed} {reading:?}\n{}{}", shown(&question), show(&lts));
            match answer {
                Discharged::Holds => {
                    assert!(!ours && !theirs, "{}", about());
                    // What breaks the system in a narrow reading breaks it in a wider one.
                    assert!(!broke, "{}", about());
                    held += 1;
                }
                Discharged::Violated { .. } => {
                    assert!(ours, "{}", about());
                    later += usize::from(reading != Reading::Once && !broke);
                    broke = true;
                    broken += 1;
                }
                Discharged::Unknown(_) => {
                    assert!(theirs, "{}", about());
                    open += 1;
                }
            }
        }
    }
    assert!(held > 100 && broken > 100 && open > 5 && later > 5, "{held} {broken} {open} {later}");
}

#[test]
fn what_is_seen_is_found_in_the_model_first() {
    let actions = Actions::new();
    let lts = read(&actions, "0 open 1; 1 use 1; 1 close 0");
    let trace = |text: &str| text.split(' ').map(|name| actions.intern(name)).collect::<Vec<_>>();
    let seen = lts.alphabet().clone();
    let traces = [trace("open use close"), trace("open close other use use close close")];
    let drift = Drift::follow(&lts, &seen, &traces, Context::unlimited()).unwrap();
    let places: Vec<(usize, usize, String, usize)> = (drift.drifted.iter())
        .map(|d| (d.trace, d.step, actions.name(d.action).to_string(), d.states))
        .collect();
    // After the first deviation it can be anywhere; the second `use` and `close` fit the open state.
    assert_eq!(places, [(1, 3, "use".into(), 1), (1, 6, "close".into(), 1)]);
}

#[test]
fn a_spent_budget_is_said() {
    let actions = Actions::new();
    let lts = read(&actions, "0 a 1; 1 a 2; 2 a 0; 2 b 2");
    let trace = ["b"; 6].map(|name| actions.intern(name)).to_vec();
    let drift = Drift::follow(&lts, lts.alphabet(), &[trace], Context::unlimited()).unwrap();
    let budget = Budget::unlimited().with_states(5);
    let spent = drift.widened(Reading::Once, Context::with_budget(&budget));
    assert_eq!(spent.unwrap_err(), Spent::States(5));
    assert!(drift.widened(Reading::Again, Context::with_budget(&budget)).is_ok());
}
