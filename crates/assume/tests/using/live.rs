//! The most general live component against its definition.

use std::collections::BTreeSet;

use rely_assume::{Live, Question, most_general_live};
use rely_lts::{ActionId, Alphabet, Budget, Component, Context, Label, Lts, LtsBuilder, Spent, StateId};
use rely_testkit::generate::Rng;
use rely_testkit::oracle;
use rely_testkit::text::{read, show};

use super::naive::{Whole, names, question, random_question, shown, weakest};

/// The module beside its properties by definition, and which of its states are deadlocked if nobody helps.
struct World<'q> {
    question: &'q Question,
    whole: Whole,
    /// Has the composition with a component over the alphabet of the assumption terminated, by state, if it
    /// cannot move?
    terminated: Vec<bool>,
}

/// What a component does wrong.
#[derive(Debug, PartialEq, Eq)]
enum Wrong {
    Error,
    Deadlock,
}

impl<'q> World<'q> {
    fn new(question: &'q Question) -> World<'q> {
        let whole = Whole::of(&question.actions, question.system().components);
        // By definition: those that have an END are in it, and they have all actions of the others.
        let module = &question.module;
        let (ending, others): (Vec<usize>, Vec<usize>) =
            (0..module.len()).partition(|&i| module[i].lts.end().is_some());
        let has = |action: &ActionId| ending.iter().any(|&i| module[i].lts.alphabet().contains(*action));
        let theirs = others.iter().flat_map(|&i| module[i].lts.alphabet().ids());
        let may_end = !ending.is_empty() && theirs.chain(question.boundary.assumption.ids()).all(has);
        let ended =
            |vector: &Vec<StateId>| may_end && ending.iter().all(|&i| module[i].lts.end() == Some(vector[i]));
        let terminated = whole.vectors.iter().map(|vectors| vectors.iter().any(ended)).collect();
        World { question, whole, terminated }
    }

    /// The moves of a state: the action as the component sees it (`None`: hidden) and the target.
    fn moves(&self, state: StateId) -> impl Iterator<Item = (Option<ActionId>, StateId)> + '_ {
        let lts = &self.whole.lts;
        lts.successors(state).map(|(label, target)| {
            let action = lts.alphabet().action(label);
            let seen = !label.is_tau() && self.question.boundary.assumption.contains(action);
            (seen.then_some(action), target)
        })
    }

    /// Walks the module, the properties and a component together; every move is shown with the state of the
    /// component.
    fn walk(&self, component: &Lts, mut each: impl FnMut(&[StateId], ActionId)) -> Option<Wrong> {
        let mut wrong = None;
        let mut seen = BTreeSet::new();
        let mut waiting = vec![(self.whole.lts.initial(), component.initial())];
        while let Some((s, x)) = waiting.pop() {
            if !seen.insert((s, x)) {
                continue;
            }
            let mut stuck = true;
            for (action, target) in self.moves(s) {
                let after = match action {
                    None => Some(x),
                    Some(action) => next(component, x, action),
                };
                let Some(after) = after else { continue };
                if let Some(action) = action {
                    each(&[x, after], action);
                }
                stuck = false;
                if target.is_error() {
                    return Some(Wrong::Error);
                }
                waiting.push((target, after));
            }
            if stuck && !self.terminated[s.index()] {
                wrong = Some(Wrong::Deadlock);
            }
        }
        wrong
    }

    /// Is everything that the module does beside `special` possible beside `general`?
    fn does_less(&self, special: &Lts, general: &Lts) -> bool {
        let mut seen = BTreeSet::new();
        let mut waiting = vec![(self.whole.lts.initial(), special.initial(), general.initial())];
        while let Some((s, x, y)) = waiting.pop() {
            if s.is_error() || !seen.insert((s, x, y)) {
                continue;
            }
            for (action, target) in self.moves(s) {
                let Some(action) = action else {
                    waiting.push((target, x, y));
                    continue;
                };
                match (next(special, x, action), next(general, y, action)) {
                    (None, _) => {}
                    (Some(_), None) => return false,
                    (Some(x), Some(y)) => waiting.push((target, x, y)),
                }
            }
        }
        true
    }

    /// The most general live component: sets of states, dropped until nothing changes.
    fn most_general_live(&self) -> Option<Lts> {
        let alphabet = &self.question.boundary.assumption;
        let close = |mut set: BTreeSet<StateId>| loop {
            let before = set.len();
            let more: Vec<StateId> = (set.iter().filter(|s| !s.is_error()))
                .flat_map(|&s| self.moves(s))
                .filter_map(|(action, t)| action.is_none().then_some(t))
                .collect();
            set.extend(more);
            if set.len() == before {
                return set;
            }
        };
        let after = |set: &BTreeSet<StateId>, action: ActionId| {
            let moves = set.iter().filter(|s| !s.is_error()).flat_map(|&s| self.moves(s));
            close(moves.filter_map(|(a, t)| (a == Some(action)).then_some(t)).collect())
        };
        let mut sets = vec![close(BTreeSet::from([self.whole.lts.initial()]))];
        let mut next = 0;
        while next < sets.len() {
            for &action in alphabet.ids() {
                let target = after(&sets[next], action);
                if !sets.contains(&target) {
                    sets.push(target);
                }
            }
            next += 1;
        }
        let mut kept: Vec<BTreeSet<StateId>> =
            sets.iter().filter(|set| !set.contains(&StateId::ERROR)).cloned().collect();
        loop {
            let lives = |set: &&BTreeSet<StateId>| {
                set.iter().all(|&s| {
                    let helps = |(action, _): (Option<ActionId>, StateId)| match action {
                        None => true,
                        Some(action) => kept.contains(&after(set, action)),
                    };
                    self.terminated[s.index()] || self.moves(s).any(helps)
                })
            };
            let left: Vec<BTreeSet<StateId>> = kept.iter().filter(lives).cloned().collect();
            if left.len() == kept.len() {
                break;
            }
            kept = left;
        }
        let number = |set: &BTreeSet<StateId>| kept.iter().position(|k| k == set).map(StateId::at);
        let initial = number(&sets[0])?;
        let mut builder = LtsBuilder::new(&self.question.actions);
        builder.ensure_states(kept.len()).unwrap();
        for &action in alphabet.ids() {
            builder.extend_alphabet(action);
            for set in &kept {
                if let Some(target) = number(&after(set, action)) {
                    builder.add_transition(number(set).unwrap(), action, target);
                }
            }
        }
        Some(builder.finish(initial).unwrap())
    }
}

fn next(machine: &Lts, state: StateId, action: ActionId) -> Option<StateId> {
    let label = machine.alphabet().label(action)?;
    machine.step(state, label).first().copied()
}

/// Pairs of states of two deterministic machines over one alphabet that the same traces lead to, each with
/// the length of a shortest one.
fn pairs(left: &Lts, right: &Lts) -> Vec<(StateId, StateId, usize)> {
    let mut found = vec![(left.initial(), right.initial(), 0)];
    let mut at = 0;
    while let Some(&(x, y, length)) = found.get(at) {
        at += 1;
        for &action in left.alphabet().ids() {
            if let (Some(x), Some(y)) = (next(left, x, action), next(right, y, action))
                && !found.iter().any(|&(p, q, _)| (p, q) == (x, y))
            {
                found.push((x, y, length + 1));
            }
        }
    }
    found
}

/// Have two deterministic machines over one alphabet the same traces?
fn same_traces(left: &Lts, right: &Lts) -> bool {
    let offers = |lts: &Lts, s| lts.labels_of(s).to_vec();
    pairs(left, right).iter().all(|&(x, y, _)| offers(left, x) == offers(right, y))
}

fn live(question: &Question) -> Live {
    most_general_live(question, Context::unlimited()).unwrap()
}

/// All deterministic machines with two states over an alphabet, those with one included.
fn all_machines(alphabet: &Alphabet) -> Vec<Lts> {
    let places: Vec<(StateId, Label)> =
        (0..2).flat_map(|s| alphabet.labels().map(move |label| (StateId::at(s), label))).collect();
    (0..3usize.pow(places.len() as u32))
        .map(|mut code| {
            let mut builder = LtsBuilder::new(alphabet.actions());
            builder.ensure_states(2).unwrap();
            for &(s, label) in &places {
                let action = alphabet.action(label);
                builder.extend_alphabet(action);
                if code % 3 > 0 {
                    builder.add_transition(s, action, StateId::at(code % 3 - 1));
                }
                code /= 3;
            }
            builder.finish(StateId::at(0)).unwrap()
        })
        .collect()
}

/// The module, a component and the properties as one system, composed by definition.
fn composed(question: &Question, component: &Lts) -> Lts {
    let mut parts = question.system().components;
    parts.push(Component::new("X", component.clone().into()));
    Whole::of(&question.actions, parts).lts
}

/// What is wrong with that system, as `rely check` defines it; an ERROR counts first.
fn checked(question: &Question, component: &Lts) -> Option<Wrong> {
    let system = composed(question, component);
    let stuck = |s: StateId| system.successors(s).next().is_none() && system.end() != Some(s);
    match system.has_error() {
        true => Some(Wrong::Error),
        false => system.states().any(stuck).then_some(Wrong::Deadlock),
    }
}

fn has_ended(question: &Question, component: &Lts) -> bool {
    composed(question, component).end().is_some()
}

#[test]
fn no_small_component_does_more() {
    let mut rng = Rng::new(17);
    let (mut good, mut bad, mut ended) = (0, 0, 0);
    for _ in 0..150 {
        let question = random_question(&mut rng);
        let world = World::new(&question);
        let Live { component, .. } = live(&question);
        if let Some(component) = &component {
            assert_eq!(checked(&question, component), None, "{}{}", shown(&question), show(component));
            assert_eq!(world.walk(component, |_, _| ()), None, "{}{}", shown(&question), show(component));
        }
        for other in all_machines(&question.boundary.assumption) {
            let wrong = world.walk(&other, |_, _| ());
            assert_eq!(wrong, checked(&question, &other), "{}{}", shown(&question), show(&other));
            ended += usize::from(wrong.is_none() && has_ended(&question, &other));
            if wrong.is_some() {
                bad += 1;
                continue;
            }
            good += 1;
            let Some(component) = &component else {
                panic!("there is a live component:\n{}{}", shown(&question), show(&other));
            };
            assert!(world.does_less(&other, component), "{}{}", shown(&question), show(&other));
        }
    }
    assert!(good > 1000 && bad > 1000 && ended > 100, "{good} {bad} {ended}");
}

#[test]
fn components_are_those_of_the_definition() {
    let mut rng = Rng::new(18);
    let [mut none, mut unsafe_, mut cut, mut whole, mut used] = [0; 5];
    for _ in 0..5000 {
        let question = random_question(&mut rng);
        let world = World::new(&question);
        let found = live(&question);
        let expected = world.most_general_live();
        let text = || shown(&question);
        assert_eq!(found.component.is_some(), expected.is_some(), "{}", text());
        let weakest = weakest(&question);
        let Some(component) = &found.component else {
            // Without a safe component there is nothing to be live.
            assert_eq!(found.dead_end.is_some(), weakest.is_some(), "{}", text());
            assert_eq!(found.removed, 0);
            unsafe_ += usize::from(weakest.is_none());
            none += usize::from(weakest.is_some());
            check_dead_end(&world, &found, weakest.as_ref().map(|a| &**a.lts()));
            continue;
        };
        assert!(same_traces(component, &expected.unwrap()), "{}{}", text(), show(component));
        assert_eq!(component.alphabet(), &question.boundary.assumption);
        assert!(component.is_deterministic() && !component.has_tau() && !component.has_error());
        assert!(component.is_breadth_first());
        assert_eq!(oracle::nerode_classes(component), component.n_states(), "{}", show(component));
        let weakest = weakest.expect("a live component is safe");
        // What was removed: what is safe but not in the component.
        let pairs = pairs(component, weakest.lts());
        let missing = |x: StateId, y: StateId| {
            let safe = weakest.lts().labels_of(y).iter().copied();
            safe.filter(move |&label| component.step(x, label).is_empty()).map(move |label| (x, label))
        };
        let removed: BTreeSet<_> = pairs.iter().flat_map(|&(x, y, _)| missing(x, y)).collect();
        assert_eq!(found.removed, removed.len(), "{}{}", text(), show(component));
        assert_eq!(found.dead_end.is_some(), !removed.is_empty());
        let shortest = pairs.iter().filter(|p| missing(p.0, p.1).next().is_some()).map(|p| p.2 + 1).min();
        assert_eq!(found.dead_end.as_ref().map(|end| end.trace.len()), shortest);
        check_dead_end(&world, &found, Some(weakest.lts()));
        cut += usize::from(!removed.is_empty());
        whole += usize::from(removed.is_empty());
        world.walk(component, |_, _| used += 1);
    }
    let tally = [none, unsafe_, cut, whole];
    assert!(tally.iter().all(|&n| n > 100) && used > 1000, "every case comes up: {tally:?} {used}");
}

/// Executes the evidence of a dead end.
fn check_dead_end(world: &World<'_>, found: &Live, weakest: Option<&Lts>) {
    let Some(end) = &found.dead_end else { return };
    let question = world.question;
    assert!(!end.text(question).is_empty());
    let outside = |a: &ActionId| !a.is_tau() && question.boundary.assumption.contains(*a);
    let seen: Vec<ActionId> = end.run.iter().copied().filter(outside).collect();
    assert_eq!(seen, end.trace);
    // The trace is safe; the component has all of it but the last action.
    let along = |lts: &Lts, trace: &[ActionId]| {
        trace.iter().try_fold(lts.initial(), |s, &action| next(lts, s, action))
    };
    assert!(along(weakest.unwrap(), &end.trace).is_some());
    if let Some(component) = &found.component {
        assert!(along(component, &end.trace[..end.trace.len() - 1]).is_some());
        assert!(along(component, &end.trace).is_none());
    } else {
        assert!(end.trace.is_empty());
    }
    // The run ends where nothing is offered but `offers`.
    let run = names(&question.actions, &end.run);
    let run: Vec<&str> = run.iter().map(String::as_str).collect();
    let rests = |vector: &Vec<StateId>| {
        let s = world.whole.state(vector);
        let offers: BTreeSet<Option<ActionId>> = world.moves(s).map(|(action, _)| action).collect();
        !world.terminated[s.index()] && offers == end.offers.iter().map(|&a| Some(a)).collect()
    };
    let ends = oracle::replays(&question.system(), &run);
    assert!(ends.iter().flatten().any(rests), "{end:?}\n{}", shown(question));
}

#[test]
fn a_way_into_a_deadlock_is_cut() {
    // After `b` the module waits for `c`, which is forbidden.
    let question = question(&["0 a 0; 0 b 1; 1 c 0"], &["0 a 0; 0 b 0; alphabet c"], &["a", "b", "c"]);
    let found = live(&question);
    let component = found.component.unwrap();
    let expected = "0 a 0; 0 c 1; 1 a 1; 1 b 1; 1 c 1";
    // `c` is nothing that the module can do at the start, so anything may follow.
    assert_eq!(show(&component), show(&read(&question.actions, expected)));
    assert_eq!(found.removed, 1);
    let end = found.dead_end.unwrap();
    assert_eq!(names(&question.actions, &end.trace), ["b"]);
    assert_eq!(end.text(&question), "after b M waits for c, which is not safe to allow there");
}

#[test]
fn an_end_is_no_deadlock_and_neither_is_a_loop() {
    let ended = question(&["0 a 1; end 1"], &["0 a 0"], &["a"]);
    assert_eq!(show(&live(&ended).component.unwrap()), show(&read(&ended.actions, "0 a 0")));
    let stuck = question(&["0 a 1"], &["0 a 0"], &["a"]);
    let found = live(&stuck);
    assert!(found.component.is_none());
    assert_eq!(
        found.dead_end.unwrap().text(&stuck),
        "at the start M waits for a, which is not safe to allow there"
    );
    let looping = question(&["0 a 1; 1 tau 1"], &["0 a 0"], &["a"]);
    assert_eq!(show(&live(&looping).component.unwrap()), show(&read(&looping.actions, "0 a 0")));
    // An action that the module does not know helps: the component does it alone.
    let outside = question(&["0 a 1"], &["0 a 0; 0 x 0"], &["a"]);
    assert_eq!(show(&live(&outside).component.unwrap()), show(&read(&outside.actions, "0 a 0; 0 x 0")));
    let dead = question(&["states 1; alphabet a"], &["0 a 0"], &["a"]);
    assert_eq!(live(&dead).dead_end.unwrap().text(&dead), "at the start M cannot perform any action");
}

/// The component has an action that the module does not have: where it cannot do it, the system has not
/// ended, whatever the module says.
#[test]
fn an_end_of_the_module_is_not_one_of_the_system() {
    let question = question(&["0 a 1; end 1"], &["0 a 0; 0 z ERROR"], &["a"]);
    let found = live(&question);
    assert!(found.component.is_none());
    assert_eq!(
        found.dead_end.unwrap().text(&question),
        "at the start M waits for a, z, which is not safe to allow there"
    );
    let stopped = read(&question.actions, "0 a 1; alphabet z");
    assert_eq!(checked(&question, &stopped), Some(Wrong::Deadlock));
}

#[test]
fn budgets_end_the_construction() {
    let question = question(&["0 a 1; 1 b 2; 2 a 3; 3 a 0"], &["0 a 0; 0 b 0"], &["a", "b"]);
    let budget = Budget::unlimited().with_states(3);
    let spent = most_general_live(&question, Context::with_budget(&budget)).unwrap_err();
    assert_eq!(spent, Spent::States(3));
    let budget = Budget { stop: Some(std::sync::Arc::new(|| Some(Spent::Cancelled))), ..Budget::unlimited() };
    let spent = most_general_live(&question, Context::with_budget(&budget)).unwrap_err();
    assert_eq!(spent, Spent::Cancelled);
}
