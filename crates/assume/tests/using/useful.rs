//! Warnings against the sentences that define them.

use std::collections::{BTreeMap, BTreeSet};

use rely_assume::{Assumption, Question, Warning, usefulness};
use rely_lts::{ActionId, Budget, Context, Spent, StateId, System};
use rely_testkit::generate::Rng;
use rely_testkit::oracle;
use rely_testkit::text::{read, show};
use rely_testkit::threads::Threads;

use super::naive::{Whole, anything, names, question, random_machine, random_question, shown, weakest};

/// What there is to warn about, by definition; runs by their length.
#[derive(Debug, Default, PartialEq, Eq)]
struct Facts {
    only_empty_trace: bool,
    no_interface: bool,
    /// By `also_alone`.
    deadlock: BTreeMap<bool, usize>,
    must_stop: Option<usize>,
    only_after_stop: Option<(Vec<String>, usize)>,
    never: Vec<(usize, Vec<String>, Vec<StateId>)>,
}

struct World {
    /// The module, then the assumption, then the properties.
    system: System,
    whole: Whole,
    alone: Whole,
    n_module: usize,
    shared: Vec<String>,
    outside: Vec<String>,
}

impl World {
    fn new(question: &Question, assumption: Option<&Assumption>) -> World {
        let boundary = &question.boundary;
        let free = || Assumption::new(anything(&boundary.assumption)).unwrap();
        let assumption = assumption.cloned().unwrap_or_else(free).process("A");
        let mut components = question.module.clone();
        components.push(assumption);
        components.extend(question.properties.iter().cloned());
        let list = |ids: &[ActionId]| names(&question.actions, ids);
        World {
            system: System::new("W", &question.actions, components.clone()),
            whole: Whole::of(&question.actions, components),
            alone: Whole::of(&question.actions, question.module.clone()),
            n_module: question.module.len(),
            shared: list(boundary.shared.ids()),
            outside: list(boundary.assumption.ids()),
        }
    }

    fn module_state(&self, vector: &[StateId]) -> StateId {
        self.alone.state(&vector[..self.n_module])
    }

    /// Is the system stuck here although the module has not terminated; and if so, is the module stuck alone?
    fn is_deadlock(&self, vector: &[StateId]) -> Option<bool> {
        let (state, module) = (self.whole.state(vector), self.module_state(vector));
        let stuck = self.whole.lts.is_stuck(state) && self.alone.lts.end() != Some(module);
        stuck.then(|| self.alone.lts.is_stuck(module))
    }

    fn must_stop(&self, vector: &[StateId]) -> bool {
        let here = self.whole.possible(self.whole.state(vector));
        let alone = self.alone.possible(self.module_state(vector));
        !self.outside.iter().any(|a| here.contains(a)) && self.shared.iter().any(|a| alone.contains(a))
    }

    fn facts(&self, question: &Question, assumption: Option<&Assumption>) -> Facts {
        let Whole { lts, vectors } = &self.whole;
        let distances = self.whole.distances(&BTreeSet::new());
        let refuses = |a: &Assumption| !self.outside.is_empty() && a.lts().is_stuck(a.lts().initial());
        let mut facts = Facts { only_empty_trace: assumption.is_some_and(refuses), ..Facts::default() };
        let happens = self.whole.possible(lts.initial());
        let could = self.alone.possible(self.alone.lts.initial());
        facts.no_interface =
            self.shared.iter().any(|a| could.contains(a)) && !self.shared.iter().any(|a| happens.contains(a));
        let mut stops = BTreeSet::new();
        for (&s, &d) in &distances {
            for vector in &vectors[s.index()] {
                if let Some(alone) = self.is_deadlock(vector) {
                    let least = facts.deadlock.entry(alone).or_insert(d);
                    *least = d.min(*least);
                }
                if self.must_stop(vector) {
                    stops.insert(s);
                }
            }
        }
        if !stops.contains(&lts.initial()) {
            facts.must_stop = stops.iter().map(|s| distances[s]).min();
            let around = self.whole.distances(&stops);
            let at = |s: &StateId| lts.successors(*s).map(|(l, _)| lts.label_name(l).to_string());
            let before: BTreeSet<String> = around.keys().flat_map(at).collect();
            let known: BTreeSet<String> = (question.module.iter())
                .flat_map(|c| c.lts.alphabet().names())
                .map(|name| name.to_string())
                .collect();
            let late = |a: &String| known.contains(a) && !before.contains(a);
            let actions: Vec<String> = happens.iter().filter(|a| late(a)).cloned().collect();
            let ends = |s: &&StateId| at(s).any(|a| actions.contains(&a));
            let length = distances.keys().filter(ends).map(|s| distances[s] + 1).min();
            facts.only_after_stop = length.map(|length| (actions, length));
        }
        for (at, property) in question.properties.iter().enumerate() {
            let reached: BTreeSet<StateId> =
                vectors.iter().flatten().map(|vector| vector[self.n_module + 1 + at]).collect();
            let idle: Vec<String> = (property.lts.alphabet().names().iter().map(|n| n.to_string()))
                .filter(|a| !happens.contains(a))
                .filter(|a| {
                    let steps = property.lts.transitions();
                    steps.into_iter().any(|(_, l, t)| !t.is_error() && *property.lts.label_name(l) == **a)
                })
                .collect();
            let states: Vec<StateId> = property.lts.states().filter(|s| !reached.contains(s)).collect();
            if !idle.is_empty() || !states.is_empty() {
                facts.never.push((at, idle, states));
            }
        }
        facts
    }

    /// The vectors after a run.
    fn after(&self, run: &[String]) -> Vec<Vec<StateId>> {
        let run: Vec<&str> = run.iter().map(String::as_str).collect();
        oracle::replays(&self.system, &run).into_iter().flatten().collect()
    }

    /// What the engine said, its runs executed.
    fn read(&self, question: &Question, warnings: &[Warning]) -> Facts {
        let mut facts = Facts::default();
        for warning in warnings {
            assert!(!warning.text(question).is_empty());
            match warning {
                Warning::OnlyEmptyTrace => facts.only_empty_trace = true,
                Warning::NoInterface => facts.no_interface = true,
                Warning::Deadlock { trace, also_alone } => {
                    let ends = self.after(&names(&question.actions, trace));
                    assert!(ends.iter().any(|v| self.is_deadlock(v) == Some(*also_alone)), "{warning:?}");
                    assert_eq!(facts.deadlock.insert(*also_alone, trace.len()), None);
                }
                Warning::EnvironmentMustStop { trace } => {
                    let ends = self.after(&names(&question.actions, trace));
                    assert!(ends.iter().any(|v| self.must_stop(v)), "{warning:?}");
                    facts.must_stop = Some(trace.len());
                }
                Warning::OnlyAfterStop { actions, trace } => {
                    assert!(!self.after(&names(&question.actions, trace)).is_empty(), "{warning:?}");
                    assert!(actions.contains(trace.last().unwrap()));
                    facts.only_after_stop = Some((names(&question.actions, actions), trace.len()));
                }
                Warning::NeverExercised { property, actions, states } => {
                    facts.never.push((*property, names(&question.actions, actions), states.clone()));
                }
                other => panic!("{other:?}"),
            }
        }
        facts
    }
}

fn check(question: &Question, assumption: Option<&Assumption>) -> Facts {
    let world = World::new(question, assumption);
    let warnings = usefulness(question, assumption, Context::unlimited());
    let (found, expected) = (world.read(question, &warnings), world.facts(question, assumption));
    let machine = assumption.map(|a| show(a.lts())).unwrap_or_default();
    assert_eq!(found, expected, "{}--- assumption\n{machine}", shown(question));
    found
}

#[test]
fn warnings_are_the_sentences() {
    let mut rng = Rng::new(41);
    let mut tally = [0; 8];
    for _ in 0..2000 {
        let question = random_question(&mut rng);
        let Some(weakest) = weakest(&question) else { continue };
        let states = 1 + rng.below(3);
        let machine = random_machine(&question.boundary.assumption, states, &mut rng);
        // Stronger assumptions are good ones too.
        let stronger = oracle::compose_ltss(&question.actions, &[weakest.lts(), &machine]);
        let always = weakest.forbidden().next().is_none().then_some(None);
        let assumptions = [Some(weakest), Some(Assumption::new(stronger).unwrap())];
        for assumption in assumptions.into_iter().chain(always) {
            let facts = check(&question, assumption.as_ref());
            let kinds = [
                facts.only_empty_trace,
                facts.no_interface,
                facts.deadlock.contains_key(&false),
                facts.deadlock.contains_key(&true),
                facts.must_stop.is_some(),
                facts.only_after_stop.is_some(),
                !facts.never.is_empty(),
                facts == Facts::default(),
            ];
            tally.iter_mut().zip(kinds).for_each(|(n, kind)| *n += usize::from(kind));
        }
    }
    assert!(tally.iter().all(|&n| n > 20), "every warning comes up: {tally:?}");
}

/// The module's lock must be held forever: after the release the module enters where it must not.
fn lock_held_forever() -> (Question, Assumption) {
    let module = "0 e.acquire 1; 1 e.release 2; 2 enter 0; 1 idle 3; 3 idle 3";
    let question = question(&[module], &["states 1; alphabet enter"], &["e.acquire", "e.release"]);
    let assumption = weakest(&question).unwrap();
    (question, assumption)
}

#[test]
fn a_lock_that_is_held_forever_is_told() {
    let (question, assumption) = lock_held_forever();
    let warnings = usefulness(&question, Some(&assumption), Context::unlimited());
    let texts: Vec<String> = warnings.iter().map(|warning| warning.text(&question)).collect();
    assert_eq!(
        texts,
        [
            "after e.acquire the environment must stop forever (for example, hold a lock): \
             every further action of M is forbidden",
            "idle happens only after the environment has stopped forever, as in e.acquire idle",
        ]
    );
}

#[test]
fn a_module_that_stops_by_itself_is_told_apart() {
    let stuck = question(&["0 a 1; alphabet b"], &["0 a 0; 0 b 0"], &["a", "b"]);
    let texts = |question: &Question, assumption: Option<&Assumption>| -> Vec<String> {
        let warnings = usefulness(question, assumption, Context::unlimited());
        warnings.iter().map(|warning| warning.text(question)).collect()
    };
    assert_eq!(
        texts(&stuck, None),
        [
            "M deadlocks regardless of the assumption: after a no action is possible in any environment",
            "a part of P is never exercised: b never happens",
        ]
    );
    let ended = question(&["0 a 1; end 1"], &["0 a 0"], &["a"]);
    assert_eq!(texts(&ended, None), [] as [&str; 0]);
    // The assumption forbids the only thing that the module can do.
    let forbidden = question(&["0 a 1; 1 b 0"], &["0 a 0; alphabet b"], &["a", "b"]);
    assert_eq!(
        texts(&forbidden, weakest(&forbidden).as_ref()),
        [
            "M deadlocks under its own assumption: after a every possible action is forbidden",
            "after a the environment must stop forever (for example, hold a lock): \
             every further action of M is forbidden",
        ]
    );
    let closed = question(&["0 a 0; 0 i 0"], &["states 1; alphabet a"], &["a"]);
    assert_eq!(
        texts(&closed, weakest(&closed).as_ref()),
        [
            "the assumption allows only the empty trace: the environment may do nothing at all",
            "under the assumption no action of the interface (a) ever occurs, although M could perform one",
        ]
    );
}

#[test]
fn a_spent_budget_is_said_and_what_was_found_stays() {
    let module = "0 a 1; 0 b 2; 2 b 3; 3 b 4; 4 b 0";
    let question = question(&[module], &["0 a 0; 0 b 0"], &["a", "b"]);
    let budget = Budget::unlimited().with_states(4);
    let warnings = usefulness(&question, None, Context::with_budget(&budget));
    let trace = vec![question.actions.intern("a")];
    assert_eq!(
        warnings,
        [Warning::Deadlock { trace, also_alone: true }, Warning::NotLookedAt(Spent::States(4))]
    );
    let text = warnings[1].text(&question);
    assert_eq!(text, "the search for warnings is incomplete: 4 states reached (limit)");
}

#[test]
fn threads_change_nothing() {
    let (question, assumption) = lock_held_forever();
    let actions = question.actions.clone();
    let mut large = question;
    for i in 0..12 {
        let text = format!("0 s{i} 1; 1 t{i} 0");
        large.module.push(rely_lts::Component::new(format!("W{i}"), read(&actions, &text).into()));
    }
    let shared = large.boundary.shared.clone();
    large.boundary =
        rely_assume::Boundary::with_interface(&actions, &large.module, &large.properties, &shared).unwrap();
    let threads = Threads(3);
    let one = usefulness(&large, Some(&assumption), Context::unlimited());
    let ctx = Context { executor: &threads, ..Context::unlimited() };
    assert_eq!(usefulness(&large, Some(&assumption), ctx), one);
    assert_eq!(one.len(), 2, "{one:?}");
}
