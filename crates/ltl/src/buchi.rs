//! Büchi automata with acceptance on states, made small.
//!
//! # Problem
//! Given a generalized automaton, find a small Büchi automaton with the same language, whose states also know
//! whether a run may end in them.
//!
//! # Method
//! The counting construction, done on transitions: a level counts through the acceptance sets, one transition
//! may pass several levels, and a state of the last level is accepting. Levels count only inside strongly
//! connected parts that can accept; outside, every state has level 0. Then states that accept nothing are
//! dropped, and bisimilar states merged, until nothing changes. Both steps are exact for the language and for
//! the ends of runs.
//!
//! # Invariants
//! 1. From every state but perhaps the initial one, an accepting cycle or a state where a run may end is
//!    reachable, if conditions are taken to be satisfiable.
//! 2. Merged states agree on acceptance, on ends, and on their transitions up to merging.
//!
//! # Cost
//! O(k · m) for k acceptance sets and m transitions; merging O(m log m) per round, and at most n rounds.
//!
//! # Departures
//! The construction is on transitions, not on states, where a transition passes one level at a time. The ends
//! of runs are ours: the construction in the literature has infinite runs only.

use rustc_hash::FxHashMap;

use rely_lts::scc::sccs;
use rely_lts::{Context, Spent};

use crate::arena::{Arena, NodeId};
use crate::tableau::GeneralAutomaton;

/// A Büchi automaton. State 0 is initial.
#[derive(Clone, Debug)]
pub(crate) struct Buchi {
    pub(crate) states: Vec<BuchiState>,
}

/// A state of a Büchi automaton.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct BuchiState {
    /// A run that is here infinitely often is accepted.
    pub(crate) accepting: bool,
    /// A run that ends here is accepted.
    pub(crate) ends: bool,
    /// Every run from here on is accepted.
    pub(crate) universal: bool,
    /// Conditions and targets, sorted by target.
    pub(crate) edges: Vec<(NodeId, u32)>,
}

/// Makes the Büchi automaton of a generalized one.
///
/// # Errors
/// If the budget is spent.
pub(crate) fn degeneralize(
    arena: &mut Arena,
    general: &GeneralAutomaton,
    ctx: Context<'_>,
) -> Result<Buchi, Spent> {
    let (component, accepts) = accepting_components(general, ctx)?;
    let n_sets = general.n_sets;
    let mut state_of: FxHashMap<(u32, u32), u32> = FxHashMap::default();
    // A part that can accept is entered at the last level: it may as well count as complete once.
    let entry = |state: u32| if accepts[component[state as usize] as usize] { n_sets } else { 0 };
    let mut order: Vec<(u32, u32)> = vec![(0, entry(0))];
    state_of.insert(order[0], 0);
    let mut states = Vec::new();
    while let Some(&(source, level)) = order.get(states.len()) {
        // The last level is where a round is complete: the next one starts.
        let start = if level == n_sets { 0 } else { level };
        let mut edges = Vec::new();
        for edge in &general.edges[source as usize] {
            let inside = component[source as usize] == component[edge.target as usize]
                && accepts[component[source as usize] as usize];
            let target_level = if inside {
                (start..n_sets).find(|set| edge.postponed.binary_search(set).is_ok()).unwrap_or(n_sets)
            } else {
                entry(edge.target)
            };
            let key = (edge.target, target_level);
            let target = *state_of.entry(key).or_insert_with(|| {
                order.push(key);
                order.len() as u32 - 1
            });
            edges.push((edge.guard, target));
        }
        let obligation = general.obligations[source as usize];
        let accepting = level == n_sets && accepts[component[source as usize] as usize];
        states.push(BuchiState {
            accepting,
            ends: arena.ends(obligation),
            universal: obligation == NodeId::TRUE,
            edges,
        });
        ctx.budget.check_states(order.len())?;
    }
    let mut automaton = Buchi { states };
    loop {
        let before = automaton.states.len();
        automaton = merge(arena, &trim(&automaton, ctx)?, ctx)?;
        if automaton.states.len() == before {
            return Ok(automaton);
        }
    }
}

/// The strongly connected component of every state, and for every component whether it can accept: it has a
/// transition inside, and for every acceptance set one that is in the set.
fn accepting_components(
    general: &GeneralAutomaton,
    ctx: Context<'_>,
) -> Result<(Vec<u32>, Vec<bool>), Spent> {
    let found = sccs(general.edges.len(), |s| general.edges[s].iter().map(|e| e.target as usize), ctx)?;
    let (component, n) = (found.as_slice().to_vec(), found.n_components());
    let mut inside = vec![0usize; n];
    let mut putting_off: Vec<FxHashMap<u32, usize>> = vec![FxHashMap::default(); n];
    for (source, row) in general.edges.iter().enumerate() {
        for edge in row {
            let c = component[source] as usize;
            if component[edge.target as usize] as usize == c {
                inside[c] += 1;
                for &set in &edge.postponed {
                    *putting_off[c].entry(set).or_default() += 1;
                }
            }
        }
    }
    let accepts = (0..n).map(|c| inside[c] > 0 && putting_off[c].values().all(|&k| k < inside[c])).collect();
    Ok((component, accepts))
}

/// Drops states that accept nothing (invariant 1) and renumbers the others breadth-first.
fn trim(automaton: &Buchi, ctx: Context<'_>) -> Result<Buchi, Spent> {
    let states = &automaton.states;
    let n = states.len();
    let found = sccs(n, |s| states[s].edges.iter().map(|e| e.1 as usize), ctx)?;
    let component = found.as_slice();
    let mut cyclic = vec![false; found.n_components()];
    for (s, state) in states.iter().enumerate() {
        for &(_, t) in &state.edges {
            cyclic[component[s] as usize] |= component[s] == component[t as usize];
        }
    }
    let mut before: Vec<Vec<u32>> = vec![Vec::new(); n];
    for (s, state) in states.iter().enumerate() {
        for &(_, t) in &state.edges {
            before[t as usize].push(s as u32);
        }
    }
    let mut live = vec![false; n];
    let mut stack: Vec<u32> = Vec::new();
    for (s, state) in states.iter().enumerate() {
        if state.ends || (state.accepting && cyclic[component[s] as usize]) {
            live[s] = true;
            stack.push(s as u32);
        }
    }
    while let Some(s) = stack.pop() {
        for &p in &before[s as usize] {
            if !std::mem::replace(&mut live[p as usize], true) {
                stack.push(p);
            }
        }
    }
    let mut number = vec![u32::MAX; n];
    number[0] = 0;
    let mut order = vec![0u32];
    let mut kept: Vec<BuchiState> = Vec::new();
    while let Some(&s) = order.get(kept.len()) {
        let state = &states[s as usize];
        let mut edges = Vec::new();
        for &(guard, t) in state.edges.iter().filter(|e| live[e.1 as usize]) {
            if number[t as usize] == u32::MAX {
                number[t as usize] = order.len() as u32;
                order.push(t);
            }
            edges.push((guard, number[t as usize]));
        }
        kept.push(BuchiState { edges, ..*state });
    }
    Ok(Buchi { states: kept })
}

/// Merges bisimilar states: keeps invariant 2. Transitions to one class are one transition, with a
/// disjunction.
fn merge(arena: &mut Arena, automaton: &Buchi, ctx: Context<'_>) -> Result<Buchi, Spent> {
    let states = &automaton.states;
    let mut class: Vec<u32> = vec![0; states.len()];
    let mut n_classes = 0;
    loop {
        ctx.budget.poll()?;
        let mut numbers: FxHashMap<(u32, BuchiState), u32> = FxHashMap::default();
        let mut refined = Vec::with_capacity(states.len());
        for (s, state) in states.iter().enumerate() {
            let edges = joined(arena, state, &class);
            let fresh = numbers.len() as u32;
            let key = (class[s], BuchiState { edges, ..*state });
            refined.push(*numbers.entry(key).or_insert(fresh));
        }
        let n = numbers.len();
        class = refined;
        if n == n_classes {
            break;
        }
        n_classes = n;
    }
    let mut merged: Vec<Option<BuchiState>> = vec![None; n_classes];
    for (s, state) in states.iter().enumerate() {
        let slot = &mut merged[class[s] as usize];
        if slot.is_none() {
            *slot = Some(BuchiState { edges: joined(arena, state, &class), ..*state });
        }
    }
    let states =
        merged.into_iter().map(|state| state.expect("classes are numbered by their first state")).collect();
    Ok(Buchi { states })
}

/// The transitions of a state to classes, one per class, sorted by class.
fn joined(arena: &mut Arena, state: &BuchiState, class: &[u32]) -> Vec<(NodeId, u32)> {
    let mut pairs: Vec<(u32, NodeId)> = state.edges.iter().map(|&(g, t)| (class[t as usize], g)).collect();
    pairs.sort_unstable();
    pairs.dedup();
    pairs
        .chunk_by(|x, y| x.0 == y.0)
        .map(|group| (arena.or(group.iter().map(|&(_, g)| g).collect()), group[0].0))
        .collect()
}
