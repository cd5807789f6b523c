//! Families that are hard for reductions: both algorithms find the same classes, any number of threads the
//! same result, and a system compares equal to itself, to its reductions and to its copies.

use rely_lts::minimize::{Equivalence, minimize, partition, partition_by_splitters};
use rely_lts::relate::{Relation, compare};
use rely_lts::{
    ActionId, Actions, Budget, Context, Label, Lts, LtsBuilder, Purpose, Runs, Silent, Space, Spent, StateId,
    Successors, Verdict, explore,
};
use rely_testkit::generate::{self, RandomLts, Rng, permuted};
use rely_testkit::threads::Threads;

fn lts(actions: &Actions, n: usize, edges: impl IntoIterator<Item = (usize, ActionId, usize)>) -> Lts {
    let mut builder = LtsBuilder::new(actions);
    builder.ensure_states(n).expect("families fit");
    for (s, action, t) in edges {
        builder.add_transition(StateId::at(s), action, StateId::at(t));
    }
    builder.finish(StateId::at(0)).expect("all states were added")
}

/// Systems with their names; `size` is about their number of states.
fn families(actions: &Actions, size: usize) -> Vec<(&'static str, Lts)> {
    let [a, b, c] = ["a", "b", "c"].map(|name| actions.intern(name));
    let one = |family: generate::Family| (*family.system.components[0].lts).clone();
    let side = size.isqrt().max(2);
    let bits = size.ilog2().max(2);
    let n = 1usize << bits;
    let mut rng = Rng::new(5);
    let random = RandomLts { states: size, fan_out: 3, actions: 2, tau_percent: 40, ..RandomLts::default() };
    vec![
        ("tau grid", one(generate::tau_grid(actions, side))),
        ("tau chain", one(generate::tau_chain(actions, size))),
        // States differ by their distance from the end: one more is known per round.
        ("chain", lts(actions, size, (1..size).map(|s| (s - 1, a, s)))),
        (
            "ring with a mark",
            lts(actions, size, (0..size).map(|s| (s, if s == 0 { b } else { a }, (s + 1) % size))),
        ),
        // A shift register of which the first bit is seen: every round halves all blocks, the worst case of
        // Hopcroft's algorithm.
        (
            "shift register",
            lts(
                actions,
                n,
                (0..n).flat_map(|s| {
                    let seen = if s < n / 2 { (s, a, 2 * s % n) } else { (s, c, s) };
                    [(s, a, 2 * s % n), (s, b, (2 * s + 1) % n), seen]
                }),
            ),
        ),
        // Every state of a tau chain can leave it: nothing is inert in the end.
        (
            "ladder",
            lts(actions, size, (1..size).flat_map(|s| [(s, ActionId::TAU, s - 1), (s, a, s - 1), (0, b, s)])),
        ),
        ("random", random.generate(actions, &mut rng)),
    ]
}

#[test]
fn both_algorithms_and_any_number_of_threads() {
    let actions = Actions::new();
    for (name, lts) in families(&actions, 3000) {
        for equivalence in [Equivalence::Strong, Equivalence::Branching, Equivalence::DivergenceBranching] {
            let found = partition(&lts, equivalence, Context::unlimited()).unwrap();
            let other = partition_by_splitters(&lts, equivalence, Context::unlimited()).unwrap();
            assert!(other.as_ref() == Some(&found), "{equivalence:?} of {name}");
            let reduced = minimize(&lts, equivalence, Context::unlimited()).unwrap();
            let budget = Budget::unlimited();
            for width in [2, 3] {
                let ctx = Context { budget: &budget, progress: &Silent, executor: &Threads(width) };
                let again = minimize(&lts, equivalence, ctx).unwrap();
                assert_eq!(again.map, reduced.map, "{equivalence:?} of {name}, {width} threads");
                assert!(again.lts.transitions().eq(reduced.lts.transitions()), "{equivalence:?} of {name}");
            }
            // States of one class are mapped to one state, and those of different classes are not.
            let mut first_of = std::collections::BTreeMap::new();
            for s in lts.states().filter(|&s| reduced.map.class_of(s).is_some()) {
                let class = first_of.entry(found[s]).or_insert(reduced.map.class_of(s));
                assert_eq!(*class, reduced.map.class_of(s), "{equivalence:?} of {name}");
            }
            assert_eq!(first_of.len(), reduced.lts.n_states(), "{equivalence:?} of {name}");
            let twice = minimize(&reduced.lts, equivalence, Context::unlimited()).unwrap().lts;
            assert!(twice.transitions().eq(reduced.lts.transitions()), "{equivalence:?} of {name} twice");
        }
    }
}

const RELATIONS: [Relation; 7] = [
    Relation::Strong,
    Relation::Branching,
    Relation::Weak,
    Relation::Trace,
    Relation::TraceInclusion,
    Relation::Simulation,
    Relation::Failures,
];

#[test]
fn a_system_equals_itself_its_copies_and_its_reductions() {
    let actions = Actions::new();
    let holds = |left: &Lts, right: &Lts, relation| {
        matches!(compare(left, right, relation, Context::unlimited()), Verdict::Holds(..))
    };
    for (name, lts) in families(&actions, 60) {
        let copy = permuted(&lts, &mut Rng::new(7));
        let reduced = |equivalence| minimize(&lts, equivalence, Context::unlimited()).unwrap().lts;
        let (strong, branching) = (reduced(Equivalence::Strong), reduced(Equivalence::Branching));
        let (weak, trace) = (reduced(Equivalence::Weak), reduced(Equivalence::Trace));
        for relation in RELATIONS {
            let mut equal = vec![&lts, &copy, &strong];
            match relation {
                Relation::Branching => equal.push(&branching),
                Relation::Weak => equal.extend([&branching, &weak]),
                Relation::Trace | Relation::TraceInclusion => equal.extend([&branching, &weak, &trace]),
                _ => {}
            }
            for other in equal {
                assert!(holds(&lts, other, relation), "{name} and its copy by {relation}");
                assert!(holds(other, &lts, relation), "a copy of {name} and itself by {relation}");
            }
        }
        // And one that lacks a transition is not equal.
        let last = lts.transitions().last().expect("families have transitions");
        let edges = lts.transitions().filter(|&edge| edge != last);
        let less = lts_of(&lts, edges);
        assert!(!holds(&lts, &less, Relation::Strong) && !holds(&less, &lts, Relation::Strong), "{name}");
    }
}

fn lts_of(original: &Lts, edges: impl Iterator<Item = (StateId, rely_lts::Label, StateId)>) -> Lts {
    let mut builder = LtsBuilder::new(original.actions());
    builder.ensure_states(original.n_states()).expect("as many as before");
    edges.for_each(|(s, label, t)| builder.add_transition(s, original.alphabet().action(label), t));
    builder.finish(original.initial()).expect("all states were added")
}

#[test]
fn memory_is_counted() {
    let actions = Actions::new();
    for (name, lts) in families(&actions, 3000) {
        for equivalence in [Equivalence::Strong, Equivalence::Branching] {
            let budget = Budget::unlimited().with_memory(10_000);
            let found = minimize(&lts, equivalence, Context::with_budget(&budget));
            assert_eq!(found.err(), Some(Spent::Memory(10_000)), "{equivalence:?} of {name}");
        }
    }
}

/// Every state has many moves, to states of many words. It counts for how many states these were asked.
struct Wide {
    asked: std::sync::atomic::AtomicUsize,
}

impl Space for Wide {
    type Scratch = ();

    fn words(&self) -> usize {
        1 << 11
    }

    fn initial(&self) -> Vec<u64> {
        vec![0; self.words()]
    }

    fn successors(&self, state: &[u64], (): &mut (), out: &mut Successors) {
        self.asked.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
        let mut target = state.to_vec();
        for k in 0..self.words() {
            target[k] += 1;
            out.push(Label::at(1), &target);
            target[k] -= 1;
        }
    }
}

#[test]
fn wide_systems_are_not_expanded_far_ahead_of_a_limit() {
    let wide = Wide { asked: Default::default() };
    let budget = Budget::unlimited().with_states(3_000);
    let ctx = Context { budget: &budget, ..Context::unlimited() };
    let explored = explore(&wide, Runs::Keep, Purpose::Explore, ctx, &mut ());
    assert_eq!((explored.store.len(), explored.spent), (3_000, Some(Spent::States(3_000))));
    // The second state leads to the limit. 64 states would have taken 2 GB.
    assert_eq!(wide.asked.into_inner(), 2);
}
