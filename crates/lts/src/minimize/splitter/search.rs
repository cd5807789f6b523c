//! Two searches in turns: which states of a block have an inert path to a splitter, and which have not?
//!
//! # Problem
//! A block without inert cycles, seeds in it, and the bottom states that are no seeds. Wanted: the states
//! with an inert path to a seed (`reach`), or else the other ones (`rest`), whichever set is found with less
//! work.
//!
//! # Method
//! `reach` is searched for backward along inert transitions, beginning with the seeds. `rest` is searched for
//! backward too, beginning with the bottom states in it: a state is in `rest` if it is not a seed and all its
//! inert transitions lead to `rest`. The searches take turns of a fixed length until one of them ends
//! \[GJKW17\].
//!
//! # Invariants
//! 1. `left` of a state is 0 if it was not met, `REACHES` if it is in `reach`, otherwise 1 more than the
//!    number of its inert transitions of which it is not known yet that they lead to `rest`.
//!
//! # Cost
//! A constant times the size of the set found and the number of its transitions, incoming and outgoing, and
//! of the transitions that make its states seeds. 4 bytes per state.
//!
//! # Departures
//! None from the lock-step search of \[GJKW17\]. Seeds are given as transitions of a slice or as states, so
//! that the same search serves new bottom states.

use std::ops::Range;

use super::edges::Edges;
use super::zones::Zones;
use crate::budget::{Context, Spent, Ticker};

/// What is known of the transitions and the partition.
#[derive(Clone, Copy)]
pub(super) struct Graph<'a> {
    pub(super) edges: &'a Edges<'a>,
    /// The blocks.
    pub(super) states: &'a Zones,
    /// The slices.
    pub(super) transitions: &'a Zones,
    /// Per state: number of inert transitions.
    pub(super) inert: &'a [u32],
}

#[derive(Clone, Copy)]
pub(super) enum Seeds<'a> {
    /// The sources of the transitions of a slice.
    Slice(u32),
    /// These states.
    States(&'a [u32]),
}

/// Which of the two sets was found.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Found {
    Reach,
    Rest,
}

pub(super) struct Search {
    left: Vec<u32>,
    /// The states whose `left` is not 0.
    met: Vec<u32>,
    reach: Vec<u32>,
    rest: Vec<u32>,
}

impl Search {
    const REACHES: u32 = u32::MAX;
    /// Steps in a turn.
    const TURN: usize = 64;

    pub(super) fn new(n_states: usize) -> Self {
        Search { left: vec![0; n_states], met: Vec::new(), reach: Vec::new(), rest: Vec::new() }
    }

    /// The states of the set found last.
    pub(super) fn found(&mut self, found: Found) -> &mut Vec<u32> {
        match found {
            Found::Reach => &mut self.reach,
            Found::Rest => &mut self.rest,
        }
    }

    /// Searches a block. `lacking` are the positions of its bottom states that are no seeds.
    pub(super) fn run(
        &mut self,
        graph: Graph<'_>,
        block: u32,
        seeds: Seeds<'_>,
        lacking: Range<u32>,
        ticker: &mut Ticker,
        ctx: Context<'_>,
    ) -> Result<Found, Spent> {
        self.reach.clear();
        self.rest.clear();
        let mut reach = ReachSearch {
            seeds: match seeds {
                Seeds::Slice(slice) => graph.transitions.whole(slice),
                Seeds::States(states) => 0..states.len() as u32,
            },
            next: 0,
            into: 0..0,
        };
        let mut rest = RestSearch { lacking, next: 0, into: 0..0 };
        let found = loop {
            ticker.tick(ctx.budget)?;
            if self.search_reach(&mut reach, graph, block, seeds) {
                break Found::Reach;
            }
            if self.search_rest(&mut rest, graph, block, seeds) {
                break Found::Rest;
            }
        };
        for s in self.met.drain(..) {
            self.left[s as usize] = 0;
        }
        Ok(found)
    }

    fn add_to_reach(&mut self, state: u32) {
        let left = &mut self.left[state as usize];
        if *left != Self::REACHES {
            if *left == 0 {
                self.met.push(state);
            }
            *left = Self::REACHES;
            self.reach.push(state);
        }
    }

    /// One turn; has the search ended?
    fn search_reach(&mut self, at: &mut ReachSearch, graph: Graph<'_>, block: u32, seeds: Seeds<'_>) -> bool {
        for _ in 0..Self::TURN {
            if let Some(seed) = at.seeds.next() {
                self.add_to_reach(match seeds {
                    Seeds::Slice(_) => graph.edges.source[graph.transitions.at(seed) as usize],
                    Seeds::States(states) => states[seed as usize],
                });
            } else if let Some(tau) = at.into.next() {
                let source = graph.edges.source[graph.edges.into[tau as usize] as usize];
                if graph.states.set_of(source) == block {
                    self.add_to_reach(source);
                }
            } else if let Some(&state) = self.reach.get(at.next) {
                at.next += 1;
                at.into = graph.edges.taus_into(state);
            } else {
                return true;
            }
        }
        false
    }

    /// One turn; has the search ended?
    fn search_rest(&mut self, at: &mut RestSearch, graph: Graph<'_>, block: u32, seeds: Seeds<'_>) -> bool {
        let mut steps = Self::TURN;
        while steps > 0 {
            steps -= 1;
            if let Some(tau) = at.into.next() {
                let source = graph.edges.source[graph.edges.into[tau as usize] as usize];
                if graph.states.set_of(source) == block {
                    let looked_at = self.count_down(source, graph, seeds);
                    steps = steps.saturating_sub(looked_at);
                }
            } else if let Some(&state) = self.rest.get(at.next) {
                at.next += 1;
                at.into = graph.edges.taus_into(state);
            } else if let Some(position) = at.lacking.next() {
                self.rest.push(graph.states.at(position));
            } else {
                return true;
            }
        }
        false
    }

    /// One more inert transition of the state leads to `rest`: if it is the last one and the state is no
    /// seed, the state is in `rest`. Returns how many transitions were examined.
    fn count_down(&mut self, state: u32, graph: Graph<'_>, seeds: Seeds<'_>) -> usize {
        let left = &mut self.left[state as usize];
        if *left == Self::REACHES {
            return 0;
        }
        if *left == 0 {
            self.met.push(state);
            *left = graph.inert[state as usize] + 1;
        }
        *left -= 1;
        if *left > 1 {
            return 0;
        }
        // A seed that is a state and not a source is a bottom state, and is not met here.
        let row = graph.edges.row(state);
        let is_seed = match seeds {
            Seeds::Slice(slice) => row.clone().any(|e| graph.transitions.set_of(e) == slice),
            Seeds::States(_) => false,
        };
        if !is_seed {
            self.rest.push(state);
        }
        row.len()
    }

    /// Bytes held.
    pub(super) fn memory(&self) -> usize {
        (self.left.capacity() + self.met.capacity() + self.reach.capacity() + self.rest.capacity()) * 4
    }
}

struct ReachSearch {
    /// Seeds that were not examined.
    seeds: Range<u32>,
    /// The next state of `reach` whose incoming transitions are to be examined.
    next: usize,
    /// Incoming transitions that were not examined.
    into: Range<u32>,
}

struct RestSearch {
    /// Bottom states that were not examined.
    lacking: Range<u32>,
    /// As in [`ReachSearch`], for `rest`.
    next: usize,
    into: Range<u32>,
}
