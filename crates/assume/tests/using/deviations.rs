//! Deviations against all short traces.

use std::collections::{BTreeMap, BTreeSet};

use rely_assume::{Assumption, Deviation, Deviations, deviations, possible};
use rely_lts::{ActionId, Actions, Alphabet, Budget, Component, Context, Lts, Spent, StateId};
use rely_testkit::generate::{RandomLts, Rng};
use rely_testkit::text::{read, show};

use super::naive::{Whole, names, random_machine, random_question, shown, weakest};

/// Traces up to this length are tried.
const LENGTH: usize = 4;

/// The environment by definition.
struct World {
    whole: Whole,
    known: BTreeSet<String>,
}

impl World {
    fn new(actions: &Actions, environment: &[Component]) -> World {
        let known =
            environment.iter().flat_map(|c| c.lts.alphabet().names()).map(|n| n.to_string()).collect();
        World { whole: Whole::of(actions, environment.to_vec()), known }
    }

    fn close(&self, mut set: BTreeSet<StateId>, alphabet: &Alphabet) -> BTreeSet<StateId> {
        let lts = &self.whole.lts;
        loop {
            let before = set.len();
            let more: Vec<StateId> = (set.iter().filter(|s| !s.is_error()))
                .flat_map(|&s| lts.successors(s))
                .filter(|&(l, _)| l.is_tau() || !alphabet.contains(lts.alphabet().action(l)))
                .map(|(_, t)| t)
                .collect();
            set.extend(more);
            if set.len() == before {
                return set;
            }
        }
    }

    fn start(&self, alphabet: &Alphabet) -> BTreeSet<StateId> {
        self.close(BTreeSet::from([self.whole.lts.initial()]), alphabet)
    }

    /// Where the environment may be after one more action; nowhere if it cannot do it.
    fn after(&self, set: &BTreeSet<StateId>, action: ActionId, alphabet: &Alphabet) -> BTreeSet<StateId> {
        let lts = &self.whole.lts;
        if !self.known.contains(&*alphabet.actions().name(action)) {
            return set.clone();
        }
        let moves = set.iter().filter(|s| !s.is_error()).flat_map(|&s| lts.successors(s));
        let targets = moves.filter(|&(l, _)| !l.is_tau() && lts.alphabet().action(l) == action);
        self.close(targets.map(|(_, t)| t).collect(), alphabet)
    }
}

type Classes = BTreeMap<(StateId, ActionId), (Vec<ActionId>, Option<StateId>)>;

/// All traces up to a length, shortest first, then by names: the first of every class, deviations and
/// violations.
fn by_definition(world: &World, assumption: &Assumption) -> (Classes, Classes) {
    let lts = assumption.lts();
    let alphabet = lts.alphabet();
    let (mut strays, mut violations) = (Classes::new(), Classes::new());
    let mut level = vec![(Vec::new(), world.start(alphabet), lts.initial())];
    for _ in 0..LENGTH {
        let mut longer = Vec::new();
        for (trace, set, q) in &level {
            // Only ERROR: what happens after it is not looked at.
            if set.iter().all(|s| s.is_error()) {
                continue;
            }
            for label in alphabet.labels() {
                let action = alphabet.action(label);
                let trace = [trace.clone(), vec![action]].concat();
                let set = world.after(set, action, alphabet);
                let target = lts.step(*q, label).first().copied();
                match (set.is_empty(), target) {
                    (true, _) => {
                        strays.entry((*q, action)).or_insert((trace, target));
                    }
                    (false, None) => {
                        violations.entry((*q, action)).or_insert((trace, None));
                    }
                    (false, Some(target)) => longer.push((trace, set, target)),
                }
            }
        }
        level = longer;
    }
    (strays, violations)
}

/// The shortest word from a state that ends with a forbidden action, by trying lengths.
fn margin(lts: &Lts, from: StateId) -> Option<usize> {
    let mut level = BTreeSet::from([from]);
    for length in 1..=lts.n_states() {
        if level.iter().any(|&s| lts.labels_of(s).len() < lts.alphabet().len()) {
            return Some(length);
        }
        level = level.iter().flat_map(|&s| lts.targets_of(s).iter().copied()).collect();
    }
    None
}

fn check(actions: &Actions, environment: &[Component], assumption: &Assumption) -> Deviations {
    let found = deviations(environment, assumption, Context::unlimited()).unwrap();
    let world = World::new(actions, environment);
    let (strays, violations) = by_definition(&world, assumption);
    let text = || {
        let parts: Vec<String> = environment.iter().map(|c| show(&c.lts)).collect();
        format!("--- environment\n{}--- assumption\n{}", parts.join("---\n"), show(assumption.lts()))
    };
    let short = |trace: &Vec<ActionId>| trace.len() <= LENGTH;
    let class = |d: &Deviation| ((d.state, *d.trace.last().unwrap()), (d.trace.clone(), d.target));
    let listed = found.deviations.iter().filter(|d| short(&d.trace)).map(class).collect::<Classes>();
    assert_eq!(listed, strays, "{}", text());
    let left = found.violations.iter().filter(|d| short(&d.trace));
    let left = left.map(|d| ((d.state, *d.trace.last().unwrap()), (d.trace.clone(), None)));
    assert_eq!(left.collect::<Classes>(), violations, "{}", text());
    let classes: BTreeSet<_> = found.deviations.iter().map(|d| class(d).0).collect();
    assert_eq!(classes.len(), found.deviations.len(), "one per class");
    for d in &found.deviations {
        assert_eq!(d.into_sink, d.target.is_some() && d.target == assumption.sink());
        assert_eq!(
            d.margin,
            d.target.map_or(Some(0), |target| margin(assumption.lts(), target)),
            "{}",
            text()
        );
    }
    let ordered = |traces: Vec<&Vec<ActionId>>| {
        let keys: Vec<_> = traces.iter().map(|t| (t.len(), names(actions, t))).collect();
        assert!(keys.is_sorted(), "shortest first, then by name: {keys:?}");
    };
    ordered(found.deviations.iter().map(|d| &d.trace).collect());
    ordered(found.violations.iter().map(|d| &d.trace).collect());
    assert_eq!(found.safe().count() + found.forbidden().count(), found.deviations.len());
    found
}

/// One or two components over a part of `a`, `b`, `x` and their own `e`.
fn random_environment(actions: &Actions, rng: &mut Rng) -> Vec<Component> {
    let all = ["a", "b", "x", "e"].map(String::from);
    let component = |at: usize, rng: &mut Rng| {
        let knobs = RandomLts {
            states: 1 + rng.below(4),
            error_percent: if rng.percent(20) { 10 } else { 0 },
            ..RandomLts::default()
        };
        let known: Vec<String> = all.iter().filter(|_| rng.percent(75)).cloned().collect();
        Component::new(format!("E{at}"), knobs.generate_over(actions, &known, rng).into())
    };
    (0..1 + rng.below(2)).map(|at| component(at, rng)).collect()
}

#[test]
fn deviations_are_those_of_all_short_traces() {
    let mut rng = Rng::new(23);
    let [mut safe, mut forbidden, mut violated, mut sink, mut far] = [0; 5];
    for _ in 0..3000 {
        let question = random_question(&mut rng);
        let states = 1 + rng.below(4);
        let machine = random_machine(&question.boundary.assumption, states, &mut rng);
        let machine = Assumption::new(machine).unwrap();
        let environment = random_environment(&question.actions, &mut rng);
        for assumption in [weakest(&question), Some(machine)].iter().flatten() {
            let found = check(&question.actions, &environment, assumption);
            safe += found.safe().count();
            forbidden += found.forbidden().count();
            violated += found.violations.len();
            sink += found.deviations.iter().filter(|d| d.into_sink).count();
            far += found.deviations.iter().filter(|d| d.margin > Some(1)).count();
        }
    }
    let tally = [safe, forbidden, violated, sink, far];
    assert!(tally.iter().all(|&n| n > 500), "every case comes up: {tally:?}");
}

#[test]
fn possible_traces_are_those_of_the_module() {
    let mut rng = Rng::new(29);
    let [mut yes, mut no] = [0; 2];
    for _ in 0..400 {
        let question = random_question(&mut rng);
        let alphabet = &question.boundary.assumption;
        let world = World::new(&question.actions, &question.system().components);
        let mut traces: Vec<Vec<ActionId>> = vec![Vec::new()];
        for at in 0.. {
            if at == traces.len() || traces[at].len() == 3 {
                break;
            }
            let longer: Vec<_> =
                alphabet.ids().iter().map(|&a| [traces[at].clone(), vec![a]].concat()).collect();
            traces.extend(longer);
        }
        // In any order, some twice.
        for _ in 0..10 {
            let (i, j) = (rng.below(traces.len()), rng.below(traces.len()));
            traces.swap(i, j);
            traces.push(traces[i].clone());
        }
        let expected: Vec<bool> = (traces.iter())
            .map(|trace| {
                let start = world.start(alphabet);
                !trace.iter().fold(start, |set, &a| world.after(&set, a, alphabet)).is_empty()
            })
            .collect();
        let slices: Vec<&[ActionId]> = traces.iter().map(Vec::as_slice).collect();
        let found = possible(&question, &slices, Context::unlimited()).unwrap();
        assert_eq!(found, expected, "{}", shown(&question));
        yes += found.iter().filter(|&&f| f).count();
        no += found.iter().filter(|&&f| !f).count();
    }
    assert!(yes > 1000 && no > 1000, "{yes} {no}");
}

/// What a list of traces looks like.
fn lines(actions: &Actions, traces: impl Iterator<Item = Vec<ActionId>>) -> Vec<String> {
    traces.map(|trace| names(actions, &trace).join(" ")).collect()
}

#[test]
fn an_impatient_environment() {
    // Allowed: any number of requests before an answer, and no answer unasked; expected: one request, one
    // answer.
    let actions = Actions::new();
    let machine = read(&actions, "0 ask 1; 1 ask 1; 1 answer 0; 0 cancel 0; 1 cancel 1");
    let assumption = Assumption::new(machine).unwrap();
    let polite = read(&actions, "0 ask 1; 1 think 2; 2 answer 0");
    let found = check(&actions, &[Component::new("E", polite.into())], &assumption);
    assert_eq!(lines(&actions, found.safe().map(|d| d.trace.clone())), ["ask ask"]);
    assert_eq!(lines(&actions, found.forbidden().map(|d| d.trace.clone())), ["answer"]);
    assert_eq!(found.violations, []);
    // Whoever does not know `cancel` does not deviate by it.
    let closed = read(&actions, "0 ask 1; 1 answer 0; alphabet cancel");
    let found = check(&actions, &[Component::new("E", closed.into())], &assumption);
    assert_eq!(lines(&actions, found.safe().map(|d| d.trace.clone())), ["cancel", "ask ask", "ask cancel"]);
    assert_eq!(found.pairs, 2);
    let rude = read(&actions, "0 ask 1; 1 answer 2; 2 answer 0");
    let found = check(&actions, &[Component::new("E", rude.into())], &assumption);
    assert_eq!(lines(&actions, found.violations.iter().map(|d| d.trace.clone())), ["ask answer answer"]);
}

#[test]
fn nobody_expects_nothing_and_may_do_everything() {
    let actions = Actions::new();
    let assumption = Assumption::new(read(&actions, "0 a 0; alphabet b")).unwrap();
    let found = check(&actions, &[], &assumption);
    assert_eq!((found.deviations.len(), found.violations.len()), (0, 1));
}

#[test]
fn budgets_end_the_comparison() {
    let actions = Actions::new();
    let assumption = Assumption::new(read(&actions, "0 a 1; 1 a 2; 2 a 0; 0 b 0; 1 b 1; 2 b 2")).unwrap();
    let ring = Component::new("E", read(&actions, "0 a 1; 1 a 0; 1 b 1").into());
    let budget = Budget::unlimited().with_states(5);
    let spent =
        deviations(std::slice::from_ref(&ring), &assumption, Context::with_budget(&budget)).unwrap_err();
    assert_eq!(spent, Spent::States(5));
    let budget = Budget::unlimited().with_states(6);
    assert_eq!(deviations(&[ring], &assumption, Context::with_budget(&budget)).unwrap().pairs, 6);
}
