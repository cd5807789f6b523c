//! A part of a system with its goal, explored on demand.
//!
//! # Problem
//! A teacher of assumptions is asked two questions again and again: what can the part do, and does it violate
//! its goal, along a word over some of its actions ([`LazyProduct::step`]); and in parallel with an automaton
//! ([`LazyProduct::search_with`]).
//!
//! # Method
//! The product of components, kept machines and goal is explored on demand; the successors of a product state
//! are computed once and kept. A word leads to the set of product states that are reached by runs that look
//! like it; sets are numbered and steps between them are kept, so that they form a determinization that grows
//! with the queries. When the visible actions change, only the sets are dropped. A run in parallel with an
//! automaton is searched for breadth-first in pairs of a product state and a state of the automaton, which
//! needs no sets.
//!
//! # Invariants
//! 1. `rows` has an entry for every product state that was expanded, and none for a state in which the goal
//!    is violated.
//! 2. Every set is closed under invisible steps, ascending, not empty, and has no state in which the goal is
//!    violated.
//!
//! # Cost
//! A word costs its letters for which no step is known yet; each costs the states of a set and their
//! successors. A search in parallel with an automaton costs at most |product| · |automaton| pairs. There may
//! be exponentially many sets.
//!
//! # Departures
//! \[CGP03\] answers a membership query by model checking the part with the word as a process, from scratch
//! each time. Pairs are found in a bit table while the automaton has at most 64 states, and in a hash table
//! beyond that.

mod pairs;

use std::ops::Range;
use std::sync::Arc;

use rely_learn::{Dfa, Letter, label_of};
use rely_lts::{
    ActionId, Alphabet, Component, Context, Label, Lts, Product, ProductScratch, Space, Spent, StateId,
    StateStore, Successors, System, Target, Ticker,
};
use rustc_hash::{FxHashMap, FxHashSet};

use self::pairs::PairTable;
use crate::prove::premise::{refusing, trapping};
use crate::prove::problem::Problem;
use crate::prove::refine::seen_through;

/// What is seen along a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Seen {
    /// No run looks like the word.
    Impossible,
    /// A run does, and none that looks like a prefix of it violates the goal.
    Possible,
    /// A run that looks like a prefix of it violates the goal.
    Violates,
}

/// What is wanted of a run together with an automaton.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Wanted {
    /// The automaton has every prefix of the run, and the goal is violated at its end.
    Violation,
    /// The automaton excludes the run, and none of its proper prefixes.
    Escape,
}

/// A set of product states, by number; these two are not kept.
type Set = u32;
const IMPOSSIBLE: Set = u32::MAX;
const VIOLATES: Set = u32::MAX - 1;

/// Where a walk is: words that lead to the same place have the same continuations.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Place(Set);

/// This many more pairs are searched for further runs, in addition to as many as it took to find the first.
const SOON: usize = 256;

/// A product state that was not expanded.
const NOT_YET: (u32, u32) = (u32::MAX, 0);

/// Components in parallel with kept machines and at most one goal.
pub(crate) struct LazyProduct<'p> {
    product: Product,
    /// Where the goal is in the product, and its trap.
    goal: Option<(usize, StateId)>,
    ctx: Context<'p>,
    ticker: Ticker,
    store: StateStore,
    /// Per product state where its transitions are, if that was asked (I1): first, and one past the last.
    rows: Vec<(u32, u32)>,
    /// Label and target.
    transitions: Vec<(Label, u32)>,
    expansions: u64,
    /// What is seen.
    sigma: Alphabet,
    /// Per product label: the letter, if it is seen.
    letter: Vec<Option<Letter>>,
    /// Per letter: the product's label, if it has one.
    label: Vec<Option<Label>>,
    sets: Vec<Arc<[u32]>>,
    numbers: FxHashMap<Arc<[u32]>, Set>,
    set_entries: usize,
    steps: FxHashMap<(Set, Letter), Set>,
    start: Option<Set>,
    at: Set,
    /// Tables of searches, empty between them.
    found: PairTable,
    scratch: ProductScratch,
    successors: Successors,
}

impl<'p> LazyProduct<'p> {
    /// Components of a problem in parallel with machines that refuse what they exclude, and a goal. All
    /// actions are seen at first.
    pub(crate) fn new(
        problem: &Problem,
        components: &[usize],
        kept: &[Arc<Lts>],
        goal: Option<&Arc<Lts>>,
        ctx: Context<'p>,
    ) -> LazyProduct<'p> {
        let mut parts: Vec<Component> = components.iter().map(|&i| problem.components[i].clone()).collect();
        parts.extend(kept.iter().map(|lts| Component::new("kept", refusing(lts))));
        let goal = goal.map(|lts| {
            parts.push(Component::new("goal", Arc::new(trapping(lts))));
            (parts.len() - 1, StateId::at(lts.n_states()))
        });
        let product = Product::new(&System::new("module", &problem.actions, parts));
        let mut store = StateStore::new(product.words());
        store.insert(&product.initial());
        let mut module = LazyProduct {
            goal,
            ctx,
            ticker: Ticker::default(),
            store,
            rows: vec![NOT_YET],
            transitions: Vec::new(),
            expansions: 0,
            sigma: product.alphabet().clone(),
            letter: Vec::new(),
            label: Vec::new(),
            sets: Vec::new(),
            numbers: FxHashMap::default(),
            set_entries: 0,
            steps: FxHashMap::default(),
            start: None,
            at: IMPOSSIBLE,
            found: PairTable::default(),
            scratch: ProductScratch::default(),
            successors: Successors::default(),
            product,
        };
        let all = module.product.alphabet().clone();
        module.speak_of(&all);
        module
    }

    /// What the module knows, goal and kept machines included.
    pub(crate) fn alphabet(&self) -> &Alphabet {
        self.product.alphabet()
    }

    /// From now on these actions are seen: letter `k` is the `k`-th of them. Others the module does by
    /// itself. Actions that it does not know change nothing.
    pub(crate) fn speak_of(&mut self, sigma: &Alphabet) {
        let alphabet = self.product.alphabet();
        let letter = |label: Label| sigma.label(alphabet.action(label)).map(|l| l.raw() - 1);
        self.letter = std::iter::once(None).chain(alphabet.labels().map(letter)).collect();
        self.sigma = sigma.clone();
        self.label = sigma.labels().map(|l| alphabet.label(sigma.action(l))).collect();
        self.sets.clear();
        self.numbers.clear();
        self.steps.clear();
        self.set_entries = 0;
        self.start = None;
        self.at = IMPOSSIBLE;
    }

    /// Product states that were expanded so far.
    pub(crate) fn expansions(&self) -> u64 {
        self.expansions
    }

    /// Product states found so far.
    pub(crate) fn n_states(&self) -> u64 {
        self.store.len() as u64
    }

    /// Back to the empty word.
    ///
    /// # Errors
    /// If the budget is spent.
    pub(crate) fn restart(&mut self) -> Result<Seen, Spent> {
        self.at = match self.start {
            Some(set) => set,
            None => {
                let set = self.close(vec![0])?;
                *self.start.insert(set)
            }
        };
        Ok(seen(self.at))
    }

    /// One letter further.
    ///
    /// # Errors
    /// If the budget is spent; the next call is a restart.
    pub(crate) fn step(&mut self, letter: Letter) -> Result<Seen, Spent> {
        if self.at >= VIOLATES || self.label[letter as usize].is_none() {
            return Ok(seen(self.at));
        }
        let next = match self.steps.get(&(self.at, letter)) {
            Some(&next) => next,
            None => {
                let from = self.sets[self.at as usize].clone();
                let label = self.label[letter as usize].expect("known letters have a label");
                let mut targets = Vec::new();
                for &state in from.iter() {
                    let row = self.row(state)?;
                    let row = &self.transitions[row];
                    targets.extend(row.iter().filter(|(l, _)| *l == label).map(|&(_, target)| target));
                }
                let next = self.close(targets)?;
                self.steps.insert((self.at, letter), next);
                next
            }
        };
        self.at = next;
        Ok(seen(next))
    }

    /// Where the walk is.
    pub(crate) fn place(&self) -> Place {
        Place(self.at)
    }

    /// Goes back to a place where the walk was; places are forgotten when other actions are to be seen.
    ///
    /// # Panics
    /// If there is no such place.
    pub(crate) fn go_to(&mut self, place: Place) -> Seen {
        assert!(place.0 >= VIOLATES || (place.0 as usize) < self.sets.len(), "the walk was there");
        self.at = place.0;
        seen(place.0)
    }

    /// What is seen along a word.
    ///
    /// # Errors
    /// If the budget is spent.
    pub(crate) fn along(&mut self, word: &[Letter]) -> Result<Seen, Spent> {
        let mut seen = self.restart()?;
        for &letter in word {
            seen = self.step(letter)?;
        }
        Ok(seen)
    }

    /// A shortest run, tau included, that looks like the word; or, if a violation is wanted, one that looks
    /// like a prefix of it and violates the goal with its last step.
    ///
    /// # Errors
    /// If the budget is spent.
    pub(crate) fn run_along(
        &mut self,
        word: &[Letter],
        violating: bool,
    ) -> Result<Option<Vec<ActionId>>, Spent> {
        let mut chain = Vec::new();
        let k = self.label.len();
        let trap = word.len() as u32 + 1;
        for (i, &letter) in word.iter().enumerate() {
            let mut row = vec![trap; k];
            row[letter as usize] = i as u32 + 1;
            chain.extend(row);
        }
        chain.extend(vec![trap; 2 * k]);
        let accepting = (0..=trap).map(|s| s < trap).collect();
        let dfa = Dfa::new(k as u32, 0, chain, accepting).expect("a chain of letters");
        let end = word.len() as u32;
        let is_goal = |module: &Self, state: u32, at: u32| {
            if violating { at <= end && module.is_violating(state) } else { at == end }
        };
        Ok(self.search(&dfa, 1, is_goal)?.0.pop())
    }

    /// A shortest run, tau included, together with an automaton over the letters (prefix-closed: a state that
    /// does not accept is never left), and the number of pairs that were seen.
    ///
    /// # Errors
    /// If the budget is spent.
    pub(crate) fn search_with(
        &mut self,
        dfa: &Dfa,
        wanted: Wanted,
    ) -> Result<(Option<Vec<ActionId>>, u64), Spent> {
        let (mut runs, pairs) = self.search_some_with(dfa, wanted, 1)?;
        Ok((runs.pop(), pairs))
    }

    /// As [`LazyProduct::search_with`]: at most this many runs that look different, a shortest one first;
    /// more than one only if they are found soon after it.
    ///
    /// # Errors
    /// If the budget is spent before a first one is found.
    pub(crate) fn search_some_with(
        &mut self,
        dfa: &Dfa,
        wanted: Wanted,
        most: usize,
    ) -> Result<(Vec<Vec<ActionId>>, u64), Spent> {
        self.search(dfa, most, |module, state, at| match wanted {
            Wanted::Violation => dfa.is_accepting(at) && module.is_violating(state),
            Wanted::Escape => !dfa.is_accepting(at),
        })
    }

    /// Breadth-first search in pairs of a product state and a state of the automaton. Where the automaton has
    /// excluded the run, or the goal is violated, it does not go on. A letter that the module does not know
    /// is a step of the automaton alone; it is part of the run.
    fn search(
        &mut self,
        dfa: &Dfa,
        most: usize,
        is_goal: impl Fn(&Self, u32, u32) -> bool,
    ) -> Result<(Vec<Vec<ActionId>>, u64), Spent> {
        let mut found = std::mem::take(&mut self.found);
        let runs = self.search_in(&mut found, dfa, most, is_goal);
        let pairs = found.pairs.len() as u64;
        found.forget();
        self.found = found;
        Ok((runs?, pairs))
    }

    /// As [`LazyProduct::search`], in pairs that are all forgotten.
    fn search_in(
        &mut self,
        found: &mut PairTable,
        dfa: &Dfa,
        most: usize,
        is_goal: impl Fn(&Self, u32, u32) -> bool,
    ) -> Result<Vec<Vec<ActionId>>, Spent> {
        found.begin((0, dfa.initial()), dfa.n_states());
        let foreign: Vec<Letter> =
            (0..self.label.len() as Letter).filter(|&l| self.label[l as usize].is_none()).collect();
        let mut runs: Vec<Vec<ActionId>> = Vec::new();
        let mut looks: FxHashSet<Vec<ActionId>> = FxHashSet::default();
        let mut last = usize::MAX;
        let mut at = 0;
        while at < found.pairs.len().min(last) && runs.len() < most {
            self.tick(found.memory())?;
            self.ctx.budget.check_states(found.pairs.len())?;
            let (state, q) = found.pairs[at];
            if is_goal(self, state, q) {
                let run = found.run_to(at);
                if looks.insert(seen_through(&run, &self.sigma)) {
                    runs.push(run);
                }
                // As much again for more of them.
                last = last.min(2 * at + SOON);
            } else if dfa.is_accepting(q) && !self.is_violating(state) {
                let row = self.row(state)?;
                self.ctx.budget.work((row.len() + foreign.len()) as u64);
                for &(label, target) in &self.transitions[row] {
                    let next = self.letter[label.index()].map_or(q, |letter| dfa.step(q, letter));
                    found.add((target, next), at, self.product.alphabet().action(label));
                }
                for &letter in &foreign {
                    found.add((state, dfa.step(q, letter)), at, self.sigma.action(label_of(letter)));
                }
            }
            at += 1;
        }
        Ok(runs)
    }

    /// Is the goal violated in a product state?
    fn is_violating(&self, state: u32) -> bool {
        let Some((place, trap)) = self.goal else { return false };
        self.product.component_state(self.store.get(StateId::from_raw(state)), place) == trap
    }

    /// Where the transitions of a product state are.
    fn row(&mut self, state: u32) -> Result<Range<usize>, Spent> {
        let known = self.rows[state as usize];
        if known != NOT_YET {
            return Ok(known.0 as usize..known.1 as usize);
        }
        self.tick(0)?;
        self.ctx.budget.check_states(self.store.len())?;
        self.successors.reset();
        let packed = self.store.get(StateId::from_raw(state));
        self.product.successors(packed, &mut self.scratch, &mut self.successors);
        self.ctx.budget.work(self.successors.len() as u64);
        let first = self.transitions.len();
        if first + self.successors.len() >= u32::MAX as usize {
            return Err(Spent::Memory(u64::from(u32::MAX) * 8));
        }
        for (label, target) in self.successors.iter() {
            if let Target::State(packed) = target {
                self.transitions.push((label, self.store.insert(packed).0.raw()));
            }
        }
        self.rows.resize(self.store.len(), NOT_YET);
        self.expansions += 1;
        self.rows[state as usize] = (first as u32, self.transitions.len() as u32);
        Ok(first..self.transitions.len())
    }

    /// The set of what can be reached from states by steps that are not seen.
    fn close(&mut self, mut states: Vec<u32>) -> Result<Set, Spent> {
        states.sort_unstable();
        states.dedup();
        let mut known: FxHashSet<u32> = states.iter().copied().collect();
        let mut at = 0;
        while at < states.len() {
            let state = states[at];
            if self.is_violating(state) {
                return Ok(VIOLATES);
            }
            self.tick(0)?;
            let row = self.row(state)?;
            self.ctx.budget.work(row.len() as u64);
            for &(label, target) in &self.transitions[row] {
                if self.letter[label.index()].is_none() && known.insert(target) {
                    states.push(target);
                }
            }
            at += 1;
        }
        if states.is_empty() {
            return Ok(IMPOSSIBLE);
        }
        states.sort_unstable();
        let states: Arc<[u32]> = states.into();
        if let Some(&set) = self.numbers.get(&states) {
            return Ok(set);
        }
        let set = self.sets.len() as Set;
        self.set_entries += states.len();
        self.sets.push(states.clone());
        self.numbers.insert(states, set);
        Ok(set)
    }

    fn tick(&mut self, more: usize) -> Result<(), Spent> {
        self.ticker.tick(self.ctx.budget)?;
        let held = self.store.memory()
            + (self.rows.len() + self.transitions.len()) * 8
            + self.set_entries * 4
            + (self.sets.len() + self.steps.len()) * 64;
        self.ctx.budget.check_memory(held + more)
    }
}

fn seen(set: Set) -> Seen {
    match set {
        IMPOSSIBLE => Seen::Impossible,
        VIOLATES => Seen::Violates,
        _ => Seen::Possible,
    }
}
