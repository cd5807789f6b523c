//! Progress: in every terminal set of states, something good keeps happening.
//!
//! # Problem
//!
//! A *terminal set* is a strongly connected component of the reachable graph without a way out. Under fair
//! choice every infinite run ends in one and takes each of its transitions infinitely often. A test holds if
//! some action of its set occurs in every terminal set (for a conditional test: in every one where an action
//! of the condition occurs). A state without moves is a terminal set without actions.
//!
//! # Method
//!
//! Tarjan's algorithm on the stored graph (\[Tar72\]); then every terminal set is asked for all its actions
//! once. ERROR is a way out, and not a terminal set. The evidence is a shortest run to the set, and a cycle
//! that stays inside and takes as few steps as the set allows from the state where the run enters; it is
//! empty if the set is a single state without moves.
//!
//! # Invariants
//!
//! 1. Terminal sets are listed in the order of their distance, so the first bad one has a shortest run.
//!
//! # Cost
//!
//! O(n + m) for all tests together, plus the alphabet per terminal set.
//!
//! # Departures
//!
//! LTSA gives no answer where ERROR is reachable. Here a violation is still reported, and *unknown*
//! otherwise.

use fixedbitset::FixedBitSet;
use rely_ltl::ProgressTest;
use rely_lts::scc::sccs;
use rely_lts::{ActionId, Context, Label, Lasso, Lts, Reason, Spent, StateId, Trace, Verdict};

use crate::reach::Reach;

/// The answer to one test.
#[derive(Clone, Debug)]
pub struct ProgressResult {
    /// The name of the test; `None` for the default test, that every action keeps happening.
    pub name: Option<String>,
    /// The verdict, with a run into a bad terminal set and a cycle in it.
    pub verdict: Verdict<(), Lasso>,
    /// The actions that occur in the bad terminal set.
    pub recurring: Vec<ActionId>,
    /// The actions of the test that do not (for the default test: of the alphabet).
    pub missing: Vec<ActionId>,
    /// Why *holds* is vacuous, if it is.
    pub vacuous: Option<String>,
}

/// Answers all tests; without any, the default test that every action of the alphabet occurs in every
/// terminal set.
///
/// ```
/// # use std::sync::Arc;
/// # use rely_lts::{Lts, LtsBuilder, StateId};
/// use rely_check::{Explore, ProgressTest, Reach, check_progress};
/// use rely_lts::{Actions, Component, Context, System};
/// # fn machine(actions: &Actions, steps: &[(usize, &str, usize)]) -> Arc<Lts> {
/// #     let mut builder = LtsBuilder::new(actions);
/// #     for &(s, action, t) in steps {
/// #         builder.ensure_states(s.max(t) + 1).expect("few states");
/// #         builder.add_transition(StateId::at(s), actions.intern(action), StateId::at(t));
/// #     }
/// #     Arc::new(builder.finish(StateId::at(0)).expect("all states were added"))
/// # }
/// // A coin that is tossed forever, or picked up once.
/// let actions = Actions::new();
/// let coin = machine(&actions, &[(0, "toss", 0), (0, "pick", 1), (1, "keep", 1)]);
/// let system = System::new("S", &actions, vec![Component::new("COIN", coin)]);
/// let reach = Reach::explore(&system, Explore::Graph, Context::unlimited());
/// let tossed =
///     ProgressTest { name: "TOSSED".to_string(), condition: None, actions: vec![actions.intern("toss")] };
/// let results = check_progress(&reach, &[tossed], Context::unlimited());
/// let run = results[0].verdict.evidence().expect("it is violated");
/// assert_eq!(run.stem.names(&actions).join(" "), "pick");
/// assert_eq!(run.cycle.names(&actions).join(" "), "keep");
/// ```
///
/// # Panics
/// If the search was complete but did not keep the graph.
pub fn check_progress(reach: &Reach<'_>, tests: &[ProgressTest], ctx: Context<'_>) -> Vec<ProgressResult> {
    let names: Vec<Option<String>> =
        if tests.is_empty() { vec![None] } else { tests.iter().map(|t| Some(t.name.clone())).collect() };
    let terminal = match reach.spent() {
        Some(spent) => Err(spent.clone()),
        None => terminal_sets(reach.graph.as_ref().expect("progress needs the graph"), ctx),
    };
    let terminal = match terminal {
        Ok(terminal) => terminal,
        Err(spent) => {
            let unknown = |name| ProgressResult {
                name,
                verdict: Verdict::Unknown(Reason::Spent(spent.clone())),
                recurring: Vec::new(),
                missing: Vec::new(),
                vacuous: None,
            };
            return names.into_iter().map(unknown).collect();
        }
    };
    let labels = |actions: &[ActionId]| -> Vec<Label> {
        actions.iter().filter_map(|&a| reach.alphabet().label(a)).filter(|l| !l.is_tau()).collect()
    };
    if tests.is_empty() {
        let all: Vec<Label> = reach.alphabet().labels().collect();
        let bad = |set: &TerminalSet| !all.iter().all(|l| set.labels.contains(l.index()));
        let vacuous = all.is_empty().then(|| "the system has no actions".to_string());
        return vec![judge(reach, None, &terminal, bad, &all, vacuous)];
    }
    let mut results = Vec::new();
    for test in tests {
        let wanted = labels(&test.actions);
        let condition = test.condition.as_ref().map(|c| labels(c));
        let concerned = |set: &TerminalSet| match &condition {
            Some(condition) => condition.iter().any(|l| set.labels.contains(l.index())),
            None => true,
        };
        let bad =
            |set: &TerminalSet| concerned(set) && !wanted.iter().any(|l| set.labels.contains(l.index()));
        let vacuous = (!terminal.iter().any(concerned))
            .then(|| "no action of its condition keeps happening in any terminal set".to_string());
        results.push(judge(reach, Some(test.name.clone()), &terminal, bad, &wanted, vacuous));
    }
    results
}

/// A terminal set: its first state in breadth-first order, and the labels of its transitions.
struct TerminalSet {
    entry: StateId,
    labels: FixedBitSet,
}

/// The terminal sets, nearest first.
fn terminal_sets(graph: &Lts, ctx: Context<'_>) -> Result<Vec<TerminalSet>, Spent> {
    let successors =
        |s: usize| graph.targets_of(StateId::at(s)).iter().filter(|t| !t.is_error()).map(|t| t.index());
    let sccs = sccs(graph.n_states(), successors, ctx)?;
    let mut terminal = vec![true; sccs.n_components()];
    for (s, _, t) in graph.transitions() {
        let own = sccs.component(s.index());
        if t.is_error() || sccs.component(t.index()) != own {
            terminal[own] = false;
        }
    }
    let mut position = vec![usize::MAX; sccs.n_components()];
    let mut sets: Vec<TerminalSet> = Vec::new();
    for s in graph.states() {
        let own = sccs.component(s.index());
        if !terminal[own] {
            continue;
        }
        if position[own] == usize::MAX {
            position[own] = sets.len();
            let labels = FixedBitSet::with_capacity(graph.alphabet().n_labels());
            sets.push(TerminalSet { entry: s, labels });
        }
        let set = &mut sets[position[own]];
        graph.labels_of(s).iter().for_each(|l| set.labels.insert(l.index()));
    }
    // States are numbered breadth-first, so the sets are in the order of their distance already.
    debug_assert!(sets.is_sorted_by_key(|set| set.entry));
    Ok(sets)
}

fn judge(
    reach: &Reach<'_>,
    name: Option<String>,
    terminal: &[TerminalSet],
    bad: impl Fn(&TerminalSet) -> bool,
    wanted: &[Label],
    vacuous: Option<String>,
) -> ProgressResult {
    let alphabet = reach.alphabet();
    let Some(set) = terminal.iter().find(|set| bad(set)) else {
        // Runs into ERROR have no terminal set: nothing is known about how they would go on.
        let verdict = if reach.error_reachable() {
            let reason =
                "ERROR is reachable: progress holds on the runs that avoid it; the other runs end there";
            Verdict::Unknown(Reason::NotModeled(reason.to_string()))
        } else {
            Verdict::Holds(())
        };
        let vacuous = vacuous.filter(|_| verdict.holds());
        return ProgressResult { name, verdict, recurring: Vec::new(), missing: Vec::new(), vacuous };
    };
    let graph = reach.graph.as_ref().expect("progress needs the graph");
    let cycle = cycle_from(graph, set.entry).into_iter().map(|l| alphabet.action(l)).collect();
    let lasso = Lasso { stem: reach.run(set.entry, None), cycle: Trace { actions: cycle } };
    let recurring =
        set.labels.ones().map(Label::at).filter(|l| !l.is_tau()).map(|l| alphabet.action(l)).collect();
    let missing =
        wanted.iter().filter(|l| !set.labels.contains(l.index())).map(|&l| alphabet.action(l)).collect();
    ProgressResult { name, verdict: Verdict::Violated(lasso), recurring, missing, vacuous: None }
}

/// A shortest cycle through a state of a terminal set; empty if the state has no moves. All its successors
/// are in the set, so the search cannot leave it.
fn cycle_from(graph: &Lts, start: StateId) -> Vec<Label> {
    let mut parent: rustc_hash::FxHashMap<StateId, (StateId, Label)> = rustc_hash::FxHashMap::default();
    let mut queue = std::collections::VecDeque::from([start]);
    while let Some(s) = queue.pop_front() {
        for (label, t) in graph.successors(s) {
            if t == start {
                let mut cycle = vec![label];
                let mut at = s;
                while at != start {
                    let (before, label) = parent[&at];
                    cycle.push(label);
                    at = before;
                }
                cycle.reverse();
                return cycle;
            }
            if let std::collections::hash_map::Entry::Vacant(entry) = parent.entry(t) {
                entry.insert((s, label));
                queue.push_back(t);
            }
        }
    }
    Vec::new()
}
