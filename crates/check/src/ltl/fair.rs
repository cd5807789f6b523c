//! Violations in the explored product.
//!
//! # Problem
//! Given the product of a system with the automaton of a negated formula, find a state from which some run,
//! fair or not, violates the formula.
//!
//! # Method
//! Strongly connected components. Without fairness, one that has an accepting state and a transition is
//! enough.
//!
//! With fair choice, a fair run ends up in a set of system states (with their valuations) that it cannot
//! leave, and sees every finite path of it infinitely often. Let K be a component of the product with an
//! accepting state.
//! 1. If nothing leaves K, not even to the lost state, then from every state of K, whatever the system does,
//!    the automaton can stay in K, and when the system takes the way to the accepting state, follow it. So
//!    almost all runs of the system inside K violate the formula.
//! 2. If some move of the system leads out of the system states that K visits, a fair run leaves K.
//! 3. Otherwise [CY95]: let `f` be an accepting state of K. Follow the *set* of states of K that the
//!    automaton may be in after starting in `f`; together with the system this is a finite deterministic
//!    graph. A run that stays in K and is in `f` infinitely often has positive probability from `f` iff a
//!    strongly connected set of this graph that cannot be left, and is reachable from `{f}`, has an element
//!    that contains `f`.
//!
//! # Invariants
//! 1. Components are examined by their first state, so the stem of the violation found is the shortest of its
//!    kind.
//!
//! # Cost
//! Linear in the product for 1 and 2; for 3 the number of sets met, which is at most exponential in the
//! automaton.
//!
//! # Departures
//! The subsets of \[CY95\] are built only for components that 1 and 2 leave undecided, from one accepting
//! state at a time.

use rustc_hash::{FxHashMap, FxHashSet};

use rely_lts::scc::{Sccs, sccs};
use rely_lts::{Context, Label, Lts, Space, Spent, StateId, StateStore, Successors, Target, Ticker};

use super::space::{LOST, WatchedSystem, watch, watch_word};

/// The explored product.
pub(super) struct Graph<'w> {
    pub(super) lts: Lts,
    store: &'w StateStore,
    watched: &'w WatchedSystem,
    accepting: Vec<bool>,
    ends: Vec<bool>,
}

impl<'w> Graph<'w> {
    pub(super) fn new(lts: Lts, store: &'w StateStore, watched: &'w WatchedSystem) -> Self {
        let tracker = watched.tracker.lock().expect("no holder of the tracker panics");
        let states = 0..tracker.n_states() as u32;
        let accepting = states.clone().map(|q| tracker.is_accepting(q)).collect();
        let ends = states.map(|q| tracker.ends(q)).collect();
        drop(tracker);
        Graph { lts, store, watched, accepting, ends }
    }

    fn automaton_state(&self, node: usize) -> u32 {
        watch(self.store.get(StateId::at(node))).1
    }

    fn is_accepting(&self, node: usize) -> bool {
        self.accepting.get(self.automaton_state(node) as usize).is_some_and(|&accepting| accepting)
    }

    fn successors(&self, node: usize) -> impl Iterator<Item = usize> + '_ {
        self.lts.targets_of(StateId::at(node)).iter().filter(|t| !t.is_error()).map(|t| t.index())
    }

    /// The nearest state without moves where the automaton lets a run end.
    pub(super) fn stopping(&self) -> Option<StateId> {
        self.lts.states().find(|&node| {
            let state = self.automaton_state(node.index());
            state != LOST && self.lts.is_stuck(node) && self.ends[state as usize]
        })
    }

    /// The nearest accepting state on a cycle.
    pub(super) fn accepting_cycle(&self, ctx: Context<'_>) -> Result<Option<StateId>, Spent> {
        let sccs = sccs(self.lts.n_states(), |n| self.successors(n), ctx)?;
        let on_cycle = |n: usize| self.successors(n).any(|t| sccs.component(t) == sccs.component(n));
        Ok((0..self.lts.n_states()).find(|&n| self.is_accepting(n) && on_cycle(n)).map(StateId::at))
    }

    /// The nearest accepting state that a fair run visits again and again.
    pub(super) fn fair_violation(&self, ctx: Context<'_>) -> Result<Option<StateId>, Spent> {
        let sccs = sccs(self.lts.n_states(), |n| self.successors(n), ctx)?;
        let mut closed = vec![true; sccs.n_components()];
        let mut cyclic = vec![false; sccs.n_components()];
        for (s, _, t) in self.lts.transitions() {
            let own = sccs.component(s.index());
            if t.is_error() || sccs.component(t.index()) != own {
                closed[own] = false;
            } else {
                cyclic[own] = true;
            }
        }
        let accepting: Vec<usize> =
            (0..self.lts.n_states()).filter(|&n| self.is_accepting(n) && cyclic[sccs.component(n)]).collect();
        if let Some(&node) = accepting.iter().find(|&&n| closed[sccs.component(n)]) {
            return Ok(Some(StateId::at(node)));
        }
        if !self.watched.had_choice() {
            return Ok(None);
        }
        let mut candidates: FxHashMap<usize, Vec<usize>> = FxHashMap::default();
        let mut order = Vec::new();
        for n in accepting {
            let list = candidates.entry(sccs.component(n)).or_default();
            if list.is_empty() {
                order.push(sccs.component(n));
            }
            list.push(n);
        }
        let (rows, members) = sccs.members();
        for component in order {
            let members = &members[rows[component] as usize..rows[component + 1] as usize];
            if let Some(moves) = self.system_moves(members, ctx)? {
                let found = self.recurrent(&sccs, component, &candidates[&component], &moves, ctx)?;
                if found.is_some() {
                    return Ok(found);
                }
            }
        }
        Ok(None)
    }

    /// The moves of the system in the system states (with valuations) of a component, by node; states of the
    /// system are named by a number. `None` if one leads elsewhere.
    fn system_moves(&self, members: &[u32], ctx: Context<'_>) -> Result<Option<SystemMoves>, Spent> {
        let mut ticker = Ticker::default();
        let mut base_of: FxHashMap<u32, StateId> = FxHashMap::default();
        let mut bases = StateStore::new(self.watched.words());
        let mut packed = Vec::new();
        for &node in members {
            ticker.tick(ctx.budget)?;
            packed.clear();
            packed.extend_from_slice(self.store.get(StateId::from_raw(node)));
            let (valuation, _) = watch(&packed);
            *packed.last_mut().expect("packed states have words") = watch_word(valuation, 0);
            base_of.insert(node, bases.insert(&packed).0);
        }
        let mut moves = Vec::with_capacity(bases.len());
        let (mut scratch, mut out): (_, Successors) = Default::default();
        for base in (0..bases.len()).map(StateId::at) {
            ticker.tick(ctx.budget)?;
            let from = bases.get(base);
            let (valuation, _) = watch(from);
            out.reset();
            self.watched.product.successors(&from[..from.len() - 1], &mut scratch, &mut out);
            let Some(row) = self.base_row(&bases, valuation, &out) else { return Ok(None) };
            moves.push(row);
        }
        Ok(Some(SystemMoves { base_of, moves }))
    }

    fn base_row(
        &self,
        bases: &StateStore,
        valuation: u32,
        out: &Successors,
    ) -> Option<Vec<(Label, StateId)>> {
        let mut tracker = self.watched.tracker.lock().expect("no holder of the tracker panics");
        let mut row = Vec::with_capacity(out.len());
        let mut packed = Vec::new();
        for (label, target) in out.iter() {
            let Target::State(target) = target else { return None };
            let after = tracker.after(valuation, self.watched.classes[label.index()]);
            packed.clear();
            packed.extend_from_slice(target);
            packed.push(watch_word(after, 0));
            row.push((label, bases.find(&packed)?));
        }
        row.sort_unstable();
        row.dedup();
        Some(row)
    }

    /// Step 3 of the method: the first of the accepting states of a component that recurs with positive
    /// probability.
    fn recurrent(
        &self,
        sccs: &Sccs,
        component: usize,
        accepting: &[usize],
        moves: &SystemMoves,
        ctx: Context<'_>,
    ) -> Result<Option<StateId>, Spent> {
        // Sets of nodes of the component, all with the same system state; the empty set is number 0 and is
        // left out.
        let mut number: FxHashMap<Vec<u32>, u32> = FxHashMap::default();
        let mut sets: Vec<Vec<u32>> = vec![Vec::new()];
        let mut rows: Vec<Vec<u32>> = vec![vec![0]];
        number.insert(Vec::new(), 0);
        for &node in accepting {
            let set = vec![node as u32];
            number.insert(set.clone(), sets.len() as u32);
            sets.push(set);
        }
        let mut ticker = Ticker::default();
        while let Some(set) = sets.get(rows.len()).cloned() {
            let mut row = Vec::new();
            for &(label, target) in &moves.moves[moves.base_of[&set[0]].index()] {
                let mut next: Vec<u32> = Vec::new();
                for &node in &set {
                    ticker.tick(ctx.budget)?;
                    let targets = self.lts.step(StateId::from_raw(node), label);
                    next.extend(
                        targets.iter().filter(|t| !t.is_error()).map(|t| t.raw()).filter(|t| {
                            sccs.component(*t as usize) == component && moves.base_of[t] == target
                        }),
                    );
                }
                next.sort_unstable();
                next.dedup();
                let fresh = sets.len() as u32;
                row.push(*number.entry(next).or_insert_with_key(|next| {
                    sets.push(next.clone());
                    fresh
                }));
            }
            rows.push(row);
            ctx.budget.check_states(sets.len())?;
        }
        let found = self::sccs(sets.len(), |s| rows[s].iter().map(|&t| t as usize), ctx)?;
        let mut terminal = vec![true; found.n_components()];
        for (s, row) in rows.iter().enumerate() {
            terminal[found.component(s)] &=
                row.iter().all(|&t| found.component(t as usize) == found.component(s));
        }
        // Which terminal sets contain which accepting nodes, and which are reachable from their singletons?
        let mut has: FxHashMap<u32, FxHashSet<usize>> = FxHashMap::default();
        for (s, set) in sets.iter().enumerate().filter(|(s, _)| terminal[found.component(*s)]) {
            for &node in set {
                has.entry(node).or_default().insert(found.component(s));
            }
        }
        for &node in accepting {
            let Some(wanted) = has.get(&(node as u32)) else { continue };
            let mut seen = FxHashSet::default();
            let mut stack = vec![number[&vec![node as u32]]];
            while let Some(s) = stack.pop() {
                ticker.tick(ctx.budget)?;
                if wanted.contains(&found.component(s as usize)) {
                    return Ok(Some(StateId::at(node)));
                }
                if seen.insert(s) {
                    stack.extend(&rows[s as usize]);
                }
            }
        }
        Ok(None)
    }
}

/// The moves of the system among the system states of a component.
struct SystemMoves {
    /// Node of the product → its system state with valuation.
    base_of: FxHashMap<u32, StateId>,
    moves: Vec<Vec<(Label, StateId)>>,
}
