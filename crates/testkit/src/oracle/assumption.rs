//! Weakest assumptions, satisfaction and monolithic verdicts, by definition.
//!
//! A run of a module in parallel with its properties is projected to the actions of an assumption; all
//! its other actions, and tau, cannot be seen. A trace is *bad* if a run into ERROR looks like one of its
//! prefixes. The weakest assumption allows all traces that are not bad. States are vectors, and sets of them
//! are just that.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use rely_lts::{ActionId, Alphabet, Lts, StateId};

use super::labels::complete;

/// A vector of states, one per component; ERROR in one of them is ERROR of the system.
type Vector = Vec<StateId>;

/// A component: the actions it knows, and the targets of every state by action.
struct Part {
    knows: BTreeSet<ActionId>,
    steps: Vec<BTreeMap<ActionId, Vec<StateId>>>,
    initial: StateId,
}

impl Part {
    fn new(lts: &Lts) -> Part {
        let mut steps = vec![BTreeMap::<ActionId, Vec<StateId>>::new(); lts.n_states()];
        for (s, label, t) in lts.transitions() {
            steps[s.index()].entry(lts.alphabet().action(label)).or_default().push(t);
        }
        Part { knows: lts.alphabet().ids().iter().copied().collect(), steps, initial: lts.initial() }
    }

    fn targets(&self, state: StateId, action: ActionId) -> &[StateId] {
        self.steps[state.index()].get(&action).map_or(&[], |targets| targets)
    }
}

/// All ways in which the components take an action together from a vector; tau is taken by one alone.
fn step(parts: &[Part], vector: &[StateId], action: ActionId) -> Vec<Vector> {
    if action.is_tau() {
        let alone = |i: usize| {
            let targets = parts[i].targets(vector[i], action).iter();
            targets.map(move |&t| [&vector[..i], &[t], &vector[i + 1..]].concat())
        };
        return (0..parts.len()).flat_map(alone).collect();
    }
    let mut ways: Vec<Vector> = vec![Vec::new()];
    for (part, &state) in parts.iter().zip(vector) {
        let stays = [state];
        let targets = if part.knows.contains(&action) { part.targets(state, action) } else { &stays };
        ways = ways.iter().flat_map(|way| targets.iter().map(move |&t| [&way[..], &[t]].concat())).collect();
    }
    ways
}

fn is_error(vector: &Vector) -> bool {
    vector.iter().any(|s| s.is_error())
}

/// Everything that components can do: the actions of one of them, and tau.
fn all_actions(parts: &[Part]) -> BTreeSet<ActionId> {
    parts.iter().flat_map(|part| part.knows.iter().copied()).chain([ActionId::TAU]).collect()
}

fn start(parts: &[Part]) -> Vector {
    parts.iter().map(|part| part.initial).collect()
}

/// A module in parallel with its complete properties, projected to the actions of an assumption.
pub struct Weakest {
    parts: Vec<Part>,
    seen: BTreeSet<ActionId>,
    unseen: BTreeSet<ActionId>,
}

impl Weakest {
    /// The components of the module and of the properties, and what an assumption speaks of.
    pub fn new<'a>(components: impl IntoIterator<Item = &'a Lts>, alphabet: &Alphabet) -> Weakest {
        let parts: Vec<Part> = components.into_iter().map(Part::new).collect();
        let seen: BTreeSet<ActionId> = alphabet.ids().iter().copied().collect();
        let unseen = all_actions(&parts).difference(&seen).copied().collect();
        Weakest { parts, seen, unseen }
    }

    /// Where the system may be after a trace; `None` if the trace is bad.
    pub fn after(&self, trace: &[ActionId]) -> Option<BTreeSet<Vector>> {
        let mut here = self.unseen_from([start(&self.parts)].into())?;
        for &action in trace {
            here = self.next(&here, action)?;
        }
        Some(here)
    }

    /// Does a run into ERROR look like a prefix of the trace?
    pub fn is_bad(&self, trace: &[ActionId]) -> bool {
        self.after(trace).is_none()
    }

    /// All traces of at most this many actions that are not bad.
    pub fn allowed(&self, length: usize) -> BTreeSet<Vec<ActionId>> {
        let mut allowed = BTreeSet::new();
        let mut longest: Vec<(Vec<ActionId>, BTreeSet<Vector>)> =
            self.after(&[]).map(|here| (Vec::new(), here)).into_iter().collect();
        for k in 0..=length {
            allowed.extend(longest.iter().map(|(trace, _)| trace.clone()));
            if k == length {
                break;
            }
            let longer = |(trace, here): &(Vec<ActionId>, BTreeSet<Vector>)| {
                let one = |&a: &ActionId| Some(([&trace[..], &[a]].concat(), self.next(here, a)?));
                self.seen.iter().filter_map(one).collect::<Vec<_>>()
            };
            longest = longest.iter().flat_map(longer).collect();
        }
        allowed
    }

    /// A shortest trace on which a deterministic machine over the same actions differs from the weakest
    /// assumption: one of them allows it and the other does not. For all lengths: pairs of a state of the
    /// machine and of what the trace may have led to are visited until there are no new ones. `None`: there
    /// is no difference.
    pub fn difference(&self, machine: &Lts) -> Option<Vec<ActionId>> {
        let part = Part::new(machine);
        assert_eq!(part.knows, self.seen, "both speak of the same actions");
        let Some(begin) = self.after(&[]) else { return Some(Vec::new()) };
        let mut known = BTreeSet::from([(part.initial, begin.clone())]);
        let mut waiting = VecDeque::from([(Vec::new(), part.initial, begin)]);
        while let Some((trace, state, here)) = waiting.pop_front() {
            for &action in &self.seen {
                let longer = [&trace[..], &[action]].concat();
                match (part.targets(state, action), self.next(&here, action)) {
                    ([], None) => {}
                    (&[target], Some(there)) => {
                        if known.insert((target, there.clone())) {
                            waiting.push_back((longer, target, there));
                        }
                    }
                    _ => return Some(longer),
                }
            }
        }
        None
    }

    /// Is there a run with exactly these actions, tau included, whose last step, and no earlier one, enters
    /// ERROR?
    pub fn enters_error(&self, run: &[ActionId]) -> bool {
        !self.entering(run).is_empty()
    }

    /// The components, by position, that may enter ERROR with the last of exactly these actions, tau
    /// included; no earlier one enters it.
    pub fn entering(&self, run: &[ActionId]) -> BTreeSet<usize> {
        let Some((last, before)) = run.split_last() else { return BTreeSet::new() };
        let mut here = BTreeSet::from([start(&self.parts)]);
        for &action in before {
            here = self.step(&here, action).into_iter().filter(|vector| !is_error(vector)).collect();
        }
        let ends = self.step(&here, *last);
        (0..self.parts.len()).filter(|&i| ends.iter().any(|vector| vector[i].is_error())).collect()
    }

    /// What is seen of a run.
    pub fn seen_of(&self, run: &[ActionId]) -> Vec<ActionId> {
        run.iter().copied().filter(|action| self.seen.contains(action)).collect()
    }

    fn step(&self, from: &BTreeSet<Vector>, action: ActionId) -> BTreeSet<Vector> {
        from.iter().flat_map(|vector| step(&self.parts, vector, action)).collect()
    }

    /// Where a seen action and then any unseen ones lead; `None` if to ERROR.
    fn next(&self, from: &BTreeSet<Vector>, action: ActionId) -> Option<BTreeSet<Vector>> {
        self.unseen_from(self.step(from, action))
    }

    /// Where any number of unseen actions leads; `None` if to ERROR.
    fn unseen_from(&self, from: BTreeSet<Vector>) -> Option<BTreeSet<Vector>> {
        let mut reached = from.clone();
        let mut new = from;
        while !new.is_empty() {
            if new.iter().any(is_error) {
                return None;
            }
            let all = self.unseen.iter().flat_map(|&action| self.step(&new, action));
            new = all.filter(|vector| !reached.contains(vector)).collect();
            reached.extend(new.iter().cloned());
        }
        Some(reached)
    }
}

/// Does an environment satisfy an assumption: is each of its runs, seen through the actions of the
/// assumption, a trace of the assumption? Actions of the assumption that no component of the environment
/// knows may happen at any time.
pub fn satisfies<'a>(environment: impl IntoIterator<Item = &'a Lts>, assumption: &Lts) -> bool {
    let forbids = complete(assumption);
    let environment: Vec<&Lts> = environment.into_iter().collect();
    let all: Vec<&Lts> = environment.iter().copied().chain([&forbids]).collect();
    !entering_error(all, usize::MAX).expect("there is no limit").contains(&environment.len())
}

/// Which components, by position, enter ERROR in some run of all of them together; a run ends where one does.
/// `None` if there are more vectors than the limit.
pub fn entering_error<'a>(
    components: impl IntoIterator<Item = &'a Lts>,
    limit: usize,
) -> Option<BTreeSet<usize>> {
    let parts: Vec<Part> = components.into_iter().map(Part::new).collect();
    let actions = all_actions(&parts);
    let mut errors = BTreeSet::new();
    let mut reached = BTreeSet::from([start(&parts)]);
    let mut waiting = vec![start(&parts)];
    while let Some(vector) = waiting.pop() {
        for target in actions.iter().flat_map(|&action| step(&parts, &vector, action)) {
            if is_error(&target) {
                errors.extend((0..parts.len()).filter(|&i| target[i].is_error()));
            } else if reached.insert(target.clone()) {
                waiting.push(target);
            }
        }
        if reached.len() > limit {
            return None;
        }
    }
    Some(errors)
}

#[cfg(test)]
mod tests {
    use rely_lts::Actions;

    use super::*;
    use crate::text::read;

    /// A writer and a mutex in parallel with the property that critical sections do not overlap [GPB02,
    /// figures 1 and 2]; the environment takes part in `E.…`.
    fn writer_and_mutex(actions: &Actions) -> (Vec<Lts>, Alphabet) {
        let writer = "0 W.acquire 1; 1 W.enter 2; 2 W.exit 3; 3 W.release 0";
        let mutex = "0 W.acquire 1; 1 W.release 0; 0 E.acquire 2; 2 E.release 0";
        let property = "0 W.enter 1; 1 W.exit 0; 0 E.enter 2; 2 E.exit 0; \
                        0 W.exit ERROR; 0 E.exit ERROR; 1 W.enter ERROR; 1 E.enter ERROR; 1 E.exit ERROR; \
                        2 E.enter ERROR; 2 W.enter ERROR; 2 W.exit ERROR";
        let components = [writer, mutex, property].iter().map(|text| read(actions, text)).collect();
        let names = ["E.acquire", "E.release", "E.enter", "E.exit"];
        (components, Alphabet::from_names(actions, names))
    }

    fn word(actions: &Actions, text: &str) -> Vec<ActionId> {
        text.split_whitespace().map(|name| actions.intern(name)).collect()
    }

    #[test]
    fn the_environment_enters_under_the_mutex() {
        let actions = Actions::new();
        let (components, alphabet) = writer_and_mutex(&actions);
        let weakest = Weakest::new(&components, &alphabet);
        let bad = |text: &str| weakest.is_bad(&word(&actions, text));
        assert!(!bad("") && !bad("E.acquire E.enter E.exit E.release") && !bad("E.acquire E.release"));
        assert!(
            bad("E.enter") && bad("E.exit") && bad("E.acquire E.exit") && bad("E.acquire E.enter E.enter")
        );
        assert!(bad("E.acquire E.enter E.release"), "the writer enters as well");
        assert!(!bad("E.release E.enter") && !bad("E.acquire E.acquire E.enter E.enter"), "never exercised");
        assert_eq!(weakest.allowed(1), ["", "E.acquire", "E.release"].map(|w| word(&actions, w)).into());
        let run = word(&actions, "W.acquire W.enter E.enter");
        assert!(weakest.enters_error(&run) && !weakest.enters_error(&run[..2]) && !weakest.enters_error(&[]));
        assert_eq!(weakest.entering(&run), [2].into());
        assert_eq!(weakest.seen_of(&run), word(&actions, "E.enter"));
    }

    #[test]
    fn a_machine_that_differs_is_told_by_a_shortest_trace() {
        let actions = Actions::new();
        let (components, alphabet) = writer_and_mutex(&actions);
        let weakest = Weakest::new(&components, &alphabet);
        // State 3 allows everything.
        let figure_6 = "0 E.acquire 1; 1 E.release 0; 1 E.enter 2; 2 E.exit 1; 0 E.release 3; 1 E.acquire 3; \
                        2 E.acquire 3; 3 E.acquire 3; 3 E.release 3; 3 E.enter 3; 3 E.exit 3";
        assert_eq!(weakest.difference(&read(&actions, figure_6)), None);
        let stronger = figure_6.replace("3 E.enter 3;", "");
        let trace = weakest.difference(&read(&actions, &stronger)).unwrap();
        assert_eq!(trace, word(&actions, "E.release E.enter"));
        let weaker = format!("{figure_6}; 2 E.release 3");
        let trace = weakest.difference(&read(&actions, &weaker)).unwrap();
        assert_eq!(trace, word(&actions, "E.acquire E.enter E.release"));
    }

    #[test]
    fn the_empty_trace_is_bad_if_error_needs_nobody() {
        let actions = Actions::new();
        let alphabet = Alphabet::from_names(&actions, ["a"]);
        let module = read(&actions, "0 tau 1; 1 i ERROR; 0 a 0");
        let weakest = Weakest::new([&module], &alphabet);
        assert!(weakest.is_bad(&[]) && weakest.allowed(3).is_empty());
        assert_eq!(weakest.difference(&read(&actions, "0 a 0")), Some(vec![]));
    }

    #[test]
    fn satisfaction_leaves_unknown_actions_free() {
        let actions = Actions::new();
        let assumption = read(&actions, "0 a 1; 1 b 0");
        let good = read(&actions, "0 a 1; 1 x 2; 2 tau 3; 3 b 0");
        let bad = read(&actions, "0 a 1; 1 x 2; 2 tau 3; 3 a 0; alphabet b");
        let ignorant = read(&actions, "0 a 1");
        assert!(satisfies([&good], &assumption) && !satisfies([&bad], &assumption));
        assert!(!satisfies([&ignorant], &assumption), "b may happen first");
        assert!(
            satisfies([&good, &ignorant], &assumption) && !satisfies([&good], &read(&actions, "alphabet a"))
        );
    }

    #[test]
    fn who_enters_error_is_told() {
        let actions = Actions::new();
        let (one, two) = (read(&actions, "0 a ERROR; 0 b 1"), read(&actions, "0 b 1; 1 c ERROR; alphabet a"));
        assert_eq!(entering_error([&one, &two], 100), Some([1].into()));
        assert_eq!(entering_error([&one], 100), Some([0].into()));
        assert_eq!(entering_error([&one, &two], 1), None);
        assert_eq!(entering_error([&read(&actions, "0 a 0")], 1), Some([].into()));
    }
}
